//! What could fire at the ghost or reach it, and with what odds: weighed in a thread, given up when the ghost moves on.

use std::sync::mpsc::TryRecvError;

use crate::rules::easy::brief::threat::{ThreatRow, row};
use crate::rules::easy::state::Place;
use crate::rules::easy::{StandId, State, reach};
use crate::table::Pose;

use super::weighing::{Scales, Weighing};

/// The enemies of one ghost, as far as they are weighed.
#[derive(Debug)]
pub struct Watch {
    /// The ghost they are weighed for.
    pub at: Pose,
    /// Nearest first.
    pub rows: Vec<ThreatRow>,
    pub done: bool,
    weighing: Weighing<ThreatRow>,
}

impl Watch {
    /// Begins to weigh what could come at a stand at this pose; the state is what the viewer may know.
    pub fn begin(state: State, stand: StandId, at: Pose, ctx: &egui::Context) -> Self {
        let weighing = Weighing::begin(Some(ctx.clone()), move |scales| weigh(state, stand, at, scales));
        Self { at, rows: Vec::new(), done: false, weighing }
    }

    /// Takes what has been found meanwhile.
    pub fn hear(&mut self) {
        loop {
            match self.weighing.hear() {
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

fn weigh(mut state: State, stand: StandId, at: Pose, scales: &Scales<ThreatRow>) {
    state.stands[stand.index()].place = Place::Table(at);
    for threat in reach::threat(&state, stand, at) {
        if scales.stopped() {
            return;
        }
        scales.tell(row(&state, stand, &threat));
    }
}
