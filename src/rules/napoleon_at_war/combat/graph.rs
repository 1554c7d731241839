//! Which units may still attack which, and the exact look-ahead, one combat at a time.
//!
//! Source: the ledger's "Combat assignment", which also defines the letters: units in `A` must attack, units in `D` must be
//! attacked, `G` are guns that may bombard, `T` the enemies that only they reach. Clauses: `naw:7.11`, `naw:7.12`, `naw:7.14`.

use crate::zones::{adjacent, in_contact};
use crate::{State, UnitId};
use game::hex_combats::Contacts;
use game::hex_duties::{Remainder, unmatched};

use super::phase::CombatPhase;
use super::reach;
use scenario::UnitSet;

/// The units not used and not attacked yet, and which reach which.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// `A`: unused phasing units that must attack.
    pub owing: UnitSet,
    /// `D`: unattacked enemies that must be attacked.
    pub owed: UnitSet,
    /// `G`: unused guns that may bombard now.
    pub guns: UnitSet,
    /// `T`: unattacked enemies outside `D` that an unused gun reaches now.
    pub targets: UnitSet,
    /// By unit: the enemies in `D` that a unit in `A` touches, and the reverse.
    touch: Vec<UnitSet>,
    /// By unit: the enemies in `D` and `T` that a gun reaches, and the reverse.
    reach: Vec<UnitSet>,
}

impl Graph {
    /// The graph at this moment. Units that have left the map, or were silenced, are not in it.
    pub fn of(state: &State, phase: &CombatPhase) -> Self {
        let map = state.game.map();
        let count = state.units.len();
        let mut graph = Self {
            owing: UnitSet::EMPTY,
            owed: UnitSet::EMPTY,
            guns: UnitSet::EMPTY,
            targets: UnitSet::EMPTY,
            touch: vec![UnitSet::EMPTY; count],
            reach: vec![UnitSet::EMPTY; count],
        };
        let (mut owing, mut owed, mut guns) = (Vec::new(), Vec::new(), Vec::new());
        for &unit in &phase.owing {
            if let (Some(hex), true) = (state.hex(unit), phase.may_attack(unit)) {
                graph.owing.insert(unit);
                owing.push((unit, hex));
            }
        }
        for &unit in &phase.owed {
            if let (Some(hex), false) = (state.hex(unit), phase.attacked.contains(&unit)) {
                graph.owed.insert(unit);
                owed.push((unit, hex));
            }
        }
        for (unit, _) in state.on_map() {
            let own = state.side(unit) == state.phasing && state.game.is_artillery(unit);
            if own && phase.may_attack(unit) && reach::may_bombard(state, phase, unit) {
                graph.guns.insert(unit);
                guns.push(unit);
                // A gun that no longer has to attack because its contact is gone counts as any other gun.
                graph.owing.remove(unit);
            }
        }
        for &(a, from) in &owing {
            for &(e, at) in &owed {
                if graph.owing.contains(a) && adjacent(map, from, at) {
                    graph.touch[a.index()].insert(e);
                    graph.touch[e.index()].insert(a);
                }
            }
        }
        for (e, _) in state.on_map() {
            if state.side(e) == state.phasing || phase.attacked.contains(&e) {
                continue;
            }
            for &gun in &guns {
                if reach::reach(state, gun, e).is_open() {
                    graph.reach[gun.index()].insert(e);
                    graph.reach[e.index()].insert(gun);
                }
            }
            if !graph.owed.contains(e) && !graph.reach[e.index()].is_empty() {
                graph.targets.insert(e);
            }
        }
        graph
    }

    /// Which units touch which.
    pub fn contacts(&self) -> Contacts<'_> {
        Contacts { attackers: self.owing, defenders: self.owed, touch: &self.touch }
    }

    /// The units this one touches: for a unit in `A` those in `D`, for one in `D` those in `A`.
    pub fn touched(&self, unit: UnitId) -> UnitSet {
        self.touch[unit.index()]
    }

    /// The enemies the gun reaches, or the guns that reach the enemy.
    pub fn reached(&self, unit: UnitId) -> UnitSet {
        self.reach[unit.index()]
    }

    /// The duties that cannot be met once these units have attacked and these were attacked.
    ///
    /// A unit in `A` needs a unit in `D` that it touches. The units in `D` that no unit in `A` touches any more need one gun
    /// each: they are matched one to one with `G`.
    pub fn remainder(&self, used: UnitSet, attacked: UnitSet) -> Remainder {
        let (owing, owed) = (self.owing.minus(used), self.owed.minus(attacked));
        let idle = owing.iter().filter(|a| !self.touch[a.index()].meets(owed)).collect();
        let bare: UnitSet = owed.iter().filter(|e| !self.touch[e.index()].meets(owing)).collect();
        Remainder { idle, unattacked: unmatched(bare, self.guns.minus(used), |enemy| self.reached(enemy)).0 }
    }

    /// Whether the phase can still be finished legally after this combat. Exact: if the answer is yes, a legal set of combats
    /// for the rest exists, otherwise none does.
    ///
    /// Duties that have become impossible already do not count against it, as long as the combat adds no more.
    pub fn allows(&self, used: UnitSet, attacked: UnitSet) -> bool {
        self.allows_after(self.lapsed(), used, attacked)
    }

    /// Like [`Graph::allows`], with the impossible duties already worked out.
    pub fn allows_after(&self, now: Remainder, used: UnitSet, attacked: UnitSet) -> bool {
        self.remainder(used, attacked).spoils(now).is_none()
    }

    /// The duties that are impossible even now.
    pub fn lapsed(&self) -> Remainder {
        self.remainder(UnitSet::EMPTY, UnitSet::EMPTY)
    }

    /// The graph without these units, as after a combat in which no other unit moved.
    #[must_use]
    pub fn without(&self, used: UnitSet, attacked: UnitSet) -> Self {
        let mut less = self.clone();
        less.owing = less.owing.minus(used);
        less.guns = less.guns.minus(used);
        less.owed = less.owed.minus(attacked);
        less.targets = less.targets.minus(attacked);
        for sets in [&mut less.touch, &mut less.reach] {
            for set in sets.iter_mut() {
                *set = set.minus(used).minus(attacked);
            }
        }
        less
    }
}

/// The units that must attack and those that must be attacked at this moment: phasing units in contact, and the enemies they touch.
///
/// Clauses: `naw:7.11`, `naw:7.12`. Artillery included.
pub fn duties(state: &State) -> (Vec<UnitId>, Vec<UnitId>) {
    let touching = |phasing: bool| {
        let of_side = state.on_map().filter(|(unit, _)| (state.side(*unit) == state.phasing) == phasing);
        of_side.map(|(unit, _)| unit).filter(|unit| !in_contact(state, *unit).is_empty()).collect()
    };
    (touching(true), touching(false))
}
