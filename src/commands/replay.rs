//! `drumhead replay`: plays a journal again, checks it, and sums it up.

use std::path::PathBuf;

use super::{CONTRADICTED, Done, FAILED, Failure, say_json, shown, summary};
use desk::{Difference, Game, Library, Notice, peek};
use games::Games;
use serde_json::{Value, json};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The journal of a game, or the name of a game in the data folder.
    #[arg(add = super::complete::a_game())]
    journal: PathBuf,
    /// Print what happened, order by order.
    #[arg(long)]
    log: bool,
    /// Judge the game again with this option changed (id=value), and say where the results differ.
    #[arg(long = "option", value_name = "ID=VALUE", add = super::complete::an_option())]
    options: Vec<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What a replay comes to, as JSON: with the log and the differences where they are asked for.
fn told(game: &dyn Game, args: &Args, notices: &[Notice]) -> Result<Value, Failure> {
    let (summary, turn) = (game.summary(), game.turn_number());
    let mut told = json!({
        "entries": game.entries(), "orders": game.depth(), "undos": game.undos(),
        "as_it_was": notices.iter().all(Notice::is_contradiction),
        "notices": notices.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "turn": turn, "turns": game.turns(), "clock": game.clock(turn), "now": summary.now,
        "over": game.is_over(), "result": summary.result,
    });
    if args.log {
        told["log"] = json!(game.log());
    }
    let options = super::options(&args.options)?;
    if !options.0.is_empty() {
        let one = |one: Difference| json!({"entry": one.number, "order": one.order, "was": one.was, "now": one.now});
        told["differences"] = game.rejudge(&options)?.into_iter().map(one).collect();
    }
    Ok(told)
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let journal = super::journal_file(library, &args.journal);
    let rules = super::rules(games, &peek(&journal)?.rules)?;
    let (game, notices) = rules.read(&journal, library)?;
    let game = game.as_ref();
    if args.json {
        say_json(&told(game, args, &notices)?)?;
        return ends(args, notices);
    }
    super::notices(game)?;
    if args.log {
        for words in game.log() {
            for (index, words) in words.iter().enumerate() {
                say!("{}{words}", if index == 0 { "" } else { "    " })?;
            }
        }
        game.not_taken().iter().try_for_each(|words| say!("{words}"))?;
    }
    let told: Vec<&Notice> = notices.iter().filter(|notice| !notice.is_damage()).collect();
    for notice in &told {
        say!("{notice}")?;
    }
    say!(
        "{}: {} entries replayed, {}; {} orders stand, {} undos",
        shown(&args.journal),
        game.entries(),
        if told.iter().all(|notice| notice.is_contradiction()) {
            "every state as it was"
        } else {
            "by the rules of today"
        },
        game.depth(),
        game.undos()
    )?;
    let options = super::options(&args.options)?;
    if !options.0.is_empty() {
        let differences = game.rejudge(&options)?;
        for difference in &differences {
            say!("entry {}: {}", difference.number, difference.order)?;
            say!("    was: {}", difference.was)?;
            say!("    now: {}", difference.now)?;
        }
        say!("{} of {} orders come out otherwise", differences.len(), game.depth())?;
    }
    summary::whole(game)?;
    ends(args, notices)
}

/// How the command ends: with a failure if the file is damaged, or its record contradicts itself.
fn ends(args: &Args, notices: Vec<Notice>) -> Done {
    let (damage, told): (Vec<Notice>, Vec<Notice>) = notices.into_iter().partition(Notice::is_damage);
    let contradicts = told.iter().any(Notice::is_contradiction);
    let mut amiss: Vec<String> = damage.iter().map(ToString::to_string).collect();
    if contradicts {
        amiss.push("the record contradicts itself. Have the file sent again as it was played".to_owned());
    }
    match amiss.is_empty() {
        true => Ok(()),
        false => {
            let status = if contradicts { CONTRADICTED } else { FAILED };
            let failure = Failure::new(format!("{}: {}", shown(&args.journal), amiss.join("; ")));
            Err(Failure { status, ..failure })
        }
    }
}
