//! A scene: layers of marks from below to above, and the pieces that stand on them.

use glam::Vec2;
use schemars::JsonSchema;
use serde::Serialize;

use super::mark::Mark;

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
    pub key: String,
    /// In full: `14 Foy, II Corps, French infantry, 5 of 5 sp, fresh`.
    pub spoken: String,
    /// Corner by corner.
    #[schemars(with = "Vec<(f32, f32)>")]
    pub outline: Vec<Vec2>,
}
