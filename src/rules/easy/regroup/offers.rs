//! Which units may be regrouped, and which regroupings are worthwhile: for menus, solo players and offers.
//!
//! Clauses: `easy:V.B`, `easy:V.C`. Units: inches.

use crate::command;
use crate::command::{distance_between, has_stand};
use crate::order::Order;
use crate::roster::{CommandId, CommandInfo, StandId};
use crate::state::{Place, State, Step};
use game::Offer;
use table::Pose;
use table::tolerance::within;

use super::names::suggested_name;
use super::orders::{check_units, regrouping};
use super::places::{form_body, form_pose};

/// The units that the active army commander may regroup, command by command. His grade is checked elsewhere.
pub fn units(state: &State) -> Vec<StandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let chief = now.command;
    let roster = state.roster();
    let his = |info: &&CommandInfo| info.id == chief || roster.is_under(info.id, chief);
    let stands = roster.commands.iter().filter(his).flat_map(|info| info.stands.iter().copied());
    stands
        .filter(|id| {
            state.stand(*id).place != Place::Off && check_units(state, chief, &[*id], "easy:V.B").is_ok()
        })
        .collect()
}

/// The commands under which the active army commander may put units.
pub fn receivers(state: &State) -> Vec<CommandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let roster = state.roster();
    let fits = |info: &&CommandInfo| roster.is_under(info.id, now.command) && has_stand(state, info.id);
    roster.commands.iter().filter(fits).map(|info| info.id).collect()
}

/// Whether the stand is beyond its general's command range and so cannot be activated (`easy:II.A.2.2`).
pub fn is_out_of_command(state: &State, stand: StandId) -> bool {
    let measured = command::unnamed_range(state, state.unit(stand).command, stand);
    measured.is_some_and(|measured| !measured.passes())
}

/// The units that gain most by another general: out of range of their own and within range of his.
///
/// `None` if there are none.
pub fn worth_attaching(state: &State) -> Option<(Vec<StandId>, CommandId)> {
    let lost: Vec<StandId> = units(state)
        .into_iter()
        .filter(|id| state.pose(*id).is_some() && is_out_of_command(state, *id))
        .collect();
    let found = receivers(state).into_iter().map(|to| {
        let near = |id: &StandId| {
            state.unit(*id).command != to
                && command::unnamed_range(state, to, *id).is_some_and(|measured| measured.passes())
        };
        (lost.iter().copied().filter(near).collect::<Vec<_>>(), to)
    });
    // The command with the most such stands; of equals, the first.
    found.filter(|(stands, _)| !stands.is_empty()).min_by_key(|(stands, _)| usize::MAX - stands.len())
}

/// At least two units that a new general could command and their own cannot: out of command range, near each other
/// and near the army commander. With the pose of the new general, beside one of them.
///
/// `None` if there are not two such units.
pub fn worth_forming(state: &State) -> Option<(Vec<StandId>, Pose)> {
    let lost: Vec<StandId> = units(state)
        .into_iter()
        .filter(|id| state.pose(*id).is_some() && is_out_of_command(state, *id))
        .collect();
    let pose = form_pose(state, &lost)?;
    let body = form_body(state, &lost);
    let there = body.placed(pose);
    let near = |id: &StandId| {
        state.placed(*id).is_some_and(|placed| {
            within(distance_between(state, there, placed).distance, state.lengths().command_range())
        })
    };
    let near: Vec<StandId> = lost.into_iter().filter(near).collect();
    // Fewer stands may need a general with a smaller stand.
    let pose = form_pose(state, &near)?;
    (near.len() > 1).then_some((near, pose))
}

/// The order to form a new command of these stands under a suggested name, with its general at this pose.
pub fn forming(state: &State, stands: Vec<StandId>, pose: Pose) -> Order {
    Order::Form { name: suggested_name(state, &stands), stands, pose }
}

/// Offers to attach units and to form a command, if the options allow it and the active army commander may do so.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let mut offers = Vec::new();
    let Some(now) = state.active() else { return offers };
    if state.options().attached && regrouping(state, "easy:V.B", &[Step::Command, Step::Close]).is_ok() {
        let some = || {
            let (units, receivers) = (units(state), receivers(state));
            units.into_iter().find_map(|id| {
                let to = receivers.iter().copied().find(|to| *to != state.unit(id).command)?;
                Some((vec![id], to))
            })
        };
        if let Some((stands, to)) = worth_attaching(state).or_else(some) {
            offers.push(Offer {
                order: Order::Attach { stands, to },
                kind: "attach",
                words: "put units under another general".into(),
                family: true,
            });
        }
    }
    if state.options().new_commands
        && now.step == Step::Command
        && regrouping(state, "easy:V.C", &[Step::Command]).is_ok()
        && command::check_picks_left(state).is_ok()
    {
        let some = || {
            let on_table = units(state).into_iter().filter(|id| state.pose(*id).is_some());
            on_table.into_iter().find_map(|id| Some((vec![id], form_pose(state, &[id])?)))
        };
        if let Some((stands, pose)) = worth_forming(state).or_else(some) {
            offers.push(Offer {
                order: forming(state, stands, pose),
                kind: "form",
                words: "form a new command".into(),
                family: true,
            });
        }
    }
    offers
}
