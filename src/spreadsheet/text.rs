//! Tables as text: what parts their values, and what those are.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::{Builder, Table};

/// What may part values, the likelier first.
const SIGNS: [u8; 4] = [b'\t', b';', b',', b'|'];

/// So many lines are looked at to find what parts values.
const LOOKED_AT: usize = 40;

const OPEN: (&str, &str) =
    ("a quotation mark opens here and takes the rows below with it", "close it, or take it out");

/// Between values that stand below each other without a sign.
const SEVERAL_BLANKS: &str = "  ";

pub(super) fn read(text: &str, delimiter_said: Option<u8>) -> Table {
    let (rest, skipped) = match without_separator_line(text) {
        (rest, Some(_)) => (rest, 1),
        (rest, None) => (rest, 0),
    };
    // Pasted text ends its lines as its system does.
    let rest = rest.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let mut built = Builder::default();
    let delimiter = delimiter_said.unwrap_or_else(|| delimiter(text));
    if let Some(parted) = delimiter_said.is_none().then(|| by_blanks(&rest)).flatten() {
        built.tell(1, "values are parted by several blanks, and an empty one cannot be told from none");
        return records(&parted, b'\t', skipped, built);
    }
    records(&rest, delimiter, skipped, built)
}

fn records(text: &str, delimiter: u8, skipped: usize, mut built: Builder) -> Table {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut width = 2;
    for record in reader.records().filter_map(Result::ok) {
        let line = record.position().map_or(1, csv::Position::line);
        let line = usize::try_from(line).unwrap_or(1).max(1) + skipped;
        if is_left_open(&record, text, (delimiter, width)) {
            built.fault((line, None), OPEN);
        }
        width = width.max(record.len());
        built.row(line, record.iter().map(str::to_owned));
    }
    built.table()
}

/// Is a quotation mark not closed where its line ends? Then a value has whole rows within it, or all that is left.
fn is_left_open(record: &StringRecord, text: &str, (delimiter, width): (u8, usize)) -> bool {
    let is_row = |line: &str| line.bytes().filter(|byte| *byte == delimiter).count() + 1 >= width;
    if let Some(value) = record.iter().find(|value| value.contains('\n')) {
        return value.lines().skip(1).any(is_row);
    }
    let from = record.position().and_then(|at| usize::try_from(at.byte()).ok());
    let last = from.and_then(|from| text.get(from..)).filter(|rest| !rest.trim().contains('\n'));
    last.is_some_and(|rest| rest.bytes().filter(|byte| *byte == b'"').count() % 2 == 1)
}

/// A text whose values stand below each other with blanks between them, parted by tabs; none: a sign parts them.
fn by_blanks(text: &str) -> Option<String> {
    let signs = SIGNS.map(char::from);
    let values = |line: &str| -> Vec<String> {
        let parts = line.split(SEVERAL_BLANKS).map(str::trim).filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let is_aligned = |line: &&str| {
        let found = values(line);
        found.len() > 2 && found.iter().all(|value| !value.ends_with(signs))
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(LOOKED_AT);
    let aligned = lines().filter(is_aligned).count();
    if aligned < 2 || aligned * 2 <= lines().count() || lines().any(|line| line.contains('\t')) {
        return None;
    }
    Some(text.lines().map(|line| values(line).join("\t") + "\n").collect())
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
