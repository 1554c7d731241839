//! The constants of a game: the ground, the units with their kinds and stands, the options and tables in force.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use drawing::KeptNames;
use game::options::{OptionFault, Options as Chosen};
use scenario::army::{OF_UNIT, StandKey};
use scenario::{Scenario, Side, told_apart};
use table::Terrain;

use super::ground::{House, RulesGround};
use super::kind::{Arm, Grade, Kind};
use super::options::{LandwehrMode, Options, SPECS};
use super::tables::{CellFault, Changed, Tables};
use crate::Epstein;
use rulebook::book_of;

/// Key of a battery's stand for gunners on foot: `F20.gunners`.
const GUNNERS: &str = "gunners";

/// A unit: an index into [`Game::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u16);

/// A stand: an index into [`Game::stands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StandId(pub u16);

/// A house: an index into [`RulesGround::houses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HouseId(pub u16);

game::numbered!(StandId, HouseId);

impl HouseId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl UnitId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl StandId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A unit as its army describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitInfo {
    /// Its key: `F03`.
    pub id: String,
    /// Full name: `1/13th Line`.
    pub name: String,
    /// Name at the table, different from that of every other unit: see [`told_apart`].
    pub short: String,
    pub side: Side,
    /// The id of its army.
    pub army: String,
    /// The key of its command.
    pub command: String,
    pub kind: Kind,
    pub stands: Vec<StandId>,
    /// For a battery: the stand of its gunners on foot (`epstein:8.d.6`), in addition to its own stands.
    pub gunners: Option<StandId>,
    /// Is it landwehr, levy or militia by its kind or marks (`epstein:3t.d`)?
    pub landwehr: bool,
    /// Are its morale, melee and fire lowered by one (`epstein:16.4`)?
    pub green: bool,
    /// Its class of control, if any: `A`, `B`, `C` (`epstein:16.1`).
    pub control: Option<char>,
    /// Is that class its army's, for which one die is thrown (`epstein:16.2`)?
    pub with_army: bool,
}

/// One stand of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct StandInfo {
    /// `F03.2`.
    pub key: String,
    pub unit: UnitId,
    /// Figures at the start.
    pub figures: u16,
    /// Does it have rifles (`epstein:8.c`)?
    pub rifles: bool,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    pub scenario: Scenario,
    /// Chosen option values, including the scenario's own.
    pub chosen: Chosen,
    pub options: Options,
    pub tables: Tables,
    /// Cells of the tables changed by the referee.
    pub cells: Changed,
    pub units: Vec<UnitInfo>,
    pub stands: Vec<StandInfo>,
    pub terrain: Terrain,
    /// The ground as these rules use it.
    pub ground: RulesGround,
    /// The names drawn last for this battle.
    pub names: KeptNames,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.scenario == other.scenario && self.chosen == other.chosen && self.tables == other.tables
    }
}

impl Game {
    /// The game of a battle, or an error if an option is unknown. Chosen options override the scenario's own.
    pub fn new(scenario: Scenario, chosen: &Chosen) -> Result<Arc<Self>, OptionFault> {
        let mut all = Chosen(scenario.options.clone());
        all.0.extend(chosen.0.iter().map(|(id, value)| (id.clone(), value.clone())));
        Self::built(scenario, all, Changed::new(), Tables::default())
    }

    fn built(
        scenario: Scenario,
        chosen: Chosen,
        cells: Changed,
        tables: Tables,
    ) -> Result<Arc<Self>, OptionFault> {
        let options = Options::new(&chosen)?;
        let tables = tables.with(options.of_tables());
        let (units, stands) = listed(&scenario, &options);
        let terrain = Terrain::new(scenario.ground.clone());
        let ground = RulesGround::new(&terrain);
        let names = KeptNames::default();
        Ok(Arc::new(Self { scenario, chosen, options, tables, cells, units, stands, terrain, ground, names }))
    }

    /// The book's tables with the changed cells.
    fn own_tables(cells: &Changed) -> Result<Tables, CellFault> {
        Tables::new(book_of::<Epstein>(), cells)
    }

    /// The same game with another value of an option, or an error if the option does not take it.
    pub fn with_option(&self, id: &str, value: &str) -> Result<Arc<Self>, OptionFault> {
        let mut all = self.chosen.clone();
        all.set(SPECS, id, value)?;
        let tables = Self::own_tables(&self.cells).unwrap_or_default();
        Self::built(self.scenario.clone(), all, self.cells.clone(), tables)
    }

    /// The same game with these cells changed, or an error if a cell does not exist or does not take the value.
    pub fn with_cells(&self, cells: Changed) -> Result<Arc<Self>, CellFault> {
        let tables = Self::own_tables(&cells)?;
        let built = Self::built(self.scenario.clone(), self.chosen.clone(), cells, tables);
        Ok(built.expect("the options of a game are known"))
    }

    pub fn unit(&self, id: UnitId) -> &UnitInfo {
        &self.units[id.index()]
    }

    pub fn stand(&self, id: StandId) -> &StandInfo {
        &self.stands[id.index()]
    }

    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len()).filter_map(|index| u16::try_from(index).ok()).map(UnitId)
    }

    pub fn stand_ids(&self) -> impl Iterator<Item = StandId> + use<> {
        (0..self.stands.len()).filter_map(|index| u16::try_from(index).ok()).map(StandId)
    }

    pub fn find_unit(&self, key: &str) -> Option<UnitId> {
        self.unit_ids().find(|id| self.unit(*id).id == key)
    }

    /// The stand with this key: `F03.2`; a unit of one stand is also found by the unit's key.
    pub fn find_stand(&self, key: &str) -> Option<StandId> {
        if let Some((unit, number)) = key.split_once(OF_UNIT) {
            let unit = self.find_unit(unit)?;
            if number == GUNNERS {
                return self.unit(unit).gunners;
            }
            let number: usize = number.parse().ok()?;
            return self.unit(unit).stands.get(number.checked_sub(1)?).copied();
        }
        match self.unit(self.find_unit(key)?).stands.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    pub fn house_ids(&self) -> impl Iterator<Item = HouseId> + use<> {
        (0..self.ground.houses.len()).filter_map(|index| u16::try_from(index).ok()).map(HouseId)
    }

    pub fn house(&self, id: HouseId) -> &House {
        &self.ground.houses[id.index()]
    }

    /// The id of a house's area: `B1`.
    pub fn house_key(&self, id: HouseId) -> &str {
        &self.terrain.ground().areas[self.house(id).area].id
    }

    /// The spoken name of a house: `The mill`.
    pub fn house_name(&self, id: HouseId) -> &str {
        let area = &self.terrain.ground().areas[self.house(id).area];
        if area.name.is_empty() { &area.id } else { &area.name }
    }

    pub fn find_house(&self, key: &str) -> Option<HouseId> {
        self.house_ids().find(|id| self.house_key(*id) == key)
    }

    /// The side's id: `french`.
    pub fn side_id(&self, side: Side) -> String {
        self.scenario.sides.get(side.index()).map(|side| side.id.clone()).unwrap_or_default()
    }

    /// The spoken name of the side: `French`.
    pub fn side_name(&self, side: Side) -> &str {
        self.scenario.sides.get(side.index()).map_or("nobody", |side| side.name.as_str())
    }

    /// The side with the first move period of each turn, if the scenario names one (`epstein:4.1`).
    pub fn first(&self) -> Option<Side> {
        self.scenario.first
    }
}

/// Mark of a landwehr unit whose kind does not show it (`epstein:3t.d`).
pub const LANDWEHR: &str = "landwehr";

/// The participating units and stands of a battle, in the order of the armies.
fn listed(scenario: &Scenario, options: &Options) -> (Vec<UnitInfo>, Vec<StandInfo>) {
    let (mut units, mut stands): (Vec<UnitInfo>, Vec<StandInfo>) = (Vec::new(), Vec::new());
    for (side, army) in scenario.armies() {
        let class_of_army = army.units().find_map(|unit| class_of(&unit.marks, "army-control:"));
        for command in &army.commands {
            for unit in command.units.iter().filter(|unit| scenario.starts.contains_key(&unit.id)) {
                let id = UnitId(u16::try_from(units.len()).unwrap_or(u16::MAX));
                let named = Kind::named(&unit.class).unwrap_or(Kind::Command);
                let is_landwehr = named.grade() == Some(Grade::Landwehr) || unit.marks.contains(LANDWEHR);
                // With rows for landwehr it fights by them, whether its kind or a mark makes it landwehr (`epstein:3t.d`).
                let own_row = is_landwehr && options.landwehr_mode == LandwehrMode::Row;
                let kind = if own_row { named.as_landwehr() } else { named };
                let rifles = rifle_stands(unit.marks.iter().map(String::as_str), options);
                let first = stands.len();
                for (number, StandKey { .. }) in (1..).zip(unit.keys()) {
                    stands.push(StandInfo {
                        key: format!("{}{OF_UNIT}{number}", unit.id),
                        unit: id,
                        figures: unit.figures_on(number),
                        rifles: number <= rifles,
                    });
                }
                let ids = (first..stands.len()).filter_map(|index| u16::try_from(index).ok()).map(StandId);
                let ids: Vec<StandId> = ids.collect();
                let gunners = (kind.arm() == Arm::Artillery).then(|| {
                    let key = format!("{}{OF_UNIT}{GUNNERS}", unit.id);
                    stands.push(StandInfo { key, unit: id, figures: 0, rifles: false });
                    StandId(u16::try_from(stands.len() - 1).unwrap_or(u16::MAX))
                });
                let own_class = class_of(&unit.marks, "control:");
                let control = own_class.or(class_of_army);
                // Landwehr has its own row or the deduction for green troops, never both (`epstein:3t.d`).
                let green = if is_landwehr {
                    !own_row
                } else {
                    unit.marks.contains("green") || options.control && control == Some('C')
                };
                units.push(UnitInfo {
                    id: unit.id.clone(),
                    name: unit.name.clone(),
                    short: unit.short().to_owned(),
                    side,
                    army: army.id.clone(),
                    command: command.id.clone(),
                    kind,
                    stands: ids,
                    gunners,
                    landwehr: is_landwehr,
                    green,
                    control,
                    with_army: own_class.is_none() && class_of_army.is_some(),
                });
            }
        }
    }
    let side = |unit: &UnitInfo| scenario.sides.get(unit.side.index()).map_or("", |side| &*side.name);
    let named: Vec<[&str; 3]> = units.iter().map(|unit| [&*unit.short, side(unit), &*unit.id]).collect();
    for (told, unit) in told_apart(&named).into_iter().zip(&mut units) {
        unit.short = told;
    }
    (units, stands)
}

/// The class of control given by a mark (`epstein:16.1`): `control:B`.
fn class_of(marks: &BTreeSet<String>, mark: &str) -> Option<char> {
    marks.iter().find_map(|one| one.strip_prefix(mark)).and_then(|class| class.chars().next())
}

/// How many of a unit's stands have rifles, by its marks: `rifle:1`, or `rifles_1815:1` where that option is on (`epstein:8.c`,
/// `epstein:w.7`).
fn rifle_stands<'a>(marks: impl Iterator<Item = &'a str>, options: &Options) -> u8 {
    let number = |mark: &str| -> Option<u8> {
        let count = match mark.strip_prefix("rifles_1815:") {
            Some(count) => options.rifles_1815.then_some(count)?,
            None => mark.strip_prefix("rifle:")?,
        };
        count.parse().ok()
    };
    marks.filter_map(number).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rifles_of_1815_wait_for_their_option() {
        let with = |value: &str| {
            let chosen = Chosen([("rifles_1815".to_owned(), value.to_owned())].into());
            Options::new(&chosen).unwrap()
        };
        let stands = |marks: [&str; 2], value| rifle_stands(marks.into_iter(), &with(value));
        assert_eq!((stands(["x", "rifles_1815:1"], "off"), stands(["x", "rifles_1815:1"], "on")), (0, 1));
        assert_eq!(stands(["landwehr", "rifle:2"], "off"), 2);
    }
}
