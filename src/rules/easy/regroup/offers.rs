//! Who may be regrouped, and what is worth it: for menus, solo players and offers.
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

/// The units that the active army commander may regroup, command by command; none who is no army commander.
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

/// The commands that the active army commander may put units under.
pub fn receivers(state: &State) -> Vec<CommandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let roster = state.roster();
    let fits = |info: &&CommandInfo| roster.is_under(info.id, now.command) && has_stand(state, info.id);
    roster.commands.iter().filter(fits).map(|info| info.id).collect()
}

/// Is the stand beyond the command range of its general, so that it cannot be activated (`easy:II.A.2.2`)?
pub fn is_out_of_command(state: &State, stand: StandId) -> bool {
    let measured = command::unnamed_range(state, state.unit(stand).command, stand);
    measured.is_some_and(|measured| !measured.passes())
}

/// Units that are better off under another general: out of the range of their own and within that of the other.
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
    // Most stands first; of equals the first command.
    found.filter(|(stands, _)| !stands.is_empty()).min_by_key(|(stands, _)| usize::MAX - stands.len())
}

/// Units that a new general beside one of them could command, and their own cannot: out of range, near each other, and
/// near the army commander. At least two.
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
    // Fewer stands may want a smaller general's stand.
    let pose = form_pose(state, &near)?;
    (near.len() > 1).then_some((near, pose))
}

/// A new command of these stands, called as they suggest; its general is placed there.
pub fn forming(state: &State, stands: Vec<StandId>, pose: Pose) -> Order {
    Order::Form { name: suggested_name(state, &stands), stands, pose }
}

/// Attaching and forming, where they are in force and open to the active army commander.
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
