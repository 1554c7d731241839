//! Converts the files of a battle on hexes to a [`HexScenario`], or reports all their faults at once.
//!
//! ```ron
//! (
//!     id: "my-battle", name: "The ford at Lesnes", rules: "naw", map: "my-map",
//!     turns: 10, begins: "8:00", turn_length: 60, nights: [9, 10],
//!     sides: [
//!         (id: "blue", name: "Blue", nation: "french", armies: ["my-army"]),
//!         (id: "red", name: "Red", nation: "austrian", colour: "green", armies: ["their-army"]),
//!     ],
//!     first: "red",
//!     places: {"marengo": 1412},
//!     options: {"declaration": "up-front"},
//! )
//! ```
//!
//! Units: hexes by number; minutes.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::super::Side;
use super::super::called;
use super::super::check::{check_clock, check_hours, check_kind, check_options, time};
use super::super::known::{KnownRules, OptionFault, Space, check_rules};
use super::super::open;
use super::super::shipped::{ARMIES, TERRAIN};
use super::army_file::{self, HexArmy, Listed};
use super::layout::{HexLayout, HexObjection, HexSubject};
use super::{HexCorps, HexLeader, HexObjective, HexScenario, HexSide, HexStart, HexUnit, map_file};
use data::{self, Document, Fault, Faults, Source, Spot, check_id, open_named, suggest};
use drawing::ArmyColour;
use hexes::{Hex, HexMap};

/// Maximum number of units: their numbers in a game are one byte.
const MOST_UNITS: usize = 250;

/// A battle on hexes as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawHexScenario {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) description: String,
    pub(super) rules: String,
    pub(super) map: String,
    pub(super) turns: u8,
    pub(super) begins: String,
    #[serde(default = "an_hour")]
    pub(super) turn_length: u16,
    #[serde(default)]
    pub(super) nights: Vec<u8>,
    /// The names of the turns.
    #[serde(default)]
    pub(super) hours: Vec<String>,
    #[serde(default)]
    pub(super) objectives: Vec<RawHexObjective>,
    pub(super) sides: Vec<RawHexSide>,
    pub(super) first: String,
    #[serde(default)]
    pub(super) places: BTreeMap<String, Hex>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHexSide {
    pub id: String,
    pub name: String,
    pub nation: String,
    /// A colour other than that of the nation: `green`.
    #[serde(default)]
    pub colour: Option<String>,
    pub armies: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHexObjective {
    pub id: String,
    pub name: String,
    /// The word of its rules; by default, hexes to hold.
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub hexes: Vec<Hex>,
    /// By side.
    pub points: BTreeMap<String, u8>,
    #[serde(default)]
    pub terms: BTreeMap<String, String>,
}

impl RawHexObjective {
    /// The objective with its points by side.
    fn read(&self, sides: &[RawHexSide]) -> HexObjective {
        let worth = |side: &RawHexSide| self.points.get(&side.id).copied().unwrap_or_default();
        HexObjective {
            id: self.id.clone(),
            name: self.name.clone(),
            kind: self.kind.clone(),
            hexes: self.hexes.clone(),
            points: [0, 1].map(|side| sides.get(side).map_or(0, worth)),
            terms: self.terms.clone(),
        }
    }
}

const fn an_hour() -> u16 {
    60
}

/// Reads a battle on hexes with its map and armies.
///
/// Returns the battle with its warnings, or every fault of every file it names.
pub fn read(
    id: &str,
    source: &dyn Source,
    known: &dyn KnownRules,
) -> Result<(HexScenario, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let scenario = assemble(id, source, known, &mut faults);
    Faults::settle(scenario, faults)
}

/// A map of the source, or every fault of its file.
pub fn read_map(id: &str, source: &dyn Source) -> Result<(HexMap, Vec<Fault>), Faults> {
    data::read_alone(TERRAIN, id, source, map_file::read)
}

/// Checks an army alone: returns its warnings, or every fault of its file.
pub fn read_army_alone(id: &str, source: &dyn Source) -> Result<Vec<Fault>, Faults> {
    let army =
        data::read_alone(ARMIES, id, source, |document, faults| army_file::read(document, Side(0), faults));
    army.map(|(_, warnings)| warnings)
}

fn assemble(
    id: &str,
    source: &dyn Source,
    known: &dyn KnownRules,
    faults: &mut Vec<Fault>,
) -> Option<HexScenario> {
    let mut document = open::scenario(id, Space::Hexes, known, source, faults)?;
    let raw: RawHexScenario = document.read(faults)?;
    let root = document.root();
    check_id("scenario", &raw.id, id, root, faults);
    check_rules(known, &raw.rules, &[Space::Hexes], root, faults);
    check_clock(raw.turns, raw.turn_length, root, faults);
    check_options(known, &raw.rules, &raw.options, root, faults);
    let begins = time(&raw.begins, root, faults);
    let read_map = open::ground(&raw.map, Space::Hexes, source, root.field("map"), faults)
        .and_then(|mut document| Some((map_file::read(&mut document, faults)?, document.is_torn())));

    let sides: Vec<HexSide> = raw
        .sides
        .iter()
        .map(|side| HexSide {
            id: side.id.clone(),
            name: side.name.clone(),
            nation: side.nation.clone(),
            colour: side.colour.as_deref().map(ArmyColour::named),
        })
        .collect();
    let objectives: Vec<HexObjective> = raw.objectives.iter().map(|one| one.read(&raw.sides)).collect();
    let mustered = muster(&document, &raw, source);
    let armies = || mustered.iter().map(|mustered| &mustered.army);
    // Rules judge both sides completely: for a part of them their objections could be wrong.
    let is_whole = sides.len() == 2 && !document.is_torn() && mustered.iter().all(Mustered::is_whole);
    let objections = match is_whole {
        true => known.objections(
            &raw.rules,
            &HexLayout {
                map: read_map.as_ref().filter(|(_, is_torn)| !is_torn).map(|(map, _)| map),
                sides: &sides,
                places: &raw.places,
                units: armies().flat_map(|army| &army.units).map(|listed| &listed.unit).collect(),
                leaders: armies().flat_map(|army| &army.leaders).map(|(leader, _)| leader).collect(),
                corps: armies().flat_map(|army| &army.corps).collect(),
                objectives: &objectives,
                options: &raw.options,
            },
        ),
        false => Vec::new(),
    };
    let map = read_map.map(|(map, _)| map);

    let mut check = HexCheck {
        document: &document,
        raw: &raw,
        known,
        objections: &objections,
        faults,
        map: map.as_ref(),
    };
    check.sides();
    let first = check.first();
    check.nights();
    check_hours(&raw.hours, raw.turns, root, check.faults);
    check.objectives();
    check.places();
    let Forces { units, leaders, corps } = check.forces(&mustered);

    Some(HexScenario {
        id: raw.id,
        name: raw.name,
        description: raw.description,
        rules: raw.rules,
        map: map?,
        sides,
        first: first?,
        units,
        leaders,
        corps,
        places: raw.places,
        turns: raw.turns,
        nights: raw.nights.into_iter().collect(),
        begins,
        turn_length: raw.turn_length,
        hours: raw.hours,
        objectives,
        options: raw.options,
        play: None,
    })
}

/// An army that the scenario names.
struct Mustered {
    side: Side,
    /// `None` if there is none, or if it is named already.
    document: Option<Document>,
    /// The part of it that can be read.
    army: HexArmy,
    /// Its own faults.
    faults: Vec<Fault>,
}

impl Mustered {
    /// Could all of it be read?
    fn is_whole(&self) -> bool {
        self.document.as_ref().is_some_and(|document| !document.is_torn()) && self.army.is_complete()
    }
}

/// The armies of both sides, in the order in which they are named.
fn muster(document: &Document, raw: &RawHexScenario, source: &dyn Source) -> Vec<Mustered> {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    let mut mustered = Vec::new();
    for ((index, side), number) in raw.sides.iter().enumerate().zip(Side::BOTH) {
        let at = document.root().field("sides").item(index).field("armies");
        for (index, id) in side.armies.iter().enumerate() {
            let at = at.item(index);
            let mut army =
                Mustered { side: number, document: None, army: HexArmy::default(), faults: Vec::new() };
            if named.insert(id) {
                army.document = open_named("army", ARMIES, id, source, at, &mut army.faults);
            } else {
                let message = format!("the army \"{id}\" fights twice");
                army.faults.push(at.fault(message, "name each army once"));
            }
            if let Some(document) = &mut army.document {
                army.army = army_file::read(document, number, &mut army.faults).unwrap_or_default();
            }
            mustered.push(army);
        }
    }
    mustered
}

/// The counters and corps of a battle's armies.
struct Forces {
    units: Vec<HexUnit>,
    leaders: Vec<HexLeader>,
    corps: Vec<HexCorps>,
}

/// Ids, each with its side and the number of the army that lists it. Duplicates within one file are reported by the army.
#[derive(Default)]
struct Ids(BTreeMap<String, (Side, usize)>);

impl Ids {
    /// The fault of this id if another army has it; the id is taken from now on.
    fn taken(&mut self, id: &str, side: Side, listed_in: usize) -> Option<&'static str> {
        let (other, army) = *self.0.entry(id.to_owned()).or_insert((side, listed_in));
        match other == side {
            false => Some("is of both sides"),
            true => (army != listed_in).then_some("is in two armies"),
        }
    }
}

struct HexCheck<'a> {
    document: &'a Document,
    raw: &'a RawHexScenario,
    known: &'a dyn KnownRules,
    /// The objections of the rule set.
    objections: &'a [HexObjection],
    faults: &'a mut Vec<Fault>,
    /// `None` if it could not be read: then hexes are not checked.
    map: Option<&'a HexMap>,
}

impl HexCheck<'_> {
    fn error(&mut self, at: Spot<'_>, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(at.fault(message, help));
    }

    fn sides(&mut self) {
        let at = self.document.root().field("sides");
        if self.raw.sides.len() != 2 && !self.document.is_torn() {
            let message = format!("there are {} sides", self.raw.sides.len());
            self.error(at, message, "a battle has two sides");
        }
        let mut taken: Vec<&str> = Vec::new();
        for (index, side) in self.raw.sides.iter().enumerate() {
            let at = at.item(index);
            for (field, value) in [("id", &side.id), ("name", &side.name), ("nation", &side.nation)] {
                if value.trim().is_empty() {
                    self.error(at.field(field), format!("a side has an empty {field}"), "write it");
                }
            }
            if let Some(colour) = &side.colour
                && !ArmyColour::ALL.iter().any(|known| known.word() == colour)
            {
                let message = format!("there is no colour \"{colour}\"");
                let help = suggest(colour, ArmyColour::ALL.map(ArmyColour::word));
                self.error(at.field("colour"), message, help);
            }
            if taken.contains(&side.id.as_str()) {
                let message = format!("the side \"{}\" is there twice", side.id);
                self.error(at.field("id"), message, "give each side its own id");
            }
            taken.push(&side.id);
            self.object(|about| *about == HexSubject::Side(index), at);
            if side.armies.is_empty() {
                let message = format!("the side \"{}\" has no army", side.id);
                self.error(at.field("armies"), message, "name one army or more");
            }
        }
    }

    /// The side with the first half of each turn.
    fn first(&mut self) -> Option<Side> {
        let found = self.raw.sides.iter().position(|side| side.id == self.raw.first);
        let side = found.and_then(|index| u8::try_from(index).ok()).map(Side);
        if side.is_none() && !self.document.lost(&self.raw.first) {
            let help = suggest(&self.raw.first, self.raw.sides.iter().map(|side| side.id.as_str()));
            let at = self.document.root().field("first");
            self.error(at, format!("there is no side \"{}\"", self.raw.first), help);
        }
        side
    }

    fn nights(&mut self) {
        let at = self.document.root().field("nights");
        let mut taken = BTreeSet::new();
        for (index, night) in self.raw.nights.iter().enumerate() {
            if !(1..=self.raw.turns).contains(night) {
                let help = format!("accepted: 1 to {}", self.raw.turns);
                self.error(at.item(index), format!("there is no turn {night} to be night"), help);
            } else if !taken.insert(night) {
                self.error(at.item(index), format!("the night {night} is there twice"), "list each once");
            }
        }
    }

    fn places(&mut self) {
        let at = self.document.root().field("places");
        for (name, hex) in &self.raw.places {
            if name.trim().is_empty() {
                self.error(at.key(name), "a place has no name", "write the name that the rules use");
            }
            self.on_map(&format!("\"{name}\" is to be"), *hex, at.entry(name));
            self.object(|about| matches!(about, HexSubject::Place(place) if place == name), at.entry(name));
        }
    }

    fn objectives(&mut self) {
        let mut ids: BTreeSet<&str> = BTreeSet::new();
        for (index, raw) in self.raw.objectives.iter().enumerate() {
            let at = self.document.root().field("objectives").item(index);
            if raw.id.is_empty() {
                self.error(at.field("id"), "an objective has an empty id", "give it a short name");
            } else if !ids.insert(&raw.id) {
                let message = format!("the objective \"{}\" is there twice", raw.id);
                self.error(at.field("id"), message, "give each objective its own id");
            }
            check_kind(raw.kind.as_deref(), &raw.terms, &raw.id, at, self.faults);
            if raw.kind.is_none() && raw.hexes.is_empty() {
                let message = format!("the objective \"{}\" is nowhere", raw.id);
                self.error(at.field("id"), message, "add hexes: [...], or the kind that its rules know");
            }
            for (number, hex) in raw.hexes.iter().enumerate() {
                let at = at.field("hexes").item(number);
                self.on_map(&format!("\"{}\" is to be", raw.id), *hex, at);
                if raw.hexes[..number].contains(hex) {
                    self.error(at, format!("the hex {hex} is there twice"), "keep one of the two");
                }
            }
            let sides = &self.raw.sides;
            let document = self.document;
            let is_known = |id: &str| sides.iter().any(|side| side.id == id) || document.lost(id);
            for id in raw.points.keys().filter(|id| !is_known(id)) {
                let help = suggest(id, sides.iter().map(|side| side.id.as_str()));
                self.error(at.field("points").key(id), format!("there is no side \"{id}\""), help);
            }
            self.object(|about| *about == HexSubject::Objective(index), at);
        }
    }

    fn on_map(&mut self, what: &str, hex: Hex, at: Spot<'_>) -> bool {
        let Some(map) = self.map else { return false };
        let on = map.contains(hex);
        if !on {
            let last = Hex::new(map.grid.columns, map.grid.rows);
            let help = format!("accepted: {} to {last}, column then row", Hex::new(1, 1));
            let message = format!("there is no hex {hex} on the map \"{}\", where {what}", map.id);
            self.error(at, message, help);
        }
        on
    }

    /// Reports the objections of the rule set to this subject.
    fn object(&mut self, is_it: impl Fn(&HexSubject) -> bool, at: Spot<'_>) {
        let about_it = self.objections.iter().filter(|objection| is_it(&objection.about));
        self.faults.extend(about_it.map(|objection| objection.at(at)));
    }

    /// The counters and corps of all armies: units and leaders sorted by id, corps in file order.
    fn forces(&mut self, mustered: &[Mustered]) -> Forces {
        let mut units: BTreeMap<String, HexUnit> = BTreeMap::new();
        let mut set_up: BTreeMap<Hex, (String, Side)> = BTreeMap::new();
        let mut numbers = 0..;
        let mut ids = Ids::default();
        for (listed_in, Mustered { side, document, army, faults }) in mustered.iter().enumerate() {
            self.faults.extend(faults.iter().cloned());
            let Some(document) = document else { continue };
            let list = document.root().field("units");
            for (Listed { unit, index }, number) in army.units.iter().zip(&mut numbers) {
                let at = list.item(*index);
                let told = self.faults.len();
                self.start(unit, at, &mut set_up);
                self.only_with(&unit.id, unit.only_with.as_deref(), at);
                self.facing(unit, at.field("faces"));
                self.object(|about| *about == HexSubject::Facing(number), at.field("faces"));
                self.object(|about| *about == HexSubject::Reading(number), at.field("strength"));
                let begins = match unit.start {
                    HexStart::Deployed(_) => at.field("at"),
                    HexStart::Arrives { .. } => at.field("arrives"),
                };
                self.object(|about| *about == HexSubject::Start(number), begins);
                if let Some(wrong) = ids.taken(&unit.id, *side, listed_in) {
                    let other = units.get(&unit.id).map_or("another", |other| &other.name);
                    let help = format!("\"{other}\" has this id already: give each unit its own");
                    self.error(at.field("id"), format!("the unit \"{}\" {wrong}", unit.id), help);
                }
                self.concern(told, &unit.id);
                units.insert(unit.id.clone(), unit.clone());
            }
        }
        if units.len() > MOST_UNITS {
            let message = format!("there are {} units", units.len());
            let at = self.document.root().field("sides");
            self.error(at, message, format!("accepted: {MOST_UNITS} at most"));
        }
        let leaders = self.leaders(mustered, ids, &set_up);
        self.called_alike(mustered);
        Forces { leaders, corps: self.corps(mustered), units: units.into_values().collect() }
    }

    /// Reports units of a side with the same name, and leaders.
    fn called_alike(&mut self, mustered: &[Mustered]) {
        let mut rows: BTreeMap<&str, Spot<'_>> = BTreeMap::new();
        let (mut units, mut leaders) = (Vec::new(), Vec::new());
        for Mustered { side, document, army, .. } in mustered {
            let Some(root) = document.as_ref().map(Document::root) else { continue };
            for Listed { unit, index } in &army.units {
                rows.insert(&unit.id, root.field("units").item(*index));
                units.push((*side, &*unit.name, &*unit.id));
            }
            for (leader, index) in &army.leaders {
                rows.insert(&leader.id, root.field("leaders").item(*index));
                leaders.push((*side, &*leader.name, &*leader.id));
            }
        }
        for ids in [units, leaders].into_iter().flat_map(|pieces| called::alike(pieces.into_iter())) {
            self.faults.push(called::warning(&ids, rows[ids[1]]));
        }
    }

    /// Marks all faults from there on as about this unit or leader.
    fn concern(&mut self, from: usize, id: &str) {
        let told = self.faults.split_off(from);
        self.faults.extend(told.into_iter().map(|fault| fault.and_of([id])));
    }

    /// The leaders of all armies, sorted by id; checks that each stands alone or with friends.
    fn leaders(
        &mut self,
        mustered: &[Mustered],
        mut ids: Ids,
        set_up: &BTreeMap<Hex, (String, Side)>,
    ) -> Vec<HexLeader> {
        let mut leaders: BTreeMap<String, HexLeader> = BTreeMap::new();
        let mut led: BTreeMap<Hex, (String, Side)> = BTreeMap::new();
        let mut numbers = 0..;
        for (listed_in, Mustered { side, document, army, .. }) in mustered.iter().enumerate() {
            let Some(document) = document else { continue };
            for ((leader, index), number) in army.leaders.iter().zip(&mut numbers) {
                let at = document.root().field("leaders").item(*index);
                let told = self.faults.len();
                self.object(|about| *about == HexSubject::Leader(number), at);
                self.only_with(&leader.id, leader.only_with.as_deref(), at);
                let begins = self.begins(&leader.id, leader.start, at);
                if let Some(hex) = begins {
                    let there = [set_up.get(&hex), led.get(&hex)].into_iter().flatten();
                    if let Some((enemy, _)) = there.into_iter().find(|(_, other)| other != side) {
                        let message =
                            format!("\"{}\" and his enemy \"{enemy}\" are both set up in {hex}", leader.id);
                        let fault = at.field("at").fault(message, "give one of them another hex");
                        self.faults.push(fault.on(&[hex]).and_of([enemy.as_str()]));
                    }
                    led.insert(hex, (leader.id.clone(), *side));
                }
                if let Some(wrong) = ids.taken(&leader.id, *side, listed_in) {
                    let message = format!("\"{}\" {wrong}", leader.id);
                    self.error(at.field("id"), message, "give each leader and unit its own id");
                }
                self.concern(told, &leader.id);
                leaders.insert(leader.id.clone(), leader.clone());
            }
        }
        leaders.into_values().collect()
    }

    /// The corps of all armies, in file order.
    fn corps(&mut self, mustered: &[Mustered]) -> Vec<HexCorps> {
        let mut found: Vec<HexCorps> = Vec::new();
        let mut ids = Ids::default();
        for (listed_in, Mustered { document, army, .. }) in mustered.iter().enumerate() {
            let Some(document) = document else { continue };
            for (index, corps) in army.corps.iter().enumerate() {
                let (at, number) = (document.root().field("corps").item(index), found.len());
                self.object(|about| *about == HexSubject::Corps(number), at);
                self.only_with(&corps.id, corps.only_with.as_deref(), at);
                if let Some(wrong) = ids.taken(&corps.id, corps.side, listed_in) {
                    let message = format!("the corps \"{}\" {wrong}", corps.id);
                    self.error(at.field("id"), message, "give each corps its own id");
                }
                found.push(corps.clone());
            }
        }
        found
    }

    /// Checks that a unit begins on the map, in a hex without enemies, or arrives at the edge in a turn that is played.
    fn start(&mut self, unit: &HexUnit, at: Spot<'_>, set_up: &mut BTreeMap<Hex, (String, Side)>) {
        let begins = self.begins(&unit.id, unit.start, at);
        if let Some(hex) = begins
            && let Some((other, side)) = set_up.insert(hex, (unit.id.clone(), unit.side))
            && side != unit.side
        {
            let message = format!("\"{}\" and \"{other}\" are both set up in {hex}", unit.id);
            let fault = at.field("at").fault(message, "give one of them another hex");
            self.faults.push(fault.on(&[hex]).and_of([other.as_str()]));
        }
    }

    /// Checks that the option of a counter is one of its rules, and can be on.
    fn only_with(&mut self, id: &str, option: Option<&str>, at: Spot<'_>) {
        let Some(option) = option else { return };
        let help = match self.known.check_option(&self.raw.rules, option, "on") {
            Ok(()) => return,
            Err(OptionFault::UnknownId { accepted }) => suggest(option, accepted.iter().map(String::as_str)),
            Err(OptionFault::BadValue { .. }) => "name an option that is on or off".into(),
        };
        let message = format!("\"{id}\" is there only with \"{option}\", and no such option can be on");
        self.error(at.field("only_with"), message, help);
    }

    /// Checks that a unit faces a neighbouring hex.
    fn facing(&mut self, unit: &HexUnit, at: Spot<'_>) {
        let (Some(faces), HexStart::Deployed(hex)) = (unit.faces, unit.start) else { return };
        if let Some(map) = self.map
            && map.contains(hex)
            && map.grid.direction(hex, faces).is_none()
        {
            let around: Vec<String> = map.neighbours(hex).map(|(_, hex)| hex.to_string()).collect();
            let message = format!("\"{}\" in {hex} cannot face {faces}, which is not beside it", unit.id);
            self.error(at, message, format!("accepted: {}", around.join(", ")));
        }
    }

    /// The hex on the map where it begins, if any; checks that others arrive at the edge in a turn that is played.
    fn begins(&mut self, id: &str, start: HexStart, at: Spot<'_>) -> Option<Hex> {
        match start {
            HexStart::Deployed(hex) => {
                self.on_map(&format!("\"{id}\" is set up"), hex, at.field("at")).then_some(hex)
            }
            HexStart::Arrives { turn, at: hex } => {
                let at = at.field("arrives");
                if !(1..=self.raw.turns).contains(&turn) {
                    let message = format!("\"{id}\" arrives in turn {turn}");
                    let help = format!("accepted: 1 to {}", self.raw.turns);
                    self.error(at.field("turn"), message, help);
                }
                let at = at.field("at");
                let on_map = self.on_map(&format!("\"{id}\" arrives"), hex, at);
                if on_map && self.map.is_some_and(|map| map.neighbours(hex).count() == 6) {
                    let message = format!("\"{id}\" arrives at {hex}, which is not at the edge");
                    let help = "name a hex of the outermost rows or columns";
                    self.faults.push(at.fault(message, help).on(&[hex]));
                }
                None
            }
        }
    }
}
