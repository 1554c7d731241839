//! Stands from afar: each shows one upright, legible number, and none covers a digit of another.
//!
//! A number lies on its stand, under the mark of its arm and its strength if all fit. If not even the smallest number fits, it
//! lies on a plate in the colour of its side, which is shifted along its stand or over its edge until it covers no number. Units:
//! inches.

use glam::Vec2;

use super::block::{Block, Detail};
use super::letters::{figure_height, line_size, size_of_figures};
use super::mark::{ArmyColour, Face, Ink, Length, Lettering, Mark, Pen};
use super::shape::{Span, bounds, cut_box, shared, spread};
use super::stands::{HAIR, LEAST_FIGURE, strength};

/// How the number of a stand fits on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// The middle of the free part of the block.
    pub middle: Vec2,
    /// The size of the number.
    pub size: f32,
    /// Width of the number, relative to its size.
    pub wide: f32,
    /// What stands over the number.
    pub over: Over,
}

/// What stands over the number of a stand: a row of this height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Over {
    /// The mark of its arm, and beside it the strength.
    SignAndStrength(f32),
    Sign(f32),
    Nothing,
}

impl Over {
    /// The height of the row with the space under it.
    pub(super) fn high(self) -> f32 {
        match self {
            Self::SignAndStrength(high) | Self::Sign(high) => high + BETWEEN,
            Self::Nothing => 0.0,
        }
    }
}

/// Width of the mark of the arm, relative to its height, and the space between it and the strength.
pub(super) const SIGN: f32 = 1.9;
pub(super) const BESIDE: f32 = 0.35;

/// What a mark of the arm shrinks to where it has no room.
const SMALL: f32 = 0.6;

/// The space under the mark of the arm, in inches of a stand of the printed size.
pub(super) const BETWEEN: f32 = 0.1;

/// The least size in points of a [large](Block::large) number.
const LARGE: f32 = 24.0;

/// The least size in points of the number of a stand.
pub(super) fn least_size(block: &Block) -> f32 {
    let least = size_of_figures(Face::Bold, LEAST_FIGURE);
    if block.large { least.max(LARGE) } else { least }
}

/// The largest number that fits on a block of the printed size, between front bar and edges, at any heading and at this many
/// points an inch, with as much over it as leaves it the larger.
pub(super) fn fit(block: &Block, scale: f32) -> Fit {
    let (u, v) = (block.width / 2.0, block.depth / 2.0);
    let bar = 0.17_f32.min(v * 0.3);
    let ahead = block.pose.heading.forward().abs();
    let (edge, figure) = (0.06, figure_height(Face::Bold));
    let room = Vec2::new(u - edge, v - bar / 2.0 - edge) * 2.0;
    let width = |text: &str| line_size(text, Face::Bold, 100.0, 0.0).x / 100.0;
    let wide = width(&block.badge.to_string());
    // The size at which an upright box of the number, under a row of this extent, just touches an edge of the free part.
    let under = |row: Vec2| {
        let free = room - row.y * ahead;
        let least =
            (free.x / (wide * ahead.y + figure * ahead.x)).min(free.y / (wide * ahead.x + figure * ahead.y));
        let is_narrower = wide * least < row.x;
        let beside = free - row.x * Vec2::new(ahead.y, ahead.x);
        if is_narrower { (beside.x / (figure * ahead.x)).min(beside.y / (figure * ahead.y)) } else { least }
    };
    let least = LEAST_FIGURE / scale;
    let strength = strength(block, Detail::Far);
    let row = least.max(room.y * 0.25);
    let least = least_size(block) * figure / scale;
    let sign = row.min(room.min_element() * 0.9 / SIGN);
    let both = row * (SIGN + BESIDE) + width(&strength) * row / figure;
    let rows = [
        (Over::SignAndStrength(row), both, (!strength.is_empty()).then_some(least.max(row * 1.3))),
        (Over::Sign(sign), SIGN * sign, Some(least)),
        (Over::Sign(sign * SMALL), SIGN * sign * SMALL, Some(least)),
    ];
    let found = rows.into_iter().find_map(|(over, wide, most)| {
        let size = under(Vec2::new(wide, over.high()));
        (size * figure >= most?).then_some((over, size))
    });
    let (over, size) = found.unwrap_or((Over::Nothing, under(Vec2::ZERO)));
    Fit { middle: block.pose.to_table(Vec2::new(0.0, -bar / 2.0)), size, wide, over }
}

/// A plate with a number, with its preferred and its possible places.
#[derive(Clone, Debug)]
pub(super) struct Plate {
    /// The box of its stand, which it always touches.
    pub own: Span,
    /// The direction in which it is shifted first.
    pub along: Vec2,
    pub at: Vec2,
    pub half: Vec2,
}

/// Puts plates where they cover no number and no other plate, each as near as possible to its preferred place and to its stand;
/// everything else in `written` stays. If there is no such place, it covers as little as possible.
pub(super) fn step_aside(plates: &mut [Plate], written: &[Span]) {
    /// Number of rounds; after the first each plate knows where the others went.
    const ROUNDS: usize = 4;
    let bodies: Vec<Span> = plates.iter().map(|plate| plate.own).collect();
    let wanted: Vec<Vec2> = plates.iter().map(|plate| plate.at).collect();
    for round in 0..ROUNDS {
        let mut moved = false;
        for index in 0..plates.len() {
            let plate = plates[index].clone();
            let reach = spread(wanted[index], (plate.own.1 - plate.own.0) + plate.half * 3.0);
            let near = |span: &Span| shared(*span, reach) > 0.0;
            let others = plates.iter().enumerate().filter(|(other, _)| *other != index);
            // In the first round later plates count at their preferred places.
            let others: Vec<Span> =
                others.map(|(_, other)| spread(other.at, other.half)).filter(near).collect();
            let written: Vec<Span> = written.iter().copied().filter(near).collect();
            let bodies: Vec<Span> = bodies
                .iter()
                .enumerate()
                .filter(|(k, _)| *k != index)
                .map(|(_, span)| *span)
                .filter(near)
                .collect();
            let cost = |at: Vec2| {
                let own = spread(at, plate.half);
                let sum = |spans: &[Span]| spans.iter().map(|span| shared(*span, own)).sum::<f32>();
                let area = 4.0 * plate.half.element_product();
                let off = (at - at.clamp(plate.own.0, plate.own.1)).length();
                100.0 * (sum(&others) + sum(&written)) / area
                    + 0.6 * sum(&bodies) / area
                    + 1.5 * off
                    + 0.3 * at.distance(wanted[index])
            };
            let mut best = (cost(plate.at), plate.at);
            for at in places(&plate, wanted[index]) {
                let found = cost(at);
                if found < best.0 - 1e-4 {
                    best = (found, at);
                }
            }
            moved |= best.1 != plate.at;
            plates[index].at = best.1;
        }
        if round > 0 && !moved {
            break;
        }
    }
}

/// Possible places of a plate: along its stand, and round about as long as the plate touches the stand.
fn places(plate: &Plate, wanted: Vec2) -> Vec<Vec2> {
    let (low, high) = plate.own;
    let (middle, reach) = ((low + high) / 2.0, (high - low) / 2.0 + plate.half * 0.9);
    let mut places = vec![wanted];
    let across = plate.along.perp();
    for share in [0.25, 0.5, 0.75, 1.0] {
        for way in [plate.along, -plate.along, across, -across] {
            places.push(middle + way * reach * share);
        }
    }
    for x in -4..=4_i8 {
        for y in -4..=4_i8 {
            places.push(middle + Vec2::new(f32::from(x), f32::from(y)) / 4.0 * reach);
        }
    }
    places
}

/// The numbers of stands without room for them, each on a plate in the colour of its side, at this many points an inch. They
/// lie over all stands.
pub fn plate_marks<'a>(blocks: impl IntoIterator<Item = &'a Block>, scale: f32) -> Vec<Mark> {
    let mut far = FarPlates::of(blocks, scale);
    step_aside(&mut far.plates, &far.written);
    far.marks(scale)
}

/// Blocks whose numbers have no room on them, with their plates, and the lettering on all others.
pub(super) struct FarPlates<'a> {
    small: Vec<&'a Block>,
    pub plates: Vec<Plate>,
    pub written: Vec<Span>,
}

impl<'a> FarPlates<'a> {
    pub(super) fn of(blocks: impl IntoIterator<Item = &'a Block>, scale: f32) -> Self {
        let figure = figure_height(Face::Bold);
        let mut far = Self { small: Vec::new(), plates: Vec::new(), written: Vec::new() };
        for block in blocks {
            let factor = block.factor();
            if Detail::at(scale * factor) > Detail::Far {
                continue;
            }
            let fit = fit(&inner(&block.of_printed_size()), scale * factor);
            let middle = block.pose.at + (fit.middle - block.pose.at) * factor;
            let (size, least) = (fit.size * factor, least_size(block));
            if size * scale >= least {
                let half = Vec2::new(fit.wide * size, figure * size + fit.over.high() * factor) / 2.0;
                far.written.push(spread(middle, half));
                continue;
            }
            let half = Vec2::new(fit.wide + 0.2, figure + 0.24) * least / scale / 2.0;
            let along = block.pose.heading.forward();
            // Guns stand wheel to wheel: every other plate lies in front of its neighbours.
            let out = (block.depth / 2.0 - half.dot(along.abs())).max(0.0);
            let out = if block.badge.is_multiple_of(2) { -out } else { out };
            far.plates.push(Plate { own: bounds(&block.corners()), along, at: middle + along * out, half });
            far.small.push(block);
        }
        far
    }

    /// The plates at their places.
    pub(super) fn marks(&self, scale: f32) -> Vec<Mark> {
        let mut marks = Vec::with_capacity(self.plates.len() * 4);
        for (block, plate) in self.small.iter().zip(&self.plates) {
            let colour = block.colour;
            side_plate(&mut marks, plate, colour, block.side, scale);
            let (number, size) = (block.badge.to_string(), Length::points(least_size(block)));
            let mut number = Lettering::new(plate.at, number, size, Face::Bold, Ink::NameOnBlock(colour));
            number.legible = 0.0;
            marks.push(number.into());
        }
        marks
    }
}

/// The visible part of a block: a hair of the ground shows round it.
fn inner(block: &Block) -> Block {
    Block { width: block.width - 2.0 * HAIR, depth: block.depth - 2.0 * HAIR, ..block.clone() }
}

/// A plate in the colour of a side; that of the second side has cut corners, to be told apart without colour. A line leads to
/// its stand if the plate lies beside it.
pub(super) fn side_plate(marks: &mut Vec<Mark>, plate: &Plate, colour: ArmyColour, side: u8, scale: f32) {
    let Plate { own: (low, high), at, half, .. } = *plate;
    let to = at.clamp(low, high);
    if at.distance(to) > half.min_element() + 2.0 / scale {
        marks.push(Mark::line([at, (low + high) / 2.0], Pen::fine(Ink::Plate, 3.0)));
        marks.push(Mark::line([at, (low + high) / 2.0], Pen::fine(Ink::BlockLine, 1.2)));
    }
    let cut = if side == 1 { 0.0 } else { half.y * 0.45 };
    let tag = cut_box(at, half, cut);
    marks.push(Mark::fill(tag, Ink::Block(colour)));
    marks.push(Mark::ring(tag, Pen::fine(Ink::Plate, 1.6)));
    marks.push(Mark::ring(tag, Pen::fine(Ink::BlockLine, 0.7)));
}

#[cfg(test)]
mod tests {
    use table::{Heading, Pose};

    use super::super::block::Emblem;
    use super::*;

    #[test]
    fn plates_of_guns_wheel_to_wheel_cover_no_figure_and_touch_their_own() {
        let half = Vec2::new(0.75, 0.45);
        let mut plates: Vec<Plate> = (0..5)
            .map(|k| {
                let at = Vec2::new(10.0 + f32::from(k as u8), 10.0);
                Plate { own: spread(at, Vec2::new(0.45, 0.95)), along: Vec2::Y, at, half }
            })
            .collect();
        let written = [spread(Vec2::new(9.0, 10.5), Vec2::splat(0.4))];
        step_aside(&mut plates, &written);
        for (k, plate) in plates.iter().enumerate() {
            let lies = spread(plate.at, plate.half);
            assert!(shared(lies, plate.own) > 0.0, "{k} has left its stand: {plate:?}");
            assert_eq!(shared(lies, written[0]), 0.0, "{k} covers a number");
            for other in &plates[k + 1..] {
                assert!(shared(lies, spread(other.at, half)) < 1e-4, "{plate:?} covers {other:?}");
            }
        }
    }

    #[test]
    fn large_numbers_are_read_from_afar_and_cover_no_other() {
        let scale = 17.0;
        let battery = |number: u16, large: bool| {
            let pose = Pose::new(Vec2::new(10.0 + 1.05 * f32::from(number), 10.0), Heading::NORTH);
            let guns = Emblem::Guns { horse: false };
            Block { badge: 61 + number, large, ..Block::plain(0, ArmyColour::Blue, guns, pose, (1.0, 2.0)) }
        };
        for (large, size) in [(false, size_of_figures(Face::Bold, LEAST_FIGURE)), (true, LARGE)] {
            let blocks: Vec<Block> = (0..4).map(|number| battery(number, large)).collect();
            let marks = plate_marks(&blocks, scale);
            let numbers: Vec<Span> = marks
                .iter()
                .filter_map(|mark| match mark {
                    Mark::Text(number) => {
                        assert!((number.size.at(scale) - size).abs() < 0.01, "{large}: {number:?}");
                        Some(spread(
                            number.at,
                            Vec2::new(1.1, figure_height(Face::Bold)) * size / scale / 2.0,
                        ))
                    }
                    _ => None,
                })
                .collect();
            assert_eq!(numbers.len(), 4);
            for (place, one) in numbers.iter().enumerate() {
                assert!(
                    numbers[place + 1..].iter().all(|other| shared(*one, *other) < 1e-3),
                    "{large}: {numbers:?}"
                );
            }
        }
    }
}
