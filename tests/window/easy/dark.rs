//! Why a place is dark: what the pointer says over it while a stand is in hand.

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use window::{Habit, Window};

use super::super::harness::{desk, has, pick_up, stand, wait_until, window_on};

/// A stand with a friend beside it, one ahead beyond a brook, and an enemy far off, beyond the allowance.
const AHEAD: &str = r#"(
    origin: (20, 20),
    lines: [(id: "brook", points: [(-12, 1.5), (12, 1.5)], obstacle: true)],
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
        (id: "B", side: "red", arm: Infantry, at: (4, 0, 0), sp: 5),
        (id: "C", side: "red", arm: Infantry, at: (0, 6, 0), sp: 5),
        (id: "F", side: "blue", arm: Infantry, at: (0, 14, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// Where the stand of this key lies on the screen.
fn on_screen(window: &Harness<'_, Window>, key: &str) -> egui::Pos2 {
    let state = desk(window).state();
    let label = easy::words::describe(state, stand(window, key));
    let mut nodes = window.get_all_by_role(egui::Role::Button);
    let named = nodes.find(|node| node.accesskit_node().label().is_some_and(|said| said.starts_with(&label)));
    named.expect("the stand is on the table").rect().center()
}

#[test]
fn the_pointer_says_what_stops_a_stand_where_it_is_dark() {
    let mut window = window_on(AHEAD, Habit::Rolled);
    let held = stand(&window, "A");
    let [a, b, c] = ["A", "B", "C"].map(|key| on_screen(&window, key));
    let inch = (b.x - a.x) / 4.0;
    let friend = desk(&window).state().say(stand(&window, "B"));
    pick_up(&mut window, held);
    let mut says = |at: egui::Pos2, words: &str| {
        window.hover_at(at);
        window.run_steps(4);
        has(&window, words)
    };
    let stands_there = format!("{friend} stands there");
    assert!(says(b, &stands_there), "over a friend");
    assert!(says(
        a - egui::vec2(9.0 * inch, 0.0),
        "Too far by 3.00 in: the cheapest way costs 9.00 of 6.00 in"
    ));
    assert!(says(
        a - egui::vec2(0.0, 3.5 * inch),
        "Every way in its reach crosses the obstacle: a roll is due"
    ));
    assert!(says(c, "stands there"), "a friend beyond the brook");
    let lit = a + egui::vec2(0.0, 3.0 * inch);
    assert!(
        !says(lit, "stands there") && !says(lit, "Too far") && !says(lit, "a roll is due"),
        "where it is lit"
    );
}

#[test]
fn what_luck_may_add_is_explained_where_it_is_drawn() {
    let mut window = window_on(AHEAD, Habit::Rolled);
    let held = stand(&window, "A");
    pick_up(&mut window, held);
    let told = |window: &Harness<'_, Window>| {
        window.state().play().legend().iter().any(|row| row == "with luck at the dice")
    };
    wait_until(&mut window, "what luck may add", told);
}
