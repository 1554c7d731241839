//! What the attackers' throws can leave of defenders fought together: a single one, or several linked by a pool.
//!
//! Units: strength points.

use super::auto::Assumed;

/// What the attackers' throws leave of one defender.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub left: u8,
    pub engineers: u8,
    pub assumed: Assumed,
    pub chance: f64,
    /// What it counts for in the result roll.
    pub force: u8,
}

/// All ways in which the same defenders survive.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The probability by what they count for in the result roll. Empty if impossible.
    pub chances: Vec<f64>,
    /// The same by defender, with each probability multiplied by its strength left; empty for a defender that does not survive.
    pub moments: Vec<Vec<f64>>,
}

/// All that the throws can leave of some defenders.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// The defenders concerned, as indexes among all defenders, in order.
    pub defenders: Vec<usize>,
    /// One by one, if there is only one defender.
    pub list: Vec<Way>,
    /// By the surviving defenders, a bit each.
    parts: Vec<Part>,
    /// By defender, the probability of each strength left.
    pub left: Vec<Vec<f64>>,
    /// The probability of each total strength left.
    pub all_left: Vec<f64>,
    pub assumed: Assumed,
}

impl Ways {
    /// For one defender, which counts in the result roll if it survives, or does not.
    pub fn of_one(nth: usize, list: Vec<Way>, counts: bool) -> Self {
        let mut assumed = Assumed::default();
        let mut left = Vec::new();
        let (mut fallen, mut force, mut moment) = (Vec::new(), Vec::new(), Vec::new());
        for way in &list {
            assumed = assumed.with(way.assumed);
            add_at(&mut left, usize::from(way.left), way.chance);
            if way.left == 0 {
                add_at(&mut fallen, 0, way.chance);
                continue;
            }
            let at = if counts { usize::from(way.force) } else { 0 };
            add_at(&mut force, at, way.chance);
            add_at(&mut moment, at, way.chance * f64::from(way.left));
        }
        let fallen = Part { chances: fallen, moments: vec![Vec::new()] };
        let stands = Part { chances: force, moments: vec![moment] };
        let all_left = left.clone();
        Self { defenders: vec![nth], list, parts: vec![fallen, stands], left: vec![left], all_left, assumed }
    }

    /// For several, by which of them survive.
    pub fn of_several(
        defenders: Vec<usize>,
        parts: Vec<Part>,
        left: Vec<Vec<f64>>,
        all_left: Vec<f64>,
    ) -> Self {
        Self { defenders, parts, left, all_left, ..Self::default() }
    }

    /// The ways in which exactly these of all defenders survive, a bit each.
    pub fn part(&self, stands: u64) -> &Part {
        let bit = |(place, nth): (usize, &usize)| usize::from(stands & (1 << nth) != 0) << place;
        &self.parts[self.defenders.iter().enumerate().map(bit).sum::<usize>()]
    }
}

pub(super) fn add_at(list: &mut Vec<f64>, at: usize, chance: f64) {
    if list.len() <= at {
        list.resize(at + 1, 0.0);
    }
    list[at] += chance;
}

/// The probabilities of sums of two independent numbers.
pub(super) fn convolved(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; (a.len() + b.len()).saturating_sub(1)];
    for (at, p) in b.iter().enumerate().filter(|(_, p)| **p != 0.0) {
        sums[at..].iter_mut().zip(a).for_each(|(sum, q)| *sum += p * q);
    }
    sums
}
