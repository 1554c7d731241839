//! Who answers to whom now: detached units, attached units and new commands.
//!
//! What has changed since the battle began is kept in [`regrouped::Regrouped`]; `roster` makes
//! [`State::roster`](super::state::State::roster) of it and of the scenario's order of battle, so that everybody who asks
//! for a stand's command is told the one it answers to now.
//!
//! `chief` knows the army commander, `names` names commands, `places` looks for room; `detach` finds who is too far from
//! his general and places new ones, `orders` judges what an army commander does, `offers` suggests.
//!
//! Clauses: `easy:V.A`, `easy:V.B`, `easy:V.C`. Units: inches.

pub mod chief;
pub mod detach;
pub mod names;
pub mod offers;
pub mod orders;
pub mod places;
pub mod regrouped;
pub mod roster;

#[cfg(test)]
mod tests;
