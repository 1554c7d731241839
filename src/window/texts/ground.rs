//! Names of ground, edges and weather in the editors of tables and maps.

use hexes::Top;
use scenario::{Home, Weather};
use table::ground::{AreaKind, CrossingKind, Tread};

const NORTH: &str = super::shared::NORTH;
const EAST: &str = super::shared::EAST;
const SOUTH: &str = "South";
const WEST: &str = "West";

pub const fn area(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Hill => "Hill",
        AreaKind::Slope => super::setup::SLOPE,
        AreaKind::Woods => "Woods",
        AreaKind::Buildings => super::setup::BUILDINGS,
        AreaKind::Village => "Village",
        AreaKind::Garden => "Garden",
        AreaKind::Orchard => "Orchard",
        AreaKind::Plough => "Plough",
        AreaKind::Marsh => super::map_tools::MARSH[0],
        AreaKind::Mud => "Mud",
        AreaKind::Rocks => "Rocks",
        AreaKind::Brush => "Brush",
        AreaKind::Water => "Water",
        AreaKind::Cliff => "Cliff",
        AreaKind::Earthwork => "Earthwork",
    }
}

pub const fn crossing(kind: CrossingKind) -> &'static str {
    match kind {
        CrossingKind::Bridge => super::map_tools::BRIDGE[0],
        CrossingKind::Ford => "Ford",
    }
}

/// The troops that a line stops or slows.
pub const fn tread(tread: Tread) -> &'static str {
    match tread {
        Tread::Foot => "foot",
        Tread::Horse => "horse",
        Tread::Wheels => "wheels",
    }
}

pub const fn home(home: Home) -> &'static str {
    match home {
        Home::North => NORTH,
        Home::East => EAST,
        Home::South => SOUTH,
        Home::West => WEST,
    }
}

/// What is at the top of a sheet.
pub const fn top(top: Top) -> &'static str {
    match top {
        Top::North => NORTH,
        Top::East => EAST,
        Top::South => SOUTH,
        Top::West => WEST,
    }
}

pub const fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "Clear",
        Weather::Muddy => "Muddy",
        Weather::Poor => "Poor",
    }
}
