//! The working behind a verdict: clause, words, modifiers, and measurements that can be drawn.

use std::fmt;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::Clause;
use crate::table::tolerance::CLOSE;

/// One step of the working.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Note {
    pub clause: Clause,
    pub text: String,
    pub modifiers: Vec<Modifier>,
    pub measured: Option<Measured>,
}

/// A die modifier and the clause that gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Modifier {
    pub value: i32,
    pub why: String,
    pub clause: Clause,
}

/// How a measurement is held against its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sense {
    /// Passes up to and at the limit.
    AtMost,
    /// Passes from the limit on.
    AtLeast,
}

/// A measured segment with its limit; lengths in inches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// What was measured: `range to Ompteda`.
    pub what: String,
    pub from: Vec2,
    pub to: Vec2,
    pub value: f32,
    pub limit: f32,
    pub sense: Sense,
}

impl Note {
    pub fn new(clause: Clause, text: impl Into<String>) -> Self {
        Self { clause, text: text.into(), modifiers: Vec::new(), measured: None }
    }

    #[must_use]
    pub fn with(mut self, measured: Measured) -> Self {
        self.measured = Some(measured);
        self
    }

    #[must_use]
    pub fn modified(mut self, modifiers: Vec<Modifier>) -> Self {
        self.modifiers = modifiers;
        self
    }
}

impl Modifier {
    pub fn new(value: i32, clause: Clause, why: impl Into<String>) -> Self {
        Self { value, why: why.into(), clause }
    }

    /// The sum of all.
    pub fn net(modifiers: &[Self]) -> i32 {
        modifiers.iter().map(|modifier| modifier.value).sum()
    }
}

impl Measured {
    /// Something that must not exceed `limit` inches.
    pub fn at_most(what: impl Into<String>, from: Vec2, to: Vec2, value: f32, limit: f32) -> Self {
        Self { what: what.into(), from, to, value, limit, sense: Sense::AtMost }
    }

    /// Something that must reach `limit` inches.
    pub fn at_least(what: impl Into<String>, from: Vec2, to: Vec2, value: f32, limit: f32) -> Self {
        Self { what: what.into(), from, to, value, limit, sense: Sense::AtLeast }
    }

    /// How far on the good side of the limit it is, in inches; negative: beyond it.
    pub fn margin(&self) -> f32 {
        match self.sense {
            Sense::AtMost => self.limit - self.value,
            Sense::AtLeast => self.value - self.limit,
        }
    }

    /// Too near the limit for hand-placed stands: the referee decides.
    pub fn is_close(&self) -> bool {
        self.margin().abs() < CLOSE
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.margin();
        let verdict = if margin >= 0.0 { "inside" } else { "outside" };
        write!(
            f,
            "{}: {:.2} in, limit {:.2} in, {verdict} by {:.2} in",
            self.what,
            self.value,
            self.limit,
            margin.abs()
        )?;
        if self.is_close() {
            write!(f, " (close)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_under_a_sixteenth_is_close() {
        let measured = |value| Measured::at_most("range", Vec2::ZERO, Vec2::Y, value, 5.0);
        assert!(measured(4.96).is_close() && measured(5.05).is_close());
        assert!(!measured(4.9).is_close());
        assert_eq!(measured(4.69).to_string(), "range: 4.69 in, limit 5.00 in, inside by 0.31 in");
    }
}
