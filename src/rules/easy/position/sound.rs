//! Checks that a position of Easy Napoleonic does not contradict itself or exceed limits.
//!
//! Every state reachable by play passes these checks, except for batteries of more than 2 strength points, for which army files
//! only give a warning; results of a fiat (more strength points than at the start, victory points below 0) are set by that
//! fiat. Units: inches, strength points.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::{Position, RawArea, RawCrossing, RawLine, RawLost, RawStand};
use crate::fiat::MOST_CHITS;
use crate::state::Step;
use crate::touching::{Touching, is_foe, touched_enemies};
use crate::{CommandId, StandId, State, pontoons};
use game::Contradiction;
use scenario::army::{Arm, Battery, MOST_POINTS, Rating};
use scenario::{WIDEST_SPREAD, Weather};
use table::measure::{inches_apart, nearest_point_of_line};
use table::terrain::CROSSING_REACH;
use table::tolerance::{EPS, OVERLAP, touching};

/// No coordinate of a position lies farther out, in inches.
const FARTHEST: f32 = 10_000.0;

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

type Sound = Result<(), Contradiction>;

/// The contradiction at this place, unless `sound`.
fn unless(sound: bool, place: &str, reason: &str, remedy: &str) -> Sound {
    Contradiction::unless(sound, place, reason, remedy)
}

/// The checks before the position is set up.
pub(super) fn check(position: &Position) -> Sound {
    check_numbers(position)?;
    check_ids(position)?;
    check_names(position)?;
    position.areas.iter().try_for_each(check_area)?;
    position.lines.iter().try_for_each(check_line)?;
    check_objectives_and_entries(position)?;
    position.stands.iter().try_for_each(|stand| check_stand(position, stand))?;
    check_clock(position)?;
    check_commands(position)
}

/// Something of the ground, an objective or an entry, by its numbers.
struct Feature {
    /// Where it stands in the position: `area wood`.
    place: String,
    points: Vec<(f32, f32)>,
    /// The fewest points that draw it.
    least: usize,
    /// Degrees and inches besides.
    measures: Vec<f32>,
}

fn features(position: &Position) -> Vec<Feature> {
    let areas = position.areas.iter().map(|area| Feature {
        place: format!("area {}", area.id),
        points: area.polygon.clone(),
        least: 3,
        measures: area.uphill.into_iter().collect(),
    });
    let lines = position.lines.iter().map(|line| Feature {
        place: format!("line {}", line.id),
        points: line.points.clone(),
        least: 2,
        measures: line.road.into_iter().chain(line.width).collect(),
    });
    let crossings = position.crossings.iter().map(|crossing| Feature {
        place: crossing.place(),
        points: vec![crossing.at],
        least: 1,
        measures: Vec::new(),
    });
    let objectives = position.objectives.iter().map(|objective| Feature {
        place: format!("objective {}", objective.id),
        points: objective.place.clone(),
        least: 1,
        measures: Vec::new(),
    });
    let entries = position.entries.iter().map(|entry| Feature {
        place: format!("entry {}", entry.id),
        points: vec![(entry.at.0, entry.at.1)],
        least: 1,
        measures: vec![entry.at.2],
    });
    areas.chain(lines).chain(crossings).chain(objectives).chain(entries).collect()
}

/// Numbers are those that can be, and there are no more features, corners, stands and commands than are taken.
pub(super) fn check_numbers(position: &Position) -> Sound {
    let features = features(position);
    Contradiction::more_than(
        MOST_FEATURES,
        features.len(),
        "areas, lines, crossings, objectives and entries",
    )?;
    let taken = -FARTHEST..=FARTHEST;
    for Feature { place, points, least, measures } in &features {
        let count = points.len();
        let reason = format!("it has {count} corners, and a feature has {MOST_CORNERS} at most");
        unless(count <= MOST_CORNERS, place, &reason, "draw it with fewer")?;
        let remedy = format!("give it {least} or more");
        unless(count >= *least, place, "it has too few points", &remedy)?;
        let mut numbers = points.iter().flat_map(|(x, y)| [x, y]).chain(measures);
        numbers.try_for_each(|number| Contradiction::within(place, *number, &taken))?;
    }
    let all = features.iter().map(|feature| feature.points.len()).sum();
    Contradiction::more_than(MOST_CORNERS_IN_ALL, all, "corners of features in all")?;
    Contradiction::more_than(MOST_STANDS, position.stands.len(), "stands")?;
    for stand in &position.stands {
        let place = format!("stand {}", stand.id);
        let (x, y, heading) = stand.at.unwrap_or_default();
        [x, y, heading].into_iter().try_for_each(|number| Contradiction::within(&place, number, &taken))?;
        let mut sizes = stand.width.into_iter().chain(stand.depth);
        sizes.try_for_each(|size| {
            let reason = format!("it cannot measure {size} in");
            unless((0.1..=12.0).contains(&size), &place, &reason, "give 0.1 to 12")
        })?;
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
    Contradiction::more_than(MOST_COMMANDS, commands.len(), "commands")?;
    let named = position.discards.len() + position.absorbed.len();
    Contradiction::more_than(2 * MOST_COMMANDS, named, "commands in discards and absorbed")
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
fn check_ids(position: &Position) -> Sound {
    for (nth, crossing) in (1..).zip(&position.crossings) {
        let place = format!("crossings, number {nth}");
        let reason = "it names no line to lie over";
        unless(!crossing.over.is_empty(), &place, reason, "give the line an id, and name it in over")?;
    }
    let (one, other) = &position.sides;
    unless(one != other, "sides", &format!("both are called {one}"), "give them two names")?;
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
            let place = format!("{list}, number {}", nth + 1);
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
fn check_names(position: &Position) -> Sound {
    for crossing in &position.crossings {
        let known = position.lines.iter().any(|line| line.id == crossing.over);
        let place = format!("crossing of {}", crossing.over);
        let reason = format!("{} is no line of the position", crossing.over);
        unless(known, &place, &reason, "name the line that it crosses")?;
    }
    let sides = [&*position.sides.0, &*position.sides.1];
    let check_side = |place: &str, id: &str| {
        Contradiction::named(sides.contains(&id).then_some(()), place, "side", id, sides)
    };
    for command in &position.commands {
        let place = format!("command {}", command.id);
        check_side(&place, &command.side)?;
        let known = || position.commands.iter().map(|command| &*command.id);
        if let Some(id) = &command.under {
            Contradiction::named(known().find(|known| known == id), place, "command", id, known())?;
        }
    }
    for objective in &position.objectives {
        let place = format!("objective {}", objective.id);
        objective.held_by.iter().try_for_each(|id| check_side(&place, id))?;
    }
    for stand in &position.stands {
        let place = format!("stand {}", stand.id);
        check_side(&place, &stand.side)?;
        stand.taken_by.iter().try_for_each(|id| check_side(&place, id))?;
        let named = !stand.command().is_empty();
        unless(named, &place, "the id of its command is empty", "name a command, or leave out command")?;
        let command = stand.command();
        let whose = commands(position).find(|(id, _)| *id == command).map(|(_, side)| side);
        let reason = format!("it is of {} and its command {command} of the other side", stand.side);
        unless(whose == Some(&stand.side), &place, &reason, "give them one side")?;
        let Some(general) = &stand.detached else { continue };
        let fits = |other: &&RawStand| {
            other.arm == Arm::General && other.side == stand.side && other.command == stand.command
        };
        let known = || position.stands.iter().filter(fits).map(|other| &*other.id);
        let found = known().find(|known| known == general);
        Contradiction::named(found, place, "general of its command", general, known())?;
    }
    Ok(())
}

fn check_area(area: &RawArea) -> Sound {
    let place = format!("area {}", area.id);
    let built = area.buildings || area.garrison;
    let reason = "nobody can enter it, and it has buildings for a garrison";
    unless(!(area.impassable && built), &place, reason, "leave out impassable, or buildings and garrison")?;
    let reason = "it is level ground of a height and rises as well";
    unless(area.uphill.is_none() || area.level.is_none(), &place, reason, "leave out uphill or level")
}

fn check_line(line: &RawLine) -> Sound {
    let place = format!("line {}", line.id);
    let land = line.obstacle || line.hard_cover || line.blocks_sight || line.barred_to_wheels;
    let way = line.sunken_road || line.road.is_some();
    let reason = "what a stream costs and bars follows of its size, and here it is something else as well";
    unless(
        line.stream.is_none() || !(land || way),
        &place,
        reason,
        "leave out stream, or all else but width",
    )?;
    let reason = "it has a width and is no stream";
    unless(line.stream.is_some() || line.width.is_none(), &place, reason, "add stream, or leave out width")
}

/// Checks that a crossing serves some stand that can cross its line there.
fn check_crossing(position: &Position, state: &State, crossing: &RawCrossing) -> Sound {
    let Some(line) = position.lines.iter().find(|line| line.id == crossing.over) else { return Ok(()) };
    let points: Vec<Vec2> = line.points.iter().copied().map(Vec2::from).collect();
    let off = nearest_point_of_line(&points, crossing.at.into()).distance(crossing.at.into());
    let place = crossing.place();
    let reach = state.lengths().inches(CROSSING_REACH);
    let reason = format!("it lies {off:.3} in from {}, and serves nobody there", crossing.over);
    let remedy = format!("put it on that line, give or take {reach:.3} in");
    unless(off <= reach, &place, &reason, &remedy)
}

/// Checks that objectives and entries are on the table, and that entries can be used.
fn check_objectives_and_entries(position: &Position) -> Sound {
    let corners = position.objectives.iter().flat_map(|objective| {
        objective.place.iter().map(move |corner| (format!("objective {}", objective.id), *corner))
    });
    let entries =
        position.entries.iter().map(|entry| (format!("entry {}", entry.id), (entry.at.0, entry.at.1)));
    let size = Vec2::from(position.table);
    for (place, (x, y)) in corners.chain(entries) {
        let at = position.point((x, y));
        let on = at.cmpge(Vec2::splat(-OVERLAP)).all() && at.cmple(size + OVERLAP).all();
        let (least, most) = (Vec2::ZERO - Vec2::from(position.origin), size - Vec2::from(position.origin));
        let remedy =
            format!("keep it within {} to {} east and {} to {} north", least.x, most.x, least.y, most.y);
        unless(on, &place, &format!("({x}, {y}) is off the table"), &remedy)?;
    }
    for entry in &position.entries {
        let can = (0.0..=WIDEST_SPREAD).contains(&entry.spread);
        let reason = format!("its spread cannot be {} in", entry.spread);
        unless(can, &format!("entry {}", entry.id), &reason, &format!("give 0 to {WIDEST_SPREAD}"))?;
    }
    Ok(())
}

/// Checks that a stand is in one place, with properties of its arm.
fn check_stand(position: &Position, stand: &RawStand) -> Sound {
    let place = format!("stand {}", stand.id);
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
        return Err(Contradiction::new(
            place,
            reason,
            format!("leave out {state}, or say where it is with at"),
        ));
    }
    check_arm(stand, &place)?;
    if let Some(name) = &stand.battery {
        let types = Battery::ALL.map(Battery::name);
        Contradiction::named(Battery::named(name), &place, "battery type", name, types)?;
    }
    check_points(stand, &place)?;
    check_lost(stand, &place)?;
    check_serves(position, stand, &place)?;
    if let Some((turn, _)) = stand.arrives.as_ref().filter(|(turn, _)| !(1..=position.turns).contains(turn)) {
        let turns = position.turns;
        let reason = format!("it arrives on turn {turn}, and the battle has turns 1 to {turns}");
        return Err(Contradiction::new(place, reason, format!("give it a turn from 1 to {turns}")));
    }
    if let Some((_, entry)) =
        stand.arrives.as_ref().filter(|(_, id)| position.entries.iter().all(|e| e.id != *id))
    {
        let reason = format!("it arrives at {entry}, which is no entry of the position");
        return Err(Contradiction::new(place, reason, "add it to entries, or name one of them"));
    }
    let taken = stand.taken_by.as_ref().is_some_and(|side| *side == stand.side);
    let reason = format!("it is of {} and taken by {}", stand.side, stand.side);
    unless(!taken, &place, &reason, "name the other side, or leave out taken_by")
}

/// Checks the properties that only some arms have.
fn check_arm(stand: &RawStand, place: &str) -> Sound {
    use Arm::{Engineer, FootArtillery, General, HorseArtillery, Infantry, Pontoon, Wagon};
    let arm = stand.arm;
    let artillery = matches!(arm, FootArtillery | HorseArtillery);
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
fn check_points(stand: &RawStand, place: &str) -> Sound {
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
            let start = stand.stand().strength;
            let mut points = [start, stand.points().unwrap_or(start)].into_iter();
            let impossible = points.find(|points| !(1..=MOST_POINTS).contains(points));
            let reason = format!("it cannot have {} strength points", impossible.unwrap_or_default());
            let remedy = format!("give sp and start from 1 to {MOST_POINTS}");
            unless(impossible.is_none(), place, &reason, &remedy)
        }
    }
}

/// Checks that a wagon serves a command of its side (`easy:VI.A`).
fn check_serves(position: &Position, stand: &RawStand, place: &str) -> Sound {
    let Some(serves) = &stand.serves else { return Ok(()) };
    let known = commands(position).any(|(id, side)| id == serves && side == stand.side);
    let reason = format!("it serves {serves}, which is no command of {} (easy:VI.A)", stand.side);
    unless(known, place, &reason, "name a command of its side, or leave out serves")
}

/// Whoever is lost has no strength points (`easy:III.D-remove`), has had some or is a train (`easy:III.C.2`), and no train
/// is rallied (`easy:IV.A.1`).
fn check_lost(stand: &RawStand, place: &str) -> Sound {
    let Some(lost) = stand.lost else { return Ok(()) };
    let points = stand.sp.unwrap_or(0);
    let reason = format!("it is lost and has {points} strength points (easy:III.D-remove)");
    let remedy = "leave out sp, and say with start what it began with, or leave out lost";
    unless(points == 0, place, &reason, remedy)?;
    let reason = "it is lost, and a general is not: another takes the stand (easy:III.C.2)";
    let remedy = "leave out lost; without at it is off the table";
    unless(stand.arm != Arm::General, place, reason, remedy)?;
    let train = matches!(stand.arm, Arm::Wagon | Arm::Pontoon);
    let reason = format!("a {} is never rallied (easy:IV.A.1)", stand.arm.name());
    unless(!(train && lost == RawLost::Rallyable), place, &reason, "give ForGood")
}

fn check_clock(position: &Position) -> Sound {
    for (side, points) in [(&position.sides.0, position.points.0), (&position.sides.1, position.points.1)] {
        let reason = format!("{side} has {points}, and nobody has fewer than none");
        unless(points >= 0, "points", &reason, "give 0 or more, or take them away by a fiat")?;
    }
    let begins = position.begins < DAY;
    let reason = format!("a day has {DAY} minutes, and {} are given", position.begins);
    unless(begins, "begins", &reason, "give the minutes after midnight")?;
    let (Some(_), weather) = (position.roll_weather, position.weather) else { return Ok(()) };
    let reason = "the weather is known and has still to be rolled";
    unless(weather == Weather::Clear, "weather", reason, "leave out weather or roll_weather")?;
    let reason = "the weather is rolled before any chit is drawn, and here it has still to be rolled";
    let drawn = position.active.is_some() || !position.discards.is_empty();
    unless(!drawn, "roll_weather", reason, "leave out roll_weather, or active and discards")
}

/// Checks that no command is its own superior, directly or in a circle.
fn check_superiors(position: &Position) -> Sound {
    let under = |id: &String| {
        let command = position.commands.iter().find(|command| command.id == *id);
        command.and_then(|command| command.under.as_ref())
    };
    for command in &position.commands {
        let place = format!("command {}", command.id);
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
fn check_commands(position: &Position) -> Sound {
    check_superiors(position)?;
    for command in &position.commands {
        let superior = position.commands.iter().find(|other| Some(&other.id) == command.under.as_ref());
        if let Some(superior) = superior.filter(|superior| superior.side != command.side) {
            let reason = format!("it is of {} and {} of {}", command.side, superior.id, superior.side);
            let place = format!("command {}", command.id);
            return Err(Contradiction::new(place, reason, "put it under a command of its own side"));
        }
    }
    if let Some(id) = twice(&position.absorbed) {
        let reason = format!("{id} is named twice");
        return Err(Contradiction::new("absorbed", reason, "name it once"));
    }
    let Some(active) = &position.active else { return Ok(()) };
    let reason = "no position begins at the step Engaged";
    let remedy = "give the step Command: Engaged comes after it by itself";
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
        unless(!early, "active", &reason, &format!("give a later step, or leave out {what}"))?;
    }
    Ok(())
}

/// The checks after the position is set up: places, owners, chits.
pub(super) fn check_state(position: &Position, state: &State) -> Sound {
    position.crossings.iter().try_for_each(|crossing| check_crossing(position, state, crossing))?;
    check_strengths(position, state)?;
    check_places(position, state)?;
    check_bridges(position, state)?;
    check_attached(state)?;
    check_chits(position, state)?;
    check_active(position, state)
}

/// Checks that data of a module are used only with the module, before the stands are placed.
///
/// What an order of battle tells of stands for a module (a rating, slow infantry, no zone, a detachment, a train without a
/// place) may be given without it, as in army files. Results of play may not.
pub(super) fn check_modules(position: &Position, state: &State) -> Sound {
    let options = state.options();
    let on = |option: &str| format!("put {option} on, or leave it out");
    for stand in &position.stands {
        let place = format!("stand {}", stand.id);
        let (what, clause, option) = match stand.arm {
            Arm::Wagon if !options.wagons => ("wagons", "easy:VI.A", "opt-wagons"),
            Arm::Pontoon if !options.pontoons => ("pontoon trains", "easy:V.D.3", "adv-pontoons"),
            _ => continue,
        };
        let placed = stand.at.is_some() || stand.arrives.is_some() || stand.lost.is_some();
        let reason = format!("it has a place, and {what} are not in force ({clause})");
        unless(!placed && stand.taken_by.is_none(), &place, &reason, &on(option))?;
    }
    if let Some(stand) = position.stands.iter().find(|stand| stand.attached.is_some() && !options.engineers) {
        let reason = "it is attached, which only the module of engineers allows (easy:V.D.2)";
        let remedy = "put adv-engineers on, or leave out attached";
        return Err(Contradiction::new(format!("stand {}", stand.id), reason, remedy));
    }
    let regrouped = options.attached || options.new_commands;
    let reason = "commands are absorbed where units are attached or commands formed, and neither is in force (easy:V.B, easy:V.C)";
    let sound = regrouped || position.absorbed.is_empty();
    unless(sound, "absorbed", reason, &on("adv-attached or adv-new-commands"))?;
    if let Some(stand) = position.stands.iter().find(|stand| stand.square && !options.squares) {
        let place = format!("stand {}", stand.id);
        return Err(Contradiction::new(place, "it is in squares, which are not in force", on("opt-squares")));
    }
    let Some((one, other)) = position.ammunition else { return Ok(()) };
    let reason = "it is given, and nobody counts it";
    unless(options.ammunition, "ammunition", reason, &on("opt-ammunition"))?;
    let reason = format!("{} chits are left, and an army has {MOST_CHITS} at most", one.max(other));
    unless(one.max(other) <= MOST_CHITS, "ammunition", &reason, "give fewer")
}

/// Checks that no stand has more strength points than at the start.
fn check_strengths(position: &Position, state: &State) -> Sound {
    for stand in &position.stands {
        let Some((id, points)) = state.roster().find_stand(&stand.id).zip(stand.sp) else { continue };
        let began = state.unit(id).strength;
        let reason = format!("it has {points} strength points, and began with {began}");
        let remedy = "give sp up to start, or more by a fiat";
        unless(points <= began, &format!("stand {}", stand.id), &reason, remedy)?;
    }
    Ok(())
}

/// Checks that no stand is on impassable ground (`easy:II.C`), and that evading guns are touched (`easy:III.F.1`).
fn check_places(position: &Position, state: &State) -> Sound {
    for stand in &position.stands {
        let Some(id) = state.roster().find_stand(&stand.id) else { continue };
        let Some(placed) = state.placed(id) else { continue };
        let place = format!("stand {}", stand.id);
        // As deep as a beaten stand may turn into it (`easy:III.D-dir`).
        let under = state.terrain().impassable_under(placed).filter(|(depth, _)| *depth > OVERLAP + EPS);
        if let Some((_, area)) = under {
            let name = &state.terrain().ground().areas[area].id;
            let reason = format!("it stands on impassable ground {name}").trim_end().to_owned();
            return Err(Contradiction::new(
                place,
                reason,
                "put it beside that area, or leave out impassable",
            ));
        }
        let near = !stand.evading || !touched_enemies(state, id).is_empty();
        let reason = "it is evading, and no enemy touches it (easy:III.F.1)";
        unless(near, &place, reason, "put an enemy in contact with it, or leave out evading")?;
    }
    Ok(())
}

/// Checks that a building pontoon train is at the edge of water (`easy:V.D.3.a`).
fn check_bridges(position: &Position, state: &State) -> Sound {
    for stand in position.stands.iter().filter(|stand| stand.bridge.is_some()) {
        let id = state.roster().find_stand(&stand.id);
        let builds = id.is_some_and(|id| pontoons::work(state, id).is_some());
        let reason = "it builds a bridge, and stands at the edge of no water (easy:V.D.3.a)";
        let remedy = "put it beside a stream that bars it, or leave out bridge";
        unless(builds, &format!("stand {}", stand.id), reason, remedy)?;
    }
    Ok(())
}

/// Checks that engineers are attached to infantry of their side that they touch, one stand each (`easy:V.D.2`).
fn check_attached(state: &State) -> Sound {
    let mut hosts: BTreeMap<StandId, StandId> = BTreeMap::new();
    for (&engineer, &host) in &state.engineers.attached {
        let place = format!("stand {}", state.unit(engineer).key);
        let its = &state.unit(host).key;
        let friend = state.arm(host).is_infantry() && !state.are_enemies(engineer, host);
        let reason = format!("it is attached to {its}, which is no infantry of its side");
        unless(friend, &place, &reason, "name infantry of its side, or leave out attached")?;
        let apart = state.placed(engineer).zip(state.placed(host)).map(|(a, b)| inches_apart(a, b));
        let reason = format!("it is attached to {its} and does not touch it");
        unless(
            apart.is_some_and(touching),
            &place,
            &reason,
            "put it beside that stand, or leave out attached",
        )?;
        if let Some(other) = hosts.insert(host, engineer) {
            let reason = format!("{} is attached to {its} already", state.unit(other).key);
            return Err(Contradiction::new(place, reason, "attach one stand of engineers to each"));
        }
    }
    Ok(())
}

/// Checks that every chit is in the cup, in the discards or being resolved (`easy:II.A.2.1`).
fn check_chits(position: &Position, state: &State) -> Sound {
    let mut drawn: BTreeMap<CommandId, usize> = BTreeMap::new();
    let named = |name: &String| state.roster().find_command(name);
    for id in position.discards.iter().filter_map(named) {
        let count = drawn.entry(id).or_default();
        *count += 1;
        let name = &state.command(id).key;
        let all = state.chits_of(id);
        let reason = format!("{name} is there {count} times and has {all} chits");
        unless(*count <= all, "discards", &reason, "name it no oftener than it has chits")?;
        let reason = format!("{name} is absorbed: its chit has left play");
        unless(!state.is_absorbed(id), "discards", &reason, "leave it out of discards or absorbed")?;
    }
    let Some(id) = position.active.as_ref().and_then(|active| named(&active.command)) else { return Ok(()) };
    let name = &state.command(id).key;
    let reason = format!("the chit of {name} is in the discards and being resolved");
    let left = state.chits_of(id) > drawn.get(&id).copied().unwrap_or_default();
    unless(left, "active", &reason, "leave it out of discards, or name another command")?;
    let reason = format!("{name} is absorbed: its chit has left play");
    unless(!state.is_absorbed(id), "active", &reason, "leave it out of absorbed, or name another command")
}

/// Checks that activated stands are on the table and of the command's side; stands that have acted, or go on, are activated
/// (`easy:II.A.2.2`, `easy:II.A.2.3`, `easy:III.E.2`).
fn check_active(position: &Position, state: &State) -> Sound {
    let (Some(raw), Some(now)) = (&position.active, state.active()) else { return Ok(()) };
    let side = state.command_side(now.command);
    let key = |id: StandId| &state.unit(id).key;
    for &id in &now.list {
        let reason = format!("it activates {}, a stand of the enemy", key(id));
        unless(state.side(id) == side, "active", &reason, "name stands of the command's side")?;
        let reason = format!("it activates {}, which is not on the table", key(id));
        unless(state.pose(id).is_some(), "active", &reason, "leave it out of stands, or say where it is")?;
    }
    for (what, ids) in [("acted", &now.acted), ("continuing", &now.continuing)] {
        let Some(&id) = ids.iter().find(|id| !now.list.contains(id)) else { continue };
        let which = if state.side(id) == side { "is not activated" } else { "is of the enemy" };
        let reason = format!("{what} names {}, which {which}", key(id));
        let remedy = format!("leave it out of {what}, or activate it with stands");
        return Err(Contradiction::new(format!("active, command {}", raw.command), reason, remedy));
    }
    let place = format!("active, command {}", raw.command);
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
        unless(touches, &place, &reason, "leave it out of continuing, or put it in contact")?;
    }
    Ok(())
}
