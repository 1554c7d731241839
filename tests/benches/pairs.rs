//! Our own arithmetic and parry2d beside each other, on pairs of stands as they come and as hands place them; every part asserts
//! its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench pairs` prints a table first: of each question what a pair takes either way, least of
//! five passes, and how often the two differ. `-- none` stops after the table. What exact arithmetic says of both is
//! counted by the tests of `table::pair_check`; what follows from the figures stands in the architecture.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

use std::f32::consts::{FRAC_PI_2, PI};
use std::time::Instant;

use divan::{Bencher, black_box};
use parry2d::bounding_volume::Aabb;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::details::contact_cuboid_cuboid;
use parry2d::query::{NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use table::contact::contact;
use table::pair::{QuadPair, own_depth, own_signed_gap};
use table::sweep::{first_contact, first_overlap};
use table::tolerance::{EPS, TOUCH, touching};
use table::{Body, Heading, Leg, Pieces, Pose, Quad, Vec2};

/// Pairs of each kind.
const PAIRS: usize = 100_000;

/// Pairs that slides and wheels are tried with.
const LEGS: usize = 100_000;

/// What our own arithmetic, in places of the table, may err by, in inches.
const ROUNDING: f32 = 3e-5;

const KINDS: [&str; 2] = ["mixed", "by hand"];

fn main() {
    for kind in KINDS {
        let pairs = pairs(kind, PAIRS);
        compare_gaps(kind, &pairs);
        compare_depths(kind, &pairs);
        compare_touches(kind, &pairs);
        tell_contacts(kind, &pairs);
        tell_contact_queries(kind, &pairs);
    }
    compare_slides();
    compare_wheels();
    compare_neighbours();
    divan::main();
}

/// Stands of the game's sizes near each other: turned as it comes, or edge to edge as hands place them, a little out of true, with
/// the gaps and overlaps that decide something.
fn pairs(kind: &str, count: usize) -> Vec<(Quad, Quad)> {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    let sizes = [(2.0, 2.0), (1.0, 2.0), (1.5, 1.5), (0.75, 2.0)];
    let gaps = [0.0, 0.01, -0.01, 0.05, 0.02, -0.02, 0.049, 0.051, 0.04, 0.06];
    let tilts = [0.0_f32, 0.0, 0.3, -0.5, 1.5, 45.0];
    let pair = |_| {
        let [one, other] = [0; 2].map(|_| sizes[dice.random_range(0..sizes.len())]);
        let [one, other] = [one, other].map(|(width, depth)| Body::single(width, depth));
        let place = Vec2::new(dice.random_range(0.0..72.0), dice.random_range(0.0..60.0));
        let here = Pose::new(place, Heading::from_degrees(dice.random_range(0.0..360.0)));
        let (half, size) = (one.parts()[0].half(), other.parts()[0].half());
        let there = if kind == "mixed" {
            let way = Vec2::new(dice.random_range(-4.0..4.0), dice.random_range(-4.0..4.0));
            Pose::new(place + way, Heading::from_degrees(dice.random_range(0.0..360.0)))
        } else {
            let quarters = dice.random_range(0..4) as f32;
            let turn = quarters * FRAC_PI_2 + tilts[dice.random_range(0..tilts.len())].to_radians();
            let (sin, cos) = (turn.sin().abs(), turn.cos().abs());
            let reach = Vec2::new(size.x * cos + size.y * sin, size.x * sin + size.y * cos);
            let across = dice.random_range(-1.05..1.05) * (half.x + reach.x);
            let ahead = half.y + reach.y + gaps[dice.random_range(0..gaps.len())];
            Pose::new(here.to_table(Vec2::new(across, ahead)), here.heading.turned(turn))
        };
        (one.placed(here).quad(), other.placed(there).quad())
    };
    (0..count).map(pair).collect()
}

/// What one takes in nanoseconds: the least of five passes over all.
fn time<T, R>(all: &[T], ask: impl Fn(&T) -> R) -> f64 {
    let pass = |_| {
        let begun = Instant::now();
        for one in all {
            black_box(ask(black_box(one)));
        }
        begun.elapsed().as_secs_f64() * 1e9 / all.len() as f64
    };
    (0..5).map(pass).fold(f64::INFINITY, f64::min)
}

fn tell(what: &str, kind: &str, own: f64, parry: f64, differ: &str) {
    println!("{what:<10} {kind:<8} own {own:>7.0} ns  parry2d {parry:>7.0} ns  {differ}");
}

fn compare_gaps(kind: &str, pairs: &[(Quad, Quad)]) {
    let own = |(a, b): &(Quad, Quad)| own_signed_gap(a, b).max(0.0);
    let parry = |(a, b): &(Quad, Quad)| QuadPair::of(a, b).gap();
    let most = pairs.iter().map(|pair| (own(pair) - parry(pair)).abs()).fold(0.0, f32::max);
    assert!(most < ROUNDING, "gaps differ by {most}");
    tell("gap", kind, time(pairs, own), time(pairs, parry), &format!("by {most:.1e}\" at most"));
}

fn compare_depths(kind: &str, pairs: &[(Quad, Quad)]) {
    let own = |(a, b): &(Quad, Quad)| own_depth(a, b);
    let parry = |(a, b): &(Quad, Quad)| QuadPair::of(a, b).depth();
    let most = pairs.iter().map(|pair| (own(pair) - parry(pair)).abs()).fold(0.0, f32::max);
    assert!(most < ROUNDING, "depths differ by {most}");
    tell("depth", kind, time(pairs, own), time(pairs, parry), &format!("by {most:.1e}\" at most"));
}

fn compare_touches(kind: &str, pairs: &[(Quad, Quad)]) {
    let own = |(a, b): &(Quad, Quad)| touching(own_signed_gap(a, b));
    let parry = |(a, b): &(Quad, Quad)| QuadPair::of(a, b).touches();
    let clear = |(a, b): &&(Quad, Quad)| (own_signed_gap(a, b) - TOUCH).abs() > 2.0 * ROUNDING;
    let differ = pairs.iter().filter(clear).filter(|pair| own(pair) != parry(pair)).count();
    assert_eq!(differ, 0, "verdicts of touch");
    let words = format!("{differ} of {} verdicts differ", pairs.len());
    tell("touch", kind, time(pairs, own), time(pairs, parry), &words);
}

/// What touches what, which is ours, where parry2d says that anything does.
fn tell_contacts(kind: &str, pairs: &[(Quad, Quad)]) {
    let ask = |(a, b): &(Quad, Quad)| contact(*a, *b);
    let touch: Vec<(Quad, Quad)> = pairs.iter().copied().filter(|pair| ask(pair).is_some()).collect();
    assert!(touch.iter().all(|(a, b)| QuadPair::of(a, b).touches()) && touch.len() > pairs.len() / 10);
    let (all, some) = (time(pairs, ask), time(&touch, ask));
    println!("contact    {kind:<8} {all:>7.0} ns a pair, {some:.0} ns of the {} that touch", touch.len());
}

/// How often parry2d's contact of two cuboids, which nothing asks, is silent or more than 1e-3" off where two are within touch.
fn tell_contact_queries(kind: &str, pairs: &[(Quad, Quad)]) {
    let found = |(a, b): &(Quad, Quad)| {
        let between = a.pose.to_parry().inv_mul(&b.pose.to_parry());
        contact_cuboid_cuboid(&between, &a.cuboid(), &b.cuboid(), 2.0 * TOUCH).map(|found| found.dist)
    };
    let touch = pairs.iter().filter(|(a, b)| QuadPair::of(a, b).touches());
    let (mut silent, mut off, mut count) = (0, 0, 0);
    for pair in touch {
        count += 1;
        match found(pair) {
            None => silent += 1,
            Some(dist) => off += usize::from((dist - own_signed_gap(&pair.0, &pair.1)).abs() > 1e-3),
        }
    }
    assert!(silent + off > 0, "contact_cuboid_cuboid is right of all {count}");
    println!("contact_cuboid_cuboid {kind}: of {count} within touch silent of {silent}, off of {off}");
}

/// A stand, the leg it goes, and whom it may meet.
struct Going {
    mover: Quad,
    body: Body,
    leg: Leg,
    other: Quad,
    other_body: Body,
}

/// Legs of pairs that begin clearly out of touch: those as hands place them are taken back first, some way against `leg`'s.
fn legs(leg: impl Fn(&mut ChaCha8Rng, &Quad, &Quad) -> Leg) -> Vec<Going> {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let mut all = Vec::new();
    for kind in KINDS {
        for (mut a, b) in pairs(kind, LEGS / 2) {
            let leg = leg(&mut dice, &a, &b);
            if let Leg::Slide(delta) = leg {
                a.pose = a.pose.moved(-delta.normalize_or_zero() * dice.random_range(0.0..4.0));
            }
            if own_signed_gap(&a, &b) > TOUCH + EPS {
                all.push(Going { body: body_of(&a), other_body: body_of(&b), mover: a, leg, other: b });
            }
        }
    }
    all
}

fn body_of(quad: &Quad) -> Body {
    Body::single(quad.half.x * 2.0, quad.half.y * 2.0)
}

fn own_contact(going: &Going) -> Option<f32> {
    let there = going.other_body.placed(going.other.pose);
    first_contact(&going.body, going.mover.pose, going.leg, there)
}

/// Surely met: it goes deeper in than a hair.
fn goes_in(going: &Going) -> bool {
    let there = going.other_body.placed(going.other.pose);
    first_overlap(&going.body, going.mover.pose, going.leg, there).is_some()
}

fn parry_slide(Going { mover: a, leg, other: b, .. }: &Going) -> Option<f32> {
    let Leg::Slide(delta) = leg else { return None };
    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
    let (here, there) = (a.pose.to_parry(), b.pose.to_parry());
    let hit = cast_shapes(&here, *delta, &a.cuboid(), &there, Vec2::ZERO, &b.cuboid(), options);
    hit.expect("cuboids are supported").map(|hit| hit.time_of_impact)
}

fn parry_wheel(Going { mover: a, leg, other: b, .. }: &Going) -> Option<f32> {
    let Leg::Turn { pivot, angle } = leg else { return None };
    let turning = NonlinearRigidMotion::new(a.pose.to_parry(), *pivot, Vec2::ZERO, -angle);
    let still = NonlinearRigidMotion::constant_position(b.pose.to_parry());
    let hit = cast_shapes_nonlinear(&turning, &a.cuboid(), &still, &b.cuboid(), 0.0, 1.0, true);
    hit.expect("cuboids are supported").map(|hit| hit.time_of_impact)
}

/// How often parry2d misses what is surely met, how often it is more than 1e-3" off along the way, and by how much at most.
fn off(legs: &[Going], parry: impl Fn(&Going) -> Option<f32>) -> (usize, usize, usize, f32) {
    let (mut met, mut missed, mut off, mut most) = (0, 0, 0, 0.0_f32);
    for going in legs.iter().filter(|going| goes_in(going)) {
        let Some(own) = own_contact(going) else { continue };
        met += 1;
        match parry(going) {
            None => missed += 1,
            Some(said) => {
                let inches = (said - own).abs() * going.leg.length(&going.body);
                off += usize::from(inches > 1e-3);
                most = most.max(inches);
            }
        }
    }
    (met, missed, off, most)
}

fn compare_slides() {
    // Half of them any way, half straight along an edge of one of the two, as stands go.
    let slides = legs(|dice, mover, other| {
        let any = Heading::from_degrees(dice.random_range(0.0..360.0));
        let ways = [any, any, any, mover.pose.heading, mover.pose.heading.reversed(), other.pose.heading];
        Leg::Slide(ways[dice.random_range(0..ways.len())].forward() * dice.random_range(0.5..9.0))
    });
    let (met, missed, off, most) = off(&slides, parry_slide);
    assert!(met > LEGS / 10, "{met} slides meet anybody");
    let words = format!("of {met} met {missed} missed, {off} off by more than 1e-3\", {most:.4}\" at most");
    tell("slide", "to gap 0", time(&slides, own_contact), time(&slides, parry_slide), &words);
}

fn compare_wheels() {
    let wheels = legs(|dice, stand, _| {
        let hand = if dice.random_bool(0.5) { 1.0 } else { -1.0 };
        Leg::Turn { pivot: stand.half * Vec2::new(hand, 1.0), angle: hand * dice.random_range(0.1..PI) }
    });
    let (met, missed, off, most) = off(&wheels, parry_wheel);
    assert!(met > LEGS / 10, "{met} wheels meet anybody");
    let words = format!("of {met} met {missed} missed, {off} off by more than 1e-3\", {most:.4}\" at most");
    tell("wheel", "to gap 0", time(&wheels, own_contact), time(&wheels, parry_wheel), &words);
}

/// Who of 180 stands is near a box of six inches.
fn compare_neighbours() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let body = Body::single(2.0, 2.0);
    let mut place = || Vec2::new(dice.random_range(0.0..72.0), dice.random_range(0.0..60.0));
    let poses: Vec<Pose> =
        (0..180).map(|number| Pose::new(place(), Heading::from_degrees(number as f32 * 7.0))).collect();
    let boxes: Vec<Aabb> = poses.iter().map(|pose| body.placed(*pose).aabb()).collect();
    let pieces = Pieces::new((0..).zip(poses.iter().map(|pose| body.placed(*pose))));
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    let asked: Vec<Aabb> = (0..LEGS).map(|_| place()).map(|at| Aabb::new(at - 3.0, at + 3.0)).collect();
    let own = |asked: &Aabb| pieces.near(asked.mins, asked.maxs);
    let parry = |asked: &Aabb| {
        let mut found: Vec<u32> = tree.intersect_aabb(asked).collect();
        found.sort_unstable();
        found
    };
    let found: usize = asked.iter().map(|asked| own(asked).len()).sum();
    assert!(asked.iter().all(|asked| own(asked) == parry(asked)) && found > LEGS, "{found} found");
    tell("near", "of 180", time(&asked, own), time(&asked, parry), "0 answers differ");
}

/// A thousand pairs at a time.
#[divan::bench(args = KINDS)]
fn gap_of_a_thousand_own(bencher: Bencher<'_, '_>, kind: &str) {
    let pairs = pairs(kind, 1000);
    bencher.bench_local(|| sum(&pairs, |(a, b)| own_signed_gap(a, b).max(0.0)));
}

#[divan::bench(args = KINDS)]
fn gap_of_a_thousand_by_parry(bencher: Bencher<'_, '_>, kind: &str) {
    let pairs = pairs(kind, 1000);
    bencher.bench_local(|| sum(&pairs, |(a, b)| QuadPair::of(a, b).gap()));
}

#[divan::bench(args = KINDS)]
fn contact_of_a_thousand(bencher: Bencher<'_, '_>, kind: &str) {
    let pairs = pairs(kind, 1000);
    let touch = pairs.iter().filter(|(a, b)| QuadPair::of(a, b).touches()).count();
    bencher.bench_local(|| {
        let found = black_box(&pairs).iter().filter(|(a, b)| contact(*a, *b).is_some()).count();
        assert_eq!(found, touch);
        found
    });
}

fn sum(pairs: &[(Quad, Quad)], ask: impl Fn(&(Quad, Quad)) -> f32) -> f32 {
    let all: f32 = black_box(pairs).iter().map(ask).sum();
    assert!(all > 0.0);
    all
}
