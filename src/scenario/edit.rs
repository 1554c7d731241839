//! Battles on the table being made: stands and units, clock and sides; `ground_edit` changes the ground. The armies of a
//! draft contain all pieces; those without a start take no part.
//!
//! Places are rounded to a hundredth of an inch, headings to a tenth of a degree: finer than hands place stands.
//! Units: inches, degrees clockwise from north, minutes.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::called;
use super::check::{drop_left_out, read};
use super::draft::{Change, Draft, Drafted, EditFault, refuse};
use super::join::join;
use super::known::KnownRules;
use super::muster::keeping_numbers;
use super::roster::{Row, invalid_cells};
use super::write::{Subject, Written, write};
use super::{Home, Scenario, Side, SideInfo, Start, UnitStart, WeatherPlan};
use crate::army::{Army, Command, Piece, Stand, Unit, stand_record, unit_record, usual_strength, with_cell};
use data::write::{Record, quoted};
use data::{Fault, InMemory};
use table::ground::Ground;
use table::{Heading, Pose};

/// A change of a battle on the table.
pub type Edit = Change<Scenario>;

/// A fault or warning of a draft, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub subject: Subject,
    pub fault: Fault,
}

impl Edit {
    // Stands and units, by id.

    pub fn place(piece: impl Into<String>, pose: Pose) -> Self {
        let piece = piece.into();
        Self::joined(format!("place {piece}"), move |scenario| {
            let pose = fine_pose(pose)?;
            is_there(scenario, &piece)?;
            keeping_numbers(scenario, &piece, |scenario| {
                scenario.starts.insert(piece.clone(), Start::Deployed(pose));
            });
            Ok(())
        })
    }

    /// Turns a piece clockwise, by degrees.
    pub fn turn(piece: impl Into<String>, degrees: f32) -> Self {
        let piece = piece.into();
        Self::joined(format!("turn {piece}"), move |scenario| match scenario.starts.get_mut(&piece) {
            Some(Start::Deployed(pose)) if degrees.is_finite() => {
                pose.heading = fine_heading(pose.heading.turned(degrees.to_radians()));
                Ok(())
            }
            _ => refuse(format!("\"{piece}\" is not on the table"), "place it first"),
        })
    }

    /// Makes a piece arrive in a later turn.
    pub fn arrive(piece: impl Into<String>, turn: u8, entry: impl Into<String>) -> Self {
        let (piece, entry) = (piece.into(), entry.into());
        Self::joined(format!("arrive {piece}"), move |scenario| {
            is_there(scenario, &piece)?;
            if !scenario.entries.iter().any(|one| one.id == entry) {
                return refuse(format!("there is no entry \"{entry}\""), "add an entry on the table's edge");
            }
            // A piece that has not arrived is in no building.
            begin_otherwise(scenario, &piece, |begins| begins.inside.clear());
            keeping_numbers(scenario, &piece, |scenario| {
                scenario.starts.insert(piece.clone(), Start::Arrives { turn, entry: entry.clone() });
            });
            Ok(())
        })
    }

    /// Sets the formation that a unit begins in; `None` means its usual one.
    pub fn formation(piece: impl Into<String>, formation: Option<String>) -> Self {
        let piece = piece.into();
        Self::step(move |scenario| {
            unit_that_begins(scenario, &piece)?;
            begin_otherwise(scenario, &piece, |begins| begins.formation.clone_from(&formation));
            Ok(())
        })
    }

    /// Puts this many stands of a unit into an area of the ground at the start; 0 for none.
    pub fn inside(piece: impl Into<String>, area: impl Into<String>, stands: u8) -> Self {
        let (piece, area) = (piece.into(), area.into());
        Self::joined(format!("{piece} in {area}"), move |scenario| {
            unit_that_begins(scenario, &piece)?;
            if !matches!(scenario.starts.get(&piece), Some(Start::Deployed(_))) {
                return refuse(format!("\"{piece}\" comes later"), "place it on the table first");
            }
            if stands > 0 && !scenario.ground.areas.iter().any(|one| one.id == area) {
                return refuse(format!("there is no area \"{area}\""), "choose another");
            }
            begin_otherwise(scenario, &piece, |begins| {
                match stands {
                    0 => begins.inside.remove(&area),
                    _ => begins.inside.insert(area.clone(), stands),
                };
            });
            Ok(())
        })
    }

    /// Takes a piece out of the battle, but leaves it in its army.
    pub fn take_off(piece: impl Into<String>) -> Self {
        let piece = piece.into();
        Self::step(move |scenario| {
            is_there(scenario, &piece)?;
            keeping_numbers(scenario, &piece, |scenario| {
                scenario.starts.remove(&piece);
                scenario.unit_starts.remove(&piece);
            });
            Ok(())
        })
    }

    /// Sets the colour of the blocks of an army, by name. `army` is its index among those of the side.
    pub fn army_colour(side: Side, army: usize, colour: &'static str) -> Self {
        Self::step(move |scenario| {
            let army = item(&mut item(&mut scenario.sides, side.index())?.armies, army)?;
            colour.clone_into(&mut army.colour);
            Ok(())
        })
    }

    /// Adds stands and units of an army to a side, not yet deployed.
    pub fn join(side: Side, army: Army, pieces: Vec<String>) -> Self {
        Self::step(move |scenario| join(scenario, side, &army, &pieces))
    }

    // The battle as a whole, and its sides.

    /// Sets the size of the table, in inches.
    pub fn size(size: Vec2) -> Self {
        Self::joined("size", move |scenario| resize(scenario, place(size)?))
    }

    pub fn title(name: impl Into<String>) -> Self {
        let name = name.into();
        Self::set("title", move |scenario| scenario.name.clone_from(&name))
    }

    pub fn description(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::set("description", move |scenario| scenario.description.clone_from(&text))
    }

    pub fn turns(turns: u8) -> Self {
        Self::set("turns", move |scenario| scenario.turns = turns)
    }

    /// Sets the time of the first turn, in minutes after midnight.
    pub fn begins(minutes: u16) -> Self {
        Self::joined("begins", move |scenario| {
            if minutes >= 24 * 60 {
                return refuse("a day has 24 hours", "give a time before 24:00");
            }
            scenario.begins = minutes;
            Ok(())
        })
    }

    /// Sets the length of a turn, in minutes.
    pub fn turn_length(minutes: u16) -> Self {
        Self::set("turn length", move |scenario| scenario.turn_length = minutes)
    }

    pub fn weather(plan: WeatherPlan) -> Self {
        Self::step(move |scenario| {
            scenario.weather.clone_from(&plan);
            Ok(())
        })
    }

    pub fn home(side: Side, home: Home) -> Self {
        Self::step(move |scenario| {
            item(&mut scenario.sides, side.index())?.home = home;
            Ok(())
        })
    }
}

impl Drafted for Scenario {
    type Finding = Finding;

    fn id(&self) -> &str {
        &self.id
    }

    /// The ground and the armies belong to the battle.
    fn name_files(&mut self, id: &str) {
        self.id = id.into();
        self.ground.id = id.into();
        for side in &mut self.sides {
            for (index, army) in side.armies.iter_mut().enumerate() {
                let named = match index {
                    0 => format!("{id}-{}", side.id),
                    _ => format!("{id}-{}-{}", side.id, index + 1),
                };
                let old = std::mem::replace(&mut army.id, named.clone());
                let left_out = self.variants.values_mut().flat_map(|variant| &mut variant.without);
                left_out
                    .filter(|left_out| **left_out == old)
                    .for_each(|left_out| left_out.clone_from(&named));
            }
        }
    }

    fn files(&self) -> Vec<Written> {
        write(self)
    }

    /// Reports what reading its files would find, and sides without pieces.
    fn check(&self, known: &dyn KnownRules) -> Vec<Finding> {
        let files = self.files();
        let source = InMemory(files.iter().map(|file| (file.path.clone(), file.text.clone())).collect());
        let faults = match read(&self.id, &source, known) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults.0,
        };
        let mut found: Vec<Finding> = faults
            .into_iter()
            .map(|fault| {
                let file = files.iter().find(|file| file.path == fault.file);
                let subject = file.and_then(|file| file.subjects.get(fault.line.saturating_sub(1))).cloned();
                Finding { subject: subject.unwrap_or_default(), fault }
            })
            .collect();
        found.extend(Side::BOTH.into_iter().filter(|side| is_without_troops(self, *side)).map(|side| {
            let name = self.sides.get(side.index()).map_or("", |side| &side.name);
            let message = format!("{name} has no troops in the battle");
            let help = "deploy infantry, cavalry or artillery, or let some arrive";
            let fault = Fault::of_file("", message, help).as_warning();
            Finding { subject: Subject::Battle, fault }
        }));
        found.extend(self.pieces().flat_map(|(.., piece)| {
            let subject = Subject::Piece(piece.id().to_owned());
            let faults = invalid_cells::faults(Row::from(piece)).into_iter();
            faults.map(move |words| Finding {
                subject: subject.clone(),
                fault: Fault::of_file("", words, invalid_cells::HELP),
            })
        }));
        found.extend(called_alike(self));
        found.extend(numbered_alike(self));
        found.sort_by_key(|found| !found.fault.is_error());
        found
    }
}

/// Stands of a side with the same name: they have different numbers, but an order by name means all of them.
fn called_alike(scenario: &Scenario) -> Vec<Finding> {
    let stands = scenario.armies().flat_map(|(side, army)| army.stands().map(move |stand| (side, stand)));
    let several = called::alike(stands.map(|(side, stand)| (side, stand.short(), &*stand.id)));
    let finding = |ids: Vec<&str>| {
        let fault = Fault::of_file("", called::one_name(&ids), called::HELP).as_warning();
        Finding { subject: Subject::Piece(ids[0].to_owned()), fault: fault.and_of(ids) }
    };
    several.into_iter().map(finding).collect()
}

/// Stands with the same fixed number: the first keeps it.
fn numbered_alike(scenario: &Scenario) -> Vec<Finding> {
    let mut alike: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for stand in scenario.armies().flat_map(|(_, army)| army.stands()) {
        alike.entry(stand.badge.unwrap_or_default()).or_default().push(&stand.id);
    }
    let several = alike.into_iter().filter(|(badge, ids)| *badge > 0 && ids.len() > 1);
    let finding = |(badge, ids): (u16, Vec<&str>)| {
        let named: Vec<String> = ids.iter().map(|id| quoted(id)).collect();
        let message = format!("{} have the number {badge}", named.join(" and "));
        let fault =
            Fault::of_file("", message, "give each another: the first keeps it, the others are counted");
        Finding {
            subject: Subject::Piece(ids[0].to_owned()),
            fault: fault.as_warning().and_of(ids.iter().copied()),
        }
    };
    several.map(finding).collect()
}

/// Does the side lack troops? A battle needs troops on both sides.
fn is_without_troops(scenario: &Scenario, side: Side) -> bool {
    let is_troops = |piece: Piece<'_>| match piece {
        Piece::Stand(stand) => stand.arm.is_troops(),
        Piece::Unit(unit) => unit.figures > 0,
    };
    let mut troops = scenario.pieces().filter(|(of, _, piece)| *of == side && is_troops(*piece));
    !troops.any(|(.., piece)| scenario.starts.contains_key(piece.id()))
}

impl Draft<Scenario> {
    /// An empty table with two empty sides, for the rule set `rules`.
    pub fn empty(id: &str, name: &str, rules: &str, size: Vec2) -> Self {
        let side = |id, name, home| SideInfo::of_one_army(id, name, home, id, Vec::new());
        let sides = vec![side("blue", "Blue", Home::South), side("red", "Red", Home::North)];
        let ground = Ground { name: name.into(), ..Ground::bare(fine(size).x, fine(size).y) };
        let mut draft = Self::of(Scenario::bare(id, name, rules, ground, sides));
        draft.name_files(id);
        draft
    }

    /// The present draft, including stands that take no part.
    pub fn scenario(&self) -> &Scenario {
        self.now()
    }

    /// The battle ready for play: only the stands and units that take part.
    pub fn finished(&self) -> Scenario {
        let mut scenario = self.scenario().clone();
        let all = self.pieces().map(|(.., piece)| piece.id());
        let out: Vec<String> =
            all.filter(|id| !self.scenario().starts.contains_key(*id)).map(str::to_owned).collect();
        drop_left_out(&mut scenario.sides, &out);
        scenario
    }

    /// Does the side lack troops? A battle needs troops on both sides.
    pub fn is_without_troops(&self, side: Side) -> bool {
        is_without_troops(self.scenario(), side)
    }

    /// The stand or the unit with this id.
    pub fn piece(&self, id: &str) -> Option<Piece<'_>> {
        self.scenario().piece(id)
    }

    /// The stand with this id; `None` if it is a unit.
    pub fn stand(&self, id: &str) -> Option<&Stand> {
        match self.piece(id)? {
            Piece::Stand(stand) => Some(stand),
            Piece::Unit(_) => None,
        }
    }

    /// Every stand and unit with its side and army, including those that take no part.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, &Army, Piece<'_>)> {
        self.scenario().pieces()
    }

    /// The place where a stand or a unit is deployed.
    pub fn pose(&self, piece: &str) -> Option<Pose> {
        match self.scenario().starts.get(piece)? {
            Start::Deployed(pose) => Some(*pose),
            Start::Arrives { .. } => None,
        }
    }
}

/// The point rounded to a hundredth of an inch.
pub fn fine(point: Vec2) -> Vec2 {
    // The division, unlike a product with 0.01, gives the same number as reading two decimals.
    (point * 100.0).round() / 100.0
}

pub(super) fn fine_heading(heading: Heading) -> Heading {
    Heading::from_degrees((heading.degrees() * 10.0).round() / 10.0)
}

pub(super) fn fine_pose(pose: Pose) -> Result<Pose, EditFault> {
    let pose = Pose::new(place(pose.at)?, fine_heading(pose.heading));
    if pose.is_finite() { Ok(pose) } else { refuse("this is no place", "give two numbers and a heading") }
}

pub(super) fn place(at: Vec2) -> Result<Vec2, EditFault> {
    if at.is_finite() && at.abs().max_element() < 1000.0 {
        Ok(fine(at))
    } else {
        refuse("this is no place", "a table is less than 1000 inches wide")
    }
}

pub(super) fn places(points: &[Vec2]) -> Result<Vec<Vec2>, EditFault> {
    let mut placed: Vec<Vec2> = Vec::new();
    for point in points {
        let point = place(*point)?;
        // A double click sets the same corner twice.
        if placed.last() != Some(&point) {
            placed.push(point);
        }
    }
    Ok(placed)
}

pub(super) fn item<T>(items: &mut [T], index: usize) -> Result<&mut T, EditFault> {
    match items.get_mut(index) {
        Some(item) => Ok(item),
        None => refuse("there is no such thing any more", "choose another"),
    }
}

pub(super) fn not_there<T>(id: &str) -> Result<T, EditFault> {
    refuse(format!("there is no \"{id}\" in these armies"), "choose another")
}

fn stand_mut<'s>(scenario: &'s mut Scenario, id: &str) -> Result<&'s mut Stand, EditFault> {
    let armies = scenario.sides.iter_mut().flat_map(|side| &mut side.armies);
    let commands = armies.flat_map(|army| &mut army.commands);
    let found = commands.flat_map(|command| &mut command.stands).find(|stand| stand.id == id);
    found.map_or_else(|| not_there(id), Ok)
}

/// Is this a stand or a unit of the battle?
pub(super) fn is_there(scenario: &Scenario, id: &str) -> Result<(), EditFault> {
    if scenario.piece(id).is_some() { Ok(()) } else { not_there(id) }
}

/// Is this a unit that takes part?
pub(super) fn unit_that_begins(scenario: &Scenario, id: &str) -> Result<(), EditFault> {
    match scenario.piece(id) {
        Some(Piece::Unit(_)) if scenario.starts.contains_key(id) => Ok(()),
        Some(Piece::Unit(_)) => refuse(format!("\"{id}\" takes no part"), "place it first, or let it arrive"),
        Some(Piece::Stand(_)) => refuse("a single stand has no formation", "choose a unit"),
        None => not_there(id),
    }
}

/// Changes how a unit begins.
pub(super) fn begin_otherwise(scenario: &mut Scenario, id: &str, change: impl FnOnce(&mut UnitStart)) {
    let mut begins = scenario.unit_starts.remove(id).unwrap_or_default();
    change(&mut begins);
    scenario.unit_starts.extend(begins.said().map(|begins| (id.to_owned(), begins)));
}

pub(super) fn free<'t>(wanted: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let taken: BTreeSet<&str> = taken.collect();
    if !wanted.is_empty() && !taken.contains(wanted) {
        return wanted.to_owned();
    }
    let fresh = (2_u32..).map(|number| format!("{wanted}-{number}"));
    fresh.into_iter().find(|id| !taken.contains(&**id)).unwrap_or_default()
}

/// A new id such as `W3`: a letter for the kind, and the first free number.
pub(super) fn numbered<'t>(letter: &str, taken: impl Iterator<Item = &'t str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let fresh = (1_u32..).map(|number| format!("{letter}{number}"));
    fresh.into_iter().find(|id| !taken.contains(&&**id)).unwrap_or_default()
}

/// Writes one field of the row of a stand or a unit.
pub(super) fn put_cell(
    scenario: &mut Scenario,
    id: &str,
    field: &str,
    value: Option<&str>,
) -> Result<(), EditFault> {
    if field == "id" {
        return refuse("an id stays as it is", "change the name: the id ties it to its place");
    }
    let told = |fault: Box<Fault>| EditFault { message: fault.said(), help: fault.help };
    if let Some(unit) = unit_mut(scenario, id) {
        let rows = |command: Command| command.units;
        *unit = with_cell("units", unit, unit_record, rows, field, value).map_err(told)?;
        return Ok(());
    }
    let stand = stand_mut(scenario, id)?;
    let rows = |command: Command| command.stands;
    let mut changed = with_cell("stands", stand, open_record, rows, field, value).map_err(told)?;
    // A custom label that ends with the strength is changed with the strength.
    let (was, now) = (format!(", {}sp", stand.strength), format!(", {}sp", changed.strength));
    if field != "label"
        && changed.label == stand.label
        && let Some(words) = stand.label.strip_suffix(&was)
    {
        changed.label = format!("{words}{now}");
    }
    *stand = changed;
    Ok(())
}

/// A stand as a line of the file. A point that only stands for an unknown strength, as for men without a quality, is not
/// written as a strength.
fn open_record(stand: &Stand) -> Record {
    let mut record = stand_record(stand);
    if usual_strength(stand).is_none() && stand.strength == 1 {
        record.put("strength", None);
    }
    record
}

fn unit_mut<'s>(scenario: &'s mut Scenario, id: &str) -> Option<&'s mut Unit> {
    let armies = scenario.sides.iter_mut().flat_map(|side| &mut side.armies);
    armies
        .flat_map(|army| &mut army.commands)
        .flat_map(|command| &mut command.units)
        .find(|unit| unit.id == id)
}

/// Removes commands without stands; other commands are no longer under them.
pub(super) fn drop_empty_commands(scenario: &mut Scenario) {
    for side in &mut scenario.sides {
        let mut gone: BTreeMap<String, Option<String>> = BTreeMap::new();
        for army in &mut side.armies {
            army.commands.retain(|command| {
                let is_empty = command.stands.is_empty() && command.units.is_empty();
                if is_empty {
                    gone.insert(command.id.clone(), command.under.clone());
                }
                !is_empty
            });
        }
        for command in side.armies.iter_mut().flat_map(|army| &mut army.commands) {
            while let Some(above) = command.under.as_ref().and_then(|under| gone.get(under)) {
                command.under.clone_from(above);
            }
        }
    }
}

pub(super) fn all_commands(scenario: &Scenario) -> impl Iterator<Item = &Command> {
    scenario.sides.iter().flat_map(|side| &side.armies).flat_map(|army| &army.commands)
}

/// Entries on the east and north edges move with the edges.
fn resize(scenario: &mut Scenario, size: Vec2) -> Result<(), EditFault> {
    if size.min_element() < 6.0 || size.max_element() > 240.0 {
        return refuse(
            format!("a table cannot measure {} by {} inches", size.x, size.y),
            "accepted: 6 to 240 either way",
        );
    }
    let old = scenario.ground.size;
    for entry in &mut scenario.entries {
        let at = &mut entry.pose.at;
        if (at.x - old.x).abs() < 0.1 {
            at.x = size.x;
        }
        if (at.y - old.y).abs() < 0.1 {
            at.y = size.y;
        }
    }
    scenario.ground.size = size;
    Ok(())
}
