//! Lone leaders caught by the enemy: captured, or gone to friends (`cb:11e`).

use dice::Throw;
use game::working::Note;
use hexes::Hex;
use scenario::Side;

use super::combat;
use super::event::{Event, LeaderLoss};
use super::refusal::{Code, Refusal};
use super::roster::LeaderId;
use super::scratch::{Judged, Scratch};
use super::state::{Pending, Phase, State};

/// The face on which a leader is captured (`cb:11e`).
const CAPTURED: u8 = 6;

/// A unit of this side has entered the hex: lone enemy leaders there are captured on a 6, or get away (`cb:11e`).
///
/// Ruling: movement, advance and retreat all count as entry, and the entrant is not stopped. A leader with nowhere to go is
/// captured without a die.
pub fn overrun(s: &mut Scratch<'_>, hex: Hex, by: Side) -> Judged {
    let owner = by.enemy();
    if s.state.at(hex).any(|unit| s.state.side(unit) == owner) {
        return Ok(());
    }
    let of_owner = |leader: &LeaderId| s.state.game.leader(*leader).side == owner;
    let alone: Vec<LeaderId> = s.state.leaders_at(hex).filter(of_owner).collect();
    for leader in alone {
        let name = s.state.game.leader(leader).name.clone();
        let refuges = refuges(&s.state, leader, hex);
        if refuges.is_empty() {
            let why = "there is neither a friendly unit nor a free hex of his line of communications";
            s.note(Note::new("cb:11e", format!("{name} is captured in {hex} without a die: {why}")));
            s.emit(Event::LeaderLost { leader, cause: LeaderLoss::Captured, face: None });
            continue;
        }
        let seat = u8::try_from(owner.index()).ok();
        let why = format!("whether {name} is captured in {hex}");
        let face = s.throw(Throw::sum(1, 6, seat, "cb:11e", why))?.value;
        let face = u8::try_from(face).unwrap_or_default();
        if face >= CAPTURED {
            s.note(Note::new("cb:11e", format!("rolled {face}: {name} is captured in {hex}")));
            s.emit(Event::LeaderLost { leader, cause: LeaderLoss::Captured, face: Some(face) });
            continue;
        }
        s.note(Note::new("cb:11e", format!("rolled {face} < {CAPTURED}: {name} gets away from {hex}")));
        s.emit(Event::Escaped { leader, face });
        match refuges.as_slice() {
            [only] => s.emit(Event::Relocated { leader, hex: *only }),
            _ => s.emit(Event::Asked(Pending::Relocate { leader, hexes: refuges })),
        }
    }
    Ok(())
}

/// The refuges of a leader: the hexes of the nearest friendly units, routed or not; with none on the map, the nearest hexes of
/// his line of communications without an enemy. Sorted.
fn refuges(state: &State, leader: LeaderId, from: Hex) -> Vec<Hex> {
    let side = state.game.leader(leader).side;
    let friends: Vec<Hex> =
        state.on_map().filter(|(unit, _)| state.side(*unit) == side).map(|(_, hex)| hex).collect();
    let line = || {
        let held = |hex: &Hex| state.at(*hex).any(|unit| state.side(unit) != side);
        state.game.communications[side.index()].iter().copied().filter(|hex| !held(hex)).collect()
    };
    let all: Vec<Hex> = if friends.is_empty() { line() } else { friends };
    let apart = |hex: &Hex| state.game.map().grid.distance(from, *hex);
    let nearest = all.iter().map(apart).min();
    let mut near: Vec<Hex> = all.into_iter().filter(|hex| Some(apart(hex)) == nearest).collect();
    near.sort_unstable();
    near.dedup();
    near
}

/// A leader who was not captured goes to one of the nearest friendly units (`cb:11e`).
pub fn judge_relocate(s: &mut Scratch<'_>, leader: LeaderId, hex: Hex) -> Judged {
    let state = &s.state;
    let name = &state.game.leader(leader).name;
    let refuse = |code, fact: String, remedy: String| Refusal::new(code, "cb:11e", fact, remedy).at([hex]);
    let Some(Pending::Relocate { leader: asked, hexes }) = state.pending.last() else {
        let fact = format!("{name} need not go anywhere");
        let remedy = "A leader goes only when an enemy comes upon him alone";
        return Err(refuse(Code::NotOwed, fact, remedy.into()).into());
    };
    if *asked != leader {
        let fact = format!("it is {} who has to go somewhere", state.game.leader(*asked).name);
        return Err(refuse(Code::WrongPiece, fact, "Decide that first".into()).into());
    }
    if !hexes.contains(&hex) {
        let fact = format!("{hex} is none of the nearest friendly units' hexes");
        let names: Vec<String> = hexes.iter().map(Hex::to_string).collect();
        let refusal = refuse(Code::NoSuchHex, fact, format!("Choose {}", names.join(" or ")));
        let side = state.game.leader(leader).side;
        if !state.game.map().contains(hex) || state.at(hex).any(|unit| state.side(unit) != side) {
            return Err(refusal.into());
        }
        refusal.unless(&state.overruled)?;
    }
    s.emit(Event::Relocated { leader, hex });
    s.emit(Event::Settled);
    if matches!(s.state.phase, Phase::Combat(_)) && s.state.pending.is_empty() {
        return combat::go_on(s);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Lab, code, give};
    use crate::order::Order;
    use crate::state::Place;

    fn go(lab: &Lab, unit: &str, path: &[u16]) -> Order {
        let path = path.iter().copied().map(Hex).collect();
        Order::Move { piece: lab.piece(unit), path, faces: None }
    }

    #[test]
    fn a_lone_leader_is_captured_on_a_six_and_the_entrant_goes_on() {
        // cb:11e
        let lab = Lab::new().units("F5@2010 LE1.k@2008 E4.k@2003");
        let order = go(&lab, "F5@2010", &[2009, 2008, 2007]);
        let leader = lab.leader("LE1.k@2008");
        let mut taken = lab.state();
        give(&mut taken, &order, &[6]);
        assert_eq!(taken.leader(leader).place, Place::Eliminated);
        assert_eq!(taken.leader(leader).losses, 1);
        assert_eq!(taken.hex(lab.id("F5@2010")), Some(Hex(2007)));
        let mut free = lab.state();
        give(&mut free, &order, &[4]);
        assert_eq!(free.leader_hex(leader), Some(Hex(2003)));
        assert_eq!(free.leader(leader).losses, 0);
    }

    #[test]
    fn a_leader_with_a_unit_of_his_is_not_alone_and_his_own_side_does_not_take_him() {
        // cb:11e
        let lab = Lab::new().units("F5@2010 LE1.k@2008 E4.k@2008 LF1@2009");
        assert_eq!(code(&lab.state(), &go(&lab, "F5@2010", &[2009, 2008])), Some(Code::EnemyOccupied));
        let mut state = lab.state();
        give(&mut state, &go(&lab, "F5@2010", &[2009]), &[]);
    }

    #[test]
    fn the_owner_chooses_between_friends_as_near() {
        // cb:11e
        let lab = Lab::new().units("cF5-6@2010 LE1.k@2008 E4.k@2005 E3@1707 E2@3501");
        let grid = lab.state().game.map().grid;
        assert_eq!((grid.distance(Hex(2008), Hex(2005)), grid.distance(Hex(2008), Hex(1707))), (3, 3));
        let mut state = lab.state();
        give(&mut state, &go(&lab, "cF5-6@2010", &[2009, 2008]), &[3]);
        let leader = lab.leader("LE1.k@2008");
        let hexes = vec![Hex(1707), Hex(2005)];
        assert_eq!(state.pending, [Pending::Relocate { leader, hexes }]);
        let to = |hex| Order::Relocate { leader, hex: Hex(hex) };
        assert_eq!(code(&state, &Order::EndMovement), Some(Code::NotOwed));
        assert_eq!(code(&state, &to(3501)), Some(Code::NoSuchHex));
        give(&mut state, &to(1707), &[]);
        assert_eq!(state.leader_hex(leader), Some(Hex(1707)));
        assert!(state.pending.is_empty());
        assert_eq!(code(&state, &to(2005)), Some(Code::NotOwed));
    }

    #[test]
    fn without_units_he_goes_to_the_line_of_communications() {
        // cb:11e
        let lab = Lab::new().units("F5@2010 LE1.k@2008 E4.k@0113/9");
        let mut state = lab.state();
        give(&mut state, &go(&lab, "F5@2010", &[2009, 2008]), &[1]);
        assert_eq!(state.leader_hex(lab.leader("LE1.k@2008")), Some(Hex(113)));
    }
}
