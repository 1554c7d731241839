//! Hits on infantry, some of which its attached engineers may take if the owner chooses (`easy:V.D.2.c`).
//!
//! In a combat the fight itself waits for the choice ([`super::super::combat::fight`]). Hits by fire and opening fire
//! wait here. Units: strength points.

use crate::cause::Cause;
use crate::event::Event;
use crate::losses::lose_points;
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::State;
use game::working::Note;
use game::{Clause, Offer};
use scenario::Side;

use super::change::Change;
use super::task::Owed;

/// Applies hits to a stand: at once, or, if engineers are attached to it, after its owner has chosen how many they
/// take.
pub fn take(s: &mut Scratch<'_>, stand: StandId, hits: u8, cause: Cause) {
    if hits > 0 && s.state.pose(stand).is_some() && s.state.added_strength(stand) > 0 {
        s.emit(Event::Engineers(Change::HitsOwed(Owed { host: stand, hits, cause })));
    } else {
        lose_points(s, stand, hits, cause);
    }
}

/// The side that has to divide pending hits, the clause, and the question.
///
/// `None` if no hits are pending.
pub fn awaited(state: &State) -> Option<(Side, Clause, String)> {
    let owed = state.engineers.owed.first()?;
    let (host, hits) = (state.say(owed.host), crate::terms::hits(owed.hits));
    Some((state.side(owed.host), "easy:V.D.2.c", format!("{hits} on {host}: do its engineers take any?")))
}

/// Refuses if hits are still pending.
pub fn check_none_owed(state: &State) -> Result<(), Refusal> {
    match awaited(state) {
        None => Ok(()),
        Some((_, clause, prompt)) => Err(Refusal::new(Code::Phase, clause, "a decision comes first", prompt)),
    }
}

/// The owner of infantry that was hit chooses how many of the hits its engineers take (`easy:V.D.2.c`).
pub fn judge_spare(s: &mut Scratch<'_>, host: StandId, hits: u8) -> Judged {
    let Some(owed) = s.state.engineers.owed.first().cloned() else {
        return Err(not_asked(&s.state, host).into());
    };
    if owed.host != host {
        return Err(not_asked(&s.state, host).into());
    }
    // If the engineers are gone by now, the infantry takes all hits.
    let engineer = s.state.engineer_with(host);
    check_share(&s.state, host, hits, owed.hits.min(s.state.added_strength(host)))?;
    if let Some(engineer) = engineer {
        log(s, host, engineer, hits);
    }
    s.emit(Event::Engineers(Change::HitsSettled));
    if let Some(engineer) = engineer {
        lose_points(s, engineer, hits, owed.cause);
    }
    lose_points(s, host, owed.hits - hits, owed.cause);
    Ok(())
}

/// Refuses more hits than `most`, the number that the engineers can take.
pub fn check_share(state: &State, host: StandId, hits: u8, most: u8) -> Result<(), Refusal> {
    if hits <= most {
        return Ok(());
    }
    Err(too_many(state, host, most))
}

pub fn too_many(state: &State, host: StandId, most: u8) -> Refusal {
    let fact = format!("the engineers with {} can take {most} at most", state.say(host));
    Refusal::new(Code::BadShare, "easy:V.D.2.c", fact, "The other hits stand")
}

pub fn not_asked(state: &State, host: StandId) -> Refusal {
    let fact = format!("no hits on {} wait for its engineers", state.say(host));
    Refusal::new(Code::Phase, "easy:V.D.2.c", fact, "See what is due")
}

pub fn log(s: &mut Scratch<'_>, host: StandId, engineer: StandId, hits: u8) {
    let (name, with) = (s.state.say(host), s.state.say(engineer));
    let words = match hits {
        0 => format!("{name} takes its hits itself"),
        _ => format!("{with} takes {} in place of {name}", crate::terms::hits(hits)),
    };
    s.note(Note::new("easy:V.D.2.c", words));
}

/// The owner's choices, from no hits on the engineers to as many as they can take.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let Some(owed) = state.engineers.owed.first() else { return Vec::new() };
    let most = owed.hits.min(state.added_strength(owed.host));
    choices(state, owed.host, most)
}

pub fn choices(state: &State, host: StandId, most: u8) -> Vec<Offer<Order>> {
    let offer = |hits: u8| Offer {
        order: Order::Spare { host, hits },
        kind: "spare",
        words: match hits {
            0 => format!("{} takes its hits itself", state.say(host)),
            _ => format!("its engineers take {} for {}", crate::terms::hits(hits), state.say(host)),
        },
        family: false,
    };
    (0..=most).map(offer).collect()
}
