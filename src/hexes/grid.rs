//! How a map's hexes are numbered and lie: columns, rows, parity, orientation and the direction of the sheet.

use std::fmt;

use hexx::{HexOrientation, OffsetHexMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A hex by its printed number CCRR: column, then row, both from 01. `Hex(1412)` is column 14, row 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Hex(pub u16);

impl From<Hex> for u16 {
    fn from(hex: Hex) -> Self {
        hex.0
    }
}

impl Hex {
    pub const fn new(column: u16, row: u16) -> Self {
        Self(column * 100 + row)
    }

    /// Can it be read as the number of a hex, of whatever map?
    pub fn is_number(text: &str) -> bool {
        text.parse::<u16>().is_ok()
    }

    pub const fn column(self) -> u16 {
        self.0 / 100
    }

    pub const fn row(self) -> u16 {
        self.0 % 100
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

/// How hexes stand on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Orientation {
    /// A flat side up: hexes stand in straight columns.
    #[default]
    Flat,
    /// A corner up: hexes lie in straight rows.
    Pointy,
}

/// Which columns (of a flat map; rows of a pointy one) are shoved half a hex towards higher numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Stagger {
    #[default]
    EvenDown,
    OddDown,
}

/// What compass point the top edge of the sheet is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Top {
    #[default]
    North,
    East,
    South,
    West,
}

/// One of the six ways out of a hex, 0 to 5, going round; `d` and `d + 3` are opposite.
///
/// On a flat map, as hexx has it, y pointing down the sheet:
/// ```text
///        ___
///    3 /  4  \ 5
///     /       \
///     \       /
///    2 \_____/ 0
///         1
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Direction(pub u8);

impl Direction {
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[cfg(test)]
    fn edge(self) -> hexx::EdgeDirection {
        hexx::EdgeDirection::ALL_DIRECTIONS[self.index() % 6]
    }
}

/// By direction, how column and row change.
type Shifts = [(i16, i16); 6];

/// Of a flat map: out of hexes in columns that are not shoved, and in those that are. Steps are asked for by the thousand,
/// and axial coordinates there and back are slow; a test compares every step with them.
const FLAT: [Shifts; 2] = [
    [(1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)],
    [(1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0)],
];

/// Of a pointy map: out of hexes in rows that are not shoved, and in those that are.
const POINTY: [Shifts; 2] = [
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
    [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
];

/// The numbering and lie of a map's hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    pub columns: u16,
    pub rows: u16,
    pub orientation: Orientation,
    pub stagger: Stagger,
    pub top: Top,
}

impl Grid {
    /// The lab board, on which cases and tests stand: as large as Marengo, the even columns half a hex lower.
    pub const LAB: Self = Self {
        columns: 39,
        rows: 25,
        orientation: Orientation::Flat,
        stagger: Stagger::EvenDown,
        top: Top::North,
    };

    fn mode(self) -> OffsetHexMode {
        match self.stagger {
            Stagger::EvenDown => OffsetHexMode::Even,
            Stagger::OddDown => OffsetHexMode::Odd,
        }
    }

    fn lie(self) -> HexOrientation {
        match self.orientation {
            Orientation::Flat => HexOrientation::Flat,
            Orientation::Pointy => HexOrientation::Pointy,
        }
    }

    pub const fn contains(self, hex: Hex) -> bool {
        let (column, row) = (hex.column(), hex.row());
        column >= 1 && column <= self.columns && row >= 1 && row <= self.rows
    }

    /// How many hexes there are.
    pub const fn len(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Where a hex of this grid stands in a dense array: column by column, row by row.
    pub const fn index(self, hex: Hex) -> usize {
        (hex.column() as usize - 1) * self.rows as usize + hex.row() as usize - 1
    }

    /// The hex at this place of [`Grid::index`].
    pub const fn hex(self, index: usize) -> Hex {
        let rows = self.rows as usize;
        Hex::new((index / rows + 1) as u16, (index % rows + 1) as u16)
    }

    /// Every hex, in the order of [`Grid::index`], which is that of their numbers.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (1..=self.columns).flat_map(move |column| (1..=self.rows).map(move |row| Hex::new(column, row)))
    }

    /// Axial coordinates, for arithmetic.
    pub fn axial(self, hex: Hex) -> hexx::Hex {
        let offset = [i32::from(hex.column()), i32::from(hex.row())];
        hexx::Hex::from_offset_coordinates(offset, self.mode(), self.lie())
    }

    /// The hex at these coordinates; none off the map.
    pub fn at(self, axial: hexx::Hex) -> Option<Hex> {
        let [column, row] = axial.to_offset_coordinates(self.mode(), self.lie());
        let (column, row) = (u16::try_from(column).ok()?, u16::try_from(row).ok()?);
        let inside = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        inside.then(|| Hex::new(column, row))
    }

    /// The steps out of this hex as shifts of column and row.
    const fn shifts(self, hex: Hex) -> &'static Shifts {
        let line = match self.orientation {
            Orientation::Flat => hex.column(),
            Orientation::Pointy => hex.row(),
        };
        let shoved = match self.stagger {
            Stagger::EvenDown => line.is_multiple_of(2),
            Stagger::OddDown => !line.is_multiple_of(2),
        };
        match (self.orientation, shoved) {
            (Orientation::Flat, false) => &FLAT[0],
            (Orientation::Flat, true) => &FLAT[1],
            (Orientation::Pointy, false) => &POINTY[0],
            (Orientation::Pointy, true) => &POINTY[1],
        }
    }

    /// The neighbour in that direction; none off the map.
    pub fn neighbour(self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (right, down) = self.shifts(hex)[direction.index() % 6];
        let column = hex.column().checked_add_signed(right)?;
        let row = hex.row().checked_add_signed(down)?;
        let inside = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        inside.then(|| Hex::new(column, row))
    }

    /// The way from a hex to its neighbour; none where they do not share a hexside.
    pub fn direction(self, from: Hex, to: Hex) -> Option<Direction> {
        let apart = |to: u16, from: u16| i32::from(to) - i32::from(from);
        let step = (apart(to.column(), from.column()), apart(to.row(), from.row()));
        let is = |(right, down): &(i16, i16)| (i32::from(*right), i32::from(*down)) == step;
        let way = self.shifts(from).iter().position(is)?;
        Direction::ALL.get(way).copied()
    }

    /// Hexes from one to the other: neighbours are 1 apart. Counted as ranges are, the target and not the start.
    pub fn distance(self, from: Hex, to: Hex) -> u32 {
        self.axial(from).unsigned_distance_to(self.axial(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAB: Grid = Grid::LAB;

    fn around(grid: Grid, hex: Hex) -> Vec<u16> {
        let mut found: Vec<u16> =
            Direction::ALL.iter().filter_map(|d| grid.neighbour(hex, *d)).map(|hex| hex.0).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn neighbours_are_those_of_the_ledger() {
        assert_eq!(around(LAB, Hex(2010)), [1910, 1911, 2009, 2011, 2110, 2111]);
        assert_eq!(around(LAB, Hex(2110)), [2009, 2010, 2109, 2111, 2209, 2210]);
        let odd = Grid { stagger: Stagger::OddDown, ..LAB };
        assert_eq!(around(odd, Hex(2010)), [1909, 1910, 2009, 2011, 2109, 2110]);
        for (a, b) in [(2009, 2011), (1910, 2111), (1911, 2110)] {
            let way = LAB.direction(Hex(2010), Hex(a)).unwrap();
            assert_eq!(LAB.neighbour(Hex(2010), way.opposite()), Some(Hex(b)));
        }
    }

    #[test]
    fn steps_are_those_of_axial_coordinates_on_every_lie_of_the_sheet() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for stagger in [Stagger::EvenDown, Stagger::OddDown] {
                let grid = Grid { columns: 8, rows: 7, orientation, stagger, top: Top::North };
                for hex in grid.hexes() {
                    for way in Direction::ALL {
                        let axial = grid.at(grid.axial(hex).neighbor(way.edge()));
                        assert_eq!(grid.neighbour(hex, way), axial, "{hex} {way:?} {grid:?}");
                    }
                    for to in grid.hexes() {
                        let step = grid.axial(to) - grid.axial(hex);
                        let is = |way: &Direction| hexx::Hex::from(way.edge()) == step;
                        assert_eq!(
                            grid.direction(hex, to),
                            Direction::ALL.into_iter().find(is),
                            "{hex} {to}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_count_the_target_hex() {
        for (to, range) in [(2012, 2), (2210, 2), (2211, 2), (2112, 2), (2013, 3), (2010, 0)] {
            assert_eq!(LAB.distance(Hex(2010), Hex(to)), range, "{to}");
        }
        assert_eq!(LAB.distance(Hex(1111), Hex(1412)), 3);
    }

    #[test]
    fn indices_follow_the_numbers() {
        for (index, hex) in LAB.hexes().enumerate() {
            assert_eq!(LAB.index(hex), index);
            assert_eq!(LAB.hex(index), hex);
            assert_eq!(LAB.at(LAB.axial(hex)), Some(hex));
        }
        assert_eq!(LAB.len(), 975);
        assert!(!LAB.contains(Hex(4001)) && !LAB.contains(Hex(1026)) && !LAB.contains(Hex(1000)));
    }
}
