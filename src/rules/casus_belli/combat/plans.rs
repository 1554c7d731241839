//! Single attacks, and a lawful set of combats for the whole phase (`cb:6c`, `cb:7a1` to `cb:7a4`, `cb:9c`).

use std::collections::BTreeMap;

use crate::options::Merge;
use crate::order::Assault;
use crate::roster::UnitId;
use crate::state::State;
use game::hex_combats::{Formed, Joined, Pair, Singles, with_guns};
use game::hex_duties::unmatched;
use scenario::UnitSet;

use super::graph::Graph;
use super::phase::CombatPhase;
use super::reach::{Part, part};

/// Maximum number of pairs of hands and defenders listed at a time.
pub const PAIRS: usize = 1200;

/// Well-formed sets of hands with defenders, guns left out, fewest units first (`cb:7a4`, option `merge`).
pub fn pairs(state: &State, graph: &Graph) -> Vec<Pair> {
    let whole = state.game.options.merge == Merge::AllAdjacent;
    graph.contacts().pairs(if whole { Joined::Whole } else { Joined::Linked }, PAIRS)
}

/// The guns that may join an attack on these.
pub fn helpers(graph: &Graph, defenders: UnitSet) -> UnitSet {
    graph.guns.iter().filter(|gun| graph.reached(*gun).meets(defenders)).collect()
}

/// The lawful combats at this moment: all of them where they are few; else with no gun, with each gun, and with all.
pub fn singles(state: &State, phase: &CombatPhase, limit: usize) -> Singles {
    let graph = Graph::of(state, phase);
    let now = graph.lapsed();
    let pairs = pairs(state, &graph);
    let capped = pairs.len() >= PAIRS;
    let alone = graph.targets.iter().map(|enemy| (enemy, graph.reached(enemy)));
    let is_lawful = |pair: Pair, guns| {
        (!pair.contact.is_empty() || may_be_alone(&graph, guns, pair.defenders))
            && graph.allows_after(now, pair.contact.or(guns), pair.defenders)
    };
    let (combats, more) = with_guns(pairs, |on| helpers(&graph, on), alone, limit, is_lawful);
    let formed = |(pair, guns): (Pair, UnitSet)| formed(state, phase, pair.contact.or(guns), pair.defenders);
    Singles { combats: combats.into_iter().map(formed).collect(), more: more || capped }
}

/// May these guns attack without hands? Out of command they cannot alone fulfil a duty, by `ooc-bombardment` (`cb:10e`).
fn may_be_alone(graph: &Graph, guns: UnitSet, defenders: UnitSet) -> bool {
    defenders.iter().all(|enemy| graph.alone_on(enemy).meets(guns))
}

fn formed(state: &State, phase: &CombatPhase, used: UnitSet, defenders: UnitSet) -> Formed {
    let is_ranged = |unit: &UnitId| matches!(part(state, phase, *unit, defenders), Part::Ranged(_));
    let (ranged, contact) = used.iter().partition(is_ranged);
    Formed { contact, ranged, defenders: defenders.to_vec() }
}

/// Some lawful set of combats for the rest of the phase that fulfils all possible duties, one against several or several
/// against one, or guns alone; empty if nothing is owed.
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
    let (_, serves) = unmatched(bare, guns.collect(), |enemy| graph.reached(enemy));
    let combats = plan.combats.into_iter().filter(|pair| !pair.contact.is_empty());
    let by_hand = combats.map(|pair| (pair.contact, pair.defenders));
    let by_guns = serves.into_iter().map(|(gun, enemy)| (UnitSet::of(gun), UnitSet::of(enemy)));
    let mut assaults: Vec<Assault> = by_hand
        .chain(by_guns)
        .map(|(by, on)| Assault { by: by.to_vec(), on: on.to_vec(), lowered: None, leaders: Vec::new() })
        .collect();
    assaults.sort();
    assaults
}

/// A set of combats being planned: stars of one hand and several enemies, or one enemy and several hands.
struct Plan<'g> {
    graph: &'g Graph,
    combats: Vec<Pair>,
    /// By unit: its combat.
    of: BTreeMap<UnitId, usize>,
}

impl Plan<'_> {
    /// Gives an obliged unit a target: an unassigned enemy that is owed an attack, else one that is owed one, else any.
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
            self.combats.push(Pair { contact: UnitSet::EMPTY, defenders: UnitSet::of(enemy) });
            self.combats.len() - 1
        });
        self.combats[combat].contact.insert(unit);
        self.of.insert(unit, combat);
    }

    /// Gives an enemy that is owed an attack an attacker: a free unit, one not needed where it is, or one that adds it to its
    /// targets.
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
            hands.iter().find(|hand| combat(*hand).is_some_and(|at| self.combats[at].contact.len() > 1));
        if let Some(spare) = spare {
            if let Some(at) = combat(spare) {
                self.combats[at].contact.remove(spare);
            }
            return self.join(spare, enemy);
        }
        if let Some(at) = hands.first().and_then(combat) {
            self.combats[at].defenders.insert(enemy);
            self.of.insert(enemy, at);
        }
    }
}
