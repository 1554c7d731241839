//! What many games come to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::experiment::{Experiment, Plan};
use super::played::{Over, Played};
use super::statistics::{Interval, mean, wilson};

/// What the games of an experiment come to.
#[derive(Clone, Debug, Serialize)]
pub struct Sums {
    /// The games as the experiment says, and in the other way, if there is one.
    pub arms: Vec<ArmSums>,
    /// Where there are two ways: by how many points the first side is further ahead in the second of them, seed by seed.
    pub difference: Option<Interval>,
    /// Games that panicked or were stuck: the seed, and what was said.
    pub faults: Vec<(Plan, String)>,
}

/// What the games of one way come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArmSums {
    pub games: usize,
    /// The share of games that the first side wins, a draw being half of one.
    pub first_wins: Option<Interval>,
    /// By how many points the first side is ahead at the end.
    pub margin: Option<Interval>,
    /// Where the players are two: the share of games that the first of them wins, and their lead, each seed counted once for
    /// both sides.
    pub first_player: Option<(Interval, Interval)>,
    /// How often each level of victory was reached, the most frequent first.
    pub levels: Vec<(String, usize)>,
    /// The least, the middle and the greatest number of orders, and of turns.
    pub orders: Option<[usize; 3]>,
    pub turns: Option<[usize; 3]>,
    /// The mean points of both sides as each turn ended; of a game that was over before, those of its end.
    pub by_turn: Vec<[f64; 2]>,
    /// By command, the mean of each figure of the table of losses that is a number, by its heading.
    pub losses: Vec<(String, BTreeMap<String, f64>)>,
    pub deeds: Vec<DeedSum>,
}

/// What a side has done in all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeedSum {
    pub side: u8,
    pub name: String,
    pub count: u64,
    /// Of so many.
    pub of: u64,
}

impl Sums {
    pub fn of(experiment: &Experiment, played: &[Played]) -> Self {
        let arms: Vec<Vec<&Played>> = [false, true]
            .into_iter()
            .map(|against| played.iter().filter(|one| one.plan.against == against).collect())
            .take(if experiment.against.is_some() { 2 } else { 1 })
            .collect();
        let margins = |arm: &[&Played]| -> BTreeMap<(u64, bool), f64> {
            let margin =
                |one: &&Played| Some(((one.plan.seed, one.plan.swapped), f64::from(one.over()?.margin)));
            arm.iter().filter_map(margin).collect()
        };
        let difference = match &arms[..] {
            [one, other] => {
                let (one, other) = (margins(one), margins(other));
                let further: Vec<f64> =
                    one.iter().filter_map(|(game, margin)| Some(other.get(game)? - margin)).collect();
                mean(&further)
            }
            _ => None,
        };
        let fault = |one: &Played| match &one.result {
            super::Result::Over(_) => None,
            super::Result::Fault(said) => Some((one.plan, said.clone())),
        };
        Self {
            arms: arms.iter().map(|arm| ArmSums::of(arm)).collect(),
            difference,
            faults: played.iter().filter_map(fault).collect(),
        }
    }
}

impl ArmSums {
    fn of(played: &[&Played]) -> Self {
        let over: Vec<(Plan, &Over)> =
            played.iter().filter_map(|one| Some((one.plan, one.over()?))).collect();
        let margins: Vec<f64> = over.iter().map(|(_, over)| f64::from(over.margin)).collect();
        let wins: f64 = margins.iter().map(|margin| won(*margin)).sum();
        let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, over) in &over {
            *levels.entry(&over.level).or_default() += 1;
        }
        let mut levels: Vec<(String, usize)> =
            levels.into_iter().map(|(level, count)| (level.to_owned(), count)).collect();
        levels.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Self {
            games: over.len(),
            first_wins: wilson(wins, over.len()),
            margin: mean(&margins),
            first_player: first_player(&over),
            levels,
            orders: spread(over.iter().map(|(_, over)| over.orders).collect()),
            turns: spread(over.iter().map(|(_, over)| over.by_turn.len()).collect()),
            by_turn: by_turn(&over),
            losses: losses(&over),
            deeds: deeds(&over),
        }
    }
}

/// A game that is won counts one, and a draw half of one.
fn won(margin: f64) -> f64 {
    match margin.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) => 1.0,
        Some(std::cmp::Ordering::Equal) => 0.5,
        _ => 0.0,
    }
}

/// The share of games that the first player wins, and its lead in points: seeds that were played by both sides, each as one
/// figure, since its two games have their scenario and their dice in common.
fn first_player(over: &[(Plan, &Over)]) -> Option<(Interval, Interval)> {
    let margin = |swapped: bool| -> BTreeMap<u64, f64> {
        let of = over.iter().filter(|(plan, _)| plan.swapped == swapped);
        of.map(|(plan, over)| (plan.seed, f64::from(over.margin))).collect()
    };
    let (own, other) = (margin(false), margin(true));
    let pairs: Vec<(f64, f64)> =
        own.iter().filter_map(|(seed, own)| Some((*own, *other.get(seed)?))).collect();
    let wins: f64 = pairs.iter().map(|(own, other)| won(*own) + won(-other)).sum();
    let leads: Vec<f64> = pairs.iter().map(|(own, other)| (own - other) / 2.0).collect();
    Some((wilson(wins, pairs.len() * 2)?, mean(&leads)?))
}

/// The least, the middle and the greatest.
fn spread(mut numbers: Vec<usize>) -> Option<[usize; 3]> {
    numbers.sort_unstable();
    Some([*numbers.first()?, numbers[numbers.len() / 2], *numbers.last()?])
}

fn by_turn(over: &[(Plan, &Over)]) -> Vec<[f64; 2]> {
    let most = over.iter().map(|(_, over)| over.by_turn.len()).max().unwrap_or_default();
    let at = |turn: usize, side: usize| {
        let points = over.iter().filter_map(|(_, over)| over.by_turn.get(turn).or(over.by_turn.last()));
        let (sum, count) =
            points.fold((0.0, 0.0), |(sum, count), points| (sum + f64::from(points[side]), count + 1.0));
        sum / f64::max(count, 1.0)
    };
    (0..most).map(|turn| [at(turn, 0), at(turn, 1)]).collect()
}

fn losses(over: &[(Plan, &Over)]) -> Vec<(String, BTreeMap<String, f64>)> {
    /// By heading, the sum of the figures and their number.
    type Figures = BTreeMap<String, (f64, f64)>;
    let mut found: Vec<(String, Figures)> = Vec::new();
    for (name, figures) in over.iter().flat_map(|(_, over)| &over.losses) {
        let place = found.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            found.push((name.clone(), BTreeMap::new()));
            found.len() - 1
        });
        for (heading, figure) in figures {
            if let Ok(figure) = figure.parse::<f64>() {
                let (sum, count) = found[place].1.entry(heading.clone()).or_default();
                (*sum, *count) = (*sum + figure, *count + 1.0);
            }
        }
    }
    let means = |figures: Figures| {
        figures.into_iter().map(|(heading, (sum, count))| (heading, sum / count)).collect()
    };
    found.into_iter().map(|(name, figures)| (name, means(figures))).collect()
}

fn deeds(over: &[(Plan, &Over)]) -> Vec<DeedSum> {
    let mut sums: Vec<DeedSum> = Vec::new();
    for deed in over.iter().flat_map(|(_, over)| &over.deeds) {
        let (count, of) = (u64::from(deed.count), u64::from(deed.of));
        match sums.iter_mut().find(|sum| (sum.side, &sum.name) == (deed.side, &deed.name)) {
            Some(sum) => (sum.count, sum.of) = (sum.count + count, sum.of + of),
            None => sums.push(DeedSum { side: deed.side, name: deed.name.clone(), count, of }),
        }
    }
    // In the order in which they are counted, side by side.
    sums.sort_by_key(|sum| sum.side);
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64, swapped: bool, margin: i32) -> Played {
        let over = Over {
            level: if margin == 0 { "draw nobody".to_owned() } else { "marginal Red".to_owned() },
            margin,
            by_turn: vec![[1, 0], [margin, 0]],
            orders: 10 * seed as usize,
            losses: vec![("I Corps".to_owned(), BTreeMap::from([("lost".to_owned(), seed.to_string())]))],
            deeds: Vec::new(),
        };
        Played {
            plan: Plan { seed, against: false, swapped },
            result: super::super::Result::Over(Box::new(over)),
        }
    }

    #[test]
    fn who_plays_better_is_told_by_both_sides_of_each_seed() {
        // The first side is ahead by 10 whoever plays it, and the better player by 2.
        let played: Vec<Played> =
            (1..=8).flat_map(|seed| [game(seed, false, 12), game(seed, true, 8)]).collect();
        let whole: Vec<&Played> = played.iter().collect();
        let sums = ArmSums::of(&whole);
        let (wins, lead) = sums.first_player.expect("there are pairs");
        assert_eq!((wins.middle, lead.middle, lead.low), (0.5, 2.0, 2.0));
        assert_eq!(sums.margin.map(|margin| margin.middle), Some(10.0));
        assert_eq!(sums.orders, Some([10, 50, 80]));
        assert_eq!(sums.losses[0].1["lost"], 4.5);
        assert_eq!(sums.by_turn, [[1.0, 0.0], [10.0, 0.0]]);
    }
}
