//! Changes to the order of battle during play: detached units, attached units and new commands.
//!
//! [`regrouped::Regrouped`] records what has changed since the battle began. `roster` combines it with the scenario's
//! order of battle into [`State::roster`](super::state::State::roster), so every query for a stand's command returns
//! its present one.
//!
//! `chief` deals with the army commander, `names` with the names of commands, `places` with room for generals.
//! `detach` finds units too far from their generals and places new generals, `orders` judges an army commander's
//! orders, `offers` suggests them.
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
