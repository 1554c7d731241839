//! Nothing is hidden while it counts: what letters, numbers and faults do, what luck may make of a move, what dice are for.

use super::harness::desk as the_desk;
use easy::Order;
use egui::{Event, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use table::{Pose, Vec2};
use window::{Command, Habit, Window};

use super::harness::{alt, command, give, has, key_of, keys, pick_up, pose, press, settle, stand};
use super::harness::{wait_for, window, window_on};

fn text(window: &mut Harness<'_, Window>, text: &str) {
    let letters = text.chars().map(|letter| Event::Text(letter.to_string()));
    window.input_mut().events.extend(letters);
    window.run_steps(3);
}

/// What stands in the order line.
fn line(window: &Harness<'_, Window>) -> String {
    let fields = window.query_all_by_role(egui::Role::TextInput);
    let lowest = fields.max_by(|one, other| one.rect().bottom().total_cmp(&other.rect().bottom()));
    lowest.and_then(|field| field.accesskit_node().value()).unwrap_or_default()
}

fn cavalry(habit: Habit) -> Harness<'static, Window> {
    let mut window = window(habit);
    window.run_steps(3);
    press(&mut window, "Chit of Delacourt's cavalry, in the cup");
    window
}

#[test]
fn every_letter_begins_a_line_and_what_letters_did_is_done_with_alt() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let dark = window.state().saved().dark;
    for letter in ["l", "J", "d", "é"] {
        window.key_press(Key::L);
        text(&mut window, letter);
        assert_eq!(line(&window), letter, "{letter} begins a line");
        keys(&mut window, &[Key::Escape]);
        assert_eq!(line(&window), "");
    }
    let saved = window.state().saved();
    assert!(saved.dark == dark && !saved.log && saved.dice == Habit::Rolled, "no letter alone is a command");
    alt(&mut window, &[Key::L, Key::J]);
    assert!(window.state().saved().dark != dark && window.state().saved().log);
    // In the line as well, and nothing is typed by it.
    text(&mut window, "de");
    alt(&mut window, &[Key::D]);
    assert_eq!((window.state().saved().dice, line(&window).as_str()), (Habit::Typed, "de"));
}

#[test]
fn with_a_stand_in_hand_q_and_e_turn_it_and_other_letters_begin_a_line() {
    let mut window = cavalry(Habit::Rolled);
    press(&mut window, "Activate 3 stands (Enter)");
    let id = stand(&window, "8");
    let start = pose(&window, id);
    pick_up(&mut window, id);
    window.key_press(Key::E);
    text(&mut window, "e");
    assert_eq!(line(&window), "", "it turns");
    text(&mut window, "f2");
    assert_eq!(line(&window), "f2");
    keys(&mut window, &[Key::Enter]);
    assert!(pose(&window, id).at.distance(start.at) > 1.9, "who is in hand is meant by the line");
}

#[test]
fn a_refused_line_is_selected_so_that_typing_replaces_it() {
    let mut window = cavalry(Habit::Rolled);
    press(&mut window, "Activate 3 stands (Enter)");
    let before = the_desk(&window).depth();
    for refused in ["8f40", "8 frward"] {
        text(&mut window, refused);
        keys(&mut window, &[Key::Enter]);
        assert_eq!((line(&window).as_str(), the_desk(&window).depth()), (refused, before));
        text(&mut window, "9");
        assert_eq!(line(&window), "9", "what is typed takes its place");
        keys(&mut window, &[Key::Escape]);
    }
    text(&mut window, "8f2");
    keys(&mut window, &[Key::Enter]);
    assert_eq!((line(&window).as_str(), the_desk(&window).depth()), ("", before + 1));
}

#[test]
fn a_fault_points_with_carets_at_what_is_wrong() {
    let mut window = cavalry(Habit::Rolled);
    press(&mut window, "Activate 3 stands (Enter)");
    text(&mut window, "8 f2 frward");
    let carets = window.get_by_label("At fault: frward").rect();
    let shown = window.get_by_label("8 f2 frward").rect();
    assert!((carets.top() - shown.bottom()).abs() < 4.0, "right below the line: {carets:?} {shown:?}");
    assert!((carets.right() - shown.right()).abs() < 2.0, "and below the word: {carets:?} {shown:?}");
    assert!(has(&window, "Did you mean forward?") && !has(&window, "At 6"));
}

/// Ticks the stand whose name begins so, or unticks it.
fn untick(window: &mut Harness<'_, Window>, name: &str) {
    let is_it = |tick: &egui_kittest::Node<'_>| {
        tick.accesskit_node().label().is_some_and(|label| label.starts_with(name))
    };
    window.query_all_by_role(egui::Role::CheckBox).find(is_it).expect("it is listed").click();
    window.run_steps(4);
}

#[test]
fn a_number_and_enter_give_what_the_button_beside_it_would_with_the_ticks_as_they_stand() {
    let mut window = cavalry(Habit::Rolled);
    untick(&mut window, "8 ");
    text(&mut window, "#1");
    assert!(!has(&window, "activates 8 "), "the line says who is ticked");
    keys(&mut window, &[Key::Enter]);
    let list = the_desk(&window).state().active().expect("a command is active").list.clone();
    assert!(list.len() == 2 && !list.contains(&stand(&window, "8")), "{list:?}");
    // And so does Alt with the number; an empty line gives what the button says Enter gives.
    for keyed in [true, false] {
        press(&mut window, "Undo");
        untick(&mut window, "9 ");
        if keyed {
            window.key_press_modifiers(egui::Modifiers::ALT, Key::Num1);
        } else {
            command(&mut window, Command::OpenLine);
            window.key_press(Key::Enter);
        }
        window.run_steps(4);
        let list = the_desk(&window).state().active().expect("a command is active").list.clone();
        assert!(list.len() == 2 && !list.contains(&stand(&window, "9")), "{list:?}");
    }
}

/// Where the badge of a command lies, by its name, and what is said of it.
fn badge(window: &Harness<'_, Window>, name: &str) -> (egui::Rect, String) {
    let (chit, group) = (format!("Chit of {name}, "), format!("{name}, "));
    let is_it = |label: &str| label.starts_with(&chit) || label.starts_with(&group);
    let mut nodes = window.query_all_by_role(egui::Role::Button);
    let node = nodes.find(|node| node.accesskit_node().label().is_some_and(|label| is_it(&label)));
    let node = node.unwrap_or_else(|| panic!("{name} has a badge"));
    (node.rect(), node.accesskit_node().label().unwrap_or_default())
}

#[test]
fn chits_keep_their_places_and_their_numbers_as_they_are_drawn() {
    let names = ["Varenne's corps", "Delacourt's cavalry", "Hohenfels's corps", "Sternau's cavalry"];
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    let places = |window: &Harness<'_, Window>| names.map(|name| badge(window, name).0);
    let before = places(&window);
    press(&mut window, "The players drew…");
    let asked = names.map(|name| window.get_by_role_and_label(egui::Role::Button, name).rect());
    assert!(asked.is_sorted_by(|one, next| one.top() < next.top()), "side by side, command by command");
    keys(&mut window, &[Key::Escape]);
    for name in [names[1], names[2]] {
        press(&mut window, &format!("Chit of {name}, in the cup"));
        give(&mut window, &Order::Finish);
    }
    assert_eq!(places(&window), before, "each stands where it stood");
    assert!(badge(&window, names[1]).1.contains("chit drawn") && badge(&window, names[0]).1.contains("cup"));
    // Asked which was drawn, those that are out stand in their places, crossed out, and the others have their numbers still.
    press(&mut window, "The players drew…");
    for (name, place) in names.into_iter().zip(asked) {
        let crossed = format!("{name}, drawn");
        let out = window.query_by_label(&crossed);
        let there = out.or_else(|| window.query_by_role_and_label(egui::Role::Button, name));
        assert!((there.expect(name).rect().top() - place.top()).abs() < 8.0, "{name} stands where it stood");
    }
    text(&mut window, "5");
    keys(&mut window, &[Key::Enter]);
    let state = the_desk(&window).state();
    assert_eq!(state.command(state.stack[0].command).name, names[3], "the fourth behind the draw itself");
}

/// A brook three inches ahead, and another stand that has none before it.
const BROOK: &str = r#"(
    origin: (20, 20),
    lines: [(id: "brook", points: [(-9, 3), (4, 3)], obstacle: true)],
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
        (id: "B", side: "red", arm: Infantry, at: (8, 0, 0), sp: 5),
        (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

#[test]
fn a_move_over_a_brook_tells_its_chances_and_green_means_certain() {
    let mut window = window_on(BROOK, Habit::Typed);
    window.run_steps(3);
    let (id, other) = (stand(&window, "A"), stand(&window, "B"));
    let start = pose(&window, id);
    let allowance =
        easy::movement::kind::allowance(the_desk(&window).state(), id, easy::order::MoveKind::Move);
    pick_up(&mut window, id);
    // It takes all but two inches: a one and a two leave enough.
    let ahead = Pose::new(start.at + Vec2::new(0.0, allowance - 2.0), start.heading);
    command(&mut window, super::harness::drag_to(ahead));
    assert!(has(&window, "Gets there 33 %"), "two faces of six");
    let risk = window
        .query_all_by_label_contains("Gets there 33 %")
        .next()
        .and_then(|node| node.accesskit_node().value());
    assert!(risk.as_ref().is_some_and(|risk| risk.contains("stops short of the obstacle 17 %")), "{risk:?}");
    // The line says the same, before it is given.
    let badge = the_desk(&window).state().unit(id).badge;
    keys(&mut window, &[Key::Escape]);
    text(&mut window, &format!("{badge}f{}", allowance - 2.0));
    assert!(has(&window, "Gets there 33 %"));
    keys(&mut window, &[Key::Escape]);
    // As it is judged by each face.
    let order = Order::Move {
        stand: id,
        path: table::Path::new(vec![table::Leg::Slide(Vec2::new(0.0, allowance - 2.0))]),
    };
    let got = |face: u16| {
        use game::RuleSet as _;
        let mut tray = dice::Typed::faces([vec![face]]);
        let ruling = easy::Easy::judge(the_desk(&window).state(), &order, &mut tray);
        let mut state = the_desk(&window).state().clone();
        for event in ruling.expect("it is legal").events {
            easy::Easy::apply(&mut state, &event);
        }
        state.pose(id).is_some_and(|pose| pose.at.distance(ahead.at) < 0.01)
    };
    assert_eq!((1..=6).filter(|face| got(*face)).count(), 2);
    // Who crosses nothing is certain.
    let beside = pose(&window, other);
    pick_up(&mut window, other);
    command(
        &mut window,
        super::harness::drag_to(Pose::new(beside.at + Vec2::new(0.0, allowance - 1.0), beside.heading)),
    );
    assert!(!has(&window, "Gets there"));
    let _ = key_of(&window, other);
    settle(&mut window);
}

#[test]
fn while_dice_are_typed_the_card_stays_and_fills_in() {
    use Key::{Enter, Num1, Num5, Num6};
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
                (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 6),
            ],
            active: (command: "red"),
        )"#,
        Habit::Typed,
    );
    window.run_steps(3);
    if window.query_by_role_and_label(egui::Role::Button, "Declare 1 attack (Enter)").is_none() {
        give(&mut window, &Order::EndMoves);
    }
    press(&mut window, "Declare 1 attack (Enter)");
    super::harness::take(&mut window, &Order::Resolve { combat: 0 });
    settle(&mut window);
    let title = |window: &Harness<'_, Window>| window.get_by_label("red attack 7").rect();
    let before = title(&window);
    assert!(has(&window, "Rolled by: blue"), "the defenders roll first");
    press(&mut window, "Confirm (Enter)");
    assert_eq!(title(&window), before, "the card stays where it is");
    assert!(has(&window, "1 to 4: a miss; 5 or 6: a hit"), "what each face does");
    // Four hits of six.
    keys(&mut window, &[Num5, Num6, Num5, Num6, Num1, Num1, Enter]);
    assert!(has(&window, "3 of 7 sp, lost 4 so far"), "losses so far");
    assert!(has(&window, "Rolled by: red"));
    keys(&mut window, &[Num1, Num1, Num1, Enter]);
    assert!(has(&window, "3 and the die against 6 and the die"));
    wait_for(&mut window, "Exact odds from here");
    keys(&mut window, &[Num1, Enter]);
    // 4 against 6 and the die: beaten from a two on, and routed by a six.
    assert!(has(&window, "Result: 4 against 6 and the die"));
    assert!(has(&window, "1: locked") && has(&window, "2 to 5: the attackers retreat"));
    assert!(has(&window, "6: the attackers rout"));
}

/// How it ends is read whole over the dice of every throw, and who fights with what beside it.
#[test]
fn the_exact_odds_are_in_sight_while_dice_are_typed_in_a_small_window() {
    use Key::{Enter, Num1, Num5, Num6};
    let mut window = super::harness::window_on_of(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
                (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 6),
            ],
            active: (command: "red"),
        )"#,
        Habit::Typed,
        [1280.0, 800.0],
    );
    window.run_steps(3);
    if window.query_by_role_and_label(egui::Role::Button, "Declare 1 attack (Enter)").is_none() {
        give(&mut window, &Order::EndMoves);
    }
    press(&mut window, "Declare 1 attack (Enter)");
    super::harness::take(&mut window, &Order::Resolve { combat: 0 });
    settle(&mut window);
    wait_for(&mut window, "Exact odds");
    let seen = |window: &Harness<'_, Window>, below: f32, throw: &str| {
        let title = window.get_by_label_contains("Exact odds").rect();
        let rows: Vec<egui::Rect> = window
            .query_all_by_label_contains(" % ")
            .map(|node| node.rect())
            .filter(|rect| rect.top() > title.top())
            .take(2)
            .collect();
        assert_eq!(rows.len(), 2, "{throw}: how it may end");
        let last = rows.iter().map(|rect| rect.bottom()).fold(title.bottom(), f32::max);
        assert!(last <= below, "{throw}: to {last}, and {below} is the foot");
    };
    let confirm = window.get_by_role_and_label(egui::Role::Button, "Confirm (Enter)").rect();
    seen(&window, confirm.top(), "before it is given");
    press(&mut window, "Confirm (Enter)");
    let dice = |window: &Harness<'_, Window>| window.get_by_label_contains("Rolled by: ").rect().top();
    wait_for(&mut window, "Exact odds");
    seen(&window, dice(&window), "the defenders' throw");
    keys(&mut window, &[Num5, Num6, Num5, Num6, Num1, Num1, Enter]);
    wait_for(&mut window, "Exact odds from here");
    seen(&window, dice(&window), "the attackers' throw");
    keys(&mut window, &[Num1, Num1, Num1, Enter]);
    wait_for(&mut window, "Exact odds from here");
    seen(&window, dice(&window), "the die of the result");
}
