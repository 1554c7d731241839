//! Solo players of a rule set: what they see of a game, and what they order.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use scenario::Side;

use crate::{Due, Offer, RuleSet};

/// Who plays a side for the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum SoloPlayer {
    /// The player of the first versions: each unit by itself.
    Classic,
    /// Units that attack together where the odds are good enough.
    Normal(Boldness),
}

/// How good the odds have to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boldness {
    Bold,
    #[default]
    Balanced,
    Cautious,
}

impl Boldness {
    /// What the chance of beating an enemy has to exceed that of being beaten by, for an attack.
    pub fn least_advantage(self) -> f64 {
        match self {
            Self::Bold => 0.05,
            Self::Balanced => 0.2,
            Self::Cautious => 0.4,
        }
    }
}

impl Default for SoloPlayer {
    fn default() -> Self {
        Self::Normal(Boldness::Balanced)
    }
}

impl SoloPlayer {
    /// All of them with the words that name them, from the first to the boldest.
    pub const ALL: [(&'static str, Self); 4] = [
        ("classic", Self::Classic),
        ("cautious", Self::Normal(Boldness::Cautious)),
        ("normal", Self::Normal(Boldness::Balanced)),
        ("bold", Self::Normal(Boldness::Bold)),
    ];
}

impl Display for SoloPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Self::ALL.iter().find(|(_, player)| player == self).map_or("", |(word, _)| word);
        f.pad(word)
    }
}

impl FromStr for SoloPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        let text = if text == "balanced" { "normal" } else { &text };
        let found = Self::ALL.iter().find(|(word, _)| *word == text).map(|(_, player)| *player);
        found.ok_or_else(|| {
            let words = Self::ALL.map(|(word, _)| word).join(", ");
            format!("there is no solo player {text}: there are {words}")
        })
    }
}

impl From<SoloPlayer> for String {
    fn from(player: SoloPlayer) -> Self {
        player.to_string()
    }
}

impl TryFrom<String> for SoloPlayer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// What a side has done in a game, as a share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// 0 for the first side.
    pub side: u8,
    /// What is counted: `stands that never close`.
    pub name: String,
    pub count: u32,
    /// Of so many.
    pub of: u32,
}

/// A game in progress, as its solo players see it.
pub trait InProgress<R: RuleSet> {
    fn state(&self) -> &R::State;

    /// What is due; computed when it is first needed.
    fn due(&self) -> &Due<R::Order>;

    /// The hash of the state; `None` before the first order.
    fn hash(&self) -> Option<u64>;
}

/// A state of the rules of these players.
pub type StateOf<M> = <<M as Minds>::Rules as RuleSet>::State;

/// An order of the rules of these players.
pub type OrderOf<M> = <<M as Minds>::Rules as RuleSet>::Order;

/// The players of both sides, and the referee, as one value that decides for each in turn. With only [`Minds::new`]
/// implemented, they take the first offer.
pub trait Minds: Debug + Send + Sized + 'static {
    type Rules: RuleSet;

    /// Players for a game in this state.
    fn new(state: &StateOf<Self>) -> Self;

    /// Players of these manners, one a side; as [`Minds::new`] where the rule set has no others.
    fn playing(state: &StateOf<Self>, _players: [SoloPlayer; 2]) -> Self {
        Self::new(state)
    }

    /// Looks at the game before the next order.
    fn look(&mut self, _game: &dyn InProgress<Self::Rules>) {}

    /// Their next order; asked again while the rules refuse it. `None` means any offer.
    fn propose(&mut self, _game: &dyn InProgress<Self::Rules>) -> Option<OrderOf<Self>> {
        None
    }

    /// Why the last order was proposed, in one sentence with its figures: `7 Aulard and 8 Noguès on 72 Bijlandt: beats 61 %, is
    /// beaten 9 %`.
    fn reason(&self) -> Option<String> {
        None
    }

    /// Sees what an order came to.
    fn saw(&mut self, _game: &dyn InProgress<Self::Rules>, _order: &OrderOf<Self>) {}

    /// What the sides have done so far, for the laboratory.
    fn deeds(&self, _state: &StateOf<Self>) -> Vec<Deed> {
        Vec::new()
    }

    /// Sorts the offers to a side, or to the referee, by how much they advance the game; `view` is what that side sees.
    fn prefer(
        &mut self,
        _view: &StateOf<Self>,
        _side: Option<Side>,
        _offers: &mut Vec<&Offer<OrderOf<Self>>>,
    ) {
    }
}
