//! A game that is saved elsewhere, and what is said where the disk does not take it.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;

use desk::*;
use games::Games;
use trial::{Trial, TrialGame};

#[test]
fn a_game_that_cannot_be_saved_elsewhere_goes_on_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["here.journal", "there.journal"].map(|name| folder.path().join(name));
    let library = Library::embedded(&Games::default());
    let mut game = TrialGame::new(trial::setup(1), Some(&path)).unwrap();
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    // Where a folder should be there is a file.
    let nowhere = path.join("there.journal");
    let refused = game.save_as(&nowhere).unwrap_err();
    assert!(matches!(refused, JournalError::Unwritten { .. }));
    let (nowhere, here) = (nowhere.display(), path.display());
    assert_eq!(
        refused.to_string(),
        format!("{nowhere} cannot be written: {here} is a file, no folder. Name another folder")
    );
    assert_eq!(game.journal_path(), Some(&*path));
    game.undo().unwrap();
    // A game that would be begun there is played without a record.
    let own = Library::at(&path, &Games::default());
    let (_, told) = begin::<Trial>(&own, trial::setup(1), JournalPlace::Own, Sync::System).unwrap();
    let [Notice::Unkept { why, .. }] = &told[..] else { panic!("{told:?}") };
    assert_eq!(*why, format!("{here} is a file, no folder"));
    // Onto itself it is refused, and the file is left alone.
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(game.save_as(&path), Err(JournalError::Exists { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    // A name that Windows keeps is given to no game, whatever its ending.
    for name in ["con.drumhead", "NUL", "Lpt9.day.1.drumhead", "aux .journal"] {
        let kept = folder.path().join(name);
        assert!(matches!(game.save_as(&kept), Err(JournalError::Reserved { .. })), "{name}");
        assert!(!kept.exists() && TrialGame::new(trial::setup(1), Some(&kept)).is_err(), "{name}");
    }
    assert_eq!(game.journal_path(), Some(&*path));
    // Where there is room it is saved, and goes on there.
    game.save_as(&other).unwrap();
    assert_eq!(std::fs::read(&other).unwrap(), before);
    drop(game);
    let (read, notices) = TrialGame::open(&path, &library).unwrap();
    assert_eq!((read.records().len(), notices), (2, vec![]));
}

#[test]
fn a_disk_that_takes_nothing_more_is_told_with_what_to_do() {
    let path = || PathBuf::from("/games/a.drumhead");
    let source = |kind: ErrorKind| Error::from(kind);
    let begun = |kind| JournalError::Unwritten { path: path(), source: source(kind) }.to_string();
    assert_eq!(
        begun(ErrorKind::StorageFull),
        "/games/a.drumhead cannot be written: the disk is full. Make room, or name another folder"
    );
    let order =
        |kind| OrderError::<std::fmt::Error>::Journal { path: path(), source: source(kind) }.to_string();
    let step = |kind| StepError::Journal { path: path(), source: source(kind) }.to_string();
    for told in [order(ErrorKind::StorageFull), step(ErrorKind::StorageFull)] {
        assert_eq!(
            told,
            "nothing was done, for the journal /games/a.drumhead cannot be written: the disk is full. Make room, or save the game elsewhere"
        );
    }
    // Where room would not help nobody is told to make any.
    for kind in [ErrorKind::ReadOnlyFilesystem, ErrorKind::PermissionDenied, ErrorKind::TimedOut] {
        for told in [begun(kind), order(kind), step(kind)] {
            assert!(!told.contains("oom") && !told.contains("exists"), "{told}");
            let remedies = [". Name another folder", ". Save the game elsewhere"];
            assert!(remedies.iter().any(|remedy| told.ends_with(remedy)), "{told}");
        }
    }
    let kept = SaveFault::Disk { path: path(), error: source(ErrorKind::StorageFull) }.to_string();
    assert!(kept.ends_with("the disk is full. Make room, or set DRUMHEAD_HOME to another folder"), "{kept}");
    // What cannot be opened is another matter.
    let opened = |kind| JournalError::Io { path: path(), source: source(kind) }.to_string();
    let gone = "/games/a.drumhead: there is no such file. Name the file of a game";
    assert_eq!(opened(ErrorKind::NotFound), gone);
    let closed = "/games/a.drumhead: you have no right to open it. Change its permissions, or open a copy";
    assert_eq!(opened(ErrorKind::PermissionDenied), closed);
}
