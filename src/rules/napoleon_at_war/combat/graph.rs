//! Who may still attack whom, and the exact look-ahead, one combat at a time.
//!
//! Source: the ledger's "Combat assignment". The letters are its own: `A` owes an attack, `D` is owed one, `G` are guns that may
//! bombard, `T` what only they reach. Clauses: `naw:7.11`, `naw:7.12`, `naw:7.14`.

use crate::zones::{adjacent, in_contact};
use crate::{State, UnitId};
use game::hex_combats::Contacts;
use game::hex_duties::{Remainder, unmatched};

use super::phase::CombatPhase;
use super::reach;
use scenario::UnitSet;

/// What is unused and unattacked, and who reaches whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// `A`: unused phasing units that owe an attack.
    pub owing: UnitSet,
    /// `D`: unattacked enemies that are owed one.
    pub owed: UnitSet,
    /// `G`: unused guns that may bombard now.
    pub guns: UnitSet,
    /// `T`: unattacked enemies outside `D` that an unused gun reaches now.
    pub targets: UnitSet,
    /// By unit: whom a unit of `A` touches in `D`, and the other way round.
    touch: Vec<UnitSet>,
    /// By unit: what a gun reaches in `D` and `T`, and the other way round.
    reach: Vec<UnitSet>,
}

impl Graph {
    /// The graph at this moment. What has left the map, or was silenced, has no part in it any more.
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
                // A gun whose duty has gone with its contact is a gun like any other.
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

    /// Who touches whom.
    pub fn contacts(&self) -> Contacts<'_> {
        Contacts { attackers: self.owing, defenders: self.owed, touch: &self.touch }
    }

    /// Whom the unit touches: of a unit of `A` those of `D`, of one of `D` those of `A`.
    pub fn touched(&self, unit: UnitId) -> UnitSet {
        self.touch[unit.index()]
    }

    /// What the gun reaches, or which guns reach the enemy.
    pub fn reached(&self, unit: UnitId) -> UnitSet {
        self.reach[unit.index()]
    }

    /// What is left when these have attacked and these were attacked.
    ///
    /// 1. A unit of `A` needs somebody of `D` that it touches. 2. Those of `D` that nobody of `A` touches any more need a gun each:
    ///    they are matched one to one into `G`.
    pub fn remainder(&self, used: UnitSet, attacked: UnitSet) -> Remainder {
        let (owing, owed) = (self.owing.minus(used), self.owed.minus(attacked));
        let idle = owing.iter().filter(|a| !self.touch[a.index()].meets(owed)).collect();
        let bare: UnitSet = owed.iter().filter(|e| !self.touch[e.index()].meets(owing)).collect();
        Remainder { idle, unattacked: unmatched(bare, self.guns.minus(used), |enemy| self.reached(enemy)).0 }
    }

    /// Can the phase still be finished lawfully after this combat? Exact: where the answer is yes some legal set of combats
    /// for the rest exists, else none does.
    ///
    /// What mishaps have made impossible already is no bar, so long as the combat makes it no worse.
    pub fn allows(&self, used: UnitSet, attacked: UnitSet) -> bool {
        self.allows_after(self.lapsed(), used, attacked)
    }

    /// As [`Graph::allows`], with what is impossible already worked out.
    pub fn allows_after(&self, now: Remainder, used: UnitSet, attacked: UnitSet) -> bool {
        self.remainder(used, attacked).spoils(now).is_none()
    }

    /// What cannot be done even now.
    pub fn lapsed(&self) -> Remainder {
        self.remainder(UnitSet::EMPTY, UnitSet::EMPTY)
    }

    /// Without these units: the graph after a combat in which nobody else was moved.
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

/// Who owes and who is owed an attack at this moment: phasing units in contact, and the enemies that they touch.
///
/// Clauses: `naw:7.11`, `naw:7.12`. Artillery included.
pub fn duties(state: &State) -> (Vec<UnitId>, Vec<UnitId>) {
    let touching = |phasing: bool| {
        let of_side = state.on_map().filter(|(unit, _)| (state.side(*unit) == state.phasing) == phasing);
        of_side.map(|(unit, _)| unit).filter(|unit| !in_contact(state, *unit).is_empty()).collect()
    };
    (touching(true), touching(false))
}
