//! `drumhead validate`: finds everything that is wrong with data files, in one go.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use super::{Done, Failure};
use data::{Fault, Faults, Overlay, Source, report};
use desk::{Folder, Library, MOST_DATA, look_at};
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario ids, or files of armies, terrain and scenarios; by default, every scenario.
    #[arg(value_hint = clap::ValueHint::FilePath)]
    files: Vec<String>,
}

/// Where the files belonging to a named one are found, and what to check there.
struct Named<'a> {
    source: Box<dyn Source>,
    /// The library in which the file lies.
    library: Cow<'a, Library>,
    what: What,
}

enum What {
    /// These scenarios: the one that was named, or those that use the file.
    Scenarios(Vec<String>),
    /// An army or terrain that no scenario uses: folder and id.
    Alone(&'static str, String),
}

pub fn run(library: &Library, args: &Args) -> Done {
    let mut tally = Tally::default();
    let all: Vec<String> = library.scenarios().into_iter().map(|(id, ..)| id).collect();
    let wanted = if args.files.is_empty() { all } else { args.files.clone() };
    for name in wanted {
        let Named { source, library, what } = named(library, &name)?;
        let source = source.as_ref();
        match what {
            What::Scenarios(ids) => {
                for id in ids {
                    let read = scenario::validate(&id, source, library.rules());
                    let read = read.and_then(|warnings| goes_on(&library, &id).map(|()| warnings));
                    tally.scenarios += 1;
                    tally.report(&id, "fit for play", read, source)?;
                }
            }
            What::Alone(folder, id) => {
                let read = scenario::read_alone(folder, &id, source);
                tally.alone += 1;
                tally.report(&format!("{id} (no scenario uses it)"), "sound by itself", read, source)?;
            }
        }
    }
    tally.end()
}

/// Whether a battle in the library that continues an earlier game can be played on. Other battles always pass.
fn goes_on(library: &Library, id: &str) -> Result<(), Faults> {
    let known = library.scenarios().into_iter().find(|(known, ..)| known == id);
    let rules = known.and_then(|(.., rules)| library.rules().of(&rules));
    rules.map_or(Ok(()), |rules| rules.check_battle(library, id))
}

/// What was checked, and how many errors were found.
#[derive(Debug, Default)]
struct Tally {
    wrong: usize,
    scenarios: usize,
    /// Armies and terrain checked by themselves.
    alone: usize,
}

impl Tally {
    fn report(
        &mut self,
        name: &str,
        fit: &str,
        read: Result<Vec<Fault>, Faults>,
        source: &dyn Source,
    ) -> Done {
        let (faults, verdict) = match read {
            Ok(warnings) if warnings.is_empty() => (Vec::new(), "without a fault".to_owned()),
            Ok(warnings) => {
                let verdict = format!("{fit}, {}", counted(warnings.len(), "warning"));
                (warnings, verdict)
            }
            Err(Faults(faults)) => {
                let errors = faults.iter().filter(|fault: &&Fault| fault.is_error()).count();
                self.wrong += errors;
                (faults, counted(errors, "error"))
            }
        };
        let report = report(&Faults(faults), source, super::colour());
        let _nobody_reads = write!(io::stderr(), "{report}");
        say!("{name}: {verdict}")
    }

    fn end(self) -> Done {
        if self.wrong == 0 {
            return Ok(());
        }
        let checked = match (self.scenarios, self.alone) {
            (0, alone) => counted(alone, "file"),
            (scenarios, 0) => counted(scenarios, "scenario"),
            (scenarios, alone) => {
                format!("{} and {}", counted(scenarios, "scenario"), counted(alone, "file"))
            }
        };
        Err(Failure::new(format!("{} in {checked}", counted(self.wrong, "error"))))
    }
}

/// `1 error`, `2 errors`.
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A scenario by its id, or by a file that it uses.
fn named<'a>(library: &'a Library, name: &str) -> Result<Named<'a>, Failure> {
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let what = What::Scenarios(vec![name.to_owned()]);
        return Ok(Named { source: library.source(), library: Cow::Borrowed(library), what });
    }
    if path.is_dir() {
        return Err(Failure::new(format!(
            "{name} is a folder. Name its files; or, for a data folder of your own, set DRUMHEAD_HOME to it and \
             give no name"
        )));
    }
    match look_at(path, MOST_DATA, "a data file") {
        Ok(()) => {}
        Err(fault) if fault.is_absent() => {
            return Err(Failure::new(format!(
                "{name}: there is no such file. Name a scenario by its id, or a file that exists"
            )));
        }
        Err(fault) => return Err(fault.into()),
    }
    let (home, folder, id) = place(path)?;
    let own = Cow::Owned(Library::at(&home, library.rules().clone()));
    let source: Box<dyn Source> = Box::new(Overlay { upper: Folder(home), lower: library.source() });
    if folder == SCENARIOS {
        return Ok(Named { source, library: own, what: What::Scenarios(vec![id]) });
    }
    // An army or terrain is checked in every scenario that names it, or by itself if none does yet.
    let quoted = format!("\"{id}\"");
    let users: BTreeSet<String> = source
        .list(SCENARIOS)
        .into_iter()
        .filter(|file| source.read(&format!("{SCENARIOS}/{file}")).is_some_and(|text| text.contains(&quoted)))
        .filter_map(|file| file.strip_suffix(".ron").map(str::to_owned))
        .collect();
    let what = match users.is_empty() {
        true => What::Alone(folder, id),
        false => What::Scenarios(users.into_iter().collect()),
    };
    Ok(Named { source, library: own, what })
}

/// A file's data folder, the subfolder it is in, and its id.
fn place(path: &Path) -> Result<(PathBuf, &'static str, String), Failure> {
    let path = std::path::absolute(path)?;
    let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let parts: Vec<Component<'_>> = path.parent().into_iter().flat_map(Path::components).collect();
    for folder in [ARMIES, TERRAIN, SCENARIOS] {
        let depth = folder.split('/').count();
        if parts.len() < depth {
            continue;
        }
        let (home, inside) = parts.split_at(parts.len() - depth);
        if inside.iter().map(|part| part.as_os_str()).eq(folder.split('/')) {
            return Ok((home.iter().collect(), folder, id));
        }
    }
    Err(Failure::new(format!(
        "{}: data files lie in folders named {ARMIES}, {TERRAIN} or {SCENARIOS}. Put it into one",
        path.display()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_placed_by_its_folder() {
        let (home, folder, id) = place(Path::new("/data/assets/scenarios/my-battle.ron")).unwrap();
        assert_eq!((home, folder, id.as_str()), (PathBuf::from("/data"), SCENARIOS, "my-battle"));
        assert_eq!(place(Path::new("/data/armies/x.ron")).unwrap().1, ARMIES);
        assert!(place(Path::new("/data/elsewhere/x.ron")).is_err());
    }
}
