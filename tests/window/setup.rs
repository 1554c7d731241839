//! Setting up through labels: a stand moved, a strength changed, a wood drawn, saved under an own id, and played.

use super::harness::desk;
use desk::Library;
use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, Pos2, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use scenario::army::Quality;
use table::ground::AreaKind;
use table::{Heading, Vec2};
use window::{Begin, Command, EmptyTable, FilePurpose, Pane, SetUpAct as Act, Window, WorkAct};

use super::harness::{
    click_at, command, draft, drag, has, press, set_up, spin, wait_for, wait_until, window_over,
};

fn window_in(library: Library) -> Harness<'static, Window> {
    window_over(library, [1600.0, 1000.0])
}

/// A table of Easy Napoleonic with nothing on it, of this size in inches.
pub fn empty_table(wide: f32, high: f32) -> EmptyTable {
    EmptyTable { rules: "easy".to_owned(), size: Vec2::new(wide, high) }
}

#[test]
fn an_empty_table_asks_whose_rules_it_is_for() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(Library::at(home.path(), &Games::default()));
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    let rules = |window: &Harness<'_, Window>| {
        let maker = window.state().maker().expect("tables can be made");
        maker.draft().map(|draft| draft.scenario().rules.clone())
    };
    let is_on = |window: &Harness<'_, Window>, label: &str| {
        window.get_by_role_and_label(Role::RadioButton, label).accesskit_node().toggled()
            == Some(Toggled::True)
    };
    assert!(is_on(&window, "Easy Napoleonic Rules"), "those of the game that was open are usual");
    window.get_by_role_and_label(Role::RadioButton, "Beer and Pretzels Napoleonics").click();
    window.run_steps(2);
    // Nothing that is typed meanwhile is for the game behind it, and Escape closes it.
    window.input_mut().events.push(Event::Text("x".to_owned()));
    window.run_steps(3);
    assert!(!has(&window, "At fault"));
    // What comes over it is closed alone.
    command(&mut window, Command::ShowKeys);
    window.run_steps(3);
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(has(&window, "Lay an empty table"));
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!has(&window, "Lay an empty table"));
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    window.get_by_role_and_label(Role::RadioButton, "Beer and Pretzels Napoleonics").click();
    window.run_steps(2);
    press(&mut window, "Lay an empty table");
    assert_eq!(rules(&window).as_deref(), Some("epstein"));
}

/// Where a place of the whole table is on the screen.
pub fn on_screen(window: &Harness<'_, Window>, at: Vec2) -> Pos2 {
    let size = draft(window).scenario().ground.size;
    let rect = window.get_by_role(Role::Canvas).rect();
    let wanted = size + 1.8;
    let scale = (rect.width() / wanted.x).min(rect.height() / wanted.y);
    let from = at - size / 2.0;
    rect.center() + egui::vec2(from.x, -from.y) * scale
}

#[test]
fn a_game_is_deployed_otherwise_saved_under_an_own_id_and_played() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = window_in(library.clone());
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    press(&mut window, "Deploy this game freely");
    assert!(set_up(&window).is_some());

    // A stand is dragged to a place behind and turned by a key.
    let before = set_up(&window).and_then(|draft| draft.pose("B02")).expect("it is deployed");
    let label = "2 Lannoy, Army of Blue infantry, 6 sp";
    let from = window.get_by_label(label).rect().center();
    let to = on_screen(&window, before.at + Vec2::new(1.0, -3.0));
    drag(&mut window, from, to);
    window.key_press(Key::E);
    window.run_steps(2);
    let after = set_up(&window).and_then(|draft| draft.pose("B02")).expect("it is deployed");
    assert!(after.at.distance(before.at + Vec2::new(1.0, -3.0)) < 0.1, "{after}");
    assert_eq!(after.heading, Heading::from_degrees(5.0));

    // Its strength is typed.
    spin(&mut window, "Strength", "9");
    let strength = |window: &Harness<'_, Window>| {
        set_up(window).and_then(|draft| draft.stand("B02")).map(|stand| stand.strength)
    };
    assert_eq!(strength(&window), Some(9));

    // A wood is drawn corner by corner.
    press(&mut window, "Ground");
    press(&mut window, "Woods");
    for corner in [(31.0, 2.0), (34.0, 2.0), (34.0, 4.0), (31.0, 4.0)] {
        let at = on_screen(&window, corner.into());
        click_at(&mut window, at);
    }
    window.key_press(Key::Enter);
    window.run_steps(3);
    let wood = set_up(&window).and_then(|draft| draft.scenario().ground.areas.last().cloned());
    let wood = wood.expect("there is ground");
    assert_eq!((wood.kind, wood.polygon.len()), (AreaKind::Woods, 4));
    assert!(wood.polygon[0].distance(Vec2::new(31.0, 2.0)) < 0.1, "{:?}", wood.polygon);

    // Undo and redo are those of the draft.
    press(&mut window, "Undo");
    assert_eq!(set_up(&window).map(|draft| draft.scenario().ground.areas.len()), Some(6));
    press(&mut window, "Redo");

    press(&mut window, "Save as own scenario…");
    press(&mut window, "Save");
    let (saved, _) = library.scenario("first-steps-own").expect("it is in the user's folder");
    assert_eq!(Some(saved.clone()), set_up(&window).map(scenario::Draft::finished));

    press(&mut window, "Play it");
    wait_for(&mut window, "Draw a chit");
    assert!(set_up(&window).is_none(), "the game is on the table again");
    let played = desk(&window);
    assert_eq!(played.setup().scenario, saved);
    let stand = played.state().roster().find_stand("2").expect("badge 2");
    assert_eq!((played.state().pose(stand), played.state().stand(stand).strength), (Some(after), 9));
    assert!(window.query_by_role_and_label(Role::Button, "Draw a chit").is_some());
}

#[test]
fn faults_are_listed_as_they_come_and_lead_to_their_place() {
    let mut window = window_in(Library::embedded(&Games::default()));
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Make(Act::Begin(Begin::Present)));
    window.run_steps(4);
    let overlapping = window.get_by_label("2 Lannoy, Army of Blue infantry, 6 sp").rect().center();
    let onto = window.get_by_label("3 Brissac, Army of Blue infantry, 5 sp").rect().center();
    drag(&mut window, overlapping, onto);
    wait_for(&mut window, "1 fault");
    press(&mut window, "Play it");
    wait_for(&mut window, "It cannot be played");
    assert!(set_up(&window).is_some(), "a faulty table is not played");
    assert!(has(&window, "overlap by 2.00\". Move one of them 2.00\" or more."), "in whole sentences");
    press(&mut window, "The stands 2 Lannoy (\"B02\") and 3 Brissac (\"B03\") overlap by 2.00\"");
    assert!(window.query_by_role_and_label(Role::SpinButton, "East").is_some(), "the stand's card is open");
    // Nothing of this reaches the game that waits.
    window.key_press(Key::Space);
    window.run_steps(2);
    assert_eq!(desk(&window).depth(), 0);
    press(&mut window, "Leave");
    press(&mut window, "Leave it");
    assert!(set_up(&window).is_none());
    assert!(window.query_by_role_and_label(Role::Button, "Draw a chit").is_some());
}

#[test]
fn the_head_tells_of_the_draft_and_nothing_of_the_game_that_waits() {
    let mut window = window_in(Library::embedded(&Games::default()));
    assert!(has(&window, "Blue 2 : 3 Red"));
    let begin = Act::Begin(Begin::Scenario("waterloo".to_owned()));
    command(&mut window, Command::Make(begin));
    window.run_steps(3);
    for words in ["19 turns", "11:30", "muddy, clear from turn 5"] {
        assert!(window.query_by_label(words).is_some(), "{words} of Waterloo");
    }
    for words in ["2 : 3", "turn 1 of", "14:00"] {
        assert!(!has(&window, words), "{words} is of the game that waits");
    }
    assert!(window.query_by_label("Find in the log").is_none(), "its log rests");
}

#[test]
fn unfinished_work_is_told_its_faults_in_words_kept_and_gone_on_with() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = window_in(library.clone());
    command(&mut window, Command::Make(Act::Begin(Begin::Present)));
    window.run_steps(3);
    let overlapping = window.get_by_label("2 Lannoy, Army of Blue infantry, 6 sp").rect().center();
    let onto = window.get_by_label("3 Brissac, Army of Blue infantry, 5 sp").rect().center();
    drag(&mut window, overlapping, onto);
    wait_for(&mut window, "1 fault");
    let laid = set_up(&window).and_then(|draft| draft.pose("B02")).expect("it is on the table");
    press(&mut window, "Save as own scenario…");
    press(&mut window, "Save");
    assert!(has(&window, "It cannot be played yet, but it can be kept as unfinished."));
    assert!(has(&window, "overlap by 2.00\". Move one of them 2.00\" or more."));
    assert!(!has(&window, ".ron"), "no line of a file that is not there");
    press(&mut window, "Keep unfinished");
    assert!(has(&window, "Kept unfinished"));
    // Nothing would be lost now: no question is asked.
    press(&mut window, "Leave");
    assert!(set_up(&window).is_none());
    assert!(library.scenario("first-steps-own").is_err(), "it is no battle");

    press(&mut window, "Game");
    press(&mut window, "Set up…");
    wait_for(&mut window, "Go on with First steps");
    // The battles are listed by another thread: with them the buttons move.
    wait_for(&mut window, "Waterloo");
    window.run_steps(2);
    press(&mut window, "Go on with First steps: the bridge at Lesnes (own)");
    let again = set_up(&window).and_then(|draft| draft.pose("B02"));
    assert_eq!(again, Some(laid));
    // Mended and saved, it is a battle, and unfinished no more.
    command(&mut window, Command::Make(Act::Edit(scenario::Edit::take_off("B02"))));
    wait_for(&mut window, "No faults");
    press(&mut window, "Save as own scenario…");
    press(&mut window, "Save");
    assert!(library.scenario("first-steps-own").is_ok());
    assert!(library.list_unfinished().is_empty());
}

#[test]
fn an_empty_table_gets_stands_of_the_library_and_a_listed_stand_is_placed_by_a_click() {
    let mut window = window_in(Library::embedded(&Games::default()));
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Make(Act::Begin(Begin::Empty(empty_table(48.0, 36.0)))));
    window.run_steps(4);
    press(&mut window, "Stands");
    let (army, _) = scenario::read_army("first-steps-blue", &scenario::Embedded).expect("an army");
    let stands = vec!["B02".to_owned(), "B08".to_owned()];
    let join = scenario::Edit::join(scenario::Side(0), army, stands);
    window.state_mut().run_command(&ctx, Command::Make(Act::Edit(join)));
    window.run_steps(4);
    assert!(has(&window, "2 are not deployed"));
    press(&mut window, "1 Lannoy, 6 sp, not deployed");
    let at = on_screen(&window, Vec2::new(10.0, 8.0));
    click_at(&mut window, at);
    let pose = set_up(&window).and_then(|draft| draft.pose("B02")).expect("it is placed");
    assert!(pose.at.distance(Vec2::new(10.0, 8.0)) < 0.1, "{pose}");
    wait_for(&mut window, "One is not deployed");
    // The other is dragged from the list.
    let row = window.get_by_role_and_label(Role::Button, "2 Cuirassiers, 7 sp, not deployed").rect().center();
    let to = on_screen(&window, Vec2::new(20.0, 8.0));
    drag(&mut window, row, to);
    let pose = set_up(&window).and_then(|draft| draft.pose("B08")).expect("it is placed");
    assert!(pose.at.distance(Vec2::new(20.0, 8.0)) < 0.1, "{pose}");
    window.key_press(Key::Delete);
    window.run_steps(3);
    assert_eq!(set_up(&window).and_then(|draft| draft.pose("B08")), None, "Delete takes it off");
    // Every kind of ground has its tool, and the panel can be closed like any other.
    press(&mut window, "Ground");
    for tool in ["Hill", "Village", "Stream", "Paved road", "Bridge", "Objective", "Entry"] {
        assert!(window.query_by_role_and_label(Role::Button, tool).is_some(), "{tool}");
    }
    window.state_mut().run_command(&ctx, Command::TogglePane(Pane::SetUp));
    window.run_steps(2);
    assert!(window.query_by_role_and_label(Role::Button, "Hill").is_none());
}

#[test]
fn tools_have_their_keys_and_the_button_that_draws() {
    let mut window = window_in(Library::embedded(&Games::default()));
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Make(Act::Begin(Begin::Empty(empty_table(48.0, 36.0)))));
    window.run_steps(2);
    press(&mut window, "Ground");
    // Each tool by its key as it is pressed, with Shift where its button says so.
    let plain = Modifiers::NONE;
    for (modifiers, key, tool) in [
        (plain, Key::Num1, "Woods"),
        (plain, Key::I, "River"),
        (Modifiers::SHIFT, Key::B, "Bridge"),
        (Modifiers::SHIFT, Key::O, "Objective"),
        (Modifiers::SHIFT, Key::I, "Entry"),
    ] {
        window.key_press_modifiers(modifiers, key);
        window.run_steps(3);
        let button = window.get_by_role_and_label(Role::Button, tool);
        assert_eq!(button.accesskit_node().toggled(), Some(Toggled::True), "{key:?}: {tool}");
    }
    // With woods in hand the middle button moves the table, and draws nothing.
    window.key_press(Key::Num1);
    window.run_steps(2);
    let from = on_screen(&window, Vec2::new(20.0, 20.0));
    let middle = |pos, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.hover_at(from);
    window.run_steps(1);
    window.event(middle(from, true));
    window.run_steps(1);
    for step in 1..=6 {
        window.hover_at(from + egui::vec2(12.0, 9.0) * step as f32);
        window.run_steps(1);
    }
    window.event(middle(from + egui::vec2(72.0, 54.0), false));
    window.run_steps(3);
    let areas = |window: &Harness<'_, Window>| {
        let draft = draft(window);
        draft.scenario().ground.areas.len()
    };
    assert_eq!(areas(&window), 0);
    // The first button draws the edge, round and back to where it began.
    let corners = [(0.0, 0.0), (72.0, 0.0), (72.0, 54.0), (0.0, 54.0), (0.0, 0.0)];
    let corners = corners.map(|(x, y)| from + egui::vec2(x, y));
    window.hover_at(from);
    window.run_steps(1);
    window.drag_at(from);
    window.run_steps(1);
    for side in corners.windows(2) {
        for step in 1..=6 {
            window.hover_at(side[0].lerp(side[1], step as f32 / 6.0));
            window.run_steps(1);
        }
    }
    window.drop_at(from);
    window.run_steps(3);
    assert_eq!(areas(&window), 1);
    // In a frame that takes long, as while a photograph is drawn, there is a whole stroke, or three clicks: none is lost.
    let button = |pos: Pos2, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let shifted = corners.map(|at| at - egui::vec2(100.0, 0.0));
    let mut at_once = |events: Vec<Event>| {
        window.input_mut().events.extend(events);
        window.run_steps(6);
    };
    let way = shifted.map(Event::PointerMoved);
    at_once([button(shifted[0], true)].into_iter().chain(way).chain([button(shifted[0], false)]).collect());
    let corners_of_three = corners[..3].iter().map(|at| *at - egui::vec2(200.0, 0.0));
    at_once(
        corners_of_three
            .flat_map(|at| [Event::PointerMoved(at), button(at, true), button(at, false)])
            .collect(),
    );
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert_eq!(areas(&window), 3);
    let drawn: Vec<usize> =
        draft(&window).scenario().ground.areas.iter().map(|area| area.polygon.len()).collect();
    assert!(drawn[1] >= 4 && drawn[2] >= 3, "{drawn:?}");
    // What is said of a tool goes with its page.
    click_at(&mut window, from - egui::vec2(60.0, 60.0));
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(has(&window, "corners or more"));
    press(&mut window, "Picture");
    assert!(!has(&window, "corners or more"));
    // A dialog takes every click and every key: nothing is drawn behind it.
    press(&mut window, "Ground");
    window.key_press(Key::Num1);
    window.run_steps(2);
    let woods = window.get_by_role_and_label(Role::Button, "Woods");
    assert_eq!(woods.accesskit_node().toggled(), Some(Toggled::True));
    press(&mut window, "Save as own scenario…");
    assert!(window.query_by_role_and_label(Role::Button, "Save").is_some(), "the dialog is there");
    for corner in corners {
        click_at(&mut window, corner);
    }
    window.key_press(Key::Escape);
    window.run_steps(3);
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert_eq!(areas(&window), 3, "no corner of a wood was set behind the dialog");
}

#[test]
fn ground_of_a_file_comes_in_and_a_bad_file_is_told() {
    let mut window = window_in(Library::embedded(&Games::default()));
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::Make(Act::Begin(Begin::Empty(empty_table(48.0, 36.0)))));
    let text = r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"kind": "Marsh"},
        "geometry": {"type": "Polygon", "coordinates": [[[1,1],[4,1],[4,5],[1,1]]]}}]}"#;
    let ground = |name: &str, text: &str| {
        Command::Make(Act::Ground { path: name.into(), text: text.to_owned(), notices: Vec::new() })
    };
    window.state_mut().run_command(&ctx, ground("map.geojson", text));
    let areas =
        |window: &Harness<'_, Window>| set_up(window).map(|draft| draft.scenario().ground.areas.len());
    assert_eq!(areas(&window), Some(1));
    window.state_mut().run_command(&ctx, ground("map.geojson", &text.replace("Marsh", "Marzipan")));
    window.run_steps(3);
    assert!(window.query_by_label_contains("there is no kind \"Marzipan\"").is_some());
    assert_eq!(areas(&window), Some(1));
    press(&mut window, "Go on");
    let terrain = "(id: \"field\", name: \"Field\", size: (24, 20), areas: [(id: \"W1\", kind: Woods, polygon: [(2, 2), (6, 2), (6, 6)])])";
    window.state_mut().run_command(&ctx, ground("field.ron", terrain));
    assert_eq!(areas(&window), Some(2), "a ground comes in addition to what is there");
}

#[test]
fn several_stands_are_chosen_moved_turned_and_taken_off_as_one() {
    let mut window = window_in(Library::embedded(&Games::default()));
    command(&mut window, Command::Make(Act::Begin(Begin::Present)));
    window.run_steps(3);
    let label = |id: &str| match id {
        "B02" => "2 Lannoy, Army of Blue infantry, 6 sp",
        _ => "3 Brissac, Army of Blue infantry, 5 sp",
    };
    let poses = |window: &Harness<'_, Window>| {
        ["B02", "B03"].map(|id| set_up(window).and_then(|draft| draft.pose(id)))
    };
    let began = poses(&window).map(|pose| pose.expect("it is deployed"));
    let shift_click = |window: &mut Harness<'_, Window>, id: &str| {
        window.get_by_role_and_label(Role::Button, label(id)).click_modifiers(Modifiers::SHIFT);
        window.run_steps(3);
    };
    press(&mut window, label("B02"));
    shift_click(&mut window, "B03");
    assert!(has(&window, "2 stands are chosen"));
    // Dragged by one of them, both go the same way, and one undo brings both back.
    let from = window.get_by_role_and_label(Role::Button, label("B02")).rect().center();
    let to = on_screen(&window, began[0].at + Vec2::new(1.0, -3.0));
    drag(&mut window, from, to);
    let moved = poses(&window).map(|pose| pose.expect("it is deployed"));
    for (before, after) in began.iter().zip(moved) {
        assert!(after.at.distance(before.at + Vec2::new(1.0, -3.0)) < 0.1, "{after} from {before}");
    }
    // Turned about their middle they keep their distance, and face otherwise.
    press(&mut window, "Turn right");
    let turned = poses(&window).map(|pose| pose.expect("it is deployed"));
    let apart = |poses: &[table::Pose; 2]| poses[0].at.distance(poses[1].at);
    assert!((apart(&turned) - apart(&moved)).abs() < 0.05);
    assert!(turned.iter().all(|pose| *pose != moved[0] && pose.heading == Heading::from_degrees(15.0)));
    press(&mut window, "Take off");
    assert_eq!(poses(&window), [None, None]);
    for _ in 0..2 {
        press(&mut window, "Undo");
    }
    assert_eq!(poses(&window), moved.map(Some), "each was one step");
    // A box chooses what lies in it.
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(!has(&window, "are chosen"));
    let (low, high) = (Vec2::splat(1.0), Vec2::new(14.0, 12.0));
    let inside = {
        let draft = draft(&window);
        let poses = draft.pieces().filter_map(|(.., stand)| draft.pose(stand.id()));
        poses.filter(|pose| pose.at.cmpge(low).all() && pose.at.cmple(high).all()).count()
    };
    assert!(inside > 2, "{inside} stands are there");
    let (from, to) = (on_screen(&window, low), on_screen(&window, high));
    window.event(Event::ModifiersChanged(Modifiers::SHIFT));
    drag(&mut window, from, to);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    window.run_steps(2);
    assert!(has(&window, &format!("{inside} stands are chosen")));
}

#[test]
fn an_own_scenario_gets_a_name_and_an_id_of_its_own_each_time() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = window_in(library.clone());
    command(&mut window, Command::Make(Act::Begin(Begin::Present)));
    for (id, name) in [
        ("first-steps-own", "First steps: the bridge at Lesnes (own)"),
        ("first-steps-own-2", "First steps: the bridge at Lesnes (own 2)"),
    ] {
        command(&mut window, Command::Make(Act::Work(WorkAct::AskToSave { play: false })));
        window.run_steps(2);
        press(&mut window, "Save");
        let (saved, _) = library.scenario(id).expect("it is in the user's folder");
        assert_eq!(saved.name, name);
    }
    command(&mut window, Command::Make(Act::Work(WorkAct::AskToSave { play: false })));
    window.run_steps(2);
    press(&mut window, "Overwrite \"first-steps-own-2\" instead");
    press(&mut window, "Save");
    assert!(library.scenario("first-steps-own-3").is_err(), "the last one was written over");
}

#[test]
fn without_a_file_dialog_ground_is_taken_in_by_its_path() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(Library::at(home.path(), &Games::default()));
    command(&mut window, Command::Make(Act::Begin(Begin::Empty(empty_table(48.0, 36.0)))));
    let terrain = "(id: \"field\", name: \"Field\", size: (48, 36), areas: [(id: \"W1\", kind: Woods, polygon: [(2, 2), (6, 2), (6, 6)])])";
    std::fs::write(home.path().join("field.ron"), terrain).expect("a file is written");
    command(&mut window, Command::AskForPath(FilePurpose::Ground));
    window.run_steps(3);
    window.get_by_role_and_label(Role::TextInput, "Path of the file").type_text("field.ron");
    window.run_steps(2);
    press(&mut window, "Import");
    wait_until(&mut window, "the ground of the file", |window| {
        set_up(window).is_some_and(|draft| draft.scenario().ground.areas.len() == 1)
    });
}

#[test]
fn nothing_moves_when_a_list_arrives() {
    let places = |window: &Harness<'_, Window>, names: &[&str]| -> Vec<egui::Rect> {
        names.iter().map(|name| window.get_by_role_and_label(Role::Button, name).rect()).collect()
    };
    // The question is as large whatever was put by.
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let dialog = ["Set up Waterloo, 18 June 1815", "Lay an empty table"];
    let asked = |library: &Library| {
        let mut window = window_in(library.clone());
        press(&mut window, "Game");
        press(&mut window, "Set up…");
        wait_for(&mut window, "Set up Waterloo");
        window
    };
    let mut window = asked(&library);
    let before = places(&window, &dialog);
    press(&mut window, "Deploy this game freely");
    command(&mut window, Command::Make(Act::Work(WorkAct::KeepUnfinished)));
    assert_eq!(library.list_unfinished().len(), 1);
    let mut window = asked(&library);
    assert!(has(&window, "Go on with First steps"));
    assert_eq!(places(&window, &dialog), before);

    press(&mut window, "Deploy this game freely");
    press(&mut window, "Ground");
    wait_for(&mut window, "No faults");
    let panel = ["Play it", "Leave", "Stands", "Ground", "Hill", "Woods", "Bridge"];
    let before = places(&window, &panel);
    let from = window.get_by_label("2 Lannoy, Army of Blue infantry, 6 sp").rect().center();
    let onto = window.get_by_label("3 Brissac, Army of Blue infantry, 5 sp").rect().center();
    drag(&mut window, from, onto);
    press(&mut window, "Ground");
    wait_for(&mut window, "1 fault");
    window.run_steps(3);
    assert_eq!(places(&window, &panel), before);
}

/// The row of a stand has the cells of its arm; what follows from others follows them until it is written by hand.
#[test]
fn a_stand_is_filled_in_cell_by_cell() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(Library::at(home.path(), &Games::default()));
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    press(&mut window, "Deploy this game freely");
    window.get_by_label("2 Lannoy, Army of Blue infantry, 6 sp").click();
    window.run_steps(3);
    let lannoy = |window: &Harness<'_, Window>| {
        let draft = draft(window);
        let stand = draft.stand("B02").expect("he is in the army");
        (stand.quality, stand.men, stand.strength, stand.label.clone())
    };
    assert_eq!(lannoy(&window).2, 6, "2,400 veterans");
    assert!(window.query_by_label("Battery").is_none(), "infantry has no guns");

    // Guards by the list of grades: 2,400 men are 12 points of them.
    window.get_by_role_and_label(Role::ComboBox, "Quality").click();
    window.run_steps(3);
    press(&mut window, "Guards");
    assert_eq!(lannoy(&window).0, Some(Quality::Guards));
    assert_eq!((lannoy(&window).2, &*lannoy(&window).3), (12, "I/1/1 Lannoy, 12sp"));

    // A strength by hand stays, until it is as usual again.
    spin(&mut window, "Strength", "9");
    spin(&mut window, "Men", "2000");
    assert_eq!((lannoy(&window).1, lannoy(&window).2), (2000, 9));
    // A name is emptied letter by letter and typed anew.
    window.get_by_role_and_label(Role::TextInput, "Name").click();
    window.run_steps(2);
    window.key_press(Key::End);
    for _ in 0.."Lannoy".len() {
        window.key_press(Key::Backspace);
        window.run_steps(1);
    }
    window.get_by_role_and_label(Role::TextInput, "Name").type_text("Ney");
    window.run_steps(3);
    assert_eq!(lannoy(&window).3, "I/1/1 Ney, 9sp");
    window.get_by_label("More of it").click();
    window.run_steps(12);
    super::pictures::compare(&mut window, "set_up_row");
    press(&mut window, "Strength as usual");
    assert_eq!((lannoy(&window).2, &*lannoy(&window).3), (10, "I/1/1 Ney, 10sp"), "2,000 guards");
    spin(&mut window, "Men", "1600");
    assert_eq!(lannoy(&window).2, 8, "it follows again");
}

#[test]
fn each_army_of_a_side_has_a_colour_of_its_own() {
    let mut window = window_in(Library::embedded(&Games::default()));
    command(&mut window, Command::Make(Act::Begin(Begin::Scenario("waterloo".to_owned()))));
    press(&mut window, "Battle");
    let colours = |window: &Harness<'_, Window>| -> Vec<String> {
        let draft = draft(window);
        let armies = draft.scenario().sides.iter().flat_map(|side| &side.armies);
        armies.map(|army| format!("{} {}", army.name, army.colour)).collect()
    };
    let before = colours(&window);
    assert_eq!(before.len(), 3, "{before:?}");
    let colour = "Colour of Army of the Lower Rhine";
    window.get_by_role_and_label(Role::ComboBox, colour).scroll_to_me();
    window.run_steps(12);
    window.get_by_role_and_label(Role::ComboBox, colour).click();
    window.run_steps(3);
    press(&mut window, "Green");
    let after = colours(&window);
    let changed: Vec<&String> = after.iter().filter(|colour| !before.contains(colour)).collect();
    assert_eq!(changed, ["Army of the Lower Rhine green"], "the army beside it stays as it is");
}
