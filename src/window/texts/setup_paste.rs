//! Texts of the question before rows of a spreadsheet are added to the roster.

pub const TITLE: &str = "Rows from a spreadsheet";
pub const SAY_COLUMNS: &str =
    "Say once what each column is: it is remembered for tables with the same heading.";
pub const LEAVE_HINT: &str = "Nothing is changed (Escape)";
/// A column that somebody has marked as none of the roster's.
pub const LEFT_OUT: &str = "left out";
/// The same without an answer.
pub const UNKNOWN: &str = "not known";
pub const ALL_COME_TO: &str = "All come to";
pub const ALL_READ: &str = "Every cell can be read";
pub const HEADING: &str = "Heading";
pub const NO_HEADING: &str = "none";
pub const SHEET: &str = "Sheet";
pub const NATIONS: &str = "Whose side each nation is on:";
pub const WORDS: &str = "What words mean";
pub const EVERYWHERE: &str = "everywhere";
pub const EVERYWHERE_HINT: &str =
    "In other tables for these rules too: it is kept in synonyms.ron in your own folder";
pub const NO_MEANING: &str = "nothing yet";
pub const KNOWN_WORDS: &str = "Words that are known for these rules";

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

/// The row with the heading.
pub fn line(line: usize) -> String {
    format!("line {line}")
}

pub fn side_renamed(old: &str, new: &str) -> String {
    format!("The side {old}, which has nobody, will be called {new}")
}

/// `column`: the word for a command in these rules.
pub fn into_command(column: &str) -> String {
    format!("into the {}", column.to_lowercase())
}

/// At least one; `corps`: commands are called corps on hexes.
pub fn new_commands(names: &[String], corps: bool) -> String {
    let [one, several] = if corps { ["corps", "corps"] } else { ["command", "commands"] };
    match names {
        [name] => format!("A new {one}: {name}"),
        all => format!("{} new {several}: {}", all.len(), all.join(", ")),
    }
}

/// `"Hussars" (12 rows) means`.
pub fn word(title: &str, said: &str, rows: usize) -> String {
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    format!("{title} \"{said}\" ({rows}) means")
}

/// The accessible name of the list of a word's meanings.
pub fn meaning_of(said: &str) -> String {
    format!("What {said} means")
}

pub fn everywhere(said: &str) -> String {
    format!("{said} means this everywhere")
}

/// `light cavalry: hussars, lancers`.
pub fn known(word: &str, others: &[String]) -> String {
    format!("{word}: {}", others.join(", "))
}

/// `left_out`: the number of rows not added.
pub fn mend(questions: usize, left_out: usize) -> String {
    let things = if questions == 1 { "1 thing is".to_owned() } else { format!("{questions} things are") };
    let rows = match left_out {
        0 => String::new(),
        1 => " 1 row stays out.".to_owned(),
        rows => format!(" {rows} rows stay out."),
    };
    format!(
        "{things} to be settled: say it above, or add the rows as they are.{rows} What a cell cannot be stays in it, marked ⊘, and is to be mended before the battle begins"
    )
}
