//! The runs of routed units (`cb:12a`, `cb:12c`): towards the line of communications, as far as their points go. Units: half movement
//! points.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::options::{DemoralizedRout, RoutLeavesEzoc, RoutRun};
use crate::roster::UnitId;
use hexes::Hex;

use super::field::{MarchField, Occupant};
use super::{full_allowance, half_allowance};

/// An end of a run, with its cheapest legal path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunEnd {
    pub hex: Hex,
    pub cost: u16,
    /// Without the hex where the unit stands.
    pub path: Vec<Hex>,
}

/// Every path of a routed unit: each step nearer, friends passed, no enemy zone entered.
pub(super) struct Run<'f, 's> {
    field: &'f MarchField<'s>,
    unit: UnitId,
    start: Hex,
    full: u16,
    /// The half allowance of a demoralised corps, if it applies (option `demoralized-rout`).
    half: Option<u16>,
    /// By hex, the farthest from the line first: by cost, the hex before it.
    ways: BTreeMap<(Reverse<u8>, usize), Vec<Option<Hex>>>,
    /// By hex and cost: could it run on to a hex in which it could stop?
    onward: BTreeMap<usize, Vec<bool>>,
}

impl<'f, 's> Run<'f, 's> {
    /// `None` if it cannot run from where it is.
    fn new(field: &'f MarchField<'s>, unit: UnitId) -> Option<Self> {
        let state = field.state;
        let start = state.hex(unit)?;
        let options = &state.game.options;
        if options.rout_leaves_ezoc == RoutLeavesEzoc::No && field.zone().contains(start) {
            return None;
        }
        let shaken = options.demoralized_rout == DemoralizedRout::As13c && state.is_unit_demoralised(unit);
        let half = shaken.then(|| half_allowance(state, unit));
        let full = full_allowance(state, unit);
        let mut run = Self { field, unit, start, full, half, ways: BTreeMap::new(), onward: BTreeMap::new() };
        run.find_ways();
        run.find_onward();
        Some(run)
    }

    fn to_line(&self, hex: Hex) -> u8 {
        let state = self.field.state;
        state.game.to_communications(state.side(self.unit), hex)
    }

    /// The possible steps from here, with their costs.
    fn steps(&self, here: Hex) -> impl Iterator<Item = (Hex, u16)> + '_ {
        let state = self.field.state;
        let (grid, before) = (state.game.map().grid, self.to_line(here));
        let links = state.game.links(state.game.arm(self.unit));
        links.from(here).map(move |(index, price)| (grid.hex(index), index, price)).filter_map(
            move |(hex, index, price)| {
                let open =
                    self.field.held_at(index) != Occupant::Enemy && !self.field.zone().has_index(index);
                (open && self.to_line(hex) < before).then_some((hex, price))
            },
        )
    }

    fn find_ways(&mut self) {
        let grid = self.field.state.game.map().grid;
        let most = usize::from(self.full);
        let key = |run: &Self, hex: Hex| (Reverse(run.to_line(hex)), grid.index(hex));
        let mut first = vec![None; most + 1];
        first[0] = Some(self.start);
        self.ways.insert(key(self, self.start), first);
        let mut next = Some(key(self, self.start));
        while let Some(at) = next {
            let here = grid.hex(at.1);
            let steps: Vec<(Hex, u16)> = self.steps(here).collect();
            let costs: Vec<usize> = self.costs(at).collect();
            for (to, price) in steps {
                let entry = key(self, to);
                for cost in costs.iter().map(|cost| cost + usize::from(price)).filter(|cost| *cost <= most) {
                    let ways = self.ways.entry(entry).or_insert_with(|| vec![None; most + 1]);
                    ways[cost].get_or_insert(here);
                }
            }
            // Every step leads nearer, so all predecessors of a hex are known before it is examined.
            next = self
                .ways
                .range((std::ops::Bound::Excluded(at), std::ops::Bound::Unbounded))
                .next()
                .map(|(key, _)| *key);
        }
    }

    /// The costs with which a hex is reached.
    fn costs(&self, at: (Reverse<u8>, usize)) -> impl Iterator<Item = usize> + '_ {
        let ways = self.ways.get(&at).into_iter().flatten().enumerate();
        ways.filter(|(_, before)| before.is_some()).map(|(cost, _)| cost)
    }

    fn find_onward(&mut self) {
        let grid = self.field.state.game.map().grid;
        let keys: Vec<_> = self.ways.keys().rev().copied().collect();
        for at in keys {
            let here = grid.hex(at.1);
            let steps: Vec<(Hex, u16)> = self.steps(here).collect();
            let mut on = vec![false; usize::from(self.full) + 1];
            for cost in self.costs(at) {
                on[cost] = steps.iter().any(|(to, price)| {
                    let cost = cost + usize::from(*price);
                    let further = self.onward.get(&grid.index(*to)).and_then(|on| on.get(cost)).copied();
                    cost <= usize::from(self.full) && (self.may_end(*to, cost) || further.unwrap_or(false))
                });
            }
            self.onward.insert(at.1, on);
        }
    }

    fn is_free(&self, hex: Hex) -> bool {
        !self.field.has_friend(hex)
    }

    /// May it stop there at this cost, even if it could run on?
    fn may_end(&self, hex: Hex, cost: usize) -> bool {
        let most = self.limit(hex);
        self.is_free(hex) && cost <= usize::from(most)
    }

    /// The allowance of a run that ends there.
    fn limit(&self, hex: Hex) -> u16 {
        self.half.filter(|_| !self.field.is_farther(self.start, hex)).unwrap_or(self.full)
    }

    /// Neighbours beyond its allowance, one of which is a whole run (`cb:3e`).
    fn minimum(&self) -> impl Iterator<Item = Hex> + '_ {
        let dear = |(hex, price): &(Hex, u16)| *price > self.limit(*hex) && self.is_free(*hex);
        self.steps(self.start).filter(dear).map(|(hex, _)| hex)
    }

    /// Could it run on from there at this cost?
    fn runs_on(&self, hex: Hex, cost: u16) -> bool {
        let grid = self.field.state.game.map().grid;
        let on = self.onward.get(&grid.index(hex)).and_then(|on| on.get(usize::from(cost)));
        on.copied().unwrap_or(false)
    }

    /// The nearest to the line that its points allow.
    fn nearest(&self) -> Option<u8> {
        let grid = self.field.state.game.map().grid;
        let ends = self.ways.keys().filter(|at| {
            let hex = grid.hex(at.1);
            hex != self.start && self.costs(**at).any(|cost| self.may_end(hex, cost))
        });
        ends.map(|(Reverse(far), _)| *far).chain(self.minimum().map(|hex| self.to_line(hex))).min()
    }

    /// May the run end there with this cost? `whole`: it is the minimum hex.
    fn is_end(&self, hex: Hex, cost: u16, nearest: Option<u8>, whole: bool) -> bool {
        let far = match self.field.state.game.options.rout_run {
            RoutRun::Onward => whole || !self.runs_on(hex, cost),
            RoutRun::Nearest => Some(self.to_line(hex)) == nearest,
        };
        far && (whole || self.may_end(hex, usize::from(cost)))
    }

    fn path(&self, end: Hex, mut cost: usize) -> Option<Vec<Hex>> {
        let grid = self.field.state.game.map().grid;
        let links = self.field.state.game.links(self.field.state.game.arm(self.unit));
        let (mut here, mut path) = (end, Vec::new());
        while here != self.start {
            path.push(here);
            let ways = self.ways.get(&(Reverse(self.to_line(here)), grid.index(here)))?;
            let before = (*ways.get(cost)?)?;
            let price = links.from(before).find(|(index, _)| *index == grid.index(here))?.1;
            cost = cost.checked_sub(usize::from(price))?;
            here = before;
        }
        path.reverse();
        Some(path)
    }

    fn ends(&self) -> Vec<RunEnd> {
        let grid = self.field.state.game.map().grid;
        let nearest = self.nearest();
        let mut ends = Vec::new();
        for at in self.ways.keys() {
            let hex = grid.hex(at.1);
            if hex == self.start || !self.is_free(hex) {
                continue;
            }
            let costs = self.costs(*at).filter_map(|cost| u16::try_from(cost).ok());
            let least = costs.filter(|cost| self.is_end(hex, *cost, nearest, false)).min();
            let Some(cost) = least else { continue };
            let Some(path) = self.path(hex, usize::from(cost)) else { continue };
            ends.push(RunEnd { hex, cost, path });
        }
        for hex in self.minimum() {
            let cost = self.limit(hex);
            if self.is_end(hex, cost, nearest, true) && ends.iter().all(|end| end.hex != hex) {
                ends.push(RunEnd { hex, cost, path: vec![hex] });
            }
        }
        ends.sort_by_key(|end| end.hex);
        ends
    }
}

/// Why a run may not end in a hex.
pub(super) enum Halt {
    /// It could run on.
    Short,
    /// It could end nearer by another path (option `rout-run`).
    Nearer,
}

impl MarchField<'_> {
    /// Where a routed unit may end its run (`cb:12a`), by hex number; if empty, it stays.
    ///
    /// Each hex nearer the line of communications; the run goes on while a nearer hex in which it could stop is within its
    /// points, with the path chosen by its owner (option `rout-run`).
    pub fn run_ends(&self, unit: UnitId) -> Vec<RunEnd> {
        Run::new(self, unit).map(|run| run.ends()).unwrap_or_default()
    }

    /// May a run end there at this cost? `whole`: it is the minimum hex (`cb:3e`).
    pub(super) fn check_run_end(&self, unit: UnitId, hex: Hex, cost: u16, whole: bool) -> Result<(), Halt> {
        let Some(run) = Run::new(self, unit) else { return Ok(()) };
        if run.is_end(hex, cost, run.nearest(), whole) {
            return Ok(());
        }
        Err(match self.state.game.options.rout_run {
            RoutRun::Onward => Halt::Short,
            RoutRun::Nearest => Halt::Nearer,
        })
    }

    /// The allowance of a routed unit for a run that ends there (`cb:12a`, option `demoralized-rout`).
    pub(super) fn run_limit(&self, unit: UnitId, from: Hex, to: Hex) -> u16 {
        let state = self.state;
        let shaken =
            state.game.options.demoralized_rout == DemoralizedRout::As13c && state.is_unit_demoralised(unit);
        let held = shaken && !self.is_farther(from, to);
        if held { half_allowance(state, unit) } else { full_allowance(state, unit) }
    }
}
