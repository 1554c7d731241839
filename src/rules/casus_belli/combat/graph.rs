//! Who may still attack whom, and the exact look-ahead, one combat at a time (`cb:6c`, `cb:7a1` to `cb:7a4`, `cb:9c`, `cb:10e`).
//!
//! Two kinds of attackers: *hands*, who fight all that they touch (foot, horse, and batteries in enemy zones), and *guns*, of which each
//! hits one hex. Combats may be merged as long as hands link them (`cb:7a4`); so whoever is linked by hands can be served by one combat,
//! and where everybody has to touch everybody (option `merge`), by combats of one against several and several against one: a graph in
//! which nobody is alone always falls into such stars. Hence a phase can be finished if and only if every hand that owes an attack
//! touches somebody, and of the enemies that are owed one, those whom no hand touches can each be given a gun of their own.

use std::collections::{BTreeMap, BTreeSet};

use crate::options::{Mandatory, OocBombardment};
use crate::roster::UnitId;
use crate::state::State;
use crate::zones;
use game::hex_combats::Contacts;
use game::hex_duties::{Remainder, unmatched};
use scenario::UnitSet;

use super::phase::CombatPhase;
use super::reach;

/// What is unused and unattacked, and who can hit whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Hands who owe an attack.
    pub owing: UnitSet,
    /// Enemies who are owed one.
    pub owed: UnitSet,
    /// All who may attack by hand.
    pub hands: UnitSet,
    /// Batteries of which each hits one hex.
    pub guns: UnitSet,
    /// Of these, the ones that cannot alone attack who is owed it: out of command, where the option `ooc-bombardment` says so.
    only_joining: UnitSet,
    /// Every enemy who can be attacked by somebody.
    pub targets: UnitSet,
    /// By unit: whom a hand touches, and the other way round.
    touch: Vec<UnitSet>,
    /// By unit: whom a gun hits, and the other way round.
    reach: Vec<UnitSet>,
}

impl Graph {
    /// The graph at this moment.
    pub fn of(state: &State, phase: &CombatPhase) -> Self {
        let count = state.units.len();
        let none = UnitSet::EMPTY;
        let mut graph = Self {
            owing: none,
            owed: none,
            hands: none,
            guns: none,
            only_joining: none,
            targets: none,
            touch: vec![none; count],
            reach: vec![none; count],
        };
        let of_enemy = |(unit, _): &(UnitId, _)| state.side(*unit) != state.phasing;
        let enemies = state.on_map().filter(of_enemy).map(|(unit, _)| unit);
        let enemies: Vec<UnitId> = enemies.filter(|enemy| phase.may_be_attacked(*enemy)).collect();
        graph.owed = enemies.iter().filter(|enemy| phase.owed.contains(enemy)).collect();
        for (unit, _) in state.on_map() {
            let own = state.side(unit) == state.phasing;
            if own && phase.may_attack(unit) && reach::is_able(state, unit) {
                graph.add(state, phase, unit, &enemies);
            }
        }
        graph
    }

    /// Adds an attacker with all that they can hit.
    fn add(&mut self, state: &State, phase: &CombatPhase, unit: UnitId, enemies: &[UnitId]) {
        let commanded = state.is_in_command(unit);
        let pins = reach::pins(state, phase, unit);
        let (hits, is_hand) = if !state.game.is_artillery(unit) {
            (enemies.iter().filter(|enemy| commanded && reach::touches(state, unit, **enemy)).collect(), true)
        } else if !pins.is_empty() {
            // Out of command it may not attack who holds it, and fires at nobody else (`cb:9c`).
            if commanded { (pins, true) } else { (UnitSet::EMPTY, false) }
        } else {
            let hit = |enemy: UnitId| {
                commanded && reach::touches(state, unit, enemy) || reach::is_in_fire(state, unit, enemy)
            };
            (enemies.iter().filter(|enemy| hit(**enemy)).collect::<UnitSet>(), false)
        };
        let (members, edges) =
            if is_hand { (&mut self.hands, &mut self.touch) } else { (&mut self.guns, &mut self.reach) };
        members.insert(unit);
        edges[unit.index()] = hits;
        hits.iter().for_each(|enemy| edges[enemy.index()].insert(unit));
        self.targets = self.targets.or(hits);
        if is_hand && phase.owing.contains(&unit) {
            self.owing.insert(unit);
        }
        if !commanded && state.game.options.ooc_bombardment == OocBombardment::OnlyUnowed {
            self.only_joining.insert(unit);
        }
    }

    /// Who touches whom by hand.
    pub fn contacts(&self) -> Contacts<'_> {
        Contacts { attackers: self.hands, defenders: self.targets, touch: &self.touch }
    }

    /// Whom a hand touches, or which hands touch the enemy.
    pub fn touched(&self, unit: UnitId) -> UnitSet {
        self.touch[unit.index()]
    }

    /// Whom a gun hits, or which guns hit the enemy.
    pub fn reached(&self, unit: UnitId) -> UnitSet {
        self.reach[unit.index()]
    }

    /// The guns that may attack this enemy without any other attacker.
    pub fn alone_on(&self, enemy: UnitId) -> UnitSet {
        let guns = self.reached(enemy);
        if self.owed.contains(enemy) { guns.minus(self.only_joining) } else { guns }
    }

    /// What is left when these have attacked and these were attacked.
    pub fn remainder(&self, used: UnitSet, attacked: UnitSet) -> Remainder {
        let (hands, targets) = (self.hands.minus(used), self.targets.minus(attacked));
        let owing = self.owing.minus(used);
        let idle = owing.iter().filter(|unit| !self.touched(*unit).meets(targets)).collect();
        let bare = self.owed.minus(attacked);
        let bare: UnitSet = bare.iter().filter(|enemy| !self.touched(*enemy).meets(hands)).collect();
        let guns = self.guns.minus(used).minus(self.only_joining);
        Remainder { idle, unattacked: unmatched(bare, guns, |enemy| self.reached(enemy)).0 }
    }

    /// Can the rest of the phase still be fought out after this combat, as far as it can now? Exact.
    ///
    /// Clauses: `cb:6c`, `cb:7a3`. Ruling: the most enemies possible, then the fewest obliged units idle; both come together here.
    pub fn allows_after(&self, now: Remainder, used: UnitSet, attacked: UnitSet) -> bool {
        // Only who touches somebody that is gone can be worse off; guns are matched only where that matters.
        let (hands, targets) = (self.hands.minus(used), self.targets.minus(attacked));
        let around =
            |units: UnitSet| units.iter().fold(UnitSet::EMPTY, |all, unit| all.or(self.touched(unit)));
        let beside = around(attacked).and(self.owing).minus(used).minus(now.idle);
        if beside.iter().any(|unit| !self.touched(unit).meets(targets)) {
            return false;
        }
        let beside = around(used.and(self.hands)).and(self.owed).minus(attacked);
        let bared = beside.iter().any(|enemy| !self.touched(enemy).meets(hands));
        let frees_all = !bared && !used.meets(self.guns);
        frees_all || self.remainder(used, attacked).unattacked.len() <= now.unattacked.len()
    }

    /// What cannot be done even now.
    pub fn lapsed(&self) -> Remainder {
        self.remainder(UnitSet::EMPTY, UnitSet::EMPTY)
    }
}

/// Who owes an attack, who is owed one, and which batteries are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duties {
    pub owing: BTreeSet<UnitId>,
    pub owed: BTreeSet<UnitId>,
    pub pinned: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

/// The duties as they are at this moment.
///
/// Clauses: `cb:6c`, `cb:7a1`, `cb:9c`, `cb:10e`, `cb:12a`. Ruling: a unit that is able to attack and is controlled owes an attack, and
/// whoever controls it is owed one. An enemy who is only controlled, by units that he does not control, is excused (option
/// `mandatory`).
pub fn duties(state: &State) -> Duties {
    let strict = state.game.options.mandatory == Mandatory::Strict;
    let mut duties = Duties::default();
    for (unit, hex) in state.on_map() {
        if state.side(unit) != state.phasing || !reach::is_able(state, unit) {
            continue;
        }
        let by: BTreeSet<UnitId> =
            zones::controllers(state, hex, state.phasing.enemy()).into_iter().collect();
        if state.game.is_artillery(unit) && !by.is_empty() {
            duties.pinned.insert(unit, by.clone());
        }
        if !state.is_in_command(unit) {
            continue;
        }
        duties.owed.extend(&by);
        if strict {
            let controls =
                |enemy: &UnitId| state.hex(*enemy).is_some_and(|hex| zones::controls(state, unit, hex));
            duties.owed.extend(zones::touching(state, unit).into_iter().filter(controls));
        }
        if !by.is_empty() {
            duties.owing.insert(unit);
        }
    }
    duties
}
