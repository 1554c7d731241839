//! From a wanted pose to a legal move: the cheapest turn, slides and turn that lead there.
//!
//! Clauses: `easy:II.B-path` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use glam::Vec2;

use super::body::{Body, Edge, Quad};
use super::cspace::{BRUSH, Convex, footprint};
use super::field::{Field, SolidKind};
use super::layer::{Cause, Landmark, Layer, Pivot, Shared};
use super::path::{Leg, Path};
use super::pose::{Heading, Pose};
use super::reach::{Reach, reach_over};
use super::tighten::Ground;
use super::tolerance::{EPS, TOUCH};

/// A legal move to the wanted pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub path: Path,
    /// Inches of the allowance that the move takes.
    pub cost: f32,
    /// Where the move ends: the wanted pose, up to rounding.
    pub end: Pose,
    /// The enemies touched at the end, by [`super::field::Solid::id`], sorted.
    pub touches: Vec<u32>,
    /// The owner of the zone in which the move ends by closing or halting, if any.
    pub closes_on: Option<u32>,
}

/// Why the wanted pose cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hindrance {
    /// The cheapest legal move costs this many inches.
    OverAllowance { cost: f32 },
    /// The wanted pose would overlap this stand.
    Overlap { id: u32 },
    /// The wanted pose hangs over the table's edge.
    OffTable,
    /// The wanted pose lies on this impassable ground.
    Impassable { id: u32 },
    /// There is no way round the stands in between; holds the nearest stand in the way, if any.
    Blocked { by: Option<u32> },
    /// Zones of control forbid it; holds the zone's owner.
    Zone { owner: u32 },
    /// The wanted pose touches this enemy other than with the front edge.
    SideContact { id: u32 },
    /// This enemy may not be touched.
    MayNotContact { id: u32 },
    /// The edge wanted is taken.
    EdgeTaken { id: u32, edge: Edge },
    /// Every path there crosses this line.
    Line { id: u32 },
    /// The pose or the path is not made of finite numbers.
    NotFinite,
}

/// The refusal of a plan, and how far the stand can go.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanFailure {
    pub reason: Hindrance,
    /// The farthest legal pose toward the wanted one.
    pub at: Pose,
    /// The legal path to `at`.
    pub path: Path,
    /// What that path costs.
    pub cost: f32,
    /// The whole path, if it is only too long ([`Hindrance::OverAllowance`]) and has no way-points; empty if there is no path.
    pub whole: Path,
}

/// A place where a path may bend.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub at: Vec2,
    /// Cheapest known cost from the start; infinite if no path leads here.
    pub cost: f32,
    from: From,
    /// Its neighbours round the shape it belongs to, if a path can only wrap round that shape.
    wraps: Option<(Vec2, Vec2)>,
}

/// A stop that is not settled yet.
struct Open {
    at: Vec2,
    cost: f32,
    /// Largest cost with which a path through it can stay within the limit.
    most: f32,
    stop: u32,
}

/// The last step of the path to a stop.
#[derive(Clone, Copy, Debug, PartialEq)]
enum From {
    Nowhere,
    /// The start itself, after the turn at the start if there is one.
    Root,
    /// A slide from another stop of the same heading.
    Slide(u32),
    /// A slide with the early heading from an early stop, then the turn.
    Turn(u32),
}

/// The last step of the cheapest path to a stop, by the stop before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Came {
    Not,
    /// The stop is the start itself.
    Started,
    Slid(u32),
    /// From a stop of the early heading, with the turn at its end.
    Turned(u32),
}

/// The cheapest paths from the start to every stop with one heading.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub stops: Vec<Stop>,
    /// The stops that can be reached, cheapest first.
    pub order: Vec<u32>,
}

/// More than rounding can add to the cost of a path.
pub(super) const ROUNDING: f32 = 1e-3;

/// Distance between the refinement points along the border of dear ground, in inches.
const BORDER_STEP: f32 = 1.5;

impl Tree {
    /// The stops about a start for paths that cost no more than `limit`; only those toward `goal`, if one is given.
    fn new(layer: &Layer<'_>, limit: f32, goal: Option<Vec2>) -> Self {
        let start = layer.start;
        // No path is shorter than the straight lines from the start to the stop, and on to the goal.
        let leads_there = |on: Vec2| {
            let way = on.distance(start);
            way < limit && goal.is_none_or(|goal| way + on.distance(goal) < limit + ROUNDING)
        };
        let fresh = |at, wraps| Stop { at, cost: f32::INFINITY, from: From::Nowhere, wraps };
        let mut stops = vec![fresh(start, None)];
        if layer.withdraws() {
            return Self { stops, order: Vec::new() };
        }
        for (shape, kind) in &layer.landmarks {
            let n = shape.points.len();
            // A path that starts within the shape does not come to its corners along its sides.
            let wraps_round = shape.outside_by(start) > BRUSH;
            for i in 0..n {
                let (before, at, after) =
                    (shape.points[(i + n - 1) % n], shape.points[i], shape.points[(i + 1) % n]);
                // Inside other rough ground the corners and borders of rough ground are not useful stops.
                let useful = |on: Vec2| {
                    leads_there(on)
                        && (*kind == Landmark::Solid || !layer.is_rough(on))
                        && layer.barred(on).is_none()
                };
                if *kind != Landmark::Solid {
                    let pieces = (at.distance(after) / BORDER_STEP).ceil().max(1.0);
                    for k in 1..pieces as usize {
                        let on = at.lerp(after, k as f32 / pieces);
                        if useful(on) {
                            stops.push(fresh(on, None));
                        }
                    }
                }
                if useful(at) {
                    stops.push(fresh(at, wraps_round.then_some((before, after))));
                }
            }
        }
        stops.extend(leaving_points(layer).into_iter().map(|at| fresh(at, None)));
        stops.extend(ways_out(layer, limit).into_iter().map(|at| fresh(at, None)));
        stops.extend(layer.bends_at_passages().filter(|at| leads_there(*at)).map(|at| fresh(at, None)));
        Self { stops, order: Vec::new() }
    }

    /// Dijkstra's algorithm over the stops, from those that have a cost already; only to `goal`, if one is given.
    ///
    /// `before` holds the stops as they were last settled, if they were. A stop that is no cheaper now leads nowhere it did
    /// not lead then.
    fn settle(&mut self, layer: &Layer<'_>, limit: f32, goal: Option<Vec2>, before: Option<&[(f32, From)]>) {
        self.order.clear();
        let fresh = |(i, stop): (usize, &Stop)| {
            let most = goal.map_or(limit, |goal| limit - stop.at.distance(goal) + ROUNDING);
            Open { at: stop.at, cost: stop.cost, most, stop: i as u32 }
        };
        let mut open: Vec<Open> = self.stops.iter().enumerate().map(fresh).collect();
        loop {
            let mut next: Option<usize> = None;
            for (place, one) in open.iter().enumerate() {
                // Of equal stops the first.
                let first = |best: usize| (one.cost, one.stop) < (open[best].cost, open[best].stop);
                if one.cost <= limit && next.is_none_or(first) {
                    next = Some(place);
                }
            }
            let Some(place) = next else { break };
            let Open { at, cost, stop: u, .. } = open.swap_remove(place);
            self.order.push(u);
            let from = self.stops[u as usize].from;
            if before.is_some_and(|before| before.get(u as usize) == Some(&(cost, from))) {
                continue;
            }
            let wedge = self.wedge(u);
            for one in &mut open {
                let way = one.at - at;
                // A stop that is surely too far is skipped without computing its root.
                let room = one.cost.min(one.most) - cost + ROUNDING;
                if way.length_squared() > room * room || room < 0.0 {
                    continue;
                }
                let least = cost + way.length();
                if least > one.most || least >= one.cost {
                    continue;
                }
                if wedge.is_some_and(|planes| planes.iter().any(|(n, d)| n.dot(one.at) > *d)) {
                    continue;
                }
                let stop = &mut self.stops[one.stop as usize];
                if let Some((before, after)) = stop.wraps {
                    let (p, q) = (way.perp_dot(before - stop.at), way.perp_dot(after - stop.at));
                    if p * q < -1e-4 {
                        continue;
                    }
                }
                // Most slides are barred, so legality is checked before the cost.
                let root = from == From::Root;
                let legal = if root { layer.slide_from_start(stop.at) } else { layer.slide(at, stop.at) };
                if legal.is_err() {
                    continue;
                }
                let total = cost + layer.cost(at, stop.at);
                if total <= one.most && total < stop.cost {
                    (stop.cost, stop.from) = (total, From::Slide(u));
                    one.cost = total;
                }
            }
        }
    }

    /// The range of directions in which a path may go on from a stop at a corner that it wraps round: two half-planes
    /// `n.dot(p) <= d` through the stop. `None` if a path may go on in any direction.
    pub fn wedge(&self, i: u32) -> Option<[(Vec2, f32); 2]> {
        let stop = &self.stops[i as usize];
        let (Some((before, after)), From::Slide(parent)) = (stop.wraps, stop.from) else { return None };
        let came = stop.at - self.stops[parent as usize].at;
        let (p, q) = (before - stop.at, after - stop.at);
        // The side on which the shape lies, and its edge that leads on.
        let side = if came.perp_dot(p + q) >= 0.0 { 1.0 } else { -1.0 };
        let on = if p.normalize_or_zero().dot(came) > q.normalize_or_zero().dot(came) { p } else { q };
        let plane = |normal: Vec2| {
            let normal = normal.normalize_or_zero();
            (normal, normal.dot(stop.at) + 5e-3)
        };
        Some([plane(came.perp() * -side), plane(on.perp() * side)])
    }

    /// The last step of the path to stop `i`.
    pub fn came(&self, i: u32) -> Came {
        match self.stops[i as usize].from {
            From::Nowhere => Came::Not,
            From::Root => Came::Started,
            From::Slide(before) => Came::Slid(before),
            From::Turn(before) => Came::Turned(before),
        }
    }

    /// The slide to `at` from stop `i`.
    pub fn slide(&self, layer: &Layer<'_>, i: u32, at: Vec2) -> Result<(), Cause> {
        let stop = &self.stops[i as usize];
        if stop.from == From::Root { layer.slide_from_start(at) } else { layer.slide(stop.at, at) }
    }

    /// Is there a path to `at` for no more than `most`?
    fn leads_to(&self, layer: &Layer<'_>, at: Vec2, most: f32) -> bool {
        let known = self.order.iter().map(|i| (*i, &self.stops[*i as usize]));
        known.take_while(|(_, stop)| stop.cost <= most).any(|(i, stop)| {
            stop.cost + stop.at.distance(at) <= most
                && stop.cost + layer.cost(stop.at, at) <= most
                && self.slide(layer, i, at).is_ok()
        })
    }

    /// The cheapest path to `at` for less than `bound`: its cost and its last stop; of equal stops the cheapest.
    pub fn nearest(&self, layer: &Layer<'_>, at: Vec2, bound: f32) -> Option<(f32, u32)> {
        // The most promising stops are tried first, until the others cannot beat the best result.
        let promise = |place: usize| {
            let stop = &self.stops[self.order[place] as usize];
            (stop.cost < bound).then(|| stop.cost + stop.at.distance(at))
        };
        let known = (0..self.order.len()).map_while(|place| Some((promise(place)?, place)));
        let mut open: BinaryHeap<Reverse<(u32, u32)>> = known
            .filter(|(least, _)| *least < bound)
            // Costs are never negative, so they sort by their bits.
            .map(|(least, place)| Reverse((least.to_bits(), place as u32)))
            .collect();
        let mut kept: Vec<(u32, f32, f32)> = Vec::new();
        let mut worth = bound;
        while let Some(Reverse((least, place))) = open.pop() {
            let least = f32::from_bits(least);
            if least > worth + ROUNDING {
                break;
            }
            let i = self.order[place as usize];
            let stop = &self.stops[i as usize];
            if self.slide(layer, i, at).is_err() {
                continue;
            }
            let total = stop.cost + layer.cost(stop.at, at);
            if total < bound && total <= worth + ROUNDING {
                worth = worth.min(total);
                kept.push((place, least, total));
            }
        }
        // Paths along one line cost the same up to rounding, so ties are settled stop by stop, cheapest first.
        kept.sort_unstable_by_key(|(place, ..)| *place);
        let mut best = (bound, None);
        for (place, least, total) in kept {
            let i = self.order[place as usize];
            if self.stops[i as usize].cost < best.0 && least < best.0 && total < best.0 {
                best = (total, Some(i));
            }
        }
        best.1.map(|i| (best.0, i))
    }

    /// The stops on the way to stop `i`, root first, and the early stop before the turn if the turn was under way.
    fn way_to(&self, i: u32) -> (Vec<Vec2>, Option<u32>) {
        let (mut way, mut at, mut early) = (Vec::new(), i, None);
        loop {
            let stop = &self.stops[at as usize];
            way.push(stop.at);
            match stop.from {
                From::Slide(before) => at = before,
                From::Turn(before) => {
                    early = Some(before);
                    break;
                }
                From::Root | From::Nowhere => break,
            }
        }
        way.reverse();
        (way, early)
    }
}

/// Points just outside the zones in which the stand starts, on paths by which it may leave them.
fn leaving_points(layer: &Layer<'_>) -> Vec<Vec2> {
    let Some(first) = layer.start_zones.first() else { return Vec::new() };
    let mut points = Vec::new();
    let middle = Heading::of(first.off());
    for k in -8..=8 {
        // The outermost directions stay a hair inside the bound.
        let direction = middle.turned(layer.field.leave_angle * 0.999 * k as f32 / 8.0).forward();
        let far = direction * 6.0 * layer.field.zones[first.zone].shape.clear_of();
        let leave = layer
            .blocks
            .iter()
            .filter(|b| b.start_zone)
            .filter_map(|b| b.shape.clip(layer.start, layer.start + far))
            .fold(0.0_f32, |t, (_, leave)| t.max(leave));
        let at = layer.start + far * leave + direction * 0.004;
        if layer.slide_from_start(at).is_ok() && layer.barred(at).is_none() {
            points.push(at);
        }
    }
    points
}

/// Points just outside dear ground in which the start lies, about the nearest point of each side of that ground.
///
/// A path out of rough ground, or off a slope to the side, and along its border may be cheaper than straight on. Where each inch
/// inside costs two outside, no such path leaves at more than 30° from square.
fn ways_out(layer: &Layer<'_>, limit: f32) -> Vec<Vec2> {
    let start = layer.start;
    let mut points = Vec::new();
    for (shape, kind) in &layer.landmarks {
        if *kind == Landmark::Solid || !shape.holds(start, 0.0) {
            continue;
        }
        for (i, &a) in shape.points.iter().enumerate() {
            let side = shape.points[(i + 1) % shape.points.len()] - a;
            let length = side.length().max(1e-3);
            let foot = (start - a).dot(side) / length;
            let out = shape.faces[i].0;
            let depth = shape.faces[i].1 - out.dot(start);
            for slant in [-0.58, -0.29, 0.0, 0.29, 0.58] {
                let along = foot + depth * slant;
                // A hair outside, so that a path along the border is outside too.
                let at = a + side / length * along + out * 0.004;
                let dear = *kind == Landmark::Rough && layer.is_rough(at);
                if (0.0..=length).contains(&along)
                    && at.distance(start) < limit
                    && !dear
                    && layer.barred(at).is_none()
                {
                    points.push(at);
                }
            }
        }
    }
    points
}

/// Places where the stand may turn under way besides the late stops, each with the cost of the path there and the turn, and its last
/// early stop: the early stops, and the rim of what leaves no room to turn at the start.
///
/// A place to which a path with an earlier turn is as cheap, but for [`SPARE`], is left out.
fn turning_places(
    late: &Layer<'_>,
    late_tree: &Tree,
    early: &Layer<'_>,
    early_tree: &Tree,
    pivot: &Pivot<'_>,
    limit: f32,
    goal: Option<Vec2>,
) -> Vec<(Vec2, f32, u32)> {
    let start = early.start;
    let room = |at: Vec2| limit - goal.map_or(0.0, |goal| goal.distance(at));
    let stops = early_tree.order.iter().filter(|i| **i > 0).map(|i| {
        let stop = &early_tree.stops[*i as usize];
        (stop.cost + pivot.price, stop.at, Some(*i))
    });
    let rims = pivot.rims(start, limit - pivot.price).into_iter();
    let rims = rims.map(|at| (start.distance(at) + pivot.price, at, None));
    // No path to a place costs less than this.
    let mut places: Vec<(f32, Vec2, Option<u32>)> =
        stops.chain(rims).filter(|(least, at, _)| *least <= room(*at)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut kept: Vec<(Vec2, f32, u32)> = Vec::new();
    for (least, at, stop) in places {
        let is_as_cheap = |(from, cost, _): &(Vec2, f32, u32)| {
            cost + from.distance(at) <= least + SPARE
                && cost + late.cost(*from, at) <= least + SPARE
                && late.slide(*from, at).is_ok()
        };
        if kept.iter().any(is_as_cheap) || late_tree.leads_to(late, at, least + SPARE) {
            continue;
        }
        if early.barred(at).is_some() || late.barred(at).is_some() {
            continue;
        }
        let Some(turn) = pivot.cost(at) else { continue };
        let come = match stop {
            Some(stop) => Some((early_tree.stops[stop as usize].cost, stop)),
            None if early.slide_from_start(at).is_ok() => Some((early.cost(start, at), 0)),
            None => early_tree.nearest(early, at, room(at) - turn),
        };
        let Some((cost, stop)) = come.map(|(cost, stop)| (cost + turn, stop)) else { continue };
        if cost <= room(at) && !late_tree.leads_to(late, at, cost + SPARE) {
            kept.push((at, cost, stop));
        }
    }
    kept
}

/// All paths of one stand that end with one heading: slides with the early heading, the turn, and slides with the late heading.
#[derive(Clone, Debug)]
pub(super) struct Search<'a> {
    pub body: Shared<'a, Body>,
    pub start: Pose,
    pub heading: Heading,
    pub limit: f32,
    pub late: Arc<Layer<'a>>,
    pub late_tree: Tree,
    /// The early heading's layer and paths, and the turn, if the heading changes.
    pub early: Option<(Arc<Layer<'a>>, Tree, Pivot<'a>)>,
}

/// The layer of one heading, with the stops of its paths before any cost is known.
#[derive(Clone, Debug)]
struct Laid<'a> {
    start: Pose,
    limit: f32,
    layer: Arc<Layer<'a>>,
    tree: Option<Arc<Tree>>,
}

/// A cache of layers that serves the next search too: while a player turns the goal, the start does not turn.
#[derive(Clone, Debug)]
pub(super) struct Grounds<'a> {
    field: Shared<'a, Field>,
    body: Shared<'a, Body>,
    /// Maximum number of layers kept; 0 for a single query.
    most: usize,
    /// The most recently used layer is the last.
    kept: Vec<Laid<'a>>,
}

/// Maximum number of layers kept: those of the start's and of the goal's heading, within reach of the stand and farther.
const LAID: usize = 6;

impl<'a> Grounds<'a> {
    /// A cache for one search.
    pub fn once(field: impl Into<Shared<'a, Field>>, body: impl Into<Shared<'a, Body>>) -> Self {
        Self { field: field.into(), body: body.into(), most: 0, kept: Vec::new() }
    }

    /// The field about `start` for `heading`, out to a path length of `limit` inches.
    fn layer(&mut self, start: Pose, heading: Heading, limit: f32) -> Arc<Layer<'a>> {
        let known = |one: &Laid<'_>| one.start == start && one.layer.heading == heading && one.limit == limit;
        let laid = match self.kept.iter().position(known) {
            Some(place) => self.kept.remove(place),
            None => {
                let layer = Layer::new(self.field.clone(), &self.body, start, heading, limit);
                Laid { start, limit, layer: Arc::new(layer), tree: None }
            }
        };
        let layer = Arc::clone(&laid.layer);
        if self.most > 0 {
            if self.kept.len() >= self.most {
                self.kept.remove(0);
            }
            self.kept.push(laid);
        }
        layer
    }

    /// As [`Grounds::layer`], with the stops of its paths.
    fn ways(
        &mut self,
        start: Pose,
        heading: Heading,
        limit: f32,
        goal: Option<Vec2>,
    ) -> (Arc<Layer<'a>>, Tree) {
        let layer = self.layer(start, heading, limit);
        // It is the most recently used. Stops toward one goal serve no other goal.
        let tree = match self.kept.last_mut().filter(|_| goal.is_none()) {
            Some(laid) => {
                let tree = laid.tree.get_or_insert_with(|| Arc::new(Tree::new(&layer, limit, None)));
                Tree::clone(tree)
            }
            None => Tree::new(&layer, limit, goal),
        };
        (layer, tree)
    }
}

/// The path to a place and its cost, by its last steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Route {
    pub cost: f32,
    pub how: How,
    /// The zone in which it closes, as an index into [`Field::zones`].
    pub zone: Option<usize>,
}

/// The last steps of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum How {
    /// A slide from a late stop.
    Late(u32),
    /// A slide from an early stop, then the turn.
    Early(u32),
    /// A slide from a late stop to the door of a zone, then straight at its owner.
    Door(u32, Vec2),
}

/// Inches by which a path may be dearer for want of another place to turn.
const SPARE: f32 = 0.05;

/// Turns smaller than this, in radians, are ignored.
pub(super) const NO_TURN: f32 = 1e-5;

/// Slides shorter than this, in inches, do not become a leg of their own: nobody places a stand so precisely.
const NO_SLIDE: f32 = 0.02;

impl<'a> Search<'a> {
    /// Prepares all paths that cost no more than `limit`.
    pub fn new(grounds: &mut Grounds<'a>, start: Pose, heading: Heading, limit: f32) -> Self {
        Self::toward(grounds, start, heading, limit, None)
    }

    /// Prepares only the paths that can lead to one goal, if one is given.
    fn toward(
        grounds: &mut Grounds<'a>,
        start: Pose,
        heading: Heading,
        limit: f32,
        goal: Option<Vec2>,
    ) -> Self {
        let (field, body) = (grounds.field.clone(), grounds.body.clone());
        let angle = start.heading.turn_to(heading);
        let (late, mut late_tree) = grounds.ways(start, heading, limit, goal);
        if angle.abs() <= NO_TURN {
            late_tree.stops[0].cost = 0.0;
            late_tree.stops[0].from = From::Root;
            late_tree.settle(&late, limit, goal, None);
            return Self { body, start, heading, limit, late, late_tree, early: None };
        }
        if !field.withdraw_from.is_empty() {
            return Self { body, start, heading, limit, late, late_tree, early: None };
        }
        let pivot = Pivot::new(field, body.clone(), start, angle, limit);
        if let Some(cost) = pivot.cost(start.at) {
            late_tree.stops[0].cost = cost;
            late_tree.stops[0].from = From::Root;
            late_tree.settle(&late, limit, goal, None);
        }
        let before: Vec<(f32, From)> = late_tree.stops.iter().map(|stop| (stop.cost, stop.from)).collect();
        let (early, mut early_tree) = grounds.ways(start, start.heading, limit, goal);
        early_tree.stops[0].cost = 0.0;
        early_tree.stops[0].from = From::Root;
        early_tree.settle(&early, limit - pivot.price, goal, None);
        // A turn under way pays only if it beats the turn at the start.
        let mut better = false;
        for stop in late_tree.stops.iter_mut().skip(1) {
            let least = pivot.price + stop.at.distance(start.at);
            if stop.cost <= least + EPS || least > limit || early.barred(stop.at).is_some() {
                continue;
            }
            let Some(turn) = pivot.cost(stop.at) else { continue };
            if let Some((cost, i)) = early_tree.nearest(&early, stop.at, (stop.cost - turn).min(limit - turn))
            {
                stop.cost = cost + turn;
                stop.from = From::Turn(i);
                better = true;
            }
        }
        for (at, cost, i) in turning_places(&late, &late_tree, &early, &early_tree, &pivot, limit, goal) {
            late_tree.stops.push(Stop { at, cost, from: From::Turn(i), wraps: None });
            better = true;
        }
        if better {
            late_tree.settle(&late, limit, goal, Some(&before));
        }
        Self { body, start, heading, limit, late, late_tree, early: Some((early, early_tree, pivot)) }
    }

    /// The cheapest legal path that ends with the centre at `at`.
    pub(super) fn route_to(&self, at: Vec2) -> Option<Route> {
        if self.late.no_end(at).is_some() {
            return None;
        }
        let mut best: Option<Route> = None;
        let mut bound = self.limit + EPS;
        let mut take = |route: Route| {
            if route.cost < bound {
                bound = route.cost;
                best = Some(route);
            }
            bound
        };
        let root = &self.late_tree.stops[0];
        let mut bound = self.limit + EPS;
        if root.from == From::Root {
            if at.distance_squared(root.at) < 1e-10 && !self.late.withdraws() {
                return Some(Route { cost: root.cost, how: How::Late(0), zone: None });
            }
            if self.late.may_linger(at) && self.late.slide_from_start(at).is_ok() {
                let cost = root.cost + self.late.cost(root.at, at);
                bound = take(Route { cost, how: How::Late(0), zone: None });
            }
            if let Some(zone) = self.late.closes_from_start(at) {
                let cost = root.cost + self.late.cost(root.at, at);
                bound = take(Route { cost, how: How::Late(0), zone: Some(zone) });
            }
        }
        let free = self.late.barred(at).is_none();
        if free && let Some((cost, i)) = self.late_tree.nearest(&self.late, at, bound) {
            bound = take(Route { cost, how: How::Late(i), zone: None });
        }
        if !free {
            for (zone, door) in self.late.doors(at) {
                if self.late.barred(door).is_some() || self.late.close(door, at, zone).is_err() {
                    continue;
                }
                let last = self.late.cost(door, at);
                if let Some((cost, i)) = self.late_tree.nearest(&self.late, door, bound - last) {
                    bound = take(Route { cost: cost + last, how: How::Door(i, door), zone });
                }
            }
        }
        if free
            && let Some((early, tree, pivot)) = &self.early
            && early.barred(at).is_none()
            && let Some(turn) = pivot.cost(at)
            && let Some((cost, i)) = tree.nearest(early, at, bound - turn)
        {
            take(Route { cost: cost + turn, how: How::Early(i), zone: None });
        }
        best
    }

    /// The legs of a route to `at`.
    pub fn path(&self, how: How, at: Vec2) -> Path {
        let early = self.early.as_ref().map(|(_, tree, pivot)| (tree, pivot.angle));
        route_path(&self.late_tree, early, how, at)
    }

    /// The path of a route to `at` and its cost, with its bends where they are cheapest and negligibly short slides joined to the next.
    ///
    /// Two slides are joined only if the result is also legal and costs no more. A closing slide is not changed.
    fn smooth(&self, route: Route, at: Vec2) -> (Path, f32) {
        let legs = self.path(route.how, at).legs;
        let closes = matches!(route.how, How::Door(..)) || route.zone.is_some();
        let early = self.early.as_ref().map(|(early, _, pivot)| (&**early, pivot));
        let ground = Ground { start: self.start.at, late: &self.late, early };
        let (legs, saved) = match ground.tightened(&legs, usize::from(closes)) {
            Some((path, saved)) => (slid_together(path.legs), saved),
            None => (legs, 0.0),
        };
        self.without_short_slides(legs, route.cost - saved, closes)
    }

    /// The path with negligibly short slides joined to the next, and its cost, if it costs this much with them.
    fn without_short_slides(&self, mut legs: Vec<Leg>, cost: f32, closes: bool) -> (Path, f32) {
        let mut saved = 0.0;
        let mut i = 0;
        while i + 1 < legs.len() {
            let (Leg::Slide(a), Leg::Slide(b)) = (legs[i], legs[i + 1]) else {
                i += 1;
                continue;
            };
            let from = Path::new(legs[..i].to_vec()).end(self.start);
            let early = self.early.as_ref().filter(|_| from.heading.angle_to(self.heading) > NO_TURN);
            let layer = early.map_or(&self.late, |(layer, _, _)| layer);
            let to = from.at + a + b;
            let more =
                layer.cost(from.at, to) - layer.cost(from.at, from.at + a) - layer.cost(from.at + a, to);
            let at_start = !legs[..i].iter().any(|leg| matches!(leg, Leg::Slide(_)));
            let legal = || match at_start {
                true => layer.slide_from_start(to).is_ok(),
                false => layer.slide(from.at, to).is_ok(),
            };
            let last = i + 2 == legs.len();
            if a.length().min(b.length()) < NO_SLIDE && !(closes && last) && more <= 1e-4 && legal() {
                legs.splice(i..i + 2, [Leg::Slide(a + b)]);
                saved -= more;
            } else {
                i += 1;
            }
        }
        (Path::new(legs), cost - saved)
    }

    /// The cost of one leg from a pose of a planned path.
    fn leg_cost(&self, leg: Leg, from: Pose) -> f32 {
        match leg {
            Leg::Slide(delta) => {
                let early = self.early.as_ref().filter(|_| from.heading.angle_to(self.heading) > NO_TURN);
                early.map_or(&self.late, |(layer, _, _)| layer).cost(from.at, from.at + delta)
            }
            Leg::Turn { angle, .. } => self.early.as_ref().map_or(0.0, |(_, _, pivot)| {
                pivot.cost(from.at).unwrap_or(pivot.price) * angle.abs() / pivot.angle.abs()
            }),
        }
    }

    /// The longest legal part of a planned path that costs no more than `allowance`, with its cost.
    fn cut(&self, path: &Path, allowance: f32) -> (Path, f32) {
        let (mut legs, mut spent, mut pose) = (Vec::new(), 0.0, self.start);
        for &leg in &path.legs {
            let cost = self.leg_cost(leg, pose);
            if spent + cost <= allowance {
                legs.push(leg);
                spent += cost;
                pose = leg.end(pose);
                continue;
            }
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..20 {
                let middle = (low + high) / 2.0;
                let part = leg.shortened(middle);
                if spent + self.leg_cost(part, pose) <= allowance { low = middle } else { high = middle }
            }
            // It may not end on a stand that may only be passed through.
            let on_other = |t: f32| {
                let at = leg.part(pose, t);
                let placed = self.body.placed(at);
                self.late.field.solids.iter().filter(|s| s.kind == SolidKind::Passable).any(|s| {
                    placed.quads().any(|q| {
                        let shapes = (Convex::hull(&s.quad.corners()), Convex::hull(&q.corners()));
                        matches!(shapes, (Some(s), Some(q)) if !s.apart(&q, Vec2::ZERO, 0.0))
                    })
                })
            };
            let mut t = low;
            while t > 0.0 && on_other(t) {
                t = (t - 0.02).max(0.0);
            }
            if t > 0.0 {
                let part = leg.shortened(t);
                spent += self.leg_cost(part, pose);
                legs.push(part);
            }
            break;
        }
        (Path::new(legs), spent)
    }
}

/// The legs of a route to `at` over late paths, and over early paths with the turn between them.
pub(super) fn route_path(late: &Tree, early: Option<(&Tree, f32)>, how: How, at: Vec2) -> Path {
    let mut legs = Vec::new();
    let turn = early.map(|(_, angle)| Leg::Turn { pivot: Vec2::ZERO, angle });
    let early_way = |i: u32| early.map_or_else(Vec::new, |(tree, _)| tree.way_to(i).0);
    match how {
        How::Early(i) => {
            let mut way = early_way(i);
            way.push(at);
            slides(&mut legs, &way);
            legs.extend(turn);
        }
        How::Late(i) | How::Door(i, _) => {
            let (mut way, before) = late.way_to(i);
            if let Some(e) = before {
                let mut first = early_way(e);
                first.push(way[0]);
                slides(&mut legs, &first);
            }
            legs.extend(turn);
            if let How::Door(_, door) = how {
                way.push(door);
            }
            way.push(at);
            slides(&mut legs, &way);
        }
    }
    Path::new(legs)
}

/// The legs with slides in one line joined.
fn slid_together(legs: Vec<Leg>) -> Vec<Leg> {
    let mut joined = Vec::new();
    let mut way = vec![Vec2::ZERO];
    for leg in legs {
        match leg {
            Leg::Slide(delta) => way.push(way[way.len() - 1] + delta),
            Leg::Turn { .. } => {
                slides(&mut joined, &way);
                joined.push(leg);
                way = vec![Vec2::ZERO];
            }
        }
    }
    slides(&mut joined, &way);
    joined
}

/// The slides along a series of points, those in one line joined.
fn slides(legs: &mut Vec<Leg>, way: &[Vec2]) {
    let mut from = way[0];
    let mut last: Option<Vec2> = None;
    for &to in &way[1..] {
        let delta = to - from;
        if delta.length_squared() < 1e-10 {
            continue;
        }
        from = to;
        match last {
            Some(before)
                if before.perp_dot(delta).abs() <= 1e-5 * before.length() * delta.length()
                    && before.dot(delta) > 0.0 =>
            {
                let joined = before + delta;
                legs.pop();
                legs.push(Leg::Slide(joined));
                last = Some(joined);
            }
            _ => {
                legs.push(Leg::Slide(delta));
                last = Some(delta);
            }
        }
    }
}

/// Plans for one body on one field, for many queries while a player moves the body about.
///
/// Whatever depends only on start, heading and allowance is kept, so that another goal costs little. A change of the
/// field needs another planner.
#[derive(Clone, Debug)]
pub struct Planner<'a> {
    grounds: Grounds<'a>,
    /// The most recently used search is the last.
    kept: Vec<Arc<Search<'a>>>,
    /// Number of searches made so far.
    made: usize,
    /// Is it used for one goal only? Then searches beyond the allowance look for that goal alone.
    once: bool,
}

/// Maximum number of searches kept: those of one stand, with room for its way-points.
const KEPT: usize = 12;

/// Searches beyond the allowance reach a multiple of this many inches, so that the next goal can use them too.
const WIDE_STEP: f32 = 8.0;

/// Most paths are no longer than this many times the straight line and the turn.
const NEARLY: f32 = 1.25;

impl Planner<'static> {
    /// A planner that owns its field.
    pub fn new(field: Field, body: Body) -> Self {
        Self::over(Shared::Kept(Arc::new(field)), Shared::Kept(Arc::new(body)))
    }
}

impl<'a> Planner<'a> {
    fn over(field: Shared<'a, Field>, body: Shared<'a, Body>) -> Self {
        let grounds = Grounds { field, body, most: LAID, kept: Vec::new() };
        Self { grounds, kept: Vec::new(), made: 0, once: false }
    }

    /// A planner for one goal only.
    fn once(field: &'a Field, body: &'a Body) -> Self {
        Self { once: true, ..Self::over(field.into(), body.into()) }
    }

    /// The number of searches made because none that was kept would do.
    pub fn made(&self) -> usize {
        self.made
    }

    /// The index of a kept search that will do.
    fn place(&self, start: Pose, heading: Heading, limit: f32) -> Option<usize> {
        self.kept.iter().position(|one| one.start == start && one.heading == heading && one.limit == limit)
    }

    fn knows(&self, start: Pose, heading: Heading, limit: f32) -> bool {
        self.place(start, heading, limit).is_some()
    }

    fn search(&mut self, start: Pose, heading: Heading, limit: f32) -> Arc<Search<'a>> {
        let known = self.place(start, heading, limit);
        let search = match known {
            Some(place) => self.kept.remove(place),
            None => {
                self.made += 1;
                if self.kept.len() >= KEPT {
                    self.kept.remove(0);
                }
                Arc::new(Search::new(&mut self.grounds, start, heading, limit))
            }
        };
        self.kept.push(Arc::clone(&search));
        search
    }

    /// Where the body may end with this heading, in cells of `cell` inches: see [`super::reach::reach`].
    pub fn reach(&mut self, start: Pose, heading: Heading, allowance: f32, cell: f32) -> Reach {
        let allowance = if allowance.is_finite() { allowance.max(0.0) } else { 0.0 };
        reach_over(&self.search(start, heading, allowance), cell)
    }

    /// The cheapest legal move from `start` to `goal` within `allowance` inches.
    ///
    /// The move turns about the centre first, last or under way, and slides round obstacles. In a zone that allows it, and at
    /// an enemy that may be touched, it ends with the closing slide (`easy:II.C.4.1`).
    pub fn plan(&mut self, start: Pose, goal: Pose, allowance: f32) -> Result<Plan, PlanFailure> {
        let failed =
            |reason, path: Path, cost, whole| PlanFailure { reason, at: path.end(start), path, cost, whole };
        let stay = |reason| failed(reason, Path::stay(), 0.0, Path::stay());
        if !start.is_finite() || !goal.is_finite() || !allowance.is_finite() {
            return Err(stay(Hindrance::NotFinite));
        }
        if let Some(plan) = self.plan_within(start, goal, allowance) {
            return Ok(plan);
        }
        if let Some((wide, route)) = self.beyond(start, goal, allowance) {
            let closes = matches!(route.how, How::Door(..)) || route.zone.is_some();
            let legs = wide.path(route.how, goal.at).legs;
            let whole = wide.without_short_slides(legs, route.cost, closes).0;
            let (path, cost) = wide.cut(&whole, allowance);
            return Err(failed(Hindrance::OverAllowance { cost: route.cost }, path, cost, whole));
        }
        let search = self.search(start, goal.heading, allowance);
        let reason = hindrance(&search, goal.at);
        // The nearest pose toward the goal on the straight line back from it, then turned as far as possible there.
        const STEPS: i32 = 40;
        let toward = |search: &Search<'_>| {
            (0..STEPS).find_map(|step| {
                let at = goal.at.lerp(start.at, step as f32 / STEPS as f32);
                let route = search.route_to(at).filter(|r| r.cost <= allowance + EPS)?;
                let (path, cost) = search.smooth(route, at);
                Some(failed(reason, path, cost, Path::stay()))
            })
        };
        let unturned = |planner: &mut Self| toward(&planner.search(start, start.heading, allowance));
        Err(toward(&search).or_else(|| unturned(self)).unwrap_or_else(|| stay(reason)))
    }

    /// As [`Planner::plan`], without the reason if there is no such move.
    pub fn plan_within(&mut self, start: Pose, goal: Pose, allowance: f32) -> Option<Plan> {
        let finite = start.is_finite() && goal.is_finite() && allowance.is_finite();
        // No path is shorter than the straight line.
        if !finite || start.at.distance(goal.at) > allowance + EPS + ROUNDING {
            return None;
        }
        let search = self.search(start, goal.heading, allowance);
        let route = search.route_to(goal.at).filter(|route| route.cost <= allowance + EPS)?;
        Some(finish(&search, route, goal.at))
    }

    /// The cheapest path to a goal that is only too far: the search that found it, and the route.
    fn beyond(&mut self, start: Pose, goal: Pose, allowance: f32) -> Option<(Arc<Search<'a>>, Route)> {
        let turn = self.grounds.field.turn_cost(start.heading.angle_to(goal.heading), 3.0);
        let way = start.at.distance(goal.at);
        let wide = |inches: f32| (inches / WIDE_STEP).ceil() * WIDE_STEP;
        let most = wide((2.0 * way + turn).max(allowance) * 2.0 + 4.0);
        // A search as wide as the path found is as good as a wider one: dearer stops are on no cheaper path.
        let near = 2.0 * wide(((way + turn).max(allowance) * NEARLY + 2.0) / 2.0);
        if near < most && !self.knows(start, goal.heading, most) {
            if !self.knows(start, goal.heading, near)
                && self.grounds.layer(start, goal.heading, most).is_hopeless(goal.at)
            {
                return None;
            }
            let search = self.search_beyond(start, goal, near);
            if let Some(route) = search.route_to(goal.at).filter(|route| route.cost < near - ROUNDING) {
                return Some((search, route));
            }
        }
        let search = self.search_beyond(start, goal, most);
        let route = search.route_to(goal.at)?;
        Some((search, route))
    }

    /// A search beyond the allowance: of all paths, or of those that can lead to the planner's one goal.
    fn search_beyond(&mut self, start: Pose, goal: Pose, limit: f32) -> Arc<Search<'a>> {
        if self.once {
            self.made += 1;
            return Arc::new(Search::toward(&mut self.grounds, start, goal.heading, limit, Some(goal.at)));
        }
        self.search(start, goal.heading, limit)
    }

    /// The cheapest legal move from `start` through every way-point in order.
    ///
    /// Once a zone is entered or an enemy touched, the rest must be the closing slide (`easy:II.C.4.1`).
    pub fn plan_through(
        &mut self,
        start: Pose,
        way_points: &[Pose],
        allowance: f32,
    ) -> Result<Plan, PlanFailure> {
        let mut whole =
            Plan { path: Path::stay(), cost: 0.0, end: start, touches: Vec::new(), closes_on: None };
        for &point in way_points {
            let fail = |reason, whole: &Plan| PlanFailure {
                reason,
                at: whole.end,
                path: whole.path.clone(),
                cost: whole.cost,
                whole: Path::stay(),
            };
            if let Some(&id) = whole.touches.first() {
                return Err(fail(Hindrance::Blocked { by: Some(id) }, &whole));
            }
            match self.plan(whole.end, point, allowance - whole.cost) {
                Ok(leg) => {
                    if let Some(owner) = whole.closes_on
                        && leg.closes_on != Some(owner)
                    {
                        return Err(fail(Hindrance::Zone { owner }, &whole));
                    }
                    whole.path.legs.extend(leg.path.legs);
                    whole.cost += leg.cost;
                    whole.end = leg.end;
                    whole.touches = leg.touches;
                    whole.closes_on = leg.closes_on;
                }
                Err(failure) => {
                    if let Some(owner) = whole.closes_on {
                        return Err(fail(Hindrance::Zone { owner }, &whole));
                    }
                    whole.path.legs.extend(failure.path.legs);
                    let reason = match failure.reason {
                        Hindrance::OverAllowance { cost } => {
                            Hindrance::OverAllowance { cost: cost + whole.cost }
                        }
                        other => other,
                    };
                    let cost = whole.cost + failure.cost;
                    let all = if way_points.len() == 1 { failure.whole } else { Path::stay() };
                    return Err(PlanFailure { reason, at: failure.at, path: whole.path, cost, whole: all });
                }
            }
        }
        Ok(whole)
    }
}

/// The cheapest legal move from `start` to `goal` within `allowance` inches: see [`Planner::plan`].
pub fn plan(
    field: &Field,
    body: &Body,
    start: Pose,
    goal: Pose,
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    Planner::once(field, body).plan(start, goal, allowance)
}

/// As [`plan`], without the reason if there is no such move: see [`Planner::plan_within`].
pub fn plan_within(field: &Field, body: &Body, start: Pose, goal: Pose, allowance: f32) -> Option<Plan> {
    Planner::over(field.into(), body.into()).plan_within(start, goal, allowance)
}

/// The plan for a route.
fn finish(search: &Search<'_>, route: Route, at: Vec2) -> Plan {
    let field: &Field = &search.late.field;
    let (path, cost) = search.smooth(route, at);
    let mut met: Vec<usize> =
        search.late.fronts.iter().filter(|f| f.exact.away(at).1 <= TOUCH).map(|f| f.solid).collect();
    let squarely = |solid: &usize| !search.late.grazes(*solid, at);
    if met.iter().any(squarely) {
        met.retain(squarely);
    }
    let mut touches: Vec<u32> = met.into_iter().map(|solid| field.solids[solid].id).collect();
    touches.sort_unstable();
    touches.dedup();
    Plan {
        cost,
        end: path.end(search.start),
        touches,
        closes_on: route.zone.map(|z| field.zones[z].owner),
        path,
    }
}

/// The reason why no path leads to `at`.
fn hindrance(search: &Search<'_>, at: Vec2) -> Hindrance {
    let layer = &search.late;
    let field: &Field = &layer.field;
    if !layer.on_table(at) {
        return Hindrance::OffTable;
    }
    let solid = |i: usize| field.solids[i].id;
    if let Some(i) = layer.no_end(at) {
        return Hindrance::Overlap { id: solid(i) };
    }
    for front in &layer.fronts {
        if front.core.holds(at, 1e-4) {
            return Hindrance::Overlap { id: solid(front.solid) };
        }
    }
    for front in &layer.fronts {
        if front.side.holds(at, 1e-4) {
            return Hindrance::SideContact { id: solid(front.solid) };
        }
        if front.touch.holds(at, 1e-4) {
            let edge = layer.touched_edge(&field.solids[front.solid], front, at);
            if field.solids[front.solid].is_taken(edge) {
                return Hindrance::EdgeTaken { id: solid(front.solid), edge };
            }
        }
    }
    let mut held: Vec<Cause> = layer.holding(at).map(|b| b.cause).collect();
    // Solid obstacles before zones: they are the simpler reason.
    held.sort_by_key(|c| matches!(c, Cause::Zone(_)));
    match held.first() {
        Some(Cause::Solid(i)) => match field.solids[*i].kind {
            SolidKind::EnemyNever => Hindrance::MayNotContact { id: solid(*i) },
            SolidKind::EnemyByFront => Hindrance::Blocked { by: Some(solid(*i)) },
            SolidKind::Friend | SolidKind::Passable => Hindrance::Overlap { id: solid(*i) },
        },
        Some(Cause::Ground(i)) => Hindrance::Impassable { id: field.ground[*i].id },
        Some(Cause::Line(i)) => Hindrance::Line { id: field.lines[*i].id },
        Some(Cause::Zone(i)) => Hindrance::Zone { owner: field.zones[*i].owner },
        Some(Cause::Table) => Hindrance::OffTable,
        None => match layer.slide_from_start(at) {
            Err(Cause::Solid(i)) => Hindrance::Blocked { by: Some(solid(i)) },
            Err(Cause::Zone(i)) => Hindrance::Zone { owner: field.zones[i].owner },
            Err(Cause::Line(i)) => Hindrance::Line { id: field.lines[i].id },
            Err(Cause::Ground(i)) => Hindrance::Impassable { id: field.ground[i].id },
            Err(Cause::Table) => Hindrance::OffTable,
            Ok(()) => Hindrance::Blocked { by: None },
        },
    }
}

/// The cheapest legal move from `start` through every way-point in order: see [`Planner::plan_through`].
pub fn plan_through(
    field: &Field,
    body: &Body,
    start: Pose,
    way_points: &[Pose],
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    Planner::over(field.into(), body.into()).plan_through(start, way_points, allowance)
}

/// Two stands that meet along no more than this many inches may be said to meet at their corners alone.
const CORNER: f32 = 0.2;

/// The poses at which a body from `start` has its front edge against an edge of `target`: square to it, at the nearest place
/// along it or nearer to its middle, or straight ahead with the heading kept. For all four edges if none is given.
pub fn contact_goals(body: &Body, start: Pose, target: &Quad, edge: Option<Edge>) -> Vec<Pose> {
    let front = |heading: Heading| {
        let forward = heading.forward();
        footprint(body, heading).iter().flatten().map(|c| c.dot(forward)).fold(0.0_f32, f32::max)
    };
    let half_width = body.parts().iter().map(|p| p.half().x).fold(0.0_f32, f32::max);
    let mut goals = Vec::new();
    for side in Edge::ALL.into_iter().filter(|&e| edge.is_none_or(|wish| wish == e)) {
        let [a, b] = target.edge(side);
        let normal = target.normal(side);
        let along = (b - a).normalize_or(Vec2::X);
        let middle = a.midpoint(b);
        let heading = Heading::of(-normal);
        let lateral = a.distance(b) / 2.0 + half_width - CORNER;
        let near = (start.at - middle).dot(along).clamp(-lateral, lateral);
        for shift in [near, near.clamp(-lateral / 2.0, lateral / 2.0), 0.0] {
            goals.push(Pose::new(middle + along * shift + normal * front(heading), heading));
        }
    }
    // Straight ahead with the current heading, if that meets the wanted edge.
    let ahead = start.at + start.heading.forward() * (start.at.distance(target.pose.at) + 4.0);
    for part in footprint(body, start.heading) {
        let Some(shape) = Convex::sum(&target.corners(), &part) else { continue };
        if let Some((enter, _)) = shape.clip(start.at, ahead) {
            let at = start.at.lerp(ahead, enter);
            let normal = shape.away(at).0;
            let met = Edge::ALL
                .into_iter()
                .max_by(|p, q| target.normal(*p).dot(normal).total_cmp(&target.normal(*q).dot(normal)));
            if edge.is_none() || met == edge {
                goals.push(Pose::new(at, start.heading));
            }
        }
    }
    goals
}

/// How far beside the place at an enemy that is nearest or held another is looked for, and in which steps, in inches: a hand finds
/// no smaller ones.
const ASIDE: f32 = 1.0;
const STEP_ASIDE: f32 = 1.0 / 32.0;

/// The places along an edge of `target` beside one at which a body meets it squarely, the nearest first.
pub fn aside(body: &Body, target: &Quad, place: Pose) -> impl Iterator<Item = Pose> {
    let right = place.heading.right();
    let across = |corners: &[Vec2], middle: Vec2| {
        corners.iter().map(|corner| (corner - middle).dot(right)).fold(0.0_f32, f32::max)
    };
    let widths = across(&target.corners(), target.pose.at)
        + across(&footprint(body, place.heading).concat(), Vec2::ZERO);
    let (middle, lateral) = (target.pose.at, widths - CORNER);
    (1..=(ASIDE / STEP_ASIDE) as i32)
        .flat_map(|step| [step, -step])
        .map(move |step| Pose::new(place.at + right * (step as f32 * STEP_ASIDE), place.heading))
        .filter(move |place| (place.at - middle).dot(right).abs() <= lateral)
}

/// The cheapest legal move from `start` that brings the front edge against an edge of `target`: to one of [`contact_goals`], and
/// where none can be reached to another place along an edge.
pub fn plan_to_contact(
    field: &Field,
    body: &Body,
    start: Pose,
    target: &Quad,
    edge: Option<Edge>,
    allowance: f32,
) -> Result<Plan, PlanFailure> {
    let mut planner = Planner::over(field.into(), body.into());
    let goals = contact_goals(body, start, target, edge);
    let plans = goals.iter().filter_map(|goal| planner.plan_within(start, *goal, allowance));
    if let Some(plan) = plans.min_by(|a, b| a.cost.total_cmp(&b.cost)) {
        return Ok(plan);
    }
    let square = |goal: &&Pose| {
        Edge::ALL.iter().any(|&edge| Heading::of(-target.normal(edge)).angle_to(goal.heading) < EPS)
    };
    let mut beside = goals.iter().filter(square).flat_map(|goal| aside(body, target, *goal));
    if let Some(plan) = beside.find_map(|place| planner.plan_within(start, place, allowance)) {
        return Ok(plan);
    }
    let failures = goals.into_iter().filter_map(|goal| planner.plan(start, goal, allowance).err());
    let nearest = failures.min_by(|a, b| {
        let away = |failure: &PlanFailure| failure.at.at.distance(target.pose.at);
        away(a).total_cmp(&away(b))
    });
    nearest.map_or_else(|| planner.plan(start, start, allowance), Err)
}
