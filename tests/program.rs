//! The program itself: its commands, its exit codes, and a running game that is killed.

#[path = "program/armies.rs"]
mod armies;
#[path = "program/chronicle.rs"]
mod chronicle;
#[path = "program/contradicted.rs"]
mod contradicted;
#[path = "program/cut.rs"]
mod cut;
#[path = "program/desktop.rs"]
mod desktop;
#[path = "program/files.rs"]
mod files;
#[path = "program/film.rs"]
mod film;
#[path = "program/ground.rs"]
mod ground;
#[path = "program/half_read.rs"]
mod half_read;
// Its commands are lines for a shell.
#[cfg(unix)]
#[path = "program/handbook.rs"]
mod handbook;
#[path = "program/hexes.rs"]
mod hexes;
#[path = "program/hostile.rs"]
mod hostile;
#[path = "program/inches.rs"]
mod inches;
#[path = "program/lab.rs"]
mod lab;
#[path = "program/licences.rs"]
mod licences;
#[path = "shared/spreadsheets.rs"]
mod made;
#[path = "program/paper.rs"]
mod paper;
#[path = "program/positions.rs"]
mod positions;
#[path = "program/print.rs"]
mod print;
#[path = "program/reconstruction.rs"]
mod reconstruction;
#[path = "program/report.rs"]
mod report;
#[path = "program/sealed.rs"]
mod sealed;
#[path = "program/sheets.rs"]
mod sheets;
#[path = "program/told.rs"]
mod told;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use desk::{Desk, Library};
use easy::Easy;
use games::Games;

fn drumhead(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    command
        .env("DRUMHEAD_HOME", home)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("NO_COLOR", "1");
    command
}

/// Runs the program; its success, standard output and standard error.
fn run(home: &Path, arguments: &[&str]) -> (bool, String, String) {
    let output = drumhead(home).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_solo_battle_ends_with_its_result_and_its_journal_replays() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("game.journal");
    let path = journal.to_str().expect("a path in plain letters");
    let (done, out, err) = run(home.path(), &["play", "first-steps", "--seed", "7", "--journal", path]);
    assert!(done, "{err}");
    let last = out.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    assert!(
        matches!(words.as_slice(), ["result:", "draw" | "marginal" | "decisive" | "overwhelming", _, points] if points.contains('-')),
        "{last}"
    );
    let (done, quiet, _) = run(home.path(), &["play", "first-steps", "--seed", "7", "--quiet"]);
    assert!(done);
    assert_eq!(quiet.trim_end(), last);
    let (done, out, err) = run(home.path(), &["replay", path]);
    assert!(done, "{err}");
    assert_eq!(out.lines().last(), Some(last));
    assert!(out.contains("turn 6 of 6, ") && out.contains(": the battle is over"), "{out}");
    // The winner's points come first.
    let points = last.rsplit(' ').next().and_then(|points| points.split_once('-'));
    let points = points.map(|(a, b)| (a.parse::<i32>(), b.parse::<i32>()));
    assert!(matches!(points, Some((Ok(a), Ok(b))) if a >= b), "{last}");
    let part = home.path().join("part.journal");
    let part = part.to_str().expect("a path in plain letters");
    let (done, _, err) =
        run(home.path(), &["play", "first-steps", "--seed", "7", "--turns", "1", "--journal", part]);
    assert!(done, "{err}");
    let (done, out, err) = run(home.path(), &["replay", part]);
    assert!(done, "{err}");
    assert!(out.contains("turn 2 of 6, 14:30: a chit has to be drawn"), "{out}");
    let (done, _, err) = run(home.path(), &["play", "first-steps", "--journal", path]);
    assert!(!done && err.contains("exists already"), "{err}");
    let mut bytes = fs::read(&journal).expect("the journal is there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&journal, bytes).expect("the journal can be written");
    let (done, _, err) = run(home.path(), &["replay", path]);
    assert!(!done && err.contains("is damaged"), "{err}");
}

/// The same as JSON: one value, on one line.
fn run_json(home: &Path, arguments: &[&str]) -> serde_json::Value {
    let (done, out, err) = run(home, &[arguments, &["--json"]].concat());
    assert!(done, "{err}");
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("it is JSON")
}

#[test]
fn scripts_read_what_people_read() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("journals").join("game.drumhead");
    fs::create_dir_all(home.path().join("journals")).expect("a folder");
    let path = journal.to_str().expect("a path in plain letters");
    let (done, out, err) =
        run(home.path(), &["play", "first-steps", "--seed", "7", "--turns", "2", "--journal", path]);
    assert!(done, "{err}");
    let result = out.lines().last().and_then(|line| line.strip_prefix("result so far: ")).expect("a result");
    let replayed = run_json(home.path(), &["replay", path, "--log", "--option", "fire-arc=0"]);
    assert_eq!((replayed["result"].as_str(), replayed["over"].as_bool()), (Some(result), Some(false)));
    let log = replayed["log"].as_array().expect("the log");
    assert_eq!(Some(log.len()), replayed["orders"].as_u64().and_then(|orders| orders.try_into().ok()));
    let differs = &replayed["differences"].as_array().expect("differences")[0];
    let (_, out, _) = run(home.path(), &["replay", path, "--option", "fire-arc=0"]);
    let line = format!("entry {}: {}", differs["entry"], differs["order"].as_str().unwrap_or_default());
    assert!(out.contains(&line), "{line}: {out}");
    let listed = run_json(home.path(), &["list"]);
    assert!(listed["scenarios"].as_array().is_some_and(|all| all.iter().any(|one| one["id"] == "waterloo")));
    assert!(listed["games"].as_array().is_some_and(|all| all.iter().any(|one| one["seed"] == 7)), "{listed}");
    let odds = run_json(home.path(), &["odds", "first-steps", "--order", "Draw"]);
    assert_eq!(odds["odds"].as_array().map(Vec::len), Some(4), "{odds}");
    for (scenario, rules) in [("waterloo", "easy"), ("brigade-action", "epstein"), ("marengo-cb", "cb")] {
        let options = run_json(home.path(), &["options", scenario]);
        let (_, out, _) = run(home.path(), &["options", scenario]);
        let specs = options.as_array().expect("a list");
        assert!(specs.len() > 20, "{scenario}: {}", specs.len());
        for spec in specs {
            let [id, value, clause, title] =
                ["id", "value", "clause", "title"].map(|field| spec[field].as_str().unwrap_or_default());
            assert!(clause.starts_with(&format!("{rules}:")) && !title.is_empty(), "{spec}");
            assert!(out.contains(&format!("{id}={value}")) && out.contains(title), "{id}: {out}");
        }
    }
}

#[test]
fn a_solo_battle_on_hexes_ends_with_its_result_and_its_journal_replays() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("marengo.journal");
    let path = path.to_str().expect("a path in plain letters");
    let (done, out, err) = run(home.path(), &["play", "marengo-naw", "--seed", "7", "--journal", path]);
    assert!(done, "{err}");
    let last = out.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    let points = |text: &str| {
        text.split_once('-').is_some_and(|(a, b)| [a, b].iter().all(|n| n.parse::<u8>().is_ok()))
    };
    match words.as_slice() {
        ["result:", "victory", "French" | "Austrian", taken] => assert!(points(taken), "{last}"),
        ["result:", "draw", "nobody", taken] => assert!(points(taken), "{last}"),
        _ => panic!("{last}"),
    }
    // What victory rests on is told: kills and ground of both sides, and the clause.
    for part in [
        "Austrian points are lost of 33",
        "within 4 hexes of Marengo of 10",
        "French points are lost of 30",
        "naw:16.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (done, again, err) = run(home.path(), &["replay", path]);
    assert!(done, "{err}");
    assert_eq!(again.lines().last(), Some(last));
    assert!(again.contains("turn 14 of 14, ") && again.contains(": the battle is over"), "{again}");
}

#[test]
fn commands_say_what_is_wrong() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let failing = |arguments: &[&str], says: &str| {
        let (done, _, err) = run(home.path(), arguments);
        assert!(!done && err.contains(says), "{arguments:?}: {err}");
    };
    failing(&[], "drumhead play");
    failing(&["watterloo"], "did you mean \"waterloo\"");
    failing(&["play", "first-stepz"], "did you mean \"first-steps\"");
    failing(&["play", "first-steps", "--option", "fire-ark=45"], "did you mean fire-arc");
    failing(&["play", "first-steps", "--weather", "fog"], "muddy");
    failing(&["replay", "/nowhere"], "/nowhere");
    failing(&["odds", "first-steps", "--order", "Dance"], "--order");
    failing(&["check", "/nowhere.ron"], "/nowhere.ron");
    let (done, out, _) = run(home.path(), &["list"]);
    assert!(done && out.contains("waterloo") && out.contains("first-steps"), "{out}");
    let (done, out, _) = run(home.path(), &["odds", "first-steps", "--order", "Draw"]);
    assert!(done && out.contains('%'), "{out}");
    let (done, out, _) = run(home.path(), &["serve", "--schema"]);
    assert!(done && out.contains("\"needs_dice\""), "{out}");
}

#[test]
fn two_tables_become_a_hex_map() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let table = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path in plain letters").to_owned()
    };
    let hexes = table(
        "hexes.csv",
        "hex,terrain,feature-name\n0101,clear,\n0102,town,Sainte-Ode\n0201,forest,\n0202,clear,\n",
    );
    let sides = table(
        "sides.csv",
        "hexA,hexB,kind,up_hex\n0101,0102,river,\n0101,0102,bridge,\n0102,0202,slope,0202\n",
    );
    let named = ["--id", "ford", "--name", "The ford"];
    let (done, out, err) =
        run(home.path(), &[&["convert", hexes.as_str(), sides.as_str()][..], &named[..]].concat());
    assert!(done, "{err}");
    assert!(out.contains("Sainte-Ode") && out.contains("id: \"ford\""), "{out}");
    let wrong = table("wrong.csv", "hexA,hexB,kind,up_hex\n0101,0202,canal,\n");
    let (done, out, err) =
        run(home.path(), &[&["convert", hexes.as_str(), wrong.as_str()][..], &named[..]].concat());
    assert!(!done && out.is_empty() && err.contains("canal") && err.contains("wrong.csv"), "{out}{err}");
}

#[test]
fn a_game_on_hexes_is_served_replayed_listed_and_weighed() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("journals/marengo.journal");
    fs::create_dir_all(home.path().join("journals")).expect("a folder can be made");
    let path = journal.to_str().expect("a path in plain letters");
    let mut served = Served::begin(home.path());
    served.send(&format!(
        r#"{{"new":{{"scenario":"marengo-naw","seed":1,"options":{{"edition":"decision-games"}},"journal":"{path}"}}}}"#
    ));
    let opened = served.answer();
    assert!(opened.contains("opened") && opened.contains("no attacker may lower the odds"), "{opened}");
    served.send(r#"{"order":{"order":"Begin"}}"#);
    let done = served.answer();
    assert!(done.contains("MovementBegan"), "{done}");
    // Two units face to face, by the referee, and the movement phase over.
    for order in [
        r#"{"Fiat":{"act":{"Place":["f44",2010]},"reason":"r"}}"#,
        r#"{"Fiat":{"act":{"Place":["afrim",2009]},"reason":"r"}}"#,
        r#""EndMovement""#,
    ] {
        served.send(&format!(r#"{{"order":{{"order":{order}}}}}"#));
        let done = served.answer();
        assert!(done.contains("done"), "{order}: {done}");
    }
    drop(served.input);
    served.child.wait().expect("the program ends");
    let (done, out, err) = run(home.path(), &["replay", path]);
    assert!(done && out.contains("4 entries replayed") && out.contains("turn 1 of "), "{out}{err}");
    assert!(out.contains("no attacker may lower the odds") && out.contains("result so far: "), "{out}");
    let attack = r#"Attack(by: ["afrim"], on: ["2010"])"#;
    let (done, out, err) = run(home.path(), &["odds", path, "--order", attack]);
    assert!(done && out.contains(" %  "), "{out}{err}");
    let attack = r#"Attack(by: ["afrim"], on: ["f44"])"#;
    let (done, out, err) = run(home.path(), &["odds", "marengo-naw", "--order", attack]);
    assert!(!done && out.contains("Attack of") && !err.is_empty(), "{out}{err}");
    let (done, _, err) = run(home.path(), &["odds", "marengo-naw", "--order", "Draw"]);
    assert!(!done && err.contains("Write it as in cases, such as "), "{err}");
    let (done, _, err) = run(home.path(), &["odds", "marengo-naw"]);
    assert!(!done && err.contains("give the order with --order, such as --order '"), "{err}");
    let (done, out, _) = run(home.path(), &["list"]);
    assert!(
        done && out.contains("marengo-naw") && out.contains("marengo.journal  marengo-naw, seed 1"),
        "{out}"
    );
    let (done, out, err) = run(home.path(), &["validate", "marengo-naw"]);
    assert!(done && out.contains("marengo-naw: "), "{out}{err}");
}

#[test]
fn a_reader_who_leaves_is_no_panic() {
    let home = tempfile::tempdir().expect("a temporary folder");
    for arguments in
        [&["list"][..], &["validate", "first-steps"], &["odds", "first-steps", "--order", "Draw"]]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = drumhead(home.path()).args(arguments).stdout(writer).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn what_holds_no_cases_or_is_a_folder_is_said_so() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().to_str().expect("a path in plain letters");
    let (done, _, err) = run(home.path(), &["check", folder]);
    assert!(!done && err.contains("there are no case files in"), "{err}");
    let (done, _, err) = run(home.path(), &["validate", folder]);
    assert!(!done && err.contains("is a folder"), "{err}");
    let (done, _, err) = run(home.path(), &["--seed", "7"]);
    assert!(!done && err.contains("belong to a new game"), "{err}");
}

#[test]
fn all_faults_of_a_users_file_are_told_at_once_with_their_lines() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().join("assets/scenarios");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let text = include_str!("../assets/scenarios/first-steps.ron")
        .replace("id: \"first-steps\"", "id: \"mine\"")
        .replace("(stand: \"B01\"", "(stand: \"B99\"")
        .replace("held_by: \"red\"", "held_by: \"green\"");
    let file = folder.join("mine.ron");
    fs::write(&file, text).expect("a file can be written");
    let (done, out, err) = run(home.path(), &["validate", "mine"]);
    assert!(!done && out.contains("errors"), "{out}{err}");
    assert!(err.contains("B99") && err.contains("green") && err.contains("mine.ron:"), "{err}");
    let (done, _, by_file) = run(home.path(), &["validate", file.to_str().expect("a path in plain letters")]);
    assert!(!done && by_file.contains("B99"), "{by_file}");
    let (done, out, err) = run(home.path(), &["validate", "first-steps"]);
    assert!(done && out.contains("first-steps: without a fault"), "{out}{err}");
}

#[test]
fn names_of_any_length_are_told_in_part() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().join("assets/scenarios");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let long = "Endless ".repeat(20_000);
    let text = include_str!("../assets/scenarios/first-steps.ron");
    let (before, rest) = text.split_once("name: \"").expect("it has a name");
    let (_, after) = rest.split_once('"').expect("the name ends");
    fs::write(folder.join("first-steps.ron"), format!("{before}name: \"{long}\"{after}"))
        .expect("a file can be written");
    let armies = home.path().join("armies");
    fs::create_dir_all(&armies).expect("a folder can be made");
    let red = include_str!("../armies/first-steps-red.ron");
    let (before, rest) = red.split_once("name: \"").expect("it has a name");
    let (_, after) = rest.split_once('"').expect("the name ends");
    fs::write(armies.join("first-steps-red.ron"), format!("{before}name: \"{long}\"{after}"))
        .expect("a file can be written");
    let journal = home.path().join("a.journal");
    let journal = journal.to_str().expect("a path in plain letters");
    for arguments in [
        &["list"][..],
        &["play", "first-steps", "--seed", "7", "--turns", "1", "--journal", journal],
        &["odds", "first-steps", "--order", "Draw"],
        &["replay", journal, "--log"],
        &["validate", "first-steps"],
        &["list"],
    ] {
        let (done, out, err) = run(home.path(), arguments);
        let most = out.lines().chain(err.lines()).map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(done && most < 4_100, "{arguments:?}: a line of {most} letters");
        if arguments == ["list"] {
            let named = out.lines().find(|line| line.contains("first-steps ")).expect("it is in the list");
            assert!(named.contains("Endless") && named.contains("… (159940 more)"), "{named}");
            assert!(named.chars().count() < 200, "{named}");
        }
    }
    // Letters that nobody asked to be shortened stay: a map is written whole.
    let table = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path in plain letters").to_owned()
    };
    let hexes = table("hexes.csv", "hex,terrain,feature-name\n0101,clear,\n0102,clear,\n");
    let sides = table("sides.csv", "hexA,hexB,kind,up_hex\n0101,0102,river,\n");
    let long = "m".repeat(5_000);
    let (done, out, err) = run(
        home.path(),
        &["convert", hexes.as_str(), sides.as_str(), "--id", "ford", "--name", long.as_str()],
    );
    assert!(done && out.lines().any(|line| line.contains(&long)), "{out}{err}");
}

#[test]
fn an_army_that_no_scenario_uses_is_checked_by_itself() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().join("armies");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let army = |arm: &str| {
        format!(
            "(id: \"meuse\", name: \"Army of the Meuse\", commands: [(id: \"me-i\", name: \"I Corps\", stands: [\
             (id: \"M1\", name: \"Lannoy\", arm: {arm}, strength: 5)])])"
        )
    };
    let file = folder.join("meuse.ron");
    let path = file.to_str().expect("a path in plain letters");
    fs::write(&file, army("Infantry")).expect("a file can be written");
    let (done, out, err) = run(home.path(), &["validate", path]);
    assert!(done && out.contains("meuse (no scenario uses it): without a fault"), "{out}{err}");
    fs::write(&file, army("Infantery")).expect("a file can be written");
    let (done, out, err) = run(home.path(), &["validate", path]);
    assert!(!done && out.contains("meuse (no scenario uses it): ") && out.contains("error"), "{out}{err}");
    assert!(err.contains("Infantery") && err.contains(" in 1 file"), "{err}");
}

#[cfg(feature = "window")]
#[test]
fn a_last_game_that_cannot_be_opened_is_kept_and_told() {
    use window::{OpenedGame, RunOptions};
    let home = tempfile::tempdir().expect("a temporary folder");
    let library = Library::at(home.path(), &Games::default());
    let journal = home.path().join("old.journal");
    fs::write(&journal, "no journal\n").expect("a file can be written");
    library.remember(&journal).expect("the last game can be noted");
    let options = RunOptions { library: Some(library.clone()), ..RunOptions::default() };
    let start = OpenedGame::new(options).expect("the window opens all the same");
    assert_eq!(start.game.battle().0, "waterloo");
    let [notice] = start.notices.as_slice() else { panic!("{:?}", start.notices) };
    let words = notice.to_string();
    let path = journal.display().to_string();
    assert!(words.contains(&path) && words.contains("drumhead replay"), "{words}");
    assert_eq!(fs::read_to_string(&journal).expect("it is still there"), "no journal\n");
    // The game that was begun in its place is the last one from now on.
    assert!(library.last_game().is_some_and(|last| last != journal));
}

#[cfg(feature = "window")]
#[test]
fn a_last_game_that_is_gone_is_told() {
    use window::{OpenedGame, RunOptions};
    let home = tempfile::tempdir().expect("a temporary folder");
    let library = Library::at(home.path(), &Games::default());
    let journal = home.path().join("gone.journal");
    library.remember(&journal).expect("the last game can be noted");
    let options = RunOptions { library: Some(library), ..RunOptions::default() };
    let start = OpenedGame::new(options).expect("the window opens all the same");
    assert_eq!(start.game.battle().0, "waterloo");
    let [notice] = start.notices.as_slice() else { panic!("{:?}", start.notices) };
    let words = notice.to_string();
    assert!(words.contains("gone.journal") && words.contains("no longer there"), "{words}");
    assert!(!journal.exists());
}

/// A program that serves a game, and what it has said.
struct Served {
    child: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Served {
    fn begin(home: &Path) -> Self {
        let mut child = drumhead(home)
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let input = child.stdin.take().expect("a pipe was asked for");
        let output = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program answers");
        line
    }
}

#[test]
fn a_killed_game_reopens_with_nothing_lost_but_the_order_in_hand() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("game.journal");
    let fiat = r#"{"fiat":{"act":{"Award":{"side":"blue","points":1}},"reason":"kill"}}"#;
    let mut known = 0;
    // Killed after so many answers, with more orders on their way: at another moment each time.
    for (round, answers) in [3, 1, 7, 12, 2, 5].into_iter().enumerate() {
        let mut served = Served::begin(home.path());
        let path = journal.display();
        served.send(&match round {
            0 => format!(r#"{{"new":{{"scenario":"first-steps","seed":1,"journal":"{path}"}}}}"#),
            _ => format!(r#"{{"open":{{"journal":"{path}"}}}}"#),
        });
        let opened = served.answer();
        assert!(opened.contains("opened"), "{opened}");
        for _ in 0..answers + 20 {
            served.send(fiat);
        }
        for _ in 0..answers {
            let done = served.answer();
            assert!(done.contains("done"), "{done}");
            known += 1;
        }
        served.child.kill().expect("the program can be ended");
        served.child.wait().expect("the program ends");
        let (desk, notices) =
            Desk::<Easy>::read(&journal, &Library::embedded(&Games::default())).expect("the journal opens");
        assert!(desk.at() >= known, "round {round}: {} of {known} answered orders are there", desk.at());
        assert!(notices.len() <= 1, "{notices:?}");
        assert_eq!(desk.state().points()[0], i32::try_from(desk.at()).expect("few orders"));
        known = desk.at();
    }
}
