//! `drumhead report`: the content of a game's record, as a page, as text with pictures, or as tables.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::convert::For;
use super::{Done, Failure};
use desk::{Library, write_files, write_into};
use games::Games;
use paper::report::tables::tables;
use paper::report::{ReportFile, ReportKind, report};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game file, or the name of a game in the data folder.
    #[arg(add = super::complete::a_game())]
    journal: PathBuf,
    /// The file to write: FILE.html, a self-contained page, or FILE.md, with its pictures beside it. By default, a page beside
    /// the journal, named after it, unless that file already exists; of a game in the data folder, here.
    #[arg(long, value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Write turns.csv, losses.csv and throws.csv into this folder.
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    csv: Option<PathBuf>,
    /// The program that these tables are written for.
    #[arg(long, value_enum, default_value_t, requires = "csv")]
    csv_for: For,
    /// What this side knew; by default, what the referee knows.
    #[arg(long)]
    side: Option<String>,
}

/// The kind of report, from the file name's extension.
fn kind_of(out: &Path) -> Result<ReportKind, Failure> {
    [ReportKind::Page, ReportKind::Markdown].into_iter().find(|kind| kind.is_named(out)).ok_or_else(|| {
        Failure::new(format!(
            "--out {}: name a file that ends in .html or .md, which says what is written",
            super::shown(out)
        ))
    })
}

/// The file to write: the one named, or a page beside the journal. `None` if only tables are wanted.
fn out_of(args: &Args) -> Result<Option<PathBuf>, Failure> {
    if args.out.is_some() || args.csv.is_some() {
        return Ok(args.out.clone());
    }
    let mut name = args.journal.file_stem().unwrap_or_default().to_os_string();
    if let Some(side) = &args.side {
        name.push(format!("-{side}"));
    }
    name.push(".html");
    let page = args.journal.with_file_name(name);
    match page.exists() {
        true if page == args.journal => Err(Failure::new(format!(
            "{}: the report of it would be called so too. Name another file by --out",
            super::shown(&page)
        ))),
        true => Err(Failure::new(format!(
            "{}: there is such a file already. Write --out {} to put the report in its place, or name another",
            super::shown(&page),
            super::shown(&page)
        ))),
        false => Ok(Some(page)),
    }
}

pub fn run(games: &Games, library: &Library, args: &Args) -> Done {
    let out = out_of(args)?;
    let kind = out.as_deref().map(kind_of).transpose()?;
    let game = super::journal(games, library, &args.journal)?;
    let viewer = super::viewer(game.as_ref(), args.side.as_deref())?;
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    if let (Some(out), Some(kind)) = (&out, kind) {
        let bar = progress("part");
        let mut goes = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            true
        };
        let name = out.file_stem().unwrap_or_default().to_string_lossy();
        let made = report(game.as_ref(), viewer, (kind, &name), &mut goes)?;
        bar.finish_and_clear();
        let mut made = made.into_iter();
        // The first file gets the requested name.
        files.extend(made.next().map(|first| (out.clone(), first.bytes)));
        files.extend(beside(out.parent().unwrap_or(Path::new("")), made));
    }
    if let Some(folder) = &args.csv {
        let made = tables(game.as_ref(), viewer, args.csv_for.into())?;
        files.extend(beside(folder, made));
    }
    match &args.csv {
        Some(folder) => write_into(folder, &files)?,
        None => write_files(&files)?,
    }
    files
        .iter()
        .try_for_each(|(path, bytes)| say!("{}: {} KB", super::shown(path), bytes.len().div_ceil(1000)))
}

fn beside(folder: &Path, files: impl IntoIterator<Item = ReportFile>) -> Vec<(PathBuf, Vec<u8>)> {
    files.into_iter().map(|file| (folder.join(file.name), file.bytes)).collect()
}

/// A progress bar on the terminal.
pub(super) fn progress(what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template(&format!("{what} {{pos}} of {{len}} {{bar:24}} {{elapsed}}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
