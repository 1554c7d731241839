//! How a battle of Napoleon at War ended, or how it stands: the victory conditions, and the losses by formation. Units: strength
//! points.

use crate::State;
use crate::state::Phase;
use crate::victory::{self, Verdict};
use game::ending::people;
use game::{Condition, Ending, HexUnits as _, Remark, SideEnding, strength_points};
use scenario::Side;

use super::units::formations;

/// How the battle stands now.
pub fn ending(state: &State) -> Ending {
    let over = matches!(state.phase, Phase::Over(_));
    let (outcome, clause) = victory::outcome(state);
    let name = |side: Side| state.game.side_name(side);
    let verdict = match (over, outcome.winner) {
        (true, Some(side)) => format!("Victory of {}", people(name(side))),
        (true, None) => "The battle is a draw".to_owned(),
        (false, Some(side)) => format!("If it ended now: {}", name(side)),
        (false, None) => "If it ended now: a draw".to_owned(),
    };
    let because = victory::tally(state).map(|tally| {
        let (verdict, clause, why) = victory::decide(tally.conditions(), state.game.options.victory_gap);
        let by = match verdict {
            Verdict::French => format!("{}: ", name(tally.french)),
            Verdict::Austrian => format!("{}: ", name(tally.french.enemy())),
            Verdict::Draw => String::new(),
        };
        (format!("{by}{why}"), clause)
    });
    let (words, clause) = because.unwrap_or((outcome.because, clause));
    Ending {
        verdict,
        over,
        conditions: conditions(state),
        because: Some(Remark { words, clause: Some(clause) }),
        sides: Side::BOTH.map(|side| of_side(state, side)).into(),
        ..Ending::default()
    }
}

/// Each victory condition in words, whether it is met, and its clause.
fn conditions(state: &State) -> Vec<Condition> {
    let Some(tally) = victory::tally(state) else { return Vec::new() };
    let clauses = ["naw:16.1", "naw:16.1", "naw:16.2", "naw:16.2"];
    let said = tally.said().into_iter().zip(clauses);
    said.map(|((words, holds), clause)| Condition { words, holds, clause }).collect()
}

fn of_side(state: &State, side: Side) -> SideEnding {
    let points = victory::lost(state)[side.index()];
    let losses = formations(state, side).into_iter().map(|(name, ids)| state.loss(name.to_owned(), &ids));
    SideEnding {
        name: state.game.side_name(side).to_owned(),
        colour: Some(state.game.colour(side)),
        score: format!("lost {points}"),
        points: format!("{} lost", strength_points(points)),
        losses: losses.collect(),
        ..SideEnding::default()
    }
}
