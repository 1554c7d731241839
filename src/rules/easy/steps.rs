//! The current activation, its step and its end (`easy:0.5`).

use game::Offer;
use game::working::Note;

use super::event::Event;
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::scratch::Scratch;
use super::state::{Activation, State, Step};

/// The current activation, or the refusal `phase`.
pub fn active(state: &State) -> Result<&Activation, Refusal> {
    state.active().ok_or_else(|| {
        Refusal::new(Code::NotActive, "easy:II.A.2.1", "no command is active", "Draw a chit first")
    })
}

/// The current activation if it is at this step, otherwise the refusal `phase`.
pub fn active_at(state: &State, step: Step) -> Result<&Activation, Refusal> {
    let now = active(state)?;
    if now.step == step {
        return Ok(now);
    }
    Refusal::new(
        Code::Phase,
        "easy:0.5",
        format!(
            "this belongs to the step \"{}\", and the activation is at \"{}\"",
            step.name(),
            now.step.name()
        ),
        "Steps follow the order of one activation",
    )
    .unless(&state.overruled)?;
    Ok(now)
}

/// Ends the topmost activation. The chit goes to the discards if it was the last.
pub fn end(s: &mut Scratch<'_>) {
    let Some(now) = s.state.active() else { return };
    let (command, picked) = (now.command, now.picked_by.is_some());
    s.emit(Event::ActivationEnded);
    if !picked {
        s.emit(Event::ChitDiscarded { command });
    } else if s.state.options().own_chit_spent && s.state.cup.contains(&command) {
        s.note(Note::new("easy:II.A.4.3", format!("the chit of {} is spent", s.state.command(command).name)));
        s.emit(Event::ChitDiscarded { command });
    }
}

/// The refusal of an answer to a question that is not pending.
pub(crate) fn not_asked(fact: &str) -> Refusal {
    Refusal::new(Code::Phase, "easy:0.5", fact, "See what is due")
}

/// An offer of exactly one order.
pub(crate) fn exact(order: Order, kind: &'static str, words: String) -> Offer<Order> {
    Offer { order, kind, words, family: false }
}
