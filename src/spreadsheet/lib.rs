//! Tables as spreadsheets write them: text parted by tabs, semicolons or commas, and the files of spreadsheets themselves. What was
//! done to read one is told, with its lines; what its columns mean is no matter of this room.
//!
//! Units: rows by their line in the text or their row in the sheet, from 1.

mod text;
mod workbook;
mod write;

use std::collections::BTreeMap;

use data::cell;
use data::printable::is_printable;
use thiserror::Error;

pub use text::without_separator_line;
pub use write::{CsvFor, Writer};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Those in which anything stands.
    pub rows: Vec<TableRow>,
    /// How many values the longest row has.
    pub width: usize,
    /// What was done to read it.
    pub notices: Vec<Notice>,
    /// Values that are not in the file, or not as they were meant.
    pub faults: Vec<ValueFault>,
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueFault {
    /// Of its row.
    pub line: usize,
    /// From 0; none: it is of the row as a whole.
    pub column: Option<usize>,
    pub words: &'static str,
    pub help: &'static str,
}

/// A row of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// In the text or the sheet, from 1.
    pub line: usize,
    pub values: Vec<String>,
}

/// A sentence about some lines of a table; about none: about the whole of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub words: String,
    pub lines: Vec<usize>,
}

/// A table of a file; one of a text has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub name: String,
    pub table: Table,
}

/// Why no table can be read from a file.
#[derive(Debug, Error)]
pub enum NoTable {
    #[error(transparent)]
    NoText(#[from] data::NoText),
    #[error(
        "it cannot be read as a spreadsheet: it is of another kind, or was not copied whole ({0}). Open it in the program that wrote it, and save it as .xlsx, .ods or .csv"
    )]
    Workbook(String),
    #[error("it is locked with a password. Save it without one")]
    Locked,
    #[error("it is {0}, whatever its name says. What is wanted is a table: save it as .xlsx, .ods or .csv")]
    Other(&'static str),
}

/// Endings of files that may hold a table.
pub const ENDINGS: [&str; 7] = ["csv", "tsv", "txt", "xlsx", "xlsm", "ods", "xls"];

/// How files begin that are taken for tables by mistake, and what they are.
const OTHERS: [(&[u8], &str); 5] = [
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "a document in rich text"),
];

/// The tables of a file, whatever it is called: those of a spreadsheet sheet by sheet, those that are seen first, or the one of a text.
///
/// # Errors
///
/// It is neither a text nor a spreadsheet.
pub fn read(bytes: &[u8]) -> Result<Vec<Sheet>, NoTable> {
    if workbook::is_one(bytes) {
        return workbook::read(bytes);
    }
    if let Some((_, kind)) = OTHERS.iter().find(|(begins, _)| bytes.starts_with(begins)) {
        return Err(NoTable::Other(kind));
    }
    let data::Decoded { text, notices } = data::decode(bytes)?;
    let mut table = Table::read(&text);
    let notices = notices.into_iter().map(|words| Notice { words, lines: Vec::new() });
    table.notices.splice(0..0, notices);
    Ok(vec![Sheet { name: String::new(), table }])
}

impl Table {
    /// The table that this text is. What cannot be read as one is a single value a line.
    pub fn read(text: &str) -> Self {
        text::read(text, None)
    }

    /// The same as it lies over cells of a roster: tabs alone part its values, so that `2,400` is one of them.
    pub fn cells(text: &str) -> Self {
        text::read(text, Some(b'\t'))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What stands there, by its row and column, from 0; nothing where there is no such place.
    pub fn value(&self, row: usize, column: usize) -> &str {
        self.rows.get(row).and_then(|row| row.values.get(column)).map_or("", String::as_str)
    }

    /// Somebody says what stands there: what was wrong with it is settled.
    pub fn mend(&mut self, row: usize, column: usize, said: String) {
        let Some(row) = self.rows.get_mut(row) else { return };
        if row.values.len() <= column {
            row.values.resize(column + 1, String::new());
        }
        row.values[column] = said;
        let line = row.line;
        self.faults.retain(|fault| (fault.line, fault.column) != (line, Some(column)));
    }
}

/// Rows as they are found.
#[derive(Default)]
struct Builder {
    rows: Vec<TableRow>,
    told: BTreeMap<&'static str, Vec<usize>>,
    faults: Vec<ValueFault>,
}

impl Builder {
    fn tell(&mut self, line: usize, words: &'static str) {
        let lines = self.told.entry(words).or_default();
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }

    fn fault(&mut self, (line, column): (usize, Option<usize>), (words, help): (&'static str, &'static str)) {
        self.faults.push(ValueFault { line, column, words, help });
    }

    fn row(&mut self, line: usize, values: impl Iterator<Item = String>) {
        let values: Vec<String> = values.map(|value| self.clean(line, &value)).collect();
        if values.iter().any(|value| !value.is_empty()) {
            self.rows.push(TableRow { line, values });
        }
    }

    /// A value as it can be seen.
    fn clean(&mut self, line: usize, value: &str) -> String {
        let value = cell::text_of(value.trim());
        let is_plain = |letter: char| is_printable(letter) && !is_hidden(letter) && !is_odd_blank(letter);
        if value.chars().all(is_plain) {
            return value.to_owned();
        }
        if value.contains('\n') {
            self.tell(line, "a value has several lines, and became one");
        }
        if value.chars().any(|letter| letter != '\n' && (is_hidden(letter) || !is_printable(letter))) {
            self.tell(line, "characters that cannot be seen were taken out");
        }
        let seen = value.chars().filter(|letter| !is_hidden(*letter));
        let seen: String = seen
            .map(|letter| if is_printable(letter) && !is_odd_blank(letter) { letter } else { ' ' })
            .collect();
        seen.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn table(self) -> Table {
        let width = self.rows.iter().map(|row| row.values.len()).max().unwrap_or(0);
        let notice = |(words, lines): (&str, Vec<usize>)| Notice { words: words.to_owned(), lines };
        let notices = self.told.into_iter().map(notice).collect();
        Table { rows: self.rows, width, notices, faults: self.faults }
    }
}

/// Signs that stand between letters and are seen by nobody.
fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{202a}'..='\u{202e}')
}

/// Blanks that look like any other: Unicode has several, and spreadsheets write some of them.
fn is_odd_blank(letter: char) -> bool {
    letter != ' ' && letter.is_whitespace()
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.lines.as_slice() {
            [] => f.write_str(&self.words),
            lines => write!(f, "{}: {}", lines_in_words(lines), self.words),
        }
    }
}

/// `line 3`, `lines 3, 5 to 9 and 12`; of many the first few are named.
pub fn lines_in_words(lines: &[usize]) -> String {
    /// So many groups are named.
    const NAMED: usize = 6;
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some((_, last)) if *last + 1 == *line => *last = *line,
            _ => groups.push((*line, *line)),
        }
    }
    let named = groups.iter().take(NAMED).map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    let named: Vec<String> = named.collect();
    let rest: usize = groups.iter().skip(NAMED).map(|(first, last)| last + 1 - first).sum();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    match (rest, named.split_last()) {
        (0, Some((last, [_, ..]))) => {
            format!("{word} {} and {last}", named[..named.len() - 1].join(", "))
        }
        (0, _) => format!("{word} {}", named.join(", ")),
        (rest, _) => format!("{word} {} and {rest} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(table: &Table) -> Vec<String> {
        table.notices.iter().map(ToString::to_string).collect()
    }

    fn values(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.values.iter().map(String::as_str).collect()).collect()
    }

    #[test]
    fn whatever_parts_its_values_a_text_is_a_table() {
        for text in [
            "a,b\n1,2\n",
            "a;b\r\n1;2\r\n",
            "a\tb\r1\t2",
            "sep=;\na;b\n1;2\n",
            "\"sep=|\"\na|b\n1|2\n",
            "a|b\n1|2\n",
        ] {
            let table = Table::read(text);
            assert_eq!(
                (values(&table), told(&table)),
                (vec![vec!["a", "b"], vec!["1", "2"]], vec![]),
                "{text}"
            );
        }
        // Commas within values do not part a table that semicolons part, nor do those of its title.
        let german = Table::read("Army of the Meuse, 1815, by me\nName;Width\nA;1,5\nB;2,5\n");
        assert_eq!(values(&german)[1..], [vec!["Name", "Width"], vec!["A", "1,5"], vec!["B", "2,5"]]);
        assert_eq!(german.rows[2].line, 3);
        // The line of the sign counts as one.
        assert_eq!(Table::read("sep=,\na,b\n").rows[0].line, 2);
    }

    #[test]
    fn what_cannot_be_seen_is_taken_out_and_told_with_its_lines() {
        let table = Table::read("Name,Men\nFoy\u{200b},2\u{a0}400\n\"Old\nGuard\",\u{7}3\nKell,1\n");
        assert_eq!(values(&table)[1..], [vec!["Foy", "2 400"], vec!["Old Guard", "3"], vec!["Kell", "1"]]);
        assert_eq!(
            told(&table),
            [
                "line 3: a value has several lines, and became one",
                "lines 2, 3: characters that cannot be seen were taken out"
            ]
        );
    }

    #[test]
    fn a_quote_that_takes_the_rows_below_is_a_fault_where_it_opens() {
        for text in [
            "Name,Men\n\"Foy,2\nKell,1\nReille,3\n",
            "Name,Men\n\"Foy,2\nKell,1\n\"Reille\",3\n",
            "Name,Men\nKell,1\nFoy,\"2\n",
        ] {
            let table = Table::read(text);
            let at: Vec<_> = table.faults.iter().map(|fault| (fault.line, fault.column)).collect();
            assert_eq!(at, [(if text.ends_with("\"2\n") { 3 } else { 2 }, None)], "{text}");
        }
        let table = Table::read("Name,Note\nFoy,\"held, then fled;\nsee Siborne\"\nKell,\"a \"\"gun\"\"\"\n");
        assert_eq!(table.faults, []);
    }

    #[test]
    fn values_may_be_parted_by_several_blanks() {
        let table = Table::read(
            "Army of 1815\n\nName        Arm      Men\nKell         foot   2,400\nOld Guard    foot   1,800\n",
        );
        let last = ["Old Guard", "foot", "1,800"];
        assert_eq!(
            (&values(&table)[1..2], &values(&table)[3..]),
            (&[vec!["Name", "Arm", "Men"]][..], &[last.to_vec()][..])
        );
        assert_eq!(told(&table).len(), 1);
        assert_eq!(values(&Table::read("Name,  Arm,  Men\nKell,  foot,  1\n"))[1], ["Kell", "foot", "1"]);
    }

    #[test]
    fn lines_are_told_in_few_words() {
        for (lines, words) in [
            (&[3][..], "line 3"),
            (&[3, 4], "lines 3, 4"),
            (&[3, 4, 5, 9], "lines 3 to 5 and 9"),
            (&[1, 3, 5, 7, 9, 11, 13, 15], "lines 1, 3, 5, 7, 9, 11 and 2 more"),
        ] {
            assert_eq!(lines_in_words(lines), words);
        }
    }

    #[test]
    fn what_is_no_table_is_refused_with_what_to_do() {
        for (bytes, told) in [
            (&b"PK\x03\x04 no more of it"[..], "it cannot be read as a spreadsheet"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "it cannot be read as a spreadsheet"),
            (b"%PDF-1.4\n\0\0", "it is a PDF"),
            (b"\x89PNG\r\n", "it is a picture"),
            (b"Name\n\0\0", "line 2 cannot be read as text"),
        ] {
            let fault = read(bytes).expect_err("it is none").to_string();
            assert!(fault.starts_with(told) && fault.to_lowercase().contains("save it"), "{fault}");
        }
    }
}
