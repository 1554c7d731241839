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
    let gone = state.place(piece) == Place::Eliminated;
    let (arm, left, start, movement, fates, back) = match state.game.counter(piece) {
        Counter::Unit(id) => {
            let (unit, now) = (state.game.unit(id), state.unit(id));
            let routed = Drawn { condition: Condition { routed: true, ..Condition::default() }, ..drawn };
            let left = if gone { 0 } else { u32::from(now.strength) };
            let back = cut_counter_marks(&routed, scale);
            let fates = vec![("routed", now.routed), ("lost", gone)];
            (unit.arm.name().to_owned(), left, u32::from(unit.strength), unit.movement, fates, back)
        }
        Counter::Leader(id) => {
            let leader = state.game.leader(id);
            let back = plain_back(drawn.colour, size, [&leader.name, "leader"]);
            ("leader".to_owned(), 0, 0, leader.movement, vec![("lost", gone)], back)
        }
    };
    Printed {
        piece: units::key(state, piece),
        arm,
        left,
        start,
        hidden: false,
        movement: u32::from(movement),
        fates,
        cuts: vec![Cutting { size, front, back }],
    }
}
