//! Journals of version 2: they hold their battle, are bound line to line, and what they record stands.

use std::fs;
use std::path::{Path, PathBuf};

use super::{in_version_1, journal_of};
use data::Source as _;
use desk::*;
use games::Games;
use scenario::Embedded;
use trial::{OUT_OF_TURN, Trial, TrialGame as Game, award, points};

/// A game whose orders are awards of 1, 2, 4 ... points, so that the points say which orders stand.
fn game(path: &Path, orders: usize) -> Game {
    let setup = trial::setup(7);
    let mut game: Game = Desk::new(setup, Some(path)).unwrap();
    for order in 0..orders {
        game.order(award(1 << order), DiceFrom::Rolled).unwrap();
    }
    game
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    (folder, path)
}

fn values(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
}

/// Changes the text of one line of a journal, the first being 1, and binds all lines anew.
fn rewrite(path: &Path, line: usize, change: impl Fn(&str) -> String) {
    let mut lines = values(path);
    let json = change(&lines[line - 1]);
    assert_ne!(json, lines[line - 1], "something is changed");
    lines[line - 1] = json;
    fs::write(path, journal_of(&lines)).unwrap();
}

#[test]
fn a_line_has_order_and_change_by_key() {
    let (_folder, path) = folder();
    drop(game(&path, 2));
    let lines = values(&path);
    let order =
        r#""order":{"Fiat":{"act":{"Award":{"side":"blue","points":2}},"reason":"test","clause":null}}"#;
    assert!(lines[2].contains(order), "{}", lines[2]);
    let change = r#""change":{"scores":{"2":{"points":2,"reason":{"Fiat":"test"},"side":"blue","turn":1}}}"#;
    assert!(lines[2].contains(change), "{}", lines[2]);
    let header = peek(&path).unwrap();
    assert_eq!((header.drumhead_journal, header.rules_version), (FORMAT, 1));
    let files: Vec<&str> = header.files.keys().map(String::as_str).collect();
    let wanted = [
        "armies/first-steps-blue.ron",
        "armies/first-steps-red.ron",
        "assets/scenarios/first-steps.ron",
        "terrain/first-steps.ron",
    ];
    assert_eq!(files, wanted);
}

#[test]
fn a_line_that_is_moved_dropped_or_of_another_game_breaks_the_chain() {
    let (folder, path) = folder();
    let mut written = game(&path, 3);
    written.undo().unwrap();
    written.order(award(8), DiceFrom::Rolled).unwrap();
    drop(written);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let other = folder.path().join("other.journal");
    let setup = trial::setup(8);
    drop(Game::new(setup, Some(&other)).unwrap());
    let other = fs::read_to_string(&other).unwrap();
    let broken = |lines: &[&str]| {
        fs::write(&path, lines.join("\n") + "\n").unwrap();
        match &Game::read(&path, &Library::embedded(&Games::default())).unwrap().1[..] {
            [Notice::Damaged { line, .. }] => *line,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(broken(&[&lines[..4], &lines[5..]].concat()), 5, "the undo is gone");
    assert_eq!(broken(&[&lines[..2], &[lines[3], lines[2]], &lines[4..]].concat()), 3);
    assert_eq!(broken(&[&[other.trim_end()], &lines[1..]].concat()), 2, "the first line is another game's");
}

#[test]
fn what_was_recorded_stands_where_todays_rules_come_to_another_position() {
    let (folder, path) = folder();
    drop(game(&path, 4));
    rewrite(&path, 3, |json| json.replace("{\"2\":{\"points\":2", "{\"2\":{\"points\":5"));
    let before = fs::read(&path).unwrap();
    let library = Library::embedded(&Games::default());
    let (mut game, notices) = Game::open(&path, &library).unwrap();
    assert!(matches!(&notices[..], [Notice::Recorded { line: 3, orders: 1, .. }]), "{notices:?}");
    assert!(!notices[0].is_damage() && notices[0].to_string().contains("What was recorded stands"));
    assert_eq!((game.at(), points(&game)), (4, 1 + 5 + 4 + 8));
    assert_eq!(fs::read(&path).unwrap(), before, "nothing is cut");
    let entry = game.entry_of(2).unwrap();
    assert!(
        entry.judged_otherwise().is_some() && entry.words[1].starts_with("By today's rules"),
        "{entry:?}"
    );
    // The game goes on, back over it and forward again, and elsewhere.
    game.undo_to(1).unwrap();
    assert_eq!(points(&game), 1);
    game.redo().unwrap();
    assert_eq!(points(&game), 6);
    game.order(award(16), DiceFrom::Rolled).unwrap();
    game.branch(3).unwrap();
    assert_eq!(points(&game), 10);
    let copy = folder.path().join("copy.journal");
    game.save_as(&copy).unwrap();
    game.order(award(32), DiceFrom::Rolled).unwrap();
    let state = game.state().clone();
    drop(game);
    let (again, notices) = Game::open(&copy, &library).unwrap();
    assert!(matches!(&notices[..], [Notice::Recorded { line: 3, .. }]), "{notices:?}");
    assert_eq!((again.state(), points(&again)), (&state, 42));
    assert!(again.rejudge(&game::options::Options::default()).is_ok());
}

#[test]
fn what_was_recorded_stands_where_todays_rules_refuse_the_order() {
    let (_folder, path) = folder();
    drop(game(&path, 3));
    // As if older rules had let moves end before a chit is drawn.
    rewrite(&path, 3, |json| {
        let (before, rest) = json.split_once("\"order\":{\"Fiat\"").unwrap();
        let (_, after) = rest.split_once(",\"dice\"").unwrap();
        format!("{before}\"order\":{OUT_OF_TURN},\"dice\"{after}")
    });
    let (mut game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    let [Notice::Recorded { line: 3, orders: 1, why, .. }] = &notices[..] else { panic!("{notices:?}") };
    assert!(why.contains(&format!("{}:", trial::book().id)), "{why}");
    assert_eq!((game.at(), points(&game)), (3, 7));
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    drop(game);
    assert_eq!(Game::open(&path, &Library::embedded(&Games::default())).unwrap().1, notices);
}

#[test]
fn a_change_that_no_state_can_have_leaves_an_order_that_is_not_taken() {
    let (_folder, path) = folder();
    drop(game(&path, 3));
    rewrite(&path, 3, |json| json.replace("\"change\":{", "\"change\":{\"turn\":99,"));
    let (game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    let [Notice::NotTaken { line: 3, orders: 2, after: 1, why, .. }] = &notices[..] else {
        panic!("{notices:?}")
    };
    assert!(why.contains("play.turn: it is turn 99: give 1 to"), "{why}");
    assert_eq!(points(&game), 1);
}

#[test]
fn dice_that_are_not_those_of_the_seed_are_told() {
    let (_folder, path) = folder();
    let mut played = game(&path, 0);
    played.order(trial::throw(), DiceFrom::Rolled).unwrap();
    drop(played);
    rewrite(&path, 2, |json| {
        let (before, rest) = json.split_once("\"Faces\":[").unwrap();
        let (face, after) = rest.split_once(']').unwrap();
        format!("{before}\"Faces\":[{}]{after}", if face == "1" { 2 } else { 1 })
    });
    let (_, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    let told = notices.iter().find(|notice| matches!(notice, Notice::OtherDice { line: 2, orders: 1, .. }));
    assert!(
        told.is_some_and(|told| told.to_string().contains("not those of the game's seed")),
        "{notices:?}"
    );
    assert!(told.is_some_and(Notice::is_contradiction));
    // Dice that were typed may be any.
    rewrite(&path, 2, |json| json.replace("\"typed\":false", "\"typed\":true"));
    let (_, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(!notices.iter().any(|notice| matches!(notice, Notice::OtherDice { .. })), "{notices:?}");
}

#[test]
fn an_undo_that_says_otherwise_what_had_been_seen_is_told() {
    let (folder, path) = folder();
    let mut played = game(&path, 1);
    played.order(trial::throw(), DiceFrom::Rolled).unwrap();
    assert_eq!(played.undo().unwrap(), TakenBack { orders: 1, dice: true, hidden: false });
    assert_eq!(played.undo().unwrap(), TakenBack { orders: 1, dice: false, hidden: false });
    drop(played);
    let library = Library::embedded(&Games::default());
    let told = || Game::read(&path, &library).unwrap().1;
    assert_eq!(told(), []);
    // The undo of the throw hides its dice.
    rewrite(&path, 4, |json| json.replace("\"dice\":true", "\"dice\":false"));
    let notices = told();
    let [notice @ Notice::OtherUndo { line: 4, undos: 1, .. }] = &notices[..] else { panic!("{notices:?}") };
    assert!(notice.is_contradiction() && !notice.is_damage());
    assert_eq!(
        notice.to_string(),
        "line 4 takes back one order and says that nothing had been seen, but dice had been seen"
    );
    // The next makes up a strength that was seen.
    rewrite(&path, 5, |json| json.replace("\"hidden\":false", "\"hidden\":true"));
    let before = fs::read(&path).unwrap();
    let (mut game, notices) = Game::open(&path, &library).unwrap();
    assert!(matches!(&notices[..], [Notice::OtherUndo { line: 4, undos: 2, .. }]), "{notices:?}");
    assert!(notices[0].to_string().ends_with("; so it is in 2 undos"), "{}", notices[0]);
    assert_eq!(fs::read(&path).unwrap(), before, "nothing is cut");
    // The log has what the orders show, and so has a copy.
    let words = [2, 3].map(|index| game.step_words(index, game::Viewer::Referee));
    assert!(words[0].ends_with("; dice had been seen"), "{words:?}");
    assert!(words[1].ends_with("; nothing had been seen"), "{words:?}");
    let copy = folder.path().join("copy.journal");
    game.save_as(&copy).unwrap();
    assert_eq!(Game::read(&copy, &library).unwrap().1, []);
}

#[test]
fn an_undo_of_what_todays_rules_judge_otherwise_is_believed() {
    let (_folder, path) = folder();
    let mut played = game(&path, 0);
    played.order(trial::throw(), DiceFrom::Rolled).unwrap();
    played.undo().unwrap();
    drop(played);
    // As if older rules had taken another order with these dice.
    rewrite(&path, 2, |json| {
        let (before, rest) = json.split_once("\"order\":{\"parent\":0,\"order\":").unwrap();
        let (_, after) = rest.split_once(",\"dice\"").unwrap();
        format!("{before}\"order\":{{\"parent\":0,\"order\":{OUT_OF_TURN},\"dice\"{after}")
    });
    rewrite(&path, 3, |json| json.replace("\"hidden\":false", "\"hidden\":true"));
    let library = Library::embedded(&Games::default());
    let (mut game, notices) = Game::open(&path, &library).unwrap();
    assert!(matches!(&notices[..], [Notice::Recorded { line: 2, .. }]), "{notices:?}");
    let [_, Record::Undo { taken, .. }] = game.records() else { panic!("{:?}", game.records()) };
    assert_eq!(*taken, TakenBack { orders: 1, dice: true, hidden: true });
    // The dice on record had been seen, whatever today's rules make of the order.
    game.redo().unwrap();
    assert!(game.undo().unwrap().dice);
    drop(game);
    assert_eq!(Game::open(&path, &library).unwrap().1, notices);
}

#[test]
fn files_of_another_battle_than_that_of_the_digest_are_told() {
    let (_folder, path) = folder();
    drop(game(&path, 2));
    let library = Library::embedded(&Games::default());
    let lines = values(&path);
    let digest = peek(&path).unwrap().digest;
    let changes: [(&str, &str); 2] = [("First steps", "Steps of somebody"), (&digest, "0123456789abcdef")];
    for (was, is) in changes {
        rewrite(&path, 1, |json| json.replacen(was, is, 1));
        let (game, notices) = Game::read(&path, &library).unwrap();
        assert_eq!(notices, [Notice::OtherBattle], "{was}");
        assert!(notices[0].is_contradiction() && notices[0].to_string().contains("line 1"), "{}", notices[0]);
        assert_eq!(points(&game), 3);
        fs::write(&path, journal_of(&lines)).unwrap();
    }
}

/// The user's own battle is changed after the game was begun, and then goes away: the game opens with the battle that it was
/// begun with.
#[test]
fn a_game_needs_nothing_but_its_journal() {
    let (folder, path) = folder();
    let library = Library::at(folder.path(), &Games::default());
    let file = folder.path().join("assets/scenarios/first-steps.ron");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let shipped = Embedded.read("assets/scenarios/first-steps.ron").unwrap();
    let own = shipped.replace("First steps", "Steps of my own");
    fs::write(&file, &own).unwrap();
    let battle = library.scenario("first-steps").unwrap().0;
    assert!(battle.name.starts_with("Steps of my own"));
    let place = JournalPlace::In(path.clone());
    let (mut game, _) = begin::<Trial>(&library, Setup::new(battle.clone(), 3), place, Sync::System).unwrap();
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    let state = game.state().clone();
    drop(game);
    assert_eq!(peek(&path).unwrap().files["assets/scenarios/first-steps.ron"], own);
    let opens = || {
        let (game, notices) = Game::read(&path, &library).unwrap();
        assert_eq!((game.state(), notices), (&state, Vec::new()));
        assert_eq!(game.setup().scenario, battle);
    };
    fs::write(&file, own.replace("Steps of my own", "Other steps")).unwrap();
    opens();
    fs::write(&file, "no battle").unwrap();
    opens();
    fs::remove_file(&file).unwrap();
    opens();
}

#[test]
fn a_game_that_was_begun_in_version_1_goes_on_in_it() {
    let (_folder, path) = folder();
    let setup = trial::setup(7);
    drop(in_version_1(setup, &path));
    for points in [1, 2] {
        let (mut game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
        assert_eq!(notices, []);
        game.order(award(points), DiceFrom::Rolled).unwrap();
    }
    let (game, _) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert_eq!((points(&game), peek(&path).unwrap().drumhead_journal), (3, 1));
    assert!(fs::read_to_string(&path).unwrap().lines().all(|line| line.as_bytes()[8] == b' '));
}
