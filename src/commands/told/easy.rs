//! What the commands say of a game of the Easy rules: losses and points command by command, dice, objectives.

use super::Told;
use crate::commands::{Done, in_column, shortened};
use crate::desk::Desk;
use crate::rules::easy::state::{Level, Phase, Place, Reason, State};
use crate::rules::easy::{CommandId, Easy, generals, turn};
use crate::scenario::Side;

impl Told for Easy {
    fn is_over(state: &State) -> bool {
        matches!(state.phase, Phase::Over(_))
    }

    fn table(desk: &Desk<Self>) -> Done {
        table(desk)
    }

    fn now(state: &State) -> String {
        match &state.phase {
            Phase::Over(_) => "the battle is over".to_owned(),
            Phase::Weather => "the weather has to be rolled".to_owned(),
            Phase::Draw => "a chit has to be drawn".to_owned(),
            Phase::Active => match state.active() {
                Some(active) => format!("{} is active", turn::chit_name(state, active.command)),
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
}

/// What a command, as the battle began, has lost, and won for its enemies.
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
        gone: troops()
            .filter(|id| matches!(state.stand(*id).place, Place::Eliminated { .. } | Place::Off))
            .count(),
        points: state.scores.iter().filter(|score| of_command(&score.reason)).map(|score| score.points).sum(),
    }
}

/// Points and losses, command by command.
fn table(desk: &Desk<Easy>) -> Done {
    let state = desk.state();
    say!("")?;
    say!("{:<28} {:>9} {:>9} {:>11} {:>7}", "", "strength", "lost", "stands lost", "points")?;
    for side in Side::BOTH {
        let commands = state.game.roster.commands.iter().filter(|command| command.side == side);
        let rows: Vec<Row> =
            commands.map(|command| row(state, command.id)).filter(|row| row.stands > 0).collect();
        say!("{}", shortened(state.say_side(side)))?;
        for row in &rows {
            say!(
                "  {:<26} {:>9} {:>9} {:>4} of {:>4} {:>7}",
                in_column(&row.name, 26),
                format!("{}/{}", row.left, row.began),
                row.began - row.left.min(row.began),
                row.gone,
                row.stands,
                row.points
            )?;
        }
        let held: Vec<String> = state
            .game
            .scenario
            .objectives
            .iter()
            .zip(&state.holders)
            .filter(|(_, holder)| **holder == Some(side))
            .map(|(objective, _)| format!("{} ({})", objective.name, objective.points))
            .collect();
        if !held.is_empty() {
            say!("  holds {}", held.join(", "))?;
        }
        let luck = desk.luck()[side.index()].hits;
        say!("  dice: {:.0} hits where {:.1} were to be expected", luck.actual, luck.expected)?;
        say!("  points: {}", state.points_with_objectives()[side.index()])?;
    }
    let generals: usize = Side::BOTH.into_iter().map(|side| generals::lost(state, side)).sum();
    if generals > 0 {
        say!("generals lost: {generals}")?;
    }
    say!("")
}
