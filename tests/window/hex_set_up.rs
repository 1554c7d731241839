//! Set-up of games on hexes with the pointer: counters that change places, and counters that are turned in hand.

use std::any::Any;

use casus_belli::{CasusBelli, Order};
use desk::{Desk, Library, Setup};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::RuleSet as _;
use game::options::Options;
use games::Games;
use hexes::{Direction, Hex};
use napoleon_at_war::words::describe;
use napoleon_at_war::{NapoleonAtWar, State};
use scenario::{AnyRules, Embedded};
use window::{Command, Habit, OpenedGame, Saved};

use super::corps;
use super::harness::{click_at, command, drag, has, settle, window_started};
use super::play::{Map, of_begun};

fn marengo() -> Map {
    let (scenario, _) =
        scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("it is in the program");
    let desk = Desk::<NapoleonAtWar>::new(Setup::new(scenario, 7), None).expect("it begins");
    let library = Library::embedded(&Games::default());
    let begun = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    of_begun(begun, Saved { dice: Habit::Rolled, ..Saved::default() }, [1600.0, 1000.0])
}

fn state(window: &Map) -> &State {
    let any: &dyn Any = window.state().game();
    any.downcast_ref::<Desk<NapoleonAtWar>>().expect("Napoleon at War is played").state()
}

/// The key of who stands in a hex, and the middle of the counter.
fn who(window: &Map, hex: u16) -> (String, egui::Pos2) {
    let unit = state(window).at(Hex(hex)).next().expect("somebody is there");
    (state(window).game.unit(unit).id.clone(), middle(window, &describe(state(window), unit)))
}

/// The middle of what has a label that begins so.
fn middle(window: &Map, begins: &str) -> egui::Pos2 {
    let node = window
        .query_all_by_label_contains(begins)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(begins)));
    node.unwrap_or_else(|| panic!("{begins} is not to be found")).rect().center()
}

#[test]
fn units_alike_change_places_by_clicks_and_by_a_drag() {
    let mut window = marengo();
    let ((one, at_one), (other, at_other)) = (who(&window, 1111), who(&window, 1411));
    click_at(&mut window, at_one);
    settle(&mut window);
    assert!(has(&window, "It may change places with"), "what is in hand says what it may");
    assert!(has(&window, "1411, ") && has(&window, "; change places"), "those alike are lit");
    click_at(&mut window, at_other);
    settle(&mut window);
    assert_eq!((who(&window, 1111).0, who(&window, 1411).0), (other.clone(), one.clone()));
    let told: Vec<String> = window
        .query_all_by_label_contains("place")
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.contains("change places") || label.contains("changes places with"))
        .collect();
    assert!(told.iter().any(|label| label.ends_with(": show it")), "it is told over the map: {told:?}");
    assert!(told.iter().any(|label| !label.ends_with(": show it")), "and in the log: {told:?}");
    // A drag the other way puts them back.
    drag(&mut window, at_other, at_one);
    assert_eq!((who(&window, 1111).0, who(&window, 1411).0), (one, other));
}

#[test]
fn a_unit_put_where_it_may_not_begin_is_told_what_may_be_done() {
    let mut window = marengo();
    let (french, from) = who(&window, 1111);
    let (_, enemy) = state(&window)
        .on_map()
        .filter(|(unit, _)| {
            state(&window).side(*unit) != state(&window).side(state(&window).game.find(&french).unwrap())
        })
        .map(|(unit, hex)| (unit, hex.0))
        .next()
        .expect("there are enemies");
    let to = who(&window, enemy).1;
    drag(&mut window, from, to);
    assert!(has(&window, "do not match") && has(&window, "same side, strength, movement and type"));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let to = middle(&window, "3001, ");
    drag(&mut window, from, to);
    assert!(has(&window, "Put it on a unit of its side, strength, movement and type"));
    assert_eq!(who(&window, 1111).0, french);
}

/// Marengo with corps whose units have fronts, and with these options besides.
fn with_fronts(besides: &[(&str, &str)]) -> Map {
    let (scenario, _) =
        scenario::hex::read("marengo-cb", &Embedded, &AnyRules).expect("it is in the program");
    let mut options = Options::default();
    for (option, value) in [("facing", "on")].iter().chain(besides) {
        options.set(CasusBelli::option_specs(), option, value).expect("it may be played");
    }
    let setup = Setup::new(scenario, 7).options(options);
    corps::window_of(Desk::<CasusBelli>::new(setup, None).expect("it begins"), Habit::Rolled)
}

/// Where O'Reilly's horse looks.
fn faces(window: &Map) -> Direction {
    let state = corps::state(window);
    state.unit(state.game.find("a-orc").expect("it is there")).faces.expect("it has a front")
}

#[test]
fn a_counter_that_is_turned_in_hand_stays_so_on_a_map_that_is_turned() {
    let mut window = with_fronts(&[]);
    let (before, at) = (faces(&window), middle(&window, "Austrian O'Reilly's horse"));
    click_at(&mut window, at);
    settle(&mut window);
    // Another hexside on it would look off the map.
    for key in [egui::Key::E, egui::Key::CloseBracket] {
        window.key_press(key);
        window.run_steps(3);
    }
    settle(&mut window);
    // On the map: what is in hand is called so beside it as well.
    let map = window.get_by_role(egui::Role::Canvas).rect();
    let at = window
        .query_all_by_label_contains("Austrian O'Reilly's horse")
        .map(|node| node.rect().center())
        .find(|at| map.contains(*at))
        .expect("it is on the map");
    click_at(&mut window, at);
    settle(&mut window);
    assert_eq!(faces(&window), Direction((before.0 + 1) % 6), "a hexside on, as it was turned in hand");
}

#[test]
fn a_counter_that_is_turned_and_set_up_elsewhere_says_that_it_is_faced_anew() {
    let [plain, turned] = [false, true].map(|turns| {
        let mut window = with_fronts(&[("setup", "free")]);
        let orc = corps::state(&window).game.find("a-orc").expect("it is there");
        let orc = corps::state(&window).game.piece_of_unit(orc);
        let free = corps::desk(&window).due().offers.iter().find_map(|offer| match offer.order {
            Order::Deploy { piece, hex } if piece == orc => Some(hex),
            _ => None,
        });
        let free = free.expect("it may be set up elsewhere");
        let at = middle(&window, "Austrian O'Reilly's horse");
        click_at(&mut window, at);
        settle(&mut window);
        if turns {
            window.key_press(egui::Key::E);
            window.run_steps(3);
        }
        let to = middle(&window, &free.to_string());
        window.hover_at(to);
        window.run_steps(3);
        assert_eq!(has(&window, "t is faced anew there: turn it once it stands there"), turns);
        assert!(!has(&window, "Set a way-point") && has(&window, "turn it by a hexside"));
        click_at(&mut window, to);
        settle(&mut window);
        assert_eq!(corps::hex_of(&window, "a-orc"), Some(free.0));
        faces(&window)
    });
    assert_eq!(plain, turned);
}

#[test]
fn a_unit_of_corps_is_turned_in_hand_and_put_down() {
    let mut window = with_fronts(&[]);
    let (before, at) = (faces(&window), middle(&window, "Austrian O'Reilly's horse"));
    click_at(&mut window, at);
    settle(&mut window);
    assert!(has(&window, "It begins here, and may look elsewhere"));
    for _ in 0..2 {
        window.key_press(egui::Key::E);
        window.run_steps(3);
    }
    window.key_press(egui::Key::Q);
    window.run_steps(3);
    assert_eq!(faces(&window), before, "it is turned in hand alone");
    click_at(&mut window, at);
    settle(&mut window);
    assert_eq!(faces(&window), Direction((before.0 + 1) % 6), "put down, it looks one hexside on");
    // Where it stands is not to be chosen: the refusal says what is.
    let to = middle(&window, "1201");
    drag(&mut window, at, to);
    assert!(has(&window, "Turn it where it stands"));
}

/// A battle on hexes has no table that could be set up: another is chosen, or an empty one is laid.
#[test]
fn no_table_is_offered_of_a_battle_on_hexes() {
    let (scenario, _) =
        scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("it is in the program");
    let desk = Desk::<NapoleonAtWar>::new(Setup::new(scenario, 7), None).expect("it begins");
    let library = Library::embedded(&Games::default());
    let begun = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = window_started(begun, Saved::default(), [1280.0, 800.0]);
    command(&mut window, Command::ShowStart);
    window.get_by_label_contains("My own table: ").click();
    window.run_steps(3);
    settle(&mut window);
    assert!(has(&window, "Lay an empty table"));
    assert!(!has(&window, "This game's battle") && !has(&window, "Deploy this game freely"));
}
