//! The arithmetic of a melee: totals, the loser's and the winner's losses (`epstein:9.11` to `epstein:9.13`).
//!
//! Nothing here knows where anybody stands, so that play and exact odds ask the same functions. Units: figures, points of value.

use super::options::{CasualtyValues, WinnerLoss};

/// One unit of a side in a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fighter {
    pub figures: u16,
    /// Of each figure as it fights, increments included.
    pub value: u8,
    /// Of each figure before increments.
    pub base: u8,
}

/// One side of a melee: its front unit first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideOfMelee {
    pub units: Vec<Fighter>,
    /// On its die.
    pub die: i32,
}

impl SideOfMelee {
    /// The sum of its figures' values.
    pub fn worth(&self) -> u32 {
        self.units.iter().map(|unit| u32::from(unit.figures) * u32::from(unit.value)).sum()
    }

    /// Its die times its worth: a lowered die never counts below 0 (`epstein:g.5`).
    pub fn total(&self, face: u32) -> u32 {
        let die = (i64::from(face) + i64::from(self.die)).max(0);
        u32::try_from(die).unwrap_or(0) * self.worth()
    }

    /// The same with the values by which losses are reckoned (`casualty_values`).
    fn reckoned(&self, values: CasualtyValues) -> Vec<(u16, u32)> {
        let value = |unit: &Fighter| match values {
            CasualtyValues::AsFought => u32::from(unit.value),
            CasualtyValues::Base => u32::from(unit.base),
        };
        self.units.iter().map(|unit| (unit.figures, value(unit).max(1))).collect()
    }
}

/// Quarters and eighths of points are whole in eighths.
const EIGHTHS: u32 = 8;

/// What the loser loses, in figures by unit: a quarter of its worth, rounded up to figures (`epstein:9.12`); the front unit first.
pub fn loser_loss(loser: &SideOfMelee, values: CasualtyValues) -> Vec<u16> {
    let units = loser.reckoned(values);
    let worth: u32 = units.iter().map(|(figures, value)| u32::from(*figures) * value).sum();
    let mut owed = worth * EIGHTHS / 4;
    let mut lost = Vec::new();
    for (figures, value) in units {
        let wanted = owed.div_ceil(value * EIGHTHS).min(u32::from(figures));
        owed = owed.saturating_sub(wanted * value * EIGHTHS);
        lost.push(u16::try_from(wanted).unwrap_or(figures));
    }
    lost
}

/// What the winner loses, in figures by unit: an eighth of the loser's worth, dropped to points, then to figures
/// (`epstein:9.13`); or half of the points that the loser took off.
pub fn winner_loss(
    winner: &SideOfMelee,
    loser: &SideOfMelee,
    how: WinnerLoss,
    values: CasualtyValues,
) -> Vec<u16> {
    let units = loser.reckoned(values);
    let worth: u32 = units.iter().map(|(figures, value)| u32::from(*figures) * value).sum();
    let mut points = match how {
        WinnerLoss::Eighth => worth / EIGHTHS,
        WinnerLoss::HalfRemoved => {
            let removed: u32 = loser_loss(loser, values)
                .iter()
                .zip(&units)
                .map(|(lost, (_, value))| u32::from(*lost) * value)
                .sum();
            removed / 2
        }
    };
    let mut lost = Vec::new();
    for (figures, value) in winner.reckoned(values) {
        let most = (points / value).min(u32::from(figures));
        points -= most * value;
        lost.push(u16::try_from(most).unwrap_or(figures));
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(figures: u16, value: u8, base: u8, die: i32) -> SideOfMelee {
        SideOfMelee { units: vec![Fighter { figures, value, base }], die }
    }

    #[test]
    fn losses_are_those_of_the_ledger() {
        let fought = CasualtyValues::AsFought;
        for (loser, wanted) in [
            (side(9, 2, 2, 0), 3),
            (side(12, 2, 2, 0), 3),
            (side(12, 3, 3, 0), 3),
            (side(8, 5, 5, 0), 2),
            (side(12, 2, 2, 0), 3),
        ] {
            assert_eq!(loser_loss(&loser, fought), [wanted], "{loser:?}");
        }
        let eighth = |winner: &SideOfMelee, loser: &SideOfMelee| {
            winner_loss(winner, loser, WinnerLoss::Eighth, fought)
        };
        assert_eq!(eighth(&side(9, 2, 2, 0), &side(9, 2, 2, 0)), [1]);
        // Heavy lose 10 points to light; the light lose 5 points of 3: one figure (`epstein:9.15`).
        assert_eq!(eighth(&side(8, 3, 3, 0), &side(8, 5, 5, 0)), [1]);
        // A square of 12 at 3 has beaten heavy cavalry (`epstein:12.3`).
        assert_eq!(eighth(&side(12, 3, 2, 1), &side(8, 5, 5, 0)), [1]);
        // Light cavalry in the flank of a line (`epstein:10.3`).
        assert_eq!(eighth(&side(8, 6, 3, 0), &side(12, 2, 2, 0)), [0]);
        // The loser is worth 20, the winner are guards.
        let (guard, weak) = (side(12, 3, 3, 0), side(10, 2, 2, 0));
        assert_eq!(eighth(&guard, &weak), [0]);
        assert_eq!(winner_loss(&guard, &weak, WinnerLoss::HalfRemoved, fought), [1]);
        let (winner, loser) = (side(9, 2, 2, 0), side(9, 2, 2, 0));
        assert_eq!(winner_loss(&winner, &loser, WinnerLoss::HalfRemoved, fought), [1]);
    }

    #[test]
    fn totals_are_those_of_the_ledger() {
        assert_eq!(side(9, 2, 2, 0).total(5), 90);
        assert_eq!(side(9, 2, 2, 0).total(6), 108);
        assert_eq!(side(12, 3, 2, 1).total(3), 144);
        assert_eq!(side(9, 3, 2, 1).total(5), 162);
        assert_eq!(side(12, 1, 2, -1).total(1), 0);
    }
}
