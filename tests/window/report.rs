//! A report of the game from the menu: what is chosen is written, and it is told where it lies.

use std::fs;
use std::path::Path;

use desk::{Desk, DiceFrom, Library, Setup};
use easy::{Easy, Order};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use games::Games;
use paper::report::ReportError;
use paper::report::film::{Shooting, film};
use paper::report::page::page;
use window::{Habit, Window};

use super::harness::{has, press, wait_for, window_with};

/// A game with a record in this folder, after its first order.
fn begun(folder: &Path) -> Harness<'static, Window> {
    begun_as(&folder.join("saturday.drumhead"))
}

fn begun_as(record: &Path) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
    let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(record)).expect("it begins");
    desk.order(Order::Draw, DiceFrom::Rolled).expect("a chit is drawn");
    window_with(desk, Habit::Rolled, [1600.0, 1000.0])
}

fn ask(window: &mut Harness<'_, Window>) {
    press(window, "Game");
    window.get_by_label_contains("Report…").click();
    window.run_steps(4);
}

#[test]
fn the_page_of_a_game_is_written_beside_its_record_from_the_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = begun(folder.path());
    ask(&mut window);
    press(&mut window, "Write");
    wait_for(&mut window, "Written: ");
    let page = fs::read_to_string(folder.path().join("saturday.html")).expect("it lies beside the record");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Draw a chit"));
    // Once more: that there is one already is told before it is replaced.
    press(&mut window, "Close");
    ask(&mut window);
    assert!(has(&window, "A file of this name is there already"));
}

#[test]
fn what_a_side_knew_is_written_as_text_and_as_tables_under_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = begun(folder.path());
    window.key_press_modifiers(egui::Modifiers::COMMAND | egui::Modifiers::SHIFT, egui::Key::R);
    window.run_steps(4);
    for (kind, file) in
        [("Text with pictures", "saturday-red.md"), ("Tables", "saturday-red-tables/turns.csv")]
    {
        window.get_by_label(kind).click();
        window.run_steps(2);
        window.get_by_role_and_label(egui::Role::RadioButton, "Red").click();
        window.run_steps(2);
        press(&mut window, "Write");
        wait_for(&mut window, "Written: ");
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}

#[test]
fn a_report_that_cannot_be_written_says_why_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = begun(folder.path());
    ask(&mut window);
    let field = window.get_by_label("Where it is written");
    field.focus();
    field.type_text("/no/such/place.html");
    window.run_steps(3);
    press(&mut window, "Write");
    wait_for(&mut window, "cannot write");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "the record alone");
}

#[test]
fn no_report_takes_the_place_of_a_game_and_each_is_called_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    // The page of this game would have the name of its record.
    let record = folder.path().join("saturday.html");
    let mut window = begun_as(&record);
    let game = fs::read(&record).expect("it is there");
    ask(&mut window);
    press(&mut window, "Write");
    wait_for(&mut window, "a game is kept in this file");
    assert_eq!(fs::read(&record).expect("it is there"), game);
    // What was told of one place is not told of another.
    let field = window.get_by_label("Where it is written");
    field.focus();
    field.type_text("x");
    window.run_steps(3);
    assert!(!has(&window, "a game is kept in this file"));
    press(&mut window, "Write");
    wait_for(&mut window, "Name a file that ends in .html or .htm");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "the record alone");
}

/// The page of a game of rules that the program does not know, after each of its orders by the first offer.
#[test]
fn a_game_of_a_new_rule_set_is_told_without_a_word_of_it_here() {
    for on_map in [false, true] {
        let mut game = super::toy::game(on_map);
        for _ in 0..4 {
            let open = game.open_to(Viewer::Referee);
            let Some(offer) = open.offers.first() else { break };
            // Whatever dice it needs, the program rolls.
            game.order(&offer.order, DiceFrom::Rolled, Viewer::Referee).expect("what is offered is taken");
        }
        let pages = [Viewer::Referee, game.viewer(Some("red")).expect("a side")];
        for viewer in pages {
            let text = page(game.as_ref(), viewer, &mut |_, _| true).expect("a page");
            for number in 1..=game.depth() {
                assert!(text.contains(&format!("id=\"e{number}\"")), "order {number} is told");
            }
            assert!(text.contains("<g id=\"m0\">") && text.contains("#m0"), "the table is drawn");
        }
        let film = film(game.as_ref(), &Shooting::whole(Viewer::Referee), &mut |_, _| true).expect("a film");
        assert!(film.starts_with(b"GIF89a"));
        // Whoever gives it up gets nothing.
        let given_up = page(game.as_ref(), Viewer::Referee, &mut |_, _| false);
        assert!(matches!(given_up, Err(ReportError::Stopped)));
    }
}
