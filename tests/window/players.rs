//! The players' screen, opened and closed as a person does: from the menu *Seen by*, from the palette, and by its keys.

use super::harness::desk as the_desk;
use egui::{Event, Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use scenario::Side;
use window::play::PlayAction;
use window::{Command, Habit, Window};

use super::harness::{settle, window};
use super::players_secret::{alone, heard, tell};

/// How often a stand of first-steps is on a screen: once on the table of each window.
fn tables(window: &Harness<'_, Window>) -> usize {
    window.query_all_by_role(Role::Canvas).count()
}

fn sides(window: &Harness<'_, Window>) -> [String; 2] {
    let state = the_desk(window).state();
    Side::BOTH.map(|side| state.say_side(side).to_owned())
}

/// Opens the menu *Seen by* and clicks what begins so in it.
fn choose(window: &mut Harness<'_, Window>, item: &str) {
    settle(window);
    let menu = window.get_by_label_contains("Seen by: ");
    match window.state().saved().screen {
        None => menu.click(),
        // Here the second window lies within the first, and may lie over its head.
        Some(_) => menu.click_accesskit(),
    }
    window.run_steps(4);
    window.get_by_label_contains(item).click();
    window.run_steps(4);
    settle(window);
}

fn find(window: &mut Harness<'_, Window>, query: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    window.run_steps(2);
    window.input_mut().events.push(Event::Text(query.to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(4);
    settle(window);
}

#[test]
fn the_menu_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    assert!(before > 0);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        choose(&mut window, &format!("For {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1, "the second window has a table of its own");
    }
    choose(&mut window, "Close the players' screen");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
    // What is ticked is closed by its own item as well.
    let name = &sides(&window)[0];
    choose(&mut window, &format!("For {name}"));
    choose(&mut window, &format!("For {name}"));
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn the_palette_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        find(&mut window, &format!("players screen {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    find(&mut window, "close the players");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn a_key_for_each_side_opens_the_players_screen_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    let both = Modifiers { shift: true, ..Modifiers::ALT };
    for (modifiers, side) in [(Modifiers::ALT, Side(0)), (both, Side(1)), (Modifiers::ALT, Side(0))] {
        window.key_press_modifiers(modifiers, Key::S);
        window.run_steps(4);
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    window.key_press_modifiers(Modifiers::ALT, Key::S);
    window.run_steps(4);
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

/// A battery and its targets, with the players' screen of one side alone.
fn screen() -> Harness<'static, Window> {
    let position = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
            (id: "B", side: "red", arm: Infantry, at: (8, -4, 0), sp: 5, start: 7),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
        ],
        active: (command: "red"),
    )"#;
    let position: easy::Position = data::ron_options().from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = desk::Setup::new(state.game.scenario.clone(), 7);
    alone(Box::new(desk::Desk::<easy::Easy>::from_state(setup, state)), Viewer::Side(Side(0)))
}

#[test]
fn the_players_see_what_is_due_who_rolls_what_each_die_and_what_comes_of_it() {
    let mut screen = screen();
    let said = |screen: &Harness<'_, Window>| heard(screen).join("\n");
    let prompt = screen.state().play().game().turn(Viewer::Side(Side(0))).prompt;
    assert!(said(&screen).contains(&game::sentence(&prompt)), "{}", said(&screen));
    let given = |screen: &mut Harness<'_, Window>, order: &easy::Order| {
        let game = screen.state().play().game() as &dyn std::any::Any;
        let state = game.downcast_ref::<desk::Desk<easy::Easy>>().expect("Easy").state();
        let draft = <easy::Easy as game::Codec>::spell(state, order);
        tell(screen, Command::Play(PlayAction::GiveWith(draft, Habit::Typed)));
    };
    let game = screen.state().play().game();
    let member = |name: &str| {
        let members = game.groups(Viewer::Referee).into_iter().flat_map(|group| group.members);
        members.into_iter().find(|member| member.name.ends_with(name)).expect("it is there")
    };
    let moves = member("B");
    tell(&mut screen, Command::Play(PlayAction::PickUp(moves.piece.clone())));
    let place = game::Spot::Point { x: 28.0, y: 18.0 };
    tell(&mut screen, Command::Play(PlayAction::Over(Some(place))));
    let measured = said(&screen);
    assert!(measured.contains(&moves.figures) && !moves.figures.is_empty(), "{measured}");
    assert!(measured.contains("2.00 in"), "{measured}");
    tell(&mut screen, Command::Cancel);
    assert!(!said(&screen).contains("2.00 in"));
    given(&mut screen, &easy::Order::EndMoves);
    tell(&mut screen, Command::Confirm);
    given(&mut screen, &easy::Order::Resolve { combat: 0 });
    let (dice, sides) = screen.state().play().dice_wanted().expect("dice are asked for");
    assert!(said(&screen).contains(&format!("{dice} d{sides}, hits on")), "{}", said(&screen));
    assert_eq!(said(&screen).matches("Die to be typed").count(), usize::from(dice));
    for typed in 1..=dice {
        tell(&mut screen, Command::Digit(1));
        assert_eq!(said(&screen).matches("Die to be typed").count(), usize::from(dice - typed));
    }
    tell(&mut screen, Command::RollInstead);
    let game = screen.state().play().game();
    let last = game.entry(game.at() - 1, Viewer::Side(Side(0))).expect("it was fought");
    for line in &last.words {
        assert!(said(&screen).contains(&game::sentence(line)), "{line}: {}", said(&screen));
    }
    assert!(!last.dice.is_empty());
}
