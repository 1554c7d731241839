//! The traces of an order on the table: touched groups, lines of fire, paths, routs.

use crate::event::{self, Event};
use crate::order::Order;
use crate::state::{GroupId, State};
use drawing::{Ink, Length, Mark, words_at};
use table::measure::Gap;

use super::facts::touched;
use super::sketch::{self, arrow, ghosts, ring};

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
        marks.extend(happened(&mut now, event));
    }
    groups.sort_unstable();
    groups.dedup();
    let mut rings: Vec<Mark> = groups.into_iter().flat_map(|id| ring(before, id, Ink::Selected)).collect();
    rings.append(&mut marks);
    rings
}

/// Applies an event; its marks.
fn happened(now: &mut State, event: &Event) -> Vec<Mark> {
    match event {
        Event::Routed { group, to, .. } => {
            let from = now.place(*group).at;
            event::apply(now, event);
            let mut marks = ghosts(now, to, Ink::Bad, None);
            marks.extend(arrow(from, now.place(*group).at, Ink::Bad));
            marks
        }
        Event::Shot(shot) => {
            event::apply(now, event);
            let Some(Gap { from, to, .. }) = now.gap_between(shot.by, shot.on) else { return Vec::new() };
            let mut marks = arrow(from, to, Ink::Good);
            let hit = if shot.hits == 0 { "missed".to_owned() } else { format!("{} hit", shot.hits) };
            marks.push(words_at(to, hit, Ink::Good, -14.0));
            marks
        }
        Event::Melee { by, on, totals } => {
            event::apply(now, event);
            let Some(Gap { from, to, .. }) = now.gap_between(*by, *on) else { return Vec::new() };
            vec![
                Mark::dot(from.midpoint(to), Length::points(5.0), Ink::Bad),
                words_at(from.midpoint(to), format!("{} to {}", totals[0], totals[1]), Ink::Bad, -14.0),
            ]
        }
        _ => sketch::moved(now, event),
    }
}
