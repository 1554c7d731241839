//! How a battle on hexes ended, or how it stands: the conditions of victory, losses, strength by turn, luck. Units: strength
//! points.

use crate::app::ending::{Ending, Loss, SideEnding, luck_row};
use crate::desk::Desk;
use crate::game::Viewer;
use crate::rules::napoleon_at_war::brief::formations;
use crate::rules::napoleon_at_war::state::{Phase, Place};
use crate::rules::napoleon_at_war::victory::{self, Verdict};
use crate::rules::napoleon_at_war::{NapoleonAtWar, State, UnitId};
use crate::scenario::Side;

use super::models::colour_of;

/// How it stands now.
pub fn ending(desk: &Desk<NapoleonAtWar>) -> Ending {
    let state = desk.state();
    let over = matches!(state.phase, Phase::Over(_));
    let (outcome, clause) = victory::outcome(state);
    let name = |side: Side| state.game.side_name(side).to_owned();
    let verdict = match (over, outcome.winner) {
        (true, Some(side)) => format!("Victory of the {}", name(side)),
        (true, None) => "The battle is a draw".to_owned(),
        (false, Some(side)) => format!("If it ended now: {}", name(side)),
        (false, None) => "If it ended now: a draw".to_owned(),
    };
    let tally = victory::tally(state);
    let because = tally.map(|tally| {
        let (verdict, clause, why) = victory::decide(tally.conditions(), state.game.options.victory_gap);
        let by = match verdict {
            Verdict::French => format!("{}: ", name(tally.french)),
            Verdict::Austrian => format!("{}: ", name(tally.french.enemy())),
            Verdict::Draw => String::new(),
        };
        (format!("{by}{why}"), clause)
    });
    Ending {
        verdict,
        over,
        sides: Side::BOTH.map(|side| side_ending(desk, state, side)).into(),
        points_are: Some("strength points lost"),
        conditions: conditions(state),
        because: because.or(Some((outcome.because, clause))),
    }
}

/// Each condition of victory in words, whether it holds, and its clause.
fn conditions(state: &State) -> Vec<(String, bool, &'static str)> {
    let Some(tally) = victory::tally(state) else { return Vec::new() };
    let clauses = ["naw:16.1", "naw:16.1", "naw:16.2", "naw:16.2"];
    tally.said().into_iter().zip(clauses).map(|((words, holds), clause)| (words, holds, clause)).collect()
}

fn side_ending(desk: &Desk<NapoleonAtWar>, state: &State, side: Side) -> SideEnding {
    let turns = desk.turns(Viewer::Referee);
    let losses = formations(state, side).into_iter().map(|(name, ids)| {
        let printed = |id: &UnitId| u32::from(state.game.unit(*id).strength);
        let gone = |id: &&UnitId| state.unit(**id).place == Place::Eliminated;
        let start: u32 = ids.iter().map(printed).sum();
        let lost: u32 = ids.iter().filter(gone).map(printed).sum();
        Loss {
            command: name.to_owned(),
            left: start - lost,
            start,
            gone: ids.iter().filter(gone).count(),
            strength: Vec::new(),
        }
    });
    SideEnding {
        name: state.game.side_name(side).to_owned(),
        colour: Some(colour_of(state, side)),
        points: i32::try_from(victory::lost(state)[side.index()]).unwrap_or(i32::MAX),
        sources: Vec::new(),
        losses: losses.collect(),
        generals_lost: 0,
        luck: desk.luck()[side.index()].kinds.iter().map(luck_row).collect(),
        strength: turns.iter().map(|turn| (turn.turn, turn.strength[side.index()])).collect(),
    }
}
