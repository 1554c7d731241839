//! How a game stands: points lost, units eliminated, and the basis of victory.

use super::state::{Phase, Place, State};
use super::victory::{self, BattleOutcome};
use game::{LossPart, LossTable, Summary};
use scenario::Side;

/// How the game stands.
pub fn summary(state: &State) -> Summary {
    Summary { losses: losses(state), now: now(state), result: result(state) }
}

/// How the battle ended, or would end now.
fn outcome(state: &State) -> BattleOutcome {
    match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::SetUp | Phase::Movement | Phase::Combat(_) => victory::outcome(state).0,
    }
}

/// What is happening now.
fn now(state: &State) -> String {
    let side = state.game.side_name(state.phasing);
    match &state.phase {
        Phase::Over(_) => "the battle is over".to_owned(),
        Phase::SetUp => "the armies are set up".to_owned(),
        Phase::Movement => format!("{side} movement"),
        Phase::Combat(_) => format!("{side} combat"),
    }
}

/// A side's points are its enemy's losses (`naw:16.0`).
fn result(state: &State) -> String {
    let BattleOutcome { winner, lost, .. } = outcome(state);
    let inflicted = |side: Side| lost[side.enemy().index()];
    match winner {
        Some(winner) => format!(
            "victory {} {}-{}",
            state.game.side_name(winner),
            inflicted(winner),
            inflicted(winner.enemy())
        ),
        None => format!("draw nobody {}-{}", inflicted(Side(0)), inflicted(Side(1))),
    }
}

fn losses(state: &State) -> LossTable {
    let lost = victory::lost(state);
    let part = |side: Side| {
        let units = || state.game.of_side(side).map(|id| (state.game.unit(id), state.unit(id).place));
        let printed: u32 = units().map(|(unit, _)| u32::from(unit.strength)).sum();
        let gone = units().filter(|(_, place)| *place == Place::Eliminated).count();
        let to_come = units().filter(|(_, place)| *place == Place::Waiting).count();
        let side_lost = lost[side.index()];
        LossPart {
            side,
            name: state.game.side_name(side).to_owned(),
            figures: vec![
                format!("{}/{printed}", printed - side_lost),
                side_lost.to_string(),
                format!("{gone} of {}", units().count()),
                to_come.to_string(),
            ],
            rows: Vec::new(),
            notes: Vec::new(),
            points: None,
        }
    };
    LossTable {
        columns: vec!["strength", "lost", "units lost", "to come"],
        parts: Side::BOTH.map(part).into(),
        notes: vec![outcome(state).because],
    }
}
