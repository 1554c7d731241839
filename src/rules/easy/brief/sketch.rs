//! Sketches of orders on the table before they are given: paths, lanes, ranges of command, places. Units: inches.

use crate::command::{command_range, in_range};
use crate::movement::entry_pose;
use crate::retreat::Fate;
use crate::{Order, StandId, State};
use drawing::{Ink, Length, Mark, Pen, footprint, gauge_marks, way_marks, words_at};
use game::working::Measured;
use table::{Pose, Vec2};

use super::card::{self, WayBack};
use super::trip::{along, order_marks, trip_marks};

/// The sketch of an order.
pub fn sketch(state: &State, order: &Order) -> Vec<Mark> {
    if let Some(stands) = order.activated() {
        return ranges(state, stands);
    }
    let mut marks = order_marks(state, order);
    let card = card::findings(state, order, &[]);
    let size = |stand: StandId| {
        let part = state.unit(stand).body.parts()[0];
        (part.width, part.depth)
    };
    let mut measured = card::measured(&card);
    // The path of a move stays while a die for an obstacle is thrown, with its possible end, and with any refusal.
    match moved(state, order, card.refusal.is_none()) {
        Some(way) => {
            marks.extend(way);
            let refused = card.refusal.as_ref().and_then(|refusal| refusal.measured.as_deref());
            measured.retain(|one| Some(one) != refused);
        }
        None => {
            for (stand, poses) in &card.ways {
                let (width, depth) = size(*stand);
                marks.extend(way_marks(poses, width, depth, Ink::Way));
                // A stand that moves but is not named in the order: a general who is pushed aside.
                let is_other = order.fiat().is_none() && !order.stands().contains(stand);
                if let Some(end) = poses.last().filter(|_| is_other) {
                    let name = state.say_short(*stand);
                    marks.push(words_at(end.at, name, Ink::Way, 0.0));
                }
            }
        }
    }
    if let Some(way) = &card.retreat {
        let (width, depth) = size(way.stand);
        marks.extend(way_back_marks(way, width, depth, true));
    }
    if let Some(rally) = &card.rally {
        let (width, depth) = size(rally.stand);
        marks.extend(rally.places.iter().map(|place| Mark::dot(place.at, Length::points(3.0), Ink::Good)));
        let good = card.refusal.is_none();
        let (ink, wash) = if good { (Ink::Good, Ink::GoodWash) } else { (Ink::Bad, Ink::BadWash) };
        marks.extend(ghost_marks(rally.pose, width, depth, ink, wash));
    }
    marks.extend(measured.iter().flat_map(|one| gauge_marks(&one.gauge())));
    marks
}

/// The path of a move order; `None` if it is no move, or its stand is off the table.
fn moved(state: &State, order: &Order, may: bool) -> Option<Vec<Mark>> {
    let (kind, path) = (order.move_kind()?, order.path()?);
    let stand = order.actors(state.active_general()).first().copied()?;
    let start = match order.along() {
        Some(beside) => entry_pose(state, stand, beside)?,
        None => state.pose(stand)?,
    };
    Some(trip_marks(state, stand, &along(state, stand, kind, start, path.clone()), may))
}

/// Lines from the general to each stand of the active command: those in range, with thicker lines for those that will act
/// (`easy:II.A.2.1`).
fn ranges(state: &State, stands: &[StandId]) -> Vec<Mark> {
    let Some(now) = state.active() else { return Vec::new() };
    let open = in_range(state, now.command);
    let mut marks = Vec::new();
    for id in state.members(now.command) {
        let Some(Measured { from, to, .. }) = command_range(state, now.command, id) else { continue };
        let ink = if open.contains(&id) { Ink::Good } else { Ink::Bad };
        let pen = Pen::fine(ink, if stands.contains(&id) { 1.8 } else { 1.0 });
        marks.push(Mark::line([from, to], pen.dashed(5.0, 4.0)));
        marks.push(Mark::dot(to, Length::points(2.6), ink));
    }
    marks
}

/// A stand at a new place, with its front edge.
pub(super) fn ghost_marks(pose: Pose, width: f32, depth: f32, ink: Ink, wash: Ink) -> Vec<Mark> {
    let front = [Vec2::new(-width, depth) / 2.0, Vec2::new(width, depth) / 2.0].map(|p| pose.to_table(p));
    vec![
        Mark::fill(footprint(pose, width, depth), wash),
        Mark::ring(footprint(pose, width, depth), Pen::fine(ink, 2.2)),
        Mark::line(front, Pen::new(ink, Length::inches(0.14).between(4.0, 9.0))),
    ]
}

/// A beaten stand: the directions that are barred, and its way.
fn way_back_marks(way: &WayBack, width: f32, depth: f32, tried: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let Some(&start) = way.poses.first() else { return marks };
    if tried || way.destroyed {
        for one in way.tried.iter().filter(|one| matches!(one.fate, Fate::Barred(_))) {
            // Directions that point into a winner have no length.
            if one.candidate.distance > 0.1 {
                let at = one.candidate.at;
                marks.push(Mark::line([start.at, at.at], Pen::fine(Ink::Bad, 1.2).dashed(4.0, 4.0)));
                let place = footprint(at, width, depth);
                marks.push(Mark::ring(place, Pen::fine(Ink::Bad, 1.0).dashed(3.0, 3.0)));
            }
        }
    }
    if way.destroyed {
        let place = footprint(start, width, depth);
        marks.push(Mark::fill(place, Ink::BadWash));
        marks.push(Mark::line([place[0], place[2]], Pen::fine(Ink::Bad, 3.0)));
        marks.push(Mark::line([place[1], place[3]], Pen::fine(Ink::Bad, 3.0)));
    } else {
        if let Some(&end) = way.poses.last() {
            marks.push(Mark::fill(footprint(end, width, depth), Ink::GoodWash));
        }
        marks.extend(way_marks(&way.poses, width, depth, Ink::Way));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Leg, Path};

    #[test]
    fn the_way_of_a_crossing_is_drawn_while_its_die_is_asked_for() {
        let text = r#"(
            origin: (20, 20),
            stands: [(id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5)],
            lines: [(id: "brook", obstacle: true, points: [(-10, 3), (10, 3)])],
            active: (command: "red"),
        )"#;
        let position: crate::Position = data::ron_options().from_str(text).expect("the position reads");
        let state = position.set_up().expect("the position is sound");
        let stand = state.ids().find(|id| state.key(*id) == "A").expect("it is there");
        let order = Order::Move { stand, path: Path::new(vec![Leg::Slide(Vec2::new(0.0, 4.0))]) };
        let marks = sketch(&state, &order);
        let goal = Vec2::new(20.0, 24.0);
        let ghost = marks.iter().filter(|mark| matches!(mark, Mark::Fill { .. })).any(|mark| {
            let (low, high) = mark.bounds();
            ((low + high) / 2.0).distance(goal) < 0.1
        });
        assert!(ghost, "its ghost stands where it is to go");
        let stops = marks.iter().filter(|mark| mark.ink() == Some(Ink::Close)).count();
        assert!(stops > 1, "and where the die may stop it");
    }
}
