//! Fiats: the referee's overrides, which are logged as such.

use game::messages::sentence;
use game::working::Note;
use game::{Fiat, strength_points};
use rulebook::{Clause, book_of};

use super::event::Event;
use super::options::SPECS;
use super::order::HexAct;
use super::refusal::{Code, Refusal};
use super::roster::UnitId;
use super::scratch::{Judged, Scratch};
use super::state::{Phase, State};
use super::turn;
use crate::NapoleonAtWar;

/// The most strength points that a unit can be given.
pub const MOST_POINTS: u8 = scenario::hex::MOST_POINTS;

/// Does what the referee orders, regardless of the rules.
///
/// Refused only if it refers to something that is not in this game or in the rulebook, or would leave a position from which the
/// rules cannot continue: two units in a hex (`naw:5.32`), a unit without strength, a turn that is not on the record. Ruling: while
/// a combat waits for losses or retreats, its units and those around them stay as they are; the referee acts before or after.
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat<HexAct>) -> Judged {
    check_settled(&s.state, &fiat.act)?;
    let clause = fiat.clause.as_deref().map(known).transpose()?;
    let words = match &fiat.act {
        HexAct::Place { unit, hex } => {
            let id = find(&s.state, unit)?;
            if !s.state.game.map().contains(*hex) {
                let fact = format!("there is no hex {hex} on this map");
                return Err(Refusal::new(Code::NoSuchHex, "naw:2.4", fact, "Name a hex by its number").into());
            }
            if let Some(other) = s.state.at(*hex).find(|other| *other != id) {
                let fact = format!("{} is there already", s.state.say(other));
                let remedy = "Move or remove that unit first";
                return Err(Refusal::new(Code::Stacked, "naw:5.32", fact, remedy).at([*hex]).into());
            }
            let name = s.state.game.say(id);
            s.emit(Event::Placed { unit: id, hex: *hex });
            format!("{name} is put in {hex}")
        }
        HexAct::Strength { unit, points } => {
            let id = find(&s.state, unit)?;
            if *points == 0 || *points > MOST_POINTS {
                let fact = format!("{} cannot be given to {}", strength_points(*points), s.state.say(id));
                let remedy = format!("Give 1 to {MOST_POINTS}, or remove the unit");
                return Err(Refusal::new(Code::BadOrder, "naw:2.4", fact, remedy).into());
            }
            s.emit(Event::StrengthSet { unit: id, points: *points });
            format!("{} has {}", s.state.game.say(id), strength_points(*points))
        }
        HexAct::Remove { unit } => {
            let id = find(&s.state, unit)?;
            let name = s.state.say(id);
            s.emit(Event::Removed { unit: id });
            format!("{name} is taken off and counts as eliminated")
        }
        HexAct::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                let fact = format!("there is no turn {turn}");
                let remedy = format!("Turns run from 1 to {turns}");
                return Err(Refusal::new(Code::BadOrder, "naw:4.1.3", fact, remedy).into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            format!("the marker is set to turn {turn}")
        }
        HexAct::Option { id, value } => {
            let was = check_option(&s.state, id, value)?;
            s.emit(Event::OptionSet { id: id.clone(), value: value.clone() });
            s.note(Note::new(option_clause(id), format!("{id} was {was} and is {value} from now on")));
            format!("{id} is {value} instead of {was}")
        }
    };
    s.note(Note::new("naw:1.0", format!("By the referee: {words}. {}", fiat.reason)));
    turn::end_again(s);
    if let Some(clause) = clause {
        s.note(Note::new("naw:1.0", format!("In place of {}: {}", clause.id, clause.title)));
    }
    Ok(())
}

/// The present value of an option, if it may be changed now.
///
/// Ruling: how combats are declared, whether several attack several, and when a gun is judged stay the same for a whole combat
/// phase (`naw:1.0`).
fn check_option(state: &State, id: &str, value: &str) -> Result<String, Refusal> {
    let was = state.game.chosen.value(SPECS, id).to_owned();
    let clause = option_clause(id);
    if let Err(fault) = state.game.with_option(id, value) {
        return Err(Refusal::new(Code::BadOrder, clause, fault.reason(), sentence(&fault.remedy())));
    }
    if was == value {
        let fact = format!("{id} is {value} already");
        return Err(Refusal::new(Code::BadOrder, clause, fact, "Give another value"));
    }
    if matches!(id, "declaration" | "gun-status" | "multi-multi") && matches!(state.phase, Phase::Combat(_)) {
        let fact = format!("{id} holds for the whole combat phase");
        return Err(Refusal::new(Code::WrongPhase, clause, fact, "Change it in a movement phase"));
    }
    Ok(was)
}

/// The clause that an option interprets.
fn option_clause(id: &str) -> game::Clause {
    SPECS.iter().find(|spec| spec.id == id).map_or("naw:1.0", |spec| spec.clause)
}

/// The clause being overridden.
fn known(id: &str) -> Result<&'static Clause, Refusal> {
    book_of::<NapoleonAtWar>().clause(id).ok_or_else(|| {
        let fact = format!("there is no clause {id}");
        Refusal::new(Code::BadOrder, "naw:1.0", fact, "Give a clause of the rulebook, as `naw:7.74`")
    })
}

/// Checks that no combat is waiting for losses or retreats.
fn check_settled(state: &State, act: &HexAct) -> Result<(), Refusal> {
    let waits = match &state.phase {
        Phase::Combat(phase) => phase.under_way().is_some_and(|fight| fight.step.is_compulsory()),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => false,
    };
    if !waits || matches!(act, HexAct::Turn { .. }) {
        return Ok(());
    }
    let remedy = "Give the losses or retreats first, or undo the combat";
    Err(Refusal::new(Code::WrongPhase, "naw:7.71", "a combat waits for losses or retreats", remedy))
}

fn find(state: &State, key: &str) -> Result<UnitId, Refusal> {
    state.game.find(key).ok_or_else(|| {
        let fact = format!("there is no unit {key}");
        Refusal::new(Code::NoSuchUnit, "naw:2.4", fact, "Give the unit's key, as `f44`")
    })
}
