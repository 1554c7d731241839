//! A game that is saved elsewhere.

use desk::*;
use games::Games;
use trial::TrialGame;

#[test]
fn a_game_that_cannot_be_saved_elsewhere_goes_on_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["here.journal", "there.journal"].map(|name| folder.path().join(name));
    let library = Library::embedded(&Games::default());
    let mut game = TrialGame::new(trial::setup(1), Some(&path)).unwrap();
    game.order(trial::throw(), DiceFrom::Rolled).unwrap();
    // Where a folder should be there is a file.
    let nowhere = path.join("there.journal");
    assert!(matches!(game.save_as(&nowhere), Err(JournalError::Io { .. })));
    assert_eq!(game.journal_path(), Some(&*path));
    game.undo().unwrap();
    // Onto itself it is refused, and the file is left alone.
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(game.save_as(&path), Err(JournalError::Exists { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    // Where there is room it is saved, and goes on there.
    game.save_as(&other).unwrap();
    assert_eq!(std::fs::read(&other).unwrap(), before);
    drop(game);
    let (read, notices) = TrialGame::open(&path, &library).unwrap();
    assert_eq!((read.records().len(), notices), (2, vec![]));
}
