//! Overlays and rulers, what the hand does to stands, and that a window at rest rests.

use super::harness::{desk as the_desk, key_of};
use desk::{Desk, Library, Setup};
use easy::{Easy, Order};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use table::{Pose, Vec2};
use window::{Command, FilePurpose, Habit, OpenedGame, Saved, Window};

use super::harness::{
    alt, click_at, command, has, keys, pose, press, stand, wait_for, window, window_on, window_started,
};

/// A battery that may fire, with an enemy it can hit, one behind him, and one far off.
const GUNS: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), battery: "6x8/9-pdrs", sp: 2),
        (id: "A", side: "red", arm: Infantry, at: (5, 0, 0), sp: 5),
        (id: "B", side: "red", arm: Infantry, at: (9, 0, 0), sp: 5),
        (id: "E", side: "blue", arm: Infantry, at: (0, 4.5, 180), sp: 5),
        (id: "F", side: "blue", arm: Infantry, at: (0, 7, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// Where the stand of this name lies on the screen.
fn at(window: &Harness<'_, Window>, label: &str) -> egui::Rect {
    let mut nodes = window.get_all_by_role(egui::Role::Button);
    let named = nodes.find(|node| node.accesskit_node().label().is_some_and(|said| said.starts_with(label)));
    named.expect("the stand is on the table").rect()
}

fn click(window: &mut Harness<'_, Window>, at: egui::Pos2) {
    window.hover_at(at);
    window.run_steps(2);
    for pressed in [true, false] {
        window.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        });
        window.run_steps(1);
    }
    window.run_steps(3);
}

#[test]
fn overlays_are_switched_by_keys_and_the_legend_says_what_they_are() {
    use egui::Key;
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let guns = stand(&window, "G");
    super::harness::click_stand(&mut window, guns);
    let before = window.state().saved().shown;
    alt(&mut window, &[Key::C, Key::A, Key::T, Key::Z]);
    let shown = window.state().saved().shown;
    assert!(shown.command && shown.lanes && shown.threat && shown.zones && !before.lanes);
    press(&mut window, "View");
    let overlays = window.get_by_label_contains("Overlays").rect().center();
    click_at(&mut window, overlays);
    window.run_steps(4);
    for box_of in ["Command range", "Fire lanes", "Reach", "Threats", "Rulers", "Zones of control"] {
        let label = tick(&window, box_of);
        let item = window.get_by_role_and_label(egui::Role::CheckBox, &label);
        assert_eq!(item.accesskit_node().toggled(), Some(egui::accesskit::Toggled::True), "{box_of}");
    }
}

/// The label of a tick box in the menu: its name with its key.
fn tick(window: &Harness<'_, Window>, name: &str) -> String {
    let nodes: Vec<_> = window.get_all_by_role(egui::Role::CheckBox).collect();
    let mut labels = nodes.iter().filter_map(|node| node.accesskit_node().label());
    labels.find(|label| label.starts_with(name)).expect("the menu lists it")
}

#[test]
fn a_ruler_is_laid_between_two_stands_and_stays_until_its_label_is_clicked() {
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let state = the_desk(&window).state();
    let (a, e) = (stand(&window, "A"), stand(&window, "E"));
    let gap = table::gap(
        state.placed(a).expect("it is on the table"),
        state.placed(e).expect("it is on the table"),
    );
    let [from, to] = [a, e].map(|id| easy::words::describe(state, id));
    let label = format!("Ruler: {:.2} in, {:.0} yards", gap.distance, gap.distance * 150.0);
    alt(&mut window, &[egui::Key::M]);
    let (from, to) = (at(&window, &from).center(), at(&window, &to).center());
    click(&mut window, from);
    click(&mut window, to);
    assert!(window.query_by_label(&label).is_some(), "{label} is to be seen");
    alt(&mut window, &[egui::Key::U]);
    assert!(window.query_by_label(&label).is_none(), "it is hidden with the others");
    alt(&mut window, &[egui::Key::U]);
    let there = window.get_by_label(&label).rect().center();
    click(&mut window, there);
    assert!(window.query_by_label(&label).is_none(), "a click takes it away");
}

#[test]
fn a_ruler_that_is_begun_is_given_up_with_escape() {
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let a = stand(&window, "A");
    {
        let told = Command::Play(window::play::PlayAction::MeasureFrom(key_of(&window, a)));
        command(&mut window, told);
    };
    keys(&mut window, &[egui::Key::Escape]);
    let label = easy::words::describe(the_desk(&window).state(), a);
    let there = at(&window, &label).center();
    click(&mut window, there);
    assert!(!has(&window, "Ruler:"));
    assert_eq!(
        window.state().play().carried().map(str::to_owned),
        Some(key_of(&window, a)),
        "the click takes it in hand"
    );
}

#[test]
fn another_stand_is_dragged_while_one_is_in_hand() {
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let (a, b) = (stand(&window, "A"), stand(&window, "B"));
    let start = pose(&window, a);
    super::harness::pick_up(&mut window, a);
    // There it may not stand: among the enemy.
    command(&mut window, super::harness::drag_to(Pose::new(start.at + Vec2::new(-5.0, 4.5), start.heading)));
    let label = easy::words::describe(the_desk(&window).state(), b);
    let there = at(&window, &label).center();
    window.hover_at(there);
    window.run_steps(2);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    window.event(button(there, true));
    window.run_steps(2);
    window.hover_at(there + egui::vec2(0.0, -30.0));
    window.run_steps(2);
    assert_eq!(window.state().play().carried().map(str::to_owned), Some(key_of(&window, b)));
    assert_eq!(pose(&window, a), start, "the first is where it was");
    window.event(button(there + egui::vec2(0.0, -30.0), false));
    window.run_steps(3);
}

#[test]
fn shots_are_listed_by_battery_the_best_first_and_those_that_cannot_hit_are_folded() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            areas: [(id: "farm", hard_cover: true, polygon: [(-6, 8), (-1.5, 8), (-1.5, 13), (-6, 13)])],
            stands: [
                (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), battery: "6x8/9-pdrs", sp: 2),
                (id: "E", side: "blue", arm: Infantry, at: (0, 8, 180), sp: 5),
                (id: "F", side: "blue", arm: Infantry, at: (2.2, 4.4, 180), sp: 5),
                (id: "W", side: "blue", arm: Infantry, at: (-3.4, 10, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Rolled,
    );
    window.run_steps(3);
    let listed = |window: &Harness<'_, Window>| -> Vec<String> {
        let mut nodes: Vec<_> = window.get_all_by_role(egui::Role::Button).collect();
        nodes.sort_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
        let labels = nodes.iter().filter_map(|node| node.accesskit_node().label());
        labels.filter(|label| label.contains(" fires at ")).collect()
    };
    let state = the_desk(&window).state();
    let guns = stand(&window, "G");
    let hopeless = |id: &str| {
        let shot = easy::fire::shot(state, guns, stand(&window, id));
        shot.expect("the lane is clear").roll.is_hopeless()
    };
    assert_eq!(["F", "E", "W"].map(hopeless), [false, false, true]);
    let shown = listed(&window);
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown[0].contains(" F,") || shown[0].contains(" F "), "the nearer one first: {shown:?}");
    window.get_by_label_contains("1 that can do nothing").click();
    window.run_steps(8);
    assert_eq!(listed(&window).len(), 3);
}

#[test]
fn zoom_to_selection_shows_the_whole_command() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let state = the_desk(&window).state();
    let chosen = stand(&window, "8");
    let of_command: Vec<String> = state
        .roster()
        .stands_of(state.unit(chosen).command)
        .filter(|id| state.pose(*id).is_some())
        .map(|id| easy::words::describe(state, id))
        .collect();
    assert!(of_command.len() > 2);
    let wide = |window: &Harness<'_, Window>| at(window, &of_command[0]).width();
    let before = wide(&window);
    super::harness::click_stand(&mut window, chosen);
    command(&mut window, Command::FitSelection);
    assert!(wide(&window) > before * 1.3, "{} and before {before}", wide(&window));
    let table = window.get_by_role(egui::Role::Canvas).rect();
    for name in &of_command {
        assert!(table.contains_rect(at(&window, name)), "{name} is seen whole");
    }
    // With nothing selected the active command is shown.
    command(&mut window, Command::Play(window::play::PlayAction::Nowhere));
    command(&mut window, Command::Fit);
    press(&mut window, "Draw a chit");
    let state = the_desk(&window).state();
    let active = state.active().expect("a command is active").command;
    let first = state.roster().stands_of(active).find(|id| state.pose(*id).is_some()).expect("it has stands");
    let name = easy::words::describe(state, first);
    let before = at(&window, &name).width();
    command(&mut window, Command::FitSelection);
    assert!(at(&window, &name).width() > before * 1.1);
}

#[test]
fn a_stand_is_told_of_while_the_pointer_rests_and_not_while_it_moves() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let rect = window.get_by_label_contains("8 Cuirassiers, ").rect();
    let told = |window: &Harness<'_, Window>| has(window, "Heavy cavalry of");
    window.hover_at(rect.center());
    window.run_steps(80);
    assert!(told(&window), "it rests");
    window.hover_at(rect.center() + egui::vec2(2.0, 1.0));
    window.run_steps(2);
    assert!(!told(&window), "it moves");
    window.run_steps(80);
    assert!(told(&window), "it rests again");
    command(&mut window, Command::ChooseScenario);
    window.run_steps(30);
    assert!(!told(&window), "a dialog lies over the table");
}

#[test]
fn a_stand_in_a_zone_is_closed_to_contact_by_a_slanted_hand() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0.4, 0, 3), sp: 5),
                (id: "E", side: "blue", arm: Infantry, at: (0, 3.4, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Rolled,
    );
    window.run_steps(3);
    let (id, enemy) = (stand(&window, "A"), stand(&window, "E"));
    let (start, there) = (pose(&window, id), pose(&window, enemy));
    super::harness::pick_up(&mut window, id);
    // Aside by a third of an inch and turned by some degrees; and a little short.
    for (aside, turn) in [(0.3_f32, 6.0_f32), (-0.35, -9.0), (0.2, 2.0)] {
        let held = Pose::new(
            Vec2::new(start.at.x + aside, there.at.y - 2.25),
            start.heading.turned(turn.to_radians()),
        );
        command(&mut window, super::harness::drag_to(held));
        assert!(has(&window, "Snapped: "), "held {aside} aside it is drawn to the enemy");
        assert!(!has(&window, "Not allowed"), "and may go there");
    }
    press(&mut window, "Put down here (Enter)");
    let state = the_desk(&window).state();
    let gap = table::gap(
        state.placed(id).expect("it is on the table"),
        state.placed(enemy).expect("it is on the table"),
    );
    assert!(gap.distance < 0.06, "{} in from contact", gap.distance);
}

/// How long egui would wait before the next frame, with nothing happening; and who asked for one.
fn rests(window: &mut Harness<'_, Window>) -> (std::time::Duration, String) {
    // What is animated or said for a while has its time.
    window.run_steps(60);
    let wait = window.output().viewport_output.values().map(|view| view.repaint_delay).min();
    let causes = window.ctx.repaint_causes();
    (wait.unwrap_or(std::time::Duration::MAX), format!("{causes:?}"))
}

/// Asserts that nothing is painted while nothing happens.
fn assert_rests(window: &mut Harness<'_, Window>, when: &str) {
    let (wait, causes) = rests(window);
    assert!(wait > std::time::Duration::from_secs(5), "{when}: a frame in {wait:?}, because of {causes}");
}

#[test]
fn a_window_at_rest_asks_for_no_frame() {
    let mut first = window(Habit::Rolled);
    assert_rests(&mut first, "before the first chit");
    press(&mut first, "Draw a chit");
    assert_rests(&mut first, "while stands are chosen");
    command(&mut first, Command::ShowResult);
    assert_rests(&mut first, "with the result shown");
    command(&mut first, Command::CloseDialog);
    command(&mut first, Command::ShowClause("II.C.4".into()));
    assert_rests(&mut first, "with the rulebook open");
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let (guns, a, target) = (stand(&window, "G"), stand(&window, "A"), stand(&window, "E"));
    for overlay in [Command::ToggleLanes, Command::ToggleThreats, Command::ToggleCommandRange] {
        command(&mut window, overlay);
    }
    super::harness::click_stand(&mut window, guns);
    assert_rests(&mut window, "with overlays");
    let start = pose(&window, a);
    super::harness::pick_up(&mut window, a);
    command(&mut window, super::harness::drag_to(start.moved(Vec2::new(0.5, 2.0))));
    // Threats are weighed in a thread of their own.
    for _ in 0..100 {
        if !has(&window, "Weighing") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        window.run_steps(1);
    }
    assert_rests(&mut window, "with a stand in hand");
    command(&mut window, Command::OpenLine);
    assert!(rests(&mut window).0 < std::time::Duration::from_secs(2), "the cursor of the order line blinks");
    command(&mut window, Command::Cancel);
    command(&mut window, Command::Cancel);
    super::harness::take(&mut window, &Order::Fire { battery: guns, target });
    wait_for(&mut window, "Exact odds");
    assert_rests(&mut window, "with a card shown");
}

#[test]
fn waterloo_at_rest_asks_for_no_frame() {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.scenario("waterloo").expect("it is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
    let start = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = window_started(start, Saved::default(), [1280.0, 800.0]);
    assert_rests(&mut window, "before the first chit");
    press(&mut window, "Draw a chit");
    assert_rests(&mut window, "while stands are chosen");
}

#[test]
fn the_path_of_a_record_may_be_typed() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
    let start = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = window_started(start, Saved::default(), [1280.0, 800.0]);
    window.run_steps(3);
    command(&mut window, Command::AskForPath(FilePurpose::Record));
    assert!(has(&window, "Path of the file"));
    press(&mut window, "Save");
    assert!(has(&window, "Saved to"));
    let path = the_desk(&window).journal_path().expect("it is written there").to_owned();
    assert!(path.exists() && path.starts_with(home.path()), "{}", path.display());
}

/// Somebody pulls a stand with one quick stroke, which comes in a single slow frame: what was pressed is lifted, not the table moved.
#[test]
fn a_stroke_that_comes_in_one_frame_lifts_the_stand_that_was_pressed() {
    let mut window = window_on(GUNS, Habit::Rolled);
    window.run_steps(3);
    let a = stand(&window, "A");
    let label = easy::words::describe(the_desk(&window).state(), a);
    let from = at(&window, &label).center();
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let to = from + egui::vec2(0.0, -90.0);
    let stroke = vec![
        egui::Event::PointerMoved(from),
        button(from, true),
        egui::Event::PointerMoved(from + egui::vec2(0.0, -60.0)),
        egui::Event::PointerMoved(to),
        button(to, false),
    ];
    let mut frames = 0;
    let mut input = egui::RawInput { events: stroke, ..egui::RawInput::default() };
    let mut lifted = None;
    loop {
        let ctx = window.ctx.clone();
        eframe::App::raw_input_hook(window.state_mut(), &ctx, &mut input);
        if input.events.is_empty() {
            break;
        }
        frames += 1;
        window.input_mut().events.append(&mut input.events);
        window.step();
        lifted = lifted.or(window.state().play().carried().map(str::to_owned));
    }
    assert_eq!((frames, lifted), (3, Some(key_of(&window, a))));
}
