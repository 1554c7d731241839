//! `drumhead check`: runs cases, and lists the clauses that have none.

use std::fs;
use std::path::{Path, PathBuf};

use super::draw::Kind;
use super::{Done, Failure, shown};
use casebook::{Cases, coverage, shipped_files};
use data::{nearest, printable};
use desk::{Library, write_whole};
use drawing::Palette;
use games::Games;
use paper::case::{SCALE, case_sheet};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Case files, or folders of case files; by default, the casebook inside the program.
    files: Vec<PathBuf>,
    /// Say how many clauses have a case, and which have none.
    #[arg(long)]
    coverage: bool,
    /// Draw the case whose name contains this text: the table, the order, and its results.
    #[arg(long, value_name = "CASE", requires = "out")]
    draw: Option<String>,
    /// The picture to write: FILE.svg, FILE.png or FILE.pdf.
    #[arg(long, value_hint = clap::ValueHint::FilePath, requires = "draw")]
    out: Option<PathBuf>,
    /// Draw it by candle light.
    #[arg(long, requires = "draw")]
    night: bool,
}

/// Every requested case file, with its name.
fn texts(files: &[PathBuf]) -> Result<Vec<(String, String)>, Failure> {
    if files.is_empty() {
        let shipped = shipped_files().into_iter();
        return Ok(shipped.map(|(file, text)| (file, text.to_owned())).collect());
    }
    let mut texts = Vec::new();
    for path in files {
        let mut paths = vec![path.clone()];
        if path.is_dir() {
            let inside = fs::read_dir(path)?.filter_map(Result::ok).map(|entry| entry.path());
            paths = inside.filter(|path| path.extension().is_some_and(|ext| ext == "ron")).collect();
            paths.sort();
        }
        for path in paths {
            texts.push((shown(&path), super::case_text(&path)?));
        }
    }
    Ok(texts)
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let mut files: Vec<Box<dyn Cases + '_>> = Vec::new();
    let mut wrong = Vec::new();
    let mut passed = 0;
    let texts = texts(&args.files)?;
    if let (Some(wanted), Some(out)) = (&args.draw, &args.out) {
        let palette = if args.night { Palette::NIGHT } else { Palette::DAY };
        return draw(games, library, &texts, wanted, out, palette);
    }
    if texts.is_empty() {
        let named: Vec<String> = args.files.iter().map(|path| shown(path)).collect();
        return Err(Failure::new(format!(
            "there are no case files in {}: a case file ends in .ron",
            named.join(", ")
        )));
    }
    for (name, text) in &texts {
        let file = match games.cases(name, text, library) {
            Ok(file) => file,
            Err(fault) => {
                wrong.push(fault.to_string());
                continue;
            }
        };
        let report = file.run();
        passed += report.passed;
        wrong.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
        files.push(file);
    }
    for failure in &wrong {
        say!("{failure}")?;
    }
    let hold = if passed == 1 { "case holds" } else { "cases hold" };
    let not = if wrong.len() == 1 { "does not" } else { "do not" };
    say!("{passed} {hold}, {} {not}", wrong.len())?;
    let mut uncovered = 0;
    if args.coverage {
        // A rule set that no file is about is not reported on.
        let asked = |book: &&rulebook::Rulebook| files.iter().any(|file| file.rules() == book.id);
        for line in rulebook::books().iter().filter(asked).flat_map(|book| coverage(book, &files)) {
            say!("{line}")?;
            for clause in &line.missing {
                say!("  {clause} has no case")?;
            }
            uncovered += line.missing.len();
        }
    }
    match (wrong.len(), uncovered) {
        (0, 0) => Ok(()),
        (0, 1) => Err(Failure::new("1 clause in force has no case: write one in tests/cases")),
        (0, _) => {
            Err(Failure::new(format!("{uncovered} clauses in force have no case: write one in tests/cases")))
        }
        (_, _) => Err(Failure::new(match wrong.len() {
            1 => "1 case does not hold".to_owned(),
            count => format!("{count} cases do not hold"),
        })),
    }
}

/// Draws the case with exactly this name, otherwise the first whose name contains it.
fn draw(
    games: &Games,
    library: &Library,
    texts: &[(String, String)],
    wanted: &str,
    out: &Path,
    palette: Palette,
) -> Done {
    let kind = Kind::of(out)?;
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return Err(Failure::new(
            "--draw: no case is named: give some words of its name, such as \"oblique shot\"",
        ));
    }
    let mut known = Vec::new();
    for exactly in [true, false] {
        for (name, text) in texts {
            let file = games.cases(name, text, library)?;
            let cases = file.cases();
            let is_meant = |name: &str| {
                let name = name.to_lowercase();
                if exactly { short(&name) == wanted } else { name.contains(&wanted) }
            };
            let Some(case) = cases.iter().find(|case| is_meant(case.name())) else {
                known.extend(cases.iter().map(|case| short(case.name()).to_owned()));
                continue;
            };
            let scene =
                file.scene(case.name(), SCALE).map_err(|fault| Failure::new(format!("{name}: {fault}")))?;
            write_whole(out, &kind.file(&scene.name, case_sheet(&scene, palette))?)?;
            return say!("{}: {name}, {}", shown(out), case.name());
        }
    }
    let wanted = printable::name(&wanted);
    // There are thousands: suggest the similar ones, and say where the others are.
    let known = known.iter().map(String::as_str);
    let like = nearest(&wanted, known).map_or_else(String::new, |name| format!("did you mean \"{name}\"? "));
    let remedy = "The rulebook in the window names the cases of every clause";
    Err(Failure::new(format!("--draw {wanted}: no case has this in its name. {like}{remedy}")))
}

/// The short description that precedes what a case shows.
fn short(name: &str) -> &str {
    name.split_once(": ").map_or(name, |(short, _)| short)
}
