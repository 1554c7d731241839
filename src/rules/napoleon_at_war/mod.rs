//! Napoleon at War: Marengo (SPI 1975; the Decision Games edition as an option), on hexes.
//!
//! Source: the clauses `naw:*` of the rulebook in `assets/rules/naw.ron`. Units: half movement points, strength points.

pub mod combat;
pub mod options;
pub mod order;
pub mod refusal;
pub mod roster;
pub mod state;
pub mod victory;

pub use order::{Assault, HexAct, Order};
pub use refusal::{Code, Refusal};
pub use roster::{Game, UnitId};
pub use state::State;
