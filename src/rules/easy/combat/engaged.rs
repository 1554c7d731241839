//! Step 5 of an activation: opening fire on activated stands in contact, then attack or withdrawal of each.
//!
//! Clauses: `easy:III.B.4`, `easy:III.E.1`, `easy:III.E.2`, `easy:III.F` to `easy:III.F.3`, `easy:V.D.2.c`. Units:
//! strength points.

use crate::cause::Cause;
use crate::event::Event;
use crate::losses::lose_points;
use crate::order::{Order, Reaction};
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::{active_at, exact, not_asked};
use crate::tables::OPENING_HITS_ON;
use crate::touching::{edge_of, touched_enemies};
use crate::{engineers, movement};
use dice::{Answer, Throw};
use game::Offer;
use game::working::Note;

use super::change::Change;
use super::contacts::{can_evade, reactions, stretch};
use super::decisions::{check_decided, check_fired};
use super::fight::canister::Canister;
use super::guns::worth;
use super::shares::{as_they_fall, known_most, placements, say_shares};
use super::volleys::{
    ToPlace, awaited, candidates, is_open, is_target, may_shelter, must_react, on_front, open_volleys, owing,
    targets, to_place,
};

/// Called when the list is fixed: opening fire follows if an activated stand touches an enemy that may fire.
pub fn begin_engaged(s: &mut Scratch<'_>) -> Judged {
    let Some(now) = s.state.active() else { return Ok(()) };
    let mut enemies: Vec<StandId> = now
        .list
        .iter()
        .filter(|&&id| is_target(&s.state, id))
        .flat_map(|&id| touched_enemies(&s.state, id))
        .filter(|&enemy| !s.state.stand(enemy).evading)
        .collect();
    enemies.sort_unstable();
    enemies.dedup();
    if enemies.is_empty() {
        s.emit(Event::StepBegan { step: Step::Act });
    } else {
        s.emit(Event::StepBegan { step: Step::Engaged });
        for enemy in &enemies {
            let words = format!("{} touches activated stands and fires first", s.state.say(*enemy));
            s.note(Note::new("easy:III.E.1", words));
        }
        s.emit(Event::Combat(Change::Volleys { enemies }));
    }
    Ok(())
}

/// Opening fire, decisions, then attack or withdrawal.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    if let Some(battery) = may_shelter(state) {
        return [Reaction::Evade, Reaction::Stand]
            .map(|reaction| offer_reaction(state, battery, reaction))
            .into();
    }
    if let Some(ToPlace { enemy, hits, by, among }) = to_place(state) {
        return offer_placements(state, enemy, hits, &known_most(state, by, &among));
    }
    if let Some(battery) = must_react(state) {
        let front = !on_front(state, battery, &targets(state, battery)).is_empty();
        let open = reactions(state, battery, front);
        return open.into_iter().map(|reaction| offer_reaction(state, battery, reaction)).collect();
    }
    let open = open_volleys(state);
    if !open.is_empty() {
        let fire = |enemy: StandId| {
            exact(
                Order::OpeningFire { enemy },
                "opening-fire",
                format!("opening fire of {}", state.say(enemy)),
            )
        };
        let mut offers: Vec<Offer<Order>> = open.into_iter().map(fire).collect();
        offers.extend(super::squares::offers(state));
        return offers;
    }
    let mut offers = super::squares::offers(state);
    for stand in owing(state).into_iter().filter(|stand| !is_silent(state, *stand)) {
        let words = format!("{} goes on attacking", state.say(stand));
        offers.push(exact(Order::Continue { stand }, "continue", words));
    }
    offers.extend(movement::offers::withdrawals(state));
    offers
}

pub(super) fn offer_reaction(state: &State, battery: StandId, reaction: Reaction) -> Offer<Order> {
    let what = match reaction {
        Reaction::Evade => "takes shelter",
        Reaction::Fire => "fires canister",
        Reaction::Stand => "stands",
    };
    exact(Order::React { battery, reaction }, "react", format!("{} {what}", state.say(battery)))
}

pub(super) fn offer_placements(
    state: &State,
    shooter: StandId,
    hits: u8,
    among: &[(StandId, u8)],
) -> Vec<Offer<Order>> {
    let offer = |placed: Vec<(StandId, u8)>| {
        let words = format!("hits of {}: {}", state.say(shooter), say_shares(state, &placed));
        exact(Order::PlaceHits { shooter, hits: placed }, "place-hits", words)
    };
    placements(hits, among).offers(offer)
}

/// A battery chooses at step 5: an activated one whether it shelters, an enemy one its reaction.
pub fn react(s: &mut Scratch<'_>, battery: StandId, reaction: Reaction) -> Judged {
    let state = &s.state;
    let now = active_at(state, Step::Engaged)?;
    let own = now.list.contains(&battery);
    let touches = now.volleys.iter().any(|v| v.enemy == battery) || own && is_target(state, battery);
    if !state.arm(battery).is_artillery() || !touches || now.reactions.contains_key(&battery) {
        return Err(not_asked(&format!("{} has nothing to choose", state.say(battery))).into());
    }
    let fired = now.volleys.iter().any(|volley| volley.fired && (own || volley.enemy == battery));
    if fired {
        Refusal::new(
            Code::Phase,
            "easy:III.F",
            format!("dice have been rolled: {} can no longer choose", state.say(battery)),
            "Batteries choose before any dice",
        )
        .unless(&state.overruled)?;
    }
    if reaction == Reaction::Evade && !can_evade(state, battery) {
        cannot_evade(state, battery).unless(&state.overruled)?;
    }
    let front = !own && !on_front(state, battery, &targets(state, battery)).is_empty();
    if reaction == Reaction::Fire && !front {
        return Err(cannot_fire(state, battery).into());
    }
    let shelters = reaction == Reaction::Evade && state.overruled.has("easy:III.F.1");
    if !own && !shelters && !reactions(state, battery, front).contains(&reaction) {
        return Err(not_asked(&format!("that is not open to {}", state.say(battery))).into());
    }
    s.emit(Event::Combat(Change::Reacted { battery, reaction }));
    log_reaction(s, battery, reaction);
    if own && reaction == Reaction::Evade {
        s.emit(Event::Acted { stand: battery });
    }
    Ok(())
}

/// Notes a battery's choice, and moves its crew into shelter or out of it.
pub(super) fn log_reaction(s: &mut Scratch<'_>, battery: StandId, reaction: Reaction) {
    let name = s.state.say(battery);
    let (clause, words) = match reaction {
        Reaction::Evade => ("easy:III.F.1", format!("the crew of {name} shelters with its infantry")),
        Reaction::Fire => ("easy:III.F.2", format!("{name} fires canister")),
        Reaction::Stand => ("easy:III.F.3", format!("{name} neither shelters nor fires")),
    };
    s.note(Note::new(clause, words));
    let on = reaction == Reaction::Evade;
    if s.state.stand(battery).evading != on {
        s.emit(Event::Evading { battery, on });
    }
}

pub(super) fn cannot_evade(state: &State, battery: StandId) -> Refusal {
    Refusal::new(
        Code::CannotEvade,
        "easy:III.F.1",
        format!("no friendly infantry touches a flank or the rear of {}", state.say(battery)),
        "Only infantry there shelters a crew",
    )
}

pub(super) fn cannot_fire(state: &State, battery: StandId) -> Refusal {
    Refusal::new(
        Code::CannotFire,
        "easy:III.F.2",
        format!("no attacker to fire at touches the front of {}", state.say(battery)),
        "Canister is fired at a stand on the front edge",
    )
}

/// An enemy in contact fires at the activated stands that touch it (`easy:III.E.1`).
pub fn judge_opening_fire(s: &mut Scratch<'_>, enemy: StandId) -> Judged {
    let state = &s.state;
    let now = active_at(state, Step::Engaged)?;
    let Some(volley) = now.volleys.iter().find(|volley| volley.enemy == enemy) else {
        return Err(Refusal::new(
            Code::BadTarget,
            "easy:III.E.1",
            format!("{} touches no activated stand", state.say(enemy)),
            "Only enemies in contact with activated stands fire first",
        )
        .into());
    };
    if volley.fired || !is_open(state, volley) && awaited(state).is_none() {
        Refusal::new(
            Code::Acted,
            "easy:III.E.1",
            format!("{} does not fire, or has fired", state.say(enemy)),
            "Each enemy rolls once an activation",
        )
        .unless(&state.overruled)?;
    }
    check_decided(state)?;
    let battery = state.unit(enemy).battery.filter(|_| state.arm(enemy).is_artillery());
    match battery {
        Some(_) => fire_canister(s, enemy),
        None => fire_volley(s, enemy),
    }
}

/// Infantry and cavalry: one die per strength point, sixes only, no modifiers (`easy:III.E.1`).
fn fire_volley(s: &mut Scratch<'_>, enemy: StandId) -> Judged {
    let state = &s.state;
    let worth = worth(state.options(), 6, OPENING_HITS_ON, 0);
    let why = format!("opening fire of {}, hits on 6", state.say(enemy));
    let dice = state.stand(enemy).strength.saturating_add(state.added_strength(enemy));
    let by = Some(state.side(enemy).0);
    let throw = Throw::hits(dice, worth, by, "easy:III.E.1", why).by_strength_of([enemy.0]);
    let answer = s.throw(throw)?;
    let hits = u8::try_from(answer.value).unwrap_or(u8::MAX);
    let words = format!("opening fire of {}: {}", s.state.say(enemy), say_dice(&answer, dice, "hit"));
    s.note(Note::new("easy:III.E.1", words));
    let among = candidates(&s.state, enemy);
    let room: u32 = among.iter().map(|(_, most)| u32::from(*most)).sum();
    if hits > 0 && among.len() > 1 && u32::from(hits) < room {
        s.emit(Event::Combat(Change::VolleyFired { enemy, to_place: hits }));
        return Ok(());
    }
    s.emit(Event::Combat(Change::VolleyFired { enemy, to_place: 0 }));
    let mut left = hits;
    let over = s.state.options().overflow_hits && u32::from(hits) > room;
    for (stand, most) in &among {
        // Its engineers cannot save it from surplus hits.
        if over {
            lose(s, *stand, *most);
        } else if among.len() == 1 {
            // The hits are as rolled: only the owner knows how many the strength allows.
            suffer(s, *stand, hits);
        } else {
            suffer(s, *stand, hits.min(*most));
        }
        left = left.saturating_sub(*most);
    }
    if left > 0 && s.state.options().overflow_hits {
        // Those on the front are gone: the rest falls on the others.
        let others = candidates(&s.state, enemy);
        let room: u32 = others.iter().map(|(_, most)| u32::from(*most)).sum();
        if others.len() > 1 && u32::from(left) < room {
            s.emit(Event::Combat(Change::VolleyFired { enemy, to_place: left }));
        } else {
            for (stand, most) in others {
                suffer(s, stand, left.min(most));
            }
        }
    }
    Ok(())
}

/// A battery: canister at the stand on its front, all hits on that stand (`easy:III.F`).
fn fire_canister(s: &mut Scratch<'_>, battery: StandId) -> Judged {
    let front = on_front(&s.state, battery, &targets(&s.state, battery));
    let state = &s.state;
    // RULING: of two on its front, the one with the longer contact.
    let longest = |a: &StandId, b: &StandId| {
        let by_length = stretch(state, *a, battery).total_cmp(&stretch(state, *b, battery));
        by_length.then(b.cmp(a))
    };
    let Some(target) = front.into_iter().max_by(longest) else {
        return Err(cannot_fire(state, battery).into());
    };
    let Some(canister) = Canister::new(state, battery, target, edge_of(state, battery, target)) else {
        return Err(cannot_fire(state, battery).into());
    };
    let why = format!("opening fire of {}: canister at {}", state.say(battery), state.say(target));
    let dice = state.stand(battery).strength;
    let by = Some(state.side(battery).0);
    let throw = Throw::hits(dice, canister.worth.clone(), by, "easy:III.F.2", why.clone());
    let answer = s.throw(throw.by_strength_of([battery.0]))?;
    let words = format!("{why}: {}", say_dice(&answer, dice, "hit"));
    s.note(Note::new("easy:III.F.2", words).modified(canister.modifiers()));
    s.emit(Event::Combat(Change::VolleyFired { enemy: battery, to_place: 0 }));
    suffer(s, target, u8::try_from(answer.value).unwrap_or(u8::MAX));
    Ok(())
}

/// Hits of opening fire, which engineers attached to the stand may take (`easy:V.D.2.c`).
fn suffer(s: &mut Scratch<'_>, stand: StandId, hits: u8) {
    if s.state.added_strength(stand) > 0 {
        engineers::hits::take(s, stand, hits, Cause::Combat);
    } else {
        lose(s, stand, hits);
    }
}

/// Strength lost in close combat, with its note.
pub(super) fn lose(s: &mut Scratch<'_>, stand: StandId, points: u8) {
    let left = s.state.stand(stand).strength;
    let points = points.min(left);
    if points == 0 {
        return;
    }
    // Only the owner may know the strength it had left (`easy:III.C.1`); the dice show the hits.
    let note = match points == left {
        true => Note::new("easy:III.D-remove", format!("{} is removed", s.state.say(stand))),
        false => Note::new("easy:III.B.2", format!("{} loses {points}", s.state.say(stand))),
    };
    s.note(note);
    lose_points(s, stand, points, Cause::Combat);
}

/// `6 5 1: 2 hits`, or only the count if the faces are unknown.
pub(super) fn say_dice(answer: &Answer, dice: u8, unit: &str) -> String {
    let many = if answer.value == 1 { "" } else { "s" };
    if answer.faces.is_empty() {
        return format!("{dice} dice, {} {unit}{many}", answer.value);
    }
    let faces: Vec<String> = answer.faces.iter().map(u16::to_string).collect();
    format!("{}: {} {unit}{many}", faces.join(" "), answer.value)
}

/// Places the hits of opening fire (`easy:III.B.4`).
pub fn place(s: &mut Scratch<'_>, shooter: StandId, placed: &[(StandId, u8)]) -> Judged {
    let state = &s.state;
    active_at(state, Step::Engaged)?;
    let waiting = to_place(state).filter(|waiting| waiting.enemy == shooter);
    let Some(ToPlace { enemy, hits, by, among }) = waiting else {
        return Err(not_asked(&format!("no hits of {} wait to be placed", state.say(shooter))).into());
    };
    let placed = as_they_fall(state, by, &among, placed)?;
    check_placing(state, hits, &among, &placed)?;
    s.emit(Event::Combat(Change::VolleyPlaced { enemy }));
    for (stand, hits) in placed {
        suffer(s, stand, hits);
    }
    Ok(())
}

fn check_placing(
    state: &State,
    hits: u8,
    among: &[(StandId, u8)],
    placed: &[(StandId, u8)],
) -> Result<(), Refusal> {
    let bad =
        |fact: String| Refusal::new(Code::BadShare, "easy:III.B.4", fact, format!("Place {hits} in all"));
    for (nth, (stand, given)) in placed.iter().enumerate() {
        let Some((_, most)) = among.iter().find(|(known, _)| known == stand) else {
            return Err(bad(format!("{} cannot be hit by this fire", state.say(*stand))));
        };
        if placed[..nth].iter().any(|(before, _)| before == stand) {
            return Err(bad(format!("{} is named twice", state.say(*stand))));
        }
        if given > most {
            return Err(bad(format!("{} has {most} strength points", state.say(*stand))));
        }
    }
    let sum: u32 = placed.iter().map(|(_, given)| u32::from(*given)).sum();
    if sum == u32::from(hits) { Ok(()) } else { Err(bad(format!("{sum} hits placed of {hits}"))) }
}

/// Checks that this stand may now declare attack or withdrawal: opening fire is over, and it is in contact.
fn check_turn(state: &State, stand: StandId) -> Result<(), Refusal> {
    let now = active_at(state, Step::Engaged)?;
    check_fired(state)?;
    if !now.list.contains(&stand) {
        return Err(Refusal::new(
            Code::NotActive,
            "easy:III.E.2",
            format!("{} is not activated", state.say(stand)),
            "Only activated stands in contact attack or withdraw",
        ));
    }
    if state.stand(stand).evading {
        Refusal::new(
            Code::Evading,
            "easy:III.F.1",
            format!("the crew of {} is in shelter", state.say(stand)),
            "It cannot move or fire until no enemy touches it",
        )
        .unless(&state.overruled)?;
    }
    if !owing(state).contains(&stand) {
        Refusal::new(
            Code::Acted,
            "easy:III.E.2",
            format!("{} is not in contact, or has chosen", state.say(stand)),
            "Leave it as it is",
        )
        .unless(&state.overruled)?;
    }
    Ok(())
}

/// Is it a battery without an enemy on its front, so that it cannot go on attacking (`easy:III.F`)?
fn is_silent(state: &State, stand: StandId) -> bool {
    state.arm(stand).is_artillery() && super::declare::battery_targets(state, stand).is_empty()
}

/// A stand in contact goes on attacking (`easy:III.E.2`).
///
/// A battery with nobody on its front withdraws; if it cannot do that either it stands (`easy:III.F`).
pub fn judge_continue(s: &mut Scratch<'_>, stand: StandId) -> Judged {
    check_turn(&s.state, stand)?;
    let name = s.state.say(stand);
    let note = if is_silent(&s.state, stand) {
        if movement::offers::can_withdraw(&s.state, stand) {
            Refusal::new(
                Code::CannotFire,
                "easy:III.F",
                format!("no enemy touches the front of {name}, so that it cannot go on attacking"),
                "Withdraw it",
            )
            .unless(&s.state.overruled)?;
        }
        stands(&name)
    } else if s.state.arm(stand).is_artillery() {
        Note::new("easy:III.F", format!("{name} will fire canister at the stand on its front"))
    } else {
        Note::new("easy:III.E.2", format!("{name} goes on attacking"))
    };
    s.note(note);
    s.emit(Event::Combat(Change::Continues { stand }));
    Ok(())
}

fn stands(name: &str) -> Note {
    Note::new("easy:III.F", format!("{name} can neither fire nor withdraw: it stands"))
}

/// Lets batteries stand that can neither fire nor withdraw, once no other decision is pending (`easy:III.F`).
fn let_stand(s: &mut Scratch<'_>) {
    let state = &s.state;
    let owing = owing(state);
    let stuck = |stand: &StandId| is_silent(state, *stand) && !movement::offers::can_withdraw(state, *stand);
    if owing.is_empty() || check_fired(state).is_err() || !owing.iter().all(stuck) {
        return;
    }
    for stand in owing {
        s.note(stands(&s.state.say(stand)));
        s.emit(Event::Combat(Change::Continues { stand }));
    }
}

/// Goes on to moves and fire once no decision is pending.
pub fn settle(s: &mut Scratch<'_>) {
    if s.state.active().is_some_and(|now| now.step == Step::Engaged) {
        let_stand(s);
    }
    let state = &s.state;
    let engaged = state.active().is_some_and(|now| now.step == Step::Engaged);
    let done = || awaited(state).is_none() && open_volleys(state).is_empty() && owing(state).is_empty();
    if engaged && done() {
        s.emit(Event::StepBegan { step: Step::Act });
    }
}
