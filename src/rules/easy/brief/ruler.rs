//! Rulers: stands are measured edge to edge. Units: inches.

use crate::drawing::overlay::Ruler;
use crate::rules::easy::{StandId, State};
use crate::table::measure::nearest_point;
use crate::table::{Vec2, gap};

/// One end of a ruler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The nearest edge or corner of a stand.
    Stand(StandId),
    Point(Vec2),
}

/// A ruler with its length; none while a stand at its end is off the table.
pub fn ruler(state: &State, from: End, to: End) -> Option<Ruler> {
    let near = |stand: StandId, point: Vec2| Some(nearest_point(state.placed(stand)?, point));
    let (from, to) = match (from, to) {
        (End::Stand(a), End::Stand(b)) => {
            let line = gap(state.placed(a)?, state.placed(b)?);
            (line.from, line.to)
        }
        (End::Stand(a), End::Point(b)) => (near(a, b)?, b),
        (End::Point(a), End::Stand(b)) => (a, near(b, a)?),
        (End::Point(a), End::Point(b)) => (a, b),
    };
    let inches = from.distance(to);
    let yards = inches * state.lengths().yards_per_inch();
    Some(Ruler { from, to, words: format!("{inches:.2} in, {yards:.0} yards") })
}
