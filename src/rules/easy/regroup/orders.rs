//! Orders of an active army commander: putting units under another general, and forming new commands.
//!
//! Clauses: `easy:V.B`, `easy:V.C`. Units: inches.

use std::collections::BTreeSet;

use crate::command::{self, has_stand};
use crate::event::Event;
use crate::refusal::{Code, Refusal};
use crate::roster::{CommandId, StandId};
use crate::scratch::{Judged, Scratch};
use crate::state::{Place, State, Step};
use crate::steps::{self, active_at};
use game::working::{Measured, Note};
use scenario::army::Grade;
use table::Pose;

use super::chief::{from_chief, grade_of};
use super::detach::too_far;
use super::names::check_name;
use super::places::check_place;
use super::regrouped::Founded;
use super::roster::general_body;

/// The active army commander, if he may regroup units now.
///
/// Ruling: he regroups in the steps of command and close, not while his own stands act (`easy:V.B`).
pub(super) fn regrouping(state: &State, clause: &'static str, steps: &[Step]) -> Result<CommandId, Refusal> {
    let now = steps::active(state)?;
    let info = state.command(now.command);
    if info.grade != Some(Grade::Army) {
        Refusal::new(
            Code::NotActive,
            clause,
            format!("{} is no army commander", info.name),
            "Only an activated army commander does this",
        )
        .unless(&state.overruled)?;
    }
    if !steps.contains(&now.step) {
        active_at(state, Step::Command)?;
    }
    Ok(now.command)
}

fn not_in_force(clause: &'static str, fact: &str, option: &str) -> Refusal {
    Refusal::new(Code::NotActive, clause, fact, format!("It is done only where {option} is on"))
}

/// Refuses stands that are not under the army commander, or that wait for their combats.
pub(super) fn check_units(
    state: &State,
    chief: CommandId,
    stands: &[StandId],
    clause: &'static str,
) -> Result<(), Refusal> {
    if stands.is_empty() {
        return Err(Refusal::new(Code::NoSuchStand, clause, "no unit is named", "Name one stand or more"));
    }
    let waiting: BTreeSet<StandId> =
        state.stack.iter().flat_map(|now| &now.parked).flat_map(|now| now.list.iter().copied()).collect();
    for &stand in stands {
        let (unit, name) = (state.unit(stand), || state.say(stand));
        if !unit.arm.is_troops() {
            Refusal::new(
                Code::NotActive,
                clause,
                format!("{} is neither infantry nor cavalry nor artillery", name()),
                "Name stands of troops",
            )
            .unless(&state.overruled)?;
        }
        if unit.command != chief && !state.roster().is_under(unit.command, chief) {
            Refusal::new(
                Code::NotActive,
                clause,
                format!("{} is not under {}", name(), state.command(chief).name),
                "Name stands of his own army",
            )
            .unless(&state.overruled)?;
            command::check_side(state, state.side(stand))?;
        }
        if waiting.contains(&stand) {
            Refusal::new(
                Code::Phase,
                clause,
                format!("{} waits with its combats", name()),
                "Let them be fought first",
            )
            .unless(&state.overruled)?;
        }
    }
    Ok(())
}

fn sorted(stands: &[StandId]) -> Vec<StandId> {
    let mut stands = stands.to_vec();
    stands.sort_unstable();
    stands
}

/// Absorbs commands that have lost their last stand. Their chits leave play.
///
/// Clause: `easy:V.B`. Ruling: an army or wing commander keeps his chit, because he picks other commands. The general
/// of a scenario command stays where he is and acts again when units are attached to him. A general placed by V.A or
/// V.C leaves the table, and nobody scores for him.
fn absorb(s: &mut Scratch<'_>, before: &BTreeSet<CommandId>, clause: &'static str) {
    for &command in before {
        let state = &s.state;
        if state.command(command).stands.is_empty() && !state.picks_commands(command) {
            let name = &state.command(command).name;
            s.note(Note::new(
                clause,
                format!("{name} has no stands left: its chit does nothing when drawn and leaves play"),
            ));
            s.emit(Event::Absorbed { command });
        }
    }
}

fn commands_of(state: &State, stands: &[StandId]) -> BTreeSet<CommandId> {
    stands.iter().map(|id| state.unit(*id).command).collect()
}

/// The active army commander puts units under another general (`easy:V.B`).
pub fn judge_attach(s: &mut Scratch<'_>, stands: &[StandId], to: CommandId) -> Judged {
    check_attach(&s.state, stands, to)?;
    let stands = sorted(stands);
    command::check_once(&s.state, &stands, "easy:V.B")?;
    let before = commands_of(&s.state, &stands);
    for stand in &stands {
        let (name, general) = (s.state.say(*stand), s.state.say_command(to));
        s.note(Note::new("easy:V.B", format!("{name} answers to {general} from now on")));
    }
    s.emit(Event::Attached { stands: stands.clone(), to });
    leave_time(s, &stands, to, "easy:V.B");
    absorb(s, &before, "easy:V.B");
    Ok(())
}

/// Gives stands that are too far from their new general until the end of the next turn before they are detached
/// (`easy:V.A`).
fn leave_time(s: &mut Scratch<'_>, stands: &[StandId], to: CommandId, clause: &'static str) {
    if !s.state.options().detached {
        return;
    }
    let info = s.state.command(to);
    let far: Vec<(StandId, Measured)> =
        stands.iter().filter_map(|id| Some((*id, too_far(&s.state, info, *id)?))).collect();
    if far.is_empty() {
        return;
    }
    for (id, measured) in &far {
        let words = format!("{} has until the end of the next turn to join its general", s.state.say(*id));
        s.note(Note::new(clause, words).with(measured.clone()));
    }
    s.emit(Event::OnTheWay { stands: far.into_iter().map(|(id, _)| id).collect() });
}

/// Checks that these units may be put under that general now.
pub fn check_attach(state: &State, stands: &[StandId], to: CommandId) -> Result<(), Refusal> {
    const CLAUSE: &str = "easy:V.B";
    if !state.options().attached {
        not_in_force(CLAUSE, "units stay in their commands", "adv-attached").unless(&state.overruled)?;
    }
    let chief = regrouping(state, CLAUSE, &[Step::Command, Step::Close])?;
    let info = state.command(to);
    if !state.roster().is_under(to, chief) {
        Refusal::new(
            Code::NotActive,
            CLAUSE,
            format!("{} is not under {}", info.name, state.command(chief).name),
            "Name a subordinate general",
        )
        .unless(&state.overruled)?;
        command::check_side(state, info.side)?;
    }
    if !has_stand(state, to) {
        Refusal::new(
            Code::NotActive,
            CLAUSE,
            format!("{} has no general on the table", info.name),
            "Units are put under a general who is there",
        )
        .unless(&state.overruled)?;
    }
    check_units(state, chief, stands, CLAUSE)?;
    for &stand in stands {
        let fact = if state.unit(stand).command == to {
            format!("{} answers to {} already", state.say(stand), info.name)
        } else if state.stand(stand).place == Place::Off {
            format!("{} is out of the battle", state.say(stand))
        } else {
            continue;
        };
        return Err(Refusal::new(Code::NotActive, CLAUSE, fact, "Leave it out"));
    }
    Ok(())
}

/// The active army commander forms a new command, as one of his picks; it acts at once (`easy:V.C`).
pub fn judge_form(s: &mut Scratch<'_>, name: &str, stands: &[StandId], pose: Pose) -> Judged {
    const CLAUSE: &str = "easy:V.C";
    let (chief, measured) = check_form(&s.state, name, stands, pose)?;
    let (stands, state) = (sorted(stands), &s.state);
    command::check_once(state, &stands, CLAUSE)?;
    let before = commands_of(state, &stands);
    let command = CommandId(state.roster().commands.len() as u16);
    let grade = grade_of(state, &stands);
    let general = StandId(state.stands.len() as u16);
    let name = name.trim().to_owned();
    let words = format!("{} forms a new command, {name}, as one of his picks", state.command(chief).name);
    let mut note = Note::new(CLAUSE, words);
    note.measured = measured;
    s.note(note);
    s.emit(Event::Founded(Founded {
        command,
        name,
        under: Some(chief),
        general: Some((general, grade)),
        stands: stands.clone(),
    }));
    s.emit(Event::Posted { command, pose });
    leave_time(s, &stands, command, CLAUSE);
    absorb(s, &before, CLAUSE);
    s.note(Note::new(CLAUSE, "its chit goes to the discards, and it acts at once"));
    s.emit(Event::ChitDiscarded { command });
    s.emit(Event::ActivationBegan { command, picked_by: Some(chief) });
    Ok(())
}

/// Checks that this command may be formed now. Returns the army commander who forms it, and the distance from him to
/// the new general.
pub fn check_form(
    state: &State,
    name: &str,
    stands: &[StandId],
    pose: Pose,
) -> Result<(CommandId, Option<Measured>), Refusal> {
    const CLAUSE: &str = "easy:V.C";
    if !state.options().new_commands {
        not_in_force(CLAUSE, "commands are those of the scenario", "adv-new-commands")
            .unless(&state.overruled)?;
    }
    let chief = regrouping(state, CLAUSE, &[Step::Command])?;
    command::check_picks_left(state)?;
    command::check_superior(state, chief)?;
    check_name(state, name)?;
    check_units(state, chief, stands, CLAUSE)?;
    if let Some(absent) = stands.iter().find(|id| state.pose(**id).is_none()) {
        return Err(Refusal::new(
            Code::NoSuchStand,
            CLAUSE,
            format!("{} is not on the table", state.say(*absent)),
            "Leave it out",
        ));
    }
    let body = general_body(state.lengths(), grade_of(state, stands));
    check_place(state, &body, state.command(chief).side, stands, pose, CLAUSE)?;
    let measured = from_chief(state, chief, &body, pose);
    if let Some(measured) = measured.clone().filter(|measured| !measured.passes()) {
        Refusal::new(
            Code::OutOfCommand,
            CLAUSE,
            format!("the new general would be out of the reach of {}", state.command(chief).name),
            "Place him nearer to the army commander, or move that one first",
        )
        .with(measured)
        .unless(&state.overruled)?;
    }
    Ok((chief, measured))
}
