//! How offered orders are listed among similar ones. Units: strength points, hexes.

use crate::combat::retreat::RetreatField;
use crate::order::{Assault, Withdrawal};
use crate::roster::{PieceId, UnitId};
use crate::state::State;
use crate::{Order, rally as rallying};
use game::{Listing, joined, sentence};
use hexes::Hex;

use super::{card, reckoned, units};

/// How an offered order appears in a list; `None` means in its own words.
pub fn listing(state: &State, order: &Order) -> Option<Listing> {
    if let Some((unit, target)) = order.charge() {
        Some(charge(state, unit, state.game.as_unit(target)?))
    } else if let Some((unit, by)) = order.rally() {
        Some(rally(state, unit, by))
    } else if let Some((unit, to)) = order.advance() {
        let worth = f64::from(state.unit(unit).strength);
        Some(listed(state.say(unit), format!("into {to}"), String::new(), worth))
    } else if let Some((unit, to)) = order.attach() {
        let words = format!("put {} under {}", state.game.say(unit), state.game.say_piece(to));
        Some(listed(String::new(), words, String::new(), 0.0))
    } else if let Some(unit) = order.release() {
        let words = format!("release {} from {}", state.game.say(unit), state.say_group(state.group(unit)));
        Some(listed(String::new(), words, String::new(), 0.0))
    } else if let Some(back) = order.retreat() {
        retreat(state, back)
    } else {
        attack(state, order.attack()?)
    }
}

fn listed(under: String, words: String, note: String, worth: f64) -> Listing {
    Listing { under, words: sentence(&words), note, worth, in_vain: false }
}

/// Under the cavalry: its target, and its strength there.
fn charge(state: &State, unit: UnitId, target: UnitId) -> Listing {
    let between = card::between(state, unit, target).len();
    let between = units::hexes(u32::try_from(between).unwrap_or(u32::MAX));
    let strength = |id: UnitId| f64::from(state.unit(id).strength);
    let worth = strength(unit) * 2.0 / strength(target).max(1.0);
    let words = format!("{}, {between} between", state.say(target));
    listed(state.say(unit), words, card::alone(state, unit, target), worth)
}

/// Under the routed unit: the commander, and whether a die is thrown (`cb:12c`).
fn rally(state: &State, unit: UnitId, by: PieceId) -> Listing {
    let shaken = rallying::needs_die(state, by);
    let die = if shaken { rallying::RUNS_ON } else { "without a die" };
    let worth = f64::from(state.game.unit(unit).strength) - if shaken { 0.5 } else { 0.0 };
    listed(state.say(unit), format!("by {}", state.game.say_piece(by)), die.to_owned(), worth)
}

/// Under the unit: the path, units that make room, companions; nearer the line of communications is better (`cb:8a5`).
fn retreat(state: &State, back: &Withdrawal) -> Option<Listing> {
    let Some(last) = back.way.last().filter(|hex| state.game.map().contains(**hex)) else {
        // A unit with a path has other orders before this one.
        let words = "displace nobody, and it is eliminated".to_owned();
        return back.way.is_empty().then(|| listed(state.say(back.unit), words, String::new(), -1e6));
    };
    let far = state.game.to_communications(state.side(back.unit), *last);
    let mut words = format!("to {}", units::in_a_row(&back.way));
    for (friend, hex) in displaced(state, back) {
        words.push_str(&format!(", {} makes way to {hex}", state.game.unit(friend).name));
    }
    if !back.with.is_empty() {
        let name = |leader| state.game.leader(leader).name.clone();
        let names: Vec<String> = back.with.iter().copied().map(name).collect();
        words.push_str(&format!(", {} with it", joined(&names, "and")));
    }
    let note = format!("{} from communications", units::hexes(far));
    let worth = -f64::from(far) - if back.chain.is_empty() { 0.0 } else { 0.5 };
    Some(listed(state.say(back.unit), words, note, worth))
}

/// The units that make room for it, each with its new hex (`cb:8a3`).
fn displaced(state: &State, back: &Withdrawal) -> Vec<(UnitId, Hex)> {
    let (Some(phase), Some(to)) = (state.combat(), back.way.last()) else { return Vec::new() };
    RetreatField::new(state, phase, back.unit).displaced(*to, &back.chain)
}

fn attack(state: &State, assault: &Assault) -> Option<Listing> {
    let reckoned = reckoned::reckon(state, assault).ok()?;
    let (attack, defence) = (reckoned.sum.attack, reckoned.sum.defence);
    let words = format!("{} on {}", state.say_all(&assault.by), state.say_all(&assault.on));
    let column = reckoned.used.map_or("no die", |column| column.name());
    let note = format!("{column}, {attack} to {defence}");
    Some(listed(String::new(), words, note, f64::from(attack) / f64::from(defence.max(1))))
}
