//! Charges: from the order to the rout (`epstein:g.6`, `epstein:5.21`, `epstein:9.1` to `epstein:9.16`, `epstein:10.1` to
//! `epstein:10.4`).
//!
//! Units: inches, figures.

use crate::dice::Throw;
use crate::game::working::{Modifier, Note};
use crate::table::sweep::{first_contact, first_within};
use crate::table::{Body, Heading, Leg, Pose, Quad, Vec2};

use super::event::{Event, Mark};
use super::fire::{self, FLANK};
use super::form::{dressed, square_under_attack};
use super::formation::Formation;
use super::holes;
use super::kind::Arm;
use super::measure::{self, DEGREE, angle_at_least, angle_is_close};
use super::melee::{Fighter, SideOfMelee, loser_loss, winner_loss};
use super::morale::{self, Stance};
use super::movement::{Purpose, check_may_move, walk};
use super::options::{ChargeFirePoint, ChargeOn, FlankTest, MeleeTie};
use super::order::{Answering, Step};
use super::pending::{Cause, Charge, ChargeEnd, ChargeStep, Losses, Met, Pending};
use super::refusal::{Code, Refusal};
use super::river;
use super::roster::StandId;
use super::rout;
use super::scratch::{Judged, Scratch};
use super::standing::{is_ineffective, skirmishes};
use super::state::{GroupId, State};

/// Where charge fire is measured, in inches from the defender (`epstein:9.7`).
const CHARGE_FIRE: f32 = 4.0;

/// The widest wheel of a charge (`epstein:10.4`), in degrees.
const WIDEST: f64 = 90.0;

/// A square that was formed under attack is reached, even a little beyond the charger's way (`epstein:9.9`), in inches.
const LITTLE_BEYOND: f32 = 3.0;

/// The ground between skirmishers and those whom they charge is looked at so often (`epstein:6.7`).
const ROUGH_LOOKS: u16 = 16;

/// Tied melees are thrown again so often at most.
const MOST_TIES: usize = 100;

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
    check_way(&s.state, id, way)?;
    let walked = walk(&s.state, id, way, Purpose::Charge)?;
    let legs = way_to(&s.state, id, &walked.legs, target)?;
    super::support::check(&s.state, id, support)?;
    let start = s.state.place(id);
    let figures = s.state.figures(id);
    for note in walked.notes {
        s.note(note);
    }
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
        step: ChargeStep::March,
        met: None,
        figures,
        place: start,
        end: None,
    }))));
    Ok(())
}

/// May it charge, and this enemy (`epstein:4.4`, `epstein:5.6`, `epstein:6.7`, `epstein:7.3`, `epstein:9.2`, `epstein:13.4`)?
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
        return Err(Refusal::new(Code::WrongKind, "epstein:5.6", fact, "Fire at it"));
    }
    if state.arm(id) == Arm::Infantry && skirmishes(state, id) {
        check_skirmishers_charge(state, id, target)?;
    }
    if super::standing::is_abandoned(state, target) {
        let fact = format!("{enemy} has no crew and is nobody to charge");
        return Err(Refusal::new(
            Code::NoTarget,
            "epstein:8.d.4",
            fact,
            "Move onto it: it is lost when touched",
        ));
    }
    let marks = state.group(target).marks;
    if marks.attacked && !(state.group(target).rout.is_some() && state.game.options.pursuit_same_period) {
        let fact = format!("{enemy} has been charged in this period");
        return Err(Refusal::new(
            Code::AlreadyAttacked,
            "epstein:4.4",
            fact,
            "Fire at it, or charge another",
        ));
    }
    Ok(())
}

/// Skirmishers charge enemy skirmishers; formed enemies only where the ground from them to the target admits no other order
/// (`epstein:6.7`).
fn check_skirmishers_charge(state: &State, id: GroupId, target: GroupId) -> Result<(), Refusal> {
    if skirmishes(state, target) {
        return Ok(());
    }
    let pairs = state.quads(id).flat_map(|(_, own)| state.quads(target).map(move |(_, quad)| (own, quad)));
    let gaps = pairs.map(|(own, quad)| crate::table::measure::gap_between_quads(&own, &quad));
    let Some(gap) = gaps.min_by(|a, b| a.distance.total_cmp(&b.distance)) else { return Ok(()) };
    let lie = &state.game.lie;
    let on_the_way = (0..=ROUGH_LOOKS).all(|step| {
        let t = f32::from(step) / f32::from(ROUGH_LOOKS);
        lie.is_skirmishers_ground(gap.from.lerp(gap.to, t))
    });
    if on_the_way && lie.is_skirmishers_ground(state.place(target).at) {
        return Ok(());
    }
    let fact = format!("{} skirmishes and does not charge formed troops in the open", state.say(id));
    let remedy = "Form line or column first, fire, or charge skirmishers";
    Err(Refusal::new(Code::WrongFormation, "epstein:6.7", fact, remedy))
}

/// Is the group one that charges now?
pub fn check_charger(state: &State, id: GroupId) -> Result<(), Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    let arm = state.arm(id);
    let refuse = |code, clause, fact: String, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    if !matches!(arm, Arm::Infantry | Arm::Cavalry) || group.on_foot {
        return refuse(
            Code::WrongKind,
            "epstein:9.2",
            format!("{name} does not charge"),
            "Battalions and regiments charge",
        );
    }
    super::standing::check_may_act(state, id)?;
    if group.marks.reformed {
        return refuse(
            Code::AlreadyMoved,
            "epstein:5.8",
            format!("{name} has changed its formation in this period"),
            "Cavalry charges as it is formed when its period begins",
        );
    }
    if group.marks.moved && !group.marks.fought {
        return refuse(
            Code::AlreadyMoved,
            "epstein:4.3",
            format!("{name} has moved in this period, and a charge is its move"),
            "Charge with a unit that has not moved",
        );
    }
    if group.marks.fought {
        return refuse(
            Code::AlreadyFought,
            "epstein:5.18",
            format!("{name} has charged in this period"),
            "A unit fights one melee a period",
        );
    }
    check_may_move(state, id)?;
    if super::standing::group_is_ineffective(state, id) {
        let fact = format!("{name} is ineffective and does not charge");
        return refuse(Code::Ineffective, "epstein:7.3", fact, "Bring it back to its unit");
    }
    let loose = skirmishes(state, id);
    if loose && arm == Arm::Cavalry {
        let fact = format!("{name}: cavalry in skirmish order does not charge");
        return refuse(Code::WrongFormation, "epstein:7.7", fact, "Form line or column first");
    }
    if !loose && !group.formation.is_formed() {
        let fact = format!("{name} is in {} and does not charge", group.formation.words());
        return refuse(Code::WrongFormation, "epstein:9.2", fact, "Charge in line or column");
    }
    if group.stands.iter().filter(|stand| !is_ineffective(state, **stand)).count() < 2 {
        let fact = format!("{name} has fewer than two effective stands");
        return refuse(Code::Ineffective, "epstein:9.2", fact, "Two stands or more charge");
    }
    if !group.disruption.is_empty() {
        let fact = format!("{name} is disrupted and does not attack");
        return refuse(Code::Disrupted, "epstein:13.4", fact, "It recovers at the end of its next period");
    }
    if group.crossing.is_some() {
        return refuse(Code::River, "epstein:5.24", format!("{name} is in the river"), "Cross it first");
    }
    Ok(())
}

/// A charge goes straight, with one change of direction at most: a wheel, or the facing before it (`epstein:10.4`).
fn check_way(state: &State, id: GroupId, way: &[Step]) -> Result<(), Refusal> {
    let name = state.say(id);
    let zig_zag = |fact: String| {
        let remedy = "Go straight, with one wheel up to 90 degrees or one facing before the first leg";
        Err(Refusal::new(Code::ZigZag, "epstein:10.4", fact, remedy))
    };
    let turns =
        way.iter().filter(|step| matches!(step, Step::WheelLeft(_) | Step::WheelRight(_) | Step::Face(_)));
    if turns.count() > 1 {
        return zig_zag(format!("{name} would change its direction more than once"));
    }
    for (index, step) in way.iter().enumerate() {
        match step {
            Step::Ahead(_) => {}
            Step::WheelLeft(degrees) | Step::WheelRight(degrees) if *degrees <= WIDEST + 0.1 => {}
            Step::Face(_) if index == 0 => {}
            Step::WheelLeft(_) | Step::WheelRight(_) => {
                return zig_zag(format!("{name} would wheel by more than 90 degrees"));
            }
            Step::Face(_) => return zig_zag(format!("{name} would turn on the way")),
            Step::Back(_) | Step::Slide(_) | Step::Shift(..) | Step::Dress => {
                return zig_zag(format!("{name} would not go straight ahead"));
            }
        }
    }
    Ok(())
}

/// The first enemy that a group comes upon along these legs: leg, fraction, enemy, stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    pub leg: usize,
    pub t: f32,
    pub group: GroupId,
    pub stand: StandId,
}

/// The first enemy on a way that none of `but` is, where the gap first falls to 0.
pub fn first_met(state: &State, id: GroupId, legs: &[Leg], but: &[GroupId]) -> Option<Contact> {
    let body = state.body(id);
    let mut at = state.place(id);
    for (index, leg) in legs.iter().enumerate() {
        let mut first: Option<Contact> = None;
        for enemy in state.enemies_of(state.side(id)).filter(|enemy| !but.contains(enemy)) {
            for (stand, quad) in state.quads(enemy) {
                let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
                let placed = other.placed(quad.pose);
                let begins = measure::touching(crate::table::gap(body.placed(at), placed).distance);
                let t = if begins && index == 0 {
                    // Who stands touching already charges from where it is (`epstein:9.16`).
                    Some(0.0)
                } else {
                    first_contact(&body, at, *leg, placed)
                };
                let Some(t) = t else { continue };
                if first.is_none_or(|known| t < known.t - 1e-5) {
                    first = Some(Contact { leg: index, t, group: enemy, stand });
                }
            }
        }
        if first.is_some() {
            return first;
        }
        at = leg.end(at);
    }
    None
}

/// The legs of a charge that reaches its target through no hole (`epstein:5.16`) and no river (`epstein:5.24`).
pub fn way_to(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Result<Vec<Leg>, Refusal> {
    let met = check_meets(state, id, legs, target)?;
    holes::check_charge(state, id, legs, (met.leg, met.t))?;
    river::charge_legs(state, id, legs, (met.leg, met.t), target)
}

/// The target is the first formed enemy on the way; screens before it are charged through (`epstein:5.21`, `epstein:g.6`).
fn check_meets(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Result<Contact, Refusal> {
    let mut screens: Vec<GroupId> = Vec::new();
    loop {
        let Some(met) = first_met(state, id, legs, &screens) else {
            return Err(falls_short(state, id, legs, target));
        };
        if met.group == target {
            return Ok(met);
        }
        let also = touches_at(state, id, legs, met, target);
        if also {
            // Two at once: the one that is named is fought (`double_contact`, `epstein:9.4`).
            return Ok(met);
        }
        if !skirmishes(state, met.group) {
            let (name, other) = (state.say(id), state.say(met.group));
            let fact = format!("{name} would come upon {other} first");
            let remedy = format!("Name {other}, or take another way");
            return Err(Refusal::new(Code::Blocked, "epstein:g.6", fact, remedy));
        }
        screens.push(met.group);
    }
}

/// Does the group touch this enemy too where it comes upon another?
fn touches_at(state: &State, id: GroupId, legs: &[Leg], met: Contact, target: GroupId) -> bool {
    let body = state.body(id);
    let mut at = state.place(id);
    for leg in &legs[..met.leg] {
        at = leg.end(at);
    }
    let there = legs[met.leg].part(at, met.t);
    state.quads(target).any(|(_, quad)| {
        let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        measure::touching(crate::table::gap(body.placed(there), other.placed(quad.pose)).distance)
    })
}

/// A way that ends short of its target.
fn falls_short(state: &State, id: GroupId, legs: &[Leg], target: GroupId) -> Refusal {
    let body = state.body(id);
    let end = legs.iter().fold(state.place(id), |at, leg| leg.end(at));
    let gaps = state.quads(target).map(|(_, quad)| {
        let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
        crate::table::gap(body.placed(end), other.placed(quad.pose))
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

/// Goes on with a charge as far as nobody has to decide; true: it went on.
pub fn advance(s: &mut Scratch<'_>, charge: &Charge) -> Judged<bool> {
    match charge.step {
        ChargeStep::March => march(s, charge),
        ChargeStep::Answer => {
            if answers(&s.state, charge).len() > 1 {
                return Ok(false);
            }
            answer(s, charge, Answering::Nothing)?;
            Ok(true)
        }
        ChargeStep::Fired => {
            fired(s, charge)?;
            Ok(true)
        }
        ChargeStep::Contact => {
            if !super::support::of_defence(&s.state, charge).is_empty() {
                return Ok(false);
            }
            fight(s, charge, &[])?;
            Ok(true)
        }
        ChargeStep::Fought => {
            fought(s, charge)?;
            Ok(true)
        }
        ChargeStep::Onward => {
            s.emit(Event::Settled);
            vacated(s, charge, &charge.way)?;
            Ok(true)
        }
    }
}

fn changed(s: &mut Scratch<'_>, charge: Charge) {
    s.emit(Event::Changed(Pending::Charge(Box::new(charge))));
}

/// Moves the charger, and those who follow it, along some legs, over leaders who are with none of their own.
fn go(s: &mut Scratch<'_>, charge: &Charge, legs: &[Leg]) -> Judged {
    let from = s.state.place(charge.by);
    let to = legs.iter().fold(from, |at, leg| leg.end(at));
    if to.at.distance(from.at) < 1e-6 && from.heading.angle_to(to.heading) < 1e-6 {
        return Ok(());
    }
    for group in std::iter::once(&charge.by).chain(&charge.support) {
        // Those behind keep their places behind it.
        let own = s.state.place(*group);
        let local = from.to_local(own.at);
        let turned = from.heading.turn_to(own.heading);
        let there = Pose::new(to.to_table(local), to.heading.turned(turned));
        let poses = s.state.moved_to(*group, there);
        s.emit(Event::Moved { group: *group, heading: there.heading, to: poses });
    }
    super::guns::crew::ride_over(s, charge.by, from, legs);
    super::leaders::ridden_over(s, charge.by, from, legs)
}

/// The charger goes on to the next enemy, or to the end of its way.
fn march(s: &mut Scratch<'_>, charge: &Charge) -> Judged<bool> {
    let named = named_first(&s.state, charge);
    let Some(contact) = named else {
        go(s, charge, &charge.way)?;
        s.emit(Event::Settled);
        return Ok(true);
    };
    let (closing, rest) = cut(&charge.way, contact.leg, contact.t);
    let (before, last) = measuring_point(&s.state, charge, &closing, contact);
    let from = s.state.place(charge.by);
    let arrives = closing.iter().fold(from, |at, leg| leg.end(at));
    let heading = closing.last().map_or(arrives.heading, |leg| match leg {
        Leg::Slide(delta) if delta.length() > 1e-4 => Heading::of(*delta),
        Leg::Slide(_) | Leg::Turn { .. } => arrives.heading,
    });
    let heading = if closing.is_empty() { arrives.heading } else { heading };
    let flank = is_flank(s, charge, contact, heading, arrives);
    go(s, charge, &before)?;
    let place = s.state.place(contact.group);
    let mut next = charge.clone();
    next.way = rest;
    next.met = Some(Met {
        group: contact.group,
        stand: contact.stand,
        closing: last,
        heading,
        flank,
        square_formed: false,
        support: Vec::new(),
        place,
    });
    next.step = ChargeStep::Answer;
    s.emit(Event::Marked { group: contact.group, mark: Mark::Attacked });
    if s.state.group(contact.group).rout.is_some() {
        return ride_down(s, next);
    }
    changed(s, next.clone());
    if defender_holds(s, &next)? {
        return Ok(true);
    }
    broke(s, &next)?;
    Ok(true)
}

/// The enemy that is met next: of several at once the one that was named.
fn named_first(state: &State, charge: &Charge) -> Option<Contact> {
    let met = first_met(state, charge.by, &charge.way, &[])?;
    if met.group != charge.target && touches_at(state, charge.by, &charge.way, met, charge.target) {
        let stand = state.group(charge.target).stands.first().copied()?;
        return Some(Contact { group: charge.target, stand, ..met });
    }
    Some(met)
}

/// Legs up to a fraction of one of them, and what is left.
fn cut(legs: &[Leg], at: usize, t: f32) -> (Vec<Leg>, Vec<Leg>) {
    let mut before: Vec<Leg> = legs[..at].to_vec();
    before.push(legs[at].shortened(t));
    let mut after = vec![legs[at].rest(t)];
    after.extend(legs[at + 1..].iter().copied());
    (before, after)
}

/// Where charge fire is measured: where the way comes to 4 in from the defender, or at the start (`epstein:9.7`). The legs up to
/// there, and those from there to the contact.
fn measuring_point(
    state: &State,
    charge: &Charge,
    closing: &[Leg],
    contact: Contact,
) -> (Vec<Leg>, Vec<Leg>) {
    if state.game.options.charge_fire_point == ChargeFirePoint::Contact {
        return (closing.to_vec(), Vec::new());
    }
    let body = state.body(charge.by);
    let mut at = state.place(charge.by);
    for (index, leg) in closing.iter().enumerate() {
        let near = state.quads(contact.group).filter_map(|(_, quad)| {
            let other = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
            first_within(&body, at, *leg, other.placed(quad.pose), CHARGE_FIRE)
        });
        if let Some(t) = near.min_by(f32::total_cmp) {
            return cut(closing, index, t);
        }
        at = leg.end(at);
    }
    (closing.to_vec(), Vec::new())
}

/// Does the charge come in flank or rear (`epstein:10.1`)?
fn is_flank(s: &mut Scratch<'_>, charge: &Charge, contact: Contact, heading: Heading, arrives: Pose) -> bool {
    let state = &s.state;
    let id = contact.group;
    if state.group(id).formation == Formation::Square {
        return false;
    }
    let Some(stand) = state.quad(contact.stand) else { return false };
    let facing = if skirmishes(state, id) { stand.pose.heading } else { state.group(id).heading };
    let angle = match state.game.options.flank_test {
        FlankTest::Approach => facing.angle_to(heading.reversed()),
        FlankTest::BearingAtStart => measure::bearing(&stand, charge.start.at),
        FlankTest::Edge => return touches_side(state, charge, &stand, arrives),
    };
    let flank = angle_at_least(angle, FLANK);
    let degrees = angle / DEGREE;
    let close = if angle_is_close(angle, FLANK) { ", close" } else { "" };
    let which = if flank { "in flank or rear" } else { "from the front" };
    let text = format!("{} comes {which}: {degrees:.0} degrees of 45{close}", state.say(charge.by));
    s.note(Note::new("epstein:10.1", text));
    flank
}

/// Is the stand touched at a side or its rear (`flank_test = edge`)? At a front corner it is the front.
fn touches_side(state: &State, charge: &Charge, stand: &Quad, arrives: Pose) -> bool {
    let body = state.body(charge.by);
    let here = Body::single(stand.half.x * 2.0, stand.half.y * 2.0);
    let gap = crate::table::gap(body.placed(arrives), here.placed(stand.pose));
    let local = stand.pose.to_local(gap.to);
    local.y < stand.half.y - measure::SLACK
}

/// The charger has come upon routers: half of them are lost, and it stops at the contact (`epstein:13.9`).
fn ride_down(s: &mut Scratch<'_>, mut charge: Charge) -> Judged<bool> {
    let Some(met) = charge.met.clone() else { return Ok(true) };
    go(s, &charge, &met.closing)?;
    charge.way.clear();
    s.emit(Event::Settled);
    super::rally::hit(s, met.group, 0, met.heading)?;
    Ok(true)
}

/// How the defender stands to the charge.
fn stance(state: &State, charge: &Charge, met: &Met) -> Stance {
    let from = state.place(charge.by).at;
    let to = state.quad(met.stand).map_or(from, |quad| quad.pose.at);
    Stance {
        flank: met.flank,
        square: state.group(met.group).formation == Formation::Square,
        stand: met.stand,
        line: [from.lerp(charge.start.at, 0.0), to],
        start: charge.start.at,
    }
}

/// Two dice of morale against a group's number (`epstein:9.5`).
fn roll_morale(
    s: &mut Scratch<'_>,
    id: GroupId,
    modifiers: Vec<Modifier>,
    clause: &'static str,
) -> Judged<bool> {
    let hold = morale::hold(&s.state, id);
    let name = s.state.say(id);
    let net = Modifier::net(&modifiers);
    let needed = i32::from(hold) - net;
    let why = format!("Morale of {name}: holds on {needed} or more");
    let side = Some(s.state.side(id).0);
    let total = i32::try_from(s.throw(Throw::sum(2, 6, side, clause, why))?.value).unwrap_or(0) + net;
    let holds = total >= i32::from(hold);
    let verdict = if holds { "holds" } else { "routs" };
    s.note(Note::new(clause, format!("{name}: {total} against {hold}, it {verdict}")).modified(modifiers));
    s.emit(Event::MoraleRolled { group: id, total, hold, holds });
    Ok(holds)
}

/// The charged unit rolls (`epstein:9.5`).
fn defender_holds(s: &mut Scratch<'_>, charge: &Charge) -> Judged<bool> {
    let Some(met) = &charge.met else { return Ok(true) };
    let bearing = morale::of_defender(&s.state, met.group, charge.by, stance(&s.state, charge, met));
    roll_morale(s, met.group, bearing.morale, "epstein:9.5")
}

/// The charged unit has routed at its check (`epstein:9.6`): a screen is charged through; behind a formed enemy the charger finishes
/// its way into ground that is empty now (`epstein:5.21`).
fn broke(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    let Some(met) = charge.met.clone() else { return Ok(()) };
    let screen = skirmishes(&s.state, met.group) && met.group != charge.target;
    let was_skirmisher = skirmishes(&s.state, met.group);
    let contact = |s: &mut Scratch<'_>| go(s, charge, &met.closing);
    if screen || was_skirmisher {
        rout::rout(s, met.group, met.heading, met.place.at, false)?;
        let mut next = charge.clone();
        next.way = met.closing.iter().chain(&charge.way).copied().collect();
        next.met = None;
        next.step = ChargeStep::March;
        if was_skirmisher && !screen {
            // The target itself was skirmishers: the charge has done what it was ordered to, and goes on to the end of its way.
            next.step = ChargeStep::Onward;
        }
        changed(s, next);
        return Ok(());
    }
    match s.state.game.options.charge_on {
        ChargeOn::Stop => {
            contact(s)?;
            rout::rout(s, met.group, met.heading, met.place.at, false)?;
            s.emit(Event::Settled);
        }
        ChargeOn::VacatedGround => {
            rout::rout(s, met.group, met.heading, met.place.at, false)?;
            let mut next = charge.clone();
            next.way = met.closing.iter().chain(&charge.way).copied().collect();
            next.step = ChargeStep::Onward;
            changed(s, next);
        }
        ChargeOn::MayContact => {
            rout::rout(s, met.group, met.heading, met.place.at, false)?;
            let mut next = charge.clone();
            next.way = met.closing.iter().chain(&charge.way).copied().collect();
            next.met = None;
            next.step = ChargeStep::March;
            changed(s, next);
        }
    }
    Ok(())
}

/// The charger finishes its way, as far as it touches nobody.
fn vacated(s: &mut Scratch<'_>, charge: &Charge, way: &[Leg]) -> Judged {
    let legs: Vec<Leg> = match first_met(&s.state, charge.by, way, &[]) {
        None => way.to_vec(),
        Some(contact) => {
            // It stops a hair short of another enemy.
            let length = way[contact.leg].length(&s.state.body(charge.by)).max(1e-6);
            let t = (contact.t - 2.0 * measure::SLACK / length).max(0.0);
            cut(way, contact.leg, t).0
        }
    };
    let there = legs.iter().fold(s.state.place(charge.by), |at, leg| leg.end(at));
    let poses = s.state.moved_to(charge.by, there);
    if super::movement::overlapped(&s.state, &poses, Some(charge.by)).is_none() {
        go(s, charge, &legs)?;
    }
    Ok(())
}

/// What the defender can do (`epstein:9.7` to `epstein:9.9`), with what it would be.
pub fn answers(state: &State, charge: &Charge) -> Vec<Answering> {
    let Some(met) = &charge.met else { return vec![Answering::Nothing] };
    let mut found = Vec::new();
    if can_fire(state, charge, met).is_ok() {
        found.push(Answering::Fire);
    }
    found.extend(super::guns::shot::answers_to_charge(state, charge, met));
    let group = state.group(met.group);
    let may_square =
        state.arm(met.group) == Arm::Infantry && group.formation.is_formed() && group.stands.len() > 1;
    if may_square {
        let heading = state.place(met.group).heading.exact_degrees();
        let square = Answering::Square { heading };
        if square_under_attack(state, met.group, square).is_some() {
            found.push(square);
        }
    }
    found.push(Answering::Nothing);
    found
}

/// The stands with which a charged unit fires (`epstein:9.7`, `epstein:9.8`).
///
/// # Errors
///
/// Why it does not.
pub fn can_fire(state: &State, charge: &Charge, met: &Met) -> Result<Vec<StandId>, Refusal> {
    let name = state.say(met.group);
    if met.flank {
        let fact = format!("{name} is charged in flank or rear");
        return Err(Refusal::new(Code::OutOfArc, "epstein:10.2", fact, "It may form square, or stand"));
    }
    if state.group(met.group).marks.fired {
        let fact = format!("{name} has fired in this period");
        return Err(Refusal::new(Code::AlreadyFired, "epstein:9.7", fact, "It may form square, or stand"));
    }
    if state.group(met.group).formation == Formation::Square {
        return Ok(square_sides(state, met.group, charge.by));
    }
    fire::answering_stands(state, met.group, charge.by)
}

/// The sides of a square that are attacked: that whose heading is nearest to the bearing of the charger, two that are equally near
/// within a degree (`epstein:9.8`).
fn square_sides(state: &State, id: GroupId, charger: GroupId) -> Vec<StandId> {
    let (from, to) = (state.place(id).at, state.place(charger).at);
    let bearing = Heading::of(to - from);
    let off = |quad: &Quad| quad.pose.heading.angle_to(bearing);
    let least = state.quads(id).map(|(_, quad)| off(&quad)).fold(f32::INFINITY, f32::min);
    state.quads(id).filter(|(_, quad)| off(quad) - least <= DEGREE + 1e-4).map(|(stand, _)| stand).collect()
}

/// The defender's owner says what it does (`epstein:9.7`, `epstein:9.9`).
pub fn judge_answer(s: &mut Scratch<'_>, charge: &Charge, how: Answering) -> Judged {
    let Some(met) = &charge.met else { return Ok(()) };
    let name = s.state.say(met.group);
    match how {
        Answering::Nothing => {}
        Answering::Fire => {
            can_fire(&s.state, charge, met)?;
        }
        Answering::Square { .. } => {
            let group = s.state.group(met.group);
            if s.state.arm(met.group) != Arm::Infantry || !group.formation.is_formed() {
                let (clause, fact) = if skirmishes(&s.state, met.group) {
                    ("epstein:6.5", format!("{name} skirmishes and forms no square under attack"))
                } else {
                    ("epstein:9.9", format!("{name} is no infantry in line or column"))
                };
                return Err(Refusal::new(Code::WrongFormation, clause, fact, "It may fire, or stand").into());
            }
            if group.crossing.is_some() {
                let fact = format!("{name} is in the river and forms no square");
                return Err(Refusal::new(Code::River, "epstein:5.24", fact, "It stands").into());
            }
            if square_under_attack(&s.state, met.group, how).is_none() {
                let fact = format!("{name} finds no room for a square");
                return Err(Refusal::new(Code::NoRoom, "epstein:9.9", fact, "It may fire, or stand").into());
            }
        }
        Answering::Guns { load, pivot } => {
            super::guns::shot::check_charge_fire(&s.state, charge, met, load, pivot)?;
        }
    }
    answer(s, charge, how)
}

fn answer(s: &mut Scratch<'_>, charge: &Charge, how: Answering) -> Judged {
    let Some(met) = &charge.met else { return Ok(()) };
    let mut next = charge.clone();
    next.step = ChargeStep::Contact;
    next.figures = s.state.figures(charge.by);
    next.place = s.state.place(charge.by);
    match how {
        Answering::Nothing => changed(s, next),
        Answering::Square { .. } => {
            if let Some((heading, to)) = square_under_attack(&s.state, met.group, how) {
                let name = s.state.say(met.group);
                s.note(Note::new("epstein:9.9", format!("{name} forms square under attack")));
                s.emit(Event::Formed { group: met.group, formation: Formation::Square, heading, to });
            }
            if let Some(now) = &mut next.met {
                now.square_formed = true;
                now.place = s.state.place(met.group);
            }
            changed(s, next);
        }
        Answering::Guns { load, pivot } => {
            next.step = ChargeStep::Fired;
            changed(s, next);
            super::guns::shot::fire_at_charge(s, charge, met, load, pivot)?;
        }
        Answering::Fire => {
            let stands = can_fire(&s.state, charge, met)?;
            next.step = ChargeStep::Fired;
            let volley = fire::volley(&s.state, met.group, &stands, charge.by, true);
            s.emit(Event::Marked { group: met.group, mark: Mark::Fired });
            changed(s, next);
            if let Some(volley) = volley {
                let hits = fire::throw_volley(s, &volley, met.group, charge.by, true)?;
                if hits > 0 {
                    let by = s.state.side(met.group);
                    super::leaders::endanger(s, &[charge.by], &[], by);
                    let losses =
                        Losses { of: charge.by, figures: hits, first: volley.first, cause: Cause::Fire, by };
                    s.emit(Event::Began(Pending::Losses(losses)));
                }
            }
        }
    }
    Ok(())
}

/// A charger that has lost a figure to fire rolls against its own number (`epstein:9.10`); with one stand left it breaks off.
fn fired(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    let lost = charge.figures.saturating_sub(s.state.figures(charge.by));
    let group = s.state.group(charge.by);
    if group.is_gone() {
        s.emit(Event::Settled);
        return Ok(());
    }
    if group.stands.len() < 2 {
        let text = format!("{} has one stand left, and breaks off", s.state.say(charge.by));
        s.note(Note::new("epstein:9.10", text));
        s.emit(Event::Settled);
        return Ok(());
    }
    if lost > 0 {
        let bearing = morale::of_charger(&s.state, charge.by, false);
        if !roll_morale(s, charge.by, bearing.morale, "epstein:9.10")? {
            let place = s.state.place(charge.by);
            s.emit(Event::Settled);
            rout::rout(s, charge.by, place.heading.reversed(), charge.place.at, false)?;
            return Ok(());
        }
    }
    let mut next = charge.clone();
    next.step = ChargeStep::Contact;
    changed(s, next);
    Ok(())
}

/// Supports of the defence have been named, and the melee is fought (`epstein:9.3`).
pub fn judge_support(s: &mut Scratch<'_>, charge: &Charge, units: &[GroupId]) -> Judged {
    let may = super::support::of_defence(&s.state, charge);
    if let Some(unit) = units.iter().find(|unit| !may.contains(unit)) {
        let fact = format!("{} cannot join the defence", s.state.say(*unit));
        let remedy = "Name units that touch behind, in four ranks, not attacked before";
        return Err(Refusal::new(Code::NoContact, "epstein:9.3", fact, remedy).into());
    }
    fight(s, charge, units)
}

/// The charger closes, and the melee is fought (`epstein:9.11`).
fn fight(s: &mut Scratch<'_>, charge: &Charge, support: &[GroupId]) -> Judged {
    let Some(met) = charge.met.clone() else { return Ok(()) };
    let before = s.state.place(charge.by);
    close(s, charge, &met)?;
    let after = s.state.place(charge.by);
    let (by, on) = (charge.by, met.group);
    let attack = side_of(s, by, &charge.support, &morale::of_charger(&s.state, by, met.flank));
    let stance = stance(&s.state, charge, &met);
    let defence = side_of(s, on, support, &morale::of_defender(&s.state, on, by, stance));
    let mut next = charge.clone();
    if let Some(now) = &mut next.met {
        now.support = support.to_vec();
    }
    for group in support {
        s.emit(Event::Marked { group: *group, mark: Mark::Attacked });
    }
    let mut totals = [0, 0];
    for _ in 0..MOST_TIES {
        for (index, (id, side)) in [(by, &attack), (on, &defence)].into_iter().enumerate() {
            let why = format!("Melee of {}: the die times {}", s.state.say(id), side.worth());
            let owner = Some(s.state.side(id).0);
            totals[index] = side.total(s.throw(Throw::sum(1, 6, owner, "epstein:9.11", why))?.value);
        }
        if totals[0] != totals[1] || s.state.game.options.melee_tie != MeleeTie::Reroll {
            break;
        }
        s.note(Note::new("epstein:9.11", format!("{} each: both throw again", totals[0])));
    }
    let text = format!("{} has {}, {} has {}", s.state.say(by), totals[0], s.state.say(on), totals[1]);
    s.note(Note::new("epstein:9.11", text));
    s.emit(Event::Melee { by, on, totals });
    if totals[0] == totals[1] && s.state.game.options.melee_tie == MeleeTie::BothFallBack {
        s.emit(Event::Settled);
        let back = [Leg::Slide(-met.heading.forward())];
        go(s, charge, &back)?;
        return Ok(());
    }
    let charger_wins = totals[0] > totals[1];
    let (winner, loser) = if charger_wins { (&attack, &defence) } else { (&defence, &attack) };
    let options = &s.state.game.options;
    let values = options.casualty_values;
    let lost = loser_loss(loser, values);
    let won = winner_loss(winner, loser, options.winner_loss, values);
    next.end = Some(if charger_wins { ChargeEnd::ChargerWins } else { ChargeEnd::DefenderWins });
    next.step = ChargeStep::Fought;
    let (attackers, defenders) = (units_of(by, &charge.support), units_of(on, support));
    let (winners, losers) = if charger_wins { (attackers, defenders) } else { (defenders, attackers) };
    if let Some(now) = &mut next.met
        && !charger_wins
    {
        // Where its place was before any losses of this charge, carried to the contact.
        now.place = Pose::new(after.to_table(before.to_local(charge.place.at)), after.heading);
    }
    changed(s, next);
    let side = s.state.side(winners[0]);
    super::leaders::endanger(s, &losers, &[], side);
    place_losses(s, &winners, &won, &losers);
    place_losses(s, &losers, &lost, &winners);
    Ok(())
}

fn units_of(front: GroupId, support: &[GroupId]) -> Vec<GroupId> {
    std::iter::once(front).chain(support.iter().copied()).collect()
}

fn place_losses(s: &mut Scratch<'_>, of: &[GroupId], lost: &[u16], by: &[GroupId]) {
    let side = by.first().map(|id| s.state.side(*id));
    for (group, figures) in of.iter().zip(lost).rev().filter(|(_, figures)| **figures > 0) {
        let by = side.unwrap_or(s.state.active);
        let losses = Losses { of: *group, figures: *figures, first: Vec::new(), cause: Cause::Melee, by };
        s.emit(Event::Began(Pending::Losses(losses)));
    }
}

/// A side of a melee: values unit by unit, the die by the front unit (`epstein:9.3`).
fn side_of(
    s: &mut Scratch<'_>,
    front: GroupId,
    support: &[GroupId],
    bearing: &morale::Bearing,
) -> SideOfMelee {
    let state = &s.state;
    let fighter = |id: GroupId, bearing: &morale::Bearing| Fighter {
        figures: morale::fighting(state, id),
        value: u8::try_from(morale::value(state, id, bearing)).unwrap_or(u8::MAX),
        base: u8::try_from(morale::base_value(state, id)).unwrap_or(u8::MAX),
    };
    let mut units = vec![fighter(front, bearing)];
    units.extend(support.iter().map(|id| fighter(*id, &morale::of_charger(state, *id, false))));
    let side = SideOfMelee { units, die: Modifier::net(&bearing.die) };
    let front_unit = side.units[0];
    let mut modifiers = bearing.value.clone();
    modifiers.extend(bearing.die.iter().cloned());
    let text = format!(
        "{}: {} figures of {}, {} points in all",
        state.say(front),
        front_unit.figures,
        front_unit.value,
        side.worth()
    );
    s.note(Note::new("epstein:9.11", text).modified(modifiers));
    side
}

/// The charger goes on until it touches, a square that was formed even a little beyond its way (`epstein:9.9`).
fn close(s: &mut Scratch<'_>, charge: &Charge, met: &Met) -> Judged {
    if !met.square_formed {
        return go(s, charge, &met.closing);
    }
    let mut way: Vec<Leg> = met.closing.clone();
    way.extend(charge.way.iter().copied());
    let end = way.iter().fold(s.state.place(charge.by), |at, leg| leg.end(at));
    way.push(Leg::Slide(end.heading.forward() * LITTLE_BEYOND));
    let others: Vec<GroupId> =
        s.state.enemies_of(s.state.side(charge.by)).filter(|enemy| *enemy != met.group).collect();
    if let Some(contact) = first_met(&s.state, charge.by, &way, &others) {
        let (legs, _) = cut(&way, contact.leg, contact.t);
        go(s, charge, &legs)?;
    }
    Ok(())
}

/// Losses are placed, and what is left of the loser routs (`epstein:9.12`, `epstein:9.14`).
fn fought(s: &mut Scratch<'_>, charge: &Charge) -> Judged {
    s.emit(Event::Settled);
    let Some(met) = &charge.met else { return Ok(()) };
    let (losers, away): (Vec<GroupId>, Heading) = match charge.end {
        Some(ChargeEnd::ChargerWins) => (units_of(met.group, &met.support), met.heading),
        Some(ChargeEnd::DefenderWins) => (units_of(charge.by, &charge.support), met.heading.reversed()),
        None => return Ok(()),
    };
    for (index, loser) in losers.into_iter().enumerate() {
        let from = if index == 0 { met.place.at } else { s.state.place(loser).at };
        rout::rout(s, loser, away, from, false)?;
    }
    Ok(())
}

/// A point ahead of a group, for what is drawn.
pub fn ahead(state: &State, id: GroupId, inches: f32) -> Vec2 {
    let place = state.place(id);
    place.at + place.heading.forward() * inches
}
