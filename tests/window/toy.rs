//! A rule set that the program does not know, in its window: clicked, typed, made up, overridden.

use desk::{Game, Library};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use games::{Entry, Games};
use serde_json::{Value, json};
use window::OpenedGame;
use window::play::Play;
use window::{Habit, Saved, theme};

use super::brawl::FirstOffer;
use super::harness::{has, press, settle};

/// A cook of two stands and a smith against a miller, on a table or on a map.
pub fn game(on_map: bool) -> Box<dyn Game> {
    let at = if on_map {
        [json!([504, 505]), json!([604]), json!([605])]
    } else {
        [json!([[10.0, 8.0], [11.2, 8.0]]), json!([[12.8, 6.5]]), json!([[12.8, 8.0]])]
    };
    let gangs = json!({"gangs": [
        {"key": "cook", "side": "red", "strength": 4, "left": 2, "at": at[0]},
        {"key": "smith", "side": "red", "strength": 3, "left": 2, "at": at[1]},
        {"key": "miller", "side": "blue", "strength": 5, "at": at[2]},
    ]});
    let games = Games::new(Entry::of::<FirstOffer>(), []);
    games.first().set_up(gangs, &Library::embedded(&games)).expect("the position is sound")
}

fn window(dice: Habit) -> Harness<'static, Play> {
    window_of(dice, false)
}

fn window_of(dice: Habit, on_map: bool) -> Harness<'static, Play> {
    let game = game(on_map);
    let begun = OpenedGame { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
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
    let gangs = whole["play"]["gangs"].as_array().expect("it has gangs");
    gangs.iter().find(|piece| piece["key"] == key).expect("it is there")["left"].as_u64()
}

fn type_letters(window: &mut Harness<'_, Play>, text: &str) {
    let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
    window.input_mut().events.extend(letters);
    window.run_steps(3);
}

#[test]
fn a_toy_is_played_by_buttons_with_typed_dice_on_a_table_and_on_hexes() {
    for on_map in [false, true] {
        let mut window = window_of(Habit::Typed, on_map);
        assert!(has(&window, "A brawl") && has(&window, "Strikes"));
        press(&mut window, "Smith strikes at miller");
        // The other side answers before the dice fall.
        assert!(has(&window, "Strike back or duck") && !has(&window, "Strikes"));
        press(&mut window, "Miller ducks");
        settle(&mut window);
        assert!(has(&window, " rolls "), "its card says what is thrown");
        assert!(has(&window, "miller loses 1"), "and what may come of it");
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
}

/// A gang of two stands: each is clicked by itself where it is asked for, and both are the gang elsewhere.
#[test]
fn each_stand_of_a_gang_is_sent_its_own_way() {
    let mut window = window_of(Habit::Rolled, true);
    press(&mut window, "Step");
    press(&mut window, "Gang cook");
    for (stand, to) in [("cook/1, 2 of 4 left", "0503"), ("cook/2, 2 of 4 left", "0403")] {
        window.get_by_label(stand).click();
        window.run_steps(4);
        window.get_by_role_and_label(egui::Role::Button, to).click();
        window.run_steps(4);
        press(&mut window, "Into the list (Enter)");
    }
    assert!(has(&window, "cook/1 to 0503"), "the list says it");
    press(&mut window, "Confirm (Enter)");
    let whole = window.state().game().whole(Viewer::Referee).expect("it is told");
    let whole: Value = serde_json::from_str(whole.get()).expect("it is JSON");
    assert_eq!(whole["play"]["gangs"][0]["at"], json!([503, 403]));
    assert!(has(&window, "cook walks: cook/1 to 0503; cook/2 to 0403"), "the log tells it");
}

#[test]
fn shares_of_a_total_are_made_up_and_an_act_of_the_referee_is_given() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Mend");
    press(&mut window, "cook: 0 of 2");
    press(&mut window, "smith: 0 of 1");
    press(&mut window, "Confirm (Enter)");
    assert_eq!((left(&window, "cook"), left(&window, "smith")), (Some(3), Some(3)));
    // By the referee, from the menu of one of its stands.
    window.get_by_label("cook/2, 3 of 4 left").click_secondary();
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
    assert_eq!(left(&window, "cook"), Some(1));
}

#[test]
fn a_toy_is_played_by_its_order_line() {
    let mut window = window(Habit::Rolled);
    type_letters(&mut window, "/smith s miller");
    assert!(has(&window, "Smith strikes at miller"), "the line says what it means");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(&mut window);
    assert_eq!(window.state().game().depth(), 1);
    type_letters(&mut window, "/smith s miller");
    assert!(has(&window, "has to answer first"), "and why it is refused");
}

#[test]
fn a_side_sees_no_more_in_the_window_than_it_may_know() {
    let mut window = window(Habit::Rolled);
    window.get_by_label_contains("Seen by: ").click();
    window.run_steps(3);
    let menu = window.get_all_by_role_and_label(egui::Role::Button, "Blue").next();
    menu.expect("the menu has both sides").click();
    window.run_steps(4);
    assert!(!has(&window, "cook/1, 2 of 4 left"), "blue knows what the cook began with");
    assert!(has(&window, "cook/1, nobody knows how many of 4 are left"));
}
