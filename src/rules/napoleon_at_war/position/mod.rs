//! A complete position on hexes: map, units, turn, phase, phasing side, options.
//!
//! Units: hexes by number, strength points, movement points.

pub mod play;
mod sound;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spelling::{NameFault, Reader};
use crate::state::{Moved, Phase, Place};
use crate::{State, turn};
use dice::Dry;
pub use game::hex_position::lab_board;
use game::hex_position::{self, Ground, Short};
use game::options::Options;
use game::{Contradiction, RuleSet, Stop, unless};
use hexes::Hex;
use scenario::{HexScenario, HexStart, Side};

use super::rule_set::NapoleonAtWar;

/// Looks up scenarios on hexes by id.
pub type Scenarios<'a> = &'a dyn Fn(&str) -> Result<HexScenario, String>;

/// How a unit is written.
const FORM: &str = "a unit is written F5@2010, gF2(4)@2007 or key:cE3(6)@3912/4 Name";

/// A position. Every field has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// A scenario by id with its map, sides and units; if omitted, the lab board, 39 by 25 clear hexes.
    pub scenario: Option<String>,
    /// Whether this is the lab board with Marengo in 1412, Pietrabuona in 1111, a French and an Austrian side, and therefore the
    /// special rules.
    pub marengo: bool,
    /// Units in short form: `F5@2010`, `gF2@2007`, `cF2(7)@1215`, `guard:F3(4)@3912/2 Consular Guard`; without a place: eliminated.
    pub units: Vec<String>,
    /// Units of the scenario that are not in their starting hex.
    pub at: BTreeMap<String, u16>,
    /// Units of the scenario that have not arrived yet.
    pub waiting: Vec<String>,
    pub eliminated: Vec<String>,
    pub forest: Vec<u16>,
    pub rough: Vec<u16>,
    pub town: Vec<u16>,
    pub marsh: Vec<u16>,
    /// Hexsides, each given by its two hexes.
    pub river: Vec<(u16, u16)>,
    pub stream: Vec<(u16, u16)>,
    pub bridge: Vec<(u16, u16)>,
    /// The slope hex at the foot, then the hex at the top.
    pub slope: Vec<(u16, u16)>,
    /// Hexes connected by a road, one after another.
    pub road: Vec<Vec<u16>>,
    pub trail: Vec<Vec<u16>>,
    pub turn: u8,
    pub turns: Option<u8>,
    /// The turns that are night.
    pub nights: Vec<u8>,
    /// Which side's player turn it is: `F`, `E`, or a side's id; if omitted, F on the lab board, otherwise the first player.
    pub phasing: Option<String>,
    pub phase: RawPhase,
    /// Units whose move in this phase is confirmed.
    pub moved: Vec<String>,
    /// The turn in which the French announced their counterattack.
    pub counterattack: Option<u8>,
    pub options: BTreeMap<String, String>,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            scenario: None,
            marengo: false,
            units: Vec::new(),
            at: BTreeMap::new(),
            waiting: Vec::new(),
            eliminated: Vec::new(),
            forest: Vec::new(),
            rough: Vec::new(),
            town: Vec::new(),
            marsh: Vec::new(),
            river: Vec::new(),
            stream: Vec::new(),
            bridge: Vec::new(),
            slope: Vec::new(),
            road: Vec::new(),
            trail: Vec::new(),
            turn: 1,
            turns: None,
            nights: Vec::new(),
            phasing: None,
            phase: RawPhase::Movement,
            moved: Vec::new(),
            counterattack: None,
            options: BTreeMap::new(),
        }
    }
}

/// Phases by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawPhase {
    SetUp,
    #[default]
    Movement,
    /// Movement has just ended.
    Combat,
}

/// The fault of a name, by the field in which it stands.
fn named<T>(place: &str, found: Result<T, NameFault>) -> Result<T, String> {
    found.map_err(|fault| format!("{place}: {fault}"))
}

/// A battle on the lab board. Side F is the first of the two, and also the first player unless the battle is Marengo.
pub fn lab(marengo: bool) -> HexScenario {
    let lab = HexScenario { turns: 14, begins: 540, ..hex_position::lab_battle("naw", ["Blue", "White"]) };
    if !marengo {
        return lab;
    }
    let mut lab = HexScenario { first: Side(1), ..lab };
    for (side, (id, name)) in lab.sides.iter_mut().zip([("french", "French"), ("austrian", "Austrian")]) {
        (side.id, side.name) = (id.to_owned(), name.to_owned());
    }
    let places = [("marengo", Hex(1412)), ("pietrabuona", Hex(1111))];
    lab.places = places.into_iter().map(|(name, hex)| (name.to_owned(), hex)).collect();
    lab
}

/// A unit as it is written: these rules know no corps, fronts or routs. It is called what its counter bears, where it has no name.
fn short(written: &str) -> Result<Short, Contradiction> {
    let mut short = Short::read(written, FORM)?;
    if !written.contains(' ') {
        short.name.clone_from(&short.counter);
    }
    if short.corps.is_some() || short.faces.is_some() || short.routed {
        let what = "its rules know no corps, no fronts and no routs";
        return Err(Contradiction::new(written, what, FORM));
    }
    Ok(short)
}

impl Position {
    /// The game in this position.
    ///
    /// # Errors
    /// When something written here cannot be read, is not on the map, or contradicts the rest.
    pub fn set_up(&self, scenarios: Scenarios<'_>) -> Result<State, String> {
        sound::check_numbers(self)?;
        let mut scenario = match &self.scenario {
            Some(id) => scenarios(id)?,
            None => lab(self.marengo),
        };
        let both = self.scenario.is_some() && !self.units.is_empty();
        let reason = "a position has units in short or a scenario with its own, not both";
        unless(!both, "units", reason, "move those of the scenario with at")?;
        let lost = self.add_units(&mut scenario)?;
        self.ground().lay_on(&mut scenario.map)?;
        scenario.turns = self.turns.unwrap_or(scenario.turns);
        scenario.nights.extend(&self.nights);
        sound::clock(self, &scenario)?;
        if self.scenario.is_none() {
            sound::counters(&scenario.units)?;
            sound::arrivals(&scenario.units, scenario.turns)?;
        }
        for unit in &scenario.units {
            let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = unit.start;
            hex_position::on_map(&scenario.map, "units", hex.0)?;
        }
        let mut state =
            NapoleonAtWar::start(scenario, &Options(self.options.clone())).map_err(Contradiction::from)?;
        for id in lost.iter().filter_map(|key| state.game.find(key)) {
            state.play.units[id.index()].place = Place::Eliminated;
        }
        self.arrange(&mut state)?;
        sound::enemies(&state)?;
        Ok(state)
    }

    /// Adds the units written in short; the answer names those without a place.
    fn add_units(&self, scenario: &mut HexScenario) -> Result<Vec<String>, String> {
        let mut read = self.units.iter().map(|text| short(text)).collect::<Result<Vec<_>, _>>()?;
        hex_position::keys_apart(read.iter_mut());
        let lost = read.iter().filter(|short| short.start.is_none()).map(|short| short.key.clone()).collect();
        scenario.units.extend(read.into_iter().map(|short| short.unit(4)));
        scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        hex_position::check_keys(scenario.units.iter().map(|unit| unit.id.as_str()))?;
        Ok(lost)
    }

    /// The changes to the map.
    fn ground(&self) -> Ground<'_> {
        Ground {
            forest: &self.forest,
            rough: &self.rough,
            town: &self.town,
            marsh: &self.marsh,
            river: &self.river,
            stream: &self.stream,
            bridge: &self.bridge,
            slope: &self.slope,
            road: &self.road,
            trail: &self.trail,
        }
    }

    /// Moves units of a scenario, and sets turn and phase.
    fn arrange(&self, state: &mut State) -> Result<(), String> {
        sound::places(self, state)?;
        for (name, hex) in &self.at {
            let id = named("at", Reader { state }.key(name))?;
            let hex = hex_position::on_map(state.game.map(), "at", *hex)?;
            state.units[id.index()].place = Place::Map(hex);
        }
        let gone = self.eliminated.iter().map(|name| ("eliminated", name, Place::Eliminated));
        let waiting = self.waiting.iter().map(|name| ("waiting", name, Place::Waiting));
        for (list, name, place) in gone.chain(waiting) {
            let id = named(list, Reader { state }.key(name))?;
            state.units[id.index()].place = place;
        }
        state.turn = self.turn;
        state.counterattack = self.counterattack;
        state.phasing = match &self.phasing {
            Some(name) => named("phasing", Reader { state }.side(name))?,
            None if self.scenario.is_none() => Side(0),
            None => state.game.scenario.first,
        };
        if self.phase == RawPhase::SetUp {
            return Ok(sound::counterattack(self, state)?);
        }
        state.phase = Phase::Movement;
        sound::moved(self, state)?;
        for (order, name) in (1..).zip(&self.moved) {
            let id = named("moved", Reader { state }.key(name))?;
            let (from, path) = (state.units[id.index()].place, state.hex(id).into_iter().collect());
            state.units[id.index()].moved = Some(Moved { from, path, cost: 0, order });
        }
        if self.phase == RawPhase::Combat
            && let Some((end, _)) = turn::ending(state)
        {
            let opened = NapoleonAtWar::judge(state, &end, &mut Dry);
            let ruling =
                opened.map_err(|stop: Stop<_>| format!("phase: the combat phase cannot open: {stop}"))?;
            ruling.events.iter().for_each(|event| NapoleonAtWar::apply(state, event));
        }
        Ok(sound::counterattack(self, state)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::{AnyRules, Battle, Embedded, HexArm};

    fn none(id: &str) -> Result<HexScenario, String> {
        Err(format!("there is no scenario {id}"))
    }

    fn set_up(units: &[&str]) -> Result<State, String> {
        let units = units.iter().map(|unit| (*unit).to_owned()).collect();
        Position { units, ..Position::default() }.set_up(&none)
    }

    #[test]
    fn units_are_read_in_short() {
        let state = set_up(&["gF2(5)@2007", "guard:cE3(6)@3912/4 Old Guard", "F5@2010", "F5@2012", "E9"]);
        let state = state.expect("all can be read");
        let unit = |key: &str| {
            let id = state.game.find(key).unwrap_or_else(|| panic!("there is no {key}"));
            (state.game.unit(id), state.unit(id).place)
        };
        let (gun, place) = unit("gF2");
        assert_eq!((gun.arm, gun.strength, gun.movement, gun.side), (HexArm::Artillery, 2, 5, Side(0)));
        assert_eq!(place, Place::Map(Hex(2007)));
        let (guard, place) = unit("guard");
        assert_eq!((guard.name.as_str(), guard.arm, guard.side), ("Old Guard", HexArm::Cavalry, Side(1)));
        assert_eq!((guard.start, place), (HexStart::Arrives { turn: 4, at: Hex(3912) }, Place::Waiting));
        assert_eq!(unit("F5@2012").1, Place::Map(Hex(2012)));
        assert_eq!(unit("E9").1, Place::Eliminated);
        assert!(state.game.find("F5").is_none(), "two are called F5, so neither is");
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let fault = |unit: &str| set_up(&[unit]).map(|_| ()).unwrap_err().to_string();
        assert!(fault("X5@2010").contains("its side is F"));
        assert!(fault("F5(4@2010").contains("a bracket is open"));
        assert!(fault("Ffive@2010").contains("numbers"));
        assert!(fault("2010:F5@2012").contains("its key is a number, as hexes have: put a letter before it"));
        assert!(fault("F5@2026").contains("2026, which is not on the map"));
        assert!(set_up(&["a:F5@2010", "a:F4@2012"]).unwrap_err().to_string().contains("given twice"));
        let river = Position { river: vec![(2010, 2012)], ..Position::default() };
        assert!(river.set_up(&none).unwrap_err().to_string().contains("no neighbours"));
    }

    #[test]
    fn a_unit_is_named_by_its_hex_where_it_is_alone() {
        let state = set_up(&["F5@2010", "F4@2011", "F3@2011"]).expect("all can be read");
        let reader = Reader { state: &state };
        assert_eq!(reader.unit("2010"), reader.key("F5"));
        assert!(
            reader.unit("2011").unwrap_err().to_string().contains("several units stand in 2011: name one")
        );
        assert!(reader.unit("2012").unwrap_err().to_string().contains("there is no unit 2012"));
        assert!(reader.side("A").is_ok() && reader.side("G").is_err());
    }

    #[test]
    fn the_lab_board_is_the_one_in_terrain() {
        let (file, _) = scenario::hex::read_map("lab-board", &Embedded).expect("the lab board can be read");
        assert_eq!(file, lab_board());
        let (marengo, _) = HexScenario::read("marengo-naw", &Embedded, &AnyRules).expect("it can be read");
        let position = Position { scenario: Some("marengo-naw".into()), ..Position::default() };
        let state = position.set_up(&|_| Ok(marengo.clone())).expect("it can be set up");
        assert_eq!((state.phasing, state.phase == Phase::Movement), (marengo.first, true));
    }
}
