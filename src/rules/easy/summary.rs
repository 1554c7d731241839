//! How a game stands: losses and points command by command, objectives, and the level of victory.

use super::state::{Level, Phase, Reason, State};
use super::{CommandId, chits, generals, turn};
use game::{LossPart, LossRow, LossTable, Summary};
use scenario::Side;

/// How the game stands.
pub fn summary(state: &State) -> Summary {
    Summary { losses: losses(state), now: now(state), result: result(state) }
}

/// What is happening now.
fn now(state: &State) -> String {
    match &state.phase {
        Phase::Over(_) => "the battle is over".to_owned(),
        Phase::Weather => "the weather has to be rolled".to_owned(),
        Phase::Draw => "a chit has to be drawn".to_owned(),
        Phase::Active => match state.active() {
            Some(active) => format!("{} is active", chits::chit_name(state, active.command)),
            None => "an activation ends".to_owned(),
        },
    }
}

fn result(state: &State) -> String {
    let outcome = match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::Weather | Phase::Draw | Phase::Active => {
            turn::outcome(state.points_with_objectives(), state.options().zero_counts_as_one)
        }
    };
    let [a, b] = outcome.winner_first();
    match (outcome.level, outcome.winner) {
        (Level::Draw, _) | (_, None) => format!("draw nobody {a}-{b}"),
        (level, Some(winner)) => format!("{} {} {a}-{b}", level.name(), state.say_side(winner)),
    }
}

/// The losses of a command, as it was when the battle began, and the points these earned its enemies.
struct Row {
    name: String,
    began: u32,
    left: u32,
    stands: usize,
    gone: usize,
    points: i32,
}

fn row(state: &State, id: CommandId) -> Row {
    let command = state.game.roster.command(id);
    let troops = || command.stands.iter().copied().filter(|id| state.unit(*id).strength > 0);
    let of_command = |reason: &Reason| match reason {
        Reason::Stand(stand) | Reason::General(stand) | Reason::Wagon(stand) => {
            state.began_under(*stand) == id
        }
        Reason::Objective(_) | Reason::Fiat(_) => false,
    };
    Row {
        name: command.name.clone(),
        began: troops().map(|id| u32::from(state.unit(id).strength)).sum(),
        left: troops().map(|id| u32::from(state.stand(id).strength)).sum(),
        stands: troops().count(),
        gone: troops().filter(|id| state.stand(*id).place.is_lost()).count(),
        points: state.scores.iter().filter(|score| of_command(&score.reason)).map(|score| score.points).sum(),
    }
}

/// Losses and points, command by command.
fn losses(state: &State) -> LossTable {
    let part = |side: Side| {
        let commands = state.game.roster.commands.iter().filter(|command| command.side == side);
        let rows = commands.map(|command| row(state, command.id)).filter(|row| row.stands > 0);
        let told = |row: Row| LossRow {
            figures: vec![
                format!("{}/{}", row.left, row.began),
                (row.began - row.left.min(row.began)).to_string(),
                format!("{:>4} of {:>4}", row.gone, row.stands),
                row.points.to_string(),
            ],
            name: row.name,
        };
        let objectives = state.game.scenario.objectives.iter().zip(&state.holders);
        let held: Vec<String> = objectives
            .filter(|(_, holder)| **holder == Some(side))
            .map(|(objective, _)| format!("{} ({})", objective.name, objective.points))
            .collect();
        let notes = if held.is_empty() { Vec::new() } else { vec![format!("holds {}", held.join(", "))] };
        LossPart {
            side,
            name: state.say_side(side).to_owned(),
            figures: Vec::new(),
            rows: rows.map(told).collect(),
            notes,
            points: Some(state.points_with_objectives()[side.index()]),
        }
    };
    let generals: usize = Side::BOTH.into_iter().map(|side| generals::lost(state, side)).sum();
    LossTable {
        columns: vec!["strength", "lost", "stands lost", "points"],
        parts: Side::BOTH.map(part).into(),
        notes: (generals > 0).then(|| format!("generals lost: {generals}")).into_iter().collect(),
    }
}
