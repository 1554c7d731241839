//! Exact odds of a combat, by the very steps that fight it.
//!
//! Four things keep a combat of nine stands within milliseconds. Nothing here says how a throw is made or what its hits do.
//!
//! - Until the attackers roll, equal situations are merged after each throw.
//! - Once dice are divided, what the attackers' throws do to one defender hangs on no other: each defender is fought by
//!   itself, once for each different set of dice, and the defenders are put together at the end.
//! - The result roll hangs on two sums alone.
//! - Where one pool is thrown at several defenders these are fought as one (`pools`), if to follow their throws takes long.
//!
//! What all that takes at most is counted beforehand (`most_work`), so that what is too much is refused before it is begun.
//!
//! Where the ends are few they are listed. Where they are too many, what becomes of each stand is added up instead, and how
//! the combat ends with which of them standing.
//!
//! Clauses: `easy:III.B.2` to `easy:III.D-check`. Units: strength points.

mod auto;
mod falls;
mod pools;
mod ways;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use thiserror::Error;

use dice::{Answer, Process, sums};

use super::result::{RESULT_SIDES, Standing, Verdict};
use super::throws::Strike;
use super::{Fight, Stage};

pub use auto::Assumed;
use auto::Auto;
use pools::{Plan, Pools};
use ways::{Way, Ways, add_at, convolved};

/// The limit on work. Six stands on three with twelve points each stay below it, whatever options are in force: with engineers,
/// and squares by a die, they come close to it. Only with pools can it be more in the worst case: after a die for squares, with
/// engineers on defenders joined by pools, and in about three of sixty other combats of that size.
pub(super) const MOST_WORK: usize = 1_300_000;

/// Pools are followed throw by throw up to this much work; beyond it their defenders are weighed together, unless the results can
/// be listed.
const MOST_FOLLOWED: usize = MOST_WORK / 8;

/// The work counted for following one outcome of a throw.
const STEP_COST: usize = 10;

/// This many additions of probabilities count as one unit of work.
const CHANCES_FOR_ONE: usize = 40;

/// At most this many results are listed, not counting verdicts.
const MOST_LISTED: usize = 4_096;

/// The combat has more possible results than can be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{attackers} stands against {defenders} with {points} strength points in all can come out in more ways than are weighed; up to \
     six against three of twelve points each can be, save for some in which dice are thrown at several of them in one pool"
)]
pub struct TooMany {
    pub attackers: usize,
    pub defenders: usize,
    pub points: u32,
}

/// One of the listed results of a combat.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub probability: f64,
    pub verdict: Verdict,
    /// Strength left, by fighter.
    pub strength: Vec<u8>,
    pub assumed: Assumed,
}

/// All results with the same verdict and the same fighters left.
#[derive(Clone, Debug)]
pub struct Class {
    pub probability: f64,
    pub verdict: Verdict,
    /// The fight with the remaining fighters; their exact strength is not given.
    pub fight: Fight,
    /// Strength left by fighter, averaged over all results, with those in other classes counting as zero.
    pub left: Vec<f64>,
}

/// All possible results of a combat.
#[derive(Clone, Debug)]
pub struct WeighedFight {
    /// Every result; `None` if there are too many to list.
    pub ends: Option<Vec<End>>,
    pub classes: Vec<Class>,
    /// By fighter, the chance of having 0, 1, 2... strength points left.
    pub left: Vec<Vec<f64>>,
    /// The same for all attackers and for all defenders together.
    pub side_left: [Vec<f64>; 2],
    /// All assumptions made anywhere.
    pub assumed: Assumed,
}

/// The verdicts in the order used for arrays of probabilities.
const VERDICTS: [Verdict; 6] = [
    Verdict::Locked,
    Verdict::Beaten { attackers_lose: true, rout: false },
    Verdict::Beaten { attackers_lose: true, rout: true },
    Verdict::Beaten { attackers_lose: false, rout: false },
    Verdict::Beaten { attackers_lose: false, rout: true },
    Verdict::Parted,
];

/// The probability of each of [`VERDICTS`].
type Chances = [f64; VERDICTS.len()];

const PARTED: Chances = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Situations with their probabilities, equal ones merged, in order of first appearance.
#[derive(Debug, Default)]
struct Merged {
    list: Vec<(Auto, f64)>,
    index: HashMap<Auto, usize>,
}

impl Merged {
    fn add(&mut self, auto: Auto, chance: f64) {
        match self.index.get(&auto) {
            Some(at) => self.list[*at].1 += chance,
            None => {
                self.index.insert(auto.clone(), self.list.len());
                self.list.push((auto, chance));
            }
        }
    }
}

/// What is left of a defender, and the assumptions made on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Remains {
    left: u8,
    engineers: u8,
    assumed: Assumed,
}

/// A situation in which the attackers are about to roll, or no more dice are rolled for hits.
struct Situation {
    auto: Auto,
    chance: f64,
    /// For each group of defenders fought together; each defender is its own group if it does not depend on the others. Empty
    /// if everything has been followed.
    ways: Vec<Rc<Ways>>,
}

/// The probabilities of hits by number of dice.
type ByDice = Vec<Rc<[f64]>>;

/// Caches values that are needed again.
#[derive(Default)]
struct Weigher {
    /// For dice with these hits by face: the probabilities of hits, by number of dice.
    hits: Vec<(Vec<u8>, ByDice)>,
    /// The possible results for a defender, by its state and the dice thrown at it.
    ways: HashMap<Vec<u8>, Rc<Ways>>,
    /// What a number of hits leaves of a defender.
    struck: HashMap<(u8, Remains, u8), Remains>,
    /// By the attackers' sum, then the defenders' sum: the result of the result roll.
    results: Vec<Vec<Chances>>,
    /// How much more work may be done.
    work: usize,
}

impl Weigher {
    /// The probabilities of 0, 1, 2... hits, and the number that identifies this kind of dice.
    fn hits(&mut self, dice: u8, worth: &[u8]) -> (Rc<[f64]>, u8) {
        let known = self.hits.iter().position(|(known, _)| known == worth).unwrap_or_else(|| {
            self.hits.push((worth.to_vec(), Vec::new()));
            self.hits.len() - 1
        });
        let by_dice = &mut self.hits[known].1;
        let one: Vec<u32> = worth.iter().copied().map(u32::from).collect();
        while by_dice.len() <= usize::from(dice) {
            by_dice.push(sums(by_dice.len() as u8, &one).into());
        }
        (Rc::clone(&by_dice[usize::from(dice)]), known as u8)
    }

    /// The result of the result roll for these sums.
    fn result(&mut self, standing: Standing) -> Chances {
        let (attackers, defenders) = (usize::from(standing.attackers), usize::from(standing.defenders));
        if self.results.len() <= attackers {
            self.results.resize(attackers + 1, Vec::new());
        }
        let row = &mut self.results[attackers];
        while row.len() <= defenders {
            let standing = Standing { attackers: standing.attackers, defenders: row.len() as u8 };
            let mut chances = Chances::default();
            for die in 1..=RESULT_SIDES as u8 {
                let against = roll_of(standing, standing.total(die));
                chances.iter_mut().zip(against).for_each(|(sum, p)| *sum += p / f64::from(RESULT_SIDES));
            }
            row.push(chances);
        }
        row[defenders]
    }

    /// The result of a fight in which no more dice are rolled for hits.
    fn finish(&mut self, fight: &Fight) -> Chances {
        match (&fight.stage, fight.standing()) {
            (Stage::Done(verdict), _) => VERDICTS.map(|known| f64::from(u8::from(known == *verdict))),
            (_, None) => PARTED,
            (Stage::CheckDefenders { total }, Some(standing)) => roll_of(standing, *total),
            (_, Some(standing)) => self.result(standing),
        }
    }

    /// Follows the fight throw by throw, merging equal states, until `stop` returns true. `None` if that takes too much work.
    fn follow(&mut self, start: Auto, stop: fn(&Stage) -> bool) -> Option<Vec<(Auto, f64)>> {
        let mut ended = Merged::default();
        let mut open = Merged::default();
        open.add(start, 1.0);
        while !open.list.is_empty() {
            let mut next = Merged::default();
            for (auto, chance) in open.list {
                if stop(&auto.fight.stage) {
                    ended.add(auto, chance);
                    continue;
                }
                let outcomes: Vec<(u32, f64)> = match auto.fight.roll() {
                    Some(roll) => {
                        let (hits, _) = self.hits(roll.dice, &roll.worth);
                        (0..).zip(hits.iter().copied()).filter(|(_, p)| *p > 0.0).collect()
                    }
                    None => match auto.fight.wants() {
                        Some(throw) => throw.outcomes().into_iter().map(|(a, p)| (a.value, p)).collect(),
                        None => {
                            ended.add(auto, chance);
                            continue;
                        }
                    },
                };
                self.spend(outcomes.len() * STEP_COST)?;
                for (value, p) in outcomes {
                    let mut after = auto.clone();
                    after.fight.take(&Answer { faces: Vec::new(), value });
                    after.decide();
                    next.add(after, chance * p);
                }
            }
            open = next;
        }
        Some(ended.list)
    }

    /// `None` if not that much work is left.
    fn spend(&mut self, work: usize) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        Some(())
    }

    /// What these throws, all at a single defender, can leave of it. `None` if that takes too much work.
    fn ways(&mut self, fight: &Fight, defender: u8, strikes: &[(u8, &Strike)]) -> Option<Rc<Ways>> {
        let counts = pools::counts(fight, defender);
        let mut key = vec![defender, fight.left(defender), fight.engineers_left(defender), u8::from(counts)];
        let mut throws = Vec::with_capacity(strikes.len());
        for (number, strike) in strikes {
            let (hits, worth) = self.hits(strike.dice, &strike.worth);
            key.extend([strike.dice, worth]);
            throws.push((*number, *strike, hits));
        }
        if let Some(known) = self.ways.get(&key) {
            return Some(Rc::clone(known));
        }
        let assumed = Assumed::default();
        let whole =
            Remains { left: fight.left(defender), engineers: fight.engineers_left(defender), assumed };
        let mut open = vec![(whole, 1.0)];
        let mut chances = 0;
        for (number, strike, hits) in throws {
            let mut next = Vec::new();
            chances += open.len() * hits.len();
            for (remains, chance) in open {
                if remains.left == 0 {
                    add_remains(&mut next, remains, chance);
                    continue;
                }
                for (hits, p) in (0_u8..).zip(hits.iter()).filter(|(_, p)| **p > 0.0) {
                    let after = self.struck(fight, defender, (number, strike), remains, hits);
                    add_remains(&mut next, after, chance * p);
                }
            }
            open = next;
        }
        self.spend(chances.div_ceil(CHANCES_FOR_ONE))?;
        let mut then = fight.clone();
        let mut way = |(remains, chance): (Remains, f64)| {
            then.leave(defender, remains.left, remains.engineers);
            Way {
                left: remains.left,
                engineers: remains.engineers,
                assumed: remains.assumed,
                chance,
                force: then.force(defender),
            }
        };
        let nth = usize::from(defender - fight.setup.attackers);
        let ways = Rc::new(Ways::of_one(nth, open.into_iter().map(&mut way).collect(), counts));
        self.ways.insert(key, Rc::clone(&ways));
        Some(ways)
    }

    /// What a number of hits from this throw leaves of its only target. It depends on no other stand, nor on the throw.
    fn struck(
        &mut self,
        fight: &Fight,
        defender: u8,
        (number, strike): (u8, &Strike),
        remains: Remains,
        hits: u8,
    ) -> Remains {
        let fall = || {
            let mut after = Auto { fight: fight.clone(), assumed: remains.assumed };
            after.fight.leave(defender, remains.left, remains.engineers);
            after.fight.stage = Stage::Strike(number);
            after.fight.struck(strike, number, hits);
            after.decide();
            Remains {
                left: after.fight.left(defender),
                engineers: after.fight.engineers_left(defender),
                assumed: after.assumed,
            }
        };
        *self.struck.entry((defender, remains, hits)).or_insert_with(fall)
    }

    /// Adds the situation with everything that can still happen to its defenders.
    fn situation(&mut self, auto: Auto, chance: f64, found: &mut Vec<Situation>) -> Option<()> {
        let Stage::Strike(from) = auto.fight.stage else {
            found.push(Situation { auto, chance, ways: Vec::new() });
            return Some(());
        };
        let strikes = auto.fight.strikes();
        let open: Vec<(u8, &Strike)> = (0_u8..).zip(&strikes).skip(usize::from(from)).collect();
        if open.iter().any(|(_, strike)| strike.pool) {
            // A pool with several targets links them, so they are followed together.
            let rolled = |stage: &Stage| !matches!(stage, Stage::Strike(_) | Stage::Allocate { .. });
            for (auto, p) in self.follow(auto, rolled)? {
                found.push(Situation { auto, chance: chance * p, ways: Vec::new() });
            }
            return Some(());
        }
        let setup = auto.fight.setup.clone();
        let ways = setup.defenders().map(|defender| {
            let at = |(_, strike): &&(u8, &Strike)| setup.attack(strike.attacks[0]).defender == defender;
            let strikes: Vec<(u8, &Strike)> = open.iter().filter(at).copied().collect();
            self.ways(&auto.fight, defender, &strikes)
        });
        let ways = ways.collect::<Option<Vec<Rc<Ways>>>>()?;
        self.spend(patterns(&auto.fight))?;
        found.push(Situation { auto, chance, ways });
        Some(())
    }
}

impl Weigher {
    /// The situations with everything that can still happen to their defenders, those linked by pools fought together. The work
    /// this takes is counted in advance.
    fn situations_together(&mut self, mut pools: Pools, all: Vec<(Auto, f64)>) -> Option<Vec<Situation>> {
        let planned = self.planned(&mut pools, all)?;
        if let Some((auto, ..)) = planned.first() {
            pools.work_out(&auto.fight);
        }
        let situation = |(mut auto, chance, plan): (Auto, f64, Option<Plan>)| {
            let ways = plan.map_or_else(Vec::new, |plan| pools.ways(&plan));
            if !ways.is_empty() {
                auto.assumed = auto.assumed.with(pools.assumed());
            }
            Situation { auto, chance, ways }
        };
        Some(planned.into_iter().map(situation).collect())
    }

    /// All the attackers' throws in each situation; `None` for situations whose results are fully known.
    fn planned(
        &mut self,
        pools: &mut Pools,
        all: Vec<(Auto, f64)>,
    ) -> Option<Vec<(Auto, f64, Option<Plan>)>> {
        let mut planned = Vec::with_capacity(all.len());
        for (auto, chance) in all {
            let Stage::Strike(from) = auto.fight.stage else {
                planned.push((auto, chance, None));
                continue;
            };
            let strikes = auto.fight.strikes();
            let open: Vec<(u8, &Strike)> = (0_u8..).zip(&strikes).skip(usize::from(from)).collect();
            let most = self.work;
            let hits = |strike: &Strike| self.hits(strike.dice, &strike.worth);
            let (plan, cost) = pools.plan(&auto.fight, &open, hits, most)?;
            self.spend(cost + patterns(&auto.fight))?;
            planned.push((auto, chance, Some(plan)));
        }
        self.spend(pools.work()?)?;
        Some(planned)
    }
}

/// Whether the attackers are about to roll, or all rolls for hits are done.
fn has_come_to_attackers(stage: &Stage) -> bool {
    matches!(stage, Stage::Strike(_) | Stage::CheckAttackers | Stage::CheckDefenders { .. } | Stage::Done(_))
}

/// The result of the result roll once the attackers' total is known.
fn roll_of(standing: Standing, total: u8) -> Chances {
    let mut chances = Chances::default();
    for die in 1..=RESULT_SIDES as u8 {
        let verdict = standing.verdict(total, die);
        if let Some(at) = VERDICTS.iter().position(|known| *known == verdict) {
            chances[at] += 1.0 / f64::from(RESULT_SIDES);
        }
    }
    chances
}

/// Merges ways that leave the same of a defender.
fn add_remains(list: &mut Vec<(Remains, f64)>, remains: Remains, chance: f64) {
    match list.iter_mut().find(|(known, _)| *known == remains) {
        Some((_, sum)) => *sum += chance,
        None => list.push((remains, chance)),
    }
}

/// The work of visiting every pattern of surviving defenders, with their strengths added up.
fn patterns(fight: &Fight) -> usize {
    let defenders = fight.setup.defenders().count();
    let points: usize = fight.setup.defenders().map(|defender| usize::from(fight.force(defender))).sum();
    // Three defenders with twelve points cost one each; if there are more, each surviving one is added to all the others, however
    // few points it has.
    let many = if defenders > 3 { defenders } else { 1 };
    let each = many * (defenders * points * points).div_ceil(3 * 36 * 36);
    1_usize.checked_shl(defenders as u32).map_or(usize::MAX, |patterns| patterns.saturating_mul(each.max(1)))
}

/// The most states a fighter can be left in: its engineers take hits only if that leaves it one point.
fn most_remains(fight: &Fight, fighter: u8) -> usize {
    usize::from(fight.left(fighter)) + 2 * usize::from(fight.engineers_left(fighter)) + 1
}

/// The most different numbers of hits from this many dice.
fn most_hits(dice: u8, worth: &[u8]) -> usize {
    usize::from(dice) * worth.iter().copied().map(usize::from).max().unwrap_or(0) + 1
}

/// The product of all these, capped at the largest number.
fn product(counts: impl Iterator<Item = usize>) -> usize {
    counts.fold(1, usize::saturating_mul)
}

/// The most work that weighing a fight can take, from counts alone: those of a fight in which no stand is hit before the
/// attackers roll, and all have the most dice. The work for the attackers' throws is computed by the function passed in, from
/// the fight when they begin, the part of the situations due to squares, and their total number.
fn most_work_with(start: &Auto, of_strikes: impl FnOnce(&Fight, usize, usize) -> usize) -> usize {
    let mut calm = start.clone();
    let setup = start.fight.setup.clone();
    // Situations differ in which squares failed, and in what is left of the attackers. For each defender's hits that is a
    // single state, and never more than there is to lose, whether or not hits are placed and engineers spared.
    let (mut squares, mut hits) = (1_usize, 1_usize);
    let losses = product((0..setup.attackers).map(|attacker| most_remains(&start.fight, attacker)));
    let losses = losses.saturating_mul(4);
    let mut work = 0_usize;
    loop {
        let situations = squares.saturating_mul(hits.min(losses));
        let (outcomes, value) = match (&calm.fight.stage, calm.fight.roll()) {
            (Stage::Form(_), _) => {
                squares = squares.saturating_mul(2);
                (6, 6)
            }
            (Stage::Defend(_), Some(roll)) => {
                let outcomes = most_hits(roll.dice, &roll.worth);
                hits = hits.saturating_mul(outcomes);
                (outcomes, 0)
            }
            _ => return work.saturating_add(of_strikes(&calm.fight, squares, situations)),
        };
        work = work.saturating_add(product([situations, outcomes, STEP_COST].into_iter()));
        calm.fight.take(&Answer { faces: Vec::new(), value });
        calm.decide();
    }
}

/// The work of following the attackers' throws in at most this many situations, of which `squares` is the part due to squares.
///
/// For dice thrown at several defenders in one pool this is only approximate.
fn most_work_of_strikes(calm: &Fight, squares: usize, situations: usize) -> usize {
    let Stage::Strike(from) = calm.stage else { return 0 };
    let strikes: Vec<Strike> = calm.strikes().into_iter().skip(usize::from(from)).collect();
    let setup = &calm.setup;
    let mut remains: BTreeMap<u8, usize> = setup.defenders().map(|defender| (defender, 1)).collect();
    let mut chances: BTreeMap<u8, usize> = BTreeMap::new();
    let mut steps = 0_usize;
    for strike in &strikes {
        let outcomes = most_hits(strike.dice, &strike.worth);
        let all = product(remains.values().copied());
        steps = steps.saturating_add(all.saturating_mul(outcomes));
        for target in calm.strike_targets(strike) {
            let left = remains.entry(target).or_insert(1);
            *chances.entry(target).or_default() += *left * outcomes;
            *left = (*left + outcomes).min(most_remains(calm, target));
        }
    }
    if strikes.iter().any(|strike| strike.pool) {
        return product([situations, steps, STEP_COST].into_iter());
    }
    // A defender is fought once for each set of dice: those its attackers have left, with squares formed or failed.
    let different = |defender: u8| {
        let attackers = setup.attackers_of(defender).map(|(_, attack)| attack.attacker);
        let dice = product(attackers.map(|attacker| most_remains(calm, attacker)));
        situations.min(dice.saturating_mul(squares.min(2)))
    };
    let fought = chances
        .into_iter()
        .map(|(defender, chances)| different(defender).saturating_mul(chances.div_ceil(CHANCES_FOR_ONE)));
    fought.fold(situations.saturating_mul(patterns(calm)), usize::saturating_add)
}

/// The odds of a fight in which all choices are made by default.
pub fn weigh(start: Fight) -> Result<WeighedFight, TooMany> {
    weigh_within(start, MOST_LISTED)
}

/// The same, with at most this many results listed.
pub(super) fn weigh_within(start: Fight, most_listed: usize) -> Result<WeighedFight, TooMany> {
    let setup = start.setup.clone();
    let attackers = usize::from(setup.attackers);
    let too_many = TooMany {
        attackers,
        defenders: setup.fighters.len() - attackers,
        points: start.strength.iter().map(|left| u32::from(*left)).sum(),
    };
    if setup.fighters.len() > 64 {
        return Err(too_many);
    }
    let start = Auto::new(start);
    let mut ends = 0;
    let counted = most_work_with(&start, |calm, squares, situations| {
        let remains = calm.setup.defenders().map(|defender| most_remains(calm, defender));
        ends = product(remains.chain([situations]));
        most_work_of_strikes(calm, squares, situations)
    });
    // Defenders linked by a pool are weighed together if following the pool takes long and there may be too many results to list.
    let long = counted > MOST_WORK || counted > MOST_FOLLOWED && ends > most_listed;
    let together = long && least_work_together(&start) <= MOST_WORK;
    if !together && counted > MOST_WORK {
        return Err(too_many);
    }
    let mut weigher = Weigher { work: MOST_WORK, ..Weigher::default() };
    weigher.weigh(start, most_listed, together).ok_or(too_many)
}

/// The least work needed to weigh a fight with pools, apart from how often the attackers' throws differ, which is counted once
/// the defenders have rolled. Without pools it is too much.
fn least_work_together(start: &Auto) -> usize {
    most_work_with(start, |calm, _, _| pools::least_work(calm))
}

/// For tests: weighs a fight with pools by stand, even if following them would take little work. `None` if it takes too much.
#[cfg(test)]
pub(super) fn weigh_together(start: Fight) -> Option<WeighedFight> {
    let mut weigher = Weigher { work: MOST_WORK, ..Weigher::default() };
    weigher.weigh(Auto::new(start), 0, true)
}

/// For tests: the work of weighing a fight with pools by stand, as counted once the defenders have rolled. `None` if it is too
/// much.
#[cfg(test)]
pub(super) fn counted_together(start: Fight) -> Option<usize> {
    let start = Auto::new(start);
    let mut weigher = Weigher { work: MOST_WORK, ..Weigher::default() };
    let mut pools = Pools::new(&start.fight);
    let followed = weigher.follow(start, has_come_to_attackers)?;
    weigher.planned(&mut pools, followed)?;
    Some(MOST_WORK - weigher.work)
}

#[cfg(test)]
fn most_work(start: &Auto) -> usize {
    most_work_with(start, most_work_of_strikes)
}

/// For tests: the work counted in advance.
#[cfg(test)]
pub(super) fn counted(start: Fight) -> usize {
    most_work(&Auto::new(start))
}

/// For tests: the work counted in advance, and the actual work; `None` if it is more than `most`.
#[cfg(test)]
pub(super) fn work(start: Fight, most: usize) -> (usize, Option<usize>) {
    let start = Auto::new(start);
    let counted = most_work(&start);
    let mut weigher = Weigher { work: most, ..Weigher::default() };
    let weighed = weigher.weigh(start, MOST_LISTED, false);
    (counted, weighed.map(|_| most - weigher.work))
}

impl Weigher {
    /// Weighs a fight to its end. `None` if that takes too much work.
    ///
    /// `together`: defenders linked by a pool are fought together, and the results for each are added up; otherwise pools are
    /// followed.
    fn weigh(&mut self, start: Auto, most_listed: usize, together: bool) -> Option<WeighedFight> {
        let pools = together.then(|| Pools::new(&start.fight));
        let followed = self.follow(start, has_come_to_attackers)?;
        if let Some(pools) = pools {
            let situations = self.situations_together(pools, followed)?;
            let mut tally = Tally::new(&situations);
            situations.iter().for_each(|situation| tally.add(self, situation));
            return Some(tally.done(None));
        }
        let mut situations = Vec::with_capacity(followed.len());
        for (auto, chance) in followed {
            self.situation(auto, chance, &mut situations)?;
        }
        let ends = |situation: &Situation| {
            situation.ways.iter().map(|ways| ways.list.len()).fold(1, usize::saturating_mul)
        };
        let count = situations.iter().map(ends).fold(0, usize::saturating_add);
        let mut tally = Tally::new(&situations);
        Some(if count <= most_listed {
            let mut listed = Listed::default();
            situations.iter().for_each(|situation| listed.add_all(self, situation));
            listed.done(tally)
        } else {
            situations.iter().for_each(|situation| tally.add(self, situation));
            tally.done(None)
        })
    }
}

/// Every result, by strength left and assumptions.
#[derive(Default)]
struct Listed {
    list: Vec<(Vec<u8>, Assumed, Chances)>,
    index: HashMap<(Vec<u8>, Assumed), usize>,
}

impl Listed {
    fn add(&mut self, strength: &[u8], assumed: Assumed, chance: f64, results: Chances) {
        let key = (strength.to_vec(), assumed);
        let at = *self.index.entry(key).or_insert_with_key(|(strength, assumed)| {
            self.list.push((strength.clone(), *assumed, Chances::default()));
            self.list.len() - 1
        });
        self.list[at].2.iter_mut().zip(results).for_each(|(sum, p)| *sum += p * chance);
    }

    /// Adds every combination of what can happen to the defenders.
    fn add_all(&mut self, weigher: &mut Weigher, situation: &Situation) {
        let Auto { fight, assumed } = &situation.auto;
        if situation.ways.is_empty() {
            let results = weigher.finish(fight);
            self.add(&fight.strength, *assumed, situation.chance, results);
            return;
        }
        let mut then = fight.clone();
        then.stage = Stage::CheckAttackers;
        let mut at = vec![0_usize; situation.ways.len()];
        loop {
            let (mut chance, mut assumed) = (situation.chance, *assumed);
            for (defender, (ways, at)) in fight.setup.defenders().zip(situation.ways.iter().zip(&at)) {
                let way = &ways.list[*at];
                chance *= way.chance;
                assumed = assumed.with(way.assumed);
                then.leave(defender, way.left, way.engineers);
            }
            let results = weigher.finish(&then);
            self.add(&then.strength, assumed, chance, results);
            // The next combination, counting like an odometer.
            let mut digits = at.iter_mut().zip(&situation.ways);
            let more = digits.any(|(digit, ways)| {
                *digit += 1;
                let within = *digit < ways.list.len();
                if !within {
                    *digit = 0;
                }
                within
            });
            if !more {
                return;
            }
        }
    }

    fn done(self, mut tally: Tally) -> WeighedFight {
        let mut ends = Vec::new();
        for (strength, assumed, results) in self.list {
            tally.add_end(&strength, assumed, 1.0, results);
            for (verdict, probability) in VERDICTS.into_iter().zip(results).filter(|(_, p)| *p > 0.0) {
                ends.push(End { probability, verdict, strength: strength.clone(), assumed });
            }
        }
        tally.done(Some(ends))
    }
}

/// The results for each stand, and the verdicts with the stands that survive.
struct Tally {
    sample: Option<Fight>,
    attackers: usize,
    /// By the surviving stands (a bit each) and verdict: the probability, and the strength left by fighter.
    classes: BTreeMap<(u64, usize), (f64, Vec<f64>)>,
    left: Vec<Vec<f64>>,
    side_left: [Vec<f64>; 2],
    assumed: Assumed,
}

impl Tally {
    fn new(situations: &[Situation]) -> Self {
        let sample = situations.first().map(|situation| situation.auto.fight.clone());
        let fighters = sample.as_ref().map_or(0, |fight| fight.setup.fighters.len());
        Self {
            attackers: sample.as_ref().map_or(0, |fight| usize::from(fight.setup.attackers)),
            sample,
            classes: BTreeMap::new(),
            left: vec![Vec::new(); fighters],
            side_left: [Vec::new(), Vec::new()],
            assumed: Assumed::default(),
        }
    }

    /// Adds one result, by strength left.
    fn add_end(&mut self, strength: &[u8], assumed: Assumed, chance: f64, results: Chances) {
        let whole: f64 = results.iter().sum();
        self.assumed = self.assumed.with(assumed);
        for (fighter, left) in strength.iter().enumerate() {
            add_at(&mut self.left[fighter], usize::from(*left), chance * whole);
        }
        let (attack, defence) = strength.split_at(self.attackers);
        for (side, of) in [attack, defence].into_iter().enumerate() {
            add_at(&mut self.side_left[side], of.iter().map(|left| usize::from(*left)).sum(), chance * whole);
        }
        let mask = mask(strength);
        for (verdict, p) in results.into_iter().enumerate().filter(|(_, p)| *p > 0.0) {
            let class = self.class(mask, verdict);
            class.0 += chance * p;
            class.1.iter_mut().zip(strength).for_each(|(sum, left)| *sum += chance * p * f64::from(*left));
        }
    }

    fn class(&mut self, mask: u64, verdict: usize) -> &mut (f64, Vec<f64>) {
        let fighters = self.left.len();
        self.classes.entry((mask, verdict)).or_insert_with(|| (0.0, vec![0.0; fighters]))
    }

    /// Adds a situation with everything that can happen to its defenders, without going through every combination.
    fn add(&mut self, weigher: &mut Weigher, situation: &Situation) {
        let Auto { fight, assumed } = &situation.auto;
        if situation.ways.is_empty() {
            let results = weigher.finish(fight);
            self.add_end(&fight.strength, *assumed, situation.chance, results);
            return;
        }
        let chance = situation.chance;
        self.assumed = situation.ways.iter().fold(self.assumed.with(*assumed), |all, w| all.with(w.assumed));
        let (attack, _) = fight.strength.split_at(self.attackers);
        for (fighter, left) in attack.iter().enumerate() {
            add_at(&mut self.left[fighter], usize::from(*left), chance);
        }
        add_at(&mut self.side_left[0], attack.iter().map(|left| usize::from(*left)).sum(), chance);
        let mut all = vec![chance];
        for ways in &situation.ways {
            for (nth, left) in ways.defenders.iter().zip(&ways.left) {
                let of = &mut self.left[self.attackers + nth];
                left.iter().enumerate().for_each(|(left, p)| add_at(of, left, chance * p));
            }
            all = convolved(&all, &ways.all_left);
        }
        all.iter().enumerate().for_each(|(left, p)| add_at(&mut self.side_left[1], left, *p));
        let mut then = fight.clone();
        then.stage = Stage::CheckAttackers;
        for stands in 0..1_u64 << fight.setup.defenders().count() {
            self.add_pattern(weigher, situation, &mut then, stands);
        }
    }

    /// Adds a situation's results after which the defenders with these bits survive.
    fn add_pattern(&mut self, weigher: &mut Weigher, situation: &Situation, then: &mut Fight, stands: u64) {
        // By the defenders' sum: the probability, and the strength left of each.
        let mut sum = vec![situation.chance];
        let mut moments: Vec<(usize, Vec<f64>)> = Vec::new();
        for ways in &situation.ways {
            let part = ways.part(stands);
            if part.chances.is_empty() {
                return;
            }
            moments.iter_mut().for_each(|(_, moment)| convolve(moment, &part.chances));
            for (nth, own) in ways.defenders.iter().zip(&part.moments).filter(|(_, own)| !own.is_empty()) {
                moments.push((*nth, convolved(&sum, own)));
            }
            convolve(&mut sum, &part.chances);
        }
        for (nth, defender) in then.setup.defenders().enumerate() {
            then.leave(defender, u8::from(stands & 1 << nth != 0), 0);
        }
        let results: Vec<Chances> = match then.standing() {
            None => vec![PARTED; sum.len()],
            Some(Standing { attackers, .. }) => (0..sum.len())
                .map(|defenders| {
                    let defenders = u8::try_from(defenders).unwrap_or(u8::MAX);
                    weigher.result(Standing { attackers, defenders })
                })
                .collect(),
        };
        let mask = mask(&then.strength);
        let attackers = self.attackers;
        for verdict in 0..VERDICTS.len() {
            let of =
                |chances: &[f64]| -> f64 { chances.iter().zip(&results).map(|(p, r)| p * r[verdict]).sum() };
            let p = of(&sum);
            if p <= 0.0 {
                continue;
            }
            let class = self.class(mask, verdict);
            class.0 += p;
            let attack = then.strength[..attackers].iter();
            class.1.iter_mut().zip(attack).for_each(|(sum, left)| *sum += p * f64::from(*left));
            moments.iter().for_each(|(nth, moment)| class.1[attackers + nth] += of(moment));
        }
    }

    fn done(self, ends: Option<Vec<End>>) -> WeighedFight {
        let Self { sample, classes, left, side_left, assumed, .. } = self;
        let class = |((mask, verdict), (probability, left)): ((u64, usize), (f64, Vec<f64>))| {
            let mut fight = sample.clone()?;
            let stands = |fighter: usize| u8::from(mask & (1 << fighter) != 0);
            fight.strength.iter_mut().enumerate().for_each(|(fighter, left)| *left = stands(fighter));
            Some(Class { probability, verdict: VERDICTS[verdict], fight, left })
        };
        let classes = classes.into_iter().filter_map(class).collect();
        WeighedFight { ends, classes, left, side_left, assumed }
    }
}

/// The fighters that have strength left, a bit each.
fn mask(strength: &[u8]) -> u64 {
    strength.iter().enumerate().filter(|(_, left)| **left > 0).fold(0, |mask, (nth, _)| mask | 1 << nth)
}

/// The probabilities of the sum of two independent numbers.
fn convolve(chances: &mut Vec<f64>, with: &[f64]) {
    match with {
        [only] => chances.iter_mut().for_each(|p| *p *= only),
        more => *chances = convolved(chances, more),
    }
}

impl Fight {
    /// Sets what is left of the fighter.
    fn leave(&mut self, fighter: u8, left: u8, engineers: u8) {
        self.strength[usize::from(fighter)] = left;
        if let Some(of) = self.engineers.get_mut(usize::from(fighter)) {
            *of = engineers;
        }
    }
}
