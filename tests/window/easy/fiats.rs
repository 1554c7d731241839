//! Acts of the referee: the form tells what is so now, what it comes to, and what was decided before.

use easy::Order;
use easy::words::describe;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{Spot, Viewer};
use table::Pose;
use window::play::{Play, PlayAction};
use window::{Command, Habit, Pane};

use super::{command, desk, stand, table, table_of, table_on};
use crate::harness::{click_at, has, press};

const DECIDE: &str = "Decide so (Ctrl+Enter)";

/// Opens the form of an act, about this stand.
fn open(window: &mut Harness<'_, Play>, act: &'static str, badge: Option<&str>) {
    let piece = badge.map(|badge| {
        let state = desk(window).state();
        state.key(stand(window, badge))
    });
    command(window, Command::Play(PlayAction::Fiat(act, piece)));
}

/// Types into what has the keyboard.
fn type_text(window: &mut Harness<'_, Play>, text: &str) {
    window.event(egui::Event::Text(text.into()));
    window.run_steps(3);
}

/// Types a reason and decides.
fn decide(window: &mut Harness<'_, Play>, reason: &str) {
    window.get_by_label("Why").focus();
    window.run_steps(2);
    type_text(window, reason);
    press(window, DECIDE);
}

/// Types strength points into the form.
fn strength_typed(window: &mut Harness<'_, Play>, points: &str) {
    window.get_by_role_and_label(egui::Role::SpinButton, "Strength points").focus();
    window.run_steps(3);
    type_text(window, points);
}

fn is_ready(window: &Harness<'_, Play>) -> bool {
    !window.get_by_role_and_label(egui::Role::Button, DECIDE).accesskit_node().is_disabled()
}

fn count(window: &Harness<'_, Play>, part: &str) -> usize {
    window.query_all_by_label_contains(part).count()
}

fn strength(window: &Harness<'_, Play>, badge: &str) -> u8 {
    desk(window).state().stand(stand(window, badge)).strength
}

fn pose(window: &Harness<'_, Play>, badge: &str) -> Pose {
    desk(window).state().pose(stand(window, badge)).expect("it is on the table")
}

#[test]
fn the_referee_sets_a_strength_from_the_stands_menu_and_says_why() {
    let mut window = table(Habit::Rolled);
    let (before, full) = (strength(&window, "8"), desk(&window).state().unit(stand(&window, "8")).strength);
    let name = describe(desk(&window).state(), stand(&window, "8"));
    window.get_by_label(&name).click_secondary();
    window.run_steps(3);
    assert!(!has(&window, "Award points…") && !has(&window, "Bring back…"), "only what can be done to it");
    press(&mut window, "Set strength…");
    assert!(has(&window, &format!("now {before} of {full}")), "what is so now is told");
    assert!(has(&window, "Say why") && !is_ready(&window), "a fiat without a reason is not given");
    // The reason has the keyboard from the start. Letters that are shortcuts elsewhere are only letters here.
    type_text(&mut window, "q: five figures were missing, not Napoleon");
    strength_typed(&mut window, "2");
    press(&mut window, DECIDE);
    assert_ne!(before, 2);
    assert_eq!(strength(&window, "8"), 2);
    assert!(
        matches!(desk(&window).current().map(|entry| &entry.order), Some(Order::Fiat(fiat)) if fiat.reason.starts_with("q: five"))
    );
}

#[test]
fn a_strength_too_great_is_refused_in_words_and_one_above_the_full_is_told_as_such() {
    let mut window = table(Habit::Typed);
    let full = desk(&window).state().unit(stand(&window, "8")).strength;
    open(&mut window, "Strength", Some("8"));
    type_text(&mut window, "reinforced overnight");
    strength_typed(&mut window, "80");
    assert!(has(&window, "80 strength points are too many") && has(&window, "Give up to 60"));
    assert!(window.query_by_role_and_label(egui::Role::Link, "Clause III.C-sp").is_some());
    assert!(!has(&window, "is set to 80 sp"), "what cannot be is not promised");
    assert!(!is_ready(&window));
    press(&mut window, DECIDE);
    assert_eq!(count(&window, "80 strength points are too many"), 1, "it is said once");
    assert_eq!(strength(&window, "8"), full);
    strength_typed(&mut window, &(full + 3).to_string());
    assert!(has(&window, &format!("above its full strength of {full}")));
    assert!(has(&window, &format!("is set to {} sp (reinforced overnight)", full + 3)));
    press(&mut window, DECIDE);
    assert_eq!(strength(&window, "8"), full + 3);
}

/// Chooses an option by words that it has.
fn choose_option(window: &mut Harness<'_, Play>, words: &str) {
    window.get_by_role_and_label(egui::Role::ComboBox, "Option").click();
    window.run_steps(3);
    type_text(window, words);
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
}

#[test]
fn an_option_is_changed_in_mid_game_by_a_fiat() {
    let mut window = table(Habit::Typed);
    let centres = |window: &Harness<'_, Play>| desk(window).state().options().measure_centres;
    assert!(!centres(&window));
    open(&mut window, "Option", None);
    type_text(&mut window, "agreed over coffee");
    assert!(
        has(&window, "Choose the option") && !is_ready(&window),
        "what is wanting is said, and the button waits"
    );
    // The long list is sought by words; Enter takes the first that is found.
    window.get_by_role_and_label(egui::Role::ComboBox, "Option").click();
    window.run_steps(3);
    assert!(has(&window, "(0.4): ") && has(&window, "(0.3): edges"));
    type_text(&mut window, "centres");
    assert!(!has(&window, "(0.4): ") && has(&window, "(0.3): edges"), "only what has the word is listed");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    // Of two values the other one stands there; the present one is told, and cannot be chosen.
    assert!(has(&window, "Now: ") && has(&window, "Then: ") && is_ready(&window));
    assert!(window.get_by_label("Value edges (now)").accesskit_node().is_disabled());
    press(&mut window, DECIDE);
    assert!(centres(&window));
    // What decides who is there is refused before anybody gives it.
    open(&mut window, "Option", None);
    choose_option(&mut window, "opt-ammunition");
    assert!(has(&window, "Begin a game with it") && !is_ready(&window));
    command(&mut window, Command::Cancel);
    // The rulebook and the page of the rules know it.
    assert!(desk(&window).state().options_changed.contains_key("measure"));
    command(&mut window, Command::ShowRules);
    assert!(has(&window, "centres"));
}

#[test]
fn a_routed_marker_is_put_down_and_taken_up_and_what_no_module_brings_is_not_offered() {
    let mut window = table(Habit::Typed);
    let routed = |window: &Harness<'_, Play>| desk(window).state().stand(stand(window, "8")).routed;
    for wanted in [true, false] {
        open(&mut window, "Routed", Some("8"));
        assert!(has(&window, "Routed marker") && !has(&window, "Set ammunition") && !has(&window, "Squares"));
        assert!(has(&window, if wanted { "now it has not" } else { "now it has" }));
        decide(&mut window, "the marker fell off");
        assert_eq!(routed(&window), wanted);
    }
}

#[test]
fn a_form_shows_the_last_fiats_of_its_kind_and_says_how_many_there_are() {
    let mut window = table(Habit::Typed);
    for number in 1..=6 {
        open(&mut window, "Award", None);
        assert_eq!(has(&window, "So far in this game"), number > 1, "before fiat {number}");
        assert!(!has(&window, "the last 5 of"), "before fiat {number}");
        decide(&mut window, "agreed");
    }
    open(&mut window, "Award", None);
    assert!(has(&window, "So far in this game, the last 5 of 6"));
    // What is shown follows the form: of another kind there are none yet.
    press(&mut window, "Another kind…");
    press(&mut window, "Set the clock");
    assert!(!has(&window, "So far in this game"));
    assert!(has(&window, "now 1 of "), "the clock as it is now");
}

#[test]
fn the_form_of_a_fiat_stands_beside_the_table() {
    let mut window = table_of(Habit::Typed, [1280.0, 800.0]);
    let canvas = window.get_by_role(egui::Role::Canvas).rect();
    for act in ["Place", "Strength", "BringBack"] {
        open(&mut window, act, Some("8"));
        for label in ["Why", DECIDE] {
            let rect = window.get_by_label(label).rect();
            assert!(!rect.intersects(canvas), "{label} at {rect} lies on the table at {canvas}");
        }
        let numbers: &[&str] = if act == "Place" { &["East", "North", "Facing"] } else { &[] };
        for label in numbers {
            let rect = window.get_by_role_and_label(egui::Role::SpinButton, label).rect();
            assert!(rect.right() <= 1280.0 - 6.0, "{label} at {rect} is cut");
        }
        command(&mut window, Command::Cancel);
    }
    // Without the panel of orders the form lies over the window, and is still there.
    open(&mut window, "Award", None);
    command(&mut window, Command::TogglePane(Pane::Orders));
    window.run_steps(3);
    assert_eq!(count(&window, "Why"), 1);
    // Opened anew it is beside the table again.
    command(&mut window, Command::Cancel);
    open(&mut window, "Award", None);
    assert!(!window.get_by_label("Why").rect().intersects(canvas));
}

#[test]
fn a_place_is_clicked_and_turned_by_keys_and_a_stand_goes_there_with_its_way_shown() {
    let mut window = table(Habit::Rolled);
    let start = pose(&window, "8");
    open(&mut window, "Place", Some("8"));
    let name = describe(desk(&window).state(), stand(&window, "8"));
    let on = window.get_by_label(&name).rect().center();
    click_at(&mut window, on + egui::vec2(70.0, 45.0));
    // Letters are keys again, not part of the reason.
    for _ in 0..3 {
        window.key_press(egui::Key::E);
        window.run_steps(2);
    }
    window.key_press_modifiers(egui::Modifiers::SHIFT, egui::Key::Q);
    window.run_steps(2);
    decide(&mut window, "it was jogged");
    let end = pose(&window, "8");
    let (east, north) = (end.at.x - start.at.x, end.at.y - start.at.y);
    assert!(east > 1.0 && (north / east + 45.0 / 70.0).abs() < 0.05, "from {start} to {end}");
    let turned = (end.heading.degrees() - start.heading.degrees()).rem_euclid(360.0);
    assert!((turned - 330.0).abs() < 0.01, "turned by {turned}");
}

#[test]
fn what_is_typed_after_the_place_was_clicked_is_the_reason_and_gives_no_order() {
    for size in [[1600.0, 1000.0], [1280.0, 800.0]] {
        let mut window = table_of(Habit::Rolled, size);
        open(&mut window, "Place", Some("8"));
        let name = describe(desk(&window).state(), stand(&window, "8"));
        let on = window.get_by_label(&name).rect().center();
        click_at(&mut window, on + egui::vec2(70.0, 45.0));
        let (depth, turned) = (desk(&window).depth(), pose(&window, "8"));
        // Letter by letter, as a keyboard tells it.
        for letter in "Clear the gap".chars() {
            let key = if letter == ' ' {
                Some(egui::Key::Space)
            } else {
                egui::Key::from_name(&letter.to_string())
            };
            if let Some(key) = key {
                window.key_press(key);
            }
            window.event(egui::Event::Text(letter.to_string()));
            window.run_steps(1);
        }
        window.run_steps(3);
        assert_eq!((desk(&window).depth(), pose(&window, "8")), (depth, turned), "nothing is given by it");
        let button = window.get_by_role_and_label(egui::Role::Button, DECIDE).rect();
        assert!(button.bottom() <= size[1], "the button at {button} is in sight");
        assert!(is_ready(&window), "it is about a stand, a place, and says why");
        press(&mut window, DECIDE);
        let fiat = desk(&window).current().map(|entry| entry.order.clone());
        assert!(matches!(fiat, Some(Order::Fiat(fiat)) if fiat.reason == "Clear the gap"));
    }
}

#[test]
fn what_is_built_comes_over_the_nearest_stream_and_what_is_there_can_be_destroyed() {
    let text = r#"(
        options: {"adv-engineers": "on"},
        lines: [(id: "Dyle", points: [(20, -1), (20, 41)], stream: Some(Major), width: 3)],
        crossings: [(id: "Wavre", at: (20, 30), over: "Dyle")],
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (10, 10, 0)),
            (id: "E", side: "blue", arm: Infantry, at: (30, 10, 0)),
        ],
    )"#;
    let mut window = table_on(text, Habit::Rolled, [1600.0, 1000.0]);
    open(&mut window, "Ground", None);
    assert!(has(&window, "Choose the change") && !is_ready(&window));
    press(&mut window, "Build a bridge over the nearest stream");
    command(&mut window, Command::Play(PlayAction::At(Spot::Point { x: 12.0, y: 8.0 })));
    decide(&mut window, "the pioneers were at it");
    let bridges = |window: &Harness<'_, Play>| {
        let found = desk(window).state().ground().crossings.iter().map(|crossing| crossing.at);
        found.map(|at| (at.x.round() as i32, at.y.round() as i32)).collect::<Vec<_>>()
    };
    assert_eq!(bridges(&window), [(20, 30), (20, 8)]);
    open(&mut window, "Ground", None);
    window.get_by_label_contains("(20, 30)").click();
    window.run_steps(3);
    decide(&mut window, "blown up");
    assert_eq!(bridges(&window), [(20, 8)]);
}

/// A red stand that has lost some of its strength, which is not for blue to know.
const MARKED: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, -6, 0), sp: 3, start: 7),
        (id: "D", side: "blue", arm: Infantry, at: (0, 6, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

#[test]
fn a_side_is_told_no_hidden_number_by_a_form() {
    let mut window = table_on(MARKED, Habit::Rolled, [1600.0, 1000.0]);
    let blue = desk(&window).state().side(stand(&window, "D"));
    open(&mut window, "Strength", Some("A"));
    assert!(has(&window, "now 3 of 7"));
    command(&mut window, Command::Cancel);
    command(&mut window, Command::See(Viewer::Side(blue)));
    open(&mut window, "Strength", Some("A"));
    assert!(has(&window, "now ? of 7") && !has(&window, "3 of 7"));
}

#[test]
fn what_is_typed_as_the_fiat_is_given_belongs_to_it() {
    let mut window = table_on(MARKED, Habit::Rolled, [1600.0, 1000.0]);
    open(&mut window, "Award", None);
    window.get_by_label("Why").focus();
    window.run_steps(2);
    let enter = egui::Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::COMMAND,
    };
    window.input_mut().events.extend([egui::Event::Text("fair play".to_owned()), enter]);
    window.run_steps(3);
    assert!(
        matches!(desk(&window).current().map(|entry| &entry.order), Some(Order::Fiat(fiat)) if fiat.reason == "fair play")
    );
}

/// Nobody is there to whom it could be done: that is said, and what can be chosen is asked for first.
#[test]
fn an_act_for_which_there_is_nobody_says_so() {
    let position = r#"(
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (20, 20, 0), sp: 5),
            (id: "B", side: "blue", arm: Infantry, at: (40, 20, 180), sp: 5),
        ],
        options: {"adv-engineers": "on"},
        active: (command: "red"),
    )"#;
    let mut window = table_on(position, Habit::Rolled, [1280.0, 800.0]);
    open(&mut window, "Work", None);
    assert!(has(&window, "Engineer: none now") && has(&window, "There is no engineer to choose"));
    assert!(!is_ready(&window));
    open(&mut window, "Side", None);
    assert!(has(&window, "Choose the side") && !has(&window, "Choose the stand"));
    open(&mut window, "Award", None);
    assert!(has(&window, "1 point") && !has(&window, "1 points"));
}
