//! Since which order each figure of an ending is what it is.

use super::desk::Desk;
use game::{Briefs, Ending, SideEnding, Viewer};

/// The orders by which the figures of an ending came to be what they are, by their numbers; 0: so it began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// By condition.
    pub conditions: Vec<usize>,
    pub sides: Vec<SideSince>,
}

/// The same of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSince {
    pub points: usize,
    /// By source.
    pub sources: Vec<usize>,
    /// By group: what is left of it, and who of it is gone.
    pub losses: Vec<usize>,
    /// By note.
    pub notes: Vec<usize>,
}

impl Since {
    fn of(ending: &Ending) -> Self {
        let side = |side: &SideEnding| SideSince {
            points: 0,
            sources: vec![0; side.sources.len()],
            losses: vec![0; side.losses.len()],
            notes: vec![0; side.notes.len()],
        };
        Self { conditions: vec![0; ending.conditions.len()], sides: ending.sides.iter().map(side).collect() }
    }

    /// What was otherwise before an order is as it is since then at the earliest.
    fn was(&mut self, then: &Ending, ending: &Ending, order: usize) {
        for (since, condition) in self.conditions.iter_mut().zip(&ending.conditions) {
            if !then.conditions.contains(condition) {
                *since = order;
            }
        }
        for (place, (since, side)) in self.sides.iter_mut().zip(&ending.sides).enumerate() {
            let Some(then) = then.sides.get(place) else { continue };
            if then.points != side.points {
                since.points = order;
            }
            for (since, source) in since.sources.iter_mut().zip(&side.sources) {
                if !then.sources.contains(source) {
                    *since = order;
                }
            }
            for (since, note) in since.notes.iter_mut().zip(&side.notes) {
                if !then.notes.contains(note) {
                    *since = order;
                }
            }
            for (row, (since, loss)) in since.losses.iter_mut().zip(&side.losses).enumerate() {
                // Of one name there may be several: the first of them is the first of them then.
                let before = side.losses[..row].iter().filter(|other| other.group == loss.group).count();
                let same = then.losses.iter().filter(|then| then.group == loss.group).nth(before);
                if same.is_none_or(|then| (then.left, &then.gone) != (loss.left, &loss.gone)) {
                    *since = order;
                }
            }
        }
    }
}

impl<R: Briefs> Desk<R> {
    /// Since when each figure of this ending, the viewer's own, is what it is.
    pub(super) fn ending_since(&self, ending: &Ending, viewer: Viewer) -> Since {
        let told = |state: &R::State| match viewer {
            Viewer::Referee => R::ending(state, &[]),
            Viewer::Side(_) => R::ending(&R::view(state, viewer), &[]),
        };
        let mut since = Since::of(ending);
        let mut state = self.start().clone();
        for entry in self.line() {
            since.was(&told(&state), ending, entry.number);
            match &entry.recorded {
                Some(recorded) => state = recorded.state.clone(),
                None => entry.events.iter().for_each(|event| R::apply(&mut state, event)),
            }
        }
        since
    }
}
