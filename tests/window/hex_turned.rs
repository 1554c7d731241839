//! The map editor on a map that is turned: what is clicked, drawn and walked lies where it is seen.

use desk::Library;
use drawing::hex::MapTurn;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use games::Games;
use hexes::{Direction, Hex, HexKind, HexMap, Mark};
use scenario::HexStart;
use window::hex::editor::Tool;
use window::{Command, Window};

use super::harness::{has, press, settle, wait_until};
use super::hex_editor::{editor, editor_of, key, map, middle, side, start, stroke};

fn library() -> (tempfile::TempDir, Library) {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    (home, library)
}

/// Turns the map by so many steps, by key.
fn turn(window: &mut Harness<'_, Window>, steps: u8) {
    for _ in 0..steps {
        key(window, Key::CloseBracket);
    }
    settle(window);
}

fn turned(window: &mut Harness<'_, Window>) -> u8 {
    window.state_mut().editor().expect("the map is edited").turn.steps()
}

fn cursor(window: &mut Harness<'_, Window>) -> Hex {
    window.state_mut().editor().expect("the map is edited").cursor
}

/// From the middle of one hex to that of another, on the screen.
fn way(window: &mut Harness<'_, Window>, from: u16, to: u16) -> Vec2 {
    let (from, to) = (middle(window, from), middle(window, to));
    to - from
}

/// So far is a way turned clockwise from another, in degrees from -180 to 180.
fn between(from: Vec2, to: Vec2) -> f32 {
    let degrees = (to.angle() - from.angle()).to_degrees();
    (degrees + 540.0).rem_euclid(360.0) - 180.0
}

fn has_mark(map: &HexMap, from: u16, to: u16, mark: Mark) -> bool {
    map.between(Hex(from), Hex(to)).expect("they touch").has(mark)
}

#[test]
fn a_map_is_turned_by_keys_and_buttons_and_is_seen_so_again() {
    let (_home, library) = library();
    let mut window = editor(&library);
    let printed = way(&mut window, 2012, 2011);
    assert!(between(Vec2::new(0.0, -1.0), printed).abs() < 1.0, "up the sheet");
    for steps in 1..=12_u8 {
        turn(&mut window, 1);
        let now = way(&mut window, 2012, 2011);
        let by = f32::from(steps) * 30.0;
        assert!(
            (between(printed, now) - (by + 180.0).rem_euclid(360.0) + 180.0).abs() < 1.0,
            "{steps} steps"
        );
    }
    key(&mut window, Key::OpenBracket);
    assert!(has(&window, "North is to the upper left"));
    press(&mut window, "Turn the map counter-clockwise");
    assert!(has(&window, "North is to the upper left"));
    press(&mut window, "Turn the map clockwise");
    assert_eq!(turned(&mut window), 11);
    press(&mut window, "North up");
    assert!(has(&window, "North is up"));
    // Names go by the same letter without Shift, and are not meant.
    let names = window.state().saved().names;
    turn(&mut window, 2);
    window.key_press_modifiers(Modifiers { shift: true, ..Modifiers::ALT }, Key::N);
    window.run_steps(3);
    assert_eq!((turned(&mut window), window.state().saved().names), (0, names));
    window.key_press_modifiers(Modifiers::ALT, Key::N);
    window.run_steps(3);
    assert_ne!(window.state().saved().names, names);
    // It is no change of the map: nothing is asked, and the same map is seen so again, and no other.
    turn(&mut window, 4);
    press(&mut window, "Leave");
    assert!(window.state_mut().editor().is_none());
    window.state_mut().edit_map("marengo-naw");
    settle(&mut window);
    assert_eq!(turned(&mut window), 4);
    assert!((between(printed, way(&mut window, 2012, 2011)) - 120.0).abs() < 1.0, "as it was left");
    window.state_mut().edit_map("marengo-cb");
    settle(&mut window);
    assert_eq!(turned(&mut window), 0);
    // The page of keys has them.
    key(&mut window, Key::F1);
    assert!(has(&window, "Turn the map so that north is up") && has(&window, "Turn the map by 30 degrees"));
}

/// West is up on this sheet as it is printed.
#[test]
fn north_comes_up_on_a_sheet_with_west_on_top_and_what_is_in_the_middle_stays() {
    let (_home, library) = library();
    let mut window = editor_of(&library, "marengo-cb");
    assert!(way(&mut window, 1103, 825).y > 0.0);
    for _ in 0..6 {
        key(&mut window, Key::ArrowRight);
    }
    key(&mut window, Key::G);
    for _ in 0..3 {
        key(&mut window, Key::Minus);
    }
    settle(&mut window);
    let seen = |window: &mut Harness<'_, Window>| {
        let editor = window.state_mut().editor().expect("the map is edited");
        let view = editor.map.canvas.view().expect("it is seen");
        (editor.sheet.lie.hex_at(view.centre).expect("a hex is in the middle"), view.scale)
    };
    let before = seen(&mut window);
    assert_eq!(before.0, cursor(&mut window));
    for steps in 1..12 {
        turn(&mut window, 1);
        assert_eq!(seen(&mut window), before, "{steps} steps");
    }
    window.key_press_modifiers(Modifiers { shift: true, ..Modifiers::ALT }, Key::N);
    window.run_steps(3);
    assert_eq!(seen(&mut window), before);
    assert_eq!(turned(&mut window), 9);
    key(&mut window, Key::F);
    settle(&mut window);
    assert!(has(&window, "North is up"));
    assert!(way(&mut window, 1103, 825).x > 0.0, "Pietrabuona lies left of San Giuliano");
}

#[test]
fn strokes_of_the_pointer_mean_what_lies_under_it_on_a_turned_map() {
    let (_home, library) = library();
    let mut window = editor(&library);
    let before = map(&mut window);
    for steps in [1, 2, 5, 9] {
        let more = (12 + steps - turned(&mut window)) % 12;
        turn(&mut window, more);
        // A forest in one stroke.
        press(&mut window, "Forest");
        let places = [2010, 2011, 2012].map(|hex| middle(&mut window, hex));
        stroke(&mut window, &places);
        let kinds = [2010, 2011, 2012].map(|hex| map(&mut window).kind(Hex(hex)));
        assert_eq!(kinds, [HexKind::Forest; 3], "{steps}");
        assert!(has(&window, "2012, forest"));
        press(&mut window, "Undo");
        assert_eq!(map(&mut window), before);
        // A river on a hexside; a bridge where none is told at its place.
        press(&mut window, "River");
        let place = side(&mut window, 1812, 1813);
        stroke(&mut window, &[place]);
        assert!(has_mark(&map(&mut window), 1812, 1813, Mark::River), "{steps}");
        assert!(has(&window, "Hexside of 1812 to 1813: river"));
        press(&mut window, "Undo");
        // A slope has the hex for its upper one in which the hexside is clicked.
        press(&mut window, "Slope");
        let place = side(&mut window, 1820, 1819);
        stroke(&mut window, &[place]);
        assert!(map(&mut window).between(Hex(1820), Hex(1819)).expect("they touch").descends(), "{steps}");
        press(&mut window, "Undo");
        // A trail through hexes, and up again.
        press(&mut window, "Trail");
        let places = [2607, 2707, 2806].map(|hex| middle(&mut window, hex));
        stroke(&mut window, &places);
        let trail = |window: &mut Harness<'_, Window>| {
            [(2607, 2707), (2707, 2806)].map(|(from, to)| has_mark(&map(window), from, to, Mark::Trail))
        };
        assert_eq!(trail(&mut window), [true; 2], "{steps}");
        press(&mut window, "Undo");
        // Who begins where is dragged.
        press(&mut window, "Units");
        let places = [1111, 1211, 1212].map(|hex| middle(&mut window, hex));
        stroke(&mut window, &places);
        assert_eq!(start(&mut window, "f44"), HexStart::Deployed(Hex(1212)), "{steps}");
        press(&mut window, "Undo");
        assert_eq!(map(&mut window), before);
    }
}

#[test]
fn arrows_go_where_they_point_and_q_and_e_go_round_as_seen() {
    let (_home, library) = library();
    let mut window = editor(&library);
    press(&mut window, "River");
    let arrows = [
        (Key::ArrowLeft, Vec2::new(-1.0, 0.0)),
        (Key::ArrowRight, Vec2::new(1.0, 0.0)),
        (Key::ArrowUp, Vec2::new(0.0, -1.0)),
        (Key::ArrowDown, Vec2::new(0.0, 1.0)),
    ];
    for steps in 0..12_u8 {
        let begins = cursor(&mut window);
        for (arrow, points) in arrows {
            let first = cursor(&mut window).0;
            for _ in 0..4 {
                let from = cursor(&mut window).0;
                key(&mut window, arrow);
                let to = cursor(&mut window).0;
                assert!(
                    between(points, way(&mut window, from, to)).abs() < 31.0,
                    "{arrow:?}, {steps}: {from} {to}"
                );
            }
            // Straight on the whole.
            let last = cursor(&mut window).0;
            assert!(
                between(points, way(&mut window, first, last)).abs() < 9.0,
                "{arrow:?}, {steps}: {first} {last}"
            );
        }
        // Four there, four back, each way.
        assert_eq!(cursor(&mut window), begins);
        for (letter, by) in [(Key::E, 60.0), (Key::Q, -60.0)] {
            let points = |window: &mut Harness<'_, Window>| {
                let editor = window.state_mut().editor().expect("the map is edited");
                let next = editor.draft.map().grid.neighbour(editor.cursor, editor.way);
                let (from, to) = (editor.cursor.0, next.expect("it is inside the map").0);
                way(window, from, to)
            };
            let before = points(&mut window);
            key(&mut window, letter);
            let after = points(&mut window);
            assert!((between(before, after) - by).abs() < 1.0, "{letter:?}, {steps}");
        }
        turn(&mut window, 1);
    }
    // What is painted by Shift and an arrow lies where it points: north of the hex is left of it.
    turn(&mut window, 9);
    key(&mut window, Key::Num5);
    let from = cursor(&mut window);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    window.run_steps(3);
    let north = {
        let grid = map(&mut window).grid;
        grid.neighbour(from, Direction(4)).expect("it is inside the map")
    };
    assert_eq!(cursor(&mut window), north);
    assert!([from, north].iter().all(|hex| map(&mut window).kind(*hex) == HexKind::Marsh));
    // A road too, and the hexside that is pointed at takes its mark by Space.
    key(&mut window, Key::R);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
    window.run_steps(3);
    let farther = cursor(&mut window);
    assert!(has_mark(&map(&mut window), north.0, farther.0, Mark::Road));
    key(&mut window, Key::Num8);
    let pointed = {
        let editor = window.state_mut().editor().expect("the map is edited");
        assert_eq!(editor.tool, Tool::Side(Mark::Stream));
        editor.draft.map().grid.neighbour(editor.cursor, editor.way).expect("it is inside the map")
    };
    key(&mut window, Key::Space);
    assert!(has_mark(&map(&mut window), farther.0, pointed.0, Mark::Stream));
}

#[test]
fn what_is_amiss_is_shown_and_mended_on_a_turned_map() {
    let (_home, library) = library();
    let mut window = editor(&library);
    turn(&mut window, 7);
    press(&mut window, "Bridge");
    let place = side(&mut window, 1815, 1816);
    stroke(&mut window, &[place]);
    let words = "the bridge between 1815 and 1816 has no water under it";
    wait_until(&mut window, "the warning", |window| has(window, words));
    press(&mut window, &format!("Warning: {words}"));
    assert_eq!(cursor(&mut window), Hex(1815));
    // Brought into view: both hexes are round the middle of the map, but for half the strip that comes under it.
    let editor = window.state_mut().editor().expect("the map is edited");
    let view = editor.map.canvas.view().expect("it is seen");
    assert!(editor.sheet.lie.between(Hex(1815), Hex(1816)).distance(view.centre) * view.scale < 22.0);
    // It leads to the hexside, and what is laid there mends it.
    key(&mut window, Key::Num8);
    key(&mut window, Key::Space);
    assert!(has_mark(&map(&mut window), 1815, 1816, Mark::Stream));
    wait_until(&mut window, "no warning", |window| !has(window, words));
}

#[test]
fn a_stroke_ends_where_the_map_is_turned_and_what_is_in_hand_stays_there() {
    let (_home, library) = library();
    let mut window = editor(&library);
    let before = map(&mut window);
    press(&mut window, "Forest");
    let [first, last] = [2010, 2016].map(|hex| middle(&mut window, hex));
    window.hover_at(first);
    window.run_steps(1);
    window.drag_at(first);
    window.run_steps(2);
    turn(&mut window, 1);
    for place in [first.lerp(last, 0.5), last] {
        window.hover_at(place);
        window.run_steps(1);
    }
    window.drop_at(last);
    window.run_steps(3);
    let mut expected = before;
    expected.set_kind(Hex(2010), HexKind::Forest);
    assert_eq!(map(&mut window), expected, "what is drawn behind it is not meant");
    // A unit in hand is put where the map is clicked then.
    press(&mut window, "Units");
    press(&mut window, "French 101st demi-brigade, 1110");
    turn(&mut window, 3);
    assert!(has(&window, "French 101st demi-brigade is in hand"));
    let place = middle(&mut window, 1412);
    stroke(&mut window, &[place]);
    assert_eq!(start(&mut window, "f101"), HexStart::Deployed(Hex(1412)));
}

/// It is one map however it is looked at: in the editor, in the game that waits, and in the own battle that is made of it.
#[test]
fn the_game_is_seen_as_its_map_was_turned_in_the_editor() {
    let (_home, library) = library();
    let mut window = editor(&library);
    turn(&mut window, 3);
    press(&mut window, "Forest");
    let place = middle(&mut window, 2010);
    stroke(&mut window, &[place]);
    press(&mut window, "Play it");
    wait_until(&mut window, "the question", |window| has(window, "Save and play"));
    press(&mut window, "Save and play");
    wait_until(&mut window, "the game", |window| window.state().play().game().rules() == "naw");
    let of_game = |window: &Harness<'_, Window>| window.state().play().game().map_turn();
    assert_eq!(of_game(&window), Some(MapTurn::from(3)));
    // From it, its map is edited again, as it is turned there, and turned on.
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::TurnMap(1));
    window.state_mut().run_command(&ctx, Command::EditMap(None));
    window.run_steps(3);
    assert_eq!(turned(&mut window), 4);
    turn(&mut window, 2);
    press(&mut window, "Leave");
    assert!(window.state_mut().editor().is_none());
    assert_eq!(of_game(&window), Some(MapTurn::from(6)));
    window.run_steps(3);
    let lies = |hex: u16| {
        let stage = window.state().play().game().stage(game::Viewer::Referee);
        stage.places.iter().find(|place| place.hex == hex).expect("it is on the map").centre
    };
    assert!(lies(2011).y < lies(2012).y, "upside down");
}
