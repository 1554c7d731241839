//! What is told while orders are given: what dice decide, what the referee does by fiat, how far a refused move may go.
//! Units: points on the screen, inches on the table.

use desk::Thrower;
use easy::{Bridging, FiatAct, Order, StandId};
use egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Fiat;
use table::{Leg, Path, Pose, Vec2};
use window::play::PlayAction;
use window::{Command, Habit, Window};

use super::guide::beaten;
use super::harness::{
    alt, at, click_stand, command, desk, drag_to, give, has, key_of, keys, pose, press, settle, stand, take,
    wait_until, window, window_on,
};

/// Infantry that is asked whether it forms squares, and may fail to.
const SQUARES: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: HeavyCavalry, at: (0, 2, 180), sp: 3),
        (id: "D", side: "blue", arm: Infantry, at: (0, 0, 0), sp: 5),
    ],
    options: {"opt-squares": "on", "opt-failed-squares": "on"},
    active: (command: "red", step: Combats),
)"#;

/// A brigade before a brook.
const BROOK: &str = r#"(
    origin: (20, 20),
    stands: [(id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5)],
    lines: [(id: "brook", obstacle: true, points: [(-10, 3), (10, 3)])],
    active: (command: "red"),
)"#;

/// A brigade held back by the zone of another.
const ZONE: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
        (id: "B", side: "red", arm: Infantry, at: (0, 1.5, 0), sp: 5),
    ],
    active: (command: "red"),
)"#;

fn by_fiat(window: &mut Harness<'_, Window>, act: &'static str, piece: StandId) {
    let key = key_of(window, piece);
    command(window, Command::Play(PlayAction::Fiat(act, Some(key))));
    window.get_by_label("Why").type_text("the table had it so");
    window.run_steps(3);
    press(window, "Decide so (Ctrl+Enter)");
}

#[test]
fn the_card_of_a_combat_says_whose_dice_are_thrown_and_what_each_face_decides() {
    let mut window = window_on(SQUARES, Habit::Typed);
    let [attacker, defender] = ["A", "D"].map(|badge| stand(&window, badge));
    give(&mut window, &Order::Declare { attacks: vec![(attacker, defender)] });
    give(&mut window, &Order::Resolve { combat: 0 });
    take(&mut window, &Order::Square { stand: defender, form: true });
    press(&mut window, "Confirm (Enter)");
    assert!(has(&window, "forms squares, fails on 1: one d6"), "that die is due");
    assert!(has(&window, "2 to 6: it forms squares"));
    keys(&mut window, &[Key::Num6, Key::Enter]);
    // The question is answered: the combat goes on under its own name, and the next dice are due.
    assert!(has(&window, "Combat 1 is fought") && !has(&window, "Due: Does"));
    assert!(has(&window, "defends, hits on 5 or more: 5 d6"), "the defenders' dice are due");
    keys(&mut window, &[Key::Num1, Key::Num1, Key::Num1, Key::Num1, Key::Num1, Key::Enter]);
    keys(&mut window, &[Key::Num1, Key::Num1, Key::Num1, Key::Enter]);
    assert!(has(&window, "3 and the die against 5 and the die"), "what the attackers' die is for");
    assert!(has(&window, "by the next die: "), "what each face leads to");
    keys(&mut window, &[Key::Num1, Key::Enter]);
    assert!(has(&window, "4 against 5 and the die"));
    assert!(has(&window, "3 to 6: the attackers retreat"), "each face of the defenders' die");
    assert!(has(&window, "1 or 2: locked"));
}

#[test]
fn totals_of_a_combat_come_first_and_its_results_are_unfolded() {
    let mut window = window_on(SQUARES, Habit::Typed);
    let [attacker, defender] = ["A", "D"].map(|badge| stand(&window, badge));
    give(&mut window, &Order::Declare { attacks: vec![(attacker, defender)] });
    give(&mut window, &Order::Resolve { combat: 0 });
    take(&mut window, &Order::Square { stand: defender, form: false });
    settle(&mut window);
    assert!(has(&window, "They stay locked"), "in all");
    let spelt = |window: &Harness<'_, Window>| has(window, "; locked");
    assert!(!spelt(&window), "stand by stand only where it is asked for");
    window.get_by_label("Likeliest results").scroll_to_me();
    window.run_steps(12);
    window.get_by_label("Likeliest results").click();
    window.run_steps(20);
    settle(&mut window);
    assert!(spelt(&window));
}

/// Whether these words are painted in the frame that was drawn last.
fn is_painted(window: &Harness<'_, Window>, words: &str) -> bool {
    fn says(shape: &egui::Shape, words: &str) -> bool {
        match shape {
            egui::Shape::Text(text) => text.galley.text().contains(words),
            egui::Shape::Vec(shapes) => shapes.iter().any(|shape| says(shape, words)),
            _ => false,
        }
    }
    window.output().shapes.iter().any(|clipped| says(&clipped.shape, words))
}

/// One frame with the key, and no more.
fn one_frame(window: &mut Harness<'_, Window>, pressed: Key, modifiers: egui::Modifiers) {
    let events = &mut window.input_mut().events;
    events.push(egui::Event::Key {
        key: pressed,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    window.run_steps(1);
}

#[test]
fn what_comes_over_the_window_is_seen_in_the_frame_of_its_key() {
    let mut window = window_on(BROOK, Habit::Typed);
    one_frame(&mut window, Key::Num9, egui::Modifiers::ALT);
    assert!(is_painted(&window, "Nothing that is due has the number 9"));
    one_frame(&mut window, Key::F1, egui::Modifiers::NONE);
    assert!(is_painted(&window, "Undo"), "the page of keys");
}

#[test]
fn dice_that_cannot_hit_are_not_asked_for_and_stand_in_the_record() {
    // Two horse against squares in hard cover hit on 7 or more.
    let position = SQUARES.replace(r#""opt-failed-squares": "on""#, r#""opt-failed-squares": "off""#);
    let position = position.replace("active:", r#"areas: [(id: "farm", hard_cover: true, polygon: [(-3, -3), (3, -3), (3, 0.9), (-3, 0.9)])], active:"#);
    let mut window = window_on(&position, Habit::Typed);
    let [attacker, defender] = ["A", "D"].map(|badge| stand(&window, badge));
    give(&mut window, &Order::Declare { attacks: vec![(attacker, defender)] });
    give(&mut window, &Order::Resolve { combat: 0 });
    give(&mut window, &Order::Square { stand: defender, form: true });
    assert_eq!(window.state().play().dice_wanted(), Some((5, 6)), "the defenders'");
    keys(&mut window, &[Key::Num1, Key::Num1, Key::Num1, Key::Num1, Key::Num1, Key::Enter]);
    assert_eq!(window.state().play().dice_wanted(), Some((1, 6)), "the result die is the next");
    // Escape leads back to the last that was asked for.
    keys(&mut window, &[Key::Escape]);
    assert_eq!(window.state().play().dice_wanted(), Some((5, 6)));
    keys(&mut window, &[Key::Enter, Key::Num3, Key::Enter, Key::Num3, Key::Enter]);
    let entry = desk(&window).current().expect("it is fought");
    let thrown: Vec<(u8, u32)> =
        entry.casts.iter().map(|cast| (cast.throw.dice, cast.answer.value)).collect();
    assert_eq!(thrown, [(5, 0), (3, 0), (1, 3), (1, 3)], "every throw of the combat is there");
}

/// A pontoon train at water of this width in inches.
fn train_at(width: f32) -> Harness<'static, Window> {
    let position = format!(
        r#"(
            origin: (24, 20),
            stands: [(id: "P", side: "red", arm: Pontoon, at: (0, {}, 0))],
            lines: [(id: "river", points: [(-20, 0), (20, 0)], stream: Major, width: {width})],
            options: {{"adv-pontoons": "on"}},
            active: (command: "red"),
        )"#,
        -width / 2.0 - 1.0,
    );
    let mut window = window_on(&position, Habit::Typed);
    let train = stand(&window, "P");
    take(&mut window, &Order::Bridge { train, how: Bridging::Build });
    window
}

#[test]
fn a_die_that_decides_nothing_is_not_asked_for_and_stands_in_the_record() {
    let mut window = train_at(0.6);
    assert!(has(&window, "the bridge is finished"));
    press(&mut window, "Confirm (Enter)");
    assert_eq!(window.state().play().dice_wanted(), None, "each face builds all of it");
    let entry = desk(&window).current().expect("it is given");
    assert_eq!((entry.casts.len(), entry.is_typed()), (1, false), "the program rolled it");
    press(&mut window, "Undo");
    assert_eq!(desk(&window).depth(), 0);
    // Wider water is built over as the die says.
    let mut window = train_at(4.0);
    press(&mut window, "Confirm (Enter)");
    assert_eq!(window.state().play().dice_wanted(), Some((1, 6)));
}

/// A battery with two enemies in its range.
const GUNS: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "B", side: "red", arm: FootArtillery, at: (0, 0, 0), sp: 2),
        (id: "T", side: "blue", arm: Infantry, at: (-1, 6, 180), sp: 5),
        (id: "U", side: "blue", arm: Infantry, at: (2, 7, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

#[test]
fn the_ring_of_a_battery_has_its_shots() {
    let mut window = window_on(GUNS, Habit::Typed);
    let battery = stand(&window, "B");
    let key = key_of(&window, battery);
    command(&mut window, Command::Play(PlayAction::Show(key)));
    let shots = desk(&window).due().offers.iter().filter(|offer| matches!(offer.order, Order::Fire { .. }));
    assert_eq!(shots.count(), 2);
    alt(&mut window, &[Key::O]);
    assert!(!has(&window, "has no order to choose from"));
    let in_ring = |window: &Harness<'_, Window>, target: &str| {
        window.query_all_by_role(Role::Button).any(|node| {
            use egui_kittest::kittest::NodeT as _;
            node.accesskit_node().label().is_some_and(|label| label.starts_with(&format!("At {target}, ")))
        })
    };
    assert!(in_ring(&window, "2 T") && in_ring(&window, "3 U"), "each target is in it");
    keys(&mut window, &[Key::Num1]);
    assert!(has(&window, "1 B fires at "), "the first is shown with its dice");
}

/// A brigade before two brooks, both within its move.
const TWO_BROOKS: &str = r#"(
    origin: (20, 20),
    stands: [(id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5)],
    lines: [
        (id: "brook", obstacle: true, points: [(-10, 2), (10, 2)]),
        (id: "ditch", obstacle: true, points: [(-10, 3), (10, 3)]),
    ],
    active: (command: "red"),
)"#;

#[test]
fn a_later_die_that_decides_nothing_is_not_asked_for_either() {
    let over_both = |window: &mut Harness<'static, Window>| {
        let stand = stand(window, "A");
        let path = Path::new(vec![Leg::Slide(Vec2::new(0.0, 4.0))]);
        give(window, &Order::Move { stand, path });
        assert_eq!(window.state().play().dice_wanted(), Some((1, 6)), "the first decides");
    };
    // A six leaves nothing of the move: whatever the second die says, it stays.
    let mut window = window_on(TWO_BROOKS, Habit::Typed);
    over_both(&mut window);
    keys(&mut window, &[Key::Num6, Key::Enter]);
    assert_eq!(window.state().play().dice_wanted(), None, "the second is not asked for");
    let entry = desk(&window).current().expect("it is given");
    let by: Vec<Thrower> = entry.throwers.clone();
    assert_eq!((entry.casts.len(), by), (2, vec![Thrower::Players, Thrower::Program]));
    assert_eq!(entry.casts[0].answer.value, 6);
    command(&mut window, Command::Undo);
    assert_eq!(desk(&window).depth(), 0);
    // A one leaves enough for the second to decide: it is asked for, and Escape leads back to the first.
    over_both(&mut window);
    keys(&mut window, &[Key::Num1, Key::Enter]);
    assert_eq!(window.state().play().dice_wanted(), Some((1, 6)));
    assert_eq!(desk(&window).depth(), 0, "nothing is given yet");
    keys(&mut window, &[Key::Escape, Key::Backspace, Key::Num6, Key::Enter]);
    assert_eq!(window.state().play().dice_wanted(), None);
    assert_eq!(desk(&window).depth(), 1);
}

#[test]
fn a_move_and_a_retreat_are_told_once_in_the_log() {
    let mut window = window_on(ZONE, Habit::Rolled);
    let mover = stand(&window, "A");
    give(&mut window, &Order::Move { stand: mover, path: Path::new(vec![Leg::Slide(Vec2::new(-2.0, 0.0))]) });
    assert_eq!(desk(&window).current().expect("it moved").words, ["1 A moves: 2.00 in west"]);
    let mut window = beaten(1);
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    let words = &desk(&window).current().expect("it routed").words;
    assert_eq!(words.iter().filter(|words| words.contains("routs")).count(), 1, "{words:?}");
    assert!(words[0].contains("D routs 6.00 in"), "{words:?}");
    let mut window = window_on(ZONE, Habit::Rolled);
    let taken = stand(&window, "B");
    by_fiat(&mut window, "Remove", taken);
    let words = &desk(&window).current().expect("it is decided").words;
    assert_eq!(words.len(), 1, "{words:?}");
}

#[test]
fn the_die_for_an_obstacle_says_how_far_the_move_comes() {
    let mut window = window_on(BROOK, Habit::Typed);
    let stand = stand(&window, "A");
    let path = Path::new(vec![Leg::Slide(Vec2::new(0.0, 4.0))]);
    give(&mut window, &Order::Move { stand, path });
    assert!(has(&window, "1 or 2: gets there"), "faces that lead to the same are told together");
    assert!(has(&window, ": stops short of the obstacle") && has(&window, "6: does not move"));
    assert!(!has(&window, "comes to ("), "no face is told by coordinates");
}

#[test]
fn a_move_that_is_refused_stays_on_the_table_and_may_stop_where_it_is_legal() {
    let mut window = window_on(ZONE, Habit::Typed);
    let mover = stand(&window, "A");
    let before = pose(&window, mover);
    click_stand(&mut window, mover);
    assert_eq!(window.state().play().carried(), Some(&*key_of(&window, mover)), "one click lifts it");
    let there = Pose::new(before.at + Vec2::new(9.0, -9.0), before.heading);
    command(&mut window, drag_to(there));
    command(&mut window, at(there.at));
    assert!(has(&window, "Not allowed"), "it is too far");
    // The pointer goes to the button: nothing moves with it.
    command(&mut window, Command::Play(PlayAction::Over(None)));
    assert!(has(&window, "Not allowed") && has(&window, "Overrule"), "it is drawn as it was");
    press(&mut window, "Stop there");
    let gone = pose(&window, mover).at - before.at;
    assert!(gone.length() > 2.0 && gone.length() < 12.0, "as far as it may: {gone}");
}

#[test]
fn what_the_referee_does_is_told_over_the_table_and_taken_back_with_it() {
    let mut window = window_on(ZONE, Habit::Rolled);
    let taken = stand(&window, "B");
    by_fiat(&mut window, "Remove", taken);
    assert!(has(&window, "is taken off: show it"));
    command(&mut window, Command::Undo);
    assert!(!has(&window, "is taken off: show it"), "it has not happened");
}

#[test]
fn a_rout_that_is_taken_back_is_told_no_more() {
    let mut window = beaten(1);
    let loser = stand(&window, "D");
    give(&mut window, &Order::Retreat { stand: loser, direction: None });
    assert!(has(&window, "D routs: show it"));
    command(&mut window, Command::Undo);
    assert!(!has(&window, "D routs: show it"));
}

#[test]
fn the_card_of_a_rout_tells_its_way_once() {
    let window = beaten(1);
    let seen: Vec<String> = labels(&window);
    assert!(has(&window, "D routs") && has(&window, "6.00 in "), "as far as it goes: {seen:?}");
    assert!(!has(&window, ".00 of ") && !has(&window, "it goes this way"));
    assert!(!has(&window, "Cancel"), "what is owed is not put back");
}

fn labels(window: &Harness<'_, Window>) -> Vec<String> {
    use egui_kittest::kittest::NodeT as _;
    let all = window.query_all_by_label_contains(" ");
    all.filter_map(|node| node.accesskit_node().label()).filter(|label| label.contains("rout")).collect()
}

#[test]
fn a_battle_that_is_fought_out_waits_while_the_referee_fills_in_a_form() {
    let mut window = window(Habit::Rolled);
    command(&mut window, Command::FightOut);
    command(&mut window, Command::BeginSheet);
    let given = |window: &Harness<'_, Window>| window.state().play().game().at();
    wait_until(&mut window, "an order", |window| given(window) > 0);
    command(&mut window, Command::Play(PlayAction::Fiat("Turn", None)));
    assert!(window.query_by_label("Why").is_some(), "the form is open");
    let held = given(&window);
    window.run_steps(300);
    assert!(window.query_by_label("Why").is_some() && given(&window) == held, "and stays");
}

#[test]
fn badges_stay_where_they_are_when_another_has_lost() {
    let mut window = window(Habit::Rolled);
    let badges = |window: &Harness<'_, Window>| -> Vec<egui::Rect> {
        let named = window.get_all_by_role(Role::Button).filter(|node| {
            use egui_kittest::kittest::NodeT as _;
            node.accesskit_node().label().is_some_and(|label| {
                let label = label.to_lowercase();
                label.contains("of ") && label.contains("chit")
            })
        });
        named.map(|node| node.rect()).collect()
    };
    let before = badges(&window);
    assert!(before.len() > 2, "{}", before.len());
    let loser = desk(&window).state().ids().find(|id| desk(&window).state().stand(*id).strength > 3);
    let stand = key_of(&window, loser.expect("somebody is strong"));
    let act = FiatAct::Strength { stand, points: 1 };
    give(&mut window, &Order::Fiat(Fiat { act, reason: "hit".to_owned(), clause: None }));
    assert_eq!(badges(&window), before);
}

#[test]
fn what_ammunition_a_face_gives_is_told() {
    let position = r#"(
        origin: (20, 20),
        stands: [
            (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), sp: 2),
            (id: "H", side: "red", arm: FootArtillery, at: (4, 0, 0), sp: 2),
            (id: "E", side: "blue", arm: Infantry, at: (0, 20, 180), sp: 5),
        ],
        options: {"opt-ammunition": "on"},
    )"#;
    let mut window = window_on(position, Habit::Typed);
    give(&mut window, &Order::RollAmmunition);
    assert!(has(&window, "1: 2 ammunition chits") && has(&window, "6: 12 ammunition chits"));
}
