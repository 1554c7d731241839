//! The order line: a short text, and what it means at this moment of the game.
//!
//! Nothing here decides anything: what is due comes from the desk, what is legal from the rules, ways from the planner.
//! Units: inches, degrees in text.
//!
//! # The grammar
//!
//! A line is one sentence, or several with `;` between them: the stands, then what they do. Stands are named by badge
//! (`14`), by the beginning of a word of their name (`char`), several with commas or spaces (`14,15`). With nobody named,
//! the selected stand is meant. No space is needed between a badge and a verb: `14f6`.
//!
//! | text | what it is |
//! |---|---|
//! | `14f6` `14b2` `14l1.5` `14r1.5` | forward, back, to the left, to the right, so many inches; `4.` is four and a half |
//! | `14f` `14m` | as far as it may |
//! | `14ne4` | four inches toward a compass point, of sixteen, heading kept |
//! | `14@274` | bearing in tens of degrees, two digits, then inches: 270°, 4 in; `14@273:4.25` has the degrees whole |
//! | `14tr45` `14tl45` `14ta` `14tne` `14t@27` | turn about the centre: right, left, about, to face a bearing |
//! | `14wr30` `14wl30` `14wr` | wheel about the right or left front corner |
//! | `14f4tr30f1` | one after the other |
//! | `14x` `14x22` `14x22l` | straight ahead to the first contact; to contact with 22; on its left edge (`f r b` the others) |
//! | `14g22` `14*22` | the guns fire at 22; without a target at the only one there is |
//! | `14a22` `14a22,23` | attack: moves into contact, or is declared once combats are |
//! | `31>2f6` | a reinforcement comes on 2 in to the right of its entry |
//! | `14r` `r14` | rallies; retreats, where that is due (`14r@27` toward 270°) |
//! | `14v` `14k` `14h` | a battery evades, fires canister, holds |
//! | `14c` `22o` `22!` | goes on attacking; opening fire of 22; the combat of 22 is fought |
//! | `22:2 23:1` | where hits fall, or how dice are divided |
//! | `14,15` `all` `all-15` `none` | the stands that are activated |
//! | `d` `ii` `p ii` `.` `a` `!` | draws a chit; the chit or the pick with this name; ends the step; declares all; next combat |
//! | `#3` `3` | the third thing that is due; the number alone where no stand could be meant; 0 ends the step, as `.` does |
//! | `14` `14?` | takes the stand in hand; selects it |
//! | `u` `redo` `?` | undo, redo, all keys |
//!
//! Every move by a compass point or by tens of degrees, every fire, attack, rally and chit takes five keystrokes at most
//! after the stands are named, with Enter; finer bearings and distances take a key for each digit more.

mod choices;
mod complete;
mod context;
mod grammar;
mod meaning;
mod moves;
mod names;
mod parse;
mod reader;

pub use choices::{number, numbers_alone};
pub use context::Context;
pub use grammar::keys;
pub use reader::{Reader, read};
