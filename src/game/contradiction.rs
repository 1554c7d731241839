//! What a position says against itself, or too much of: told by its place, with the reason and what to do about it.

use std::fmt;

/// Something in a position that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Where it stands: `stand A`, `river`, `active`.
    pub place: String,
    pub reason: String,
    pub remedy: String,
}

impl Contradiction {
    pub fn new(place: impl Into<String>, reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into(), remedy: remedy.into() }
    }

    /// There is more of something than a position holds.
    ///
    /// # Errors
    /// When there is.
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
