//! The casebook: every case in `tests/cases` is run, and every clause in force has one; and counts of legal orders (`perft`).

mod perft;
mod spelling;
mod toy;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use casebook::{Case, CaseFile, Cases, coverage, parse, run_case};
use casus_belli::{self, CasusBelli};
use desk::Library;
use easy::{self, Easy};
use epstein::{self, Epstein};
use game::CaseRules;
use game::options::Accepts;
use games::Games;
use napoleon_at_war::{self, NapoleonAtWar};

/// The files of cases of a rule set, with their texts.
fn texts(rules: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/cases").join(rules);
    let entries = fs::read_dir(folder).expect("every rule set has a folder of cases");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| (fs::read_to_string(&path).expect("a case file can be read"), path);
    paths.into_iter().map(read).map(|(text, path)| (path, text)).collect()
}

/// Every file of cases, as the program reads them.
fn files(library: &Library) -> Vec<(PathBuf, Box<dyn Cases + '_>)> {
    let games = Games::of_the_program();
    let read = |(path, text): (PathBuf, String)| {
        let file = games.cases(&path.display().to_string(), &text, library);
        (path, file.unwrap_or_else(|fault| panic!("{fault}")))
    };
    rulebook::books().iter().flat_map(|book| texts(&book.id)).map(read).collect()
}

/// Every case of a rule set.
fn cases<R: CaseRules>() -> Vec<Case<R>> {
    let read = |(path, text): (PathBuf, String)| -> CaseFile<R> {
        parse(&path.display().to_string(), &text).unwrap_or_else(|fault| panic!("{fault}"))
    };
    texts(R::ID).into_iter().flat_map(|file| read(file).cases).collect()
}

/// A shipped battle.
fn battle<R: CaseRules>(id: &str) -> Result<R::Scenario, String> {
    Library::embedded(&Games::default())
        .battle(id)
        .map(|(battle, _)| battle)
        .map_err(|faults| faults.to_string())
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    let mut passed = 0;
    let library = Library::embedded(&Games::default());
    for (path, file) in files(&library) {
        let report = file.run();
        passed += report.passed;
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        failures.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
    }
    println!("{passed} cases hold");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 1_000, "{passed} cases");
}

#[test]
fn what_a_case_file_says_wrong_is_told_with_its_place() {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let told = |text: &str| games.cases("a.ron", text, &library).expect_err("it is wrong").to_string();
    let line = told("(\n    rules: \"naw\",\n    cases: [(nome: \"a\")],\n)");
    assert!(line.starts_with("a.ron:3:") && line.contains("nome"), "{line}");
    let rules = told("(\n    rules: \"whist\",\n    cases: [],\n)");
    assert_eq!(rules, "a.ron:2:11: there are no rules whist in this program: it has easy, naw, epstein, cb");
    let none = told("(cases: [])");
    assert!(none.contains("rules"), "{none}");
    let step = |expect: &str| {
        let step = format!("(order: Draw, expect: ({expect}))");
        told(&format!("(rules: \"easy\", cases: [(name: \"a\", clauses: [], steps: [{step}])])"))
    };
    let unknown = step("refusd: \"a\"");
    assert!(unknown.contains("a step has no `refusd` to expect: it has refused, clause"), "{unknown}");
    assert!(unknown.contains("rallyable"), "what the rules add is named too: {unknown}");
    assert!(step("says: [], says: []").contains("a step expects `says` twice"));
    assert!(step("turn: 1, turn: 2").contains("turn"));
}

#[test]
fn what_a_case_names_and_the_rules_have_not_is_no_pass() {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let failures = |clauses: &str, expect: &str| {
        let step = format!("(order: EndMovement, expect: ({expect}))");
        let text = format!("(rules: \"naw\", cases: [(name: \"a\", clauses: [{clauses}], steps: [{step}])])");
        let file = games.cases("a.ron", &text, &library).unwrap_or_else(|fault| panic!("{fault}"));
        file.run().failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(failures("\"naw:5.14\"", "not_due: [\"move\"]"), "");
    let clause = failures("\"naw:5.144\"", "");
    assert!(
        clause.contains("clauses: the rulebook has no clause naw:5.144: did you mean \"naw:5.14\"? accepted"),
        "{clause}"
    );
    assert!(failures("\"easy:II.B\"", "").contains("the rulebook has no clause easy:II.B"));
    for field in ["due", "not_due"] {
        let kind = failures("", &format!("{field}: [\"muve\"]"));
        assert!(
            kind.contains("step 1: no order is of the kind muve: did you mean \"move\"? accepted: "),
            "{kind}"
        );
    }
}

/// The options of a position.
type Chosen<R> = fn(&mut <R as game::Wire>::Position) -> &mut BTreeMap<String, String>;

/// Does any case that plays the option at a value like this come out otherwise when it is left at its default?
fn is_shown<R: CaseRules>(
    cases: &[Case<R>],
    options: Chosen<R>,
    id: &str,
    like: impl Fn(&str) -> bool,
) -> bool {
    let plays = |case: &&Case<R>| {
        let mut position = case.position.clone();
        options(&mut position).get(id).is_some_and(|value| like(value))
    };
    cases.iter().filter(plays).any(|case| {
        let mut without = case.clone();
        options(&mut without.position).remove(id);
        !run_case(&without, &battle::<R>).is_empty()
    })
}

/// Each value of each option has a case that comes out otherwise when the option is left at its default.
fn shows_every_alternative<R: CaseRules>(options: Chosen<R>) {
    let cases = cases::<R>();
    let mut idle = Vec::new();
    for spec in R::option_specs() {
        match spec.accepts {
            Accepts::OneOf(values) => {
                let others = values.iter().filter(|value| **value != spec.default);
                let hidden =
                    others.filter(|value| !is_shown(&cases, options, spec.id, |chosen| chosen == **value));
                idle.extend(hidden.map(|value| format!("{}={value}", spec.id)));
            }
            Accepts::Number(..) => {
                if !is_shown(&cases, options, spec.id, |chosen| chosen != spec.default) {
                    idle.push(spec.id.to_owned());
                }
            }
        }
    }
    let rules = R::ID;
    assert!(
        idle.is_empty(),
        "no case of {rules} comes out otherwise for these, see tests/cases/README.md: {}",
        idle.join(", ")
    );
}

#[test]
fn every_value_of_every_option_of_the_open_table_has_a_case_that_shows_its_effect() {
    shows_every_alternative::<Easy>(|position: &mut easy::Position| &mut position.options);
}

#[test]
fn every_value_of_every_option_on_hexes_has_a_case_that_shows_its_effect() {
    shows_every_alternative::<NapoleonAtWar>(|position: &mut napoleon_at_war::Position| {
        &mut position.options
    });
}

#[test]
fn every_value_of_every_option_on_hexes_with_leaders_has_a_case_that_shows_its_effect() {
    shows_every_alternative::<CasusBelli>(|position: &mut casus_belli::Position| &mut position.options);
}

#[test]
fn every_value_of_every_option_of_units_of_several_stands_has_a_case_that_shows_its_effect() {
    shows_every_alternative::<Epstein>(|position: &mut epstein::Position| &mut position.options);
}

#[test]
fn every_clause_in_force_has_a_case() {
    let library = Library::embedded(&Games::default());
    let files: Vec<Box<dyn Cases + '_>> = files(&library).into_iter().map(|(_, file)| file).collect();
    for line in rulebook::books().iter().flat_map(|book| coverage(book, &files)) {
        assert!(line.missing.is_empty(), "{line}\nwithout a case: {}", line.missing.join(", "));
    }
}

#[test]
fn cases_cite_clauses_that_exist() {
    let library = Library::embedded(&Games::default());
    for (path, file) in files(&library) {
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
