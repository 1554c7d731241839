//! Answers to questions on the wire that only these rules have: reach, command, lines, duties, points.

use super::assign;
use super::combat::owed;
use super::combat::phase::CombatPhase;
use super::command::{Chain, Line};
use super::event::Event;
use super::messages::{Answered, Ask, CommandQuestion, LineQuestion, StateToWire};
use super::order::Order;
use super::roster::{Counter, PieceId, UnitId};
use super::rule_set::CasusBelli;
use super::spelling::{NameFault, Reader};
use super::state::{CommandFinding, FoundLine, Pending, Place, State};
use super::wire::{WireCommand, WireCommanded, WireLine, WireScore, WireScores};
use super::{movement, victory};
use dice::Dry;
use game::hex_wire::{HexWay, HexWays, ReachQuestion, WireOwed, WireReach, WireWay, numbers};
use game::{AskFault, HexUnits as _, Offer, RuleSet};
use scenario::Side;

/// Answers a question.
///
/// # Errors
///
/// If it names something that does not exist.
pub fn answer(state: &State, ask: &Ask) -> Result<Answered, AskFault> {
    Ok(match ask {
        Ask::Reach(asked) => return reach(state, asked),
        Ask::Command(asked) => Answered::Command(commanded(state, asked)?),
        Ask::Line(asked) => Answered::Line(line(state, asked)?),
        Ask::Owed(_) => Answered::Owed(state.combat().map(|phase| owed(state, phase)).unwrap_or_default()),
        Ask::Points(_) => Answered::Points(Side::BOTH.into_iter().map(|side| scores(state, side)).collect()),
    })
}

fn known<T>(found: Result<T, NameFault>) -> Result<T, AskFault> {
    found.map_err(|fault| AskFault::new("bad-order", fault))
}

/// The hexes to which a piece may go now, each with its cheapest path.
pub fn destinations(state: &State, piece: PieceId) -> HexWays {
    if let (Some(Pending::Run { unit }), Counter::Unit(asked)) =
        (state.pending.last(), state.game.counter(piece))
    {
        let runs = if *unit == asked { movement::runs(state, *unit) } else { Vec::new() };
        let end = |offer: Offer<Order>| {
            let cost = cost(state, &offer.order)?;
            let Order::Move { path, .. } = offer.order else { return None };
            Some((*path.last()?, HexWay { cost, way: path }))
        };
        return runs.into_iter().filter_map(end).collect();
    }
    let reach = movement::reach(state, piece);
    let there = |(hex, cost)| Some((hex, HexWay { cost, way: reach.path(hex)? }));
    reach.iter().filter_map(there).collect()
}

/// Half points that a move costs; `None` if it is refused, or is no move.
pub fn cost(state: &State, order: &Order) -> Option<u16> {
    let ruling = CasusBelli::judge(state, order, &mut Dry).ok()?;
    ruling.events.iter().find_map(Event::cost)
}

fn reach(state: &State, ask: &ReachQuestion) -> Result<Answered, AskFault> {
    let id = known(Reader { state }.piece(&ask.unit))?;
    let key = StateToWire(state).piece(id);
    let ways = destinations(state, id);
    if let Some(to) = ask.to {
        return WireWay::new(key, state.game.map(), to, &ways).map(Answered::Way);
    }
    let allowance = match state.game.counter(id) {
        Counter::Unit(unit) => state.game.unit(unit).movement,
        Counter::Leader(leader) => state.game.leader(leader).movement,
    };
    Ok(Answered::Reach(WireReach::new(key, state.place(id), f32::from(allowance), ways)))
}

/// The command of a unit: its group, whether it is in command, and if not, why; as found, or as things stand.
pub fn is_commanded(state: &State, chain: &Chain<'_>, id: UnitId) -> WireCommanded {
    let to_wire = StateToWire(state);
    let group = state.group(id);
    let (in_command, said) = match state.command.found.get(&id) {
        Some(found) => (found.in_command, why_found(state, id, found)),
        None => {
            let want = chain.wants(group, id);
            (want.is_none(), want.map(|want| assign::say_want(state, id, group, want)))
        }
    };
    WireCommanded {
        unit: state.key_of(id),
        group: to_wire.group(group),
        in_command,
        clause: said.as_ref().map(|(clause, _)| (*clause).to_owned()),
        why: said.map(|(_, why)| why),
    }
}

/// Why the unit was found out of command, which holds for the player turn (`cb:2D`).
fn why_found(state: &State, id: UnitId, found: &CommandFinding) -> Option<(&'static str, String)> {
    if found.in_command {
        return None;
    }
    let bare = || ("cb:2D", format!("{} was found out of command as movement began", state.say(id)));
    let said = assign::say_found(state, id, found);
    Some(said.map_or_else(bare, |(clause, why)| (clause, format!("as movement began, {why}"))))
}

fn commanded(state: &State, ask: &CommandQuestion) -> Result<WireCommand, AskFault> {
    let side = match &ask.side {
        Some(name) => known(Reader { state }.side(name))?,
        None => state.phasing,
    };
    let to_wire = StateToWire(state);
    let chain = Chain::new(state, side);
    let there = |id: &UnitId| state.unit(*id).place != Place::Eliminated;
    Ok(WireCommand {
        side: to_wire.side(side),
        found: side == state.phasing && !state.command.found.is_empty(),
        posts: chain.groups().map(|group| to_wire.post(&chain, side, group)).collect(),
        units: state.game.of_side(side).filter(there).map(|id| is_commanded(state, &chain, id)).collect(),
    })
}

/// The line from a commander to a unit, or why there is none.
pub fn line(state: &State, ask: &LineQuestion) -> Result<WireLine, AskFault> {
    let reader = Reader { state };
    let id = known(reader.unit(&ask.unit))?;
    let side = state.side(id);
    let group = match &ask.to {
        Some(name) => known(reader.group_under(side, name))?,
        None => state.group(id),
    };
    // The line to the commander it was found under is the line of that moment; others are as things stand.
    let found = state.command.found.get(&id).filter(|found| found.group == group);
    let (open, way, said) = match found {
        Some(found) => {
            let way = match &found.line {
                Some(FoundLine::Open(way)) if found.in_command => numbers(way),
                Some(FoundLine::Open(_) | FoundLine::Barred { .. }) | None => Vec::new(),
            };
            (found.in_command, way, why_found(state, id, found))
        }
        None => {
            let chain = Chain::new(state, side);
            let want = chain.wants(group, id);
            let way = match chain.line(group, id) {
                Some(Line::Open(way)) if want.is_none() => numbers(&way),
                Some(Line::Open(_) | Line::TooFar(_) | Line::Cut) | None => Vec::new(),
            };
            (want.is_none(), way, want.map(|want| assign::say_want(state, id, group, want)))
        }
    };
    let to_wire = StateToWire(state);
    Ok(WireLine {
        unit: state.key_of(id),
        group: to_wire.group(group),
        open,
        way,
        clause: said.as_ref().map(|(clause, _)| (*clause).to_owned()),
        why: said.map(|(_, why)| why),
    })
}

/// What is still owed in the phase and can still be done (`cb:6c`, `cb:7a2`, `cb:10e`).
pub fn owed(state: &State, phase: &CombatPhase) -> WireOwed {
    let withdraw = state.keys_of(phase.withdrawing.iter().flatten());
    WireOwed { withdraw, ..owed::of(state, phase).wire(state, owed::GUNS) }
}

fn scores(state: &State, side: Side) -> WireScores {
    let scores = victory::scores(state, side).into_iter();
    WireScores {
        side: StateToWire(state).side(side),
        points: victory::points(state, side),
        wins_at: victory::threshold(state, side),
        scores: scores
            .map(|score| WireScore {
                what: score.what,
                points: score.points,
                clause: score.clause.to_owned(),
            })
            .collect(),
    }
}
