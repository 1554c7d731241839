//! The sequence of play: set-up, movement and combat phases by turns, the turn record, the end.
//!
//! Clauses: `naw:3.0`, `naw:4.0` to `naw:4.1.3`, `naw:5.14`, `naw:10.0`, `naw:13.31`, `naw:15.2`, `naw:16.0`.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::working::Note;
use game::{Due, Offer, Overruled, Standing, to_do};
use scenario::{HexStart, HexUnit};

use super::event::Event;
use super::options::{ReinforcementDelay, ReopenMovement};
use super::order::{Order, offer};
use super::refusal::{Code, Refusal};
use super::roster::{Game, UnitId};
use super::scratch::{Judged, Scratch};
use super::state::{Phase, Place, Play, State, UnitState, counterattack_lasts};
use super::{combat, movement, victory};

/// The first turn in which the French may announce their counterattack (`naw:15.2`).
pub const COUNTERATTACK_FROM: u8 = 9;

/// Could the French strengths double in their combat phase of this turn, as things stand (`naw:15.2`)?
pub fn may_counterattack(state: &State, turn: u8) -> bool {
    match state.counterattack {
        Some(announced) => counterattack_lasts(announced, turn),
        None => turn >= COUNTERATTACK_FROM,
    }
}

/// The state before the first order of a game (`naw:3.0`).
pub fn start(game: Arc<Game>) -> State {
    let units = game
        .scenario
        .units
        .iter()
        .map(|unit| UnitState {
            place: match unit.start {
                HexStart::Deployed(hex) => Place::Map(hex),
                HexStart::Arrives { .. } => Place::Waiting,
            },
            strength: unit.strength,
            moved: None,
        })
        .collect();
    let play = Play {
        turn: 1,
        phasing: game.scenario.first,
        phase: Phase::SetUp,
        units,
        counterattack: None,
        options_changed: BTreeMap::new(),
    };
    State { game, play, overruled: Overruled::default() }
}

/// Refuses every order once the battle is over (`naw:4.0`).
pub fn check_running(state: &State) -> Judged {
    match state.phase {
        Phase::Over(_) => Err(Refusal::new(
            Code::GameOver,
            "naw:4.0",
            "the battle is over",
            "Undo to play on from an earlier order",
        )
        .into()),
        Phase::SetUp | Phase::Movement | Phase::Combat(_) => Ok(()),
    }
}

fn wrong_phase(clause: &'static str, fact: &str, remedy: &str) -> Refusal {
    Refusal::new(Code::WrongPhase, clause, fact, remedy)
}

/// Two units change places before turn 1 (`naw:3.0`).
///
/// Ruling: they match if side, strength, movement and type are the same, and both begin on the map.
pub fn judge_interchange(s: &mut Scratch<'_>, one: UnitId, other: UnitId) -> Judged {
    if s.state.phase != Phase::SetUp {
        let remedy = "Play with the units as they stand";
        return Err(wrong_phase("naw:3.0", "units change places before turn 1 only", remedy).into());
    }
    may_change(&s.state, one, other)?;
    s.emit(Event::Interchanged { one, other });
    Ok(())
}

fn may_change(state: &State, one: UnitId, other: UnitId) -> Result<(), Refusal> {
    let game = &state.game;
    let refuse = |fact: String, remedy: &str| Refusal::new(Code::WrongUnit, "naw:3.0", fact, remedy);
    let (name, second) = (state.say(one), state.say(other));
    if !game.options.interchange_allowed() {
        let fact = "in this edition every unit stands where the chart says".to_owned();
        refuse(fact, "Leave the units where they are").unless(&state.overruled)?;
    }
    if one == other {
        return Err(refuse(format!("{name} cannot change places with itself"), "Choose two units"));
    }
    if !matches!((state.unit(one).place, state.unit(other).place), (Place::Map(_), Place::Map(_))) {
        let fact = format!("{name} and {second} are not both on the map");
        return Err(refuse(fact, "Choose units on the map"));
    }
    if !matches(game.unit(one), game.unit(other)) {
        let remedy = "Choose a unit of the same side, strength, movement and type";
        refuse(format!("{name} and {second} do not match"), remedy).unless(&state.overruled)?;
    }
    Ok(())
}

/// Why a unit may not change places before turn 1, if no other matches it (`naw:3.0`).
pub fn alone(state: &State, unit: UnitId) -> Refusal {
    let name = state.say(unit);
    if !state.game.options.interchange_allowed() {
        let fact = "in this edition every unit stands where the chart says".to_owned();
        return Refusal::new(Code::WrongUnit, "naw:3.0", fact, "Leave the units where they are");
    }
    let fact = match state.unit(unit).place {
        Place::Map(_) => {
            format!("no other unit on the map has the side, strength, movement and type of {name}")
        }
        Place::Waiting | Place::Eliminated => format!("{name} is not on the map and comes on later"),
    };
    Refusal::new(Code::WrongUnit, "naw:3.0", fact, "Take another unit in hand, or begin the battle")
}

fn matches(one: &HexUnit, other: &HexUnit) -> bool {
    let reads = |unit: &HexUnit| (unit.side, unit.arm, unit.strength, unit.movement);
    reads(one) == reads(other)
}

/// Set-up ends: turn 1 begins with the First Player's movement (`naw:4.0`, `naw:13.31`).
pub fn judge_begin(s: &mut Scratch<'_>) -> Judged {
    if s.state.phase != Phase::SetUp {
        return Err(wrong_phase("naw:3.0", "the battle has begun", "Go on with the phase").into());
    }
    let phasing = s.state.game.scenario.first;
    s.emit(Event::MovementBegan { phasing });
    Ok(())
}

/// Movement ends (`naw:4.1.A`): combat begins, or at night the other side's turn (`naw:10.0`).
///
/// No two units may share a hex (`naw:5.32`).
pub fn judge_end_movement(s: &mut Scratch<'_>) -> Judged {
    check_end_movement(&s.state)?;
    if s.state.is_night() {
        s.note(Note::new("naw:10.0", "Night: there is no combat phase"));
        next_player_turn(s);
        return Ok(());
    }
    s.emit(Event::CombatBegan);
    combat::open(s);
    Ok(())
}

fn check_end_movement(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Phase::Movement => {}
        Phase::SetUp => {
            return Err(wrong_phase("naw:4.1.A", "turn 1 has not begun", "Begin the battle first"));
        }
        Phase::Combat(_) | Phase::Over(_) => {
            return Err(wrong_phase("naw:4.1.A", "movement has ended", "Go on with the combats"));
        }
    }
    let stacks = movement::stacks_to_clear(state);
    if !stacks.is_empty() {
        let words: Vec<String> = stacks.iter().map(|(_, units)| state.say_all(units)).collect();
        let fact = format!("units share a hex: {}", words.join("; "));
        let remedy = "Move one of them away, or take back the last move that made them share it";
        let hexes = stacks.iter().map(|(hex, _)| *hex);
        Refusal::new(Code::Stacked, "naw:5.32", fact, remedy).at(hexes).unless(&state.overruled)?;
    }
    if state.game.options.reinforcement_delay == ReinforcementDelay::OnlyWhenBlocked {
        let held = movement::could_enter(state);
        if !held.is_empty() {
            let fact = format!("{} may not be held back", state.say_all(&held));
            Refusal::new(Code::MustEnter, "naw:14.0", fact, "Bring them on").unless(&state.overruled)?;
        }
    }
    Ok(())
}

/// The phase returns to movement (`naw:5.14`).
///
/// Ruling: possible until the first die is rolled or the counterattack is announced (option `reopen-movement`). Units that have
/// moved may not move again.
pub fn judge_reopen(s: &mut Scratch<'_>) -> Judged {
    check_reopen(&s.state)?;
    if matches!(&s.state.phase, Phase::Combat(phase) if phase.fight.is_some()) {
        combat::fight::waive(s);
        s.note(Note::new("naw:5.14", "The combats that follow are those of a new phase, whoever has fought"));
    }
    s.emit(Event::Reopened);
    Ok(())
}

fn check_reopen(state: &State) -> Result<(), Refusal> {
    let Phase::Combat(phase) = &state.phase else {
        return Err(wrong_phase("naw:4.1.B", "movement has not ended", "Go on with it"));
    };
    let begun = |fact: &str| {
        Refusal::new(Code::CombatBegun, "naw:5.14", fact, "Go on with the combats, or end the phase")
            .unless(&state.overruled)
    };
    if phase.begun {
        begun("combat has begun, and that ends movement for good")?;
    }
    match state.game.options.reopen_movement {
        ReopenMovement::UntilFirstDie => Ok(()),
        ReopenMovement::Never => begun("movement that was ended stays ended in this game"),
    }
}

/// The French announce their counterattack (`naw:15.2`): their attack strengths are doubled in this combat phase and in those
/// of the next two turns.
///
/// Ruling: once per game, before any die of the phase; phases without combat count; the end of the game cuts it short.
pub fn judge_counterattack(s: &mut Scratch<'_>) -> Judged {
    check_counterattack(&s.state)?;
    let turn = s.state.turn;
    let last = turn.saturating_add(2).min(s.state.game.scenario.turns);
    s.note(Note::new("naw:15.2", format!("French strengths double in attack on turns {turn} to {last}")));
    s.emit(Event::Counterattack { turn });
    Ok(())
}

fn check_counterattack(state: &State) -> Result<(), Refusal> {
    let Some(french) = state.game.french() else {
        let fact = "there is no counterattack in this battle";
        return Err(Refusal::new(Code::NotOwed, "naw:15.2", fact, "Go on without it"));
    };
    if state.phasing != french {
        let remedy = "Announce it in the French combat phase";
        return Err(Refusal::new(Code::NotPhasing, "naw:4.1.A", "it is not the French turn", remedy));
    }
    let Phase::Combat(phase) = &state.phase else {
        let remedy = "End movement first";
        return Err(wrong_phase("naw:4.1.B", "the counterattack is announced as combat begins", remedy));
    };
    let refuse = |code, fact: String, remedy: &str| {
        Refusal::new(code, "naw:15.2", fact, remedy).unless(&state.overruled)
    };
    if let Some(turn) = state.counterattack {
        let fact = format!("the counterattack was announced on turn {turn}, and there is but one");
        refuse(Code::AlreadyUsed, fact, "Go on without it")?;
    }
    if state.turn < COUNTERATTACK_FROM {
        let fact = format!("it is turn {}", state.turn);
        refuse(Code::TooEarly, fact, "Announce it on turn 9 or later")?;
    }
    if phase.begun {
        let fact = "a combat of this phase has been rolled".to_owned();
        refuse(Code::TooLate, fact, "Announce it at the start of a later combat phase")?;
    }
    Ok(())
}

/// The combat phase ends, if no duty is left open (`naw:4.1.B`).
pub fn judge_end_combat(s: &mut Scratch<'_>) -> Judged {
    if !matches!(s.state.phase, Phase::Combat(_)) {
        return Err(wrong_phase("naw:4.1.B", "this is not a combat phase", "End movement first").into());
    }
    combat::may_close(&s.state)?;
    combat::fight::waive(s);
    next_player_turn(s);
    Ok(())
}

/// Goes on to the other side's movement; after both sides, the marker advances (`naw:4.1.2`, `naw:4.1.3`); after the last turn
/// the battle ends (`naw:16.0`).
fn next_player_turn(s: &mut Scratch<'_>) {
    let game = Arc::clone(&s.state.game);
    let first = game.scenario.first;
    if s.state.phasing == first {
        s.emit(Event::MovementBegan { phasing: first.enemy() });
        return;
    }
    if s.state.turn >= game.scenario.turns {
        end_battle(s);
        return;
    }
    let turn = s.state.turn + 1;
    s.emit(Event::TurnBegan { turn });
    s.emit(Event::MovementBegan { phasing: first });
}

/// Determines the winner (`naw:16.0`).
fn end_battle(s: &mut Scratch<'_>) {
    let (outcome, clause) = victory::outcome(&s.state);
    s.note(Note::new(clause, outcome.because.clone()));
    s.emit(Event::Ended(outcome));
}

/// After a fiat in a battle that is over: determines the winner again, in case it has changed.
pub fn end_again(s: &mut Scratch<'_>) {
    if let Phase::Over(was) = &s.state.phase
        && victory::outcome(&s.state).0 != *was
    {
        end_battle(s);
    }
}

/// The order that ends the phase, whether or not it may be given yet. `None` while a combat has to be continued.
pub fn ending(state: &State) -> Option<(Order, &'static str)> {
    match &state.phase {
        Phase::Movement => Some((Order::EndMovement, "End movement")),
        Phase::Combat(phase) if phase.under_way().is_none_or(|fight| !fight.step.is_compulsory()) => {
            Some((Order::EndCombat, "End the combat phase"))
        }
        Phase::SetUp | Phase::Combat(_) | Phase::Over(_) => None,
    }
}

/// The decision to be made, and who makes it.
///
/// Ruling: orders that need the other side's consent (`naw:5.17`) and the referee's overrides are never offered.
pub fn due(state: &State) -> Due<Order> {
    match &state.phase {
        Phase::SetUp => due_set_up(state),
        Phase::Movement => due_movement(state),
        Phase::Combat(phase) => due_combat(state, phase),
        Phase::Over(outcome) => {
            let prompt = match outcome.winner {
                Some(winner) => format!("The battle is over: {} victory", state.game.side_name(winner)),
                None => "The battle is over: a draw".to_owned(),
            };
            Due { side: None, clause: "naw:16.0", prompt, offers: Vec::new() }
        }
    }
}

fn due_set_up(state: &State) -> Due<Order> {
    let mut offers = vec![offer(Order::Begin, "begin", "begin turn 1")];
    for one in state.game.units() {
        for other in state.game.units().skip(one.index() + 1) {
            if may_change(state, one, other).is_ok() {
                let words = format!("{} changes places with {}", state.say(one), state.say(other));
                offers.push(offer(Order::Interchange { one, other }, "interchange", words));
            }
        }
    }
    let prompt =
        "Set-up: put a unit on one of equal strength, movement and type to change their places, or begin";
    let prompt = if offers.len() > 1 { prompt } else { "Set-up: begin the battle" };
    Due { side: None, clause: "naw:3.0", prompt: prompt.to_owned(), offers }
}

fn due_movement(state: &State) -> Due<Order> {
    let mut offers = movement::offers(state);
    let has = |kind: &str, offers: &[Offer<Order>]| offers.iter().any(|offer| offer.kind == kind);
    let mut what = Vec::new();
    if has("move", &offers) {
        what.push("move units");
    }
    if has("enter", &offers) {
        what.push("bring reinforcements on");
    }
    if has("take-back", &offers) {
        what.push("take back a move");
    }
    if check_end_movement(state).is_ok() {
        offers.push(offer(Order::EndMovement, "end-movement", "end movement"));
        what.push("end movement");
    }
    let night = if state.is_night() { " by night" } else { "" };
    let prompt = format!("{} movement{night}: {}", state.game.side_name(state.phasing), to_do(&what));
    Due { side: Some(state.phasing), clause: "naw:4.1.A", prompt, offers }
}

/// The combats' own offers, and where none is under way what the phase offers besides.
fn due_combat(state: &State, phase: &combat::phase::CombatPhase) -> Due<Order> {
    let mut due = combat::offers::due(state, phase);
    if phase.under_way().is_some() {
        return due;
    }
    if check_counterattack(state).is_ok() {
        due.offers.push(offer(Order::Counterattack, "counterattack", "announce the counterattack"));
    }
    if check_reopen(state).is_ok() {
        due.offers.push(offer(Order::Reopen, "reopen", "take movement up again"));
    }
    if combat::may_close(state).is_ok() {
        due.offers.push(offer(Order::EndCombat, "end-combat", "end the combat phase"));
    }
    due
}

/// How the sides stand: each side's remaining strength, including units still to arrive; points are the enemy's losses as
/// printed (`naw:16.0`).
pub fn standing(state: &State) -> Standing {
    let mut standing = Standing { turn: state.turn, ..Standing::default() };
    for id in state.game.units() {
        let unit = state.unit(id);
        if unit.place != Place::Eliminated {
            standing.strength[state.side(id).index()] += u32::from(unit.strength);
        }
    }
    let lost = victory::lost(state).map(|points| i32::try_from(points).unwrap_or(i32::MAX));
    standing.points = [lost[1], lost[0]];
    standing
}
