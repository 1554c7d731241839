//! Fiats: what the referee overrides, in the log as such.

use crate::army::MOST_POINTS;
use crate::rules::options::OptionFault;
use crate::rules::rulebook::{self, Rulebook};
use crate::rules::working::Note;
use crate::rules::{Clause, Fiat, FiatAct};

use super::activation::is_sensible as is_sensible_pose;
use super::combat;
use super::event::{Cause, Event, How};
use super::options::SPECS;
use super::refusal::{Code, Refusal};
use super::roster::{ChangeFault, StandId};
use super::scratch::{Judged, Scratch};
use super::state::{Place, Reason, State};
use super::turn;

/// The most victory points awarded at once.
const MOST_AWARD: i32 = 1_000;

/// Are all numbers of the fiat finite, and its places within reach?
pub fn is_sensible(fiat: &Fiat) -> bool {
    match &fiat.act {
        FiatAct::Place { pose, .. } | FiatAct::BringBack { pose, .. } => is_sensible_pose(*pose),
        FiatAct::Strength { .. }
        | FiatAct::Remove { .. }
        | FiatAct::Award { .. }
        | FiatAct::Turn { .. }
        | FiatAct::Option { .. } => true,
    }
}

/// Does what the referee says, whatever the rules say.
///
/// Refused only where it names nothing on this table, or would leave a stand between life and death: on the table without
/// strength, or eliminated with some. A stand set to 0 is removed as any other (`easy:III.D-remove`).
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat) -> Judged {
    let clause = fiat.clause.as_deref().map(known).transpose()?;
    let words = match &fiat.act {
        FiatAct::Place { stand, pose } => {
            let id = find(&s.state, stand)?;
            check_not_retired(&s.state, id)?;
            if s.state.stand(id).strength == 0 && s.state.unit(id).strength > 0 {
                return Err(lifeless(&s.state, id).into());
            }
            s.emit(Event::Placed { stand: id, pose: *pose, how: How::Fiat, path: None, cost: 0.0 });
            format!("{} is put at {pose}", s.state.say(id))
        }
        FiatAct::Strength { stand, points } => {
            let id = find(&s.state, stand)?;
            let points = check_points(&s.state, id, *points)?;
            match (s.state.stand(id).place, points) {
                (Place::Eliminated { .. }, _) => return Err(lifeless(&s.state, id).into()),
                (Place::Table(_), 0) => {
                    let all = s.state.stand(id).strength;
                    combat::lose_points(s, id, all, Cause::Fiat);
                }
                (Place::Reserve | Place::Off, 0) => {
                    let fact = format!("{} is not on the table", s.state.say(id));
                    return Err(out_of_range("easy:III.C-sp", fact, "Take it off instead").into());
                }
                (Place::Table(_) | Place::Reserve | Place::Off, _) => {
                    s.emit(Event::StrengthSet { stand: id, points });
                }
            }
            format!("{} has {points} strength points", s.state.say(id))
        }
        FiatAct::Remove { stand } => {
            let id = find(&s.state, stand)?;
            s.emit(Event::Removed { stand: id });
            format!("{} is taken off", s.state.say(id))
        }
        FiatAct::BringBack { stand, pose, points } => {
            let id = find(&s.state, stand)?;
            check_not_retired(&s.state, id)?;
            // Generals, wagons and pontoons come back as they were: without strength points.
            let points = if s.state.unit(id).strength == 0 { 0 } else { *points };
            if points == 0 && s.state.unit(id).strength > 0 {
                return Err(lifeless(&s.state, id).into());
            }
            let points = if points == 0 { 0 } else { check_points(&s.state, id, points)? };
            // A wagon that was destroyed comes back as its own side's.
            let destroyed = matches!(s.state.stand(id).place, Place::Eliminated { .. });
            if destroyed && s.state.is_taken(id) {
                let to = s.state.unit(id).side;
                s.emit(Event::SideChanged { stand: id, to });
            }
            s.emit(Event::Rallied { stand: id, pose: *pose, points, fiat: true });
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
            if points.unsigned_abs() > MOST_AWARD.unsigned_abs() {
                let fact = format!("{points} victory points are too many at once");
                let remedy = format!("Award up to {MOST_AWARD}");
                return Err(out_of_range("easy:IV.C", fact, remedy).into());
            }
            s.emit(Event::Scored { side: *side, points: *points, reason: Reason::Fiat(fiat.reason.clone()) });
            format!("{points} points for {}", s.state.say_side(*side))
        }
        FiatAct::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                let fact = format!("there is no turn {turn}");
                return Err(out_of_range("easy:IV.B", fact, format!("Turns run from 1 to {turns}")).into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            format!("the clock is set to turn {turn}")
        }
        FiatAct::Option { id, value } => {
            let was = s.state.game.chosen.value(SPECS, id).to_owned();
            if let Err(fault) = s.state.game.with_option(id, value) {
                let (clause, remedy) = match &fault {
                    ChangeFault::Option(OptionFault::Unknown { .. }) => {
                        ("easy:0.8", "Name an option of the rulebook")
                    }
                    ChangeFault::Option(_) => (option_clause(id), "Give one of its values"),
                    ChangeFault::Settled(_) => (option_clause(id), "Begin a game with it"),
                };
                return Err(out_of_range(clause, fault.to_string(), remedy).into());
            }
            if was == *value {
                let fact = format!("{id} is {value} already");
                return Err(out_of_range(option_clause(id), fact, "Give another value").into());
            }
            s.emit(Event::OptionSet { id: id.clone(), value: value.clone() });
            s.note(Note::new(option_clause(id), format!("{id} was {was} and is {value} from now on")));
            format!("{id} is {value} instead of {was}")
        }
    };
    s.note(Note::new("easy:0.8", format!("By the referee: {words}. {}", fiat.reason)));
    turn::end_again(s);
    if let Some(clause) = clause {
        s.note(Note::new("easy:0.8", format!("In place of {}: {}", clause.id, clause.title)));
    }
    Ok(())
}

/// The clause on which an option rules.
fn option_clause(id: &str) -> Clause {
    SPECS.iter().find(|spec| spec.id == id).map_or("easy:0.8", |spec| spec.clause)
}

/// The clause that is overridden.
fn known(id: &str) -> Result<&'static rulebook::Clause, Refusal> {
    Rulebook::easy().clause(id).ok_or_else(|| {
        out_of_range(
            "easy:0.8",
            format!("there is no clause {id}"),
            "Give a clause of the rulebook, as `easy:II.B`",
        )
    })
}

fn out_of_range(clause: Clause, fact: String, remedy: impl Into<String>) -> Refusal {
    Refusal::new(Code::OutOfRange, clause, fact, remedy)
}

/// A stand without strength points cannot be put on the table, nor one that is eliminated have some.
fn lifeless(state: &State, stand: StandId) -> Refusal {
    let fact = format!("{} would be on the table with no strength, or off it with some", state.say(stand));
    out_of_range("easy:III.D-remove", fact, "Bring it back with 1 strength point or more")
}

/// These strength points, if the referee may give them to this stand: more than it began with, but no more than an order
/// of battle could (`easy:III.C-sp`).
pub fn check_points(state: &State, stand: StandId, points: u16) -> Result<u8, Refusal> {
    let name = state.say(stand);
    if state.unit(stand).strength == 0 {
        let fact = format!("{name} has no strength points");
        return Err(out_of_range("easy:III.C-sp", fact, "Choose a stand of troops"));
    }
    match u8::try_from(points) {
        Ok(points) if points <= MOST_POINTS => Ok(points),
        _ => {
            let fact = format!("{points} strength points are too many for {name}");
            Err(out_of_range("easy:III.C-sp", fact, format!("Give up to {MOST_POINTS}")))
        }
    }
}

/// A general who was placed by V.A or V.C has left with his command; without it there is nobody whom he could lead.
fn check_not_retired(state: &State, stand: StandId) -> Result<(), Refusal> {
    if !state.is_retired(stand) {
        return Ok(());
    }
    let fact = format!("{} has left the battle with his command, which was absorbed", state.say(stand));
    Err(Refusal::new(Code::NotActive, "easy:V.B", fact, "Form a new command: it brings a general of its own"))
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
