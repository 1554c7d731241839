//! Assaults on houses: two dice for each attacking stand, one stand at each side (`epstein:15.5` to `epstein:15.8`).
//!
//! Ruling: an assaulting stand touches a side, and may have moved there in this period; the assault is no charge, and uses up
//! neither a move nor the melee outside of houses. A stand that is set back takes its formed group with it. Units: inches.

use dice::Throw;
use game::working::{Modifier, Note};
use table::Pose;

use super::coming::Coming;
use super::event::Event;
use super::formation::Formation;
use super::house_event::HouseEvent;
use super::house_fire;
use super::houses::{self, defender, holder, outward, say_side, side_of, taken_by};
use super::kind::Arm;
use super::losses;
use super::measure::touching;
use super::options::BuildingMulti;
use super::order::Answering;
use super::pending::{Assault, HouseShot, Opening, Pending};
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::roster::{HouseId, StandId};
use super::scratch::{Judged, Scratch};
use super::standing::{check_may_act, is_ineffective};
use super::state::{GroupId, SideUse, State};
use super::tables::{AssaultResult, Modified};

/// How far an unsuccessful attacker is set back (`epstein:15.5`), in inches.
const BACK: f32 = 1.0;

/// Step of the search for room behind it, in inches.
const STEP: f32 = 1.0 / 16.0;

/// The side of a house that a stand can assault now.
///
/// # Errors
///
/// If it cannot, with the reason.
pub fn check_may_assault(state: &State, stand: StandId, house: HouseId) -> Result<u8, Refusal> {
    let (name, place) = (state.say_stand(stand), state.game.house_name(house));
    let refuse = |code, clause, fact: String, remedy: &str| Err(Refusal::new(code, clause, fact, remedy));
    let Some(id) = state.group_of(stand) else {
        return refuse(Code::NoSuchUnit, "epstein:g.9", format!("{name} is not in play"), "Name another");
    };
    check_may_act(state, id)?;
    if state.arm(id) != Arm::Infantry {
        let fact = format!("{name} is {}", state.kind(id).words());
        return refuse(Code::WrongKind, "epstein:15.5", fact, "Only infantry assaults houses");
    }
    if holder(state, house).is_none_or(|holder| holder == state.side(id)) {
        let fact = format!("no enemy is in {place}");
        return refuse(Code::NoTarget, "epstein:15.5", fact, "An empty house is entered");
    }
    let group = state.group(id);
    let Some(quad) = state.quad(stand) else {
        return refuse(
            Code::House,
            "epstein:15.5",
            format!("{name} is in a house"),
            "It has to leave it first",
        );
    };
    let stands = |code, clause, fact: String, remedy: &str| {
        Refusal::new(code, clause, fact, remedy).unless(&state.overruled)
    };
    if group.formation == Formation::Square {
        let fact = format!("{name} is in square and attacks nobody");
        stands(Code::WrongFormation, "epstein:9.2", fact, "Form another way first")?;
    }
    if is_ineffective(state, stand) {
        let fact = format!("{name} is ineffective and does not attack");
        stands(Code::Ineffective, "epstein:7.3", fact, "Bring it back to its unit")?;
    }
    if !group.disruption.is_empty() {
        let fact = format!("{name} is disrupted and does not attack");
        stands(Code::Disrupted, "epstein:13.4", fact, "It recovers at the end of its next period")?;
    }
    if group.crossing.is_some() {
        stands(Code::River, "epstein:5.24", format!("{name} is in the river"), "Cross it first")?;
    }
    let apart = houses::gap_to_house(state, house, &quad);
    if !touching(apart) {
        let fact = format!("{name} is {apart:.2} in from {place}");
        stands(Code::NoContact, "epstein:15.5", fact, "Move it up to a side first")?;
    }
    let side = side_of(state, house, &quad);
    let words = say_side(state, house, side);
    if let Some(other) = taken_by(state, house, side, stand) {
        let fact = format!("{} has attacked {words} in this period", state.say_stand(other));
        let remedy = "One stand attacks or fires at each side: choose another side";
        stands(Code::House, "epstein:15.2", fact, remedy)?;
    }
    if state.house(house).used.iter().any(|used| used.side == side && used.assaulted) {
        let fact = format!("{words} has been assaulted in this period");
        stands(Code::AlreadyAttacked, "epstein:15.8", fact, "Each side once a period")?;
    }
    Ok(side)
}

/// Stands assault a house, one at each side (`epstein:15.5`).
pub fn judge_assault(s: &mut Scratch<'_>, house: &str, keys: &[String]) -> Judged {
    let house = houses::find(&s.state, house)?;
    let mut stands: Vec<(StandId, u8)> = Vec::new();
    for key in keys {
        let Some(stand) = s.state.game.find_stand(key) else {
            let fact = format!("there is no stand {}", data::printable::name(key));
            return Err(Refusal::new(Code::NoSuchUnit, "epstein:g.9", fact, "Name stands, as F03.2").into());
        };
        let side = check_may_assault(&s.state, stand, house)?;
        if stands.iter().any(|(_, at)| *at == side) {
            let fact = format!("two stands would assault {}", say_side(&s.state, house, side));
            let remedy = "One stand attacks each side: name one of them";
            Refusal::new(Code::House, "epstein:15.2", fact, remedy).unless(&s.state.overruled)?;
        }
        stands.push((stand, side));
    }
    if stands.is_empty() {
        let fact = "nobody is named who assaults";
        return Err(Refusal::new(Code::BadOrder, "epstein:15.5", fact, "Name a stand at a side").into());
    }
    for (stand, side) in &stands {
        let by = SideUse { side: *side, stand: *stand, assaulted: true };
        s.emit(Event::House(HouseEvent::SideUsed { house, by }));
    }
    s.emit(Event::Began(Pending::Assault(Assault { house, stands, done: 0, asked: false })));
    Ok(())
}

fn changed(s: &mut Scratch<'_>, assault: Assault) {
    s.emit(Event::Changed(Pending::Assault(assault)));
}

/// The next attacker to dice, with the shot that the garrison could fire at it.
pub fn next(state: &State, assault: &Assault) -> Option<(StandId, u8, Option<HouseShot>)> {
    let (stand, side) = assault.stands.get(usize::from(assault.done)).copied()?;
    let shot = defender(state, assault.house, side).and_then(|by| {
        let (group, on) = (state.group_of(by)?, state.group_of(stand)?);
        let may = !state.group(group).marks.fired;
        may.then_some(HouseShot { house: assault.house, side, by: group, stand: by, on, struck: stand })
    });
    Some((stand, side, shot))
}

/// Goes on with an assault until somebody has to decide; `true` if it made any progress.
pub fn advance(s: &mut Scratch<'_>, assault: &Assault) -> Judged<bool> {
    if holder(&s.state, assault.house).is_none_or(|holder| holder == s.state.active) {
        emptied(s, assault);
        return Ok(true);
    }
    let Some((stand, side, shot)) = next(&s.state, assault) else {
        s.emit(Event::Settled);
        return Ok(true);
    };
    if s.state.group_of(stand).is_none() {
        changed(s, Assault { done: assault.done + 1, asked: false, ..assault.clone() });
        return Ok(true);
    }
    if !assault.asked && shot.is_some() {
        return Ok(false);
    }
    fight(s, assault, stand, side)?;
    Ok(true)
}

/// The house is empty: one of the attackers that still touch it may go in (`epstein:15.8`).
fn emptied(s: &mut Scratch<'_>, assault: &Assault) {
    s.emit(Event::Settled);
    let house = assault.house;
    let touches = |stand: &StandId| {
        let quad = s.state.quad(*stand);
        quad.is_some_and(|quad| touching(houses::gap_to_house(&s.state, house, &quad)))
    };
    let stands: Vec<StandId> = assault.stands.iter().map(|(stand, _)| *stand).filter(touches).collect();
    if !stands.is_empty() && !s.state.house(house).burns() {
        s.emit(Event::Began(Pending::Opening(Opening { house, stands })));
    }
}

/// The garrison says whether it fires at the next attacker (`epstein:15.3`).
pub fn judge_answer(s: &mut Scratch<'_>, assault: &Assault, how: Answering) -> Judged {
    let asked = Assault { asked: true, ..assault.clone() };
    match (how, next(&s.state, assault)) {
        (Answering::Nothing, _) => changed(s, asked),
        (Answering::Fire, Some((.., Some(shot)))) => {
            changed(s, asked);
            house_fire::at_assault(s, &shot)?;
        }
        (Answering::Fire, _) => {
            let fact = "the garrison has fired in this period";
            return Err(Refusal::new(Code::AlreadyFired, "epstein:15.3", fact, "It fights").into());
        }
        (Answering::Guns { .. } | Answering::Square { .. }, _) => {
            let fact = "a garrison fires at who assaults it, or holds its fire";
            return Err(Refusal::new(Code::BadOrder, "epstein:15.3", fact, "Let it fire, or not").into());
        }
    }
    Ok(())
}

/// The modifiers to the dice of an attacker (`epstein:15.6`, `epstein:15.7`, `epstein:16.4`).
fn modifiers(state: &State, assault: &Assault, stand: StandId, defender: StandId) -> Vec<Modifier> {
    let mut found = Vec::new();
    let stands = i32::try_from(assault.stands.len()).unwrap_or(0);
    if stands > 1 {
        let gain = match state.game.options.building_multi {
            BuildingMulti::EachStand => stands,
            BuildingMulti::BeyondFirst => stands - 1,
        };
        found.push(Modifier::new(gain, "epstein:15.6", "several stands attack"));
    }
    let lost = state.game.stand(defender).figures.saturating_sub(state.stand(defender).figures);
    if lost > 0 {
        found.push(Modifier::new(i32::from(lost), "epstein:15.7", "casualties on the defending stand"));
    }
    let green = state.game.tables.gains(Modified::Green).die;
    if state.game.unit(state.stand(stand).unit).green && green != 0 {
        found.push(Modifier::new(green, "epstein:16.4", "green"));
    }
    found
}

/// Throws two dice for one attacking stand and carries out the result (`epstein:15.5`).
fn fight(s: &mut Scratch<'_>, assault: &Assault, stand: StandId, side: u8) -> Judged {
    let house = assault.house;
    let Some(defends) = defender(&s.state, house, side) else { return Ok(()) };
    let (Some(attacker), Some(garrison)) = (s.state.group_of(stand), s.state.group_of(defends)) else {
        return Ok(());
    };
    let modifiers = modifiers(&s.state, assault, stand, defends);
    let net = Modifier::net(&modifiers);
    let name = s.state.say_stand(stand);
    let why = format!("{name} assaults {}", say_side(&s.state, house, side));
    let by = Some(s.state.side(attacker).0);
    let rolled = s.throw(Throw::sum(2, 6, by, "epstein:15.5", why.clone()))?.value;
    let total = i32::try_from(rolled).unwrap_or(0) + net;
    let result = s.state.game.tables.assault(total);
    s.note(Note::new("epstein:15.5", format!("{why}: {total}")).modified(modifiers));
    s.emit(Event::House(HouseEvent::Assaulted { house, side, by: stand, total, result }));
    changed(s, Assault { done: assault.done + 1, asked: false, ..assault.clone() });
    match result {
        AssaultResult::DefenderEliminated => beaten(s, garrison, defends, s.state.stand(defends).figures),
        AssaultResult::DefenderLosesOne => {
            let last = s.state.stand(defends).figures <= 1;
            if !last {
                set_back(s, attacker, stand, house, side);
            }
            beaten(s, garrison, defends, 1);
        }
        AssaultResult::Repulsed => set_back(s, attacker, stand, house, side),
        AssaultResult::AttackerLosesOne => {
            set_back(s, attacker, stand, house, side);
            beaten(s, attacker, stand, 1);
        }
        AssaultResult::AttackerEliminated => {
            beaten(s, attacker, stand, s.state.stand(stand).figures);
        }
    }
    Ok(())
}

/// A stand loses figures in an assault, which endangers leaders with its group (`epstein:14.c.3`).
fn beaten(s: &mut Scratch<'_>, id: GroupId, stand: StandId, figures: u16) {
    let by = s.state.side(id).enemy();
    super::leaders::endanger(s, &[id], &[], by);
    losses::take(s, id, &[(stand, figures)]);
}

/// An attacker goes back an inch from its side (`epstein:15.5`), as far as there is room; skirmishers go back singly, a formed
/// group as one body.
fn set_back(s: &mut Scratch<'_>, id: GroupId, stand: StandId, house: HouseId, side: u8) {
    let away = outward(&s.state, house, side).forward();
    let group = s.state.group(id);
    let movers: Vec<StandId> =
        if group.formation == Formation::Skirmish { vec![stand] } else { group.stands.clone() };
    let heading = group.heading;
    let from: Vec<(StandId, Pose)> =
        movers.iter().filter_map(|stand| Some((*stand, s.state.pose(*stand)?))).collect();
    let back = |inches: f32| -> Vec<(StandId, Pose)> {
        from.iter().map(|(stand, pose)| (*stand, pose.moved(away * inches))).collect()
    };
    let fits = |to: &[(StandId, Pose)]| {
        let alone = movers.len() == 1;
        let clear = overlapped(&s.state, to, if alone { None } else { Some(id) }).is_none();
        clear && misplaced(&s.state, to).is_none()
    };
    let steps = (BACK / STEP) as u16;
    let found = (0..steps).map(|step| back(BACK - f32::from(step) * STEP)).find(|to| fits(to));
    let here = s.state.pose(stand).map(|pose| pose.at);
    let alone = movers.len() == 1;
    if let Some(to) = found {
        s.emit(Event::Moved { group: id, heading, to });
    }
    if let Some(from) = here {
        s.emit(Event::Came { group: id, how: Coming::SetBack { stand, alone, from } });
    }
}
