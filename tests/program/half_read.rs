//! Files of the user's that lack something: every command tells what, with its place, and none breaks off.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Output, Stdio};

use data::tree::{Node, NodeKind};
use data::{Document, Faults, InMemory, Overlay, Source};
use desk::Library;
use games::Games;
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};
use scenario::{Embedded, read_alone, validate};
use trial::is_long;

use super::drumhead;

/// A field or a record of a list: the names from the top to it, and where it lies, in bytes.
type Part = (String, Range<usize>);

fn parts(node: &Node, path: &str, found: &mut Vec<Part>) {
    match &node.kind {
        NodeKind::Scalar | NodeKind::Name => {}
        NodeKind::Record { fields, .. } => {
            for field in fields {
                let path = format!("{path}.{}", field.name);
                found.push((path.clone(), field.start..field.value.end));
                parts(&field.value, &path, found);
            }
        }
        NodeKind::Tuple { items, .. } | NodeKind::List(items) => {
            for item in items {
                if matches!(item.kind, NodeKind::Record { .. }) {
                    found.push((format!("{path}[]"), item.start..item.end));
                }
                parts(item, path, found);
            }
        }
        NodeKind::Map(pairs) => pairs.iter().for_each(|(_, value)| parts(value, path, found)),
    }
}

/// The first and the last of each sort: each field of each kind of record.
fn some_of_each(parts: Vec<Part>) -> Vec<Part> {
    let (mut first, mut last) = (BTreeMap::new(), BTreeMap::new());
    for (path, at) in parts {
        match first.contains_key(&path) {
            true => drop(last.insert(path, at)),
            false => drop(first.insert(path, at)),
        }
    }
    first.into_iter().chain(last).collect()
}

/// The text without a part of it and the comma behind it, or else before it.
fn without(text: &str, part: &Range<usize>) -> String {
    let (before, after) = (&text[..part.start], &text[part.end..]);
    match after.trim_start().strip_prefix(',') {
        Some(rest) => format!("{before}{rest}"),
        None => format!("{}{after}", before.trim_end().trim_end_matches(',')),
    }
}

/// The battles of the program that a file has a part in; a scenario is its own.
fn battles_with(path: &str) -> Vec<String> {
    let (folder, id) = folder_and_id(path);
    let named = format!("\"{id}\"");
    let has_part = |battle: &String| match folder {
        SCENARIOS => battle == id,
        _ => Embedded.read(&data::path_of(SCENARIOS, battle)).is_some_and(|text| text.contains(&named)),
    };
    data::ids(&Embedded, SCENARIOS).into_iter().filter(has_part).collect()
}

fn folder_and_id(path: &str) -> (&str, &str) {
    let (folder, file) = path.rsplit_once('/').expect("it lies in a folder");
    (folder, file.trim_end_matches(".ron"))
}

/// What is told of these battles where the text of a file is another; of the file by itself where there are none.
fn read_with(library: &Library, path: &str, text: String, battles: &[String]) -> Vec<Result<(), Faults>> {
    let (folder, id) = folder_and_id(path);
    let source = Overlay { upper: InMemory(BTreeMap::from([(path.to_owned(), text)])), lower: Embedded };
    if battles.is_empty() {
        return vec![read_alone(folder, id, &source).map(drop)];
    }
    let read = |battle: &String| validate(battle, &source, library.rules()).map(drop);
    battles.iter().map(read).collect()
}

#[test]
fn a_file_without_any_of_its_parts_has_faults_or_is_a_battle() {
    let library = Library::embedded(&Games::of_the_program());
    let (mut sound, mut faulty) = (0, 0);
    for folder in [SCENARIOS, TERRAIN, ARMIES] {
        for name in Embedded.list(folder) {
            let path = format!("{folder}/{name}");
            let text = Embedded.read(&path).expect("it is listed").into_owned();
            let document = Document::open(&path, &text, &mut Vec::new()).expect("it is sound");
            let mut found = Vec::new();
            parts(document.tree(), "", &mut found);
            let battles = battles_with(&path);
            for (part, at) in if is_long() { found } else { some_of_each(found) } {
                let text = without(&text, &at);
                let read = catch_unwind(AssertUnwindSafe(|| read_with(&library, &path, text, &battles)));
                let Ok(read) = read else { panic!("{path} without {part}, from byte {} on", at.start) };
                for read in read {
                    match read {
                        Ok(()) => sound += 1,
                        Err(faults) => {
                            assert!(faults.has_errors(), "{path} without {part}: {faults}");
                            faulty += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(sound > 400 && faulty > 700, "{sound} sound, {faulty} faulty");
}

/// All that is told of a battle with one text of a file replaced by another.
fn told(path: &str, from: &str, to: &str) -> Vec<String> {
    let library = Library::embedded(&Games::of_the_program());
    let text = Embedded.read(path).expect("there is such a file");
    assert!(text.contains(from), "{path}: {from}");
    let read = read_with(&library, path, text.replacen(from, to, 1), &battles_with(path));
    let faults = read.into_iter().next().expect("a battle has it").expect_err("it has a fault");
    faults.0.iter().map(ToString::to_string).collect()
}

#[test]
fn rules_object_to_nothing_where_a_battle_was_not_read_whole() {
    for (path, from, to, said) in [
        // The corps has its general, though he cannot be read.
        ("armies/first-steps-blue.ron", "grade: Corps", "grade: Crops", "\"Crops\" is not known here"),
        // There are French, and they have their line of communications.
        (
            "assets/scenarios/marengo-naw.ron",
            "name: \"French\", nation: \"french\", ",
            "name: \"French\", ",
            "the field \"nation\" is missing",
        ),
        (
            "assets/scenarios/marengo-cb.ron",
            "name: \"French\", nation: \"french\", ",
            "name: \"French\", ",
            "the field \"nation\" is missing",
        ),
        // The corps has its leader, though he begins nowhere.
        (
            "armies/marengo-cb-french.ron",
            "bonus: 1, corps: \"victor\", movement: 6, at: 1006",
            "bonus: 1, corps: \"victor\", movement: 6",
            "\"victor\" begins nowhere",
        ),
    ] {
        let told = told(path, from, to);
        assert!(told.len() == 1 && told[0].contains(said) && told[0].starts_with(path), "{told:#?}");
    }
}

/// Runs the program with this input to its end.
fn ended(home: &Path, arguments: &[&str], input: &str) -> Output {
    let piped = drumhead(home)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = piped.expect("the program runs");
    let mut listens = child.stdin.take().expect("a pipe was asked for");
    // Whoever does not read it has ended.
    let _unread = listens.write_all(input.as_bytes());
    drop(listens);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn a_side_that_lacks_a_field_is_told_with_its_place_by_every_command() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join(SCENARIOS).join("first-steps.ron");
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
    let out = home.path().join("out");
    let [file, pages] = [&path, &out].map(|path| path.to_str().expect("plain letters"));
    let picture = format!("{pages}.svg");
    let shipped = Embedded.read("assets/scenarios/first-steps.ron").expect("it is there");
    for (field, written) in [
        ("id", "id: \"blue\", "),
        ("name", "name: \"Blue\", "),
        ("home", "home: South, "),
        ("armies", ", armies: [\"first-steps-blue\"]"),
    ] {
        let text = shipped.replacen(written, "", 1);
        assert_ne!(text, shipped);
        fs::write(&path, text).expect("a file can be written");
        let missing = format!("the field \"{field}\" is missing");
        let place = "assets/scenarios/first-steps.ron:19:9";
        let faults_of = |arguments: &[&str]| {
            let output = ended(home.path(), arguments, "");
            let told = String::from_utf8(output.stderr).expect("the program writes text");
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(told.contains(&missing) && told.contains(place), "{arguments:?}: {told}");
            told
        };
        for arguments in [&["validate"][..], &["validate", "first-steps"], &["validate", file]] {
            faults_of(arguments);
        }
        let told = faults_of(&["play", "first-steps"]);
        assert!(told.contains(&format!("help: add {field}: ...")) && !told.contains("\\n"), "{told}");
        for arguments in [
            &["draw", "first-steps", "--out", &picture][..],
            &["print", "first-steps", "--out", pages],
            &["convert", "first-steps"],
            &["odds", "first-steps", "--order", "Draw"],
        ] {
            assert_eq!(faults_of(arguments), told, "{arguments:?}");
        }
        assert!(!out.exists() && !Path::new(&picture).exists(), "nothing is made of it");
        let requests = "{\"scenarios\":{}}\n{\"new\":{\"scenario\":\"first-steps\"}}\n";
        let output = ended(home.path(), &["serve"], requests);
        let answers = String::from_utf8(output.stdout).expect("the program writes text");
        let refused = answers.lines().nth(1).expect("both requests are answered");
        assert!(output.status.success(), "{answers}");
        assert!(refused.contains(&missing.replace('"', "\\\"")) && refused.contains(place), "{refused}");
    }
}
