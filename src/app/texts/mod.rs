//! The words of the window, room by room, so that a translation finds them in one place.
//!
//! Here stand menus, titles, labels and what dialogs say. What commands are called stands in the table of `command` (with `pane` and
//! `deed` for theirs); what a game tells of itself (orders, refusals, tooltips of pieces) is made next to its rules. A text with
//! something in it that is known only then is a function: its parts may stand in another order in another language.
//!
//! `tests/tidy` counts the texts that views and panels still have of their own (`Texts`): they move here, and no new ones come.

pub mod about;
pub mod dialogs;
pub mod dropped;
pub mod menus;
pub mod roster;
