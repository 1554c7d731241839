//! Declaring combats: attackers, defenders, edges, and the grouping of attacks into combats.
//!
//! Clauses: `easy:III-roles`, `easy:III.A.1` to `easy:III.A.4`.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::check_side;
use crate::event::Event;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::scratch::{Judged, Scratch};
use crate::state::{State, Step};
use crate::steps::active_at;
use crate::touching::{Touching, edge_of, touched_enemies};
use game::working::Note;
use table::Edge;

use super::change::Change;
use super::contacts::{fights, in_combat, on_front};
use super::edges::{self, Touch, may_attack};

/// The enemies on the front of a battery, by id: those it may fire canister at (`easy:III.F`).
pub fn battery_targets(state: &State, battery: StandId) -> Vec<StandId> {
    let enemies = touched_enemies(state, battery).into_iter();
    enemies.filter(|&e| !state.stand(e).evading && on_front(state, battery, e)).collect()
}

/// Every contact that may be fought now, by attacker and defender.
///
/// A newcomer does not count on an edge held by a friend already in combat; a stand that goes on attacking does.
pub fn touches(state: &State) -> Vec<Touch> {
    let mut touches = edges::attacks(Touching::of(state));
    touches.retain(|touch| touch.held.is_none());
    touches
}

/// Do active stands have contacts that must be fought now?
pub fn has_contacts(state: &State) -> bool {
    touches(state).iter().any(|touch| touch.must || state.arm(touch.attacker).is_artillery())
}

/// The default declaration: every contact is fought.
///
/// If two touch the same edge, the one with no other target, else the one with the longer contact; but no stand is left without
/// an edge that could have one.
pub fn default_attacks(state: &State) -> Vec<(StandId, StandId)> {
    let mut all = touches(state);
    all.retain(|touch| in_combat(state, touch.defender));
    // A battery fires at one stand: the one with the longest contact.
    let mut batteries: BTreeMap<StandId, Touch> = BTreeMap::new();
    for touch in all.iter().filter(|touch| state.arm(touch.attacker).is_artillery()) {
        let best = batteries.entry(touch.attacker).or_insert(*touch);
        if touch.stretch > best.stretch {
            *best = *touch;
        }
    }
    all.retain(|touch| batteries.get(&touch.attacker).is_none_or(|only| only.defender == touch.defender));
    let others = |touch: &Touch| all.iter().filter(|t| t.attacker == touch.attacker).count();
    let mut by_edge: BTreeMap<(StandId, Edge), StandId> = BTreeMap::new();
    let mut best: BTreeMap<(StandId, Edge), &Touch> = BTreeMap::new();
    for touch in &all {
        best.entry((touch.defender, touch.edge))
            .and_modify(|held| {
                let better = others(touch).cmp(&others(held)).then(held.stretch.total_cmp(&touch.stretch));
                if better.is_lt() {
                    *held = touch;
                }
            })
            .or_insert(touch);
    }
    by_edge.extend(best.iter().map(|(place, touch)| (*place, touch.attacker)));
    let shared = edges::share_out(&all);
    if shared.len() > by_edge.values().collect::<BTreeSet<_>>().len() {
        // Otherwise a stand would go without: all that can have an edge get one, and the rest stays as it was.
        by_edge.extend(shared);
    }
    let mut attacks: Vec<(StandId, StandId)> =
        by_edge.into_iter().map(|((defender, _), attacker)| (attacker, defender)).collect();
    attacks.sort_unstable();
    attacks
}

/// Groups attacks into combats: connected ones belong together, sorted by the least defender (`easy:III.A.4`).
pub fn group(attacks: &[(StandId, StandId)]) -> Vec<Vec<(StandId, StandId)>> {
    let mut groups: Vec<Vec<(StandId, StandId)>> = Vec::new();
    for &attack in attacks {
        let linked = |group: &Vec<(StandId, StandId)>| {
            group.iter().any(|other| other.0 == attack.0 || other.1 == attack.1)
        };
        let (mut joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(linked);
        let mut group: Vec<(StandId, StandId)> = joined.drain(..).flatten().collect();
        group.push(attack);
        group.sort_unstable();
        groups = apart;
        groups.push(group);
    }
    groups.sort_by_key(|group| group.iter().map(|(_, defender)| *defender).min());
    groups
}

/// The attacker declares the attacks (`easy:III.A.1` to `easy:III.A.3`).
pub fn judge_declare(s: &mut Scratch<'_>, attacks: &[(StandId, StandId)]) -> Judged {
    let state = &s.state;
    let now = active_at(state, Step::Combats)?;
    if now.declared {
        return Err(crate::steps::not_asked("the combats have been declared").into());
    }
    let all = touches(state);
    let attacks: Vec<(StandId, StandId)> =
        attacks.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut edges: BTreeMap<(StandId, Edge), StandId> = BTreeMap::new();
    for &(attacker, defender) in &attacks {
        let touch = check_attack(state, &all, attacker, defender)?;
        if let Some(other) = edges.insert((defender, touch.edge), attacker) {
            edge_taken(state, attacker, other, defender, touch.edge).unless(&state.overruled)?;
        }
    }
    for &(attacker, defender) in &attacks {
        let also = attacks.iter().any(|(a, d)| *a == attacker && *d != defender);
        if also && state.arm(attacker).is_artillery() {
            Refusal::new(
                Code::CannotFire,
                "easy:III.F",
                format!("{} fires canister at one stand", state.say(attacker)),
                "Name one of the stands on its front",
            )
            .unless(&state.overruled)?;
        }
    }
    for touch in &all {
        let attacked = attacks.iter().any(|(_, defender)| *defender == touch.defender);
        if touch.must && !attacked {
            Refusal::new(
                Code::UnassignedContact,
                "easy:III.A.3",
                format!(
                    "{} touches {}, which nobody attacks",
                    state.say(touch.attacker),
                    state.say(touch.defender)
                ),
                "Every enemy touched by an attacker has to be attacked by someone",
            )
            .culprit(state.say(touch.defender))
            .unless(&state.overruled)?;
        }
        let idle = now.continuing.contains(&touch.attacker)
            && !attacks.iter().any(|(attacker, _)| *attacker == touch.attacker);
        if idle && !edges.contains_key(&(touch.defender, touch.edge)) && in_combat(state, touch.defender) {
            Refusal::new(
                Code::UnassignedContact,
                "easy:III.E.2",
                format!("{} goes on attacking, but attacks nobody", state.say(touch.attacker)),
                format!("Let it attack {}", state.say(touch.defender)),
            )
            .unless(&state.overruled)?;
        }
    }
    let combats = group(&attacks);
    let say = |(index, combat): (usize, &Vec<(StandId, StandId)>)| {
        let words: Vec<String> =
            combat.iter().map(|(a, d)| format!("{} on {}", state.say(*a), state.say(*d))).collect();
        Note::new("easy:III.A.4", format!("combat {}: {}", index + 1, words.join(", ")))
    };
    let notes: Vec<Note> = combats.iter().enumerate().map(say).collect();
    notes.into_iter().for_each(|note| s.note(note));
    if s.state.active().is_some_and(|now| now.step != Step::Combats) {
        s.emit(Event::StepBegan { step: Step::Combats });
    }
    s.emit(Event::Combat(Change::Declared { combats }));
    Ok(())
}

/// The contact behind a declared attack, or the refusal.
fn check_attack(
    state: &State,
    all: &[Touch],
    attacker: StandId,
    defender: StandId,
) -> Result<Touch, Refusal> {
    let found = all.iter().find(|touch| touch.attacker == attacker && touch.defender == defender);
    if let Some(touch) = found {
        return Ok(*touch);
    }
    let (a, d) = (state.say(attacker), state.say(defender));
    let refuse = |clause, fact: String, remedy: &str| {
        Refusal::new(Code::UnassignedContact, clause, fact, remedy).culprit(state.say(defender))
    };
    if !state.are_enemies(attacker, defender) || !fights(state.arm(defender)) {
        return Err(refuse("easy:III-roles", format!("{a} cannot attack {d}"), "Attack enemy troops"));
    }
    let Some(edge) = edge_of(state, attacker, defender) else {
        // This is never let stand: there is no edge to fight along.
        return Err(refuse(
            "easy:III.A.1",
            format!("{a} does not touch {d}"),
            "A stand attacks only what it touches",
        ));
    };
    if may_attack(state, attacker)
        && let Some((friend, edge)) = edges::held_by(Touching::of(state), attacker, defender)
    {
        Refusal::new(
            Code::EdgeTaken,
            "easy:III.A.2",
            format!("{} holds the {} edge of {d}", state.say(friend), edge.name()),
            "Each edge takes one attacking stand",
        )
        .culprit(state.say(friend))
        .unless(&state.overruled)?;
        // It fights beside the friend, along that edge.
        return Ok(Touch { attacker, defender, edge, stretch: 0.0, must: false, held: Some(friend) });
    }
    if state.arm(attacker).is_artillery() {
        Refusal::new(
            Code::CannotFire,
            "easy:III.F",
            format!("{a} cannot fire canister at {d}"),
            "A battery in contact attacks the stand on its front, if it went on attacking",
        )
        .unless(&state.overruled)?;
    } else {
        refuse("easy:III-roles", format!("{a} is not active"), "Only stands activated now attack")
            .unless(&state.overruled)?;
    }
    check_side(state, state.side(attacker))?;
    Ok(Touch { attacker, defender, edge, stretch: 0.0, must: false, held: None })
}

fn edge_taken(state: &State, attacker: StandId, other: StandId, defender: StandId, edge: Edge) -> Refusal {
    Refusal::new(
        Code::EdgeTaken,
        "easy:III.A.2",
        format!(
            "{} and {} both attack the {} edge of {}",
            state.say(other),
            state.say(attacker),
            edge.name(),
            state.say(defender)
        ),
        "Each edge of a defender takes one attacking stand",
    )
    .culprit(state.say(other))
}
