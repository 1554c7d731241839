//! Heights: a wash for each level and hachures down its slopes, darker away from the light. Units: inches.

use glam::Vec2;

use crate::table::ground::{Area, AreaKind, Rise};

use super::mark::{Ink, Mark, Pen};
use super::shape::{OFF, along, chance, rounded, scattered, stroke_of, turn_of};

/// Where the light comes from: the north-west, as on maps of the time.
const LIGHT: Vec2 = Vec2::new(-std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);

/// A hill, a slope or a cliff on a table of this size.
pub(super) fn height(marks: &mut Vec<Mark>, area: &Area, size: Vec2) {
    let outline = rounded(&area.polygon, true, OFF);
    marks.push(Mark::fill(outline.clone(), Ink::Height));
    match &area.rise {
        Rise::Level => {}
        Rise::Toward(heading) => {
            let down = -heading.forward();
            for at in scattered(&area.polygon, 0.3, 11) {
                hachure(marks, at + down * 0.17, at - down * 0.17, down);
            }
        }
        Rise::Contour { slope, .. } => contour(marks, &outline, *slope, size),
    }
    if area.kind == AreaKind::Cliff {
        marks.push(Mark::ring(outline, Pen::fine(Ink::Line, 2.2)));
    }
}

/// Two ranks of hachures across the band in which the ground climbs, the closer the steeper; none along the
/// table's edge.
fn contour(marks: &mut Vec<Mark>, outline: &[Vec2], slope: f32, size: Vec2) {
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
        let (from, to) = if k % 2 == 0 { (0.02, 0.52) } else { (0.4, 0.93) };
        let foot = at + up * slope * (from + 0.1 * chance(k, 1, 5));
        let top = at + up * slope * (to + 0.12 * (chance(k, 2, 5) - 0.5));
        if !off_table(foot) && !off_table(top) {
            hachure(marks, foot, top, -up);
        }
    }
}

/// One stroke from the foot to the top, where it is thickest; thick on slopes away from the light.
pub(super) fn hachure(marks: &mut Vec<Mark>, foot: Vec2, top: Vec2, down: Vec2) {
    let dark = (1.0 - down.dot(LIGHT)) / 2.0;
    let ink = if dark < 0.4 { Ink::HachureLit } else { Ink::Hachure };
    marks.push(stroke_of(foot, top, 0.01 + 0.017 * dark, ink));
}
