//! Why an order is refused.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::working::Measured;
use super::{Clause, Spot, Stop};
use hexes::Hex;
use table::Edge;

/// The codes of a rule set's refusals, each with its name in the ledger: `too-few-mp`.
pub trait RefusalCode: Copy + fmt::Debug + PartialEq + Into<&'static str> {}

impl<C: Copy + fmt::Debug + PartialEq + Into<&'static str>> RefusalCode for C {}

/// Why an order was refused: code and clause, the sentence, the remedy, the measurement, and the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal<C> {
    pub code: C,
    pub clause: Clause,
    /// What is wrong, as a sentence without its clause: `Ompteda is 6.50 in from Orange, beyond 6.00 in`.
    pub fact: String,
    /// What would be accepted, as a sentence.
    pub remedy: String,
    /// What was measured against what limit, if anything.
    pub measured: Option<Box<Measured>>,
    /// Who or what is in the way, by name.
    pub culprit: Option<String>,
    /// The number of a piece, and its edge that another piece holds, if that is the reason.
    pub held_edge: Option<(u16, Edge)>,
    /// The hexes it is about, for drawing.
    pub hexes: Vec<Hex>,
    /// The last legal place on the way, if there is one.
    pub last_legal: Option<Spot>,
}

/// What the referee lets stand for one order, though the rules refuse it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetStand {
    /// The clauses that refuse it, in the order in which they were met.
    pub clauses: Vec<String>,
    pub reason: String,
}

impl LetStand {
    /// `The referee lets it stand against II.B: he could see him`.
    pub fn words(&self) -> String {
        let bare =
            |clause: &String| clause.split_once(':').map_or(clause.as_str(), |(_, bare)| bare).to_owned();
        let clauses: Vec<String> = self.clauses.iter().map(bare).collect();
        format!("The referee lets it stand against {}: {}", clauses.join(" and "), self.reason)
    }
}

/// The clauses by which an order is not refused, in the state on which it is judged. No part of a position: it is neither compared
/// nor written.
#[derive(Clone, Debug, Default)]
pub struct Overruled(Vec<String>);

impl Overruled {
    pub fn of(clauses: &[String]) -> Self {
        Self(clauses.to_vec())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, clause: &str) -> bool {
        self.0.iter().any(|known| known == clause)
    }
}

impl PartialEq for Overruled {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C> Refusal<C> {
    /// Refuses, unless its clause is overruled.
    ///
    /// # Errors
    ///
    /// Returns the refusal itself.
    pub fn unless(self, overruled: &Overruled) -> Result<(), Self> {
        if overruled.has(self.clause) { Ok(()) } else { Err(self) }
    }

    pub fn new(code: C, clause: Clause, fact: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            code,
            clause,
            fact: fact.into(),
            remedy: remedy.into(),
            measured: None,
            culprit: None,
            held_edge: None,
            hexes: Vec::new(),
            last_legal: None,
        }
    }

    #[must_use]
    pub fn with(mut self, measured: Measured) -> Self {
        self.measured = Some(Box::new(measured));
        self
    }

    #[must_use]
    pub fn culprit(mut self, name: impl Into<String>) -> Self {
        self.culprit = Some(name.into());
        self
    }

    #[must_use]
    pub fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Self {
        self.hexes.extend(hexes);
        self
    }

    #[must_use]
    pub fn last_legal(mut self, place: impl Into<Spot>) -> Self {
        self.last_legal = Some(place.into());
        self
    }

    /// The refusal for a way tried to a hex out of reach: names the intended hex first, if the way ends before it.
    #[must_use]
    pub fn too_far(mut self, to: Hex) -> Self {
        if !self.hexes.contains(&to) {
            self.fact = format!("{to} is too far by the way round enemies and their zones: {}", self.fact);
        }
        self
    }
}

impl<C: RefusalCode> Refusal<C> {
    /// The code as written in the ledger.
    pub fn code(&self) -> &'static str {
        self.code.into()
    }
}

impl<C> fmt::Display for Refusal<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)?;
        if let Some(measured) = &self.measured {
            write!(f, ". {measured}")?;
        }
        if let Some(Spot::Hex(hex)) = self.last_legal {
            write!(f, ". The last legal hex is {}", Hex(hex))?;
        }
        if !self.remedy.is_empty() {
            write!(f, ". {}", self.remedy)?;
        }
        Ok(())
    }
}

impl<C: fmt::Debug> Error for Refusal<C> {}

impl<C: fmt::Debug> From<Refusal<C>> for Stop<Refusal<C>> {
    fn from(refusal: Refusal<C>) -> Self {
        Self::Refused(refusal)
    }
}
