//! Victory (`naw:16.0` to `naw:16.4`). Units: strength points as printed; hexes.

use serde::{Deserialize, Serialize};

use game::Clause;
use scenario::Side;

use super::options::VictoryGap;
use super::state::{Place, State};

/// The Austrian losses, in points, that meet the French victory condition FE (`naw:16.1`).
const AUSTRIAN_LOSS: u32 = 33;
/// The French losses, in points, that meet the Austrian victory condition AE (`naw:16.2`).
const FRENCH_LOSS: u32 = 30;
/// The French points required near Marengo for condition FG (`naw:16.1`).
const FRENCH_NEAR: u32 = 10;
/// The distance that counts as near, in hexes counted like ranges (`naw:16.1`).
const NEAR: u32 = 4;

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleOutcome {
    /// `None` means a draw.
    pub winner: Option<Side>,
    /// Strength points lost by side.
    pub lost: [u32; 2],
    /// Which of the four conditions are met, and which clause decides, in words.
    pub because: String,
}

/// The values on which Marengo's four conditions depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    pub french: Side,
    pub austrian_loss: u32,
    pub french_loss: u32,
    /// French points within four hexes of Marengo.
    pub near: u32,
    /// Whether an Austrian unit is in Marengo, and in Pietrabuona.
    pub holds: [bool; 2],
}

/// Which conditions are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The Austrians have lost enough (FE).
    pub french_kills: bool,
    /// The French stand near Marengo (FG).
    pub french_ground: bool,
    /// The French have lost enough (AE).
    pub austrian_kills: bool,
    /// The Austrians hold both places (AG).
    pub austrian_ground: bool,
}

/// Who wins, from the French point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    French,
    Austrian,
    Draw,
}

/// Strength points lost by side: units eliminated for any cause, as printed (`naw:16.0`). Units that never arrived are not lost.
pub fn lost(state: &State) -> [u32; 2] {
    let mut lost = [0; 2];
    for id in state.game.units().filter(|id| state.unit(*id).place == Place::Eliminated) {
        lost[state.side(id).index()] += u32::from(state.game.unit(id).strength);
    }
    lost
}

/// The present values for the conditions. `None` if the battle is not Marengo.
pub fn tally(state: &State) -> Option<Tally> {
    let battle = state.game.marengo()?;
    let (grid, french) = (state.game.map().grid, battle.french);
    let lost = lost(state);
    let near = |hex| grid.distance(battle.marengo, hex) <= NEAR;
    let standing = state.on_map().filter(|(id, hex)| state.side(*id) == french && near(*hex));
    let holds = |place| state.at(place).any(|id| state.side(id) != french);
    Some(Tally {
        french,
        austrian_loss: lost[french.enemy().index()],
        french_loss: lost[french.index()],
        near: standing.map(|(id, _)| u32::from(state.unit(id).strength)).sum(),
        holds: [holds(battle.marengo), holds(battle.pietrabuona)],
    })
}

impl Tally {
    pub fn conditions(&self) -> Conditions {
        Conditions {
            french_kills: self.austrian_loss >= AUSTRIAN_LOSS,
            french_ground: self.near >= FRENCH_NEAR,
            austrian_kills: self.french_loss >= FRENCH_LOSS,
            austrian_ground: self.holds == [true, true],
        }
    }

    /// The four conditions in words, each with whether it is met: French losses inflicted and ground, then Austrian.
    pub fn said(&self) -> [(String, bool); 4] {
        let now = self.conditions();
        let places = match self.holds {
            [true, true] => "Austrians stand in Marengo and in Pietrabuona",
            [true, false] => "Austrians stand in Marengo, not in Pietrabuona",
            [false, true] => "Austrians stand in Pietrabuona, not in Marengo",
            [false, false] => "Austrians stand neither in Marengo nor in Pietrabuona",
        };
        let austrian_loss =
            format!("{} Austrian points are lost of {AUSTRIAN_LOSS} wanted", self.austrian_loss);
        let near = format!(
            "{} French points stand within {NEAR} hexes of Marengo of {FRENCH_NEAR} wanted",
            self.near
        );
        let french_loss = format!("{} French points are lost of {FRENCH_LOSS} wanted", self.french_loss);
        [
            (austrian_loss, now.french_kills),
            (near, now.french_ground),
            (french_loss, now.austrian_kills),
            (places.to_owned(), now.austrian_ground),
        ]
    }

    /// The four conditions in one sentence.
    pub fn words(&self) -> String {
        let part =
            |(words, holds): (String, bool)| format!("{words} ({})", if holds { "holds" } else { "fails" });
        self.said().map(part).join("; ")
    }
}

/// Who wins, by which clause, and why in words.
///
/// Ground conditions met by both sides are tested first (`naw:16.4`). Ruling: if one side meets only its ground condition and the
/// other only its losses condition, which the text leaves open, the game is a draw (option `victory-gap`); so is ground for
/// neither.
pub fn decide(now: Conditions, gap: VictoryGap) -> (Verdict, Clause, &'static str) {
    let holder = match (now.french_ground, now.austrian_ground) {
        (true, true) => {
            return (Verdict::Draw, "naw:16.4", "both sides have their ground: a draw, whatever was lost");
        }
        (false, false) => return (Verdict::Draw, "naw:16.4", "neither side has its ground: a draw"),
        (true, false) => Verdict::French,
        (false, true) => Verdict::Austrian,
    };
    let (own, other) = match holder {
        Verdict::French | Verdict::Draw => (now.french_kills, now.austrian_kills),
        Verdict::Austrian => (now.austrian_kills, now.french_kills),
    };
    let full: Clause = if holder == Verdict::French { "naw:16.1" } else { "naw:16.2" };
    match (own, other, gap) {
        (true, _, _) => (holder, full, "it alone has its ground, and the enemy has lost enough"),
        (false, false, _) => (holder, "naw:16.3", "neither side has the kills, and it alone has its ground"),
        (false, true, VictoryGap::GeographyWins) => {
            (holder, "naw:16.4", "it alone has its ground, which outweighs the other's kills")
        }
        (false, true, VictoryGap::Draw) => {
            (Verdict::Draw, "naw:16.4", "one side has its ground, and only the other its kills: a draw")
        }
    }
}

/// How the battle ends if it ends now.
///
/// Ruling: a battle without Marengo's two places has no victory conditions (`naw:16.0`), so it ends in a draw.
pub fn outcome(state: &State) -> (BattleOutcome, Clause) {
    let lost = lost(state);
    let Some(tally) = tally(state) else {
        let because = "this battle has no conditions of victory".to_owned();
        return (BattleOutcome { winner: None, lost, because }, "naw:16.0");
    };
    let (verdict, clause, why) = decide(tally.conditions(), state.game.options.victory_gap);
    let winner = match verdict {
        Verdict::French => Some(tally.french),
        Verdict::Austrian => Some(tally.french.enemy()),
        Verdict::Draw => None,
    };
    let by = winner.map_or(String::new(), |side| format!("{}: ", state.game.side_name(side)));
    let because = format!("{by}{why} ({clause}). {}", tally.words());
    (BattleOutcome { winner, lost, because }, clause)
}
