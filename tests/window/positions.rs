//! A position that is kept as a battle, and a game that is judged again under another rule.

use drumhead::app::{Command, Habit, Window};
use drumhead::desk::{Desk, Library};
use drumhead::game::RuleSet as _;
use drumhead::game::options::Options;
use drumhead::games::Games;
use drumhead::rules::easy::Easy;
use drumhead::rules::rulebook::book;
use egui::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness::{command, game, has, press, wait_until, window, window_in, window_with};

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

/// A game that solo players fight for a while.
fn fought() -> Desk<Easy> {
    let games = Games::default();
    let mut desk = game(&Library::embedded(&games), "first-steps");
    let mut players = games.players(&mut desk).expect("solo players");
    for _ in 0..60 {
        players.step(&mut desk).expect("they play");
    }
    desk
}

/// The first option and value under which some of its orders come out otherwise, and how many.
fn telling(desk: &Desk<Easy>) -> (&'static str, String, usize) {
    let options = book(Easy::ID).expect("its rules").options.iter();
    let values = options.flat_map(|option| option.values().into_iter().map(move |value| (option, value)));
    let mut judged = values.filter_map(|(option, value)| {
        let changed = Options([(option.id.clone(), value.to_owned())].into());
        let differ = desk.rejudge(&changed).ok()?;
        (option.in_force && value != option.default && option.range.is_none() && !differ.is_empty())
            .then(|| (option.title.as_str(), value.to_owned(), differ.len()))
    });
    judged.next().expect("some rule makes a difference")
}

/// What comes out otherwise is told, and is told no more once the orders are others.
#[test]
fn orders_that_come_out_otherwise_are_told_until_there_are_others() {
    let desk = fought();
    let (title, value, count) = telling(&desk);
    let mut window = window_with(desk, Habit::Rolled, [1600.0, 1000.0]);
    let ask = |window: &mut Harness<'_, Window>| {
        press(window, "Game");
        window.get_by_label_contains("Judge the game again").click();
        window.run_steps(3);
    };
    ask(&mut window);
    window.get_by_role_and_label(Role::ComboBox, "Under").click();
    window.run_steps(3);
    wait_until(&mut window, "the list", |window| has(window, title));
    window.get_by_label(title).click();
    window.run_steps(3);
    window
        .query_all_by_label_contains(&format!("{value}  "))
        .next()
        .expect("the value can be chosen")
        .click();
    window.run_steps(3);
    window.get_by_label("Judge again").click();
    let told = if count == 1 { "1 order comes".to_owned() } else { format!("{count} orders come") };
    wait_until(&mut window, "the answer", |window| has(window, &format!("{told} out otherwise")));
    // Closed and asked for again the answer is still there; with an order taken back it is not.
    press(&mut window, "Close");
    ask(&mut window);
    assert!(has(&window, "out otherwise"), "the same orders stand");
    press(&mut window, "Close");
    command(&mut window, Command::Undo);
    ask(&mut window);
    assert!(!has(&window, "out otherwise"), "it was of other orders");
}
