//! Texts of the rulebook around its clauses.

use rulebook::Tag;

pub const BACK: &str = "Back in the rulebook";
pub const ON: &str = "On in the rulebook";
pub const CONTENTS: &str = "Contents of the rulebook";
pub const FIND: &str = "Find in the rules";
pub const NOT_IN_FORCE: &str = "not yet in force";
pub const IN_FORCE_NOW: &str = "in force now";
/// Options of clauses that stand in no chapter.
pub const OTHER: &str = "Other";
pub const TABLES: &str = "Tables";

// Parts of the page of a clause.
pub const MEASURED: &str = "Measured";
pub const RULING: &str = "Our ruling";
pub const OPEN_QUESTIONS: &str = "What the printed rules leave open";
pub const CORRECT_HINT: &str = "Click a cell to correct it for this game; what is corrected is marked *";
pub const CLAUSE_BEFORE: &str = "Clause before";
pub const CLAUSE_AFTER: &str = "Clause after";

pub fn restated(author: &str) -> String {
    format!("by {author}, restated in our words")
}

pub fn found(clauses: usize) -> String {
    match clauses {
        0 => "No clause answers to this".to_owned(),
        1 => "One clause".to_owned(),
        several => format!("{several} clauses, the best first"),
    }
}

/// A cell of a table for screen readers.
pub fn cell(name: &str, printed: &str) -> String {
    format!("{name}: {printed}")
}

pub fn corrected_cell(name: &str, now: &str, printed: &str) -> String {
    format!("{name}: {now}, corrected for this game: the book has {printed}")
}

pub fn corrected(printed: &str) -> String {
    format!("Corrected for this game: the book has {printed}")
}

/// The accessible name of the picture beside a clause.
pub fn picture(case: &str) -> String {
    format!("Picture: {case}")
}

/// The number of cases that show the clause; at least one.
pub fn cases(count: usize) -> String {
    match count {
        1 => "One case shows it".to_owned(),
        several => format!("{several} cases show it"),
    }
}

pub fn case(name: &str) -> String {
    format!("Case: {name}")
}

/// Before the clauses that a case of this file cites.
pub fn cites(file: &str) -> String {
    format!("{file} for")
}

/// The clause before or after this one, as the accessible name of its button.
pub fn neighbour(button: &str, id: &str, title: &str) -> String {
    format!("{button}: {id} {title}")
}

/// The meaning of a clause's tag.
pub const fn tag(tag: Tag, in_force: bool) -> &'static str {
    match (tag, in_force) {
        (Tag::Basic, true) => "Basic rule, in force",
        (Tag::Advanced, true) => "Advanced rule, in force where its option is on",
        (Tag::Optional, true) => "Optional rule, in force where its option is on",
        (Tag::Core, true) => "Core rule, in force",
        (Tag::Edition, true) => "Rule in which the editions differ, in force",
        (Tag::Marengo, true) => "Rule of Marengo, in force",
        (Tag::Info, _) => "For information",
        (_, false) => "Not yet in force",
    }
}
