//! What the scenario puts on the ground: objectives and entries. Units: inches.

use glam::Vec2;

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::bounds;

/// What a flag at this place covers: least and greatest corner.
pub fn flag_box(place: &[Vec2]) -> (Vec2, Vec2) {
    let (low, high) = bounds(place);
    let foot = Vec2::new(high.x + 0.1, (low.y + high.y) / 2.0);
    (foot, foot + Vec2::new(0.85, 1.15))
}

/// A flag at each objective, with its points, and who holds it by the ink of its cloth.
pub fn objective_marks(objectives: &[(Vec<Vec2>, String, Ink)]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (place, points, ink) in objectives {
        let (low, high) = bounds(place);
        // Beside the place, so that whoever stands in it can be read.
        let foot = Vec2::new(high.x + 0.1, (low.y + high.y) / 2.0);
        let top = foot + Vec2::new(0.0, 1.15);
        marks.push(Mark::line([foot, top], Pen::fine(Ink::BlockLine, 1.8)));
        let cloth = [
            top,
            top + Vec2::new(0.85, -0.06),
            top + Vec2::new(0.72, -0.3),
            top + Vec2::new(0.85, -0.56),
            top - Vec2::new(0.0, 0.56),
        ];
        marks.push(Mark::fill(cloth, *ink));
        marks.push(Mark::ring(cloth, Pen::fine(Ink::BlockLine, 1.2)));
        let middle = top + Vec2::new(0.36, -0.29);
        marks.push(Mark::dot(middle, Length::inches(0.23), Ink::Plate));
        let size = Length::inches(0.42).between(8.0, 22.0);
        marks.push(Lettering::new(middle, points, size, Face::Bold, Ink::OnPlate).into());
    }
    marks
}

/// An arrow where reinforcements come on, with its name.
pub fn marker_marks(at: Vec2, forward: Vec2, name: &str) -> Vec<Mark> {
    let right = Vec2::new(forward.y, -forward.x);
    let tip = at + forward * 1.1;
    let shaft = [
        at - right * 0.22,
        at + right * 0.22,
        at + right * 0.22 + forward * 0.55,
        at - right * 0.22 + forward * 0.55,
    ];
    let head = [at + forward * 0.5 - right * 0.5, at + forward * 0.5 + right * 0.5, tip];
    let mut marks = vec![Mark::fill(shaft, Ink::Objective), Mark::fill(head, Ink::Objective)];
    let size = Length::inches(0.6).between(11.0, 20.0);
    marks.push(Lettering::new(at + forward * 1.6, name, size, Face::Italic, Ink::Objective).haloed().into());
    marks
}
