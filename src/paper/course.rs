//! The course of a game: the orders in effect, turn by turn.

use desk::{EntrySummary, Game, StepError};
use game::Viewer;

/// The orders in effect, as the viewer may know them, first to last.
#[derive(Debug)]
pub struct Course {
    pub orders: Vec<EntrySummary>,
}

impl Course {
    pub fn of(game: &dyn Game, viewer: Viewer) -> Self {
        let mut orders = Vec::new();
        let mut at = game.at();
        while at > 0
            && let Some(entry) = game.entry(at - 1, viewer)
        {
            at = entry.parent;
            orders.push(entry);
        }
        orders.reverse();
        Self { orders }
    }

    /// The last order of a turn; 0 if there is none because the turn began the battle or nothing has happened yet.
    pub fn end_of(&self, turn: u8) -> usize {
        // The order that begins a turn belongs to it: it is the first after which the game is in that turn.
        let last =
            self.orders.iter().rfind(|order| order.facts.as_ref().is_some_and(|facts| facts.turn <= turn));
        last.map_or(0, |order| order.number)
    }
}

/// The game at the end of a turn; 0 for its beginning.
///
/// # Errors
///
/// Returns an error only if the record has changed meanwhile.
pub fn at_end_of(game: &dyn Game, turn: u8) -> Result<Box<dyn Game>, StepError> {
    let number = if turn == 0 { 0 } else { Course::of(game, Viewer::Referee).end_of(turn) };
    game.past(number)
}
