//! Texts of the page of the rules in force as it is copied and saved, in Markdown.

use super::dialogs;

pub const RULES: &str = "Rules";
pub const NO_CHANGED_OPTIONS: &str = "None: every option is at its default.";

pub fn title(battle: &str) -> String {
    format!("# {battle}: rules in force\n\n")
}

/// A heading within the page, with what is empty about it.
pub fn heading(words: &str) -> String {
    format!("\n## {words}\n")
}

pub fn changed_options() -> String {
    heading(dialogs::CHANGED_OPTIONS)
}

pub fn default_options() -> String {
    heading(dialogs::DEFAULT_OPTIONS)
}

pub fn changed_tables() -> String {
    heading(dialogs::CHANGED_TABLES)
}

pub fn overruled() -> String {
    heading(dialogs::OVERRULED)
}

/// How many orders were let stand against a clause.
pub fn times(times: usize) -> String {
    match times {
        1 => "One order was let stand against it.".to_owned(),
        _ => format!("{times} orders were let stand against it."),
    }
}

pub fn rulings() -> String {
    heading(dialogs::RULINGS)
}

pub fn rules(name: &str, author: &str) -> String {
    format!("{name} by {author}")
}

pub fn cell(name: &str, now: &str, printed: &str) -> String {
    format!("- `{name}`: {now} (the book: {printed})")
}
