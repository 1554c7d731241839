//! Events of some time: arrows for moves, and crosses for fighting. Units: inches.

use glam::Vec2;

use super::mark::{ArmyColour, Ink, Length, Mark, Pen};

/// Shortest move shown as an arrow: the head of a shorter one would be longer than the move.
pub const SHORTEST_ARROW: f32 = 0.6;

/// An arrow from the old to the new place of a stand, in the colour of its army.
///
/// ```text
///                      |\
///   tail  -------------  \   tip
///         -------------  /
///                      |/
/// ```
pub fn arrow_marks(from: Vec2, to: Vec2, colour: ArmyColour) -> Vec<Mark> {
    let long = from.distance(to);
    if long < SHORTEST_ARROW {
        return Vec::new();
    }
    let way = (to - from) / long;
    let side = way.perp();
    let head = (long * 0.4).min(0.9);
    let (shaft, barb) = (head * 0.16, head * 0.44);
    let neck = to - way * head;
    let outline = [
        from + side * shaft,
        neck + side * shaft,
        neck + side * barb,
        to,
        neck - side * barb,
        neck - side * shaft,
        from - side * shaft,
    ];
    vec![
        Mark::ring(outline, Pen::fine(Ink::Halo, 3.6)),
        Mark::fill(outline, Ink::Block(colour)),
        // A white arrow on pale ground is seen by its edge.
        Mark::ring(outline, Pen::fine(Ink::Frame(colour), 1.4)),
    ]
}

/// The sign of a fight: crossed blades over a halo.
pub fn fight_marks(at: Vec2) -> Vec<Mark> {
    let arm = Vec2::new(0.46, 0.46);
    let blades = [[at - arm, at + arm], [at - arm * Vec2::new(1.0, -1.0), at + arm * Vec2::new(1.0, -1.0)]];
    let pens = [(Ink::Halo, 0.34, 5.4), (Ink::Attack, 0.16, 2.6)];
    let strokes = pens.into_iter().flat_map(|(ink, inches, least)| {
        let pen = Pen::new(ink, Length::inches(inches).between(least, least * 2.0));
        blades.map(|blade| Mark::line(blade, pen))
    });
    strokes.collect()
}

/// Places within this many inches of each other count as one.
const APART: f32 = 1.6;

/// The places of fights, each once: continued fights at a place do not count again.
pub fn told_once(places: impl IntoIterator<Item = Vec2>) -> Vec<Vec2> {
    let mut told: Vec<Vec2> = Vec::new();
    for place in places {
        if told.iter().all(|other| other.distance(place) > APART) {
            told.push(place);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_ends_where_they_stand_and_none_is_drawn_for_a_step() {
        let (from, to) = (Vec2::new(2.0, 3.0), Vec2::new(10.0, 3.0));
        let marks = arrow_marks(from, to, ArmyColour::Blue);
        let Some(Mark::Fill { polygon, .. }) = marks.get(1) else { panic!("an arrow is filled: {marks:?}") };
        assert!(polygon.iter().all(|point| point.x <= to.x && point.x >= from.x));
        assert!(polygon.contains(&to), "its tip");
        assert!(arrow_marks(from, from + Vec2::new(0.3, 0.2), ArmyColour::Blue).is_empty());
    }

    #[test]
    fn a_fight_that_goes_on_is_one_fight() {
        let places = [(3.0, 3.0), (3.5, 3.2), (9.0, 3.0), (9.1, 2.0)].map(Vec2::from);
        assert_eq!(told_once(places), [places[0], places[2]]);
    }
}
