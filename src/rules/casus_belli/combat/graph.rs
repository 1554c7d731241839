//! Possible attacks, and the exact look-ahead, one combat at a time (`cb:6c`, `cb:7a1` to `cb:7a4`, `cb:9c`, `cb:10e`).
//!
//! Two kinds of attackers: *hands*, who fight all that they touch (foot, horse, and batteries in enemy zones), and *guns*, of which each
//! hits one hex. Combats may be merged as long as hands link them (`cb:7a4`); so units linked by hands need only one combat,
//! and if all must touch all (option `merge`), combats of one against several and several against one: a graph without isolated
//! nodes always splits into such stars. Hence a phase can be finished if and only if every hand that owes an attack touches an
//! enemy, and each enemy that is owed one and touched by no hand can be given a gun of its own.

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

/// Units that are unused or not attacked yet, and who can hit whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Hands that owe an attack.
    pub owing: UnitSet,
    /// Enemies that are owed an attack.
    pub owed: UnitSet,
    /// All units that may attack hand to hand.
    pub hands: UnitSet,
    /// Batteries that each hit one hex.
    pub guns: UnitSet,
    /// Those of them that cannot alone fulfil an attack that is owed: out of command, by the option `ooc-bombardment`.
    only_joining: UnitSet,
    /// Every enemy that can be attacked.
    pub targets: UnitSet,
    /// By unit: the enemies that a hand touches, and the other way round.
    touch: Vec<UnitSet>,
    /// By unit: the enemies that a gun hits, and the other way round.
    reach: Vec<UnitSet>,
}

impl Graph {
    /// The graph of the present moment.
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

    /// Adds an attacker with all its targets.
    fn add(&mut self, state: &State, phase: &CombatPhase, unit: UnitId, enemies: &[UnitId]) {
        let commanded = state.is_in_command(unit);
        let pins = reach::pins(state, phase, unit);
        let (hits, is_hand) = if !state.game.is_artillery(unit) {
            (enemies.iter().filter(|enemy| commanded && reach::touches(state, unit, **enemy)).collect(), true)
        } else if !pins.is_empty() {
            // Out of command it may not attack the enemies that hold it, and fires at nobody else (`cb:9c`).
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

    /// The enemies that a hand touches, or the hands that touch an enemy.
    pub fn touched(&self, unit: UnitId) -> UnitSet {
        self.touch[unit.index()]
    }

    /// The enemies that a gun hits, or the guns that hit an enemy.
    pub fn reached(&self, unit: UnitId) -> UnitSet {
        self.reach[unit.index()]
    }

    /// The guns that may attack this enemy without other attackers.
    pub fn alone_on(&self, enemy: UnitId) -> UnitSet {
        let guns = self.reached(enemy);
        if self.owed.contains(enemy) { guns.minus(self.only_joining) } else { guns }
    }

    /// What remains after these have attacked and these were attacked.
    pub fn remainder(&self, used: UnitSet, attacked: UnitSet) -> Remainder {
        let (hands, targets) = (self.hands.minus(used), self.targets.minus(attacked));
        let owing = self.owing.minus(used);
        let idle = owing.iter().filter(|unit| !self.touched(*unit).meets(targets)).collect();
        let bare = self.owed.minus(attacked);
        let bare: UnitSet = bare.iter().filter(|enemy| !self.touched(*enemy).meets(hands)).collect();
        let guns = self.guns.minus(used).minus(self.only_joining);
        Remainder { idle, unattacked: unmatched(bare, guns, |enemy| self.reached(enemy)).0 }
    }

    /// Can the phase still be completed after this combat, as far as it can be now? Exact.
    ///
    /// Clauses: `cb:6c`, `cb:7a3`. Ruling: the most enemies possible, then the fewest obliged units idle; both coincide here.
    pub fn allows_after(&self, now: Remainder, used: UnitSet, attacked: UnitSet) -> bool {
        // Only units that touch a used one can be worse off; guns are matched only if that matters.
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

    /// The duties that cannot be fulfilled even now.
    pub fn lapsed(&self) -> Remainder {
        self.remainder(UnitSet::EMPTY, UnitSet::EMPTY)
    }
}

/// The attacks owed, by units and to enemies, and the batteries that are held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duties {
    pub owing: BTreeSet<UnitId>,
    pub owed: BTreeSet<UnitId>,
    pub pinned: BTreeMap<UnitId, BTreeSet<UnitId>>,
}

/// The duties as they are at this moment.
///
/// Clauses: `cb:6c`, `cb:7a1`, `cb:9c`, `cb:10e`, `cb:12a`. Ruling: a unit that is able to attack and is controlled owes an attack, and
/// whoever controls it is owed one. An enemy that is only controlled, by units that it does not control, is excused (option
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
