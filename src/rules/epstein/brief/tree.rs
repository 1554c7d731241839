//! The tree of a charge: turn by turn what decides, with the chances, and the outcomes (`epstein:g.6`).

use crate::odds::{End, Outcome, Turn, charge_ways, say, those_of};
use crate::order::Order;
use crate::state::{GroupId, State};
use game::{Branch, Clause};

/// The rest of a way through the tree: its turns, its outcome, its chance.
type Rest<'w> = (&'w [Turn], &'w Outcome, f64);

/// What a charge, or a decision during one, may lead to; empty if the order is not about a charge.
pub fn tree(state: &State, order: &Order) -> Vec<Branch> {
    let (Ok(all), Some([by, on])) = (charge_ways(state, order), those_of(state, order)) else {
        return Vec::new();
    };
    let told = ChargeGroups { state, by, on };
    let several = all.len() > 1;
    let grown = all.iter().map(|(reply, ways)| {
        let rest: Vec<Rest<'_>> = ways.iter().map(|((way, end), chance)| (&way[..], end, *chance)).collect();
        let words = format!("{} {}, if it holds", state.say(on), reply.words());
        Branch { words, branches: told.branches(&rest), ..Branch::default() }
    });
    match several {
        true => grown.collect(),
        false => grown.flat_map(|only| only.branches).collect(),
    }
}

/// The groups that the words are about.
struct ChargeGroups<'s> {
    state: &'s State,
    by: GroupId,
    on: GroupId,
}

impl ChargeGroups<'_> {
    /// The next branches, and the ways that end here.
    fn branches(&self, rest: &[Rest<'_>]) -> Vec<Branch> {
        let whole: f64 = rest.iter().map(|(.., chance)| chance).sum();
        let share = |chance: f64| Some(if whole > 0.0 { chance / whole } else { 0.0 });
        let mut ends: Vec<(String, f64)> = Vec::new();
        let mut turns: Vec<(Turn, Vec<Rest<'_>>)> = Vec::new();
        for (way, outcome, chance) in rest {
            let Some((turn, on)) = way.split_first() else {
                let words = self.outcome(outcome);
                match ends.iter_mut().find(|(known, _)| *known == words) {
                    Some((_, sum)) => *sum += chance,
                    None => ends.push((words, *chance)),
                }
                continue;
            };
            let next = (on, *outcome, *chance);
            match turns.iter_mut().find(|(known, _)| known == turn) {
                Some((_, all)) => all.push(next),
                None => turns.push((*turn, vec![next])),
            }
        }
        ends.sort_by(|a, b| b.1.total_cmp(&a.1));
        // Holding comes before failing to hold.
        turns.sort_by_key(|(turn, _)| (matches!(turn, Turn::Checked { holds: false, .. }), *turn));
        let turned = turns.iter().map(|(turn, rest)| {
            let chance: f64 = rest.iter().map(|(.., chance)| chance).sum();
            let (words, clause) = self.say(*turn);
            let mut branches = self.branches(rest);
            // A single end needs no branch.
            let words = match branches.as_slice() {
                [only] if only.branches.is_empty() => {
                    let told = matches!(turn, Turn::Checked { holds: false, .. });
                    let words = if told { only.words.clone() } else { format!("{words}: {}", only.words) };
                    branches.clear();
                    words
                }
                _ => words,
            };
            Branch { words, probability: share(chance), clause: Some(clause), branches }
        });
        let ended = ends.iter().map(|(words, chance)| Branch {
            words: words.clone(),
            probability: share(*chance),
            ..Branch::default()
        });
        turned.chain(ended).collect()
    }

    fn outcome(&self, outcome: &Outcome) -> String {
        say(outcome, &self.state.say(self.by), &self.state.say(self.on))
    }

    fn say(&self, turn: Turn) -> (String, Clause) {
        let name = |id: GroupId| self.state.say(id);
        match turn {
            Turn::Checked { who, holds } => {
                let clause = if who == self.by { "epstein:9.10" } else { "epstein:9.5" };
                (format!("{} {}", name(who), if holds { "holds" } else { "does not hold" }), clause)
            }
            Turn::Hit { who, figures: 0 } => (format!("{} is not hit", name(who)), "epstein:9.7"),
            Turn::Hit { who, figures } => (format!("{} loses {figures} to fire", name(who)), "epstein:9.7"),
            Turn::Fought { with, end } => {
                let words = match end {
                    End::ChargerWins => format!("{} beats {}", name(self.by), name(with)),
                    End::FallBack => "A tie: both fall back".to_owned(),
                    _ => format!("{} beats {}", name(with), name(self.by)),
                };
                (words, "epstein:9.11")
            }
            Turn::Fell { leaders: 0 } => ("No leader falls".to_owned(), "epstein:14.c.3"),
            Turn::Fell { leaders: 1 } => ("A leader falls".to_owned(), "epstein:14.c.3"),
            Turn::Fell { leaders } => (format!("{leaders} leaders fall"), "epstein:14.c.3"),
        }
    }
}
