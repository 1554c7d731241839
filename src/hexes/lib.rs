//! Hex space: numbered maps, hex kinds, hexside kinds, links, distances, cheapest paths, lines of sight, chains of displacement.
//!
//! Both hex games stand on it. Arithmetic of coordinates is hexx's; what a hexside costs, bars or shuts is for the rules
//! to say. Units: hexes; half movement points.

pub mod chain;
pub mod grid;
pub mod map;
pub mod path;
pub mod set;
pub mod sight;

pub use chain::{Chains, Footing, Listed, Misstep, Step};
pub use grid::{Direction, Grid, Hex, Orientation, Stagger, Top};
pub use map::{Cell, HexKind, HexMap, Mark, Marks};
pub use path::{Gate, HexReach, Links, half_points, movement_points, points, say_way};
pub use set::HexSet;
pub use sight::{AlongHexside, Between, Sight, line, sight};
