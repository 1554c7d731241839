//! Who answers to whom now: detached units, attached units and new commands.
//!
//! Clauses: `easy:V.A`, `easy:V.B`, `easy:V.C`. Units: inches.
//!
//! What has changed since the battle began is kept in [`Regrouped`]; [`State::roster`] is made of it and of the scenario's
//! order of battle, so that everybody who asks for a stand's command is told the one it answers to now.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::army::{Arm, Grade, Rating};
use crate::rules::working::{Measured, Note};
use crate::rules::{Due, Offer};
use crate::scenario::{Side, Start};
use crate::table::measure::{gap, gap_between_centres};
use crate::table::tolerance::{touching, within};
use crate::table::{Body, Pose};

use super::activation::{self, active_at, command_gap, has_stand};
use super::event::Event;
use super::generals::{self, Room};
use super::order::Order;
use super::refusal::{Code, Refusal};
use super::roster::{CommandId, CommandInfo, Game, Roster, StandId, Unit};
use super::scratch::{Judged, Scratch};
use super::state::{Place, StandState, State, Step};
use super::tables::Lengths;

/// The longest name of a new command, in characters: it has to go on a chit.
pub const LONGEST_NAME: usize = 40;

/// A command founded after the battle began: a detached unit, or a new command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Founded {
    /// Numbers go on after those of the scenario.
    pub command: CommandId,
    pub name: String,
    pub under: Option<CommandId>,
    /// The stand and the grade of its general; a stand that was detached alone has none.
    pub general: Option<(StandId, Grade)>,
    /// The stands that answer to it from then on; never empty.
    pub stands: Vec<StandId>,
}

/// What has changed about who answers to whom.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Regrouped {
    /// Commands founded, in order.
    pub founded: Vec<Founded>,
    /// Stands that answer to another command than at the start.
    pub answers: BTreeMap<StandId, CommandId>,
    /// Commands that others have wholly absorbed: their chits do nothing and leave play (`easy:V.B`).
    pub absorbed: BTreeSet<CommandId>,
    /// Founded commands whose generals have still to be placed (`easy:V.A`).
    pub unposted: BTreeSet<CommandId>,
}

impl Regrouped {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The command whose chit this general came with after the battle had begun.
    pub fn founded_by(&self, general: StandId) -> Option<CommandId> {
        let his = |founded: &&Founded| founded.general.is_some_and(|(stand, _)| stand == general);
        self.founded.iter().find(his).map(|founded| founded.command)
    }
}

impl State {
    /// Has another command absorbed this one wholly (`easy:V.B`)?
    pub fn is_absorbed(&self, command: CommandId) -> bool {
        self.regrouped.absorbed.contains(&command)
    }

    /// Is this a general whose command, founded after the battle began, has been absorbed? He has left the table with it.
    pub fn is_retired(&self, general: StandId) -> bool {
        self.regrouped.founded_by(general).is_some_and(|command| self.is_absorbed(command))
    }
}

/// Stands and commands as they are when so much has changed.
fn roster_now(game: &Game, regrouped: &Regrouped) -> Roster {
    let mut roster = (*game.roster).clone();
    for (number, founded) in (1..).zip(&regrouped.founded) {
        let Some(first) = founded.stands.first().map(|id| roster.unit(*id).clone()) else { continue };
        let key = unused(&roster, number);
        if let Some((id, grade)) = founded.general {
            let body = general_body(game.options.lengths, grade);
            roster.stands.push(general_unit(
                id,
                format!("{key}-general"),
                grade,
                body,
                founded,
                first.clone(),
            ));
        }
        roster.commands.push(CommandInfo {
            id: founded.command,
            key,
            name: founded.name.clone(),
            side: first.side,
            army: first.army,
            grade: founded.general.map(|(_, grade)| grade),
            train: None,
            sole_engineer: false,
            under: founded.under,
            general: founded.general.map(|(id, _)| id),
            stands: Vec::new(),
        });
    }
    for (stand, command) in &regrouped.answers {
        roster.stands[stand.index()].command = *command;
    }
    roster.muster();
    roster
}

/// The key of a founded command: `new-1`, unless the scenario has one of that name.
fn unused(roster: &Roster, number: usize) -> String {
    let taken = |key: &str| roster.find_command(key).is_some() || roster.find_stand(key).is_some();
    let mut key = format!("new-{number}");
    while taken(&key) || taken(&format!("{key}-general")) {
        key.push('x');
    }
    key
}

/// The stand of a general of this grade (`easy:I.A.3`).
fn general_body(lengths: Lengths, grade: Grade) -> Body {
    let (width, depth) = Arm::General.stand_size(0, Some(grade));
    Body::single(lengths.inches(width), lengths.inches(depth))
}

fn general_unit(id: StandId, key: String, grade: Grade, body: Body, founded: &Founded, like: Unit) -> Unit {
    Unit {
        id,
        badge: id.0 + 1,
        key,
        name: founded.name.clone(),
        short: founded.name.clone(),
        label: founded.name.clone(),
        formation: String::new(),
        command: founded.command,
        arm: Arm::General,
        battery: None,
        grade: Some(grade),
        rating: Rating::Average,
        slow: false,
        no_zone: false,
        serves: None,
        strength: 0,
        body,
        // In play from the first; where he stands the state says.
        start: Start::Deployed(Pose::at(0.0, 0.0, 0.0)),
        ..like
    }
}

/// A command is founded: its stands answer to it, its general waits to be placed.
pub fn found(state: &mut State, founded: &Founded) {
    if let Some((general, _)) = founded.general {
        if general.index() != state.stands.len() {
            return;
        }
        state.stands.push(StandState::new(Place::Reserve, 0));
        state.regrouped.unposted.insert(founded.command);
    }
    state.regrouped.founded.push(founded.clone());
    answer(state, &founded.stands, founded.command);
}

/// From now on these stands answer to that command.
pub fn answer(state: &mut State, stands: &[StandId], command: CommandId) {
    for stand in stands {
        let at_first = state.game.roster.unit(*stand).command;
        if at_first == command {
            state.regrouped.answers.remove(stand);
        } else {
            state.regrouped.answers.insert(*stand, command);
        }
    }
    // A command that has stands again is one again.
    state.regrouped.absorbed.remove(&command);
    refresh(state);
}

/// Makes the state's roster of what has changed and of the game's, which may be another now.
pub fn refresh(state: &mut State) {
    let changed = !state.regrouped.founded.is_empty() || !state.regrouped.answers.is_empty();
    state.roster = match changed {
        true => Arc::new(roster_now(&state.game, &state.regrouped)),
        false => Arc::clone(&state.game.roster),
    };
}

/// The division that the stand belongs to, by its place in the order of battle: `I/3` of `I/3/2`.
///
/// Ruling: stands whose data name no division count as one (`easy:V.A`).
pub fn division(unit: &Unit) -> &str {
    let end = unit.formation.match_indices('/').nth(1).map_or(unit.formation.len(), |(at, _)| at);
    &unit.formation[..end]
}

/// Stands that have become a detached unit together: of one command and one division (`easy:V.A`).
struct Group {
    from: CommandId,
    stands: Vec<(StandId, Measured)>,
}

/// The stands that are too far from their generals, by command and division.
///
/// Ruling: wagons, pontoons and engineers have chits of their own and are not detached (`easy:V.A`).
fn detached(state: &State) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for info in &state.roster().commands {
        let mut of_command: BTreeMap<&str, Vec<(StandId, Measured)>> = BTreeMap::new();
        for &stand in info.stands.iter().filter(|id| state.arm(**id).is_troops()) {
            if let Some(measured) = too_far(state, info, stand) {
                of_command.entry(division(state.unit(stand))).or_default().push((stand, measured));
            }
        }
        groups.extend(of_command.into_values().map(|stands| Group { from: info.id, stands }));
    }
    groups
}

/// How far the stand is from its general, where that is far enough to detach it.
fn too_far(state: &State, info: &CommandInfo, stand: StandId) -> Option<Measured> {
    let general = info.general?;
    let gap = command_gap(state, general, stand)?;
    let what = format!("{} to {}", state.say(general), state.say(stand));
    let measured = Measured::at_least(what, gap.from, gap.to, gap.distance, state.lengths().detach_range());
    measured.passes().then_some(measured)
}

/// Gives every unit that is too far from its general a chit of its own (`easy:V.A`).
///
/// `at_turn_end`: all chits are in the cup. In the middle of a turn the new chit goes where the old one is.
pub fn detach(s: &mut Scratch<'_>, at_turn_end: bool) {
    if !s.state.options().detached {
        return;
    }
    for Group { from, stands } in detached(&s.state) {
        let state = &s.state;
        let ids: Vec<StandId> = stands.iter().map(|(id, _)| *id).collect();
        let info = state.command(from);
        let name = unused_name(state, &detached_name(state, info, &ids));
        let under = if state.picks_commands(from) { Some(from) } else { info.under };
        let command = CommandId(state.roster().commands.len() as u16);
        let side = info.side;
        let (old, in_cup) = (info.name.clone(), state.cup.contains(&from));
        let grade = Grade::Division;
        let room = ids.len() > 1
            && place_beside(state, &general_body(s.state.lengths(), grade), side, &ids).is_some();
        let general = room.then_some((StandId(state.stands.len() as u16), grade));
        for (id, measured) in stands {
            let words = format!("{} is too far from its general and leaves {old}", s.state.say(id));
            s.note(Note::new("easy:V.A", words).with(measured));
        }
        let words = match general {
            Some(_) => format!("{name} is detached: it has a chit and a division general of its own"),
            None if ids.len() > 1 => {
                format!(
                    "{name} is detached: it has a chit of its own; there is no room for a general's stand"
                )
            }
            None => format!("{name} is detached: it has a chit of its own, and needs no general"),
        };
        s.note(Note::new("easy:V.A", words));
        s.emit(Event::Founded(Founded { command, name, under, general, stands: ids }));
        s.emit(if at_turn_end || in_cup {
            Event::ChitJoined { command }
        } else {
            Event::ChitDiscarded { command }
        });
    }
}

/// What a detached unit is called: a stand alone by its own name, others by their division.
fn detached_name(state: &State, info: &CommandInfo, stands: &[StandId]) -> String {
    let [first, rest @ ..] = stands else { return info.name.clone() };
    let unit = state.unit(*first);
    let division = division(unit);
    if rest.is_empty() {
        unit.short.clone()
    } else if division.contains(char::is_whitespace) {
        division.to_owned()
    } else if division.contains('/') {
        format!("Division {division}")
    } else {
        format!("{}, detached", info.name)
    }
}

/// What a new command of these stands may be called: a grand battery, their division, or just a new command; short enough
/// for a chit.
pub fn suggested_name(state: &State, stands: &[StandId]) -> String {
    let guns = !stands.is_empty() && stands.iter().all(|id| state.arm(*id).is_artillery());
    let wanted = if guns {
        "Grand battery".to_owned()
    } else if grade_of(state, stands) == Grade::Division
        && let Some(unit) = stands.first().map(|id| state.unit(*id))
        && !division(unit).is_empty()
    {
        detached_name(state, state.command(unit.command), stands)
    } else {
        "New command".to_owned()
    };
    // Room for a number.
    let wanted: String = wanted.chars().take(LONGEST_NAME - 4).collect();
    unused_name(state, wanted.trim())
}

/// This name, numbered where another command has it.
pub fn unused_name(state: &State, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    for number in 2..=state.roster().commands.len() + 2 {
        if !is_taken(state, &name) {
            break;
        }
        name = format!("{wanted} {number}");
    }
    name
}

fn is_taken(state: &State, name: &str) -> bool {
    state.roster().commands.iter().any(|info| info.name.to_lowercase() == name.to_lowercase())
}

/// A free place for a general's stand touching one of these stands: beside the one nearest to their middle first.
fn place_beside(state: &State, body: &Body, side: Side, stands: &[StandId]) -> Option<Pose> {
    nearest_middle(state, stands)
        .into_iter()
        .find_map(|stand| generals::pose_beside(state, stand, body, |pose| room(state, body, side, pose)))
}

fn room(state: &State, body: &Body, side: Side, pose: Pose) -> bool {
    generals::room_for(state, body, side, None, pose) == Room::Free
}

/// Those of the stands that are on the table, the nearest to their middle first.
fn nearest_middle(state: &State, stands: &[StandId]) -> Vec<StandId> {
    let mut placed: Vec<(StandId, Pose)> =
        stands.iter().filter_map(|id| Some((*id, state.pose(*id)?))).collect();
    let middle =
        placed.iter().map(|(_, pose)| pose.at).sum::<crate::table::Vec2>() / placed.len().max(1) as f32;
    let off = |pose: &Pose| pose.at.distance_squared(middle);
    placed.sort_by(|(a, one), (b, other)| off(one).total_cmp(&off(other)).then(a.cmp(b)));
    placed.into_iter().map(|(id, _)| id).collect()
}

/// What keeps a general's stand from being placed there, if anything does: it has to touch one of these stands.
fn check_place(
    state: &State,
    body: &Body,
    side: Side,
    stands: &[StandId],
    pose: Pose,
    clause: &'static str,
) -> Result<(), Refusal> {
    let remedy = "Place it touching a stand of its command, on free ground, touching no enemy";
    let no_room = |fact: &str| Refusal::new(Code::NoRoom, clause, fact, remedy);
    let by = |id: StandId, fact: &str| no_room(&format!("{fact} {}", state.say(id))).culprit(state.say(id));
    match generals::room_for(state, body, side, None, pose) {
        Room::Free => {}
        Room::OffTable => return Err(no_room("the general's stand would be off the table")),
        Room::Impassable => {
            return Err(no_room("the general's stand would be on ground that may not be entered"));
        }
        Room::Taken(id) => return Err(by(id, "the general's stand would be on")),
        Room::Touches(id) => return Err(by(id, "the general's stand would touch")),
    }
    let there = body.placed(pose);
    let gaps = stands.iter().filter_map(|id| Some((*id, gap(there, state.placed(*id)?))));
    match gaps.min_by(|(_, one), (_, other)| one.distance.total_cmp(&other.distance)) {
        Some((_, nearest)) if touching(nearest.distance) => Ok(()),
        Some((id, nearest)) => {
            let what = format!("the general's stand to {}", state.say(id));
            Err(no_room("the general's stand would touch no stand of its command").measured(
                Measured::at_most(
                    what,
                    nearest.from,
                    nearest.to,
                    nearest.distance,
                    crate::table::tolerance::TOUCH,
                ),
            ))
        }
        None => Err(no_room("no stand of its command is on the table")),
    }
}

/// Refuses everything else while the general of a detached unit waits to be placed (`easy:V.A`).
pub fn check_posted(state: &State, order: &Order) -> Result<(), Refusal> {
    match (state.regrouped.unposted.first(), order) {
        (None, _) | (Some(_), Order::Post { .. } | Order::Fiat(_)) => Ok(()),
        (Some(command), _) => Err(Refusal::new(
            Code::Phase,
            "easy:V.A",
            format!("the general of {} has still to be placed", state.say_command(*command)),
            "Place him touching one of his stands",
        )),
    }
}

/// Places the general of a detached unit (`easy:V.A`).
pub fn judge_post(s: &mut Scratch<'_>, command: CommandId, pose: Pose) -> Judged {
    let state = &s.state;
    let info = state.command(command);
    let general = info.general.filter(|_| state.regrouped.unposted.contains(&command));
    let Some(general) = general else {
        return Err(Refusal::new(
            Code::Phase,
            "easy:V.A",
            format!("no general of {} waits to be placed", info.name),
            "Only the general of a unit that was just detached is placed",
        )
        .into());
    };
    check_place(state, &state.unit(general).body, info.side, &info.stands, pose, "easy:V.A")?;
    s.note(Note::new("easy:V.A", format!("{} takes command at {pose}", s.state.say(general))));
    s.emit(Event::Posted { command, pose });
    Ok(())
}

/// Generals for whom no room is left beside their stands stay off the table: their units act without one.
pub fn settle_posts(s: &mut Scratch<'_>) {
    for command in s.state.regrouped.unposted.clone() {
        if post_pose(&s.state, command).is_none() {
            let name = s.state.say_command(command);
            s.note(Note::new(
                "easy:V.A",
                format!("there is no room for a general's stand of {name}: it acts without"),
            ));
            s.emit(Event::PostDropped { command });
        }
    }
}

/// A place for the general of a detached unit, where there is one.
pub fn post_pose(state: &State, command: CommandId) -> Option<Pose> {
    let info = state.command(command);
    let body = &state.unit(info.general?).body;
    place_beside(state, body, info.side, &info.stands)
}

/// Whose general has to be placed, before anything else is done.
pub fn due(state: &State) -> Option<Due<Order>> {
    let command = *state.regrouped.unposted.first()?;
    let info = state.command(command);
    let offers = post_pose(state, command).map(|pose| Offer {
        order: Order::Post { command, pose },
        kind: "post",
        words: format!("place the general of {}", info.name),
        family: true,
    });
    Some(Due {
        side: Some(info.side),
        clause: "easy:V.A",
        prompt: format!("{}, {} is detached: place its general", state.say_side(info.side), info.name),
        offers: offers.into_iter().collect(),
    })
}

/// The army commander who is active, if he may regroup units now.
///
/// Ruling: an army commander regroups at the steps of command and close, not while his own stands act (`easy:V.B`).
fn regrouping(state: &State, clause: &'static str, steps: &[Step]) -> Result<CommandId, Refusal> {
    let now = activation::active(state)?;
    let info = state.command(now.command);
    if info.grade != Some(Grade::Army) {
        return Err(Refusal::new(
            Code::NotActive,
            clause,
            format!("{} is no army commander", info.name),
            "Only an activated army commander does this",
        ));
    }
    if !steps.contains(&now.step) {
        active_at(state, Step::Command)?;
    }
    Ok(now.command)
}

fn not_in_force(clause: &'static str, fact: &str, option: &str) -> Refusal {
    Refusal::new(Code::NotActive, clause, fact, format!("It is done only where {option} is on"))
}

/// Refuses stands that are not the army commander's to give, or wait with their combats.
fn check_units(
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
        let (unit, name) = (state.unit(stand), state.say(stand));
        if !unit.arm.is_troops() {
            return Err(Refusal::new(
                Code::NotActive,
                clause,
                format!("{name} is neither infantry nor cavalry nor artillery"),
                "Name stands of troops",
            ));
        }
        if unit.command != chief && !state.roster().is_under(unit.command, chief) {
            return Err(Refusal::new(
                Code::NotActive,
                clause,
                format!("{name} is not under {}", state.command(chief).name),
                "Name stands of his own army",
            ));
        }
        if waiting.contains(&stand) {
            return Err(Refusal::new(
                Code::Phase,
                clause,
                format!("{name} waits with its combats"),
                "Let them be fought first",
            ));
        }
    }
    Ok(())
}

fn sorted(stands: &[StandId]) -> Vec<StandId> {
    let mut stands = stands.to_vec();
    stands.sort_unstable();
    stands.dedup();
    stands
}

/// Commands that have lost their last stand: they are absorbed, and their chits leave play.
///
/// Clause: `easy:V.B`. Ruling: an army or wing commander picks others, so his chit stays. The general of a command of the
/// scenario stays where he is, and acts again when units are attached to him; a general placed by V.A or V.C leaves the
/// table, without points.
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
    let before = commands_of(&s.state, &stands);
    for stand in &stands {
        let (name, general) = (s.state.say(*stand), s.state.say_command(to));
        s.note(Note::new("easy:V.B", format!("{name} answers to {general} from now on")));
    }
    s.emit(Event::Attached { stands, to });
    absorb(s, &before, "easy:V.B");
    Ok(())
}

/// May these units be put under that general now?
pub fn check_attach(state: &State, stands: &[StandId], to: CommandId) -> Result<(), Refusal> {
    const CLAUSE: &str = "easy:V.B";
    if !state.options().attached {
        return Err(not_in_force(CLAUSE, "units stay in their commands", "adv-attached"));
    }
    let chief = regrouping(state, CLAUSE, &[Step::Command, Step::Close])?;
    let info = state.command(to);
    if !state.roster().is_under(to, chief) {
        return Err(Refusal::new(
            Code::NotActive,
            CLAUSE,
            format!("{} is not under {}", info.name, state.command(chief).name),
            "Name a subordinate general",
        ));
    }
    if !has_stand(state, to) {
        return Err(Refusal::new(
            Code::NotActive,
            CLAUSE,
            format!("{} has no general on the table", info.name),
            "Units are put under a general who is there",
        ));
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

/// The grade of the general of a new command (`easy:V.C`).
///
/// Ruling: stands of one division have a division general; a grand battery, and stands of several divisions, one of the size
/// of a corps general.
pub fn grade_of(state: &State, stands: &[StandId]) -> Grade {
    let divisions: BTreeSet<(CommandId, &str)> =
        stands.iter().map(|id| (state.unit(*id).command, division(state.unit(*id)))).collect();
    let guns = stands.iter().all(|id| state.arm(*id).is_artillery());
    if divisions.len() == 1 && !guns { Grade::Division } else { Grade::Corps }
}

/// The active army commander forms a new command, as one of his picks; it acts at once (`easy:V.C`).
pub fn judge_form(s: &mut Scratch<'_>, name: &str, stands: &[StandId], pose: Pose) -> Judged {
    const CLAUSE: &str = "easy:V.C";
    let (chief, measured) = check_form(&s.state, name, stands, pose)?;
    let (stands, state) = (sorted(stands), &s.state);
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
        stands,
    }));
    s.emit(Event::Posted { command, pose });
    absorb(s, &before, CLAUSE);
    s.note(Note::new(CLAUSE, "its chit goes to the discards, and it acts at once"));
    s.emit(Event::ChitDiscarded { command });
    s.emit(Event::ActivationBegan { command, picked_by: Some(chief) });
    Ok(())
}

/// May this command be formed now? Who forms it, and how far its general would be from him.
pub fn check_form(
    state: &State,
    name: &str,
    stands: &[StandId],
    pose: Pose,
) -> Result<(CommandId, Option<Measured>), Refusal> {
    const CLAUSE: &str = "easy:V.C";
    if !state.options().new_commands {
        return Err(not_in_force(CLAUSE, "commands are those of the scenario", "adv-new-commands"));
    }
    let chief = regrouping(state, CLAUSE, &[Step::Command])?;
    activation::check_picks_left(state)?;
    activation::check_superior(state, chief)?;
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
    match measured {
        Some(measured) if !measured.passes() => Err(Refusal::new(
            Code::OutOfCommand,
            CLAUSE,
            format!("the new general would be out of the reach of {}", state.command(chief).name),
            "Place him nearer to the army commander, or move that one first",
        )
        .measured(measured)),
        measured => Ok((chief, measured)),
    }
}

/// How far a general's stand placed there would be from the army commander's.
fn from_chief(state: &State, chief: CommandId, body: &Body, pose: Pose) -> Option<Measured> {
    let general = state.command(chief).general?;
    let (from, there) = (state.placed(general)?, body.placed(pose));
    let gap =
        if state.options().measure_centres { gap_between_centres(from, there) } else { gap(from, there) };
    let what = format!("{} to the new general", state.say(general));
    Some(Measured::at_most(what, gap.from, gap.to, gap.distance, state.lengths().command_range()))
}

fn check_name(state: &State, name: &str) -> Result<(), Refusal> {
    let name = name.trim();
    let bad = |fact: String, remedy: &str| Err(Refusal::new(Code::BadName, "easy:V.C", fact, remedy));
    if name.is_empty() {
        return bad("the new command has no name".into(), "Name it, as on its chit");
    }
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return bad(
            "the name of the new command does not go on a chit".into(),
            "Give one line of up to 40 characters",
        );
    }
    if is_taken(state, name) {
        return bad(format!("there is a command called {name} already"), "Give another name");
    }
    Ok(())
}

/// A place for the general of a new command of these stands: touching one of them, near enough to the army commander.
pub fn form_pose(state: &State, stands: &[StandId]) -> Option<Pose> {
    let chief = state.active()?.command;
    let general = state.command(chief).general?;
    let from = state.placed(general)?;
    let (body, side) = (general_body(state.lengths(), grade_of(state, stands)), state.command(chief).side);
    let mut near: Vec<(f32, StandId)> =
        stands.iter().filter_map(|id| Some((gap(from, state.placed(*id)?).distance, *id))).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Beside whom it can be at all: the general's stand is no longer than so much.
    let most = state.lengths().command_range() + 2.0 * body.placed(from.pose).quad().half.length();
    let open = |pose: Pose| {
        from_chief(state, chief, &body, pose).is_some_and(|measured| measured.passes())
            && room(state, &body, side, pose)
    };
    let mut stands = near.into_iter().take_while(|(distance, _)| *distance <= most);
    stands.find_map(|(_, stand)| generals::pose_beside(state, stand, &body, open))
}

/// What the general of a new command of these stands would be, and where he could be put near this place.
pub fn form_pose_near(state: &State, stands: &[StandId], wanted: Pose) -> Option<Pose> {
    let side = state.side(*stands.first()?);
    let body = general_body(state.lengths(), grade_of(state, stands));
    pose_near(state, &body, side, stands, wanted)
}

/// As [`form_pose_near`], for the general of a detached unit.
pub fn post_pose_near(state: &State, command: CommandId, wanted: Pose) -> Option<Pose> {
    let info = state.command(command);
    let body = state.unit(info.general?).body.clone();
    pose_near(state, &body, info.side, &info.stands, wanted)
}

/// The place nearest to the one wanted where the stand touches one of these, with the heading wanted.
fn pose_near(state: &State, body: &Body, side: Side, stands: &[StandId], wanted: Pose) -> Option<Pose> {
    let open = |pose: &Pose| room(state, body, side, *pose);
    stands
        .iter()
        .flat_map(|stand| generals::poses_round(state, *stand, body, wanted.heading))
        .filter(open)
        .min_by(|a, b| a.at.distance_squared(wanted.at).total_cmp(&b.at.distance_squared(wanted.at)))
}

/// May the general of a new command of these stands be placed there, but for his distance from the army commander?
pub fn is_form_place(state: &State, stands: &[StandId], pose: Pose) -> bool {
    let Some(first) = stands.first() else { return false };
    let body = form_body(state, stands);
    check_place(state, &body, state.side(*first), stands, pose, "easy:V.C").is_ok()
}

/// How far a stand is from where the general of a new command would stand: within his range it acts at once (`easy:V.C`).
pub fn from_new_general(state: &State, stands: &[StandId], pose: Pose, stand: StandId) -> Option<Measured> {
    let body = form_body(state, stands);
    let (there, placed) = (body.placed(pose), state.placed(stand)?);
    let gap =
        if state.options().measure_centres { gap_between_centres(there, placed) } else { gap(there, placed) };
    let what = format!("the new general to {}", state.say(stand));
    Some(Measured::at_most(what, gap.from, gap.to, gap.distance, state.lengths().command_range()))
}

/// The footprint of the general that a new command of these stands would have.
pub fn form_body(state: &State, stands: &[StandId]) -> Body {
    general_body(state.lengths(), grade_of(state, stands))
}

/// The units that the active army commander may regroup, command by command; none who is no army commander.
pub fn units(state: &State) -> Vec<StandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let chief = now.command;
    let roster = state.roster();
    let his = |info: &&CommandInfo| info.id == chief || roster.is_under(info.id, chief);
    let stands = roster.commands.iter().filter(his).flat_map(|info| info.stands.iter().copied());
    stands
        .filter(|id| {
            state.stand(*id).place != Place::Off && check_units(state, chief, &[*id], "easy:V.B").is_ok()
        })
        .collect()
}

/// The commands that the active army commander may put units under.
pub fn receivers(state: &State) -> Vec<CommandId> {
    let Some(now) = state.active() else { return Vec::new() };
    let roster = state.roster();
    let fits = |info: &&CommandInfo| roster.is_under(info.id, now.command) && has_stand(state, info.id);
    roster.commands.iter().filter(fits).map(|info| info.id).collect()
}

/// Is the stand beyond the command range of its general, so that it cannot be activated (`easy:II.A.2.2`)?
pub fn is_out_of_command(state: &State, stand: StandId) -> bool {
    let measured = activation::command_range(state, state.unit(stand).command, stand);
    measured.is_some_and(|measured| !measured.passes())
}

/// Units that are better off under another general: out of the range of their own and within that of the other.
pub fn worth_attaching(state: &State) -> Option<(Vec<StandId>, CommandId)> {
    let lost: Vec<StandId> = units(state)
        .into_iter()
        .filter(|id| state.pose(*id).is_some() && is_out_of_command(state, *id))
        .collect();
    let found = receivers(state).into_iter().map(|to| {
        let near = |id: &StandId| {
            state.unit(*id).command != to
                && activation::command_range(state, to, *id).is_some_and(|measured| measured.passes())
        };
        (lost.iter().copied().filter(near).collect::<Vec<_>>(), to)
    });
    // Most stands first; of equals the first command.
    found.filter(|(stands, _)| !stands.is_empty()).min_by_key(|(stands, _)| usize::MAX - stands.len())
}

/// Units that a new general beside one of them could command, and their own cannot: out of range, near each other, and near
/// the army commander. At least two.
pub fn worth_forming(state: &State) -> Option<(Vec<StandId>, Pose)> {
    let lost: Vec<StandId> = units(state)
        .into_iter()
        .filter(|id| state.pose(*id).is_some() && is_out_of_command(state, *id))
        .collect();
    let pose = form_pose(state, &lost)?;
    let body = form_body(state, &lost);
    let there = body.placed(pose);
    let near = |id: &StandId| {
        state
            .placed(*id)
            .is_some_and(|placed| within(gap(there, placed).distance, state.lengths().command_range()))
    };
    let near: Vec<StandId> = lost.into_iter().filter(near).collect();
    // Fewer stands may want a smaller general's stand.
    let pose = form_pose(state, &near)?;
    (near.len() > 1).then_some((near, pose))
}

/// Attaching and forming, where they are in force and open to the active army commander.
pub fn offers(state: &State) -> Vec<Offer<Order>> {
    let mut offers = Vec::new();
    let Some(now) = state.active() else { return offers };
    if state.options().attached && regrouping(state, "easy:V.B", &[Step::Command, Step::Close]).is_ok() {
        let some = || {
            let (units, receivers) = (units(state), receivers(state));
            units.into_iter().find_map(|id| {
                let to = receivers.iter().copied().find(|to| *to != state.unit(id).command)?;
                Some((vec![id], to))
            })
        };
        if let Some((stands, to)) = worth_attaching(state).or_else(some) {
            offers.push(Offer {
                order: Order::Attach { stands, to },
                kind: "attach",
                words: "put units under another general".into(),
                family: true,
            });
        }
    }
    if state.options().new_commands
        && now.step == Step::Command
        && regrouping(state, "easy:V.C", &[Step::Command]).is_ok()
        && activation::check_picks_left(state).is_ok()
    {
        let some = || {
            let on_table = units(state).into_iter().filter(|id| state.pose(*id).is_some());
            on_table.into_iter().find_map(|id| Some((vec![id], form_pose(state, &[id])?)))
        };
        if let Some((stands, pose)) = worth_forming(state).or_else(some) {
            offers.push(Offer {
                order: Order::Form { name: suggested_name(state, &stands), stands, pose },
                kind: "form",
                words: "form a new command".into(),
                family: true,
            });
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Command, Stand};
    use crate::dice::Dry;
    use crate::rules::RuleSet;
    use crate::rules::easy::fixture::{Field, at};
    use crate::rules::easy::state::{Activation, Phase};
    use crate::rules::easy::{Easy, invariants};
    use crate::rules::options::Options as Chosen;

    /// An army commander (S00) who acts, a corps of a general (S01), two brigades and a battery (S02 to S04), a lone brigade
    /// (S05), and an enemy far off.
    fn field() -> State {
        let field = Field::new()
            .ours(Arm::General, at(0.0, 0.0, 0.0))
            .ours(Arm::General, at(-4.0, 0.0, 0.0))
            .ours(Arm::Infantry, at(-4.0, 4.0, 0.0))
            .ours(Arm::Infantry, at(-1.0, 4.0, 0.0))
            .ours(Arm::FootArtillery, at(4.0, 0.0, 0.0))
            .ours(Arm::LightCavalry, at(8.0, 4.0, 0.0))
            .theirs(Arm::Infantry, at(0.0, 20.0, 180.0));
        let mut scenario = field.state().0.game.scenario.clone();
        let corps = &mut scenario.sides[0].armies[0].commands;
        let stands: [Stand; 6] =
            std::mem::take(&mut corps[0].stands).try_into().expect("there are six of ours");
        let [chief, general, a, b, guns, lone] = stands;
        let chief = Stand { grade: Some(Grade::Army), ..chief };
        let of = |stand: Stand, formation: &str| Stand { formation: formation.into(), ..stand };
        let command = |id: &str, under: Option<&str>, stands: Vec<Stand>| Command {
            id: id.into(),
            name: id.into(),
            under: under.map(str::to_owned),
            stands,
        };
        *corps = vec![
            command("nap", None, vec![chief]),
            command("i", Some("nap"), vec![general, of(a, "I/1/1"), of(b, "I/1/2"), of(guns, "I")]),
            command("c3", Some("nap"), vec![lone]),
        ];
        let mut chosen = Chosen::default();
        for module in ["adv-attached", "adv-new-commands", "adv-detached"] {
            chosen.set(Easy::option_specs(), module, "on").expect("a module");
        }
        let mut state = Easy::start(scenario, &chosen).expect("the options are known");
        let chief = command_named(&state, "nap");
        state.cup.retain(|chit| *chit != chief);
        state.served.insert(chief);
        state.stack.push(Activation::new(chief, None));
        state.phase = Phase::Active;
        state
    }

    fn named(state: &State, name: &str) -> StandId {
        state.roster().find_stand(name).expect("it is in the game")
    }

    fn command_named(state: &State, name: &str) -> CommandId {
        state.roster().find_command(name).expect("it is in the game")
    }

    fn give(state: &mut State, order: &Order) {
        let ruling = Easy::judge(state, order, &mut Dry).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
        ruling.events.iter().for_each(|event| Easy::apply(state, event));
        assert_eq!(invariants::broken(state), Vec::<String>::new(), "{order:?}");
    }

    #[test]
    fn a_stand_is_of_the_division_that_its_place_in_the_order_of_battle_names() {
        let state = field();
        let of = |formation: &str| {
            let unit = Unit { formation: formation.into(), ..state.unit(StandId(0)).clone() };
            division(&unit).to_owned()
        };
        for (formation, expected) in [
            ("I/3/2", "I/3"),
            ("I/3", "I/3"),
            ("I", "I"),
            ("", ""),
            ("Watrin's division", "Watrin's division"),
            ("IIIC/11/a/b", "IIIC/11"),
        ] {
            assert_eq!(of(formation), expected);
        }
    }

    #[test]
    fn a_game_without_regrouping_keeps_nothing_of_it() {
        let state = field();
        let json = serde_json::to_value(&state).expect("a state is data");
        assert_eq!(json.get("regrouped"), None);
        assert!(Arc::ptr_eq(&state.roster, &state.game.roster));
    }

    #[test]
    fn a_founded_general_has_an_id_a_badge_a_size_and_leaves_with_his_command() {
        let mut state = field();
        let (c, d, i) = (named(&state, "S04"), named(&state, "S05"), command_named(&state, "i"));
        let stands = vec![c];
        let pose = form_pose(&state, &stands).expect("there is room");
        give(&mut state, &Order::Form { name: "Grand battery".into(), stands, pose });
        let general = named(&state, "new-1-general");
        let (unit, founded) = (state.unit(general).clone(), command_named(&state, "Grand battery"));
        assert_eq!((usize::from(unit.badge), unit.grade), (state.stands.len(), Some(Grade::Corps)));
        assert_eq!(unit.body.parts()[0].half().x, 0.75);
        assert_eq!(state.command(founded).stands, [c]);
        assert_eq!(state.command(founded).under, Some(command_named(&state, "nap")));
        assert!(!state.command(i).stands.contains(&c) && state.unit(c).command == founded);
        let json = serde_json::to_value(&state).expect("a state is data");
        assert!(json.get("regrouped").is_some());
        give(&mut state, &Order::Finish);
        // Put under the corps again, the general goes, and nobody scores for it.
        give(&mut state, &Order::Attach { stands: vec![c], to: i });
        assert_eq!((state.pose(general), state.is_retired(general)), (None, true));
        assert_eq!((generals::lost(&state, Side(0)), state.points()), (0, [0, 0]));
        // A command without a general on the table receives nobody.
        assert!(check_attach(&state, &[d], founded).is_err_and(|refusal| refusal.code == Code::NotActive));
        // What a stand answers to at first is nothing that has changed.
        assert!(state.regrouped.answers.is_empty() && state.is_absorbed(founded));
    }

    #[test]
    fn a_general_whom_the_referee_places_is_not_waited_for() {
        let mut state = field();
        let (a, b) = (named(&state, "S02"), named(&state, "S03"));
        let general = StandId(state.stands.len() as u16);
        let founded = Founded {
            command: CommandId(state.roster().commands.len() as u16),
            name: "Division I/1".into(),
            under: None,
            general: Some((general, Grade::Division)),
            stands: vec![a, b],
        };
        let command = founded.command;
        Easy::apply(&mut state, &Event::Founded(founded));
        assert!(due(&state).is_some_and(|due| due.side == Some(Side(0)) && due.offers.len() == 1));
        assert!(check_posted(&state, &Order::Finish).is_err_and(|refusal| refusal.code == Code::Phase));
        let act = crate::rules::FiatAct::Place {
            stand: state.unit(general).key.clone(),
            pose: Pose::at(50.0, 5.0, 0.0),
        };
        let fiat = crate::rules::Fiat { act, reason: "there he is".into(), clause: None };
        let ruling = Easy::judge(&state, &Order::Fiat(fiat), &mut Dry).expect("a fiat");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        assert!(state.regrouped.unposted.is_empty() && due(&state).is_none());
        assert_eq!(state.command(command).general, Some(general));
    }

    #[test]
    fn suggestions_are_legal_and_help() {
        let mut state = field();
        // A corps commander who has ridden off.
        let general = named(&state, "S01");
        state.stands[general.index()].place = Place::Table(at(-20.0, -20.0, 0.0));
        let (stands, pose) = worth_forming(&state).expect("three stands are out of command");
        assert!(stands.len() > 1 && stands.iter().all(|id| is_out_of_command(&state, *id)));
        let name = suggested_name(&state, &stands);
        check_form(&state, &name, &stands, pose).expect("what is suggested is legal");
        state.stands[general.index()].place = Place::Table(at(-4.0, 0.0, 0.0));
        assert_eq!(worth_attaching(&state), None, "nobody else has a general near");
    }

    #[test]
    fn names_are_numbered_where_they_are_taken() {
        let state = field();
        assert_eq!(unused_name(&state, "c3"), "c3 2");
        assert_eq!(unused_name(&state, "Reserve"), "Reserve");
        let one = |name: &str| suggested_name(&state, &[named(&state, name)]);
        assert_eq!(
            (one("S04").as_str(), one("S02").as_str(), one("S05").as_str()),
            ("Grand battery", "S02", "New command")
        );
    }
}
