//! The window: views only. They read a game and hand it orders; no rule is decided here, and no rule set is named.
//!
//! `seat` is the whole window, `window` the game in it, `setup` and `hex::editor` the tables and maps that are made in it; `shell`
//! is what all of them have. `canvas` shows a table or a map, `panels` what a game tells beside it, `views` what a window of any
//! game has, `panes` where each is seen, `painter` the one painter, `theme` the only place with colours. `state` is what is
//! remembered, `command` all that a window can be told.

mod begun;
mod bench;
mod book;
pub mod canvas;
mod command;
mod facts;
mod filled;
mod floating;
pub mod hex;
mod keys;
mod layout;
mod line;
mod models;
pub mod painter;
pub mod panels;
mod panes;
mod players;
mod recent;
mod record;
mod seat;
mod setup;
mod shell;
mod start;
mod state;
pub mod theme;
mod toast;
mod typing;
mod views;
mod weighing;
pub mod window;

pub use begun::Begun;
pub use bench::{FrameBench, bench_frame, bench_window};
pub use command::Command;
pub use layout::Pane;
pub use seat::Window;
pub use setup::{Act as SetUpAct, Begin, Maker};
pub use start::{RunError, RunOptions, has_display, run};
pub use state::{Habit, Saved, Wanted};
pub use weighing::is_weighing;
