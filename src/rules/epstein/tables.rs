//! The tables of Epstein's rules: moves, ranges, kinds, modifiers, artillery, assaults on buildings.
//!
//! Source: the tables of the rulebook in `assets/rules/epstein.ron`, which hold the data: each cell with its source, (a), (b)
//! or (c). A referee may correct a cell for their own game; the change replaces the book's cell. Cells are read and checked
//! here once, so that the rules get numbers. Units: inches; values of figures; the least sum of two dice that holds; pips.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use rulebook::{Rulebook, Table, book_of};

use super::kind::{KINDS, Kind};
use crate::Epstein;

/// The rows of the table of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pace {
    MarchColumn,
    AssaultColumn,
    Line,
    Square,
    SkirmishOrder,
    Artillery,
    /// The row of artillery, or the value of `horse_artillery_move`.
    HorseArtillery,
    GunnersOnFoot,
    Cavalry,
    CavalryChanging,
    Command,
    RoutedInfantry,
    RoutedCavalry,
    RoutedCrew,
}

impl Pace {
    pub const ALL: [Self; 14] = [
        Self::MarchColumn,
        Self::AssaultColumn,
        Self::Line,
        Self::Square,
        Self::SkirmishOrder,
        Self::Artillery,
        Self::HorseArtillery,
        Self::GunnersOnFoot,
        Self::Cavalry,
        Self::CavalryChanging,
        Self::Command,
        Self::RoutedInfantry,
        Self::RoutedCavalry,
        Self::RoutedCrew,
    ];

    /// Its row in the book.
    pub fn row(self) -> &'static str {
        match self {
            Self::MarchColumn => "infantry in march column",
            Self::AssaultColumn => "infantry in assault column",
            Self::Line => "infantry in line",
            Self::Square => "infantry in square",
            Self::SkirmishOrder => "infantry in skirmish order",
            Self::Artillery | Self::HorseArtillery => "artillery",
            Self::GunnersOnFoot => "gunners on foot",
            Self::Cavalry => "cavalry in any formation",
            Self::CavalryChanging => "cavalry that changes formation",
            Self::Command => "command figures",
            Self::RoutedInfantry => "routed infantry",
            Self::RoutedCavalry => "routed cavalry",
            Self::RoutedCrew => "routed crew",
        }
    }
}

/// The rows of the table of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weapon {
    Musket,
    Rifle,
    Canister,
    RoundShot,
}

impl Weapon {
    pub const ALL: [Self; 4] = [Self::Musket, Self::Rifle, Self::Canister, Self::RoundShot];

    /// Its row in the book.
    pub fn row(self) -> &'static str {
        match self {
            Self::Musket => "musket",
            Self::Rifle => "rifle",
            Self::Canister => "canister",
            Self::RoundShot => "round shot",
        }
    }
}

/// A weapon's ranges, in inches (`epstein:3d.4`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub least: f32,
    pub optimum: f32,
    pub most: f32,
}

/// A row of the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Melee value of a figure.
    pub value: u8,
    /// The least sum of two dice that holds (`epstein:9.5`).
    pub hold: u8,
}

/// A row of the table of modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gains {
    pub morale: i32,
    pub value: i32,
    /// On the melee die.
    pub die: i32,
    pub fire: i32,
}

/// The range band of an artillery target (`epstein:8.d.1`, `epstein:8.d.7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    Optimum,
    Long,
}

/// The cover of a target (`epstein:14.1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    #[default]
    Open,
    /// On a height, in a wood.
    Light,
    /// Two inches higher, or behind breastworks.
    Strong,
}

/// The result of an assault on a building (`epstein:15.5`), from the best for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AssaultResult {
    DefenderEliminated,
    DefenderLosesOne,
    Repulsed,
    AttackerLosesOne,
    AttackerEliminated,
}

impl AssaultResult {
    /// Its row in the book.
    pub fn row(self) -> &'static str {
        match self {
            Self::DefenderEliminated => "the defending stand is eliminated",
            Self::DefenderLosesOne => "the defender loses one figure",
            Self::Repulsed => "the attacker is repulsed without loss",
            Self::AttackerLosesOne => "the attacker loses one figure and is repulsed",
            Self::AttackerEliminated => "the attacking stand is eliminated",
        }
    }
}

/// The rows of the table of modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Modified {
    FlankDefender,
    FlankAttacker,
    SquareAgainstCavalry,
    Position,
    StrongPosition,
    Command,
    DisruptedOnce,
    DisruptedTwice,
    Green,
    VolleyBeyond,
    Skirmish,
    SkirmishBeyond,
    LightCover,
    StrongCover,
}

impl Modified {
    pub const ALL: [Self; 14] = [
        Self::FlankDefender,
        Self::FlankAttacker,
        Self::SquareAgainstCavalry,
        Self::Position,
        Self::StrongPosition,
        Self::Command,
        Self::DisruptedOnce,
        Self::DisruptedTwice,
        Self::Green,
        Self::VolleyBeyond,
        Self::Skirmish,
        Self::SkirmishBeyond,
        Self::LightCover,
        Self::StrongCover,
    ];

    /// Its row in the book.
    pub fn row(self) -> &'static str {
        match self {
            Self::FlankDefender => "defender: attacked in flank or rear",
            Self::FlankAttacker => "attacker: on flank or rear",
            Self::SquareAgainstCavalry => "square: against cavalry",
            Self::Position => "charged unit: on a hill, behind a stream or in a wood, from the front",
            Self::StrongPosition => {
                r#"charged unit: higher than 1", behind breastworks or behind a stream wider than 1""#
            }
            Self::Command => r#"any: command figure within 4""#,
            Self::DisruptedOnce => "any: disrupted once",
            Self::DisruptedTwice => "any: disrupted twice",
            Self::Green => "any: green",
            Self::VolleyBeyond => "volley: beyond optimum range",
            Self::Skirmish => "skirmish fire: at optimum range",
            Self::SkirmishBeyond => "skirmish fire: beyond optimum range",
            Self::LightCover => "fire: target on a height or in a wood",
            Self::StrongCover => r#"fire: target at an elevation of 2" or more, or behind breastworks"#,
        }
    }

    /// The row for this many markers of disruption (`epstein:13.4`, `epstein:13.5`); `None` for 0.
    pub fn disrupted(markers: usize) -> Option<Self> {
        match markers {
            0 => None,
            1 => Some(Self::DisruptedOnce),
            _ => Some(Self::DisruptedTwice),
        }
    }
}

/// Cells changed by a referee, by name as in [`Table::cell_name`].
pub type Changed = BTreeMap<String, String>;

/// Why a cell cannot have a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CellFault {
    #[error("there is no cell {name}: name a table, a row and a column of the rulebook")]
    Unknown { name: String },
    #[error("{name} cannot be {value}: give {wanted}")]
    Value { name: String, value: String, wanted: String },
    #[error("{row} would have its optimum beyond its maximum: change the maximum first")]
    Optimum { row: String },
    #[error("the table {table} has no row {row}: write it in the rulebook")]
    Missing { table: &'static str, row: &'static str },
    #[error("{row} would begin at a total above that of the result before it: change that one first")]
    Total { row: String },
}

/// The numbers of a game: those of the book with the referee's changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    moves: BTreeMap<Pace, f32>,
    ranges: BTreeMap<Weapon, Range>,
    kinds: BTreeMap<String, Worth>,
    modifiers: BTreeMap<Modified, Gains>,
    /// The highest face that hits, by band and cover; 0 if no die is thrown.
    round_shot: [[u8; 3]; 2],
    canister: [[u8; 3]; 2],
    /// The least total of each result, from the best for the attacker.
    assault: Vec<(i32, AssaultResult)>,
}

/// Columns without numbers for the rules.
const NAMES: &[&str] = &["source", "else", "clause", "result"];

/// Contents of cells that hold no number, and cannot be changed.
const WORDS: [&str; 2] = ["no fire", "any less"];

/// The tables whose cells a referee may change.
const EDITABLE: &[&str] = &["MOVE", "RANGES", "KINDS", "MODIFIERS", "ARTILLERY", "BUILDING_MELEE"];

/// Every cell that a referee may change, with its content in the book.
pub fn cells(book: &Rulebook) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for table in book.tables.iter().filter(|table| EDITABLE.contains(&table.id.as_str())) {
        for row in &table.rows {
            for (index, column) in table.columns.iter().enumerate().skip(table.names) {
                if NAMES.contains(&column.as_str()) || WORDS.contains(&row[index].as_str()) {
                    continue;
                }
                let name = table.cell_name(row, column);
                found.push((name, row[index].clone()));
            }
        }
    }
    found
}

/// Reads the cells of a book, with changes in place of the book's cells.
struct Reader<'b> {
    book: &'b Rulebook,
    changed: &'b Changed,
}

impl Reader<'_> {
    fn table(&self, id: &str) -> Option<&Table> {
        self.book.tables.iter().find(|table| table.id == id)
    }

    /// The rows of a table with their names.
    fn rows(&self, id: &str) -> Vec<(String, &[String])> {
        let Some(table) = self.table(id) else { return Vec::new() };
        table.rows.iter().map(|row| (table.row_name(row), row.as_slice())).collect()
    }

    /// The row with this name.
    fn row(&self, table: &'static str, row: &'static str) -> Result<&[String], CellFault> {
        let found = self.rows(table).into_iter().find(|(name, _)| name == row);
        found.map(|(_, cells)| cells).ok_or(CellFault::Missing { table, row })
    }

    /// The content of a cell, and its name.
    fn cell(&self, id: &str, cells: &[String], column: &str) -> (String, String) {
        let Some(table) = self.table(id) else { return (String::new(), format!("{id}/{column}")) };
        let name = table.cell_name(cells, column);
        let at = table.columns.iter().position(|known| known == column);
        let printed = at.and_then(|at| cells.get(at)).cloned().unwrap_or_default();
        (self.changed.get(&name).cloned().unwrap_or(printed), name)
    }

    fn number<T: std::str::FromStr + PartialOrd + std::fmt::Display + Copy>(
        &self,
        (id, cells, column): (&str, &[String], &str),
        (least, most): (T, T),
    ) -> Result<T, CellFault> {
        let (said, name) = self.cell(id, cells, column);
        // The book uses the proper minus sign.
        let plain = said.replace('−', "-").replace('+', "");
        let number = plain.parse::<T>().ok().filter(|number| (least..=most).contains(number));
        let wanted = format!("a number from {least} to {most}");
        number.ok_or(CellFault::Value { name, value: said, wanted })
    }
}

impl Tables {
    /// The tables of a game.
    ///
    /// # Errors
    ///
    /// If a changed cell does not exist, or does not take its value; reports the first one.
    pub fn new(book: &Rulebook, changed: &Changed) -> Result<Self, CellFault> {
        let known: Vec<String> = cells(book).into_iter().map(|(name, _)| name).collect();
        if let Some(name) = changed.keys().find(|key| !known.contains(key)) {
            return Err(CellFault::Unknown { name: name.clone() });
        }
        let reader = Reader { book, changed };
        Ok(Self {
            moves: moves(&reader)?,
            ranges: ranges(&reader)?,
            kinds: kinds(&reader)?,
            modifiers: modifiers(&reader)?,
            round_shot: artillery(&reader, "round shot")?,
            canister: artillery(&reader, "canister")?,
            assault: assault(&reader)?,
        })
    }

    /// Inches in a row of the table of moves.
    pub fn inches(&self, row: Pace) -> f32 {
        self.moves.get(&row).copied().unwrap_or(0.0)
    }

    /// The ranges of a weapon.
    pub fn range(&self, weapon: Weapon) -> Range {
        self.ranges.get(&weapon).copied().unwrap_or_default()
    }

    /// The value and the hold number in a row of the table of kinds.
    pub fn worth(&self, row: &str) -> Worth {
        self.kinds.get(row).copied().unwrap_or(Worth { value: 1, hold: 8 })
    }

    /// A row of the table of modifiers.
    pub fn gains(&self, row: Modified) -> Gains {
        self.modifiers.get(&row).copied().unwrap_or_default()
    }

    /// The highest face at which a die of round shot hits; 0 if none is thrown (`epstein:8.d.1`, `epstein:8.d.13`).
    pub fn round_shot_hits(&self, band: Band, cover: Cover) -> u8 {
        self.round_shot[band as usize][cover as usize]
    }

    /// The same for canister (`epstein:8.d.7`, `epstein:8.d.9`).
    pub fn canister_hits(&self, band: Band, cover: Cover) -> u8 {
        self.canister[band as usize][cover as usize]
    }

    /// The result for a total (`epstein:15.5`).
    pub fn assault(&self, total: i32) -> AssaultResult {
        let found = self.assault.iter().find(|(least, _)| total >= *least);
        found.map_or(AssaultResult::AttackerEliminated, |(_, result)| *result)
    }

    /// The same tables with values from options: the farthest range of round shot (`epstein:3d.4`), the move of horse artillery
    /// (`epstein:3d.2`), the hold number of guards (`guard_hold`), and of landwehr if it has rows of its own (`epstein:3t.d`).
    #[must_use]
    pub fn with(mut self, chosen: ChosenCells) -> Self {
        if let Some(range) = self.ranges.get_mut(&Weapon::RoundShot)
            && range.most == PRINTED_ROUND_SHOT
        {
            range.most = chosen.round_shot_max;
        }
        if chosen.horse_artillery != PRINTED_HORSE_ARTILLERY {
            self.moves.insert(Pace::HorseArtillery, chosen.horse_artillery);
        }
        for (row, worth) in &mut self.kinds {
            if row.contains("guard") && worth.hold == PRINTED_GUARD_HOLD {
                worth.hold = chosen.guard_hold;
            }
            if chosen.landwehr_rows && row.contains("landwehr") && worth.hold == PRINTED_LANDWEHR_HOLD {
                worth.hold = OWN_LANDWEHR_HOLD;
            }
        }
        self
    }
}

/// Values from options that replace the book's cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenCells {
    pub round_shot_max: f32,
    pub horse_artillery: f32,
    pub guard_hold: u8,
    /// Does landwehr have rows of its own (`landwehr_mode`)?
    pub landwehr_rows: bool,
}

/// The book's values that options can replace; a cell changed by the referee keeps its change.
const PRINTED_ROUND_SHOT: f32 = 18.0;
const PRINTED_HORSE_ARTILLERY: f32 = 9.0;
const PRINTED_GUARD_HOLD: u8 = 7;
const PRINTED_LANDWEHR_HOLD: u8 = 8;

/// The hold number of landwehr in its own row (`epstein:3t.d`).
const OWN_LANDWEHR_HOLD: u8 = 9;

fn moves(reader: &Reader<'_>) -> Result<BTreeMap<Pace, f32>, CellFault> {
    let inches = |pace: Pace| {
        let cells = reader.row("MOVE", pace.row())?;
        Ok((pace, reader.number(("MOVE", cells, "move"), (0.5, 48.0))?))
    };
    Pace::ALL.into_iter().map(inches).collect()
}

fn ranges(reader: &Reader<'_>) -> Result<BTreeMap<Weapon, Range>, CellFault> {
    let of = |weapon: Weapon| {
        let cells = reader.row("RANGES", weapon.row())?;
        let inches = |column| reader.number(("RANGES", cells, column), (0.0, 96.0));
        let range =
            Range { least: inches("from")?, optimum: inches("optimum to")?, most: inches("maximum")? };
        if range.optimum > range.most || range.least > range.optimum {
            return Err(CellFault::Optimum { row: weapon.row().to_owned() });
        }
        Ok((weapon, range))
    };
    Weapon::ALL.into_iter().map(of).collect()
}

fn kinds(reader: &Reader<'_>) -> Result<BTreeMap<String, Worth>, CellFault> {
    for (_, kind) in KINDS.iter().filter(|(_, kind)| *kind != Kind::Command) {
        for skirmishing in [false, true] {
            reader.row("KINDS", kind.row(skirmishing))?;
        }
    }
    let rows = reader.rows("KINDS").into_iter();
    rows.map(|(row, cells)| {
        let value = reader.number(("KINDS", cells, "value"), (1, 20))?;
        let hold = reader.number(("KINDS", cells, "holds on"), (2, 12))?;
        Ok((row, Worth { value, hold }))
    })
    .collect()
}

fn modifiers(reader: &Reader<'_>) -> Result<BTreeMap<Modified, Gains>, CellFault> {
    let of = |row: Modified| {
        let cells = reader.row("MODIFIERS", row.row())?;
        let pips = |column: &str| {
            let (said, _) = reader.cell("MODIFIERS", cells, column);
            if said == "no fire" {
                return Ok(0);
            }
            reader.number(("MODIFIERS", cells, column), (-10, 10))
        };
        let gains = Gains {
            morale: pips("morale")?,
            value: pips("value")?,
            die: pips("melee die")?,
            fire: pips("fire die")?,
        };
        Ok((row, gains))
    };
    Modified::ALL.into_iter().map(of).collect()
}

/// The highest faces that hit for a weapon, by band and cover: `1-3`, `1`, `none`.
fn artillery(reader: &Reader<'_>, weapon: &str) -> Result<[[u8; 3]; 2], CellFault> {
    let mut hits = [[0; 3]; 2];
    for (_, cells) in reader.rows("ARTILLERY").into_iter().filter(|(_, cells)| cells[0] == weapon) {
        let (said, name) = reader.cell("ARTILLERY", cells, "hits on");
        let highest = match said.as_str() {
            "none" => Some(0),
            "1" => Some(1),
            range => range
                .strip_prefix("1-")
                .and_then(|face| face.parse().ok())
                .filter(|face| (2..=6).contains(face)),
        };
        let wanted = "none, 1, or 1-2 to 1-6".to_owned();
        let highest = highest.ok_or(CellFault::Value { name, value: said.clone(), wanted })?;
        let band = usize::from(cells[1] == "long");
        let cover = match cells[2].as_str() {
            "open" => 0,
            "light" => 1,
            _ => 2,
        };
        hits[band][cover] = highest;
    }
    Ok(hits)
}

/// The least totals of the results, which the book lists from the best for the attacker; the last takes the rest. A result that
/// begins at the same total as the one before it never occurs.
fn assault(reader: &Reader<'_>) -> Result<Vec<(i32, AssaultResult)>, CellFault> {
    let results = [
        AssaultResult::DefenderEliminated,
        AssaultResult::DefenderLosesOne,
        AssaultResult::Repulsed,
        AssaultResult::AttackerLosesOne,
        AssaultResult::AttackerEliminated,
    ];
    let mut found: Vec<(i32, AssaultResult)> = Vec::new();
    for result in results {
        let cells = reader.row("BUILDING_MELEE", result.row())?;
        let (said, name) = reader.cell("BUILDING_MELEE", cells, "from a total of");
        let least = match said.as_str() {
            "any less" => i32::MIN,
            _ => reader.number(("BUILDING_MELEE", cells, "from a total of"), (-20, 40))?,
        };
        if found.last().is_some_and(|(before, _)| least > *before) {
            return Err(CellFault::Total { row: name });
        }
        found.push((least, result));
    }
    Ok(found)
}

/// The value of each face of a die on which faces up to this one hit.
pub fn low_hits(highest: u8) -> Vec<u8> {
    (1..=6).map(|face| u8::from(face <= highest)).collect()
}

impl Default for Tables {
    /// The book's values.
    fn default() -> Self {
        Self::new(book_of::<Epstein>(), &Changed::new()).expect("the book's own tables can be read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Grade;
    use crate::order::Load;

    fn changed(key: &str, value: &str) -> Result<Tables, CellFault> {
        Tables::new(book_of::<Epstein>(), &Changed::from([(key.to_owned(), value.to_owned())]))
    }

    #[test]
    fn the_book_has_a_row_for_every_kind_and_move() {
        let tables = Tables::default();
        for (word, kind) in KINDS.iter().filter(|(_, kind)| *kind != Kind::Command) {
            for skirmishing in [false, true] {
                let row = kind.row(skirmishing);
                assert!(tables.kinds.contains_key(row), "{word}: {row}");
            }
        }
        assert_eq!(tables.worth(Kind::Infantry(Grade::Guard).row(false)), Worth { value: 3, hold: 7 });
        assert_eq!(tables.worth(Kind::Infantry(Grade::Line).row(true)), Worth { value: 1, hold: 8 });
        assert_eq!(tables.inches(Pace::Line), 4.0);
        assert_eq!(tables.range(Weapon::RoundShot), Range { least: 6.0, optimum: 12.0, most: 18.0 });
        assert_eq!(tables.gains(Modified::FlankDefender).morale, -3);
        assert_eq!(tables.gains(Modified::StrongCover).fire, -2);
        assert_eq!(tables.gains(Modified::SkirmishBeyond).fire, -3);
        assert_eq!(tables.round_shot_hits(Band::Long, Cover::Strong), 0);
        assert_eq!(tables.canister_hits(Band::Optimum, Cover::Light), 2);
        for (total, result) in [
            (14, AssaultResult::DefenderEliminated),
            (12, AssaultResult::DefenderEliminated),
            (9, AssaultResult::DefenderLosesOne),
            (7, AssaultResult::Repulsed),
            (3, AssaultResult::AttackerLosesOne),
            (2, AssaultResult::AttackerEliminated),
            (-1, AssaultResult::AttackerEliminated),
        ] {
            assert_eq!(tables.assault(total), result, "{total}");
        }
    }

    #[test]
    fn every_name_that_is_asked_for_is_a_row_of_the_book() {
        let book = book_of::<Epstein>();
        let (tables, changed) = (Tables::default(), Changed::new());
        let reader = Reader { book, changed: &changed };
        let has = |table, row| reader.row(table, row).is_ok();
        for pace in Pace::ALL {
            assert!(has("MOVE", pace.row()) && tables.inches(pace) > 0.0, "{pace:?}");
        }
        for weapon in Weapon::ALL.into_iter().chain([Load::Round, Load::Canister].map(Load::weapon)) {
            assert!(has("RANGES", weapon.row()) && tables.range(weapon).most > 0.0, "{weapon:?}");
        }
        for row in Modified::ALL {
            assert!(has("MODIFIERS", row.row()) && tables.gains(row) != Gains::default(), "{row:?}");
        }
        for weapon in ["round shot", "canister"] {
            let rows = reader.rows("ARTILLERY");
            assert_eq!(rows.iter().filter(|(_, cells)| cells[0] == weapon).count(), 6, "{weapon}");
        }
        // And the other way round: no row of these tables is asked for by nobody.
        let counts = [("MOVE", Pace::ALL.len() - 1), ("RANGES", 4), ("MODIFIERS", Modified::ALL.len())];
        for (table, count) in counts.into_iter().chain([("BUILDING_MELEE", 5), ("KINDS", 17)]) {
            assert_eq!(reader.rows(table).len(), count, "{table}");
        }
    }

    #[test]
    fn a_book_that_lacks_a_row_is_told_which() {
        for (table, row) in [
            ("KINDS", "cavalry, medium, guard"),
            ("MOVE", "routed crew"),
            ("RANGES", "rifle"),
            ("MODIFIERS", "any: green"),
            ("BUILDING_MELEE", "the defender loses one figure"),
        ] {
            let mut book = book_of::<Epstein>().clone();
            let found = book.tables.iter_mut().find(|one| one.id == table).expect("it is there");
            let named = found.clone();
            found.rows.retain(|cells| named.row_name(cells) != row);
            let fault = Tables::new(&book, &Changed::new()).expect_err("a row is missing");
            assert_eq!(
                fault.to_string(),
                format!("the table {table} has no row {row}: write it in the rulebook")
            );
        }
    }

    #[test]
    fn the_results_at_buildings_can_be_those_of_the_printed_table() {
        let cell = "BUILDING_MELEE/the attacker is repulsed without loss/from a total of";
        let tables = changed(cell, "8").expect("7 is the attacker's loss then");
        assert_eq!(tables.assault(8), AssaultResult::Repulsed);
        assert_eq!(tables.assault(7), AssaultResult::AttackerLosesOne);
        let told = |value: &str| changed(cell, value).expect_err("it is wrong").to_string();
        assert_eq!(
            told("10"),
            format!(
                "{cell} would begin at a total above that of the result before it: change that one first"
            )
        );
        assert_eq!(told("a few"), format!("{cell} cannot be a few: give a number from -20 to 40"));
        let rest = "BUILDING_MELEE/the attacking stand is eliminated/from a total of";
        assert!(matches!(changed(rest, "1"), Err(CellFault::Unknown { .. })));
    }

    #[test]
    fn a_referee_may_correct_a_cell_and_is_told_what_it_takes() {
        let guard = "KINDS/infantry, guard/holds on";
        let tables = changed(guard, "6").expect("6 is a hold");
        assert_eq!(tables.worth("infantry, guard").hold, 6);
        assert_ne!(tables, Tables::default());
        let told = |key: &str, value: &str| changed(key, value).expect_err("it is wrong").to_string();
        assert_eq!(told(guard, "13"), format!("{guard} cannot be 13: give a number from 2 to 12"));
        assert_eq!(told(guard, "1"), format!("{guard} cannot be 1: give a number from 2 to 12"));
        let value = "KINDS/infantry, line/value";
        assert_eq!(told(value, "0"), format!("{value} cannot be 0: give a number from 1 to 20"));
        let optimum = told("RANGES/musket/optimum to", "7");
        assert_eq!(optimum, "musket would have its optimum beyond its maximum: change the maximum first");
        assert!(told("KINDS/infantry, tall/value", "3").starts_with("there is no cell"));
        assert_eq!(
            changed("ARTILLERY/canister: long: light/hits on", "1-2").map(|tables| tables.canister[1][1]),
            Ok(2)
        );
    }

    #[test]
    fn every_cell_has_a_name_of_its_own() {
        let mut all: Vec<String> = cells(book_of::<Epstein>()).into_iter().map(|(name, _)| name).collect();
        assert!(all.len() > 100, "{}", all.len());
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
