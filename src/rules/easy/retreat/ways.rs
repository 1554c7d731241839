//! The directions open to one beaten stand: the starting directions, their fans, and what stops or bars each.
//!
//! Clauses: `easy:III.D.2` to `easy:III.D.5`, `easy:0.4`. Units: inches; directions are unit vectors on the table.

use std::cmp::Ordering;

use glam::Vec2;

use crate::combat::contacts::fights;
use crate::combat::status::Beaten;
use crate::command::distance_between;
use crate::movement::walk::roles::is_spent;
use crate::roster::StandId;
use crate::state::State;
use crate::touching::Touching;
use table::contact::{contact, contacted_edge};
use table::free::nearest_free_heading;
use table::measure::{are_touching, nearest_point, outside_by};
use table::pose::sin_cos;
use table::retreat::{base_direction, fan};
use table::sweep::{
    Inside, brushes, first_overlap, grazes_only, inside_along, lies_in, poses_within_touch, spans_in_polygon,
};
use table::tolerance::{ANG, EPS, GRAIN, OVERLAP, TOUCH, overlapping};
use table::{Body, Contact, Edge, Feature, Heading, Leg, Placed, Pose};

use super::candidate::{Candidate, StopBy, WhyNot};

/// Components of unit vectors that differ by less than this are equal: no hand turns a stand so finely.
const ALIKE: f32 = 1e-3;

/// The relation of another stand to the loser.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Friend,
    /// A pontoon train that has become part of its bridge: any stand may pass it, none may end on it
    /// (`easy:V.D.3.a`).
    Spent,
    /// An enemy in contact, with the direction straight away from it. An enemy that took no part in the combat counts
    /// too.
    Winner(Vec2),
    /// An enemy within touch but not in contact (`easy:0.4`).
    Grazed,
    Enemy,
}

/// Another stand near the loser.
struct Other<'a> {
    id: StandId,
    placed: Placed<'a>,
    radius: f32,
    role: Role,
}

impl Other<'_> {
    fn is_enemy(&self) -> bool {
        matches!(self.role, Role::Winner(_) | Role::Grazed | Role::Enemy)
    }
}

/// Everything that affects the retreat of one loser.
pub(super) struct Ways<'a> {
    state: &'a State,
    loser: StandId,
    body: &'a Body,
    pub(super) start: Pose,
    radius: f32,
    rout: bool,
    /// The distance that it has to go, in inches.
    pub(super) distance: f32,
    others: Vec<Other<'a>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(state: &'a State, loser: StandId, rout: bool) -> Option<Self> {
        let placed = state.placed(loser)?;
        let full = state.lengths().allowance(state.arm(loser), state.weather);
        let touched = Touching::of(state).contacts(loser);
        let role = |id: StandId, other: Placed<'a>| {
            let winner = touched.iter().find(|(winner, _)| *winner == id);
            let within_touch = || fights(state.arm(id)) && contact(placed.quad(), other.quad()).is_some();
            if is_spent(state, id) {
                Role::Spent
            } else if !state.are_enemies(loser, id) {
                Role::Friend
            } else if let Some((_, contact)) = winner {
                Role::Winner(straight_away(placed, contact))
            } else if within_touch() {
                Role::Grazed
            } else {
                Role::Enemy
            }
        };
        let others = state.on_table().filter(|(id, _)| *id != loser && !state.makes_way(*id));
        let other = |(id, placed): (StandId, Placed<'a>)| Other {
            id,
            placed,
            radius: placed.quad().half.length(),
            role: role(id, placed),
        };
        Some(Self {
            state,
            loser,
            body: &state.unit(loser).body,
            start: placed.pose,
            radius: placed.quad().half.length(),
            rout,
            distance: if rout { full } else { full / 2.0 },
            others: others.map(other).collect(),
        })
    }

    /// The enemies in contact, each with the direction straight away from it.
    fn touched(&self) -> impl Iterator<Item = (&Other<'a>, Vec2)> {
        self.others.iter().filter_map(|other| match other.role {
            Role::Winner(away) => Some((other, away)),
            Role::Friend | Role::Spent | Role::Grazed | Role::Enemy => None,
        })
    }

    /// The enemies that it touches and retreats from, by id.
    pub(super) fn winners(&self) -> Vec<StandId> {
        self.touched().map(|(winner, _)| winner.id).collect()
    }

    /// The starting directions in the order tried. Usually there is one. If the winners cancel out, they are the
    /// loser's own rear, then its left and right, of which the one that ends farther from the enemy comes first
    /// (`easy:III.D-dir`).
    fn starts(&self) -> Vec<Vec<Vec2>> {
        let Some(base) = base_direction(self.touched().map(|(_, away)| away)) else {
            let right = self.start.heading.right();
            return vec![vec![-self.start.heading.forward()], vec![-right, right]];
        };
        vec![vec![base]]
    }

    /// Tries the starting directions in turn and takes the first legal candidate. With `all`, tries every direction
    /// of the fan that contains it.
    pub(super) fn search(&self, beaten: &Beaten, all: bool, tried: &mut Vec<Candidate>) -> Option<Candidate> {
        let friend = self.rout.then(|| self.friend_made_for(beaten)).flatten();
        self.starts().into_iter().find_map(|alternatives| {
            let found =
                alternatives.into_iter().filter_map(|start| self.search_from(start, friend, all, tried));
            found.collect::<Vec<_>>().into_iter().reduce(|best, next| self.better(best, next))
        })
    }

    /// Tries the fan bent toward a friend, then the unbent one (`easy:III.D.3`).
    fn search_from(
        &self,
        start: Vec2,
        friend: Option<Vec2>,
        all: bool,
        tried: &mut Vec<Candidate>,
    ) -> Option<Candidate> {
        let bent = friend.map(|friend| self.bent(start, friend)).filter(|bent| bent.distance(start) > ALIKE);
        bent.into_iter().chain([start]).find_map(|base| self.search_fan(base, all, tried))
    }

    /// The centre of the nearest friendly infantry or cavalry outside this combat; of equally near ones, the first by
    /// id.
    ///
    /// Friends that touch a side edge of the loser, other than at a corner, do not count: the loser would run through
    /// them sideways.
    ///
    /// Clause: `easy:III.D.3`.
    fn friend_made_for(&self, beaten: &Beaten) -> Option<Vec2> {
        let here = self.body.placed(self.start);
        let arm = |id: StandId| self.state.arm(id);
        let friends = self.others.iter().filter(|other| {
            other.role == Role::Friend
                && !beaten.fighters.contains(&other.id)
                && (arm(other.id).is_infantry() || arm(other.id).is_cavalry())
                && !is_on_side(here, other.placed)
        });
        let friends: Vec<(f32, Vec2)> = friends
            .map(|other| (distance_between(self.state, here, other.placed).distance, other.placed.pose.at))
            .collect();
        nearest_first(&friends)
    }

    /// The direction bent toward a friend by at most 45°, clockwise if the friend is exactly behind (`easy:III.D.3`).
    fn bent(&self, start: Vec2, friend: Vec2) -> Vec2 {
        let from = Heading::of(start);
        let turn = from.turn_to(Heading::of(friend - self.start.at));
        let most = std::f32::consts::FRAC_PI_4;
        let turn = if turn.abs() >= std::f32::consts::PI - ANG { most } else { turn.clamp(-most, most) };
        from.turned(turn).forward()
    }

    /// The first legal candidate of the direction itself, then 5° steps up to 90° to either side (`easy:III.D-dir`).
    fn search_fan(&self, base: Vec2, all: bool, tried: &mut Vec<Candidate>) -> Option<Candidate> {
        let mut taken: Option<Candidate> = None;
        let mut fan = fan(base).peekable();
        while let Some((deviation, direction)) = fan.next() {
            let first = self.candidate(deviation, direction);
            // The mirror image, at the same deviation.
            let mirrored = fan.next_if(|(next, _)| *next == -deviation && *next != 0.0);
            let second = mirrored.map(|(deviation, direction)| self.candidate(deviation, direction));
            let both = || std::iter::once(first).chain(second);
            tried.extend(both());
            let legal = both().filter(|candidate| candidate.why_not.is_none());
            taken = taken.or(legal.reduce(|best, next| self.better(best, next)));
            if taken.is_some() && !all {
                break;
            }
        }
        taken
    }

    /// The better of two candidates at equal deviation: the one that ends farther from the nearest enemy, then the
    /// one to the loser's own right (`easy:III.D-dir`).
    ///
    /// Ruling: if both lie equally far to its right, as they do on either side of its own right or left, the
    /// clockwise one.
    fn better(&self, clockwise: Candidate, other: Candidate) -> Candidate {
        let far = |candidate: &Candidate| self.nearest_enemy(candidate.at);
        let right = |candidate: &Candidate| candidate.direction.forward().dot(self.start.heading.right());
        let farther = more(far(&clockwise), far(&other), EPS);
        let order = farther.then_with(|| more(right(&clockwise), right(&other), ALIKE));
        if order == Ordering::Less { other } else { clockwise }
    }

    fn nearest_enemy(&self, pose: Pose) -> f32 {
        let here = self.body.placed(pose);
        let mut best = f32::INFINITY;
        for other in self.others.iter().filter(|other| other.is_enemy() && fights(self.state.arm(other.id))) {
            if other.placed.pose.at.distance(pose.at) - other.radius - self.radius < best {
                best = best.min(distance_between(self.state, here, other.placed).distance);
            }
        }
        best
    }

    /// The stands near the path of the slide, judged by the circles around them.
    fn along(&self, direction: Vec2, distance: f32) -> impl Iterator<Item = &Other<'a>> {
        self.others.iter().filter(move |other| {
            let way = other.placed.pose.at - self.start.at;
            let nearest = direction * way.dot(direction).clamp(0.0, distance);
            way.distance(nearest) <= other.radius + self.radius + 2.0 * TOUCH
        })
    }

    /// Tries one direction: how far it leads, and whether it is barred (`easy:III.D-dir`).
    fn candidate(&self, deviation: f32, direction: Vec2) -> Candidate {
        let of = |distance: f32, stop, why_not| Candidate {
            deviation,
            direction: Heading::of(direction),
            at: self.start.moved(direction * distance),
            distance,
            stop,
            why_not,
        };
        // It may not move into a winner: neither by its direction ...
        let (most, _) = sin_cos(ANG);
        let into = self.touched().find(|(_, away)| direction.dot(*away) < -most - GRAIN);
        if let Some((winner, _)) = into {
            return of(0.0, StopBy::Distance, Some(WhyNot::IntoWinner(winner.id)));
        }
        let wanted = self.paid(direction);
        let (distance, stop) = if self.rout {
            self.rout_distance(direction, wanted)
        } else {
            self.retreat_distance(direction, wanted)
        };
        // ... nor by more than the tolerance on the way. Nor may it touch any other enemy there.
        let leg = Leg::Slide(direction * distance);
        let met = self.along(direction, distance).find_map(|other| self.meets(other, leg));
        let end = self.start.moved(direction * distance);
        let why_not = met.or_else(|| self.touches_at_the_end(end).map(WhyNot::StillTouches));
        of(distance, stop, why_not)
    }

    /// Why this other stand bars the slide. `None` if it does not.
    fn meets(&self, other: &Other<'_>, leg: Leg) -> Option<WhyNot> {
        let enters = || first_overlap(self.body, self.start, leg, other.placed).is_some();
        match other.role {
            Role::Friend | Role::Spent => None,
            // Brushing along a winner already in contact is not a new contact.
            Role::Winner(_) => enters().then_some(WhyNot::IntoWinner(other.id)),
            Role::Grazed => {
                let stays = grazes_only(self.body, self.start, leg, other.placed);
                (!stays || enters()).then_some(WhyNot::Touches(other.id))
            }
            // Enemies that do not fight may lie beside it from the start.
            Role::Enemy => {
                let touches = brushes(self.body, self.start, leg, other.placed).is_some();
                let touches = touches && !self.passes_corner(other, leg);
                (touches || enters()).then_some(WhyNot::Touches(other.id))
            }
        }
    }

    /// Whether it meets this enemy only corner on corner at a place where that is no contact, because one of the two
    /// properly touches another enemy.
    ///
    /// Clauses: `easy:III.D-dir`, `easy:0.4`. Ruling: contact in a retreat is the same as in a move, so a retreat
    /// passes whatever a move passes.
    fn passes_corner(&self, other: &Other<'_>, leg: Leg) -> bool {
        let touches = |there: Pose| {
            Touching::of(self.state).with(self.loser, there).contact_of(self.loser, other.id).is_some()
        };
        fights(self.state.arm(other.id))
            && !poses_within_touch(self.body, self.start, leg, other.placed).any(touches)
    }

    /// An enemy with which it would be in contact there (`easy:0.4`).
    fn touches_at_the_end(&self, end: Pose) -> Option<StandId> {
        self.within_touch(end).find(|other| fights(self.state.arm(other.id)))?;
        let touching = Touching::of(self.state).with(self.loser, end);
        touching.contacts(self.loser).first().map(|(enemy, _)| *enemy)
    }

    /// The enemies within touch of it there, whether in contact or not.
    fn within_touch(&self, pose: Pose) -> impl Iterator<Item = &Other<'a>> {
        let there = self.body.placed(pose);
        let enemies = self.others.iter().filter(|other| other.is_enemy());
        enemies.filter(move |other| {
            let reach = other.radius + self.radius + 2.0 * TOUCH;
            other.placed.pose.at.distance(pose.at) <= reach && are_touching(there, other.placed)
        })
    }

    /// How far it gets in this direction: the whole distance, unless terrain has to be paid for (`retreat-terrain`).
    ///
    /// Clause: `easy:III.D.2`. Ruling: then rough ground and slopes are paid for. Obstacles are not, because their
    /// dice belong to declared moves.
    fn paid(&self, direction: Vec2) -> f32 {
        let options = self.state.options();
        if !options.retreat_pays_terrain {
            return self.distance;
        }
        let leg = Leg::Slide(direction * self.distance);
        let muddy = self.state.weather == scenario::Weather::Muddy;
        let spans = self.state.terrain().spans(self.body, self.start, leg, muddy, options.terrain_by_centre);
        let mut left = self.distance;
        let mut gone = 0.0;
        for span in spans {
            let rate = match (span.rough, span.uphill) {
                (true, true) if !options.stack_terrain_max => 4.0,
                (false, false) => 1.0,
                _ => 2.0,
            };
            let length = (span.to - span.from) * self.distance;
            let go = length.min(left / rate);
            gone += go;
            left -= go * rate;
            if left <= 0.0 {
                break;
            }
        }
        gone
    }

    /// How far a retreat goes: up to the first friend it would enter, the table's edge or impassable ground
    /// (`easy:III.D.4`).
    ///
    /// It passes spent pontoon trains. Where it would end on one, it stops touching it (`easy:V.D.3.a`).
    fn retreat_distance(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let (mut distance, mut stop) = self.open_ground(direction, wanted);
        // Friends that it only grazes are passed. It stops with gap 0 at the first it would enter deeper than
        // OVERLAP.
        let friends = self.along(direction, wanted).filter(|other| other.role == Role::Friend);
        let entered = friends
            .filter_map(|friend| Some((self.inside(direction, friend)?, friend.id)))
            .filter(|(inside, _)| inside.deep.0 < distance)
            .min_by(|a, b| a.0.deep.0.total_cmp(&b.0.deep.0));
        if let Some((inside, friend)) = entered
            && inside.any.0.max(0.0) < distance
        {
            (distance, stop) = (inside.any.0.max(0.0), StopBy::Friend(friend));
        }
        let trains = self.others.iter().filter(|other| other.role == Role::Spent);
        let mut passed: Vec<(Inside, StandId)> =
            trains.filter_map(|train| Some((self.inside(direction, train)?, train.id))).collect();
        // Farthest first: stopped short of one train, it may lie on another.
        passed.sort_by(|a, b| b.0.any.0.total_cmp(&a.0.any.0));
        for (inside, train) in passed {
            if inside.holds(distance) {
                (distance, stop) = (inside.any.0.max(0.0), StopBy::Friend(train));
            }
        }
        (distance, stop)
    }

    /// How far a rout goes: the smallest distance, at least `wanted`, at which it overlaps no friend. If the table's
    /// edge or impassable ground is in the way, the largest distance short of that at which it overlaps none
    /// (`easy:III.D.5`).
    ///
    /// An enemy that it would touch on the way bars the direction, as always (`easy:III.D-dir`).
    fn rout_distance(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let far = self.state.terrain().ground().size.length();
        let friends = self.along(direction, far).filter(|other| !other.is_enemy());
        let blocks: Vec<(Inside, StandId)> =
            friends.filter_map(|friend| Some((self.inside(direction, friend)?, friend.id))).collect();
        let block_at = |distance: f32| blocks.iter().find(|(block, _)| block.holds(distance));
        let mut distance = wanted;
        while let Some((block, _)) = block_at(distance) {
            distance = block.any.1.max(block.deep.1);
        }
        let (open, mut stop) = self.open_ground(direction, distance);
        if stop == StopBy::Distance {
            let stop = if distance > wanted { StopBy::PastFriends } else { StopBy::Distance };
            return (distance, stop);
        }
        distance = open;
        while let Some((block, friend)) = block_at(distance).filter(|_| distance > 0.0) {
            distance = block.any.0.min(block.deep.0).max(0.0);
            if distance < open - EPS {
                stop = StopBy::Friend(*friend);
            }
        }
        (distance, stop)
    }

    /// The stretch in this direction, in inches, over which it would overlap the other stand. `None` if it misses or
    /// only grazes it.
    fn inside(&self, direction: Vec2, other: &Other<'_>) -> Option<Inside> {
        inside_along(self.body, self.start, direction, other.placed).filter(|inside| inside.deep.1 > 0.0)
    }

    /// How far the ground is open: exactly to the table's edge or to impassable ground, if it would go over that by
    /// more than the tolerance.
    fn open_ground(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let (mut distance, mut stop) = (wanted, StopBy::Distance);
        let size = self.state.terrain().ground().size;
        for corner in self.body.placed(self.start).corners() {
            for axis in [0, 1] {
                let rate = direction[axis];
                let room = if rate > 0.0 { size[axis] - corner[axis] } else { corner[axis] }.max(0.0);
                if overlapping(rate.abs() * wanted - room) && room / rate.abs() < distance {
                    (distance, stop) = (room / rate.abs(), StopBy::TableEdge);
                }
            }
        }
        let leg = Leg::Slide(direction * wanted);
        let terrain = self.state.terrain();
        if let Some((t, area)) = terrain.first_impassable(self.body, self.start, leg)
            && t * wanted < distance
        {
            // It stops at the very edge of the ground, with gap 0, as at a friend.
            let edge = terrain.region(area).first_entry(self.body, self.start, leg, 0.0).unwrap_or(t);
            (distance, stop) = (edge.min(t) * wanted, StopBy::Impassable(area));
        }
        (distance, stop)
    }

    /// The final turn: toward the nearest winner of the combat, or in a rout directly away from it, or as near to
    /// that as there is room.
    ///
    /// Clauses: `easy:III.D.2`, `easy:III.D.3`, `easy:III.D-dir`.
    pub(super) fn turned(&self, at: Pose, winners: &[StandId]) -> Pose {
        let here = self.body.placed(at);
        let winners: Vec<(f32, Vec2)> = winners
            .iter()
            .filter_map(|id| self.state.placed(*id))
            .map(|winner| (distance_between(self.state, here, winner).distance, nearest_point(winner, at.at)))
            .collect();
        let Some(point) = nearest_first(&winners) else { return at };
        let toward = Heading::of(point - at.at);
        let wanted = if self.rout { toward.reversed() } else { toward };
        nearest_free_heading(at, wanted, |pose| self.is_free(pose)).unwrap_or(at)
    }

    /// Whether it would overlap no stand there, be wholly on the table and off impassable ground, and touch no enemy.
    ///
    /// Clauses: `easy:III.D-dir`, `easy:0.4`: grazing is not touching.
    fn is_free(&self, pose: Pose) -> bool {
        let here = self.body.placed(pose);
        let clear = |other: &Other<'_>| {
            let reach = other.radius + self.radius + 2.0 * TOUCH;
            other.placed.pose.at.distance(pose.at) > reach || !lies_in(here, other.placed)
        };
        let table = Touching::of(self.state).with(self.loser, pose);
        let touches = |other: &Other<'_>| {
            !fights(self.state.arm(other.id)) || table.contact_of(self.loser, other.id).is_some()
        };
        let ground = self.state.terrain().ground();
        outside_by(here, ground.size) <= OVERLAP + 1e-4
            && self.others.iter().all(clear)
            && !self.within_touch(pose).any(touches)
            && !ground.areas.iter().filter(|area| area.impassable).any(|area| {
                let still = Leg::Slide(Vec2::new(1e-4, 0.0));
                !spans_in_polygon(self.body, pose, still, &area.polygon, OVERLAP + EPS).is_empty()
            })
    }
}

/// Compares two numbers; they are equal if they differ by no more than the tolerance.
fn more(a: f32, b: f32, tolerance: f32) -> Ordering {
    if (a - b).abs() <= tolerance { Ordering::Equal } else { a.total_cmp(&b) }
}

/// The nearest point. Distances that differ by at most [`EPS`] are equal, and then the first in the list counts.
/// `None` if the list is empty.
fn nearest_first(found: &[(f32, Vec2)]) -> Option<Vec2> {
    let least = found.iter().map(|(distance, _)| *distance).fold(f32::INFINITY, f32::min);
    found.iter().find(|(distance, _)| *distance <= least + EPS).map(|(_, point)| *point)
}

/// The direction straight away from a winner: the contact normal, or the inward normal of the loser's own edge if the
/// touching edges are parallel within [`ANG`] (`easy:III.D-dir`).
fn straight_away(loser: Placed<'_>, contact: &Contact) -> Vec2 {
    match (contact.a, contact.b) {
        (Feature::Edge(own), Feature::Edge(_)) if !contact.graze => -loser.quad().normal(own),
        _ => contact.normal,
    }
}

/// Whether the friend touches a side edge of the loser, other than at a corner (`easy:0.4`).
fn is_on_side(loser: Placed<'_>, friend: Placed<'_>) -> bool {
    let (loser, friend) = (loser.quad(), friend.quad());
    contact(friend, loser).is_some_and(|contact| !contact.graze)
        && matches!(contacted_edge(friend, loser, None), Some(Edge::Right | Edge::Left))
}
