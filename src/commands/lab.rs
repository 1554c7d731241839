//! `drumhead lab`: many games between solo players, and what they come to.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Done, Failure, in_column, say_json, shown};
use desk::{JournalPlace, Library, MOST_JOURNAL, read_text};
use game::Viewer;
use games::Games;
use lab::{Arm, ArmSums, Experiment, Interval, Plan, Played, Seeds, Sums, Terms};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario to play.
    #[arg(add = super::complete::a_scenario(), required_unless_present = "read")]
    scenario: Option<String>,
    /// So many seeds, from 1 on; each is played twice, with sides swapped, where there are two players.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000), conflicts_with = "seeds")]
    pairs: Option<u64>,
    /// The seeds to play, such as 101..120; by default, 1..20.
    #[arg(long, value_name = "FROM..TO")]
    seeds: Option<Seeds>,
    /// Who plays: one player on both sides, or two as normal:classic. There are classic, cautious, normal (balanced) and bold.
    #[arg(long, default_value = "normal", value_name = "PLAYER[:PLAYER]")]
    players: String,
    /// What is different in a second set of games: an option as id=value, weather=NAME, variant=NAME, preset=NAME or player=NAME.
    #[arg(long, value_name = "WHAT=VALUE")]
    against: Option<Arm>,
    #[command(flatten)]
    terms: super::TermsArgs,
    /// Keep every game's result in this file, line by line; what it holds already is not played again.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Sum up what was kept in these files by --out, of the same experiment; nothing is played.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["scenario", "out", "keep"])]
    read: Vec<PathBuf>,
    /// Write the closest, the median and the widest game as game files into this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Write a table with a row for every game.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw how far each game was won into this file, FILE.svg.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The first line of a file of results.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Heading {
    experiment: Experiment,
    /// The version of the program: another one judges otherwise.
    version: String,
}

impl Heading {
    fn of(experiment: &Experiment) -> Self {
        Self { experiment: experiment.clone(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let (experiment, played) = match &args.read[..] {
        [] => fought(games, library, args)?,
        files => read_all(files)?,
    };
    let sums = Sums::of(&experiment, &played);
    if let Some(path) = &args.csv {
        write_csv(path, &played)?;
    }
    if let Some(folder) = &args.keep {
        keep(games, library, &experiment, &played, folder)?;
    }
    let names = sides(games, library, &experiment)?;
    let names = [0, 1].map(|side| names.get(side).map_or("", String::as_str));
    if let Some(path) = &args.svg {
        let titles: Vec<String> =
            sums.arms.iter().enumerate().map(|(place, arm)| title(&experiment, place, arm)).collect();
        std::fs::write(path, lab::picture(&sums, &played, names, &titles))
            .map_err(|error| Failure::new(format!("{}: {error}", shown(path))))?;
    }
    if args.json {
        return say_json(&json!({"experiment": experiment, "sums": sums}));
    }
    tell(names, &experiment, &sums)
}

/// Plays the games that are asked for, but for those that were played before.
fn fought(games: &Games, library: &Library, args: &Args) -> Result<(Experiment, Vec<Played>), Failure> {
    let scenario = args.scenario.clone().unwrap_or_default();
    let id = super::rules_of(library, &scenario)?;
    super::sound(super::rules(games, &id)?, library, &scenario)?;
    let options = args.terms.options(library, &id)?;
    let players = super::solo_players(&args.players)?;
    let terms = Terms {
        options: options.0,
        weather: args.terms.weather.clone(),
        variant: args.terms.variant.clone(),
    };
    let mut against = args.against.clone();
    if let Some(Arm::Preset(name, options)) = &mut against {
        *options =
            library.preset(&id, name).map_err(|fault| Failure::new(format!("--against: {fault}")))?.options.0;
    }
    let experiment = Experiment { scenario, terms, players, against };
    let seeds = match (&args.seeds, args.pairs) {
        (Some(seeds), _) => seeds.clone(),
        (None, pairs) => Seeds(1..=pairs.unwrap_or(20)),
    };
    let plans = experiment.plan(&seeds);
    // Each way is begun once, so that what cannot be is told before anything is played or written.
    for plan in plans.iter().take(4) {
        let (terms, _) = experiment.of(*plan);
        lab::begun(games, library, &experiment, (terms, plan.seed), JournalPlace::Nowhere)
            .map_err(Failure::new)?;
    }
    let mut known: BTreeMap<Plan, Played> = BTreeMap::new();
    let mut file = None;
    if let Some(path) = &args.out {
        if path.exists() {
            let (heading, before) = read_results(path)?;
            if heading != Heading::of(&experiment) {
                return Err(other_experiment(path, &heading));
            }
            known.extend(before.into_iter().map(|one| (one.plan, one)));
        }
        file = Some(begin_file(path, &experiment, known.values())?);
    }
    let wanted: Vec<Plan> = plans.iter().copied().filter(|plan| !known.contains_key(plan)).collect();
    let bar = progress(wanted.len());
    let mut fault = None;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    lab::run(games, library, &experiment, &wanted, threads, |one| {
        bar.inc(1);
        if let Some(file) = &mut file
            && let Err(error) = write_line(file, &one)
        {
            fault = Some(Failure::new(format!(
                "{}: {error}",
                args.out.as_deref().map_or_else(String::new, shown)
            )));
            return false;
        }
        known.insert(one.plan, one);
        true
    });
    bar.finish_and_clear();
    if let Some(fault) = fault {
        return Err(fault);
    }
    Ok((experiment, plans.iter().filter_map(|plan| known.remove(plan)).collect()))
}

fn progress(games: usize) -> ProgressBar {
    if games == 0 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games as u64);
    match ProgressStyle::with_template("game {pos} of {len} {bar:24} {elapsed}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The file of results with what it holds already; a line that was cut off is left out.
fn begin_file<'p>(
    path: &Path,
    experiment: &Experiment,
    known: impl Iterator<Item = &'p Played>,
) -> Result<File, Failure> {
    let written = File::create(path).and_then(|mut file| {
        write_line(&mut file, &Heading::of(experiment))?;
        for one in known {
            write_line(&mut file, one)?;
        }
        Ok(file)
    });
    written.map_err(|error| Failure::new(format!("{}: {error}", shown(path))))
}

fn write_line(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// What a file of results holds. Its last line may have been cut off: that game is not there.
fn read_results(path: &Path) -> Result<(Heading, Vec<Played>), Failure> {
    let text = read_text(path, MOST_JOURNAL, "results of the laboratory")?;
    let lines: Vec<&str> = text.lines().collect();
    let fault = |number: usize, error: serde_json::Error| {
        Failure::new(format!(
            "{}, line {number}: this is no result of the laboratory ({error}). Name a file that drumhead lab --out has written",
            shown(path)
        ))
    };
    let heading = lines.first().map_or("", |line| *line);
    let heading: Heading = serde_json::from_str(heading).map_err(|error| fault(1, error))?;
    let mut played = Vec::new();
    for (index, line) in lines.iter().enumerate().skip(1) {
        match serde_json::from_str(line) {
            Ok(one) => played.push(one),
            Err(_) if index + 1 == lines.len() && !text.ends_with('\n') => {}
            Err(error) => return Err(fault(index + 1, error)),
        }
    }
    Ok((heading, played))
}

fn other_experiment(path: &Path, heading: &Heading) -> Failure {
    Failure::new(format!(
        "{} holds another experiment: {} by version {}. Name another file, or sum it up by itself",
        shown(path),
        heading.experiment.scenario,
        heading.version
    ))
}

/// The results of several files as those of one experiment.
fn read_all(files: &[PathBuf]) -> Result<(Experiment, Vec<Played>), Failure> {
    let mut all: BTreeMap<Plan, Played> = BTreeMap::new();
    let mut first: Option<Heading> = None;
    for path in files {
        let (heading, played) = read_results(path)?;
        match &first {
            Some(known) if *known != heading => return Err(other_experiment(path, &heading)),
            Some(_) => {}
            None => first = Some(heading),
        }
        for one in played {
            let seed = one.plan.seed;
            if all.insert(one.plan, one.clone()).is_some_and(|before| before != one) {
                return Err(Failure::new(format!(
                    "{}: seed {seed} came out otherwise in another of these files, so that they are of different programs. Sum them \
                     up one by one",
                    shown(path)
                )));
            }
        }
    }
    let heading = first.ok_or_else(|| Failure::new("--read: name the files to sum up"))?;
    Ok((heading.experiment, all.into_values().collect()))
}

fn write_csv(path: &Path, played: &[Played]) -> Done {
    let fault = |error: csv::Error| Failure::new(format!("{}: {error}", shown(path)));
    let mut table = csv::Writer::from_path(path).map_err(fault)?;
    table
        .write_record(["seed", "against", "swapped", "level", "margin", "turns", "orders", "fault"])
        .map_err(fault)?;
    for one in played {
        let Plan { seed, against, swapped } = one.plan;
        let (over, said) = match &one.result {
            lab::Result::Over(over) => (Some(over), ""),
            lab::Result::Fault(said) => (None, said.as_str()),
        };
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let row = [
            seed.to_string(),
            against.to_string(),
            swapped.to_string(),
            over.map(|over| over.level.clone()).unwrap_or_default(),
            number(over.map(|over| over.margin.into())),
            number(over.map(|over| over.by_turn.len() as i64)),
            number(over.map(|over| over.orders as i64)),
            said.to_owned(),
        ];
        table.write_record(&row).map_err(fault)?;
    }
    table.flush().map_err(|error| Failure::new(format!("{}: {error}", shown(path))))
}

/// Plays the closest, the median and the widest game again, and keeps them.
fn keep(games: &Games, library: &Library, experiment: &Experiment, played: &[Played], folder: &Path) -> Done {
    std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", shown(folder))))?;
    let mut by_margin: Vec<(u32, Plan)> = played
        .iter()
        .filter(|one| !one.plan.against)
        .filter_map(|one| Some((one.over()?.margin.unsigned_abs(), one.plan)))
        .collect();
    by_margin.sort();
    let median = by_margin.len() / 2;
    let kept =
        [("closest", by_margin.first()), ("median", by_margin.get(median)), ("widest", by_margin.last())];
    for (name, found) in kept {
        let Some((_, plan)) = found else { continue };
        let file = folder.join(format!("{}-{name}-{}.drumhead", experiment.scenario, plan.seed));
        let (terms, players) = experiment.of(*plan);
        let place = JournalPlace::In(file.clone());
        let mut game =
            lab::begun(games, library, experiment, (terms, plan.seed), place).map_err(Failure::new)?;
        lab::fight(games, game.as_mut(), players).map_err(Failure::new)?;
        say!("{name}: {}", shown(&file))?;
    }
    Ok(())
}

/// The names of both sides.
fn sides(games: &Games, library: &Library, experiment: &Experiment) -> Result<Vec<String>, Failure> {
    let (terms, seed) = (experiment.terms.clone(), 1);
    let game = lab::begun(games, library, experiment, (terms, seed), JournalPlace::Nowhere);
    let head = game.map(|game| game.head(Viewer::Referee)).map_err(Failure::new)?;
    Ok(head.sides.into_iter().map(|side| side.name).collect())
}

/// Which games these are: `waterloo, as it is: 20 games, normal on both sides`.
fn title(experiment: &Experiment, place: usize, arm: &ArmSums) -> String {
    let (_, [one, other]) = experiment.of(Plan { seed: 1, against: place == 1, swapped: false });
    let against = experiment.against.as_ref().filter(|_| place == 1);
    let way = against.map_or_else(|| "as it is".to_owned(), ToString::to_string);
    let who = if one == other {
        format!("{one} on both sides")
    } else {
        format!("{one} and {other}, sides swapped")
    };
    let games = if arm.games == 1 { "1 game".to_owned() } else { format!("{} games", arm.games) };
    format!("{}, {way}: {games}, {who}", experiment.scenario)
}

/// Prints what the games come to.
fn tell(names: [&str; 2], experiment: &Experiment, sums: &Sums) -> Done {
    for (place, arm) in sums.arms.iter().enumerate() {
        say!("{}", title(experiment, place, arm))?;
        tell_arm(arm, names, experiment)?;
        say!("")?;
    }
    if let (Some(difference), Some(against)) = (sums.difference, &experiment.against) {
        let further = lead_of(names, difference);
        say!("by {against} this changes in favour of one: {further} more than without")?;
    }
    for (plan, said) in &sums.faults {
        say!("seed {} did not end: {said}", plan.seed)?;
    }
    Ok(())
}

fn tell_arm(arm: &ArmSums, [first, second]: [&str; 2], experiment: &Experiment) -> Done {
    if let (Some(wins), Some(margin)) = (arm.first_wins, arm.margin) {
        if experiment.is_mirror() {
            say!("{}", evenness(wins, first, second))?;
        }
        say!("  {first} takes {}, {}", percent(wins), lead_of([first, second], margin))?;
    }
    if let Some((wins, lead)) = arm.first_player {
        let [one, other] = experiment.players;
        let (one, other) = (one.to_string(), other.to_string());
        say!("  {one} takes {} against {other}, {}", percent(wins), lead_of([&one, &other], lead))?;
    }
    say!("  (a draw is half a game; in brackets what holds 95 times in a hundred)")?;
    for (level, count) in &arm.levels {
        say!("  {count:>5} {level}")?;
    }
    if let (Some([least, median, most]), Some([_, turns, _])) = (arm.orders, arm.turns) {
        say!("  {median} orders in {turns} turns ({least} to {most} orders)")?;
    }
    say!("")?;
    let turns = arm.by_turn.iter().enumerate();
    let at = |turn: usize| turn.is_multiple_of(4) || turn + 1 == arm.by_turn.len();
    for (turn, [own, other]) in turns.filter(|(turn, _)| at(*turn)) {
        say!("  turn {:>2}: {first} {own:.0}, {second} {other:.0} points", turn + 1)?;
    }
    say!("")?;
    say!("  By command, on average of all games:")?;
    for (name, figures) in &arm.losses {
        let figures: Vec<String> =
            figures.iter().map(|(heading, figure)| format!("{heading} {figure:.1}")).collect();
        if !figures.is_empty() {
            say!("  {:<28} {}", in_column(name, 28), figures.join(", "))?;
        }
    }
    for deed in &arm.deeds {
        let side = if deed.side == 0 { first } else { second };
        let share = 100.0 * deed.count as f64 / (deed.of.max(1)) as f64;
        say!("  {side}: {} {share:.0} % ({} of {})", deed.name, deed.count, deed.of)?;
    }
    Ok(())
}

/// Is it even, as far as these games tell?
fn evenness(wins: Interval, first: &str, second: &str) -> String {
    if wins.low > 0.5 {
        format!("Not even: {first} is favoured")
    } else if wins.high < 0.5 {
        format!("Not even: {second} is favoured")
    } else {
        format!(
            "Neither side is favoured, as far as these games tell ({first} would win {})",
            range(wins, 100.0, " %")
        )
    }
}

/// Who is ahead, and by how much.
fn lead_of([first, second]: [&str; 2], by: Interval) -> String {
    let Interval { middle, low, high } = by;
    let (who, by) = match middle < 0.0 {
        true => (second, Interval { middle: -middle, low: -high, high: -low }),
        false => (first, by),
    };
    format!("{who} is ahead by {} points", figure(by))
}

fn percent(share: Interval) -> String {
    format!("{:.0} % of the games ({})", share.middle * 100.0, range(share, 100.0, " %"))
}

fn range(of: Interval, times: f64, unit: &str) -> String {
    format!("{:.0} to {:.0}{unit}", of.low * times, of.high * times)
}

/// With no digit beyond what the interval leaves certain.
fn figure(of: Interval) -> String {
    let half = (of.high - of.low) / 2.0;
    // No minus before a nought.
    let number = |number: f64, digits: usize| {
        let told = format!("{number:.digits$}");
        if told.trim_start_matches('-').chars().all(|one| matches!(one, '0' | '.')) {
            told.trim_start_matches('-').to_owned()
        } else {
            told
        }
    };
    let digits = if half < 0.1 { 2 } else { usize::from(half < 1.0) };
    if !half.is_finite() {
        return number(of.middle, 0);
    }
    format!("{} ({} to {})", number(of.middle, digits), number(of.low, digits), number(of.high, digits))
}
