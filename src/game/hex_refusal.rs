//! Refusals of rules that are played on hexes: a code of their own, the clause, the sentence, the remedy, and where on the map.

use std::fmt;

use serde::Serialize;

use super::{Clause, Refused, Spot, Stop};
use hexes::Hex;

/// The codes by which a rule set tells its refusals apart.
pub trait RefusalCode: Copy + fmt::Debug + PartialEq + Serialize {
    /// As the ledger writes it: `too-few-mp`.
    fn name(self) -> &'static str;
}

/// Why an order was refused: code and clause, the sentence, the remedy, and where on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HexRefusal<C> {
    pub code: C,
    pub clause: Clause,
    /// What is wrong, as a sentence without its clause: `Victor's guns cannot enter 0703: marsh without a road`.
    pub fact: String,
    /// What would be accepted, as a sentence.
    pub remedy: String,
    /// The hexes it is about, for drawing.
    pub hexes: Vec<Hex>,
    /// The last legal hex on the way.
    pub last_legal: Option<Hex>,
}

impl<C> HexRefusal<C> {
    pub fn new(code: C, clause: Clause, fact: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { code, clause, fact: fact.into(), remedy: remedy.into(), hexes: Vec::new(), last_legal: None }
    }

    #[must_use]
    pub fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Self {
        self.hexes.extend(hexes);
        self
    }

    #[must_use]
    pub fn last_legal(mut self, hex: Hex) -> Self {
        self.last_legal = Some(hex);
        self
    }

    /// Of a way that was tried to a hex out of reach: the hex that was meant is named first, where the way ends before it.
    #[must_use]
    pub fn too_far(mut self, to: Hex) -> Self {
        if !self.hexes.contains(&to) {
            self.fact = format!("{to} is too far by the way round enemies and their zones: {}", self.fact);
        }
        self
    }
}

impl<C> fmt::Display for HexRefusal<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.fact, self.clause)?;
        if let Some(hex) = self.last_legal {
            write!(f, ". The last legal hex is {hex}")?;
        }
        Ok(())
    }
}

impl<C: fmt::Debug> std::error::Error for HexRefusal<C> {}

impl<C: RefusalCode> Refused for HexRefusal<C> {
    fn clause(&self) -> Clause {
        self.clause
    }

    fn code(&self) -> &'static str {
        self.code.name()
    }

    fn remedy(&self) -> String {
        self.remedy.clone()
    }

    fn hexes(&self) -> Vec<u16> {
        self.hexes.iter().map(|hex| hex.0).collect()
    }

    fn last_legal(&self) -> Option<Spot> {
        self.last_legal.map(|hex| Spot::Hex(hex.0))
    }
}

impl<C: fmt::Debug> From<HexRefusal<C>> for Stop<HexRefusal<C>> {
    fn from(refusal: HexRefusal<C>) -> Self {
        Self::Refused(refusal)
    }
}
