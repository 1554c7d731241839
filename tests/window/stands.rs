//! Orders that the rules refuse and the referee lets stand: by the card, and by a sign behind the order in the line; in each game.

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::{LetStand, Spot};
use window::play::PlayAction;
use window::{Command, Habit, Window};

use super::battalions::battle;
use super::harness::{click_stand, command, desk, has, press, settle, stand, window_on};

/// A battery, and somebody beyond its range.
const TOO_FAR: &str = r#"(
    table: (60, 60),
    stands: [
        (id: "B", side: "red", arm: FootArtillery, at: (30, 4, 0)),
        (id: "D", side: "blue", arm: Infantry, at: (30, 50, 180), sp: 5),
        (id: "N", side: "blue", arm: Infantry, at: (33, 14, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

fn type_line<W>(window: &mut Harness<'_, W>, text: &str) {
    for text in ["/", text] {
        let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        window.run_steps(3);
    }
    window.key_press(Key::Enter);
    window.run_steps(4);
    settle(window);
}

/// The reason is typed into the form that the card opens, and the order stands.
fn overrule<W>(window: &mut Harness<'_, W>, reason: &str) {
    press(window, "Overrule…");
    window.get_by_label("Why").type_text(reason);
    window.run_steps(3);
    press(window, "Let it stand (Ctrl+Enter)");
    settle(window);
}

/// The one die is typed.
fn throw(window: &mut Harness<'_, Window>) {
    window.input_mut().events.push(egui::Event::Text("4".to_owned()));
    window.run_steps(2);
    press(window, "These dice (Enter)");
    settle(window);
}

/// What was let stand last.
fn stood(window: &Harness<'_, Window>) -> LetStand {
    let game = window.state().play().game();
    let last = game.at();
    game.given(last).and_then(|order| order.let_stand).expect("it was let stand")
}

#[test]
fn a_shot_beyond_range_stands_by_its_card_and_by_the_line() {
    for by_line in [false, true] {
        let mut window = window_on(TOO_FAR, Habit::Rolled);
        if by_line {
            type_line(&mut window, "1g2 ! he could see him");
        } else {
            for key in ["B", "D"] {
                let stand = stand(&window, key);
                click_stand(&mut window, stand);
            }
            overrule(&mut window, "he could see him");
        }
        assert_eq!(
            stood(&window),
            LetStand { clauses: vec!["easy:II.D-range".to_owned()], reason: "he could see him".to_owned() }
        );
        assert!(desk(&window).current().is_some_and(|entry| !entry.casts.is_empty()), "the dice were rolled");
        command(&mut window, Command::ShowRules);
        assert!(has(&window, "One order was let stand against it"), "the rules in force tell it");
    }
}

#[test]
fn what_stands_against_an_option_s_clause_can_become_a_rule() {
    let mut window = window_on(&TOO_FAR.replace("(30, 50, 180)", "(39, 9, 180)"), Habit::Rolled);
    type_line(&mut window, "1g2 ! he had turned his guns");
    assert_eq!(stood(&window).clauses, ["easy:II.D-lane"]);
    command(&mut window, Command::ShowRules);
    press(&mut window, "Make it a rule of the evening: Arc of fire…");
    assert!(!has(&window, "Options at their defaults"), "the page is closed");
    assert!(
        has(&window, "Change an option") && has(&window, "0 to 90, now 45"),
        "the form asks for its value"
    );
}

#[test]
fn a_volley_beyond_range_stands_with_its_die() {
    let mut window = battle("brigade-action");
    type_line(&mut window, "F04 v P05 ! they saw each other");
    throw(&mut window);
    assert_eq!(stood(&window).reason, "they saw each other");
}

#[test]
fn a_gun_that_is_laid_past_whom_it_must_fire_at_stands_by_its_card() {
    let mut window = battle("brigade-action");
    for step in [PlayAction::Show("F14".to_owned()), PlayAction::Piece("P05".to_owned())] {
        command(&mut window, Command::Play(step));
    }
    let aside = Spot::Point { x: 14.0, y: 17.0 };
    command(&mut window, Command::Play(PlayAction::Over(Some(aside))));
    command(&mut window, Command::Play(PlayAction::At(aside)));
    window.run_steps(3);
    overrule(&mut window, "the gunners were deaf");
    throw(&mut window);
    assert_eq!(stood(&window).reason, "the gunners were deaf");
}
