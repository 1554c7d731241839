//! Places for the stands of new generals: touching a stand of their own, and near enough to the army commander.
//!
//! Clauses: `easy:V.A`, `easy:V.C`. Units: inches.

use crate::command::distance_between;
use crate::generals;
use crate::refusal::{Code, Refusal};
use crate::roster::{CommandId, StandId};
use crate::state::State;
use crate::vicinity::Room;
use game::working::Measured;
use scenario::Side;
use table::measure::{gap, inches_apart};
use table::tolerance::touching;
use table::{Body, Pose};

use super::chief::{grade_of, is_near_chief};
use super::roster::general_body;

/// A free place for a general's stand touching one of these stands, preferably the one nearest to their middle.
/// `None` if there is no room.
pub(super) fn place_beside(state: &State, body: &Body, side: Side, stands: &[StandId]) -> Option<Pose> {
    nearest_middle(state, stands)
        .into_iter()
        .find_map(|stand| generals::pose_beside(state, stand, body, side, None, |_| true))
}

fn room(state: &State, body: &Body, side: Side, pose: Pose) -> bool {
    generals::room_for(state, body, side, None, pose) == Room::Free
}

/// The given stands that are on the table, the nearest to their middle first.
fn nearest_middle(state: &State, stands: &[StandId]) -> Vec<StandId> {
    let mut placed: Vec<(StandId, Pose)> =
        stands.iter().filter_map(|id| Some((*id, state.pose(*id)?))).collect();
    let middle = placed.iter().map(|(_, pose)| pose.at).sum::<table::Vec2>() / placed.len().max(1) as f32;
    let off = |pose: &Pose| pose.at.distance_squared(middle);
    placed.sort_by(|(a, one), (b, other)| off(one).total_cmp(&off(other)).then(a.cmp(b)));
    placed.into_iter().map(|(id, _)| id).collect()
}

/// Checks that a general's stand may be placed there: on free ground and touching one of these stands.
pub(super) fn check_place(
    state: &State,
    body: &Body,
    side: Side,
    stands: &[StandId],
    pose: Pose,
    clause: &'static str,
) -> Result<(), Refusal> {
    let remedy = "Place it touching a stand of its command, on free ground, touching no enemy";
    let no_room = |fact: &str| Refusal::new(Code::NoRoom, clause, fact, remedy);
    let by = |id: StandId, fact: &str| no_room(&format!("{fact} {}", state.say(id))).culprit(state.say(id));
    match generals::room_for(state, body, side, None, pose) {
        Room::Free => {}
        Room::OffTable => return Err(no_room("the general's stand would be off the table")),
        Room::Impassable => {
            no_room("the general's stand would be on ground that may not be entered")
                .unless(&state.overruled)?;
        }
        Room::Taken(id) => return Err(by(id, "the general's stand would be on")),
        Room::Touches(id) => by(id, "the general's stand would touch").unless(&state.overruled)?,
    }
    let there = body.placed(pose);
    let gaps = stands.iter().filter_map(|id| Some((*id, gap(there, state.placed(*id)?))));
    match gaps.min_by(|(_, one), (_, other)| one.distance.total_cmp(&other.distance)) {
        Some((_, nearest)) if touching(nearest.distance) => Ok(()),
        Some((id, nearest)) => {
            let what = format!("the general's stand to {}", state.say(id));
            let (from, to) = (nearest.from, nearest.to);
            let measured = Measured::at_most(what, from, to, nearest.distance, table::tolerance::TOUCH);
            no_room("the general's stand would touch no stand of its command")
                .with(measured)
                .unless(&state.overruled)
        }
        None => Err(no_room("no stand of its command is on the table")),
    }
}

/// A place for the general of a new command: touching one of its stands, and near enough to the army commander.
/// `None` if there is no room.
pub fn form_pose(state: &State, stands: &[StandId]) -> Option<Pose> {
    let chief = state.active()?.command;
    let general = state.command(chief).general?;
    let from = state.placed(general)?;
    let (body, side) = (general_body(state.lengths(), grade_of(state, stands)), state.command(chief).side);
    let mut near: Vec<(f32, StandId)> =
        stands.iter().filter_map(|id| Some((inches_apart(from, state.placed(*id)?), *id))).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Only stands this near can touch a general's stand within command range.
    let most = state.lengths().command_range() + 2.0 * body.placed(from.pose).quad().half.length();
    let near_chief = |pose: Pose| is_near_chief(state, chief, &body, pose);
    let mut stands = near.into_iter().take_while(|(distance, _)| *distance <= most);
    stands.find_map(|(_, stand)| generals::pose_beside(state, stand, &body, side, None, near_chief))
}

/// The place nearest to `wanted` for the general of a new command of these stands. `None` if there is no room.
pub fn form_pose_near(state: &State, stands: &[StandId], wanted: Pose) -> Option<Pose> {
    let side = state.side(*stands.first()?);
    let body = general_body(state.lengths(), grade_of(state, stands));
    pose_near(state, &body, side, stands, wanted)
}

/// As [`form_pose_near`], for the general of a detached unit.
pub fn post_pose_near(state: &State, command: CommandId, wanted: Pose) -> Option<Pose> {
    let info = state.command(command);
    let body = state.unit(info.general?).body.clone();
    pose_near(state, &body, info.side, &info.stands, wanted)
}

/// The free place nearest to `wanted`, with the same heading, where the body touches one of these stands.
fn pose_near(state: &State, body: &Body, side: Side, stands: &[StandId], wanted: Pose) -> Option<Pose> {
    let open = |pose: &Pose| room(state, body, side, *pose);
    stands
        .iter()
        .flat_map(|stand| generals::poses_round(state, *stand, body, wanted.heading))
        .filter(open)
        .min_by(|a, b| a.at.distance_squared(wanted.at).total_cmp(&b.at.distance_squared(wanted.at)))
}

/// Whether the general of a new command of these stands may be placed there, apart from his distance from the army
/// commander.
pub fn is_form_place(state: &State, stands: &[StandId], pose: Pose) -> bool {
    let Some(first) = stands.first() else { return false };
    let body = form_body(state, stands);
    check_place(state, &body, state.side(*first), stands, pose, "easy:V.C").is_ok()
}

/// The distance from a stand to the new general of a command, against his command range. Stands within it act at once
/// (`easy:V.C`).
pub fn from_new_general(state: &State, stands: &[StandId], pose: Pose, stand: StandId) -> Option<Measured> {
    let body = form_body(state, stands);
    let (there, placed) = (body.placed(pose), state.placed(stand)?);
    let gap = distance_between(state, there, placed);
    let what = format!("the new general to {}", state.say(stand));
    Some(Measured::at_most(what, gap.from, gap.to, gap.distance, state.lengths().command_range()))
}

/// The body of the stand of a new command's general.
pub fn form_body(state: &State, stands: &[StandId]) -> Body {
    general_body(state.lengths(), grade_of(state, stands))
}
