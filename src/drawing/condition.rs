//! The condition of a stand, each shown by a shape of its own and not only by colour. Units: inches.
//!
//! Corner brackets: may act. A tick and light hatching: has acted. A struck ring: out of command. A white flag and a torn white border: routed.
//! Crossed swords at a front corner: in contact. A heavy white frame along the edges and a hollow square at a rear corner: in squares. A broken outline: gunners in shelter. A burst: hit.

use glam::Vec2;

use super::block::Block;
use super::flown::{CLOTH, STAFF};
use super::mark::{Ink, Length, Mark, Pen};
use super::shape::hatch;

/// A sign on a plate, or a burst, at an edge of a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Acted,
    OutOfCommand,
    Routed,
    Square,
    Contact,
    Hit,
}

/// Size of the plate of a sign.
pub const SIGN: Length = Length { inches: 0.26, least: 5.5, most: 15.0 };

/// The positions of a stand's signs.
///
/// At the corners and a little beyond them: for any heading, the numbers of the block stay clear, and so do those of a
/// block that touches its front.
pub fn signs(block: &Block) -> Vec<(Sign, Vec2)> {
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    let spot = |u: f32, v: f32| block.pose.to_table(Vec2::new(u, v));
    let out = 0.08;
    let (right, left, rear) = (u + out, -u - out, -v - out);
    let front = v - 0.05;
    let mut signs = Vec::new();
    if block.acted {
        signs.push((Sign::Acted, spot(right, front)));
    }
    if block.out_of_command {
        signs.push((Sign::OutOfCommand, spot(right, rear)));
    }
    if block.routed {
        signs.push((Sign::Routed, block.flown.middle(block)));
    }
    if block.square {
        signs.push((Sign::Square, spot(left, rear)));
    }
    if block.locked {
        // The burst gets its corner first, then the tick.
        let place = match (block.marked, block.acted) {
            (false, _) => spot(left, front),
            (true, false) => spot(right, front),
            (true, true) => spot(left, 0.0),
        };
        signs.push((Sign::Contact, place));
    }
    if block.marked {
        signs.push((Sign::Hit, spot(left, front)));
    }
    signs
}

/// Under the lettering: hatching of a stand that has acted.
pub(super) fn under(marks: &mut Vec<Mark>, block: &Block) {
    if block.acted {
        let corners = block.corners();
        marks.push(Mark::fill(corners, Ink::Spent));
        let way = Vec2::new(1.0, 1.0).normalize();
        let pen = Pen::new(Ink::Spent, Length::inches(0.05).between(1.0, 3.0));
        marks.extend(hatch(&corners, way, 0.2).into_iter().map(|stroke| Mark::line(stroke, pen)));
    }
}

/// Brackets round a stand that may act, and borders.
pub(super) fn over(marks: &mut Vec<Mark>, block: &Block) {
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    if block.may_act {
        let (out, arm) = (0.14, 0.42_f32.min(u * 0.8));
        for (su, sv) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let (cu, cv) = (su * (u + out), sv * (v + out));
            let bracket = block.local(&[(cu, cv - sv * arm), (cu, cv), (cu - su * arm, cv)]);
            marks.push(Mark::line(
                bracket.clone(),
                Pen::new(Ink::BlockLine, Length::inches(0.2).between(4.6, 9.0)),
            ));
            marks.push(Mark::line(bracket, Pen::new(Ink::Active, Length::inches(0.13).between(3.0, 6.5))));
        }
    }
    if block.routed {
        // With a torn white border as well, as the flag alone is small from afar.
        let (u, v) = (u + 0.1, v + 0.1);
        let border = block.local(&[(-u, v), (u, v), (u, -v), (-u, -v)]);
        let wide = Length::inches(0.24).between(5.0, 11.0);
        marks.push(Mark::ring(border.clone(), Pen::new(Ink::BlockLine, wide).dashed(8.0, 4.0)));
        let white = Pen::new(Ink::Pip, Length::inches(0.15).between(2.8, 7.5)).dashed(8.0, 4.0);
        marks.push(Mark::ring(border, white));
    }
    if block.square {
        // Along the edges, so that it crosses no lettering; unbroken, while that of a rout is torn.
        let (u, v) = (u + 0.03, v + 0.03);
        let frame = block.local(&[(-u, v), (u, v), (u, -v), (-u, -v)]);
        let wide = Length::inches(0.2).between(4.4, 9.0);
        marks.push(Mark::ring(frame.clone(), Pen::new(Ink::BlockLine, wide)));
        marks.push(Mark::ring(frame, Pen::new(Ink::Pip, Length::inches(0.11).between(2.2, 5.5))));
    }
}

/// The signs at its edges.
pub(super) fn signs_over(marks: &mut Vec<Mark>, block: &Block) {
    for (sign, at) in signs(block) {
        match sign {
            Sign::Acted => tick(marks, at),
            Sign::OutOfCommand => struck_ring(marks, at),
            Sign::Routed => white_flag(marks, block.flown.foot(block), block.flown.way()),
            Sign::Square => hollow_square(marks, at),
            Sign::Contact => swords(marks, at),
            Sign::Hit => burst(marks, at),
        }
    }
}

/// A small plate for a sign.
pub(super) fn plate(marks: &mut Vec<Mark>, at: Vec2) {
    marks.push(Mark::Disc {
        at,
        radius: SIGN,
        fill: Some(Ink::Plate),
        pen: Some(Pen::new(Ink::BlockLine, Length::inches(0.03).between(0.8, 1.6))),
    });
}

pub(super) fn tick(marks: &mut Vec<Mark>, at: Vec2) {
    plate(marks, at);
    let s = 0.12;
    let tick = [at + Vec2::new(-s, 0.0), at + Vec2::new(-s * 0.2, -s * 0.9), at + Vec2::new(s * 1.1, s)];
    marks.push(Mark::line(tick, Pen::new(Ink::OnPlate, Length::inches(0.07).between(1.6, 4.5))));
}

fn struck_ring(marks: &mut Vec<Mark>, at: Vec2) {
    plate(marks, at);
    let pen = Pen::new(Ink::OnPlate, Length::inches(0.05).between(1.3, 3.5));
    marks.push(Mark::Disc { at, radius: Length::inches(0.13).between(2.8, 8.0), fill: None, pen: Some(pen) });
    let s = Vec2::new(0.15, 0.15);
    marks.push(Mark::line([at - s, at + s], pen));
}

fn hollow_square(marks: &mut Vec<Mark>, at: Vec2) {
    plate(marks, at);
    let s = 0.11;
    let square = [(-s, -s), (s, -s), (s, s), (-s, s)].map(|(x, y)| at + Vec2::new(x, y));
    marks.push(Mark::ring(square, Pen::new(Ink::OnPlate, Length::inches(0.07).between(1.6, 4.5))));
}

/// A flag with the foot of its staff here, which flies to the right on the screen (1), or to the left (-1).
pub(super) fn white_flag(marks: &mut Vec<Mark>, foot: Vec2, way: f32) {
    let top = foot + Vec2::new(0.0, STAFF);
    let (wide, high) = (CLOTH.x * way, CLOTH.y);
    let cloth = [
        top,
        top + Vec2::new(wide, -0.08),
        top + Vec2::new(wide * 0.84, -0.27),
        top + Vec2::new(wide, -high),
        top - Vec2::new(0.0, high),
    ];
    marks.push(Mark::fill(cloth.map(|p| p + Vec2::new(0.05, -0.06)), Ink::Shadow));
    marks.push(Mark::line([foot, top], Pen::new(Ink::BlockLine, Length::inches(0.08).between(2.0, 5.0))));
    marks.push(Mark::fill(cloth, Ink::Pip));
    marks.push(Mark::ring(cloth, Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.4, 3.0))));
}

pub(super) fn swords(marks: &mut Vec<Mark>, at: Vec2) {
    plate(marks, at);
    let pen = Pen::new(Ink::OnPlate, Length::inches(0.055).between(1.5, 4.0));
    for sign in [1.0, -1.0] {
        marks.push(Mark::line([at + Vec2::new(-0.15 * sign, -0.15), at + Vec2::new(0.15 * sign, 0.15)], pen));
        // The guard of the hilt.
        let hilt = at + Vec2::new(-0.08 * sign, -0.08);
        marks.push(Mark::line(
            [hilt + Vec2::new(-0.05 * sign, 0.05), hilt + Vec2::new(0.05 * sign, -0.05)],
            pen,
        ));
    }
}

fn burst(marks: &mut Vec<Mark>, at: Vec2) {
    let star = |long: f32, short: f32| -> Vec<Vec2> {
        (0..16)
            .map(|k| {
                let (sin, cos) = table::pose::sin_cos(k as f32 * std::f32::consts::PI / 8.0);
                at + Vec2::new(sin, cos) * if k % 2 == 0 { long } else { short }
            })
            .collect()
    };
    let outline = star(0.38, 0.2);
    marks.push(Mark::fill(outline.clone(), Ink::Active));
    marks.push(Mark::ring(outline, Pen::new(Ink::BlockLine, Length::inches(0.04).between(1.1, 2.4))));
    marks.push(Mark::dot(at, Length::inches(0.09).between(1.8, 6.0), Ink::BlockLine));
}
