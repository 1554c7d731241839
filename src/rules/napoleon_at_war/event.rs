//! The events in Napoleon at War, and how each changes the state.
//!
//! An event carries its results (faces, hexes, costs); [`apply`] rolls nothing and decides nothing.

use serde::{Deserialize, Serialize};

use hexes::Hex;
use scenario::Side;

use super::combat;
use super::combat::event::CombatEvent;
use super::combat::phase::CombatPhase;
use super::combat::table::{Column, CombatResult};
use super::roster::UnitId;
use super::state::{Moved, Phase, Place, State};
use super::victory::BattleOutcome;

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Two units have changed places before turn 1 (`naw:3.0`).
    Interchanged { one: UnitId, other: UnitId },
    /// The marker moves to this turn (`naw:4.1.3`).
    TurnBegan { turn: u8 },
    /// A side's movement phase begins: every unit may move again (`naw:4.1.A`).
    MovementBegan { phasing: Side },
    /// The phasing side's combat phase begins (`naw:4.1.B`).
    CombatBegan,
    /// The phase returns to movement; units that have moved may not move again (`naw:5.14`).
    Reopened,
    /// A unit has moved and its move is confirmed (`naw:5.17`). `cost` in half movement points. For a reinforcement `from` is
    /// [`Place::Waiting`].
    Moved { unit: UnitId, from: Place, path: Vec<Hex>, cost: u16 },
    /// A confirmed move is taken back; the unit may move anew (`naw:5.17`). Without consent while hexes are shared
    /// (`naw:5.32`).
    TakenBack { unit: UnitId, to: Place, consent: Option<Side> },
    /// The French announce their counterattack (`naw:15.2`).
    Counterattack { turn: u8 },
    /// Any event in a combat.
    Combat(CombatEvent),
    /// The referee puts a unit there.
    Placed { unit: UnitId, hex: Hex },
    /// The referee changes a unit's strength points.
    StrengthSet { unit: UnitId, points: u8 },
    /// The referee removes a unit; it counts as eliminated.
    Removed { unit: UnitId },
    /// The referee sets the turn marker.
    ClockSet { turn: u8 },
    /// The referee changes an option.
    OptionSet { id: String, value: String },
    /// The battle is over (`naw:16.0`).
    Ended(BattleOutcome),
}

impl Event {
    /// It begins a turn, or sets the clock to one.
    pub const fn begins_turn(&self) -> bool {
        matches!(self, Self::TurnBegan { .. } | Self::ClockSet { .. })
    }

    pub const fn ends_turn(&self) -> bool {
        matches!(self, Self::TurnBegan { .. } | Self::Ended(_))
    }

    /// Who moves by which way, for so many half movement points.
    pub fn moves(&self) -> Option<(UnitId, &[Hex], u16)> {
        if let Self::Moved { unit, path, cost, .. } = self { Some((*unit, path, *cost)) } else { None }
    }

    /// Who goes where, moves and all else; `before`: the state before it.
    pub fn ways(&self, before: &State) -> Vec<(UnitId, Vec<Hex>)> {
        let ways = match self {
            Self::Interchanged { one, other } => {
                let hexes = |of: &UnitId| before.hex(*of).into_iter().collect();
                return vec![(*one, hexes(other)), (*other, hexes(one))];
            }
            Self::Combat(CombatEvent::Advanced { unit, to }) => Some((*unit, vec![*to])),
            Self::Combat(CombatEvent::Retreated { unit, way, .. }) => {
                Some((*unit, way.first().copied().into_iter().collect()))
            }
            other => other.moves().map(|(unit, path, _)| (unit, path.to_vec())),
        };
        ways.into_iter().collect()
    }

    /// With what a combat is fought: attack and defence, the column, and what the table says.
    pub const fn fought(&self) -> Option<((u32, u32), Column, CombatResult)> {
        let Self::Combat(CombatEvent::Fought { attack, defence, column, result, .. }) = self else {
            return None;
        };
        Some(((*attack, *defence), *column, *result))
    }
}

/// Changes the state by one event.
pub fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Interchanged { one, other } => {
            let there = state.unit(*other).place;
            state.units[other.index()].place = state.unit(*one).place;
            state.units[one.index()].place = there;
        }
        Event::TurnBegan { turn } | Event::ClockSet { turn } => state.turn = *turn,
        Event::MovementBegan { phasing } => {
            state.phasing = *phasing;
            state.phase = Phase::Movement;
            for unit in &mut state.units {
                unit.moved = None;
            }
        }
        Event::CombatBegan => state.phase = Phase::Combat(CombatPhase::default()),
        Event::Reopened => state.phase = Phase::Movement,
        Event::Moved { unit, from, path, cost } => {
            let order = state.units.iter().filter_map(|unit| unit.moved.as_ref()).map(|moved| moved.order);
            let order = order.max().map_or(1, |last| last.saturating_add(1));
            let mover = &mut state.units[unit.index()];
            if let Some(last) = path.last() {
                mover.place = Place::Map(*last);
            }
            mover.moved = Some(Moved { from: *from, path: path.clone(), cost: *cost, order });
        }
        Event::TakenBack { unit, to, .. } => {
            let mover = &mut state.units[unit.index()];
            mover.place = *to;
            mover.moved = None;
        }
        Event::Counterattack { turn } => {
            state.counterattack = Some(*turn);
            if let Phase::Combat(phase) = &mut state.phase {
                phase.begun = true;
            }
        }
        Event::Combat(event) => combat::event::apply(state, event),
        Event::Placed { unit, hex } => state.units[unit.index()].place = Place::Map(*hex),
        Event::StrengthSet { unit, points } => state.units[unit.index()].strength = *points,
        Event::Removed { unit } => state.units[unit.index()].place = Place::Eliminated,
        Event::OptionSet { id, value } => {
            if let Ok(game) = state.game.with_option(id, value) {
                state.game = game;
                state.options_changed.insert(id.clone(), value.clone());
            }
        }
        Event::Ended(outcome) => state.phase = Phase::Over(outcome.clone()),
    }
}
