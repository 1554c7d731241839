//! `drumhead print`: the printed documents for an evening's game.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Done, Failure};
use desk::{Library, write_into};
use game::Viewer;
use games::Games;
use paper::pages::Paper;
use paper::print::{PrintFault, PrintRequest, What, documents};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A scenario, or a game file.
    #[arg(add = super::complete::a_battle_or_game())]
    from: String,
    /// What to print, such as rosters,labels; by default, everything this game has except ruling cards.
    #[arg(long, value_delimiter = ',')]
    what: Vec<String>,
    /// For this side, as it sees the game; by default, for the referee, with a briefing and a return for each side.
    #[arg(long)]
    side: Option<String>,
    /// a4 or letter.
    #[arg(long, default_value = "a4")]
    paper: String,
    /// For a ruling card: the number of its order.
    #[arg(long)]
    order: Option<usize>,
    /// The folder for the documents, which is created if it does not exist; by default, one named after the battle.
    #[arg(long, value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Write over documents that are there.
    #[arg(long)]
    overwrite: bool,
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let paper = Paper::named(&args.paper).ok_or_else(|| {
        let known = Paper::ALL.map(Paper::name).join(" or ");
        Failure::new(format!("--paper {}: there is no such paper here, give {known}", args.paper))
    })?;
    let wanted = args.what.iter().map(|name| wanted(name)).collect::<Result<Vec<What>, Failure>>()?;
    let game = super::game_of(games, library, &args.from)?;
    let viewer = super::viewer(game.as_ref(), args.side.as_deref())?;
    let side = match viewer {
        Viewer::Side(side) => Some(side),
        Viewer::Referee => None,
    };
    let wanted: BTreeSet<What> = match wanted.is_empty() {
        true => What::ALL.into_iter().filter(|what| what.makes_sense(game.as_ref())).collect(),
        false => wanted.into_iter().collect(),
    };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(game.battle().0));
    let request = PrintRequest { game: game.as_ref(), paper, side, order: args.order };
    let (mut files, mut pages) = (Vec::new(), Vec::new());
    let mut lacking = BTreeSet::new();
    for what in wanted {
        for made in documents(what, &request).map_err(|fault| refused(&fault))? {
            files.push((folder.join(format!("{}.pdf", made.name)), made.pdf()?));
            pages.push(made.set.pages.len());
            lacking.extend(made.set.lacking);
        }
    }
    if let Some((there, _)) = files.iter().find(|(path, _)| !args.overwrite && path.is_file()) {
        let there = super::shown(there);
        return Err(Failure::new(format!(
            "{there} exists already: give another folder with --out, or --overwrite"
        )));
    }
    write_into(&folder, &files)?;
    for ((path, file), pages) in files.iter().zip(pages) {
        let pages = game::counted(pages, "page", "pages");
        say!("{}: {pages}, {} KB", super::shown(path), file.len().div_ceil(1000))?;
    }
    if !lacking.is_empty() {
        let letters: Vec<String> = lacking.iter().map(char::to_string).collect();
        say!("The program has no letters {}: they are printed as ?", letters.join(" "))?;
    }
    Ok(())
}

/// The requested document cannot be printed: says what to ask for instead.
fn refused(fault: &PrintFault) -> Failure {
    Failure::new(match fault {
        PrintFault::Nothing(what) => {
            format!("--what {}: this game has nothing of the kind to print, leave it out", what.name())
        }
        PrintFault::NoNumber => {
            "a ruling card is of one order: name it, such as --what ruling --order 12".to_owned()
        }
        PrintFault::NoOrder { number, many: 0 } => {
            format!("--order {number}: nothing has been ordered in this game yet")
        }
        PrintFault::NoOrder { number, many } => format!(
            "--order {number}: there is no order of that number. The game has {many} entries: drumhead replay lists them"
        ),
        PrintFault::Step(fault) => fault.to_string(),
    })
}

fn wanted(name: &str) -> Result<What, Failure> {
    What::named(name.trim()).ok_or_else(|| {
        let known: Vec<&str> = What::ALL.into_iter().map(What::name).collect();
        let what = if name.trim().is_empty() {
            "names no document".to_owned()
        } else {
            format!("{name}: there is no such document")
        };
        Failure::new(format!("--what {what}, there are {}", known.join(", ")))
    })
}
