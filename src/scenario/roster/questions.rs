//! What is reported of a table before its rows are added: one sentence for every kind of fault, with the rows that have it.

use std::collections::BTreeSet;

use spreadsheet::{Notice, lines_in_words};

use super::mapping::Mapping;
use super::paste::{PasteFault, Pasted};
use super::sheet::Head;

/// Maximum number of values of a kind that are listed.
const NAMED: usize = 5;

/// If all cells of a column are invalid, and at least this many, the column has another meaning; fewer are single mistakes.
pub(super) const LEAST_MISREAD: usize = 4;

/// A fault of a table with all faults of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// `column 4 (Quality): there is no "regular", "mob". Accepted: Guards, Elites`.
    pub words: String,
    /// The lines that have it, from 1.
    pub lines: Vec<usize>,
}

/// A sentence split into its quotations and numbers, and the text outside them. The value of a cell is one of the former,
/// for any characters in it.
fn parts<'f>(words: &'f str, said: &str) -> (Vec<&'f str>, Vec<&'f str>) {
    let (mut outside, mut within, mut rest) = (Vec::new(), Vec::new(), words);
    let mut begun = 0;
    while begun < rest.len() {
        let here = &rest[begun..];
        let cell = here.strip_prefix(said).filter(|_| said.contains('"')).map(|_| said.len());
        let quoted = || here.strip_prefix('"').and_then(|after| after.find('"')).map(|end| end + 2);
        let digits = || Some(here.bytes().take_while(u8::is_ascii_digit).count()).filter(|count| *count > 0);
        match cell.or_else(quoted).or_else(digits) {
            Some(length) => {
                outside.push(&rest[..begun]);
                within.push(&here[..length]);
                (rest, begun) = (&here[length..], 0);
            }
            None => begun += here.chars().next().map_or(1, char::len_utf8),
        }
    }
    outside.push(rest);
    (outside, within)
}

/// Faults of one kind: those of one column whose sentences differ only in their quotations.
struct Kind<'f> {
    column: Option<usize>,
    outside: Vec<&'f str>,
    faults: Vec<&'f PasteFault>,
}

impl Kind<'_> {
    fn question(&self, mapping: &Mapping) -> Question {
        let Some(first) = self.faults.first() else {
            return Question { words: String::new(), lines: Vec::new() };
        };
        let mut lines: Vec<usize> = self.faults.iter().map(|fault| fault.line).collect();
        lines.sort_unstable();
        lines.dedup();
        if let [one] = lines.as_slice()
            && self.faults.len() == 1
        {
            return Question { words: first.words(mapping), lines: vec![*one] };
        }
        let mut helps: Vec<&str> = self.faults.iter().map(|fault| fault.fault.help.as_str()).collect();
        helps.dedup();
        // Several words have different suggestions; the accepted values are the same for all.
        let help = match helps.as_slice() {
            [one] => one,
            all => all[0].find("ccepted: ").map_or(all[0], |at| all[0].get(at - 1..).unwrap_or(all[0])),
        };
        let place = first.place(mapping);
        Question { words: format!("{place}{}: {help} ({})", self.message(), lines_in_words(&lines)), lines }
    }

    /// The sentence with all quotations in its first place that differs.
    fn message(&self) -> String {
        let quoted: Vec<Vec<&str>> =
            self.faults.iter().map(|fault| parts(&fault.fault.message, &fault.said).1).collect();
        let first = quoted.first().cloned().unwrap_or_default();
        let differs =
            (0..first.len()).find(|slot| quoted.iter().any(|one| one.get(*slot) != first.get(*slot)));
        let mut message = String::new();
        for (index, part) in self.outside.iter().enumerate() {
            message.push_str(part);
            let Some(value) = first.get(index) else { continue };
            if differs == Some(index) {
                let mut all: Vec<&str> = Vec::new();
                for one in quoted.iter().filter_map(|one| one.get(index).copied()) {
                    if !all.contains(&one) {
                        all.push(one);
                    }
                }
                message.push_str(&all[..all.len().min(NAMED)].join(", "));
                if all.len() > NAMED {
                    message.push_str(&format!(" and {} others", all.len() - NAMED));
                }
            } else {
                message.push_str(value);
            }
        }
        message
    }
}

impl Pasted {
    /// The faults, each kind once, in the order of the columns.
    pub fn questions(&self, mapping: &Mapping) -> Vec<Question> {
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        let misread: Vec<usize> =
            self.cells.keys().copied().filter(|column| self.is_misread(*column)).collect();
        let mut questions: Vec<Question> =
            misread.iter().map(|column| self.misread(*column, mapping)).collect();
        let is_single = |fault: &&PasteFault| fault.column.is_none_or(|column| !misread.contains(&column));
        for fault in self.faults.iter().filter(is_single) {
            let (outside, _) = parts(&fault.fault.message, &fault.said);
            match kinds.iter_mut().find(|kind| kind.column == fault.column && kind.outside == outside) {
                Some(kind) => kind.faults.push(fault),
                None => kinds.push(Kind { column: fault.column, outside, faults: vec![fault] }),
            }
        }
        kinds.sort_by_key(|kind| kind.column);
        questions.extend(kinds.iter().map(|kind| kind.question(mapping)));
        questions
    }

    /// Is every cell of this column invalid, for whatever reason?
    fn is_misread(&self, column: usize) -> bool {
        let faulty = self.faults.iter().filter(|fault| fault.column == Some(column)).map(|fault| fault.row);
        let faulty: BTreeSet<usize> = faulty.collect();
        faulty.len() >= LEAST_MISREAD && self.cells.get(&column) == Some(&faulty)
    }

    fn misread(&self, column: usize, mapping: &Mapping) -> Question {
        let faults: Vec<&PasteFault> =
            self.faults.iter().filter(|fault| fault.column == Some(column)).collect();
        let mut said: Vec<&str> = Vec::new();
        for fault in &faults {
            if !said.contains(&fault.said.as_str()) {
                said.push(&fault.said);
            }
        }
        let named: Vec<String> = said.iter().take(NAMED).map(|one| format!("\"{one}\"")).collect();
        let others = match said.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} others"),
        };
        let mut lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let place = faults.first().map_or_else(String::new, |fault| fault.place(mapping));
        let accepted = mapping.head(column).and_then(Head::accepted);
        let accepted = accepted.map_or_else(String::new, |words| format!("It takes {}. ", words.join(", ")));
        let words = format!(
            "{place}none of its values can be one, {}{others}. {accepted}Say what the column is, or that it stays out ({})",
            named.join(", "),
            lines_in_words(&lines)
        );
        Question { words, lines }
    }
}

/// Merges notices of one kind.
pub(super) fn tell(notices: &mut Vec<Notice>, words: &str, line: usize) {
    match notices.iter_mut().find(|notice| notice.words == words) {
        Some(notice) => notice.lines.push(line),
        None => notices.push(Notice { words: words.to_owned(), lines: vec![line] }),
    }
}
