//! Who goes along with a mover in a fixed place beside it, and on which of its ways that can be gone.
//!
//! Clause: `easy:V.D.2`. Units: inches and radians.

use std::f32::consts::PI;
use std::sync::Arc;

use glam::Vec2;

use super::body::{Body, Quad, Rect};
use super::cspace::{Convex, footprint};
use super::field::{Field, Stacking};
use super::layer::{Held, Layer, Pivot};
use super::plan::{Came, NO_TURN, Tree};
use super::pose::{Heading, Pose};
use super::tolerance::{EPS, TOUCH};

/// So much farther off than touch nobody is taken to touch.
const CLEAR: f32 = 0.003;

/// A body that goes along, as it and its mover are before they go.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// What bars it and what its ways cost; zones and contact are its mover's affair.
    pub field: &'a Field,
    pub body: &'a Body,
    pub at: Pose,
    pub mover: &'a Body,
    pub start: Pose,
    /// Inches that it may spend.
    pub allowance: f32,
}

/// The companion's field while its mover has one heading.
#[derive(Debug)]
struct Going<'a> {
    layer: Layer<'a>,
    /// Where the mover starts.
    start: Vec2,
    /// From the mover's centre to its own.
    off: Vec2,
}

/// The companion's way about a mover that turns on the spot.
#[derive(Debug)]
struct Wheel<'a> {
    pivot: Pivot<'a>,
    /// From the mover's centre to its own, pose by pose, each with the direction in which it goes there.
    arc: Vec<(Vec2, Vec2)>,
}

/// A wheel is followed in steps of no more than so many radians.
const WHEEL_STEP: f32 = PI / 30.0;

/// A body that goes along with its mover, to one heading.
#[derive(Debug)]
pub struct Companion<'a> {
    late: Going<'a>,
    /// Before the mover turns, and its own wheel about the mover's centre.
    early: Option<(Going<'a>, Wheel<'a>)>,
    start: Vec2,
    allowance: f32,
    /// Centres of the mover at which it or the companion may touch somebody whom that makes an affair of the rules.
    touch: Vec<Convex>,
}

/// Can the companion go that way too?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    Yes,
    No,
    /// Whoever knows the rules has to say.
    Asks,
}

/// What it costs the companion to be beside its mover at each of the mover's stops; none where it cannot get there.
pub(super) struct Costs {
    pub late: Vec<Option<f32>>,
    pub early: Vec<Option<f32>>,
}

impl<'a> Going<'a> {
    fn new(beside: &Beside<'a>, heading: Heading, limit: f32) -> Self {
        let Beside { field, body, at, start, .. } = *beside;
        let turned = Pose::new(start.at, heading);
        let own = Pose::new(
            turned.to_table(start.to_local(at.at)),
            heading.turned(start.heading.turn_to(at.heading)),
        );
        Self {
            layer: Layer::new(field, body, own, own.heading, limit),
            start: start.at,
            off: own.at - start.at,
        }
    }

    /// What the slide of the mover from `a` to `b` costs the companion; none where that is barred from it.
    fn slide(&self, a: Vec2, b: Vec2) -> Option<f32> {
        let is_first = a == self.start;
        let (a, b) = (a + self.off, b + self.off);
        let legal = if is_first { self.layer.slide_from_start(b) } else { self.layer.slide(a, b) };
        legal.is_ok().then(|| self.layer.cost(a, b))
    }
}

impl Wheel<'_> {
    /// What it costs about a mover there; none where it is barred. Only its own centre climbs (`easy:II.C.2`).
    fn cost(&self, layer: &Layer<'_>, at: Vec2) -> Option<f32> {
        let cost = self.pivot.cost(at)?;
        let field = &layer.field;
        let is_dear_already = field.stacking == Stacking::Max && cost > self.pivot.price;
        let steep = if is_dear_already { 0.0 } else { self.climbs(layer, at) };
        Some(cost * (1.0 + steep * (field.uphill_factor - 1.0)))
    }

    /// The part of it that leads uphill, or a little more.
    fn climbs(&self, layer: &Layer<'_>, at: Vec2) -> f32 {
        let climbs = |pair: &[(Vec2, Vec2)]| {
            let ways = [pair[0].1, pair[1].1];
            layer.climbs(at + pair[0].0, at + pair[1].0, &ways)
        };
        let steps = self.arc.windows(2);
        let count = steps.len() as f32;
        steps.map(climbs).sum::<f32>() / count
    }
}

impl<'a> Companion<'a> {
    /// Whoever goes along with a mover that shall end with `heading` and goes no farther than `limit` inches; `enemies`: whose touch
    /// the rules judge. None where these have to judge every way.
    pub fn new(beside: &Beside<'a>, heading: Heading, limit: f32, enemies: &[Quad]) -> Option<Self> {
        let Beside { field, body, at, mover, start, allowance } = *beside;
        let limit = limit + 2.0 * at.at.distance(start.at);
        let late = Going::new(beside, heading, limit);
        let angle = start.heading.turn_to(heading);
        // In ground that counts for its centre a wheel is more than a turn about the mover's.
        let turns = angle.abs() > NO_TURN;
        if turns && field.terrain_by_centre {
            return None;
        }
        let early = turns.then(|| {
            let own = Held::Kept(Arc::new(about(body, at, start)));
            let steps = (angle.abs() / WHEEL_STEP).ceil();
            let off = |step: f32| {
                let turned = Pose::new(Vec2::ZERO, start.heading.turned(angle * step / steps));
                turned.to_table(start.to_local(at.at))
            };
            let going = |step: usize| {
                let step = step as f32;
                (off(step), off(step + 0.5) - off(step - 0.5))
            };
            let arc = (0..=steps as usize).map(going).collect();
            (
                Going::new(beside, start.heading, limit),
                Wheel { pivot: Pivot::new(field, own, start, angle, limit), arc },
            )
        });
        let parts = || {
            let own = footprint(body, late.layer.heading).into_iter();
            let own = own.map(|part| part.map(|corner| corner + late.off));
            own.chain(footprint(mover, heading))
        };
        let touch = |enemy: &Quad| {
            let corners = enemy.corners();
            parts().filter_map(move |part| Convex::sum(&corners, &part)?.grown(TOUCH + CLEAR))
        };
        let touch = enemies.iter().flat_map(touch).collect();
        Some(Self { late, early, start: start.at, allowance: allowance + EPS, touch })
    }

    /// What the ways of these trees cost it.
    pub(super) fn costs(&self, late: &Tree, early: Option<&Tree>) -> Costs {
        let mut costs = Costs { late: vec![None; late.stops.len()], early: Vec::new() };
        if let (Some(tree), Some((going, _))) = (early, &self.early) {
            costs.early = vec![None; tree.stops.len()];
            for &stop in &tree.order {
                costs.early[stop as usize] = match tree.came(stop) {
                    Came::Slid(from) => costs.early[from as usize].and_then(|cost| {
                        Some(cost + going.slide(tree.stops[from as usize].at, tree.stops[stop as usize].at)?)
                    }),
                    Came::Started => Some(0.0),
                    Came::Turned(_) | Came::Not => None,
                };
            }
        }
        for &stop in &late.order {
            let at = late.stops[stop as usize].at;
            costs.late[stop as usize] = match late.came(stop) {
                Came::Slid(from) => costs.late[from as usize]
                    .and_then(|cost| Some(cost + self.late.slide(late.stops[from as usize].at, at)?)),
                Came::Started => self.wheel(at),
                Came::Turned(from) => early.and_then(|tree| self.turned(&costs, tree, from, at)),
                Came::Not => None,
            };
        }
        costs
    }

    /// What its wheel costs about the mover's centre.
    fn wheel(&self, at: Vec2) -> Option<f32> {
        self.early.as_ref().map_or(Some(0.0), |(going, wheel)| wheel.cost(&going.layer, at))
    }

    /// The way by an early stop, with the wheel at its end.
    pub(super) fn turned(&self, costs: &Costs, early: &Tree, stop: u32, at: Vec2) -> Option<f32> {
        let (going, wheel) = self.early.as_ref()?;
        let cost = (*costs.early.get(stop as usize)?)?;
        Some(cost + going.slide(early.stops[stop as usize].at, at)? + wheel.cost(&going.layer, at)?)
    }

    /// The way by a late stop and perhaps a door.
    pub(super) fn slid(
        &self,
        costs: &Costs,
        late: &Tree,
        stop: u32,
        door: Option<Vec2>,
        at: Vec2,
    ) -> Option<f32> {
        let cost = (*costs.late.get(stop as usize)?)?;
        let from = late.stops[stop as usize].at;
        Some(
            cost + match door {
                Some(door) => self.late.slide(from, door)? + self.late.slide(door, at)?,
                None => self.late.slide(from, at)?,
            },
        )
    }

    /// May it end beside a mover that ends there, on a way that costs it so much?
    pub(super) fn ends(&self, cost: Option<f32>, at: Vec2) -> Follows {
        let Some(cost) = cost else { return Follows::No };
        // Where the mover stays, whom they touch already is nothing new.
        let stays = at.distance_squared(self.start) < 1e-10;
        match cost <= self.allowance && self.late.layer.no_end(at + self.late.off).is_none() {
            true if stays || self.touch.iter().any(|shape| shape.holds(at, 0.0)) => Follows::Asks,
            true => Follows::Yes,
            false => Follows::No,
        }
    }
}

/// The companion as a body about the mover's centre, in the mover's frame.
fn about(body: &Body, at: Pose, start: Pose) -> Body {
    let own = Pose::new(start.to_local(at.at), Heading::NORTH.turned(start.heading.turn_to(at.heading)));
    let part = |part: &Rect| {
        let heading = own.heading.turned(Heading::NORTH.turn_to(part.offset.heading));
        Rect { offset: Pose::new(own.to_table(part.offset.at), heading), ..*part }
    };
    Body::of(body.parts().iter().map(part).collect())
}
