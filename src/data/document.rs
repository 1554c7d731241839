//! A hand-written RON file that remembers where everything stands.
//!
//! `ron` checks the syntax and reads the single values; the tree kept here adds what `ron` does not give: the place
//! of every value, and reading on after a fault so that a referee sees all of them in one go. A value that cannot
//! be read is told and hidden, then the file is read again without it, until it reads or nothing is left to hide.
//!
//! Nothing is hidden untold. A record that lacks a field is read on with a blank in its place, so that every other field
//! it lacks is found as well, and then hidden as a whole; its lack is passed over only where the record has the field
//! itself, unreadable, or a field that is not known at all and is most like this one: that has been told then.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::fault::Fault;
use super::printable;
use super::reader::{self, ReadError};
use super::spot::Spot;
use super::syntax::{self, ron_options};
use super::text::Text;
use super::tree::{Node, NodeKind, RecordField};

/// Faults told about one file before reading gives up; of a long file fewer, for each means to read it again.
const MOST_FAULTS: usize = 200;
/// Faults told about the longest file.
const LEAST_FAULTS: usize = 20;
/// Bytes that are read again and again until reading gives up.
const MOST_READ: usize = 32 << 20;
/// Fields whose text may have more than one line.
const OF_LINES: [&str; 2] = ["description", "note"];

/// A file whose syntax is sound.
#[derive(Debug)]
pub struct Document {
    text: Text,
    root: Node,
    /// Where the hidden values begin, in bytes.
    hidden: BTreeSet<usize>,
    /// Fields that a record lacks, by where the record begins: they have been told, and are blanks until it is hidden.
    lacking: RefCell<BTreeSet<(usize, &'static str)>>,
    /// Fields that a record has under a name that is not known: told as such.
    misspelt: RefCell<BTreeSet<(usize, &'static str)>>,
    /// Where faults of this file have been told.
    told_at: RefCell<BTreeSet<usize>>,
}

impl Document {
    /// Checks the syntax; a fault is told with its place.
    pub fn open(file: &str, text: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let text = Text::new(file, text);
        let root = syntax::parse(&text).map_err(|fault| faults.push(*fault)).ok()?;
        let document = Self {
            text,
            root,
            hidden: BTreeSet::new(),
            lacking: RefCell::default(),
            misspelt: RefCell::default(),
            told_at: RefCell::default(),
        };
        document.check_texts(faults);
        Some(document)
    }

    /// Tells every text that has signs which a terminal obeys, or which change the order in which text is read: names are
    /// shown in lists, logs and errors, where such a sign would do what its writer wants.
    fn check_texts(&self, faults: &mut Vec<Fault>) {
        let before = faults.len();
        self.root.walk_named("", &mut |field, node| {
            if !matches!(node.kind, NodeKind::Scalar) || faults.len() - before >= MOST_FAULTS {
                return;
            }
            let source = self.source(node);
            // Most texts have nothing that needs to be looked at twice.
            if !source.contains('\\') && source.chars().all(printable::is_printable) {
                return;
            }
            let Ok(text) = ron_options().from_str::<String>(source) else { return };
            let may_break = OF_LINES.contains(&field);
            let is_fit = |letter: &char| {
                printable::is_printable(*letter) || may_break && matches!(letter, '\n' | '\r' | '\t')
            };
            if let Some(letter) = text.chars().find(|letter| !is_fit(letter)) {
                let message =
                    format!("this text holds the control character {}", printable::line(&letter.to_string()));
                let help = "take it out: a text is shown as it is, in one line";
                faults.push(self.text.fault(node.start, node.end, message, help.into()));
            }
        });
    }

    /// Reads the file, telling every fault of its shape; `None` when nothing usable is left.
    pub fn read<T: DeserializeOwned>(&mut self, faults: &mut Vec<Fault>) -> Option<T> {
        let most = (MOST_READ / self.text.as_str().len().max(1)).clamp(LEAST_FAULTS, MOST_FAULTS);
        let mut told_here = 0;
        loop {
            let (result, reported) = reader::read(self);
            for fault in reported {
                if !faults.contains(&fault) {
                    faults.push(fault);
                    told_here += 1;
                }
            }
            let ReadError { hide, again, .. } = match result {
                Ok(value) => return Some(value),
                Err(error) => error,
            };
            if told_here >= most {
                let at = hide.map_or(self.root.start, |(start, _)| start);
                let message = "reading ends here: the file has more faults than are told";
                faults.push(self.text.fault(at, at + 1, message.into(), "mend those first".into()));
                return None;
            }
            if again {
                continue;
            }
            let Some((start, end)) = hide else {
                self.report_within(self.root.start, self.root.end, faults);
                return None;
            };
            self.report_within(start, end, faults);
            if !self.hidden.insert(start) {
                return None;
            }
        }
    }

    /// What is hidden has been told: should nothing in it have been, it is told here.
    fn report_within(&self, start: usize, end: usize, faults: &mut Vec<Fault>) {
        if self.told_at.borrow_mut().range(start..=end).next().is_none() {
            let message = "this cannot be read";
            faults.push(self.text.fault(start, end, message.into(), syntax::USUAL_HELP.into()));
        }
    }

    /// The path of the file, as its source knows it.
    pub fn file(&self) -> &str {
        self.text.file()
    }

    /// The name of the file without folder and `.ron`: the id that it should give itself.
    pub fn stem(&self) -> &str {
        self.file().rsplit('/').next().and_then(|name| name.strip_suffix(".ron")).unwrap_or_default()
    }

    /// Has the file a field of this name at the top?
    pub fn has(&self, name: &str) -> bool {
        self.top(name).is_some()
    }

    /// The text that a field at the top holds, where it holds one.
    pub fn text_of(&self, name: &str) -> Option<String> {
        ron_options().from_str(self.source(&self.top(name)?.value)).ok()
    }

    fn top(&self, name: &str) -> Option<&RecordField> {
        let NodeKind::Record { fields, .. } = &self.root.kind else { return None };
        fields.iter().find(|field| field.name == name)
    }

    /// The whole file.
    pub fn root(&self) -> Spot<'_> {
        Spot::new(self, &self.root)
    }

    /// Was `name` written in a part of the file that could not be read? What is missing with it is no further fault.
    pub fn lost(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\"");
        let mut lost = false;
        self.root.walk(&mut |node| lost |= self.is_hidden(node) && self.source(node).contains(&quoted));
        lost
    }

    /// Could part of the file not be read?
    pub fn is_torn(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// The tree of the file.
    pub fn tree(&self) -> &Node {
        &self.root
    }

    /// A value as it is written.
    pub(super) fn source(&self, node: &Node) -> &str {
        self.text.part(node.start, node.end)
    }

    pub(super) fn is_hidden(&self, node: &Node) -> bool {
        self.hidden.contains(&node.start)
    }

    /// Where the hidden values of this one begin, in bytes.
    pub(super) fn hidden_in(&self, node: &Node) -> impl Iterator<Item = usize> {
        self.hidden.range(node.start..node.end).copied()
    }

    /// Is the field written in this record, unreadable or under a name that is not known? Either has been told.
    pub(super) fn has_reported(&self, record: &Node, name: &'static str) -> bool {
        let NodeKind::Record { fields, .. } = &record.kind else { return false };
        let is_hidden = |field: &RecordField| field.name == name && self.is_hidden(&field.value);
        fields.iter().any(is_hidden) || self.misspelt.borrow().contains(&(record.start, name))
    }

    /// Remembers that the record has this field under a name that is not known.
    pub(super) fn note_misspelt(&self, record: &Node, name: &'static str) {
        self.misspelt.borrow_mut().insert((record.start, name));
    }

    /// Remembers that the record lacks this field. Was that new?
    pub(super) fn note_lacking(&self, record: &Node, name: &'static str) -> bool {
        self.lacking.borrow_mut().insert((record.start, name))
    }

    /// The fields that the record is known to lack.
    pub(super) fn lacking_in(&self, record: &Node) -> Vec<&'static str> {
        let all = self.lacking.borrow();
        let own = all.range((record.start, "")..).take_while(|(at, _)| *at == record.start);
        own.map(|(_, name)| *name).collect()
    }

    /// The fault of what lies from `start` up to `end`, met while reading.
    pub(super) fn fault_at(&self, start: usize, end: usize, message: String, help: String) -> Fault {
        self.told_at.borrow_mut().insert(start);
        self.text.fault(start, end, message, help)
    }

    /// The fault of a value.
    pub(super) fn fault(&self, node: &Node, message: String, help: String) -> Fault {
        self.text.fault(node.start, node.end, message, help)
    }
}
