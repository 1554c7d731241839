//! Rosters: the values in the row of a stand, a unit or a counter. The rule set defines the columns, and the values of cells
//! that are not filled in.
//!
//! `sheet` is the roster of a battle as a table, `rostered` its changes, `recruit` makes new rows, `mapping` identifies the
//! columns of a spreadsheet, `paste` reads its rows, `synonyms` holds players' words, `copied` writes rows for a spreadsheet;
//! `invalid_cells` keeps invalid cell values, `writing` turns overwritten cells into changes; `counter` is what rows of battles on
//! hexes share.

pub mod copied;
pub mod counter;
pub mod invalid_cells;
pub mod mapping;
pub mod paste;
mod questions;
pub mod recruit;
pub mod rostered;
pub mod sheet;
pub mod synonyms;
pub mod writing;

use super::draft::{EditFault, refuse};
use crate::army::{Piece, Stand, Unit, stand_record, unit_record as table_unit_record};
use counter::{CounterRow, start_said, start_words};
use data::suggest;
use data::write::{Record, list, quoted};
use hexes::Hex;

/// The subject of a row.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    Stand(&'a Stand),
    Unit(&'a Unit),
    Counter(CounterRow<'a>),
}

/// The values that the cells of a column accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Text,
    /// Both ends are accepted.
    Number {
        least: u16,
        most: u16,
    },
    /// A length, as the referee measured it.
    Inches,
    /// One of these words of the files: `LightCavalry`.
    OneOf(&'static [&'static str]),
    /// One of these texts: `6x6-pdrs`.
    Named(&'static [&'static str]),
    Flag,
    /// Several words.
    Marks,
    /// A hex by its number: `1412`.
    Hex,
    /// The start of a counter: `1412`, or `turn 3 at 3912`.
    Start,
}

/// A column of a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field of the army's file: `men`.
    pub field: &'static str,
    /// The heading: `Men`.
    pub title: &'static str,
    pub kind: CellKind,
    /// Is it used by few rows, and shown only on request?
    pub is_detail: bool,
    /// Does every row need a value, if only an empty one?
    pub is_required: bool,
    /// Is it about the start of a unit, not the unit itself? Then only units that take part have it.
    pub is_of_start: bool,
    /// The value in a new row, if no other is given: `Infantry`.
    pub begins: Option<&'static str>,
    /// Words of the army's file with their spoken forms, the usual ones first: `cav_light_line` is light line cavalry.
    pub spoken: &'static [(&'static str, &'static str)],
}

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub column: Column,
    /// The value in the file; `None` if it has none, so that the usual value applies.
    pub written: Option<String>,
    /// The value if the file has none: a default, or what follows from the other cells. Empty if there is no such value.
    pub usual: String,
}

/// Words that are assumed if troops are not described further.
const USUAL: [&str; 2] = ["line", "foot"];

impl Column {
    pub const fn new(field: &'static str, title: &'static str, kind: CellKind) -> Self {
        Self {
            field,
            title,
            kind,
            is_detail: false,
            is_required: false,
            is_of_start: false,
            begins: None,
            spoken: &[],
        }
    }

    /// The column with spoken forms of its words.
    pub const fn said_as(self, spoken: &'static [(&'static str, &'static str)]) -> Self {
        Self { spoken, ..self }
    }

    /// The spoken form of a word of the file; `None` if it is as written.
    pub fn say(&self, word: &str) -> Option<&'static str> {
        self.spoken.iter().find(|(of, _)| *of == word).map(|(_, said)| *said)
    }

    /// The word of the file with this spoken form; otherwise the only one that contains all words given, where just `line` and
    /// `foot` may be omitted: `light cavalry` is light line cavalry, `cavalry` has no match. Other text is unchanged.
    pub fn word<'a>(&self, said: &'a str) -> &'a str {
        let parts = |text: &str| -> Vec<String> {
            text.split([' ', '_', '-']).filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
        };
        let said_parts = parts(said);
        let whole = self.spoken.iter().find(|(_, spoken)| is_same(spoken, said));
        let part_of = |spoken: &str| {
            let spoken = parts(spoken);
            spoken.last().is_some_and(|noun| said_parts.contains(noun))
                && said_parts.iter().all(|part| spoken.contains(part))
                && spoken.iter().all(|part| said_parts.contains(part) || USUAL.contains(&part.as_str()))
        };
        let mut meant = self.spoken.iter().filter(|(_, spoken)| part_of(spoken));
        let only = meant.next().filter(|_| meant.next().is_none());
        whole.or(only).map_or(said, |(word, _)| *word)
    }

    /// The text in the file for this spoken value.
    ///
    /// # Errors
    ///
    /// Returns an error if the column does not accept it.
    pub fn ron(&self, said: &str) -> Result<String, EditFault> {
        let found = self.kind.ron(self.word(said));
        match self.kind {
            // The error lists what would be accepted in the words of the screen.
            CellKind::OneOf(words) | CellKind::Named(words) if !self.spoken.is_empty() => {
                let known = words.iter().map(|word| self.say(word).unwrap_or(word));
                found.map_err(|fault| EditFault { help: suggest(said.trim(), known), ..fault })
            }
            _ => found,
        }
    }

    /// The column with a value in every row.
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The column with this value in new rows.
    pub const fn beginning(self, word: &'static str) -> Self {
        Self { begins: Some(word), ..self }
    }

    /// The column as one about the start of a unit.
    pub const fn of_start(self) -> Self {
        Self { is_of_start: true, ..self }
    }

    /// The column as one shown only on request.
    pub const fn detail(self) -> Self {
        Self { is_detail: true, ..self }
    }
}

impl<'a> From<Piece<'a>> for Row<'a> {
    fn from(piece: Piece<'a>) -> Self {
        match piece {
            Piece::Stand(stand) => Self::Stand(stand),
            Piece::Unit(unit) => Self::Unit(unit),
        }
    }
}

impl Row<'_> {
    fn record(self) -> Record {
        match self {
            Self::Stand(stand) => stand_record(stand),
            Self::Unit(unit) => table_unit_record(unit),
            Self::Counter(row) => row.record(),
        }
    }

    /// The value of this field in the file, in spoken form; `None` if there is none.
    pub fn written(self, field: &str) -> Option<String> {
        self.record().value(field).map(said)
    }

    /// The cells of this row that apply to it: `usual` returns the value of a cell that is not filled in, or `None` if it
    /// does not apply.
    pub fn cells(self, columns: &[Column], usual: impl Fn(&str) -> Option<String>) -> Vec<Cell> {
        let record = self.record();
        let cell = |column: &Column| {
            let usual = usual(column.field)?;
            Some(Cell { column: *column, written: record.value(column.field).map(said), usual })
        };
        columns.iter().filter_map(cell).collect()
    }
}

/// A value of a file in spoken form.
fn said(value: &str) -> String {
    if let Ok(marks) = ron::from_str::<Vec<String>>(value) {
        return marks.join(", ");
    }
    // Words without quotes in files.
    if let Some(words) = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return words.to_owned();
    }
    ron::from_str(value).unwrap_or_else(|_| value.to_owned())
}

impl Cell {
    /// The value in effect.
    pub fn value(&self) -> &str {
        self.written.as_deref().unwrap_or(&self.usual)
    }
}

impl CellKind {
    /// The text in files for a spoken value.
    ///
    /// # Errors
    ///
    /// Returns an error if the column does not accept it.
    pub fn ron(self, said: &str) -> Result<String, EditFault> {
        let trimmed = said.trim();
        let one_of = |words: &'static [&'static str]| {
            let found = words.iter().find(|word| is_same(word, trimmed));
            let found = found.or_else(|| words.iter().find(|word| is_same_but_for_number(word, trimmed)));
            found.ok_or_else(|| {
                let message = format!("there is no \"{trimmed}\"");
                EditFault { message, help: likeliest(trimmed, words) }
            })
        };
        match self {
            Self::Text => Ok(quoted(said)),
            Self::Number { least, most } => {
                let plain = without_thousands(trimmed);
                match plain.parse::<u16>().ok().filter(|number| (least..=most).contains(number)) {
                    Some(number) => Ok(number.to_string()),
                    None => {
                        refuse(no_count(trimmed, &plain), format!("accepted: {least} to {most}, in digits"))
                    }
                }
            }
            // Also with the comma of spreadsheets that write 1,5.
            Self::Inches => {
                match trimmed.replacen(',', ".", 1).parse::<f32>().ok().filter(|inches| inches.is_finite()) {
                    Some(inches) => Ok(inches.to_string()),
                    None => refuse(format!("\"{trimmed}\" is no length"), "give inches, as 1.5"),
                }
            }
            Self::OneOf(words) => one_of(words).map(|word| (*word).to_owned()),
            Self::Named(words) => one_of(words).map(|word| quoted(word)),
            Self::Flag => one_of(&["true", "false"]).map(|word| (*word).to_owned()),
            Self::Hex => match hex_said(trimmed) {
                Some(hex) => Ok(hex.to_string()),
                None => refuse(format!("\"{trimmed}\" is no hex"), "write column and row, as 1412"),
            },
            Self::Start => start_said(trimmed).map(|start| quoted(&start_words(start))),
            Self::Marks => {
                let marks = said.split(',').map(str::trim).filter(|mark| !mark.is_empty());
                Ok(list(marks.map(quoted)))
            }
        }
    }
}

/// Are these the same word, with any separators between its parts: `LightCavalry` and `light cavalry`?
pub fn is_same(word: &str, said: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|letter| !matches!(letter, ' ' | '_' | '-'));
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(word) == letters(said)
}

/// Are these the same word, in the singular and the plural: `Veterans` and `veteran`?
pub(super) fn is_same_but_for_number(word: &str, said: &str) -> bool {
    is_same(word, said) || is_same(word, &format!("{said}s")) || is_same(&format!("{word}s"), said)
}

/// A hex by its number; a spreadsheet drops a leading zero.
fn hex_said(said: &str) -> Option<Hex> {
    let number = format!("{said:0>4}");
    number.parse().ok().filter(|_| said.len() >= 3 && Hex::is_number(&number)).map(Hex)
}

/// Why this is not a number of the right size; `plain` is the text without thousands separators.
fn no_count(said: &str, plain: &str) -> String {
    let is_count = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = plain.split('.').collect();
    let by_points =
        parts.len() > 1 && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    match by_points {
        _ if is_count => format!("\"{said}\" cannot be"),
        true if parts[1..].iter().all(|part| part.len() == 3) => {
            format!("\"{said}\" cannot be, for a point parts thousands here and decimals there")
        }
        _ if said.contains(|letter: char| letter.is_ascii_digit()) => {
            format!("\"{said}\" is no whole number")
        }
        _ => format!("\"{said}\" is no number"),
    }
}

/// The word that is probably meant: those with this beginning, `8x6-pdrs` for `8`, otherwise the nearest.
fn likeliest(said: &str, words: &'static [&'static str]) -> String {
    let goes_on = |word: &&str| {
        let rest = word.strip_prefix(said).filter(|_| said.ends_with(|letter: char| letter.is_ascii_digit()));
        rest.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    let begun: Vec<&str> = words.iter().copied().filter(goes_on).collect();
    match begun.as_slice() {
        [] => suggest(said, words.iter().copied()),
        begun => format!("say which: {}", begun.join(" or ")),
    }
}

/// A whole number as spreadsheets show it, `2,400`, `2 400` or `2400.00`, without separators.
fn without_thousands(said: &str) -> String {
    let whole = [".0", ".00", ",0", ",00"].into_iter().find_map(|end| said.strip_suffix(end));
    let said = whole.unwrap_or(said);
    let is_parting = |letter: char| matches!(letter, ',' | ' ' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let parts: Vec<&str> = said.split(is_parting).collect();
    let is_whole = |part: &&str, least: usize| {
        (least..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    match parts.as_slice() {
        [first, rest @ ..] if is_whole(first, 1) && rest.iter().all(|part| is_whole(part, 3)) => {
            parts.concat()
        }
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_for_a_cell_is_written_as_files_have_it() {
        for (kind, said, written) in [
            (CellKind::Text, "The \"Old\" Guard", Some(r#""The \"Old\" Guard""#)),
            (CellKind::Number { least: 1, most: 60 }, " 12 ", Some("12")),
            (CellKind::Number { least: 1, most: 60 }, "61", None),
            (CellKind::Number { least: 0, most: 30_000 }, "2,400", Some("2400")),
            (CellKind::Number { least: 0, most: 30_000 }, "2 400", Some("2400")),
            (CellKind::Number { least: 0, most: 30_000 }, "2'400", Some("2400")),
            (CellKind::Number { least: 0, most: 30_000 }, "2400.00", Some("2400")),
            (CellKind::Number { least: 0, most: 30_000 }, "2,40", None),
            (CellKind::OneOf(&["LightCavalry"]), "light cavalry", Some("LightCavalry")),
            (CellKind::Number { least: 1, most: 60 }, "many", None),
            (CellKind::Inches, "1.5", Some("1.5")),
            (CellKind::Inches, "1,5", Some("1.5")),
            (CellKind::Inches, "NaN", None),
            (CellKind::OneOf(&["Guards", "Green"]), "green", Some("Green")),
            (CellKind::OneOf(&["Guards", "Green"]), "blue", None),
            (CellKind::OneOf(&["Guards", "Green", "Veterans"]), "veteran", Some("Veterans")),
            (CellKind::OneOf(&["Infantry", "Gun"]), "GUNS", Some("Gun")),
            (CellKind::Named(&["6x6-pdrs"]), "6X6-PDRS", Some("\"6x6-pdrs\"")),
            (CellKind::Hex, "826", Some("0826")),
            (CellKind::Hex, "8x", None),
            (CellKind::Start, "turn 3 at 3912", Some("\"turn 3 at 3912\"")),
            (CellKind::Start, "tomorrow", None),
            (CellKind::Flag, "true", Some("true")),
            (CellKind::Flag, "yes", None),
            (CellKind::Marks, "green, , landwehr", Some(r#"["green", "landwehr"]"#)),
        ] {
            assert_eq!(kind.ron(said).ok().as_deref(), written, "{kind:?}: {said}");
        }
    }

    #[test]
    fn a_word_that_is_not_taken_is_answered_as_the_screen_says_it() {
        let class = Column::new("class", "Class", CellKind::OneOf(&["inf_line", "cav_light_line"]))
            .said_as(&[("inf_line", "line infantry"), ("cav_light_line", "light line cavalry")]);
        let fault = class.ron("knights").expect_err("there is no such class");
        assert_eq!(fault.message, "there is no \"knights\"");
        assert!(
            fault.help.contains("line infantry") && fault.help.contains("light line cavalry"),
            "{}",
            fault.help
        );
        assert!(!fault.help.contains('_'), "no word of the file: {}", fault.help);
        assert_eq!(class.ron("light cavalry").ok().as_deref(), Some("cav_light_line"));
    }
}
