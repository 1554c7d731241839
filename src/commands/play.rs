//! `drumhead play`: two solo players fight a scenario.

use std::io::IsTerminal;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Done, Failure, shown, summary};
use data::printable;
use desk::{Beginning, JournalPlace, Library, Sync};
use games::Games;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario to fight.
    #[arg(add = super::complete::a_scenario())]
    scenario: String,
    /// The seed for the dice; by default, a secret random one.
    #[arg(long)]
    seed: Option<u64>,
    /// Stop after this many turns.
    #[arg(long)]
    turns: Option<u8>,
    /// Keep the journal in this new file.
    #[arg(long)]
    journal: Option<PathBuf>,
    /// Who plays: one player on both sides, or the first side's and the second's as normal:classic. There are classic, cautious,
    /// normal and bold.
    #[arg(long, default_value = "classic", value_name = "PLAYER[:PLAYER]")]
    players: String,
    /// Print only the result line.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    terms: super::TermsArgs,
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let id = super::rules_of(library, &args.scenario)?;
    let rules = super::rules(games, &id)?;
    let options = args.terms.options(library, &id)?;
    let beginning = Beginning {
        scenario: args.scenario.clone(),
        seed: args.seed,
        options,
        weather: args.terms.weather.clone(),
        variant: args.terms.variant.clone(),
        journal: args.journal.clone().map_or(JournalPlace::Nowhere, JournalPlace::In),
        sync: Sync::System,
    };
    let mut game = super::begun(rules, library, beginning)?;
    let manners = super::solo_players(&args.players)?;
    let mut players = games.players_as(game.as_mut(), manners).ok_or_else(|| {
        Failure::new(format!(
            "there are no solo players for the rules {id}, by which {} is played",
            args.scenario
        ))
    })?;
    if !args.quiet {
        super::notices(game.as_ref())?;
    }
    let last = args.turns.map_or(game.turns(), |turns| turns.min(game.turns()));
    let bar = progress(args.quiet, last);
    while !game.is_over() && game.turn_number() <= last {
        players.step(game.as_mut())?;
        bar.set_position(u64::from(game.turn_number().min(last)));
        if !bar.is_hidden() {
            bar.set_message(printable::line(game.last_words().unwrap_or_default()).into_owned());
        }
    }
    bar.finish_and_clear();
    for notice in game.take_notices() {
        say!("{notice}")?;
    }
    let summary = game.summary();
    if !args.quiet {
        say!("{}, seed {}, {} orders", game.battle().1, game.seed(), game.depth())?;
        if let Some(path) = game.journal_path() {
            say!("journal: {}", shown(path))?;
        }
        summary::table(game.as_ref(), &summary)?;
    }
    summary::result(game.as_ref(), &summary)
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
