//! The printable parts of a game: its counters, front and back.

use crate::State;
use crate::state::Place;
use drawing::hex::{HALF, cut_counter_marks};
use game::printed::plain_back;
use game::{Cutting, Printed};
use glam::Vec2;

use super::scene::counter;

/// Every unit with its counter.
pub fn printed(state: &State, scale: f32) -> Vec<Printed> {
    let size = Vec2::splat(2.0 * HALF);
    let piece = |id| {
        let (unit, now) = (state.game.unit(id), state.unit(id));
        let counter = counter(state, id);
        let gone = now.place == Place::Eliminated;
        Printed {
            piece: unit.id.clone(),
            arm: unit.arm.name().to_owned(),
            left: if gone { 0 } else { u32::from(now.strength) },
            start: u32::from(unit.strength),
            hidden: false,
            movement: u32::from(unit.movement),
            fates: vec![("lost", gone)],
            cuts: vec![Cutting {
                size,
                front: cut_counter_marks(&counter, scale),
                back: plain_back(counter.colour, size, [&unit.counter, &unit.name]),
            }],
        }
    };
    state.game.units().map(piece).collect()
}
