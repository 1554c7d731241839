//! Musketry: who may fire at whom, what the die is lowered by, who answers (`epstein:8.a.1` to `epstein:8.c`, `epstein:8.e`,
//! `epstein:11.1` to `epstein:11.4`, `epstein:g.11`).
//!
//! Units: inches, figures.

use std::collections::BTreeMap;

use crate::dice::Throw;
use crate::game::working::{Measured, Modifier, Note};
use crate::table::{Body, Quad, Vec2};

use super::cover::{self, cover_from_fire};
use super::event::{Event, Mark, ShotFired};
use super::formation::Formation;
use super::guns;
use super::kind::Arm;
use super::measure::{self, Before, DEGREE, Seen, at_most, bearing, within, within_angle};
use super::order::Answering;
use super::pending::{Cause, Fire, Losses, Pending, Shot};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::sight::{Sight, musket_sight};
use super::standing::{check_may_act, disruption_of_fire, group_is_ineffective, is_ineffective, skirmishes};
use super::state::{GroupId, State};

/// A flank begins at this angle from the front (`epstein:10.1`).
pub const FLANK: f32 = 45.0 * DEGREE;

/// A hit for so many pips of figures (`epstein:8.a.3`).
const PIPS: i32 = 10;

/// A stand and an enemy before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    pub on: GroupId,
    /// The stand of the enemy that is nearest there.
    pub stand: StandId,
    pub seen: Seen,
}

/// Whom a firing stand has before it, in sight and within range.
#[derive(Clone, Debug, PartialEq)]
pub struct Aims {
    pub stand: StandId,
    /// The nearest straight ahead, at whom it has to fire (`epstein:8.e`).
    pub bound: Option<Aim>,
    /// Those to the side, where nobody is straight ahead (`epstein:8.a.2`).
    pub slant: Vec<Aim>,
}

impl Aims {
    /// Its shot at this enemy, where it may fire at it.
    fn at(&self, on: GroupId) -> Option<Aim> {
        match self.bound {
            Some(aim) => (aim.on == on).then_some(aim),
            None => self.slant.iter().find(|aim| aim.on == on).copied(),
        }
    }
}

/// The range of a stand's muskets or rifles, in inches.
pub fn reach(state: &State, stand: StandId) -> f32 {
    let weapon = if state.game.stand(stand).rifles { "rifle" } else { "musket" };
    state.game.tables.range(weapon).most
}

/// The stands of a group that can fire: its front rank (`epstein:8.a.1`); skirmishers all; of a square each side.
pub fn firing_stands(state: &State, id: GroupId) -> Vec<StandId> {
    match state.group(id).formation {
        Formation::Skirmish | Formation::Square => {
            state.group(id).stands.iter().copied().filter(|stand| state.pose(*stand).is_some()).collect()
        }
        Formation::MarchColumn
        | Formation::AssaultColumn
        | Formation::Line
        | Formation::Column
        | Formation::DoubleColumn
        | Formation::Single
        | Formation::Garrison
        | Formation::Rout => state.front_rank(id),
    }
}

/// Whom each firing stand of a group may fire at (`epstein:8.a.2`, `epstein:8.e`).
pub fn aims(state: &State, id: GroupId) -> Vec<Aims> {
    firing_stands(state, id).into_iter().filter_map(|stand| aims_of(state, id, stand)).collect()
}

fn aims_of(state: &State, id: GroupId, stand: StandId) -> Option<Aims> {
    let quad = state.quad(stand)?;
    let range = reach(state, stand);
    let (mut lane, mut slant): (Vec<Aim>, Vec<Aim>) = (Vec::new(), Vec::new());
    for enemy in state.enemies_of(state.side(id)) {
        let Some(aim) = aim_at(state, id, &quad, enemy, range) else { continue };
        match aim.seen.before {
            Before::Lane => lane.push(aim),
            Before::Slant => slant.push(aim),
        }
    }
    let bound = lane.into_iter().min_by(|a, b| a.seen.range.total_cmp(&b.seen.range));
    Some(Aims { stand, slant: if bound.is_some() { Vec::new() } else { slant }, bound })
}

/// The stand of an enemy that a firing stand has nearest before it, ahead before to the side, where it sees it.
fn aim_at(state: &State, by: GroupId, quad: &Quad, enemy: GroupId, range: f32) -> Option<Aim> {
    let far = (range + 3.0) * 2.0;
    let seen = state.quads(enemy).filter_map(|(stand, other)| {
        if quad.pose.at.distance(other.pose.at) > far {
            return None;
        }
        let seen = measure::before(quad, &other, range)?;
        let clear = musket_sight(state, by, quad, enemy, seen.aim) == Sight::Clear;
        clear.then_some(Aim { on: enemy, stand, seen })
    });
    seen.min_by(|a, b| {
        (a.seen.before, a.seen.range).partial_cmp(&(b.seen.before, b.seen.range)).expect("numbers")
    })
}

/// May the group fire in its own period (`epstein:3t.b`, `epstein:4.3`, `epstein:7.3`)?
pub fn check_may_fire(state: &State, id: GroupId) -> Result<(), Refusal> {
    check_may_act(state, id)?;
    let name = state.say(id);
    let group = state.group(id);
    if state.arm(id) == Arm::Cavalry {
        let fact = format!("{name} is cavalry, which never shoots");
        return Err(Refusal::new(Code::WrongKind, "epstein:3t.b", fact, "Charge with it"));
    }
    if state.arm(id) != Arm::Infantry {
        let fact = format!("{name} has no muskets");
        return Err(Refusal::new(Code::WrongKind, "epstein:8.a.1", fact, "Only infantry fires volleys"));
    }
    if group.formation == Formation::Garrison {
        let fact = format!("{name} is in a house");
        return Err(Refusal::new(Code::House, "epstein:15.3", fact, "Fire out of it with HouseFire"));
    }
    if group.marks.fired {
        let fact = format!("{name} has fired in this period");
        return Err(Refusal::new(Code::AlreadyFired, "epstein:5.18", fact, "It may still move or charge"));
    }
    if group.marks.closed_up {
        let fact = format!("{name} has moved and closed up from skirmish order");
        return Err(Refusal::new(Code::AlreadyMoved, "epstein:5.4", fact, "Fire first, then close up"));
    }
    if group_is_ineffective(state, id) {
        let fact = format!("{name} is ineffective, and fires only in defence");
        return Err(Refusal::new(Code::Ineffective, "epstein:7.3", fact, "Bring it back to its unit"));
    }
    if group.crossing.is_some() {
        let fact = format!("{name} is in the river");
        return Err(Refusal::new(Code::River, "epstein:5.24", fact, "It fires from the far bank"));
    }
    Ok(())
}

/// A group fires (`epstein:g.11`): each stand at the target where it may, else at whom it is bound to.
pub fn judge_volley(s: &mut Scratch<'_>, id: GroupId, target: GroupId) -> Judged {
    check_may_fire(&s.state, id)?;
    let shots = shots(&s.state, id, target)?;
    s.emit(Event::Marked { group: id, mark: Mark::Fired });
    for shot in shots.into_iter().rev() {
        s.emit(Event::Began(Pending::Shot(shot)));
    }
    Ok(())
}

/// The shots of a group that fires at a target, that one first (`epstein:8.a.7`).
pub fn shots(state: &State, id: GroupId, target: GroupId) -> Result<Vec<Shot>, Refusal> {
    let mut all = aims(state, id);
    // What is ineffective does not open fire, amalgamated stands among others too (`epstein:7.3`, `epstein:7.6`).
    all.retain(|aims| !is_ineffective(state, aims.stand));
    if !all.iter().any(|aims| aims.at(target).is_some()) {
        return Err(no_shot(state, id, target, &all));
    }
    let mut by_target: BTreeMap<(bool, GroupId), Vec<StandId>> = BTreeMap::new();
    for aims in &all {
        let on = if aims.at(target).is_some() { Some(target) } else { aims.bound.map(|aim| aim.on) };
        if let Some(on) = on {
            by_target.entry((on != target, on)).or_default().push(aims.stand);
        }
    }
    let shot = |((_, on), stands)| Shot {
        by: id,
        stands,
        on,
        fire: Fire::Musketry,
        hits: None,
        also: Vec::new(),
        answers: Vec::new(),
        struck: None,
    };
    Ok(by_target.into_iter().map(shot).collect())
}

/// Why no stand of the group can fire at the target.
fn no_shot(state: &State, id: GroupId, target: GroupId, all: &[Aims]) -> Refusal {
    let (name, enemy) = (state.say(id), state.say(target));
    if state.group(target).formation == Formation::Garrison {
        let fact = format!("{enemy} is in a house");
        return Refusal::new(Code::House, "epstein:15.4", fact, "Fire at the house with FireAtHouse");
    }
    if let Some(aim) = all.iter().find_map(|aims| aims.bound) {
        let nearer = state.say(aim.on);
        let fact = format!("{name} has {nearer} straight ahead, {:.2} in off", aim.seen.range);
        let measured = at_most("range", [aim.seen.from, aim.seen.to], aim.seen.range, aim.seen.range);
        return Refusal::new(Code::NearerTarget, "epstein:8.e", fact, format!("Fire at {nearer}"))
            .with(measured);
    }
    let nearest = firing_stands(state, id)
        .into_iter()
        .filter_map(|stand| {
            let quad = state.quad(stand)?;
            let seen = state.quads(target).filter_map(|(_, other)| measure::before(&quad, &other, f32::MAX));
            Some((quad, seen.min_by(|a, b| a.range.total_cmp(&b.range))?, reach(state, stand)))
        })
        .min_by(|a, b| a.1.range.total_cmp(&b.1.range));
    let Some((quad, seen, range)) = nearest else {
        let fact = format!("{enemy} is neither ahead of {name} nor within 30 degrees of it");
        return Refusal::new(Code::OutOfArc, "epstein:8.a.2", fact, "Turn to face it first");
    };
    if !within(seen.range, range) {
        let fact = format!("{enemy} is {:.2} in from {name}", seen.range);
        let measured = at_most("range", [seen.from, seen.to], seen.range, range);
        return Refusal::new(Code::OutOfRange, "epstein:3d.4", fact, "Come nearer").with(measured);
    }
    let sight = musket_sight(state, id, &quad, target, seen.aim);
    let clause = sight.clause();
    Refusal::new(
        Code::NoSight,
        clause,
        format!("{name} does not see {enemy}: {}", sight.words(state)),
        "Fire at another",
    )
}

/// A shot of musketry as it comes to the die.
#[derive(Clone, Debug, PartialEq)]
pub struct Volley {
    pub figures: u16,
    pub modifiers: Vec<Modifier>,
    pub range: f32,
    pub measured: Measured,
    /// Stands of the target before the firers: they lose first.
    pub first: Vec<StandId>,
}

impl Volley {
    /// Figures hit by this face: the lowered die times figures by ten, fractions dropped (`epstein:8.a.3`, `epstein:g.5`).
    pub fn hits(&self, face: u16) -> u16 {
        hits(face, Modifier::net(&self.modifiers), self.figures)
    }
}

/// Figures hit: the die with its modifier, never below 0, times figures by ten (`epstein:8.a.3`, `epstein:g.5`).
pub fn hits(face: u16, modifier: i32, figures: u16) -> u16 {
    let pips = (i32::from(face) + modifier).max(0);
    u16::try_from(pips * i32::from(figures) / PIPS).unwrap_or(u16::MAX)
}

/// What these stands' fire at a group comes to; `answers`: it is an answer, or fire at a charge. None where none of them has it
/// before it.
pub fn volley(state: &State, by: GroupId, stands: &[StandId], on: GroupId, answers: bool) -> Option<Volley> {
    let mut aims: Vec<(StandId, Aim)> = Vec::new();
    for stand in stands {
        let Some(quad) = state.quad(*stand) else { continue };
        aims.extend(aim_at(state, by, &quad, on, reach(state, *stand)).map(|aim| (*stand, aim)));
    }
    let (_, nearest) = aims.iter().min_by(|a, b| a.1.seen.range.total_cmp(&b.1.seen.range))?;
    let figures = aims.iter().map(|(stand, _)| state.stand(*stand).figures).sum();
    let rifles = aims.iter().all(|(stand, _)| state.game.stand(*stand).rifles);
    let weapon = state.game.tables.range(if rifles { "rifle" } else { "musket" });
    let range = nearest.seen.range;
    let mut modifiers = Vec::new();
    let over = !within(range, weapon.optimum);
    match (skirmishes(state, by), over) {
        (true, false) => modifiers.push(Modifier::new(-2, "epstein:8.b", "skirmish fire")),
        (true, true) => modifiers.push(Modifier::new(-3, "epstein:8.b", "skirmish fire beyond 4 in")),
        (false, true) => modifiers.push(Modifier::new(-1, "epstein:8.a.4", "beyond 4 in")),
        (false, false) => {}
    }
    let line = [nearest.seen.from, nearest.seen.to];
    modifiers.extend(cover::of_fire(cover_from_fire(state, nearest.stand, line)));
    let markers = disruption_of_fire(state, by, answers);
    if markers > 0 {
        modifiers.push(Modifier::new(-markers, "epstein:13.4", "disrupted"));
    }
    if state.game.unit(state.unit(by)).green {
        modifiers.push(Modifier::new(-1, "epstein:16.4", "green"));
    }
    let mut first: Vec<StandId> = Vec::new();
    for (stand, _) in &aims {
        let Some(quad) = state.quad(*stand) else { continue };
        let before =
            state.quads(on).filter(|(_, other)| measure::before(&quad, other, weapon.most).is_some());
        first.extend(before.map(|(stand, _)| stand));
    }
    first.sort_unstable();
    first.dedup();
    let measured = at_most("range", line, range, weapon.most);
    Some(Volley { figures, modifiers, range, measured, first })
}

/// Is the group fired on, or charged, from here in flank or rear (`epstein:10.1`)? A square has none, skirmishers and stands by
/// themselves are judged stand by stand.
pub fn in_flank(state: &State, id: GroupId, from: &[Quad]) -> bool {
    if state.group(id).formation == Formation::Square {
        return false;
    }
    let pairs = state.quads(id).flat_map(|(_, own)| from.iter().map(move |other| (own, *other)));
    let nearest = pairs.min_by(|a, b| measure::gap(&a.0, &a.1).total_cmp(&measure::gap(&b.0, &b.1)));
    let Some((own, other)) = nearest else { return false };
    let body = Body::single(other.half.x * 2.0, other.half.y * 2.0);
    let point = crate::table::measure::nearest_point(body.placed(other.pose), measure::front_middle(&own));
    measure::angle_at_least(bearing(&own, point), FLANK)
}

/// The stands with which a group can answer this enemy's fire: all of its front rank that have the firer before them
/// (`epstein:8.a.5`, `epstein:11.1`).
///
/// # Errors
///
/// Why it cannot answer.
pub fn answering_stands(state: &State, id: GroupId, firer: GroupId) -> Result<Vec<StandId>, Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    if state.arm(id) != Arm::Infantry || group.on_foot || group.formation == Formation::Garrison {
        let fact = format!("{name} has no muskets to answer with");
        return Err(Refusal::new(Code::WrongKind, "epstein:11.1", fact, "It takes the fire"));
    }
    if group.rout.is_some() {
        let fact = format!("{name} has routed and does not answer");
        return Err(Refusal::new(Code::Routed, "epstein:13.11", fact, "It takes the fire"));
    }
    if group.marks.fired {
        let fact = format!("{name} has fired in this period");
        return Err(Refusal::new(Code::AlreadyFired, "epstein:11.2", fact, "It takes the fire"));
    }
    if group.crossing.is_some() {
        let fact = format!("{name} is in the river");
        return Err(Refusal::new(Code::River, "epstein:5.24", fact, "It takes the fire"));
    }
    let from: Vec<Quad> = state.quads(firer).map(|(_, quad)| quad).collect();
    if in_flank(state, id, &from) {
        let fact = format!("{name} is fired on from flank or rear");
        return Err(Refusal::new(Code::OutOfArc, "epstein:11.1", fact, "It takes the fire"));
    }
    let stands: Vec<StandId> = firing_stands(state, id)
        .into_iter()
        .filter(|stand| {
            let quad = state.quad(*stand);
            quad.is_some_and(|quad| aim_at(state, id, &quad, firer, reach(state, *stand)).is_some())
        })
        .collect();
    if stands.is_empty() {
        let fact = format!("{name} has {} neither ahead nor within 30 degrees in range", state.say(firer));
        return Err(Refusal::new(Code::OutOfArc, "epstein:8.a.5", fact, "It takes the fire"));
    }
    Ok(stands)
}

/// A shot of musketry is fired, and answered where the owner said so (`epstein:11.3`): both dice, then the losses.
pub fn resolve(s: &mut Scratch<'_>, shot: &Shot, answer: Option<Vec<StandId>>) -> Judged {
    let own = volley(&s.state, shot.by, &shot.stands, shot.on, false);
    let theirs = answer.and_then(|stands| volley(&s.state, shot.on, &stands, shot.by, true));
    let hits = match &own {
        Some(volley) => throw_volley(s, volley, shot.by, shot.on, false)?,
        None => 0,
    };
    let back = match &theirs {
        Some(volley) => throw_volley(s, volley, shot.on, shot.by, true)?,
        None => 0,
    };
    if theirs.is_some() {
        s.emit(Event::Marked { group: shot.on, mark: Mark::Fired });
        if s.state.game.options.return_fire_pins {
            s.emit(Event::Marked { group: shot.on, mark: Mark::Pinned });
        }
    }
    s.emit(Event::Settled);
    // The active player's losses are placed first: they lie on top.
    let lose = |s: &mut Scratch<'_>, of: GroupId, by: GroupId, figures: u16, volley: Option<Volley>| {
        if figures > 0 {
            let by = s.state.side(by);
            super::leaders::endanger(s, &[of], &[], by);
            let first = volley.map(|volley| volley.first).unwrap_or_default();
            s.emit(Event::Began(Pending::Losses(Losses { of, figures, first, cause: Cause::Fire, by })));
        }
    };
    lose(s, shot.on, shot.by, hits, own);
    lose(s, shot.by, shot.on, back, theirs);
    Ok(())
}

/// One die for a volley, and what it hits.
pub fn throw_volley(
    s: &mut Scratch<'_>,
    volley: &Volley,
    by: GroupId,
    on: GroupId,
    answers: bool,
) -> Judged<u16> {
    let clause = if skirmishes(&s.state, by) { "epstein:8.b" } else { "epstein:8.a.3" };
    let verb = if answers { "answers" } else { "fires at" };
    let why = format!("{} {verb} {}", s.state.say(by), s.state.say(on));
    let side = Some(s.state.side(by).0);
    let face = s.throw(Throw::sum(1, 6, side, clause, why.clone()))?.value;
    let face = u16::try_from(face).unwrap_or(6);
    let modifier = Modifier::net(&volley.modifiers);
    let most = s.state.figures(on);
    let hits = volley.hits(face).min(most);
    let lowered = (i32::from(face) + modifier).max(0);
    let text = format!("{why}: {lowered} times {} figures by ten: {hits} hit", volley.figures);
    s.note(Note::new(clause, text).modified(volley.modifiers.clone()).with(volley.measured.clone()));
    s.emit(Event::Shot(ShotFired { by, on, answers, figures: volley.figures, die: face, modifier, hits }));
    Ok(hits)
}

/// The owner of who is fired at says whether they answer (`epstein:11.2`).
pub fn judge_answer(s: &mut Scratch<'_>, shot: &Shot, how: Answering) -> Judged {
    if shot.fire != Fire::Musketry || matches!(how, Answering::Guns { .. }) {
        return guns::shot::judge_answer(s, shot, how);
    }
    match how {
        Answering::Nothing => resolve(s, shot, None),
        Answering::Fire => {
            let stands = answering_stands(&s.state, shot.on, shot.by)?;
            resolve(s, shot, Some(stands))
        }
        Answering::Guns { .. } | Answering::Square { .. } => {
            let fact = format!("{} answers fire with fire, or holds it", s.state.say(shot.on));
            let remedy = "A square is formed under a charge, guns answer with their load";
            Err(Refusal::new(Code::BadOrder, "epstein:11.2", fact, remedy).into())
        }
    }
}

/// What the owner of who is fired at may say: the answers that there are, and none.
pub fn answers(state: &State, shot: &Shot) -> Vec<Answering> {
    let mut found = Vec::new();
    if answering_stands(state, shot.on, shot.by).is_ok() {
        found.push(Answering::Fire);
    }
    found.extend(guns::shot::answers(state, shot.on, shot.by));
    found.push(Answering::Nothing);
    found
}

/// Has the owner of who is fired at anything to decide?
pub fn may_answer(state: &State, shot: &Shot) -> bool {
    answers(state, shot).len() > 1
}

/// Is a point within so many degrees of where a stand faces?
pub fn within_degrees(stand: &Quad, point: Vec2, degrees: f32) -> bool {
    within_angle(bearing(stand, point), degrees * DEGREE)
}
