//! Walking a declared path: its legal part, its cost, and the stands that it meets.
//!
//! The path is followed leg by leg, and within a leg from one thing that happens to the next: coming into a zone,
//! touching an enemy, running out of inches. The first violation along the path decides, but where even a straight
//! path is too long it is refused for that before it is for a zone (`easy:0.8`).
//! Nothing here rolls dice.
//!
//! `roles` has the roles of other stands for a mover, `record` the result of a walk. This module follows a leg; `stops` finds
//! the first event on it, `contact`, `zones` and `withdrawal` its meaning, `finish` the end of the walk, and `survey` is the
//! interface for others.
//!
//! Clauses: `easy:0.7`, `easy:II.B-path` to `easy:II.C.4.5`, `easy:III-contact`, `easy:III.A.2`, `easy:III.E.2`.
//! Units: inches; fractions of a leg run from 0 to 1.

pub mod contact;
pub mod finish;
pub mod legs;
pub mod record;
pub mod roles;
pub mod stops;
pub mod survey;
pub mod withdrawal;
pub mod zones;

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::order::MoveKind;
use crate::refusal::{Code, Refusal};
use crate::roster::{StandId, Unit};
use crate::state::State;
use crate::touching::is_foe;
use game::Clause;
use game::working::Note;
use scenario::army::Arm;
use table::ground::{Line, Stream};
use table::pieces::swept_box;
use table::terrain::Crossed;
use table::tolerance::{EPS, OVERLAP, TOUCH};
use table::{Leg, Path, Placed, Pose, Vec2};

use super::bill::{Bill, slow_degrees};
use super::kind::{over_allowance, tread};
use legs::{joined, part_after};
use record::{Touch, Walk};
use roles::{Other, Role, is_enemy_train, may_attack, role};
use stops::Stop;
use survey::Survey;
use zones::Hold;

/// Length of the rest of a path that is dropped when the move is over, with a note.
const SLACK: f32 = 0.04;

/// Length below which the rest of a leg is not a leg of its own, in inches.
const GRACE: f32 = 0.005;

/// Distance at which a stand stops before something it may not touch.
const SHORT: f32 = 0.002;

/// The clauses by which zones bind a move. If one of them is overruled, none binds this one.
const ZONE_CLAUSES: [Clause; 6] =
    ["easy:II.C.4", "easy:II.C.4.1", "easy:II.C.4.2", "easy:II.C.4.3", "easy:II.C.4.4", "easy:II.C.4.5"];

struct WalkedLeg {
    start: Pose,
    leg: Leg,
    cost_before: f32,
    /// The bill of exactly this leg and the lines it crosses, if already computed.
    known: Option<(Bill, Vec<Crossed>)>,
}

/// How far a leg has been followed.
struct Progress {
    leg: Leg,
    /// Start of the leg.
    start: Pose,
    /// Length of its path in inches.
    length: f32,
    /// Length of the legs after it, in inches.
    after: f32,
    /// Inches of allowance spent before it.
    spent: f32,
    bill: Bill,
    crossings: Vec<Crossed>,
    /// The fraction of it found legal.
    done: f32,
}

impl Progress {
    fn pose(&self) -> Pose {
        self.leg.part(self.start, self.done)
    }

    fn rest(&self) -> Leg {
        part_after(self.leg, self.done)
    }

    /// Length of the rest, in inches.
    fn way(&self) -> f32 {
        self.length * (1.0 - self.done)
    }

    /// The fraction of the leg that is this fraction of its rest.
    fn at(&self, t: f32) -> f32 {
        self.done + (1.0 - self.done) * t.clamp(0.0, 1.0)
    }

    /// The fraction of the leg this many inches before this fraction of its rest.
    fn short_of(&self, t: f32, inches: f32) -> f32 {
        self.at((t - inches / self.way()).max(0.0))
    }
}

struct Walker<'s, 'a> {
    survey: &'s Survey<'a>,
    state: &'a State,
    id: StandId,
    unit: &'a Unit,
    kind: MoveKind,
    allowance: f32,
    /// The allowance left by the dice is to be spent; exceeding it is no fault.
    committed: bool,
    start: Pose,
    legs: Vec<Leg>,
    goal: Pose,
    pose: Pose,
    cost: f32,
    kept: Vec<WalkedLeg>,
    hold: Hold,
    /// Enemies touched at the start, with the direction away from each.
    touched: Vec<(StandId, Vec2)>,
    /// Enemy trains touched at the start.
    beside: Vec<StandId>,
    /// Enemies in corner to corner touch at the start, without contact.
    grazed: Vec<StandId>,
    /// Corner to corner on the way counts, since the mover touches nobody properly at its end (`easy:III-contact`).
    counted: bool,
    /// Has it come corner to corner with an enemy that nobody else touches?
    glanced: Cell<bool>,
    /// Has it properly touched an enemy, legally or not?
    met: Cell<bool>,
    ended: bool,
    zones: Vec<StandId>,
    contacts: Vec<Touch>,
    notes: Vec<Note>,
}

impl<'s, 'a> Walker<'s, 'a> {
    fn new(
        survey: &'s Survey<'a>,
        id: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
        allowance: f32,
        committed: bool,
    ) -> Self {
        let state = survey.state;
        let unit = state.unit(id);
        let mut walker = Self {
            survey,
            state,
            id,
            unit,
            kind,
            allowance,
            committed,
            start,
            legs: joined(path),
            goal: path.end(start),
            pose: start,
            cost: 0.0,
            kept: Vec::new(),
            hold: Hold::Free,
            touched: Vec::new(),
            beside: Vec::new(),
            grazed: Vec::new(),
            counted: false,
            glanced: Cell::new(false),
            met: Cell::new(false),
            ended: false,
            zones: Vec::new(),
            contacts: Vec::new(),
            notes: Vec::new(),
        };
        if kind != MoveKind::Enter {
            walker.find_touched();
            let zones = if walker.heeds_zones() { survey.zones_at(id, start) } else { Vec::new() };
            walker.hold = match kind {
                MoveKind::Withdraw => Hold::Withdrawing { zones },
                _ if zones.is_empty() => Hold::Free,
                _ => Hold::Inside { zones, turned: false, left: false },
            };
            walker.go_on();
        }
        walker
    }

    /// Zones entered before capturing a wagon restrict the rest of the move (`easy:II.C.4.1`, `easy:VI.A.b`).
    fn go_on(&mut self) {
        let overrun = self.state.active().and_then(|now| now.overruns.get(&self.id));
        let Some(overrun) = overrun.filter(|o| self.kind == MoveKind::Move && !o.zones.is_empty()) else {
            return;
        };
        let mut zones = overrun.zones.clone();
        zones.retain(|id| self.survey.is_in_zone(*id, self.placed()));
        if let Some(&owner) = zones.first() {
            self.hold = if self.may_attack() || self.takes_trains() {
                Hold::Caught { owners: self.nearest(&zones), turned: false }
            } else {
                Hold::Halted { owner }
            };
            self.zones = zones;
        }
    }

    /// Finds the enemies in contact, and those only grazed, at the start.
    fn find_touched(&mut self) {
        let table = self.survey.touching().with(self.id, self.pose);
        let all = table.within_touch(self.id, &|other| self.role(other) == Role::Enemy);
        let mut found = all.clone();
        table.drop_grazes(self.id, &mut found);
        let kept = |id: &StandId| found.iter().any(|(known, _)| known == id);
        self.grazed = all.iter().map(|(id, _)| *id).filter(|id| !kept(id)).collect();
        for (id, contact) in found {
            if is_foe(self.state, self.id, id) {
                self.touched.push((id, contact.normal));
            } else if is_enemy_train(self.state, self.id, id) {
                self.beside.push(id);
            }
        }
    }

    fn placed(&self) -> Placed<'a> {
        self.unit.body.placed(self.pose)
    }

    fn heeds_zones(&self) -> bool {
        let ignores = self.unit.arm == Arm::General && self.state.options().generals_ignore_zoc;
        !ignores
            && (self.state.overruled.is_empty()
                || !ZONE_CLAUSES.iter().any(|clause| self.is_let_stand(clause)))
    }

    /// Does the referee let stand what this clause refuses?
    fn is_let_stand(&self, clause: &str) -> bool {
        self.state.overruled.has(clause)
    }

    fn may_attack(&self) -> bool {
        may_attack(self.state, self.id)
    }

    /// Follows the path as far as it is legal.
    ///
    /// Corner to corner on the way is ignored at first; if the mover then touches nobody properly, it counts after all, and the
    /// path is followed again.
    fn run(self) -> (Walk, Option<Refusal>) {
        let again = (!self.counted).then_some((self.survey, self.id, self.start, self.allowance));
        let (kind, committed, legs) = (self.kind, self.committed, self.legs.clone());
        let (walk, stop, passed) = self.follow();
        match again {
            Some((survey, id, start, allowance)) if passed => {
                let path = Path::new(legs);
                let mut walker = Walker::new(survey, id, start, &path, kind, allowance, committed);
                walker.counted = true;
                let (walk, stop, _) = walker.follow();
                (walk, stop)
            }
            _ => (walk, stop),
        }
    }

    /// Returns also whether corners were ignored although nobody is touched properly.
    fn follow(mut self) -> (Walk, Option<Refusal>, bool) {
        let mut stop = self.walk_legs().err();
        if stop.is_none() {
            stop = self.finish().err();
        } else {
            self.back_off();
        }
        let stop = stop.map(|refusal| self.or_too_far(refusal).last_legal(self.pose));
        let passed = self.glanced.get() && !self.met.get();
        (self.into_walk(), stop, passed)
    }

    /// The refusal, or that of the whole path where even a straight one would be too long: it comes into a zone only because it
    /// goes on.
    fn or_too_far(&self, refusal: Refusal) -> Refusal {
        let by_zone = matches!(refusal.code, Code::Zone | Code::ZoneArtillery);
        let straight = Leg::Slide(self.goal.at - self.start.at);
        let direct = || Bill::new(self.state, self.unit, self.start, straight, 0.0).cost_to(1.0);
        let too_far = || [self.whole_cost(), direct()].iter().all(|cost| *cost > self.allowance + EPS);
        if by_zone && !self.committed && too_far() { self.too_far() } else { refusal }
    }

    /// The refusal of a path that costs more than there is.
    fn too_far(&self) -> Refusal {
        over_allowance(self.state, self.id, self.kind, self.start, self.pose, self.whole_cost())
    }

    fn walk_legs(&mut self) -> Result<(), Refusal> {
        for index in 0..self.legs.len() {
            let (leg, body) = (self.legs[index], &self.unit.body);
            let after: f32 = self.legs[index + 1..].iter().map(|leg| leg.length(body)).sum();
            if self.ended {
                return self.end_here(leg.length(body) + after);
            }
            let mut going = Progress {
                leg,
                start: self.pose,
                length: leg.length(body),
                after,
                spent: self.cost,
                bill: self.bill(self.pose, leg),
                crossings: self.crossings(self.pose, leg),
                done: 0.0,
            };
            let result = self.walk_leg(&mut going);
            self.stand_at(&going);
            let Progress { start, bill, crossings, done, .. } = going;
            if done > 0.0 {
                let known = (done == 1.0).then_some((bill, crossings));
                self.kept.push(WalkedLeg {
                    start,
                    leg: leg.shortened(done),
                    cost_before: going.spent,
                    known,
                });
            }
            result?;
        }
        Ok(())
    }

    /// Puts the stand where it has got to on the leg.
    fn stand_at(&mut self, going: &Progress) {
        self.pose = going.pose();
        self.cost = going.spent + going.bill.cost_to(going.done);
    }

    /// Ends the move with `rest` inches of its path left.
    fn end_here(&mut self, rest: f32) -> Result<(), Refusal> {
        if self.committed && self.contacts.is_empty() {
            return Ok(());
        }
        if rest > SLACK && !self.committed {
            self.goes_on(rest).unless(&self.state.overruled)?;
        }
        if rest > EPS && !self.contacts.is_empty() {
            let words = format!("the last {rest:.2} in of the path are not used: the move ends at contact");
            self.notes.push(Note::new("easy:III-contact", words));
        }
        Ok(())
    }

    /// The refusal of a path that goes on after contact.
    fn goes_on(&self, rest: f32) -> Refusal {
        let first = self.contacts.first().map(|touch| touch.enemy);
        let enemy = first.map(|id| self.state.say(id)).unwrap_or_default();
        let (clause, remedy) = match first.map(|id| self.state.arm(id)) {
            Some(Arm::Wagon) => (
                "easy:VI.A.b",
                "End the path there: who captures the wagon may go on, who destroys it may not",
            ),
            _ => ("easy:III-contact", "A move ends at first contact: end the path there"),
        };
        let fact = format!("the path goes on for {rest:.2} in after touching {enemy}");
        Refusal::new(Code::InContact, clause, fact, remedy).culprit(enemy)
    }

    /// Follows a leg as far as it is legal.
    fn walk_leg(&mut self, going: &mut Progress) -> Result<(), Refusal> {
        loop {
            self.stand_at(going);
            let (rest, way) = (going.rest(), going.way());
            // A remainder within the tolerances of lengths belongs to the part before it.
            if way <= 1e-5 || way <= GRACE && going.done > 0.0 {
                going.done = 1.0;
                break;
            }
            if let Err(refusal) = self.may_go(rest, way) {
                // A remainder too short to see is dropped.
                if way + going.after <= SLACK && going.done > 0.0 {
                    let words =
                        format!("the last {way:.2} in of the path are not used: the stand stops in the zone");
                    self.notes.push(Note::new("easy:II.C.4.1", words));
                    self.ended = true;
                    break;
                }
                return Err(refusal);
            }
            let others = self.others(rest);
            let Some((t, stop)) = self.first_stop(going, rest, &others) else {
                going.done = 1.0;
                break;
            };
            if self.meet(going, t, stop)?.is_break() {
                break;
            }
        }
        self.leave_zones(going.pose());
        Ok(())
    }

    /// Handles the event at this fraction of the rest of the leg; breaks if the leg is over.
    fn meet(&mut self, going: &mut Progress, t: f32, stop: Stop) -> Result<ControlFlow<()>, Refusal> {
        match stop {
            Stop::Spent { near } => {
                let short = near.map(|near| going.short_of(near, SHORT));
                going.done = going.at(t);
                if self.committed {
                    self.ended = true;
                    return Ok(ControlFlow::Break(()));
                }
                if let Some(short) = short {
                    match self.touch(going.pose()) {
                        Ok(contacts) => self.contacts = contacts,
                        Err(_) => going.done = short,
                    }
                }
                self.pose = going.pose();
                return Err(self.too_far());
            }
            Stop::OffTable => {
                going.done = going.short_of(t, OVERLAP);
                return Err(Refusal::new(
                    Code::OffTable,
                    "easy:0.7",
                    format!("{} would leave the table", self.state.say(self.id)),
                    "Keep the whole stand on the table",
                ));
            }
            Stop::Impassable(area) => {
                going.done = going.short_of(t, OVERLAP);
                let name = area_name(self.state, area);
                return Err(Refusal::new(
                    Code::Impassable,
                    "easy:II.C",
                    format!("{name} may not be entered"),
                    "Go round it",
                )
                .culprit(name));
            }
            Stop::Barred(line) => {
                going.done = going.short_of(t, OVERLAP);
                let name = line_name(self.state, line);
                return Err(Refusal::new(
                    Code::Impassable,
                    barring_clause(self.state, line),
                    format!("{} may cross {name} only at a bridge or a ford", self.state.say(self.id)),
                    "Go by a bridge or a ford",
                )
                .culprit(name));
            }
            Stop::Friend(id) => {
                going.done = going.short_of(t, OVERLAP + SHORT);
                return Err(self.run_into(id));
            }
            Stop::Brush(id) => {
                going.done = going.short_of(t, SHORT);
                return Err(self.brush_refusal(id));
            }
            Stop::Zones(ids) if self.unit.arm.is_artillery() => {
                let to = going.at(t);
                going.done = self.outside_zones(going, to, &ids);
                return Err(self.artillery_refusal(ids[0], going.leg.part(going.start, to)));
            }
            Stop::Zones(ids) => {
                going.done = going.at(t);
                self.pose = going.pose();
                self.enter_zones(&ids);
            }
            Stop::Exit => {
                going.done = going.at(t + 1e-4 / going.way());
                self.hold = Hold::Free;
            }
            Stop::Contact { near, closes } => {
                match self.touch(going.rest().part(self.pose, t)) {
                    Ok(contacts) => self.contacts = contacts,
                    Err(refusal) => {
                        going.done = going.short_of(near, SHORT);
                        return Err(refusal);
                    }
                }
                going.done = going.at(t);
                self.ended = true;
                let rest = going.way() + going.after;
                return match self.contacts.first() {
                    Some(touch) if !closes && rest > SLACK && !self.committed => {
                        self.side_refusal(touch.enemy).unless(&self.state.overruled)?;
                        self.end_here(rest).map(ControlFlow::Break)
                    }
                    _ => self.end_here(rest).map(ControlFlow::Break),
                };
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The cost of all of the path, legal or not, including ground.
    fn whole_cost(&self) -> f32 {
        let (mut pose, mut turned, mut cost) = (self.start, 0.0, 0.0);
        for leg in &self.legs {
            cost += Bill::new(self.state, self.unit, pose, *leg, turned).cost_to(1.0);
            turned += slow_degrees(self.state, self.unit, pose, *leg);
            pose = leg.end(pose);
        }
        cost
    }

    /// Degrees of turns that slow infantry has paid for on the legs kept (`easy:VI.D-slow`).
    fn turned(&self) -> f32 {
        self.kept.iter().map(|kept| slow_degrees(self.state, self.unit, kept.start, kept.leg)).sum()
    }

    /// What the next leg costs, from this pose.
    fn bill(&self, pose: Pose, leg: Leg) -> Bill {
        Bill::new(self.state, self.unit, pose, leg, self.turned())
    }

    /// The lines this leg crosses without starting on them.
    fn crossings(&self, start: Pose, leg: Leg) -> Vec<Crossed> {
        self.state.terrain().crossings(&self.unit.body, start, leg, tread(self.unit.arm))
    }

    /// The other stands near this leg.
    fn others(&self, leg: Leg) -> Vec<Other<'a>> {
        let body = &self.unit.body;
        let swept = swept_box(body, self.pose, leg);
        let margin = Vec2::splat(2.0 * TOUCH);
        let (min, max) = (swept.mins - margin, swept.maxs + margin);
        let near = self.survey.pieces.near_leg(body, self.pose, leg, self.state.lengths().zone_reach() + 0.1);
        near.into_iter()
            .map(|id| StandId(id as u16))
            .filter(|id| *id != self.id)
            .filter_map(|id| {
                let placed = self.state.placed(id)?;
                let aabb = placed.aabb();
                let close = aabb.mins.cmple(max).all() && aabb.maxs.cmpge(min).all();
                Some(Other { id, placed, role: self.role(id), close })
            })
            .collect()
    }

    fn role(&self, other: StandId) -> Role {
        role(self.state, self.id, other)
    }

    /// A refusal because of another stand; its fact is built from both names.
    fn because_of(
        &self,
        other: StandId,
        code: Code,
        clause: Clause,
        fact: impl FnOnce(&str, &str) -> String,
        remedy: &str,
    ) -> Refusal {
        let (mover, other) = (self.state.say(self.id), self.state.say(other));
        Refusal::new(code, clause, fact(&mover, &other), remedy).culprit(other)
    }
}

/// The clause by which a line of the ground may not be crossed.
fn barring_clause(state: &State, line: usize) -> Clause {
    match state.ground().lines.get(line).and_then(Line::stream) {
        Some(Stream::Major) => "easy:V.D.1.a",
        _ => "easy:V.D.1.b",
    }
}

/// The name of a line of the ground.
pub fn line_name(state: &State, line: usize) -> String {
    let line = state.terrain().ground().lines.get(line);
    named(line.map(|line| line.name.as_str()), "the obstacle")
}

/// The name of an area of the ground.
pub fn area_name(state: &State, area: usize) -> String {
    let area = state.terrain().ground().areas.get(area);
    named(area.map(|area| area.name.as_str()), "impassable ground")
}

fn named(name: Option<&str>, otherwise: &str) -> String {
    name.filter(|name| !name.is_empty()).unwrap_or(otherwise).to_owned()
}
