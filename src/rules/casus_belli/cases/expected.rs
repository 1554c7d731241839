//! What a case expects after a step.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::combat::event::Loss;
use crate::combat::table::Column;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::rule_set::CasusBelli;
use crate::spelling::Reader;
use crate::state::{Pending, Phase, Place, State};
use crate::victory;
use game::cased::{check_hexes, note_known as known, note_same as same};
use game::hex_wire::wire_points;
use game::{CaseOutcome, Played, Ruling, Spot};
use hexes::Hex;

/// Expectations after a step, beyond those that every rule set has. Omitted fields are not checked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// Hexes that the refusal names.
    pub about: Vec<u16>,
    /// The last legal hex on the path, in a refusal.
    pub last_legal: Option<u16>,
    /// The hexes of pieces.
    pub at: BTreeMap<String, u16>,
    pub eliminated: Vec<String>,
    /// Pieces that have not entered.
    pub waiting: Vec<String>,
    pub strength: BTreeMap<String, u8>,
    /// Units that are routed, and units that are not.
    pub routed: Vec<String>,
    pub ordered: Vec<String>,
    /// The neighbouring hex that fronts look at.
    pub faces: BTreeMap<String, u16>,
    /// Movement points that the move cost.
    pub cost: Option<f32>,
    /// Strengths in combat: attack, defence.
    pub odds: Option<(u32, u32)>,
    /// The column of the die, or `none`.
    pub column: Option<String>,
    /// The result of the table: `DR`, `D2`, `D1`, `-`, `A1`, `A2`, `AR`, or `none`.
    pub result: Option<String>,
    /// Why units were lost: `woods`, `no retreat`, `zone`, `chain`.
    pub lost: BTreeMap<String, String>,
    /// The groups of units: `army`, `unassigned`, or a corps.
    pub group: BTreeMap<String, String>,
    pub in_command: Vec<String>,
    pub out_of_command: Vec<String>,
    /// Chargers whose charges stand, and those whose do not.
    pub charges: Vec<String>,
    pub no_charge: Vec<String>,
    pub demoralised: Vec<String>,
    /// Corps that are not demoralised.
    pub steady: Vec<String>,
    /// By corps, or `army`: the commander; empty if there is none.
    pub commander: BTreeMap<String, String>,
    /// By hex: the holder.
    pub held: BTreeMap<u16, String>,
    /// By side: victory points.
    pub points: BTreeMap<String, i32>,
    pub turn: Option<u8>,
    /// The side whose player turn it is.
    pub phasing: Option<String>,
    /// `set-up`, `command`, `movement`, `combat`, `reorganisation`, `over`.
    pub phase: Option<String>,
    /// The pending decision: `relocate`, `run`, `face`, or `nothing`.
    pub pending: Option<String>,
    /// The side that has won, or `draw`.
    pub winner: Option<String>,
    /// `draw`, `marginal`, `decisive`, `automatic`.
    pub level: Option<String>,
}

/// The expectations that the step did not meet.
pub fn compare(step: &Played<'_, CasusBelli>, expected: &Expected) -> Vec<String> {
    let mut wrong = Vec::new();
    match step.outcome {
        CaseOutcome::Refused(refusal) => check_refusal(refusal, expected, &mut wrong),
        CaseOutcome::Ruled(ruling) => check_ruling(step.before, ruling, expected, &mut wrong),
    }
    check_places(step.after, expected, &mut wrong);
    check_units(step.after, expected, &mut wrong);
    check_command(step.after, expected, &mut wrong);
    check_score(step.after, expected, &mut wrong);
    check_clock(step.after, expected, &mut wrong);
    wrong
}

fn check_refusal(refusal: &Refusal, expected: &Expected, wrong: &mut Vec<String>) {
    check_hexes(refusal, &expected.about, wrong);
    if expected.last_legal.is_some() {
        same(&refusal.last_legal, &expected.last_legal.map(Spot::Hex), "the last legal hex", wrong);
    }
}

/// The values of a combat in a ruling: attack and defence, column and result.
pub(super) fn fight(ruling: &Ruling<Event>) -> Option<((u32, u32), &'static str, &'static str)> {
    let (odds, column, result) = ruling.events.iter().find_map(Event::fought)?;
    let result = result.map_or("none", |result| result.name());
    Some((odds, column.map_or("none", Column::name), if result == "–" { "-" } else { result }))
}

/// Movement points of a move in a ruling.
pub(super) fn cost(ruling: &Ruling<Event>) -> Option<f32> {
    ruling.events.iter().find_map(Event::cost).map(wire_points)
}

fn check_ruling(before: &State, ruling: &Ruling<Event>, expected: &Expected, wrong: &mut Vec<String>) {
    if expected.cost.is_some() {
        same(&cost(ruling), &expected.cost, "the cost of the move", wrong);
    }
    for (name, why) in &expected.lost {
        let Some(id) = known(Reader { state: before }.unit(name), wrong) else { continue };
        let found = ruling.events.iter().filter_map(Event::lost).find(|(unit, _)| *unit == id);
        let found = found.map(|(_, cause)| match cause {
            Loss::Woods => "woods",
            Loss::NoRetreat => "no retreat",
            Loss::Zone => "zone",
            Loss::Chain => "chain",
        });
        same(&found, &Some(why.as_str()), &format!("why {name} is lost"), wrong);
    }
    if expected.odds.is_none() && expected.column.is_none() && expected.result.is_none() {
        return;
    }
    let Some((odds, column, result)) = fight(ruling) else {
        wrong.push("no combat was fought".into());
        return;
    };
    if let Some(wanted) = &expected.odds {
        same(&odds, wanted, "attack and defence", wrong);
    }
    if let Some(wanted) = &expected.column {
        same(&column, &wanted.as_str(), "the column", wrong);
    }
    if let Some(wanted) = &expected.result {
        same(&result, &wanted.as_str(), "the result", wrong);
    }
}

fn check_places(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let places = expected.at.iter().map(|(name, hex)| (name, Place::Map(Hex(*hex))));
    let gone = expected.eliminated.iter().map(|name| (name, Place::Eliminated));
    let waiting = expected.waiting.iter().map(|name| (name, Place::Waiting));
    for (name, place) in places.chain(gone).chain(waiting) {
        if let Some(id) = known(Reader { state }.piece(name), wrong) {
            same(&state.place(id), &place, name, wrong);
        }
    }
}

fn check_units(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let reader = Reader { state };
    for (name, points) in &expected.strength {
        if let Some(id) = known(reader.unit(name), wrong) {
            same(&state.unit(id).strength, points, &format!("the strength of {name}"), wrong);
        }
    }
    let routed = expected.routed.iter().map(|name| (name, true));
    for (name, is) in routed.chain(expected.ordered.iter().map(|name| (name, false))) {
        if let Some(id) = known(reader.unit(name), wrong) {
            same(&state.unit(id).routed, &is, &format!("is {name} routed"), wrong);
        }
    }
    for (name, towards) in &expected.faces {
        let Some(id) = known(reader.unit(name), wrong) else { continue };
        let here = state.hex(id).zip(state.unit(id).faces);
        let found = here.and_then(|(hex, faces)| state.game.map().grid.neighbour(hex, faces));
        same(&found.map(|hex| hex.0), &Some(*towards), &format!("the front of {name}"), wrong);
    }
}

fn check_command(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let reader = Reader { state };
    for (name, group) in &expected.group {
        if let Some(id) = known(reader.unit(name), wrong) {
            same(&reader.group_key(state.group(id)), group, &format!("the group of {name}"), wrong);
        }
    }
    let found = expected.in_command.iter().map(|name| (name, true));
    for (name, is) in found.chain(expected.out_of_command.iter().map(|name| (name, false))) {
        if let Some(id) = known(reader.unit(name), wrong) {
            same(&state.is_in_command(id), &is, &format!("is {name} in command"), wrong);
        }
    }
    let charges = expected.charges.iter().map(|name| (name, true));
    for (name, is) in charges.chain(expected.no_charge.iter().map(|name| (name, false))) {
        if let Some(id) = known(reader.unit(name), wrong) {
            same(&state.command.charges.contains_key(&id), &is, &format!("does {name} charge"), wrong);
        }
    }
    let shaken = expected.demoralised.iter().map(|name| (name, true));
    for (name, is) in shaken.chain(expected.steady.iter().map(|name| (name, false))) {
        if let Some(id) = known(reader.corps(name), wrong) {
            same(&state.is_demoralised(id), &is, &format!("is {name} demoralised"), wrong);
        }
    }
    for (name, commander) in &expected.commander {
        same(&commander_of(state, name), commander, &format!("who commands {name}"), wrong);
    }
}

/// The commander of a corps, or of a side's army by `army` and the side's id; empty if there is none.
fn commander_of(state: &State, name: &str) -> String {
    use crate::state::Commander;
    let reader = Reader { state };
    let commander = match reader.side(name) {
        Ok(side) => state.armies[side.index()].commander.map(Commander::Leader),
        Err(_) => reader.corps(name).ok().and_then(|corps| state.commander(corps)),
    };
    match commander {
        Some(Commander::Leader(leader)) => state.game.leader(leader).id.clone(),
        Some(Commander::Unit(unit)) => state.game.unit(unit).id.clone(),
        None => String::new(),
    }
}

fn check_score(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    let reader = Reader { state };
    for (hex, side) in &expected.held {
        let Some(side) = known(reader.side(side), wrong) else { continue };
        let found = victory::possessor(state, Hex(*hex));
        same(&found, &Some(side), &format!("who holds {hex:04}"), wrong);
    }
    for (name, points) in &expected.points {
        if let Some(side) = known(reader.side(name), wrong) {
            same(&victory::points(state, side), points, &format!("the points of {name}"), wrong);
        }
    }
}

fn check_clock(state: &State, expected: &Expected, wrong: &mut Vec<String>) {
    if let Some(turn) = &expected.turn {
        same(&state.turn, turn, "the turn", wrong);
    }
    if let Some(side) = expected.phasing.as_ref().and_then(|name| known(Reader { state }.side(name), wrong)) {
        same(&state.phasing, &side, "whose turn it is", wrong);
    }
    if let Some(phase) = &expected.phase {
        same(&<&str>::from(&state.phase), &phase.as_str(), "the phase", wrong);
    }
    if let Some(pending) = &expected.pending {
        let found = match state.pending.last() {
            None => "nothing",
            Some(Pending::Relocate { .. }) => "relocate",
            Some(Pending::Run { .. }) => "run",
            Some(Pending::Face { .. }) => "face",
        };
        same(&found, &pending.as_str(), "what has to be decided", wrong);
    }
    if expected.winner.is_none() && expected.level.is_none() {
        return;
    }
    let Phase::Over(outcome) = &state.phase else {
        let phase: &str = (&state.phase).into();
        wrong.push(format!("the battle is not over: it is the {phase} phase of turn {}", state.turn));
        return;
    };
    if let Some(winner) = &expected.winner {
        let found = outcome.winner.map_or_else(|| "draw".to_owned(), |side| state.game.side_id(side));
        same(&found, winner, "the winner", wrong);
    }
    if let Some(level) = &expected.level {
        same(&<&str>::from(outcome.level), &level.as_str(), "the level of victory", wrong);
    }
}
