//! The ways of a unit: what it may do by bends that are made once for its position, walked by the judge (`epstein:5.25`).
//!
//! ```text
//!   start --- bend --- bend --- turn, straight, turn ------> place and heading
//!                          |--- straight, turn, straight --> the same
//!                          \--- a wheel or straight, the facing, a wheel or straight --> the same
//! ```
//!
//! A turn is a wheel about a front corner or the one free facing. From each bend the lengths and angles of the rest are solved for
//! the goal; which of these ways is legal and what it costs the judge says (`movement::Walk`). Squares and skirmishers shift.
//! Units: inches; degrees in steps.

use table::pose::libm_atan2;
use table::{Heading, Pose, Vec2};

use crate::formation::Formation;
use crate::kind::Arm;
use crate::leaders;
use crate::movement::{Purpose, SLIDE, Stage, Walk, bounds};
use crate::order::{Order, Step};
use crate::river::is_wet;
use crate::room::{misplaced, overlapped};
use crate::skirmish;
use crate::standing::skirmishes;
use crate::state::{GroupId, State};

/// Steps shorter than this are left out, in inches or degrees.
const STEP: f32 = 0.02;
const TURN: f32 = 0.2;

/// Another way is taken if it is cheaper by this much, in inches.
const GAIN: f32 = 0.005;

/// Ways put before the judge for a place: of one bend, or of the start; of all bends.
const FEW_OF_A_BEND: usize = 3;
const FEW: usize = 8;
const MANY: usize = 300;

/// Bends that are tried if nothing else leads there, those nearest to the place.
const NEAR: usize = 8;

/// Headings, in degrees, that bends try by the free facing.
const FACINGS: f64 = 15.0;

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

/// How a place is reached: the number of a bend, and that of one of the [`RESTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    bend: usize,
    rest: usize,
}

impl Manner {
    /// Does a formed unit slide at the end? Only the places of one line are reached so.
    pub fn is_slide(self) -> bool {
        SLIDES.contains(&self.rest)
    }
}

/// A place where ways bend, as far as it has been walked.
#[derive(Clone, Debug)]
pub struct Bend {
    pub steps: Vec<Step>,
    pub stage: Stage,
    /// The most inches of all of a way by this bend.
    pub most: f32,
}

/// A turn of a formed unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Face,
    Left,
    Right,
}
use Turn::{Face, Left, Right};

/// What follows a bend, and in how many manners it may.
type Rest = [Option<Step>; 3];
const RESTS: usize = 39;
const SLIDES: [usize; 2] = [21, 22];
const LEGS: [Option<Turn>; 3] = [None, Some(Left), Some(Right)];

/// A way that may be legal: its cost over open ground, its manner, and what follows its bend.
type Open = (f32, Manner, Rest);

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
    /// The most inches that it may go, on a road if one is near.
    pub most: f32,
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
            Gait::Formed | Gait::Square | Gait::Leader => walk.most(walk.stage()),
        };
        Self { walk, gait, start: state.place(id), left, right, wide, most }
    }

    /// Where its ways may bend, the start first: a turn, a straight move, or one after the other, each to shares of how far it may.
    pub fn bends(&mut self) -> Vec<Bend> {
        let start = Bend { steps: Vec::new(), stage: self.walk.stage().clone(), most: self.most };
        let first = if self.gait == Gait::Leader { Vec::new() } else { self.grown(&start) };
        let then: Vec<Bend> = match self.gait {
            Gait::Formed => first.iter().flat_map(|bend| self.grown(bend)).collect(),
            Gait::Square | Gait::Loose | Gait::Leader => Vec::new(),
        };
        std::iter::once(start).chain(first).chain(then).collect()
    }

    /// The bends that follow a bend by one more step.
    fn grown(&mut self, from: &Bend) -> Vec<Bend> {
        let (mut found, gait, rest) = (Vec::new(), self.gait, from.most - from.stage.cost);
        let wheel = (rest / self.wide).to_degrees().min(WIDEST);
        let last = from.steps.last();
        let straight = matches!(last, Some(Step::Ahead(_) | Step::Back(_)));
        let mut grow =
            |most, parts, step: &dyn Fn(f32) -> Step| self.grow(from, step, most, parts, &mut found);
        if gait != Gait::Formed {
            for way in 0..16_u16 {
                let way = Heading::from_degrees(22.5 * f32::from(way)).forward();
                grow(rest, 3, &|x| Step::Shift(rounded(way.x * x, 100.0), rounded(way.y * x, 100.0)));
            }
            return found;
        }
        if last.is_none() && !from.stage.faced {
            for way in (-12..12_i8).filter(|way| *way != 0) {
                grow(1.0, 1, &|_| Step::Face(f64::from(way) * FACINGS));
            }
        }
        if !straight {
            grow(rest, 4, &|x| Step::Ahead(rounded(x, 100.0)));
        }
        if last.is_none() {
            grow(rest / 2.0, 2, &|x| Step::Back(rounded(x, 100.0)));
            grow(SLIDE, 2, &|x| Step::Slide(rounded(x, 100.0)));
            grow(SLIDE, 2, &|x| Step::Slide(rounded(-x, 100.0)));
        }
        if last.is_none() || straight {
            grow(wheel, 4, &|x| Step::WheelLeft(rounded(x, 10.0)));
            grow(wheel, 4, &|x| Step::WheelRight(rounded(x, 10.0)));
        }
        found
    }

    /// Steps of a kind to some shares of the most that the judge allows.
    fn grow(&mut self, from: &Bend, step: &dyn Fn(f32) -> Step, most: f32, parts: u8, found: &mut Vec<Bend>) {
        let at = from.stage.at;
        let gone = |to: Pose| to.at.distance(at.at) + to.heading.angle_to(at.heading);
        let whole = gone(self.walk.mover.leg(at, step(most)).end(at));
        let last = match self.walk.go_on(&from.stage, &[step(most)]) {
            Ok(stage) => Some(stage.at),
            Err(refusal) => refusal.last_legal.and_then(|last| super::hand::pose_of(last, at.heading)),
        };
        let share = last.filter(|_| whole > 0.0).map_or(0.0, |last| (gone(last) / whole).min(1.0));
        for part in 1..=if most * share > STEP { parts } else { 0 } {
            let step = step(most * share * f32::from(part) / f32::from(parts));
            // The inches on a road go along.
            let stage = match self.walk.most(&from.stage) > self.walk.own() {
                true => self.walk.go_on(&from.stage, &[step]).ok(),
                false => self.walk.may_go_on(&from.stage, &[step]),
            };
            let Some(stage) = stage.cloned() else { continue };
            let most = self.most.min(self.walk.most(&stage));
            if stage.cost < most - STEP {
                found.push(Bend { steps: [&from.steps[..], &[step]].concat(), stage, most });
            }
        }
    }

    /// The cheapest legal way by these bends to the place and heading; with `any`, the first that is found.
    pub fn to(&mut self, bends: &[Bend], goal: Pose, any: bool) -> Option<Way> {
        if self.may_go_apart(goal) {
            return Some(self.apart(goal));
        }
        let goal = self.held(goal);
        if self.gait == Gait::Leader || !self.walk.may_end(goal) {
            return None;
        }
        let mut best = None;
        let tries = if any { FEW_OF_A_BEND } else { FEW };
        self.judge(bends, self.open(bends, 0, goal, self.most + GAIN), any, tries, &mut best);
        let bound = |bend: &Bend| bend.stage.cost + bend.stage.at.at.distance(goal.at);
        let near = bends.iter().enumerate().skip(1).filter(|(_, bend)| bound(bend) <= bend.most);
        let mut near: Vec<(f32, usize)> = near.map(|(number, bend)| (bound(bend), number)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !any {
            let most = best.as_ref().map_or(self.most, |best: &Way| best.cost - GAIN);
            let open = near.iter().take_while(|(bound, _)| *bound <= most);
            let open = open.flat_map(|(_, number)| self.open(bends, *number, goal, most)).collect();
            self.judge(bends, open, false, MANY, &mut best);
        }
        for (_, number) in near.into_iter().take(NEAR) {
            if best.is_some() {
                break;
            }
            let open = self.open(bends, number, goal, self.most);
            self.judge(bends, open, true, FEW_OF_A_BEND, &mut best);
        }
        best
    }

    /// Is a place farther off than it may go at all? No inch costs less than one; stands that go apart turn as they like.
    pub fn is_far(&self, goal: Pose) -> bool {
        self.gait != Gait::Loose && goal.at.distance(self.start.at) > self.most + STEP * 2.0
    }

    /// The cheapest legal way there in one of the manners in which places nearby are reached.
    pub fn like(&mut self, bends: &[Bend], goal: Pose, like: &[Manner]) -> Option<Way> {
        let goal = self.held(goal);
        let open = like.iter().filter_map(|manner| self.opened(bends, *manner, goal, self.most)).collect();
        let mut best = None;
        self.judge(bends, open, true, like.len(), &mut best);
        best
    }

    /// In what manner it comes to a place: as places nearby are reached, or in another by these bends.
    pub fn manner(&mut self, bends: &[Bend], goal: Pose, like: &[Manner], by: &[Bend]) -> Option<Manner> {
        self.like(bends, goal, like).or_else(|| self.to(by, goal, true)).map(|way| way.manner)
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
        let fits = match self.gait {
            Gait::Leader => overlapped(state, &to, None).is_none(),
            _ => self.walk.may_end(at) && (!is_wet(state, &to) || is_wet(state, &here())),
        };
        fits && (misplaced(state, &to).is_none() || misplaced(state, &here()).is_some())
    }

    /// What leads from a bend to the goal for at most these inches over open ground.
    fn open(&self, bends: &[Bend], bend: usize, goal: Pose, most: f32) -> Vec<Open> {
        (0..RESTS).filter_map(|rest| self.opened(bends, Manner { bend, rest }, goal, most)).collect()
    }

    fn opened(&self, bends: &[Bend], manner: Manner, goal: Pose, most: f32) -> Option<Open> {
        let bend = &bends[manner.bend];
        let rest = self.rest(&bend.stage, goal, manner.rest)?;
        let cost = bend.stage.cost + self.plain(rest.iter().flatten());
        (cost <= most.min(bend.most + GAIN)).then_some((cost, manner, rest))
    }

    /// The cost of steps over open ground.
    pub fn plain<'a>(&self, steps: impl IntoIterator<Item = &'a Step>) -> f32 {
        let plain = |step: &Step| match step {
            Step::Face(_) | Step::Dress => 0.0,
            Step::WheelLeft(degrees) | Step::WheelRight(degrees) => degrees.to_radians() as f32 * self.wide,
            Step::Ahead(inches) | Step::Back(inches) | Step::Slide(inches) => inches.abs() as f32,
            Step::Shift(x, y) => x.hypot(*y) as f32,
        };
        steps.into_iter().map(|step| self.walk.mover.price_of(*step, plain(step))).sum()
    }

    /// Puts the cheapest of these before the judge, so many at most; with `any`, until one is legal.
    fn judge(
        &mut self,
        bends: &[Bend],
        mut open: Vec<Open>,
        any: bool,
        tries: usize,
        best: &mut Option<Way>,
    ) {
        open.sort_by(|a, b| a.0.total_cmp(&b.0));
        open.dedup_by(|a, b| (a.1.bend, a.2) == (b.1.bend, b.2));
        for (cost, manner, rest) in open.into_iter().take(tries) {
            let is_better = |cost| best.as_ref().is_none_or(|best| !any && cost < best.cost - GAIN);
            if !is_better(cost) {
                return;
            }
            let bend = &bends[manner.bend];
            let rest: Vec<Step> = rest.into_iter().flatten().collect();
            let Some(stage) = self.walk.may_go_on(&bend.stage, &rest) else { continue };
            let (to, cost) = (stage.at, stage.cost);
            if is_better(cost) && self.walk.may_end(to) {
                let steps = [&bend.steps[..], &rest].concat();
                *best = Some(Way { to, cost, manner, ..self.way(steps) });
            }
        }
    }

    /// The shortest rest of a way from a stage to the place and heading, ground and others aside; if none leads there, it faces the
    /// place and goes there.
    pub fn shortest(&self, from: &Stage, goals: &[Pose]) -> Rest {
        let rests = goals.iter().flat_map(|goal| {
            let goal = self.held(*goal);
            (0..RESTS).filter_map(move |rest| self.rest(from, goal, rest))
        });
        let shortest =
            rests.min_by(|a, b| self.plain(a.iter().flatten()).total_cmp(&self.plain(b.iter().flatten())));
        shortest.unwrap_or_else(|| toward(from.at, goals[0].at))
    }

    /// The shortest way from a bend to the place and heading, legal or not.
    pub fn straight(&self, from: &Bend, goal: Pose) -> Way {
        if matches!(self.gait, Gait::Leader | Gait::Loose) {
            return self.apart(goal);
        }
        let rest = self.shortest(&from.stage, &[goal]);
        self.way(from.steps.iter().copied().chain(rest.into_iter().flatten()).collect())
    }

    /// The way of these steps, with its cost over open ground.
    pub fn way(&self, steps: Vec<Step>) -> Way {
        let mover = &self.walk.mover;
        let to = steps.iter().fold(self.start, |at, step| mover.leg(at, *step).end(at));
        let order = Order::march(mover.state.key(mover.id), steps.clone());
        Way { order, cost: self.plain(&steps), steps, to, manner: Manner::default() }
    }

    /// Each stand goes straight to its place where the unit is held.
    fn apart(&self, to: Pose) -> Way {
        let (state, id) = (self.walk.mover.state, self.walk.mover.id);
        let (to, stands) = (self.held(to), state.moved_to(id, to));
        let far = stands.iter().filter_map(|(stand, pose)| Some(state.pose(*stand)?.at.distance(pose.at)));
        let cost = far.fold(0.0, f32::max);
        let order = match self.gait {
            Gait::Leader => Order::lead(state.key(id), to.at),
            Gait::Formed | Gait::Square | Gait::Loose => skirmish::ordered(state, id, stands),
        };
        Way { order, steps: Vec::new(), to, cost, manner: Manner::default() }
    }

    /// The goal with a heading that it may have: squares keep theirs.
    fn held(&self, goal: Pose) -> Pose {
        let keeps = matches!(self.gait, Gait::Square | Gait::Leader);
        Pose::new(goal.at, if keeps { self.start.heading } else { goal.heading })
    }

    /// What leads from a stage straight to the place and heading in one manner, ground and others aside.
    fn rest(&self, from: &Stage, goal: Pose, manner: usize) -> Option<Rest> {
        let turn = |by: usize| [Face, Left, Right][manner / by % 3];
        let rest = match manner {
            _ if SLIDES.contains(&manner) => self.shifted(from.at, goal, manner == SLIDES[0]),
            _ if self.gait != Gait::Formed => None,
            0..3 => self.cornered(from.at, goal, turn(1)),
            23.. if from.faced => None,
            23.. => {
                let legs = 1 + (manner - 23) / 2;
                self.about_a_facing(
                    from.at,
                    goal,
                    [legs / 3, legs % 3].map(|leg| LEGS[leg]),
                    manner.is_multiple_of(2),
                )
            }
            _ => self.swung(from.at, goal, [turn(1), turn(3)], if manner < 12 { 1.0 } else { -1.0 }),
        }?;
        let faces = rest.iter().flatten().filter(|step| matches!(step, Step::Face(_))).count();
        let may_face = faces + usize::from(from.faced) < 2;
        (may_face && rest.iter().any(Option::is_some)).then_some(rest)
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
        let turns = [turned(first, at.heading, heading)?, turned(last, heading, goal.heading)?];
        Some([turns[0], along(far - (to.y - from.y)), turns[1]])
    }

    /// Straight, a turn, and straight with the heading at which it ends.
    fn cornered(&self, at: Pose, goal: Pose, turn: Turn) -> Option<Rest> {
        let pivot = self.pivot(turn);
        let (first, last) = (at.heading.forward(), goal.heading.forward());
        let seen = goal.to_table(pivot) - at.to_table(pivot);
        let across = first.perp_dot(last);
        let (a, b) = match across.abs() > 0.02 {
            true => (seen.perp_dot(last) / across, first.perp_dot(seen) / across),
            false if first.perp_dot(seen).abs() < STEP => (first.dot(seen), 0.0),
            false => return None,
        };
        Some([along(a), turned(turn, at.heading, goal.heading)?, along(b)])
    }

    /// A straight move (`None`) or a wheel, the facing, and another of these, in one of two ways.
    ///
    /// The centre about which it faces lies on a line through one end, or as far from the corner about which it wheels as on the
    /// unit, and so for the other end.
    fn about_a_facing(
        &self,
        at: Pose,
        goal: Pose,
        [first, last]: [Option<Turn>; 2],
        nearer: bool,
    ) -> Option<Rest> {
        let sign = if nearer { 1.0 } else { -1.0 };
        let corner = |of: Pose, turn| of.to_table(self.pivot(turn));
        let far = |turn| self.pivot(turn).length();
        let centre = match (first, last) {
            (None, None) => return None,
            (None, Some(turn)) => on_line(at, corner(goal, turn), far(turn), sign)?,
            (Some(turn), None) => on_line(goal, corner(at, turn), far(turn), sign)?,
            (Some(one), Some(other)) => {
                between(corner(at, one), far(one), corner(goal, other), far(other), sign)?
            }
        };
        // The heading with which the corner of one end is seen from there.
        let heading = |of: Pose, turn: Option<Turn>| match turn {
            None => of.heading,
            Some(turn) => {
                Heading::of(corner(of, turn) - centre).turned(-Heading::of(self.pivot(turn)).radians())
            }
        };
        let (before, after) = (heading(at, first), heading(goal, last));
        let leg = |turn: Option<Turn>, from: Pose, to: Pose| match turn {
            None => Some(along((to.at - from.at).dot(from.heading.forward()))),
            Some(turn) => turned(turn, from.heading, to.heading),
        };
        let face = turned(Face, before, after)?;
        Some([leg(first, at, Pose::new(centre, before))?, face, leg(last, Pose::new(centre, after), goal)?])
    }

    /// Sideways, in any direction for who shifts, and the facing after or before it: the judge knows whether it may.
    fn shifted(&self, at: Pose, goal: Pose, first: bool) -> Option<Rest> {
        let face = turned(Face, at.heading, goal.heading)?;
        let local = Pose::new(at.at, if first { at.heading } else { goal.heading }).to_local(goal.at);
        let fits = local.y.abs() <= STEP && local.x.abs() <= SLIDE + STEP;
        let step = match self.gait {
            Gait::Formed if !fits => return None,
            Gait::Formed => Step::Slide(rounded(local.x.clamp(-SLIDE, SLIDE), 100.0)),
            _ => Step::Shift(rounded(local.x, 100.0), rounded(local.y, 100.0)),
        };
        let step = (local.length() >= STEP * 1.5).then_some(step);
        Some(if first { [step, face, None] } else { [face, step, None] })
    }

    fn pivot(&self, turn: Turn) -> Vec2 {
        match turn {
            Face => Vec2::ZERO,
            Left => self.left,
            Right => self.right,
        }
    }
}

/// It faces the place and goes there.
pub fn toward(at: Pose, goal: Vec2) -> Rest {
    let way = goal - at.at;
    [turned(Face, at.heading, Heading::of(way)).flatten(), along(way.length()), None]
}

/// The point on a unit's line ahead that is so far from another, on this side (1 or -1) of the nearest.
fn on_line(of: Pose, from: Vec2, far: f32, side: f32) -> Option<Vec2> {
    let ahead = of.heading.forward();
    let seen = from - of.at;
    let (along, aside) = (seen.dot(ahead), seen.perp_dot(ahead));
    let square = far * far - aside * aside;
    (square >= 0.0).then(|| of.at + ahead * (along + side * square.sqrt()))
}

/// The point so far from one point and so far from the other, on this side (1 or -1) of the line between them.
fn between(one: Vec2, far: f32, other: Vec2, farther: f32, side: f32) -> Option<Vec2> {
    let way = other - one;
    let apart = way.length();
    let along = (far * far - farther * farther + apart * apart) / (2.0 * apart);
    let square = far * far - along * along;
    (apart > STEP && square >= 0.0)
        .then(|| one + way / apart * along + way.perp() / apart * (side * square.sqrt()))
}

/// A turn from one heading to the other, if it is one to that side; it may be none.
fn turned(turn: Turn, from: Heading, to: Heading) -> Option<Option<Step>> {
    let degrees = from.turn_to(to).to_degrees();
    Some(Some(match turn {
        _ if degrees.abs() < TURN => return Some(None),
        Face => Step::Face(rounded(degrees, 10.0)),
        Left if degrees < 0.0 => Step::WheelLeft(rounded(-degrees, 10.0)),
        Right if degrees > 0.0 => Step::WheelRight(rounded(degrees, 10.0)),
        Left | Right => return None,
    }))
}

/// Straight ahead, or back for less than nothing.
fn along(inches: f32) -> Option<Step> {
    let step = if inches > 0.0 { Step::Ahead } else { Step::Back };
    (inches.abs() >= STEP).then(|| step(rounded(inches.abs(), 100.0)))
}

/// A measure rounded for display: to hundredths of an inch, or tenths of a degree.
fn rounded(measure: f32, parts: f64) -> f64 {
    (f64::from(measure) * parts).round() / parts
}
