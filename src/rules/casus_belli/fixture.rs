//! Small positions for the tests of the rules: a lab board of 39 by 25 clear hexes.
//!
//! Units are written `F5@2010`: side F (French, phasing, first), strength 5, hex 2010; `gF2@2007` artillery, `cE3@2009` cavalry of the
//! other side (Austrian). `F5.v@2010` is of the corps `v`; `F5-6@2010` has a movement allowance of 6 (4 without); `F4@3912/4` enters at 3912
//! from turn 4; `F5@2010!` is routed. `LF2.v@2010` is the leader of the corps `v` with a bonus of 2, `LF1@2010` the commander of the army.
//! What is written is the piece's id too (without the `!`).

use std::collections::{BTreeMap, BTreeSet};

use crate::dice::Typed;
use crate::game::options::Options as Chosen;
use crate::game::{RuleSet, Stop};
use crate::hexes::{Grid, Hex, HexKind, HexMap, Mark};
use crate::scenario::{
    HexArm, HexCorps, HexLeader, HexObjective, HexScenario, HexSide, HexStart, HexUnit, Side,
};

use super::event::Event;
use super::state::{Found, Group, Moved, Phase};
use super::{CasusBelli, Code, LeaderId, Order, PieceId, Refusal, State, UnitId};

pub const PHASING: Side = Side(0);
pub const ENEMY: Side = Side(1);

/// A position on the lab board.
#[derive(Clone, Debug)]
pub struct Lab {
    pub scenario: HexScenario,
    turn: u8,
    phasing: Side,
    routed: BTreeSet<String>,
    commanded: bool,
}

impl Lab {
    pub fn new() -> Self {
        let side = |id: &str, name: &str, nation: &str| HexSide {
            id: id.into(),
            name: name.into(),
            nation: nation.into(),
        };
        let scenario = HexScenario {
            id: "lab".into(),
            name: "Lab board".into(),
            description: String::new(),
            rules: "cb".into(),
            map: HexMap::clear("lab", "Lab board", Grid::LAB),
            sides: vec![side("f", "French", "french"), side("e", "Austrian", "austrian")],
            first: PHASING,
            units: Vec::new(),
            leaders: Vec::new(),
            corps: Vec::new(),
            places: BTreeMap::new(),
            turns: 12,
            nights: BTreeSet::new(),
            begins: 480,
            turn_length: 60,
            hours: Vec::new(),
            objectives: vec![communications("f", &[3912]), communications("e", &[113])],
            options: BTreeMap::new(),
        };
        Self { scenario, turn: 1, phasing: PHASING, routed: BTreeSet::new(), commanded: true }
    }

    /// On a map of the library instead, with the lines of communications of the battle of Marengo.
    pub fn marengo() -> Self {
        let mut lab = Self::new();
        let (map, _) = crate::scenario::hex::read_map("marengo-cb", &crate::scenario::Embedded)
            .expect("the map is sound");
        lab.scenario.map = map;
        lab.communications("f", &[826]).communications("e", &[1301, 1401, 1501])
    }

    /// Adds pieces, written as above with blanks between.
    pub fn units(mut self, written: &str) -> Self {
        for piece in written.split_whitespace() {
            let id = piece.trim_end_matches('!');
            if id != piece {
                self.routed.insert(id.to_owned());
            }
            self.add(id);
        }
        self.scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        self.scenario.leaders.sort_by(|a, b| a.id.cmp(&b.id));
        self
    }

    /// The hexes of a side's line of communications: 3912 of F and 0113 of E without this.
    pub fn communications(mut self, side: &str, hexes: &[u16]) -> Self {
        let of = |objective: &HexObjective| objective.terms.get("side").map(String::as_str) == Some(side);
        self.scenario.objectives.retain(|objective| !of(objective));
        self.scenario.objectives.push(communications(side, hexes));
        self
    }

    /// A corps with a level; without this a corps is never demoralised.
    pub fn level(mut self, corps: &str, level: u8) -> Self {
        for corps in self.scenario.corps.iter_mut().filter(|one| one.id == corps) {
            corps.level = Some(level);
        }
        self
    }

    /// Command is found as the rules have it; without this every unit is in command.
    pub fn commanded_by_rule(mut self) -> Self {
        self.commanded = false;
        self
    }

    pub fn kind(mut self, hex: u16, kind: HexKind) -> Self {
        self.scenario.map.set_kind(Hex(hex), kind);
        self
    }

    /// Marks the hexside between two hexes.
    pub fn side(mut self, a: u16, b: u16, mark: Mark) -> Self {
        assert!(self.scenario.map.mark(Hex(a), Hex(b), mark), "{a} and {b} are no neighbours");
        self
    }

    /// Marks every hexside along these hexes.
    pub fn along(self, hexes: &[u16], mark: Mark) -> Self {
        hexes.windows(2).fold(self, |lab, pair| lab.side(pair[0], pair[1], mark))
    }

    pub fn option(mut self, id: &str, value: &str) -> Self {
        self.scenario.options.insert(id.into(), value.into());
        self
    }

    pub fn turn(mut self, turn: u8) -> Self {
        self.turn = turn;
        self
    }

    /// Whose turn it is: side F without this.
    pub fn phasing(mut self, side: Side) -> Self {
        self.phasing = side;
        self
    }

    pub fn id(&self, written: &str) -> UnitId {
        let index = self.scenario.units.iter().position(|unit| unit.id == written);
        UnitId(u8::try_from(index.expect("the unit is in the lab")).expect("few units"))
    }

    pub fn leader(&self, written: &str) -> LeaderId {
        let index = self.scenario.leaders.iter().position(|leader| leader.id == written);
        LeaderId(u8::try_from(index.expect("the leader is in the lab")).expect("few leaders"))
    }

    pub fn piece(&self, written: &str) -> PieceId {
        let units = self.scenario.units.iter().map(|unit| &unit.id);
        let mut all = units.chain(self.scenario.leaders.iter().map(|leader| &leader.id));
        let index = all.position(|id| id == written);
        PieceId(u8::try_from(index.expect("the piece is in the lab")).expect("few pieces"))
    }

    /// The state before turn 1.
    pub fn set_up(&self) -> State {
        let mut state = CasusBelli::start(self.scenario.clone(), &Chosen::default()).expect("known options");
        for id in &self.routed {
            let unit = &mut state.units[self.id(id).index()];
            (unit.routed, unit.faces) = (true, None);
        }
        state
    }

    /// The state in the command step of that side and turn.
    pub fn command(&self) -> State {
        let mut state = self.set_up();
        CasusBelli::apply(&mut state, &Event::TurnBegan { turn: self.turn });
        CasusBelli::apply(&mut state, &Event::PlayerTurnBegan { phasing: self.phasing });
        state
    }

    /// The state in the movement phase.
    pub fn state(&self) -> State {
        let mut state = self.command();
        give(&mut state, &Order::EndCommand, &[]);
        if self.commanded {
            let found: BTreeMap<UnitId, Found> = std::mem::take(&mut state.command.found);
            let all = found.into_iter().map(|(unit, found)| (unit, found.said(true)));
            state.command.found = all.collect();
        }
        assert!(matches!(state.phase, Phase::Movement(_)));
        state
    }

    /// The state in the combat phase, movement having just ended: the routed have had their run, and stand where they are written.
    pub fn combat(&self) -> State {
        let mut state = self.state();
        end_movement(&mut state);
        state
    }

    fn add(&mut self, written: &str) {
        let (head, at) = written.split_once('@').expect("a unit is written F5@2010");
        let (head, corps) = match head.split_once('.') {
            Some((head, corps)) => (head, Some(corps.to_owned())),
            None => (head, None),
        };
        let number = |text: &str| text.parse().expect("a number");
        let start = match at.split_once('/') {
            Some((hex, turn)) => {
                HexStart::Arrives { turn: number(turn), at: Hex(hex.parse().expect("a hex")) }
            }
            None => HexStart::Deployed(Hex(at.parse().expect("a hex"))),
        };
        let (sign, rest) = match head.as_bytes()[0] {
            sign @ (b'g' | b'c' | b'L') => (Some(sign), &head[1..]),
            _ => (None, head),
        };
        let side = if rest.starts_with('F') { PHASING } else { ENEMY };
        if let Some(id) = corps.clone().filter(|id| self.scenario.corps.iter().all(|corps| corps.id != *id)) {
            self.scenario.corps.push(HexCorps { name: id.clone(), id, side, level: None, only_with: None });
        }
        let (strength, movement) = rest[1..].split_once('-').unwrap_or((&rest[1..], "4"));
        let (id, counter, name) = (written.to_owned(), head.to_owned(), written.to_owned());
        if sign == Some(b'L') {
            self.scenario.leaders.push(HexLeader {
                id,
                counter,
                name,
                side,
                corps,
                bonus: number(strength),
                movement: 6,
                start,
                only_with: None,
                basis: Vec::new(),
                note: String::new(),
            });
            return;
        }
        let arm = match sign {
            Some(b'g') => HexArm::Artillery,
            Some(b'c') => HexArm::Cavalry,
            _ => HexArm::Infantry,
        };
        self.scenario.units.push(HexUnit {
            id,
            counter,
            name,
            side,
            arm,
            strength: number(strength),
            movement: number(movement),
            start,
            formation: String::new(),
            corps,
            faces: None,
            only_with: None,
            basis: Vec::new(),
            note: String::new(),
        });
    }
}

fn communications(side: &str, hexes: &[u16]) -> HexObjective {
    HexObjective {
        id: format!("communications-{side}"),
        name: "Line of communications".into(),
        kind: Some(super::roster::COMMUNICATIONS.into()),
        hexes: hexes.iter().copied().map(Hex).collect(),
        points: [0, 0],
        terms: [("side".to_owned(), side.to_owned())].into(),
    }
}

/// A unit that was found so, nobody knows why.
pub fn found(group: Group, in_command: bool) -> Found {
    Found { group, in_command, in_ezoc: false, commander: None, line: None, want: None }
}

/// Movement ends; the routed have had their run, and stand where they are.
pub fn end_movement(state: &mut State) {
    for unit in state.units.iter_mut().filter(|unit| unit.routed) {
        unit.moved = Some(Moved { from: unit.place, path: Vec::new(), cost: 0 });
    }
    give(state, &Order::EndMovement, &[]);
}

/// Gives an order with these dice, which has to be legal, and applies what it leads to.
pub fn give(state: &mut State, order: &Order, dice: &[u16]) -> Vec<Event> {
    let mut tray = Typed::faces(dice.iter().map(|face| vec![*face]));
    let ruling =
        CasusBelli::judge(state, order, &mut tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    tray.finish().expect("every die is used");
    for event in &ruling.events {
        CasusBelli::apply(state, event);
    }
    ruling.events
}

/// Why the order is refused; panics if it is not.
pub fn refusal(state: &State, order: &Order) -> Refusal {
    match CasusBelli::judge(state, order, &mut crate::dice::Dry) {
        Err(Stop::Refused(refusal)) => refusal,
        other => panic!("{order:?} should be refused: {other:?}"),
    }
}

/// The code with which the order is refused; none where it is legal, so far as dice do not decide.
pub fn code(state: &State, order: &Order) -> Option<Code> {
    match CasusBelli::judge(state, order, &mut crate::dice::Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal.code),
        Ok(_) | Err(Stop::NeedsDice(_)) => None,
        Err(Stop::BadDice(fault)) => panic!("{order:?}: {fault}"),
    }
}
