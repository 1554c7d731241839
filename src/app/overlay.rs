//! What lies over the table: reach, ghosts, ways and measured lines.

use crate::rules::working::Measured;

use super::painter::{self, Ink, Length, Mark, Pen, measured_marks, way_marks};
use super::state::Hand;
use super::views::table::Overlays;
use super::{App, models, mover};

impl App {
    /// Reach, ghosts, ways and measured lines over the table.
    pub(super) fn lay_over(&mut self) {
        // What lies on an earlier table is looked at with that table; the hand waits.
        let state = self.looking.as_ref().map_or_else(|| self.desk.state(), |looking| &looking.state);
        let idle = Hand::Empty;
        let hand = if self.looking.is_some() { &idle } else { &self.hand };
        let mut overlays = Overlays::default();
        if self.saved.zones && !matches!(&self.zones, Some((version, _)) if *version == self.version) {
            self.zones = Some((self.version, mover::zone_marks(state)));
        }
        match hand {
            Hand::Stand(lifted) => {
                overlays.under.extend(self.reach.iter().cloned());
                let rect = state.unit(lifted.stand).body.parts()[0];
                let good = lifted.trip.refusal.is_none();
                let ink = if good { Ink::Way } else { Ink::Bad };
                if let Some(&end) = lifted.trip.poses.last() {
                    let ghost = painter::footprint(end, rect.width, rect.depth);
                    overlays.over.push(Mark::fill(ghost, if good { Ink::GoodWash } else { Ink::BadWash }));
                }
                overlays.over.extend(way_marks(&lifted.trip.poses, rect.width, rect.depth, ink));
                if let Some(stopped) = lifted.trip.stopped {
                    let place = painter::footprint(stopped, rect.width, rect.depth);
                    overlays.over.push(Mark::ring(place, Pen::fine(Ink::Close, 2.0)));
                }
                if let Some(measured) =
                    lifted.trip.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref())
                {
                    overlays.over.extend(measured_marks(measured));
                }
            }
            Hand::Card(order) => {
                overlays.over.extend(mover::order_marks(state, order));
                if let Some(card) = &self.card {
                    for (stand, poses) in &card.ways {
                        let rect = state.unit(*stand).body.parts()[0];
                        overlays.over.extend(way_marks(poses, rect.width, rect.depth, Ink::Way));
                    }
                    overlays.over.extend(models::measured(card).iter().flat_map(measured_marks));
                }
            }
            Hand::Empty if self.looking.is_some() => {}
            Hand::Empty => {
                for row in &self.models.due.ticks {
                    if let Some(Measured { from, to, .. }) = row.measured {
                        let ink = if row.open { Ink::Good } else { Ink::Bad };
                        let pen = Pen::fine(ink, if self.ticked.contains(&row.id) { 1.8 } else { 1.0 });
                        overlays.over.push(Mark::line([from, to], pen.dashed(5.0, 4.0)));
                        overlays.over.push(Mark::dot(to, Length::points(2.6), ink));
                    }
                }
            }
        }
        overlays.over.extend(self.pointed_marks.iter().cloned());
        self.overlays = overlays;
    }
}
