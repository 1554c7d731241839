//! The roster of battles on hexes through the window: rows typed, copied, pasted, put on the map, saved and opened again.

use desk::Library;
use egui::{Event, Key, Modifiers, Pos2, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use games::Games;
use hexes::Hex;
use scenario::{Draft, HexBattle, HexStart};
use window::Window;

use super::harness::{click_at, has, press, settle, wait_until};
use super::hex_editor::{editor_of, stroke};

const BATTLES: [&str; 2] = ["marengo-naw", "marengo-cb"];

type Editor = Harness<'static, Window>;

/// The battle with its roster open below the map.
fn roster_of(library: &Library, battle: &str) -> Editor {
    let mut window = editor_of(library, battle);
    key(&mut window, Modifiers::NONE, Key::F4);
    assert!(window.query_by_role_and_label(Role::Table, "Roster").is_some());
    window
}

fn draft(window: &mut Editor) -> Draft<HexBattle> {
    window.state_mut().editor().expect("the battle is edited").draft.clone()
}

fn key(window: &mut Editor, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
    settle(window);
}

fn write(window: &mut Editor, text: &str) {
    window.event(Event::Text(text.to_owned()));
    window.run_steps(3);
}

/// The cell, heading or number of a row that begins so, and its whole label.
fn find(window: &Editor, role: Role, begins: &str) -> Option<(String, Pos2)> {
    window.query_all_by_role(role).find_map(|node| {
        let label = node.accesskit_node().label()?;
        label.starts_with(begins).then(|| (label, node.rect().center()))
    })
}

fn click(window: &mut Editor, role: Role, begins: &str, modifiers: Modifiers) {
    let found = find(window, role, begins);
    let (_, at) = found.unwrap_or_else(|| panic!("{begins} is in sight"));
    window.event(Event::ModifiersChanged(modifiers));
    click_at(window, at);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
    window.run_steps(3);
    settle(window);
}

/// Writes this into the cell that begins so, and takes it.
fn fill(window: &mut Editor, cell: &str, text: &str) {
    click(window, Role::Cell, cell, Modifiers::NONE);
    write(window, text);
    key(window, Modifiers::NONE, Key::Enter);
}

fn cell(window: &Editor, label: &str) -> bool {
    window.query_by_role_and_label(Role::Cell, label).is_some()
}

/// The number of the row that is called so, as it is called.
fn row(window: &Editor, name: &str) -> String {
    let found = window.query_all_by_role(Role::RowHeader).find_map(|node| {
        let label = node.accesskit_node().label()?;
        label.ends_with(&format!(": {name}")).then_some(label)
    });
    found.unwrap_or_else(|| panic!("the row of {name} is in sight"))
}

fn to_foot(window: &mut Editor) {
    key(window, Modifiers::COMMAND, Key::End);
}

/// Clear hexes in sight where nobody begins, and where they are on the screen.
fn free_hexes(window: &mut Editor) -> Vec<(Hex, Pos2)> {
    let draft = draft(window);
    let taken: Vec<HexStart> = draft.pieces().map(|piece| piece.start()).collect();
    let is_free =
        |hex: Hex| !taken.contains(&HexStart::Deployed(hex)) && draft.map().neighbours(hex).count() == 6;
    let nodes = window.query_all_by_role(Role::Button).filter_map(|node| {
        let label = node.accesskit_node().label()?;
        let hex = Hex(label.get(..4)?.parse().ok()?);
        (label.ends_with(", clear") && is_free(hex)).then(|| (hex, node.rect().center()))
    });
    nodes.collect()
}

#[test]
fn counters_of_ones_own_are_typed_copied_put_on_the_map_and_saved() {
    for battle in BATTLES {
        let home = tempfile::tempdir().expect("a folder");
        let library = Library::at(home.path(), &Games::default());
        let mut window = roster_of(&library, battle);
        let before = draft(&mut window);
        to_foot(&mut window);
        fill(&mut window, "Name of a new row", "Reserve of horse");
        let name = "Reserve of horse";
        fill(&mut window, &format!("Type of {name}"), "cav");
        fill(&mut window, &format!("Strength of {name}"), "3");
        fill(&mut window, &format!("Movement of {name}"), "6");
        for label in [
            "Type of {}: Cavalry",
            "Strength of {}: 3",
            "Counter of {}: Rese",
            "Begins of {}: waits for a hex",
        ] {
            assert!(cell(&window, &label.replace("{}", name)), "{battle}: {label}");
        }
        // What a cell cannot be stays in it, with what it takes.
        fill(&mut window, &format!("Strength of {name}"), "many");
        assert!(has(&window, "accepted: 1 to 99"), "{battle}");
        key(&mut window, Modifiers::NONE, Key::Escape);
        assert!(cell(&window, &format!("Strength of {name}: 3")), "{battle}");
        // The row once more.
        let header = row(&window, name);
        click(&mut window, Role::RowHeader, &header, Modifiers::NONE);
        key(&mut window, Modifiers::COMMAND, Key::D);
        let (first, second) = (row(&window, name), row(&window, "Reserve of horse 2"));
        assert_eq!(draft(&mut window).waiting().count(), 2, "{battle}");
        wait_until(&mut window, "who waits is told", |window| has(window, "2 counters wait for a hex"));
        // Both are put on the map, one click each, and the keyboard comes back to the roster.
        click(&mut window, Role::RowHeader, &first, Modifiers::NONE);
        click(&mut window, Role::RowHeader, &second, Modifiers::SHIFT);
        press(&mut window, "Put on the map");
        assert!(has(&window, "is in hand"), "{battle}");
        let free = free_hexes(&mut window);
        for (_, at) in &free[..2] {
            stroke(&mut window, &[*at]);
        }
        let now = draft(&mut window);
        assert_eq!(now.waiting().count(), 0, "{battle}");
        for (hex, _) in &free[..2] {
            assert!(now.pieces().any(|piece| piece.start() == HexStart::Deployed(*hex)), "{battle}: {hex}");
        }
        assert!(cell(&window, &format!("Begins of {name}: {}", free[0].0)), "{battle}");
        // One undo a change.
        press(&mut window, "Undo");
        assert_eq!(draft(&mut window).waiting().count(), 1, "{battle}");
        press(&mut window, "Redo");
        // Where it begins is written as all else is; what is none is told, and stays to be mended.
        fill(&mut window, "Begins of Reserve of horse 2", "9999");
        assert!(has(&window, "there is no hex 9999 on this map"), "{battle}");
        key(&mut window, Modifiers::NONE, Key::Escape);
        fill(&mut window, "Begins of Reserve of horse 2", &free[2].0.to_string());
        assert!(cell(&window, &format!("Begins of Reserve of horse 2: {}", free[2].0)), "{battle}");
        // Saved as the referee's own, and opened again.
        press(&mut window, "Save as own map…");
        press(&mut window, "Save");
        assert!(!has(&window, "It cannot be saved"), "{battle}");
        let again = library.hex_draft(&format!("{battle}-own")).expect("it is saved");
        let names: Vec<&str> = again.pieces().map(|piece| piece.name()).collect();
        assert!(names.contains(&name) && names.contains(&"Reserve of horse 2"), "{battle}: {names:?}");
        assert_eq!(again.pieces().count(), before.pieces().count() + 2, "{battle}");
    }
}

/// The strengths in sight, from above.
fn strengths(window: &Editor) -> Vec<i32> {
    let cells = window.query_all_by_role(Role::Cell).filter_map(|node| {
        let label = node.accesskit_node().label()?;
        let (_, strength) = label.strip_prefix("Strength of ")?.rsplit_once(": ")?;
        Some((node.rect().top(), strength.parse().ok()?))
    });
    let mut cells: Vec<(f32, i32)> = cells.collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    cells.into_iter().map(|(_, strength)| strength).collect()
}

#[test]
fn a_side_is_called_by_several_words_that_are_typed() {
    for battle in BATTLES {
        let home = tempfile::tempdir().expect("a folder");
        let mut window = roster_of(&Library::at(home.path(), &Games::default()), battle);
        press(&mut window, "Sides…");
        window.get_by_role_and_label(Role::TextInput, "Name of side 1").click();
        window.run_steps(3);
        key(&mut window, Modifiers::COMMAND, Key::A);
        for letter in "Army of Italy".chars() {
            write(&mut window, &letter.to_string());
        }
        assert_eq!(draft(&mut window).sides()[0].name, "Army of Italy", "{battle}");
        assert_eq!(draft(&mut window).scenario().sides[0].name, "Army of Italy", "{battle}");
        key(&mut window, Modifiers::COMMAND, Key::A);
        key(&mut window, Modifiers::NONE, Key::Delete);
        wait_until(&mut window, "the fault", |window| has(window, "a side has an empty name"));
    }
}

/// Those who wait are put down one after the other, but for him who is struck or taken off meanwhile.
#[test]
fn who_is_struck_while_rows_are_put_on_the_map_is_put_down_by_nobody() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = roster_of(&Library::at(home.path(), &Games::default()), BATTLES[0]);
    to_foot(&mut window);
    click(&mut window, Role::Cell, "Name of a new row", Modifiers::NONE);
    window.event(Event::Paste(
        "Unit,Type,Strength\nAlpha,infantry,4\nBravo,infantry,4\nCharlie,infantry,4\n".into(),
    ));
    window.run_steps(3);
    settle(&mut window);
    press(&mut window, "Add 3 rows");
    let (first, last) = (row(&window, "Alpha"), row(&window, "Charlie"));
    click(&mut window, Role::RowHeader, &first, Modifiers::NONE);
    click(&mut window, Role::RowHeader, &last, Modifiers::SHIFT);
    press(&mut window, "Put on the map");
    let in_hand = |window: &mut Editor| {
        let editor = window.state_mut().editor().expect("the battle is edited");
        let id = match &editor.carried {
            Some(window::hex::editor::Carried::Unit(id)) => id.clone(),
            _ => return None,
        };
        editor.draft.waits(&id).map(|piece| piece.name().to_owned())
    };
    assert_eq!(in_hand(&mut window).as_deref(), Some("Alpha"));
    // Taken off the map, where it is not yet: the next is in hand.
    key(&mut window, Modifiers::NONE, Key::Delete);
    assert_eq!(in_hand(&mut window).as_deref(), Some("Bravo"));
    // Struck from the roster.
    let struck = row(&window, "Bravo");
    click(&mut window, Role::RowHeader, &struck, Modifiers::NONE);
    press(&mut window, "Strike rows");
    assert_eq!(in_hand(&mut window).as_deref(), Some("Charlie"));
    let free = free_hexes(&mut window);
    stroke(&mut window, &[free[0].1]);
    let now = draft(&mut window);
    assert!(
        now.pieces().any(|piece| piece.name() == "Charlie" && piece.start() == HexStart::Deployed(free[0].0))
    );
    assert_eq!(in_hand(&mut window), None);
}

#[test]
fn rows_of_a_spreadsheet_come_into_a_battle_on_hexes() {
    for battle in BATTLES {
        let home = tempfile::tempdir().expect("a folder");
        let mut window = roster_of(&Library::at(home.path(), &Games::default()), battle);
        let before = draft(&mut window).pieces().count();
        to_foot(&mut window);
        click(&mut window, Role::Cell, "Name of a new row", Modifiers::NONE);
        let sheet = "Side,Unit,Type,Strength,MP,Hex\n\
                     French,1st Foot,infantry,4,4,\n,2nd Foot,infantry,lots,4,\n,3rd Horse,cavalry,2,6,\n";
        window.event(Event::Paste(sheet.to_owned()));
        window.run_steps(3);
        settle(&mut window);
        assert!(
            has(&window, "Line 3, column 4 (Strength): \"lots\" is no number: accepted: 1 to 99, in digits"),
            "{battle}"
        );
        assert_eq!(draft(&mut window).waiting().count(), 0, "nothing is changed before it is said");
        press(&mut window, "Add 3 rows as they are");
        assert_eq!(draft(&mut window).waiting().count(), 3, "{battle}");
        assert!(
            cell(&window, "Strength of 3rd Horse: 2") && cell(&window, "Counter of 1st Foot: 1"),
            "{battle}"
        );
        // Sorted, the strongest last, then first, then no longer; the armies stay as they are.
        let roll = draft(&mut window).now().clone();
        to_foot(&mut window);
        let as_armies = strengths(&window);
        for sign in [1, -1] {
            click(&mut window, Role::ColumnHeader, "Sort by Strength", Modifiers::NONE);
            let told = strengths(&window);
            assert!(
                told.len() > 2 && told.is_sorted_by_key(|strength| sign * strength),
                "{battle}: {told:?}"
            );
        }
        click(&mut window, Role::ColumnHeader, "Sort by Strength", Modifiers::NONE);
        to_foot(&mut window);
        assert_eq!(strengths(&window), as_armies, "{battle}");
        assert_eq!(*draft(&mut window).now(), roll, "{battle}");
        // All of them out again, and one undo brings them back.
        key(&mut window, Modifiers::COMMAND, Key::A);
        press(&mut window, "Strike rows");
        assert_eq!(draft(&mut window).pieces().count() + draft(&mut window).waiting().count(), 0, "{battle}");
        wait_until(&mut window, "the fault", |window| has(window, "the army has no units"));
        key(&mut window, Modifiers::COMMAND, Key::Z);
        assert_eq!(draft(&mut window).pieces().count(), before, "{battle}");
    }
}

/// Corps are made, joined and left as they are named, and a row is dragged from one into another.
#[test]
fn counters_change_their_corps_by_name_and_by_dragging() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = roster_of(&Library::at(home.path(), &Games::default()), BATTLES[1]);
    let corps = |window: &mut Editor, name: &str| {
        let draft = draft(window);
        let piece = draft.pieces().find(|piece| piece.name() == name).expect("it is there");
        piece.corps().map(str::to_owned)
    };
    assert_eq!(corps(&mut window, "44th Line").as_deref(), Some("victor"));
    fill(&mut window, "Corps of 44th Line", "Vanguard");
    assert_eq!(corps(&mut window, "44th Line").as_deref(), Some("vanguard"));
    assert_eq!(
        draft(&mut window).corps().last().map(|corps| corps.name.clone()).as_deref(),
        Some("Vanguard")
    );
    wait_until(&mut window, "the fault", |window| has(window, "the corps \"vanguard\" has no leader"));
    key(&mut window, Modifiers::COMMAND, Key::Z);
    key(&mut window, Modifiers::COMMAND, Key::Home);
    assert_eq!(corps(&mut window, "44th Line").as_deref(), Some("victor"));
    assert!(draft(&mut window).corps().iter().all(|corps| corps.name != "Vanguard"));
    // The level of a corps stands in its leader's row.
    let (label, _) = find(&window, Role::Cell, "Level of Victor").expect("it is in sight");
    assert_eq!(label, "Level of Victor: 18");
    fill(&mut window, "Level of Victor", "17");
    key(&mut window, Modifiers::COMMAND, Key::Home);
    let level =
        draft(&mut window).corps().iter().find(|corps| corps.id == "victor").and_then(|corps| corps.level);
    assert_eq!(level, Some(17));
    // Dragged below the leader of a corps.
    let guns = "Marmont's reserve guns";
    assert_eq!(corps(&mut window, guns), None);
    let (from, onto) = (row(&window, guns), row(&window, "Victor"));
    let from = window.get_by_label(&from).rect().center();
    let onto = window.get_by_label(&onto).rect();
    super::harness::drag(&mut window, from, Pos2::new(onto.center().x, onto.bottom() - 3.0));
    window.run_steps(3);
    settle(&mut window);
    assert_eq!(corps(&mut window, guns).as_deref(), Some("victor"));
    wait_until(&mut window, "the check", |window| has(window, "Nothing"));
    super::pictures::compare(&mut window, "hex_roster");
}

/// A corps gets another name with all its rows, and a side another colour: its nation, by which rules go, stays.
#[test]
fn a_corps_is_renamed_and_a_side_coloured() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::default());
    let mut window = roster_of(&library, BATTLES[1]);
    let before = draft(&mut window);
    click(&mut window, Role::Cell, "Name of 44th Line", Modifiers::NONE);
    press(&mut window, "More…");
    press(&mut window, "Rename command");
    key(&mut window, Modifiers::COMMAND, Key::A);
    write(&mut window, "Victor's corps");
    key(&mut window, Modifiers::NONE, Key::Enter);
    let now = draft(&mut window);
    let named = |draft: &Draft<HexBattle>| -> Vec<(String, String, Option<u8>)> {
        draft.corps().iter().map(|corps| (corps.id.clone(), corps.name.clone(), corps.level)).collect()
    };
    let changed: Vec<_> =
        named(&before).into_iter().zip(named(&now)).filter(|(was, now)| was != now).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    let (was, is) = &changed[0];
    assert_eq!((is.0.as_str(), is.1.as_str(), is.2), ("victor", "Victor's corps", was.2));
    press(&mut window, "Sides…");
    let name = before.sides()[0].name.clone();
    press(&mut window, &format!("Colour of {name}: Green"));
    let side = draft(&mut window).sides()[0].clone();
    assert_eq!((side.ink().word(), side.nation), ("green", before.sides()[0].nation.clone()));
    // Both are saved, and read back.
    press(&mut window, "Save as own map…");
    press(&mut window, "Save");
    let again = library.hex_draft(&format!("{}-own", BATTLES[1])).expect("it is saved");
    assert_eq!(again.sides()[0].ink().word(), "green");
    assert!(again.corps().iter().any(|corps| corps.name == "Victor's corps"));
}
