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
