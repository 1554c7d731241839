//! Paper for a game: its counters; on the back a unit is routed (`cb:12a`), a leader has his full name.

use crate::roster::{Counter, PieceId};
use crate::state::{Place, State};
use drawing::hex::{Condition, Counter as Drawn, cut_counter_marks};
use game::printed::plain_back;
use game::{Cutting, Printed};
use glam::Vec2;

use super::scene::counter;
use super::units;

/// Every piece with its counter.
pub fn printed(state: &State, scale: f32) -> Vec<Printed> {
    units::pieces(state).map(|piece| of_piece(state, piece, scale)).collect()
}

fn of_piece(state: &State, piece: PieceId, scale: f32) -> Printed {
    let drawn = counter(state, piece);
    let size = Vec2::splat(2.0 * drawn.half());
    let front = cut_counter_marks(&drawn, scale);
    let (arm, left, start, back) = match state.game.counter(piece) {
        Counter::Unit(id) => {
            let (unit, now) = (state.game.unit(id), state.unit(id));
            let gone = now.place == Place::Eliminated;
            let routed = Drawn { condition: Condition { routed: true, ..Condition::default() }, ..drawn };
            let left = if gone { 0 } else { u32::from(now.strength) };
            let back = cut_counter_marks(&routed, scale);
            (unit.arm.name().to_owned(), left, u32::from(unit.strength), back)
        }
        Counter::Leader(id) => {
            let name = &state.game.leader(id).name;
            ("leader".to_owned(), 0, 0, plain_back(drawn.colour, size, [name, "leader"]))
        }
    };
    Printed {
        piece: units::key(state, piece),
        arm,
        left,
        start,
        hidden: false,
        cuts: vec![Cutting { size, front, back }],
    }
}
