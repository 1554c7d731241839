//! A battle that solo players fight out in the window.

use crate::solo::Players;

/// A battle that is fought out.
#[derive(Debug)]
pub(super) struct Fight {
    /// None while it is paused: who gives an order meanwhile, the players find it so when they go on.
    pub players: Option<Box<dyn Players>>,
    /// When the next order is given, in seconds of the window.
    pub next: f64,
    pub fast: bool,
}
