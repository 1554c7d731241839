//! The dialog that prints: what is ticked is set, looked at page by page, and written.

use std::fs;
use std::path::Path;

use easy::Order;
use egui::{Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use window::{Command, Habit, Window};

use super::harness::{command, give, has, keys, press, settle, wait_for, window, window_of};

/// Types the folder in place of what stands there.
fn folder(window: &mut Harness<'_, Window>, path: &Path) {
    window.get_by_role_and_label(Role::MultilineTextInput, "Folder").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(1);
    window
        .get_by_role_and_label(Role::MultilineTextInput, "Folder")
        .type_text(path.to_str().expect("plain letters"));
    window.run_steps(3);
}

fn tick(window: &mut Harness<'_, Window>, label: &str) {
    settle(window);
    window.get_by_role_and_label(Role::CheckBox, label).click();
    window.run_steps(3);
    settle(window);
}

#[test]
fn rosters_and_chits_are_looked_at_and_written_from_the_menu() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let out = home.path().join("a/new/folder");
    let mut window = window(Habit::Rolled);
    press(&mut window, "Game");
    window.get_by_label_contains("Print…").click();
    window.run_steps(2);
    wait_for(&mut window, "Page 1 of 2: First steps: the bridge at Lesnes: rosters");
    // What has no use here is not offered, and nothing was ordered that could be ruled upon.
    assert!(has(&window, "Labels of stands") && !has(&window, "Counters") && !has(&window, "Ruling card"));
    tick(&mut window, "Activation chits");
    wait_for(&mut window, "Page 1 of 3");
    press(&mut window, "▶");
    press(&mut window, "▶");
    assert!(has(&window, "Page 3 of 3: First steps: the bridge at Lesnes: activation chits"));
    press(&mut window, "◀");
    assert!(has(&window, "Page 2 of 3"));
    folder(&mut window, &out);
    window.get_by_role_and_label(Role::Button, "Print").click();
    window.run_steps(2);
    wait_for(&mut window, "2 documents are in");
    for name in ["rosters.pdf", "chits.pdf"] {
        let file = fs::read(out.join(name)).expect("it is written");
        assert!(file.starts_with(b"%PDF-"), "{name}");
    }
    keys(&mut window, &[Key::Escape]);
    assert!(!has(&window, "Page 2 of 3"), "Escape closes it");
}

#[test]
fn paper_is_printed_by_keys_alone() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let mut window = window(Habit::Rolled);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.run_steps(2);
    wait_for(&mut window, "Page 1 of 2");
    keys(&mut window, &[Key::PageDown]);
    assert!(has(&window, "Page 2 of 2"));
    keys(&mut window, &[Key::PageDown, Key::PageUp]);
    assert!(has(&window, "Page 1 of 2"), "there is no third page");
    folder(&mut window, home.path());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    window.run_steps(2);
    wait_for(&mut window, "1 document is in");
    assert!(home.path().join("rosters.pdf").is_file());
}

#[test]
fn a_side_prints_what_it_knows_and_faults_are_told() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let file = home.path().join("file");
    fs::write(&file, "x").expect("it is written");
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 2");
    tick(&mut window, "Rosters");
    wait_for(&mut window, "Nothing is ticked");
    tick(&mut window, "Briefing of each side");
    wait_for(&mut window, "briefing, Blue");
    press(&mut window, "▶");
    assert!(has(&window, "Page 2 of 2") && has(&window, "briefing, Red"), "one for each side");
    window.get_by_role_and_label(Role::RadioButton, "Red").click();
    window.run_steps(3);
    wait_for(&mut window, "Page 1 of 1");
    assert!(has(&window, "briefing, Red"));
    folder(&mut window, &file);
    press(&mut window, "Print");
    wait_for(&mut window, "is a file, no folder");
    assert_eq!(fs::read_to_string(&file).expect("it stays"), "x");
}

/// An order that is not there leaves the other pages where they are.
#[test]
fn a_ruling_card_of_no_order_says_so_and_the_rest_is_printed() {
    let mut window = window(Habit::Rolled);
    give(&mut window, &Order::Draw);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 2");
    tick(&mut window, "Ruling card");
    wait_for(&mut window, "Page 1 of 3");
    for (typed, told) in [("999", "no order has the number 999"), ("x", "name its order")] {
        window.get_by_role_and_label(Role::TextInput, "Order of the ruling card").focus();
        window.run_steps(2);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.run_steps(1);
        window.get_by_role_and_label(Role::TextInput, "Order of the ruling card").type_text(typed);
        window.run_steps(3);
        wait_for(&mut window, told);
        assert!(has(&window, "Page 1 of 2: First steps: the bridge at Lesnes: rosters"), "{typed}");
        assert!(!has(&window, "--"), "no word of the command line");
    }
    // Alone it is no document: why stays said.
    tick(&mut window, "Rosters");
    wait_for(&mut window, "name its order");
    window.get_by_role_and_label(Role::Button, "Print").click();
    window.run_steps(3);
    assert!(has(&window, "name its order") && !has(&window, "Nothing is ticked"));
}

/// The words of a page can be read: as wide as its room it scrolls.
#[test]
fn a_page_is_looked_at_whole_and_as_wide_as_its_room() {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 2");
    settle(&mut window);
    let page = |window: &Harness<'_, Window>| window.get_by_role(Role::Image).rect();
    let whole = page(&window);
    assert!(whole.bottom() <= 800.0, "{whole}");
    window.get_by_role(Role::Image).click();
    window.run_steps(3);
    settle(&mut window);
    let wide = page(&window);
    assert!(wide.width() > whole.width() * 1.3 && wide.right() <= 1280.0 && wide.left() > 300.0, "{wide}");
    assert!((wide.height() / wide.width() - whole.height() / whole.width()).abs() < 0.01, "{wide}, {whole}");
    press(&mut window, "Whole page");
    settle(&mut window);
    assert_eq!(page(&window), whole);
}

/// Whoever comes back finds what was ticked, and the last order that was decided by dice for the ruling card.
#[test]
fn what_was_ticked_is_ticked_the_next_time() {
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 2");
    tick(&mut window, "Rosters");
    tick(&mut window, "Activation chits");
    wait_for(&mut window, "activation chits");
    keys(&mut window, &[Key::Escape]);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 1: First steps: the bridge at Lesnes: activation chits");
}

fn compare(size: [f32; 2], name: &str) {
    let mut window = window_of(Habit::Rolled, size);
    command(&mut window, Command::Print);
    wait_for(&mut window, "Page 1 of 2");
    folder(&mut window, Path::new("/home/referee/paper"));
    // No cursor blinks in the picture.
    window.get_by_role_and_label(Role::RadioButton, "The referee").click();
    window.run_steps(2);
    settle(&mut window);
    super::pictures::compare(&mut window, name);
}

#[test]
fn the_dialog_that_prints_shows_the_page_beside_what_is_chosen() {
    compare([1600.0, 1000.0], "print");
}

#[test]
fn the_dialog_that_prints_has_room_in_a_small_window() {
    compare([1280.0, 800.0], "print_small");
}
