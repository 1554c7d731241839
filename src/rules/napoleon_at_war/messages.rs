//! Napoleon at War over the wire: units by key, hexes by number, costs in movement points.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spelling::{Acts, Reader};
use crate::state::{Phase, Place};
use crate::victory::{self, BattleOutcome};
use crate::{Assault, Event, Position, State, UnitId, combat, movement};
use game::hex_wire::{
    HexWay, HexWays, Nothing, ReachQuestion, WireAssault, WireEvent, WireMove, WireOwed, WireReach, WireWay,
    numbers, wire_points,
};
use game::options::Options;
use game::{AskFault, Battles, HexUnits as _, Summary, Tells, Viewer};
use hexes::Hex;
use scenario::{Battle, HexScenario, HexStart, Side};

use super::combat::event::{CombatEvent, Loss};
use super::combat::owed;
use super::combat::phase::{CombatPhase, Fight, Step};
use super::combat::table::CombatResult;
use super::rule_set::NapoleonAtWar;

/// The most sets of combats that are told at a time.
const MOST_PLANS: usize = 1000;

/// What can be asked beside what all rules have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Where a unit can go.
    Reach(ReachQuestion),
    /// Who has still to attack, and who has still to be attacked.
    Owed(Nothing),
    /// The legal sets of combats for the rest of the phase.
    Plans(Plans),
}

/// How many sets of combats are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plans {
    /// At most so many, up to 1000; left out: 100.
    #[serde(default)]
    pub most: Option<usize>,
}

/// What is answered to it.
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
    /// There are others beside these.
    pub more: bool,
}

/// The game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireState {
    pub scenario: String,
    pub turn: u8,
    pub turns: u8,
    pub clock: String,
    pub night: bool,
    /// Whose player-turn it is.
    pub phasing: String,
    /// `set-up`, `movement`, `combat`, `over`.
    pub phase: String,
    /// The turn in which the French announced their counterattack.
    pub counterattack: Option<u8>,
    pub sides: Vec<WireSide>,
    /// Hexes that the rules name.
    pub places: BTreeMap<String, u16>,
    pub units: Vec<WireUnit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat: Option<WireCombat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<WireResult>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireSide {
    pub id: String,
    pub name: String,
    /// Strength points lost, as printed.
    pub lost: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireUnit {
    pub id: String,
    /// What the counter bears.
    pub counter: String,
    pub name: String,
    pub side: String,
    /// `infantry`, `cavalry`, `artillery`.
    pub arm: String,
    /// `map`, `waiting`, `eliminated`.
    pub place: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<u16>,
    pub strength: u8,
    /// Strength points as printed.
    pub printed: u8,
    /// Movement points as printed.
    pub movement: u8,
    /// Its move of this phase, if it was let go of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<WireMove>,
    /// The turn from which a reinforcement may come on, and the hex by which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<(u8, u16)>,
}

/// The combat phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireCombat {
    /// A die has been thrown, or the counterattack announced: movement cannot be taken up again.
    pub begun: bool,
    /// Units that have attacked or bombarded.
    pub fought: Vec<String>,
    pub attacked: Vec<String>,
    pub displaced: Vec<String>,
    /// Artillery displaced before it fired.
    pub silenced: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Vec<WireAssault>>,
    /// The combat under way, or the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<WireFight>,
}

/// A combat whose die has been thrown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireFight {
    pub by: Vec<String>,
    pub on: Vec<String>,
    pub odds: (u32, u32),
    pub column: String,
    pub die: u8,
    pub result: String,
    /// Hexes that the beaten side has left or lost.
    pub vacated: Vec<u16>,
    /// What it waits for: `exchange`, `retreats`, `advance`; `over` where it waits for nothing.
    pub step: String,
    /// Units that have to retreat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub must_retreat: Vec<String>,
    /// Bombarding artillery that may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_retreat: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WireResult {
    /// Null: a draw.
    pub winner: Option<String>,
    /// Strength points lost by side.
    pub lost: [u32; 2],
    pub because: String,
}

impl Tells for NapoleonAtWar {
    type Acts = Acts;
    type Happened = WireEvent;
    type Whole = WireState;
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

    /// Nothing is hidden in this game.
    fn happened(state: &State, event: &Event, _viewer: Viewer) -> WireEvent {
        Teller(state).event(event)
    }

    fn whole(state: &State) -> WireState {
        Teller(state).state()
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
                Answered::Plans(Teller(state).plans(phase, plans.most.unwrap_or(100)))
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
    let unit = Teller(state).key(id);
    let destinations = movement::reach(state, id);
    let there = |(hex, cost)| Some((hex, HexWay { cost, way: destinations.path(hex)? }));
    let ways: HexWays = destinations.iter().filter_map(there).collect();
    if let Some(to) = ask.to {
        return WireWay::new(unit, state.game.map(), to, &ways).map(Answered::Way);
    }
    let allowance = wire_points(movement::allowance(state, id));
    Ok(Answered::Reach(WireReach::new(unit, state.unit(id).place, allowance, ways)))
}

/// A position as a game that the rules can go on from: one unit a hex, and a turn for whoever waits.
fn set_up(position: &Position, battles: Battles<'_, HexScenario>) -> Result<State, String> {
    let state = position.set_up(battles).map_err(|fault| fault.to_string())?;
    let mut placed: Vec<(Hex, UnitId)> = state.on_map().map(|(id, hex)| (hex, id)).collect();
    placed.sort_unstable();
    if let Some(pair) = placed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let teller = Teller(&state);
        return Err(format!(
            "units {} and {} both stand in {} (naw:5.32): move one of them",
            teller.key(pair[0].1),
            teller.key(pair[1].1),
            pair[0].0
        ));
    }
    let waits = |id: &UnitId| state.unit(*id).place == Place::Waiting && state.game.arrival(*id).is_none();
    if let Some(id) = state.game.units().find(waits) {
        return Err(format!(
            "unit {} waits off the map, and has no turn on which it comes on: write it as F5@3912/4",
            Teller(&state).key(id)
        ));
    }
    Ok(state)
}

/// Turns the game's own things into the wire's, by the state they belong to.
#[derive(Clone, Copy, Debug)]
struct Teller<'a>(&'a State);

impl Teller<'_> {
    fn side(&self, side: Side) -> String {
        NapoleonAtWar::side_id(self.0, side)
    }

    fn key(&self, id: UnitId) -> String {
        self.0.key_of(id)
    }

    fn keys<'i>(&self, ids: impl IntoIterator<Item = &'i UnitId>) -> Vec<String> {
        self.0.keys_of(ids)
    }

    fn assault(&self, assault: &Assault) -> WireAssault {
        WireAssault { by: self.keys(&assault.attackers), on: self.keys(&assault.defenders) }
    }

    fn event(&self, event: &Event) -> WireEvent {
        let kind = WireEvent::kind;
        let of_unit = |kind: &str, id: &UnitId| WireEvent::of(kind, self.key(*id));
        match event {
            Event::Interchanged { one, other } => {
                WireEvent { other: Some(self.key(*other)), ..of_unit("interchanged", one) }
            }
            Event::TurnBegan { turn } => WireEvent { turn: Some(*turn), ..kind("turn-began") },
            Event::MovementBegan { phasing } => {
                WireEvent { side: Some(self.side(*phasing)), ..kind("movement-began") }
            }
            Event::CombatBegan => kind("combat-began"),
            Event::Reopened => kind("reopened"),
            Event::Moved { unit, from, path, cost } => WireEvent {
                from: from.number(),
                way: numbers(path),
                hex: path.last().map(|hex| hex.0),
                cost: Some(wire_points(*cost)),
                ..of_unit("moved", unit)
            },
            Event::TakenBack { unit, to, consent } => WireEvent {
                hex: to.number(),
                side: consent.map(|side| self.side(side)),
                ..of_unit("taken-back", unit)
            },
            Event::Counterattack { turn } => WireEvent { turn: Some(*turn), ..kind("counterattack") },
            Event::Combat(event) => self.combat_event(event),
            Event::Placed { unit, hex } => WireEvent { hex: Some(hex.0), ..of_unit("placed", unit) },
            Event::StrengthSet { unit, points } => {
                WireEvent { points: Some((*points).into()), ..of_unit("strength-set", unit) }
            }
            Event::Removed { unit } => of_unit("removed", unit),
            Event::ClockSet { turn } => WireEvent { turn: Some(*turn), ..kind("clock-set") },
            Event::OptionSet { id, value } => {
                WireEvent { detail: Some(format!("{id}={value}")), ..kind("option-set") }
            }
            Event::Ended(outcome) => WireEvent {
                side: outcome.winner.map(|side| self.side(side)),
                detail: Some(outcome.because.clone()),
                ..kind("ended")
            },
        }
    }

    fn combat_event(&self, event: &CombatEvent) -> WireEvent {
        let kind = WireEvent::kind;
        let of_unit = |kind: &str, id: &UnitId| WireEvent::of(kind, self.key(*id));
        match event {
            CombatEvent::Opened { owing, owed } => {
                WireEvent { by: self.keys(owing), on: self.keys(owed), ..kind("duties-fixed") }
            }
            CombatEvent::Declared { assaults } => WireEvent {
                combats: assaults.iter().map(|assault| self.assault(assault)).collect(),
                ..kind("declared")
            },
            CombatEvent::Fought { assault, attack, defence, column, face, result, .. } => WireEvent {
                by: self.keys(&assault.attackers),
                on: self.keys(&assault.defenders),
                odds: Some((*attack, *defence)),
                column: Some(column.name().to_owned()),
                die: Some(*face),
                result: Some(CombatResult::name(*result).to_owned()),
                ..kind("fought")
            },
            CombatEvent::Came { step } => {
                WireEvent { detail: Some(step_name(step).to_owned()), ..kind("came-to") }
            }
            CombatEvent::Lost { unit, cause } => {
                let detail = match cause {
                    Loss::Result => "result",
                    Loss::Exchange => "exchange",
                    Loss::NoRetreat => "no retreat",
                };
                WireEvent { detail: Some(detail.to_owned()), ..of_unit("lost", unit) }
            }
            CombatEvent::Retreated { unit, way, displaced } => WireEvent {
                way: numbers(way),
                hex: way.first().map(|hex| hex.0),
                displaced: self.keys(displaced),
                ..of_unit("retreated", unit)
            },
            CombatEvent::Stood => kind("stood"),
            CombatEvent::Advanced { unit, to } => WireEvent { hex: Some(to.0), ..of_unit("advanced", unit) },
            CombatEvent::Held => kind("held"),
        }
    }

    fn state(&self) -> WireState {
        let state = self.0;
        let scenario = &state.game.scenario;
        let lost = victory::lost(state);
        let (phase, combat, result) = match &state.phase {
            Phase::SetUp => ("set-up", None, None),
            Phase::Movement => ("movement", None, None),
            Phase::Combat(phase) => ("combat", Some(self.combat(phase)), None),
            Phase::Over(outcome) => ("over", None, Some(self.result(outcome))),
        };
        WireState {
            scenario: scenario.id.clone(),
            turn: state.turn,
            turns: scenario.turns,
            clock: scenario.clock(state.turn),
            night: state.is_night(),
            phasing: self.side(state.phasing),
            phase: phase.to_owned(),
            counterattack: state.counterattack,
            sides: Side::BOTH
                .into_iter()
                .map(|side| WireSide {
                    id: self.side(side),
                    name: state.game.side_name(side).to_owned(),
                    lost: lost[side.index()],
                })
                .collect(),
            places: scenario.places.iter().map(|(name, hex)| (name.clone(), hex.0)).collect(),
            units: state.game.units().map(|id| self.unit(id)).collect(),
            combat,
            result,
        }
    }

    fn unit(&self, id: UnitId) -> WireUnit {
        let (unit, now) = (self.0.game.unit(id), self.0.unit(id));
        WireUnit {
            id: unit.id.clone(),
            counter: unit.counter.clone(),
            name: unit.name.clone(),
            side: self.side(unit.side),
            arm: unit.arm.name().to_owned(),
            place: now.place.name().to_owned(),
            hex: now.place.number(),
            strength: now.strength,
            printed: unit.strength,
            movement: unit.movement,
            moved: now.moved.as_ref().map(|moved| WireMove::new(moved.from, &moved.path, moved.cost)),
            arrives: match unit.start {
                HexStart::Arrives { turn, at } => Some((turn, at.0)),
                HexStart::Deployed(_) => None,
            },
        }
    }

    fn combat(&self, phase: &CombatPhase) -> WireCombat {
        WireCombat {
            begun: phase.begun,
            fought: self.keys(&phase.fought),
            attacked: self.keys(&phase.attacked),
            displaced: self.keys(&phase.displaced),
            silenced: self.keys(&phase.silenced),
            declared: phase
                .declared
                .as_ref()
                .map(|all| all.iter().map(|assault| self.assault(assault)).collect()),
            fight: phase.fight.as_deref().map(|fight| self.fight(fight)),
        }
    }

    fn fight(&self, fight: &Fight) -> WireFight {
        let (must, may) = match &fight.step {
            Step::Retreats { left, may } => (self.keys(left), self.keys(may)),
            Step::Exchange | Step::Advance | Step::Done { .. } => Default::default(),
        };
        WireFight {
            by: self.keys(&fight.attackers),
            on: self.keys(&fight.defenders),
            odds: (fight.attack, fight.defence),
            column: fight.column.name().to_owned(),
            die: fight.face,
            result: CombatResult::name(fight.result).to_owned(),
            vacated: numbers(&fight.vacated),
            step: step_name(&fight.step).to_owned(),
            must_retreat: must,
            may_retreat: may,
        }
    }

    fn result(&self, outcome: &BattleOutcome) -> WireResult {
        WireResult {
            winner: outcome.winner.map(|side| self.side(side)),
            lost: outcome.lost,
            because: outcome.because.clone(),
        }
    }

    fn plans(&self, phase: &CombatPhase, most: usize) -> WirePlans {
        let most = most.min(MOST_PLANS);
        // One beyond what is told, to know that there are more.
        let mut found = combat::plans::plans(self.0, phase, most + 1);
        let more = found.len() > most || !combat::plans::lists_all(self.0, phase);
        found.truncate(most);
        let plan = |plan: &Vec<Assault>| plan.iter().map(|assault| self.assault(assault)).collect();
        WirePlans { sets: found.iter().map(plan).collect(), more }
    }
}

/// What a combat waits for.
const fn step_name(step: &Step) -> &'static str {
    match step {
        Step::Exchange => "exchange",
        Step::Retreats { .. } => "retreats",
        Step::Advance => "advance",
        Step::Done { .. } => "over",
    }
}
