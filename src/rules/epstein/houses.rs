//! Houses: their sides, stands inside and their posts, stands at each side, round shot that sets them alight
//! (`epstein:15.1`, `epstein:15.2`, `epstein:15.9`).
//!
//! Sides are numbered clockwise, from 0 in code and from 1 in text and orders. Units: inches.

use game::working::Note;
use scenario::Side;
use table::measure::{gap_to_polygon, gap_to_segment};
use table::{Body, Gap, Heading, Pose, Quad, Vec2};

use super::event::Event;
use super::house_event::HouseEvent;
use super::measure::{SLACK, are_within, touching};
use super::refusal::{Code, Refusal};
use super::room::{misplaced, overlapped};
use super::roster::{HouseId, StandId};
use super::scratch::{Scratch, remove};
use super::state::ALIGHT;
use super::state::{GroupId, Place, State};

/// Depth of the stand that represents a side, in inches: more than any tolerance.
const THIN: f32 = 0.25;

/// Distance between the places along a side that are tried for a stand coming out, in inches.
const PITCH: f32 = 0.25;

/// The house of this key.
pub fn find(state: &State, key: &str) -> Result<HouseId, Refusal> {
    state.game.find_house(key).ok_or_else(|| {
        let known: Vec<&str> = state.game.house_ids().map(|id| state.game.house_key(id)).collect();
        let fact = format!("there is no house {}", data::printable::name(key));
        let remedy = match known.as_slice() {
            [] => "Nobody can hold a house on this ground".to_owned(),
            known => format!("Name one of {}", known.join(", ")),
        };
        Refusal::new(Code::NoSuchUnit, "epstein:15.1", fact, remedy)
    })
}

/// How many sides a house has.
pub fn sides(state: &State, id: HouseId) -> usize {
    state.game.house(id).sides.len()
}

/// The outline of a house.
pub fn outline(state: &State, id: HouseId) -> &[Vec2] {
    &state.game.terrain.ground().areas[state.game.house(id).area].polygon
}

/// A circle around a house: its middle and radius in inches.
pub fn circle(state: &State, id: HouseId) -> (Vec2, f32) {
    let outline = outline(state, id);
    let middle = outline.iter().sum::<Vec2>() / outline.len().max(1) as f32;
    (middle, outline.iter().map(|corner| corner.distance(middle)).fold(0.0, f32::max))
}

/// The line from the first corner of a side to its last, with the house on its right.
fn chord(state: &State, id: HouseId, side: u8) -> [Vec2; 2] {
    let corners = state.game.house(id).sides.get(usize::from(side)).map_or(&[][..], Vec::as_slice);
    match corners {
        [first, .., last] => [*first, *last],
        [only] => [*only, *only],
        [] => [Vec2::ZERO, Vec2::ZERO],
    }
}

/// The heading away from the house at a side.
pub fn outward(state: &State, id: HouseId, side: u8) -> Heading {
    let [first, last] = chord(state, id, side);
    Heading::of((last - first).perp())
}

/// A side as the front edge of a stand facing outward, to find what lies before it and what it lies before. It lies as far out
/// as the side's towers.
pub fn side_quad(state: &State, id: HouseId, side: u8) -> Quad {
    let [first, last] = chord(state, id, side);
    let heading = outward(state, id, side);
    let corners = state.game.house(id).sides.get(usize::from(side)).map_or(&[][..], Vec::as_slice);
    let beyond = |corner: &Vec2| (*corner - first).dot(heading.forward());
    let towers = corners.iter().map(beyond).fold(0.0, f32::max);
    let middle = (first + last) / 2.0 + heading.forward() * (towers - THIN / 2.0);
    Quad { pose: Pose::new(middle, heading), half: Vec2::new(first.distance(last), THIN) / 2.0 }
}

/// A side in words: `its north side`.
pub fn say_side(state: &State, id: HouseId, side: u8) -> String {
    const NAMES: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let degrees = outward(state, id, side).degrees();
    let eighth = (degrees / 45.0).round() as usize % NAMES.len();
    format!("the {} side of {}", NAMES[eighth], state.game.house_name(id))
}

/// From a stand to one side of a house.
pub fn gap_to_side(state: &State, id: HouseId, side: u8, quad: &Quad) -> Gap {
    let body = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
    let stand = body.placed(quad.pose);
    let corners = state.game.house(id).sides.get(usize::from(side)).map_or(&[][..], Vec::as_slice);
    let gaps = corners.windows(2).map(|pair| gap_to_segment(stand, [pair[0], pair[1]]));
    let nearest = gaps.min_by(|a, b| a.distance.total_cmp(&b.distance));
    nearest.unwrap_or_else(|| Gap::between(quad.pose.at, quad.pose.at))
}

/// From a stand to a house.
pub fn gap_to_house(state: &State, id: HouseId, quad: &Quad) -> f32 {
    let body = Body::single(quad.half.x * 2.0, quad.half.y * 2.0);
    gap_to_polygon(body.placed(quad.pose), outline(state, id)).distance
}

/// The side that a stand is at (`epstein:15.2`): the nearest; of equally near ones, the side it faces most squarely.
pub fn side_of(state: &State, id: HouseId, quad: &Quad) -> u8 {
    let count = u8::try_from(sides(state, id)).unwrap_or(u8::MAX);
    let distance = |side: u8| gap_to_side(state, id, side, quad).distance;
    let least = (0..count).map(distance).fold(f32::INFINITY, f32::min);
    // A stand that came out has its back to its side.
    let askew = |side: &u8| {
        let off = quad.pose.heading.angle_to(outward(state, id, *side));
        off.min(std::f32::consts::PI - off)
    };
    let nearest = (0..count).filter(|side| distance(*side) <= least + SLACK);
    nearest.min_by(|a, b| askew(a).total_cmp(&askew(b))).unwrap_or(0)
}

/// The stands inside, each with its post, in order.
pub fn inside(state: &State, id: HouseId) -> Vec<(StandId, u8)> {
    let posted = |stand: StandId| match state.stand(stand).place {
        Place::Inside { house, side } if house == id => Some((stand, side)),
        Place::Inside { .. } | Place::Table(_) | Place::Reserve | Place::Lost => None,
    };
    state.game.stand_ids().filter_map(posted).collect()
}

/// The house that a group is in.
pub fn house_of(state: &State, id: GroupId) -> Option<HouseId> {
    state.group(id).stands.iter().find_map(|stand| match state.stand(*stand).place {
        Place::Inside { house, .. } => Some(house),
        Place::Table(_) | Place::Reserve | Place::Lost => None,
    })
}

/// The side whose stands are inside now.
pub fn holder(state: &State, id: HouseId) -> Option<Side> {
    let (stand, _) = inside(state, id).first().copied()?;
    Some(state.game.unit(state.stand(stand).unit).side)
}

/// The stand hit by fire and assault at a side: the one posted there, else at the next occupied side clockwise
/// (`epstein:15.1`).
pub fn defender(state: &State, id: HouseId, side: u8) -> Option<StandId> {
    let count = u8::try_from(sides(state, id)).unwrap_or(u8::MAX).max(1);
    let inside = inside(state, id);
    (0..count).find_map(|step| {
        let there = (side + step) % count;
        inside.iter().find(|(_, posted)| posted % count == there).map(|(stand, _)| *stand)
    })
}

/// The other stand, if any, that has used a side in this period (`epstein:15.2`).
pub fn taken_by(state: &State, id: HouseId, side: u8, stand: StandId) -> Option<StandId> {
    let used = &state.house(id).used;
    used.iter().find(|used| used.side == side && used.stand != stand).map(|used| used.stand)
}

/// Is no enemy of the garrison's side touching this side?
pub fn is_free(state: &State, id: HouseId, side: u8, of: Side) -> bool {
    let (middle, radius) = circle(state, id);
    let near = state.enemies_near(of, middle, radius + SLACK);
    !near.flat_map(|enemy| state.quads(enemy)).any(|(_, quad)| {
        touching(gap_to_side(state, id, side, &quad).distance) && side_of(state, id, &quad) == side
    })
}

/// Would a stand of this side touch an enemy there?
pub fn touches_enemy(state: &State, of: Side, quad: &Quad) -> bool {
    let near = state.enemies_near(of, quad.pose.at, quad.half.length() + SLACK);
    near.flat_map(|enemy| state.quads(enemy)).any(|(_, other)| are_within(quad, &other, 0.0))
}

/// The places where a stand inside can be set down: touching a side free of enemies, facing away from it, one for each side
/// (`epstein:15.1`, `epstein:15.9`).
pub fn ways_out(state: &State, stand: StandId, id: HouseId) -> Vec<Pose> {
    let of = state.game.unit(state.stand(stand).unit).side;
    let count = u8::try_from(sides(state, id)).unwrap_or(u8::MAX);
    let free = (0..count).filter(|side| is_free(state, id, *side, of));
    free.filter_map(|side| way_out(state, stand, id, side)).collect()
}

/// The place along one side that is nearest to its middle.
fn way_out(state: &State, stand: StandId, id: HouseId, side: u8) -> Option<Pose> {
    let of = state.game.unit(state.stand(stand).unit).side;
    let (width, depth) = state.size_of(stand);
    let [first, last] = chord(state, id, side);
    let (heading, middle) = (outward(state, id, side), (first + last) / 2.0);
    let reach = (first.distance(last) + width) / 2.0 - PITCH;
    let steps = (reach / PITCH).max(0.0) as u16;
    let offsets = (0..=steps).flat_map(|step| [f32::from(step), -f32::from(step)]);
    offsets.map(|step| middle + heading.right() * (step * PITCH)).find_map(|at| {
        let pose = against(state, id, Pose::new(at, heading), (width, depth))?;
        let to = [(stand, pose)];
        let quad = Quad { pose, half: Vec2::new(width, depth) / 2.0 };
        let clear = overlapped(state, &to, None).is_none()
            && misplaced(state, &to).is_none()
            && side_of(state, id, &quad) == side
            && !touches_enemy(state, of, &quad);
        clear.then_some(pose)
    })
}

/// The pose of a stand pushed straight back against a house from outside until it touches.
fn against(state: &State, id: HouseId, from: Pose, (width, depth): (f32, f32)) -> Option<Pose> {
    let forward = from.heading.forward();
    let out = outline(state, id).iter().map(|corner| (*corner - from.at).dot(forward)).fold(0.0, f32::max);
    let mut pose = from.moved(forward * (out + depth / 2.0 + SLACK));
    let body = Body::single(width, depth);
    for _ in 0..24 {
        let apart = gap_to_polygon(body.placed(pose), outline(state, id)).distance;
        if apart <= SLACK / 2.0 {
            return Some(pose);
        }
        pose = pose.moved(-forward * (apart - SLACK / 4.0));
    }
    None
}

/// The first burning house with a garrison, which must leave it (`epstein:15.9`).
pub fn in_flames(state: &State) -> Option<HouseId> {
    state.game.house_ids().find(|id| state.house(*id).burns() && holder(state, *id).is_some())
}

/// Counts a hit of round shot on a house; the fourth sets it alight, so that its garrison must leave (`epstein:15.9`). Call
/// this for each die that hits, even while decisions are pending: the garrison is asked after those.
pub fn struck_by_round_shot(s: &mut Scratch<'_>, id: HouseId) {
    let name = s.state.game.house_name(id).to_owned();
    s.emit(Event::House(HouseEvent::Struck { house: id }));
    let hits = s.state.house(id).hits;
    let text = match hits {
        ALIGHT => format!("{name} is hit for the fourth time and burns: whoever is inside leaves"),
        hits if hits > ALIGHT => format!("{name} burns already"),
        1 => format!("{name} has been hit once of four times"),
        hits => format!("{name} has been hit {hits} of four times"),
    };
    s.note(Note::new("epstein:15.9", text));
}

/// Eliminates stands in a burning house that have no side free of enemies; `true` if any were (`epstein:15.9`).
pub fn burn(s: &mut Scratch<'_>, id: HouseId) -> bool {
    let trapped = |(stand, _): &(StandId, u8)| ways_out(&s.state, *stand, id).is_empty();
    let Some((stand, _)) = inside(&s.state, id).into_iter().find(trapped) else { return false };
    let text = format!("{} finds no side free of enemies, and is eliminated", s.state.say_stand(stand));
    s.note(Note::new("epstein:15.9", text));
    match s.state.group_of(stand) {
        Some(group) if s.state.group(group).stands.len() == 1 => remove(s, group),
        Some(_) | None => s.emit(Event::Gone { stand }),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pending::Pending;
    use crate::settle::settle;
    use crate::{Epstein, Order, Position};
    use dice::Dry;
    use game::{Codec, RuleSet};

    /// A mill with a blue company in it, and columns that touch so many of its sides.
    fn mill(besieged: usize) -> State {
        let columns = [
            r#"{"id": "N", "formation": "march_column", "at": [0, 2.5, 180]}, "#,
            r#"{"id": "E", "formation": "march_column", "at": [2.5, 0, 270]}, "#,
            r#"{"id": "S", "formation": "march_column", "at": [0, -2.5, 0]}, "#,
            r#"{"id": "W", "formation": "march_column", "at": [-2.5, 0, 90]}, "#,
        ];
        let text = format!(
            r#"{{"areas": [{{"id": "mill", "kind": "building", "capacity": 1,
                "polygon": [[-1, -1], [1, -1], [1, 1], [-1, 1]]}}],
                "units": [{}{{"id": "B", "side": "blue", "at": [0, 20, 0], "inside": "mill", "indoors": [1]}}]}}"#,
            columns[..besieged].concat()
        );
        let position: Position = serde_json::from_str(&text).expect("the position is read");
        position.set_up(&|_| Err("no battle".to_owned())).expect("the position stands")
    }

    /// The state after so many hits of round shot, settled.
    fn struck(state: &State, hits: u8) -> State {
        let mut tray = Dry;
        let mut scratch = Scratch::new(state, &mut tray);
        for _ in 0..hits {
            struck_by_round_shot(&mut scratch, HouseId(0));
        }
        settle(&mut scratch).expect("nothing is thrown");
        scratch.state.clone()
    }

    #[test]
    fn the_fourth_hit_sets_a_house_alight_and_its_garrison_is_asked_to_leave() {
        let start = mill(1);
        for hits in 0..ALIGHT {
            let state = struck(&start, hits);
            assert!(!state.house(HouseId(0)).burns() && state.waits().is_none(), "{hits} hits");
        }
        let state = struck(&start, ALIGHT);
        assert_eq!(state.waits(), Some(Pending::Flames(HouseId(0))));
        assert_eq!(state.decides(), Side(1));
        let due = Epstein::due(&state);
        assert_eq!(due.offers.len(), 3, "the side with the enemy is not offered");
        for offer in due.offers {
            let ruling = Epstein::judge(&state, &offer.order, &mut Dry).expect("each place is legal");
            let mut after = state.clone();
            ruling.events.iter().for_each(|event| Epstein::apply(&mut after, event));
            assert!(holder(&after, HouseId(0)).is_none() && after.waits().is_none());
            assert_eq!(after.house(HouseId(0)).last, Some(Side(1)));
        }
    }

    #[test]
    fn a_garrison_with_enemies_at_every_side_burns() {
        let state = struck(&mill(4), ALIGHT);
        assert!(holder(&state, HouseId(0)).is_none() && state.waits().is_none());
        let unit = state.game.find_unit("B").expect("it is there");
        assert_eq!(state.stands_of(unit).count(), 3);
    }

    #[test]
    fn a_state_with_houses_is_spelled_and_read_again() {
        let start = mill(4);
        let order = Order::Assault { house: "mill".to_owned(), stands: vec!["S.1".to_owned()] };
        let ruling = Epstein::judge(&start, &order, &mut Dry).expect("the garrison is asked first");
        let mut state = struck(&start, 2);
        ruling.events.iter().for_each(|event| Epstein::apply(&mut state, event));
        assert!(matches!(state.waits(), Some(Pending::Assault(_))));
        let spelled = Epstein::play(&state).expect("everything has a key");
        let read = Epstein::resumed(&start, &spelled).expect("it is read");
        assert_eq!(read, state);
    }
}
