//! Which clauses of a rulebook have a case, and which have none.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::file::Cases;
use rulebook::{Rulebook, Tag};

/// How far the cases cover one tag, that is one module, of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// `easy`.
    pub rules: String,
    /// `basic`.
    pub tag: String,
    pub covered: usize,
    pub total: usize,
    /// Clauses in force without a case.
    pub missing: Vec<String>,
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {} of {}", self.rules, self.tag, self.covered, self.total)
    }
}

/// The coverage of a rulebook's clauses in force, tag by tag; clauses with nothing to enforce are left out.
pub fn coverage(rulebook: &Rulebook, files: &[Box<dyn Cases + '_>]) -> Vec<Coverage> {
    let cited: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| file.cases())
        .flat_map(|case| case.clauses())
        .map(String::as_str)
        .collect();
    let mut tags: BTreeMap<Tag, Coverage> = BTreeMap::new();
    for clause in rulebook.clauses.iter().filter(|clause| clause.in_force && clause.tag != Tag::Info) {
        let entry = tags.entry(clause.tag).or_insert_with(|| Coverage {
            rules: rulebook.id.clone(),
            tag: clause.tag.name().to_owned(),
            covered: 0,
            total: 0,
            missing: Vec::new(),
        });
        let id = format!("{}:{}", rulebook.id, clause.id);
        entry.total += 1;
        if cited.contains(id.as_str()) {
            entry.covered += 1;
        } else {
            entry.missing.push(id);
        }
    }
    tags.into_values().collect()
}
