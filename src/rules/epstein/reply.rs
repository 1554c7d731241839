//! The answer of a charged unit that holds: fire, square, or neither (`epstein:9.7` to `epstein:9.9`), and who joins its
//! defence (`epstein:9.3`).
//!
//! Units: inches, figures.

use game::working::Note;
use table::{Heading, Quad};

use super::answer;
use super::clash::{answered, changed, fight, fired_on, volleys_at};
use super::event::{Event, Mark};
use super::form::{LEAST_OF_SQUARE, square_under_attack};
use super::formation::Formation;
use super::guns;
use super::kind::Arm;
use super::measure::DEGREE;
use super::order::Answering;
use super::pending::{Charge, ChargeStep, Met};
use super::refusal::{Code, Refusal};
use super::roster::StandId;
use super::scratch::{Judged, Scratch};
use super::standing::skirmishes;
use super::state::{GroupId, State};
use super::volley::{self, Occasion};

/// The possible answers of the defender (`epstein:9.7` to `epstein:9.9`), with their details.
pub fn answers(state: &State, charge: &Charge) -> Vec<Answering> {
    let Some(met) = &charge.met else { return vec![Answering::Nothing] };
    let mut found = Vec::new();
    if can_fire(state, charge, met).is_ok() {
        found.push(Answering::Fire);
    }
    found.extend(guns::shot::answers_to_charge(state, charge, met));
    let square = Answering::Square { heading: state.place(met.group).heading.exact_degrees() };
    if check_square(state, met.group, square).is_ok() {
        found.push(square);
    }
    found.push(Answering::Nothing);
    found
}

/// The stands with which a charged unit fires (`epstein:9.7`, `epstein:9.8`).
///
/// # Errors
///
/// If it cannot, with the reason.
pub fn can_fire(state: &State, charge: &Charge, met: &Met) -> Result<Vec<StandId>, Refusal> {
    let name = state.say(met.group);
    if met.flank {
        let fact = format!("{name} is charged in flank or rear");
        Refusal::new(Code::OutOfArc, "epstein:10.2", fact, "It may form square, or stand")
            .unless(&state.overruled)?;
    }
    if met.square_formed {
        let fact = format!("{name} has formed square under attack");
        Refusal::new(Code::AlreadyFired, "epstein:9.9", fact, "It fights").unless(&state.overruled)?;
    }
    if state.group(met.group).marks.fired {
        let fact = format!("{name} has fired in this period");
        Refusal::new(Code::AlreadyFired, "epstein:9.7", fact, "It may form square, or stand")
            .unless(&state.overruled)?;
    }
    answer::check_can_fire(state, met.group)?;
    // Formed beforehand, a square fires from the sides that are attacked (`epstein:12.4`).
    if state.group(met.group).formation == Formation::Square {
        return Ok(square_sides(state, met.group, charge.by));
    }
    answer::stands_facing(state, met.group, charge.by)
}

/// The sides of a square that are attacked: the one whose heading is nearest to the charger's bearing, or two that are equally
/// near within a degree (`epstein:9.8`).
fn square_sides(state: &State, id: GroupId, charger: GroupId) -> Vec<StandId> {
    let (from, to) = (state.place(id).at, state.place(charger).at);
    let bearing = Heading::of(to - from);
    let off = |quad: &Quad| quad.pose.heading.angle_to(bearing);
    let least = state.quads(id).map(|(_, quad)| off(&quad)).fold(f32::INFINITY, f32::min);
    state.quads(id).filter(|(_, quad)| off(quad) - least <= DEGREE + 1e-4).map(|(stand, _)| stand).collect()
}

/// Checks that a charged unit can form this square (`epstein:6.5`, `epstein:9.9`).
fn check_square(state: &State, id: GroupId, how: Answering) -> Result<(), Refusal> {
    let name = state.say(id);
    let group = state.group(id);
    let wrong = |clause, fact: String| {
        Err(Refusal::new(Code::WrongFormation, clause, fact, "It may fire where it can, or stand"))
    };
    if state.arm(id) == Arm::Infantry && skirmishes(state, id) {
        let fact = format!("{name} skirmishes and forms no square under attack");
        wrong("epstein:6.5", fact).or_else(|refusal| refusal.unless(&state.overruled))?;
    }
    let may = group.formation.is_formed() || skirmishes(state, id);
    if state.arm(id) != Arm::Infantry || !may || group.stands.len() < LEAST_OF_SQUARE {
        return wrong("epstein:9.9", format!("{name} is no infantry in line or column"));
    }
    if group.crossing.is_some() {
        let fact = format!("{name} is in the river and forms no square");
        return Err(Refusal::new(Code::River, "epstein:5.24", fact, "It stands"));
    }
    if square_under_attack(state, id, how).is_none() {
        let fact = format!("{name} finds no room for a square");
        return Err(Refusal::new(Code::NoRoom, "epstein:9.9", fact, "It may fire, or stand"));
    }
    Ok(())
}

/// The defender's owner chooses its answer (`epstein:9.7`, `epstein:9.9`).
pub fn judge_answer(s: &mut Scratch<'_>, charge: &Charge, how: Answering) -> Judged {
    let Some(met) = &charge.met else { return Ok(()) };
    match how {
        Answering::Nothing => {}
        Answering::Fire => {
            can_fire(&s.state, charge, met)?;
        }
        Answering::Square { .. } => check_square(&s.state, met.group, how)?,
        Answering::Guns { load, pivot } => {
            guns::shot::check_charge_fire(&s.state, charge, met, load, pivot)?;
        }
    }
    reply(s, charge, how)
}

/// Carries out the defender's answer.
pub fn reply(s: &mut Scratch<'_>, charge: &Charge, how: Answering) -> Judged {
    match how {
        Answering::Nothing => answered(s, charge),
        Answering::Square { .. } => forms_square(s, charge, how),
        Answering::Guns { load, pivot } => {
            let Some(met) = &charge.met else { return Ok(()) };
            begin_fire(s, charge);
            guns::shot::fire_at_charge(s, charge, met, load, pivot)?;
        }
        Answering::Fire => {
            let volleys = volleys_at(&s.state, charge);
            begin_fire(s, charge);
            let hits = volley::throw_all(s, &volleys, charge.by, Occasion::AtCharge)?;
            fired_on(s, charge, hits, &volleys);
        }
    }
    Ok(())
}

/// The defender fires, and the charger's losses become pending.
pub fn begin_fire(s: &mut Scratch<'_>, charge: &Charge) {
    let Some(met) = &charge.met else { return };
    let mut next = charge.clone();
    next.step = ChargeStep::Fired;
    next.figures = s.state.figures(charge.by);
    next.groups = u16::try_from(s.state.groups.len()).ok();
    if s.state.arm(met.group) == Arm::Infantry {
        // A gun is marked only after its shot has been found legal.
        s.emit(Event::Marked { group: met.group, mark: Mark::Fired });
    }
    changed(s, next);
}

/// The defender forms square under attack (`epstein:9.9`).
fn forms_square(s: &mut Scratch<'_>, charge: &Charge, how: Answering) {
    let Some(met) = &charge.met else { return };
    let mut next = charge.clone();
    if let Some((heading, to)) = square_under_attack(&s.state, met.group, how) {
        let name = s.state.say(met.group);
        s.note(Note::new("epstein:9.9", format!("{name} forms square under attack")));
        s.emit(Event::Formed { group: met.group, formation: Formation::Square, heading, to });
        if let Some(now) = &mut next.met {
            now.square_formed = true;
            now.place = s.state.place(now.group);
        }
    }
    answered(s, &next);
}

/// The supports of the defence are named, and the melee is fought (`epstein:9.3`).
pub fn judge_support(s: &mut Scratch<'_>, charge: &Charge, units: &[GroupId]) -> Judged {
    let may = super::support::of_defence(&s.state, charge);
    if let Some(unit) = units.iter().find(|unit| !may.contains(unit)) {
        let fact = format!("{} cannot join the defence", s.state.say(*unit));
        let remedy = "Name units that touch behind, in four ranks, not attacked before";
        return Err(Refusal::new(Code::NoContact, "epstein:9.3", fact, remedy).into());
    }
    fight(s, charge, units)
}
