//! What may be attacked singly, and a lawful set of combats for the whole phase (`cb:6c`, `cb:7a1` to `cb:7a4`, `cb:9c`).

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::casus_belli::options::Merge;
use crate::rules::casus_belli::order::Assault;
use crate::rules::casus_belli::roster::UnitId;
use crate::rules::casus_belli::state::State;
use crate::scenario::UnitSet;

use super::formed::Formed;
use super::graph::Graph;
use super::phase::CombatPhase;
use super::reach::{Part, part};

/// At most so many pairs of hands and defenders are listed at a time.
pub const PAIRS: usize = 1200;

/// Attackers by hand and their defenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub hands: UnitSet,
    pub defenders: UnitSet,
}

/// Well-formed sets of hands with defenders, guns left out, fewest units first.
pub fn pairs(state: &State, graph: &Graph) -> Vec<Pair> {
    let mut found = BTreeSet::new();
    // One against several and several against one first: a lawful set can be made of these alone, however many are left out.
    let whole = state.game.options.merge == Merge::AllAdjacent;
    complete(graph, !whole, &mut found);
    if !whole {
        let mut before = UnitSet::EMPTY;
        for root in graph.hands.or(graph.targets).iter() {
            let edge = graph.touched(root).minus(before);
            grow(graph, UnitSet::of(root), edge, before.with(root), &mut found);
            before.insert(root);
        }
    }
    let mut pairs: Vec<Pair> = found.into_iter().collect();
    pairs.sort_by_key(|pair| (pair.hands.len() + pair.defenders.len(), *pair));
    pairs
}

/// Everybody touches everybody.
fn complete(graph: &Graph, one_sided: bool, found: &mut BTreeSet<Pair>) {
    let mut targets = BTreeSet::new();
    for hand in graph.hands.iter() {
        targets.extend(graph.touched(hand).subsets().filter(|set| !set.is_empty()));
    }
    let mut targets: Vec<UnitSet> = targets.into_iter().collect();
    targets.sort_by_key(|set| (set.len(), *set));
    for defenders in targets {
        let all = defenders.iter().fold(graph.hands, |all, enemy| all.and(graph.touched(enemy)));
        for hands in all.subsets().filter(|set| !set.is_empty()) {
            if one_sided && hands.len() > 1 && defenders.len() > 1 {
                continue;
            }
            if found.len() >= PAIRS {
                return;
            }
            found.insert(Pair { hands, defenders });
        }
    }
}

/// Adds every linked set that contains `set`, takes in some of `edge` and none of `shut` (`cb:7a4`, option `merge`).
fn grow(graph: &Graph, set: UnitSet, edge: UnitSet, shut: UnitSet, found: &mut BTreeSet<Pair>) {
    if found.len() >= PAIRS {
        return;
    }
    let pair = Pair { hands: set.and(graph.hands), defenders: set.and(graph.targets) };
    if !pair.hands.is_empty() && !pair.defenders.is_empty() {
        found.insert(pair);
    }
    let mut shut = shut;
    for next in edge.iter() {
        if found.len() >= PAIRS {
            return;
        }
        shut.insert(next);
        let wider = edge.or(graph.touched(next)).minus(shut).minus(set);
        grow(graph, set.with(next), wider, shut, found);
    }
}

/// The guns that may join an attack on these.
pub fn helpers(graph: &Graph, defenders: UnitSet) -> UnitSet {
    graph.guns.iter().filter(|gun| graph.reached(*gun).meets(defenders)).collect()
}

/// Single combats that are lawful now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Singles {
    pub combats: Vec<Formed>,
    /// Combats with some other choice of guns, or beyond the limit, were left out.
    pub more: bool,
}

/// The lawful combats at this moment: all of them where they are few; else with no gun, with each gun, and with all.
pub fn singles(state: &State, phase: &CombatPhase, limit: usize) -> Singles {
    let graph = Graph::of(state, phase);
    let now = graph.lapsed();
    let mut groups: Vec<(Pair, UnitSet)> = Vec::new();
    let pairs = pairs(state, &graph);
    let capped = pairs.len() >= PAIRS;
    for pair in pairs {
        groups.push((pair, helpers(&graph, pair.defenders)));
    }
    for enemy in graph.targets.iter() {
        let pair = Pair { hands: UnitSet::EMPTY, defenders: UnitSet::of(enemy) };
        groups.push((pair, graph.reached(enemy)));
    }
    let size = |guns: UnitSet| 1_usize << guns.len().min(20);
    let all = groups.iter().map(|(_, guns)| size(*guns)).sum::<usize>() <= limit;
    let mut singles = Singles { more: capped, ..Singles::default() };
    for (pair, guns) in groups {
        let choices: BTreeSet<UnitSet> = if all {
            guns.subsets().collect()
        } else {
            singles.more |= guns.len() > 2;
            guns.iter().map(UnitSet::of).chain([UnitSet::EMPTY, guns]).collect()
        };
        for joined in choices {
            let used = pair.hands.or(joined);
            let may = !used.is_empty()
                && (!pair.hands.is_empty() || may_be_alone(&graph, joined, pair.defenders))
                && graph.allows_after(now, used, pair.defenders);
            if !may {
                continue;
            }
            if singles.combats.len() >= limit {
                singles.more = true;
                return singles;
            }
            singles.combats.push(formed(state, phase, used, pair.defenders));
        }
    }
    singles
}

/// Guns out of command alone give nobody the attack that he is owed, where the option `ooc-bombardment` says so (`cb:10e`).
fn may_be_alone(graph: &Graph, guns: UnitSet, defenders: UnitSet) -> bool {
    defenders.iter().all(|enemy| graph.alone_on(enemy).meets(guns))
}

fn formed(state: &State, phase: &CombatPhase, used: UnitSet, defenders: UnitSet) -> Formed {
    let is_ranged = |unit: &UnitId| matches!(part(state, phase, *unit, defenders), Part::Ranged(_));
    let (ranged, contact) = used.iter().partition(is_ranged);
    Formed { contact, ranged, defenders: defenders.to_vec() }
}

/// Some lawful set of combats for the rest of the phase that does all that is owed and can be done, one against several or several
/// against one, or guns alone; empty where nothing is owed.
pub fn any_plan(state: &State, phase: &CombatPhase) -> Vec<Assault> {
    let graph = Graph::of(state, phase);
    let mut plan = Plan { graph: &graph, combats: Vec::new(), of: BTreeMap::new() };
    for unit in graph.owing.iter() {
        plan.employ(unit);
    }
    for enemy in graph.owed.iter() {
        plan.serve(enemy);
    }
    let served = plan.combats.iter().fold(UnitSet::EMPTY, |all, pair| all.or(pair.defenders));
    let bare = graph.owed.minus(served);
    let guns = graph.guns.iter().filter(|gun| bare.iter().any(|enemy| graph.alone_on(enemy).contains(*gun)));
    let (_, serves) = graph.unmatched(bare, guns.collect());
    let combats = plan.combats.into_iter().filter(|pair| !pair.hands.is_empty());
    let by_hand = combats.map(|pair| (pair.hands, pair.defenders));
    let by_guns = serves.into_iter().map(|(gun, enemy)| (UnitSet::of(gun), UnitSet::of(enemy)));
    let mut assaults: Vec<Assault> = by_hand
        .chain(by_guns)
        .map(|(by, on)| Assault { by: by.to_vec(), on: on.to_vec(), lowered: None, leaders: Vec::new() })
        .collect();
    assaults.sort();
    assaults
}

/// A set of combats under way: stars of one hand and several enemies, or one enemy and several hands.
struct Plan<'g> {
    graph: &'g Graph,
    combats: Vec<Pair>,
    /// By unit: its combat.
    of: BTreeMap<UnitId, usize>,
}

impl Plan<'_> {
    /// Gives an obliged unit somebody to attack: one who is owed it and has nobody yet, else one who is owed it, else anybody.
    fn employ(&mut self, unit: UnitId) {
        let targets = self.graph.touched(unit);
        let rank = |enemy: &UnitId| {
            (!self.graph.owed.contains(*enemy), self.of.contains_key(enemy), self.graph.touched(*enemy).len())
        };
        let Some(enemy) = targets.iter().min_by_key(|enemy| (rank(enemy), *enemy)) else { return };
        self.join(unit, enemy);
    }

    fn join(&mut self, unit: UnitId, enemy: UnitId) {
        let combat = *self.of.entry(enemy).or_insert_with(|| {
            self.combats.push(Pair { hands: UnitSet::EMPTY, defenders: UnitSet::of(enemy) });
            self.combats.len() - 1
        });
        self.combats[combat].hands.insert(unit);
        self.of.insert(unit, combat);
    }

    /// Gives an enemy who is owed an attack somebody who makes it: one who is free, one who is not needed where they are, or one who
    /// takes him on besides.
    fn serve(&mut self, enemy: UnitId) {
        if self.of.contains_key(&enemy) {
            return;
        }
        let hands = self.graph.touched(enemy);
        if let Some(free) = hands.iter().find(|hand| !self.of.contains_key(hand)) {
            return self.join(free, enemy);
        }
        let combat = |hand: UnitId| self.of.get(&hand).copied();
        let spare =
            hands.iter().find(|hand| combat(*hand).is_some_and(|at| self.combats[at].hands.len() > 1));
        if let Some(spare) = spare {
            if let Some(at) = combat(spare) {
                self.combats[at].hands.remove(spare);
            }
            return self.join(spare, enemy);
        }
        if let Some(at) = hands.first().and_then(combat) {
            self.combats[at].defenders.insert(enemy);
            self.of.insert(enemy, at);
        }
    }
}
