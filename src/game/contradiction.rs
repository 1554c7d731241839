//! Contradictions and excesses in a position, each with its place, the reason and a remedy.

use std::fmt;
use std::ops::RangeInclusive;

use super::options::OptionFault;

/// A check of a position.
pub type Checked = Result<(), Contradiction>;

/// Nothing where it is sound, else what is wrong.
///
/// # Errors
/// When it is not sound.
pub fn unless(
    sound: bool,
    place: impl Into<String>,
    reason: impl Into<String>,
    remedy: impl Into<String>,
) -> Checked {
    if sound { Ok(()) } else { Err(Contradiction::new(place, reason, remedy)) }
}

/// Something impossible in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Its place: `stand A`, `line river`, `active`.
    pub place: String,
    pub reason: String,
    pub remedy: String,
}

impl Contradiction {
    pub fn new(place: impl Into<String>, reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into(), remedy: remedy.into() }
    }

    /// What is wrong with what play has made of a battle, by its place in that.
    ///
    /// # Errors
    /// Always.
    pub fn in_play<T>(
        place: impl fmt::Display,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Result<T, Self> {
        Err(Self::new(format!("play.{place}"), reason, remedy))
    }

    /// Checks that the turn is one of the battle's.
    ///
    /// # Errors
    /// When it has not.
    pub fn check_turn(turn: u8, turns: u8) -> Result<(), Self> {
        let reason = format!("it is turn {turn}");
        unless((1..=turns).contains(&turn), "play.turn", reason, format!("give 1 to {turns}"))
    }

    /// Checks that a number is one of `taken`.
    ///
    /// # Errors
    /// When it is not.
    pub fn within<N: PartialOrd + fmt::Display>(
        place: impl Into<String>,
        given: N,
        taken: &RangeInclusive<N>,
    ) -> Result<(), Self> {
        let remedy = format!("give {} to {}", taken.start(), taken.end());
        unless(taken.contains(&given), place, format!("{given} is out of range"), remedy)
    }

    /// What was found under a name, or the names there are.
    ///
    /// # Errors
    /// When it means nothing.
    pub fn named<'k, T>(
        found: Option<T>,
        place: impl Into<String>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Result<T, Self> {
        found.ok_or_else(|| {
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            let remedy = match known.as_str() {
                "" => format!("leave it out, as there is no {what} here"),
                known => format!("give one of {known}"),
            };
            Self::new(place, format!("it names {name}, which is no {what}"), remedy)
        })
    }

    /// Refuses more than `most` of something.
    ///
    /// # Errors
    /// When there are more.
    pub fn at_most(most: usize, count: usize, what: &str) -> Result<(), Self> {
        let reason = format!("there are {count} {what}, and a position holds {most}");
        unless(count <= most, "the position", reason, "leave some of them out")
    }
}

impl From<OptionFault> for Contradiction {
    fn from(fault: OptionFault) -> Self {
        Self::new("options", fault.reason(), fault.remedy())
    }
}

impl From<Contradiction> for String {
    fn from(contradiction: Contradiction) -> Self {
        contradiction.to_string()
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.reason, self.remedy)
    }
}

impl std::error::Error for Contradiction {}
