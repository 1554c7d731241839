//! Journals that outlive rules and files: orders that are not taken any more, files lost while a game is open.

use std::fs;
use std::path::{Path, PathBuf};

use desk::*;
use dice::TypedEntry;

use super::in_version_1;
use games::Games;
use scenario::Side;
use trial::{OUT_OF_TURN, TrialGame as Game, award, points};

/// A game of version 1 whose orders are awards of 1, 2, 4 ... points, so that the points say which orders stand.
fn game(path: &Path, orders: usize) -> Game {
    let setup = trial::setup(7);
    let mut game: Game = in_version_1(setup, path);
    for order in 0..orders {
        game.order(award(1 << order), DiceFrom::Rolled).unwrap();
    }
    game
}

/// Changes the text of one line of a journal, the first being 1, with its checksum.
fn rewrite(path: &Path, line: usize, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let json = change(&lines[line - 1][9..]);
    assert_ne!(json, lines[line - 1][9..], "something is changed");
    lines[line - 1] = format!("{:08x} {json}", crc32fast::hash(json.as_bytes()));
    fs::write(path, lines.join("\n") + "\n").unwrap();
}

/// As if an older program had taken an order that today's rules refuse: nobody ends moves before a chit is drawn.
fn refused(json: &str) -> String {
    let (before, rest) = json.split_once("\"order\":{\"Fiat\"").unwrap();
    let (_, after) = rest.split_once(",\"dice\"").unwrap();
    format!("{before}\"order\":{OUT_OF_TURN},\"dice\"{after}")
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    (folder, path)
}

#[test]
fn a_state_that_differs_is_told_and_every_order_is_taken() {
    let (_folder, path) = folder();
    drop(game(&path, 4));
    rewrite(&path, 3, |json| {
        let (before, hash) = json.rsplit_once("\"hash\":\"").unwrap();
        format!("{before}\"hash\":\"{}{}", if hash.starts_with('0') { '1' } else { '0' }, &hash[1..])
    });
    let before = fs::read(&path).unwrap();
    let (game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(matches!(&notices[..], [Notice::Otherwise { line: 3, orders: 1, .. }]), "{notices:?}");
    assert_eq!((game.at(), points(&game)), (4, 15));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn from_an_order_that_is_not_taken_on_the_rest_is_kept_and_the_referee_plays_on() {
    let (_folder, path) = folder();
    drop(game(&path, 5));
    rewrite(&path, 4, refused);
    let before = fs::read(&path).unwrap();
    let library = Library::embedded(&Games::default());
    let (mut game, notices) = Game::open(&path, &library).unwrap();
    let [Notice::NotTaken { line: 4, orders: 3, after: 2, clause: Some(clause), .. }] = &notices[..] else {
        panic!("{notices:?}")
    };
    assert!(
        clause.starts_with(&format!("{}:", trial::book().id)) && notices[0].to_string().contains("by fiat"),
        "{}",
        notices[0]
    );
    assert_eq!((game.at(), points(&game), game.can_redo()), (2, 3, false));
    assert_eq!(fs::read(&path).unwrap(), before, "nothing is cut");
    let words = game.step_words(3, game::Viewer::Referee);
    assert!(words.contains("It follows order 3, which is not taken"), "{words}");
    assert!(matches!(game.redo(), Err(StepError::NothingToRedo)));
    // Whatever is done next goes on from here, and is found again.
    assert_eq!(desk::Game::next_entry(&game), 7, "a branch comes before it");
    game.order(award(64), DiceFrom::Rolled).unwrap();
    assert_eq!((game.at(), points(&game), desk::Game::next_entry(&game)), (7, 67, 8));
    drop(game);
    assert!(fs::read(&path).unwrap().starts_with(&before));
    let (mut game, again) = Game::open(&path, &library).unwrap();
    assert_eq!((game.at(), points(&game)), (7, 67));
    assert!(matches!(&again[..], [Notice::NotTaken { line: 4, orders: 3, .. }]), "{again:?}");
    game.undo().unwrap();
    assert_eq!((game.at(), points(&game)), (2, 3));
    let copy = path.with_extension("copy");
    game.save_as(&copy).unwrap();
    drop(game);
    assert_eq!(
        fs::read(&path).unwrap(),
        fs::read(&copy).unwrap(),
        "what is not taken is copied as it was written"
    );
}

#[test]
fn undo_and_branch_go_on_from_before_an_order_that_is_not_taken() {
    for step in ["undo", "branch"] {
        let (_folder, path) = folder();
        drop(game(&path, 4));
        rewrite(&path, 5, refused);
        let (mut game, _) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
        assert_eq!((game.at(), points(&game)), (3, 7));
        match step {
            "undo" => assert_eq!(game.undo().unwrap().orders, 1),
            _ => game.branch(2).unwrap(),
        }
        assert_eq!((game.at(), points(&game)), (2, 3), "{step}");
        drop(game);
        let (game, _) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
        assert_eq!((game.at(), points(&game)), (2, 3), "{step}");
    }
}

#[test]
fn an_order_that_was_taken_back_at_the_time_costs_nothing_now() {
    let (_folder, path) = folder();
    let mut played = game(&path, 3);
    played.undo().unwrap();
    played.undo().unwrap();
    played.redo().unwrap();
    played.redo().unwrap();
    played.undo_to(1).unwrap();
    played.order(award(32), DiceFrom::Rolled).unwrap();
    played.branch(3).unwrap();
    played.branch(9).unwrap();
    drop(played);
    rewrite(&path, 3, refused);
    let (mut game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(matches!(&notices[..], [Notice::NotTaken { line: 3, orders: 2, after: 9, .. }]), "{notices:?}");
    assert_eq!((game.at(), points(&game)), (9, 33));
    game.order(award(64), DiceFrom::Rolled).unwrap();
    assert_eq!(points(&game), 97);
}

#[test]
fn dice_that_are_not_those_of_the_seed_are_told_where_the_state_is_as_it_was() {
    let (_folder, path) = folder();
    let mut played = game(&path, 0);
    // Typed, and then said to be rolled: the state is that of these dice.
    let rolled = played.judge(&trial::throw(), DiceFrom::Rolled).unwrap().casts[0].answer.value;
    let other = TypedEntry::Faces(vec![if rolled == 1 { 2 } else { 1 }]);
    played.order(trial::throw(), DiceFrom::Typed(vec![other])).unwrap();
    drop(played);
    let library = Library::embedded(&Games::default());
    assert_eq!(Game::read(&path, &library).unwrap().1, []);
    rewrite(&path, 2, |json| json.replace("\"typed\":true", "\"typed\":false"));
    let (_, notices) = Game::read(&path, &library).unwrap();
    assert!(matches!(&notices[..], [Notice::OtherDice { line: 2, orders: 1, .. }]), "{notices:?}");
}

#[test]
fn dice_that_are_not_taken_are_told_as_such() {
    let (_folder, path) = folder();
    let mut played = game(&path, 1);
    played.order(trial::throw(), DiceFrom::Rolled).unwrap();
    drop(played);
    rewrite(&path, 3, |json| {
        let (before, rest) = json.split_once("\"dice\":[").unwrap();
        let (_, after) = rest.split_once("],\"typed\"").unwrap();
        format!("{before}\"dice\":[],\"typed\"{after}")
    });
    let (game, notices) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    assert!(matches!(&notices[..], [Notice::NotTaken { line: 3, clause: None, .. }]), "{notices:?}");
    assert_eq!(game.at(), 1);
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_replaced_by_a_pipe_holds_nobody_up() {
    let (folder, path) = folder();
    let mut game = game(&path, 2);
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    game.order(award(4), DiceFrom::Rolled).unwrap();
    let notices = game.take_notices();
    assert!(
        matches!(&notices[..], [Notice::GoesOnIn { why, .. }] if why == "was replaced by a pipe"),
        "{notices:?}"
    );
    assert_eq!(game.journal_path(), Some(&*folder.path().join("game-2.journal")));
}

#[test]
fn an_order_that_is_not_taken_tells_a_side_nothing() {
    let (_folder, path) = folder();
    let mut played = game(&path, 1);
    let stand = played.state().unit(played.state().ids().nth(1).unwrap()).key.clone();
    let secret = trial::strength(&stand, 3, "three are left");
    played.order(secret, DiceFrom::Rolled).unwrap();
    drop(played);
    rewrite(&path, 2, refused);
    let (game, _) = Game::open(&path, &Library::embedded(&Games::default())).unwrap();
    let hears = |viewer| game.step_words(1, viewer);
    assert!(hears(game::Viewer::Referee).contains("three are left"));
    for side in Side::BOTH {
        assert_eq!(hears(game::Viewer::Side(side)), "Order 2 is not taken by today's rules");
    }
}

/// What can happen to a file while a game is open, and how it is done.
type Loss = (&'static str, fn(&Path));

const LOSSES: [Loss; 7] = [
    ("written over in the middle", |path| {
        // Clocks of file systems tick slowly.
        std::thread::sleep(std::time::Duration::from_millis(30));
        let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
        std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(40)).unwrap();
        std::io::Write::write_all(&mut file, b"twenty other letters").unwrap();
    }),
    ("deleted", |path| fs::remove_file(path).unwrap()),
    ("replaced", |path| {
        fs::rename(path, path.with_extension("away")).unwrap();
        fs::write(path, fs::read(path.with_extension("away")).unwrap()).unwrap();
    }),
    ("cut", |path| fs::OpenOptions::new().write(true).open(path).unwrap().set_len(30).unwrap()),
    ("emptied", |path| fs::write(path, "").unwrap()),
    ("written to", |path| {
        let mut bytes = fs::read(path).unwrap();
        bytes.extend(b"Dear diary,\n");
        fs::write(path, bytes).unwrap();
    }),
    ("written over", |path| {
        let bytes = fs::read(path).unwrap();
        fs::write(path, vec![b'x'; bytes.len()]).unwrap();
    }),
];

#[test]
fn a_journal_that_is_lost_while_the_game_is_open_is_noticed_and_goes_on_beside() {
    for (what, lose) in LOSSES {
        for undo in [false, true] {
            let (folder, path) = folder();
            let mut game = game(&path, 3);
            lose(&path);
            let left = fs::read(&path).ok();
            if undo {
                game.undo().unwrap();
            } else {
                game.order(award(8), DiceFrom::Rolled).unwrap();
            }
            let notices = game.take_notices();
            let beside = folder.path().join("game-2.journal");
            assert!(
                matches!(&notices[..], [Notice::GoesOnIn { path: goes_on, lost, .. }] if *goes_on == beside && *lost == path),
                "{what}: {notices:?}"
            );
            assert_eq!(game.journal_path(), Some(&*beside), "{what}");
            assert_eq!(game.take_notices(), [], "it is told once");
            game.order(award(16), DiceFrom::Rolled).unwrap();
            assert_eq!(game.take_notices(), [], "{what}");
            let (state, records) = (game.state().clone(), game.records().len());
            drop(game);
            let (again, notices) = Game::open(&beside, &Library::embedded(&Games::default())).unwrap();
            assert_eq!((again.state(), again.records().len(), notices), (&state, records, vec![]), "{what}");
            assert_eq!(fs::read(&path).ok(), left, "{what}: what is there now is left alone");
        }
    }
}

#[test]
fn a_folder_that_is_gone_is_told_and_nothing_is_done() {
    let (folder, path) = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let moved = inner.join("game.journal");
    let mut game = game(&moved, 2);
    drop(fs::remove_dir_all(&inner));
    // Where the folder was there is a file now: there is no place beside it.
    fs::write(&inner, "").unwrap();
    let refused = game.order(award(4), DiceFrom::Rolled);
    assert!(matches!(refused, Err(OrderError::Journal { .. })), "{refused:?}");
    assert_eq!((points(&game), game.records().len()), (3, 2));
    game.save_as(&path).unwrap();
    game.order(award(4), DiceFrom::Rolled).unwrap();
    assert_eq!(points(&game), 7);
}

#[test]
fn a_header_is_found_without_the_rest_of_the_file() {
    let (_folder, path) = folder();
    drop(game(&path, 2));
    let header = peek(&path).unwrap();
    // What follows may be anything: it is not read.
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend(vec![0xff; 1 << 20]);
    fs::write(&path, &bytes).unwrap();
    assert_eq!(peek(&path).unwrap(), header);
    // A first line without an end is not read for ever.
    fs::write(&path, vec![b'0'; 1 << 23]).unwrap();
    assert!(
        matches!(peek(&path), Err(JournalError::NotAJournal { reason, .. }) if reason.contains("more than"))
    );
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    for error in
        [peek(&path).map(|_| ()), Game::open(&path, &Library::embedded(&Games::default())).map(|_| ())]
    {
        assert!(matches!(error, Err(JournalError::File(_))), "{error:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_journal_and_nobody_waits_for_it() {
    let (_folder, path) = folder();
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let library = Library::embedded(&Games::default());
    let errors = [
        peek(&path).map(|_| ()),
        Game::read(&path, &library).map(|_| ()),
        Game::open(&path, &library).map(|_| ()),
    ];
    for error in errors {
        let words = error.unwrap_err().to_string();
        assert!(words.contains("a pipe") && words.contains("a journal is a plain file"), "{words}");
    }
}

#[test]
fn a_file_that_was_only_touched_goes_on() {
    let (_folder, path) = folder();
    let mut game = game(&path, 2);
    std::thread::sleep(std::time::Duration::from_millis(30));
    fs::write(&path, fs::read(&path).unwrap()).unwrap();
    game.order(award(4), DiceFrom::Rolled).unwrap();
    assert_eq!((game.take_notices(), game.journal_path()), (vec![], Some(&*path)));
}

#[test]
fn a_game_that_goes_on_beside_is_written_as_it_was() {
    for sync in [Sync::Disk, Sync::System] {
        let (folder, path) = folder();
        let setup = trial::setup(7);
        let mut game: Game = Desk::with_sync(setup, Some(&path), sync).unwrap();
        fs::remove_file(&path).unwrap();
        game.order(award(1), DiceFrom::Rolled).unwrap();
        assert_eq!(game.journal_path(), Some(&*folder.path().join("game-2.journal")));
        assert_eq!(game.sync(), Some(sync));
    }
}
