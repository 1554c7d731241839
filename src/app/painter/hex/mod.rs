//! The painter of hex maps: the table's view, canvas and layers on a sheet of hexes.
//!
//! A view keeps [`MapLayers`] and calls in each frame, from below to above: [`MapLayers::paint_map`], [`HexCanvas::draw`] with
//! what lies on the map, [`MapLayers::paint_counters`], [`HexCanvas::draw`] with what lies over them, [`paint_furniture`].

mod furniture;
mod map;
mod view;

pub use furniture::{paint_furniture, small_map};
pub use map::{MapLayers, MapShown};
pub use view::{HexCanvas, HexView, counter_rect, paint_counter};
