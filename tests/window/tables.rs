//! Files of spreadsheets that are brought into a roster: dropped, told sheet by sheet, their words and nations asked about once.

use std::fs;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;

use super::dropped::{drop_files, hold};
use super::harness::{has, wait_for};
use super::made;
use super::roster::{Referee, at_empty_table};

/// Chooses this of a list that is called so.
fn choose(referee: &mut Referee, list: &str, word: &str) {
    referee.window.get_by_role_and_label(Role::ComboBox, list).click();
    referee.rest();
    referee.press(word);
}

#[test]
fn a_spreadsheet_is_dropped_and_its_words_are_asked_about_once() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1280.0, 800.0]);
    let path = home.path().join("army.ods");
    let rows: [&[&str]; 7] = [
        &["The Army of the Meuse"],
        &["Nation", "Corps", "Unit", "Troop type", "Effectives", "Morale"],
        &["French", "I Corps", "Foy", "Line Inf", "2 400", "Regular"],
        &["French", "I Corps", "Pire", "Hussars", "900", "Veteran"],
        &["Dutch", "Reserve", "Chasse", "Schutters", "1800", "Militia"],
        &["Dutch", "Reserve", "Eltz", "Schutters", "1600", "Militia"],
        &["Total", "", "", "", "6700", ""],
    ];
    fs::write(&path, made::ods("Units", &rows)).expect("it is written");
    hold(&mut referee.window, &[&path]);
    assert!(has(&referee.window, "Bring the rows of army.ods into the roster"));
    drop_files(&mut referee.window, &[&path]);
    wait_for(&mut referee.window, "Rows from a spreadsheet");
    referee.rest();
    for told in [
        "Column 4 (Arm): there is no \"Schutters\"",
        "Arm \"Hussars\" (1 row) means",
        "Line 7: left out, a sum",
        "Line 1: left out, above the heading",
        "The side Blue, which has nobody, will be called French",
    ] {
        assert!(has(&referee.window, told), "{told}");
    }
    super::pictures::compare(&mut referee.window, "table_of_units");
    choose(&mut referee, "What Schutters means", "Infantry");
    assert!(has(&referee.window, "Every cell can be read"));
    referee.press("Add 4 rows");
    assert_eq!(
        (referee.names(0), referee.names(1)),
        (vec!["Foy".into(), "Pire".into()], vec!["Chasse".into(), "Eltz".into()])
    );
    let kept = fs::read_to_string(home.path().join("synonyms.ron")).expect("it is kept");
    assert!(kept.contains("Schutters"), "{kept}");
    // It is known from now on, here and on the command line.
    referee.key(Modifiers::COMMAND, Key::Z);
    drop_files(&mut referee.window, &[&path]);
    wait_for(&mut referee.window, "Every cell can be read");
    referee.rest();
    assert!(has(&referee.window, "Arm \"Schutters\" (2 rows) means"));
}

#[test]
fn a_file_with_several_sheets_and_nations_is_asked_about() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1600.0, 1000.0]);
    let path = home.path().join("allies.xlsx");
    let row = |number: usize, cells: [&str; 3]| {
        let cell = |(column, text): (char, &str)| {
            format!("<c r='{column}{number}' t='inlineStr'><is><t>{text}</t></is></c>")
        };
        format!("<row r='{number}'>{}</row>", "ABC".chars().zip(cells).map(cell).collect::<String>())
    };
    let units = row(1, ["Nation", "Name", "Arm"])
        + &row(2, ["British", "Picton", "infantry"])
        + &row(3, ["Hanover", "Alten", "infantry"])
        + &row(4, ["French", "Ney", "infantry"]);
    let old = row(1, ["Nation", "Name", "Arm"]) + &row(2, ["French", "Soult", "infantry"]);
    fs::write(&path, made::xlsx(&[("Old", false, &old), ("Units", false, &units)])).expect("it is written");
    drop_files(&mut referee.window, &[&path]);
    wait_for(&mut referee.window, "Rows from a spreadsheet");
    referee.rest();
    assert!(has(&referee.window, "Soult"));
    choose(&mut referee, "Sheet", "Units");
    assert!(has(&referee.window, "Whose side each nation is on:"));
    for choice in ["British: Red", "Hanover: Red", "French: Blue"] {
        referee.window.get_by_role_and_label(Role::Button, choice).click();
        referee.rest();
    }
    referee.press("Add 3 rows");
    let armies: Vec<String> =
        referee.draft().scenario().sides[1].armies.iter().map(|army| army.name.clone()).collect();
    assert_eq!(
        (referee.names(0), armies),
        (vec!["Ney".to_owned()], vec!["British".to_owned(), "Hanover".to_owned()])
    );
}

/// What is no table is told, and the roster stays as it is.
#[test]
fn a_file_that_is_no_table_is_told() {
    let home = tempfile::tempdir().expect("a folder");
    let mut referee = at_empty_table(home.path(), [1280.0, 800.0]);
    let path = home.path().join("army.xlsx");
    fs::write(&path, b"PK\x03\x04 and no more").expect("it is written");
    drop_files(&mut referee.window, &[&path]);
    wait_for(&mut referee.window, "cannot be read as a spreadsheet");
    assert!(referee.draft().pieces().next().is_none());
}
