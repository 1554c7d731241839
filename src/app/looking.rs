//! The table as it was after an earlier order, and what an order of the log was on it.

use crate::desk::Game as _;
use crate::rules::easy::State;

use super::App;

/// An earlier state that is looked at; nothing can be ordered meanwhile.
#[derive(Debug)]
pub struct Looking {
    /// The table as it was after this order; 0: before the first.
    pub number: usize,
    pub state: State,
    /// `Seen: after order 213, turn 4`.
    pub words: String,
    /// It lies on the way to where the game stands.
    pub on_line: bool,
}

impl App {
    /// Shows the table as it was after this order (0: before the first). The present is not looked back at.
    pub(super) fn look_at(&mut self, number: usize) {
        if number == self.desk.at() {
            self.back_to_now();
            return;
        }
        match self.desk.state_at(number) {
            Ok(state) => {
                let words = match number {
                    0 => format!("Seen: before the first order, turn {}", state.turn),
                    number => format!("Seen: after order {number}, turn {}", state.turn),
                };
                let on_line = self.models.log.order(number).is_none_or(|row| !row.undone);
                self.looking = Some(Looking { number, state, words, on_line });
                self.shell.dialog = None;
                self.rebuild();
            }
            Err(error) => self.trouble(error),
        }
    }

    /// The table as it is now again.
    pub(super) fn back_to_now(&mut self) {
        if self.looking.take().is_some() {
            self.rebuild();
        }
    }

    /// The order before or after the one that is looked at; from the present: the one before it.
    pub(super) fn look_along(&mut self, on: bool) {
        if on && self.looking.is_none() {
            // After the present there is nothing: what was taken back is no future.
            return;
        }
        let at = self.looking.as_ref().map_or_else(|| self.desk.at(), |looking| looking.number);
        let to =
            if on { self.models.log.next_after(at) } else { self.models.log.order(at).map(|row| row.parent) };
        if let Some(to) = to {
            self.look_at(to);
        }
    }

    /// Notes which line of the log the pointer is over, and what that order was on the table.
    pub(super) fn point_at(&mut self, number: Option<usize>) {
        self.pointed = number;
        self.pointed_marks = number.map(|number| self.desk.traces(number, self.viewer)).unwrap_or_default();
    }

    /// The models of what is seen now.
    pub(super) fn rebuild(&mut self) {
        self.version += 1;
        let log = std::mem::take(&mut self.models.log);
        let seen = self.looking.as_ref().map(|looking| &looking.state);
        self.models = super::Models::build(&self.desk, self.viewer, seen, log);
        self.point_at(None);
    }
}
