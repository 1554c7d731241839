//! The standing of a game: figures lost, units gone, points.

use game::{LossPart, LossTable, Summary};
use scenario::Side;

use super::outcome::BattleOutcome;
use super::state::{Phase, State};
use super::victory::{self};

/// The standing of the game.
pub fn summary(state: &State) -> Summary {
    let now = match &state.phase {
        Phase::Over(_) => "the battle is over".to_owned(),
        Phase::HighDie => "who is first is thrown for".to_owned(),
        Phase::Period => format!("{} period", state.game.side_name(state.active)),
    };
    Summary { losses: losses(state), now, result: result(state) }
}

/// The outcome of the battle, or the outcome if it ended now.
fn outcome(state: &State) -> BattleOutcome {
    match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::HighDie | Phase::Period => victory::outcome(state).unwrap_or_else(|| {
            let points = victory::points(state);
            let winner = match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(Side(0)),
                std::cmp::Ordering::Less => Some(Side(1)),
                std::cmp::Ordering::Equal => None,
            };
            BattleOutcome { winner, because: "the battle goes on".to_owned(), points }
        }),
    }
}

fn result(state: &State) -> String {
    let BattleOutcome { winner, points, .. } = outcome(state);
    match winner {
        Some(side) => {
            let (own, theirs) = (points[side.index()], points[side.enemy().index()]);
            format!("victory {} {own}-{theirs}", state.game.side_name(side))
        }
        None => format!("draw nobody {}-{}", points[0], points[1]),
    }
}

fn losses(state: &State) -> LossTable {
    let (start, lost) = victory::figures(state);
    let points = victory::points(state);
    let part = |side: Side| {
        let index = side.index();
        let units = state.game.unit_ids().filter(|unit| state.game.unit(*unit).side == side);
        let gone = units.filter(|unit| state.stands_of(*unit).next().is_none()).count();
        LossPart {
            side,
            name: state.game.side_name(side).to_owned(),
            figures: vec![
                format!("{}/{}", start[index] - lost[index], start[index]),
                lost[index].to_string(),
                gone.to_string(),
            ],
            rows: Vec::new(),
            notes: Vec::new(),
            points: Some(i32::from(points[index])),
        }
    };
    LossTable {
        columns: vec!["figures", "lost", "units gone"],
        parts: Side::BOTH.map(part).into(),
        notes: vec![outcome(state).because],
    }
}
