//! The command line. Printing happens here and nowhere else.
//!
//! Printed text may come from other people's files. So each message stays on one line, with every control character spelled out
//! ([`printable`]). Several lines are printed one by one, or drawn by [`data::report()`], which does the same.
//!
//! Every command ends with [`Failure`] when something is wrong: its text goes to standard error.

/// Prints a line; fails if it cannot be written.
macro_rules! say {
    ($($words:tt)*) => { $crate::commands::say(format_args!($($words)*)) };
}

mod check;
mod complete;
mod convert;
mod draw;
mod film;
mod lab;
mod manual;
mod odds;
mod options;
mod play;
mod print;
mod replay;
mod report;
mod serve;
mod summary;
mod validate;
mod window;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use data::{Faults, printable, report};
use desk::{
    Beginning, Game, Library, MOST_DATA, MOST_JOURNAL, Notice, Rules, look_at, named_game, peek, read_text,
};
use game::Viewer;
use game::minds::SoloPlayer;
use game::options::Options;
use games::Games;
use scenario::validate;
use serde_json::{Value, json};

/// Why a command failed, as shown to the user; empty if the reader of the output has gone.
#[derive(Debug)]
pub struct Failure {
    text: String,
    /// The program's exit status.
    status: u8,
}

/// The exit status for ordinary failures.
const FAILED: u8 = 1;

/// The exit status for a journal whose record contradicts itself.
const CONTRADICTED: u8 = 3;

impl Failure {
    /// A one-line message.
    fn new(text: impl Into<String>) -> Self {
        Self::said(printable::line(&printable::cut(&text.into(), MOST_LINE)))
    }

    /// A message printed unchanged.
    fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), status: FAILED }
    }

    /// A message of several lines, each treated as in [`Self::new`].
    fn lines(lines: impl IntoIterator<Item = String>) -> Self {
        Self::said(lines.into_iter().map(|line| Self::new(line).text).collect::<Vec<_>>().join("\n"))
    }

    /// Faults as [`data::report()`] draws them.
    fn drawn(report: &str) -> Self {
        Self::said(report.trim_end())
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

type Done = Result<(), Failure>;

/// The most characters in a printed line.
const MOST_LINE: usize = 4_000;

/// The text padded to this many characters.
fn in_column(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().count() <= width {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(width - 1).chain(['…']).collect())
}

/// Prints one line on standard output, whatever characters it contains. A very long line is cut off.
fn say(words: fmt::Arguments<'_>) -> Done {
    say_whole(&printable::cut(&words.to_string(), MOST_LINE))
}

/// Prints a line intended for programs, however long it is.
fn say_whole(words: &str) -> Done {
    match writeln!(io::stdout(), "{}", printable::line(words)) {
        Ok(()) => Ok(()),
        // For example `drumhead validate | head`: the reader has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::said("")),
        Err(error) => Err(Failure::new(format!("cannot print: {error}"))),
    }
}

/// Prints a value as JSON, on one line.
fn say_json(value: &Value) -> Done {
    say_whole(&value.to_string())
}

/// Prints a remark on standard error, line by line, while the command goes on.
#[cfg(feature = "window")]
fn warn(words: &str) {
    for line in words.lines() {
        let _nobody_reads = writeln!(io::stderr(), "drumhead: {line}");
    }
}

/// The referee's field desk for Napoleonic miniatures.
///
/// Without a command the window opens, on SCENARIO or on the game that was open last.
#[derive(Debug, Parser)]
#[command(
    name = "drumhead",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true,
    after_help = "Examples:\n  drumhead                          open the window on the last game\n  \
                  drumhead first-steps              open the window on a small battle\n  \
                  drumhead marengo --solo austrian  play against the program\n  \
                  drumhead play waterloo --seed 7   let two solo players fight it out here\n\n\
                  Your own armies, terrain, scenarios and journals lie in the data folder; DRUMHEAD_HOME moves it."
)]
struct Cli {
    /// The scenario to open in the window, or a game file (GAME.drumhead; GAME.journal of older versions).
    #[arg(add = complete::a_battle_or_game())]
    scenario: Option<String>,
    /// The seed for the program's dice in a new game; by default, a secret random one.
    #[arg(long)]
    seed: Option<u64>,
    /// One of the scenario's weathers for a new game, such as rolled.
    #[arg(long)]
    weather: Option<String>,
    /// A side that the program plays in the window, such as french, or french:bold (classic, cautious, normal or bold); its orders
    /// can be watched, paused, and taken over.
    #[arg(long, value_name = "SIDE[:PLAYER]")]
    solo: Vec<String>,
    /// Close the window again once its first frame is shown, and say how long that took.
    #[arg(long, hide = true)]
    first_frame: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the scenarios and the games already begun.
    #[command(after_help = "Examples:\n  drumhead list\n  drumhead list --json")]
    List(ListArgs),
    /// List the options of a battle's rules: their values in it, what they take, and the clauses that they change.
    #[command(after_help = "Examples:\n  drumhead options waterloo\n  drumhead options game.drumhead --json")]
    Options(options::Args),
    /// Let two solo players fight a scenario.
    ///
    /// The last line printed is `result: LEVEL SIDE A-B`: the level of victory, the winner, their points and their enemy's. On
    /// hexes it is `result: victory SIDE A-B` or `result: draw nobody A-B`: the points taken by the winner, or the first side, and
    /// those taken by the other; the line before it says which of the four conditions are met, and which clause decides. For a
    /// battle that was stopped it is `result so far: ...`: what the result would be then. The same seed gives the same journal,
    /// byte for byte.
    #[command(
        after_help = "Examples:\n  drumhead play waterloo --seed 7 --turns 4 --journal waterloo-7.drumhead\n  \
                      drumhead play marengo --seed 7"
    )]
    Play(play::Args),
    /// Let solo players fight a scenario many times, and say what it comes to.
    ///
    /// With one player the question is whether the scenario is even; with two, who plays better: each seed is then played twice, with
    /// sides swapped. With --against the same seeds are played in another way too. All intervals hold 95 times in a hundred. The same
    /// seeds give the same bytes on any number of cores; several machines share the work by --seeds and --out, and --read sums it up.
    #[command(
        after_help = "Examples:\n  drumhead lab first-steps\n  drumhead lab marengo --players normal:classic --pairs 40\n  \
                            drumhead lab waterloo --against variant=no-prussians --seeds 1..100 --out part-1.jsonl\n  \
                            drumhead lab --read part-1.jsonl part-2.jsonl"
    )]
    Lab(lab::Args),
    /// Speak JSON lines on standard input and output.
    #[command(after_help = "Examples:\n  \
                            echo '{\"scenarios\": {}}' | drumhead serve\n  drumhead serve --schema > drumhead.schema.json")]
    Serve(serve::Args),
    /// The exact odds of an order.
    ///
    /// FROM is a case file, a journal or a scenario. For a case, the steps before its last are played first.
    #[command(after_help = "Examples:\n  drumhead odds my-case.ron --case \"defender first\"\n  \
                            drumhead odds game.drumhead --order 'Fire(battery: \"14\", target: \"22\")'\n  \
                            drumhead odds hexes.drumhead --order 'Attack(by: [\"f44\"], on: [\"1412\"])'")]
    Odds(odds::Args),
    /// Run cases of the casebook.
    ///
    /// Without FILES the cases included in the program are run.
    #[command(after_help = "Examples:\n  drumhead check my-case.ron\n  drumhead check --coverage\n  \
                            drumhead check --draw \"oblique shot\" --out shot.png")]
    Check(check::Args),
    /// Convert a table of units to an army, a battle's units to a table, two tables to a hex map, or a map to terrain, and print
    /// it.
    ///
    /// A table of units (.csv) needs a heading row with the words of the roster, in any order, or --column for other words. For a
    /// hex map, the first table has a row for every hex: hex,terrain,feature-name; the second a row for every mark on a hexside:
    /// hexA,hexB,kind,up_hex, the last one filled for slopes only. A GeoJSON map becomes a table's terrain: its features have the
    /// property kind or OpenStreetMap tags, and changes made on the way are reported on standard error.
    #[command(after_help = "Examples:\n  \
                            drumhead convert units.csv --like waterloo --id my-army --name \"My army\" > my-army.ron\n  \
                            drumhead convert units.csv --like waterloo --id my-army --name \"My army\" --column Effectives=men\n  \
                            drumhead convert waterloo > waterloo.csv\n  \
                            drumhead convert hexes.csv sides.csv --id my-map --name \"The ford\" > my-map.ron\n  \
                            drumhead convert map.geojson --id field --name Field --size 72x48 --metres-per-inch 100 > field.ron")]
    Convert(convert::Args),
    /// Report everything that is wrong with scenarios, armies and terrain.
    #[command(after_help = "Examples:\n  drumhead validate waterloo\n  drumhead validate armies/my-army.ron")]
    Validate(validate::Args),
    /// Draw a game as it stands, or as it stood earlier.
    #[command(after_help = "Examples:\n  drumhead draw waterloo --out waterloo.svg\n  \
                            drumhead draw game.drumhead --turn 3 --overlay zones --out turn-3.png")]
    Draw(draw::Args),
    /// Print the documents for an evening's game, one PDF each.
    ///
    /// reference, handout, rosters, labels, chits, counters, map, sticks, briefing, return, ruling: those that the game's rules
    /// use. Briefing and return are made for each side, with only what it may know. Labels, counters, map and sticks are in
    /// true size: print them at 100 %.
    #[command(after_help = "Examples:\n  drumhead print waterloo\n  \
                            drumhead print waterloo --what rosters,labels --paper letter --out paper\n  \
                            drumhead print game.drumhead --what ruling --order 12 --out paper")]
    Print(print::Args),
    /// Write a game as an animated picture, with a frame for every activation.
    #[command(after_help = "Examples:\n  drumhead film game.drumhead --out battle.gif\n  \
                            drumhead film game.drumhead --from-turn 3 --to-turn 5 --side french --out charge.gif")]
    Film(film::Args),
    /// Report on a game from its record: an HTML page, Markdown with pictures, or tables.
    ///
    /// The page is self-contained: maps of every turn, strength and losses, luck, the rules in force and the whole log.
    /// turns.csv has a row for every turn and side, losses.csv one for every command, throws.csv one for every throw of dice,
    /// with the number of its entry in the record.
    #[command(
        after_help = "Examples:\n  drumhead report game.drumhead\n  drumhead report game.drumhead --out game.html\n  \
                            drumhead report game.drumhead --side french --out for-the-club.md\n  \
                            drumhead report game.drumhead --csv tables"
    )]
    Report(report::Args),
    /// Play a journal again, check every state in it, and sum it up.
    ///
    /// The last two lines say where the game stands, with turn and clock, and its result in the same form as `play`.
    ///
    /// Ends with status 3 if the record contradicts itself, so that the program cannot have written it: dice it rolled do not match
    /// the seed, an undo is wrong about what had been seen, or the battle's files do not match their digest. Orders that today's
    /// rules would judge differently are reported, but are not errors. A damaged file and all other failures end with status 1.
    #[command(after_help = "Example:\n  drumhead replay waterloo-7.drumhead")]
    Replay(replay::Args),
    /// Print a manual page.
    #[command(after_help = "Examples:\n  drumhead man | man -l -\n  drumhead man play > drumhead-play.1")]
    Man(manual::ManArgs),
    /// Print a shell's completion script.
    #[command(
        after_help = "Examples:\n  drumhead completions bash > ~/.local/share/bash-completion/completions/drumhead\n  \
                      drumhead completions fish > ~/.config/fish/completions/drumhead.fish"
    )]
    Completions(manual::CompletionsArgs),
}

/// Parses options written as `id=value`.
fn options(pairs: &[String]) -> Result<Options, Failure> {
    let mut options = Options::default();
    for pair in pairs {
        let (id, value) = pair.split_once('=').ok_or_else(|| {
            let pair = printable::name(pair);
            Failure::new(format!("--option {pair}: write it as id=value, such as fire-arc=45"))
        })?;
        let (id, value) = (id.trim(), value.trim());
        if options.0.insert(id.to_owned(), value.to_owned()).is_some() {
            let id = printable::name(id);
            return Err(Failure::new(format!("--option {id} is given twice: leave out all but one")));
        }
    }
    Ok(options)
}

/// By what terms a battle is fought, besides its scenario.
#[derive(Debug, clap::Args)]
struct TermsArgs {
    /// One of the scenario's weathers, such as rolled.
    #[arg(long)]
    weather: Option<String>,
    /// One of the scenario's variants, such as no-prussians.
    #[arg(long)]
    variant: Option<String>,
    /// A preset of options: one of the program's, such as everything, or your own.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Change an option of the rules; takes precedence over the preset.
    #[arg(long = "option", value_name = "ID=VALUE", add = complete::an_option())]
    options: Vec<String>,
}

impl TermsArgs {
    /// The options of the preset, with those that are changed.
    fn options(&self, library: &Library, rules: &str) -> Result<Options, Failure> {
        let mut chosen = match &self.preset {
            Some(name) => {
                library.preset(rules, name).map_err(|fault| Failure::new(fault.to_string()))?.options
            }
            None => Options::default(),
        };
        chosen.0.extend(options(&self.options)?.0);
        Ok(chosen)
    }
}

/// The players that `--players` names: one for both sides, or two.
fn solo_players(text: &str) -> Result<[SoloPlayer; 2], Failure> {
    let (first, second) = text.split_once(':').unwrap_or((text, text));
    let player =
        |name: &str| name.trim().parse().map_err(|fault| Failure::new(format!("--players: {fault}")));
    Ok([player(first)?, player(second)?])
}

/// The text of a case file.
fn case_text(path: &Path) -> Result<String, Failure> {
    read_text(path, MOST_DATA, "a file of cases").map_err(|fault| {
        let remedy = match fault.is_absent() {
            true => {
                ". Name a file of cases, such as my-case.ron: drumhead check runs those inside the program"
            }
            false => "",
        };
        Failure::new(format!("{fault}{remedy}"))
    })
}

/// Everything that is wrong with a scenario, as a drawn report.
fn faulty(library: &Library, faults: &Faults) -> Failure {
    Failure::drawn(&report(faults, library.source().as_ref(), colour()))
}

/// The rule set of a scenario, which determines what kind of battle it is.
fn rules_of(library: &Library, id: &str) -> Result<String, Failure> {
    let known = library.scenarios().into_iter().find(|(known, ..)| known == id);
    match known.map(|(.., rules)| rules).filter(|rules| !rules.is_empty()) {
        Some(rules) => Ok(rules),
        None => {
            let path = Path::new(id);
            if path.exists() {
                // A pipe or a device is not a misspelled scenario name.
                look_at(path, MOST_JOURNAL, "a game")?;
            }
            match validate(id, library.source().as_ref(), library.rules()) {
                Err(faults) => Err(faulty(library, &faults)),
                Ok(_) => Err(Failure::new(format!("{id} does not say its rules"))),
            }
        }
    }
}

/// The rule set with this id.
fn rules<'g>(games: &'g Games, id: &str) -> Result<&'g dyn Rules, Failure> {
    let known = || games.all().map(Rules::id).collect::<Vec<_>>().join(", ");
    games
        .of(id)
        .ok_or_else(|| Failure::new(format!("the rules {id} are not in this program: it has {}", known())))
}

/// The file of the game with this name, unless a scenario has it.
fn game_named(library: &Library, name: &str) -> Option<PathBuf> {
    let is_scenario = || library.scenarios().iter().any(|(id, ..)| id == name);
    named_game(library.journals().as_deref(), Path::new(name))
        .filter(|path| path == Path::new(name) || !is_scenario())
}

/// A game in the state that a journal ends with, or at the start of a scenario.
fn game_of(games: &Games, library: &Library, from: &str) -> Result<Box<dyn Game>, Failure> {
    if let Some(path) = game_named(library, from) {
        return journal(games, library, &path);
    }
    let id = rules_of(library, from)?;
    let beginning = Beginning { scenario: from.to_owned(), ..Beginning::default() };
    begun(rules(games, &id)?, library, beginning)
}

/// The file of a game that is named by its path, or as one of the data folder; the name itself if there is none.
fn journal_file(library: &Library, name: &Path) -> PathBuf {
    named_game(library.journals().as_deref(), name).unwrap_or_else(|| name.to_owned())
}

/// The game in a journal. An incomplete last line is reported, and so is a record that contradicts itself. Anything made from a
/// journal damaged before its end would lack what is lost.
fn journal(games: &Games, library: &Library, name: &Path) -> Result<Box<dyn Game>, Failure> {
    let path = &journal_file(library, name);
    look_at(path, MOST_JOURNAL, "a journal").map_err(|fault| match fault.is_absent() {
        true => Failure::new(format!(
            "{}: there is no such file. Name the file of a game: drumhead list has those that are kept",
            shown(path)
        )),
        false => fault.into(),
    })?;
    let (game, notices) = rules(games, &peek(path)?.rules)?.read(path, library)?;
    let (damage, told): (Vec<Notice>, Vec<Notice>) =
        notices.into_iter().partition(|notice| matches!(notice, Notice::Damaged { .. }));
    if let Some(notice) = damage.first() {
        return Err(Failure::new(format!(
            "{}: {notice}. Nothing was made of it: open the game in the window, which keeps what can be read as a game of its own, and \
             name that",
            shown(path)
        )));
    }
    for notice in told.iter().filter(|notice| notice.is_damage() || notice.is_contradiction()) {
        let _nobody_reads = writeln!(io::stderr(), "drumhead: {}: {notice}", shown(path));
    }
    Ok(game)
}

/// Everything that is wrong with a battle by these rules, as a drawn report; succeeds if it can be played.
fn sound(rules: &dyn Rules, library: &Library, id: &str) -> Done {
    rules.check_battle(library, id).map_err(|faults| faulty(library, &faults))
}

/// A battle's game at its start. Everything wrong with the battle is drawn as a report.
fn begun(rules: &dyn Rules, library: &Library, beginning: Beginning) -> Result<Box<dyn Game>, Failure> {
    sound(rules, library, &beginning.scenario)?;
    let (game, _) = rules.begin(library, library, beginning)?;
    Ok(game)
}

/// What the players should know about the game's rules before they begin.
fn notices(game: &dyn Game) -> Done {
    game.notices().iter().try_for_each(|notice| say!("{notice}"))
}

/// The viewer that `--side` asks for: the referee if no side is named.
fn viewer(game: &dyn Game, side: Option<&str>) -> Result<Viewer, Failure> {
    game.viewer(side).map_err(|remedy| Failure::new(format!("--side: {remedy}")))
}

/// Whether to use colours: on a terminal, unless `NO_COLOR` is set.
fn colour() -> bool {
    use std::io::IsTerminal;
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What [`list`] prints, as JSON.
fn listed(library: &Library) -> Value {
    let scenario =
        |(id, name, rules): (String, String, String)| json!({"id": id, "name": name, "rules": rules});
    let game = |path: PathBuf| match peek(&path) {
        Ok(header) => {
            json!({"file": path, "scenario": header.scenario, "rules": header.rules, "seed": header.seed})
        }
        Err(error) => json!({"file": path, "error": error.to_string()}),
    };
    json!({
        "scenarios": library.scenarios().into_iter().map(scenario).collect::<Vec<_>>(),
        "games": library.list_journals().into_iter().map(game).collect::<Vec<_>>(),
        "home": library.home(),
    })
}

fn list(library: &Library, args: &ListArgs) -> Done {
    if args.json {
        return say_json(&listed(library));
    }
    let scenarios = library.scenarios();
    let width = scenarios.iter().map(|(id, ..)| id.len()).max().unwrap_or(0).min(printable::MOST_NAME);
    say!("Scenarios:")?;
    for (id, name, rules) in scenarios {
        let rules = if rules.is_empty() { "cannot be read: try drumhead validate" } else { &rules };
        say!("  {id:width$}  {} ({})", printable::name(&name), printable::name(rules))?;
    }
    let journals = library.list_journals();
    if !journals.is_empty() {
        say!("Games:")?;
    }
    for path in journals {
        match peek(&path) {
            Ok(header) => {
                say!("  {}  {}, seed {}", path.display(), printable::name(&header.scenario), header.seed)?;
            }
            Err(error) => say!("  {error}")?,
        }
    }
    match library.home() {
        Some(home) => say!("Data folder: {}", home.display())?,
        None => say!("Data folder: none on this system; set DRUMHEAD_HOME")?,
    }
    Ok(())
}

fn run(cli: Cli) -> Done {
    let games = Games::of_the_program();
    let library = Library::open(&games);
    match cli.command {
        None => window::run(
            games,
            library,
            cli.scenario.as_deref(),
            cli.seed,
            cli.weather,
            &cli.solo,
            cli.first_frame,
        ),
        Some(Command::List(args)) => list(&library, &args),
        Some(Command::Options(args)) => options::run(&games, &library, &args),
        Some(Command::Play(args)) => play::run(&games, &library, &args),
        Some(Command::Lab(args)) => lab::run(&games, &library, &args),
        Some(Command::Serve(args)) => serve::run(games, library, &args),
        Some(Command::Odds(args)) => odds::run(&games, &library, &args),
        Some(Command::Draw(args)) => draw::run(&games, &library, &args),
        Some(Command::Print(args)) => print::run(&games, &library, &args),
        Some(Command::Film(args)) => film::run(&games, &library, &args),
        Some(Command::Report(args)) => report::run(&games, &library, &args),
        Some(Command::Check(args)) => check::run(&games, &library, &args),
        Some(Command::Convert(args)) => convert::run(&games, &library, &args),
        Some(Command::Validate(args)) => validate::run(&library, &args),
        Some(Command::Replay(args)) => replay::run(&games, &library, &args),
        Some(Command::Man(args)) => manual::man(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
    }
}

/// Parses the process's arguments. Wrong arguments are reported with their help, and the program ends.
fn arguments() -> Cli {
    // A shell that asks what comes next is answered, and the program ends.
    clap_complete::CompleteEnv::with_factory(Cli::command).complete();
    Cli::try_parse().unwrap_or_else(|error| {
        // Clap would repeat the arguments unchanged, so it gets them with control characters already spelled out.
        let plainly = std::env::args_os().map(|word| printable::line(&word.to_string_lossy()).into_owned());
        let plainly: Vec<String> = plainly.collect();
        match Cli::try_parse_from(&plainly) {
            Err(error) => error.exit(),
            Ok(_) => {
                let _nobody_reads = writeln!(io::stderr(), "{}", printable::line(&error.to_string()));
                std::process::exit(error.exit_code())
            }
        }
    })
}

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    match run(arguments()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { text, status }) => {
            if !text.is_empty() {
                let _nobody_reads = writeln!(io::stderr(), "drumhead: {text}");
            }
            ExitCode::from(status)
        }
    }
}

/// A path as shown in messages.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_command_has_help_with_an_example() {
        let mut cli = Cli::command();
        cli.clone().debug_assert();
        for command in cli.get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Example"), "{help}");
            assert!(help.contains("drumhead "), "{help}");
        }
    }

    #[test]
    fn a_name_in_a_column_takes_no_more_than_its_width() {
        assert_eq!(in_column("Corps d'élite", 13), "Corps d'élite");
        assert_eq!(in_column("Corps d'élite", 12), "Corps d'éli…");
    }

    #[test]
    fn options_are_pairs() {
        let read = options(&["fire-arc=30".into(), "conform = on".into()]).unwrap();
        assert_eq!(read.0.get("conform").map(String::as_str), Some("on"));
        assert!(options(&["conform".into()]).is_err());
        let twice = options(&["fire-arc=30".into(), "fire-arc=45".into()]).unwrap_err();
        assert!(twice.text.starts_with("--option fire-arc is given twice"), "{}", twice.text);
    }
}
