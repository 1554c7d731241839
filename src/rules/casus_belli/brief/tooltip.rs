//! Tooltips of pieces: sentences with their clauses. Units: strength points, movement points, hexes.

use crate::combat::phase::CombatPhase;
use crate::options::DemoralizedRout;
use crate::roster::{CLEAR_TO_RALLY, CorpsId, Counter, LeaderId, PieceId, UnitId};
use crate::state::{FoundLine, Group, Place, State};
use crate::{assign, chart, command, zones};
use game::{Clause, Remark, Tooltip, counted, joined, sentence, strength_points};
use hexes::{half_points, movement_points, points};
use scenario::{Basis, Side};

use super::{facing, under, units};

fn say(clause: Clause, words: impl Into<String>) -> Remark {
    Remark { words: words.into(), clause: (!clause.is_empty()).then_some(clause) }
}

/// The tooltip of a piece.
pub fn tooltip(state: &State, piece: PieceId) -> Tooltip {
    let said = match state.game.counter(piece) {
        Counter::Unit(unit) => of_unit(state, unit),
        Counter::Leader(leader) => of_leader(state, leader),
    };
    Tooltip { title: sentence(&state.say_piece(piece)), said }
}

fn of_unit(state: &State, id: UnitId) -> Vec<Remark> {
    let (game, unit, now) = (&state.game, state.game.unit(id), state.unit(id));
    let whose = match game.corps_of(id) {
        Some(corps) => format!("{} of {}'s corps", unit.arm.name(), game.corps(corps).name),
        None => format!("independent {}", unit.arm.name()),
    };
    let mut said = vec![say("", format!("{} {whose}", game.side_name(unit.side)))];
    said.extend(basis(&unit.basis, &unit.note));
    if now.place == Place::Eliminated {
        said.push(say("cb:13a", format!("It is lost, with {}", strength_points(unit.strength))));
        return said;
    }
    said.push(say("cb:1B", strength(state, id)));
    said.extend(place(state, id));
    said.extend(routed(state, id));
    if let Some(corps) = game.corps_of(id) {
        said.push(say("cb:13a", tally(state, corps)));
        if state.is_demoralised(corps) {
            said.push(demoralised(state, id));
        }
    }
    if let Some(standing) = under::standing(state, id) {
        said.extend(under::remarks(state, id, &standing));
    }
    if let Some((corps, _)) = acts_for(state, id) {
        let words = format!("It acts as commander of {}'s corps, without a bonus", game.corps(corps).name);
        said.push(say("cb:11f", words));
    }
    said.extend(zone(state, id));
    said.extend(charge(state, id));
    said.extend(state.combat().map(|phase| in_combat(phase, id)).unwrap_or_default());
    if let Some(moved) = &now.moved {
        let from =
            moved.from.hex().map_or_else(|| "has come on".to_owned(), |hex| format!("came from {hex}"));
        said.push(say("cb:3b", format!("It has moved, for {}: it {from}", half_points(moved.cost))));
    }
    said.extend(facing::remark(state, id));
    said
}

/// The sources of its counter's values.
fn basis(basis: &[Basis], note: &str) -> Option<Remark> {
    let rests = match Basis::words(basis) {
        words if words.is_empty() => String::new(),
        words => format!("its values rest on: {words}"),
    };
    let note = match note.is_empty() {
        true => String::new(),
        false => note.to_owned(),
    };
    let words = [note, rests].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ");
    (!words.is_empty()).then(|| say("", sentence(&words)))
}

fn strength(state: &State, id: UnitId) -> String {
    let (unit, now) = (state.game.unit(id), state.unit(id));
    let strength = match now.strength == unit.strength {
        true => format!("Strength {}", now.strength),
        false => format!("Strength {}, printed {}", now.strength, unit.strength),
    };
    let movement = movement_points(u16::from(unit.movement) * 2);
    format!("{strength}, {movement}")
}

/// Its place, and the distance from its line of communications.
fn place(state: &State, id: UnitId) -> Option<Remark> {
    let (game, piece) = (&state.game, state.game.piece_of_unit(id));
    match state.unit(id).place {
        Place::Map(hex) => {
            let cell = game.map().cell(hex);
            let name = if cell.name.is_empty() { String::new() } else { format!(" {}", cell.name) };
            let far = game.to_communications(state.side(id), hex);
            let words = format!(
                "In {hex}{name}, {}, {} from its line of communications",
                chart::kind_words(cell.kind),
                units::hexes(far)
            );
            Some(say("cb:8a5", words))
        }
        Place::Waiting => {
            let (turn, at) = state.arrival(piece)?;
            let words = match turn <= state.turn {
                true => format!("It may come on at {at}"),
                false => format!("It comes on from turn {turn} at {at}"),
            };
            Some(say("cb:4a", words))
        }
        Place::Eliminated => None,
    }
}

/// About a routed unit: its movement, and who may reorganise it.
fn routed(state: &State, id: UnitId) -> Vec<Remark> {
    if !state.unit(id).routed {
        return Vec::new();
    }
    let (game, side) = (&state.game, state.side(id));
    let full = !state.is_unit_demoralised(id) || game.options.demoralized_rout == DemoralizedRout::Full;
    let allowance = if full { "its full" } else { "half its" };
    let runs = format!(
        "Routed: it has no zone and never attacks, and in each of its movement phases it runs towards its line of communications with {allowance} allowance"
    );
    let by = match game.corps_of(id) {
        Some(corps) => format!("by the commander of {}'s corps or of the army", game.corps(corps).name),
        None => "by any commander of its side".to_owned(),
    };
    let words = format!(
        "It is reorganised {by}, who has it in range and no enemy within {}{}",
        units::hexes(CLEAR_TO_RALLY - 1),
        nearest_enemies(state, id, side)
    );
    vec![say("cb:12a", runs), say("cb:12d", words)]
}

/// The distance of the nearest enemy from each possible reorganiser (`cb:12b`).
fn nearest_enemies(state: &State, id: UnitId, side: Side) -> String {
    let own = state.game.corps_of(id);
    let groups = match own {
        Some(corps) => vec![Group::Corps(corps), Group::Army],
        None => state.game.corps_of_side(side).map(Group::Corps).chain([Group::Army]).collect(),
    };
    let mut near: Vec<String> = Vec::new();
    for piece in groups.into_iter().filter_map(|group| command::commander_of(state, side, group)) {
        let (Some(seat), Some(here)) = (units::hex(state, piece), state.hex(id)) else { continue };
        let in_range = state.game.map().grid.distance(seat, here) <= state.game.ranges(side).unit;
        let Some(far) = zones::to_nearest(state, seat, side.enemy()).filter(|_| own.is_some() || in_range)
        else {
            continue;
        };
        let words = format!("{} from {}", units::hexes(far), state.game.say_piece(piece));
        if !near.contains(&words) {
            near.push(words);
        }
    }
    if near.is_empty() { String::new() } else { format!("; the nearest enemy is {}", joined(&near, "and")) }
}

/// `Victor's corps has lost 15 of 18`: demoralised or not.
pub fn tally(state: &State, corps: CorpsId) -> String {
    let name = &state.game.corps(corps).name;
    match state.game.corps(corps).level {
        Some(level) => {
            let (lost, of) =
                (state.tally(corps), if state.is_demoralised(corps) { "and is" } else { "and is not" });
            let level = counted(level, "point", "points");
            format!("{name}'s corps has {lost} of {level} eliminated or routed, {of} demoralised")
        }
        None => format!("{name}'s corps is never demoralised"),
    }
}

fn demoralised(state: &State, id: UnitId) -> Remark {
    let movement = u16::from(state.game.unit(id).movement);
    let (full, half) = (half_points(movement * 2), points(movement.div_ceil(2) * 2));
    say(
        "cb:13c",
        format!(
            "Demoralised: it has no zone, and {half} of its {full} unless it ends farther from the nearest enemy"
        ),
    )
}

/// The corps for which a unit acts as commander.
fn acts_for(state: &State, id: UnitId) -> Option<(CorpsId, UnitId)> {
    let corps = state.game.corps_of(id)?;
    (state.corps[corps.index()].acting == Some(id)).then_some((corps, id))
}

/// Its zone, and the enemies that it touches.
fn zone(state: &State, id: UnitId) -> Vec<Remark> {
    let Some(here) = state.hex(id) else { return Vec::new() };
    let mut said = Vec::new();
    if zones::has_zone(state, id) {
        let map = state.game.map();
        let held: Vec<String> = map
            .neighbours(here)
            .filter(|(_, hex)| zones::controls(state, id, *hex))
            .map(|(_, hex)| hex.to_string())
            .collect();
        let words = match held.is_empty() {
            true => "It controls no hex".to_owned(),
            false => format!("It controls {}", held.join(" ")),
        };
        said.push(say("cb:6a", words));
    } else {
        let (clause, why) = match state.unit(id).routed {
            true => ("cb:12a", "it is routed"),
            false => ("cb:13c", "its corps is demoralised"),
        };
        said.push(say(clause, format!("It has no zone of control: {why}")));
    }
    let by = zones::controllers(state, here, state.side(id).enemy());
    if !by.is_empty() {
        said.push(say("cb:6b", format!("It stands in the zone of {}", state.say_all(&by))));
    }
    said
}

/// The charge that it has declared, or that is declared at it.
fn charge(state: &State, id: UnitId) -> Vec<Remark> {
    let mut said = Vec::new();
    if let Some(charge) = state.command.charges.get(&id) {
        let target = state.say(charge.target);
        let end = charge.line.last().map_or_else(String::new, |hex| format!(" if it ends its move in {hex}"));
        let words =
            format!("It charges {target} over {}: doubled against it{end}", units::in_a_row(&charge.line));
        said.push(say("cb:7f1", words));
    }
    let by: Vec<UnitId> =
        state.command.charges.iter().filter(|(_, one)| one.target == id).map(|(by, _)| *by).collect();
    if !by.is_empty() {
        said.push(say("cb:7f1", format!("It is charged by {}", state.say_all(&by))));
    }
    said
}

/// Its duties and actions in this combat phase.
fn in_combat(phase: &CombatPhase, id: UnitId) -> Vec<Remark> {
    let withdraws = phase.withdrawing.as_ref().is_some_and(|units| units.contains(&id));
    let told: [(bool, Clause, &str); 7] = [
        (super::owed::owes(phase, id), "cb:6c", "It owes an attack"),
        (super::owed::is_owed(phase, id), "cb:6c", "It must be attacked"),
        (phase.fought.contains(&id), "cb:7a2", "It has attacked in this phase"),
        (phase.attacked.contains(&id), "cb:7a2", "It has been attacked in this phase"),
        (phase.displaced.contains(&id), "cb:8a3", "It has been displaced in this phase"),
        (
            phase.spent.contains(&id),
            "cb:8a4",
            "It has gone back, been displaced or advanced, and neither attacks nor is attacked in this phase",
        ),
        (withdraws, "cb:10e", "It has still to withdraw 1 or 2 hexes"),
    ];
    told.into_iter().filter(|(is, ..)| *is).map(|(_, clause, words)| say(clause, words)).collect()
}

fn of_leader(state: &State, id: LeaderId) -> Vec<Remark> {
    let (game, leader, now) = (&state.game, state.game.leader(id), state.leader(id));
    let piece = game.piece_of_leader(id);
    let mut said = vec![say("cb:10a", format!("{} {}", game.side_name(leader.side), units::post(state, id)))];
    said.extend(basis(&leader.basis, &leader.note));
    match now.place {
        Place::Eliminated => {
            said.push(say("cb:11f", "He is lost"));
            return said;
        }
        Place::Waiting => {
            if let Some((turn, at)) = state.arrival(piece) {
                said.push(say("cb:4a", format!("He comes on from turn {turn} at {at}")));
            }
        }
        Place::Map(hex) => {
            let with: Vec<UnitId> = state.at(hex).filter(|unit| state.side(*unit) == leader.side).collect();
            if with.is_empty() {
                said.push(say(
                    "cb:11e",
                    format!("He is alone in {hex}: an enemy unit that enters captures him on a 6"),
                ));
            }
        }
    }
    let bonus = match now.acting {
        true => "A successor: he adds nothing to a die".to_owned(),
        false => format!(
            "He adds {} to the die of an attack by a unit that he is with, once a phase; on a 6 after it he is lost",
            leader.bonus
        ),
    };
    said.push(say("cb:11b", bonus));
    if state.combat().is_some_and(|phase| phase.inspired.contains(&id)) {
        said.push(say("cb:11b", "His bonus is used in this phase"));
    }
    if let Some(corps) = game.led_by(id) {
        said.push(say("cb:13a", tally(state, corps)));
    }
    said.extend(commands(state, piece));
    if let Some(moved) = &now.moved {
        said.push(say("cb:3b", format!("He has moved, for {}", half_points(moved.cost))));
    }
    said
}

/// The units under a commander, and whether he is validly commanded.
fn commands(state: &State, piece: PieceId) -> Vec<Remark> {
    let (side, group) = under::group_of(state, piece);
    let seen = under::seen_by(state, side);
    let ranges = state.game.ranges(side);
    let mut said = Vec::new();
    let all = under::all(state, side);
    let of_group = all.iter().filter(|(_, standing)| standing.group == group);
    // Later arrivals need no commander yet.
    let there = of_group.filter(|(unit, standing)| standing.in_command || state.hex(**unit).is_some());
    let (led, lost): (Vec<_>, Vec<_>) = there.partition(|(_, standing)| standing.in_command);
    let [led, lost] = [led, lost].map(|of| of.into_iter().map(|(unit, _)| *unit).collect::<Vec<UnitId>>());
    let names = |of: &[UnitId]| {
        let names: Vec<String> = of.iter().map(|unit| state.game.unit(*unit).name.clone()).collect();
        joined(&names, "and")
    };
    if !led.is_empty() {
        said.push(say("cb:10c", format!("In command under him: {}", names(&led))));
    }
    if !lost.is_empty() {
        said.push(say("cb:10c", format!("Out of command: {}", names(&lost))));
    }
    let (room, clause, what) = match group {
        Group::Army => (crate::roster::DIRECT, "cb:10f", "units directly"),
        Group::Corps(_) | Group::Unassigned => (crate::roster::INDEPENDENTS, "cb:10c", "independent units"),
    };
    let range = units::hexes(ranges.unit);
    let words =
        format!("He commands within {range}; of {room} {what} he has {}", assign::taken(&seen, group));
    said.push(say(clause, words));
    said.extend(valid(&seen, side, group));
    said
}

/// Whether a corps is within range of the army commander (`cb:10d`).
fn valid(seen: &State, side: Side, group: Group) -> Option<Remark> {
    let Group::Corps(corps) = group else { return None };
    let (most, army) = (seen.game.ranges(side).corps, seen.armies[side.index()].commander?);
    let name = &seen.game.leader(army).name;
    // As found, in the player turn of the side once movement has begun.
    let (line, when, is) = match side == seen.phasing && !seen.command.found.is_empty() {
        true => (seen.command.corps.get(&corps)?.clone(), "As movement began: ", "was"),
        false => (command::found(seen).corps.remove(&corps)?, "", "is"),
    };
    let words = match line {
        FoundLine::Open(way) => {
            format!(
                "{when}{name} {is} {} from him, of {most} at most: he commands validly",
                units::steps(&way)
            )
        }
        FoundLine::Barred { from, to } => match seen.game.map().grid.distance(from, to) {
            far if far > most => {
                let far = units::hexes(far);
                format!("{when}{name} {is} {far} from him, and {most} are the most: he commands nobody")
            }
            _ => format!("{when}enemies bar the line to {name}: he commands nobody"),
        },
    };
    Some(say("cb:10d", sentence(&words)))
}
