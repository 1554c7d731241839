//! The file name extensions of games.

use std::path::{Path, PathBuf};

/// The extension of new games.
pub const GAME_ENDING: &str = "drumhead";

/// The extension of older games; these are read and continued under their names.
const OLD_ENDING: &str = "journal";

/// All extensions of games, that of new ones first.
pub const GAME_ENDINGS: [&str; 2] = [GAME_ENDING, OLD_ENDING];

/// Does this file have the extension of a game, in upper or lower case?
pub fn is_named_as_game(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| GAME_ENDINGS.contains(&ending.as_str()))
}

/// The file for a new game with this name in the folder.
pub fn game_file(folder: &Path, name: &str) -> PathBuf {
    // The name may contain dots, so the extension is appended and does not replace another.
    folder.join(format!("{name}.{GAME_ENDING}"))
}

/// The file of a game given by this name: at this path, otherwise in the folder of games, with or without its extension; `None`
/// if there is no such file.
pub fn named_game(folder: Option<&Path>, name: &Path) -> Option<PathBuf> {
    let places = [Some(name.to_owned()), folder.map(|folder| folder.join(name))];
    first_game(places)
}

/// As [`named_game`], for a dialog of the window, which shows the folder of games: that folder is searched first.
pub fn named_in_dialog(folder: Option<&Path>, name: &Path) -> Option<PathBuf> {
    first_game([folder.map(|folder| folder.join(name)), Some(name.to_owned())])
}

/// The first file of a game with one of these names, with or without its extension.
fn first_game(places: [Option<PathBuf>; 2]) -> Option<PathBuf> {
    let with_endings = |place: PathBuf| {
        let ended = GAME_ENDINGS.map(|ending| {
            let mut path = place.clone().into_os_string();
            path.push(format!(".{ending}"));
            PathBuf::from(path)
        });
        std::iter::once(place).chain(ended)
    };
    places.into_iter().flatten().flat_map(with_endings).find(|path| path.is_file())
}

/// The first of `scenario-001`, `scenario-002` … for which the folder has no game with either extension.
pub fn free_game_name(folder: &Path, scenario: &str) -> Option<String> {
    let is_free =
        |name: &String| GAME_ENDINGS.iter().all(|ending| !folder.join(format!("{name}.{ending}")).exists());
    (1..=u32::MAX).map(|number| format!("{scenario}-{number:03}")).find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_go_by_either_ending() {
        for (name, is_game) in [
            ("waterloo-001.drumhead", true),
            ("waterloo-001.journal", true),
            ("WATERLOO.DRUMHEAD", true),
            ("drumhead", false),
            (".drumhead", false),
            ("waterloo.ron", false),
            ("waterloo.drumhead.damaged-1", false),
        ] {
            assert_eq!(is_named_as_game(Path::new(name)), is_game, "{name}");
        }
        assert_eq!(game_file(Path::new("/games"), "day 1.5"), Path::new("/games/day 1.5.drumhead"));
    }

    #[test]
    fn a_game_is_found_by_its_name_with_its_ending_and_without() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        for file in ["day 1.5.drumhead", "old.journal"] {
            std::fs::write(inside(file), "").unwrap();
        }
        let found = |name: &str| named_game(Some(folder.path()), Path::new(name));
        for (name, file) in [
            ("day 1.5", Some("day 1.5.drumhead")),
            ("day 1.5.drumhead", Some("day 1.5.drumhead")),
            ("old", Some("old.journal")),
            ("day 1", None),
        ] {
            assert_eq!(found(name), file.map(inside), "{name}");
        }
        assert_eq!(named_game(None, &inside("old")), Some(inside("old.journal")), "wherever it lies");
        assert_eq!(named_game(None, Path::new("old")), None);
        // What lies in the folder that the dialog shows is meant, though a file of that name lies where the program was begun.
        let here = Path::new("Cargo.toml");
        std::fs::write(inside("Cargo.toml.drumhead"), "").unwrap();
        assert_eq!(named_game(Some(folder.path()), here), Some(here.to_owned()));
        assert_eq!(named_in_dialog(Some(folder.path()), here), Some(inside("Cargo.toml.drumhead")));
        assert_eq!(named_in_dialog(Some(folder.path()), &inside("old")), Some(inside("old.journal")));
    }

    #[test]
    fn a_new_game_takes_no_name_that_an_old_one_has() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(free_game_name(folder.path(), "waterloo").as_deref(), Some("waterloo-001"));
        std::fs::write(folder.path().join("waterloo-001.journal"), "").unwrap();
        std::fs::write(folder.path().join("waterloo-002.drumhead"), "").unwrap();
        assert_eq!(free_game_name(folder.path(), "waterloo").as_deref(), Some("waterloo-003"));
    }
}
