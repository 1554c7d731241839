//! Units of a battle on hexes by number, and sets of them, small enough to be copied thousands of times in a search.

use serde::{Deserialize, Serialize};

/// A unit: an index into [`super::HexScenario::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of units of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitSet([u64; 4]);

impl UnitSet {
    pub const EMPTY: Self = Self([0; 4]);

    /// Maximum number of members of which all subsets are enumerated.
    pub const MOST_SPLIT: usize = 16;

    pub const fn of(unit: UnitId) -> Self {
        let mut bits = [0; 4];
        bits[unit.index() / 64] = 1 << (unit.index() % 64);
        Self(bits)
    }

    pub const fn contains(self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] >> (unit.index() % 64) & 1 == 1
    }

    pub const fn insert(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
    }

    pub const fn remove(&mut self, unit: UnitId) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    #[must_use]
    pub fn with(mut self, unit: UnitId) -> Self {
        self.insert(unit);
        self
    }

    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    pub fn is_within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    pub fn first(self) -> Option<UnitId> {
        self.iter().next()
    }

    /// The units in the order of their ids.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        (0..4_u8).flat_map(move |word| {
            let mut bits = self.0[usize::from(word)];
            std::iter::from_fn(move || {
                let low = u8::try_from(bits.trailing_zeros()).ok().filter(|low| *low < 64)?;
                bits &= bits - 1;
                Some(UnitId(word * 64 + low))
            })
        })
    }

    pub fn to_vec(self) -> Vec<UnitId> {
        self.iter().collect()
    }

    /// Every subset, the empty one first, the full set last. With more than [`Self::MOST_SPLIT`] members, only subsets
    /// of the first [`Self::MOST_SPLIT`].
    pub fn subsets(self) -> impl Iterator<Item = Self> {
        let members: Vec<UnitId> = self.iter().take(Self::MOST_SPLIT).collect();
        (0..1_u32 << members.len()).map(move |bits| {
            let chosen = members.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, unit)| *unit).collect()
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        units.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<'u> FromIterator<&'u UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = &'u UnitId>>(units: I) -> Self {
        units.into_iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_every_id_and_list_them_in_order() {
        let ids = [UnitId(255), UnitId(0), UnitId(63), UnitId(64), UnitId(130)];
        let set: UnitSet = ids.iter().collect();
        assert_eq!(set.to_vec(), [UnitId(0), UnitId(63), UnitId(64), UnitId(130), UnitId(255)]);
        assert_eq!((set.len(), set.first()), (5, Some(UnitId(0))));
        assert!(set.contains(UnitId(64)) && !set.contains(UnitId(65)));
        let mut less = set;
        less.remove(UnitId(64));
        assert_eq!(set.minus(less), UnitSet::of(UnitId(64)));
        assert!(less.is_within(set) && !set.is_within(less) && set.meets(less));
        assert_eq!(set.subsets().count(), 32);
        assert_eq!(set.subsets().last(), Some(set));
    }
}
