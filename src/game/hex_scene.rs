//! The map of a battle on hexes as it is drawn: ground, numbers, names and counters.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher as _};

use drawing::hex::{Counter, HexSheet, Lie, counter_marks, counter_places, cursor_marks, path_marks};
use drawing::{Mark, NAMES_OVER, SMALL_GROUND, ScenePiece, Stage, StageLayer};
use hexes::{Hex, HexKind, HexMap};
use scenario::HexScenario;
use table::Vec2;

/// A layer of the map; `version`: what it shows has another where it changes. `scaled`: it has other marks at another scale.
pub fn layer(name: &'static str, version: u64, scaled: bool) -> StageLayer {
    StageLayer { name, version, scaled, above: false }
}

/// A number for what is drawn: other things have another.
pub fn version(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// What the scene is made of: the counters, each with its key by its number and in full in `spoken`, and the hexes, said by their kinds.
///
/// `beside`: the counters as names see them, whoever may act.
pub fn stage(
    (map, sheet): (&HexMap, &HexSheet),
    (counters, beside): (&[Counter], &[Counter]),
    (key, spoken): (impl Fn(u16) -> String, &[String]),
    kind: impl Fn(HexKind) -> &'static str,
) -> Stage {
    let piece = |(index, at): (usize, Vec2)| {
        let (counter, half) = (&counters[index], counters[index].half());
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        ScenePiece {
            key: key(counter.id),
            of: None,
            spoken: spoken[index].clone(),
            outline: corners.map(|(x, y)| at + Vec2::new(x, y)).into(),
            colour: Some(counter.colour),
        }
    };
    let covered = version(&beside);
    let layers = vec![
        layer("ground", 0, false),
        layer("numbers", 0, false),
        layer("names", covered, true),
        layer("pieces", version(&counters), true),
        layer(NAMES_OVER, covered, true),
    ];
    let pieces = counter_places(&sheet.lie, counters).into_iter().map(piece).collect();
    Stage { layers, pieces, ..sheet.stage(|hex| hex_words(map, hex, kind(map.kind(hex)))) }
}

/// `1004 Marengo, a village`.
fn hex_words(map: &HexMap, hex: Hex, kind: &str) -> String {
    let name = &map.cell(hex).name;
    if name.is_empty() { format!("{hex}, {kind}") } else { format!("{hex} {name}, {kind}") }
}

/// The marks of a layer, for so many points an inch; none of one that is not of these.
pub fn layer_marks(
    (battle, sheet): (&HexScenario, &HexSheet),
    (name, scale): (&str, f32),
    counters: impl FnOnce() -> Vec<Counter>,
    beside: impl FnOnce() -> Vec<Counter>,
) -> Vec<Mark> {
    match name {
        "ground" => sheet.ground().to_vec(),
        SMALL_GROUND => sheet.small_ground(),
        "numbers" => sheet.numbers(),
        "names" => sheet.names_since(&battle.deployed(), &beside(), scale).under.clone(),
        NAMES_OVER => sheet.names_since(&battle.deployed(), &beside(), scale).over.clone(),
        "pieces" => {
            let counters = counters();
            let places = counter_places(&sheet.lie, &counters).into_iter();
            places.flat_map(|(index, at)| counter_marks(&counters[index], at, scale)).collect()
        }
        _ => Vec::new(),
    }
}

/// What an order was on the map: the hexes of those whom it touched, and the ways that they went.
pub fn traces(lie: &Lie, touched: impl Iterator<Item = Hex>, ways: &[Vec<Hex>]) -> Vec<Mark> {
    let ends = ways.iter().filter_map(|way| way.last().copied());
    let hexes: BTreeSet<Hex> = touched.chain(ends).collect();
    let ways = ways.iter().flat_map(|way| path_marks(lie, way, None));
    ways.chain(hexes.into_iter().flat_map(|hex| cursor_marks(lie, hex))).collect()
}
