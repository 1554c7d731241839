//! New rows of a roster: stands and units made from the values of their cells, and from the usual values of their rules.

use super::super::draft::{EditFault, refuse};
use super::super::{KnownRules, Side};
use super::counter::{CounterRow, NewCounter, new_counter};
use super::sheet::on_hexes;
use super::{Column, Row, said};
use crate::army::{Command, Piece, PieceKind, Stand, Unit, row_of, stand_record, unit_record};
use data::Fault;
use data::write::{Record, quoted};

/// A stand, a unit or a counter that is in no army yet. It gets its id when it joins one.
#[derive(Clone, Debug, PartialEq)]
pub enum NewPiece {
    Stand(Box<Stand>),
    Unit(Box<Unit>),
    Counter(Box<NewCounter>),
}

/// A row of an army for the table.
enum OnTable {
    Stand(Box<Stand>),
    Unit(Box<Unit>),
}

/// What the list of an army gives of a row besides its cells; empty if not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The name of its army.
    pub army: String,
    /// Its own id, as used by references.
    pub id: String,
    pub command_id: String,
    /// The superior of its command, by name or id.
    pub under: String,
}

/// A new piece for a command of a side, which is created if there is none with this name. On hexes it may have none.
#[derive(Clone, Debug, PartialEq)]
pub struct Recruit {
    pub side: Side,
    /// The name of the command: `I Corps`.
    pub command: String,
    pub listed: Listed,
    pub piece: NewPiece,
}

/// A fault in a value of a new row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFault {
    /// The field of the cell; `None` for the row as a whole.
    pub field: Option<&'static str>,
    pub fault: EditFault,
}

/// The id of a row while it is read. No army has it, so that messages can use the name instead.
const UNNAMED: &str = "new-row";

impl From<OnTable> for NewPiece {
    fn from(row: OnTable) -> Self {
        match row {
            OnTable::Stand(stand) => Self::Stand(stand),
            OnTable::Unit(unit) => Self::Unit(unit),
        }
    }
}

impl NewPiece {
    pub(super) fn row(&self) -> Row<'_> {
        match self {
            Self::Stand(stand) => Row::Stand(stand),
            Self::Unit(unit) => Row::Unit(unit),
            Self::Counter(new) => {
                Row::Counter(CounterRow { piece: new.counter.piece(), begins: new.begins, corps: None })
            }
        }
    }

    /// Does it have this value in the field of a column?
    pub fn says(&self, column: &Column, words: &str) -> bool {
        let wanted = column.ron(words).ok().map(|value| said(&value));
        wanted.is_some() && self.row().written(column.field) == wanted
    }
}

impl OnTable {
    fn piece(&self) -> Piece<'_> {
        match self {
            Self::Stand(stand) => Piece::Stand(stand),
            Self::Unit(unit) => Piece::Unit(unit),
        }
    }

    /// Reads the row from this record, with its faults.
    fn read(kind: PieceKind, record: &Record) -> (Option<Self>, Vec<Fault>) {
        match kind {
            PieceKind::Stand => {
                let (stand, faults) = row_of("stands", record, |command: Command| command.stands);
                (stand.map(|stand| Self::Stand(Box::new(stand))), faults)
            }
            PieceKind::Unit => {
                let (unit, faults) = row_of("units", record, |command: Command| command.units);
                (unit.map(|unit| Self::Unit(Box::new(unit))), faults)
            }
        }
    }
}

/// A new row with these values, in spoken form; an invalid cell is left out and reported.
///
/// # Errors
///
/// Returns an error if the rules have no rosters, or if the row gives no result.
pub fn new_piece(
    known: &dyn KnownRules,
    rules: &str,
    said: &[(Column, String)],
) -> Result<(NewPiece, Vec<CellFault>), EditFault> {
    let columns = known.columns(rules);
    if on_hexes(known, rules) && !columns.is_empty() {
        let (new, told) = new_counter(columns, said);
        return Ok((NewPiece::Counter(Box::new(new)), told));
    }
    let Some(kind) = known.piece_kind(rules).filter(|_| !columns.is_empty()) else {
        return refuse(format!("the rules \"{rules}\" have no rosters"), "choose other rules");
    };
    let mut record = Record::default();
    record.text("id", UNNAMED).text("name", "New");
    let mut told = Vec::new();
    for column in columns.iter().filter(|column| !column.is_of_start) {
        let words = said.iter().find(|(of, words)| of.field == column.field && !words.trim().is_empty());
        let value = match words.map(|(_, words)| column.ron(words.trim())) {
            Some(Ok(value)) => Some(value),
            Some(Err(fault)) => {
                told.push(CellFault { field: Some(column.field), fault });
                begun(column)
            }
            None => begun(column),
        };
        if let Some(value) = value {
            record.put(column.field, Some(&value));
        }
    }
    let (piece, faults) = filled(known, rules, kind, &record);
    let name = said.iter().find(|(column, _)| column.field == "name").map(|(_, name)| quoted(name.trim()));
    let name = name.as_deref().unwrap_or("this row");
    // References to others of the army cannot be judged by the row alone: the check of the draft reports them.
    // A cell that was refused is missing, and its fault is reported once.
    let refused: Vec<&str> = told.iter().filter_map(|told| told.field).collect();
    let is_new = |fault: &&Fault| fault.about.field.is_none_or(|field| !refused.contains(&field));
    let of_row = |fault: &&Fault| fault.is_error() && !fault.about.refers && is_new(fault);
    let of_row = faults.iter().filter(of_row).map(|fault| {
        let about = columns.iter().find(|column| fault.about.field == Some(column.field));
        let message = fault.said().replace(&quoted(UNNAMED), name);
        CellFault {
            field: about.map(|column| column.field),
            fault: EditFault { message, help: fault.help.clone() },
        }
    });
    let of_row: Vec<CellFault> = of_row.collect();
    told.extend(of_row);
    match piece {
        Some(piece) => Ok((piece.into(), told)),
        None => match told.into_iter().next() {
            Some(CellFault { fault, .. }) => Err(fault),
            None => refuse("nothing comes of this row", "write a name"),
        },
    }
}

/// The given values that the rules do not use in such a row, each with its column.
pub(super) fn without_meaning(
    known: &dyn KnownRules,
    rules: &str,
    new: &NewPiece,
    said: &[(Column, String)],
) -> Vec<CellFault> {
    if let NewPiece::Counter(new) = new {
        let lost = said.iter().filter(|(column, words)| !words.trim().is_empty() && !new.has(column.field));
        let told = lost.filter_map(|(column, _)| Some((column.field, new.means_nothing(column).err()?)));
        return told.map(|(field, fault)| CellFault { field: Some(field), fault }).collect();
    }
    let cells = known.cells(rules, new.row());
    let means =
        |column: &Column| !column.is_of_start && cells.iter().any(|cell| cell.column.field == column.field);
    let lost = said.iter().filter(|(column, words)| !words.trim().is_empty() && !means(column));
    let told = lost.map(|(column, _)| {
        let (message, help) = match column.is_of_start {
            true => ("is that of a unit on the table", "deploy it first, and write it then"),
            false => ("means nothing in such a row", "leave it empty"),
        };
        let fault = EditFault { message: format!("{} {message}", column.title), help: help.into() };
        CellFault { field: Some(column.field), fault }
    });
    told.collect()
}

/// The initial value of a new row in this column; `None` if there is none.
fn begun(column: &Column) -> Option<String> {
    column.begins.and_then(|word| column.ron(word).ok())
}

/// The row as read. Required values that it lacks are filled with the usual ones, column by column: the usual number of
/// figures may depend on that of stands.
fn filled(
    known: &dyn KnownRules,
    rules: &str,
    kind: PieceKind,
    record: &Record,
) -> (Option<OnTable>, Vec<Fault>) {
    let mut record = record.clone();
    let (mut piece, mut faults) = OnTable::read(kind, &record);
    let is_left_out = |column: &&Column| column.is_required && record.value(column.field).is_none();
    let left_out: Vec<Column> = known.columns(rules).iter().filter(is_left_out).copied().collect();
    for column in left_out {
        let Some(now) = &piece else { break };
        let cells = known.cells(rules, Row::from(now.piece()));
        let usual = cells.into_iter().find(|cell| cell.column.field == column.field).map(|cell| cell.usual);
        let Some(usual) = usual.and_then(|usual| column.ron(&usual).ok()) else { continue };
        record.put(column.field, Some(&usual));
        (piece, faults) = OnTable::read(kind, &record);
    }
    (piece, faults)
}

/// A copy of the row, with its name numbered on, `1st Brigade` to `2nd Brigade`, to a free one.
pub fn copied(piece: Piece<'_>, is_taken: impl Fn(&str) -> bool) -> NewPiece {
    let name = next_name(piece.name(), is_taken);
    let mut record = match piece {
        Piece::Stand(stand) => stand_record(stand),
        Piece::Unit(unit) => unit_record(unit),
    };
    record.put("name", Some(&quoted(&name)));
    // A custom label, and a number, belong to the original.
    record.put("label", None);
    record.put("badge", None);
    match (OnTable::read(piece.kind(), &record), piece) {
        ((Some(read), _), _) => read.into(),
        ((None, _), Piece::Stand(stand)) => NewPiece::Stand(Box::new(stand.clone())),
        ((None, _), Piece::Unit(unit)) => NewPiece::Unit(Box::new(unit.clone())),
    }
}

/// The next name for a row like this one: its first number is increased, otherwise one is added.
pub fn next_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let from = name.find(|letter: char| letter.is_ascii_digit());
    let numbered = |number: u32| match from {
        Some(from) => {
            let (before, rest) = name.split_at(from);
            let after = &rest[digits(rest)..];
            let is_ordinal = ["st", "nd", "rd", "th"].into_iter().find(|end| after.starts_with(end));
            match is_ordinal {
                Some(end) => format!("{before}{}{}", ordinal(number), &after[end.len()..]),
                None => format!("{before}{number}{after}"),
            }
        }
        None => format!("{name} {number}"),
    };
    let first = match from {
        Some(from) => name[from..][..digits(&name[from..])].parse::<u32>().unwrap_or(1).saturating_add(1),
        None => 2,
    };
    (first..first.saturating_add(1000))
        .map(numbered)
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| name.into())
}

/// `1st`, `2nd`, `11th`.
fn ordinal(number: u32) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_copy_counts_on_to_one_that_is_free() {
        for (name, next) in [
            ("1st Brigade (Charlet)", "2nd Brigade (Charlet)"),
            ("Brigade 9", "Brigade 10"),
            ("12th Line", "13th Line"),
            ("Old Guard", "Old Guard 2"),
            ("3rd Battery", "5th Battery"),
        ] {
            assert_eq!(next_name(name, |name| name == "4th Battery"), next);
        }
    }
}
