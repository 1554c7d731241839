//! Where pieces enter and leave the map, and the cost (`cb:3h`, `cb:4a` to `cb:4c`). Units: half movement points.

use crate::chart::{self, Entry};
use crate::options::BarredEntry;
use crate::refusal::{Code, Refusal};
use crate::roster::{Counter, PieceId};
use crate::state::{Place, State};
use crate::zones;
use hexes::{Direction, Gate, Hex, HexMap, HexReach, Mark, Marks, movement_points, points};
use scenario::HexArm;

use super::field::MarchField;

/// Distance of edge hexes that may be entered in place of a blocked one (`cb:4c`).
const NEAR: u32 = 3;
/// More than the cost of any path on a map.
pub const ANY_WAY: u16 = 2_000;

/// The edges of the map that a hex lies on: first column, last column, first row, last row.
const fn edges(map: &HexMap, hex: Hex) -> [bool; 4] {
    let (column, row) = (hex.column(), hex.row());
    [column == 1, column == map.grid.columns, row == 1, row == map.grid.rows]
}

pub fn is_edge(map: &HexMap, hex: Hex) -> bool {
    edges(map, hex).contains(&true)
}

fn share_an_edge(map: &HexMap, a: Hex, b: Hex) -> bool {
    edges(map, a).into_iter().zip(edges(map, b)).any(|(a, b)| a && b)
}

/// Does a road leave the map in this hex? The map has no row for the step off the sheet: a road leaves if it would run straight
/// off, opposite one of its hexsides.
pub fn leaves_by_road(map: &HexMap, hex: Hex) -> bool {
    let off = |way: &Direction| map.grid.neighbour(hex, way.opposite()).is_none();
    Direction::ALL.iter().any(|way| map.marks(hex, *way).has(Mark::Road) && off(way))
}

/// The cost of the step off the map: half a point by road, else one (`cb:3h`).
pub fn exit_price(map: &HexMap, hex: Hex) -> u16 {
    if leaves_by_road(map, hex) { chart::ROAD } else { 2 }
}

/// The cost of an entry hex, without the queue: half a point by road, else the hex's cost for this arm; `None` if it cannot enter.
fn own_price(state: &State, hex: Hex, arm: HexArm) -> Option<u16> {
    let map = state.game.map();
    if leaves_by_road(map, hex) {
        return Some(chart::ROAD);
    }
    match chart::entry(map.kind(hex), Marks::default(), arm, &state.game.options) {
        Entry::Costs(cost) => Some(cost),
        Entry::River | Entry::NoRoad => None,
    }
}

/// The cost of entering at this hex after this many units (`cb:4b`); `None` if the piece can never enter it.
pub fn entry_price(state: &State, piece: PieceId, at: Hex, before: u8) -> Option<u16> {
    let arm = match state.game.counter(piece) {
        Counter::Unit(unit) => state.game.arm(unit),
        Counter::Leader(_) => HexArm::Cavalry,
    };
    let queue = if state.game.queues(piece) { u16::from(before) } else { 0 };
    Some(own_price(state, at, arm)? + queue)
}

/// Where a reinforcement may enter now.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries {
    /// The entry hex printed on its counter.
    pub printed: Hex,
    /// Hexes with their costs, including the queue; sorted.
    pub hexes: Vec<(Hex, u16)>,
    /// Why it may not enter at the printed hex.
    pub bar: Option<Refusal>,
    /// It has no hex near there either, so next turn it may use any of the same edge (`cb:4c`).
    pub shut_out: bool,
}

/// The pieces of the phasing side that are due but have no hex to enter (`cb:4c`).
pub fn shut_out(state: &State) -> Vec<PieceId> {
    let field = MarchField::new(state, state.phasing);
    let out = |piece: &PieceId| field.entries(*piece).is_ok_and(|entries| entries.shut_out);
    super::pieces_of(state).filter(|piece| state.is_due(*piece)).filter(out).collect()
}

/// The refusal of an entry at a hex that is none of these.
fn refuse_entry(name: &str, entries: Entries, first: Hex) -> Refusal {
    let where_to: Vec<String> = entries.hexes.iter().map(|(hex, _)| hex.to_string()).collect();
    let remedy = format!("Begin its way with {}", where_to.join(" or "));
    if let Some(bar) = entries.bar.filter(|_| first == entries.printed || where_to.is_empty()) {
        let remedy = if where_to.is_empty() { bar.remedy.clone() } else { remedy };
        return Refusal { remedy, ..bar };
    }
    let clause = if where_to.len() > 1 { "cb:4c" } else { "cb:4b" };
    let fact = format!("{name} comes on at {}, not at {first}", where_to.join(", "));
    let hexes = entries.hexes.iter().map(|(hex, _)| *hex).chain([first]);
    Refusal::new(Code::WrongEntry, clause, fact, remedy).at(hexes)
}

impl MarchField<'_> {
    /// Where a reinforcement may enter now; refused if it is not due (`cb:4a`).
    ///
    /// An entry hex that is merely in an enemy zone is entered, and the unit stops. A lone enemy leader blocks nobody (`cb:4c`).
    pub fn entries(&self, piece: PieceId) -> Result<Entries, Refusal> {
        let state = self.state;
        let name = state.game.say_piece(piece);
        let Some((turn, printed)) = state.arrival(piece).filter(|_| state.place(piece) == Place::Waiting)
        else {
            let fact = format!("{name} is no reinforcement");
            return Err(Refusal::new(Code::NotDue, "cb:4a", fact, "Only reinforcements come on"));
        };
        if state.turn < turn {
            let fact = format!("{name} comes on from turn {turn}, and it is turn {}", state.turn);
            let remedy = format!("Wait until turn {turn}");
            Refusal::new(Code::NotDue, "cb:4a", fact, remedy).at([printed]).unless(&state.overruled)?;
        }
        let bar = self.entry_bar(piece, printed);
        let waits = state.game.options.barred_entry == BarredEntry::Wait;
        let blocked = self.has_enemy(printed);
        let mut hexes = Vec::new();
        if bar.is_none() {
            hexes.push(printed);
        } else if blocked || !waits {
            hexes = self.other_entries(printed, |map, hex| map.grid.distance(printed, hex) <= NEAR);
        }
        let shut_out = hexes.is_empty() && (blocked || !waits);
        if state.shut_out.contains(&piece) {
            hexes.extend(self.other_entries(printed, |map, hex| share_an_edge(map, printed, hex)));
        }
        hexes.sort_unstable();
        hexes.dedup();
        let price = |hex: Hex| self.entry_price(piece, hex).map(|price| (hex, price));
        let hexes = hexes.into_iter().filter_map(price).collect();
        Ok(Entries { printed, hexes, bar, shut_out })
    }

    /// The entry hex's own cost, and half a point for every unit that has entered there in this player turn (`cb:4b`).
    fn entry_price(&self, piece: PieceId, hex: Hex) -> Option<u16> {
        entry_price(self.state, piece, hex, self.state.entered.get(&hex).copied().unwrap_or_default())
    }

    /// Why the piece may not enter at its printed hex.
    fn entry_bar(&self, piece: PieceId, at: Hex) -> Option<Refusal> {
        let state = self.state;
        let name = state.game.say_piece(piece);
        if self.has_enemy(at) {
            let enemies: Vec<_> = state.at(at).collect();
            let fact = format!("{name} cannot come on at {at}: {} stands there", state.say_all(&enemies));
            let remedy = "Come on at an edge hex within 3 that the enemy does not control, or wait";
            return Some(Refusal::new(Code::EnemyOccupied, "cb:4c", fact, remedy).at([at]));
        }
        if own_price(state, at, self.arm(piece)).is_none() {
            let fact = format!("{name} cannot come on at {at}: {} without a road", self.ground(at));
            return Some(Refusal::new(Code::NoRoad, "cb:9a", fact, "Come on elsewhere").at([at]));
        }
        self.zone_bar(piece, at)
    }

    /// Edge hexes without enemy units, in no enemy zone, with a path to the printed hex (`cb:4c`).
    fn other_entries(&self, printed: Hex, fits: impl Fn(&HexMap, Hex) -> bool) -> Vec<Hex> {
        let map = self.state.game.map();
        let links = self.state.game.links(HexArm::Infantry);
        let joined = HexReach::search(links, &[(printed, 0)], ANY_WAY, |_| Gate::Go);
        let free = |hex: &Hex| {
            is_edge(map, *hex)
                && *hex != printed
                && fits(map, *hex)
                && !self.has_enemy(*hex)
                && !self.zone().contains(*hex)
                && joined.cost(*hex).is_some()
        };
        map.grid.hexes().filter(free).collect()
    }

    /// Checks that the first hex of the path is one where the piece may enter; returns its cost.
    pub(super) fn check_entry(&self, piece: PieceId, first: Hex, budget: u16) -> Result<u16, Refusal> {
        let state = self.state;
        let name = state.game.say_piece(piece);
        let entries = self.entries(piece)?;
        let known = entries.hexes.iter().find(|(hex, _)| *hex == first).map(|(_, cost)| *cost);
        let cost = match known {
            Some(cost) => cost,
            None => {
                let refusal = refuse_entry(&name, entries, first);
                if !state.game.map().contains(first) || self.has_enemy(first) {
                    return Err(refusal);
                }
                refusal.unless(&state.overruled)?;
                self.entry_price(piece, first).unwrap_or_else(|| self.price(piece, first))
            }
        };
        if cost > budget {
            let (all, asks) = (movement_points(budget), points(cost));
            let fact = format!("{name} has {all}, and coming on at {first} costs {asks} now");
            let remedy = "Let it wait for a later turn and a new queue";
            Refusal::new(Code::TooFewMp, "cb:4b", fact, remedy).at([first]).unless(&state.overruled)?;
        }
        Ok(cost)
    }

    /// Why the piece may not enter this hex because of an enemy zone, or of an enemy leader (`cb:9a`, `cb:10e`, `cb:11a`,
    /// `cb:12a`).
    pub(super) fn zone_bar(&self, piece: PieceId, hex: Hex) -> Option<Refusal> {
        let state = self.state;
        let name = state.say_mover(piece);
        let by = || state.say_all(&zones::controllers(state, hex, self.side().enemy()));
        let refuse = |clause, fact: String, remedy: &str| {
            Some(Refusal::new(Code::EzocBarred, clause, fact, remedy).at([hex]))
        };
        let in_zone = self.zone().contains(hex);
        match state.game.counter(piece) {
            Counter::Unit(unit) => {
                if !in_zone {
                    return None;
                }
                if state.game.is_artillery(unit) && !state.unit(unit).routed {
                    let fact =
                        format!("{name} may not enter {hex}: guns stay out of enemy zones, here of {}", by());
                    return refuse("cb:9a", fact, "Keep the guns away");
                }
                if state.unit(unit).routed {
                    let fact = format!(
                        "{name} may not enter {hex}: the routed run into no enemy zone, here of {}",
                        by()
                    );
                    return refuse("cb:12a", fact, "Run another way");
                }
                if !state.is_in_command(unit) {
                    let fact =
                        format!("{name} is out of command and may not enter {hex}, in the zone of {}", by());
                    return refuse("cb:10e", fact, "Stay out of enemy zones");
                }
                None
            }
            Counter::Leader(_) => {
                if self.is_shut_to_leaders(hex) {
                    let fact = format!("{name} may not enter {hex}: an enemy leader is there");
                    let refusal = Refusal::new(Code::Occupied, "cb:11a", fact, "Only units capture leaders");
                    return Some(refusal.at([hex]));
                }
                if in_zone && !self.has_friend(hex) {
                    let fact = format!("{name} may not enter {hex} alone: it is in the zone of {}", by());
                    return refuse(
                        "cb:11a",
                        fact,
                        "Go to a hex of a friendly unit, or stay out of enemy zones",
                    );
                }
                None
            }
        }
    }

    /// What a hex costs a piece by itself; one that is closed to it, what it costs infantry.
    pub(super) fn price(&self, piece: PieceId, hex: Hex) -> u16 {
        let kind = self.state.game.map().kind(hex);
        let price = |arm: HexArm| match chart::entry(kind, Marks::default(), arm, &self.state.game.options) {
            Entry::Costs(cost) => Some(cost),
            Entry::River | Entry::NoRoad => None,
        };
        price(self.arm(piece)).or_else(|| price(HexArm::Infantry)).unwrap_or_default()
    }

    /// The words for the ground of a hex.
    pub(super) fn ground(&self, hex: Hex) -> &'static str {
        chart::kind_words(self.state.game.map().kind(hex))
    }
}
