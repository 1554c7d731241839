//! The one painter of the table: plain data in, marks out; screens turn marks into shapes, paper into its own.
//!
//! [`ground_marks`], [`name_marks`], [`stand_marks`] and [`overlay`] know nothing of egui; [`screen`], [`layer`] and
//! [`furniture`] do. Units: table inches; see [`mark`] for lengths held between limits in points.

mod block;
mod condition;
mod cover;
mod flags;
pub mod furniture;
mod ground;
pub mod hex;
pub mod layer;
pub mod mark;
mod names;
pub mod overlay;
mod relief;
mod roads;
pub mod screen;
mod shape;
mod sheet;
mod stands;
mod way;
mod works;

pub use block::{Block, Detail, Emblem};
pub use condition::{SIGN, Sign, signs};
pub use flags::{flag_box, flag_foot, marker_marks, objective_marks};
pub use ground::{ground_marks, small_ground_marks};
pub use layer::{Layer, Type};
pub use mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
pub use names::name_marks;
pub use screen::{Canvas, View, make_way, measured_size, plate_rect};
pub use sheet::grid_marks;
pub use stands::{sign_marks, stand_marks};
pub use way::{footprint, measured_marks, way_marks};
pub use works::{Work, work_marks};
