//! The order line in the window: its history, and the palette. The game interprets a line: see [`game::line`].

mod history;
pub mod palette;

pub use history::History;
