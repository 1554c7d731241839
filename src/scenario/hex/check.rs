//! From the files of a battle on hexes to a [`HexScenario`], or to all their faults in one go.
//!
//! ```ron
//! (
//!     id: "my-battle", name: "The ford at Lesnes", rules: "naw", map: "my-map",
//!     turns: 10, begins: "8:00", turn_length: 60, nights: [9, 10],
//!     sides: [
//!         (id: "blue", name: "Blue", nation: "french", armies: ["my-army"]),
//!         (id: "red", name: "Red", nation: "austrian", armies: ["their-army"]),
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

use super::super::check::{HEX_RULES, check_clock, check_options, time};
use super::super::open::{self, Space};
use super::super::shipped::{ARMIES, TERRAIN};
use super::super::{OptionCheck, Side};
use super::army_file::{self, Listed};
use super::{HexScenario, HexSide, HexStart, HexUnit, map_file};
use crate::data::{self, Document, Fault, Faults, Source, Spot, check_id, open_named, suggest};
use crate::hexes::{Hex, HexKind, HexMap, Mark};

/// Units have numbers of one byte in a game.
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
    pub armies: Vec<String>,
}

const fn an_hour() -> u16 {
    60
}

/// Reads a battle on hexes with its map and armies.
///
/// Gives the battle with its warnings, or every fault of every file it names.
pub fn read(
    id: &str,
    source: &dyn Source,
    options: &dyn OptionCheck,
) -> Result<(HexScenario, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let scenario = assemble(id, source, options, &mut faults);
    Faults::settle(scenario, faults)
}

/// A map of the source, or every fault of its file.
pub fn read_map(id: &str, source: &dyn Source) -> Result<(HexMap, Vec<Fault>), Faults> {
    data::read_alone(TERRAIN, id, source, map_file::read)
}

/// An army by itself: its warnings, or every fault of its file.
pub(in crate::scenario) fn read_army_alone(id: &str, source: &dyn Source) -> Result<Vec<Fault>, Faults> {
    let army =
        data::read_alone(ARMIES, id, source, |document, faults| army_file::read(document, Side(0), faults));
    army.map(|(_, warnings)| warnings)
}

fn assemble(
    id: &str,
    source: &dyn Source,
    options: &dyn OptionCheck,
    faults: &mut Vec<Fault>,
) -> Option<HexScenario> {
    let mut document = open::scenario(id, Space::Hexes, source, faults)?;
    let raw: RawHexScenario = document.read(faults)?;
    let root = document.root();
    check_id("scenario", &raw.id, id, root, faults);
    if !HEX_RULES.contains(&raw.rules.as_str()) {
        let message = format!("there is no rule set \"{}\" for hexes", raw.rules);
        faults.push(root.field("rules").fault(message, suggest(&raw.rules, HEX_RULES)));
    }
    check_clock(raw.turns, raw.turn_length, root, faults);
    check_options(options, &raw.rules, &raw.options, root, faults);
    let begins = time(&raw.begins, root, faults);
    let map = open_named("map", TERRAIN, &raw.map, source, root.field("map"), faults)
        .and_then(|mut document| map_file::read(&mut document, faults));

    let mut check = Check { document: &document, raw: &raw, faults, map: map.as_ref() };
    check.sides();
    let first = check.first();
    check.nights();
    check.places();
    let units = check.units(source);

    Some(HexScenario {
        id: raw.id,
        name: raw.name,
        description: raw.description,
        rules: raw.rules,
        map: map?,
        sides: raw
            .sides
            .into_iter()
            .map(|side| HexSide { id: side.id, name: side.name, nation: side.nation })
            .collect(),
        first: first?,
        units,
        places: raw.places,
        turns: raw.turns,
        nights: raw.nights.into_iter().collect(),
        begins,
        turn_length: raw.turn_length,
        options: raw.options,
    })
}

struct Check<'a> {
    document: &'a Document,
    raw: &'a RawHexScenario,
    faults: &'a mut Vec<Fault>,
    /// None where it could not be read: then hexes are not checked.
    map: Option<&'a HexMap>,
}

impl Check<'_> {
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
            if taken.contains(&side.id.as_str()) {
                let message = format!("the side \"{}\" is there twice", side.id);
                self.error(at.field("id"), message, "give each side its own id");
            }
            taken.push(&side.id);
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
            let there = self.on_map(&format!("\"{name}\" is to be"), *hex, at.entry(name));
            if there && self.raw.rules == "naw" && self.map.is_some_and(|map| is_closed(map, *hex)) {
                let message = format!("\"{name}\" is {hex}, a marsh without a road, where no unit comes");
                let help = "lead a road into it, make it another kind of hex, or name another hex";
                self.faults.push(at.entry(name).warning(message, help).on(&[*hex]));
            }
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

    /// The units of all armies, sorted by id.
    fn units(&mut self, source: &dyn Source) -> Vec<HexUnit> {
        let sides = self.document.root().field("sides");
        let mut named: BTreeSet<&str> = BTreeSet::new();
        let mut units: BTreeMap<String, HexUnit> = BTreeMap::new();
        let mut set_up: BTreeMap<Hex, (String, Side)> = BTreeMap::new();
        for (index, side) in self.raw.sides.iter().enumerate().take(2) {
            let at = sides.item(index).field("armies");
            let number = if index == 0 { Side(0) } else { Side(1) };
            for (index, id) in side.armies.iter().enumerate() {
                if !named.insert(id) {
                    let message = format!("the army \"{id}\" fights twice");
                    self.error(at.item(index), message, "name each army once");
                    continue;
                }
                let document = open_named("army", ARMIES, id, source, at.item(index), self.faults);
                let Some(mut document) = document else { continue };
                let Some(listed) = army_file::read(&mut document, number, self.faults) else { continue };
                let list = document.root().field("units");
                for Listed { unit, index } in listed {
                    let at = list.item(index);
                    self.start(&unit, at, &mut set_up);
                    if let Some(other) = units.get(&unit.id).filter(|other| other.side != number) {
                        let message = format!("the unit \"{}\" is of both sides", unit.id);
                        let help = format!("\"{}\" has this id already: give each unit its own", other.name);
                        self.error(at.field("id"), message, help);
                    }
                    units.insert(unit.id.clone(), unit);
                }
            }
        }
        if units.len() > MOST_UNITS {
            let message = format!("there are {} units", units.len());
            self.error(sides, message, format!("accepted: {MOST_UNITS} at most"));
        }
        units.into_values().collect()
    }

    /// Against the French of Napoleon at War nobody is reinforced (`naw:14.5`).
    fn reinforcement(&mut self, unit: &HexUnit, at: Spot<'_>) {
        let Some(side) = self.raw.sides.get(unit.side.index()) else { return };
        if self.raw.rules == "naw" && side.id != FRENCH && self.raw.sides.iter().any(|side| side.id == FRENCH)
        {
            let message = format!("\"{}\" arrives later, and {} has no reinforcements", unit.id, side.name);
            let help = format!("set it up with at; only the side \"{FRENCH}\" is reinforced (naw:14.5)");
            self.error(at, message, help);
        }
    }

    /// A unit begins on the map, in a hex without enemies, and where one unit is the limit without friends (`naw:5.32`); or it
    /// comes on at the edge in a turn that is played.
    fn start(&mut self, unit: &HexUnit, at: Spot<'_>, set_up: &mut BTreeMap<Hex, (String, Side)>) {
        match unit.start {
            HexStart::Deployed(hex) => {
                let at = at.field("at");
                if !self.on_map(&format!("\"{}\" is set up", unit.id), hex, at) {
                    return;
                }
                if let Some((other, side)) = set_up.insert(hex, (unit.id.clone(), unit.side))
                    && (side != unit.side || self.raw.rules == "naw")
                {
                    let message = format!("\"{}\" and \"{other}\" are both set up in {hex}", unit.id);
                    self.faults.push(at.fault(message, "give one of them another hex").on(&[hex]));
                }
                if self.raw.rules == "naw" && self.map.is_some_and(|map| is_closed(map, hex)) {
                    let message = format!(
                        "\"{}\" is set up in {hex}, a marsh without a road, where no unit comes",
                        unit.id
                    );
                    let help =
                        "lead a road into it, make it another kind of hex, or set the unit up elsewhere";
                    self.faults.push(at.warning(message, help).on(&[hex]));
                }
            }
            HexStart::Arrives { turn, at: hex } => {
                let at = at.field("arrives");
                self.reinforcement(unit, at);
                if !(1..=self.raw.turns).contains(&turn) {
                    let message = format!("\"{}\" arrives in turn {turn}", unit.id);
                    let help = format!("accepted: 1 to {}", self.raw.turns);
                    self.error(at.field("turn"), message, help);
                }
                let at = at.field("at");
                if !self.on_map(&format!("\"{}\" arrives", unit.id), hex, at) {
                    return;
                }
                let inside = self.map.is_some_and(|map| map.neighbours(hex).count() == 6);
                if inside {
                    let message = format!("\"{}\" arrives at {hex}, which is not at the edge", unit.id);
                    let help = "name a hex of the outermost rows or columns";
                    self.faults.push(at.fault(message, help).on(&[hex]));
                }
            }
        }
    }
}

/// The side by whose id the rules of Marengo know the French; only they have reinforcements then (`naw:14.5`).
const FRENCH: &str = "french";

/// A marsh hex that no road leads into: none may enter it (`naw:9.0-marsh`).
fn is_closed(map: &HexMap, hex: Hex) -> bool {
    let by_road = || map.neighbours(hex).any(|(way, _)| map.marks(hex, way).has(Mark::Road));
    map.kind(hex) == HexKind::Marsh && !by_road()
}
