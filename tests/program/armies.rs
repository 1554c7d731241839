//! Armies that come as tables of units, and battles whose units leave as one.

use std::fs;
use std::path::Path;

use desk::Library;
use games::Games;
use scenario::{Draft, Edit, KnownRules as _, Side};

use super::report::played_from;
use super::{made, run};

/// Converts a table; success, what was printed, what was told.
fn army(home: &Path, table: &str, more: &[&str]) -> (bool, String, String) {
    let file = home.join("units.csv");
    fs::write(&file, table).expect("it is written");
    let path = file.to_str().expect("plain letters");
    run(home, &[&["convert", path, "--id", "my-army", "--name", "My army"][..], more].concat())
}

const UNITS: &str = "Regiment;Effectives;Corps;Type;Quality;Guns\n\
    1st Guards;2400;I Corps;infantry;guards;\n\
    Hussars;1200;;light cavalry;veterans;\n\
    12-pounders;;Reserve;foot artillery;;8x12-pdrs\n";

#[test]
fn a_table_of_units_becomes_an_army_that_can_be_read() {
    let home = tempfile::tempdir().expect("a folder");
    let columns = ["--like", "first-steps", "--column", "Effectives=men"];
    let (done, said, err) = army(home.path(), UNITS, &columns);
    assert!(done, "{err}");
    for part in [
        "id: \"my-army\"",
        "name: \"My army\"",
        "1st Guards",
        "Hussars",
        "I Corps",
        "Reserve",
        "2400",
        "1200",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let file = home.path().join("armies/my-army.ron");
    fs::create_dir_all(file.parent().expect("it has one")).expect("made");
    fs::write(&file, &said).expect("it is written");
    let (done, told, err) = run(home.path(), &["validate", file.to_str().expect("plain letters")]);
    assert!(done, "{told}{err}\n{said}");
}

#[test]
fn faults_of_a_table_are_told_by_line_and_column_and_nothing_is_printed() {
    let home = tempfile::tempdir().expect("a folder");
    let like = ["--like", "first-steps"];
    let trials: [(&str, &[&str], &[&str]); 7] = [
        (
            "Name,Men,Arm\nFoy,many,infantry\nKell,2000,camels\n",
            &like,
            &["line 2", "Men", "many", "line 3", "Arm", "camels"],
        ),
        ("Name,Men\n", &like, &["no units"]),
        (UNITS, &["--like", "first-steps", "--column", "Effectifs=men"], &["Effectifs", "Effectives"]),
        (UNITS, &["--like", "first-steps", "--column", "Effectives=mem"], &["mem", "men"]),
        (
            "Side,Name,Men,Quality\nA,Foy,2000,Trained\nB,Kell,2000,Trained\n",
            &like,
            &["two sides", "--side", "A or B"],
        ),
        (UNITS, &["--like", "first-steps", "--nation", "Hanover"], &["--nation Hanover", "NATION=SIDE"]),
        (UNITS, &["--like", "first-steps", "--sheet", "Units"], &["--sheet Units", "one table"]),
    ];
    for (table, more, parts) in trials {
        let (done, said, err) = army(home.path(), table, more);
        assert!(!done && said.is_empty(), "{table}: {said}");
        assert!(!err.contains("\\n"), "each fault has a line of its own: {err}");
        for part in parts {
            assert!(err.contains(part), "{part}: {err}");
        }
    }
    let (done, said, err) = army(
        home.path(),
        "Side,Name,Men,Quality\nA,Foy,2000,Trained\nB,Kell,1800,Trained\n",
        &["--like", "first-steps", "--side", "b"],
    );
    assert!(done && said.contains("Kell") && !said.contains("Foy"), "{said}{err}");
}

/// Converts a file of these bytes, as [`army`].
fn file(home: &Path, name: &str, bytes: &[u8], more: &[&str]) -> (bool, String, String) {
    let file = home.join(name);
    fs::write(&file, bytes).expect("it is written");
    let path = file.to_str().expect("plain letters");
    run(home, &[&["convert", path, "--id", "my-army", "--name", "My army"][..], more].concat())
}

/// What leaves as a table comes back as the army that it was, whoever the table was written for: counters of hexes too.
#[test]
fn the_units_of_a_battle_leave_as_a_table_and_come_back() {
    let home = tempfile::tempdir().expect("a folder");
    for (battle, side, army) in [
        ("waterloo", "French", "waterloo-french"),
        ("waterloo", "Army of the Lower Rhine", "waterloo-prussian"),
        ("brigade-action", "Prussian", "brigade-prussian"),
        ("marengo-naw", "French", "marengo-naw-french"),
        ("marengo-cb", "Austrian", "marengo-cb-austrian"),
    ] {
        for wanted in ["programs", "excel", "de"] {
            let (done, table, err) = run(home.path(), &["convert", battle, "--csv-for", wanted]);
            assert!(done, "{err}");
            assert_eq!(table.starts_with('\u{feff}'), wanted != "programs");
            let more = ["--like", battle, "--side", side];
            let (done, said, err) = file(home.path(), "units.csv", table.as_bytes(), &more);
            assert!(done, "{battle}: {err}");
            let shipped = fs::read_to_string(format!("armies/{army}.ron")).expect("it is in the program");
            for id in ["F01", "P01", "desaix", "a-kaim"] {
                let id = format!("id: \"{id}\"");
                assert_eq!(said.contains(&id), shipped.contains(&id), "{battle}: {id}");
            }
        }
    }
}

/// Spreadsheets, tables of tabs, and text as Windows writes it.
#[test]
fn a_table_is_read_whatever_wrote_it() {
    let home = tempfile::tempdir().expect("a folder");
    let like = ["--like", "first-steps"];
    let cell = |at: &str, text: &str| format!("<c r='{at}' t='inlineStr'><is><t>{text}</t></is></c>");
    let rows = format!(
        "<row r='1'>{}{}{}{}</row><row r='2'>{}{}<c r='C2'><v>2400</v></c>{}</row>",
        cell("A1", "Unit"),
        cell("B1", "Troop type"),
        cell("C1", "Men"),
        cell("D1", "Quality"),
        cell("A2", "Foy"),
        cell("B2", "Line Inf"),
        cell("D2", "Guards"),
    );
    let book = made::xlsx(&[("Notes", false, ""), ("Units", false, &rows), ("Old", true, &rows)]);
    let open = made::ods("Units", &[&["Unit", "Type", "Men", "Quality"], &["Foy", "foot", "2400", "Guards"]]);
    for (name, bytes, more, told) in [
        ("a.xlsx", book.as_slice(), &[][..], "the sheet \"Units\" is read; --sheet names another: Old"),
        ("a.xlsx", &book, &["--sheet", "old"], "Arm \"Line Inf\" is read as Infantry (1 row)"),
        ("a.ods", &open, &[], "Arm \"foot\" is read as Infantry (1 row)"),
        ("a.tsv", b"Unit\tType\tMen\tQuality\r\nFoy\tfoot\t2'400\tGuards\r\n", &[], "is read as Infantry"),
        ("a.txt", b"Unit|Type|Men|Quality\nFoy|foot|2400|Guards\n", &[], "is read as Infantry"),
        ("a.csv", b"Unit;Type;Men;Quality;Chef\nFoy;foot;2400;Guards;Dani\xe8l\n", &[], "Dani\u{e8}l"),
        (
            "a.csv",
            b"Unit,Type,Men,Quality,Guns\nFoy,foot,2400,Guards,3\n",
            &["--column", "guns=-"],
            "Infantry",
        ),
    ] {
        let (done, said, err) = file(home.path(), name, bytes, &[&like[..], more].concat());
        assert!(done && err.contains(told), "{name}: {told}: {err}");
        assert!(said.contains("name: \"Foy\", arm: Infantry, quality: Guards, men: 2400"), "{name}: {said}");
    }
    // What is no text loses no letter: it is refused.
    let (done, said, err) = file(home.path(), "a.csv", b"Unit,Men\nD\xc3\xb6r,1\nK\xfcr,2\n", &like);
    assert!(!done && said.is_empty() && err.contains("line 3 cannot be read as text"), "{err}");
}

/// Several nations to a side, each an army of it.
#[test]
fn nations_are_told_to_their_sides() {
    let home = tempfile::tempdir().expect("a folder");
    let table = "Nation,Name,Arm,Men,Quality\nBritish,A,foot,2000,Trained\nHanover,B,foot,2000,Trained\nFrench,C,foot,2000,Guards\n";
    let like = ["--like", "first-steps"];
    let (done, _, err) = army(home.path(), table, &like);
    assert!(!done && err.contains("there is no side \"British\", \"Hanover\", \"French\""), "{err}");
    let nations = ["--nation", "British=Allied", "--nation", "Hanover=Allied", "--nation", "French=French"];
    let told = [&like[..], &nations[..]].concat();
    let (done, said, err) = army(home.path(), table, &[&told[..], &["--side", "Hanover"]].concat());
    assert!(done && said.contains("\"B\"") && !said.contains("\"A\""), "{said}{err}");
}

/// A battle of a stranger whose names a spreadsheet would work out, under the id `own`.
fn strange_battle(library: &Library) {
    let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
    let (rules, known) = (scenario.rules.clone(), library.rules());
    let column = |field| *known.columns(&rules).iter().find(|column| column.field == field).expect("there");
    let first = scenario.pieces().next().expect("it has units").2.id().to_owned();
    let cell = |field, said: &str| Edit::cell(first.clone(), column(field), Some(said.to_owned()));
    let names = [
        Edit::side_name(Side(0), "=1+1"),
        Edit::side_name(Side(1), "@SUM(A1)"),
        cell("name", "-2+3"),
        cell("note", "'=4"),
        Edit::command_name(first.clone(), "+5"),
    ];
    let mut draft = Draft::of(scenario);
    draft.edit(Edit::several(names.to_vec())).expect("it means something");
    draft.name_files("own");
    library.save_scenario(&draft, false).expect("it is saved");
}

/// The cells of a table by their columns.
fn cells(table: &str) -> Vec<(String, String)> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let heads = reader.headers().expect("a heading").clone();
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.flat_map(|row| {
        let cells = heads.iter().zip(&row).map(|(head, cell)| (head.to_owned(), cell.to_owned()));
        cells.collect::<Vec<_>>()
    })
    .collect()
}

/// What a stranger calls things is no formula in any table, and comes back as it was.
#[test]
fn no_text_of_a_table_is_worked_out_by_a_spreadsheet() {
    let home = tempfile::tempdir().expect("a folder");
    let library = Library::at(home.path(), &Games::of_the_program());
    strange_battle(&library);
    let journal = played_from(&library, home.path(), "own", 7, 20);
    let (folder, journal) = (home.path().join("tables"), journal.to_str().expect("plain letters"));
    let (done, _, err) =
        run(home.path(), &["report", journal, "--csv", folder.to_str().expect("plain letters")]);
    assert!(done, "{err}");
    let written = |name: &str| fs::read_to_string(folder.join(name)).expect("a table");
    let (done, units, err) = run(home.path(), &["convert", "own"]);
    assert!(done, "{err}");
    let tables = [
        (units.clone(), &["'=1+1", "'@SUM(A1)", "'-2+3", "''=4", "'+5"][..]),
        (written("turns.csv"), &["'=1+1", "'@SUM(A1)"]),
        (written("losses.csv"), &["'=1+1", "'@SUM(A1)", "'+5"]),
        (written("throws.csv"), &["'=1+1", "'@SUM(A1)"]),
    ];
    for (table, marked) in tables {
        let cells = cells(&table);
        for (head, cell) in &cells {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{head}: {cell}\n{table}");
        }
        for cell in marked {
            assert!(cells.iter().any(|(_, there)| there == cell), "{cell}\n{table}");
        }
        // Counts are numbers still.
        let counts = ["Men", "turn", "began_with", "dice"];
        let counted = cells.iter().filter(|(head, cell)| counts.contains(&head.as_str()) && !cell.is_empty());
        let counted: Vec<&str> = counted.map(|(_, cell)| cell.as_str()).collect();
        assert!(!counted.is_empty() && counted.iter().all(|cell| cell.parse::<u32>().is_ok()), "{counted:?}");
    }
    let (done, army, err) = army(home.path(), &units, &["--like", "own", "--side", "=1+1"]);
    assert!(done, "{err}");
    for text in ["\"-2+3\"", "\"\\'=4\"", "\"+5\""] {
        assert!(army.contains(text), "{text}: {army}");
    }
    assert!(!army.contains("\"'-2") && !army.contains("\"'+5"), "{army}");
}

/// So many units, of which every fourth begins a command.
fn many(units: usize) -> String {
    let row = |number: usize| match number % 4 {
        0 => format!("Corps {number},Unit {number},2000,Trained\n"),
        _ => format!(",Unit {number},2000,Trained\n"),
    };
    format!("Command,Name,Men,Quality\n{}", (0..units).map(row).collect::<String>())
}

#[test]
fn a_table_may_have_as_many_rows_as_a_battle_and_more_are_told_with_their_number() {
    let home = tempfile::tempdir().expect("a folder");
    let like = ["--like", "first-steps"];
    let (done, said, err) = army(home.path(), &many(1000), &like);
    assert!(done, "{err}");
    let of = |text: &str| said.matches(text).count();
    assert_eq!((of("name: \"Unit "), of("name: \"Corps "), of("men: 2000")), (1000, 250, 1000));
    for (number, id) in [(0, "B01"), (41, "B42"), (999, "B1000")] {
        let unit = said.lines().find(|line| line.contains(&format!("\"Unit {number}\"")));
        assert!(unit.is_some_and(|line| line.contains(&format!("\"{id}\""))), "{unit:?}");
    }
    for (rows, told) in [
        (1001, "line 1002: 1 row from here on is too many, for a battle has 1000 at most: leave them out"),
        (
            100_000,
            "line 1002: 99000 rows from here on are too many, for a battle has 1000 at most: leave them out",
        ),
    ] {
        let (done, said, err) = army(home.path(), &many(rows), &like);
        assert!(!done && said.is_empty(), "{rows}");
        let faults = err.lines().filter(|line| line.starts_with("drumhead: ")).count();
        assert!(faults == 1 && err.contains(told), "{rows}: {err}");
    }
}
