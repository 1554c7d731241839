//! The check of what is being made, table or map: on a thread of its own, one at a time, with what it has found.

use std::sync::mpsc::TryRecvError;

use egui::Context;

use crate::app::weighing::Weighing;

/// What is said where the check itself has failed.
pub const UNCHECKED: &str = "It could not be checked: change something, and it is tried again";

/// What is amiss, as far as it is known: see [`Checking::is_of`]. One check at a time: while something is dragged every
/// frame has its own version.
#[derive(Debug)]
pub struct Checking<F> {
    pub findings: Vec<F>,
    /// The version that the findings are of.
    checked: Option<u64>,
    running: Option<Weighing<(u64, Vec<F>)>>,
    /// The version whose check has failed to run: nobody knows what is amiss with it.
    failed: Option<u64>,
    /// It is to be played as soon as it is known that it can be.
    pub plays: bool,
}

/// What has come of it since it was looked at last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Nothing,
    Findings,
    /// The check could not be run.
    Failed,
}

impl<F> Default for Checking<F> {
    fn default() -> Self {
        Self { findings: Vec::new(), checked: None, running: None, failed: None, plays: false }
    }
}

impl<F: Send + 'static> Checking<F> {
    /// Whether the findings are of this version.
    pub fn is_of(&self, version: u64) -> bool {
        self.checked == Some(version)
    }

    pub fn has_failed(&self, version: u64) -> bool {
        self.failed == Some(version)
    }

    /// Takes what the check has found, and has the present version checked; `check` makes the work of it.
    pub fn hear<W>(&mut self, ctx: &Context, version: u64, check: impl FnOnce() -> W) -> Heard
    where
        W: FnOnce() -> Vec<F> + Send + 'static,
    {
        let heard = match self.running.as_ref().map(Weighing::hear) {
            None | Some(Err(TryRecvError::Empty)) => Heard::Nothing,
            Some(Ok((version, findings))) => {
                self.running = None;
                self.checked = Some(version);
                self.findings = findings;
                Heard::Findings
            }
            Some(Err(TryRecvError::Disconnected)) => {
                // Not begun again for the same version, and not played as if nothing were amiss.
                self.running = None;
                (self.checked, self.failed) = (Some(version), Some(version));
                self.plays = false;
                Heard::Failed
            }
        };
        if self.running.is_none() && !self.is_of(version) {
            let work = check();
            self.running = Some(Weighing::begin(Some(ctx.clone()), move |scales| {
                scales.tell((version, work()));
            }));
        }
        heard
    }

    /// True once, when what waited to be played has been checked.
    pub fn may_play(&mut self, version: u64) -> bool {
        self.is_of(version) && std::mem::take(&mut self.plays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(checking: &mut Checking<u8>, version: u64, work: fn() -> Vec<u8>) -> Heard {
        let ctx = Context::default();
        loop {
            match checking.hear(&ctx, version, || work) {
                Heard::Nothing => std::thread::yield_now(),
                heard => return heard,
            }
        }
    }

    #[test]
    fn what_waits_is_played_once_checked_and_never_unchecked() {
        let mut checking = Checking { plays: true, ..Checking::default() };
        assert!(!checking.may_play(1));
        assert_eq!(heard(&mut checking, 1, || vec![7]), Heard::Findings);
        assert_eq!(checking.findings, [7]);
        assert!(!checking.may_play(2), "another version has to be checked first");
        assert!(checking.may_play(1) && !checking.may_play(1));
        // The check of the next version breaks off.
        checking.plays = true;
        assert_eq!(heard(&mut checking, 2, || std::panic::resume_unwind(Box::new(()))), Heard::Failed);
        assert!(checking.has_failed(2) && checking.is_of(2) && !checking.may_play(2));
    }
}
