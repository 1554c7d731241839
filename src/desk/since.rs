//! The orders that led to the present figures of an ending.

use super::desk::Desk;
use game::{Ending, Presentation, SideEnding, Viewer};

/// The orders that led to the present figures of an ending, by their numbers; 0 for a figure that never changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// For each condition, the order since which it is so.
    pub conditions: Vec<usize>,
    pub sides: Vec<SideSince>,
}

/// The orders for one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSince {
    pub points: usize,
    /// For each source of points, the order since which it is so.
    pub sources: Vec<usize>,
    /// By group: its remaining strength, and its pieces that are gone.
    pub losses: Vec<usize>,
    /// For each note, the order since which it is so.
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

    /// Records the order for each figure that was different before it.
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
                // Several groups may have the same name: they correspond in order.
                let before = side.losses[..row].iter().filter(|other| other.group == loss.group).count();
                let same = then.losses.iter().filter(|then| then.group == loss.group).nth(before);
                if same.is_none_or(|then| (then.left, &then.gone) != (loss.left, &loss.gone)) {
                    *since = order;
                }
            }
        }
    }
}

impl<R: Presentation> Desk<R> {
    /// The orders that led to each figure of this ending, which is the viewer's own.
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
