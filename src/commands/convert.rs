//! `drumhead convert`: what other programs write, printed as the files of the program, and back. A table of units becomes an army, a
//! battle a table of its units; two tables, of hexes and of hexsides, become a map; a map in GeoJSON the ground of a table.

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
    /// A table of units (.csv, .tsv, .txt, .xlsx, .ods, .xls); a battle, whose units are printed as a table; a map in GeoJSON; before
    /// another file, the table of the hexes of a map.
    from: String,
    /// The table of the marked hexsides of a map.
    sides: Option<PathBuf>,
    /// The id of the army or the map, which is also the name of its file.
    #[arg(long)]
    id: Option<String>,
    /// What the army or the map is called.
    #[arg(long)]
    name: Option<String>,
    /// Of an army: a battle by the same rules, whose roster says what columns there are.
    #[arg(long)]
    like: Option<String>,
    /// Of a table with several sides or armies: which is wanted.
    #[arg(long)]
    side: Option<String>,
    /// Of a spreadsheet: the sheet that is read; left out, the first.
    #[arg(long)]
    sheet: Option<String>,
    /// What a column of the table is, where its heading does not say it: Effectives=men; Guns=- leaves it out. May be given again and
    /// again.
    #[arg(long = "column", value_name = "HEADING=COLUMN")]
    columns: Vec<String>,
    /// Of a table with more nations than sides: whose side one is on, as Hanover=Allied. May be given again and again.
    #[arg(long = "nation", value_name = "NATION=SIDE")]
    nations: Vec<String>,
    /// The colour of the blocks of an army.
    #[arg(long)]
    colour: Option<String>,
    /// Of a battle: for whom its table is written.
    #[arg(long, value_enum, default_value_t)]
    csv_for: For,
    /// How hexes stand: a flat side up, or a corner.
    #[arg(long, value_enum, default_value_t = Lie::Flat)]
    orientation: Lie,
    /// Which columns stand half a hex lower.
    #[arg(long, value_enum, default_value_t = Lower::EvenDown)]
    stagger: Lower,
    /// What compass point the top of the sheet is.
    #[arg(long, value_enum, default_value_t = Point::North)]
    top: Point,
    /// Metres across a hex, from flat to flat.
    #[arg(long, default_value_t = 400)]
    metres: u16,
    #[command(flatten)]
    ground: ground::GroundArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lie {
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

impl Args {
    /// The id and the name that it gets.
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
            orientation: match self.orientation {
                Lie::Flat => Orientation::Flat,
                Lie::Pointy => Orientation::Pointy,
            },
            stagger: match self.stagger {
                Lower::EvenDown => Stagger::EvenDown,
                Lower::OddDown => Stagger::OddDown,
            },
            top: match self.top {
                Point::North => Top::North,
                Point::East => Top::East,
                Point::South => Top::South,
                Point::West => Top::West,
            },
            metres: self.metres,
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
        Some(sides) => map(args, sides),
        None if ground::is_map(&args.from) => ground::run(&args.from, args.called()?, &args.ground),
        None if units::is_table(Path::new(&args.from)) => units::army(games, library, args),
        None => units::units(games, library, args),
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
