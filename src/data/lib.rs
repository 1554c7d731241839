//! Files of RON as people write them: every value with its place, every fault in one go, wherever the files come from.
//!
//! A [`Source`] has the texts, a [`Document`] is one of them whose syntax is sound; it reads into whatever serde knows, and
//! a [`Spot`] is a place in it for faults of meaning. What is in the files is no matter of this room.

mod blank;
mod bracket;
pub mod cell;
mod decode;
mod document;
mod fault;
mod open;
pub mod printable;
mod reader;
mod report;
#[cfg(test)]
mod report_tests;
mod source;
mod spot;
mod suggest;
mod syntax;
mod text;
pub mod tree;
pub mod write;

pub use decode::{Decoded, NoText, decode};
pub use document::Document;
pub use fault::{About, Fault, Faults, Severity};
pub use open::{check_id, open, open_named, read_alone};
pub use report::report;
pub use source::ids;
pub use source::{InMemory, Overlay, Source, Unread, path_of};
pub use spot::Spot;
pub use suggest::{meant, nearest, suggest};
pub use syntax::ron_options;
