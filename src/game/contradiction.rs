//! Contradictions and excesses in a position, each with its place, the reason and a remedy.

use std::fmt;

/// Something impossible in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Its place: `stand A`, `river`, `active`.
    pub place: String,
    pub reason: String,
    pub remedy: String,
}

impl Contradiction {
    pub fn new(place: impl Into<String>, reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into(), remedy: remedy.into() }
    }

    /// Checks that there are no more than `most` of something.
    ///
    /// # Errors
    /// Returns an error if there are more.
    pub fn more_than(most: usize, count: usize, what: &str) -> Result<(), Self> {
        if count <= most {
            return Ok(());
        }
        let reason = format!("there are {count} {what}, and a position holds {most}");
        Err(Self::new("the position", reason, "leave some of them out"))
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.reason, self.remedy)
    }
}

impl std::error::Error for Contradiction {}
