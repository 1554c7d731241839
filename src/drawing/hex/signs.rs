//! Signs on small plates at the edges of a counter, and the star of a leader. Units: inches.

use glam::Vec2;

use super::super::condition::plate;
use super::super::mark::{Ink, Length, Mark, Pen};
use table::pose::sin_cos;

/// The lines of a sign on its plate.
const LINE: Pen = Pen::new(Ink::OnPlate, Length { inches: 0.055, least: 1.3, most: 4.0 });

/// A plate with these lines on it, each drawn about its middle.
fn lines(marks: &mut Vec<Mark>, at: Vec2, lines: &[&[(f32, f32)]]) {
    plate(marks, at);
    for line in lines {
        let points: Vec<Vec2> = line.iter().map(|point| at + Vec2::from(*point)).collect();
        marks.push(Mark::line(points, LINE));
    }
}

fn fill(marks: &mut Vec<Mark>, at: Vec2, corners: &[(f32, f32)]) {
    let corners: Vec<Vec2> = corners.iter().map(|corner| at + Vec2::from(*corner)).collect();
    marks.push(Mark::fill(corners, Ink::OnPlate));
}

/// A lance with its pennon: charging.
pub fn lance(marks: &mut Vec<Mark>, at: Vec2) {
    lines(marks, at, &[&[(-0.15, -0.15), (0.1, 0.1)]]);
    fill(marks, at, &[(0.18, 0.18), (0.02, 0.13), (0.13, 0.02)]);
    fill(marks, at, &[(0.03, 0.03), (-0.17, 0.12), (-0.07, -0.07)]);
}

/// A flag whose staff is broken: demoralised.
pub fn broken_flag(marks: &mut Vec<Mark>, at: Vec2) {
    lines(marks, at, &[&[(-0.08, -0.18), (-0.08, 0.0)], &[(-0.04, 0.05), (0.14, 0.14)]]);
    fill(marks, at, &[(-0.04, 0.05), (0.14, 0.14), (0.16, -0.05), (0.05, -0.02), (0.03, -0.13)]);
}

/// A line that is cut: out of command.
pub fn cut_line(marks: &mut Vec<Mark>, at: Vec2) {
    let ends: [&[(f32, f32)]; 4] = [
        &[(-0.2, 0.0), (-0.08, 0.0)],
        &[(0.08, 0.0), (0.2, 0.0)],
        &[(-0.11, -0.13), (-0.01, 0.13)],
        &[(0.01, -0.13), (0.11, 0.13)],
    ];
    lines(marks, at, &ends);
}

/// An hourglass that has run down: spent.
pub fn hourglass(marks: &mut Vec<Mark>, at: Vec2) {
    let glass: &[(f32, f32)] = &[(-0.11, 0.15), (0.11, 0.15), (-0.11, -0.15), (0.11, -0.15), (-0.11, 0.15)];
    lines(marks, at, &[glass]);
    fill(marks, at, &[(0.0, 0.0), (0.11, -0.15), (-0.11, -0.15)]);
}

/// A star with five points, which extend this far from its middle.
pub fn star(at: Vec2, far: f32, ink: Ink) -> Mark {
    let point = |k: u8| {
        let (sin, cos) = sin_cos(f32::from(k) * std::f32::consts::PI / 5.0);
        at + Vec2::new(sin, cos) * if k.is_multiple_of(2) { far } else { far * 0.42 }
    };
    Mark::fill((0..10).map(point).collect::<Vec<Vec2>>(), ink)
}

/// A white flag in a box of this half extent, its staff to the right: routed.
pub fn white_flag(marks: &mut Vec<Mark>, at: Vec2, half: Vec2) {
    let corner = |(x, y): (f32, f32)| at + half * Vec2::new(x, y);
    let cloth = [(0.9, 1.2), (-1.0, 1.0), (-0.65, 0.2), (-1.0, -0.7), (0.9, -0.5)].map(corner);
    marks.push(Mark::fill(cloth, Ink::Pip));
    marks.push(Mark::ring(cloth, Pen::new(Ink::BlockLine, Length::inches(0.045).between(1.0, 3.0))));
    let staff = Pen::new(Ink::BlockLine, Length::inches(0.08).between(1.6, 5.0));
    marks.push(Mark::line([(0.9, 1.3), (0.9, -1.4)].map(corner), staff));
}
