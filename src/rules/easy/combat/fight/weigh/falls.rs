//! How hits fall on several defenders at once, and what they leave of the chances of every state these can be in.
//!
//! A hit of a pool takes a point from the strongest, of equal ones from the first (`Fight::decide_by_default`), so hits even out:
//!
//! ```text
//! 03 13 23 33      two defenders of three points each: 03 -> 02, 13 -> 12, 23 -> 22, 33 -> 23, 32 -> 22 ...
//! 02 12 22 32      one hit reaches all but 33, 32, 31, 30, 13 and 03; six leave 00 alone
//! 01 11 21 31
//! 00 10 20 30
//! ```
//!
//! Nothing here knows that: what a hit does to a state is asked of the fight. It only makes use of it that by more hits fewer states
//! can be reached.
//!
//! Clauses: `easy:III.B.5` (`multi-defender=owner-allocates`), `easy:V.D.2.c`. Units: strength points.

use super::auto::Assumed;

/// How many laws are computed at a time.
pub(super) const LANES: usize = 8;

/// A probability in each of them.
pub(super) type Lanes = [f64; LANES];

pub(super) fn add(to: &mut Lanes, more: &Lanes) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += more);
}

pub(super) fn add_times(to: &mut Lanes, times: &Lanes, more: &Lanes) {
    to.iter_mut().zip(more).zip(times).for_each(|((to, more), times)| *to += times * more);
}

fn any(lanes: &Lanes) -> bool {
    lanes.iter().any(|p| *p > 0.0)
}

/// The effect of hits on some defenders.
#[derive(Debug, Default)]
pub(super) struct Falls {
    /// Their states in the order of processing: the states that become unreachable first come last.
    pub order: Vec<usize>,
    /// By number of hits, from one, then by place in that order: the resulting place. If hits are applied one by one, for one hit
    /// only.
    pub to: Vec<Vec<u32>>,
    /// The same for the assumptions made.
    pub assumed: Vec<Vec<Assumed>>,
    /// By number of hits, how many of the first places can be reached; empty if hits are not applied one by one.
    reached: Vec<usize>,
    /// By place, how many hits eliminate all defenders, if hits are applied one by one.
    enough: Vec<usize>,
}

impl Falls {
    /// Hits are applied one by one, and the effect of one is known: sorts the states in the order in which they become unreachable.
    pub fn put_in_order(&mut self) {
        let one = &self.to[0];
        let mut depth = vec![0_usize; one.len()];
        let mut reached: Vec<usize> = (0..one.len()).collect();
        self.reached.push(reached.len());
        loop {
            let mut next: Vec<usize> = reached.iter().map(|state| one[*state] as usize).collect();
            next.sort_unstable();
            next.dedup();
            if next.len() == reached.len() {
                break;
            }
            next.iter().for_each(|state| depth[*state] += 1);
            self.reached.push(next.len());
            reached = next;
        }
        self.order.sort_by_key(|state| std::cmp::Reverse(depth[*state]));
        let mut place = vec![0_u32; one.len()];
        self.order.iter().enumerate().for_each(|(at, state)| place[*state] = at as u32);
        self.to[0] = self.order.iter().map(|state| place[self.to[0][*state] as usize]).collect();
        self.assumed[0] = self.order.iter().map(|state| self.assumed[0][*state]).collect();
        // A hit leads to a place nearer to the first, in which no defender is left.
        for (place, to) in self.to[0].iter().enumerate() {
            let next = || self.enough.get(*to as usize).copied().unwrap_or(usize::MAX);
            let enough = if place == 0 { 0 } else { next().saturating_add(1) };
            self.enough.push(enough);
        }
    }

    /// How many places are visited when this many different numbers of hits are possible, from none.
    pub fn looked_at(&self, numbers: usize) -> usize {
        match self.reached.last() {
            None => self.order.len() * numbers,
            Some(last) => {
                let by_hits = self.reached.iter().copied().chain(std::iter::repeat(*last));
                2 * by_hits.take(numbers).sum::<usize>()
            }
        }
    }

    /// All assumptions that hits can involve.
    pub fn ever(&self) -> Assumed {
        self.assumed.iter().flatten().fold(Assumed::default(), |all, more| all.with(*more))
    }

    /// The assumptions involved in applying these hits.
    pub fn assumed(&self, chances: &[Lanes], others: usize, hits: &[Lanes]) -> Assumed {
        // The smallest possible number of hits, from one.
        let fewest = |lane: usize| (1..hits.len()).find(|hits_of| hits[*hits_of][lane] > 0.0);
        let fewest: Vec<(usize, usize)> =
            (0..LANES).filter_map(|lane| fewest(lane).map(|fewest| (lane, fewest))).collect();
        let mut all = Assumed::default();
        for (place, rows) in chances.chunks_exact(others).enumerate() {
            for (lane, fewest) in &fewest {
                if rows.iter().all(|lanes| lanes[*lane] <= 0.0) {
                    continue;
                }
                if self.reached.is_empty() {
                    let falling = (*fewest..hits.len()).filter(|hits_of| hits[*hits_of][*lane] > 0.0);
                    all = falling.fold(all, |all, hits| all.with(self.assumed[hits - 1][place]));
                } else if *fewest < self.enough[place] {
                    // Hits that eliminate all defenders are not placed one by one.
                    all = all.with(self.assumed[0][place]);
                }
            }
        }
        all
    }

    /// What is left after these hits: probabilities by place. Blocks of `others` consecutive places are treated alike.
    pub fn apply(&self, mut chances: Vec<Lanes>, others: usize, hits: &[Lanes]) -> Vec<Lanes> {
        let mut fallen = vec![Lanes::default(); chances.len()];
        let Some(last) = self.reached.len().checked_sub(1) else {
            fallen.iter_mut().zip(&chances).for_each(|(sum, lanes)| add_times(sum, &hits[0], lanes));
            for (to, p) in self.to.iter().zip(&hits[1..]).filter(|(_, p)| any(p)) {
                for (row, to) in chances.chunks_exact(others).zip(to) {
                    let into = &mut fallen[*to as usize * others..][..others];
                    into.iter_mut().zip(row).for_each(|(sum, lanes)| add_times(sum, p, lanes));
                }
            }
            return fallen;
        };
        let mut next = vec![Lanes::default(); chances.len()];
        for (before, p) in hits.iter().enumerate() {
            let open = self.reached[before.min(last)];
            next[..self.reached[(before + 1).min(last)] * others].fill(Lanes::default());
            let rows = chances.chunks_exact(others).zip(fallen.chunks_exact_mut(others));
            for ((row, fallen), to) in rows.zip(&self.to[0][..open]) {
                let into = &mut next[*to as usize * others..][..others];
                for ((lanes, fallen), into) in row.iter().zip(fallen).zip(into) {
                    add_times(fallen, p, lanes);
                    add(into, lanes);
                }
            }
            std::mem::swap(&mut chances, &mut next);
        }
        fallen
    }
}
