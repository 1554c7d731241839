//! The stand in hand: lifted, carried, turned, put down.

use crate::rules::easy::{Order, StandId};
use crate::table::{Pose, Vec2};

use super::App;
use super::mover::{self, Kind};
use super::state::{Hand, Lifted};

impl App {
    /// What threatens the ghost, once it rests.
    pub(super) fn weigh_threats(&mut self, ctx: &egui::Context) {
        let Hand::Stand(lifted) = &mut self.hand else { return };
        if lifted.threats_at == Some(lifted.ghost) {
            return;
        }
        if ctx.input(|input| input.pointer.velocity().length() < 1.0) {
            let end = lifted.trip.poses.last().copied().unwrap_or(lifted.ghost);
            lifted.threats = mover::threats(self.desk.state(), lifted.stand, end);
            lifted.threats_at = Some(lifted.ghost);
        }
        ctx.request_repaint();
    }

    /// Why this stand may be lifted now, as the desk offers it.
    pub(super) fn lift_kind(&self, stand: StandId) -> Option<Kind> {
        let general =
            self.desk.state().active().and_then(|now| self.desk.state().command(now.command).general);
        self.desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Move { stand: id, .. } if *id == stand => Some(Kind::Move),
            Order::Withdraw { stand: id, .. } if *id == stand => Some(Kind::Withdraw),
            Order::MoveGeneral { .. } if general == Some(stand) => Some(Kind::General),
            _ => None,
        })
    }

    pub(super) fn pick_up(&mut self, stand: StandId) {
        self.selected = Some(stand);
        let (Some(kind), Some(start)) = (self.lift_kind(stand), self.desk.state().pose(stand)) else {
            return;
        };
        self.lift(stand, kind, start, 0.0);
    }

    pub(super) fn lift(&mut self, stand: StandId, kind: Kind, start: Pose, along: f32) {
        let trip = mover::trip(self.desk.state(), stand, kind, start, &[], start);
        self.reach = mover::reach_marks(self.desk.state(), stand, kind, start, start.heading);
        self.card = None;
        self.hand = Hand::Stand(Box::new(Lifted {
            stand,
            kind,
            start,
            ghost: start,
            way_points: Vec::new(),
            trip,
            along,
            held: true,
            threats: Vec::new(),
            threats_at: None,
        }));
    }

    pub(super) fn bring_on(&mut self, stand: StandId) {
        let offered = self.desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Enter { stand: id, along, .. } if *id == stand => Some(*along),
            _ => None,
        });
        let state = self.desk.state();
        if let Some(along) = offered
            && let Some(start) = mover::entry_pose(state, stand, along)
        {
            self.selected = Some(stand);
            self.grip = Vec2::ZERO;
            self.lift(stand, Kind::Enter, start, along);
        }
    }

    pub(super) fn carry(&mut self, pose: Pose) {
        let Hand::Stand(lifted) = &mut self.hand else { return };
        let state = self.desk.state();
        let turned = pose.heading != lifted.ghost.heading;
        let snapped = mover::snapped(state, lifted.stand, lifted.kind, pose);
        lifted.ghost = Pose::new(pose.at, pose.heading);
        lifted.trip =
            mover::trip(state, lifted.stand, lifted.kind, lifted.start, &lifted.way_points, snapped);
        if turned {
            self.reach =
                mover::reach_marks(state, lifted.stand, lifted.kind, lifted.start, lifted.ghost.heading);
        }
    }

    /// Puts the stand in hand down: the order is its planned path. Put down where it was, it has not been moved.
    pub(super) fn drop_stand(&mut self, ctx: &egui::Context) {
        let Hand::Stand(lifted) = &self.hand else { return };
        if lifted.trip.path.legs.is_empty() && lifted.kind != Kind::Enter {
            // A click lifts the stand and leaves it in hand.
            return;
        }
        if lifted.trip.refusal.is_some() {
            return;
        }
        let order = mover::order(lifted.stand, lifted.kind, lifted.along, lifted.trip.path.clone());
        self.give(ctx, order);
    }
}
