//! Close combat: opening fire, declaring, dice, results.
//!
//! Who touches whom is asked in [`contacts`], who holds which edge in [`edges`]. [`status`] is how far combats are, [`change`] what
//! changes about it; the dice run in [`fight`]. [`volleys`], [`planned`] and [`progress`] say what the table stands at, and
//! [`decisions`] whose decision comes first. [`engaged`] judges step 5 of an activation, [`declare`] and [`resolve`] judge
//! step 7, [`squares`] what infantry does before cavalry; here an order is handed to the step it belongs to. Beaten stands
//! go back in [`super::retreat`].
//!
//! Clauses: `easy:III.A.1` to `easy:III.F.4`; `easy:V.D.2` and `easy:VI.G` where they bear on combats. Units: strength
//! points.

pub mod change;
pub mod contacts;
pub mod decisions;
pub mod declare;
pub mod edges;
pub mod engaged;
pub mod fight;
pub mod guns;
pub mod planned;
pub mod progress;
pub mod resolve;
pub mod shares;
pub mod squares;
pub mod status;
#[cfg(test)]
mod tests;
pub mod volleys;

use game::Offer;

use super::engineers;
use super::event::Event;
use super::order::{Order, Reaction};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{State, Step};
use super::steps::{active, not_asked};
use crate::touching::touched_enemies;
use squares::{form_early, leave};

/// A battery's owner makes the choice for it: in opening fire, or when its combat is fought (`easy:III.F`).
pub fn judge_react(s: &mut Scratch<'_>, battery: StandId, reaction: Reaction) -> Judged {
    match active(&s.state)?.step {
        Step::Engaged => engaged::react(s, battery, reaction),
        Step::Combats => resolve::react(s, battery, reaction),
        Step::Command | Step::Act | Step::Close => Err(not_asked("no battery has to choose now").into()),
    }
}

/// Hits are placed: from opening fire, or in a combat (`easy:III.B.4`).
pub fn judge_place_hits(s: &mut Scratch<'_>, shooter: StandId, hits: &[(StandId, u8)]) -> Judged {
    match active(&s.state)?.step {
        Step::Engaged => engaged::place(s, shooter, hits),
        Step::Combats => resolve::place(s, shooter, hits),
        Step::Command | Step::Act | Step::Close => Err(not_asked("no hits wait to be placed").into()),
    }
}

/// An attacker's dice are divided (`easy:III.B.5`).
pub fn judge_split(s: &mut Scratch<'_>, attacker: StandId, dice: &[(StandId, u8)]) -> Judged {
    resolve::split(s, attacker, dice)
}

/// The owner of infantry that was hit decides how many of the hits its engineers take: hits from fire awaiting this decision,
/// or in the current combat (`easy:V.D.2.c`).
pub fn judge_spare(s: &mut Scratch<'_>, host: StandId, hits: u8) -> Judged {
    if s.state.engineers.owed.is_empty() {
        resolve::spare(s, host, hits)
    } else {
        engineers::hits::judge_spare(s, host, hits)
    }
}

/// What may be ordered in opening fire and in combats.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    match state.active().map(|now| now.step) {
        Some(Step::Engaged) => engaged::offers(state),
        Some(Step::Combats) => resolve::offers(state),
        Some(Step::Command | Step::Act | Step::Close) | None => Vec::new(),
    }
}

/// The automatic consequences of an order: shelters are left, steps end.
pub fn settle(s: &mut Scratch<'_>) -> Judged {
    end_evasions(s);
    engaged::settle(s);
    resolve::settle(s);
    Ok(())
}

/// Batteries that no enemy touches any more leave their shelter (`easy:III.F.1`).
pub fn end_evasions(s: &mut Scratch<'_>) {
    let evading: Vec<StandId> = s.state.ids().filter(|id| s.state.stand(*id).evading).collect();
    for battery in evading {
        if s.state.pose(battery).is_some() && touched_enemies(&s.state, battery).is_empty() {
            let words = format!("no enemy touches {} any more: its crew is back", s.state.say(battery));
            s.note(game::working::Note::new("easy:III.F.1", words));
            s.emit(Event::Evading { battery, on: false });
        }
    }
}

/// Infantry forms squares, declines to, or leaves them.
pub fn judge_square(s: &mut Scratch<'_>, stand: StandId, form: bool) -> Judged {
    let step = active(&s.state)?.step;
    // A combat waiting for the answer gets one even if the option has been turned off since: they do not form.
    let on = s.state.options().squares;
    let asked = step == Step::Combats && matches!(resolve::after_square(&s.state, stand, false), Ok(Some(_)));
    if !on && !asked {
        return Err(Refusal::new(
            Code::NotActive,
            "easy:VI.G",
            "infantry forms no squares in this battle",
            "The option opt-squares would have to be on",
        )
        .into());
    }
    match step {
        Step::Combats => resolve::square(s, stand, form && on),
        Step::Engaged | Step::Act if form => form_early(s, stand),
        Step::Engaged | Step::Act => leave(s, stand),
        Step::Command | Step::Close => {
            Err(not_asked("squares are formed or left when a stand is activated, or attacked by cavalry")
                .into())
        }
    }
}
