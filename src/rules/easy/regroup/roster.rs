//! The present roster: the order of battle with all regroupings.
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

/// The longest name of a new command that fits on a chit, in characters.
pub const LONGEST_NAME: usize = 40;

impl State {
    /// Whether other commands have absorbed this one wholly (`easy:V.B`).
    pub fn is_absorbed(&self, command: CommandId) -> bool {
        self.regrouped.absorbed.contains(&command)
    }

    /// The command in which a stand began the battle. Losses count there: a regrouped stand takes none of them along.
    /// The general of a founded command counts with the first of its stands.
    pub fn began_under(&self, stand: StandId) -> CommandId {
        let founded = self.regrouped.founded.iter();
        let with = founded.filter(|founded| founded.general.is_some_and(|(general, _)| general == stand));
        let stand = with.filter_map(|founded| founded.stands.first().copied()).next().unwrap_or(stand);
        let first = self.game.roster.stands.get(stand.index());
        first.map_or_else(|| self.unit(stand).command, |unit| unit.command)
    }

    /// Whether this is the general of a founded command that has been absorbed. He left the table with it.
    pub fn is_retired(&self, general: StandId) -> bool {
        self.regrouped.founded_by(general).is_some_and(|command| self.is_absorbed(command))
    }
}

/// The roster of the game with these regroupings.
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

/// A key for a founded command: `new-1`, with a suffix if the scenario uses that.
fn unused(roster: &Roster, number: usize) -> String {
    let taken = |key: &str| roster.find_command(key).is_some() || roster.find_stand(key).is_some();
    let mut key = format!("new-{number}");
    while taken(&key) || taken(&format!("{key}-general")) {
        key.push('x');
    }
    key
}

/// The body of a general's stand of this grade (`easy:I.A.3`).
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
        // In play from the start; the state says where he stands.
        start: Start::Deployed(Pose::at(0.0, 0.0, 0.0)),
        ..like
    }
}

/// Founds a command: its stands belong to it, and its general waits to be placed.
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

/// Moves these stands to that command.
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
    // A command that has stands again is no longer absorbed.
    state.regrouped.absorbed.remove(&command);
    refresh(state);
}

/// Rebuilds the state's roster from the game's, which may have been replaced, and the regroupings.
pub fn refresh(state: &mut State) {
    let changed = !state.regrouped.founded.is_empty() || !state.regrouped.answers.is_empty();
    state.roster = match changed {
        true => Arc::new(roster_now(&state.game, &state.regrouped)),
        false => Arc::clone(&state.game.roster),
    };
}

/// The division of a stand, from its place in the order of battle: `I/3` of `I/3/2`.
///
/// Ruling: stands whose data name no division count as one (`easy:V.A`).
pub fn division(unit: &Unit) -> &str {
    let end = unit.formation.match_indices('/').nth(1).map_or(unit.formation.len(), |(at, _)| at);
    &unit.formation[..end]
}
