//! Answering fire: who may answer, and how both shots are resolved at once (`epstein:11.1` to `epstein:11.4`).
//!
//! Units: inches, figures.

use table::Quad;

use super::event::{Event, Mark};
use super::fire::{aim_at, firing_stands, in_flank, reach, unseen};
use super::formation::Formation;
use super::guns;
use super::kind::Arm;
use super::order::Answering;
use super::pending::{Fire, Losses, Pending, Shot};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::state::{GroupId, State};
use super::volley::{self, Occasion, Volley, volleys, volleys_anyhow};
use super::waiting::losses_after_shots;

/// Can the group fire at all in the enemy's period (`epstein:11.1`, `epstein:11.2`, `epstein:13.11`)?
///
/// # Errors
///
/// If it cannot, with the reason.
pub fn check_can_fire(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    if state.arm(id) != Arm::Infantry || group.on_foot || group.formation == Formation::Garrison {
        let fact = format!("{name} has no muskets to answer with");
        return Err(Refusal::new(Code::WrongKind, "epstein:11.1", fact, "It takes the fire"));
    }
    if group.rout.is_some() {
        let fact = format!("{name} has routed and does not answer");
        Refusal::new(Code::Routed, "epstein:13.11", fact, "It takes the fire").unless(&state.overruled)?;
    }
    if group.marks.fired {
        let fact = format!("{name} has fired in this period");
        Refusal::new(Code::AlreadyFired, "epstein:11.2", fact, "It takes the fire")
            .unless(&state.overruled)?;
    }
    if group.crossing.is_some() {
        let fact = format!("{name} is in the river");
        Refusal::new(Code::River, "epstein:5.24", fact, "It takes the fire").unless(&state.overruled)?;
    }
    Ok(())
}

/// The stands of a group whose way to an enemy is ahead or within 30 degrees, in range and in sight; every stand of the front
/// rank counts (`epstein:8.a.5`).
///
/// # Errors
///
/// If no stand has the enemy so.
pub fn stands_facing(state: &State, id: GroupId, enemy: GroupId) -> Result<Vec<StandId>, Refusal> {
    let stands: Vec<StandId> = firing_stands(state, id)
        .into_iter()
        .filter(|stand| {
            let quad = state.quad(*stand);
            quad.is_some_and(|quad| aim_at(state, id, &quad, enemy, reach(state, *stand)).is_some())
        })
        .collect();
    if !stands.is_empty() {
        return Ok(stands);
    }
    let why = unseen(state, id, enemy).filter(|refusal| refusal.code != Code::OutOfArc);
    let why = why.unwrap_or_else(|| {
        let (name, other) = (state.say(id), state.say(enemy));
        let fact = format!("{name} has {other} neither ahead nor within 30 degrees in range");
        Refusal::new(Code::OutOfArc, "epstein:8.a.5", fact, "")
    });
    Err(Refusal { remedy: "It takes the fire".to_owned(), ..why })
}

/// The stands with which a group can answer this enemy's fire (`epstein:8.a.5`, `epstein:11.1`).
///
/// # Errors
///
/// If it cannot answer, with the reason.
pub fn answering_stands(state: &State, id: GroupId, firer: GroupId) -> Result<Vec<StandId>, Refusal> {
    check_can_fire(state, id)?;
    let from: Vec<Quad> = state.quads(firer).map(|(_, quad)| quad).collect();
    if in_flank(state, id, &from) {
        let fact = format!("{} is fired on from flank or rear", state.say(id));
        Refusal::new(Code::OutOfArc, "epstein:11.1", fact, "It takes the fire").unless(&state.overruled)?;
    }
    stands_facing(state, id, firer)
}

/// The answers open to the target's owner, each with the firer that it answers; `nothing` is among them.
pub fn answers(state: &State, shot: &Shot) -> Vec<(Answering, Option<GroupId>)> {
    let several = !shot.with.is_empty();
    let able = shot.firers().filter(|(firer, _)| answering_stands(state, shot.on, *firer).is_ok());
    let mut found: Vec<_> = able.map(|(firer, _)| (Answering::Fire, several.then_some(firer))).collect();
    for (firer, _) in shot.firers() {
        let ways = guns::shot::answers(state, shot.on, firer).into_iter();
        found.extend(ways.map(|how| (how, several.then_some(firer))));
    }
    found.push((Answering::Nothing, None));
    found
}

/// Has the target's owner anything to decide?
pub fn may_answer(state: &State, shot: &Shot) -> bool {
    answers(state, shot).len() > 1
}

/// The firer that the target can answer: the one named, else the first that it can (`epstein:8.a.6`).
pub fn answered(
    state: &State,
    shot: &Shot,
    named: Option<GroupId>,
) -> Result<(GroupId, Vec<StandId>), Refusal> {
    answered_by(state, shot, named, |firer| answering_stands(state, shot.on, firer))
}

/// The firer that passes `check`: the one named, else the first.
///
/// # Errors
///
/// If the named group does not fire, or if the target cannot answer so.
pub fn answered_by<T>(
    state: &State,
    shot: &Shot,
    named: Option<GroupId>,
    check: impl Fn(GroupId) -> Result<T, Refusal>,
) -> Result<(GroupId, T), Refusal> {
    if let Some(named) = named {
        if !shot.firers().any(|(firer, _)| firer == named) {
            let fact = format!("{} does not fire at {}", state.say(named), state.say(shot.on));
            return Err(Refusal::new(Code::NoTarget, "epstein:11.2", fact, "Answer one of those who fire"));
        }
        return Ok((named, check(named)?));
    }
    let others = shot.with.iter().map(|joined| joined.by);
    let first = check(shot.by).map(|found| (shot.by, found));
    first.or_else(|refusal| {
        others.into_iter().find_map(|firer| Some((firer, check(firer).ok()?))).ok_or(refusal)
    })
}

/// The target's owner decides whether it answers (`epstein:11.2`), and which firer it answers.
pub fn judge_answer(s: &mut Scratch<'_>, shot: &Shot, how: Answering, at: Option<GroupId>) -> Judged {
    if shot.fire != Fire::Musketry || matches!(how, Answering::Guns { .. }) {
        return guns::shot::judge_answer(s, shot, how, at);
    }
    match how {
        Answering::Nothing => resolve(s, shot, None),
        Answering::Fire => {
            let answer = answered(&s.state, shot, at)?;
            resolve(s, shot, Some(answer))
        }
        Answering::Guns { .. } | Answering::Square { .. } => {
            let fact = format!("{} answers fire with fire, or holds it", s.state.say(shot.on));
            let remedy = "A square is formed under a charge, guns answer with their load";
            Err(Refusal::new(Code::BadOrder, "epstein:11.2", fact, remedy).into())
        }
    }
}

/// The volleys of a shot, one die each.
pub fn own_volleys(state: &State, shot: &Shot) -> Vec<Volley> {
    let firers: Vec<(GroupId, &[StandId])> = shot.firers().collect();
    match shot.anyhow {
        true => volleys_anyhow(state, &firers, shot.on),
        false => volleys(state, &firers, shot.on, Occasion::Opens),
    }
}

/// The volleys with which a shot is answered.
pub fn volleys_back(state: &State, shot: &Shot, answer: Option<&(GroupId, Vec<StandId>)>) -> Vec<Volley> {
    let Some((firer, stands)) = answer else { return Vec::new() };
    volleys(state, &[(shot.on, stands.as_slice())], *firer, Occasion::Answers)
}

/// Throws the dice of a shot before the target's owner decides (`answer_before_dice` off): the owner sees the hits first.
pub fn throw_first(s: &mut Scratch<'_>, shot: &Shot) -> Judged {
    let own = own_volleys(&s.state, shot);
    let hits = volley::throw_all(s, &own, shot.on, Occasion::Opens)?;
    s.emit(Event::Changed(Pending::Shot(Shot { hits: Some(hits), ..shot.clone() })));
    Ok(())
}

/// Are the dice of this shot thrown before anybody answers?
pub fn is_thrown_first(state: &State, shot: &Shot) -> bool {
    !state.game.options.answer_before_dice && shot.fire == Fire::Musketry && shot.hits.is_none()
}

/// Resolves a shot of musketry and the answer to it, if there is one (`epstein:11.3`): all dice first, then the losses.
pub fn resolve(s: &mut Scratch<'_>, shot: &Shot, answer: Option<(GroupId, Vec<StandId>)>) -> Judged {
    let own = own_volleys(&s.state, shot);
    let theirs = volleys_back(&s.state, shot, answer.as_ref());
    let hits = match shot.hits {
        Some(hits) => hits,
        None => volley::throw_all(s, &own, shot.on, Occasion::Opens)?,
    };
    let answers = answer.as_ref().map_or(shot.by, |(firer, _)| *firer);
    let back = volley::throw_all(s, &theirs, answers, Occasion::Answers)?;
    if !theirs.is_empty() {
        s.emit(Event::Marked { group: shot.on, mark: Mark::Fired });
        if s.state.game.options.return_fire_pins {
            s.emit(Event::Marked { group: shot.on, mark: Mark::Pinned });
        }
    }
    s.emit(Event::Settled);
    let waited = s.state.pending.len();
    // The active player's losses are placed first, so they go on top.
    lose(s, shot.on, shot.by, hits, &own);
    lose(s, answers, shot.on, back, &theirs);
    losses_after_shots(s, waited);
    Ok(())
}

/// Queues the figures lost to these volleys for their owner to place.
pub fn lose(s: &mut Scratch<'_>, of: GroupId, by: GroupId, figures: u16, volleys: &[Volley]) {
    let Some(lead) = volleys.first().filter(|_| figures > 0) else { return };
    let by = s.state.side(by);
    super::leaders::endanger(s, &[of], &[], by);
    let losses = Losses::to_fire(of, figures, volley::before(volleys), by, lead.away);
    s.emit(Event::Began(Pending::Losses(losses)));
}
