//! Small positions for the tests of the rules, on the lab board of [`hex_lab`].

use game::RuleSet;
use game::options::Options as Chosen;

use super::hex_lab::{self, HexLab};
pub use super::hex_lab::{ENEMY, PHASING};
use napoleon_at_war::event::Event;
use napoleon_at_war::position::lab;
use napoleon_at_war::rule_set::NapoleonAtWar;
use napoleon_at_war::{Code, Order, Refusal, State};

/// A position on the lab board.
pub type Lab = HexLab<()>;

impl Lab {
    pub(crate) fn new() -> Self {
        Self::on(lab(false), ())
    }

    /// Side F is French and the places of Marengo have their names: the special rules are in force. Side F is phasing; the
    /// Austrians are First Player, as in the battle (`naw:13.31`).
    pub fn marengo() -> Self {
        Self::on(lab(true), ())
    }

    /// Adds units, written as [`hex_lab`] says with blanks between.
    pub fn units(mut self, written: &str) -> Self {
        self.scenario.units.extend(written.split_whitespace().map(hex_lab::unit));
        self.scenario.units.sort_by(|a, b| a.id.cmp(&b.id));
        self
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

/// Gives an order with these dice, which has to be legal, and applies what it leads to.
pub fn give(state: &mut State, order: &Order, dice: &[u16]) -> Vec<Event> {
    hex_lab::give::<NapoleonAtWar>(state, order, dice)
}

/// Why the order is refused; panics if it is not.
pub fn refusal(state: &State, order: &Order) -> Refusal {
    hex_lab::refusal::<NapoleonAtWar>(state, order)
}

/// The code with which the order is refused; none where it is legal, so far as dice do not decide.
pub fn code(state: &State, order: &Order) -> Option<Code> {
    hex_lab::code::<NapoleonAtWar>(state, order)
}
