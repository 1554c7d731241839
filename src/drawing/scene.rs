//! A scene: layers of marks from below to above, and the pieces and places that can be pointed at.

use std::fmt::{self, Debug, Write as _};
use std::hash::{DefaultHasher, Hasher as _};

use glam::Vec2;
use schemars::JsonSchema;
use serde::Serialize;

use super::mark::{ArmyColour, Length, Mark};
use super::sheet::MARGIN;

/// Points an inch at which a scene is laid out where nobody says otherwise.
pub const USUAL_SCALE: f32 = 24.0;

/// The layer of names that found no place beside the pieces, and lie over them.
pub const NAMES_OVER: &str = "names over";

/// The layer of the ground as the small map has it.
pub const SMALL_GROUND: &str = "small ground";

/// What is drawn of a game, in inches of the table or of the sheet of its map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// Its least and its greatest corner.
    #[schemars(with = "(f32, f32)")]
    pub low: Vec2,
    #[schemars(with = "(f32, f32)")]
    pub high: Vec2,
    /// From below to above.
    pub layers: Vec<SceneLayer>,
    pub pieces: Vec<ScenePiece>,
}

/// Marks that lie together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SceneLayer {
    /// `ground`, `names`, `pieces`.
    pub name: &'static str,
    pub marks: Vec<Mark>,
}

/// A piece that can be pointed at, and heard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ScenePiece {
    /// Of the piece; where that has several stands, of this one of them.
    pub key: String,
    /// The piece of which it is a stand; none: it is a piece by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// In full: `14 Foy, II Corps, French infantry, 5 of 5 sp, fresh`.
    pub spoken: String,
    /// Corner by corner.
    #[schemars(with = "Vec<(f32, f32)>")]
    pub outline: Vec<Vec2>,
    #[serde(skip)]
    pub colour: Option<ArmyColour>,
}

impl ScenePiece {
    /// The piece that it is, or is a stand of.
    pub fn piece(&self) -> &str {
        self.of.as_deref().unwrap_or(&self.key)
    }

    /// Is it called so, by itself or by the piece of which it is a stand?
    pub fn is(&self, key: &str) -> bool {
        self.key == key || self.of.as_deref() == Some(key)
    }
}

/// So many inches of the desk are seen about a map of hexes.
const HEX_MARGIN: f32 = 0.35;

/// What a scene is made of, before its marks are drawn: they are asked for layer by layer, and again only when they change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    /// Its least and its greatest corner.
    pub low: Vec2,
    pub high: Vec2,
    /// From below to above.
    pub layers: Vec<StageLayer>,
    /// From below to above: the last of those that lie over each other is pointed at.
    pub pieces: Vec<ScenePiece>,
    /// The keys of those who stand with others and are called by their names: the number of a hex means who else is in it.
    pub by_name: Vec<String>,
    /// The hexes of a map; none on a table, where every point is a place.
    pub places: Vec<StagePlace>,
    /// What tells of itself besides pieces: the first that is near is meant.
    pub spots: Vec<StageSpot>,
    pub yardstick: Yardstick,
    /// Where north is, in degrees clockwise from the top of the sheet.
    pub north: f32,
}

impl Stage {
    /// Its least and its greatest corner with what stands about it on a picture of the whole.
    pub fn with_margin(&self) -> (Vec2, Vec2) {
        // The sheet of a map of hexes has its own frame.
        let margin = if self.places.is_empty() { MARGIN } else { HEX_MARGIN };
        (self.low - margin, self.high + margin)
    }

    /// The piece to which a stand belongs; what is no stand is a piece.
    pub fn piece_of<'a>(&'a self, stand: &'a str) -> &'a str {
        self.pieces.iter().find(|one| one.key == stand).map_or(stand, ScenePiece::piece)
    }

    /// Where north is, in words.
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

/// A layer by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageLayer {
    pub name: &'static str,
    /// Another number whenever its marks are others, at the same scale.
    pub version: u64,
    /// Its marks lie otherwise at another scale.
    pub scaled: bool,
    /// It lies over the pieces, and over what belongs to the order in hand.
    pub above: bool,
}

/// A sign, a plate or a place that tells of itself while the pointer rests on it.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpot {
    pub at: Vec2,
    /// So far round it the pointer finds it.
    pub reach: Length,
    /// It lies over the pieces.
    pub over: bool,
    /// Whose it is.
    pub title: String,
    pub words: String,
    /// The clause on which that rests; empty: nothing has to say it.
    pub clause: &'static str,
}

/// A hex that can be pointed at, and heard.
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

/// How lengths on the sheet are told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Yardstick {
    /// `inch`, `hex`, and several of them.
    pub unit: [&'static str; 2],
    /// Inches of the sheet.
    pub inches: f32,
    /// What one of them is on the ground.
    pub on_ground: f32,
    /// `yards`, `metres`.
    pub ground_unit: &'static str,
}

/// A number that is another one for what is told otherwise: the version of what is drawn from it.
pub fn fingerprint(of: &impl Debug) -> u64 {
    /// Takes what is told as it comes: the text of a whole table is never held.
    struct Told(DefaultHasher);
    impl fmt::Write for Told {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut told = Told(DefaultHasher::new());
    // What is taken is never refused.
    let _ = write!(told, "{of:?}");
    told.0.finish()
}
