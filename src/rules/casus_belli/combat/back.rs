//! Retreats, hex by hex, with leaders and displaced units (`cb:8a1` to `cb:8a6`, `cb:10e`, `cb:11c`, `cb:15a5`).
//!
//! Ruling: steps without a choice are made at once. Units: hexes.

use crate::event::{self, Event};
use crate::order::Withdrawal;
use crate::refusal::{Code, Refusal};
use crate::roster::{LeaderId, UnitId};
use crate::scratch::{Judged, Scratch};
use crate::state::State;
use crate::{facing, leaders, zones};
use game::working::Note;
use hexes::Hex;

use super::event::{CombatEvent, Loss};
use super::fight::{self, emit, running};
use super::phase::{CombatPhase, Fight, Retreating, Step};
use super::retreat::{RetreatField, Walker, stops};

/// Most hexes that units out of command withdraw (`cb:10e`).
const WITHDRAWAL: u8 = 2;

/// The start of a unit's retreat from where it stands; `None` if it neither must nor may retreat.
///
/// Clauses: `cb:7D`, `cb:8a5`, `cb:9d`, `cb:10e`. Ruling: a rout is as long as the printed allowance; a retreat that begins on
/// the line of communications is one hex long.
pub fn setting_out(state: &State, phase: &CombatPhase, unit: UnitId) -> Option<Retreating> {
    let from = state.hex(unit)?;
    let (left, routs, may_stop) = if let Some(units) = &phase.withdrawing {
        if !units.contains(&unit) {
            return None;
        }
        (WITHDRAWAL, false, true)
    } else {
        let fight = phase.fight.as_ref()?;
        let Step::Retreats { left, may } = &fight.step else { return None };
        if left.contains(&unit) {
            match fight.result?.hexes() {
                Some(hexes) => (hexes, false, false),
                None => (state.game.unit(unit).movement.max(1), true, false),
            }
        } else if may.contains(&unit) {
            (1, false, false)
        } else {
            return None;
        }
    };
    let left = if stops(state, state.side(unit), from, routs) { 1 } else { left };
    Some(Retreating { unit, from, made: 0, left, routs, may_stop, with: Vec::new(), turned: false })
}

/// Is it a ranged battery that retreats voluntarily, so that nothing forces it (`cb:9d`)?
fn is_volunteer(phase: &CombatPhase, unit: UnitId) -> bool {
    let step = phase.fight.as_ref().map(|fight| &fight.step);
    matches!(step, Some(Step::Retreats { may, .. }) if may.contains(&unit))
}

/// The board for this unit, and the unit on it.
pub fn on_field<'s>(
    state: &'s State,
    phase: &CombatPhase,
    retreating: &Retreating,
) -> Option<(RetreatField<'s>, Walker)> {
    let field = RetreatField::new(state, phase, retreating.unit);
    let walker = field.walker(retreating)?;
    let must = walker.must && !is_volunteer(phase, retreating.unit);
    Some((field, Walker { must, ..walker }))
}

/// The units that this one must wait for, as long as any unit that must retreat can go without waiting (`cb:8a3`).
pub fn waits_for(state: &State, phase: &CombatPhase, unit: UnitId) -> Vec<UnitId> {
    let of = |unit: UnitId| {
        let retreating = setting_out(state, phase, unit)?;
        let (field, walker) = on_field(state, phase, &retreating)?;
        Some(field.waits_for(&walker))
    };
    let waits = of(unit).unwrap_or_default();
    if waits.is_empty() {
        return Vec::new();
    }
    let all = still_to_go(phase);
    let somebody_goes = all.iter().any(|other| of(*other).is_some_and(|waits| waits.is_empty()));
    if somebody_goes { waits.to_vec() } else { Vec::new() }
}

/// A unit retreats as ordered; further steps without a choice follow by themselves.
pub fn judge_retreat(s: &mut Scratch<'_>, back: &Withdrawal) -> Judged {
    let phase = running(&s.state, "cb:8a1")?.clone();
    let turned = phase.retreating.as_ref().is_some_and(|retreating| retreating.turned);
    let unit = back.unit;
    let begins = match phase.retreating.as_deref() {
        Some(retreating) if retreating.unit == unit => false,
        Some(other) => {
            let name = s.state.say(other.unit);
            let fact = format!("{name} is on its way back");
            Refusal::new(Code::NotOwed, "cb:8a1", fact, "Finish its retreat first")
                .unless(&s.state.overruled)?;
            s.note(Note::new("cb:8a1", format!("{name} sets out anew after this")));
            true
        }
        None => true,
    };
    facing::check_named(&s.state, s.state.game.piece_of_unit(unit), back.faces)?;
    check_leaders_named(&back.with)?;
    let mut riders: Vec<LeaderId> = Vec::new();
    if begins {
        let retreating = check_sets_out(&s.state, &phase, unit)?;
        let here = Some(retreating.from);
        riders = back.with.iter().copied().filter(|leader| s.state.leader_hex(*leader) == here).collect();
        riders.retain(|leader| s.state.game.leader(*leader).side == s.state.side(unit));
        emit(s, CombatEvent::TurnedBack { retreating });
    }
    let mut shared = riders.clone();
    if back.way.is_empty() {
        give_up(s, unit)?;
    }
    for (place, to) in back.way.iter().enumerate() {
        let is_last = place + 1 == back.way.len();
        let chain: &[Hex] = if is_last { &back.chain } else { &[] };
        shared.extend(make_hex(s, unit, *to, chain, (&riders, &back.with))?);
    }
    if let Some(leader) = back.with.iter().find(|leader| !shared.contains(leader)) {
        let fact = format!("{} is with nobody who sets out now", s.state.game.leader(*leader).name);
        let remedy = "Name leaders in the hex of the unit, or of one that is displaced";
        return Err(Refusal::new(Code::WrongLeader, "cb:11c", fact, remedy).into());
    }
    if let Some(towards) = back.faces {
        wheel(s, unit, towards, turned)?;
    }
    fight::go_on(s)
}

fn check_leaders_named(with: &[LeaderId]) -> Result<(), Refusal> {
    let mut sorted = with.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() == with.len() {
        return Ok(());
    }
    Err(Refusal::new(Code::BadOrder, "cb:11c", "a leader is named twice", "Name each leader once"))
}

/// Checks that the unit may set out now.
fn check_sets_out(state: &State, phase: &CombatPhase, unit: UnitId) -> Result<Retreating, Refusal> {
    let retreating = match setting_out(state, phase, unit) {
        Some(retreating) => retreating,
        None => {
            let refusal = refuse_nothing_owed(state, phase, unit);
            let Some(from) = state.hex(unit).filter(|_| may_be_let_go(state, phase, unit)) else {
                return Err(refusal);
            };
            refusal.unless(&state.overruled)?;
            one_hex(unit, from)
        }
    };
    let waits = waits_for(state, phase, unit);
    if !waits.is_empty() {
        let fact =
            format!("no hex is free for {} before the retreat of {}", state.say(unit), state.say_all(&waits));
        let remedy = format!("Let {} go back first", state.say_all(&waits));
        Refusal::new(Code::VacantFirst, "cb:8a3", fact, remedy).unless(&state.overruled)?;
    }
    if is_volunteer(phase, unit) {
        let has_hex = on_field(state, phase, &retreating)
            .is_some_and(|(field, walker)| field.choices(&walker).has_hex());
        if !has_hex {
            let fact = format!("{} has no hex to go back to", state.say(unit));
            Refusal::new(Code::NotOwed, "cb:9d", fact, "It stays where it is").unless(&state.overruled)?;
        }
    }
    Ok(retreating)
}

/// A retreat that nothing asks for: the nearest is that of a battery that may go back (`cb:9d`).
fn one_hex(unit: UnitId, from: Hex) -> Retreating {
    Retreating {
        unit,
        from,
        made: 0,
        left: 1,
        routs: false,
        may_stop: false,
        with: Vec::new(),
        turned: false,
    }
}

/// Is it of the side that goes back, or a battery that has fired?
fn may_be_let_go(state: &State, phase: &CombatPhase, unit: UnitId) -> bool {
    let is_phasing = state.side(unit) == state.phasing;
    if phase.withdrawing.is_some() {
        return is_phasing;
    }
    let Some(fight) = phase.fight.as_deref() else { return false };
    fight.beats_attackers().is_some_and(|attackers| attackers == is_phasing)
        || fight.ranged().any(|gun| gun == unit)
}

fn refuse_nothing_owed(state: &State, phase: &CombatPhase, unit: UnitId) -> Refusal {
    let name = state.say(unit);
    let ranged = phase.fight.as_deref().is_some_and(|fight: &Fight| fight.ranged().any(|gun| gun == unit));
    let (clause, fact) = if phase.withdrawing.is_some() {
        ("cb:10e", format!("{name} need not withdraw"))
    } else if ranged {
        ("cb:9d", format!("{name} may go back after an adverse result only"))
    } else {
        ("cb:8a1", format!("{name} need not go back"))
    };
    Refusal::new(Code::NotOwed, clause, fact, "Go on with what is due")
}

/// The unit has no path, or refuses it: it is lost (`cb:8a2`, `cb:8a6`).
fn give_up(s: &mut Scratch<'_>, unit: UnitId) -> Judged {
    let Some(retreating) = retreating(&s.state) else { return Ok(()) };
    let choices = running(&s.state, "cb:8a1").ok().and_then(|phase| {
        let (field, walker) = on_field(&s.state, phase, &retreating)?;
        Some(field.choices(&walker))
    });
    let Some(choices) = choices else { return Ok(()) };
    let Some(cause) = choices.lost.filter(|_| choices.open.is_empty()) else {
        let fact = format!("{} has somewhere to go", s.state.say(unit));
        let hexes = choices.open.iter().chain(&choices.zone).copied();
        let refusal = Refusal::new(Code::BadOrder, "cb:8a2", fact, "Say where it goes").at(hexes);
        return Err(refusal.into());
    };
    lose(s, unit, cause);
    Ok(())
}

/// The unit is lost during its retreat.
pub(super) fn lose(s: &mut Scratch<'_>, unit: UnitId, cause: Loss) {
    let (clause, why) = match cause {
        Loss::Woods => ("cb:9f", "is attacked in woods"),
        Loss::NoRetreat => ("cb:8a2", "has no hex to go back to"),
        Loss::Zone => ("cb:8a2", "could only go into an enemy zone"),
        Loss::Chain => ("cb:8a3", "finds no friend who could make way"),
    };
    s.note(Note::new(clause, format!("{} {why} and is eliminated", s.state.say(unit))));
    emit(s, CombatEvent::Lost { unit, cause });
}

/// The unit that is retreating.
pub fn retreating(state: &State) -> Option<Retreating> {
    state.combat().and_then(|phase| phase.retreating.as_deref().cloned())
}

/// Makes one hex of a retreat. `riders` go with the unit, `named` are those with displaced units; returns the latter.
fn make_hex(
    s: &mut Scratch<'_>,
    unit: UnitId,
    to: Hex,
    chain: &[Hex],
    (riders, named): (&[LeaderId], &[LeaderId]),
) -> Judged<Vec<LeaderId>> {
    let retreating = match retreating(&s.state).filter(|retreating| retreating.unit == unit) {
        Some(retreating) => retreating,
        None => {
            let fact = format!("{} has come to the end of its way before {to}", s.state.say(unit));
            let refusal = Refusal::new(Code::BadOrder, "cb:7D", fact, "Leave the rest out").at([to]);
            let Some(here) = s.state.hex(unit) else { return Err(refusal.into()) };
            refusal.last_legal(here).unless(&s.state.overruled)?;
            let farther = one_hex(unit, here);
            emit(s, CombatEvent::TurnedBack { retreating: farther.clone() });
            farther
        }
    };
    let phase = running(&s.state, "cb:8a1")?;
    let Some((field, walker)) = on_field(&s.state, phase, &retreating) else { return Ok(Vec::new()) };
    let choices = field.choices(&walker);
    let allowed = field.allows(&choices, to, chain);
    if !allowed {
        let on_the_way = retreating.made > 0;
        field
            .check(&walker, &choices, to, chain)
            .map_err(|refusal| if on_the_way { refusal.last_legal(walker.here) } else { refusal })?;
    }
    let displaced = field.displaced(to, chain);
    let into_zone = field.is_zone(to) && allowed;
    let as_if_free = field.is_zone(to) && !allowed;
    let ends = !into_zone && field.ends_with(&walker, to, chain);
    let state = &s.state;
    let side = state.side(unit);
    let mut with: Vec<(LeaderId, Hex)> =
        retreating.with.iter().chain(riders).map(|leader| (*leader, to)).collect();
    let mut shared = Vec::new();
    for (other, hex) in &displaced {
        let here = state.hex(*other);
        let goes = |leader: &&LeaderId| {
            state.game.leader(**leader).side == side && state.leader_hex(**leader) == here
        };
        for leader in named.iter().filter(goes) {
            shared.push(*leader);
            with.push((*leader, *hex));
        }
    }
    with.sort_unstable();
    with.dedup_by_key(|(leader, _)| *leader);
    let entered: Vec<Hex> = std::iter::once(to).chain(displaced.iter().map(|(_, hex)| *hex)).collect();
    emit(s, CombatEvent::Retreated { unit, to, displaced, with });
    if into_zone {
        convert(s, unit, &retreating);
    }
    if as_if_free {
        s.note(Note::new("cb:8a2", format!("{to} counts as out of enemy zones: it does not rout there")));
    }
    for hex in entered {
        leaders::overrun(s, hex, side)?;
    }
    end_if_done(s, to, ends);
    Ok(shared)
}

/// Forced into an enemy zone it routs, and runs on to its full allowance (`cb:8a2`).
fn convert(s: &mut Scratch<'_>, unit: UnitId, before: &Retreating) {
    let made = before.made.saturating_add(1);
    let begins_at_end = stops(&s.state, s.state.side(unit), before.from, true);
    let full = if begins_at_end { 1 } else { s.state.game.unit(unit).movement };
    let left = full.saturating_sub(made);
    s.note(Note::new("cb:8a2", format!("{} is forced into an enemy zone and routs", s.state.say(unit))));
    emit(s, CombatEvent::Converted { unit, left });
}

/// Ends a retreat after the last hex, and on the line of communications (`cb:8a5`); `ends`: at this hex in any case.
fn end_if_done(s: &mut Scratch<'_>, at: Hex, ends: bool) {
    let Some(retreating) = retreating(&s.state) else { return };
    let side = s.state.side(retreating.unit);
    if ends || retreating.left == 0 || stops(&s.state, side, at, retreating.routs) {
        emit(s, CombatEvent::Halted { unit: retreating.unit });
    }
}

/// Turns the unit by one hexside at most, once during a retreat (`cb:15a5`).
fn wheel(s: &mut Scratch<'_>, unit: UnitId, towards: Hex, turned: bool) -> Judged {
    let state = &s.state;
    let name = state.say(unit);
    let bar = |code, fact: String, remedy: &str| Refusal::new(code, "cb:15a5", fact, remedy).at([towards]);
    let Some(now) = state.unit(unit).faces else {
        let fact = format!("{name} routs and has no front");
        return Err(bar(Code::Facing, fact, "Leave the facing out").into());
    };
    let way = state.hex(unit).and_then(|here| state.game.map().grid.direction(here, towards));
    let Some(faces) = way else {
        let fact = format!("{towards} is not next to {name}");
        return Err(bar(Code::NotAdjacent, fact, "Name a hex next to it").into());
    };
    match facing::apart(faces, now) {
        0 => return Ok(()),
        1 if !turned => {}
        _ => {
            let fact = format!("{name} may turn by one hexside in all as it goes back");
            bar(Code::Facing, fact, "Keep its facing, or turn it by one").unless(&state.overruled)?;
        }
    }
    emit(s, CombatEvent::Wheeled { unit, faces });
    Ok(())
}

/// A step of a retreat without a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    Goes(Hex),
    IsLost(Loss),
    Stops,
}

/// The forced step of the retreating unit; `None` if its owner has a choice.
pub fn forced(state: &State, phase: &CombatPhase, retreating: &Retreating) -> Option<Forced> {
    let (field, walker) = on_field(state, phase, retreating)?;
    let choices = field.choices(&walker);
    if !walker.must {
        return (!choices.has_hex()).then_some(Forced::Stops);
    }
    choices.only().and_then(|only| match only {
        Some(hex) => Some(Forced::Goes(hex)),
        None => choices.lost.map(Forced::IsLost),
    })
}

/// Does the owner have choices beyond a forced path: leaders who may come along, or a turn (`cb:11c`, `cb:15a5`)?
pub fn has_more_to_say(state: &State, retreating: &Retreating, forced: Forced) -> bool {
    let Forced::Goes(to) = forced else { return false };
    let side = state.side(retreating.unit);
    let own = |leader: &LeaderId| state.game.leader(*leader).side == side;
    let leaders = retreating.made == 0 && state.leaders_at(retreating.from).any(|leader| own(&leader));
    // In an enemy zone it routs and loses its front (`cb:8a2`).
    leaders || may_turn(state, retreating) && !zones::in_zone(state, to, side.enemy())
}

/// May it turn by a hexside on the rest of its path (`cb:15a5`)?
pub fn may_turn(state: &State, retreating: &Retreating) -> bool {
    !retreating.turned && !retreating.routs && state.unit(retreating.unit).faces.is_some()
}

/// Is it lost if it retreats now, without a choice for its owner?
pub fn is_doomed(state: &State, phase: &CombatPhase, unit: UnitId) -> bool {
    let Some(retreating) = setting_out(state, phase, unit) else { return false };
    matches!(forced(state, phase, &retreating), Some(Forced::IsLost(_)))
        && waits_for(state, phase, unit).is_empty()
}

/// The units that these events, of an order for this unit, leave without a retreat, or lose: others may have taken the last
/// free hex (`cb:8a2`, `cb:8a3`). Units without a retreat before are not among them.
pub fn cut_off_by(state: &State, unit: UnitId, events: &[Event]) -> Vec<UnitId> {
    let Some(phase) = state.combat() else { return Vec::new() };
    let others = still_to_go(phase).into_iter().filter(|other| *other != unit);
    let before = others.filter(|other| !is_doomed(state, phase, *other));
    let mut after = state.clone();
    events.iter().for_each(|event| event::apply(&mut after, event));
    let is_cut_off = |other: &UnitId| {
        let is_lost = events.iter().filter_map(Event::lost).any(|(unit, _)| unit == *other);
        let would_be = || after.combat().is_some_and(|phase| is_doomed(&after, phase, *other));
        is_lost || would_be()
    };
    before.filter(is_cut_off).collect()
}

/// Units that must still retreat or withdraw, and have not set out.
fn still_to_go(phase: &CombatPhase) -> Vec<UnitId> {
    match (&phase.withdrawing, phase.fight.as_ref().map(|fight| &fight.step)) {
        (Some(units), _) => units.clone(),
        (None, Some(Step::Retreats { left, .. })) => left.clone(),
        (None, Some(Step::Advances { .. } | Step::Done) | None) => Vec::new(),
    }
}

/// Makes the forced step of the retreating unit.
pub(super) fn do_forced(s: &mut Scratch<'_>, unit: UnitId, forced: Forced) -> Judged {
    match forced {
        Forced::Goes(hex) => make_hex(s, unit, hex, &[], (&[], &[])).map(|_| ()),
        Forced::IsLost(cause) => {
            lose(s, unit, cause);
            Ok(())
        }
        Forced::Stops => {
            emit(s, CombatEvent::Halted { unit });
            Ok(())
        }
    }
}
