//! Movement of 1800 reckoned a second time, as plainly as can be: neighbours by column and row, costs by relaxing until nothing changes,
//! zones and stacking by asking every unit.
//!
//! Source: the ledger's clauses cb:3b to cb:3h, cb:4a to cb:4c, cb:5, cb:6a to cb:6d, cb:9a, cb:10e, cb:11a, cb:tet-clear to
//! cb:tet-path, with the options as they usually are. Of the engine only the facts of the map are used, and of command who was found
//! in it. Nobody is routed or demoralised here. Units: half movement points.

use std::collections::{BTreeMap, BTreeSet};

use hexes::{Hex, HexKind, HexMap, Mark};

/// Columns and rows of the sheet.
const EXTENT: (i32, i32) = (24, 26);

/// The hexes in which a road leaves the sheet.
const ROADS_OUT: [u16; 5] = [1301, 109, 626, 826, 2412];

/// What a piece is, and in which column of the terrain table it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    Foot,
    Horse,
    Guns,
    /// Pays as horse, and takes no room.
    Leader,
}

/// A unit or a leader.
#[derive(Clone, Debug)]
pub struct Piece {
    pub french: bool,
    pub arm: Arm,
    /// None: off the map.
    pub hex: Option<u16>,
    /// Printed movement points.
    pub movement: u16,
    /// When and where it comes on, while it waits.
    pub waits: Option<(u8, u16)>,
    pub in_command: bool,
    /// With whom it moves.
    pub group: usize,
    pub moved: bool,
}

/// A movement phase.
#[derive(Clone, Debug)]
pub struct Plain<'m> {
    map: &'m HexMap,
    pub pieces: Vec<Piece>,
    turn: u8,
    french_move: bool,
    /// The zones of the side that does not move; they stay as they are.
    zone: BTreeSet<u16>,
    /// Units that have come on, by hex.
    entered: BTreeMap<u16, u16>,
    /// The group that moves, and those that have.
    current: Option<usize>,
    closed: BTreeSet<usize>,
}

fn parts(hex: u16) -> (i32, i32) {
    (i32::from(hex / 100), i32::from(hex % 100))
}

fn all_hexes() -> impl Iterator<Item = u16> {
    (1..=EXTENT.0).flat_map(|column| (1..=EXTENT.1).map(move |row| (column * 100 + row) as u16))
}

/// The neighbours on a sheet whose even columns stand half a hex further on.
fn neighbours(hex: u16) -> Vec<u16> {
    let (column, row) = parts(hex);
    let beside = if column % 2 == 0 { [row, row + 1] } else { [row - 1, row] };
    let mut all = vec![(column, row - 1), (column, row + 1)];
    for other in [column - 1, column + 1] {
        all.extend(beside.map(|row| (other, row)));
    }
    all.retain(|(column, row)| (1..=EXTENT.0).contains(column) && (1..=EXTENT.1).contains(row));
    all.into_iter().map(|(column, row)| (column * 100 + row) as u16).collect()
}

/// Hexes from one to the other, by the ledger's formula.
fn distance(a: u16, b: u16) -> i32 {
    let axial = |hex| {
        let (column, row) = parts(hex);
        (column, row - (column + 1).div_euclid(2))
    };
    let ((q, s), (other_q, other_s)) = (axial(a), axial(b));
    let (q, s) = (q - other_q, s - other_s);
    q.abs().max(s.abs()).max((q + s).abs())
}

fn is_edge(hex: u16) -> bool {
    let (column, row) = parts(hex);
    column == 1 || row == 1 || column == EXTENT.0 || row == EXTENT.1
}

impl<'m> Plain<'m> {
    pub fn new(map: &'m HexMap, pieces: Vec<Piece>, turn: u8, french_move: bool) -> Self {
        let (zone, entered, closed) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        let mut plain = Self { map, pieces, turn, french_move, zone, entered, current: None, closed };
        plain.zone = all_hexes().filter(|hex| plain.is_controlled(*hex)).collect();
        plain
    }

    /// What the ground of a hex costs; none where it is barred (cb:3d, cb:9a).
    fn ground(&self, arm: Arm, hex: u16) -> Option<u16> {
        match (self.map.kind(Hex(hex)), arm) {
            (HexKind::Clear | HexKind::Town, _) => Some(2),
            (HexKind::Forest, Arm::Foot) => Some(4),
            (HexKind::Forest, Arm::Horse | Arm::Leader) | (HexKind::Marsh, Arm::Foot) => Some(6),
            (HexKind::Marsh, Arm::Horse | Arm::Leader) => Some(8),
            (HexKind::Forest | HexKind::Marsh, Arm::Guns) => None,
            (HexKind::Rough, _) => panic!("the sheet has no such ground"),
        }
    }

    /// The price of a step; none where it is barred (cb:3d, cb:9a).
    fn price(&self, arm: Arm, from: u16, to: u16) -> Option<u16> {
        let marks = self.map.between(Hex(from), Hex(to))?;
        if marks.has(Mark::Road) {
            return Some(1);
        }
        if marks.has(Mark::River) {
            return None;
        }
        let ground = self.ground(arm, to)?;
        if marks.has(Mark::Trail) {
            return Some(2);
        }
        let more = |mark| if marks.has(mark) { 2 } else { 0 };
        Some(ground + more(Mark::Stream) + more(Mark::Slope))
    }

    /// Is the hex in the zone of some enemy of the side that moves (cb:6a, cb:6d)?
    fn is_controlled(&self, hex: u16) -> bool {
        if matches!(self.map.kind(Hex(hex)), HexKind::Forest | HexKind::Town) {
            return false;
        }
        let enemies =
            self.pieces.iter().filter(|piece| piece.french != self.french_move && piece.arm != Arm::Leader);
        enemies.filter_map(|piece| piece.hex).any(|at| {
            let river = |marks: hexes::Marks| marks.has(Mark::River);
            neighbours(at).contains(&hex) && !self.map.between(Hex(at), Hex(hex)).is_some_and(river)
        })
    }

    fn stands(&self, hex: u16, french: bool, leaders: bool) -> bool {
        let is = |piece: &Piece| piece.french == french && (piece.arm == Arm::Leader) == leaders;
        self.pieces.iter().any(|piece| piece.hex == Some(hex) && is(piece))
    }

    /// May the piece enter the hex, costs apart (cb:5, cb:9a, cb:10e, cb:11a)?
    fn may_enter(&self, piece: &Piece, to: u16) -> bool {
        if self.stands(to, !piece.french, false) {
            return false;
        }
        let in_zone = self.zone.contains(&to);
        match piece.arm {
            Arm::Leader => {
                !self.stands(to, !piece.french, true) && (!in_zone || self.stands(to, piece.french, false))
            }
            Arm::Guns => !in_zone,
            Arm::Foot | Arm::Horse => !in_zone || piece.in_command,
        }
    }

    /// Every hex to which the piece comes from these with so many half points, whoever of its friends stands there.
    fn spread(&self, piece: &Piece, starts: &[(u16, u16)], budget: u16) -> BTreeMap<u16, u16> {
        let mut costs: BTreeMap<u16, u16> =
            starts.iter().copied().filter(|(_, cost)| *cost <= budget).collect();
        let mut open: Vec<u16> = costs.keys().copied().collect();
        while let Some(from) = open.pop() {
            // Where an enemy controls the hex the move is over, save that a leader rides away (cb:6b, cb:11a).
            let rides = piece.arm == Arm::Leader && piece.hex == Some(from);
            if self.zone.contains(&from) && !rides {
                continue;
            }
            for to in neighbours(from) {
                let Some(price) = self.price(piece.arm, from, to) else { continue };
                let total = costs[&from] + price;
                let better = costs.get(&to).is_none_or(|known| total < *known);
                if total <= budget && better && self.may_enter(piece, to) {
                    costs.insert(to, total);
                    open.push(to);
                }
            }
        }
        costs
    }

    /// Where a reinforcement comes on now, with what it costs (cb:4a to cb:4c).
    fn entries(&self, piece: &Piece) -> Vec<(u16, u16)> {
        let due = piece.waits.filter(|(turn, _)| *turn <= self.turn);
        let Some((_, printed)) = due else { return Vec::new() };
        let hexes = if self.may_enter(piece, printed) {
            vec![printed]
        } else {
            let any = Piece { french: !self.french_move, arm: Arm::Foot, hex: None, ..piece.clone() };
            let joined = Self { pieces: Vec::new(), zone: BTreeSet::new(), ..self.clone() };
            let joined = joined.spread(&any, &[(printed, 0)], u16::MAX);
            let free = |hex: &u16| {
                is_edge(*hex)
                    && *hex != printed
                    && distance(*hex, printed) <= 3
                    && !self.stands(*hex, !piece.french, false)
                    && !self.zone.contains(hex)
                    && joined.contains_key(hex)
            };
            all_hexes().filter(free).collect()
        };
        let price = |hex: u16| {
            let own = if ROADS_OUT.contains(&hex) { 1 } else { self.ground(piece.arm, hex)? };
            let queue =
                if piece.arm == Arm::Leader { 0 } else { self.entered.get(&hex).copied().unwrap_or(0) };
            Some((hex, own + queue))
        };
        hexes.into_iter().filter_map(price).collect()
    }

    /// May the piece move at all now (cb:3b, cb:6b)?
    fn may_move(&self, piece: &Piece) -> bool {
        let held = piece.arm != Arm::Leader && piece.hex.is_some_and(|hex| self.zone.contains(&hex));
        piece.french == self.french_move && !piece.moved && !self.closed.contains(&piece.group) && !held
    }

    /// Every hex that the piece comes to, its start among them.
    fn ways(&self, piece: &Piece, budget: u16) -> BTreeMap<u16, u16> {
        let starts = match piece.hex {
            Some(hex) => vec![(hex, 0)],
            None => self.entries(piece),
        };
        self.spread(piece, &starts, budget.min(piece.movement * 2))
    }

    /// Where the piece may end a move with at most so many half points.
    pub fn destinations(&self, index: usize, budget: u16) -> Vec<u16> {
        let piece = &self.pieces[index];
        if !self.may_move(piece) {
            return Vec::new();
        }
        let is_leader = piece.arm == Arm::Leader;
        let room = |hex: &u16| is_leader || !self.stands(*hex, piece.french, false);
        let mut ends: BTreeSet<u16> = self.ways(piece, budget).into_keys().collect();
        // One hex may always be made, for all that the piece has (cb:3e).
        if let (Some(start), true) = (piece.hex, !is_leader && budget >= piece.movement * 2) {
            let near = neighbours(start).into_iter().filter(|to| self.price(piece.arm, start, *to).is_some());
            ends.extend(near.filter(|to| self.may_enter(piece, *to)));
        }
        ends.into_iter().filter(|hex| piece.hex != Some(*hex) && room(hex)).collect()
    }

    /// Can the piece leave the map (cb:3h)?
    fn can_leave(&self, index: usize) -> bool {
        let piece = &self.pieces[index];
        let Some(start) = piece.hex.filter(|_| self.may_move(piece)) else { return false };
        self.ways(piece, u16::MAX).into_iter().any(|(hex, cost)| {
            let step = if ROADS_OUT.contains(&hex) { 1 } else { 2 };
            is_edge(hex) && (hex == start || !self.zone.contains(&hex)) && cost + step <= piece.movement * 2
        })
    }

    /// The phase after a move there; no hex: off the map.
    fn after(&self, index: usize, to: Option<u16>) -> Self {
        let mut after = self.clone();
        let group = self.pieces[index].group;
        if after.current != Some(group) {
            after.closed.extend(after.current);
            after.current = Some(group);
        }
        let piece = &mut after.pieces[index];
        if let (None, Some((_, at)), true) = (piece.hex, piece.waits, piece.arm != Arm::Leader) {
            *after.entered.entry(at).or_default() += 1;
        }
        (piece.hex, piece.waits, piece.moved) = (to, None, true);
        after
    }

    /// Sequences of so many orders of movement: moves, ways off the map, and last the end of movement.
    pub fn orders(&self, depth: usize) -> usize {
        let mut count = 0;
        for index in 0..self.pieces.len() {
            let leaves = self.can_leave(index).then_some(None);
            let ends = self.destinations(index, u16::MAX).into_iter().map(Some).chain(leaves);
            for to in ends.collect::<Vec<_>>() {
                count += if depth == 1 { 1 } else { self.after(index, to).orders(depth - 1) };
            }
        }
        count + usize::from(depth == 1)
    }
}
