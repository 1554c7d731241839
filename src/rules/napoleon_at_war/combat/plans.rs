//! Lawful sets of combats for a whole phase: what may be attacked singly, plans by depth-first exact cover, declarations.
//!
//! Source: the ledger's "Combat assignment". Clauses: `naw:7.0`, `naw:7.11` to `naw:7.22`, `naw:8.13`.

use crate::options::MultiMulti;
use crate::zones::adjacent;
use crate::{Assault, Code, Refusal, State, UnitId};
use game::hex_combats::{Formed, Joined, Pair, Singles, with_guns};
use game::hex_duties::Remainder;

use super::graph::Graph;
use super::phase::CombatPhase;
use super::{form, reach};
use scenario::UnitSet;

/// At most this many pairs of attackers and defenders are listed at a time. No position on a hex map comes close, except under
/// `multi-multi: connected`.
pub const PAIRS: usize = 4000;

/// Every well-formed set of attackers in contact with defenders, guns left out, fewest units first (`naw:7.22`, option `multi-multi`).
pub fn pairs(state: &State, graph: &Graph) -> Vec<Pair> {
    let joined = match state.game.options.multi_multi {
        MultiMulti::Forbid => Joined::OneSided,
        MultiMulti::Complete => Joined::Whole,
        MultiMulti::Connected => Joined::Linked,
    };
    graph.contacts().pairs(joined, PAIRS)
}

/// The guns in the graph that may join an attack on these units.
pub fn helpers(graph: &Graph, defenders: UnitSet) -> UnitSet {
    graph.guns.iter().filter(|gun| graph.reached(*gun).meets(defenders)).collect()
}

fn assault(contact: UnitSet, guns: UnitSet, defenders: UnitSet) -> Assault {
    Assault { attackers: contact.or(guns).to_vec(), defenders: defenders.to_vec(), lowered: None }
}

/// Legal sets of combats for the rest of the phase that meet every duty, up to `limit` of them, each sorted. Bombardments of
/// enemies out of contact, which no duty requires, are left out.
pub fn plans(state: &State, phase: &CombatPhase, limit: usize) -> Vec<Vec<Assault>> {
    let graph = Graph::of(state, phase);
    let now = graph.lapsed();
    let mut search = Search { graph: &graph, now, limit, found: Vec::new(), plan: Vec::new() };
    let pairs = pairs(state, &graph);
    search.go(&pairs, UnitSet::EMPTY, UnitSet::EMPTY);
    let mut found = search.found;
    for plan in &mut found {
        plan.sort();
    }
    found
}

/// Whether all legal combats are listed.
///
/// Linked sets beyond [`PAIRS`], and choices among more than [`UnitSet::MOST_SPLIT`] guns, are not listed. They may be ordered
/// all the same: an attack is judged without the list.
pub fn lists_all(state: &State, phase: &CombatPhase) -> bool {
    let graph = Graph::of(state, phase);
    graph.guns.len() <= UnitSet::MOST_SPLIT && pairs(state, &graph).len() < PAIRS
}

/// A legal set of combats for the rest of the phase. There always is one; it is empty if there are no duties.
pub fn any_plan(state: &State, phase: &CombatPhase) -> Vec<Assault> {
    plans(state, phase, 1).pop().unwrap_or_default()
}

struct Search<'g> {
    graph: &'g Graph,
    now: Remainder,
    limit: usize,
    found: Vec<Vec<Assault>>,
    plan: Vec<Assault>,
}

impl Search<'_> {
    /// Depth first: the unit with the fewest possible combats is assigned next. As the look-ahead is exact, no branch ends in a
    /// dead end.
    fn go(&mut self, pairs: &[Pair], used: UnitSet, attacked: UnitSet) {
        let graph = self.graph;
        let idle = graph.remainder(used, attacked);
        let owing = graph.owing.minus(used).minus(idle.idle);
        let owed = graph.owed.minus(attacked);
        let guns = graph.guns.minus(used);
        let served = |unit: UnitId| {
            let pairs = pairs.iter().filter(|pair| pair.contact.or(pair.defenders).contains(unit)).count();
            pairs + if owed.contains(unit) { graph.reached(unit).and(guns).len() } else { 0 }
        };
        let open = owing.or(owed).iter().map(|unit| (served(unit), unit)).filter(|(ways, _)| *ways > 0);
        let Some((_, next)) = open.min() else {
            self.found.push(self.plan.clone());
            return;
        };
        let alone = if owed.contains(next) { guns.and(graph.reached(next)) } else { UnitSet::EMPTY };
        let with_contact = pairs.iter().filter(|pair| pair.contact.or(pair.defenders).contains(next));
        for pair in with_contact {
            let joining = UnitSet::and(guns, helpers(graph, pair.defenders));
            for joined in joining.subsets() {
                self.take(pairs, (pair.contact, joined, pair.defenders), used, attacked);
                if self.found.len() >= self.limit {
                    return;
                }
            }
        }
        for joined in alone.subsets().filter(|set| !set.is_empty()) {
            self.take(pairs, (UnitSet::EMPTY, joined, UnitSet::of(next)), used, attacked);
            if self.found.len() >= self.limit {
                return;
            }
        }
    }

    fn take(
        &mut self,
        pairs: &[Pair],
        (contact, guns, defenders): (UnitSet, UnitSet, UnitSet),
        used: UnitSet,
        attacked: UnitSet,
    ) {
        let (used, attacked) = (used.or(contact).or(guns), attacked.or(defenders));
        if !self.graph.allows_after(self.now, used, attacked) {
            return;
        }
        let rest = pairs.iter().filter(|pair| !pair.contact.meets(used) && !pair.defenders.meets(attacked));
        let rest: Vec<Pair> = rest.copied().collect();
        self.plan.push(assault(contact, guns, defenders));
        self.go(&rest, used, attacked);
        self.plan.pop();
    }
}

/// The lawful combats at this moment: all of them where they are few; else with no gun, with each gun, and with all.
pub fn singles(state: &State, phase: &CombatPhase, limit: usize) -> Singles {
    let graph = Graph::of(state, phase);
    let now = graph.lapsed();
    let pairs = pairs(state, &graph);
    let capped = pairs.len() >= PAIRS;
    let alone = graph.owed.or(graph.targets).iter();
    let alone = alone.map(|enemy| (enemy, graph.guns.and(graph.reached(enemy))));
    let is_lawful = |pair: Pair, guns| graph.allows_after(now, pair.contact.or(guns), pair.defenders);
    let (combats, more) = with_guns(pairs, |on| helpers(&graph, on), alone, limit, is_lawful);
    let formed = |(pair, guns): (Pair, UnitSet)| Formed {
        contact: pair.contact.to_vec(),
        ranged: guns.to_vec(),
        defenders: pair.defenders.to_vec(),
    };
    Singles { combats: combats.into_iter().map(formed).collect(), more: more || capped }
}

/// The part of a declared combat that can still be fought: guns that can no longer fire drop out, and a combat without attackers
/// lapses.
///
/// Clause: `naw:7.0`, option `declaration`.
pub fn standing(state: &State, phase: &CombatPhase, declared: &Assault) -> Option<Formed> {
    let map = state.game.map();
    let here = |unit: &UnitId| state.hex(*unit).is_some();
    let defenders: Vec<UnitId> =
        declared.defenders.iter().copied().filter(|e| here(e) && !phase.attacked.contains(e)).collect();
    let able = |unit: &UnitId| {
        if !here(unit) || !phase.may_attack(*unit) {
            return false;
        }
        let guns = reach::may_bombard(state, phase, *unit);
        defenders.iter().any(|e| match (state.hex(*unit), state.hex(*e)) {
            (Some(from), Some(to)) if guns => reach::reach_between(map, from, to).is_open(),
            (Some(from), Some(to)) => adjacent(map, from, to),
            _ => false,
        })
    };
    let attackers: Vec<UnitId> = declared.attackers.iter().copied().filter(able).collect();
    let assault = Assault { attackers, defenders, lowered: None };
    form::form(state, phase, &assault).ok()
}

/// Checks a whole phase's combats, declared before the first die: every unit that must attack is in one, every unit that must
/// be attacked is attacked, and none appears twice (`naw:7.11` to `naw:7.14`).
pub fn check_plan(state: &State, phase: &CombatPhase, assaults: &[Assault]) -> Result<(), Refusal> {
    let graph = Graph::of(state, phase);
    let (mut used, mut attacked) = (UnitSet::EMPTY, UnitSet::EMPTY);
    for assault in assaults {
        let formed = form::form(state, phase, assault)?;
        let twice = |units: UnitSet, code, fact: &str| {
            let fact = format!("{} {fact}", state.say_all(&units.to_vec()));
            let hexes = units.iter().filter_map(|unit| state.hex(unit));
            Refusal::new(code, "naw:7.14", fact, "Name each unit in one combat only")
                .at(hexes)
                .unless(&state.overruled)
        };
        let (again, more) = (used.and(formed.used()), attacked.and(formed.attacked()));
        if !again.is_empty() {
            twice(again, Code::AlreadyFought, "would fight twice")?;
        }
        if !more.is_empty() {
            twice(more, Code::AlreadyAttacked, "would be attacked twice")?;
        }
        (used, attacked) = (used.or(formed.used()), attacked.or(formed.attacked()));
    }
    let now = graph.lapsed();
    let left = graph.owed.minus(attacked).minus(now.unattacked);
    if !left.is_empty() {
        let fact = format!("nobody is to attack {}", state.say_all(&left.to_vec()));
        let hexes = left.iter().filter_map(|unit| state.hex(unit));
        let remedy = "Declare an attack on every enemy in contact";
        Refusal::new(Code::LeavesUnattacked, "naw:7.11", fact, remedy).at(hexes).unless(&state.overruled)?;
    }
    let idle = graph.owing.minus(used).minus(now.idle);
    if !idle.is_empty() {
        let fact = format!("nothing is allotted to {}", state.say_all(&idle.to_vec()));
        let hexes = idle.iter().filter_map(|unit| state.hex(unit));
        let remedy = "Declare an attack by every unit in contact";
        Refusal::new(Code::LeavesIdle, "naw:7.12", fact, remedy).at(hexes).unless(&state.overruled)?;
    }
    Ok(())
}
