//! Opening the files of a battle: the scenario itself, what it names, or a file read by itself. What cannot be opened is a fault.

use super::check::{HEX_RULES, TABLE_RULES};
use super::fault::{Fault, Faults, suggest};
use super::source::{SCENARIOS, Source, ids};
use crate::army::page::{Page, Spot};

/// Where a battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Table,
    Hexes,
}

impl Space {
    /// The rule sets of this space.
    const fn rules(self) -> [&'static str; 2] {
        match self {
            Self::Table => TABLE_RULES,
            Self::Hexes => HEX_RULES,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Table => "on the open table",
            Self::Hexes => "on hexes",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Table => Self::Hexes,
            Self::Hexes => Self::Table,
        }
    }
}

/// The files of that folder whose names are nearest to this one.
fn nearest_files(id: &str, folder: &str, source: &dyn Source) -> String {
    suggest(id, ids(source, folder).iter().map(String::as_str))
}

/// The page of a scenario in this space.
pub(super) fn scenario(id: &str, space: Space, source: &dyn Source, faults: &mut Vec<Fault>) -> Option<Page> {
    let path = format!("{SCENARIOS}/{id}.ron");
    let text = match source.text(&path) {
        Ok(Some(text)) => text,
        Ok(None) => {
            let help = nearest_files(id, SCENARIOS, source);
            faults.push(Fault::of_file(&path, format!("there is no scenario \"{id}\""), help));
            return None;
        }
        Err(unread) => {
            faults.push(Fault::of_file(&path, unread.reason, unread.remedy));
            return None;
        }
    };
    let page = Page::open(&path, &text, faults)?;
    let other = space.other();
    if let Some(rules) = page.text_of("rules").filter(|rules| other.rules().contains(&rules.as_str())) {
        faults.push(page.root().field("rules").fault(
            format!("\"{id}\" is a battle {}, by the rules \"{rules}\"", other.words()),
            format!("for a battle {} write {}", space.words(), space.rules().join(" or ")),
        ));
        return None;
    }
    Some(page)
}

/// Is the id that a scenario gives itself the name of its file?
pub(super) fn check_id(id: &str, written: &str, root: Spot<'_>, faults: &mut Vec<Fault>) {
    if written != id {
        faults.push(root.field("id").fault(
            format!("the scenario's id \"{written}\" differs from the file's name"),
            format!("write \"{id}\""),
        ));
    }
}

/// The page of a file that a scenario names there; in words it is a `what`.
pub(super) fn named(
    what: &str,
    folder: &str,
    id: &str,
    source: &dyn Source,
    there: Spot<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Page> {
    let path = format!("{folder}/{id}.ron");
    match source.text(&path) {
        Ok(Some(text)) => Page::open(&path, &text, faults),
        Ok(None) => {
            let help = nearest_files(id, folder, source);
            faults.push(there.fault(format!("there is no {what} \"{id}\""), help));
            None
        }
        Err(unread) => {
            faults.push(Fault::of_file(&path, unread.reason, unread.remedy));
            None
        }
    }
}

/// What a file says by itself, with its warnings, or every fault of it.
pub(super) fn alone<T>(
    folder: &str,
    id: &str,
    source: &dyn Source,
    read: impl FnOnce(&mut Page, &mut Vec<Fault>) -> Option<T>,
) -> Result<(T, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let path = format!("{folder}/{id}.ron");
    let found = match source.text(&path) {
        Ok(Some(text)) => {
            Page::open(&path, &text, &mut faults).and_then(|mut page| read(&mut page, &mut faults))
        }
        Ok(None) => {
            let help = nearest_files(id, folder, source);
            faults.push(Fault::of_file(&path, "there is no such file", help));
            None
        }
        Err(unread) => {
            faults.push(Fault::of_file(&path, unread.reason, unread.remedy));
            None
        }
    };
    Faults::settle(found, faults)
}
