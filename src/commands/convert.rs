//! `drumhead convert`: converts files from other programs to this program's files, and back. A table of units becomes an army, a
//! battle becomes a table of its units; two tables, of hexes and of hexsides, become a map; a GeoJSON map becomes a table's
//! terrain.

mod ground;
mod units;

pub(super) use units::For;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Done, Failure, shown};
use clap::ValueEnum;
use data::{Faults, InMemory, printable, report};
use desk::{Library, MOST_IMPORT, check_id, read_file};
use games::Games;
use hexes::{Orientation, Stagger, Top};
use scenario::hex;
use scenario::hex::csv::{self, MapHead, Table};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A table of units (.csv, .tsv, .txt, .xlsx, .ods, .xls); a battle, whose units are printed as a table; a GeoJSON map; or,
    /// before a second file, the table of a map's hexes.
    from: String,
    /// The table of a map's marked hexsides.
    sides: Option<PathBuf>,
    /// The id of the army or the map, which is also the name of its file.
    #[arg(long)]
    id: Option<String>,
    /// What the army or the map is called.
    #[arg(long)]
    name: Option<String>,
    /// For an army: a battle by the same rules, whose roster determines the columns.
    #[arg(long)]
    like: Option<String>,
    /// For a table with several sides or armies: which one to convert.
    #[arg(long)]
    side: Option<String>,
    /// For a spreadsheet: the sheet to read; by default, the first.
    #[arg(long)]
    sheet: Option<String>,
    /// What a column of the table holds, if its heading does not say: Effectives=men; Guns=- ignores the column. May be
    /// repeated.
    #[arg(long = "column", value_name = "HEADING=COLUMN")]
    columns: Vec<String>,
    /// For a table with more nations than sides: which side a nation is on, as Hanover=Allied. May be repeated.
    #[arg(long = "nation", value_name = "NATION=SIDE")]
    nations: Vec<String>,
    /// The colour of an army's blocks.
    #[arg(long)]
    colour: Option<String>,
    /// For a battle: the program its table is written for; by default, for further processing.
    #[arg(long, value_enum)]
    csv_for: Option<For>,
    /// For tables of hexes: whether hexes have a flat side or a corner on top; by default, flat.
    #[arg(long, value_enum)]
    orientation: Option<HexTop>,
    /// For tables of hexes: which columns are half a hex lower; by default, the even ones.
    #[arg(long, value_enum)]
    stagger: Option<Lower>,
    /// For tables of hexes: the compass direction of the top of the sheet; by default, north.
    #[arg(long, value_enum)]
    top: Option<Point>,
    /// For tables of hexes: the width of a hex in metres, from flat to flat; by default, 400.
    #[arg(long)]
    metres: Option<u16>,
    #[command(flatten)]
    ground: ground::GroundArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum HexTop {
    Flat,
    Pointy,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lower {
    EvenDown,
    OddDown,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Point {
    North,
    East,
    South,
    West,
}

/// What can be converted.
const BATTLE: &str = "a battle";
const UNITS: &str = "a table of units";
const GROUND: &str = "a map in GeoJSON";
const HEXES: &str = "two tables of hexes and hexsides";

impl Args {
    /// Refuses options that do not apply to what is converted.
    fn check(&self, what: &str) -> Done {
        let named: &[&str] = &[UNITS, GROUND, HEXES];
        let map = &self.ground;
        let options = [
            ("--id", self.id.is_some(), named),
            ("--name", self.name.is_some(), named),
            ("--like", self.like.is_some(), &[UNITS]),
            ("--side", self.side.is_some(), &[UNITS]),
            ("--sheet", self.sheet.is_some(), &[UNITS]),
            ("--column", !self.columns.is_empty(), &[UNITS]),
            ("--nation", !self.nations.is_empty(), &[UNITS]),
            ("--colour", self.colour.is_some(), &[UNITS]),
            ("--csv-for", self.csv_for.is_some(), &[BATTLE]),
            ("--orientation", self.orientation.is_some(), &[HEXES]),
            ("--stagger", self.stagger.is_some(), &[HEXES]),
            ("--top", self.top.is_some(), &[HEXES]),
            ("--metres", self.metres.is_some(), &[HEXES]),
            ("--size", map.size.is_some(), &[GROUND]),
            ("--metres-per-inch", map.metres_per_inch.is_some(), &[GROUND]),
            ("--fit", !map.fit.is_empty(), &[GROUND]),
            ("--coordinates", map.coordinates.is_some(), &[GROUND]),
        ];
        let lost = options.iter().filter(|(_, is_given, of)| *is_given && !of.contains(&what));
        let lost: Vec<String> = lost
            .map(|(option, _, of)| format!("{option} says nothing of {what}: it is for {}", of.join(" or ")))
            .collect();
        if lost.is_empty() { Ok(()) } else { Err(Failure::lines(lost)) }
    }

    /// The id and the name of the result.
    fn called(&self) -> Result<(String, String), Failure> {
        let lacks =
            |what: &str| Failure::new(format!("{what} is missing: give the new file an id and a name"));
        let id = self.id.as_deref().ok_or_else(|| lacks("--id"))?;
        let name = self.name.as_deref().ok_or_else(|| lacks("--name"))?;
        check_id(id).map_err(|fault| Failure::new(format!("--id: {fault}")))?;
        if name.trim().is_empty() || !name.chars().all(printable::is_printable) {
            return Err(Failure::new(format!(
                "--name: \"{name}\" is no name: write one in plain letters, in one line"
            )));
        }
        Ok((id.to_owned(), name.to_owned()))
    }

    fn map(&self, (id, name): (String, String)) -> MapHead {
        MapHead {
            id,
            name,
            orientation: match self.orientation.unwrap_or(HexTop::Flat) {
                HexTop::Flat => Orientation::Flat,
                HexTop::Pointy => Orientation::Pointy,
            },
            stagger: match self.stagger.unwrap_or(Lower::EvenDown) {
                Lower::EvenDown => Stagger::EvenDown,
                Lower::OddDown => Stagger::OddDown,
            },
            top: match self.top.unwrap_or(Point::North) {
                Point::North => Top::North,
                Point::East => Top::East,
                Point::South => Top::South,
                Point::West => Top::West,
            },
            metres: self.metres.unwrap_or(400),
        }
    }
}

fn text(path: &Path, what: &'static str) -> Result<(String, String), Failure> {
    let bytes = read_file(path, MOST_IMPORT, what)?;
    let file = shown(path);
    let read = data::decode(&bytes).map_err(|fault| Failure::new(format!("{file}: {fault}")))?;
    for notice in read.notices {
        let _nobody_reads = writeln!(io::stderr(), "{file}: {}", printable::line(&notice));
    }
    Ok((file, read.text))
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    match &args.sides {
        Some(sides) => args.check(HEXES).and_then(|()| map(args, sides)),
        None if ground::is_map(&args.from) => {
            args.check(GROUND)?;
            ground::run(&args.from, args.called()?, &args.ground)
        }
        None if units::is_table(Path::new(&args.from)) => {
            args.check(UNITS)?;
            units::army(games, library, args)
        }
        None => args.check(BATTLE).and_then(|()| units::units(games, library, args)),
    }
}

fn map(args: &Args, sides: &Path) -> Done {
    let called = args.called()?;
    let what = "a table of hexes or hexsides";
    let files = [text(Path::new(&args.from), what)?, text(sides, what)?];
    let [hexes, sides] = files.each_ref().map(|(file, text)| Table { file, text });
    let read = csv::read(&args.map(called), hexes, sides);
    let drawn = |faults: Vec<_>| report(&Faults(faults), &InMemory(files.clone().into()), super::colour());
    match read {
        Ok((map, warnings)) => {
            let _nobody_reads = write!(io::stderr(), "{}", drawn(warnings));
            hex::write_map(&map).trim_end().lines().try_for_each(super::say_whole)
        }
        Err(Faults(faults)) => Err(Failure::drawn(&drawn(faults))),
    }
}
