//! Texts in the cells of tables that spreadsheets open.
//!
//! A spreadsheet works out a cell that begins with one of certain signs, whoever wrote it. A text that begins so goes behind a `'`,
//! which a reader takes off again. Numbers are written as they are.

use std::borrow::Cow;

/// With these a cell begins that a spreadsheet works out.
const WORKED_OUT: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A text that has a `'` before such a sign gets another, so that each is read as it was.
fn needs_mark(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(WORKED_OUT)
}

/// The cell that says this text.
#[must_use]
pub fn of_text(text: &str) -> Cow<'_, str> {
    if needs_mark(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text that this cell says.
#[must_use]
pub fn text_of(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_mark(text)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_a_spreadsheet_would_work_out_goes_behind_a_mark() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("'=1", "''=1"),
            ("''-", "'''-"),
            ("", ""),
            ("'", "'"),
            ("d'Erlon", "d'Erlon"),
            ("'s Gravenhage", "'s Gravenhage"),
            ("1-2=3", "1-2=3"),
        ] {
            assert_eq!((of_text(text).as_ref(), text_of(cell)), (cell, text));
        }
        // What others write is read as it is, but for the mark.
        assert_eq!(["=1", "-", "'x"].map(text_of), ["=1", "-", "'x"]);
    }
}
