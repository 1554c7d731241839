//! A scenario's stands and commands, numbered.
//!
//! Ids are indices, which keeps a state small; keys are the scenario's own ids, badges the numbers on the table.
//!
//! Clauses: `easy:I.A` to `easy:I.A.3`, `easy:II.A.1`, `easy:V.A`, `easy:V.D`, `easy:VI.A`, `easy:VI.F`. Units: inches,
//! strength points.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use drawing::KeptNames;
use game::Contradiction;
use game::options::{OptionFault, Options as Chosen};
use scenario::army::{Arm, Army, Battery, Command, Grade, Rating, Stand};
use scenario::{Scenario, Side, Start};
use table::measure::{outside_by, overlap_depth};
use table::terrain::Terrain;
use table::tolerance::overlapping;
use table::{Body, Placed, Vec2};

use super::options::Options;

/// A stand: an index into [`Roster::stands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StandId(pub u16);

/// A command and its chit: an index into [`Roster::commands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommandId(pub u16);

/// An objective: an index into [`Scenario::objectives`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectiveId(pub usize);

game::numbered!(StandId, CommandId, ObjectiveId);

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

/// The unchanging properties of a stand that the rules in force use (`easy:I.A`).
///
/// The others, such as quality, men and the general's rating, stay in the scenario's order of battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    pub id: StandId,
    /// The number on its badge, from 1.
    pub badge: u16,
    /// The scenario's id: `A03`.
    pub key: String,
    pub name: String,
    /// Its name in the log: see [`scenario::army::Stand::short`].
    pub short: String,
    pub label: String,
    /// Its place in the order of battle: `I/3/2`; empty if the data give none.
    pub formation: String,
    pub side: Side,
    /// Index into the side's armies.
    pub army: usize,
    /// The command whose chit it acts on.
    pub command: CommandId,
    /// The command whose general may activate this wagon too (`easy:VI.A`).
    pub serves: Option<CommandId>,
    pub arm: Arm,
    pub battery: Option<Battery>,
    pub grade: Option<Grade>,
    /// Poor, average or great; all are average where `opt-ratings` is off (`easy:VI.B`).
    pub rating: Rating,
    /// Whether turns cost it more (`easy:VI.D-slow`); never if `opt-slow-infantry` is off.
    pub slow: bool,
    /// Whether it has no zone of control (`easy:VI.C`); never if `opt-no-zones` is off.
    pub no_zone: bool,
    /// Starting strength points; public (`easy:III.C.1`).
    pub strength: u8,
    pub body: Body,
    pub start: Start,
}

/// The unchanging properties of a command (`easy:II.A.1`).
#[derive(Clone, Debug, PartialEq)]
pub struct CommandInfo {
    pub id: CommandId,
    /// The scenario's id: `fr-i`.
    pub key: String,
    pub name: String,
    pub side: Side,
    pub army: usize,
    /// Its general's grade. `None` for a command without a general.
    pub grade: Option<Grade>,
    /// The kind of train, if its chit moves only trains.
    pub train: Option<Train>,
    pub under: Option<CommandId>,
    pub general: Option<StandId>,
    /// Its stands except the general, in file order.
    pub stands: Vec<StandId>,
    /// Whether these are the only engineers in their army: they have no chit, and only the army commander picks them (`easy:V.D`).
    pub sole_engineer: bool,
}

/// What the chit of a command without troops moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Train {
    /// Every wagon of the side (`easy:VI.A`).
    Wagons,
    /// One pontoon train, whichever side has it (`easy:V.D.3`).
    Pontoons,
}

/// All of a scenario's stands and commands that are in play.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    pub stands: Vec<Unit>,
    pub commands: Vec<CommandInfo>,
}

/// The unchanging part of a game.
#[derive(Debug)]
pub struct Game {
    pub scenario: Scenario,
    /// As the battle begins.
    pub roster: Arc<Roster>,
    /// The scenario's ground before the first order; what the rules read is [`super::State::terrain`].
    pub first_terrain: Arc<Terrain>,
    pub options: Options,
    pub chosen: Chosen,
    /// The most recently drawn names for this battle.
    pub names: KeptNames,
}

impl Game {
    /// Numbers the stands and prepares the ground.
    pub fn new(scenario: Scenario, chosen: &Chosen) -> Result<Arc<Self>, OptionFault> {
        let mut all = Chosen(scenario.options.clone());
        all.0.extend(chosen.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        let options = Options::checked(&all)?;
        let roster = Arc::new(Roster::new(&scenario, &all, &options));
        let first_terrain = Arc::new(Terrain::scaled(scenario.ground.clone(), options.lengths.scale()));
        if options.no_corps {
            roster.check_generals(&scenario)?;
        }
        if options.lengths.scale() > scenario.scale() {
            roster.check_room(options.lengths.scale(), &first_terrain)?;
        }
        let names = KeptNames::default();
        Ok(Arc::new(Self { scenario, roster, first_terrain, options, chosen: all, names }))
    }

    /// The same game with another value for one option, with the same stands and commands.
    ///
    /// Refused if the option does not accept the value, or if it determines which stands exist, how large they are, or which
    /// chit they act on: that is settled before the first chit is drawn.
    pub fn with_option(&self, id: &str, value: &str) -> Result<Arc<Self>, Contradiction> {
        let mut all = self.chosen.clone();
        all.set(super::options::SPECS, id, value)?;
        let options = Options::checked(&all)?;
        let before = Roster::new(&self.scenario, &self.chosen, &self.options);
        let mut after = Roster::new(&self.scenario, &all, &options);
        let mut roster = (*self.roster).clone();
        for ((now, then), kept) in after.stands.iter_mut().zip(&before.stands).zip(&mut roster.stands) {
            (kept.slow, kept.no_zone) = (now.slow, now.no_zone);
            (now.slow, now.no_zone) = (then.slow, then.no_zone);
        }
        // Ammunition is rolled for, and ground and stands are measured, only once; engineers are already attached and at work,
        // and wagons have scored.
        if after != before
            || matches!(id, "scale" | "opt-ammunition" | "adv-engineers" | "wagon-vp")
                && *self.chosen.value(super::options::SPECS, id) != *value
        {
            let reason = format!("{id} decides which stands and chits there are, or how large they are");
            return Err(Contradiction::new("options", reason, "begin a game with it"));
        }
        let (scenario, first_terrain) = (self.scenario.clone(), Arc::clone(&self.first_terrain));
        let (roster, names) = (Arc::new(roster), KeptNames::default());
        Ok(Arc::new(Self { scenario, roster, first_terrain, options, chosen: all, names }))
    }
}

/// Whether this army has no corps commander.
fn has_no_corps(army: &Army) -> bool {
    army.stands().all(|stand| stand.grade != Some(Grade::Corps))
}

fn has_wings(army: &Army) -> bool {
    army.stands().any(|stand| stand.grade == Some(Grade::Wing))
}

/// In armies without corps, the commands under a wing, each with that wing (`easy:VI.F`).
fn absorbed(scenario: &Scenario) -> BTreeMap<&str, &str> {
    let mut absorbed = BTreeMap::new();
    let armies = scenario.sides.iter().flat_map(|side| &side.armies);
    for army in armies.filter(|army| has_no_corps(army)) {
        let find = |id: &str| army.commands.iter().find(|command| command.id == id);
        let is_wing =
            |command: &&Command| command.stands.iter().any(|stand| stand.grade == Some(Grade::Wing));
        let has_troops = |command: &&Command| command.stands.iter().any(|stand| stand.arm.is_troops());
        for command in army.commands.iter().filter(|command| !is_wing(command) && has_troops(command)) {
            let above = std::iter::successors(command.under.as_deref(), |id| find(id)?.under.as_deref());
            // A chain longer than the number of commands is circular.
            let wing = above.take(army.commands.len()).filter_map(find).find(is_wing);
            if let Some(wing) = wing {
                absorbed.insert(command.id.as_str(), wing.id.as_str());
            }
        }
    }
    absorbed
}

/// Is the stand in play with these options?
fn is_in_play(stand: &Stand, chosen: &Chosen, options: &Options) -> bool {
    let module_on =
        stand.module.as_ref().is_none_or(|module| chosen.0.get(module).is_some_and(|value| value == "on"));
    module_on
        && match stand.arm {
            Arm::Wagon => options.wagons,
            Arm::Pontoon => options.pontoons,
            _ => true,
        }
}

impl Unit {
    fn new(
        stand: &Stand,
        start: &Start,
        (id, side, army, command): (StandId, Side, usize, CommandId),
        options: &Options,
    ) -> Self {
        let (width, depth) = stand.size(options.lengths.scale());
        Self {
            id,
            badge: 0,
            key: stand.id.clone(),
            name: stand.name.clone(),
            short: stand.short().to_owned(),
            label: stand.label.clone(),
            formation: stand.formation.clone(),
            side,
            army,
            command,
            serves: None,
            arm: stand.arm,
            battery: stand.battery,
            grade: stand.grade,
            rating: if options.ratings { stand.rating } else { Rating::Average },
            slow: options.slow_infantry && stand.slow,
            no_zone: options.no_zones && stand.no_zone,
            strength: stand.strength,
            body: Body::single(width, depth),
            start: start.clone(),
        }
    }
}

impl Roster {
    fn new(scenario: &Scenario, chosen: &Chosen, options: &Options) -> Self {
        let mut roster = Self { stands: Vec::new(), commands: Vec::new() };
        let (mut by_key, mut stuck) = (BTreeMap::new(), Vec::new());
        let absorbed = if options.no_corps { absorbed(scenario) } else { BTreeMap::new() };
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
                        sole_engineer: false,
                    };
                    for stand in &command.stands {
                        // The general of a division that its wing commands has no stand (`easy:VI.F`, `easy:I.A.3`).
                        let commanded = stand.arm == Arm::General && absorbed.contains_key(&*command.id);
                        let in_play = !commanded && is_in_play(stand, chosen, options);
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
                        stuck.push(stand.badge);
                        let numbers = (stand_id, side_id, army_index, id);
                        roster.stands.push(Unit::new(stand, start, numbers, options));
                    }
                    info.train = roster.train(&info);
                    roster.commands.push(info);
                }
            }
        }
        // Badge numbers given to stands that do not take part remain reserved for them.
        let waiting = scenario.armies().flat_map(|(_, army)| army.stands());
        let waiting = waiting.filter(|stand| !roster.stands.iter().any(|known| known.key == stand.id));
        stuck.extend(waiting.map(|stand| stand.badge).filter(Option::is_some).collect::<Vec<_>>());
        for (stand, badge) in roster.stands.iter_mut().zip(scenario::army::badges(&stuck)) {
            stand.badge = badge;
        }
        roster.link(scenario, &absorbed, &by_key, options);
        for side in Side::BOTH {
            roster.join_wagons(side);
        }
        if options.detached {
            roster.detach(scenario);
        }
        if options.engineers {
            roster.give_engineers_commands();
        }
        for side in Side::BOTH {
            roster.keep_wagon_chit(scenario, side);
        }
        roster
    }

    /// Says of each command whom it is under, and of each wagon whom it serves.
    fn link(
        &mut self,
        scenario: &Scenario,
        absorbed: &BTreeMap<&str, &str>,
        by_key: &BTreeMap<String, CommandId>,
        options: &Options,
    ) {
        for side in &scenario.sides {
            for command in side.armies.iter().flat_map(|army| &army.commands) {
                let under = command.under.as_ref().and_then(|key| by_key.get(key)).copied();
                if let Some(&id) = by_key.get(&command.id) {
                    self.commands[id.index()].under = under;
                }
            }
        }
        if options.no_corps {
            self.do_without_corps(scenario, absorbed, by_key);
        }
        let stands = scenario.sides.iter().flat_map(|side| &side.armies).flat_map(|army| army.stands());
        // A division that its wing commands has its wagon with the wing (`easy:VI.F`).
        let serves = |key: &str| by_key.get(absorbed.get(key).copied().unwrap_or(key)).copied();
        let serving: Vec<(&str, CommandId)> =
            stands.filter_map(|stand| Some((stand.id.as_str(), serves(stand.serves.as_deref()?)?))).collect();
        for unit in &mut self.stands {
            let serves = serving.iter().find(|(key, _)| *key == unit.key);
            unit.serves = serves.map(|(_, command)| *command);
        }
    }

    /// A side that has no wagon chit, and may capture wagons, keeps one for them: a command without stands of its own.
    ///
    /// Clause: `easy:VI.A`. It comes into play with the first capture, see [`super::wagons::settle`].
    fn keep_wagon_chit(&mut self, scenario: &Scenario, side: Side) {
        let info = &scenario.sides[side.index()];
        let has_chit = self.commands.iter().any(|c| c.side == side && c.train == Some(Train::Wagons));
        let may_capture = self.stands.iter().any(|unit| unit.arm == Arm::Wagon && unit.side != side);
        if has_chit || !may_capture || info.armies.is_empty() {
            return;
        }
        let mut key = format!("{}-wagons", info.id);
        while self.find_command(&key).is_some() || self.of_key(&key).is_some() {
            key.push('x');
        }
        self.commands.push(CommandInfo {
            id: CommandId(self.commands.len() as u16),
            key,
            name: "Captured wagons".into(),
            side,
            army: 0,
            grade: None,
            train: Some(Train::Wagons),
            under: None,
            general: None,
            stands: Vec::new(),
            sole_engineer: false,
        });
    }

    /// Wings are commanded in the same way as corps, and the troops of divisions under them act on their chits (`easy:VI.F`).
    fn do_without_corps(
        &mut self,
        scenario: &Scenario,
        absorbed: &BTreeMap<&str, &str>,
        by_key: &BTreeMap<String, CommandId>,
    ) {
        for (from, to) in absorbed {
            let (Some(&from), Some(&to)) = (by_key.get(*from), by_key.get(*to)) else { continue };
            let troops = std::mem::take(&mut self.commands[from.index()].stands);
            for id in &troops {
                self.stands[id.index()].command = to;
            }
            let stands = &mut self.commands[to.index()].stands;
            stands.extend(troops);
            stands.sort_unstable();
        }
        for command in &mut self.commands {
            let army = &scenario.sides[command.side.index()].armies[command.army];
            if command.grade == Some(Grade::Wing) && has_no_corps(army) {
                command.grade = Some(Grade::Corps);
            }
        }
    }

    /// If an army has neither corps nor wings, every division with troops needs its general's stand (`easy:VI.F`). Detached
    /// guns need none.
    fn check_generals(&self, scenario: &Scenario) -> Result<(), OptionFault> {
        let lacks = self.commands.iter().find(|command| {
            let army = &scenario.sides[command.side.index()].armies[command.army];
            let troops = |id: &StandId| self.unit(*id).arm.is_infantry() || self.unit(*id).arm.is_cavalry();
            has_no_corps(army)
                && !has_wings(army)
                && command.general.is_none()
                && command.stands.len() > 1
                && command.stands.iter().any(troops)
        });
        let Some(command) = lacks else { return Ok(()) };
        Err(OptionFault::Battle {
            id: "opt-no-corps",
            value: "on".into(),
            clause: "easy:VI.F",
            why: format!(
                "{} has no general's stand. Give each division a general, grade: Division",
                command.name
            ),
        })
    }

    /// Whether the deployed stands have room at this scale. The scenario was checked at its own scale; ground and deployment
    /// are in inches on the table and do not grow with the stands.
    ///
    /// Clauses: `easy:I.A.1-scale`, `easy:0.7`.
    fn check_room(&self, scale: f32, terrain: &Terrain) -> Result<(), OptionFault> {
        let deployed: Vec<(&Unit, Placed<'_>)> = self
            .stands
            .iter()
            .filter_map(|unit| match &unit.start {
                Start::Deployed(pose) => Some((unit, unit.body.placed(*pose))),
                Start::Arrives { .. } => None,
            })
            .collect();
        let name = |unit: &Unit| format!("{} {}", unit.badge, unit.short);
        let mut faults: Vec<String> = Vec::new();
        for (index, (unit, there)) in deployed.iter().enumerate() {
            let beyond = outside_by(*there, terrain.ground().size);
            if overlapping(beyond) {
                faults.push(format!("{} would reach {beyond:.2} in off the table", name(unit)));
            }
            if terrain.impassable_under(*there).is_some_and(|(depth, _)| overlapping(depth)) {
                faults.push(format!("{} would stand on impassable ground", name(unit)));
            }
            for (other, placed) in &deployed[index + 1..] {
                let near = unit.body.radius_about(Vec2::ZERO) + other.body.radius_about(Vec2::ZERO);
                if there.pose.at.distance(placed.pose.at) < near {
                    let depth = overlap_depth(*there, *placed);
                    if overlapping(depth) {
                        faults.push(format!(
                            "{} and {} would overlap by {depth:.2} in",
                            name(unit),
                            name(other)
                        ));
                    }
                }
            }
        }
        let Some(first) = faults.first() else { return Ok(()) };
        let more = match faults.len() {
            1 => String::new(),
            2 => ", and there is one more such fault".to_owned(),
            many => format!(", and there are {} more such faults", many - 1),
        };
        Err(OptionFault::Battle {
            id: "scale",
            value: super::terms::plain(scale),
            clause: "easy:I.A.1-scale",
            why: format!(
                "{first}{more}. Choose a smaller scale, or set the stands farther apart where the battle is set up"
            ),
        })
    }

    /// Every engineer stand has its own chit, whichever command lists it. The only one in an army has none, because it acts
    /// under the army commander.
    ///
    /// Clause: `easy:V.D`. Ruling: whether engineers are the only ones is settled when the game begins; in an army without an
    /// army commander on the roster they keep their chit.
    fn give_engineers_commands(&mut self) {
        let engineers: Vec<StandId> =
            self.stands.iter().filter(|unit| unit.arm == Arm::Engineer).map(|unit| unit.id).collect();
        for engineer in engineers {
            let unit = self.unit(engineer).clone();
            let of_army = |other: &Unit| other.side == unit.side && other.army == unit.army;
            let alone = !self
                .stands
                .iter()
                .any(|other| other.arm == Arm::Engineer && other.id != engineer && of_army(other));
            let chief = self.commands.iter().find(|command| {
                command.side == unit.side && command.army == unit.army && command.grade == Some(Grade::Army)
            });
            let chief = chief.map(|command| command.id).filter(|_| alone);
            let mut id = unit.command;
            if self.stands_of(id).count() > 1 {
                let of = self.commands[unit.command.index()].clone();
                self.commands[of.id.index()].stands.retain(|stand| *stand != engineer);
                id = CommandId(self.commands.len() as u16);
                let taken = self.commands.iter().any(|command| command.key == unit.key);
                self.commands.push(CommandInfo {
                    id,
                    key: if taken { format!("{}-chit", unit.key) } else { unit.key.clone() },
                    name: unit.name.clone(),
                    grade: None,
                    under: Some(of.id),
                    general: None,
                    stands: vec![engineer],
                    ..of
                });
                self.stands[engineer.index()].command = id;
            }
            if let Some(chief) = chief {
                let command = &mut self.commands[id.index()];
                command.under = Some(chief);
                command.sole_engineer = true;
            }
        }
    }

    /// One chit moves the wagons of all armies on a side: that of the first army (`easy:VI.A`).
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

    /// The kind of train a command is, if all its stands are wagons, or all are pontoons.
    fn train(&self, info: &CommandInfo) -> Option<Train> {
        let only = |arm| !info.stands.is_empty() && info.stands.iter().all(|id| self.unit(*id).arm == arm);
        match info.general {
            None if only(Arm::Wagon) => Some(Train::Wagons),
            None if only(Arm::Pontoon) => Some(Train::Pontoons),
            _ => None,
        }
    }

    /// Sets up units that begin the battle detached, each under the division general named in the data (`easy:V.A`).
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

    /// Creates a command for a general who had none.
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
            sole_engineer: false,
            under: if picks { Some(from.id) } else { from.under },
            general: Some(general),
            stands: Vec::new(),
        };
        self.commands.push(info);
        id
    }

    /// The stand with exactly this key.
    pub(super) fn of_key(&self, key: &str) -> Option<StandId> {
        self.stands.iter().find(|unit| unit.key == key).map(|unit| unit.id)
    }

    /// Puts every stand under its command, in the order of their numbers.
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

    /// The stand with this key (`A03`) or, if there is no such key, with this badge number (`14`).
    pub fn find_stand(&self, text: &str) -> Option<StandId> {
        let of =
            |known: &dyn Fn(&Unit) -> bool| self.stands.iter().find(|unit| known(unit)).map(|unit| unit.id);
        // An exact match with a key is tried first.
        if let Some(found) = of(&|unit| unit.key == text) {
            return Some(found);
        }
        let text = text.trim();
        let by_badge = || text.parse::<u16>().ok().and_then(|badge| of(&|unit| unit.badge == badge));
        of(&|unit| unit.key == text)
            .or_else(|| of(&|unit| unit.key.eq_ignore_ascii_case(text)))
            .or_else(by_badge)
    }

    /// The command with this key or, if it is unique, this name.
    pub fn find_command(&self, text: &str) -> Option<CommandId> {
        // An exact match with a key is tried first.
        let exact = self.commands.iter().find(|command| command.key == text);
        let text = text.trim();
        let alike = || self.commands.iter().find(|command| command.key.eq_ignore_ascii_case(text));
        if let Some(found) = exact.or_else(alike) {
            return Some(found.id);
        }
        let mut named = self.commands.iter().filter(|command| command.name.eq_ignore_ascii_case(text));
        let first = named.next()?;
        named.next().is_none().then_some(first.id)
    }

    /// Whether `command` is under `superior`, directly or through others (`easy:II.A.4.1`).
    pub fn is_under(&self, command: CommandId, superior: CommandId) -> bool {
        let above = std::iter::successors(self.command(command).under, |above| self.command(*above).under);
        // A chain longer than the number of commands is circular.
        above.take(self.commands.len()).any(|above| above == superior)
    }

    /// The stands of a command, its general first.
    pub fn stands_of(&self, command: CommandId) -> impl Iterator<Item = StandId> + '_ {
        let info = self.command(command);
        info.general.into_iter().chain(info.stands.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_set::Easy;
    use game::RuleSet;
    use scenario::{AnyRules, Embedded};

    fn waterloo(scale: &str) -> Result<crate::State, OptionFault> {
        let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("it is sound");
        let mut chosen = Chosen::default();
        chosen.set(Easy::option_specs(), "scale", scale)?;
        Easy::start(scenario, &chosen)
    }

    #[test]
    fn stands_too_large_for_their_deployment_are_told_before_the_battle() {
        let fault = waterloo("3").expect_err("brigades stand side by side").to_string();
        for part in [
            "option scale cannot be 3",
            "easy:I.A.1-scale",
            "overlap by",
            "more such faults",
            "smaller scale",
        ] {
            assert!(fault.contains(part), "{fault}");
        }
    }

    #[test]
    fn smaller_stands_have_room_wherever_larger_ones_have() {
        let state = waterloo("0.75").expect("there is room");
        let infantry =
            state.roster().stands.iter().find(|unit| unit.arm == Arm::Infantry).expect("there is some");
        assert_eq!(infantry.body.parts()[0].width, 1.5);
    }
}
