//! Opening the files of a source. What cannot be opened is a fault.

use super::document::Document;
use super::fault::{Fault, Faults};
use super::source::{Source, ids, path_of};
use super::spot::Spot;
use super::suggest::suggest;

/// The file of this id in a folder. Where there is none, `absent` makes the fault of the ids that would be accepted.
pub fn open(
    folder: &str,
    id: &str,
    source: &dyn Source,
    faults: &mut Vec<Fault>,
    absent: impl FnOnce(String) -> Fault,
) -> Option<Document> {
    let path = path_of(folder, id);
    let fault = match source.text(&path) {
        Ok(Some(text)) => return Document::open(&path, &text, faults),
        Ok(None) => absent(suggest(id, ids(source, folder).iter().map(String::as_str))),
        Err(unread) => Fault::of_file(&path, unread.reason, unread.remedy),
    };
    faults.push(fault);
    None
}

/// The file that another names there; in words it is a `what`.
pub fn open_named(
    what: &str,
    folder: &str,
    id: &str,
    source: &dyn Source,
    there: Spot<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Document> {
    open(folder, id, source, faults, |help| there.fault(format!("there is no {what} \"{id}\""), help))
}

/// What a file says by itself, with its warnings, or every fault of it.
pub fn read_alone<T>(
    folder: &str,
    id: &str,
    source: &dyn Source,
    read: impl FnOnce(&mut Document, &mut Vec<Fault>) -> Option<T>,
) -> Result<(T, Vec<Fault>), Faults> {
    let mut faults = Vec::new();
    let absent = |help| Fault::of_file(&path_of(folder, id), "there is no such file", help);
    let document = open(folder, id, source, &mut faults, absent);
    let found = document.and_then(|mut document| read(&mut document, &mut faults));
    Faults::settle(found, faults)
}

/// Is the id that a file gives itself its own name? In words it is a `what`.
pub fn check_id(what: &str, written: &str, name: &str, root: Spot<'_>, faults: &mut Vec<Fault>) {
    if written != name {
        faults.push(root.field("id").fault(
            format!("the {what}'s id \"{written}\" differs from the file's name"),
            format!("write \"{name}\""),
        ));
    }
}
