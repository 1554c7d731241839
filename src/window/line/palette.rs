//! The command palette: everything that has a name, ranked by how well it fits what was typed.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::command::Command;

/// Maximum number of items shown; the number of further ones is stated.
pub const MOST: usize = 40;

/// Highest score of an item that is found only by its subject.
const ABOUT: u32 = 100_000;

/// An item that can be run or shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// `Undo`, `14 Charlet`, `easy:II.C.4 Zones of control`.
    pub name: String,
    /// Its sort: `stand`, `clause`.
    pub sort: &'static str,
    pub about: String,
    /// Its shortcut in words.
    pub keys: String,
    pub command: Command,
}

/// The sort of a due order.
pub const DUE: &str = "due";

/// The items that match: first those that are due, then by score; equal ones in their own order. An empty query matches all.
///
/// Due orders are run at once, so scattered letters do not match them.
pub fn ranked<'i>(query: &str, items: &'i [Item]) -> Vec<&'i Item> {
    let query = query.trim();
    if query.is_empty() {
        return items.iter().collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(query, CaseMatching::Ignore, Normalization::Smart);
    // In long texts only whole words count: scattered letters match any of them.
    let pieces = Pattern::new(query, CaseMatching::Ignore, Normalization::Smart, AtomKind::Substring);
    let mut letters = Vec::new();
    let mut found: Vec<(u32, &Item)> = items
        .iter()
        .filter_map(|item| {
            let name = Utf32Str::new(&item.name, &mut letters);
            if item.sort == DUE {
                return Some((ABOUT + pieces.score(name, &mut matcher)?, item));
            }
            if let Some(score) = pattern.score(name, &mut matcher) {
                return Some((ABOUT + score, item));
            }
            let about = format!("{} {} {}", item.sort, item.name, item.about);
            let score = pieces.score(Utf32Str::new(&about, &mut letters), &mut matcher)?;
            Some((score.min(ABOUT), item))
        })
        .collect();
    // A whole name, or the start of it, is meant literally.
    let is_named = |name: &str| {
        let (name, query) = (name.to_lowercase(), query.to_lowercase());
        (name == query, name.starts_with(&query))
    };
    found.sort_by_cached_key(|(score, item)| {
        std::cmp::Reverse((item.sort == DUE, is_named(&item.name), *score))
    });
    found.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, about: &str) -> Item {
        Item {
            name: name.into(),
            sort: "command",
            about: about.into(),
            keys: String::new(),
            command: Command::Fit,
        }
    }

    #[test]
    fn a_whole_name_goes_before_its_neighbours() {
        let items = [item("One order back", ""), item("Not One order on", ""), item("One order on", "")];
        let names =
            |query| ranked(query, &items).into_iter().map(|item| item.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("one order on")[0], "One order on");
        assert_eq!(names("one order")[2], "Not One order on");
    }

    #[test]
    fn what_is_due_comes_first_and_by_no_guess() {
        let due = Item { sort: DUE, ..item("Draw a chit", "") };
        let items = [item("Drawn by hand", ""), item("Dice rolled or typed", ""), due];
        let names =
            |query| ranked(query, &items).into_iter().map(|item| item.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("draw"), ["Draw a chit", "Drawn by hand"]);
        assert_eq!(names("chit")[0], "Draw a chit");
        assert!(!names("dt").contains(&"Draw a chit"), "a guess draws no chit");
    }

    #[test]
    fn what_is_called_so_comes_before_what_is_about_it() {
        let items = [
            item("Save as…", "Write the record to another file"),
            item("Undo", "Take back the last order"),
            item("Zones of control", "Show what the stands control"),
            item("14 Monthéry", "infantry, Varenne's corps"),
        ];
        let names =
            |query: &str| ranked(query, &items).iter().map(|item| item.name.as_str()).collect::<Vec<_>>();
        assert_eq!(names("undo"), ["Undo"]);
        assert_eq!(names("zoc")[0], "Zones of control");
        assert_eq!(names("montery")[0], "14 Monthéry");
        assert_eq!(names("record"), ["Save as…"]);
        assert_eq!(names("  ").len(), 4);
        assert!(names("qqqq").is_empty());
    }
}
