//! Orders of battle: who is on which stand, under whose command, how strong.
//!
//! An [`Army`] is checked data; it is read from `armies/*.ron` by [`read`].
//! Units: strength points, men, inches.

mod piece;
pub(crate) mod raw;
mod unit;
pub(crate) mod write;

pub use piece::{Piece, PieceKind};
pub use raw::{read, usual_label};
pub(crate) use raw::{row_of, with_cell};
pub use unit::{
    AND, MOST_FIGURES, MOST_STANDS, NameFault, OF_UNIT, StandKey, Unit, UnitProfile, number_of, piece_name,
    piece_stands,
};
pub use write::usual_strength;
pub(crate) use write::{stand as stand_record, unit as unit_record};

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use drawing::{Emblem, Star};

/// Maximum number of strength points of a stand.
pub const MOST_POINTS: u8 = 60;

/// The kind of stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Quality {
    Guards,
    Elites,
    Veterans,
    Trained,
    Militia,
    Green,
}

/// The guns of a battery: its row of the to-hit table (`easy:II.D-range`).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Grade {
    Division,
    Corps,
    Wing,
    Army,
}

/// The ability of a general (`easy:VI.B`).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
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
    /// The full name in the order of battle: `1st Brigade, 1st Division (Charlet)`.
    pub name: String,
    /// The name at the table, if it does not follow from the full name: see [`Stand::short`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The text on the stand's edge: `I/3/2 Ompteda, 5sp`.
    pub label: String,
    pub formation: String,
    pub arm: Arm,
    pub quality: Option<Quality>,
    pub men: u32,
    /// Number of guns on the stand.
    pub guns: u8,
    pub battery: Option<Battery>,
    pub grade: Option<Grade>,
    pub rating: Rating,
    /// Do its turns cost more if `opt-slow-infantry` is on (`easy:VI.D-slow`)?
    #[serde(default)]
    pub slow: bool,
    /// Does it have no zone of control if `opt-no-zones` is on (`easy:VI.C`)?
    #[serde(default)]
    pub no_zone: bool,
    /// Strength points at the start; 0 for generals, wagons and pontoons.
    pub strength: u8,
    /// Length of the front edge in inches, if set by the referee; otherwise the usual one. See [`Stand::size`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f32>,
    /// Length from front to rear, as for `width`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f32>,
    /// For a wagon, the id of the command whose general may activate it too (`easy:VI.A`).
    #[serde(default)]
    pub serves: Option<String>,
    /// The module whose option brings the stand into play: `adv-engineers`; `None` if it is always in play.
    pub module: Option<String>,
    /// The id of the division general of its command under whom it begins as a detached unit, if `adv-detached` is on
    /// (`easy:V.A`); `None` if it answers to its command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detached: Option<String>,
    /// The number on its badge, if fixed; `None` if it is counted, see [`badges`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub badge: Option<u16>,
    /// The source of the figures, and how reliable they are.
    pub note: String,
}

/// One command: a chit and the stands or units that answer to it (`easy:II.A.1`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Command {
    /// Stable key, unique in a scenario: `fr-i`.
    pub id: String,
    /// The name on its chit: `I Corps`.
    pub name: String,
    /// The id of the command it is subordinate to (a wing or an army).
    pub under: Option<String>,
    pub stands: Vec<Stand>,
    /// Units of several stands, for rules that use them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
}

/// An order of battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Army {
    /// Stable key and file name: `waterloo-french`.
    pub id: String,
    pub name: String,
    /// The name of the colour of its blocks: the theme defines its look on screen.
    pub colour: String,
    pub commands: Vec<Command>,
}

/// Highest number on the badge of a stand.
pub const MOST_BADGE: u16 = 999;

/// The badge numbers of stands in order, some of which are fixed. The first stand with a fixed number keeps it, and the others
/// are counted from 1, without the numbers that are taken.
pub fn badges(stuck: &[Option<u16>]) -> Vec<u16> {
    let mut taken = BTreeSet::new();
    let kept: Vec<Option<u16>> =
        stuck.iter().map(|badge| badge.filter(|badge| taken.insert(*badge))).collect();
    let mut free = (1_u16..).filter(|number| !taken.contains(number));
    kept.into_iter().map(|badge| badge.or_else(|| free.next()).unwrap_or_default()).collect()
}

/// The short form of a stand's name, for the table: `1st Brigade, 1st Division (Charlet)` becomes Charlet, and
/// `Artillery (Foot Guards): Sandham` becomes Sandham. A name without brackets is unchanged.
pub fn short_name(name: &str) -> &str {
    if let Some((_, part)) = name.split_once("): ") {
        return part;
    }
    let inside = name.rsplit_once('(').and_then(|(_, rest)| rest.split_once(')'));
    inside.map_or(name, |(inside, _)| inside)
}

impl Stand {
    /// The name in the log and on the table: the short name in the data, otherwise the short form of the name.
    pub fn short(&self) -> &str {
        self.short.as_deref().unwrap_or_else(|| short_name(&self.name))
    }

    /// Width and depth in inches. The usual ones are `scale` times the printed ones (`easy:I.A.1-scale`); those that the
    /// referee has set are used as measured.
    pub fn size(&self, scale: f32) -> (f32, f32) {
        let (width, depth) = self.arm.stand_size(self.guns, self.grade);
        (self.width.unwrap_or(width * scale), self.depth.unwrap_or(depth * scale))
    }

    /// An ordinary stand of its arm, for positions and tests: batteries have eight 6-pounders, generals command a corps.
    pub fn usual(id: &str, arm: Arm) -> Self {
        let battery = arm.is_artillery().then_some(Battery::Eight6Pounders);
        let guns = battery.map_or(0, Battery::guns);
        let grade = (arm == Arm::General).then_some(Grade::Corps);
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            short: None,
            label: String::new(),
            formation: String::new(),
            arm,
            quality: None,
            men: 0,
            guns,
            battery,
            grade,
            rating: Rating::Average,
            slow: false,
            no_zone: false,
            strength: arm.usual_strength(),
            width: None,
            depth: None,
            serves: None,
            module: None,
            detached: None,
            badge: None,
            note: String::new(),
        }
    }
}

impl Command {
    /// One that is called by its id, under nobody and of nobody yet.
    pub fn named(id: &str) -> Self {
        Self { id: id.to_owned(), name: id.to_owned(), ..Self::default() }
    }

    /// The module without which no stand of this command is in play, so that its chit stays out of the cup:
    /// `opt-wagons` for a train. `None` if some stand is always in play, as units are.
    pub fn module(&self) -> Option<&str> {
        if !self.units.is_empty() {
            return None;
        }
        let first = self.stands.first()?.module.as_deref()?;
        self.stands.iter().all(|stand| stand.module.as_deref() == Some(first)).then_some(first)
    }
}

impl Army {
    /// All stands, command by command, in the order of the file.
    pub fn stands(&self) -> impl Iterator<Item = &Stand> {
        self.commands.iter().flat_map(|command| &command.stands)
    }

    /// All units of several stands, in the order of [`Army::stands`].
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.commands.iter().flat_map(|command| &command.units)
    }
}

impl Arm {
    pub const ALL: [Self; 9] = [
        Self::Infantry,
        Self::LightCavalry,
        Self::HeavyCavalry,
        Self::FootArtillery,
        Self::HorseArtillery,
        Self::General,
        Self::Engineer,
        Self::Pontoon,
        Self::Wagon,
    ];

    /// Width and depth of its stand in inches; for batteries by the number of guns, for generals by grade.
    ///
    /// Clauses: `easy:I.A.1`, `easy:I.A.2`, `easy:I.A.3`, table "rates and stands".
    pub fn stand_size(self, guns: u8, grade: Option<Grade>) -> (f32, f32) {
        match self {
            Self::Infantry | Self::LightCavalry | Self::HeavyCavalry => (2.0, 2.0),
            Self::FootArtillery | Self::HorseArtillery if guns <= 6 => (0.75, 2.0),
            Self::FootArtillery | Self::HorseArtillery | Self::Pontoon | Self::Wagon => (1.0, 2.0),
            Self::Engineer => (1.0, 1.0),
            Self::General => match grade {
                Some(Grade::Division) => (1.0, 1.0),
                Some(Grade::Army) => (2.0, 2.0),
                Some(Grade::Corps | Grade::Wing) | None => (1.5, 1.5),
            },
        }
    }

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

/// The mark of an arm; a general has stars by grade.
pub fn emblem(arm: Arm, grade: Option<Grade>, rating: Rating) -> Emblem {
    match arm {
        Arm::Infantry => Emblem::Infantry,
        Arm::Engineer => Emblem::Engineers,
        Arm::LightCavalry => Emblem::Cavalry { heavy: false },
        Arm::HeavyCavalry => Emblem::Cavalry { heavy: true },
        Arm::FootArtillery => Emblem::Guns { horse: false },
        Arm::HorseArtillery => Emblem::Guns { horse: true },
        Arm::General => Emblem::General {
            grade: match grade {
                Some(Grade::Army) => 4,
                Some(Grade::Wing) => 3,
                Some(Grade::Corps) | None => 2,
                Some(Grade::Division) => 1,
            },
            star: match rating {
                Rating::Poor => Star::Hollow,
                Rating::Average => Star::Filled,
                Rating::Great => Star::Ringed,
            },
        },
        Arm::Pontoon | Arm::Wagon => Emblem::Wagon,
    }
}

impl Quality {
    pub const ALL: [Self; 6] =
        [Self::Guards, Self::Elites, Self::Veterans, Self::Trained, Self::Militia, Self::Green];

    /// Men to a strength point, for infantry and cavalry.
    ///
    /// Clause: `easy:III.C-sp`, table "sp-divisor".
    pub fn divisor(self, arm: Arm) -> Option<u32> {
        let row = match self {
            Self::Guards => [200, 150, 100],
            Self::Elites => [300, 200, 150],
            Self::Veterans => [400, 250, 200],
            Self::Trained => [500, 300, 250],
            Self::Militia => [600, 350, 300],
            Self::Green => [700, 400, 350],
        };
        match arm {
            Arm::Infantry => Some(row[0]),
            Arm::LightCavalry => Some(row[1]),
            Arm::HeavyCavalry => Some(row[2]),
            _ => None,
        }
    }
}

impl Arm {
    /// Strength points if none are given, and those of batteries (`easy:III.C-sp`); 0 for stands that have none.
    pub fn usual_strength(self) -> u8 {
        match self {
            Self::Infantry | Self::LightCavalry => 5,
            Self::HeavyCavalry => 7,
            Self::FootArtillery | Self::HorseArtillery => 2,
            Self::Engineer => 1,
            Self::General | Self::Pontoon | Self::Wagon => 0,
        }
    }
}

/// Starting strength for this number of men; `None` for stands that have no formula (`easy:III.C-sp`).
pub fn start_strength(arm: Arm, quality: Quality, men: u32) -> Option<u8> {
    let points = strength_of(men, quality.divisor(arm)?);
    Some(u8::try_from(points).unwrap_or(u8::MAX))
}

/// Strength points for `men` at `divisor` men a point: nearest, a half rounded up, at least 1.
///
/// Clause: `easy:III.C-sp`.
pub fn strength_of(men: u32, divisor: u32) -> u32 {
    (men.saturating_add(divisor / 2) / divisor.max(1)).max(1)
}

impl Battery {
    /// Number of guns of the battery.
    pub fn guns(self) -> u8 {
        match self {
            Self::Six4Pounders | Self::Six6Pounders | Self::Six8Or9Pounders | Self::SixHowitzers => 6,
            Self::Eight6Pounders | Self::Eight8Or9Pounders | Self::Eight12Pounders | Self::EightHowitzers => {
                8
            }
        }
    }

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

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|battery| battery.name() == name)
    }

    pub const fn name(self) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_men_by_the_divisor_half_going_up() {
        let sp = |men, quality: Quality, arm| strength_of(men, quality.divisor(arm).unwrap());
        assert_eq!(sp(2500, Quality::Trained, Arm::Infantry), 5);
        assert_eq!(sp(1500, Quality::Veterans, Arm::LightCavalry), 6);
        assert_eq!(sp(1000, Quality::Guards, Arm::HeavyCavalry), 10);
        assert_eq!(sp(1800, Quality::Veterans, Arm::Infantry), 5);
        assert_eq!(sp(50, Quality::Green, Arm::Infantry), 1);
    }

    #[test]
    fn at_the_table_a_brigade_goes_by_its_commander() {
        assert_eq!(short_name("1st Brigade, 1st Division (Charlet)"), "Charlet");
        assert_eq!(short_name("Artillery (Foot Guards): Sandham"), "Sandham");
        assert_eq!(short_name("Napoleon"), "Napoleon");
        let mut stand = Stand::usual("A1", Arm::Infantry);
        stand.name = "1st Brigade (Charlet)".into();
        assert_eq!(stand.short(), "Charlet");
        stand.short = Some("Old Charlet".into());
        assert_eq!(stand.short(), "Old Charlet");
    }

    #[test]
    fn six_gun_battery_is_three_quarters_of_an_inch_wide() {
        assert_eq!(Arm::FootArtillery.stand_size(6, None), (0.75, 2.0));
        assert_eq!(Arm::HorseArtillery.stand_size(8, None), (1.0, 2.0));
        assert_eq!(Arm::General.stand_size(0, Some(Grade::Army)), (2.0, 2.0));
    }
}
