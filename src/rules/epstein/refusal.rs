//! Refusals of Epstein's rules: a short code, the clause, what is so, and what would be accepted.

use std::fmt;

use serde::Serialize;

use game::working::Measured;
use game::{Clause, Refused, Spot};

/// Why an order was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Code {
    /// The battle is over.
    GameOver,
    /// It is not this side's period, or not its decision.
    NotActive,
    /// Something else has to be decided first.
    DecideFirst,
    /// Nothing asks for this order now.
    NotDue,
    /// No such unit, stand, house or leader.
    NoSuchUnit,
    /// An order with nothing in it, or that contradicts itself.
    BadOrder,
    AlreadyMoved,
    AlreadyFired,
    AlreadyFought,
    AlreadyAttacked,
    /// The arm or the formation does not do this.
    WrongKind,
    WrongFormation,
    OverAllowance,
    Blocked,
    /// It would touch an enemy.
    Contact,
    Overlap,
    OffTable,
    Impassable,
    ThickWood,
    Routed,
    Disrupted,
    Ineffective,
    NoRoom,
    OutOfRange,
    OutOfArc,
    NoSight,
    /// Another enemy stands nearer straight ahead.
    NearerTarget,
    NoTarget,
    Friends,
    NoCrew,
    Silent,
    NoContact,
    ZigZag,
    Hole,
    NoEffect,
    /// Losses that are not shared out as the clause asks.
    BadShare,
    House,
    River,
}

impl Code {
    pub fn name(self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotActive => "not-active",
            Self::DecideFirst => "decide-first",
            Self::NotDue => "not-due",
            Self::NoSuchUnit => "no-such-unit",
            Self::BadOrder => "bad-order",
            Self::AlreadyMoved => "already-moved",
            Self::AlreadyFired => "already-fired",
            Self::AlreadyFought => "already-fought",
            Self::AlreadyAttacked => "already-attacked",
            Self::WrongKind => "wrong-kind",
            Self::WrongFormation => "wrong-formation",
            Self::OverAllowance => "over-allowance",
            Self::Blocked => "blocked",
            Self::Contact => "contact",
            Self::Overlap => "overlap",
            Self::OffTable => "off-table",
            Self::Impassable => "impassable",
            Self::ThickWood => "thick-wood",
            Self::Routed => "routed",
            Self::Disrupted => "disrupted",
            Self::Ineffective => "ineffective",
            Self::NoRoom => "no-room",
            Self::OutOfRange => "out-of-range",
            Self::OutOfArc => "out-of-arc",
            Self::NoSight => "no-sight",
            Self::NearerTarget => "nearer-target",
            Self::NoTarget => "no-target",
            Self::Friends => "friends",
            Self::NoCrew => "no-crew",
            Self::Silent => "silent",
            Self::NoContact => "no-contact",
            Self::ZigZag => "zig-zag",
            Self::Hole => "hole",
            Self::NoEffect => "no-effect",
            Self::BadShare => "bad-share",
            Self::House => "house",
            Self::River => "river",
        }
    }
}

/// Why an order was refused: code and clause, the sentence, the remedy, what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    pub code: Code,
    pub clause: Clause,
    /// What is wrong, as a sentence without its clause.
    pub fact: String,
    /// What would be accepted, as a sentence.
    pub remedy: String,
    pub measured: Option<Box<Measured>>,
    /// The last legal place of the unit on the way: east, north, heading.
    pub last_legal: Option<(f32, f32, f32)>,
}

impl Refusal {
    pub fn new(code: Code, clause: Clause, fact: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { code, clause, fact: fact.into(), remedy: remedy.into(), measured: None, last_legal: None }
    }

    #[must_use]
    pub fn with(self, measured: Measured) -> Self {
        Self { measured: Some(Box::new(measured)), ..self }
    }

    /// The same with where it last was legal.
    #[must_use]
    pub fn last_legal(self, pose: table::Pose) -> Self {
        Self { last_legal: Some((pose.at.x, pose.at.y, pose.heading.degrees())), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)?;
        if let Some(measured) = &self.measured {
            write!(f, ". {measured}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

impl Refused for Refusal {
    fn clause(&self) -> Clause {
        self.clause
    }

    fn code(&self) -> &'static str {
        self.code.name()
    }

    fn remedy(&self) -> String {
        self.remedy.clone()
    }

    fn measured(&self) -> Option<&Measured> {
        self.measured.as_deref()
    }

    fn last_legal(&self) -> Option<Spot> {
        let (x, y, heading) = self.last_legal?;
        Some(Spot::Pose { x: x.into(), y: y.into(), heading: heading.into() })
    }
}
