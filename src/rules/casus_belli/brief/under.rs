//! The commander of a unit, its line of command, and why it is in command or not (`cb:10a` to `cb:10f`). Units: hexes.
//!
//! For the side whose turn it is, the snapshot taken as movement began holds for the whole player turn (`cb:2D`); before that,
//! and for the other side, it is how the unit would be found as things stand.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::assign::{say_found, say_want, taken};
use crate::command::{self, Chain, Findings, Line, commander_of};
use crate::roster::{Counter, PieceId, UnitId};
use crate::state::{Command, CommandFinding, FoundLine, Group, Phase, Place, State};
use crate::zones;
use game::Remark;
use hexes::Hex;
use scenario::Side;

use super::units;

/// When command was, or would be, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As movement began; holds for this player turn.
    Checked,
    /// In the command step, as it would be found now.
    Now,
    /// In the next player turn of its side, as things stand.
    Next,
}

/// A unit's place in the chain of command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub when: When,
    pub group: Group,
    pub commander: Option<PieceId>,
    pub in_command: bool,
    /// It stood in an enemy zone when command was checked (`cb:10e`).
    pub in_ezoc: bool,
    /// Its line, from the commander to the unit; `None` if there is none, or it is no longer known.
    pub line: Option<Vec<Hex>>,
    /// Why it is out of command, as a sentence with its clause.
    pub want: Option<(&'static str, String)>,
}

/// The state as that side sees it: as it is in its own player turn, else as its next one would begin.
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

/// The standing of every unit of a side that is not lost.
pub fn all(state: &State, side: Side) -> BTreeMap<UnitId, Standing> {
    let there = |unit: &UnitId| state.unit(*unit).place != Place::Eliminated;
    let units = state.game.of_side(side).filter(there);
    if side == state.phasing && !state.command.found.is_empty() {
        let of = |unit: UnitId| Some((unit, as_found(state, unit, state.command.found.get(&unit)?)));
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

/// The standing of a unit as found when movement began.
fn as_found(state: &State, unit: UnitId, found: &CommandFinding) -> Standing {
    let line = match &found.line {
        Some(FoundLine::Open(way)) if found.in_command => Some(way.to_vec()),
        Some(FoundLine::Open(_) | FoundLine::Barred { .. }) | None => None,
    };
    Standing {
        when: When::Checked,
        group: found.group,
        commander: found.commander,
        in_command: found.in_command,
        in_ezoc: found.in_ezoc,
        line,
        want: say_found(state, unit, found),
    }
}

/// The standing of the unit; `None` if it is lost.
pub fn standing(state: &State, unit: UnitId) -> Option<Standing> {
    all(state, state.side(unit)).remove(&unit)
}

type Want = (&'static str, String);

/// The line of a unit in a group, and why it is out of command there.
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

/// It in sentences.
pub fn remarks(state: &State, unit: UnitId, standing: &Standing) -> Vec<Remark> {
    let mut said = vec![head(state, unit, standing)];
    said.extend(of_room(state, unit, standing));
    said.extend(of_corps(state, unit, standing));
    if !standing.in_command {
        said.extend(out_of_command(state, unit, standing));
    }
    said
}

/// The present or former distance of its corps commander from that of the army (`cb:10d`).
fn of_corps(state: &State, unit: UnitId, standing: &Standing) -> Option<Remark> {
    let Group::Corps(corps) = standing.group else { return None };
    let side = state.side(unit);
    let way: Vec<Hex> = match standing.when {
        When::Checked => match state.command.corps.get(&corps)? {
            FoundLine::Open(way) => way.to_vec(),
            FoundLine::Barred { .. } => return None,
        },
        When::Now | When::Next => match Chain::new(state, side).line_to_corps(corps)? {
            Line::Open(way) => way,
            Line::TooFar(_) | Line::Cut => return None,
        },
    };
    if !standing.in_command || way.len() < 2 {
        return None;
    }
    let army = state.armies[side.index()].commander;
    let name = army.map_or("the army commander", |leader| state.game.leader(leader).name.as_str());
    let is = if standing.when == When::Checked { "was" } else { "is" };
    let words = format!(
        "The commander of {}'s corps {is} {} from {name}, of {} at most",
        state.game.corps(corps).name,
        units::steps(&way),
        state.game.ranges(side).corps
    );
    Some(Remark { words, clause: Some("cb:10d") })
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
                format!(" by a line of {} of {range}: {}", units::steps(way), units::in_a_row(way))
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

/// A note if another commander than its own corps' has taken it, with the number of such units he has.
fn of_room(state: &State, unit: UnitId, standing: &Standing) -> Option<Remark> {
    use crate::roster::{DIRECT, INDEPENDENTS};
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

/// The consequences of being out of command now (`cb:10e`).
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
    if state.game.arm(unit) == scenario::HexArm::Cavalry && standing.when == When::Now {
        said.push(Remark { words: "Out of command it cannot charge".to_owned(), clause: Some("cb:7f1") });
    }
    said
}

/// A line of command as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The unit it leads to; `None` for the commander of a corps.
    pub unit: Option<UnitId>,
    /// Hex by hex from the commander; only the two ends if it does not hold.
    pub way: Vec<Hex>,
    pub holds: bool,
}

/// The lines of command as drawn, and whether each holds: from the commander of a group to its units, and from the commander of
/// the army to that of the group. In a player turn of the side, once movement has begun, as they were found.
pub fn lines(state: &State, side: Side, only: Option<Group>) -> Vec<Drawn> {
    let seen = seen_by(state, side);
    let found = match side == state.phasing && !state.command.found.is_empty() {
        true => Findings { found: state.command.found.clone(), corps: state.command.corps.clone() },
        false => command::found(&seen),
    };
    let drawn = |unit: Option<UnitId>, line: &FoundLine| match line {
        FoundLine::Open(way) => (way.len() > 1).then(|| Drawn { unit, way: way.to_vec(), holds: true }),
        FoundLine::Barred { from, to } => {
            (from != to).then(|| Drawn { unit, way: vec![*from, *to], holds: false })
        }
    };
    let mut lines = Vec::new();
    for (unit, found) in &found.found {
        let drawn_too = only.is_none_or(|only| only == found.group);
        if drawn_too && let Some(line) = &found.line {
            lines.extend(drawn(Some(*unit), line));
        }
    }
    for (corps, line) in &found.corps {
        if only.is_none_or(|only| only == Group::Corps(*corps) || only == Group::Army) {
            lines.extend(drawn(None, line));
        }
    }
    lines
}

/// The group that a piece commands, or belongs to.
pub fn group_of(state: &State, piece: PieceId) -> (Side, Group) {
    let side = state.game.side_of(piece);
    let seen = seen_by(state, side);
    let commands = command::group_of_commander(&seen, side, piece);
    let group = commands.unwrap_or_else(|| match state.game.counter(piece) {
        Counter::Unit(unit) => seen.group(unit),
        Counter::Leader(leader) => seen.leader_group(leader),
    });
    (side, group)
}
