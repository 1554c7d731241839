//! Moves: what a group may spend, what its way costs, what is in the way (`epstein:5.1` to `epstein:5.25`).
//!
//! Units: inches, radians.

use crate::game::working::Note;
use crate::scenario::Side;
use crate::table::measure::outside_by;
use crate::table::sweep::{first_deeper, first_within, off_table};
use crate::table::{Body, Corner, Leg, Pose, Rect, Vec2, gap};

use super::event::Event;
use super::formation::Formation;
use super::kind::{Arm, Draught, Kind};
use super::measure::{self, DEGREE, SLACK, at_most, within};
use super::options::{HillCost, Interpenetration, RoadBonus, SlideLeaves, WheelMeasure};
use super::order::Step;
use super::refusal::{Code, Refusal};
use super::roster::{StandId, UnitId};
use super::scratch::{Judged, Scratch};
use super::standing::{check_may_act, skirmishes};
use super::state::{GroupId, State};

/// What a road adds (`epstein:5.22`), in inches.
const ROAD: f32 = 3.0;

/// What passing through a friendly unit costs (`epstein:5.11`), in inches.
const PASSAGE: f32 = 2.0;

/// The farthest slide (`epstein:5.15`), in inches.
pub const SLIDE: f32 = 2.0;

/// Retrograde costs so much an inch (`epstein:3d.3`).
const RETROGRADE: f32 = 2.0;

/// A unit on a road is looked at every so many inches.
const LOOK: f32 = 0.25;

/// No more steps are walked.
const MOST_STEPS: usize = 40;

/// What a way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Move,
    /// Enemies are met, and not in the way (`epstein:g.6`).
    Charge,
}

/// A way as it was walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// Where the unit's place and heading come to.
    pub to: Pose,
    /// The legs, about the unit's place.
    pub legs: Vec<Leg>,
    pub cost: f32,
    pub allowance: f32,
    /// Friendly units that are passed through (`epstein:5.11`).
    pub passed: Vec<UnitId>,
    pub notes: Vec<Note>,
}

/// Inches that a group may go in its formation, before roads (`epstein:3d.1`, `epstein:3d.2`).
pub fn allowance(state: &State, id: GroupId) -> f32 {
    let group = state.group(id);
    let tables = &state.game.tables;
    if group.on_foot {
        return tables.inches("gunners on foot");
    }
    match state.kind(id) {
        Kind::Command => tables.inches("command figures"),
        Kind::Artillery(Draught::Horse, _) => state.game.options.horse_artillery_move,
        Kind::Artillery(Draught::Foot, _) => tables.inches("artillery"),
        Kind::Cavalry(..) => tables.inches("cavalry in any formation"),
        Kind::Infantry(_) => tables.inches(row_of(group.formation)),
    }
}

/// The row of the table of moves.
fn row_of(formation: Formation) -> &'static str {
    match formation {
        Formation::MarchColumn | Formation::Column | Formation::Rout => "infantry in march column",
        Formation::AssaultColumn | Formation::DoubleColumn => "infantry in assault column",
        Formation::Line | Formation::Single | Formation::Garrison => "infantry in line",
        Formation::Square => "infantry in square",
        Formation::Skirmish => "infantry in skirmish order",
    }
}

/// Walks a way: what it costs, and whether anything is in it.
///
/// # Errors
///
/// The first thing that is, with the clause, and the last place that was legal.
pub fn walk(state: &State, id: GroupId, way: &[Step], purpose: Purpose) -> Result<Walked, Refusal> {
    Walk::new(state, id, purpose).go(way)
}

/// A group on its way.
struct Walk<'s> {
    state: &'s State,
    id: GroupId,
    purpose: Purpose,
    side: Side,
    body: Body,
    start: Pose,
    at: Pose,
    legs: Vec<Leg>,
    cost: f32,
    allowance: f32,
    /// Inches that were made on a road, of all.
    on_road: f32,
    gone: f32,
    passed: Vec<UnitId>,
    faced: bool,
    slid: bool,
}

impl<'s> Walk<'s> {
    fn new(state: &'s State, id: GroupId, purpose: Purpose) -> Self {
        let start = state.place(id);
        Self {
            state,
            id,
            purpose,
            side: state.side(id),
            body: state.body(id),
            start,
            at: start,
            legs: Vec::new(),
            cost: 0.0,
            allowance: allowance(state, id),
            on_road: 0.0,
            gone: 0.0,
            passed: Vec::new(),
            faced: false,
            slid: false,
        }
    }

    fn name(&self) -> String {
        self.state.say(self.id)
    }

    fn go(mut self, way: &[Step]) -> Result<Walked, Refusal> {
        if way.is_empty() || way.len() > MOST_STEPS || !way.iter().all(is_step) {
            let fact = format!("{} has no way that anybody could walk", self.name());
            let remedy = format!("Give 1 to {MOST_STEPS} steps, each of a positive length");
            return Err(Refusal::new(Code::BadOrder, "epstein:5.25", fact, remedy));
        }
        self.bonus(way);
        for step in way {
            self.step(*step)?;
        }
        self.end()?;
        Ok(Walked {
            to: self.at,
            notes: vec![self.bill()],
            legs: self.legs,
            cost: self.cost,
            allowance: self.allowance,
            passed: self.passed,
        })
    }

    /// The road's inches, where the whole way is on one (`epstein:5.22`).
    fn bonus(&mut self, way: &[Step]) {
        let mut trial = Self::new(self.state, self.id, self.purpose);
        for step in way {
            let Some(leg) = trial.leg(*step) else { return };
            let length = leg.length(&trial.body);
            let on = trial.stretch_on_road(leg, length);
            trial.gone += length;
            trial.on_road += on;
            trial.at = leg.end(trial.at);
        }
        if trial.gone <= 0.0 {
            return;
        }
        let share = trial.on_road / trial.gone;
        let bonus = match self.state.game.options.road_bonus {
            RoadBonus::WholeMove if share > 0.999 => ROAD,
            RoadBonus::WholeMove => 0.0,
            RoadBonus::ProRata => ROAD * share,
        };
        self.allowance += bonus;
    }

    /// How many inches of a leg are on a road: by its leading front edge, of a unit one stand wide.
    fn stretch_on_road(&self, leg: Leg, length: f32) -> f32 {
        let group = self.state.group(self.id);
        let narrow =
            group.formation.abreast(group.stands.len()) == 1 && group.formation != Formation::Skirmish;
        if !narrow || length <= 0.0 {
            return 0.0;
        }
        let (low, high) = bounds(&self.body);
        let steps = (length / LOOK).ceil().max(1.0) as u16;
        let on = |step: u16| {
            let pose = leg.part(self.at, f32::from(step) / f32::from(steps));
            let edge = [Vec2::new(low.x, high.y), high].map(|corner| pose.to_table(corner));
            self.state.game.lie.meets_road(edge)
        };
        if (0..=steps).all(on) { length } else { 0.0 }
    }

    /// The leg of a step from where the group is now; none of a step that is none of its formation.
    fn leg(&self, step: Step) -> Option<Leg> {
        let (right, forward) = self.at.heading.axes();
        let (low, high) = bounds(&self.body);
        let wheel = |pivot: Vec2, degrees: f64| Leg::Turn { pivot, angle: degrees as f32 * DEGREE };
        Some(match step {
            Step::Ahead(inches) => Leg::Slide(forward * inches as f32),
            Step::Back(inches) => Leg::Slide(-forward * inches as f32),
            Step::Slide(inches) => Leg::Slide(right * inches as f32),
            Step::Shift(x, y) => Leg::Slide(right * x as f32 + forward * y as f32),
            Step::WheelLeft(degrees) => wheel(Vec2::new(low.x, high.y), -degrees),
            Step::WheelRight(degrees) => wheel(high, degrees),
            Step::Face(degrees) => Leg::Turn { pivot: Vec2::ZERO, angle: degrees as f32 * DEGREE },
        })
    }

    fn step(&mut self, step: Step) -> Result<(), Refusal> {
        self.check_step(step)?;
        let Some(leg) = self.leg(step) else { return Ok(()) };
        let free = matches!(step, Step::Face(_));
        self.check_clear(leg, free)?;
        if !free {
            let before = self.cost;
            let price = self.price(step, leg);
            self.cost += price;
            if !within(self.cost, self.allowance) {
                return Err(self.too_far(step, leg, before));
            }
        }
        self.at = leg.end(self.at);
        self.legs.push(leg);
        Ok(())
    }

    /// Is it a step of this formation, and not the second of what there is one of?
    fn check_step(&mut self, step: Step) -> Result<(), Refusal> {
        let formation = self.state.group(self.id).formation;
        let name = self.name();
        let wrong = |clause, fact: String, remedy: &str| {
            Err(Refusal::new(Code::WrongFormation, clause, fact, remedy))
        };
        let loose = skirmishes(self.state, self.id) || formation == Formation::Square;
        match step {
            Step::Shift(..) if !loose => {
                let fact = format!("{name} is in {} and does not move obliquely", formation.words());
                wrong("epstein:5.25", fact, "Go ahead, wheel, face, slide or go back")
            }
            Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_) if formation == Formation::Square => {
                let fact = format!("{name} is in square and keeps its headings");
                wrong("epstein:12.2", fact, "Shift it up to 4 in in any direction")
            }
            Step::Slide(_) if !formation.is_formed() => {
                let fact = format!("{name} is in no line or column, and only those slide");
                wrong("epstein:5.15", fact, "Move it otherwise")
            }
            Step::Face(_) if self.faced => {
                let fact = format!("{name} has changed its facing in this move");
                wrong("epstein:5.5", fact, "Wheel it, or leave the second change out")
            }
            Step::Slide(inches) if inches.abs() as f32 > SLIDE + SLACK => {
                let fact = format!("{name} may slide 2 in, not {:.2} in", inches.abs());
                let end = self.at.moved(self.at.heading.right() * SLIDE.copysign(inches as f32));
                let measured = at_most("slide", [self.at.at, end.at], inches.abs() as f32, SLIDE);
                Err(Refusal::new(Code::OverAllowance, "epstein:5.15", fact, "Slide it 2 in or less")
                    .with(measured)
                    .last_legal(end))
            }
            Step::Slide(_) if self.slid => {
                wrong("epstein:5.15", format!("{name} has slid in this move"), "Slide it once, up to 2 in")
            }
            Step::Slide(_) => {
                let whole = self.state.game.options.slide == SlideLeaves::WholeMove;
                if whole && self.cost > 0.0 {
                    return wrong(
                        "epstein:5.15",
                        format!("{name} has gone {:.2} in, and a slide is the whole move", self.cost),
                        "Slide it, or move it otherwise",
                    );
                }
                self.slid = true;
                Ok(())
            }
            Step::Ahead(_) | Step::Back(_) | Step::WheelLeft(_) | Step::WheelRight(_) | Step::Shift(..)
                if self.slid && self.state.game.options.slide == SlideLeaves::WholeMove =>
            {
                wrong(
                    "epstein:5.15",
                    format!("{name} slides, and that is its whole move"),
                    "Slide it, or move it otherwise",
                )
            }
            Step::Face(_) => {
                self.faced = true;
                Ok(())
            }
            Step::Ahead(_) | Step::Back(_) | Step::WheelLeft(_) | Step::WheelRight(_) | Step::Shift(..) => {
                Ok(())
            }
        }
    }

    /// What a leg costs (`epstein:5.23`, `epstein:5.25`).
    fn price(&self, step: Step, leg: Leg) -> f32 {
        let length = leg.length(&self.body);
        let narrow_on_road = self.stretch_on_road(leg, length) > 0.0;
        let plain = |leg: Leg| match leg {
            Leg::Slide(delta) => delta.length(),
            Leg::Turn { .. } => self.wheel_way(leg, |_| 0.0).0,
        };
        let weighted = if narrow_on_road {
            plain(leg)
        } else {
            match leg {
                Leg::Slide(delta) => {
                    let corners = self.body.placed(self.at).corners();
                    corners.map(|corner| self.ground([corner, corner + delta])).fold(0.0, f32::max)
                }
                Leg::Turn { .. } => self.wheel_way(leg, |way| self.ground(way)).1,
            }
        };
        if self.is_retrograde(step) { weighted + plain(leg) * (RETROGRADE - 1.0) } else { weighted }
    }

    /// Does it go back, facing the enemy (`epstein:5.14`)? Squares have no rear.
    fn is_retrograde(&self, step: Step) -> bool {
        let square = self.state.group(self.id).formation == Formation::Square;
        match step {
            Step::Back(_) => !square,
            Step::Shift(x, y) => !square && y < 0.0 && (-y).atan2(x.abs()) > 1e-4,
            Step::Ahead(_) | Step::Slide(_) | Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_) => {
                false
            }
        }
    }

    /// Inches of a point's way over this ground.
    fn ground(&self, way: [Vec2; 2]) -> f32 {
        let options = &self.state.game.options;
        let foot = self.state.arm(self.id) == Arm::Infantry;
        let uphill = options.hill_cost == HillCost::Uphill;
        self.state.game.lie.cost(way, options.difficult_cost, foot, uphill)
    }

    /// The way of the outer front corner, or of the farthest one, on a wheel: plain, and as `price` has each piece of it.
    fn wheel_way(&self, leg: Leg, price: impl Fn([Vec2; 2]) -> f32) -> (f32, f32) {
        let Leg::Turn { pivot, angle } = leg else { return (0.0, 0.0) };
        let (low, high) = bounds(&self.body);
        let front = [Vec2::new(low.x, high.y), high];
        let corners: Vec<Vec2> = match self.state.game.options.wheel_measure {
            WheelMeasure::FrontCorner => front.into(),
            WheelMeasure::FarthestCorner => {
                let origin = self.body.placed(Pose::at(0.0, 0.0, 0.0));
                origin.corners().collect()
            }
        };
        let outer = corners.into_iter().max_by(|a, b| a.distance(pivot).total_cmp(&b.distance(pivot)));
        let outer = outer.unwrap_or(high);
        let plain = outer.distance(pivot) * angle.abs();
        // An arc in pieces of a degree at most: off by less than a thousandth of an inch.
        let pieces = (angle.abs() / DEGREE).ceil().max(1.0) as u16;
        let at = |piece: u16| leg.part(self.at, f32::from(piece) / f32::from(pieces)).to_table(outer);
        let chord: f32 = (0..pieces).map(|piece| at(piece).distance(at(piece + 1))).sum();
        let priced: f32 = (0..pieces).map(|piece| price([at(piece), at(piece + 1)])).sum();
        let extra = if chord > 0.0 { priced * plain / chord } else { priced };
        (plain, extra)
    }

    /// More than the formation may go: with the last place that is within it.
    fn too_far(&self, step: Step, leg: Leg, before: f32) -> Refusal {
        let affords = |t: f32| before + self.price(step, leg.shortened(t)) <= self.allowance;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..24 {
            let middle = (low + high) / 2.0;
            if affords(middle) { low = middle } else { high = middle }
        }
        let last = leg.part(self.at, low);
        let arm = self.state.arm(self.id);
        let clause = match arm {
            Arm::Infantry => "epstein:3d.1",
            Arm::Cavalry | Arm::Artillery | Arm::Command => "epstein:3d.2",
        };
        let clause = if self.is_retrograde(step) { "epstein:3d.3" } else { clause };
        let going = match arm {
            Arm::Infantry | Arm::Cavalry => format!(" in {}", self.state.group(self.id).formation.words()),
            Arm::Artillery | Arm::Command => String::new(),
        };
        let (cost, allowance) = (self.cost, self.allowance);
        let fact = format!("{}{going} may go {allowance:.2} in, and this takes {cost:.2} in", self.name());
        let measured = at_most("way", [self.start.at, leg.end(self.at).at], cost, allowance);
        let furthest = self.start.at.distance(last.at);
        Refusal::new(
            Code::OverAllowance,
            clause,
            fact,
            format!("The furthest on this way is {furthest:.2} in"),
        )
        .with(measured)
        .last_legal(last)
    }

    /// Is the leg clear of the table's edge, closed ground and enemies? Friends are passed.
    fn check_clear(&mut self, leg: Leg, turns_on_spot: bool) -> Result<(), Refusal> {
        let at = |t: f32| leg.part(self.at, (t - 1e-3).max(0.0));
        let name = self.name();
        let size = self.state.game.scenario.ground.size;
        if let Some(t) = off_table(&self.body, self.at, leg, size) {
            let fact = format!("{name} would leave the table");
            return Err(
                Refusal::new(Code::OffTable, "epstein:5.25", fact, "Stay on the table").last_legal(at(t))
            );
        }
        let terrain = &self.state.game.terrain;
        for (_, area) in self.state.game.lie.closed() {
            if let Some(t) = terrain.region(area).first_entry(&self.body, self.at, leg, SLACK) {
                let ground = &terrain.ground().areas[area];
                let what = if ground.name.is_empty() { &ground.id } else { &ground.name };
                let fact = format!("{name} would go into {what}");
                return Err(
                    Refusal::new(Code::Impassable, "epstein:15.1", fact, "Go round it").last_legal(at(t))
                );
            }
        }
        if !turns_on_spot {
            self.check_thick(leg)?;
            self.check_enemies(leg)?;
            self.pass_friends(leg);
        }
        Ok(())
    }

    /// Only skirmishers go through thick woods, and columns by a road (`epstein:5.12`).
    fn check_thick(&self, leg: Leg) -> Result<(), Refusal> {
        if skirmishes(self.state, self.id) || self.stretch_on_road(leg, leg.length(&self.body)) > 0.0 {
            return Ok(());
        }
        let areas = &self.state.game.terrain.ground().areas;
        let thick =
            areas.iter().enumerate().filter(|(_, area)| area.terms.get("thick").is_some_and(|on| on == "on"));
        for (index, area) in thick {
            let entry = self.state.game.terrain.region(index).first_entry(&self.body, self.at, leg, SLACK);
            if let Some(t) = entry {
                let fact = format!("{} would enter {}, a thick wood", self.name(), area.name);
                let remedy = "Only skirmishers go through it: go round it, or break into skirmish order";
                let last = leg.part(self.at, (t - 1e-3).max(0.0));
                return Err(Refusal::new(Code::ThickWood, "epstein:5.12", fact, remedy).last_legal(last));
            }
        }
        Ok(())
    }

    /// Nobody is touched on a move (`epstein:5.25`); who stands touching somebody may leave, not over them (`epstein:9.16`).
    fn check_enemies(&self, leg: Leg) -> Result<(), Refusal> {
        if self.purpose == Purpose::Charge {
            return Ok(());
        }
        for enemy in self.state.enemies_of(self.side) {
            for (stand, quad) in self.state.quads(enemy) {
                let body = self.state.game.unit(self.state.stand(stand).unit).kind.stand_body();
                let other = body.placed(quad.pose);
                let touched = measure::touching(gap(self.body.placed(self.at), other).distance);
                let met = if touched {
                    first_deeper(&self.body, self.at, leg, other, SLACK)
                } else {
                    first_within(&self.body, self.at, leg, other, SLACK)
                };
                if let Some(t) = met {
                    let fact = format!("{} would touch {}", self.name(), self.state.say(enemy));
                    let remedy = "Stop short of the enemy, or charge";
                    let last = leg.part(self.at, (t - 1e-3).max(0.0));
                    return Err(Refusal::new(Code::Contact, "epstein:5.25", fact, remedy).last_legal(last));
                }
            }
        }
        Ok(())
    }

    /// Friends whom the leg sweeps over are passed, at a price where both are formed (`epstein:5.11`, `epstein:6.6`).
    fn pass_friends(&mut self, leg: Leg) {
        let free = skirmishes(self.state, self.id);
        for friend in self.state.friends_of(self.side).filter(|friend| *friend != self.id) {
            let unit = self.state.unit(friend);
            let costs = !free && !skirmishes(self.state, friend);
            if !costs || self.passed.contains(&unit) || !self.sweeps(leg, friend) {
                continue;
            }
            let once = self.state.game.options.interpenetration == Interpenetration::Once;
            if !once || self.passed.is_empty() {
                self.cost += PASSAGE;
            }
            self.passed.push(unit);
        }
    }

    fn sweeps(&self, leg: Leg, other: GroupId) -> bool {
        self.state.quads(other).any(|(_, quad)| {
            let body = Body::of(vec![Rect::centred(quad.half.x * 2.0, quad.half.y * 2.0)]);
            first_deeper(&self.body, self.at, leg, body.placed(quad.pose), SLACK).is_some()
        })
    }

    /// No stand ends in another (`epstein:5.11`).
    fn end(&self) -> Result<(), Refusal> {
        let to: Vec<(StandId, Pose)> = self.state.moved_to(self.id, self.at);
        if let Some(other) = overlapped(self.state, &to, Some(self.id))
            && self.purpose == Purpose::Move
        {
            let fact = format!("{} would stand in {}", self.name(), self.state.say(other));
            let remedy = "End clear of it, or pass it whole";
            return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, remedy).last_legal(self.start));
        }
        Ok(())
    }

    /// What was spent, in a sentence.
    fn bill(&self) -> Note {
        let mut text = format!("{} goes {:.2} of {:.2} in", self.name(), self.cost, self.allowance);
        if !self.passed.is_empty() {
            let names: Vec<&str> =
                self.passed.iter().map(|unit| self.state.game.unit(*unit).short.as_str()).collect();
            text.push_str(&format!(", through {}", names.join(" and ")));
        }
        Note::new("epstein:5.25", text).with(at_most(
            "way",
            [self.start.at, self.at.at],
            self.cost,
            self.allowance,
        ))
    }
}

/// The corners of a body's bounding rectangle about its origin: the rear left one and the front right one.
pub fn bounds(body: &Body) -> (Vec2, Vec2) {
    let corners = body.placed(Pose::at(0.0, 0.0, 0.0)).corners();
    corners
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), corner| (low.min(corner), high.max(corner)))
}

/// A number that somebody could walk.
fn is_step(step: &Step) -> bool {
    let inches = |x: f64| (0.0..=1000.0).contains(&x) && x > 0.0;
    match step {
        Step::Ahead(x) | Step::Back(x) => inches(*x),
        Step::WheelLeft(x) | Step::WheelRight(x) => *x > 0.0 && *x <= 360.0,
        Step::Face(x) => x.is_finite() && x.abs() <= 360.0 && *x != 0.0,
        Step::Slide(x) => inches(x.abs()),
        Step::Shift(x, y) => inches(x.hypot(*y)),
    }
}

/// The group that one of these stands would stand in, of either side; `own`: this one apart, and leaders, who are in nobody's
/// way (`epstein:14.c.4`).
pub fn overlapped(state: &State, to: &[(StandId, Pose)], own: Option<GroupId>) -> Option<GroupId> {
    let mover = own.map(|own| state.arm(own));
    if mover == Some(Arm::Command) {
        return None;
    }
    let others = state.on_table().filter(|id| Some(*id) != own && state.arm(*id) != Arm::Command);
    let mut quads = others.flat_map(|id| state.quads(id).map(move |(stand, quad)| (id, stand, quad)));
    let found = quads.find(|(_, other, quad)| {
        to.iter().any(|(stand, pose)| {
            let (width, depth) = state.size_of(*stand);
            let half = Vec2::new(width, depth) / 2.0;
            let near = half.length() + quad.half.length();
            if stand == other || pose.at.distance_squared(quad.pose.at) > near * near {
                return false;
            }
            let one = Body::single(width, depth);
            let two = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            measure::overlap(one.placed(*pose), two.placed(quad.pose))
        })
    });
    found.map(|(id, ..)| id)
}

/// Is somewhere that these stands would stand off the table or in closed ground? A sentence that says which.
pub fn misplaced(state: &State, to: &[(StandId, Pose)]) -> Option<String> {
    to.iter().find_map(|(stand, pose)| {
        let (width, depth) = state.size_of(*stand);
        let body = Body::single(width, depth);
        if outside_by(body.placed(*pose), state.game.scenario.ground.size) > SLACK {
            return Some("off the table".to_owned());
        }
        let area = state.game.lie.closed_under(&body, *pose)?;
        let ground = &state.game.terrain.ground().areas[area];
        Some(format!("in {}", if ground.name.is_empty() { &ground.id } else { &ground.name }))
    })
}

/// A group moves as one body (`epstein:4.3`, `epstein:5.25`).
pub fn judge_move(s: &mut Scratch<'_>, id: GroupId, way: &[Step]) -> Judged {
    match s.state.group(id).rout {
        Some(_) => super::rally::check_may_move_on(&s.state, id)?,
        None => check_may_move(&s.state, id)?,
    }
    let walked = walk(&s.state, id, way, Purpose::Move)?;
    check_advance(&s.state, id, walked.to)?;
    let to = s.state.moved_to(id, walked.to);
    for note in walked.notes {
        s.note(note);
    }
    s.emit(Event::Moved { group: id, heading: walked.to.heading, to });
    super::turn::has_moved(s, id);
    Ok(())
}

/// May it move at all in this period (`epstein:4.2`, `epstein:4.3`, `epstein:5.9`)?
pub fn check_may_move(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    let name = state.say(id);
    let group = state.group(id);
    if group.marks.moved {
        let fact = format!("{name} has moved in this period");
        return Err(Refusal::new(Code::AlreadyMoved, "epstein:4.3", fact, "It may still fire or be charged"));
    }
    if group.marks.fought {
        let fact = format!("{name} has charged in this period, and that was its move");
        return Err(Refusal::new(Code::AlreadyFought, "epstein:9.14", fact, "It may still fire"));
    }
    if group.pinned {
        let fact = format!("{name} has answered fire, and does not move in its next period");
        return Err(Refusal::new(Code::AlreadyMoved, "epstein:11.2", fact, "Move it in the period after"));
    }
    if state.arm(id) == Arm::Artillery && !group.on_foot {
        let crew = state.figures(id);
        if crew < super::standing::CREW {
            let fact = format!("{name} has a crew of {crew}");
            let remedy = "A gun moves with a crew of 3: let gunners join it";
            return Err(Refusal::new(Code::NoCrew, "epstein:8.d.4", fact, remedy));
        }
        if group.marks.fired {
            let fact = format!("{name} has fired: a gun moves or fires, not both");
            return Err(Refusal::new(Code::AlreadyFired, "epstein:5.9", fact, "Move it in the next period"));
        }
    }
    Ok(())
}

/// The disrupted do not advance (`epstein:13.4`): end no nearer to the enemy who was nearest.
fn check_advance(state: &State, id: GroupId, to: Pose) -> Result<(), Refusal> {
    if state.group(id).disruption.is_empty() {
        return Ok(());
    }
    let body = state.body(id);
    let from_enemy = |at: Pose, enemy: GroupId| {
        let gaps = state.quads(enemy).map(|(_, quad)| {
            let one = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            gap(body.placed(at), one.placed(quad.pose))
        });
        gaps.min_by(|a, b| a.distance.total_cmp(&b.distance))
    };
    let here = state.place(id);
    let all = state.enemies_of(state.side(id));
    let near = all.filter_map(|enemy| Some((enemy, from_enemy(here, enemy)?)));
    let Some((enemy, before)) = near.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance)) else {
        return Ok(());
    };
    match from_enemy(to, enemy) {
        Some(after) if after.distance < before.distance - SLACK => {
            let fact = format!("{} is disrupted and would advance on {}", state.say(id), state.say(enemy));
            let remedy = format!("End no nearer than {:.2} in from it", before.distance);
            Err(Refusal::new(Code::Disrupted, "epstein:13.4", fact, remedy))
        }
        _ => Ok(()),
    }
}

/// The front corners of a group, for what is drawn.
pub fn front_corners(state: &State, id: GroupId) -> [Vec2; 2] {
    let (low, high) = bounds(&state.body(id));
    let place = state.place(id);
    [Vec2::new(low.x, high.y), high].map(|corner| place.to_table(corner))
}

/// The corner of a stand, for what is drawn.
pub fn corner_of(state: &State, stand: StandId, corner: Corner) -> Option<Vec2> {
    Some(state.quad(stand)?.corner(corner))
}
