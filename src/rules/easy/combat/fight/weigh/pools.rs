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

/// So many chances that are added to others cost one of the work.
const CHANCES_FOR_ONE: usize = 120;

/// What the fight does with hits on several defenders in one state costs so much of the work.
const FALL_COST: usize = 2 * STEP_COST;

/// So many chances are kept of what rows of throws begin with: 32 megabytes.
const MOST_KEPT: usize = 4_000_000;

/// To find out what is thrown in a situation costs so much of the work.
const PLAN_COST: usize = 6 * STEP_COST;

/// In so many ways, at most, defenders can be left that are bound together.
const MOST_STATES: usize = 100_000;

/// Attackers' throws in a row at the same defenders.
#[derive(Debug)]
struct Blow {
    /// Counted among the defenders.
    targets: Vec<usize>,
    /// The chances of 0, 1, 2... hits of all of them.
    hits: Vec<f64>,
}

/// At whom is thrown, and of each throw its dice and the number by which what they are worth is known.
type Thrown = (Vec<usize>, Vec<(u8, u8)>);

/// How defenders came to be as they are: one before any throw, in this state; or some that a throw put together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Made {
    Alone { nth: usize, state: usize },
    Struck { from: Vec<usize>, blow: usize },
}

/// What rows of throws come to.
#[derive(Debug)]
struct Step {
    made: Made,
    defenders: Vec<usize>,
    /// So many throws, at most, are in a row up to here.
    level: usize,
    /// Other throws follow in some situation.
    goes_on: bool,
    /// Who counts in the result roll, for each situation in which none follows: defenders that do if they stand, a bit each.
    ends: Vec<u64>,
    /// The chance of each state, the last defender counted through first. Empty before it is worked out, or where none follows.
    law: Vec<f64>,
}

/// What is thrown in a situation, block by block: the last step, and who counts in the result roll.
#[derive(Debug)]
pub(super) struct Plan(Vec<(usize, u64)>);

/// Steps that are worked out alike: at whom is thrown, and whom that puts together.
type Alike = (Vec<usize>, Vec<Vec<usize>>);

/// Where chances of defenders that a throw puts together lie before, while and after it falls.
struct Frame {
    /// By place while it falls, of each of those that are put together: the state.
    from: Vec<Vec<u32>>,
    /// The same, when they have been put together.
    into: Vec<u32>,
    /// So many places in a row are alike to those at whom it is thrown.
    others: usize,
}

/// What each state of some defenders comes to.
struct PoolSheet {
    /// By state: who stands and what they count for, as one number.
    bin: Vec<u32>,
    /// The same: the strength left of each, and of all of them.
    left: Vec<f64>,
    all_left: Vec<u16>,
    /// What they can count for, from nothing.
    sums: usize,
}

/// All that is thrown where pools bind defenders together.
pub(super) struct Pools {
    /// By defender: strength and engineers at most.
    most: Vec<(u8, u8)>,
    falls: HashMap<Vec<usize>, Falls>,
    blows: Vec<Blow>,
    known_blows: HashMap<Thrown, usize>,
    steps: Vec<Step>,
    known_steps: HashMap<Made, usize>,
    /// What the steps cost at least.
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

    /// Do hits on these fall one by one? Not where engineers stand in for hits of a whole throw (`easy:V.D.2.c`).
    fn one_by_one(&self, targets: &[usize]) -> bool {
        targets.iter().all(|nth| self.most[*nth].1 == 0)
    }

    /// The number of states of one defender.
    fn radix(&self, nth: usize) -> usize {
        let (left, engineers) = self.most[nth];
        (usize::from(left) + 1) * (usize::from(engineers) + 1)
    }

    /// The number of states of some; none where they are too many.
    fn states(&self, defenders: &[usize]) -> Option<usize> {
        let states = defenders.iter().try_fold(1_usize, |all, nth| all.checked_mul(self.radix(*nth)))?;
        (states <= MOST_STATES).then_some(states)
    }

    /// Strength and engineers of one in a state.
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

    /// The state of each of several, from theirs together.
    fn apart(&self, defenders: &[usize], mut state: usize) -> Vec<usize> {
        let mut each = vec![0; defenders.len()];
        for (of, nth) in each.iter_mut().zip(defenders).rev() {
            let radix = self.radix(*nth);
            *of = state % radix;
            state /= radix;
        }
        each
    }

    /// The state of several together, from that of each.
    fn together(&self, defenders: &[usize], of: impl Fn(usize) -> usize) -> usize {
        defenders.iter().fold(0, |all, nth| all * self.radix(*nth) + of(*nth))
    }

    /// Takes up all that is thrown in a situation; `hits` tells the chances of a throw, and the number by which its dice are known. Says
    /// what it cost to find out how hits fall; none where it will come to more than `most`.
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

    /// Takes up the steps of these throws, one after the other. Tells the last of each block; none where its states are too many.
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

    /// So many chances are added up when hits of so many numbers fall; more where no throw follows.
    fn cost(&self, defenders: &[usize], targets: &[usize], hits: usize, ends: bool) -> Option<usize> {
        let states = self.states(defenders)?;
        let falls = &self.falls[targets];
        let others = states / falls.order.len();
        Some(others * falls.looked_at(hits) + states * if ends { 10 } else { 4 })
    }

    /// Finds out how hits fall on the targets of a throw, if that is not known. Says what it cost; none where that is more than `most`.
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

    /// What so many hits of a throw make of its targets in this state, as the fight has it. It hangs on no other stand, and not on the
    /// throw either.
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

    /// The steps that a throw makes, by what is alike to them and by level: those that go before come first.
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

    /// What it takes to work out all that has been taken up. None where it is too much to be kept.
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

    /// Works out all that has been taken up; `fight` is that of any situation.
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

    /// The chances of hits of the throw that makes this step.
    fn hits(&self, step: usize) -> &[f64] {
        match self.steps[step].made {
            Made::Alone { .. } => &[],
            Made::Struck { blow, .. } => &self.blows[blow].hits,
        }
    }

    /// What the throws leave, for some steps that are alike.
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

    /// Puts down what becomes of the defenders where no throw follows.
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

    /// By defender, the chance of each strength left.
    fn left(&self, block: &[usize], chances: &[Lanes]) -> Vec<Vec<Lanes>> {
        let mut all = Vec::new();
        // The last is counted through first: when it has been told, it is summed away.
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

    /// What is thrown in a situation leaves this of the defenders, block by block.
    pub fn ways(&self, Plan(ends): &Plan) -> Vec<Rc<Ways>> {
        ends.iter().map(|end| Rc::clone(&self.ways[end])).collect()
    }

    /// All that was taken for granted when hits fell.
    pub fn assumed(&self) -> Assumed {
        self.assumed
    }
}

impl PoolSheet {
    /// By who stands and what they count for: the chance, and the strength left of each.
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

    /// Of one law, by who stands.
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

/// What it takes at least when the attackers begin to roll, nobody being hit: to find out how hits fall, and each block once. More than
/// can be done where nothing is thrown in pools.
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

/// Does the defender count in the result roll if it stands?
pub(super) fn counts(fight: &Fight, defender: u8) -> bool {
    if fight.alive(defender) {
        return fight.still_touches(defender);
    }
    let mut then = fight.clone();
    then.leave(defender, 1, 0);
    then.still_touches(defender)
}
