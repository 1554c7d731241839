//! The ways of a unit: what it may do by bends that are made once for its position, walked by the judge (`epstein:5.25`).
//!
//! ```text
//!   start --- bend --- bend --- turn, straight, turn ------> place and heading
//!                          \--- straight, turn, straight --> the same
//! ```
//!
//! A turn is a wheel about a front corner or the one free facing. From each bend the lengths and angles of the rest are solved for
//! the goal; which of these ways is legal and what it costs the judge says (`movement::Walk`). Squares and skirmishers shift.
//! Units: inches; degrees in steps.

use std::mem::{Discriminant, discriminant};

use table::pose::libm_atan2;
use table::{Heading, Pose, Vec2};

use crate::formation::Formation;
use crate::kind::Arm;
use crate::leaders;
use crate::movement::{Purpose, SLIDE, Stage, Walk, bounds};
use crate::mover::Mover;
use crate::order::{Order, StandWay, Step};
use crate::river::is_wet;
use crate::room::{misplaced, overlapped};
use crate::roster::StandId;
use crate::skirmish;
use crate::standing::skirmishes;
use crate::state::{GroupId, State};

/// Steps shorter than this are left out, in inches or degrees.
const STEP: f32 = 0.02;
const TURN: f32 = 0.2;

/// Another way is taken if it is cheaper by this much, in inches.
const GAIN: f32 = 0.005;

/// Ways put before the judge for a place: from the start, or from the bends that are nearest; from one of these; from all of them.
const FEW: usize = 8;
const FEW_OF_A_BEND: usize = 3;
const MANY: usize = 300;

/// Headings, in degrees, that bends try by the free facing.
const FACINGS: u16 = 15;

/// Widest wheel at a bend, in degrees.
const WIDEST: f32 = 120.0;

/// How a group moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// As one body: ahead, by wheels, sideways, backwards.
    Formed,
    /// As one body, in any direction.
    Square,
    /// Each stand straight to its own place, or as one body in any direction.
    Loose,
    Leader,
}

impl Gait {
    pub fn of(state: &State, id: GroupId) -> Self {
        match (state.arm(id), state.group(id).formation) {
            (Arm::Command, _) => Self::Leader,
            (_, Formation::Square) => Self::Square,
            (Arm::Infantry | Arm::Cavalry, _) if skirmishes(state, id) => Self::Loose,
            _ => Self::Formed,
        }
    }
}

/// A way that was found or tried.
#[derive(Clone, Debug)]
pub struct Way {
    pub order: Order,
    /// Empty for stands that go each its own way.
    pub steps: Vec<Step>,
    pub to: Pose,
    pub cost: f32,
    manner: Manner,
}

/// How a place is reached: the number of a bend, and the kinds of steps from there; none for stands that go each its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    bend: usize,
    kinds: [Option<Discriminant<Step>>; 3],
}

impl Manner {
    fn of(bend: usize, rest: &[Option<Step>; 3]) -> Self {
        let mut kinds = [None; 3];
        for (kind, step) in kinds.iter_mut().zip(rest.iter().flatten()) {
            *kind = Some(discriminant(step));
        }
        Self { bend, kinds }
    }
}

impl Way {
    /// The way of these steps, with its cost over open ground.
    pub fn of(mover: &Mover<'_>, steps: Vec<Step>) -> Self {
        let (mut to, mut cost) = (mover.state.place(mover.id), 0.0);
        for step in &steps {
            let leg = mover.leg(to, *step);
            let retrograde = if mover.is_retrograde(*step) { 2.0 } else { 1.0 };
            cost += if matches!(step, Step::Face(_)) { 0.0 } else { mover.plain(leg) * retrograde };
            to = leg.end(to);
        }
        let order = Order::march(mover.state.key(mover.id), steps.clone());
        Self { order, steps, to, cost, manner: Manner::default() }
    }
}

/// A place where ways bend, as far as it has been walked.
#[derive(Clone, Debug)]
pub struct Bend {
    pub steps: Vec<Step>,
    pub stage: Stage,
    number: usize,
}

impl Bend {
    pub fn of(steps: Vec<Step>, stage: Stage) -> Self {
        Self { steps, stage, number: 0 }
    }
}

/// A turn of a formed unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Face,
    Left,
    Right,
}
use Turn::{Face, Left, Right};

/// A way that may be legal: its cost over open ground, the number of its bend, and what follows.
type Open = (f32, usize, [Option<Step>; 3]);

/// The rest of a way: its cost over open ground, and its steps.
type Rest = (f32, [Option<Step>; 3]);

/// Finds the ways of one unit.
#[derive(Debug)]
pub struct Ways<'s> {
    pub walk: Walk<'s>,
    gait: Gait,
    start: Pose,
    /// Its front corners.
    left: Vec2,
    right: Vec2,
    /// Inches that a wheel costs by the radian.
    wide: f32,
    /// The most inches that it may go.
    most: f32,
}

impl<'s> Ways<'s> {
    pub fn new(state: &'s State, id: GroupId) -> Self {
        let walk = Walk::new(state, id, Purpose::Move);
        let (low, right) = bounds(&walk.mover.body);
        let left = Vec2::new(low.x, right.y);
        let wide = walk.mover.plain(table::Leg::Turn { pivot: right, angle: 1.0 });
        let gait = Gait::of(state, id);
        let most = match gait {
            Gait::Loose => skirmish::allowance(state, id, Formation::Skirmish),
            Gait::Formed | Gait::Square | Gait::Leader => walk.most(),
        };
        Self { walk, gait, start: state.place(id), left, right, wide, most }
    }

    /// The inches that it may go at most, on a road.
    pub fn most(&self) -> f32 {
        self.most
    }

    /// Where its ways may bend, the start first: a turn, a straight move, or one after the other, each to shares of how far it may.
    pub fn bends(&mut self) -> Vec<Bend> {
        let mut all = vec![Bend::of(Vec::new(), self.walk.stage().clone())];
        if self.gait == Gait::Leader {
            return all;
        }
        let first = self.grown(&all[0].clone());
        let then = match self.gait {
            Gait::Formed => first.iter().flat_map(|bend| self.grown(bend)).collect(),
            Gait::Square | Gait::Loose | Gait::Leader => Vec::new(),
        };
        all.extend(first.into_iter().chain(then));
        all.iter_mut().enumerate().for_each(|(number, bend)| bend.number = number);
        all
    }

    /// The bends that follow a bend by one more step.
    fn grown(&mut self, from: &Bend) -> Vec<Bend> {
        let mut found = Vec::new();
        let rest = self.most - from.stage.cost;
        if self.gait != Gait::Formed {
            for way in 0..16_u16 {
                let way = Heading::from_degrees(22.5 * f32::from(way)).forward();
                self.grow(
                    from,
                    &|x| Step::Shift(rounded(way.x * x, 100.0), rounded(way.y * x, 100.0)),
                    rest,
                    3,
                    &mut found,
                );
            }
            return found;
        }
        let wheel = (rest / self.wide).to_degrees().min(WIDEST);
        let last = from.steps.last().copied();
        if last.is_none() && !from.stage.faced {
            let all = (1..360 / FACINGS).map(|way| Step::Face(f64::from(way * FACINGS) - 180.0));
            for step in all.filter(|step| *step != Step::Face(0.0)) {
                self.grow(from, &|_| step, 1.0, 1, &mut found);
            }
        }
        if !matches!(last, Some(Step::Ahead(_) | Step::Back(_))) {
            self.grow(from, &|x| Step::Ahead(rounded(x, 100.0)), rest, 4, &mut found);
        }
        if last.is_none() {
            self.grow(from, &|x| Step::Back(rounded(x, 100.0)), rest / 2.0, 2, &mut found);
            for side in [-SLIDE, SLIDE] {
                self.grow(from, &|x| Step::Slide(rounded(x * side, 100.0)), 1.0, 2, &mut found);
            }
        }
        if matches!(last, None | Some(Step::Ahead(_) | Step::Back(_))) {
            self.grow(from, &|x| Step::WheelLeft(rounded(x, 10.0)), wheel, 4, &mut found);
            self.grow(from, &|x| Step::WheelRight(rounded(x, 10.0)), wheel, 4, &mut found);
        }
        found
    }

    /// Steps of a kind to some shares of the most that the judge allows.
    fn grow(&mut self, from: &Bend, step: &dyn Fn(f32) -> Step, most: f32, parts: u8, found: &mut Vec<Bend>) {
        let end = |step: Step| self.walk.mover.leg(from.stage.at, step).end(from.stage.at);
        let gone = |to: Pose| to.at.distance(from.stage.at.at) + to.heading.angle_to(from.stage.at.heading);
        let far = gone(end(step(most)));
        let share = match self.walk.go_on(&from.stage, &[step(most)]) {
            Ok(_) => 1.0,
            Err(refusal) => {
                match refusal.last_legal.and_then(|last| super::hand::pose_of(last, from.stage.at.heading)) {
                    Some(last) if far > 0.0 => (gone(last) / far).min(1.0),
                    _ => 0.0,
                }
            }
        };
        for part in 1..=if most * share > STEP { parts } else { 0 } {
            let step = step(most * share * f32::from(part) / f32::from(parts));
            // The inches on a road go along.
            let stage = match self.walk.mover.is_narrow() {
                true => self.walk.go_on(&from.stage, &[step]).ok(),
                false => self.walk.may_go_on(&from.stage, &[step]),
            };
            if let Some(stage) = stage.filter(|stage| stage.cost < self.most - STEP) {
                let stage = stage.clone();
                found.push(Bend::of([&from.steps[..], &[step]].concat(), stage));
            }
        }
    }

    /// The cheapest legal way by these bends to the place and heading; with `any`, the first that is found.
    pub fn to(&mut self, bends: &[Bend], goal: Pose, any: bool) -> Option<Way> {
        let (state, id) = (self.walk.mover.state, self.walk.mover.id);
        if self.may_go_apart(goal) {
            return Some(if self.gait == Gait::Leader {
                lead(state, id, goal)
            } else {
                loosely(state, id, goal)
            });
        }
        let goal = self.held(goal);
        let known = |best: &Option<Way>, most: f32| best.as_ref().map_or(most, |best| best.cost - GAIN);
        let mut best = None;
        // Over open ground nothing is cheaper than what the start itself leads to.
        let mut open = self.open(bends.first()?, goal, self.most + GAIN);
        if self.gait == Gait::Leader || open.is_empty() || !self.walk.may_end(goal) {
            return None;
        }
        self.judge(bends, &mut open, any, FEW, &mut best);
        let bound = |bend: &Bend| bend.stage.cost + bend.stage.at.at.distance(goal.at);
        if !any {
            open.clear();
            let most = known(&best, self.most);
            for bend in bends.iter().skip(1).filter(|bend| bound(bend) <= most) {
                open.extend(self.open(bend, goal, most));
            }
            self.judge(bends, &mut open, false, MANY, &mut best);
        }
        if best.is_some() {
            return best;
        }
        let more = bends.iter().enumerate().skip(1).map(|(number, bend)| (bound(bend), number));
        let mut more: Vec<(f32, usize)> = more.filter(|(bound, _)| *bound <= self.most).collect();
        more.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, number) in more.into_iter().take(FEW) {
            open = self.open(&bends[number], goal, self.most);
            self.judge(bends, &mut open, true, FEW_OF_A_BEND, &mut best);
            if best.is_some() {
                break;
            }
        }
        best
    }

    /// Is a place farther off than it may go at all? No inch costs less than one; stands that go apart turn as they like.
    pub fn is_far(&self, goal: Pose) -> bool {
        self.gait != Gait::Loose && goal.at.distance(self.start.at) > self.most + STEP * 2.0
    }

    /// In what manner it comes to a place, as places nearby are reached; if it is searched for, in any.
    pub fn manner(&mut self, bends: &[Bend], goal: Pose, like: &[Manner], search: bool) -> Option<Manner> {
        if self.may_go_apart(goal) {
            return Some(Manner::default());
        }
        let mut best = None;
        for manner in like.iter().filter(|manner| manner.kinds[0].is_some()) {
            let mut open = self.open(&bends[manner.bend], self.held(goal), self.most);
            open.retain(|(_, bend, rest)| Manner::of(*bend, rest) == *manner);
            self.judge(bends, &mut open, true, FEW_OF_A_BEND, &mut best);
            if best.is_some() {
                return Some(*manner);
            }
        }
        if !search && self.gait == Gait::Formed {
            let mut open = self.open(bends.first()?, goal, self.most);
            self.judge(bends, &mut open, true, FEW_OF_A_BEND, &mut best);
        }
        if search { self.to(bends, goal, true) } else { best }.map(|way| way.manner)
    }

    /// May a leader, or skirmishers each for itself, go straight there?
    fn may_go_apart(&self, goal: Pose) -> bool {
        let (state, id) = (self.walk.mover.state, self.walk.mover.id);
        match self.gait {
            Gait::Leader => leaders::way(state, id, goal.at).is_ok(),
            Gait::Loose => skirmish::may_be_sent(state, id, &state.moved_to(id, goal)),
            Gait::Formed | Gait::Square => false,
        }
    }

    /// May it stand there, as far as that does not hang on the way?
    pub fn has_room(&self, at: Pose) -> bool {
        let (state, id) = (self.walk.mover.state, self.walk.mover.id);
        let (here, to) = (|| state.moved_to(id, self.start), state.moved_to(id, at));
        let leads = self.gait == Gait::Leader;
        (if leads { overlapped(state, &to, None).is_none() } else { self.walk.may_end(at) })
            && (leads || !is_wet(state, &to) || is_wet(state, &here()))
            && (misplaced(state, &to).is_none() || misplaced(state, &here()).is_some())
    }

    /// What leads from a bend to the goal for at most these inches over open ground.
    fn open(&self, bend: &Bend, goal: Pose, most: f32) -> Vec<Open> {
        let spent = bend.stage.cost;
        let rests = self.rests(&bend.stage, goal).into_iter();
        let open = rests.map(|(cost, steps)| (spent + cost, bend.number, steps));
        open.filter(|(cost, ..)| *cost <= most).collect()
    }

    /// Puts the cheapest of these before the judge, so many at most; with `any`, until one is legal.
    fn judge(
        &mut self,
        bends: &[Bend],
        open: &mut Vec<Open>,
        any: bool,
        tries: usize,
        best: &mut Option<Way>,
    ) {
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        open.dedup_by(|a, b| (a.1, a.2) == (b.1, b.2));
        for (cost, bend, rest) in open.iter().take(tries) {
            let manner = Manner::of(*bend, rest);
            let bend = &bends[*bend];
            if best.as_ref().is_some_and(|best| any || *cost >= best.cost - GAIN) {
                return;
            }
            let steps: Vec<Step> = rest.iter().flatten().copied().collect();
            let Some(stage) = self.walk.may_go_on(&bend.stage, &steps) else { continue };
            let (to, cost) = (stage.at, stage.cost);
            if best.as_ref().is_none_or(|best| cost < best.cost - GAIN) && self.walk.may_end(to) {
                let steps = [&bend.steps[..], &steps].concat();
                let unit = self.walk.mover.state.key(self.walk.mover.id);
                *best = Some(Way { order: Order::march(unit, steps.clone()), steps, to, cost, manner });
            }
        }
    }

    /// The shortest rest of a way from a bend, ground and others aside.
    pub fn rest(&self, from: &Bend, goal: Pose) -> Option<(f32, Vec<Step>)> {
        let rests = self.rests(&from.stage, self.held(goal)).into_iter();
        let (cost, steps) = rests.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((cost, steps.into_iter().flatten().collect()))
    }

    /// The shortest way from a bend to the place and heading, legal or not; if none leads there, it faces the place and goes there.
    pub fn shortest(&self, from: &Bend, goal: Pose) -> Way {
        let (state, id) = (self.walk.mover.state, self.walk.mover.id);
        match self.gait {
            Gait::Leader => return lead(state, id, goal),
            Gait::Loose => return loosely(state, id, goal),
            Gait::Formed | Gait::Square => {}
        }
        let (_, rest) = self.rest(from, goal).unwrap_or_else(|| {
            let at = from.stage.at;
            let facing = self.turned(Face, at.heading.turn_to(Heading::of(goal.at - at.at)));
            let steps = [facing.and_then(|(_, face)| face), along(goal.at.distance(at.at)).1];
            (0.0, steps.into_iter().flatten().collect())
        });
        Way::of(&self.walk.mover, [&from.steps[..], &rest].concat())
    }

    /// The goal with a heading that it may have: squares keep theirs.
    fn held(&self, goal: Pose) -> Pose {
        let keeps = matches!(self.gait, Gait::Square | Gait::Leader);
        Pose::new(goal.at, if keeps { self.start.heading } else { goal.heading })
    }

    /// What may lead from a stage straight to the place and heading, ground and others aside.
    fn rests(&self, from: &Stage, goal: Pose) -> Vec<Rest> {
        let (at, mut found) = (from.at, Vec::new());
        let turns: &[Turn] = if from.faced { &[Left, Right] } else { &[Face, Left, Right] };
        if self.gait != Gait::Formed {
            let local = at.to_local(goal.at);
            let (x, y) = (rounded(local.x, 100.0), rounded(local.y, 100.0));
            let shift = (x != 0.0 || y != 0.0).then_some(Step::Shift(x, y));
            let back = self.gait == Gait::Loose && local.y < 0.0;
            let (_, face) = self.turned(Face, at.heading.turn_to(goal.heading)).unwrap_or_default();
            let cost = if back { local.length() * 2.0 } else { local.length() };
            if face.is_none() || !from.faced {
                found.extend([(cost, [shift, face, None])].into_iter().filter(|_| shift.or(face).is_some()));
                let seen = Pose::new(at.at, goal.heading).to_local(goal.at);
                let shift = Step::Shift(rounded(seen.x, 100.0), rounded(seen.y, 100.0));
                found.extend(
                    face.filter(|_| x != 0.0 || y != 0.0).map(|_| (seen.length(), [face, Some(shift), None])),
                );
            }
            return found;
        }
        for first in turns {
            found.extend(self.slid(at, goal, *first));
            found.extend(self.cornered(at, goal, *first));
            for last in turns.iter().filter(|last| (*first, **last) != (Face, Face)) {
                found.extend(
                    [1.0, -1.0].into_iter().filter_map(|way| self.swung(at, goal, [*first, *last], way)),
                );
            }
        }
        found.retain(|(_, steps)| steps.iter().any(Option::is_some));
        found
    }

    /// A turn, straight ahead or back (`way`: 1 or -1), and a turn.
    ///
    /// The point about which it turns first does not move in the first turn, nor the other in the last: seen with the heading in
    /// between, they are as far aside of one another as on the unit.
    pub fn swung(&self, at: Pose, goal: Pose, [first, last]: [Turn; 2], way: f32) -> Option<Rest> {
        let (from, to) = (self.pivot(first), self.pivot(last));
        let seen = goal.to_table(to) - at.to_table(from);
        let square = seen.length_squared() - (to.x - from.x) * (to.x - from.x);
        // A hair short of it, nothing is between the turns.
        if square < -STEP * self.wide {
            return None;
        }
        let far = way * square.max(0.0).sqrt();
        let heading = match seen.length() > STEP {
            true => Heading::of(seen).turned(-libm_atan2(to.x - from.x, far)),
            false => at.heading,
        };
        let (a, one) = self.turned(first, at.heading.turn_to(heading))?;
        let (b, two) = along(far - (to.y - from.y));
        let (c, three) = self.turned(last, heading.turn_to(goal.heading))?;
        Some((a + b + c, [one, two, three]))
    }

    /// Straight, a turn, and straight with the heading at which it ends.
    fn cornered(&self, at: Pose, goal: Pose, turn: Turn) -> Option<Rest> {
        let (price, step) = self.turned(turn, at.heading.turn_to(goal.heading))?;
        let pivot = self.pivot(turn);
        let (first, last) = (at.heading.forward(), goal.heading.forward());
        let seen = goal.to_table(pivot) - at.to_table(pivot);
        let across = first.perp_dot(last);
        let (a, b) = match across.abs() > 0.02 {
            true => (seen.perp_dot(last) / across, first.perp_dot(seen) / across),
            false if first.perp_dot(seen).abs() < STEP => (first.dot(seen), 0.0),
            false => return None,
        };
        let ((a, one), (b, three)) = (along(a), along(b));
        Some((a + price + b, [one, step, three]))
    }

    /// A slide, and the facing before or after it: the judge knows whether it may slide.
    fn slid(&self, at: Pose, goal: Pose, turn: Turn) -> Option<Rest> {
        let (price, step) = self.turned(turn, at.heading.turn_to(goal.heading))?;
        let slide = |heading| {
            let local = Pose::new(at.at, heading).to_local(goal.at);
            let fits = local.y.abs() <= STEP && (STEP..=SLIDE + STEP).contains(&local.x.abs());
            fits.then(|| (local.x.abs(), Step::Slide(rounded(local.x.clamp(-SLIDE, SLIDE), 100.0))))
        };
        let after = slide(at.heading).map(|(cost, slide)| (cost, [Some(slide), step, None]));
        let before = || slide(goal.heading).map(|(cost, slide)| (cost, [step, Some(slide), None]));
        after
            .or_else(before)
            .filter(|_| turn == Face || step.is_none())
            .map(|(cost, steps)| (cost + price, steps))
    }

    fn pivot(&self, turn: Turn) -> Vec2 {
        match turn {
            Face => Vec2::ZERO,
            Left => self.left,
            Right => self.right,
        }
    }

    /// A turn by this angle with its cost, if it is one to that side.
    fn turned(&self, turn: Turn, angle: f32) -> Option<(f32, Option<Step>)> {
        let degrees = angle.to_degrees();
        if degrees.abs() < TURN {
            return Some((0.0, None));
        }
        let cost = angle.abs() * self.wide;
        match turn {
            Face => Some((0.0, Some(Step::Face(rounded(degrees, 10.0))))),
            Left if degrees < 0.0 => Some((cost, Some(Step::WheelLeft(rounded(-degrees, 10.0))))),
            Right if degrees > 0.0 => Some((cost, Some(Step::WheelRight(rounded(degrees, 10.0))))),
            Left | Right => None,
        }
    }
}

/// Straight ahead, or back for less than nothing, with its cost.
fn along(inches: f32) -> (f32, Option<Step>) {
    match inches {
        _ if inches.abs() < STEP => (0.0, None),
        _ if inches > 0.0 => (inches, Some(Step::Ahead(rounded(inches, 100.0)))),
        _ => (-inches * 2.0, Some(Step::Back(rounded(-inches, 100.0)))),
    }
}

/// A measure rounded for display: to hundredths of an inch, or tenths of a degree.
fn rounded(measure: f32, parts: f64) -> f64 {
    (f64::from(measure) * parts).round() / parts
}

/// A leader goes straight to a place.
fn lead(state: &State, id: GroupId, goal: Pose) -> Way {
    let start = state.place(id);
    let to = (f64::from(goal.at.x), f64::from(goal.at.y));
    let order = Order::Lead { leader: state.key(id), to };
    let cost = goal.at.distance(start.at);
    let to = Pose::new(goal.at, start.heading);
    Way { order, steps: Vec::new(), to, cost, manner: Manner::default() }
}

/// Skirmishers: each stand goes straight to its place in the row where it is held.
fn loosely(state: &State, id: GroupId, goal: Pose) -> Way {
    let to = state.moved_to(id, goal);
    let far =
        |(stand, pose): &(StandId, Pose)| state.pose(*stand).map_or(0.0, |here| here.at.distance(pose.at));
    let way = |(stand, pose): &(StandId, Pose)| StandWay {
        stand: state.game.stand(*stand).key.clone(),
        to: (f64::from(pose.at.x), f64::from(pose.at.y), pose.heading.exact_degrees()),
    };
    let order = Order::ways(state.key(id), to.iter().map(way).collect());
    let cost = to.iter().map(far).fold(0.0, f32::max);
    Way { order, steps: Vec::new(), to: goal, cost, manner: Manner::default() }
}
