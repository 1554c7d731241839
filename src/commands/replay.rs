//! `drumhead replay`: plays a journal again, checks it, and sums it up.

use std::path::PathBuf;

use super::told::{self, Told};
use super::{Done, Failure, shown};
use crate::desk::{Desk, Library, Notice, Record, peek};
use crate::game::{RuleSet, Viewer};
use crate::rules::easy::Easy;
use crate::rules::napoleon_at_war::NapoleonAtWar;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The journal of a game.
    journal: PathBuf,
    /// Print what happened, order by order.
    #[arg(long)]
    log: bool,
    /// Judge the game again with this option changed (id=value), and say where it comes out otherwise.
    #[arg(long = "option", value_name = "ID=VALUE")]
    options: Vec<String>,
}

pub fn run(library: &Library, args: &Args) -> Done {
    match peek(&args.journal)?.rules.as_str() {
        NapoleonAtWar::ID => again::<NapoleonAtWar>(library, args),
        // A journal of rules that are not in the program is refused where it is read, with what it is.
        _ => again::<Easy>(library, args),
    }
}

fn again<R: Told>(library: &Library, args: &Args) -> Done {
    let (desk, notices) = Desk::<R>::read(&args.journal, library)?;
    super::notices(&desk)?;
    if args.log {
        for entry in desk.line() {
            for (index, words) in entry.words.iter().enumerate() {
                say!("{}{words}", if index == 0 { "" } else { "    " })?;
            }
        }
        for (index, record) in desk.records().iter().enumerate() {
            if matches!(record, Record::NotTaken(_)) {
                say!("{}", desk.step_words(index, Viewer::Referee))?;
            }
        }
    }
    let (damage, told): (Vec<Notice>, Vec<Notice>) = notices.into_iter().partition(Notice::is_damage);
    for notice in &told {
        say!("{notice}")?;
    }
    let taken_back = desk.records().iter().filter(|record| matches!(record, Record::Undo { .. })).count();
    say!(
        "{}: {} entries replayed, {}; {} orders stand, {taken_back} undos",
        shown(&args.journal),
        desk.records().len(),
        if told.is_empty() { "every state as it was" } else { "by the rules of today" },
        desk.depth()
    )?;
    let options = super::options(&args.options)?;
    if !options.0.is_empty() {
        let differences = desk.rejudge(&options)?;
        for difference in &differences {
            say!("entry {}: {}", difference.number, difference.order)?;
            say!("    was: {}", difference.was)?;
            say!("    now: {}", difference.now)?;
        }
        say!("{} of {} orders come out otherwise", differences.len(), desk.depth())?;
    }
    told::summary(&desk)?;
    match damage.is_empty() {
        true => Ok(()),
        false => {
            let notices: Vec<String> = damage.iter().map(ToString::to_string).collect();
            Err(Failure::new(format!("{}: {}", shown(&args.journal), notices.join("; "))))
        }
    }
}
