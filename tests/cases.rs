//! The casebook: every case in `tests/cases` is run, and every clause in force has one; and counts of legal orders (`perft`).

mod perft;
mod spelling;
mod toy;

use std::fs;
use std::path::{Path, PathBuf};

use drumhead::casebook::{AnyCaseFile, Starts, coverage, hex, parse_any, run_case};
use drumhead::game::RuleSet;
use drumhead::game::options::Options;
use drumhead::rules::easy::{self, Easy, State};
use drumhead::rules::napoleon_at_war;
use drumhead::rules::rulebook;
use drumhead::scenario::{self, AnyOption, Battle, Embedded, HexScenario};

fn files() -> Vec<(PathBuf, AnyCaseFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<PathBuf> = rulebook::books()
        .iter()
        .flat_map(|book| fs::read_dir(folder.join(&book.id)).expect("every rule set has a folder of cases"))
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a case file can be read");
            let file =
                parse_any(&path.display().to_string(), &text).unwrap_or_else(|fault| panic!("{fault}"));
            (path, file)
        })
        .collect()
}

/// A shipped scenario at its start.
fn scenario(id: &str) -> Result<State, String> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).map_err(|faults| faults.to_string())?;
    Easy::start(scenario, &Options::default()).map_err(|fault| fault.to_string())
}

/// A shipped scenario on hexes.
fn hexes(id: &str) -> Result<HexScenario, String> {
    let (scenario, _) = HexScenario::read(id, &Embedded, &AnyOption).map_err(|faults| faults.to_string())?;
    Ok(scenario)
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    let mut passed = 0;
    let starts = Starts { easy: &scenario, hexes: &hexes };
    for (path, file) in files() {
        let report = file.run(&starts);
        passed += report.passed;
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        failures.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
    }
    println!("{passed} cases hold");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0, "the casebook is empty");
}

/// Does any case come out otherwise when this option is left at its default?
fn is_shown(files: &[AnyCaseFile], rules: &str, id: &str, default: &str) -> bool {
    let turns = |value: Option<&String>| value.is_some_and(|value| value != default);
    files.iter().filter(|file| file.rules() == rules).any(|file| match file {
        AnyCaseFile::Easy(file) => {
            file.cases.iter().filter(|case| turns(case.position.options.get(id))).any(|case| {
                let mut without = case.clone();
                without.position.options.remove(id);
                !run_case(&without, &scenario).is_empty()
            })
        }
        AnyCaseFile::NapoleonAtWar(file) => {
            file.cases.iter().filter(|case| turns(case.position.options.get(id))).any(|case| {
                let mut without = case.clone();
                without.position.options.remove(id);
                !hex::run_case(&without, &hexes).is_empty()
            })
        }
    })
}

/// Each option has a case that comes out otherwise when the option is left at its default.
#[test]
fn every_option_in_force_has_a_case_that_shows_its_effect() {
    let files: Vec<AnyCaseFile> = files().into_iter().map(|(_, file)| file).collect();
    for (rules, specs) in [("easy", easy::options::SPECS), ("naw", napoleon_at_war::options::SPECS)] {
        let specs = specs.iter().filter(|spec| spec.in_force);
        let idle: Vec<&str> = specs
            .filter(|spec| !is_shown(&files, rules, spec.id, spec.default))
            .map(|spec| spec.id)
            .collect();
        assert!(
            idle.is_empty(),
            "no case of {rules} turns on these options, see tests/cases/README.md: {}",
            idle.join(", ")
        );
    }
}

/// Every value of an option on hexes is played in some case.
#[test]
fn every_alternative_on_hexes_has_a_case() {
    let files: Vec<AnyCaseFile> = files().into_iter().map(|(_, file)| file).collect();
    let played = |id: &str, value: &str| {
        files.iter().any(|file| match file {
            AnyCaseFile::Easy(_) => false,
            AnyCaseFile::NapoleonAtWar(file) => file
                .cases
                .iter()
                .any(|case| case.position.options.get(id).is_some_and(|chosen| chosen == value)),
        })
    };
    for option in &rulebook::Rulebook::naw().options {
        for alternative in &option.alternatives {
            let value = &alternative.value;
            assert!(played(&option.id, value), "no case plays {} with {value}", option.id);
        }
    }
}

#[test]
fn every_clause_in_force_has_a_case() {
    let files: Vec<AnyCaseFile> = files().into_iter().map(|(_, file)| file).collect();
    for line in rulebook::books().into_iter().flat_map(|book| coverage(book, &files)) {
        assert!(line.missing.is_empty(), "{line}\nwithout a case: {}", line.missing.join(", "));
    }
}

#[test]
fn cases_cite_clauses_that_exist() {
    for (path, file) in files() {
        for case in file.cases() {
            for clause in case.clauses() {
                assert!(
                    rulebook::cited(clause).is_some(),
                    "{}: case {} cites {clause}, which no rulebook has",
                    path.display(),
                    case.name()
                );
            }
        }
    }
}
