//! Orders aimed with the pointer: a gun turned towards a place, a unit that closes up or enters elsewhere; and dead ground,
//! which no shot of a gun reaches. Units: inches, degrees in orders.

use crate::guns::aim::{Layer, PIVOT, radians};
use crate::guns::stick::dead_from;
use crate::guns::{Laid, Terms};
use crate::order::Order;
use crate::state::{GroupId, State};
use crate::tables::Weapon;
use drawing::{Ink, Mark, Pen, words_at};
use game::Spot;
use table::{Heading, Vec2};

use super::hand::pose_of;

/// The same order, its gun turned towards this place as far as it may, or its unit there; `None` if it cannot be aimed.
pub fn pointed(state: &State, order: &Order, at: Spot) -> Option<Order> {
    let pose = pose_of(at, Heading::NORTH).filter(|pose| pose.is_finite())?;
    let mut aimed = order.clone();
    if let Some((gun, pivot)) = aimed.pivot_mut() {
        let id = state.find_group(gun).ok()?;
        *pivot = Layer::of(state, id, Terms::default())?.toward(pose.at);
        return Some(aimed);
    }
    let to = aimed.place_mut()?;
    (to.0, to.1) = (f64::from(pose.at.x), f64::from(pose.at.y));
    if let Spot::Pose { heading, .. } = at {
        to.2 = heading;
    }
    Some(aimed)
}

/// The dead ground behind crests in front of a gun, over the angle that it may turn (`epstein:8.d.12`).
pub fn dead_ground(state: &State, id: GroupId) -> Vec<Mark> {
    let most = state.game.tables.range(Weapon::RoundShot).most;
    let ray = |degrees: i16| -> Option<[Vec2; 2]> {
        let gun = Laid::of(state, id, radians(f64::from(degrees)))?;
        let from = dead_from(state, &gun)?;
        (from < most).then(|| [gun.muzzle + gun.direction() * from, gun.muzzle + gun.direction() * most])
    };
    let reach = PIVOT as i16;
    let mut marks = Vec::new();
    let mut strip: Vec<[Vec2; 2]> = Vec::new();
    for degrees in -reach..=reach + 1 {
        match if degrees <= reach { ray(degrees) } else { None } {
            Some(ends) => strip.push(ends),
            None if strip.len() > 1 => marks.extend(shade(&std::mem::take(&mut strip))),
            None => strip.clear(),
        }
    }
    marks
}

/// The ground between neighbouring rays.
fn shade(rays: &[[Vec2; 2]]) -> Vec<Mark> {
    let near = rays.iter().map(|[near, _]| *near);
    let mut marks: Vec<Mark> = rays
        .windows(2)
        .map(|pair| Mark::fill([pair[0][0], pair[0][1], pair[1][1], pair[1][0]], Ink::BadWash))
        .collect();
    marks.push(Mark::line(near.collect::<Vec<Vec2>>(), Pen::fine(Ink::Bad, 1.4).dashed(5.0, 3.0)));
    let [near, far] = rays[rays.len() / 2];
    marks.push(words_at(near.midpoint(far), "dead ground", Ink::Bad, 0.0));
    marks
}
