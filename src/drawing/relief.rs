//! Heights: a wash for each level and hachures down its slopes. Units: inches.
//!
//! Source: J. G. Lehmann, *Darstellung einer neuen Theorie der Bezeichnung der schiefen Flächen*, 1799: the steeper a slope,
//! the more of it is covered by ink, by the thickness of its strokes; level ground stays white. As on engraved maps the side
//! away from the light is darker, and the strokes end at a crest.

use glam::Vec2;

use table::ground::{Area, AreaKind, Rise};
use table::measure::nearest_point_of_line;

use super::mark::{Ink, Mark, Pen};
use super::shape::{OFF, along, chance, rounded, scattered, stroke_of, turn_of};

/// The direction of the light: the north-west, as on maps of the time.
const LIGHT: Vec2 = Vec2::new(-std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);

/// A hill, a slope or a cliff on a table of this size; no stroke crosses one of the `crests`.
pub(super) fn height(marks: &mut Vec<Mark>, area: &Area, size: Vec2, crests: &[&[Vec2]]) {
    let outline = rounded(&area.polygon, true, OFF);
    marks.push(Mark::fill(outline.clone(), Ink::Height));
    match &area.rise {
        Rise::Level => {}
        Rise::Toward(heading) => {
            let down = -heading.forward();
            for at in scattered(&area.polygon, 0.3, 11) {
                let (foot, top) = (at + down * 0.17, at - down * 0.17);
                if !breaks(crests, foot, top) {
                    hachure(marks, foot, top, down, 1.0);
                }
            }
        }
        Rise::Contour { slope, .. } => contour(marks, &outline, *slope, size, crests),
    }
    if area.kind == AreaKind::Cliff {
        marks.push(Mark::ring(outline, Pen::fine(Ink::Line, 2.2)));
    }
}

/// Width of the white ground between a crest and the strokes beside it.
const CREST: f32 = 0.1;

/// Would this stroke reach one of the crests?
fn breaks(crests: &[&[Vec2]], foot: Vec2, top: Vec2) -> bool {
    let (middle, reach) = ((foot + top) / 2.0, foot.distance(top) / 2.0 + CREST);
    crests.iter().any(|crest| nearest_point_of_line(crest, middle).distance(middle) < reach)
}

/// Two ranks of hachures across the band in which the ground climbs, closer and thicker for steeper slopes; none along the
/// table's edge. They end unevenly below the level ground, which stays white.
fn contour(marks: &mut Vec<Mark>, outline: &[Vec2], slope: f32, size: Vec2, crests: &[&[Vec2]]) {
    let inward = if turn_of(outline) > 0.0 { 1.0 } else { -1.0 };
    let uphill = |way: Vec2| Vec2::new(-way.y, way.x) * inward;
    let off_table = |p: Vec2| p.cmplt(Vec2::splat(0.03)).any() || p.cmpgt(size - 0.03).any();
    // The shade lies over the whole slope, heaviest at its foot.
    let n = outline.len();
    let corner = |i: usize| {
        let way = |i: usize| (outline[(i + 1) % n] - outline[i % n]).normalize_or_zero();
        (uphill(way(i + n - 1)) + uphill(way(i))).normalize_or(uphill(way(i)))
    };
    for i in 0..n {
        let (a, b) = (outline[i], outline[(i + 1) % n]);
        let up = uphill((b - a).normalize_or_zero());
        if off_table((a + b) / 2.0) || up.dot(LIGHT) < -0.35 {
            continue;
        }
        let (over_a, over_b) = (a + corner(i) * slope, b + corner((i + 1) % n) * slope);
        marks.push(Mark::Fade { quad: [a, b, over_b, over_a], ink: Ink::HeightShade });
    }
    let step = (0.045 + 0.045 * slope).clamp(0.065, 0.12);
    for (k, (at, way)) in along(outline, true, step).into_iter().enumerate() {
        if off_table(at) {
            continue;
        }
        let up = uphill(way);
        let k = k as i32;
        let (from, to) = if k % 2 == 0 { (0.02, 0.5) } else { (0.44, 0.9) };
        let foot = at + up * slope * (from + 0.1 * chance(k, 1, 5));
        let top = at + up * slope * (to + 0.12 * (chance(k, 2, 5) - 0.5));
        if !off_table(foot) && !off_table(top) && !breaks(crests, foot, top) {
            hachure(marks, foot, top, -up, 1.0 / slope.max(0.25));
        }
    }
}

/// One stroke from the foot to the top, where it is thickest: the thicker the more levels the ground climbs per inch, and thick
/// on slopes away from the light.
pub(super) fn hachure(marks: &mut Vec<Mark>, foot: Vec2, top: Vec2, down: Vec2, steep: f32) {
    let dark = (1.0 - down.dot(LIGHT)) / 2.0;
    let ink = if dark < 0.4 { Ink::HachureLit } else { Ink::Hachure };
    let half = (0.004 + 0.011 * steep.min(3.0)) * (0.6 + 0.8 * dark);
    marks.push(stroke_of(foot, top, half, ink));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hill ten inches square that climbs over so many inches.
    fn hill(slope: f32) -> Area {
        let polygon = [(5.0, 5.0), (15.0, 5.0), (15.0, 15.0), (5.0, 15.0)].map(Vec2::from).to_vec();
        Area { rise: Rise::Contour { level: 1, slope }, ..Area::plain("H", AreaKind::Hill, polygon) }
    }

    /// Strokes as thin end, middle of the thick end, and thickness.
    fn strokes(area: &Area, crests: &[&[Vec2]]) -> Vec<(Vec2, Vec2, f32)> {
        let mut marks = Vec::new();
        height(&mut marks, area, Vec2::splat(20.0), crests);
        let stroke = |mark: &Mark| match mark {
            Mark::Fill { polygon, ink: Ink::Hachure | Ink::HachureLit } => {
                Some((polygon[0], (polygon[1] + polygon[2]) / 2.0, polygon[1].distance(polygon[2])))
            }
            _ => None,
        };
        marks.iter().filter_map(stroke).collect()
    }

    #[test]
    fn hachures_are_thicker_and_closer_the_steeper_the_slope() {
        let thick = |slope: f32| {
            let strokes = strokes(&hill(slope), &[]);
            strokes.iter().map(|(_, _, wide)| wide).sum::<f32>() / strokes.len() as f32
        };
        assert!(thick(0.5) > 1.3 * thick(1.0) && thick(1.0) > 1.3 * thick(2.0));
        assert!(strokes(&hill(0.5), &[]).len() > strokes(&hill(1.5), &[]).len());
        // Thick at the top, on the inner side of the outline.
        let middle = Vec2::splat(10.0);
        assert!(
            strokes(&hill(1.0), &[])
                .iter()
                .all(|(foot, top, _)| top.distance(middle) < foot.distance(middle))
        );
    }

    #[test]
    fn hachures_break_off_at_a_crest() {
        let crest = [Vec2::new(5.0, 14.5), Vec2::new(15.0, 14.5)];
        let whole = strokes(&hill(1.0), &[]);
        let broken = strokes(&hill(1.0), &[&crest]);
        assert!(broken.len() < whole.len() && broken.len() > whole.len() / 2);
        let crosses = |(foot, top, _): &(Vec2, Vec2, f32)| (foot.y - 14.5) * (top.y - 14.5) <= 0.0;
        assert!(whole.iter().any(crosses) && !broken.iter().any(crosses));
    }
}
