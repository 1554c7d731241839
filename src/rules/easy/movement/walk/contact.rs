//! Contact during a move, and closing up to the enemy at its end.
//!
//! Clauses: `easy:0.4`, `easy:III-contact`, `easy:III.A.2`. Units: inches; fractions of a leg run from 0 to 1.

use crate::combat::edges;
use crate::order::MoveKind;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::touching::{Touching, is_train};
use game::Clause;
use game::working::Note;
use scenario::army::Arm;
use table::contact::{contact, first_touch_is_front};
use table::measure::{are_touching, outside_by};
use table::meeting::{Meeting, meeting};
use table::sweep::first_contact;
use table::tolerance::{EPS, OVERLAP, overlapping};
use table::{Edge, Heading, Leg, Pose};

use super::legs::earlier;
use super::record::Touch;
use super::roles::{Other, Role, may_touch};
use super::stops::{First, Stop};
use super::zones::Hold;
use super::{WalkedLeg, Walker};

/// How corner to corner with an enemy on the way is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passes {
    /// It is no contact: the enemy touches another stand properly.
    Never,
    /// It is ignored if the mover properly touches another enemy at its end.
    Perhaps,
    /// It is a contact.
    Always,
}

/// The effect of a leg on an enemy.
struct Course<'o> {
    enemy: &'o Other<'o>,
    /// The first fraction within touch.
    near: f32,
    /// The fraction at which the move ends in contact with it; `None` if it goes past.
    end: Option<f32>,
    /// Is the gap closed there?
    closes: bool,
}

impl Walker<'_, '_> {
    pub(super) fn first_contact(
        &self,
        rest: Leg,
        others: &[Other<'_>],
        spent: Option<f32>,
        first: &mut First,
    ) {
        let enemies = others.iter().filter(|other| other.role == Role::Enemy && other.close);
        let met: Vec<Course<'_>> = enemies.filter_map(|enemy| self.course(rest, enemy, first)).collect();
        let soonest = met.iter().filter_map(|course| course.end).reduce(f32::min);
        // What the dice left may be spent within touch of the enemy: that is contact too.
        let end = earlier(soonest, spent.filter(|_| self.committed));
        let stays = |t: f32, enemy: &Other<'_>| {
            are_touching(self.unit.body.placed(rest.part(self.pose, t)), enemy.placed)
        };
        let mut contact_near: Option<f32> = None;
        for course in &met {
            match end {
                Some(end) if course.near <= end && stays(end, course.enemy) => {
                    contact_near = earlier(contact_near, Some(course.near));
                }
                Some(end) if course.near > end => {}
                _ if self.is_let_stand(self.barred_contact(course.enemy.id).0) => {}
                _ => first.offer(course.near, 2, Stop::Brush(course.enemy.id)),
            }
        }
        if let Some(end) = end
            && (contact_near.is_some() || soonest == Some(end))
        {
            let closes = met.iter().any(|course| course.closes && course.end == Some(end));
            first.offer(end, 0, Stop::Contact { near: contact_near.unwrap_or(end), closes });
        }
        let nearest = met.iter().map(|course| course.near).reduce(f32::min);
        if let Some((t, _, Stop::Spent { near })) = &mut first.best {
            *near = nearest.filter(|nearest| *nearest <= *t);
        }
    }

    /// The effect of the rest of a leg on this enemy; `None` if there is none. An enemy met corner to corner without contact is
    /// an obstacle like a friend.
    ///
    /// Clauses: `easy:0.4`, `easy:III-contact`.
    fn course<'o>(&self, rest: Leg, enemy: &'o Other<'o>, first: &mut First) -> Option<Course<'o>> {
        let body = &self.unit.body;
        if self.is_old(enemy.id) {
            // An enemy in touch already is met again if the mover moves into it.
            let closes = first_contact(body, self.pose, rest, enemy.placed)?;
            return Some(Course { enemy, near: closes, end: Some(closes), closes: true });
        }
        let Meeting { near, real, stops, stays } = meeting(body, self.pose, rest, enemy.placed)?;
        if real.is_none() {
            let passes = self.passes(enemy.id);
            if passes == Passes::Never {
                if let Some(t) = stops.filter(|_| !self.is_let_stand("easy:0.7")) {
                    first.offer(t, 4, Stop::Friend(enemy.id));
                }
                return None;
            }
            self.glanced.set(true);
            if passes == Passes::Perhaps && stops.is_none() {
                return None;
            }
        }
        let end = stops.or_else(|| stays.then_some(1.0));
        Some(Course { enemy, near, end, closes: stops.is_some() })
    }

    /// May corner on corner with this enemy be a contact?
    fn passes(&self, enemy: StandId) -> Passes {
        if self.grazed.contains(&enemy) || self.survey.touching().touches_otherwise(enemy, self.id) {
            Passes::Never
        } else if self.counted {
            Passes::Always
        } else {
            Passes::Perhaps
        }
    }

    /// Did the stand touch this enemy when its move began?
    fn is_old(&self, id: StandId) -> bool {
        self.touched.iter().any(|(touched, _)| *touched == id) || self.beside.contains(&id)
    }

    /// The enemies that the mover touches at this pose, and their edges; or the refusal (`easy:III-contact`).
    pub(super) fn touch(&self, pose: Pose) -> Result<Vec<Touch>, Refusal> {
        let table = self.survey.touching().with(self.id, pose);
        let mut found = table.within_touch(self.id, &|id| self.role(id) == Role::Enemy);
        if found.iter().any(|(id, contact)| !contact.graze && !self.is_old(*id)) {
            self.met.set(true);
        }
        table.drop_grazes(self.id, &mut found);
        let (old, fresh): (Vec<StandId>, Vec<StandId>) =
            found.into_iter().map(|(id, _)| id).partition(|id| self.is_old(*id));
        // Without a new one it moves into those it touches already.
        let enemies = if fresh.is_empty() { old } else { fresh };
        let Some(&first) = enemies.first() else { return Ok(Vec::new()) };
        if self.kind == MoveKind::Withdraw {
            self.because_of(
                first,
                Code::CannotWithdraw,
                "easy:III.E.2",
                |mover, enemy| format!("{mover} would touch {enemy}"),
                "Withdraw without touching another enemy, or attack",
            )
            .unless(&self.state.overruled)?;
        }
        if let Some(&barred) = enemies.iter().find(|id| !self.may_touch(**id)) {
            self.contact_refusal(barred, "may not touch").unless(&self.state.overruled)?;
        }
        let quad = self.unit.body.placed(pose).quad();
        for id in &enemies {
            let Some(other) = self.state.placed(*id) else { continue };
            if !first_touch_is_front(quad, other.quad(), self.state.lengths().front_corner_slack()) {
                self.side_refusal(*id).unless(&self.state.overruled)?;
            }
        }
        self.edges(table, &enemies)
    }

    /// The edges on which the mover touches these enemies, if one of them is left for it to attack along (`easy:III.A.2`).
    fn edges(&self, table: Touching<'_>, enemies: &[StandId]) -> Result<Vec<Touch>, Refusal> {
        let mut touches = Vec::new();
        let mut own = Vec::new();
        for &enemy in enemies {
            let chosen = match &self.hold {
                Hold::Closing { owner, edge, .. } if *owner == enemy => Some(*edge),
                _ => None,
            };
            let Some(edge) = table.edge_in_contact(self.id, enemy, chosen) else { continue };
            touches.push(Touch { enemy, edge });
            if !is_train(self.state.arm(enemy)) {
                own.push(edges::claim(table, self.id, enemy, edge));
            }
        }
        touches.sort_unstable();
        if own.len() < touches.len() {
            // It takes a train there, even if edges are taken.
            return Ok(touches);
        }
        if let Err(taken) = edges::finds_edge(table, self.id, &own) {
            taken.refusal(self.state).unless(&self.state.overruled)?;
        }
        Ok(touches)
    }

    /// Closes a contact within touch to gap 0, if the allowance lasts (`easy:III-contact`).
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
        self.kept.push(WalkedLeg {
            start: self.pose,
            leg: more.shortened(met),
            cost_before: self.cost,
            known: None,
        });
        self.cost += bill.cost_to(met);
        self.pose = end;
    }

    /// Squares the stand up to the touched edge, free of charge (`conform`).
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
        // Neighbours of the enemy that it would only graze are no contact (`easy:0.4`).
        let there = self.survey.touching().with(self.id, squared);
        let mut met = there.within_touch(self.id, &|id| self.state.are_enemies(self.id, id));
        there.drop_grazes(self.id, &mut met);
        let blocked = self.overlapped(squared).is_some()
            || met.iter().any(|(id, _)| *id != touch.enemy)
            || outside_by(placed, size) > OVERLAP
            || terrain.impassable_under(placed).is_some_and(|(depth, _)| overlapping(depth));
        if blocked {
            return;
        }
        self.notes.push(Note::new("easy:III-contact", "squares up to the edge it touches"));
        for leg in [turn, shift] {
            self.kept.push(WalkedLeg { start: self.pose, leg, cost_before: self.cost, known: None });
            self.pose = leg.end(self.pose);
        }
    }

    /// The refusal because the enemy may not be touched, or not so, on the way.
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

    /// The clause by which the mover may not touch this enemy, and what is allowed.
    fn barred_contact(&self, id: StandId) -> (Clause, &'static str) {
        match self.state.arm(id) {
            _ if self.may_touch(id) => ("easy:III-contact", ""),
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
        }
    }

    fn contact_refusal(&self, id: StandId, verb: &str) -> Refusal {
        let (clause, remedy) = self.barred_contact(id);
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
