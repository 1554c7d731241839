//! A guided first turn: the lessons of a rule set, each with the moment at which it is shown.

use super::contract::Clause;
use super::facts::BannerKind;

/// The guide to the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstTurn {
    /// The id of its scenario; empty if the rules have no guided turn.
    pub battle: &'static str,
    /// The first lesson that fits the moment is shown.
    pub lessons: &'static [Lesson],
    /// The faces of the first dice, in order, as in a printed example; later dice are rolled.
    pub dice: &'static [u16],
}

impl FirstTurn {
    /// No guided turn.
    pub const NONE: Self = Self { battle: "", lessons: &[], dice: &[] };
}

/// A lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub title: &'static str,
    /// What to do.
    pub what: &'static str,
    pub why: &'static str,
    /// The clause behind it; `None` if it is about the program.
    pub clause: Option<Clause>,
    pub when: When,
    /// Is it no longer shown once it is learnt?
    pub once: bool,
    /// The title of the lesson that has to be learnt first; empty if there is none.
    pub after: &'static str,
}

/// The moment at which a lesson is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// An order of one of these kinds of offers may be given, and nothing else is in hand.
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
    /// News of this kind about the last order has been shown over the table, and its working has not been opened.
    Told(BannerKind),
    /// An order that was taken back can be restored.
    Undone,
    /// The first turn is over.
    Over,
}

impl When {
    /// Is the lesson about the program, so that no order has to be given to learn it?
    pub const fn is_about_the_program(self) -> bool {
        matches!(self, Self::Working | Self::Given(_) | Self::Told(_) | Self::Undone)
    }
}

impl Lesson {
    /// A lesson about the program, or about the rules of this moment.
    pub const fn new(title: &'static str, when: When, what: &'static str, why: &'static str) -> Self {
        Self { title, what, why, clause: None, when, once: false, after: "" }
    }

    /// The lesson, resting on this clause.
    #[must_use]
    pub const fn by(self, clause: Clause) -> Self {
        Self { clause: Some(clause), ..self }
    }

    /// The lesson, shown until it is learnt.
    #[must_use]
    pub const fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// The lesson, shown after another one is learnt.
    #[must_use]
    pub const fn after(self, title: &'static str) -> Self {
        Self { after: title, ..self }
    }
}
