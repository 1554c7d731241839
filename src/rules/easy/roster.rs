//! Who is on the table: the stands and commands of a scenario, numbered.
//!
//! Ids are indices, so that a state stays small; keys are the scenario's own ids, badges the numbers on the table.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::army::{Arm, Battery, Grade, Rating};
use crate::rules::options::{OptionFault, Options as Chosen};
use crate::scenario::{Scenario, Side, Start};
use crate::table::Body;
use crate::table::terrain::Terrain;

use super::options::Options;

/// A stand: an index into [`Roster::stands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StandId(pub u16);

/// A command and its chit: an index into [`Roster::commands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandId(pub u16);

impl StandId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl CommandId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What never changes about a stand and the rules in force ask for (`easy:I.A`).
///
/// The rest of it, quality and men and the general's rating, stays in the scenario's order of battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    pub id: StandId,
    /// The number on its badge, from 1.
    pub badge: u16,
    /// The scenario's id: `A03`.
    pub key: String,
    pub name: String,
    /// What it is called in the log: see [`crate::army::Stand::short`].
    pub short: String,
    pub label: String,
    /// Its place in the order of battle: `I/3/2`; empty where the data give none.
    pub formation: String,
    pub side: Side,
    /// Index into the side's armies.
    pub army: usize,
    /// The command whose chit it answers to.
    pub command: CommandId,
    /// The command whose general may activate this wagon too (`easy:VI.A`).
    pub serves: Option<CommandId>,
    pub arm: Arm,
    pub battery: Option<Battery>,
    pub grade: Option<Grade>,
    /// Poor, average or great; all are average where `opt-ratings` is off (`easy:VI.B`).
    pub rating: Rating,
    /// Turns cost it more (`easy:VI.D-slow`); never where `opt-slow-infantry` is off.
    pub slow: bool,
    /// Has no zone of control (`easy:VI.C`); never where `opt-no-zones` is off.
    pub no_zone: bool,
    /// Starting strength points; public (`easy:III.C.1`).
    pub strength: u8,
    pub body: Body,
    pub start: Start,
}

/// What never changes about a command (`easy:II.A.1`).
#[derive(Clone, Debug, PartialEq)]
pub struct CommandInfo {
    pub id: CommandId,
    /// The scenario's id: `fr-i`.
    pub key: String,
    pub name: String,
    pub side: Side,
    pub army: usize,
    /// The grade of its general; none for a command without one.
    pub grade: Option<Grade>,
    /// What kind of train it is, if its chit moves nothing but trains.
    pub train: Option<Train>,
    pub under: Option<CommandId>,
    pub general: Option<StandId>,
    /// Its stands but the general, in file order.
    pub stands: Vec<StandId>,
}

/// A command without troops: what its chit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Train {
    /// Every wagon of the side (`easy:VI.A`).
    Wagons,
    /// One pontoon train, whoever has it (`easy:V.D.3`).
    Pontoons,
}

/// All stands and commands of a scenario that are in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    pub stands: Vec<Unit>,
    pub commands: Vec<CommandInfo>,
}

/// What stays the same throughout a game.
#[derive(Debug)]
pub struct Game {
    pub scenario: Scenario,
    /// As the battle begins.
    pub roster: Arc<Roster>,
    /// The scenario's ground before the first order; what the rules read is [`super::State::terrain`].
    pub first_terrain: Arc<Terrain>,
    pub options: Options,
    pub chosen: Chosen,
}

impl Game {
    /// Numbers the stands and prepares the ground.
    pub fn new(scenario: Scenario, chosen: &Chosen) -> Result<Arc<Self>, OptionFault> {
        let mut all = Chosen(scenario.options.clone());
        all.0.extend(chosen.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        let options = Options::new(&all)?;
        let roster = Arc::new(Roster::new(&scenario, &all, &options));
        let first_terrain = Arc::new(Terrain::new(scenario.ground.clone()));
        Ok(Arc::new(Self { scenario, roster, first_terrain, options, chosen: all }))
    }

    /// The same game with one option at another value, with the same stands and commands.
    ///
    /// Refused where it does not take the value, and where it decides who is there, how large, or on which chit: that is
    /// settled before the first chit is drawn.
    pub fn with_option(&self, id: &str, value: &str) -> Result<Arc<Self>, ChangeFault> {
        let mut all = self.chosen.clone();
        all.set(super::options::SPECS, id, value)?;
        let options = Options::new(&all)?;
        let before = Roster::new(&self.scenario, &self.chosen, &self.options);
        let mut after = Roster::new(&self.scenario, &all, &options);
        let mut roster = (*self.roster).clone();
        for ((now, then), kept) in after.stands.iter_mut().zip(&before.stands).zip(&mut roster.stands) {
            (kept.slow, kept.no_zone) = (now.slow, now.no_zone);
            (now.slow, now.no_zone) = (then.slow, then.no_zone);
        }
        if after != before {
            return Err(ChangeFault::Settled(id.to_owned()));
        }
        let (scenario, first_terrain) = (self.scenario.clone(), Arc::clone(&self.first_terrain));
        Ok(Arc::new(Self { scenario, roster: Arc::new(roster), first_terrain, options, chosen: all }))
    }
}

/// Why an option keeps its value in a game that has begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeFault {
    #[error(transparent)]
    Option(#[from] OptionFault),
    #[error("{0} decides which stands and chits there are, or how large they are")]
    Settled(String),
}

impl Roster {
    fn new(scenario: &Scenario, chosen: &Chosen, options: &Options) -> Self {
        let mut roster = Self { stands: Vec::new(), commands: Vec::new() };
        let mut by_key = BTreeMap::new();
        for (side_index, side) in scenario.sides.iter().enumerate() {
            let side_id = Side(side_index as u8);
            for (army_index, army) in side.armies.iter().enumerate() {
                for command in &army.commands {
                    let id = CommandId(roster.commands.len() as u16);
                    by_key.insert(command.id.clone(), id);
                    let mut info = CommandInfo {
                        id,
                        key: command.id.clone(),
                        name: command.name.clone(),
                        side: side_id,
                        army: army_index,
                        grade: None,
                        train: None,
                        under: None,
                        general: None,
                        stands: Vec::new(),
                    };
                    for stand in &command.stands {
                        let in_play = match &stand.module {
                            Some(module) => chosen.0.get(module).is_some_and(|value| value == "on"),
                            None => true,
                        };
                        let in_play = in_play
                            && match stand.arm {
                                Arm::Wagon => options.wagons,
                                _ => true,
                            };
                        let Some(start) = scenario.starts.get(&stand.id).filter(|_| in_play) else {
                            continue;
                        };
                        let stand_id = StandId(roster.stands.len() as u16);
                        if stand.arm == Arm::General && info.general.is_none() {
                            info.general = Some(stand_id);
                            info.grade = stand.grade;
                        } else {
                            info.stands.push(stand_id);
                        }
                        roster.stands.push(Unit {
                            id: stand_id,
                            badge: stand_id.0 + 1,
                            key: stand.id.clone(),
                            name: stand.name.clone(),
                            short: stand.short().to_owned(),
                            label: stand.label.clone(),
                            formation: stand.formation.clone(),
                            side: side_id,
                            army: army_index,
                            command: id,
                            serves: None,
                            arm: stand.arm,
                            battery: stand.battery,
                            grade: stand.grade,
                            rating: if options.ratings { stand.rating } else { Rating::Average },
                            slow: options.slow_infantry && stand.slow,
                            no_zone: options.no_zones && stand.no_zone,
                            strength: stand.strength,
                            body: Body::single(stand.width, stand.depth),
                            start: start.clone(),
                        });
                    }
                    info.train = roster.train(&info);
                    roster.commands.push(info);
                }
            }
        }
        for side in &scenario.sides {
            for command in side.armies.iter().flat_map(|army| &army.commands) {
                let under = command.under.as_ref().and_then(|key| by_key.get(key)).copied();
                if let Some(&id) = by_key.get(&command.id) {
                    roster.commands[id.index()].under = under;
                }
            }
        }
        let stands = scenario.sides.iter().flat_map(|side| &side.armies).flat_map(|army| army.stands());
        let serving: Vec<(&str, CommandId)> = stands
            .filter_map(|stand| Some((stand.id.as_str(), *by_key.get(stand.serves.as_ref()?)?)))
            .collect();
        for unit in &mut roster.stands {
            let serves = serving.iter().find(|(key, _)| *key == unit.key);
            unit.serves = serves.map(|(_, command)| *command);
        }
        for side in Side::BOTH {
            roster.join_wagons(side);
        }
        if options.detached {
            roster.detach(scenario);
        }
        roster
    }

    /// One chit moves the wagons of all armies of a side: that of the first (`easy:VI.A`).
    fn join_wagons(&mut self, side: Side) {
        let mut chits = self.commands.iter().filter(|c| c.side == side && c.train == Some(Train::Wagons));
        let Some(first) = chits.next().map(|info| info.id) else { return };
        let others: Vec<CommandId> = chits.map(|info| info.id).collect();
        for other in others {
            let info = &mut self.commands[other.index()];
            info.train = None;
            let moved = std::mem::take(&mut info.stands);
            for id in &moved {
                self.stands[id.index()].command = first;
            }
            self.commands[first.index()].stands.extend(moved);
        }
    }

    /// What kind of train a command is: one all of whose stands are wagons, or pontoons.
    fn train(&self, info: &CommandInfo) -> Option<Train> {
        let only = |arm| !info.stands.is_empty() && info.stands.iter().all(|id| self.unit(*id).arm == arm);
        match info.general {
            None if only(Arm::Wagon) => Some(Train::Wagons),
            None if only(Arm::Pontoon) => Some(Train::Pontoons),
            _ => None,
        }
    }

    /// Units that begin the battle detached, each under the division general that its data name (`easy:V.A`).
    fn detach(&mut self, scenario: &Scenario) {
        let stands = scenario.sides.iter().flat_map(|side| &side.armies).flat_map(|army| army.stands());
        for stand in stands {
            let Some(general) = stand.detached.as_deref().and_then(|key| self.of_key(key)) else { continue };
            let Some(id) = self.of_key(&stand.id) else { continue };
            let info = self.command(self.unit(general).command);
            let command = match info.general == Some(general) {
                true => info.id,
                false => self.found(general),
            };
            self.stands[id.index()].command = command;
        }
        self.muster();
    }

    /// A command of its own for a general who had none.
    fn found(&mut self, general: StandId) -> CommandId {
        let id = CommandId(self.commands.len() as u16);
        let unit = &mut self.stands[general.index()];
        let from = &self.commands[unit.command.index()];
        unit.command = id;
        let picks = matches!(from.grade, Some(Grade::Army | Grade::Wing));
        let info = CommandInfo {
            id,
            key: unit.key.clone(),
            name: unit.name.clone(),
            side: unit.side,
            army: unit.army,
            grade: unit.grade,
            train: None,
            under: if picks { Some(from.id) } else { from.under },
            general: Some(general),
            stands: Vec::new(),
        };
        self.commands.push(info);
        id
    }

    fn of_key(&self, key: &str) -> Option<StandId> {
        self.stands.iter().find(|unit| unit.key == key).map(|unit| unit.id)
    }

    /// Puts every stand under the command it answers to, in the order of their numbers.
    pub(super) fn muster(&mut self) {
        for info in &mut self.commands {
            info.stands.clear();
        }
        for unit in &self.stands {
            let info = &mut self.commands[unit.command.index()];
            if info.general != Some(unit.id) {
                info.stands.push(unit.id);
            }
        }
    }

    pub fn unit(&self, id: StandId) -> &Unit {
        &self.stands[id.index()]
    }

    pub fn command(&self, id: CommandId) -> &CommandInfo {
        &self.commands[id.index()]
    }

    /// The stand with this key (`A03`) or badge number (`14`).
    pub fn find_stand(&self, text: &str) -> Option<StandId> {
        let text = text.trim();
        let badge = text.parse::<u16>().ok();
        self.stands
            .iter()
            .find(|unit| unit.key.eq_ignore_ascii_case(text) || Some(unit.badge) == badge)
            .map(|unit| unit.id)
    }

    /// The command with this key or, where only one has it, this name.
    pub fn find_command(&self, text: &str) -> Option<CommandId> {
        let text = text.trim();
        if let Some(found) = self.commands.iter().find(|command| command.key.eq_ignore_ascii_case(text)) {
            return Some(found.id);
        }
        let mut named = self.commands.iter().filter(|command| command.name.eq_ignore_ascii_case(text));
        let first = named.next()?;
        named.next().is_none().then_some(first.id)
    }

    /// Is `command` under `superior`, directly or through others (`easy:II.A.4.1`)?
    pub fn is_under(&self, command: CommandId, superior: CommandId) -> bool {
        let above = std::iter::successors(self.command(command).under, |above| self.command(*above).under);
        // A chain longer than there are commands goes in a ring.
        above.take(self.commands.len()).any(|above| above == superior)
    }

    /// The stands of a command, its general first.
    pub fn stands_of(&self, command: CommandId) -> impl Iterator<Item = StandId> + '_ {
        let info = self.command(command);
        info.general.into_iter().chain(info.stands.iter().copied())
    }
}
