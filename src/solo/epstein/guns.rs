//! Guns: chooses the shot with the most hits among those offered.
//!
//! Units: inches, figures.

use epstein::guns::shot;
use epstein::houses;
use epstein::kind::Arm;
use epstein::measure::{self, DEGREE};
use epstein::order::{Load, Order};
use epstein::state::{GroupId, State};
use epstein::{control, standing};
use table::{Body, Heading, Pose, Vec2};

/// Least range of round shot, in inches (`epstein:8.d.1`).
const NEAR: f32 = 6.0;

/// The best ranges of shot, in inches (`epstein:3d.4`).
const BEST_ROUND: f32 = 12.0;

/// Number of ranks that a stick goes through (`epstein:8.d.2`).
const RANKS: usize = 4;

/// Value in figures of a hit on a house that the enemy holds: four hits drive its garrison out (`epstein:15.9`).
const WALLS: f32 = 0.3;

/// The best of a gun's offered shots, if it hits anything.
pub(super) fn orders(state: &State, id: GroupId) -> Option<Order> {
    let group = state.group(id);
    let idle = group.marks.moved || group.marks.fired || group.rout.is_some() || group.on_foot;
    if state.arm(id) != Arm::Artillery || idle || state.figures(id) < standing::CREW || control::waits(state)
    {
        return None;
    }
    let shots = shot::offers(state, id).into_iter();
    let worths = shots.map(|aim| (aim, strikes(state, id, aim.load, aim.pivot)));
    let (aim, worth) = worths.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let order = Order::Guns { gun: state.key(id), load: aim.load, pivot: aim.pivot };
    (worth > 0.0).then_some(order)
}

/// Expected number of figures hit by a shot.
pub(super) fn strikes(state: &State, id: GroupId, load: Load, pivot: f64) -> f32 {
    let place = state.place(id);
    let heading = place.heading.turned(pivot as f32 * DEGREE);
    let Some(quad) = state.quads(id).next().map(|(_, quad)| quad) else { return 0.0 };
    let muzzle = Pose::new(place.at, heading).to_table(Vec2::new(0.0, quad.half.y));
    match load {
        Load::Round => stick(state, id, Pose::new(muzzle, heading)),
        Load::Canister => pattern(state, id, Pose::new(muzzle, heading)),
    }
}

/// A stick hits one stand in each rank, up to four ranks.
fn stick(state: &State, id: GroupId, from: Pose) -> f32 {
    let (most, width) = (state.game.options.round_shot_max, state.game.options.stick_width);
    let body = Body::single(width, most);
    let middle = from.at + from.heading.forward() * (most / 2.0);
    let laid = body.placed(Pose::new(middle, from.heading)).quad();
    let chance = |range: &f32| match *range {
        range if range < NEAR => 0.0,
        range if range <= BEST_ROUND => 3.0 / 6.0,
        _ => 2.0 / 6.0,
    };
    let muzzle = Body::single(0.1, 0.1).placed(from).quad();
    let mut ranges: Vec<f32> = Vec::new();
    for enemy in state.enemies_of(state.side(id)) {
        for (_, quad) in state.quads(enemy) {
            let apart = quad.pose.at.distance(from.at);
            if apart <= most + quad.half.length() && measure::gap(&laid, &quad) <= 0.0 {
                ranges.push(apart);
            }
        }
    }
    for house in state.game.house_ids() {
        let held = houses::holder(state, house).is_some_and(|holder| holder != state.side(id));
        let apart = houses::gap_to_house(state, house, &muzzle);
        if held
            && !state.house(house).burns()
            && apart <= most
            && houses::gap_to_house(state, house, &laid) <= 0.0
        {
            return WALLS
                + ranges.iter().filter(|range| **range < apart).take(RANKS).map(chance).sum::<f32>();
        }
    }
    ranges.sort_by(f32::total_cmp);
    ranges.iter().take(RANKS).map(chance).sum()
}

/// Canister hits every figure in its pattern.
fn pattern(state: &State, id: GroupId, from: Pose) -> f32 {
    let mut struck = 0.0;
    for enemy in state.enemies_of(state.side(id)) {
        for (stand, quad) in state.quads(enemy) {
            let figures = state.stand(stand).figures;
            for figure in 0..figures {
                let along = (f32::from(figure) + 0.5) / f32::from(figures) * 2.0 - 1.0;
                let at = quad.pose.to_table(Vec2::new(along * quad.half.x, 0.0));
                let line = at - from.at;
                let off = from.heading.angle_to(Heading::of(line));
                if line.length() <= NEAR && off <= measure::SLANT {
                    struck += if line.length() <= 4.0 { 3.0 / 6.0 } else { 2.0 / 6.0 };
                }
            }
        }
    }
    struck
}
