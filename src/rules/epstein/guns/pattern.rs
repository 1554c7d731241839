//! What a shot strikes with either load: one die for each stand or figure, with the highest face that hits.

use game::working::Modifier;
use table::{Quad, Vec2};

use crate::cover::cover_from_line;
use crate::kind::Arm;
use crate::order::Load;
use crate::refusal::Refusal;
use crate::roster::StandId;
use crate::sight::{Sight, ground_sight_between};
use crate::standing::weaknesses_of_fire;
use crate::state::{GroupId, State};
use crate::tables::{Band, Cover};

use super::canister::{self, Canister};
use super::field::{Field, Laid};
use super::stick::{self, Stick};
use super::walls::HouseDie;

/// The circumstances of a shot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// It answers fire, or fires at a charge: disruption counts under every setting of the option (`epstein:13.4`).
    pub answers: bool,
    /// The charger at which it fires: all of it counts as at optimum range for canister (`epstein:9.7`).
    pub charger: Option<GroupId>,
    /// Units that go along with the charger: only the front unit is fired at (`epstein:9.3`).
    pub spared: Vec<GroupId>,
}

/// One die of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Die {
    pub group: GroupId,
    pub stand: StandId,
    /// Distance from the muzzle.
    pub range: f32,
    pub at: Vec2,
    pub band: Band,
    pub cover: Cover,
    /// The highest face that hits, 1 or more.
    pub hits_on: u8,
}

/// The dice of a shot, and the leaders that it endangers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strike {
    /// Dice at stands and figures, the nearest first.
    pub dice: Vec<Die>,
    /// Dice at houses (`epstein:15.9`).
    pub houses: Vec<HouseDie>,
    /// Leaders in its path, for whom the shot throws no die (`epstein:14.c.3`).
    pub leaders: Vec<GroupId>,
}

impl Strike {
    /// Does it throw a die at this group?
    pub fn hits(&self, group: GroupId) -> bool {
        self.dice.iter().any(|die| die.group == group)
    }
}

/// What a shot strikes.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    Stick(Stick),
    Canister(Canister),
}

impl Pattern {
    /// The pattern of a gun as it is laid.
    pub fn of(state: &State, gun: &Laid, field: &Field, load: Load, terms: &Terms) -> Self {
        match load {
            Load::Round => Self::Stick(stick::lay(state, gun, field, terms)),
            Load::Canister => Self::Canister(canister::spread(state, gun, field, terms)),
        }
    }

    /// Its dice at stands and figures, the nearest first.
    pub fn dice(&self) -> Vec<Die> {
        match self {
            Self::Stick(stick) => stick.dice().collect(),
            Self::Canister(canister) => canister.dice().collect(),
        }
    }

    /// Its dice at houses; canister does nothing to them (`epstein:15.9`).
    pub fn house_dice(&self) -> Vec<HouseDie> {
        match self {
            Self::Stick(stick) => stick.house_dice().collect(),
            Self::Canister(_) => Vec::new(),
        }
    }

    /// The enemy leaders standing in the stick or the V: they are in danger, whatever else is hit (`epstein:14.c.3`).
    pub fn leaders(&self, state: &State, gun: &Laid) -> Vec<GroupId> {
        let side = state.side(gun.id);
        let enemies = state.on_table().filter(|id| state.arm(*id) == Arm::Command && state.side(*id) != side);
        let reached = |quad: &Quad| match self {
            Self::Stick(stick) => stick::reaches(state, gun, stick, quad),
            Self::Canister(_) => canister::reaches(state, gun, quad),
        };
        enemies.filter(|id| state.quads(*id).any(|(_, quad)| reached(&quad))).collect()
    }

    /// All that it strikes.
    pub fn strike(&self, state: &State, gun: &Laid) -> Strike {
        Strike { dice: self.dice(), houses: self.house_dice(), leaders: self.leaders(state, gun) }
    }

    /// Checks that no friends forbid the shot (`epstein:8.d.10`, `epstein:8.d.11`).
    pub fn check_friends(&self, state: &State, gun: &Laid) -> Result<(), Refusal> {
        match self {
            Self::Stick(stick) => stick::check_friends(state, gun, stick),
            Self::Canister(canister) => canister::check_friends(state, gun, canister),
        }
    }

    /// The refusal of a shot that throws no die.
    pub fn no_dice(&self, state: &State, gun: &Laid) -> Refusal {
        match self {
            Self::Stick(stick) => stick::no_dice(state, gun, stick),
            Self::Canister(canister) => canister::no_dice(state, gun, canister),
        }
    }
}

/// What green and disrupted crews deduct from the number, a point each (`epstein:8.d.9`, `epstein:13.4`, `epstein:16.4`).
pub fn weaknesses(state: &State, id: GroupId, terms: &Terms) -> Vec<Modifier> {
    weaknesses_of_fire(state, id, terms.answers)
}

/// The highest face that hits, 0 for no die.
pub(super) fn number(of_table: u8, weakness: i32) -> u8 {
    u8::try_from((i32::from(of_table) + weakness).max(0)).unwrap_or(0)
}

/// The cover of a stand from a gun that fires at this point in it (`epstein:8.d.9`, `epstein:8.d.13`).
pub(super) fn cover_of(state: &State, gun: &Laid, stand: StandId, to: Vec2) -> Cover {
    cover_from_line(state, stand, [gun.muzzle, to], gun.quad.pose.at)
}

/// What wood and ground do to a shot at a point of a stand with this middle (`epstein:g.7`): troops block musketry only.
pub(super) fn sight(state: &State, gun: &Laid, [to, middle]: [Vec2; 2]) -> Sight {
    ground_sight_between(state, [gun.muzzle, to], [gun.quad.pose.at, middle])
}
