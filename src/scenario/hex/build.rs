//! Hex maps built piece by piece, with every piece checked: for map files as well as tables.
//!
//! Faults are reported where the piece is written, which the caller supplies. Units: hexes by their printed numbers; metres.

use std::collections::BTreeSet;

use data::Fault;
use hexes::{Grid, Hex, HexKind, HexMap, Mark, Marks};

/// Columns and rows have two digits each in a hex's number.
pub(super) const MOST_ROWS: u16 = 99;

/// Maximum number of faults reported for one map before the check gives up.
const MOST_FAULTS: usize = 100;

/// Makes the fault of a piece, from what is wrong and what would be accepted.
pub(super) type At<'a> = &'a dyn Fn(String, String) -> Fault;

/// The name of a kind of hex in files.
pub const fn kind_name(kind: HexKind) -> &'static str {
    match kind {
        HexKind::Clear => "clear",
        HexKind::Forest => "forest",
        HexKind::Rough => "rough",
        HexKind::Town => "town",
        HexKind::Marsh => "marsh",
    }
}

/// The name of a mark on a hexside.
pub const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::River => "river",
        Mark::Stream => "stream",
        Mark::Bridge => "bridge",
        Mark::Road => "road",
        Mark::Trail => "trail",
        Mark::Slope => "slope",
    }
}

/// The mark that cannot lie on the same hexside: a road and a trail, a river and a stream.
pub const fn contrary(mark: Mark) -> Option<Mark> {
    match mark {
        Mark::River => Some(Mark::Stream),
        Mark::Stream => Some(Mark::River),
        Mark::Road => Some(Mark::Trail),
        Mark::Trail => Some(Mark::Road),
        Mark::Bridge | Mark::Slope => None,
    }
}

/// Checks that a map may have this many columns and rows. If not, returns the fault.
pub(super) fn check_size(columns: u16, rows: u16, at: At<'_>) -> Result<(), Box<Fault>> {
    let good = 1..=MOST_ROWS;
    if good.contains(&columns) && good.contains(&rows) {
        return Ok(());
    }
    Err(Box::new(at(
        format!("a map cannot have {columns} columns and {rows} rows"),
        format!("accepted: 1 to {MOST_ROWS} of each, for a hex's number has two digits for either"),
    )))
}

/// Checks that a hex may have this width. If not, returns the fault.
pub(super) fn check_metres(metres: u16, at: At<'_>) -> Result<(), Box<Fault>> {
    match (10..=20_000).contains(&metres) {
        true => Ok(()),
        false => Err(Box::new(at(
            format!("a hex cannot be {metres} metres across"),
            "accepted: 10 to 20000".into(),
        ))),
    }
}

/// A map being built.
pub(super) struct Build<'f> {
    pub map: HexMap,
    faults: &'f mut Vec<Fault>,
    told: usize,
    kinds: BTreeSet<Hex>,
    named: BTreeSet<Hex>,
}

impl<'f> Build<'f> {
    /// Starts with a map of clear hexes. The grid has been checked.
    pub fn new(id: &str, name: &str, grid: Grid, metres: u16, faults: &'f mut Vec<Fault>) -> Self {
        let mut map = HexMap::clear(id, name, grid);
        map.metres = metres;
        Self { map, faults, told: 0, kinds: BTreeSet::new(), named: BTreeSet::new() }
    }

    pub fn report(&mut self, fault: impl FnOnce() -> Fault) {
        // For a file full of faults the first hundred are enough.
        if self.told < MOST_FAULTS {
            self.faults.push(fault());
        }
        self.told += 1;
    }

    /// Is the hex on the map? If not, reports it.
    pub fn on_map(&mut self, hex: Hex, at: At<'_>) -> bool {
        let on = self.map.contains(hex);
        if !on {
            let grid = self.map.grid;
            self.report(|| {
                at(
                    format!("there is no hex {hex} on this map"),
                    format!(
                        "accepted: {} to {}, the column first and then the row, each with two digits",
                        Hex::new(1, 1),
                        Hex::new(grid.columns, grid.rows)
                    ),
                )
            });
        }
        on
    }

    /// Sets the kind of a hex; only once for each.
    pub fn kind(&mut self, hex: Hex, kind: HexKind, at: At<'_>) {
        if !self.on_map(hex, at) {
            return;
        }
        if !self.kinds.insert(hex) {
            let was = kind_name(self.map.kind(hex));
            let message = match self.map.kind(hex) == kind {
                true => format!("the hex {hex} is there twice"),
                false => format!("the hex {hex} is {was} already"),
            };
            self.report(|| at(message, "a hex is of one kind: keep one of the two".into()).on(&[hex]));
            return;
        }
        self.map.set_kind(hex, kind);
    }

    /// The hexes that have been given no kind, in order.
    pub fn without_kind(&self) -> Vec<Hex> {
        self.map.grid.hexes().filter(|hex| !self.kinds.contains(hex)).collect()
    }

    pub fn name(&mut self, hex: Hex, name: &str, at: At<'_>) {
        if !self.on_map(hex, at) {
            return;
        }
        if !self.named.insert(hex) {
            let was = self.map.cell(hex).name.clone();
            self.report(|| {
                at(format!("the hex {hex} is named \"{was}\" already"), "give each hex one name".into())
                    .on(&[hex])
            });
            return;
        }
        self.map.set_name(hex, name);
    }

    /// Puts a mark on the hexside between two hexes; for a slope, `to` is the upper one.
    pub fn side(&mut self, from: Hex, to: Hex, mark: Mark, at: At<'_>) {
        // Both are checked, so that both are reported.
        let (one, other) = (self.on_map(from, at), self.on_map(to, at));
        if !one || !other {
            return;
        }
        let Some(marks) = self.map.between(from, to) else {
            let neighbours: BTreeSet<Hex> = self.map.neighbours(from).map(|(_, next)| next).collect();
            let neighbours: Vec<String> = neighbours.iter().map(ToString::to_string).collect();
            self.report(|| {
                at(
                    format!("the hexes {from} and {to} do not touch"),
                    format!("the neighbours of {from} are {}", neighbours.join(", ")),
                )
            });
            return;
        };
        let name = mark_name(mark);
        if marks.has(mark) {
            let message = match mark == Mark::Slope && !marks.climbs() {
                true => format!("the slope between {from} and {to} has {from} for its upper hex already"),
                false => format!("the {name} between {from} and {to} is there twice"),
            };
            self.report(|| at(message, "keep one of the two".into()).on(&[from, to]));
            return;
        }
        if let Some(other) = contrary(mark).filter(|other| marks.has(*other)) {
            let other = mark_name(other);
            self.report(|| {
                at(
                    format!("the hexside between {from} and {to} has a {other} already, and now a {name}"),
                    format!("a hexside has a {name} or a {other}: keep one of the two"),
                )
                .on(&[from, to])
            });
            return;
        }
        self.map.mark(from, to, mark);
    }

    /// Reports what can only be checked when the map is complete: bridges with nothing under them, ways that end at a river.
    /// Such maps can be played, but may not be what was intended.
    pub fn finish(mut self, warn: At<'_>) -> HexMap {
        // If pieces were refused, what seems to be missing may be one of them.
        if self.told > 0 {
            return self.map;
        }
        let sides: Vec<_> = self.map.marked_sides().collect();
        for (from, to, marks) in sides {
            if marks.has(Mark::Bridge) && !marks.has(Mark::River) && !marks.has(Mark::Stream) {
                self.report(|| {
                    warn(
                        format!("the bridge between {from} and {to} has no water under it"),
                        "add the river or stream, or leave the bridge out".into(),
                    )
                    .on(&[from, to])
                });
            }
            if marks.has(Mark::River) && is_alone(&self.map, from, to) {
                self.report(|| {
                    warn(
                        format!("the river between {from} and {to} joins no other water and no edge"),
                        "lead it on along the next hexside, or take it off".into(),
                    )
                    .on(&[from, to])
                });
            }
            let way = [Mark::Road, Mark::Trail].into_iter().find(|way| marks.has(*way));
            if let Some(way) = way.filter(|_| marks.is_unbridged_river()) {
                self.report(|| {
                    warn(
                        format!("the {} between {from} and {to} ends at a river", mark_name(way)),
                        "add the bridge, or end the way on the bank".into(),
                    )
                    .on(&[from, to])
                });
            }
        }
        self.map
    }
}

/// Does no other water touch an end of the river on this hexside, and does neither end lie at the edge of the map?
fn is_alone(map: &HexMap, from: Hex, to: Hex) -> bool {
    let beside: Vec<Hex> =
        map.neighbours(from).map(|(_, hex)| hex).filter(|hex| map.between(*hex, to).is_some()).collect();
    let water = |marks: Marks| marks.has(Mark::River) || marks.has(Mark::Stream);
    let wet = |one: Hex, other: Hex| map.between(one, other).is_some_and(water);
    beside.len() == 2 && !beside.iter().any(|hex| wet(*hex, from) || wet(*hex, to))
}
