//! Hexes of one kind as areas with natural borders. Units: inches of the sheet.

use glam::Vec2;

use super::super::shape::turn_of;
use super::curve::{Chain, Manner, chains, curve};
use super::lie::Lie;
use super::overlay::border;
use hexes::Hex;
use table::measure::point_in_polygon;

/// An area of touching hexes.
#[derive(Clone, Debug)]
pub struct Region {
    /// One outline; holes are connected to its border by cuts.
    pub area: Vec<Vec2>,
    /// The outer border, then those of the holes.
    pub borders: Vec<Vec<Vec2>>,
}

/// The areas formed by these hexes, sorted by number.
pub fn regions(lie: &Lie, hexes: &[Hex], manner: Manner) -> Vec<Region> {
    let drawn = |chain: &Chain| -> Vec<Vec2> {
        curve(chain, manner).into_iter().map(|p| p.clamp(Vec2::ZERO, lie.size)).collect()
    };
    let rings: Vec<Vec<Vec2>> = chains(&border(lie, hexes), true).iter().map(drawn).collect();
    // The hexes are to the right of their border: outer borders run clockwise.
    let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| turn_of(ring) < 0.0);
    let mut found: Vec<Region> =
        outer.into_iter().map(|ring| Region { area: ring.clone(), borders: vec![ring] }).collect();
    for hole in holes {
        let Some(&first) = hole.first() else { continue };
        if let Some(region) = found.iter_mut().find(|region| point_in_polygon(first, &region.borders[0])) {
            region.area = with_hole(&region.area, &hole);
            region.borders.push(hole);
        }
    }
    found
}

/// The outline with a cut to the hole and back, at the place where they are nearest.
fn with_hole(area: &[Vec2], hole: &[Vec2]) -> Vec<Vec2> {
    let mut best = (f32::MAX, 0, 0);
    for (i, a) in area.iter().enumerate() {
        for (j, b) in hole.iter().enumerate() {
            let apart = a.distance_squared(*b);
            if apart < best.0 {
                best = (apart, i, j);
            }
        }
    }
    let (_, i, j) = best;
    let mut found = area[..=i].to_vec();
    found.extend((0..=hole.len()).map(|k| hole[(j + k) % hole.len()]));
    found.extend_from_slice(&area[i..]);
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::shape::triangles;
    use super::*;
    use hexes::{Grid, Orientation, Stagger, Top};

    #[test]
    fn a_ring_of_woods_leaves_its_clearing_bare() {
        let lie = Lie::new(Grid {
            columns: 39,
            rows: 25,
            orientation: Orientation::Flat,
            stagger: Stagger::EvenDown,
            top: Top::North,
        });
        let manner = Manner { relaxed: 0.1, wander: 0.1, salt: 7, steps: 4 };
        let ring: Vec<Hex> = [1910, 1911, 2009, 2011, 2110, 2111].map(Hex).to_vec();
        let found = regions(&lie, &ring, manner);
        assert_eq!((found.len(), found[0].borders.len()), (1, 2));
        assert!(!point_in_polygon(lie.centre(Hex(2010)), &found[0].area));
        assert!(ring.iter().all(|hex| point_in_polygon(lie.centre(*hex), &found[0].area)));
        let covered: f32 = triangles(&found[0].area)
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| found[0].area[i as usize]);
                (b - a).perp_dot(c - a).abs()
            })
            .sum();
        assert!((covered - turn_of(&found[0].area).abs()).abs() < 0.05, "it is covered once");
        assert_eq!(regions(&lie, &[Hex(101), Hex(2010)], manner).len(), 2);
    }
}
