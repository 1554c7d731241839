//! The casebook: every case in `tests/cases` is run, and every clause in force has one.

use std::fs;
use std::path::{Path, PathBuf};

use drumhead::casebook::{CaseFile, coverage, parse, run_case, run_file};
use drumhead::rules::RuleSet;
use drumhead::rules::easy::{Easy, State};
use drumhead::rules::options::Options;
use drumhead::rules::rulebook::Rulebook;
use drumhead::scenario::{self, AnyOption, Embedded};

fn files() -> Vec<(PathBuf, CaseFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/easy");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the casebook is there")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a case file can be read");
            let file = parse(&path.display().to_string(), &text).unwrap_or_else(|fault| panic!("{fault}"));
            (path, file)
        })
        .collect()
}

/// A shipped scenario at its start.
fn scenario(id: &str) -> Result<State, String> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).map_err(|faults| faults.to_string())?;
    Easy::start(scenario, &Options::default()).map_err(|fault| fault.to_string())
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    let mut passed = 0;
    for (path, file) in files() {
        let report = run_file(&file, &scenario);
        passed += report.passed;
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        failures.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
    }
    println!("{passed} cases hold");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0, "the casebook is empty");
}

/// Each option has a case that comes out otherwise when the option is left at its default.
#[test]
fn every_option_in_force_has_a_case_that_shows_its_effect() {
    let files: Vec<CaseFile> = files().into_iter().map(|(_, file)| file).collect();
    let shown = |id: &str, default: &str| {
        let cases = files.iter().flat_map(|file| &file.cases);
        cases.filter(|case| case.position.options.get(id).is_some_and(|value| value != default)).any(|case| {
            let mut without = case.clone();
            without.position.options.remove(id);
            !run_case(&without, &scenario).is_empty()
        })
    };
    let specs = drumhead::rules::easy::options::SPECS.iter().filter(|spec| spec.in_force);
    let idle: Vec<&str> = specs.filter(|spec| !shown(spec.id, spec.default)).map(|spec| spec.id).collect();
    assert!(
        idle.is_empty(),
        "no case turns on these options, see tests/cases/README.md: {}",
        idle.join(", ")
    );
}

#[test]
fn every_clause_in_force_has_a_case() {
    let files: Vec<CaseFile> = files().into_iter().map(|(_, file)| file).collect();
    for line in coverage(Rulebook::easy(), &files) {
        assert!(line.missing.is_empty(), "{line}\nwithout a case: {}", line.missing.join(", "));
    }
}

#[test]
fn cases_cite_clauses_that_exist() {
    for (path, file) in files() {
        for case in &file.cases {
            for clause in &case.clauses {
                assert!(
                    Rulebook::easy().clause(clause).is_some(),
                    "{}: case {} cites {clause}, which the rulebook lacks",
                    path.display(),
                    case.name
                );
            }
        }
    }
}
