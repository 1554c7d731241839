//! What is asked before rows of a spreadsheet come into the roster.

pub const TITLE: &str = "Rows from a spreadsheet";
pub const HEADING: &str = "The first row is a heading";
pub const SAY_COLUMNS: &str =
    "Say once what each column is: it is remembered for tables with the same heading.";
pub const LEAVE_HINT: &str = "Nothing is changed (Escape)";
/// A column that is no column of the roster.
pub const LEFT_OUT: &str = "left out";
pub const ALL_COME_TO: &str = "All come to";
pub const ALL_READ: &str = "Every cell can be read";

pub fn size(rows: usize, columns: usize) -> String {
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    format!("{rows} of {columns} columns")
}

/// `faulty`: some cells cannot be read.
pub fn add(rows: usize, faulty: bool) -> String {
    match (rows, faulty) {
        (1, false) => "Add the row".to_owned(),
        (1, true) => "Add the row as it is".to_owned(),
        (rows, false) => format!("Add {rows} rows"),
        (rows, true) => format!("Add {rows} rows as they are"),
    }
}

pub fn more(rows: usize) -> String {
    format!("and {rows} rows more, which are read too")
}

pub fn column(number: usize, chosen: &str) -> String {
    format!("Column {number}: {chosen}")
}

pub fn cell(line: usize, column: usize) -> String {
    format!("Line {line}, column {column}")
}

pub fn side_renamed(old: &str, new: &str) -> String {
    format!("The side {old}, which has nobody, will be called {new}")
}

/// `column`: what a command is called in these rules.
pub fn into_command(column: &str) -> String {
    format!("into the {}", column.to_lowercase())
}

/// At least one; `corps`: so commands are called on hexes.
pub fn new_commands(names: &[String], corps: bool) -> String {
    let [one, several] = if corps { ["corps", "corps"] } else { ["command", "commands"] };
    match names {
        [name] => format!("A new {one}: {name}"),
        all => format!("{} new {several}: {}", all.len(), all.join(", ")),
    }
}

/// `left_out`: so many rows do not come in.
pub fn mend(faults: usize, left_out: usize) -> String {
    let rows = match left_out {
        0 => String::new(),
        1 => ". 1 row stays out".to_owned(),
        rows => format!(". {rows} rows stay out"),
    };
    format!(
        "{}: mend the cells above, or add the rows as they are; what a cell cannot be stays in it, marked ⊘, and is to be mended before the battle begins{rows}",
        super::setup::fault_count(faults)
    )
}
