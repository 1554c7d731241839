//! Rulers: units are measured edge to edge (`epstein:g.1`). Units: inches.

use crate::measure::nearest_on;
use crate::roster::StandId;
use crate::state::State;
use drawing::overlay::Ruler;
use game::{RulerEnd, Spot};
use table::measure::gap_between_quads;
use table::{Quad, Vec2};

/// Yards on the ground to an inch of the table.
pub const YARDS: f32 = 50.0;

/// An end of a ruler.
enum End {
    Stands(Vec<Quad>),
    Point(Vec2),
}

/// A ruler between two ends; `None` if one of them is not on the table.
pub fn ruler(state: &State, ends: [&RulerEnd; 2]) -> Option<Ruler> {
    let [one, other] = ends.map(|end| end_of(state, end));
    let (from, to) = match (one?, other?) {
        (End::Stands(a), End::Stands(b)) => {
            let pairs = a.iter().flat_map(|one| b.iter().map(move |other| gap_between_quads(one, other)));
            let gap = pairs.min_by(|x, y| x.distance.total_cmp(&y.distance))?;
            (gap.from, gap.to)
        }
        (End::Stands(a), End::Point(b)) => (near(&a, b)?, b),
        (End::Point(a), End::Stands(b)) => (a, near(&b, a)?),
        (End::Point(a), End::Point(b)) => (a, b),
    };
    let inches = from.distance(to);
    Some(Ruler { from, to, words: format!("{inches:.2} in, {:.0} yards", inches * YARDS) })
}

/// A whole unit, a single stand, or a place.
fn end_of(state: &State, end: &RulerEnd) -> Option<End> {
    match end {
        RulerEnd::Piece(key) => {
            let one: Option<StandId> =
                key.contains(scenario::army::OF_UNIT).then(|| state.game.find_stand(key)).flatten();
            let quads: Vec<Quad> = match one {
                Some(stand) => state.quad(stand).into_iter().collect(),
                None => state.quads(state.find_group(key).ok()?).map(|(_, quad)| quad).collect(),
            };
            (!quads.is_empty()).then_some(End::Stands(quads))
        }
        RulerEnd::Place(Spot::Point { x, y } | Spot::Pose { x, y, .. }) => {
            Some(End::Point(Vec2::new(*x as f32, *y as f32)))
        }
        RulerEnd::Place(Spot::Hex(_) | Spot::Faced { .. }) => None,
    }
}

/// The point of these stands that is nearest to another point.
fn near(stands: &[Quad], point: Vec2) -> Option<Vec2> {
    let edges = stands.iter().flat_map(|quad| {
        let corners = quad.corners();
        (0..4).map(move |k| [corners[k], corners[(k + 1) % 4]])
    });
    let points = edges.map(|edge| nearest_on(edge, point));
    points.min_by(|a, b| a.distance_squared(point).total_cmp(&b.distance_squared(point)))
}
