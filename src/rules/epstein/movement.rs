//! Moves: the allowance of a group, and the cost of its path (`epstein:5.1` to `epstein:5.25`).
//!
//! Units: inches, radians.

use game::Clause;
use game::working::Note;
use scenario::Side;
use table::sweep::first_deeper;
use table::{Body, Leg, Pose, Vec2};

use super::advance;
use super::event::{Event, Mark};
use super::form;
use super::formation::Formation;
use super::kind::Arm;
use super::measure::{SLACK, at_most, within};
use super::mover::{Mover, ROUNDING, swept};
use super::moving::{allowance, check_may_move, check_may_move_on, has_moved};
use super::options::{Interpenetration, RoadBonus, SlideLeaves};
use super::order::Step;
use super::refusal::{Code, Refusal};
use super::river;
use super::room::overlapped;
use super::roster::{StandId, UnitId};
use super::scratch::{Judged, Scratch};
use super::skirmish::{check_marching, refuses_march};
use super::standing::skirmishes;
use super::state::{GroupId, State};

pub use super::mover::{SLIDE, bounds};
pub use super::obstacles::Purpose;

/// Bonus for a move on a road (`epstein:5.22`), in inches.
const ROAD: f32 = 3.0;

/// Cost of passing through a friendly unit (`epstein:5.11`), in inches.
const PASSAGE: f32 = 2.0;

/// Maximum number of steps in a move.
const MOST_STEPS: usize = 40;

/// Share of a path on a road that counts as all of it.
const WHOLE: f32 = 0.999;

/// A path that has been walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// The final place and heading of the unit.
    pub to: Pose,
    /// The legs, relative to the unit's place.
    pub legs: Vec<Leg>,
    pub cost: f32,
    pub allowance: f32,
    /// The road bonus in the allowance (`epstein:5.22`).
    pub bonus: f32,
    /// Friendly units that it passes through (`epstein:5.11`).
    pub passed: Vec<UnitId>,
    pub notes: Vec<Note>,
}

impl Walked {
    /// `, through 2/7th Infantry`; empty if it passes nobody.
    pub fn through(&self, state: &State) -> String {
        say_through(state, &self.passed)
    }
}

fn say_through(state: &State, passed: &[UnitId]) -> String {
    if passed.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = passed.iter().map(|unit| state.game.unit(*unit).short.as_str()).collect();
    format!(", through {}", names.join(" and "))
}

/// Walks a path: its cost, and whether it is clear.
///
/// # Errors
///
/// If it is not clear, with the first obstacle, the clause, and the last legal place.
pub fn walk(state: &State, id: GroupId, way: &[Step], purpose: Purpose) -> Result<Walked, Refusal> {
    Walk::new(state, id, purpose).go(way)
}

/// A path as far as it has been walked.
#[derive(Clone, Debug)]
pub struct Stage {
    pub at: Pose,
    /// Inches of the allowance.
    pub cost: f32,
    /// Has it used its one free facing (`epstein:5.5`)?
    pub faced: bool,
    slid: bool,
    legs: Vec<Leg>,
    passed: Vec<UnitId>,
    /// Inches gone, and those of them on a road (`epstein:5.22`).
    pub gone: f32,
    on_road: f32,
}

/// May the path be walked? As [`walk`], without the reason and the place where it would end.
pub fn may_walk(state: &State, id: GroupId, way: &[Step], purpose: Purpose) -> bool {
    Walk { tells: false, ..Walk::new(state, id, purpose) }.go(way).is_ok()
}

/// A walk in progress.
#[derive(Debug)]
pub struct Walk<'s> {
    state: &'s State,
    id: GroupId,
    purpose: Purpose,
    side: Side,
    pub mover: Mover<'s>,
    start: Pose,
    now: Stage,
    /// Without the road bonus.
    own: f32,
    allowance: f32,
    /// Is a refusal told? If not, its details may be anything, and the inches of a group one stand wide are not known.
    tells: bool,
}

impl<'s> Walk<'s> {
    pub fn new(state: &'s State, id: GroupId, purpose: Purpose) -> Self {
        let start = state.place(id);
        let own = allowance(state, id);
        let now = Stage {
            at: start,
            cost: 0.0,
            faced: state.group(id).marks.faced,
            slid: false,
            legs: Vec::new(),
            passed: Vec::new(),
            gone: 0.0,
            on_road: 0.0,
        };
        let (side, mover) = (state.side(id), Mover::new(state, id));
        Self { state, id, purpose, side, mover, start, now, own, allowance: own, tells: true }
    }

    /// Inches that it may go without a road.
    pub fn own(&self) -> f32 {
        self.own
    }

    /// The most inches that it may go in all from this stage: more than its own only if a road may carry it.
    pub fn most(&self, from: &Stage) -> f32 {
        let far = match self.state.game.options.road_bonus {
            RoadBonus::WholeMove if from.on_road < from.gone * WHOLE => return self.own,
            RoadBonus::WholeMove => 0.0,
            RoadBonus::ProRata => self.own + ROAD,
        };
        // The whole of a unit may reach farther than any stand.
        let roads = || self.state.game.ground.roads_near(from.at.at, far + self.mover.body.reach() * 1.5);
        if self.mover.is_narrow() && !roads().is_empty() { self.own + ROAD } else { self.own }
    }

    /// Goes on from a stage as [`Walk::go_on`] does, without the reason; `None` if the steps are not clear.
    pub fn may_go_on(&mut self, from: &Stage, way: &[Step]) -> Option<&Stage> {
        self.tells = false;
        self.now.clone_from(from);
        self.allowance = self.own;
        let mut gone = way.iter().try_for_each(|step| self.step(*step));
        // A road is looked for only where its bonus decides.
        let short = gone.as_ref().is_err_and(|refusal| refusal.code == Code::OverAllowance);
        if short && self.mover.is_narrow() && self.begins_on_road(from, way) {
            self.now.clone_from(from);
            gone = self.walk(way).map(|_| ());
        }
        self.tells = true;
        gone.ok().map(|()| &self.now)
    }

    /// May there be a bonus for these steps: is the whole path up to the first of them on a road?
    fn begins_on_road(&self, from: &Stage, way: &[Step]) -> bool {
        let faces = way.iter().take_while(|step| matches!(step, Step::Face(_)));
        let at = faces.fold(from.at, |at, step| self.mover.leg(at, *step).end(at));
        let (low, high) = bounds(&self.mover.body);
        let edge = [Vec2::new(low.x, high.y), high].map(|corner| at.to_table(corner));
        match self.state.game.options.road_bonus {
            RoadBonus::WholeMove => {
                from.on_road >= from.gone * WHOLE && self.state.game.ground.meets_road(edge)
            }
            RoadBonus::ProRata => true,
        }
    }

    /// How far it has gone.
    pub fn stage(&self) -> &Stage {
        &self.now
    }

    /// Goes on from a stage; where it may end is not checked.
    ///
    /// # Errors
    ///
    /// If the steps are not clear, with the first obstacle.
    pub fn go_on(&mut self, from: &Stage, way: &[Step]) -> Result<&Stage, Refusal> {
        self.now.clone_from(from);
        self.walk(way)?;
        Ok(&self.now)
    }

    /// The steps from where it is; returns the road bonus of the whole path.
    fn walk(&mut self, way: &[Step]) -> Result<f32, Refusal> {
        let (gone, on_road) = self.inches(way);
        let bonus = self.bonus(gone, on_road);
        self.allowance = self.own + bonus;
        for step in way {
            self.step(*step)?;
        }
        (self.now.gone, self.now.on_road) = (gone, on_road);
        Ok(bonus)
    }

    fn name(&self) -> String {
        self.state.say(self.id)
    }

    fn go(mut self, way: &[Step]) -> Result<Walked, Refusal> {
        if way.is_empty() || way.len() > MOST_STEPS || !way.iter().all(is_step) {
            let fact = format!("{} has no way that anybody could walk", self.name());
            let remedy = format!("Give 1 to {MOST_STEPS} steps, each of a positive length, dressing first");
            return Err(Refusal::new(Code::BadOrder, "epstein:5.25", fact, remedy));
        }
        let bonus = self.walk(way)?;
        self.end()?;
        Ok(Walked {
            to: self.now.at,
            notes: vec![self.bill()],
            legs: self.now.legs,
            cost: self.now.cost,
            allowance: self.allowance,
            bonus,
            passed: self.now.passed,
        })
    }

    /// Inches gone after these steps, and those of them on a road.
    fn inches(&self, way: &[Step]) -> (f32, f32) {
        let Stage { mut at, mut gone, mut on_road, .. } = self.now;
        for step in way {
            let leg = self.mover.leg(at, *step);
            if !matches!(step, Step::Face(_)) {
                gone += self.mover.plain(leg);
                on_road += self.mover.inches_on_road(at, leg);
            }
            at = leg.end(at);
        }
        (gone, on_road)
    }

    /// The road bonus: in full if the whole path is on a road, or pro rata (`epstein:5.22`).
    fn bonus(&self, gone: f32, on_road: f32) -> f32 {
        let share = if gone > 0.0 { on_road / gone } else { 0.0 };
        match self.state.game.options.road_bonus {
            RoadBonus::WholeMove if share > WHOLE => ROAD,
            RoadBonus::WholeMove => 0.0,
            RoadBonus::ProRata => ROAD * share,
        }
    }

    fn step(&mut self, step: Step) -> Result<(), Refusal> {
        self.check_step(step)?;
        let leg = self.mover.leg(self.now.at, step);
        if matches!(step, Step::Face(_)) {
            self.mover.check_faced(self.now.at, leg.end(self.now.at))?;
        } else {
            let through = self.through(leg);
            let cost = self.now.cost + self.passage(&through) + self.price(step, leg);
            let stands = self.state.overruled.has(self.allowance_clause(step));
            let affords = match stands || within(cost, self.allowance) {
                true => None,
                false if self.tells => Some(self.affords(step, leg, !through.is_empty())),
                false => return Err(self.too_far(step, leg, cost, 0.0)),
            };
            // The first obstacle on the path is the one that counts.
            let gone = affords.map_or(leg, |part| leg.shortened(part));
            self.mover.check_clear(self.now.at, gone, self.purpose)?;
            if let Some(part) = affords {
                return Err(self.too_far(step, leg, cost, part));
            }
            self.now.cost = cost;
            self.now.passed.extend(through);
        }
        self.now.at = leg.end(self.now.at);
        self.now.legs.push(leg);
        Ok(())
    }

    /// The cost of a leg, friends aside.
    fn price(&self, step: Step, leg: Leg) -> f32 {
        let ground = self.mover.ground_of(self.now.at, leg);
        match self.tells || !ground.is_open() {
            true => self.mover.price_on(&ground, self.now.at, step, leg),
            false => self.mover.price_of(step, self.mover.plain(leg)),
        }
    }

    /// Checks that this formation may make the step, and has not used it up.
    fn check_step(&mut self, step: Step) -> Result<(), Refusal> {
        let formation = self.state.group(self.id).formation;
        let name = self.name();
        let overruled = &self.state.overruled;
        let wrong = |clause, fact: String, remedy: &str| {
            Refusal::new(Code::WrongFormation, clause, fact, remedy).unless(overruled)
        };
        let square = formation == Formation::Square && self.state.group(self.id).stands.len() > 1;
        let loose = skirmishes(self.state, self.id) || square;
        let whole = self.now.slid && self.state.game.options.slide == SlideLeaves::WholeMove;
        match step {
            Step::Shift(..) if !loose => {
                let fact = format!("{name} is in {} and does not move obliquely", formation.words());
                wrong("epstein:5.25", fact, "Go ahead, wheel, face, slide or go back")
            }
            Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_) if square => {
                let fact = format!("{name} is in square and keeps its headings");
                wrong("epstein:12.2", fact, "Shift it up to 4 in in any direction")
            }
            Step::Face(_) if self.now.faced => {
                let fact = format!("{name} has changed its facing in this move");
                wrong("epstein:5.5", fact, "Wheel it, or leave the second change out")
            }
            Step::Face(_) => {
                self.now.faced = true;
                Ok(())
            }
            Step::Slide(inches) => self.check_slide(inches as f32),
            Step::Ahead(_) | Step::Back(_) | Step::WheelLeft(_) | Step::WheelRight(_) | Step::Shift(..)
                if whole =>
            {
                let fact = format!("{name} slides, and that is its whole move");
                wrong("epstein:5.15", fact, "Slide it, or move it otherwise")
            }
            Step::Dress => {
                let fact = format!("{name} dresses in the midst of its way");
                Err(Refusal::new(Code::BadOrder, "epstein:g.10", fact, "Dress it first"))
            }
            Step::Ahead(_) | Step::Back(_) | Step::WheelLeft(_) | Step::WheelRight(_) | Step::Shift(..) => {
                Ok(())
            }
        }
    }

    /// Checks a slide: units in line or column slide once, up to 2 in, which is the whole move (`epstein:5.15`).
    fn check_slide(&mut self, inches: f32) -> Result<(), Refusal> {
        let name = self.name();
        let most = self.mover.slide();
        let overruled = &self.state.overruled;
        let refuse = |code, fact: String, remedy: String| {
            Refusal::new(code, "epstein:5.15", fact, remedy).unless(overruled)
        };
        if !self.state.group(self.id).formation.is_formed() {
            let fact = format!("{name} is in no line or column, and only those slide");
            refuse(Code::WrongFormation, fact, "Move it otherwise".to_owned())?;
        }
        if !within(inches.abs(), most) {
            let fact = format!("{name} may slide {most:.2} in, not {:.2} in", inches.abs());
            let end = self.now.at.moved(self.now.at.heading.right() * most.copysign(inches));
            let measured = at_most("slide", [self.now.at.at, end.at], inches.abs(), most);
            let remedy = format!("Slide it {most:.2} in or less");
            Refusal::new(Code::OverAllowance, "epstein:5.15", fact, remedy)
                .with(measured)
                .last_legal(end)
                .unless(overruled)?;
        }
        if self.now.slid {
            let remedy = format!("Slide it once, up to {most:.2} in");
            refuse(Code::WrongFormation, format!("{name} has slid in this move"), remedy)?;
        }
        if self.state.game.options.slide == SlideLeaves::WholeMove && self.now.cost > 0.0 {
            let fact = format!("{name} has gone {:.2} in, and a slide is the whole move", self.now.cost);
            refuse(Code::WrongFormation, fact, "Slide it, or move it otherwise".to_owned())?;
        }
        self.now.slid = true;
        Ok(())
    }

    /// The share of a leg that the allowance pays for, if the leg is too long; `passes`: it goes through friends.
    fn affords(&self, step: Step, leg: Leg, passes: bool) -> f32 {
        let ground = self.mover.ground_of(self.now.at, leg);
        let mut toll = self.mover.toll(&ground, self.now.at, leg);
        let mut affords = |t: f32| {
            let part = leg.shortened(t);
            // No inch costs less than one.
            if self.now.cost + self.mover.plain(part) > self.allowance + ROUNDING {
                return false;
            }
            let passage = if passes { self.passage(&self.through(part)) } else { 0.0 };
            let pays = |price: f32| self.now.cost + passage + price <= self.allowance;
            match (&mut toll, part) {
                (Some(toll), Leg::Slide(part)) => {
                    toll.is_paid(part, t, |inches| pays(self.mover.price_of(step, inches)))
                }
                _ => pays(self.mover.price_on(&ground, self.now.at, step, part)),
            }
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..16 {
            let middle = (low + high) / 2.0;
            if affords(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// The refusal of a move beyond the allowance, with the last place within it: this share of the leg.
    fn too_far(&self, step: Step, leg: Leg, cost: f32, part: f32) -> Refusal {
        let last = leg.part(self.now.at, part);
        let going = match self.state.arm(self.id) {
            Arm::Infantry | Arm::Cavalry => format!(" in {}", self.state.group(self.id).formation.words()),
            Arm::Artillery | Arm::Command => String::new(),
        };
        let allowance = self.allowance;
        let fact = format!("{}{going} may go {allowance:.2} in, and this takes {cost:.2} in", self.name());
        let measured = at_most("way", [self.start.at, leg.end(self.now.at).at], cost, allowance);
        let furthest = self.start.at.distance(last.at);
        let remedy = format!("The furthest on this way is {furthest:.2} in");
        let clause = self.allowance_clause(step);
        Refusal::new(Code::OverAllowance, clause, fact, remedy).with(measured).last_legal(last)
    }

    /// The clause of how far this step may go.
    fn allowance_clause(&self, step: Step) -> Clause {
        match self.state.arm(self.id) {
            _ if self.mover.is_retrograde(step) => "epstein:3d.3",
            Arm::Infantry => "epstein:3d.1",
            Arm::Cavalry if self.state.group(self.id).marks.reformed => "epstein:5.8",
            Arm::Cavalry | Arm::Artillery | Arm::Command => "epstein:3d.2",
        }
    }

    /// Friendly units, not passed before, that a leg sweeps over where both are formed (`epstein:5.11`, `epstein:6.6`).
    fn through(&self, leg: Leg) -> Vec<UnitId> {
        // Gunners on foot pass as skirmishers do (`epstein:8.d.6`).
        let loose = skirmishes(self.state, self.id) || self.state.group(self.id).on_foot;
        if loose || self.state.arm(self.id) == Arm::Command {
            return Vec::new();
        }
        let mut found: Vec<UnitId> = Vec::new();
        let (middle, reach) = swept(&self.mover.body, self.now.at, leg);
        let formed = |friend: &GroupId| *friend != self.id && !skirmishes(self.state, *friend);
        for friend in self.state.friends_near(self.side, middle, reach).filter(formed) {
            let unit = self.state.unit(friend);
            if !self.now.passed.contains(&unit) && !found.contains(&unit) && self.sweeps(leg, friend) {
                found.push(unit);
            }
        }
        found
    }

    /// The additional cost of passing these units (`interpenetration`).
    fn passage(&self, units: &[UnitId]) -> f32 {
        match self.state.game.options.interpenetration {
            Interpenetration::PerUnit => PASSAGE * units.len() as f32,
            Interpenetration::Once if self.now.passed.is_empty() && !units.is_empty() => PASSAGE,
            Interpenetration::Once => 0.0,
        }
    }

    fn sweeps(&self, leg: Leg, other: GroupId) -> bool {
        self.state.quads(other).any(|(_, quad)| {
            let body = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            first_deeper(&self.mover.body, self.now.at, leg, body.placed(quad.pose), SLACK).is_some()
        })
    }

    /// May the group end there: in nobody, no nearer to the enemy if it is disrupted (`epstein:13.4`), not as a mere march of
    /// skirmishers?
    pub fn may_end(&self, at: Pose) -> bool {
        let to = self.state.moved_to(self.id, at);
        overlapped(self.state, &to, Some(self.id)).is_none()
            && advance::check(self.state, self.id, &to).is_ok()
            && !(self.state.group(self.id).formation == Formation::Skirmish
                && refuses_march(self.state, self.id, &to))
    }

    /// Checks that no stand ends in another (`epstein:5.11`).
    fn end(&self) -> Result<(), Refusal> {
        let to: Vec<(StandId, Pose)> = self.state.moved_to(self.id, self.now.at);
        if self.purpose == Purpose::Move
            && let Some(other) = overlapped(self.state, &to, Some(self.id))
        {
            let fact = format!("{} would stand in {}", self.name(), self.state.say(other));
            let remedy = "End clear of it, or pass it whole";
            return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, remedy).last_legal(self.start));
        }
        Ok(())
    }

    /// The cost, as a sentence.
    fn bill(&self) -> Note {
        let through = say_through(self.state, &self.now.passed);
        let text = format!("{} goes {:.2} of {:.2} in{through}", self.name(), self.now.cost, self.allowance);
        Note::new("epstein:5.25", text).with(at_most(
            "way",
            [self.start.at, self.now.at.at],
            self.now.cost,
            self.allowance,
        ))
    }
}

/// Would the group end on somebody by this path (`epstein:5.11`), whatever else blocks it? Used when a longer straight path was
/// refused for its end alone, so that nothing else blocks any part of it.
pub fn ends_in_others(state: &State, id: GroupId, way: &[Step]) -> bool {
    let mover = Mover::new(state, id);
    let end = way.iter().fold(state.place(id), |at, step| mover.leg(at, *step).end(at));
    overlapped(state, &state.moved_to(id, end), Some(id)).is_some()
}

/// Was a path refused only for ending on somebody?
pub fn is_of_the_end(refusal: &Refusal) -> bool {
    refusal.code == Code::Overlap && refusal.clause == "epstein:5.11"
}

/// Is it a length or an angle that a step can have?
fn is_step(step: &Step) -> bool {
    let inches = |x: f64| (0.0..=1000.0).contains(&x) && x > 0.0;
    match step {
        Step::Ahead(x) | Step::Back(x) => inches(*x),
        Step::WheelLeft(x) | Step::WheelRight(x) => *x > 0.0 && *x <= 360.0,
        Step::Face(x) => x.is_finite() && x.abs() <= 360.0 && *x != 0.0,
        Step::Slide(x) => inches(x.abs()),
        Step::Shift(x, y) => inches(x.hypot(*y)),
        Step::Dress => true,
    }
}

/// A group moves as one body (`epstein:4.3`, `epstein:5.25`).
pub fn judge_move(s: &mut Scratch<'_>, id: GroupId, way: &[Step]) -> Judged {
    go(s, id, way).map(|_| ())
}

/// Moves a group along a path as one body, which uses up its move.
pub fn go(s: &mut Scratch<'_>, id: GroupId, way: &[Step]) -> Judged<Walked> {
    match s.state.group(id).rout {
        Some(_) => check_may_move_on(&s.state, id)?,
        None => check_may_move(&s.state, id)?,
    }
    river::check_dry(&s.state, id)?;
    let way = form::dressed(s, id, way)?;
    let walked = walk(&s.state, id, way, Purpose::Move)?;
    advance::check(&s.state, id, &s.state.moved_to(id, walked.to))?;
    let from = s.state.place(id);
    let to = s.state.moved_to(id, walked.to);
    if s.state.group(id).formation == Formation::Skirmish {
        check_marching(s, id, &to)?;
    }
    for note in &walked.notes {
        s.note(note.clone());
    }
    let start = s.state.place(id);
    s.emit(Event::Moved { group: id, heading: walked.to.heading, to });
    super::guns::crew::ride_over(s, id, start, &walked.legs);
    if s.state.arm(id) == Arm::Cavalry {
        // The road bonus does not count towards the move that a change of formation halves (`epstein:5.22`).
        s.emit(Event::Spent { group: id, inches: (walked.cost - walked.bonus).max(0.0) });
    }
    if way.iter().any(|step| matches!(step, Step::Face(_))) {
        s.emit(Event::Marked { group: id, mark: Mark::Faced });
    }
    has_moved(s, id);
    super::leaders::ridden_over(s, id, from, &walked.legs)?;
    Ok(walked)
}
