//! One combat, from the die to the last advance (`naw:7.6` to `naw:7.82`, `naw:8.14`, `naw:8.15`).
//!
//! Ruling: where there is no choice, the step is taken at once: the only possible retreat, the only possible set of losses.
//! Where there is one, the player is asked. Units: strength points, hexes.

use std::collections::BTreeMap;

use crate::options::{Edition, ExchangeExcess};
use crate::scratch::{Judged, Scratch};
use crate::state::{Phase, running};
use crate::zones::in_contact;
use crate::{Assault, Code, Event, Refusal, State, UnitId};
use dice::Throw;
use game::working::Note;
use hexes::Hex;
use scenario::Side;

use super::admit;
use super::advance::{advances, check_defenders_advance};
use super::event::{CombatEvent, Loss};
use super::phase::{Fight, Retreats, Step};
use super::retreat::{self, RetreatField, is_passable};
use super::strength::{Reckoning, reckon};
use super::table::{Column, CombatResult, DIE, result};
use game::hex_combats::Formed;
use scenario::UnitSet;

fn emit(s: &mut Scratch<'_>, event: CombatEvent) {
    s.emit(Event::Combat(event));
}

fn fight_of(state: &State) -> Option<&Fight> {
    match &state.phase {
        Phase::Combat(phase) => phase.fight.as_deref(),
        Phase::SetUp | Phase::Movement | Phase::Over(_) => None,
    }
}

/// A combat's points in words: `13 to 4`.
fn points(attack: u32, defence: u32) -> String {
    format!("{attack} to {defence}")
}

/// Fights one combat: the die is rolled, and the steps that leave no choice follow at once (`naw:7.0`).
pub fn attack(s: &mut Scratch<'_>, assault: &Assault) -> Judged {
    let phase = running(&s.state)?.clone();
    if let Some(fight) = &phase.fight {
        if fight.step.is_compulsory() {
            super::owed::check_finished(&s.state, fight)?;
            waive(s);
        } else if !fight.step.is_over() {
            // Once the next die is rolled, an advance that was not ordered is forfeited (`naw:7.74`).
            admit::admit(&s.state, &phase, assault)?;
            check_defenders_advance(&s.state, fight)?;
            emit(s, CombatEvent::Came { step: Step::Done { advanced: None } });
        }
    }
    let formed = admit::admit(&s.state, &phase, assault)?;
    let reckoning = reckon(&s.state, &formed);
    let column = reckoning.column_used(assault.lowered);
    note_odds(s, &formed, &reckoning, column);
    let by = u8::try_from(s.state.phasing.index()).ok();
    let against = s.state.say_all(&formed.defenders);
    let answer = s.throw(Throw::sum(
        1,
        u16::from(DIE),
        by,
        "naw:7.6",
        format!("combat at {column} against {against}"),
    ))?;
    let face = u8::try_from(answer.value).unwrap_or_default();
    let Some(result) = result(column, face) else {
        let fact = format!("{face} is not on the combat table");
        return Err(Refusal::new(Code::BadOrder, "naw:7.6", fact, "Throw one die of six").into());
    };
    s.note(Note::new("naw:7.6", format!("rolled {face} at {column}: {result}, {}", result.words())));
    let mut attackers: Vec<UnitId> = formed.attackers().collect();
    attackers.sort_unstable();
    emit(
        s,
        CombatEvent::Fought {
            assault: Assault {
                attackers,
                defenders: formed.defenders.clone(),
                lowered: assault.lowered.filter(|lowered| *lowered != reckoning.column),
            },
            contact: formed.contact.clone(),
            attack: reckoning.attack,
            defence: reckoning.defence,
            computed: reckoning.column,
            column,
            face,
            result,
        },
    );
    let Upshot { lost, cause, step } = upshot(&s.state, &formed, result);
    lose_all(s, &lost, cause);
    emit(s, CombatEvent::Came { step });
    settle(s);
    Ok(())
}

/// What a result does at once, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upshot {
    pub lost: Vec<UnitId>,
    pub cause: Loss,
    pub step: Step,
}

/// What this combat result does at once, and what follows (`naw:7.6`). Used both for the actual die and for the odds.
pub fn upshot(state: &State, formed: &Formed, result: CombatResult) -> Upshot {
    let (contact, defenders) = (&formed.contact, &formed.defenders);
    let removes = |lost: &[UnitId], cause, step| Upshot { lost: lost.to_vec(), cause, step };
    match result {
        CombatResult::Ae => removes(contact, Loss::Result, Step::Advance),
        CombatResult::De => removes(defenders, Loss::Result, Step::Advance),
        CombatResult::Ex => removes(defenders, Loss::Exchange, Step::Exchange),
        CombatResult::Dr => {
            removes(&[], Loss::Result, Step::Retreats { left: defenders.clone(), may: Vec::new() })
        }
        CombatResult::Ar => {
            let may = state.game.options.bombarder_may_retreat();
            let may = if may { formed.ranged.clone() } else { Vec::new() };
            removes(&[], Loss::Result, Step::Retreats { left: contact.clone(), may })
        }
    }
}

fn note_odds(s: &mut Scratch<'_>, formed: &Formed, reckoning: &Reckoning, column: Column) {
    let sum = points(reckoning.attack, reckoning.defence);
    let who = format!(
        "{} against {}",
        s.state.say_all(&formed.attackers().collect::<Vec<_>>()),
        s.state.say_all(&formed.defenders)
    );
    let text = format!("{who}: {sum} is {}", reckoning.column);
    s.note(Note::new("naw:7.0", text).modified(reckoning.modifiers.clone()));
    if column != reckoning.column {
        let turns = if column < reckoning.column { "lowers" } else { "raises" };
        s.note(Note::new("naw:7.9", format!("the attacker {turns} the odds to {column}")));
    }
    let apart = |unit: &&UnitId| !formed.defenders.iter().any(|e| in_contact(&s.state, **unit).contains(e));
    let apart: Vec<UnitId> = formed.contact.iter().filter(apart).copied().collect();
    if !apart.is_empty() {
        let text = format!("without contact no hexside counts: {}", s.state.say_all(&apart));
        s.note(Note::new("naw:9.0", text));
    }
    if !formed.ranged.is_empty() {
        let guns = s.state.say_all(&formed.ranged);
        s.note(Note::new("naw:8.14", format!("bombarding, untouched by any result: {guns}")));
    }
}

fn lose_all(s: &mut Scratch<'_>, units: &[UnitId], cause: Loss) {
    for &unit in units {
        emit(s, CombatEvent::Lost { unit, cause });
    }
}

/// Losses or retreats that the referee lets nobody make are not owed any more.
pub fn waive(s: &mut Scratch<'_>) {
    let Some(fight) = fight_of(&s.state).cloned() else { return };
    let (clause, text) = match &fight.step {
        Step::Exchange => ("naw:7.6-ex", "the attacker loses nothing in the exchange".to_owned()),
        Step::Retreats { left, .. } if !left.is_empty() => {
            ("naw:7.71", format!("no retreat, where they stand: {}", s.state.say_all(left)))
        }
        Step::Retreats { .. } | Step::Advance | Step::Done { .. } => return,
    };
    s.note(Note::new(clause, text));
    emit(s, CombatEvent::Came { step: Step::Done { advanced: None } });
}

/// Continues until there is a choice to make, or the combat is over.
fn settle(s: &mut Scratch<'_>) {
    while let Some(fight) = fight_of(&s.state).cloned() {
        match &fight.step {
            Step::Exchange => {
                let sets = exchanges(&s.state, &fight);
                let [only] = sets.as_slice() else { return };
                lose_all(s, only, Loss::Exchange);
                emit(s, CombatEvent::Came { step: Step::Advance });
            }
            Step::Retreats { left, may } => {
                // Two options are enough to show that there is a choice.
                let options = retreats_up_to(&s.state, &fight, 2);
                match (left.as_slice(), may.as_slice(), options.ways.as_slice()) {
                    ([], _, []) => emit(s, CombatEvent::Came { step: Step::Advance }),
                    ([only], [], [(_, way)]) if options.more.is_empty() => go(s, *only, way.clone()),
                    _ => return,
                }
            }
            Step::Advance => {
                if !advances(&s.state, &fight).is_empty() {
                    return;
                }
                emit(s, CombatEvent::Came { step: Step::Done { advanced: None } });
            }
            Step::Done { .. } => return,
        }
    }
}

/// The sets of units that the attacker may lose in an exchange, each sorted, cheapest first.
///
/// Clause: `naw:7.6-ex`. Terrain and counterattack do not count. Ruling: bombarding units are exempt; if the attackers in
/// contact total too little, all of them are lost; the set must be minimal (option `exchange-excess`).
pub fn exchanges(state: &State, fight: &Fight) -> Vec<Vec<UnitId>> {
    exchange_sets(state, &fight.contact, &fight.defenders)
}

/// Like [`exchanges`], for a combat that has not been fought yet.
pub fn exchange_sets(state: &State, contact: &[UnitId], defenders: &[UnitId]) -> Vec<Vec<UnitId>> {
    let printed = |unit: &UnitId| u32::from(state.unit(*unit).strength);
    let owed: u32 = defenders.iter().map(printed).sum();
    let total: u32 = contact.iter().map(printed).sum();
    if total <= owed {
        return vec![contact.to_vec()];
    }
    let sum = |set: UnitSet| set.iter().map(|unit| printed(&unit)).sum::<u32>();
    let minimal = state.game.options.exchange_excess == ExchangeExcess::Minimal;
    let all: UnitSet = contact.iter().collect();
    let mut sets: Vec<UnitSet> = all
        .subsets()
        .filter(|set| {
            let lost = sum(*set);
            lost >= owed && !(minimal && set.iter().any(|unit| lost - printed(&unit) >= owed))
        })
        .collect();
    sets.sort_by_key(|set| (sum(*set), set.len(), *set));
    sets.into_iter().map(UnitSet::to_vec).collect()
}

/// The units that the attacker loses in an exchange.
pub fn exchange(s: &mut Scratch<'_>, lost: &[UnitId]) -> Judged {
    let fight =
        waiting(&s.state, |step| matches!(step, Step::Exchange), "naw:7.6-ex", "no exchange is open")?;
    let mut lost = lost.to_vec();
    lost.sort_unstable();
    let sets = exchanges(&s.state, &fight);
    if !sets.contains(&lost) {
        check_exchange(&s.state, &fight, &lost, &sets)?;
    }
    lose_all(s, &lost, Loss::Exchange);
    emit(s, CombatEvent::Came { step: Step::Advance });
    settle(s);
    Ok(())
}

/// Why these losses, which are not among the sets, are refused.
fn check_exchange(
    state: &State,
    fight: &Fight,
    lost: &[UnitId],
    sets: &[Vec<UnitId>],
) -> Result<(), Refusal> {
    let printed =
        |units: &[UnitId]| units.iter().map(|unit| u32::from(state.unit(*unit).strength)).sum::<u32>();
    let owed = printed(&fight.defenders);
    let cheapest = sets.first().map(|set| state.say_all(set)).unwrap_or_default();
    let remedy = format!("Give up {cheapest}, say");
    let refuse = |code, fact: String| Refusal::new(code, "naw:7.6-ex", fact, remedy.clone());
    if lost.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(refuse(Code::BadOrder, "a unit is named twice".into()));
    }
    if let Some(other) = lost.iter().find(|unit| !fight.contact.contains(unit)) {
        let fact = match fight.attackers.contains(other) {
            true => format!("{} bombarded and is exempt", state.say(*other)),
            false => "a unit is named that did not attack".into(),
        };
        let refusal = refuse(Code::WrongUnit, fact);
        if lost.iter().any(|unit| state.side(*unit) != state.phasing || state.hex(*unit).is_none()) {
            return Err(refusal);
        }
        refusal.unless(&state.overruled)?;
    }
    if printed(lost) < owed {
        let fact = format!("{} printed points are owed, {} are offered", owed, printed(lost));
        return refuse(Code::TooLittle, fact).unless(&state.overruled);
    }
    let fact = format!("{owed} printed points are owed: less would do");
    refuse(Code::ExcessLoss, fact).unless(&state.overruled)
}

/// The retreats that may be ordered now: all those into a vacant hex, and the shortest chains of displacements, up to
/// [`retreat::CHAINS`] in all.
pub fn retreats(state: &State, fight: &Fight) -> Retreats {
    retreats_up_to(state, fight, retreat::CHAINS)
}

fn retreats_up_to(state: &State, fight: &Fight, most: usize) -> Retreats {
    let (Step::Retreats { left, may }, Phase::Combat(phase)) = (&fight.step, &state.phase) else {
        return Retreats::default();
    };
    let field = RetreatField::new(state, phase, fight, beaten_side(state, fight));
    let all = || left.iter().chain(may).copied();
    let share = (most / all().filter(|unit| field.must_displace(*unit)).count().max(1)).max(2);
    let mut retreats = Retreats::default();
    for unit in all() {
        let ways = field.ways(unit, share);
        if ways.is_none() && left.contains(&unit) {
            retreats.ways.push((unit, Vec::new()));
        }
        if ways.has_more() {
            retreats.more.push(unit);
        }
        retreats.ways.extend(ways.all().into_iter().map(|way| (unit, way)));
    }
    retreats
}

/// The beaten side.
pub fn beaten_side(state: &State, fight: &Fight) -> Side {
    if fight.attackers_beaten() { state.phasing } else { state.phasing.enemy() }
}

/// Finds the units that another unit's retreat would leave without a retreat.
#[derive(Debug)]
pub struct Dooms<'s> {
    field: RetreatField<'s>,
    /// The units still to retreat that have a path now.
    hopeful: Vec<UnitId>,
    /// Keyed by the retreating unit, the hex it takes and the hex filled last; which units fill the hexes between does not matter.
    known: BTreeMap<(UnitId, Hex, Hex), Vec<UnitId>>,
}

impl<'s> Dooms<'s> {
    /// `None` if no unit retreats.
    pub fn of(state: &'s State, fight: &Fight) -> Option<Self> {
        let (Step::Retreats { left, .. }, Phase::Combat(phase)) = (&fight.step, &state.phase) else {
            return None;
        };
        let field = RetreatField::new(state, phase, fight, beaten_side(state, fight));
        let hopeful = left.iter().copied().filter(|unit| field.has_way(*unit)).collect();
        Some(Self { field, hopeful, known: BTreeMap::new() })
    }

    /// The units still to retreat that have a path now, but would have none after this retreat (`naw:7.71`).
    pub fn by(&mut self, unit: UnitId, way: &[Hex]) -> &[UnitId] {
        let (Some(&first), Some(&last)) = (way.first(), way.last()) else { return &[] };
        let (field, hopeful) = (&mut self.field, &self.hopeful);
        self.known.entry((unit, first, last)).or_insert_with(|| {
            let before = field.go(unit, way);
            let others = hopeful.iter().copied().filter(|other| *other != unit);
            let doomed = others.filter(|other| !field.has_way(*other)).collect();
            field.undo(&before);
            doomed
        })
    }
}

/// A unit retreats, or is lost because it has no path.
pub fn retreat(s: &mut Scratch<'_>, unit: UnitId, way: &[Hex]) -> Judged {
    let phase = running(&s.state)?.clone();
    let Some(fight) = phase.fight.clone() else {
        return Err(not_owed("naw:7.71", "no combat is under way").into());
    };
    check_due(&s.state, &fight, unit)?;
    let field = RetreatField::new(&s.state, &phase, &fight, s.state.side(unit));
    let must = matches!(&fight.step, Step::Retreats { left, .. } if left.contains(&unit));
    if !must && !field.has_way(unit) {
        let fact = format!("{} has no hex to retreat to", s.state.say(unit));
        let refusal = Refusal::new(Code::NotOwed, "naw:8.15", fact, "It stays where it is");
        if way.is_empty() {
            return Err(refusal.into());
        }
        refusal.unless(&s.state.overruled)?;
    }
    if !field.allows(unit, way) {
        field.check(&s.state, unit, way)?;
    }
    drop(field);
    let doomed = Dooms::of(&s.state, &fight).map(|mut dooms| dooms.by(unit, way).to_vec());
    if let Some(doomed) = doomed.filter(|doomed| !doomed.is_empty()) {
        let text = format!("this leaves no way back for {}", s.state.say_all(&doomed));
        s.note(Note::new("naw:7.71", text));
    }
    go(s, unit, way.to_vec());
    settle(s);
    Ok(())
}

/// Is it this unit that retreats now?
fn check_due(state: &State, fight: &Fight, unit: UnitId) -> Result<(), Refusal> {
    let Step::Retreats { left, may } = &fight.step else {
        if is_barred_volunteer(state, fight, unit) {
            return refuse_volunteer(state, fight, unit).unless(&state.overruled);
        }
        return Err(not_owed("naw:7.71", "no retreat is open"));
    };
    if left.contains(&unit) || may.contains(&unit) {
        return Ok(());
    }
    if is_barred_volunteer(state, fight, unit) {
        return refuse_volunteer(state, fight, unit).unless(&state.overruled);
    }
    let refusal = not_owed("naw:7.71", &format!("{} has not to retreat", state.say(unit)));
    if state.hex(unit).is_none() || state.side(unit) != beaten_side(state, fight) {
        return Err(refusal);
    }
    refusal.unless(&state.overruled)
}

/// A bombarding unit that may not retreat of its own will (`naw:8.15`).
fn is_barred_volunteer(state: &State, fight: &Fight, unit: UnitId) -> bool {
    let may_not = fight.result != CombatResult::Ar || !state.game.options.bombarder_may_retreat();
    may_not && fight.bombarders().any(|gun| gun == unit)
}

fn refuse_volunteer(state: &State, fight: &Fight, unit: UnitId) -> Refusal {
    let name = state.say(unit);
    if fight.result == CombatResult::Ar && !state.game.options.bombarder_may_retreat() {
        let fact = match state.game.options.edition {
            Edition::DecisionGames => "in this edition no bombarder retreats",
            Edition::Spi1975 => "retreats of bombarders are switched off",
        };
        return Refusal::new(Code::NotInEdition, "naw:8.15", fact, "Bombarders stay where they are");
    }
    let fact = format!("{name} may retreat of its own will on Ar only, not on {}", fight.result);
    Refusal::new(Code::NotAr, "naw:8.15", fact, "Bombarders stay where they are")
}

fn not_owed(clause: &'static str, fact: &str) -> Refusal {
    Refusal::new(Code::NotOwed, clause, fact, "Go on with what is due")
}

/// The retreat itself, and the steps after it.
fn go(s: &mut Scratch<'_>, unit: UnitId, way: Vec<Hex>) {
    let Some(fight) = fight_of(&s.state).cloned() else { return };
    // A gun that the referee lets retreat may do so in any step.
    let mut step = fight.step.clone();
    if let Step::Retreats { left, may } = &mut step {
        left.retain(|other| *other != unit);
        may.retain(|other| *other != unit);
    }
    if way.is_empty() {
        let text = format!("{} has no hex to retreat to and is eliminated", s.state.say(unit));
        s.note(Note::new("naw:7.72", text));
        emit(s, CombatEvent::Lost { unit, cause: Loss::NoRetreat });
    } else {
        let displaced = match &s.state.phase {
            Phase::Combat(phase) => {
                RetreatField::new(&s.state, phase, &fight, beaten_side(&s.state, &fight)).displaced_on(&way)
            }
            Phase::SetUp | Phase::Movement | Phase::Over(_) => Vec::new(),
        };
        // A displaced gun has retreated already.
        if let Step::Retreats { may, .. } = &mut step {
            may.retain(|other| !displaced.contains(other));
        }
        emit(s, CombatEvent::Retreated { unit, way, displaced });
    }
    emit(s, CombatEvent::Came { step });
}

/// A victorious unit enters a hex vacated in the combat.
pub fn advance(s: &mut Scratch<'_>, unit: UnitId, to: Hex) -> Judged {
    let phase = running(&s.state)?;
    let Some(fight) = phase.fight.clone() else {
        return Err(not_owed("naw:7.74", "no combat has been fought").into());
    };
    if !advances_open(&fight) || !advances(&s.state, &fight).contains(&(unit, to)) {
        let has_fought = phase.fought.contains(&unit) || phase.attacked.contains(&unit);
        check_advance(&s.state, &fight, unit, to, has_fought)?;
    }
    emit(s, CombatEvent::Advanced { unit, to });
    if fight.step.is_compulsory() {
        s.note(Note::new("naw:7.74", "losses and retreats stay owed, and an advance after them"));
        return Ok(());
    }
    emit(s, CombatEvent::Came { step: Step::Done { advanced: Some(unit) } });
    Ok(())
}

const fn advances_open(fight: &Fight) -> bool {
    matches!(fight.step, Step::Advance)
}

/// Why this advance is refused, which is none of those that may be ordered now.
fn check_advance(
    state: &State,
    fight: &Fight,
    unit: UnitId,
    to: Hex,
    has_fought: bool,
) -> Result<(), Refusal> {
    let name = state.say(unit);
    let refuse = |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy).at([to]);
    let overruled = &state.overruled;
    let stays = "The unit stays where it is";
    if !fight.is_participant(unit) && has_fought {
        let fact = format!("the combat of {name} is over: another die has been thrown");
        refuse(Code::TooLate, "naw:7.74", fact, "Advance before the next combat").unless(overruled)?;
    }
    match &fight.step {
        Step::Exchange | Step::Retreats { .. } => {
            let fact = "losses and retreats come before any advance".into();
            refuse(Code::NotOwed, "naw:7.74", fact, "Finish them first").unless(overruled)?;
        }
        Step::Done { advanced: Some(other) } => {
            let fact = format!("{} has advanced after this combat", state.say(*other));
            refuse(Code::OneAdvance, "naw:7.75", fact, "One unit advances after a combat")
                .unless(overruled)?;
        }
        Step::Done { advanced: None } => {
            let fact = "no advance is open after the last combat".into();
            refuse(Code::TooLate, "naw:7.74", fact, stays).unless(overruled)?;
        }
        Step::Advance => {}
    }
    let victor = state.hex(unit).filter(|_| fight.victors().contains(&unit));
    let fact = format!("{name} is no victorious unit of this combat");
    let no_victor = refuse(Code::NotOwed, "naw:7.74", fact, "Advance with a victor");
    let here = match (victor, state.hex(unit)) {
        (Some(here), _) => here,
        (None, Some(here)) if state.side(unit) != beaten_side(state, fight) => {
            no_victor.unless(overruled)?;
            here
        }
        (None, _) => return Err(no_victor),
    };
    if advances(state, fight).contains(&(unit, to)) {
        return Ok(());
    }
    let map = state.game.map();
    let refusal = match map.between(here, to).filter(|_| map.contains(to)) {
        None => {
            refuse(Code::NotAdjacent, "naw:7.74", format!("{to} is not next to {here}"), "Advance one hex")
        }
        Some(marks) if marks.is_unbridged_river() => {
            refuse(Code::River, "naw:7.74", format!("a river bars the way to {to}"), stays)
        }
        Some(_) if !is_passable(map, here, to) => {
            refuse(Code::Closed, "naw:7.74", format!("{to} is marsh without a road from {here}"), stays)
        }
        Some(_) if state.at(to).next().is_some() => {
            refuse(Code::Occupied, "naw:7.74", format!("{to} is not empty"), stays)
        }
        Some(_) => refuse(
            Code::NotOwed,
            "naw:7.74",
            format!("this combat has not vacated {to}"),
            "Enter a vacated hex",
        ),
    };
    if !map.contains(to) || state.at(to).any(|other| state.side(other) != state.side(unit)) {
        return Err(refusal);
    }
    refusal.unless(overruled)
}

/// No bombarding unit retreats, or no unit advances.
pub fn decline(s: &mut Scratch<'_>) -> Judged {
    let fight = waiting(
        &s.state,
        |step| match step {
            Step::Retreats { may, .. } => !may.is_empty(),
            Step::Advance => true,
            Step::Exchange | Step::Done { .. } => false,
        },
        "naw:7.74",
        "there is nothing to decline",
    )?;
    match fight.step {
        Step::Retreats { left, .. } => {
            emit(s, CombatEvent::Stood);
            emit(s, CombatEvent::Came { step: Step::Retreats { left, may: Vec::new() } });
        }
        Step::Exchange | Step::Advance | Step::Done { .. } => {
            emit(s, CombatEvent::Held);
            emit(s, CombatEvent::Came { step: Step::Done { advanced: None } });
        }
    }
    settle(s);
    Ok(())
}

/// The combat that is waiting for such a step.
fn waiting(
    state: &State,
    is: impl Fn(&Step) -> bool,
    clause: &'static str,
    else_fact: &str,
) -> Result<Fight, Refusal> {
    let fight = running(state)?.fight.as_deref().cloned();
    fight.filter(|fight| is(&fight.step)).ok_or_else(|| not_owed(clause, else_fact))
}
