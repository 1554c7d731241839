//! Facing (`cb:15a1` to `cb:15a7`): fronts, the cost of turning, paths of units with a front.
//!
//! Only with the option `facing`; leaders have no front (`cb:15a7`). Units: half movement points.

use game::Offer;
use game::working::Note;
use hexes::{Direction, Hex};

use super::chart;
use super::event::Event;
use super::options::PivotInPlace;
use super::order::{Order, offer};
use super::refusal::{Code, Refusal};
use super::roster::{Counter, Game, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Pending, Phase, State};
use super::zones::{self, Aspect};

/// The initial front of a unit: as its army says, else towards the enemy's line of communications; `None` without facing.
pub fn at_first(game: &Game, unit: UnitId, hex: Hex) -> Option<Direction> {
    if !game.options.has_facing() {
        return None;
    }
    let grid = game.map().grid;
    let counter = game.unit(unit);
    if let Some(way) = counter.faces.and_then(|towards| grid.direction(hex, towards)) {
        return Some(way);
    }
    let enemy = counter.side.enemy();
    let far = |(_, next): &(Direction, Hex)| game.to_communications(enemy, *next);
    game.map().neighbours(hex).min_by_key(far).map(|(way, _)| way)
}

/// Number of hexsides between two fronts: 0 to 3.
pub const fn apart(a: Direction, b: Direction) -> u8 {
    let turn = (a.0 + 6 - b.0) % 6;
    if turn > 3 { 6 - turn } else { turn }
}

/// The cheapest fronts along a path: on entering a hex a unit may turn by one hexside free of charge; an about-face costs a
/// point, and is not allowed in an enemy zone; only frontal hexes are entered (`cb:15a3`).
///
/// `enters`: it enters with its first hex, with any front. `wanted`: its final front; `None` for the one nearest to its
/// direction. Returns the final front and the cost of about-faces; `None` if it is impossible.
pub fn along(
    state: &State,
    first: Option<Direction>,
    here: Option<Hex>,
    path: &[Hex],
    wanted: Option<Direction>,
    in_zone: impl Fn(Hex) -> bool,
) -> Option<(Direction, u16)> {
    const NEVER: u16 = u16::MAX;
    let grid = state.game.map().grid;
    let mut costs = [NEVER; 6];
    let (mut at, rest) = match (here, first) {
        (Some(here), Some(faces)) => {
            costs[faces.index()] = 0;
            (here, path)
        }
        // An entering unit may have any front.
        (None, _) | (Some(_), None) => {
            costs = [0; 6];
            (*path.first()?, path.get(1..)?)
        }
    };
    about_face(&mut costs, !in_zone(at));
    for next in rest {
        let way = grid.direction(at, *next)?;
        let mut then = [NEVER; 6];
        for faces in Direction::ALL.into_iter().filter(|faces| zones::aspect(*faces, way) == Aspect::Front) {
            let cost = costs[faces.index()];
            for turn in [0, 1, 5] {
                let to = usize::from((faces.0 + turn) % 6);
                then[to] = then[to].min(cost);
            }
        }
        costs = then;
        at = *next;
        about_face(&mut costs, !in_zone(at));
    }
    let last = path.len().checked_sub(2).map_or(here, |place| path.get(place).copied());
    let came = last.and_then(|last| grid.direction(last, at)).or(first);
    let ends = Direction::ALL.into_iter().filter(|faces| costs[faces.index()] != NEVER);
    let ends = ends.filter(|faces| wanted.is_none_or(|wanted| wanted == *faces));
    ends.map(|faces| (faces, costs[faces.index()]))
        .min_by_key(|(faces, cost)| (*cost, came.map_or(0, |came| apart(*faces, came)), faces.0))
}

/// Lets every front become its opposite for a point, if that is allowed.
fn about_face(costs: &mut [u16; 6], allowed: bool) {
    if !allowed {
        return;
    }
    let before = *costs;
    for (faces, cost) in costs.iter_mut().enumerate() {
        *cost = (*cost).min(before[(faces + 3) % 6].saturating_add(chart::ABOUT_FACE));
    }
}

/// The fronts to which this unit may turn in place, with their cost in half points.
///
/// Before turn 1, and when it is reorganised, any (`cb:15a1`, `cb:15a6`). In its movement it may face about if it does nothing
/// else, and turn by as many hexsides as the option `pivot-in-place` allows (`cb:15a3`).
fn may_turn(state: &State, unit: UnitId) -> Result<Vec<(Direction, u16)>, Refusal> {
    let name = state.say(unit);
    let refuse = |code, clause, fact: String, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    if !state.game.options.has_facing() {
        let fact = "units have no facing in this game".to_owned();
        return refuse(Code::Facing, "cb:15a1", fact, "Leave it, or choose the option facing = on");
    }
    let Some(here) = state.hex(unit) else {
        return refuse(
            Code::WrongPiece,
            "cb:15a1",
            format!("{name} is not on the map"),
            "Choose a unit on the map",
        );
    };
    let all = || Direction::ALL.into_iter().map(|way| (way, 0)).collect();
    if state.pending.last() == Some(&Pending::Face { unit }) {
        return Ok(all());
    }
    let Some(now) = state.unit(unit).faces else {
        return refuse(
            Code::Facing,
            "cb:15a5",
            format!("{name} is routed and has no front"),
            "Reorganise it first",
        );
    };
    match &state.phase {
        Phase::SetUp => Ok(all()),
        Phase::Movement(_) => {
            super::movement::check_may_move(state, state.game.piece_of_unit(unit))?;
            let held = zones::in_zone(state, here, state.side(unit).enemy());
            let mut turns = Vec::new();
            if state.game.options.pivot_in_place == PivotInPlace::One {
                turns.extend([1, 5].map(|turn| (Direction((now.0 + turn) % 6), 0)));
            }
            if !held {
                turns.push((now.opposite(), chart::ABOUT_FACE));
            } else if turns.is_empty() {
                let fact = format!("{name} stands in an enemy zone and cannot face about");
                Refusal::new(Code::Facing, "cb:15a3", fact, "Leave it as it looks")
                    .unless(&state.overruled)?;
            }
            Ok(turns)
        }
        Phase::Command | Phase::Combat(_) | Phase::Reorganisation(_) | Phase::Over(_) => {
            let fact = format!("{name} turns in its own movement only");
            refuse(Code::WrongPhase, "cb:15a3", fact, "Turn it as it moves")
        }
    }
}

/// Turns a unit in place.
pub fn judge_face(s: &mut Scratch<'_>, unit: UnitId, towards: Hex) -> Judged {
    let turns = may_turn(&s.state, unit)?;
    let state = &s.state;
    let name = state.say(unit);
    let way = state.hex(unit).and_then(|here| state.game.map().grid.direction(here, towards));
    let Some(way) = way else {
        let fact = format!("{towards} is not next to {name}");
        let refusal = Refusal::new(Code::NotAdjacent, "cb:15a1", fact, "Name a hex next to it").at([towards]);
        return Err(refusal.into());
    };
    let cost = match turns.iter().find(|(to, _)| *to == way) {
        Some((_, cost)) => *cost,
        None => {
            let fact = format!("{name} cannot turn so far where it stands");
            let remedy = "Face it about outside enemy zones, or turn it as it moves";
            Refusal::new(Code::Facing, "cb:15a3", fact, remedy).at([towards]).unless(&state.overruled)?;
            s.note(Note::new("cb:15a3", "At the price of an about-face"));
            chart::ABOUT_FACE
        }
    };
    let asked = s.state.pending.last() == Some(&Pending::Face { unit });
    if matches!(s.state.phase, Phase::Movement(_)) {
        let (piece, from) = (s.state.game.piece_of_unit(unit), s.state.unit(unit).place);
        super::movement::begin_group(s, piece);
        s.note(Note::new("cb:15a3", format!("{}: {}", s.state.game.say(unit), hexes::movement_points(cost))));
        let broken = super::charge::is_broken_by(&s.state, unit, &[]);
        s.emit(Event::Moved { piece, from, path: Vec::new(), cost, faces: Some(way) });
        if broken {
            s.emit(Event::ChargeBroken { unit });
        }
        return Ok(());
    }
    s.emit(Event::Faced { unit, faces: way });
    if asked {
        s.emit(Event::Settled);
    }
    Ok(())
}

/// Every turn in place that may be ordered of this unit now.
pub fn offers(state: &State, unit: UnitId) -> Vec<Offer<Order>> {
    let (Ok(turns), Some(here)) = (may_turn(state, unit), state.hex(unit)) else { return Vec::new() };
    let now = state.unit(unit).faces;
    let asked = state.pending.last() == Some(&Pending::Face { unit });
    let turns = turns.into_iter().filter(|(way, _)| asked || now != Some(*way));
    let looks = turns.filter_map(|(way, _)| state.game.map().grid.neighbour(here, way));
    looks
        .map(|towards| {
            let words = format!("{} looks towards {towards}", state.game.say(unit));
            offer(Order::Face { unit, towards }, "face", words)
        })
        .collect()
}

/// Checks that an order names a front only if facing is played, and not for a leader (`cb:15a1`, `cb:15a7`).
pub fn check_named(state: &State, piece: super::roster::PieceId, faces: Option<Hex>) -> Result<(), Refusal> {
    let Some(towards) = faces else { return Ok(()) };
    if !state.game.options.has_facing() {
        let fact = "units have no facing in this game";
        let remedy = "Leave the facing out, or choose the option facing = on";
        return Err(Refusal::new(Code::Facing, "cb:15a1", fact, remedy).at([towards]));
    }
    match state.game.counter(piece) {
        Counter::Unit(_) => Ok(()),
        Counter::Leader(_) => {
            let fact = "leaders have no facing";
            Err(Refusal::new(Code::Facing, "cb:15a7", fact, "Leave the facing out").at([towards]))
        }
    }
}
