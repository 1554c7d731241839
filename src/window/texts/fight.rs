//! Texts about a battle between solo players.

pub const NO_PLAYERS: &str = "These rules have no solo players: give the orders yourself";
pub const FAILED: &str =
    "The solo players have failed to come to an order: the game is as it was. Give the orders yourself";

/// Over the foot of the table.
pub const RUNS: &str = "Two players fight it out";
pub const THINKS: &str = "The players think";
pub const WAITS: &str = "The players wait";

pub const PAUSE: &str = "Pause";
pub use super::dialogs::GO_ON;
pub const ONE_ORDER: &str = "One order";
pub const FASTER: &str = "Faster";
pub const SLOWER: &str = "Slower";
pub const TAKE_OVER: &str = "Take over";
