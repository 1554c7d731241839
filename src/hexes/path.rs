//! Cheapest paths from hex to hex, with the cost on the hexside. Units: half movement points.
//!
//! What a step costs the rules say once for a map ([`Links`]), and what an entered hex bars or ends for each search; both hex
//! games search with it. Dense arrays, and buckets by cost instead of a heap: budgets are a few dozen half points.

use super::grid::{Direction, Grid, Hex};
use super::map::{HexMap, Marks};

/// A way in words: `by 2310, 2309 to 2308`, or `to 2308`.
pub fn say_way(path: &[Hex]) -> String {
    match path.split_last() {
        None => "nowhere".to_owned(),
        Some((last, [])) => format!("to {last}"),
        Some((last, before)) => {
            let before: Vec<String> = before.iter().map(Hex::to_string).collect();
            format!("by {} to {last}", before.join(", "))
        }
    }
}

/// Half points in words: `½`, `1`, `3½`.
pub fn points(half: u16) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Half points in words, with their noun: `½ point`, `1 point`, `3½ points`.
pub fn half_points(half: u16) -> String {
    counted_half(half, "point")
}

/// Half points as movement points in words: `1 movement point`, `3½ movement points`.
pub fn movement_points(half: u16) -> String {
    counted_half(half, "movement point")
}

fn counted_half(half: u16, noun: &str) -> String {
    let many = if (1..=2).contains(&half) { "" } else { "s" };
    format!("{} {noun}{many}", points(half))
}

/// What the rules say of a hex that would be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// It may be entered, and left again.
    Go,
    /// It may be entered; the unit stops there.
    Stop,
    Barred,
}

/// A step over a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    /// The neighbour, by grid index.
    to: u16,
    /// Half movement points.
    price: u16,
}

/// Every step of a map with its price: worked out once, so that a search only looks them up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    grid: Grid,
    /// By grid index, then by direction; none where the map ends or nobody may cross.
    links: Vec<[Option<Link>; 6]>,
}

impl Links {
    /// The steps of a map; `price` says what a step from the first hex to the second costs, none where it is barred.
    pub fn new(map: &HexMap, price: impl Fn(Hex, Hex, Marks) -> Option<u16>) -> Self {
        let grid = map.grid;
        let link = |hex: Hex, way: Direction| {
            let to = grid.neighbour(hex, way)?;
            let price = price(hex, to, map.marks(hex, way))?;
            Some(Link { to: u16::try_from(grid.index(to)).ok()?, price })
        };
        let links = grid.hexes().map(|hex| Direction::ALL.map(|way| link(hex, way))).collect();
        Self { grid, links }
    }

    /// Does any step lead into this hex?
    pub fn reaches(&self, hex: Hex) -> bool {
        let lead = |(way, next): (Direction, Hex)| {
            let back = self.links[self.grid.index(next)][way.opposite().index()];
            back.is_some_and(|link| usize::from(link.to) == self.grid.index(hex))
        };
        let all = Direction::ALL.into_iter();
        self.grid.contains(hex) && all.filter_map(|way| Some((way, self.grid.neighbour(hex, way)?))).any(lead)
    }

    /// Where the step from this hex in that direction leads, by grid index, and what it costs; none where nobody goes that way.
    pub fn step(&self, hex: Hex, way: Direction) -> Option<(usize, u16)> {
        let link = self.grid.contains(hex).then(|| self.links[self.grid.index(hex)][way.index() % 6])??;
        Some((usize::from(link.to), link.price))
    }

    /// Where the steps from this hex lead, by grid index, and what each costs.
    pub fn from(&self, hex: Hex) -> impl Iterator<Item = (usize, u16)> + '_ {
        let links = self.grid.contains(hex).then(|| &self.links[self.grid.index(hex)]);
        links.into_iter().flatten().flatten().map(|link| (usize::from(link.to), link.price))
    }
}

/// Everywhere that can be reached, with the cheapest way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexReach {
    grid: Grid,
    /// By grid index: the cost; [`UNREACHED`] where there is none.
    costs: Vec<u16>,
    /// By grid index: the direction by which the hex was entered; 6 for starts.
    from: Vec<u8>,
    reached: Vec<Hex>,
}

const UNREACHED: u16 = u16::MAX;
const START: u8 = 6;

/// Hexes to be looked at, first in first out by cost: a chain for every cost, all in one list.
struct Queue {
    /// By cost: the first of its chain, and the last; [`Queue::END`] where it is empty.
    ends: Vec<(u32, u32)>,
    /// A hex by grid index, and the next of its chain.
    chains: Vec<(u16, u32)>,
}

impl Queue {
    const END: u32 = u32::MAX;

    fn new(budget: u16) -> Self {
        let ends = vec![(Self::END, Self::END); usize::from(budget) + 1];
        Self { ends, chains: Vec::with_capacity(256) }
    }

    fn push(&mut self, cost: u16, hex: u16) {
        let place = self.chains.len() as u32;
        self.chains.push((hex, Self::END));
        let (first, last) = &mut self.ends[usize::from(cost)];
        match *last {
            Self::END => *first = place,
            before => self.chains[before as usize].1 = place,
        }
        *last = place;
    }

    /// The next hex of this cost.
    fn pop(&mut self, cost: u16) -> Option<u16> {
        let (first, last) = &mut self.ends[usize::from(cost)];
        let (hex, next) = *self.chains.get(*first as usize)?;
        *first = next;
        if next == Self::END {
            *last = Self::END;
        }
        Some(hex)
    }
}

impl HexReach {
    /// Searches from these hexes, each with what has been spent before it, up to the budget. `gate` is asked of hexes by their
    /// grid index.
    ///
    /// Of two ways of equal cost the one found first stays: by cost, then by the order in which hexes were reached, then by
    /// direction. Starts are left whatever their gates say: where one must not be left, the hexes round it have to be barred.
    pub fn search(links: &Links, starts: &[(Hex, u16)], budget: u16, gate: impl Fn(usize) -> Gate) -> Self {
        let grid = links.grid;
        let (mut costs, mut from) = (vec![UNREACHED; grid.len()], vec![START; grid.len()]);
        let mut queue = Queue::new(budget);
        let mut reached = Vec::with_capacity(128);
        for (hex, spent) in starts.iter().filter(|(hex, spent)| *spent <= budget && grid.contains(*hex)) {
            let (index, spent) = (grid.index(*hex), *spent);
            if let Ok(number) = u16::try_from(index)
                && spent < costs[index]
            {
                costs[index] = spent;
                queue.push(spent, number);
            }
        }
        for cost in 0..=budget {
            while let Some(number) = queue.pop(cost) {
                let here = usize::from(number);
                if costs[here] != cost {
                    continue;
                }
                reached.push(number);
                if from[here] != START && gate(here) != Gate::Go {
                    continue;
                }
                for (way, link) in (0..).zip(&links.links[here]) {
                    let Some(link) = link else { continue };
                    let (there, total) = (usize::from(link.to), cost.saturating_add(link.price));
                    if total <= budget && total < costs[there] && gate(there) != Gate::Barred {
                        costs[there] = total;
                        from[there] = way;
                        queue.push(total, link.to);
                    }
                }
            }
        }
        // A step that costs nothing may be queued twice at one cost.
        reached.sort_unstable();
        reached.dedup();
        let reached = reached.into_iter().map(|index| grid.hex(usize::from(index))).collect();
        Self { grid, costs, from, reached }
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
    use crate::{Grid, HexKind, Mark};

    fn lab() -> HexMap {
        HexMap::clear("lab", "Lab board", Grid::LAB)
    }

    /// A price for every step, and towns that stop.
    fn price(map: &HexMap) -> impl Fn(Hex, Hex, Marks) -> Option<u16> + '_ {
        |_, to, marks| match (marks.is_unbridged_river(), marks.has(Mark::Road), map.kind(to)) {
            (true, ..) => None,
            (_, true, _) => Some(1),
            (_, _, HexKind::Clear | HexKind::Town) => Some(2),
            _ => Some(4),
        }
    }

    fn search(map: &HexMap, from: Hex, budget: u16) -> HexReach {
        let gate = |index| match map.kind(map.grid.hex(index)) {
            HexKind::Town => Gate::Stop,
            HexKind::Marsh => Gate::Barred,
            HexKind::Clear | HexKind::Forest | HexKind::Rough => Gate::Go,
        };
        HexReach::search(&Links::new(map, price(map)), &[(from, 0)], budget, gate)
    }

    #[test]
    fn half_points_are_said_as_at_the_table() {
        assert_eq!([0, 1, 2, 7].map(points), ["0", "½", "1", "3½"]);
    }

    #[test]
    fn open_ground_is_reached_in_rings() {
        let map = lab();
        for (budget, count) in [(0, 1), (2, 7), (3, 7), (4, 19), (8, 61)] {
            let reach = search(&map, Hex(2010), budget);
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
        let reach = search(&map, Hex(2010), 8);
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
        let reach = search(&map, Hex(2010), 20);
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
            use HexKind::{Clear, Forest, Marsh, Rough, Town};
            let kinds = [Clear, Forest, Rough, Clear, Town, Clear, Marsh];
            map.set_kind(hex, kinds[(number >> 16) as usize % 7]);
            for (_, next) in map.neighbours(hex).collect::<Vec<_>>() {
                number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                if let Some(mark) = [Mark::River, Mark::River, Mark::Road].get((number >> 16) as usize % 11) {
                    map.mark(hex, next, *mark);
                }
            }
        }
        let budget = 16;
        let start = Hex(2010);
        let reach = search(&map, start, budget);
        let mut costs = vec![u16::MAX; map.grid.len()];
        costs[map.grid.index(start)] = 0;
        loop {
            let before = costs.clone();
            for hex in map.grid.hexes() {
                let cost = costs[map.grid.index(hex)];
                if cost == u16::MAX || (hex != start && map.kind(hex) == HexKind::Town) {
                    continue;
                }
                for (way, to) in map.neighbours(hex).filter(|(_, to)| map.kind(*to) != HexKind::Marsh) {
                    if let Some(price) = price(&map)(hex, to, map.marks(hex, way)) {
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
        assert!(seen > 35, "{seen} hexes are reached");
    }
}
