//! Refusals of Easy Napoleonic: the ledger's codes with their facts.
//!
//! Clause: `easy:0.8`. An illegal attempt changes nothing and rolls nothing.

use std::fmt;

use serde::Serialize;

use game::Spot;
use game::working::Measured;
use game::{Clause, Refused};
use table::{Edge, Pose};

use super::roster::StandId;

/// The codes of `easy:0.8`, and those of orders that fit no code there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Code {
    NotActive,
    OutOfCommand,
    Acted,
    Phase,
    OverAllowance,
    Blocked,
    Overlap,
    OffTable,
    Impassable,
    Committed,
    Zone,
    ZoneArtillery,
    SideContact,
    MayNotContact,
    EdgeTaken,
    UnassignedContact,
    InContact,
    NoLane,
    LaneBlocked,
    OutOfRange,
    LongRangeForbidden,
    NoAmmo,
    BadTarget,
    Evading,
    CannotEvade,
    CannotFire,
    CannotWithdraw,
    NoRoom,
    NotRallyable,
    NotAtSite,
    /// Hits or dice that are not shared out as the clause asks.
    BadShare,
    /// A name that is empty, too long, or taken.
    BadName,
    /// A stand that stands twice in a list.
    NamedTwice,
    /// No such stand, or not on the table.
    NoSuchStand,
    /// Numbers that are no numbers.
    NotFinite,
    /// A path of more legs than any move has.
    TooLong,
    /// The battle is over.
    GameOver,
}

impl Code {
    /// As the ledger writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotActive => "not-active",
            Self::OutOfCommand => "out-of-command",
            Self::Acted => "acted",
            Self::Phase => "phase",
            Self::OverAllowance => "over-allowance",
            Self::Blocked => "blocked",
            Self::Overlap => "overlap",
            Self::OffTable => "off-table",
            Self::Impassable => "impassable",
            Self::Committed => "committed",
            Self::Zone => "zone",
            Self::ZoneArtillery => "zone-artillery",
            Self::SideContact => "side-contact",
            Self::MayNotContact => "may-not-contact",
            Self::EdgeTaken => "edge-taken",
            Self::UnassignedContact => "unassigned-contact",
            Self::InContact => "in-contact",
            Self::NoLane => "no-lane",
            Self::LaneBlocked => "lane-blocked",
            Self::OutOfRange => "out-of-range",
            Self::LongRangeForbidden => "long-range-forbidden",
            Self::NoAmmo => "no-ammo",
            Self::BadTarget => "bad-target",
            Self::Evading => "evading",
            Self::CannotEvade => "cannot-evade",
            Self::CannotFire => "cannot-fire",
            Self::CannotWithdraw => "cannot-withdraw",
            Self::NoRoom => "no-room",
            Self::NotRallyable => "not-rallyable",
            Self::NotAtSite => "not-at-site",
            Self::BadShare => "bad-share",
            Self::BadName => "bad-name",
            Self::NamedTwice => "named-twice",
            Self::NoSuchStand => "no-such-stand",
            Self::NotFinite => "not-finite",
            Self::TooLong => "too-long",
            Self::GameOver => "game-over",
        }
    }
}

/// Why an order was refused: code and clause, the sentence, the remedy, and what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    pub code: Code,
    pub clause: Clause,
    /// What is wrong, as a sentence without its clause: `Ompteda is 6.50 in from Orange, beyond 6.00 in`.
    pub fact: String,
    /// What would be accepted, as a sentence.
    pub remedy: String,
    pub measured: Option<Box<Measured>>,
    pub last_legal: Option<Pose>,
    /// Who or what is in the way, by name.
    pub culprit: Option<String>,
    /// The enemy and the edge of his that another holds, where that is the reason (`easy:III.A.2`).
    #[serde(skip)]
    pub taken: Option<(StandId, Edge)>,
}

impl Refusal {
    pub fn new(code: Code, clause: Clause, fact: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            code,
            clause,
            fact: fact.into(),
            remedy: remedy.into(),
            measured: None,
            last_legal: None,
            culprit: None,
            taken: None,
        }
    }

    #[must_use]
    pub fn measured(mut self, measured: Measured) -> Self {
        self.measured = Some(Box::new(measured));
        self
    }

    #[must_use]
    pub fn last_legal(mut self, pose: Pose) -> Self {
        self.last_legal = Some(pose);
        self
    }

    #[must_use]
    pub fn culprit(mut self, name: impl Into<String>) -> Self {
        self.culprit = Some(name.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)?;
        if let Some(measured) = &self.measured {
            write!(f, ". {measured}")?;
        }
        if !self.remedy.is_empty() {
            write!(f, ". {}", self.remedy)?;
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
        self.last_legal.map(Spot::pose)
    }
}
