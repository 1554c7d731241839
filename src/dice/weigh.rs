//! Exact odds: every outcome with its probability, by the code that plays the game.

use std::collections::BTreeMap;

use super::throw::{Answer, Throw};
use super::tray::{Tray, TrayStop};

/// Something that asks for one throw after another and merges where it does not matter how it came about.
///
/// Two equal processes have the same future, so their probabilities add up.
pub trait Process: Clone + Ord {
    /// The next throw; none when it is done or waits for a decision.
    fn wants(&self) -> Option<Throw>;
    fn take(&mut self, answer: &Answer);
}

/// Every different end of the process with its exact probability.
pub fn weigh_process<P: Process>(start: P) -> BTreeMap<P, f64> {
    let mut open = BTreeMap::from([(start, 1.0)]);
    let mut ended = BTreeMap::new();
    while !open.is_empty() {
        let mut next = BTreeMap::new();
        for (process, chance) in open {
            let Some(throw) = process.wants() else {
                *ended.entry(process).or_insert(0.0) += chance;
                continue;
            };
            for (answer, p) in throw.outcomes() {
                let mut after = process.clone();
                after.take(&answer);
                *next.entry(after).or_insert(0.0) += chance * p;
            }
        }
        open = next;
    }
    ended
}

/// Every different result of `run` with its exact probability: `run` is called once for each way the dice can fall.
///
/// Errors of `run` end the weighing: an order that is refused has no odds.
pub fn weigh<T: Ord, E>(mut run: impl FnMut(&mut dyn Tray) -> Result<T, E>) -> Result<BTreeMap<T, f64>, E> {
    let mut results = BTreeMap::new();
    let mut trail: Vec<Branch> = Vec::new();
    loop {
        let mut tray = Walk { trail, depth: 0 };
        let result = run(&mut tray)?;
        trail = tray.trail;
        let chance: f64 = trail.iter().map(|branch| branch.outcomes[branch.taken].1).product();
        *results.entry(result).or_insert(0.0) += chance;
        while let Some(last) = trail.last_mut() {
            last.taken += 1;
            if last.taken < last.outcomes.len() {
                break;
            }
            trail.pop();
        }
        if trail.is_empty() {
            return Ok(results);
        }
    }
}

/// A throw on the way, and which of its outcomes is being followed.
struct Branch {
    outcomes: Vec<(Answer, f64)>,
    taken: usize,
}

/// The tray that follows a trail and lengthens it by the first outcome of each new throw.
struct Walk {
    trail: Vec<Branch>,
    depth: usize,
}

impl Tray for Walk {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if self.depth == self.trail.len() {
            self.trail.push(Branch { outcomes: throw.outcomes(), taken: 0 });
        }
        let branch = &self.trail[self.depth];
        self.depth += 1;
        Ok(branch.outcomes[branch.taken].0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn battle(tray: &mut dyn Tray) -> Result<(u32, u32), TrayStop> {
        let hit = |dice| Throw::hits(dice, vec![0, 0, 0, 0, 1, 1], None, "easy:III.B.2", "test");
        let first = tray.answer(&hit(3))?.value;
        let second = tray.answer(&hit(4 - u8::try_from(first).unwrap_or(4)))?.value;
        Ok((first, second))
    }

    #[test]
    fn walking_every_outcome_gives_probabilities_that_add_up() {
        let odds = weigh(battle).unwrap();
        assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
        let none = odds[&(0, 0)];
        assert!((none - (2.0_f64 / 3.0).powi(7)).abs() < 1e-12);
    }
}
