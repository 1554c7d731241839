//! Which bracket of a text that cannot be read is not closed, or closes nothing. Units: bytes of the text.

/// A bracket without its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lone {
    /// Opened at `at` and not closed before `before`; where the text ends there, none.
    Open { at: usize, bracket: char, before: Option<usize> },
    /// Closes nothing.
    Close { at: usize, bracket: char },
}

impl Lone {
    /// Where reading had to stop at the latest.
    pub const fn met(self, end: usize) -> usize {
        match self {
            Self::Open { before: Some(at), .. } | Self::Close { at, .. } => at,
            Self::Open { before: None, .. } => end,
        }
    }
}

/// The bracket that closes this one.
pub(super) const fn partner(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// An open bracket, and where its line begins to be written.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    bracket: char,
    indent: usize,
}

/// The first bracket without a partner, if there is one. What is forgotten is often met much later, so where files are written
/// with indents these are looked at: a bracket that is closed by one at the beginning of a line farther out was meant to be
/// closed before it.
pub(super) fn lone(text: &str) -> Option<Lone> {
    let mut open: Vec<Open> = Vec::new();
    let mut suspect = None;
    let (mut line, mut indent, mut is_first) = (0, 0, true);
    for (at, letter) in outside_of_texts(text) {
        if letter == '\n' {
            (line, is_first) = (at + 1, true);
            continue;
        }
        if letter.is_whitespace() {
            continue;
        }
        if is_first {
            indent = at - line;
        }
        match letter {
            '(' | '[' | '{' => open.push(Open { at, bracket: letter, indent }),
            ')' | ']' | '}' => {
                let Some(last) = open.pop() else { return Some(Lone::Close { at, bracket: letter }) };
                let lone = Lone::Open { at: last.at, bracket: last.bracket, before: Some(at) };
                if is_first && last.indent > indent {
                    suspect = suspect.or(Some(lone));
                }
                if partner(last.bracket) != letter {
                    return suspect.or(Some(lone));
                }
            }
            _ => {}
        }
        is_first = false;
    }
    let last = open.pop()?;
    suspect.or(Some(Lone::Open { at: last.at, bracket: last.bracket, before: None }))
}

/// The letters of a text of RON that stand in no quotes and in no comment. A text that is not closed has none behind it.
fn outside_of_texts(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(from..)?;
            let letter = rest.chars().next()?;
            let past = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else if let Some(hashes) = raw(rest) {
                let close = format!("\"{}", "#".repeat(hashes));
                let begin = hashes + 2;
                rest[begin..].find(&close).map_or(rest.len(), |end| begin + end + close.len())
            } else if letter == '"' {
                quoted(rest)
            } else if letter == '\'' {
                character(rest)
            } else {
                let at = from;
                from += letter.len_utf8();
                return Some((at, letter));
            };
            from += past;
        }
    })
}

/// How many signs a raw text has that begins here.
fn raw(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix('r')?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// The length of the quoted text that begins here.
fn quoted(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    rest.len()
}

/// The length of the character that begins here; of its quote alone where none does.
fn character(rest: &str) -> usize {
    let skipped = if rest.starts_with("'\\") { 3 } else { 2 };
    rest.char_indices().nth(skipped).filter(|(_, letter)| *letter == '\'').map_or(1, |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bracket_that_was_forgotten_is_found_by_the_indents() {
        let text = "(\n    a: [\n        (b: [\n            1,\n        (c: [\n            2,\n        ]),\n    ],\n)\n";
        let at = text.find("[\n            1").unwrap();
        let before = text.find("    ],\n)").map(|at| at + 4);
        assert_eq!(lone(text), Some(Lone::Open { at, bracket: '[', before }));
    }

    #[test]
    fn brackets_in_texts_and_comments_are_none() {
        for text in
            ["(a: \"[\", // {\n b: '(', c: r#\"]\"[\"#, /* ) */ d: \"\\\"(\")", "()", "", "\"(", "r#\"("]
        {
            assert_eq!(lone(text), None, "{text}");
        }
        assert_eq!(lone("(a: 1))"), Some(Lone::Close { at: 6, bracket: ')' }));
        assert_eq!(lone("(a: [1)"), Some(Lone::Open { at: 4, bracket: '[', before: Some(6) }));
        assert_eq!(lone("(a: {1: 2"), Some(Lone::Open { at: 4, bracket: '{', before: None }));
    }
}
