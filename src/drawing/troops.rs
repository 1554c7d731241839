//! Units of several stands: each stand a block with its figures, the unit's number once, its signs at its sides. Units: inches.
//!
//! The blocks turn with their stands, a bar along each front and a point at the fronts of the first rank; lettering stays
//! upright, at the rear, so that figures and fronts are visible.
//!
//! ```text
//!       ^      ^
//!     [• • •][• • •]
//!     [• • •][• • •]   x   has moved, has fired...
//!          (13)
//! ```

use glam::Vec2;

use table::{Heading, Pose};

use super::block::{Block, Detail, Emblem};
use super::condition::{plate, swords, tick};
use super::far::{FarPlates, Plate, side_plate, step_aside};
use super::letters::{cut_size, line_size, size_of_figures};
use super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::{bounds, cut_box, hatch};
use super::stands::{FRAME, HAIR, LEAST_FIGURE};
use super::way::footprint;

/// A stand of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct TroopStand {
    pub pose: Pose,
    pub width: f32,
    pub depth: f32,
    /// Figures left.
    pub figures: u8,
    /// Figures at the start.
    pub start: u8,
    /// Does it count for less than the others, because it is too far off, or the last?
    pub stray: bool,
}

/// Something a unit has done, or a marker beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroopSign {
    Moved,
    Fired,
    Fought,
    /// A white marker.
    White,
    /// A black marker; `turned` once the first step is done.
    Black {
        turned: bool,
    },
}

/// A unit of several stands, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Troop {
    /// The text that identifies it.
    pub badge: String,
    pub name: String,
    pub side: u8,
    pub colour: ArmyColour,
    pub emblem: Emblem,
    pub stands: Vec<TroopStand>,
    /// The middle of the unit, and its heading.
    pub pose: Pose,
    /// Do its stands stand apart?
    pub open: bool,
    /// Do its stands face every way about their middle?
    pub square: bool,
    pub may_act: bool,
    /// Has it nothing more to do?
    pub spent: bool,
    pub routed: bool,
    pub signs: Vec<TroopSign>,
}

/// Below this many points an inch, figures are left out.
const SMALL: f32 = 15.0;
/// From this many points an inch, a unit shows its name.
const NAMED: f32 = 30.0;

impl Troop {
    /// The corners of the unit along its heading: left and right of its middle, behind and ahead of it.
    fn extent(&self) -> (Vec2, Vec2) {
        let corners = self.stands.iter().flat_map(|stand| footprint(stand.pose, stand.width, stand.depth));
        let local = corners.map(|corner| self.pose.to_local(corner));
        local.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    }

    fn local(&self, points: &[(f32, f32)]) -> Vec<Vec2> {
        points.iter().map(|&(u, v)| self.pose.to_table(Vec2::new(u, v))).collect()
    }
}

/// The stands of a unit, at this many points an inch.
pub fn troop_marks(troop: &Troop, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    if troop.open && troop.stands.len() > 1 {
        // They are of one unit, though they stand apart.
        let middles: Vec<Vec2> = troop.stands.iter().map(|stand| stand.pose.at).collect();
        marks.push(Mark::line(middles, Pen::fine(Ink::BlockLine, 1.4).dashed(2.0, 4.0)));
    }
    for stand in &troop.stands {
        stand_of(&mut marks, troop, stand, scale);
    }
    frame(&mut marks, troop);
    marks
}

/// The numbers of units and their signs, which lie over all stands, with the numbers of single stands. From afar no number
/// covers another.
pub fn troops_signs(troops: &[&Troop], alone: &[&Block], scale: f32) -> Vec<Mark> {
    let troops: Vec<&Troop> = troops.iter().copied().filter(|troop| !troop.stands.is_empty()).collect();
    if Detail::at(scale) > Detail::Far {
        return troops.iter().flat_map(|troop| troop_signs(troop, scale)).collect();
    }
    let mut far = FarPlates::of(alone.iter().copied(), scale);
    let blocks = far.plates.len();
    for troop in &troops {
        let Written { half, at, .. } = written(troop, scale);
        let corners = troop.stands.iter().flat_map(|stand| footprint(stand.pose, stand.width, stand.depth));
        let own = bounds(&corners.collect::<Vec<_>>());
        far.plates.push(Plate { own, along: Heading::forward(troop.pose.heading), at, half });
    }
    step_aside(&mut far.plates, &far.written);
    let mut marks = far.marks(scale);
    for (troop, plate) in troops.iter().zip(&far.plates[blocks..]) {
        side_plate(&mut marks, plate, troop.colour, troop.side, scale);
        let size = Length::points(written(troop, scale).points);
        let ink = Ink::NameOnBlock(troop.colour);
        let mut number = Lettering::new(plate.at, troop.badge.clone(), size, Face::Bold, ink);
        number.legible = 6.0;
        marks.push(number.into());
        signs_beside(&mut marks, troop, scale);
    }
    marks
}

/// The number of a unit and its signs, which lie over all stands.
fn troop_signs(troop: &Troop, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    if troop.stands.is_empty() {
        return marks;
    }
    label(&mut marks, troop, scale);
    signs_beside(&mut marks, troop, scale);
    marks
}

/// What a unit has done and the markers beside it.
fn signs_beside(marks: &mut Vec<Mark>, troop: &Troop, scale: f32) {
    let (low, high) = troop.extent();
    // A sign is as large as its plate, which has a smallest visible size.
    let step = (0.5_f32).max(12.0 / scale);
    let (mut left, mut right) = (0, 0);
    for sign in &troop.signs {
        let on_right = matches!(sign, TroopSign::Moved | TroopSign::Fired | TroopSign::Fought);
        let (count, u) = if on_right { (&mut right, high.x + 0.12) } else { (&mut left, low.x - 0.12) };
        let at = troop.pose.to_table(Vec2::new(u, low.y + 0.16 + step * *count as f32));
        *count += 1;
        match sign {
            TroopSign::Moved => tick(marks, at),
            TroopSign::Fired => puff(marks, at),
            TroopSign::Fought => swords(marks, at),
            TroopSign::White => marker(marks, at, Ink::Pip, None),
            TroopSign::Black { turned } => {
                marker(marks, at, Ink::BlockLine, turned.then_some(Ink::Pip));
            }
        }
    }
    if troop.routed {
        let foot = troop.pose.to_table(Vec2::new(low.x + 0.12, (low.y + high.y) / 2.0));
        super::condition::white_flag(marks, foot, -1.0);
    }
}

fn stand_of(marks: &mut Vec<Mark>, troop: &Troop, stand: &TroopStand, scale: f32) {
    // A hair of ground shows between stands that touch.
    let (width, depth) = (stand.width - 2.0 * HAIR, stand.depth - 2.0 * HAIR);
    let (u, v) = (width / 2.0, depth / 2.0);
    let local = |points: &[(f32, f32)]| -> Vec<Vec2> {
        points.iter().map(|&(x, y)| stand.pose.to_table(Vec2::new(x, y))).collect()
    };
    let corners = footprint(stand.pose, width, depth);
    marks.push(Mark::fill(corners.map(|corner| corner + Vec2::new(0.04, -0.045)), Ink::Shadow));
    marks.push(Mark::fill(corners, Ink::Block(troop.colour)));
    let line = Ink::OnBlock(troop.colour);
    // The belt of cavalry, filled below the belt if heavy.
    if let Emblem::Cavalry { heavy } = troop.emblem {
        if heavy {
            marks.push(Mark::fill(local(&[(-u, -v), (u, -v), (u, v)]), Ink::Spent));
        }
        marks.push(Mark::line(
            local(&[(-u, -v), (u, v)]),
            Pen::new(line, Length::inches(0.05).between(0.9, 2.5)),
        ));
    }
    if troop.spent {
        marks.push(Mark::fill(corners, Ink::Spent));
        let pen = Pen::new(Ink::Spent, Length::inches(0.05).between(1.0, 3.0));
        let strokes = hatch(&corners, Vec2::new(1.0, 1.0).normalize(), 0.2);
        marks.extend(strokes.into_iter().map(|stroke| Mark::line(stroke, pen)));
    }
    // The second side has an inner line as well, to be told apart without colour.
    if troop.side == 1 {
        let (x, y) = (u - 0.09, v - 0.09);
        let pen = Pen::new(line, Length::inches(0.035).between(0.8, 2.0));
        marks.push(Mark::line(local(&[(-x, y - 0.1), (-x, -y), (x, -y), (x, y - 0.1)]), pen));
    }
    let frame = Ink::Frame(troop.colour);
    let outline = Pen::new(frame, FRAME);
    marks.push(Mark::ring(corners, if stand.stray { outline.dashed(3.0, 3.0) } else { outline }));
    let bar = 0.11;
    marks.push(Mark::fill(local(&[(-u, v), (u, v), (u, v - bar), (-u, v - bar)]), frame));
    if is_first(troop, stand) {
        marks.push(Mark::fill(local(&[(-0.15, v - 0.01), (0.0, v + 0.15), (0.15, v - 0.01)]), frame));
    }
    if scale >= SMALL {
        figures(marks, troop, stand, v * 0.16);
    }
    if stand.stray {
        let pen = Pen::new(Ink::Pip, Length::inches(0.06).between(1.2, 3.0));
        marks.push(Mark::line(local(&[(-u, v), (u, -v)]), pen));
    }
}

/// Is no other stand of the unit right before its front?
fn is_first(troop: &Troop, stand: &TroopStand) -> bool {
    let ahead = stand.pose.to_table(Vec2::new(0.0, stand.depth / 2.0 + 0.1));
    !troop.stands.iter().any(|other| {
        let local = other.pose.to_local(ahead).abs();
        other != stand && local.x <= other.width / 2.0 && local.y <= other.depth / 2.0
    })
}

/// One disc for each figure, across the stand: hollow if lost.
fn figures(marks: &mut Vec<Mark>, troop: &Troop, stand: &TroopStand, ahead: f32) {
    let count = f32::from(stand.start.max(stand.figures));
    let radius = (stand.width / count.max(1.0) * 0.27).min(0.125);
    let pen = Pen::new(Ink::BlockLine, Length::inches(0.03).between(0.6, 1.5));
    for k in 0..stand.start.max(stand.figures) {
        // In open order every other one stands a little back.
        let back = if troop.open && k % 2 == 1 { 0.16 } else { 0.0 };
        let x = ((f32::from(k) + 0.5) / count - 0.5) * stand.width;
        let at = stand.pose.to_table(Vec2::new(x, ahead - back));
        let fill = if k < stand.figures { Ink::Pip } else { Ink::PipLost };
        marks.push(Mark::Disc { at, radius: Length::inches(radius), fill: Some(fill), pen: Some(pen) });
    }
}

/// Brackets round a unit that may act, and the torn border of one that routs.
fn frame(marks: &mut Vec<Mark>, troop: &Troop) {
    let (low, high) = troop.extent();
    if !low.is_finite() || !high.is_finite() {
        return;
    }
    if troop.may_act {
        let (out, arm) = (0.12, 0.36);
        let (low, high) = (low - Vec2::splat(out), high + Vec2::splat(out));
        for (u, v, su, sv) in [
            (low.x, high.y, 1.0, -1.0),
            (high.x, high.y, -1.0, -1.0),
            (high.x, low.y, -1.0, 1.0),
            (low.x, low.y, 1.0, 1.0),
        ] {
            let bracket = troop.local(&[(u, v + sv * arm), (u, v), (u + su * arm, v)]);
            let wide = Length::inches(0.17).between(3.8, 8.0);
            marks.push(Mark::line(bracket.clone(), Pen::new(Ink::BlockLine, wide)));
            marks.push(Mark::line(bracket, Pen::new(Ink::Active, Length::inches(0.11).between(2.4, 5.5))));
        }
    }
    if troop.routed {
        let (low, high) = (low - Vec2::splat(0.1), high + Vec2::splat(0.1));
        let border = troop.local(&[(low.x, high.y), (high.x, high.y), (high.x, low.y), (low.x, low.y)]);
        let wide = Length::inches(0.2).between(4.4, 9.0);
        marks.push(Mark::ring(border.clone(), Pen::new(Ink::BlockLine, wide).dashed(7.0, 4.0)));
        let white = Pen::new(Ink::Pip, Length::inches(0.12).between(2.4, 6.0)).dashed(7.0, 4.0);
        marks.push(Mark::ring(border, white));
    }
}

/// The number of a unit on its plate, and in the near view its name beside it.
struct Written {
    /// The font size of the number, in points, and its drawn size.
    points: f32,
    number: Vec2,
    name: Option<(f32, Vec2)>,
    /// The plate, in inches.
    at: Vec2,
    half: Vec2,
}

fn written(troop: &Troop, scale: f32) -> Written {
    let points = cut_size((0.48 * scale).clamp(size_of_figures(Face::Bold, LEAST_FIGURE), 26.0));
    let number = line_size(&troop.badge, Face::Bold, points, 0.0);
    let name = if scale >= NAMED { named(troop, scale, number.x) } else { None };
    let beside = name.as_ref().map_or(0.0, |(_, size)| size.x + 5.0);
    // The plate in inches: lettering is measured in points.
    let half = Vec2::new(number.x + beside + 8.0, points * 1.22) / scale / 2.0;
    Written { points, number, name, at: place(troop, troop.extent(), half), half }
}

/// The number of the unit on a plate at its rear, for a square in its middle; in the near view with its name.
fn label(marks: &mut Vec<Mark>, troop: &Troop, scale: f32) {
    let Written { points, number, name, at, half } = written(troop, scale);
    let cut = half.y * 0.5;
    let tag = cut_box(at, half, cut);
    marks.push(Mark::fill(tag, Ink::Plate));
    marks.push(Mark::ring(tag, Pen::new(Ink::BlockLine, Length::inches(0.03).between(0.9, 2.0))));
    let left = at.x - half.x + 4.0 / scale;
    let written = |at: Vec2, text: &str, size: f32, face: Face| {
        let mut words = Lettering::new(at, text, Length::points(size), face, Ink::OnPlate);
        words.legible = 6.0;
        words
    };
    let middle = Vec2::new(left + number.x / 2.0 / scale, at.y);
    marks.push(written(middle, &troop.badge, points, Face::Bold).into());
    if let Some((points, size)) = name {
        let middle = Vec2::new(left + (number.x + 5.0 + size.x / 2.0) / scale, at.y);
        marks.push(written(middle, &troop.name, points, Face::Roman).into());
    }
}

/// The size of the name beside the number, and its drawn size; `None` if it has no room over the unit.
fn named(troop: &Troop, scale: f32, number: f32) -> Option<(f32, Vec2)> {
    let corners = troop.stands.iter().flat_map(|stand| footprint(stand.pose, stand.width, stand.depth));
    let (low, high) = bounds(&corners.collect::<Vec<_>>());
    let room = (high.x - low.x) * scale - number - 13.0;
    let wanted = (0.3 * scale).clamp(9.0, 20.0);
    let whole = line_size(&troop.name, Face::Roman, cut_size(wanted), 0.0);
    let points = cut_size((wanted * (room / whole.x).min(1.0) - 0.25).max(0.0));
    (points >= 8.0).then(|| (points, line_size(&troop.name, Face::Roman, points, 0.0)))
}

/// The place of the plate: in the middle of a square and in the gap of open order, otherwise at the rear, over the edge.
fn place(troop: &Troop, (low, high): (Vec2, Vec2), half: Vec2) -> Vec2 {
    let middle = troop.pose.to_table((low + high) / 2.0);
    let is_free = troop.stands.iter().all(|stand| {
        let local = stand.pose.to_local(middle).abs();
        local.x > stand.width / 2.0 || local.y > stand.depth / 2.0
    });
    if troop.square || is_free {
        return if troop.square { troop.pose.at } else { middle };
    }
    let forward: Vec2 = Heading::forward(troop.pose.heading);
    let along = forward.abs().dot(half);
    let rear = low.y + (along - 0.12).min((high.y - low.y) / 2.0);
    troop.pose.to_table(Vec2::new((low.x + high.x) / 2.0, rear))
}

/// Smoke: it has fired.
fn puff(marks: &mut Vec<Mark>, at: Vec2) {
    plate(marks, at);
    for (x, y, radius) in [(-0.07, -0.04, 0.08), (0.07, -0.04, 0.08), (0.0, 0.07, 0.09)] {
        let radius = Length::inches(radius).between(1.8, 6.0);
        marks.push(Mark::dot(at + Vec2::new(x, y), radius, Ink::OnPlate));
    }
}

/// A marker beside the unit; `inner` shows its state.
fn marker(marks: &mut Vec<Mark>, at: Vec2, ink: Ink, inner: Option<Ink>) {
    let pen = Pen::new(Ink::BlockLine, Length::inches(0.05).between(1.2, 2.6));
    let radius = Length::inches(0.22).between(5.0, 13.0);
    marks.push(Mark::Disc { at, radius: radius.times(1.12), fill: Some(Ink::Pip), pen: None });
    marks.push(Mark::Disc { at, radius, fill: Some(ink), pen: Some(pen) });
    if let Some(inner) = inner {
        marks.push(Mark::dot(at, Length::inches(0.09).between(2.0, 5.5), inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troop() -> Troop {
        let stand = |x: f32, y: f32, figures: u8| TroopStand {
            pose: Pose::at(x, y, 0.0),
            width: 1.25,
            depth: 0.75,
            figures,
            start: 3,
            stray: false,
        };
        Troop {
            badge: "13".into(),
            name: "1/13th Line".into(),
            side: 0,
            colour: ArmyColour::Blue,
            emblem: Emblem::Infantry,
            stands: vec![
                stand(9.375, 10.375, 3),
                stand(10.625, 10.375, 3),
                stand(9.375, 9.625, 3),
                stand(10.625, 9.625, 1),
            ],
            pose: Pose::at(10.0, 10.0, 0.0),
            open: false,
            square: false,
            may_act: true,
            spent: false,
            routed: false,
            signs: vec![TroopSign::Moved, TroopSign::White],
        }
    }

    fn words(marks: &[Mark]) -> Vec<&str> {
        marks
            .iter()
            .filter_map(|mark| if let Mark::Text(words) = mark { Some(&*words.text) } else { None })
            .collect()
    }

    #[test]
    fn a_unit_bears_its_number_once_and_its_name_from_near() {
        let troop = troop();
        assert_eq!(words(&troop_signs(&troop, 20.0)), ["13"]);
        assert_eq!(words(&troop_signs(&troop, 45.0)), ["13", "1/13th Line"]);
        assert!(words(&troop_marks(&troop, 45.0)).is_empty());
    }

    #[test]
    fn each_figure_is_seen_and_the_lost_ones_are_hollow() {
        let marks = troop_marks(&troop(), 20.0);
        let discs = |ink: Ink| {
            let filled = |mark: &&Mark| matches!(mark, Mark::Disc { fill: Some(fill), .. } if *fill == ink);
            marks.iter().filter(filled).count()
        };
        assert_eq!((discs(Ink::Pip), discs(Ink::PipLost)), (10, 2));
        let far = troop_marks(&troop(), 10.0);
        assert!(far.iter().all(|mark| !matches!(mark, Mark::Disc { .. })), "too small to be told apart");
    }

    #[test]
    fn the_plate_of_a_square_lies_in_its_middle() {
        let mut square = troop();
        square.square = true;
        let plate = troop_signs(&square, 20.0).into_iter().find_map(|mark| match mark {
            Mark::Text(words) => Some(words.at),
            _ => None,
        });
        assert_eq!(plate, Some(square.pose.at));
    }
}
