//! The scratch copy on which `judge` works: every event is recorded and applied at once.

use crate::dice::{Answer, Cast, Throw, Tray};
use crate::rules::working::Note;
use crate::rules::{Ruling, Stop};

use super::event::{self, Event};
use super::refusal::Refusal;
use super::state::State;

/// What a judgement comes to.
pub type Judged<T = ()> = Result<T, Stop<Refusal>>;

impl From<Refusal> for Stop<Refusal> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The state as it becomes while an order is judged, with the record of why.
pub struct Scratch<'t> {
    pub state: State,
    events: Vec<Event>,
    working: Vec<Note>,
    casts: Vec<Cast>,
    tray: &'t mut dyn Tray,
}

impl std::fmt::Debug for Scratch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").field("events", &self.events).finish_non_exhaustive()
    }
}

impl<'t> Scratch<'t> {
    pub fn new(state: &State, tray: &'t mut dyn Tray) -> Self {
        Self { state: state.clone(), events: Vec::new(), working: Vec::new(), casts: Vec::new(), tray }
    }

    /// Records an event and applies it, so that what follows sees the table as it now stands.
    pub fn emit(&mut self, event: Event) {
        event::apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub fn note(&mut self, note: Note) {
        self.working.push(note);
    }

    /// Asks the tray; stops the judgement when the players have to roll first.
    pub fn throw(&mut self, throw: Throw) -> Judged<Answer> {
        let answer = self.tray.answer(&throw)?;
        self.casts.push(Cast { throw, answer: answer.clone() });
        Ok(answer)
    }

    pub fn finish(self) -> Ruling<Event> {
        Ruling { events: self.events, working: self.working, casts: self.casts }
    }
}
