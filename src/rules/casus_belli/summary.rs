//! The standing of a game: points by side with their reasons, units gone, corps and their levels.

use super::state::{Place, State};

use super::victory::{self, BattleOutcome};
use super::words::phase_words;
use game::{LossPart, LossRow, LossTable, Summary, counted};
use scenario::{Side, UnitId};

/// The standing of the game.
pub fn summary(state: &State) -> Summary {
    Summary { losses: losses(state), now: phase_words(state), result: result(state) }
}

/// Level, winner and points: `decisive French 65-20`.
fn result(state: &State) -> String {
    let BattleOutcome { winner, level, points, .. } = victory::so_far(state);
    let name: &str = level.into();
    match winner {
        Some(winner) => {
            let (own, other) = (points[winner.index()], points[winner.enemy().index()]);
            format!("{name} {} {own}-{other}", state.game.side_name(winner))
        }
        None => format!("{name} nobody {}-{}", points[0], points[1]),
    }
}

/// Strength left of the printed one, lost, routed, still to arrive; for a corps also its level (`cb:13a`).
fn figures(state: &State, units: &[UnitId], level: String) -> Vec<String> {
    let sum = |of: &dyn Fn(UnitId) -> bool| -> u32 {
        units.iter().filter(|id| of(**id)).map(|id| u32::from(state.game.unit(*id).strength)).sum()
    };
    let place = |id: UnitId| state.unit(id).place;
    let printed = sum(&|_| true);
    let lost = sum(&|id| place(id) == Place::Eliminated);
    let routed = sum(&|id| state.unit(id).routed);
    let to_come = sum(&|id| place(id) == Place::Waiting);
    vec![
        format!("{}/{printed}", printed - lost),
        lost.to_string(),
        routed.to_string(),
        to_come.to_string(),
        level,
    ]
}

fn losses(state: &State) -> LossTable {
    let game = &state.game;
    let part = |side: Side| {
        let mut rows: Vec<LossRow> = Vec::new();
        for corps in game.corps_of_side(side) {
            let units: Vec<UnitId> =
                game.of_side(side).filter(|id| game.corps_of(*id) == Some(corps)).collect();
            let level = match game.corps(corps).level {
                Some(level) if state.is_demoralised(corps) => {
                    format!("{} of {level}, demoralised", state.tally(corps))
                }
                Some(level) => format!("{} of {level}", state.tally(corps)),
                None => "none".to_owned(),
            };
            rows.push(LossRow {
                name: game.corps(corps).name.clone(),
                figures: figures(state, &units, level),
            });
        }
        let free: Vec<UnitId> = game.of_side(side).filter(|id| game.corps_of(*id).is_none()).collect();
        if !free.is_empty() {
            rows.push(LossRow {
                name: "Independent".to_owned(),
                figures: figures(state, &free, String::new()),
            });
        }
        let scores = victory::scores(state, side).into_iter();
        let gone = game.leaders_of(side).filter(|id| state.leader(*id).losses > 0);
        let gone: Vec<&str> = gone.map(|id| game.leader(id).name.as_str()).collect();
        let mut notes: Vec<String> = scores
            .map(|score| format!("{}: {}", counted(score.points, "point", "points"), score.what))
            .collect();
        if !gone.is_empty() {
            notes.push(format!("leaders lost: {}", gone.join(", ")));
        }
        LossPart {
            side,
            name: game.side_name(side).to_owned(),
            figures: Vec::new(),
            rows,
            notes,
            points: Some(victory::points(state, side)),
        }
    };
    LossTable {
        columns: vec!["strength", "lost", "routed", "to come", "level"],
        parts: Side::BOTH.map(part).into(),
        notes: vec![victory::so_far(state).because],
    }
}
