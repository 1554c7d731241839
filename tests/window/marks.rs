//! Every module's marks on one table: drawn each in its own way, and told of where the pointer rests. Units: inches on the table,
//! points on the screen.

use super::harness::desk as the_desk;
use desk::{Desk, Library, Setup};
use easy::Position;
use easy::engineers::task::{Job, Task};
use easy::ground::GroundChange;
use easy::state::Pontoon;
use easy::{Easy, Order};
use egui_kittest::Harness;
use games::Games;
use table::{Pose, Vec2};
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{command, has, settle, stand, window_started};

/// Squares with and without a cavalry in contact, routs, shelter, engineers at every task and attached, a bridge begun, one
/// finished and one destroyed, trains and wagons taken, generals of every rating and a command that is founded.
const STAGE: &str = r#"(
    table: (40, 30),
    sides: ("French", "Allied"),
    turn: 6,
    options: {
        "opt-squares": "on", "adv-engineers": "on", "adv-pontoons": "on", "opt-wagons": "on", "opt-ratings": "on",
        "adv-new-commands": "on", "adv-attached": "on", "adv-detached": "on", "opt-ammunition": "on",
        "opt-slow-infantry": "on", "opt-no-zones": "on",
    },
    ammunition: (60, 37),
    lines: [
        (id: "Dyle", points: [(22, -1), (23, 10), (22, 20), (23, 31)], stream: Some(Major), width: 3),
        (id: "Lasne", points: [(33, -1), (33, 31)], stream: Some(Small), width: 1),
    ],
    crossings: [(id: "Wavre", at: (33, 7), over: "Lasne"), (id: "Bierges", at: (33, 13), over: "Lasne")],
    commands: [
        (id: "Napoleon", side: "French"),
        (id: "II Corps", side: "French", under: "Napoleon"),
        (id: "VI Corps", side: "French", under: "Napoleon"),
        (id: "Wellington", side: "Allied"),
        (id: "I Corps", side: "Allied", under: "Wellington"),
    ],
    stands: [
        (id: "Emperor", side: "French", command: "Napoleon", arm: General, grade: Army, rating: Great, at: (16, 13, 0)),
        (id: "Reille", side: "French", command: "II Corps", arm: General, grade: Corps, rating: Poor, at: (6, 13, 0)),
        (id: "Lobau", side: "French", command: "VI Corps", arm: General, grade: Corps, at: (18.6, 4.5, 0)),
        (id: "Bauduin", side: "French", command: "II Corps", arm: Infantry, at: (4, 17, 0), sp: 5, square: true),
        (id: "Soye", side: "French", command: "II Corps", arm: Infantry, at: (7, 17, 90), sp: 4, start: 7, square: true),
        (id: "Friant", side: "French", command: "II Corps", arm: Infantry, at: (10, 17, 90), sp: 10),
        (id: "Campi", side: "French", command: "II Corps", arm: Infantry, at: (13, 17, 225), sp: 6, slow: true),
        (id: "Jamin", side: "French", command: "II Corps", arm: Infantry, at: (4, 9, 180), sp: 3, start: 5, routed: true),
        (id: "Foy", side: "French", command: "II Corps", arm: Infantry, at: (8, 9, 0), sp: 5),
        (id: "Sappers", side: "French", command: "II Corps", arm: Engineer, at: (8, 7.5, 0), attached: "Foy"),
        (id: "Tirlet", side: "French", command: "II Corps", arm: FootArtillery, at: (12, 9, 0), sp: 2),
        (id: "Pelletier", side: "French", command: "II Corps", arm: FootArtillery, at: (13.2, 9, 0), sp: 2),
        (id: "Miners", side: "French", command: "VI Corps", arm: Engineer, at: (3, 3.5, 0)),
        (id: "Pioneers", side: "French", command: "VI Corps", arm: Engineer, at: (21, 10, 90)),
        (id: "Pontoons", side: "French", command: "VI Corps", arm: Pontoon, at: (19.9, 20, 90), bridge: 2),
        (id: "Train", side: "French", command: "VI Corps", arm: Pontoon, at: (20.2, 26, 90)),
        (id: "Caisson", side: "French", command: "VI Corps", arm: Wagon, at: (13.5, 4, 0)),
        (id: "Duke", side: "Allied", command: "Wellington", arm: General, grade: Army, at: (28, 25, 180)),
        (id: "Orange", side: "Allied", command: "I Corps", arm: General, grade: Wing, rating: Poor, at: (36, 25, 180)),
        (id: "Dragoons", side: "Allied", command: "I Corps", arm: HeavyCavalry, at: (4, 19, 180), sp: 6),
        (id: "Maitland", side: "Allied", command: "I Corps", arm: Infantry, at: (28, 20, 270), sp: 8, square: true),
        (id: "Byng", side: "Allied", command: "I Corps", arm: Infantry, at: (28, 16, 180), sp: 5, no_zone: true),
        (id: "Kruse", side: "Allied", command: "I Corps", arm: LightCavalry, at: (28, 12, 0), sp: 2, start: 5, routed: true),
        (id: "Lloyd", side: "Allied", command: "I Corps", arm: FootArtillery, at: (29, 8, 270), sp: 1, start: 2, evading: true),
        (id: "Pack", side: "Allied", command: "I Corps", arm: Infantry, at: (29, 9.5, 270), sp: 4),
        (id: "Lancers", side: "French", command: "VI Corps", arm: LightCavalry, at: (27, 7.4, 90), sp: 5),
        (id: "Fourgon", side: "Allied", command: "I Corps", arm: Wagon, at: (16, 4, 0), taken_by: "French"),
        (id: "Raft", side: "Allied", command: "I Corps", arm: Pontoon, at: (10.5, 4, 0), taken_by: "French"),
        (id: "Burgoyne", side: "Allied", command: "I Corps", arm: Engineer, at: (32, 7, 90)),
    ],
    active: (command: "Napoleon", step: Command),
)"#;

/// The staged window, light or dark, of this size.
fn staged(dark: bool, size: [f32; 2]) -> Harness<'static, Window> {
    let options = data::ron_options();
    let position: Position = options.from_str(STAGE).expect("the position reads");
    let mut state = position.set_up().expect("the position is sound");
    let find = |state: &easy::State, key: &str| state.roster().find_stand(key).expect("there is one");
    state.change_ground(&GroundChange::BridgeBuilt { over: "Dyle".into(), at: Vec2::new(22.6, 26.0) });
    state.change_ground(&GroundChange::Earthworks { at: Pose::at(28.0, 16.0, 0.0) });
    state.change_ground(&GroundChange::BridgeDestroyed { bridge: "Bierges".into() });
    let train = find(&state, "Train");
    state.pontoons.insert(train, Pontoon::Spent);
    for (key, task, halves) in [
        ("Miners", Task::Earthworks { at: Pose::at(3.0, 5.0, 0.0) }, 2),
        ("Pioneers", Task::Bridge { over: "Dyle".into(), at: Vec2::new(21.5, 10.0) }, 1),
        ("Burgoyne", Task::Destroy { bridge: "Wavre".into() }, 1),
    ] {
        let engineer = find(&state, key);
        state.engineers.jobs.insert(engineer, Job { task, halves });
    }
    let setup = Setup::new(state.game.scenario.clone(), 7);
    let desk = Desk::<Easy>::from_state(setup, state);
    let saved = Saved { dark, dice: Habit::Typed, ..Saved::default() };
    let start = OpenedGame {
        library: Library::embedded(&Games::default()),
        game: Box::new(desk),
        notices: Vec::new(),
    };
    let mut window = window_started(start, saved, size);
    // The guns become a command of their own.
    let guns = ["Tirlet", "Pelletier"].map(|key| stand(&window, key));
    let pose = easy::regroup::places::form_pose(the_desk(&window).state(), &guns).expect("there is room");
    let form = Order::Form { name: "Grand battery".into(), stands: guns.to_vec(), pose };
    super::harness::give(&mut window, &form);
    command(&mut window, Command::Play(window::play::PlayAction::Nowhere));
    window
}

fn picture(window: &mut Harness<'_, Window>, name: &str) {
    window.run_steps(4);
    super::pictures::compare(window, name);
}

#[test]
fn every_mark_is_drawn_in_its_own_way_by_day() {
    picture(&mut staged(false, [1600.0, 1000.0]), "marks_by_day");
}

#[test]
fn every_mark_is_drawn_in_its_own_way_by_night() {
    picture(&mut staged(true, [1280.0, 800.0]), "marks_by_night");
}

#[test]
fn every_mark_is_drawn_in_its_own_way_from_near() {
    let mut window = staged(false, [1600.0, 1000.0]);
    let foy = stand(&window, "Foy");
    let told = Command::Play(window::play::PlayAction::ZoomTo(super::harness::key_of(&window, foy)));
    command(&mut window, told);
    command(&mut window, Command::ZoomOut);
    picture(&mut window, "marks_from_near");
}

/// Where this place of the table is on the screen, by two stands that are drawn.
fn on_screen(window: &Harness<'_, Window>, at: Vec2) -> egui::Pos2 {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    let place = |key: &str| {
        let state = the_desk(window).state();
        let id = stand(window, key);
        let label = easy::words::describe(state, id);
        let mut nodes = window.get_all_by_role(egui::Role::Button);
        let node =
            nodes.find(|node| node.accesskit_node().label().is_some_and(|said| said.starts_with(&label)));
        (state.pose(id).expect("it is on the table").at, node.expect("it is drawn").rect().center())
    };
    let ((a, a_on), (b, b_on)) = (place("Bauduin"), place("Byng"));
    let scale = (b_on.x - a_on.x) / (b.x - a.x);
    egui::pos2(a_on.x + (at.x - a.x) * scale, a_on.y - (at.y - a.y) * scale)
}

/// The pointer rests there.
fn rest(window: &mut Harness<'_, Window>, at: Vec2) {
    let at = on_screen(window, at);
    // Away first: nothing is told where a button was pressed last.
    window.hover_at(egui::pos2(3.0, 3.0));
    window.run_steps(2);
    window.hover_at(at);
    window.run_steps(80);
    settle(window);
}

#[test]
fn every_mark_tells_what_it_is_with_its_clause() {
    let mut window = staged(false, [1600.0, 1000.0]);
    let local = |window: &Harness<'_, Window>, key: &str, u: f32, v: f32| {
        let state = the_desk(window).state();
        state.pose(stand(window, key)).expect("it is on the table").to_table(Vec2::new(u, v))
    };
    // The stand, place on it, what has to be told, what must not.
    for (key, u, v, told, silent) in [
        ("Bauduin", 0.3, 0.3, "Infantry of II Corps, French.", ""),
        ("Bauduin", 0.3, 0.3, "In squares: the dice of cavalry", ""),
        ("Bauduin", 0.3, 0.3, "In contact with 21 Dragoons", ""),
        ("Bauduin", -1.15, -1.15, "In squares: the dice of cavalry", "Infantry of II Corps"),
        ("Bauduin", -1.1, 0.95, "In contact with 21 Dragoons", "In squares"),
        ("Jamin", 0.0, 0.0, "Routed in its last combat.", ""),
        ("Foy", 0.0, 0.0, "9 Sappers is attached to it", ""),
        ("Sappers", 0.0, 0.0, "Attached to 8 Foy", ""),
        ("Miners", 0.0, 0.0, "At work on earthworks: 1 turn left.", ""),
        ("Miners", 0.0, -0.95, "13 Miners is at work on earthworks: 1 turn left.", "At work on"),
        ("Burgoyne", 0.0, 0.0, "½ turn left", ""),
        ("Pontoons", 0.0, 0.0, "Building, 2 of 3.0 in of a bridge over the stream.", ""),
        ("Train", 0.0, 0.0, "Spent: it has built its bridge", ""),
        ("Fourgon", 0.0, 0.0, "Captured: it was Allied, and is French now.", ""),
        ("Emperor", 0.0, 0.0, "A great general: his command has two chits.", ""),
        ("Orange", 0.0, 0.0, "A poor general: he picks one command", ""),
        ("Reille", 0.0, 0.0, "A poor general: a die says how many", ""),
        ("new-1-general", 0.0, 0.0, "His command was founded in this battle", ""),
        ("Lloyd", 0.0, 0.0, "Its gunners shelter with the infantry", ""),
        ("Campi", 0.0, 0.0, "Slow infantry", ""),
        ("Byng", 0.0, 0.0, "It has no zone of control.", ""),
    ] {
        let at = local(&window, key, u, v);
        rest(&mut window, at);
        assert!(has(&window, told), "{key} at {u}, {v} does not tell: {told}");
        assert!(silent.is_empty() || !has(&window, silent), "{key} at {u}, {v} tells: {silent}");
    }
    for (at, told) in [
        (Vec2::new(22.6, 25.4), "It was built over the stream in this battle."),
        (Vec2::new(33.0, 13.0), "It was destroyed in this battle"),
    ] {
        rest(&mut window, at);
        assert!(has(&window, told), "{at} does not tell: {told}");
    }
}

#[test]
fn what_engineers_may_do_is_told_apart_and_squares_are_read_last() {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    let active = |command: &str| {
        let position = r#"(
            origin: (20, 20),
            options: {"opt-squares": "on", "adv-engineers": "on"},
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
                (id: "S", side: "red", command: "sappers", arm: Engineer, at: (-1.5, 0.5, 0)),
                (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180), sp: 5),
            ],
            commands: [(id: "red", side: "red"), (id: "sappers", side: "red"), (id: "blue", side: "blue")],
            active: (command: "@"),
        )"#;
        let mut window = super::harness::window_on(&position.replace('@', command), Habit::Rolled);
        window.run_steps(3);
        window
    };
    let buttons = |window: &Harness<'_, Window>| -> Vec<(f32, String)> {
        let nodes = window.get_all_by_role(egui::Role::Button);
        let mut found: Vec<(f32, String)> =
            nodes.filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?))).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    };
    let listed = buttons(&active("sappers"));
    let works: Vec<&String> = listed
        .iter()
        .map(|(_, label)| label)
        .filter(|label| label.contains("throws up earthworks"))
        .collect();
    assert_eq!(works.len(), 2, "{listed:?}");
    assert!(works.iter().any(|label| label.contains("where 1 A stands: 2 turns left")), "{works:?}");
    assert!(works.iter().any(|label| label.contains("in front of it: 2 turns left")), "{works:?}");
    let listed = buttons(&active("red"));
    let top = |part: &str| {
        let found = listed.iter().find(|(_, label)| label.contains(part));
        found.map_or_else(|| panic!("{part} is not listed: {listed:?}"), |(top, _)| *top)
    };
    assert!(top("A, may move") < top("forms squares"), "moves are read before squares");
}
