//! A complete position of 1800: map, units, leaders and corps, turn, phase, command, possession, options.
//!
//! Units: hexes by number, strength points, movement points.

mod arrange;
pub mod play;
mod sound;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use game::hex_position::lab_board;
use game::hex_position::{self, Ground, Short};
use game::options::Options;
use game::{Contradiction, RuleSet, unless};
use hexes::Hex;
use scenario::{HexCorps, HexObjective, HexScenario};

use super::roster::COMMUNICATIONS;
use super::rule_set::CasusBelli;
use super::spelling::NameFault;
use super::state::State;

/// Where scenarios on hexes are found by id.
pub type Scenarios<'a> = &'a dyn Fn(&str) -> Result<HexScenario, String>;

/// The short form of a unit.
const UNIT_FORM: &str = "a unit is written F5@2010, gF2.left(4)@2007>2008 or key:cE3(6)@3912/4 Name";
/// The short form of a leader.
const LEADER_FORM: &str = "a leader is written F2@2010 with his bonus, F2.left@2010 or key:E1(6)@3912/4 Name";
/// The default movement points of a leader (`cb:11a`).
const LEADERS_ALLOWANCE: u8 = 6;

/// A position. Everything has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// A scenario by id with its map, sides and pieces; if omitted, the lab board, 39 by 25 clear hexes.
    pub scenario: Option<String>,
    /// Units in short form: `F5@2010`, `gF2.left@2007>2008`, `guard:cF3(6)@3912/2 Guard`, routed `F4@2012!`; without a place:
    /// eliminated.
    pub units: Vec<String>,
    /// Leaders in short, with their bonus: `F2.left@2010`, `lannes:F2.left@2010 Lannes`; without a corps: commander of the army.
    pub leaders: Vec<String>,
    /// By corps of the units and leaders in short form: its level. Corps not listed have none.
    pub corps: BTreeMap<String, u8>,
    /// Pieces of the scenario that are not at their starting places.
    pub at: BTreeMap<String, u16>,
    /// Pieces of the scenario that have not entered yet.
    pub waiting: Vec<String>,
    pub eliminated: Vec<String>,
    /// Units that are routed.
    pub routed: Vec<String>,
    /// By unit: the neighbouring hex in front of it, if facing is played.
    pub faces: BTreeMap<String, u16>,
    /// By unit: strength points that differ from its counter.
    pub strength: BTreeMap<String, u8>,
    pub forest: Vec<u16>,
    pub rough: Vec<u16>,
    pub town: Vec<u16>,
    pub marsh: Vec<u16>,
    /// Hexsides, each by its two hexes.
    pub river: Vec<(u16, u16)>,
    pub stream: Vec<(u16, u16)>,
    pub bridge: Vec<(u16, u16)>,
    /// The crest: the hex at the foot, then the hex at the top.
    pub slope: Vec<(u16, u16)>,
    /// Hexes that a road joins, one after another.
    pub road: Vec<Vec<u16>>,
    pub trail: Vec<Vec<u16>>,
    /// By side, of the lab board: the hexes of its line of communications; if omitted, 3912 of F and 0113 of E.
    pub communications: BTreeMap<String, Vec<u16>>,
    /// Places of the lab board that are worth points.
    pub places: Vec<RawPlace>,
    /// By hex of a place: the holder; if omitted, the side with a unit in good order there, else the French.
    pub held: BTreeMap<u16, String>,
    /// By side: points that the referee has given.
    pub points: BTreeMap<String, i16>,
    pub turn: u8,
    pub turns: Option<u8>,
    /// Whose player turn it is: `F`, `E`, or a side's id; if omitted, the first player.
    pub phasing: Option<String>,
    pub phase: RawPhase,
    /// By unit: its commander's key, if not its own corps'; if omitted, as the rules propose.
    pub attached: Option<BTreeMap<String, String>>,
    /// By cavalry: the target of its charge.
    pub charges: BTreeMap<String, String>,
    /// Is every unit in command regardless of leaders? By default, on the lab board without leaders.
    pub commanded: Option<bool>,
    /// Units that are nevertheless out of command.
    pub out_of_command: Vec<String>,
    /// Pieces that have moved in this phase.
    pub moved: Vec<String>,
    /// The group that moves: `army`, `unassigned`, or a corps.
    pub moving: Option<String>,
    /// Groups that have moved.
    pub have_moved: Vec<String>,
    /// By hex: how many units have entered there in this player turn.
    pub entered: BTreeMap<u16, u8>,
    /// Reinforcements that found no hex to enter in their side's last movement.
    pub shut_out: Vec<String>,
    /// By leader who is gone: the turn on which he was lost; if omitted, this turn.
    pub lost: BTreeMap<String, u8>,
    /// By corps whose leader is gone: the unit that acts as its commander.
    pub acting: BTreeMap<String, String>,
    /// By printed turn: the turn of arrival after a die.
    pub arrivals: BTreeMap<u8, u8>,
    pub options: BTreeMap<String, String>,
}

/// A place that is worth points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPlace {
    pub id: String,
    pub hexes: Vec<u16>,
    /// By side: F, E.
    pub points: (u8, u8),
}

impl Default for Position {
    fn default() -> Self {
        Self {
            scenario: None,
            units: Vec::new(),
            leaders: Vec::new(),
            corps: BTreeMap::new(),
            at: BTreeMap::new(),
            waiting: Vec::new(),
            eliminated: Vec::new(),
            routed: Vec::new(),
            faces: BTreeMap::new(),
            strength: BTreeMap::new(),
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
            communications: BTreeMap::new(),
            places: Vec::new(),
            held: BTreeMap::new(),
            points: BTreeMap::new(),
            turn: 1,
            turns: None,
            phasing: None,
            phase: RawPhase::Movement,
            attached: None,
            charges: BTreeMap::new(),
            commanded: None,
            out_of_command: Vec::new(),
            moved: Vec::new(),
            moving: None,
            have_moved: Vec::new(),
            entered: BTreeMap::new(),
            shut_out: Vec::new(),
            lost: BTreeMap::new(),
            acting: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            options: BTreeMap::new(),
        }
    }
}

/// Phases by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum RawPhase {
    SetUp,
    /// Commands are being settled.
    Command,
    #[default]
    Movement,
    /// Movement has just ended.
    Combat,
    /// All combats are fought.
    Reorganisation,
}

/// The fault of a name, by the field in which it stands.
fn named<T>(place: &'static str, found: Result<T, NameFault>) -> Result<T, String> {
    found.map_err(|fault| format!("{place}: {fault}"))
}

/// A battle on the lab board, without pieces. Side F is French and the first of the two.
fn lab() -> HexScenario {
    hex_position::lab_battle(CasusBelli::ID, ["French", "Austrian"])
}

/// Pieces in short form without a place.
struct Gone(Vec<String>);

impl Position {
    /// The position as a game at that moment.
    ///
    /// # Errors
    /// When something written here cannot be read, is not on the map, or contradicts the rest.
    pub fn set_up(&self, scenarios: Scenarios<'_>) -> Result<State, String> {
        sound::check_numbers(self)?;
        sound::check_own(self)?;
        let mut scenario = match &self.scenario {
            Some(id) => scenarios(id)?,
            None => lab(),
        };
        scenario.turns = self.turns.unwrap_or(scenario.turns);
        sound::clock(self, &scenario)?;
        self.ground().lay_on(&mut scenario.map)?;
        let (gone, routed) = self.add_pieces(&mut scenario)?;
        if self.scenario.is_none() {
            self.add_objectives(&mut scenario)?;
        }
        let mut state =
            CasusBelli::start(scenario, &Options(self.options.clone())).map_err(Contradiction::from)?;
        arrange::arrange(self, &mut state, &gone, &routed)?;
        Ok(state)
    }

    /// Its changes to the map.
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

    /// Adds the units and leaders written in short with their corps; the answer names those without a place, and the routed.
    fn add_pieces(&self, scenario: &mut HexScenario) -> Result<(Gone, Vec<String>), String> {
        let read = |list: &[String], form| -> Result<Vec<Short>, Contradiction> {
            list.iter().map(|text| Short::read(text, form)).collect()
        };
        let mut units = read(&self.units, UNIT_FORM)?;
        let mut leaders = read(&self.leaders, LEADER_FORM)?;
        hex_position::keys_apart(units.iter_mut().chain(&mut leaders));
        sound::leaders(&leaders)?;
        scenario.corps.extend(self.corps_of(units.iter().chain(&leaders))?);
        let all = || units.iter().chain(&leaders);
        let gone = all().filter(|short| short.start.is_none()).map(|short| short.key.clone()).collect();
        let routed = all().filter(|short| short.routed).map(|short| short.key.clone()).collect();
        scenario.units.extend(units.into_iter().map(|short| short.unit(4)));
        scenario.leaders.extend(leaders.into_iter().map(|short| short.leader(LEADERS_ALLOWANCE)));
        scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        scenario.leaders.sort_by(|a, b| a.id.cmp(&b.id));
        let units = scenario.units.iter().map(|unit| unit.id.as_str());
        hex_position::check_keys(units.chain(scenario.leaders.iter().map(|leader| leader.id.as_str())))?;
        if self.scenario.is_none() {
            sound::counters(scenario)?;
        }
        Ok((Gone(gone), routed))
    }

    /// The corps that pieces in short are of, with their levels, in the order of their keys.
    fn corps_of<'s>(&self, pieces: impl Iterator<Item = &'s Short>) -> Result<Vec<HexCorps>, String> {
        let mut found: BTreeMap<String, HexCorps> = BTreeMap::new();
        for piece in pieces {
            let Some(id) = &piece.corps else { continue };
            let fresh = || HexCorps {
                id: id.clone(),
                name: id.clone(),
                side: piece.side,
                level: self.corps.get(id).copied(),
                only_with: None,
            };
            if found.entry(id.clone()).or_insert_with(fresh).side != piece.side {
                let reason =
                    format!("the corps {id} has {} of the one side, and others of the other", piece.key);
                return Err(Contradiction::new("corps", reason, "give each side corps of its own").into());
            }
        }
        self.corps.iter().try_for_each(|(id, level)| sound::level(id, *level))?;
        if let Some(id) = self.corps.keys().find(|id| self.scenario.is_none() && !found.contains_key(*id)) {
            let reason = format!("nobody is of the corps {id}");
            return Err(
                Contradiction::new("corps", reason, "leave it out, or write a unit F5.corps@2010").into()
            );
        }
        Ok(found.into_values().collect())
    }

    /// The lines of communications and the places of the lab board.
    fn add_objectives(&self, scenario: &mut HexScenario) -> Result<(), String> {
        let sides: Vec<String> = scenario.sides.iter().map(|side| side.id.clone()).collect();
        let usual = [("f", vec![3912]), ("e", vec![113])].map(|(side, hexes)| (side.to_owned(), hexes));
        let mut lines: BTreeMap<String, Vec<u16>> = usual.into();
        for (name, hexes) in &self.communications {
            let side = name.to_lowercase();
            let once = side == *name || !self.communications.contains_key(&side);
            unless(once, "communications", format!("{side} is named twice"), "name it once")?;
            if !sides.contains(&side) || hexes.is_empty() {
                let reason = format!("{side} is no side with hexes of its own");
                let remedy = format!("give hexes for {}", sides.join(" or "));
                return Err(Contradiction::new("communications", reason, remedy).into());
            }
            lines.insert(side, hexes.clone());
        }
        for (side, hexes) in lines {
            let hexes = on_map(scenario, "communications", &hexes)?;
            for hex in &hexes {
                sound::at_edge(&scenario.map, "communications", &format!("{side} falls back to"), *hex)?;
            }
            scenario.objectives.push(HexObjective {
                id: format!("communications-{side}"),
                name: "Line of communications".to_owned(),
                kind: Some(COMMUNICATIONS.to_owned()),
                hexes,
                points: [0, 0],
                terms: [("side".to_owned(), side)].into(),
            });
        }
        let mut ids = BTreeSet::new();
        for place in &self.places {
            if !ids.insert(&place.id) || place.hexes.is_empty() {
                let reason = format!("the place {} is there twice, or has no hex", place.id);
                return Err(Contradiction::new("places", reason, "give each its own id and hexes").into());
            }
            scenario.objectives.push(HexObjective {
                id: place.id.clone(),
                name: place.id.clone(),
                kind: None,
                hexes: on_map(scenario, "places", &place.hexes)?,
                points: [place.points.0, place.points.1],
                terms: BTreeMap::new(),
            });
        }
        Ok(())
    }
}

fn on_map(scenario: &HexScenario, what: &'static str, hexes: &[u16]) -> Result<Vec<Hex>, Contradiction> {
    hexes.iter().map(|hex| hex_position::on_map(&scenario.map, what, *hex)).collect()
}
