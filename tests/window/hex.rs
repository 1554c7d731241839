//! The window of a hex game through its labels: a whole turn with a move, a combat, a retreat and an advance; a bad order
//! explained; undo; a change of seat.

use drumhead::app::{Board, Command, Habit, HexCommand, Opening, Saved, Start, Window, theme};
use drumhead::casebook::hex::Position;
use drumhead::desk::{Desk, Library, Setup};
use drumhead::hexes::Hex;
use drumhead::rules::napoleon_at_war::combat::Step;
use drumhead::rules::napoleon_at_war::state::Phase;
use drumhead::rules::napoleon_at_war::words::describe;
use drumhead::rules::napoleon_at_war::{NapoleonAtWar, Order, UnitId};
use drumhead::scenario::HexScenario;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness::{has, press, settle};

type Map = Harness<'static, Board>;

/// A window on this position of the lab board.
fn window_on(units: &[&str], dice: Habit) -> Map {
    let position =
        Position { units: units.iter().map(|unit| (*unit).to_owned()).collect(), ..Position::default() };
    let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
    let desk = Desk::<NapoleonAtWar>::from_state(Setup::new(state.game.scenario.clone(), 7), state);
    window_of(desk, dice)
}

fn window_of(desk: Desk<NapoleonAtWar>, dice: Habit) -> Map {
    let saved = Saved { dice, ..Saved::default() };
    let start = Start { library: Library::embedded(), desk, notices: Vec::new() };
    let mut dressed = false;
    let mut window = Harness::builder().with_size([1600.0, 1000.0]).build_ui_state(
        move |ui, board: &mut Board| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            board.show(ui);
        },
        Board::with(start, saved),
    );
    settle(&mut window);
    window
}

fn marengo() -> Desk<NapoleonAtWar> {
    let (scenario, _) =
        Library::embedded().battle::<HexScenario>("marengo-naw").expect("it is in the program");
    Desk::new(Setup::new(scenario, 7), None).expect("a game without a journal begins")
}

/// Clicks the widget whose label begins so.
fn click(window: &mut Map, begins: &str) {
    let node = window.query_all_by_label_contains(begins).find(|node| {
        use egui_kittest::kittest::NodeT as _;
        node.accesskit_node().label().is_some_and(|label| label.starts_with(begins))
    });
    node.unwrap_or_else(|| panic!("{begins} is not to be found")).click();
    window.run_steps(4);
    settle(window);
}

/// The unit in this hex.
fn unit(window: &Map, hex: u16) -> UnitId {
    window.state().desk().state().at(Hex(hex)).next().expect("somebody is there")
}

fn name(window: &Map, hex: u16) -> String {
    describe(window.state().desk().state(), unit(window, hex))
}

fn hex_of(window: &Map, unit: UnitId) -> Option<u16> {
    window.state().desk().state().hex(unit).map(|hex| hex.0)
}

/// Types into the order line, which a stroke opens.
fn type_line(window: &mut Map, text: &str) {
    for letter in ["/", text] {
        let letters = letter.chars().map(|letter| egui::Event::Text(letter.to_string()));
        window.input_mut().events.extend(letters);
        window.run_steps(3);
    }
}

fn enter(window: &mut Map) {
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
}

#[test]
fn a_whole_turn_is_played_by_clicks() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Typed);
    let (french, enemy) = (unit(&window, 2012), unit(&window, 2010));
    // The move.
    let label = name(&window, 2012);
    click(&mut window, &label);
    assert!(has(&window, "2011, clear; 1 points"), "its reach has costs");
    click(&mut window, "2011, clear");
    assert_eq!(hex_of(&window, french), Some(2011));
    press(&mut window, "End movement");
    // The combat.
    for hex in [2011, 2010] {
        let label = name(&window, hex);
        click(&mut window, &label);
    }
    assert!(has(&window, "Attack 8") && has(&window, "Defence 2") && has(&window, "Column 4-1"));
    press(&mut window, "Fight at 4-1 (K)");
    window.input_mut().events.push(egui::Event::Text("3".into()));
    window.run_steps(2);
    enter(&mut window);
    let state = window.state().desk().state();
    let Phase::Combat(phase) = &state.phase else { panic!("it is the combat phase") };
    assert!(
        matches!(phase.under_way().map(|fight| &fight.step), Some(Step::Retreats { .. })),
        "it goes back"
    );
    // The retreat, to a hex that is lit, and none that is not.
    click(&mut window, "1911, clear");
    assert!(has(&window, "Not allowed"), "it is in the attacker's zone");
    assert_eq!(hex_of(&window, enemy), Some(2010));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let lit = window.state().desk().due().offers.iter().find_map(|offer| match &offer.order {
        Order::Retreat { way, .. } => way.first().copied(),
        _ => None,
    });
    let lit = lit.expect("there is a way back");
    click(&mut window, &format!("{lit}, clear; may be chosen"));
    assert_eq!(hex_of(&window, enemy), Some(lit.0));
    // The advance.
    click(&mut window, "2010, clear; may be chosen");
    assert_eq!(hex_of(&window, french), Some(2010));
    press(&mut window, "Undo");
    assert_eq!(hex_of(&window, french), Some(2011), "the advance is taken back");
    press(&mut window, "Redo");
    press(&mut window, "End the combat phase");
    assert_eq!(window.state().desk().state().phase, Phase::Movement, "the other side moves");
    assert!(has(&window, "Order 3: "), "the log has the combat");
}

#[test]
fn a_bad_move_is_explained_and_the_counter_put_back() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    let label = name(&window, 2012);
    click(&mut window, &label);
    click(&mut window, "3001, clear");
    assert!(has(&window, "Not allowed"), "it says why");
    assert_eq!(hex_of(&window, french), Some(2012));
    assert_eq!(window.state().desk().depth(), 0);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!has(&window, "Not allowed"), "Escape puts it back");
    type_line(&mut window, "2012 3001");
    assert!(has(&window, "Not allowed"), "the line says so as well");
    enter(&mut window);
    assert_eq!(window.state().desk().depth(), 0, "what is refused is not given");
}

#[test]
fn the_line_moves_attacks_and_ends_the_phases() {
    let mut window = window_on(&["F8@2012", "F5@2112", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    type_line(&mut window, "2012 2011");
    enter(&mut window);
    assert_eq!(hex_of(&window, french), Some(2011));
    type_line(&mut window, "2112 2111");
    enter(&mut window);
    type_line(&mut window, "e");
    enter(&mut window);
    assert!(matches!(window.state().desk().state().phase, Phase::Combat(_)));
    type_line(&mut window, "x 2010");
    assert!(has(&window, "13 to 2: 6-1"), "all who may join it");
    enter(&mut window);
    let fought = window.state().desk().current().expect("an order was given");
    assert!(matches!(&fought.order, Order::Attack(assault) if assault.attackers.len() == 2));
}

#[test]
fn a_plan_fills_in_the_combats_that_are_owed() {
    let mut window = window_on(&["F8@2011", "F5@2111", "E2@2010", "E3@2112"], Habit::Rolled);
    press(&mut window, "End movement");
    let owed = window.query_all_by_label_contains("must").count();
    assert!(owed > 0, "what is owed is said");
    press(&mut window, "End the combat phase");
    assert!(has(&window, "attacks are still owed"), "the phase does not end before");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    press(&mut window, "Propose a plan");
    let fight = window.query_all_by_label_contains("Fight at ").next().is_some();
    assert!(fight, "the first combat of the plan is in hand");
}

#[test]
fn marengo_has_its_counters_hexes_and_victory_table() {
    let mut window = window_of(marengo(), Habit::Rolled);
    let state = window.state().desk().state();
    let names: Vec<String> = state.on_map().map(|(id, _)| describe(state, id)).collect();
    assert!(names.len() > 10);
    for name in names {
        assert!(window.query_all_by_label(&name).next().is_some(), "{name} is not to be found");
    }
    assert!(has(&window, "1412 Marengo, town"));
    press(&mut window, "Begin turn 1");
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::ShowResult);
    window.run_steps(3);
    assert!(has(&window, "What decides") && has(&window, "Marengo"));
    window.state_mut().run_command(&ctx, Command::CloseDialog);
    window.state_mut().run_command(&ctx, Command::ShowRules);
    window.run_steps(3);
    assert!(has(&window, "Napoleon at War"));
}

#[test]
fn a_counter_off_the_map_says_why_it_does_not_come_on() {
    let mut window = window_of(marengo(), Habit::Rolled);
    press(&mut window, "Begin turn 1");
    let state = window.state().desk().state();
    let waiting = state
        .game
        .units()
        .find(|id| state.hex(*id).is_none() && state.game.arrival(*id).is_some_and(|(turn, _)| turn > 3));
    let waiting = waiting.expect("somebody comes later");
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Hex(HexCommand::PickUp(waiting)));
    window.run_steps(3);
    assert!(has(&window, "Not allowed"));
}

#[test]
fn an_earlier_map_is_looked_at_and_nothing_ordered_there() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    type_line(&mut window, "2012 2011");
    enter(&mut window);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::LookAt(0));
    window.run_steps(3);
    assert!(has(&window, "Seen: before the first order"));
    let label = "2011, clear";
    click(&mut window, label);
    assert_eq!(window.state().desk().depth(), 1);
    press(&mut window, "Play on from here");
    assert_eq!((window.state().desk().depth(), hex_of(&window, french)), (0, Some(2012)));
}

#[test]
fn the_window_changes_its_seat_with_the_game_and_opens_journals_of_both_kinds() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path());
    let options = || drumhead::app::RunOptions {
        library: Some(library.clone()),
        ..drumhead::app::RunOptions::default()
    };
    let first = drumhead::app::RunOptions { scenario: Some("marengo-naw".into()), ..options() };
    let opening = Opening::new(first).expect("it begins");
    let mut dressed = false;
    let mut window = Harness::builder().with_size([1600.0, 1000.0]).build_ui_state(
        move |ui, window: &mut Window| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            window.show(ui);
        },
        Window::with(opening, Saved::default()),
    );
    window.run_steps(4);
    let journal = window.state().map().and_then(|board| board.desk().journal_path()).map(ToOwned::to_owned);
    let journal = journal.expect("a game on hexes is written down");
    let ctx = window.ctx.clone();
    let begin = Command::NewGame { scenario: "first-steps".into(), weather: None };
    window.state_mut().run_command(&ctx, begin);
    window.run_steps(3);
    assert_eq!(
        window.state().table().map(|app| app.desk().setup().scenario.id.clone()).as_deref(),
        Some("first-steps")
    );
    window.state_mut().run_command(&ctx, Command::OpenFile(journal));
    for _ in 0..400 {
        window.run_steps(1);
        if window.state().map().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(window.state().map().is_some(), "the journal of Marengo opens on hexes");
    drop(window);
    // The last game is opened again with its own seat.
    assert!(matches!(Opening::new(options()), Ok(Opening::Map(_))));
}
