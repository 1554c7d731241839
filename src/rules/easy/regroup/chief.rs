//! The army commander who regroups: his distance from new generals, and their grade.
//!
//! Clauses: `easy:V.B`, `easy:V.C`. Units: inches.

use std::collections::BTreeSet;

use crate::command::distance_between;
use crate::roster::{CommandId, StandId};
use crate::state::State;
use game::working::Measured;
use scenario::army::Grade;
use table::{Body, Pose};

use super::roster::division;

/// The grade of the general of a new command (`easy:V.C`).
///
/// Ruling: stands of one division get a division general. A grand battery, or stands of several divisions, get a
/// general with a stand of corps size.
pub fn grade_of(state: &State, stands: &[StandId]) -> Grade {
    let divisions: BTreeSet<(CommandId, &str)> =
        stands.iter().map(|id| (state.unit(*id).command, division(state.unit(*id)))).collect();
    let guns = stands.iter().all(|id| state.arm(*id).is_artillery());
    if divisions.len() == 1 && !guns { Grade::Division } else { Grade::Corps }
}

/// The distance from the army commander's stand to a general's stand placed there, against the command range.
///
/// `None` if the army commander is not on the table.
pub(super) fn from_chief(state: &State, chief: CommandId, body: &Body, pose: Pose) -> Option<Measured> {
    let general = state.command(chief).general?;
    let what = format!("{} to the new general", state.say(general));
    Some(Measured { what, ..range_from_chief(state, chief, body, pose)? })
}

/// Whether a general's stand placed there would be within command range of the army commander.
pub(super) fn is_near_chief(state: &State, chief: CommandId, body: &Body, pose: Pose) -> bool {
    range_from_chief(state, chief, body, pose).is_some_and(|measured| measured.passes())
}

/// As [`from_chief`], but unnamed.
fn range_from_chief(state: &State, chief: CommandId, body: &Body, pose: Pose) -> Option<Measured> {
    let general = state.command(chief).general?;
    let (from, there) = (state.placed(general)?, body.placed(pose));
    let gap = distance_between(state, from, there);
    Some(Measured::at_most("", gap.from, gap.to, gap.distance, state.lengths().command_range()))
}
