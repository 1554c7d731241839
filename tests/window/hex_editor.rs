//! The map editor through its labels: a forest, a river, a fault that is seen and mended, saving and playing.

use drumhead::app::hex::editor::Tool;
use drumhead::app::{Command, Habit, Opening, Saved, Start, Window, theme};
use drumhead::desk::{Library, peek};
use drumhead::hexes::{Hex, HexKind, HexMap, Mark};
use drumhead::scenario::HexScenario;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::harness::{game, has, press, settle, wait_until};

/// The map of Marengo on the desk, over a game that waits.
fn editor(library: &Library) -> Harness<'static, Window> {
    let desk = game(library, "first-steps");
    let start = Start { library: library.clone(), desk, notices: Vec::new() };
    let saved = Saved { dice: Habit::Rolled, ..Saved::default() };
    let mut window = Window::with(Opening::from(start), saved);
    window.edit_map("marengo-naw");
    let mut dressed = false;
    let mut window = Harness::builder().with_size([1500.0, 950.0]).build_ui_state(
        move |ui, window: &mut Window| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            window.show(ui);
        },
        window,
    );
    settle(&mut window);
    window
}

fn map(window: &mut Harness<'_, Window>) -> HexMap {
    window.state_mut().editor().expect("the map is edited").draft.map().clone()
}

/// The middle of a hex on the screen.
fn middle(window: &mut Harness<'_, Window>, hex: u16) -> Pos2 {
    let start = format!("{:04}", Hex(hex).0);
    let node = window.get_all_by_role(egui::Role::Button).find(|node| {
        node.accesskit_node()
            .label()
            .is_some_and(|label| label.strip_prefix(&start).is_some_and(|rest| rest.starts_with([',', ' '])))
    });
    node.expect("the hex is in sight").rect().center()
}

/// The middle of the hexside between two hexes.
fn side(window: &mut Harness<'_, Window>, from: u16, to: u16) -> Pos2 {
    let (a, b) = (middle(window, from), middle(window, to));
    // Nearer to the first, which is the hex that is clicked.
    a.lerp(b, 0.42)
}

/// The pointer presses at the first of these places, goes through the others, and lets go at the last.
fn stroke(window: &mut Harness<'_, Window>, places: &[Pos2]) {
    window.hover_at(places[0]);
    window.run_steps(1);
    window.drag_at(places[0]);
    window.run_steps(1);
    for place in &places[1..] {
        window.hover_at(*place);
        window.run_steps(1);
    }
    window.drop_at(places[places.len() - 1]);
    window.run_steps(3);
    settle(window);
}

fn key(window: &mut Harness<'_, Window>, key: Key) {
    window.key_press(key);
    window.run_steps(2);
}

#[test]
fn a_map_is_corrected_saved_and_played() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path());
    let mut window = editor(&library);
    let before = map(&mut window);
    wait_until(&mut window, "the check", |window| has(window, "Nothing"));

    // A forest in one stroke, which is one step to take back.
    press(&mut window, "Forest");
    let places = [2010, 2011, 2012].map(|hex| middle(&mut window, hex));
    stroke(&mut window, &places);
    assert!([2010, 2011, 2012].iter().all(|hex| map(&mut window).kind(Hex(*hex)) == HexKind::Forest));
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before);
    press(&mut window, "Redo");
    assert!(has(&window, "2011, forest"), "the hex says what it is");

    // A river on a hexside, and off again by the same click.
    press(&mut window, "River");
    let place = side(&mut window, 1812, 1813);
    let river = |window: &mut Harness<'_, Window>| {
        map(window).between(Hex(1812), Hex(1813)).expect("they touch").has(Mark::River)
    };
    for there in [true, false, true] {
        stroke(&mut window, &[place]);
        assert_eq!(river(&mut window), there);
    }
    assert!(has(&window, "Hexside of 1812 to 1813: river"));

    // A bridge with no water under it is told with its place, and the line leads there.
    press(&mut window, "Bridge");
    let place = side(&mut window, 1815, 1816);
    stroke(&mut window, &[place]);
    wait_until(&mut window, "the warning", |window| {
        has(window, "the bridge between 1815 and 1816 has no water under it")
    });
    press(&mut window, "Warning: the bridge between 1815 and 1816 has no water under it");
    assert_eq!(window.state_mut().editor().expect("edited").cursor, Hex(1815));
    // Mended by keyboard, where it leads: a stream on the hexside that is pointed at.
    key(&mut window, Key::Num8);
    assert_eq!(window.state_mut().editor().expect("edited").tool, Tool::Side(Mark::Stream));
    key(&mut window, Key::Space);
    assert!(map(&mut window).between(Hex(1815), Hex(1816)).expect("they touch").has(Mark::Stream));
    wait_until(&mut window, "no warning", |window| !has(window, "has no water under it"));

    // Played: it is saved first.
    press(&mut window, "Play it");
    wait_until(&mut window, "the question", |window| has(window, "Save and play"));
    let after = map(&mut window);
    press(&mut window, "Save and play");
    wait_until(&mut window, "the game", |window| window.state().map().is_some());
    let (saved, warnings) = library.battle::<HexScenario>("marengo-naw-own").expect("it is saved");
    assert_eq!(warnings, []);
    let mut expected = after;
    (expected.id, expected.name) = ("marengo-naw-own".into(), "Marengo, 14 June 1800 (own)".into());
    assert_eq!(saved.map, expected);
    // The game has its seat, and from it the map is corrected further.
    window.run_steps(3);
    let played = window.state().map().expect("a game on hexes").desk().setup().scenario.clone();
    assert_eq!(played.map, saved.map);
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::EditMap(None));
    window.run_steps(3);
    assert_eq!(map(&mut window), saved.map);
    press(&mut window, "Leave");
    assert!(window.state_mut().editor().is_none());
    let journals = library.list_journals();
    assert!(journals.iter().any(|path| peek(path).is_ok_and(|header| header.rules == "naw")), "{journals:?}");
}

#[test]
fn ways_slopes_and_names_by_pointer_and_by_keyboard() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor(&Library::at(home.path()));
    let before = map(&mut window);
    let between = |window: &mut Harness<'_, Window>, from: u16, to: u16| {
        map(window).between(Hex(from), Hex(to)).expect("they touch")
    };
    // A trail through hexes.
    press(&mut window, "Trail");
    let places = [2607, 2707, 2806].map(|hex| middle(&mut window, hex));
    stroke(&mut window, &places);
    assert!(
        between(&mut window, 2607, 2707).has(Mark::Trail)
            && between(&mut window, 2707, 2806).has(Mark::Trail)
    );
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before);
    // A slope has the hex for its upper one in which the hexside is clicked.
    press(&mut window, "Slope");
    let place = side(&mut window, 1820, 1819);
    stroke(&mut window, &[place]);
    assert!(between(&mut window, 1820, 1819).descends());
    let place = side(&mut window, 1819, 1820);
    stroke(&mut window, &[place]);
    assert!(between(&mut window, 1819, 1820).descends(), "from the other hex it is turned round");
    // The eraser takes it off.
    key(&mut window, Key::X);
    stroke(&mut window, &[place]);
    assert!(between(&mut window, 1819, 1820).is_plain());
    // A name is written; letters are no shortcuts meanwhile.
    key(&mut window, Key::Num6);
    let place = middle(&mut window, 1819);
    stroke(&mut window, &[place]);
    window.get_by_label("Name of 1819").type_text("Torre");
    window.run_steps(3);
    key(&mut window, Key::Enter);
    assert_eq!(map(&mut window).cell(Hex(1819)).name, "Torre");
    assert!(has(&window, "1819 Torre, clear"));
    // Marsh by the arrows with Shift.
    key(&mut window, Key::Num5);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.run_steps(2);
    assert!([1819, 1820, 1920].iter().all(|hex| map(&mut window).kind(Hex(*hex)) == HexKind::Marsh));
    // The pointer takes over again: what it is on is said.
    let place = middle(&mut window, 2719);
    window.hover_at(place);
    window.run_steps(3);
    assert!(has(&window, "2719 Cascina Grossa, town; "));
    // Other columns are shoved, and back again.
    let before = map(&mut window);
    press(&mut window, "Odd columns down");
    assert_ne!(map(&mut window).grid.stagger, before.grid.stagger);
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before);
    // Nothing is lost without a question.
    press(&mut window, "Leave");
    assert!(has(&window, "has not been saved"));
    press(&mut window, "Stay");
    press(&mut window, "Leave");
    press(&mut window, "Leave it");
    assert!(window.state_mut().editor().is_none());
    assert!(has(&window, "Draw a chit"), "the game that waited goes on");
}
