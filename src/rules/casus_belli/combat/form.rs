//! Well-formed combats (`cb:7a1` to `cb:7a4`, `cb:8a4`, `cb:9b` to `cb:9f`, `cb:10e`, `cb:11b`, `cb:12a`).
//!
//! Whether the phase can be completed after it is checked in [`super::admit`]. Units: hexes.

use crate::options::{BonusPerCombat, Merge, OocBombardment};
use crate::order::Assault;
use crate::refusal::{Code, Refusal};
use crate::roster::{LeaderId, UnitId};
use crate::state::State;
use hexes::Hex;
use scenario::UnitSet;

use super::phase::CombatPhase;
use super::reach::{self, GunReach, Part, part, reach, touches};
use super::strength;
use game::hex_combats::Formed;

pub(super) fn refuse(code: Code, clause: &'static str, fact: String, remedy: &str) -> Refusal {
    Refusal::new(code, clause, fact, remedy)
}

fn hexes(state: &State, units: impl IntoIterator<Item = UnitId>) -> Vec<Hex> {
    units.into_iter().filter_map(|unit| state.hex(unit)).collect()
}

/// The combat, or the refusal by the first clause that it breaks.
pub fn form(state: &State, phase: &CombatPhase, assault: &Assault) -> Result<Formed, Refusal> {
    let sorted = |units: &[UnitId]| {
        let mut units = units.to_vec();
        units.sort_unstable();
        units
    };
    let (by, on) = (sorted(&assault.by), sorted(&assault.on));
    check_named(state, &by, &on)?;
    by.iter().try_for_each(|unit| check_contact(state, *unit, &on))?;
    check_unused(state, phase, &by, &on)?;
    let parts: Vec<(UnitId, Part)> =
        by.iter().map(|unit| (*unit, part(state, phase, *unit, on.iter().collect()))).collect();
    check_linked(state, phase, &parts, &on)?;
    check_spent(state, phase, &by, &on)?;
    for (unit, part) in &parts {
        check_hits(state, phase, (*unit, *part), &on)?;
    }
    check_able(state, phase, &by, &on)?;
    let is_ranged = |part: &Part| matches!(part, Part::Ranged(_));
    let of = |ranged: bool| {
        let parts = parts.iter().filter(|(_, part)| is_ranged(part) == ranged);
        parts.map(|(unit, _)| *unit).collect::<Vec<_>>()
    };
    let formed = Formed { contact: of(false), ranged: of(true), defenders: on };
    check_lowered(state, &formed, assault)?;
    check_leaders(state, phase, &formed, &assault.leaders)?;
    Ok(formed)
}

/// Checks that every named unit is on the map, on the right side and named once.
fn check_named(state: &State, by: &[UnitId], on: &[UnitId]) -> Result<(), Refusal> {
    let bad = |fact: &str| {
        refuse(Code::BadOrder, "cb:7a4", fact.into(), "Name who attacks and who is attacked, each once")
    };
    if let Some(&unit) = by.iter().find(|unit| state.side(**unit) != state.phasing) {
        let fact = format!("{} is not of the side whose turn it is", state.say(unit));
        let remedy = "Only the side whose turn it is attacks";
        return Err(refuse(Code::NotPhasing, "cb:2D", fact, remedy).at(state.hex(unit)));
    }
    if by.is_empty() || on.is_empty() {
        return Err(bad("a combat needs somebody who attacks and somebody who is attacked"));
    }
    if by.windows(2).chain(on.windows(2)).any(|pair| pair[0] == pair[1]) {
        return Err(bad("a unit is named twice"));
    }
    if let Some(&unit) = by.iter().chain(on).find(|unit| state.hex(**unit).is_none()) {
        let fact = format!("{} is not on the map", state.game.say(unit));
        return Err(refuse(Code::WrongPiece, "cb:7a1", fact, "Name units on the map"));
    }
    match on.iter().find(|unit| state.side(**unit) == state.phasing) {
        Some(unit) => Err(bad(&format!("{} is of the attacker's own side", state.say(*unit)))),
        None => Ok(()),
    }
}

/// Checks that participants are adjacent, guns excepted (`cb:7a1`, `cb:tet-river`).
fn check_contact(state: &State, unit: UnitId, on: &[UnitId]) -> Result<(), Refusal> {
    if state.game.is_artillery(unit) || on.iter().any(|enemy| touches(state, unit, *enemy)) {
        return Ok(());
    }
    let grid = state.game.map().grid;
    let over = on.iter().copied().find(|enemy| match (state.hex(unit), state.hex(*enemy)) {
        (Some(here), Some(there)) => grid.distance(here, there) == 1,
        _ => false,
    });
    if let Some(enemy) = over {
        let fact = format!("a river lies between {} and {}", state.say(unit), state.say(enemy));
        let remedy = "Nobody but guns attacks over a river";
        return refuse(Code::River, "cb:tet-river", fact, remedy)
            .at(hexes(state, [unit, enemy]))
            .unless(&state.overruled);
    }
    let fact = format!("{} is next to nobody whom it would attack", state.say(unit));
    let remedy = "Only guns attack what is not next to them";
    refuse(Code::NotAdjacent, "cb:7a1", fact, remedy).at(hexes(state, [unit, on[0]])).unless(&state.overruled)
}

/// Checks that a unit attacks once in a phase and an enemy is attacked once; guns hit one hex a phase (`cb:7a2`, `cb:9c`).
fn check_unused(state: &State, phase: &CombatPhase, by: &[UnitId], on: &[UnitId]) -> Result<(), Refusal> {
    if let Some(unit) = by.iter().find(|unit| phase.fought.contains(unit)) {
        let fact = format!("{} has attacked in this phase", state.say(*unit));
        refuse(Code::AlreadyFought, "cb:7a2", fact, "A unit attacks once in a phase")
            .at(state.hex(*unit))
            .unless(&state.overruled)?;
    }
    if let Some(unit) = on.iter().find(|unit| phase.attacked.contains(unit)) {
        let fact = format!("{} was attacked in this phase", state.say(*unit));
        let remedy = "An enemy is attacked once in a phase";
        refuse(Code::AlreadyAttacked, "cb:7a2", fact, remedy)
            .at(state.hex(*unit))
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Checks for units that retreated, were displaced or advanced, which neither attack nor are attacked (`cb:8a4`, `cb:7c4`).
fn check_spent(state: &State, phase: &CombatPhase, by: &[UnitId], on: &[UnitId]) -> Result<(), Refusal> {
    let Some(unit) = by.iter().chain(on).find(|unit| phase.spent.contains(unit)) else { return Ok(()) };
    let what = if phase.displaced.contains(unit) { "was displaced" } else { "has retreated or advanced" };
    let fact = format!("{} {what} in this phase and fights no more", state.say(*unit));
    let code = if by.contains(unit) { Code::AlreadyFought } else { Code::AlreadyAttacked };
    refuse(code, "cb:8a4", fact, "Leave it out").at(state.hex(*unit)).unless(&state.overruled)
}

/// Checks that all units of an attack are linked: each attacker with a defender, each defender with an attacker, and all together.
///
/// Clauses: `cb:7a4`, `cb:9c`. Ruling: links are made by units that fight hand to hand, including batteries in enemy zones; other
/// guns hit one hex each and link nothing. With the option `merge`, units that fight hand to hand must touch every defender.
fn check_linked(
    state: &State,
    phase: &CombatPhase,
    parts: &[(UnitId, Part)],
    on: &[UnitId],
) -> Result<(), Refusal> {
    let hands = parts.iter().filter_map(|(unit, part)| match part {
        Part::Hand(hits) if !hits.is_empty() => Some((*unit, *hits)),
        Part::Hand(_) | Part::Near(_) | Part::Ranged(_) => None,
    });
    let hands: Vec<(UnitId, UnitSet)> = hands.collect();
    let all: UnitSet = on.iter().collect();
    if state.game.options.merge == Merge::AllAdjacent
        && let Some((unit, missed)) =
            hands.iter().find_map(|(unit, hits)| Some((*unit, all.minus(*hits).first()?)))
    {
        let fact = format!("{} is not next to {}", state.say(unit), state.say(missed));
        let remedy = "In one attack every attacker is next to every defender";
        refuse(Code::NotConnected, "cb:7a4", fact, remedy)
            .at(hexes(state, [unit, missed]))
            .unless(&state.overruled)?;
    }
    let linked = linked(on, &hands);
    let Some(missed) = all.minus(linked).first() else { return Ok(()) };
    // Targets of a battery, adjacent or not: it still hits only one hex of them.
    let could_hit = |unit: UnitId, part: Part| match state.game.is_artillery(unit) {
        true => on.iter().filter(|enemy| reach::could_hit(state, unit, **enemy)).collect(),
        false => part.targets(),
    };
    let with_guns: Vec<(UnitId, UnitSet)> =
        parts.iter().map(|(unit, part)| (*unit, could_hit(*unit, *part))).collect();
    let loose = with_guns.iter().find(|(unit, hits)| state.game.is_artillery(*unit) && hits.len() > 1);
    if let Some((gun, _)) = loose
        && all.is_within(self::linked(on, &with_guns))
    {
        let (name, pins) = (state.say(*gun), reach::pins(state, phase, *gun));
        let (fact, remedy) = if pins.is_empty() {
            let remedy = "A battery hits one hex in a phase: make two combats of it";
            (format!("{name} would hit several hexes"), remedy)
        } else {
            let held = state.say_all(&pins.to_vec());
            let fact = format!("{name} stands in an enemy zone and attacks nobody but {held}");
            (fact, "Guns in an enemy zone attack who holds them there")
        };
        return refuse(Code::SingleTarget, "cb:9c", fact, remedy)
            .at(hexes(state, on.iter().copied()))
            .unless(&state.overruled);
    }
    let fact = format!("{} is not linked with the others in this attack", state.say(missed));
    let remedy = "Merge only combats that have a unit next to both, or make two of them";
    refuse(Code::NotConnected, "cb:7a4", fact, remedy)
        .at(hexes(state, on.iter().copied()))
        .unless(&state.overruled)
}

/// The defenders linked with the first one by these attackers.
fn linked(on: &[UnitId], attackers: &[(UnitId, UnitSet)]) -> UnitSet {
    let mut linked: UnitSet = on.iter().take(1).collect();
    loop {
        let more = attackers.iter().filter(|(_, hits)| hits.meets(linked));
        let more = more.fold(linked, |all, (_, hits)| all.or(*hits));
        if more == linked {
            return linked;
        }
        linked = more;
    }
}

/// Checks that guns have a target (`cb:9b`, `cb:9c`, `cb:9e`, `cb:10e`).
fn check_hits(
    state: &State,
    phase: &CombatPhase,
    (unit, part): (UnitId, Part),
    on: &[UnitId],
) -> Result<(), Refusal> {
    if !part.targets().is_empty() || !state.game.is_artillery(unit) {
        return Ok(());
    }
    let name = state.say(unit);
    let pins = reach::pins(state, phase, unit);
    // Out of command it may not attack the enemies that hold it (checked below), and fires at nobody else.
    let commanded = state.is_in_command(unit);
    if !pins.is_empty() && (commanded || on.iter().all(|enemy| !pins.contains(*enemy))) {
        let all = state.say_all(&pins.to_vec());
        let (fact, remedy) = if commanded {
            let fact = format!("{name} stands in an enemy zone and has to attack {all}");
            (fact, "Guns in an enemy zone attack who holds them there")
        } else {
            let fact = format!("{name} is out of command in the zone of {all}, and fires at nobody else");
            (fact, "Leave it out")
        };
        return refuse(Code::CannotAttack, "cb:9c", fact, remedy)
            .at(hexes(state, pins.iter().chain([unit])))
            .unless(&state.overruled);
    }
    let mut nearest = (u32::MAX, on[0]);
    let mut blocked = None;
    for &enemy in on {
        match reach(state, unit, enemy) {
            GunReach::Blocked(by) => blocked = blocked.or(Some((enemy, by))),
            GunReach::TooFar(far) => nearest = nearest.min((far, enemy)),
            GunReach::Open(_) | GunReach::OverRiver | GunReach::Adjacent => nearest = nearest.min((1, enemy)),
        }
    }
    let (far, enemy) = nearest;
    let places = hexes(state, [unit, enemy]);
    if far == 1 {
        let fact = format!("{name} is out of command and cannot attack what is next to it");
        let remedy = "Guns out of command bombard at two or three hexes";
        return refuse(Code::OutOfCommand, "cb:10e", fact, remedy).at(places).unless(&state.overruled);
    }
    if let Some((enemy, by)) = blocked {
        let list: Vec<String> = by.iter().map(ToString::to_string).collect();
        let fact = format!(
            "{name} has no line of fire to {}: {} {} in the way",
            state.say(enemy),
            list.join(" and "),
            if list.len() == 1 { "is" } else { "are" }
        );
        return refuse(Code::Blocked, "cb:9e", fact, "Choose a target in plain sight")
            .at(by)
            .unless(&state.overruled);
    }
    let fact = format!("{name} is {far} hexes from {}", state.say(enemy));
    refuse(Code::OutOfRange, "cb:9b", fact, "Guns reach three hexes").at(places).unless(&state.overruled)
}

/// Checks that no guns attack from woods, no unit out of command by hand, no routed unit at all (`cb:9f`, `cb:10e`, `cb:12a`).
fn check_able(state: &State, phase: &CombatPhase, by: &[UnitId], on: &[UnitId]) -> Result<(), Refusal> {
    if let Some(gun) = by.iter().find(|unit| reach::is_barred_by_woods(state, **unit)) {
        let fact = format!("{} stands in woods", state.say(*gun));
        let remedy = "Guns never attack from woods";
        refuse(Code::CannotAttack, "cb:9f", fact, remedy).at(state.hex(*gun)).unless(&state.overruled)?;
    }
    let without = |unit: &&UnitId| !state.is_in_command(**unit);
    if let Some(unit) = by.iter().filter(without).find(|unit| !state.game.is_artillery(**unit)) {
        let fact = format!("{} is out of command", state.say(*unit));
        let remedy = "Attack without it: out of command nobody attacks by hand";
        refuse(Code::OutOfCommand, "cb:10e", fact, remedy).at(state.hex(*unit)).unless(&state.overruled)?;
    }
    let only_guns = by.iter().all(|unit| !state.is_in_command(*unit));
    if only_guns
        && state.game.options.ooc_bombardment == OocBombardment::OnlyUnowed
        && let Some(enemy) = on.iter().find(|enemy| phase.owed.contains(enemy))
    {
        let fact = format!("{} is owed an attack, and guns out of command give it none", state.say(*enemy));
        let remedy = "Let them join the attack of others";
        refuse(Code::OutOfCommand, "cb:10e", fact, remedy).at(state.hex(*enemy)).unless(&state.overruled)?;
    }
    match by.iter().find(|unit| state.unit(**unit).routed) {
        Some(unit) => {
            let fact = format!("{} is routed", state.say(*unit));
            refuse(Code::CannotAttack, "cb:12a", fact, "Routed units never attack")
                .at(state.hex(*unit))
                .unless(&state.overruled)
        }
        None => Ok(()),
    }
}

/// Checks that the attacker takes a lower column, if any (`cb:7c3`).
fn check_lowered(state: &State, formed: &Formed, assault: &Assault) -> Result<(), Refusal> {
    let Some(lowered) = assault.lowered else { return Ok(()) };
    match strength::reckon(state, formed).column() {
        Some(column) if lowered > column => {
            let fact = format!("{lowered} is above {column}, as it is worked out");
            refuse(Code::NotLower, "cb:7c3", fact, "Name that column or a lower one").unless(&state.overruled)
        }
        Some(_) | None => Ok(()),
    }
}

/// Checks that leaders with a bonus are stacked with an attacker, used once in a phase, and one in a combat (`cb:7c3`, `cb:11b`).
fn check_leaders(
    state: &State,
    phase: &CombatPhase,
    formed: &Formed,
    leaders: &[LeaderId],
) -> Result<(), Refusal> {
    let mut sorted = leaders.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let refuse = |clause, fact: String, remedy: &str| refuse(Code::NoBonus, clause, fact, remedy);
    if sorted.len() != leaders.len() {
        return Err(refuse("cb:11b", "a leader is named twice".to_owned(), "Name each leader once"));
    }
    if sorted.len() > 1 && state.game.options.bonus_per_combat == BonusPerCombat::One {
        let fact = format!("{} leaders are named", sorted.len());
        refuse("cb:7c3", fact, "One leader adds his bonus to a combat").unless(&state.overruled)?;
    }
    for leader in sorted {
        let name = &state.game.leader(leader).name;
        if state.game.leader(leader).side != state.phasing {
            let fact = format!("{name} is of the defender's side");
            return Err(refuse("cb:11b", fact, "No bonus helps a defender"));
        }
        if phase.inspired.contains(&leader) {
            let fact = format!("{name} has added his bonus in this phase");
            refuse("cb:11b", fact, "A bonus is used once in a combat phase").unless(&state.overruled)?;
        }
        let here = state.leader_hex(leader);
        let attackers = formed.used().to_vec();
        if here.is_none() || !attackers.iter().any(|unit| state.hex(*unit) == here) {
            let fact = format!("{name} is not stacked with a unit that attacks here");
            let refusal = refuse("cb:11b", fact, "Name a leader in the hex of an attacker");
            if here.is_none() {
                return Err(refusal);
            }
            refusal.unless(&state.overruled)?;
        }
        if strength::bonus(state, leader) == 0 {
            // A fresh counter in a leader's post has no bonus (`cb:11f`); others may be printed without one.
            let clause = if state.leader(leader).acting { "cb:11f" } else { "cb:11b" };
            return Err(refuse(clause, format!("{name} has no bonus"), "Attack without him"));
        }
    }
    Ok(())
}

/// The leaders who may add their bonus to this combat, by number (`cb:11b`).
pub fn may_inspire(state: &State, phase: &CombatPhase, formed: &Formed) -> Vec<LeaderId> {
    let leaders = state.game.leaders_of(state.phasing);
    leaders.filter(|leader| check_leaders(state, phase, formed, &[*leader]).is_ok()).collect()
}
