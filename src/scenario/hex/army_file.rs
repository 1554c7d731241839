//! Orders of battle for hex maps as a referee writes them (`armies/*.ron`), and the way from there to [`HexUnit`]s.
//!
//! ```ron
//! (
//!     id: "my-army", name: "The Army of the Meuse",
//!     units: [
//!         (id: "m1", counter: "1", name: "1st brigade", arm: Infantry, strength: 4, movement: 4, at: 1412),
//!         (id: "mg", counter: "Gd", name: "Guard", arm: Cavalry, strength: 2, movement: 7, arrives: (turn: 3, at: 3912)),
//!     ],
//! )
//! ```
//!
//! A unit is set up in a hex or arrives in a later turn. `name`, `formation` and `note` may be left out.
//! Units: strength points; movement points; hexes by number.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{HexArm, HexStart, HexUnit, MOST_POINTS, Side};
use crate::data::write::{Record, Sheet};
use crate::data::{Document, Fault, Spot, check_id};
use crate::hexes::Hex;

/// An army as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawHexArmy {
    id: String,
    /// What the army is called: only for whoever reads the file.
    #[serde(rename = "name")]
    _name: String,
    units: Vec<RawUnit>,
}

/// An arm as written, as in armies for the table.
#[derive(Clone, Copy, Debug, Deserialize)]
enum RawArm {
    Infantry,
    Cavalry,
    Artillery,
}

impl From<RawArm> for HexArm {
    fn from(arm: RawArm) -> Self {
        match arm {
            RawArm::Infantry => Self::Infantry,
            RawArm::Cavalry => Self::Cavalry,
            RawArm::Artillery => Self::Artillery,
        }
    }
}

/// A unit as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    counter: String,
    /// Left out: what the counter bears.
    #[serde(default)]
    name: Option<String>,
    arm: RawArm,
    strength: u8,
    movement: u8,
    #[serde(default)]
    at: Option<Hex>,
    #[serde(default)]
    arrives: Option<RawArrival>,
    #[serde(default)]
    formation: String,
    /// For whoever reads the file.
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArrival {
    turn: u8,
    at: Hex,
}

/// A unit, and the place of its start in the list of its file.
#[derive(Debug)]
pub(super) struct Listed {
    pub unit: HexUnit,
    pub index: usize,
}

/// Reads an army's file for this side. `None` when nothing usable is left; faults are added in any case.
pub(super) fn read(document: &mut Document, side: Side, faults: &mut Vec<Fault>) -> Option<Vec<Listed>> {
    let raw: RawHexArmy = document.read(faults)?;
    let root = document.root();
    check_id("army", &raw.id, document.stem(), root, faults);
    if raw.units.is_empty() && !document.is_torn() {
        faults.push(root.field("units").fault("the army has no units", "list one or more"));
    }
    let mut ids = BTreeMap::new();
    let mut units = Vec::new();
    for (index, unit) in raw.units.iter().enumerate() {
        let at = root.field("units").item(index);
        if unit.id.is_empty() {
            faults.push(at.field("id").fault("a unit has an empty id", "give it a short one, as f44"));
        } else if let Some(other) = ids.insert(&unit.id, &unit.counter) {
            faults.push(at.field("id").fault(
                format!("the unit \"{}\" is there twice", unit.id),
                format!("\"{other}\" has this id already: give each unit its own"),
            ));
        }
        if unit.counter.trim().is_empty() {
            let message = format!("the counter of \"{}\" bears nothing", unit.id);
            faults.push(at.field("counter").fault(message, "write what is printed on it, as 44"));
        }
        for (field, what, number) in
            [("strength", "strength", unit.strength), ("movement", "movement allowance", unit.movement)]
        {
            if !(1..=MOST_POINTS).contains(&number) {
                let message = format!("\"{}\" cannot have a {what} of {number}", unit.id);
                faults.push(at.field(field).fault(message, format!("accepted: 1 to {MOST_POINTS}")));
            }
        }
        let Some(start) = start(unit, at, faults) else { continue };
        let unit = HexUnit {
            id: unit.id.clone(),
            counter: unit.counter.clone(),
            name: unit.name.clone().unwrap_or_else(|| unit.counter.clone()),
            side,
            arm: unit.arm.into(),
            strength: unit.strength,
            movement: unit.movement,
            start,
            formation: unit.formation.clone(),
        };
        units.push(Listed { unit, index });
    }
    Some(units)
}

/// An army's file, which is read back to these units.
pub(super) fn write<'u>(id: &str, name: &str, units: impl Iterator<Item = &'u HexUnit>) -> String {
    let mut sheet: Sheet = Sheet::new();
    sheet.fields(Record::default().text("id", id).text("name", name));
    sheet.plain("    units: [");
    for unit in units {
        let mut fields = Record::default();
        fields
            .text("id", &unit.id)
            .text("counter", &unit.counter)
            .text("name", &unit.name)
            .variant("arm", unit.arm)
            .field("strength", unit.strength)
            .field("movement", unit.movement);
        match unit.start {
            HexStart::Deployed(hex) => fields.field("at", hex),
            HexStart::Arrives { turn, at } => {
                fields.field("arrives", format_args!("(turn: {turn}, at: {at})"))
            }
        };
        fields.filled("formation", &unit.formation);
        sheet.plain(format!("        {fields},"));
    }
    sheet.plain("    ],");
    sheet.finish().0
}

fn start(unit: &RawUnit, at: Spot<'_>, faults: &mut Vec<Fault>) -> Option<HexStart> {
    match (unit.at, &unit.arrives) {
        (Some(hex), None) => Some(HexStart::Deployed(hex)),
        (None, Some(arrival)) => Some(HexStart::Arrives { turn: arrival.turn, at: arrival.at }),
        (Some(_), Some(_)) => {
            let message = format!("\"{}\" is set up and arrives as well", unit.id);
            faults.push(at.field("arrives").fault(message, "keep one of the two: at or arrives"));
            None
        }
        (None, None) => {
            // What could not be read has been told already.
            if !at.spoilt("at") && !at.spoilt("arrives") {
                faults.push(at.fault(
                    format!("\"{}\" begins nowhere", unit.id),
                    "add at: 1412, or arrives: (turn: 3, at: 3912)",
                ));
            }
            None
        }
    }
}
