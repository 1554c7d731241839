//! Charges as ordered: who may charge whom, and by which path (`epstein:4.4`, `epstein:5.6`, `epstein:6.7`, `epstein:9.2`,
//! `epstein:10.4`, `epstein:13.12`, `epstein:g.6`).
//!
//! What happens then is in [`super::clash`]. Units: inches, figures.

use game::working::Note;
use table::{Leg, Pose, Vec2};

use super::contact::is_open_to;
use super::contact::{Contact, first_met_of, is_passed, pose_at, touched};
use super::event::{Event, Mark};
use super::form::dressed;
use super::formation::Formation;
use super::holes;
use super::kind::Arm;
use super::measure;
use super::measure::ANGLE_SLACK;
use super::movement::{Purpose, walk};
use super::moving::check_may_move;
use super::order::Step;
use super::pending::{Charge, ChargeStep, Pending};
use super::refusal::{Code, Refusal};
use super::river;
use super::room::overlapped_but;
use super::scratch::{Judged, Scratch};
use super::standing::{is_ineffective, skirmishes};
use super::state::{GroupId, State};
use super::support;

/// The widest wheel of a charge (`epstein:10.4`), in degrees.
const WIDEST: f64 = 90.0;

/// Number of points at which the ground between skirmishers and their target is tested (`epstein:6.7`).
const ROUGH_LOOKS: u16 = 16;

/// A charge is ordered (`epstein:g.6`).
pub fn judge_charge(
    s: &mut Scratch<'_>,
    id: GroupId,
    way: &[Step],
    target: GroupId,
    support: &[GroupId],
) -> Judged {
    check_may_charge(&s.state, id, target)?;
    let way = dressed(s, id, way)?;
    let legs = check_charge(&s.state, id, way, target, support)?;
    let target = meets_first(&s.state, id, &legs, target);
    check_may_charge(&s.state, id, target)?;
    if let Some(note) = bill(&s.state, id, way, target) {
        s.note(note);
    }
    let start = s.state.place(id);
    let figures = s.state.figures(id);
    for group in std::iter::once(&id).chain(support) {
        s.emit(Event::Marked { group: *group, mark: Mark::Moved });
        s.emit(Event::Marked { group: *group, mark: Mark::Fought });
    }
    s.emit(Event::Began(Pending::Charge(Box::new(Charge {
        by: id,
        support: support.to_vec(),
        target,
        start,
        way: legs,
        to_contact: 0,
        came: None,
        step: ChargeStep::March,
        met: None,
        waiting: Vec::new(),
        held: Vec::new(),
        figures,
        place: start,
        end: None,
        groups: None,
    }))));
    Ok(())
}

/// The path of a charge up to where it touches its target; `None` if it does not reach it.
pub fn until_touch(state: &State, id: GroupId, way: &[Step], target: GroupId) -> Option<Vec<Step>> {
    if let Some((Step::Dress, rest)) = way.split_first() {
        let until = until_touch(state, id, rest, target)?;
        return Some(std::iter::once(Step::Dress).chain(until).collect());
    }
    let walked = walk(state, id, way, Purpose::Charge).ok()?;
    let contact = check_meets(state, id, &walked.legs, target).ok()?;
    let mut until: Vec<Step> = way.iter().take(contact.leg + 1).copied().collect();
    match until.last_mut() {
        Some(_) if contact.t < 1e-3 => {
            until.pop();
        }
        Some(last) => *last = last.shortened(contact.t.into()),
        None => {}
    }
    Some(until)
}

/// A sentence on how far its target is, out of how far it may go.
fn bill(state: &State, id: GroupId, way: &[Step], target: GroupId) -> Option<Note> {
    let allowance = walk(state, id, way, Purpose::Charge).ok()?.allowance;
    let walked = walk(state, id, &until_touch(state, id, way, target)?, Purpose::Charge).ok()?;
    let (cost, through) = (walked.cost, walked.through(state));
    let (name, enemy) = (state.say(id), state.say(target));
    let text = format!("{name} has {allowance:.2} in, and comes upon {enemy} after {cost:.2} in{through}");
    let ends = [state.place(id).at, walked.to.at];
    Some(Note::new("epstein:5.25", text).with(measure::at_most("way", ends, cost, allowance)))
}

/// Checks whether a group may charge this enemy by this path with these supports; returns the legs of the path.
pub fn check_charge(
    state: &State,
    id: GroupId,
    way: &[Step],
    target: GroupId,
    support: &[GroupId],
) -> Result<Vec<Leg>, Refusal> {
    check_may_charge(state, id, target)?;
    check_way(state, id, way)?;
    let legs = if way.is_empty() {
        // Against an enemy that it touches already it charges from where it stands (`epstein:9.16`).
        vec![Leg::Slide(Vec2::ZERO)]
    } else {
        walk(state, id, way, Purpose::Charge)?.legs
    };
    let (there, legs) = way_to(state, id, &legs, target)?;
    check_support(state, id, support)?;
    check_room(state, id, support, there, target)?;
    Ok(legs)
}

/// The pose at which a charge meets its target, and the legs to it, through no hole (`epstein:5.16`) and no river
/// (`epstein:5.24`).
pub fn way_to(
    state: &State,
    id: GroupId,
    legs: &[Leg],
    target: GroupId,
) -> Result<(Pose, Vec<Leg>), Refusal> {
    let contact = check_meets(state, id, legs, target)?;
    holes::check_charge(state, id, legs, (contact.leg, contact.t))?;
    let kept = river::charge_legs(state, id, legs, (contact.leg, contact.t), target)?;
    Ok((pose_at(state, id, legs, contact), kept))
}

/// Checks whether it may charge this enemy (`epstein:4.4`, `epstein:5.6`, `epstein:6.7`, `epstein:7.3`, `epstein:9.2`,
/// `epstein:13.4`).
pub fn check_may_charge(state: &State, id: GroupId, target: GroupId) -> Result<(), Refusal> {
    check_charger(state, id)?;
    let (name, enemy) = (state.say(id), state.say(target));
    if state.group(target).formation == Formation::Garrison && state.side(target) != state.side(id) {
        let fact = format!("{enemy} is in a house and cannot be charged");
        return Err(Refusal::new(Code::House, "epstein:15.1", fact, "Assault the house"));
    }
    if state.side(target) == state.side(id) || !state.is_on_table(target) || state.arm(target) == Arm::Command
    {
        let fact = format!("{enemy} is no enemy that can be charged");
        return Err(Refusal::new(Code::NoTarget, "epstein:9.1", fact, "Name an enemy unit on the table"));
    }
    if state.arm(id) == Arm::Infantry && state.arm(target) == Arm::Cavalry {
        let fact = format!("{name} is infantry, which never charges cavalry");
        Refusal::new(Code::WrongKind, "epstein:5.6", fact, "Fire at it").unless(&state.overruled)?;
    }
    if state.is_abandoned(target) {
        let fact = format!("{enemy} has no crew and is nobody to charge");
        let remedy = "Move onto it: it is lost when touched";
        return Err(Refusal::new(Code::NoTarget, "epstein:8.d.4", fact, remedy));
    }
    if state.arm(id) == Arm::Infantry && skirmishes(state, id) {
        check_skirmishers_charge(state, id, target)?;
    }
    if !is_open_to(state, id, target) {
        let fact = format!("{enemy} has been charged in this period");
        Refusal::new(Code::AlreadyAttacked, "epstein:4.4", fact, "Fire at it, or charge another")
            .unless(&state.overruled)?;
    }
    Ok(())
}

/// Skirmishing infantry charges skirmishers and routers; formed enemies only where the ground from them to the target admits no
/// other order (`epstein:6.7`, `epstein:13.12`).
fn check_skirmishers_charge(state: &State, id: GroupId, target: GroupId) -> Result<(), Refusal> {
    if skirmishes(state, target) || state.group(target).rout.is_some() {
        return Ok(());
    }
    let Some(gap) = state.gap_between(id, target) else { return Ok(()) };
    let ground = &state.game.ground;
    let on_the_way = (0..=ROUGH_LOOKS).all(|step| {
        let t = f32::from(step) / f32::from(ROUGH_LOOKS);
        ground.is_skirmishers_ground(gap.from.lerp(gap.to, t))
    });
    if on_the_way && ground.is_skirmishers_ground(state.place(target).at) {
        return Ok(());
    }
    let fact = format!("{} skirmishes and does not charge formed troops in the open", state.say(id));
    let remedy = "Form line or column first, fire, or charge skirmishers";
    Refusal::new(Code::WrongFormation, "epstein:6.7", fact, remedy).unless(&state.overruled)
}

/// Checks that no stand of the chargers ends on a friend's stand at the contact, or on that of routers whom the charge passes
/// (`epstein:5.11`).
fn check_room(
    state: &State,
    id: GroupId,
    support: &[GroupId],
    there: Pose,
    met: GroupId,
) -> Result<(), Refusal> {
    let from = state.place(id);
    for group in std::iter::once(&id).chain(support) {
        let own = state.place(*group);
        let turned = from.heading.turn_to(own.heading);
        let end = Pose::new(there.to_table(from.to_local(own.at)), there.heading.turned(turned));
        let to = state.moved_to(*group, end);
        let mut passed: Vec<GroupId> = [id, *group].into_iter().chain(support.iter().copied()).collect();
        // Enemies that it touches are found as well; they must not hide another.
        let touches =
            |other| state.side(other) != state.side(id) && (other == met || !is_passed(state, other));
        let under = loop {
            match overlapped_but(state, &to, &passed) {
                Some(other) if touches(other) => passed.push(other),
                found => break found,
            }
        };
        if let Some(under) = under {
            let fact = format!("{} would stand in {} at the contact", state.say(*group), state.say(under));
            let remedy = "Charge where there is room, or let the other move first";
            return Err(Refusal::new(Code::Overlap, "epstein:5.11", fact, remedy));
        }
    }
    Ok(())
}

/// Units that can go along with a charge: not moved yet, touching from behind, with the same heading.
pub fn of_attack(state: &State, id: GroupId) -> Vec<GroupId> {
    of_attack_among(state, id, |_| true)
}

/// Those of them that need no unit outside of `among` in front of them.
fn of_attack_among(state: &State, id: GroupId, among: impl Fn(GroupId) -> bool) -> Vec<GroupId> {
    let heading = state.place(id).heading;
    support::behind(state, id, |other| {
        let same = heading.angle_to(state.place(other).heading) <= ANGLE_SLACK * 10.0;
        same && among(other) && check_charger(state, other).is_ok()
    })
}

/// Checks that these units can go along with the charge, with no gap left by one that stays.
fn check_support(state: &State, id: GroupId, support: &[GroupId]) -> Result<(), Refusal> {
    let may = of_attack_among(state, id, |other| support.contains(&other));
    match support.iter().find(|unit| !may.contains(unit)) {
        None => Ok(()),
        Some(unit) => {
            let fact = format!("{} cannot go along with {}", state.say(*unit), state.say(id));
            let remedy = "Name unmoved units that touch behind, four ranks in all, facing the same way";
            Err(Refusal::new(Code::NoContact, "epstein:9.3", fact, remedy))
        }
    }
}

/// Checks that the group may charge at all now.
pub fn check_charger(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    let arm = state.arm(id);
    if !arm.has_formations() || group.on_foot {
        let fact = format!("{name} does not charge");
        let remedy = "Battalions and regiments charge";
        return Err(Refusal::new(Code::WrongKind, "epstein:9.2", fact, remedy));
    }
    let refuse = |code, clause, fact: String, remedy: &str| {
        Refusal::new(code, clause, fact, remedy).unless(&state.overruled)
    };
    super::standing::check_may_act(state, id)?;
    if group.marks.reformed {
        refuse(
            Code::AlreadyMoved,
            "epstein:5.8",
            format!("{name} has changed its formation in this period"),
            "Cavalry charges as it is formed when its period begins",
        )?;
    }
    if group.marks.moved && !group.marks.fought {
        refuse(
            Code::AlreadyMoved,
            "epstein:4.3",
            format!("{name} has moved in this period, and a charge is its move"),
            "Charge with a unit that has not moved",
        )?;
    }
    if group.marks.fought {
        refuse(
            Code::AlreadyFought,
            "epstein:5.18",
            format!("{name} has charged in this period"),
            "A unit fights one melee a period",
        )?;
    }
    check_may_move(state, id)?;
    if super::standing::group_is_ineffective(state, id) {
        let fact = format!("{name} is ineffective and does not charge");
        refuse(Code::Ineffective, "epstein:7.3", fact, "Bring it back to its unit")?;
    }
    let loose = skirmishes(state, id);
    if loose && arm == Arm::Cavalry {
        let fact = format!("{name}: cavalry in skirmish order does not charge");
        refuse(Code::WrongFormation, "epstein:7.7", fact, "Form line or column first")?;
    }
    if !loose && !group.formation.is_formed() {
        let fact = format!("{name} is in {} and does not charge", group.formation.words());
        refuse(Code::WrongFormation, "epstein:9.2", fact, "Charge in line or column")?;
    }
    if group.stands.iter().filter(|stand| !is_ineffective(state, **stand)).count() < 2 {
        let fact = format!("{name} has fewer than two effective stands");
        refuse(Code::Ineffective, "epstein:9.2", fact, "Two stands or more charge")?;
    }
    if !group.disruption.is_empty() {
        let fact = format!("{name} is disrupted and does not attack");
        refuse(Code::Disrupted, "epstein:13.4", fact, "It recovers at the end of its next period")?;
    }
    if group.crossing.is_some() {
        refuse(Code::River, "epstein:5.24", format!("{name} is in the river"), "Cross it first")?;
    }
    Ok(())
}

/// A charge goes straight, with one change of direction at most: a wheel, or the facing before it (`epstein:10.4`).
fn check_way(state: &State, id: GroupId, way: &[Step]) -> Result<(), Refusal> {
    let name = state.say(id);
    let zig_zag = |fact: String| {
        let remedy = "Go straight, with one wheel up to 90 degrees or one facing before the first leg";
        Refusal::new(Code::ZigZag, "epstein:10.4", fact, remedy).unless(&state.overruled)
    };
    let turns =
        way.iter().filter(|step| matches!(step, Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_)));
    if turns.count() > 1 {
        zig_zag(format!("{name} would change its direction more than once"))?;
    }
    for (index, step) in way.iter().enumerate() {
        match step {
            Step::Ahead(_) => {}
            Step::WheelLeft(degrees) | Step::WheelRight(degrees) if *degrees <= WIDEST + 0.1 => {}
            Step::Face(_) if index == 0 => {}
            Step::WheelLeft(_) | Step::WheelRight(_) => {
                zig_zag(format!("{name} would wheel by more than 90 degrees"))?;
            }
            Step::Face(_) => zig_zag(format!("{name} would turn on the way"))?,
            Step::Back(_) | Step::Slide(_) | Step::Shift(..) | Step::Dress => {
                zig_zag(format!("{name} would not go straight ahead"))?;
            }
        }
    }
    Ok(())
}

/// The target is the first formed enemy on the way; screens before it are charged through (`epstein:5.21`, `epstein:g.6`).
fn check_meets(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Result<Contact, Refusal> {
    let mut screens: Vec<GroupId> = Vec::new();
    loop {
        let Some(met) = first_met_of(state, id, legs, Some(target), &screens) else {
            return Err(falls_short(state, id, legs, target));
        };
        if met.group == target {
            return Ok(met);
        }
        let all = touched(state, id, pose_at(state, id, legs, met));
        if let Some((group, stand)) = all.into_iter().find(|(group, _)| *group == target) {
            // Two at once: the named one is fought (`double_contact`, `epstein:9.4`).
            return Ok(Contact { group, stand, ..met });
        }
        if !skirmishes(state, met.group) {
            let (name, other) = (state.say(id), state.say(met.group));
            let fact = format!("{name} would come upon {other} first");
            let remedy = format!("Name {other}, or take another way");
            Refusal::new(Code::Blocked, "epstein:g.6", fact, remedy).unless(&state.overruled)?;
        }
        if !is_open_to(state, id, met.group) {
            check_may_charge(state, id, met.group)?;
        }
        // It must have room to stay where the screen stands.
        check_room(state, id, &[], pose_at(state, id, legs, met), met.group)?;
        screens.push(met.group);
    }
}

/// The first formed enemy on the way: another than the target only if that was let stand, and then they are charged
/// (`epstein:g.6`).
fn meets_first(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> GroupId {
    let mut screens: Vec<GroupId> = Vec::new();
    while let Some(met) = first_met_of(state, id, legs, Some(target), &screens) {
        if met.group == target || state.overruled.has("epstein:g.6") && !skirmishes(state, met.group) {
            return met.group;
        }
        screens.push(met.group);
    }
    target
}

/// The refusal of a path that ends short of its target.
fn falls_short(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Refusal {
    let body = state.body(id);
    let end = legs.iter().fold(state.place(id), |at, leg| leg.end(at));
    let gaps = state.quads(target).map(|(_, quad)| {
        let other = table::Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        table::gap(body.placed(end), other.placed(quad.pose))
    });
    let gap = gaps.min_by(|a, b| a.distance.total_cmp(&b.distance));
    let (name, enemy) = (state.say(id), state.say(target));
    let refusal = |fact: String| {
        Refusal::new(Code::NoContact, "epstein:9.1", fact, "Go on until it touches, or charge another")
            .last_legal(end)
    };
    match gap {
        Some(gap) => {
            let fact = format!("{name} would end {:.2} in from {enemy}", gap.distance);
            refusal(fact).with(measure::at_most("gap", [gap.from, gap.to], gap.distance, 0.0))
        }
        None => refusal(format!("{name} would not touch {enemy}")),
    }
}

/// A point this many inches ahead of a group, for drawing.
pub fn ahead(state: &State, id: GroupId, inches: f32) -> Vec2 {
    let place = state.place(id);
    place.at + place.heading.forward() * inches
}
