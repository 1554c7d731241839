//! The traces of an order on the table: touched groups, lines of fire, paths, routs.

use crate::event::{self, Event};
use crate::order::Order;
use crate::state::{GroupId, State};
use drawing::{Ink, Length, Mark, Pen, words_at};

use super::facts::touched;
use super::sketch::{self, arrow, ghosts, nearest, ring};

/// The marks of an order that was given in this state.
pub fn traces(before: &State, order: &Order, events: &[Event]) -> Vec<Mark> {
    let mut groups: Vec<GroupId> =
        order.unit().and_then(|key| before.find_group(key).ok()).into_iter().collect();
    let mut marks = Vec::new();
    if matches!(order, Order::Volley { .. }) {
        marks.extend(sketch::sketch(before, order));
    }
    let mut now = before.clone();
    // Groups are renumbered when the next period begins.
    let mut renumbered = false;
    for event in events {
        renumbered |= matches!(event, Event::PeriodBegan { .. });
        if !renumbered {
            let was = |id: &GroupId| id.index() < before.groups.len();
            groups.extend(touched(&now, event).into_iter().filter(was));
        }
        marks.extend(happened(&now, event));
        event::apply(&mut now, event);
    }
    groups.sort_unstable();
    groups.dedup();
    let mut rings: Vec<Mark> = groups.into_iter().flat_map(|id| ring(before, id, Ink::Selected)).collect();
    rings.append(&mut marks);
    rings
}

/// The marks of one event.
fn happened(now: &State, event: &Event) -> Vec<Mark> {
    match event {
        Event::Moved { group, to, .. }
        | Event::Formed { group, to, .. }
        | Event::Rallied { group, to, .. } => {
            let mut then = now.clone();
            event::apply(&mut then, event);
            let pen = Pen::fine(Ink::Way, 2.0).dashed(8.0, 4.0);
            let mut marks = ghosts(&then, to, Ink::Way, None);
            marks.push(Mark::line([now.place(*group).at, then.place(*group).at], pen));
            marks
        }
        Event::Routed { group, to, .. } => {
            let mut then = now.clone();
            event::apply(&mut then, event);
            let mut marks = ghosts(&then, to, Ink::Bad, None);
            marks.extend(arrow(now.place(*group).at, then.place(*group).at, Ink::Bad));
            marks
        }
        Event::Shot(shot) => {
            let Some((from, to, _)) = nearest(now, shot.by, shot.on) else { return Vec::new() };
            let mut marks = arrow(from, to, Ink::Good);
            let hit = if shot.hits == 0 { "missed".to_owned() } else { format!("{} hit", shot.hits) };
            marks.push(words_at(to, hit, Ink::Good, -14.0));
            marks
        }
        Event::Melee { by, on, totals } => {
            let Some((from, to, _)) = nearest(now, *by, *on) else { return Vec::new() };
            vec![
                Mark::dot(from.midpoint(to), Length::points(5.0), Ink::Bad),
                words_at(from.midpoint(to), format!("{} to {}", totals[0], totals[1]), Ink::Bad, -14.0),
            ]
        }
        _ => Vec::new(),
    }
}
