//! Orders of battle: who is on which stand, under whom, how strong.
//!
//! An [`Army`] is checked data; it is read from `armies/*.ron` by [`read`].
//! Units: strength points, men, inches.

use serde::{Deserialize, Serialize};

/// What kind of stand it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arm {
    Infantry,
    LightCavalry,
    HeavyCavalry,
    FootArtillery,
    HorseArtillery,
    General,
    Engineer,
    Pontoon,
    Wagon,
}

/// Grade of the troops, which fixes how many men make a strength point (`easy:III.C-sp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quality {
    Guards,
    Elites,
    Veterans,
    Trained,
    Militia,
    Green,
}

/// What a battery is armed with: its row of the to-hit table (`easy:II.D-range`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Battery {
    #[serde(rename = "6x4-pdrs")]
    Six4Pounders,
    #[serde(rename = "6x6-pdrs")]
    Six6Pounders,
    #[serde(rename = "8x6-pdrs")]
    Eight6Pounders,
    #[serde(rename = "6x8/9-pdrs")]
    Six8Or9Pounders,
    #[serde(rename = "8x8/9-pdrs")]
    Eight8Or9Pounders,
    #[serde(rename = "8x12-pdrs")]
    Eight12Pounders,
    #[serde(rename = "6xHowitzers")]
    SixHowitzers,
    #[serde(rename = "8xHowitzers")]
    EightHowitzers,
}

/// What a general commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    Division,
    Corps,
    Wing,
    Army,
}

/// How able a general is (`easy:VI.B`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rating {
    Poor,
    #[default]
    Average,
    Great,
}

/// One stand of an order of battle (`easy:I.A`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stand {
    /// Stable key, unique in a scenario: `A03`.
    pub id: String,
    pub name: String,
    /// The text on the stand's edge: `I/3/2 Ompteda, 5sp`.
    pub label: String,
    pub formation: String,
    pub arm: Arm,
    pub quality: Option<Quality>,
    pub men: u32,
    /// Guns on the stand.
    pub guns: u8,
    pub battery: Option<Battery>,
    pub grade: Option<Grade>,
    pub rating: Rating,
    /// Strength points at the start; 0 for generals, wagons and pontoons.
    pub strength: u8,
    /// Front edge, inches.
    pub width: f32,
    /// Front to rear, inches.
    pub depth: f32,
    /// The module whose option brings the stand into play: `adv-engineers`; none: always.
    pub module: Option<String>,
    /// Where the figures come from, and how sure they are.
    pub note: String,
}

/// One command: a chit and the stands that answer to it (`easy:II.A.1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Command {
    /// Stable key, unique in a scenario: `fr-i`.
    pub id: String,
    /// On the chit: `I Corps`.
    pub name: String,
    /// The command it is subordinate to (a wing or an army), by id.
    pub under: Option<String>,
    pub stands: Vec<Stand>,
}

/// An order of battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Army {
    /// Stable key and file name: `waterloo-french`.
    pub id: String,
    pub name: String,
    /// Colour of its blocks, by name: the theme says what that is on screen.
    pub colour: String,
    pub commands: Vec<Command>,
}

impl Arm {
    pub fn is_infantry(self) -> bool {
        self == Self::Infantry
    }

    pub fn is_cavalry(self) -> bool {
        matches!(self, Self::LightCavalry | Self::HeavyCavalry)
    }

    pub fn is_artillery(self) -> bool {
        matches!(self, Self::FootArtillery | Self::HorseArtillery)
    }

    /// Infantry, cavalry and artillery: the stands that hold ground and count as troops.
    pub fn is_troops(self) -> bool {
        self.is_infantry() || self.is_cavalry() || self.is_artillery()
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::LightCavalry => "light cavalry",
            Self::HeavyCavalry => "heavy cavalry",
            Self::FootArtillery => "foot artillery",
            Self::HorseArtillery => "horse artillery",
            Self::General => "general",
            Self::Engineer => "engineers",
            Self::Pontoon => "pontoon train",
            Self::Wagon => "wagon",
        }
    }
}

impl Battery {
    pub const ALL: [Self; 8] = [
        Self::Six4Pounders,
        Self::Six6Pounders,
        Self::Eight6Pounders,
        Self::Six8Or9Pounders,
        Self::Eight8Or9Pounders,
        Self::Eight12Pounders,
        Self::SixHowitzers,
        Self::EightHowitzers,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Six4Pounders => "6x4-pdrs",
            Self::Six6Pounders => "6x6-pdrs",
            Self::Eight6Pounders => "8x6-pdrs",
            Self::Six8Or9Pounders => "6x8/9-pdrs",
            Self::Eight8Or9Pounders => "8x8/9-pdrs",
            Self::Eight12Pounders => "8x12-pdrs",
            Self::SixHowitzers => "6xHowitzers",
            Self::EightHowitzers => "8xHowitzers",
        }
    }

    pub fn is_howitzers(self) -> bool {
        matches!(self, Self::SixHowitzers | Self::EightHowitzers)
    }
}
