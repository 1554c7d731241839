//! `drumhead play`: two solo players fight a scenario.

use std::io::IsTerminal;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Done, Failure, shown};
use crate::desk::{Desk, Library, Setup, Sync, fresh_seed};
use crate::rules::RuleSet;
use crate::rules::easy::state::{Level, Phase, Place, Reason, State};
use crate::rules::easy::{CommandId, Easy, generals, turn};
use crate::scenario::Side;
use crate::solo::Battle;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario to fight.
    scenario: String,
    /// The seed of the dice; left out: one that nobody knows.
    #[arg(long)]
    seed: Option<u64>,
    /// Stop after so many turns.
    #[arg(long)]
    turns: Option<u8>,
    /// Keep the journal in this new file.
    #[arg(long)]
    journal: Option<PathBuf>,
    /// Print the result line alone.
    #[arg(long)]
    quiet: bool,
    /// One of the scenario's weathers, such as clear.
    #[arg(long)]
    weather: Option<String>,
    /// Change an option of the rules.
    #[arg(long = "option", value_name = "ID=VALUE")]
    options: Vec<String>,
}

pub fn run(library: &Library, args: &Args) -> Done {
    let scenario = super::scenario(library, &args.scenario)?;
    if scenario.rules != Easy::ID {
        return Err(Failure::new(format!(
            "{} is played by the rules {}, which are not in this program",
            scenario.id, scenario.rules
        )));
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let setup =
        Setup::new(scenario, seed).options(super::options(&args.options)?).weather(args.weather.clone());
    let mut desk = Desk::<Easy>::with_sync(setup, args.journal.as_deref(), Sync::System)?;
    let last = desk.state().game.scenario.turns;
    let last = args.turns.map_or(last, |turns| turns.min(last));
    let bar = progress(args.quiet, last);
    let mut battle = Battle::new(&desk);
    while !battle.is_over(&desk) && desk.state().turn <= last {
        battle.step(&mut desk)?;
        let state = desk.state();
        bar.set_position(u64::from(state.turn.min(last)));
        if let Some(entry) = desk.current()
            && !bar.is_hidden()
        {
            bar.set_message(entry.words.first().cloned().unwrap_or_default());
        }
    }
    bar.finish_and_clear();
    if !args.quiet {
        say!("{}, seed {seed}, {} orders", desk.state().game.scenario.name, desk.depth())?;
        if let Some(path) = &args.journal {
            say!("journal: {}", shown(path))?;
        }
        table(&desk)?;
    }
    say!("{}", result_line(desk.state()))
}

fn progress(quiet: bool, turns: u8) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("turn {pos} of {len} {bar:24} {elapsed} {wide_msg}");
    let bar = ProgressBar::new(u64::from(turns));
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The table of losses and points, and the result.
pub fn summary(desk: &Desk<Easy>) -> Done {
    table(desk)?;
    say!("{}", moment(desk.state()))?;
    say!("{}", result_line(desk.state()))
}

/// What a command has lost, and won for its enemies.
struct Row {
    name: String,
    began: u32,
    left: u32,
    stands: usize,
    gone: usize,
    points: i32,
}

fn row(state: &State, id: CommandId) -> Row {
    let command = state.command(id);
    let troops = || command.stands.iter().copied().filter(|id| state.unit(*id).strength > 0);
    let of_command = |reason: &Reason| match reason {
        Reason::Stand(stand) | Reason::General(stand) => state.unit(*stand).command == id,
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
        let commands = state.roster().commands.iter().filter(|command| command.side == side);
        let rows: Vec<Row> =
            commands.map(|command| row(state, command.id)).filter(|row| row.stands > 0).collect();
        say!("{}", state.say_side(side))?;
        for row in &rows {
            say!(
                "  {:<26} {:>9} {:>9} {:>4} of {:>4} {:>7}",
                row.name,
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

/// Where the game stands: `turn 4 of 20, 13:00: I Corps is active`.
fn moment(state: &State) -> String {
    let scenario = &state.game.scenario;
    let now = match &state.phase {
        Phase::Over(_) => "the battle is over".to_owned(),
        Phase::Weather => "the weather has to be rolled".to_owned(),
        Phase::Draw => "a chit has to be drawn".to_owned(),
        Phase::Active => match state.active() {
            Some(active) => format!("{} is active", turn::chit_name(state, active.command)),
            None => "an activation ends".to_owned(),
        },
    };
    format!("turn {} of {}, {}: {now}", state.turn, scenario.turns, scenario.clock(state.turn))
}

/// `result: decisive French 30-12`, the winner's points first; of a battle that is not over, what it would be now.
fn result_line(state: &State) -> String {
    let outcome = match &state.phase {
        Phase::Over(outcome) => outcome.clone(),
        Phase::Weather | Phase::Draw | Phase::Active => {
            turn::outcome(state.points_with_objectives(), state.options().zero_counts_as_one)
        }
    };
    let [a, b] = outcome.winner_first();
    match (outcome.level, outcome.winner) {
        (Level::Draw, _) | (_, None) => format!("result: draw nobody {a}-{b}"),
        (level, Some(winner)) => format!("result: {} {} {a}-{b}", level.name(), state.say_side(winner)),
    }
}
