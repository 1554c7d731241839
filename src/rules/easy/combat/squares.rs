//! Infantry squares: formed when cavalry attacks, or in advance on the infantry's own activation; kept or left on the next.
//!
//! Their effects on dice are in [`super::fight`] and [`crate::fire`], those on moves in [`crate::movement`].
//!
//! Clauses: `easy:VI.G`, `easy:VI.G.2`, `easy:VI.G.3`, `easy:VI.G.3-early`.

use crate::command::check_listed;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::{active, exact, not_asked};
use crate::touching::touched_enemies;
use game::Offer;
use game::working::Note;

use super::decisions::check_decided;

/// Squares are left on the stand's activation; this does not count as an action (`easy:VI.G.2`).
pub(super) fn leave(s: &mut Scratch<'_>, stand: StandId) -> Judged {
    check_may_leave(&s.state, stand)?;
    s.note(Note::new("easy:VI.G.2", format!("{} leaves its squares", s.state.say(stand))));
    s.emit(Event::Square { stand, on: false });
    Ok(())
}

fn check_may_leave(state: &State, stand: StandId) -> Result<(), Refusal> {
    check_decided(state)?;
    check_listed(state, stand)?;
    if !state.stand(stand).square {
        return Err(not_asked(&format!("{} is not in squares", state.say(stand))));
    }
    if active(state)?.continuing.contains(&stand) {
        Refusal::new(
            Code::Acted,
            "easy:VI.G.2",
            format!("{} has declared that it goes on attacking, in squares", state.say(stand)),
            "Squares are left before the stand acts",
        )
        .unless(&state.overruled)?;
    }
    Ok(())
}

/// Squares are formed in advance. This takes the stand's whole activation and needs no roll (`easy:VI.G.3-early`).
pub(super) fn form_early(s: &mut Scratch<'_>, stand: StandId) -> Judged {
    check_may_form(&s.state, stand)?;
    let words = format!("{} forms squares; that is its activation", s.state.say(stand));
    s.note(Note::new("easy:VI.G.3-early", words));
    s.emit(Event::Square { stand, on: true });
    s.emit(Event::Acted { stand });
    Ok(())
}

fn check_may_form(state: &State, stand: StandId) -> Result<(), Refusal> {
    check_decided(state)?;
    check_listed(state, stand)?;
    let refuse =
        |code, fact: String, remedy: &str| Err(Refusal::new(code, "easy:VI.G.3-early", fact, remedy));
    let stands = |refusal: Refusal| refusal.unless(&state.overruled);
    let name = || state.say(stand);
    if !state.arm(stand).is_infantry() {
        let fact = format!("{} is no infantry", name());
        return refuse(Code::BadTarget, fact, "Only infantry forms squares");
    }
    if state.pose(stand).is_none() {
        let fact = format!("{} is not on the table", name());
        return refuse(Code::NoSuchStand, fact, "Choose a stand on the table");
    }
    if active(state)?.overruns.contains_key(&stand) {
        let fact = format!("{} has taken a wagon in this activation", name());
        refuse(Code::Acted, fact, "Squares are formed instead of any other action").or_else(stands)?;
    }
    if state.stand(stand).square {
        let fact = format!("{} is in squares already", name());
        return refuse(Code::Acted, fact, "Squares that are not left are kept");
    }
    if let Some(enemy) = touched_enemies(state, stand).first() {
        let enemy = state.say(*enemy);
        let refusal = Refusal::new(
            Code::InContact,
            "easy:VI.G.3-early",
            format!("{} touches {enemy}", name()),
            "A stand in contact attacks or withdraws; squares are formed when cavalry attacks it",
        );
        refusal.culprit(enemy).unless(&state.overruled)?;
    }
    if active(state)?.step != Step::Act {
        let fact = "opening fire comes first".to_owned();
        refuse(Code::Phase, fact, "Form squares in the step of moves").or_else(stands)?;
    }
    Ok(())
}

/// Squares that may be left or formed in advance now.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(now) = state.active().filter(|_| state.options().squares) else { return Vec::new() };
    if !matches!(now.step, Step::Engaged | Step::Act) {
        return Vec::new();
    }
    let mut offers = Vec::new();
    for &stand in now.list.iter().filter(|stand| state.arm(**stand).is_infantry()) {
        if check_may_leave(state, stand).is_ok() {
            offers.push(offer(state, stand, false));
        } else if check_may_form(state, stand).is_ok() {
            offers.push(offer(state, stand, true));
        }
    }
    offers
}

/// The offer to form squares, to decline, or to leave them.
pub(super) fn offer(state: &State, stand: StandId, form: bool) -> Offer<Order> {
    let does = match (form, state.stand(stand).square) {
        (true, _) => "forms squares",
        (false, true) => "leaves its squares",
        (false, false) => "does not form squares",
    };
    exact(Order::Square { stand, form }, "square", format!("{} {does}", state.say(stand)))
}
