//! A fight in which all choices are made by default, and the assumptions this involves.
//!
//! Clauses: `easy:III.B.4`, `easy:III.B.5`, `easy:III.F`, `easy:V.D.2.c`, `easy:VI.G`.

use std::hash::{Hash, Hasher};

use crate::combat::fight::Fight;

/// The possible assumptions, one bit each.
const ASSUMED: [&str; 8] = [
    "guns taking shelter",
    "guns firing canister",
    "guns standing",
    "squares formed",
    "no squares formed",
    "hits on the strongest",
    "engineers spared unless they save their infantry",
    "dice divided evenly",
];

/// The assumptions made on the way, as bits of `ASSUMED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assumed(u8);

impl Assumed {
    fn add(&mut self, words: &str) {
        let known = ASSUMED.iter().position(|known| *known == words);
        debug_assert!(known.is_some(), "{words} is known");
        self.0 |= known.map_or(0, |bit| 1 << bit);
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// In words, in alphabetical order.
    pub fn words(self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> =
            (0..ASSUMED.len()).filter(|bit| self.0 & (1 << bit) != 0).map(|bit| ASSUMED[bit]).collect();
        words.sort_unstable();
        words
    }
}

/// A fight in progress, with the assumptions made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Auto {
    pub fight: Fight,
    pub assumed: Assumed,
}

impl Hash for Auto {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let fight = &self.fight;
        (&fight.strength, &fight.stage, &fight.engineers, &fight.spare, &fight.squares).hash(hasher);
        (&fight.dice, self.assumed).hash(hasher);
    }
}

impl Auto {
    pub fn new(fight: Fight) -> Self {
        let mut auto = Self { fight, assumed: Assumed::default() };
        auto.decide();
        auto
    }

    /// Makes every pending choice by default.
    pub fn decide(&mut self) {
        while let Some(words) = self.fight.decide_by_default() {
            self.assumed.add(words);
        }
    }
}
