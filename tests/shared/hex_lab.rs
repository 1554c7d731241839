//! Small positions for the tests of rules on hexes: a lab board of 39 by 25 clear hexes.
//!
//! Units are written `F5@2010`: side F (first), strength 5, hex 2010; `gF2@2007` artillery, `cE3@2009` cavalry of the other side.
//! `F5-7@2010` has a movement allowance of 7 (4 without), `F4@3912/4` may enter 3912 from turn 4, `F5.v@2010` is of the corps `v`.
//! What is written is the unit's id too.

use dice::{Dry, Typed};
use game::hex_position::Short;
use game::{Refusal, RuleSet, Stop};
use hexes::{Hex, HexKind, Mark};
use scenario::{HexScenario, HexUnit, Side, UnitId};

pub const PHASING: Side = Side(0);
pub const ENEMY: Side = Side(1);

/// A position on the lab board, with what the rules want to know besides.
#[derive(Clone, Debug)]
pub struct HexLab<E> {
    pub scenario: HexScenario,
    pub turn: u8,
    pub phasing: Side,
    pub extra: E,
}

impl<E> HexLab<E> {
    pub fn on(scenario: HexScenario, extra: E) -> Self {
        Self { scenario, turn: 1, phasing: PHASING, extra }
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
}

/// A counter as it is written in the tests.
pub fn short(written: &str) -> Short {
    let (head, place) = written.split_once('@').expect("a unit is written F5@2010");
    let (head, corps) = head.split_once('.').unwrap_or((head, ""));
    let point = if corps.is_empty() { "" } else { "." };
    let figures = head.split_once('-').map(|(number, movement)| (number, format!("({movement})")));
    let (number, movement) = figures.unwrap_or((head, String::new()));
    Short::read(&format!("{number}{point}{corps}{movement}@{place}"), "F5@2010").expect("it can be read")
}

/// The unit that is written so.
pub fn unit(written: &str) -> HexUnit {
    HexUnit { id: written.to_owned(), name: written.to_owned(), ..short(written).unit(4) }
}

/// Gives an order with these dice, which has to be legal, and applies what it leads to.
pub fn give<R: RuleSet>(state: &mut R::State, order: &R::Order, dice: &[u16]) -> Vec<R::Event> {
    let mut tray = Typed::faces(dice.iter().map(|face| vec![*face]));
    let ruling = R::judge(state, order, &mut tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
    tray.finish().expect("every die is used");
    for event in &ruling.events {
        R::apply(state, event);
    }
    ruling.events
}

/// Why the order is refused; panics if it is not.
pub fn refusal<R: RuleSet>(state: &R::State, order: &R::Order) -> Refusal<R::Code> {
    match R::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => refusal,
        other => panic!("{order:?} should be refused: {other:?}"),
    }
}

/// The code with which the order is refused; none where it is legal, so far as dice do not decide.
pub fn code<R: RuleSet>(state: &R::State, order: &R::Order) -> Option<R::Code> {
    match R::judge(state, order, &mut Dry) {
        Err(Stop::Refused(refusal)) => Some(refusal.code),
        Ok(_) | Err(Stop::NeedsDice(_)) => None,
        Err(Stop::BadDice(fault)) => panic!("{order:?}: {fault}"),
    }
}
