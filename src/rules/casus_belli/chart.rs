//! The terrain effects table of 1800, cell by cell (`cb:tet-clear` to `cb:tet-path`). Units: half movement points.
//!
//! Where the numbered text and the table disagree on woods and villages (`cb:9f`), the table's own entries stand apart, and the option
//! `woods-village` says which are in force.

use game::Clause;
use hexes::{HexKind, Mark, Marks};
use scenario::HexArm;

use super::options::{ArtilleryPaths, Options, WoodsVillage};

/// The effect of a hex or a hexside on the strength of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Doubled,
    /// Rounded up at once (`cb:7B`).
    Halved,
}

/// By arm: infantry, cavalry, artillery.
type ByArm<T> = [T; 3];

/// A row of the table: a kind of hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexRow {
    pub kind: HexKind,
    /// Half points; `None` means by road only.
    pub price: ByArm<Option<u16>>,
    pub attack: ByArm<Effect>,
    pub defence: ByArm<Effect>,
    /// May cavalry charge over it, or at a target in it (`cb:7f2`)?
    pub charge: bool,
    /// Do zones of control extend into it (`cb:6d`)?
    pub zoc: bool,
    pub blocks_fire: bool,
    pub clause: Clause,
}

use Effect::{Doubled, Halved, None as Plain};

const PLAIN: ByArm<Effect> = [Plain, Plain, Plain];

/// The rows of hexes, by the numbered text as far as it covers them (`cb:9f`).
pub const HEXES: [HexRow; 4] = [
    HexRow {
        kind: HexKind::Clear,
        price: [Some(2), Some(2), Some(2)],
        attack: PLAIN,
        defence: PLAIN,
        charge: true,
        zoc: true,
        blocks_fire: false,
        clause: "cb:tet-clear",
    },
    HexRow {
        kind: HexKind::Forest,
        price: [Some(4), Some(6), None],
        attack: [Plain, Halved, Plain],
        defence: [Doubled, Halved, Plain],
        charge: false,
        zoc: false,
        blocks_fire: true,
        clause: "cb:tet-woods",
    },
    HexRow {
        kind: HexKind::Town,
        price: [Some(2), Some(2), Some(2)],
        attack: [Plain, Halved, Halved],
        defence: [Doubled, Halved, Plain],
        charge: false,
        zoc: false,
        blocks_fire: true,
        clause: "cb:tet-village",
    },
    HexRow {
        kind: HexKind::Marsh,
        price: [Some(6), Some(8), None],
        attack: PLAIN,
        defence: [Doubled, Doubled, Plain],
        charge: false,
        zoc: true,
        blocks_fire: false,
        clause: "cb:tet-marsh",
    },
];

/// Road hex to road hex through a road hexside (`cb:3d`, `cb:tet-road`).
pub const ROAD: u16 = 1;
/// The same by path (`cb:tet-path`).
pub const PATH: u16 = 2;
/// Added for a stream hexside (`cb:tet-stream`).
pub const STREAM: u16 = 2;
/// Added for a crest, either way (`cb:tet-crest`).
pub const CREST: u16 = 2;
/// The effect of a stream on a defender, by arm (`cb:tet-stream`).
pub const STREAM_DEFENCE: ByArm<Effect> = [Doubled, Doubled, Plain];
/// An about-face (`cb:15a3`).
pub const ABOUT_FACE: u16 = 2;

/// The row of this kind of hex. The table has no rough ground, which counts as clear.
pub fn of(kind: HexKind) -> &'static HexRow {
    match kind {
        HexKind::Clear | HexKind::Rough => &HEXES[0],
        HexKind::Forest => &HEXES[1],
        HexKind::Town => &HEXES[2],
        HexKind::Marsh => &HEXES[3],
    }
}

/// Its name in the table: `woods`.
pub const fn kind_words(kind: HexKind) -> &'static str {
    match kind {
        HexKind::Clear | HexKind::Rough => "clear ground",
        HexKind::Forest => "woods",
        HexKind::Town => "a village",
        HexKind::Marsh => "marsh",
    }
}

/// Index of an arm in a row.
pub const fn column(arm: HexArm) -> usize {
    match arm {
        HexArm::Infantry => 0,
        HexArm::Cavalry => 1,
        HexArm::Artillery => 2,
    }
}

/// The effect of its hex on an attacker (`cb:7B`). Guns never attack from woods: that is checked elsewhere (`cb:9f`).
pub fn attack_effect(kind: HexKind, arm: HexArm) -> Effect {
    of(kind).attack[column(arm)]
}

/// The effect of its hex on a defender (`cb:7B`, `cb:9f`).
pub fn defence_effect(kind: HexKind, arm: HexArm, options: &Options) -> Effect {
    let by_table = options.woods_village != WoodsVillage::Text;
    match (kind, arm) {
        (HexKind::Town, HexArm::Artillery) if by_table => Halved,
        (HexKind::Clear | HexKind::Forest | HexKind::Rough | HexKind::Town | HexKind::Marsh, _) => {
            of(kind).defence[column(arm)]
        }
    }
}

/// Is a defender here eliminated as soon as it is attacked (`cb:9f`)?
pub fn dies_if_attacked(kind: HexKind, arm: HexArm, options: &Options) -> bool {
    let (text, table) = match options.woods_village {
        WoodsVillage::Text => (true, false),
        WoodsVillage::Table => (false, true),
        WoodsVillage::Both => (true, true),
    };
    kind == HexKind::Forest
        && match arm {
            HexArm::Infantry => false,
            HexArm::Cavalry => table,
            HexArm::Artillery => text,
        }
}

/// May guns attack from this hex (`cb:9f`)?
pub fn guns_may_attack_from(kind: HexKind, options: &Options) -> bool {
    kind != HexKind::Forest || options.woods_village == WoodsVillage::Table
}

/// The cost of a step, or what bars it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Costs(u16),
    /// A river without a road over it (`cb:tet-river`).
    River,
    /// Woods or marsh without a road, for artillery (`cb:9a`).
    NoRoad,
}

/// The cost of entering a hex of this kind over a hexside with these marks. Leaders pay as cavalry (`cb:11a`).
///
/// Clauses: `cb:3d`, `cb:9a`, `cb:tet-clear` to `cb:tet-path`. Ruling: the road or path must cross that very hexside, and the
/// cheaper of two applies; a road over a river is a bridge; for guns a path is no road (option `artillery-paths`).
pub fn entry(kind: HexKind, marks: Marks, arm: HexArm, options: &Options) -> Entry {
    let road = marks.has(Mark::Road).then_some(ROAD);
    if marks.has(Mark::River) && road.is_none() {
        return Entry::River;
    }
    let extra =
        if marks.has(Mark::Stream) { STREAM } else { 0 } + if marks.has(Mark::Slope) { CREST } else { 0 };
    let own = of(kind).price[column(arm)].map(|price| price + extra);
    let path_opens = own.is_some() || options.artillery_paths == ArtilleryPaths::Yes;
    let path = (marks.has(Mark::Trail) && path_opens).then_some(PATH);
    match [own, road, path].into_iter().flatten().min() {
        Some(cost) => Entry::Costs(cost),
        None => Entry::NoRoad,
    }
}

/// Is there a river on the hexside: which stops zones and hand to hand fighting (`cb:6d`, `cb:tet-river`)?
///
/// Ruling: a road over it makes it a bridge for movement alone.
pub const fn is_river(marks: Marks) -> bool {
    marks.has(Mark::River)
}

/// Longest range of guns, in hexes (`cb:9b`).
pub const RANGE: u32 = 3;

/// The effect of range on guns (`cb:9b`): adjacent doubled, at two hexes as printed, at three halved.
pub const fn range_effect(hexes: u32) -> Effect {
    match hexes {
        0 | 1 => Doubled,
        2 => Plain,
        _ => Halved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexes::{Grid, Hex, HexMap};

    fn price(kind: HexKind, marks: &[Mark], arm: HexArm, options: &Options) -> Entry {
        let mut map = HexMap::clear("lab", "Lab board", Grid::LAB);
        for mark in marks {
            map.mark(Hex(2010), Hex(2011), *mark);
        }
        entry(kind, map.between(Hex(2010), Hex(2011)).unwrap(), arm, options)
    }

    #[test]
    fn the_table_prices_every_row_for_every_arm() {
        let options = Options::default();
        use HexArm::{Artillery, Cavalry, Infantry};
        use HexKind::{Clear, Forest, Marsh, Town};
        for (kind, prices) in [
            (Clear, [Some(2), Some(2), Some(2)]),
            (Forest, [Some(4), Some(6), None]),
            (Town, [Some(2), Some(2), Some(2)]),
            (Marsh, [Some(6), Some(8), None]),
        ] {
            for (arm, wanted) in [Infantry, Cavalry, Artillery].into_iter().zip(prices) {
                let plus = |extra: u16| wanted.map_or(Entry::NoRoad, |price| Entry::Costs(price + extra));
                let cost = |marks: &[Mark]| price(kind, marks, arm, &options);
                assert_eq!(cost(&[]), plus(0), "{kind:?} {arm:?}");
                assert_eq!(cost(&[Mark::Stream]), plus(2), "{kind:?} {arm:?}: cb:tet-stream");
                assert_eq!(cost(&[Mark::Slope]), plus(2), "{kind:?} {arm:?}: cb:tet-crest");
                assert_eq!(cost(&[Mark::Road, Mark::Stream, Mark::Slope]), Entry::Costs(1), "cb:tet-road");
                assert_eq!(cost(&[Mark::River]), Entry::River, "cb:tet-river");
                assert_eq!(cost(&[Mark::River, Mark::Road]), Entry::Costs(1), "cb:3d");
                let path = if wanted.is_some() { Entry::Costs(2) } else { Entry::NoRoad };
                assert_eq!(cost(&[Mark::Trail]), path, "{kind:?} {arm:?}: cb:tet-path, cb:9a");
            }
        }
        let paths = Options { artillery_paths: ArtilleryPaths::Yes, ..options };
        assert_eq!(price(Forest, &[Mark::Trail], Artillery, &paths), Entry::Costs(2));
    }

    #[test]
    fn text_and_table_disagree_on_woods_and_villages() {
        let text = Options::default();
        let table = Options { woods_village: WoodsVillage::Table, ..Options::default() };
        let both = Options { woods_village: WoodsVillage::Both, ..Options::default() };
        let dies = |arm, options: &Options| dies_if_attacked(HexKind::Forest, arm, options);
        assert_eq!([&text, &table, &both].map(|o| dies(HexArm::Artillery, o)), [true, false, true]);
        assert_eq!([&text, &table, &both].map(|o| dies(HexArm::Cavalry, o)), [false, true, true]);
        let guns = |options: &Options| defence_effect(HexKind::Town, HexArm::Artillery, options);
        assert_eq!([&text, &table, &both].map(guns), [Plain, Halved, Halved]);
        let from = |options: &Options| guns_may_attack_from(HexKind::Forest, options);
        assert_eq!([&text, &table, &both].map(from), [false, true, false]);
    }
}
