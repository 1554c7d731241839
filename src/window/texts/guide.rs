//! Texts of the guide of the first turn; its lessons come from the rule sets.

pub const TITLE: &str = "A first turn";

pub fn learnt(done: usize, all: usize) -> String {
    format!("{done} of {all} learnt")
}
