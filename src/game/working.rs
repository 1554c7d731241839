//! The working behind a verdict: clause, words, modifiers, and measurements that can be drawn.

use std::fmt;

use glam::Vec2;
use schemars::JsonSchema;
use serde::Serialize;

use super::Clause;
use super::messages::WireMeasured;
use drawing::Gauge;
use table::tolerance::{EPS, is_close};

/// One step of the working.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WireNote")]
pub struct Note {
    pub clause: Clause,
    pub text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<WireMeasured>")]
    pub measured: Option<Measured>,
}

/// A die modifier and the clause that gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "WireModifier")]
pub struct Modifier {
    pub value: i32,
    pub why: String,
    pub clause: Clause,
}

/// How a measurement is held against its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Passes up to and at the limit.
    AtMost,
    /// Passes from the limit on.
    AtLeast,
    /// Passes beyond the limit, not at it.
    Over,
}

/// A measured segment with its limit; lengths in inches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "WireMeasured")]
pub struct Measured {
    /// What was measured: `range to Ompteda`.
    pub what: String,
    pub from: Vec2,
    pub to: Vec2,
    pub value: f32,
    pub limit: f32,
    pub sense: Sense,
    /// What the limit may be missed by, in inches: by rules that say nothing else a thousandth (`easy:0.2`).
    pub slack: f32,
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

    /// The sum of all modifiers.
    pub fn net(modifiers: &[Self]) -> i32 {
        modifiers.iter().map(|modifier| modifier.value).sum()
    }
}

impl Measured {
    /// A measurement that must not exceed `limit` inches.
    pub fn at_most(what: impl Into<String>, from: Vec2, to: Vec2, value: f32, limit: f32) -> Self {
        Self { what: what.into(), from, to, value, limit, sense: Sense::AtMost, slack: EPS }
    }

    /// A measurement that must reach `limit` inches.
    pub fn at_least(what: impl Into<String>, from: Vec2, to: Vec2, value: f32, limit: f32) -> Self {
        Self { what: what.into(), from, to, value, limit, sense: Sense::AtLeast, slack: EPS }
    }

    /// A measurement that must be more than `limit` inches.
    pub fn over(what: impl Into<String>, from: Vec2, to: Vec2, value: f32, limit: f32) -> Self {
        Self { what: what.into(), from, to, value, limit, sense: Sense::Over, slack: EPS }
    }

    /// How far the measurement is on the good side of the limit, in inches; negative on the bad side. [`Sense`] decides which
    /// side is good: inside a zone may be as bad as outside a range.
    pub fn margin(&self) -> f32 {
        match self.sense {
            Sense::AtMost => self.limit - self.value,
            Sense::AtLeast | Sense::Over => self.value - self.limit,
        }
    }

    /// The measurement with this tolerance, in inches.
    #[must_use]
    pub fn allowing(self, slack: f32) -> Self {
        Self { slack, ..self }
    }

    /// Does the measurement satisfy its limit, within the tolerance?
    pub fn passes(&self) -> bool {
        match self.sense {
            Sense::AtMost | Sense::AtLeast => self.margin() >= -self.slack,
            Sense::Over => self.margin() > self.slack,
        }
    }

    /// Too near the limit for hand-placed stands: the referee decides.
    pub fn is_close(&self) -> bool {
        is_close(self.value, self.limit)
    }

    /// The gauge to draw, with length and limit; that it is close is also given in words.
    pub fn gauge(&self) -> Gauge {
        let (passes, close) = (self.passes(), self.is_close());
        let (value, limit) = (self.value, self.limit);
        let mut words = match self.sense {
            Sense::AtMost => format!("{value:.2} of {limit:.2} in"),
            Sense::AtLeast => format!("{value:.2} in, {limit:.2} needed"),
            Sense::Over => format!("{value:.2} in, over {limit:.2} needed"),
        };
        if close {
            words.push_str(", close");
        }
        Gauge { from: self.from, to: self.to, words, passes, close }
    }

    /// The limit and the measurement in words that show on which side it lies as well as whether that is enough:
    /// `limit 5.00 in, inside by 0.31 in`, `at least 2.00 in, short by 0.50 in`.
    pub fn verdict(&self) -> String {
        let (limit, by) = (self.limit, self.margin().abs());
        let words = match (self.sense, self.passes()) {
            (Sense::AtMost, true) => ("limit", "inside"),
            (Sense::AtMost, false) => ("limit", "outside"),
            (Sense::AtLeast, true) => ("at least", "clear"),
            (Sense::AtLeast, false) => ("at least", "short"),
            (Sense::Over, true) => ("must be over", "clear"),
            (Sense::Over, false) => ("must be over", "short"),
        };
        let close = if self.is_close() { " (close)" } else { "" };
        format!("{} {limit:.2} in, {} by {by:.2} in{close}", words.0, words.1)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:.2} in, {}", self.what, self.value, self.verdict())
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
        assert_eq!(measured(5.31).to_string(), "range: 5.31 in, limit 5.00 in, outside by 0.31 in");
        assert_eq!(measured(4.69).to_string(), "range: 4.69 in, limit 5.00 in, inside by 0.31 in");
    }

    #[test]
    fn what_has_to_keep_away_is_short_or_clear() {
        let away = |value| Measured::at_least("distance to 5 Kempt", Vec2::ZERO, Vec2::Y, value, 2.0);
        assert_eq!(away(1.5).to_string(), "distance to 5 Kempt: 1.50 in, at least 2.00 in, short by 0.50 in");
        assert_eq!(away(2.5).to_string(), "distance to 5 Kempt: 2.50 in, at least 2.00 in, clear by 0.50 in");
        assert!(!away(1.5).passes() && away(1.9995).passes() && away(2.5).passes());
        let hole = |value| Measured::over("hole", Vec2::ZERO, Vec2::Y, value, 2.5);
        assert_eq!(hole(1.25).to_string(), "hole: 1.25 in, must be over 2.50 in, short by 1.25 in");
        assert!(!hole(2.5).passes() && hole(3.75).passes());
    }

    #[test]
    fn a_stand_squarely_in_contact_is_no_close_call() {
        let gap = |value| Measured::at_most("gap", Vec2::ZERO, Vec2::Y, value, 0.05);
        assert_eq!(gap(0.0).to_string(), "gap: 0.00 in, limit 0.05 in, inside by 0.05 in");
        assert!(gap(0.04).is_close() && gap(0.1).is_close() && !gap(0.2).is_close());
    }
}
