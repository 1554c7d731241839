//! The roster of set-up under quick and careless hands: keys faster than frames, cells that are left as they were, rows dropped
//! anywhere, what is refused, and what spreadsheets say that a roster does not take.

use egui::{Event, Key, Modifiers, Pos2, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::harness::{alt, drag, has, wait_for, wait_until};
use super::roster::{Referee, at_empty_table, at_empty_table_of, field, row_label};

const WIDE: [f32; 2] = [1600.0, 1000.0];

/// Two corps of a side, the second with a general.
const TWO_CORPS: &str = "side,command,name,arm,quality,men\n\
    French,I Corps,Alix,infantry,Trained,2500\n\
    French,I Corps,Donzelot,infantry,Trained,2500\n\
    French,II Corps,Foy,infantry,Veterans,2400\n\
    French,II Corps,Bachelu,infantry,Veterans,2400\n";

fn table(home: &tempfile::TempDir, rows: &str) -> Referee {
    let mut referee = at_empty_table(home.path(), WIDE);
    come(&mut referee, rows);
    referee
}

/// These rows of a spreadsheet come in.
fn come(referee: &mut Referee, rows: &str) {
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(rows);
    let count = rows.lines().count() - 1;
    referee.press(&if count == 1 { "Add the row".to_owned() } else { format!("Add {count} rows") });
}

fn cell(referee: &Referee, label: &str) -> bool {
    referee.window.query_by_role_and_label(Role::Cell, label).is_some()
}

/// The cells of the roster as they are read, row by row.
fn cells(referee: &Referee) -> Vec<String> {
    let cells = referee.window.query_all_by_role(Role::Cell);
    cells.filter_map(|node| node.accesskit_node().label()).collect()
}

/// All these within one frame.
fn at_once(referee: &mut Referee, events: &[Event]) {
    referee.window.input_mut().events.extend_from_slice(events);
    referee.window.run_steps(1);
}

fn text(letters: &str) -> Event {
    Event::Text(letters.to_owned())
}

fn key(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}

fn tops(referee: &Referee, names: &[&str]) -> Vec<f32> {
    let top = |name: &&str| referee.window.get_by_label(&row_label(referee, name)).rect().top();
    names.iter().map(top).collect()
}

/// The rows stand below each other so.
fn stand_so(referee: &Referee, names: &[&str]) -> bool {
    tops(referee, names).is_sorted()
}

fn undo(referee: &mut Referee) {
    referee.key(Modifiers::COMMAND, Key::Z);
}

/// A frame may take a quarter of a second: letters come several to a frame, and Tab in the one after them.
#[test]
fn keys_faster_than_frames_are_taken_once_each() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    // Letter by letter, and Tab in the very next frame.
    referee.click(Role::Cell, "Men of Alix: 2500");
    for letter in ["1", "2", "0", "0"] {
        at_once(&mut referee, &[text(letter)]);
    }
    at_once(&mut referee, &[key(Key::Tab)]);
    referee.rest();
    assert!(cell(&referee, "Men of Alix: 1200"));
    at_once(&mut referee, &[text("8")]);
    at_once(&mut referee, &[key(Key::Enter)]);
    referee.rest();
    assert!(has(&referee.window, "Battery means nothing in this row"), "Tab went one column on, to Battery");
    // One letter, and Tab in the frame after it.
    referee.click(Role::Cell, "Strength of Donzelot: 5");
    at_once(&mut referee, &[text("7")]);
    at_once(&mut referee, &[key(Key::Enter)]);
    referee.rest();
    assert!(cell(&referee, "Strength of Donzelot: 7"));
    // Enter went one row down, and no further.
    at_once(&mut referee, &[text("9")]);
    at_once(&mut referee, &[key(Key::Enter)]);
    referee.rest();
    assert!(cell(&referee, "Strength of Foy: 9") && cell(&referee, "Strength of Bachelu: 6"), "one row down");
    // Several in one frame, with the key that takes them, and one that was wrong.
    referee.click(Role::Cell, "Name of Foy: Foy");
    at_once(&mut referee, &[text("G"), text("u"), text("x"), key(Key::Backspace), text("y"), key(Key::Tab)]);
    referee.rest();
    assert!(cell(&referee, "Name of Guy: Guy"), "{:?}", cells(&referee));
    // A letter, and it is taken back in the next frame: the cell is as it was, not cleared.
    referee.click(Role::Cell, "Men of Bachelu: 2400");
    at_once(&mut referee, &[text("8")]);
    at_once(&mut referee, &[key(Key::Backspace)]);
    at_once(&mut referee, &[key(Key::Escape)]);
    referee.rest();
    assert!(cell(&referee, "Men of Bachelu: 2400"));
}

#[test]
fn a_cell_that_is_left_as_it_was_changes_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let before = referee.draft().version();
    for (label, way) in [("Strength of Alix: 5", Key::Enter), ("Command of Alix: I Corps", Key::Tab)] {
        referee.click(Role::Cell, label);
        referee.key(Modifiers::NONE, Key::F2);
        referee.key(Modifiers::NONE, way);
    }
    for label in ["Side of Alix: French", "Strength of Donzelot: 5"] {
        // A double click, and a click elsewhere.
        referee.click(Role::Cell, label);
        let pos = referee.window.get_by_role_and_label(Role::Cell, label).rect().center();
        let button = |pressed| Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        at_once(&mut referee, &[button(true), button(false), button(true), button(false)]);
        referee.rest();
        let title = label.split(' ').next().unwrap_or_default();
        let typed = format!("{title} is typed");
        assert!(referee.window.query_by_role_and_label(Role::TextInput, &typed).is_some(), "{typed}");
        referee.click(Role::Cell, "Name of Foy: Foy");
    }
    assert_eq!(referee.draft().version(), before, "nothing was changed, and there is nothing to take back");
    assert!(stand_so(&referee, &["Alix", "Donzelot", "Foy"]), "no row has gone to the end of its command");
    // A strength that was looked at still follows the men.
    referee.click(Role::Cell, "Men of Alix: 2500");
    referee.type_text("2000");
    referee.key(Modifiers::NONE, Key::Enter);
    assert!(cell(&referee, "Strength of Alix: 4"), "{:?}", cells(&referee));
}

/// Side and command of a row that come together are one change, whichever side the row was on.
#[test]
fn side_and_command_that_are_written_together_go_together() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    come(&mut referee, "side,command,name,arm,quality,men\nAllies,Reserve,Kempt,infantry,Veterans,2400\n");
    referee.click(Role::Cell, "Side of Kempt: Allies");
    referee.paste("French\tI Corps");
    assert!(cell(&referee, "Side of Kempt: French") && cell(&referee, "Command of Kempt: I Corps"));
    undo(&mut referee);
    assert!(cell(&referee, "Side of Kempt: Allies"), "one step");
    // Copied down over both columns.
    referee.click(Role::Cell, "Side of Bachelu: French");
    referee.click_with(Role::Cell, "Command of Kempt: Reserve", Modifiers::SHIFT);
    referee.key(Modifiers::COMMAND, Key::D);
    assert!(cell(&referee, "Side of Kempt: French") && cell(&referee, "Command of Kempt: II Corps"));
    assert_eq!(referee.names(1), [""; 0]);
}

#[test]
fn rows_that_are_dropped_on_themselves_or_beside_the_rows_stay() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let before = referee.draft().version();
    let place = |referee: &Referee, name: &str| referee.window.get_by_label(&row_label(referee, name)).rect();
    let (first, last) = (row_label(&referee, "Alix"), row_label(&referee, "Foy"));
    referee.click(Role::RowHeader, &first);
    referee.click_with(Role::RowHeader, &last, Modifiers::SHIFT);
    // On the upper half of the first, on the lower half of the second, and far over the map.
    let (alix, foy) = (place(&referee, "Alix"), place(&referee, "Foy"));
    for to in [
        Pos2::new(alix.center().x, alix.top() + 3.0),
        Pos2::new(foy.center().x, foy.bottom() - 3.0),
        Pos2::new(700.0, 200.0),
    ] {
        drag(&mut referee.window, foy.center(), to);
        referee.rest();
        assert!(stand_so(&referee, &["Alix", "Donzelot", "Foy", "Bachelu"]), "{to}");
        assert_eq!(referee.draft().version(), before, "{to}");
    }
    // Somewhere else they keep their order.
    let bachelu = place(&referee, "Bachelu");
    drag(&mut referee.window, foy.center(), Pos2::new(bachelu.center().x, bachelu.bottom() - 3.0));
    referee.rest();
    assert_eq!(referee.names(0), ["Bachelu", "Alix", "Donzelot", "Foy"]);
}

/// Rows of one command take the name that the other had before: each row says which it means.
#[test]
fn commands_that_are_written_over_several_rows_are_those_that_are_said() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    for (said, meant) in [
        ("II Corps\nII Corps\nIII Corps\nIII Corps", ["II Corps", "II Corps", "III Corps", "III Corps"]),
        ("Left\nLeft\nLeft\nLeft", ["Left"; 4]),
    ] {
        referee.click(Role::Cell, "Command of Alix: I Corps");
        referee.paste(said);
        let of = |name: &str, command: &str| cell(&referee, &format!("Command of {name}: {command}"));
        let are_so = ["Alix", "Donzelot", "Foy", "Bachelu"].into_iter().zip(meant).all(|(n, c)| of(n, c));
        assert!(are_so, "{said:?}");
        undo(&mut referee);
    }
}

/// What has come in is chosen, and nothing that stands between.
#[test]
fn after_a_paste_the_new_rows_are_chosen_and_no_others() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    come(
        &mut referee,
        "command,name,arm,quality,men\nI Corps,Durutte,infantry,Trained,2500\nII Corps,Jerome,infantry,Veterans,2400\n",
    );
    assert!(stand_so(&referee, &["Durutte", "Foy", "Jerome"]), "others stand between");
    referee.key(Modifiers::NONE, Key::Delete);
    assert_eq!(referee.names(0), ["Alix", "Donzelot", "Foy", "Bachelu"]);
    // The same of copies in a sorted view: rows of both commands alternate.
    referee.click(Role::ColumnHeader, "Sort by Name");
    let (first, last) = (row_label(&referee, "Alix"), row_label(&referee, "Donzelot"));
    referee.click(Role::RowHeader, &first);
    referee.click_with(Role::RowHeader, &last, Modifiers::SHIFT);
    referee.key(Modifiers::COMMAND, Key::D);
    assert_eq!(referee.names(0), ["Alix", "Donzelot", "Alix 2", "Donzelot 2", "Foy", "Bachelu", "Bachelu 2"]);
    referee.key(Modifiers::NONE, Key::Delete);
    assert_eq!(referee.names(0), ["Alix", "Donzelot", "Foy", "Bachelu"]);
}

/// How columns were told apart is remembered by a heading, under the rules for which it was said.
#[test]
fn a_table_without_a_heading_teaches_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), WIDE);
    let maps = |referee: &Referee| -> Vec<String> {
        referee.window.state().saved().roster_maps.keys().cloned().collect()
    };
    referee.click(Role::Cell, "Name of a new row");
    referee.paste("Lannoy,Veterans,2400\nBrissac,Trained,2500\n");
    referee.press("Add 2 rows");
    assert_eq!(maps(&referee), [""; 0]);
    // As wide, and other things in it.
    referee.click(Role::Cell, "Name of a new row");
    referee.paste("2400,Veterans,Mermet\n2500,Trained,Ardan\n");
    referee.press("Add 2 rows");
    assert!(cell(&referee, "Quality of Mermet: Veterans") && cell(&referee, "Quality of Ardan: Trained"));
    referee.click(Role::Cell, "Name of a new row");
    referee.paste("Name,Quality,Men\nDelort,Veterans,1600\n");
    referee.press("Add the row");
    assert_eq!(maps(&referee), ["easy\tname\tquality\tmen"]);
}

#[test]
fn what_is_worked_out_is_copied_as_such() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let follows = |referee: &mut Referee, name: &str, men: &str, strength: &str| {
        let is_so = |label: &String| label.starts_with(&format!("Men of {name}: "));
        let label = cells(referee).into_iter().find(is_so).expect("it is in sight");
        referee.click(Role::Cell, &label);
        referee.type_text(men);
        referee.key(Modifiers::NONE, Key::Enter);
        assert!(cell(referee, &format!("Strength of {name}: {strength}")), "{:?}", cells(referee));
    };
    // Men, battery, grade, rating and strength go down together; the strength below follows its men as before.
    referee.click(Role::Cell, "Men of Donzelot: 2500");
    referee.click_with(Role::Cell, "Strength of Foy: 6", Modifiers::SHIFT);
    referee.key(Modifiers::COMMAND, Key::D);
    assert!(cell(&referee, "Men of Foy: 2500"));
    follows(&mut referee, "Foy", "1600", "4");
    // Copied and pasted.
    referee.click(Role::Cell, "Strength of Alix: 5");
    referee.window.event(Event::Copy);
    referee.rest();
    referee.click(Role::Cell, "Strength of Foy: 4");
    referee.type_text("9");
    referee.key(Modifiers::NONE, Key::Enter);
    referee.click(Role::Cell, "Strength of Foy: 9");
    referee.paste("5");
    assert!(cell(&referee, "Strength of Foy: 4"), "as usual again");
    follows(&mut referee, "Foy", "2000", "5");
    // Once something else was pasted, the same figure is the figure of another table.
    follows(&mut referee, "Foy", "1600", "4");
    referee.click(Role::Cell, "Strength of Foy: 4");
    referee.paste("6");
    referee.paste("5");
    follows(&mut referee, "Foy", "2800", "5");
}

#[test]
fn what_is_refused_stays_in_its_cell_and_lets_the_keyboard_go() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    referee.click(Role::Cell, "Men of Alix: 2500");
    referee.type_text("many");
    // Another act: refused until it is right, and the text stays where it was typed.
    for label in ["New row", "Strike rows", "Copy down", "Deploy in line"] {
        referee.press(label);
        assert!(has(&referee.window, "accepted: 0 to 30000"), "{label}");
        assert!(referee.window.query_by_role_and_label(Role::TextInput, "Men is typed").is_some(), "{label}");
        assert!(field(&referee, "many").is_some(), "{label}");
        assert_eq!(referee.names(0).len(), 4, "{label}");
        assert!(!has(&referee.window, "Draw the line"), "{label}: nobody is put down meanwhile");
    }
    // A field that is none of the roster's can be typed in.
    referee.press("Sides…");
    referee.window.get_by_role_and_label(Role::TextInput, "Name of side 2").click();
    referee.rest();
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("Allies");
    assert_eq!(referee.draft().scenario().sides[1].name, "Allies");
    assert!(field(&referee, "many").is_some(), "it still waits to be mended");
}

/// What is refused is chosen as a whole: what is typed next is typed in its place.
#[test]
fn what_is_refused_gives_way_to_what_is_typed_next() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    referee.click(Role::Cell, "Men of Alix: 2500");
    for key in [Key::Tab, Key::Enter] {
        referee.type_text("many");
        referee.key(Modifiers::NONE, key);
        assert!(has(&referee.window, "accepted: 0 to 30000") && field(&referee, "many").is_some());
    }
    referee.type_text("1200");
    assert!(field(&referee, "1200").is_some(), "in its place");
    referee.key(Modifiers::NONE, Key::Tab);
    assert!(cell(&referee, "Men of Alix: 1200"));
}

/// The key that ends a cell and the letters of the next may come in one frame.
#[test]
fn a_row_that_is_typed_within_a_frame_goes_into_its_cells() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    referee.click(Role::Cell, "Command of a new row");
    referee.type_text("Le");
    // The cell has the keyboard now.
    let mut row = vec![text("f"), text("t"), key(Key::Tab)];
    row.extend("1st Line".chars().map(|letter| text(&letter.to_string())));
    row.extend([
        key(Key::Tab),
        text("inf"),
        key(Key::Tab),
        text("veteran"),
        key(Key::Tab),
        text("2400"),
        key(Key::Enter),
    ]);
    at_once(&mut referee, &row);
    referee.rest();
    referee.rest();
    assert!(cell(&referee, "Command of 1st Line: Left"), "{:?}", cells(&referee));
    assert!(cell(&referee, "Quality of 1st Line: Veterans") && cell(&referee, "Men of 1st Line: 2400"));
}

/// Who has nobody yet begins with a roster whose first cell is framed: what is typed is typed there, and takes no tool in hand.
#[test]
fn the_first_cell_of_an_empty_roster_takes_letters_without_a_click() {
    for rules in ["easy", "epstein"] {
        let home = tempfile::tempdir().expect("a folder");
        let mut referee = at_empty_table_of(home.path(), WIDE, rules);
        referee.type_text("A");
        assert!(
            referee.window.query_by_role_and_label(Role::TextInput, "Side is typed").is_some(),
            "{rules}"
        );
        referee.key(Modifiers::NONE, Key::Escape);
        referee.type_text("Blue");
        referee.key(Modifiers::NONE, Key::Tab);
        referee.type_text("6th Corps");
        referee.key(Modifiers::NONE, Key::Tab);
        assert_eq!(referee.draft().pieces().count(), 1, "{rules}: a row has begun");
        let ids = |referee: &Referee| referee.draft().scenario().ground.areas.len();
        assert_eq!(ids(&referee), 0, "{rules}: nothing of the ground is drawn");
        assert!(!has(&referee.window, "Draw it, or click its points"), "{rules}: no tool is in hand");
    }
}

/// Rows without a heading that lie as the roster does are taken so. What a cell cannot be stays in it, told once and marked, and the
/// battle does not begin before it is mended.
#[test]
fn what_a_pasted_cell_cannot_be_stays_in_it_until_it_is_mended() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), WIDE);
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(
        "Blue\tLeft\tAlix\tinfantry\tsplendid\t2500\n\
         Blue\tLeft\tFoy\tinfantry\tveteran\tabc\n\
         Red\tRight\tKempt\tinfantry\tTrained\t2400\n",
    );
    for (place, head) in ["Side", "Command", "Name", "Arm", "Quality", "Men"].iter().enumerate() {
        let label = format!("Column {}: {head}", place + 1);
        assert!(referee.window.query_by_role_and_label(Role::ComboBox, &label).is_some(), "{label}");
    }
    let told = |referee: &Referee, part: &str| referee.window.query_all_by_label_contains(part).count();
    assert_eq!(told(&referee, "Line 1, column 5 (Quality)"), 1, "each once");
    assert_eq!(told(&referee, "(Quality)"), 1, "a veteran is one of the Veterans");
    assert_eq!(told(&referee, "Line 2, column 6 (Men)"), 1);
    referee.press("Add 3 rows as they are");
    assert!(cell(&referee, "Quality of Alix: ⊘ splendid"), "{:?}", cells(&referee));
    assert!(cell(&referee, "Men of Foy: ⊘ abc") && cell(&referee, "Quality of Foy: Veterans"));
    wait_for(&mut referee.window, "Men cannot be \"abc\"");
    // Both sides at once: each has a line of its own, and faces its own way.
    referee.press("Deploy in line");
    assert!(
        has(&referee.window, "2 of Blue to be put down")
            && has(&referee.window, "1 of Red have the next line")
    );
    referee.line((10.0, 10.0), (55.0, 10.0));
    assert!(has(&referee.window, "2 stand in line. Now draw the line of Red"));
    let begun = |referee: &Referee| referee.draft().scenario().starts.len();
    assert_eq!(begun(&referee), 2, "nobody of Red");
    referee.line((55.0, 38.0), (10.0, 38.0));
    assert_eq!(begun(&referee), 3);
    let place = |referee: &Referee, name: &str| {
        let draft = referee.draft();
        let id =
            draft.pieces().find(|(.., piece)| piece.name() == name).map(|(.., piece)| piece.id().to_owned());
        draft.pose(&id.expect("it has come")).expect("it is on the table")
    };
    let [alix, foy, kempt] = ["Alix", "Foy", "Kempt"].map(|name| place(&referee, name));
    assert!(((alix.at.x + foy.at.x) / 2.0 - 32.5).abs() < 0.1, "in the middle of the line: {alix} {foy}");
    assert!((kempt.at.x - 32.5).abs() < 0.1, "{kempt}");
    let turned = alix.heading.turn_to(kempt.heading).abs().to_degrees();
    assert!((turned - 180.0).abs() < 0.5, "they face each other");
    // It does not begin so.
    referee.press("Play it");
    wait_for(&mut referee.window, "cannot be \"");
    assert!(referee.window.state().maker().is_some(), "no game has begun");
    referee.key(Modifiers::NONE, Key::Escape);
    // Mended in its cell, or left as is usual.
    referee.click(Role::Cell, "Men of Foy: ⊘ abc");
    referee.type_text("2400");
    referee.key(Modifiers::NONE, Key::Enter);
    referee.click(Role::Cell, "Quality of Alix: ⊘ splendid");
    referee.type_text("trained");
    referee.key(Modifiers::NONE, Key::Enter);
    assert!(cell(&referee, "Men of Foy: 2400") && cell(&referee, "Quality of Alix: Trained"));
    let notes =
        referee.draft().scenario().armies().flat_map(|(_, army)| army.stands()).map(|one| one.note.clone());
    assert_eq!(notes.collect::<String>(), "");
}

#[test]
fn a_row_of_an_unknown_side_comes_to_no_other_and_what_takes_nothing_is_said() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    come(&mut referee, "side,command,name,arm,quality,men\nAllies,Reserve,Kempt,infantry,Veterans,2400\n");
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(
        "side,command,name,arm,quality,men,battery\n\
         French,I Corps,Marcognet,infantry,Trained,2500,8x6-pdrs\n\
         Prussians,IV Corps,Losthin,infantry,Trained,2500,\n\
         ,,Hiller,infantry,Trained,2500,\n\
         Allies,Reserve,Pack,infantry,Veterans,2400,\n",
    );
    assert!(has(&referee.window, "Line 3, column 1 (Side): there is no side \"Prussians\""));
    assert!(has(&referee.window, "Line 4, column 1 (Side): it is of the side of the row above"));
    assert!(has(&referee.window, "Line 2: Battery means nothing in such a row, and is left out"));
    assert!(has(&referee.window, "2 rows stay out"));
    referee.press("Add 2 rows as they are");
    assert_eq!(referee.names(0), ["Alix", "Donzelot", "Marcognet", "Foy", "Bachelu"]);
    assert_eq!(referee.names(1), ["Kempt", "Pack"]);
    // Over cells: what lies beyond the last column, and what means nothing, is said.
    referee.click(Role::Cell, "Men of Alix: 2500");
    referee.paste("2000\t8x6-pdrs");
    assert!(cell(&referee, "Men of Alix: 2000"));
    assert!(has(&referee.window, "Left out: \"8x6-pdrs\": Battery takes nothing for Alix"));
    referee.click(Role::Cell, "Strength of Foy: 6");
    referee.paste("7\t\tone\ttwo");
    assert!(cell(&referee, "Strength of Foy: 7") && has(&referee.window, "2 values beyond the last column"));
}

#[test]
fn a_command_is_renamed_with_all_its_rows() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let commands = |referee: &Referee| -> Vec<(String, String)> {
        let army = &referee.draft().scenario().sides[0].armies[0];
        army.commands.iter().map(|command| (command.id.clone(), command.name.clone())).collect()
    };
    let before = commands(&referee);
    referee.click(Role::Cell, "Name of Donzelot: Donzelot");
    referee.press("More…");
    referee.press("Rename command");
    assert!(has(&referee.window, "Another name for I Corps with its 2 rows"));
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("Corps d'Erlon");
    referee.key(Modifiers::NONE, Key::Enter);
    let after = commands(&referee);
    assert_eq!(after[0], (before[0].0.clone(), "Corps d'Erlon".to_owned()), "it is the same command");
    assert_eq!(after[1], before[1]);
    // All its rows chosen, and F2; and the name of another is refused, for they would be one.
    referee.click(Role::Cell, "Command of Foy: II Corps");
    referee.click_with(Role::Cell, "Command of Bachelu: II Corps", Modifiers::SHIFT);
    referee.key(Modifiers::NONE, Key::F2);
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("Corps Reille");
    referee.key(Modifiers::NONE, Key::Enter);
    assert_eq!(commands(&referee)[1], (before[1].0.clone(), "Corps Reille".to_owned()));
    referee.click(Role::Cell, "Command of Foy: Corps Reille");
    referee.click_with(Role::Cell, "Command of Bachelu: Corps Reille", Modifiers::SHIFT);
    referee.key(Modifiers::NONE, Key::F2);
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("Corps d'Erlon");
    referee.key(Modifiers::NONE, Key::Enter);
    assert!(has(&referee.window, "there is a Corps d'Erlon already"));
    referee.key(Modifiers::NONE, Key::Escape);
    assert_eq!(commands(&referee)[1], (before[1].0.clone(), "Corps Reille".to_owned()), "they stay two");
    // One row alone leaves its command.
    referee.click(Role::Cell, "Command of Foy: Corps Reille");
    referee.type_text("Vanguard");
    referee.key(Modifiers::NONE, Key::Enter);
    assert_eq!(commands(&referee).len(), 3);
    // And the side's colour.
    referee.press("Sides…");
    referee.press("Colour of French: Green");
    assert_eq!(referee.draft().scenario().sides[0].armies[0].colour, "green");
}

/// What forbids no game is told all the same.
#[test]
fn commands_that_nobody_leads_and_names_that_are_there_twice_are_told() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    referee.click(Role::Cell, "Name of Alix: Alix");
    referee.press("Deploy in line");
    referee.line((10.0, 20.0), (20.0, 20.0));
    wait_for(&mut referee.window, "I Corps has no general");
    assert!(has(&referee.window, "easy:II.A.2.2"), "by its clause");
    come(
        &mut referee,
        "command,name,arm,quality,men,grade\nI Corps,Erlon,general,,,Corps\nI Corps,Foy,infantry,Trained,2500,\n",
    );
    wait_for(&mut referee.window, "have one name");
    let erlon = row_label(&referee, "Erlon");
    referee.click(Role::RowHeader, &erlon);
    referee.press("Deploy in line");
    referee.line((10.0, 14.0), (20.0, 14.0));
    wait_until(&mut referee.window, "he leads them", |window| !has(window, "I Corps has no general"));
}

/// The numbers are stuck on real stands: a row that goes to another command takes its own with it.
#[test]
fn a_row_that_goes_to_another_command_renumbers_nobody() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let numbers = |referee: &Referee| -> Vec<String> {
        ["Alix", "Donzelot", "Foy", "Bachelu"].iter().map(|name| row_label(referee, name)).collect()
    };
    let before = numbers(&referee);
    // All have come in together, and are chosen: one of them is meant.
    referee.click(Role::Cell, "Name of Alix: Alix");
    let place = |referee: &Referee, name: &str| referee.window.get_by_label(&row_label(referee, name)).rect();
    let (from, to) = (place(&referee, "Alix"), place(&referee, "Bachelu"));
    drag(&mut referee.window, from.center(), Pos2::new(to.center().x, to.bottom() - 3.0));
    referee.rest();
    assert_eq!(referee.names(0), ["Donzelot", "Foy", "Bachelu", "Alix"]);
    assert_eq!(numbers(&referee), before);
    // To the other side too, and by its cell.
    referee.click(Role::Cell, "Side of Donzelot: French");
    referee.type_text("Red");
    referee.key(Modifiers::NONE, Key::Enter);
    assert_eq!(referee.names(1), ["Donzelot"]);
    assert_eq!(numbers(&referee), before);
}

#[test]
fn commands_of_seeing_are_heard_from_the_roster() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    let is_dark = |referee: &Referee| referee.window.ctx.global_style().visuals.dark_mode;
    let before = is_dark(&referee);
    referee.click(Role::Cell, "Name of Alix: Alix");
    alt(&mut referee.window, &[Key::L]);
    assert_ne!(is_dark(&referee), before, "while the table has the keyboard");
    assert!(cell(&referee, "Name of Alix: Alix"), "no letter is typed");
    assert!(referee.window.query_by_role_and_label(Role::TextInput, "Name is typed").is_none());
    referee.type_text("Al");
    alt(&mut referee.window, &[Key::L]);
    assert_eq!(is_dark(&referee), before, "while a cell is typed in");
    assert!(field(&referee, "Al").is_some(), "no letter is typed");
    referee.key(Modifiers::NONE, Key::Escape);
    let size = |referee: &Referee| referee.window.state().saved().text_scale;
    let before = size(&referee);
    referee.key(Modifiers::COMMAND, Key::Equals);
    assert!(size(&referee) > before, "the sign of equality is plus without Shift");
}

/// More rows than are shown: those that can be mended are among the shown.
#[test]
fn rows_with_faults_come_first_among_many() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), WIDE);
    let rows = |number: usize| {
        let men = if number == 251 { "lots".to_owned() } else { "2400".to_owned() };
        format!("Brigade {number},infantry,Trained,{men}\n")
    };
    let sheet: String = (1..=260).map(rows).collect();
    referee.click(Role::Cell, "Name of a new row");
    referee.paste(&format!("name,arm,quality,men\n{sheet}"));
    assert!(has(&referee.window, "and 61 rows more"));
    let at = field(&referee, "lots").expect("row 251 can be mended");
    super::harness::click_at(&mut referee.window, at);
    referee.key(Modifiers::COMMAND, Key::A);
    referee.type_text("2200");
    assert!(field(&referee, "2200").is_some(), "it stays where it was mended");
    referee.press("Add 260 rows");
    assert_eq!(referee.names(0).len(), 260);
}

/// The whole roster as a table, for a spreadsheet or another battle.
#[test]
fn the_roster_is_copied_as_a_table() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = table(&home, TWO_CORPS);
    referee.press("More…");
    referee.window.get_by_role_and_label(Role::Button, "Copy as table").click();
    let copied = (0..6).find_map(|_| {
        referee.window.run_steps(1);
        let commands = &referee.window.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let copied = copied.expect("it is on the clipboard");
    let lines: Vec<&str> = copied.lines().collect();
    assert!(lines[0].starts_with("Side\tCommand\tName\tArm\tQuality\tMen"), "{copied}");
    assert!(lines[1].starts_with("French\tI Corps\tAlix\tInfantry\tTrained\t2500\t"), "{copied}");
    assert_eq!(lines.len(), 5);
}
