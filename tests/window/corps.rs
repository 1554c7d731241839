//! The window of a game of corps on hexes through its labels: a player turn with a charge, a move, a combat with a leader at risk, a
//! retreat, an advance and a reorganisation; the snapshot of command explained; arrivals; the map with north up.

use std::any::Any;

use casus_belli::state::Phase;
use casus_belli::{CasusBelli, Order, Position, RawPhase, State};
use desk::{Desk, Library, Setup};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use hexes::Hex;
use scenario::{AnyRules, Embedded};
use window::{Habit, OpenedGame, Saved};

use super::harness::{drag, has, press, settle};
use super::play::{Map, of_begun};

pub fn desk(window: &Map) -> &Desk<CasusBelli> {
    let any: &dyn Any = window.state().game();
    any.downcast_ref().expect("a game of corps is played")
}

pub fn state(window: &Map) -> &State {
    desk(window).state()
}

pub fn window_of(desk: Desk<CasusBelli>, dice: Habit) -> Map {
    let begun = OpenedGame {
        library: Library::embedded(&Games::default()),
        game: Box::new(desk),
        notices: Vec::new(),
    };
    of_begun(begun, Saved { dice, ..Saved::default() }, [1600.0, 1000.0])
}

/// A window on a position of the lab board.
fn window_on(position: Position, dice: Habit) -> Map {
    let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
    let setup = Setup { options: state.game.chosen.clone(), ..Setup::new(state.game.scenario.clone(), 7) };
    window_of(Desk::<CasusBelli>::from_state(setup, state), dice)
}

fn marengo() -> Map {
    let (scenario, _) =
        scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("it is in the program");
    window_of(Desk::new(Setup::new(scenario, 7), None).expect("it begins"), Habit::Rolled)
}

pub fn strings(written: &[&str]) -> Vec<String> {
    written.iter().map(|one| (*one).to_owned()).collect()
}

/// The middle of what has a label that begins so.
fn middle(window: &Map, begins: &str) -> egui::Pos2 {
    let begins_so = |label: Option<String>| {
        label.is_some_and(|label| label.to_lowercase().starts_with(&begins.to_lowercase()))
    };
    let node = window.query_all_by_label_contains("").find(|node| begins_so(node.accesskit_node().label()));
    node.unwrap_or_else(|| panic!("{begins} is not to be found")).rect().center()
}

fn click(window: &mut Map, begins: &str) {
    let find = |window: &Map, act: fn(&egui_kittest::Node<'_>)| {
        let node = window
            .query_all_by_label_contains(begins)
            .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(begins)));
        act(&node.unwrap_or_else(|| panic!("{begins} is not to be found")));
    };
    find(window, |node| node.scroll_to_me());
    window.run_steps(12);
    find(window, |node| node.click());
    window.run_steps(4);
    settle(window);
}

pub fn hex_of(window: &Map, key: &str) -> Option<u16> {
    let state = state(window);
    state.hex(state.game.find(key).expect("it is there")).map(|hex| hex.0)
}

/// Types into the order line, which a stroke opens, and gives the order.
pub fn line(window: &mut Map, text: &str) {
    for text in ["/", text] {
        let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        window.run_steps(3);
    }
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(window);
}

/// The die is typed.
pub fn throw(window: &mut Map, face: &str) {
    window.input_mut().events.push(egui::Event::Text(face.into()));
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(window);
}

fn labels(window: &Map) -> Vec<String> {
    window
        .query_all_by_label_contains("")
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| !label.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

/// The French side of the lab board in its command step: infantry with its leader, cavalry in line with an enemy, somebody routed.
fn turn() -> Position {
    Position {
        units: strings(&[
            "foot:F6.left@2013 Foot",
            "horse:cF3.left(6)@2113 Horse",
            "gone:F4.left@2117! Gone",
            "x:E4.k@2010 White",
            "far:E5@0403 Far",
        ]),
        leaders: strings(&[
            "v:F2.left@2013 Victor",
            "b:F1@2118 Bonaparte",
            "m:E1.k@2001 Kaim",
            "z:E1@0303 Melas",
        ]),
        phase: RawPhase::Command,
        phasing: Some("F".into()),
        ..Position::default()
    }
}

#[test]
fn a_player_turn_of_corps_is_played_by_clicks() {
    let mut window = window_on(turn(), Habit::Typed);
    // What the snapshot will be is explained before it is taken.
    let at = middle(&window, "French Foot");
    window.hover_at(at);
    window.run_steps(30);
    assert!(has(&window, "under Victor"), "{:?}", labels(&window));
    press(&mut window, "Begin movement");
    // A drag of the foot; the leader does not go with it by himself.
    let (from, to) = (middle(&window, "French Foot"), middle(&window, "2011, clear"));
    drag(&mut window, from, to);
    settle(&mut window);
    assert_eq!(hex_of(&window, "foot"), Some(2011));
    // An enemy is nobody's to move, and a hex too far is refused in words.
    let (from, to) = (middle(&window, "Austrian White"), middle(&window, "2009, clear"));
    drag(&mut window, from, to);
    settle(&mut window);
    assert_eq!(hex_of(&window, "x"), Some(2010));
    line(&mut window, "2113 2103");
    assert!(has(&window, "Not allowed"), "{:?}", labels(&window));
    window.key_press(egui::Key::Escape);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    line(&mut window, "2113 2111");
    assert_eq!(hex_of(&window, "horse"), Some(2111));
    line(&mut window, "2013 2011");
    assert!(
        has(&window, "left, active, 13 of 13 points, under Victor, 2011, 1 routed"),
        "the corps as it stands"
    );
    // Who is routed has to run first (12a).
    let end = window.get_by_role_and_label(egui::Role::Button, "End movement");
    assert!(end.accesskit_node().is_disabled() && has(&window, "Not allowed"), "it is grey, with its reason");
    press(&mut window, "End movement");
    assert!(matches!(state(&window).phase, Phase::Movement(_)));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let gone = state(&window).game.piece_of_unit(state(&window).game.find("gone").expect("it is there"));
    let run = desk(&window).due().offers.iter().find_map(|offer| match &offer.order {
        Order::Move { piece, path, .. } if *piece == gone => path.last().copied(),
        _ => None,
    });
    let run = run.expect("it has somewhere to run");
    let (from, to) = (middle(&window, "French Gone"), middle(&window, &format!("{run}, clear")));
    drag(&mut window, from, to);
    settle(&mut window);
    assert_eq!(hex_of(&window, "gone"), Some(run.0));
    press(&mut window, "End movement");
    assert!(has(&window, "must attack") || has(&window, "must be attacked"), "{:?}", labels(&window));
    // There is one combat to fight: it is in hand.
    click(&mut window, "Victor, +2");
    assert!(has(&window, "Victor adds 2 to the die"), "{:?}", labels(&window));
    let chosen = |window: &Map| window.query_all_by_label_contains("Victor, +2").count();
    assert!(chosen(&window) > 0, "he can be left out again");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    settle(&mut window);
    // While its die is typed its card is shown: nothing of it can be chosen any more, and what each face does is told.
    assert!(chosen(&window) == 0 && has(&window, "Exact odds"), "{:?}", labels(&window));
    assert!(has(&window, "Victor adds 2 to the die") && has(&window, "1: "), "{:?}", labels(&window));
    throw(&mut window, "2");
    let words = desk(&window).current().expect("an order was given").words.join(", ");
    assert!(words.contains("led by Victor") && words.contains("rolled 2") && words.contains("D1"), "{words}");
    // He goes back; two could follow, one does.
    assert_eq!(hex_of(&window, "x"), Some(1910));
    click(&mut window, "2010, clear");
    assert!(has(&window, "Several could go there"));
    click(&mut window, "French Horse in 2111 advances to 2010");
    // With that the combat is all over, and the leader's risk is thrown (11d).
    press(&mut window, "Confirm (Enter)");
    throw(&mut window, "6");
    assert_eq!(hex_of(&window, "horse"), Some(2010));
    let words = desk(&window).current().expect("an order was given").words.join(", ");
    assert!(words.contains("Victor is killed: rolled 6"), "{words}");
    assert!(
        has(&window, "commander lost on turn 1; another may be named on turn 3"),
        "{:?}",
        labels(&window)
    );
    // One undo takes back the advance and the leader's end; then all of it once more.
    press(&mut window, "Undo");
    assert!(hex_of(&window, "horse") == Some(2111) && has(&window, "under Victor, 2011"));
    press(&mut window, "Redo");
    press(&mut window, "End the combat phase");
    click(&mut window, "Bonaparte reorganises French Gone");
    assert!(!has(&window, "1 routed"), "{:?}", labels(&window));
    press(&mut window, "End the player turn");
    assert!(has(&window, "Austrian command") && matches!(state(&window).phase, Phase::Command));
}

#[test]
fn a_charge_is_declared_and_called_off_in_the_command_step() {
    let position = Position {
        units: strings(&["horse:cF3.left(6)@2014 Horse", "foot:F3.left@2413 Foot", "x:E4.k@2010 White"]),
        ..turn()
    };
    let mut window = window_on(position, Habit::Rolled);
    click(&mut window, "French Horse");
    assert!(has(&window, "French Horse charges Austrian White"), "{:?}", labels(&window));
    click(&mut window, "Austrian White");
    assert!(!has(&window, "2014, charging"), "a click on a piece gives no order");
    press(&mut window, "Declare the charge (Enter)");
    assert!(has(&window, "2014, charging"), "{:?}", labels(&window));
    click(&mut window, "Call a charge off");
    assert!(!has(&window, "2014, charging"));
    // Infantry does not charge, by the line either.
    line(&mut window, "2413 c 2010");
    assert!(has(&window, "Not allowed"), "{:?}", labels(&window));
    assert_eq!(desk(&window).depth(), 2);
}

#[test]
fn who_ends_the_movement_of_another_corps_is_asked_first() {
    let position = Position {
        units: strings(&[
            "foot:F6.left@2013 Foot",
            "more:F4.left@2213 More",
            "other:F5.right@2413 Other",
            "x:E4.k@0404 White",
        ]),
        leaders: strings(&[
            "v:F2.left@2013 Victor",
            "l:F2.right@2413 Lannes",
            "b:F1@2118 Bonaparte",
            "m:E1.k@0404 Kaim",
            "z:E1@0303 Melas",
        ]),
        ..turn()
    };
    let mut window = window_on(position, Habit::Rolled);
    press(&mut window, "Begin movement");
    let go = |window: &mut Map, who: &str, to: &str| {
        let (from, to) = (middle(window, who), middle(window, to));
        drag(window, from, to);
        settle(window);
    };
    go(&mut window, "French Foot", "2012, clear");
    assert_eq!(hex_of(&window, "foot"), Some(2012), "the first corps begins without a question");
    go(&mut window, "French Other", "2412, clear");
    assert_eq!(hex_of(&window, "other"), Some(2413), "it is asked first");
    assert!(has(&window, "It ends the movement of left's corps: 2 pieces of it could still move"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    go(&mut window, "French More", "2212, clear");
    assert_eq!(hex_of(&window, "more"), Some(2212), "its own corps goes on");
    go(&mut window, "French Other", "2412, clear");
    assert!(has(&window, "1 piece of it could still move"), "{:?}", labels(&window));
    press(&mut window, "Confirm (Enter)");
    assert_eq!(hex_of(&window, "other"), Some(2412));
}

#[test]
fn no_order_is_given_by_a_click_while_an_enemy_is_selected_or_one_of_the_turn_before() {
    let position = Position {
        units: strings(&["horse:cF3.left(6)@2014 Horse", "foot:F3.left@2413 Foot", "x:E4.k@2010 White"]),
        ..turn()
    };
    let mut window = window_on(position, Habit::Rolled);
    click(&mut window, "Austrian White");
    click(&mut window, "French Horse");
    assert!(!has(&window, "Declare the charge (Enter)"), "it is selected, and that is all");
    assert_eq!((window.state().selected(), desk(&window).depth()), (Some("horse"), 0));
    // The turn passes, and with it what was selected.
    for end in ["Begin movement", "End movement", "End the combat phase"] {
        press(&mut window, end);
    }
    click(&mut window, "French Foot");
    assert_eq!(window.state().selected(), Some("foot"));
    press(&mut window, "End the player turn");
    assert!(has(&window, "Austrian command"), "{:?}", labels(&window));
    assert_eq!((window.state().selected(), desk(&window).depth()), (None, 4));
}

#[test]
fn the_map_of_corps_is_put_north_up_by_a_key_and_played_on() {
    let mut window = marengo();
    press(&mut window, "Begin turn 1");
    let before = [middle(&window, "1103"), middle(&window, "0825")];
    // Printed with west at the top, it opens with north up: it fills more of the window so.
    assert!(before[0].x < before[1].x && (before[0].y - before[1].y).abs() < 200.0, "{before:?}");
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, window::Command::TurnMap(3));
    settle(&mut window);
    let turned = [middle(&window, "1103"), middle(&window, "0825")];
    assert!((turned[0].x - turned[1].x).abs() < 200.0, "{turned:?}");
    window.key_press_modifiers(egui::Modifiers { shift: true, ..egui::Modifiers::ALT }, egui::Key::N);
    window.run_steps(4);
    settle(&mut window);
    let after = [middle(&window, "1103"), middle(&window, "0825")];
    // Pietrabuona lies left of San Giuliano again.
    assert!(after[0].x < after[1].x && (after[0].y - after[1].y).abs() < 200.0, "{before:?} {after:?}");
    press(&mut window, "Begin movement");
    let (from, to) = (middle(&window, "Austrian O'Reilly's horse"), middle(&window, "1201"));
    drag(&mut window, from, to);
    settle(&mut window);
    let horse = state(&window).game.find("a-orc").expect("it is there");
    assert_eq!(state(&window).hex(horse), Some(Hex(1201)));
    // Others come on later: the order of battle says when, and where.
    assert!(has(&window, "Desaix, 25 of 25 points, 0 of 19, under Desaix, turn 8"), "{:?}", labels(&window));
}

#[test]
fn the_reorganisation_says_who_stays_routed_and_why() {
    let mut near = turn();
    near.units = strings(&["gone:F4.left@2117! Gone", "x:E4.k@2115 White", "far:E5@0403 Far"]);
    near.leaders = strings(&["b:F1@2118 Bonaparte", "m:E1.k@2001 Kaim", "z:E1@0303 Melas"]);
    near.phase = RawPhase::Reorganisation;
    let window = window_on(near, Habit::Typed);
    assert!(has(&window, "Not possible now"), "{:?}", labels(&window));
    assert!(has(&window, "French Gone in 2117 stays routed: "), "{:?}", labels(&window));
    assert!(has(&window, "is 3 hexes from the nearest enemy unit"));
}
