//! Tables as text: what parts their values, and what those are.

use csv::{ReaderBuilder, Trim};

use super::{Builder, Table};

/// What may part values, the likelier first.
const SIGNS: [u8; 4] = [b'\t', b';', b',', b'|'];

/// So many lines are looked at to find what parts values.
const LOOKED_AT: usize = 40;

pub(super) fn read(text: &str, delimiter_said: Option<u8>) -> Table {
    let (rest, skipped) = match without_separator_line(text) {
        (rest, Some(_)) => (rest, 1),
        (rest, None) => (rest, 0),
    };
    let delimiter = delimiter_said.unwrap_or_else(|| delimiter(text));
    // Pasted text ends its lines as its system does.
    let rest = rest.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(Trim::All)
        .from_reader(rest.as_bytes());
    let mut built = Builder::default();
    for record in reader.records().filter_map(Result::ok) {
        let line = record.position().map_or(1, csv::Position::line);
        let line = usize::try_from(line).unwrap_or(1).max(1) + skipped;
        built.row(line, record.iter().map(str::to_owned));
    }
    built.table()
}

/// A text without the line by which spreadsheets are told what parts its values, `sep=;`, and the sign that it names.
pub fn without_separator_line(text: &str) -> (&str, Option<u8>) {
    let text = text.trim_start_matches('\u{feff}');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end_matches('\r').trim_matches('"');
    match first.strip_prefix("sep=").or_else(|| first.strip_prefix("SEP=")).map(str::as_bytes) {
        Some([sign]) if sign.is_ascii() => (rest, Some(*sign)),
        _ => (text, None),
    }
}

/// What parts the values of a text: the sign that its first line names, else the one that most lines have equally often.
fn delimiter(text: &str) -> u8 {
    if let (_, Some(sign)) = without_separator_line(text) {
        return sign;
    }
    let lines: Vec<&str> =
        text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).take(LOOKED_AT).collect();
    // Lines that agree on a number of signs other than none.
    let agreeing = |sign: u8| {
        let counts: Vec<usize> =
            lines.iter().map(|line| count(line, sign)).filter(|count| *count > 0).collect();
        counts.iter().map(|one| counts.iter().filter(|other| *other == one).count()).max().unwrap_or(0)
    };
    let found = SIGNS.into_iter().rev().max_by_key(|sign| agreeing(*sign)).filter(|sign| agreeing(*sign) > 0);
    found.unwrap_or(b',')
}

/// How often a sign stands in a line, outside of quotes.
fn count(line: &str, sign: u8) -> usize {
    let mut quoted = false;
    let is_outside = |byte: &u8| {
        quoted ^= *byte == b'"';
        !quoted && *byte == sign
    };
    line.bytes().filter(is_outside).count()
}
