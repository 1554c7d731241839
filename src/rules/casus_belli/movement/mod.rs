//! Movement: groups, paths, costs, zones, stacking, runs of routed units, entry and exit, leaders.
//!
//! Clauses: `cb:3a` to `cb:3h`, `cb:4a` to `cb:4c`, `cb:5`, `cb:6b`, `cb:9a`, `cb:10e`, `cb:11a`, `cb:12a`, `cb:13c`, `cb:15a3`.
//! Units: half movement points.

pub mod entry;
mod field;
#[cfg(test)]
pub(super) mod plain;
mod run;
#[cfg(test)]
mod tests;
mod turned;
mod walk;

use game::Offer;
use game::working::Note;
use hexes::{Hex, half_points};

use super::event::Event;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::{Counter, PieceId, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Group, Pending, Phase, Place, State};
use super::{charge, facing, leaders, zones};

pub use entry::{ANY_WAY, Entries, entry_price, exit_price, leaves_by_road, shut_out};
pub use field::{Destinations, MarchField};
pub use run::RunEnd;

/// Half points of a unit without restrictions (`cb:3c`).
pub fn full_allowance(state: &State, unit: UnitId) -> u16 {
    u16::from(state.game.unit(unit).movement) * 2
}

/// Half points of a unit of a demoralised corps that does not end its move farther from the enemy: half its allowance, rounded
/// up to whole points (`cb:13c`).
pub fn half_allowance(state: &State, unit: UnitId) -> u16 {
    u16::from(state.game.unit(unit).movement.div_ceil(2)) * 2
}

/// The group with which a piece moves (`cb:3b`).
pub fn group_of(state: &State, piece: PieceId) -> Group {
    match state.game.counter(piece) {
        Counter::Unit(unit) => state.group(unit),
        Counter::Leader(leader) => state.leader_group(leader),
    }
}

/// The move of a piece in this phase.
fn moved(state: &State, piece: PieceId) -> Option<&super::state::Moved> {
    match state.game.counter(piece) {
        Counter::Unit(unit) => state.unit(unit).moved.as_ref(),
        Counter::Leader(leader) => state.leader(leader).moved.as_ref(),
    }
}

/// Checks that this piece may move now: its side's movement, its group open, not moved yet (`cb:3b`).
pub fn check_may_move(state: &State, piece: PieceId) -> Result<(), Refusal> {
    check_turn(state, piece)?;
    MarchField::new(state, state.phasing).check_group(piece)
}

/// Checks that it is the movement phase of the piece's side, and that the piece exists (`cb:2D`, `cb:3a`).
fn check_turn(state: &State, piece: PieceId) -> Result<(), Refusal> {
    let wrong = |clause, fact: &str, remedy: &str| Err(Refusal::new(Code::WrongPhase, clause, fact, remedy));
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    match state.phase {
        Phase::Movement(_) => {}
        Phase::SetUp => return wrong("cb:2C", "turn 1 has not begun", "Begin the battle first"),
        Phase::Over(_) => return wrong("cb:2D", "the battle is over", "Take back the last order"),
        Phase::Command => {
            wrong("cb:2D", "movement has not begun", "Settle commands first").or_else(stands)?;
        }
        Phase::Combat(_) | Phase::Reorganisation(_) => {
            let fact = "pieces move in their own movement phase, and after it only as results say";
            wrong("cb:2D", fact, "Wait for the next player turn").or_else(stands)?;
        }
    }
    let side = state.game.side_of(piece);
    let name = state.say_mover(piece);
    if side != state.phasing {
        let (whose, now) = (state.game.side_name(side), state.game.side_name(state.phasing));
        let fact = format!("{name} is {whose}, and it is the {now} movement phase");
        return Err(Refusal::new(Code::NotPhasing, "cb:3a", fact, format!("Move {now} pieces")));
    }
    if state.place(piece) == Place::Eliminated {
        let remedy = "Choose a piece that is in play";
        let fact = format!("{} is eliminated", state.game.say_piece(piece));
        return Err(Refusal::new(Code::WrongPiece, "cb:3a", fact, remedy));
    }
    Ok(())
}

/// Makes the group of this piece the moving one (`cb:3b`).
pub fn begin_group(s: &mut Scratch<'_>, piece: PieceId) {
    let group = group_of(&s.state, piece);
    // A piece of a closed group that is let move interrupts the present one.
    if let Phase::Movement(phase) = &s.state.phase
        && phase.current != Some(group)
        && !phase.closed.contains(&group)
    {
        s.emit(Event::GroupBegan { group });
    }
}

/// The pending run, if this piece must make it (`cb:12c`).
fn asked_to_run(state: &State, piece: PieceId) -> Option<UnitId> {
    match (state.pending.last(), state.game.counter(piece)) {
        (Some(Pending::Run { unit }), Counter::Unit(named)) if *unit == named => Some(named),
        (_, Counter::Unit(_) | Counter::Leader(_)) => None,
    }
}

/// Moves a piece hex by hex; it may also enter, or run if it is routed.
///
/// The first step that is not legal is refused, with the last hex at which the piece could have stopped. When several refusals fit a
/// step, the first clause by number is given.
pub fn judge_move(s: &mut Scratch<'_>, piece: PieceId, path: &[Hex], faces: Option<Hex>) -> Judged {
    let state = &s.state;
    let asked = asked_to_run(state, piece).is_some();
    if !asked {
        check_turn(state, piece)?;
    }
    facing::check_named(state, piece, faces)?;
    let field = MarchField::new(state, state.game.side_of(piece));
    if !asked {
        field.check_group(piece)?;
    }
    let walked = field.walk(piece, path, faces)?;
    let (from, side) = (state.place(piece), state.game.side_of(piece));
    let mut words = format!("{}: {}{}", state.game.say_piece(piece), walked.bill(), walked.unforeseen());
    if let (Counter::Unit(_), Some(last)) = (state.game.counter(piece), path.last())
        && field.zone().contains(*last)
    {
        let by = state.say_all(&zones::controllers(state, *last, side.enemy()));
        words.push_str(&format!(". It stops in the zone of {by} (cb:6b)"));
    }
    let clause = if walked.runs() { "cb:12a" } else { "cb:3c" };
    let (cost, front) = (walked.cost(), walked.front());
    if asked {
        s.note(Note::new("cb:12c", words));
    } else {
        begin_group(s, piece);
        s.note(Note::new(clause, words));
    }
    let broken = match s.state.game.counter(piece) {
        Counter::Unit(unit) if charge::is_broken_by(&s.state, unit, path) => Some(unit),
        Counter::Unit(_) | Counter::Leader(_) => None,
    };
    s.emit(Event::Moved { piece, from, path: path.to_vec(), cost, faces: front });
    // A unit moves only once, so it can no longer ride the charge (`cb:7f1`).
    if let Some(unit) = broken {
        s.emit(Event::ChargeBroken { unit });
    }
    if asked {
        s.emit(Event::Settled);
    }
    overrun_all(s, piece, path)
}

/// A unit comes upon the leaders in every hex that it enters (`cb:11e`).
fn overrun_all(s: &mut Scratch<'_>, piece: PieceId, path: &[Hex]) -> Judged {
    let side = s.state.game.side_of(piece);
    match s.state.game.counter(piece) {
        Counter::Leader(_) => Ok(()),
        Counter::Unit(_) => path.iter().try_for_each(|hex| leaders::overrun(s, *hex, side)),
    }
}

/// Lets a piece leave the map voluntarily, for good (`cb:3h`).
///
/// Ruling: half a point where a road leaves that edge hex, else one; the points are those of a unit that goes farther away (`cb:13c`).
pub fn judge_exit(s: &mut Scratch<'_>, piece: PieceId, path: &[Hex]) -> Judged {
    let state = &s.state;
    check_turn(state, piece)?;
    let field = MarchField::new(state, state.phasing);
    field.check_group(piece)?;
    let (cost, bill) = field.walk_off(piece, path)?;
    let words = format!("{} leaves the map: {bill}", state.game.say_piece(piece));
    begin_group(s, piece);
    s.note(Note::new("cb:3h", words));
    s.emit(Event::Left { piece, path: path.to_vec(), cost });
    overrun_all(s, piece, path)
}

/// Checks that all units that must run have run, and that none share a hex (`cb:12a`, `cb:5`).
pub fn check_done(state: &State) -> Result<(), Refusal> {
    let mut all: Vec<(Hex, UnitId)> = state
        .on_map()
        .filter(|(unit, _)| state.side(*unit) == state.phasing)
        .map(|(unit, hex)| (hex, unit))
        .collect();
    all.sort_unstable();
    let field = MarchField::new(state, state.phasing);
    let may_go = |unit: UnitId| !field.reach(state.game.piece_of_unit(unit)).is_empty();
    // Those who cannot part have been let stand.
    let shared = all.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    if let Some(pair) = shared.into_iter().find(|pair| pair.iter().any(|(_, unit)| may_go(*unit))) {
        let units = [pair[0].1, pair[1].1];
        let fact = format!("{} stand in one hex", state.say_all(&units));
        Refusal::new(Code::Stacked, "cb:5", fact, "Move one of them somewhere else")
            .at([pair[0].0])
            .unless(&state.overruled)?;
    }
    match field.first_to_run(None) {
        Some(unit) => must_run(state, unit, "Let it run").unless(&state.overruled),
        None => Ok(()),
    }
}

fn must_run(state: &State, unit: UnitId, remedy: &str) -> Refusal {
    let fact = format!("{} is routed and has to run towards its line of communications", state.say(unit));
    Refusal::new(Code::MustRun, "cb:12a", fact, remedy).at(state.hex(unit))
}

/// The refusal because some may not be held back, by the option `hold-reinforcements` (`cb:4a`).
pub fn must_enter(state: &State, pieces: &[PieceId], remedy: &str) -> Refusal {
    let names: Vec<String> = pieces.iter().map(|piece| state.game.say_piece(*piece)).collect();
    let fact = format!("{} may not be held back", names.join(", "));
    Refusal::new(Code::MustEnter, "cb:4a", fact, remedy)
}

/// Reinforcements of the phasing side that could enter now, including leaders.
pub fn could_enter(state: &State) -> Vec<PieceId> {
    let field = MarchField::new(state, state.phasing);
    let waiting = |piece: &PieceId| state.place(*piece) == Place::Waiting;
    pieces_of(state).filter(waiting).filter(|piece| !field.reach(*piece).is_empty()).collect()
}

/// The pieces of the phasing side, units first.
fn pieces_of(state: &State) -> impl Iterator<Item = PieceId> + '_ {
    let game = &state.game;
    let units = game.of_side(state.phasing).map(|unit| game.piece_of_unit(unit));
    units.chain(game.leaders_of(state.phasing).map(|leader| game.piece_of_leader(leader)))
}

/// Everywhere that this piece may move now (`cb:3c`), each hex with its cheapest path; for a reinforcement from its entry on
/// (`cb:4b`), for a routed unit the ends of its run (`cb:12a`). Empty for a piece that may not move: see [`judge_move`] for the
/// reason.
pub fn reach(state: &State, piece: PieceId) -> Destinations {
    MarchField::new(state, state.game.side_of(piece)).reach(piece)
}

/// Every move that may be ordered now: by piece and hex, each by its cheapest path; exits by the cheapest path; turns in place
/// if facing is played.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let field = MarchField::new(state, state.phasing);
    let mut offers = Vec::new();
    for piece in pieces_of(state) {
        let name = state.game.say_piece(piece);
        let destinations = field.reach(piece);
        let (kind, verb) = destinations.kind();
        for (hex, cost) in destinations.iter() {
            let Some(path) = destinations.path(hex) else { continue };
            let words = format!("{name} {verb} {hex}, {}", half_points(cost));
            offers.push(Offer { order: Order::Move { piece, path, faces: None }, kind, words, family: true });
        }
        if let Some((path, cost)) = field.way_off(piece, &destinations) {
            let words = format!("{name} leaves the map, {}", half_points(cost));
            offers.push(Offer { order: Order::Exit { piece, path }, kind: "exit", words, family: true });
        }
        if let (true, Counter::Unit(unit)) = (state.game.options.has_facing(), state.game.counter(piece)) {
            offers.extend(facing::offers(state, unit));
        }
    }
    offers
}

/// The runs of a routed unit: every legal end by its cheapest path (`cb:12a`, `cb:12c`).
pub fn runs(state: &State, unit: UnitId) -> Vec<Offer<Order>> {
    let field = MarchField::new(state, state.side(unit));
    let (piece, name) = (state.game.piece_of_unit(unit), state.game.say(unit));
    let offer = |end: RunEnd| {
        let words = format!("{name} runs to {}, {}", end.hex, half_points(end.cost));
        let order = Order::Move { piece, path: end.path, faces: None };
        Offer { order, kind: "run", words, family: true }
    };
    field.run_ends(unit).into_iter().map(offer).collect()
}
