//! Acts of the referee. Units: hexes by their printed numbers, strength points, victory points.

use super::combat;
use super::event::Event;
use super::facing;
use super::options::SPECS;
use super::order::Act;
use super::refusal::{Code, Refusal};
use super::roster::{Counter, PieceId, UnitId};
use super::say::say_act;
use super::scratch::{Judged, Scratch};
use super::state::{Phase, Place, State};
use crate::CasusBelli;
use game::messages::sentence;
use game::working::Note;
use game::{Fiat, counted, strength_points};
use hexes::Hex;
use rulebook::{Clause, book_of};
use scenario::{HexObjective, Side};

/// Most strength points that a unit can be given.
pub const MOST_POINTS: u8 = scenario::hex::MOST_POINTS;
/// Most victory points given or taken at a time: more than any battle has.
pub const MOST_VICTORY_POINTS: i16 = 999;
/// Options that add counters, or set their places: they hold for the whole battle (`cb:15c3`, `cb:2A`).
const FOR_THE_BATTLE: [&str; 4] = ["nimptsch", "lapoype", "setup", "facing"];
/// Options that hold for a whole combat phase, since the attacks owed depend on them (`cb:6c`).
const FOR_THE_PHASE: [&str; 4] = ["mandatory", "merge", "ooc-bombardment", "retreat-zoc"];

/// Carries out an act of the referee, whatever the rules say.
///
/// Refused only if it names nothing in this game or in the rulebook, or would leave an impossible position:
/// two units in a hex (`cb:5`), a unit beside an enemy leader in his hex (`cb:11e`), a unit without strength, a turn that is
/// not on the track. While a combat waits for retreats, or a decision is pending, pieces stay as they are; the referee may act
/// before or after. Between withdrawals of units out of command they may act: units that no longer must withdraw stay
/// (`cb:10e`).
pub fn judge(s: &mut Scratch<'_>, fiat: &Fiat<Act>) -> Judged {
    check_settled(&s.state, &fiat.act)?;
    let clause = fiat.clause.as_deref().map(known).transpose()?;
    let words = say_act(&s.state, &fiat.act);
    act(s, &fiat.act)?;
    s.note(Note::new("cb:2C", format!("By the referee: {words}. {}", fiat.reason)));
    if let Some(clause) = clause {
        s.note(Note::new("cb:2C", format!("In place of {}: {}", clause.id, clause.title)));
    }
    combat::withdraw_who_still_must(s)
}

fn act(s: &mut Scratch<'_>, act: &Act) -> Judged {
    match act {
        Act::Place { piece, hex } => place(s, piece, *hex),
        Act::Strength { unit, points } => {
            let id = find_unit(&s.state, unit)?;
            if *points == 0 || *points > MOST_POINTS {
                let fact = format!("{} cannot be given to {}", strength_points(*points), s.state.say(id));
                let remedy = format!("Give 1 to {MOST_POINTS}, or remove the unit");
                return Err(bad("cb:1B", fact, remedy).into());
            }
            s.emit(Event::StrengthSet { unit: id, points: *points });
            Ok(())
        }
        Act::Rout { unit, routed } => rout(s, unit, *routed),
        Act::Remove { piece } => {
            let id = find(&s.state, piece)?;
            if s.state.place(id) == Place::Eliminated {
                let fact = format!("{} is gone already", s.state.game.say_piece(id));
                return Err(bad("cb:3h", fact, "Take off a piece that is there").into());
            }
            s.emit(Event::Removed { piece: id });
            Ok(())
        }
        Act::Possess { place, side } => {
            let side = find_side(&s.state, side)?;
            let hexes = find_place(&s.state, place)?.hexes.clone();
            hexes.into_iter().for_each(|hex| s.emit(Event::Possessed { hex, side }));
            Ok(())
        }
        Act::Points { side, points } => {
            let side = find_side(&s.state, side)?;
            if *points == 0 || points.saturating_abs() > MOST_VICTORY_POINTS {
                let fact = format!("{} cannot be given", counted(*points, "victory point", "victory points"));
                let remedy = format!("Give 1 to {MOST_VICTORY_POINTS}, or take as many");
                return Err(bad("cb:14a", fact, remedy).into());
            }
            s.emit(Event::Awarded { side, points: *points });
            Ok(())
        }
        Act::Turn { turn } => {
            let turns = s.state.game.scenario.turns;
            if *turn == 0 || *turn > turns {
                let fact = format!("there is no turn {turn}");
                return Err(bad("cb:2C", fact, format!("Turns run from 1 to {turns}")).into());
            }
            s.emit(Event::ClockSet { turn: *turn });
            Ok(())
        }
        Act::Option { id, value } => {
            let was = check_option(&s.state, id, value)?;
            s.emit(Event::OptionSet { id: id.clone(), value: value.clone() });
            s.note(Note::new(option_clause(id), format!("{id} was {was} and is {value} from now on")));
            Ok(())
        }
    }
}

fn bad(clause: game::Clause, fact: impl Into<String>, remedy: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadOrder, clause, fact, remedy)
}

/// Puts a piece there, from anywhere.
fn place(s: &mut Scratch<'_>, piece: &str, hex: Hex) -> Judged {
    let state = &s.state;
    let id = find(state, piece)?;
    if !state.game.map().contains(hex) {
        let fact = format!("there is no hex {hex} on this map");
        return Err(Refusal::new(Code::NoSuchHex, "cb:2A", fact, "Name a hex by its number").into());
    }
    let side = state.game.side_of(id);
    let units = state.at(hex).map(|unit| state.game.piece_of_unit(unit)).filter(|other| *other != id);
    let is_unit = matches!(state.game.counter(id), Counter::Unit(_));
    let barred = |other: &PieceId| is_unit || state.game.side_of(*other) != side;
    if let Some(other) = units.into_iter().find(barred) {
        let fact = format!("{} is there already", state.say_piece(other));
        let refusal = Refusal::new(Code::Stacked, "cb:5", fact, "Move or remove that unit first").at([hex]);
        return Err(refusal.into());
    }
    let enemy = state.leaders_at(hex).find(|leader| state.game.leader(*leader).side != side);
    if let Some(leader) = enemy.filter(|_| is_unit) {
        let fact = format!("the enemy leader {} is there", state.game.leader(leader).name);
        let refusal = Refusal::new(Code::EnemyOccupied, "cb:11e", fact, "Move or remove him first").at([hex]);
        return Err(refusal.into());
    }
    let from = state.place(id);
    if let (Counter::Leader(leader), Place::Eliminated) = (state.game.counter(id), from) {
        let name = &state.game.leader(leader).name;
        let text = format!("{name} is back in his post, and his loss no longer counts");
        s.note(Note::new("cb:11f", text));
    }
    s.emit(Event::Placed { piece: id, hex });
    if let Counter::Unit(unit) = s.state.game.counter(id)
        && from.hex().is_none()
        && let Some(faces) = facing::at_first(&s.state.game.clone(), unit, hex)
    {
        s.emit(Event::Faced { unit, faces });
    }
    Ok(())
}

/// Routs a unit, or reorganises it (`cb:12a`, `cb:12b`). A reorganised unit gets its initial front (`cb:15a6`).
fn rout(s: &mut Scratch<'_>, unit: &str, routed: bool) -> Judged {
    let id = find_unit(&s.state, unit)?;
    let name = s.state.say(id);
    let Some(hex) = s.state.hex(id) else {
        let remedy = "Choose a unit on the map";
        return Err(
            Refusal::new(Code::WrongPiece, "cb:12a", format!("{name} is not on the map"), remedy).into()
        );
    };
    if s.state.unit(id).routed == routed {
        let (clause, fact) = match routed {
            true => ("cb:12a", format!("{name} is routed already")),
            false => ("cb:12b", format!("{name} is in good order")),
        };
        return Err(bad(clause, fact, "Leave it as it is").into());
    }
    let faces = if routed { None } else { facing::at_first(&s.state.game, id, hex) };
    s.emit(Event::RoutSet { unit: id, routed, faces });
    Ok(())
}

/// The present value of an option, if it can be given another.
fn check_option(state: &State, id: &str, value: &str) -> Result<String, Refusal> {
    let was = state.game.chosen.value(SPECS, id).to_owned();
    let clause = option_clause(id);
    if let Err(fault) = state.game.with_option(id, value) {
        return Err(bad(clause, fault.reason(), sentence(&fault.remedy())));
    }
    if was == value {
        return Err(bad(clause, format!("{id} is {value} already"), "Give another value"));
    }
    if FOR_THE_BATTLE.contains(&id) {
        let fact = format!("{id} is agreed before play, and holds for the whole battle");
        return Err(Refusal::new(Code::WrongPhase, clause, fact, "Begin a battle with it"));
    }
    if FOR_THE_PHASE.contains(&id) && matches!(state.phase, Phase::Combat(_)) {
        let fact = format!("{id} holds for the whole combat phase");
        return Err(Refusal::new(Code::WrongPhase, clause, fact, "Change it in another phase"));
    }
    Ok(was)
}

/// The clause of an option.
fn option_clause(id: &str) -> game::Clause {
    SPECS.iter().find(|spec| spec.id == id).map_or("cb:15c3", |spec| spec.clause)
}

/// The clause that is overridden.
fn known(id: &str) -> Result<&'static Clause, Refusal> {
    book_of::<CasusBelli>().clause(id).ok_or_else(|| {
        bad("cb:2C", format!("there is no clause {id}"), "Give a clause of the rulebook, as `cb:8a2`")
    })
}

/// Checks that nothing under way must be completed first. Points, places and the clock can be set at any time.
fn check_settled(state: &State, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Possess { .. } | Act::Points { .. } | Act::Turn { .. } => return Ok(()),
        Act::Place { .. }
        | Act::Strength { .. }
        | Act::Rout { .. }
        | Act::Remove { .. }
        | Act::Option { .. } => {}
    }
    let waits = state.combat().is_some_and(|phase| {
        let compulsory = phase.under_way().is_some_and(|fight| fight.step.is_compulsory());
        compulsory || phase.retreating.is_some()
    });
    if waits {
        let remedy = "Give the retreats first, or undo the combat";
        return Err(Refusal::new(Code::WrongPhase, "cb:8a1", "a combat waits for retreats", remedy));
    }
    if !state.pending.is_empty() {
        let fact = "somebody has to decide something first";
        let remedy = "Let them decide, or undo what led to it";
        return Err(Refusal::new(Code::WrongPhase, "cb:7c1", fact, remedy));
    }
    Ok(())
}

fn find(state: &State, key: &str) -> Result<PieceId, Refusal> {
    let game = &state.game;
    let unit = game.find(key).map(|id| game.piece_of_unit(id));
    unit.or_else(|| game.find_leader(key).map(|id| game.piece_of_leader(id))).ok_or_else(|| {
        let fact = format!("there is no unit or leader {key}");
        Refusal::new(Code::NoSuchPiece, "cb:1B", fact, "Give a key, as `f-44` or `lannes`")
    })
}

fn find_unit(state: &State, key: &str) -> Result<UnitId, Refusal> {
    state.game.find(key).ok_or_else(|| {
        let fact = format!("there is no unit {key}");
        Refusal::new(Code::NoSuchPiece, "cb:1B", fact, "Give the unit's key, as `f-44`")
    })
}

fn find_side(state: &State, id: &str) -> Result<Side, Refusal> {
    let sides = &state.game.scenario.sides;
    let found = sides.iter().position(|side| side.id == id);
    found.and_then(|index| u8::try_from(index).ok()).map(Side).ok_or_else(|| {
        let known: Vec<&str> = sides.iter().map(|side| side.id.as_str()).collect();
        bad("cb:1D", format!("there is no side {id}"), format!("Name {}", known.join(" or ")))
    })
}

fn find_place<'s>(state: &'s State, id: &str) -> Result<&'s HexObjective, Refusal> {
    let found = state.game.places().map(|(_, place)| place).find(|place| place.id == id);
    found.ok_or_else(|| {
        let known: Vec<&str> = state.game.places().map(|(_, place)| place.id.as_str()).collect();
        let remedy = format!("Name one that is worth points: {}", known.join(", "));
        bad("cb:14a", format!("there is no place {id}"), remedy)
    })
}
