//! What happened, as the log says it (stub).
use super::event::Event;
use super::state::State;

pub fn say_event(_state: &State, _event: &Event) -> Option<String> {
    None
}
