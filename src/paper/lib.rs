//! Output: pictures and pages. Everything is drawn from marks, as the window draws them, and from what games present of
//! themselves; nothing here knows a rule set, a file or a window.

pub mod case;
pub mod course;
mod fonts;
pub mod output;
pub mod pages;
pub mod picture;
pub mod print;
pub mod report;
mod shared;
mod stain;
pub mod svg;
