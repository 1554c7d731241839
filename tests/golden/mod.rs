//! Golden journals: whole games of every format version ever written are opened by the program of today (`tests/golden/README.md`).
//!
//! No sound file is ever called damaged, nothing of it is cut, states that are said to be as they were are so to the last field, and
//! from the first order that today's rules do not take the referee plays on.

mod players;
mod told_then;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use desk::{Desk, DiceFrom, Library, Notice, Record, peek};
use easy::Easy;
use easy::FiatAct;
use game::Wire;
use game::{Fiat, RuleSet};
use games::Games;
use napoleon_at_war::NapoleonAtWar;
use scenario::{OldBattle, Side};
use serde_json::Value;

use told_then::ToldThen;

use crate::is_held;
use crate::resumed::{comes_back, is_in_mid_combat, spoilt_is_refused_or_played};

/// Every golden game of a format version, by name.
fn games(version: &str) -> Vec<PathBuf> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/golden").join(version);
    let entries = fs::read_dir(folder).expect("the golden games are there");
    let mut games: Vec<PathBuf> = entries.map(|entry| entry.expect("they can be listed").path()).collect();
    games.sort();
    games
}

/// What each line of a journal records, as JSON: entry `n` at `n - 1`.
fn written(game: &Path) -> Vec<Value> {
    let text = fs::read_to_string(game.join("game.journal")).expect("a journal is text");
    let json = |line: &str| {
        let (_, json) = line.split_once(' ').expect("a golden line has a checksum or a hash");
        serde_json::from_str::<Value>(json).expect("a golden line is JSON")["did"].take()
    };
    text.lines().skip(1).map(json).collect()
}

/// The states as they were told when the game was played, asked for from the first to the last.
struct States {
    lines: std::vec::IntoIter<String>,
    /// Those that were asked for, as text.
    known: BTreeMap<usize, String>,
    last: (usize, Value),
}

impl States {
    fn of(game: &Path) -> Self {
        let text = fs::read_to_string(game.join("states.jsonl")).expect("the states are text");
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut lines = lines.into_iter();
        let start: Value = serde_json::from_str(&lines.next().expect("a start")).expect("JSON");
        let known = BTreeMap::from([(0, start["state"].to_string())]);
        Self { lines, known, last: (0, start["state"].clone()) }
    }

    /// The state after the next order of the record.
    fn next(&mut self) -> Option<(usize, &Value)> {
        let line: Value = serde_json::from_str(&self.lines.next()?).expect("JSON");
        let number = |key: &str| usize::try_from(line[key].as_u64().expect("a number")).expect("a small one");
        let (number, after) = (number("n"), number("after"));
        if self.last.0 != after {
            self.last.1 = serde_json::from_str(&self.known[&after]).expect("JSON");
        }
        let patch: json_patch::Patch = serde_json::from_value(line["patch"].clone()).expect("a patch");
        json_patch::patch(&mut self.last.1, &patch).expect("the patch fits");
        self.last.0 = number;
        self.known.insert(number, self.last.1.to_string());
        Some((number, &self.last.1))
    }
}

/// Opens a golden game and holds it to what was told of it; what the program of today says of it.
fn check<R: ToldThen>(game: &Path) -> String {
    let name = game.file_name().unwrap_or_default().to_string_lossy();
    let path = game.join("game.journal");
    let written = written(game);
    let (desk, notices) = Desk::<R>::read(&path, &Library::embedded(&Games::default()))
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(!notices.iter().any(Notice::is_damage), "{name}: {notices:?}");
    assert_eq!(desk.records().len(), written.len(), "{name}: every line is on record");
    let log = fs::read_to_string(game.join("replay.txt")).expect("the log is text");
    let (mut taken, mut same, mut reworded) = (0, 0, 0);
    let mut first_difference = String::new();
    let mut states = States::of(game);
    while let Some((number, state)) = states.next() {
        let Some(entry) = desk.entry_of(number) else { continue };
        taken += 1;
        let reached = desk.state_at(number).expect("it is an order");
        if is_held(number) {
            comes_back::<R>(desk.start(), &reached, &format!("{name}, entry {number}"));
        }
        if is_held(number) && is_in_mid_combat::<R>(&reached) {
            spoilt_is_refused_or_played::<R>(desk.start(), &reached, 4, number as u64);
        }
        let line = &written[number - 1]["order"];
        let is_as_it_was = match line.get("change") {
            None => line["hash"] == desk::state_hash(&reached),
            Some(_) => entry.judged_otherwise().is_none(),
        };
        if is_as_it_was {
            same += 1;
            let now = desk.state_at(number).expect("it is an order");
            let now = R::told_then(&now);
            let change = json_patch::diff(state, &now);
            assert!(change.is_empty(), "{name}: the state after entry {number} is told otherwise: {change}");
            let words = entry.words.join("\n    ");
            let on_line = desk.line().iter().any(|entry| entry.number == number);
            reworded += usize::from(on_line && !log.contains(&words));
        } else if first_difference.is_empty() {
            let now = desk.state_at(number).expect("it is an order");
            first_difference = format!("entry {number}: {}\n", entry.words.join(" | "));
            first_difference += &difference(state, &R::told_then(&now));
        }
        if line.get("change").is_some() {
            // What it records stands, whatever today's rules say.
            let change = json_patch::diff(state, &R::told_then(&reached));
            assert!(change.is_empty(), "{name}: the state after entry {number} is told otherwise: {change}");
            continue;
        }
        let text = line["order"].to_string();
        let before = desk.state_at(entry.parent).expect("an order follows an order");
        let frozen =
            R::order_of_v1(&before, &text).unwrap_or_else(|why| panic!("{name}, entry {number}: {why}"));
        assert_eq!(frozen, entry.order, "{name}: entry {number}");
    }
    let orders = written.iter().filter(|did| did.get("order").is_some()).count();
    let mut today =
        format!("{orders} orders, {taken} taken, {same} as they were, {reworded} in other words\n");
    for notice in notices {
        writeln!(today, "{notice}").expect("text grows");
    }
    today + &first_difference
}

/// What is otherwise in a state, a line each: where, what it was then, what it is now.
fn difference(then: &Value, now: &Value) -> String {
    let mut told = String::new();
    let changes = json_patch::diff(then, now).0;
    if changes.is_empty() {
        told += "    nothing that the protocol tells of the state\n";
    }
    for change in &changes {
        let place = change.path();
        let at = |state: &Value| place.resolve(state).map_or_else(|_| "nothing".to_owned(), Value::to_string);
        writeln!(told, "    {place}: {} then, {} now", at(then), at(now)).expect("text grows");
    }
    told
}

/// The referee plays on from where the game stands, and finds it so again.
fn plays_on<R: Wire>(game: &Path, fiat: R::Order) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.journal");
    fs::copy(game.join("game.journal"), &path).expect("it can be copied");
    let library = Library::embedded(&Games::default());
    let (mut desk, notices) = Desk::<R>::open(&path, &library).expect("a golden game opens");
    let before = fs::read(&path).expect("it can be read");
    assert_eq!(before, fs::read(game.join("game.journal")).expect("it can be read"), "nothing is cut");
    let stands_at = desk.at();
    desk.order(fiat, DiceFrom::Rolled).expect("the referee may say so anywhere");
    let (at, after) = (desk.at(), desk.state().clone());
    assert_eq!(desk.current().map(|entry| entry.parent), Some(stands_at));
    drop(desk);
    let text = fs::read(&path).expect("it can be read");
    assert!(text.starts_with(&before), "nothing is cut");
    let (mut again, more) = Desk::<R>::open(&path, &library).expect("it opens again");
    assert!(!more.iter().any(Notice::is_damage), "{more:?}");
    assert_eq!(more.len(), notices.len());
    assert_eq!((again.at(), again.state()), (at, &after));
    again.undo().expect("the fiat is taken back");
    assert_eq!(again.at(), stands_at);
    let copy = folder.path().join("copy.journal");
    again.save_as(&copy).expect("it can be saved elsewhere");
    let (copied, _) = Desk::<R>::read(&copy, &library).expect("the copy is a journal");
    assert_eq!((copied.at(), copied.records().len()), (again.at(), again.records().len()));
    let kept =
        |desk: &Desk<R>| desk.records().iter().filter(|record| matches!(record, Record::NotTaken(_))).count();
    assert_eq!(kept(&copied), kept(&again), "what is not taken stays in the copy");
}

/// Long games take a while to open three times; that is worth it where something of them is not taken.
fn is_to_go_on(game: &Path, today: &str) -> bool {
    today.lines().count() > 1 || written(game).len() < 700
}

#[test]
fn golden_games_of_waterloo_open_for_ever() {
    open_for_ever("waterloo-");
}

#[test]
fn golden_games_of_marengo_open_for_ever() {
    open_for_ever("marengo-");
}

#[test]
fn golden_games_of_first_steps_open_for_ever() {
    open_for_ever("first-steps-");
}

/// Of the golden games those whose names begin so.
fn open_for_ever(names: &str) {
    let bless = std::env::var_os("DRUMHEAD_BLESS").is_some();
    let named =
        |game: &PathBuf| game.file_name().is_some_and(|name| name.to_string_lossy().starts_with(names));
    for game in games("v1").into_iter().chain(games("v2")).filter(named) {
        let header = peek(&game.join("game.journal")).expect("a golden game has a header");
        match header.drumhead_journal {
            1 => assert!(OldBattle::with_digest(&header.digest).is_some(), "its battle is kept"),
            _ => assert!(!header.files.is_empty(), "it has its battle in it"),
        }
        let reason = "the game goes on".to_owned();
        let today = if header.rules == Easy::ID {
            let act = FiatAct::Award { side: Side(0), points: 1 };
            let today = check::<Easy>(&game);
            if is_to_go_on(&game, &today) {
                plays_on::<Easy>(&game, easy::Order::Fiat(Fiat { act, reason, clause: None }));
            }
            today
        } else {
            let act = napoleon_at_war::HexAct::Turn { turn: 3 };
            let order = napoleon_at_war::Order::Fiat(Fiat { act, reason, clause: None });
            let today = check::<NapoleonAtWar>(&game);
            if is_to_go_on(&game, &today) {
                plays_on::<NapoleonAtWar>(&game, order);
            }
            today
        };
        let path = game.join("today.txt");
        if bless {
            fs::write(&path, today).expect("it can be written");
        } else {
            let told = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(today, told, "{}: review the change, see tests/golden/README.md", path.display());
        }
    }
}

#[test]
fn battles_of_games_of_version_1_are_kept() {
    let library = Library::embedded(&Games::default());
    let kept = OldBattle::digests();
    for (id, _, rules) in library.scenarios() {
        let digest = if rules == Easy::ID {
            desk::digest(&library.battle::<scenario::Scenario>(&id).expect("it is sound").0)
        } else if rules == NapoleonAtWar::ID {
            desk::digest(&library.battle::<scenario::HexScenario>(&id).expect("it is sound").0)
        } else {
            // Rules that came later never had a journal of that version.
            continue;
        };
        assert!(
            kept.contains(&digest),
            "{id} has changed: journals of version 1 hold no battle, so keep its files in assets/old-battles/{digest} too"
        );
    }
}
