//! The state of a game, as the commands print it.

use super::{Done, in_column};
use data::printable;
use desk::Game;
use game::Summary;

/// Width of the first column, in characters.
const NAME: usize = 28;

/// The minimum width of a column, in characters; there are always two between one heading and the next.
const LEAST: usize = 9;

/// The table of losses and points.
pub fn table(game: &dyn Game, Summary { losses, .. }: &Summary) -> Done {
    let widths: Vec<usize> = losses.columns.iter().map(|head| head.len().max(LEAST)).collect();
    let row = |name: &str, figures: &[&str]| {
        let figures = figures.iter().zip(&widths);
        let cells: String = figures.map(|(figure, width)| format!(" {figure:>width$}")).collect();
        say!("{name:<NAME$}{cells}")
    };
    let row_of =
        |name: &str, figures: &[String]| row(name, &figures.iter().map(String::as_str).collect::<Vec<_>>());
    say!("")?;
    row("", &losses.columns)?;
    for part in &losses.parts {
        if !part.figures.is_empty() {
            row_of(&in_column(&part.name, NAME), &part.figures)?;
            continue;
        }
        say!("{}", printable::name(&part.name))?;
        for line in &part.rows {
            row_of(&format!("  {}", in_column(&line.name, NAME - 2)), &line.figures)?;
        }
        part.notes.iter().try_for_each(|note| say!("  {note}"))?;
        let luck = game.luck()[part.side.index()].hits;
        // Not all rules have dice that hit.
        if luck.expected > 0.0 {
            say!("  dice: {:.0} hits where {:.1} were to be expected", luck.actual, luck.expected)?;
        }
        if let Some(points) = part.points {
            say!("  points: {points}")?;
        }
    }
    losses.notes.iter().try_for_each(|note| say!("{note}"))?;
    say!("")
}

/// The table of losses and points, the state of the game, and the result.
pub fn whole(game: &dyn Game) -> Done {
    let summary = game.summary();
    table(game, &summary)?;
    let turn = game.turn_number();
    say!("turn {turn} of {}, {}: {}", game.turns(), game.clock(turn), summary.now)?;
    result(game, &summary)
}

/// The last line that a command prints about a game: `result: decisive French 30-12`; for one that is not over, `result so far:
/// marginal French 9-5`.
pub fn result(game: &dyn Game, summary: &Summary) -> Done {
    let so_far = if game.is_over() { "" } else { " so far" };
    say!("result{so_far}: {}", summary.result)
}
