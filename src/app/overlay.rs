//! What lies over the table: reach, ghosts, ways, threats and measured lines.

use crate::game::working::Measured;
use crate::table::{Pose, Vec2};

use crate::drawing::{Ink, Length, Mark, Pen, footprint, gauge_marks, way_marks, words_at};
use crate::rules::easy::State;
use crate::rules::easy::retreat::Fate;

use super::shown::{Measuring, RulerEnd, RulerEnds, Wanted};
use super::state::{Hand, Lifted};
use super::threat::Watch;
use super::views::table::{Overlays, TableAnswer};
use super::{App, Command, models, shown, views};
use crate::rules::easy::brief::card::WayBack;
use crate::rules::easy::brief::trip;

impl App {
    /// Reach, ghosts, ways and measured lines over the table.
    pub(super) fn lay_over(&mut self) {
        // What lies on an earlier table is looked at with that table; the hand waits.
        let state = self.looking.as_ref().map_or_else(|| self.desk.state(), |looking| &looking.state);
        let idle = Hand::Empty;
        let hand = if self.looking.is_some() { &idle } else { &self.hand };
        let wanted = self.wanted(state);
        self.laid.refresh(self.version, state, &wanted);
        let mut overlays = Overlays { under: self.laid.under.clone(), over: self.laid.over.clone() };
        if self.shell.saved.shown.zones
            && !matches!(&self.zones, Some((version, _)) if *version == self.version)
        {
            self.zones = Some((self.version, shown::zone_marks(state)));
        }
        let typed = self.typing.reading.meaning.as_ref().filter(|_| self.looking.is_none());
        match hand {
            _ if let Some(meaning) = typed => {
                overlays.over.extend(meaning.ghosts.iter().flat_map(|ghost| &ghost.marks).cloned());
                overlays.over.extend_from_slice(&meaning.marks);
            }
            Hand::Stand(lifted) => {
                if self.shell.saved.shown.reach {
                    overlays.under.extend(self.reach.iter().cloned());
                }
                if let Some(watch) = &self.watch {
                    overlays.under.extend(threat_marks(watch));
                }
                let rect = state.unit(lifted.stand).body.parts()[0];
                overlays.over.extend(lifted_marks(lifted, rect.width, rect.depth));
            }
            Hand::Card(order) => {
                overlays.over.extend(trip::order_marks(state, order));
                if let Some(card) = &self.card {
                    for (stand, poses) in &card.ways {
                        let rect = state.unit(*stand).body.parts()[0];
                        overlays.over.extend(way_marks(poses, rect.width, rect.depth, Ink::Way));
                    }
                    if let Some(way) = &card.retreat {
                        let rect = state.unit(way.stand).body.parts()[0];
                        overlays.over.extend(way_back_marks(way, rect.width, rect.depth, true));
                    }
                    if let Some(rally) = &card.rally {
                        let rect = state.unit(rally.stand).body.parts()[0];
                        for place in &rally.places {
                            overlays.over.push(Mark::dot(place.at, Length::points(3.0), Ink::Good));
                        }
                        let good = card.refusal.is_none();
                        let (ink, wash) =
                            if good { (Ink::Good, Ink::GoodWash) } else { (Ink::Bad, Ink::BadWash) };
                        overlays.over.extend(ghost_marks(rally.pose, rect.width, rect.depth, ink, wash));
                    }
                    overlays
                        .over
                        .extend(models::measured(card).iter().flat_map(|one| gauge_marks(&one.gauge())));
                }
            }
            Hand::Empty if self.looking.is_some() => {}
            Hand::Empty => {
                for row in &self.models.due.ticks {
                    if let Some(Measured { from, to, .. }) = row.measured {
                        let ink = if row.open { Ink::Good } else { Ink::Bad };
                        let pen = Pen::fine(ink, if self.ticked.contains(&row.id) { 1.8 } else { 1.0 });
                        // Under the stands, so that no line crosses what is written on them.
                        overlays.under.push(Mark::line([from, to], pen.dashed(5.0, 4.0)));
                        overlays.over.push(Mark::dot(to, Length::points(2.6), ink));
                    }
                }
                let pointed =
                    self.shell.ctx.as_ref().and_then(|ctx| views::orders::pointed(ctx, self.version));
                if let Some(order) = pointed {
                    overlays.over.extend(trip::order_marks(state, &order));
                }
                for way in &self.models.due.retreats {
                    let rect = state.unit(way.stand).body.parts()[0];
                    overlays.over.extend(way_back_marks(way, rect.width, rect.depth, false));
                }
            }
        }
        overlays.over.extend(self.pointed_marks.iter().cloned());
        overlays.over.extend(self.fiat_marks());
        overlays.over.extend(self.regroup_marks());
        self.overlays = overlays;
    }
}

impl App {
    /// What is to be laid over this table: as the switches say, for what is selected.
    fn wanted(&self, state: &State) -> Wanted {
        let ghost = match &self.hand {
            Hand::Stand(lifted) if self.looking.is_none() => {
                Some((lifted.stand, lifted.trip.poses.last().copied().unwrap_or(lifted.ghost)))
            }
            _ => None,
        };
        let there = self.selected.filter(|id| state.pose(*id).is_some());
        let stand = ghost.map(|(stand, _)| stand).or(there);
        let command = stand.map(|id| state.unit(id).command).or(state.active().map(|now| now.command));
        Wanted {
            shown: self.shell.saved.shown,
            stand,
            ghost: ghost.map(|(_, pose)| pose),
            command,
            rulers: self.rulers.clone(),
            laying: self.measuring.and_then(Measuring::ends),
        }
    }

    /// A click while a ruler is laid: it begins here, or lies now.
    pub(super) fn measure_at(&mut self, ctx: &egui::Context, end: RulerEnd) {
        match self.measuring.and_then(|measuring| measuring.from) {
            None => self.measure_from(ctx, Some(end)),
            Some(from) if from == end => {}
            Some(from) => {
                self.rulers.push(RulerEnds { from, to: end });
                self.measuring = None;
                self.shell.toast = None;
                if !self.shell.saved.shown.rulers {
                    self.shell.saved.shown.rulers = true;
                }
            }
        }
    }

    /// Lays a ruler: what is clicked next is its end, or its beginning where there is none yet.
    pub(super) fn measure_from(&mut self, ctx: &egui::Context, from: Option<RulerEnd>) {
        self.measuring = Some(Measuring { from, to: None });
        let words = match from {
            None => "Click where the ruler begins: a stand or a point (Escape: no ruler)",
            Some(_) => "Click where the ruler ends: a stand or a point (Escape: no ruler)",
        };
        self.say(ctx, words);
    }

    /// What the pointer says while a ruler is laid; nothing else is done meanwhile.
    pub(super) fn measured(&self, answer: &TableAnswer) -> Option<Command> {
        let measuring = self.measuring?;
        let end = match (answer.hovered, answer.pointer) {
            (Some(stand), _) => RulerEnd::Stand(stand),
            (None, Some(at)) => RulerEnd::Point(at),
            (None, None) => return None,
        };
        if answer.clicked.is_some() {
            return Some(Command::MeasureAt(end));
        }
        (measuring.to != Some(end)).then_some(Command::StretchRuler(end))
    }
}

/// A stand that is not there yet, with its front edge.
pub(super) fn ghost_marks(pose: Pose, width: f32, depth: f32, ink: Ink, wash: Ink) -> Vec<Mark> {
    let front = [Vec2::new(-width, depth) / 2.0, Vec2::new(width, depth) / 2.0].map(|p| pose.to_table(p));
    vec![
        Mark::fill(footprint(pose, width, depth), wash),
        Mark::ring(footprint(pose, width, depth), Pen::fine(ink, 2.2)),
        Mark::line(front, Pen::new(ink, Length::inches(0.14).between(4.0, 9.0))),
    ]
}

/// The stand in hand: its way as far as it may be gone, the rest of it struck, and what it costs.
fn lifted_marks(lifted: &Lifted, width: f32, depth: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let trip = &lifted.trip;
    let Some(&end) = trip.poses.last() else { return marks };
    let good = trip.refusal.is_none();
    for point in &lifted.way_points {
        marks.push(Mark::dot(point.at, Length::points(5.0), Ink::Way));
        marks.push(Mark::dot(point.at, Length::points(2.0), Ink::Plate));
    }
    if good {
        marks.push(Mark::fill(footprint(end, width, depth), Ink::GoodWash));
        marks.extend(way_marks(&trip.poses, width, depth, Ink::Way));
    } else {
        marks.extend(ghost_marks(end, width, depth, Ink::Bad, Ink::BadWash));
        let centres: Vec<Vec2> = trip.poses.iter().map(|pose| pose.at).collect();
        marks.push(Mark::line(centres, Pen::fine(Ink::Bad, 1.6).dashed(3.0, 5.0)));
        let legal = trip.legal.poses(lifted.start);
        if legal.len() > 1 {
            marks.extend(way_marks(&legal, width, depth, Ink::Way));
        }
    }
    if let Some(stopped) = trip.stopped {
        marks.push(Mark::ring(footprint(stopped, width, depth), Pen::fine(Ink::Close, 2.4)));
        if let Some(refusal) = &trip.refusal {
            let side = Vec2::new(0.0, width.hypot(depth) / 2.0);
            marks.push(words_at(stopped.at + side, refusal.fact.clone(), Ink::Bad, -12.0));
        }
    }
    if let Some(measured) = trip.refusal.as_ref().and_then(|refusal| refusal.measured.as_ref()) {
        marks.extend(gauge_marks(&measured.gauge()));
    }
    if trip.poses.len() > 1 {
        let ink = if good { Ink::Good } else { Ink::Bad };
        let under = end.at - Vec2::new(0.0, width.hypot(depth) / 2.0);
        marks.push(words_at(under, format!("{:.1} of {:.1} in", trip.cost, trip.allowance), ink, 10.0));
    }
    marks
}

/// A beaten stand: the directions that are barred, and the way it goes.
fn way_back_marks(way: &WayBack, width: f32, depth: f32, tried: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let Some(&start) = way.poses.first() else { return marks };
    if tried || way.destroyed {
        for one in way.tried.iter().filter(|one| matches!(one.fate, Fate::Barred(_))) {
            // Those that point into a winner have no length.
            if one.distance > 0.1 {
                marks.push(Mark::line([start.at, one.at.at], Pen::fine(Ink::Bad, 1.2).dashed(4.0, 4.0)));
                let place = footprint(one.at, width, depth);
                marks.push(Mark::ring(place, Pen::fine(Ink::Bad, 1.0).dashed(3.0, 3.0)));
            }
        }
    }
    if way.destroyed {
        let place = footprint(start, width, depth);
        marks.push(Mark::fill(place, Ink::BadWash));
        marks.push(Mark::line([place[0], place[2]], Pen::fine(Ink::Bad, 3.0)));
        marks.push(Mark::line([place[1], place[3]], Pen::fine(Ink::Bad, 3.0)));
    } else {
        if let Some(&end) = way.poses.last() {
            marks.push(Mark::fill(footprint(end, width, depth), Ink::GoodWash));
        }
        marks.extend(way_marks(&way.poses, width, depth, Ink::Way));
    }
    marks
}

/// Lines from those who could come at the ghost; those who cannot yet are faint.
fn threat_marks(watch: &Watch) -> Vec<Mark> {
    let line = |row: &crate::rules::easy::brief::threat::ThreatRow| {
        let pen = if row.open {
            Pen::fine(Ink::Bad, 1.6).dashed(9.0, 4.0)
        } else {
            Pen::fine(Ink::FaintLine, 1.2).dashed(2.0, 5.0)
        };
        Mark::line([row.from, row.to], pen)
    };
    watch.rows.iter().map(line).collect()
}
