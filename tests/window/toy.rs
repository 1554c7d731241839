//! A rule set that the program does not know, in its window: clicked, typed, made up, overridden.

use drumhead::app::Begun;
use drumhead::app::window::Play;
use drumhead::app::{Habit, Saved, theme};
use drumhead::desk::{Game, Library};
use drumhead::game::Viewer;
use drumhead::games::{Entry, Games};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use serde_json::{Value, json};

use super::brawl::Brawl;
use super::harness::{has, press, settle};

/// A cook and a smith against a miller.
fn game() -> Box<dyn Game> {
    let pieces = json!({"pieces": [
        {"key": "cook", "side": "red", "strength": 4, "left": 2},
        {"key": "smith", "side": "red", "strength": 3, "left": 2},
        {"key": "miller", "side": "blue", "strength": 5},
    ]});
    let games = Games::new(Entry::of::<Brawl>(), []);
    games.first().set_up(pieces, &Library::embedded(&games)).expect("the position is sound")
}

fn window(dice: Habit) -> Harness<'static, Play> {
    let begun = Begun { library: Library::embedded(&Games::default()), game: game(), notices: Vec::new() };
    let mut dressed = false;
    let mut window = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(
        move |ui, play: &mut Play| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            play.show(ui);
        },
        Play::with(begun, Saved { dice, ..Saved::default() }),
    );
    settle(&mut window);
    window
}

fn left(window: &Harness<'_, Play>, key: &str) -> Option<u64> {
    let whole = window.state().game().whole(Viewer::Referee).expect("it is told");
    let whole: Value = serde_json::from_str(whole.get()).expect("it is JSON");
    let pieces = whole["pieces"].as_array().expect("it has pieces");
    pieces.iter().find(|piece| piece["key"] == key).expect("it is there")["left"].as_u64()
}

fn type_letters(window: &mut Harness<'_, Play>, text: &str) {
    let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
    window.input_mut().events.extend(letters);
    window.run_steps(3);
}

#[test]
fn a_toy_is_played_by_buttons_with_typed_dice() {
    let mut window = window(Habit::Typed);
    assert!(has(&window, "A brawl") && has(&window, "Strikes"));
    press(&mut window, "Smith strikes miller");
    assert!(has(&window, "To roll: "), "its card says what is thrown");
    press(&mut window, "Confirm (Enter)");
    type_letters(&mut window, "61");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(&mut window);
    assert_eq!(left(&window, "miller"), Some(4));
    assert!(has(&window, "miller loses 1"), "the log tells it");
    press(&mut window, "Undo");
    assert_eq!(left(&window, "miller"), Some(5));
}

#[test]
fn shares_of_a_total_are_made_up_and_an_act_of_the_referee_is_given() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Mend");
    press(&mut window, "cook: 0 of 2");
    press(&mut window, "smith: 0 of 1");
    press(&mut window, "Confirm (Enter)");
    assert_eq!((left(&window, "cook"), left(&window, "smith")), (Some(3), Some(3)));
    // By the referee, from the menu of the piece on the table.
    window.get_by_label("miller, 5 points").click_secondary();
    window.run_steps(3);
    press(&mut window, "Set strength…");
    window.get_by_label("Points").focus();
    window.run_steps(3);
    type_letters(&mut window, "1");
    window.get_by_label("Why").focus();
    window.run_steps(3);
    window.get_by_label("Why").type_text("he is tired");
    window.run_steps(3);
    press(&mut window, "Decide so (Ctrl+Enter)");
    assert_eq!(left(&window, "miller"), Some(1));
}

#[test]
fn a_toy_is_played_by_its_order_line() {
    let mut window = window(Habit::Rolled);
    type_letters(&mut window, "/smith s miller");
    assert!(has(&window, "Smith strikes miller"), "the line says what it means");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(&mut window);
    assert_eq!(window.state().game().depth(), 1);
    type_letters(&mut window, "/smith s miller");
    assert!(has(&window, "not their turn"), "and why it is refused");
}

#[test]
fn a_side_sees_no_more_in_the_window_than_it_may_know() {
    let mut window = window(Habit::Rolled);
    window.get_by_label_contains("Seen by: ").click();
    window.run_steps(3);
    window.get_by_role_and_label(egui::Role::Button, "Blue").click();
    window.run_steps(4);
    assert!(!has(&window, "cook, 2 points"), "blue knows what the cook began with");
    assert!(has(&window, "cook, 4 points"));
}
