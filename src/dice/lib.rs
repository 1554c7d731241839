//! Throws, the trays that answer them, and exact probabilities.
//!
//! Rules ask for a [`Throw`]; a [`Tray`] answers it. Three kinds exist: [`Rolled`] (from the game's seed),
//! [`Typed`] (what the players rolled at the table; [`Veiled`] and [`Filled`] for those who may not know everything) and the
//! weighed ones ([`weigh`], [`weigh_process`]), which
//! walk every outcome with its probability through the same code that plays the game.

mod throw;
mod tray;
mod weigh;

pub use throw::{Answer, Cast, DiceError, Reading, Throw, sums};
pub use tray::{Dry, Filled, Rolled, Tray, TrayStop, Typed, TypedEntry, Veiled};
pub use weigh::{Process, weigh, weigh_adding, weigh_process};
