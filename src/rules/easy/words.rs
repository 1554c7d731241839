//! What orders and events are called at the table, and what each side may see.
use super::event::Event;
use super::order::Order;
use super::state::State;
use crate::rules::Viewer;
pub fn view(state: &State, _viewer: Viewer) -> State {
    state.clone()
}
pub fn say_order(_state: &State, order: &Order) -> String {
    format!("{order:?}")
}
pub fn say_event(_state: &State, event: &Event) -> Option<String> {
    Some(format!("{event:?}"))
}

pub fn weather(weather: crate::scenario::Weather) -> &'static str {
    match weather {
        crate::scenario::Weather::Clear => "clear",
        crate::scenario::Weather::Muddy => "muddy",
        crate::scenario::Weather::Poor => "poor visibility",
    }
}
