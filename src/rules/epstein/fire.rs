//! Musketry: who may fire at whom (`epstein:8.a.1` to `epstein:8.a.7`, `epstein:8.e`, `epstein:g.11`).
//!
//! Its effect is in [`super::volley`], answers are in [`super::answer`]. Units: inches, figures.

use std::collections::BTreeMap;

use table::{Body, Quad};

use super::event::{Event, Mark};
use super::formation::Formation;
use super::kind::Arm;
use super::measure::FLANK;
use super::measure::{self, Before, Seen, at_most, bearing, within};
use super::pending::{Fire, Joined, Pending, Shot};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::sight::{Sight, musket_sight_between};
use super::standing::{check_may_act, group_is_ineffective, is_ineffective};
use super::state::{GroupId, State};
use super::tables::Weapon;

/// A stand and an enemy in front of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    pub on: GroupId,
    /// The nearest stand of the enemy there.
    pub stand: StandId,
    pub seen: Seen,
}

/// The enemies in front of a firing stand, in sight and within range.
#[derive(Clone, Debug, PartialEq)]
pub struct Aims {
    pub stand: StandId,
    /// The nearest straight ahead, which it must fire at (`epstein:8.e`).
    pub bound: Option<Aim>,
    /// Others straight ahead at the same distance: it may choose.
    pub equal: Vec<Aim>,
    /// Enemies to the side, if nobody is straight ahead (`epstein:8.a.2`).
    pub slant: Vec<Aim>,
}

impl Aims {
    /// Every enemy that it may fire at.
    pub fn all(&self) -> impl Iterator<Item = Aim> {
        self.bound.iter().chain(&self.equal).chain(&self.slant).copied()
    }

    /// Its shot at this enemy, if it may fire at it.
    fn at(&self, on: GroupId) -> Option<Aim> {
        self.all().find(|aim| aim.on == on)
    }
}

/// The range of a stand's muskets or rifles, in inches.
pub fn reach(state: &State, stand: StandId) -> f32 {
    let weapon = if state.game.stand(stand).rifles { Weapon::Rifle } else { Weapon::Musket };
    state.game.tables.range(weapon).most
}

/// The stands of a group that can fire: its front rank (`epstein:8.a.1`), all skirmishers, or each side of a square.
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

/// The enemies that each firing stand of a group may fire at (`epstein:8.a.2`, `epstein:8.e`).
pub fn aims(state: &State, id: GroupId) -> Vec<Aims> {
    firing_stands(state, id).into_iter().filter_map(|stand| aims_of(state, id, stand)).collect()
}

fn aims_of(state: &State, id: GroupId, stand: StandId) -> Option<Aims> {
    let quad = state.quad(stand)?;
    let range = reach(state, stand);
    let (mut lane, mut slant): (Vec<Aim>, Vec<Aim>) = (Vec::new(), Vec::new());
    for enemy in state.enemies_near(state.side(id), quad.pose.at, farthest(range)) {
        let Some(aim) = aim_at(state, id, &quad, enemy, range) else { continue };
        match aim.seen.before {
            Before::Lane => lane.push(aim),
            Before::Slant => slant.push(aim),
        }
    }
    let bound = measure::nearest(lane.iter().copied(), |aim| aim.seen.range);
    let Some(nearest) = bound else {
        return Some(Aims { stand, bound, equal: Vec::new(), slant });
    };
    let is_equal = |aim: &Aim| aim.on != nearest.on && aim.seen.range <= nearest.seen.range + measure::SLACK;
    lane.retain(is_equal);
    Some(Aims { stand, bound, equal: lane, slant: Vec::new() })
}

/// Upper bound for the distance between the middles of two stands of which one is within this range of the other.
fn farthest(range: f32) -> f32 {
    (range + 3.0) * 2.0
}

/// The stands of an enemy in front of a firing stand, if it sees them.
pub fn aims_at(
    state: &State,
    by: GroupId,
    quad: Quad,
    enemy: GroupId,
    range: f32,
) -> impl Iterator<Item = Aim> {
    let far = farthest(range);
    state.quads(enemy).filter_map(move |(stand, other)| {
        if quad.pose.at.distance(other.pose.at) > far {
            return None;
        }
        let seen = measure::before(&quad, &other, range)?;
        let clear = musket_sight_between(state, by, &quad, enemy, [seen.aim, other.pose.at]) == Sight::Clear;
        clear.then_some(Aim { on: enemy, stand, seen })
    })
}

/// The nearest stand of an enemy in front of a firing stand, straight ahead before to the side, if it sees any.
pub fn aim_at(state: &State, by: GroupId, quad: &Quad, enemy: GroupId, range: f32) -> Option<Aim> {
    aims_at(state, by, *quad, enemy, range).min_by(|a, b| {
        (a.seen.before, a.seen.range).partial_cmp(&(b.seen.before, b.seen.range)).expect("numbers")
    })
}

/// Checks whether the group may fire in its own period (`epstein:3t.b`, `epstein:4.3`, `epstein:7.3`).
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
        return Err(Refusal::new(Code::House, "epstein:15.3", fact, "Order fire out of the house"));
    }
    if group.marks.fired {
        let fact = format!("{name} has fired in this period");
        Refusal::new(Code::AlreadyFired, "epstein:5.18", fact, "It fires once a period")
            .unless(&state.overruled)?;
    }
    if group.marks.closed_up {
        let fact = format!("{name} has moved and closed up from skirmish order");
        Refusal::new(Code::AlreadyMoved, "epstein:5.4", fact, "Fire first, then close up")
            .unless(&state.overruled)?;
    }
    if group_is_ineffective(state, id) {
        let fact = format!("{name} is ineffective, and fires only in defence");
        Refusal::new(Code::Ineffective, "epstein:7.3", fact, "Bring it back to its unit")
            .unless(&state.overruled)?;
    }
    if group.crossing.is_some() {
        let fact = format!("{name} is in the river");
        Refusal::new(Code::River, "epstein:5.24", fact, "It fires from the far bank")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// A group fires (`epstein:g.11`): each stand at the target if it may, else at the enemy that it must fire at; other battalions
/// may add themselves for one die if that is played (`epstein:8.a.6`).
pub fn judge_volley(s: &mut Scratch<'_>, id: GroupId, target: GroupId, with: &[GroupId]) -> Judged {
    check_may_fire(&s.state, id)?;
    check_joint(&s.state, id, with)?;
    let shots = joint_shots(&s.state, id, target, with)?;
    for firer in std::iter::once(&id).chain(with) {
        s.emit(Event::Marked { group: *firer, mark: Mark::Fired });
    }
    for shot in shots.into_iter().rev() {
        s.emit(Event::Began(Pending::Shot(shot)));
    }
    Ok(())
}

/// The shots of groups that fire at a target together, the shot at the target first (`epstein:8.a.6`).
pub fn joint_shots(
    state: &State,
    id: GroupId,
    target: GroupId,
    with: &[GroupId],
) -> Result<Vec<Shot>, Refusal> {
    let mut all = shots(state, id, target)?;
    for other in with {
        let mut own = shots(state, *other, target)?;
        let joined = Joined { by: *other, stands: own.remove(0).stands };
        all[0].with.push(joined);
        all.extend(own);
    }
    Ok(all)
}

/// Checks whether these battalions may fire one volley together (`epstein:8.a.6`).
fn check_joint(state: &State, id: GroupId, with: &[GroupId]) -> Result<(), Refusal> {
    if with.is_empty() {
        return Ok(());
    }
    if !state.game.options.joint_volley {
        let fact = format!("{} would fire together with others", state.say(id));
        let remedy = "Let each battalion fire for itself, or play joint_volley";
        Refusal::new(Code::BadOrder, "epstein:8.a.6", fact, remedy).unless(&state.overruled)?;
    }
    let mut seen = vec![id];
    for other in with {
        if seen.contains(other) {
            let fact = format!("{} is named twice", state.say(*other));
            return Err(Refusal::new(Code::BadOrder, "epstein:8.a.6", fact, "Name each battalion once"));
        }
        seen.push(*other);
        check_may_fire(state, *other)?;
    }
    Ok(())
}

/// The shots of a group that fires at a target, the shot at the target first (`epstein:8.a.7`).
pub fn shots(state: &State, id: GroupId, target: GroupId) -> Result<Vec<Shot>, Refusal> {
    let mut all = aims(state, id);
    // Ineffective stands do not open fire, even amalgamated ones among others (`epstein:7.3`, `epstein:7.6`).
    all.retain(|aims| !is_ineffective(state, aims.stand));
    let mut by_target: BTreeMap<(bool, GroupId), Vec<StandId>> = BTreeMap::new();
    let mut anyhow = false;
    if !all.iter().any(|aims| aims.at(target).is_some()) {
        let (refusal, can_stand) = no_shot(state, id, target, &all);
        if !can_stand {
            return Err(refusal);
        }
        refusal.unless(&state.overruled)?;
        // Let stand, all who can fire do so.
        let weak = |stand: &StandId| is_ineffective(state, *stand) && !state.overruled.has("epstein:7.3");
        let able = firing_stands(state, id).into_iter().filter(|stand| !weak(stand)).collect();
        by_target.insert((false, target), able);
        all.clear();
        anyhow = true;
    }
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
        with: Vec::new(),
        also: Vec::new(),
        answers: Vec::new(),
        struck: None,
        anyhow,
    };
    Ok(by_target.into_iter().map(shot).collect())
}

/// Why nobody can fire a volley at this group, wherever it stands; `None` if it is a possible target.
fn no_target(state: &State, id: GroupId, target: GroupId) -> Option<Refusal> {
    let enemy = state.say(target);
    let (clause, fact) = if state.side(target) == state.side(id) {
        ("epstein:g.11", format!("{enemy} is of its own side"))
    } else if state.arm(target) == Arm::Command {
        ("epstein:14.c.4", format!("{enemy} is a leader, and counts as no unit"))
    } else if state.is_abandoned(target) {
        ("epstein:8.d.4", format!("{enemy} is a gun without a crew"))
    } else {
        return None;
    };
    Some(Refusal::new(Code::NoTarget, clause, fact, "Fire at enemy troops"))
}

/// Why no stand of the group can fire at the target; `true` if that can be let stand.
fn no_shot(state: &State, id: GroupId, target: GroupId, all: &[Aims]) -> (Refusal, bool) {
    if let Some(refusal) = no_target(state, id, target) {
        return (refusal, false);
    }
    let (name, enemy) = (state.say(id), state.say(target));
    if state.group(target).formation == Formation::Garrison {
        let fact = format!("{enemy} is in a house");
        return (Refusal::new(Code::House, "epstein:15.4", fact, "Fire at the house"), false);
    }
    if let Some((stand, aim)) = all.iter().find_map(|aims| Some((aims.stand, aims.bound?))) {
        let nearer = state.say(aim.on);
        let fact = format!("{name} has {nearer} straight ahead, {:.2} in off", aim.seen.range);
        let line = [aim.seen.from, aim.seen.to];
        let measured = at_most("range", line, aim.seen.range, reach(state, stand));
        let refusal = Refusal::new(Code::NearerTarget, "epstein:8.e", fact, format!("Fire at {nearer}"));
        return (refusal.with(measured), true);
    }
    let refusal = unseen(state, id, target).unwrap_or_else(|| {
        let fact = format!("those of {name} who see {enemy} are ineffective, and fire only in defence");
        Refusal::new(Code::Ineffective, "epstein:7.3", fact, "Fire at another")
    });
    (refusal, true)
}

/// Why the stand of a group that is nearest to an enemy cannot fire at it: the enemy's direction or distance, or what is
/// between. `None` if it could.
pub fn unseen(state: &State, id: GroupId, target: GroupId) -> Option<Refusal> {
    let (name, enemy) = (state.say(id), state.say(target));
    let shots = firing_stands(state, id).into_iter().filter_map(|stand| {
        let quad = state.quad(stand)?;
        let seen = state
            .quads(target)
            .filter_map(|(_, other)| Some((other, measure::before(&quad, &other, f32::MAX)?)));
        let (aimed, seen) = measure::nearest(seen, |(_, seen)| seen.range)?;
        Some((quad, aimed, seen, reach(state, stand)))
    });
    let nearest = measure::nearest(shots, |(_, _, seen, _)| seen.range);
    let Some((quad, aimed, seen, range)) = nearest else {
        let fact = format!("{enemy} is neither ahead of {name} nor within 30 degrees of it");
        return Some(Refusal::new(Code::OutOfArc, "epstein:8.a.2", fact, "Turn to face it first"));
    };
    if !within(seen.range, range) {
        let fact = format!("{enemy} is {:.2} in from {name}", seen.range);
        let measured = at_most("range", [seen.from, seen.to], seen.range, range);
        let refusal = Refusal::new(Code::OutOfRange, "epstein:3d.4", fact, "Come nearer");
        return Some(refusal.with(measured));
    }
    let sight = musket_sight_between(state, id, &quad, target, [seen.aim, aimed.pose.at]);
    let fact = || format!("{name} does not see {enemy}: {}", sight.words(state));
    (sight != Sight::Clear).then(|| Refusal::new(Code::NoSight, sight.clause(), fact(), "Fire at another"))
}

/// Is the group fired at, or charged, from here in flank or rear (`epstein:10.1`)? A square has none; skirmishers and single
/// stands are judged stand by stand.
pub fn in_flank(state: &State, id: GroupId, from: &[Quad]) -> bool {
    if state.group(id).formation == Formation::Square {
        return false;
    }
    let pairs = state.quads(id).flat_map(|(_, own)| from.iter().map(move |other| (own, *other)));
    let pairs: Vec<(f32, Quad, Quad)> =
        pairs.map(|(own, other)| (measure::gap(&own, &other), own, other)).collect();
    let least = pairs.iter().map(|(gap, ..)| *gap).fold(f32::INFINITY, f32::min);
    // Of equally near pairs the one that faces most squarely counts: in two flush rows no stand is in the flank of its
    // neighbour's opposite.
    let nearest = pairs.iter().filter(|(gap, ..)| within(*gap, least));
    let angles = nearest.map(|(_, own, other)| {
        let body = Body::single(other.half.x * 2.0, other.half.y * 2.0);
        let point = table::measure::nearest_point(body.placed(other.pose), measure::front_middle(own));
        bearing(own, point)
    });
    angles.min_by(f32::total_cmp).is_some_and(|angle| measure::angle_at_least(angle, FLANK))
}
