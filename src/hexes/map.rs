//! A hex map: what every hex is, what lies on every hexside, which hexes roads and trails join.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{Direction, Grid, Hex};

/// What a hex is. What it costs and does is the rule set's chart.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum HexKind {
    #[default]
    Clear,
    Forest,
    Rough,
    Town,
    Marsh,
}

/// What may lie on a hexside or lead through it; a hexside may carry several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    River,
    Stream,
    Bridge,
    Road,
    Trail,
    /// Higher ground begins here: a slope of the one game, a crest of the other. It has an upper hex.
    Slope,
}

impl Mark {
    pub const ALL: [Self; 6] =
        [Self::River, Self::Stream, Self::Bridge, Self::Road, Self::Trail, Self::Slope];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The marks of one hexside, as seen from one of its hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks {
    bits: u8,
    /// With a slope: the hex it is seen from is the lower one, so crossing climbs.
    climbs: bool,
}

impl Marks {
    pub const fn has(self, mark: Mark) -> bool {
        self.bits & mark.bit() != 0
    }

    pub const fn is_plain(self) -> bool {
        self.bits == 0
    }

    /// A river without a bridge: it shuts the hexside.
    pub const fn is_unbridged_river(self) -> bool {
        self.has(Mark::River) && !self.has(Mark::Bridge)
    }

    /// A slope, seen from its lower hex.
    pub const fn climbs(self) -> bool {
        self.has(Mark::Slope) && self.climbs
    }

    /// A slope, seen from its upper hex.
    pub const fn descends(self) -> bool {
        self.has(Mark::Slope) && !self.climbs
    }

    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.has(*mark))
    }
}

/// A hex of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    pub kind: HexKind,
    /// `Marengo`; empty for most.
    pub name: String,
}

/// A map. Every hex of the grid has a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HexMap {
    pub id: String,
    pub name: String,
    pub grid: Grid,
    /// Metres from flat to flat, for the scale bar.
    pub metres: u16,
    cells: Vec<Cell>,
    marks: Vec<[Marks; 6]>,
}

impl HexMap {
    /// A map of clear hexes with nothing on it.
    pub fn clear(id: impl Into<String>, name: impl Into<String>, grid: Grid) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            grid,
            metres: 400,
            cells: vec![Cell::default(); grid.len()],
            marks: vec![[Marks::default(); 6]; grid.len()],
        }
    }

    pub fn contains(&self, hex: Hex) -> bool {
        self.grid.contains(hex)
    }

    /// What this hex is. The hex is one of the map.
    pub fn cell(&self, hex: Hex) -> &Cell {
        &self.cells[self.grid.index(hex)]
    }

    pub fn kind(&self, hex: Hex) -> HexKind {
        self.cell(hex).kind
    }

    pub fn set_kind(&mut self, hex: Hex, kind: HexKind) {
        self.cells[self.grid.index(hex)].kind = kind;
    }

    pub fn set_name(&mut self, hex: Hex, name: impl Into<String>) {
        self.cells[self.grid.index(hex)].name = name.into();
    }

    /// What lies on this side of the hex.
    pub fn marks(&self, hex: Hex, direction: Direction) -> Marks {
        self.marks[self.grid.index(hex)][direction.index()]
    }

    /// What lies between two neighbours, seen from the first; none where they are no neighbours.
    pub fn between(&self, from: Hex, to: Hex) -> Option<Marks> {
        self.grid.direction(from, to).map(|direction| self.marks(from, direction))
    }

    /// Puts a mark on the hexside between two neighbours. Of a slope, `to` is the upper hex.
    /// Hexes that do not touch, or lie off the map, stay as they are; the answer says which it was.
    pub fn mark(&mut self, from: Hex, to: Hex, mark: Mark) -> bool {
        self.change(from, to, |marks, climbs| {
            marks.bits |= mark.bit();
            if mark == Mark::Slope {
                marks.climbs = climbs;
            }
        })
    }

    /// Takes a mark off the hexside between two neighbours.
    pub fn unmark(&mut self, from: Hex, to: Hex, mark: Mark) -> bool {
        self.change(from, to, |marks, _| {
            marks.bits &= !mark.bit();
            if mark == Mark::Slope {
                marks.climbs = false;
            }
        })
    }

    fn change(&mut self, from: Hex, to: Hex, mut change: impl FnMut(&mut Marks, bool)) -> bool {
        if !self.contains(from) || !self.contains(to) {
            return false;
        }
        let Some(direction) = self.grid.direction(from, to) else { return false };
        change(&mut self.marks[self.grid.index(from)][direction.index()], true);
        change(&mut self.marks[self.grid.index(to)][direction.opposite().index()], false);
        true
    }

    /// The neighbours on the map, by direction.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        let grid = self.grid;
        Direction::ALL.into_iter().filter_map(move |way| grid.neighbour(hex, way).map(|hex| (way, hex)))
    }

    /// Every marked hexside once, by its lower-numbered hex: both hexes and the marks seen from the first.
    pub fn marked_sides(&self) -> impl Iterator<Item = (Hex, Hex, Marks)> {
        self.grid.hexes().flat_map(move |hex| {
            self.neighbours(hex).filter_map(move |(way, next)| {
                let marks = self.marks(hex, way);
                (hex < next && !marks.is_plain()).then_some((hex, next, marks))
            })
        })
    }

    /// The named hexes, by number.
    pub fn names(&self) -> BTreeMap<Hex, &str> {
        self.grid
            .hexes()
            .map(|hex| (hex, self.cell(hex).name.as_str()))
            .filter(|(_, name)| !name.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lab() -> HexMap {
        HexMap::clear("lab", "Lab board", Grid::LAB)
    }

    #[test]
    fn a_hexside_is_the_same_from_both_its_hexes_but_a_slope_has_an_upper_one() {
        let mut map = lab();
        assert!(map.mark(Hex(2011), Hex(2010), Mark::Slope));
        assert!(map.mark(Hex(2010), Hex(2011), Mark::Road));
        let (up, down) =
            (map.between(Hex(2011), Hex(2010)).unwrap(), map.between(Hex(2010), Hex(2011)).unwrap());
        assert!(up.climbs() && !up.descends() && down.descends() && !down.climbs());
        assert!(up.has(Mark::Road) && down.has(Mark::Road));
        assert_eq!(map.marked_sides().count(), 1);
        assert!(!map.mark(Hex(2010), Hex(2012), Mark::River), "no neighbours");
        assert!(map.unmark(Hex(2010), Hex(2011), Mark::Slope));
        assert!(!map.between(Hex(2011), Hex(2010)).unwrap().climbs());
    }

    #[test]
    fn a_bridge_opens_a_river() {
        let mut map = lab();
        map.mark(Hex(2010), Hex(2011), Mark::River);
        assert!(map.between(Hex(2011), Hex(2010)).unwrap().is_unbridged_river());
        map.mark(Hex(2011), Hex(2010), Mark::Bridge);
        assert!(!map.between(Hex(2010), Hex(2011)).unwrap().is_unbridged_river());
    }
}
