//! A companion: a body that moves along in a fixed place beside a mover, and the mover's paths on which it can.
//!
//! Clause: `easy:V.D.2`. Units: inches and radians.

use std::f32::consts::PI;
use std::sync::Arc;

use glam::Vec2;

use super::body::{Body, Quad, Rect};
use super::cspace::{Convex, footprint};
use super::field::{Field, Stacking};
use super::layer::{Layer, Pivot, Shared};
use super::plan::{Came, NO_TURN, Tree};
use super::pose::{Heading, Pose};
use super::tolerance::{EPS, TOUCH};

/// Distance beyond touch, in inches, at which nobody counts as touched.
const CLEAR: f32 = 0.003;

/// A companion, with its own position and that of its mover before the move.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// What bars the companion and what its paths cost; zones and contact concern only the mover.
    pub field: &'a Field,
    pub body: &'a Body,
    pub at: Pose,
    pub mover: &'a Body,
    pub start: Pose,
    /// Inches that the companion may spend.
    pub allowance: f32,
}

/// The companion's field while its mover has one heading.
#[derive(Debug)]
struct Going<'a> {
    layer: Layer<'a>,
    /// Where the mover starts.
    start: Vec2,
    /// Offset from the mover's centre to the companion's.
    off: Vec2,
}

/// The path of the companion about a mover that turns on the spot.
#[derive(Debug)]
struct Wheel<'a> {
    pivot: Pivot<'a>,
    /// Offsets from the mover's centre to the companion's, pose by pose, each with the direction of motion there.
    arc: Vec<(Vec2, Vec2)>,
}

/// Largest step in which a wheel is followed, in radians.
const WHEEL_STEP: f32 = PI / 30.0;

/// A companion of a mover that ends with one heading.
#[derive(Debug)]
pub struct Companion<'a> {
    late: Going<'a>,
    /// The time before the mover turns, and the companion's own wheel about the mover's centre.
    early: Option<(Going<'a>, Wheel<'a>)>,
    start: Vec2,
    allowance: f32,
    /// Centres of the mover at which it or the companion may touch somebody, which the rules have to judge.
    touch: Vec<Convex>,
}

/// Whether the companion can go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    Yes,
    No,
    /// The rules have to decide.
    Asks,
}

/// Cost for the companion to be beside its mover at each of the mover's stops; `None` if it cannot get there.
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

    /// Cost for the companion of the mover's slide from `a` to `b`; `None` if the companion is barred from it.
    fn slide(&self, a: Vec2, b: Vec2) -> Option<f32> {
        let is_first = a == self.start;
        let (a, b) = (a + self.off, b + self.off);
        let legal = if is_first { self.layer.slide_from_start(b) } else { self.layer.slide(a, b) };
        legal.is_ok().then(|| self.layer.cost(a, b))
    }
}

impl Wheel<'_> {
    /// Cost factor for the companion when the mover is at `at`; `None` if barred. Only its own centre climbs (`easy:II.C.2`).
    fn cost(&self, layer: &Layer<'_>, at: Vec2) -> Option<f32> {
        let cost = self.pivot.cost(at)?;
        let field = &layer.field;
        let is_dear_already = field.stacking == Stacking::Max && cost > self.pivot.price;
        let steep = if is_dear_already { 0.0 } else { self.climbs(layer, at) };
        Some(cost * (1.0 + steep * (field.uphill_factor - 1.0)))
    }

    /// The part of the way that leads uphill, or a little more.
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
    /// A companion of a mover that ends with `heading` and goes no farther than `limit` inches. The rules judge contact with
    /// `enemies`. `None` if the rules have to judge every path.
    pub fn new(beside: &Beside<'a>, heading: Heading, limit: f32, enemies: &[Quad]) -> Option<Self> {
        let Beside { field, body, at, mover, start, allowance } = *beside;
        let limit = limit + 2.0 * at.at.distance(start.at);
        let late = Going::new(beside, heading, limit);
        let angle = start.heading.turn_to(heading);
        // If ground counts by the centre, a wheel of the companion is more than a turn about the mover's centre.
        let turns = angle.abs() > NO_TURN;
        if turns && field.terrain_by_centre {
            return None;
        }
        let early = turns.then(|| {
            let own = Shared::Kept(Arc::new(about(body, at, start)));
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

    /// What the paths of these trees cost the companion.
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

    /// Cost of the companion's wheel about the mover's centre.
    fn wheel(&self, at: Vec2) -> Option<f32> {
        self.early.as_ref().map_or(Some(0.0), |(going, wheel)| wheel.cost(&going.layer, at))
    }

    /// Cost of the path by an early stop, with the wheel at its end.
    pub(super) fn turned(&self, costs: &Costs, early: &Tree, stop: u32, at: Vec2) -> Option<f32> {
        let (going, wheel) = self.early.as_ref()?;
        let cost = (*costs.early.get(stop as usize)?)?;
        Some(cost + going.slide(early.stops[stop as usize].at, at)? + wheel.cost(&going.layer, at)?)
    }

    /// Cost of the path by a late stop and perhaps a door.
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

    /// May the companion end beside a mover that ends at `at`, on a path of this cost?
    pub(super) fn ends(&self, cost: Option<f32>, at: Vec2) -> Follows {
        let Some(cost) = cost else { return Follows::No };
        // If the mover stays in place, whatever they touch is touched already.
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
