//! Where pieces may go, and what coming on costs. Units: half movement points.

use crate::hexes::Hex;
use crate::rules::casus_belli::chart::{self, Entry};
use crate::rules::casus_belli::movement;
use crate::rules::casus_belli::options::QueueLeaders;
use crate::rules::casus_belli::roster::{Counter, PieceId};
use crate::rules::casus_belli::state::State;
use crate::scenario::HexArm;

/// Do leaders take a place in the queue (`cb:4b`, option `queue-leaders`)?
pub fn leaders_queue(state: &State) -> bool {
    state.game.options.queue_leaders == QueueLeaders::Counted
}

/// What a piece pays for coming on at this hex after so many (`cb:4b`); none: it never enters it.
pub fn entry_price(state: &State, piece: PieceId, at: Hex, before: u8) -> Option<u16> {
    let map = state.game.map();
    let (arm, queues) = match state.game.counter(piece) {
        Counter::Unit(unit) => (state.game.arm(unit), true),
        Counter::Leader(_) => (HexArm::Cavalry, leaders_queue(state)),
    };
    let own = if movement::leaves_by_road(map, at) {
        chart::ROAD
    } else {
        match chart::entry(map.kind(at), Default::default(), arm, &state.game.options) {
            Entry::Costs(cost) => cost,
            Entry::River | Entry::NoRoad => return None,
        }
    };
    Some(own + if queues { u16::from(before) } else { 0 })
}
