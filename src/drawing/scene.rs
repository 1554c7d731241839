//! A scene: layers of marks from bottom to top, and the pieces and places that can be pointed at.

use std::fmt::{self, Debug, Write as _};
use std::hash::{DefaultHasher, Hasher as _};

use glam::Vec2;
use schemars::JsonSchema;
use serde::Serialize;

use super::mark::{ArmyColour, Length, Mark};
use super::sheet::MARGIN;

/// The default scale of a scene, in points an inch.
pub const USUAL_SCALE: f32 = 24.0;

/// The layer of names that found no place beside the pieces, and lie over them.
pub const NAMES_OVER: &str = "names over";

/// The layer of the ground for the small map.
pub const SMALL_GROUND: &str = "small ground";

/// The drawing of a game, in inches of the table or of the sheet of its map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// Its least corner.
    #[schemars(with = "(f32, f32)")]
    pub low: Vec2,
    /// Its greatest corner.
    #[schemars(with = "(f32, f32)")]
    pub high: Vec2,
    /// From bottom to top.
    pub layers: Vec<SceneLayer>,
    pub pieces: Vec<ScenePiece>,
}

/// Marks that form one layer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneLayer {
    /// `ground`, `names`, `pieces`.
    pub name: &'static str,
    pub marks: Vec<Mark>,
}

/// A piece that can be pointed at, and read by a screen reader.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ScenePiece {
    /// The key of the piece, or of this stand of a piece with several.
    pub key: String,
    /// The piece that it is a stand of; `None` if it is a piece itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The full text: `14 Foy, II Corps, French infantry, 5 of 5 sp, fresh`.
    pub spoken: String,
    /// Corner by corner.
    #[schemars(with = "Vec<(f32, f32)>")]
    pub outline: Vec<Vec2>,
    #[serde(skip)]
    pub colour: Option<ArmyColour>,
}

impl ScenePiece {
    /// The key of the piece that it is, or is a stand of.
    pub fn piece(&self) -> &str {
        self.of.as_deref().unwrap_or(&self.key)
    }

    /// Is this its key, or that of the piece that it is a stand of?
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.of.as_deref() == Some(key)
    }
}

/// Width of the margin about a map of hexes, in inches.
const HEX_MARGIN: f32 = 0.35;

/// The parts of a scene, before its marks are drawn: these are requested layer by layer, and again only when they change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Its least corner.
    pub low: Vec2,
    /// Its greatest corner.
    pub high: Vec2,
    /// From bottom to top.
    pub layers: Vec<StageLayer>,
    /// From bottom to top: of overlapping pieces the last is pointed at.
    pub pieces: Vec<ScenePiece>,
    /// The keys of pieces that share a hex and are referred to by name: the number of the hex means another one there.
    pub by_name: Vec<String>,
    /// The hexes of a map; empty on a table, where every point is a place.
    pub places: Vec<StagePlace>,
    /// Spots with explanations of their own, besides pieces: the first one near the pointer counts.
    pub spots: Vec<StageSpot>,
    pub yardstick: Yardstick,
    /// The direction of north, in degrees clockwise from the top of the sheet.
    pub north: f32,
}

impl Stage {
    /// Its least and its greatest corner, including the margin in a picture of all of it.
    pub fn with_margin(&self) -> (Vec2, Vec2) {
        // The sheet of a map of hexes has its own frame.
        let margin = if self.places.is_empty() { MARGIN } else { HEX_MARGIN };
        (self.low - margin, self.high + margin)
    }

    /// The piece that a stand belongs to; any other key is unchanged.
    pub fn piece_of<'a>(&'a self, stand: &'a str) -> &'a str {
        self.pieces.iter().find(|one| one.key == stand).map_or(stand, ScenePiece::piece)
    }

    /// The direction of north, in words.
    pub fn north_words(&self) -> String {
        let to = match (self.north / 30.0).round().rem_euclid(12.0) as u8 {
            0 => return "North is up".to_owned(),
            1 | 2 => "the upper right",
            3 => "the right",
            4 | 5 => "the lower right",
            6 => return "North is down".to_owned(),
            7 | 8 => "the lower left",
            9 => "the left",
            _ => "the upper left",
        };
        format!("North is to {to}")
    }
}

/// A named layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageLayer {
    pub name: &'static str,
    /// A number that changes whenever its marks do, at the same scale.
    pub version: u64,
    /// Do its marks depend on the scale?
    pub scaled: bool,
    /// Does it lie over the pieces, and over the marks of the order in hand?
    pub above: bool,
}

/// A sign, a plate or a place with an explanation that is shown while the pointer rests on it.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpot {
    pub at: Vec2,
    /// Distance within which the pointer finds it.
    pub reach: Length,
    /// Does it lie over the pieces?
    pub over: bool,
    /// The name of its owner.
    pub title: String,
    pub words: String,
    /// The clause on which it rests; empty if it needs none.
    pub clause: &'static str,
}

/// A hex that can be pointed at, and read by a screen reader.
#[derive(Clone, Debug, PartialEq)]
pub struct StagePlace {
    /// Its number.
    pub hex: u16,
    /// `1412 Marengo, town`.
    pub spoken: String,
    pub centre: Vec2,
    /// Corner by corner; convex.
    pub outline: Vec<Vec2>,
}

/// How lengths on the sheet are expressed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Yardstick {
    /// The unit, singular and plural: `inch`, `hex`.
    pub unit: [&'static str; 2],
    /// Inches of the sheet.
    pub inches: f32,
    /// The length of one unit on the ground.
    pub on_ground: f32,
    /// `yards`, `metres`.
    pub ground_unit: &'static str,
}

/// A number that differs for different values: the version of a drawing made from the value.
pub fn fingerprint(of: &impl Debug) -> u64 {
    /// Hashes the text as it is written: the text of a whole table is never held.
    struct HashWriter(DefaultHasher);
    impl fmt::Write for HashWriter {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut writer = HashWriter(DefaultHasher::new());
    // Writing never fails.
    let _ = write!(writer, "{of:?}");
    writer.0.finish()
}
