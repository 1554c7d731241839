//! Stands and commands as they are now: those of the order of battle, changed by what has been regrouped.
//!
//! Clauses: `easy:V.A`, `easy:V.B`, `easy:V.C`. Units: inches.

use std::sync::Arc;

use crate::roster::{CommandId, CommandInfo, Game, Roster, StandId, Unit};
use crate::state::{Place, StandState, State};
use crate::tables::Lengths;
use scenario::Start;
use scenario::army::{Arm, Grade, Rating};
use table::{Body, Pose};

use super::regrouped::{Founded, Regrouped};

/// The longest name of a new command, in characters: it has to go on a chit.
pub const LONGEST_NAME: usize = 40;

impl State {
    /// Has another command absorbed this one wholly (`easy:V.B`)?
    pub fn is_absorbed(&self, command: CommandId) -> bool {
        self.regrouped.absorbed.contains(&command)
    }

    /// The command in which a stand began the battle, by which losses are told: who is regrouped takes none along. A
    /// general who came with a founded command counts with the first of its stands.
    pub fn began_under(&self, stand: StandId) -> CommandId {
        let founded = self.regrouped.founded.iter();
        let with = founded.filter(|founded| founded.general.is_some_and(|(general, _)| general == stand));
        let stand = with.filter_map(|founded| founded.stands.first().copied()).next().unwrap_or(stand);
        let first = self.game.roster.stands.get(stand.index());
        first.map_or_else(|| self.unit(stand).command, |unit| unit.command)
    }

    /// Is this a general whose command, founded after the battle began, has been absorbed? He has left the table with
    /// it.
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
pub(super) fn general_body(lengths: Lengths, grade: Grade) -> Body {
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
        state.regrouped.on_the_way.remove(stand);
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
