//! Zones of control: entering them, restrictions inside, and leaving them.
//!
//! Clauses: `easy:II.C.4` to `easy:II.C.4.5`. Units: inches; fractions of a leg run from 0 to 1.

use crate::options::ManyZones;
use crate::order::MoveKind;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::state::State;
use game::Clause;
use game::working::{Measured, Note};
use scenario::army::Arm;
use table::contact::{closing_direction, contact, edge_abreast, nearest_edge};
use table::measure::{gap, inches_apart};
use table::sweep::{first_within, min_gap, spans_in_polygon};
use table::tolerance::{ABREAST, ANG, EPS, TOUCH, at_least};
use table::{Body, Edge, Heading, Leg, Placed, Pose, Vec2, Zone, ZoneShape};

use super::super::bill::Bill;
use super::legs::{narrowed, reversed};
use super::roles::{Other, Role, is_enemy_train, is_locked};
use super::stops::{First, Stop};
use super::{Progress, SHORT, Walker};

/// Distance from the centre within which a pivot counts as being about the centre (`easy:II.C.4.1`).
const CENTRE: f32 = 0.01;

/// The present restriction by zones.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Hold {
    Free,
    /// In these zones since the move began (`easy:II.C.4.3`).
    Inside {
        zones: Vec<StandId>,
        turned: bool,
        left: bool,
    },
    /// Has entered a zone: stop, or pivot once and close (`easy:II.C.4.1`).
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
    /// Is leaving the enemies it touched (`easy:III.E.2`).
    Withdrawing {
        zones: Vec<StandId>,
    },
}

/// The zone of control of a stand on the table (`easy:II.C.4`); `None` for stands without one.
pub fn zone_of(state: &State, id: StandId) -> Option<Zone> {
    if !state.has_zone(id) || !state.options().zoc_when_locked && is_locked(state, id) {
        return None;
    }
    let reach = state.lengths().zone_reach();
    let shape = if state.arm(id).is_artillery() {
        ZoneShape::Front { reach }
    } else {
        ZoneShape::FrontAndSides { reach }
    };
    Some(Zone::new(state.placed(id)?.quad(), shape))
}

impl Walker<'_, '_> {
    pub(super) fn first_zones(&self, rest: Leg, way: f32, others: &[Other<'_>], first: &mut First) {
        let known: &[StandId] = match &self.hold {
            Hold::Free => &[],
            Hold::Inside { zones, .. } | Hold::Withdrawing { zones } => zones,
            Hold::Caught { .. } | Hold::Closing { .. } if self.several_zones_halt() => &self.zones,
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
            // A mover closing from within a zone does not enter that one.
            if matches!(self.hold, Hold::Closing { .. }) && zone.holds(self.placed()) {
                continue;
            }
            if let Some(t) = self.zone_entry(&zone, rest, way, enemy) {
                entered.push((t, enemy.id));
            }
        }
        let earliest = entered.iter().map(|(t, _)| *t).fold(f32::INFINITY, f32::min);
        if earliest.is_finite() {
            // Two zones entered within a thousandth of an inch count as entered at once.
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

    /// Where the body enters the zone; with `zoc-stops-at-impassable`, the part of it that can be reached.
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
                return Some(narrowed(high, low, reaches));
            }
            low = high;
            k += 1.0;
        }
        None
    }

    /// Does impassable ground lie between the two, on the shortest line?
    fn is_screened(&self, a: Placed<'_>, b: Placed<'_>) -> bool {
        let line = gap(a, b);
        let thread = Body::single(0.01, 0.01);
        let leg = Leg::Slide(line.to - line.from);
        let start = Pose::new(line.from, Heading::NORTH);
        let mut areas = self.state.terrain().ground().areas.iter().filter(|area| area.impassable);
        areas.any(|area| !spans_in_polygon(&thread, start, leg, &area.polygon, 0.0).is_empty())
    }

    /// Checks that the zones, or the withdrawal, allow this leg from here. May change the restriction.
    pub(super) fn may_go(&mut self, leg: Leg, way: f32) -> Result<(), Refusal> {
        let about_centre = matches!(leg, Leg::Turn { pivot, .. } if pivot.length() <= CENTRE);
        let next = match (&self.hold, leg) {
            (Hold::Free, _) => return Ok(()),
            (Hold::Withdrawing { .. }, _) => return self.may_withdraw(leg, way),
            (Hold::Inside { zones, turned: false, left: false }, Leg::Turn { .. }) if about_centre => {
                Some(Hold::Inside { zones: zones.clone(), turned: true, left: false })
            }
            (Hold::Inside { zones, turned, left }, Leg::Slide(delta)) => {
                let held = self.several_zones_halt() && zones.len() > 1;
                let closing = match (*left || held, self.may_attack()) {
                    (true, _) => None,
                    (false, true) => self.closes(delta, &self.nearest(zones)),
                    (false, false) => self.closes_on_train(self.pose, self.cost, leg),
                };
                let leaving = || Hold::Inside { zones: zones.clone(), turned: *turned, left: true };
                closing.or_else(|| self.leaves(delta, zones).then(leaving))
            }
            (Hold::Caught { owners, turned: false }, Leg::Turn { .. })
                if about_centre && (self.may_attack() || self.turns_to_train(leg)) =>
            {
                Some(Hold::Caught { owners: owners.clone(), turned: true })
            }
            (Hold::Caught { .. }, Leg::Slide(_)) if !self.may_attack() => {
                self.closes_on_train(self.pose, self.cost, leg)
            }
            (Hold::Caught { owners, .. }, Leg::Slide(delta)) => self.closes(delta, owners),
            (Hold::Closing { along, .. }, Leg::Slide(delta)) => {
                (Heading::of(delta).angle_to(Heading::of(*along)) <= ANG).then(|| self.hold.clone())
            }
            (Hold::Inside { .. } | Hold::Caught { .. } | Hold::Closing { .. }, Leg::Turn { .. })
            | (Hold::Halted { .. }, _) => None,
        };
        let next = next.ok_or_else(|| self.zone_refusal(leg))?;
        if let Hold::Closing { owner, .. } = next {
            self.note_abreast(owner);
        }
        self.hold = next;
        Ok(())
    }

    /// Do several zones halt the mover (`zoc-many`)?
    fn several_zones_halt(&self) -> bool {
        self.state.options().zoc_many == ManyZones::Stop
    }

    /// Does the leg close on an enemy with a zone that is not one of these, though the mover may close on these only
    /// (`easy:II.C.4.2`)?
    fn closes_on_another(&self, leg: Leg, owners: &[(StandId, Edge)]) -> bool {
        let Leg::Slide(delta) = leg else { return false };
        if !self.may_attack() || self.several_zones_halt() || self.closes(delta, owners).is_some() {
            return false;
        }
        let reach = self.state.lengths().zone_reach() + delta.length();
        let others = self
            .zone_owners_within(reach)
            .into_iter()
            .filter(|(id, _)| owners.iter().all(|(owner, _)| owner != id));
        let quad = self.placed().quad();
        let edges = others.map(|(id, other)| (id, nearest_edge(quad, other.quad())));
        self.closes(delta, &edges.collect::<Vec<_>>()).is_some()
    }

    /// The enemies with a zone within that distance, by id.
    fn zone_owners_within(&self, distance: f32) -> Vec<(StandId, Placed<'_>)> {
        let placed = self.placed();
        let (aabb, margin) = (placed.aabb(), Vec2::splat(distance));
        let near = self.survey.pieces.near(aabb.mins - margin, aabb.maxs + margin);
        let enemies = near.into_iter().map(|id| StandId(id as u16)).filter(|id| {
            *id != self.id && self.role(*id) == Role::Enemy && self.survey.zone_of(*id).is_some()
        });
        let placed_within = |id| {
            let other = self.state.placed(id)?;
            (inches_apart(placed, other) <= distance + EPS).then_some((id, other))
        };
        enemies.filter_map(placed_within).collect()
    }

    /// The owner of the zone that forbids closing on another enemy, and what is allowed (`easy:II.C.4.2`).
    fn bound_not_to_close(&self, leg: Leg) -> Option<(StandId, String)> {
        let abreast = self.state.options().zoc_many == ManyZones::FirstEntered;
        match &self.hold {
            Hold::Inside { zones, left: false, .. } => {
                let owners = self.nearest(zones);
                let (first, _) = *owners.first()?;
                let also = match abreast {
                    true => ", or on one abreast of it that the stand is squarely before",
                    false => "",
                };
                let remedy = format!("Stay, pivot, close on the nearest{also}, or leave {}", self.way_out());
                let binds = self.binding(zones, leg) == Some(first) && self.closes_on_another(leg, &owners);
                binds.then_some((first, remedy))
            }
            Hold::Caught { owners, .. } => {
                let (first, _) = *owners.first()?;
                let remedy = match abreast {
                    true => {
                        "Stop there, or close on the nearest, or on one abreast of it that the stand is squarely before"
                    }
                    false => "Stop there, or close on the nearest",
                };
                self.closes_on_another(leg, owners).then(|| (first, remedy.to_owned()))
            }
            Hold::Inside { left: true, .. }
            | Hold::Free
            | Hold::Closing { .. }
            | Hold::Halted { .. }
            | Hold::Withdrawing { .. } => None,
        }
    }

    /// How a stand may leave the zones it is in (`easy:II.C.4.3`).
    fn way_out(&self) -> String {
        format!("within {}° of directly away", self.state.options().zoc_leave_angle)
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

    /// May the mover close on wagons and pontoon trains in a zone, though on nobody else (`easy:II.C.4.5`)? Engineers
    /// may.
    pub(super) fn takes_trains(&self) -> bool {
        self.unit.arm == Arm::Engineer && self.kind != MoveKind::Withdraw && self.state.has_trains()
    }

    /// The slide from there as a closing of engineers on an enemy train, if it goes straight at its nearest edge and reaches
    /// it; `cost`: their allowance spent before.
    ///
    /// Clause: `easy:II.C.4.5`. Ruling: they go on to the train itself, not part of the way.
    fn closes_on_train(&self, from: Pose, cost: f32, leg: Leg) -> Option<Hold> {
        let Leg::Slide(delta) = leg else { return None };
        if !self.takes_trains() {
            return None;
        }
        let body = &self.unit.body;
        let quad = body.placed(from).quad();
        let bill = Bill::new(self.state, self.unit, from, leg, 0.0);
        let mut trains = self.state.on_table().filter(|(id, _)| is_enemy_train(self.state, self.id, *id));
        trains.find_map(|(owner, there)| {
            let edge = nearest_edge(quad, there.quad());
            let along = closing_direction(quad, there.quad(), edge);
            if Heading::of(delta).angle_to(Heading::of(along)) > ANG {
                return None;
            }
            let t = first_within(body, from, leg, there, TOUCH)?;
            let reached = cost + bill.cost_to(t) <= self.allowance + EPS;
            reached.then_some(Hold::Closing { owner, edge, along })
        })
    }

    /// Do engineers turn in place to close on a train by their next leg?
    fn turns_to_train(&self, turn: Leg) -> bool {
        let Some(next) = self.legs.get(self.kept.len() + 1) else { return false };
        let cost = self.cost + self.bill(self.pose, turn).cost_to(1.0);
        self.closes_on_train(turn.end(self.pose), cost, *next).is_some()
    }

    /// The enemies on which the mover in these zones may close, with their edges: the nearest of their owners, all of them if
    /// equally near, and any stand abreast of it with the mover squarely in front.
    ///
    /// Clause: `easy:II.C.4.2`.
    /// Ruling: no line is placed by hand so exactly that its zones are entered at one instant, so a stand may charge the one it
    /// is squarely in front of (`zoc-many`).
    pub(super) fn nearest(&self, ids: &[StandId]) -> Vec<(StandId, Edge)> {
        let quad = self.placed().quad();
        let nearest = self.nearest_owners(ids);
        let mut found: Vec<(StandId, Edge)> =
            nearest.iter().map(|(id, _, other)| (*id, nearest_edge(quad, other.quad()))).collect();
        let least = nearest.iter().map(|(_, distance, _)| *distance).fold(f32::INFINITY, f32::min);
        if self.state.options().zoc_many != ManyZones::FirstEntered || !least.is_finite() {
            return found;
        }
        for (id, other) in self.zone_owners_within(least + ABREAST) {
            let Some(zone) = self.survey.zone_of(id) else { continue };
            let edge = |first: &(StandId, f32, Placed<'_>)| {
                edge_abreast(quad, first.2.quad(), other.quad(), zone.shape)
            };
            if nearest.iter().all(|(first, ..)| *first != id)
                && let Some(edge) = nearest.iter().find_map(edge)
            {
                found.push((id, edge));
            }
        }
        found
    }

    /// The nearest of these owners of zones, all of them if equally near, with their distances.
    fn nearest_owners(&self, ids: &[StandId]) -> Vec<(StandId, f32, Placed<'_>)> {
        let placed = self.placed();
        let apart = |&id: &StandId| {
            let other = self.state.placed(id)?;
            Some((id, inches_apart(placed, other), other))
        };
        let mut owners: Vec<(StandId, f32, Placed<'_>)> = ids.iter().filter_map(apart).collect();
        let least = owners.iter().map(|(_, distance, _)| *distance).fold(f32::INFINITY, f32::min);
        owners.retain(|(_, distance, _)| *distance <= least + EPS);
        owners
    }

    /// Notes why the mover may close on this stand, though another's zone is entered first.
    fn note_abreast(&mut self, owner: StandId) {
        let first = match &self.hold {
            Hold::Inside { zones, .. } => self.nearest_owners(zones).first().map(|(id, ..)| *id),
            Hold::Caught { owners, .. } => owners.first().map(|(id, _)| *id),
            Hold::Free | Hold::Closing { .. } | Hold::Halted { .. } | Hold::Withdrawing { .. } => None,
        };
        let Some(first) = first.filter(|first| *first != owner && self.may_attack()) else { return };
        let placed = self.placed();
        let off = |id| self.state.placed(id).map_or(0.0, |other| inches_apart(placed, other));
        if off(owner) <= off(first) + EPS {
            return;
        }
        let (owner, first) = (self.state.say(owner), self.state.say(first));
        let words = format!("{owner} stands abreast of {first}: the mover squarely before it closes on it");
        self.notes.push(Note::new("easy:II.C.4.2", words));
    }

    /// Does the slide lead away from every one of these zone owners (`easy:II.C.4.3`)?
    fn leaves(&self, delta: Vec2, zones: &[StandId]) -> bool {
        zones.iter().all(|&id| self.leaves_zone(delta, id))
    }

    /// Does the slide lead away from this zone owner, within the angle and never nearer?
    ///
    /// "Directly away" is along the shortest line; within touch, where that says little, along the contact normal.
    fn leaves_zone(&self, delta: Vec2, owner: StandId) -> bool {
        let limit = self.state.options().zoc_leave_angle.to_radians() + ANG;
        let (Some(other), here) = (self.state.placed(owner), self.placed()) else { return true };
        let line = gap(here, other);
        let away = match contact(here.quad(), other.quad()) {
            Some(contact) => contact.normal,
            None => line.from - line.to,
        };
        let least = || min_gap(&self.unit.body, self.pose, Leg::Slide(delta), other).1.distance;
        away != Vec2::ZERO
            && Heading::of(delta).angle_to(Heading::of(away)) <= limit
            && (line.distance > TOUCH || at_least(least(), line.distance))
    }

    /// The zone owner that forbids the leg: the nearest of those that it does not lead away from.
    fn binding(&self, zones: &[StandId], leg: Leg) -> Option<StandId> {
        let bound = |id: &StandId| match leg {
            Leg::Slide(delta) => !self.leaves_zone(delta, *id),
            Leg::Turn { .. } => true,
        };
        let here = self.placed();
        let distance =
            |id: StandId| self.state.placed(id).map_or(f32::INFINITY, |other| inches_apart(here, other));
        let mut binding: Option<(f32, StandId)> = None;
        for id in zones.iter().copied().filter(bound) {
            let near = distance(id);
            if binding.is_none_or(|(least, _)| near < least - EPS) {
                binding = Some((near, id));
            }
        }
        binding.map(|(_, id)| id).or_else(|| zones.first().copied())
    }

    pub(super) fn enter_zones(&mut self, ids: &[StandId]) {
        self.zones.extend_from_slice(ids);
        let names: Vec<String> = ids.iter().map(|id| self.state.say(*id)).collect();
        let words = format!("comes into the zone of {}", names.join(" and of "));
        self.notes.push(Note::new("easy:II.C.4.1", words));
        // A closing mover is already in one, entered on the way or from the start.
        let many = self.several_zones_halt() && (self.zones.len() > 1 || !matches!(self.hold, Hold::Free));
        let closes = self.may_attack() || self.takes_trains();
        let halts = !closes || self.kind == MoveKind::Withdraw || many;
        self.hold = if halts {
            Hold::Halted { owner: ids[0] }
        } else {
            Hold::Caught { owners: self.nearest(ids), turned: false }
        };
    }

    /// The last fraction of the leg at which a battery is still outside of these zones, which it enters at the fraction `to`.
    pub(super) fn outside_zones(&self, going: &Progress, to: f32, ids: &[StandId]) -> f32 {
        let mut t = to;
        let step = SHORT / going.way().max(SHORT);
        for _ in 0..4 {
            t = (t - step).max(going.done);
            let placed = self.unit.body.placed(going.leg.part(going.start, t));
            if !ids.iter().any(|id| self.survey.is_in_zone(*id, placed)) {
                break;
            }
        }
        t
    }

    /// Lifts the restriction by zones that the stand has left since its move began.
    pub(super) fn leave_zones(&mut self, at: Pose) {
        let (survey, placed) = (self.survey, self.unit.body.placed(at));
        let Hold::Inside { zones, left: true, .. } = &mut self.hold else { return };
        zones.retain(|id| survey.is_in_zone(*id, placed));
        if zones.is_empty() {
            self.hold = Hold::Free;
        }
    }

    pub(super) fn artillery_refusal(&self, owner: StandId, into: Pose) -> Refusal {
        let refusal = self.because_of(
            owner,
            Code::ZoneArtillery,
            "easy:II.C.4.4",
            |mover, enemy| format!("{mover} may not enter the zone of {enemy}"),
            "Guns stay out of enemy zones",
        );
        match self.distance_to(owner, into) {
            Some(measured) => refusal.with(measured),
            None => refusal,
        }
    }

    /// The distance of the mover from the owner of a zone, there.
    fn distance_to(&self, owner: StandId, pose: Pose) -> Option<Measured> {
        let line = gap(self.unit.body.placed(pose), self.state.placed(owner)?);
        let what = format!("distance to {}", self.state.say(owner));
        Some(Measured::at_least(what, line.from, line.to, line.distance, self.state.lengths().zone_reach()))
    }

    fn zone_refusal(&self, leg: Leg) -> Refusal {
        if let Some((first, remedy)) = self.bound_not_to_close(leg) {
            return self.refused_by_zone(leg, Some(first), "easy:II.C.4.2", &remedy);
        }
        if let Hold::Inside { zones, .. } = &self.hold {
            let away = self.way_out();
            let remedy = if self.unit.arm.is_artillery() {
                format!("Guns in a zone may stay, fire, pivot, or leave {away}")
            } else if self.may_attack() {
                format!("Stay, pivot, close on the nearest edge, or leave {away}")
            } else if self.takes_trains() {
                format!("Stay, pivot, leave {away}, or go straight at an enemy wagon or pontoon train")
            } else {
                format!("Stay, pivot, or leave {away}")
            };
            return self.refused_by_zone(leg, self.binding(zones, leg), "easy:II.C.4.3", &remedy);
        }
        let (owner, clause, remedy) = match &self.hold {
            Hold::Caught { owners, .. } if !self.may_attack() => (
                owners.first().map(|(id, _)| *id),
                "easy:II.C.4.5",
                "Stop where the zone begins, or go straight on to an enemy wagon or pontoon train",
            ),
            Hold::Caught { owners, .. } => (
                owners.first().map(|(id, _)| *id),
                "easy:II.C.4.1",
                "Stop there, or close straight on the nearest edge after at most one pivot",
            ),
            Hold::Closing { owner, .. } => {
                (Some(*owner), "easy:II.C.4.1", "Close by one straight slide, and stop anywhere on it")
            }
            Hold::Halted { owner } if self.kind == MoveKind::Withdraw => {
                (Some(*owner), "easy:II.C.4.1", "Stop where the zone begins")
            }
            // Stands that may attack are halted only by several zones at once (`zoc-many`).
            Hold::Halted { owner } if self.may_attack() => {
                (Some(*owner), "easy:II.C.4.2", "Stop where the zone begins")
            }
            Hold::Halted { owner } => (Some(*owner), "easy:II.C.4.5", "Stop where the zone begins"),
            Hold::Free | Hold::Inside { .. } | Hold::Withdrawing { .. } => (None, "easy:II.C.4", ""),
        };
        self.refused_by_zone(leg, owner, clause, remedy)
    }

    fn refused_by_zone(&self, leg: Leg, owner: Option<StandId>, clause: Clause, remedy: &str) -> Refusal {
        let name = owner.map(|id| self.state.say(id)).unwrap_or_default();
        let refusal = Refusal::new(
            Code::Zone,
            clause,
            format!("the zone of {name} binds {}", self.state.say(self.id)),
            remedy,
        )
        .culprit(name);
        match owner.and_then(|id| self.distance_to(id, leg.end(self.pose))) {
            Some(measured) if measured.value < self.state.lengths().zone_reach() => refusal.with(measured),
            Some(_) | None => refusal,
        }
    }
}
