//! `drumhead film`: a game as an animated picture.

use std::path::PathBuf;

use super::{Done, Failure};
use desk::{Library, write_whole};
use games::Games;
use paper::report::ReportKind;
use paper::report::film::{Shooting, film};

/// Possible scales of a film, in points per inch.
const SCALES: std::ops::RangeInclusive<f32> = 4.0..=40.0;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file of a game, or the name of a game in the data folder.
    #[arg(add = super::complete::a_game())]
    journal: PathBuf,
    /// The file to write: FILE.gif.
    #[arg(long, value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    /// Show what this side saw; by default, what the referee sees.
    #[arg(long)]
    side: Option<String>,
    /// Begin with this turn.
    #[arg(long, default_value_t = 0)]
    from_turn: u8,
    /// End with this turn.
    #[arg(long, default_value_t = u8::MAX, hide_default_value = true)]
    to_turn: u8,
    /// Points per inch on the table; by default, chosen so that the film is 720 pixels wide.
    #[arg(long)]
    scale: Option<f32>,
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    if !ReportKind::Film.is_named(&args.out) {
        let out = super::shown(&args.out);
        return Err(Failure::new(format!(
            "--out {out}: name a file that ends in .gif: that is what is written"
        )));
    }
    if let Some(scale) = args.scale.filter(|scale| !SCALES.contains(scale)) {
        let (least, most) = (SCALES.start(), SCALES.end());
        return Err(Failure::new(format!("--scale {scale}: give {least} to {most} points an inch")));
    }
    if args.from_turn > args.to_turn {
        let (from, to) = (args.from_turn, args.to_turn);
        return Err(Failure::new(format!("--from-turn {from}: it is later than --to-turn {to}")));
    }
    let game = super::journal(games, library, &args.journal)?;
    let played = game.turn_number();
    if args.from_turn > played {
        return Err(Failure::new(format!("--from-turn {}: the game is in turn {played}", args.from_turn)));
    }
    let viewer = super::viewer(game.as_ref(), args.side.as_deref())?;
    let how = Shooting { scale: args.scale, viewer, turns: args.from_turn..=args.to_turn };
    let bar = super::report::progress("frame");
    let mut goes = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        true
    };
    let bytes = film(game.as_ref(), &how, &mut goes)?;
    bar.finish_and_clear();
    write_whole(&args.out, &bytes)?;
    say!("{}: {} KB", super::shown(&args.out), bytes.len().div_ceil(1000))
}
