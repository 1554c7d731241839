//! The map for a solo player: neighbours, prices, zones, cover and lines of fire, computed once per battle.
//!
//! Places are indices of [`hexes::Grid::index`]. Units: half movement points.

use hexes::{Direction, Grid, Hex};
use napoleon_at_war::State;
use napoleon_at_war::chart::{self, Entry};
use napoleon_at_war::combat::reach::reach_between;
use napoleon_at_war::combat::retreat::is_passable;
use napoleon_at_war::combat::strength::{Obstacles, ground_cover};
use napoleon_at_war::options::MixedObstacles;
use napoleon_at_war::zones::adjacent;

/// No place: off the map.
pub(super) const NOWHERE: u16 = u16::MAX;
/// The price of a step that cannot be taken.
pub(super) const BARRED: u16 = u16::MAX;

/// One of the six hexes round a hex, as reached from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The neighbour; [`NOWHERE`] off the map.
    pub next: u16,
    /// Is each in the other's zone?
    pub touches: bool,
    /// May a beaten unit retreat that way?
    pub passable: bool,
    /// Cost of the step; [`BARRED`] if it cannot be taken.
    pub price: u16,
    /// Obstacles on the hexside for an attacker of the neighbour.
    pub obstacles: Obstacles,
}

#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub grid: Grid,
    pub sides: Vec<[Side; 6]>,
    mixed: MixedObstacles,
    /// Is the defender doubled against any attack?
    pub doubles: Vec<bool>,
    /// The places that a gun there can bombard.
    pub shots: Vec<Vec<u16>>,
}

impl Ground {
    pub fn new(state: &State) -> Self {
        let map = state.game.map();
        let grid = map.grid;
        let at = |hex: Hex| u16::try_from(grid.index(hex)).unwrap_or(NOWHERE);
        let mut ground = Self {
            grid,
            sides: Vec::new(),
            mixed: state.game.options.mixed_obstacles,
            doubles: Vec::new(),
            shots: vec![Vec::new(); grid.len()],
        };
        for hex in grid.hexes() {
            let side = |way: Direction| {
                let obstacles = Obstacles::default();
                let nothing =
                    Side { next: NOWHERE, touches: false, passable: false, price: BARRED, obstacles };
                let Some(next) = grid.neighbour(hex, way) else { return nothing };
                let marks = map.marks(hex, way);
                let price = match chart::entry(map.kind(next), marks, &state.game.options) {
                    Entry::Costs(price) => price,
                    Entry::River | Entry::Closed => BARRED,
                };
                Side {
                    next: at(next),
                    touches: adjacent(map, hex, next),
                    passable: is_passable(map, hex, next),
                    price,
                    obstacles: Obstacles::of(marks),
                }
            };
            ground.sides.push(Direction::ALL.map(side));
            ground.doubles.push(ground_cover(map.kind(hex)).is_some());
        }
        for hex in grid.hexes() {
            let near = ground.within(hex, 2);
            let open = |to: &u16| reach_between(map, hex, ground.hex(*to)).is_open();
            let shots = near.into_iter().filter(open).collect();
            ground.shots[grid.index(hex)] = shots;
        }
        ground
    }

    pub fn len(&self) -> usize {
        self.sides.len()
    }

    pub fn at(&self, hex: Hex) -> u16 {
        u16::try_from(self.grid.index(hex)).unwrap_or(NOWHERE)
    }

    pub fn hex(&self, place: u16) -> Hex {
        let rows = self.grid.rows.max(1);
        Hex::new(place / rows + 1, place % rows + 1)
    }

    /// Is a defender there doubled if the attackers cross these hexsides (`naw:9.0`)?
    pub fn is_doubled(&self, place: u16, crossed: &[Obstacles]) -> bool {
        self.doubles[usize::from(place)] || Obstacles::cover(crossed, self.mixed).is_some()
    }

    /// The six hexsides of a place.
    pub fn round(&self, place: u16) -> &[Side; 6] {
        &self.sides[usize::from(place)]
    }

    /// The places whose zones reach this one.
    pub fn touching(&self, place: u16) -> impl Iterator<Item = u16> + '_ {
        self.round(place).iter().filter(|side| side.touches).map(|side| side.next)
    }

    /// The places within this many hexes, including the hex itself, in order.
    pub fn within(&self, hex: Hex, hexes: u32) -> Vec<u16> {
        let (grid, far) = (self.grid, u16::try_from(hexes).unwrap_or(u16::MAX));
        let columns = hex.column().saturating_sub(far).max(1)..=(hex.column() + far).min(grid.columns);
        let rows = hex.row().saturating_sub(far).max(1)..=(hex.row() + far).min(grid.rows);
        columns
            .flat_map(|column| rows.clone().map(move |row| Hex::new(column, row)))
            .filter(|other| grid.distance(hex, *other) <= hexes)
            .map(|other| self.at(other))
            .collect()
    }

    /// The cost from every place to the nearest of these, without units and zones; [`BARRED`] if there is no way.
    pub fn costs_to(&self, goals: &[u16]) -> Vec<u16> {
        let mut costs = vec![BARRED; self.len()];
        let mut buckets: Vec<Vec<u16>> = vec![Vec::new()];
        for goal in goals {
            costs[usize::from(*goal)] = 0;
            buckets[0].push(*goal);
        }
        let mut cost = 0;
        while cost < buckets.len() {
            let mut next = 0;
            while let Some(&place) = buckets[cost].get(next) {
                next += 1;
                if usize::from(costs[usize::from(place)]) != cost {
                    continue;
                }
                for (way, side) in self.round(place).iter().enumerate() {
                    if side.next == NOWHERE {
                        continue;
                    }
                    let price = self.round(side.next)[(way + 3) % 6].price;
                    let total = cost + usize::from(price);
                    if price == BARRED || total >= usize::from(costs[usize::from(side.next)]) {
                        continue;
                    }
                    costs[usize::from(side.next)] = u16::try_from(total).unwrap_or(BARRED);
                    if buckets.len() <= total {
                        buckets.resize(total + 1, Vec::new());
                    }
                    buckets[total].push(side.next);
                }
            }
            cost += 1;
        }
        costs
    }
}
