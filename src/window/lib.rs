//! The window: views only. They read a game and hand it orders; no rule is decided here, and no rule set is named.
//!
//! `window` is the whole window, `play` the game in it, `setup` and `hex::editor` the editors for tables and maps; `common` is
//! their common state. `canvas` shows a table or a map, `panels` the information beside it, `views` the parts of a window that
//! no game changes, `panes` their arrangement, `painter` the only painter, `theme` the only place with colours. `state` is
//! saved between runs, `command` lists everything a window can do.

mod about;
mod background;
mod begun;
mod bench;
mod book;
pub mod canvas;
mod case_pictures;
mod command;
mod common;
mod dropped;
mod facts;
mod filled;
mod floating;
mod handbook;
pub mod hex;
mod icon;
mod keys;
mod layout;
mod line;
mod models;
mod opener;
mod order_line;
pub mod painter;
pub mod panels;
mod panes;
pub mod play;
mod players;
mod printing;
mod recent;
mod record;
mod rejudging;
mod reporting;
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
mod screens;
mod setup;
mod sizing_pass;
mod start;
mod state;
mod texts;
pub mod theme;
mod toast;
mod views;
mod window;

pub use background::is_busy;
pub use begun::{Next, OpenedGame, Then};
pub use bench::{FrameBench, bench_frame, bench_window};
pub use command::{Command, LookAim};
pub use layout::Pane;
pub use setup::maker::Maker;
pub use setup::{Act as SetUpAct, Begin, EmptyTable, WorkAct};
pub use start::{RunError, RunOptions, has_display, run};
pub use state::{BoardPlace, FilePurpose, Habit, Saved};
pub use window::Window;
