//! The hits on each face of a die, and canister in close combat.
//!
//! Clauses: `easy:0.6`, `easy:II.D-roll` to `easy:II.D.3`, `easy:III.F.2`, `easy:IV.D-mud`, `easy:IV.D-poor`, `easy:VI.G.1`.

use crate::options::Options;
use crate::roster::StandId;
use crate::state::State;
use dice::Throw;
use game::working::Modifier;
use scenario::Weather;
use scenario::army::Battery;
use table::Edge;

use super::fight::canister::Canister;
use super::fight::setup::natural;

/// Hits by face for a die that hits at `needed` or more after `modifier`, including the options on natural faces.
///
/// Clause: `easy:0.6`.
pub fn worth(options: &Options, sides: u16, needed: i32, modifier: i32) -> Vec<u8> {
    let worth = Throw::worth_at_least(sides, needed, modifier);
    natural(worth, options.natural_one_misses, options.natural_top_hits)
}

impl Canister {
    /// The canister fire of `battery` at `target`, which touches it.
    ///
    /// `target_edge` is the target's edge that the battery touches, for its walls. Clause: `easy:III.F.2`. Ruling: the
    /// modifiers of artillery fire apply as to any canister (weather, counter-battery, hard cover), those of close combat do
    /// not. Mud does not affect canister (`easy:IV.D-mud`).
    pub fn new(state: &State, battery: StandId, target: StandId, target_edge: Option<Edge>) -> Option<Self> {
        Self::at(state, battery, target, target_edge, state.stand(target).square)
    }

    /// Like [`Canister::new`], with the target in squares or not: it may form them before the dice (`easy:VI.G.1`).
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

/// Faces of a fire die (`easy:II.D-roll`).
const SIDES: i32 = 10;

/// Hits by face for an artillery d10: a howitzer's 10 counts as two hits if it hits.
///
/// Clauses: `easy:0.6`, `easy:II.D-roll`, `easy:II.D.1`.
pub fn fire_worth(options: &Options, row: Battery, needed: i32, modifier: i32) -> Vec<u8> {
    (1..=SIDES)
        .map(|face| {
            let top = options.natural_top_hits && face == SIDES;
            let spoiled = options.natural_one_misses && face == 1;
            let hits = (face + modifier >= needed || top) && !spoiled;
            let ten =
                if options.howitzer_ten_modified { face + modifier >= SIDES || top } else { face == SIDES };
            match (hits, row.is_howitzers() && ten) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => 2,
            }
        })
        .collect()
}
