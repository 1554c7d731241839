//! Areas of the ground: soil, woods, water, gardens, villages and buildings. Units: inches.

use glam::Vec2;

use table::ground::{Area, AreaKind, Ground, LineKind};
use table::measure::{nearest_point_of_line, point_in_polygon};
use table::pose::sin_cos;

use super::mark::{Ink, Length, Mark, Pen};
use super::shape::{along, bounds, chance, hatch, inset, rounded, scattered, turn_of};

/// Ploughed, wet and rough ground.
pub(super) fn soil(marks: &mut Vec<Mark>, area: &Area) {
    let polygon = &area.polygon;
    match area.kind {
        AreaKind::Plough => {
            for at in scattered(polygon, 0.3, 21) {
                let way = Vec2::new(0.15, 0.06);
                marks.push(Mark::line([at - way, at + way], Pen::fine(Ink::Plough, 1.0)));
            }
        }
        AreaKind::Mud | AreaKind::Marsh => {
            let step = if area.kind == AreaKind::Marsh { 0.42 } else { 0.55 };
            for at in scattered(polygon, step, 23) {
                let half = Vec2::new(0.13, 0.0);
                marks.push(Mark::line([at - half, at + half], Pen::fine(Ink::Marsh, 1.0)));
                marks.push(Mark::line([at, at + Vec2::new(0.0, 0.13)], Pen::fine(Ink::Marsh, 0.9)));
                let low = Vec2::new(0.0, -0.09);
                marks.push(Mark::line(
                    [at - half * 0.6 + low, at + half * 0.6 + low],
                    Pen::fine(Ink::Marsh, 0.9),
                ));
            }
        }
        AreaKind::Brush => {
            for at in scattered(polygon, 0.4, 25) {
                marks.push(Mark::dot(at, Length::inches(0.07), Ink::Woods));
                marks.push(Mark::Disc {
                    at,
                    radius: Length::inches(0.07),
                    fill: None,
                    pen: Some(Pen::fine(Ink::WoodsLine, 0.8)),
                });
            }
        }
        AreaKind::Rocks => {
            for at in scattered(polygon, 0.4, 27) {
                let p = [at, at + Vec2::new(0.1, 0.16), at + Vec2::new(0.2, 0.0)];
                marks.push(Mark::fill(p, Ink::Rocks));
            }
        }
        _ => {}
    }
    marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::FaintLine, 0.8).dashed(3.0, 4.0)));
}

/// A round wash, stronger along its edge, and trees with their shade to the south-east; a dotted line shows the wood as ruled,
/// beyond its rounded corners.
pub(super) fn woods(marks: &mut Vec<Mark>, area: &Area) {
    /// Rounding of a corner, in inches.
    const ROUND: f32 = 0.34;
    let outline = rounded(&area.polygon, true, ROUND);
    marks.push(Mark::ring(area.polygon.clone(), Pen::fine(Ink::WoodsLine, 0.9).dashed(1.5, 2.5)));
    // The crowns along the edge extend over the wash, so that none of its straight sides shows.
    let wash = inset(&outline, 0.06);
    edge_fades(marks, &wash, 0.45, Ink::Woods);
    marks.push(Mark::fill(wash, Ink::Woods));
    trees(marks, &outline, &[outline.as_slice()], &|_| false);
}

/// A tree: the middle and the radius of its crown.
type Tree = (Vec2, f32);

/// Trees over an area, in clumps with ground between them, and close together in two ranks along its borders, except where
/// `bare` keeps them away.
pub(super) fn trees(marks: &mut Vec<Mark>, area: &[Vec2], borders: &[&[Vec2]], bare: &dyn Fn(Vec2) -> bool) {
    let mut trees = clumps(area);
    for border in borders {
        edge_trees(&mut trees, area, border);
    }
    trees.retain(|(at, _)| !bare(*at));
    // Drawn from north to south, so that trees nearer to the reader cover others.
    trees.sort_by(|a, b| b.0.y.total_cmp(&a.0.y).then(a.0.x.total_cmp(&b.0.x)));
    for (k, tree) in trees.into_iter().enumerate() {
        crown(marks, tree, k as i32);
    }
}

/// Clumps of a large tree with smaller ones round it.
fn clumps(area: &[Vec2]) -> Vec<Tree> {
    let mut trees = Vec::new();
    for (k, at) in scattered(area, 0.74, 31).into_iter().enumerate() {
        let luck = |which: i32| chance(k as i32, which, 33);
        trees.push((at, 0.15 + 0.06 * luck(0)));
        let lesser = if luck(1) < 0.4 { 2 } else { 3 };
        for j in 0..lesser {
            let (sin, cos) = sin_cos((j as f32 + luck(10 + j)) * std::f32::consts::TAU / lesser as f32);
            let beside = at + Vec2::new(cos, sin) * (0.2 + 0.12 * luck(20 + j));
            if point_in_polygon(beside, area) {
                trees.push((beside, 0.085 + 0.06 * luck(30 + j)));
            }
        }
    }
    trees
}

/// Two ranks of trees along a border, within the area: the crowns of the outer rank end at the border.
fn edge_trees(trees: &mut Vec<Tree>, area: &[Vec2], border: &[Vec2]) {
    for (k, (at, way)) in along(border, true, 0.19).into_iter().enumerate() {
        let luck = |which: i32| chance(k as i32, which, 35);
        let side = way.perp();
        let inward = if point_in_polygon(at + side * 0.1, area) { side } else { -side };
        let reach = 0.105 + 0.05 * luck(5);
        trees.push((at + inward * reach * 0.85, reach));
        if k % 2 == 0 {
            let behind = at + inward * (0.3 + 0.1 * luck(6)) + way * 0.08 * (luck(7) - 0.5);
            if point_in_polygon(behind, area) {
                trees.push((behind, 0.1 + 0.05 * luck(8)));
            }
        }
    }
}

/// The visible rim of the darker disc is both outline and shade; a large crown has lobes.
fn crown(marks: &mut Vec<Mark>, (at, reach): Tree, k: i32) {
    marks.push(Mark::dot(at + Vec2::new(0.03, -0.035), Length::inches(reach * 1.08), Ink::WoodsLine));
    marks.push(Mark::dot(at, Length::inches(reach * 0.85), Ink::Tree));
    if reach > 0.15 {
        for j in 0..2 {
            let (sin, cos) =
                sin_cos((0.5 + 1.6 * j as f32 + 0.9 * chance(k, j, 37)) * std::f32::consts::FRAC_PI_2);
            let lobe = at + Vec2::new(cos, sin) * reach * 0.72;
            marks.push(Mark::dot(
                lobe + Vec2::new(0.02, -0.022),
                Length::inches(reach * 0.56),
                Ink::WoodsLine,
            ));
            marks.push(Mark::dot(lobe, Length::inches(reach * 0.46), Ink::Tree));
        }
    }
}

/// Still water with lines along its shore that fade towards its middle.
pub(super) fn water(marks: &mut Vec<Mark>, area: &Area) {
    marks.push(Mark::fill(area.polygon.clone(), Ink::Water));
    edge_fades(marks, &area.polygon, 0.35, Ink::WaterLine);
    marks.push(Mark::ring(area.polygon.clone(), Pen::fine(Ink::WaterLine, 1.6)));
    for (by, width) in [(0.12, 0.9), (0.26, 0.6)] {
        let ring = inset(&area.polygon, by);
        // Narrow water has no room for more lines.
        if turn_of(&ring) * turn_of(&area.polygon) > 0.0 {
            marks.push(Mark::ring(ring, Pen::fine(Ink::WaterLine, width)));
        }
    }
}

/// A wash along the inside of an outline, `wide` inches.
pub(super) fn edge_fades(marks: &mut Vec<Mark>, polygon: &[Vec2], wide: f32, ink: Ink) {
    let inner = inset(polygon, wide);
    for i in 0..polygon.len() {
        let j = (i + 1) % polygon.len();
        marks.push(Mark::Fade { quad: [polygon[i], polygon[j], inner[j], inner[i]], ink });
    }
}

/// Villages, orchards, gardens and earthworks, without their houses.
pub(super) fn settled(marks: &mut Vec<Mark>, area: &Area) {
    let polygon = &area.polygon;
    match area.kind {
        AreaKind::Village => {
            marks.push(Mark::fill(polygon.clone(), Ink::Village));
            marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::FaintLine, 0.9).dashed(4.0, 2.5)));
        }
        AreaKind::Orchard => {
            marks.push(Mark::fill(polygon.clone(), Ink::Garden));
            let (low, high) = bounds(polygon);
            let step = 0.24;
            for row in 0..=((high.y - low.y) / step) as i32 {
                for column in 0..=((high.x - low.x) / step) as i32 {
                    let at = low + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * step;
                    if point_in_polygon(at, polygon) {
                        marks.push(Mark::dot(at, Length::inches(0.065), Ink::WoodsLine));
                    }
                }
            }
        }
        AreaKind::Garden => {
            marks.push(Mark::fill(polygon.clone(), Ink::Garden));
            for at in scattered(polygon, 0.2, 41) {
                let half = Vec2::new(0.07, 0.0);
                marks.push(Mark::line([at - half, at + half], Pen::fine(Ink::WoodsLine, 0.8)));
            }
        }
        _ => {
            marks.push(Mark::ring(polygon.clone(), Pen::fine(Ink::Wall, 2.0)));
            for (at, way) in along(polygon, true, 0.2) {
                let side = Vec2::new(-way.y, way.x) * 0.14;
                marks.push(Mark::line([at, at + side], Pen::fine(Ink::Wall, 1.0)));
            }
        }
    }
}

/// Small houses strewn over a village, along its roads and not on them.
pub(super) fn houses(marks: &mut Vec<Mark>, area: &Area, ground: &Ground) {
    let roads = || {
        ground
            .lines
            .iter()
            .filter(|line| matches!(line.kind, LineKind::Lane | LineKind::PavedRoad | LineKind::SunkenRoad))
    };
    for (i, at) in scattered(&area.polygon, 0.5, 51).into_iter().enumerate() {
        let nearest = roads()
            .flat_map(|line| line.points.windows(2))
            .map(|pair| (nearest_point_of_line(pair, at).distance(at), pair[1] - pair[0]))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let way = match nearest {
            Some((distance, _)) if distance < 0.27 => continue,
            Some((distance, way)) if distance < 1.6 => way.normalize_or(Vec2::X),
            _ => {
                let (sin, cos) = sin_cos(chance(i as i32, 3, 53) * std::f32::consts::PI);
                Vec2::new(cos, sin)
            }
        };
        house(marks, at, way * (0.13 + 0.08 * chance(i as i32, 5, 53)), 0.09);
    }
}

/// A small house with its shade, given half the length along its ridge and half the depth.
pub(super) fn house(marks: &mut Vec<Mark>, at: Vec2, along: Vec2, deep: f32) {
    let way = along.normalize_or(Vec2::X);
    let (u, v) = (along, Vec2::new(-way.y, way.x) * deep);
    let house = [at - u - v, at + u - v, at + u + v, at - u + v];
    marks.push(Mark::fill(house.map(|p| p + Vec2::new(0.035, -0.04)), Ink::Shadow));
    marks.push(Mark::fill(house, Ink::Building));
    marks.push(Mark::ring(house, Pen::fine(Ink::BuildingLine, 0.9)));
}

/// A farm or a church: a hatched block with its shade.
pub(super) fn building(marks: &mut Vec<Mark>, area: &Area) {
    let shade: Vec<Vec2> = area.polygon.iter().map(|p| *p + Vec2::new(0.06, -0.07)).collect();
    marks.push(Mark::fill(shade, Ink::Shadow));
    marks.push(Mark::fill(area.polygon.clone(), Ink::Building));
    let way = Vec2::new(1.0, 1.0).normalize();
    for stroke in hatch(&area.polygon, way, 0.1) {
        marks.push(Mark::line(stroke, Pen::new(Ink::BuildingLine, Length::inches(0.022).between(0.7, 2.0))));
    }
    marks.push(Mark::ring(
        area.polygon.clone(),
        Pen::new(Ink::BuildingLine, Length::inches(0.05).between(1.6, 4.0)),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wood of eight inches by six.
    fn wood() -> Area {
        let polygon = [(2.0, 2.0), (10.0, 2.0), (10.0, 8.0), (2.0, 8.0)].map(Vec2::from).to_vec();
        Area::plain("W", AreaKind::Woods, polygon)
    }

    fn crowns(marks: &[Mark]) -> Vec<(Vec2, f32)> {
        let crown = |mark: &Mark| match mark {
            Mark::Disc { at, radius, fill: Some(Ink::Tree), .. } => Some((*at, radius.inches)),
            _ => None,
        };
        marks.iter().filter_map(crown).collect()
    }

    #[test]
    fn woods_are_thicker_at_their_edge_and_stay_within_it() {
        let mut marks = Vec::new();
        woods(&mut marks, &wood());
        let crowns = crowns(&marks);
        let depth = |at: Vec2| (at - Vec2::new(2.0, 2.0)).min(Vec2::new(10.0, 8.0) - at).min_element();
        // Per square inch: in the half inch along the edge, and in the middle.
        let dense = |from: f32, to: f32, area: f32| {
            crowns.iter().filter(|(at, _)| (from..to).contains(&depth(*at))).count() as f32 / area
        };
        let (edge, middle) = (dense(0.0, 0.5, 13.0), dense(1.0, 3.0, 24.0));
        assert!(edge > 1.3 * middle, "{edge} at the edge, {middle} within");
        // Trees stand within; their crowns hang over the limit by no more than a quarter of an inch.
        assert!(crowns.iter().all(|(at, reach)| depth(*at) - reach > -0.26));
        let sizes =
            crowns.iter().map(|(_, reach)| *reach).fold((9.0_f32, 0.0_f32), |(a, b), r| (a.min(r), b.max(r)));
        assert!(sizes.1 > 2.0 * sizes.0, "trees of several sizes: {sizes:?}");
    }

    #[test]
    fn the_corners_of_a_wood_are_round_and_its_limits_are_told() {
        let mut marks = Vec::new();
        woods(&mut marks, &wood());
        let corner = Vec2::new(2.0, 2.0);
        let nearest =
            crowns(&marks).iter().map(|(at, reach)| at.distance(corner) - reach).fold(9.0, f32::min);
        assert!(nearest > 0.12, "a crown is {nearest} from the sharp corner");
        let ruled = |mark: &Mark| matches!(mark, Mark::Line { points, closed: true, pen } if points[..] == wood().polygon && pen.dash.is_some());
        assert!(marks.iter().any(ruled));
    }
}
