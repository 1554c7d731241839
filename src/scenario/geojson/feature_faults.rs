//! Collects faults of hundreds of features: each kind of fault once, with how many features have it and the first of them.

use std::collections::BTreeMap;

use data::Fault;

/// Maximum number of features listed; the rest are counted.
const NAMED: usize = 3;

/// `feature 1`, `features 1 and 4`, `features 1, 2, 3 and 27 more`: `count` features, of which the first are given.
pub(super) fn features<T: ToString>(first: &[T], count: usize) -> String {
    let named: Vec<String> = first.iter().take(NAMED).map(T::to_string).collect();
    match (&named[..], count - named.len()) {
        ([one], 0) => format!("feature {one}"),
        ([all @ .., last], 0) => format!("features {} and {last}", all.join(", ")),
        (all, more) => format!("features {} and {more} more", all.join(", ")),
    }
}

/// A fault of the map as a whole, which has no place in the file.
pub(super) fn of_map(file: &str, message: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault { line: 0, column: 0, ..Fault::of_file(file, message, help) }
}

/// A feature in messages: its number in the file, from 1, and its name if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Who {
    pub number: usize,
    pub name: String,
    /// Its line and column in the file.
    pub place: (usize, usize),
}

impl Who {
    fn said(&self) -> String {
        match &*self.name {
            "" => self.number.to_string(),
            name => format!("{} \"{name}\"", self.number),
        }
    }
}

#[derive(Debug)]
struct Group {
    fault: Fault,
    named: Vec<String>,
    /// The last feature that has it: one that has it in several parts is counted once.
    last: usize,
    count: usize,
}

/// The faults so far.
#[derive(Debug)]
pub(super) struct FeatureFaults<'a> {
    file: &'a str,
    groups: Vec<Group>,
    /// Indices by message, and whether it is a warning.
    known: BTreeMap<(String, bool), usize>,
}

impl<'a> FeatureFaults<'a> {
    pub fn new(file: &'a str) -> Self {
        Self { file, groups: Vec::new(), known: BTreeMap::new() }
    }

    /// Adds an error; `what` follows the names of the features: `there is no kind "wods" of an area`.
    pub fn error(&mut self, who: &Who, what: impl Into<String>, help: impl Into<String>) {
        let what = what.into();
        self.note(who, &what, Fault::of_file(self.file, what.clone(), help));
    }

    pub fn warning(&mut self, who: &Who, what: impl Into<String>, done: impl Into<String>) {
        let what = what.into();
        self.note(who, &what, Fault::of_file(self.file, what.clone(), done).as_warning());
    }

    fn note(&mut self, who: &Who, what: &str, fault: Fault) {
        let key = (what.to_owned(), !fault.is_error());
        let (line, column) = who.place;
        let fault = Fault { line, column, ..fault };
        let index = *self.known.entry(key).or_insert(self.groups.len());
        if index == self.groups.len() {
            self.groups.push(Group { fault, named: Vec::new(), last: 0, count: 0 });
        }
        let group = &mut self.groups[index];
        if group.count > 0 && group.last == who.number {
            return;
        }
        group.last = who.number;
        group.count += 1;
        if group.named.len() < NAMED {
            group.named.push(who.said());
        }
    }

    /// All of them, in the order in which they were first met.
    pub fn faults(self) -> Vec<Fault> {
        let whole = |group: Group| {
            let Group { mut fault, named, count, .. } = group;
            fault.message = format!("{}: {}", features(&named, count), fault.message);
            fault
        };
        self.groups.into_iter().map(whole).collect()
    }
}
