//! The files of spreadsheets: their sheets as tables, and what of them a table cannot say.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Ods, Reader, SheetVisible, Xls, XlsError, Xlsx, XlsxError};

use super::{Builder, NoTable, Notice, Sheet, Table};

/// So many columns of a sheet are read: no table of units has more, and a stray cell far out would fill the memory.
const MOST_COLUMNS: usize = 500;

/// So many rows of a sheet, as [`MOST_COLUMNS`].
const MOST_ROWS: usize = 200_000;

const FAR: &str = "a cell stands too far out to be of the table, and was left out";
const DATE: &str =
    "a cell is a date: spreadsheets make dates of what looks like one, such as 1/13. Write it there as text";
const UNKNOWN: &str = "a formula has no value in the file. Open it in a spreadsheet, and save it there";
const FAULT: &str = "a cell holds a fault of the spreadsheet";

/// Are these the first bytes of one? Either is a container that other files are as well.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0])
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, NoTable> {
    let unread = |fault: &dyn std::fmt::Display| NoTable::Workbook(fault.to_string());
    let mut sheets = if bytes.starts_with(b"PK") {
        match Xlsx::new(Cursor::new(bytes)) {
            Ok(mut book) => all(&mut book, streamed)?,
            Err(XlsxError::Password) => return Err(NoTable::Locked),
            Err(fault) => match Ods::new(Cursor::new(bytes)) {
                Ok(mut book) => all(&mut book, whole)?,
                Err(calamine::OdsError::Password) => return Err(NoTable::Locked),
                Err(_) => return Err(unread(&fault)),
            },
        }
    } else {
        match Xls::new(Cursor::new(bytes)) {
            Ok(mut book) => all(&mut book, whole)?,
            Err(XlsError::Password) => return Err(NoTable::Locked),
            // A locked file of a newer kind lies in the same container.
            Err(_) if matches!(Xlsx::new(Cursor::new(bytes)), Err(XlsxError::Password)) => {
                return Err(NoTable::Locked);
            }
            Err(fault) => return Err(unread(&fault)),
        }
    };
    // A sheet on which nothing stands is none.
    if sheets.iter().any(|sheet| !sheet.table.is_empty()) {
        sheets.retain(|sheet| !sheet.table.is_empty());
    }
    Ok(sheets)
}

/// The sheets of a book, hidden ones last.
fn all<B: Reader<Cursor<R>>, R>(
    book: &mut B,
    table: impl Fn(&mut B, &str) -> Result<Table, B::Error>,
) -> Result<Vec<Sheet>, NoTable>
where
    Cursor<R>: std::io::Read + std::io::Seek,
    B::Error: std::fmt::Display,
{
    let (seen, hidden): (Vec<_>, Vec<_>) =
        book.sheets_metadata().to_vec().into_iter().partition(|sheet| sheet.visible == SheetVisible::Visible);
    let mut sheets = Vec::new();
    for sheet in seen.into_iter().chain(hidden) {
        let table = table(book, &sheet.name)
            .map_err(|fault| NoTable::Workbook(format!("its sheet \"{}\": {fault}", sheet.name)))?;
        sheets.push(Sheet { name: sheet.name, table });
    }
    Ok(sheets)
}

/// A sheet cell by cell: one that names a far cell does not fill the memory.
fn streamed(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Table, XlsxError> {
    let mut cells = match book.worksheet_cells_reader(name) {
        Ok(cells) => cells,
        // A chart on a sheet of its own has none.
        Err(XlsxError::NotAWorksheet(_)) => return Ok(Table::default()),
        Err(fault) => return Err(fault),
    };
    let mut rows = Rows::default();
    while let Some(cell) = cells.next_cell_with_formula_metadata()? {
        let (row, column) = (cell.pos.0 as usize, cell.pos.1 as usize);
        let lacks = cell.formula.is_some();
        rows.cell(row, column, &Data::from(cell.value), lacks);
    }
    Ok(rows.table())
}

/// A sheet whose cells the reader keeps within bounds of its own.
fn whole<B: Reader<Cursor<R>>, R>(book: &mut B, name: &str) -> Result<Table, B::Error>
where
    Cursor<R>: std::io::Read + std::io::Seek,
{
    let range = book.worksheet_range(name)?;
    let (first_row, first_column) = range.start().unwrap_or_default();
    let place =
        |row: usize, column: usize, (down, right): (u32, u32)| (row + down as usize, column + right as usize);
    let values = range.used_cells();
    let mut cells: BTreeMap<(usize, usize), (Data, bool)> = values
        .map(|(row, column, value)| (place(row, column, (first_row, first_column)), (value.clone(), false)))
        .collect();
    let formulas = book.worksheet_formula(name)?;
    let from = formulas.start().unwrap_or_default();
    for (row, column, _) in formulas.used_cells() {
        cells.entry(place(row, column, from)).or_insert((Data::Empty, true));
    }
    let mut rows = Rows::default();
    for ((row, column), (value, is_formula)) in cells {
        rows.cell(row, column, &value, is_formula);
    }
    Ok(rows.table())
}

/// Cells row by row, as they come.
#[derive(Default)]
struct Rows {
    built: Builder,
    /// The last row, from 0, and its values.
    row: usize,
    values: Vec<String>,
}

impl Rows {
    /// `is_formula`: it is worked out.
    fn cell(&mut self, row: usize, column: usize, value: &Data, is_formula: bool) {
        if row != self.row {
            self.end_row();
            self.row = row;
        }
        let line = row + 1;
        let words = match value {
            Data::Empty if is_formula => {
                self.built.tell(line, UNKNOWN);
                return;
            }
            Data::Empty => return,
            Data::Int(number) => number.to_string(),
            Data::Float(number) => number.to_string(),
            Data::String(text) => text.clone(),
            Data::Bool(is) => is.to_string(),
            Data::DateTime(date) if date.is_datetime() => {
                self.built.tell(line, DATE);
                let (year, month, day, ..) = date.to_ymd_hms_milli();
                format!("{year}-{month:02}-{day:02}")
            }
            Data::DateTime(span) => span.as_f64().to_string(),
            Data::DateTimeIso(date) | Data::DurationIso(date) => {
                self.built.tell(line, DATE);
                date.clone()
            }
            Data::Error(fault) => {
                self.built.tell(line, FAULT);
                fault.to_string()
            }
        };
        if words.is_empty() && is_formula {
            self.built.tell(line, UNKNOWN);
        }
        if words.trim().is_empty() {
            return;
        }
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return self.built.tell(line, FAR);
        }
        if self.values.len() <= column {
            self.values.resize(column + 1, String::new());
        }
        self.values[column] = words;
    }

    fn end_row(&mut self) {
        let values = std::mem::take(&mut self.values);
        self.built.row(self.row + 1, values.into_iter());
    }

    fn table(mut self) -> Table {
        self.end_row();
        let mut table = self.built.table();
        // Rows are of one length in a sheet, wherever the last cell of each stands.
        for row in &mut table.rows {
            row.values.resize(table.width, String::new());
        }
        drop_empty_columns_before(&mut table);
        table
    }
}

/// A table that begins in a later column begins there.
fn drop_empty_columns_before(table: &mut Table) {
    let first = |values: &[String]| values.iter().position(|value| !value.is_empty());
    let empty = table.rows.iter().filter_map(|row| first(&row.values)).min().unwrap_or(0);
    if empty > 0 {
        for row in &mut table.rows {
            row.values.drain(..empty);
        }
        table.width -= empty;
        let words = format!("columns are counted from the first that is not empty, number {}", empty + 1);
        table.notices.push(Notice { words, lines: Vec::new() });
    }
}

#[cfg(test)]
#[path = "../../tests/shared/spreadsheets.rs"]
mod made;

#[cfg(test)]
mod tests {
    use super::made::{ods, xlsx};
    use super::*;

    fn rows_of(table: &Table) -> Vec<(usize, Vec<&str>)> {
        table.rows.iter().map(|row| (row.line, row.values.iter().map(String::as_str).collect())).collect()
    }

    const UNITS: &str = "\
        <row r='2'><c r='B2' t='inlineStr'><is><t>Name</t></is></c><c r='C2' t='inlineStr'><is><t>Men</t></is></c></row>\
        <row r='4'><c r='B4' t='inlineStr'><is><t>Foy</t></is></c><c r='C4'><v>2400</v></c></row>\
        <row r='5'><c r='B5' s='1'><v>5000</v></c><c r='C5'><f>SUM(C4)</f><v></v></c></row>\
        <row r='6'><c r='B6' t='e'><v>#REF!</v></c><c r='C6'><f>C4</f><v>2400</v></c></row>\
        <row r='1048576'><c r='XFD1048576'><v>1</v></c></row>";

    #[test]
    fn the_sheets_of_a_book_are_tables_and_what_no_table_says_is_told() {
        let bytes = xlsx(&[("Old", true, UNITS), ("Empty", false, ""), ("Units", false, UNITS)]);
        let sheets = read(&bytes).expect("it is a book");
        let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(names, ["Units", "Old"], "what is seen comes first, what is empty not at all");
        let table = &sheets[0].table;
        let rows = rows_of(table);
        assert_eq!(
            rows,
            [
                (2, vec!["Name", "Men"]),
                (4, vec!["Foy", "2400"]),
                (5, vec!["1913-09-08", ""]),
                (6, vec!["#REF!", "2400"])
            ]
        );
        let told: Vec<String> = table.notices.iter().map(ToString::to_string).collect();
        for part in [
            "line 5: a cell is a date",
            "line 5: a formula has no value",
            "line 6: a cell holds a fault",
            "line 1048576: a cell stands too far out",
            "columns are counted from the first that is not empty, number 2",
        ] {
            assert!(told.iter().any(|one| one.starts_with(part)), "{part}: {told:?}");
        }
    }

    #[test]
    fn an_open_document_is_read_as_any_other() {
        let rows = [&["Units of 1815"][..], &[], &["Name", "Men"], &["Kürassiere", "600"]];
        let sheets = read(&ods("Blatt 1", &rows)).expect("it is a book");
        assert_eq!(sheets[0].name, "Blatt 1");
        let rows = rows_of(&sheets[0].table);
        assert_eq!(
            rows,
            [(1, vec!["Units of 1815", ""]), (3, vec!["Name", "Men"]), (4, vec!["Kürassiere", "600"])]
        );
    }

    #[test]
    fn a_book_that_is_torn_is_refused_and_never_a_panic() {
        let bytes = xlsx(&[("Units", false, UNITS)]);
        for end in (4..bytes.len()).step_by(7) {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
        for at in (0..bytes.len()).step_by(11) {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 0x21;
            // Read or refused.
            let _ = read(&spoilt);
        }
    }
}
