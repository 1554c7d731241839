//! A position that is kept as a battle, and a game that is judged again under another rule.

use drumhead::app::Habit;
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
    // The first option is a number.
    let field = window.get_by_label_contains("a number from");
    field.focus();
    window.run_steps(2);
    window.get_by_label_contains("a number from").type_text("2");
    window.run_steps(3);
    window.get_by_label("Judge again").click();
    wait_until(&mut window, "the answer", |window| {
        has(window, "Nothing comes out otherwise")
            || window.query_all_by_label_contains("come out otherwise under").next().is_some()
            || window.query_all_by_label_contains("comes out otherwise under").next().is_some()
    });
    press(&mut window, "Close");
    assert!(!has(&window, "Judge again"));
}
