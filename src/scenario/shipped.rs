//! The battles inside the binary: their present files, and those with which old games of them were started.

use std::borrow::Cow;

use include_dir::{Dir, File, include_dir};

use data::{Source, Unread};

/// Orders of battle.
pub const ARMIES: &str = "armies";
/// Tables and their ground.
pub const TERRAIN: &str = "terrain";
/// Scenarios.
pub const SCENARIOS: &str = "assets/scenarios";

static IN_BINARY: [(&str, Dir<'static>); 3] = [
    (ARMIES, include_dir!("$CARGO_MANIFEST_DIR/../../armies")),
    (TERRAIN, include_dir!("$CARGO_MANIFEST_DIR/../../terrain")),
    (SCENARIOS, include_dir!("$CARGO_MANIFEST_DIR/../../assets/scenarios")),
];

/// The files inside the binary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

impl Embedded {
    fn folder(name: &str) -> Option<&'static Dir<'static>> {
        IN_BINARY.iter().find(|(folder, _)| *folder == name).map(|(_, dir)| dir)
    }
}

impl Source for Embedded {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        let Some((folder, name)) = path.rsplit_once('/') else { return Ok(None) };
        let file = Self::folder(folder).and_then(|folder| folder.get_file(name));
        Ok(file.and_then(|file| file.contents_utf8()).map(Cow::Borrowed))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = Self::folder(folder)
            .into_iter()
            .flat_map(Dir::files)
            .filter_map(|file| file.path().to_str().map(str::to_owned))
            .collect();
        names.sort();
        names
    }
}

static OLD_BATTLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/old-battles");

/// An old version of a battle, as games of it were started: its files, found by its digest.
///
/// Journals of version 1 hold no battle, so every version of a shipped battle with such a journal is kept.
#[derive(Clone, Debug)]
pub struct OldBattle(String);

impl OldBattle {
    /// The battle with this digest; `None` if the program does not keep it.
    pub fn with_digest(digest: &str) -> Option<Self> {
        let plain = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        (plain && OLD_BATTLES.get_dir(digest).is_some()).then(|| Self(digest.to_owned()))
    }

    /// The digests of all versions that are kept, sorted.
    pub fn digests() -> Vec<String> {
        let names = OLD_BATTLES.dirs().filter_map(|dir| dir.path().to_str());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names
    }
}

impl Source for OldBattle {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        let file = OLD_BATTLES.get_file(format!("{}/{path}", self.0));
        Ok(file.and_then(File::contents_utf8).map(Cow::Borrowed))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let files = OLD_BATTLES.get_dir(format!("{}/{folder}", self.0)).into_iter().flat_map(Dir::files);
        let mut names: Vec<String> =
            files.filter_map(|file| Some(file.path().file_name()?.to_str()?.to_owned())).collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data::{InMemory, Overlay};

    #[test]
    fn upper_source_hides_a_namesake_and_adds_its_own() {
        let upper = InMemory([("armies/first-steps-red.ron".into(), "mine".into())].into());
        let both = Overlay { upper, lower: Embedded };
        assert_eq!(both.read("armies/first-steps-red.ron").unwrap(), "mine");
        assert!(both.read("armies/first-steps-blue.ron").unwrap().contains("first-steps-blue"));
        let names = both.list(ARMIES);
        assert_eq!(names.iter().filter(|name| *name == "first-steps-red.ron").count(), 1);
        assert!(names.is_sorted());
    }
}
