//! The arithmetic of a melee: totals, the loser's and the winner's losses (`epstein:9.11` to `epstein:9.13`).
//!
//! No function here uses positions, so that play and exact odds can share them. Units: figures, points of value.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::options::{CasualtyValues, MeleeTie, WinnerLoss};

/// One unit of a side in a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fighter {
    pub figures: u16,
    /// Value of a figure in this melee, with increments.
    pub value: u8,
    /// Value of a figure without increments.
    pub base: u8,
}

/// One side of a melee: its front unit first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideOfMelee {
    pub units: Vec<Fighter>,
    /// Modifier to its die.
    pub die: i32,
}

impl SideOfMelee {
    /// The total value of its figures.
    pub fn worth(&self) -> u32 {
        self.units.iter().map(|unit| u32::from(unit.figures) * u32::from(unit.value)).sum()
    }

    /// Its die times its worth; a lowered die never counts below 0 (`epstein:g.5`).
    pub fn total(&self, face: u32) -> u32 {
        let die = (i64::from(face) + i64::from(self.die)).max(0);
        u32::try_from(die).unwrap_or(0) * self.worth()
    }

    /// Figures and values by unit, with the values on which losses are based (`casualty_values`).
    fn reckoned(&self, values: CasualtyValues) -> Vec<(u16, u32)> {
        let value = |unit: &Fighter| match values {
            CasualtyValues::AsFought => u32::from(unit.value),
            CasualtyValues::Base => u32::from(unit.base),
        };
        self.units.iter().map(|unit| (unit.figures, value(unit).max(1))).collect()
    }
}

/// Losses are counted in parts: a quarter of the loser's worth, or an eighth, is then a whole number.
const QUARTERS: u32 = 4;
const EIGHTHS: u32 = 8;

/// Figures lost by each unit of a side, in the order of its units: one way to share a loss (`epstein:9.3`).
pub type Spread = Vec<u16>;

/// Every way in which the loser can take its loss: a quarter of its worth in as few figures as reach it, shared among its units
/// as the owner likes (`epstein:9.12`). A side of one unit has one way.
pub fn loser_spreads(loser: &SideOfMelee, values: CasualtyValues) -> Vec<Spread> {
    let units = loser.reckoned(values);
    let worth: u32 = units.iter().map(|(figures, value)| u32::from(*figures) * value).sum();
    let all: u16 = units.iter().map(|(figures, _)| *figures).sum();
    let reaches = |spread: &Spread| points(&units, spread) * QUARTERS >= worth;
    (0..=all)
        .map(|figures| spreads(&units, figures).into_iter().filter(reaches).collect::<Vec<Spread>>())
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Every way in which the winner can take its loss: an eighth of the loser's worth, rounded down to points (`epstein:9.13`), or
/// half of the points that the loser took off; figures that fit into it, where no further one would.
pub fn winner_spreads(
    winner: &SideOfMelee,
    loser: &SideOfMelee,
    how: WinnerLoss,
    values: CasualtyValues,
) -> Vec<Spread> {
    let beaten = loser.reckoned(values);
    let worth: u32 = beaten.iter().map(|(figures, value)| u32::from(*figures) * value).sum();
    let owed = match how {
        WinnerLoss::Eighth => worth / EIGHTHS,
        WinnerLoss::HalfRemoved => {
            loser_spreads(loser, values).first().map_or(0, |spread| points(&beaten, spread)) / 2
        }
    };
    let units = winner.reckoned(values);
    let all: u16 = units.iter().map(|(figures, _)| *figures).sum();
    let fits = |spread: &Spread| {
        let taken = points(&units, spread);
        let room =
            spread.iter().zip(&units).any(|(lost, (figures, value))| lost < figures && taken + value <= owed);
        taken <= owed && !room
    };
    (0..=all).rev().flat_map(|figures| spreads(&units, figures)).filter(fits).collect()
}

/// The points of a share of losses.
fn points(units: &[(u16, u32)], spread: &Spread) -> u32 {
    spread.iter().zip(units).map(|(lost, (_, value))| u32::from(*lost) * value).sum()
}

/// Every way to take this many figures from these units, the first units first.
fn spreads(units: &[(u16, u32)], figures: u16) -> Vec<Spread> {
    let Some(((most, _), rest)) = units.split_first() else {
        return if figures == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let taken = (0..=figures.min(*most)).rev();
    taken
        .flat_map(|own| {
            spreads(rest, figures - own).into_iter().map(move |mut others| {
                others.insert(0, own);
                others
            })
        })
        .collect()
}

/// A melee: who fights whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Melee {
    pub attack: SideOfMelee,
    pub defence: SideOfMelee,
}

/// The end of a melee (`epstein:9.11`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeleeEnd {
    ChargerWins,
    DefenderWins,
    /// Equal totals, and both fall back (`melee_tie`).
    FallBack,
    /// Equal totals: both throw again.
    Again,
}

impl Melee {
    /// The totals and the end for these faces.
    pub fn end(&self, faces: [u32; 2], tie: MeleeTie) -> ([u32; 2], MeleeEnd) {
        let totals = [self.attack.total(faces[0]), self.defence.total(faces[1])];
        let end = match (totals[0].cmp(&totals[1]), tie) {
            (Ordering::Greater, _) => MeleeEnd::ChargerWins,
            (Ordering::Less, _) | (Ordering::Equal, MeleeTie::Defender) => MeleeEnd::DefenderWins,
            (Ordering::Equal, MeleeTie::BothFallBack) => MeleeEnd::FallBack,
            (Ordering::Equal, MeleeTie::Reroll) => MeleeEnd::Again,
        };
        (totals, end)
    }

    /// The chance of each end; ties are thrown again (`epstein:9.11`: the odds are those of unequal totals).
    pub fn chances(&self, tie: MeleeTie) -> BTreeMap<MeleeEnd, f64> {
        let mut ways: BTreeMap<MeleeEnd, u32> = BTreeMap::new();
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            *ways.entry(self.end([one, other], tie).1).or_default() += 1;
        }
        let again = ways.remove(&MeleeEnd::Again).unwrap_or(0);
        if ways.is_empty() {
            // Nobody can ever win: after the last throw the defender does.
            return BTreeMap::from([(MeleeEnd::DefenderWins, 1.0)]);
        }
        let all = f64::from(36 - again);
        ways.into_iter().map(|(end, count)| (end, f64::from(count) / all)).collect()
    }
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
            assert_eq!(loser_spreads(&loser, fought), [[wanted]], "{loser:?}");
        }
        let eighth = |winner: &SideOfMelee, loser: &SideOfMelee| {
            winner_spreads(winner, loser, WinnerLoss::Eighth, fought)
        };
        assert_eq!(eighth(&side(9, 2, 2, 0), &side(9, 2, 2, 0)), [[1]]);
        // Heavy lose 10 points to light; the light lose 5 points of 3: one figure (`epstein:9.15`).
        assert_eq!(eighth(&side(8, 3, 3, 0), &side(8, 5, 5, 0)), [[1]]);
        // A square of 12 at 3 has beaten heavy cavalry (`epstein:12.3`).
        assert_eq!(eighth(&side(12, 3, 2, 1), &side(8, 5, 5, 0)), [[1]]);
        // Light cavalry in the flank of a line (`epstein:10.3`).
        assert_eq!(eighth(&side(8, 6, 3, 0), &side(12, 2, 2, 0)), [[0]]);
        // The loser is worth 20, the winner are guards.
        let (guard, weak) = (side(12, 3, 3, 0), side(10, 2, 2, 0));
        assert_eq!(eighth(&guard, &weak), [[0]]);
        assert_eq!(winner_spreads(&guard, &weak, WinnerLoss::HalfRemoved, fought), [[1]]);
        let (winner, loser) = (side(9, 2, 2, 0), side(9, 2, 2, 0));
        assert_eq!(winner_spreads(&winner, &loser, WinnerLoss::HalfRemoved, fought), [[1]]);
    }

    #[test]
    fn a_side_of_several_units_spreads_its_loss_as_its_owner_likes() {
        let fought = CasualtyValues::AsFought;
        let fighter = |figures, value| Fighter { figures, value, base: value };
        let two = SideOfMelee { units: vec![fighter(2, 2), fighter(12, 2)], die: 0 };
        // 28 points: 7, in 4 figures of 2.
        assert_eq!(loser_spreads(&two, fought), [[2, 2], [1, 3], [0, 4]]);
        let mixed = SideOfMelee { units: vec![fighter(12, 2), fighter(4, 6)], die: 0 };
        // 48 points: 12, in two figures of 6; none with a figure of 2 reaches it in so few.
        assert_eq!(loser_spreads(&mixed, fought), [[0, 2]]);
        let loser = side(20, 2, 2, 0);
        // 5 points: two figures of 2, or none of 6.
        assert_eq!(winner_spreads(&mixed, &loser, WinnerLoss::Eighth, fought), [[2, 0]]);
        assert_eq!(winner_spreads(&two, &loser, WinnerLoss::Eighth, fought), [[2, 0], [1, 1], [0, 2]]);
    }

    #[test]
    fn chances_of_a_melee_are_those_of_unequal_totals() {
        let even = Melee { attack: side(9, 2, 2, 0), defence: side(9, 2, 2, 0) };
        let chances = even.chances(MeleeTie::Reroll);
        assert!((chances[&MeleeEnd::ChargerWins] - 0.5).abs() < 1e-12);
        let kept = even.chances(MeleeTie::Defender);
        assert!((kept[&MeleeEnd::ChargerWins] - 15.0 / 36.0).abs() < 1e-12);
        let back = even.chances(MeleeTie::BothFallBack);
        assert!((back[&MeleeEnd::FallBack] - 6.0 / 36.0).abs() < 1e-12);
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
