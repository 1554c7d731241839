//! Texts about a battle between solo players.

use game::minds::SoloPlayer;
use game::sentence;

pub const NO_PLAYERS: &str = "These rules have no solo players: give the orders yourself";
pub const FAILED: &str =
    "The solo players have failed to come to an order: the game is as it was. Give the orders yourself";

/// Over the foot of the table.
pub const RUNS: &str = "Two players fight it out";
pub const THINKS: &str = "The players think";
pub const WAITS: &str = "The players wait";

/// The program plays this side, and people decide now.
pub fn plays(side: &str) -> String {
    format!("Drumhead plays {side}")
}

/// It is the side's turn.
pub fn decides(side: &str) -> String {
    format!("Drumhead gives an order for {side}")
}

pub fn thinks(side: &str) -> String {
    format!("Drumhead thinks for {side}")
}

/// People throw for its order.
pub const FOR_DICE: &str = "Drumhead waits for these dice";

/// Its last order, with the reason for it.
pub fn given(order: &str, reason: Option<&str>) -> String {
    reason.map_or_else(|| order.to_owned(), |reason| format!("{order}. {}", sentence(reason)))
}

pub fn waits(side: &str) -> String {
    format!("Drumhead waits with {side}")
}

/// The program plays in this manner from now on.
pub fn is_played(manner: SoloPlayer) -> String {
    format!("Drumhead plays: {manner}")
}

/// What the program would order, before its reason.
pub const THINKING: &str = "Drumhead thinks about what it would do";

/// What the program would order, and why.
pub fn would(order: &str, reason: Option<&str>) -> String {
    let why = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    format!("Drumhead would order: {order}{why}. Nothing is given until you confirm it")
}

pub const PAUSE: &str = "Pause";
pub use super::dialogs::GO_ON;
pub const ONE_ORDER: &str = "One order";
pub const BETWEEN: &str = "Seconds between two of its orders";
/// After the number of seconds.
pub const SECONDS: &str = " s";
pub const TAKE_OVER: &str = "Take over";
