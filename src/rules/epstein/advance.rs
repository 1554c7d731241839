//! The disrupted do not advance (`epstein:13.4`): they may not end nearer to the nearest enemy, in the open or in a
//! house.
//!
//! Units: inches.

use table::measure::{gap_between_quads, gap_to_polygon};
use table::{Body, Gap, Pose, Quad};

use super::houses;
use super::kind::Arm;
use super::measure::SLACK;
use super::refusal::{Code, Refusal};
use super::room::stand_body;
use super::roster::StandId;
use super::state::{GroupId, State};

/// The gap from these stands to an enemy; for a garrison, to its house.
fn to_enemy(state: &State, stands: &[Quad], enemy: GroupId) -> Option<Gap> {
    let from = |own: &Quad| match houses::house_of(state, enemy) {
        Some(house) => {
            let body = Body::single(own.half.x * 2.0, own.half.y * 2.0);
            Some(gap_to_polygon(body.placed(own.pose), houses::outline(state, house)))
        }
        None => {
            let gaps = state.quads(enemy).map(|(_, quad)| gap_between_quads(own, &quad));
            gaps.min_by(|a, b| a.distance.total_cmp(&b.distance))
        }
    };
    stands.iter().filter_map(from).min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// The enemies that may be the nearest: all but leaders and guns without a crew.
fn enemies(state: &State, id: GroupId) -> impl Iterator<Item = GroupId> + '_ {
    let side = state.side(id);
    let inside = state.group_ids().filter(move |enemy| {
        state.side(*enemy) != side
            && state.arm(*enemy) != Arm::Command
            && houses::house_of(state, *enemy).is_some()
    });
    state.enemies_of(side).chain(inside)
}

/// Checks whether the stands of a disrupted group may end there.
///
/// # Errors
///
/// If they would advance on an enemy, which the refusal names.
pub fn check(state: &State, id: GroupId, to: &[(StandId, Pose)]) -> Result<(), Refusal> {
    let here: Vec<Quad> = to.iter().filter_map(|(stand, _)| state.quad(*stand)).collect();
    check_from(state, id, &here, to)
}

/// The same check for stands that began their move at `here`.
///
/// # Errors
///
/// If they would advance on an enemy, which the refusal names.
pub fn check_from(state: &State, id: GroupId, here: &[Quad], to: &[(StandId, Pose)]) -> Result<(), Refusal> {
    if state.group(id).disruption.is_empty() {
        return Ok(());
    }
    let there: Vec<Quad> =
        to.iter().map(|(stand, pose)| stand_body(state, *stand).placed(*pose).quad()).collect();
    let near = enemies(state, id).filter_map(|enemy| Some((enemy, to_enemy(state, here, enemy)?)));
    let nearest = near.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
    let Some((enemy, before)) = nearest else { return Ok(()) };
    match to_enemy(state, &there, enemy) {
        Some(after) if after.distance < before.distance - SLACK => {
            let fact = format!("{} is disrupted and would advance on {}", state.say(id), state.say(enemy));
            let remedy = format!("End no nearer than {:.2} in from it", before.distance);
            Refusal::new(Code::Disrupted, "epstein:13.4", fact, remedy).unless(&state.overruled)
        }
        _ => Ok(()),
    }
}
