//! Converts a GeoJSON map to a table's terrain, printed as a terrain file. Changes made on the way are reported on standard error.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use glam::{DVec2, Vec2};

use crate::commands::{Done, Failure, say_whole, shown};
use data::{Fault, Faults, decode, printable};
use desk::{MOST_IMPORT, read_file};
use scenario::geojson::{Coordinates, Fit, Way, read_map};
use scenario::write::ground_file;

/// The possible size of a table in each direction, in inches.
const SIZES: std::ops::RangeInclusive<f32> = 4.0..=240.0;

#[derive(Debug, clap::Args)]
pub struct GroundArgs {
    /// For a GeoJSON map: the size of the table, in inches east and north: 72x48.
    #[arg(long, value_name = "EASTxNORTH")]
    pub(super) size: Option<String>,
    /// For a map that is not in inches on the table: how many metres make an inch; by default, so that the whole map fits.
    #[arg(long, value_name = "METRES", conflicts_with = "fit")]
    pub(super) metres_per_inch: Option<f64>,
    /// A place on the map and its position on the table, in inches, east and north: 4.41,50.68=10,5. Given twice.
    #[arg(long, value_name = "E,N=E,N", allow_hyphen_values = true)]
    pub(super) fit: Vec<String>,
    /// What the map's coordinates are, if they are not recognised correctly.
    #[arg(long, value_enum)]
    pub(super) coordinates: Option<In>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum In {
    Inches,
    Degrees,
    Mercator,
    Metres,
}

/// Whether this is the name of a GeoJSON map.
pub fn is_map(from: &str) -> bool {
    let endings = ["geojson", "json", "geojsonl", "geojsons", "geojsonseq", "ndjson"];
    let ending = Path::new(from).extension();
    ending.is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Prints a remark on standard error.
fn told(words: &impl fmt::Display) {
    let _nobody_reads = writeln!(io::stderr(), "{}", printable::line(&words.to_string()));
}

fn faulty(faults: &Faults) -> Failure {
    Failure::lines(faults.0.iter().map(Fault::to_string))
}

/// Converts the map in this file, giving it this id and name.
pub fn run(from: &str, (id, name): (String, String), args: &GroundArgs) -> Done {
    let path = Path::new(from);
    let (file, size) = (shown(path), size(args)?);
    let bytes = read_file(path, MOST_IMPORT, "a map in GeoJSON")?;
    let text = decode(&bytes).map_err(|fault| Failure::new(format!("{file}: {fault}")))?;
    let map = read_map(&file, &text.text).map_err(|faults| faulty(&faults))?;
    let coordinates = match args.coordinates {
        None => map.coordinates(size, args.metres_per_inch.is_some() || !args.fit.is_empty()),
        Some(In::Inches) => Coordinates::Inches,
        Some(In::Degrees) => Coordinates::Degrees,
        Some(In::Mercator) => Coordinates::Mercator,
        Some(In::Metres) => Coordinates::Metres,
    };
    let way = match (args.metres_per_inch, &args.fit[..]) {
        (Some(metres), _) => Way::Scale(metres),
        (None, []) => Fit::usual(coordinates).way,
        (None, [a, b]) => Way::Points([point(a)?, point(b)?]),
        (None, _) => return Err(Failure::new("--fit: two places make a fit: give it twice")),
    };
    let fit = Fit { coordinates, way };
    let (mut ground, laid) = map.ground(size, &fit).map_err(|faults| {
        let help = "--size says how large the table is; --coordinates what the numbers of the map are; --metres-per-inch, or --fit \
                    given twice, how it lies on the table";
        let is_of_map = faults.0.iter().any(|fault| fault.is_error() && fault.line == 0);
        let told = faults.0.iter().map(Fault::to_string);
        Failure::lines(told.chain(is_of_map.then(|| help.to_owned())))
    })?;
    (ground.id, ground.name) = (id, name);
    text.notices.iter().for_each(|notice| told(&format!("{file}: {notice}")));
    map.warnings.iter().chain(&laid).for_each(told);
    let metres = map.metres_to_the_inch(size, &fit).filter(|_| coordinates != Coordinates::Inches);
    let scale = metres.map(|metres| format!(", {metres:.1} m to the inch")).unwrap_or_default();
    told(&format!("{file}: its coordinates are {}{scale}", coordinates.words()));
    ground_file(&ground).text.trim_end().lines().try_for_each(say_whole)
}

/// Two numbers separated by a character.
fn pair<T: std::str::FromStr>(text: &str, between: char) -> Option<(T, T)> {
    let (a, b) = text.split_once(between)?;
    Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
}

fn size(args: &GroundArgs) -> Result<Vec2, Failure> {
    let said = args.size.as_deref().ok_or_else(|| {
        Failure::new("--size is missing: say how large the table is in inches, east and north, as 72x48")
    })?;
    let found = pair::<f32>(&said.to_lowercase(), 'x').map(Vec2::from);
    found.filter(|size| SIZES.contains(&size.x) && SIZES.contains(&size.y)).ok_or_else(|| {
        Failure::new(format!("--size {said}: write 4 to 240 inches, east and north, as 72x48"))
    })
}

/// `4.41,50.68=10,5`
fn point(said: &str) -> Result<(DVec2, Vec2), Failure> {
    let found = said.split_once('=').and_then(|(map, table)| {
        let (map, table) = (DVec2::from(pair::<f64>(map, ',')?), Vec2::from(pair::<f32>(table, ',')?));
        (map.is_finite() && table.is_finite()).then_some((map, table))
    });
    found.ok_or_else(|| {
        let remedy = "write a place of the map and its inches on the table, as 4.41,50.68=10,5";
        Failure::new(format!("--fit {said}: {remedy}"))
    })
}
