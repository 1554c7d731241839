//! An index of the stands on the table by their boxes, for finding those nearby.
//!
//! Units: inches. Pieces are identified by the caller's own numbers.

use glam::Vec2;
use parry2d::bounding_volume::Aabb;

use super::body::{Body, Placed};
use super::path::Leg;
use super::pose::Pose;
use super::shelf::Shelf;

/// All pieces on a table, by their boxes.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The number of each piece with its box, sorted by number.
    boxes: Vec<(u32, Vec2, Vec2)>,
    /// Search structure for the boxes.
    shelf: Shelf,
}

impl Pieces {
    pub fn new<'a>(pieces: impl IntoIterator<Item = (u32, Placed<'a>)>) -> Self {
        let boxed = |(id, placed): (u32, Placed<'a>)| {
            let aabb = placed.aabb();
            (id, aabb.mins, aabb.maxs)
        };
        let mut boxes: Vec<(u32, Vec2, Vec2)> = pieces.into_iter().map(boxed).collect();
        boxes.sort_by_key(|(id, ..)| *id);
        Self::of(boxes)
    }

    /// Builds the index from boxes sorted by number.
    fn of(boxes: Vec<(u32, Vec2, Vec2)>) -> Self {
        let shelf = Shelf::of_boxes(boxes.iter().map(|(_, lo, hi)| (*lo, *hi)).collect());
        Self { boxes, shelf }
    }

    /// The pieces whose boxes meet the box from `min` to `max`, sorted.
    pub fn near(&self, min: Vec2, max: Vec2) -> Vec<u32> {
        let mut found = Vec::new();
        for (id, lo, hi) in self.shelf.near(min, max).map(|place| &self.boxes[place]) {
            // All four sides are compared without branches: which of them decides is different for every piece.
            if (lo.x <= max.x) & (lo.y <= max.y) & (hi.x >= min.x) & (hi.y >= min.y) {
                found.push(*id);
            }
        }
        found
    }

    /// The pieces whose boxes come within `margin` of the box round the body's sweep, sorted.
    pub fn near_leg(&self, body: &Body, start: Pose, leg: Leg, margin: f32) -> Vec<u32> {
        let swept = swept_box(body, start, leg);
        self.near(swept.mins - Vec2::splat(margin), swept.maxs + Vec2::splat(margin))
    }

    /// Puts a piece on the table, or moves it.
    pub fn update(&mut self, id: u32, placed: Placed<'_>) {
        let aabb = placed.aabb();
        let boxed = (id, aabb.mins, aabb.maxs);
        match self.boxes.binary_search_by_key(&id, |(id, ..)| *id) {
            Ok(place) => self.boxes[place] = boxed,
            Err(place) => self.boxes.insert(place, boxed),
        }
        *self = Self::of(std::mem::take(&mut self.boxes));
    }

    /// Takes a piece off the table.
    pub fn remove(&mut self, id: u32) {
        self.boxes.retain(|(other, ..)| *other != id);
        *self = Self::of(std::mem::take(&mut self.boxes));
    }
}

/// A box that holds the whole sweep of a body along a leg.
pub fn swept_box(body: &Body, start: Pose, leg: Leg) -> Aabb {
    let first = body.placed(start).aabb();
    match leg {
        Leg::Slide(_) => {
            let last = body.placed(leg.end(start)).aabb();
            Aabb::new(first.mins.min(last.mins), first.maxs.max(last.maxs))
        }
        Leg::Turn { pivot, .. } => {
            let last = body.placed(leg.end(start)).aabb();
            let way = Vec2::splat(leg.length(body));
            let round = Vec2::splat(body.radius_about(pivot));
            let hinge = start.to_table(pivot);
            let hull = Aabb::new(first.mins.min(last.mins) - way, first.maxs.max(last.maxs) + way);
            Aabb::new(hull.mins.max(hinge - round), hull.maxs.min(hinge + round))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_moved_and_taken_off() {
        let body = Body::single(2.0, 2.0);
        let place = |i: u32| body.placed(Pose::at((i % 20) as f32 * 3.0, (i / 20) as f32 * 3.0, 0.0));
        let mut pieces = Pieces::new((0..180).map(|i| (i, place(i))));
        assert_eq!(pieces.near(Vec2::new(-1.0, -1.0), Vec2::new(2.5, 2.5)), [0, 1, 20, 21]);
        pieces.update(0, body.placed(Pose::at(100.0, 100.0, 0.0)));
        pieces.update(500, body.placed(Pose::at(0.5, 0.0, 0.0)));
        pieces.remove(20);
        pieces.remove(20);
        assert_eq!(pieces.near(Vec2::new(-1.0, -1.0), Vec2::new(2.5, 2.5)), [1, 21, 500]);
        assert_eq!(pieces.near(Vec2::splat(99.5), Vec2::splat(100.0)), [0]);
        let advance = Leg::Slide(Vec2::new(0.0, 6.0));
        assert_eq!(pieces.near_leg(&body, Pose::at(100.0, 91.0, 0.0), advance, 0.5), Vec::<u32>::new());
        assert_eq!(pieces.near_leg(&body, Pose::at(100.0, 91.0, 0.0), advance, 1.0), [0]);
    }

    #[test]
    fn few_pieces_keep_their_numbers() {
        let body = Body::single(2.0, 2.0);
        let place = |i: u32| body.placed(Pose::at(i as f32 * 10.0, 0.0, 0.0));
        for ids in [vec![7], vec![3, 7], vec![0, 7], vec![2, 3, 7]] {
            let mut pieces = Pieces::new(ids.iter().map(|&i| (i, place(i))));
            assert_eq!(pieces.near(Vec2::splat(-2.0), Vec2::splat(100.0)), ids);
            pieces.update(7, place(1));
            assert_eq!(pieces.near(Vec2::new(9.0, -1.0), Vec2::new(11.0, 1.0)), [7]);
            pieces.remove(7);
            assert_eq!(pieces.near(Vec2::splat(-2.0), Vec2::splat(100.0)), ids[..ids.len() - 1]);
        }
    }

    proptest::proptest! {
        #[test]
        fn swept_box_holds_the_sweep(
            heading in 0.0f32..360.0, angle in -6.0f32..6.0, u in -1.0f32..1.0, v in -1.0f32..1.0, t in 0.0f32..1.0,
        ) {
            let body = Body::single(2.0, 1.0);
            let start = Pose::at(3.0, 4.0, heading);
            let leg = Leg::Turn { pivot: Vec2::new(u, v), angle };
            let (swept, now) = (swept_box(&body, start, leg), body.placed(leg.part(start, t)).aabb());
            let grain = Vec2::splat(1e-4);
            proptest::prop_assert!((swept.mins - grain).cmple(now.mins).all() && (swept.maxs + grain).cmpge(now.maxs).all());
        }
    }
}
