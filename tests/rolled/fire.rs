//! Fire and assaults of battalions played until nothing of them waits: nobody answers but by the order itself, leaders stay, and losses
//! are placed the first way, as their odds take it.

use dice::Tray;
use epstein::odds::told;
use epstein::order::{Answering, Family, Order};
use epstein::pending::Pending;
use epstein::{Epstein, Event, State};
use game::RuleSet;
use game::faces::say_events;

use super::charges::stay_or_place;
use super::{Roller, after, judged};

/// Any order about no charge.
pub fn roller<'s>(state: &'s State, order: &'s Order) -> Roller<'s> {
    let fights = matches!(order, Order::Answer { .. } | Order::Assault { .. });
    if !fights && order.family() != Family::Fire {
        return Box::new(move |tray| say_events::<Epstein>(state, &judged::<Epstein>(state, order, tray)));
    }
    Box::new(move |tray| told(state, &played(state, order, tray)))
}

fn played(start: &State, order: &Order, tray: &mut dyn Tray) -> Vec<Event> {
    let (mut state, mut all) = (start.clone(), Vec::new());
    let mut next = Some(order.clone());
    while let Some(order) = next {
        let events = judged::<Epstein>(&state, &order, tray);
        state = after::<Epstein>(&state, &events);
        all.extend(events);
        next = follows(&state);
    }
    all
}

/// The next decision; none: nothing of the fight waits.
fn follows(state: &State) -> Option<Order> {
    match state.waits()? {
        Pending::Shot(_) | Pending::HouseShot(_) | Pending::Assault(_) => {
            let silent = |order: &Order| matches!(order, Order::Answer { how: Answering::Nothing, .. });
            Epstein::due(state).offers.into_iter().map(|offer| offer.order).find(silent)
        }
        other => stay_or_place(state, &other),
    }
}
