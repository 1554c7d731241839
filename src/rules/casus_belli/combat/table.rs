//! The combat results table and the arithmetic of ratios (`cb:7c2`, `cb:7D`, `cb:crt`).
//!
//! Source: the printed table, complete. Units: strength points.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::options::{BelowOneToThree, Options};

/// A column of the table: attacker's points to defender's (`cb:crt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    #[serde(rename = "1:3")]
    OneToThree,
    #[serde(rename = "1:2")]
    OneToTwo,
    #[serde(rename = "1:1")]
    OneToOne,
    #[serde(rename = "2:1")]
    TwoToOne,
    #[serde(rename = "3:1")]
    ThreeToOne,
    #[serde(rename = "4:1")]
    FourToOne,
}

impl Column {
    pub const ALL: [Self; 6] =
        [Self::OneToThree, Self::OneToTwo, Self::OneToOne, Self::TwoToOne, Self::ThreeToOne, Self::FourToOne];

    /// Its heading in the table: `3:1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneToThree => "1:3",
            Self::OneToTwo => "1:2",
            Self::OneToOne => "1:1",
            Self::TwoToOne => "2:1",
            Self::ThreeToOne => "3:1",
            Self::FourToOne => "4:1",
        }
    }

    /// The column with this heading.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// The column to the right; the last stays itself (`cb:7E`).
    #[must_use]
    pub fn right(self) -> Self {
        Self::ALL.into_iter().find(|column| *column > self).unwrap_or(self)
    }

    /// The columns that may be taken instead of this one, this one included, lowest first (`cb:7c3`).
    pub fn down_to_lowest(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |column| *column <= self)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Ratio {
    /// This column.
    Column(Column),
    /// Below the table: `AR` without a die (`cb:7c2`, option `below-1-3`).
    Hopeless,
}

impl Ratio {
    pub const fn column(self) -> Option<Column> {
        match self {
            Self::Column(column) => Some(column),
            Self::Hopeless => None,
        }
    }
}

/// The ratio of these points, rounded in favour of the defender (`cb:7c2`); above the table it is 4:1, below it 1:3. 0 counts as 1.
pub fn ratio(attack: u32, defence: u32, options: &Options) -> Ratio {
    let (attack, defence) = (attack.max(1), defence.max(1));
    let column = if attack >= defence {
        match attack / defence {
            1 => Column::OneToOne,
            2 => Column::TwoToOne,
            3 => Column::ThreeToOne,
            _ => Column::FourToOne,
        }
    } else {
        match defence.div_ceil(attack) {
            2 => Column::OneToTwo,
            3 => Column::OneToThree,
            _ if options.below_1_3 == BelowOneToThree::Ar => return Ratio::Hopeless,
            _ => Column::OneToThree,
        }
    };
    Ratio::Column(column)
}

/// The results of the table (`cb:7D`), best for the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CombatResult {
    /// The defenders rout.
    Dr,
    D2,
    /// The defenders retreat one hex.
    D1,
    No,
    /// The attackers retreat one hex.
    A1,
    A2,
    /// The attackers rout.
    Ar,
}

impl CombatResult {
    /// Its abbreviation in the table: `D2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dr => "DR",
            Self::D2 => "D2",
            Self::D1 => "D1",
            Self::No => "–",
            Self::A1 => "A1",
            Self::A2 => "A2",
            Self::Ar => "AR",
        }
    }

    /// The result in words: `the defenders retreat two hexes`. Distant guns are unaffected by results against attackers
    /// (`cb:9d`).
    pub fn words(self, from_afar: bool) -> &'static str {
        if from_afar && self.beats_attackers() == Some(true) {
            return "ranged guns are untouched";
        }
        match self {
            Self::Dr => "the defenders rout",
            Self::D2 => "the defenders retreat two hexes",
            Self::D1 => "the defenders retreat one hex",
            Self::No => "nothing happens",
            Self::A1 => "the attackers retreat one hex",
            Self::A2 => "the attackers retreat two hexes",
            Self::Ar => "the attackers rout",
        }
    }

    /// Are the attackers beaten, or the defenders? `None` if neither are.
    pub const fn beats_attackers(self) -> Option<bool> {
        match self {
            Self::Dr | Self::D2 | Self::D1 => Some(false),
            Self::No => None,
            Self::A1 | Self::A2 | Self::Ar => Some(true),
        }
    }

    /// Number of hexes that the beaten side retreats; `None` if it routs, for its full movement allowance (`cb:7D`).
    pub const fn hexes(self) -> Option<u8> {
        match self {
            Self::D1 | Self::A1 => Some(1),
            Self::D2 | Self::A2 => Some(2),
            Self::No => Some(0),
            Self::Dr | Self::Ar => None,
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

use CombatResult::{A1, A2, Ar, D1, D2, Dr, No};

/// The sides of the die.
pub const DIE: u8 = 6;

/// By row, the die with the leader's bonus, 1 to 6; by column (`cb:crt`).
pub const TABLE: [[CombatResult; 6]; 6] = [
    [Ar, Ar, A1, A1, No, D1],
    [Ar, A2, A1, No, D1, D2],
    [Ar, A2, No, D1, D1, D2],
    [A2, A1, No, D1, D1, D2],
    [A2, No, D1, D2, D2, Dr],
    [A1, D1, D1, D2, Dr, Dr],
];

/// The result in this column for a die with a bonus; their sum counts as 6 at most (`cb:7c3`). `None` if there is no such face.
pub fn result(column: Column, face: u8, bonus: u8) -> Option<CombatResult> {
    if !(1..=DIE).contains(&face) {
        return None;
    }
    let row = face.saturating_add(bonus).min(DIE);
    let column = Column::ALL.iter().position(|other| *other == column)?;
    TABLE.get(usize::from(row) - 1)?.get(column).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn the_checks_of_the_ledger() {
        let of = |column: &str, face| result(Column::named(column).unwrap(), face, 0).unwrap();
        assert_eq!([of("2:1", 4), of("1:2", 6), of("4:1", 5), of("1:3", 1)], [D1, D1, Dr, Ar], "cb:crt");
        assert_eq!(result(Column::TwoToOne, 5, 2), Some(D2), "cb:7c3");
        assert_eq!(result(Column::TwoToOne, 1, 0), Some(A1), "cb:7c3");
        assert_eq!((result(Column::OneToOne, 0, 2), result(Column::OneToOne, 7, 0)), (None, None));
    }

    #[test]
    fn ratios_are_rounded_for_the_defender() {
        let options = Options::default();
        for (attack, defence, wanted) in
            [(10, 4, "2:1"), (4, 3, "1:1"), (3, 4, "1:2"), (4, 9, "1:3"), (6, 19, "1:3"), (20, 4, "4:1")]
        {
            let wanted = Ratio::Column(Column::named(wanted).unwrap());
            assert_eq!(ratio(attack, defence, &options), wanted, "{attack}:{defence} (cb:7c2)");
        }
        let harsh = Options { below_1_3: BelowOneToThree::Ar, ..Options::default() };
        assert_eq!(ratio(6, 19, &harsh), Ratio::Hopeless);
        assert_eq!(ratio(6, 18, &harsh), Ratio::Column(Column::OneToThree));
    }
}
