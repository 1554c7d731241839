//! The kinds of troops (`epstein:3t.a` to `epstein:3t.d`), by their words in army files.
//!
//! Units: inches.

use serde::{Deserialize, Serialize};

use drawing::{Emblem, Star};
use table::Body;

/// The arm of a stand, for movement, fire and charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// A leader's own stand (`epstein:14.c.1`).
    Command,
}

impl Arm {
    /// Does it form up in several stands: infantry and cavalry, which skirmish, stray and charge (`epstein:g.8`)?
    pub fn has_formations(self) -> bool {
        match self {
            Self::Infantry | Self::Cavalry => true,
            Self::Artillery | Self::Command => false,
        }
    }
}

/// The quality of troops: the rows of the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    Line,
    Guard,
    /// Landwehr, levies, militia (`epstein:3t.d`).
    Landwehr,
}

/// The weight of cavalry (`epstein:3t.b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weight {
    Light,
    Medium,
    Heavy,
}

/// How guns are drawn: both ways are alike unless an option says otherwise (`epstein:3t.c`, `epstein:3d.2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Draught {
    Foot,
    Horse,
}

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    Infantry(Grade),
    /// Landwehr of no stated weight counts as light.
    Cavalry(Weight, Grade),
    Artillery(Draught, Grade),
    Command,
}

/// Every kind with its word in army files, in the order of the table of kinds.
pub const KINDS: &[(&str, Kind)] = &[
    ("inf_line", Kind::Infantry(Grade::Line)),
    ("inf_guard", Kind::Infantry(Grade::Guard)),
    ("inf_landwehr", Kind::Infantry(Grade::Landwehr)),
    ("cav_light_line", Kind::Cavalry(Weight::Light, Grade::Line)),
    ("cav_medium_line", Kind::Cavalry(Weight::Medium, Grade::Line)),
    ("cav_heavy_line", Kind::Cavalry(Weight::Heavy, Grade::Line)),
    ("cav_light_guard", Kind::Cavalry(Weight::Light, Grade::Guard)),
    ("cav_medium_guard", Kind::Cavalry(Weight::Medium, Grade::Guard)),
    ("cav_heavy_guard", Kind::Cavalry(Weight::Heavy, Grade::Guard)),
    ("cav_landwehr", Kind::Cavalry(Weight::Light, Grade::Landwehr)),
    ("art_foot_line", Kind::Artillery(Draught::Foot, Grade::Line)),
    ("art_horse_line", Kind::Artillery(Draught::Horse, Grade::Line)),
    ("art_foot_guard", Kind::Artillery(Draught::Foot, Grade::Guard)),
    ("art_horse_guard", Kind::Artillery(Draught::Horse, Grade::Guard)),
    ("command", Kind::Command),
];

impl Kind {
    /// The kind of this word; `None` if the rules have no such kind.
    pub fn named(word: &str) -> Option<Self> {
        KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
    }

    /// Its word in army files.
    pub fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Its row of the table of kinds; skirmishing infantry has a row of its own, others fight as usual (`epstein:7.7`).
    pub fn row(self, skirmishing: bool) -> &'static str {
        match (self, skirmishing) {
            (Self::Infantry(Grade::Line), false) => "infantry, line",
            (Self::Infantry(Grade::Guard), false) => "infantry, guard",
            (Self::Infantry(Grade::Landwehr), false) => "infantry, landwehr",
            (Self::Infantry(Grade::Line), true) => "infantry, line, skirmishing",
            (Self::Infantry(Grade::Guard), true) => "infantry, guard, skirmishing",
            (Self::Infantry(Grade::Landwehr), true) => "infantry, landwehr, skirmishing",
            (Self::Cavalry(_, Grade::Landwehr), _) => "cavalry, landwehr",
            (Self::Cavalry(Weight::Light, Grade::Line), _) => "cavalry, light, line",
            (Self::Cavalry(Weight::Medium, Grade::Line), _) => "cavalry, medium, line",
            (Self::Cavalry(Weight::Heavy, Grade::Line), _) => "cavalry, heavy, line",
            (Self::Cavalry(Weight::Light, Grade::Guard), _) => "cavalry, light, guard",
            (Self::Cavalry(Weight::Medium, Grade::Guard), _) => "cavalry, medium, guard",
            (Self::Cavalry(Weight::Heavy, Grade::Guard), _) => "cavalry, heavy, guard",
            (Self::Artillery(Draught::Foot, Grade::Guard), _) => "artillery, foot, guard",
            (Self::Artillery(Draught::Horse, Grade::Guard), _) => "artillery, horse, guard",
            (Self::Artillery(Draught::Foot, Grade::Line | Grade::Landwehr), _) => "artillery, foot, line",
            (Self::Artillery(Draught::Horse, Grade::Line | Grade::Landwehr), _) => "artillery, horse, line",
            (Self::Command, _) => "",
        }
    }

    pub fn arm(self) -> Arm {
        match self {
            Self::Infantry(_) => Arm::Infantry,
            Self::Cavalry(..) => Arm::Cavalry,
            Self::Artillery(..) => Arm::Artillery,
            Self::Command => Arm::Command,
        }
    }

    /// The same troops as landwehr (`epstein:3t.d`); guns and leaders stay as they are.
    #[must_use]
    pub fn as_landwehr(self) -> Self {
        match self {
            Self::Infantry(_) => Self::Infantry(Grade::Landwehr),
            Self::Cavalry(weight, _) => Self::Cavalry(weight, Grade::Landwehr),
            Self::Artillery(..) | Self::Command => self,
        }
    }

    /// `None` for a leader.
    pub fn grade(self) -> Option<Grade> {
        match self {
            Self::Infantry(grade) | Self::Cavalry(_, grade) | Self::Artillery(_, grade) => Some(grade),
            Self::Command => None,
        }
    }

    /// Figures on a full stand (`epstein:2.2`); none for a leader.
    pub fn usual_figures(self) -> u16 {
        match self.arm() {
            Arm::Infantry => 3,
            Arm::Cavalry => 2,
            Arm::Artillery => 4,
            Arm::Command => 0,
        }
    }

    /// The default number of stands of a unit (`epstein:2.2`).
    pub fn usual_stands(self) -> u8 {
        match self.arm() {
            Arm::Infantry | Arm::Cavalry => 4,
            Arm::Artillery | Arm::Command => 1,
        }
    }

    /// Width along the front and depth of one stand, in inches (`epstein:2.2` prints none: these are ours).
    pub fn stand_size(self) -> (f32, f32) {
        match self.arm() {
            Arm::Infantry => (1.25, 0.75),
            Arm::Cavalry => (1.25, 1.25),
            Arm::Artillery => (1.5, 1.5),
            Arm::Command => (1.0, 1.0),
        }
    }

    /// The footprint of a single stand.
    pub fn stand_body(self) -> Body {
        let (width, depth) = self.stand_size();
        Body::single(width, depth)
    }

    /// Its sign on a stand.
    pub fn emblem(self) -> Emblem {
        match self {
            Self::Infantry(_) => Emblem::Infantry,
            Self::Cavalry(weight, _) => Emblem::Cavalry { heavy: weight == Weight::Heavy },
            Self::Artillery(draught, _) => Emblem::Guns { horse: draught == Draught::Horse },
            Self::Command => Emblem::General { grade: 1, star: Star::Filled },
        }
    }

    /// The kind in words: `line infantry`, `heavy guard cavalry`.
    pub fn words(self) -> String {
        let grade = |grade: Grade| match grade {
            Grade::Line => "line",
            Grade::Guard => "guard",
            Grade::Landwehr => "landwehr",
        };
        match self {
            Self::Infantry(of) => format!("{} infantry", grade(of)),
            Self::Cavalry(_, Grade::Landwehr) => "landwehr cavalry".to_owned(),
            Self::Cavalry(weight, of) => {
                let weight = match weight {
                    Weight::Light => "light",
                    Weight::Medium => "medium",
                    Weight::Heavy => "heavy",
                };
                format!("{weight} {} cavalry", grade(of))
            }
            Self::Artillery(draught, of) => {
                let draught = match draught {
                    Draught::Foot => "foot",
                    Draught::Horse => "horse",
                };
                format!("{} {draught} artillery", grade(of))
            }
            Self::Command => "leader".to_owned(),
        }
    }
}
