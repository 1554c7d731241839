//! Armies that come as tables of units, and battles whose units leave as one.

use std::fs;
use std::path::Path;

use super::run;

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
    let trials: [(&str, &[&str], &[&str]); 6] = [
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
        (UNITS, &["--like", "marengo-naw"], &["map", "pasting"]),
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

/// What leaves as a table comes back as the same table.
#[test]
fn the_units_of_a_battle_leave_as_a_table_and_come_back() {
    let home = tempfile::tempdir().expect("a folder");
    for battle in ["first-steps", "brigade-action", "marengo-naw", "marengo-cb"] {
        let (done, table, err) = run(home.path(), &["convert", battle]);
        assert!(done, "{err}");
        assert!(
            table.lines().count() > 4 && table.lines().next().is_some_and(|head| head.contains(',')),
            "{table}"
        );
    }
    let (_, table, _) = run(home.path(), &["convert", "first-steps"]);
    let sides: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    let first = sides.first().expect("it has units");
    let (done, said, err) = army(home.path(), &table, &["--like", "first-steps", "--side", first]);
    assert!(done, "{err}");
    let own = table.lines().skip(1).filter(|line| line.starts_with(first)).count();
    assert!(own > 2 && said.matches("(id: ").count() >= own, "{own} units: {said}");
}
