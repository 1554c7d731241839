//! Directions in which a beaten stand may go.
//!
//! Clause: `easy:III.D-dir`. Degrees clockwise.

use glam::Vec2;

use super::free::turned;

/// The directions to try: the base direction, then 5° steps to 90° either side, the right hand first. Each is a deviation in
/// degrees (clockwise positive) and a unit vector.
pub fn fan(base: Vec2) -> impl Iterator<Item = (f32, Vec2)> {
    let base = base.normalize_or_zero();
    let steps = (1..=18).flat_map(|step| [step as f32 * 5.0, step as f32 * -5.0]);
    std::iter::once(0.0).chain(steps).map(move |degrees: f32| (degrees, turned(base, degrees.to_radians())))
}

/// Contact normals whose sum is shorter than this cancel each other.
const CANCEL: f32 = 0.02;

/// The sum of the contact normals, each from a winner to the loser, as a unit vector; `None` if they cancel.
///
/// Clause: `easy:III.D-dir`.
pub fn base_direction(normals: impl IntoIterator<Item = Vec2>) -> Option<Vec2> {
    let sum: Vec2 = normals.into_iter().sum();
    (sum.length() >= CANCEL).then(|| sum.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Heading;

    #[test]
    fn fan_opens_by_five_degrees_to_either_side() {
        let fan: Vec<(f32, Vec2)> = fan(Vec2::NEG_Y).collect();
        assert_eq!(fan.len(), 37);
        assert_eq!(fan[0].0, 0.0);
        assert_eq!((fan[1].0, fan[2].0, fan[36].0), (5.0, -5.0, -90.0));
        for (degrees, direction) in fan {
            let heading = Heading::from_degrees(180.0 + degrees);
            assert!(direction.distance(heading.forward()) < 1e-5);
        }
    }

    #[test]
    fn front_and_right_flank_beat_a_stand_back_to_its_left_rear() {
        // The winners stand north and east, so the normals point south and west.
        let base = base_direction([Vec2::NEG_Y, Vec2::NEG_X]).expect("they do not cancel");
        assert!((base * 3.0).distance(Vec2::new(-2.121, -2.121)) < 1e-3);
        assert_eq!(base_direction([Vec2::X, Vec2::NEG_X]), None);
        // Flankers a degree out of true between them push it nowhere.
        assert_eq!(base_direction([Vec2::X, turned(Vec2::NEG_X, 1.0_f32.to_radians())]), None);
        assert!(base_direction([Vec2::X, turned(Vec2::NEG_X, 1.2_f32.to_radians())]).is_some());
    }
}
