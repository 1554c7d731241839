//! The files of spreadsheets: their sheets as tables, and what of them a table cannot say.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Dimensions, Ods, Reader, SheetVisible, Xls, XlsError, Xlsx, XlsxError};

use super::{Builder, NoTable, Notice, Sheet, Table};

/// So many columns of a sheet are read: no table of units has more, and a stray cell far out would fill the memory.
const MOST_COLUMNS: usize = 500;

/// So many rows of a sheet, as [`MOST_COLUMNS`].
const MOST_ROWS: usize = 200_000;

const FAR: &str = "a cell stands too far out to be of the table, and was left out";
const MERGED: &str = "a cell that was merged is read in every row that it covers";
const DATE: (&str, &str) =
    ("is a date: spreadsheets make dates of what looks like one, such as 1/13", "write it there as text");
const UNKNOWN: (&str, &str) =
    ("is a formula without a value in the file", "open it in a spreadsheet, and save it there");
const FAULT: (&str, &str) = ("is a fault of the spreadsheet", "mend its formula there");

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
                Ok(mut book) => all(&mut book, |book, name| whole(book, name, Vec::new()))?,
                Err(calamine::OdsError::Password) => return Err(NoTable::Locked),
                Err(_) => return Err(unread(&fault)),
            },
        }
    } else {
        match Xls::new(Cursor::new(bytes)) {
            Ok(mut book) => all(&mut book, |book, name| {
                let merged = book.merge_cells_by_sheet_name(name).unwrap_or_default();
                whole(book, name, merged)
            })?,
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
    // What is wrong with the sheet is told by the reader of its cells.
    let merged = book.merge_cells_by_sheet_name(name).unwrap_or_default();
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
    Ok(rows.table(&merged))
}

/// A sheet whose cells the reader keeps within bounds of its own.
fn whole<B: Reader<Cursor<R>>, R>(
    book: &mut B,
    name: &str,
    merged: Vec<Dimensions>,
) -> Result<Table, B::Error>
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
    Ok(rows.table(&merged))
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
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return self.built.tell(line, FAR);
        }
        let (words, fault) = match value {
            Data::Empty => (String::new(), None),
            Data::Int(number) => (number.to_string(), None),
            Data::Float(number) => (number.to_string(), None),
            Data::String(text) => (text.clone(), None),
            Data::Bool(is) => (is.to_string(), None),
            Data::DateTime(date) if date.is_datetime() => {
                let (year, month, day, ..) = date.to_ymd_hms_milli();
                (format!("{year}-{month:02}-{day:02}"), Some(DATE))
            }
            Data::DateTime(span) => (span.as_f64().to_string(), Some(DATE)),
            Data::DateTimeIso(date) | Data::DurationIso(date) => (date.clone(), Some(DATE)),
            Data::Error(fault) => (fault.to_string(), Some(FAULT)),
        };
        let unknown = (words.is_empty() && is_formula).then_some(UNKNOWN);
        if let Some(fault) = fault.or(unknown) {
            self.built.fault((line, Some(column)), fault);
        }
        if words.trim().is_empty() {
            return;
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

    fn table(mut self, merged: &[Dimensions]) -> Table {
        self.end_row();
        let mut table = self.built.table();
        // Rows are of one length in a sheet, wherever the last cell of each stands.
        for row in &mut table.rows {
            row.values.resize(table.width, String::new());
        }
        merged.iter().for_each(|region| fill(&mut table, region));
        drop_empty_columns_before(&mut table);
        table
    }
}

/// What stands in a merged cell is said once, in its first row: it is that of the others too.
fn fill(table: &mut Table, region: &Dimensions) {
    let column = region.start.1 as usize;
    let (first, last) = (region.start.0 as usize + 1, region.end.0 as usize + 1);
    let from = table.rows.partition_point(|row| row.line < first);
    let to = table.rows.partition_point(|row| row.line <= last);
    let Some((top, others)) = table.rows[from..to].split_first_mut() else { return };
    let Some(value) = top.values.get(column).filter(|value| top.line == first && !value.is_empty()) else {
        return;
    };
    let mut lines = Vec::new();
    for row in others.iter_mut().filter(|row| row.values[column].is_empty()) {
        row.values[column].clone_from(value);
        lines.push(row.line);
    }
    if !lines.is_empty() {
        table.notices.push(Notice { words: MERGED.to_owned(), lines });
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
        table.faults.retain_mut(|fault| {
            fault.column = fault.column.and_then(|column| column.checked_sub(empty));
            fault.column.is_some()
        });
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
        let faults = table.faults.iter().map(|fault| (fault.line, fault.column, (fault.words, fault.help)));
        assert_eq!(
            faults.collect::<Vec<_>>(),
            [(5, Some(0), DATE), (5, Some(1), UNKNOWN), (6, Some(0), FAULT)]
        );
        for part in [
            "line 1048576: a cell stands too far out",
            "columns are counted from the first that is not empty, number 2",
        ] {
            assert!(told.iter().any(|one| one.starts_with(part)), "{part}: {told:?}");
        }
    }

    #[test]
    fn a_merged_cell_is_said_in_every_row_that_it_covers() {
        let rows = "<row r='2'><c r='B2'><v>7</v></c><c r='C2'><v>1</v></c></row><row r='3'><c r='C3'><v>2</v></c></row>\
            <row r='5'><c r='B5'><v>8</v></c><c r='C5'><v>3</v></c></row><row r='6'><c r='C6'><v>4</v></c></row>\
            <mergeCells count='2'><mergeCell ref='B2:B4'/><mergeCell ref='C5:D5'/></mergeCells>";
        let sheets = read(&xlsx(&[("Units", false, rows)])).expect("it is a book");
        let found = rows_of(&sheets[0].table);
        assert_eq!(
            found,
            [(2, vec!["7", "1"]), (3, vec!["7", "2"]), (5, vec!["8", "3"]), (6, vec!["", "4"])]
        );
        assert_eq!(sheets[0].table.notices[0], Notice { words: MERGED.to_owned(), lines: vec![3] });
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
