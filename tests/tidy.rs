//! The house in order, where the compiler cannot say it: clause ids agree, every file says what it is for, the counts of the house hold.

#[path = "tidy/count.rs"]
mod count;
#[path = "tidy/count_tests.rs"]
mod count_tests;
#[path = "tidy/ratchet.rs"]
mod ratchet;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use game::options::Accepts;

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Every Rust file below `folder`, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder can be listed") {
            let path = entry.expect("a source folder can be listed").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file can be read");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// Is the whole file tests?
fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("tests"))
}

#[test]
fn the_core_knows_no_files_and_no_clocks() {
    let forbidden = ["std::fs", "std::time", "std::env", "SystemTime", "Instant::now", "println!"];
    for room in
        ["paper", "rulebook", "rules", "game", "scenario", "drawing", "data", "table", "hexes", "dice"]
    {
        for (path, text) in sources(&root().join("src").join(room)) {
            if is_test(&path) {
                continue;
            }
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for (number, line) in
                code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                let found = forbidden.iter().find(|word| line.contains(**word));
                assert!(found.is_none(), "{}:{}: {room} must not know {found:?}", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    let folders = [root().join("src"), root().join("tests")];
    for (path, text) in folders.iter().flat_map(|folder| sources(folder)) {
        let first = text.lines().next().unwrap_or_default();
        let says = first.starts_with("//! ") || first.starts_with("#![doc");
        assert!(says, "{}: the first line says what the file is for: //! ...", path.display());
    }
}

/// Clause ids in a text, whole: a rule set that has a book, a colon, and what follows of letters, digits, points and dashes.
fn cited(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for book in rulebook::books() {
        let prefix = format!("{}:", book.id);
        for (at, _) in text.match_indices(&prefix) {
            let rest = &text[at + prefix.len()..];
            let end = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
                .unwrap_or(rest.len());
            let id = rest[..end].trim_end_matches(['.', '-']);
            // Sections go by numbers, and a book may have some of its own that go by letters.
            let numbered = id.starts_with(|c: char| c.is_ascii_digit() || "IV".contains(c));
            if numbered || book.clause(id).is_some() {
                found.insert(format!("{prefix}{id}"));
            }
        }
    }
    found
}

#[test]
fn code_cites_clauses_that_the_rulebook_has() {
    for (path, text) in sources(&root().join("src")) {
        for id in cited(&text) {
            let known = rulebook::cited(&id).is_some();
            assert!(known, "{}: cites {id}, which no file in assets/rules has", path.display());
        }
    }
}

/// Every comment of a text that makes a ruling, as the line of its first `Ruling:` and the comment from end to end.
fn rulings(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let is_comment = |line: &&str| line.starts_with("//");
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let comment: Vec<&str> = lines[at..].iter().copied().take_while(is_comment).collect();
        if let Some(line) = comment.iter().position(|line| line.contains("Ruling:")) {
            found.push((at + line + 1, comment.join("\n")));
        }
        at += comment.len() + 1;
    }
    found
}

#[test]
fn a_ruling_in_the_code_is_a_ruling_of_the_rulebook() {
    let mut count = 0;
    for (path, text) in sources(&root().join("src")) {
        for (line, comment) in rulings(&text) {
            count += 1;
            let (path, cited) = (path.display(), cited(&comment));
            assert!(!cited.is_empty(), "{path}:{line}: the ruling cites no clause");
            let ruled = |id: &String| rulebook::cited(id).is_some_and(|known| known.ruling.is_some());
            assert!(cited.iter().any(ruled), "{path}:{line}: no rulebook has a ruling at any of {cited:?}");
        }
    }
    assert!(count > 10, "only {count} rulings found");
}

#[test]
fn a_ruling_is_found_in_whatever_comment_it_stands() {
    let text =
        "/// One.\n///\n/// Ruling: so (`naw:9.0-road`).\nfn a() {}\n    // Ruling: b\nlet x = \"Ruling:\";";
    let found = rulings(text);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 5]);
    assert!(cited(&found[0].1).contains("naw:9.0-road") && cited(&found[1].1).is_empty());
}

#[test]
fn every_clause_in_force_is_cited_by_the_code() {
    let code: BTreeSet<String> = ["rules", "scenario", "table"]
        .iter()
        .flat_map(|room| sources(&root().join("src").join(room)))
        .flat_map(|(_, text)| cited(&text))
        .collect();
    for book in rulebook::books() {
        let silent: Vec<String> = book
            .clauses
            .iter()
            .filter(|clause| clause.wants_case())
            .map(|clause| clause.cite(book))
            .filter(|id| !code.contains(id))
            .collect();
        assert!(silent.is_empty(), "no code cites these clauses: {}", silent.join(", "));
    }
}

#[test]
fn options_of_the_rulebook_are_those_of_the_code() {
    let coded = [
        ("cb", casus_belli::options::SPECS),
        ("easy", easy::options::SPECS),
        ("epstein", epstein::options::SPECS),
        ("naw", napoleon_at_war::options::SPECS),
    ];
    assert!(coded.iter().map(|(id, _)| *id).eq(rulebook::books().iter().map(|book| book.id.as_str())));
    for (book, (_, specs)) in rulebook::books().iter().zip(coded) {
        let code: BTreeSet<&str> = specs.iter().map(|spec| spec.id).collect();
        let listed: BTreeSet<&str> = book.options.iter().map(|option| option.id.as_str()).collect();
        assert_eq!(code, listed, "assets/rules/{}.ron and the code list different options", book.id);
        for spec in specs {
            let entry = book.option(spec.id).expect("listed above");
            assert_eq!(entry.default, spec.default, "default of {}", spec.id);
            assert_eq!(book.clause(spec.clause).map(|clause| &clause.id), Some(&entry.clause), "{}", spec.id);
            match spec.accepts {
                Accepts::OneOf(values) => {
                    let listed: BTreeSet<&str> = entry.values().into_iter().collect();
                    assert_eq!(listed, values.iter().copied().collect(), "values of {}", spec.id);
                }
                Accepts::Number(least, most) => {
                    assert_eq!(entry.range, Some((least, most)), "range of {}", spec.id);
                }
            }
        }
    }
}
