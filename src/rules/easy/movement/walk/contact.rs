//! Who touches whom: contact at a pose, contact on the way, and how a move that ends in it is brought up to the enemy.
//!
//! Clauses: `easy:0.4`, `easy:III-contact`, `easy:III.A.2`. Units: inches; fractions of a leg run from 0 to 1.

use crate::army::Arm;
use crate::rules::easy::refusal::{Code, Refusal};
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::{Pair, State};
use crate::rules::easy::wagons::{is_train, takes};
use crate::rules::working::Note;
use crate::table::contact::{contact, contacted_edge, first_touch_is_front, sector_edge};
use crate::table::measure::{gap, outside_by};
use crate::table::sweep::{brushes, first_contact, min_gap};
use crate::table::tolerance::{EPS, OVERLAP, TOUCH, overlapping, touching};
use crate::table::{Edge, Heading, Leg, Placed, Pose};

use super::is_spent;
use super::legs::earlier;
use super::stops::{First, Stop};
use super::{Hold, Kept, MoveKind, Other, Role, Touch, Walker, may_attack};

/// Does the stand touch an enemy stand that fights?
pub fn is_locked(state: &State, id: StandId) -> bool {
    !touched_enemies(state, id).is_empty()
}

/// The enemy stands, generals and trains excepted, that the stand touches.
pub fn touched_enemies(state: &State, id: StandId) -> Vec<StandId> {
    let Some(placed) = state.placed(id) else { return Vec::new() };
    touching_at(state, id, placed).collect()
}

/// The enemy stands, generals and trains excepted, that the stand would touch there.
pub(super) fn touching_at<'s>(
    state: &'s State,
    id: StandId,
    placed: Placed<'s>,
) -> impl Iterator<Item = StandId> + use<'s> {
    touching_there(state, id, placed, move |other| is_foe(state, id, other))
}

/// Is the other an enemy stand that fights? Not generals, who make way, nor trains, which are taken (`easy:VI.A.b`).
fn is_foe(state: &State, id: StandId, other: StandId) -> bool {
    state.are_enemies(id, other)
        && !state.makes_way(other)
        && !is_train(state.arm(other))
        && state.host_of(id).is_none()
}

/// Is the other an enemy wagon or pontoon train?
pub(super) fn is_enemy_train(state: &State, id: StandId, other: StandId) -> bool {
    is_train(state.arm(other)) && state.are_enemies(id, other) && !is_spent(state, other)
}

/// The enemy wagons and pontoon trains that the stand touches.
pub fn touched_trains(state: &State, id: StandId) -> Vec<StandId> {
    state.placed(id).map_or_else(Vec::new, |placed| touched_trains_at(state, id, placed))
}

/// The enemy trains that the stand would touch there.
pub(super) fn touched_trains_at(state: &State, id: StandId, placed: Placed<'_>) -> Vec<StandId> {
    if !state.has_trains() {
        return Vec::new();
    }
    touching_there(state, id, placed, |other| is_enemy_train(state, id, other)).collect()
}

/// Is the other one of the enemy stands, generals and trains excepted, that the stand would touch there?
pub(super) fn is_touched(state: &State, id: StandId, placed: Placed<'_>, other: StandId) -> bool {
    let touches = |there| near(placed, there) && touching(gap(placed, there).distance);
    is_foe(state, id, other) && state.placed(other).is_some_and(touches)
}

/// The wanted stands, of either side, that the stand would touch there.
fn touching_there<'s, F: Fn(StandId) -> bool>(
    state: &'s State,
    id: StandId,
    placed: Placed<'s>,
    wanted: F,
) -> impl Iterator<Item = StandId> + use<'s, F> {
    let touched = state.on_table().filter(move |(other, there)| {
        *other != id && wanted(*other) && near(placed, *there) && touching(gap(placed, *there).distance)
    });
    touched.map(|(other, _)| other)
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

/// May the mover touch this enemy with its front: to fight it, or to take it (`easy:III-contact`, `easy:VI.A.b`)?
pub fn may_touch(state: &State, mover: StandId, enemy: StandId) -> bool {
    match state.arm(enemy) {
        Arm::General => false,
        train if is_train(train) => takes(state.arm(mover), train) && !state.stand(mover).square,
        _ => may_attack(state, mover),
    }
}

impl Walker<'_, '_> {
    pub(super) fn first_contact(
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
            let at_first =
                self.touched.iter().any(|(id, _)| *id == enemy.id) || self.beside.contains(&enemy.id);
            let meets = if at_first {
                let closes = first_contact(body, self.pose, rest, enemy.placed);
                closed = earlier(closed, closes);
                closes
            } else if let Some(t) = brushes(body, self.pose, rest, enemy.placed) {
                brushed.push((t, enemy));
                // Coming within touch is contact where the gap stops shrinking; going along an enemy is not.
                let closes = first_contact(body, self.pose, rest, enemy.placed);
                closed = earlier(closed, closes);
                closes.or_else(|| {
                    let nearest = min_gap(body, self.pose, rest, enemy.placed).0;
                    ((nearest - t) * way <= self.state.lengths().snap()).then_some(nearest.max(t))
                })
            } else {
                None
            };
            met = earlier(met, meets);
        }
        // What the dice left may be spent within touch of the enemy: that is contact too.
        let end = earlier(met, spent.filter(|_| self.committed));
        let stays = |t: f32, enemy: &Other<'_>| {
            touching(gap(body.placed(rest.part(self.pose, t)), enemy.placed).distance)
        };
        let mut contact_near: Option<f32> = None;
        for (t, enemy) in &brushed {
            match end {
                Some(end) if *t <= end && stays(end, enemy) => {
                    contact_near = earlier(contact_near, Some(*t));
                }
                _ => first.offer(*t, 2, Stop::Brush(enemy.id)),
            }
        }
        if let Some(end) = end
            && (contact_near.is_some() || met == Some(end))
        {
            let near = contact_near.unwrap_or(end);
            first.offer(end, 0, Stop::Contact { near, closes: closed == Some(end) });
        }
        let nearest = brushed.iter().map(|(t, _)| *t).reduce(f32::min);
        if let Some((t, _, Stop::Spent { near })) = &mut first.best {
            *near = nearest.filter(|nearest| *nearest <= *t);
        }
    }

    /// Whom the mover touches at this pose, and on which edge; or why it may not (`easy:III-contact`).
    pub(super) fn touch(&self, pose: Pose) -> Result<Vec<Touch>, Refusal> {
        let placed = self.unit.body.placed(pose);
        let old =
            |id: &StandId| self.touched.iter().any(|(touched, _)| touched == id) || self.beside.contains(id);
        let fresh = |id: StandId| self.role(id) == Role::Enemy && !old(&id);
        let mut enemies: Vec<StandId> = touching_there(self.state, self.id, placed, fresh).collect();
        if enemies.is_empty() {
            // It moves into what it touches already.
            let touched = self.touched.iter().map(|(id, _)| *id);
            enemies = touched.chain(self.beside.iter().copied()).collect();
        }
        let Some(&first) = enemies.first() else { return Ok(Vec::new()) };
        if self.kind == MoveKind::Withdraw {
            return Err(self.because_of(
                first,
                Code::CannotWithdraw,
                "easy:III.E.2",
                |mover, enemy| format!("{mover} would touch {enemy}"),
                "Withdraw without touching another enemy, or attack",
            ));
        }
        if let Some(&barred) = enemies.iter().find(|id| !self.may_touch(**id)) {
            return Err(self.contact_refusal(barred, "may not touch"));
        }
        let quad = placed.quad();
        for id in &enemies {
            let Some(other) = self.state.placed(*id) else { continue };
            if !first_touch_is_front(quad, other.quad(), self.state.lengths().front_corner_slack()) {
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
            let fights = !is_train(self.state.arm(id));
            match self.holder_of(id, edge).filter(|_| fights) {
                Some(friend) => taken = taken.or(Some((id, edge, friend))),
                None => touches.push(Touch { enemy: id, edge }),
            }
        }
        if let Some((enemy, edge, friend)) = taken {
            if touches.is_empty() {
                let enemy = self.state.say(enemy);
                return Err(self.because_of(
                    friend,
                    Code::EdgeTaken,
                    "easy:III.A.2",
                    |_, friend| format!("the {} edge of {enemy} is taken by {friend}", edge.name()),
                    "Attack another edge, or another enemy",
                ));
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

    /// Makes a contact within touch one at gap 0, if the allowance reaches (`easy:III-contact`).
    pub(super) fn snap(&mut self) {
        let Some(last) = self.kept.last() else { return };
        let Leg::Slide(delta) = last.leg else { return };
        let body = &self.unit.body;
        let snap = self.state.lengths().snap();
        let more = Leg::Slide(delta.normalize_or_zero() * snap);
        let met = self
            .contacts
            .iter()
            .filter_map(|touch| first_contact(body, self.pose, more, self.state.placed(touch.enemy)?))
            .fold(f32::INFINITY, f32::min);
        if !met.is_finite() || met * snap <= 1e-4 {
            return;
        }
        let bill = self.bill(self.pose, more);
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
    pub(super) fn conform(&mut self) {
        let [touch] = self.contacts[..] else { return };
        let fights = !is_train(self.state.arm(touch.enemy));
        let Some(other) = self.state.placed(touch.enemy).filter(|_| fights) else { return };
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
        let terrain = self.state.terrain();
        let size = terrain.ground().size;
        let placed = body.placed(squared);
        let another = |id: StandId| id != touch.enemy && self.state.are_enemies(self.id, id);
        let blocked = self.overlapped(squared).is_some()
            || touching_there(self.state, self.id, placed, another).next().is_some()
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

    /// The enemy may not be touched, or not so, on the way.
    pub(super) fn brush_refusal(&self, id: StandId) -> Refusal {
        let withdraws = self.kind == MoveKind::Withdraw;
        match (withdraws, self.may_touch(id)) {
            (true, _) => self.because_of(
                id,
                Code::CannotWithdraw,
                "easy:III.E.2",
                |mover, enemy| format!("{mover} would touch {enemy}"),
                "Stay more than 0.05 in away",
            ),
            (false, true) => self.side_refusal(id),
            (false, false) => self.contact_refusal(id, "would touch"),
        }
    }

    /// May the mover touch this enemy with its front?
    fn may_touch(&self, id: StandId) -> bool {
        may_touch(self.state, self.id, id)
    }

    fn contact_refusal(&self, id: StandId, verb: &str) -> Refusal {
        let (clause, remedy) = match self.state.arm(id) {
            _ if self.state.stand(self.id).square => {
                ("easy:VI.G", "Squares may not attack: leave them first, or stay more than 0.05 in away")
            }
            Arm::Wagon => (
                "easy:VI.A.b",
                "Only infantry, cavalry and engineers take wagons: stay more than 0.05 in away",
            ),
            Arm::Pontoon => {
                ("easy:V.D.3", "Only troops and engineers take pontoon trains: stay more than 0.05 in away")
            }
            _ => (
                "easy:III-contact",
                "Only infantry and cavalry may touch enemies: stay more than 0.05 in away",
            ),
        };
        self.because_of(
            id,
            Code::MayNotContact,
            clause,
            |mover, enemy| format!("{mover} {verb} {enemy}"),
            remedy,
        )
    }

    pub(super) fn side_refusal(&self, id: StandId) -> Refusal {
        self.because_of(
            id,
            Code::SideContact,
            "easy:III-contact",
            |mover, enemy| format!("{mover} would touch {enemy} other than with its front"),
            "Touch enemies with the front edge only, and end the move there",
        )
    }
}
