//! Text from other programs: whatever they write it as becomes letters, with one kind of line end.
//!
//! A mark at the beginning says what a text is written as; without one it is UTF-8, and what is no UTF-8 is Windows-1252, as
//! spreadsheets on Windows write it. That is told, with a line to look at. What is neither is refused: no letter is ever lost
//! or made up.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use thiserror::Error;

/// Letters of a line that are shown.
const SHOWN: usize = 60;

/// A text, and what was done to read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// Without a mark at its beginning; its lines end in `\n`.
    pub text: String,
    /// Sentences for whoever brought it; none where nothing was assumed.
    pub notices: Vec<String>,
}

/// Bytes that are no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} cannot be read as text: {reason}. Save it as UTF-8 in the program that wrote it")]
pub struct NoText {
    /// From 1.
    pub line: usize,
    reason: String,
}

impl NoText {
    fn at(before: &str, reason: impl Into<String>) -> Self {
        let ends = before.replace("\r\n", "\n");
        Self { line: ends.matches(['\n', '\r']).count() + 1, reason: reason.into() }
    }
}

/// The text that these bytes are.
///
/// # Errors
///
/// They are no text, or text of which some letters cannot be told.
pub fn decode(bytes: &[u8]) -> Result<Decoded, NoText> {
    let (text, notices) = match marked(bytes) {
        Some((encoding, rest)) => (by_mark(encoding, rest)?, Vec::new()),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), Vec::new()),
            Err(_) => {
                let text = western(bytes)?;
                let notice = western_notice(&text);
                (text, vec![notice])
            }
        },
    };
    if let Some((before, _)) = text.split_once('\0') {
        return Err(NoText::at(before, "it holds a byte that no text has, 00"));
    }
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    Ok(Decoded { text, notices })
}

/// What a text is written as by the mark at its beginning, or by the noughts between the letters of its first words; and the rest.
fn marked(bytes: &[u8]) -> Option<(&'static Encoding, &[u8])> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Some((encoding, &bytes[length..]));
    }
    match bytes {
        [1..=u8::MAX, 0, 1..=u8::MAX, 0, ..] => Some((UTF_16LE, bytes)),
        [0, 1..=u8::MAX, 0, 1..=u8::MAX, ..] => Some((UTF_16BE, bytes)),
        _ => None,
    }
}

fn by_mark(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, NoText> {
    let found = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    found.map(std::borrow::Cow::into_owned).ok_or_else(|| {
        let (before, _) = encoding.decode_without_bom_handling(bytes);
        let sound = before.split('\u{fffd}').next().unwrap_or_default();
        NoText::at(sound, format!("its beginning says {}, and this is none", encoding.name()))
    })
}

/// Windows-1252, where nothing in it speaks against that.
fn western(bytes: &[u8]) -> Result<String, NoText> {
    let chunk = bytes.utf8_chunks().next();
    let before = chunk.as_ref().map_or("", |chunk| chunk.valid());
    let spelled = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
    if bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii()) {
        let wrong = chunk.map_or_else(String::new, |chunk| spelled(chunk.invalid()));
        return Err(NoText::at(before, format!("the text is {}, but for the bytes {wrong}", UTF_8.name())));
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let is_none = |letter: &char| matches!(letter, '\u{80}'..='\u{9f}');
    if let Some(at) = text.find(|letter| is_none(&letter)) {
        let code = text[at..].chars().next().map_or(0, u32::from);
        let reason = format!("the byte {code:02X} is no letter of UTF-8 or Windows-1252");
        return Err(NoText::at(&text[..at], reason));
    }
    Ok(text.into_owned())
}

/// Shows the first line whose letters another encoding would read otherwise.
fn western_notice(text: &str) -> String {
    let ends = text.replace("\r\n", "\n").replace('\r', "\n");
    let first = ends.lines().zip(1..).find(|(line, _)| !line.is_ascii());
    let (line, number) = first.unwrap_or_default();
    let shown: String = line.trim().chars().take(SHOWN).collect();
    format!(
        "The text is not UTF-8. It was read as Windows-1252: if line {number}, \"{shown}\", is not as you wrote it, save it as UTF-8"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<(String, usize), String> {
        decode(bytes).map(|read| (read.text, read.notices.len())).map_err(|fault| fault.to_string())
    }

    fn wide(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(unit).collect()
    }

    #[test]
    fn every_way_in_which_programs_write_text_is_read() {
        let said = "Name,Men\nKürassiere,600\n";
        let windows: Vec<u8> = [&b"Name,Men\r\nK\xfcrassiere,600\r\n"[..]].concat();
        for (bytes, notices) in [
            (said.as_bytes().to_vec(), 0),
            (said.replace('\n', "\r\n").into_bytes(), 0),
            (said.replace('\n', "\r").into_bytes(), 0),
            ([b"\xef\xbb\xbf", said.as_bytes()].concat(), 0),
            (wide(&format!("\u{feff}{said}"), u16::to_le_bytes), 0),
            (wide(&format!("\u{feff}{said}"), u16::to_be_bytes), 0),
            (wide(said, u16::to_le_bytes), 0),
            (wide(said, u16::to_be_bytes), 0),
            (windows.clone(), 1),
        ] {
            assert_eq!(text(&bytes), Ok((said.to_owned(), notices)), "{bytes:?}");
        }
        let told = decode(&windows).expect("it is text").notices;
        assert!(told[0].contains("line 2, \"Kürassiere,600\""), "{told:?}");
        assert_eq!(text(b""), Ok((String::new(), 0)));
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_line() {
        for (bytes, told) in [
            // One letter of another encoding in a text that is UTF-8.
            (
                &b"\xc3\xbc\r\nK\xfcr"[..],
                "line 2 cannot be read as text: the text is UTF-8, but for the bytes FC",
            ),
            (b"a\rb\rc\x81", "line 3 cannot be read as text: the byte 81 is no letter"),
            (b"a\n%PDF\0\0\0", "line 2 cannot be read as text: it holds a byte that no text has"),
            (b"\xff\xfea\0\x00\xd8", "line 1 cannot be read as text: its beginning says UTF-16LE"),
        ] {
            let fault = text(bytes).expect_err("it is no text");
            assert!(
                fault.starts_with(told) && fault.ends_with("Save it as UTF-8 in the program that wrote it"),
                "{fault}"
            );
        }
    }
}
