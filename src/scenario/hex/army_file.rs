//! Orders of battle for hex maps as a referee writes them (`armies/*.ron`), and their conversion to [`HexUnit`]s.
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
//! A unit is set up in a hex or arrives in a later turn. `name`, `formation` and `note` may be left out, and so may two fields
//! that leaders have as well: `basis: [Text, History, Fitted, Assumed]` gives the basis of the values, and a unit with
//! `only_with: "guard"` is in the game only if the option `guard` is on. A corps may have the latter too.
//! A counter without a place yet has `waits: true` instead of a hex: it waits for one, and takes no part.
//! Rules with leaders and facing also have:
//!
//! ```ron
//!     corps: [(id: "left", name: "Left wing", level: 12)],
//!     leaders: [(id: "var", counter: "Var", name: "Varenne", bonus: 2, corps: "left", movement: 12, at: 1412)],
//! ```
//!
//! and for a unit `corps: "left"`, `faces: 1411`.
//! Units: strength points; movement points; hexes by number.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    Basis, HexArm, HexCorps, HexCounter, HexLeader, HexPiece, HexStart, HexUnit, MOST_BONUS, MOST_POINTS,
    NOWHERE, Side,
};
use data::write::{Record, RecordSheet, list, quoted};
use data::{Document, Fault, Spot, check_id, suggest};
use hexes::Hex;

/// An army as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawHexArmy {
    id: String,
    /// The name of the army, only for readers of the file.
    #[serde(rename = "name")]
    _name: String,
    #[serde(default)]
    corps: Vec<RawCorps>,
    #[serde(default)]
    leaders: Vec<RawLeader>,
    units: Vec<RawUnit>,
}

/// A corps as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCorps {
    id: String,
    name: String,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    only_with: Option<String>,
}

/// A leader as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeader {
    id: String,
    counter: String,
    /// By default, the label of the counter.
    #[serde(default)]
    name: Option<String>,
    bonus: u8,
    /// By default, the leader commands the army.
    #[serde(default)]
    corps: Option<String>,
    movement: u8,
    #[serde(default)]
    at: Option<Hex>,
    #[serde(default)]
    arrives: Option<RawArrival>,
    #[serde(default)]
    waits: bool,
    #[serde(default)]
    only_with: Option<String>,
    #[serde(default)]
    basis: Vec<Basis>,
    #[serde(default)]
    note: String,
}

/// An arm as written, in the same words as in armies for the table.
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
    /// By default, the label of the counter.
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
    waits: bool,
    #[serde(default)]
    formation: String,
    #[serde(default)]
    corps: Option<String>,
    #[serde(default)]
    faces: Option<Hex>,
    #[serde(default)]
    only_with: Option<String>,
    #[serde(default)]
    basis: Vec<Basis>,
    #[serde(default)]
    note: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArrival {
    turn: u8,
    at: Hex,
}

/// A unit, and its index in the list of its file.
#[derive(Debug)]
pub(super) struct Listed {
    pub unit: HexUnit,
    pub index: usize,
}

/// Everything in an army, in the order of its file.
#[derive(Debug, Default)]
pub(super) struct HexArmy {
    pub units: Vec<Listed>,
    /// Each with its index in the list.
    pub leaders: Vec<(HexLeader, usize)>,
    pub corps: Vec<HexCorps>,
    /// Counters that wait for a hex, and take no part; their start has no meaning.
    pub waiting: Vec<HexCounter>,
    /// The ids of all that are listed, leaders first.
    pub roll: Vec<String>,
}

impl HexArmy {
    /// Could every counter that is listed be read?
    pub fn is_complete(&self) -> bool {
        self.units.len() + self.leaders.len() + self.waiting.len() == self.roll.len()
    }
}

/// Reads an army's file for this side. `None` if nothing usable is left; faults are added in any case.
pub(super) fn read(document: &mut Document, side: Side, faults: &mut Vec<Fault>) -> Option<HexArmy> {
    let raw: RawHexArmy = document.read(faults)?;
    let root = document.root();
    check_id("army", &raw.id, document.stem(), root, faults);
    if raw.units.is_empty() && !document.is_torn() {
        faults.push(root.field("units").fault("the army has no units", "list one or more"));
    }
    let corps = corps(&raw.corps, side, root.field("corps"), faults);
    let mut read = Reading { side, corps: &corps, ids: BTreeMap::new(), faults };
    let mut waiting: Vec<HexCounter> = Vec::new();
    let mut units: Vec<Listed> = Vec::new();
    for (index, raw) in raw.units.iter().enumerate() {
        match read.unit(raw, root.field("units").item(index)) {
            Some(unit) if raw.waits => waiting.push(HexCounter::Unit(unit)),
            Some(unit) => units.push(Listed { unit, index }),
            None => {}
        }
    }
    if units.is_empty() && raw.units.iter().any(|unit| unit.waits) {
        let message = "every unit of the army waits for a hex";
        read.faults.push(root.field("units").fault(message, "put one or more on the map"));
    }
    let mut leaders: Vec<(HexLeader, usize)> = Vec::new();
    for (index, raw) in raw.leaders.iter().enumerate() {
        let at = root.field("leaders").item(index);
        let Some(leader) = read.leader(raw, at) else { continue };
        if raw.waits {
            waiting.push(HexCounter::Leader(leader));
            continue;
        }
        let second = leaders.iter().find(|(other, _)| other.corps.is_some() && other.corps == leader.corps);
        if let Some((other, _)) = second {
            let message = format!("\"{}\" and \"{}\" lead the same corps", other.id, leader.id);
            read.faults.push(at.field("corps").fault(message, "a corps has one leader"));
        }
        leaders.push((leader, index));
    }
    let leading = raw.leaders.iter().map(|leader| &leader.id);
    let roll = leading.chain(raw.units.iter().map(|unit| &unit.id)).cloned().collect();
    Some(HexArmy { units, leaders, corps, waiting, roll })
}

/// The values printed on every counter.
struct Printed<'r> {
    id: &'r str,
    counter: &'r str,
    movement: u8,
}

/// Reads the counters of an army.
struct Reading<'r, 'f> {
    side: Side,
    corps: &'r [HexCorps],
    /// From ids to the labels of their counters.
    ids: BTreeMap<&'r str, &'r str>,
    faults: &'f mut Vec<Fault>,
}

impl<'r> Reading<'r, '_> {
    /// Checks that a counter has an id of its own and a label, and can move; `example` is an id and a label.
    fn printed(&mut self, what: &str, example: [&str; 2], printed: &Printed<'r>, at: Spot<'_>) {
        let Printed { id, counter, movement } = *printed;
        let [short, bears] = example;
        if id.is_empty() {
            let message = format!("a {what} has an empty id");
            self.faults.push(at.field("id").fault(message, format!("give it a short one, as {short}")));
        } else if let Some(other) = self.ids.insert(id, counter) {
            let message = format!("the id \"{id}\" is there twice");
            let help = format!("\"{other}\" has it already: give each leader and unit its own");
            self.faults.push(at.field("id").fault(message, help));
        }
        check_no_hex(id, at, self.faults);
        if counter.trim().is_empty() {
            let message = format!("the counter of \"{id}\" bears nothing");
            let help = format!("write what is printed on it, as {bears}");
            self.faults.push(at.field("counter").fault(message, help));
        }
        self.number(id, "movement", "movement allowance", movement, at);
    }

    fn number(&mut self, id: &str, field: &'static str, what: &str, number: u8, at: Spot<'_>) {
        if !(1..=MOST_POINTS).contains(&number) {
            let message = format!("\"{id}\" cannot have a {what} of {number}");
            self.faults.push(at.field(field).fault(message, format!("accepted: 1 to {MOST_POINTS}")));
        }
    }

    fn unit(&mut self, unit: &'r RawUnit, at: Spot<'_>) -> Option<HexUnit> {
        let printed = Printed { id: &unit.id, counter: &unit.counter, movement: unit.movement };
        self.printed("unit", ["f44", "44"], &printed, at);
        self.number(&unit.id, "strength", "strength", unit.strength, at);
        known_corps(self.corps, unit.corps.as_deref(), at, self.faults);
        check_basis(&unit.basis, at, self.faults);
        if unit.faces.is_some() && unit.arrives.is_some() {
            let message = format!("\"{}\" arrives, and faces where it comes on", unit.id);
            self.faults.push(at.field("faces").fault(message, "leave faces out"));
        }
        Some(HexUnit {
            id: unit.id.clone(),
            counter: unit.counter.clone(),
            name: unit.name.clone().unwrap_or_else(|| unit.counter.clone()),
            side: self.side,
            arm: unit.arm.into(),
            strength: unit.strength,
            movement: unit.movement,
            start: start(&unit.id, (unit.at, unit.arrives.as_ref(), unit.waits), at, self.faults)?,
            formation: unit.formation.clone(),
            corps: unit.corps.clone(),
            faces: unit.faces,
            only_with: unit.only_with.clone(),
            basis: unit.basis.clone(),
            note: unit.note.clone(),
        })
    }

    fn leader(&mut self, leader: &'r RawLeader, at: Spot<'_>) -> Option<HexLeader> {
        let printed = Printed { id: &leader.id, counter: &leader.counter, movement: leader.movement };
        self.printed("leader", ["lannes", "Lann"], &printed, at);
        if leader.bonus > MOST_BONUS {
            let message = format!("\"{}\" cannot have a bonus of {}", leader.id, leader.bonus);
            self.faults.push(at.field("bonus").fault(message, format!("accepted: 0 to {MOST_BONUS}")));
        }
        known_corps(self.corps, leader.corps.as_deref(), at, self.faults);
        check_basis(&leader.basis, at, self.faults);
        Some(HexLeader {
            id: leader.id.clone(),
            counter: leader.counter.clone(),
            name: leader.name.clone().unwrap_or_else(|| leader.counter.clone()),
            side: self.side,
            corps: leader.corps.clone(),
            bonus: leader.bonus,
            movement: leader.movement,
            start: start(&leader.id, (leader.at, leader.arrives.as_ref(), leader.waits), at, self.faults)?,
            only_with: leader.only_with.clone(),
            basis: leader.basis.clone(),
            note: leader.note.clone(),
        })
    }
}

fn corps(raw: &[RawCorps], side: Side, at: Spot<'_>, faults: &mut Vec<Fault>) -> Vec<HexCorps> {
    let mut found: Vec<HexCorps> = Vec::new();
    for (index, corps) in raw.iter().enumerate() {
        let at = at.item(index);
        if corps.id.is_empty() {
            faults.push(at.field("id").fault("a corps has an empty id", "give it a short one, as victor"));
        } else if found.iter().any(|other| other.id == corps.id) {
            let message = format!("the corps \"{}\" is there twice", corps.id);
            faults.push(at.field("id").fault(message, "give each corps its own id"));
        }
        if let Some(level) = corps.level.filter(|level| !(1..=MOST_POINTS).contains(level)) {
            let message = format!("the corps \"{}\" cannot be demoralised by a loss of {level}", corps.id);
            let help = format!("accepted: 1 to {MOST_POINTS}; leave level out where it never is");
            faults.push(at.field("level").fault(message, help));
        }
        let (id, name) = (corps.id.clone(), corps.name.clone());
        found.push(HexCorps { id, name, side, level: corps.level, only_with: corps.only_with.clone() });
    }
    found
}

/// Reports an id that is a number: a unit may also be named by its hex, and the id would hide that hex.
fn check_no_hex(id: &str, at: Spot<'_>, faults: &mut Vec<Fault>) {
    if Hex::is_number(id) {
        let message = format!("the id \"{id}\" is a number, as hexes have");
        faults.push(at.field("id").fault(message, "put a letter before it, as f44"));
    }
}

/// Checks that a corps is one of the same army.
fn known_corps(corps: &[HexCorps], id: Option<&str>, at: Spot<'_>, faults: &mut Vec<Fault>) {
    if let Some(id) = id.filter(|id| corps.iter().all(|corps| corps.id != *id)) {
        let help = suggest(id, corps.iter().map(|corps| corps.id.as_str()));
        faults.push(at.field("corps").fault(format!("its army has no corps \"{id}\""), help));
    }
}

/// Checks that each basis is named once.
fn check_basis(basis: &[Basis], at: Spot<'_>, faults: &mut Vec<Fault>) {
    for (number, one) in basis.iter().enumerate() {
        if basis[..number].contains(one) {
            let at = at.field("basis").item(number);
            faults.push(at.fault(format!("{one:?} is there twice"), "keep one of the two"));
        }
    }
}

/// A unit as a line of the file.
pub fn unit_record(unit: &HexUnit) -> Record {
    let mut fields = Record::default();
    fields
        .text("id", &unit.id)
        .text("counter", &unit.counter)
        .text("name", &unit.name)
        .variant("arm", unit.arm)
        .field("strength", unit.strength)
        .field("movement", unit.movement);
    begins(&mut fields, unit.start)
        .filled("formation", &unit.formation)
        .some("corps", unit.corps.as_deref().map(quoted))
        .some("faces", unit.faces);
    remarks(&mut fields, unit.only_with.as_deref(), &unit.basis, &unit.note);
    fields
}

/// A leader as a line of the file.
pub fn leader_record(leader: &HexLeader) -> Record {
    let mut fields = Record::default();
    fields.text("id", &leader.id).text("counter", &leader.counter).text("name", &leader.name);
    fields.field("bonus", leader.bonus).some("corps", leader.corps.as_deref().map(quoted));
    begins(fields.field("movement", leader.movement), leader.start);
    remarks(&mut fields, leader.only_with.as_deref(), &leader.basis, &leader.note);
    fields
}

/// The fields at the end of any line.
fn remarks(fields: &mut Record, only_with: Option<&str>, basis: &[Basis], note: &str) {
    fields.some("only_with", only_with.map(quoted));
    if !basis.is_empty() {
        fields.field("basis", list(basis.iter().map(|one| format!("{one:?}"))));
    }
    fields.filled("note", note);
}

/// The pieces of an army's file, each with its start; `None` if it waits for a hex.
pub(super) type Roll<'u> = Vec<(HexPiece<'u>, Option<HexStart>)>;

/// Writes an army's file that is read back to these corps and to these leaders and units, in their order.
pub(super) fn write<'u>(
    (id, name): (&str, &str),
    corps: impl Iterator<Item = &'u HexCorps>,
    roll: &Roll<'u>,
) -> String {
    let mut sheet: RecordSheet = RecordSheet::new();
    sheet.fields(Record::default().text("id", id).text("name", name));
    let corps: Vec<Record> = corps
        .map(|corps| {
            let mut fields = Record::default();
            fields.text("id", &corps.id).text("name", &corps.name).some("level", corps.level);
            fields.some("only_with", corps.only_with.as_deref().map(quoted));
            fields
        })
        .collect();
    let line = |(piece, begins): &(HexPiece<'_>, Option<HexStart>), leads: bool| {
        let mut record = match (piece, leads) {
            (HexPiece::Leader(leader), true) => leader_record(leader),
            (HexPiece::Unit(unit), false) => unit_record(unit),
            _ => return None,
        };
        if begins.is_none() {
            record.put("at", None);
            record.put("arrives", None);
            record.put("waits", Some("true"));
        }
        Some(record)
    };
    let leaders: Vec<Record> = roll.iter().filter_map(|one| line(one, true)).collect();
    for (name, list) in [("corps", corps), ("leaders", leaders)] {
        if !list.is_empty() {
            sheet.plain_list(name, list);
        }
    }
    sheet.plain("    units: [");
    for unit in roll.iter().filter_map(|one| line(one, false)) {
        sheet.plain(format!("        {unit},"));
    }
    sheet.plain("    ],");
    sheet.finish().0
}

fn begins(fields: &mut Record, start: HexStart) -> &mut Record {
    match start {
        HexStart::Deployed(hex) => fields.field("at", hex),
        HexStart::Arrives { turn, at } => fields.field("arrives", format_args!("(turn: {turn}, at: {at})")),
    }
}

fn start(
    id: &str,
    (deployed, arrives, waits): (Option<Hex>, Option<&RawArrival>, bool),
    at: Spot<'_>,
    faults: &mut Vec<Fault>,
) -> Option<HexStart> {
    match (deployed, arrives) {
        (None, None) if waits => Some(NOWHERE),
        (_, _) if waits => {
            let message = format!("\"{id}\" waits for a hex and has one");
            faults.push(at.field("waits").fault(message, "keep one of the two: waits, or where it begins"));
            None
        }
        (Some(hex), None) => Some(HexStart::Deployed(hex)),
        (None, Some(arrival)) => Some(HexStart::Arrives { turn: arrival.turn, at: arrival.at }),
        (Some(_), Some(_)) => {
            let message = format!("\"{id}\" is set up and arrives as well");
            faults.push(at.field("arrives").fault(message, "keep one of the two: at or arrives"));
            None
        }
        (None, None) => {
            // Fields that could not be read have been reported already.
            if !at.spoilt("at") && !at.spoilt("arrives") {
                faults.push(at.fault(
                    format!("\"{id}\" begins nowhere"),
                    "add at: 1412, or arrives: (turn: 3, at: 3912), or waits: true",
                ));
            }
            None
        }
    }
}
