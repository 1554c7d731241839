//! The order line in the window: what was typed before, and the palette. What a line means, the game tells: see
//! [`game::line`].

mod history;
pub mod palette;

pub use history::History;
