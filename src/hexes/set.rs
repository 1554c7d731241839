//! Sets of hexes of one map.

use super::grid::{Grid, Hex};
use super::map::HexMap;

/// A set of hexes of one map, dense: asked far more often than it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexSet {
    grid: Grid,
    bits: Vec<bool>,
}

impl HexSet {
    pub fn new(map: &HexMap) -> Self {
        Self { grid: map.grid, bits: vec![false; map.grid.len()] }
    }

    /// Is the hex in the set? Hexes off the map never are.
    pub fn contains(&self, hex: Hex) -> bool {
        self.grid.contains(hex) && self.bits[self.grid.index(hex)]
    }

    /// Is the hex at this place of [`Grid::index`] in the set?
    pub fn has_index(&self, index: usize) -> bool {
        self.bits.get(index).copied().unwrap_or(false)
    }

    pub fn insert(&mut self, hex: Hex) {
        if self.grid.contains(hex) {
            let index = self.grid.index(hex);
            self.bits[index] = true;
        }
    }

    pub fn remove(&mut self, hex: Hex) {
        if self.grid.contains(hex) {
            let index = self.grid.index(hex);
            self.bits[index] = false;
        }
    }

    /// The hexes in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.grid.hexes().filter(|hex| self.bits[self.grid.index(*hex)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(hexes: &[u16]) -> (HexMap, HexSet) {
        let map = HexMap::clear("trial", "Trial", Grid { columns: 5, rows: 4, ..Grid::LAB });
        let mut set = HexSet::new(&map);
        hexes.iter().for_each(|hex| set.insert(Hex(*hex)));
        (map, set)
    }

    #[test]
    fn hexes_are_in_it_once_they_were_put_there_until_they_are_taken_out() {
        let (_, mut set) = set(&[101, 504, 302, 302]);
        assert!([101, 504, 302].iter().all(|hex| set.contains(Hex(*hex))));
        assert!(!set.contains(Hex(102)) && !set.contains(Hex(503)));
        set.remove(Hex(302));
        set.remove(Hex(303));
        assert!(!set.contains(Hex(302)), "it was put there twice, and is there once");
        assert_eq!(set.iter().collect::<Vec<_>>(), [Hex(101), Hex(504)]);
    }

    #[test]
    fn they_come_in_the_order_of_their_numbers_and_none_off_the_map_comes() {
        let (map, mut set) = set(&[504, 101, 204, 203, 605, 505, 0, 9999]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [101, 203, 204, 504].map(Hex));
        for off in [605, 505, 0, 9999].map(Hex) {
            assert!(!set.contains(off), "{off}");
            set.remove(off);
        }
        assert_eq!(set.iter().count(), 4);
        assert_eq!(HexSet::new(&map).iter().next(), None);
        let mut whole = HexSet::new(&map);
        map.grid.hexes().for_each(|hex| whole.insert(hex));
        assert_eq!(whole.iter().collect::<Vec<_>>(), map.grid.hexes().collect::<Vec<_>>());
    }

    #[test]
    fn by_the_index_of_the_grid_it_answers_the_same() {
        let (map, set) = set(&[101, 204, 504]);
        for hex in map.grid.hexes() {
            assert_eq!(set.has_index(map.grid.index(hex)), set.contains(hex), "{hex}");
        }
        assert!(!set.has_index(map.grid.len()) && !set.has_index(usize::MAX));
    }

    #[test]
    fn sets_with_the_same_hexes_are_equal_however_they_came_to_be() {
        let (_, one) = set(&[101, 204]);
        let (_, mut other) = set(&[204, 302, 101]);
        assert_ne!(one, other);
        other.remove(Hex(302));
        assert_eq!(one, other);
    }
}
