//! Cheapest paths from hex to hex, with the cost on the hexside. Units: half movement points.
//!
//! What a step costs, bars or ends is a closure's to say; both hex games search with it. Dense arrays, and buckets by cost
//! instead of a heap: budgets are a few dozen half points.

use super::grid::{Direction, Grid, Hex, Orientation};
use super::map::{HexMap, Marks};

/// What the rules say of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The hex may be entered for so many half points, and left again.
    Go(u16),
    /// The hex may be entered for so many half points; the unit stops there.
    Stop(u16),
    Barred,
}

/// Everywhere that can be reached, with the cheapest way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    grid: Grid,
    /// By grid index: the cost; [`UNREACHED`] where there is none.
    costs: Vec<u16>,
    /// By grid index: the direction by which the hex was entered; 6 for starts.
    from: Vec<u8>,
    reached: Vec<Hex>,
}

/// The six steps from a hex as shifts of column and row, for hexes that are shoved and hexes that are not: the search asks for
/// thousands of neighbours, and axial coordinates there and back are slow.
struct Shifts {
    grid: Grid,
    /// By parity of the column (of the row where corners are up), then by direction.
    shifts: [[(i16, i16); 6]; 2],
}

impl Shifts {
    fn new(grid: Grid) -> Self {
        // Hexes well inside a sheet of the same lie, so that all their neighbours are on it.
        let sheet = Grid { columns: 9, rows: 9, ..grid };
        let mut shifts = [[(0, 0); 6]; 2];
        for (parity, hex) in [Hex::new(4, 4), Hex::new(5, 5)].into_iter().enumerate() {
            for way in Direction::ALL {
                if let Some(next) = sheet.neighbour(hex, way) {
                    let shift = |to: u16, from: u16| to as i16 - from as i16;
                    shifts[parity][way.index()] =
                        (shift(next.column(), hex.column()), shift(next.row(), hex.row()));
                }
            }
        }
        Self { grid, shifts }
    }

    fn neighbour(&self, hex: Hex, way: Direction) -> Option<Hex> {
        let (column, row) = (hex.column(), hex.row());
        let parity = match self.grid.orientation {
            Orientation::Flat => column % 2,
            Orientation::Pointy => row % 2,
        };
        let (right, down) = self.shifts[usize::from(parity)][way.index()];
        let (column, row) = (column.wrapping_add_signed(right), row.wrapping_add_signed(down));
        let inside = (1..=self.grid.columns).contains(&column) && (1..=self.grid.rows).contains(&row);
        inside.then(|| Hex::new(column, row))
    }
}

const UNREACHED: u16 = u16::MAX;
const START: u8 = 6;

impl Reach {
    /// Searches from these hexes, each with what has been spent before it, up to the budget.
    ///
    /// Of two ways of equal cost the one found first stays: by cost, then by the order in which hexes were reached, then by
    /// direction. Starts are left whatever the closure says of them; a start that must not be left is none. Whether a step
    /// ends the move has to depend on the hex that is entered, not on the hexside.
    pub fn search(
        map: &HexMap,
        starts: &[(Hex, u16)],
        budget: u16,
        mut step: impl FnMut(Hex, Hex, Direction, Marks) -> Step,
    ) -> Self {
        let grid = map.grid;
        let mut reach = Self {
            grid,
            costs: vec![UNREACHED; grid.len()],
            from: vec![START; grid.len()],
            reached: Vec::new(),
        };
        let shifts = Shifts::new(grid);
        let mut stops = vec![false; grid.len()];
        let mut buckets: Vec<Vec<Hex>> = vec![Vec::new(); usize::from(budget) + 1];
        for (hex, spent) in starts {
            if *spent <= budget && map.contains(*hex) && *spent < reach.costs[grid.index(*hex)] {
                reach.costs[grid.index(*hex)] = *spent;
                buckets[usize::from(*spent)].push(*hex);
            }
        }
        for cost in 0..=budget {
            let mut next = 0;
            while let Some(hex) = buckets[usize::from(cost)].get(next).copied() {
                next += 1;
                let here = grid.index(hex);
                if reach.costs[here] != cost {
                    continue;
                }
                reach.reached.push(hex);
                if stops[here] {
                    continue;
                }
                for way in Direction::ALL {
                    let Some(to) = shifts.neighbour(hex, way) else { continue };
                    let (price, stop) = match step(hex, to, way, map.marks(hex, way)) {
                        Step::Go(price) => (price, false),
                        Step::Stop(price) => (price, true),
                        Step::Barred => continue,
                    };
                    let total = cost.saturating_add(price);
                    let there = grid.index(to);
                    if total <= budget && total < reach.costs[there] {
                        reach.costs[there] = total;
                        reach.from[there] = way.0;
                        stops[there] = stop;
                        buckets[usize::from(total)].push(to);
                    }
                }
            }
        }
        // A step that costs nothing may be queued twice at one cost.
        reach.reached.sort_unstable();
        reach.reached.dedup();
        reach
    }

    /// The hexes that are reached, starts among them, in the order of their numbers.
    pub fn hexes(&self) -> &[Hex] {
        &self.reached
    }

    /// The least half points with which the hex is reached.
    pub fn cost(&self, hex: Hex) -> Option<u16> {
        let cost = *self.costs.get(self.grid.contains(hex).then(|| self.grid.index(hex))?)?;
        (cost != UNREACHED).then_some(cost)
    }

    /// The cheapest way to the hex from a start: the start first, the hex last. Of a start: itself.
    pub fn path(&self, to: Hex) -> Option<Vec<Hex>> {
        self.cost(to)?;
        let mut path = vec![to];
        let mut here = to;
        loop {
            let way = self.from[self.grid.index(here)];
            if way == START {
                break;
            }
            here = self.grid.neighbour(here, Direction(way).opposite())?;
            path.push(here);
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexes::{HexKind, Mark, Stagger, Top};

    fn lab() -> HexMap {
        let grid = Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        };
        HexMap::clear("lab", "Lab board", grid)
    }

    fn price(map: &HexMap) -> impl Fn(Hex, Hex, Direction, Marks) -> Step + '_ {
        |_, to, _, marks| match (marks.is_unbridged_river(), marks.has(Mark::Road), map.kind(to)) {
            (true, ..) => Step::Barred,
            (_, road, HexKind::Town) => Step::Stop(if road { 1 } else { 2 }),
            (_, true, _) => Step::Go(1),
            (_, _, HexKind::Clear) => Step::Go(2),
            _ => Step::Go(4),
        }
    }

    #[test]
    fn shifts_are_neighbours_on_every_lie_of_the_sheet() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for stagger in [Stagger::EvenDown, Stagger::OddDown] {
                let grid = Grid { columns: 8, rows: 7, orientation, stagger, top: Top::North };
                let shifts = Shifts::new(grid);
                for hex in grid.hexes() {
                    for way in Direction::ALL {
                        assert_eq!(
                            shifts.neighbour(hex, way),
                            grid.neighbour(hex, way),
                            "{hex} {way:?} {grid:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn open_ground_is_reached_in_rings() {
        let map = lab();
        for (budget, count) in [(0, 1), (2, 7), (3, 7), (4, 19), (8, 61)] {
            let reach = Reach::search(&map, &[(Hex(2010), 0)], budget, price(&map));
            assert_eq!(reach.hexes().len(), count, "{budget} half points");
            for hex in reach.hexes() {
                let cost = u32::from(reach.cost(*hex).unwrap());
                assert_eq!(cost, 2 * map.grid.distance(Hex(2010), *hex), "{hex}");
            }
        }
    }

    #[test]
    fn the_cheapest_way_may_be_the_longer_one() {
        let mut map = lab();
        for pair in [2010, 1910, 1909, 2008, 2109, 2110].windows(2) {
            assert!(map.mark(Hex(pair[0]), Hex(pair[1]), Mark::Road), "{pair:?}");
        }
        map.set_kind(Hex(2110), HexKind::Rough);
        // Straight into the rough: 4. Round by road: 5 steps of 1, or across to 2109 and back: 2 + 2 + 1.
        let reach = Reach::search(&map, &[(Hex(2010), 0)], 8, price(&map));
        assert_eq!(reach.cost(Hex(2110)), Some(4));
        assert_eq!(reach.path(Hex(2008)).unwrap(), [2010, 1910, 1909, 2008].map(Hex));
        assert_eq!(reach.cost(Hex(2008)), Some(3));
    }

    #[test]
    fn a_stop_is_reached_and_not_passed() {
        let mut map = lab();
        for hex in [2009, 2110, 2111, 2011, 1911, 1910] {
            map.set_kind(Hex(hex), HexKind::Town);
        }
        let reach = Reach::search(&map, &[(Hex(2010), 0)], 20, price(&map));
        assert_eq!(reach.hexes().len(), 7);
        assert_eq!(reach.path(Hex(2010)).unwrap(), [Hex(2010)]);
        assert_eq!(reach.cost(Hex(2012)), None);
        assert_eq!(reach.path(Hex(2012)), None);
        assert_eq!(reach.cost(Hex(4001)), None);
    }

    #[test]
    fn costs_agree_with_a_plain_relaxation_on_broken_ground() {
        let mut map = lab();
        // Ground by arithmetic, so that it is the same everywhere.
        let mut number = 7_u32;
        for hex in map.grid.hexes().collect::<Vec<_>>() {
            number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            let kinds = [HexKind::Clear, HexKind::Forest, HexKind::Rough, HexKind::Clear, HexKind::Town];
            map.set_kind(hex, kinds[(number >> 16) as usize % 5]);
            for (_, next) in map.neighbours(hex).collect::<Vec<_>>() {
                number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                if let Some(mark) = [Mark::River, Mark::River, Mark::Road].get((number >> 16) as usize % 11) {
                    map.mark(hex, next, *mark);
                }
            }
        }
        let budget = 14;
        let start = Hex(2010);
        let reach = Reach::search(&map, &[(start, 0)], budget, price(&map));
        let mut costs = vec![u16::MAX; map.grid.len()];
        costs[map.grid.index(start)] = 0;
        loop {
            let before = costs.clone();
            for hex in map.grid.hexes() {
                let cost = costs[map.grid.index(hex)];
                if cost == u16::MAX || (hex != start && map.kind(hex) == HexKind::Town) {
                    continue;
                }
                for (way, to) in map.neighbours(hex) {
                    if let Step::Go(price) | Step::Stop(price) =
                        price(&map)(hex, to, way, map.marks(hex, way))
                    {
                        let there = map.grid.index(to);
                        if cost + price <= budget {
                            costs[there] = costs[there].min(cost + price);
                        }
                    }
                }
            }
            if before == costs {
                break;
            }
        }
        let mut seen = 0;
        for hex in map.grid.hexes() {
            let wanted = costs[map.grid.index(hex)];
            assert_eq!(reach.cost(hex), (wanted != u16::MAX).then_some(wanted), "{hex}");
            seen += usize::from(wanted != u16::MAX);
        }
        assert!(seen > 40, "{seen} hexes are reached");
    }
}
