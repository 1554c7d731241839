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
pub fn weigh<T: Ord, E>(run: impl FnMut(&mut dyn Tray) -> Result<T, E>) -> Result<BTreeMap<T, f64>, E> {
    walk(&|_| false, 0, run)
}

/// As [`weigh`], where throws that are `added` are walked as one: six dice have 31 sums, and 46,656 ways to fall.
///
/// Nothing but their sum may matter to a result, and there have to be as many of them however the dice fall.
pub fn weigh_adding<T: Ord, E>(
    added: &dyn Fn(&Throw) -> bool,
    mut run: impl FnMut(&mut dyn Tray) -> Result<T, E>,
) -> Result<BTreeMap<T, f64>, E> {
    let mut count = Count { added, throws: 0 };
    run(&mut count)?;
    walk(added, count.throws, run)
}

/// Runs once for each way the dice can fall; so many throws are added up.
fn walk<T: Ord, E>(
    added: &dyn Fn(&Throw) -> bool,
    throws: u8,
    mut run: impl FnMut(&mut dyn Tray) -> Result<T, E>,
) -> Result<BTreeMap<T, f64>, E> {
    let mut results = BTreeMap::new();
    let mut trail: Vec<Branch> = Vec::new();
    loop {
        let mut tray = Walk { added, trail, depth: 0, to_come: throws, left: 0 };
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

/// The tray that counts the throws that are added up; whatever is thrown comes out lowest.
struct Count<'a> {
    added: &'a dyn Fn(&Throw) -> bool,
    throws: u8,
}

impl Tray for Count<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        self.throws = self.throws.saturating_add(u8::from((self.added)(throw)));
        let lowest = throw.outcomes().into_iter().next();
        lowest.map(|(answer, _)| answer).ok_or_else(|| TrayStop::Dry(Box::new(throw.clone())))
    }
}

/// A throw on the way, and which of its outcomes is being followed.
struct Branch {
    outcomes: Vec<(Answer, f64)>,
    taken: usize,
}

/// The tray that follows a trail and lengthens it by the first outcome of each new throw.
struct Walk<'a> {
    added: &'a dyn Fn(&Throw) -> bool,
    trail: Vec<Branch>,
    depth: usize,
    /// Throws that are added up and have not been asked for.
    to_come: u8,
    /// What of their sum is left for them, once the first of them has been asked for.
    left: u32,
}

impl Walk<'_> {
    /// The outcome of this throw that is being followed.
    fn follow(&mut self, throw: &Throw) -> Answer {
        if self.depth == self.trail.len() {
            self.trail.push(Branch { outcomes: throw.outcomes(), taken: 0 });
        }
        let branch = &self.trail[self.depth];
        self.depth += 1;
        branch.outcomes[branch.taken].0.clone()
    }
}

impl Tray for Walk<'_> {
    fn answer(&mut self, throw: &Throw) -> Result<Answer, TrayStop> {
        if !(self.added)(throw) || self.to_come == 0 {
            return Ok(self.follow(throw));
        }
        if self.left == 0 {
            let together = Throw { dice: throw.dice.saturating_mul(self.to_come), ..throw.clone() };
            self.left = self.follow(&together).value;
        }
        self.to_come -= 1;
        // As much as it can say, so long as each that follows has its least.
        let least_after = u32::from(throw.dice) * u32::from(self.to_come);
        let most = u32::from(throw.dice) * u32::from(throw.sides);
        let value = self.left.saturating_sub(least_after).min(most);
        self.left -= value;
        Ok(Answer { faces: Vec::new(), value })
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

    #[test]
    fn throws_that_are_added_up_are_walked_by_their_sum() {
        let mut runs = 0;
        let mut march = |tray: &mut dyn Tray| -> Result<(u32, u32), TrayStop> {
            runs += 1;
            let chit = tray.answer(&Throw::draw(vec!["a".into(), "b".into()], "easy:I.C", "a chit"))?.value;
            let mut lost = 0;
            for _ in 0..6 {
                lost += tray.answer(&Throw::sum(1, 6, None, "easy:II.C.3", "a fence"))?.value;
            }
            Ok((chit, lost))
        };
        let odds = weigh_adding(&|throw| throw.clause == "easy:II.C.3", &mut march).unwrap();
        let walked = weigh(&mut march).unwrap();
        assert_eq!(odds.len(), 2 * 31);
        for (result, chance) in &walked {
            assert!((odds[result] - chance).abs() < 1e-12, "{result:?}");
        }
        assert_eq!(runs, 1 + 2 * 31 + 2 * 6_usize.pow(6));
    }
}
