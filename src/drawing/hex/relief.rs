//! High ground: its wash, and hachures below its upper hexsides. Units: inches of the sheet.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::super::mark::{Ink, Mark};
use super::super::relief::hachure;
use super::super::shape::{along, chance};
use super::curve::{Chain, Manner, chains, curve};
use super::lie::{FLAT, Lie};
use super::region::{Region, regions};
use super::water::nearest;
use hexes::{Hex, HexMap};

/// Borders of heights and the slopes along them have the same random offsets, so that they coincide.
const MANNER: Manner = Manner { relaxed: 0.3, wander: 0.12, salt: 61, steps: 7 };

/// Length of the hachures.
const SLOPE: f32 = 0.62;

/// High ground and its slopes.
#[derive(Clone, Debug)]
pub struct Relief {
    pub heights: Vec<Region>,
    /// Upper edges, with the higher ground to the left.
    pub crests: Vec<Vec<Vec2>>,
}

impl Relief {
    pub fn of(map: &HexMap, lie: &Lie) -> Self {
        let mut sides = Vec::new();
        let mut upper: BTreeSet<Hex> = BTreeSet::new();
        for hex in map.grid.hexes() {
            for (way, next) in map.neighbours(hex) {
                if map.marks(hex, way).climbs() {
                    sides.push(lie.side(hex, way));
                    upper.insert(next);
                }
            }
        }
        let crests = chains(&sides, true);
        let heights = regions(lie, &high_hexes(map, &upper), MANNER);
        Self { heights, crests: crests.iter().map(|chain: &Chain| curve(chain, MANNER)).collect() }
    }
}

/// The hexes of heights: named over many hexes, one of them above a slope, and the hexes enclosed by those.
fn high_hexes(map: &HexMap, upper: &BTreeSet<Hex>) -> Vec<Hex> {
    let mut named: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
    for (hex, name) in map.names() {
        named.entry(name).or_default().push(hex);
    }
    let mut high: BTreeSet<Hex> = BTreeSet::new();
    for hexes in named.values().filter(|hexes| hexes.len() >= 4) {
        if hexes.iter().any(|hex| upper.contains(hex)) {
            high.extend(hexes);
        }
    }
    high.extend(upper);
    // A hex with another name and high ground nearly all round is not a hollow.
    let around = |hex: Hex, high: &BTreeSet<Hex>| {
        map.neighbours(hex)
            .filter(|(way, next)| high.contains(next) && !map.marks(hex, *way).climbs())
            .count()
    };
    let more: Vec<Hex> =
        map.grid.hexes().filter(|hex| !high.contains(hex) && around(*hex, &high) >= 5).collect();
    high.extend(more);
    high.into_iter().collect()
}

/// The wash of the high ground, which fades out where it does not end at a slope.
pub fn height_marks(marks: &mut Vec<Mark>, relief: &Relief, lie: &Lie) {
    for region in &relief.heights {
        marks.push(Mark::fill(region.area.clone(), Ink::Height));
        for ring in &region.borders {
            let n = ring.len();
            let out = |i: usize| {
                let way = |i: usize| (ring[(i + 1) % n] - ring[i % n]).normalize_or_zero();
                let (a, b) = (way(i + n - 1), way(i));
                // The high ground is to the right.
                Vec2::new(-a.y - b.y, a.x + b.x).normalize_or(Vec2::new(-b.y, b.x))
            };
            for i in 0..n {
                let j = (i + 1) % n;
                let middle = (ring[i] + ring[j]) / 2.0;
                let sloped =
                    nearest(&relief.crests, middle).is_some_and(|(at, _)| at.distance(middle) < 0.12);
                if !sloped {
                    let far = |i: usize| (ring[i] + out(i) * FLAT * 0.55).clamp(Vec2::ZERO, lie.size);
                    marks.push(Mark::Fade { quad: [ring[i], ring[j], far(j), far(i)], ink: Ink::Height });
                }
            }
        }
    }
}

/// Hachures from the upper edge down, in two ranks, over a shade that is heaviest on the side away from the light.
pub fn slope_marks(marks: &mut Vec<Mark>, relief: &Relief) {
    for crest in &relief.crests {
        let n = crest.len();
        let down = |i: usize| {
            let (a, b) = (crest[i.saturating_sub(1)], crest[(i + 1).min(n - 1)]);
            let way = (b - a).normalize_or_zero();
            Vec2::new(way.y, -way.x)
        };
        for i in 0..n.saturating_sub(1) {
            let (a, b) = (crest[i], crest[i + 1]);
            let quad = [a, b, b + down(i + 1) * SLOPE, a + down(i) * SLOPE];
            marks.push(Mark::Fade { quad, ink: Ink::HeightShade });
        }
        let strokes = along(crest, false, 0.068);
        let many = strokes.len();
        for (k, (at, way)) in strokes.into_iter().enumerate() {
            // Towards its ends a slope becomes shorter.
            let share = ((k.min(many - 1 - k) as f32 + 3.0) / 22.0).min(1.0);
            let down = Vec2::new(way.y, -way.x);
            let k = k as i32;
            let (from, to) = if k % 2 == 0 { (0.05, 0.58) } else { (0.5, 0.96) };
            let long = SLOPE * share;
            let top = at + down * long * (from + 0.06 * chance(k, 1, 63));
            let foot = at + down * long * (to + 0.14 * (chance(k, 2, 63) - 0.5));
            // There it is also less steep.
            hachure(marks, foot, top, down, 1.1 * share);
        }
    }
}
