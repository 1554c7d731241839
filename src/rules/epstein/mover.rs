//! A group that moves as one body: the leg of a step, its cost by ground, road and wheel (`epstein:5.14`, `epstein:5.22`,
//! `epstein:5.23`, `epstein:5.25`).
//!
//! Units: inches, radians.

use table::clip::united;
use table::{Body, Leg, Pose, Vec2};

use super::formation::Formation;
use super::ground::{About, Roads};
use super::kind::Arm;
use super::measure::{ANGLE_SLACK, DEGREE};
use super::options::{HillCost, SlideLeaves, WheelMeasure};
use super::order::Step;
use super::standing::skirmishes;
use super::state::{GroupId, State};

/// The farthest slide (`epstein:5.15`), in inches.
pub const SLIDE: f32 = 2.0;

/// Cost of an inch of retrograde movement (`epstein:3d.3`).
const RETROGRADE: f32 = 2.0;

/// Distance between the places tested for a road, in inches.
const LOOK: f32 = 0.25;

/// More than rounding adds to the cost of a leg, in inches.
pub const ROUNDING: f32 = 0.01;

/// Bisections of [`LOOK`] that find where a road begins or ends on a leg.
const HALVINGS: usize = 12;

/// A group that moves as one body.
#[derive(Debug)]
pub struct Mover<'s> {
    pub state: &'s State,
    pub id: GroupId,
    /// Its footprint about its place.
    pub body: Body,
}

impl<'s> Mover<'s> {
    pub fn new(state: &'s State, id: GroupId) -> Self {
        Self { state, id, body: state.body(id) }
    }

    /// The leg of a step from a place.
    pub fn leg(&self, at: Pose, step: Step) -> Leg {
        let (right, forward) = at.heading.axes();
        let (low, high) = bounds(&self.body);
        let wheel = |pivot: Vec2, degrees: f64| Leg::Turn { pivot, angle: degrees as f32 * DEGREE };
        match step {
            Step::Ahead(inches) => Leg::Slide(forward * inches as f32),
            Step::Back(inches) => Leg::Slide(-forward * inches as f32),
            Step::Slide(inches) => Leg::Slide(right * inches as f32),
            Step::Shift(x, y) => Leg::Slide(right * x as f32 + forward * y as f32),
            Step::WheelLeft(degrees) => wheel(Vec2::new(low.x, high.y), -degrees),
            Step::WheelRight(degrees) => wheel(high, degrees),
            Step::Face(degrees) => Leg::Turn { pivot: Vec2::ZERO, angle: degrees as f32 * DEGREE },
            Step::Dress => Leg::Slide(Vec2::ZERO),
        }
    }

    /// Length of a leg, ground aside; for a wheel the path of the outer front corner, or of the farthest one (`wheel_measure`).
    pub fn plain(&self, leg: Leg) -> f32 {
        match leg {
            Leg::Slide(delta) => delta.length(),
            Leg::Turn { pivot, angle } => self.outer(pivot).distance(pivot) * angle.abs(),
        }
    }

    /// The corner whose path a wheel costs.
    fn outer(&self, pivot: Vec2) -> Vec2 {
        let (low, high) = bounds(&self.body);
        let corners: Vec<Vec2> = match self.state.game.options.wheel_measure {
            WheelMeasure::FrontCorner => vec![Vec2::new(low.x, high.y), high],
            WheelMeasure::FarthestCorner => self.body.placed(Pose::at(0.0, 0.0, 0.0)).corners().collect(),
        };
        let outer = corners.into_iter().max_by(|a, b| a.distance(pivot).total_cmp(&b.distance(pivot)));
        outer.unwrap_or(high)
    }

    /// The ground that can affect a leg, or any part of it.
    pub fn ground_of(&self, at: Pose, leg: Leg) -> About<'_> {
        let (middle, reach) = swept(&self.body, at, leg);
        let reach = match leg {
            Leg::Slide(_) => reach,
            // The measured corner need not be a stand's.
            Leg::Turn { pivot, .. } => reach.max(self.outer(pivot).distance(pivot)),
        };
        self.state.game.ground.about(middle, reach)
    }

    /// The cost of a leg on this ground, friends aside: difficult ground, and double for all of it if it goes back (`epstein:5.14`).
    pub fn price_on(&self, about: &About<'_>, at: Pose, step: Step, leg: Leg) -> f32 {
        let on_road = self.road_spans(at, leg);
        let inches = match leg {
            Leg::Slide(delta) => {
                let corners = self.body.placed(at).corners();
                corners
                    .map(|corner| self.priced(about, [corner, corner + delta], &on_road))
                    .fold(0.0, f32::max)
            }
            Leg::Turn { pivot, angle } => {
                self.priced_wheel(about, (at, leg), self.outer(pivot), angle, &on_road)
            }
        };
        self.price_of(step, inches)
    }

    /// The cost of a step that takes so many inches.
    pub fn price_of(&self, step: Step, inches: f32) -> f32 {
        let price = if self.is_retrograde(step) { inches * RETROGRADE } else { inches };
        match step {
            // It costs the whole slide at least; the rest of the move may follow (`slide`).
            Step::Slide(_) if self.state.game.options.slide == SlideLeaves::ThenAdvance => {
                price.max(self.slide())
            }
            _ => price,
        }
    }

    /// What parts of a straight leg take; `None` if the leg is a turn, or if a road may carry the group.
    pub fn toll<'a>(&'a self, about: &'a About<'a>, at: Pose, leg: Leg) -> Option<Toll<'a>> {
        let Leg::Slide(delta) = leg else { return None };
        if self.is_narrow() && !self.roads(at, leg).is_empty() {
            return None;
        }
        let corners = self.body.placed(at).corners();
        let known = corners.map(|corner| (corner, 0.0, 0.0)).collect();
        Some(Toll { mover: self, about, length: delta.length(), known })
    }

    /// The longest slide in this period; control halves it too (`epstein:16.2`).
    pub fn slide(&self) -> f32 {
        SLIDE * super::control::share(self.state, self.id)
    }

    /// The cost of a corner's straight path, of which these parts are on a road.
    fn priced(&self, about: &About<'_>, [from, to]: [Vec2; 2], on_road: &[(f32, f32)]) -> f32 {
        let length = from.distance(to);
        let (mut cost, mut done) = (0.0, 0.0);
        for (begin, end) in on_road.iter().copied().chain([(1.0, 1.0)]) {
            if begin > done {
                cost += self.ground(about, [from.lerp(to, done), from.lerp(to, begin)]);
            }
            cost += (end - begin) * length;
            done = end;
        }
        cost
    }

    /// The cost of a corner's path on a wheel, in pieces of at most a degree: the error is under a thousandth of an inch.
    fn priced_wheel(
        &self,
        about: &About<'_>,
        (at, leg): (Pose, Leg),
        outer: Vec2,
        angle: f32,
        on_road: &[(f32, f32)],
    ) -> f32 {
        let pieces = (angle.abs() / DEGREE).ceil().max(1.0) as u16;
        let part = |piece: u16| f32::from(piece) / f32::from(pieces);
        let point = |piece: u16| leg.part(at, part(piece)).to_table(outer);
        let (mut chord, mut priced) = (0.0, 0.0);
        for piece in 0..pieces {
            let way = [point(piece), point(piece + 1)];
            let middle = (part(piece) + part(piece + 1)) / 2.0;
            let is_on = on_road.iter().any(|(begin, end)| (*begin..=*end).contains(&middle));
            chord += way[0].distance(way[1]);
            priced += if is_on { way[0].distance(way[1]) } else { self.ground(about, way) };
        }
        if chord > 0.0 { priced * self.plain(leg) / chord } else { 0.0 }
    }

    /// Inches of allowance that a point needs for this path.
    fn ground(&self, about: &About<'_>, way: [Vec2; 2]) -> f32 {
        ground_cost(self.state, self.id, about, way)
    }

    /// Does it go back, facing the enemy: more than 90 degrees off its heading (`epstein:5.14`)? Squares have no rear.
    pub fn is_retrograde(&self, step: Step) -> bool {
        if self.state.group(self.id).formation == Formation::Square {
            return false;
        }
        match step {
            Step::Back(_) => true,
            Step::Shift(x, y) => goes_back(Vec2::new(x as f32, y as f32)),
            Step::Ahead(_)
            | Step::Slide(_)
            | Step::WheelLeft(_)
            | Step::WheelRight(_)
            | Step::Face(_)
            | Step::Dress => false,
        }
    }

    /// Is it one stand wide, so that a road helps it (`epstein:5.22`)?
    pub fn is_narrow(&self) -> bool {
        let group = self.state.group(self.id);
        group.formation.abreast(group.stands.len()) == 1 && !skirmishes(self.state, self.id)
    }

    /// The parts of a leg where the front edge meets a road (`epstein:5.22`); empty unless the unit is one stand wide.
    pub fn road_spans(&self, at: Pose, leg: Leg) -> Vec<(f32, f32)> {
        let length = leg.length(&self.body);
        if length <= 0.0 || !self.is_narrow() {
            return Vec::new();
        }
        let roads = self.roads(at, leg);
        if roads.is_empty() {
            return Vec::new();
        }
        let (low, high) = bounds(&self.body);
        let is_on = |t: f32| {
            let pose = leg.part(at, t);
            let edge = [Vec2::new(low.x, high.y), high].map(|corner| pose.to_table(corner));
            roads.meet(edge)
        };
        let steps = (length / LOOK).ceil().max(1.0) as u16;
        let part = |step: u16| f32::from(step) / f32::from(steps);
        let mut spans = Vec::new();
        for step in 0..steps {
            let (from, to) = (part(step), part(step + 1));
            match (is_on(from), is_on(to)) {
                (true, true) => spans.push((from, to)),
                (true, false) => spans.push((from, boundary(from, to, &is_on))),
                (false, true) => spans.push((boundary(to, from, &is_on), to)),
                (false, false) => {}
            }
        }
        united(spans)
    }

    /// The roads that its front edge may meet on a leg.
    fn roads(&self, at: Pose, leg: Leg) -> Roads {
        let (middle, reach) = swept(&self.body, at, leg);
        // A corner of the whole may lie farther off than any stand.
        self.state.game.ground.roads_near(middle, reach * 1.5)
    }

    /// Inches of a leg on a road.
    pub fn inches_on_road(&self, at: Pose, leg: Leg) -> f32 {
        let share: f32 = self.road_spans(at, leg).iter().map(|(from, to)| to - from).sum();
        self.plain(leg) * share
    }
}

/// What the corners of a group take for parts of a straight leg. A stretch takes its length at least, and at most that on
/// difficult ground: so what a corner takes is worked out only where it decides.
#[derive(Debug)]
pub struct Toll<'a> {
    mover: &'a Mover<'a>,
    about: &'a About<'a>,
    length: f32,
    /// Each corner, and the inches that it takes for a fraction of the leg.
    known: Vec<(Vec2, f32, f32)>,
}

impl Toll<'_> {
    /// Does no corner take more for this part of the leg, a fraction of it, than can be paid?
    pub fn is_paid(&mut self, part: Vec2, t: f32, pays: impl Fn(f32) -> bool) -> bool {
        let Self { mover, about, length, known } = self;
        let rate = mover.state.game.options.difficult_cost;
        known.iter_mut().all(|(corner, fraction, inches)| {
            let more = (t - *fraction) * *length;
            let (least, most) = (more.min(more * rate), more.max(more * rate));
            if pays(*inches + most + ROUNDING) || !pays(*inches + least - ROUNDING) {
                return pays(*inches + most + ROUNDING);
            }
            (*fraction, *inches) = (t, mover.priced(about, [*corner, *corner + part], &[]));
            pays(*inches)
        })
    }
}

/// The last value, going from `on` towards `off`, for which `is_on` still holds; it holds at `on` and not at `off`.
fn boundary(mut on: f32, mut off: f32, is_on: &impl Fn(f32) -> bool) -> f32 {
    for _ in 0..HALVINGS {
        let middle = (on + off) / 2.0;
        if is_on(middle) { on = middle } else { off = middle }
    }
    on
}

/// Does a direction, given as right and ahead, go back by more than 90 degrees (`epstein:5.14`)?
pub fn goes_back(way: Vec2) -> bool {
    way.y < -way.length() * ANGLE_SLACK.sin()
}

/// Does it go on foot, as infantry or gunners without their gun? Ground difficult only for horses and wheels does not slow it.
pub fn goes_on_foot(state: &State, id: GroupId) -> bool {
    match state.arm(id) {
        Arm::Infantry => true,
        Arm::Artillery => state.group(id).on_foot,
        Arm::Cavalry | Arm::Command => false,
    }
}

/// Inches of allowance for the path of a point of a group (`epstein:5.23`).
pub fn ground_cost(state: &State, id: GroupId, about: &About<'_>, way: [Vec2; 2]) -> f32 {
    let options = &state.game.options;
    let foot = goes_on_foot(state, id);
    about.cost(way, options.difficult_cost, foot, options.hill_cost == HillCost::Uphill)
}

/// A circle that a leg stays in: its middle and radius in inches.
pub fn swept(body: &Body, at: Pose, leg: Leg) -> (Vec2, f32) {
    match leg {
        Leg::Slide(delta) => (at.at + delta / 2.0, delta.length() / 2.0 + body.reach()),
        Leg::Turn { pivot, .. } => (at.to_table(pivot), body.radius_about(pivot)),
    }
}

/// The rear left and front right corner of a body's bounding rectangle about its origin.
pub fn bounds(body: &Body) -> (Vec2, Vec2) {
    let corners = body.placed(Pose::at(0.0, 0.0, 0.0)).corners();
    corners
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), corner| (low.min(corner), high.max(corner)))
}
