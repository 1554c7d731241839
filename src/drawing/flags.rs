//! Features of the scenario on the ground: objectives and entries. Units: inches.

use glam::Vec2;

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::{Span, bounds};

/// Size of a flag: from its foot to its far upper corner.
const CLOTH: Vec2 = Vec2::new(0.85, 1.15);

/// Cost of a flag outside the neat line, compared with one over stands.
const OUTSIDE: f32 = 10.0;

/// The foot of the flag for this place on a table of this size: beside the place, within the neat line, and clear of these
/// boxes if possible.
pub fn flag_foot(size: Vec2, place: &[Vec2], taken: &[(Vec2, Vec2)]) -> Vec2 {
    let (low, high) = bounds(place);
    let beside = Vec2::new(high.x + 0.1, (low.y + high.y) / 2.0);
    let covered = |foot: Vec2| -> f32 {
        let (least, greatest) = flag_box(foot);
        let shared = |a: Vec2, b: Vec2| (greatest.min(b) - least.max(a)).max(Vec2::ZERO).element_product();
        let outside = CLOTH.element_product() - shared(Vec2::ZERO, size);
        taken.iter().map(|(a, b)| shared(*a, *b)).sum::<f32>() + OUTSIDE * outside
    };
    let mut best = (covered(beside), beside);
    for out in [0.1, 0.7, 1.3, 1.9] {
        let (west, east) = (low.x - out - CLOTH.x, high.x + out);
        let (south, north) = (low.y - out - CLOTH.y, high.y + out);
        let (x, y) = ((low.x + high.x - CLOTH.x) / 2.0, (low.y + high.y - CLOTH.y) / 2.0);
        for (x, y) in [
            (east, y),
            (west, y),
            (x, north),
            (x, south),
            (east, north),
            (west, north),
            (east, south),
            (west, south),
        ] {
            let cost = covered(Vec2::new(x, y)) + 0.05 * out;
            if cost < best.0 - 1e-4 {
                best = (cost, Vec2::new(x, y));
            }
        }
    }
    best.1
}

/// The box of a flag with this foot: least and greatest corner.
pub fn flag_box(foot: Vec2) -> (Vec2, Vec2) {
    (foot, foot + CLOTH)
}

/// A flag at each objective, with its points, in the ink of its holder: place, foot, points, ink.
pub fn objective_marks(objectives: &[(&[Vec2], Vec2, &str, Ink)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for &(place, foot, points, ink) in objectives {
        let top = foot + Vec2::new(0.0, CLOTH.y);
        let (low, high) = bounds(place);
        let nearest = foot.clamp(low, high);
        if nearest.distance(foot) > 0.3 {
            marks.push(Mark::line([nearest, foot], Pen::fine(Ink::Objective, 1.2).dashed(2.0, 2.0)));
        }
        marks.push(Mark::line([foot, top], Pen::new(Ink::BlockLine, Length::inches(0.07).between(1.8, 4.0))));
        let cloth = [
            top,
            top + Vec2::new(0.85, -0.06),
            top + Vec2::new(0.72, -0.3),
            top + Vec2::new(0.85, -0.56),
            top - Vec2::new(0.0, 0.56),
        ];
        marks.push(Mark::fill(cloth.map(|p| p + Vec2::new(0.05, -0.06)), Ink::Shadow));
        marks.push(Mark::fill(cloth, ink));
        marks.push(Mark::ring(cloth, Pen::fine(Ink::BlockLine, 1.2)));
        let middle = top + Vec2::new(0.36, -0.29);
        marks.push(Mark::dot(middle, Length::inches(0.24), Ink::Plate));
        let size = Length::inches(0.44).between(8.0, 30.0);
        marks.push(Lettering::new(middle, points, size, Face::Bold, Ink::OnPlate).into());
    }
    marks
}

/// An arrow where reinforcements come on, in the ink of the map; its name is drawn with the other names.
pub fn marker_marks(at: Vec2, forward: Vec2) -> Vec<Mark> {
    let right = Vec2::new(forward.y, -forward.x);
    let put = |aside: f32, ahead: f32| at + right * aside + forward * ahead;
    let arrow = [
        put(-0.2, 0.0),
        put(0.0, 0.16),
        put(0.2, 0.0),
        put(0.2, 0.55),
        put(0.5, 0.5),
        put(0.0, 1.1),
        put(-0.5, 0.5),
        put(-0.2, 0.55),
    ];
    vec![
        Mark::ring(arrow, Pen::fine(Ink::Halo, 4.0)),
        Mark::fill(arrow, Ink::Name),
        Mark::ring(arrow, Pen::fine(Ink::Line, 0.8)),
    ]
}

/// The box of such an arrow.
pub fn marker_box(at: Vec2, forward: Vec2) -> Span {
    let right = Vec2::new(forward.y, -forward.x) * 0.5;
    bounds(&[at - right, at + right, at - right + forward * 1.1, at + right + forward * 1.1])
}
