//! Texts of the roster around its cells.

pub const NEW_ROW: &str = "New row";
pub const NEW_ROW_HINT: &str = "In the command of the chosen row; or type in the empty row at the foot";
pub const COPY_DOWN: &str = "Copy down";
pub const COPY_DOWN_HINT: &str =
    "Whole rows once more: click the number of a row first. Cells: what the topmost says goes down (Ctrl+D)";
pub const STRIKE: &str = "Strike rows";
pub const STRIKE_HINT: &str = "Out of their armies (Delete, when whole rows are chosen)";
pub const SIDES: &str = "Sides…";
pub const SIDES_HINT: &str = "What the sides are called, and the colours of their blocks";
pub const MORE: &str = "More…";
pub const MORE_HINT: &str = "Rename a command, copy the whole table, show the columns that few rows use";
pub const RENAME: &str = "Rename command";
pub const RENAME_HINT: &str = "Another name for the command of the chosen row: nobody leaves it. Or choose all its rows, and F2 on the name";
pub const ROWS_OF_FILE: &str = "Rows of a file";
pub const ROWS_OF_FILE_HINT: &str =
    "A table of units as a spreadsheet has it (.xlsx, .ods, .csv): it can be dropped on the window too";
pub const COPY_TABLE: &str = "Copy as table";
pub const COPY_TABLE_HINT: &str = "All rows with their headings, for a spreadsheet or another battle";
pub const ALL_COLUMNS: &str = "All columns";
pub const ALL_COLUMNS_HINT: &str = "Those that few rows use too";
pub const SIDE_NAME_HINT: &str = "What this side is called";
pub const CLOSE: &str = "Close roster";
pub const CLOSE_HINT: &str = "F4 opens it and closes it";
pub const TYPING_KEYS: &str = "Enter and Tab take it, Escape leaves it as it was";
/// The focus is elsewhere.
pub const KEYS_AWAY: &str = "Click a cell, and type into it; Ctrl+V pastes rows of a spreadsheet there";
pub const KEYS: &str = "Type into a cell, F2 to change it, Tab and Enter to go on; Ctrl+V pastes rows of a spreadsheet; drag numbers of rows to another command";

// Rows and columns.
pub const BEGIN_ROW: &str = "New row: type here, or paste";
pub const ROW_HINT: &str = "Click chooses the row, with Shift all up to it; drag it to another command";
pub const SORT_HINT: &str = "Sorts the view: from the first, from the last, as the armies have it";
pub const ALL_ROWS: &str = "All rows";
pub const ALL_ROWS_HINT: &str = "All rows (Ctrl+A)";
/// Over the numbers of the rows.
pub const NUMBER: &str = "No.";

/// The typed text renames a whole command.
pub fn renames(command: &str, rows: usize) -> String {
    format!("Another name for {command} with its {rows} rows: Enter takes it, Escape leaves it as it was")
}

pub fn colour(side: &str, colour: &str) -> String {
    format!("Colour of {side}: {colour}")
}

pub fn side_name(number: u8) -> String {
    format!("Name of side {number}")
}

/// The number of rows, and of those without a place; `waits`: where those are, see [`super::roster`].
pub fn rows(rows: usize, waiting: usize, waits: &str) -> String {
    match (rows, waiting) {
        (1, _) => "1 row".to_owned(),
        (rows, 0) => format!("{rows} rows"),
        (rows, waiting) => format!("{rows} rows, {waiting} {waits}"),
    }
}

pub fn cell(column: &str, row: &str, said: &str) -> String {
    format!("{column} of {row}: {said}")
}

pub fn new_cell(column: &str) -> String {
    format!("{column} of a new row")
}

pub fn row(badge: &str, name: &str) -> String {
    format!("Row {badge}: {name}")
}

/// The field for a cell, by its column.
pub fn typed(column: &str) -> String {
    format!("{column} is typed")
}

pub fn sort_by(column: &str) -> String {
    format!("Sort by {column}")
}

// A line along which they are put down.
pub const ONE_ROW: &str = "One row";
pub const TWO_ROWS: &str = "Two rows";
pub const ALSO_DEPLOYED: &str = "Also those on the table";

pub fn draw_line(count: usize, side: &str) -> String {
    format!(
        "{count} of {side} to be put down: drag along the line on which their fronts are to lie. They face to the left of it, with Shift to the right. They stand from end to end of it, at most a base's width apart; on a longer line in its middle."
    )
}

/// The side that has the next line, and how many of it are chosen.
pub fn next_line(count: usize, side: &str) -> String {
    format!("{count} of {side} have the next line: each side is put down by itself.")
}
