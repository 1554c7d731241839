//! Morale and the worth of figures: what two dice, a figure and the melee die gain and lose (`epstein:9.5`, `epstein:10.2`,
//! `epstein:10.3`, `epstein:12.3`, `epstein:14.2`, `epstein:14.c.2`, the table of modifiers).
//!
//! Units: pips, points of value.

use crate::game::working::Modifier;
use crate::table::Vec2;

use super::cover::of_position;
use super::formation::Formation;
use super::kind::Arm;
use super::measure::{gap, within};
use super::options::{CommandMeasure, SkirmisherValue, StrongPosition};
use super::roster::StandId;
use super::standing::{is_ineffective, skirmishes};
use super::state::{GroupId, State};

/// The radius of a leader, in inches (`epstein:14.c.2`).
pub const COMMAND: f32 = 4.0;

/// What bears on a unit in a charge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bearing {
    /// On the two dice of morale.
    pub morale: Vec<Modifier>,
    /// On each figure's value.
    pub value: Vec<Modifier>,
    /// On the melee die.
    pub die: Vec<Modifier>,
}

/// How a defender stands to a charge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Charged in flank or rear (`epstein:10.1`).
    pub flank: bool,
    /// It stands in square against cavalry (`epstein:12.3`); against foot that counts nothing (`epstein:12.6`).
    pub square: bool,
    /// The stand that is touched.
    pub stand: StandId,
    /// The way of the charge at the contact, and where it began.
    pub line: [Vec2; 2],
    pub start: Vec2,
}

/// How many leaders of its side are within reach of the group (`epstein:14.c.2`): none count for skirmishers, nor in houses
/// (`epstein:5.17`).
pub fn leaders_near(state: &State, id: GroupId) -> i32 {
    if skirmishes(state, id) || state.group(id).formation == Formation::Garrison {
        return 0;
    }
    let side = state.side(id);
    let centre = state.game.options.command_measure == CommandMeasure::Centre;
    let leaders = state.on_table().filter(|one| state.arm(*one) == Arm::Command && state.side(*one) == side);
    let near = leaders.filter(|leader| {
        state.quads(*leader).any(|(_, own)| {
            state.quads(id).any(|(_, other)| {
                let apart = if centre { own.pose.at.distance(other.pose.at) } else { gap(&own, &other) };
                within(apart, COMMAND)
            })
        })
    });
    let count = i32::try_from(near.count()).unwrap_or(0);
    if state.game.options.command_stack { count } else { count.min(1) }
}

/// What bears on any unit: leaders, disruption, green troops.
fn common(state: &State, id: GroupId) -> Bearing {
    let mut bearing = Bearing::default();
    let leaders = leaders_near(state, id);
    if leaders > 0 {
        let led = Modifier::new(leaders, "epstein:14.c.2", "leader within 4 in");
        bearing.morale.push(led.clone());
        bearing.value.push(led.clone());
        bearing.die.push(led);
    }
    let markers = i32::try_from(state.group(id).disruption.len()).unwrap_or(0);
    if markers > 0 {
        let disrupted = Modifier::new(-markers, "epstein:13.4", "disrupted");
        bearing.morale.push(disrupted.clone());
        bearing.value.push(disrupted.clone());
        bearing.die.push(disrupted);
    }
    if state.game.unit(state.unit(id)).green {
        let green = Modifier::new(-1, "epstein:16.4", "green");
        bearing.morale.push(green.clone());
        bearing.die.push(green);
    }
    bearing
}

/// What bears on a charger: its flank attack only in the melee (`epstein:9.10`, `epstein:10.3`).
pub fn of_charger(state: &State, id: GroupId, flank: bool) -> Bearing {
    let mut bearing = common(state, id);
    if flank {
        bearing.value.push(Modifier::new(3, "epstein:10.3", "attacks in flank or rear"));
    }
    bearing
}

/// What bears on who is charged.
pub fn of_defender(state: &State, id: GroupId, charger: GroupId, stance: Stance) -> Bearing {
    let mut bearing = common(state, id);
    if stance.flank {
        bearing.morale.push(Modifier::new(-3, "epstein:10.2", "charged in flank or rear"));
    }
    // A square has no flank: every side is a front (`epstein:10.1`).
    if !stance.flank || stance.square {
        position(state, stance, &mut bearing);
    }
    if stance.square && state.arm(charger) == Arm::Cavalry {
        let square = Modifier::new(1, "epstein:12.3", "in square against cavalry");
        bearing.morale.push(square.clone());
        bearing.value.push(square.clone());
        bearing.die.push(square);
    }
    bearing
}

/// The points of a position that is charged from the front (`epstein:14.2`).
fn position(state: &State, stance: Stance, bearing: &mut Bearing) {
    let points = i32::from(of_position(state, stance.stand, stance.line, stance.start));
    if points == 0 {
        return;
    }
    let why = if points > 1 { "charged in a strong position" } else { "charged in position" };
    let gains = |value| Modifier::new(value, "epstein:14.2", why);
    bearing.morale.push(gains(points));
    match state.game.options.strong_position {
        StrongPosition::MoraleAndDie if points > 1 => bearing.die.push(gains(points)),
        StrongPosition::MoraleAndDie | StrongPosition::MoraleAndValue => bearing.value.push(gains(points)),
    }
}

/// The number that a group holds on (`epstein:9.5`).
pub fn hold(state: &State, id: GroupId) -> u8 {
    let row = state.kind(id).row(skirmishes(state, id));
    let row = match state.game.options.landwehr_mode {
        super::options::LandwehrMode::Row if state.game.unit(state.unit(id)).landwehr => {
            return state.game.tables.worth(row).hold.saturating_add(1);
        }
        super::options::LandwehrMode::Row | super::options::LandwehrMode::Green => row,
    };
    state.game.tables.worth(row).hold
}

/// The value of a figure of a group before increments.
pub fn base_value(state: &State, id: GroupId) -> i32 {
    let reduced = state.game.options.skirmisher_value == SkirmisherValue::Reduced;
    let row = state.kind(id).row(reduced && skirmishes(state, id));
    i32::from(state.game.tables.worth(row).value)
}

/// The value of a figure as it fights, never below 1 (`epstein:g.5`).
pub fn value(state: &State, id: GroupId, bearing: &Bearing) -> i32 {
    (base_value(state, id) + Modifier::net(&bearing.value)).max(1)
}

/// The figures of a group that fight in a melee: those of ineffective stands do not, where others do (`epstein:9.4`).
pub fn fighting(state: &State, id: GroupId) -> u16 {
    let stands = &state.group(id).stands;
    let effective: u16 = stands
        .iter()
        .filter(|stand| !is_ineffective(state, **stand))
        .map(|stand| state.stand(*stand).figures)
        .sum();
    if effective > 0 { effective } else { state.figures(id) }
}
