//! Units of several stands, for rules in which a battalion or a regiment is more than one stand: figures, class, weapon, marks.
//!
//! The rule set defines the meaning of a class, a weapon, a mark or a formation; here they are words, and the rule set reports
//! those it does not know. Guns and leaders are units of one stand.
//! Units: figures.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use drawing::Emblem;

/// Maximum number of stands of a unit.
pub const MOST_STANDS: u8 = 24;

/// Maximum number of figures of a unit.
pub const MOST_FIGURES: u16 = 999;

/// The separator of unit and stand number in [`StandKey`].
pub const OF_UNIT: char = '.';

/// The separator of the stands of a piece in its name.
pub const AND: char = '+';

/// A unit of one stand or of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Stable key, unique in a scenario among units and stands: `F03`.
    pub id: String,
    /// In full: `1/13th Line`.
    pub name: String,
    /// The name at the table, if it does not follow from the full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The word of its rules for its kind: `inf_line`, `leader`.
    pub class: String,
    /// Number of its stands: at least one.
    pub stands: u8,
    /// Number of figures on all its stands together; 0 for leaders and trains.
    pub figures: u16,
    /// The word of its rules for its weapon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Other properties that its rules know: `green`.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<String>,
    /// The source of the figures, and how reliable they are.
    pub note: String,
}

/// What the rules say of a unit besides the army's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitProfile {
    /// Its class in words: `line infantry`.
    pub class: String,
    pub emblem: Emblem,
    /// The formations that it may begin in, each as in files and in words, its usual one first; empty if it has none.
    pub formations: Vec<(&'static str, String)>,
}

/// A stand of a unit, by its number from 1: `F03.2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StandKey {
    pub unit: String,
    pub number: u8,
}

/// Why a name is not that of a piece, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {help}")]
pub struct NameFault {
    pub message: String,
    pub help: String,
}

impl fmt::Display for StandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{OF_UNIT}{}", self.unit, self.number)
    }
}

impl Unit {
    /// The name in the log and on the table.
    pub fn short(&self) -> &str {
        self.short.as_deref().unwrap_or_else(|| super::short_name(&self.name))
    }

    /// Its stands, from the first.
    pub fn keys(&self) -> impl Iterator<Item = StandKey> {
        (1..=self.stands).map(|number| StandKey { unit: self.id.clone(), number })
    }

    /// The initial number of figures on its stand with this number: spread evenly, the remainder on the first stands.
    pub fn figures_on(&self, number: u8) -> u16 {
        let stands = u16::from(self.stands.max(1));
        if number == 0 || number > self.stands {
            return 0;
        }
        self.figures / stands + u16::from(u16::from(number) <= self.figures % stands)
    }
}

/// The number that distinguishes a unit on the table: that in its key, 3 for `F03`; `None` for a key without a number.
pub fn number_of(key: &str) -> Option<u16> {
    let digits: String = key.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The name of a piece with these stands: a whole unit by its id (`F03`), otherwise the keys of its stands (`F03.1+F03.2`),
/// sorted, without duplicates.
pub fn piece_name<'u>(stands: &[StandKey], unit: impl Fn(&str) -> Option<&'u Unit>) -> String {
    let sorted: BTreeSet<&StandKey> = stands.iter().collect();
    let whole = sorted.first().and_then(|first| unit(&first.unit)).filter(|unit| {
        sorted.len() == usize::from(unit.stands) && sorted.iter().all(|stand| stand.unit == unit.id)
    });
    match whole {
        Some(unit) => unit.id.clone(),
        None => sorted.iter().map(ToString::to_string).collect::<Vec<_>>().join(&AND.to_string()),
    }
}

/// The stands of the piece with this name, sorted.
///
/// # Errors
///
/// Returns an error if there is no such unit, if it has no such stand, or if a stand is named twice.
pub fn piece_stands<'u>(
    name: &str,
    unit: impl Fn(&str) -> Option<&'u Unit>,
) -> Result<Vec<StandKey>, NameFault> {
    if let Some(unit) = unit(name) {
        return Ok(unit.keys().collect());
    }
    let mut stands = BTreeSet::new();
    for part in name.split(AND) {
        let fault = |message: String, help: String| NameFault { message, help };
        let (of, number) = part.split_once(OF_UNIT).unwrap_or((part, ""));
        let Some(unit) = unit(of) else {
            let help = "name a unit (F03), or stands of one or more (F03.1+F03.2)".to_owned();
            return Err(fault(format!("there is no unit \"{of}\""), help));
        };
        let number = number.parse().ok().filter(|number| (1..=unit.stands).contains(number));
        let Some(number) = number else {
            let help = format!("its stands are {of}.1 to {of}.{}", unit.stands);
            return Err(fault(format!("\"{part}\" is no stand of \"{of}\""), help));
        };
        if !stands.insert(StandKey { unit: of.to_owned(), number }) {
            return Err(fault(format!("the stand \"{part}\" is named twice"), "name it once".to_owned()));
        }
    }
    Ok(stands.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: &str, stands: u8, figures: u16) -> Unit {
        Unit {
            id: id.into(),
            name: id.into(),
            short: None,
            class: "inf_line".into(),
            stands,
            figures,
            weapon: None,
            marks: BTreeSet::new(),
            note: String::new(),
        }
    }

    #[test]
    fn a_unit_is_numbered_by_its_key() {
        assert_eq!([number_of("F03"), number_of("P14"), number_of("A")], [Some(3), Some(14), None]);
    }

    #[test]
    fn figures_are_spread_over_the_stands() {
        let of = |stands, figures| {
            let unit = unit("F", stands, figures);
            (0..=stands + 1).map(|number| unit.figures_on(number)).collect::<Vec<_>>()
        };
        assert_eq!(of(4, 12), [0, 3, 3, 3, 3, 0]);
        assert_eq!(of(3, 8), [0, 3, 3, 2, 0]);
        assert_eq!(of(1, 0), [0, 0, 0]);
    }

    #[test]
    fn a_piece_goes_by_its_unit_or_by_its_stands() {
        let all = [unit("F03", 4, 12), unit("F04", 2, 6)];
        let find = |id: &str| all.iter().find(|unit| unit.id == id);
        for (name, count) in [("F03", 4), ("F04", 2), ("F03.2", 1), ("F03.1+F03.4", 2), ("F03.4+F04.1", 2)] {
            let stands = piece_stands(name, find).unwrap();
            assert_eq!(stands.len(), count, "{name}");
            assert_eq!(piece_name(&stands, find), name);
        }
        // All its stands are the unit, in whatever order they are said.
        let stands = piece_stands("F04.2+F04.1", find).unwrap();
        assert_eq!(piece_name(&stands, find), "F04");
        for (name, told) in [
            ("F05", "there is no unit \"F05\""),
            ("F05.1", "there is no unit \"F05\""),
            ("F03.5", "\"F03.5\" is no stand of \"F03\": its stands are F03.1 to F03.4"),
            ("F03.0", "no stand"),
            ("F03.x", "no stand"),
            ("F03.1+F03.1", "named twice"),
            ("F03+F04", "\"F03\" is no stand of \"F03\""),
            ("", "there is no unit \"\""),
        ] {
            let fault = piece_stands(name, find).unwrap_err().to_string();
            assert!(fault.contains(told), "{name}: {fault}");
        }
    }
}
