//! What is RON and what is not, as `ron` judges it; in words that say how to mend it.

use serde::de::IgnoredAny;

use super::fault::Fault;
use super::text::Text;
use super::tree::{self, Node};

/// What is said where nothing better is known.
pub(super) const USUAL_HELP: &str =
    "look at this line and the one before it for a missing comma, quote or bracket";

/// How `ron` is asked to read: a plain value where an optional one is meant.
pub fn ron_options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The tree of a text whose syntax is sound; else where it goes wrong.
pub(super) fn parse(text: &Text) -> Result<Node, Box<Fault>> {
    if let Err(error) = ron_options().from_str::<IgnoredAny>(text.as_str()) {
        let end = error.span.end;
        let start = text.byte_at(end.line.saturating_sub(1), end.col.saturating_sub(1));
        let message = format!("the file cannot be read: {}", lower_first(&error.code.to_string()));
        return Err(Box::new(text.fault(start, start + 1, message, help(&error.code).into())));
    }
    tree::parse(text.as_str()).map_err(|at| {
        let message = "the file cannot be read from here on";
        Box::new(text.fault(at, at + 1, message.into(), USUAL_HELP.into()))
    })
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn help(code: &ron::Error) -> &'static str {
    use ron::Error as E;
    match code {
        E::ExpectedComma => "put a comma between the two items",
        E::ExpectedMapColon => "write field: value",
        E::ExpectedStringEnd => "close the text with a quote",
        E::ExpectedArrayEnd => "close the list with ]",
        E::ExpectedStructLikeEnd => "close the item with ), or put a comma before the next field",
        E::ExpectedMapEnd => "close the map with }",
        E::Eof => "the file ends too early: a bracket or a quote is not closed",
        E::TrailingCharacters => "a file holds one value; what follows it belongs inside the brackets",
        _ => USUAL_HELP,
    }
}
