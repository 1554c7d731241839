//! Where a stand is and which way it faces.

use std::cell::Cell;
use std::f32::consts::{PI, TAU};
use std::fmt;

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A direction in the plane: radians clockwise from north, kept within `0..TAU`.
///
/// Serialised in degrees for people; with all digits in formats that people do not read.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
pub struct Heading(f32);

impl Heading {
    pub const NORTH: Self = Self(0.0);
    pub const EAST: Self = Self(PI / 2.0);
    pub const SOUTH: Self = Self(PI);
    pub const WEST: Self = Self(PI * 1.5);

    /// From radians clockwise from north; any number of turns.
    pub fn from_radians(radians: f32) -> Self {
        let wrapped = radians.rem_euclid(TAU);
        Self(if wrapped >= TAU { 0.0 } else { wrapped })
    }

    /// From degrees clockwise from north.
    pub fn from_degrees(degrees: f32) -> Self {
        Self::from_radians(degrees.rem_euclid(360.0).to_radians())
    }

    /// The heading of a vector; north for the null vector.
    pub fn of(direction: Vec2) -> Self {
        if direction.length_squared() == 0.0 {
            return Self::NORTH;
        }
        Self::from_radians(libm_atan2(direction.x, direction.y))
    }

    pub fn radians(self) -> f32 {
        self.0
    }

    /// Degrees clockwise from north, `0..360`.
    pub fn degrees(self) -> f32 {
        self.0.to_degrees()
    }

    /// Degrees clockwise from north, with as few digits as [`Heading::from_exact_degrees`] needs to restore this very heading.
    pub fn exact_degrees(self) -> f64 {
        let degrees = f64::from(self.0).to_degrees();
        let tens = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
        let rounded = tens.into_iter().map(|ten: f64| (degrees * ten).round() / ten);
        rounded.into_iter().find(|short| Self::from_exact_degrees(*short) == self).unwrap_or(degrees)
    }

    /// From the result of [`Heading::exact_degrees`].
    pub fn from_exact_degrees(degrees: f64) -> Self {
        Self::from_radians(degrees.rem_euclid(360.0).to_radians() as f32)
    }

    /// The unit vector this way.
    pub fn forward(self) -> Vec2 {
        let (sin, cos) = sin_cos(self.0);
        Vec2::new(sin, cos)
    }

    /// The unit vector to the right of this way.
    pub fn right(self) -> Vec2 {
        let (sin, cos) = sin_cos(self.0);
        Vec2::new(cos, -sin)
    }

    /// The unit vectors to the right and forward, computed together.
    pub fn axes(self) -> (Vec2, Vec2) {
        let (sin, cos) = sin_cos(self.0);
        (Vec2::new(cos, -sin), Vec2::new(sin, cos))
    }

    /// This heading turned clockwise by `radians` (negative: anticlockwise).
    #[must_use]
    pub fn turned(self, radians: f32) -> Self {
        Self::from_radians(self.0 + radians)
    }

    /// The opposite heading.
    #[must_use]
    pub fn reversed(self) -> Self {
        self.turned(PI)
    }

    /// The turn from this heading to `other`, the short way: `-PI..=PI`, clockwise positive.
    pub fn turn_to(self, other: Self) -> f32 {
        let turn = (other.0 - self.0).rem_euclid(TAU);
        if turn > PI { turn - TAU } else { turn }
    }

    /// The unsigned angle between two headings, `0..=PI`.
    pub fn angle_to(self, other: Self) -> f32 {
        self.turn_to(other).abs()
    }
}

/// Number of angles kept with their sines and cosines: a few hundred stands have few different headings.
const KNOWN: usize = 512;

thread_local! {
    /// Indexed by the highest bits of a product of the angle's bits: angle, sine and cosine. NaN marks an empty place.
    static ANGLES: [Cell<[f32; 3]>; KNOWN] = const { [const { Cell::new([f32::NAN; 3]) }; KNOWN] };
}

/// Sine and cosine from one portable implementation, so that a game replays identically on every machine.
pub fn sin_cos(radians: f32) -> (f32, f32) {
    let bits = radians.to_bits();
    let place = (bits.wrapping_mul(0x9E37_79B1) >> (32 - KNOWN.ilog2())) as usize;
    ANGLES.with(|angles| {
        let [known, sin, cos] = angles[place].get();
        if known.to_bits() == bits {
            return (sin, cos);
        }
        let (sin, cos) = (libm::sinf(radians), libm::cosf(radians));
        angles[place].set([radians, sin, cos]);
        (sin, cos)
    })
}

/// Arc tangent from the same portable implementation.
pub fn libm_atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.point())
    }
}

impl Serialize for Heading {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_f32(self.degrees())
        } else {
            serializer.serialize_f64(self.exact_degrees())
        }
    }
}

impl<'de> Deserialize<'de> for Heading {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Ok(Self::from_degrees(f32::deserialize(deserializer)?))
        } else {
            Ok(Self::from_exact_degrees(f64::deserialize(deserializer)?))
        }
    }
}

/// Farthest place from the origin, in inches: one farther away is a typing mistake.
const FARTHEST: f32 = 10_000.0;

/// A place and a heading on the table: the centre in inches, and the direction of the front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    pub at: Vec2,
    pub heading: Heading,
}

impl Pose {
    pub const fn new(at: Vec2, heading: Heading) -> Self {
        Self { at, heading }
    }

    /// Centre at (`x`, `y`) inches, heading in degrees clockwise from north.
    pub fn at(x: f32, y: f32, degrees: f32) -> Self {
        Self::new(Vec2::new(x, y), Heading::from_degrees(degrees))
    }

    /// The point on the table of local `(u, v)`: u to the right, v forward, from the centre.
    pub fn to_table(self, local: Vec2) -> Vec2 {
        let (right, forward) = self.heading.axes();
        self.at + right * local.x + forward * local.y
    }

    /// The local `(u, v)` of a point on the table.
    pub fn to_local(self, point: Vec2) -> Vec2 {
        let d = point - self.at;
        let (right, forward) = self.heading.axes();
        Vec2::new(d.dot(right), d.dot(forward))
    }

    /// This pose moved by `delta` inches on the table.
    #[must_use]
    pub fn moved(self, delta: Vec2) -> Self {
        Self::new(self.at + delta, self.heading)
    }

    /// This pose turned clockwise by `radians` about the local point `pivot`.
    #[must_use]
    pub(super) fn turned_about(self, pivot: Vec2, radians: f32) -> Self {
        let hinge = self.to_table(pivot);
        let turned = Self::new(self.at, self.heading.turned(radians));
        let drift = hinge - turned.to_table(pivot);
        turned.moved(drift)
    }

    /// Is it a valid pose: finite numbers, no farther from the origin than any table reaches?
    pub fn is_finite(self) -> bool {
        self.at.is_finite() && self.at.abs().max_element() <= FARTHEST && self.heading.0.is_finite()
    }

    /// This pose for parry2d (anticlockwise from the x axis, local x to the right).
    pub fn to_parry(self) -> parry2d::math::Pose {
        let (sin, cos) = sin_cos(self.heading.0);
        let rotation = parry2d::math::Rotation::from_cos_sin_unchecked(cos, -sin);
        parry2d::math::Pose::from_parts(self.at, rotation)
    }
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.2}, {:.2}) facing {}", self.at.x, self.at.y, self.heading.exactly())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_degrees_lead_back_to_the_same_heading() {
        let headings = (0..200_000).map(|step| Heading::from_radians(step as f32 * 0.000_031_7));
        for heading in headings.chain([0.0_f32, 45.0, 90.0, 359.999_97].map(Heading::from_degrees)) {
            assert_eq!(Heading::from_exact_degrees(heading.exact_degrees()), heading);
        }
        assert_eq!(Heading::from_degrees(112.5).exact_degrees(), 112.5);
        assert!(Heading::from_exact_degrees(1e300).radians().is_finite());
    }

    #[test]
    fn sines_that_are_kept_are_those_of_the_angle() {
        // Far more angles than are kept, there and back.
        let angles = || (-20_000..20_000).map(|step| step as f32 * 0.000_7);
        for angle in angles().chain(angles().rev()).chain([0.0, -0.0, f32::NAN, f32::INFINITY]) {
            let ((sin, cos), bare) = (sin_cos(angle), (libm::sinf(angle), libm::cosf(angle)));
            let alike = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
            assert!(alike(sin, bare.0) && alike(cos, bare.1), "{angle}: {sin} {cos}");
        }
    }
}
