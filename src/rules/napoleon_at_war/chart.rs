//! The terrain chart of Napoleon at War, as printed (`naw:9.0`). Units: half movement points.

use game::Clause;
use hexes::{HexKind, Mark, Marks};

use super::options::{Options, RoadRate, SlopeInto};

/// The cost of a hex according to its own terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    HalfPoints(u16),
    /// May be entered by road only.
    Closed,
}

/// A row in the chart: one kind of hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexRow {
    pub kind: HexKind,
    pub price: Price,
    /// Whether the defender is doubled.
    pub doubles: bool,
    pub blocks_sight: bool,
    pub clause: Clause,
}

/// The rows of hexes.
pub const HEXES: [HexRow; 5] = [
    row(HexKind::Clear, Price::HalfPoints(2), false, false, "naw:9.0-clear"),
    row(HexKind::Forest, Price::HalfPoints(4), false, true, "naw:9.0-forest"),
    row(HexKind::Rough, Price::HalfPoints(4), true, false, "naw:9.0-rough"),
    row(HexKind::Town, Price::HalfPoints(2), true, true, "naw:9.0-town"),
    row(HexKind::Marsh, Price::Closed, true, false, "naw:9.0-marsh"),
];

/// Road hex to road hex through a road hexside (`naw:5.22`).
pub const ROAD: u16 = 1;
/// Trail hex to trail hex through a trail hexside (`naw:5.23`).
pub const TRAIL: u16 = 2;
/// Added for crossing a stream hexside without a bridge (`naw:5.25`).
pub const STREAM: u16 = 4;
/// Added for leaving a slope hex through a slope hexside (`naw:5.26`).
pub const SLOPE: u16 = 2;
/// The hex where a reinforcement enters, whatever its terrain (`naw:14.3`).
pub const ENTRY: u16 = 2;

const fn row(kind: HexKind, price: Price, doubles: bool, blocks_sight: bool, clause: Clause) -> HexRow {
    HexRow { kind, price, doubles, blocks_sight, clause }
}

/// The row for this kind of hex.
pub fn of(kind: HexKind) -> HexRow {
    match kind {
        HexKind::Clear => HEXES[0],
        HexKind::Forest => HEXES[1],
        HexKind::Rough => HEXES[2],
        HexKind::Town => HEXES[3],
        HexKind::Marsh => HEXES[4],
    }
}

/// The cost of a step, or what prevents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Costs(u16),
    /// A river without a bridge (`naw:5.24`).
    River,
    /// A hex that is closed except by road (`naw:9.0-marsh`).
    Closed,
}

/// The cost of entering a hex of this kind across a hexside with these marks, seen from the hex being left.
///
/// Clauses: `naw:5.21` to `naw:5.26`, `naw:9.0`. Effects add up. Road and trail do not mix: the hexside has to carry the one
/// being used. Ruling: the road or trail rate is the whole price (option `road-rate`); a bridge over a stream cancels the
/// surcharge; the slope surcharge applies whatever hex is entered (option `slope-into`).
pub fn entry(kind: HexKind, marks: Marks, options: &Options) -> Entry {
    if marks.is_unbridged_river() {
        return Entry::River;
    }
    let mut extra = 0;
    if marks.has(Mark::Stream) && !marks.has(Mark::Bridge) {
        extra += STREAM;
    }
    let slope_counts = match options.slope_into {
        SlopeInto::Any => true,
        SlopeInto::ClearOnly => kind == HexKind::Clear,
    };
    if marks.climbs() && slope_counts {
        extra += SLOPE;
    }
    let own = match of(kind).price {
        Price::HalfPoints(price) => Some(price + extra),
        Price::Closed => None,
    };
    let by_rate = |rate: u16| match options.road_rate {
        RoadRate::Total => rate,
        RoadRate::HexOnly => rate + extra,
    };
    // `naw:9.0-road`, `naw:9.0-trail`.
    let road = marks.has(Mark::Road).then(|| by_rate(ROAD));
    // A trail is not a road: it does not open a hex that only a road opens (`naw:9.0-marsh`).
    let trail = (marks.has(Mark::Trail) && own.is_some()).then(|| by_rate(TRAIL));
    match [own, road, trail].into_iter().flatten().min() {
        Some(cost) => Entry::Costs(cost),
        None => Entry::Closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Lab;
    use hexes::Hex;

    /// The price of 2010 to 2011 in half points with these marks; slopes climb.
    fn price(kind: HexKind, marks: &[Mark], options: &Options) -> Entry {
        let lab = marks.iter().fold(Lab::new(), |lab, mark| lab.side(2010, 2011, *mark));
        let map = &lab.scenario.map;
        entry(kind, map.between(Hex(2010), Hex(2011)).unwrap(), options)
    }

    #[test]
    fn the_chart_prices_every_row() {
        let standard = Options::default();
        let cost = |kind, marks: &[Mark]| price(kind, marks, &standard);
        use HexKind::{Clear, Forest, Marsh, Rough, Town};
        use Mark::{Bridge, River, Road, Slope, Stream, Trail};
        for (kind, plain, stream, slope) in
            [(Clear, 2, 6, 4), (Forest, 4, 8, 6), (Rough, 4, 8, 6), (Town, 2, 6, 4)]
        {
            assert_eq!(cost(kind, &[]), Entry::Costs(plain), "naw:5.21");
            assert_eq!(cost(kind, &[Stream]), Entry::Costs(stream), "naw:5.25");
            assert_eq!(cost(kind, &[Slope]), Entry::Costs(slope), "naw:5.26");
            assert_eq!(cost(kind, &[Stream, Bridge]), Entry::Costs(plain), "a bridge cancels the stream");
            assert_eq!(cost(kind, &[Road]), Entry::Costs(1), "naw:5.22");
            assert_eq!(cost(kind, &[Trail]), Entry::Costs(2), "naw:5.23");
            assert_eq!(cost(kind, &[River]), Entry::River, "naw:5.24");
            assert_eq!(cost(kind, &[River, Bridge]), Entry::Costs(plain), "naw:5.24");
            assert_eq!(cost(kind, &[River, Bridge, Road]), Entry::Costs(1), "naw:5.24");
            assert_eq!(cost(kind, &[River, Road]), Entry::River, "a road needs the bridge");
        }
        assert_eq!(cost(Marsh, &[]), Entry::Closed);
        assert_eq!(cost(Marsh, &[Trail]), Entry::Closed);
        assert_eq!(cost(Marsh, &[Road]), Entry::Costs(1));
    }

    #[test]
    fn hexside_surcharges_on_roads_and_slopes_into_other_terrain_are_options() {
        let standard = Options::default();
        let hex_only = Options { road_rate: RoadRate::HexOnly, ..Options::default() };
        let climb = [Mark::Slope, Mark::Road];
        assert_eq!(price(HexKind::Clear, &climb, &standard), Entry::Costs(1));
        assert_eq!(price(HexKind::Clear, &climb, &hex_only), Entry::Costs(3));
        assert_eq!(price(HexKind::Rough, &[Mark::Stream, Mark::Trail], &hex_only), Entry::Costs(6));
        let clear_only = Options { slope_into: SlopeInto::ClearOnly, ..Options::default() };
        assert_eq!(price(HexKind::Forest, &[Mark::Slope], &standard), Entry::Costs(6));
        assert_eq!(price(HexKind::Forest, &[Mark::Slope], &clear_only), Entry::Costs(4));
        assert_eq!(price(HexKind::Clear, &[Mark::Slope], &clear_only), Entry::Costs(4));
    }

    #[test]
    fn going_down_a_slope_costs_nothing_extra() {
        let lab = Lab::new().side(2011, 2010, Mark::Slope);
        let map = &lab.scenario.map;
        let cost = |a, b| entry(HexKind::Clear, map.between(Hex(a), Hex(b)).unwrap(), &Options::default());
        assert_eq!((cost(2011, 2010), cost(2010, 2011)), (Entry::Costs(4), Entry::Costs(2)));
    }
}
