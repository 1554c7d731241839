//! The words of the window, room by room, so that a translation finds them in one place.
//!
//! Here are menus, titles, labels, names of commands, deeds, panels and tools, dialogs and notices, and texts for screen
//! readers; texts that several rooms share are in [`shared`], those of set-up and the map editor in [`making`]. Texts of a game
//! (orders, refusals, remedies, tooltips of pieces, lessons of the guide) are made next to its rules, and messages about faulty
//! files next to their readers.
//!
//! A text with variable parts is a function: its parts may have another order in another language, and singular and plural,
//! subject and object, are distinguished here. Names state what a text means, not its words.
//!
//! # How a translation would come
//!
//! Another language is another set of these modules with the same names and the same signatures: a folder beside this one (`texts/fr`),
//! chosen when the program is built, or, if it is to be chosen while it runs, constants that become functions as the rest are already.
//! The compiler names what a translation lacks; no view, no panel and no command is touched. Rule sets would have theirs in the same way,
//! in their folders. Until then the language is English.
//!
//! `tests/tidy` counts the texts that the window has anywhere else (`Texts`): there are none, and no new ones come.

pub mod about;
pub mod begin;
pub mod canvas;
pub mod card;
pub mod chooser;
pub mod commands;
pub mod copied;
pub mod cup;
pub mod deeds;
pub mod dialogs;
pub mod dice;
pub mod dropped;
pub mod due;
pub mod ending;
pub mod fiat;
pub mod fight;
pub mod files;
pub mod ground;
pub mod ground_fit;
pub mod groups;
pub mod guide;
pub mod handbook;
pub mod idle;
pub mod keys;
pub mod line;
pub mod line_faults;
pub mod line_keys;
pub mod log;
pub mod making;
pub mod map_editor;
pub mod map_tools;
pub mod map_words;
pub mod menus;
pub mod palette;
pub mod panes;
pub mod pictures;
pub mod play;
pub mod players;
pub mod positions;
pub mod print;
pub mod questions;
pub mod recent;
pub mod report;
pub mod ring;
pub mod roster;
pub mod rulebook;
pub mod rules_page;
pub mod setup;
pub mod setup_dialogs;
pub mod setup_notes;
pub mod setup_paste;
pub mod setup_pieces;
pub mod setup_roster;
pub mod shared;
pub mod start;
