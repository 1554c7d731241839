//! The field for one heading: which slides and turns are legal, and what slides cost.
//!
//! Clauses: `easy:0.7`, `easy:II.C` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches and radians.

use std::ops::Deref;
use std::sync::Arc;

use glam::Vec2;

use super::body::{Body, Edge, Quad};
use super::contact::{contact, could_be_abreast, edge_abreast, is_before, is_graze};
use super::cspace::{Convex, footprint, footprint_behind_front};
use super::field::{
    Field, FieldLine, FieldZone, GroundKind, LineRule, Passage, Solid, SolidKind, Stacking, ZoneRule,
    ZoneShape,
};
use super::pose::{Heading, Pose, sin_cos};
use super::shelf::Shelf;
use super::sweep::on_line;
use super::tolerance::{ANG, EPS, OVERLAP, TOUCH};

/// How deep a planned stand may lie in a friend, impassable ground or the table's edge: a little less than what is accepted.
const SLACK: f32 = 0.9 * OVERLAP;
/// Distance to ground that counts by the centre within which the centre counts as in it.
const CENTRE_HAIR: f32 = 0.0005;
/// Half the width of the body given to a piece of a line.
const SLIVER: f32 = 0.005;
/// How deep a planned stand may lie in the sliver of a line: half as deep over the line as is accepted.
const LINE_SLACK: f32 = SLIVER + OVERLAP / 2.0;
/// Depth in the shape of a line beyond which a centre lies across the line itself, deeper than is accepted.
pub(super) const ACROSS: f32 = OVERLAP / 2.0 + EPS;
/// Distance beyond the bound itself that a planned stand keeps from a zone, or from touch with an enemy.
const KEEP_OFF: f32 = 0.003;
/// Distance outside rough ground at which a planned stand counts as in it: a hair less than what is accepted.
const ROUGH_MARGIN: f32 = 0.001 - OVERLAP;
/// Upper bound for how much farther than a zone its polygon, with 12 pieces to a quarter of a circle, can reach: a factor.
const CIRCUMSCRIBED: f32 = 1.01;
/// Zones whose polygons a slide enters within this many inches of each other may be entered in another order.
const NEAR_TIE: f32 = 0.02;
/// More than the distance of a door from the zones it leads to plus the tolerance for which enemy is nearer.
const DOOR_SLACK: f32 = 10.0 * KEEP_OFF;
/// Largest step between checked poses of a turn: checked are their hulls, grown by what the arc bulges beyond them.
const TURN_STEP: f32 = 6.0 * std::f32::consts::PI / 180.0;

/// Distance between the places at the rim of what leaves no room to turn, in inches.
const RIM_STEP: f32 = 0.5;
/// How far beyond the nearest place with room to turn such a rim is followed, in inches.
const RIM_RANGE: f32 = 1.5;

/// How far beside square a path also comes to an end of a bridge or ford: a part of the way it comes.
const ASLANT: f32 = 0.7;

/// A value borrowed for one query, or shared by a caller that keeps an answer for the next one.
#[derive(Debug)]
pub enum Shared<'a, T> {
    Lent(&'a T),
    Kept(Arc<T>),
}

impl<T> Clone for Shared<'_, T> {
    fn clone(&self) -> Self {
        match self {
            Self::Lent(lent) => Self::Lent(lent),
            Self::Kept(kept) => Self::Kept(Arc::clone(kept)),
        }
    }
}

impl<T> Deref for Shared<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Lent(lent) => lent,
            Self::Kept(kept) => kept,
        }
    }
}

impl<'a, T> From<&'a T> for Shared<'a, T> {
    fn from(lent: &'a T) -> Self {
        Self::Lent(lent)
    }
}

/// What bars a slide or a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Table,
    /// Index into [`Field::solids`].
    Solid(usize),
    /// Index into [`Field::ground`].
    Ground(usize),
    /// Index into [`Field::lines`].
    Line(usize),
    /// Index into [`Field::zones`].
    Zone(usize),
}

/// A convex set of centres that no ordinary slide may cross.
#[derive(Clone, Debug)]
pub struct Block {
    pub shape: Convex,
    pub cause: Cause,
    /// Does the start lie in it? Then slides from the start may lead out of it, but not deeper.
    pub holds_start: bool,
    /// Is it the zone of an enemy in which the stand starts (`easy:II.C.4.3`)?
    pub start_zone: bool,
    /// Is it a line that the stand lies across at the start? Slides that begin on it do not cross it (`easy:II.C.3`).
    pub under: bool,
    /// Is it a line that can be lain across: at the start, or by a bridge or ford? It bars no place, only slides that do not begin
    /// on it.
    pub crossable: bool,
}

/// An enemy that may be touched with the front edge.
#[derive(Clone, Debug)]
pub struct Front {
    pub solid: usize,
    /// Centres at which the two rectangles meet.
    pub exact: Convex,
    /// Centres at which they overlap too deeply.
    pub core: Convex,
    /// Centres at which they touch.
    pub touch: Convex,
    /// Centres at which more than the front edge touches.
    pub side: Convex,
}

/// A piece of a line that a bridge or ford serves.
#[derive(Clone, Debug)]
pub struct Served {
    line: usize,
    /// Centres at which the stand lies across the piece.
    shape: Convex,
    passage: Passage,
    /// A slide that stops short heads for the passage if going on by this much would bring the centre over it.
    ahead: f32,
    /// Does the stand lie across the line at the start?
    under: bool,
}

/// A zone in which the mover may close on its owner.
#[derive(Clone, Debug)]
pub struct Gate {
    pub zone: usize,
    /// Centres in the zone.
    pub shape: Convex,
    /// Centres that meet the owner.
    pub owner: Convex,
    /// The gates whose owners may stand abreast of this one's (`easy:II.C.4.2`).
    neighbours: Vec<usize>,
    /// Farthest distance from the owner to which a door is [moved](Layer::before_neighbours), in inches.
    farthest: f32,
}

/// A zone in which the stand starts: the shortest line from its owner, and the distance of the owner.
#[derive(Clone, Copy, Debug)]
pub struct StartZone {
    pub zone: usize,
    pub away: Vec2,
    pub gap: f32,
    /// The contact normal, if the owner is within touch: "directly away" is along it then (`easy:II.C.4.3`).
    normal: Option<Vec2>,
}

impl StartZone {
    /// Directly away from the owner.
    pub fn off(&self) -> Vec2 {
        self.normal.unwrap_or(self.away)
    }
}

/// The kind of shape that a path bends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// Ways wrap round its corners.
    Solid,
    /// Ways wrap round its corners or bend at its border, and lead straight out of it.
    Rough,
    /// Ways wrap round its corners or bend at its border.
    Slope,
}

/// The field for the centre of the body with one heading.
#[derive(Clone, Debug)]
pub struct Layer<'a> {
    pub field: Shared<'a, Field>,
    pub heading: Heading,
    pub start: Vec2,
    /// The rectangles of the body, with its centre at the table's corner.
    quads: Vec<Quad>,
    lo: Vec2,
    hi: Vec2,
    pub blocks: Vec<Block>,
    /// Passable stands, in which no move may end.
    pub ends: Vec<(usize, Convex)>,
    pub fronts: Vec<Front>,
    pub gates: Vec<Gate>,
    pub rough: Vec<Convex>,
    pub slopes: Vec<(Convex, Vec2)>,
    pub start_zones: Vec<StartZone>,
    /// The zones on whose owners the stand may close from its start, each with the direction from its owner.
    pub start_closings: Vec<(usize, Vec2)>,
    /// Directly away from each enemy to withdraw from (`easy:III.E.2`).
    withdraw: Vec<Vec2>,
    /// Pieces of lines that are crossed only over a passage.
    passages: Vec<Served>,
    /// Shapes whose corners are worth turning at.
    pub landmarks: Vec<(Convex, Landmark)>,
    shelves: Shelves,
}

/// Search structures for the shapes of a layer.
#[derive(Clone, Debug, Default)]
struct Shelves {
    blocks: Shelf,
    rough: Shelf,
    slopes: Shelf,
    passages: Shelf,
}

/// A piece of ground that counts by the centre, grown by a hair: no path runs free along the seam of two pieces.
fn centre_piece(polygon: &[Vec2]) -> Option<Convex> {
    Convex::hull(polygon)?.grown(CENTRE_HAIR)
}

/// The polygon of a line's piece, widened just enough to have an inside.
fn sliver(a: Vec2, b: Vec2) -> [Vec2; 4] {
    let side = (b - a).normalize_or(Vec2::X).perp() * SLIVER;
    [a - side, b - side, b + side, a + side]
}

/// The lines that the stand lies across there: a slide that begins on a line does not cross it (`easy:II.C.3`).
fn lines_under(field: &Field, body: &Body, at: Pose) -> Vec<u32> {
    let placed = body.placed(at);
    let aabb = placed.aabb();
    let near = |line: &&FieldLine| {
        line.a.max(line.b).cmpge(aabb.mins).all() && line.a.min(line.b).cmple(aabb.maxs).all()
    };
    let across = |line: &&FieldLine| on_line(placed, &[line.a, line.b]);
    let mut under: Vec<u32> = field.lines.iter().filter(near).filter(across).map(|line| line.id).collect();
    under.sort_unstable();
    under.dedup();
    under
}

/// The body that meets the field, turned to the heading of a layer.
struct Mover<'b> {
    body: &'b Body,
    start: Pose,
    heading: Heading,
    /// The outlines of its parts about its centre.
    parts: Vec<[Vec2; 4]>,
    whole: Vec<Vec2>,
    radius: f32,
    /// How far from the start a centre can matter, in inches.
    range: f32,
}

impl<'b> Mover<'b> {
    fn new(body: &'b Body, start: Pose, heading: Heading, limit: f32) -> Self {
        let parts = footprint(body, heading);
        let whole = parts.iter().flatten().copied().collect();
        let radius = body.radius_about(Vec2::ZERO);
        Self { body, start, heading, parts, whole, radius, range: limit + 0.5 }
    }

    /// Where it starts, turned.
    fn turned(&self) -> Pose {
        Pose::new(self.start.at, self.heading)
    }

    /// Can it come as near to the rectangle as `beyond` inches?
    fn may_meet(&self, quad: &Quad, beyond: f32) -> bool {
        quad.pose.at.distance(self.start.at) <= self.range + self.radius + quad.half.length() + beyond
    }

    /// The shape, if its centres can matter.
    fn near(&self, shape: Option<Convex>) -> Option<Convex> {
        let at = self.start.at;
        shape.filter(|shape| (shape.lo - at).max(at - shape.hi).max(Vec2::ZERO).length() <= self.range)
    }
}

impl<'a> Layer<'a> {
    /// The field about `start` for `heading`, out to a path length of `limit` inches.
    pub fn new(
        field: impl Into<Shared<'a, Field>>,
        body: &Body,
        start: Pose,
        heading: Heading,
        limit: f32,
    ) -> Self {
        let held: Shared<'a, Field> = field.into();
        let field: &Field = &held;
        let mover = Mover::new(body, start, heading, limit);
        let lo = mover.whole.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let hi = mover.whole.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        let mut layer = Self {
            field: held.clone(),
            heading,
            start: start.at,
            quads: body.placed(Pose::new(Vec2::ZERO, heading)).quads().collect(),
            lo: -lo - Vec2::splat(SLACK),
            hi: field.table - hi + Vec2::splat(SLACK),
            blocks: Vec::new(),
            ends: Vec::new(),
            fronts: Vec::new(),
            gates: Vec::new(),
            rough: Vec::new(),
            slopes: Vec::new(),
            start_zones: Vec::new(),
            start_closings: Vec::new(),
            withdraw: Vec::new(),
            passages: Vec::new(),
            landmarks: Vec::new(),
            shelves: Shelves::default(),
        };
        layer.add_solids(field, &mover);
        layer.add_ground(field, &mover);
        layer.add_lines(field, &mover);
        for quad in &field.withdraw_from {
            let normal = body.placed(start).quads().find_map(|own| contact(own, *quad)).map(|c| c.normal);
            let away = || Convex::sum(&quad.corners(), &mover.whole).map(|s| s.away(start.at).0);
            layer.withdraw.extend(normal.or_else(away));
        }
        layer.add_zones(field, &mover);
        layer.find_neighbours();
        layer.start_closings = layer.find_start_closings();
        for block in &mut layer.blocks {
            block.holds_start = !block.under && block.shape.holds(start.at, 1e-4);
            if let Cause::Zone(zone) = block.cause {
                block.start_zone = layer.start_zones.iter().any(|s| s.zone == zone);
            }
        }
        layer.shelves = Shelves {
            blocks: Shelf::of(layer.blocks.iter().map(|block| &block.shape)),
            rough: Shelf::of(&layer.rough),
            slopes: Shelf::of(layer.slopes.iter().map(|(slope, _)| slope)),
            passages: Shelf::of(layer.passages.iter().map(|served| &served.shape)),
        };
        layer
    }

    fn add_solids(&mut self, field: &Field, mover: &Mover<'_>) {
        let backs = footprint_behind_front(mover.body, mover.heading, field.front_corner_slack);
        for (i, solid) in field.solids.iter().enumerate() {
            if !mover.may_meet(&solid.quad, 0.0) {
                continue;
            }
            let corners = solid.quad.corners();
            for (part, back) in mover.parts.iter().zip(&backs) {
                let Some(exact) = mover.near(Convex::sum(&corners, part)) else { continue };
                match solid.kind {
                    SolidKind::Friend => self.block(exact.grown(-SLACK), Cause::Solid(i), true),
                    SolidKind::Passable => self.ends.extend(exact.grown(-SLACK).map(|s| (i, s))),
                    SolidKind::EnemyNever => {
                        self.block(exact.grown(TOUCH + KEEP_OFF), Cause::Solid(i), true);
                    }
                    SolidKind::EnemyByFront => {
                        let touch = exact.grown(TOUCH + KEEP_OFF);
                        let core = exact.grown(-SLACK);
                        let side = Convex::sum(&corners, back).and_then(|s| s.grown(TOUCH + KEEP_OFF));
                        self.block(touch.clone(), Cause::Solid(i), true);
                        if let (Some(touch), Some(core), Some(side)) = (touch, core, side) {
                            self.fronts.push(Front { solid: i, exact, core, touch, side });
                        }
                    }
                }
            }
        }
    }

    fn add_ground(&mut self, field: &Field, mover: &Mover<'_>) {
        for (i, piece) in field.ground.iter().enumerate() {
            match piece.kind {
                GroundKind::Slope(uphill) => {
                    if let Some(shape) = mover.near(centre_piece(&piece.polygon)) {
                        self.landmark(&shape, Landmark::Slope);
                        self.slopes.push((shape, uphill));
                    }
                }
                GroundKind::Rough if field.terrain_by_centre => {
                    if let Some(shape) = mover.near(centre_piece(&piece.polygon)) {
                        self.landmark(&shape, Landmark::Rough);
                        self.rough.push(shape);
                    }
                }
                GroundKind::Rough | GroundKind::Impassable => {
                    for part in &mover.parts {
                        let Some(sum) = mover.near(Convex::sum(&piece.polygon, part)) else { continue };
                        if piece.kind == GroundKind::Rough {
                            let Some(shape) = sum.grown(ROUGH_MARGIN) else { continue };
                            self.landmark(&shape, Landmark::Rough);
                            self.rough.push(shape);
                        } else {
                            self.block(sum.grown(-SLACK), Cause::Ground(i), true);
                        }
                    }
                }
            }
        }
    }

    fn add_lines(&mut self, field: &Field, mover: &Mover<'_>) {
        let under = lines_under(field, mover.body, mover.turned());
        let open = |passage: &Passage| !passage.ford || field.allow_obstacles;
        let served =
            |id| field.lines.iter().any(|line| line.id == id && line.passage.as_ref().is_some_and(open));
        for (i, line) in field.lines.iter().enumerate() {
            if line.rule == LineRule::Obstacle && field.allow_obstacles {
                continue;
            }
            let under = under.binary_search(&line.id).is_ok();
            let passage = line.passage.filter(open);
            let thin = sliver(line.a, line.b);
            for part in &mover.parts {
                let across = mover.near(Convex::sum(&thin, part)).and_then(|sum| sum.grown(-LINE_SLACK));
                let Some(shape) = across else { continue };
                match passage {
                    Some(passage) => {
                        self.landmark(&shape, Landmark::Solid);
                        self.passages.push(Served { line: i, shape, passage, ahead: mover.radius, under });
                    }
                    None => self.block_line(shape, i, under, under || served(line.id)),
                }
            }
        }
    }

    fn add_zones(&mut self, field: &Field, mover: &Mover<'_>) {
        let body = mover.body;
        for (i, zone) in field.zones.iter().enumerate() {
            if !mover.may_meet(&zone.quad, zone.shape.clear_of()) {
                continue;
            }
            let sum = |pieces| mover.near(Convex::sum(&zone.polygon(KEEP_OFF, pieces), &mover.whole));
            let (Some(shape), Some(owner)) = (sum(12), Convex::sum(&zone.quad.corners(), &mover.whole))
            else {
                continue;
            };
            // A pivot in place does not lead out of a zone: the slide after it still has to leave.
            let within = |pose| zone.zone().holds(body.placed(pose));
            if within(mover.start) || within(mover.turned()) {
                let (away, gap) = owner.away(mover.start.at);
                let touch = |quad| contact(quad, zone.quad).map(|contact| contact.normal);
                let mut quads = body.placed(mover.turned()).quads();
                let normal = if gap <= TOUCH + EPS { quads.find_map(touch) } else { None };
                self.start_zones.push(StartZone { zone: i, away, gap, normal });
            }
            if zone.rule == ZoneRule::Close {
                self.gates.push(Gate {
                    zone: i,
                    shape: shape.clone(),
                    owner,
                    neighbours: Vec::new(),
                    farthest: 0.0,
                });
            }
            self.block(Some(shape), Cause::Zone(i), false);
            if let Some(coarse) = sum(4) {
                self.landmark(&coarse, Landmark::Solid);
            }
        }
    }

    /// Whose zones lie so that a mover before one stand may come into that of another first.
    fn find_neighbours(&mut self) {
        if self.field.abreast <= 0.0 {
            return;
        }
        let zones: Vec<&FieldZone> = self.gates.iter().map(|gate| &self.field.zones[gate.zone]).collect();
        let quads: Vec<Quad> = zones.iter().map(|zone| zone.quad).collect();
        let mover_radius = self.quads.iter().map(|quad| quad.half.length()).fold(0.0, f32::max);
        for (i, gate) in self.gates.iter_mut().enumerate() {
            let (zone, owner_radius) = (zones[i], quads[i].half.length());
            let near = |other: &Quad| {
                let reach = other.half.length() + owner_radius + 2.0 * mover_radius + self.field.abreast;
                quads[i].pose.at.distance(other.pose.at) <= reach
            };
            gate.neighbours = (0..quads.len()).filter(|&other| other != i && near(&quads[other])).collect();
            // If none of them shows the same front as the owner, none is abreast.
            if !gate.neighbours.iter().any(|&other| could_be_abreast(quads[other], quads[i], zone.shape)) {
                gate.neighbours.clear();
            }
            let reach_of = |other: &usize| match zones[*other].shape {
                ZoneShape::FrontAndSides { reach } | ZoneShape::Front { reach } => CIRCUMSCRIBED * reach,
            };
            let reach = gate.neighbours.iter().map(reach_of).fold(0.0, f32::max);
            gate.farthest = reach + self.field.abreast + DOOR_SLACK;
        }
    }

    fn block(&mut self, shape: Option<Convex>, cause: Cause, landmark: bool) {
        let Some(shape) = shape else { return };
        if landmark {
            self.landmark(&shape, Landmark::Solid);
        }
        self.blocks.push(Block {
            shape,
            cause,
            holds_start: false,
            start_zone: false,
            under: false,
            crossable: false,
        });
    }

    /// Adds a piece of a line; `under` if the stand lies across that line at the start.
    fn block_line(&mut self, shape: Convex, line: usize, under: bool, crossable: bool) {
        self.block(Some(shape), Cause::Line(line), !under);
        if let Some(block) = self.blocks.last_mut() {
            (block.under, block.crossable) = (under, crossable);
        }
    }

    /// Does a slide from here begin across the line with this index in the field?
    fn begins_on(&self, from: Vec2, line: usize) -> bool {
        let id = self.field.lines[line].id;
        let same = |other: usize| self.field.lines[other].id == id;
        let across = |shape: &Convex, under: bool| under && from == self.start || shape.holds(from, ACROSS);
        let blocked = |block: &Block| match block.cause {
            Cause::Line(other) => block.crossable && same(other) && across(&block.shape, block.under),
            Cause::Table | Cause::Solid(_) | Cause::Ground(_) | Cause::Zone(_) => false,
        };
        self.passages.iter().any(|served| same(served.line) && across(&served.shape, served.under))
            || self.blocks.iter().any(blocked)
    }

    /// Is a slide from here exempt from this block, because it begins on the line that the block stands for?
    pub(super) fn is_free_of(&self, from: Vec2, block: &Block) -> bool {
        match block.cause {
            Cause::Line(line) => block.crossable && self.begins_on(from, line),
            Cause::Table | Cause::Solid(_) | Cause::Ground(_) | Cause::Zone(_) => false,
        }
    }

    fn landmark(&mut self, shape: &Convex, kind: Landmark) {
        self.landmarks.extend(shape.grown(0.002).map(|s| (s, kind)));
    }

    /// Is the whole footprint on the table?
    pub fn on_table(&self, at: Vec2) -> bool {
        at.cmpge(self.lo).all() && at.cmple(self.hi).all()
    }

    /// What bars an ordinary stay of the centre here.
    pub fn barred(&self, at: Vec2) -> Option<Cause> {
        if !self.on_table(at) {
            return Some(Cause::Table);
        }
        self.holding(at).next().map(|block| block.cause)
    }

    /// The blocks that would hold the centre here, without lines that can be lain across.
    pub fn holding(&self, at: Vec2) -> impl Iterator<Item = &Block> {
        let near = self.shelves.blocks.at(at).map(|i| &self.blocks[i]);
        near.filter(move |block| !block.crossable && block.shape.holds(at, 1e-4))
    }

    /// The blocks that a slide meets.
    fn met(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = &Block> {
        let near = self.shelves.blocks.along(a, b).map(|i| &self.blocks[i]);
        near.filter(move |block| block.shape.clip(a, b).is_some() && !self.lets_over(block, a, b))
    }

    /// Does the centre lie in rough ground here?
    pub fn is_rough(&self, at: Vec2) -> bool {
        self.shelves.rough.at(at).any(|i| self.rough[i].holds(at, 0.0))
    }

    /// May a slide with this layer's heading end here although an ordinary stay is barred?
    pub(super) fn may_linger(&self, at: Vec2) -> bool {
        self.on_table(at) && self.holding(at).all(|b| {
            b.start_zone
                || b.holds_start
                    && matches!(b.cause, Cause::Solid(i) if self.field.solids[i].kind == SolidKind::Friend)
        })
    }

    /// Can no path at all end here?
    pub fn is_hopeless(&self, at: Vec2) -> bool {
        if self.no_end(at).is_some() {
            return true;
        }
        let open = self.barred(at).is_none() || self.may_linger(at) || self.closes_from_start(at).is_some();
        let comes_in = |(zone, door): (Option<usize>, Vec2)| {
            self.barred(door).is_none() && self.close(door, at, zone).is_ok()
        };
        !open && at.distance_squared(self.start) >= 1e-10 && !self.doors(at).into_iter().any(comes_in)
    }

    /// The passable stand on which no move may end here.
    pub(super) fn no_end(&self, at: Vec2) -> Option<usize> {
        self.ends.iter().find(|(_, s)| s.holds(at, 1e-4)).map(|(i, _)| *i)
    }

    /// The line that bars the slide, if it meets one that a bridge or ford serves and does not head for it.
    pub(super) fn misses_passage(&self, a: Vec2, b: Vec2) -> Option<Cause> {
        let missed = self.shelves.passages.along(a, b).find(|piece| self.misses(*piece, a, b));
        missed.map(|piece| Cause::Line(self.passages[piece].line))
    }

    /// The indices of the pieces of lines served by a bridge or ford that a slide of this length can meet.
    fn passages_near(&self, from: Vec2, inches: f32) -> impl Iterator<Item = usize> {
        let off = move |s: &Convex| (s.lo - from).max(from - s.hi).max(Vec2::ZERO).length_squared();
        let near = move |served: &Served| off(&served.shape) <= (inches + EPS) * (inches + EPS);
        self.passages.iter().enumerate().filter(move |(_, served)| near(served)).map(|(piece, _)| piece)
    }

    /// Does the slide meet this piece of a line without heading for the bridge or ford that serves it?
    fn misses(&self, piece: usize, a: Vec2, b: Vec2) -> bool {
        self.is_missed(piece, a, b) && !self.begins_on(a, self.passages[piece].line)
    }

    /// The indices of the pieces of lines served by a bridge or ford that a slide of this length from there can meet, without
    /// those on whose line it begins.
    pub(super) fn passages_to_head_for(&self, from: Vec2, inches: f32) -> Vec<usize> {
        let begins_beside = |piece: &usize| !self.begins_on(from, self.passages[*piece].line);
        self.passages_near(from, inches).filter(begins_beside).collect()
    }

    /// Does a slide that starts off the line meet this piece of it without heading for its bridge or ford?
    pub(super) fn is_missed(&self, piece: usize, a: Vec2, b: Vec2) -> bool {
        let served = &self.passages[piece];
        served.shape.clip(a, b).is_some() && !self.heads_for_passage(served.line, a, b)
    }

    /// Does the slide head for a bridge or ford of this line?
    fn heads_for_passage(&self, line: usize, a: Vec2, b: Vec2) -> bool {
        let id = self.field.lines[line].id;
        let mut of_line = self.passages.iter().filter(|other| self.field.lines[other.line].id == id);
        let way = (b - a).normalize_or_zero();
        of_line.any(|served| crosses(a, b + way * served.ahead, served.passage))
    }

    /// Does the slide cross this block though it meets it, because it begins on its line or heads for the line's bridge or ford?
    fn lets_over(&self, block: &Block, a: Vec2, b: Vec2) -> bool {
        match block.cause {
            Cause::Line(line) => {
                block.crossable && (self.begins_on(a, line) || self.heads_for_passage(line, a, b))
            }
            Cause::Table | Cause::Solid(_) | Cause::Ground(_) | Cause::Zone(_) => false,
        }
    }

    /// Where a path may bend as it comes to a bridge or ford: it lies across the line there, from which it may go on anywhere. It
    /// comes from the start or square to the line, and heads for the middle of the passage or an end; or aslant to an end, and then
    /// it may bend just before the line too.
    pub(super) fn bends_at_passages(&self) -> impl Iterator<Item = Vec2> {
        self.passages.iter().flat_map(
            move |Served { shape, passage: Passage { a, b, .. }, ahead, .. }| {
                let along = (*b - *a).normalize_or_zero() * (ahead + 1.0);
                let square = along.perp() * (self.start - *a).dot(along.perp()).signum();
                let bend = move |part: f32, from: Vec2, past: f32| {
                    let on = a.lerp(*b, part);
                    let way = (on - from).normalize_or_zero();
                    let to = on + way * *ahead;
                    let at = from.lerp(to, shape.clip(from, to)?.0) + way * past;
                    (at.distance(on) < *ahead && self.barred(at).is_none()).then_some(at)
                };
                let across = 2.0 * ACROSS;
                [(0.02, -ASLANT), (0.5, 0.0), (0.98, ASLANT)].into_iter().flat_map(move |(part, slant)| {
                    let on = a.lerp(*b, part);
                    let aslant = on + square + along * slant;
                    let mut bends = vec![(self.start, across), (on + square, across), (on - square, across)];
                    if slant != 0.0 {
                        bends.extend([(aslant, across), (aslant, -ACROSS)]);
                    }
                    bends.into_iter().filter_map(move |(from, past)| bend(part, from, past))
                })
            },
        )
    }

    /// What first bars the ordinary slide from `a` to `b`.
    pub fn slide(&self, a: Vec2, b: Vec2) -> Result<(), Cause> {
        if !self.on_table(b) {
            return Err(Cause::Table);
        }
        if let Some(block) = self.met(a, b).next() {
            return Err(block.cause);
        }
        self.misses_passage(a, b).map_or(Ok(()), Err)
    }

    /// What bars the slide from the start to `b`: zones it starts in are left as `easy:II.C.4.3` requires.
    pub fn slide_from_start(&self, b: Vec2) -> Result<(), Cause> {
        if !self.on_table(b) {
            return Err(Cause::Table);
        }
        let way = b - self.start;
        if way.length_squared() < 1e-10 {
            return Ok(());
        }
        let cos = sin_cos(self.field.leave_angle).1;
        let leads_off = |away: Vec2| way.dot(away) >= (cos - 1e-5) * way.length();
        if !self.withdraw.iter().all(|away| leads_off(*away)) {
            // The enemy touched is the obstacle: its number is that of its solid.
            let touched = self.blocks.iter().find(|b| b.holds_start && matches!(b.cause, Cause::Solid(_)));
            return Err(touched.map_or(Cause::Table, |block| block.cause));
        }
        if self.withdraw.is_empty()
            && let Some(zone) = self.start_zones.iter().find(|zone| {
                let nears = zone.normal.is_some() && way.dot(zone.away) < -1e-5 * way.length();
                nears || !leads_off(zone.off())
            })
        {
            return Err(Cause::Zone(zone.zone));
        }
        for block in self.shelves.blocks.along(self.start, b).map(|i| &self.blocks[i]) {
            if block.start_zone || block.under {
                continue;
            }
            if block.holds_start {
                // Outside the zone itself by a hair: the zone decides.
                if let Cause::Zone(zone) = block.cause {
                    let zone = self.field.zones[zone].zone();
                    if self.placed(self.start).any(|quad| zone.entry_of(quad, way).is_some()) {
                        return Err(block.cause);
                    }
                    continue;
                }
                let depth = block.shape.outside_by(self.start);
                let outward = block
                    .shape
                    .faces
                    .iter()
                    .any(|(n, d)| n.dot(self.start) - d > depth - 1e-4 && n.dot(way) >= -1e-5);
                if !outward {
                    return Err(block.cause);
                }
            } else if block.shape.clip(self.start, b).is_some() && !self.lets_over(block, self.start, b) {
                return Err(block.cause);
            }
        }
        self.misses_passage(self.start, b).map_or(Ok(()), Err)
    }

    /// Does the stand withdraw, in one straight slide?
    pub fn withdraws(&self) -> bool {
        !self.withdraw.is_empty()
    }

    /// Is a slide from the start barred by more than the shapes in front of it?
    pub(super) fn odd_start(&self) -> bool {
        !self.start_zones.is_empty() || self.withdraws() || self.blocks.iter().any(|b| b.holds_start)
    }

    /// The last slide at an enemy, from `a` outside every zone (or the start) to `b`. Zones no longer matter, except one beside
    /// the zone `through` which it comes if [several halt](Field::several_halt), and it may end in contact by the front edge.
    /// Returns the enemies touched, as indices into [`Field::solids`].
    pub fn close(&self, a: Vec2, b: Vec2, through: Option<usize>) -> Result<Vec<usize>, Cause> {
        if !self.on_table(b) {
            return Err(Cause::Table);
        }
        let stops = |cause: Cause| match cause {
            Cause::Zone(zone) if self.field.several_halt => through != Some(zone),
            _ => !self.is_closed_through(cause),
        };
        if let Some(block) = self.met(a, b).find(|block| stops(block.cause)) {
            return Err(block.cause);
        }
        if let Some(cause) = self.misses_passage(a, b) {
            return Err(cause);
        }
        if let Some(first) = through.and_then(|zone| self.entered_before(a, b, zone)) {
            return Err(Cause::Zone(first));
        }
        let (mut touched, mut grazed) = (Vec::new(), Vec::new());
        for front in &self.fronts {
            let Some((enter, leave)) = front.touch.clip(a, b) else { continue };
            let cause = Cause::Solid(front.solid);
            if leave < 1.0 || front.core.clip(a, b).is_some() {
                return Err(cause);
            }
            let ends_here = (1.0 - enter) * a.distance(b) <= TOUCH + KEEP_OFF + SLACK + 0.03;
            let by_front = ends_here && front.side.clip(a, b).is_none();
            match (self.grazes(front.solid, b), by_front) {
                (true, _) => grazed.push((front, by_front)),
                (false, true) => touched.push(front),
                (false, false) => return Err(cause),
            }
        }
        // Corner on corner counts if nobody is touched in another way (`easy:0.4`).
        if touched.is_empty() {
            if let Some((front, _)) = grazed.iter().find(|(_, by_front)| !by_front) {
                return Err(Cause::Solid(front.solid));
            }
            touched = grazed.into_iter().map(|(front, _)| front).collect();
        }
        let open = |front: &&Front| {
            let solid = &self.field.solids[front.solid];
            !solid.is_taken(self.touched_edge(solid, front, b))
        };
        match touched.first() {
            Some(first) if !touched.iter().any(open) => Err(Cause::Solid(first.solid)),
            _ => Ok(touched.into_iter().map(|front| front.solid).collect()),
        }
    }

    /// The zone entered before the zone of the owner closed on, if it bars the slide: if the owner does not stand
    /// abreast of the owner of that first zone (`easy:II.C.4.2`).
    fn entered_before(&self, a: Vec2, b: Vec2, zone: usize) -> Option<usize> {
        if self.field.several_halt || self.start_zones.iter().any(|start| start.zone == zone) {
            return None;
        }
        let entries = self.met(a, b).filter_map(|block| match block.cause {
            Cause::Zone(zone) => Some((zone, block.shape.clip(a, b)?.0)),
            Cause::Table | Cause::Solid(_) | Cause::Ground(_) | Cause::Line(_) => None,
        });
        let entries: Vec<(usize, f32)> = entries.collect();
        let own = entries.iter().find(|(other, _)| *other == zone)?.1;
        let soon = own + NEAR_TIE / a.distance(b).max(EPS);
        let early: Vec<usize> = entries
            .iter()
            .filter(|(other, t)| *other != zone && *t <= soon)
            .map(|(other, _)| *other)
            .collect();
        if early.is_empty() {
            return None;
        }
        let gate_of = |zone: usize| self.gates.iter().find(|gate| gate.zone == zone);
        let (gate, length) = (gate_of(zone)?, a.distance(b));
        // If the owner is abreast of all of them before the first is entered and after the last, the order does not matter: a
        // slide straight at its owner approaches nobody faster, and is in front of an enemy for one continuous stretch.
        let before = entries.iter().map(|(_, t)| *t).fold(own, f32::min);
        let after = soon + NEAR_TIE / length.max(EPS);
        let is_surely_abreast = |other: usize| {
            [before, after].into_iter().all(|t| {
                let at = a.lerp(b, t);
                let off = gate_of(other).map(|first| first.owner.away(at).1 - 2.0 * NEAR_TIE);
                off.is_some_and(|off| self.is_abreast(gate, at, (other, off)))
            })
        };
        if early.iter().all(|other| is_surely_abreast(*other)) {
            return None;
        }
        // The polygons of zones are a little larger than the zones, so the zones themselves decide which is entered first.
        let entry = |zone: usize| {
            let zone = self.field.zones[zone].zone();
            self.placed(a).filter_map(|quad| zone.entry_of(quad, b - a)).reduce(f32::min)
        };
        let own = entry(zone).unwrap_or(f32::INFINITY);
        let mut first: Vec<(usize, f32)> =
            early.into_iter().filter_map(|zone| Some((zone, entry(zone)?))).collect();
        let least = first.iter().map(|(_, t)| *t).fold(own, f32::min);
        first.retain(|(_, t)| (t - least) * length <= EPS);
        let (at, together) = (a.lerp(b, least), (own - least) * length <= EPS);
        // Of zones that are entered together the nearest owner is closed on; otherwise one that stands abreast of the first.
        let gives_way = |other: usize| {
            let Some(off) = gate_of(other).map(|first| first.owner.away(at).1) else { return false };
            together && gate.owner.away(at).1 <= off + EPS || self.is_abreast(gate, at, (other, off))
        };
        first.into_iter().map(|(zone, _)| zone).find(|other| !gives_way(*other))
    }

    /// May a slide that closes on an enemy pass through this, up to the enemy's core?
    fn is_closed_through(&self, cause: Cause) -> bool {
        match cause {
            Cause::Zone(_) => true,
            Cause::Solid(i) => self.field.solids[i].kind == SolidKind::EnemyByFront,
            Cause::Table | Cause::Ground(_) | Cause::Line(_) => false,
        }
    }

    /// Shapes within which no slide that [closes](Self::close) on an enemy ends.
    pub(super) fn ends_no_closing(&self) -> impl Iterator<Item = &Convex> {
        let blocks = self.blocks.iter().filter(|block| !block.under && !self.is_closed_through(block.cause));
        let cores = self.fronts.iter().map(|front| &front.core);
        blocks.map(|block| &block.shape).chain(self.ends.iter().map(|(_, shape)| shape)).chain(cores)
    }

    /// Does the body, with its centre here, touch this stand corner on corner only?
    pub fn grazes(&self, solid: usize, at: Vec2) -> bool {
        let other = &self.field.solids[solid].quad;
        self.placed(at).all(|quad| is_graze(&quad, other))
    }

    /// Does the slide lead into any zone?
    pub(super) fn enters_zone(&self, a: Vec2, b: Vec2) -> bool {
        self.met(a, b).any(|block| matches!(block.cause, Cause::Zone(_)))
    }

    /// The edge of the enemy that counts as contacted when the centre is at `at` (`easy:0.4`).
    pub(super) fn touched_edge(&self, solid: &Solid, front: &Front, at: Vec2) -> Edge {
        let normal = front.exact.away(at).0;
        let along = Edge::ALL.into_iter().find(|&e| solid.quad.normal(e).dot(normal) > sin_cos(ANG).1);
        along.unwrap_or_else(|| most_opposed(&solid.quad, self.heading.forward()))
    }

    /// Cost of the slide, ground and direction included. It need not be legal.
    pub fn cost(&self, a: Vec2, b: Vec2) -> f32 {
        let way = b - a;
        let mut dear = Dear::default();
        for i in self.shelves.rough.along(a, b) {
            self.rough[i].clip(a, b).into_iter().for_each(|stretch| dear.rough.add(stretch));
        }
        for i in self.shelves.slopes.along(a, b).filter(|i| self.leads_up(*i, way)) {
            self.slopes[i].0.clip(a, b).into_iter().for_each(|stretch| dear.uphill.add(stretch));
        }
        self.cost_over(way, &mut dear)
    }

    /// The fractions of the slide at which it comes into dear ground or out of it.
    pub(super) fn borders(&self, a: Vec2, b: Vec2) -> Vec<f32> {
        let rough = self.shelves.rough.along(a, b).map(|i| &self.rough[i]);
        let slopes = self.shelves.slopes.along(a, b).map(|i| &self.slopes[i].0);
        rough
            .chain(slopes)
            .filter_map(|shape| shape.clip(a, b))
            .flat_map(|(enter, leave)| [enter, leave])
            .collect()
    }

    /// Does a slide that crosses this slope lead up it?
    pub(super) fn leads_up(&self, slope: usize, way: Vec2) -> bool {
        // A hair below the rule's 0.01, so that no cost comes out too low.
        way.dot(self.slopes[slope].1) > 0.0099 * way.length()
    }

    /// The part of the way from `a` to `b` that lies on slopes leading up in one of these directions.
    pub fn climbs(&self, a: Vec2, b: Vec2, directions: &[Vec2]) -> f32 {
        let mut uphill = Spans::default();
        let leads_up = |slope: &usize| directions.iter().any(|way| self.leads_up(*slope, *way));
        for slope in self.shelves.slopes.along(a, b).filter(leads_up) {
            self.slopes[slope].0.clip(a, b).into_iter().for_each(|stretch| uphill.add(stretch));
        }
        uphill.join();
        uphill.spans().iter().map(|(s, t)| t - s).sum()
    }

    /// Cost of a slide that crosses this dear ground.
    pub(super) fn cost_over(&self, way: Vec2, dear: &mut Dear) -> f32 {
        let length = way.length();
        if length == 0.0 {
            return 0.0;
        }
        let back = if self.field.backward_factor > 1.0 && way.dot(self.heading.forward()) < -1e-3 * length {
            self.field.backward_factor
        } else {
            1.0
        };
        let Dear { rough: dear, uphill: steep } = dear;
        if dear.count == 0 && steep.count == 0 {
            return length * back;
        }
        let (r, u) = (self.field.rough_factor, self.field.uphill_factor);
        let both = match self.field.stacking {
            Stacking::Multiply => r * u,
            Stacking::Max => r.max(u),
        };
        dear.join();
        steep.join();
        let total = |spans: &[(f32, f32)]| spans.iter().map(|(s, t)| t - s).sum::<f32>();
        let mut shared = 0.0;
        for (s, t) in dear.spans() {
            for (p, q) in steep.spans() {
                shared += (t.min(*q) - s.max(*p)).max(0.0);
            }
        }
        let (dear, steep) = (total(dear.spans()), total(steep.spans()));
        let plain = 1.0 - dear - steep + shared;
        length * back * (plain + (dear - shared) * r + (steep - shared) * u + shared * both)
    }

    /// The points from which a stand closes to stand at `at`: for each zone that holds `at`, the point just outside the zone on
    /// the shortest line from the owner; within touch of an enemy outside all zones, the point just out of touch.
    pub fn doors(&self, at: Vec2) -> Vec<(Option<usize>, Vec2)> {
        let mut doors = Vec::new();
        let door = |shape: &Convex, owner: &Convex, far: f32| {
            let (away, _) = owner.away(at);
            let far = away * far;
            let (_, leave) = shape.clip(at, at + far)?;
            Some(at + far * leave + away * 0.003)
        };
        for gate in &self.gates {
            if gate.shape.holds(at, 1e-4) {
                let far = 4.0 * self.field.zones[gate.zone].shape.clear_of();
                let door = door(&gate.shape, &gate.owner, far);
                doors.extend(door.map(|e| (Some(gate.zone), self.before_neighbours(gate, e))));
            }
        }
        for front in self.fronts.iter().filter(|front| front.touch.holds(at, 1e-4)) {
            let out = door(&front.touch, &front.exact, 8.0).filter(|e| !self.enters_zone(*e, at));
            doors.extend(out.map(|e| (None, e)));
        }
        doors
    }

    /// Is the mover barred from this door, `off` inches from the owner, and from every door to which it could be
    /// [moved](Self::before_neighbours)?
    pub(super) fn is_shut(&self, gate: &Gate, door: Vec2, off: f32) -> bool {
        let room = gate.farthest - off;
        !self.on_table(door) || self.holding(door).any(|block| block.shape.outside_by(door) < -room.max(1e-4))
    }

    /// The door moved out of the zones of stands abreast of the gate's owner, if the mover is squarely before that owner: there
    /// it is halted first, and still closes on the owner (`easy:II.C.4.2`). Otherwise the door is unchanged.
    pub(super) fn before_neighbours(&self, gate: &Gate, door: Vec2) -> Vec2 {
        let mut away = None;
        let mut out = door;
        for &other in &gate.neighbours {
            let other = &self.gates[other];
            if !other.shape.holds(out, 1e-4) {
                continue;
            }
            let away = *away.get_or_insert_with(|| gate.owner.away(door).0);
            if let Some((_, leave)) = other.shape.clip(out, out + away) {
                out += away * (leave + 0.003);
            }
        }
        let owner = &self.field.zones[gate.zone];
        if out == door || !self.placed(out).any(|quad| is_before(quad, owner.quad, owner.shape)) {
            return door;
        }
        // The nearest of those whose zones it enters first; a hair less than the tolerance.
        let before = gate.neighbours.iter().map(|other| &self.gates[*other]);
        let nearest =
            before.map(|other| (other.zone, other.owner.away(out).1)).min_by(|a, b| a.1.total_cmp(&b.1));
        let abreast =
            nearest.is_some_and(|(first, off)| self.is_abreast(gate, out, (first, off - 2.0 * KEEP_OFF)));
        if abreast { out } else { door }
    }

    /// May the mover with its centre there close on the owner of this gate because that owner stands abreast of the owner of
    /// the first zone, `off` inches away, and the mover is squarely before it (`easy:II.C.4.2`)?
    fn is_abreast(&self, gate: &Gate, at: Vec2, (first, off): (usize, f32)) -> bool {
        let (first, zone) = (&self.field.zones[first], &self.field.zones[gate.zone]);
        let before = |quad| edge_abreast(quad, first.quad, zone.quad, zone.shape).is_some();
        self.field.abreast > 0.0
            && gate.owner.away(at).1 <= off + self.field.abreast
            && self.placed(at).any(before)
    }

    /// The rectangles of the body with its centre there.
    fn placed(&self, at: Vec2) -> impl Iterator<Item = Quad> {
        let moved =
            move |quad: &Quad| Quad { pose: Pose::new(quad.pose.at + at, quad.pose.heading), ..*quad };
        self.quads.iter().map(moved)
    }

    /// The zones on whose owners a stand that starts in zones may close, each with the direction from its owner.
    fn find_start_closings(&self) -> Vec<(usize, Vec2)> {
        let nearest = self.start_zones.iter().min_by(|a, b| a.gap.total_cmp(&b.gap));
        let Some(first) = nearest.map(|z| (z.zone, z.gap)) else { return Vec::new() };
        if self.field.several_halt && self.start_zones.len() > 1 {
            return Vec::new();
        }
        let closes =
            |z: &&StartZone| z.gap <= first.1 + EPS && self.field.zones[z.zone].rule == ZoneRule::Close;
        let mut found: Vec<(usize, Vec2)> =
            self.start_zones.iter().filter(closes).map(|z| (z.zone, z.away)).collect();
        for gate in &self.gates {
            if found.iter().all(|(zone, _)| *zone != gate.zone) && self.is_abreast(gate, self.start, first) {
                found.push((gate.zone, gate.owner.away(self.start).0));
            }
        }
        found
    }

    /// The zone closed on, if a stand that starts in a zone may close straight from the start to `at`.
    pub fn closes_from_start(&self, at: Vec2) -> Option<usize> {
        let way = at - self.start;
        let straight = |away: Vec2| {
            let on = way.dot(-away);
            on > 0.0 && way.perp_dot(away).abs() <= on * 0.8 * sin_cos(ANG).0 + 1e-5
        };
        let closings = self.start_closings.iter();
        closings
            .copied()
            .find(|(_, away)| straight(*away))
            .filter(|(zone, _)| self.close(self.start, at, Some(*zone)).is_ok())
            .map(|(zone, _)| zone)
    }
}

/// Does the way from `a` to `b` cross the line within the passage?
fn crosses(a: Vec2, b: Vec2, passage: Passage) -> bool {
    let (p, q) = (passage.a, passage.b);
    let side = |u: Vec2, v: Vec2, w: Vec2| (v - u).perp_dot(w - u);
    side(a, b, p) * side(a, b, q) <= 0.0 && side(p, q, a) * side(p, q, b) <= 0.0 && p != q
}

/// The edge whose outward normal is most nearly opposite a heading; front over side over rear in a tie.
fn most_opposed(quad: &Quad, forward: Vec2) -> Edge {
    let mut best = Edge::Front;
    let mut least = f32::INFINITY;
    for edge in [Edge::Front, Edge::Right, Edge::Left, Edge::Rear] {
        let angle = Heading::of(-forward).angle_to(Heading::of(quad.normal(edge)));
        if angle < least - ANG {
            (best, least) = (edge, angle);
        }
    }
    best
}

/// The parts of a slide that lie in dear ground, as fractions.
#[derive(Debug, Default)]
pub struct Dear {
    pub rough: Spans,
    /// On slopes that the slide leads up.
    pub uphill: Spans,
}

impl Dear {
    /// Clears the stretches for another slide.
    pub fn clear(&mut self) {
        (self.rough.count, self.uphill.count) = (0, 0);
    }
}

/// The stretches of a slide over ground of one kind.
#[derive(Debug, Default)]
pub struct Spans {
    list: [(f32, f32); 16],
    count: usize,
}

impl Spans {
    fn spans(&self) -> &[(f32, f32)] {
        &self.list[..self.count]
    }

    pub fn add(&mut self, (from, to): (f32, f32)) {
        if self.count == self.list.len() {
            self.join();
        }
        if self.count == self.list.len() {
            // Too many stretches to keep apart: the last is extended to hold the new one. That is never too cheap.
            let last = &mut self.list[self.count - 1];
            *last = (last.0.min(from), last.1.max(to));
            return;
        }
        self.list[self.count] = (from, to);
        self.count += 1;
    }

    /// Sorts the stretches and joins those that overlap.
    fn join(&mut self) {
        if self.count < 2 {
            return;
        }
        let list = &mut self.list[..self.count];
        list.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut kept = 0;
        for i in 1..list.len() {
            if list[i].0 <= list[kept].1 {
                list[kept].1 = list[kept].1.max(list[i].1);
            } else {
                kept += 1;
                list[kept] = list[i];
            }
        }
        self.count = kept + 1;
    }
}

/// Stands that are exempt from something that bars turns.
#[derive(Clone, Copy, Debug)]
enum Spared {
    Nobody,
    /// A stand in the zone, an index into [`Field::zones`] (`easy:II.C.4.3`).
    InZone(usize),
    /// A stand that lies across the line, an index into [`Field::lines`] (`easy:II.C.3`).
    OnLine(usize),
}

/// Turns in place about the centre, from one heading by one angle.
#[derive(Clone, Debug)]
pub struct Pivot<'a> {
    field: Shared<'a, Field>,
    body: Shared<'a, Body>,
    from: Heading,
    pub angle: f32,
    radius: f32,
    bulge: f32,
    /// Price on clear ground.
    pub price: f32,
    solids: Vec<(Convex, f32, Spared)>,
    rough: Vec<Convex>,
    /// Search structure for the solids and the rough ground, each grown by the reach of a turn.
    solid_shelf: Shelf,
    rough_shelf: Shelf,
    /// The area that each part sweeps about the centre between two checked poses, as hulls.
    sweeps: Vec<Convex>,
    table: (Vec2, Vec2),
}

impl<'a> Pivot<'a> {
    /// Turns of `body` from the heading of `start` by `angle` radians, anywhere within `limit` inches of it.
    pub fn new(
        field: impl Into<Shared<'a, Field>>,
        body: impl Into<Shared<'a, Body>>,
        start: Pose,
        angle: f32,
        limit: f32,
    ) -> Self {
        let (held, held_body): (Shared<'a, Field>, Shared<'a, Body>) = (field.into(), body.into());
        let (field, body): (&Field, &Body) = (&held, &held_body);
        let radius = body.radius_about(Vec2::ZERO);
        let steps = (angle.abs() / TURN_STEP).ceil().max(1.0);
        // How far the arc bulges beyond the chord between two poses.
        let bulge = radius * (1.0 - sin_cos(angle.abs() / steps / 2.0).1);
        let prints: Vec<Vec<[Vec2; 4]>> = (0..=steps as usize)
            .map(|i| footprint(body, start.heading.turned(angle * i as f32 / steps)))
            .collect();
        let corners = || prints.iter().flatten().flatten().copied();
        let lo = corners().fold(Vec2::ZERO, Vec2::min);
        let hi = corners().fold(Vec2::ZERO, Vec2::max);
        let mut sweeps = Vec::new();
        for pair in prints.windows(2) {
            for (one, next) in pair[0].iter().zip(&pair[1]) {
                sweeps.extend(Convex::hull(&[*one, *next].concat()));
            }
        }
        let slack = Vec2::splat(SLACK - bulge);
        let mut pivot = Self {
            field: held.clone(),
            body: held_body.clone(),
            from: start.heading,
            angle,
            radius,
            bulge,
            price: field.turn_cost(angle, radius),
            solids: Vec::new(),
            rough: Vec::new(),
            solid_shelf: Shelf::default(),
            rough_shelf: Shelf::default(),
            sweeps,
            table: (-lo - slack, field.table - hi + slack),
        };
        let range = limit + radius + 0.5;
        let near =
            |shape: &Convex| (shape.lo - start.at).max(start.at - shape.hi).max(Vec2::ZERO).length() <= range;
        for solid in &field.solids {
            let margin = match solid.kind {
                SolidKind::Passable => continue,
                SolidKind::Friend => -SLACK,
                SolidKind::EnemyByFront | SolidKind::EnemyNever => TOUCH + KEEP_OFF,
            };
            let shape = Convex::hull(&solid.quad.corners()).filter(near);
            pivot.solids.extend(shape.map(|s| (s, margin + bulge, Spared::Nobody)));
        }
        for piece in &field.ground {
            let Some(shape) = Convex::hull(&piece.polygon).filter(near) else { continue };
            match piece.kind {
                GroundKind::Impassable => pivot.solids.push((shape, -SLACK + bulge, Spared::Nobody)),
                GroundKind::Rough => pivot.rough.push(shape),
                GroundKind::Slope(_) => {}
            }
        }
        for (i, line) in field.lines.iter().enumerate() {
            if line.rule == LineRule::Obstacle && field.allow_obstacles {
                continue;
            }
            let shape = Convex::hull(&sliver(line.a, line.b)).filter(near);
            pivot.solids.extend(shape.map(|s| (s, bulge - LINE_SLACK, Spared::OnLine(i))));
        }
        for (i, zone) in field.zones.iter().enumerate() {
            let shape = Convex::hull(&zone.polygon(KEEP_OFF, 12)).filter(near);
            pivot.solids.extend(shape.map(|s| (s, bulge, Spared::InZone(i))));
        }
        let within = |shape: &Convex, margin: f32| shape.farthest_within(radius + margin);
        pivot.solid_shelf =
            Shelf::grown(pivot.solids.iter().map(|(shape, margin, _)| (shape, within(shape, *margin))));
        pivot.rough_shelf =
            Shelf::grown(pivot.rough.iter().map(|shape| (shape, within(shape, bulge + ROUGH_MARGIN))));
        pivot
    }

    /// Cost of the turn with the centre here; `None` if it is not legal.
    pub fn cost(&self, at: Vec2) -> Option<f32> {
        if at.cmplt(self.table.0).any() || at.cmpgt(self.table.1).any() {
            return None;
        }
        for (shape, margin, spared) in self.solid_shelf.at(at).map(|i| &self.solids[i]) {
            if self.meets(shape, at, *margin) && !self.is_spared(*spared, at) {
                return None;
            }
        }
        let mut near = self.rough_shelf.at(at).map(|i| &self.rough[i]);
        let rough = match self.field.terrain_by_centre {
            // Within a hair: the judge may count it as inside.
            true => near.any(|s| s.outside_by(at) <= CENTRE_HAIR),
            false => near.any(|s| self.meets(s, at, self.bulge + ROUGH_MARGIN)),
        };
        let turn = self.price - self.field.surcharge(self.angle);
        Some(if rough { self.price + turn * (self.field.rough_factor - 1.0) } else { self.price })
    }

    /// Places about the start at the rim of what leaves no room to turn there; none if there is room at the start.
    pub(super) fn rims(&self, start: Vec2, within: f32) -> Vec<Vec2> {
        let mut places = Vec::new();
        let at_start = self.cost(start);
        if at_start == Some(self.price) {
            return places;
        }
        let corners: Vec<Vec2> = self.sweeps.iter().flat_map(|sweep| sweep.points.iter().copied()).collect();
        let Some(whole) = Convex::hull(&corners) else { return places };
        let near = within.min(2.0 * self.radius + RIM_RANGE);
        let solids =
            self.solids.iter().map(|(shape, margin, _)| (shape, *margin)).filter(|_| at_start.is_none());
        let rough = self.rough.iter().map(|shape| (shape, self.bulge + ROUGH_MARGIN));
        let mut take = |at: Vec2| {
            if at.distance(start) < near {
                places.push(at);
            }
        };
        for (shape, margin) in solids.chain(rough) {
            if shape.outside_by(start) > near + self.radius {
                continue;
            }
            let Some(rim) =
                Convex::sum(&shape.points, &whole.points).and_then(|sum| sum.grown(margin + KEEP_OFF))
            else {
                continue;
            };
            for (i, &from) in rim.points.iter().enumerate() {
                let to = rim.points[(i + 1) % rim.points.len()];
                let steps = (from.distance(to) / RIM_STEP).ceil().max(1.0);
                (0..steps as usize).for_each(|step| take(from.lerp(to, step as f32 / steps)));
            }
        }
        let (lo, hi) = self.table;
        let inside = start.clamp(lo, hi);
        if inside != start {
            let side = (inside - start).normalize_or_zero().perp();
            (-4..=4).for_each(|step| take((inside + side * step as f32 * RIM_STEP).clamp(lo, hi)));
        }
        places
    }

    fn is_spared(&self, spared: Spared, at: Vec2) -> bool {
        let placed = self.body.placed(Pose::new(at, self.from));
        match spared {
            Spared::Nobody => false,
            Spared::InZone(zone) => self.field.zones[zone].zone().holds(placed),
            Spared::OnLine(line) => {
                let id = self.field.lines[line].id;
                self.field.lines.iter().any(|line| line.id == id && on_line(placed, &[line.a, line.b]))
            }
        }
    }

    fn meets(&self, shape: &Convex, at: Vec2, margin: f32) -> bool {
        if shape.outside_by(at) > self.radius + margin {
            return false;
        }
        self.sweeps.iter().any(|sweep| !shape.apart(sweep, at, margin))
    }
}
