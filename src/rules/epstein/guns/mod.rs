//! Artillery: guns that are laid, the stick of round shot, the V of canister, crews (`epstein:5.9`, `epstein:5.10`,
//! `epstein:8.d.1` to `epstein:8.d.13`).
//!
//! [`stick`] and [`canister`] compute what a shot would strike and decide nothing, so that window and protocol can call the
//! same functions as the rules. Units: inches, radians in code and degrees in orders, figures.

pub mod aim;
pub mod canister;
pub mod crew;
pub mod field;
pub mod gunners;
mod lot;
pub mod pattern;
pub mod shot;
pub mod stick;
#[cfg(test)]
mod tests;
pub mod walls;

pub use field::{Field, Laid};
pub use pattern::{Die, Pattern, Strike, Terms};
