//! What each face of a die is worth, and canister in close combat.
//!
//! Clauses: `easy:0.6`, `easy:II.D-roll` to `easy:II.D.3`, `easy:III.F.2`, `easy:IV.D-mud`, `easy:IV.D-poor`,
//! `easy:VI.G.1`.

use serde::{Deserialize, Serialize};

use crate::army::Battery;
use crate::dice::Throw;
use crate::game::working::Modifier;
use crate::rules::easy::options::Options;
use crate::rules::easy::roster::StandId;
use crate::rules::easy::state::State;
use crate::scenario::Weather;
use crate::table::Edge;

/// Hits by face of a die that hits at `needed` or more after `modifier`, with the options on natural faces.
///
/// Clause: `easy:0.6`.
pub fn worth(options: &Options, sides: u16, needed: i32, modifier: i32) -> Vec<u8> {
    let worth = Throw::worth_at_least(sides, needed, modifier);
    natural(worth, options.natural_one_misses, options.natural_top_hits)
}

/// The options on natural faces: a 1 always misses, the top face always hits.
pub fn natural(mut worth: Vec<u8>, one_misses: bool, top_hits: bool) -> Vec<u8> {
    if let Some(one) = worth.first_mut().filter(|_| one_misses) {
        *one = 0;
    }
    if let Some(top) = worth.last_mut().filter(|_| top_hits) {
        *top = 1;
    }
    worth
}

/// Hits by face of a d10 of artillery: a howitzer's 10 that hits counts two.
///
/// Clauses: `easy:II.D-roll`, `easy:II.D.1`.
pub fn fire_worth(options: &Options, battery: Battery, needed: i32, modifier: i32) -> Vec<u8> {
    crate::rules::easy::fire::worth(options, battery, needed, modifier)
}

/// Canister in close combat: what its dice are worth against one stand, and what modifies them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Canister {
    pub worth: Vec<u8>,
    poor: bool,
    counter: bool,
    cover: bool,
    /// At infantry in squares (`easy:VI.G.1`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    square: bool,
}

impl Canister {
    /// The canister of `battery` at `target`, which touches it.
    ///
    /// `target_edge` is the edge of the target that the battery touches, for its walls.
    /// Clause: `easy:III.F.2`.
    /// Ruling: the modifiers of artillery fire apply as to any canister (weather, counter-battery, hard cover), those
    /// of close combat do not. Mud leaves canister alone (`easy:IV.D-mud`).
    pub fn new(state: &State, battery: StandId, target: StandId, target_edge: Option<Edge>) -> Option<Self> {
        Self::at(state, battery, target, target_edge, state.stand(target).square)
    }

    /// As [`Canister::new`], with the target in squares or not: it may form them before the dice (`easy:VI.G.1`).
    pub fn at(
        state: &State,
        battery: StandId,
        target: StandId,
        target_edge: Option<Edge>,
        square: bool,
    ) -> Option<Self> {
        let guns = state.unit(battery).battery?;
        let poor = state.weather == Weather::Poor;
        let counter = state.arm(target).is_artillery();
        let cover = super::contacts::cover(state, target, target_edge).is_some();
        let modifier = i32::from(square) - (i32::from(poor) + i32::from(counter) + i32::from(cover));
        let worth = fire_worth(state.options(), guns, state.lengths().to_hit(guns).canister.0, modifier);
        Some(Self { worth, poor, counter, cover, square })
    }

    /// The modifiers in words.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        if self.poor {
            modifiers.push(Modifier::new(-1, "easy:IV.D-poor", "poor visibility"));
        }
        if self.counter {
            modifiers.push(Modifier::new(-1, "easy:II.D.2", "counter-battery"));
        }
        if self.cover {
            modifiers.push(Modifier::new(-1, "easy:II.D.3", "infantry in hard cover"));
        }
        if self.square {
            modifiers.push(Modifier::new(1, "easy:VI.G.1", "infantry in squares"));
        }
        modifiers
    }
}
