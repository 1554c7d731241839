//! Checks that a position of 1800 does not contradict itself or exceed limits. Each fault names its field.
//!
//! Every state reachable by play passes these checks. Units: hexes by number, turns.

use std::collections::{BTreeMap, BTreeSet};

use super::{LEADER_FORM, Position, RawPhase, named};
use crate::charge;
use crate::command::Chain;
use crate::roster::{LeaderId, PieceId, UnitId};
use crate::spelling::{NameFault, Reader};
use crate::state::{Charge, Group, Place, State};
use game::hex_position::{self, MOST_UNITS, Short, check_arrival, check_figure, check_turn};
use game::{Checked, Contradiction, unless};
use hexes::{Hex, HexMap};
use scenario::hex::{MOST_BONUS, MOST_POINTS};
use scenario::{HexArm, HexScenario, HexStart, Side};

/// The fault of a field, with a remedy.
fn wrong(field: &'static str, reason: impl Into<String>, remedy: impl Into<String>) -> Checked {
    Err(Contradiction::new(field, reason, remedy))
}

/// Checks that no list is too long.
pub(super) fn check_numbers(position: &Position) -> Checked {
    position.ground().check_number()?;
    let lists = [
        ("pieces in units and leaders", position.units.len() + position.leaders.len()),
        ("pieces in at", position.at.len()),
        ("pieces in waiting", position.waiting.len()),
        ("pieces in eliminated", position.eliminated.len()),
        ("units in routed", position.routed.len()),
        ("pieces in moved", position.moved.len()),
        ("places in places", position.places.len()),
    ];
    lists.into_iter().try_for_each(|(what, count)| Contradiction::at_most(MOST_UNITS, count, what))
}

/// Checks that a shipped battle is not given pieces, corps or places of the position's own.
pub(super) fn check_own(position: &Position) -> Checked {
    let Some(id) = &position.scenario else { return Ok(()) };
    let own = [
        ("units", position.units.is_empty(), "move its units with at"),
        ("leaders", position.leaders.is_empty(), "move its leaders with at"),
        ("corps", position.corps.is_empty(), "leave corps out"),
        ("communications", position.communications.is_empty(), "leave communications out"),
        ("places", position.places.is_empty(), "leave places out"),
    ];
    match own.into_iter().find(|(_, is_empty, _)| !is_empty) {
        None => Ok(()),
        Some((field, _, remedy)) => wrong(field, format!("the scenario {id} has its own"), remedy),
    }
}

/// Checks that the turn is one of the battle, and the phase one of the turn.
pub(super) fn clock(position: &Position, scenario: &HexScenario) -> Checked {
    check_turn(position.turn, scenario.turns)?;
    let before = position.phase == RawPhase::SetUp;
    let begun = !position.moved.is_empty() || !position.charges.is_empty() || position.attached.is_some();
    if before && (position.turn != 1 || begun) {
        let reason = "SetUp is before turn 1, and nobody is assigned, charges or has moved then";
        return wrong(
            "phase",
            reason,
            "give turn 1 and nobody in moved, attached and charges, or another phase",
        );
    }
    if position.phase != RawPhase::Movement && (position.moving.is_some() || !position.have_moved.is_empty())
    {
        let field = if position.moving.is_some() { "moving" } else { "have_moved" };
        return wrong(
            field,
            "groups move in the phase Movement alone (cb:3b)",
            "leave it out, or give that phase",
        );
    }
    if position.phase == RawPhase::Command && !position.moved.is_empty() {
        return wrong("moved", "nobody moves before commands are settled (cb:2D)", "give the phase Movement");
    }
    Ok(())
}

/// Leaders in short are written as leaders: no arm, no front, no rout; one a corps, and one without a corps a side (`cb:10a`, `cb:15a7`).
pub(super) fn leaders(leaders: &[Short]) -> Checked {
    for (index, leader) in leaders.iter().enumerate() {
        let written = leader.key.clone();
        let has_arm = leader.arm != HexArm::Infantry;
        unless(!has_arm, &written, "a leader has no arm", LEADER_FORM)?;
        let plain = leader.faces.is_none() && !leader.routed;
        unless(plain, &written, "a leader has no front and never routs", LEADER_FORM)?;
        if leader.number > MOST_BONUS {
            let reason = format!("{written} cannot have a bonus of {}", leader.number);
            wrong("leaders", reason, format!("give 0 to {MOST_BONUS}"))?;
        }
        let same = |other: &&Short| other.side == leader.side && other.corps == leader.corps;
        if let Some(other) = leaders[..index].iter().find(same) {
            let post =
                leader.corps.as_ref().map_or("the army".to_owned(), |corps| format!("the corps {corps}"));
            let reason = format!("{} and {written} both command {post} (cb:10a)", other.key);
            wrong("leaders", reason, "write the corps of one of them: F2.corps@2010")?;
        }
    }
    Ok(())
}

/// Pieces of the position's own bear numbers that a counter can, stand on the map and arrive on a turn of the battle.
pub(super) fn counters(scenario: &HexScenario) -> Checked {
    let units = scenario.units.iter().map(|unit| ("units", &unit.id, unit.movement, unit.start));
    let leaders = scenario.leaders.iter();
    let leaders = leaders.map(|leader| ("leaders", &leader.id, leader.movement, leader.start));
    for (list, id, movement, start) in units.chain(leaders) {
        check_figure(list, id, "a movement allowance", movement)?;
        check_arrival(list, id, start, scenario.turns)?;
        let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = start;
        hex_position::on_map(&scenario.map, list, hex.0)?;
        if matches!(start, HexStart::Arrives { .. }) {
            at_edge(&scenario.map, list, &format!("{id} arrives at"), hex)?;
        }
    }
    scenario.units.iter().try_for_each(|unit| check_figure("units", &unit.id, "a strength", unit.strength))
}

/// Where the lists of a position say that pieces are: each has one place.
pub(super) fn places(position: &Position, state: &State) -> Result<(), String> {
    let mut known: BTreeMap<PieceId, String> = BTreeMap::new();
    // Pieces in short form with a hex are placed by that alone.
    if position.scenario.is_none() {
        let all = (0..state.units.len() + state.leaders.len()).filter_map(|id| u8::try_from(id).ok());
        for id in all.map(PieceId) {
            if let Some(hex) = state.place(id).hex() {
                known.insert(id, format!("stands in {hex} by its own line"));
            }
        }
    }
    let at = position.at.iter().map(|(name, hex)| ("at", name, format!("stands in {} by at", Hex(*hex))));
    let waiting = position.waiting.iter().map(|name| ("waiting", name, "waits by waiting".to_owned()));
    let gone =
        position.eliminated.iter().map(|name| ("eliminated", name, "is lost by eliminated".to_owned()));
    for (list, name, is) in at.chain(waiting).chain(gone) {
        let id = named(list, Reader { state }.piece(name))?;
        if let Some(before) = known.insert(id, is) {
            let reason = format!("{name} {before} already");
            wrong(list, reason, format!("leave it out of {list}, or of where it is named before"))?;
        }
        if list == "waiting" && matches!(state.game.start_of(id), HexStart::Deployed(_)) {
            let reason = format!("{name} is no reinforcement (cb:2B)");
            wrong(list, reason, "write it as F5@3912/4, or leave it out")?;
        }
    }
    Ok(())
}

/// Checks for one unit per hex, leaders aside, and no unit with an enemy leader (`cb:5`, `cb:11a`); names the list that placed a
/// piece.
///
/// Impossible hexes, such as marsh without a road for guns, are allowed: a referee may have put the piece there. So are leaders of
/// both sides in one hex.
pub(super) fn stacking(state: &State, by_at: &BTreeSet<PieceId>) -> Checked {
    let unit = |id| state.game.piece_of_unit(id);
    let field = |list, pieces: [PieceId; 2]| {
        if pieces.iter().any(|piece| by_at.contains(piece)) { "at" } else { list }
    };
    let mut placed: Vec<(Hex, UnitId)> = state.on_map().map(|(id, hex)| (hex, id)).collect();
    placed.sort_unstable();
    let key = |id: UnitId| &state.game.unit(id).id;
    if let Some(pair) = placed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (one, other) = (key(pair[0].1), key(pair[1].1));
        let reason = format!("{one} and {other} both stand in {} (cb:5)", pair[0].0);
        return wrong(field("units", [unit(pair[0].1), unit(pair[1].1)]), reason, "move one of them");
    }
    for (hex, id) in placed {
        let enemy = state.leaders_at(hex).find(|leader| state.game.leader(*leader).side != state.side(id));
        if let Some(leader) = enemy {
            let reason = format!("{} stands in {hex} with {}", state.game.leader(leader).id, key(id));
            let field = field("leaders", [state.game.piece_of_leader(leader), unit(id)]);
            return wrong(field, reason, "move one of the enemies: he would be captured (cb:11e)");
        }
    }
    Ok(())
}

/// Checks that nobody is named twice, by key and by hex, or by id and by letter.
pub(super) fn once(position: &Position, state: &State) -> Result<(), String> {
    fn once<'n, I: Ord>(
        list: &'static str,
        names: impl Iterator<Item = &'n String>,
        find: impl Fn(&str) -> Result<I, NameFault>,
    ) -> Result<(), String> {
        let mut known = BTreeSet::new();
        for name in names {
            let first = known.insert(named(list, find(name))?);
            unless(first, list, format!("{name} is named twice"), "name it once")?;
        }
        Ok(())
    }
    let reader = Reader { state };
    once("strength", position.strength.keys(), |name| reader.unit(name))?;
    once("faces", position.faces.keys(), |name| reader.unit(name))?;
    once("charges", position.charges.keys(), |name| reader.unit(name))?;
    once("attached", position.attached.iter().flat_map(BTreeMap::keys), |name| reader.unit(name))?;
    once("lost", position.lost.keys(), |name| reader.leader(name))?;
    once("points", position.points.keys(), |name| reader.side(name))
}

/// A unit that a list names, which has to be on the map.
fn on_map(list: &'static str, state: &State, name: &str) -> Result<(UnitId, Hex), String> {
    let id = named(list, Reader { state }.unit(name))?;
    match state.hex(id) {
        Some(hex) => Ok((id, hex)),
        None => {
            let reason = format!("{name} is not on the map");
            Err(Contradiction::new(list, reason, "leave it out, or give it a hex").into())
        }
    }
}

/// Those that are routed are units on the map, each named once (`cb:12a`).
pub(super) fn routed(state: &State, names: &[String]) -> Result<Vec<UnitId>, String> {
    let mut found: Vec<UnitId> = Vec::new();
    for name in names {
        let (id, _) = on_map("routed", state, name)?;
        if found.contains(&id) {
            wrong("routed", format!("{name} is routed already"), "say it once")?;
        }
        found.push(id);
    }
    Ok(found)
}

/// Fronts are said where facing is played, of units in good order, by a neighbouring hex (`cb:15a1`, `cb:15a5`).
pub(super) fn facing(position: &Position, state: &State) -> Result<(), String> {
    let own =
        state.game.units().find(|id| position.scenario.is_none() && state.game.unit(*id).faces.is_some());
    let named = own.map(|id| ("units", state.game.unit(id).id.clone()));
    let named = named.or_else(|| position.faces.keys().next().map(|name| ("faces", name.clone())));
    if let Some((field, name)) = named.filter(|_| !state.game.options.has_facing()) {
        let reason = format!("{name} has a front, and facing is not played (cb:15a1)");
        wrong(field, reason, "leave it out, or give the option facing = on")?;
    }
    let own = state.game.units().filter(|id| position.scenario.is_none() && state.hex(*id).is_some());
    let own = own.filter_map(|id| state.game.unit(id).faces.map(|faces| ("units", id, faces)));
    let mut said: Vec<(&'static str, UnitId, Hex)> = own.collect();
    for (name, faces) in &position.faces {
        said.push(("faces", on_map("faces", state, name)?.0, Hex(*faces)));
    }
    for (field, id, faces) in said {
        let (key, here) = (&state.game.unit(id).id, state.hex(id));
        if state.unit(id).routed {
            let reason = format!("{key} is routed and has no front (cb:15a5)");
            wrong(field, reason, "leave its front out, or do not rout it")?;
        }
        if here.is_none_or(|here| state.game.map().grid.direction(here, faces).is_none()) {
            let reason = format!("{key} cannot face {faces}, which is not beside it");
            wrong(field, reason, "name a neighbouring hex")?;
        }
    }
    Ok(())
}

/// Strengths are those that a counter can have.
pub(super) fn strength(state: &State, name: &str, points: u8) -> Result<UnitId, String> {
    let id = named("strength", Reader { state }.unit(name))?;
    if !(1..=MOST_POINTS).contains(&points) {
        let reason = format!("{name} cannot have {points} strength points");
        wrong("strength", reason, format!("give 1 to {MOST_POINTS}"))?;
    }
    Ok(id)
}

/// A hex of a place, and who holds it (`cb:14a`).
pub(super) fn held(state: &State, hex: u16, side: &str) -> Result<(Hex, Side), String> {
    let side = named("held", Reader { state }.side(side))?;
    let known = state.held.keys().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    if state.game.places().any(|(_, place)| place.hexes.contains(&Hex(hex))) {
        return Ok((Hex(hex), side));
    }
    let reason = format!("{} is no hex of a place that is worth points", Hex(hex));
    let remedy =
        if known.is_empty() { "name a place in places".to_owned() } else { format!("give one of {known}") };
    Err(Contradiction::new("held", reason, remedy).into())
}

/// Those who have moved are on the map, of the side whose turn it is, and named once (`cb:3a`).
pub(super) fn moved(state: &State, names: &[String]) -> Result<Vec<PieceId>, String> {
    let mut known: Vec<PieceId> = Vec::new();
    for name in names {
        let id = named("moved", Reader { state }.piece(name))?;
        let whose = state.game.side_name(state.phasing);
        let reason = if state.game.side_of(id) != state.phasing {
            format!("{name} is of the enemy, and it is the {whose} turn")
        } else if state.place(id).hex().is_none() {
            format!("{name} is not on the map")
        } else if known.contains(&id) {
            format!("{name} is named twice")
        } else {
            known.push(id);
            continue;
        };
        wrong("moved", reason, format!("name {whose} pieces on the map, each once"))?;
    }
    Ok(known)
}

/// A reinforcement that still waits (`cb:4c`).
pub(super) fn shut_out(state: &State, name: &str) -> Result<PieceId, String> {
    let id = named("shut_out", Reader { state }.piece(name))?;
    if state.place(id) != Place::Waiting {
        wrong("shut_out", format!("{name} does not wait off the map"), "name reinforcements in waiting")?;
    }
    Ok(id)
}

/// A unit of the side whose turn it is, as lists of commands name them.
pub(super) fn own_unit(list: &'static str, state: &State, name: &str) -> Result<UnitId, String> {
    let id = named(list, Reader { state }.unit(name))?;
    let whose = state.game.side_name(state.phasing);
    if state.side(id) != state.phasing {
        wrong(
            list,
            format!("{name} is of the enemy, and it is the {whose} turn"),
            format!("name {whose} units"),
        )?;
    }
    Ok(id)
}

/// Checks that a charge could have been declared: by cavalry in good order and in command, over at least three hexes of clear
/// ground, at infantry or guns; once movement is over, or for a unit that has moved, by one on its line, and then beside its
/// target (`cb:7f1` to `cb:7f3`).
///
/// The distance of the target does not matter: the rider's move decides whether it gets there.
pub(super) fn charge(
    position: &Position,
    state: &State,
    by: &str,
    on: &str,
) -> Result<(UnitId, Charge), String> {
    let unit = own_unit("charges", state, by)?;
    let ((_, here), (target, there)) = (on_map("charges", state, by)?, on_map("charges", state, on)?);
    let over = match position.phase {
        RawPhase::SetUp | RawPhase::Command | RawPhase::Movement => false,
        RawPhase::Combat | RawPhase::Reorganisation => true,
    };
    let remedy =
        "name cavalry that could charge, and infantry or guns of the enemy; leave the charge out else";
    let has_moved = over || state.unit(unit).moved.is_some();
    let charge = charge::declared(state, unit, target, has_moved).map_err(|refusal| {
        let reason = format!("{by} cannot charge {on}: {} ({})", refusal.fact, refusal.clause);
        Contradiction::new("charges", reason, remedy)
    })?;
    if position.phase == RawPhase::Combat && state.game.map().between(here, there).is_none() {
        let reason = format!("{by} in {here} is not beside {on} in {there}, and movement is over (cb:7f1)");
        wrong("charges", reason, "put it beside its target, or leave the charge out")?;
    }
    if state.command.found.get(&unit).is_some_and(|found| !found.in_command) {
        wrong(
            "charges",
            format!("{by} is out of command (cb:7f1)"),
            "put it in command, or leave the charge out",
        )?;
    }
    Ok((unit, charge))
}

/// Checks that nobody has taken too many: the leader of a corps two independent units, the commander of the army five units
/// (`cb:10c`, `cb:10f`).
pub(super) fn room(state: &State, attached: &BTreeMap<UnitId, Group>) -> Checked {
    let chain = Chain::new(state, state.phasing);
    for group in chain.groups() {
        let there = |unit: &UnitId| state.unit(*unit).place != Place::Eliminated;
        let many = attached.iter().filter(|(unit, under)| **under == group && there(unit)).count();
        let room = chain.room(group);
        if many > room {
            let clause = if group == Group::Army { "cb:10f" } else { "cb:10c" };
            let reason = format!(
                "{} has {many} units besides its own, and may have {room} ({clause})",
                state.say_group(group)
            );
            return wrong("attached", reason, "put some under others, or under nobody");
        }
    }
    Ok(())
}

/// The groups of the side whose turn it is that move, or have moved: none is both (`cb:3b`).
pub(super) fn groups(position: &Position, state: &State) -> Result<(Option<Group>, Vec<Group>), String> {
    let group = |list: &'static str, name: &String| -> Result<Group, String> {
        let group = named(list, Reader { state }.group(name))?;
        if let Group::Corps(corps) = group
            && state.game.corps(corps).side != state.phasing
        {
            let whose = state.game.side_name(state.phasing);
            let reason = format!("{name} is of the enemy, and it is the {whose} turn");
            wrong(list, reason, format!("name {whose} corps"))?;
        }
        Ok(group)
    };
    let current = position.moving.as_ref().map(|name| group("moving", name)).transpose()?;
    let mut closed: Vec<Group> = Vec::new();
    for name in &position.have_moved {
        let one = group("have_moved", name)?;
        if Some(one) == current {
            let reason = format!("{name} is moving, and cannot have moved (cb:3b)");
            wrong("have_moved", reason, "leave it out of have_moved, or of moving")?;
        }
        if closed.contains(&one) {
            wrong("have_moved", format!("{name} is named twice"), "say it once")?;
        }
        closed.push(one);
    }
    Ok((current, closed))
}

/// Checks for a hex at the edge of the map, where pieces enter and lines of communications end (`cb:2B`, `cb:8a5`).
pub(super) fn at_edge(map: &HexMap, field: &'static str, what: &str, hex: Hex) -> Checked {
    if map.neighbours(hex).count() < 6 {
        return Ok(());
    }
    wrong(
        field,
        format!("{what} {hex}, which is not at the edge"),
        "name a hex of the outermost rows or columns",
    )
}

/// Checks for a possible level of demoralisation (`cb:13a`).
pub(super) fn level(corps: &str, level: u8) -> Checked {
    if (1..=MOST_POINTS).contains(&level) {
        return Ok(());
    }
    let reason = format!("the corps {corps} cannot be demoralised by a loss of {level} (cb:13a)");
    wrong("corps", reason, format!("give 1 to {MOST_POINTS}, or leave it out where it never is"))
}

/// A leader who is gone, and the turn on which he was lost (`cb:11f`).
pub(super) fn lost(state: &State, name: &str, turn: u8) -> Result<LeaderId, String> {
    let id = named("lost", Reader { state }.leader(name))?;
    let is_gone = state.leader(id).place == Place::Eliminated;
    if !is_gone {
        wrong("lost", format!("{name} is not lost"), "name leaders in eliminated, or without a place")?;
    }
    if !(1..=state.turn).contains(&turn) {
        let reason = format!("{name} was lost on turn {turn}, and it is turn {}", state.turn);
        wrong("lost", reason, format!("give 1 to {}", state.turn))?;
    }
    Ok(id)
}

/// The unit that acts as commander of a corps is of that corps, in good order on the map, and its leader is gone (`cb:11f`).
pub(super) fn acting(state: &State, corps: &str, name: &str) -> Result<(usize, UnitId), String> {
    let id = named("acting", Reader { state }.corps(corps))?;
    let (unit, _) = on_map("acting", state, name)?;
    let reason = if state.game.corps_of(unit) != Some(id) {
        format!("{name} is not of the corps {corps}")
    } else if state.unit(unit).routed {
        format!("{name} is routed")
    } else if let Some(leader) = state.game.leader_of(id).filter(|leader| state.leader_hex(*leader).is_some())
    {
        format!("{} leads the corps {corps}", state.game.leader(leader).id)
    } else {
        return Ok((id.index(), unit));
    };
    wrong("acting", reason, "name a unit of the corps in good order, whose leader is in eliminated")?;
    Ok((id.index(), unit))
}
