//! Every tolerance of the open table, in one place.
//!
//! Clause: `easy:0.2`. Units: inches, but for [`ANG`], which is in radians.

/// A gap at or under this is contact.
pub const TOUCH: f32 = 0.05;

/// The deepest overlap that is accepted, also with the table's edge and impassable ground.
pub const OVERLAP: f32 = 0.01;

/// Tolerance of all other comparisons of lengths.
pub const EPS: f32 = 0.001;

/// Tolerance of comparisons of directions: half a degree.
pub const ANG: f32 = 0.5 * std::f32::consts::PI / 180.0;

/// A shared length up to this, or a point this near to a corner, counts as the corner.
///
/// Hands place two stands to about an eighth of an inch: a stand put squarely before one enemy does not touch the next.
pub const GRAZE: f32 = 0.15;

/// Enemies whose distances from a mover differ by no more than this stand abreast of each other.
///
/// Two hands put two stands of a line 1/8" before or behind each other, and a degree and a half by which each is turned
/// brings the corner of the next stand nearly as much nearer again (`easy:II.C.4.2`).
///
/// It depends on players' hands, and on stands of two inches: it does not change with the scale.
pub const ABREAST: f32 = 0.25;

/// The cosine of 5°: edges turned from each other by no more belong to one front (`easy:II.C.4.2`).
pub(super) const ALIKE_COS: f32 = 0.996_194_7;

/// A verdict whose margin is smaller than this is reported as *close*: hands place stands no better.
pub const CLOSE: f32 = 1.0 / 16.0;

/// Is a measured length so near its limit that two players could honestly dispute it?
///
/// Clause: `easy:0.2`.
/// Ruling: [`CLOSE`] to either side, but on the near side never more than half the limit. Otherwise a limit as small as
/// [`TOUCH`] would make every contact a close call: stands pushed together squarely have no gap at all, and no hand puts them
/// nearer. So a gap is close from 0.025" to 0.1125", a range of 6" from 5.9375" to 6.0625".
pub fn is_close(x: f32, limit: f32) -> bool {
    if x > limit { x - limit < CLOSE } else { limit - x < CLOSE.min(limit / 2.0) }
}

/// What single-precision arithmetic may add to or take from a length that is exact on paper.
///
/// Only this is added to [`TOUCH`] and [`OVERLAP`], so that a gap of 0.05 written in a file is a contact.
pub const GRAIN: f32 = 2e-5;

/// Is a gap contact?
pub fn touching(gap: f32) -> bool {
    gap <= TOUCH + GRAIN
}

/// Is the depth more than the accepted overlap?
pub fn overlapping(depth: f32) -> bool {
    depth > OVERLAP + GRAIN
}

/// Is `x` within the inclusive limit? This is what "within" and "at" mean in the rules.
pub fn within(x: f32, limit: f32) -> bool {
    x <= limit + EPS
}

/// Is `x` the limit "or more"?
pub fn at_least(x: f32, limit: f32) -> bool {
    x >= limit - EPS
}

/// Does `x` pass the strict bound? A point flush with it does not.
pub fn beyond(x: f32, limit: f32) -> bool {
    x > limit + EPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touch_is_taken_as_it_stands() {
        assert!(touching(2.05 - 2.0));
        assert!(!touching(0.06));
        assert!(!touching(0.0502));
    }

    #[test]
    fn only_a_gap_that_can_be_disputed_is_close() {
        for (gap, close) in
            [(0.0, false), (0.02, false), (0.03, true), (0.05, true), (0.06, true), (0.12, false)]
        {
            assert_eq!(is_close(gap, TOUCH), close, "gap {gap}");
        }
        for (range, close) in [(5.9, false), (5.95, true), (6.0, true), (6.05, true), (6.1, false)] {
            assert_eq!(is_close(range, 6.0), close, "range {range}");
        }
        assert!(!is_close(0.0, 0.0));
    }

    #[test]
    fn inclusive_limits_are_widened_by_eps_only() {
        assert!(within(6.0009, 6.0));
        assert!(!within(6.002, 6.0));
        assert!(at_least(11.9991, 12.0));
        assert!(!beyond(1.0, 1.0));
    }
}
