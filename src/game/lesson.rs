//! A guided first turn: lessons that a rule set gives, each with the moment at which it is given.

use super::contract::Clause;
use super::facts::BannerKind;

/// How the first turn is guided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstTurn {
    /// The id of the scenario in which it is; empty: the rules have no guided turn.
    pub battle: &'static str,
    /// The first that fits the moment is given.
    pub lessons: &'static [Lesson],
    /// The faces that fall in it while it is guided, one after the other, as in a printed example; those after them are rolled.
    pub dice: &'static [u16],
}

impl FirstTurn {
    /// None is guided.
    pub const NONE: Self = Self { battle: "", lessons: &[], dice: &[] };
}

/// What there is to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub title: &'static str,
    /// What to do.
    pub what: &'static str,
    pub why: &'static str,
    /// The clause behind it; none where it is about the program.
    pub clause: Option<Clause>,
    pub when: When,
    /// Given no more once it is learnt.
    pub once: bool,
    /// The title of the lesson that has to be learnt before; empty: none.
    pub after: &'static str,
}

/// The moment at which a lesson is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// An order of one of these kinds of offers is listed, and nothing is in hand.
    Due(&'static [&'static str]),
    /// The step asks for an order of this kind of offers.
    Asked(&'static str),
    /// Pieces may be moved by hand, and none is in hand.
    Movable,
    /// A piece is in hand.
    InHand,
    /// The card of an order is shown.
    Card,
    /// The working of the last order has not been opened.
    Working,
    /// The last order is of this kind of offers.
    Given(&'static str),
    /// The last order is of this kind of offers, and one of that kind is due again.
    Again(&'static str),
    /// Such a thing has been told over the table of the last order, and its working has not been opened.
    Told(BannerKind),
    /// What was taken back can be brought back.
    Undone,
    /// The first turn is over.
    Over,
}

impl Lesson {
    /// About the program, or the rules of this moment.
    pub const fn new(title: &'static str, when: When, what: &'static str, why: &'static str) -> Self {
        Self { title, what, why, clause: None, when, once: false, after: "" }
    }

    /// The same, resting on this clause.
    #[must_use]
    pub const fn by(self, clause: Clause) -> Self {
        Self { clause: Some(clause), ..self }
    }

    /// The same, given until it is learnt.
    #[must_use]
    pub const fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// The same, given after that one is learnt.
    #[must_use]
    pub const fn after(self, title: &'static str) -> Self {
        Self { after: title, ..self }
    }
}
