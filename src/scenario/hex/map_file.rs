//! Hex maps as a referee writes them (`terrain/*.ron`), and their conversion to a [`HexMap`] and back.
//!
//! ```ron
//! (
//!     id: "my-map", name: "The ford at Lesnes",
//!     columns: 12, rows: 9, orientation: Flat, stagger: EvenDown, top: North, metres: 400,
//!     forest: [0203, 0204], rough: [], town: [0505], marsh: [],
//!     names: [(name: "Lesnes", hexes: [0505])],
//!     rivers: [(0601, 0602), (0602, 0702)], streams: [], bridges: [(0602, 0702)],
//!     slopes: [(up: 0903, down: [0902, 0904])],
//!     roads: [[0505, 0604, 0703]], trails: [],
//! )
//! ```
//!
//! A hex is its number CCRR, column and row with two digits each. Hexes that are not listed are clear. A hexside is the two
//! hexes that share it; a slope is its upper hex with the lower hexes round it; a road or trail is a chain of hexes. Everything
//! but `id`, `name`, `columns` and `rows` may be left out. Units: metres from flat to flat.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::build::{Build, check_metres, check_size, kind_name};
use data::write::{Record, RecordSheet, quoted};
use data::{Document, Fault, Spot, check_id};
use hexes::{Direction, Grid, Hex, HexKind, HexMap, Mark, Orientation, Stagger, Top};

/// Maximum length of a line of a written map, in characters, if its items can be split.
const LINE: usize = 110;

/// A map as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMap {
    id: String,
    name: String,
    columns: u16,
    rows: u16,
    #[serde(default)]
    orientation: Orientation,
    #[serde(default)]
    stagger: Stagger,
    #[serde(default)]
    top: Top,
    #[serde(default = "usual_metres")]
    metres: u16,
    #[serde(default)]
    forest: Vec<Hex>,
    #[serde(default)]
    rough: Vec<Hex>,
    #[serde(default)]
    town: Vec<Hex>,
    #[serde(default)]
    marsh: Vec<Hex>,
    #[serde(default)]
    names: Vec<RawName>,
    #[serde(default)]
    rivers: Vec<(Hex, Hex)>,
    #[serde(default)]
    streams: Vec<(Hex, Hex)>,
    #[serde(default)]
    bridges: Vec<(Hex, Hex)>,
    #[serde(default)]
    slopes: Vec<RawSlope>,
    #[serde(default)]
    roads: Vec<Vec<Hex>>,
    #[serde(default)]
    trails: Vec<Vec<Hex>>,
}

/// A name, and the hexes with that name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawName {
    name: String,
    hexes: Vec<Hex>,
}

/// An upper hex, and the lower ones from which one climbs to it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSlope {
    up: Hex,
    down: Vec<Hex>,
}

const fn usual_metres() -> u16 {
    400
}

/// Reads a map's file. `None` if nothing usable is left; faults are added in any case.
pub(crate) fn read(document: &mut Document, faults: &mut Vec<Fault>) -> Option<HexMap> {
    let raw: RawMap = document.read(faults)?;
    let root = document.root();
    check_id("map", &raw.id, document.stem(), root, faults);
    let sized =
        check_size(raw.columns, raw.rows, &|message, help| root.field("columns").fault(message, help));
    if let Err(fault) = sized {
        faults.push(*fault);
        return None;
    }
    let wide = check_metres(raw.metres, &|message, help| root.field("metres").fault(message, help));
    faults.extend(wide.err().map(|fault| *fault));
    let grid = Grid {
        columns: raw.columns,
        rows: raw.rows,
        orientation: raw.orientation,
        stagger: raw.stagger,
        top: raw.top,
    };
    let mut build = Build::new(&raw.id, &raw.name, grid, raw.metres, faults);
    let kinds = [
        (HexKind::Forest, &raw.forest),
        (HexKind::Rough, &raw.rough),
        (HexKind::Town, &raw.town),
        (HexKind::Marsh, &raw.marsh),
    ];
    for (kind, hexes) in kinds {
        for (index, hex) in hexes.iter().enumerate() {
            let at =
                |message: String, help: String| root.field(kind_name(kind)).item(index).fault(message, help);
            build.kind(*hex, kind, &at);
        }
    }
    names(&mut build, &raw.names, root.field("names"));
    let sides = [
        ("rivers", Mark::River, &raw.rivers),
        ("streams", Mark::Stream, &raw.streams),
        ("bridges", Mark::Bridge, &raw.bridges),
    ];
    for (field, mark, sides) in sides {
        for (index, (from, to)) in sides.iter().enumerate() {
            let at = |message: String, help: String| root.field(field).item(index).fault(message, help);
            build.side(*from, *to, mark, &at);
        }
    }
    slopes(&mut build, &raw.slopes, root.field("slopes"));
    for (field, mark, chains) in [("roads", Mark::Road, &raw.roads), ("trails", Mark::Trail, &raw.trails)] {
        ways(&mut build, chains, mark, root.field(field));
    }
    Some(build.finish(&|message, help| root.field("bridges").warning(message, help)))
}

fn names(build: &mut Build<'_>, raw: &[RawName], at: Spot<'_>) {
    for (index, entry) in raw.iter().enumerate() {
        if entry.name.trim().is_empty() {
            build.report(|| {
                at.item(index).field("name").fault("a name is empty", "write it, or leave it out")
            });
            continue;
        }
        if entry.hexes.is_empty() {
            let message = format!("\"{}\" is the name of no hex", entry.name);
            build.report(|| at.item(index).field("hexes").fault(message, "list its hexes, or leave it out"));
        }
        for (inner, hex) in entry.hexes.iter().enumerate() {
            let spot = |message: String, help: String| {
                at.item(index).field("hexes").item(inner).fault(message, help)
            };
            build.name(*hex, &entry.name, &spot);
        }
    }
}

fn slopes(build: &mut Build<'_>, raw: &[RawSlope], at: Spot<'_>) {
    for (index, slope) in raw.iter().enumerate() {
        if slope.down.is_empty() {
            let message = format!("the slope up to {} has no lower hex", slope.up);
            build.report(|| {
                at.item(index).field("down").fault(message, "list the lower hexes, or leave it out")
            });
        }
        for (inner, down) in slope.down.iter().enumerate() {
            let spot =
                |message: String, help: String| at.item(index).field("down").item(inner).fault(message, help);
            build.side(*down, slope.up, Mark::Slope, &spot);
        }
    }
}

fn ways(build: &mut Build<'_>, raw: &[Vec<Hex>], mark: Mark, at: Spot<'_>) {
    for (index, chain) in raw.iter().enumerate() {
        if chain.len() < 2 {
            build.report(|| {
                at.item(index).fault(
                    format!("a way through {} is no way", hexes_in_words(chain)),
                    "list the hexes that it joins, two or more",
                )
            });
        }
        for (inner, step) in chain.windows(2).enumerate() {
            let spot = |message: String, help: String| at.item(index).item(inner + 1).fault(message, help);
            build.side(step[0], step[1], mark, &spot);
        }
    }
}

fn hexes_in_words(chain: &[Hex]) -> String {
    match chain {
        [] => "no hex".into(),
        [hex] => format!("{hex} alone"),
        _ => format!("{} hexes", chain.len()),
    }
}

/// Writes a map's file, which [`super::read_map`] reads back to the same map. The same map always gives the same text.
pub fn write(map: &HexMap) -> String {
    let grid = map.grid;
    let mut sheet: RecordSheet = RecordSheet::new();
    sheet.field("id", quoted(&map.id));
    sheet.field("name", quoted(&map.name));
    sheet.fields(
        Record::default()
            .field("columns", grid.columns)
            .field("rows", grid.rows)
            .variant("orientation", grid.orientation)
            .variant("stagger", grid.stagger)
            .variant("top", grid.top)
            .field("metres", map.metres),
    );
    for kind in [HexKind::Forest, HexKind::Rough, HexKind::Town, HexKind::Marsh] {
        let hexes = grid.hexes().filter(|hex| map.kind(*hex) == kind).map(|hex| hex.to_string());
        sheet.plain_list(kind_name(kind), wrapped(hexes));
    }
    let mut names: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
    for (hex, name) in map.names() {
        names.entry(name).or_default().push(hex);
    }
    let mut names: Vec<(&str, Vec<Hex>)> = names.into_iter().collect();
    // Sorted by the first hex of each.
    names.sort_by(|a, b| a.1.cmp(&b.1));
    sheet.plain_list(
        "names",
        names.iter().map(|(name, hexes)| format!("(name: {}, hexes: {})", quoted(name), bracketed(hexes))),
    );
    for (field, mark) in [("rivers", Mark::River), ("streams", Mark::Stream), ("bridges", Mark::Bridge)] {
        let marked = map.marked_sides().filter(|(.., marks)| marks.has(mark));
        let sides: BTreeSet<(Hex, Hex)> = marked.map(|(from, to, _)| (from, to)).collect();
        sheet.plain_list(field, wrapped(sides.iter().map(|(from, to)| format!("({from}, {to})"))));
    }
    let slopes = grid.hexes().filter_map(|up| {
        let below = map.neighbours(up).filter(|(way, _)| map.marks(up, *way).descends());
        let mut down: Vec<Hex> = below.map(|(_, hex)| hex).collect();
        down.sort_unstable();
        (!down.is_empty()).then(|| format!("(up: {up}, down: {})", bracketed(&down)))
    });
    sheet.plain_list("slopes", slopes);
    for (field, mark) in [("roads", Mark::Road), ("trails", Mark::Trail)] {
        sheet.plain_list(field, chains(map, mark).iter().map(|chain| bracketed(chain)));
    }
    sheet.finish().0
}

/// Items in lines of at most [`LINE`] characters, each without its last comma.
fn wrapped(items: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(last) if last.len() + item.len() + 11 <= LINE => {
                last.push_str(&format!(", {item}"));
            }
            _ => lines.push(item),
        }
    }
    lines
}

/// `[0101, 0102]`, in several lines if it is long.
fn bracketed(hexes: &[Hex]) -> String {
    let lines = wrapped(hexes.iter().map(ToString::to_string));
    match lines.as_slice() {
        [one] => format!("[{one}]"),
        _ => format!("[\n            {},\n        ]", lines.join(",\n            ")),
    }
}

/// A net of ways as chains: each starts at an end or a junction if possible, and goes on as straight as it can.
fn chains(map: &HexMap, mark: Mark) -> Vec<Vec<Hex>> {
    let mut left: BTreeMap<Hex, BTreeSet<Hex>> = BTreeMap::new();
    for (from, to, _) in map.marked_sides().filter(|(.., marks)| marks.has(mark)) {
        left.entry(from).or_default().insert(to);
        left.entry(to).or_default().insert(from);
    }
    let mut chains = Vec::new();
    loop {
        left.retain(|_, to| !to.is_empty());
        let odd = left.iter().find(|(_, to)| to.len() % 2 == 1).map(|(hex, _)| *hex);
        let Some(start) = odd.or_else(|| left.keys().next().copied()) else { return chains };
        let mut chain = vec![start];
        let mut heading: Option<Direction> = None;
        let mut at = start;
        while let Some(next) = left.get(&at).and_then(|to| {
            let turn = |next: &Hex| match (heading, map.grid.direction(at, *next)) {
                (Some(was), Some(now)) => {
                    let apart = (was.0 + 6 - now.0) % 6;
                    apart.min(6 - apart)
                }
                _ => 0,
            };
            to.iter().min_by_key(|next| (turn(next), **next)).copied()
        }) {
            for (one, other) in [(at, next), (next, at)] {
                if let Some(to) = left.get_mut(&one) {
                    to.remove(&other);
                }
            }
            heading = map.grid.direction(at, next);
            chain.push(next);
            at = next;
        }
        chains.push(chain);
    }
}
