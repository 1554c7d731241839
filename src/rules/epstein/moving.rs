//! Movement in a period: who may, and how far (`epstein:3d.1`, `epstein:4.2`, `epstein:4.3`, `epstein:5.8`, `epstein:13.8`).
//!
//! Units: inches.

use super::control;
use super::event::{Event, Mark};
use super::formation::Formation;
use super::kind::{Arm, Draught, Kind};
use super::refusal::{Code, Refusal};
use super::scratch::Scratch;
use super::standing::{CREW, check_may_act, skirmishes};
use super::state::{GroupId, Rally, State};
use super::tables::Pace;

/// Allowance of a group in its formation, without roads (`epstein:3d.1`, `epstein:3d.2`); half of it under control
/// (`epstein:16.2`), and for cavalry that has changed its formation (`epstein:5.8`).
pub fn allowance(state: &State, id: GroupId) -> f32 {
    let group = state.group(id);
    let tables = &state.game.tables;
    let whole = if group.on_foot {
        tables.inches(Pace::GunnersOnFoot)
    } else {
        match state.kind(id) {
            Kind::Command => tables.inches(Pace::Command),
            Kind::Artillery(Draught::Horse, _) => tables.inches(Pace::HorseArtillery),
            Kind::Artillery(Draught::Foot, _) => tables.inches(Pace::Artillery),
            Kind::Cavalry(..) if group.marks.reformed => changing(state),
            Kind::Cavalry(..) => tables.inches(Pace::Cavalry),
            // A stand by itself counts as skirmishers (`epstein:5.20`).
            Kind::Infantry(_) if skirmishes(state, id) => tables.inches(row_of(Formation::Skirmish)),
            Kind::Infantry(_) => tables.inches(row_of(group.formation)),
        }
    };
    whole * control::share(state, id)
}

/// Allowance of cavalry in a period in which it changes its formation (`epstein:5.8`).
pub fn changing(state: &State) -> f32 {
    state.game.tables.inches(Pace::CavalryChanging)
}

/// The row of the table of moves.
fn row_of(formation: Formation) -> Pace {
    match formation {
        Formation::MarchColumn | Formation::Column | Formation::Rout => Pace::MarchColumn,
        Formation::AssaultColumn | Formation::DoubleColumn => Pace::AssaultColumn,
        Formation::Line | Formation::Single | Formation::Garrison => Pace::Line,
        Formation::Square => Pace::Square,
        Formation::Skirmish => Pace::SkirmishOrder,
    }
}

/// Checks whether it may move at all in this period (`epstein:4.2`, `epstein:4.3`, `epstein:5.9`).
pub fn check_may_move(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    let name = state.say(id);
    let group = state.group(id);
    if state.arm(id) == Arm::Command {
        let fact = format!("{name} is a leader");
        return Err(Refusal::new(
            Code::WrongKind,
            "epstein:14.c.4",
            fact,
            "Lead him to a place: his move has no steps",
        ));
    }
    if group.formation == Formation::Garrison {
        let fact = format!("{name} is in a house");
        return Err(Refusal::new(
            Code::House,
            "epstein:15.1",
            fact,
            "It comes out of the house first, and moves then",
        ));
    }
    if group.uprooted {
        let fact = format!("{name} has left a burning house, which was its next move");
        Refusal::new(Code::AlreadyMoved, "epstein:15.9", fact, "Move it in the period after")
            .unless(&state.overruled)?;
    }
    if group.marks.moved {
        let fact = format!("{name} has moved in this period");
        Refusal::new(Code::AlreadyMoved, "epstein:4.3", fact, "Move it in the next period")
            .unless(&state.overruled)?;
    }
    if group.marks.fought {
        let fact = format!("{name} has charged in this period, and that was its move");
        Refusal::new(Code::AlreadyFought, "epstein:9.14", fact, "It may still fire")
            .unless(&state.overruled)?;
    }
    if group.pinned {
        let fact = format!("{name} has answered fire, and does not move in its next period");
        Refusal::new(Code::AlreadyMoved, "epstein:11.2", fact, "Move it in the period after")
            .unless(&state.overruled)?;
    }
    if state.arm(id) == Arm::Artillery && !group.on_foot {
        let crew = state.figures(id);
        if crew < CREW {
            let fact = format!("{name} has a crew of {crew}");
            let remedy = "A gun moves with a crew of 3: let gunners join it";
            Refusal::new(Code::NoCrew, "epstein:8.d.4", fact, remedy).unless(&state.overruled)?;
        }
        if group.marks.fired {
            let fact = format!("{name} has fired: a gun moves or fires, not both");
            Refusal::new(Code::AlreadyFired, "epstein:5.9", fact, "Move it in the next period")
                .unless(&state.overruled)?;
        }
    }
    Ok(())
}

/// Checks whether halted routers may be moved, which removes their marker and restarts the stages (`epstein:13.8`).
///
/// # Errors
///
/// If not, with the reason.
pub fn check_may_move_on(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    if !state.is_active(id) {
        let fact = format!("it is not the period of {name}");
        return Err(Refusal::new(Code::NotActive, "epstein:4.2", fact, "Wait for its own period"));
    }
    if state.group(id).rout.is_none_or(|rout| rout.rally == Rally::Running) {
        let fact = format!("{name} runs");
        Refusal::new(Code::Routed, "epstein:13.7", fact, "Let it halt, or run on")
            .unless(&state.overruled)?;
    }
    if state.group(id).marks.moved {
        let fact = format!("{name} has moved in this period");
        Refusal::new(Code::AlreadyMoved, "epstein:4.3", fact, "Move it in the next period")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// A group has used its move; a gun is now silent until its owner's next period (`epstein:5.9`).
pub fn has_moved(s: &mut Scratch<'_>, id: GroupId) {
    s.emit(Event::Marked { group: id, mark: Mark::Moved });
    if s.state.arm(id) == Arm::Artillery {
        s.emit(Event::Marked { group: id, mark: Mark::Silent });
    }
}
