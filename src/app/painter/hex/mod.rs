//! The painter of hex maps: the table's marks, pens and layers on a sheet of hexes.
//!
//! Units: inches of the drawn sheet, a hex being two inches
//! from flat to flat; y up. A view makes a [`Sheet`] when the map changes, keeps [`MapLayers`], and calls in each frame, from
//! below to above: [`MapLayers::paint_map`], [`paint_zones`], [`paint_reach`], [`paint_lit`], [`paint_path`],
//! [`MapLayers::paint_counters`], [`paint_owed`], [`paint_attack`], [`paint_line_of_sight`], [`paint_furniture`].

mod counter;
mod cover;
mod curve;
mod furniture;
mod ground;
mod lie;
mod map;
mod names;
mod overlay;
mod region;
mod relief;
mod view;
mod water;
mod ways;

pub use counter::{Condition, Counter, counter_places, counter_rect, paint_counter};
pub use furniture::{paint_furniture, small_map};
pub use lie::{FLAT, Lie};
pub use map::{MapLayers, MapShown, Sheet};
pub use overlay::{
    Cost, paint_attack, paint_cursor, paint_line_of_sight, paint_lit, paint_odds, paint_owed, paint_path,
    paint_reach, paint_side, paint_zones,
};
pub use view::{HexCanvas, HexView};
