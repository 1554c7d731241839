//! The combats possible on hexes: attackers and defenders in contact first, then the guns that join them.

use std::collections::BTreeSet;

use super::answer::Answer;
use super::contract::Offer;
use super::draft::{Answers, Draft};
use super::hex_units::HexUnits;
use scenario::{Side, UnitId, UnitSet};

/// Attackers that fight hand to hand, and their defenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub contact: UnitSet,
    pub defenders: UnitSet,
}

/// A well-formed combat, each list sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Formed {
    /// Attackers who touch somebody: every result is theirs.
    pub contact: Vec<UnitId>,
    /// Guns that fire at what they do not touch: no result touches them.
    pub ranged: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
}

impl Formed {
    /// All attackers, those in contact first.
    pub fn attackers(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.contact.iter().chain(&self.ranged).copied()
    }

    pub fn used(&self) -> UnitSet {
        self.attackers().collect()
    }

    pub fn attacked(&self) -> UnitSet {
        self.defenders.iter().collect()
    }
}

/// Single combats that are lawful now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Singles {
    pub combats: Vec<Formed>,
    /// Combats with some other choice of guns, or beyond the limit, were left out.
    pub more: bool,
}

/// How several may fight several in one combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Not at all: only one against several, or several against one.
    OneSided,
    /// If all of them touch all of the others.
    Whole,
    /// If each of them touches one of the others, and all are linked.
    Linked,
}

/// The units in contact.
#[derive(Clone, Copy, Debug)]
pub struct Contacts<'g> {
    pub attackers: UnitSet,
    pub defenders: UnitSet,
    /// By unit: the enemies in contact with it.
    pub touch: &'g [UnitSet],
}

impl Contacts<'_> {
    /// The pairs, up to `most` of them, fewest units first.
    pub fn pairs(&self, joined: Joined, most: usize) -> Vec<Pair> {
        let mut search = Search { contacts: self, most, found: BTreeSet::new() };
        // One against several and several against one first: they suffice for a lawful set of combats, however many of the
        // linked ones are left out.
        search.complete(joined != Joined::Whole);
        if joined == Joined::Linked {
            search.linked();
        }
        let mut pairs: Vec<Pair> = search.found.into_iter().collect();
        pairs.sort_by_key(|pair| (pair.contact.len() + pair.defenders.len(), *pair));
        pairs
    }

    fn touched(&self, unit: UnitId) -> UnitSet {
        self.touch[unit.index()]
    }
}

struct Search<'g> {
    contacts: &'g Contacts<'g>,
    most: usize,
    found: BTreeSet<Pair>,
}

impl Search<'_> {
    fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    /// Adds the pairs in which all touch all.
    fn complete(&mut self, one_sided: bool) {
        let contacts = self.contacts;
        let mut targets = BTreeSet::new();
        for hand in contacts.attackers.iter() {
            let touched = contacts.touched(hand).and(contacts.defenders);
            targets.extend(touched.subsets().filter(|set| !set.is_empty()));
        }
        let mut targets: Vec<UnitSet> = targets.into_iter().collect();
        targets.sort_by_key(|set| (set.len(), *set));
        for defenders in targets {
            let all =
                defenders.iter().fold(contacts.attackers, |all, enemy| all.and(contacts.touched(enemy)));
            for contact in all.subsets().filter(|set| !set.is_empty()) {
                if one_sided && contact.len() > 1 && defenders.len() > 1 {
                    continue;
                }
                if self.is_full() {
                    return;
                }
                self.found.insert(Pair { contact, defenders });
            }
        }
    }

    /// Adds the pairs in which each touches somebody, and all are linked.
    fn linked(&mut self) {
        let mut before = UnitSet::EMPTY;
        for root in self.contacts.attackers.or(self.contacts.defenders).iter() {
            let edge = self.contacts.touched(root).minus(before);
            self.grow(UnitSet::of(root), edge, before.with(root));
            before.insert(root);
        }
    }

    /// Adds every linked set that contains `set`, some of `edge` and none of `shut`.
    fn grow(&mut self, set: UnitSet, edge: UnitSet, shut: UnitSet) {
        if self.is_full() {
            return;
        }
        let contacts = self.contacts;
        let pair = Pair { contact: set.and(contacts.attackers), defenders: set.and(contacts.defenders) };
        if !pair.contact.is_empty() && !pair.defenders.is_empty() {
            self.found.insert(pair);
        }
        let mut shut = shut;
        for next in edge.iter() {
            if self.is_full() {
                return;
            }
            shut.insert(next);
            let wider = edge.or(contacts.touched(next)).minus(shut).minus(set);
            self.grow(set.with(next), wider, shut);
        }
    }
}

/// The lawful combats among these, with the guns that join: every choice of guns if there are few; otherwise none, each one,
/// and all of them. Also whether any were left out.
///
/// `guns`: those that may join an attack on these. `alone`: enemies, each with the guns that may attack it without anybody else. `limit`:
/// no more combats than that.
pub fn with_guns(
    pairs: Vec<Pair>,
    guns: impl Fn(UnitSet) -> UnitSet,
    alone: impl Iterator<Item = (UnitId, UnitSet)>,
    limit: usize,
    is_lawful: impl Fn(Pair, UnitSet) -> bool,
) -> (Vec<(Pair, UnitSet)>, bool) {
    let of_guns = |enemy: UnitId| Pair { contact: UnitSet::EMPTY, defenders: UnitSet::of(enemy) };
    let with_hands = pairs.into_iter().map(|pair| (pair, guns(pair.defenders)));
    let groups: Vec<(Pair, UnitSet)> =
        with_hands.chain(alone.map(|(enemy, guns)| (of_guns(enemy), guns))).collect();
    let size = |guns: UnitSet| 1_usize << guns.len().min(20);
    let all = groups.iter().map(|(_, guns)| size(*guns)).sum::<usize>() <= limit;
    let (mut combats, mut more) = (Vec::new(), false);
    for (pair, guns) in groups {
        let choices: BTreeSet<UnitSet> = if all {
            guns.subsets().collect()
        } else {
            more |= guns.len() > 2;
            guns.iter().map(UnitSet::of).chain([UnitSet::EMPTY, guns]).collect()
        };
        for joined in choices {
            if pair.contact.or(joined).is_empty() || !is_lawful(pair, joined) {
                continue;
            }
            if combats.len() >= limit {
                return (combats, true);
            }
            combats.push((pair, joined));
        }
    }
    (combats, more)
}

/// Those who attack and those who are attacked, with one unit more and somebody for it to fight: where nobody is named yet, the nearest
/// enemy, for what it is refused for it is refused for against anybody near. None: it is named, or is in a combat that is offered.
pub fn joining(
    state: &impl HexUnits,
    phasing: Side,
    (by, on): (&[UnitId], &[UnitId]),
    unit: UnitId,
    offers: &[Offer<Draft>],
) -> Option<(Vec<UnitId>, Vec<UnitId>)> {
    let (battle, mut by, mut on) = (state.battle(), by.to_vec(), on.to_vec());
    let side = battle.unit(unit).side;
    let (own, others) = if side == phasing { (&mut by, &mut on) } else { (&mut on, &mut by) };
    if own.contains(&unit) {
        return None;
    }
    own.push(unit);
    own.sort_unstable();
    if others.is_empty() {
        let key = state.key_of(unit);
        let named = |answers: &Answers| {
            answers.values().any(|answer| matches!(answer, Answer::Some(keys) if keys.contains(&key)))
        };
        let in_one = |offer: &Offer<Draft>| match offer.order.answers.get("assaults") {
            Some(Answer::List(entries)) => entries.iter().any(named),
            _ => named(&offer.order.answers),
        };
        if offers.iter().any(in_one) {
            return None;
        }
        let far = |id: UnitId| Some(battle.map.grid.distance(state.hex_of(unit)?, state.hex_of(id)?));
        let enemies = battle.of_side(side.enemy()).filter(|id| state.hex_of(*id).is_some());
        others.push(enemies.min_by_key(|id| far(*id))?);
    }
    Some((by, on))
}
