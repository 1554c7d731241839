//! Possible events on a leg, and the first of them.
//!
//! Clauses: `easy:0.7`, `easy:0.8`. Units: inches; fractions of a leg run from 0 to 1.

use crate::order::MoveKind;
use crate::roster::StandId;
use table::Leg;
use table::measure::outside_by;
use table::sweep::{first_overlap, off_table};
use table::terrain::{Crossed, How as Crossing};
use table::tolerance::{EPS, OVERLAP};

use super::roles::{Other, Role};
use super::{Progress, Walker, barring_clause};

/// The first event on a leg.
pub(super) enum Stop {
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

/// The earliest event on a leg; at the same place the lower rank counts.
pub(super) struct First {
    way: f32,
    pub best: Option<(f32, u8, Stop)>,
}

impl First {
    pub fn new(way: f32) -> Self {
        Self { way, best: None }
    }

    pub fn offer(&mut self, t: f32, rank: u8, stop: Stop) {
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

impl Walker<'_, '_> {
    /// The first event on the rest of a leg, and its fraction of that rest.
    pub(super) fn first_stop(
        &self,
        going: &Progress,
        rest: Leg,
        others: &[Other<'_>],
    ) -> Option<(f32, Stop)> {
        let (body, terrain) = (&self.unit.body, self.state.terrain());
        let (bill, done, way) = (&going.bill, going.done, going.way());
        let mut first = First::new(way);
        let sub = |t: f32| ((t - done) / (1.0 - done)).clamp(0.0, 1.0);

        let left = self.allowance - self.cost;
        let here = bill.cost_to(done);
        let spent = (bill.reach(here + left + EPS) < 1.0).then(|| sub(bill.reach(here + left.max(0.0))));
        if let Some(t) = spent {
            first.offer(t, 3, Stop::Spent { near: None });
        }
        let size = terrain.ground().size;
        let coming_on = self.kind == MoveKind::Enter && outside_by(self.placed(), size) > OVERLAP;
        if !coming_on && let Some(t) = off_table(body, self.pose, rest, size) {
            first.offer(t, 5, Stop::OffTable);
        }
        if !self.is_let_stand("easy:II.C")
            && let Some((t, area)) = terrain.first_impassable(body, self.pose, rest)
        {
            first.offer(t, 6, Stop::Impassable(area));
        }
        let mut crossings = going.crossings.iter();
        let is_barred = |crossed: &&Crossed| {
            crossed.how == Crossing::Barred
                && crossed.t >= done
                && !self.is_let_stand(barring_clause(self.state, crossed.line))
        };
        if let Some(barred) = crossings.find(is_barred) {
            first.offer(sub(barred.t), 6, Stop::Barred(barred.line));
        }
        let stops = |other: &&Other<'_>| other.role == Role::Friend && other.close;
        // Let stand, it passes through them, and ends clear of them.
        for friend in others.iter().filter(stops).filter(|_| !self.is_let_stand("easy:0.7")) {
            if let Some(t) = first_overlap(body, self.pose, rest, friend.placed) {
                first.offer(t, 4, Stop::Friend(friend.id));
            }
        }
        self.first_contact(rest, others, spent, &mut first);
        self.first_zones(rest, way, others, &mut first);
        first.best.map(|(t, _, stop)| (t, stop))
    }
}
