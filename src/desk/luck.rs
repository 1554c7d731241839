//! The luck account: expected and actual results of each side's dice, and how rare the difference is.
//!
//! The dice of throws that hit are counted by kind (fire, close combat, opening fire), each with the exact chance of
//! a total as far out as the one rolled: the distributions of all throws are combined. Units: hits, or pips for
//! dice that are added up; probabilities from 0 to 1.

use dice::{Cast, Reading, Throw};
use game::{LuckRow, sentence};
use scenario::Side;

/// Throws added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub throws: u32,
    pub dice: u32,
    pub expected: f64,
    pub actual: f64,
    /// The exact chance of this total or more, and of this total or less; both are 1 if nothing was thrown.
    pub at_least: f64,
    pub at_most: f64,
}

/// One kind of throw of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KindLuck {
    /// `fire`, `close combat`: see [`game::RuleSet::throw_kind`].
    pub kind: &'static str,
    /// Are the values hits? Otherwise they are sums of pips.
    pub hits: bool,
    pub tally: Tally,
}

/// The account of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// Dice that hit or miss: values are hits.
    pub hits: Tally,
    /// Dice that are added up (obstacles, generals, weather): values are sums.
    pub sums: Tally,
    /// The same by kind, those that hit first, each group sorted by name.
    pub kinds: Vec<KindLuck>,
}

impl Tally {
    /// The chance of a total at least as far from the mean as this one, on the same side of it; 1 at the mean.
    pub fn extreme(&self) -> f64 {
        // The mean is a sum of many fractions: a smaller difference counts as none.
        let off = self.actual - self.expected;
        if off.abs() < 1e-9 {
            1.0
        } else if off > 0.0 {
            self.at_least
        } else {
            self.at_most
        }
    }
}

/// Throws of one kind being added up, with the chance of every total.
#[derive(Clone, Debug)]
struct Sum {
    tally: Tally,
    /// Entry `i` is the chance of a total of `i`.
    totals: Vec<f64>,
}

impl Sum {
    fn new() -> Self {
        Self { tally: Tally::default(), totals: vec![1.0] }
    }

    fn add(&mut self, cast: &Cast) {
        self.tally.throws += 1;
        self.tally.dice += u32::from(cast.throw.dice);
        self.tally.expected += cast.throw.expected();
        self.tally.actual += f64::from(cast.answer.value);
        let outcomes: Vec<(usize, f64)> =
            cast.throw.outcomes().into_iter().map(|(answer, p)| (answer.value as usize, p)).collect();
        let most = outcomes.iter().map(|(value, _)| *value).max().unwrap_or(0);
        let mut next = vec![0.0; self.totals.len() + most];
        for (total, chance) in self.totals.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for (value, p) in &outcomes {
                next[total + value] += chance * p;
            }
        }
        self.totals = next;
    }

    fn done(&self) -> Tally {
        let actual = self.tally.actual as usize;
        // Each tail is summed from its thin end, so that small chances are not lost among large ones; never above certainty.
        let at_least: f64 = self.totals.iter().skip(actual).rev().sum();
        let at_most: f64 = self.totals.iter().take(actual + 1).sum();
        Tally { at_least: at_least.min(1.0), at_most: at_most.min(1.0), ..self.tally }
    }
}

/// The key of a separate account: the kind, and whether its values are hits.
type Kinds = std::collections::BTreeMap<(bool, &'static str), Sum>;

impl Luck {
    /// The accounts of both sides over these casts, by the kinds that `kind_of` returns. Draws from the cup and throws of no
    /// dice do not count.
    pub fn of<'a>(
        casts: impl IntoIterator<Item = &'a Cast>,
        kind_of: impl Fn(&Throw) -> &'static str,
    ) -> [Self; 2] {
        let mut all: [[Sum; 2]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| Sum::new()));
        let mut kinds: [Kinds; 2] = Default::default();
        for cast in casts {
            let Some(side) = cast.throw.by.map(Side).filter(|side| side.index() < 2) else { continue };
            // Sums are sorted after hits, so that hits come first in a list.
            let sums = match cast.throw.reading {
                _ if cast.throw.dice == 0 => continue,
                Reading::Hits(_) => false,
                Reading::Sum => true,
                Reading::Each => continue,
            };
            all[side.index()][usize::from(sums)].add(cast);
            let kind = kinds[side.index()].entry((sums, kind_of(&cast.throw))).or_insert_with(Sum::new);
            kind.add(cast);
        }
        let luck = |side: Side| {
            let [hits, sums] = &all[side.index()];
            let kinds = kinds[side.index()].iter();
            Self {
                hits: hits.done(),
                sums: sums.done(),
                kinds: kinds
                    .map(|((sums, kind), sum)| KindLuck { kind, hits: !sums, tally: sum.done() })
                    .collect(),
            }
        };
        Side::BOTH.map(luck)
    }
}

impl From<&KindLuck> for LuckRow {
    fn from(luck: &KindLuck) -> Self {
        let tally = &luck.tally;
        let way = if tally.actual < tally.expected { "as little or less" } else { "as much or more" };
        let chance = tally.extreme();
        Self {
            kind: sentence(luck.kind),
            dice: tally.dice,
            expected: tally.expected,
            actual: tally.actual,
            rarity: match chance > 0.4 {
                true => "about what was due".to_owned(),
                false => format!("{way} {}", odds_words(chance)),
            },
        }
    }
}

/// `once in 12 battles`; for very small chances, `once in more than 100 000 battles`.
fn odds_words(chance: f64) -> String {
    if chance < 1e-5 {
        return "once in more than 100 000 battles".into();
    }
    let one_in = 1.0 / chance;
    if one_in < 10.0 {
        format!("once in {one_in:.1} battles")
    } else {
        format!("once in {one_in:.0} battles")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Answer, Throw};

    const MELEE: [u8; 6] = [0, 0, 0, 0, 1, 1];

    fn hits(dice: u8, worth: &[u8], clause: &'static str, value: u32) -> Cast {
        let throw = Throw::hits(dice, worth.to_vec(), Some(1), clause, "attack");
        Cast { throw, answer: Answer { faces: Vec::new(), value } }
    }

    fn kind_of(throw: &Throw) -> &'static str {
        if throw.clause.ends_with("II.D-roll") { "fire" } else { "close combat" }
    }

    fn luck(casts: &[Cast]) -> Luck {
        let [nobody, luck] = Luck::of(casts, kind_of);
        assert_eq!((nobody.hits.throws, nobody.kinds.len()), (0, 0));
        luck
    }

    #[track_caller]
    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn three_dice_at_five_or_more_owe_one_hit() {
        let luck = luck(&[hits(3, &MELEE, "easy:III.B.2", 2)]);
        assert_eq!((luck.hits.dice, luck.hits.actual), (3, 2.0));
        near(luck.hits.expected, 1.0);
        // Two or three of three at a third each: 3 · 1/9 · 2/3 + 1/27.
        near(luck.hits.at_least, 7.0 / 27.0);
        near(luck.hits.at_most, 26.0 / 27.0);
        near(luck.hits.extreme(), 7.0 / 27.0);
    }

    #[test]
    fn throws_of_different_chances_are_folded_into_one() {
        // A die that hits on 6 and one that hits on 4 or more, neither hits: 5/6 · 1/2.
        let none = luck(&[
            hits(1, &[0, 0, 0, 0, 0, 1], "easy:III.E.1", 0),
            hits(1, &[0, 0, 0, 1, 1, 1], "easy:III.B.2", 0),
        ]);
        near(none.hits.expected, 4.0 / 6.0);
        near(none.hits.at_most, 5.0 / 12.0);
        near(none.hits.at_least, 1.0);
        near(none.hits.extreme(), 5.0 / 12.0);
        // Both hit: 1/6 · 1/2. A die that cannot hit takes nothing from that.
        let both = luck(&[
            hits(1, &[0, 0, 0, 0, 0, 1], "easy:III.E.1", 1),
            hits(4, &[0; 6], "easy:III.B.2", 0),
            hits(1, &[0, 0, 0, 1, 1, 1], "easy:III.B.2", 1),
        ]);
        near(both.hits.extreme(), 1.0 / 12.0);
    }

    #[test]
    fn each_kind_has_its_own_account() {
        let sum = Throw::sum(2, 6, Some(1), "easy:II.C.3", "obstacle");
        let sum = Cast { throw: sum, answer: Answer { faces: vec![6, 6], value: 12 } };
        // A ten-sided die of guns that is worth two hits on a 10.
        let shot = hits(1, &[0, 0, 0, 0, 0, 0, 0, 1, 1, 2], "easy:II.D-roll", 2);
        let luck = luck(&[sum, hits(1, &MELEE, "easy:III.B.2", 0), shot, hits(0, &MELEE, "easy:III.B.2", 0)]);
        let told: Vec<(&str, bool, u32)> =
            luck.kinds.iter().map(|kind| (kind.kind, kind.hits, kind.tally.throws)).collect();
        assert_eq!(told, [("close combat", true, 1), ("fire", true, 1), ("close combat", false, 1)]);
        near(luck.kinds[0].tally.extreme(), 2.0 / 3.0);
        near(luck.kinds[1].tally.extreme(), 0.1);
        near(luck.kinds[2].tally.extreme(), 1.0 / 36.0);
        assert_eq!(luck.hits.throws, 2);
        near(luck.sums.expected, 7.0);
    }

    #[test]
    fn rare_luck_is_told_as_a_number_of_battles() {
        assert_eq!(odds_words(0.25), "once in 4.0 battles");
        assert_eq!(odds_words(0.01), "once in 100 battles");
        assert_eq!(odds_words(0.0), "once in more than 100 000 battles");
    }

    #[test]
    fn nothing_thrown_and_just_the_mean_are_no_luck_at_all() {
        near(Luck::of(&[], kind_of)[0].hits.extreme(), 1.0);
        near(luck(&[hits(3, &MELEE, "easy:III.B.2", 1)]).hits.extreme(), 1.0);
    }

    #[test]
    fn a_whole_battles_dice_still_add_up_to_certainty() {
        let casts: Vec<Cast> =
            (0..400).map(|n| hits(5, &MELEE, "easy:III.B.2", u32::from(n % 3 == 0) * 2)).collect();
        let hits = luck(&casts).hits;
        assert_eq!((hits.dice, hits.actual), (2000, 268.0));
        // So few of 667 to be expected is some nineteen standard deviations off: rare, but not nothing.
        assert!(hits.extreme() > 0.0 && hits.extreme() < 1e-60, "{}", hits.extreme());
        assert!((hits.at_least - 1.0).abs() < 1e-9);
    }
}
