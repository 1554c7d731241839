//! The window of a hex game through its labels: a whole turn with a move, a combat, a retreat and an advance; a bad order
//! explained; undo; a change of viewer.

use std::any::Any;

use desk::{Desk, Library, Setup};
use easy::Easy;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::RuleSet as _;
use games::Games;
use hexes::Hex;
use napoleon_at_war::combat::phase::Step;
use napoleon_at_war::state::Phase;
use napoleon_at_war::words::describe;
use napoleon_at_war::{NapoleonAtWar, Order, UnitId, movement};
use napoleon_at_war::{Position, RawPhase};
use scenario::{HexScenario, Side};
use window::play::{Play, PlayAction};
use window::{Command, Habit, OpenedGame, Saved};

use super::harness::{click_at, drag, dressed, has, press, settle};

pub type Map = Harness<'static, Play>;

/// The game as a desk of these rules.
fn desk(window: &Map) -> &Desk<NapoleonAtWar> {
    let any: &dyn Any = window.state().game();
    any.downcast_ref().expect("Napoleon at War is played")
}

/// A window on this position of the lab board.
fn window_on(units: &[&str], dice: Habit) -> Map {
    window_of(lab(units), dice)
}

/// A game on the lab board, with these units.
fn lab(units: &[&str]) -> Desk<NapoleonAtWar> {
    let position =
        Position { units: units.iter().map(|unit| (*unit).to_owned()).collect(), ..Position::default() };
    let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
    Desk::<NapoleonAtWar>::from_state(Setup::new(state.game.scenario.clone(), 7), state)
}

fn window_of(desk: Desk<NapoleonAtWar>, dice: Habit) -> Map {
    window_saved(desk, Saved { dice, ..Saved::default() })
}

fn window_saved(desk: Desk<NapoleonAtWar>, saved: Saved) -> Map {
    window_of_size(desk, saved, [1600.0, 1000.0])
}

fn window_of_size(desk: Desk<NapoleonAtWar>, saved: Saved, size: [f32; 2]) -> Map {
    let begun = OpenedGame {
        library: Library::embedded(&Games::default()),
        game: Box::new(desk),
        notices: Vec::new(),
    };
    of_begun(begun, saved, size)
}

/// A window of any rules on a game that is begun.
pub fn of_begun(begun: OpenedGame, saved: Saved, size: [f32; 2]) -> Map {
    dressed(Play::with(begun, saved), size, Play::show)
}

fn marengo() -> Desk<NapoleonAtWar> {
    let (scenario, _) = Library::embedded(&Games::default())
        .battle::<HexScenario>("marengo-naw")
        .expect("it is in the program");
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

/// The key of a unit.
fn key(window: &Map, unit: UnitId) -> String {
    desk(window).state().game.unit(unit).id.clone()
}

/// The unit in this hex.
fn unit(window: &Map, hex: u16) -> UnitId {
    desk(window).state().at(Hex(hex)).next().expect("somebody is there")
}

fn name(window: &Map, hex: u16) -> String {
    describe(desk(window).state(), unit(window, hex))
}

fn hex_of(window: &Map, unit: UnitId) -> Option<u16> {
    desk(window).state().hex(unit).map(|hex| hex.0)
}

/// Types into the order line, which a stroke opens.
fn type_line(window: &mut Map, text: &str) {
    type_letters(window, "/");
    type_letters(window, text);
}

fn type_letters(window: &mut Map, text: &str) {
    let letters = text.chars().map(|letter| egui::Event::Text(letter.to_string()));
    window.input_mut().events.extend(letters);
    window.run_steps(3);
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
    assert!(has(&window, "2011, clear; 1 point"), "its reach has costs");
    click(&mut window, "2011, clear");
    assert_eq!(hex_of(&window, french), Some(2011));
    press(&mut window, "End movement");
    // The combat.
    for hex in [2011, 2010] {
        let label = name(&window, hex);
        click(&mut window, &label);
    }
    assert!(has(&window, "Blue attack 8") && has(&window, "White defend 2") && has(&window, "Column 4-1"));
    press(&mut window, "Fight at 4-1 (Enter)");
    window.input_mut().events.push(egui::Event::Text("3".into()));
    window.run_steps(2);
    enter(&mut window);
    let state = desk(&window).state();
    let Phase::Combat(phase) = &state.phase else { panic!("it is the combat phase") };
    assert!(
        matches!(phase.under_way().map(|fight| &fight.step), Some(Step::Retreats { .. })),
        "it goes back"
    );
    // The retreat, to a hex that is lit, and none that is not. No luck is in that.
    assert!(window.state().carried().is_some() && window.state().legend().is_empty());
    click(&mut window, "1911, clear");
    assert!(has(&window, "Not allowed"), "it is in the attacker's zone");
    assert_eq!(hex_of(&window, enemy), Some(2010));
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    let lit = desk(&window).due().offers.iter().find_map(|offer| match &offer.order {
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
    assert_eq!(desk(&window).state().phase, Phase::Movement, "the other side moves");
    window.key_press_modifiers(egui::Modifiers::ALT, egui::Key::J);
    window.run_steps(4);
    assert!(has(&window, "Order 3: "), "the log has the combat");
}

/// Whether this hex may be chosen now.
fn is_lit(window: &Map, hex: u16) -> bool {
    use egui_kittest::kittest::NodeT as _;
    let mut labels =
        window.query_all_by_label_contains("may be chosen").filter_map(|node| node.accesskit_node().label());
    labels.any(|label| label.starts_with(&format!("{hex}, clear")))
}

/// Friends stand in every hex behind it: one of them makes room, and where they go is chosen hex by hex.
#[test]
fn a_retreat_that_displaces_is_clicked_hex_by_hex() {
    let mut window = window_on(&["F5@2010", "a:F2@1911", "b:F2@2011", "c:F2@2111", "E3@2009"], Habit::Typed);
    let (beaten, friend) = (unit(&window, 2010), unit(&window, 2011));
    press(&mut window, "End movement");
    for hex in [2010, 2009] {
        let label = name(&window, hex);
        click(&mut window, &label);
    }
    press(&mut window, "Fight at 1-1 (Enter)");
    window.input_mut().events.push(egui::Event::Text("4".into()));
    window.run_steps(2);
    enter(&mut window);
    settle(&mut window);
    assert!(has(&window, "Click where it goes") && !has(&window, "puts it back"), "it is owed");
    click(&mut window, "2011, clear");
    assert_eq!(hex_of(&window, beaten), Some(2010), "one hex more is to be chosen");
    // Now the hexes behind that friend are lit, and the first ones no longer.
    assert!(is_lit(&window, 2012));
    assert!(!is_lit(&window, 1911) && !is_lit(&window, 2111));
    assert!(has(&window, "one of the hexes that are lit"), "the card says what is chosen");
    assert!(!has(&window, "Set a way-point") && !has(&window, "By 1 way-point"), "there are none on hexes");
    click(&mut window, "3001, clear");
    assert!(has(&window, "obody can be displaced there: choose a lit hex"));
    assert!(is_lit(&window, 2012), "they stay lit");
    // The first hex can be taken back, and chosen again.
    window.key_press(egui::Key::Backspace);
    window.run_steps(3);
    assert!(is_lit(&window, 1911) && !is_lit(&window, 2012));
    click(&mut window, "2011, clear");
    click(&mut window, "2012, clear");
    assert_eq!((hex_of(&window, beaten), hex_of(&window, friend)), (Some(2011), Some(2012)));
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
    assert_eq!(desk(&window).depth(), 0);
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(!has(&window, "Not allowed"), "Escape puts it back");
    type_line(&mut window, "2012 3001");
    assert!(has(&window, "Not allowed"), "the line says so as well");
    enter(&mut window);
    assert_eq!(desk(&window).depth(), 0, "what is refused is not given");
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
    assert!(matches!(desk(&window).state().phase, Phase::Combat(_)));
    type_line(&mut window, "x 2010");
    assert!(has(&window, "13 to 2: Column 6-1"), "all who may join it");
    enter(&mut window);
    let fought = desk(&window).current().expect("an order was given");
    assert!(matches!(&fought.order, Order::Attack(assault) if assault.attackers.len() == 2));
}

/// By the name with its side as the log has it, whatever signs are in it; by the name alone; and by what its counter bears.
#[test]
fn the_line_takes_names_as_the_log_tells_them() {
    let mut window = window_of(marengo(), Habit::Rolled);
    press(&mut window, "Begin turn 1");
    for (typed, key) in [
        ("Austrian St. Julien", "astju"),
        ("austrian advanced guard", "aavgdc"),
        ("Austrian Advanced Guard guns", "aavgda"),
        ("O'Reilly", "aorei"),
        ("Austrian Nobl", "anobl"),
        ("Pila", "apila"),
    ] {
        let state = desk(&window).state();
        let unit = state.game.find(key).expect("it is there");
        let told = state.game.say(unit);
        let reach = movement::reach(state, unit);
        let is_empty = |hex: &Hex| state.at(*hex).next().is_none();
        let to = reach.iter().map(|(hex, _)| hex).find(is_empty).expect("it may move");
        type_line(&mut window, &format!("{typed} {to}"));
        enter(&mut window);
        assert_eq!(hex_of(&window, unit), Some(to.0), "{typed}");
        let entry = desk(&window).current().expect("an order was given");
        assert!(entry.words[0].starts_with(&told), "{:?}", entry.words);
    }
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
    let state = desk(&window).state();
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
    let state = desk(&window).state();
    let waiting = state
        .game
        .units()
        .find(|id| state.hex(*id).is_none() && state.game.arrival(*id).is_some_and(|(turn, _)| turn > 3));
    let waiting = waiting.expect("somebody comes later");
    let ctx = window.ctx.clone();
    let waiting = key(&window, waiting);
    window.state_mut().run_command(&ctx, Command::Play(PlayAction::PickUp(waiting)));
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
    assert_eq!(desk(&window).depth(), 1);
    press(&mut window, "Play on from here");
    assert_eq!((desk(&window).depth(), hex_of(&window, french)), (0, Some(2012)));
}

/// A window on a position with options of the rules, in the phase that is given.
fn window_at(units: &[&str], phase: RawPhase, options: &[(&str, &str)], dice: Habit) -> Map {
    let position = Position {
        units: units.iter().map(|unit| (*unit).to_owned()).collect(),
        phase,
        options: options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect(),
        ..Position::default()
    };
    let state = position.set_up(&|id| Err(format!("no {id}"))).expect("the position is sound");
    let desk = Desk::<NapoleonAtWar>::from_state(Setup::new(state.game.scenario.clone(), 7), state);
    window_of(desk, dice)
}

/// The middle of the widget whose label begins so.
fn middle(window: &Map, begins: &str) -> egui::Pos2 {
    use egui_kittest::kittest::NodeT as _;
    let node = window
        .query_all_by_label_contains(begins)
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(begins)));
    node.unwrap_or_else(|| panic!("{begins} is not to be found")).rect().center()
}

/// The die of the combat is typed.
fn throw(window: &mut Map, face: &str) {
    window.input_mut().events.push(egui::Event::Text(face.into()));
    window.run_steps(2);
    enter(window);
    settle(window);
}

/// Clicks the counter in this hex.
fn counter(window: &mut Map, hex: u16) {
    let label = name(window, hex);
    click(window, &label);
}

#[test]
fn a_counter_is_dragged_to_a_hex_and_put_back_where_it_may_not_go() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    let label = name(&window, 2012);
    for (to, there) in [("3001, clear", 2012), ("2011, clear", 2011)] {
        let (from, to) = (middle(&window, &label), middle(&window, to));
        drag(&mut window, from, to);
        assert_eq!(hex_of(&window, french), Some(there));
        assert_eq!(has(&window, "Not allowed"), there == 2012, "why it stays is said");
        window.key_press(egui::Key::Escape);
        window.run_steps(3);
    }
}

#[test]
fn a_hex_out_of_reach_is_named_as_it_was_typed() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    type_line(&mut window, "2012 3001");
    assert!(has(&window, "3001 is too far"), "the hex that was meant");
    assert!(has(&window, "movement points left"), "and where the points end");
    enter(&mut window);
    assert_eq!(hex_of(&window, french), Some(2012));
}

#[test]
fn a_map_is_turned_and_all_that_lies_on_it_goes_with_it() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    let label = name(&window, 2012);
    let way = |window: &Map, from: &str, to: &str| middle(window, to) - middle(window, from);
    let run = |window: &mut Map, command: Command| {
        let ctx = window.ctx.clone();
        window.state_mut().run_command(&ctx, command);
        settle(window);
    };
    assert!(way(&window, "2012, clear", "2011, clear").normalized().y < -0.99, "up the sheet");
    for steps in 1..=12_i8 {
        run(&mut window, Command::TurnMap(1));
        let turned = egui::emath::Rot2::from_angle(f32::from(steps) * std::f32::consts::FRAC_PI_6);
        let up = turned * egui::vec2(0.0, -1.0);
        assert!(way(&window, "2012, clear", "2011, clear").normalized().dot(up) > 0.99, "{steps} steps");
        let off = middle(&window, &label) - middle(&window, "2012, clear");
        assert!(off.length() < 1.0, "the counter goes with its hex");
    }
    // A piece in hand stays there, with its reach as it lies now; it goes where it is put.
    run(&mut window, Command::TurnMap(-1));
    click(&mut window, &label);
    run(&mut window, Command::TurnMap(-2));
    assert!(has(&window, "2011, clear; 1 point"), "its reach has costs");
    let (from, to) = (middle(&window, &label), middle(&window, "2011, clear"));
    drag(&mut window, from, to);
    assert_eq!(hex_of(&window, french), Some(2011));
    let turns = &window.state().saved().map_turns;
    assert_eq!(turns.values().map(|turn| turn.steps()).collect::<Vec<_>>(), [9]);
    // North is up as it is printed here; the battle is seen so again.
    let saved = window.state().saved().clone();
    let again = window_saved(lab(&["F8@2012", "E2@2010"]), saved);
    assert!(way(&again, "2012, clear", "2011, clear").normalized().x < -0.99, "as it was left");
    run(&mut window, Command::NorthUp);
    assert!(way(&window, "2012, clear", "2011, clear").normalized().y < -0.99);
    assert!(has(&window, "North is up"));
    run(&mut window, Command::TurnMap(1));
    assert!(has(&window, "North is to the upper right"));
}

#[test]
fn losses_of_an_exchange_are_picked_on_the_map() {
    let units = ["F5@2009", "F4@2011", "F3@2111", "E3@2010"];
    let mut window = window_at(&units, RawPhase::Combat, &[], Habit::Typed);
    let lost = unit(&window, 2111);
    for hex in [2009, 2011, 2010] {
        counter(&mut window, hex);
    }
    // Nine to three is lawful but for the third, which would be left idle; it joins from the list.
    assert!(has(&window, "Column 3-1") && has(&window, "then nothing is left for Blue F3 in 2111"));
    press(&mut window, "Blue F3 in 2111");
    press(&mut window, "Fight at 4-1 (Enter)");
    throw(&mut window, "6");
    assert!(has(&window, "Exchange: what is lost"));
    counter(&mut window, 2011);
    counter(&mut window, 2111);
    assert!(has(&window, "Not allowed"), "more than is owed is refused");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    counter(&mut window, 2111);
    press(&mut window, "Lose these (Enter)");
    assert_eq!((hex_of(&window, lost), desk(&window).depth()), (None, 2));
}

#[test]
fn a_combat_is_taken_back_in_its_midst() {
    let mut window = window_at(&["F8@2011", "E2@2010"], RawPhase::Combat, &[], Habit::Typed);
    let enemy = unit(&window, 2010);
    for face in ["3", "1"] {
        counter(&mut window, 2011);
        counter(&mut window, 2010);
        press(&mut window, "Fight at 4-1 (Enter)");
        throw(&mut window, face);
        // Three drives it back, and its owner is asked where to; one destroys it.
        assert!(has(&window, "may be chosen"), "somebody goes back or on");
        assert_eq!(hex_of(&window, enemy).is_none(), face == "1");
        press(&mut window, "Undo");
        assert_eq!((hex_of(&window, enemy), desk(&window).depth()), (Some(2010), 0));
        assert!(has(&window, "owes an attack"), "what is owed is owed again");
    }
}

#[test]
fn while_its_dice_are_asked_for_a_combat_stays_as_it_is() {
    let mut window = window_at(&["F4@2011", "F4@2009", "E2@2010"], RawPhase::Combat, &[], Habit::Typed);
    for hex in [2011, 2009, 2010] {
        counter(&mut window, hex);
    }
    press(&mut window, "Fight at 4-1 (Enter)");
    assert!(window.state().dice_wanted().is_some(), "its die is asked for");
    // A click on one of those who attack would take it out, *Clear* all of it.
    counter(&mut window, 2009);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Play(PlayAction::Clear));
    window.run_steps(3);
    assert!(has(&window, "Dice are asked for first"), "it is said why");
    assert!(has(&window, "Column 4-1"), "the card is what it was");
    throw(&mut window, "6");
    let fought = desk(&window).current().expect("an order was given");
    assert!(matches!(&fought.order, Order::Attack(assault) if assault.attackers.len() == 2));
}

#[test]
fn a_hex_that_a_unit_may_not_retreat_to_says_why_under_the_pointer() {
    let mut window = window_at(&["F8@2011", "E2@2010"], RawPhase::Combat, &[], Habit::Typed);
    type_line(&mut window, "x 2010");
    enter(&mut window);
    throw(&mut window, "3");
    let bad = middle(&window, "1911, clear");
    window.hover_at(bad);
    window.run_steps(4);
    assert!(has(&window, "1911 is in an enemy zone"), "it stands beside the pointer");
    let good = middle(&window, "2009, clear; may be chosen");
    window.hover_at(good);
    window.run_steps(4);
    assert!(!has(&window, "is in an enemy zone"));
}

#[test]
fn a_lit_hex_is_enough_where_one_unit_alone_can_go_there() {
    // Two victors beside a hex that fell vacant: who goes is asked; two hexes that fell vacant: the hex says it.
    let units = ["F8@2011", "F8@2009", "E1@2010"];
    let mut window = window_at(&units, RawPhase::Combat, &[], Habit::Typed);
    type_line(&mut window, "x 2010");
    enter(&mut window);
    throw(&mut window, "1");
    click(&mut window, "2010, clear; may be chosen");
    assert!(has(&window, "Several could go there"));
    let second = unit(&window, 2011);
    counter(&mut window, 2011);
    click(&mut window, "2010, clear; may be chosen");
    assert_eq!(hex_of(&window, second), Some(2010));
}

#[test]
fn combats_are_declared_first_where_the_option_says_so() {
    let units = ["F5@2010", "F4@2011", "E3@2009", "E2@2111"];
    let options = [("declaration", "up-front")];
    let mut window = window_at(&units, RawPhase::Combat, &options, Habit::Typed);
    for hex in [2010, 2009] {
        counter(&mut window, hex);
    }
    assert!(has(&window, "Owed (4)"));
    press(&mut window, "Into the plan at 1-1 (Enter)");
    assert!(has(&window, "Owed beside the plan (2)"), "what was planned is owed no more");
    assert!(has(&window, "Not allowed"), "a plan that leaves somebody idle is not declared");
    assert!(window.query_by_label("Declare these combats (Enter)").is_none());
    for hex in [2011, 2111] {
        counter(&mut window, hex);
    }
    window.key_press_modifiers(egui::Modifiers::ALT, egui::Key::K);
    window.run_steps(4);
    assert!(!has(&window, "Owed"));
    press(&mut window, "Declare these combats (Enter)");
    assert_eq!(desk(&window).depth(), 1);
    // Only what was declared is fought.
    for hex in [2010, 2009, 2111] {
        counter(&mut window, hex);
    }
    assert!(has(&window, "this combat is not among those declared"));
    press(&mut window, "Clear");
    click(&mut window, "Attack at 1-1");
    press(&mut window, "Fight at 1-1 (Enter)");
    throw(&mut window, "6");
    assert_eq!(desk(&window).current().map(|entry| entry.number), Some(2));
}

#[test]
fn the_referee_overrules_a_refusal_and_its_clause_is_kept() {
    let mut window = window_on(&["F4@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    counter(&mut window, 2012);
    click(&mut window, "3001, clear");
    press(&mut window, "Overrule…");
    press(&mut window, "Decide otherwise…");
    assert!(window.query_by_label("Why").is_some(), "the form is open");
    assert!(has(&window, "Say why"), "nothing is decided before");
    window.get_by_label("Why").type_text("the map was jogged");
    window.run_steps(3);
    press(&mut window, "Decide so (Ctrl+Enter)");
    assert_eq!(hex_of(&window, french), Some(3001));
    let fiat = desk(&window).current().expect("it is in the record");
    let Order::Fiat(fiat) = &fiat.order else { panic!("a fiat was given") };
    assert!(fiat.clause.as_deref().is_some_and(|clause| clause.starts_with("naw:5.")), "{:?}", fiat.clause);
    assert_eq!(fiat.reason, "the map was jogged");
}

#[test]
fn a_refused_order_stands_where_the_referee_lets_it() {
    let mut window = window_on(&["F4@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    counter(&mut window, 2012);
    click(&mut window, "3001, clear");
    press(&mut window, "Overrule…");
    assert!(has(&window, "Say why"), "nothing stands before");
    window.get_by_label("Why").type_text("the map was jogged");
    window.run_steps(3);
    press(&mut window, "Let it stand (Ctrl+Enter)");
    assert_eq!(hex_of(&window, french), Some(3001));
    let entry = desk(&window).current().expect("it is in the record");
    assert!(matches!(entry.order, Order::Move { .. }), "{:?}", entry.order);
    let stood = entry.let_stand.as_ref().expect("it was let stand");
    assert!(stood.clauses[0].starts_with("naw:5.") && stood.reason == "the map was jogged", "{stood:?}");
    let mut window = window_on(&["F4@2012", "E2@2010"], Habit::Rolled);
    let french = unit(&window, 2012);
    type_line(&mut window, "2012 3001 ! the map was jogged");
    enter(&mut window);
    assert_eq!(hex_of(&window, french), Some(3001), "the line lets it stand as well");
}

#[test]
fn every_fiat_is_given_from_the_menu_of_a_counter_or_of_the_game() {
    let mut window = window_on(&["F4@2012", "E2@2010"], Habit::Rolled);
    let (french, enemy) = (unit(&window, 2012), unit(&window, 2010));
    let label = name(&window, 2012);
    let why = |window: &mut Map| {
        window.get_by_label("Why").type_text("as agreed");
        window.run_steps(3);
        press(window, "Decide so (Ctrl+Enter)");
    };
    window.get_by_label(&label).click_secondary();
    window.run_steps(3);
    press(&mut window, "Put elsewhere…");
    click(&mut window, "2505, clear");
    why(&mut window);
    assert_eq!(hex_of(&window, french), Some(2505));
    let label = name(&window, 2505);
    window.get_by_label(&label).click_secondary();
    window.run_steps(3);
    press(&mut window, "Set strength…");
    window.get_by_label("Strength").focus();
    window.run_steps(3);
    type_letters(&mut window, "7");
    window.get_by_label("Why").focus();
    window.run_steps(3);
    why(&mut window);
    assert_eq!(desk(&window).state().unit(french).strength, 7);
    let ctx = window.ctx.clone();
    let remove = Command::Play(PlayAction::Fiat("Remove", Some(key(&window, enemy))));
    window.state_mut().run_command(&ctx, remove);
    window.run_steps(3);
    why(&mut window);
    assert_eq!(hex_of(&window, enemy), None);
    assert_eq!(desk(&window).depth(), 3);
    // An option of the rules, sought in the list; of two values the other one stands there.
    let option = Command::Play(PlayAction::Fiat("Option", None));
    window.state_mut().run_command(&ctx, option);
    window.run_steps(3);
    window.get_by_label("Why").type_text("as agreed");
    window.run_steps(3);
    press(&mut window, "Decide so (Ctrl+Enter)");
    assert!(has(&window, "Choose the option"));
    window.get_by_role_and_label(egui::Role::ComboBox, "Option").click();
    window.run_steps(3);
    type_letters(&mut window, "advance exchange");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    press(&mut window, "Decide so (Ctrl+Enter)");
    let state = desk(&window).state();
    assert!(!state.game.options.advance_after_exchange);
    assert_eq!(state.options_changed.get("advance-after-exchange").map(String::as_str), Some("off"));
    press(&mut window, "Undo");
    assert!(desk(&window).state().game.options.advance_after_exchange, "it is as it was");
}

#[test]
fn the_line_completes_with_tab_and_remembers() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    type_line(&mut window, "20");
    window.key_press(egui::Key::Tab);
    window.run_steps(3);
    type_letters(&mut window, " 2011");
    enter(&mut window);
    assert_eq!(desk(&window).state().at(Hex(2011)).count(), 1, "Tab gave the hex of the unit");
    press(&mut window, "Undo");
    window.input_mut().events.push(egui::Event::Text("/".into()));
    window.run_steps(3);
    window.key_press(egui::Key::ArrowUp);
    window.run_steps(3);
    enter(&mut window);
    assert_eq!(desk(&window).state().at(Hex(2011)).count(), 1, "the line before is given again");
}

#[test]
fn guns_bombard_by_mouse_alone_and_with_others() {
    let units = ["gF4@2012", "E1@2010"];
    let mut window = window_at(&units, RawPhase::Combat, &[], Habit::Typed);
    for hex in [2012, 2010] {
        counter(&mut window, hex);
    }
    press(&mut window, "Fight at 4-1 (Enter)");
    throw(&mut window, "1");
    assert!(desk(&window).state().at(Hex(2010)).next().is_none());
    let units = ["gF4@2012", "F5@2009", "E3@2010", "E9@1310"];
    let mut window = window_at(&units, RawPhase::Combat, &[], Habit::Typed);
    for hex in [2009, 2010] {
        counter(&mut window, hex);
    }
    assert!(has(&window, "Column 1-1"));
    press(&mut window, "Blue gF4 in 2012");
    assert!(has(&window, "Column 3-1"));
    press(&mut window, "Take it at 1-2");
    press(&mut window, "Fight at 1-2 (Enter)");
    throw(&mut window, "1");
    let fought = desk(&window).current().expect("an order was given");
    let Order::Attack(assault) = &fought.order else { panic!("a combat was fought") };
    assert_eq!((assault.attackers.len(), assault.lowered.map(|column| column.name())), (2, Some("1-2")));
}

#[test]
fn the_small_map_moves_the_map_while_not_all_of_it_is_seen() {
    let mut window = window_of(marengo(), Habit::Rolled);
    let press_on = "Small map";
    assert!(window.query_by_label(press_on).is_none(), "all of the map is seen");
    let ctx = window.ctx.clone();
    for _ in 0..8 {
        window.state_mut().run_command(&ctx, Command::ZoomIn);
    }
    window.run_steps(3);
    assert!(!has(&window, "1412 Marengo, town"));
    let rect = window.get_by_label(press_on).rect();
    // Marengo lies in the left part of the map.
    let at = rect.lerp_inside(egui::Vec2::new(14.0 / 39.0, 12.0 / 25.0));
    click_at(&mut window, at);
    assert!(has(&window, "1412 Marengo, town"), "the map has moved");
}

#[test]
fn what_the_game_has_to_say_of_its_edition_is_shown_when_it_is_opened() {
    let (scenario, _) = Library::embedded(&Games::default())
        .battle::<HexScenario>("marengo-naw")
        .expect("it is in the program");
    let mut setup = Setup::new(scenario, 7);
    let specs = NapoleonAtWar::option_specs();
    setup.options.set(specs, "edition", "decision-games").expect("there is such an edition");
    let desk = Desk::<NapoleonAtWar>::new(setup, None).expect("it begins");
    assert!(!desk.notices().is_empty());
    let window = window_of(desk, Habit::Rolled);
    assert!(has(&window, "7.9"));
}

#[test]
fn the_page_of_the_rulebook_is_kept() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::ShowClause("7.74".into()));
    window.run_steps(3);
    let saved = window.state().saved().clone();
    assert_eq!(saved.pages.get("naw").map(String::as_str), Some("7.74"));
    let mut other = window_saved(marengo(), saved);
    other.run_steps(3);
    assert!(has(&other, "Advance after combat"));
}

#[test]
fn the_map_of_hexes_looks_as_it_did() {
    let mut window = window_of_size(marengo(), Saved::default(), [900.0, 620.0]);
    press(&mut window, "Begin turn 1");
    assert!(has(&window, "1412 Marengo, town"));
    super::pictures::compare(&mut window, "marengo");
}

/// The window of any rules plays those of the open table too, as far as it goes today.
#[test]
fn first_steps_are_played_in_the_window_of_any_rules() {
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario("first-steps").expect("it is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
    let begun = OpenedGame {
        library: Library::embedded(&Games::default()),
        game: Box::new(desk),
        notices: Vec::new(),
    };
    let mut window = of_begun(begun, Saved { dice: Habit::Rolled, ..Saved::default() }, [1600.0, 1000.0]);
    for _ in 0..60 {
        let before = window.state().game().depth();
        let offers = window.state().game().open_to(game::Viewer::Referee).offers;
        let Some(offer) = offers.first() else { break };
        let ctx = window.ctx.clone();
        let deed = PlayAction::GiveWith(offer.order.clone(), Habit::Rolled);
        window.state_mut().run_command(&ctx, Command::Play(deed));
        window.run_steps(2);
        assert_eq!(window.state().game().depth(), before + 1, "{}", offer.words);
    }
}

#[test]
fn a_ruler_a_threat_and_the_players_screen_are_had_on_hexes_too() {
    let mut window = window_on(&["F8@2012", "E2@2010"], Habit::Rolled);
    let ctx = window.ctx.clone();
    window.key_press_modifiers(egui::Modifiers::ALT, egui::Key::M);
    window.run_steps(3);
    counter(&mut window, 2012);
    click(&mut window, "2009, clear");
    assert!(window.state().rulers().contains(&"3 hexes, 1200 metres".to_owned()));
    window.state_mut().run_command(&ctx, Command::PlayersScreen(Side(1)));
    window.run_steps(4);
    assert_eq!(window.query_all_by_role(egui::Role::Canvas).count(), 2, "the second window has its own map");
    window.state_mut().run_command(&ctx, Command::ClosePlayersScreen);
    window.run_steps(4);
    assert_eq!(window.query_all_by_role(egui::Role::Canvas).count(), 1);
}
