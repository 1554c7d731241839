//! `drumhead validate`: all that is wrong with data files, in one go.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use super::{Done, Failure};
use crate::desk::{Folder, Library, RuleOptions};
use crate::scenario::source::{ARMIES, SCENARIOS, TERRAIN};
use crate::scenario::{self, Fault, Faults, Overlay, Source};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scenario ids, or files of armies, terrain and scenarios; none: every scenario there is.
    files: Vec<String>,
}

/// Where the files around one that was named are found, and the scenarios it has a part in.
struct Named {
    source: Box<dyn Source>,
    ids: Vec<String>,
}

pub fn run(library: &Library, args: &Args) -> Done {
    let mut wrong = 0;
    let mut checked = 0;
    let all: Vec<String> = library.scenarios().into_iter().map(|(id, ..)| id).collect();
    let wanted = if args.files.is_empty() { all } else { args.files.clone() };
    for name in wanted {
        let named = named(library, &name)?;
        for id in named.ids {
            checked += 1;
            let source = named.source.as_ref();
            let (faults, verdict) = match scenario::read(&id, source, &RuleOptions) {
                Ok((_, warnings)) if warnings.is_empty() => (Vec::new(), "without a fault".to_owned()),
                Ok((_, warnings)) => {
                    let verdict = format!("fit for play, {}", counted(warnings.len(), "warning"));
                    (warnings, verdict)
                }
                Err(Faults(faults)) => {
                    let errors = faults.iter().filter(|fault: &&Fault| fault.is_error()).count();
                    wrong += errors;
                    (faults, counted(errors, "error"))
                }
            };
            let report = scenario::report(&Faults(faults), source, super::colour());
            let _nobody_reads = write!(io::stderr(), "{report}");
            say!("{id}: {verdict}")?;
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::new(format!("{} in {}", counted(wrong, "error"), counted(checked, "scenario")))),
    }
}

/// `1 error`, `2 errors`.
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A scenario by id, or by a file that it reads.
fn named(library: &Library, name: &str) -> Result<Named, Failure> {
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        return Ok(Named { source: library.source(), ids: vec![name.to_owned()] });
    }
    if path.is_dir() {
        return Err(Failure::new(format!(
            "{name} is a folder. Name its files; or, for a data folder of your own, set DRUMHEAD_HOME to it and \
             give no name"
        )));
    }
    if !path.is_file() {
        return Err(Failure::new(format!(
            "{name}: there is no such file. Name a scenario by its id, or a file that exists"
        )));
    }
    let (home, folder, id) = place(path)?;
    let source: Box<dyn Source> = Box::new(Overlay { upper: Folder(home), lower: library.source() });
    if folder == SCENARIOS {
        return Ok(Named { source, ids: vec![id] });
    }
    // An army or a terrain is checked in every scenario that names it.
    let quoted = format!("\"{id}\"");
    let users: BTreeSet<String> = source
        .list(SCENARIOS)
        .into_iter()
        .filter(|file| source.read(&format!("{SCENARIOS}/{file}")).is_some_and(|text| text.contains(&quoted)))
        .filter_map(|file| file.strip_suffix(".ron").map(str::to_owned))
        .collect();
    if users.is_empty() {
        return Err(Failure::new(format!(
            "{name}: no scenario uses it, and it is checked in a scenario. Write one that names {quoted} in {SCENARIOS}"
        )));
    }
    Ok(Named { source, ids: users.into_iter().collect() })
}

/// The data folder of a file, which of its folders it lies in, and its id.
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
