//! `drumhead convert`: a hex map from two tables of comma-separated values, printed as a map file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::{Done, Failure, shown};
use crate::data::{Faults, InMemory, printable, report};
use crate::desk::{MOST_IMPORT, check_id, read_file};
use crate::hexes::{Orientation, Stagger, Top};
use crate::scenario::hex;
use crate::scenario::hex::csv::{self, MapHead, Table};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The table of the hexes.
    hexes: PathBuf,
    /// The table of the marked hexsides.
    sides: PathBuf,
    /// The map's id, which is also the name of its file.
    #[arg(long)]
    id: String,
    /// What the map is called.
    #[arg(long)]
    name: String,
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
    fn sheet(&self) -> MapHead {
        MapHead {
            id: self.id.clone(),
            name: self.name.clone(),
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

fn text(path: &Path) -> Result<(String, String), Failure> {
    let bytes = read_file(path, MOST_IMPORT, "a table of hexes or hexsides")?;
    Ok((shown(path), String::from_utf8_lossy(&bytes).into_owned()))
}

pub fn run(args: &Args) -> Done {
    check_id(&args.id).map_err(|fault| Failure::new(format!("--id: {fault}")))?;
    if args.name.trim().is_empty() || !args.name.chars().all(printable::is_printable) {
        return Err(Failure::new(format!(
            "--name: \"{}\" is no name: write one in plain letters, in one line",
            args.name
        )));
    }
    let files = [text(&args.hexes)?, text(&args.sides)?];
    let [hexes, sides] = files.each_ref().map(|(file, text)| Table { file, text });
    let read = csv::read(&args.sheet(), hexes, sides);
    let drawn = |faults: Vec<_>| report(&Faults(faults), &InMemory(files.clone().into()), super::colour());
    match read {
        Ok((map, warnings)) => {
            let _nobody_reads = write!(io::stderr(), "{}", drawn(warnings));
            hex::write_map(&map).trim_end().lines().try_for_each(super::say_whole)
        }
        Err(Faults(faults)) => Err(Failure::drawn(&drawn(faults))),
    }
}
