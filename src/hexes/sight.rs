//! Lines of sight between hexes, from centre to centre, in whole numbers.
//!
//! Source: `naw:8.31` to `naw:8.35`; `cb:9e` has the same line with choices of its own. Units: hexes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::grid::{Grid, Hex};

/// What a line meets on its way, its ends left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Between {
    /// It passes through this hex.
    Through(Hex),
    /// It runs along the hexside of these two; none: off the map, where nothing is in the way (`naw:8.32`).
    Along(Option<Hex>, Option<Hex>),
}

/// What a line along a hexside needs in order to be stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AlongHexside {
    /// Both hexes block (`naw:8.32`).
    #[default]
    Both,
    Either,
    Never,
}

/// Can the one see the other?
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Sight {
    Clear,
    /// The first hex, or the two beside the hexside, that stop the line.
    Blocked {
        by: Vec<Hex>,
    },
}

impl Sight {
    pub const fn is_clear(&self) -> bool {
        matches!(self, Self::Clear)
    }
}

/// A fraction with a positive lower part.
#[derive(Clone, Copy, Debug)]
struct Ratio(i64, i64);

impl Ratio {
    fn new(over: i64, under: i64) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    const fn is_below(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// What the line from one centre to the other meets, in order.
///
/// A hex is met where a stretch of the line lies inside it, a hexside where a stretch lies on it; a corner that is merely
/// touched is not met.
pub fn line(grid: Grid, from: Hex, to: Hex) -> Vec<Between> {
    let (start, end) = (grid.axial(from), grid.axial(to));
    let step = end - start;
    // Of a point seen from a hex's centre, these three lie between -1 and 1 exactly where the point is in the hex.
    let three = |x: i32, y: i32| {
        let z = -x - y;
        [i64::from(x - y), i64::from(y - z), i64::from(z - x)]
    };
    let rise = three(step.x, step.y);
    let mut met: Vec<(Ratio, Between)> = Vec::new();
    for hex in start.range(start.unsigned_distance_to(end)) {
        if hex == start || hex == end {
            continue;
        }
        let offset = start - hex;
        let (mut low, mut high) = (Ratio(0, 1), Ratio(1, 1));
        let (mut outside, mut side) = (false, None);
        for (index, (at, rise)) in three(offset.x, offset.y).into_iter().zip(rise).enumerate() {
            if rise == 0 {
                outside |= at.abs() > 1;
                if at.abs() == 1 {
                    side = Some((index, at));
                }
                continue;
            }
            let (mut enter, mut leave) = (Ratio::new(-1 - at, rise), Ratio::new(1 - at, rise));
            if leave.is_below(enter) {
                (enter, leave) = (leave, enter);
            }
            low = if low.is_below(enter) { enter } else { low };
            high = if leave.is_below(high) { leave } else { high };
        }
        if outside || !low.is_below(high) {
            continue;
        }
        let between = match side {
            None => grid.at(hex).map(Between::Through),
            Some((index, at)) => {
                let way = [[1, -1], [0, 1], [-1, 0]][index];
                let sign = if at < 0 { -1 } else { 1 };
                let other = hex + hexx::Hex::new(way[0] * sign, way[1] * sign);
                // Each hexside is met from both its hexes; it is told once, from the one that comes first.
                let first = (hex.x, hex.y) < (other.x, other.y);
                first.then(|| Between::Along(grid.at(hex), grid.at(other)))
            }
        };
        met.extend(between.map(|between| (low, between)));
    }
    met.sort_by(|(a, _), (b, _)| (a.0 * b.1).cmp(&(b.0 * a.1)));
    met.into_iter().map(|(_, between)| between).collect()
}

/// Does anything stop the line? What stands in the two hexes themselves never does (`naw:8.34`).
pub fn sight(grid: Grid, from: Hex, to: Hex, along: AlongHexside, blocks: impl Fn(Hex) -> bool) -> Sight {
    let stopped = |hex: Option<Hex>| hex.filter(|hex| blocks(*hex));
    for between in line(grid, from, to) {
        let by: Vec<Hex> = match between {
            Between::Through(hex) => stopped(Some(hex)).into_iter().collect(),
            Between::Along(one, other) => match (along, stopped(one), stopped(other)) {
                (AlongHexside::Both, Some(one), Some(other)) => vec![one, other],
                (AlongHexside::Either, one, other) => one.into_iter().chain(other).collect(),
                (AlongHexside::Both | AlongHexside::Never, _, _) => Vec::new(),
            },
        };
        if !by.is_empty() {
            return Sight::Blocked { by };
        }
    }
    Sight::Clear
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction;

    const LAB: Grid = Grid::LAB;

    fn seen(from: u16, to: u16, blocking: &[u16]) -> bool {
        sight(LAB, Hex(from), Hex(to), AlongHexside::Both, |hex| blocking.contains(&hex.0)).is_clear()
    }

    #[test]
    fn a_straight_line_is_stopped_by_the_hex_between() {
        assert_eq!(line(LAB, Hex(2010), Hex(2012)), [Between::Through(Hex(2011))]);
        assert_eq!(line(LAB, Hex(2010), Hex(2211)), [Between::Through(Hex(2111))]);
        assert!(!seen(2010, 2012, &[2011]) && seen(2010, 2012, &[2111, 1911]));
        assert!(!seen(2010, 2211, &[2111]) && seen(2010, 2211, &[2110, 2112]));
    }

    #[test]
    fn a_line_along_a_hexside_is_stopped_by_both_hexes_only() {
        assert_eq!(line(LAB, Hex(2010), Hex(2210)), [Between::Along(Some(Hex(2110)), Some(Hex(2111)))]);
        assert!(seen(2010, 2210, &[2110]) && seen(2010, 2210, &[2111]) && !seen(2010, 2210, &[2110, 2111]));
        // What lies off the map never blocks.
        assert!(matches!(
            line(LAB, Hex(2101), Hex(2301))[..],
            [Between::Along(None, Some(Hex(2201))) | Between::Along(Some(Hex(2201)), None)]
        ));
        assert!(seen(2101, 2301, &[2201]));
        let either = |along| sight(LAB, Hex(2010), Hex(2210), along, |hex| hex == Hex(2110));
        assert_eq!(either(AlongHexside::Either), Sight::Blocked { by: vec![Hex(2110)] });
        assert_eq!(either(AlongHexside::Never), Sight::Clear);
    }

    #[test]
    fn the_ends_never_block_and_neighbours_have_nothing_between() {
        assert!(seen(2010, 2012, &[2010, 2012]));
        for direction in Direction::ALL {
            let next = LAB.neighbour(Hex(2010), direction).unwrap();
            assert_eq!(line(LAB, Hex(2010), next), []);
        }
    }

    /// At range 2 the hexes share one neighbour, or two (`naw:8.31`, `naw:8.32`); both ways the line meets the same.
    #[test]
    fn at_two_hexes_the_line_meets_the_neighbours_in_common() {
        for to in LAB.hexes().filter(|to| LAB.distance(Hex(2010), *to) == 2) {
            let common: Vec<Hex> = Direction::ALL
                .into_iter()
                .filter_map(|way| LAB.neighbour(Hex(2010), way))
                .filter(|hex| LAB.distance(*hex, to) == 1)
                .collect();
            let met = |from, to| -> Vec<Hex> {
                let hexes = line(LAB, from, to).into_iter().flat_map(|between| match between {
                    Between::Through(hex) => vec![hex],
                    Between::Along(one, other) => one.into_iter().chain(other).collect(),
                });
                let mut hexes: Vec<Hex> = hexes.collect();
                hexes.sort_unstable();
                hexes
            };
            let mut sorted = common.clone();
            sorted.sort_unstable();
            assert_eq!(met(Hex(2010), to), sorted, "{to}");
            assert_eq!(met(to, Hex(2010)), sorted, "{to}");
        }
    }

    /// `cb:9e`, of three hexes: through two, or through one hexside and a hex on each side of it.
    #[test]
    fn longer_lines_meet_hexes_and_hexsides_in_order() {
        assert_eq!(
            line(LAB, Hex(2010), Hex(2013)),
            [Between::Through(Hex(2011)), Between::Through(Hex(2012))]
        );
        assert_eq!(line(LAB, Hex(621), Hex(723)), [Between::Along(Some(Hex(622)), Some(Hex(722)))]);
        let skew = line(LAB, Hex(2010), Hex(2112));
        assert_eq!(skew.len(), 1);
        let far: Vec<Between> = line(LAB, Hex(2010), Hex(2113));
        assert_eq!(far, [Between::Through(Hex(2011)), Between::Through(Hex(2112))]);
    }
}
