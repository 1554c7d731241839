//! Stands that come on: why one cannot is told before it is activated and after, and the referee may overrule it.

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Spot;
use window::play::{Play, PlayAction};
use window::{Command, Habit};

use super::{command, desk, stand, table_on};
use crate::harness::{has, press};

/// A brigade that is due on a lane, with a friend of another command there, so far in.
fn lane(friend: f32) -> String {
    lane_with(friend, "rest")
}

/// The same, with a friend of this command.
fn lane_with(friend: f32, command: &str) -> String {
    format!(
        r#"(
            entries: [(id: "lane", at: (0, 12, 90), spread: 0.5)],
            commands: [(id: "red", side: "red"), (id: "rest", side: "red"), (id: "blue", side: "blue")],
            stands: [
                (id: "A", side: "red", command: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
                (id: "B", side: "red", command: "{command}", arm: Infantry, at: ({friend}, 12, 90), sp: 5),
                (id: "F", side: "red", command: "red", arm: Infantry, at: (20, 30, 0), sp: 5),
                (id: "E", side: "blue", arm: Infantry, at: (40, 40, 180), sp: 5),
            ],
            active: (command: "red", step: Command),
        )"#
    )
}

fn key(window: &Harness<'_, Play>, badge: &str) -> String {
    desk(window).state().key(stand(window, badge))
}

/// What has this role, and this in its label.
fn find<'w>(window: &'w Harness<'_, Play>, role: egui::Role, part: &'w str) -> egui_kittest::Node<'w> {
    let mut all = window.query_all_by_label_contains(part);
    all.find(|node| node.accesskit_node().role() == role).unwrap_or_else(|| panic!("{part} is not there"))
}

#[test]
fn who_bars_the_entry_is_told_before_the_stand_is_ticked_and_after() {
    let mut window = table_on(&lane(0.6), Habit::Rolled, [1600.0, 1000.0]);
    let barred = "1 A, ⊘ cannot come on yet: 3 B stands in its way";
    let tick = find(&window, egui::Role::CheckBox, barred);
    let ticked = tick.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
    assert!(!ticked, "who cannot come on is not ticked beforehand");
    let line = window.get_by_role_and_label(egui::Role::TextInput, "Order line");
    let hint = line.accesskit_node().placeholder().unwrap_or_default().to_owned();
    assert!(hint.contains("Activate 1 stand "), "the line says what the button says: {hint}");
    press(&mut window, "Activate 1 stand (Enter)");
    assert!(!has(&window, "Not possible now"), "it was not activated");
    command(&mut window, Command::Undo);
    find(&window, egui::Role::CheckBox, barred).click();
    window.run_steps(3);
    press(&mut window, "Activate 2 stands (Enter)");
    assert!(has(&window, "Not possible now"));
    assert!(has(&window, "⊘ 1 A cannot come on: 3 B stands in its way"), "and why it does nothing");
    // Who acts with it may make room first.
    let mut window = table_on(&lane_with(0.6, "red"), Habit::Rolled, [1600.0, 1000.0]);
    let tick = find(&window, egui::Role::CheckBox, "1 A, arrives once 2 B has moved");
    assert!(tick.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True));
    press(&mut window, "Activate 3 stands (Enter)");
    assert!(has(&window, "1 A cannot come on: 2 B stands in its way"), "so far it is so");
    // Where there is room nothing is said.
    let window = table_on(&lane(30.0), Habit::Rolled, [1600.0, 1000.0]);
    assert!(has(&window, "arrives") && !has(&window, "cannot come on"));
}

/// The form of the referee, filled in with the barred stand at a free place, and decided.
fn brought_on(window: &mut Harness<'_, Play>) {
    assert!(has(window, "Bring back") && !has(window, "Choose the stand"), "the stand is filled in");
    let field = |label: &str| {
        let field = window.get_by_role_and_label(egui::Role::SpinButton, label);
        field
            .value()
            .unwrap_or_default()
            .split(' ')
            .next()
            .and_then(|first| first.parse::<f32>().ok())
            .expect("a number")
    };
    let place = glam::Vec2::new(field("East"), field("North"));
    let [late, friend] = ["A", "B"].map(|badge| stand(window, badge));
    for letter in "the lane is wide".chars() {
        window.event(egui::Event::Text(letter.to_string()));
        window.run_steps(1);
    }
    press(window, "Decide so (Ctrl+Enter)");
    let state = desk(window).state();
    let (there, other) =
        (state.placed(late).expect("it is on the table"), state.placed(friend).expect("it stays"));
    assert!(there.pose.at.distance(place) < 0.1, "where the form said: {place}, {}", there.pose);
    assert!(table::measure::inches_apart(there, other) > 0.0, "beside who bars it, not on him");
    assert!(there.pose.at.x < 6.0, "hard by its entry: {}", there.pose);
    let words = &desk(window).current().expect("it is decided").words;
    assert!(words.len() == 1 && words[0].contains("A comes on at"), "told once: {words:?}");
}

#[test]
fn a_barred_stand_is_overruled_where_its_reason_stands() {
    let mut window = table_on(&lane(0.6), Habit::Rolled, [1600.0, 1000.0]);
    find(&window, egui::Role::CheckBox, "1 A, ⊘ cannot come on yet").click();
    window.run_steps(3);
    press(&mut window, "Activate 2 stands (Enter)");
    find(&window, egui::Role::Button, "Overrule: 1 A cannot come on").click();
    window.run_steps(4);
    brought_on(&mut window);
}

#[test]
fn the_line_of_a_barred_stand_says_why_and_can_be_overruled() {
    let mut window = table_on(&lane(0.6), Habit::Rolled, [1600.0, 1000.0]);
    find(&window, egui::Role::CheckBox, "1 A, ⊘ cannot come on yet").click();
    window.run_steps(3);
    press(&mut window, "Activate 2 stands (Enter)");
    window.event(egui::Event::Text("1".to_owned()));
    window.run_steps(4);
    assert!(has(&window, "Brings 1 A on"));
    assert!(has(&window, "⊘ Not allowed: 3 B stands in its way"), "the reason stands over the line");
    assert!(has(&window, "Move who stands there"), "and what helps");
    window.get_all_by_role_and_label(egui::Role::Button, "Overrule…").last().expect("over the line").click();
    window.run_steps(4);
    brought_on(&mut window);
}

/// What was typed is overruled where it would have led.
#[test]
fn a_refused_line_is_overruled_at_the_end_of_its_way() {
    let mut window = table_on(&lane_with(10.0, "red"), Habit::Rolled, [1600.0, 1000.0]);
    press(&mut window, "Activate 3 stands (Enter)");
    let from = desk(&window).state().pose(stand(&window, "B")).expect("it is on the table").at;
    for letter in "2f30".chars() {
        window.event(egui::Event::Text(letter.to_string()));
        window.run_steps(2);
    }
    assert!(has(&window, "⊘ Not allowed"), "no infantry goes so far");
    window.get_all_by_role_and_label(egui::Role::Button, "Overrule…").last().expect("over the line").click();
    window.run_steps(4);
    press(&mut window, "Decide otherwise…");
    let east = window.get_by_role_and_label(egui::Role::SpinButton, "East").value().unwrap_or_default();
    assert!(east.starts_with(&format!("{:.0}", from.x + 30.0)), "thirty inches ahead: {east}");
}

/// By line and by hand; a remark goes beside it.
#[test]
fn a_refused_line_stands_for_the_reason_behind_it() {
    let mut window = table_on(&lane_with(10.0, "red"), Habit::Rolled, [1600.0, 1000.0]);
    press(&mut window, "Activate 3 stands (Enter)");
    let at = |window: &Harness<'_, Play>, key: &str| {
        desk(window).state().pose(stand(window, key)).expect("it is on the table").at
    };
    let from = at(&window, "B");
    let line = |window: &mut Harness<'_, Play>, text: &str| {
        for letter in text.chars() {
            window.event(egui::Event::Text(letter.to_string()));
            window.run_steps(2);
        }
    };
    line(&mut window, "2f8 !");
    assert!(has(&window, "referee's reason is missing"));
    line(&mut window, " downhill all the way");
    assert!(has(&window, "the referee lets it stand"));
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    assert!((at(&window, "B").x - from.x - 8.0).abs() < 0.01, "eight inches of six");
    let words = &desk(&window).current().expect("it is in the record").words;
    assert_eq!(words[1], "The referee lets it stand against II.B: downhill all the way");
    line(&mut window, "# supper at eight");
    window.key_press(egui::Key::Enter);
    window.run_steps(4);
    let last = desk(&window).records().len() - 1;
    assert_eq!(desk(&window).step_words(last, game::Viewer::Referee), "Remark: supper at eight");
    assert_eq!(desk(&window).at(), desk(&window).current().map_or(0, |entry| entry.number));
}

#[test]
fn overruling_a_stand_that_comes_on_brings_it_on_where_it_was_refused() {
    let mut window = table_on(&lane(30.0), Habit::Rolled, [1280.0, 800.0]);
    press(&mut window, "Activate 2 stands (Enter)");
    let late = key(&window, "A");
    command(&mut window, Command::Play(PlayAction::PickUp(late)));
    // The hand goes there, and the place is clicked.
    for deed in [
        PlayAction::Over(Some(Spot::Point { x: 18.0, y: 12.0 })),
        PlayAction::At(Spot::Point { x: 18.0, y: 12.0 }),
    ] {
        command(&mut window, Command::Play(deed));
    }
    assert!(has(&window, "Not allowed"), "it is beyond its move");
    assert!(has(&window, "Stop where "), "in words");
    window.get_by_label_contains("Overrule").click();
    window.run_steps(4);
    press(&mut window, "Decide otherwise…");
    assert!(has(&window, "Bring back") && !has(&window, "Choose the stand"), "the stand is filled in");
    let field =
        |label: &str| window.get_by_role_and_label(egui::Role::SpinButton, label).value().unwrap_or_default();
    assert!(field("East").starts_with("18"), "the place too: {}", field("East"));
    assert!(field("Facing").starts_with("90"), "as its entry looks: {}", field("Facing"));
    // The reason is in sight, whatever is asked above it.
    let why = window.get_by_role_and_label(egui::Role::MultilineTextInput, "Why").rect();
    let decide = window.get_by_role_and_label(egui::Role::Button, "Decide so (Ctrl+Enter)").rect();
    assert!(why.bottom() <= decide.top() && decide.bottom() < 800.0, "{why} {decide}");
    assert!(why.height() > 30.0 && why.width() > 200.0, "two lines can be written: {why}");
}

/// Four are due on a lane that is barred; one who can act is of their command.
const BARRED: &str = r#"(
    entries: [(id: "lane", at: (0, 12, 90), spread: 0.5)],
    commands: [(id: "red", side: "red"), (id: "rest", side: "red"), (id: "blue", side: "blue")],
    stands: [
        (id: "A", side: "red", command: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
        (id: "B", side: "red", command: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
        (id: "C", side: "red", command: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
        (id: "D", side: "red", command: "red", arm: Infantry, arrives: Some((1, "lane")), sp: 5),
        (id: "F", side: "red", command: "red", arm: Infantry, at: (20, 30, 0), sp: 5),
        (id: "G", side: "red", command: "rest", arm: Infantry, at: (0.6, 12, 90), sp: 5),
        (id: "E", side: "blue", arm: Infantry, at: (40, 40, 180), sp: 5),
    ],
    active: (command: "red", step: Command),
)"#;

/// Who may act is not below those who may not, whose reasons have a line each.
#[test]
fn who_may_act_stands_before_those_who_are_barred() {
    let mut window = table_on(BARRED, Habit::Rolled, [1280.0, 800.0]);
    let barred = |window: &Harness<'_, Play>, role: egui::Role, part: &str| -> Vec<egui::Rect> {
        let all = window.query_all_by_label_contains(part);
        all.filter(|node| node.accesskit_node().role() == role).map(|node| node.rect()).collect()
    };
    let ticks = barred(&window, egui::Role::CheckBox, "cannot come on yet");
    let acts = find(&window, egui::Role::CheckBox, "5 F").rect();
    assert_eq!(ticks.len(), 4);
    assert!(ticks.iter().all(|tick| tick.top() >= acts.bottom()), "{acts} and {ticks:?}");
    let close = ticks.windows(2).all(|two| two[1].top() - two[0].top() < 30.0);
    assert!(close, "a line each: {ticks:?}");
    let button = window.get_by_role_and_label(egui::Role::Button, "Activate 1 stand (Enter)").rect();
    assert!(button.bottom() <= acts.top() && acts.bottom() < 400.0, "in sight: {button} {acts}");
    // All in range are those who can do anything.
    press(&mut window, "All in range");
    press(&mut window, "Activate 1 stand (Enter)");
    command(&mut window, Command::Undo);
    // Somebody ticks them all the same.
    for name in ["1 A", "2 B", "3 C", "4 D"] {
        find(&window, egui::Role::CheckBox, &format!("{name}, ⊘ cannot come on yet")).click();
        window.run_steps(3);
    }
    press(&mut window, "Activate 5 stands (Enter)");
    let may = window.get_by_label_contains("May move").rect();
    let not = window.get_by_label("Not possible now").rect();
    assert!(may.bottom() <= not.top(), "what can be done comes first: {may} {not}");
    let ways = barred(&window, egui::Role::Button, "Overrule: ");
    assert_eq!(ways.len(), 4, "each can be overruled");
    assert!(ways.windows(2).all(|two| two[1].top() - two[0].top() < 30.0), "a line each: {ways:?}");
    assert!(ways.iter().all(|way| way.right() <= 1280.0), "{ways:?}");
}
