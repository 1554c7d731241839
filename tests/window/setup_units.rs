//! Setting up a battle whose units have several stands: each is listed, drawn, moved, formed and filled in as one piece.

use desk::Library;
use egui::{Key, Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use scenario::army::{Piece, Unit};
use scenario::{Edit, Scenario, Side, Start};
use table::{Heading, Pose, Vec2};
use window::{Begin, Command, SetUpAct as Act, Window};

use super::harness::{click_at, command, draft, drag, has, press, set_up, spin, wait_for, window_over};
use super::setup::on_screen;

/// A column of two ranks.
const LINE: &str = "1/13th Line, Morel's division line infantry, 4 stands, 12 figures, assault column";
/// One of its stands is in the mill.
const FUSILIERS: &str =
    "Fusiliers 7th, Von Rehden's brigade line infantry, 4 stands, 12 figures, assault column";

/// A window that sets up the mill on the Lohbach, over a game of other rules.
fn window_in(library: Library) -> Harness<'static, Window> {
    let mut window = window_over(library, [1600.0, 1000.0]);
    command(&mut window, Command::Make(Act::Begin(Begin::Scenario("brigade-action".to_owned()))));
    window.run_steps(3);
    window
}

fn pose(window: &Harness<'_, Window>, unit: &str) -> Pose {
    draft(window).pose(unit).expect("it is deployed")
}

fn formation(window: &Harness<'_, Window>, unit: &str) -> Option<String> {
    draft(window).scenario().unit_starts.get(unit)?.formation.clone()
}

fn unit(window: &Harness<'_, Window>, id: &str) -> Unit {
    match draft(window).piece(id) {
        Some(Piece::Unit(unit)) => unit.clone(),
        other => panic!("{id} is {other:?}"),
    }
}

/// Where a button is, by its whole name.
fn rect(window: &Harness<'_, Window>, label: &str) -> Rect {
    window.get_by_role_and_label(Role::Button, label).rect()
}

fn choose(window: &mut Harness<'_, Window>, list: &str, entry: &str) {
    window.get_by_role_and_label(Role::ComboBox, list).click();
    window.run_steps(3);
    press(window, entry);
}

/// The units of a command are listed: its triangle is left of its colour and its name.
fn unfold(window: &mut Harness<'_, Window>, name: &str) {
    let triangle = window.get_by_label(name).rect().left_center() - egui::vec2(31.0, 0.0);
    click_at(window, triangle);
    window.run_steps(12);
}

#[test]
fn units_are_moved_formed_saved_under_an_own_id_and_played() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = window_in(library.clone());
    wait_for(&mut window, "No faults");
    assert!(!has(&window, "F03 1/13th Line"), "who is on the table is folded away");
    unfold(&mut window, "1st Brigade");
    assert!(has(&window, "F02 Lenoir, leader"));
    assert!(has(&window, "F03 1/13th Line, line infantry, 4 stands, 12 figures, assault column"));

    // Dragged by a stand of its second rank, the whole column goes along; a key turns it.
    let before = pose(&window, "F03");
    let second = format!("Stand 4 of {LINE}");
    let from = rect(&window, &second).center();
    let by = Vec2::new(-3.0, -1.0);
    let to = on_screen(&window, before.at + by) - on_screen(&window, before.at);
    drag(&mut window, from, from + to);
    let moved = pose(&window, "F03");
    assert!(moved.at.distance(before.at + by) < 0.1, "{moved}");
    window.key_press(Key::E);
    window.run_steps(2);
    assert_eq!(pose(&window, "F03").heading, Heading::from_degrees(5.0));

    // In line it is as wide as four stands.
    let wide = |window: &Harness<'_, Window>, label: &str| {
        (rect(window, label).min.x - rect(window, &format!("Stand 4 of {label}")).min.x).abs()
    };
    let column = wide(&window, LINE);
    choose(&mut window, "Formation", "line");
    assert_eq!(formation(&window, "F03").as_deref(), Some("line"));
    let in_line = LINE.replace("assault column", "line");
    assert!(wide(&window, &in_line) > 2.5 * column, "four abreast");
    press(&mut window, "Undo");
    assert_eq!(formation(&window, "F03").as_deref(), Some("assault_column"));
    press(&mut window, "Redo");

    // Its row is filled in; of what is always said the usual is written.
    spin(&mut window, "Stands", "5");
    assert_eq!((unit(&window, "F03").stands, unit(&window, "F03").figures), (5, 12));
    press(&mut window, "Figures as usual");
    assert_eq!(unit(&window, "F03").figures, 15);
    assert!(
        rect(&window, &format!("Stand 5 of {}", in_line.replace("4 stands, 12", "5 stands, 15")))
            .is_positive()
    );

    press(&mut window, "Save as own scenario…");
    press(&mut window, "Save");
    let (saved, _) = library.scenario("brigade-action-own").expect("it is in the user's folder");
    assert_eq!(saved, draft(&window).finished());
    assert_eq!(saved.unit_starts["P05"].inside["B1"], 1, "the mill is held as before");
    press(&mut window, "Play it");
    wait_for(&mut window, "French period");
    assert!(set_up(&window).is_none(), "the game is on the table");
    let played = window.state().play().game().battle_itself().downcast_ref::<Scenario>();
    assert_eq!(played, Some(&saved));
}

#[test]
fn units_are_chosen_turned_taken_off_and_placed_as_one_piece() {
    let mut window = window_in(Library::embedded(&Games::default()));
    let second = LINE.replace("1/13th", "2/13th");
    press(&mut window, LINE);
    window.get_by_role_and_label(Role::Button, &second).click_modifiers(egui::Modifiers::SHIFT);
    window.run_steps(3);
    assert!(has(&window, "2 units are chosen"));
    let apart = |window: &Harness<'_, Window>| pose(window, "F03").at.distance(pose(window, "F04").at);
    let before = apart(&window);
    press(&mut window, "Turn right");
    assert!((apart(&window) - before).abs() < 0.05);
    assert_eq!(pose(&window, "F04").heading, Heading::from_degrees(15.0));
    press(&mut window, "Take off");
    let starts = &draft(&window).scenario().starts;
    assert!(!starts.contains_key("F03") && !starts.contains_key("F04"));
    window.key_press(Key::Escape);
    window.run_steps(2);
    // Off the table it is in its usual formation; listed, it is placed by a click.
    unfold(&mut window, "1st Brigade");
    press(&mut window, "F03 1/13th Line, line infantry, 4 stands, 12 figures, line, not deployed");
    let at = on_screen(&window, Vec2::new(8.0, 3.0));
    click_at(&mut window, at);
    assert!(pose(&window, "F03").at.distance(Vec2::new(8.0, 3.0)) < 0.1);
    window.key_press(Key::Delete);
    window.run_steps(3);
    assert_eq!(draft(&window).pose("F03"), None);
}

#[test]
fn garrisons_stay_in_their_buildings_and_faults_name_units() {
    let mut window = window_in(Library::embedded(&Games::default()));
    wait_for(&mut window, "No faults");
    // The first stand is in the mill; the others are dragged, and it stays.
    let mill = rect(&window, FUSILIERS);
    let before = pose(&window, "P05");
    let from = rect(&window, &format!("Stand 2 of {FUSILIERS}")).center();
    let to = on_screen(&window, before.at + Vec2::new(0.0, 2.0)) - on_screen(&window, before.at);
    drag(&mut window, from, from + to);
    assert!(pose(&window, "P05").at.distance(before.at + Vec2::new(0.0, 2.0)) < 0.1);
    assert_eq!(rect(&window, FUSILIERS), mill);
    assert_eq!(draft(&window).scenario().unit_starts["P05"].inside["B1"], 1);
    // Nobody is in it any more, and all four are outside.
    let outside = |window: &Harness<'_, Window>| {
        let at = pose(window, "P05").at;
        let near = |stand: &str| rect(window, stand).center().distance(on_screen(window, at)) < 60.0;
        near(FUSILIERS)
    };
    assert!(!outside(&window));
    spin(&mut window, "The mill", "0");
    assert!(draft(&window).scenario().unit_starts["P05"].inside.is_empty());
    assert!(outside(&window));
    // Two that overlap are told by what the table calls them.
    let place = |unit: &str, at: Pose| Command::Make(Act::Edit(Edit::place(unit, at)));
    let onto = pose(&window, "F04");
    command(&mut window, place("F03", onto));
    wait_for(&mut window, "1 fault");
    assert!(has(&window, "The units 1/13th Line (\"F03\") and 2/13th Line (\"F04\") overlap by"));
}

#[test]
fn an_army_of_single_stands_is_no_army_of_this_battle() {
    let mut window = window_in(Library::embedded(&Games::default()));
    wait_for(&mut window, "No faults");
    // From the panel none can be added.
    window.get_by_label("Add units from an army").click();
    window.run_steps(12);
    choose(&mut window, "From", "Army of Blue (single stands)");
    let words =
        "Army of Blue is made of single stands, and the rules of this battle have units of several stands.";
    assert!(has(&window, words));
    assert!(!has(&window, "Add all of"));
    // However it has come, it is one fault.
    let (army, _) = scenario::read_army("first-steps-blue", &scenario::Embedded).expect("an army");
    let pieces: Vec<String> = army.pieces().map(|piece| piece.id().to_owned()).collect();
    command(&mut window, Command::Make(Act::Edit(Edit::join(Side(0), army, pieces.clone()))));
    assert!(pieces.iter().all(|id| draft(&window).piece(id).is_some()));
    assert!(!draft(&window).scenario().starts.values().any(|start| matches!(start, Start::Arrives { .. })));
    wait_for(&mut window, "1 fault");
    assert!(has(&window, "The army Army of Blue"));
    assert!(has(&window, "was made for the rules \"easy\", with single stands"));
}

/// The formation in which a unit begins is a column of the roster; who takes no part has none.
#[test]
fn a_formation_is_written_in_the_roster() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(Library::at(home.path(), &Games::default()));
    window.key_press(Key::F4);
    window.run_steps(3);
    let find = |window: &Harness<'_, Window>, begins: &str| {
        let mut cells = window.query_all_by_role(Role::Cell);
        let found =
            cells.find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(begins)));
        found.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect().center()))
    };
    let (label, at) = find(&window, "Formation of 1/13th Line").expect("it is in sight");
    assert!(label.ends_with(": assault column"), "{label}");
    click_at(&mut window, at);
    window.event(egui::Event::Text("sq".to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert_eq!(formation(&window, "F03").as_deref(), Some("square"));
    let (label, at) = find(&window, "Formation of 1/13th Line").expect("it is in sight");
    assert!(label.ends_with(": square"), "{label}");
    // As usual again.
    click_at(&mut window, at);
    window.key_press(Key::Delete);
    window.run_steps(3);
    assert_eq!(formation(&window, "F03"), None);
    assert!(find(&window, "Formation of 1/13th Line").is_some_and(|(label, _)| label.ends_with(": line")));
}
