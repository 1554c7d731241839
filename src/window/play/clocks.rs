//! The clocks of the sides: the clock of whoever has to decide runs. What it said is kept in the record when the decision passes.

use std::time::Duration;

use crate::players::ClockFace;
use crate::texts::players as texts;
use game::Viewer;
use scenario::Side;

use super::Play;

/// The clocks of a game, as far as they are not in its record yet.
#[derive(Debug, Default)]
pub(super) struct ChessClocks {
    /// Neither paused nor never started.
    runs: bool,
    /// Whose clock has been running since the last frame.
    of: Option<Side>,
    /// When the last frame was, in seconds of the window.
    last: Option<f64>,
    /// Seconds by side that are not in the record.
    gone: [f64; 2],
}

impl ChessClocks {
    /// Goes on to this moment, at which that side has to decide. Returns the side whose decision has passed.
    fn go_on(&mut self, now: f64, decides: Option<Side>) -> Option<Side> {
        if let (Some(last), Some(of)) = (self.last, self.of) {
            self.gone[of.index()] += (now - last).max(0.0);
        }
        self.last = Some(now);
        let before = std::mem::replace(&mut self.of, decides);
        before.filter(|_| before != decides)
    }

    /// The whole seconds of a side that are to be kept.
    fn take(&mut self, side: Side) -> u64 {
        let gone = &mut self.gone[side.index()];
        let whole = gone.floor();
        *gone -= whole;
        whole as u64
    }
}

impl Play {
    /// Starts the clocks, or pauses them.
    pub(super) fn run_clocks(&mut self, ctx: &egui::Context) {
        let runs = !self.clocks.runs;
        self.clock_on(ctx);
        if !runs {
            self.stop_clocks();
        }
        self.clocks.runs = runs;
        self.say(ctx, if runs { texts::CLOCKS_RUN } else { texts::CLOCKS_WAIT });
        self.clock_on(ctx);
    }

    /// Lets the clock run of whoever has to decide.
    pub(super) fn clock_on(&mut self, ctx: &egui::Context) {
        if !self.clocks.runs {
            return;
        }
        let nobody = self.game.is_over() || self.is_fought_out();
        let decides = if nobody { None } else { self.game.turn(Viewer::Referee).side };
        self.clocks.go_on(ctx.input(|input| input.time), decides);
        self.keep_clocks(decides);
        ctx.request_repaint_after(Duration::from_millis(500));
    }

    /// Keeps in the record what is not there yet of all clocks but the one that runs. While dice are asked for nothing is written:
    /// they belong to the next entry.
    fn keep_clocks(&mut self, runs: Option<Side>) {
        if self.tray.is_some() {
            return;
        }
        let mut any = false;
        for side in Side::BOTH.into_iter().filter(|side| Some(*side) != runs) {
            let seconds = self.clocks.take(side);
            if seconds == 0 {
                continue;
            }
            if let Err(fault) = self.game.clocked(side, seconds) {
                self.common.trouble(fault.text);
            }
            any = true;
        }
        if any {
            self.log.update(&*self.game, self.viewer);
        }
    }

    /// Pauses the clocks, and keeps what they say.
    pub fn stop_clocks(&mut self) {
        self.clocks.runs = false;
        (self.clocks.of, self.clocks.last) = (None, None);
        self.keep_clocks(None);
    }

    /// What the clocks say; `None` if they never ran.
    pub fn clock_faces(&self) -> Option<[ClockFace; 2]> {
        let (kept, clocks) = (self.game.clocks(), &self.clocks);
        let never = kept == [0; 2] && !clocks.runs && clocks.gone == [0.0; 2];
        let face = |side: Side| ClockFace {
            seconds: kept[side.index()] + clocks.gone[side.index()] as u64,
            runs: clocks.runs && clocks.of == Some(side),
        };
        (!never).then(|| Side::BOTH.map(face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_for_whoever_decides_and_is_kept_when_that_passes() {
        let mut clocks = ChessClocks { runs: true, ..ChessClocks::default() };
        assert_eq!(clocks.go_on(10.0, Some(Side(0))), None);
        assert_eq!(clocks.go_on(12.5, Some(Side(0))), None);
        assert_eq!(clocks.go_on(14.0, None), Some(Side(0)), "the referee decides");
        assert_eq!(clocks.go_on(20.0, Some(Side(1))), None);
        assert_eq!(clocks.go_on(21.5, Some(Side(0))), Some(Side(1)));
        assert_eq!((clocks.take(Side(0)), clocks.take(Side(1))), (4, 1));
        assert_eq!(clocks.take(Side(1)), 0, "it is kept once");
        assert_eq!(clocks.gone, [0.0, 0.5], "and nothing is lost");
    }
}
