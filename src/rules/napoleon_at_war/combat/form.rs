//! Which combats are well formed: which units are in contact, which bombard, what a gun reaches (`naw:7.13` to `naw:7.22`,
//! `naw:8.11` to `naw:8.45`).
//!
//! Units: hexes.

use crate::options::{Edition, MultiMulti};
use crate::zones::adjacent;
use crate::{Assault, Code, Refusal, State, UnitId};
use hexes::Hex;

use super::phase::CombatPhase;
use super::reach::{GunReach, may_bombard, reach};
use super::strength;
use game::hex_combats::Formed;

pub(super) fn refuse(code: Code, clause: &'static str, fact: String, remedy: &str) -> Refusal {
    Refusal::new(code, clause, fact, remedy)
}

/// The combat if it is well formed, otherwise the first clause it breaks.
///
/// The duties it leaves open are not checked here: see [`super::admit`].
pub fn form(state: &State, phase: &CombatPhase, assault: &Assault) -> Result<Formed, Refusal> {
    let sorted = |units: &[UnitId]| {
        let mut units = units.to_vec();
        units.sort_unstable();
        units
    };
    let (attackers, defenders) = (sorted(&assault.attackers), sorted(&assault.defenders));
    if let (Some(fight), Some(lowered)) = (&phase.fight, assault.lowered)
        && fight.attackers == attackers
        && fight.defenders == defenders
    {
        let fact = format!("the die has been thrown at {}: {lowered} comes too late", fight.column);
        refuse(Code::TooLate, "naw:7.9", fact, "Lower the odds before the die").unless(&state.overruled)?;
    }
    check_named(state, &attackers, &defenders)?;
    check_unused(state, phase, &attackers, &defenders)?;

    let (ranged, contact): (Vec<UnitId>, Vec<UnitId>) =
        attackers.iter().partition(|unit| may_bombard(state, phase, **unit));
    check_contact(state, phase, &contact, &defenders)?;
    if let Some(gun) = attackers.iter().find(|unit| phase.silenced.contains(unit)) {
        let fact = format!("{} was displaced before it fired", state.say(*gun));
        let remedy = "Attack without it: it is silent for the rest of this phase";
        refuse(Code::DisplacedGun, "naw:7.82", fact, remedy).at(state.hex(*gun)).unless(&state.overruled)?;
    }
    if assault.lowered.is_some() && !state.game.options.lowering_allowed() {
        let fact = match state.game.options.edition {
            Edition::DecisionGames => "this edition has no voluntary lowering of the odds".into(),
            Edition::Spi1975 => "lowering the odds is switched off".into(),
        };
        refuse(Code::NotInEdition, "naw:7.9", fact, "Attack in the computed column")
            .unless(&state.overruled)?;
    }
    for gun in &ranged {
        check_reach(state, *gun, &defenders)?;
    }
    if contact.is_empty() && defenders.len() > 1 {
        let fact = format!("guns alone bombard one hex, not {}", defenders.len());
        let remedy = "Name one target, or let a unit in contact with all of them join";
        let hexes = defenders.iter().filter_map(|unit| state.hex(*unit));
        refuse(Code::SingleTarget, "naw:8.13", fact, remedy).at(hexes).unless(&state.overruled)?;
    }
    let formed = Formed { contact, ranged, defenders };
    if let Some(lowered) = assault.lowered {
        let computed = strength::reckon(state, &formed).column;
        if lowered > computed {
            let fact = format!("{lowered} is above the computed {computed}");
            refuse(Code::NotLower, "naw:7.9", fact, "Name a column at or below the computed one")
                .unless(&state.overruled)?;
        }
    }
    Ok(formed)
}

/// Every named unit exists, is on the map, belongs to the right side and is named once.
fn check_named(state: &State, attackers: &[UnitId], defenders: &[UnitId]) -> Result<(), Refusal> {
    let bad = |fact: &str| {
        refuse(Code::BadOrder, "naw:7.0", fact.into(), "Name attackers and defenders, each once")
    };
    if attackers.is_empty() || defenders.is_empty() {
        return Err(bad("a combat needs attackers and defenders"));
    }
    if attackers.windows(2).chain(defenders.windows(2)).any(|pair| pair[0] == pair[1]) {
        return Err(bad("a unit is named twice"));
    }
    for &unit in attackers.iter().chain(defenders) {
        if unit.index() >= state.units.len() {
            let fact = format!("there is no unit number {}", unit.0);
            return Err(refuse(Code::NoSuchUnit, "naw:7.0", fact, "Name units of this battle"));
        }
        if state.hex(unit).is_none() {
            let fact = format!("{} is not on the map", state.game.say(unit));
            return Err(refuse(Code::NoSuchUnit, "naw:7.0", fact, "Name units on the map"));
        }
    }
    if let Some(&unit) = attackers.iter().find(|unit| state.side(**unit) != state.phasing) {
        let clause = if state.game.is_artillery(unit) { "naw:8.51" } else { "naw:4.1.B" };
        let fact = format!("{} is not of the phasing side", state.say(unit));
        let remedy = "Only the side whose turn it is attacks or bombards";
        return Err(refuse(Code::NotPhasing, clause, fact, remedy).at(state.hex(unit)));
    }
    match defenders.iter().find(|unit| state.side(**unit) == state.phasing) {
        Some(unit) => Err(bad(&format!("{} is of the attacker's own side", state.say(*unit)))),
        None => Ok(()),
    }
}

/// No unit attacks twice and no enemy is attacked twice in a phase; strength may not be divided (`naw:7.14`, `naw:7.3`).
fn check_unused(
    state: &State,
    phase: &CombatPhase,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Result<(), Refusal> {
    if let Some(unit) = attackers.iter().find(|unit| phase.fought.contains(unit)) {
        let fact = format!("{} has fought in this phase", state.say(*unit));
        let remedy = "A unit fights once in a phase, with its whole strength";
        refuse(Code::AlreadyFought, "naw:7.14", fact, remedy)
            .at(state.hex(*unit))
            .unless(&state.overruled)?;
    }
    if let Some(unit) = defenders.iter().find(|unit| phase.attacked.contains(unit)) {
        let fact = format!("{} was attacked in this phase", state.say(*unit));
        let remedy = "An enemy is attacked once in a phase";
        refuse(Code::AlreadyAttacked, "naw:7.14", fact, remedy)
            .at(state.hex(*unit))
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Units in contact must touch the enemies they attack (`naw:7.15`, `naw:7.22`, `naw:8.41`).
fn check_contact(
    state: &State,
    phase: &CombatPhase,
    contact: &[UnitId],
    defenders: &[UnitId],
) -> Result<(), Refusal> {
    let map = state.game.map();
    let touches = |a: UnitId, e: UnitId| match (state.hex(a), state.hex(e)) {
        (Some(a), Some(e)) => adjacent(map, a, e),
        _ => false,
    };
    let say = |unit: UnitId| state.say(unit);
    let is_gun = |unit: &&UnitId| state.game.is_artillery(**unit);
    for &unit in contact.iter().filter(|unit| !is_gun(unit)) {
        check_touch(state, unit, defenders, touches)?;
    }
    // 7.15 does not apply "only what it touches" to artillery: a gun in contact that is aimed farther off breaks 8.41 alone.
    // Where attackers need only be linked, other attackers may touch an enemy that this one does not.
    for &gun in contact.iter().filter(is_gun) {
        let linked = state.game.options.multi_multi == MultiMulti::Connected
            && defenders.iter().any(|e| touches(gun, *e));
        let reached = |e: UnitId| linked && contact.iter().any(|a| touches(*a, e));
        let far = defenders.iter().copied().find(|e| !touches(gun, *e) && !reached(*e));
        if let Some(e) = far {
            let fact = format!("{} is in an enemy zone and may not bombard {}", say(gun), say(e));
            let remedy = "A gun in contact attacks enemies next to it";
            let hexes = [state.hex(gun), state.hex(e)].into_iter().flatten();
            refuse(Code::GunInContact, "naw:8.41", fact, remedy).at(hexes).unless(&state.overruled)?;
        }
    }
    if contact.is_empty() {
        return Ok(());
    }
    if let Some(e) = defenders.iter().find(|e| !contact.iter().any(|a| touches(*a, **e))) {
        let fact = format!("no unit in contact touches {}", say(*e));
        let remedy = "Bombard it in a combat of its own, or leave it out";
        refuse(Code::NotAdjacent, "naw:7.22", fact, remedy).at(state.hex(*e)).unless(&state.overruled)?;
    }
    // Contact made during this phase gives neither a duty nor a right to attack (`naw:7.11`).
    let in_touch = |unit: &UnitId| defenders.iter().any(|e| touches(*unit, *e));
    let new = contact.iter().find(|unit| phase.owing.binary_search(unit).is_err() && in_touch(unit));
    if let Some(unit) = new {
        let gun = state.game.is_artillery(*unit);
        let (code, clause) = if gun { (Code::GunInContact, "naw:8.41") } else { (Code::NotOwed, "naw:7.11") };
        let fact = format!("{} came into contact only in this combat phase", say(*unit));
        let remedy = "Only units in contact as the phase began attack hand to hand";
        refuse(code, clause, fact, remedy).at(state.hex(*unit)).unless(&state.overruled)?;
    }
    match state.game.options.multi_multi {
        MultiMulti::Complete => Ok(()),
        MultiMulti::Forbid if contact.len() > 1 && defenders.len() > 1 => refuse(
            Code::NotComplete,
            "naw:7.22",
            "several units in contact attack several defenders".into(),
            "Let one attack several, or several one",
        )
        .unless(&state.overruled),
        MultiMulti::Forbid => Ok(()),
        MultiMulti::Connected => {
            let mut linked = vec![contact[0]];
            let mut next = 0;
            while next < linked.len() {
                let unit = linked[next];
                let fresh = contact.iter().chain(defenders).copied().filter(|other| !linked.contains(other));
                let joined: Vec<UnitId> = fresh
                    .filter(|other| state.side(*other) != state.side(unit) && touches(unit, *other))
                    .collect();
                linked.extend(joined);
                next += 1;
            }
            if linked.len() == contact.len() + defenders.len() {
                return Ok(());
            }
            let fact = "the attackers and defenders are not all linked by contact".into();
            refuse(Code::NotComplete, "naw:7.22", fact, "Make two combats of it").unless(&state.overruled)
        }
    }
}

/// Infantry or cavalry must touch at least one of the enemies it attacks, and all of them unless attackers need only be linked
/// (`naw:7.15`, `naw:7.22`).
fn check_touch(
    state: &State,
    unit: UnitId,
    defenders: &[UnitId],
    touches: impl Fn(UnitId, UnitId) -> bool,
) -> Result<(), Refusal> {
    let Some(missed) = defenders.iter().copied().find(|e| !touches(unit, *e)) else { return Ok(()) };
    let hexes: Vec<Hex> = [state.hex(unit), state.hex(missed)].into_iter().flatten().collect();
    let (name, enemy) = (state.say(unit), state.say(missed));
    if !defenders.iter().any(|e| touches(unit, *e)) {
        let river = hexes.len() == 2 && state.game.map().grid.distance(hexes[0], hexes[1]) == 1;
        let (code, fact) = match river {
            true => (Code::River, format!("{name} would attack {enemy} over a river without a bridge")),
            false => (Code::NotAdjacent, format!("{name} is not next to {enemy}")),
        };
        let remedy = "Only artillery attacks what it does not touch";
        return refuse(code, "naw:7.15", fact, remedy).at(hexes).unless(&state.overruled);
    }
    if state.game.options.multi_multi != MultiMulti::Connected {
        let fact = format!("{name} is not next to {enemy}");
        let remedy = "In one combat every unit in contact touches every defender";
        refuse(Code::NotAdjacent, "naw:7.22", fact, remedy).at(hexes).unless(&state.overruled)?;
    }
    Ok(())
}

/// A bombarding gun must reach at least one of the defenders (`naw:8.11`, `naw:8.22`, `naw:8.31`).
fn check_reach(state: &State, gun: UnitId, defenders: &[UnitId]) -> Result<(), Refusal> {
    let mut nearest = (u32::MAX, defenders[0]);
    let mut blocked = None;
    for &e in defenders {
        match reach(state, gun, e) {
            GunReach::Open => return Ok(()),
            GunReach::Blocked(by) => blocked = blocked.or(Some((e, by))),
            GunReach::TooFar(far) => nearest = nearest.min((far, e)),
            GunReach::Adjacent => nearest = nearest.min((1, e)),
        }
    }
    if let Some((e, by)) = blocked {
        let hexes: Vec<String> = by.iter().map(ToString::to_string).collect();
        let fact =
            format!("{} does not see {}: {} in the way", state.say(gun), state.say(e), hexes.join(" and "));
        return refuse(Code::Blocked, "naw:8.31", fact, "Choose a target in plain sight")
            .at(by)
            .unless(&state.overruled);
    }
    let (far, e) = nearest;
    let hexes = [state.hex(gun), state.hex(e)].into_iter().flatten();
    let fact = if far == 1 {
        format!("{} is next to {} and cannot bombard it", state.say(gun), state.say(e))
    } else {
        format!("{} is {far} hexes from {}", state.say(gun), state.say(e))
    };
    refuse(Code::OutOfRange, "naw:8.11", fact, "Guns bombard at two hexes").at(hexes).unless(&state.overruled)
}
