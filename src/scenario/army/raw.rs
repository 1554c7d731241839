//! Orders of battle as a referee writes them (`armies/*.ron`), and their conversion to an [`Army`].
//!
//! ```ron
//! (
//!     id: "my-army", name: "The Army of the Meuse", colour: "blue",
//!     commands: [
//!         (id: "me-i", name: "I Corps", under: "me-army", stands: [
//!             (id: "M01", name: "Varenne", arm: General, grade: Corps, rating: Great),
//!             (id: "M02", name: "Lannoy's brigade", arm: Infantry, quality: Veterans, men: 2400),
//!             (id: "M03", name: "Horse battery", arm: HorseArtillery, battery: "6x6-pdrs"),
//!         ]),
//!     ],
//! )
//! ```
//!
//! Everything but `id`, `name` and `arm` may be left out. Rules in which units have several stands have units instead:
//!
//! ```ron
//!         (id: "me-1", name: "1st Brigade", units: [
//!             (id: "U01", name: "Aubert", class: "leader"),
//!             (id: "U02", name: "1/13th Line", class: "inf_line", stands: 4, figures: 12, weapon: "musket", marks: ["green"]),
//!         ]),
//! ```
//!
//! Units: men, strength points, figures, inches.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::unit::{AND, OF_UNIT};
use super::{
    Arm, Army, Battery, Command, Grade, MOST_BADGE, MOST_FIGURES, MOST_POINTS, MOST_STANDS, Quality, Rating,
    Stand, Unit, strength_of,
};
use data::write::Record;
use data::{About, Document, Fault, Spot, check_id, suggest};

/// An army as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawArmy {
    id: String,
    name: String,
    #[serde(default = "grey")]
    colour: String,
    /// Is its infantry slow, unless set for a stand (`easy:VI.D-slow`)?
    #[serde(default)]
    slow: bool,
    /// Do its stands have no zones of control, unless set for a stand (`easy:VI.C`)?
    #[serde(default)]
    no_zones: bool,
    commands: Vec<RawCommand>,
}

/// A command as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommand {
    id: String,
    name: String,
    #[serde(default)]
    under: Option<String>,
    #[serde(default)]
    stands: Vec<RawStand>,
    #[serde(default)]
    units: Vec<RawUnit>,
}

/// A unit of several stands as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    name: String,
    #[serde(default)]
    short: Option<String>,
    class: String,
    #[serde(default = "one_stand")]
    stands: u8,
    #[serde(default)]
    figures: u16,
    #[serde(default)]
    weapon: Option<String>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    note: String,
}

fn one_stand() -> u8 {
    1
}

/// A stand as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStand {
    id: String,
    name: String,
    arm: Arm,
    /// The name at the table; by default, the text in brackets in the name, otherwise the name.
    #[serde(default)]
    short: Option<String>,
    /// By default, made from formation, name and strength.
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    formation: String,
    #[serde(default)]
    quality: Option<Quality>,
    #[serde(default)]
    men: Option<u32>,
    /// Men to a strength point: only checked against the table.
    #[serde(default)]
    divisor: Option<u32>,
    /// Strength points added for batteries folded into the stand (`easy:I.A.2-abstract`).
    #[serde(default)]
    added: u32,
    /// A battery represented inside this stand; it adds its strength.
    #[serde(default)]
    folded: Option<RawFolded>,
    /// Strength points, if they do not follow from the men.
    #[serde(default)]
    strength: Option<u32>,
    #[serde(default)]
    battery: Option<String>,
    #[serde(default)]
    guns: Option<u8>,
    #[serde(default)]
    grade: Option<Grade>,
    #[serde(default)]
    rating: Rating,
    /// By default, the setting of the army.
    #[serde(default)]
    slow: Option<bool>,
    /// By default, the setting of the army.
    #[serde(default)]
    no_zone: Option<bool>,
    #[serde(default)]
    width: Option<f32>,
    #[serde(default)]
    depth: Option<f32>,
    /// For a wagon, the command it belongs to.
    #[serde(default)]
    serves: Option<String>,
    #[serde(default)]
    module: Option<String>,
    /// The division general of the same command under whom it begins detached (`easy:V.A`).
    #[serde(default)]
    detached: Option<String>,
    /// The number on its badge.
    #[serde(default)]
    badge: Option<u16>,
    #[serde(default)]
    note: String,
}

/// A battery without a stand of its own, as written (`easy:I.A.2-abstract`).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFolded {
    battery: String,
    #[serde(default)]
    gunners: u32,
    #[serde(default = "one")]
    strength: u32,
}

/// Clause: `easy:I.A.2-abstract`.
/// Ruling: a folded battery adds 1 strength point regardless of its size. On a stand it is worth 2, but it cannot lie inside
/// an infantry line, so half is fair; `strength` changes that.
fn one() -> u32 {
    1
}

fn grey() -> String {
    "grey".into()
}

/// Reads an army's file. `None` if nothing usable is left; faults are added in any case.
///
/// Clauses: `easy:I.A.1` to `easy:I.A.3`, `easy:II.A.1`, `easy:III.C-sp`.
pub fn read(document: &mut Document, faults: &mut Vec<Fault>) -> Option<Army> {
    let raw: RawArmy = document.read(faults)?;
    let root = document.root();
    let usual = Usual { slow: raw.slow, no_zone: raw.no_zones };
    let mut check = ArmyCheck { faults, usual, stands: BTreeMap::new() };
    let commands = check.commands(&raw.commands, root.field("commands"));
    check_id("army", &raw.id, document.stem(), root, faults);
    Some(Army { id: raw.id, name: raw.name, colour: raw.colour, commands })
}

/// Reads a row of an army's file, with its faults; `None` if the row gives no result.
pub(crate) fn row_of<T>(list: &str, record: &Record, rows: fn(Command) -> Vec<T>) -> (Option<T>, Vec<Fault>) {
    let text =
        format!("(id: \"row\", name: \"row\", commands: [(id: \"row\", name: \"row\", {list}: [{record}])])");
    let mut faults = Vec::new();
    let army = Document::open("armies/row.ron", &text, &mut faults)
        .and_then(|mut document| read(&mut document, &mut faults));
    let read = army.and_then(|army| army.commands.into_iter().next()).and_then(|command| rows(command).pop());
    (read, faults)
}

/// Reads a row of an army's file, a stand or a unit, with one field replaced or left out.
///
/// # Errors
///
/// Returns an error with the first fault of a row that cannot be read so, or gives no result.
pub(crate) fn with_cell<T: PartialEq>(
    list: &str,
    row: &T,
    written: fn(&T) -> Record,
    rows: fn(Command) -> Vec<T>,
    field: &str,
    value: Option<&str>,
) -> Result<T, Box<Fault>> {
    let mut record = written(row);
    record.put(field, value);
    let (read, mut faults) = row_of(list, &record, rows);
    let about = |fault: &Fault| fault.message.contains(field);
    match read {
        // Other faults of the row are reported by the check of the draft.
        Some(read) if read != *row || !faults.iter().any(about) => Ok(read),
        _ => {
            let first = faults.iter().position(about).unwrap_or_default();
            let unread = || Fault::of_file("", "this cannot be read", "write something else");
            Err(Box::new(if faults.is_empty() { unread() } else { faults.swap_remove(first) }))
        }
    }
}

/// The default label of a stand: `I/1/1 Lannoy, 6sp`.
pub fn usual_label(stand: &Stand) -> String {
    label_of(&stand.name, &stand.formation, stand.arm, stand.battery, stand.strength)
}

/// The army's settings for stands without settings of their own.
#[derive(Clone, Copy)]
struct Usual {
    slow: bool,
    no_zone: bool,
}

struct ArmyCheck<'f> {
    faults: &'f mut Vec<Fault>,
    usual: Usual,
    /// From the id of a stand or a unit to its name, to find duplicates.
    stands: BTreeMap<String, String>,
}

impl ArmyCheck<'_> {
    fn commands(&mut self, raw: &[RawCommand], at: Spot<'_>) -> Vec<Command> {
        let mut ids: Vec<&str> = Vec::new();
        let mut commands = Vec::new();
        for (index, command) in raw.iter().enumerate() {
            let at = at.item(index);
            if command.id.is_empty() {
                self.faults.push(at.field("id").fault("a command has an empty id", "give it a short name"));
            } else if ids.contains(&command.id.as_str()) {
                self.faults.push(at.field("id").fault(
                    format!("the command \"{}\" is there twice", command.id),
                    "give each command its own id",
                ));
            }
            ids.push(&command.id);
            if command.stands.is_empty() && command.units.is_empty() {
                self.faults.push(at.field("stands").fault(
                    format!("the command \"{}\" has no stands", command.id),
                    "give it a stand, or leave it out",
                ));
            }
            let stands = command
                .stands
                .iter()
                .enumerate()
                .map(|(index, stand)| self.stand(stand, at.field("stands").item(index)))
                .collect();
            self.detached(command, at.field("stands"));
            let listed = command.units.iter().enumerate();
            let units = listed.map(|(index, unit)| self.unit(unit, at.field("units").item(index))).collect();
            commands.push(Command {
                id: command.id.clone(),
                name: command.name.clone(),
                under: command.under.clone(),
                stands,
                units,
            });
        }
        for (index, command) in raw.iter().enumerate() {
            for (number, stand) in command.stands.iter().enumerate() {
                let at = at.item(index).field("stands").item(number).field("serves");
                if let Some(serves) = stand.serves.as_ref().filter(|serves| !ids.contains(&serves.as_str())) {
                    let message = format!(
                        "the wagon \"{}\" serves \"{serves}\", which is no command of its army",
                        stand.id
                    );
                    self.faults.push(at.fault(message, suggest(serves, ids.iter().copied())).refers());
                }
            }
        }
        commands
    }

    /// Checks that stands that begin detached have a division general of their command who comes with the rule (`easy:V.A`).
    fn detached(&mut self, command: &RawCommand, at: Spot<'_>) {
        let fits = |stand: &&RawStand| {
            let by_rule = stand.module.as_deref() == Some("adv-detached");
            stand.arm == Arm::General && stand.grade == Some(Grade::Division) && by_rule
        };
        let generals: Vec<&str> = command.stands.iter().filter(fits).map(|stand| stand.id.as_str()).collect();
        for (index, stand) in command.stands.iter().enumerate() {
            let Some(general) = &stand.detached else { continue };
            let at = at.item(index).field("detached");
            if !stand.arm.is_troops() {
                self.faults.push(at.fault("only troops are detached", "leave detached out").by("easy:V.A"));
            } else if !generals.contains(&general.as_str()) {
                let message = format!(
                    "the stand \"{}\" begins detached under \"{general}\", who is no division general of the module adv-detached in its command",
                    stand.id
                );
                self.faults.push(at.fault(message, suggest(general, generals.iter().copied())).refers());
            }
        }
    }

    /// Reports an id that is empty or taken; `what` is a stand or a unit.
    fn own_id(&mut self, what: &str, id: &str, name: &str, at: Spot<'_>) {
        if id.is_empty() {
            let message = format!("a {what} has an empty id");
            self.faults.push(at.field("id").fault(message, "give it a short one, as A01"));
        } else if let Some(other) = self.stands.insert(id.to_owned(), name.to_owned()) {
            self.faults.push(at.field("id").fault(
                format!("the {what} \"{id}\" is there twice"),
                format!("\"{other}\" has this id already: give each {what} its own"),
            ));
        }
    }

    fn unit(&mut self, raw: &RawUnit, at: Spot<'_>) -> Unit {
        self.own_id("unit", &raw.id, &raw.name, at);
        if raw.id.contains([OF_UNIT, AND]) {
            let message = format!("the id \"{}\" has {OF_UNIT} or {AND} in it", raw.id);
            let help = format!(
                "its stands are called by it, as F03{OF_UNIT}1{AND}F03{OF_UNIT}2: choose one without"
            );
            self.faults.push(at.field("id").fault(message, help));
        }
        if raw.class.trim().is_empty() {
            let message = format!("the unit \"{}\" has no class", raw.id);
            self.faults.push(at.field("class").fault(message, "write what its rules call its kind"));
        }
        if !(1..=MOST_STANDS).contains(&raw.stands) {
            let message = format!("the unit \"{}\" cannot have {} stands", raw.id, raw.stands);
            self.faults.push(at.field("stands").fault(message, format!("accepted: 1 to {MOST_STANDS}")));
        }
        if raw.figures > MOST_FIGURES {
            let message = format!("the unit \"{}\" cannot have {} figures", raw.id, raw.figures);
            self.faults.push(at.field("figures").fault(message, format!("accepted: 0 to {MOST_FIGURES}")));
        } else if (1..u16::from(raw.stands)).contains(&raw.figures) {
            let message = format!("{} figures do not fill {} stands", raw.figures, raw.stands);
            let help = "give each stand a figure, or the unit fewer stands";
            self.faults.push(at.field("figures").fault(message, help));
        }
        let mut marks = BTreeSet::new();
        for (index, mark) in raw.marks.iter().enumerate() {
            let at = at.field("marks").item(index);
            if mark.trim().is_empty() {
                self.faults.push(at.fault("a mark is empty", "leave it out"));
            } else if !marks.insert(mark.clone()) {
                self.faults
                    .push(at.fault(format!("the mark \"{mark}\" is there twice"), "keep one of the two"));
            }
        }
        Unit {
            id: raw.id.clone(),
            name: raw.name.clone(),
            short: raw.short.clone(),
            class: raw.class.clone(),
            stands: raw.stands,
            figures: raw.figures,
            weapon: raw.weapon.clone(),
            marks,
            note: raw.note.clone(),
        }
    }

    fn stand(&mut self, raw: &RawStand, at: Spot<'_>) -> Stand {
        self.own_id("stand", &raw.id, &raw.name, at);
        let battery = self.battery(raw, at);
        let guns = raw.guns.or(battery.map(Battery::guns)).unwrap_or(0);
        let (width, depth) = raw.arm.stand_size(guns, raw.grade);
        let width = raw.width.map(|inches| self.length(inches, width, at.field("width")));
        let depth = raw.depth.map(|inches| self.length(inches, depth, at.field("depth")));
        if raw.arm == Arm::General && raw.grade.is_none() && !at.spoilt("grade") {
            self.faults.push(at.field("grade").fault(
                format!("the general \"{}\" has no grade", raw.id),
                "add grade: Division, Corps, Wing or Army",
            ));
        }
        if let Some(divisor) = raw.divisor
            && let Some(right) = raw.quality.and_then(|quality| quality.divisor(raw.arm))
            && divisor != right
        {
            let message = format!("{divisor} is not the divisor of these troops");
            let help = format!("write {right}, or leave the divisor out");
            self.faults.push(at.field("divisor").fault(message, help).by("easy:III.C-sp"));
        }
        let mut note = raw.note.clone();
        if let Some(folded) = &raw.folded {
            self.table_row(&folded.battery, at.field("folded").field("battery"));
            if !note.is_empty() {
                note.push_str(". ");
            }
            note.push_str(&format!("Folded in: {} with {} gunners", folded.battery, folded.gunners));
        }
        let (slow, no_zone) = (raw.slow == Some(true), raw.no_zone == Some(true));
        let (is_infantry, is_troops, is_wagon) =
            (raw.arm.is_infantry(), raw.arm.is_troops(), raw.arm == Arm::Wagon);
        for (is_wrong, field, whose, clause) in [
            (slow && !is_infantry, "slow", "only infantry is slow", "easy:VI.D-slow"),
            (no_zone && !is_troops, "no_zone", "only troops have zones of control", "easy:II.C.4"),
            (raw.serves.is_some() && !is_wagon, "serves", "only a wagon serves another command", "easy:VI.A"),
        ] {
            if is_wrong {
                self.faults.push(at.field(field).fault(whose, format!("leave {field} out")).by(clause));
            }
        }
        if raw.badge.is_some_and(|badge| !(1..=MOST_BADGE).contains(&badge)) {
            let help = format!("accepted: 1 to {MOST_BADGE}");
            self.faults.push(at.field("badge").fault("no stand has such a number", help));
        }
        let strength = self.strength(raw, at);
        let made = || label_of(&raw.name, &raw.formation, raw.arm, battery, strength);
        let label = raw.label.clone().unwrap_or_else(made);
        Stand {
            id: raw.id.clone(),
            name: raw.name.clone(),
            short: raw.short.clone(),
            label,
            formation: raw.formation.clone(),
            arm: raw.arm,
            quality: raw.quality,
            men: raw.men.unwrap_or(0),
            guns,
            battery,
            grade: raw.grade,
            rating: raw.rating,
            slow: raw.arm.is_infantry() && raw.slow.unwrap_or(self.usual.slow),
            no_zone: raw.arm.is_troops() && raw.no_zone.unwrap_or(self.usual.no_zone),
            strength,
            width,
            depth,
            serves: raw.serves.clone(),
            module: raw.module.clone(),
            detached: raw.detached.clone(),
            badge: raw.badge,
            note,
        }
    }

    /// The battery's row of the table of fire.
    fn table_row(&mut self, name: &str, at: Spot<'_>) -> Option<Battery> {
        let battery = Battery::named(name);
        if battery.is_none() {
            let message = format!("there is no battery \"{name}\" in the table of fire");
            let help = suggest(name, Battery::ALL.map(Battery::name));
            self.faults.push(at.fault(message, help).by("easy:II.D-range"));
        }
        battery
    }

    fn battery(&mut self, raw: &RawStand, at: Spot<'_>) -> Option<Battery> {
        let Some(name) = &raw.battery else {
            if raw.arm.is_artillery() && !at.spoilt("battery") {
                let help = format!("add battery: one of {}", Battery::ALL.map(Battery::name).join(", "));
                self.faults.push(at.fault(format!("the battery \"{}\" has no guns", raw.id), help));
            }
            return None;
        };
        let battery = self.table_row(name, at.field("battery"))?;
        if !raw.arm.is_artillery() {
            self.faults.push(at.field("battery").fault(
                format!("{} has no battery of its own", raw.arm.name()),
                "write folded: (battery: ...) for guns folded into a brigade",
            ));
        } else if raw.guns.is_some_and(|guns| guns != battery.guns()) {
            let message = format!("{name} has {} guns", battery.guns());
            self.faults.push(at.field("guns").fault(message, "leave guns out, or change the battery"));
        }
        Some(battery)
    }

    fn strength(&mut self, raw: &RawStand, at: Spot<'_>) -> u8 {
        let spot = if raw.strength.is_some() { at.field("strength") } else { at.field("men") };
        let added = raw.added.saturating_add(raw.folded.as_ref().map_or(0, |folded| folded.strength));
        let own = match raw.arm {
            Arm::General | Arm::Pontoon | Arm::Wagon => {
                self.no_strength(raw, at);
                return 0;
            }
            _ if raw.strength.is_some() => raw.strength.unwrap_or_default(),
            Arm::FootArtillery | Arm::HorseArtillery | Arm::Engineer => u32::from(raw.arm.usual_strength()),
            Arm::Infantry | Arm::LightCavalry | Arm::HeavyCavalry => match (raw.men, raw.quality) {
                (Some(0), _) => 0,
                (Some(men), Some(quality)) => {
                    let divisor = quality.divisor(raw.arm).expect("infantry and cavalry have a divisor");
                    strength_of(men, divisor)
                }
                (Some(_), None) => {
                    if !at.spoilt("quality") {
                        let missing = at.fault(
                            format!("the quality of \"{}\" is missing", raw.id),
                            "add quality: Guards, Elites, Veterans, Trained, Militia or Green",
                        );
                        let about = About { field: Some("quality"), ..About::default() };
                        self.faults.push(Fault { about, ..missing });
                    }
                    1
                }
                (None, _) => u32::from(raw.arm.usual_strength()),
            },
        };
        // Guns folded into an empty stand do not turn it into troops.
        let points = if own == 0 { 0 } else { own.saturating_add(added) };
        let most = if raw.arm.is_artillery() { raw.arm.usual_strength() } else { MOST_POINTS };
        match u8::try_from(points) {
            Ok(0) => {
                self.faults.push(spot.fault(
                    format!("the stand \"{}\" has no strength", raw.id),
                    "troops have 1 strength point or more: give them men, or leave the stand out",
                ));
                0
            }
            Ok(points) if points <= MOST_POINTS => points,
            _ => {
                self.faults.push(spot.fault(
                    format!("the stand \"{}\" has {points} strength points", raw.id),
                    format!("accepted: 1 to {most}"),
                ));
                most
            }
        }
    }

    /// Checks that generals, wagons and pontoon trains have no strength points (`easy:I.A.3`, `easy:VI.A.b`, `easy:V.D.3`).
    fn no_strength(&mut self, raw: &RawStand, at: Spot<'_>) {
        let given = [
            ("strength", raw.strength.is_some_and(|points| points > 0)),
            ("added", raw.added > 0),
            ("folded", raw.folded.is_some()),
        ];
        let clause = match raw.arm {
            Arm::Wagon => "easy:VI.A.b",
            Arm::Pontoon => "easy:V.D.3",
            _ => "easy:I.A.3",
        };
        for (field, _) in given.into_iter().filter(|(_, given)| *given) {
            let message = format!("the {} \"{}\" has no strength points", raw.arm.name(), raw.id);
            let help = format!("they count for nothing: leave {field} out");
            self.faults.push(at.field(field).warning(message, help).by(clause));
        }
    }

    /// A length set by the referee, if a stand can have it; `usual` without the option `scale`.
    fn length(&mut self, inches: f32, usual: f32, at: Spot<'_>) -> f32 {
        if (0.1..=12.0).contains(&inches) {
            return inches;
        }
        self.faults.push(at.fault(
            format!("a stand cannot measure {inches}\""),
            format!("accepted: 0.1 to 12; usual for this stand: {usual}"),
        ));
        usual
    }
}

/// `I/3/2 Ompteda, 5sp` or `I/2 Bijleveld, 8x6-pdrs, 2sp`.
fn label_of(name: &str, formation: &str, arm: Arm, battery: Option<Battery>, strength: u8) -> String {
    let mut label = if formation.is_empty() {
        name.to_owned()
    } else if arm == Arm::General {
        format!("{name} ({formation})")
    } else {
        format!("{formation} {name}")
    };
    if let Some(battery) = battery {
        label.push_str(", ");
        label.push_str(battery.name());
    }
    if strength > 0 {
        label.push_str(&format!(", {strength}sp"));
    }
    label
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const WATERLOO: [&str; 3] = [
        include_str!("../../../armies/waterloo-anglo-allied.ron"),
        include_str!("../../../armies/waterloo-french.ron"),
        include_str!("../../../armies/waterloo-prussian.ron"),
    ];

    fn plain_ron(text: &str) -> RawArmy {
        data::ron_options().from_str(text).unwrap()
    }

    /// The check sums of the order of battle, section 14 of its companion: infantry, cavalry, artillery with folded
    /// gunners, guns on stands, guns folded, strength points.
    #[test]
    fn waterloo_armies_add_up() {
        let wanted = [
            [49_608, 12_408, 5_645, 98, 58, 212],
            [48_950, 15_765, 7_232, 134, 112, 279],
            [38_781, 6_581, 2_706, 72, 62, 119],
        ];
        for (text, wanted) in WATERLOO.into_iter().zip(wanted) {
            let raw = plain_ron(text);
            let stands = || raw.commands.iter().flat_map(|command| &command.stands);
            let men = |wanted: fn(Arm) -> bool| -> u32 {
                stands().filter(|stand| wanted(stand.arm)).filter_map(|stand| stand.men).sum()
            };
            let folded = || stands().filter_map(|stand| stand.folded.as_ref());
            let guns = |name: &str| -> u32 { u32::from(Battery::named(name).unwrap().guns()) };
            let mut faults = Vec::new();
            let path = format!("armies/{}.ron", raw.id);
            let army = read(&mut Document::open(&path, text, &mut faults).unwrap(), &mut faults).unwrap();
            assert!(faults.iter().all(|fault| !fault.is_error()), "{faults:?}");
            let found = [
                men(Arm::is_infantry),
                men(Arm::is_cavalry),
                men(Arm::is_artillery) + folded().map(|battery| battery.gunners).sum::<u32>(),
                stands().filter_map(|stand| stand.battery.as_deref()).map(guns).sum(),
                folded().map(|battery| guns(&battery.battery)).sum(),
                army.stands().map(|stand| u32::from(stand.strength)).sum(),
            ];
            assert_eq!(found, wanted, "{}", raw.id);
        }
    }

    /// Strength points that there are not are told with their file and line.
    #[test]
    fn generals_and_trains_have_no_points() {
        for (stand, clause) in [
            (r#"arm: FootArtillery, battery: "8x6-pdrs", strength: 2"#, None),
            ("arm: Infantry, strength: 3", None),
            ("arm: General, grade: Corps, strength: 3", Some("easy:I.A.3")),
            ("arm: General, grade: Corps", None),
            ("arm: Wagon, strength: 1", Some("easy:VI.A.b")),
            ("arm: Pontoon, added: 1", Some("easy:V.D.3")),
            ("arm: Pontoon", None),
        ] {
            let stand = format!(r#"(id: "A", name: "A", {stand})"#);
            let text = format!(
                "//! An army.\n(id: \"x\", name: \"X\", colour: \"blue\", commands: [\n(id: \"c\", name: \"C\", stands: [\n{stand}])])"
            );
            let mut faults = Vec::new();
            let mut document =
                Document::open("armies/x.ron", &text, &mut faults).expect("it is written well");
            read(&mut document, &mut faults).expect("a record begun with it is still opened");
            let told = faults.iter().map(|fault| (fault.line, fault.clause, fault.is_error()));
            assert!(told.eq(clause.map(|clause| (4, Some(clause), false))), "{stand}: {faults:?}");
            assert!(
                faults.iter().all(|fault| fault.message.contains("has no strength points")),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn waterloo_labels_bear_the_strength_that_was_reckoned() {
        for text in WATERLOO {
            let mut faults = Vec::new();
            let raw = plain_ron(text);
            let path = format!("armies/{}.ron", raw.id);
            let army = read(&mut Document::open(&path, text, &mut faults).unwrap(), &mut faults).unwrap();
            for stand in army.stands().filter(|stand| stand.strength > 0) {
                assert!(stand.label.ends_with(&format!(", {}sp", stand.strength)), "{}", stand.label);
            }
        }
    }

    #[test]
    fn waterloo_has_the_stands_of_its_table() {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for text in WATERLOO {
            let raw = plain_ron(text);
            for stand in raw.commands.iter().flat_map(|command| &command.stands) {
                *counts
                    .entry(format!("{} {}", raw.id.trim_start_matches("waterloo-"), stand.arm.name()))
                    .or_default() += 1;
            }
        }
        let of = |name: &str| counts.get(name).copied().unwrap_or(0);
        assert_eq!(counts.values().sum::<usize>(), 178);
        assert_eq!((of("french infantry"), of("french horse artillery"), of("french wagon")), (23, 13, 7));
        assert_eq!((of("anglo-allied infantry"), of("anglo-allied light cavalry")), (22, 8));
        assert_eq!((of("prussian infantry"), of("prussian general"), of("prussian engineers")), (19, 4, 1));
    }
}
