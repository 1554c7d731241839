//! The combat results table and the calculation of odds (`naw:7.0`, `naw:7.6`).
//!
//! Source: the table in the 1975 edition, as printed. Units: strength points.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A column in the combat table, from 1-5 to 6-1 (`naw:7.6`): attacker's points to defender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    #[serde(rename = "1-5")]
    OneToFive,
    #[serde(rename = "1-4")]
    OneToFour,
    #[serde(rename = "1-3")]
    OneToThree,
    #[serde(rename = "1-2")]
    OneToTwo,
    #[serde(rename = "1-1")]
    OneToOne,
    #[serde(rename = "2-1")]
    TwoToOne,
    #[serde(rename = "3-1")]
    ThreeToOne,
    #[serde(rename = "4-1")]
    FourToOne,
    #[serde(rename = "5-1")]
    FiveToOne,
    #[serde(rename = "6-1")]
    SixToOne,
}

impl Column {
    pub const ALL: [Self; 10] = [
        Self::OneToFive,
        Self::OneToFour,
        Self::OneToThree,
        Self::OneToTwo,
        Self::OneToOne,
        Self::TwoToOne,
        Self::ThreeToOne,
        Self::FourToOne,
        Self::FiveToOne,
        Self::SixToOne,
    ];

    /// The column heading: `3-1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneToFive => "1-5",
            Self::OneToFour => "1-4",
            Self::OneToThree => "1-3",
            Self::OneToTwo => "1-2",
            Self::OneToOne => "1-1",
            Self::TwoToOne => "2-1",
            Self::ThreeToOne => "3-1",
            Self::FourToOne => "4-1",
            Self::FiveToOne => "5-1",
            Self::SixToOne => "6-1",
        }
    }

    /// The column with this heading.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// The column for these points, rounded in the defender's favour; below 1-5 counts as 1-5, above 6-1 as 6-1.
    ///
    /// Clauses: `naw:7.0`, `naw:7.6`. Units: strength points; zero counts as 1.
    pub fn of(attack: u32, defence: u32) -> Self {
        let (attack, defence) = (attack.max(1), defence.max(1));
        if attack >= defence {
            match attack / defence {
                1 => Self::OneToOne,
                2 => Self::TwoToOne,
                3 => Self::ThreeToOne,
                4 => Self::FourToOne,
                5 => Self::FiveToOne,
                _ => Self::SixToOne,
            }
        } else {
            match defence.div_ceil(attack) {
                2 => Self::OneToTwo,
                3 => Self::OneToThree,
                4 => Self::OneToFour,
                _ => Self::OneToFive,
            }
        }
    }

    /// The columns that may be chosen instead of this one, including this one, lowest first (`naw:7.9`).
    pub fn down_to_lowest(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |column| *column <= self)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A result in the table (`naw:7.6`), best for the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CombatResult {
    /// Defenders eliminated.
    De,
    /// Defenders retreat.
    Dr,
    /// Exchange.
    Ex,
    /// Attackers retreat.
    Ar,
    /// Attackers eliminated.
    Ae,
}

impl CombatResult {
    /// The abbreviation in the table: `Dr`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::De => "De",
            Self::Dr => "Dr",
            Self::Ex => "Ex",
            Self::Ar => "Ar",
            Self::Ae => "Ae",
        }
    }

    /// In words: `the defenders retreat`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::De => "the defenders are eliminated",
            Self::Dr => "the defenders retreat",
            Self::Ex => "an exchange",
            Self::Ar => "the attackers retreat",
            Self::Ae => "the attackers are eliminated",
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

use CombatResult::{Ae, Ar, De, Dr, Ex};

/// The table: one row for each face of the die, one column for each of [`Column::ALL`] (`naw:7.6`).
#[rustfmt::skip]
pub const TABLE: [[CombatResult; 10]; 6] = [
    //    1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1
    /*1*/ [Ar, Ar, Dr, Dr, Dr, Dr, Dr, De, De, De],
    /*2*/ [Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr, De, De],
    /*3*/ [Ae, Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr, De],
    /*4*/ [Ae, Ar, Ar, Ar, Ar, Dr, Dr, Dr, Dr, Dr],
    /*5*/ [Ae, Ae, Ar, Ar, Ar, Ar, Dr, Dr, Ex, Ex],
    /*6*/ [Ae, Ae, Ae, Ar, Ar, Ar, Ar, Ex, Ex, Ex],
];

/// The sides of the die (`naw:7.6`).
pub const DIE: u8 = TABLE.len() as u8;

/// The result for this face in this column. `None` if the die has no such face.
pub fn result(column: Column, face: u8) -> Option<CombatResult> {
    let row = TABLE.get(usize::from(face).checked_sub(1)?)?;
    Some(row[column as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_round_in_the_defenders_favour() {
        for (attack, defence, column) in [
            (13, 4, "3-1"),
            (3, 4, "1-2"),
            (7, 4, "1-1"),
            (3, 7, "1-3"),
            (1, 6, "1-5"),
            (24, 4, "6-1"),
            (30, 4, "6-1"),
            (29, 5, "5-1"),
            (5, 25, "1-5"),
            (1, 1, "1-1"),
        ] {
            assert_eq!(Column::of(attack, defence).name(), column, "{attack}:{defence}");
        }
    }

    /// `naw:7.0`: the column's ratio is the largest not above attack to defence, save at the floor of 1-5.
    #[test]
    fn the_column_is_the_largest_ratio_not_above_the_odds() {
        let ratio = |column: Column| {
            let (over, under) = column.name().split_once('-').unwrap();
            (over.parse::<u32>().unwrap(), under.parse::<u32>().unwrap())
        };
        for attack in 1..=70 {
            for defence in 1..=70 {
                let fits = |column: &Column| {
                    let (over, under) = ratio(*column);
                    over * defence <= attack * under
                };
                let wanted = Column::ALL.into_iter().filter(fits).max().unwrap_or(Column::OneToFive);
                assert_eq!(Column::of(attack, defence), wanted, "{attack}:{defence}");
            }
        }
    }

    #[test]
    fn every_cell_is_as_printed() {
        // De, Dr, Ex, Ar, Ae of each column, as the ledger counts them in the printed table.
        let sums = [
            [0, 0, 0, 2, 4],
            [0, 0, 0, 4, 2],
            [0, 1, 0, 4, 1],
            [0, 2, 0, 4, 0],
            [0, 3, 0, 3, 0],
            [0, 4, 0, 2, 0],
            [0, 5, 0, 1, 0],
            [1, 4, 1, 0, 0],
            [2, 2, 2, 0, 0],
            [3, 1, 2, 0, 0],
        ];
        for (column, sums) in Column::ALL.into_iter().zip(sums) {
            let faces: Vec<CombatResult> = (1..=6).map(|face| result(column, face).unwrap()).collect();
            let count = |wanted| faces.iter().filter(|found| **found == wanted).count();
            assert_eq!([De, Dr, Ex, Ar, Ae].map(count), sums, "{column}");
            assert!(faces.is_sorted(), "{column}: 1 is best for the attacker");
        }
        let at = |name, face| result(Column::named(name).unwrap(), face).unwrap().name();
        assert_eq!([at("1-2", 1), at("1-2", 3), at("4-1", 1), at("4-1", 6)], ["Dr", "Ar", "De", "Ex"]);
        assert!((2..=5).all(|face| at("4-1", face) == "Dr"));
        assert_eq!([at("1-5", 2), at("1-5", 3), at("6-1", 4), at("5-1", 5)], ["Ar", "Ae", "Dr", "Ex"]);
        assert_eq!((result(Column::OneToOne, 0), result(Column::OneToOne, 7)), (None, None));
    }

    #[test]
    fn a_column_may_be_lowered_to_the_lowest() {
        assert_eq!(Column::OneToFive.down_to_lowest().count(), 1);
        let lower: Vec<&str> = Column::OneToThree.down_to_lowest().map(Column::name).collect();
        assert_eq!(lower, ["1-5", "1-4", "1-3"]);
    }
}
