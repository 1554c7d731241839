//! Walking a declared path: how far it is legal, what it costs, and what it meets on the way.
//!
//! The path is followed leg by leg, and within a leg from one thing that happens to the next: coming into a zone,
//! touching an enemy, running out of inches. The first violation along the path decides (`easy:0.8`).
//! Nothing here rolls dice.
//!
//! Clauses: `easy:0.7`, `easy:II.B-path` to `easy:II.C.4.5`, `easy:III-contact`, `easy:III.A.2`, `easy:III.E.2`.
//! Units: inches; fractions of a leg run from 0 to 1.

use std::cell::OnceCell;

use crate::army::Arm;
use crate::rules::easy::options::PassThrough;
use crate::rules::easy::refusal::{Code, Refusal};
use crate::rules::easy::roster::{StandId, Unit};
use crate::rules::easy::state::{Pair, State};
use crate::rules::easy::tables::{self, ZONE_REACH};
use crate::rules::working::{Measured, Note};
use crate::table::contact::{
    closing_direction, contact, contacted_edge, first_touch_is_front, nearest_edge, sector_edge,
};
use crate::table::ground::Tread;
use crate::table::measure::{gap, outside_by, overlap_depth};
use crate::table::pieces::swept_box;
use crate::table::sweep::{
    brushes, first_contact, first_overlap, first_within, min_gap, off_table, on_line, spans_in_polygon,
};
use crate::table::terrain::{Crossed, How as Crossing};
use crate::table::tolerance::{ANG, EPS, OVERLAP, TOUCH, overlapping, touching, within};
use crate::table::{Edge, Heading, Leg, Path, Pieces, Placed, Pose, Span, Vec2, Zone, ZoneShape};

use super::bill::Bill;

/// What is left of a path this short when its move is over is dropped, with a note.
const SLACK: f32 = 0.04;

/// The rest of a leg this short, in inches, is no leg of its own.
const GRACE: f32 = 0.005;

/// A stand is stopped this far before what it may not touch.
const SHORT: f32 = 0.002;

/// A move that ends in contact is carried on to gap 0 if that is no farther than this.
const SNAP: f32 = 0.3;

/// A pivot this near to the centre is one about the centre (`easy:II.C.4.1`).
const CENTRE: f32 = 0.01;

/// How far from directly away a stand may withdraw (`easy:III.E.2`).
const WITHDRAW_ANGLE: f32 = std::f32::consts::FRAC_PI_4;

/// Why a stand moves: which of the rules bind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Its own action (`easy:II.A.2.3`).
    Move,
    /// The commander's move (`easy:II.A.2.4`).
    General,
    /// Out of contact, with half the allowance (`easy:III.E.2`).
    Withdraw,
    /// Coming on to the table.
    Enter,
}

/// A stretch of a leg over one sort of ground.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Stretch {
    /// Index into the legs kept.
    pub leg: usize,
    /// Fractions of that leg, and the ground.
    pub span: Span,
    /// Inches of way.
    pub length: f32,
    /// Inches of allowance.
    pub cost: f32,
}

/// An enemy touched at the end of a move, and the edge of his that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Touch {
    pub enemy: StandId,
    pub edge: Edge,
}

/// A path as far as it may be followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub start: Pose,
    /// The legs kept.
    pub path: Path,
    pub end: Pose,
    /// Inches of allowance spent.
    pub cost: f32,
    /// Inches of allowance this move has, before obstacles are rolled for.
    pub allowance: f32,
    /// What each stretch costs, in order.
    pub stretches: Vec<Stretch>,
    /// Lines of the ground whose crossing costs a roll, in order (`easy:II.C.3`).
    pub obstacles: Vec<usize>,
    /// Enemies whose zones were entered, in order (`easy:II.C.4.1`).
    pub zones: Vec<StandId>,
    /// Enemies touched at the end (`easy:III-contact`).
    pub contacts: Vec<Touch>,
    /// Enemy generals touched on the way, in order (`easy:III.C.2`).
    pub generals: Vec<StandId>,
    pub notes: Vec<Note>,
}

impl Walk {
    /// Inches of allowance not spent.
    pub fn left(&self) -> f32 {
        (self.allowance - self.cost).max(0.0)
    }
}

/// The table as movers see it: build one for many questions about the same state.
#[derive(Debug)]
pub struct Survey<'a> {
    state: &'a State,
    pieces: Pieces,
    generals: Vec<StandId>,
    /// The zone of each stand, by id, once it has been asked for.
    zones: Vec<OnceCell<Option<Zone>>>,
}

impl<'a> Survey<'a> {
    pub fn new(state: &'a State) -> Self {
        let pieces = Pieces::new(state.on_table().map(|(id, placed)| (u32::from(id.0), placed)));
        let generals = state.on_table().map(|(id, _)| id).filter(|id| state.arm(*id) == Arm::General);
        let zones = state.ids().map(|_| OnceCell::new()).collect();
        Self { state, pieces, generals: generals.collect(), zones }
    }

    fn zone_of(&self, id: StandId) -> Option<Zone> {
        *self.zones.get(id.index())?.get_or_init(|| zone_of(self.state, id))
    }

    /// The enemy stands, generals excepted, that the stand would touch there, by id.
    pub(super) fn touched_at(&self, id: StandId, placed: Placed<'_>) -> Vec<StandId> {
        let aabb = placed.aabb();
        let margin = Vec2::splat(2.0 * TOUCH);
        let near = self.pieces.near(aabb.mins - margin, aabb.maxs + margin);
        let ids = near.into_iter().map(|id| StandId(id as u16));
        ids.filter(|other| is_touched(self.state, id, placed, *other)).collect()
    }

    /// The friends near this leg whom the stand may not pass through (`easy:0.7`).
    pub(super) fn friends_near(
        &self,
        stand: StandId,
        start: Pose,
        leg: Leg,
    ) -> impl Iterator<Item = Placed<'a>> + use<'a> {
        let state = self.state;
        let near = self.pieces.near_leg(&state.unit(stand).body, start, leg, 0.0);
        let ids = near.into_iter().map(|id| StandId(id as u16));
        ids.filter(move |id| *id != stand && role(state, stand, *id) == Role::Friend)
            .filter_map(|id| state.placed(id))
    }

    /// Is the whole path legal from `start`, dice aside?
    pub fn check(&self, stand: StandId, start: Pose, path: &Path, kind: MoveKind) -> Result<Walk, Refusal> {
        match self.preview(stand, start, path, kind) {
            (walk, None) => Ok(walk),
            (_, Some(refusal)) => Err(refusal),
        }
    }

    /// The path as far as it is legal, and why it is not beyond.
    pub fn preview(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
    ) -> (Walk, Option<Refusal>) {
        let allowance = allowance(self.state, stand, kind);
        Walker::new(self, stand, start, path, kind, allowance, false).run()
    }

    /// The path followed until `allowance` inches are spent: what a roll for an obstacle leaves (`easy:II.C.3`).
    pub(super) fn commit(
        &self,
        stand: StandId,
        start: Pose,
        path: &Path,
        kind: MoveKind,
        allowance: f32,
    ) -> Walk {
        Walker::new(self, stand, start, path, kind, allowance, true).run().0
    }

    /// The enemies with a zone that this pose lies in (`easy:II.C.4`).
    pub(super) fn zones_at(&self, stand: StandId, pose: Pose) -> Vec<StandId> {
        let unit = self.state.unit(stand);
        let placed = unit.body.placed(pose);
        let aabb = placed.aabb();
        let reach = Vec2::splat(ZONE_REACH + EPS);
        let near = self.pieces.near(aabb.mins - reach, aabb.maxs + reach);
        let ids = near.into_iter().map(|id| StandId(id as u16));
        ids.filter(|id| self.state.are_enemies(stand, *id))
            .filter(|id| self.zone_of(*id).is_some_and(|zone| zone.holds(placed)))
            .collect()
    }
}

/// Is the whole path legal from `start`, dice aside?
///
/// For more than one question about the same state build a [`Survey`].
pub fn check_path(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> Result<Walk, Refusal> {
    Survey::new(state).check(stand, start, path, kind)
}

/// The path as far as it is legal, and why it is not beyond: what the window shows while a stand is dragged.
pub fn preview(
    state: &State,
    stand: StandId,
    start: Pose,
    path: &Path,
    kind: MoveKind,
) -> (Walk, Option<Refusal>) {
    Survey::new(state).preview(stand, start, path, kind)
}

/// Inches that this move may cost, before obstacles: rate, weather, half of it for a withdrawal (`easy:II.B`).
pub fn allowance(state: &State, stand: StandId, kind: MoveKind) -> f32 {
    let whole = tables::allowance(state.arm(stand), state.weather);
    match kind {
        MoveKind::Move | MoveKind::General | MoveKind::Enter => whole,
        MoveKind::Withdraw => whole / 2.0,
    }
}

/// How the arm goes over obstacles (`easy:V.D.1.b`).
pub fn tread(arm: Arm) -> Tread {
    match arm {
        Arm::Infantry | Arm::Engineer => Tread::Foot,
        Arm::LightCavalry | Arm::HeavyCavalry | Arm::General => Tread::Horse,
        Arm::FootArtillery | Arm::HorseArtillery | Arm::Pontoon | Arm::Wagon => Tread::Wheels,
    }
}

/// The zone of control of a stand on the table (`easy:II.C.4`); none for stands that have none.
pub fn zone_of(state: &State, id: StandId) -> Option<Zone> {
    if !state.has_zone(id) || !state.options().zoc_when_locked && is_locked(state, id) {
        return None;
    }
    let shape = if state.arm(id).is_artillery() {
        ZoneShape::Front { reach: ZONE_REACH }
    } else {
        ZoneShape::FrontAndSides { reach: ZONE_REACH }
    };
    Some(Zone::new(state.placed(id)?.quad(), shape))
}

/// Does the stand touch an enemy stand that is not a general?
pub fn is_locked(state: &State, id: StandId) -> bool {
    !touched_enemies(state, id).is_empty()
}

/// The enemy stands, generals excepted, that the stand touches.
pub fn touched_enemies(state: &State, id: StandId) -> Vec<StandId> {
    let Some(placed) = state.placed(id) else { return Vec::new() };
    touching_at(state, id, placed).collect()
}

/// The enemy stands, generals excepted, that the stand would touch there.
fn touching_at<'s>(
    state: &'s State,
    id: StandId,
    placed: Placed<'s>,
) -> impl Iterator<Item = StandId> + use<'s> {
    state.ids().filter(move |other| is_touched(state, id, placed, *other))
}

/// Is the other one of the enemy stands, generals excepted, that the stand would touch there?
fn is_touched(state: &State, id: StandId, placed: Placed<'_>, other: StandId) -> bool {
    state.are_enemies(id, other)
        && state.arm(other) != Arm::General
        && state
            .placed(other)
            .is_some_and(|there| near(placed, there) && touching(gap(placed, there).distance))
}

/// Can the two be in contact at all? A cheap test by circles round them.
fn near(a: Placed<'_>, b: Placed<'_>) -> bool {
    let reach = reach_of(a) + reach_of(b) + 2.0 * TOUCH;
    a.pose.at.distance_squared(b.pose.at) <= reach * reach
}

/// No part of the stand is farther than this from its centre.
pub fn reach_of(placed: Placed<'_>) -> f32 {
    let parts = placed.body.parts().iter();
    parts.map(|part| part.offset.at.length() + part.half().length()).fold(0.0, f32::max)
}

/// The edge of `defender` on which `attacker` touches it (`easy:0.4`), with the option `flank-by`.
pub fn edge_touched(state: &State, attacker: StandId, defender: StandId) -> Option<Edge> {
    let pose = state.pose(attacker)?;
    let chosen = state.closed.get(&Pair(attacker, defender)).copied();
    edge_touched_at(state, attacker, pose, defender, chosen)
}

fn edge_touched_at(
    state: &State,
    attacker: StandId,
    pose: Pose,
    defender: StandId,
    chosen: Option<Edge>,
) -> Option<Edge> {
    let quad = state.unit(attacker).body.placed(pose).quad();
    let target = state.placed(defender)?.quad();
    let edge = contacted_edge(quad, target, chosen)?;
    match state.stand(attacker).activated_at {
        Some(from) if state.options().flank_by_start_position => Some(sector_edge(target, from.at)),
        _ => Some(edge),
    }
}

/// How another stand stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// May be passed through, but not ended upon.
    Passable,
    Friend,
    Enemy,
    /// Makes way (`easy:III.C.2`).
    EnemyGeneral,
}

fn may_attack(arm: Arm) -> bool {
    arm.is_infantry() || arm.is_cavalry()
}

/// How the other stands in the mover's way (`easy:0.7`, `easy:III.C.2`).
fn role(state: &State, mover: StandId, other: StandId) -> Role {
    let general = state.arm(other) == Arm::General;
    if state.are_enemies(mover, other) {
        return if general && may_attack(state.arm(mover)) { Role::EnemyGeneral } else { Role::Enemy };
    }
    let passable = match state.options().pass_through {
        PassThrough::None => false,
        PassThrough::Generals => general || state.arm(mover) == Arm::General,
        PassThrough::All => true,
    };
    if passable { Role::Passable } else { Role::Friend }
}

struct Other<'a> {
    id: StandId,
    placed: Placed<'a>,
    role: Role,
    /// Near enough to be touched on this leg.
    close: bool,
}

/// What zones allow the mover now.
#[derive(Clone, Debug, PartialEq)]
enum Hold {
    Free,
    /// In these zones since the move began (`easy:II.C.4.3`).
    Inside {
        zones: Vec<StandId>,
        turned: bool,
        left: bool,
    },
    /// Has come into a zone: stop, or pivot once and close (`easy:II.C.4.1`).
    Caught {
        owners: Vec<(StandId, Edge)>,
        turned: bool,
    },
    Closing {
        owner: StandId,
        edge: Edge,
        along: Vec2,
    },
    /// May not go on.
    Halted {
        owner: StandId,
    },
    /// Leaves the enemies it touched (`easy:III.E.2`).
    Withdrawing {
        zones: Vec<StandId>,
    },
}

/// What happens first on a leg.
enum Stop {
    /// The allowance is spent; the fraction at which the stand came within touch of an enemy, if it has.
    Spent {
        near: Option<f32>,
    },
    OffTable,
    Impassable(usize),
    Barred(usize),
    Friend(StandId),
    /// Touches enemies; the fraction at which it came within touch, and whether the gap closes.
    Contact {
        near: f32,
        closes: bool,
    },
    /// Comes within touch of an enemy without stopping there.
    Brush(StandId),
    Zones(Vec<StandId>),
    /// Out of every zone it started in.
    Exit,
}

struct Kept {
    start: Pose,
    leg: Leg,
    cost_before: f32,
    /// The bill of exactly this leg and the lines it crosses, where they are worked out already.
    known: Option<(Bill, Vec<Crossed>)>,
}

struct Walker<'s, 'a> {
    survey: &'s Survey<'a>,
    state: &'a State,
    id: StandId,
    unit: &'a Unit,
    kind: MoveKind,
    allowance: f32,
    /// What the dice left is spent; being out of it is no fault.
    committed: bool,
    start: Pose,
    legs: Vec<Leg>,
    goal: Pose,
    pose: Pose,
    cost: f32,
    kept: Vec<Kept>,
    hold: Hold,
    /// Enemies touched at the start, with the direction away from each.
    touched: Vec<(StandId, Vec2)>,
    ended: bool,
    lines: Vec<usize>,
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
            ended: false,
            lines: Vec::new(),
            zones: Vec::new(),
            contacts: Vec::new(),
            notes: Vec::new(),
        };
        if kind != MoveKind::Enter {
            walker.touched = walker.touching_now();
            let zones = if walker.heeds_zones() { survey.zones_at(id, start) } else { Vec::new() };
            walker.hold = match kind {
                MoveKind::Withdraw => Hold::Withdrawing { zones },
                _ if zones.is_empty() => Hold::Free,
                _ => Hold::Inside { zones, turned: false, left: false },
            };
        }
        walker
    }

    fn touching_now(&self) -> Vec<(StandId, Vec2)> {
        let quad = self.placed().quad();
        let ids = self.survey.touched_at(self.id, self.placed()).into_iter();
        ids.filter_map(|id| Some((id, contact(quad, self.state.placed(id)?.quad())?.normal))).collect()
    }

    fn placed(&self) -> Placed<'a> {
        self.unit.body.placed(self.pose)
    }

    fn heeds_zones(&self) -> bool {
        !(self.unit.arm == Arm::General && self.state.options().generals_ignore_zoc)
    }

    fn may_attack(&self) -> bool {
        may_attack(self.unit.arm)
    }

    fn run(mut self) -> (Walk, Option<Refusal>) {
        let mut stop = self.walk_legs().err();
        if stop.is_none() {
            stop = self.finish().err();
        } else {
            self.back_off();
        }
        let stop = stop.map(|refusal| refusal.last_legal(self.pose));
        (self.into_walk(), stop)
    }

    fn walk_legs(&mut self) -> Result<(), Refusal> {
        for index in 0..self.legs.len() {
            let following: f32 = self.legs[index + 1..].iter().map(|leg| leg.length(&self.unit.body)).sum();
            if self.ended {
                let rest = self.legs[index].length(&self.unit.body) + following;
                return self.end_here(rest);
            }
            let (leg, start, before) = (self.legs[index], self.pose, self.cost);
            let bill = Bill::new(self.state, &self.unit.body, start, leg);
            let crossings = self.crossings(start, leg);
            let mut done = 0.0;
            let result = self.walk_leg(leg, &bill, &crossings, before, following, &mut done);
            self.pose = leg.part(start, done);
            self.cost = before + bill.cost_to(done);
            if done > 0.0 {
                let known = (done == 1.0).then_some((bill, crossings));
                self.kept.push(Kept { start, leg: leg.shortened(done), cost_before: before, known });
            }
            result?;
        }
        Ok(())
    }

    /// The move is over although `rest` inches of its path are left.
    fn end_here(&mut self, rest: f32) -> Result<(), Refusal> {
        if self.committed && self.contacts.is_empty() {
            return Ok(());
        }
        if rest <= SLACK || self.committed {
            if rest > EPS && !self.contacts.is_empty() {
                let words =
                    format!("the last {rest:.2} in of the path are not used: the move ends at contact");
                self.notes.push(Note::new("easy:III-contact", words));
            }
            return Ok(());
        }
        let enemy = self.contacts.first().map(|touch| self.state.say(touch.enemy)).unwrap_or_default();
        Err(Refusal::new(
            Code::InContact,
            "easy:III-contact",
            format!("the path goes on for {rest:.2} in after touching {enemy}"),
            "A move ends at first contact: end the path there",
        )
        .culprit(enemy))
    }

    /// Follows one leg; `done` is the fraction of it that was legal.
    fn walk_leg(
        &mut self,
        leg: Leg,
        bill: &Bill,
        crossings: &[Crossed],
        before: f32,
        following: f32,
        done: &mut f32,
    ) -> Result<(), Refusal> {
        let start = self.pose;
        let length = leg.length(&self.unit.body);
        loop {
            self.pose = leg.part(start, *done);
            self.cost = before + bill.cost_to(*done);
            let rest = part_after(leg, *done);
            let way = length * (1.0 - *done);
            // A remainder within the tolerances of lengths belongs to what came before it.
            if way <= 1e-5 || way <= GRACE && *done > 0.0 {
                *done = 1.0;
                break;
            }
            if let Err(refusal) = self.may_go(rest, way) {
                // A remainder too short to see is dropped.
                if way + following <= SLACK && *done > 0.0 {
                    let words =
                        format!("the last {way:.2} in of the path are not used: the stand stops in the zone");
                    self.notes.push(Note::new("easy:II.C.4.1", words));
                    self.ended = true;
                    break;
                }
                return Err(refusal);
            }
            let others = self.others(rest);
            let found = self.first_stop(rest, way, bill, *done, crossings, &others);
            let Some((t, stop)) = found else {
                *done = 1.0;
                break;
            };
            let from = *done;
            let at = |t: f32| from + (1.0 - from) * t.clamp(0.0, 1.0);
            let short_of = |t: f32, by: f32| at((t - by / way).max(0.0));
            match stop {
                Stop::Spent { near } => {
                    *done = at(t);
                    if self.committed {
                        self.ended = true;
                        break;
                    }
                    if let Some(near) = near {
                        match self.touch(leg.part(start, *done)) {
                            Ok(contacts) => self.contacts = contacts,
                            Err(_) => *done = short_of(near, SHORT),
                        }
                    }
                    self.pose = leg.part(start, *done);
                    let beyond = before + bill.cost_to(1.0) + self.cost_after(leg.end(start));
                    return Err(self.over_allowance(beyond));
                }
                Stop::OffTable => {
                    *done = short_of(t, OVERLAP);
                    return Err(Refusal::new(
                        Code::OffTable,
                        "easy:0.7",
                        format!("{} would leave the table", self.state.say(self.id)),
                        "Keep the whole stand on the table",
                    ));
                }
                Stop::Impassable(area) => {
                    let name = self.area_name(area);
                    *done = short_of(t, OVERLAP);
                    return Err(Refusal::new(
                        Code::Impassable,
                        "easy:II.C",
                        format!("{name} may not be entered"),
                        "Go round it",
                    )
                    .culprit(name));
                }
                Stop::Barred(line) => {
                    let name = self.line_name(line);
                    *done = short_of(t, OVERLAP);
                    return Err(Refusal::new(
                        Code::Impassable,
                        "easy:V.D.1.b",
                        format!("{} may cross {name} only at a bridge or a ford", self.state.say(self.id)),
                        "Go by a bridge or a ford",
                    )
                    .culprit(name));
                }
                Stop::Friend(id) => {
                    *done = short_of(t, OVERLAP + SHORT);
                    return Err(self.run_into(id));
                }
                Stop::Brush(id) => {
                    *done = short_of(t, SHORT);
                    return Err(self.brush_refusal(id));
                }
                Stop::Zones(ids) => {
                    if self.unit.arm.is_artillery() {
                        let into = leg.part(start, at(t));
                        *done = self.outside_zones(leg, start, *done, at(t), way, &ids);
                        return Err(self.artillery_refusal(ids[0], into));
                    }
                    *done = at(t);
                    self.pose = leg.part(start, *done);
                    self.enter_zones(&ids);
                }
                Stop::Exit => {
                    *done = at(t + 1e-4 / way);
                    self.hold = Hold::Free;
                }
                Stop::Contact { near, closes } => {
                    let pose = rest.part(self.pose, t);
                    match self.touch(pose) {
                        Ok(contacts) => {
                            *done = at(t);
                            self.contacts = contacts;
                            self.ended = true;
                            self.pose = leg.part(start, *done);
                            self.cost = before + bill.cost_to(*done);
                            let rest = length * (1.0 - *done) + following;
                            return match self.contacts.first() {
                                Some(touch) if !closes && rest > SLACK && !self.committed => {
                                    Err(self.side_refusal(touch.enemy))
                                }
                                _ => self.end_here(rest),
                            };
                        }
                        Err(refusal) => {
                            *done = short_of(near, SHORT);
                            return Err(refusal);
                        }
                    }
                }
            }
        }
        let survey = self.survey;
        if let Hold::Inside { zones, left, .. } = &mut self.hold
            && *left
        {
            let placed = self.unit.body.placed(leg.part(start, *done));
            zones.retain(|id| survey.zone_of(*id).is_some_and(|zone| zone.holds(placed)));
            if zones.is_empty() {
                self.hold = Hold::Free;
            }
        }
        Ok(())
    }

    /// What the legs after this pose would cost, ground included.
    fn cost_after(&self, mut pose: Pose) -> f32 {
        let walked = self.kept.len() + 1;
        let mut cost = 0.0;
        for leg in self.legs.iter().skip(walked) {
            cost += Bill::new(self.state, &self.unit.body, pose, *leg).cost_to(1.0);
            pose = leg.end(pose);
        }
        cost
    }

    fn area_name(&self, area: usize) -> String {
        let name = self.state.game.terrain.ground().areas.get(area).map(|area| area.name.clone());
        name.filter(|name| !name.is_empty()).unwrap_or_else(|| "impassable ground".to_owned())
    }

    fn line_name(&self, line: usize) -> String {
        line_name(self.state, line)
    }

    /// The lines this leg crosses and does not begin on.
    fn crossings(&self, start: Pose, leg: Leg) -> Vec<Crossed> {
        self.state.game.terrain.crossings(&self.unit.body, start, leg, tread(self.unit.arm))
    }

    /// The other stands near this leg.
    fn others(&self, leg: Leg) -> Vec<Other<'a>> {
        let body = &self.unit.body;
        let swept = swept_box(body, self.pose, leg);
        let margin = Vec2::splat(2.0 * TOUCH);
        let (min, max) = (swept.mins - margin, swept.maxs + margin);
        let near = self.survey.pieces.near_leg(body, self.pose, leg, ZONE_REACH + 0.1);
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

    /// What happens first on the rest of a leg, and at which fraction of that rest.
    fn first_stop(
        &self,
        rest: Leg,
        way: f32,
        bill: &Bill,
        done: f32,
        crossings: &[Crossed],
        others: &[Other<'_>],
    ) -> Option<(f32, Stop)> {
        let body = &self.unit.body;
        let mut first = First::new(way);
        let sub = |t: f32| ((t - done) / (1.0 - done)).clamp(0.0, 1.0);

        let left = self.allowance - self.cost;
        let here = bill.cost_to(done);
        let spent = (bill.reach(here + left + EPS) < 1.0).then(|| sub(bill.reach(here + left.max(0.0))));
        if let Some(t) = spent {
            first.offer(t, 3, Stop::Spent { near: None });
        }
        let size = self.state.game.terrain.ground().size;
        let coming_on = self.kind == MoveKind::Enter && outside_by(self.placed(), size) > OVERLAP;
        if !coming_on && let Some(t) = off_table(body, self.pose, rest, size) {
            first.offer(t, 5, Stop::OffTable);
        }
        if let Some((t, area)) = self.state.game.terrain.first_impassable(body, self.pose, rest) {
            first.offer(t, 6, Stop::Impassable(area));
        }
        if let Some(barred) =
            crossings.iter().find(|crossed| crossed.how == Crossing::Barred && crossed.t >= done)
        {
            first.offer(sub(barred.t), 6, Stop::Barred(barred.line));
        }
        for friend in others.iter().filter(|other| other.role == Role::Friend && other.close) {
            if let Some(t) = first_overlap(body, self.pose, rest, friend.placed) {
                first.offer(t, 4, Stop::Friend(friend.id));
            }
        }
        self.first_contact(rest, way, others, spent, &mut first);
        self.first_zones(rest, way, others, &mut first);
        first.best.map(|(t, _, stop)| (t, stop))
    }

    fn first_contact(
        &self,
        rest: Leg,
        way: f32,
        others: &[Other<'_>],
        spent: Option<f32>,
        first: &mut First,
    ) {
        let body = &self.unit.body;
        let mut met: Option<f32> = None;
        let mut closed: Option<f32> = None;
        let mut brushed: Vec<(f32, &Other<'_>)> = Vec::new();
        for enemy in others.iter().filter(|other| other.role == Role::Enemy && other.close) {
            let meets = if self.touched.iter().any(|(id, _)| *id == enemy.id) {
                let closes = first_contact(body, self.pose, rest, enemy.placed);
                closed = [closed, closes].into_iter().flatten().reduce(f32::min);
                closes
            } else if let Some(t) = brushes(body, self.pose, rest, enemy.placed) {
                brushed.push((t, enemy));
                // Coming within touch is contact where the gap stops shrinking; going along an enemy is not.
                let closes = first_contact(body, self.pose, rest, enemy.placed);
                closed = [closed, closes].into_iter().flatten().reduce(f32::min);
                closes.or_else(|| {
                    let nearest = min_gap(body, self.pose, rest, enemy.placed).0;
                    ((nearest - t) * way <= SNAP).then_some(nearest.max(t))
                })
            } else {
                None
            };
            met = [met, meets].into_iter().flatten().reduce(f32::min);
        }
        // What the dice left may be spent within touch of the enemy: that is contact too.
        let end = [met, spent.filter(|_| self.committed)].into_iter().flatten().reduce(f32::min);
        let stays = |t: f32, enemy: &Other<'_>| {
            touching(gap(body.placed(rest.part(self.pose, t)), enemy.placed).distance)
        };
        let mut contact_near: Option<f32> = None;
        for (t, enemy) in &brushed {
            match end {
                Some(end) if *t <= end && stays(end, enemy) => {
                    contact_near = [contact_near, Some(*t)].into_iter().flatten().reduce(f32::min);
                }
                _ => first.offer(*t, 2, Stop::Brush(enemy.id)),
            }
        }
        if let Some(end) = end
            && (contact_near.is_some() || met == Some(end))
        {
            first.offer(
                end,
                0,
                Stop::Contact { near: contact_near.unwrap_or(end), closes: closed == Some(end) },
            );
        }
        let nearest = brushed.iter().map(|(t, _)| *t).reduce(f32::min);
        if let Some((t, _, Stop::Spent { near })) = &mut first.best {
            *near = nearest.filter(|nearest| *nearest <= *t);
        }
    }

    fn first_zones(&self, rest: Leg, way: f32, others: &[Other<'_>], first: &mut First) {
        let known: &[StandId] = match &self.hold {
            Hold::Free => &[],
            Hold::Inside { zones, .. } | Hold::Withdrawing { zones } => zones,
            Hold::Caught { .. } | Hold::Closing { .. } if self.state.options().zoc_many_stop => &self.zones,
            Hold::Caught { .. } | Hold::Closing { .. } | Hold::Halted { .. } => return,
        };
        if !self.heeds_zones() {
            return;
        }
        let body = &self.unit.body;
        let mut entered: Vec<(f32, StandId)> = Vec::new();
        for enemy in others.iter().filter(|other| matches!(other.role, Role::Enemy)) {
            if known.contains(&enemy.id) {
                continue;
            }
            let Some(zone) = self.survey.zone_of(enemy.id) else { continue };
            if let Some(t) = self.zone_entry(&zone, rest, way, enemy) {
                entered.push((t, enemy.id));
            }
        }
        let earliest = entered.iter().map(|(t, _)| *t).fold(f32::INFINITY, f32::min);
        if earliest.is_finite() {
            // Two zones entered within a thousandth of an inch are entered at once.
            let at_once = entered.iter().filter(|(t, _)| (t - earliest) * way <= EPS);
            let ids = at_once.clone().map(|(_, id)| *id).collect();
            let t = at_once.map(|(t, _)| *t).fold(earliest, f32::max);
            first.offer(t, 1, Stop::Zones(ids));
        }
        if let Hold::Inside { zones, left: true, .. } = &self.hold {
            let end = rest.end(self.pose);
            let back = reversed(rest);
            let mut out: Option<f32> = Some(0.0);
            for zone in zones.iter().filter_map(|id| self.survey.zone_of(*id)) {
                let exit = if zone.holds(body.placed(end)) {
                    None
                } else {
                    zone.entry(body, end, back).map(|t| 1.0 - t)
                };
                out = out.and_then(|latest| exit.map(|t| latest.max(t)));
            }
            if let Some(t) = out {
                first.offer(t, 2, Stop::Exit);
            }
        }
    }

    /// When the body comes into the zone; with `zoc-stops-at-impassable`, into the part of it that can be reached.
    fn zone_entry(&self, zone: &Zone, rest: Leg, way: f32, enemy: &Other<'_>) -> Option<f32> {
        let body = &self.unit.body;
        let t = zone.entry(body, self.pose, rest)?;
        if !self.state.options().zoc_stops_at_impassable {
            return Some(t);
        }
        let reaches = |t: f32| {
            let placed = body.placed(rest.part(self.pose, t));
            zone.holds(placed) && !self.is_screened(placed, enemy.placed)
        };
        if reaches(t) {
            return Some(t);
        }
        let steps = (way / 0.1).ceil().max(1.0);
        let mut low = t;
        let mut k = 1.0;
        while k <= steps {
            let high = t + (1.0 - t) * k / steps;
            if reaches(high) {
                let mut high = high;
                for _ in 0..12 {
                    let middle = (low + high) / 2.0;
                    if reaches(middle) { high = middle } else { low = middle }
                }
                return Some(high);
            }
            low = high;
            k += 1.0;
        }
        None
    }

    /// Does impassable ground lie between the two, on the shortest line?
    fn is_screened(&self, a: Placed<'_>, b: Placed<'_>) -> bool {
        let line = gap(a, b);
        let thread = crate::table::Body::single(0.01, 0.01);
        let leg = Leg::Slide(line.to - line.from);
        let start = Pose::new(line.from, Heading::NORTH);
        let mut areas = self.state.game.terrain.ground().areas.iter().filter(|area| area.impassable);
        areas.any(|area| !spans_in_polygon(&thread, start, leg, &area.polygon, 0.0).is_empty())
    }

    /// Do the zones (or the withdrawal) allow this leg from here? May settle what the mover is doing.
    fn may_go(&mut self, leg: Leg, way: f32) -> Result<(), Refusal> {
        let (next, allowed) = match &self.hold {
            Hold::Free => return Ok(()),
            Hold::Withdrawing { .. } => return self.may_withdraw(leg, way),
            Hold::Inside { zones, turned, left } => match leg {
                Leg::Turn { pivot, .. } if pivot.length() <= CENTRE && !*turned && !*left => {
                    (Some(Hold::Inside { zones: zones.clone(), turned: true, left: false }), true)
                }
                Leg::Turn { .. } => (None, false),
                Leg::Slide(delta) => {
                    let closing = if *left || !self.may_attack() {
                        None
                    } else {
                        let nearest = self.nearest(zones);
                        if self.state.options().zoc_many_stop && zones.len() > 1 {
                            None
                        } else {
                            self.closes(delta, &nearest)
                        }
                    };
                    match closing {
                        Some(hold) => (Some(hold), true),
                        None if self.leaves(delta, zones) => {
                            (Some(Hold::Inside { zones: zones.clone(), turned: *turned, left: true }), true)
                        }
                        None => (None, false),
                    }
                }
            },
            Hold::Caught { owners, turned } => match leg {
                Leg::Turn { pivot, .. } if pivot.length() <= CENTRE && !*turned => {
                    (Some(Hold::Caught { owners: owners.clone(), turned: true }), true)
                }
                Leg::Turn { .. } => (None, false),
                Leg::Slide(delta) => {
                    let hold = self.closes(delta, owners);
                    let allowed = hold.is_some();
                    (hold, allowed)
                }
            },
            Hold::Closing { along, .. } => match leg {
                Leg::Slide(delta) => (None, Heading::of(delta).angle_to(Heading::of(*along)) <= ANG),
                Leg::Turn { .. } => (None, false),
            },
            Hold::Halted { .. } => (None, false),
        };
        if allowed {
            if let Some(next) = next {
                self.hold = next;
            }
            return Ok(());
        }
        Err(self.zone_refusal(leg.end(self.pose)))
    }

    /// The slide as a closing on one of these edges, if it goes that way (`easy:II.C.4.1`).
    fn closes(&self, delta: Vec2, owners: &[(StandId, Edge)]) -> Option<Hold> {
        let quad = self.placed().quad();
        owners.iter().find_map(|&(owner, edge)| {
            let along = closing_direction(quad, self.state.placed(owner)?.quad(), edge);
            let fits = Heading::of(delta).angle_to(Heading::of(along)) <= ANG;
            fits.then_some(Hold::Closing { owner, edge, along })
        })
    }

    /// Of these zone owners the nearest, all of them where equally near, with the edge to close on (`easy:II.C.4.2`).
    fn nearest(&self, ids: &[StandId]) -> Vec<(StandId, Edge)> {
        let placed = self.placed();
        let gaps: Vec<(StandId, f32, Placed<'a>)> = ids
            .iter()
            .filter_map(|&id| {
                let other = self.state.placed(id)?;
                Some((id, gap(placed, other).distance, other))
            })
            .collect();
        let least = gaps.iter().map(|(_, distance, _)| *distance).fold(f32::INFINITY, f32::min);
        let nearest = gaps.into_iter().filter(|(_, distance, _)| *distance <= least + EPS);
        nearest.map(|(id, _, other)| (id, nearest_edge(placed.quad(), other.quad()))).collect()
    }

    /// Does the slide lead away from every one of these zone owners (`easy:II.C.4.3`)?
    fn leaves(&self, delta: Vec2, zones: &[StandId]) -> bool {
        let limit = self.state.options().zoc_leave_angle + ANG;
        zones.iter().all(|&id| {
            let Some(other) = self.state.placed(id) else { return true };
            let line = gap(self.placed(), other);
            let away = if line.distance > EPS {
                line.from - line.to
            } else {
                contact(self.placed().quad(), other.quad()).map_or(Vec2::ZERO, |contact| contact.normal)
            };
            away != Vec2::ZERO && Heading::of(delta).angle_to(Heading::of(away)) <= limit
        })
    }

    /// A withdrawal slides within 45° of directly away from each enemy touched (`easy:III.E.2`).
    fn may_withdraw(&self, leg: Leg, way: f32) -> Result<(), Refusal> {
        let refusal = |fact: String| {
            Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                fact,
                "Slide within 45° of directly away from each enemy touched, heading kept",
            )
        };
        let Leg::Slide(delta) = leg else {
            return Err(refusal(format!("{} may not turn while it withdraws", self.state.say(self.id))));
        };
        for (enemy, away) in &self.touched {
            let angle = Heading::of(delta).angle_to(Heading::of(*away));
            if way > EPS && angle > WITHDRAW_ANGLE + ANG {
                let name = self.state.say(*enemy);
                let degrees = angle.to_degrees();
                return Err(refusal(format!("the way lies {degrees:.0}° off directly away from {name}"))
                    .culprit(name));
            }
        }
        Ok(())
    }

    fn enter_zones(&mut self, ids: &[StandId]) {
        self.zones.extend_from_slice(ids);
        let names: Vec<String> = ids.iter().map(|id| self.state.say(*id)).collect();
        let words = format!("comes into the zone of {}", names.join(" and of "));
        self.notes.push(Note::new("easy:II.C.4.1", words));
        let many = self.state.options().zoc_many_stop
            && (self.zones.len() > 1 || matches!(self.hold, Hold::Inside { .. }));
        let halts = !self.may_attack() || self.kind == MoveKind::Withdraw || many;
        self.hold = if halts {
            Hold::Halted { owner: ids[0] }
        } else {
            Hold::Caught { owners: self.nearest(ids), turned: false }
        };
    }

    /// The last fraction of the leg at which a battery is still outside these zones.
    fn outside_zones(&self, leg: Leg, start: Pose, from: f32, to: f32, way: f32, ids: &[StandId]) -> f32 {
        let mut t = to;
        let step = SHORT / way.max(SHORT);
        for _ in 0..4 {
            t = (t - step).max(from);
            let placed = self.unit.body.placed(leg.part(start, t));
            if !ids.iter().any(|id| self.survey.zone_of(*id).is_some_and(|zone| zone.holds(placed))) {
                break;
            }
        }
        t
    }

    /// Whom the mover touches at this pose, and on which edge; or why it may not (`easy:III-contact`).
    fn touch(&self, pose: Pose) -> Result<Vec<Touch>, Refusal> {
        let placed = self.unit.body.placed(pose);
        let old = |id: &StandId| self.touched.iter().any(|(touched, _)| touched == id);
        let mut enemies: Vec<StandId> = touching_any(self.state, self.id, placed)
            .filter(|id| self.role(*id) == Role::Enemy && !old(id))
            .collect();
        if enemies.is_empty() {
            // It moves into what it touches already.
            enemies = self.touched.iter().map(|(id, _)| *id).collect();
        }
        let Some(&first) = enemies.first() else { return Ok(Vec::new()) };
        let name = self.state.say(first);
        if self.kind == MoveKind::Withdraw {
            return Err(Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                format!("{} would touch {name}", self.state.say(self.id)),
                "Withdraw without touching another enemy, or attack",
            )
            .culprit(name));
        }
        if !self.may_attack() || enemies.iter().any(|id| self.state.arm(*id) == Arm::General) {
            return Err(Refusal::new(
                Code::MayNotContact,
                "easy:III-contact",
                format!("{} may not touch {name}", self.state.say(self.id)),
                "Only infantry and cavalry may touch enemies: stay more than 0.05 in away",
            )
            .culprit(name));
        }
        let quad = placed.quad();
        for id in &enemies {
            let Some(other) = self.state.placed(*id) else { continue };
            if !first_touch_is_front(quad, other.quad()) {
                return Err(self.side_refusal(*id));
            }
        }
        let mut touches = Vec::new();
        let mut taken = None;
        for id in enemies {
            let chosen = match &self.hold {
                Hold::Closing { owner, edge, .. } if *owner == id => Some(*edge),
                _ => None,
            };
            let Some(edge) = edge_touched_at(self.state, self.id, pose, id, chosen) else { continue };
            match self.holder_of(id, edge) {
                Some(friend) => taken = taken.or(Some((id, edge, friend))),
                None => touches.push(Touch { enemy: id, edge }),
            }
        }
        if let Some((enemy, edge, friend)) = taken {
            if touches.is_empty() {
                let (enemy, friend) = (self.state.say(enemy), self.state.say(friend));
                return Err(Refusal::new(
                    Code::EdgeTaken,
                    "easy:III.A.2",
                    format!("the {} edge of {enemy} is taken by {friend}", edge.name()),
                    "Attack another edge, or another enemy",
                )
                .culprit(friend));
            }
            touches.push(Touch { enemy, edge });
        }
        touches.sort_unstable();
        Ok(touches)
    }

    /// The friend in combat on this edge of the enemy (`easy:III.A.2`).
    fn holder_of(&self, enemy: StandId, edge: Edge) -> Option<StandId> {
        let there = self.state.placed(enemy)?;
        let active_only = self.state.options().edge_taken_by_active_only;
        let active = |id: &StandId| self.state.active().is_some_and(|now| now.list.contains(id));
        let friends = self.state.on_table().filter(|(id, placed)| {
            *id != self.id
                && !self.state.are_enemies(self.id, *id)
                && self.state.arm(*id).is_troops()
                && !self.state.stand(*id).evading
                && near(*placed, there)
        });
        let mut holders = friends.map(|(id, _)| id).filter(|id| !active_only || active(id));
        holders.find(|id| edge_touched(self.state, *id, enemy) == Some(edge))
    }

    /// The end of the path: nothing overlapped, wholly on the table, out of contact where that is asked.
    fn finish(&mut self) -> Result<(), Refusal> {
        if let Some(id) = self.overlapped(self.pose) {
            self.back_off();
            if !self.committed {
                return Err(self.overlap_refusal(id));
            }
            let words = format!("stops short of ending on {}", self.state.say(id));
            self.notes.push(Note::new("easy:0.7", words));
        }
        let size = self.state.game.terrain.ground().size;
        if self.kind == MoveKind::Enter && !self.committed && outside_by(self.placed(), size) > OVERLAP + EPS
        {
            return Err(Refusal::new(
                Code::OffTable,
                "easy:0.7",
                format!("{} does not come wholly on to the table", self.state.say(self.id)),
                "Go farther in: the whole stand must be on the table",
            ));
        }
        if self.kind == MoveKind::Withdraw {
            self.finish_withdrawal()?;
        }
        if !self.contacts.is_empty() {
            self.snap();
            if self.state.options().conform {
                self.conform();
            }
        }
        Ok(())
    }

    fn finish_withdrawal(&self) -> Result<(), Refusal> {
        let placed = self.placed();
        let touches =
            |id: &StandId| self.state.placed(*id).is_some_and(|other| touching(gap(placed, other).distance));
        if !self.committed
            && let Some((enemy, _)) = self.touched.iter().find(|(id, _)| touches(id))
        {
            let name = self.state.say(*enemy);
            return Err(Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                format!("{} would still touch {name}", self.state.say(self.id)),
                "A withdrawal ends out of contact: go farther, or attack",
            )
            .culprit(name));
        }
        let halted = matches!(self.hold, Hold::Halted { .. });
        if self.state.options().withdraw_exact
            && !self.committed
            && !halted
            && !within(self.allowance, self.cost)
        {
            let measured =
                Measured::at_least("the withdrawal", self.start.at, self.pose.at, self.cost, self.allowance);
            return Err(Refusal::new(
                Code::CannotWithdraw,
                "easy:III.E.2",
                "the withdrawal is less than half a move",
                "Withdraw exactly half a move",
            )
            .measured(measured));
        }
        Ok(())
    }

    /// Makes a contact within touch one at gap 0, if the allowance reaches (`easy:III-contact`).
    fn snap(&mut self) {
        let Some(last) = self.kept.last() else { return };
        let Leg::Slide(delta) = last.leg else { return };
        let body = &self.unit.body;
        let more = Leg::Slide(delta.normalize_or_zero() * SNAP);
        let met = self
            .contacts
            .iter()
            .filter_map(|touch| first_contact(body, self.pose, more, self.state.placed(touch.enemy)?))
            .fold(f32::INFINITY, f32::min);
        if !met.is_finite() || met * SNAP <= 1e-4 {
            return;
        }
        let bill = Bill::new(self.state, body, self.pose, more);
        let end = more.part(self.pose, met);
        if self.cost + bill.cost_to(met) > self.allowance + EPS || self.overlapped(end).is_some() {
            return;
        }
        let Ok(contacts) = self.touch(end) else { return };
        self.contacts = contacts;
        self.kept.push(Kept {
            start: self.pose,
            leg: more.shortened(met),
            cost_before: self.cost,
            known: None,
        });
        self.cost += bill.cost_to(met);
        self.pose = end;
    }

    /// Squares the stand up to the edge it touches, free of cost (`conform`).
    fn conform(&mut self) {
        let [touch] = self.contacts[..] else { return };
        let Some(other) = self.state.placed(touch.enemy) else { return };
        let (body, quad) = (&self.unit.body, other.quad());
        let Some(meeting) = contact(self.placed().quad(), quad) else { return };
        let normal = quad.normal(touch.edge);
        let angle = self.pose.heading.turn_to(Heading::of(-normal));
        if angle.abs() <= 1e-4 {
            return;
        }
        let pivot = self.pose.to_local((meeting.at[0] + meeting.at[1]) / 2.0);
        let turn = Leg::Turn { pivot, angle };
        let turned = turn.end(self.pose);
        let front = body.placed(turned).quad().edge(Edge::Front)[0];
        let off = normal.dot(front - quad.edge(touch.edge)[0]);
        let shift = Leg::Slide(-normal * off);
        let squared = shift.end(turned);
        let terrain = &self.state.game.terrain;
        let size = terrain.ground().size;
        let placed = body.placed(squared);
        let others = touching_any(self.state, self.id, placed)
            .any(|id| id != touch.enemy && self.state.are_enemies(self.id, id));
        let blocked = self.overlapped(squared).is_some()
            || others
            || outside_by(placed, size) > OVERLAP
            || terrain.impassable_under(placed).is_some_and(|(depth, _)| overlapping(depth));
        if blocked {
            return;
        }
        self.notes.push(Note::new("easy:III-contact", "squares up to the edge it touches"));
        for leg in [turn, shift] {
            self.kept.push(Kept { start: self.pose, leg, cost_before: self.cost, known: None });
            self.pose = leg.end(self.pose);
        }
    }

    /// A stand that the mover would lie on there; enemy generals make way.
    fn overlapped(&self, pose: Pose) -> Option<StandId> {
        let placed = self.unit.body.placed(pose);
        let aabb = placed.aabb();
        let near = self.survey.pieces.near(aabb.mins, aabb.maxs);
        near.into_iter().map(|id| StandId(id as u16)).find(|id| {
            *id != self.id
                && self.role(*id) != Role::EnemyGeneral
                && self.state.placed(*id).is_some_and(|other| overlapping(overlap_depth(placed, other)))
        })
    }

    /// Goes back along the way until the stand lies on nobody.
    fn back_off(&mut self) {
        if self.overlapped(self.pose).is_none() {
            return;
        }
        self.contacts.clear();
        while let Some(last) = self.kept.pop() {
            let length = last.leg.length(&self.unit.body);
            let steps = (length / 0.1).ceil().max(1.0);
            let free = |t: f32| self.overlapped(last.leg.part(last.start, t)).is_none();
            let mut k = steps - 1.0;
            while k >= 0.0 {
                let mut low = k / steps;
                if free(low) {
                    let mut high = (k + 1.0) / steps;
                    for _ in 0..12 {
                        let middle = (low + high) / 2.0;
                        if free(middle) { low = middle } else { high = middle }
                    }
                    let bill = Bill::new(self.state, &self.unit.body, last.start, last.leg);
                    self.pose = last.leg.part(last.start, low);
                    self.cost = last.cost_before + bill.cost_to(low);
                    if low > 0.0 {
                        self.kept.push(Kept { leg: last.leg.shortened(low), known: None, ..last });
                    }
                    return;
                }
                k -= 1.0;
            }
            self.pose = last.start;
            self.cost = last.cost_before;
        }
    }

    fn into_walk(mut self) -> Walk {
        let body = &self.unit.body;
        let mut stretches = Vec::new();
        let mut generals: Vec<StandId> = Vec::new();
        let mut at = self.start;
        let mut crossed: Vec<Crossed> = Vec::new();
        for (index, kept) in self.kept.iter().enumerate() {
            let reckoned;
            let bill = match &kept.known {
                Some((bill, lines)) => {
                    crossed.extend_from_slice(lines);
                    bill
                }
                None => {
                    crossed.extend(self.crossings(kept.start, kept.leg));
                    reckoned = Bill::new(self.state, body, kept.start, kept.leg);
                    &reckoned
                }
            };
            for (span, _) in &bill.spans {
                let length = bill.length_to(span.to) - bill.length_to(span.from);
                let cost = bill.cost_to(span.to) - bill.cost_to(span.from);
                stretches.push(Stretch { leg: index, span: *span, length, cost });
            }
            let mut met: Vec<(f32, StandId)> = self
                .survey
                .generals
                .iter()
                .filter(|id| self.role(**id) == Role::EnemyGeneral)
                .filter_map(|&id| {
                    let there = self.state.placed(id)?;
                    let reach = kept.leg.length(body) + reach_of(there) + reach_of(body.placed(kept.start));
                    if kept.start.at.distance(there.pose.at) > reach + 2.0 * TOUCH {
                        return None;
                    }
                    Some((first_within(body, kept.start, kept.leg, there, TOUCH)?, id))
                })
                .collect();
            met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (_, id) in met {
                if !generals.contains(&id) {
                    generals.push(id);
                }
            }
            at = kept.leg.end(at);
        }
        self.pose = at;
        let mut lines = Vec::new();
        for crossed in crossed {
            if matches!(crossed.how, Crossing::Obstacle | Crossing::Ford) && !lines.contains(&crossed.line) {
                lines.push(crossed.line);
            }
        }
        let terrain = &self.state.game.terrain;
        let first = body.placed(self.start);
        lines.retain(|line| !on_line(first, &terrain.ground().lines[*line].points));
        // A wall along the edge attacked costs no roll to reach contact across (`easy:II.C.3`).
        for touch in &self.contacts {
            let wall =
                self.state.placed(touch.enemy).and_then(|other| terrain.edge_cover(other.quad(), touch.edge));
            lines.retain(|line| Some(*line) != wall);
        }
        self.lines = lines;
        Walk {
            start: self.start,
            path: Path::new(self.kept.iter().map(|kept| kept.leg).collect()),
            end: at,
            cost: self.cost,
            allowance: self.allowance,
            stretches,
            obstacles: self.lines,
            zones: self.zones,
            contacts: self.contacts,
            generals,
            notes: self.notes,
        }
    }

    fn over_allowance(&self, cost: f32) -> Refusal {
        let measured =
            Measured::at_most("cost of the move", self.start.at, self.pose.at, cost, self.allowance);
        let clause = match self.kind {
            MoveKind::Withdraw => "easy:III.E.2",
            MoveKind::General => "easy:II.A.2.4",
            MoveKind::Move | MoveKind::Enter => "easy:II.B",
        };
        Refusal::new(
            Code::OverAllowance,
            clause,
            format!("{} has {:.2} in this move", self.state.say(self.id), self.allowance),
            format!("Stop at {}", self.pose),
        )
        .measured(measured)
    }

    fn run_into(&self, id: StandId) -> Refusal {
        let ends_on = self
            .state
            .placed(id)
            .is_some_and(|other| overlapping(overlap_depth(self.unit.body.placed(self.goal), other)));
        if ends_on {
            return self.overlap_refusal(id);
        }
        let name = self.state.say(id);
        Refusal::new(
            Code::Blocked,
            "easy:0.7",
            format!("{name} stands in the way of {}", self.state.say(self.id)),
            "Go round it, or move it first",
        )
        .culprit(name)
    }

    fn overlap_refusal(&self, id: StandId) -> Refusal {
        let name = self.state.say(id);
        Refusal::new(
            Code::Overlap,
            "easy:0.7",
            format!("{} would end on {name}", self.state.say(self.id)),
            "End clear of every other stand",
        )
        .culprit(name)
    }

    fn brush_refusal(&self, id: StandId) -> Refusal {
        if self.may_attack() && self.kind != MoveKind::Withdraw {
            return self.side_refusal(id);
        }
        let name = self.state.say(id);
        let code = if self.kind == MoveKind::Withdraw { Code::CannotWithdraw } else { Code::MayNotContact };
        let clause = if self.kind == MoveKind::Withdraw { "easy:III.E.2" } else { "easy:III-contact" };
        Refusal::new(
            code,
            clause,
            format!("{} would touch {name}", self.state.say(self.id)),
            "Stay more than 0.05 in away",
        )
        .culprit(name)
    }

    fn side_refusal(&self, id: StandId) -> Refusal {
        let name = self.state.say(id);
        Refusal::new(
            Code::SideContact,
            "easy:III-contact",
            format!("{} would touch {name} other than with its front", self.state.say(self.id)),
            "Touch enemies with the front edge only, and end the move there",
        )
        .culprit(name)
    }

    fn artillery_refusal(&self, owner: StandId, into: Pose) -> Refusal {
        let name = self.state.say(owner);
        let mut refusal = Refusal::new(
            Code::ZoneArtillery,
            "easy:II.C.4.4",
            format!("{} may not enter the zone of {name}", self.state.say(self.id)),
            "Guns stay out of enemy zones",
        )
        .culprit(name.clone());
        if let Some(other) = self.state.placed(owner) {
            let line = gap(self.unit.body.placed(into), other);
            let what = format!("distance to {name}");
            refusal =
                refusal.measured(Measured::at_least(what, line.from, line.to, line.distance, ZONE_REACH));
        }
        refusal
    }

    fn zone_refusal(&self, wanted: Pose) -> Refusal {
        let (owner, clause, remedy) = match &self.hold {
            Hold::Inside { zones, .. } if self.unit.arm.is_artillery() => (
                zones.first(),
                "easy:II.C.4.3",
                "Guns in a zone may stay, fire, pivot, or leave straight away from it",
            ),
            Hold::Inside { zones, .. } => (
                zones.first(),
                "easy:II.C.4.3",
                "Stay, pivot, close on the nearest edge, or leave within 45° of directly away",
            ),
            Hold::Caught { owners, .. } => (
                owners.first().map(|(id, _)| id),
                "easy:II.C.4.1",
                "Stop there, or close straight on the nearest edge after at most one pivot",
            ),
            Hold::Closing { owner, .. } => {
                (Some(owner), "easy:II.C.4.1", "Close by one straight slide, and stop anywhere on it")
            }
            Hold::Halted { owner } if self.kind == MoveKind::Withdraw || self.may_attack() => {
                (Some(owner), "easy:II.C.4.1", "Stop where the zone begins")
            }
            Hold::Halted { owner } => (Some(owner), "easy:II.C.4.5", "Stop where the zone begins"),
            Hold::Free | Hold::Withdrawing { .. } => (None, "easy:II.C.4", ""),
        };
        let name = owner.map(|id| self.state.say(*id)).unwrap_or_default();
        let mut refusal = Refusal::new(
            Code::Zone,
            clause,
            format!("the zone of {name} binds {}", self.state.say(self.id)),
            remedy,
        )
        .culprit(name.clone());
        if let Some(other) = owner.and_then(|id| self.state.placed(*id)) {
            let line = gap(self.unit.body.placed(wanted), other);
            if line.distance < ZONE_REACH {
                let what = format!("distance to {name}");
                refusal =
                    refusal.measured(Measured::at_least(what, line.from, line.to, line.distance, ZONE_REACH));
            }
        }
        refusal
    }
}

/// The name of a line of the ground.
pub(super) fn line_name(state: &State, line: usize) -> String {
    let name = state.game.terrain.ground().lines.get(line).map(|line| line.name.clone());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "the obstacle".to_owned())
}

/// The stands of either side that the stand would touch there.
fn touching_any<'s>(
    state: &'s State,
    id: StandId,
    placed: Placed<'s>,
) -> impl Iterator<Item = StandId> + use<'s> {
    state
        .on_table()
        .filter(move |(other, there)| {
            *other != id && near(placed, *there) && touching(gap(placed, *there).distance)
        })
        .map(|(other, _)| other)
}

/// The earliest thing on a leg; at the same place the lower rank counts.
struct First {
    way: f32,
    best: Option<(f32, u8, Stop)>,
}

impl First {
    fn new(way: f32) -> Self {
        Self { way, best: None }
    }

    fn offer(&mut self, t: f32, rank: u8, stop: Stop) {
        let better = match &self.best {
            None => true,
            Some((best, best_rank, _)) => {
                let ahead = (best - t) * self.way;
                if ahead.abs() <= 5e-4 { rank < *best_rank } else { ahead > 0.0 }
            }
        };
        if better {
            self.best = Some((t, rank, stop));
        }
    }
}

/// The rest of a leg after its first fraction `t`.
fn part_after(leg: Leg, t: f32) -> Leg {
    leg.shortened(1.0 - t)
}

/// The leg that leads back, from its end.
fn reversed(leg: Leg) -> Leg {
    leg.shortened(-1.0)
}

/// The legs without empty ones; slides in one direction and turns about one point are one leg.
fn joined(path: &Path) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for &leg in &path.legs {
        let empty = match leg {
            Leg::Slide(delta) => delta.length() <= 1e-6,
            Leg::Turn { angle, .. } => angle.abs() <= 1e-6,
        };
        if empty {
            continue;
        }
        let both = match (legs.last(), leg) {
            (Some(Leg::Slide(one)), Leg::Slide(other))
                if Heading::of(*one).angle_to(Heading::of(other)) <= 1e-4 =>
            {
                Some(Leg::Slide(*one + other))
            }
            (Some(Leg::Turn { pivot, angle }), Leg::Turn { pivot: other, angle: more })
                if pivot.distance(other) <= 1e-4 && *angle * more > 0.0 =>
            {
                Some(Leg::Turn { pivot: *pivot, angle: *angle + more })
            }
            _ => None,
        };
        match (both, legs.last_mut()) {
            (Some(both), Some(last)) => *last = both,
            _ => legs.push(leg),
        }
    }
    legs
}
