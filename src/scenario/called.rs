//! Pieces with the same name: neither in a log nor in an order can they be told apart by it.

use std::collections::{BTreeMap, BTreeSet};

use super::{HexScenario, Side};
use data::{Fault, Spot};

/// Groups of ids of pieces of one side that have the same name; given are side, name and id of each piece.
pub(super) fn alike<'p>(pieces: impl Iterator<Item = (Side, &'p str, &'p str)>) -> Vec<Vec<&'p str>> {
    let mut alike: BTreeMap<(Side, String), Vec<&str>> = BTreeMap::new();
    for (side, name, id) in pieces.filter(|(_, name, _)| !name.is_empty()) {
        let ids = alike.entry((side, name.to_lowercase())).or_default();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    alike.into_values().filter(|ids| ids.len() > 1).collect()
}

pub(super) const HELP: &str = "give each a name of its own: orders and the log call them by it";

pub(super) fn one_name(ids: &[&str]) -> String {
    let named: Vec<String> = ids.iter().map(|id| format!("\"{id}\"")).collect();
    format!("{} have one name", named.join(" and "))
}

/// The warning about them, at the row of one of them.
pub(super) fn warning(ids: &[&str], at: Spot<'_>) -> Fault {
    at.field("name").warning(one_name(ids), HELP).and_of(ids.iter().copied())
}

/// Names that tell these pieces apart, given the name, mark and id of each: the name if it is unique, otherwise with the mark
/// (`Grenadiers (2)`), or with the id if the marks are the same too.
pub fn told_apart(pieces: &[[&str; 3]]) -> Vec<String> {
    let forms = |[name, mark, id]: &[&str; 3]| {
        [(*name).to_owned(), format!("{name} ({mark})"), format!("{name} ({id})")]
    };
    let mut bearers: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (at, piece) in pieces.iter().enumerate() {
        for form in forms(piece) {
            bearers.entry(form.to_lowercase()).or_default().insert(at);
        }
    }
    let told = |piece| {
        let [name, marked, by_id] = forms(piece);
        let is_alone = |form: &String| bearers[&form.to_lowercase()].len() == 1;
        [name, marked].into_iter().find(is_alone).unwrap_or(by_id)
    };
    pieces.iter().map(told).collect()
}

impl HexScenario {
    /// The battle with names such that no two units of a side have the same name, and no two leaders: see [`told_apart`].
    #[must_use]
    pub fn with_names_apart(mut self) -> Self {
        for side in Side::BOTH {
            let of_side = || self.units.iter().filter(move |unit| unit.side == side);
            let named: Vec<[&str; 3]> =
                of_side().map(|unit| [&*unit.name, &*unit.counter, &*unit.id]).collect();
            let mut told = told_apart(&named).into_iter();
            for unit in self.units.iter_mut().filter(|unit| unit.side == side) {
                unit.name = told.next().unwrap_or_default();
            }
        }
        let named: Vec<[&str; 3]> =
            self.leaders.iter().map(|leader| [&*leader.name, &*leader.counter, &*leader.id]).collect();
        for (name, leader) in told_apart(&named).into_iter().zip(&mut self.leaders) {
            leader.name = name;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_bears_anothers_name_is_told_by_the_counter_or_else_by_the_id() {
        let told = |pieces: &[[&str; 3]]| told_apart(pieces).join(", ");
        assert_eq!(told(&[["Guard", "Gd", "a"], ["Line", "Gd", "b"]]), "Guard, Line");
        assert_eq!(
            told(&[["Guard", "1", "a"], ["guard", "2", "b"], ["Line", "2", "c"]]),
            "Guard (1), guard (2), Line"
        );
        assert_eq!(
            told(&[["Guard", "1", "a"], ["Guard", "1", "b"], ["Guard", "2", "c"]]),
            "Guard (a), Guard (b), Guard (2)"
        );
        assert_eq!(
            told(&[["Guard", "1", "a"], ["Guard", "2", "b"], ["Guard (1)", "3", "c"]]),
            "Guard (a), Guard (2), Guard (1) (3)"
        );
        let once: Vec<String> = told_apart(&[["Guard", "1", "a"], ["Guard", "2", "b"]]);
        assert_eq!(
            told(&[[&once[0], "1", "a"], [&once[1], "2", "b"]]),
            once.join(", "),
            "told apart once and for all"
        );
    }
}
