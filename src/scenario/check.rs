//! Converts the files of a scenario to a [`Scenario`], or reports all their faults at once.
//!
//! Clauses: `easy:0.7`, `easy:II.A.1`, `easy:II.C`, `easy:IV.B`, `easy:IV.C-terrain`, `easy:VII`.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::battle::Battle as _;
use super::called;
use super::foreign::check_armies;
use super::hex;
use super::known::{KnownRules, OptionFault, Space, body_of_piece, check_rules};
use super::objection::{TableObjection, TableSubject};
use super::open;
use super::raw::{RawArrival, RawEntry, RawObjective, RawPlace, RawScenario};
use super::roster::sheet::MOST_ROWS;
use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::terrain_raw::{self, check_polygon, segments_meet};
use super::{Entry, HexScenario, Objective, Scenario, Side, SideInfo, Start, UnitStart, WeatherPlan};
use crate::army::{self, Army, Piece, Stand, Unit};
use data::{self, Document, Fault, Faults, Source, Spot, check_id, nearest, open_named, path_of, suggest};
use table::Pose;
use table::body::Quad;
use table::ground::Ground;
use table::pair::QuadPair;
use table::tolerance::OVERLAP;

/// Largest spread of an entry, from its middle to one end, in inches.
pub const WIDEST_SPREAD: f32 = 60.0;

/// Reads a scenario with its ground and armies.
///
/// Returns the scenario with its warnings, or every fault of every file it names.
pub fn read(id: &str, source: &dyn Source, known: &dyn KnownRules) -> Result<(Scenario, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let scenario = assemble(id, source, known, &mut faults);
    Faults::settle(scenario, faults)
}

/// Checks a scenario of either kind: returns its warnings, or every fault of every file it names.
pub fn validate(id: &str, source: &dyn Source, known: &dyn KnownRules) -> Result<Vec<Fault>, Faults> {
    let file = source.read(&path_of(SCENARIOS, id));
    let document = file.and_then(|text| Document::open(id, &text, &mut Vec::new()));
    let on_hexes = document.is_some_and(|document| {
        let named = document.text_of("rules");
        let is_of = |space| {
            let ids = known.ids(space).unwrap_or_default();
            named.as_deref().is_some_and(|named| ids.contains(&named))
        };
        // If the rules are unknown, the rest of the file decides the kind.
        is_of(Space::Hexes) || !is_of(Space::Table) && document.has("map")
    });
    match on_hexes {
        true => HexScenario::read(id, source, known).map(|(_, warnings)| warnings),
        false => Scenario::read(id, source, known).map(|(_, warnings)| warnings),
    }
}

/// Reads an army, a ground or a hex map alone, outside any scenario: `folder` is [`ARMIES`] or [`TERRAIN`].
///
/// Returns its warnings, or every fault. Superiors of commands that are not in this army may be in an ally's:
/// only a scenario can check that.
pub fn read_alone(folder: &str, id: &str, source: &dyn Source) -> Result<Vec<Fault>, Faults> {
    let has = |field: &str| {
        let text = source.read(&path_of(folder, id));
        text.and_then(|text| Document::open(id, &text, &mut Vec::new()))
            .is_some_and(|document| document.has(field))
    };
    match folder {
        ARMIES if has("units") => hex::read_army_alone(id, source),
        ARMIES => read_army(id, source).map(|(_, warnings)| warnings),
        _ if has("columns") => hex::read_map(id, source).map(|(_, warnings)| warnings),
        _ => read_ground(id, source).map(|(_, warnings)| warnings),
    }
}

/// An army of the source, or every fault of its file.
pub fn read_army(id: &str, source: &dyn Source) -> Result<(Army, Vec<Fault>), Faults> {
    data::read_alone(ARMIES, id, source, army::read)
}

/// A ground of the source, or every fault of its file.
pub fn read_ground(id: &str, source: &dyn Source) -> Result<(Ground, Vec<Fault>), Faults> {
    data::read_alone(TERRAIN, id, source, terrain_raw::read)
}

fn assemble(
    id: &str,
    source: &dyn Source,
    known: &dyn KnownRules,
    faults: &mut Vec<Fault>,
) -> Option<Scenario> {
    let mut document = open::scenario(id, Space::Table, known, source, faults)?;
    let raw: RawScenario = document.read(faults)?;
    let root = document.root();
    check_id("scenario", &raw.id, id, root, faults);

    let ground = ground_of(&raw.terrain, source, root.field("terrain"), faults);
    let armies = read_armies(&raw, source, root, faults);

    let mut check = Check {
        document: &document,
        raw: &raw,
        known,
        faults,
        armies: armies.read.values().map(|(document, _)| document).collect(),
        whole: armies.whole && raw.sides.len() == 2,
        lost_stands: Vec::new(),
    };
    check.general();
    check.sides();
    let mut sides = check.forces(&armies);
    let entries = check.entries(ground.as_ref().map(|(_, ground)| ground));
    let starts = check.starts(&sides, ground.as_ref());
    let unit_starts = check.unit_starts(&sides, ground.as_ref());
    let objectives = check.objectives(ground.as_ref());
    let begins = check.begins();
    let first = check.first();
    check_hours(&raw.hours, raw.turns, root, check.faults);
    check.variants(&sides, &starts);
    // Stands have numbers too, so they can be told apart.
    let units = Side::BOTH.into_iter().zip(&sides).flat_map(|(side, info)| {
        info.armies.iter().flat_map(Army::units).map(move |unit| (side, unit.short(), &*unit.id))
    });
    for ids in called::alike(units) {
        check.faults.push(called::warning(&ids, armies.row_of(ids[1]).unwrap_or(root)));
    }
    drop_left_out(&mut sides, &raw.left_out);
    let armies_of = sides.iter().flat_map(|side| &side.armies);
    check_count(armies_of.flat_map(Army::pieces).count(), root, faults);

    let (terrain, ground) = ground?;
    let scenario = Scenario {
        id: raw.id.clone(),
        name: raw.name.clone(),
        description: raw.description.clone(),
        rules: raw.rules.clone(),
        ground,
        sides,
        starts,
        unit_starts,
        entries,
        objectives,
        turns: raw.turns,
        begins,
        turn_length: raw.turn_length,
        hours: raw.hours.clone(),
        first,
        weather: raw.weather.clone(),
        weather_variants: raw.weather_variants.clone(),
        variants: raw.variants.clone(),
        options: raw.options.clone(),
        play: None,
    };
    check_armies(known, &scenario.rules, &armies.read, root, faults);
    // Rules judge both sides completely: for a part of them their objections could be wrong.
    let is_whole = raw.sides.len() == 2 && !document.is_torn() && !terrain.is_torn() && armies.are_whole();
    if is_whole {
        for objection in known.table_objections(&scenario) {
            faults.push(objected(&objection, &raw, root, &armies, (&terrain, &scenario.ground)));
        }
    }
    Some(scenario)
}

/// The fault for an objection of a rule set, at the place it is about.
fn objected(
    objection: &TableObjection,
    raw: &RawScenario,
    root: Spot<'_>,
    armies: &Armies,
    (terrain, ground): (&Document, &Ground),
) -> Fault {
    let deployed = |id: &str| {
        raw.deployment
            .iter()
            .position(|place| place.id() == Some(id))
            .map(|at| root.field("deployment").item(at))
    };
    let arrives = |id: &str| {
        let named =
            |arrival: &RawArrival| arrival.listed().iter().any(|(_, _, ids)| ids.iter().any(|one| one == id));
        raw.arrivals.iter().position(named).map(|at| root.field("arrivals").item(at))
    };
    let feature = |id: &str| {
        let area = ground.areas.iter().position(|area| area.id == id).map(|at| ("areas", at));
        let line = || ground.lines.iter().position(|line| line.id == id).map(|at| ("lines", at));
        let crossing =
            || ground.crossings.iter().position(|crossing| crossing.id == id).map(|at| ("crossings", at));
        let found = area.or_else(line).or_else(crossing);
        found.map(|(list, index)| terrain.root().field(list).item(index))
    };
    let at = match &objection.about {
        TableSubject::Piece(id) => armies.row_of(id).unwrap_or(root),
        TableSubject::Cell(id, field) => armies.row_of(id).map_or(root, |row| row.field(field)),
        TableSubject::Start(id) => {
            deployed(id).or_else(|| arrives(id)).or_else(|| armies.row_of(id)).unwrap_or(root)
        }
        TableSubject::Objective(index) => root.field("objectives").item(*index),
        TableSubject::Feature(id) => feature(id).unwrap_or_else(|| root.field("terrain")),
        TableSubject::Clock => root.field("turns"),
        TableSubject::Side(side) => root.field("sides").item(side.index()),
    };
    let (message, help) = (objection.message.as_str(), objection.help.as_str());
    let clause = objection.clause;
    Fault { clause, ..if objection.is_warning { at.warning(message, help) } else { at.fault(message, help) } }
}

fn ground_of(
    id: &str,
    source: &dyn Source,
    named_at: Spot<'_>,
    faults: &mut Vec<Fault>,
) -> Option<(Document, Ground)> {
    let mut document = open::ground(id, Space::Table, source, named_at, faults)?;
    let ground = terrain_raw::read(&mut document, faults)?;
    Some((document, ground))
}

/// The armies of a scenario with their files, in the order of the sides.
struct Armies {
    read: BTreeMap<String, (Document, Army)>,
    /// Could every army that was named be read?
    whole: bool,
}

impl Armies {
    /// Could every army be read completely?
    fn are_whole(&self) -> bool {
        self.whole && self.read.values().all(|(document, _)| !document.is_torn())
    }

    /// The row of the stand or unit with this id.
    fn row_of(&self, id: &str) -> Option<Spot<'_>> {
        self.read.values().find_map(|(document, army)| {
            army.commands.iter().enumerate().find_map(|(index, command)| {
                let at = document.root().field("commands").item(index);
                let stand = command.stands.iter().position(|stand| stand.id == id);
                let unit = command.units.iter().position(|unit| unit.id == id);
                let stand = stand.map(|index| at.field("stands").item(index));
                stand.or_else(|| unit.map(|index| at.field("units").item(index)))
            })
        })
    }
}

fn read_armies(raw: &RawScenario, source: &dyn Source, root: Spot<'_>, faults: &mut Vec<Fault>) -> Armies {
    let mut armies = Armies { read: BTreeMap::new(), whole: true };
    for (index, side) in raw.sides.iter().enumerate() {
        let at = root.field("sides").item(index).field("armies");
        for (index, id) in side.armies.iter().enumerate() {
            if armies.read.contains_key(id) {
                let message = format!("the army \"{id}\" fights twice");
                faults.push(at.item(index).fault(message, "name each army once"));
                continue;
            }
            let document = open_named("army", ARMIES, id, source, at.item(index), faults);
            let army = document.and_then(|mut document| {
                let army = army::read(&mut document, faults)?;
                Some((document, army))
            });
            match army {
                Some(army) => {
                    armies.read.insert(id.clone(), army);
                }
                None => armies.whole = false,
            }
        }
    }
    armies
}

/// Removes stands and units from the battle, and commands that have none left.
pub(super) fn drop_left_out(sides: &mut [SideInfo], left_out: &[String]) {
    for army in sides.iter_mut().flat_map(|side| &mut side.armies) {
        for command in &mut army.commands {
            command.stands.retain(|stand| !left_out.contains(&stand.id));
            command.units.retain(|unit| !left_out.contains(&unit.id));
        }
        army.commands.retain(|command| !command.stands.is_empty() || !command.units.is_empty());
    }
}

/// Checks that there are no more stands and units than a battle may have.
fn check_count(pieces: usize, root: Spot<'_>, faults: &mut Vec<Fault>) {
    if pieces > MOST_ROWS {
        let message = format!("there are {pieces} stands and units");
        faults.push(root.field("sides").fault(message, format!("accepted: {MOST_ROWS} at most")));
    }
}

/// Checks that number and length of the turns are possible.
pub(super) fn check_clock(turns: u8, turn_length: u16, root: Spot<'_>, faults: &mut Vec<Fault>) {
    if !(1..=60).contains(&turns) {
        let message = format!("a battle cannot last {turns} turns");
        faults.push(root.field("turns").fault(message, "accepted: 1 to 60"));
    }
    if !(1..=240).contains(&turn_length) {
        let message = format!("a turn cannot last {turn_length} minutes");
        faults.push(root.field("turn_length").fault(message, "accepted: 1 to 240; usual: 30"));
    }
}

/// Checks that every turn has a name, if any has.
pub(super) fn check_hours(hours: &[String], turns: u8, root: Spot<'_>, faults: &mut Vec<Fault>) {
    let at = root.field("hours");
    if !hours.is_empty() && hours.len() != usize::from(turns) {
        let message = format!("hours names {} of {turns} turns", hours.len());
        faults.push(at.fault(message, "name one a turn, or leave hours out: turns go by the clock then"));
    }
    for (index, _) in hours.iter().enumerate().filter(|(_, hour)| hour.trim().is_empty()) {
        faults.push(at.item(index).fault("an hour has no name", "write what it is called, as \"Dawn\""));
    }
}

/// Checks that the rule set has these options with these values.
pub(super) fn check_options(
    known: &dyn KnownRules,
    rules: &str,
    options: &BTreeMap<String, String>,
    root: Spot<'_>,
    faults: &mut Vec<Fault>,
) {
    for (id, value) in options {
        let at = root.field("options");
        match known.check_option(rules, id, value) {
            Ok(()) => {}
            Err(OptionFault::UnknownId { accepted }) => {
                let help = suggest(id, accepted.iter().map(String::as_str));
                faults.push(at.key(id).fault(format!("there is no option \"{id}\""), help));
            }
            Err(OptionFault::BadValue { accepted }) => {
                let help = suggest(value, accepted.iter().map(String::as_str));
                let message = format!("the option \"{id}\" cannot be \"{value}\"");
                faults.push(at.entry(id).fault(message, help));
            }
        }
    }
}

/// The time of day of the field `begins`, in minutes after midnight.
pub(super) fn time(begins: &str, root: Spot<'_>, faults: &mut Vec<Fault>) -> u16 {
    let clock = begins.split_once(':').and_then(|(hours, minutes)| {
        let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
        (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
    });
    clock.unwrap_or_else(|| {
        let message = format!("\"{begins}\" is not a time of day");
        faults.push(root.field("begins").fault(message, "write hours and minutes, as \"11:30\""));
        0
    })
}

struct Check<'a> {
    document: &'a Document,
    raw: &'a RawScenario,
    known: &'a dyn KnownRules,
    faults: &'a mut Vec<Fault>,
    armies: Vec<&'a Document>,
    /// Are the ids of all sides, commands and stands known? Then a missing one is a fault of its own.
    whole: bool,
    /// Ids in the scenario that are in no army.
    lost_stands: Vec<String>,
}

impl<'a> Check<'a> {
    fn root(&self) -> Spot<'a> {
        self.document.root()
    }

    fn error(&mut self, at: Spot<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(at.fault(message, help));
    }

    /// Reports an id that is empty or taken.
    fn id<'i>(&mut self, taken: &mut Vec<&'i str>, id: &'i str, what: &str, at: Spot<'_>) {
        if id.is_empty() {
            self.error(at, format!("the {what} has an empty id"), "give it a short name");
        } else if taken.contains(&id) {
            self.error(
                at,
                format!("the {what} \"{id}\" is there twice"),
                format!("give each {what} its own id"),
            );
        }
        taken.push(id);
    }

    fn lost_in_armies(&self, id: &str) -> bool {
        self.armies.iter().any(|document| document.lost(id))
    }

    /// Checks rules, clock, weather and options.
    fn general(&mut self) {
        let (raw, root) = (self.raw, self.root());
        check_rules(self.known, &raw.rules, &Space::BOTH, root, self.faults);
        check_clock(raw.turns, raw.turn_length, root, self.faults);
        self.weather(&raw.weather, root.field("weather"));
        for (name, plan) in &raw.weather_variants {
            self.weather(plan, root.field("weather_variants").entry(name));
        }
        check_options(self.known, &raw.rules, &raw.options, root, self.faults);
    }

    /// Checks that a variant leaves every side an army, and names only existing armies and arrivals.
    fn variants(&mut self, sides: &[SideInfo], starts: &BTreeMap<String, Start>) {
        for (id, variant) in &self.raw.variants {
            let at = self.root().field("variants").entry(id);
            if id.trim().is_empty() || variant.name.trim().is_empty() {
                self.error(at, "a variant has no id or no name", "write both, as \"no-prussians\"");
            }
            for (index, army) in variant.without.iter().enumerate() {
                let known = || sides.iter().flat_map(|side| &side.armies).map(|army| army.id.as_str());
                if !known().any(|id| id == army)
                    && !self.raw.sides.iter().any(|side| side.armies.contains(army))
                {
                    let message = format!(
                        "the variant \"{id}\" leaves out \"{army}\", which is no army of this battle"
                    );
                    self.error(at.field("without").item(index), message, suggest(army, known()));
                }
            }
            let alone = self
                .raw
                .sides
                .iter()
                .find(|side| side.armies.iter().all(|army| variant.without.contains(army)));
            if let Some(side) = alone {
                let message = format!("the variant \"{id}\" leaves the side \"{}\" no army", side.id);
                self.error(at.field("without"), message, "leave it one");
            }
            for (stand, turn) in &variant.arrives {
                let at = at.field("arrives").entry(stand);
                match starts.get(stand) {
                    Some(Start::Arrives { .. }) => self.turn(*turn, at),
                    _ if self.lost_in_armies(stand) => {}
                    _ => {
                        let message =
                            format!("the variant \"{id}\" speaks of \"{stand}\", which does not arrive");
                        let arriving =
                            starts.iter().filter(|(_, start)| matches!(start, Start::Arrives { .. }));
                        self.error(at, message, suggest(stand, arriving.map(|(id, _)| id.as_str())));
                    }
                }
            }
        }
    }

    fn weather(&mut self, plan: &WeatherPlan, at: Spot<'_>) {
        let WeatherPlan::Fixed(turns) = plan else { return };
        for turn in turns.keys() {
            self.turn(*turn, at.item(0).key(&turn.to_string()));
        }
    }

    fn turn(&mut self, turn: u8, at: Spot<'_>) {
        if self.raw.turns == 0 {
            return;
        }
        if turn < 1 || turn > self.raw.turns {
            let message = format!("turn {turn} is not a turn of this battle");
            self.error(at, message, format!("accepted: 1 to {}", self.raw.turns));
        }
    }

    fn begins(&mut self) -> u16 {
        time(&self.raw.begins, self.root(), self.faults)
    }

    fn sides(&mut self) {
        let at = self.root().field("sides");
        if self.raw.sides.len() != 2 && !self.document.is_torn() {
            let message = format!("there are {} sides", self.raw.sides.len());
            self.error(at, message, "a battle has two sides; armies on one side pool their points");
        }
        let mut taken = Vec::new();
        for (index, side) in self.raw.sides.iter().enumerate() {
            self.id(&mut taken, &side.id, "side", at.item(index).field("id"));
            if side.armies.is_empty() {
                let message = format!("the side \"{}\" has no army", side.id);
                self.error(at.item(index).field("armies"), message, "name one army or more");
            }
        }
    }

    /// Assigns armies to their sides; ids that are unique in each file may still clash between files.
    fn forces(&mut self, armies: &Armies) -> Vec<SideInfo> {
        let mut sides = Vec::new();
        let mut stands: BTreeMap<&str, &str> = BTreeMap::new();
        let mut commands: BTreeMap<&str, &str> = BTreeMap::new();
        for side in &self.raw.sides {
            let own: Vec<&(Document, Army)> =
                side.armies.iter().filter_map(|id| armies.read.get(id)).collect();
            for (document, army) in &own {
                for (index, command) in army.commands.iter().enumerate() {
                    let at = document.root().field("commands").item(index);
                    let twin = commands.insert(&command.id, &army.id);
                    self.whole &= twin.is_none();
                    if let Some(other) = twin.filter(|other| *other != army.id) {
                        let message = format!("the command \"{}\" is also in \"{other}\"", command.id);
                        self.error(
                            at.field("id"),
                            message,
                            "command ids are unique in a battle, across both sides",
                        );
                    }
                    for (index, stand) in command.stands.iter().enumerate() {
                        let at = at.field("stands").item(index);
                        let twin = stands.insert(&stand.id, &army.id);
                        self.whole &= twin.is_none();
                        if let Some(other) = twin.filter(|other| *other != army.id) {
                            let message = format!("the stand \"{}\" is also in \"{other}\"", stand.id);
                            self.error(
                                at.field("id"),
                                message,
                                "stand ids are unique in a battle, across both sides",
                            );
                        }
                        self.module(stand, at.field("module"));
                    }
                    for (index, unit) in command.units.iter().enumerate() {
                        let at = at.field("units").item(index);
                        let twin = stands.insert(&unit.id, &army.id);
                        self.whole &= twin.is_none();
                        if let Some(other) = twin.filter(|other| *other != army.id) {
                            let message = format!("the unit \"{}\" is also in \"{other}\"", unit.id);
                            let help = "unit ids are unique in a battle, across both sides";
                            self.error(at.field("id"), message, help);
                        }
                    }
                }
            }
            for (document, army) in &own {
                for (index, command) in army.commands.iter().enumerate() {
                    self.superior(&own, command, document.root().field("commands").item(index));
                }
            }
            sides.push(SideInfo {
                id: side.id.clone(),
                name: side.name.clone(),
                home: side.home,
                armies: own.into_iter().map(|(_, army)| army.clone()).collect(),
            });
        }
        sides
    }

    /// Checks that the superior command is on the same side, and that the chain ends.
    fn superior(&mut self, own: &[&(Document, Army)], command: &army::Command, at: Spot<'_>) {
        let of_side = || own.iter().flat_map(|(_, army)| &army.commands);
        let find = |id: &str| of_side().find(|command| command.id == id);
        let Some(under) = &command.under else { return };
        if find(under).is_none() {
            if self.whole && !self.lost_in_armies(under) {
                let names = of_side().map(|other| other.id.as_str()).filter(|id| *id != command.id);
                let message =
                    format!("the command \"{}\" is under \"{under}\", which is not on its side", command.id);
                self.error(at.field("under"), message, suggest(under, names));
            }
            return;
        }
        let mut seen = BTreeSet::from([command.id.as_str()]);
        let mut next = Some(under.as_str());
        while let Some(id) = next {
            if id == command.id {
                let message = format!("the command \"{}\" is under itself", command.id);
                self.error(
                    at.field("under"),
                    message,
                    "follow \"under\" upwards: it must end at an army commander",
                );
                return;
            }
            if !seen.insert(id) {
                return;
            }
            next = find(id).and_then(|command| command.under.as_deref());
        }
    }

    fn module(&mut self, stand: &Stand, at: Spot<'_>) {
        let Some(module) = &stand.module else { return };
        if let Err(OptionFault::UnknownId { accepted }) =
            self.known.check_option(&self.raw.rules, module, "on")
        {
            let help = suggest(module, accepted.iter().map(String::as_str));
            self.error(at, format!("there is no module \"{module}\""), help);
        }
    }

    fn entries(&mut self, ground: Option<&Ground>) -> Vec<Entry> {
        let mut taken = Vec::new();
        let mut entries = Vec::new();
        for (index, raw) in self.raw.entries.iter().enumerate() {
            let at = self.root().field("entries").item(index);
            self.id(&mut taken, &raw.id, "entry", at.field("id"));
            entries.push(self.entry(raw, ground, at));
        }
        entries
    }

    fn entry(&mut self, raw: &RawEntry, ground: Option<&Ground>, at: Spot<'_>) -> Entry {
        let pose = Pose::at(raw.at.0, raw.at.1, raw.facing);
        if let Some(ground) = ground {
            let inside = pose.at.min(ground.size - pose.at).min_element();
            if inside.abs() > 0.1 && !raw.gate {
                let message = format!("the entry \"{}\" is not on the edge of the table", raw.id);
                let size = ground.size;
                self.error(
                    at.field("at"),
                    message,
                    format!(
                        "one of: x 0, x {}, y 0, y {}; or write gate: true for a way in amid the table",
                        size.x, size.y
                    ),
                );
            } else if !on_table(ground.size, pose.at) {
                let message = format!("the entry \"{}\" is off the table", raw.id);
                self.error(at.field("at"), message, accepted_places(ground.size));
            }
        }
        if !(0.0..=WIDEST_SPREAD).contains(&raw.spread) {
            self.error(
                at.field("spread"),
                format!("a spread cannot be {}\"", raw.spread),
                format!("accepted: 0 to {WIDEST_SPREAD}"),
            );
        }
        Entry { id: raw.id.clone(), name: raw.name.clone(), pose, spread: raw.spread, gate: raw.gate }
    }

    /// The side that has the first half of each turn.
    fn first(&mut self) -> Option<Side> {
        let id = self.raw.first.as_ref()?;
        self.side(id, self.root().field("first"))
    }

    /// The side with this id.
    fn side(&mut self, id: &str, at: Spot<'_>) -> Option<Side> {
        let sides = &self.raw.sides;
        let side = sides.iter().position(|side| side.id == id);
        if side.is_none() && sides.len() == 2 && !self.document.lost(id) {
            let help = suggest(id, sides.iter().map(|side| side.id.as_str()));
            self.error(at, format!("there is no side \"{id}\""), help);
        }
        side.and_then(|side| u8::try_from(side).ok()).map(Side)
    }

    /// Reads formations, and which stands of units are in areas of the ground.
    fn unit_starts(
        &mut self,
        sides: &[SideInfo],
        ground: Option<&(Document, Ground)>,
    ) -> BTreeMap<String, UnitStart> {
        let root = self.root();
        let units: BTreeMap<&str, &Unit> = sides
            .iter()
            .flat_map(|side| &side.armies)
            .flat_map(Army::units)
            .map(|unit| (&*unit.id, unit))
            .collect();
        let mut found = BTreeMap::new();
        for (index, raw) in self.raw.deployment.iter().enumerate() {
            let at = root.field("deployment").item(index);
            let Some(unit) = raw.unit.as_deref().and_then(|id| units.get(id)) else {
                for (field, said) in
                    [("formation", raw.formation.is_some()), ("inside", !raw.inside.is_empty())]
                {
                    if said && raw.unit.is_none() {
                        let message = format!("a single stand has no {field}");
                        self.error(at.field(field), message, format!("leave {field} out, or name a unit"));
                    }
                }
                continue;
            };
            let mut inside = 0_u32;
            for (area, stands) in &raw.inside {
                let at = at.field("inside").entry(area);
                inside += u32::from(*stands);
                if *stands == 0 {
                    self.error(at, format!("no stand of \"{}\" is in \"{area}\"", unit.id), "leave it out");
                }
                let Some((document, ground)) = ground else { continue };
                if !ground.areas.iter().any(|one| one.id == *area) && !document.lost(area) {
                    let help = suggest(area, ground.areas.iter().map(|one| one.id.as_str()));
                    self.error(at, format!("there is no area \"{area}\" on \"{}\"", ground.id), help);
                }
            }
            if inside > u32::from(unit.stands) {
                let message =
                    format!("{inside} stands of \"{}\" are inside, and it has {}", unit.id, unit.stands);
                self.error(at.field("inside"), message, format!("accepted: 1 to {} in all", unit.stands));
            }
            if raw.formation.is_some() || !raw.inside.is_empty() {
                let start = UnitStart { formation: raw.formation.clone(), inside: raw.inside.clone() };
                found.insert(unit.id.clone(), start);
            }
        }
        for (index, raw) in self.raw.arrivals.iter().enumerate() {
            let Some(formation) = &raw.formation else { continue };
            let [_, (.., units_here)] = raw.listed();
            if units_here.is_empty() {
                let at = root.field("arrivals").item(index).field("formation");
                self.error(at, "a single stand has no formation", "leave formation out, or name units");
            }
            for id in units_here.iter().filter(|id| units.contains_key(id.as_str())) {
                let start = UnitStart { formation: Some(formation.clone()), inside: BTreeMap::new() };
                found.insert(id.clone(), start);
            }
        }
        found
    }

    /// Reads where every stand begins.
    fn starts(&mut self, sides: &[SideInfo], ground: Option<&(Document, Ground)>) -> BTreeMap<String, Start> {
        let root = self.root();
        let armies = sides.iter().flat_map(|side| &side.armies);
        let stands: BTreeMap<&str, Piece<'_>> =
            armies.flat_map(Army::pieces).map(|piece| (piece.id(), piece)).collect();
        let mut starts: BTreeMap<String, Start> = BTreeMap::new();
        let mut placed: Vec<(Piece<'_>, Pose, &RawPlace, Spot<'_>)> = Vec::new();

        for (index, raw) in self.raw.deployment.iter().enumerate() {
            let at = root.field("deployment").item(index);
            let (id, what) = match (&raw.stand, &raw.unit) {
                (Some(id), None) => (id, "stand"),
                (None, Some(id)) => (id, "unit"),
                (Some(_), Some(_)) => {
                    self.error(
                        at.field("unit"),
                        "a stand and a unit are placed at once",
                        "keep one of the two",
                    );
                    continue;
                }
                (None, None) => {
                    if !at.spoilt("stand") && !at.spoilt("unit") {
                        self.error(at, "nobody is placed here", "add stand: or unit: with an id of its army");
                    }
                    continue;
                }
            };
            if !self.known(what, id, &stands, at.field(what)) {
                continue;
            }
            let pose = Pose::at(raw.at.0, raw.at.1, raw.facing);
            self.start(what, &mut starts, id, Start::Deployed(pose), at.field(what));
            if let Some(listed) = stands.get(id.as_str()) {
                placed.push((*listed, pose, raw, at));
            }
        }
        let entry_ids: Vec<&str> = self.raw.entries.iter().map(|entry| entry.id.as_str()).collect();
        for (index, raw) in self.raw.arrivals.iter().enumerate() {
            let at = root.field("arrivals").item(index);
            self.turn(raw.turn, at.field("turn"));
            if !entry_ids.contains(&raw.entry.as_str()) && !self.document.lost(&raw.entry) {
                let help = suggest(&raw.entry, entry_ids.iter().copied());
                self.error(at.field("entry"), format!("there is no entry \"{}\"", raw.entry), help);
            }
            if raw.stands.is_none() && raw.units.is_none() && !at.spoilt("stands") && !at.spoilt("units") {
                self.error(
                    at,
                    "nobody arrives",
                    "add stands: or units: with ids of their army, or leave it out",
                );
            }
            for (field, what, ids) in raw.listed() {
                for (index, id) in ids.iter().enumerate() {
                    let at = at.field(field).item(index);
                    if self.known(what, id, &stands, at) {
                        let start = Start::Arrives { turn: raw.turn, entry: raw.entry.clone() };
                        self.start(what, &mut starts, id, start, at);
                    }
                }
            }
        }
        for (index, id) in self.raw.left_out.iter().enumerate() {
            let at = root.field("left_out").item(index);
            let what = stands.get(id.as_str()).map_or("stand", |piece| piece.word());
            if self.known(what, id, &stands, at) && starts.contains_key(id) {
                let message = format!("the {what} \"{id}\" is left out and yet begins on the table");
                self.error(at, message, "keep one of the two");
            }
        }
        for (id, stand) in &stands {
            let left_out = self.raw.left_out.iter().any(|other| other == id);
            // A misspelt id has been reported already.
            let slipped =
                self.lost_stands.iter().any(|lost| nearest(lost, stands.keys().copied()) == Some(*id));
            if !starts.contains_key(*id) && !left_out && !slipped && !self.document.lost(id) {
                let message = format!("the {} \"{id}\" ({}) begins nowhere", stand.word(), stand.name());
                self.error(root.field("deployment"), message, "add it to deployment, arrivals or left_out");
            }
        }
        if let Some((_, ground)) = ground {
            self.places(&placed, ground);
        }
        starts
    }

    /// Is there such a stand or unit? `what` names the kind that is expected.
    fn known(&mut self, what: &str, id: &str, stands: &BTreeMap<&str, Piece<'_>>, at: Spot<'_>) -> bool {
        match stands.get(id).map(|piece| piece.word()) {
            Some(is) if is == what => return true,
            Some(is) => {
                self.error(at, format!("\"{id}\" is no {what}"), format!("name it as a {is}"));
                return true;
            }
            None => {}
        }
        // A stand that could not be read has had its fault reported already.
        if self.whole && !self.lost_in_armies(id) {
            self.lost_stands.push(id.into());
            let help = suggest(id, stands.iter().filter(|(_, one)| one.word() == what).map(|(id, _)| *id));
            self.error(at, format!("there is no {what} \"{id}\" in these armies"), help);
        }
        false
    }

    fn start(
        &mut self,
        what: &str,
        starts: &mut BTreeMap<String, Start>,
        id: &str,
        start: Start,
        at: Spot<'_>,
    ) {
        if starts.insert(id.into(), start).is_some() {
            self.error(at, format!("the {what} \"{id}\" begins twice"), "keep one of its places");
        }
    }

    /// Checks that stands are on the table, clear of impassable ground and of each other.
    fn places(&mut self, placed: &[(Piece<'_>, Pose, &RawPlace, Spot<'_>)], ground: &Ground) {
        let scale = super::scale_of(&self.raw.options);
        let mut quads: Vec<(Piece<'_>, Quad, Spot<'_>)> = Vec::new();
        for (piece, pose, raw, at) in placed {
            // A stand in a building needs no room outside it.
            let begins = UnitStart { formation: raw.formation.clone(), inside: raw.inside.clone() };
            let body = body_of_piece(self.known, (&self.raw.rules, scale), *piece, Some(&begins));
            let placed = body.as_ref().map(|body| body.placed(*pose));
            quads.extend(placed.into_iter().flat_map(|body| body.quads()).map(|quad| (*piece, quad, *at)));
        }
        // Reported once for a unit, for however many of its stands.
        let (mut off, mut barred) = (BTreeSet::new(), BTreeSet::new());
        for (stand, quad, at) in &quads {
            let is_on = quad.corners().iter().all(|corner| on_table(ground.size, *corner));
            if !is_on && off.insert(stand.id()) {
                let message = format!("the {} \"{}\" reaches off the table", stand.word(), stand.id());
                self.error(at.field("at"), message, accepted_places(ground.size));
            }
            let closed =
                ground.areas.iter().find(|area| area.impassable && reaches_into(quad, &area.polygon));
            if let Some(area) = closed.filter(|_| barred.insert(stand.id())) {
                let message = format!(
                    "the {} \"{}\" stands on impassable ground: \"{}\"",
                    stand.word(),
                    stand.id(),
                    area.id
                );
                self.error(at.field("at"), message, "move it clear of that area");
            }
        }
        for (stand, other, depth, at) in overlaps(quads) {
            let both =
                if stand.word() == other.word() { format!("{}s", stand.word()) } else { "pieces".into() };
            let message =
                format!("the {both} \"{}\" and \"{}\" overlap by {depth:.2}\"", stand.id(), other.id());
            let help = format!("move one of them {depth:.2}\" or more");
            self.faults.push(at.field("at").fault(message, help).and_of([stand.id(), other.id()]));
        }
    }

    fn objectives(&mut self, ground: Option<&(Document, Ground)>) -> Vec<Objective> {
        let mut taken = Vec::new();
        let mut objectives = Vec::new();
        for (index, raw) in self.raw.objectives.iter().enumerate() {
            let at = self.root().field("objectives").item(index);
            self.id(&mut taken, &raw.id, "objective", at.field("id"));
            let held_by = raw.held_by.as_ref().and_then(|id| self.side(id, at.field("held_by")));
            check_kind(raw.kind.as_deref(), &raw.terms, &raw.id, at, self.faults);
            objectives.push(Objective {
                id: raw.id.clone(),
                name: raw.name.clone(),
                kind: raw.kind.clone(),
                place: self.objective_place(raw, ground, at),
                points: raw.points,
                held_by,
                terms: raw.terms.clone(),
            });
        }
        objectives
    }

    fn objective_place(
        &mut self,
        raw: &RawObjective,
        ground: Option<&(Document, Ground)>,
        at: Spot<'_>,
    ) -> Vec<Vec2> {
        match (&raw.place, &raw.feature) {
            (Some(points), None) => {
                let place: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
                if place.is_empty() {
                    let message = format!("the place of \"{}\" has no points", raw.id);
                    self.error(at.field("place"), message, "give a point, or a polygon");
                }
                if place.len() >= 3
                    && let Err((message, help)) = check_polygon(&place)
                {
                    self.error(at.field("place"), format!("the place of \"{}\" {message}", raw.id), help);
                }
                if let Some((_, ground)) = ground {
                    for (index, point) in place.iter().enumerate() {
                        if !on_table(ground.size, *point) {
                            let message = format!("({}, {}) is off the table", point.x, point.y);
                            self.error(at.field("place").item(index), message, accepted_places(ground.size));
                        }
                    }
                }
                place
            }
            (None, Some(feature)) => {
                let Some((document, ground)) = ground else { return Vec::new() };
                let area = ground.areas.iter().find(|area| area.id == *feature);
                if area.is_none() && !document.lost(feature) {
                    let help = suggest(feature, ground.areas.iter().map(|area| area.id.as_str()));
                    let message = format!("there is no area \"{feature}\" on \"{}\"", ground.id);
                    self.error(at.field("feature"), message, help);
                }
                area.map(|area| area.polygon.clone()).unwrap_or_default()
            }
            (Some(_), Some(_)) => {
                let message = format!("the objective \"{}\" has a place and a feature", raw.id);
                self.error(at.field("feature"), message, "keep one of the two");
                Vec::new()
            }
            // For objectives other than places, the rules decide whether there is a place.
            (None, None) if raw.kind.is_some() => Vec::new(),
            (None, None) => {
                let message = format!("the objective \"{}\" is nowhere", raw.id);
                self.error(at.field("id"), message, "add place: [(x, y), ...] or feature: \"an area's id\"");
                Vec::new()
            }
        }
    }
}

/// The overlapping pieces and their depths, from west to east; a pair of units once, with the largest depth.
fn overlaps<'a>(mut quads: Vec<(Piece<'a>, Quad, Spot<'a>)>) -> Vec<(Piece<'a>, Piece<'a>, f32, Spot<'a>)> {
    // A sweep: only stands whose extents meet are measured.
    let extent = |quad: &Quad| {
        let xs = quad.corners().map(|corner| corner.x);
        (xs.into_iter().fold(f32::INFINITY, f32::min), xs.into_iter().fold(f32::NEG_INFINITY, f32::max))
    };
    quads.sort_by(|a, b| extent(&a.1).0.total_cmp(&extent(&b.1).0).then_with(|| a.0.id().cmp(b.0.id())));
    let mut found: Vec<(Piece<'a>, Piece<'a>, f32, Spot<'a>)> = Vec::new();
    for (index, (stand, quad, at)) in quads.iter().enumerate() {
        let east = extent(quad).1;
        let near = quads[index + 1..].iter().take_while(|(_, other, _)| extent(other).0 < east);
        for (other, other_quad, _) in near.filter(|(other, ..)| other.id() != stand.id()) {
            let depth = QuadPair::of(quad, other_quad).depth();
            if depth <= OVERLAP {
                continue;
            }
            let ids = [stand.id(), other.id()];
            let told = found.iter_mut().find(|(a, b, ..)| ids.contains(&a.id()) && ids.contains(&b.id()));
            match told {
                Some((_, _, deepest, _)) => *deepest = deepest.max(depth),
                None => found.push((*stand, *other, depth, *at)),
            }
        }
    }
    found
}

/// Checks that an objective with a kind has a valid name for it, and that only such an objective has terms.
pub(super) fn check_kind(
    kind: Option<&str>,
    terms: &BTreeMap<String, String>,
    id: &str,
    at: Spot<'_>,
    faults: &mut Vec<Fault>,
) {
    if kind.is_some_and(|kind| kind.trim().is_empty()) {
        let message = format!("the objective \"{id}\" has an empty kind");
        faults.push(at.field("kind").fault(message, "leave it out for a place that is held"));
    }
    if kind.is_none() && !terms.is_empty() {
        let message = format!("the objective \"{id}\" has terms, and is a place that is held");
        faults.push(at.field("terms").fault(message, "add the kind they belong to, or leave them out"));
    }
}

fn on_table(size: Vec2, point: Vec2) -> bool {
    point.cmpge(Vec2::splat(-OVERLAP)).all() && point.cmple(size + OVERLAP).all()
}

fn accepted_places(size: Vec2) -> String {
    format!("accepted: 0 to {} east, 0 to {} north, with the whole stand", size.x, size.y)
}

/// Does the stand reach into the polygon by more than the accepted depth?
fn reaches_into(quad: &Quad, polygon: &[Vec2]) -> bool {
    if polygon.len() < 3 {
        return false;
    }
    let shrunk = Quad { pose: quad.pose, half: quad.half - OVERLAP };
    let corners = shrunk.corners();
    let crosses = (0..4).any(|side| {
        let (a, b) = (corners[side], corners[(side + 1) % 4]);
        polygon.iter().zip(polygon.iter().cycle().skip(1)).any(|(c, d)| segments_meet(a, b, *c, *d))
    });
    let holds = polygon.iter().any(|point| {
        let local = shrunk.pose.to_local(*point);
        local.abs().cmple(shrunk.half).all()
    });
    crosses || holds || is_inside(corners[0], polygon)
}

/// Even-odd rule.
fn is_inside(point: Vec2, polygon: &[Vec2]) -> bool {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).fold(false, |inside, (a, b)| {
        let spans = (a.y > point.y) != (b.y > point.y);
        let west = spans && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
        inside != west
    })
}
