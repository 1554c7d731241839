//! A game of Napoleon at War at one moment.

use std::collections::BTreeMap;
use std::sync::Arc;

use derive_more::{Deref, DerefMut};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

pub use game::HexPlace as Place;
use game::keyed::ById;
use game::{HexUnits, Overruled};
use hexes::Hex;
use scenario::{HexScenario, Side};

use super::combat::phase::CombatPhase;
use super::refusal::{Code, Refusal};
use super::roster::{Game, UnitId};
use super::victory::BattleOutcome;

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    pub place: Place,
    /// Strength points: the printed ones unless the referee has changed them.
    pub strength: u8,
    /// Its confirmed move in this phase (`naw:5.17`).
    pub moved: Option<Moved>,
}

/// A confirmed move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub from: Place,
    /// The hexes along its path, ending with the one where it stopped.
    pub path: Vec<Hex>,
    /// Half movement points.
    pub cost: u16,
    /// The number of the move within the phase, from 1 (`naw:5.32`: the last is taken back first).
    pub order: u16,
}

/// What part of the turn it is (`naw:4.0`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Phase {
    /// Before turn 1: units of equal strength, movement and type may change places (`naw:3.0`).
    SetUp,
    /// `naw:4.1.A`.
    Movement,
    /// `naw:4.1.B`.
    Combat(CombatPhase),
    Over(BattleOutcome),
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deref, DerefMut)]
#[serde(transparent)]
pub struct State {
    #[serde(skip)]
    pub game: Arc<Game>,
    #[deref]
    #[deref_mut]
    pub play: Play,
    /// The clauses by which the order that is judged on it is not refused.
    #[serde(skip)]
    pub overruled: Overruled,
}

/// The progress of the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    pub phasing: Side,
    pub phase: Phase,
    /// Indexed by [`UnitId`].
    #[serde(with = "ById::<UnitId>")]
    pub units: Vec<UnitState>,
    /// The turn in which the French announced their counterattack (`naw:15.2`).
    pub counterattack: Option<u8>,
    /// Options that the referee has changed since the battle began, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options_changed: BTreeMap<String, String>,
}

impl HexUnits for State {
    fn battle(&self) -> &HexScenario {
        &self.game
    }

    fn place_of(&self, id: UnitId) -> Place {
        self.unit(id).place
    }
}

impl State {
    pub fn unit(&self, id: UnitId) -> &UnitState {
        &self.units[id.index()]
    }

    pub fn hex(&self, id: UnitId) -> Option<Hex> {
        self.unit(id).place.hex()
    }

    pub fn side(&self, id: UnitId) -> Side {
        self.game.unit(id).side
    }

    /// The units on the map with their hexes, in the order of their ids.
    pub fn on_map(&self) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.game.units().filter_map(|id| self.hex(id).map(|hex| (id, hex)))
    }

    /// The units in a hex: one, or several during a phase (`naw:5.32`).
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.on_map().filter(move |(_, at)| *at == hex).map(|(id, _)| id)
    }

    /// The unit and where it is: `French 28th demi-brigade in 2311`.
    pub fn say(&self, id: UnitId) -> String {
        self.unit(id).place.say(&self.game.say(id))
    }

    /// The same for a moving unit. A unit that is just arriving has no position yet, so only its name is given.
    pub fn say_mover(&self, id: UnitId) -> String {
        match self.unit(id).place {
            Place::Waiting => self.game.say(id),
            Place::Map(_) | Place::Eliminated => self.say(id),
        }
    }

    /// Several units, each by name.
    pub fn say_all(&self, units: &[UnitId]) -> String {
        self.words_of_all(units)
    }

    /// Whether it is night (`naw:10.0`).
    pub fn is_night(&self) -> bool {
        self.game.is_night(self.turn)
    }

    /// Whether the French strengths are doubled in this combat phase (`naw:15.2`).
    ///
    /// They are in the French combat phases of the turn of the announcement and the next two turns, in attack only.
    pub fn counterattacking(&self) -> bool {
        let french = self.game.french() == Some(self.phasing);
        french && self.counterattack.is_some_and(|announced| counterattack_lasts(announced, self.turn))
    }
}

/// Whether a counterattack announced on one turn still doubles strengths on another (`naw:15.2`).
pub fn counterattack_lasts(announced: u8, turn: u8) -> bool {
    (announced..announced.saturating_add(3)).contains(&turn)
}

/// The combat phase, or why there is none: it follows movement (`naw:4.1.B`), and never takes place at night (`naw:10.1`).
pub fn running(state: &State) -> Result<&CombatPhase, Refusal> {
    let wrong = |code, clause, fact: &str, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    match &state.phase {
        Phase::Combat(phase) => Ok(phase),
        Phase::Movement if state.game.is_night(state.turn) => wrong(
            Code::Night,
            "naw:10.1",
            "it is night: nobody attacks or bombards",
            "Move, and end the phase",
        ),
        Phase::SetUp | Phase::Movement => {
            wrong(Code::WrongPhase, "naw:4.1.B", "combat comes after movement", "End movement first")
        }
        Phase::Over(_) => {
            wrong(Code::GameOver, "naw:4.0", "the battle is over", "Undo to play on from earlier")
        }
    }
}
