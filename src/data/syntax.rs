//! What is RON and what is not, as `ron` judges it; in words that say how to mend it.

use serde::de::IgnoredAny;

use super::bracket::{self, Lone};
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
        if let Some(lone) = bracket::lone(text.as_str()).filter(|lone| lone.met(text.as_str().len()) <= start)
        {
            return Err(Box::new(lone_bracket(text, lone)));
        }
        let message = format!("the file cannot be read: {}", lower_first(&error.code.to_string()));
        return Err(Box::new(written(text, start, message, help(&error.code))));
    }
    tree::parse(text.as_str()).map_err(|at| {
        let message = "the file cannot be read from here on";
        Box::new(written(text, at, message.into(), USUAL_HELP))
    })
}

/// The fault of a letter; behind the end of what is written, of the last one.
fn written(text: &Text, at: usize, message: String, help: &str) -> Fault {
    let letters = text.as_str().trim_end();
    let last = letters.char_indices().next_back().map_or(0, |(at, _)| at);
    let at = if at < letters.len() { at } else { last };
    text.fault(at, at + 1, message, help.into())
}

fn lone_bracket(text: &Text, lone: Lone) -> Fault {
    match lone {
        Lone::Open { at, bracket, before } => {
            let place = before.map(|before| text.fault(before, before + 1, String::new(), String::new()));
            let before = place.map_or("before the end".to_owned(), |fault| {
                format!("before line {}, column {}", fault.line, fault.column)
            });
            let message = format!("the file cannot be read: this {bracket} is not closed");
            written(text, at, message, &format!("close it with {} {before}", bracket::partner(bracket)))
        }
        Lone::Close { at, bracket } => {
            let message = format!("the file cannot be read: this {bracket} closes nothing");
            written(text, at, message, "take it out, or open a bracket before it")
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        parse(&Text::new("a.ron", text)).expect_err(text).to_string()
    }

    #[test]
    fn what_is_no_ron_is_told_where_it_is_written() {
        let forgotten = "(\n    a: [\n        (b: [\n            1,\n        (c: [\n            2,\n        ]),\n    ],\n)\n";
        for (text, wanted) in [
            (
                forgotten,
                "a.ron:3:13: error: the file cannot be read: this [ is not closed (close it with ] before line 8, column 5)",
            ),
            (
                "(a: [1, 2)\n\n",
                "a.ron:1:5: error: the file cannot be read: this [ is not closed (close it with ] before line 1, column 10)",
            ),
            (
                "(a: [1, 2]\n\n",
                "a.ron:1:1: error: the file cannot be read: this ( is not closed (close it with ) before the end)",
            ),
            (
                "(a: 1)\n)\n",
                "a.ron:2:1: error: the file cannot be read: this ) closes nothing (take it out, or open a bracket before it)",
            ),
            (
                "(a: \"b)\n\n\n",
                "a.ron:1:6: error: the file cannot be read: expected end of string (close the text with a quote)",
            ),
        ] {
            assert_eq!(told(text), wanted, "{text}");
        }
    }
}
