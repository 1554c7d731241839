//! Under whom a unit stands, by what line, and why it is in command or not (`cb:10a` to `cb:10f`). Units: hexes.
//!
//! Of the side whose turn it is the snapshot that was taken as movement began holds for the whole player turn (`cb:2D`); before that,
//! and of the other side, it is told how the unit would be found as things stand.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::game::Remark;
use crate::hexes::Hex;
use crate::rules::casus_belli::assign::{say_want, taken};
use crate::rules::casus_belli::command::{Chain, Line, commander_of};
use crate::rules::casus_belli::roster::{Counter, PieceId, UnitId};
use crate::rules::casus_belli::state::{Command, Group, Phase, Place, State};
use crate::rules::casus_belli::zones;
use crate::scenario::Side;

use super::units;

/// When command was, or would be, looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As movement began: it holds for this player turn.
    Checked,
    /// In the command step: as it would be found now.
    Now,
    /// In the next player turn of its side, as things stand.
    Next,
}

/// How a unit stands in the chain of command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub when: When,
    pub group: Group,
    pub commander: Option<PieceId>,
    pub in_command: bool,
    /// It stood in an enemy zone as command was checked (`cb:10e`).
    pub in_ezoc: bool,
    /// Its line, from the commander to the unit; none where there is none, or nobody knows it any more.
    pub line: Option<Vec<Hex>>,
    /// Why it is not in command, as a sentence with its clause.
    pub want: Option<(&'static str, String)>,
}

/// The state with the eyes of that side: in its own player turn as it is, else as its next one would begin.
pub fn seen_by(state: &State, side: Side) -> Cow<'_, State> {
    if state.phasing == side {
        return Cow::Borrowed(state);
    }
    let mut then = state.clone();
    then.phasing = side;
    then.phase = Phase::Command;
    then.entered.clear();
    then.command = Command::default();
    then.command.attached = Chain::new(&then, side).proposal();
    Cow::Owned(then)
}

/// The state as it was when command was checked, as far as that is known: while nothing but moves has happened since.
pub fn as_checked(state: &State) -> Option<State> {
    let Phase::Movement(_) = state.phase else { return None };
    let mut then = state.clone();
    then.phase = Phase::Command;
    then.command.found.clear();
    for unit in &mut then.units {
        if let Some(moved) = unit.moved.take() {
            unit.place = moved.from;
        }
    }
    for leader in &mut then.leaders {
        if let Some(moved) = leader.moved.take() {
            leader.place = moved.from;
        }
    }
    // Who has come on in this phase came by groups: they stand under whom they were put.
    then.command.attached.clone_from(&state.command.attached);
    Some(then)
}

/// How everybody of a side stands who is not lost.
pub fn all(state: &State, side: Side) -> BTreeMap<UnitId, Standing> {
    let there = |unit: &UnitId| state.unit(*unit).place != Place::Eliminated;
    let units = state.game.of_side(side).filter(there);
    if side == state.phasing && !state.command.found.is_empty() {
        // The line is told as it was then; once there has been fighting nobody knows it any more.
        let then = as_checked(state);
        let chain = then.as_ref().map(|then| (then, Chain::new(then, side)));
        let of = |unit: UnitId| {
            let found = state.command.found.get(&unit)?;
            let looked = chain.as_ref().map(|(then, chain)| look(then, chain, unit, found.group));
            let (line, want) = looked.unwrap_or_default();
            let standing = Standing {
                when: When::Checked,
                group: found.group,
                commander: commander_of(state, side, found.group),
                in_command: found.in_command,
                in_ezoc: found.in_ezoc,
                line: line.filter(|_| found.in_command),
                want: want.filter(|_| !found.in_command),
            };
            Some((unit, standing))
        };
        return units.filter_map(of).collect();
    }
    let seen = seen_by(state, side);
    let chain = Chain::new(&seen, side);
    let zone = zones::zone(&seen, side.enemy());
    let of = |unit: UnitId| {
        let group = seen.group(unit);
        let (line, want) = look(&seen, &chain, unit, group);
        let standing = Standing {
            when: if side == state.phasing { When::Now } else { When::Next },
            group,
            commander: commander_of(&seen, side, group),
            in_command: want.is_none(),
            in_ezoc: seen.hex(unit).is_some_and(|hex| zone.contains(hex)),
            line,
            want,
        };
        (unit, standing)
    };
    units.map(of).collect()
}

/// How the unit stands; none of one that is lost.
pub fn standing(state: &State, unit: UnitId) -> Option<Standing> {
    all(state, state.side(unit)).remove(&unit)
}

type Want = (&'static str, String);

/// The line of a unit in a group, and why it is not in command there.
fn look(state: &State, chain: &Chain<'_>, unit: UnitId, group: Group) -> (Option<Vec<Hex>>, Option<Want>) {
    let want = chain.wants(group, unit).map(|want| say_want(state, unit, group, want));
    let line = match chain.line(group, unit) {
        Some(Line::Open(way)) if want.is_none() => Some(way),
        Some(Line::Open(_) | Line::TooFar(_) | Line::Cut) | None => None,
    };
    (line, want)
}

/// In few words: `under Victor`, `under nobody`.
pub fn in_words(state: &State, standing: &Standing) -> String {
    match standing.commander {
        Some(piece) => format!("under {}", state.game.say_piece(piece)),
        None => "under nobody".to_owned(),
    }
}

/// What is told of it, sentence by sentence.
pub fn remarks(state: &State, unit: UnitId, standing: &Standing) -> Vec<Remark> {
    let mut said = vec![head(state, unit, standing)];
    said.extend(of_room(state, unit, standing));
    if let Group::Corps(corps) = standing.group
        && standing.in_command
        && let Some(Line::Open(way)) = Chain::new(state, state.side(unit)).line_to_corps(corps)
        && way.len() > 1
        && standing.when != When::Checked
    {
        let side = state.side(unit);
        let army = state.armies[side.index()].commander;
        let name = army.map_or("the army commander", |leader| state.game.leader(leader).name.as_str());
        let words = format!(
            "The commander of {}'s corps is {} from {name}, of {} at most",
            state.game.corps(corps).name,
            units::hexes(u32::try_from(way.len() - 1).unwrap_or(u32::MAX)),
            state.game.ranges(side).corps
        );
        said.push(Remark { words, clause: Some("cb:10d") });
    }
    if !standing.in_command {
        said.extend(out_of_command(state, unit, standing));
    }
    said
}

fn head(state: &State, unit: UnitId, standing: &Standing) -> Remark {
    let by = in_words(state, standing);
    let when = match standing.when {
        When::Checked => "As movement began",
        When::Now => "As things stand",
        When::Next => "If its turn began now",
    };
    if standing.in_command {
        let line = match standing.line.as_deref() {
            Some([_]) => ", in one hex with him".to_owned(),
            Some(way) => {
                let range = state.game.ranges(state.side(unit)).unit;
                let far = units::hexes(u32::try_from(way.len() - 1).unwrap_or(u32::MAX));
                format!(" by a line of {far} of {range}: {}", units::in_a_row(way))
            }
            None => String::new(),
        };
        return Remark { words: format!("{when}: in command, {by}{line}"), clause: Some("cb:10c") };
    }
    let (clause, why) = match &standing.want {
        Some((clause, why)) => (*clause, format!(": {why}")),
        None => ("cb:10c", String::new()),
    };
    Remark { words: format!("{when}: out of command, {by}{why}"), clause: Some(clause) }
}

/// That it was taken by another than the commander of its own corps, and how many such units he has.
fn of_room(state: &State, unit: UnitId, standing: &Standing) -> Option<Remark> {
    use crate::rules::casus_belli::roster::{DIRECT, INDEPENDENTS};
    let name = standing.commander.map(|piece| state.game.say_piece(piece))?;
    let own = state.game.corps_of(unit);
    let (room, how, clause) = match standing.group {
        Group::Army if own.is_some() => (DIRECT, "Taken from its corps directly", "cb:10f"),
        Group::Army => (DIRECT, "Independent, taken directly", "cb:10f"),
        Group::Corps(_) if own.is_none() => (INDEPENDENTS, "Independent, taken", "cb:10b"),
        Group::Corps(_) | Group::Unassigned => return None,
    };
    let words = match standing.when {
        When::Next => format!("{how}: by {name}"),
        When::Checked | When::Now => {
            format!("{how}: {name} has {} of {room} such units", taken(state, standing.group))
        }
    };
    Some(Remark { words, clause: Some(clause) })
}

/// What it means to be out of command now (`cb:10e`).
fn out_of_command(state: &State, unit: UnitId, standing: &Standing) -> Vec<Remark> {
    let mut said = Vec::new();
    let mut say = |words: &str| said.push(Remark { words: words.to_owned(), clause: Some("cb:10e") });
    let guns = state.game.is_artillery(unit);
    if !state.unit(unit).routed {
        say(match guns {
            true => {
                "Out of command it enters no enemy zone and attacks no adjacent enemy; it may bombard at 2 or 3 hexes"
            }
            false => "Out of command it enters no enemy zone, attacks no adjacent enemy, and defends in full",
        });
    }
    if standing.in_ezoc && standing.when != When::Next {
        say(
            "It was found in an enemy zone: unless friends drive those enemies off, it goes back 1 or 2 hexes after all combats",
        );
    }
    if state.game.arm(unit) == crate::scenario::HexArm::Cavalry && standing.when == When::Now {
        said.push(Remark { words: "Out of command it cannot charge".to_owned(), clause: Some("cb:7f1") });
    }
    said
}

/// The lines of command to be drawn: from the commander of a group to each who stands in it, and from the commander of the army to that
/// of the group; and whether each holds.
pub fn lines(state: &State, side: Side, only: Option<Group>) -> Vec<(Vec<Hex>, bool)> {
    let seen = seen_by(state, side);
    let then = as_checked(&seen);
    let at = then.as_ref().unwrap_or(&seen);
    let chain = Chain::new(at, side);
    let mut lines = Vec::new();
    let mut draw = |from: Option<Hex>, to: Option<Hex>, line: Option<Line>| {
        let (Some(from), Some(to)) = (from, to) else { return };
        match line {
            Some(Line::Open(way)) if way.len() > 1 => lines.push((way, true)),
            Some(Line::TooFar(_) | Line::Cut) if from != to => lines.push((vec![from, to], false)),
            Some(Line::Open(_) | Line::TooFar(_) | Line::Cut) | None => {}
        }
    };
    let seat = |group: Group| commander_of(at, side, group).and_then(|piece| units::hex(at, piece));
    for unit in state.game.of_side(side) {
        let group = seen.command.found.get(&unit).map_or_else(|| at.group(unit), |found| found.group);
        if group == Group::Unassigned || only.is_some_and(|only| only != group) {
            continue;
        }
        draw(seat(group), at.hex(unit), chain.line(group, unit));
    }
    for corps in state.game.corps_of_side(side) {
        let group = Group::Corps(corps);
        if only.is_none_or(|only| only == group || only == Group::Army) {
            draw(seat(Group::Army), seat(group), chain.line_to_corps(corps));
        }
    }
    lines
}

/// The group that a piece commands, or stands in.
pub fn group_of(state: &State, piece: PieceId) -> (Side, Group) {
    let side = state.game.side_of(piece);
    let seen = seen_by(state, side);
    let commands = crate::rules::casus_belli::command::group_of_commander(&seen, side, piece);
    let group = commands.unwrap_or_else(|| match state.game.counter(piece) {
        Counter::Unit(unit) => seen.group(unit),
        Counter::Leader(leader) => seen.leader_group(leader),
    });
    (side, group)
}
