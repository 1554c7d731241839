//! Rulers: stands are measured edge to edge. Units: inches.

use crate::{StandId, State, fire};
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
    let aim = to;
    let (at, to) = match (from, to) {
        (End::Stand(a), End::Stand(b)) => {
            let line = gap(state.placed(a)?, state.placed(b)?);
            (line.from, line.to)
        }
        (End::Stand(a), End::Point(b)) => (near(a, b)?, b),
        (End::Point(a), End::Stand(b)) => (a, near(b, a)?),
        (End::Point(a), End::Point(b)) => (a, b),
    };
    let inches = at.distance(to);
    let yards = inches * state.lengths().yards_per_inch();
    Some(Ruler {
        from: at,
        to,
        words: format!("{inches:.2} in, {yards:.0} yards{}", fires(state, from, aim)),
    })
}

/// Could the battery at one end fire at the enemy at the other, if it were its turn (`easy:II.D-lane`)? Empty if neither is one.
fn fires(state: &State, from: End, to: End) -> String {
    let (End::Stand(a), End::Stand(b)) = (from, to) else { return String::new() };
    let guns = |id: &StandId| state.arm(*id).is_artillery();
    let Some((battery, target)) = [(a, b), (b, a)].into_iter().find(|(battery, _)| guns(battery)) else {
        return String::new();
    };
    if !state.are_enemies(a, b) {
        return String::new();
    }
    match fire::shot(state, battery, target) {
        Ok(shot) => format!("; {} could fire: {}", state.say_short(battery), shot.band.name()),
        Err(refusal) => format!("; {} could not fire: {}", state.say_short(battery), refusal.fact),
    }
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

    /// Players ask whether a battery could fire at somebody, also while it is not its turn.
    #[test]
    fn between_a_battery_and_an_enemy_a_ruler_says_whether_it_could_fire() {
        let (scenario, _) = scenario::read("first-steps", &Embedded, &AnyRules).expect("it is sound");
        let state = Easy::start(scenario, &Options::default()).expect("its options are sound");
        let by = |badge: u16| state.ids().find(|id| state.unit(*id).badge == badge).expect("it is there");
        let words = |a: u16, b: u16| {
            ruler(&state, End::Stand(by(a)), End::Stand(by(b))).expect("both are there").words
        };
        assert!(words(6, 13).ends_with("; 6 Foot battery could fire: effective range"), "{}", words(6, 13));
        assert!(words(13, 6).ends_with("; 6 Foot battery could fire: effective range"), "{}", words(13, 6));
        assert!(words(6, 18).contains("; 6 Foot battery could not fire: "), "{}", words(6, 18));
        assert!(words(4, 13).ends_with("yards"), "{}", words(4, 13));
    }
}
