//! Where data files come from: inside the binary, held in memory, or laid over others by the user.
//!
//! Paths are relative with forward slashes: `armies/waterloo-french.ron`. This room never touches the disk; the source
//! that reads the user's folder is the desk's.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

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

/// One source laid over another: a file of the upper hides its namesake below.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlay<A, B> {
    pub upper: A,
    pub lower: B,
}

impl<A: Source, B: Source> Source for Overlay<A, B> {
    /// What cannot be read above is not sought below: its owner believes that it is theirs.
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
pub struct InMemory(pub BTreeMap<String, String>);

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

/// Where the file of this id lies in a folder.
pub fn path_of(folder: &str, id: &str) -> String {
    format!("{folder}/{id}.ron")
}

/// The ids in a folder: names without `.ron`.
pub fn ids(source: &dyn Source, folder: &str) -> Vec<String> {
    source.list(folder).into_iter().filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).collect()
}
