//! The list of crates in the program with their licences, `assets/licences/`, against what cargo links.
//!
//! `DRUMHEAD_LICENCES=write cargo test --test program licences` writes the list anew, for every system that the program is built for;
//! for that it needs the sources of all crates, which cargo fetches. Without the variable it is held to what is linked on this system.
//! Where a crate lets one choose, Apache-2.0 is taken, whose text is needed once; else every text that lies with the crate is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

/// A crate as `assets/licences/crates.ron` has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    name: String,
    version: String,
    /// As its authors write it.
    licence: String,
    /// Where it lies.
    source: String,
    /// The headings of its texts in `assets/licences/texts.txt`.
    texts: Vec<String>,
}

/// A crate as cargo tells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Linked {
    name: String,
    version: String,
    licence: String,
    source: String,
}

/// The systems that the program is built for.
const SYSTEMS: [&str; 3] = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"];

/// The heading of the text that is needed once.
const APACHE: &str = "Apache-2.0";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn cargo(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO")).current_dir(root()).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes text")
}

/// What is linked into the program: no crate that only builds it, writes its code or tests it.
fn linked(system: &[&str]) -> BTreeSet<Linked> {
    let tree = [
        "tree",
        "--locked",
        "--package",
        "drumhead",
        "-e",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "-f",
        "{p}|{l}|{r}|",
    ];
    let told = cargo(&[&tree, system].concat());
    let lines = told.lines().filter(|line| !line.is_empty());
    // What lies in a folder is ours.
    let foreign = lines.filter(|line| line.split('|').next().is_some_and(|package| !package.contains(" (")));
    let all = foreign.map(|line| {
        let parts: Vec<&str> = line.split('|').collect();
        let [package, licence, source, ..] = parts[..] else { panic!("cargo tree says {line}") };
        let (name, version) = package.split_once(" v").expect("a package has a version");
        let version = version.split(' ').next().unwrap_or_default();
        let text = str::to_owned;
        Linked { name: text(name), version: text(version), licence: text(licence), source: text(source) }
    });
    all.collect()
}

/// May Apache-2.0 be chosen, and nothing else is asked for?
fn lets_choose_apache(licence: &str) -> bool {
    let either = licence.replace('/', " OR ");
    let mut choices = either.split(" OR ").map(|one| one.trim().trim_matches(['(', ')']));
    !either.contains(" AND ") && choices.any(|one| one == APACHE)
}

/// Texts by their headings, in the order of the file.
fn texts() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("assets/licences/texts.txt")).expect("the texts can be read");
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("==== ") {
            Some(heading) => found.push((heading.to_owned(), String::new())),
            None => {
                let (_, text) = found.last_mut().expect("the file begins with a heading");
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    found
}

fn listed() -> Vec<Listed> {
    let text = fs::read_to_string(root().join("assets/licences/crates.ron")).expect("the list can be read");
    ron::from_str(&text).expect("the list is RON")
}

#[test]
fn every_crate_in_the_program_is_listed_with_its_licence_and_its_text() {
    if std::env::var_os("DRUMHEAD_LICENCES").is_some_and(|value| value == "write") {
        write_anew();
    }
    let listed = listed();
    let find = |name: &str, version: &str| {
        listed.iter().find(|listed| listed.name == name && listed.version == version)
    };
    let features: &[&str] = if cfg!(feature = "window") { &[] } else { &["--no-default-features"] };
    let linked = linked(&[&["--offline"], features].concat());
    assert!(linked.len() > 60, "only {} crates", linked.len());
    const REMEDY: &str = "DRUMHEAD_LICENCES=write cargo test --test program licences writes the list anew";
    for Linked { name, version, licence, .. } in &linked {
        let held = find(name, version).map(|listed| &listed.licence);
        assert_eq!(held, Some(licence), "{name} {version} is linked: {REMEDY}");
    }
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("the lock can be read");
    let texts: BTreeMap<String, String> = texts().into_iter().collect();
    let mut used = BTreeSet::new();
    for Listed { name, version, licence, texts: own, .. } in &listed {
        let locked = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&locked), "{name} {version} is not in Cargo.lock: {REMEDY}");
        assert!(!licence.is_empty() && !own.is_empty(), "{name} {version} has no licence");
        for heading in own {
            let text = texts.get(heading).unwrap_or_else(|| panic!("{name}: there is no text {heading}"));
            assert!(text.trim().len() > 60, "{heading} is no text");
            used.insert(heading.as_str());
        }
        if !lets_choose_apache(licence) {
            assert!(own.iter().any(|heading| heading != APACHE) || licence == APACHE, "{name}: {licence}");
        }
    }
    let unused: Vec<&String> = texts.keys().filter(|heading| !used.contains(heading.as_str())).collect();
    assert!(unused.is_empty(), "texts of no crate: {unused:?}: {REMEDY}");
    let mut sorted = listed.clone();
    sorted.sort();
    assert_eq!(listed, sorted, "the list is sorted");
}

/// Where the sources of each crate lie, by name and version.
fn folders() -> BTreeMap<(String, String), PathBuf> {
    let told = cargo(&["metadata", "--locked", "--format-version", "1"]);
    let told: serde_json::Value = serde_json::from_str(&told).expect("cargo writes JSON");
    let packages = told["packages"].as_array().expect("there are packages");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let folder = |package: &serde_json::Value| {
        Path::new(&text(&package["manifest_path"])).parent().map(Path::to_owned).unwrap_or_default()
    };
    packages
        .iter()
        .map(|package| ((text(&package["name"]), text(&package["version"])), folder(package)))
        .collect()
}

/// The texts of licences and notices that lie with a crate, by the name of the file.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // Fonts have theirs beside them.
    let folders = [folder.to_owned(), folder.join("fonts")];
    let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let begins = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let is_of_font = ending.as_deref() == Some("txt") && path.parent() == Some(&folders[1]);
        let is_text = is_of_font
            || begins.iter().any(|begin| name.starts_with(begin))
                && ending.is_none_or(|ending| !["rs", "toml", "html"].contains(&&*ending));
        if is_text && path.is_file() {
            let text = fs::read_to_string(&path).expect("a licence is text");
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            found.push((name, lines.join("\n").trim_matches('\n').to_owned()));
        }
    }
    found.sort();
    found
}

/// Writes the list and the texts.
fn write_anew() {
    let mut all = BTreeSet::new();
    for system in SYSTEMS {
        all.extend(linked(&["--target", system]));
    }
    let folders = folders();
    let apache = fs::read_to_string(root().join("LICENSE-APACHE")).expect("our own licence is there");
    let mut texts: Vec<(String, String)> = vec![(APACHE.to_owned(), apache.trim_matches('\n').to_owned())];
    let mut listed = Vec::new();
    for Linked { name, version, licence, source } in all {
        let folder = &folders[&(name.clone(), version.clone())];
        let mut own = Vec::new();
        if lets_choose_apache(&licence) {
            own.push(APACHE.to_owned());
        }
        for (file, text) in files(folder) {
            // With Apache-2.0 only notices have to be handed on.
            if lets_choose_apache(&licence) && !file.starts_with("notice") {
                continue;
            }
            let held = texts.iter().find(|(_, known)| same(known) == same(&text)).map(|(heading, _)| heading);
            let heading = held.cloned().unwrap_or_else(|| {
                let heading = format!("{name} {file}");
                texts.push((heading.clone(), text));
                heading
            });
            if !own.contains(&heading) {
                own.push(heading);
            }
        }
        listed.push(Listed { name, version, licence, source, texts: own });
    }
    stand_in(&mut listed, &mut texts);
    write_files(&listed, &texts);
}

/// A text without its gaps: some differ in nothing else.
fn same(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Texts for crates that bring none of their own: that of MIT, in the name of their authors; else that of a crate of the same licence.
fn stand_in(listed: &mut [Listed], texts: &mut Vec<(String, String)>) {
    let ours = fs::read_to_string(root().join("LICENSE-MIT")).expect("our own licence is there");
    let others = listed.to_vec();
    for Listed { name, licence, texts: own, .. } in listed.iter_mut().filter(|listed| listed.texts.is_empty())
    {
        if licence.contains("MIT") {
            let text = ours.replace("2026 The Drumhead authors", &format!("the authors of {name}"));
            assert_ne!(text, ours, "LICENSE-MIT names its authors otherwise than it did");
            let heading = format!("{name} MIT");
            if !texts.iter().any(|(known, _)| *known == heading) {
                texts.push((heading.clone(), text.trim_matches('\n').to_owned()));
            }
            own.push(heading);
        } else {
            let like = others.iter().find(|other| other.licence == *licence && !other.texts.is_empty());
            let like = like.unwrap_or_else(|| panic!("{name} ({licence}) brings no text of its licence"));
            own.clone_from(&like.texts);
        }
    }
}

fn write_files(listed: &[Listed], texts: &[(String, String)]) {
    let folder = root().join("assets/licences");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let mut list = String::from("// Written by tests/program/licences.rs, which says how; not by hand.\n[\n");
    for listed in listed {
        let row = ron::to_string(listed).expect("a row is RON");
        writeln!(list, "    {row},").expect("a text takes what is written");
    }
    list.push_str("]\n");
    fs::write(folder.join("crates.ron"), list).expect("the list can be written");
    let texts: String = texts.iter().map(|(heading, text)| format!("==== {heading}\n\n{text}\n\n")).collect();
    fs::write(folder.join("texts.txt"), texts).expect("the texts can be written");
}
