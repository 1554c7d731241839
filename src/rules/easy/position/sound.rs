//! Checks that a position of Easy Napoleonic does not contradict itself or exceed limits.
//!
//! Every state reachable by play passes these checks, except for batteries of more than 2 strength points, for which army files
//! only give a warning; results of a fiat (more strength points than at the start, victory points below 0) are set by that
//! fiat. Units: inches, strength points.

use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;

use glam::Vec2;

use super::{Position, RawArea, RawCrossing, RawLine, RawLost, RawStand};
use crate::fiat::MOST_CHITS;
use crate::known::FARTHEST;
use crate::state::Step;
use crate::touching::{Touching, is_foe, touched_enemies};
use crate::{CommandId, StandId, State, pontoons};
use game::{Checked, Contradiction, unless};
use scenario::army::{Arm, Battery, MOST_POINTS, Rating};
use scenario::{WIDEST_SPREAD, WIDTHS, Weather};
use table::measure::{inches_apart, nearest_point_of_line};
use table::terrain::CROSSING_REACH;
use table::tolerance::{EPS, OVERLAP, touching};

/// No position has more stands.
const MOST_STANDS: usize = 2_000;

/// No position has more areas, lines, crossings, objectives and entries together.
pub const MOST_FEATURES: usize = 500;

/// Maximum number of corners of an area, line or objective.
pub const MOST_CORNERS: usize = 500;

/// Maximum number of corners in all.
pub const MOST_CORNERS_IN_ALL: usize = 10_000;

/// Maximum number of commands.
pub const MOST_COMMANDS: usize = 500;

/// Minutes in a day.
const DAY: u16 = 24 * 60;

/// The checks before the position is set up.
pub(super) fn check(position: &Position) -> Checked {
    check_numbers(position)?;
    check_ids(position)?;
    check_names(position)?;
    areas(position).try_for_each(|(place, area)| check_area(&place, area))?;
    lines(position).try_for_each(|(place, line)| check_line(&place, line))?;
    check_objectives_and_entries(position)?;
    position.stands.iter().try_for_each(|stand| check_stand(position, stand))?;
    check_clock(position)?;
    check_commands(position)
}

/// The place of what may do without an id: `area wood`, or `areas, number 3`.
fn place_of(list: &str, what: &str, id: &str, nth: usize) -> String {
    if id.is_empty() { format!("{list}, number {}", nth + 1) } else { format!("{what} {id}") }
}

fn areas(position: &Position) -> impl Iterator<Item = (String, &RawArea)> {
    position.areas.iter().enumerate().map(|(nth, area)| (place_of("areas", "area", &area.id, nth), area))
}

fn lines(position: &Position) -> impl Iterator<Item = (String, &RawLine)> {
    position.lines.iter().enumerate().map(|(nth, line)| (place_of("lines", "line", &line.id, nth), line))
}

/// What points draw: its place in the position, the field, the fewest points, the points.
type Shape<'a> = (String, &'static str, usize, &'a [(f32, f32)]);

fn shapes(position: &Position) -> Vec<Shape<'_>> {
    let areas = areas(position).map(|(place, area)| (place, "polygon", 3, &*area.polygon));
    let lines = lines(position).map(|(place, line)| (place, "points", 2, &*line.points));
    let crossings = position.crossings.iter();
    let crossings = crossings.map(|crossing| (crossing.place(), "at", 1, from_ref(&crossing.at)));
    let objectives = position.objectives.iter();
    let objectives = objectives.map(|objective| (objective.place(), "place", 1, &*objective.place));
    areas.chain(lines).chain(crossings).chain(objectives).collect()
}

/// Numbers are those that can be, and there are no more features, corners, stands and commands than are taken.
fn check_numbers(position: &Position) -> Checked {
    let shapes = shapes(position);
    let what = "areas, lines, crossings, objectives and entries";
    Contradiction::at_most(MOST_FEATURES, shapes.len() + position.entries.len(), what)?;
    let taken = -FARTHEST..=FARTHEST;
    for (place, field, least, points) in &shapes {
        let count = points.len();
        let reason = format!("it has {count} corners, and a feature has {MOST_CORNERS} at most");
        unless(count <= MOST_CORNERS, place, reason, "draw it with fewer")?;
        let remedy = format!("give it {least} or more");
        unless(count >= *least, place, "it has too few points", remedy)?;
        let mut numbers = points.iter().flat_map(|(x, y)| [x, y]);
        numbers.try_for_each(|number| Contradiction::within(format!("{place}, {field}"), *number, &taken))?;
    }
    let all = shapes.iter().map(|(.., points)| points.len()).sum();
    Contradiction::at_most(MOST_CORNERS_IN_ALL, all, "corners of features in all")?;
    Contradiction::at_most(MOST_STANDS, position.stands.len(), "stands")?;
    let stands = position.stands.iter().filter_map(|stand| Some((stand.place(), stand.at?)));
    let entries = position.entries.iter().map(|entry| (entry.place(), entry.at));
    for (place, (x, y, heading)) in stands.chain(entries) {
        let mut numbers = [x, y, heading].into_iter();
        numbers.try_for_each(|number| Contradiction::within(format!("{place}, at"), number, &taken))?;
    }
    for stand in &position.stands {
        for (field, size) in [("width", stand.width), ("depth", stand.depth)] {
            let place = format!("{}, {field}", stand.place());
            size.map_or(Ok(()), |size| Contradiction::within(place, size, &(0.1..=12.0)))?;
        }
    }
    let (width, height) = position.table;
    [width, height]
        .into_iter()
        .try_for_each(|inches| Contradiction::within("table", inches, &(1.0..=400.0)))?;
    let (x, y) = position.origin;
    [x, y].into_iter().try_for_each(|number| Contradiction::within("origin", number, &taken))?;
    Contradiction::within("turns", position.turns, &(1..=u8::MAX))?;
    Contradiction::within("turn", position.turn, &(1..=position.turns))?;
    let commands: BTreeSet<&str> = commands(position).map(|(id, _)| id).collect();
    Contradiction::at_most(MOST_COMMANDS, commands.len(), "commands")?;
    let named = position.discards.len() + position.absorbed.len();
    Contradiction::at_most(2 * MOST_COMMANDS, named, "commands in discards and absorbed")
}

/// The ids of commands with their sides, as they are given and as stands name them.
fn commands(position: &Position) -> impl Iterator<Item = (&str, &str)> {
    let given = position.commands.iter().map(|command| (&*command.id, &*command.side));
    given.chain(position.stands.iter().map(|stand| (stand.command(), &*stand.side)))
}

/// The first that is named twice.
fn twice<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = BTreeSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}

/// Whatever is named elsewhere has an id, and nobody else has it; areas and lines may do without one.
fn check_ids(position: &Position) -> Checked {
    if let Some(nth) = position.crossings.iter().position(|crossing| crossing.over.is_empty()) {
        let (place, reason) = (place_of("crossings", "", "", nth), "it names no line to lie over");
        return Err(Contradiction::new(place, reason, "give the line an id, and name it in over"));
    }
    let (one, other) = &position.sides;
    let areas = position.areas.iter().map(|area| Some(&area.id).filter(|id| !id.is_empty()));
    let lines = position.lines.iter().map(|line| Some(&line.id).filter(|id| !id.is_empty()));
    let named: [(&str, &str, Vec<Option<&String>>); 8] = [
        ("sides", "side", vec![Some(one), Some(other)]),
        ("commands", "command", position.commands.iter().map(|command| Some(&command.id)).collect()),
        ("stands", "stand", position.stands.iter().map(|stand| Some(&stand.id)).collect()),
        ("areas", "area", areas.collect()),
        ("lines", "line", lines.collect()),
        ("crossings", "crossing", position.crossings.iter().map(|crossing| crossing.id.as_ref()).collect()),
        ("objectives", "objective", position.objectives.iter().map(|one| Some(&one.id)).collect()),
        ("entries", "entry", position.entries.iter().map(|entry| Some(&entry.id)).collect()),
    ];
    for (list, what, ids) in named {
        if let Some(nth) = ids.iter().position(|id| id.is_some_and(String::is_empty)) {
            let place = place_of(list, what, "", nth);
            return Err(Contradiction::new(place, "its id is empty", "give it a name of its own"));
        }
        if let Some(id) = twice(ids.into_iter().flatten()) {
            let place = format!("{what} {id}");
            return Err(Contradiction::new(place, "it is given twice", "give each a name of its own"));
        }
    }
    Ok(())
}

/// Sides, commands, generals and lines that are named are those there are; a stand and its command are of one side.
fn check_names(position: &Position) -> Checked {
    let lines = || position.lines.iter().map(|line| &*line.id).filter(|id| !id.is_empty());
    for crossing in &position.crossings {
        let found = lines().find(|id| *id == crossing.over);
        Contradiction::named(found, crossing.place(), "line", &crossing.over, lines())?;
    }
    let sides = [&*position.sides.0, &*position.sides.1];
    let check_side = |place: &str, id: &str| {
        Contradiction::named(sides.contains(&id).then_some(()), place, "side", id, sides)
    };
    for command in &position.commands {
        check_side(&command.place(), &command.side)?;
        // A command under itself is for `check_superiors`.
        if let Some(id) = command.under.as_ref().filter(|id| **id != command.id) {
            let known: BTreeSet<&str> = commands(position).map(|(id, _)| id).collect();
            let others = known.iter().copied().filter(|known| *known != command.id);
            Contradiction::named(known.get(&**id), command.place(), "other command", id, others)?;
        }
    }
    for objective in &position.objectives {
        objective.held_by.iter().try_for_each(|id| check_side(&objective.place(), id))?;
    }
    for stand in &position.stands {
        let place = stand.place();
        check_side(&place, &stand.side)?;
        stand.taken_by.iter().try_for_each(|id| check_side(&place, id))?;
        let named = !stand.command().is_empty();
        unless(named, &place, "the id of its command is empty", "name a command, or leave out command")?;
        let command = stand.command();
        let whose = commands(position).find(|(id, _)| *id == command).map(|(_, side)| side);
        let reason = format!("it is of {} and its command {command} of the other side", stand.side);
        unless(whose == Some(&stand.side), &place, reason, "give them one side")?;
        let Some(general) = &stand.detached else { continue };
        let fits = |other: &&RawStand| {
            other.arm == Arm::General && other.side == stand.side && other.command() == stand.command()
        };
        let known = || position.stands.iter().filter(fits).map(|other| &*other.id);
        let found = known().find(|known| known == general);
        Contradiction::named(found, place, "general of its command", general, known())?;
    }
    Ok(())
}

fn check_area(place: &str, area: &RawArea) -> Checked {
    let uphill = area.uphill.unwrap_or_default();
    Contradiction::within(format!("{place}, uphill"), uphill, &(-FARTHEST..=FARTHEST))?;
    let built = area.buildings || area.garrison;
    let reason = "nobody can enter it, and it has buildings for a garrison";
    unless(!(area.impassable && built), place, reason, "leave out impassable, or buildings and garrison")?;
    let reason = "it is level ground of a height and rises as well";
    unless(area.uphill.is_none() || area.level.is_none(), place, reason, "leave out uphill or level")
}

fn check_line(place: &str, line: &RawLine) -> Checked {
    for (field, width) in [("width", line.width), ("road", line.road)] {
        let place = format!("{place}, {field}");
        width.map_or(Ok(()), |width| Contradiction::within(place, width, &WIDTHS))?;
    }
    let land = line.obstacle || line.hard_cover || line.blocks_sight || line.barred_to_wheels;
    let way = line.sunken_road || line.road.is_some();
    let reason = "what a stream costs and bars follows from its size, and here it is something else as well";
    unless(
        line.stream.is_none() || !(land || way),
        place,
        reason,
        "leave out stream, or all else but width",
    )?;
    let reason = "it has a width and is no stream";
    unless(line.stream.is_some() || line.width.is_none(), place, reason, "add stream, or leave out width")
}

/// Checks that a crossing lies on its line.
fn check_crossing(position: &Position, state: &State, crossing: &RawCrossing) -> Checked {
    let Some(line) = position.lines.iter().find(|line| line.id == crossing.over) else { return Ok(()) };
    let points: Vec<Vec2> = line.points.iter().copied().map(Vec2::from).collect();
    let off = nearest_point_of_line(&points, crossing.at.into()).distance(crossing.at.into());
    let place = crossing.place();
    let reach = state.lengths().inches(CROSSING_REACH);
    let reason = format!("it lies {off:.3} in from {}, where it serves nobody", crossing.over);
    let remedy = format!("put it on that line, give or take {reach:.3} in");
    unless(off <= reach, &place, reason, remedy)
}

/// Checks that objectives and entries are on the table, and that entries can be used.
fn check_objectives_and_entries(position: &Position) -> Checked {
    let corners = position.objectives.iter();
    let corners = corners.flat_map(|one| one.place.iter().map(|corner| (one.place(), *corner)));
    let entries = position.entries.iter().map(|entry| (entry.place(), (entry.at.0, entry.at.1)));
    let size = Vec2::from(position.table);
    for (place, (x, y)) in corners.chain(entries) {
        let at = position.point((x, y));
        let on = at.cmpge(Vec2::splat(-OVERLAP)).all() && at.cmple(size + OVERLAP).all();
        let (least, most) = (Vec2::ZERO - Vec2::from(position.origin), size - Vec2::from(position.origin));
        let remedy =
            format!("keep it within {} to {} east and {} to {} north", least.x, most.x, least.y, most.y);
        unless(on, &place, format!("({x}, {y}) is off the table"), remedy)?;
    }
    position.entries.iter().try_for_each(|entry| {
        Contradiction::within(format!("{}, spread", entry.place()), entry.spread, &(0.0..=WIDEST_SPREAD))
    })
}

/// Checks that a stand is in one place, with properties of its arm.
fn check_stand(position: &Position, stand: &RawStand) -> Checked {
    let place = stand.place();
    let (lost, placed) = (stand.lost.is_some(), stand.at.is_some());
    unless(!(lost && placed), &place, "it is lost and stands on the table", "leave out lost or at")?;
    let late = stand.arrives.as_ref().map(|(turn, _)| *turn).filter(|turn| *turn > position.turn);
    if let Some(turn) = late.filter(|_| lost || placed) {
        let is = if lost { "is lost" } else { "stands on the table" };
        let reason = format!("it {is} on turn {} and arrives on turn {turn}", position.turn);
        return Err(Contradiction::new(place, reason, "leave out arrives, or what has happened to it"));
    }
    let states = [
        ("routed", stand.routed),
        ("evading", stand.evading),
        ("square", stand.square),
        ("attached", stand.attached.is_some()),
        ("bridge", stand.bridge.is_some()),
    ];
    if let Some((state, _)) = states.into_iter().find(|(_, is)| *is && !placed) {
        let reason = format!("it is not on the table, where alone it can be {state}");
        let remedy = format!("leave out {state}, or say where it is with at");
        return Err(Contradiction::new(place, reason, remedy));
    }
    check_arm(stand, &place)?;
    if let Some(name) = &stand.battery {
        let types = Battery::ALL.map(Battery::name);
        Contradiction::named(Battery::named(name), &place, "battery type", name, types)?;
    }
    check_points(stand, &place)?;
    check_lost(stand, &place)?;
    check_serves(position, stand, &place)?;
    if let Some((turn, entry)) = &stand.arrives {
        Contradiction::within(format!("{place}, arrives"), *turn, &(1..=position.turns))?;
        let entries = || position.entries.iter().map(|entry| &*entry.id);
        Contradiction::named(entries().find(|id| id == entry), &place, "entry", entry, entries())?;
    }
    let taken = stand.taken_by.as_ref().is_some_and(|side| *side == stand.side);
    let reason = format!("it is of {} and taken by {}", stand.side, stand.side);
    unless(!taken, &place, reason, "name the other side, or leave out taken_by")
}

/// Checks the properties that only some arms have.
fn check_arm(stand: &RawStand, place: &str) -> Checked {
    use Arm::{Engineer, General, Infantry, Pontoon, Wagon};
    let (arm, artillery) = (stand.arm, stand.arm.is_artillery());
    let only = [
        ("battery", stand.battery.is_some(), artillery, "artillery"),
        ("evading", stand.evading, artillery, "artillery"),
        ("grade", stand.grade.is_some(), arm == General, "generals"),
        ("rating", stand.rating != Rating::Average, arm == General, "generals"),
        ("slow", stand.slow, arm == Infantry, "infantry"),
        ("no_zone", stand.no_zone, arm.is_troops(), "infantry, cavalry and artillery"),
        ("detached", stand.detached.is_some(), arm.is_troops(), "infantry, cavalry and artillery"),
        ("square", stand.square, arm == Infantry, "infantry"),
        ("attached", stand.attached.is_some(), arm == Engineer, "engineers"),
        ("serves", stand.serves.is_some(), arm == Wagon, "wagons"),
        ("bridge", stand.bridge.is_some(), arm == Pontoon, "pontoon trains"),
        ("taken_by", stand.taken_by.is_some(), matches!(arm, Wagon | Pontoon), "wagons and pontoon trains"),
        // Engineers alone defend as infantry, and may be beaten as they are (`easy:V.D`).
        (
            "routed",
            stand.routed,
            arm.is_troops() || arm == Engineer,
            "infantry, cavalry, artillery and engineers",
        ),
    ];
    let wrong = only.into_iter().find(|(_, given, can, _)| *given && !can);
    let Some((what, _, _, whose)) = wrong else { return Ok(()) };
    let reason = format!("{what} is for {whose} only, and it is {}", arm.name());
    Err(Contradiction::new(place, reason, format!("leave out {what}, or give it another arm")))
}

/// Checks that strength points belong to the arm, and that a battery has no more than at the start (`easy:III.C-sp`).
fn check_points(stand: &RawStand, place: &str) -> Checked {
    let arm = stand.arm;
    let none = match arm {
        Arm::General => Some("easy:I.A.3"),
        Arm::Wagon => Some("easy:VI.A.b"),
        Arm::Pontoon => Some("easy:V.D.3"),
        Arm::Infantry
        | Arm::LightCavalry
        | Arm::HeavyCavalry
        | Arm::FootArtillery
        | Arm::HorseArtillery
        | Arm::Engineer => None,
    };
    let most = arm.usual_strength();
    let given = [("sp", stand.sp), ("start", stand.start)].into_iter();
    let mut given = given.filter_map(|(what, points)| Some((what, points?)));
    let over = given.find(|(_, points)| *points > most && (none.is_some() || arm.is_artillery()));
    match (over, none) {
        (Some((what, points)), Some(clause)) => {
            let reason =
                format!("{what} is {points}, and a {} has no strength points ({clause})", arm.name());
            Err(Contradiction::new(place, reason, format!("leave out {what}")))
        }
        (Some((what, points)), None) => {
            let reason = format!("{what} is {points}, and a battery begins with {most} (easy:III.C-sp)");
            Err(Contradiction::new(place, reason, format!("give 1 to {most}")))
        }
        (None, Some(_)) => Ok(()),
        (None, None) => {
            let most = if arm.is_artillery() { most } else { MOST_POINTS };
            let start = stand.stand().strength;
            let mut points = [start, stand.points().unwrap_or(start)].into_iter();
            let impossible = points.find(|points| !(1..=most).contains(points));
            let reason = format!("it cannot have {} strength points", impossible.unwrap_or_default());
            let remedy = format!("give sp and start from 1 to {most}");
            unless(impossible.is_none(), place, reason, remedy)
        }
    }
}

/// Checks that a wagon serves a command of its side (`easy:VI.A`).
fn check_serves(position: &Position, stand: &RawStand, place: &str) -> Checked {
    let Some(serves) = &stand.serves else { return Ok(()) };
    let known: BTreeSet<&str> =
        commands(position).filter(|(_, side)| *side == stand.side).map(|(id, _)| id).collect();
    let what = "command of its side (easy:VI.A)";
    Contradiction::named(known.get(&**serves), place, what, serves, known.iter().copied()).map(drop)
}

/// Whoever is lost has no strength points (`easy:III.D-remove`), has had some or is a train (`easy:III.C.2`), and no train
/// is rallied (`easy:IV.A.1`).
fn check_lost(stand: &RawStand, place: &str) -> Checked {
    let Some(lost) = stand.lost else { return Ok(()) };
    let points = stand.sp.unwrap_or(0);
    let reason = format!("it is lost, and sp is {points} (easy:III.D-remove)");
    let remedy = "leave out sp, and say with start what it began with, or leave out lost";
    unless(points == 0, place, reason, remedy)?;
    let reason = "it is lost, and a general never is, since another takes the stand (easy:III.C.2)";
    let remedy = "leave out lost; without at it is off the table";
    unless(stand.arm != Arm::General, place, reason, remedy)?;
    let train = matches!(stand.arm, Arm::Wagon | Arm::Pontoon);
    let reason = format!("a {} is never rallied (easy:IV.A.1)", stand.arm.name());
    unless(!(train && lost == RawLost::Rallyable), place, reason, "give ForGood")
}

fn check_clock(position: &Position) -> Checked {
    for (side, points) in [(&position.sides.0, position.points.0), (&position.sides.1, position.points.1)] {
        let reason = format!("{side} has {points}, and nobody has fewer than none");
        unless(points >= 0, "points", reason, "give 0 or more, or take them away by a fiat")?;
    }
    Contradiction::within("begins", position.begins, &(0..=DAY - 1))?;
    let (Some(_), weather) = (position.roll_weather, position.weather) else { return Ok(()) };
    let reason = "the weather is known and has still to be rolled";
    unless(weather == Weather::Clear, "weather", reason, "leave out weather or roll_weather")?;
    let reason = "the weather is rolled before any chit is drawn, and here it has still to be rolled";
    let drawn = position.active.is_some() || !position.discards.is_empty();
    unless(!drawn, "roll_weather", reason, "leave out roll_weather, or active and discards")
}

/// Checks that no command is its own superior, directly or in a circle.
fn check_superiors(position: &Position) -> Checked {
    let under = |id: &String| {
        let command = position.commands.iter().find(|command| command.id == *id);
        command.and_then(|command| command.under.as_ref())
    };
    for command in &position.commands {
        let place = command.place();
        let itself = command.under.as_ref() == Some(&command.id);
        unless(!itself, &place, "it is under itself", "leave out under, or name another command")?;
        // A chain without a circle names no command twice.
        let ways_up = std::iter::successors(under(&command.id), |id| under(id)).take(position.commands.len());
        let Some(steps) = ways_up.clone().position(|id| *id == command.id) else { continue };
        let circle: Vec<&str> = ways_up.take(steps).map(String::as_str).collect();
        let reason = format!("it is under {}, and that again under {}", circle.join(", under "), command.id);
        return Err(Contradiction::new(place, reason, "leave out under of one of them"));
    }
    Ok(())
}

/// Checks that superiors are of the same side, and that no chit is in two places, as far as names show.
fn check_commands(position: &Position) -> Checked {
    check_superiors(position)?;
    for command in &position.commands {
        let superior = commands(position).find(|(id, _)| Some(*id) == command.under.as_deref());
        if let Some((id, side)) = superior.filter(|(_, side)| *side != command.side) {
            let reason = format!("it is of {} and {id} of {side}", command.side);
            return Err(Contradiction::new(
                command.place(),
                reason,
                "put it under a command of its own side",
            ));
        }
    }
    if let Some(id) = twice(&position.absorbed) {
        let reason = format!("{id} is named twice");
        return Err(Contradiction::new("absorbed", reason, "name it once"));
    }
    let Some(active) = &position.active else { return Ok(()) };
    let reason = "no position begins at the step Engaged";
    let remedy = "give the step Command, which Engaged follows by itself";
    unless(active.step != Step::Engaged, "active", reason, remedy)?;
    let lists = [
        ("stands", active.stands.as_deref().unwrap_or_default()),
        ("acted", active.acted.as_slice()),
        ("continuing", active.continuing.as_slice()),
    ];
    for (what, names) in lists {
        if let Some(id) = twice(names) {
            let reason = format!("{what} names {id} twice");
            return Err(Contradiction::new("active", reason, "name it once"));
        }
        let early = active.step == Step::Command && !names.is_empty();
        let reason =
            format!("it is at the step Command, before any stand is activated, and {what} names some");
        unless(!early, "active", reason, format!("give a later step, or leave out {what}"))?;
    }
    Ok(())
}

/// The checks after the position is set up: places, owners, chits.
pub(super) fn check_state(position: &Position, state: &State) -> Checked {
    position.crossings.iter().try_for_each(|crossing| check_crossing(position, state, crossing))?;
    check_strengths(position, state)?;
    check_places(position, state)?;
    check_bridges(position, state)?;
    check_attached(state)?;
    check_chits(state)?;
    check_active(position, state)
}

/// Checks that data of a module are used only with the module, before the stands are placed.
///
/// What an order of battle tells of stands for a module (a rating, slow infantry, no zone, a detachment, a train without a
/// place) may be given without it, as in army files. Results of play may not.
pub(super) fn check_modules(position: &Position, state: &State) -> Checked {
    let options = state.options();
    let on = |option: &str, what: &str| format!("put {option} on, or leave out {what}");
    for stand in &position.stands {
        let (what, clause, option) = match stand.arm {
            Arm::Wagon if !options.wagons => ("wagons", "easy:VI.A", "opt-wagons"),
            Arm::Pontoon if !options.pontoons => ("pontoon trains", "easy:V.D.3", "adv-pontoons"),
            _ => continue,
        };
        let placed = stand.at.is_some() || stand.arrives.is_some() || stand.lost.is_some();
        let reason = format!("it has a place, and {what} are not in force ({clause})");
        let remedy = on(option, "at, arrives, lost and taken_by");
        unless(!placed && stand.taken_by.is_none(), stand.place(), reason, remedy)?;
    }
    if let Some(stand) = position.stands.iter().find(|stand| stand.attached.is_some() && !options.engineers) {
        let reason = "it is attached, which only the module of engineers allows (easy:V.D.2)";
        return Err(Contradiction::new(stand.place(), reason, on("adv-engineers", "attached")));
    }
    let regrouped = options.attached || options.new_commands;
    let reason = "commands are absorbed where units are attached or commands formed, and neither is in force (easy:V.B, easy:V.C)";
    let remedy = on("adv-attached or adv-new-commands", "absorbed");
    unless(regrouped || position.absorbed.is_empty(), "absorbed", reason, remedy)?;
    if let Some(stand) = position.stands.iter().find(|stand| stand.square && !options.squares) {
        let reason = "it is in squares, which are not in force (easy:VI.G)";
        return Err(Contradiction::new(stand.place(), reason, on("opt-squares", "square")));
    }
    let Some((one, other)) = position.ammunition else { return Ok(()) };
    let reason = "it is given, and nobody counts it (easy:VI.E)";
    unless(options.ammunition, "ammunition", reason, on("opt-ammunition", "ammunition"))?;
    let reason = format!("{} chits are left, and an army has {MOST_CHITS} at most", one.max(other));
    unless(one.max(other) <= MOST_CHITS, "ammunition", reason, "give fewer")
}

/// Checks that no stand has more strength points than at the start.
fn check_strengths(position: &Position, state: &State) -> Checked {
    for stand in &position.stands {
        let Some((id, points)) = state.roster().of_key(&stand.id).zip(stand.sp) else { continue };
        let began = state.unit(id).strength;
        let reason = format!("it has {points} strength points, and began with {began}");
        let remedy = "give sp up to start, or more by a fiat";
        unless(points <= began, stand.place(), reason, remedy)?;
    }
    Ok(())
}

/// Checks that no stand is on impassable ground (`easy:II.C`), and that evading guns are touched (`easy:III.F.1`).
fn check_places(position: &Position, state: &State) -> Checked {
    for stand in &position.stands {
        let Some(id) = state.roster().of_key(&stand.id) else { continue };
        let Some(placed) = state.placed(id) else { continue };
        let place = stand.place();
        // As deep as a beaten stand may turn into it (`easy:III.D-dir`).
        let under = state.terrain().impassable_under(placed).filter(|(depth, _)| *depth > OVERLAP + EPS);
        if let Some((_, area)) = under {
            let name = &state.terrain().ground().areas[area].id;
            let reason = format!("it stands on impassable ground {name}").trim_end().to_owned();
            let remedy = "put it beside that area, or leave out impassable";
            return Err(Contradiction::new(place, reason, remedy));
        }
        let sound = !stand.evading || !touched_enemies(state, id).is_empty();
        let reason = "it is evading, and no enemy touches it (easy:III.F.1)";
        unless(sound, &place, reason, "put an enemy in contact with it, or leave out evading")?;
    }
    Ok(())
}

/// Checks that a building pontoon train is at the edge of water (`easy:V.D.3.a`).
fn check_bridges(position: &Position, state: &State) -> Checked {
    for stand in position.stands.iter().filter(|stand| stand.bridge.is_some()) {
        let id = state.roster().of_key(&stand.id);
        let builds = id.is_some_and(|id| pontoons::work(state, id).is_some());
        let reason = "it builds a bridge, and stands at the edge of no water (easy:V.D.3.a)";
        let remedy = "put it beside a stream that bars it, or leave out bridge";
        unless(builds, stand.place(), reason, remedy)?;
    }
    Ok(())
}

/// Checks that engineers are attached to infantry of their side that they touch, one stand each (`easy:V.D.2`).
fn check_attached(state: &State) -> Checked {
    let mut hosts: BTreeMap<StandId, StandId> = BTreeMap::new();
    for (&engineer, &host) in &state.engineers.attached {
        let place = format!("stand {}", state.unit(engineer).key);
        let its = &state.unit(host).key;
        let friend = state.arm(host).is_infantry() && !state.are_enemies(engineer, host);
        let reason = format!("it is attached to {its}, which is no infantry of its side");
        unless(friend, &place, reason, "name infantry of its side, or leave out attached")?;
        let apart = state.placed(engineer).zip(state.placed(host)).map(|(a, b)| inches_apart(a, b));
        let reason = format!("it is attached to {its} and does not touch it");
        let remedy = "put it beside that stand, or leave out attached";
        unless(apart.is_some_and(touching), &place, reason, remedy)?;
        if let Some(other) = hosts.insert(host, engineer) {
            let reason = format!("{} is attached to {its} already", state.unit(other).key);
            return Err(Contradiction::new(place, reason, "attach one stand of engineers to each"));
        }
    }
    Ok(())
}

/// Checks that every chit is in the cup, in the discards or being resolved (`easy:II.A.2.1`), or absorbed with a command that
/// leads nobody (`easy:V.B`).
fn check_chits(state: &State) -> Checked {
    let key = |id: CommandId| &state.command(id).key;
    for &id in &state.regrouped.absorbed {
        let leads = !state.command(id).stands.is_empty() || state.picks_commands(id);
        let reason = format!("the command {} has stands or picks others, and so is not absorbed", key(id));
        unless(!leads, "absorbed", reason, "leave it out")?;
    }
    let drawn = |id: CommandId| state.discards.iter().filter(|chit| **chit == id).count();
    let in_play = |place: &str, id: CommandId| {
        let reason = format!("{} is absorbed, so its chit has left play", key(id));
        unless(!state.is_absorbed(id), place, reason, format!("leave it out of {place} or absorbed"))
    };
    for &id in &state.discards {
        let (count, all) = (drawn(id), state.chits_of(id));
        let reason = format!("{} is named {count} times, and its chits number {all}", key(id));
        unless(count <= all, "discards", reason, "name it no oftener than it has chits")?;
        in_play("discards", id)?;
    }
    let Some(id) = state.active().map(|now| now.command) else { return Ok(()) };
    let (name, all) = (key(id), state.chits_of(id));
    let reason = format!("{name} has no chit, since the army commander picks it (easy:V.D)");
    unless(all > 0, "active", reason, "name the army's command")?;
    let reason = format!("the chit of {name} is in the discards and being resolved");
    unless(all > drawn(id), "active", reason, "leave it out of discards, or name another command")?;
    in_play("active", id)
}

/// Checks that activated stands are on the table and of the command's side; stands that have acted, or go on, are activated
/// (`easy:II.A.2.2`, `easy:II.A.2.3`, `easy:III.E.2`).
fn check_active(position: &Position, state: &State) -> Checked {
    let (Some(raw), Some(now)) = (&position.active, state.active()) else { return Ok(()) };
    let side = state.command_side(now.command);
    let key = |id: StandId| &state.unit(id).key;
    let place = format!("active, command {}", raw.command);
    for &id in &now.list {
        let reason = format!("it activates {}, a stand of the enemy", key(id));
        unless(state.side(id) == side, &place, reason, "name stands of the command's side")?;
        let reason = format!("it activates {}, which is not on the table", key(id));
        unless(state.pose(id).is_some(), &place, reason, "leave it out of stands, or say where it is")?;
    }
    for (what, ids) in [("acted", &now.acted), ("continuing", &now.continuing)] {
        let Some(&id) = ids.iter().find(|id| !now.list.contains(id)) else { continue };
        let which = if state.side(id) == side { "is not activated" } else { "is of the enemy" };
        let reason = format!("{what} names {}, which {which}", key(id));
        let remedy = format!("leave it out of {what}, or activate it with stands");
        return Err(Contradiction::new(place, reason, remedy));
    }
    let general = !now.general_moved || state.command(now.command).general.is_some();
    let reason = "its general has moved, and it has none";
    unless(general, &place, reason, "leave out general_moved, or give it a general")?;
    // A stand that goes on attacking keeps its contact until combats are fought, unless a battery shot the enemy away. Corner
    // to corner may no longer be contact, if another has come squarely upon the enemy (`easy:0.4`).
    let waits = matches!(now.step, Step::Act | Step::Combats);
    let shot = now.acted.iter().any(|id| state.arm(*id).is_artillery());
    for &id in now.continuing.iter().filter(|_| waits && !shot) {
        let reason = format!("{} goes on attacking, and touches no enemy (easy:III.E.2)", key(id));
        let touches = !Touching::of(state).within_touch(id, &|other| is_foe(state, id, other)).is_empty();
        unless(touches, &place, reason, "leave it out of continuing, or put it in contact")?;
    }
    Ok(())
}
