//! Stands that come on: why one cannot is told before it is activated and after, and the referee may overrule it.

use drumhead::app::play::{Deed, Play};
use drumhead::app::{Command, Habit};
use drumhead::game::Spot;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{command, desk, stand, table_on};
use crate::harness::{has, press};

/// A brigade that is due on a lane, with a friend there, so far in.
fn lane(friend: f32) -> String {
    format!(
        r#"(
            entries: [(id: "lane", at: (0, 12, 90), spread: 0.5)],
            stands: [
                (id: "A", side: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
                (id: "B", side: "red", arm: Infantry, at: ({friend}, 12, 90), sp: 5),
                (id: "E", side: "blue", arm: Infantry, at: (40, 40, 180), sp: 5),
            ],
            active: (command: "red", step: Command),
        )"#
    )
}

fn key(window: &Harness<'_, Play>, badge: &str) -> String {
    desk(window).state().key(stand(window, badge))
}

#[test]
fn who_bars_the_entry_is_told_before_the_stand_is_ticked_and_after() {
    let mut window = table_on(&lane(0.6), Habit::Rolled, [1600.0, 1000.0]);
    assert!(has(&window, "cannot come on yet: ") && has(&window, "B bars its entry"));
    assert!(has(&window, "1 A, cannot come on yet: 2 B bars its entry"), "beside its name");
    press(&mut window, "Activate 2 stands (Enter)");
    assert!(has(&window, "Not possible now") && has(&window, "cannot come on: "), "and why it does nothing");
    // Where there is room nothing is said.
    let window = table_on(&lane(30.0), Habit::Rolled, [1600.0, 1000.0]);
    assert!(has(&window, "arrives") && !has(&window, "cannot come on"));
}

#[test]
fn overruling_a_stand_that_comes_on_brings_it_on_where_it_was_refused() {
    let mut window = table_on(&lane(30.0), Habit::Rolled, [1280.0, 800.0]);
    press(&mut window, "Activate 2 stands (Enter)");
    let late = key(&window, "A");
    command(&mut window, Command::Play(Deed::PickUp(late)));
    // The hand goes there, and the place is clicked.
    for deed in
        [Deed::Over(Some(Spot::Point { x: 18.0, y: 12.0 })), Deed::At(Spot::Point { x: 18.0, y: 12.0 })]
    {
        command(&mut window, Command::Play(deed));
    }
    assert!(has(&window, "Not allowed"), "it is beyond its move");
    assert!(has(&window, "Stop where "), "in words");
    window.get_by_label_contains("Overrule").click();
    window.run_steps(4);
    assert!(has(&window, "Bring back") && !has(&window, "Choose the stand"), "the stand is filled in");
    let field =
        |label: &str| window.get_by_role_and_label(egui::Role::SpinButton, label).value().unwrap_or_default();
    assert!(field("East").starts_with("18"), "the place too: {}", field("East"));
    assert!(field("Facing").starts_with("90"), "as its entry looks: {}", field("Facing"));
    // The reason is in sight, whatever is asked above it.
    let why = window.get_by_role_and_label(egui::Role::MultilineTextInput, "Why").rect();
    let decide = window.get_by_role_and_label(egui::Role::Button, "Decide so (Ctrl+Enter)").rect();
    assert!(why.bottom() <= decide.top() && decide.bottom() < 800.0, "{why} {decide}");
    assert!(why.height() > 30.0 && why.width() > 200.0, "two lines can be written: {why}");
}
