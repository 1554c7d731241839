//! The table alone with its plate; what happens out of sight; what is told over the table; the start sheet.
//! Units: points on the screen.

use easy::{Easy, Order};
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::minds::{Boldness, SoloPlayer};
use game::{Codec as _, Viewer};
use scenario::Side;
use window::play::PlayAction;
use window::{Command, Habit, Window, is_busy};

use super::guide::beaten;
use super::harness::{
    alt, command, desk, drag, give, has, key_of, keys, press, settle, stand, take, wait_until, window,
    window_on,
};

/// A battery that may fire at a brigade.
const GUNS: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), sp: 2),
        (id: "E", side: "blue", arm: Infantry, at: (0, 6, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

#[test]
fn the_table_alone_has_a_plate_that_takes_orders_and_dice() {
    let mut window = window_on(GUNS, Habit::Typed);
    keys(&mut window, &[Key::F11]);
    assert!(window.state().saved().alone);
    assert!(!has(&window, "Every unit"), "no panel is beside the table");
    let table = window.get_by_role(egui::Role::Canvas).rect();
    let ending = window.get_by_role_and_label(egui::Role::Button, "End moves and fire").rect();
    assert!(table.contains_rect(ending), "the plate lies on the table: {ending} in {table}");
    let (battery, target) = (stand(&window, "G"), stand(&window, "E"));
    take(&mut window, &Order::Fire { battery, target });
    press(&mut window, "Confirm (Enter)");
    let dice = window.get_by_role_and_label(egui::Role::Button, "These dice (Enter)").rect();
    assert!(table.contains_rect(dice), "dice are asked for in the plate: {dice}");
    keys(&mut window, &[Key::Num1, Key::Num1, Key::Enter]);
    assert!(desk(&window).current().is_some_and(|entry| entry.is_typed()));
    assert!(window.state().saved().alone, "it is alone still");
    keys(&mut window, &[Key::Escape]);
    keys(&mut window, &[Key::Escape]);
    assert!(!window.state().saved().alone, "Escape, once nothing is in hand or selected");
    assert!(has(&window, "Every unit"));
}

/// Who is in hand is to be seen, wherever the plate was dragged.
#[test]
fn a_plate_that_was_dragged_leaves_the_stand_that_is_taken_in_hand() {
    let mut window = window_on(GUNS, Habit::Typed);
    keys(&mut window, &[Key::F11]);
    let battery = key_of(&window, stand(&window, "G"));
    let ending = |window: &Harness<'_, Window>| {
        window.get_by_role_and_label(egui::Role::Button, "End moves and fire").rect()
    };
    let table = window.get_by_role(egui::Role::Canvas).rect();
    let on_stand = window.get_by_label_contains("G, red").rect().center();
    // By its body: it has no bar to be dragged by.
    let body = ending(&window).center_top() - egui::vec2(0.0, 30.0);
    drag(&mut window, body, on_stand);
    let over = ending(&window);
    assert!((over.center_top() - on_stand).length() < 80.0, "it lies over the stand: {over}, {on_stand}");
    window.run_steps(3);
    assert!(ending(&window) == over, "and stays there while nobody is in hand");
    command(&mut window, Command::Play(PlayAction::PickUp(battery)));
    window.run_steps(3);
    let plate = window.get_by_label_contains("In hand").rect();
    assert!(!plate.expand(24.0).contains(on_stand), "{plate}, {on_stand}");
    assert!(table.contains_rect(plate));
}

/// What a command did is told above what the line means: both are read.
#[test]
fn a_short_notice_does_not_cover_what_is_typed() {
    let mut window = window_on(GUNS, Habit::Rolled);
    window.input_mut().events.push(egui::Event::Text("x".to_owned()));
    window.run_steps(3);
    window.input_mut().events.push(egui::Event::Text("yz".to_owned()));
    window.run_steps(3);
    command(&mut window, Command::ToggleDice);
    window.run_steps(3);
    let notice = window.get_by_role(egui::Role::Status).rect();
    let fault = window.get_by_label_contains("At fault: xyz").rect();
    assert!(!notice.intersects(fault), "{notice} {fault}");
    assert!(notice.bottom() <= fault.top());
}

/// Whatever lies over the window: Enter, digits and Ctrl+Z are not for the game behind it.
#[test]
fn nothing_is_given_behind_a_dialog() {
    let mut window = window_on(GUNS, Habit::Typed);
    let given = desk(&window).depth();
    for open in
        [Command::SetUp, Command::ShowStart, Command::ShowRules, Command::ShowKeys, Command::ShowResult]
    {
        // With an order that waits for Enter, and with one that waits for its dice.
        let (battery, target) = (stand(&window, "G"), stand(&window, "E"));
        take(&mut window, &Order::Fire { battery, target });
        for dice in [false, true] {
            if dice {
                press(&mut window, "Confirm (Enter)");
            }
            command(&mut window, open.clone());
            window.run_steps(3);
            keys(&mut window, &[Key::Enter, Key::Num1, Key::Num1, Key::Enter, Key::Space]);
            assert_eq!(desk(&window).depth(), given, "{open:?}");
            keys(&mut window, &[Key::Escape]);
            assert_eq!(
                window.state().play().dice_wanted().is_some(),
                dice,
                "{open:?}: Escape closes the dialog alone"
            );
        }
        keys(&mut window, &[Key::Escape]);
        keys(&mut window, &[Key::Escape]);
    }
}

#[test]
fn undo_puts_the_dice_away_before_it_takes_an_order_back() {
    let mut window = window_on(GUNS, Habit::Typed);
    let given = desk(&window).depth();
    let (battery, target) = (stand(&window, "G"), stand(&window, "E"));
    take(&mut window, &Order::Fire { battery, target });
    press(&mut window, "Confirm (Enter)");
    assert!(window.state().play().dice_wanted().is_some());
    assert!(!desk(&window).can_undo(), "no order was given so far");
    press(&mut window, "Undo");
    assert_eq!(window.state().play().dice_wanted(), None);
    assert_eq!(desk(&window).depth(), given, "no order is taken back");
    assert!(has(&window, "The dice are put away"));
}

/// The first die that is typed for the card in hand gives its order; the players need no button between.
#[test]
fn dice_are_typed_straight_at_the_card_of_a_shot() {
    let mut window = window_on(GUNS, Habit::Typed);
    let given = desk(&window).depth();
    let (battery, target) = (stand(&window, "G"), stand(&window, "E"));
    take(&mut window, &Order::Fire { battery, target });
    keys(&mut window, &[Key::Num1]);
    assert!(window.state().play().dice_wanted().is_some(), "it is given, and asks for the rest");
    keys(&mut window, &[Key::Num2, Key::Enter]);
    assert_eq!(desk(&window).depth(), given + 1);
}

/// Nothing else is begun or given over dice that are asked for, by whatever way it is told; what is typed of them stays.
#[test]
fn while_dice_are_asked_for_nothing_else_is_taken_in_hand() {
    let mut window = window_on(GUNS, Habit::Typed);
    let given = desk(&window).depth();
    let (battery, target) = (stand(&window, "G"), stand(&window, "E"));
    take(&mut window, &Order::Fire { battery, target });
    press(&mut window, "Confirm (Enter)");
    keys(&mut window, &[Key::Num1]);
    let ending = Easy::spell(desk(&window).state(), &Order::EndMoves);
    let key = key_of(&window, battery);
    for deed in [
        PlayAction::Take(ending.clone()),
        PlayAction::GiveWith(ending.clone(), Habit::Rolled),
        PlayAction::GiveWith(ending, Habit::Typed),
        PlayAction::Confirm,
        PlayAction::PickUp(key.clone()),
        PlayAction::Lift(key.clone()),
        PlayAction::Nowhere,
        PlayAction::Drawn("red".to_owned()),
    ] {
        command(&mut window, Command::Play(deed.clone()));
        assert!(has(&window, "Dice are asked for first"), "{deed:?}");
        assert_eq!(desk(&window).depth(), given, "{deed:?}");
        assert!(window.state().play().dice_wanted().is_some(), "{deed:?}");
    }
    alt(&mut window, &[Key::K]);
    command(&mut window, Command::Confirm);
    command(&mut window, Command::ConfirmWith(Habit::Rolled));
    command(&mut window, Command::Play(PlayAction::Drop(None)));
    assert_eq!(desk(&window).depth(), given);
    keys(&mut window, &[Key::Num1, Key::Enter]);
    let entry = desk(&window).current().expect("it is given");
    assert!(
        entry.is_typed() && matches!(entry.order, Order::Fire { .. }),
        "the die that was typed first counts"
    );
}

#[test]
fn the_number_of_a_button_is_what_is_typed_for_it() {
    let mut window = window_on(GUNS, Habit::Typed);
    let ending = window.get_by_role_and_label(egui::Role::Button, "End moves and fire");
    ending.hover();
    window.run_steps(3);
    // 0 is nobody's badge: it ends the step wherever pieces are named by theirs.
    window.input_mut().events.push(egui::Event::Text("0".to_owned()));
    window.run_steps(3);
    keys(&mut window, &[Key::Enter]);
    assert!(matches!(desk(&window).current().map(|entry| &entry.order), Some(Order::EndMoves)));
}

#[test]
fn what_happens_out_of_sight_comes_into_sight_and_back() {
    let mut window = beaten(1);
    let far = stand(&window, "F");
    let key = desk(&window).state().key(far);
    command(&mut window, Command::Play(PlayAction::ZoomTo(key)));
    assert!(!has(&window, "Back to where you looked"));
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    window.run_steps(60);
    settle(&mut window);
    press(&mut window, "Back to where you looked");
    window.run_steps(60);
    assert!(!has(&window, "Back to where you looked"), "it is there");
    // In a window that shows all there is nothing out of sight.
    let mut window = beaten(1);
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    assert!(!has(&window, "Back to where you looked"));
}

#[test]
fn a_rout_is_told_over_the_table_and_shows_its_line() {
    let mut window = beaten(1);
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    let table = window.get_by_role(egui::Role::Canvas).rect();
    let banner = window.get_by_label_contains("D routs: show it").rect();
    assert!(table.contains_rect(banner) && banner.bottom() < table.top() + 80.0, "{banner}");
    window.get_by_label_contains("D routs: show it").click();
    window.run_steps(3);
    settle(&mut window);
    assert!(window.state().saved().log, "the log has opened with it");
    let order = desk(&window).at();
    assert!(has(&window, &format!("Working of order {order}")));
    // Nobody clicks it: it goes by itself.
    let mut window = beaten(1);
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    assert!(has(&window, "D routs: show it"));
    window.run_steps(400);
    assert!(!has(&window, "D routs: show it"));
}

#[test]
fn the_start_sheet_offers_four_things_and_a_battle_is_fought_out() {
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::ShowStart);
    for choice in ["A guided turn: ", "A battle to play: ", "My own table: ", "Fight it out for me: "] {
        assert!(has(&window, choice), "{choice}");
    }
    window.get_by_label_contains("Fight it out for me: ").click();
    window.run_steps(3);
    settle(&mut window);
    assert!(has(&window, "Choose a battle to be fought out"));
    press(&mut window, "Fight out First steps: the bridge at Lesnes");
    assert!(window.state().play().is_fought_out());
    // Reasons lie between the orders.
    let at = |window: &Harness<'_, Window>| window.state().play().game().depth();
    wait_until(&mut window, "three orders", |window| at(window) > 2);
    press(&mut window, "Pause");
    let paused = at(&window);
    window.run_steps(200);
    assert_eq!(at(&window), paused);
    press(&mut window, "One order");
    wait_until(&mut window, "one order", |window| at(window) == paused + 1);
    window.run_steps(200);
    assert_eq!(at(&window), paused + 1, "one is one");
    press(&mut window, "Take over");
    assert!(!has(&window, "The players wait"));
}

#[test]
fn only_the_battle_that_was_chosen_for_it_is_fought_out() {
    // The list is open to choose what is fought out, and the guided turn is begun over it.
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::FightOut);
    settle(&mut window);
    command(&mut window, Command::StartGuide);
    window.run_steps(200);
    assert!(!window.state().play().is_fought_out(), "nobody asked for that in this game");
    assert_eq!(window.state().play().game().at(), 0, "no order is given by itself");
    // Nor is it what is begun later.
    command(&mut window, Command::ChooseScenario);
    settle(&mut window);
    command(&mut window, Command::BeginSheet);
    assert!(!window.state().play().is_fought_out());
    // Another battle of the list is chosen: that one is fought out.
    command(&mut window, Command::FightOut);
    settle(&mut window);
    window.get_by_label_contains("The mill on the Lohbach").click();
    window.run_steps(3);
    settle(&mut window);
    command(&mut window, Command::BeginSheet);
    assert!(window.state().play().is_fought_out());
}

/// They think beside the window: while they do it answers to every key and button, the fight is paused, hurried, and left.
#[test]
fn while_solo_players_think_the_window_answers() {
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::ShowStart);
    window.get_by_label_contains("Fight it out for me: ").click();
    window.run_steps(3);
    settle(&mut window);
    command(&mut window, Command::BeginSheet);
    let at = |window: &Harness<'_, Window>| window.state().play().game().at();
    // In the very frame after an order they are at the next one, if it takes them any longer than that.
    let thinks = (0..40).any(|_| {
        let now = at(&window);
        wait_until(&mut window, "an order", |window| at(window) > now);
        window.run_steps(1);
        is_busy(&window.ctx)
    });
    assert!(thinks, "they think on a thread");
    for _ in 0..4 {
        let now = at(&window);
        wait_until(&mut window, "an order", |window| at(window) > now);
        let dark = window.state().saved().dark;
        window.key_press_modifiers(egui::Modifiers::ALT, Key::L);
        window.run_steps(2);
        assert_ne!(window.state().saved().dark, dark, "a key does what it does");
    }
    let now = at(&window);
    wait_until(&mut window, "an order", |window| at(window) > now);
    window.get_by_role_and_label(egui::Role::Button, "Take over").click();
    window.run_steps(2);
    let left = at(&window);
    settle(&mut window);
    window.run_steps(100);
    assert_eq!(at(&window), left, "what they still thought of is not given");
    assert!(!window.state().play().is_fought_out());
    // Who goes on by hand may call them again.
    command(&mut window, Command::Undo);
    assert!(at(&window) < left);
    command(&mut window, Command::FightOut);
    settle(&mut window);
    command(&mut window, Command::BeginSheet);
    assert!(window.state().play().is_fought_out());
    let now = at(&window);
    wait_until(&mut window, "an order", |window| at(window) > now);
}

fn decides(window: &Harness<'_, Window>) -> Option<Side> {
    window.state().play().game().turn(Viewer::Referee).side
}

/// People give the order that ends what is due, or the first that is due.
fn people_order(window: &mut Harness<'_, Window>) {
    let game = window.state().play().game();
    let ends = game.agenda(None, Viewer::Referee).ending.map(|(order, _)| order);
    let order = ends.unwrap_or_else(|| game.open_to(Viewer::Referee).offers[0].order.clone());
    command(window, Command::Play(PlayAction::GiveWith(order, Habit::Rolled)));
}

/// The program plays Red: people draw, order Blue, and see it order Red; what is taken back it does not give again unasked.
#[test]
fn the_program_plays_one_side_and_people_the_other() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Game");
    window.get_by_label_contains("Drumhead plays").click();
    window.run_steps(3);
    settle(&mut window);
    window.get_by_role_and_label(egui::Role::CheckBox, "Red").click();
    window.run_steps(3);
    let at = |window: &Harness<'_, Window>| window.state().play().game().at();
    let (mut of_red, mut of_people) = (0, 0);
    while of_red < 12 {
        let before = at(&window);
        if decides(&window) == Some(Side(1)) {
            wait_until(&mut window, "an order for Red", |window| at(window) > before);
            of_red += 1;
            continue;
        }
        window.run_steps(60);
        assert_eq!(at(&window), before, "people decide here");
        assert!(has(&window, "Drumhead plays Red"));
        people_order(&mut window);
        of_people += 1;
        assert!(of_people < 200, "Red has its turn");
    }
    loop {
        command(&mut window, Command::Undo);
        if decides(&window) == Some(Side(1)) {
            break;
        }
    }
    let taken_back = at(&window);
    window.run_steps(300);
    assert_eq!(at(&window), taken_back, "people look first");
    press(&mut window, "Go on");
    wait_until(&mut window, "it goes on", |window| at(window) > taken_back);
    command(&mut window, Command::DrumheadPlays(Side(1)));
    assert!(!has(&window, "Drumhead plays Red") && !window.state().play().is_fought_out());
}

#[test]
fn the_program_says_what_it_would_do_and_gives_nothing() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Chit of Hohenfels's corps, in the cup");
    let at = |window: &Harness<'_, Window>| window.state().play().game().at();
    let before = at(&window);
    let hand = |window: &Harness<'_, Window>| window.state().play().hand().is_empty();
    command(&mut window, Command::WhatWouldYouDo);
    wait_until(&mut window, "an order in hand", |window| !hand(window));
    assert_eq!(at(&window), before, "nothing is given");
    assert!(has(&window, "Drumhead would order: "));
    command(&mut window, Command::Confirm);
    wait_until(&mut window, "it is given", |window| at(window) > before);
}

/// A brigade with a weak enemy before it.
const WEAK: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 6),
        (id: "E", side: "blue", arm: Infantry, at: (0, 5, 180), sp: 2),
    ],
    active: (command: "red"),
)"#;

#[test]
fn whoever_watches_reads_why_the_program_attacks_and_chooses_how_boldly_it_does() {
    let mut window = window_on(WEAK, Habit::Rolled);
    command(&mut window, Command::DrumheadIs(SoloPlayer::Normal(Boldness::Bold)));
    assert_eq!(window.state().saved().solo, SoloPlayer::Normal(Boldness::Bold));
    alt(&mut window, &[Key::J]);
    command(&mut window, Command::DrumheadPlays(Side(0)));
    command(&mut window, Command::DrumheadPlays(Side(1)));
    wait_until(&mut window, "an attack with its reason", |window| has(window, " %, is beaten "));
}

#[test]
fn where_dice_are_typed_people_throw_for_the_program_too() {
    let mut window = window(Habit::Typed);
    command(&mut window, Command::DrumheadPlays(Side(1)));
    let at = |window: &Harness<'_, Window>| window.state().play().game().at();
    for _ in 0..200 {
        let before = at(&window);
        if decides(&window) == Some(Side(1)) {
            wait_until(&mut window, "an order or a throw", |window| {
                at(window) > before || has(window, "These dice")
            });
            if has(&window, "These dice") {
                assert_eq!(at(&window), before, "the dice decide");
                return;
            }
        } else {
            people_order(&mut window);
        }
    }
    panic!("Red throws no dice");
}

#[test]
fn a_side_is_given_to_the_program_as_a_battle_is_chosen() {
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::ChooseScenario);
    settle(&mut window);
    window.get_by_role_and_label(egui::Role::CheckBox, "plays Blue").click();
    window.run_steps(3);
    command(&mut window, Command::BeginSheet);
    wait_until(&mut window, "its bar", |window| has(window, "Drumhead plays Blue"));
    assert!(!has(&window, "Two players fight it out"));
}
