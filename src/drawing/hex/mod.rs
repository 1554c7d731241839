//! Hex maps and their counters as marks, with the pens of the table on a sheet of hexes.
//!
//! Units: inches of the drawn sheet, a hex being two inches from flat to flat; y up. A [`HexSheet`] is made when the map changes.
//! From bottom to top lie [`HexSheet::ground`], [`HexSheet::numbers`], [`HexSheet::names`], [`zone_marks`], [`reach_marks`],
//! [`range_marks`], [`communication_marks`], [`command_marks`], [`lit_marks`], [`path_marks`], [`front_marks`],
//! [`ghost_front_marks`], [`facing_marks`], [`counter_marks`], [`owed_marks`], [`attack_marks`], [`line_of_sight_marks`].

mod command;
mod counter;
mod cover;
mod curve;
mod facing;
mod ground;
mod lie;
mod names;
mod overlay;
mod region;
mod relief;
mod sheet;
mod signs;
mod water;
mod ways;

pub use command::{command_marks, communication_marks, range_marks};
pub use counter::{
    Arm, Condition, Counter, HALF, LEADER_HALF, counter_marks, counter_places, counter_reach, counters_cover,
    cut_counter_marks,
};
pub use facing::{Facing, facing_marks, front_marks, ghost_front_marks};
pub use ground::extent;
pub use lie::{CORNER, FLAT, Lie, MapTurn};
pub use overlay::{
    Cost, attack_marks, cursor_marks, line_of_sight_marks, lit_marks, owed_marks, path_marks, reach_marks,
    refused_hex_marks, side_marks, zone_marks,
};
pub use sheet::{Folded, HexSheet};
pub use ways::Ways;
