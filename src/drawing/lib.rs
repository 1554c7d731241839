//! What is drawn, as plain data: marks and scenes, palettes by role, and words measured from the fonts in the program.
//!
//! Windows turn marks into shapes, paper into its own form. Nothing here knows a rule, an army or a window. Units: inches of
//! the table or of the sheet of a map, y up; see [`mark`] for lengths held between limits in points.

mod block;
mod clip;
mod condition;
mod course;
mod cover;
mod far;
mod flags;
mod flown;
pub mod furniture;
mod ground;
pub mod hex;
mod kept_names;
mod label;
mod lay;
pub mod letters;
pub mod mark;
mod names;
pub mod overlay;
pub mod palette;
pub mod plates;
mod relief;
mod roads;
pub mod scene;
pub mod shape;
pub mod sheet;
mod stands;
mod troops;
mod way;
mod works;

pub use block::{Block, Emblem, Star};
pub use clip::clipped;
pub use condition::{SIGN, Sign, signs};
pub use course::{arrow_marks, fight_marks, told_once};
pub use far::plate_marks;
pub use flags::{flag_box, flag_foot, marker_box, marker_marks, objective_marks};
pub use flown::{Flown, plant_flags};
pub use ground::{drawn_ground_marks, ground_marks, paper_marks, small_ground_marks};
pub use kept_names::{KeptNames, LastValue};
pub use label::label_marks;
pub use mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
pub use names::{Around, NamePlaces, Names, name_marks, written_on};
pub use palette::{Colour, Light, Palette, Part, Sight};
pub use plates::make_way;
pub use scene::{
    NAMES_OVER, SMALL_GROUND, Scene, SceneLayer, ScenePiece, Stage, StageLayer, StagePlace, StageSpot,
    USUAL_SCALE, Yardstick, fingerprint,
};
pub use sheet::grid_marks;
pub use stands::{LEAST_FIGURE, sign_marks, stand_marks};
pub use troops::{Troop, TroopSign, TroopStand, troop_marks, troops_signs};
pub use way::{Gauge, footprint, gauge_marks, refused_marks, way_marks, words_at};
pub use works::{Work, work_marks};
