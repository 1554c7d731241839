//! Morale and the worth of figures: modifiers to the two dice, to a figure's value and to the melee die (`epstein:9.5`,
//! `epstein:10.2`, `epstein:10.3`, `epstein:12.3`, `epstein:14.2`, `epstein:14.c.2`, the table of modifiers).
//!
//! Units: pips, points of value.

use game::working::Modifier;
use table::Vec2;

use super::cover::of_position;
use super::formation::Formation;
use super::kind::Arm;
use super::measure::{gap, within};
use super::options::{CommandMeasure, SkirmisherValue, StrongPosition};
use super::roster::StandId;
use super::standing::{fights_as_skirmishers, is_ineffective, skirmishes};
use super::state::{GroupId, State};
use super::tables::{Gains, Modified};

/// The radius of a leader, in inches (`epstein:14.c.2`).
pub const COMMAND: f32 = 4.0;

/// The modifiers of a unit in a charge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bearing {
    /// To the two dice of morale.
    pub morale: Vec<Modifier>,
    /// To each figure's value.
    pub value: Vec<Modifier>,
    /// To the melee die.
    pub die: Vec<Modifier>,
}

impl Bearing {
    /// Adds a row of the table of modifiers.
    fn gain(&mut self, gains: Gains, clause: &'static str, why: &str) {
        let of =
            [(gains.morale, &mut self.morale), (gains.value, &mut self.value), (gains.die, &mut self.die)];
        for (pips, among) in of.into_iter().filter(|(pips, _)| *pips != 0) {
            among.push(Modifier::new(pips, clause, why));
        }
    }
}

/// The stance of a defender in a charge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Charged in flank or rear (`epstein:10.1`).
    pub flank: bool,
    /// It stands in square against cavalry (`epstein:12.3`); against foot a square counts nothing (`epstein:12.6`).
    pub square: bool,
    /// The touched stand.
    pub stand: StandId,
    /// The line of the charge at the contact, and where it began.
    pub line: [Vec2; 2],
    pub start: Vec2,
}

/// Is a group of his side within reach of a leader (`epstein:14.c.2`)? He adds nothing to skirmishers, nor in houses
/// (`epstein:5.17`).
pub fn leads(state: &State, leader: GroupId, id: GroupId) -> bool {
    if state.side(leader) != state.side(id)
        || skirmishes(state, id)
        || state.group(id).formation == Formation::Garrison
    {
        return false;
    }
    let centre = state.game.options.command_measure == CommandMeasure::Centre;
    state.quads(leader).any(|(_, own)| {
        state.quads(id).any(|(_, other)| {
            let apart = if centre { own.pose.at.distance(other.pose.at) } else { gap(&own, &other) };
            within(apart, COMMAND)
        })
    })
}

/// Number of leaders of its side within reach of the group (`epstein:14.c.2`).
pub fn leaders_near(state: &State, id: GroupId) -> i32 {
    let leaders = state.on_table().filter(|one| state.arm(*one) == Arm::Command);
    let near = leaders.filter(|leader| leads(state, *leader, id));
    let count = i32::try_from(near.count()).unwrap_or(0);
    if state.game.options.command_stack { count } else { count.min(1) }
}

/// The modifiers of any unit: leaders, disruption, green troops.
fn common(state: &State, id: GroupId) -> Bearing {
    let mut bearing = Bearing::default();
    let tables = &state.game.tables;
    let leaders = leaders_near(state, id);
    if leaders > 0 {
        let one = tables.gains(Modified::Command);
        let all = Gains {
            morale: one.morale * leaders,
            value: one.value * leaders,
            die: one.die * leaders,
            fire: one.fire,
        };
        bearing.gain(all, "epstein:14.c.2", "leader within 4 in");
    }
    if let Some(row) = Modified::disrupted(state.group(id).disruption.len()) {
        bearing.gain(tables.gains(row), "epstein:13.4", "disrupted");
    }
    if state.game.unit(state.unit(id)).green {
        bearing.gain(tables.gains(Modified::Green), "epstein:16.4", "green");
    }
    bearing
}

/// The modifiers of a charger; a flank attack counts in the melee only (`epstein:9.10`, `epstein:10.3`).
pub fn of_charger(state: &State, id: GroupId, flank: bool) -> Bearing {
    let mut bearing = common(state, id);
    if flank {
        bearing.gain(
            state.game.tables.gains(Modified::FlankAttacker),
            "epstein:10.3",
            "attacks in flank or rear",
        );
    }
    bearing
}

/// The modifiers of a charged unit.
pub fn of_defender(state: &State, id: GroupId, charger: GroupId, stance: Stance) -> Bearing {
    let mut bearing = common(state, id);
    if stance.flank {
        bearing.gain(
            state.game.tables.gains(Modified::FlankDefender),
            "epstein:10.2",
            "charged in flank or rear",
        );
    }
    // A square has no flank: every side is a front (`epstein:10.1`).
    if !stance.flank || stance.square {
        position(state, stance, &mut bearing);
    }
    if stance.square && state.arm(charger) == Arm::Cavalry {
        let gains = state.game.tables.gains(Modified::SquareAgainstCavalry);
        bearing.gain(gains, "epstein:12.3", "in square against cavalry");
    }
    bearing
}

/// The points for a position that is charged from the front (`epstein:14.2`).
fn position(state: &State, stance: Stance, bearing: &mut Bearing) {
    let points = of_position(state, stance.stand, stance.line, stance.start);
    if points == 0 {
        return;
    }
    let (row, why) = if points > 1 {
        (Modified::StrongPosition, "charged in a strong position")
    } else {
        (Modified::Position, "charged in position")
    };
    let gains = state.game.tables.gains(row);
    // With the option the die gets what the values would get for a strong position (`strong_position`).
    let on_die = points > 1 && state.game.options.strong_position == StrongPosition::MoraleAndDie;
    let gains = if on_die { Gains { value: gains.die, die: gains.value, ..gains } } else { gains };
    bearing.gain(gains, "epstein:14.2", why);
}

/// The number on which a group holds (`epstein:9.5`).
pub fn hold(state: &State, id: GroupId) -> u8 {
    state.game.tables.worth(state.kind(id).row(fights_as_skirmishers(state, id))).hold
}

/// The value of a group's figure before increments.
pub fn base_value(state: &State, id: GroupId) -> i32 {
    let reduced = state.game.options.skirmisher_value == SkirmisherValue::Reduced;
    let row = state.kind(id).row(reduced && fights_as_skirmishers(state, id));
    i32::from(state.game.tables.worth(row).value)
}

/// The value of a figure in a melee, at least 1 (`epstein:g.5`).
pub fn value(state: &State, id: GroupId, bearing: &Bearing) -> i32 {
    (base_value(state, id) + Modifier::net(&bearing.value)).max(1)
}

/// The figures of a group that fight in a melee; those of ineffective stands do not if others do (`epstein:9.4`).
pub fn fighting(state: &State, id: GroupId) -> u16 {
    let stands = &state.group(id).stands;
    let effective: u16 = stands
        .iter()
        .filter(|stand| !is_ineffective(state, **stand))
        .map(|stand| state.stand(*stand).figures)
        .sum();
    if effective > 0 { effective } else { state.figures(id) }
}
