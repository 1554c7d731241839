//! Victory points, levels of victory, automatic victory, and possession of places (`cb:14a`, `cb:14b`).

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use game::{Clause, counted};
use hexes::Hex;
use scenario::{HexObjective, Side};

use super::options::{Castel, DemoralizedVp, Fifteen, MelasVp, Possession};
use super::roster::LeaderId;
use super::state::{Phase, Place, State};

/// Points for the loss of a corps commander, and for a demoralised corps (`cb:14a`).
pub const COMMANDER: i32 = 5;
pub const DEMORALISED: i32 = 5;

/// How much a battle was won by (`cb:14b`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    Draw,
    Marginal,
    Decisive,
    /// Before the last turn (`cb:14a`).
    Automatic,
}

impl Level {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Draw => "a draw",
            Self::Marginal => "a marginal victory",
            Self::Decisive => "a decisive victory",
            Self::Automatic => "an automatic victory",
        }
    }

    /// The victory of a side in words: `a decisive Austrian victory`.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::Draw => self.words().to_owned(),
            Self::Marginal => format!("a marginal {name} victory"),
            Self::Decisive => format!("a decisive {name} victory"),
            Self::Automatic => format!("an automatic {name} victory"),
        }
    }
}

/// The outcome in words: `a decisive Austrian victory`, `a draw`.
pub fn say(state: &State, outcome: &BattleOutcome) -> String {
    match outcome.winner {
        Some(winner) => outcome.level.of(state.game.side_name(winner)),
        None => outcome.level.words().to_owned(),
    }
}

/// Points that are given or taken: `+1 victory point`, `-5 victory points`.
pub fn counted_points(points: i32) -> String {
    format!("{points:+} victory {}", if points.abs() == 1 { "point" } else { "points" })
}

/// The end of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleOutcome {
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub level: Level,
    /// By side.
    pub points: [i32; 2],
    pub because: String,
}

/// A reason for points of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    pub what: String,
    pub points: i32,
    pub clause: Clause,
}

/// The reasons for points of a side, in the order of the clause.
///
/// Clause: `cb:14a`. Units: victory points.
pub fn scores(state: &State, side: Side) -> Vec<Score> {
    let game = &state.game;
    let enemy = side.enemy();
    let mut scores = Vec::new();
    let mut add = |what: String, points: i32| {
        if points != 0 {
            scores.push(Score { what, points, clause: "cb:14a" });
        }
    };
    let gone = |id: &scenario::UnitId| state.unit(*id).place == Place::Eliminated;
    let lost: i32 = game.of_side(enemy).filter(gone).map(|id| i32::from(game.unit(id).strength)).sum();
    add("strength points eliminated".into(), lost);
    for leader in game.leaders_of(enemy) {
        let losses = i32::from(state.leader(leader).losses);
        add(format!("{} lost", game.leader(leader).name), losses * worth(state, leader));
    }
    for corps in game.corps_of_side(enemy) {
        let counts = match game.options.demoralized_vp {
            DemoralizedVp::Current => state.is_demoralised(corps),
            DemoralizedVp::Ever => state.corps[corps.index()].was_demoralised || state.is_demoralised(corps),
        };
        add(format!("{}'s corps demoralised", game.corps(corps).name), if counts { DEMORALISED } else { 0 });
    }
    for (_, place) in game.places() {
        add(place.name.clone(), place_points(state, place, side));
    }
    add("by the referee".into(), i32::from(state.armies[side.index()].award));
    scores
}

/// The points of a side.
pub fn points(state: &State, side: Side) -> i32 {
    scores(state, side).iter().map(|score| score.points).sum()
}

/// Points for the loss of this leader: 5 for a corps commander (`cb:14a`), and for the Austrian army commander as the option
/// says (`cb:11f`). The loss of the French one ends the battle.
fn worth(state: &State, leader: LeaderId) -> i32 {
    match state.game.led_by(leader) {
        Some(_) => COMMANDER,
        None if state.game.options.melas_vp == MelasVp::Five => COMMANDER,
        None => 0,
    }
}

/// Points of a place for a side.
fn place_points(state: &State, place: &HexObjective, side: Side) -> i32 {
    let whole = i32::from(place.points[side.index()]);
    let held = place.hexes.iter().filter(|hex| possessor(state, **hex) == Some(side)).count();
    if held == place.hexes.len() {
        return whole;
    }
    match state.game.options.castel {
        Castel::Both => 0,
        Castel::Each5 => {
            let hexes = i32::try_from(place.hexes.len()).unwrap_or(1).max(1);
            whole / hexes * i32::try_from(held).unwrap_or_default()
        }
    }
}

/// The holder of this hex of a place (`cb:14a`): the side that last ended a phase there with a unit in good order; or, by
/// option, the one with such a unit now.
pub fn possessor(state: &State, hex: Hex) -> Option<Side> {
    match state.game.options.possession {
        Possession::LastOccupied => state.held.get(&hex).copied(),
        Possession::OccupiedNow => occupant(state, hex),
    }
}

/// The side with a unit in good order there.
pub fn occupant(state: &State, hex: Hex) -> Option<Side> {
    state.at(hex).find(|id| !state.unit(*id).routed).map(|id| state.side(id))
}

/// The points with which a side wins at the end of a turn: the French 90, others 85 (`cb:14a`).
pub fn threshold(state: &State, side: Side) -> i32 {
    if state.game.is_french(side) { 90 } else { 85 }
}

/// The outcome at the end of a turn: an automatic victory, the end after the last turn, or none (`cb:2C`, `cb:14a`, `cb:14b`).
pub fn at_turns_end(state: &State) -> Option<BattleOutcome> {
    let both = [Side(0), Side(1)].map(|side| points(state, side));
    let reached = |side: Side| both[side.index()] >= threshold(state, side);
    let winner = match (reached(Side(0)), reached(Side(1))) {
        (true, false) => Some(Side(0)),
        (false, true) => Some(Side(1)),
        (true, true) if both[0] != both[1] => Some(Side(u8::from(both[1] > both[0]))),
        (true, true) | (false, false) => None,
    };
    if let Some(winner) = winner {
        let name = state.game.side_name(winner);
        let because = format!(
            "{name}: {} at the end of turn {}, {} are enough",
            counted(both[winner.index()], "point", "points"),
            state.turn,
            threshold(state, winner)
        );
        return Some(BattleOutcome { winner: Some(winner), level: Level::Automatic, points: both, because });
    }
    (state.turn >= state.game.scenario.turns).then(|| by_level(state, both))
}

/// The outcome, or the outcome if the battle ended now.
pub fn so_far(state: &State) -> BattleOutcome {
    match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::SetUp | Phase::Command | Phase::Movement(_) | Phase::Combat(_) | Phase::Reorganisation(_) => {
            by_level(state, Side::BOTH.map(|side| points(state, side)))
        }
    }
}

/// The outcome by points after the last turn (`cb:14b`).
pub fn by_level(state: &State, both: [i32; 2]) -> BattleOutcome {
    let apart = (both[0] - both[1]).abs();
    let fifteen = state.game.options.fifteen == Fifteen::Marginal;
    let level = match apart {
        31.. => Level::Decisive,
        16..=30 => Level::Marginal,
        15 if fifteen => Level::Marginal,
        _ => Level::Draw,
    };
    let winner = (level != Level::Draw).then(|| Side(u8::from(both[1] > both[0])));
    let names = [Side(0), Side(1)].map(|side| state.game.side_name(side));
    let because = format!(
        "{} {}, {} {}: a difference of {apart} is {}",
        names[0],
        counted(both[0], "point", "points"),
        names[1],
        both[1],
        level.words()
    );
    BattleOutcome { winner, level, points: both, because }
}

/// The outcome when the French army commander is lost, which ends the battle at once (`cb:14a`).
pub fn by_loss(state: &State, side: Side, name: &str) -> BattleOutcome {
    let both = [Side(0), Side(1)].map(|side| points(state, side));
    let because = format!("{name} is lost: {}", Level::Automatic.of(state.game.side_name(side.enemy())));
    BattleOutcome { winner: Some(side.enemy()), level: Level::Automatic, points: both, because }
}
