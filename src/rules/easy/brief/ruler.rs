//! Rulers: stands are measured edge to edge. Units: inches.

use crate::{StandId, State};
use drawing::overlay::Ruler;
use table::measure::nearest_point;
use table::{Vec2, gap};

/// One end of a ruler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The nearest edge or corner of a stand.
    Stand(StandId),
    Point(Vec2),
}

/// A ruler with its length; `None` while a stand at an end is off the table.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Easy;
    use game::RuleSet;
    use game::options::Options;
    use scenario::{self, AnyRules, Embedded};

    #[test]
    fn rulers_measure_stands_edge_to_edge() {
        let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyRules).expect("it is sound");
        let state = Easy::start(scenario, &Options::default()).expect("its options are sound");
        let mut on_table = state.on_table().map(|(id, _)| id);
        let (a, b) = (on_table.next().expect("a stand"), on_table.next().expect("another"));
        let lay = |from, to| ruler(&state, from, to).expect("both are on the table");
        let ruler = lay(End::Stand(a), End::Stand(b));
        let to_point = lay(End::Stand(a), End::Point(ruler.to));
        assert!((to_point.from.distance(to_point.to) - ruler.from.distance(ruler.to)).abs() < 0.01);
        let middles =
            state.pose(a).expect("on the table").at.distance(state.pose(b).expect("on the table").at);
        assert!(ruler.from.distance(ruler.to) < middles - 0.5);
        assert!(ruler.words.ends_with("yards"), "{}", ruler.words);
    }
}
