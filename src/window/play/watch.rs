//! Threats to the piece in hand where it rests: found on a thread, given up when the piece moves on.

use std::sync::mpsc::TryRecvError;
use std::time::Duration;

use crate::background::Background;
use game::{Spot, Threat};

use super::Play;
use super::hand::Hand;

/// Speed below which the pointer rests, in points per second.
const AT_REST: f32 = 12.0;

/// The threats to one ghost, as far as they are found.
#[derive(Debug)]
pub struct Watch {
    /// The place of the ghost for these threats.
    at: Spot,
    /// Nearest first.
    pub rows: Vec<Threat>,
    pub done: bool,
    threats: Background<Threat>,
}

impl Watch {
    /// Takes what has been found meanwhile.
    fn poll(&mut self) {
        loop {
            match self.threats.poll() {
                Ok(row) => self.rows.push(row),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.done = true;
                    return;
                }
            }
        }
    }
}

impl Play {
    /// Updates the threats: those for another place are given up, and the search starts again once the ghost rests.
    pub(super) fn watch_hand(&mut self, ctx: &egui::Context) {
        let Hand::Piece(in_hand) = &self.hand else {
            self.watch = None;
            return;
        };
        let lift = in_hand.held.summary();
        let place = in_hand.trip.rests.or(lift.from).filter(|spot| matches!(spot, Spot::Pose { .. }));
        let Some(at) = place.filter(|_| lift.refusal.is_none()) else {
            self.watch = None;
            return;
        };
        if let Some(watch) = &mut self.watch
            && watch.at == at
        {
            watch.poll();
            return;
        }
        self.watch = None;
        if ctx.input(|input| input.pointer.velocity().length() < AT_REST) {
            let watcher = self.game.watcher(&lift.piece, at, self.viewer);
            let threats = Background::begin(Some(ctx.clone()), move |reporter| {
                watcher(&mut |threat| {
                    reporter.report(threat);
                    !reporter.stopped()
                });
            });
            self.watch = Some(Watch { at, rows: Vec::new(), done: false, threats });
        }
        ctx.request_repaint_after(Duration::from_millis(60));
    }
}
