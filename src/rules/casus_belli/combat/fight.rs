//! One combat from the die to the last advance, and all automatic steps (`cb:7c1` to `cb:7D`, `cb:8a1`, `cb:9d`, `cb:9f`,
//! `cb:11d`).
//!
//! Units: strength points, hexes.

use crate::event::{Event, LeaderLoss};
use crate::order::Assault;
use crate::refusal::{Code, Refusal};
use crate::roster::{LeaderId, UnitId};
use crate::scratch::{Judged, Scratch};
use crate::state::{Phase, Place, State};
use crate::upkeep;
use dice::Throw;
use game::Overruled;
use game::working::Note;
use scenario::Side;

use super::event::{CombatEvent, Loss};
use super::owed::{check_finished, withdraw_first};
use super::phase::{CombatPhase, Fight, Step};
use super::strength::{Prospect, Reckoning, bonus, reckon};
use super::table::{Column, CombatResult, DIE, ratio, result};
use super::{admit, advance, back};
use game::hex_combats::Formed;

pub(super) fn emit(s: &mut Scratch<'_>, event: CombatEvent) {
    s.emit(Event::Combat(event));
}

/// The combat phase, or the refusal of an order that belongs to it.
pub fn running<'s>(state: &'s State, clause: &'static str) -> Result<&'s CombatPhase, Refusal> {
    state.combat().ok_or_else(|| {
        let (clause, remedy) = match state.phase {
            Phase::Movement(_) => ("cb:3g", "End movement first"),
            Phase::SetUp | Phase::Command | Phase::Reorganisation(_) | Phase::Combat(_) | Phase::Over(_) => {
                (clause, "Go on with the phase that it is")
            }
        };
        Refusal::new(Code::WrongPhase, clause, "this is not the combat phase", remedy)
    })
}

/// Fights a combat: throws the die, and makes all steps without a choice (`cb:7c1`).
pub fn judge_attack(s: &mut Scratch<'_>, assault: &Assault) -> Judged {
    let phase = running(&s.state, "cb:2D")?.clone();
    // If the attack is wrong because of an unfinished step, that step is named.
    check_finished(&s.state, &phase)?;
    if let Some(units) = &phase.withdrawing {
        return Err(withdraw_first(&s.state, units).into());
    }
    let formed = admit::admit(&s.state, &phase, assault)?;
    waive(s);
    close_fight(s)?;
    if has_lost_commander(&s.state) {
        // The risk of the last combat has ended the battle (`cb:14a`).
        return Ok(());
    }
    let reckoning = reckon(&s.state, &formed);
    note_reckoning(s, &formed, &reckoning);
    let (column, face, result) = throw(s, assault, &formed, &reckoning)?;
    let lowered = assault.lowered.filter(|lowered| Some(*lowered) != reckoning.column() && column.is_some());
    let mut leaders = assault.leaders.clone();
    leaders.sort_unstable();
    leaders.retain(|_| face.is_some());
    let assault = Assault { by: formed.used().to_vec(), on: formed.defenders.clone(), lowered, leaders };
    let Reckoning { attack, defence, dead, .. } = reckoning;
    let contact = formed.contact;
    emit(s, CombatEvent::Fought { assault, contact, attack, defence, column, face, result });
    for unit in dead {
        back::lose(s, unit, Loss::Woods);
    }
    let step = upshot(&s.state);
    emit(s, CombatEvent::Came { step });
    go_on(s)
}

/// The die with the leaders' bonuses, and the result (`cb:7c3`, `cb:11b`).
fn throw(
    s: &mut Scratch<'_>,
    assault: &Assault,
    formed: &Formed,
    reckoning: &Reckoning,
) -> Judged<(Option<Column>, Option<u8>, Option<CombatResult>)> {
    let column = match (reckoning.prospect, reckoning.column_used(assault.lowered)) {
        (Prospect::Die(_), Some(column)) => column,
        (Prospect::Hopeless, _) => {
            let text = "below 1:3: the attackers rout without a die";
            s.note(Note::new("cb:7c2", text));
            return Ok((None, None, Some(CombatResult::Ar)));
        }
        (Prospect::NobodyLeft | Prospect::Die(_), _) => {
            s.note(Note::new("cb:9f", "nobody is left to fight: no die"));
            return Ok((None, None, None));
        }
    };
    if Some(column) != reckoning.column() {
        s.note(Note::new("cb:7c3", format!("the attacker takes {column} instead")));
    }
    let added = assault.leaders.iter().fold(0_u8, |sum, leader| sum.saturating_add(bonus(&s.state, *leader)));
    for leader in &assault.leaders {
        let name = &s.state.game.leader(*leader).name;
        s.note(Note::new("cb:11b", format!("{name} adds {}", bonus(&s.state, *leader))));
    }
    let by = u8::try_from(s.state.phasing.index()).ok();
    let why = format!("combat at {column} against {}", s.state.say_all(&formed.defenders));
    let answer = s.throw(Throw::sum(1, u16::from(DIE), by, "cb:7c1", why))?;
    let face = u8::try_from(answer.value).unwrap_or_default();
    let Some(result) = result(column, face, added) else {
        let fact = format!("{face} is not on the combat table");
        return Err(Refusal::new(Code::BadOrder, "cb:7c3", fact, "Throw one die of six").into());
    };
    let sum = if added == 0 { String::new() } else { format!(" + {added}") };
    let words = result.words(formed.contact.is_empty());
    s.note(Note::new("cb:crt", format!("rolled {face}{sum} at {column}: {result}, {words}")));
    Ok((Some(column), Some(face), Some(result)))
}

/// The shift of the column by the three arms, in words (`cb:7E`).
pub fn say_combined(plain: Column, column: Column) -> String {
    match plain == column {
        true => format!("the three arms together: {plain} stays, there is no column to its right"),
        false => format!("the three arms together, one column to the right: {column}"),
    }
}

fn note_reckoning(s: &mut Scratch<'_>, formed: &Formed, reckoning: &Reckoning) {
    let who = format!(
        "{} against {}",
        s.state.say_all(&formed.used().to_vec()),
        s.state.say_all(&formed.defenders)
    );
    let (attack, defence) = (reckoning.attack, reckoning.defence);
    let plain = ratio(attack, defence, &s.state.game.options).column();
    let sum = match plain.filter(|_| reckoning.column().is_some()) {
        Some(plain) => format!("{attack} to {defence} is {plain}"),
        None => format!("{attack} to {defence}"),
    };
    let modifiers = reckoning.modifiers(&s.state);
    s.note(Note::new("cb:7c2", format!("{who}: {sum}")).modified(modifiers));
    if let (Some(plain), Some(column), true) = (plain, reckoning.column(), reckoning.combined) {
        s.note(Note::new("cb:7E", say_combined(plain, column)));
    }
    if !formed.ranged.is_empty() {
        let text = format!("untouched by what befalls the attackers: {}", s.state.say_all(&formed.ranged));
        s.note(Note::new("cb:9d", text));
    }
}

/// The next step of the combat that has just been fought (`cb:7D`, `cb:9d`).
fn upshot(state: &State) -> Step {
    let Some(fight) = state.combat().and_then(|phase| phase.fight.as_ref()) else { return Step::Done };
    let here = |unit: &UnitId| state.hex(*unit).is_some();
    match fight.beats_attackers() {
        Some(true) => Step::Retreats { left: fight.contact.clone(), may: fight.ranged().collect() },
        Some(false) => {
            let left = fight.defenders.iter().copied().filter(here).collect();
            Step::Retreats { left, may: Vec::new() }
        }
        None => Step::Advances { open: fight.vacated.keys().copied().collect() },
    }
}

/// Those who are on their way back, or still have to go, stay where they are: the referee lets it stand.
pub(super) fn waive(s: &mut Scratch<'_>) {
    let Some(phase) = s.state.combat().cloned() else { return };
    let retreats = match phase.fight.map(|fight| fight.step) {
        Some(Step::Retreats { left, .. }) => left,
        Some(Step::Advances { .. } | Step::Done) | None => Vec::new(),
    };
    let mut units: Vec<UnitId> =
        retreats.into_iter().chain(phase.withdrawing.into_iter().flatten()).collect();
    units.extend(phase.retreating.map(|retreating| retreating.unit));
    units.sort_unstable();
    units.dedup();
    if units.is_empty() {
        return;
    }
    s.note(Note::new("cb:8a1", format!("no way back, where they stand: {}", s.state.say_all(&units))));
    for unit in units {
        emit(s, CombatEvent::Halted { unit });
    }
}

/// Goes on until somebody has a choice or a decision is pending, or nothing is under way any more. The loss of the French
/// commander ends the battle at once (`cb:14a`).
pub fn go_on(s: &mut Scratch<'_>) -> Judged {
    // What follows from an order that stands is judged by the rules.
    s.state.overruled = Overruled::default();
    while s.state.pending.is_empty() && !has_lost_commander(&s.state) {
        let Some(phase) = s.state.combat().cloned() else { return Ok(()) };
        let goes_on = if let Some(retreating) = &phase.retreating {
            let forced = back::forced(&s.state, &phase, retreating);
            match forced.filter(|forced| !back::has_more_to_say(&s.state, retreating, *forced)) {
                Some(forced) => {
                    back::do_forced(s, retreating.unit, forced)?;
                    true
                }
                None => false,
            }
        } else if let Some(units) = &phase.withdrawing {
            if units.is_empty() {
                upkeep::begin_reorganisation(s);
                return Ok(());
            }
            set_out_alone(s, &phase, units)?
        } else if let Some(fight) = &phase.fight {
            fight_on(s, &phase, fight)?
        } else {
            false
        };
        if !goes_on {
            return Ok(());
        }
    }
    Ok(())
}

/// Starts the retreat of the only unit that must retreat if its owner has no choice; returns whether it did.
fn set_out_alone(s: &mut Scratch<'_>, phase: &CombatPhase, units: &[UnitId]) -> Judged<bool> {
    let [only] = units else { return Ok(false) };
    let Some(retreating) = back::setting_out(&s.state, phase, *only) else {
        // It is gone already.
        emit(s, CombatEvent::Halted { unit: *only });
        return Ok(true);
    };
    let Some(forced) = back::forced(&s.state, phase, &retreating) else { return Ok(false) };
    if back::has_more_to_say(&s.state, &retreating, forced) {
        return Ok(false);
    }
    emit(s, CombatEvent::TurnedBack { retreating });
    back::do_forced(s, *only, forced)?;
    Ok(true)
}

fn fight_on(s: &mut Scratch<'_>, phase: &CombatPhase, fight: &Fight) -> Judged<bool> {
    match &fight.step {
        Step::Retreats { left, may } => match (left.as_slice(), may.as_slice()) {
            ([], []) => {
                let open = fight.vacated.keys().copied().collect();
                emit(s, CombatEvent::Came { step: Step::Advances { open } });
                Ok(true)
            }
            ([], guns) => Ok(drop_the_stuck(s, phase, guns)),
            ([_], []) => set_out_alone(s, phase, left),
            (_, _) => Ok(false),
        },
        Step::Advances { .. } => {
            if !advance::advances(&s.state, phase, fight).is_empty() {
                return Ok(false);
            }
            close_fight(s)?;
            Ok(true)
        }
        Step::Done => Ok(false),
    }
}

/// Drops ranged guns without a choice, displaced or with no hex to retreat to (`cb:9d`); returns whether there were any.
fn drop_the_stuck(s: &mut Scratch<'_>, phase: &CombatPhase, guns: &[UnitId]) -> bool {
    let may: Vec<UnitId> = guns.iter().copied().filter(|gun| may_go_back(&s.state, phase, *gun)).collect();
    if may.len() == guns.len() {
        return false;
    }
    emit(s, CombatEvent::Came { step: Step::Retreats { left: Vec::new(), may } });
    true
}

/// May the ranged battery retreat voluntarily, as things stand?
pub fn may_go_back(state: &State, phase: &CombatPhase, gun: UnitId) -> bool {
    let retreating = back::setting_out(state, phase, gun).filter(|_| !phase.spent.contains(&gun));
    let on_field = retreating.and_then(|retreating| back::on_field(state, phase, &retreating));
    on_field.is_some_and(|(field, walker)| field.choices(&walker).has_hex())
}

/// The combat is over: leaders who gave their bonus are at risk (`cb:11d`). Advances not taken lapse.
pub(super) fn close_fight(s: &mut Scratch<'_>) -> Judged {
    let fight = s.state.combat().and_then(|phase| phase.fight.clone()).filter(|fight| !fight.step.is_over());
    let Some(fight) = fight else { return Ok(()) };
    emit(s, CombatEvent::Came { step: Step::Done });
    for leader in fight.leaders {
        risk(s, leader)?;
    }
    Ok(())
}

fn risk(s: &mut Scratch<'_>, leader: LeaderId) -> Judged {
    if s.state.leader(leader).place == Place::Eliminated {
        return Ok(());
    }
    let name = s.state.game.leader(leader).name.clone();
    let by = u8::try_from(s.state.phasing.index()).ok();
    let why = format!("the risk of {name}: killed on a 6");
    let answer = s.throw(Throw::sum(1, u16::from(DIE), by, "cb:11d", why))?;
    let face = u8::try_from(answer.value).unwrap_or_default();
    if face == DIE {
        s.note(Note::new("cb:11d", format!("rolled {face}: {name} is killed")));
        s.emit(Event::LeaderLost { leader, cause: LeaderLoss::Killed, face: Some(face) });
    } else {
        s.note(Note::new("cb:11d", format!("rolled {face}: {name} is unhurt")));
        emit(s, CombatEvent::Unhurt { leader, face });
    }
    Ok(())
}

/// Has the order being judged lost the French commander (`cb:14a`)? Then his post is vacant, and the battle over.
pub(super) fn has_lost_commander(state: &State) -> bool {
    Side::BOTH.into_iter().filter(|side| state.game.is_french(*side)).any(|side| {
        let first = state.game.army_leader[side.index()];
        let commander = state.armies[side.index()].commander.filter(|leader| first == Some(*leader));
        commander.is_some_and(|leader| state.leader(leader).place == Place::Eliminated)
    })
}

/// Declines a voluntary retreat of guns, an advance, or a second hex of a withdrawal (`cb:9d`, `cb:8B`, `cb:10e`).
pub fn judge_decline(s: &mut Scratch<'_>) -> Judged {
    let phase = running(&s.state, "cb:8B")?.clone();
    let overruled = s.state.overruled.clone();
    let refuse = |clause, fact: &str, remedy: &str| Refusal::new(Code::NotOwed, clause, fact, remedy);
    if let Some(retreating) = &phase.retreating {
        let must = back::on_field(&s.state, &phase, retreating).is_none_or(|(_, walker)| walker.must);
        if must {
            let clause = if retreating.may_stop { "cb:10e" } else { "cb:7D" };
            refuse(clause, "it has to go on", "Say where it goes").unless(&overruled)?;
        }
        emit(s, CombatEvent::Halted { unit: retreating.unit });
        return go_on(s);
    }
    if phase.withdrawing.is_some() {
        refuse("cb:10e", "those out of command have to withdraw", "Withdraw them by a hex at least")
            .unless(&overruled)?;
        waive(s);
        return go_on(s);
    }
    match phase.fight.as_ref().map(|fight| fight.step.clone()) {
        Some(Step::Retreats { left, may }) if !may.is_empty() => {
            emit(s, CombatEvent::Stood);
            emit(s, CombatEvent::Came { step: Step::Retreats { left, may: Vec::new() } });
            go_on(s)
        }
        Some(Step::Advances { .. }) => {
            emit(s, CombatEvent::Held);
            close_fight(s)?;
            go_on(s)
        }
        Some(Step::Retreats { .. }) => {
            refuse("cb:8a1", "those who are beaten have to go back", "Retreat them").unless(&overruled)?;
            waive(s);
            go_on(s)
        }
        Some(Step::Done) | None => {
            Err(refuse("cb:7c4", "there is nothing to decline", "Go on with what is due").into())
        }
    }
}
