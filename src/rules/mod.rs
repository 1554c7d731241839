//! What is legal and what happens: one folder a rule set.
//!
//! A rule set is a functional core. It knows no clock, no file, no window, and rolls nothing itself. What it has to be, the
//! contract says: [`crate::game::RuleSet`].

pub mod casus_belli;
pub mod easy;
pub mod epstein;
pub mod napoleon_at_war;
mod option_form;
pub mod rulebook;
pub mod sheet;
#[cfg(test)]
mod version_1;
