//! The scratch copy on which `judge` works: every event is recorded and applied at once.

use super::working::Note;
use super::{Refusal, RuleSet, Ruling, Stop};
use dice::{Answer, Cast, Throw, Tray};

/// The state while an order is judged, with the record of reasons.
pub struct Scratch<'t, R: RuleSet> {
    pub state: R::State,
    events: Vec<R::Event>,
    working: Vec<Note>,
    casts: Vec<Cast>,
    tray: &'t mut dyn Tray,
}

impl<R: RuleSet> std::fmt::Debug for Scratch<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").field("events", &self.events).finish_non_exhaustive()
    }
}

impl<'t, R: RuleSet> Scratch<'t, R> {
    pub fn new(state: &R::State, tray: &'t mut dyn Tray) -> Self {
        Self { state: state.clone(), events: Vec::new(), working: Vec::new(), casts: Vec::new(), tray }
    }

    /// Records an event and applies it, so that what follows sees the new state.
    pub fn emit(&mut self, event: R::Event) {
        R::apply(&mut self.state, &event);
        self.events.push(event);
    }

    /// Has such an event happened under this order?
    pub fn happened(&self, kind: impl Fn(&R::Event) -> bool) -> bool {
        self.events.iter().any(kind)
    }

    pub fn note(&mut self, note: Note) {
        self.working.push(note);
    }

    /// Makes a throw with the tray; stops the judgement if the players have to roll first.
    pub fn throw(&mut self, throw: Throw) -> Result<Answer, Stop<Refusal<R::Code>>> {
        let answer = self.tray.answer(&throw)?;
        self.casts.push(Cast { throw, answer: answer.clone() });
        Ok(answer)
    }

    pub fn finish(self) -> Ruling<R::Event> {
        Ruling { events: self.events, working: self.working, casts: self.casts }
    }
}
