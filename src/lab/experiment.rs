//! Which games are played.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use game::minds::SoloPlayer;

/// A scenario under terms, between two players, and perhaps what it is compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    pub scenario: String,
    /// The terms of all games.
    pub terms: Terms,
    /// Who plays the first side and who the second. Where they are two, each seed is played twice, with sides swapped.
    pub players: [SoloPlayer; 2],
    /// The same seeds are played in this way too.
    pub against: Option<Arm>,
}

/// What a game is played by, besides its scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The options of the rules that are not as usual, by id.
    pub options: BTreeMap<String, String>,
    pub weather: Option<String>,
    pub variant: Option<String>,
}

/// One thing in which the second half of the games differs from the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arm {
    Option(String, String),
    Weather(String),
    Variant(String),
    /// A preset by its name, with its options once they are known.
    Preset(String, BTreeMap<String, String>),
    /// Both sides are played by this player.
    Player(SoloPlayer),
}

impl FromStr for Arm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, value) = text.split_once('=').ok_or_else(|| {
            format!(
                "{text}: write what is different as id=value of an option, weather=NAME, variant=NAME, \
                 preset=NAME or player=NAME"
            )
        })?;
        let (what, value) = (what.trim(), value.trim().to_owned());
        Ok(match what {
            "weather" => Self::Weather(value),
            "variant" => Self::Variant(value),
            "preset" => Self::Preset(value, BTreeMap::new()),
            "player" => Self::Player(value.parse()?),
            id => Self::Option(id.to_owned(), value),
        })
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(id, value) => write!(f, "{id}={value}"),
            Self::Weather(name) => write!(f, "weather={name}"),
            Self::Variant(name) => write!(f, "variant={name}"),
            Self::Preset(name, _) => write!(f, "preset={name}"),
            Self::Player(player) => write!(f, "player={player}"),
        }
    }
}

/// Seeds from one to another, both among them: `1..20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub RangeInclusive<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("{text}: write the first and the last seed, such as 1..200");
        let (first, last) = text.split_once("..").ok_or_else(fault)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| fault());
        let (first, last) = (number(first)?, number(last.trim_start_matches('='))?);
        if first > last {
            return Err(format!("{text}: the last seed comes before the first; write {last}..{first}"));
        }
        if last - first >= MOST_SEEDS {
            return Err(format!("{text}: no more than {MOST_SEEDS} seeds at a time; take a part of them"));
        }
        Ok(Self(first..=last))
    }
}

/// So many seeds are played at a time, at most.
const MOST_SEEDS: u64 = 100_000;

/// A game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Plan {
    pub seed: u64,
    /// Is it one of those that differ in what the experiment compares?
    pub against: bool,
    /// Has each player the other side?
    pub swapped: bool,
}

impl Experiment {
    /// Is the question whether the scenario is even: the same player on both sides?
    pub fn is_mirror(&self) -> bool {
        self.players[0] == self.players[1]
    }

    /// The games of these seeds, in order.
    pub fn plan(&self, seeds: &Seeds) -> Vec<Plan> {
        let swaps: &[bool] = if self.is_mirror() { &[false] } else { &[false, true] };
        let arms: &[bool] = if self.against.is_none() { &[false] } else { &[false, true] };
        let mut games = Vec::new();
        for seed in seeds.0.clone() {
            for &against in arms {
                games.extend(swaps.iter().map(|&swapped| Plan { seed, against, swapped }));
            }
        }
        games
    }

    /// The terms and the players of a game.
    pub fn of(&self, plan: Plan) -> (Terms, [SoloPlayer; 2]) {
        let (mut terms, mut players) = (self.terms.clone(), self.players);
        match self.against.as_ref().filter(|_| plan.against) {
            Some(Arm::Option(id, value)) => {
                terms.options.insert(id.clone(), value.clone());
            }
            Some(Arm::Weather(name)) => terms.weather = Some(name.clone()),
            Some(Arm::Variant(name)) => terms.variant = Some(name.clone()),
            Some(Arm::Preset(_, options)) => terms.options.extend(options.clone()),
            Some(Arm::Player(player)) => players = [*player; 2],
            None => {}
        }
        if plan.swapped {
            players.reverse();
        }
        (terms, players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(players: [&str; 2], against: Option<&str>) -> Experiment {
        Experiment {
            scenario: "first-steps".to_owned(),
            terms: Terms::default(),
            players: players.map(|player| player.parse().expect("it is one")),
            against: against.map(|arm| arm.parse().expect("it is one")),
        }
    }

    #[test]
    fn each_seed_is_played_by_both_sides_and_in_both_ways() {
        let seeds: Seeds = "3..4".parse().expect("they are seeds");
        assert_eq!(experiment(["classic", "classic"], None).plan(&seeds).len(), 2);
        assert_eq!(experiment(["normal", "classic"], None).plan(&seeds).len(), 4);
        let both = experiment(["normal", "classic"], Some("fire-arc=30"));
        let games = both.plan(&seeds);
        assert_eq!(games.len(), 8);
        assert_eq!(games[3], Plan { seed: 3, against: true, swapped: true });
        let (terms, players) = both.of(games[3]);
        assert_eq!(terms.options["fire-arc"], "30");
        assert_eq!(players, [SoloPlayer::Classic, SoloPlayer::default()]);
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_remedy() {
        for (text, told) in [("1-20", "such as 1..200"), ("9..3", "write 3..9"), ("1..", "such as")] {
            let fault = text.parse::<Seeds>().expect_err("it is none");
            assert!(fault.contains(told), "{fault}");
        }
        assert!("fire-arc".parse::<Arm>().is_err_and(|fault| fault.contains("id=value")));
        assert!("player=marshal".parse::<Arm>().is_err_and(|fault| fault.contains("cautious")));
    }
}
