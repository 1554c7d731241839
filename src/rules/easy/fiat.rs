//! Fiats: what the referee overrides, in the log as such.

use crate::rules::working::Note;
use crate::rules::{Fiat, FiatAct};

use super::event::{Event, How};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{Reason, State};

/// Are all numbers of the fiat finite?
pub fn is_finite(fiat: &Fiat) -> bool {
    match &fiat.act {
        FiatAct::Place { pose, .. } | FiatAct::BringBack { pose, .. } => pose.is_finite(),
        FiatAct::Strength { .. } | FiatAct::Remove { .. } | FiatAct::Award { .. } | FiatAct::Turn { .. } => {
            true
        }
    }
}

/// Does what the referee says, whatever the rules say; refused only where it names nothing on this table.
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat) -> Judged {
    let words = match &fiat.act {
        FiatAct::Place { stand, pose } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::Placed { stand: id, pose: *pose, how: How::Fiat, path: None, cost: 0.0 });
            format!("{} is put at {pose}", s.state.say(id))
        }
        FiatAct::Strength { stand, points } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::StrengthSet { stand: id, points: *points });
            format!("{} has {points} strength points", s.state.say(id))
        }
        FiatAct::Remove { stand } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::Removed { stand: id });
            format!("{} is taken off", s.state.say(id))
        }
        FiatAct::BringBack { stand, pose, points } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::Rallied { stand: id, pose: *pose, points: *points });
            format!("{} is brought back at {pose} with {points} strength points", s.state.say(id))
        }
        FiatAct::Award { side, points } => {
            if side.index() > 1 {
                return Err(Refusal::new(
                    Code::NoSuchStand,
                    "easy:IV.C",
                    "there are two sides",
                    "Give side 0 or 1",
                )
                .into());
            }
            s.emit(Event::Scored { side: *side, points: *points, reason: Reason::Fiat(fiat.reason.clone()) });
            format!("{points} points for {}", s.state.say_side(*side))
        }
        FiatAct::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                return Err(Refusal::new(
                    Code::OutOfRange,
                    "easy:IV.B",
                    format!("there is no turn {turn}"),
                    format!("Turns run from 1 to {turns}"),
                )
                .into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            format!("the clock is set to turn {turn}")
        }
    };
    s.note(Note::new("easy:0.8", format!("By the referee: {words}. {}", fiat.reason)));
    Ok(())
}

fn find(state: &State, name: &str) -> Result<StandId, Refusal> {
    state.roster().find_stand(name).ok_or_else(|| {
        Refusal::new(
            Code::NoSuchStand,
            "easy:I.A",
            format!("there is no stand {name}"),
            "Give its badge number or its id",
        )
    })
}
