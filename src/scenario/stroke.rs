//! Hand-drawn strokes: with as few points as keep their course, rounded corners, and copies of features.
//!
//! Units: inches.

use glam::Vec2;

use super::Scenario;
use super::draft::{EditFault, refuse};
use super::edit::{item, numbered, place, places};
use super::ground_edit::{feature_ids, letter_of, line_letter, reshape};
use super::write::Feature;
use table::ground::{Area, Crossing, Label, Line};
use table::measure::nearest_point_of_line;

/// Largest unintended deviation of a hand-drawn stroke, in inches.
pub const STRAY: f32 = 0.12;

/// The same course with fewer points: none that is left out lies farther from it than `stray`.
pub fn simplified(points: &[Vec2], stray: f32) -> Vec<Vec2> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut kept = vec![false; points.len()];
    (kept[0], kept[points.len() - 1]) = (true, true);
    let mut parts = vec![(0, points.len() - 1)];
    while let Some((from, to)) = parts.pop() {
        let chord = [points[from], points[to]];
        let off = |at: usize| nearest_point_of_line(&chord, points[at]).distance(points[at]);
        let farthest = (from + 1..to).max_by(|a, b| off(*a).total_cmp(&off(*b)));
        if let Some(at) = farthest.filter(|at| off(*at) > stray) {
            kept[at] = true;
            parts.extend([(from, at), (at, to)]);
        }
    }
    let found: Vec<Vec2> =
        points.iter().zip(kept).filter(|(_, kept)| *kept).map(|(point, _)| *point).collect();
    if found.is_empty() { vec![*first, *last] } else { found }
}

/// An edge drawn in one stroke, closed where it comes back to its beginning.
pub fn simplified_ring(points: &[Vec2], stray: f32) -> Vec<Vec2> {
    // A ring is cut at its farthest point: otherwise it would have no course between its ends.
    let Some(first) = points.first() else { return Vec::new() };
    let far =
        (0..points.len()).max_by(|a, b| points[*a].distance(*first).total_cmp(&points[*b].distance(*first)));
    let far = far.unwrap_or_default();
    let mut found = simplified(&points[..=far], stray);
    let mut back = points[far..].to_vec();
    back.push(*first);
    found.extend(simplified(&back, stray).into_iter().skip(1));
    found.pop();
    found
}

/// The points with their corners cut, twice; the ends of a line stay.
pub fn rounded(points: &[Vec2], closed: bool) -> Vec<Vec2> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut now = points.to_vec();
    for _ in 0..2 {
        let pairs = if closed { now.len() } else { now.len() - 1 };
        let cut = (0..pairs).flat_map(|index| {
            let (a, b) = (now[index], now[(index + 1) % now.len()]);
            [a.lerp(b, 0.25), a.lerp(b, 0.75)]
        });
        let mut next: Vec<Vec2> = cut.collect();
        if !closed && let (Some(first), Some(last)) = (now.first(), now.last()) {
            if let Some(begin) = next.first_mut() {
                *begin = *first;
            }
            if let Some(end) = next.last_mut() {
                *end = *last;
            }
        }
        now = next;
    }
    match closed {
        true => simplified_ring(&now, 0.02),
        false => simplified(&now, 0.02),
    }
}

/// Replaces the corners of a feature, which keeps everything else.
pub(super) fn shape(scenario: &mut Scenario, feature: Feature, points: &[Vec2]) -> Result<(), EditFault> {
    let (points, least) = (places(points)?, least_points(feature));
    if points.len() < least {
        return refuse(format!("it has {least} points or more"), "draw further points");
    }
    reshape(scenario, feature, |own| {
        *own = points;
        Ok(())
    })
}

fn least_points(feature: Feature) -> usize {
    match feature {
        Feature::Area(_) => 3,
        Feature::Line(_) => 2,
        Feature::Crossing(_) | Feature::Label(_) | Feature::Objective(_) | Feature::Entry(_) => 1,
    }
}

/// Copies a feature, shifted by this vector, under a free id, to the end of its list.
pub(super) fn copy(scenario: &mut Scenario, feature: Feature, by: Vec2) -> Result<(), EditFault> {
    let by = place(by)?;
    let shifted = |points: &[Vec2]| {
        let moved: Vec<Vec2> = points.iter().map(|point| *point + by).collect();
        places(&moved)
    };
    let ground = &mut scenario.ground;
    match feature {
        Feature::Area(index) => {
            let area = item(&mut ground.areas, index)?.clone();
            let id = numbered(letter_of(area.kind), feature_ids(ground));
            let polygon = shifted(&area.polygon)?;
            ground.areas.push(Area { id, polygon, ..area });
        }
        Feature::Line(index) => {
            let line = item(&mut ground.lines, index)?.clone();
            let id = numbered(line_letter(line.kind), feature_ids(ground));
            let points = shifted(&line.points)?;
            ground.lines.push(Line { id, points, ..line });
        }
        Feature::Crossing(index) => {
            let crossing = item(&mut ground.crossings, index)?.clone();
            let id = numbered("F", feature_ids(ground));
            ground.crossings.push(Crossing { id, at: place(crossing.at + by)?, ..crossing });
        }
        Feature::Label(index) => {
            let label = item(&mut ground.labels, index)?.clone();
            ground.labels.push(Label { at: place(label.at + by)?, ..label });
        }
        Feature::Objective(_) | Feature::Entry(_) => {
            return refuse("objectives and entries are not copied", "set another one down");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_keeps_its_course_with_few_points() {
        let wave: Vec<Vec2> =
            (0..=200).map(|step| Vec2::new(step as f32 * 0.05, (step as f32 * 0.06).sin())).collect();
        let found = simplified(&wave, STRAY);
        assert!(found.len() < 20, "{}", found.len());
        assert_eq!((found.first(), found.last()), (wave.first(), wave.last()));
        let off = wave.iter().map(|at| nearest_point_of_line(&found, *at).distance(*at)).fold(0.0, f32::max);
        assert!(off <= STRAY + 1e-4, "{off}");
        assert_eq!(simplified(&[], STRAY), []);
        assert_eq!(simplified(&[Vec2::ONE], STRAY), [Vec2::ONE]);
    }

    #[test]
    fn a_ring_is_closed_and_round() {
        let ring: Vec<Vec2> = (0..120)
            .map(|step| Vec2::from_angle(step as f32 * std::f32::consts::TAU / 120.0) * 3.0)
            .collect();
        let found = simplified_ring(&ring, STRAY);
        assert!((6..40).contains(&found.len()), "{}", found.len());
        assert_ne!(found.first(), found.last());
        let square = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::splat(4.0), Vec2::new(0.0, 4.0)];
        let round = rounded(&square, true);
        assert!(round.len() > 8 && round.iter().all(|at| !square.contains(at)), "{round:?}");
        let line = rounded(&[Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::splat(4.0)], false);
        assert_eq!((line.first(), line.last()), (Some(&Vec2::ZERO), Some(&Vec2::splat(4.0))), "ends stay");
    }
}
