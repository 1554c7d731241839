//! The bends of a planned path, moved to where it is cheapest.
//!
//! A search knows only so many places where a path may bend; over rough ground and slopes, and with a turn under way, the cheapest
//! bend lies between them.
//!
//! Clauses: `easy:II.B-path`, `easy:II.C.1`, `easy:II.C.2`. Units: inches and radians.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;

use super::layer::{Layer, Pivot};
use super::path::{Leg, Path};

/// Distances by which a bend is moved, in inches, in order.
const STEPS: [f32; 4] = [0.3, 0.1, 0.04, 0.015];
/// Most moves of all bends by one distance.
const MOVES: usize = 3;
/// Smallest gain for which a bend is moved, in inches.
const GAIN: f32 = 2e-3;
/// Most bends of a path that are moved.
const MOST_BENDS: usize = 6;
/// Least distance between the bends put into a slide, in inches.
const APART: f32 = 0.05;

/// Where a bend may be moved.
const WAYS: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Vec2::new(0.0, 1.0),
    Vec2::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
    Vec2::new(0.0, -1.0),
    Vec2::new(FRAC_1_SQRT_2, -FRAC_1_SQRT_2),
];

/// The ground of a path that turns at most once.
pub(super) struct Ground<'a> {
    pub start: Vec2,
    pub late: &'a Layer<'a>,
    /// The layer before the turn, and the turn.
    pub early: Option<(&'a Layer<'a>, &'a Pivot<'a>)>,
}

/// A path as the places between its slides, the start first.
struct Bends {
    places: Vec<Vec2>,
    /// The index of the place with the turn, if there is one.
    turn: Option<usize>,
}

impl Ground<'_> {
    fn layer(&self, turn: Option<usize>, slide: usize) -> &Layer<'_> {
        match (self.early, turn) {
            (Some((early, _)), Some(turn)) if slide < turn => early,
            _ => self.late,
        }
    }

    /// Cost of the slide from the place with this index to the next; `None` if it is not legal.
    fn slide(&self, bends: &Bends, from: usize, a: Vec2, b: Vec2) -> Option<f32> {
        let layer = self.layer(bends.turn, from);
        let legal = if from == 0 { layer.slide_from_start(b) } else { layer.slide(a, b) };
        legal.is_ok().then(|| layer.cost(a, b))
    }

    /// Cost of the two slides at a bend with the turn there, if the bend lay here; `None` if that is not legal.
    fn at_bend(&self, bends: &Bends, bend: usize, at: Vec2) -> Option<f32> {
        let turn = match (bends.turn == Some(bend), self.early) {
            (true, Some((early, pivot))) => {
                if early.barred(at).is_some() || self.late.barred(at).is_some() {
                    return None;
                }
                pivot.cost(at)?
            }
            _ => 0.0,
        };
        let before = self.slide(bends, bend - 1, bends.places[bend - 1], at)?;
        Some(before + turn + self.slide(bends, bend, at, bends.places[bend + 1])?)
    }

    /// A slide cut where it comes into dear ground and out of it, unless the path has many bends.
    fn cut(&self, layer: &Layer<'_>, a: Vec2, b: Vec2) -> Vec<Vec2> {
        let length = a.distance(b);
        let mut cuts: Vec<f32> = layer.borders(a, b).into_iter().map(|t| t * length).collect();
        cuts.sort_by(f32::total_cmp);
        cuts.dedup_by(|next, before| *next - *before < APART);
        cuts.retain(|cut| *cut > APART && *cut < length - APART);
        cuts.into_iter().map(|cut| a.lerp(b, cut / length)).collect()
    }

    /// The path with its bends where it is cheapest, and what that saves in inches. The last `fixed` slides stay as they are.
    pub fn tightened(&self, legs: &[Leg], fixed: usize) -> Option<(Path, f32)> {
        let mut bends = Bends { places: vec![self.start], turn: None };
        let mut angle = None;
        for leg in legs {
            let from = *bends.places.last()?;
            match *leg {
                Leg::Slide(delta) => bends.places.push(from + delta),
                Leg::Turn { .. } => {
                    bends.turn = Some(bends.places.len() - 1);
                    angle = Some(*leg);
                }
            }
        }
        let mut last = bends.places.len() - 1;
        // New bends are put in from the end, so that the indices before them hold.
        for slide in (0..last.saturating_sub(fixed)).rev() {
            let (a, b) = (bends.places[slide], bends.places[slide + 1]);
            let cuts = self.cut(self.layer(bends.turn, slide), a, b);
            if last + cuts.len() > MOST_BENDS {
                continue;
            }
            last += cuts.len();
            if let Some(turn) = bends.turn.as_mut().filter(|turn| **turn > slide) {
                *turn += cuts.len();
            }
            bends.places.splice(slide + 1..slide + 1, cuts);
        }
        let movable = 1..last.saturating_sub(fixed);
        let mut saved = 0.0;
        for step in STEPS {
            for _ in 0..MOVES {
                let before = saved;
                for bend in movable.clone() {
                    let at = bends.places[bend];
                    let Some(now) = self.at_bend(&bends, bend, at) else { continue };
                    let moved = WAYS.iter().map(|way| at + *way * step);
                    let costs = moved.filter_map(|at| Some((self.at_bend(&bends, bend, at)?, at)));
                    if let Some((cost, at)) = costs.min_by(|a, b| a.0.total_cmp(&b.0))
                        && cost < now - GAIN
                    {
                        saved += now - cost;
                        bends.places[bend] = at;
                    }
                }
                if saved == before {
                    break;
                }
            }
        }
        if saved == 0.0 {
            return None;
        }
        let mut legs = Vec::new();
        for (place, pair) in bends.places.windows(2).enumerate() {
            legs.extend(angle.filter(|_| bends.turn == Some(place)));
            legs.push(Leg::Slide(pair[1] - pair[0]));
        }
        legs.extend(angle.filter(|_| bends.turn == Some(last)));
        Some((Path::new(legs), saved))
    }
}
