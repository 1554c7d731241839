//! Everywhere that a unit with a front can go (`cb:15a3`): the cheapest path over hexes and fronts. Units: half movement points.

use crate::chart;
use hexes::{Direction, Gate, Grid, Hex, Links};

const UNREACHED: u16 = u16::MAX;
const START: u32 = u32::MAX;

/// The places reached, by hex and front.
#[derive(Clone, Debug)]
pub struct TurnedReach {
    grid: Grid,
    /// By grid index and front, six to a hex: the cost.
    costs: Vec<u16>,
    /// The place before it.
    from: Vec<u32>,
}

/// Tests of a hex by its grid index: its gate, and whether it is in an enemy zone.
pub(super) type Asked<'a> = (&'a dyn Fn(usize) -> Gate, &'a dyn Fn(usize) -> bool);

impl TurnedReach {
    /// Searches from these hexes, each with its initial cost, up to the budget.
    ///
    /// `front`: its initial front, `None` for any; and whether it enters at the start, so that its gate counts. On entering a
    /// hex it may turn by a hexside; out of enemy zones it may face about for a point, as often as it likes; it enters frontal
    /// hexes only (`cb:15a3`).
    pub fn search(
        links: &Links,
        grid: Grid,
        starts: &[(Hex, u16)],
        front: (Option<Direction>, bool),
        budget: u16,
        asked: Asked<'_>,
    ) -> Self {
        let (gate, in_zone) = asked;
        let (fronts, enters) = front;
        let mut found =
            Self { grid, costs: vec![UNREACHED; grid.len() * 6], from: vec![START; grid.len() * 6] };
        let mut queue: Vec<Vec<u32>> = vec![Vec::new(); usize::from(budget) + 1];
        for (hex, spent) in starts.iter().filter(|(hex, _)| grid.contains(*hex)) {
            for way in Direction::ALL.into_iter().filter(|way| fronts.is_none_or(|front| front == *way)) {
                found.meet(&mut queue, grid.index(*hex) * 6 + way.index(), *spent, START);
            }
        }
        for cost in 0..=budget {
            // Places of the same cost may be added during this loop, since a step may cost nothing.
            let mut next = 0;
            while let Some(&place) = queue[usize::from(cost)].get(next) {
                next += 1;
                let node = place as usize;
                if found.costs[node] != cost {
                    continue;
                }
                let (index, faces) = (node / 6, node % 6);
                if !in_zone(index) {
                    let about = index * 6 + (faces + 3) % 6;
                    found.meet(&mut queue, about, cost.saturating_add(chart::ABOUT_FACE), place);
                }
                let begins = found.is_start(node);
                if (enters || !begins) && gate(index) != Gate::Go {
                    continue;
                }
                for ahead in [0, 1, 5] {
                    let way = (faces + ahead) % 6;
                    let Some((to, price)) = links.step(grid.hex(index), Direction(way as u8)) else {
                        continue;
                    };
                    if gate(to) == Gate::Barred {
                        continue;
                    }
                    for turn in [0, 1, 5] {
                        let node = to * 6 + (faces + turn) % 6;
                        found.meet(&mut queue, node, cost.saturating_add(price), place);
                    }
                }
            }
        }
        found
    }

    /// Is the unit still at a start?
    fn is_start(&self, mut node: usize) -> bool {
        let index = node / 6;
        loop {
            match self.from[node] {
                START => return true,
                before if before as usize / 6 != index => return false,
                before => node = before as usize,
            }
        }
    }

    fn meet(&mut self, queue: &mut [Vec<u32>], node: usize, cost: u16, before: u32) {
        if let Some(chain) = queue.get_mut(usize::from(cost))
            && cost < self.costs[node]
            && let Ok(place) = u32::try_from(node)
        {
            self.costs[node] = cost;
            self.from[node] = before;
            chain.push(place);
        }
    }

    fn best(&self, hex: Hex) -> Option<(usize, u16)> {
        let index = self.grid.contains(hex).then(|| self.grid.index(hex))?;
        let nodes = (index * 6)..(index * 6 + 6);
        nodes
            .map(|node| (node, self.costs[node]))
            .filter(|(_, cost)| *cost != UNREACHED)
            .min_by_key(|(_, cost)| *cost)
    }

    /// The hexes reached, including starts, by number, with the least half points.
    pub fn hexes(&self) -> impl Iterator<Item = (Hex, u16)> + '_ {
        self.grid.hexes().filter_map(|hex| self.best(hex).map(|(_, cost)| (hex, cost)))
    }

    pub fn cost(&self, hex: Hex) -> Option<u16> {
        self.best(hex).map(|(_, cost)| cost)
    }

    /// The cheapest path to the hex from a start: the start first, the hex last.
    pub fn path(&self, to: Hex) -> Option<Vec<Hex>> {
        let (mut node, _) = self.best(to)?;
        let mut path = vec![to];
        while self.from[node] != START {
            let before = self.from[node] as usize;
            if before / 6 != node / 6 {
                path.push(self.grid.hex(before / 6));
            }
            node = before;
        }
        path.reverse();
        Some(path)
    }
}
