//! Text from outside, made fit to be shown on a terminal.
//!
//! Names, notes and paths come from files that somebody else may have written. A terminal obeys some signs instead of showing
//! them: it can be made to clear the screen, to set its title, or to show another text than the one that is there. Those
//! that change the order in which a line is read deceive the eye in the same way. None of them is ever printed.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Is it a letter that a terminal shows where it stands? Others are obeyed: the control characters, line ends and tabs among
/// them, and the signs of Unicode that turn the direction of a text or are seen by nobody.
#[must_use]
pub fn is_printable(letter: char) -> bool {
    !letter.is_control()
        && !matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text in one line, in which every sign that would be obeyed is spelled out: `\n`, `\u{1b}`.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            _ if is_printable(letter) => out.push(letter),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            _ => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(letter));
            }
        }
    }
    Cow::Owned(out)
}

/// The same in a text of JSON, where each such sign is spelled as JSON has it. Line ends are what parts its values: they stay.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    let stays = |letter: char| is_printable(letter) || letter == '\n';
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if stays(letter) {
            out.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    Cow::Owned(out)
}

/// The letter, or a sign that stands for it where it would be obeyed: one for one, so that columns stay.
#[must_use]
pub fn sign(letter: char) -> char {
    match u32::from(letter) {
        _ if is_printable(letter) => letter,
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// The first `most` letters of a text, and how many were left out.
#[must_use]
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => {
            let (kept, rest) = text.split_at(end);
            Cow::Owned(format!("{kept}… ({} more)", rest.chars().count()))
        }
    }
}

/// The beginning and the end of a text that has more than `most` letters, and how many were left out between them.
#[must_use]
pub fn cut_middle(text: &str, most: usize) -> Cow<'_, str> {
    let all = text.chars().count();
    if all <= most {
        return Cow::Borrowed(text);
    }
    let byte = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(at, _)| at);
    let (head, tail) = (most - most / 2, most / 2);
    Cow::Owned(format!("{}… ({} more) …{}", &text[..byte(head)], all - most, &text[byte(all - tail)..]))
}

/// No name has more letters where it is repeated.
pub const MOST_NAME: usize = 60;

/// A name from outside, as lists and errors repeat it.
#[must_use]
pub fn name(text: &str) -> Cow<'_, str> {
    cut(text, MOST_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[31mb\r\nc\td\u{7f}\u{9b}2J\u{202e}e\u{0}";

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        assert_eq!(line(HOSTILE), "a\\u{1b}[31mb\\r\\nc\\td\\u{7f}\\u{9b}2J\\u{202e}e\\u{0}");
        assert!(matches!(line("Blücher, 4 ½ \" — naïve 中文 🙂"), Cow::Borrowed(_)));
        let signs: String = HOSTILE.chars().map(sign).collect();
        assert_eq!(signs.chars().count(), HOSTILE.chars().count());
        assert!(
            signs.chars().all(is_printable) && signs.starts_with("a\u{241b}[31mb\u{240d}\u{240a}c"),
            "{signs}"
        );
    }

    #[test]
    fn json_says_the_same_in_other_letters() {
        let text = serde_json::to_string(&format!("{HOSTILE}\u{e0041}")).unwrap();
        let clean = json(&text);
        assert!(clean.chars().all(is_printable), "{clean}");
        assert_eq!(serde_json::from_str::<String>(&clean).unwrap(), format!("{HOSTILE}\u{e0041}"));
    }

    #[test]
    fn a_long_text_is_cut_between_letters() {
        assert_eq!(cut("éèê", 3), "éèê");
        assert_eq!(cut("éèêë", 3), "éèê… (1 more)");
    }

    #[test]
    fn of_a_very_long_text_beginning_and_end_are_kept() {
        assert_eq!(cut_middle("d'élite", 7), "d'élite");
        assert_eq!(cut_middle("d'élite", 5), "d'é… (2 more) …te");
        assert_eq!(name(&"é".repeat(61)), format!("{}… (1 more)", "é".repeat(60)));
    }
}
