//! Stands as blocks in army colours, and what is measured and planned between them. Units: inches.
//!
//! Every condition has a shape of its own, so that the table can be read without colours: corner brackets for a stand
//! that may act, a tick for one that has acted, a white flag for a rout, a broken outline for sheltering gunners,
//! crossed swords for contact.

use glam::Vec2;

use crate::rules::working::{Measured, Sense};
use crate::table::{Heading, Pose};

use super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};

/// The mark of the arm on a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// Crossed belts.
    Infantry,
    /// One belt.
    Cavalry {
        heavy: bool,
    },
    /// A ball; horse artillery also has the belt.
    Guns {
        horse: bool,
    },
    /// A star, with so many bars for his grade.
    General {
        grade: u8,
    },
    Wagon,
}

/// A stand as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub stand: u16,
    pub badge: u16,
    pub name: String,
    /// For screen readers.
    pub label: String,
    pub side: u8,
    pub colour: ArmyColour,
    pub emblem: Emblem,
    pub pose: Pose,
    pub width: f32,
    pub depth: f32,
    /// Strength points left and at the start; 0 at the start for stands without.
    pub strength: u8,
    pub start: u8,
    /// The losses are not for this viewer.
    pub hidden: bool,
    pub marked: bool,
    pub may_act: bool,
    pub acted: bool,
    pub routed: bool,
    pub evading: bool,
    pub locked: bool,
}

impl Block {
    pub fn corners(&self) -> [Vec2; 4] {
        let (u, v) = (self.width / 2.0, self.depth / 2.0);
        [(-u, v), (u, v), (u, -v), (-u, -v)].map(|(u, v)| self.pose.to_table(Vec2::new(u, v)))
    }

    fn local(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|&(u, v)| self.pose.to_table(Vec2::new(u, v))).collect()
    }
}

/// A block with all its marks.
pub fn stand_marks(block: &Block) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(24);
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    let corners = block.corners();
    marks.push(Mark::fill(corners.map(|c| c + Vec2::new(0.06, -0.07)), Ink::Shadow));
    marks.push(Mark::fill(corners, Ink::Block(block.colour)));
    emblem(&mut marks, block, u, v);
    if block.acted {
        marks.push(Mark::fill(corners, Ink::Spent));
    }
    let outline = Pen::fine(Ink::BlockLine, 1.3);
    marks.push(Mark::ring(corners, if block.evading { outline.dashed(3.0, 3.0) } else { outline }));
    // The second side has an inner line as well: told apart without colour.
    if block.side == 1 && u > 0.3 {
        let inset = 0.11;
        let inner = block.local(&[
            (-u + inset, v - 0.2),
            (-u + inset, -v + inset),
            (u - inset, -v + inset),
            (u - inset, v - 0.2),
        ]);
        marks.push(Mark::line(inner, Pen::fine(Ink::OnBlock(block.colour), 1.0)));
    }
    // The front: a heavy bar with a point in its middle.
    let bar = 0.17_f32.min(v * 0.3);
    marks.push(Mark::fill(block.local(&[(-u, v), (u, v), (u, v - bar), (-u, v - bar)]), Ink::BlockLine));
    let nose = 0.16;
    marks.push(Mark::fill(
        block.local(&[(-nose, v - 0.01), (0.0, v + nose), (nose, v - 0.01)]),
        Ink::BlockLine,
    ));
    pips(&mut marks, block, u, v);
    plate(&mut marks, block, u, v);
    conditions(&mut marks, block, u, v);
    marks
}

fn emblem(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
    let ink = Ink::OnBlock(block.colour);
    let pen = Pen::new(ink, Length::inches(0.07).between(1.1, 5.0));
    let top = v - 0.17;
    match block.emblem {
        Emblem::Infantry => {
            marks.push(Mark::line(block.local(&[(-u, -v), (u, top)]), pen));
            marks.push(Mark::line(block.local(&[(-u, top), (u, -v)]), pen));
        }
        Emblem::Cavalry { heavy } => {
            marks.push(Mark::line(block.local(&[(-u, -v), (u, top)]), pen));
            if heavy {
                marks.push(Mark::fill(block.local(&[(-u, -v), (u, top), (u, -v)]), ink));
            }
        }
        Emblem::Guns { horse } => {
            let at = block.pose.to_table(Vec2::new(0.0, -v * 0.42));
            marks.push(Mark::dot(at, Length::inches((u * 0.55).min(0.3)), ink));
            if horse {
                marks.push(Mark::line(block.local(&[(-u, -v), (u, top)]), pen));
            }
        }
        Emblem::General { .. } => {
            let star: Vec<(f32, f32)> = (0..10)
                .map(|k| {
                    let radius = if k % 2 == 0 { u * 0.94 } else { u * 0.56 };
                    let (sin, cos) = crate::table::pose::sin_cos(k as f32 * std::f32::consts::PI / 5.0);
                    (sin * radius, cos * radius - 0.06)
                })
                .collect();
            marks.push(Mark::fill(block.local(&star), ink));
        }
        Emblem::Wagon => {
            marks.push(Mark::line(block.local(&[(-u * 0.6, -v * 0.5), (u * 0.6, -v * 0.5)]), pen));
            marks.push(Mark::line(block.local(&[(-u * 0.6, v * 0.4), (u * 0.6, v * 0.4)]), pen));
        }
    }
}

/// One pip a strength point along the rear edge: full while it is left, hollow when lost.
fn pips(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
    if block.start == 0 {
        return;
    }
    let count = f32::from(block.start);
    let pitch = ((2.0 * u - 0.2) / count).min(0.27);
    let half = (pitch * 0.36).min(0.09);
    let row = -v + 0.2;
    for k in 0..block.start {
        let at = (f32::from(k) - (count - 1.0) / 2.0) * pitch;
        let square = block.local(&[
            (at - half, row - half),
            (at + half, row - half),
            (at + half, row + half),
            (at - half, row + half),
        ]);
        let lost = if block.hidden { block.marked && k + 1 == block.start } else { k >= block.strength };
        marks.push(Mark::fill(square.clone(), if lost { Ink::PipLost } else { Ink::Pip }));
        marks.push(Mark::ring(square, Pen::new(Ink::BlockLine, Length::inches(0.02).between(0.5, 1.2))));
    }
}

/// The badge number on a plate, and the name under it where it fits on the block.
fn plate(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
    let general = matches!(block.emblem, Emblem::General { .. });
    let wide = u > 0.8;
    let lift = if wide { 0.13 } else { 0.0 };
    let at = block.pose.at + Vec2::new(0.0, lift);
    let size = Length::inches(if general {
        0.42
    } else if wide {
        0.58
    } else {
        0.48
    })
    .between(7.5, 26.0);
    let radius = if general {
        u * 0.42
    } else if wide {
        0.46
    } else {
        0.38
    };
    marks.push(Mark::dot(at, Length::inches(radius).between(6.5, 21.0), Ink::Plate));
    marks.push(Mark::Text(Lettering {
        at,
        text: block.badge.to_string(),
        size,
        legible: 6.5,
        face: Face::Bold,
        ink: Ink::OnPlate,
        halo: None,
        room: f32::INFINITY,
        nudge: Vec2::ZERO,
    }));
    marks.push(Mark::Text(Lettering {
        at: block.pose.at - Vec2::new(0.0, if wide { 0.52 } else { u * 0.62 }),
        text: block.name.clone(),
        size: Length::inches(if wide { 0.33 } else { 0.26 }).between(0.0, 17.0),
        legible: 8.5,
        face: Face::Plain,
        ink: Ink::NameOnBlock(block.colour),
        halo: None,
        room: block.width * 0.97,
        nudge: Vec2::ZERO,
    }));
    if let Emblem::General { grade } = block.emblem {
        for k in 0..grade {
            let x = (f32::from(k) - f32::from(grade - 1) / 2.0) * 0.2;
            marks.push(Mark::line(
                block.local(&[(x, -v + 0.08), (x, -v + 0.26)]),
                Pen::new(Ink::Pip, Length::inches(0.08).between(1.2, 5.0)),
            ));
        }
    }
}

fn conditions(marks: &mut Vec<Mark>, block: &Block, u: f32, v: f32) {
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
    let spot = |u: f32, v: f32| block.pose.to_table(Vec2::new(u, v));
    if block.acted {
        let at = spot(u - 0.05, v - 0.05);
        marks.push(Mark::dot(at, Length::inches(0.24).between(5.0, 13.0), Ink::Plate));
        let s = 0.11;
        let tick = [at + Vec2::new(-s, 0.0), at + Vec2::new(-s * 0.2, -s * 0.9), at + Vec2::new(s * 1.1, s)];
        marks.push(Mark::line(tick, Pen::new(Ink::OnPlate, Length::inches(0.06).between(1.5, 4.0))));
    }
    if block.routed {
        let foot = spot(-u + 0.1, -v + 0.1);
        let top = foot + Vec2::new(0.0, 0.95);
        marks.push(Mark::line([foot, top], Pen::fine(Ink::BlockLine, 2.0)));
        let cloth = [
            top,
            top + Vec2::new(-0.66, -0.08),
            top + Vec2::new(-0.56, -0.24),
            top + Vec2::new(-0.66, -0.44),
            top - Vec2::new(0.0, 0.44),
        ];
        marks.push(Mark::fill(cloth, Ink::Plate));
        marks.push(Mark::ring(cloth, Pen::fine(Ink::BlockLine, 1.4)));
    }
    if block.locked {
        let at = spot(-u + 0.08, 0.0);
        marks.push(Mark::dot(at, Length::inches(0.25).between(5.0, 14.0), Ink::Plate));
        for sign in [1.0, -1.0] {
            let sword = [at + Vec2::new(-0.14 * sign, -0.14), at + Vec2::new(0.14 * sign, 0.14)];
            marks.push(Mark::line(sword, Pen::new(Ink::Bad, Length::inches(0.055).between(1.6, 4.0))));
        }
    }
    if block.hidden && block.marked {
        let at = spot(-u + 0.05, v - 0.05);
        marks.push(Mark::dot(at, Length::inches(0.2).between(4.5, 12.0), Ink::Bad));
    }
}

/// A measured segment with its length, in the colour of its verdict; *close* is said in words as well.
pub fn measured_marks(measured: &Measured) -> Vec<Mark> {
    let ink = match (measured.is_close(), measured.passes()) {
        (true, _) => Ink::Close,
        (false, true) => Ink::Good,
        (false, false) => Ink::Bad,
    };
    let way = (measured.to - measured.from).normalize_or_zero();
    let side = Vec2::new(-way.y, way.x) * 0.22;
    let pen = Pen::fine(ink, 2.2);
    let mut marks = vec![Mark::line(
        [measured.from, measured.to],
        if !measured.passes() { pen.dashed(7.0, 4.0) } else { pen },
    )];
    for end in [measured.from, measured.to] {
        marks.push(Mark::line([end - side, end + side], pen));
    }
    let close = if measured.is_close() { ", close" } else { "" };
    marks.push(Mark::Text(Lettering {
        at: (measured.from + measured.to) / 2.0,
        text: match measured.sense {
            Sense::AtMost => format!("{:.2} of {:.2} in{close}", measured.value, measured.limit),
            Sense::AtLeast => format!("{:.2} in, {:.2} needed{close}", measured.value, measured.limit),
        },
        size: Length::points(13.0),
        legible: 0.0,
        face: Face::Bold,
        ink,
        halo: Some(Ink::Halo),
        room: f32::INFINITY,
        nudge: Vec2::new(0.0, -11.0),
    }));
    marks
}

/// A way as the centres of its poses, with its ghost at every pose and an arrow head at the end.
pub fn way_marks(poses: &[Pose], width: f32, depth: f32, ink: Ink) -> Vec<Mark> {
    let mut marks = Vec::new();
    let Some((&last, before)) = poses.split_last() else { return marks };
    for pose in before.iter().skip(1) {
        marks.push(Mark::ring(footprint(*pose, width, depth), Pen::fine(ink, 1.0).dashed(3.0, 4.0)));
    }
    marks.push(Mark::ring(footprint(last, width, depth), Pen::fine(ink, 2.2)));
    let front = [Vec2::new(-width, depth) / 2.0, Vec2::new(width, depth) / 2.0].map(|p| last.to_table(p));
    marks.push(Mark::line(front, Pen::new(ink, Length::inches(0.14).between(4.0, 9.0))));
    let centres: Vec<Vec2> = poses.iter().map(|pose| pose.at).collect();
    let trail = centres.iter().rev().nth(1).copied();
    marks.push(Mark::line(centres, Pen::fine(ink, 2.0).dashed(8.0, 4.0)));
    if let Some(from) = trail.filter(|from| from.distance(last.at) > 0.3) {
        let tip = Pose::new(last.at, Heading::of(last.at - from));
        let head =
            [Vec2::new(0.0, 0.12), Vec2::new(0.2, -0.26), Vec2::new(-0.2, -0.26)].map(|p| tip.to_table(p));
        marks.push(Mark::fill(head, ink));
    }
    marks
}

/// The corners of a rectangle at a pose.
pub fn footprint(pose: Pose, width: f32, depth: f32) -> [Vec2; 4] {
    let (u, v) = (width / 2.0, depth / 2.0);
    [(-u, v), (u, v), (u, -v), (-u, -v)].map(|(u, v)| pose.to_table(Vec2::new(u, v)))
}
