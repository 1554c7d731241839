//! Fire out of houses and at them: two dice a stand, one hit at most (`epstein:15.2` to `epstein:15.4`).
//!
//! Ruling: a garrison fires out of one side at enemies at that side, within its weapon's range; of those straight ahead at the
//! nearest (`epstein:8.e`). Units: inches, figures.

use dice::Throw;
use game::working::{Modifier, Note};
use table::{Gap, Quad};

use super::event::{Event, Mark};
use super::fire::{self, check_may_fire, firing_stands, reach};
use super::formation::Formation;
use super::house_event::HouseEvent;
use super::houses::{self, defender, gap_to_side, holder, outward, say_side, side_of, side_quad, taken_by};
use super::kind::Arm;
use super::measure::{self, Before, at_most, within};
use super::naming::find;
use super::order::Answering;
use super::pending::{Cause, HouseShot, Losses, Pending};
use super::refusal::{Code, Refusal};
use super::roster::{HouseId, StandId};
use super::scratch::{Judged, Scratch};
use super::sight::{Sight, musket_sight, musket_sight_between};
use super::standing::{check_may_act, is_ineffective, weaknesses_of_fire};
use super::state::{GroupId, SideUse, State};
use super::waiting::losses_after_shots;

/// Least total of two dice that hits out of a house (`epstein:15.3`).
const OUT: i32 = 8;

/// Least total of two dice that hits at a house (`epstein:15.4`).
const AT: i32 = 9;

/// How far before a wall lines of fire begin and end, in inches.
const CLEAR: f32 = 1.0 / 32.0;

/// The modifiers to two dice of a stand at or in a house: its casualties, disruption, green troops. `answers`: it is attacked
/// and answers.
fn modifiers(state: &State, stand: StandId, clause: &'static str, answers: bool) -> Vec<Modifier> {
    let lost = state.game.stand(stand).figures.saturating_sub(state.stand(stand).figures);
    let mut found = Vec::new();
    if lost > 0 {
        found.push(Modifier::new(-i32::from(lost), clause, "casualties on the stand"));
    }
    if let Some(group) = state.group_of(stand) {
        found.extend(weaknesses_of_fire(state, group, answers));
    }
    found
}

/// Throws two dice of a stand against a number and returns whether it hits. `answers`: it is attacked and answers.
fn throw(s: &mut Scratch<'_>, shot: &HouseShot, answers: bool) -> Judged<bool> {
    let out = is_out(&s.state, shot);
    let clause = if out { "epstein:15.3" } else { "epstein:15.4" };
    let needed = needed(&s.state, shot.by);
    let modifiers = modifiers(&s.state, shot.stand, clause, answers);
    let net = Modifier::net(&modifiers);
    let name = s.state.say_stand(shot.stand);
    let place = if out { "out of" } else { "at" };
    let side = say_side(&s.state, shot.house, shot.side);
    let why = format!("{name} fires {place} {side}: hits with {} or more", needed - net);
    let by = Some(s.state.side(shot.by).0);
    let total = i32::try_from(s.throw(Throw::sum(2, 6, by, clause, why))?.value).unwrap_or(0) + net;
    let hit = total >= needed;
    let comes = if hit { "a hit" } else { "a miss" };
    s.note(Note::new(clause, format!("{name}: {total} against {needed}, {comes}")).modified(modifiers));
    s.emit(Event::House(HouseEvent::Shot { house: shot.house, by: shot.by, on: shot.on, total, hit }));
    Ok(hit)
}

/// The side at which a stand may fire at a house, with its range (`epstein:15.2`, `epstein:8.a.2`).
///
/// # Errors
///
/// If it may not, with the reason.
pub fn aim_at_house(
    state: &State,
    id: GroupId,
    stand: StandId,
    house: HouseId,
) -> Result<(u8, f32), Refusal> {
    let (name, place) = (state.say_stand(stand), state.game.house_name(house));
    let refuse = |code, clause, fact: String, remedy: &str| Refusal::new(code, clause, fact, remedy);
    let Some(quad) = state.quad(stand) else {
        return Err(refuse(Code::House, "epstein:15.4", format!("{name} is in a house"), "Fire out of it"));
    };
    let Some(defender) = holder(state, house).filter(|holder| *holder != state.side(id)) else {
        return Err(refuse(
            Code::NoTarget,
            "epstein:15.4",
            format!("no enemy is in {place}"),
            "Fire at others",
        ));
    };
    if !firing_stands(state, id).contains(&stand) {
        let fact = format!("{name} is not in the front rank");
        refuse(Code::NoSight, "epstein:8.a.1", fact, "Only the front rank fires").unless(&state.overruled)?;
    }
    let side = side_of(state, house, &quad);
    let Some((seen, before)) = seen_of_house(state, &quad, house) else {
        let fact = format!("{place} is neither ahead of {name} nor within 30 degrees of it");
        return Err(refuse(Code::OutOfArc, "epstein:8.a.2", fact, "Turn to face it first"));
    };
    let range = reach(state, stand);
    if !within(seen.range, range) {
        let fact = format!("{place} is {:.2} in from {name}", seen.range);
        let measured = at_most("range", [seen.from, seen.to], seen.range, range);
        Refusal::new(Code::OutOfRange, "epstein:3d.4", fact, "Come nearer")
            .with(measured)
            .unless(&state.overruled)?;
    }
    let garrison = inside_group(state, house, side);
    let to = seen.to + outward(state, house, before).forward() * CLEAR;
    let sight = garrison.map_or(Sight::Clear, |garrison| musket_sight(state, id, &quad, garrison, to));
    if sight != Sight::Clear {
        let fact = format!("{name} does not see {place}: {}", sight.words(state));
        refuse(Code::NoSight, sight.clause(), fact, "Fire at another").unless(&state.overruled)?;
    }
    let bound =
        fire::aims(state, id).into_iter().find(|aims| aims.stand == stand).and_then(|aims| aims.bound);
    if let Some(aim) = bound.filter(|aim| seen.before != Before::Lane || aim.seen.range < seen.range) {
        let nearer = state.say(aim.on);
        let fact = format!("{name} has {nearer} straight ahead, {:.2} in off", aim.seen.range);
        refuse(Code::NearerTarget, "epstein:8.e", fact, "Fire at that one").unless(&state.overruled)?;
    }
    if let Some(other) = taken_by(state, house, side, stand) {
        let enemy = state.game.side_name(defender.enemy());
        let fact = format!(
            "{} has attacked {} in this period",
            state.say_stand(other),
            say_side(state, house, side)
        );
        let remedy = format!("One {enemy} stand attacks or fires at each side: choose another side");
        Refusal::new(Code::House, "epstein:15.2", fact, remedy).unless(&state.overruled)?;
    }
    Ok((side, seen.range))
}

/// The same for a stand that opens fire, which ineffective stands cannot (`epstein:7.3`).
///
/// # Errors
///
/// If it may not, with the reason.
fn opens_at_house(state: &State, id: GroupId, stand: StandId, house: HouseId) -> Result<(u8, f32), Refusal> {
    let aimed = aim_at_house(state, id, stand, house)?;
    if is_ineffective(state, stand) {
        let fact = format!("{} is ineffective, and fires only in defence", state.say_stand(stand));
        Refusal::new(Code::Ineffective, "epstein:7.3", fact, "Fire with effective stands")
            .unless(&state.overruled)?;
    }
    Ok(aimed)
}

/// The part of the nearest side of a house before a stand, and the side; at a corner, the side it faces most squarely.
fn seen_of_house(state: &State, quad: &Quad, house: HouseId) -> Option<(measure::Seen, u8)> {
    let count = u8::try_from(houses::sides(state, house)).unwrap_or(u8::MAX);
    let seen = (0..count).filter_map(|side| {
        let seen = measure::before(quad, &side_quad(state, house, side), f32::MAX)?;
        Some((seen, side))
    });
    let seen: Vec<(measure::Seen, u8)> = seen.collect();
    let least = seen.iter().map(|(seen, _)| seen.range).fold(f32::INFINITY, f32::min);
    let nearest = seen.into_iter().filter(|(seen, _)| within(seen.range, least));
    measure::nearest(nearest, |(_, side)| quad.pose.heading.reversed().angle_to(outward(state, house, *side)))
}

/// A side of a house as seen from inside: just outside of the wall, so that no line runs along it.
fn loopholes(state: &State, house: HouseId, side: u8) -> Quad {
    let quad = side_quad(state, house, side);
    Quad { pose: quad.pose.moved(quad.pose.heading.forward() * CLEAR), ..quad }
}

/// The group that is hit by fire at a side.
fn inside_group(state: &State, house: HouseId, side: u8) -> Option<GroupId> {
    state.group_of(defender(state, house, side)?)
}

/// The stands with which a group fires at a house if none are named: the nearest at each side.
pub fn stands_at_house(state: &State, id: GroupId, house: HouseId) -> Vec<StandId> {
    let mut best: Vec<(u8, f32, StandId)> = Vec::new();
    for stand in firing_stands(state, id) {
        let Ok((side, range)) = opens_at_house(state, id, stand, house) else { continue };
        match best.iter_mut().find(|(at, ..)| *at == side) {
            Some(known) if range < known.1 - measure::SLACK => *known = (side, range, stand),
            Some(_) => {}
            None => best.push((side, range, stand)),
        }
    }
    best.into_iter().map(|(.., stand)| stand).collect()
}

/// Stands of a group fire at a house, one at each side (`epstein:15.2`, `epstein:15.4`).
pub fn judge_at_house(s: &mut Scratch<'_>, unit: &str, house: &str, keys: Option<&[String]>) -> Judged {
    let (id, house) = (find(&s.state, unit)?, houses::find(&s.state, house)?);
    check_may_fire(&s.state, id)?;
    let stands = firers(&s.state, id, house, keys)?;
    let mut shots: Vec<HouseShot> = Vec::new();
    for stand in stands {
        let (side, _) = opens_at_house(&s.state, id, stand, house)?;
        if shots.iter().any(|shot| shot.side == side) {
            let fact = format!("two stands would fire at {}", say_side(&s.state, house, side));
            let remedy = "One stand fires at each side: name one of them";
            Refusal::new(Code::House, "epstein:15.2", fact, remedy).unless(&s.state.overruled)?;
        }
        let Some(struck) = defender(&s.state, house, side) else { continue };
        let Some(on) = s.state.group_of(struck) else { continue };
        shots.push(HouseShot { house, side, by: id, stand, on, struck });
    }
    s.emit(Event::Marked { group: id, mark: Mark::Fired });
    for shot in &shots {
        use_side(s, shot);
    }
    for shot in shots.into_iter().rev() {
        s.emit(Event::Began(Pending::HouseShot(shot)));
    }
    Ok(())
}

/// The stands named in an order, or those that can fire.
fn firers(
    state: &State,
    id: GroupId,
    house: HouseId,
    keys: Option<&[String]>,
) -> Result<Vec<StandId>, Refusal> {
    let own = &state.group(id).stands;
    if let Some(keys) = keys {
        let stands: Vec<StandId> = keys.iter().filter_map(|key| state.game.find_stand(key)).collect();
        let fits = !keys.is_empty()
            && stands.len() == keys.len()
            && stands.iter().all(|stand| own.contains(stand))
            && (1..stands.len()).all(|index| !stands[..index].contains(&stands[index]));
        if fits {
            return Ok(stands);
        }
        let fact = format!("these are not some of the stands of {}", state.say(id));
        return Err(Refusal::new(Code::BadOrder, "epstein:g.9", fact, "Name its own stands, each once"));
    }
    let stands = stands_at_house(state, id, house);
    if stands.is_empty() {
        // The nearest stand gives the reason.
        let first = firing_stands(state, id).into_iter().min_by(|a, b| {
            let apart = |stand: StandId| {
                state.quad(stand).map_or(f32::INFINITY, |quad| houses::gap_to_house(state, house, &quad))
            };
            apart(*a).total_cmp(&apart(*b))
        });
        if let Some(stand) = first {
            opens_at_house(state, id, stand, house)?;
        }
        let fact = format!("{} has nobody who can fire", state.say(id));
        return Err(Refusal::new(Code::NoTarget, "epstein:15.4", fact, "Fire with another"));
    }
    Ok(stands)
}

/// Marks that an enemy stand has fired at a side (`epstein:15.2`).
fn use_side(s: &mut Scratch<'_>, shot: &HouseShot) {
    let by = SideUse { side: shot.side, stand: shot.stand, assaulted: false };
    s.emit(Event::House(HouseEvent::SideUsed { house: shot.house, by }));
}

/// Checks whether this garrison may fire out of its house in its own period (`epstein:15.3`).
pub fn check_may_fire_out(state: &State, id: GroupId) -> Result<(StandId, HouseId), Refusal> {
    check_may_act(state, id)?;
    let found = state.group(id).stands.first().copied().zip(houses::house_of(state, id));
    let Some((stand, house)) = found else {
        let fact = format!("{} is in no house", state.say(id));
        return Err(Refusal::new(Code::House, "epstein:15.3", fact, "Fire a volley"));
    };
    if state.group(id).marks.fired {
        let fact = format!("{} has fired in this period", state.say_stand(stand));
        Refusal::new(Code::AlreadyFired, "epstein:15.3", fact, "A garrison fires once a period")
            .unless(&state.overruled)?;
    }
    Ok((stand, house))
}

/// The enemy stands that a garrison can fire at, each with its side and its distance.
fn targets(
    state: &State,
    id: GroupId,
    stand: StandId,
    house: HouseId,
    on: GroupId,
) -> Vec<(StandId, u8, f32)> {
    let range = reach(state, stand);
    let seen = at_sides(state, house, on).filter(|(_, side, quad, gap)| {
        let from = loopholes(state, house, *side);
        let sight = || musket_sight_between(state, id, &from, on, [gap.from, quad.pose.at]);
        within(gap.distance, range) && sight() == Sight::Clear
    });
    seen.map(|(struck, side, _, gap)| (struck, side, gap.distance)).collect()
}

/// The stands of a group, each with the side of the house that it is at, and its gap to that side.
fn at_sides(state: &State, house: HouseId, on: GroupId) -> impl Iterator<Item = (StandId, u8, Quad, Gap)> {
    state.quads(on).map(move |(stand, quad)| {
        let side = side_of(state, house, &quad);
        (stand, side, quad, gap_to_side(state, house, side, &quad))
    })
}

/// The shot of a garrison at an enemy: at its nearest stand, or the nearest at the side that is named.
///
/// # Errors
///
/// If it cannot fire at it, with the reason.
pub fn shot_out(state: &State, id: GroupId, on: GroupId, side: Option<u8>) -> Result<HouseShot, Refusal> {
    let (stand, house) = check_may_fire_out(state, id)?;
    let (name, enemy) = (state.say_stand(stand), state.say(on));
    if state.side(on) == state.side(id) || !state.is_on_table(on) || state.arm(on) == Arm::Command {
        let fact = format!("{enemy} is no enemy that can be fired at");
        return Err(Refusal::new(Code::NoTarget, "epstein:15.3", fact, "Name an enemy unit on the table"));
    }
    let mut all = targets(state, id, stand, house, on);
    all.retain(|(_, at, _)| side.is_none_or(|side| *at == side));
    if all.is_empty() {
        let gaps = state.quads(on).map(|(_, quad)| houses::gap_to_house(state, house, &quad));
        let apart = gaps.fold(f32::INFINITY, f32::min);
        let fact = format!("{name} has no clear shot at {enemy}, {apart:.2} in from the house");
        let far = !within(apart, reach(state, stand));
        let (code, clause) =
            if far { (Code::OutOfRange, "epstein:3d.4") } else { (Code::NoSight, "epstein:15.3") };
        let remedy = "It fires out of one side, at those at that side within 6 in";
        Refusal::new(code, clause, fact, remedy).unless(&state.overruled)?;
        // Let stand, the nearest stand is fired at.
        all.extend(at_sides(state, house, on).map(|(struck, side, _, gap)| (struck, side, gap.distance)));
    }
    let Some((struck, at, _)) = measure::nearest(all, |(.., gap)| *gap) else {
        let fact = format!("{enemy} is not on the table");
        return Err(Refusal::new(Code::NoTarget, "epstein:15.3", fact, "Name an enemy unit on the table"));
    };
    if let Some((nearer, apart)) = bound(state, id, stand, house, at).filter(|(nearer, _)| *nearer != on) {
        let nearer = state.say(nearer);
        let fact = format!("{nearer} is straight before {}, {apart:.2} in off", say_side(state, house, at));
        Refusal::new(Code::NearerTarget, "epstein:8.e", fact, format!("Fire at {nearer}"))
            .unless(&state.overruled)?;
    }
    Ok(HouseShot { house, side: at, by: id, stand, on, struck })
}

/// The nearest enemy straight before a side, which a garrison firing from it must fire at (`epstein:8.e`).
fn bound(state: &State, id: GroupId, stand: StandId, house: HouseId, side: u8) -> Option<(GroupId, f32)> {
    let from = loopholes(state, house, side);
    let range = reach(state, stand);
    let (middle, radius) = houses::circle(state, house);
    // A side is seen from as far out as its towers.
    let near = state.enemies_near(state.side(id), middle, radius * 3.0 + range + measure::SLACK + CLEAR);
    let ahead = near.filter_map(|enemy| {
        let near = state
            .quads(enemy)
            .filter_map(|(_, quad)| Some((quad.pose.at, measure::before(&from, &quad, range)?)));
        let lane = near.filter(|(middle, seen)| {
            let sight = || musket_sight_between(state, id, &from, enemy, [seen.to, *middle]);
            seen.before == Before::Lane && sight() == Sight::Clear
        });
        let nearest = lane.map(|(_, seen)| seen.range).min_by(f32::total_cmp)?;
        Some((enemy, nearest))
    });
    ahead.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// A garrison fires out of its house (`epstein:15.3`).
pub fn judge_out(s: &mut Scratch<'_>, stand: &str, target: &str, side: Option<u8>) -> Judged {
    let (id, on) = (find(&s.state, stand)?, find(&s.state, target)?);
    if let (Some(side), Some(house)) = (side, houses::house_of(&s.state, id)) {
        let count = houses::sides(&s.state, house);
        if side == 0 || usize::from(side) > count {
            let fact = format!("{} has no side {side}", s.state.game.house_name(house));
            let remedy = format!("Its sides are numbered 1 to {count}, clockwise");
            return Err(Refusal::new(Code::BadOrder, "epstein:15.2", fact, remedy).into());
        }
    }
    let shot = shot_out(&s.state, id, on, side.map(|side| side - 1))?;
    s.emit(Event::Marked { group: id, mark: Mark::Fired });
    s.emit(Event::Began(Pending::HouseShot(shot)));
    Ok(())
}

/// The target's answer: out of the house at the firer's side, or with one stand at the house (`epstein:11.1`,
/// `epstein:15.3`, `epstein:15.4`).
///
/// # Errors
///
/// If it cannot answer, with the reason.
pub fn answer_to(state: &State, shot: &HouseShot) -> Result<HouseShot, Refusal> {
    let name = state.say(shot.on);
    let group = state.group(shot.on);
    let refuse = |code, clause, fact: String| Refusal::new(code, clause, fact, "It takes the fire");
    if group.marks.fired {
        refuse(Code::AlreadyFired, "epstein:11.2", format!("{name} has fired in this period"))
            .unless(&state.overruled)?;
    }
    if group.formation == Formation::Garrison {
        let back = HouseShot { by: shot.on, stand: shot.struck, on: shot.by, struck: shot.stand, ..*shot };
        let clear = targets(state, shot.on, shot.struck, shot.house, shot.by);
        if !clear.iter().any(|(stand, ..)| *stand == shot.stand) {
            let fact = format!("{name} has {} not in range", state.say_stand(shot.stand));
            refuse(Code::OutOfRange, "epstein:15.3", fact).unless(&state.overruled)?;
        }
        return Ok(back);
    }
    if state.arm(shot.on) != Arm::Infantry || group.on_foot {
        return Err(refuse(Code::WrongKind, "epstein:11.1", format!("{name} has no muskets to answer with")));
    }
    if group.rout.is_some() {
        refuse(Code::Routed, "epstein:13.11", format!("{name} has routed and does not answer"))
            .unless(&state.overruled)?;
    }
    if group.crossing.is_some() {
        refuse(Code::River, "epstein:5.24", format!("{name} is in the river")).unless(&state.overruled)?;
    }
    if fire::in_flank(state, shot.on, &[side_quad(state, shot.house, shot.side)]) {
        let fact = format!("{name} is fired on from flank or rear");
        refuse(Code::OutOfArc, "epstein:11.1", fact).unless(&state.overruled)?;
    }
    let at_side = firing_stands(state, shot.on).into_iter().filter_map(|stand| {
        let (side, range) = aim_at_house(state, shot.on, stand, shot.house).ok()?;
        (side == shot.side).then_some((stand, range))
    });
    let Some((stand, _)) = measure::nearest(at_side, |(_, range)| *range) else {
        let side = say_side(state, shot.house, shot.side);
        return Err(refuse(Code::OutOfArc, "epstein:15.4", format!("no stand of {name} can fire at {side}")));
    };
    Ok(HouseShot { by: shot.on, stand, on: shot.by, struck: shot.stand, ..*shot })
}

/// Does this shot come out of the house?
fn is_out(state: &State, shot: &HouseShot) -> bool {
    state.group(shot.by).formation == Formation::Garrison
}

/// The least total with which two dice of a group hit, out of a house or at one.
pub fn needed(state: &State, by: GroupId) -> i32 {
    if state.group(by).formation == Formation::Garrison { OUT } else { AT }
}

/// The target's owner says whether they answer (`epstein:11.2`).
pub fn judge_answer(s: &mut Scratch<'_>, shot: &HouseShot, how: Answering) -> Judged {
    match how {
        Answering::Nothing => resolve(s, shot, None),
        Answering::Fire => {
            let back = answer_to(&s.state, shot)?;
            resolve(s, shot, Some(back))
        }
        Answering::Guns { .. } | Answering::Square { .. } => {
            let fact = format!("{} answers fire with fire, or holds it", s.state.say(shot.on));
            let remedy = "Let it fire, or do nothing";
            Err(Refusal::new(Code::BadOrder, "epstein:11.2", fact, remedy).into())
        }
    }
}

/// Resolves a shot out of a house or at it, and its answer: both dice, then the losses (`epstein:11.3`).
pub fn resolve(s: &mut Scratch<'_>, shot: &HouseShot, answer: Option<HouseShot>) -> Judged {
    let hit = throw(s, shot, false)?;
    let back = match &answer {
        Some(back) => {
            let hit = throw(s, back, true)?;
            s.emit(Event::Marked { group: back.by, mark: Mark::Fired });
            if !is_out(&s.state, back) {
                use_side(s, back);
            }
            if s.state.game.options.return_fire_pins {
                s.emit(Event::Marked { group: back.by, mark: Mark::Pinned });
            }
            hit
        }
        None => false,
    };
    s.emit(Event::Settled);
    let waited = s.state.pending.len();
    if hit {
        lose(s, shot);
    }
    if let Some(back) = answer.filter(|_| back) {
        lose(s, &back);
    }
    losses_after_shots(s, waited);
    Ok(())
}

/// The stand struck loses a figure (`epstein:g.4`); leaders with it are in danger (`epstein:14.c.3`).
fn lose(s: &mut Scratch<'_>, shot: &HouseShot) {
    let by = s.state.side(shot.by);
    super::leaders::endanger(s, &[shot.on], &[], by);
    let losses = Losses {
        of: shot.on,
        figures: 1,
        first: vec![shot.struck],
        cause: Cause::Fire,
        by,
        away: None,
        shared: None,
    };
    s.emit(Event::Began(Pending::Losses(losses)));
}

/// A defending stand fires at one that assaults its side, just before its dice (`epstein:15.3`).
pub fn at_assault(s: &mut Scratch<'_>, shot: &HouseShot) -> Judged {
    let hit = throw(s, shot, true)?;
    s.emit(Event::Marked { group: shot.by, mark: Mark::Fired });
    if hit {
        lose(s, shot);
    }
    Ok(())
}
