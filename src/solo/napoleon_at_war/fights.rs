//! The combats of a whole phase: an assignment of attackers that fulfils all duties and has the highest value.
//!
//! Combats are stars: several units on one enemy, or one unit on several. Such a set always exists, and it is lawful under any
//! rule on several against several (`naw:7.21`, `naw:7.22`). Values are in strength points.

use super::board::{Board, ShortUnitList};
use napoleon_at_war::combat::graph::Graph;
use napoleon_at_war::combat::table::{Column, CombatResult, TABLE};
use napoleon_at_war::{Assault, UnitId};

/// One combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Combat {
    pub contact: ShortUnitList,
    pub guns: ShortUnitList,
    pub defenders: ShortUnitList,
}

/// The value of a combat, and its column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    pub value: f32,
    pub column: Column,
    pub computed: Column,
}

impl Combat {
    pub fn assault(&self, worth: Worth) -> Assault {
        let sorted = |units: &mut dyn Iterator<Item = UnitId>| {
            let mut units: Vec<UnitId> = units.collect();
            units.sort_unstable();
            units
        };
        Assault {
            attackers: sorted(&mut self.contact.iter().chain(self.guns.iter())),
            defenders: sorted(&mut self.defenders.iter()),
            lowered: (worth.column < worth.computed).then_some(worth.column),
        }
    }
}

/// The preferences of a side.
#[derive(Clone, Debug)]
pub(super) struct Taste {
    /// Weight of its own points in its own combats.
    pub loss: f32,
    /// Weight of its own points where the enemy may attack next turn.
    pub caution: f32,
    /// Do the attackers' strengths double (`naw:15.2`)?
    pub doubled: bool,
    /// May odds be lowered (`naw:7.9`)?
    pub lowers: bool,
    /// By place: the value of driving an enemy out of it.
    pub push: Vec<f32>,
    /// By place: the cost of being driven out of it.
    pub hold: Vec<f32>,
    /// By place: the value of a unit there, of any strength.
    pub seat: Vec<f32>,
}

/// How often in six each result comes, by column: De, Dr, Ex, Ar, Ae.
pub(super) fn faces(column: Column) -> [f32; 5] {
    let mut faces = [0.0; 5];
    for row in &TABLE {
        let index = match row[column as usize] {
            CombatResult::De => 0,
            CombatResult::Dr => 1,
            CombatResult::Ex => 2,
            CombatResult::Ar => 3,
            CombatResult::Ae => 4,
        };
        faces[index] += 1.0;
    }
    faces
}

/// All columns' faces, computed once.
#[derive(Clone, Debug)]
pub(super) struct Chances([[f32; 5]; 10]);

impl Chances {
    pub fn new() -> Self {
        Self(Column::ALL.map(faces))
    }

    pub fn of(&self, column: Column) -> &[f32; 5] {
        &self.0[column as usize]
    }
}

/// Value of a lost unit.
pub(super) fn price(strength: u32) -> f32 {
    strength as f32 + 0.4
}

/// The units that have to attack and to be attacked, and the contacts between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Duties {
    pub owing: Vec<UnitId>,
    pub owed: Vec<UnitId>,
    /// By index in `owing`: indices in `owed`.
    touch: Vec<ShortUnitList>,
    /// Guns that may bombard, and the enemies they reach.
    pub guns: Vec<(UnitId, ShortUnitList)>,
}

impl Duties {
    /// The duties of a combat phase in the engine.
    pub fn of_graph(graph: &Graph) -> Self {
        let owed = graph.owed.to_vec();
        let touching = |unit: &UnitId| graph.touched(*unit).meets(graph.owed);
        let owing: Vec<UnitId> = graph.owing.iter().filter(touching).collect();
        let touch = owing.iter().map(|unit| indices(&owed, graph.touched(*unit).iter())).collect();
        let guns = graph.guns.iter().map(|gun| (gun, graph.reached(gun).iter().collect())).collect();
        Self { owing, owed, touch, guns }
    }

    /// The duties on this board, only for units linked with these enemies.
    pub fn round(board: &Board<'_>, seeds: &[UnitId], guns: &[UnitId]) -> Self {
        let mut duties = Self::default();
        for &seed in seeds {
            if !duties.owed.contains(&seed) && !board.touched(seed).is_empty() {
                duties.owed.push(seed);
            }
        }
        let mut next = 0;
        while next < duties.owed.len() {
            for own in board.touched(duties.owed[next]).iter() {
                if duties.owing.contains(&own) {
                    continue;
                }
                duties.owing.push(own);
                for enemy in board.touched(own).iter() {
                    if !duties.owed.contains(&enemy) {
                        duties.owed.push(enemy);
                    }
                }
            }
            next += 1;
        }
        duties.owing.sort_unstable();
        duties.owed.sort_unstable();
        for own in &duties.owing {
            duties.touch.push(indices(&duties.owed, board.touched(*own).iter()));
        }
        for &gun in guns {
            let place = board.place(gun);
            if place == super::ground::NOWHERE || board.in_zone(place, board.side.enemy()) {
                continue;
            }
            let shots = board.ground.shots[usize::from(place)].iter();
            let reached: ShortUnitList =
                shots.filter_map(|to| board.held(*to)).filter(|other| duties.owed.contains(other)).collect();
            if !reached.is_empty() {
                duties.guns.push((gun, reached));
            }
        }
        duties
    }

    pub fn is_empty(&self) -> bool {
        self.owing.is_empty() && self.owed.is_empty()
    }
}

fn indices(all: &[UnitId], units: impl Iterator<Item = UnitId>) -> ShortUnitList {
    let index = |unit: UnitId| all.iter().position(|other| *other == unit);
    units.filter_map(index).filter_map(|index| u8::try_from(index).ok()).map(UnitId).collect()
}

/// Value of a combat on this board.
pub(super) fn weigh(board: &Board<'_>, taste: &Taste, chances: &Chances, combat: &Combat) -> Worth {
    let strength = |unit: UnitId| board.strength[unit.index()];
    let printed: u32 = combat.contact.iter().chain(combat.guns.iter()).map(strength).sum();
    let attack = if taste.doubled { printed * 2 } else { printed };
    let defence: u32 = combat.defenders.iter().map(|unit| board.defence(unit, combat.contact)).sum();
    let computed = Column::of(attack, defence);
    let (mut prize, mut driven, mut owed) = (0.0, 0.0, 0);
    for enemy in combat.defenders.iter() {
        let value = price(strength(enemy));
        let back = board.way_back(enemy);
        owed += strength(enemy);
        let at = usize::from(board.place(enemy));
        prize += value + taste.seat[at];
        driven += value * (1.0 - back) + back * taste.push[at] * value + taste.seat[at];
    }
    let (mut all, mut thrown) = (0.0, 0.0);
    for own in combat.contact.iter() {
        let value = price(strength(own)) * taste.loss;
        let back = board.way_back(own);
        let at = usize::from(board.place(own));
        all += value + taste.seat[at];
        thrown += value * (1.0 - back) + back * taste.hold[at] * value + taste.seat[at];
    }
    let exchange = taste.loss * cheapest(board, combat.contact, owed);
    let value = |column: Column| {
        let [de, dr, ex, ar, ae] = *chances.of(column);
        (de * prize + dr * driven + ex * (prize - exchange) - ar * thrown - ae * all) / 6.0
    };
    let mut worth = Worth { value: value(computed), column: computed, computed };
    if taste.lowers {
        for column in computed.down_to_lowest() {
            let lower = value(column);
            if lower > worth.value + 0.001 {
                worth = Worth { value: lower, column, computed };
            }
        }
    }
    worth
}

/// The least cost of an exchange for the attacker.
fn cheapest(board: &Board<'_>, contact: ShortUnitList, owed: u32) -> f32 {
    let units: Vec<u32> = contact.iter().map(|unit| board.strength[unit.index()]).collect();
    let all: u32 = units.iter().sum();
    let mut best = all;
    if all > owed {
        for set in 1_u32..1 << units.len() {
            let chosen = units.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            let sum: u32 = chosen.map(|(_, points)| points).sum();
            if sum >= owed {
                best = best.min(sum);
            }
        }
    }
    if units.is_empty() { 0.0 } else { price(best) }
}

/// A plan for the phase: combats with their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub combats: Vec<(Combat, Worth)>,
}

impl Plan {
    pub fn value(&self) -> f32 {
        self.combats.iter().map(|(_, worth)| worth.value).sum()
    }
}

struct Planner<'p> {
    board: &'p Board<'p>,
    taste: &'p Taste,
    chances: &'p Chances,
    duties: &'p Duties,
    combats: Vec<(Combat, Worth)>,
    /// By index in `owed`: the combat in which it is attacked.
    by: Vec<Option<usize>>,
    /// By index in `owing`.
    of: Vec<Option<usize>>,
    /// By index in `guns`.
    used: Vec<bool>,
}

/// The plan for these duties. With `bombards`, guns also fire at enemies that need not be attacked.
pub(super) fn plan(
    board: &Board<'_>,
    taste: &Taste,
    chances: &Chances,
    duties: &Duties,
    bombards: bool,
) -> Plan {
    let mut planner = Planner {
        board,
        taste,
        chances,
        duties,
        combats: Vec::new(),
        by: vec![None; duties.owed.len()],
        of: vec![None; duties.owing.len()],
        used: vec![false; duties.guns.len()],
    };
    planner.cover();
    planner.join();
    planner.fire(bombards);
    planner.improve();
    Plan { combats: planner.combats }
}

impl Planner<'_> {
    fn weigh(&self, combat: &Combat) -> Worth {
        weigh(self.board, self.taste, self.chances, combat)
    }

    fn set(&mut self, index: usize, combat: Combat) {
        let worth = self.weigh(&combat);
        self.combats[index] = (combat, worth);
    }

    fn touches(&self, own: usize) -> impl Iterator<Item = usize> + use<> {
        self.duties.touch[own].iter().map(UnitId::index)
    }

    /// Gives every enemy an attacker: one each as far as they go, guns for the rest, and finally one unit on several.
    fn cover(&mut self) {
        let enemies = self.duties.owed.len();
        let mut serves: Vec<Option<usize>> = vec![None; self.duties.owing.len()];
        let mut bare = Vec::new();
        for enemy in 0..enemies {
            let mut seen = vec![false; self.duties.owing.len()];
            if !self.augment(enemy, &mut serves, &mut seen) {
                bare.push(enemy);
            }
        }
        for (own, enemy) in serves.iter().enumerate() {
            if let Some(enemy) = enemy {
                let combat = Combat {
                    contact: [self.duties.owing[own]].into_iter().collect(),
                    defenders: [self.duties.owed[*enemy]].into_iter().collect(),
                    ..Combat::default()
                };
                let worth = self.weigh(&combat);
                (self.by[*enemy], self.of[own]) = (Some(self.combats.len()), Some(self.combats.len()));
                self.combats.push((combat, worth));
            }
        }
        for enemy in bare {
            let unit = self.duties.owed[enemy];
            let gun = (0..self.duties.guns.len())
                .find(|gun| !self.used[*gun] && self.duties.guns[*gun].1.contains(unit));
            if let Some(gun) = gun {
                self.used[gun] = true;
                let combat = Combat {
                    guns: [self.duties.guns[gun].0].into_iter().collect(),
                    defenders: [unit].into_iter().collect(),
                    ..Combat::default()
                };
                let worth = self.weigh(&combat);
                self.by[enemy] = Some(self.combats.len());
                self.combats.push((combat, worth));
                continue;
            }
            // The unit that loses least by it also attacks this enemy.
            let owning = (0..self.duties.owing.len()).filter(|own| self.touches(*own).any(|e| e == enemy));
            let mut best: Option<(f32, usize, Combat)> = None;
            for own in owning {
                let Some(index) = self.of[own] else { continue };
                let (mut combat, worth) = self.combats[index];
                if combat.defenders.is_full() {
                    continue;
                }
                combat.defenders.push(unit);
                let gain = self.weigh(&combat).value - worth.value;
                if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    best = Some((gain, index, combat));
                }
            }
            if let Some((_, index, combat)) = best {
                self.by[enemy] = Some(index);
                self.set(index, combat);
            }
        }
    }

    fn augment(&self, enemy: usize, serves: &mut [Option<usize>], seen: &mut [bool]) -> bool {
        for own in 0..self.duties.owing.len() {
            if seen[own] || !self.touches(own).any(|other| other == enemy) {
                continue;
            }
            seen[own] = true;
            let free = match serves[own] {
                None => true,
                Some(other) => self.augment(other, serves, seen),
            };
            if free {
                serves[own] = Some(enemy);
                return true;
            }
        }
        false
    }

    /// Units without an enemy of their own join where they add most.
    fn join(&mut self) {
        for own in 0..self.duties.owing.len() {
            if self.of[own].is_some() {
                continue;
            }
            let unit = self.duties.owing[own];
            let mut best: Option<(f32, usize, Combat)> = None;
            let mut split: Option<(usize, usize)> = None;
            for enemy in self.touches(own) {
                let Some(index) = self.by[enemy] else { continue };
                let (mut combat, worth) = self.combats[index];
                if combat.defenders.len() > 1 {
                    split = Some((index, enemy));
                    continue;
                }
                combat.contact.push(unit);
                let gain = self.weigh(&combat).value - worth.value;
                if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    best = Some((gain, index, combat));
                }
            }
            if let Some((index, enemy)) = split {
                // It takes over one of several enemies from another unit.
                let target = self.duties.owed[enemy];
                let (mut less, before) = self.combats[index];
                less.defenders.remove(target);
                let alone = Combat {
                    contact: [unit].into_iter().collect(),
                    defenders: [target].into_iter().collect(),
                    ..Combat::default()
                };
                let worth = self.weigh(&alone);
                let gain = self.weigh(&less).value + worth.value - before.value;
                if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    self.set(index, less);
                    (self.by[enemy], self.of[own]) = (Some(self.combats.len()), Some(self.combats.len()));
                    self.combats.push((alone, worth));
                    continue;
                }
            }
            if let Some((_, index, combat)) = best {
                self.of[own] = Some(index);
                self.set(index, combat);
            }
        }
    }

    /// Guns join where they add most.
    fn fire(&mut self, bombards: bool) {
        for gun in 0..self.duties.guns.len() {
            if self.used[gun] {
                continue;
            }
            let (unit, reached) = self.duties.guns[gun];
            let mut best: Option<(f32, usize, Combat)> = None;
            for (index, (combat, worth)) in self.combats.iter().enumerate() {
                if combat.guns.is_full() || !combat.defenders.iter().any(|enemy| reached.contains(enemy)) {
                    continue;
                }
                let mut more = *combat;
                more.guns.push(unit);
                let gain = self.weigh(&more).value - worth.value;
                if gain > 0.001 && best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    best = Some((gain, index, more));
                }
            }
            let free = |enemy: &UnitId| {
                bombards && !self.combats.iter().any(|(combat, _)| combat.defenders.contains(*enemy))
            };
            let mut alone: Option<(f32, Combat, Worth)> = None;
            for enemy in reached.iter().filter(free) {
                let combat = Combat {
                    guns: [unit].into_iter().collect(),
                    defenders: [enemy].into_iter().collect(),
                    ..Combat::default()
                };
                let worth = self.weigh(&combat);
                if worth.value > 0.001 && alone.as_ref().is_none_or(|(most, ..)| worth.value > *most) {
                    alone = Some((worth.value, combat, worth));
                }
            }
            match (best, alone) {
                (Some((gain, index, combat)), alone) if alone.is_none_or(|(other, ..)| other <= gain) => {
                    self.used[gun] = true;
                    self.set(index, combat);
                }
                (_, Some((_, combat, worth))) => {
                    self.used[gun] = true;
                    self.combats.push((combat, worth));
                }
                _ => {}
            }
        }
    }

    /// Moves units between combats while that improves the plan.
    fn improve(&mut self) {
        for _ in 0..2 {
            let mut changed = false;
            for own in 0..self.duties.owing.len() {
                let Some(from) = self.of[own] else { continue };
                let unit = self.duties.owing[own];
                let (combat, worth) = self.combats[from];
                if combat.defenders.len() > 1 || combat.contact.len() + combat.guns.len() < 2 {
                    continue;
                }
                // Guns alone may remain only if all of them reach the enemy, which they do in a star.
                let mut less = combat;
                less.contact.remove(unit);
                let loss = worth.value - self.weigh(&less).value;
                let mut best: Option<(f32, usize, Combat)> = None;
                for enemy in self.touches(own) {
                    let Some(index) = self.by[enemy].filter(|index| *index != from) else { continue };
                    let (mut more, before) = self.combats[index];
                    if more.defenders.len() > 1 || more.contact.is_full() {
                        continue;
                    }
                    more.contact.push(unit);
                    let gain = self.weigh(&more).value - before.value - loss;
                    if gain > 0.01 && best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                        best = Some((gain, index, more));
                    }
                }
                if let Some((_, index, more)) = best {
                    self.set(from, less);
                    self.set(index, more);
                    self.of[own] = Some(index);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
