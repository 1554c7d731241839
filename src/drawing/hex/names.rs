//! Names on a hex map: placed so that none collides with another or covers houses, and none loses a letter under a counter.
//!
//! A name has one place or two, which depend only on the map (`drawing::lay`): it does not move with the counters. If both are
//! covered it is written near by, or not at all: never over counters. Units: inches of the sheet; sizes of words in points. Places
//! are tried in a fixed order and the cheapest is taken, the first of equal ones, so that a map always looks the same.

use std::collections::BTreeMap;

use glam::Vec2;

use super::super::lay::{Laid, NameToPlace, Place, STRAY, astray, lay_out};
use super::super::letters::drawn_size;
use super::super::mark::{Face, Ink, Length, Lettering};
use super::super::names::kept_clear;
use super::super::shape::{Span, bounds, shared, spread};
use super::ground::Ground;
use super::lie::{FLAT, Lie};
use super::water::strewn;
use hexes::{Hex, HexKind, HexMap};

/// Maximum cost of the second place of a name.
const NO_PLACE: f32 = 1.8;

/// The kind of feature that has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Several town hexes.
    City,
    Town,
    /// A farm, a bridge, a road.
    Place,
    /// Many hexes: a hill, a wood, a plain.
    Land,
}

/// A name with its hexes and its rank.
struct Named<'a> {
    text: &'a str,
    hexes: Vec<Hex>,
    rank: Rank,
}

/// What should stay uncovered.
struct Paper {
    size: Vec2,
    houses: Vec<Span>,
    lines: Vec<Vec2>,
}

/// The places of all names at this many points an inch; `begun` is what counters covered at the start of the battle.
pub fn lay_names(map: &HexMap, lie: &Lie, ground: &Ground, begun: &[Span], scale: f32) -> Vec<Laid> {
    let towns = map.grid.hexes().filter(|hex| map.kind(*hex) == HexKind::Town);
    let Ground { waters, ways, relief } = ground;
    let mut lines = strewn(&waters.rivers, 0.25);
    lines.extend(strewn(&ways.roads, 0.3));
    lines.extend(strewn(&relief.crests, 0.3));
    let paper = Paper {
        size: lie.size,
        houses: towns.map(|hex| spread(lie.centre(hex), Vec2::splat(0.62))).collect(),
        lines,
    };
    let names = named(map);
    let homes = |name: &Named<'_>| name.hexes.iter().map(|hex| lie.centre(*hex)).collect::<Vec<Vec2>>();
    let name_to_place = |(index, name): (usize, &Named<'_>)| {
        let mut word = lettering(name);
        let mut half = drawn_size(&word, scale) / scale / 2.0;
        let own = homes(name);
        let wide = bounds(&own).1.x - bounds(&own).0.x + FLAT;
        if name.rank == Rank::Land && half.x * 2.0 > wide {
            // The land is narrower than its name: closer letters, also for its other places.
            word.spaced = 0.04;
            word.size = word.size.times(0.75);
            half = drawn_size(&word, scale) / scale / 2.0;
        }
        // The name of land lies round other places, and is recognised by its letters.
        let is_place = |name: &Named<'_>| name.rank != Rank::Land;
        let others = names.iter().enumerate().filter(|(other, name)| *other != index && is_place(name));
        let others: Vec<Vec2> = others.filter(|_| is_place(name)).flat_map(|(_, name)| homes(name)).collect();
        let spot = |(at, far): (Vec2, f32)| {
            let lies = spread(at, half);
            let cost = paper.cost(lies) + far + STRAY * astray(lies, &own, &others);
            (cost, Place { at, turn: 0.0, boxes: vec![spread(at, half + Vec2::new(0.1, 0.0))] })
        };
        let spots = candidates(lie, name, half, &GAPS).into_iter().map(spot).collect();
        let far = if is_place(name) { candidates(lie, name, half, &OVER_GAPS) } else { Vec::new() };
        let far = far.into_iter().map(spot).collect();
        NameToPlace { word, spots, most: None, second: NO_PLACE, smaller: None, far }
    };
    lay_out(names.iter().enumerate().map(name_to_place).collect(), Vec::new(), &kept_clear(begun, scale)).0
}

impl Paper {
    /// The cost of writing in this box, regardless of other names.
    fn cost(&self, written: Span) -> f32 {
        let over = |others: &[Span]| others.iter().map(|other| shared(written, *other)).sum::<f32>();
        let (low, high) = written;
        let inside = shared(written, (Vec2::splat(0.05), self.size - 0.05));
        let crossed = self.lines.iter().filter(|p| p.cmpge(low).all() && p.cmple(high).all()).count();
        8.0 * over(&self.houses)
            + 90.0 * ((high - low).element_product() - inside).max(0.0)
            + 0.16 * crossed as f32
    }
}

/// Names with their hexes: cities and towns choose first, then features with room round them.
fn named(map: &HexMap) -> Vec<Named<'_>> {
    let mut by_name: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
    for (hex, name) in map.names() {
        by_name.entry(name).or_default().push(hex);
    }
    let mut found: Vec<Named<'_>> = by_name
        .into_iter()
        .map(|(text, hexes)| {
            let towns = hexes.iter().filter(|hex| map.kind(**hex) == HexKind::Town).count();
            let rank = match (towns, hexes.len()) {
                (3.., _) => Rank::City,
                (1.., _) => Rank::Town,
                (0, 0..=3) => Rank::Place,
                (0, _) => Rank::Land,
            };
            Named { text, hexes, rank }
        })
        .collect();
    found.sort_by_key(|name| (name.rank, name.hexes[0]));
    found
}

/// Towns upright, cities bold, farms in italics, land in spaced italics.
fn lettering(name: &Named<'_>) -> Lettering {
    let (inches, least, most, face, ink, spaced) = match name.rank {
        Rank::City => (0.95, 15.0, 34.0, Face::Bold, Ink::Name, 0.1),
        Rank::Town => (0.76, 12.5, 28.0, Face::Roman, Ink::Name, 0.02),
        Rank::Place => (0.6, 10.5, 22.0, Face::Italic, Ink::Name, 0.0),
        Rank::Land => (0.95, 13.0, 40.0, Face::Italic, Ink::HillName, 0.34),
    };
    let size = Length::inches(inches).between(least, most);
    let mut word = Lettering::new(Vec2::ZERO, name.text, size, face, ink).haloed();
    word.spaced = spaced;
    word
}

/// Distances of a name from its hexes, in inches, with their costs.
const GAPS: [(f32, f32); 4] = [(0.02, 0.0), (0.35, 0.25), (0.8, 0.7), (1.4, 1.3)];

/// Distances of a name whose places are covered, farther from its hexes.
const OVER_GAPS: [(f32, f32); 5] = [(0.6, 0.5), (1.1, 1.0), (1.9, 2.0), (2.8, 3.2), (4.0, 5.0)];

/// Possible places of a name, each with the cost of its distance.
fn candidates(lie: &Lie, name: &Named<'_>, half: Vec2, gaps: &[(f32, f32)]) -> Vec<(Vec2, f32)> {
    let centres: Vec<Vec2> = name.hexes.iter().map(|hex| lie.centre(*hex)).collect();
    let middle = centres.iter().sum::<Vec2>() / centres.len().max(1) as f32;
    let mut places = Vec::new();
    if name.rank == Rank::Land {
        let within = |at: Vec2| at.clamp(half + 0.1, (lie.size - half - 0.1).max(half + 0.1));
        for at in centres {
            places.push((within(at), 0.06 * at.distance(middle)));
            places.push((within(at + Vec2::new(0.0, FLAT / 2.0)), 0.06 * at.distance(middle)));
        }
        return places;
    }
    let about = if name.rank == Rank::Place { 0.3 } else { 0.62 };
    let (low, high) = bounds(&centres);
    let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0 + about);
    if name.rank == Rank::Place {
        places.push((middle, 0.3));
    }
    for (gap, far) in gaps {
        let out = reach + half + *gap;
        for (x, y, cost) in [
            (0.0, -1.0, 0.0),
            (0.0, 1.0, 0.02),
            (1.0, 0.0, 0.1),
            (-1.0, 0.0, 0.1),
            (0.6, -1.0, 0.06),
            (-0.6, -1.0, 0.06),
            (0.6, 1.0, 0.08),
            (-0.6, 1.0, 0.08),
            (1.0, 1.0, 0.2),
            (-1.0, 1.0, 0.2),
            (1.0, -1.0, 0.2),
            (-1.0, -1.0, 0.2),
            (1.0, 0.6, 0.16),
            (-1.0, 0.6, 0.16),
            (1.0, -0.6, 0.16),
            (-1.0, -0.6, 0.16),
        ] {
            places.push((middle + Vec2::new(x, y) * out, far + cost));
        }
    }
    places
}
