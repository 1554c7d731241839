//! What lies over the table: reach, ghosts, ways and measured lines.

use crate::rules::working::Measured;

use crate::rules::easy::{StandId, State};

use super::line::Does;
use super::mover::Trip;
use super::painter::{self, Ink, Length, Mark, Pen, measured_marks, way_marks};
use super::state::Hand;
use super::views::table::Overlays;
use super::{App, models, mover};

impl App {
    /// Reach, ghosts, ways and measured lines over the table.
    pub(super) fn lay_over(&mut self) {
        let state = self.desk.state();
        let mut overlays = Overlays::default();
        if self.saved.zones && !matches!(&self.zones, Some((version, _)) if *version == self.version) {
            self.zones = Some((self.version, mover::zone_marks(state)));
        }
        let typed = self.typing.reading.meaning.as_ref();
        match &self.hand {
            _ if let Some(meaning) = typed => {
                for ghost in &meaning.ghosts {
                    trip_marks(&mut overlays.over, state, ghost.stand, &ghost.trip);
                }
                if let Does::Order { order, .. } = &meaning.does {
                    overlays.over.extend(mover::order_marks(state, order));
                }
                if meaning.ghosts.is_empty()
                    && let Some(measured) =
                        meaning.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref())
                {
                    overlays.over.extend(measured_marks(measured));
                }
            }
            Hand::Stand(lifted) => {
                overlays.under.extend(self.reach.iter().cloned());
                trip_marks(&mut overlays.over, state, lifted.stand, &lifted.trip);
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
        if let Some(row) =
            self.pointed.and_then(|number| self.models.log.iter().find(|row| row.number == number))
        {
            let lines = row.working.iter().filter_map(|note| note.measured.as_ref());
            overlays.over.extend(lines.flat_map(measured_marks));
        }
        self.overlays = overlays;
    }
}

/// A way with its ghost, and where it becomes illegal.
fn trip_marks(over: &mut Vec<Mark>, state: &State, stand: StandId, trip: &Trip) {
    let rect = state.unit(stand).body.parts()[0];
    let good = trip.refusal.is_none();
    let ink = if good { Ink::Way } else { Ink::Bad };
    if let Some(&end) = trip.poses.last() {
        let ghost = painter::footprint(end, rect.width, rect.depth);
        over.push(Mark::fill(ghost, if good { Ink::GoodWash } else { Ink::BadWash }));
    }
    over.extend(way_marks(&trip.poses, rect.width, rect.depth, ink));
    if let Some(stopped) = trip.stopped {
        let place = painter::footprint(stopped, rect.width, rect.depth);
        over.push(Mark::ring(place, Pen::fine(Ink::Close, 2.0)));
    }
    if let Some(measured) = trip.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref()) {
        over.extend(measured_marks(measured));
    }
}
