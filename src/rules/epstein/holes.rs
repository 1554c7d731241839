//! Holes in a line, where stands have been lost, and who may not go through (`epstein:5.16`, `epstein:g.10`).
//!
//! Units: inches.

use game::working::Measured;
use table::sweep::first_deeper;
use table::{Body, Leg, Pose, Quad, Vec2};

use super::formation::Formation;
use super::measure::{SLACK, deep, within};
use super::obstacles::{Met, check_free};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::state::{GroupId, State};

/// Width in stands from which a hole can be passed (`epstein:5.16`).
const WIDTHS: f32 = 2.0;

/// A hole between the facing side edges of two stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    pub width: f32,
    /// Its area between them.
    pub body: Body,
    pub pose: Pose,
    /// The ends of its width.
    pub sides: [Vec2; 2],
}

/// The holes of a group that holds a line.
pub fn of(state: &State, id: GroupId) -> Vec<Hole> {
    let group = state.group(id);
    if group.formation != Formation::Line || group.rout.is_some() {
        return Vec::new();
    }
    let mut pairs: Vec<(StandId, StandId)> = group.holes.clone();
    pairs.dedup();
    pairs.into_iter().filter_map(|(left, right)| between(state.quad(left)?, state.quad(right)?)).collect()
}

/// The hole between a stand and its right neighbour.
fn between(left: Quad, right: Quad) -> Option<Hole> {
    let local = left.pose.to_local(right.pose.at);
    let width = local.x - left.half.x - right.half.x;
    if !deep(width) {
        return None;
    }
    let (from, to) = (Vec2::new(left.half.x, local.y / 2.0), Vec2::new(left.half.x + width, local.y / 2.0));
    let pose = Pose::new(left.pose.to_table((from + to) / 2.0), left.pose.heading);
    let sides = [from, to].map(|point| left.pose.to_table(point));
    Some(Hole { width, body: Body::single(width, left.half.y * 2.0), pose, sides })
}

/// The first enemy hole that is too narrow and that a leg sweeps through.
pub fn met(state: &State, id: GroupId, name: &str, body: &Body, at: Pose, leg: Leg) -> Option<Met> {
    // Most lines have no holes.
    let holed = state.enemies_of(state.side(id)).filter(|enemy| !state.group(*enemy).holes.is_empty());
    let holes = holed.flat_map(|enemy| of(state, enemy).into_iter().map(move |hole| (enemy, hole)));
    let met = holes.filter_map(|(enemy, hole)| {
        let limit = WIDTHS * state.stand_size(enemy).0;
        let t = first_deeper(body, at, leg, hole.body.placed(hole.pose), SLACK)?;
        within(hole.width, limit).then_some((t, enemy, hole, limit))
    });
    let (t, enemy, hole, limit) = met.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let fact = format!("{name} would go through a hole of {:.2} in in {}", hole.width, state.say(enemy));
    let remedy = format!("Only a hole over {limit:.2} in is gone through: charge the line itself");
    let [from, to] = hole.sides;
    let measured = Measured::over("hole", from, to, hole.width, limit).allowing(SLACK);
    Some((t, Refusal::new(Code::Hole, "epstein:5.16", fact, remedy).with(measured)))
}

/// Checks that a charge goes through no such hole before the contact, which is a leg and a fraction of it.
///
/// # Errors
///
/// If it goes through a hole, which the refusal names.
pub fn check_charge(
    state: &State,
    id: GroupId,
    legs: &[Leg],
    (last, t): (usize, f32),
) -> Result<(), Refusal> {
    let (body, mut at) = (state.body(id), state.place(id));
    for (index, leg) in legs.iter().enumerate().take(last + 1) {
        let leg = if index == last { leg.shortened(t) } else { *leg };
        check_free(state, at, leg, [met(state, id, &state.say(id), &body, at, leg)])?;
        at = leg.end(at);
    }
    Ok(())
}
