//! Advances into the hexes that a combat has emptied (`cb:7c4`, `cb:8B`, `cb:9d`, `cb:11c`).

use crate::chart::{self, Entry};
use crate::event::Event;
use crate::leaders;
use crate::refusal::{Code, Refusal};
use crate::roster::{LeaderId, UnitId};
use crate::scratch::{Judged, Scratch};
use crate::state::State;
use crate::zones::adjacent;
use hexes::Hex;
use scenario::Side;

use super::event::CombatEvent;
use super::fight::{self, running};
use super::phase::{CombatPhase, Fight, Step};

/// The hexes still open to an advance: emptied, and not entered since.
fn open(state: &State, fight: &Fight) -> Vec<Hex> {
    let hexes: Vec<Hex> = match &fight.step {
        Step::Advances { open } => open.clone(),
        Step::Retreats { .. } => fight.vacated.keys().copied().collect(),
        Step::Done => Vec::new(),
    };
    hexes.into_iter().filter(|hex| state.at(*hex).next().is_none()).collect()
}

/// Every advance that may be ordered now.
///
/// Clauses: `cb:8B`, `cb:9d`, `cb:12a`. Ruling: participants of the other side, in good order, adjacent to the hex and not over a
/// river, where their terrain allows; of guns only defending ones. Units that have retreated, been displaced or advanced stay.
pub fn advances(state: &State, phase: &CombatPhase, fight: &Fight) -> Vec<(UnitId, Hex)> {
    let mut advances = Vec::new();
    for hex in open(state, fight) {
        let Some(&side) = fight.vacated.get(&hex) else { continue };
        let others = others(state, fight, side).iter().copied();
        let may = others.filter(|unit| check_unit(state, phase, fight, *unit, hex).is_ok());
        advances.extend(may.map(|unit| (unit, hex)));
    }
    advances.sort_unstable();
    advances
}

/// The participants of the other side.
fn others<'f>(state: &State, fight: &'f Fight, side: Side) -> &'f [UnitId] {
    if side == state.phasing { &fight.defenders } else { &fight.attackers }
}

/// Checks that this participant may enter this hex.
fn check_unit(
    state: &State,
    phase: &CombatPhase,
    fight: &Fight,
    unit: UnitId,
    to: Hex,
) -> Result<(), Refusal> {
    let name = state.say(unit);
    let bar = |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy).at([to]);
    let refuse = |code, clause, fact, remedy| bar(code, clause, fact, remedy).unless(&state.overruled);
    let stays = "It stays where it is";
    let map = state.game.map();
    let Some(here) = state.hex(unit) else {
        return Err(bar(Code::NotOwed, "cb:7c4", format!("{name} took part and is gone"), stays));
    };
    if phase.spent.contains(&unit) {
        let fact = format!("{name} has retreated, been displaced or advanced");
        refuse(Code::OneAdvance, "cb:8B", fact, stays)?;
    }
    let marks = map.between(here, to).filter(|_| map.contains(to));
    if marks.is_none() {
        let fact = format!("{to} is not next to {here}");
        let far = bar(Code::NotAdjacent, "cb:8B", fact, "An advance is one hex");
        if map.contains(to) { far.unless(&state.overruled) } else { Err(far) }?;
    }
    if state.game.is_artillery(unit) && fight.attackers.contains(&unit) {
        refuse(Code::NotOwed, "cb:9d", format!("{name} has bombarded: attacking guns stay"), stays)?;
    }
    let entry =
        marks.map(|marks| chart::entry(map.kind(to), marks, state.game.arm(unit), &state.game.options));
    if marks.is_some() && !adjacent(map, here, to) {
        refuse(Code::River, "cb:7c4", format!("a river lies before {to}"), stays)?;
    } else if matches!(entry, Some(Entry::River | Entry::NoRoad)) {
        let kind = chart::kind_words(map.kind(to));
        refuse(Code::NoRoad, "cb:9a", format!("{name} cannot enter {to}: {kind} without a road"), stays)?;
    }
    if state.unit(unit).routed {
        // Routed units run from the enemy, and do not pursue.
        refuse(Code::NotOwed, "cb:12a", format!("{name} is routed and does not advance"), stays)?;
    }
    Ok(())
}

/// The attacker goes on only when the defender has made use of its advance, or has declined it.
///
/// Clause: `cb:7c4`. Ruling: an attacker who goes on gives up its own advance, not the defender's.
pub(super) fn check_defenders_advance(
    state: &State,
    phase: &CombatPhase,
    fight: &Fight,
) -> Result<(), Refusal> {
    if fight.beats_attackers() != Some(true) {
        return Ok(());
    }
    let advances = advances(state, phase, fight);
    let Some((unit, _)) = advances.first() else { return Ok(()) };
    let fact = format!("{} may advance after the last combat", state.game.side_name(state.side(*unit)));
    let remedy = "Let the defender advance or decline first";
    let hexes = advances.iter().map(|(_, to)| *to);
    Refusal::new(Code::CombatOwed, "cb:7c4", fact, remedy).at(hexes).unless(&state.overruled)
}

/// The side whose advance the combat waits for.
pub fn side(state: &State, fight: &Fight) -> Side {
    if fight.beats_attackers() == Some(true) { state.phasing.enemy() } else { state.phasing }
}

/// A unit enters an emptied hex; leaders with it must come (`cb:11c`), and may come upon lone enemy leaders (`cb:11e`).
pub fn judge_advance(s: &mut Scratch<'_>, unit: UnitId, to: Hex) -> Judged {
    let phase = running(&s.state, "cb:8B")?.clone();
    check(&s.state, &phase, unit, to)?;
    let side = s.state.side(unit);
    let here = s.state.hex(unit);
    let stacked = s.state.game.leaders_of(side).filter(|leader| s.state.leader_hex(*leader) == here);
    let with: Vec<LeaderId> = stacked.collect();
    s.emit(Event::Combat(CombatEvent::Advanced { unit, to, with }));
    if let Some(Step::Advances { open }) = phase.fight.map(|fight| fight.step) {
        let open = open.into_iter().filter(|hex| *hex != to).collect();
        s.emit(Event::Combat(CombatEvent::Came { step: Step::Advances { open } }));
    }
    leaders::overrun(s, to, side)?;
    fight::go_on(s)
}

fn check(state: &State, phase: &CombatPhase, unit: UnitId, to: Hex) -> Result<(), Refusal> {
    let refuse = |code, fact: String, remedy: &str| Refusal::new(code, "cb:7c4", fact, remedy).at([to]);
    let overruled = &state.overruled;
    let Some(fight) = &phase.fight else {
        return Err(refuse(Code::NotOwed, "no combat has been fought".to_owned(), "Fight first"));
    };
    // It is the other side that advances.
    let is_other = state.side(unit) != side(state, fight);
    let unless_other = |refusal: Refusal| if is_other { Err(refusal) } else { refusal.unless(overruled) };
    if !fight.is_participant(unit) {
        let fact = format!("{} took no part in the last combat", state.say(unit));
        let remedy = "Advance with a unit that did, before the next combat";
        unless_other(refuse(Code::NotOwed, fact, remedy))?;
    }
    match &fight.step {
        Step::Retreats { .. } => {
            let fact = "retreats come before any advance".to_owned();
            refuse(Code::NotOwed, fact, "Finish them first").unless(overruled)?;
        }
        Step::Done => {
            let fact = "no advance is open after the last combat".to_owned();
            refuse(Code::NotOwed, fact, "It stays where it is").unless(overruled)?;
        }
        Step::Advances { .. } => {}
    }
    let emptied = fight.vacated.get(&to).filter(|side| **side != state.side(unit));
    if emptied.is_none() {
        let fact = format!("this combat has not emptied {to} of enemies");
        unless_other(refuse(Code::NotOwed, fact, "Enter a hex that they have left"))?;
    }
    if let Some(other) = state.at(to).next() {
        let (code, fact) = if fight.is_participant(other) && state.side(other) == state.side(unit) {
            (Code::OneAdvance, format!("{} has advanced to {to}", state.game.say(other)))
        } else {
            (Code::Occupied, format!("{} is in {to}", state.game.say(other)))
        };
        let refusal = refuse(code, fact, "One unit enters an emptied hex");
        if state.side(other) != state.side(unit) {
            return Err(refusal);
        }
        refusal.unless(overruled)?;
    } else if !open(state, fight).contains(&to) {
        let fact = format!("{to} has been entered");
        refuse(Code::OneAdvance, fact, "One unit enters an emptied hex").unless(overruled)?;
    }
    check_unit(state, phase, fight, unit, to)
}
