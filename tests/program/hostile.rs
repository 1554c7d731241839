//! Whatever stands in files, journals and arguments: nothing that a terminal would obey is printed, by no command.
//!
//! Every text of every kind of file is made hostile, then every command that could print it is run.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use data::printable;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::drumhead;

/// Clears a screen, sets a title, breaks the line with words of its own, turns the text about, rings.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;t\u{7}\r\nFORGED\ty\u{9b}31m\u{202e}z\u{7f}\u{8}";

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path in plain letters")
}

/// Runs a command and sees that it printed nothing but letters and line ends of its own.
fn check(home: &Path, arguments: &[&str], input: &str) -> (bool, String) {
    let mut child = drumhead(home)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Whoever does not read it has ended.
    let _unread = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    assert_ne!(
        output.status.code(),
        Some(101),
        "{arguments:?} panicked: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut all = String::new();
    for (stream, bytes) in [("output", output.stdout), ("errors", output.stderr)] {
        let text = String::from_utf8(bytes).expect("the program writes text");
        let wrong = text
            .lines()
            .find(|line| !line.chars().all(printable::is_printable) || line.starts_with("FORGED"));
        assert!(wrong.is_none(), "{arguments:?} put into its {stream}: {wrong:?}");
        all.push_str(&text);
    }
    (output.status.success(), all)
}

/// Where the texts in quotes lie in RON or in CSV, from after one quote to before the other, in bytes.
fn quoted(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut begun, mut escaped, mut comment) = (Vec::new(), None, false, false);
    for (at, letter) in text.char_indices() {
        match (begun, letter) {
            (None, '\n') => comment = false,
            (None, '/') if text[at..].starts_with("//") => comment = true,
            (None, '"') if !comment => begun = Some(at + 1),
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(start), '"') => {
                found.push((start, at));
                begun = None;
            }
            _ => {}
        }
    }
    found
}

/// The text with one of its quoted texts replaced, or all of them.
fn spoilt(text: &str, which: Option<usize>, by: &str) -> String {
    let mut out = String::new();
    let mut from = 0;
    for (index, (start, end)) in quoted(text).into_iter().enumerate() {
        if which.is_none_or(|which| which == index) {
            out.push_str(&text[from..start]);
            out.push_str(by);
            from = end;
        }
    }
    out + &text[from..]
}

/// One of the quoted texts of each field: the first that follows each word before a quote.
fn one_of_each(text: &str) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let before = |start: usize| {
        let head = text[..start - 1].trim_end_matches([' ', '[', '\n', '(', '{', ':']);
        head.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned()
    };
    let all = quoted(text).into_iter().enumerate();
    all.filter(|(_, (start, _))| seen.insert(before(*start))).map(|(index, _)| index).collect()
}

/// The hostile text as it may stand in a file: as it is, and spelled out as RON and JSON have it.
fn spellings() -> [String; 2] {
    let spelled: String = HOSTILE
        .chars()
        .map(
            |c| if printable::is_printable(c) { c.to_string() } else { format!("\\u{{{:x}}}", u32::from(c)) },
        )
        .collect();
    [HOSTILE.to_owned(), spelled]
}

const FILES: [(&str, &str); 6] = [
    ("assets/scenarios/first-steps.ron", include_str!("../../assets/scenarios/first-steps.ron")),
    ("terrain/first-steps.ron", include_str!("../../terrain/first-steps.ron")),
    ("armies/first-steps-red.ron", include_str!("../../armies/first-steps-red.ron")),
    ("assets/scenarios/marengo-naw.ron", include_str!("../../assets/scenarios/marengo-naw.ron")),
    ("terrain/marengo-spi.ron", include_str!("../../terrain/marengo-spi.ron")),
    ("armies/marengo-naw-french.ron", include_str!("../../armies/marengo-naw-french.ron")),
];

#[test]
fn hostile_data_files_print_nothing_that_is_obeyed() {
    for (file, text) in FILES {
        let home = tempfile::tempdir().expect("a temporary folder");
        let path = home.path().join(file);
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
        let battle = if file.contains("marengo") { "marengo-naw" } else { "first-steps" };
        for by in spellings() {
            for which in std::iter::once(None).chain(one_of_each(text).into_iter().map(Some)) {
                fs::write(&path, spoilt(text, which, &by)).expect("a file can be written");
                check(home.path(), &["validate", battle], "");
                if which.is_some_and(|which| which > 2) {
                    continue;
                }
                check(home.path(), &["list"], "");
                check(home.path(), &["validate", text_of(&path)], "");
                check(home.path(), &["play", battle, "--turns", "1", "--seed", "7"], "");
                check(home.path(), &["odds", battle, "--order", "Draw"], "");
                check(
                    home.path(),
                    &["serve"],
                    &format!("{{\"scenarios\":{{}}}}\n{{\"new\":{{\"scenario\":\"{battle}\"}}}}\n"),
                );
            }
        }
    }
}

#[test]
fn hostile_cases_presets_and_tables_print_nothing_that_is_obeyed() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let easy = "(cases: [(name: \"a\", clauses: [\"easy:II.A.1\"], scenario: \"first-steps\", steps: [(order: Draw, dice: [\"b\"])])])";
    let naw = "(rules: \"naw\", cases: [(name: \"a\", clauses: [\"naw:5.11\"], position: (scenario: \"marengo-naw\"), steps: [(order: Move(unit: \"f44\", way: [\"1412\"]))])])";
    let path = home.path().join("case.ron");
    for text in [easy, naw] {
        for by in spellings() {
            for which in std::iter::once(None).chain((0..quoted(text).len()).map(Some)) {
                fs::write(&path, spoilt(text, which, &by)).expect("a file can be written");
                check(home.path(), &["check", text_of(&path)], "");
                check(home.path(), &["check", "--coverage", text_of(&path)], "");
                check(home.path(), &["odds", text_of(&path)], "");
                check(home.path(), &["odds", text_of(&path), "--case", "nobody"], "");
            }
        }
    }
    let preset = "(name: \"Mine\", rules: \"easy\", options: {\"fire-arc\": \"30\"})";
    fs::create_dir_all(home.path().join("presets")).expect("a folder can be made");
    for by in spellings() {
        for which in 0..quoted(preset).len() {
            let path = home.path().join("presets/mine.ron");
            fs::write(path, spoilt(preset, Some(which), &by)).expect("a file can be written");
            check(home.path(), &["play", "first-steps", "--preset", "nobody"], "");
            check(home.path(), &["play", "first-steps", "--turns", "1", "--preset", HOSTILE], "");
        }
    }
    let (hexes, sides) = (home.path().join("hexes.csv"), home.path().join("sides.csv"));
    let hex_rows = "hex,terrain,feature-name\n0101,clear,\"A\"\n0102,clear,\"B\"\n";
    let side_rows = "hexA,hexB,kind,up_hex\n0101,0102,\"river\",\"\"\n";
    let both = format!("{hex_rows}|{side_rows}");
    for which in 0..quoted(&both).len() {
        let texts = spoilt(&both, Some(which), HOSTILE);
        let (hex_text, side_text) = texts.split_once('|').expect("two tables");
        fs::write(&hexes, hex_text).expect("a file can be written");
        fs::write(&sides, side_text).expect("a file can be written");
        let files = ["convert", text_of(&hexes), text_of(&sides), "--id", "m", "--name", "M"];
        let (done, told) = check(home.path(), &files, "");
        assert!(!done && told.contains("holds a control character"), "{told}");
    }
}

#[test]
fn hostile_arguments_and_names_of_files_print_nothing_that_is_obeyed() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let lines: [&[&str]; 21] = [
        &[HOSTILE],
        &["--seed", HOSTILE],
        &["--weather", HOSTILE],
        &["first-steps", HOSTILE],
        &["play", HOSTILE],
        &["play", "first-steps", "--seed", HOSTILE],
        &["play", "first-steps", "--option", HOSTILE],
        &["play", "first-steps", "--option", &format!("{HOSTILE}=1")],
        &["play", "first-steps", "--option", &format!("fire-arc={HOSTILE}")],
        &["play", "first-steps", "--weather", HOSTILE],
        &["play", "first-steps", "--variant", HOSTILE],
        &["play", "first-steps", "--preset", HOSTILE],
        &["replay", HOSTILE],
        &["check", HOSTILE],
        &["odds", HOSTILE],
        &["odds", "first-steps", "--order", HOSTILE],
        &["odds", "first-steps", "--order", &format!("Activate(command: \"{HOSTILE}\")")],
        &["validate", HOSTILE],
        &["validate", &format!("armies/{HOSTILE}.ron")],
        &["convert", HOSTILE, HOSTILE, "--id", HOSTILE, "--name", HOSTILE],
        &[&format!("--{HOSTILE}")],
    ];
    for arguments in lines {
        let (done, _) = check(home.path(), arguments, "");
        assert!(!done, "{arguments:?}");
    }
    // A journal may have such a name, though nobody is told it as it is.
    let journal = home.path().join(HOSTILE);
    check(home.path(), &["play", "first-steps", "--turns", "1", "--journal", text_of(&journal)], "");
    check(home.path(), &["replay", text_of(&journal)], "");
    if cfg!(unix) {
        let name = HOSTILE.replace('/', "");
        for (folder, ending, text) in [
            ("assets/scenarios", "ron", FILES[0].1),
            ("armies", "ron", FILES[2].1),
            ("journals", "journal", "no journal\n"),
        ] {
            let folder = home.path().join(folder);
            fs::create_dir_all(&folder).expect("a folder can be made");
            let path: PathBuf = folder.join(format!("{name}.{ending}"));
            fs::write(&path, text).expect("a file can be written");
            for arguments in [
                &["list"][..],
                &["validate"],
                &["validate", text_of(&path)],
                &["replay", text_of(&path)],
                &["check", text_of(&path)],
                &["odds", text_of(&path)],
            ] {
                check(home.path(), arguments, "");
            }
        }
    }
}

#[test]
fn hostile_requests_are_answered_in_plain_letters() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let new = |scenario: &str| serde_json::json!({"new": {"scenario": scenario, "seed": 7}});
    let mut requests = vec![
        new(HOSTILE),
        new("first-steps"),
        serde_json::json!({"id": HOSTILE, "due": {}}),
        serde_json::json!({HOSTILE: {}}),
        serde_json::json!({"due": {"kind": HOSTILE}}),
        serde_json::json!({"view": {"side": HOSTILE}}),
        serde_json::json!({"order": {"order": {"Draw": {"chit": HOSTILE}}}}),
        serde_json::json!({"open": {"journal": HOSTILE}}),
        serde_json::json!({"fiat": {"act": {"Points": {"side": "blue", "points": 1}}, "reason": HOSTILE}}),
        serde_json::json!({"fiat": {"act": {"Strength": {"stand": "B02", "points": 1}}, "reason": HOSTILE}}),
        serde_json::json!({"journal": {}}),
        serde_json::json!({"state": {}}),
    ];
    requests.push(new("marengo-naw"));
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let (done, answers) = check(home.path(), &["serve"], &format!("{HOSTILE}\n{input}"));
    assert!(done && answers.lines().count() > requests.len(), "{answers}");
    // It says the same as before, in other letters.
    let last =
        answers.lines().rfind(|line| line.starts_with("{\"journal\"")).expect("the journal was asked for");
    let value: Value = serde_json::from_str(last).expect("it is JSON");
    assert!(value.to_string().contains("FORGED"), "{value}");
}

/// Every path of keys in a value that ends in a text, once.
fn texts(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::String(_) => drop(found.insert(path.to_owned())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, path, found)),
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| texts(value, &format!("{path}.{key}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Makes the texts at a path hostile, or all.
fn spoil_json(value: &mut Value, at: &str, path: Option<&str>) {
    match value {
        Value::String(text) => {
            if path.is_none_or(|path| path == at) {
                text.push_str(HOSTILE);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| spoil_json(item, at, path)),
        Value::Object(fields) => {
            fields.iter_mut().for_each(|(key, value)| spoil_json(value, &format!("{at}.{key}"), path));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Makes a journal of lines.
type Binding = fn(&[Value]) -> String;

/// As version 1 has them: each line with its own sum.
fn summed(lines: &[Value]) -> String {
    lines
        .iter()
        .map(Value::to_string)
        .map(|json| format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())))
        .collect()
}

/// As version 2 has them: each line bound to the one before.
pub fn bound(lines: &[Value]) -> String {
    let mut link = [0; 16];
    let mut line = |json: String| {
        let hash = Sha256::new().chain_update(link).chain_update(&json).finalize();
        link.copy_from_slice(&hash[..16]);
        let digits: String = link.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{digits} {json}\n")
    };
    lines.iter().map(|value| line(value.to_string())).collect()
}

#[test]
fn hostile_journals_print_nothing_that_is_obeyed() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let folder = home.path().join("journals");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let mut journals = Vec::new();
    for battle in ["first-steps", "marengo-naw"] {
        let path = home.path().join(format!("{battle}.journal"));
        let fiat = if battle == "first-steps" {
            serde_json::json!({"fiat": {"act": {"Strength": {"stand": "B02", "points": 1}}, "reason": HOSTILE}})
        } else {
            serde_json::json!({"fiat": {"act": {"Place": ["f44", "1412"]}, "reason": HOSTILE}})
        };
        let new = serde_json::json!({"new": {"scenario": battle, "seed": 7, "journal": text_of(&path)}});
        check(home.path(), &["serve"], &format!("{new}\n{fiat}\n"));
        // A reason is text that the referee wrote, and so it is kept and told, in one line.
        let (done, told) = check(home.path(), &["replay", "--log", text_of(&path)], "");
        assert!(done, "{told}");
        journals.push((fs::read_to_string(&path).expect("the journal is there"), bound as Binding));
    }
    for golden in ["first-steps-typed", "marengo-naw-typed"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1").join(golden).join("game.journal");
        let whole = fs::read_to_string(&path).expect("the journal is there");
        // Its first orders have every kind of line.
        journals.push((whole.split_inclusive('\n').take(4).collect(), summed as Binding));
    }
    for (whole, bind) in journals {
        let json = |line: &str| serde_json::from_str(line.split_once(' ')?.1).ok();
        let lines: Vec<Value> = whole.lines().map(|line| json(line).expect("a line is bound JSON")).collect();
        let mut paths = BTreeSet::new();
        lines.iter().for_each(|line| texts(line, "", &mut paths));
        assert!(paths.len() > 3, "{paths:?}");
        let same = folder.join("same.journal");
        fs::write(&same, bind(&lines)).expect("a file can be written");
        let (done, told) = check(home.path(), &["replay", text_of(&same)], "");
        assert!(done, "what is not spoilt opens: {told}");
        for at in std::iter::once(None).chain(paths.iter().map(|path| Some(path.as_str()))) {
            let mut lines = lines.clone();
            lines.iter_mut().for_each(|line| spoil_json(line, "", at));
            let spoilt = bind(&lines);
            let path = folder.join("spoilt.journal");
            fs::write(&path, spoilt).expect("a file can be written");
            let open = serde_json::json!({"open": {"journal": text_of(&path)}});
            check(home.path(), &["list"], "");
            check(home.path(), &["replay", "--log", text_of(&path)], "");
            check(home.path(), &["odds", text_of(&path), "--order", "Draw"], "");
            check(home.path(), &["serve"], &format!("{open}\n{{\"journal\":{{}}}}\n"));
        }
    }
}
