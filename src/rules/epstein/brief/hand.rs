//! A unit in hand: what it may spend, the path it would take, the enemy it would charge. Units: inches.

use std::sync::{Arc, OnceLock};

use crate::formation::Formation;
use crate::kind::Arm;
use crate::movement::{Purpose, bounds, walk};
use crate::moving::allowance;
use crate::order::{Order, StandWay, Step};
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::rule_set::Epstein;
use crate::skirmish;
use crate::standing::skirmishes;
use crate::state::{GroupId, State};
use dice::Dry;
use drawing::{Ink, Length, Mark, Pen, footprint, gauge_marks, words_at};
use game::{
    Codec as _, Goal, PieceInHand, PieceSummary, ReachSearch, RuleSet as _, Spent, Spot, Stop, Trip,
    WireRefusal,
};
use table::{Heading, Leg, Pose, Vec2};

use super::reach;
use super::routes::Walker;
use super::sketch::ghosts;
use super::thrust;

/// Number of bisections that find the farthest place a unit reaches.
const FINE: u8 = 9;

/// How a group moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gait {
    /// As one body: ahead, by wheels, sideways, backwards.
    Formed,
    /// As one body, in any direction.
    Square,
    /// Each stand straight to its own place.
    Loose,
    Leader,
}

/// A unit in hand.
#[derive(Debug)]
pub struct InHand {
    state: State,
    id: GroupId,
    gait: Gait,
    start: Pose,
    lift: PieceSummary,
    /// Where it may end, once found; independent of the heading at which it is held.
    lit: Arc<OnceLock<Vec<Mark>>>,
}

/// A path that was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    pub order: Order,
    pub steps: Vec<Step>,
    pub to: Pose,
    pub cost: f32,
    pub refusal: Option<Refusal>,
}

impl InHand {
    pub fn new(state: &State, id: GroupId) -> Self {
        let gait = gait(state, id);
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
        Self { state: state.clone(), id, gait, start, lift, lit: Arc::default() }
    }

    /// The ends of the rays around it, each as far as it may go (`epstein:5.1`), clockwise from its heading.
    pub fn ends(&self) -> Vec<Vec2> {
        if self.lift.refusal.is_some() {
            return Vec::new();
        }
        let (formed, most) = (self.gait == Gait::Formed, self.most());
        reach::ends(&self.state, self.id, formed, most, &|| false).unwrap_or_default()
    }

    /// Inches that it may go.
    pub fn most(&self) -> f32 {
        most(&self.state, self.id, self.gait)
    }

    /// The cheapest legal path to a place; if none is legal, the shortest one with the reason.
    pub fn way_to(&self, goal: Pose) -> Option<Tried> {
        self.best(goal, &[], false)
    }

    fn walker(&self, at: Pose, faced: bool, drawn: bool) -> Walker {
        let (low, high) = bounds(&self.state.body(self.id));
        Walker {
            at,
            left: Vec2::new(low.x, high.y),
            right: high,
            faced,
            slides: self.state.group(self.id).formation.is_formed(),
            drawn,
        }
    }

    /// The paths to a goal by way of some places; each place but the last is reached by a wheel and a straight move.
    fn ways(&self, goal: Pose, via: &[Pose], drawn: bool) -> Vec<Vec<Step>> {
        let mut so_far: Vec<Step> = Vec::new();
        let mut at = self.start;
        for point in via {
            let walker = self.walker(at, true, false);
            let toward = Pose::new(point.at, at.heading);
            let facing = |steps: &Vec<Step>| walker.end(steps).heading.angle_to(toward.heading);
            // Any heading will do there: it goes on from that place.
            let any = [0.0, 20.0, -20.0, 45.0, -45.0, 80.0, -80.0].iter().flat_map(|turn: &f32| {
                walker.ways(Pose::new(point.at, at.heading.turned(turn.to_radians())))
            });
            let Some(steps) = any.min_by(|a, b| facing(a).total_cmp(&facing(b))) else { continue };
            at = walker.end(&steps);
            so_far.extend(steps);
        }
        let walker = self.walker(at, false, drawn);
        let mut rest = walker.ways(goal);
        if rest.is_empty() {
            rest.extend(walker.toward(goal));
        }
        rest.into_iter().map(|steps| so_far.iter().copied().chain(steps).collect()).collect()
    }

    /// The cheapest legal path to this place; if none is legal, the shortest one with the reason.
    fn best(&self, goal: Pose, via: &[Pose], drawn: bool) -> Option<Tried> {
        match self.gait {
            Gait::Formed => {
                let mut first: Option<Tried> = None;
                let mut best: Option<Tried> = None;
                for steps in self.ways(goal, via, drawn) {
                    let tried = self.walked(steps);
                    if tried.refusal.is_none()
                        && best.as_ref().is_none_or(|best| tried.cost < best.cost - 0.005)
                    {
                        best = Some(tried);
                    } else if first.is_none() {
                        first = Some(tried);
                    }
                }
                best.or(first)
            }
            Gait::Square => {
                let local = self.start.to_local(goal.at);
                let round = |x: f32| (f64::from(x) * 100.0).round() / 100.0;
                let (x, y) = (round(local.x), round(local.y));
                (x != 0.0 || y != 0.0).then(|| self.walked(vec![Step::Shift(x, y)]))
            }
            Gait::Loose => self.loosely(goal),
            Gait::Leader => {
                let to = (f64::from(goal.at.x), f64::from(goal.at.y));
                let order = Order::Lead { leader: self.state.key(self.id), to };
                let cost = goal.at.distance(self.start.at);
                let to = Pose::new(goal.at, self.start.heading);
                let refusal = judged(&self.state, &order);
                Some(Tried { order, steps: Vec::new(), to, cost, refusal })
            }
        }
    }

    /// The result of walking these steps.
    fn walked(&self, steps: Vec<Step>) -> Tried {
        let order = Order::march(self.state.key(self.id), steps.clone());
        let open = self.walker(self.start, false, false);
        match walk(&self.state, self.id, &steps, Purpose::Move) {
            Ok(walked) => {
                let refusal = judged(&self.state, &order);
                Tried { order, steps, to: walked.to, cost: walked.cost, refusal }
            }
            Err(refusal) => {
                let (to, cost) = (open.end(&steps), open.length(&steps));
                // The cost is measured on this ground, as far as it was walked.
                let over = refusal.measured.as_ref().filter(|_| refusal.code == Code::OverAllowance);
                let cost = over.map_or(cost, |over| cost.max(over.value));
                Tried { order, steps, to, cost, refusal: Some(refusal) }
            }
        }
    }

    /// Skirmishers: each stand goes straight to its place in the row where it is held.
    fn loosely(&self, goal: Pose) -> Option<Tried> {
        let to = self.state.moved_to(self.id, goal);
        let far = |(stand, pose): &(StandId, Pose)| {
            self.state.pose(*stand).map_or(0.0, |here| here.at.distance(pose.at))
        };
        let turned = goal.heading.angle_to(self.start.heading) > 0.004;
        if !turned && to.iter().all(|one| far(one) < 0.02) {
            return None;
        }
        let way = |(stand, pose): &(StandId, Pose)| StandWay {
            stand: self.state.game.stand(*stand).key.clone(),
            to: (f64::from(pose.at.x), f64::from(pose.at.y), pose.heading.exact_degrees()),
        };
        let order = Order::ways(self.state.key(self.id), to.iter().map(way).collect());
        let refusal = judged(&self.state, &order);
        let cost = to.iter().map(far).fold(0.0, f32::max);
        Some(Tried { order, steps: Vec::new(), to: goal, cost, refusal })
    }

    /// The nearest place to the goal that it reaches, straight from where it stands.
    fn nearest(&self, goal: Pose, via: &[Pose]) -> Option<Tried> {
        let (mut low, mut high, mut found) = (0.0_f32, 1.0_f32, None);
        for _ in 0..FINE {
            let middle = (low + high) / 2.0;
            let part = Pose::new(self.start.at.lerp(goal.at, middle), goal.heading);
            match self.best(part, via, false).filter(|tried| tried.refusal.is_none()) {
                Some(tried) => {
                    low = middle;
                    found = Some(tried);
                }
                None => high = middle,
            }
        }
        found
    }

    /// The steps of a path, each with its cost.
    fn spent(&self, tried: &Tried) -> Vec<Spent> {
        let walker = self.walker(self.start, false, false);
        let mut before = 0.0;
        let mut found = Vec::new();
        for count in 1..=tried.steps.len() {
            let steps = &tried.steps[..count];
            let Ok(walked) = walk(&self.state, self.id, steps, Purpose::Charge) else { return Vec::new() };
            let (cost, gone) = (walked.cost - before, walker.length(&steps[count - 1..]));
            before = walked.cost;
            let Some(what) = said(&steps[count - 1]) else { continue };
            let dear = if cost > gone + 0.02 && !matches!(steps[count - 1], Step::Back(_)) {
                ", hard going"
            } else {
                ""
            };
            let ground = format!("{what}{dear}");
            found.push(Spent { ground, gone: format!("{gone:.2} in"), cost: format!("{cost:.2} in") });
        }
        found
    }

    fn told(&self, tried: Tried, short: Option<Tried>, via: &[Pose]) -> Trip {
        let most = match &tried.refusal {
            None if self.gait == Gait::Formed || self.gait == Gait::Square => {
                walk(&self.state, self.id, &tried.steps, Purpose::Move).map_or(0.0, |walked| walked.allowance)
            }
            _ => most(&self.state, self.id, self.gait),
        };
        let left = (most - tried.cost).max(0.0);
        let shown = tried.refusal.is_none();
        let points = via.iter().flat_map(|point| {
            let dot = |size, ink| Mark::dot(point.at, Length::points(size), ink);
            [dot(5.0, Ink::Way), dot(2.0, Ink::Plate)]
        });
        let mut marks: Vec<Mark> = points.collect();
        marks.extend(self.way_marks(&tried));
        if let Some(short) = &short {
            marks.extend(ghosts(&self.state, &self.state.moved_to(self.id, short.to), Ink::Close, None));
        }
        if let Some(measured) = tried.refusal.as_ref().and_then(|refusal| refusal.measured.as_ref()) {
            marks.extend(gauge_marks(&measured.gauge()));
        }
        let ink = if shown { Ink::Good } else { Ink::Bad };
        marks.push(words_at(self.below(tried.to), format!("{:.1} of {most:.1} in", tried.cost), ink, 12.0));
        let spell = |order: &Order| Epstein::spell(&self.state, order);
        Trip {
            rests: Some(Spot::pose(tried.to)),
            words: format!("{:.2} in of {most:.2} in, {left:.2} in left", tried.cost),
            share: Some(if most > 0.0 { tried.cost / most } else { 1.0 }),
            spent: self.spent(&tried),
            short: short.map(|short| spell(&short.order)),
            order: Some(spell(&tried.order)),
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
        let to = self.state.moved_to(self.id, tried.to);
        let mut marks = ghosts(&self.state, &to, ink, Some(wash));
        let pen = Pen::fine(ink, 2.0).dashed(8.0, 4.0);
        if tried.steps.is_empty() {
            let ways = to.iter().filter_map(|(stand, pose)| Some([self.state.pose(*stand)?.at, pose.at]));
            marks.extend(ways.map(|way| Mark::line(way, pen)));
            return marks;
        }
        let walker = self.walker(self.start, false, false);
        let mut at = self.start;
        let mut line = vec![at.at];
        for step in &tried.steps {
            let leg = walker.leg(at, *step);
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
        if let Some(trip) = thrust::trip(&self.state, self.id, held) {
            return trip;
        }
        let Some(tried) = self.best(held, &via, !goal.free) else { return Trip::default() };
        let short = tried.refusal.is_some().then(|| self.nearest(held, &via)).flatten();
        self.told(tried, short, &via)
    }

    fn reach(&self, _held: Spot) -> Option<ReachSearch> {
        if self.lift.refusal.is_some() {
            return None;
        }
        let (state, id, lit) = (self.state.clone(), self.id, Arc::clone(&self.lit));
        let (formed, most) = (self.gait == Gait::Formed, self.most());
        Some(Box::new(move |unwanted| {
            if lit.get().is_none() {
                let found = reach::marks(&state, id, formed, most, unwanted)?;
                lit.set(found).ok();
            }
            lit.get().cloned()
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

/// How a group moves.
fn gait(state: &State, id: GroupId) -> Gait {
    let group = state.group(id);
    match (state.arm(id), group.formation) {
        (Arm::Command, _) => Gait::Leader,
        (_, Formation::Square) => Gait::Square,
        (Arm::Infantry | Arm::Cavalry, _) if skirmishes(state, id) => Gait::Loose,
        _ => Gait::Formed,
    }
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
        Gait::Leader => {
            let to = (f64::from(here.at.x), f64::from(here.at.y));
            Order::Lead { leader: state.key(id), to }
        }
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
