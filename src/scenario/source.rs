//! Where data files come from: inside the binary, or laid over it by the user.
//!
//! Paths are relative with forward slashes: `armies/waterloo-french.ron`. This room never touches the disk; a source
//! that reads the user's folder lives with the window and the commands.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use include_dir::{Dir, File, include_dir};

/// Orders of battle.
pub const ARMIES: &str = "armies";
/// Tables and their ground.
pub const TERRAIN: &str = "terrain";
/// Scenarios.
pub const SCENARIOS: &str = "assets/scenarios";

/// Why a file that is there is not read, and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub reason: String,
    pub remedy: String,
}

/// A set of data files.
pub trait Source {
    /// The text of a file; `None` where there is none, and why where one that is there cannot be read.
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread>;

    /// The text of a file; `None` where there is none that can be read.
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        self.text(path).ok().flatten()
    }

    /// The file names in a folder, sorted.
    fn list(&self, folder: &str) -> Vec<String>;
}

static IN_BINARY: [(&str, Dir<'static>); 3] = [
    (ARMIES, include_dir!("$CARGO_MANIFEST_DIR/armies")),
    (TERRAIN, include_dir!("$CARGO_MANIFEST_DIR/terrain")),
    (SCENARIOS, include_dir!("$CARGO_MANIFEST_DIR/assets/scenarios")),
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

static OLD_BATTLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/old-battles");

/// A battle as it was when games of it were begun: its files, found by its digest.
///
/// Journals of version 1 hold no battle, so every version of a shipped battle on which one was written is kept.
#[derive(Clone, Debug)]
pub struct OldBattle(String);

impl OldBattle {
    /// The battle with this digest; none where the program does not keep it.
    pub fn with_digest(digest: &str) -> Option<Self> {
        let plain = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        (plain && OLD_BATTLES.get_dir(digest).is_some()).then(|| Self(digest.to_owned()))
    }

    /// The digests of all that are kept, sorted.
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

/// One source laid over another: a file of the upper hides its namesake below.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay<A, B> {
    pub upper: A,
    pub lower: B,
}

impl<A: Source, B: Source> Source for Overlay<A, B> {
    /// What cannot be read above is not sought below: its owner believes that it is his.
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        match self.upper.text(path)? {
            Some(text) => Ok(Some(text)),
            None => self.lower.text(path),
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<String> =
            self.upper.list(folder).into_iter().chain(self.lower.list(folder)).collect();
        names.into_iter().collect()
    }
}

/// Files held in memory, as (path, text): for tests and for positions sent inline.
#[derive(Clone, Debug, Default)]
pub struct InMemory(pub std::collections::BTreeMap<String, String>);

impl Source for InMemory {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        Ok(self.0.get(path).map(|text| Cow::Borrowed(text.as_str())))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0
            .keys()
            .filter_map(|path| path.rsplit_once('/'))
            .filter(|(parent, _)| *parent == folder)
            .map(|(_, name)| name.to_owned())
            .collect()
    }
}

impl<S: Source + ?Sized> Source for &S {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        (**self).text(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        (**self).list(folder)
    }
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        (**self).text(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        (**self).list(folder)
    }
}

impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

/// The ids in a folder: names without `.ron`.
pub(crate) fn ids(source: &dyn Source, folder: &str) -> Vec<String> {
    source.list(folder).into_iter().filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
