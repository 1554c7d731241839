//! A picture of each battle as it begins, in both sizes of window, by day and by candle, and from near.
//!
//! They are kept in few colours, so that the stain of the paper costs little: see [`super::pictures::compare_shaded`].

use desk::{Beginning, Library};
use egui_kittest::Harness;
use games::Games;
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{command, window_started};
use super::pictures::compare_shaded;

/// The two sizes for which the window is laid out, with their names.
const SIZES: [([f32; 2], &str); 2] = [([1600.0, 1000.0], "wide"), ([1280.0, 800.0], "small")];

/// Pictures of this battle: in each size by day and by candle; from near by day, in the small window.
fn pictures(battle: &str) {
    for (size, name) in SIZES {
        for (dark, light) in [(false, "day"), (true, "night")] {
            let mut window = opened(battle, dark, size);
            window.run_steps(4);
            compare_shaded(&mut window, &format!("{battle}_{name}_{light}"));
            if name == "small" && !dark {
                (0..4).for_each(|_| command(&mut window, Command::ZoomIn));
                window.run_steps(4);
                compare_shaded(&mut window, &format!("{battle}_near"));
            }
        }
    }
}

/// The window on a battle that has just begun.
fn opened(battle: &str, dark: bool, size: [f32; 2]) -> Harness<'static, Window> {
    let games = Games::default();
    let library = Library::embedded(&games);
    let known = library.scenarios().into_iter().find(|(id, ..)| id == battle);
    let (id, _, rules) = known.expect("it is in the program");
    let beginning = Beginning { scenario: id, seed: Some(7), ..Beginning::default() };
    let rules = games.of(&rules).expect("its rules are in the program");
    let (game, notices) = rules.begin(&library, &library, beginning).expect("it begins");
    let saved = Saved { dark, dice: Habit::Typed, ..Saved::default() };
    window_started(OpenedGame { library, game, notices }, saved, size)
}

#[test]
fn every_battle_of_the_program_has_its_pictures() {
    let library = Library::embedded(&Games::default());
    let mut battles: Vec<String> = library.scenarios().into_iter().map(|(id, ..)| id).collect();
    battles.sort_unstable();
    assert_eq!(battles, PICTURED);
}

const PICTURED: [&str; 8] = [
    "brigade-action",
    "first-steps",
    "marengo",
    "marengo-cb",
    "marengo-naw",
    "waterloo",
    "waterloo-epstein",
    "worked-example",
];

#[test]
fn brigade_action_looks_as_it_did() {
    pictures("brigade-action");
}

#[test]
fn first_steps_looks_as_it_did() {
    pictures("first-steps");
}

#[test]
fn marengo_looks_as_it_did() {
    pictures("marengo");
}

#[test]
fn marengo_of_casus_belli_looks_as_it_did() {
    pictures("marengo-cb");
}

#[test]
fn marengo_of_napoleon_at_war_looks_as_it_did() {
    pictures("marengo-naw");
}

#[test]
fn waterloo_looks_as_it_did() {
    pictures("waterloo");
}

#[test]
fn waterloo_of_epstein_looks_as_it_did() {
    pictures("waterloo-epstein");
}

#[test]
fn the_worked_example_looks_as_it_did() {
    pictures("worked-example");
}
