//! Texts of the question before a map with coordinates of its own is imported.

use scenario::geojson::{Coordinates, Extent};

pub const TITLE: &str = "Fit the map to the table";
pub const COORDINATES: &str = "The coordinates are";
pub const AS_THEY_ARE: &str = "As they are";
pub const BY_SCALE: &str = "A scale";
pub const BY_POINTS: &str = "Two points";
pub const WHOLE: &str = "The whole map";
pub const WHOLE_HINT: &str = "As large as the table has room for";
pub const POINTS_NOTE: &str =
    "Two places of the map, far apart, and where they lie on the table: the map is moved, turned and scaled.";
pub const NO_NAME: &str = "a place without a name";
pub const TAKE: &str = "Take it in";
pub const LEAVE_HINT: &str = "The table stays as it is (Escape)";
pub const ALL_READ: &str = "All of the map is on the table as it is written";
pub const PREVIEW: &str = "The map on the table";

/// `map.geojson does not lie on the table: it goes from 4.36 to 4.45 east and from 50.64 to 50.72 north.`
pub fn intro(name: &str, extent: Extent) -> String {
    let Extent { low, high } = extent;
    let digits = if (high - low).max_element() < 10.0 { 3 } else { 0 };
    let number = |number: f64| format!("{number:.digits$}");
    format!(
        "{name} is not in inches of this table: it goes from {} to {} east and from {} to {} north.",
        number(low.x),
        number(high.x),
        number(low.y),
        number(high.y)
    )
}

/// The unit of the map for an inch of the table.
pub const fn to_the_inch(coordinates: Coordinates) -> &'static str {
    match coordinates {
        Coordinates::Inches => "inches of the map to the inch",
        Coordinates::Degrees | Coordinates::Mercator | Coordinates::Metres => "metres to the inch",
    }
}

pub fn own_scale(metres: f64) -> String {
    format!("The scale of the rules, {metres:.0} m")
}

/// How much of the world lies on a table of this size.
pub fn shows(size: glam::Vec2, metres: f64) -> String {
    let km = |inches: f32| f64::from(inches) * metres / 1000.0;
    format!("The table is {:.1} by {:.1} km, {metres:.0} m to the inch", km(size.x), km(size.y))
}

pub fn point(number: usize) -> String {
    format!("Place {number}")
}

pub fn chosen_point(number: usize, name: &str) -> String {
    format!("Place {number}: {name}")
}

/// The label of a number of a point: on the map, and on the table.
pub fn map_number(number: usize, north: bool) -> String {
    format!("Place {number} on the map, {}", if north { "north" } else { "east" })
}

pub fn table_number(number: usize, north: bool) -> String {
    format!("Place {number} on the table, inches {}", if north { "north" } else { "east" })
}

/// Between the place on the map and that on the table.
pub const LIES_AT: &str = "lies at, in inches,";

pub fn not_as_written(count: usize) -> String {
    match count {
        1 => "One thing is not as it is written:".to_owned(),
        count => format!("{count} things are not as they are written:"),
    }
}
