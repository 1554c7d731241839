//! `drumhead odds`: the exact odds of an order, from the code that judges it.

use std::path::Path;

use super::{Done, Failure, say_json};
use casebook::Weighed;
use desk::{Game, Halt, Library};
use game::{Draft, Odds, Viewer};
use games::Games;
use serde_json::json;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A case file, a journal, or a scenario.
    #[arg(add = super::complete::a_battle_or_game())]
    from: String,
    /// The case in the file, by its name or part of it; by default, the first.
    #[arg(long)]
    case: Option<String>,
    /// The order, written as in cases; by default, the last step of the case.
    #[arg(long)]
    order: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The requested order in a game.
fn order_of(game: &dyn Game, order: Option<&str>) -> Result<Draft, Failure> {
    let Some(order) = order else {
        let such_as = game.example().map(|order| format!(", such as --order '{order}'")).unwrap_or_default();
        return Err(Failure::new(format!("give the order with --order{such_as}")));
    };
    game.read_order(order).map_err(|fault| Failure::new(format!("--order: {}", fault.text)))
}

/// Prints the order and its odds, most likely first.
fn say_odds(order: &str, odds: Result<Odds, Halt>, as_json: bool) -> Done {
    if as_json {
        // As the protocol answers.
        return match odds? {
            Odds::Listed(chances) => say_json(&json!({"order": order, "odds": chances})),
            Odds::ByPiece(by_piece) => say_json(&json!({"order": order, "odds_by_piece": by_piece})),
            Odds::TooMany(words) => Err(Failure::new(words)),
        };
    }
    say!("{order}")?;
    let lines = odds?.lines();
    for line in &lines {
        say!("{line}")?;
    }
    if lines.is_empty() {
        say!("nothing is left to the dice")?;
    }
    Ok(())
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let path = Path::new(&args.from);
    if path.extension().is_some_and(|ext| ext == "ron") {
        let text = super::case_text(path)?;
        let cases = games.cases(&args.from, &text, library)?;
        let case = args.case.as_deref().unwrap_or_default();
        let Weighed { order, odds } = cases.odds(case, args.order.as_deref())?;
        return say_odds(&order, Ok(odds), args.json);
    }
    let game = super::game_of(games, library, &args.from)?;
    let draft = order_of(game.as_ref(), args.order.as_deref())?;
    let words = game.say_order(&draft).map_err(|fault| Failure::new(fault.text))?;
    say_odds(&words, game.odds(&draft, Viewer::Referee), args.json)
}
