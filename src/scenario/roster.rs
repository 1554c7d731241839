//! Rosters: what the row of a stand, a unit or a counter says of it. Which columns there are, and what a cell comes to that
//! nobody has filled in, is the rule set's own.

use super::draft::{EditFault, refuse};
use super::hex::{HexUnit, unit_record};
use crate::army::{Piece, Stand, Unit, stand_record, unit_record as table_unit_record};
use crate::data::write::{list, quoted};

/// Whom a row is about.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    Stand(&'a Stand),
    Unit(&'a Unit),
    HexUnit(&'a HexUnit),
}

/// What the cells of a column take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Text,
    /// Both ends are taken.
    Number {
        least: u16,
        most: u16,
    },
    /// A length, as the referee measured it.
    Inches,
    /// One of these, by the words that files have for them: `LightCavalry`.
    OneOf(&'static [&'static str]),
    /// One of these texts: `6x6-pdrs`.
    Named(&'static [&'static str]),
    Flag,
    /// Several words.
    Marks,
}

/// A column of a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The field of the army's file: `men`.
    pub field: &'static str,
    /// As it is headed: `Men`.
    pub title: &'static str,
    pub kind: CellKind,
    /// Few rows say it: it is shown when it is asked for.
    pub is_detail: bool,
    /// Every row has to say it, if only that it is empty.
    pub is_required: bool,
}

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub column: Column,
    /// What the file says; none: nothing, so that it is as usual.
    pub written: Option<String>,
    /// What it is where the file says nothing: a default, or what follows from the other cells. Empty: nothing at all.
    pub usual: String,
}

impl Column {
    pub const fn new(field: &'static str, title: &'static str, kind: CellKind) -> Self {
        Self { field, title, kind, is_detail: false, is_required: false }
    }

    /// The same, which is never left out.
    pub const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// The same, shown when it is asked for.
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
    /// What the file says of this field, as a person would say it; none: nothing.
    pub fn written(self, field: &str) -> Option<String> {
        let record = match self {
            Self::Stand(stand) => stand_record(stand),
            Self::Unit(unit) => table_unit_record(unit),
            Self::HexUnit(unit) => unit_record(unit),
        };
        let value = record.value(field)?;
        if let Ok(marks) = ron::from_str::<Vec<String>>(value) {
            return Some(marks.join(", "));
        }
        // Words that files have without quotes.
        if let Some(words) = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return Some(words.to_owned());
        }
        Some(ron::from_str(value).unwrap_or_else(|_| value.to_owned()))
    }

    /// The cells of this row that mean anything in it: `usual` says what one comes to that is not filled in, none where it means
    /// nothing.
    pub fn cells(self, columns: &[Column], usual: impl Fn(&str) -> Option<String>) -> Vec<Cell> {
        let cell = |column: &Column| {
            let usual = usual(column.field)?;
            Some(Cell { column: *column, written: self.written(column.field), usual })
        };
        columns.iter().filter_map(cell).collect()
    }
}

impl Cell {
    /// What it comes to.
    pub fn value(&self) -> &str {
        self.written.as_deref().unwrap_or(&self.usual)
    }
}

impl CellKind {
    /// What is said for a cell, as files have it.
    ///
    /// # Errors
    ///
    /// The column does not take it.
    pub fn ron(self, said: &str) -> Result<String, EditFault> {
        let trimmed = said.trim();
        let one_of = |words: &'static [&'static str]| {
            let found = words.iter().find(|word| word.eq_ignore_ascii_case(trimmed));
            let help = || format!("accepted: {}", words.join(", "));
            found.ok_or_else(|| EditFault { message: format!("there is no \"{trimmed}\""), help: help() })
        };
        match self {
            Self::Text => Ok(quoted(said)),
            Self::Number { least, most } => {
                match trimmed.parse::<u16>().ok().filter(|number| (least..=most).contains(number)) {
                    Some(number) => Ok(number.to_string()),
                    None => {
                        refuse(format!("\"{trimmed}\" cannot be"), format!("accepted: {least} to {most}"))
                    }
                }
            }
            Self::Inches => match trimmed.parse::<f32>().ok().filter(|inches| inches.is_finite()) {
                Some(inches) => Ok(inches.to_string()),
                None => refuse(format!("\"{trimmed}\" is no length"), "give inches, as 1.5"),
            },
            Self::OneOf(words) => one_of(words).map(|word| (*word).to_owned()),
            Self::Named(words) => one_of(words).map(|word| quoted(word)),
            Self::Flag => one_of(&["true", "false"]).map(|word| (*word).to_owned()),
            Self::Marks => {
                let marks = said.split(',').map(str::trim).filter(|mark| !mark.is_empty());
                Ok(list(marks.map(quoted)))
            }
        }
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
            (CellKind::Number { least: 1, most: 60 }, "many", None),
            (CellKind::Inches, "1.5", Some("1.5")),
            (CellKind::Inches, "NaN", None),
            (CellKind::OneOf(&["Guards", "Green"]), "green", Some("Green")),
            (CellKind::OneOf(&["Guards", "Green"]), "blue", None),
            (CellKind::Named(&["6x6-pdrs"]), "6X6-PDRS", Some("\"6x6-pdrs\"")),
            (CellKind::Flag, "true", Some("true")),
            (CellKind::Flag, "yes", None),
            (CellKind::Marks, "green, , landwehr", Some(r#"["green", "landwehr"]"#)),
        ] {
            assert_eq!(kind.ron(said).ok().as_deref(), written, "{kind:?}: {said}");
        }
    }
}
