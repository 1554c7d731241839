//! Retreats and routs: which way a beaten stand goes, how far, and what becomes of it (`easy:III.D.2` to
//! `easy:III.D.5`).
//!
//! [`plan`] works out everything before the order is given, so that it can be shown. Units: inches.

use std::collections::BTreeSet;

use glam::Vec2;

use crate::rules::working::{Measured, Note};
use crate::rules::{Clause, Offer};
use crate::table::contact::contact;
use crate::table::free::{nearest_free_heading, nearest_free_pose};
use crate::table::measure::{gap, nearest_point, outside_by, overlap_depth};
use crate::table::retreat::fan;
use crate::table::sweep::{brushes, first_contact, first_overlap, spans_in_polygon};
use crate::table::tolerance::{ANG, EPS, OVERLAP, TOUCH};
use crate::table::{Body, Heading, Leg, Path, Placed, Pose};

use super::activation::active_at;
use super::combat::contacts::{fights, near};
use super::combat::resolve::beaten;
use super::combat::{Beaten, Change, exact, is_rallyable, lose_points};
use super::engineers;
use super::event::{Cause, Event, How};
use super::generals;
use super::movement::is_spent;
use super::order::Order;
use super::pontoons::Pontoon;
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{State, Step};

/// A direction may point into a winner by this much of an inch an inch (`easy:III.D-dir`).
const INTO: f32 = 0.001;

/// What ended a slide before, or at, its full distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopBy {
    /// Nothing: the whole distance.
    Distance,
    /// It stops touching this friend.
    Friend(StandId),
    /// It goes on beyond friends, and spent pontoon trains, past its distance (`easy:III.D.5`).
    PastFriends,
    TableEdge,
    /// Impassable ground, by the index of its area.
    Impassable(usize),
}

/// Why a direction cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// It points into this winner.
    IntoWinner(StandId),
    /// It would touch this enemy on the way.
    Touches(StandId),
    /// What stops it leaves it in contact with this winner.
    StillTouches(StandId),
}

/// A direction that was tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Degrees from the starting direction, clockwise.
    pub deviation: f32,
    pub direction: Heading,
    /// Where it ends, or as far as it would get; heading kept.
    pub at: Pose,
    /// How far it slides, in inches.
    pub distance: f32,
    pub stop: StopBy,
    /// None: it can be taken.
    pub why_not: Option<WhyNot>,
}

/// What a beaten stand does.
#[derive(Clone, Debug, PartialEq)]
pub struct RetreatPlan {
    pub loser: StandId,
    pub rout: bool,
    /// The enemies it touches and goes from.
    pub winners: Vec<StandId>,
    /// None where no direction can be taken.
    pub direction: Option<Heading>,
    pub path: Path,
    /// Where it ends and faces; where it stands if it is lost.
    pub end: Pose,
    /// In the order tried; all of them under `retreat-direction=owner`, else up to the one taken.
    pub tried: Vec<Candidate>,
    /// It has no way to go, or leaves the table under `table-edge=lost`.
    pub destroyed: bool,
    /// Whether it may come back by rallying, if it is destroyed.
    pub rallyable: bool,
    /// How far it has to go, in inches.
    pub distance: f32,
}

/// What came of a direction that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes this way.
    Taken,
    /// Legal too, but another is taken: one tried earlier, or the one at the same deviation that ends farther from the
    /// enemies. Its owner may choose it under `retreat-direction=owner`.
    Open,
    Barred(WhyNot),
}

/// A direction that was tried, what came of it, and why; for drawing. In the order of [`RetreatPlan::trials`].
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub candidate: Candidate,
    pub fate: Fate,
    pub clause: Clause,
    /// `5° right of straight away: it would touch 14 Foy`.
    pub words: String,
}

impl RetreatPlan {
    /// The direction that it takes, of those tried.
    ///
    /// A rout with two fans may try one direction twice; what is taken is the one that ends where the plan does.
    pub fn taken(&self) -> Option<usize> {
        let way = self.direction?;
        self.tried.iter().position(|c| c.why_not.is_none() && c.direction == way)
    }

    /// Every direction tried, in order, with what came of it: the slide to where it ends, or as far as it would get.
    pub fn trials(&self, state: &State) -> Vec<Trial> {
        let taken = self.taken();
        let trial = |(index, candidate): (usize, &Candidate)| {
            let (fate, clause, why) = match candidate.why_not {
                Some(why) => (Fate::Barred(why), why.clause(self.rout), why.words(state)),
                None if taken == Some(index) => {
                    let stop =
                        candidate.stop.words(state).map_or_else(String::new, |stop| format!(", {stop}"));
                    let lost = if self.destroyed { ", and leaves the table" } else { "" };
                    let words = format!("it goes this way, {:.2} in{stop}{lost}", candidate.distance);
                    (Fate::Taken, candidate.stop.clause(self.rout), words)
                }
                None => (Fate::Open, "easy:III.D-dir", "open, but another comes first".to_owned()),
            };
            let words = format!("{}: {why}", say_deviation(candidate.deviation));
            Trial { candidate: *candidate, fate, clause, words }
        };
        self.tried.iter().enumerate().map(trial).collect()
    }
}

/// A direction tried, by its [`Candidate::deviation`]: `straight away`, `10° left of straight away`.
pub fn say_deviation(degrees: f32) -> String {
    match degrees {
        d if d > 0.0 => format!("{d:.0}° right of straight away"),
        d if d < 0.0 => format!("{:.0}° left of straight away", -d),
        _ => "straight away".to_owned(),
    }
}

/// What every stand beaten in the combat just fought would do, in the default order; empty when nobody has to go.
pub fn pending(state: &State) -> Vec<RetreatPlan> {
    let losers = beaten(state).map(|(_, beaten)| beaten.losers.clone()).unwrap_or_default();
    losers.into_iter().filter_map(|loser| plan(state, loser)).collect()
}

impl WhyNot {
    /// The clause that bars the direction.
    pub fn clause(self, rout: bool) -> Clause {
        match self {
            Self::IntoWinner(_) => "easy:III.D-dir",
            Self::Touches(_) | Self::StillTouches(_) if rout => "easy:III.D.5",
            Self::Touches(_) | Self::StillTouches(_) => "easy:III.D.4",
        }
    }

    pub fn words(self, state: &State) -> String {
        match self {
            Self::IntoWinner(winner) => format!("it points into {}", state.say(winner)),
            Self::Touches(enemy) => format!("it would touch {}", state.say(enemy)),
            Self::StillTouches(winner) => format!("it would still touch {}", state.say(winner)),
        }
    }
}

impl StopBy {
    /// The clause by which it goes so far.
    pub fn clause(self, rout: bool) -> Clause {
        match self {
            Self::Distance if rout => "easy:III.D.3",
            Self::Distance => "easy:III.D.2",
            Self::PastFriends => "easy:III.D.5",
            Self::Friend(_) | Self::TableEdge | Self::Impassable(_) if rout => "easy:III.D.5",
            Self::Friend(_) | Self::TableEdge | Self::Impassable(_) => "easy:III.D.4",
        }
    }

    pub fn words(self, state: &State) -> Option<String> {
        match self {
            Self::Distance => None,
            Self::Friend(friend) => Some(format!("stops touching {}", state.say(friend))),
            // What it goes beyond is not kept: where there are spent trains it may be one.
            Self::PastFriends if state.pontoons.values().any(|work| *work == Pontoon::Spent) => {
                Some("goes on beyond what it would end on".to_owned())
            }
            Self::PastFriends => Some("goes on beyond friends".to_owned()),
            Self::TableEdge => Some("stops at the table's edge".to_owned()),
            Self::Impassable(area) => {
                let name = state.terrain().ground().areas.get(area).map_or("", |area| area.name.as_str());
                Some(format!("stops at impassable ground {name}").trim_end().to_owned())
            }
        }
    }
}

/// Another stand near the loser.
struct Other<'a> {
    id: StandId,
    placed: Placed<'a>,
    radius: f32,
    enemy: bool,
    /// A pontoon train that is part of its bridge: everybody passes it, and nobody ends on it (`easy:V.D.3.a`).
    spent: bool,
}

/// Everything that bears on the directions of one loser.
struct Ground<'a> {
    state: &'a State,
    body: &'a Body,
    start: Pose,
    radius: f32,
    rout: bool,
    distance: f32,
    others: Vec<Other<'a>>,
    /// The enemies touched, with the unit vector from each to the loser.
    touched: Vec<(StandId, Vec2)>,
}

/// What this loser of the combat under way does; none when it has not lost one.
pub fn plan(state: &State, loser: StandId) -> Option<RetreatPlan> {
    let (_, beaten) = beaten(state)?;
    if !beaten.losers.contains(&loser) {
        return None;
    }
    plan_for(state, loser, beaten)
}

/// As [`plan`], for a combat that has not been fought: odds ask what would become of the loser.
pub fn plan_for(state: &State, loser: StandId, beaten: &Beaten) -> Option<RetreatPlan> {
    let ground = Ground::new(state, loser, beaten.rout)?;
    let all = state.options().retreat_by_owner;
    let mut tried = Vec::new();
    let taken = ground.search(&ground.bases(loser, beaten), all, &mut tried);
    let winners = ground.touched.iter().map(|(id, _)| *id).collect();
    Some(ground.finish(loser, beaten, winners, taken, tried))
}

impl<'a> Ground<'a> {
    fn new(state: &'a State, loser: StandId, rout: bool) -> Option<Self> {
        let placed = state.placed(loser)?;
        let body = &state.unit(loser).body;
        let full = state.lengths().allowance(state.arm(loser), state.weather);
        let distance = if rout { full } else { full / 2.0 };
        let radius = placed.quad().half.length();
        let others: Vec<Other<'a>> = state
            .on_table()
            .filter(|(id, _)| *id != loser && !state.makes_way(*id))
            .map(|(id, placed)| Other {
                id,
                placed,
                radius: placed.quad().half.length(),
                enemy: state.are_enemies(loser, id) && !is_spent(state, id),
                spent: is_spent(state, id),
            })
            .collect();
        let touched = others
            .iter()
            .filter(|other| other.enemy && fights(state.arm(other.id)) && near(placed, other.placed, TOUCH))
            .filter_map(|other| Some((other.id, contact(placed.quad(), other.placed.quad())?.normal)))
            .collect();
        Some(Self { state, body, start: placed.pose, radius, rout, distance, others, touched })
    }

    /// The starting directions: one, or where the winners cancel out the rear, then left and right.
    fn bases(&self, loser: StandId, beaten: &Beaten) -> Vec<Vec<Vec2>> {
        let sum: Vec2 = self.touched.iter().map(|(_, normal)| *normal).sum();
        if sum.length() >= 0.01 {
            return vec![vec![self.bent(loser, beaten, sum.normalize())]];
        }
        let rear = -self.start.heading.forward();
        let right = self.start.heading.right();
        vec![
            vec![self.bent(loser, beaten, rear)],
            vec![self.bent(loser, beaten, right), self.bent(loser, beaten, -right)],
        ]
    }

    /// A rout's direction bends toward the nearest friendly infantry or cavalry, by at most 45° (`easy:III.D.3`).
    fn bent(&self, loser: StandId, beaten: &Beaten, base: Vec2) -> Vec2 {
        if !self.rout {
            return base;
        }
        let Some(placed) = self.state.placed(loser) else { return base };
        let mut nearest: Option<(f32, Vec2)> = None;
        for other in self.others.iter().filter(|other| !other.enemy && !beaten.fighters.contains(&other.id)) {
            let arm = self.state.arm(other.id);
            if !arm.is_infantry() && !arm.is_cavalry() {
                continue;
            }
            // The circles rule out most without the exact distance; equally near friends: the first by id.
            let least = other.placed.pose.at.distance(self.start.at) - other.radius - self.radius;
            if nearest.is_some_and(|(best, _)| least >= best) {
                continue;
            }
            let distance = gap(placed, other.placed).distance;
            if nearest.is_none_or(|(best, _)| distance < best - EPS) {
                nearest = Some((distance, other.placed.pose.at));
            }
        }
        let Some((_, friend)) = nearest else { return base };
        let from = Heading::of(base);
        let turn = from.turn_to(Heading::of(friend - self.start.at));
        let most = std::f32::consts::FRAC_PI_4;
        // A friend straight ahead of the loser, behind the winners: clockwise.
        let turn = if turn.abs() >= std::f32::consts::PI - ANG { most } else { turn.clamp(-most, most) };
        from.turned(turn).forward()
    }

    /// Tries the fans of the bases in turn; the first legal candidate is taken.
    ///
    /// Bases of one group are alternatives: the one whose candidate ends farther from the enemies.
    fn search(&self, groups: &[Vec<Vec2>], all: bool, tried: &mut Vec<Candidate>) -> Option<Candidate> {
        let mut taken: Option<Candidate> = None;
        for group in groups {
            let mut found: Vec<Candidate> = Vec::new();
            for base in group {
                found.extend(self.search_fan(*base, all, tried));
            }
            let best = found.into_iter().reduce(|best, next| self.better(best, next));
            taken = taken.or(best);
            if taken.is_some() {
                break;
            }
        }
        taken
    }

    fn search_fan(&self, base: Vec2, all: bool, tried: &mut Vec<Candidate>) -> Option<Candidate> {
        let mut taken: Option<Candidate> = None;
        let mut fan = fan(base).peekable();
        while let Some((deviation, direction)) = fan.next() {
            let first = self.candidate(deviation, direction);
            tried.push(first);
            let mut legal = vec![first];
            // Its mirror image at the same deviation.
            if let Some((mirrored, direction)) = fan.next_if(|(next, _)| *next == -deviation && *next != 0.0)
            {
                let second = self.candidate(mirrored, direction);
                tried.push(second);
                legal.push(second);
            }
            legal.retain(|candidate| candidate.why_not.is_none());
            let best = legal.into_iter().reduce(|best, next| self.better(best, next));
            taken = taken.or(best);
            if taken.is_some() && !all {
                break;
            }
        }
        taken
    }

    /// The one that ends farther from the nearest enemy; else the one to the loser's own right.
    fn better(&self, a: Candidate, b: Candidate) -> Candidate {
        let (far_a, far_b) = (self.nearest_enemy(a.at), self.nearest_enemy(b.at));
        let right = |candidate: &Candidate| candidate.direction.forward().dot(self.start.heading.right());
        if (far_a - far_b).abs() > EPS {
            if far_a > far_b { a } else { b }
        } else if right(&b) > right(&a) {
            b
        } else {
            a
        }
    }

    fn nearest_enemy(&self, pose: Pose) -> f32 {
        let here = self.body.placed(pose);
        let mut best = f32::INFINITY;
        for other in self.others.iter().filter(|other| other.enemy && fights(self.state.arm(other.id))) {
            if other.placed.pose.at.distance(pose.at) - other.radius - self.radius < best {
                best = best.min(gap(here, other.placed).distance);
            }
        }
        best
    }

    /// The others whose circles the slide's sweep meets.
    fn along(&self, direction: Vec2, distance: f32) -> impl Iterator<Item = &Other<'a>> {
        self.others.iter().filter(move |other| {
            let way = other.placed.pose.at - self.start.at;
            let nearest = direction * way.dot(direction).clamp(0.0, distance);
            way.distance(nearest) <= other.radius + self.radius + 2.0 * TOUCH
        })
    }

    /// One direction: how far it goes, and whether it can be taken.
    fn candidate(&self, deviation: f32, direction: Vec2) -> Candidate {
        let into = self.touched.iter().find(|(_, normal)| direction.dot(*normal) < -INTO);
        let heading = Heading::of(direction);
        let of = |distance: f32, stop, why_not| Candidate {
            deviation,
            direction: heading,
            at: self.start.moved(direction * distance),
            distance,
            stop,
            why_not,
        };
        if let Some((winner, _)) = into {
            return of(0.0, StopBy::Distance, Some(WhyNot::IntoWinner(*winner)));
        }
        let wanted = self.paid(direction);
        let (distance, stop) = if self.rout {
            self.rout_distance(direction, wanted)
        } else {
            self.retreat_distance(direction, wanted)
        };
        let leg = Leg::Slide(direction * distance);
        let way = self.along(direction, distance).filter(|other| other.enemy);
        let touches = way
            .filter(|other| !self.touched.iter().any(|(id, _)| *id == other.id))
            .find(|other| brushes(self.body, self.start, leg, other.placed).is_some());
        if let Some(enemy) = touches {
            return of(distance, stop, Some(WhyNot::Touches(enemy.id)));
        }
        let end = self.body.placed(self.start.moved(direction * distance));
        let still = self
            .touched
            .iter()
            .find(|(id, _)| self.state.placed(*id).is_some_and(|winner| gap(end, winner).distance <= TOUCH));
        of(distance, stop, still.map(|(id, _)| WhyNot::StillTouches(*id)))
    }

    /// How far the distance reaches in this direction: all of it, unless the ground is paid for (`retreat-terrain`).
    ///
    /// Clause: `easy:III.D.2`.
    /// Ruling: rough ground and slopes are paid then; obstacles are not, for their dice belong to declared moves.
    fn paid(&self, direction: Vec2) -> f32 {
        let options = self.state.options();
        if !options.retreat_pays_terrain {
            return self.distance;
        }
        let leg = Leg::Slide(direction * self.distance);
        let muddy = self.state.weather == crate::scenario::Weather::Muddy;
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

    /// Up to the first friend, the table's edge or impassable ground (`easy:III.D.4`).
    ///
    /// A spent pontoon train is passed; where it would end on one, it stops touching it (`easy:V.D.3.a`).
    fn retreat_distance(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let leg = Leg::Slide(direction * wanted);
        let (mut distance, mut stop) = self.open_ground(direction, wanted);
        for friend in self.along(direction, wanted).filter(|other| !other.enemy && !other.spent) {
            if let Some(t) = first_contact(self.body, self.start, leg, friend.placed)
                && t * wanted < distance
            {
                (distance, stop) = (t * wanted, StopBy::Friend(friend.id));
            }
        }
        let trains = self.others.iter().filter(|other| other.spent);
        let mut passed: Vec<(f32, f32, StandId)> = trains
            .filter_map(|train| self.overlap_along(direction, train).map(|(from, to)| (from, to, train.id)))
            .collect();
        // The farthest first: short of one train it may lie on another.
        passed.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (from, to, train) in passed {
            if distance > from + OVERLAP && distance < to - EPS / 10.0 {
                (distance, stop) = (from, StopBy::Friend(train));
            }
        }
        (distance, stop)
    }

    /// The smallest distance from the wanted one on at which it overlaps no friend; where that is barred by the table's
    /// edge or impassable ground, the largest clear one short of it (`easy:III.D.5`).
    fn rout_distance(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let blocks = self.friends_on_the_way(direction);
        let inside = |distance: f32| {
            blocks.iter().find(|(from, to)| distance > from + OVERLAP && distance < to - EPS / 10.0).copied()
        };
        let mut distance = wanted;
        while let Some((_, to)) = inside(distance) {
            distance = to;
        }
        let (open, stop) = self.open_ground(direction, distance);
        if stop == StopBy::Distance {
            let stop = if distance > wanted { StopBy::PastFriends } else { StopBy::Distance };
            return (distance, stop);
        }
        distance = open;
        while let Some((from, _)) = inside(distance) {
            distance = from;
        }
        (distance.max(0.0), stop)
    }

    /// The stretches of the direction on which it would overlap a friend.
    fn friends_on_the_way(&self, direction: Vec2) -> Vec<(f32, f32)> {
        let far = self.state.terrain().ground().size.length();
        let friends = self.along(direction, far).filter(|other| !other.enemy);
        friends.filter_map(|friend| self.overlap_along(direction, friend)).collect()
    }

    /// From where to where it would overlap the other in this direction; none where it passes beside it.
    fn overlap_along(&self, direction: Vec2, other: &Other<'_>) -> Option<(f32, f32)> {
        let ahead = (other.placed.pose.at - self.start.at).dot(direction);
        let beyond = ahead + other.radius + self.radius + 1.0;
        if beyond <= 0.0 {
            return None;
        }
        let leg = Leg::Slide(direction * beyond);
        first_overlap(self.body, self.start, leg, other.placed)?;
        let from = first_contact(self.body, self.start, leg, other.placed).unwrap_or(0.0) * beyond;
        let back = Leg::Slide(-direction * beyond);
        let there = self.start.moved(direction * beyond);
        let to = beyond * (1.0 - first_contact(self.body, there, back, other.placed).unwrap_or(0.0));
        Some((from, to))
    }

    /// How far the ground is open: to the table's edge, which it reaches exactly, or to impassable ground.
    fn open_ground(&self, direction: Vec2, wanted: f32) -> (f32, StopBy) {
        let (mut distance, mut stop) = (wanted, StopBy::Distance);
        let size = self.state.terrain().ground().size;
        for corner in self.body.placed(self.start).corners() {
            for axis in [0, 1] {
                let room = match direction[axis] {
                    d if d > 1e-6 => (size[axis] - corner[axis]) / d,
                    d if d < -1e-6 => -corner[axis] / d,
                    _ => f32::INFINITY,
                };
                if room.max(0.0) < distance - 1e-4 {
                    (distance, stop) = (room.max(0.0), StopBy::TableEdge);
                }
            }
        }
        let leg = Leg::Slide(direction * wanted);
        let terrain = self.state.terrain();
        if let Some((t, area)) = terrain.first_impassable(self.body, self.start, leg)
            && t * wanted < distance
        {
            // It stops at the very edge of such ground, as it does at a friend: at gap 0.
            let edge = terrain.region(area).first_entry(self.body, self.start, leg, 0.0).unwrap_or(t);
            (distance, stop) = (edge.min(t) * wanted, StopBy::Impassable(area));
        }
        (distance, stop)
    }

    /// The final turn: toward the nearest winner, or away from it in a rout, as nearly as there is room.
    fn turned(&self, at: Pose, winners: &[StandId]) -> Pose {
        let mut nearest: Option<(f32, Vec2)> = None;
        for winner in winners.iter().filter_map(|id| self.state.placed(*id)) {
            let point = nearest_point(winner, at.at);
            let distance = point.distance(at.at);
            if nearest.is_none_or(|(best, _)| distance < best - EPS) {
                nearest = Some((distance, point));
            }
        }
        let Some((_, point)) = nearest else { return at };
        let toward = Heading::of(point - at.at);
        let wanted = if self.rout { toward.reversed() } else { toward };
        let is_free = |pose: Pose| {
            let here = self.body.placed(pose);
            let clear = |other: &Other<'_>| {
                let reach = other.radius + self.radius + 2.0 * TOUCH;
                if other.placed.pose.at.distance(pose.at) > reach {
                    return true;
                }
                overlap_depth(here, other.placed) <= OVERLAP
                    && !(other.enemy && gap(here, other.placed).distance <= TOUCH)
            };
            let ground = self.state.terrain().ground();
            outside_by(here, ground.size) <= OVERLAP + 1e-4
                && self.others.iter().all(clear)
                && !ground.areas.iter().filter(|area| area.impassable).any(|area| {
                    let still = Leg::Slide(Vec2::new(1e-4, 0.0));
                    !spans_in_polygon(self.body, pose, still, &area.polygon, OVERLAP + 1e-3).is_empty()
                })
        };
        nearest_free_heading(at, wanted, is_free).unwrap_or(at)
    }

    fn finish(
        self,
        loser: StandId,
        beaten: &Beaten,
        winners: Vec<StandId>,
        taken: Option<Candidate>,
        tried: Vec<Candidate>,
    ) -> RetreatPlan {
        let cause = if self.rout { Cause::BlockedRout } else { Cause::BlockedRetreat };
        let rallyable = is_rallyable(self.state, loser, cause);
        let off =
            |taken: &Candidate| taken.stop == StopBy::TableEdge && self.state.options().table_edge_loses;
        match taken.filter(|taken| !off(taken)) {
            None => RetreatPlan {
                loser,
                rout: self.rout,
                winners,
                direction: taken.map(|taken| taken.direction),
                path: Path::stay(),
                end: self.start,
                tried,
                destroyed: true,
                rallyable,
                distance: self.distance,
            },
            Some(taken) => {
                let end = self.turned(taken.at, &beaten.winners);
                let mut legs = vec![Leg::Slide(taken.at.at - self.start.at)];
                let angle = taken.at.heading.turn_to(end.heading);
                if angle != 0.0 {
                    legs.push(Leg::Turn { pivot: Vec2::ZERO, angle });
                }
                RetreatPlan {
                    loser,
                    rout: self.rout,
                    winners,
                    direction: Some(taken.direction),
                    path: Path::new(legs),
                    end,
                    tried,
                    destroyed: false,
                    rallyable,
                    distance: self.distance,
                }
            }
        }
    }
}

/// The plan if the owner sends the loser this way (`retreat-direction=owner`), or why he may not.
pub fn plan_toward(state: &State, loser: StandId, direction: Heading) -> Result<RetreatPlan, Refusal> {
    let refuse = |fact: String, remedy: &str| {
        Refusal::new(Code::CannotWithdraw, "easy:III.D-dir", fact, remedy.to_owned())
    };
    let not_beaten = || refuse(format!("{} has lost no combat", state.say(loser)), "See what is due");
    let (_, beaten) = beaten(state).ok_or_else(not_beaten)?;
    let plan = plan(state, loser).ok_or_else(not_beaten)?;
    if plan.direction.is_some_and(|taken| taken.angle_to(direction) <= ANG) {
        return Ok(plan);
    }
    if !state.options().retreat_by_owner {
        let way = plan.direction.map_or_else(|| "none".to_owned(), |taken| taken.to_string());
        return Err(refuse(
            format!("the direction of {} is computed: {way}", state.say(loser)),
            "Let it go the computed way",
        ));
    }
    let near = |candidate: &&Candidate| candidate.direction.angle_to(direction) <= ANG;
    let Some(candidate) = plan.tried.iter().find(near).copied() else {
        return Err(refuse(
            format!("{direction} is no direction of the fan"),
            "Choose one of the directions shown, 5° apart",
        ));
    };
    if let Some(why) = candidate.why_not {
        return Err(refuse(
            format!("{} cannot go {direction}: {}", state.say(loser), why.words(state)),
            "Choose another",
        )
        .last_legal(candidate.at));
    }
    let ground = Ground::new(state, loser, beaten.rout).ok_or_else(not_beaten)?;
    Ok(ground.finish(loser, beaten, plan.winners, Some(candidate), plan.tried))
}

/// Losers in the order in which they go unless their owner says otherwise: farthest from the winners first, then by id.
pub fn default_order(state: &State, mut losers: Vec<StandId>, winners: &[StandId]) -> Vec<StandId> {
    let distance = |loser: &StandId| {
        let at = state.pose(*loser).map_or(Vec2::ZERO, |pose| pose.at);
        let centres = winners.iter().filter_map(|winner| state.pose(*winner));
        centres.map(|pose| pose.at.distance(at)).fold(f32::INFINITY, f32::min)
    };
    losers.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then(a.cmp(b)));
    losers
}

/// A beaten stand goes (`easy:III.D.2`, `easy:III.D.3`).
pub fn judge(s: &mut Scratch<'_>, stand: StandId, direction: Option<Heading>) -> Judged {
    active_at(&s.state, Step::Combats)?;
    let waiting = beaten(&s.state).filter(|(_, beaten)| beaten.losers.contains(&stand));
    let Some((combat, beaten)) = waiting.map(|(combat, beaten)| (combat, beaten.clone())) else {
        return Err(Refusal::new(
            Code::Phase,
            "easy:III.D.2",
            format!("{} has no retreat to make", s.state.say(stand)),
            "Only stands beaten in the combat just fought go back",
        )
        .into());
    };
    let plan = match direction {
        Some(direction) => plan_toward(&s.state, stand, direction)?,
        None => match plan(&s.state, stand) {
            Some(plan) => plan,
            None => return Ok(()),
        },
    };
    note_tried(s, &plan);
    if plan.destroyed {
        destroy(s, &plan);
    } else {
        go(s, &plan, &beaten)?;
    }
    s.emit(Event::Combat(Change::WentBack { combat, stand }));
    Ok(())
}

/// Notes the directions that could not be taken, the last one or two by their reason.
fn note_tried(s: &mut Scratch<'_>, plan: &RetreatPlan) {
    let state = &s.state;
    let barred: Vec<&Candidate> = plan.tried.iter().filter(|candidate| candidate.why_not.is_some()).collect();
    let Some(first) = barred.first() else { return };
    let reasons: BTreeSet<String> =
        barred.iter().filter_map(|candidate| candidate.why_not).map(|why| why.words(state)).collect();
    let words = format!(
        "{} of {} directions are barred, the first at {:+.0}°: {}",
        barred.len(),
        plan.tried.len(),
        first.deviation,
        reasons.into_iter().collect::<Vec<_>>().join("; ")
    );
    s.note(Note::new("easy:III.D-dir", words));
}

fn destroy(s: &mut Scratch<'_>, plan: &RetreatPlan) {
    let name = s.state.say(plan.loser);
    let (clause, cause): (Clause, Cause) = if plan.rout {
        ("easy:III.D.5", Cause::BlockedRout)
    } else {
        ("easy:III.D.4", Cause::BlockedRetreat)
    };
    let why = if plan.direction.is_some() { "leaves the table" } else { "has no way to go" };
    let back = if plan.rallyable { "it may rally" } else { "it cannot rally" };
    s.note(Note::new(clause, format!("{name} {why} and is removed; {back}")));
    let strength = s.state.stand(plan.loser).strength;
    lose_points(s, plan.loser, strength, cause);
}

fn go(s: &mut Scratch<'_>, plan: &RetreatPlan, beaten: &Beaten) -> Judged {
    let loser = plan.loser;
    let Some(before) = s.state.pose(loser) else { return Ok(()) };
    let taken = plan.tried.iter().find(|candidate| Some(candidate.direction) == plan.direction);
    let length = before.at.distance(plan.end.at);
    let stop =
        taken.and_then(|taken| taken.stop.words(&s.state)).map_or_else(String::new, |w| format!(", {w}"));
    let deviation = match taken.map(|taken| taken.deviation) {
        Some(degrees) if degrees != 0.0 => format!(", {degrees:+.0}° off the straight way"),
        _ => String::new(),
    };
    let (clause, verb) = if plan.rout { ("easy:III.D.3", "routs") } else { ("easy:III.D.2", "retreats") };
    let way = plan.direction.map_or_else(String::new, |way| format!(" toward {way}"));
    let words = format!("{} {verb} {length:.2} in{way}{deviation}{stop}", s.state.say(loser));
    let what = format!("{} {verb}", s.state.say(loser));
    let measured = Measured::at_most(what, before.at, plan.end.at, length, plan.distance);
    let note = Note::new(clause, words);
    s.note(if length <= plan.distance + EPS { note.with(measured) } else { note });
    let how = if beaten.rout { How::Routed } else { How::Retreated };
    s.emit(Event::Placed { stand: loser, pose: plan.end, how, path: Some(plan.path.clone()), cost: 0.0 });
    if beaten.rout {
        s.note(Note::new("easy:III.D-marker", format!("{} is marked as routed", s.state.say(loser))));
        s.emit(Event::Routed { stand: loser, on: true });
        if s.state.stand(loser).square {
            s.note(Note::new(
                "easy:VI.G.2",
                format!("{} leaves its squares in the rout", s.state.say(loser)),
            ));
            s.emit(Event::Square { stand: loser, on: false });
        }
    }
    engineers::follow_back(s, loser, before);
    shift_generals(s, loser);
    engineers::displace_contacted(s, loser, before, &plan.path);
    generals::displace_contacted(s, loser, before, &plan.path)
}

/// Friendly generals, and attached engineers, under the stand that came are shifted to the nearest room, one after the
/// other (`easy:III.D-dir`).
fn shift_generals(s: &mut Scratch<'_>, comer: StandId) {
    let Some(here) = s.state.placed(comer) else { return };
    let is_under = |(id, general): (StandId, Placed<'_>)| {
        let ours = s.state.makes_way(id) && !s.state.are_enemies(id, comer);
        (ours && overlap_depth(here, general) > OVERLAP).then_some(id)
    };
    let under: Vec<StandId> = s.state.on_table().filter_map(is_under).collect();
    for general in under {
        // Where there is no room he stays as he is.
        let Some(pose) = room_for(&s.state, general) else { continue };
        s.note(Note::new("easy:III.D-dir", format!("{} makes way", s.state.say(general))));
        s.emit(Event::Placed { stand: general, pose, how: How::Displaced, path: None, cost: 0.0 });
    }
}

/// The nearest place for a general that is free of every stand as they lie now.
fn room_for(state: &State, general: StandId) -> Option<Pose> {
    let ground = state.terrain().ground();
    let body = &state.unit(general).body;
    let is_free = |pose: Pose| {
        let there = body.placed(pose);
        outside_by(there, ground.size) <= OVERLAP
            && state.on_table().filter(|(other, _)| *other != general).all(|(other, placed)| {
                !near(there, placed, TOUCH)
                    || overlap_depth(there, placed) <= OVERLAP
                        && !(state.are_enemies(general, other) && gap(there, placed).distance <= TOUCH)
            })
            && !ground.areas.iter().filter(|area| area.impassable).any(|area| {
                let still = Leg::Slide(Vec2::new(1e-4, 0.0));
                !spans_in_polygon(body, pose, still, &area.polygon, OVERLAP + 1e-3).is_empty()
            })
    };
    let wanted = state.pose(general)?;
    // Room is looked for ever farther out.
    let lengths = state.lengths();
    let reach = [lengths.general_search(), lengths.inches(6.0), lengths.inches(24.0)];
    reach.into_iter().find_map(|reach| nearest_free_pose(body, wanted, reach, is_free))
}

/// The retreats that are due, the default first; under `retreat-direction=owner` every direction that can be taken.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some((_, beaten)) = beaten(state) else { return Vec::new() };
    let mut offers = Vec::new();
    for &stand in &beaten.losers {
        let Some(plan) = plan(state, stand) else { continue };
        let verb = if beaten.rout { "routs" } else { "retreats" };
        let words = match plan.direction {
            _ if plan.destroyed => format!("{} cannot go and is removed", state.say(stand)),
            Some(way) => {
                let length = state.pose(stand).map_or(0.0, |pose| pose.at.distance(plan.end.at));
                format!("{} {verb} {length:.2} in toward {way}", state.say(stand))
            }
            None => format!("{} {verb}", state.say(stand)),
        };
        let kind = if beaten.rout { "rout" } else { "retreat" };
        offers.push(exact(Order::Retreat { stand, direction: None }, kind, words));
        if state.options().retreat_by_owner && !plan.destroyed {
            let others =
                plan.tried.iter().filter(|c| c.why_not.is_none() && Some(c.direction) != plan.direction);
            for other in others {
                let words = format!(
                    "{} {verb} {:.2} in toward {}",
                    state.say(stand),
                    other.distance,
                    other.direction
                );
                let order = Order::Retreat { stand, direction: Some(other.direction) };
                offers.push(exact(order, kind, words));
            }
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Arm;
    use crate::dice::Dry;
    use crate::rules::easy::fixture::{Field, at};
    use crate::rules::easy::invariants::broken;

    #[test]
    fn two_generals_make_way_without_ending_on_each_other() {
        let far = |y| at(20.0, y, 0.0);
        let field = Field::new()
            .ours(Arm::Infantry, at(0.0, 0.0, 180.0))
            .ours(Arm::General, far(0.0))
            .ours(Arm::General, far(4.0));
        let (mut state, ids) = field.state();
        // The chit of the command that acts is in hand.
        let active = state.stack[0].command;
        state.cup.retain(|chit| *chit != active);
        // Both lie under the stand that came, side by side.
        state.stands[ids[1].index()].place = crate::rules::easy::state::Place::Table(at(-0.45, 0.0, 0.0));
        state.stands[ids[2].index()].place = crate::rules::easy::state::Place::Table(at(0.45, 0.0, 0.0));
        let overlaps =
            |state: &State| broken(state).iter().filter(|fault| fault.contains("overlaps")).count();
        assert!(overlaps(&state) >= 2);
        let mut tray = Dry;
        let mut scratch = Scratch::new(&state, &mut tray);
        shift_generals(&mut scratch, ids[0]);
        let ruling = scratch.finish();
        assert_eq!(ruling.events.len(), 2);
        ruling.events.iter().for_each(|event| crate::rules::easy::event::apply(&mut state, event));
        assert_eq!(overlaps(&state), 0, "{:?}", broken(&state));
    }
}
