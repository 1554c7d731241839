//! Measurements and plans on the table: measured lines, and the paths of stands. Units: inches.

use glam::Vec2;

use table::{Heading, Pose};

use super::mark::{Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::Span;

/// A measured line: its ends, and its relation to its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    pub from: Vec2,
    pub to: Vec2,
    /// `6.31 of 8.00 in`.
    pub words: String,
    /// Does it satisfy its limit?
    pub passes: bool,
    /// Too near its limit for hand-placed stands.
    pub close: bool,
}

/// A measured line with its words, in the colour of its verdict; one that fails is broken.
pub fn gauge_marks(gauge: &Gauge) -> Vec<Mark> {
    let ink = match (gauge.close, gauge.passes) {
        (true, _) => Ink::Close,
        (false, true) => Ink::Good,
        (false, false) => Ink::Bad,
    };
    let way = (gauge.to - gauge.from).normalize_or_zero();
    let side = Vec2::new(-way.y, way.x) * 0.22;
    let pen = Pen::fine(ink, 2.2);
    let line = if gauge.passes { pen } else { pen.dashed(7.0, 4.0) };
    let mut marks = vec![Mark::line([gauge.from, gauge.to], line)];
    for end in [gauge.from, gauge.to] {
        marks.push(Mark::line([end - side, end + side], pen));
    }
    let middle = (gauge.from + gauge.to) / 2.0;
    let mut words = Lettering::new(middle, &gauge.words, Length::points(13.0), Face::Bold, ink).plated();
    words.nudge = Vec2::new(0.0, -13.0);
    marks.push(words.into());
    marks
}

/// A path as the centres of its poses, with a ghost at every pose and an arrow head at the end.
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

/// The sign that something may not go where it is held, laid over it: a red wash on this box, within a ring that is struck.
pub fn refused_marks((low, high): Span) -> Vec<Mark> {
    let ring = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    // At a corner, clear of numbers.
    let (at, radius) = (Vec2::new(high.x, high.y), 0.42);
    let pen = Pen::new(Ink::Bad, Length::inches(0.13).between(2.4, 5.0));
    // Both in inches: at any scale the stroke goes from rim to rim.
    let slash = Vec2::splat(radius * std::f32::consts::FRAC_1_SQRT_2);
    vec![
        Mark::fill(ring, Ink::BadWash),
        Mark::ring(ring, Pen::new(Ink::Bad, Length::inches(0.14).between(2.6, 5.0))),
        Mark::Disc { at, radius: Length::inches(radius), fill: Some(Ink::Plate), pen: Some(pen) },
        Mark::line([at - slash, at + slash], pen),
    ]
}

/// Maximum length of words on the table; longer ones are cut.
const WORDS: usize = 64;

/// Words at a place on the table, this many points below it (above it if negative).
pub fn words_at(at: Vec2, text: impl Into<String>, ink: Ink, down: f32) -> Mark {
    let text: String = text.into();
    let cut = text.chars().count() > WORDS;
    let text = if cut { text.chars().take(WORDS - 1).chain(['…']).collect() } else { text };
    Mark::Text(Lettering {
        nudge: Vec2::new(0.0, down),
        ..Lettering::new(at, text, Length::points(13.0), Face::Bold, ink).plated()
    })
}
