//! Where a unit in hand may end: rays around it, each as long as it may go after facing that way. Units: inches.

use crate::movement::{Purpose, ends_in_others, is_of_the_end, walk};
use crate::order::Step;
use crate::room::{misplaced, overlapped};
use crate::state::{GroupId, State};
use drawing::{Ink, Mark, Pen, words_at};
use game::Spot;
use table::Vec2;

/// Number of rays.
const RAYS: u16 = 40;
/// Number of rays that are labelled with their length.
const WRITTEN: u16 = 8;
/// Number of shorter paths tried where something is in the way.
const TRIES: u8 = 12;
/// The drawing ends this much inside the legal ground.
const HAIR: f32 = 0.02;

/// The ground it may end on; `formed`: it faces the way it goes, otherwise it keeps its heading. `None` if the search was given
/// up.
pub fn marks(
    state: &State,
    id: GroupId,
    formed: bool,
    most: f32,
    unwanted: &dyn Fn() -> bool,
) -> Option<Vec<Mark>> {
    let ends = ends(state, id, formed, most, unwanted)?;
    let middle = state.place(id).at;
    if ends.iter().all(|end| end.distance(middle) < 0.1) {
        return Some(Vec::new());
    }
    let mut marks = fan(middle, &ends);
    marks.push(Mark::ring(ends.clone(), Pen::fine(Ink::ReachLine, 1.4)));
    for (ray, end) in ends.iter().enumerate().step_by(usize::from(RAYS / WRITTEN)) {
        let gone = end.distance(middle);
        if gone > 0.4 {
            let inner = middle + (*end - middle) * 0.35;
            marks.push(Mark::line([inner, *end], Pen::fine(Ink::ReachLine, 0.8).dashed(2.0, 5.0)));
            let down = if ray == 0 { -9.0 } else { 0.0 };
            marks.push(words_at(*end, format!("{gone:.1}"), Ink::ReachLine, down));
        }
    }
    Some(marks)
}

/// The ground in slices between two rays each: the outline itself need not be convex.
fn fan(middle: Vec2, ends: &[Vec2]) -> Vec<Mark> {
    let next = ends.iter().cycle().skip(1);
    ends.iter().zip(next).map(|(a, b)| Mark::fill([middle, *a, *b], Ink::Reach)).collect()
}

/// The end of each ray, clockwise from its heading.
pub fn ends(
    state: &State,
    id: GroupId,
    formed: bool,
    most: f32,
    unwanted: &dyn Fn() -> bool,
) -> Option<Vec<Vec2>> {
    let place = state.place(id);
    let ray = |ray: u16| {
        if unwanted() {
            return None;
        }
        let degrees = f64::from(ray) * 360.0 / f64::from(RAYS);
        let way = place.heading.turned((degrees as f32).to_radians()).forward();
        let far = if formed { formed_far(state, id, degrees, most) } else { loose_far(state, id, way, most) };
        Some(place.at + way * (far - HAIR).max(0.0))
    };
    (0..RAYS).map(ray).collect()
}

/// How far a formed unit gets straight ahead after turning this many degrees to its right.
fn formed_far(state: &State, id: GroupId, degrees: f64, most: f32) -> f32 {
    let from = state.place(id).at;
    let mut inches = most;
    let mut is_open = false;
    for _ in 0..TRIES {
        let ahead = Step::Ahead(f64::from(inches));
        let steps = [Step::Face(degrees), ahead];
        let way = if degrees == 0.0 { &steps[1..] } else { &steps };
        if is_open && ends_in_others(state, id, way) {
            inches -= most / 10.0;
            if inches <= HAIR {
                return 0.0;
            }
            continue;
        }
        match walk(state, id, way, Purpose::Move) {
            Ok(_) => return inches,
            // It cannot face that way at all.
            Err(refusal) if refusal.clause == "epstein:5.5" => return 0.0,
            Err(refusal) => {
                let last = refusal.last_legal.and_then(Spot::placed).map(|(x, y, _)| Vec2::new(x, y));
                is_open |= is_of_the_end(&refusal) && last.is_some_and(|last| last == from);
                let last = last.map_or(0.0, |last| last.distance(from));
                // Legal all along and refused only for its end: it stops before that.
                let next = if last > HAIR && last < inches - HAIR { last } else { inches - most / 10.0 };
                inches = next;
            }
        }
        if inches <= HAIR {
            return 0.0;
        }
    }
    0.0
}

/// How far a unit that keeps its heading gets in this direction, to the last place where it may stand.
fn loose_far(state: &State, id: GroupId, way: Vec2, most: f32) -> f32 {
    let place = state.place(id);
    let mut inches = most;
    for _ in 0..8 {
        let to = state.moved_to(id, place.moved(way * inches));
        if misplaced(state, &to).is_none() && overlapped(state, &to, Some(id)).is_none() {
            return inches;
        }
        inches -= most / 8.0;
    }
    0.0
}
