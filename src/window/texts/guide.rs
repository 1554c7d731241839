//! What the guide of the first turn says beside its lessons, which the rule sets bring.

pub const TITLE: &str = "A first turn";

pub fn learnt(done: usize, all: usize) -> String {
    format!("{done} of {all} learnt")
}
