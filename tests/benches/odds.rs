//! How fast exact odds of a close combat are found; every bench asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench odds` prints the medians. Budgets: two attackers on one 0.6 ms; six attackers on
//! three defenders of twelve points each 100 ms; what is beyond that bound is refused in 5 ms.

use dice::Dry;
use divan::{Bencher, black_box};
use easy::Position;
use easy::{Easy, Order, State};
use game::{Odds, RuleSet};

fn main() {
    divan::main();
}

/// A position written as in a case, red having declared these attacks.
fn declared(stands: &str, options: &str, attacks: &[(&str, &str)]) -> State {
    let text =
        format!("(origin: (20, 20), stands: [{stands}], options: {{{options}}}, active: (command: \"red\"))");
    let ron = data::ron_options();
    let position: Position = ron.from_str(&text).expect("the position reads");
    let mut state = position.set_up().expect("the position is sound");
    let stand = |name: &str| state.roster().find_stand(name).expect("it is in the position");
    let attacks = attacks.iter().map(|(attacker, defender)| (stand(attacker), stand(defender))).collect();
    for order in [Order::EndMoves, Order::Declare { attacks }] {
        let ruling = Easy::judge(&state, &order, &mut Dry).expect("the order is legal");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    state
}

fn stand(id: &str, side: &str, arm: &str, at: (f32, f32, f32), points: u8) -> String {
    let (x, y, heading) = at;
    format!(
        "(id: \"{id}\", side: \"{side}\", arm: {arm}, at: ({x}, {y}, {heading}), sp: {points}, start: {points}),"
    )
}

fn odds(state: &State) -> Odds {
    Easy::odds(black_box(state), &Order::Resolve { combat: 0 }).expect("it has odds")
}

fn check_by_stand(odds: &Odds) {
    let Odds::ByPiece(by) = odds else { panic!("{odds:?}") };
    let ends: f64 = by.ends.iter().map(|chance| chance.probability).sum();
    assert!((ends - 1.0).abs() < 1e-9, "{ends}");
    for piece in &by.pieces {
        assert!((piece.left.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{piece:?}");
    }
}

#[divan::bench]
fn two_attackers_on_one(bencher: Bencher<'_, '_>) {
    let foot = |id, side, at, points| stand(id, side, "Infantry", at, points);
    let stands = [
        foot("A", "red", (0.0, -2.0, 0.0), 7),
        foot("B", "red", (2.0, 0.0, 270.0), 5),
        foot("D", "blue", (0.0, 0.0, 180.0), 8),
    ];
    let state = declared(&stands.concat(), "", &[("A", "D"), ("B", "D")]);
    bencher.bench_local(|| {
        let odds = odds(&state);
        let sum: f64 = odds.chances().iter().map(|chance| chance.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9 && odds.chances().len() > 100, "{sum}");
        odds
    });
}

/// Three flush in a line: before the first two one, before the third another, one on either flank, two behind.
fn six_on_three(arm: &str, points: u8, options: &str) -> State {
    let of = |id: &str, side: &str, arm: &str, x: f32, y: f32, heading: f32| {
        stand(id, side, arm, (x, y, heading), points)
    };
    let stands = [
        of("D0", "blue", "Infantry", 0.0, 0.0, 0.0),
        of("D1", "blue", "Infantry", 2.0, 0.0, 0.0),
        of("D2", "blue", "Infantry", 4.0, 0.0, 0.0),
        of("A0", "red", arm, 1.0, 2.0, 180.0),
        of("A2", "red", arm, 4.2, 2.0, 180.0),
        of("L", "red", arm, -2.0, 0.0, 90.0),
        of("R", "red", arm, 6.0, 0.0, 270.0),
        of("B0", "red", arm, -0.2, -2.0, 0.0),
        of("B1", "red", arm, 3.0, -2.0, 0.0),
    ];
    let attacks = [
        ("A0", "D0"),
        ("A0", "D1"),
        ("A2", "D2"),
        ("L", "D0"),
        ("R", "D2"),
        ("B0", "D0"),
        ("B1", "D1"),
        ("B1", "D2"),
    ];
    declared(&stands.concat(), options, &attacks)
}

#[divan::bench(args = [5, 8, 12], sample_count = 20)]
fn six_on_three_by_points(bencher: Bencher<'_, '_>, points: u8) {
    let state = six_on_three("Infantry", points, "");
    bencher.bench_local(|| check_by_stand(&odds(&state)));
}

/// The most that can be asked for: every defender may form squares, and a die says whether they do.
#[divan::bench(sample_count = 20)]
fn six_cavalry_on_three_that_may_form_squares(bencher: Bencher<'_, '_>) {
    let state = six_on_three("LightCavalry", 12, "\"opt-squares\": \"on\", \"opt-failed-squares\": \"on\"");
    bencher.bench_local(|| check_by_stand(&odds(&state)));
}

fn check_refused(odds: &Odds) {
    assert!(matches!(odds, Odds::TooMany(words) if words.contains("more ways")), "{odds:?}");
}

/// One pool on several targets binds them together.
#[divan::bench(args = [5, 8, 12], sample_count = 20)]
fn six_on_three_in_pools_by_points(bencher: Bencher<'_, '_>, points: u8) {
    let state = six_on_three("Infantry", points, "\"multi-defender\": \"owner-allocates\"");
    bencher.bench_local(|| check_by_stand(&odds(&state)));
}

/// The same, and a die says whether the defenders form squares.
#[divan::bench(sample_count = 20)]
fn six_cavalry_in_pools_on_three_that_may_form_squares(bencher: Bencher<'_, '_>) {
    let squares = "\"opt-squares\": \"on\", \"opt-failed-squares\": \"on\"";
    let options = format!("\"multi-defender\": \"owner-allocates\", {squares}");
    let state = six_on_three("LightCavalry", 12, &options);
    bencher.bench_local(|| check_by_stand(&odds(&state)));
}

#[divan::bench(args = [1, 5, 12], sample_count = 20)]
fn nine_on_ten_are_too_much_and_that_is_said_at_once(bencher: Bencher<'_, '_>, points: u8) {
    let state = nine_on_ten(points, "");
    bencher.bench_local(|| check_refused(&odds(&state)));
}

#[divan::bench(args = [5, 12], sample_count = 20)]
fn nine_on_ten_in_pools_are_too_much_and_that_is_said_at_once(bencher: Bencher<'_, '_>, points: u8) {
    let state = nine_on_ten(points, "\"multi-defender\": \"owner-allocates\"");
    bencher.bench_local(|| check_refused(&odds(&state)));
}

/// Nine on a line of ten, by turns before and behind it, each upon two defenders.
fn nine_on_ten(points: u8, options: &str) -> State {
    let defenders: Vec<String> = (0..10).map(|nth| format!("D{nth}")).collect();
    let attackers: Vec<String> = (0..9).map(|nth| format!("A{nth}")).collect();
    let foot = |id: &str, side, at| stand(id, side, "Infantry", at, points);
    let place = |nth: usize| nth as f32 * 2.0;
    let stands = defenders.iter().enumerate().map(|(nth, id)| foot(id, "blue", (place(nth), 0.0, 0.0)));
    let upon = attackers.iter().enumerate().map(|(nth, id)| {
        let (y, heading) = if nth % 2 == 0 { (2.0, 180.0) } else { (-2.0, 0.0) };
        foot(id, "red", (place(nth) + 1.0, y, heading))
    });
    let stands: String = stands.chain(upon).collect();
    let two = |nth: usize| [nth, nth + 1].map(|defender| (&*attackers[nth], &*defenders[defender]));
    let attacks: Vec<(&str, &str)> = (0..9).flat_map(two).collect();
    declared(&stands, options, &attacks)
}
