//! A unit in hand: what it may spend, the path it would take, the enemy it would charge. Units: inches.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::formation::Formation;
use crate::kind::Arm;
use crate::movement::{Purpose, Walk, walk};
use crate::mover::Mover;
use crate::moving::allowance;
use crate::order::{Order, Step};
use crate::refusal::{Code, Refusal};
use crate::rule_set::Epstein;
use crate::skirmish;
use crate::state::{GroupId, State};
use dice::Dry;
use drawing::overlay::lit_marks;
use drawing::{Ink, Length, Mark, Pen, footprint, gauge_marks, words_at};
use game::{
    Codec as _, Goal, PieceInHand, PieceSummary, ReachSearch, Remark, RuleSet as _, Spent, Spot, Stop, Trip,
    WireRefusal, sentence,
};
use table::{Heading, Leg, Pose, Vec2};

use super::reach::{self, Lit};
use super::sketch::ghosts;
use super::thrust;
use super::ways::{Bend, Gait, Way, Ways};

/// A unit less than this far off a line is drawn onto it, in inches.
const DRAWN: f32 = 0.18;

/// A unit held this near its place, in inches, stays.
const STILL: f32 = 0.02;

/// Number of bisections that find the farthest place a unit reaches.
const FINE: u8 = 9;

/// A unit in hand.
#[derive(Clone, Debug)]
pub struct InHand {
    state: State,
    id: GroupId,
    gait: Gait,
    start: Pose,
    lift: PieceSummary,
    /// Where its ways may bend, once asked.
    bends: Arc<OnceLock<Vec<Bend>>>,
    /// Where it may end with a heading, once found.
    lit: Arc<Mutex<Vec<Lit>>>,
}

/// A path that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    pub way: Way,
    pub refusal: Option<Refusal>,
}

impl InHand {
    pub fn new(state: &State, id: GroupId) -> Self {
        let gait = Gait::of(state, id);
        let start = state.place(id);
        let most = most(state, id, gait);
        let mut lift = PieceSummary {
            piece: state.key(id),
            name: state.say(id),
            words: format!("{most:.2} in in {}", state.group(id).formation.words()),
            from: Some(Spot::pose(start)),
            ..PieceSummary::default()
        };
        if matches!(state.arm(id), Arm::Artillery | Arm::Command) {
            lift.words = format!("{most:.2} in");
        }
        lift.refusal = refusal(state, id, gait).map(|refusal| Box::new(WireRefusal::of(&refusal)));
        Self { state: state.clone(), id, gait, start, lift, bends: Arc::default(), lit: Arc::default() }
    }

    /// The ends of the rays around it, each as far as it may go (`epstein:5.1`), clockwise from its heading.
    pub fn ends(&self) -> Vec<Vec2> {
        if self.lift.refusal.is_some() {
            return Vec::new();
        }
        self.bends().first().map_or_else(Vec::new, |start| reach::ends(&self.state, self.id, start))
    }

    /// Inches that it may go.
    pub fn most(&self) -> f32 {
        most(&self.state, self.id, self.gait)
    }

    fn bends(&self) -> &[Bend] {
        self.bends.get_or_init(|| Ways::new(&self.state, self.id).bends())
    }

    /// The cheapest legal path to a place; if none is legal, the shortest one with the reason.
    pub fn way_to(&self, goal: Pose) -> Option<Tried> {
        self.best(goal, &[], false)
    }

    /// The bend after some places, each reached with any heading.
    fn by_way_of(&self, ways: &mut Ways<'_>, via: &[Pose]) -> Result<Bend, Box<Tried>> {
        let mut bend = self.bends()[0].clone();
        for point in via {
            let mut stage = bend.stage.clone();
            // Its one facing is kept for the end.
            stage.faced = true;
            let turns = [0.0, 10.0, -10.0, 20.0, -20.0, 35.0, -35.0, 50.0, -50.0, 80.0, -80.0_f32];
            let goals = turns.map(|turn| Pose::new(point.at, stage.at.heading.turned(turn.to_radians())));
            let steps: Vec<Step> = ways.shortest(&stage, &goals).into_iter().flatten().collect();
            bend.steps.extend(&steps);
            match ways.walk.go_on(&bend.stage, &steps) {
                Ok(stage) => bend.stage = stage.clone(),
                Err(_) => return Err(Box::new(self.refused(ways.way(bend.steps)))),
            }
        }
        Ok(bend)
    }

    /// The cheapest legal path to this place; if none is legal, the shortest one with the reason. `drawn`: who is held nearly
    /// on the line of a straight move or a slide is drawn onto it.
    fn best(&self, goal: Pose, via: &[Pose], drawn: bool) -> Option<Tried> {
        let turns = matches!(self.gait, Gait::Formed | Gait::Loose);
        let turned = turns && goal.heading.angle_to(self.start.heading) > 0.004;
        if via.is_empty() && !turned && goal.at.distance(self.start.at) < STILL {
            return None;
        }
        let mut ways = Ways::new(&self.state, self.id);
        let by;
        let bends = if via.is_empty() {
            self.bends()
        } else {
            match self.by_way_of(&mut ways, via) {
                Ok(bend) => by = [bend],
                Err(tried) => return Some(*tried),
            }
            &by
        };
        let local = bends[0].stage.at.to_local(goal.at);
        let on_line = |x: f32| if x.abs() <= DRAWN { 0.0 } else { x };
        let line = bends[0].stage.at.to_table(Vec2::new(on_line(local.x), on_line(local.y)));
        let at = if drawn && self.gait == Gait::Formed { line } else { goal.at };
        let goals = [Pose::new(at, goal.heading), goal];
        let goals = &goals[usize::from(at == goal.at)..];
        let found = goals.iter().find_map(|goal| ways.to(bends, *goal, false)).or_else(|| {
            let like =
                self.of_lit(goal.heading, |lit| lit.manners_near(goal.at)).filter(|_| via.is_empty())?;
            ways.like(bends, goal, &like)
        });
        if let Some(way) = found {
            let refusal = judged(&self.state, &way.order);
            return Some(Tried { way, refusal });
        }
        Some(self.refused(ways.straight(&bends[0], goals[0])))
    }

    /// A way with the reason why it is refused, and what it costs as far as it was walked.
    fn refused(&self, mut way: Way) -> Tried {
        let refusal = match walk(&self.state, self.id, &way.steps, Purpose::Move) {
            Err(refusal) if !way.steps.is_empty() => Some(refusal),
            Ok(_) | Err(_) => judged(&self.state, &way.order),
        };
        let over = refusal.as_ref().filter(|refusal| refusal.code == Code::OverAllowance);
        if let Some(over) = over.and_then(|refusal| refusal.measured.as_ref()) {
            way.cost = way.cost.max(over.value);
        }
        Tried { way, refusal }
    }

    /// What the ground that is lit with a heading says, if it is known.
    fn of_lit<T>(&self, heading: Heading, ask: impl FnOnce(&Lit) -> T) -> Option<T> {
        let known = self.lit.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|lit| lit.heading == heading).map(ask)
    }

    /// The nearest place to the goal that it reaches: on the lit ground, as far as that is known, and from there straight on.
    fn nearest(&self, goal: Pose, via: &[Pose]) -> Option<Tried> {
        let near = self.of_lit(goal.heading, |lit| lit.cells.nearest(goal.at)).flatten();
        let from = near.filter(|_| via.is_empty()).unwrap_or(self.start.at);
        let mut ways = Ways::new(&self.state, self.id);
        let by = self.by_way_of(&mut ways, via).ok()?;
        let mut legal = |bends: &[Bend], part: f32| {
            ways.to(bends, Pose::new(from.lerp(goal.at, part), goal.heading), true)
        };
        let (mut low, mut high) = (0.0_f32, 1.0_f32);
        let mut found = if via.is_empty() { legal(self.bends(), 0.0) } else { None };
        for _ in 0..FINE {
            let middle = (low + high) / 2.0;
            match legal(std::slice::from_ref(&by), middle) {
                Some(way) => {
                    low = middle;
                    found = Some(way);
                }
                None => high = middle,
            }
        }
        found.map(|way| Tried { way, refusal: None })
    }

    /// The steps of a path, each with its cost.
    fn spent(&self, steps: &[Step]) -> Vec<Spent> {
        let mut walk = Walk::new(&self.state, self.id, Purpose::Charge);
        let mut found = Vec::new();
        for step in steps {
            let before = walk.stage().clone();
            let Ok(after) = walk.go_on(&before, &[*step]) else { return Vec::new() };
            let (cost, gone) = (after.cost - before.cost, after.gone - before.gone);
            let gone = if matches!(step, Step::Back(_)) { gone * 2.0 } else { gone };
            let Some(what) = said(step) else { continue };
            let dear = if cost > gone + 0.02 && !matches!(step, Step::Back(_)) { ", hard going" } else { "" };
            let ground = format!("{what}{dear}");
            found.push(Spent { ground, gone: format!("{gone:.2} in"), cost: format!("{cost:.2} in") });
        }
        found
    }

    fn told(&self, tried: Tried, short: Option<Tried>, via: &[Pose]) -> Trip {
        let most = match &tried.refusal {
            None if !tried.way.steps.is_empty() => {
                walk(&self.state, self.id, &tried.way.steps, Purpose::Move)
                    .map_or(0.0, |walked| walked.allowance)
            }
            _ => self.most(),
        };
        let cost = tried.way.cost;
        let left = (most - cost).max(0.0);
        let shown = tried.refusal.is_none();
        let points = via.iter().flat_map(|point| {
            let dot = |size, ink| Mark::dot(point.at, Length::points(size), ink);
            [dot(5.0, Ink::Way), dot(2.0, Ink::Plate)]
        });
        let mut marks: Vec<Mark> = points.collect();
        marks.extend(self.way_marks(&tried));
        if let Some(short) = &short {
            marks.extend(ghosts(&self.state, &self.state.moved_to(self.id, short.way.to), Ink::Close, None));
        }
        if let Some(measured) = tried.refusal.as_ref().and_then(|refusal| refusal.measured.as_ref()) {
            marks.extend(gauge_marks(&measured.gauge()));
        }
        let ink = if shown { Ink::Good } else { Ink::Bad };
        marks.push(words_at(self.below(tried.way.to), format!("{cost:.1} of {most:.1} in"), ink, 12.0));
        let spell = |order: &Order| Epstein::spell(&self.state, order);
        Trip {
            rests: Some(Spot::pose(tried.way.to)),
            words: format!("{cost:.2} in of {most:.2} in, {left:.2} in left"),
            share: Some(if most > 0.0 { cost / most } else { 1.0 }),
            spent: self.spent(&tried.way.steps),
            short: short.map(|short| spell(&short.way.order)),
            order: Some(spell(&tried.way.order)),
            dark: tried
                .refusal
                .as_ref()
                .map(|refusal| Remark { words: sentence(&refusal.fact), clause: Some(refusal.clause) }),
            refusal: tried.refusal.map(|refusal| Box::new(WireRefusal::of(&refusal))),
            marks,
            ..Trip::default()
        }
    }

    /// The place below the unit where the cost of its path is written.
    fn below(&self, at: Pose) -> Vec2 {
        let corners = self.state.moved_to(self.id, at).into_iter().flat_map(|(stand, pose)| {
            let (width, depth) = self.state.size_of(stand);
            footprint(pose, width, depth)
        });
        Vec2::new(at.at.x, corners.map(|corner| corner.y).fold(f32::INFINITY, f32::min))
    }

    /// The path, with the unit at its end.
    fn way_marks(&self, tried: &Tried) -> Vec<Mark> {
        let good = tried.refusal.is_none();
        let (ink, wash) = if good { (Ink::Way, Ink::GoodWash) } else { (Ink::Bad, Ink::BadWash) };
        let to = self.state.moved_to(self.id, tried.way.to);
        let mut marks = ghosts(&self.state, &to, ink, Some(wash));
        let pen = Pen::fine(ink, 2.0).dashed(8.0, 4.0);
        if tried.way.steps.is_empty() {
            let ways = to.iter().filter_map(|(stand, pose)| Some([self.state.pose(*stand)?.at, pose.at]));
            marks.extend(ways.map(|way| Mark::line(way, pen)));
            return marks;
        }
        let mover = Mover::new(&self.state, self.id);
        let mut at = self.start;
        let mut line = vec![at.at];
        for step in &tried.way.steps {
            let leg = mover.leg(at, *step);
            let parts: u8 = if matches!(leg, Leg::Turn { .. }) { 8 } else { 1 };
            line.extend((1..=parts).map(|k| leg.part(at, f32::from(k) / f32::from(parts)).at));
            at = leg.end(at);
        }
        marks.push(Mark::line(line, pen));
        marks
    }
}

impl PieceInHand for InHand {
    fn summary(&self) -> &PieceSummary {
        &self.lift
    }

    fn trip(&mut self, goal: Goal<'_>) -> Trip {
        if self.lift.refusal.is_some() {
            return Trip::default();
        }
        let pose = |spot: &Spot| pose_of(*spot, self.start.heading);
        let (Some(held), Some(via)) =
            (pose(&goal.to), goal.via.iter().map(pose).collect::<Option<Vec<Pose>>>())
        else {
            return Trip::default();
        };
        let charge = thrust::trip(&self.state, self.id, held);
        let tried = self.best(held, &via, !goal.free);
        // Who may go there without a charge, such as along an enemy that they touch already, goes there.
        if let Some(trip) = charge.filter(|_| tried.as_ref().is_none_or(|tried| tried.refusal.is_some())) {
            return trip;
        }
        let Some(tried) = tried else { return Trip::default() };
        let short = tried.refusal.is_some().then(|| self.nearest(held, &via)).flatten();
        self.told(tried, short, &via)
    }

    fn reach(&self, held: Spot) -> Option<ReachSearch> {
        if self.lift.refusal.is_some() {
            return None;
        }
        let heading = pose_of(held, self.start.heading)?.heading;
        let held = Self { lift: PieceSummary::default(), ..self.clone() };
        let marks = |lit: &Lit| lit_marks(&lit.cells, Ink::Reach, Pen::fine(Ink::ReachLine, 1.4));
        Some(Box::new(move |unwanted| {
            if let Some(marks) = held.of_lit(heading, marks) {
                return Some(marks);
            }
            let found = reach::lit(&held.state, held.id, held.bends(), heading, unwanted)?;
            let marks = marks(&found);
            held.lit.lock().unwrap_or_else(PoisonError::into_inner).push(found);
            Some(marks)
        }))
    }
}

/// A step that costs something, in words.
fn said(step: &Step) -> Option<String> {
    Some(match step {
        Step::Ahead(_) => "Ahead".to_owned(),
        Step::Back(_) => "Back, facing the enemy".to_owned(),
        Step::WheelLeft(degrees) => format!("Wheel left {degrees:.0}°"),
        Step::WheelRight(degrees) => format!("Wheel right {degrees:.0}°"),
        Step::Slide(_) => "Slide".to_owned(),
        Step::Shift(..) => "Shift".to_owned(),
        Step::Face(_) | Step::Dress => return None,
    })
}

/// Inches that it may go.
fn most(state: &State, id: GroupId, gait: Gait) -> f32 {
    if gait == Gait::Loose {
        skirmish::allowance(state, id, Formation::Skirmish)
    } else {
        allowance(state, id)
    }
}

/// Why it may not move at all, by any path.
fn refusal(state: &State, id: GroupId, gait: Gait) -> Option<Refusal> {
    let here = state.place(id);
    let order = match gait {
        Gait::Leader => Order::lead(state.key(id), here.at),
        // Tried on its own middle: if that is refused for where it stands, it may still go elsewhere.
        _ => return may_move(state, id),
    };
    judged(state, &order)
}

fn may_move(state: &State, id: GroupId) -> Option<Refusal> {
    // A path of no length is refused only after everything else.
    let order = Order::march(state.key(id), Vec::new());
    judged(state, &order).filter(|refusal| refusal.code != Code::BadOrder)
}

/// Why an order is refused; `None` if it is not refused before any dice.
pub fn judged(state: &State, order: &Order) -> Option<Refusal> {
    match Epstein::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal),
        Ok(_) | Err(Stop::NeedsDice(_) | Stop::BadDice(_)) => None,
    }
}

/// The pose of a spot; a bare point takes this heading.
pub fn pose_of(spot: Spot, heading: Heading) -> Option<Pose> {
    match spot {
        Spot::Pose { x, y, heading } => {
            Some(Pose::new(Vec2::new(x as f32, y as f32), Heading::from_exact_degrees(heading)))
        }
        Spot::Point { x, y } => Some(Pose::new(Vec2::new(x as f32, y as f32), heading)),
        Spot::Hex(_) | Spot::Faced { .. } => None,
    }
}
