//! Movement of Napoleon at War reckoned a second time, as plainly as can be: neighbours by column and row, costs by relaxing until
//! nothing changes, zones and stacking by asking every unit.
//!
//! Source: the ledger's clauses naw:5.0 to naw:6.6, naw:14.0 to naw:14.6, naw:15.1. Of the engine only the facts of the map are
//! used. Units: half movement points.

use std::collections::{BTreeMap, BTreeSet};

use hexes::{Hex, HexKind, HexMap, Mark};

/// A unit.
#[derive(Clone, Debug)]
pub struct Piece {
    pub french: bool,
    /// None: off the map.
    pub hex: Option<u16>,
    /// Printed movement points.
    pub movement: u16,
    /// When and where it comes on, while it waits.
    pub waits: Option<(u8, u16)>,
    pub moved: bool,
    /// It came on by this hex in this phase.
    pub came_by: Option<u16>,
}

/// A movement phase.
#[derive(Clone, Debug)]
pub struct Plain<'m> {
    pub map: &'m HexMap,
    pub pieces: Vec<Piece>,
    pub turn: u8,
    pub french_move: bool,
    /// The zones of the side that does not move; they stay as they are.
    zone: BTreeSet<u16>,
}

/// The neighbours on a sheet of 39 columns and 25 rows whose even columns stand half a hex lower.
pub fn neighbours(hex: u16) -> Vec<u16> {
    let (column, row) = (i32::from(hex / 100), i32::from(hex % 100));
    let beside = if column % 2 == 0 { [row, row + 1] } else { [row - 1, row] };
    let mut all = vec![(column, row - 1), (column, row + 1)];
    for other in [column - 1, column + 1] {
        all.extend(beside.map(|row| (other, row)));
    }
    all.retain(|(column, row)| (1..=39).contains(column) && (1..=25).contains(row));
    all.into_iter().map(|(column, row)| (column * 100 + row) as u16).collect()
}

impl<'m> Plain<'m> {
    pub fn new(map: &'m HexMap, pieces: Vec<Piece>, turn: u8, french_move: bool) -> Self {
        let mut plain = Self { map, pieces, turn, french_move, zone: BTreeSet::new() };
        let all = (1..=39_u16).flat_map(|column| (1..=25_u16).map(move |row| column * 100 + row));
        plain.zone = all.filter(|hex| plain.in_zone(*hex, !french_move)).collect();
        plain
    }

    /// The price of a step; none where it is barred (naw:5.21 to naw:5.26).
    fn price(&self, from: u16, to: u16) -> Option<u16> {
        let marks = self.map.between(Hex(from), Hex(to))?;
        if marks.has(Mark::River) && !marks.has(Mark::Bridge) {
            return None;
        }
        if marks.has(Mark::Road) {
            return Some(1);
        }
        let mut price = match self.map.kind(Hex(to)) {
            HexKind::Clear | HexKind::Town => 2,
            HexKind::Forest | HexKind::Rough => 4,
            HexKind::Marsh => return None,
        };
        if marks.has(Mark::Trail) {
            return Some(2);
        }
        if marks.has(Mark::Stream) && !marks.has(Mark::Bridge) {
            price += 4;
        }
        if marks.climbs() {
            price += 2;
        }
        Some(price)
    }

    fn allowance(&self, piece: &Piece) -> u16 {
        if piece.french && self.turn == 1 { piece.movement } else { piece.movement * 2 }
    }

    /// Is the hex in the zone of some unit of that side (naw:6.0, naw:6.6)?
    fn in_zone(&self, hex: u16, of_french: bool) -> bool {
        self.pieces.iter().filter(|piece| piece.french == of_french).filter_map(|piece| piece.hex).any(|at| {
            let river = |marks: hexes::Marks| marks.has(Mark::River) && !marks.has(Mark::Bridge);
            neighbours(at).contains(&hex) && !self.map.between(Hex(at), Hex(hex)).is_some_and(river)
        })
    }

    fn at(&self, hex: u16) -> Vec<usize> {
        (0..self.pieces.len()).filter(|index| self.pieces[*index].hex == Some(hex)).collect()
    }

    /// Every hex that the unit can come to with so many half points, whoever of its friends stands there, with its cost.
    fn ways(&self, index: usize, budget: u16) -> BTreeMap<u16, u16> {
        let piece = &self.pieces[index];
        let mut costs = BTreeMap::new();
        let enemy = !piece.french;
        assert_eq!(piece.french, self.french_move, "only the side whose turn it is moves");
        let shut = piece.french && self.turn == 1;
        let budget = budget.min(self.allowance(piece));
        match (piece.hex, piece.waits) {
            (Some(hex), _) if !self.zone.contains(&hex) => {
                costs.insert(hex, 0);
            }
            (None, Some((turn, at))) if self.turn >= turn && budget >= 2 => {
                let blocked = self.at(at).into_iter().any(|other| self.pieces[other].came_by != Some(at));
                if blocked || (shut && self.zone.contains(&at)) {
                    return costs;
                }
                costs.insert(at, 2);
            }
            _ => return costs,
        }
        let enemies: Vec<u16> =
            self.pieces.iter().filter(|other| other.french == enemy).filter_map(|other| other.hex).collect();
        loop {
            let before = costs.clone();
            for (from, spent) in &before {
                if self.zone.contains(from) {
                    continue;
                }
                for to in neighbours(*from) {
                    let Some(price) = self.price(*from, to) else { continue };
                    let total = spent + price;
                    if total > budget || enemies.contains(&to) || (shut && self.zone.contains(&to)) {
                        continue;
                    }
                    let known = costs.entry(to).or_insert(total);
                    *known = total.min(*known);
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// May the unit stop there: can each friend that stands there still leave for a hex of its own (naw:5.32)?
    fn may_stop(&self, index: usize, to: u16) -> bool {
        self.at(to).into_iter().filter(|other| *other != index).all(|other| {
            let friend = &self.pieces[other];
            !friend.moved && {
                let ways = self.ways(other, u16::MAX);
                let mut away = ways.keys().filter(|hex| **hex != to);
                away.any(|hex| self.at(*hex).into_iter().all(|stands| stands == index))
            }
        })
    }

    /// Where the unit may end a move with at most so many half points.
    pub fn destinations(&self, index: usize, budget: u16) -> Vec<u16> {
        let piece = &self.pieces[index];
        if piece.moved || piece.french != self.french_move {
            return Vec::new();
        }
        let ways = self.ways(index, budget);
        ways.into_keys().filter(|hex| piece.hex != Some(*hex) && self.may_stop(index, *hex)).collect()
    }

    /// Sequences of so many orders of movement: moves, and last the end of movement or a take-back; two at most.
    pub fn orders(&self, depth: usize) -> usize {
        let mut count = 0;
        for index in 0..self.pieces.len() {
            for to in self.destinations(index, u16::MAX) {
                if depth == 1 {
                    count += 1;
                    continue;
                }
                let mut after = self.clone();
                let piece = &mut after.pieces[index];
                if piece.hex.is_none() {
                    piece.came_by = piece.waits.map(|(_, at)| at);
                }
                (piece.hex, piece.moved, piece.waits) = (Some(to), true, None);
                count += after.orders(depth - 1);
            }
        }
        // The end of movement; or while a hex is shared, which shuts the end, the take-back of the move that shares it.
        if depth == 1 {
            count += 1;
        }
        count
    }
}
