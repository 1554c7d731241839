//! Small positions for the tests of the rules: the ledger's lab board, 39 by 25 clear hexes.
//!
//! Units are written as the ledger writes them: `F5@2010` is a phasing unit of strength 5, `gF2@2007` phasing artillery, `cE3@2009`
//! enemy cavalry. Beyond the ledger: `F5-7@2010` has a movement allowance of 7 (4 without), `F4@3912/4` may enter 3912 from turn 4.
//! What is written is the unit's id too.

use std::collections::{BTreeMap, BTreeSet};

use crate::dice::Typed;
use crate::game::options::Options as Chosen;
use crate::game::{RuleSet, Stop};
use crate::hexes::{Grid, Hex, HexKind, HexMap, Mark};
use crate::scenario::{HexArm, HexScenario, HexSide, HexStart, HexUnit, Side};

use super::event::Event;
use super::rule_set::NapoleonAtWar;
use super::{Code, Order, State, UnitId};

pub const PHASING: Side = Side(0);
pub const ENEMY: Side = Side(1);

/// A position on the lab board.
#[derive(Clone, Debug)]
pub struct Lab {
    pub scenario: HexScenario,
    turn: u8,
    phasing: Side,
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
            rules: "naw".into(),
            map: HexMap::clear("lab", "Lab board", Grid::LAB),
            sides: vec![side("f", "Blue", "french"), side("e", "White", "austrian")],
            first: PHASING,
            units: Vec::new(),
            leaders: Vec::new(),
            corps: Vec::new(),
            places: BTreeMap::new(),
            turns: 14,
            nights: BTreeSet::new(),
            begins: 540,
            turn_length: 60,
            hours: Vec::new(),
            objectives: Vec::new(),
            options: BTreeMap::new(),
        };
        Self { scenario, turn: 1, phasing: PHASING }
    }

    /// Side F is French and the places of Marengo have their names: the special rules are in force. Side F is phasing; the
    /// Austrians are First Player, as in the battle (`naw:13.31`).
    pub fn marengo() -> Self {
        let mut lab = Self::new();
        for (side, (id, name)) in
            lab.scenario.sides.iter_mut().zip([("french", "French"), ("austrian", "Austrian")])
        {
            (side.id, side.name) = (id.into(), name.into());
        }
        lab.scenario.first = ENEMY;
        lab.scenario.places =
            BTreeMap::from([("marengo".into(), Hex(1412)), ("pietrabuona".into(), Hex(1111))]);
        lab
    }

    /// Adds units, written as above with blanks between.
    pub fn units(mut self, written: &str) -> Self {
        for unit in written.split_whitespace() {
            self.scenario.units.push(read(unit));
        }
        self.scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        self
    }

    pub fn kind(mut self, hex: u16, kind: HexKind) -> Self {
        self.scenario.map.set_kind(Hex(hex), kind);
        self
    }

    /// Marks the hexside between two hexes; of a slope the second is the upper one.
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

    pub fn night(mut self, turn: u8) -> Self {
        self.scenario.nights.insert(turn);
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

    /// The state before turn 1 (`naw:3.0`).
    pub fn set_up(&self) -> State {
        NapoleonAtWar::start(self.scenario.clone(), &Chosen::default()).expect("the lab's options are known")
    }

    /// The state in the movement phase of that side and turn.
    pub fn state(&self) -> State {
        let mut state = self.set_up();
        NapoleonAtWar::apply(&mut state, &Event::TurnBegan { turn: self.turn });
        NapoleonAtWar::apply(&mut state, &Event::MovementBegan { phasing: self.phasing });
        state
    }

    /// The state in the combat phase, movement having just ended.
    pub fn combat(&self) -> State {
        let mut state = self.state();
        give(&mut state, &Order::EndMovement, &[]);
        state
    }
}

fn read(written: &str) -> HexUnit {
    let (head, at) = written.split_once('@').expect("a unit is written F5@2010");
    let (arm, head) = match head.as_bytes()[0] {
        b'g' => (HexArm::Artillery, &head[1..]),
        b'c' => (HexArm::Cavalry, &head[1..]),
        _ => (HexArm::Infantry, head),
    };
    let (letter, numbers) = head.split_at(1);
    let (strength, movement) = numbers.split_once('-').unwrap_or((numbers, "4"));
    let number = |text: &str| text.parse().expect("a number");
    let start = match at.split_once('/') {
        Some((hex, turn)) => HexStart::Arrives { turn: number(turn), at: Hex(hex.parse().expect("a hex")) },
        None => HexStart::Deployed(Hex(at.parse().expect("a hex"))),
    };
    HexUnit {
        id: written.into(),
        counter: head.into(),
        name: written.into(),
        side: if letter == "F" { PHASING } else { ENEMY },
        arm,
        strength: number(strength),
        movement: number(movement),
        start,
        formation: String::new(),
        corps: None,
        faces: None,
        only_with: None,
        basis: Vec::new(),
        note: String::new(),
    }
}

/// Gives an order with these dice, which has to be legal, and applies what it leads to.
pub fn give(state: &mut State, order: &Order, dice: &[u16]) -> Vec<Event> {
    let mut tray = Typed::faces(dice.iter().map(|face| vec![*face]));
    let ruling =
        NapoleonAtWar::judge(state, order, &mut tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    tray.finish().expect("every die is used");
    for event in &ruling.events {
        NapoleonAtWar::apply(state, event);
    }
    ruling.events
}

/// Why the order is refused; panics if it is not.
pub fn refusal(state: &State, order: &Order) -> super::Refusal {
    match NapoleonAtWar::judge(state, order, &mut crate::dice::Dry) {
        Err(Stop::Refused(refusal)) => refusal,
        other => panic!("{order:?} should be refused: {other:?}"),
    }
}

/// The code with which the order is refused; none where it is legal, so far as dice do not decide.
pub fn code(state: &State, order: &Order) -> Option<Code> {
    match NapoleonAtWar::judge(state, order, &mut crate::dice::Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal.code),
        Ok(_) | Err(Stop::NeedsDice(_)) => None,
        Err(Stop::BadDice(fault)) => panic!("{order:?}: {fault}"),
    }
}
