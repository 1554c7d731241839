//! Napoleon at War over the wire: units by key, hexes by number, costs in movement points.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spelling::{Acts, Reader};
use crate::state::{Phase, Place};
use crate::victory;
use crate::{Assault, Position, State, UnitId, combat, movement};
use game::hex_wire::{
    HexWay, HexWays, Nothing, ReachQuestion, WireAssault, WireOwed, WireReach, WireWay, wire_points,
};
use game::options::Options;
use game::{AskFault, Battles, HexUnits as _, Summary, Wire};
use hexes::Hex;
use scenario::{Battle, HexScenario, Side};

use super::combat::owed;
use super::combat::phase::CombatPhase;
use super::rule_set::NapoleonAtWar;

/// The most sets of combats returned at a time.
const MOST_PLANS: usize = 1000;

/// The questions that can be asked beyond those common to all rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a unit can go.
    Reach(ReachQuestion),
    /// The units that still have to attack, and those that still have to be attacked.
    Owed(Nothing),
    /// The legal sets of combats for the rest of the phase.
    Plans(Plans),
}

/// How many sets of combats are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plans {
    /// At most this many, up to 1000; if omitted, 100.
    #[serde(default)]
    pub most: Option<usize>,
}

/// The answers to these questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Reach(WireReach),
    Way(WireWay),
    Owed(WireOwed),
    Plans(WirePlans),
}

/// Legal sets of combats, each for the rest of the phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WirePlans {
    pub sets: Vec<Vec<WireAssault>>,
    /// Whether there are others beside these.
    pub more: bool,
}

/// Values derived from the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Derived {
    /// The time of day.
    pub clock: String,
    pub night: bool,
    /// Strength points lost by side, as printed.
    pub lost: BTreeMap<String, u32>,
}

impl Wire for NapoleonAtWar {
    type Acts = Acts;
    type Derived = Derived;
    type Position = Position;
    const POSITION: &'static str = "naw_position";
    type Ask = Ask;
    const ASKS: &'static [&'static str] = &["reach", "owed", "plans"];
    type Answered = Answered;

    fn side_id(state: &State, side: Side) -> String {
        state.game.side_id(side)
    }

    fn side(state: &State, name: &str) -> Result<Side, String> {
        Reader { state }.side(name).map_err(|fault| fault.to_string())
    }

    fn derived(state: &State) -> Derived {
        let lost = Side::BOTH.into_iter().zip(victory::lost(state));
        Derived {
            clock: state.game.scenario.clock(state.turn),
            night: state.is_night(),
            lost: lost.map(|(side, lost)| (Self::side_id(state, side), lost)).collect(),
        }
    }

    fn summary(state: &State) -> Summary {
        super::summary::summary(state)
    }

    fn ask(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
        Ok(match (ask, &state.phase) {
            (Ask::Reach(asked), _) => return reach(state, asked),
            (Ask::Owed(_), Phase::Combat(phase)) => {
                Answered::Owed(owed::of(state, phase).wire(state, owed::GUNS))
            }
            (Ask::Plans(plans), Phase::Combat(phase)) => {
                Answered::Plans(StateToWire(state).plans(phase, plans.most.unwrap_or(100)))
            }
            (Ask::Owed(_), Phase::SetUp | Phase::Movement | Phase::Over(_)) => {
                Answered::Owed(WireOwed::default())
            }
            (Ask::Plans(_), Phase::SetUp | Phase::Movement | Phase::Over(_)) => {
                Answered::Plans(WirePlans::default())
            }
        })
    }

    fn set_up(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
        set_up(position, battles)
    }

    fn beginning(state: &State) -> (HexScenario, Options) {
        (state.game.scenario.clone(), state.game.chosen.clone())
    }
}

fn reach(state: &State, ask: &ReachQuestion) -> Result<Answered, AskFault> {
    let id = Reader { state }.unit(&ask.unit).map_err(|fault| AskFault::new("bad-order", fault))?;
    let unit = state.key_of(id);
    let destinations = movement::reach(state, id);
    let there = |(hex, cost)| Some((hex, HexWay { cost, way: destinations.path(hex)? }));
    let ways: HexWays = destinations.iter().filter_map(there).collect();
    if let Some(to) = ask.to {
        return WireWay::new(unit, state.game.map(), to, &ways).map(Answered::Way);
    }
    let allowance = wire_points(movement::allowance(state, id));
    Ok(Answered::Reach(WireReach::new(unit, state.unit(id).place, allowance, ways)))
}

/// Sets up a position as a game that can be continued by the rules: one unit per hex, and an arrival turn for every waiting unit.
fn set_up(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
    let state = position.set_up(battles)?;
    let mut placed: Vec<(Hex, UnitId)> = state.on_map().map(|(id, hex)| (hex, id)).collect();
    placed.sort_unstable();
    if let Some(pair) = placed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(format!(
            "units {} and {} both stand in {} (naw:5.32): move one of them",
            state.key_of(pair[0].1),
            state.key_of(pair[1].1),
            pair[0].0
        ));
    }
    let waits = |id: &UnitId| state.unit(*id).place == Place::Waiting && state.game.arrival(*id).is_none();
    if let Some(id) = state.game.units().find(waits) {
        return Err(format!(
            "unit {} waits off the map, and has no turn on which it comes on: write it as F5@3912/4",
            state.key_of(id)
        ));
    }
    Ok(state)
}

/// Converts the game's own types to the wire's, for one state.
#[derive(Clone, Copy, Debug)]
struct StateToWire<'a>(&'a State);

impl StateToWire<'_> {
    fn assault(&self, assault: &Assault) -> WireAssault {
        WireAssault { by: self.0.keys_of(&assault.attackers), on: self.0.keys_of(&assault.defenders) }
    }

    fn plans(&self, phase: &CombatPhase, most: usize) -> WirePlans {
        let most = most.min(MOST_PLANS);
        // One more than is returned, to find out whether there are more.
        let mut found = combat::plans::plans(self.0, phase, most + 1);
        let more = found.len() > most || !combat::plans::lists_all(self.0, phase);
        found.truncate(most);
        let plan = |plan: &Vec<Assault>| plan.iter().map(|assault| self.assault(assault)).collect();
        WirePlans { sets: found.iter().map(plan).collect(), more }
    }
}
