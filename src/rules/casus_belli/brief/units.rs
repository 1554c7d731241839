//! Pieces by name, and their descriptions for screen readers.

use serde::Serialize;

use crate::roster::{Counter, LeaderId, PieceId, UnitId};
use crate::spelling::piece_key;
use crate::state::{Place, State};
use crate::zones;
use game::keyed::numbers_in;
use game::{AskFault, counted};
use hexes::{Direction, Hex, half_points};

/// The piece with this name: its key, the badge of its counter, or the hex in which it is the only unit. Of two with the same
/// badge, the one of the side whose turn it is.
pub(super) fn piece(state: &State, name: &str) -> Result<PieceId, AskFault> {
    let game = &state.game;
    if let Some(unit) = game.find(name) {
        return Ok(game.piece_of_unit(unit));
    }
    if let Some(leader) = game.find_leader(name) {
        return Ok(game.piece_of_leader(leader));
    }
    let here: Vec<UnitId> = name.parse().map(|hex| state.at(Hex(hex)).collect()).unwrap_or_default();
    if let [only] = here[..] {
        return Ok(game.piece_of_unit(only));
    }
    let bears = |piece: &PieceId| !name.is_empty() && tag(state, *piece) == name;
    let (own, others): (Vec<PieceId>, Vec<PieceId>) =
        pieces(state).filter(bears).partition(|piece| game.side_of(*piece) == state.phasing);
    let fault = || AskFault::new("bad-order", format_args!("there is no piece called {name}"));
    own.into_iter().chain(others).next().ok_or_else(fault)
}

/// The unit with this name; leaders do not count.
pub(super) fn unit(state: &State, name: &str) -> Result<UnitId, AskFault> {
    let piece = piece(state, name)?;
    match state.game.counter(piece) {
        Counter::Unit(unit) => Ok(unit),
        Counter::Leader(leader) => {
            let words = format_args!("{} is a leader: name a unit", state.game.leader(leader).name);
            Err(AskFault::new("bad-order", words))
        }
    }
}

/// All pieces, units first.
pub(super) fn pieces(state: &State) -> impl Iterator<Item = PieceId> + '_ {
    let units = state.game.units().map(|unit| state.game.piece_of_unit(unit));
    units.chain(state.game.leaders().map(|leader| state.game.piece_of_leader(leader)))
}

/// The key of a piece.
pub(super) fn key(state: &State, piece: PieceId) -> String {
    piece_key(&state.game, piece)
}

/// The badge of its counter.
pub(super) fn tag(state: &State, piece: PieceId) -> &str {
    match state.game.counter(piece) {
        Counter::Unit(unit) => &state.game.unit(unit).counter,
        Counter::Leader(leader) => &state.game.leader(leader).counter,
    }
}

/// Its hex, on the map.
pub(super) fn hex(state: &State, piece: PieceId) -> Option<Hex> {
    state.place(piece).hex()
}

/// The front of a piece; `None` if it is a leader, is routed, or facing is not played.
pub(super) fn front(state: &State, piece: PieceId) -> Option<Direction> {
    match state.game.counter(piece) {
        Counter::Unit(unit) => state.unit(unit).faces,
        Counter::Leader(_) => None,
    }
}

/// The pieces that an order or an event names.
pub(super) fn named(state: &State, what: &impl Serialize) -> Vec<PieceId> {
    let units = numbers_in(what, "UnitId").into_iter().map(|unit| state.game.piece_of_unit(unit));
    let leaders = numbers_in(what, "LeaderId").into_iter().map(|leader| state.game.piece_of_leader(leader));
    units.chain(leaders).chain(numbers_in(what, "PieceId")).collect()
}

/// The place of a piece, in a few words: `1102`, `lost`, `turn 3`.
pub(super) fn whereabouts(state: &State, piece: PieceId) -> String {
    match state.place(piece) {
        Place::Map(hex) => hex.to_string(),
        Place::Eliminated => "lost".to_owned(),
        Place::Waiting => match state.arrival(piece) {
            Some((turn, _)) if turn <= state.turn => "may come on".to_owned(),
            Some((turn, _)) => format!("turn {turn}"),
            None => "off the map".to_owned(),
        },
    }
}

/// The place of a piece, in full.
fn place_words(state: &State, piece: PieceId) -> String {
    state.place(piece).describe(state.arrival(piece))
}

/// A piece in full: `French 44e ligne, of Victor's corps, infantry, strength 4, movement 4, in 1102`.
pub(super) fn describe(state: &State, piece: PieceId) -> String {
    let parts = match state.game.counter(piece) {
        Counter::Unit(unit) => of_unit(state, unit),
        Counter::Leader(leader) => of_leader(state, leader),
    };
    parts.join(", ")
}

fn of_unit(state: &State, id: UnitId) -> Vec<String> {
    let (game, unit, now) = (&state.game, state.game.unit(id), state.unit(id));
    let mut parts = vec![game.say(id)];
    parts.push(match game.corps_of(id) {
        Some(corps) => format!("of {}'s corps", game.corps(corps).name),
        None => "independent".to_owned(),
    });
    parts.push(format!("{}, strength {}, movement {}", unit.arm.name(), now.strength, unit.movement));
    parts.push(place_words(state, game.piece_of_unit(id)));
    if now.place == Place::Eliminated {
        return parts;
    }
    if let Some(moved) = &now.moved {
        parts.push(format!("has moved for {}", half_points(moved.cost)));
    }
    if let (Some(faces), Some(hex)) = (now.faces, now.place.hex())
        && let Some(towards) = game.map().grid.neighbour(hex, faces)
    {
        parts.push(format!("looking towards {towards}"));
    }
    let touched = zones::touching(state, id);
    if !touched.is_empty() {
        parts.push(format!("next to {}", state.say_all(&touched)));
    }
    parts
}

fn of_leader(state: &State, id: LeaderId) -> Vec<String> {
    let (game, leader) = (&state.game, state.game.leader(id));
    let mut parts = vec![format!("{} {}", game.side_name(leader.side), leader.name)];
    parts.push(post(state, id));
    parts.push(match state.leader(id).acting {
        true => "a successor without a bonus".to_owned(),
        false => format!("bonus {}", leader.bonus),
    });
    parts.push(format!("movement {}", leader.movement));
    parts.push(place_words(state, game.piece_of_leader(id)));
    parts
}

/// The post of a leader: `leader of Victor's corps`, `commander of the army`.
pub(super) fn post(state: &State, id: LeaderId) -> String {
    let army = state.armies.iter().any(|army| army.commander == Some(id));
    match (state.game.led_by(id), army) {
        (Some(corps), true) => {
            format!("commander of the army and of {}'s corps", state.game.corps(corps).name)
        }
        (Some(corps), false) => format!("leader of {}'s corps", state.game.corps(corps).name),
        (None, _) => "commander of the army".to_owned(),
    }
}

/// `1 hex`, `5 hexes`.
pub(super) fn hexes(count: impl TryInto<i64>) -> String {
    counted(count, "hex", "hexes")
}

/// Number of steps of a path, its first hex included: `4 hexes`.
pub(super) fn steps(way: &[Hex]) -> String {
    hexes(way.len().saturating_sub(1))
}

/// Hexes in a row: `1006 1005 1104`.
pub(super) fn in_a_row(hexes: &[Hex]) -> String {
    hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(" ")
}
