//! Pending decisions: a shot, losses that an owner places, a charge (`epstein:g.6`, `epstein:g.11`).
//!
//! Units: inches, figures.

use serde::{Deserialize, Serialize};

use scenario::Side;
use table::{Heading, Leg, Pose, Vec2};

use super::order::{Answering, Load};
use super::roster::{HouseId, StandId};
use super::state::GroupId;

/// How a shot is fired.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fire {
    /// By volley or as skirmishers, by these stands (`epstein:8.a.1`, `epstein:8.b`).
    Musketry,
    /// By a gun at its present heading (`epstein:8.d.2`, `epstein:8.d.7`).
    Guns(Load),
}

/// A shot that has been declared (`epstein:g.11`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub by: GroupId,
    pub stands: Vec<StandId>,
    pub on: GroupId,
    pub fire: Fire,
    /// Hits already thrown when the target's owner answers (`answer_before_dice` off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<u16>,
    /// Other units that it strikes, asked after `on` (`epstein:8.d.2`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<GroupId>,
    /// The units that answer, and how.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(GroupId, Answering)>,
    /// Figures already struck by a gun when anybody answers (`answer_before_dice` off).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub struck: Option<Vec<Struck>>,
    /// Battalions that add their figures to it (`joint_volley`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Joined>,
    /// The referee lets its stands fire wherever the target lies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyhow: bool,
}

/// Figures of a stand that a gun has struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    pub group: GroupId,
    pub stand: StandId,
    pub figures: u16,
}

/// A battalion that fires along with another (`epstein:8.a.6`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joined {
    pub by: GroupId,
    pub stands: Vec<StandId>,
}

impl Shot {
    /// All groups that fire it, the one that was ordered to first.
    pub fn firers(&self) -> impl Iterator<Item = (GroupId, &[StandId])> {
        let first = std::iter::once((self.by, self.stands.as_slice()));
        first.chain(self.with.iter().map(|joined| (joined.by, joined.stands.as_slice())))
    }
}

/// The reason for lost figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Fire,
    Melee,
}

/// Figures that a group loses, whose owner picks the stands (`epstein:g.4`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    pub of: GroupId,
    pub figures: u16,
    /// The stands before the firer, which lose first.
    pub first: Vec<StandId>,
    pub cause: Cause,
    /// The side whose fire or charge it is.
    pub by: Side,
    /// The heading in which routed units run on: away from the firer (`epstein:13.9`); `None` means as they ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Heading>,
    /// For units that fought as one side: the units that share the loss, and the ways to share it (`epstein:9.3`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shared>,
}

/// A loss that several units share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    pub units: Vec<GroupId>,
    /// Figures by unit, in the order of the units.
    pub spreads: Vec<Vec<u16>>,
}

impl Losses {
    /// Figures lost to fire, from these stands first.
    pub fn to_fire(of: GroupId, figures: u16, first: Vec<StandId>, by: Side, away: Heading) -> Self {
        Self { of, figures, first, cause: Cause::Fire, by, away: Some(away), shared: None }
    }
}

/// The stage of a charge (`epstein:g.6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChargeStep {
    /// On its way to the next enemy.
    March,
    /// The defender's morale is rolled (`epstein:9.5`).
    Check,
    /// The defender answers.
    Answer,
    /// The charger has been fired at, and its losses are being placed.
    Fired,
    /// In contact: supports of the defence may join.
    Contact,
    /// The melee is decided, and losses are being placed.
    Fought,
    /// The charged unit has run, and the charger finishes its path (`epstein:5.21`).
    Onward,
}

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub by: GroupId,
    /// Units that joined it from behind.
    pub support: Vec<GroupId>,
    /// The formed enemy named in the order, or the skirmishers.
    pub target: GroupId,
    pub start: Pose,
    /// The legs still to go.
    pub way: Vec<Leg>,
    /// If it is measured inside a friend: where it came from, and by which legs. It goes back along them (`epstein:9.10`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<(Pose, Vec<Leg>)>,
    /// How many legs lead to the contact with a formed enemy that broke: the charger may stop there touching another
    /// (`epstein:9.16`).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub to_contact: usize,
    pub step: ChargeStep,
    /// The enemy that it meets now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<Met>,
    /// Enemies touched at the same time as `met`, still to be asked (`double_contact`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Met>,
    /// Those of them that hold and have answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Met>,
    /// Figures of the charger before it was fired at; with its place then, from which it routs (`epstein:13.1`).
    pub figures: u16,
    pub place: Pose,
    pub end: Option<ChargeEnd>,
    /// Number of groups when it was fired at, and again at the contact: groups after them were split off by the losses
    /// (`epstein:9.10`, `epstein:9.12`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<u16>,
}

/// An enemy in the way of a charge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Met {
    pub group: GroupId,
    /// The stand that is touched first.
    pub stand: StandId,
    /// The path left from the measuring point to the contact.
    pub closing: Vec<Leg>,
    /// The charger's heading on its last leg, in the direction of travel.
    pub heading: Heading,
    /// The charger's place where its charge is measured: the line from here to the contact crosses walls and streams
    /// (`epstein:14.2`).
    pub from: Vec2,
    /// Does the charge come in flank or rear (`epstein:10.1`)?
    pub flank: bool,
    /// Has the defender formed square under attack (`epstein:9.9`)?
    pub square_formed: bool,
    /// Supports of the defence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<GroupId>,
    /// The defender's place before the losses of the combat, from which it routs (`epstein:13.1`).
    pub place: Pose,
}

/// The end of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeEnd {
    ChargerWins,
    DefenderWins,
}

/// Fire out of a house, or at one of its sides (`epstein:15.3`, `epstein:15.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseShot {
    pub house: HouseId,
    /// The side that is fired at, or from.
    pub side: u8,
    pub by: GroupId,
    pub stand: StandId,
    pub on: GroupId,
    /// The stand that a hit would strike.
    pub struck: StandId,
}

/// An assault on a house (`epstein:15.5` to `epstein:15.8`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    pub house: HouseId,
    /// Every stand that attacks, with its side.
    pub stands: Vec<(StandId, u8)>,
    /// How many of them have thrown their dice.
    pub done: u8,
    /// Has the garrison decided whether it fires at the next one?
    pub asked: bool,
}

/// A house that an assault has emptied: one of these stands may go in at once (`epstein:15.8`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    pub house: HouseId,
    pub stands: Vec<StandId>,
}

/// Leaders endangered with a unit that was hit or beaten (`epstein:14.c.3`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Risk {
    pub leaders: Vec<GroupId>,
    /// The side that throws.
    pub by: Side,
}

/// A leader who may go along with his routed unit (`epstein:14.c.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Following {
    pub leader: GroupId,
    pub unit: GroupId,
}

/// A pending decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pending {
    Shot(Shot),
    Losses(Losses),
    Charge(Box<Charge>),
    HouseShot(HouseShot),
    Assault(Assault),
    Opening(Opening),
    Risk(Risk),
    /// From the list [`super::state::Play::following`].
    Follow(Following),
    /// The garrison of a burning house leaves it (`epstein:15.9`): in no list, it follows from the house.
    Flames(HouseId),
}

/// Skipped in saved games if zero.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
