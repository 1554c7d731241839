//! `drumhead play`: two solo players fight a scenario.

use std::io::IsTerminal;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use super::told::{self, Told};
use super::{Done, Failure, shown};
use crate::army::plain;
use crate::desk::{Desk, Library, Setup, Sync, fresh_seed};
use crate::game::RuleSet;
use crate::game::options::Options;
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::scenario::Battle;
use crate::solo;

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
    /// One of the scenario's variants, such as no-prussians.
    #[arg(long)]
    variant: Option<String>,
    /// Options under a name: one of the program's presets, such as everything, or your own.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Change an option of the rules; it goes before the preset.
    #[arg(long = "option", value_name = "ID=VALUE")]
    options: Vec<String>,
}

/// A rule set that has solo players.
trait Fought: Told {
    type Players;

    fn players(desk: &Desk<Self>) -> Self::Players;

    /// Gives one order, whosever it is to give.
    fn step(players: &mut Self::Players, desk: &mut Desk<Self>) -> Done;
}

impl Fought for Easy {
    type Players = solo::Battle;

    fn players(desk: &Desk<Self>) -> solo::Battle {
        solo::Battle::new(desk)
    }

    fn step(players: &mut solo::Battle, desk: &mut Desk<Self>) -> Done {
        Ok(players.step(desk)?)
    }
}

impl Fought for NapoleonAtWar {
    type Players = solo::hexes::Battle;

    fn players(desk: &Desk<Self>) -> solo::hexes::Battle {
        solo::hexes::Battle::new(desk)
    }

    fn step(players: &mut solo::hexes::Battle, desk: &mut Desk<Self>) -> Done {
        Ok(players.step(desk)?)
    }
}

pub fn run(library: &Library, args: &Args) -> Done {
    match super::rules_of(library, &args.scenario)?.as_str() {
        Easy::ID => fight::<Easy>(library, args),
        NapoleonAtWar::ID => fight::<NapoleonAtWar>(library, args),
        rules => Err(Failure::new(format!(
            "{} is played by the rules {rules}, for which there are no solo players in this program",
            args.scenario
        ))),
    }
}

fn fight<R: Fought>(library: &Library, args: &Args) -> Done {
    let scenario = super::battle::<R::Scenario>(library, &args.scenario)?;
    let name = scenario.name().to_owned();
    let last = args.turns.map_or(scenario.turns(), |turns| turns.min(scenario.turns()));
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let mut options = match &args.preset {
        Some(name) => library.preset(R::ID, name).map_err(|fault| Failure::new(fault.to_string()))?.options,
        None => Options::default(),
    };
    options.0.extend(super::options(&args.options)?.0);
    let setup = Setup::new(scenario, seed)
        .options(options)
        .weather(args.weather.clone())
        .variant(args.variant.clone());
    let mut desk = Desk::<R>::with_sync(setup, args.journal.as_deref(), Sync::System)?;
    if !args.quiet {
        super::notices(&desk)?;
    }
    let bar = progress(args.quiet, last);
    let mut players = R::players(&desk);
    while !R::is_over(desk.state()) && told::turn::<R>(desk.state()) <= last {
        R::step(&mut players, &mut desk)?;
        bar.set_position(u64::from(told::turn::<R>(desk.state()).min(last)));
        if let Some(entry) = desk.current()
            && !bar.is_hidden()
        {
            bar.set_message(
                entry.words.first().map(|words| plain::line(words).into_owned()).unwrap_or_default(),
            );
        }
    }
    bar.finish_and_clear();
    for notice in desk.take_notices() {
        say!("{notice}")?;
    }
    if !args.quiet {
        say!("{name}, seed {seed}, {} orders", desk.depth())?;
        if let Some(path) = desk.journal_path() {
            say!("journal: {}", shown(path))?;
        }
        R::table(&desk)?;
    }
    told::result::<R>(desk.state())
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
