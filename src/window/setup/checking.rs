//! The check of a draft, table or map: on a thread, one at a time, with its findings.

use std::sync::mpsc::TryRecvError;

use egui::Context;

use crate::background::Background;
use desk::RuleList;
use scenario::{Draft, Drafted};

/// The findings, as far as they are known: see [`Checking::is_of`]. One check at a time, since every frame of a drag has its
/// own version.
#[derive(Debug)]
pub struct Checking<D: Drafted> {
    pub findings: Vec<D::Finding>,
    /// The version of the findings.
    checked: Option<u64>,
    running: Option<Background<(u64, Vec<D::Finding>)>>,
    /// The version whose check has failed to run, so that its faults are unknown.
    failed: Option<u64>,
    /// Play it as soon as it is known to be playable.
    pub plays: bool,
}

/// The change since the last poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polled {
    Nothing,
    Findings,
    /// The check could not be run.
    Failed,
}

impl<D: Drafted> Default for Checking<D> {
    fn default() -> Self {
        Self { findings: Vec::new(), checked: None, running: None, failed: None, plays: false }
    }
}

impl<D: Drafted> Checking<D> {
    /// Whether the findings are of this version.
    pub fn is_of(&self, version: u64) -> bool {
        self.checked == Some(version)
    }

    pub fn has_failed(&self, version: u64) -> bool {
        self.failed == Some(version)
    }
}

impl<D: Drafted + Send + Sync + 'static> Checking<D> {
    /// Takes the findings of the check, and starts a check of the present draft.
    pub fn poll(&mut self, ctx: &Context, draft: &Draft<D>, rules: &RuleList) -> Polled {
        let polled = match self.running.as_ref().map(Background::poll) {
            None | Some(Err(TryRecvError::Empty)) => Polled::Nothing,
            Some(Ok((version, findings))) => {
                self.running = None;
                self.checked = Some(version);
                self.findings = findings;
                Polled::Findings
            }
            Some(Err(TryRecvError::Disconnected)) => {
                // Not started again for the same version, and not played as if it had no faults.
                self.running = None;
                (self.checked, self.failed) = (Some(draft.version()), Some(draft.version()));
                self.plays = false;
                Polled::Failed
            }
        };
        if self.running.is_none() && !self.is_of(draft.version()) {
            let (version, now, rules) = (draft.version(), draft.now().clone(), rules.clone());
            self.running = Some(Background::begin(Some(ctx.clone()), move |reporter| {
                reporter.report((version, now.check(&rules)));
            }));
        }
        polled
    }

    /// `true` once, when a draft that waited to be played has been checked.
    pub fn may_play(&mut self, version: u64) -> bool {
        self.is_of(version) && std::mem::take(&mut self.plays)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Games;
    use scenario::{Change, KnownRules, Written};

    /// A number that is checked by breaking off at 2, and is amiss as it is else.
    #[derive(Clone, Debug, PartialEq)]
    struct Number(u8);

    impl Drafted for Number {
        type Finding = u8;

        fn id(&self) -> &str {
            ""
        }

        fn name_files(&mut self, _: &str) {}

        fn files(&self) -> Vec<Written> {
            Vec::new()
        }

        fn check(&self, _: &dyn KnownRules) -> Vec<u8> {
            match self.0 {
                2 => std::panic::resume_unwind(Box::new(())),
                other => vec![other],
            }
        }
    }

    fn polled(checking: &mut Checking<Number>, draft: &Draft<Number>) -> Polled {
        let (ctx, rules) = (Context::default(), RuleList::from(&Games::default()));
        loop {
            match checking.poll(&ctx, draft, &rules) {
                Polled::Nothing => std::thread::yield_now(),
                polled => return polled,
            }
        }
    }

    #[test]
    fn what_waits_is_played_once_checked_and_never_unchecked() {
        let mut draft = Draft::of(Number(7));
        let mut checking = Checking { plays: true, ..Checking::default() };
        assert!(!checking.may_play(0));
        assert_eq!(polled(&mut checking, &draft), Polled::Findings);
        assert_eq!(checking.findings, [7]);
        let becomes_2 = |number: &mut Number| {
            number.0 = 2;
            Ok(())
        };
        draft.edit(Change::step(becomes_2)).unwrap();
        assert!(!checking.may_play(draft.version()), "another version has to be checked first");
        assert!(checking.may_play(0) && !checking.may_play(0));
        // The check of the next version breaks off.
        checking.plays = true;
        assert_eq!(polled(&mut checking, &draft), Polled::Failed);
        let version = draft.version();
        assert!(checking.has_failed(version) && checking.is_of(version) && !checking.may_play(version));
    }
}
