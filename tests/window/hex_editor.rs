//! The map editor through its labels: a forest, a river, a fault that is seen and mended, saving and playing.

use std::any::Any;

use desk::{Desk, Library, peek};
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use hexes::{Grid, Hex, HexKind, HexMap, Mark, Orientation, Stagger, Top};
use napoleon_at_war::NapoleonAtWar;
use scenario::{Basis, HexScenario, HexStart};
use window::hex::editor::{COUNTERS, Tool};
use window::{Command, Habit, OpenedGame, Saved, Window};

use super::harness::{dressed, game, has, press, settle, wait_until};

/// The map of Marengo on the desk, over a game that waits.
pub fn editor(library: &Library) -> Harness<'static, Window> {
    editor_of(library, "marengo-naw")
}

/// The map of a battle on the desk, over a game that waits.
pub fn editor_of(library: &Library, battle: &str) -> Harness<'static, Window> {
    let desk = game(library, "first-steps");
    let start = OpenedGame { library: library.clone(), game: Box::new(desk), notices: Vec::new() };
    let saved = Saved { dice: Habit::Rolled, ..Saved::default() };
    let mut window = Window::with(start, saved);
    window.edit_map(battle);
    dressed(window, [1500.0, 950.0], Window::show)
}

/// The battle that is played on hexes.
pub fn played(window: &Harness<'_, Window>) -> HexScenario {
    let play = window.state().play();
    let any: &dyn Any = play.game();
    let desk: &Desk<NapoleonAtWar> = any.downcast_ref().expect("Napoleon at War is played");
    desk.setup().scenario.clone()
}

pub fn map(window: &mut Harness<'_, Window>) -> HexMap {
    window.state_mut().editor().expect("the map is edited").draft.map().clone()
}

/// The middle of a hex on the screen.
pub fn middle(window: &mut Harness<'_, Window>, hex: u16) -> Pos2 {
    let start = format!("{:04}", Hex(hex).0);
    let node = window.get_all_by_role(egui::Role::Button).find(|node| {
        node.accesskit_node()
            .label()
            .is_some_and(|label| label.strip_prefix(&start).is_some_and(|rest| rest.starts_with([',', ' '])))
    });
    node.expect("the hex is in sight").rect().center()
}

/// The middle of the hexside between two hexes.
pub fn side(window: &mut Harness<'_, Window>, from: u16, to: u16) -> Pos2 {
    let (a, b) = (middle(window, from), middle(window, to));
    // Nearer to the first, which is the hex that is clicked.
    a.lerp(b, 0.42)
}

/// The pointer presses at the first of these places, goes through the others, and lets go at the last.
pub fn stroke(window: &mut Harness<'_, Window>, places: &[Pos2]) {
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

pub fn key(window: &mut Harness<'_, Window>, key: Key) {
    window.key_press(key);
    window.run_steps(2);
}

#[test]
fn a_map_is_corrected_saved_and_played() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
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
    let alone = "the river between 1812 and 1813 joins no other water and no edge";
    wait_until(&mut window, "the warning of a river alone", |window| has(window, alone));
    stroke(&mut window, &[place]);
    wait_until(&mut window, "no warning", |window| !has(window, alone));

    // Drawn round three sides of 1816, over two corners: the hexsides that meet there from outside stay bare.
    let [here, south_west, north_west, north, north_east, south_east] =
        [1816, 1717, 1716, 1815, 1916, 1917].map(|hex| middle(&mut window, hex));
    let corner = |a: Pos2, b: Pos2| here + ((a - here) + (b - here)) / 3.0;
    let [first, second] = [corner(north_west, north), corner(north, north_east)];
    let (begins, ends) = (corner(south_west, north_west), corner(north_east, south_east));
    let before = map(&mut window);
    stroke(&mut window, &[begins.lerp(first, 0.3), first, second, second.lerp(ends, 0.7)]);
    let sides = |map: &HexMap| map.marked_sides().filter(|(.., marks)| marks.has(Mark::River)).count();
    let after = map(&mut window);
    assert_eq!(sides(&after), sides(&before) + 3);
    for other in [1716, 1815, 1916] {
        assert!(after.between(Hex(1816), Hex(other)).expect("they touch").has(Mark::River), "{other}");
    }
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before, "it was one stroke");

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
    wait_until(&mut window, "the game", |window| window.state().play().game().rules() == "naw");
    let (saved, warnings) = library.battle::<HexScenario>("marengo-naw-own").expect("it is saved");
    assert_eq!(warnings, []);
    let mut expected = after;
    (expected.id, expected.name) = ("marengo-naw-own".into(), "Marengo, 14 June 1800 (own)".into());
    assert_eq!(saved.map, expected);
    // The game has its window, and from it the map is corrected further.
    window.run_steps(3);
    assert_eq!(played(&window).map, saved.map);
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
    let mut window = editor(&Library::at(home.path(), &Games::default()));
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
    // A name that several hexes bear is changed on all of them, or on one alone.
    key(&mut window, Key::Num6);
    let place = middle(&mut window, 106);
    stroke(&mut window, &[place]);
    window.get_by_label("Name of 0106").type_text("X");
    window.run_steps(3);
    let names =
        |window: &mut Harness<'_, Window>| [105, 106, 206].map(|hex| map(window).cell(Hex(hex)).name.clone());
    assert_eq!(names(&mut window), ["AlessandriaX", "AlessandriaX", "AlessandriaX"]);
    window.get_by_label("All 5 hexes of this name").click();
    window.run_steps(4);
    assert_eq!(names(&mut window), ["Alessandria", "AlessandriaX", "Alessandria"]);
    key(&mut window, Key::Enter);
    press(&mut window, "Undo");
    press(&mut window, "Undo");
    assert_eq!(names(&mut window), ["Alessandria"; 3]);
    // The pointer takes over again: what it is on is said.
    let place = middle(&mut window, 2719);
    window.hover_at(place);
    window.run_steps(3);
    assert!(has(&window, "2719 Cascina Grossa, town; "));
    // Other columns are shoved, and back again.
    let before = map(&mut window);
    press(&mut window, "The sheet…");
    press(&mut window, "Odd columns down");
    press(&mut window, "Lay this sheet");
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

/// Where the unit of this id begins.
pub fn start(window: &mut Harness<'_, Window>, id: &str) -> HexStart {
    let editor = window.state_mut().editor().expect("the map is edited");
    editor.draft.units().iter().find(|unit| unit.id == id).expect("a unit of the battle").start
}

#[test]
fn who_begins_where_is_corrected_by_dragging_by_the_list_and_by_keyboard() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor(&Library::at(home.path(), &Games::default()));
    press(&mut window, "Units");
    // Dragged.
    let places = [1111, 1211, 1212].map(|hex| middle(&mut window, hex));
    stroke(&mut window, &places);
    assert_eq!(start(&mut window, "f44"), HexStart::Deployed(Hex(1212)));
    assert!(has(&window, "French 44th demi-brigade, 1212"), "the list says so");
    press(&mut window, "Undo");
    assert_eq!(start(&mut window, "f44"), HexStart::Deployed(Hex(1111)));
    // An empty hex has nobody to be taken up.
    let place = middle(&mut window, 2020);
    stroke(&mut window, &[place]);
    assert!(has(&window, "Nobody begins in 2020"));
    // By the list, thought better of, and then in earnest.
    press(&mut window, "French 101st demi-brigade, 1110");
    assert!(has(&window, "French 101st demi-brigade is in hand"));
    key(&mut window, Key::Escape);
    assert!(!has(&window, "is in hand"));
    press(&mut window, "French 101st demi-brigade, 1110");
    let place = middle(&mut window, 1412);
    stroke(&mut window, &[place]);
    assert_eq!(start(&mut window, "f101"), HexStart::Deployed(Hex(1412)));
    wait_until(&mut window, "the fault", |window| has(window, "are both set up in 1412"));
    press(&mut window, "Play it");
    wait_until(&mut window, "the refusal", |window| has(window, "It cannot be played"));
    press(&mut window, "Undo");
    wait_until(&mut window, "no fault", |window| has(window, "Nothing"));
    // By keyboard: taken up where the keyboard is, put down where it has gone.
    press(&mut window, "French 101st demi-brigade, 1110");
    key(&mut window, Key::ArrowUp);
    key(&mut window, Key::Space);
    assert_eq!(start(&mut window, "f101"), HexStart::Deployed(Hex(1109)));
    // What the rules call by a name lies elsewhere as well.
    press(&mut window, "marengo, 1412");
    let place = middle(&mut window, 1413);
    stroke(&mut window, &[place]);
    assert!(has(&window, "marengo, 1413"));
}

/// Writes this into the field of this name, in place of what is there.
fn write(window: &mut Harness<'_, Window>, label: &str, text: &str) {
    window.get_by_role_and_label(egui::Role::TextInput, label).click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(1);
    window.get_by_role_and_label(egui::Role::TextInput, label).type_text(text);
    window.run_steps(2);
}

#[test]
fn what_a_counter_has_and_what_it_rests_on_is_shown_changed_and_saved() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = editor(&library);
    press(&mut window, "Units");
    assert!(has(&window, "strength 4, movement 4"), "the list says what counters have");
    let unit = |window: &mut Harness<'_, Window>| {
        let editor = window.state_mut().editor().expect("the map is edited");
        editor.draft.units().iter().find(|unit| unit.id == "f44").expect("a unit of the battle").clone()
    };
    let before = unit(&mut window);
    press(&mut window, "Edit French 44th demi-brigade");
    window.get_by_role_and_label(egui::Role::SpinButton, "Strength").click();
    window.run_steps(2);
    window.get_by_role_and_label(egui::Role::SpinButton, "Strength").type_text("7");
    window.run_steps(1);
    key(&mut window, Key::Enter);
    window.get_by_label("history").click();
    window.run_steps(2);
    write(&mut window, "Note", "1748 men");
    press(&mut window, "Comes on in turn");
    // A hex that is none is told, and the form stays.
    write(&mut window, "Hex", "39x");
    press(&mut window, "Set");
    assert!(has(&window, "is no hex"));
    write(&mut window, "Hex", "3912");
    press(&mut window, "Set");
    let now = unit(&mut window);
    assert_eq!((now.strength, now.note.as_str(), &now.basis[..]), (7, "1748 men", &[Basis::History][..]));
    assert_eq!(now.start, HexStart::Arrives { turn: 1, at: Hex(3912) });
    assert!(has(&window, "strength 7, movement 4; history; 1748 men"));
    // One step, which is taken back and brought back; then saved as the referee's own.
    press(&mut window, "Undo");
    assert_eq!(unit(&mut window), before);
    press(&mut window, "Redo");
    press(&mut window, "Save as own map…");
    press(&mut window, "Save");
    let (saved, _) = library.battle::<HexScenario>("marengo-naw-own").expect("it is saved");
    assert_eq!(saved.units.iter().find(|unit| unit.id == "f44"), Some(&now));
}

/// In a battle with leaders: they are drawn by their names, and dragged.
#[test]
fn leaders_are_seen_and_dragged_as_units_are() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor_of(&Library::at(home.path(), &Games::default()), "marengo-cb");
    let drawn = |window: &mut Harness<'_, Window>, name: &str| {
        let editor = window.state_mut().editor().expect("the map is edited");
        let words = |mark: &drawing::Mark| matches!(mark, drawing::Mark::Text(text) if text.text == name);
        let shown = editor.layer(COUNTERS, 60.0).iter().any(words);
        let counter = editor.counters.iter().find(|counter| counter.designation == name).expect("a counter");
        (shown, counter.hex)
    };
    assert_eq!(drawn(&mut window, "Bona"), (true, Some(Hex(825))));
    assert_eq!(drawn(&mut window, "Desa"), (false, None), "he comes later");
    press(&mut window, "Units");
    let places = [825, 824, 823].map(|hex| middle(&mut window, hex));
    stroke(&mut window, &places);
    assert_eq!(drawn(&mut window, "Bona"), (true, Some(Hex(823))));
    // By the list.
    press(&mut window, "French Victor, 1006");
    assert!(has(&window, "French Victor is in hand"));
    let place = middle(&mut window, 1007);
    stroke(&mut window, &[place]);
    assert_eq!(drawn(&mut window, "Vict"), (true, Some(Hex(1007))));
    // His form has no front, and neither have those of units: facing is not played.
    press(&mut window, "Edit French Kellermann and the 8th Dragoons");
    assert!(has(&window, "It rests on"), "the form is there");
    assert!(window.query_by_role_and_label(egui::Role::ComboBox, "Faces").is_none());
    key(&mut window, Key::Escape);
}

/// Where facing is played units are turned by their forms, and turned along where they are dragged.
#[test]
fn fronts_are_given_and_go_along() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    // The battle of the program, with facing.
    let battle = include_str!("../../assets/scenarios/marengo-cb.ron");
    let battle = battle.replacen("id: \"marengo-cb\"", "id: \"marengo-cb-facing\"", 1);
    let battle =
        battle.replacen("first: \"austrian\"", "first: \"austrian\", options: {\"facing\": \"on\"}", 1);
    let scenarios = home.path().join("assets/scenarios");
    std::fs::create_dir_all(&scenarios).expect("a folder can be made");
    std::fs::write(scenarios.join("marengo-cb-facing.ron"), battle).expect("the battle is written");
    let mut window = editor_of(&library, "marengo-cb-facing");
    press(&mut window, "Units");
    let faces = |window: &mut Harness<'_, Window>| {
        let editor = window.state_mut().editor().expect("the map is edited");
        editor.draft.units().iter().find(|unit| unit.id == "f-kel").expect("a unit of the battle").faces
    };
    assert_eq!(faces(&mut window), None);
    press(&mut window, "Edit French Kellermann and the 8th Dragoons");
    window.get_by_role_and_label(egui::Role::ComboBox, "Faces").click();
    window.run_steps(3);
    press(&mut window, "0807");
    press(&mut window, "Set");
    assert_eq!(faces(&mut window), Some(Hex(807)));
    assert!(has(&window, "facing 0807"), "the list says so");
    // Dragged, on a turned map as well: it looks the same way there.
    for _ in 0..4 {
        key(&mut window, Key::CloseBracket);
    }
    settle(&mut window);
    let places = [806, 706, 606].map(|hex| middle(&mut window, hex));
    stroke(&mut window, &places);
    assert_eq!(start(&mut window, "f-kel"), HexStart::Deployed(Hex(606)));
    let wanted = {
        let grid = map(&mut window).grid;
        let way = grid.direction(Hex(806), Hex(807)).expect("they touch");
        grid.neighbour(Hex(606), way)
    };
    assert_eq!(faces(&mut window), wanted);
    wait_until(&mut window, "the check", |window| !has(window, "Checking"));
    assert!(!has(&window, "cannot face"), "no file says that it faces a hex far off");
}

#[test]
fn another_sheet_and_a_map_from_nothing_are_laid_and_taken_back() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor(&Library::at(home.path(), &Games::default()));
    let before = map(&mut window);
    // Thought better of.
    press(&mut window, "From nothing…");
    key(&mut window, Key::Escape);
    assert_eq!(map(&mut window), before);
    press(&mut window, "From nothing…");
    for choice in ["With a corner up", "Odd rows right", "West"] {
        press(&mut window, choice);
    }
    press(&mut window, "Begin from nothing");
    let grid =
        Grid { orientation: Orientation::Pointy, stagger: Stagger::OddDown, top: Top::West, ..before.grid };
    let mut expected = HexMap::clear(&*before.id, &*before.name, grid);
    expected.metres = before.metres;
    assert_eq!(map(&mut window), expected);
    wait_until(&mut window, "the check", |window| has(window, "Nothing"));
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before);
    // Smaller by its number: the keyboard stays on the map, and who is off it is told.
    press(&mut window, "The sheet…");
    let number = window.get_by_role_and_label(egui::Role::SpinButton, "Columns");
    number.click();
    window.run_steps(2);
    window.get_by_role_and_label(egui::Role::SpinButton, "Columns").type_text("12");
    window.run_steps(1);
    key(&mut window, Key::Enter);
    wait_until(&mut window, "what it means", |window| {
        has(window, "have no place there: move them with Units")
    });
    press(&mut window, "Lay this sheet");
    assert_eq!(map(&mut window).grid.columns, 12);
    wait_until(&mut window, "the faults", |window| has(window, "where \"fgd\" is set up"));
    press(&mut window, "Units");
    assert!(has(&window, "French Guard cavalry, 3213, off the map"));
    press(&mut window, "Undo");
    assert_eq!(map(&mut window), before);
}

#[test]
fn an_own_map_is_saved_gone_on_with_and_deleted() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = editor(&library);
    press(&mut window, "Forest");
    let place = middle(&mut window, 2010);
    stroke(&mut window, &[place]);
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.run_steps(3);
    // An id that is none, then a good one.
    window.get_by_role_and_label(egui::Role::TextInput, ID).click();
    window.run_steps(2);
    window.get_by_role_and_label(egui::Role::TextInput, ID).type_text("!");
    window.run_steps(2);
    press(&mut window, "Save");
    assert!(has(&window, "is no id"));
    window.get_by_role_and_label(egui::Role::TextInput, ID).click();
    window.run_steps(2);
    key(&mut window, Key::Backspace);
    press(&mut window, "Save");
    assert!(has(&window, "the map of \"marengo-naw-own\""));
    press(&mut window, "Leave");
    assert!(window.state_mut().editor().is_none(), "nothing would be lost");
    // Gone on with: saved over itself.
    window.state_mut().edit_map("marengo-naw-own");
    window.run_steps(4);
    assert_eq!(map(&mut window).kind(Hex(2010)), HexKind::Forest);
    press(&mut window, "Rough");
    let place = middle(&mut window, 2010);
    stroke(&mut window, &[place]);
    press(&mut window, "Save as own map…");
    press(&mut window, "Overwrite \"marengo-naw-own\" instead");
    press(&mut window, "Save");
    let (saved, _) = library.battle::<HexScenario>("marengo-naw-own").expect("it is there");
    assert_eq!(saved.map.kind(Hex(2010)), HexKind::Rough);
    // Deleted, after a question.
    press(&mut window, "Delete…");
    press(&mut window, "Back");
    assert!(library.is_own("marengo-naw-own"));
    press(&mut window, "Delete…");
    press(&mut window, "Delete it");
    assert!(window.state_mut().editor().is_none());
    assert!(library.battle::<HexScenario>("marengo-naw-own").is_err());
}

const ID: &str = "Id: small letters, digits and hyphens; the name of its files";

#[test]
fn nothing_moves_when_findings_arrive_and_every_key_is_told() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor(&Library::at(home.path(), &Games::default()));
    let names = ["Look", "Eraser", "The sheet…", "From nothing…", "Leave", "Undo"];
    let places = |window: &Harness<'_, Window>| {
        names.map(|name| window.get_by_role_and_label(egui::Role::Button, name).rect())
    };
    wait_until(&mut window, "the check", |window| has(window, "Nothing"));
    let before = places(&window);
    press(&mut window, "Bridge");
    for (from, to) in [(1815, 1816), (1915, 1916), (2015, 2016)] {
        let place = side(&mut window, from, to);
        stroke(&mut window, &[place]);
    }
    wait_until(&mut window, "the warnings", |window| has(window, "3 things"));
    assert_eq!(places(&window), before);
    key(&mut window, Key::F1);
    for words in
        ["Use the tool on the hex, or on the hexside that is pointed at", "Zoom to the hex", "U   Units"]
    {
        assert!(has(&window, words), "{words}");
    }
    key(&mut window, Key::Escape);
    assert!(!has(&window, "Zoom to the hex"));
}

#[test]
fn words_grow_by_ctrl_and_the_sign_of_equality() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = editor(&Library::at(home.path(), &Games::default()));
    let before = window.state().saved().text_scale;
    window.key_press_modifiers(Modifiers::COMMAND, Key::Equals);
    window.run_steps(3);
    let larger = window.state().saved().text_scale;
    assert!(larger > before, "{larger} after {before}");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Minus);
    window.run_steps(3);
    assert_eq!(window.state().saved().text_scale, before);
}
