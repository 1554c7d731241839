//! Words on plates avoid stands and each other.
//!
//! Units: points from the table's origin, x right and y down, as plates are measured in points; arguments are in
//! inches of the table.

use glam::Vec2;

use table::pose::sin_cos;

use super::letters::drawn_size;
use super::mark::{Ink, Lettering, Mark, Pen};
use super::shape::{Span, shared, spread};

/// Space between words and the edge of their plate, in points.
const PLATE: Vec2 = Vec2::new(4.0, 1.0);

/// Largest distance that words on a plate are moved to be beside the stands, in points.
const AWAY: f32 = 170.0;

/// Number of directions in which a free place is searched for, straight up first.
const DIRECTIONS: usize = 24;

/// The size of the plate of these words, in points, at this many points an inch.
pub fn plate_size(lettering: &Lettering, scale: f32) -> Vec2 {
    drawn_size(lettering, scale) + PLATE * 2.0
}

/// Separates the words on plates among these marks from all others.
pub fn parted(marks: &[Mark]) -> (Vec<Mark>, Vec<Mark>) {
    marks.iter().cloned().partition(|mark| matches!(mark, Mark::Text(words) if words.plate))
}

/// Places the words on plates beside the stands, given as boxes in inches, and beside each other, within the visible part
/// `seen` of the table at this many points an inch.
///
/// Each stays as near as possible to its preferred place; if there is no free place within reach it covers as little
/// as possible. A thin line leads from a plate that was moved to what it is about.
pub fn make_way(marks: &mut Vec<Mark>, stands: &[Span], seen: Span, scale: f32) {
    let point = |place: Vec2| Vec2::new(place.x, -place.y) * scale;
    let place = |point: Vec2| Vec2::new(point.x, -point.y) / scale;
    let upright = |(low, high): Span| (point(Vec2::new(low.x, high.y)), point(Vec2::new(high.x, low.y)));
    let stands: Vec<Span> = stands.iter().copied().map(upright).collect();
    let mut free = Free::new(&stands, upright(seen));
    let mut leaders: Vec<Mark> = Vec::new();
    for mark in marks.iter_mut() {
        let Mark::Text(lettering) = mark else { continue };
        if !lettering.plate {
            continue;
        }
        let about = point(lettering.at);
        let wanted = about + lettering.nudge;
        let half = plate_size(lettering, scale) / 2.0;
        let at = free.take(wanted, half);
        lettering.nudge += at - wanted;
        if let Some(ends) = leader(about, spread(at, half), &stands)
            && at.distance(wanted) > 2.0 * half.y
        {
            let ends = ends.map(place);
            leaders.push(Mark::line(ends, Pen::fine(Ink::Halo, 3.0)));
            leaders.push(Mark::line(ends, Pen::fine(lettering.ink, 1.2)));
        }
    }
    // Under every plate, so that no line crosses words.
    let plates = marks.iter().position(|mark| matches!(mark, Mark::Text(words) if words.plate));
    let plates = plates.unwrap_or(marks.len());
    marks.splice(plates..plates, leaders);
}

/// The boxes of all upright words among these marks, in inches at this many points an inch: as high as their lines.
pub fn word_boxes(marks: &[Mark], scale: f32) -> Vec<Span> {
    let upright = |mark: &Mark| match mark {
        Mark::Text(words) if words.turn == 0.0 => {
            let at = words.at + Vec2::new(words.nudge.x, -words.nudge.y) / scale;
            Some(spread(at, drawn_size(words, scale) / scale / 2.0))
        }
        _ => None,
    };
    marks.iter().filter_map(upright).collect()
}

/// Moves words that are not on plates off these names, given as boxes in inches: each to a place near its own, in the same hex,
/// where it covers least of the names. A word that is clear is not moved.
pub fn step_off(marks: &mut [Mark], names: &[Span], scale: f32) {
    /// In inches: over and under its place, and beside it.
    const STEPS: [(f32, f32); 9] = [
        (0.0, 0.0),
        (0.0, 0.5),
        (0.0, -0.5),
        (0.0, 0.68),
        (0.0, -0.68),
        (0.55, 0.3),
        (-0.55, 0.3),
        (0.55, -0.3),
        (-0.55, -0.3),
    ];
    for mark in marks {
        let Mark::Text(words) = mark else { continue };
        if words.plate {
            continue;
        }
        // Digits are lower than their line.
        let half = drawn_size(words, scale) / scale / 2.0 * Vec2::new(1.0, 0.75);
        let covered = |(x, y): (f32, f32)| {
            let lies = spread(words.at + Vec2::new(x, y), half);
            names.iter().map(|name| shared(*name, lies)).sum::<f32>()
        };
        let priced = STEPS.map(|step| (covered(step), step));
        let best = priced.into_iter().reduce(|best, next| if next.0 < best.0 - 1e-4 { next } else { best });
        if let Some((_, (x, y))) = best {
            words.at += Vec2::new(x, y);
        }
    }
}

/// The room for plates.
struct Free<'a> {
    stands: &'a [Span],
    seen: Span,
    /// Plates with their places assigned, slightly enlarged.
    taken: Vec<Span>,
    /// Unit steps, right and up.
    ways: [Vec2; DIRECTIONS],
}

impl<'a> Free<'a> {
    fn new(stands: &'a [Span], seen: Span) -> Self {
        let ways = std::array::from_fn(|k| {
            let (right, up) = sin_cos(k as f32 * std::f32::consts::TAU / DIRECTIONS as f32);
            Vec2::new(right, up)
        });
        Self { stands, seen, taken: Vec::new(), ways }
    }

    /// Takes the place nearest to `wanted` where a plate covers no stand and no other plate, or else covers least.
    fn take(&mut self, wanted: Vec2, half: Vec2) -> Vec2 {
        let reach = spread(wanted, half + AWAY);
        let near: Vec<Span> = self.stands.iter().copied().filter(|stand| touch(*stand, reach)).collect();
        let mut best =
            (self.covered(&near, spread(wanted, half), f32::INFINITY).unwrap_or(f32::INFINITY), wanted);
        let mut ring = 4.0;
        while best.0 > 0.5 && ring <= AWAY {
            // A plate is wider than high: sideways it goes farther in the same step.
            let step = Vec2::new(ring + half.x * (ring / AWAY).sqrt(), -ring);
            for way in self.ways {
                let at = wanted + way * step;
                if let Some(cover) = self.covered(&near, spread(at, half), best.0 - 0.5) {
                    best = (cover, at);
                }
            }
            ring += 4.0;
        }
        self.taken.push(spread(best.1, half + 1.0));
        best.1
    }

    /// The area that a plate would cover there, in square points; `None` as soon as it is `most` or more.
    fn covered(&self, near: &[Span], plate: Span, most: f32) -> Option<f32> {
        let sum = |others: &[Span], weight: f32| {
            let mut sum = 0.0;
            for other in others {
                sum += shared(*other, plate) * weight;
                if sum >= most {
                    return None;
                }
            }
            Some(sum)
        };
        let beyond = shared(plate, plate) - shared(plate, self.seen);
        let covered = sum(near, 1.0)? + sum(&self.taken, 10.0)? + 4.0 * beyond;
        (covered < most).then_some(covered)
    }
}

fn touch((low, high): Span, (least, greatest): Span) -> bool {
    low.cmple(greatest).all() && high.cmpge(least).all()
}

/// The line from what a plate is about to the plate: from the edge of the stand that it lies on, if any. `None` if
/// they touch.
fn leader(about: Vec2, plate: Span, stands: &[Span]) -> Option<[Vec2; 2]> {
    let to = about.clamp(plate.0, plate.1);
    let own = stands.iter().filter(|stand| touch(**stand, (about, about)));
    let far = |(low, high): Span| ((low + high) / 2.0).distance_squared(about);
    let own = own.min_by(|a, b| far(**a).total_cmp(&far(**b)));
    let from = own.map_or(about, |stand| to.clamp(stand.0, stand.1));
    (from.distance(to) > 2.0).then_some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Face, Length};

    /// What it costs to reach a hex is read beside the name that lies across it; where no name is it stays in the middle.
    #[test]
    fn costs_step_off_names_and_stay_in_their_hex() {
        let scale = 12.0;
        let cost = |x: f32, y: f32| -> Mark {
            Lettering::new(Vec2::new(x, y), "3", Length::points(9.0), Face::Bold, Ink::ReachLine)
                .haloed()
                .into()
        };
        let mut marks = vec![cost(5.0, 5.0), cost(9.0, 5.0), cost(5.0, 1.0)];
        let name = spread(Vec2::new(7.0, 5.1), Vec2::new(2.4, 0.35));
        let before = word_boxes(&marks, scale);
        step_off(&mut marks, &[name], scale);
        for (place, (mark, was)) in marks.iter().zip(before).enumerate() {
            let Mark::Text(words) = mark else { panic!("{mark:?}") };
            let was = (was.0 + was.1) / 2.0;
            assert!(words.at.distance(was) < 0.75, "{place} has left its hex");
            assert_eq!(words.at == was, place == 2, "{place}");
            let figures = spread(words.at, Vec2::new(0.2, 0.26));
            assert_eq!(shared(figures, name), 0.0, "{place} lies under the name");
        }
    }

    /// A row of stands shoulder to shoulder, a second behind it, and a label over each stand of the first.
    #[test]
    fn plates_cover_neither_stands_nor_each_other_and_lead_to_their_own() {
        let scale = 20.0;
        let seen = (Vec2::ZERO, Vec2::new(50.0, 35.0));
        let places: Vec<Vec2> =
            (0..16).map(|k| Vec2::new(16.0 + 2.1 * (k % 8) as f32, 17.0 + 2.1 * (k / 8) as f32)).collect();
        let stands: Vec<Span> = places.iter().map(|at| spread(*at, Vec2::splat(1.0))).collect();
        let mut marks: Vec<Mark> = places
            .iter()
            .take(8)
            .map(|at| {
                let size = Length::points(12.0);
                let mut words =
                    Lettering::new(*at, "110: long range", size, Face::Bold, Ink::Threat).plated();
                words.nudge = Vec2::new(0.0, -13.0);
                words.into()
            })
            .collect();
        make_way(&mut marks, &stands, seen, scale);
        let plates: Vec<Span> = marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(words) => {
                    let at = words.at + Vec2::new(words.nudge.x, -words.nudge.y) / scale;
                    Some(spread(at, plate_size(words, scale) / scale / 2.0))
                }
                _ => None,
            })
            .collect();
        assert_eq!(plates.len(), 8);
        // A little less than the whole of it, and what it may cover, in square inches.
        let (hair, most) = (0.5 / scale, 1.0 / (scale * scale));
        for (k, plate) in plates.iter().enumerate() {
            let inside = plate.0.cmpge(seen.0).all() && plate.1.cmple(seen.1).all();
            assert!(inside, "{plate:?} is out of sight");
            let inner = (plate.0 + hair, plate.1 - hair);
            for other in &plates[k + 1..] {
                assert!(shared(inner, *other) == 0.0, "{plate:?} lies over {other:?}");
            }
            for stand in &stands {
                assert!(shared(*plate, *stand) < most, "{plate:?} covers {stand:?}");
            }
        }
        let lines = marks.iter().filter(|mark| matches!(mark, Mark::Line { .. })).count();
        assert!(lines >= 8, "those that went away are led to: {lines} lines");
        let first_words = marks.iter().position(|mark| matches!(mark, Mark::Text(_)));
        let last_line = marks.iter().rposition(|mark| matches!(mark, Mark::Line { .. }));
        assert!(last_line < first_words, "lines lie under the plates");
    }
}
