//! The stand in hand: lifted, carried, turned, put down; and the place pointed at for a stand that rallies.

use crate::rules::easy::{Order, StandId};
use crate::table::{Heading, Path, Pose, Vec2};

use super::App;
use super::state::{Hand, Lifted};
use super::threat::Watch;
use crate::rules::easy::brief::trip::{self, Kind, Routes};

/// Slower than this, in points a second, the pointer rests.
const AT_REST: f32 = 12.0;

impl App {
    /// The stand in hand.
    pub fn carried(&self) -> Option<StandId> {
        match &self.hand {
            Hand::Stand(lifted) => Some(lifted.stand),
            Hand::Card(_) | Hand::Empty => None,
        }
    }

    /// Keeps the threats up with the ghost: what was weighed for another place is given up, and begun anew once it rests.
    pub(super) fn weigh_threats(&mut self, ctx: &egui::Context) {
        let Hand::Stand(lifted) = &self.hand else {
            self.watch = None;
            return;
        };
        let at = lifted.trip.poses.last().copied().unwrap_or(lifted.ghost);
        if let Some(watch) = &mut self.watch
            && watch.at == at
        {
            watch.hear();
            return;
        }
        self.watch = None;
        if ctx.input(|input| input.pointer.velocity().length() < AT_REST) {
            let seen = self.desk.view(self.viewer);
            self.watch = Some(Watch::begin(seen, lifted.stand, at, ctx));
        }
        ctx.request_repaint_after(std::time::Duration::from_millis(60));
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

    /// Lifts the stand; for one that may not move now the rules say why, on a card that can be overruled.
    pub(super) fn pick_up(&mut self, ctx: &egui::Context, stand: StandId) {
        self.selected = Some(stand);
        let Some(start) = self.desk.state().pose(stand) else { return };
        match self.lift_kind(stand) {
            Some(kind) => self.lift(stand, kind, start, 0.0),
            None if self.tray.is_none() => self.take(ctx, Order::Move { stand, path: Path::stay() }),
            None => {}
        }
    }

    pub(super) fn lift(&mut self, stand: StandId, kind: Kind, start: Pose, along: f32) {
        let state = self.desk.state();
        let mut routes = Routes::new(state, self.version, stand, kind, start);
        let trip = routes.trip(state, &[], start);
        self.reach = routes.reach_marks(start.heading);
        self.card = None;
        self.tray = None;
        self.hand = Hand::Stand(Box::new(Lifted {
            stand,
            kind,
            start,
            ghost: start,
            way_points: Vec::new(),
            routes,
            trip,
            along,
            held: true,
            snap: None,
            free: false,
        }));
    }

    pub(super) fn bring_on(&mut self, stand: StandId) {
        let offered = self.desk.due().offers.iter().find_map(|offer| match &offer.order {
            Order::Enter { stand: id, along, .. } if *id == stand => Some(*along),
            _ => None,
        });
        let state = self.desk.state();
        if let Some(along) = offered
            && let Some(start) = trip::entry_pose(state, stand, along)
        {
            self.selected = Some(stand);
            self.grip = Vec2::ZERO;
            self.lift(stand, Kind::Enter, start, along);
        }
    }

    /// Holds the ghost there; `free`: nothing draws it anywhere else.
    pub(super) fn carry(&mut self, pose: Pose, free: bool) {
        if self.tray.is_some() {
            // The move waits for its die: it is made already.
            return;
        }
        let Hand::Stand(lifted) = &mut self.hand else { return };
        let state = self.desk.state();
        let turned = pose.heading != lifted.ghost.heading;
        lifted.routes.refresh(state, self.version);
        lifted.ghost = pose;
        lifted.free = free;
        (lifted.trip, lifted.snap) = lifted.routes.carried(state, &lifted.way_points, pose, free);
        if turned {
            self.reach = lifted.routes.reach_marks(lifted.ghost.heading);
        }
    }

    /// Turns the ghost by so many degrees, or the stand that is to rally.
    pub(super) fn turn(&mut self, ctx: &egui::Context, degrees: f32) {
        if self.tray.is_some() {
            return;
        }
        // Shift was for the turn, not for a way-point.
        self.shift = None;
        match &self.hand {
            Hand::Stand(lifted) => {
                let heading = lifted.ghost.heading.turned(degrees.to_radians());
                let pose = Pose::new(lifted.ghost.at, heading);
                self.carry(pose, ctx.input(|input| input.modifiers.alt));
            }
            Hand::Card(Order::Rally { stand, pose }) => {
                let (stand, at) = (*stand, pose.at);
                self.rally_at(ctx, stand, at, pose.heading.turned(degrees.to_radians()));
            }
            Hand::Card(_) | Hand::Empty => {}
        }
    }

    /// Goes by this place.
    pub(super) fn way_point(&mut self, pose: Pose) {
        if self.tray.is_some() {
            return;
        }
        if let Hand::Stand(lifted) = &mut self.hand {
            lifted.way_points.push(pose);
            let (ghost, free) = (lifted.ghost, lifted.free);
            self.carry(ghost, free);
        }
    }

    /// The ghost as it would come to rest: what a way-point is set at.
    pub(super) fn resting(&self) -> Option<Pose> {
        match &self.hand {
            Hand::Stand(lifted) => Some(lifted.trip.poses.last().copied().unwrap_or(lifted.ghost)),
            Hand::Empty | Hand::Card(_) => None,
        }
    }

    /// Takes the last way-point back.
    pub(super) fn take_way_point(&mut self) {
        if self.tray.is_some() {
            return;
        }
        if let Hand::Stand(lifted) = &mut self.hand
            && lifted.way_points.pop().is_some()
        {
            let (ghost, free) = (lifted.ghost, lifted.free);
            self.carry(ghost, free);
        }
    }

    /// Another place for a stand that rallies: against the general, as near as can be to where it was pointed.
    pub(super) fn rally_at(&mut self, ctx: &egui::Context, stand: StandId, at: Vec2, heading: Heading) {
        if let Some(pose) = trip::rally_pose(self.desk.state(), stand, at, heading) {
            self.take(ctx, Order::Rally { stand, pose });
        }
    }

    /// Puts the stand in hand down: the order is its planned path. Put down where it was, it has not been moved.
    pub(super) fn drop_stand(&mut self, ctx: &egui::Context) {
        if self.tray.is_some() {
            return;
        }
        let Hand::Stand(lifted) = &self.hand else { return };
        if lifted.trip.path.legs.is_empty() && lifted.kind != Kind::Enter {
            // A click lifts the stand and leaves it in hand.
            return;
        }
        if lifted.trip.refusal.is_some() {
            return;
        }
        let order = trip::order(lifted.stand, lifted.kind, lifted.along, lifted.trip.path.clone());
        self.give(ctx, order);
    }
}
