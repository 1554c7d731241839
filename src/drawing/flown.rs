//! The white flag of a rout: at a corner of its stand, clear of the numbers of its neighbours. Units: inches.

use glam::Vec2;

use super::block::Block;
use super::shape::{Span, bounds, shared, spread};

/// The corner of a rout's flag, and the direction in which it flies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flown {
    /// Counted clockwise from the left rear.
    corner: u8,
    to_right: bool,
}

/// Height of the staff over its foot.
pub(super) const STAFF: f32 = 1.05;
/// Size of the cloth.
pub(super) const CLOTH: Vec2 = Vec2::new(0.74, 0.5);

impl Flown {
    /// Position of the staff on the table.
    pub(super) fn foot(self, block: &Block) -> Vec2 {
        let (u, v) = (block.width / 2.0 - 0.1, block.depth / 2.0 - 0.1);
        let (x, y) = [(-u, -v), (-u, v), (u, v), (u, -v)][usize::from(self.corner % 4)];
        block.pose.to_table(Vec2::new(x, y))
    }

    /// The direction in which it flies: right on the screen (1), or left (-1).
    pub(super) const fn way(self) -> f32 {
        if self.to_right { 1.0 } else { -1.0 }
    }

    /// The middle of the cloth.
    pub(super) fn middle(self, block: &Block) -> Vec2 {
        self.foot(block) + Vec2::new(self.way() * CLOTH.x / 2.0, STAFF - CLOTH.y / 2.0)
    }

    fn cloth(self, block: &Block) -> Span {
        spread(self.middle(block), CLOTH / 2.0)
    }
}

/// Plants the flags of all routed stands where they cover least of numbers, of their neighbours and their own, and then least
/// of their neighbours: at the left rear, flying to the left, if no stand is near.
pub fn plant_flags(blocks: &mut [Block]) {
    /// The part of a stand, about its middle, that holds its number.
    const INNER: f32 = 0.7;
    if blocks.iter().all(|block| !block.routed) {
        return;
    }
    let bodies: Vec<Span> = blocks.iter().map(|block| bounds(&block.corners())).collect();
    let inner = |(low, high): Span| spread((low + high) / 2.0, (high - low) / 2.0 * INNER);
    for (index, block) in blocks.iter_mut().enumerate().filter(|(_, block)| block.routed) {
        let all = (0..4).flat_map(|corner| [false, true].map(|to_right| Flown { corner, to_right }));
        let cost = |place: usize, flown: Flown| {
            let cloth = flown.cloth(block);
            let others = bodies.iter().enumerate().filter(|(other, _)| *other != index);
            let over: f32 =
                others.map(|(_, body)| shared(cloth, *body) + 10.0 * shared(cloth, inner(*body))).sum();
            over + 10.0 * shared(cloth, inner(bodies[index])) + 0.01 * place as f32
        };
        let priced = all.enumerate().map(|(place, flown)| (cost(place, flown), flown));
        let best = priced.min_by(|one, other| one.0.total_cmp(&other.0));
        block.flown = best.map_or(block.flown, |(_, flown)| flown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArmyColour, Emblem};
    use table::Pose;

    fn block(x: f32, y: f32, degrees: f32, routed: bool) -> Block {
        Block {
            badge: 27,
            strength: 5,
            start: 6,
            routed,
            ..Block::plain(0, ArmyColour::Blue, Emblem::Infantry, Pose::at(x, y, degrees), (2.0, 2.0))
        }
    }

    /// However it is turned, and whoever touches it on one of its sides or on all four.
    #[test]
    fn the_flag_of_a_rout_leaves_the_numbers_of_neighbours_clear() {
        let beside = [(-2.1, 0.0), (2.1, 0.0), (0.0, 2.1), (0.0, -2.1)];
        for degrees in [0.0, 90.0, 180.0, 270.0, 35.0] {
            let crowds = beside.iter().map(std::slice::from_ref).chain([&beside[..]]);
            for crowd in crowds {
                let mut blocks = vec![block(10.0, 10.0, degrees, true)];
                blocks.extend(crowd.iter().map(|(x, y)| block(10.0 + x, 10.0 + y, 0.0, false)));
                plant_flags(&mut blocks);
                let cloth = blocks[0].flown.cloth(&blocks[0]);
                for other in &blocks {
                    let number = spread(other.pose.at, Vec2::new(0.6, 0.5));
                    assert_eq!(shared(cloth, number), 0.0, "{degrees}, {crowd:?}: over {:?}", other.pose.at);
                }
            }
        }
        let mut alone = vec![block(10.0, 10.0, 0.0, true)];
        plant_flags(&mut alone);
        assert_eq!(alone[0].flown, Flown::default(), "where nobody is near it stands where it is looked for");
    }
}
