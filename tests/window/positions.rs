//! A position that is kept as a battle, and a game that is judged again under another rule.

use drumhead::app::Habit;
use egui::Role;
use egui_kittest::kittest::Queryable as _;

use super::harness::{has, press, wait_until, window, window_in};

#[test]
fn a_position_is_kept_as_a_battle_from_the_menu() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    press(&mut window, "Game");
    window.get_by_label_contains("Save this position as a battle").click();
    window.run_steps(3);
    let field = window.get_by_label("Its name");
    assert!(field.value().is_some_and(|name| name.contains("from turn 1")), "it is called after the battle");
    window.get_by_label("Save it").click();
    window.run_steps(3);
    wait_until(&mut window, "word of it", |window| has(window, "is among the battles now"));
    press(&mut window, "Game");
    window.get_by_label_contains("New game").click();
    wait_until(&mut window, "the list of battles", |window| {
        window.query_all_by_label_contains("from turn 1").next().is_some()
    });
}

#[test]
fn a_game_is_judged_again_under_another_rule() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Game");
    window.get_by_label_contains("Judge the game again").click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::ComboBox, "Under").click();
    window.run_steps(3);
    wait_until(&mut window, "the list", |window| has(window, "A natural 1 always misses"));
    window.get_by_label_contains("A natural 1 always misses").click();
    window.run_steps(3);
    window.get_all_by_role(Role::RadioButton).next().expect("what it can be else").click();
    window.run_steps(3);
    window.get_by_label("Judge again").click();
    wait_until(&mut window, "the answer", |window| has(window, "Nothing comes out otherwise"));
    press(&mut window, "Close");
    assert!(!has(&window, "Judge again"));
}
