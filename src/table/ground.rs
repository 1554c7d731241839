//! The ground: what lies on the table and where.
//!
//! Areas are closed polygons, lines are polylines with a width, crossings are points on a line.
//! Each feature states what it does; its kind only decides how it is drawn. What only some rule sets need is kept
//! in its terms, which mean nothing here.
//!
//! Clauses: `easy:II.C` to `easy:II.C.3`, `easy:II.D-block`, `easy:II.D.3`, `easy:III.B-cover`. Units: inches.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::pose::Heading;

/// What an area looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AreaKind {
    Hill,
    Slope,
    Woods,
    Buildings,
    Village,
    Garden,
    Orchard,
    Plough,
    Marsh,
    Mud,
    Rocks,
    Brush,
    Water,
    Cliff,
    Earthwork,
}

/// When rough ground counts double.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum When {
    #[default]
    Never,
    Always,
    WhileMuddy,
}

/// A closed polygon of ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Unique among the ground's features.
    pub id: String,
    pub name: String,
    pub kind: AreaKind,
    /// Points in order round the edge; the polygon closes on the first point.
    pub polygon: Vec<Vec2>,
    /// Each inch counts as two (`easy:II.C.1`).
    pub rough: When,
    /// May not be entered (`easy:II.C`).
    pub impassable: bool,
    /// Bars a fire lane (`easy:II.D-block`).
    pub blocks_sight: bool,
    /// Hard cover for infantry in it (`easy:II.D.3`).
    pub hard_cover: bool,
    /// Buildings: hard cover that has no flank or rear (`easy:III.B-cover`).
    pub buildings: bool,
    /// Smaller than a stand: held by an infantry stand that covers at least half of it.
    pub garrison: bool,
    pub rise: Rise,
    /// Other terms of the rules, uninterpreted: for example, `capacity` with `2`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, String>,
}

/// How the ground of an area rises.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Rise {
    #[default]
    Level,
    /// Uphill this way over the whole polygon (`easy:II.C.2`).
    Toward(Heading),
    /// A contour: the ground climbs to `level` over a band of `slope` inches inside the polygon's edge.
    /// Edges that lie on the table's edge do not climb.
    Contour { level: u8, slope: f32 },
}

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LineKind {
    Stream,
    River,
    Wall,
    Hedge,
    Fence,
    Abatis,
    Pit,
    PavedRoad,
    Lane,
    SunkenRoad,
    Crest,
}

impl LineKind {
    /// A road of any sort.
    pub(super) fn is_road(self) -> bool {
        matches!(self, Self::PavedRoad | Self::Lane | Self::SunkenRoad)
    }
}

/// How a stand moves: decides whether an obstacle requires a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tread {
    Foot,
    Horse,
    Wheels,
}

/// How large a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stream {
    /// May be crossed only by a bridge or a ford (`easy:V.D.1.a`).
    Major,
    /// Infantry and cavalry cross anywhere (`easy:V.D.1.b`).
    Small,
}

/// A polyline of ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Unique among the ground's features.
    pub id: String,
    pub name: String,
    pub kind: LineKind,
    pub points: Vec<Vec2>,
    /// Width in inches, for drawing and for the cover of a sunken road.
    pub width: f32,
    /// Which stands must roll to cross it (`easy:II.C.3`).
    pub obstacle_to: Vec<Tread>,
    /// Which stands may cross it only at a bridge or a ford (`easy:V.D.1.a`, `easy:V.D.1.b`).
    pub barred_to: Vec<Tread>,
    /// Hard cover for infantry behind it, or on it if it is a sunken road (`easy:II.D.3`).
    pub hard_cover: bool,
    /// Bars a fire lane unless the firer or the target touches it (`easy:II.D-block`).
    pub blocks_sight: bool,
    /// Other terms of the rules, as in [`Area::terms`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, String>,
}

/// How a line is crossed at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CrossingKind {
    /// No roll, open to all.
    Bridge,
    /// An obstacle, open to all.
    Ford,
}

/// A bridge or a ford.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    pub id: String,
    pub name: String,
    pub kind: CrossingKind,
    pub at: Vec2,
    /// The id of the line it crosses.
    pub over: String,
}

/// A name written on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    pub text: String,
    pub at: Vec2,
}

/// Everything that lies on one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    pub id: String,
    pub name: String,
    /// Width (east) and height (north) of the table in inches.
    pub size: Vec2,
    pub areas: Vec<Area>,
    pub lines: Vec<Line>,
    pub crossings: Vec<Crossing>,
    pub labels: Vec<Label>,
}

impl Ground {
    /// Bare clear ground.
    pub fn bare(width: f32, height: f32) -> Self {
        Self {
            id: "bare".into(),
            name: "Open field".into(),
            size: Vec2::new(width, height),
            areas: Vec::new(),
            lines: Vec::new(),
            crossings: Vec::new(),
            labels: Vec::new(),
        }
    }
}

impl Area {
    /// An area without any effect, for struct update.
    pub fn plain(id: &str, kind: AreaKind, polygon: Vec<Vec2>) -> Self {
        Self {
            id: id.into(),
            name: String::new(),
            kind,
            polygon,
            rough: When::Never,
            impassable: false,
            blocks_sight: false,
            hard_cover: false,
            buildings: false,
            garrison: false,
            rise: Rise::Level,
            terms: BTreeMap::new(),
        }
    }
}

impl Line {
    /// The kind of stream; `None` if it is not water. A river is a major stream, and so is one that bars infantry.
    ///
    /// Clauses: `easy:V.D.1.a`, `easy:V.D.1.b`.
    pub fn stream(&self) -> Option<Stream> {
        match self.kind {
            LineKind::Stream | LineKind::River if self.barred_to.contains(&Tread::Foot) => {
                Some(Stream::Major)
            }
            LineKind::Stream | LineKind::River => Some(Stream::Small),
            LineKind::Wall
            | LineKind::Hedge
            | LineKind::Fence
            | LineKind::Abatis
            | LineKind::Pit
            | LineKind::PavedRoad
            | LineKind::Lane
            | LineKind::SunkenRoad
            | LineKind::Crest => None,
        }
    }

    /// A line without any effect, for struct update.
    pub fn plain(id: &str, kind: LineKind, points: Vec<Vec2>) -> Self {
        Self {
            id: id.into(),
            name: String::new(),
            kind,
            points,
            width: 0.2,
            obstacle_to: Vec::new(),
            barred_to: Vec::new(),
            hard_cover: false,
            blocks_sight: false,
            terms: BTreeMap::new(),
        }
    }
}
