//! `drumhead convert`: tables of comma-separated values, printed as the files of the program, and back. A table of units becomes an
//! army, a battle a table of its units; two tables, of hexes and of hexsides, become a map; a map in GeoJSON the ground of a table.

mod ground;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use glam::Vec2;

use super::{Done, Failure, shown};
use data::{Faults, InMemory, printable, report, suggest};
use desk::{Library, MOST_IMPORT, check_id, read_file};
use games::Games;
use hexes::{Orientation, Stagger, Top};
use scenario::hex;
use scenario::hex::csv::{self, MapHead, Table};
use scenario::roster::paste::{Goes, Mapping, Pasted, Table as UnitTable, pasted, table_text};
use scenario::roster::rostered::Rostered as _;
use scenario::roster::sheet::{Head, Sheet};
use scenario::write::army_file;
use scenario::{Draft, Edit, HexBattle, Resumed, Scenario, Side};

/// Armies are laid out on no table: any size will do, in inches.
const TABLE: Vec2 = Vec2::new(72.0, 48.0);

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A table of units; a battle, whose units are printed as a table; a map in GeoJSON; before another file, the table of the hexes of a map.
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
    /// Of a table with two sides: whose army is wanted.
    #[arg(long)]
    side: Option<String>,
    /// What a column of the table is, where its heading does not say it: Effectives=men. May be given again and again.
    #[arg(long = "column", value_name = "HEADING=COLUMN")]
    columns: Vec<String>,
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
    Ok((shown(path), String::from_utf8_lossy(&bytes).into_owned()))
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    match &args.sides {
        Some(sides) => map(args, sides),
        None if ground::is_map(&args.from) => ground::run(&args.from, args.called()?, &args.ground),
        None if Path::new(&args.from)
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) =>
        {
            army(games, library, args)
        }
        None => units(games, library, args),
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

/// A table of units as an army.
fn army(games: &Games, library: &Library, args: &Args) -> Done {
    let (id, name) = args.called()?;
    let like = args.like.as_deref().ok_or_else(|| {
        Failure::new(
            "--like is missing: name a battle by the rules that the army is for. drumhead list has them",
        )
    })?;
    let rules = super::rules_of(library, like)?;
    super::rules(games, &rules)?;
    if !library.rules().of_tables().any(|known| known == rules) {
        return Err(Failure::new(format!(
            "--like {like}: its counters stand on a map, and come in there by pasting: edit the map, open the roster"
        )));
    }
    let (file, text) = text(Path::new(&args.from), "a table of units")?;
    let table = UnitTable::read(&text);
    let mut draft = Draft::<Scenario>::empty("table", "Table", &rules, TABLE);
    let sheet = draft.now().sheet(library.rules());
    let mut mapping = Mapping::guess(&table, &sheet);
    for said in &args.columns {
        name_column(&mut mapping, &table, &sheet, said)?;
    }
    let goes = Goes { side: Side(0), command: String::new() };
    let found = pasted(&table, &mapping, &goes, library.rules(), &sheet);
    if !found.faults.is_empty() || found.recruits.is_empty() {
        let mut told: Vec<String> =
            found.faults.iter().map(|fault| format!("{file}, {}", fault.words(&mapping))).collect();
        if told.is_empty() {
            told.push(format!("{file}: there are no units in it: write one a line, under a heading"));
        }
        return Err(Failure::lines(told));
    }
    draft.edit(Edit::Roster(found.edit())).map_err(|fault| Failure::new(format!("{file}: {fault}")))?;
    let side = whose(&draft, &found, args)?;
    let sides = &draft.scenario().sides;
    let Some(mut army) = sides[side.index()].armies.first().cloned() else {
        return Err(Failure::new(format!("{file}: that side has nobody")));
    };
    (army.id, army.name) = (id, name);
    army_file(&army).text.trim_end().lines().try_for_each(super::say_whole)
}

/// Whose army is wanted, of those whose units stand in the table.
fn whose(draft: &Draft<Scenario>, found: &Pasted, args: &Args) -> Result<Side, Failure> {
    let there: BTreeSet<Side> = found.recruits.iter().map(|recruit| recruit.side).collect();
    let name = |side: &Side| draft.scenario().sides[side.index()].name.clone();
    let names = || there.iter().map(name).collect::<Vec<_>>().join(" or ");
    match &args.side {
        Some(wanted) => there
            .iter()
            .copied()
            .find(|side| name(side).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| Failure::new(format!("--side {wanted}: the table has units of {}", names()))),
        None if there.len() > 1 => Err(Failure::new(format!(
            "the table has two sides, an army one: say which by --side, {}",
            names()
        ))),
        None => Ok(there.first().copied().unwrap_or(Side(0))),
    }
}

/// Says what a column of the table is: `Effectives=men`.
fn name_column(mapping: &mut Mapping, table: &UnitTable, sheet: &Sheet, said: &str) -> Done {
    let of = |why: String| Failure::new(format!("--column {said}: {why}"));
    let (heading, column) =
        said.split_once('=').ok_or_else(|| of("write HEADING=COLUMN, as Effectives=men".to_owned()))?;
    let heads: Vec<Head> = sheet.heads.iter().copied().filter(|head| head.comes_in()).collect();
    let wanted = column.trim();
    let is_it = |head: &Head| head.key() == wanted || head.title().eq_ignore_ascii_case(wanted);
    let head = heads.iter().copied().find(is_it).ok_or_else(|| {
        let known = heads.iter().map(|head| head.key());
        of(format!("there is no column {wanted}; {}", suggest(wanted, known)))
    })?;
    let first: Vec<&str> = table
        .rows
        .first()
        .map(|row| row.values.iter().map(|value| value.trim()).collect())
        .unwrap_or_default();
    let place =
        first.iter().position(|value| value.eq_ignore_ascii_case(heading.trim())).ok_or_else(|| {
            of(format!(
                "the table has no heading {}; {}",
                heading.trim(),
                suggest(heading.trim(), first.iter().copied())
            ))
        })?;
    mapping.has_heading = true;
    mapping.columns.resize(table.width, None);
    for other in mapping.columns.iter_mut().filter(|other| **other == Some(head)) {
        *other = None;
    }
    mapping.columns[place] = Some(head);
    Ok(())
}

/// The units of a battle as a table; of one that goes on, those with which its battle began.
fn units(games: &Games, library: &Library, args: &Args) -> Done {
    let id = super::rules_of(library, &args.from)?;
    let rules = super::rules(games, &id)?;
    super::sound(rules, library, &args.from)?;
    let unread = |faults: Faults| super::faulty(library, &faults);
    let resumed = library.resumed(&args.from).map(Resumed::first);
    if let Some(resumed) = &resumed {
        let (id, battle) = (&args.from, resumed.battle_name());
        let words = format!("{id} goes on from where a game of {battle} stood: these units began it");
        let _nobody_reads = writeln!(io::stderr(), "{}", printable::line(&words));
    }
    let known = library.rules();
    let sheet = match (known.of_tables().any(|known| known == rules.id()), &resumed) {
        (true, _) => Draft::of(library.battle::<Scenario>(&args.from).map_err(unread)?.0).now().sheet(known),
        (false, Some(resumed)) => {
            let draft = Draft::<HexBattle>::open(&resumed.battle, &resumed.source(), known);
            draft.map_err(unread)?.now().sheet(known)
        }
        (false, None) => library.hex_draft(&args.from).map_err(unread)?.now().sheet(known),
    };
    table_text(&sheet, b',').trim_end().lines().try_for_each(super::say_whole)
}
