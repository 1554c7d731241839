//! The order of battle: commands fold and unfold, the cup is told and drawn from, pieces are found.

use easy::state::Phase;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use window::play::Play;
use window::{Command, Habit};

use super::{command, desk, table, table_of, table_on};
use crate::harness::{has, press};

/// How many groups there are, folded or not.
fn groups(window: &Harness<'_, Play>) -> usize {
    ["Unfold ", "Fold "].map(|verb| window.query_all_by_label_contains(verb).count()).iter().sum()
}

#[test]
fn a_chit_is_named_in_the_cup_and_its_command_unfolds_while_it_acts() {
    let mut window = table(Habit::Rolled);
    command(&mut window, Command::Unfold);
    assert!(groups(&window) > 3 && !has(&window, "In the list: "), "all are folded at first");
    assert!(has(&window, "Click the chit that the players drew"));
    press(&mut window, "Chit of Delacourt's cavalry, in the cup");
    let state = desk(&window).state();
    assert_eq!(state.phase, Phase::Active);
    let active = state.active().expect("a command is active").command;
    assert_eq!(state.command(active).name, "Delacourt's cavalry");
    assert!(has(&window, "Delacourt's cavalry, active, chit in hand"), "its row tells it");
    assert!(has(&window, "In the list: 8 Cuirassiers"), "its stands are to be seen");
    assert!(window.query_by_label("Fold Delacourt's cavalry").is_some());
    assert!(
        window.query_by_role_and_label(egui::Role::Label, "Chit of Delacourt's cavalry, in hand").is_some()
    );
    press(&mut window, "Undo");
    assert!(!has(&window, "In the list: "), "folded again as it was");
}

#[test]
fn a_group_is_folded_by_its_triangle_and_shows_its_piece_by_its_name() {
    let mut window = table_of(Habit::Rolled, [1280.0, 800.0]);
    command(&mut window, Command::Unfold);
    press(&mut window, "Unfold Delacourt's cavalry");
    let row = window.get_by_label_contains("In the list: 8 Cuirassiers");
    row.click();
    window.run_steps(3);
    press(&mut window, "Fold Delacourt's cavalry");
    assert!(!has(&window, "In the list: "));
    command(&mut window, Command::Cancel);
    // Its name shows where it is on the table, and lists its stands.
    window.get_by_label_contains("Delacourt's cavalry, chit in the cup, ").click();
    window.run_steps(3);
    assert!(has(&window, "In the list: 8 Cuirassiers"));
}

#[test]
fn lost_strength_and_chits_to_come_are_told() {
    let text = r#"(
        origin: (24, 24),
        commands: [(id: "red", side: "red"), (id: "late", side: "red"), (id: "blue", side: "blue")],
        entries: [(id: "road", at: (0, -24, 0), spread: 2)],
        stands: [
            (id: "G", side: "red", arm: General, at: (0, 0, 0)),
            (id: "A", side: "red", arm: Infantry, at: (0, 4, 0), sp: 3, start: 7),
            (id: "L", side: "red", command: "late", arm: Infantry, arrives: (5, "road")),
            (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180)),
        ],
        active: (command: "red"),
    )"#;
    let mut window = table_on(text, Habit::Rolled, [1600.0, 1000.0]);
    command(&mut window, Command::Unfold);
    assert!(has(&window, "red, active, chit in hand, 3 of 7 points"));
    assert!(has(&window, "Chit of late, to come"));
    assert!(has(&window, "late, chit not yet in play"));
    // The referee may put it in early; whose it is stands before it.
    press(&mut window, "Game");
    press(&mut window, "By the referee");
    press(&mut window, "Put a chit in…");
    let chit = window.get_by_role_and_label(egui::Role::Button, "Command late").rect();
    let stands_before =
        |side: egui::Rect| (side.center().y - chit.center().y).abs() < 12.0 && side.right() < chit.left();
    let sides = window.query_all_by_role_and_label(egui::Role::Label, "red").map(|side| side.rect());
    assert!(sides.collect::<Vec<_>>().into_iter().any(stands_before), "{chit}");
    command(&mut window, Command::Cancel);
    // Where nobody draws the chits are only told.
    assert!(window.query_by_role_and_label(egui::Role::Label, "Chit of blue, in the cup").is_some());
}
