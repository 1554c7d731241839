//! Every field of every shipped file, left out, misspelt, written twice or with a value of another kind: told with its line.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::*;
use crate::army::raw::RawArmy;
use crate::hex::{RawHexArmy, RawHexScenario, RawMap};
use crate::raw::RawScenario;
use crate::terrain_raw::RawGround;
use crate::written::{Written, fields};
use data::{Document, Fault, printable};

/// Does a text hold what a file should? By our reader, with its faults; and by `ron`, with the field that it misses.
struct Shape {
    ours: fn(&str, &str) -> Vec<Fault>,
    misses: fn(&str) -> Option<String>,
}

fn ours<T: DeserializeOwned>(path: &str, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let read: Option<T> =
        Document::open(path, text, &mut faults).and_then(|mut document| document.read(&mut faults));
    assert!(read.is_some() || faults.iter().any(Fault::is_error), "{path}: unread without a fault");
    faults
}

fn misses<T: DeserializeOwned>(text: &str) -> Option<String> {
    let ron = data::ron_options();
    match ron.from_str::<T>(text).map_err(|error| error.code) {
        Err(ron::Error::MissingStructField { field, .. }) => Some(field.to_owned()),
        Err(other) => panic!("{other}: {text}"),
        Ok(_) => None,
    }
}

const fn shape<T: DeserializeOwned>() -> Shape {
    Shape { ours: ours::<T>, misses: misses::<T> }
}

/// Every shipped file: path, text, shape.
fn shipped() -> Vec<(String, String, Shape)> {
    let mut found = Vec::new();
    for folder in [SCENARIOS, TERRAIN, ARMIES] {
        for name in Embedded.list(folder) {
            let path = format!("{folder}/{name}");
            let text = Embedded.read(&path).unwrap().into_owned();
            let document = Document::open(&path, &text, &mut Vec::new()).unwrap();
            let shape = match folder {
                SCENARIOS if document.has("map") => shape::<RawHexScenario>(),
                SCENARIOS => shape::<RawScenario>(),
                TERRAIN if document.has("columns") => shape::<RawMap>(),
                TERRAIN => shape::<RawGround>(),
                _ if document.has("units") => shape::<RawHexArmy>(),
                _ => shape::<RawArmy>(),
            };
            found.push((path, text, shape));
        }
    }
    found
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The text without the field: with the comma after it, or else the one before it.
fn without(text: &str, field: &Written) -> String {
    let (before, after) = (&text[..field.start], &text[field.value.1..]);
    match after.trim_start().strip_prefix(',') {
        Some(rest) => format!("{before}{rest}"),
        None => format!("{}{after}", before.trim_end().trim_end_matches(',')),
    }
}

fn fields_of(path: &str, text: &str) -> Vec<Written> {
    fields(&Document::open(path, text, &mut Vec::new()).unwrap())
}

#[test]
fn every_required_field_that_is_left_out_is_told_with_its_line() {
    let (mut required, mut told) = (0, 0);
    for (path, text, shape) in shipped() {
        // What `ron` demands does not depend on where in the file the record stands.
        let mut demanded: BTreeMap<String, bool> = BTreeMap::new();
        for field in fields_of(&path, &text) {
            let spoilt = without(&text, &field);
            let is_demanded = *demanded
                .entry(field.path.clone())
                .or_insert_with(|| (shape.misses)(&spoilt).is_some_and(|missing| missing == field.name));
            if !is_demanded {
                continue;
            }
            required += 1;
            let faults = (shape.ours)(&path, &spoilt);
            let wanted = format!("the field \"{}\" is missing", field.name);
            let line = line_of(&text, field.record);
            let found = faults.iter().any(|fault| {
                let place = fault.file == path && fault.line == line && fault.is_error();
                place && fault.message == wanted && fault.help.contains(&format!("add {}", field.name))
            });
            assert!(found, "{path}:{line}, without {}: {faults:?}", field.path);
            told += 1;
        }
    }
    assert_eq!(required, told);
    assert!(required > 2300, "only {required} fields of the shipped files are required");
}

/// The first and the last field of each path in a file: enough to see each field of each record in each place.
fn some_of_each(path: &str, text: &str) -> Vec<Written> {
    let mut first: BTreeMap<String, Written> = BTreeMap::new();
    let mut last: BTreeMap<String, Written> = BTreeMap::new();
    for field in fields_of(path, text) {
        first.entry(field.path.clone()).or_insert_with(|| field.clone());
        last.insert(field.path.clone(), field);
    }
    first.into_values().chain(last.into_values()).collect()
}

/// Spoils each field of each shipped file, and asks that an error on its line says `wanted`.
fn check_each(spoil: impl Fn(&str, &Written) -> String, wanted: impl Fn(&Written) -> String) {
    let mut count = 0;
    for (path, text, shape) in shipped() {
        for field in some_of_each(&path, &text) {
            let faults = (shape.ours)(&path, &spoil(&text, &field));
            let (wanted, line) = (wanted(&field), line_of(&text, field.start));
            let last = line_of(&text, field.value.1);
            let found = faults.iter().any(|fault| {
                fault.is_error() && (line..=last).contains(&fault.line) && fault.to_string().contains(&wanted)
            });
            assert!(found, "{path}:{line}, {}: {wanted}? {faults:?}", field.path);
            count += 1;
        }
    }
    assert!(count > 200, "only {count} fields");
}

#[test]
fn every_field_that_is_misspelt_is_told_with_what_was_meant() {
    check_each(
        |text, field| {
            format!("{}{}x{}", &text[..field.start], field.name, &text[field.start + field.name.len()..])
        },
        |field| format!("the field \"{0}x\" is not known here (did you mean \"{0}\"?", field.name),
    );
}

#[test]
fn every_field_that_is_written_twice_is_told() {
    check_each(
        |text, field| {
            format!(
                "{}, {}{}",
                &text[..field.value.1],
                &text[field.start..field.value.1],
                &text[field.value.1..]
            )
        },
        |field| format!("the field \"{}\" is given twice", field.name),
    );
}

#[test]
fn every_value_of_another_kind_is_told() {
    check_each(
        |text, field| {
            let other = if field.is_map { "[7.5]" } else { "{7.5: 7.5}" };
            format!("{}{other}{}", &text[..field.value.0], &text[field.value.1..])
        },
        |_| String::new(),
    );
}

fn told_of_ground(areas: &str) -> Vec<String> {
    let text = format!(
        "(\n    id: \"field\", name: \"Field\", size: (24, 20),\n    areas: [\n        {areas}\n    ],\n)\n"
    );
    ours::<RawGround>("terrain/field.ron", &text).iter().map(ToString::to_string).collect()
}

#[test]
fn all_that_a_record_lacks_is_told_at_once() {
    let missing = |name: &str| {
        format!("terrain/field.ron:4:9: error: the field \"{name}\" is missing (add {name}: ...)")
    };
    assert_eq!(told_of_ground("(name: \"Wood\")"), [missing("id"), missing("kind"), missing("polygon")]);
    // A field that is not known stands for the one that it is like, and for no other.
    let told = told_of_ground("(id: \"W\", kin: Woods)");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("the field \"kin\" is not known here (did you mean \"kind\"?"), "{told:?}");
    assert_eq!(told[1], missing("polygon"));
    // One that cannot be read is told itself, and what else is missing too.
    let told = told_of_ground("(id: \"W\", kind: Wodos)");
    assert!(told.len() == 2 && told[0].contains("\"Wodos\" is not known here"), "{told:?}");
    assert_eq!(told[1], missing("polygon"));
}

#[test]
fn texts_with_control_characters_are_refused() {
    for (written, said) in [
        ("\\u{1b}[31mWood", "\\u{1b}"),
        ("Wo\u{1b}od", "\\u{1b}"),
        ("Wo\\nod", "\\n"),
        ("Wo\nod", "\\n"),
        ("Wo\\tod", "\\t"),
        ("Wo\\u{9b}31mod", "\\u{9b}"),
        ("Wo\u{202e}od", "\\u{202e}"),
    ] {
        let told = told_of_ground(&format!(
            "(id: \"W\", name: \"{written}\", kind: Woods, polygon: [(1, 1), (2, 2), (2, 1)])"
        ));
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("terrain/field.ron:4:25: error: ") && told[0].contains(said), "{told:?}");
        assert!(told[0].chars().all(printable::is_printable), "{told:?}");
    }
    // A description may have lines.
    let text = Embedded.read("assets/scenarios/first-steps.ron").unwrap();
    let lines = text.replacen("description: \"", "description: \"One.\\n\\nTwo.\n", 1);
    assert_eq!(ours::<RawScenario>("assets/scenarios/first-steps.ron", &lines), []);
    let hostile = text.replacen("description: \"", "description: \"\\u{1b}c", 1);
    assert_eq!(ours::<RawScenario>("assets/scenarios/first-steps.ron", &hostile).len(), 1);
}

#[test]
fn reading_ends_where_there_are_more_faults_than_anybody_reads() {
    let stands = "(id: \"A\"), ".repeat(5000);
    let text = format!("(id: \"a\", name: \"A\", commands: [(id: \"c\", name: \"C\", stands: [{stands}])])");
    let faults = ours::<RawArmy>("armies/a.ron", &text);
    assert!((200..1000).contains(&faults.len()), "{}", faults.len());
    assert!(
        faults.last().is_some_and(|fault| fault.message.starts_with("reading ends here")),
        "{:?}",
        faults.last()
    );
}
