//! parry2d and our own arithmetic, held to each other and to what is exact: gaps, depths and touch of pairs as they come and
//! as hands place them, and slides up to gap 0.
//!
//! Exact is double precision: of numbers up to 200 some fifty operations err by less than 1e-12", a ten-thousandth of what
//! single precision leaves of the same question.
//!
//! Units: inches.

use glam::{DVec2, Vec2};
use parry2d::query::{ShapeCastOptions, cast_shapes};

use super::body::{Body, Quad};
use super::contact::{contact, is_graze, touches_really};
use super::measure::{are_touching, inches_apart, overlap_depth};
use super::pair::{QuadPair, own_signed_gap};
use super::path::Leg;
use super::pose::{Heading, Pose};
use super::sweep::{brushes, first_contact};
use super::tolerance::{GRAIN, OVERLAP, TOUCH, overlapping, touching};

/// What a pair may be told wrong by parry2d.
const PARRY_ERR: f64 = 2e-6;

/// What a pair may be told wrong by single precision in places of the table.
const OWN_ERR: f64 = 2e-5;

/// Pairs of each kind.
const PAIRS: usize = 100_000;

/// A rectangle in double precision: corners clockwise from the front left.
#[derive(Clone, Copy)]
struct Exact {
    points: [DVec2; 4],
    normals: [DVec2; 4],
}

impl Exact {
    fn of(quad: &Quad) -> Self {
        let (sin, cos) = f64::from(quad.pose.heading.radians()).sin_cos();
        let (right, forward) = (DVec2::new(cos, -sin), DVec2::new(sin, cos));
        let (u, v) = (right * f64::from(quad.half.x), forward * f64::from(quad.half.y));
        let at = quad.pose.at.as_dvec2();
        Self {
            points: [at - u + v, at + u + v, at + u - v, at - u - v],
            normals: [forward, right, -forward, -right],
        }
    }

    /// How far the other is beyond each edge of this one.
    fn beyond(&self, other: &Self) -> [f64; 4] {
        std::array::from_fn(|edge| {
            let off = |point: &DVec2| self.normals[edge].dot(*point - self.points[edge]);
            other.points.iter().map(off).fold(f64::INFINITY, f64::min)
        })
    }

    /// The gap, below 0 by the depth.
    fn signed_gap(&self, other: &Self) -> f64 {
        let separations = self.beyond(other).into_iter().chain(other.beyond(self));
        let separation = separations.fold(f64::NEG_INFINITY, f64::max);
        if separation <= 0.0 { separation } else { self.nearest_edge(other).min(other.nearest_edge(self)) }
    }

    /// From the corners of this one to the edges of the other, the least.
    fn nearest_edge(&self, other: &Self) -> f64 {
        let to_edge = |point: DVec2, edge: usize| {
            let (start, along) = (other.points[edge], other.points[(edge + 1) % 4] - other.points[edge]);
            let place = ((point - start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            point.distance(start + along * place)
        };
        let pairs = self.points.iter().flat_map(|point| (0..4).map(|edge| to_edge(*point, edge)));
        pairs.fold(f64::INFINITY, f64::min)
    }

    fn moved(&self, delta: DVec2) -> Self {
        Self { points: self.points.map(|point| point + delta), ..*self }
    }

    /// In which fractions of the slide this one lies deeper than `depth` in the other, or nearer than that where it is below 0.
    fn slide(&self, delta: DVec2, other: &Self, depth: f64) -> Option<(f64, f64)> {
        let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
        let theirs = other.beyond(self).into_iter().zip(other.normals.map(|normal| normal.dot(delta)));
        let own = self.beyond(other).into_iter().zip(self.normals.map(|normal| -normal.dot(delta)));
        for (separation, rate) in theirs.chain(own) {
            let slack = -depth - separation;
            if rate.abs() < 1e-15 {
                if slack <= 0.0 {
                    return None;
                }
            } else if rate < 0.0 {
                from = from.max(slack / rate);
            } else {
                to = to.min(slack / rate);
            }
        }
        (from < to).then_some((from, to))
    }
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    /// The next from `low` to `high` (splitmix64).
    fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let share = ((bits ^ (bits >> 31)) >> 40) as f32 / (1_u32 << 24) as f32;
        low + (high - low) * share
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.within(0.0, list.len() as f32) as usize).min(list.len() - 1)]
    }

    /// Stands have the sizes of the game.
    fn body(&mut self) -> Body {
        let (width, depth) = self.one_of(&[(2.0, 2.0), (1.0, 2.0), (1.5, 1.5), (0.75, 2.0), (2.0, 1.0)]);
        Body::single(width, depth)
    }

    /// Now and then on whole quarters of an inch, square to the table, as lists of armies have it.
    fn anywhere(&mut self) -> Pose {
        let at = Vec2::new(self.within(0.0, 72.0), self.within(0.0, 60.0));
        if self.within(0.0, 4.0) < 1.0 {
            let square = self.one_of(&[Heading::NORTH, Heading::EAST, Heading::SOUTH, Heading::WEST]);
            return Pose::new((at * 4.0).round() / 4.0, square);
        }
        Pose::new(at, Heading::from_degrees(self.within(0.0, 360.0)))
    }

    /// Two stands somewhere near each other.
    fn mixed(&mut self) -> (Quad, Quad) {
        let (one, other) = (self.body(), self.body());
        let here = self.anywhere();
        let way = Vec2::new(self.within(-4.0, 4.0), self.within(-4.0, 4.0));
        let there = Pose::new(here.at + way, Heading::from_degrees(self.within(0.0, 360.0)));
        (one.placed(here).quad(), other.placed(there).quad())
    }

    /// Two stands as hands place them: edge to edge, flush or corner on corner, square or a little out of true, with the gaps
    /// and overlaps that decide something.
    fn by_hand(&mut self) -> (Quad, Quad) {
        let (one, other) = (self.body(), self.body());
        let here = self.anywhere();
        let turn =
            self.one_of(&[0.0_f32, 90.0, 180.0, 270.0]) + self.one_of(&[0.0, 0.0, 0.3, -0.5, 1.5, 45.0]);
        let gap = self.one_of(&[0.0, 0.01, -0.01, 0.05, 0.02, -0.02, 0.049, 0.051, 0.04, 0.06]);
        let (half, size) = (one.parts()[0].half(), other.parts()[0].half());
        let (sin, cos) = turn.to_radians().sin_cos();
        let reach =
            Vec2::new(size.x * cos.abs() + size.y * sin.abs(), size.x * sin.abs() + size.y * cos.abs());
        let most = half.x + reach.x;
        let corner = most + self.one_of(&[0.0, -0.01, 0.01, 0.03, -0.1, -0.2]);
        let across = self.within(-most, most);
        let across = self.one_of(&[across, across, corner, -corner]);
        let at = here.to_table(Vec2::new(across, half.y + reach.y + gap));
        (one.placed(here).quad(), other.placed(Pose::new(at, here.heading.turned(turn.to_radians()))).quad())
    }
}

/// The largest errors, and verdicts that are wrong though the truth is farther from the limit than `margin`.
#[derive(Debug, Default)]
struct Verdicts {
    worst: f64,
    wrong: usize,
}

impl Verdicts {
    fn hold(&mut self, signed: f32, exact: f64, margin: f64) {
        self.worst = self.worst.max((f64::from(signed) - exact).abs());
        self.verdict(touching(signed), exact, f64::from(TOUCH + GRAIN), margin);
        self.verdict(overlapping(-signed), exact, -f64::from(OVERLAP + GRAIN), margin);
    }

    /// Is it said to be at or below the limit, as it is?
    fn verdict(&mut self, said: bool, exact: f64, limit: f64, margin: f64) {
        self.wrong += usize::from((exact - limit).abs() > margin && said != (exact <= limit));
    }
}

#[test]
fn gap_depth_and_touch_are_exact_of_many_pairs_as_they_come_and_as_hands_place_them() {
    for (kind, by_hand) in [("mixed", false), ("by hand", true)] {
        let mut numbers = Numbers(7);
        let (mut parry, mut own, mut touch) = (Verdicts::default(), Verdicts::default(), 0);
        for _ in 0..PAIRS {
            let (a, b) = if by_hand { numbers.by_hand() } else { numbers.mixed() };
            let exact = Exact::of(&a).signed_gap(&Exact::of(&b));
            let pair = QuadPair::of(&a, &b);
            parry.hold(pair.signed_gap(), exact, PARRY_ERR);
            parry.verdict(pair.touches(), exact, f64::from(TOUCH + GRAIN), PARRY_ERR);
            parry.verdict(pair.overlaps(), exact, 0.0, PARRY_ERR);
            own.hold(own_signed_gap(&a, &b), exact, OWN_ERR);
            touch += usize::from(pair.touches());
            assert_eq!(pair.touches(), touching(pair.gap()), "{a:?} {b:?}");
        }
        assert!(touch > PAIRS / 10, "{touch} {kind} touch");
        assert_eq!((parry.wrong, own.wrong), (0, 0), "{kind}");
        assert!(parry.worst < PARRY_ERR && own.worst < OWN_ERR, "{kind}: {parry:?} {own:?}");
    }
}

/// What is closer to a limit than this, in inches, either way is right.
const HAIR: f64 = 1e-4;

/// What a slide may err by along its way, in inches.
const SLIDE_ERR: f64 = 1e-3;

/// A slide of the one toward the other, in double precision.
struct Slide {
    a: Exact,
    b: Exact,
    delta: DVec2,
}

impl Slide {
    /// The first fraction at which the two meet: some, surely none, or nothing where it is a matter of a hair.
    fn meets(&self) -> Option<Option<f64>> {
        let within =
            |depth| self.a.slide(self.delta, &self.b, depth).filter(|(from, to)| *from <= 1.0 && *to >= 0.0);
        match (within(HAIR), within(0.0), within(-HAIR)) {
            (Some(_), Some((from, _)), _) => Some(Some(from)),
            (_, _, None) => Some(None),
            _ => None,
        }
    }

    /// The gap after this fraction.
    fn gap(&self, t: f64) -> f64 {
        self.a.moved(self.delta * t).signed_gap(&self.b)
    }

    /// The first fraction at which they are so near; as [`Slide::meets`].
    fn comes_within(&self, limit: f64) -> Option<Option<f64>> {
        let gap = |t: f64| self.gap(t);
        // The gap of a slide is convex: its least is found by thirds, and before that it falls.
        let (mut low, mut high) = (0.0, 1.0);
        if let Some((from, _)) =
            self.a.slide(self.delta, &self.b, 0.0).filter(|(from, to)| *from <= 1.0 && *to > 0.0)
        {
            high = from;
        } else {
            for _ in 0..60 {
                let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if gap(one) <= gap(other) { high = other } else { low = one }
            }
        }
        let least = gap(high);
        if least > limit + HAIR {
            return Some(None);
        }
        if least > limit - HAIR {
            return None;
        }
        let (mut before, mut after) = (0.0, high);
        for _ in 0..50 {
            let middle = f64::midpoint(before, after);
            if gap(middle) <= limit { after = middle } else { before = middle }
        }
        Some(Some(after))
    }
}

/// What a slide was said to meet.
#[derive(Debug, Default)]
struct Slid {
    /// How far the gap is from the limit where the limit is said to be reached.
    worst_gap: f64,
    /// By more than [`SLIDE_ERR`] along the way.
    off: usize,
    missed: usize,
    invented: usize,
}

impl Slid {
    fn hold(&mut self, said: Option<f32>, exact: Option<f64>, slide: &Slide, limit: f64) {
        match (said, exact) {
            (Some(said), Some(exact)) => {
                let said = f64::from(said);
                let off = (said - exact).abs() * slide.delta.length();
                // Who nears the other by a hair an inch is as near there as single precision can tell.
                let is_there = (slide.gap(said) - limit).abs() <= OWN_ERR + f64::from(GRAIN);
                self.worst_gap = self.worst_gap.max((slide.gap(said) - limit).abs());
                self.off += usize::from(off > SLIDE_ERR && !is_there);
            }
            (None, Some(_)) => self.missed += 1,
            (Some(_), None) => self.invented += 1,
            (None, None) => {}
        }
    }

    fn wrong(&self) -> usize {
        self.off + self.missed + self.invented
    }
}

/// parry2d's answer: the first fraction at which the first, sliding, is so near to the second.
fn cast(a: &Quad, b: &Quad, delta: Vec2, target_distance: f32) -> Option<f32> {
    let options =
        ShapeCastOptions { max_time_of_impact: 1.0, target_distance, ..ShapeCastOptions::default() };
    let there = Pose::new(b.pose.at - a.pose.at, b.pose.heading).to_parry();
    let here = Pose::new(Vec2::ZERO, a.pose.heading).to_parry();
    let hit = cast_shapes(&here, delta, &a.cuboid(), &there, Vec2::ZERO, &b.cuboid(), options);
    hit.expect("cuboids are supported").map(|hit| hit.time_of_impact)
}

/// Slides of pairs that begin out of touch: half of them any way, half straight along an edge of one of the two.
fn slides(count: usize) -> impl Iterator<Item = (Quad, Quad, Vec2)> {
    let mut numbers = Numbers(11);
    std::iter::repeat_with(move || {
        let (a, b) = if numbers.within(0.0, 1.0) < 0.5 { numbers.mixed() } else { numbers.by_hand() };
        let way = Heading::from_degrees(numbers.within(0.0, 360.0));
        let way = numbers.one_of(&[way, way, a.pose.heading, a.pose.heading.reversed(), b.pose.heading]);
        // A stand that is placed by hand is taken back first.
        let back = numbers.within(0.0, 4.0);
        let length = numbers.within(0.5, 9.0);
        let a = Quad { pose: a.pose.moved(-way.forward() * back), ..a };
        (a, b, way.forward() * length)
    })
    .filter(|(a, b, _)| Exact::of(a).signed_gap(&Exact::of(b)) > f64::from(TOUCH) + 1e-3)
    .take(count)
}

#[test]
fn a_slide_to_gap_0_is_where_exact_arithmetic_has_it() {
    let (mut parry, mut own, mut aside, mut hits) = (Slid::default(), Slid::default(), 0, 0);
    for (a, b, delta) in slides(PAIRS) {
        let slide = Slide { a: Exact::of(&a), b: Exact::of(&b), delta: delta.as_dvec2() };
        let Some(exact) = slide.meets() else {
            aside += 1;
            continue;
        };
        hits += usize::from(exact.is_some());
        parry.hold(cast(&a, &b, delta, 0.0), exact, &slide, 0.0);
        let met = first_contact(&body_of(&a), a.pose, Leg::Slide(delta), body_of(&b).placed(b.pose));
        own.hold(met, exact, &slide, 0.0);
    }
    assert!(hits > PAIRS / 4 && aside < PAIRS / 50, "{hits} meet, {aside} by a hair");
    assert!(own.wrong() == 0 && own.worst_gap < OWN_ERR, "{own:?}");
    // 12 off by up to 0.005" and one invented where this was written. Once there are none, `sweep` can ask parry2d.
    assert!(parry.wrong() > 0, "parry2d holds slides to gap 0 to {SLIDE_ERR}\" now: {parry:?}");
}

#[test]
fn a_slide_to_within_touch_is_where_exact_arithmetic_has_it() {
    let (mut parry, mut own, mut aside, mut hits) = (Slid::default(), Slid::default(), 0, 0);
    for (a, b, delta) in slides(PAIRS / 5) {
        let slide = Slide { a: Exact::of(&a), b: Exact::of(&b), delta: delta.as_dvec2() };
        let Some(exact) = slide.comes_within(f64::from(TOUCH)) else {
            aside += 1;
            continue;
        };
        hits += usize::from(exact.is_some());
        parry.hold(cast(&a, &b, delta, TOUCH), exact, &slide, f64::from(TOUCH));
        let met = brushes(&body_of(&a), a.pose, Leg::Slide(delta), body_of(&b).placed(b.pose));
        own.hold(met, exact, &slide, f64::from(TOUCH));
    }
    assert!(hits > PAIRS / 20 && aside < PAIRS / 100, "{hits} touch, {aside} by a hair");
    assert!(own.wrong() == 0 && own.worst_gap < OWN_ERR + f64::from(GRAIN), "{own:?}");
    // 24 off by up to 0.05", 3 missed and 3 invented where this was written.
    assert!(parry.wrong() > 0, "parry2d holds slides to a distance to {SLIDE_ERR}\" now: {parry:?}");
}

/// The body whose only rectangle it is.
fn body_of(quad: &Quad) -> Body {
    Body::single(quad.half.x * 2.0, quad.half.y * 2.0)
}

proptest::proptest! {
    #[test]
    fn own_and_parry_agree(
        x in 0.0f32..72.0, y in 0.0f32..60.0, one in 0.0f32..360.0, other in 0.0f32..360.0,
        dx in -4.0f32..4.0, dy in -4.0f32..4.0, w in 0.5f32..3.0, d in 0.5f32..3.0,
    ) {
        let (a, b) = (Body::single(2.0, 2.0), Body::single(w, d));
        let (a, b) = (a.placed(Pose::at(x, y, one)), b.placed(Pose::at(x + dx, y + dy, other)));
        agree(a.quad(), b.quad());
        let own = own_signed_gap(&a.quad(), &b.quad());
        proptest::prop_assert!((inches_apart(a, b) - overlap_depth(a, b) - own).abs() < OWN_ERR as f32);
        proptest::prop_assert_eq!(are_touching(a, b), QuadPair::of(&a.quad(), &b.quad()).touches());
    }

    #[test]
    fn own_and_parry_agree_where_hands_have_put_them(seed: u64) {
        let (a, b) = Numbers(seed).by_hand();
        agree(a, b);
    }
}

/// Own and parry2d's gap, depth and verdicts are the same, either way round, but for rounding; contact and graze go by them.
fn agree(a: Quad, b: Quad) {
    let (own, pair, back) = (own_signed_gap(&a, &b), QuadPair::of(&a, &b), QuadPair::of(&b, &a));
    let told = pair.signed_gap();
    assert!(f64::from((told - own).abs()) < OWN_ERR, "{told} and own {own}: {a:?} {b:?}");
    assert!(f64::from((told - back.signed_gap()).abs()) < PARRY_ERR, "{a:?} {b:?}");
    assert!(pair.gap() == 0.0 || pair.depth() == 0.0, "{a:?} {b:?}");
    let clear = |limit: f32| f64::from((own - limit).abs()) > OWN_ERR;
    assert!(!clear(TOUCH + GRAIN) || pair.touches() == touching(own), "{told} and own {own}: {a:?} {b:?}");
    assert!(!clear(0.0) || pair.overlaps() == (own < 0.0), "{told} and own {own}: {a:?} {b:?}");
    assert_eq!(contact(a, b).is_some(), pair.touches(), "{a:?} {b:?}");
    assert_eq!(touches_really(&a, &b), pair.touches() && !is_graze(&a, &b), "{a:?} {b:?}");
}
