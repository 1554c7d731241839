//! Exact odds where dice are thrown at several defenders in one pool: that binds these together, and they are fought as one.
//!
//! Three defenders of twelve points each that are bound can be left in 2,197 ways, after as many situations of the attackers. Five
//! things keep that within milliseconds; nothing here says how a throw is made or what its hits do.
//!
//! - Until a pool binds them, defenders are apart; a pool puts together only those at which it is thrown.
//! - The same throws at the same defenders are worked out once, and so is what several rows of throws begin with.
//! - Where nobody has engineers, hits fall one by one: what one hit does to a state is asked of the fight once, and throws in a row at
//!   the same defenders are one throw.
//! - By more hits fewer states can be reached ([`Falls`]).
//! - Like throws on different chances are worked out some at a time ([`LANES`]).
//!
//! Six on three of twelve points each take 10 ms in a line, 40 ms with four of them in front on two each, 90 ms with every pool on all
//! three. A die for squares makes that eightfold: in a line still 70 ms, but with four in front 300 ms, and that is refused.
//!
//! Clauses: `easy:III.B.5` (`multi-defender=owner-allocates`), `easy:V.D.2.c`. Units: strength points.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::STEP_COST;
use super::auto::{Assumed, Auto};
use super::falls::{Falls, LANES, Lanes, add, add_times};
use super::ways::{Part, Ways, convolved};
use crate::combat::fight::throws::Strike;
use crate::combat::fight::{Fight, Stage};

/// This many additions of probabilities count as one unit of work.
const CHANCES_FOR_ONE: usize = 120;

/// The work counted for asking the fight what hits do to several defenders in one state.
const FALL_COST: usize = 2 * STEP_COST;

/// The most probabilities kept for shared beginnings of series of throws: 32 megabytes.
const MOST_KEPT: usize = 4_000_000;

/// The work counted for finding the throws in a situation.
const PLAN_COST: usize = 6 * STEP_COST;

/// The most states that a group of linked defenders may have.
const MOST_STATES: usize = 100_000;

/// Consecutive throws by attackers at the same defenders.
#[derive(Debug)]
struct Blow {
    /// Indexes among the defenders.
    targets: Vec<usize>,
    /// The probabilities of 0, 1, 2... hits from all of them.
    hits: Vec<f64>,
}

/// The targets, and for each throw its dice and the number that identifies the kind of dice.
type Thrown = (Vec<usize>, Vec<(u8, u8)>);

/// How defenders came to be in their states: a single one before any throw, in this state; or several linked by a throw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Made {
    Alone { nth: usize, state: usize },
    Struck { from: Vec<usize>, blow: usize },
}

/// The result of a series of throws.
#[derive(Debug)]
struct Step {
    made: Made,
    defenders: Vec<usize>,
    /// The most throws in a series up to here.
    level: usize,
    /// Whether other throws follow in some situation.
    goes_on: bool,
    /// The defenders that count in the result roll if they survive, a bit each, for each situation in which no throw follows.
    ends: Vec<u64>,
    /// The probability of each state, with the last defender varying fastest. Empty before it is computed, or if no throw follows.
    law: Vec<f64>,
}

/// The throws in a situation, block by block: the last step, and the defenders that count in the result roll.
#[derive(Debug)]
pub(super) struct Plan(Vec<(usize, u64)>);

/// Steps that are computed together: their targets, and the groups they link.
type Alike = (Vec<usize>, Vec<Vec<usize>>);

/// Where the probabilities of linked defenders are before, during and after a throw.
struct Frame {
    /// By place during the throw, for each of the groups being linked: the state.
    from: Vec<Vec<u32>>,
    /// The same, once they are linked.
    into: Vec<u32>,
    /// This many consecutive places are alike to the targets.
    others: usize,
}

/// The values of each state of some defenders.
struct PoolSheet {
    /// By state: the surviving defenders and what they count for, as one number.
    bin: Vec<u32>,
    /// The same: the strength left of each, and of all of them.
    left: Vec<f64>,
    all_left: Vec<u16>,
    /// The number of values they can count for, from zero.
    sums: usize,
}

/// All throws in which pools link defenders.
pub(super) struct Pools {
    /// By defender: maximum strength and engineers.
    most: Vec<(u8, u8)>,
    falls: HashMap<Vec<usize>, Falls>,
    blows: Vec<Blow>,
    known_blows: HashMap<Thrown, usize>,
    steps: Vec<Step>,
    known_steps: HashMap<Made, usize>,
    /// The least work for the steps.
    least: usize,
    sheets: HashMap<(Vec<usize>, u64), Rc<PoolSheet>>,
    assumed: Assumed,
    ways: HashMap<(usize, u64), Rc<Ways>>,
}

impl Pools {
    pub fn new(start: &Fight) -> Self {
        let of = |defender: u8| (start.left(defender), start.engineers_left(defender));
        Self {
            most: start.setup.defenders().map(of).collect(),
            falls: HashMap::new(),
            blows: Vec::new(),
            known_blows: HashMap::new(),
            steps: Vec::new(),
            known_steps: HashMap::new(),
            least: 0,
            sheets: HashMap::new(),
            assumed: Assumed::default(),
            ways: HashMap::new(),
        }
    }

    /// Whether hits on these are applied one by one. They are not if engineers take hits from a whole throw (`easy:V.D.2.c`).
    fn one_by_one(&self, targets: &[usize]) -> bool {
        targets.iter().all(|nth| self.most[*nth].1 == 0)
    }

    /// The number of states of one defender.
    fn radix(&self, nth: usize) -> usize {
        let (left, engineers) = self.most[nth];
        (usize::from(left) + 1) * (usize::from(engineers) + 1)
    }

    /// The number of states of several; `None` if there are too many.
    fn states(&self, defenders: &[usize]) -> Option<usize> {
        let states = defenders.iter().try_fold(1_usize, |all, nth| all.checked_mul(self.radix(*nth)))?;
        (states <= MOST_STATES).then_some(states)
    }

    /// Strength and engineers of a defender in a state.
    fn of_state(&self, nth: usize, state: usize) -> (u8, u8) {
        let added = usize::from(self.most[nth].1) + 1;
        ((state / added) as u8, (state % added) as u8)
    }

    /// The state that a defender is in.
    fn state_of(&self, fight: &Fight, nth: usize) -> usize {
        let defender = fight.setup.attackers + nth as u8;
        let added = usize::from(self.most[nth].1) + 1;
        usize::from(fight.left(defender)) * added + usize::from(fight.engineers_left(defender))
    }

    /// The state of each of several, from their combined state.
    fn apart(&self, defenders: &[usize], mut state: usize) -> Vec<usize> {
        let mut each = vec![0; defenders.len()];
        for (of, nth) in each.iter_mut().zip(defenders).rev() {
            let radix = self.radix(*nth);
            *of = state % radix;
            state /= radix;
        }
        each
    }

    /// The combined state of several, from the state of each.
    fn together(&self, defenders: &[usize], of: impl Fn(usize) -> usize) -> usize {
        defenders.iter().fold(0, |all, nth| all * self.radix(*nth) + of(*nth))
    }

    /// Adds all throws in a situation; `hits` gives the probabilities of a throw, and the number that identifies its dice.
    /// Returns the work of finding out the effects of hits; `None` if the total will exceed `most`.
    pub fn plan(
        &mut self,
        fight: &Fight,
        open: &[(u8, &Strike)],
        mut hits: impl FnMut(&Strike) -> (Rc<[f64]>, u8),
        most: usize,
    ) -> Option<(Plan, usize)> {
        let attackers = usize::from(fight.setup.attackers);
        let nth = |target: &u8| usize::from(*target) - attackers;
        let mut cost = PLAN_COST;
        let mut blows: Vec<usize> = Vec::new();
        let mut open = open
            .iter()
            .map(|thrown| (fight.strike_targets(thrown.1).iter().map(nth).collect::<Vec<usize>>(), thrown))
            .filter(|(targets, _)| !targets.is_empty())
            .peekable();
        while let Some((targets, first)) = open.next() {
            let mut thrown = vec![hits(first.1)];
            let mut dice = vec![(first.1.dice, thrown[0].1)];
            while let Some((_, (_, more))) =
                open.next_if(|(others, _)| *others == targets && self.one_by_one(&targets))
            {
                thrown.push(hits(more));
                dice.extend(thrown.last().map(|(_, worth)| (more.dice, *worth)));
            }
            let key = (targets, dice);
            if let Some(known) = self.known_blows.get(&key) {
                blows.push(*known);
                continue;
            }
            let hits = thrown.iter().fold(vec![1.0], |all, (hits, _)| convolved(&all, hits));
            let blow = Blow { targets: key.0.clone(), hits };
            cost += self.learn(fight, &blow, *first, most.checked_sub(cost)?)?;
            blows.push(self.blows.len());
            self.known_blows.insert(key, self.blows.len());
            self.blows.push(blow);
        }
        let counts = (0_u64..).zip(fight.setup.defenders()).filter(|(_, defender)| counts(fight, *defender));
        let counts = counts.fold(0, |bits, (nth, _)| bits | 1 << nth);
        let plan = Plan(self.take_up(fight, &blows, counts)?);
        (self.least + cost <= most).then_some((plan, cost))
    }

    /// Adds the steps of these throws, one after another. Returns the last one of each block; `None` if its states are too many.
    fn take_up(&mut self, fight: &Fight, blows: &[usize], counts: u64) -> Option<Vec<(usize, u64)>> {
        let mut open = Vec::with_capacity(self.most.len());
        for nth in 0..self.most.len() {
            open.push(self.step(Made::Alone { nth, state: self.state_of(fight, nth) })?);
        }
        for blow in blows {
            let targets = &self.blows[*blow].targets;
            let hit = |step: &usize| self.steps[*step].defenders.iter().any(|nth| targets.contains(nth));
            let (from, apart): (Vec<usize>, Vec<usize>) = open.into_iter().partition(hit);
            from.iter().for_each(|step| self.steps[*step].goes_on = true);
            open = apart;
            open.push(self.step(Made::Struck { from, blow: *blow })?);
        }
        for step in &open {
            let Step { defenders, ends, .. } = &mut self.steps[*step];
            let counts = defenders.iter().fold(0, |bits, nth| bits | counts & 1 << nth);
            if !ends.contains(&counts) {
                ends.push(counts);
            }
        }
        let own =
            |step: usize| self.steps[step].defenders.iter().fold(0, |bits, nth| bits | counts & 1 << nth);
        Some(open.into_iter().map(|step| (step, own(step))).collect())
    }

    fn step(&mut self, made: Made) -> Option<usize> {
        if let Some(known) = self.known_steps.get(&made) {
            return Some(*known);
        }
        let (mut defenders, mut level) = (Vec::new(), 0);
        match &made {
            Made::Alone { nth, .. } => defenders.push(*nth),
            Made::Struck { from, .. } => {
                for step in from.iter().map(|step| &self.steps[*step]) {
                    defenders.extend(&step.defenders);
                    level = level.max(step.level + 1);
                }
            }
        }
        defenders.sort_unstable();
        if let Made::Struck { blow, .. } = &made {
            let Blow { targets, hits } = &self.blows[*blow];
            self.least += self.cost(&defenders, targets, hits.len(), false)? / CHANCES_FOR_ONE;
        }
        self.known_steps.insert(made.clone(), self.steps.len());
        self.steps.push(Step { made, defenders, level, goes_on: false, ends: Vec::new(), law: Vec::new() });
        Some(self.steps.len() - 1)
    }

    /// The number of additions when this many numbers of hits are possible; more if no throw follows.
    fn cost(&self, defenders: &[usize], targets: &[usize], hits: usize, ends: bool) -> Option<usize> {
        let states = self.states(defenders)?;
        let falls = &self.falls[targets];
        let others = states / falls.order.len();
        Some(others * falls.looked_at(hits) + states * if ends { 10 } else { 4 })
    }

    /// Finds out the effects of hits on a throw's targets, if they are not known yet. Returns the work it took; `None` if it
    /// exceeds `most`.
    fn learn(&mut self, fight: &Fight, blow: &Blow, first: (u8, &Strike), most: usize) -> Option<usize> {
        let one_by_one = self.one_by_one(&blow.targets);
        let hits = if one_by_one { 1 } else { blow.hits.len() - 1 };
        let known = self.falls.get(&blow.targets).map_or(0, |falls| falls.to.len());
        let states = self.states(&blow.targets)?;
        let cost = states.saturating_mul(hits.saturating_sub(known)).saturating_mul(FALL_COST);
        if cost > most {
            return None;
        }
        let mut falls = self.falls.remove(&blow.targets).unwrap_or_default();
        falls.order.extend(falls.order.len()..states);
        for hits in known + 1..=hits {
            let fallen = (0..states).map(|state| self.fallen(fight, &blow.targets, first, state, hits as u8));
            let (to, assumed) = fallen.unzip();
            falls.to.push(to);
            falls.assumed.push(assumed);
            if one_by_one {
                falls.put_in_order();
            }
        }
        self.falls.insert(blow.targets.clone(), falls);
        Some(cost)
    }

    /// What a number of hits from a throw does to its targets in this state, according to the fight. It depends on no other
    /// stand, nor on the throw.
    fn fallen(
        &self,
        fight: &Fight,
        targets: &[usize],
        (number, strike): (u8, &Strike),
        state: usize,
        hits: u8,
    ) -> (u32, Assumed) {
        let mut after = Auto { fight: fight.clone(), assumed: Assumed::default() };
        let mut stands = false;
        for (nth, state) in targets.iter().zip(self.apart(targets, state)) {
            let (left, engineers) = self.of_state(*nth, state);
            after.fight.leave(fight.setup.attackers + *nth as u8, left, engineers);
            stands |= left > 0;
        }
        if stands {
            after.fight.stage = Stage::Strike(number);
            after.fight.struck(strike, number, hits);
            after.decide();
        }
        (self.together(targets, |nth| self.state_of(&after.fight, nth)) as u32, after.assumed)
    }

    /// The steps made by a throw, grouped by what they share and by level: earlier ones come first.
    fn rounds(&self) -> BTreeMap<(usize, Alike), Vec<usize>> {
        let mut rounds: BTreeMap<(usize, Alike), Vec<usize>> = BTreeMap::new();
        for (nth, step) in self.steps.iter().enumerate() {
            if let Made::Struck { from, blow } = &step.made {
                let parts = from.iter().map(|part| self.steps[*part].defenders.clone()).collect();
                let targets = self.blows[*blow].targets.clone();
                rounds.entry((step.level, (targets, parts))).or_default().push(nth);
            }
        }
        rounds
    }

    /// The work of computing everything that was added. `None` if it is too much to keep.
    pub fn work(&self) -> Option<usize> {
        let mut work = 0_usize;
        for ((_, (targets, parts)), steps) in self.rounds() {
            for steps in steps.chunks(LANES) {
                let hits = steps.iter().map(|step| self.hits(*step).len()).max().unwrap_or(1);
                let ends = steps.iter().any(|step| !self.steps[*step].ends.is_empty());
                let each = self.cost(&parts.concat(), &targets, hits, ends)?;
                work = work.saturating_add((LANES * each).div_ceil(CHANCES_FOR_ONE));
            }
        }
        let kept = self.steps.iter().filter(|step| step.goes_on).map(|step| self.states(&step.defenders));
        (kept.sum::<Option<usize>>()? <= MOST_KEPT).then_some(work)
    }

    /// Computes everything that was added; `fight` may be from any situation.
    pub fn work_out(&mut self, fight: &Fight) {
        for nth in 0..self.steps.len() {
            if let Made::Alone { nth: defender, state } = self.steps[nth].made {
                let mut law = vec![0.0; self.radix(defender)];
                law[state] = 1.0;
                let lanes: Vec<Lanes> = law.iter().map(|chance| [*chance; LANES]).collect();
                self.steps[nth].law = law;
                self.end(fight, &[nth], &lanes);
            }
        }
        for ((_, (targets, parts)), steps) in self.rounds() {
            let frame = self.frame(&parts, &targets);
            for steps in steps.chunks(LANES) {
                let chances = self.strike(&targets, &frame, steps);
                for (lane, step) in steps.iter().enumerate() {
                    let step = &mut self.steps[*step];
                    if step.goes_on {
                        step.law = chances.iter().map(|lanes| lanes[lane]).collect();
                    }
                }
                self.end(fight, steps, &chances);
            }
        }
    }

    /// The hit probabilities of the throw in this step.
    fn hits(&self, step: usize) -> &[f64] {
        match self.steps[step].made {
            Made::Alone { .. } => &[],
            Made::Struck { blow, .. } => &self.blows[blow].hits,
        }
    }

    /// What the throws leave, for several steps of the same kind.
    fn strike(&mut self, targets: &[usize], frame: &Frame, steps: &[usize]) -> Vec<Lanes> {
        let mut chances = vec![Lanes::default(); frame.into.len()];
        let most = steps.iter().map(|step| self.hits(*step).len()).max().unwrap_or(1);
        let mut hits = vec![Lanes::default(); most];
        for (lane, step) in steps.iter().enumerate() {
            hits.iter_mut().zip(self.hits(*step)).for_each(|(lanes, p)| lanes[lane] = *p);
            let Made::Struck { from, .. } = &self.steps[*step].made else { continue };
            chances.iter_mut().for_each(|lanes| lanes[lane] = 1.0);
            for (part, at) in from.iter().zip(&frame.from) {
                let law = &self.steps[*part].law;
                chances.iter_mut().zip(at).for_each(|(lanes, at)| lanes[lane] *= law[*at as usize]);
            }
        }
        let falls = &self.falls[targets];
        if self.assumed.with(falls.ever()) != self.assumed {
            self.assumed = self.assumed.with(falls.assumed(&chances, frame.others, &hits));
        }
        let fallen = falls.apply(chances, frame.others, &hits);
        let mut chances = vec![Lanes::default(); fallen.len()];
        fallen.iter().zip(&frame.into).for_each(|(lanes, at)| chances[*at as usize] = *lanes);
        chances
    }

    fn frame(&self, parts: &[Vec<usize>], targets: &[usize]) -> Frame {
        let mut all = parts.concat();
        all.sort_unstable();
        let rest: Vec<usize> = all.iter().copied().filter(|nth| !targets.contains(nth)).collect();
        let others: usize = rest.iter().map(|nth| self.radix(*nth)).product();
        let mut frame = Frame { from: vec![Vec::new(); parts.len()], into: Vec::new(), others };
        let mut each = vec![0; self.most.len()];
        for state in &self.falls[targets].order {
            targets.iter().zip(self.apart(targets, *state)).for_each(|(nth, state)| each[*nth] = state);
            for other in 0..others {
                rest.iter().zip(self.apart(&rest, other)).for_each(|(nth, state)| each[*nth] = state);
                let at = |of: &[usize]| self.together(of, |nth| each[nth]) as u32;
                frame.into.push(at(&all));
                frame.from.iter_mut().zip(parts).for_each(|(from, part)| from.push(at(part)));
            }
        }
        frame
    }

    /// Records the defenders' results where no throw follows.
    fn end(&mut self, fight: &Fight, steps: &[usize], chances: &[Lanes]) {
        let block = self.steps[steps[0]].defenders.clone();
        let mut ends: Vec<u64> =
            steps.iter().flat_map(|step| self.steps[*step].ends.iter().copied()).collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() {
            return;
        }
        let left = self.left(&block, chances);
        for counts in ends {
            let sheet = self.sheet(fight, &block, counts);
            let bins = sheet.bins(block.len(), chances);
            let mut all_left =
                vec![Lanes::default(); sheet.all_left.iter().max().map_or(0, |most| usize::from(*most) + 1)];
            sheet
                .all_left
                .iter()
                .zip(chances)
                .for_each(|(left, lanes)| add(&mut all_left[usize::from(*left)], lanes));
            for (lane, step) in steps.iter().enumerate() {
                if !self.steps[*step].ends.contains(&counts) {
                    continue;
                }
                let of = |list: &[Lanes]| -> Vec<f64> { list.iter().map(|lanes| lanes[lane]).collect() };
                let left = left.iter().map(|left| of(left)).collect();
                let parts = sheet.parts(block.len(), &bins, lane);
                let ways = Ways::of_several(block.clone(), parts, left, of(&all_left));
                self.ways.insert((*step, counts), Rc::new(ways));
            }
        }
    }

    fn sheet(&mut self, fight: &Fight, block: &[usize], counts: u64) -> Rc<PoolSheet> {
        let key = (block.to_vec(), counts);
        if let Some(known) = self.sheets.get(&key) {
            return Rc::clone(known);
        }
        let sheet = Rc::new(self.sheet_of(fight, block, counts));
        self.sheets.insert(key, Rc::clone(&sheet));
        sheet
    }

    fn sheet_of(&self, fight: &Fight, block: &[usize], counts: u64) -> PoolSheet {
        let states: usize = block.iter().map(|nth| self.radix(*nth)).product();
        let most = |nth: &usize| usize::from(self.most[*nth].0) + usize::from(self.most[*nth].1);
        let sums = block.iter().map(most).sum::<usize>() + 1;
        let mut sheet = PoolSheet { bin: Vec::new(), left: Vec::new(), all_left: Vec::new(), sums };
        let mut then = fight.clone();
        for state in 0..states {
            let (mut stands, mut sum, mut all_left) = (0, 0, 0);
            for ((place, nth), state) in block.iter().enumerate().zip(self.apart(block, state)) {
                let defender = fight.setup.attackers + *nth as u8;
                let (left, engineers) = self.of_state(*nth, state);
                then.leave(defender, left, engineers);
                stands |= usize::from(left > 0) << place;
                if left > 0 && counts & 1 << *nth != 0 {
                    sum += usize::from(then.force(defender));
                }
                all_left += u16::from(left);
                sheet.left.push(f64::from(left));
            }
            sheet.bin.push((stands * sums + sum) as u32);
            sheet.all_left.push(all_left);
        }
        sheet
    }

    /// By defender, the probability of each strength left.
    fn left(&self, block: &[usize], chances: &[Lanes]) -> Vec<Vec<Lanes>> {
        let mut all = Vec::new();
        // The last defender varies fastest: once recorded, it is summed out.
        let mut open = chances.to_vec();
        for nth in block.iter().rev() {
            let mut left = vec![Lanes::default(); usize::from(self.most[*nth].0) + 1];
            let added = usize::from(self.most[*nth].1) + 1;
            open = open
                .chunks_exact(self.radix(*nth))
                .map(|row| {
                    let mut sum = Lanes::default();
                    for (state, lanes) in row.iter().enumerate() {
                        add(&mut left[state / added], lanes);
                        add(&mut sum, lanes);
                    }
                    sum
                })
                .collect();
            all.push(left);
        }
        all.reverse();
        all
    }

    /// What the throws in a situation leave of the defenders, block by block.
    pub fn ways(&self, Plan(ends): &Plan) -> Vec<Rc<Ways>> {
        ends.iter().map(|end| Rc::clone(&self.ways[end])).collect()
    }

    /// All assumptions made in applying hits.
    pub fn assumed(&self) -> Assumed {
        self.assumed
    }
}

impl PoolSheet {
    /// By surviving defenders and what they count for: the probability, and the strength left of each.
    fn bins(&self, many: usize, chances: &[Lanes]) -> Vec<Lanes> {
        let mut bins = vec![Lanes::default(); (self.sums << many) * (many + 1)];
        for ((lanes, bin), left) in chances.iter().zip(&self.bin).zip(self.left.chunks_exact(many)) {
            let bin = &mut bins[*bin as usize * (many + 1)..][..=many];
            add(&mut bin[0], lanes);
            bin[1..]
                .iter_mut()
                .zip(left)
                .for_each(|(moment, left)| add_times(moment, &[*left; LANES], lanes));
        }
        bins
    }

    /// For one law, by the surviving defenders.
    fn parts(&self, many: usize, bins: &[Lanes], lane: usize) -> Vec<Part> {
        let part = |(stands, bins): (usize, &[Lanes])| {
            let each = bins.chunks_exact(many + 1);
            let whole = each.clone().rposition(|bin| bin[0][lane] > 0.0).map_or(0, |last| last + 1);
            let row = |of: usize| each.clone().take(whole).map(|bin| bin[of][lane]).collect();
            let moment = |place: usize| if stands & 1 << place == 0 { Vec::new() } else { row(place + 1) };
            Part { chances: row(0), moments: (0..many).map(moment).collect() }
        };
        bins.chunks_exact(self.sums * (many + 1)).enumerate().map(part).collect()
    }
}

/// The least work when the attackers begin to roll and no stand is hit: finding out the effects of hits, and each block once.
/// More than the limit if no pools are thrown.
pub(super) fn least_work(calm: &Fight) -> usize {
    let Stage::Strike(from) = calm.stage else { return 0 };
    let pools = Pools::new(calm);
    let strikes: Vec<Strike> = calm.strikes().into_iter().skip(usize::from(from)).collect();
    if !strikes.iter().any(|strike| strike.pool) {
        return usize::MAX;
    }
    let attackers = usize::from(calm.setup.attackers);
    let mut targets: Vec<Vec<usize>> = strikes
        .iter()
        .map(|strike| {
            calm.strike_targets(strike).iter().map(|target| usize::from(*target) - attackers).collect()
        })
        .collect();
    targets.sort_unstable();
    targets.dedup();
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for targets in &targets {
        let (bound, mut apart): (Vec<_>, Vec<_>) =
            blocks.into_iter().partition(|block| block.iter().any(|nth| targets.contains(nth)));
        let mut block = bound.concat();
        block.extend(targets);
        block.sort_unstable();
        block.dedup();
        apart.push(block);
        blocks = apart;
    }
    let states = |of: &[Vec<usize>]| of.iter().map(|of| pools.states(of)).sum::<Option<usize>>();
    match (states(&targets), states(&blocks)) {
        (Some(falls), Some(bound)) => falls * FALL_COST + bound.div_ceil(CHANCES_FOR_ONE),
        _ => usize::MAX,
    }
}

/// Whether the defender counts in the result roll if it survives.
pub(super) fn counts(fight: &Fight, defender: u8) -> bool {
    if fight.alive(defender) {
        return fight.still_touches(defender);
    }
    let mut then = fight.clone();
    then.leave(defender, 1, 0);
    then.still_touches(defender)
}
