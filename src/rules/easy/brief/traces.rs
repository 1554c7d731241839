//! The traces of an order on the table: touched stands, the lane of a shot, paths.

use crate::rule_set::Easy;
use crate::{Event, Order, StandId, State};
use drawing::{Ink, Mark, Pen, footprint, way_marks};
use game::RuleSet as _;
use table::Pose;

use super::facts::touched;
use super::trip::order_marks;

/// The marks of an order that was given in this state.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let mut marks = order_marks(before, order);
    let touched = touched(order, events).into_iter();
    marks.extend(touched.filter_map(|stand| Some(ring(before, stand, before.pose(stand)?))));
    let mut state = before.clone();
    for event in events {
        if let Event::Posted { command, pose } = event {
            let general = state.command(*command).general;
            marks.extend(general.map(|general| ring(&state, general, *pose)));
        }
        if let Event::Placed { stand, pose, path, .. } = event {
            if let Some(start) = state.pose(*stand) {
                let poses = path.as_ref().map_or_else(|| vec![start, *pose], |path| path.poses(start));
                let rect = state.unit(*stand).body.parts()[0];
                marks.extend(way_marks(&poses, rect.width, rect.depth, Ink::Way));
            }
            marks.push(ring(&state, *stand, *pose));
        }
        Easy::apply(&mut state, event);
    }
    marks
}

/// Round a stand that stands there.
fn ring(state: &State, stand: StandId, pose: Pose) -> Mark {
    let rect = state.unit(stand).body.parts()[0];
    Mark::ring(footprint(pose, rect.width, rect.depth), Pen::fine(Ink::Selected, 2.4))
}
