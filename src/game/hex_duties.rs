//! The attacks owed in a combat phase on hexes in which every contact has to be fought: by which units and upon which, as data,
//! in words and on the wire; and what a combat would leave undone.

use std::collections::BTreeMap;

use serde::Serialize;

use super::hex_units::HexUnits;
use super::hex_wire::{WireAwaits, WireOwed, WireOwes};
use super::refusal::Refusal;
use crate::Clause;
use scenario::{Side, UnitId, UnitSet};

/// A unit that has to attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwesAttack {
    pub unit: UnitId,
    /// The enemies in contact that it may attack.
    pub targets: Vec<UnitId>,
    /// Those of them that no other unit can attack, in contact or by gun: it attacks all of these together.
    pub alone: Vec<UnitId>,
}

/// An enemy that has to be attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwaitsAttack {
    pub unit: UnitId,
    /// The units in contact with it that have not attacked yet.
    pub by: Vec<UnitId>,
    /// Other guns that reach it.
    pub guns: Vec<UnitId>,
}

/// Everything that is still owed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Owed {
    pub attackers: Vec<OwesAttack>,
    pub defenders: Vec<AwaitsAttack>,
    /// Units with duties that can no longer be done; they are released.
    pub lapsed: Vec<UnitId>,
}

/// The terms of the rules for guns that attack from a distance.
#[derive(Clone, Copy, Debug)]
pub struct GunWords {
    /// For an enemy that only guns can attack: `can only be attacked by bombardment`.
    pub only: &'static str,
    /// After the name of a gun among others: `bombarding`.
    pub one: &'static str,
}

impl Owed {
    pub const fn is_empty(&self) -> bool {
        self.attackers.is_empty() && self.defenders.is_empty()
    }

    /// The units that owe an attack, then the enemies that are owed one.
    pub fn units(&self) -> Vec<UnitId> {
        let own = self.attackers.iter().map(|one| one.unit);
        own.chain(self.defenders.iter().map(|one| one.unit)).collect()
    }

    /// Everything owed in words, a sentence each.
    pub fn words(&self, state: &impl HexUnits, guns: GunWords) -> Vec<String> {
        let own = self.attackers.iter().map(|one| one.words(state));
        own.chain(self.defenders.iter().map(|one| one.words(state, guns))).collect()
    }

    /// How much of it there is, as it is asked of this side.
    pub fn prompt(&self, side: &str) -> String {
        match (self.attackers.len(), self.defenders.len()) {
            (0, 0) => format!("{side}: combat, nothing is owed"),
            (units, enemies) => format!("{side}: combat, {units} to attack and {enemies} to be attacked"),
        }
    }

    pub fn wire(&self, state: &impl HexUnits, guns: GunWords) -> WireOwed {
        let owes = |one: &OwesAttack| WireOwes {
            unit: state.key_of(one.unit),
            targets: state.keys_of(&one.targets),
            alone: state.keys_of(&one.alone),
        };
        let awaits = |one: &AwaitsAttack| WireAwaits {
            unit: state.key_of(one.unit),
            by: state.keys_of(&one.by),
            guns: state.keys_of(&one.guns),
        };
        WireOwed {
            attackers: self.attackers.iter().map(owes).collect(),
            defenders: self.defenders.iter().map(awaits).collect(),
            lapsed: state.keys_of(&self.lapsed),
            words: self.words(state, guns),
            withdraw: Vec::new(),
        }
    }
}

impl OwesAttack {
    fn words(&self, state: &impl HexUnits) -> String {
        let unit = state.words_of(self.unit);
        match (self.targets.as_slice(), self.alone.as_slice()) {
            ([only], _) => format!("{unit} must join the attack on {}", state.words_of(*only)),
            (_, [_, _, ..]) => {
                format!("{unit} must attack {} all together", listed(state, &self.alone, " and "))
            }
            (targets, _) => format!("{unit} must attack {}", listed(state, targets, " or ")),
        }
    }
}

impl AwaitsAttack {
    fn words(&self, state: &impl HexUnits, guns: GunWords) -> String {
        let unit = state.words_of(self.unit);
        match (self.by.as_slice(), self.guns.as_slice()) {
            ([], all) => format!("{unit} {}: {}", guns.only, listed(state, all, " or ")),
            ([only], []) => format!("{unit} must be attacked: only {} can", state.words_of(*only)),
            (by, all) => {
                let guns = all.iter().map(|gun| format!("{} ({})", state.words_of(*gun), guns.one));
                let can = by.iter().map(|hand| state.words_of(*hand)).chain(guns).collect::<Vec<_>>();
                format!("{unit} must be attacked, by {}", can.join(" or "))
            }
        }
    }
}

fn listed(state: &impl HexUnits, units: &[UnitId], between: &str) -> String {
    units.iter().map(|unit| state.words_of(*unit)).collect::<Vec<_>>().join(between)
}

/// May the combat phase of this side end, in which attacks are owed by those of these units who are its own, and upon the others?
///
/// # Errors
/// Returns an error if there are any.
pub fn check_done<C>(
    state: &impl HexUnits,
    units: &[UnitId],
    phasing: Side,
    code: C,
    clause: Clause,
) -> Result<(), Refusal<C>> {
    if units.is_empty() {
        return Ok(());
    }
    let (own, enemy): (Vec<UnitId>, Vec<UnitId>) =
        units.iter().partition(|unit| state.battle().unit(**unit).side == phasing);
    let part = |word: &str, units: &[UnitId]| format!("{word} {}", state.words_of_all(units));
    let parts = [("by", own), ("upon", enemy)].into_iter().filter(|(_, units)| !units.is_empty());
    let parts: Vec<String> = parts.map(|(word, units)| part(word, &units)).collect();
    let fact = format!("attacks are still owed {}", parts.join("; "));
    let hexes = units.iter().filter_map(|unit| state.hex_of(*unit));
    Err(Refusal::new(code, clause, fact, "Fight the combats that are owed first").at(hexes))
}

/// What a set of attacks leaves undone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remainder {
    /// Units that owe an attack and have no enemy left to attack.
    pub idle: UnitSet,
    /// Enemies that are owed an attack and that no unit can attack any more.
    pub unattacked: UnitSet,
}

/// What a combat would make impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// No unit would be left to attack these.
    Unattacked(UnitSet),
    /// These would have nobody left to attack.
    Idle(UnitSet),
}

impl Remainder {
    /// What is impossible here but was not before: for enemies the number counts, as a gun can serve either of two.
    pub fn spoils(self, before: Self) -> Option<Spoilt> {
        if self.unattacked.len() > before.unattacked.len() {
            let left = self.unattacked.minus(before.unattacked);
            return Some(Spoilt::Unattacked(if left.is_empty() { self.unattacked } else { left }));
        }
        let idle = self.idle.minus(before.idle);
        (!idle.is_empty()).then_some(Spoilt::Idle(idle))
    }
}

/// The enemies left without a gun of their own in a largest matching, and by gun the enemy that it serves.
/// Uses augmenting paths. `reached` returns the guns that reach an enemy.
pub fn unmatched(
    enemies: UnitSet,
    guns: UnitSet,
    reached: impl Fn(UnitId) -> UnitSet,
) -> (UnitSet, BTreeMap<UnitId, UnitId>) {
    let (mut serves, mut left) = (BTreeMap::new(), UnitSet::EMPTY);
    let reached = |enemy: UnitId| reached(enemy).and(guns);
    for enemy in enemies.iter() {
        if !augment(enemy, &reached, &mut serves, &mut UnitSet::default()) {
            left.insert(enemy);
        }
    }
    (left, serves)
}

/// Gives the enemy a gun if its present target can do with another.
fn augment(
    enemy: UnitId,
    reached: &impl Fn(UnitId) -> UnitSet,
    serves: &mut BTreeMap<UnitId, UnitId>,
    seen: &mut UnitSet,
) -> bool {
    for gun in reached(enemy).iter() {
        if seen.contains(gun) {
            continue;
        }
        seen.insert(gun);
        let other = serves.get(&gun).copied();
        if other.is_none_or(|other| augment(other, reached, serves, seen)) {
            serves.insert(gun, enemy);
            return true;
        }
    }
    false
}
