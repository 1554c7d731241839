//! Pipes, devices, folders and files without end, wherever the program reads a file: refused at once, with place and reason.
#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::drumhead;

/// How long anybody waits for a refusal.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs a command to its end and gives what it says; one that waits for ever is ended and blamed.
fn told(home: &Path, arguments: &[&str]) -> (bool, String) {
    let begun = Instant::now();
    let mut child = drumhead(home)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    while child.try_wait().expect("the program can be watched").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("the program can be ended");
            panic!("{arguments:?} has not ended after {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the program has ended");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("pipes can be made").success());
}

/// Puts each kind of thing that is no file of use at a path, and asks each command about it.
fn check_each(home: &Path, path: &Path, commands: &[&[&str]]) {
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
    let make: [(&str, &dyn Fn()); 4] = [
        ("this is a pipe", &|| pipe(path)),
        ("this is a device", &|| std::os::unix::fs::symlink("/dev/zero", path).expect("a link can be made")),
        ("MB at most", &|| {
            File::create(path).and_then(|file| file.set_len(1 << 40)).expect("a file of holes");
        }),
        ("this is a folder", &|| fs::create_dir(path).expect("a folder can be made")),
    ];
    for (says, make) in make {
        make();
        for arguments in commands {
            let (done, words) = told(home, arguments);
            let name = path.file_name().expect("it has a name").to_string_lossy();
            // A folder of cases is read, and one that is named for validation is told as such.
            let of_folder =
                says.ends_with("folder") && ["folder", "case files"].iter().any(|word| words.contains(word));
            let is_fit = words.contains(says) || of_folder;
            assert!(!done && is_fit && words.contains(&*name), "{arguments:?}, {says}: {words}");
        }
        if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) }
            .expect("it can be taken away");
    }
}

#[test]
fn what_is_no_file_is_refused_wherever_a_file_is_read() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let at = |path: &str| home.path().join(path);
    let text = |path: &Path| path.to_str().expect("a path in plain letters").to_owned();
    // Data files, each named by itself and by the scenario that needs it.
    for (file, id) in [
        ("assets/scenarios/first-steps.ron", "first-steps"),
        ("terrain/first-steps.ron", "first-steps"),
        ("armies/first-steps-red.ron", "first-steps"),
        ("assets/scenarios/marengo-naw.ron", "marengo-naw"),
        ("terrain/marengo-spi.ron", "marengo-naw"),
        ("armies/marengo-naw-french.ron", "marengo-naw"),
    ] {
        let path = text(&at(file));
        let order = if id == "marengo-naw" { "EndMovement" } else { "Draw" };
        check_each(
            home.path(),
            &at(file),
            &[&["validate", id], &["validate", &path], &["play", id], &["odds", id, "--order", order]],
        );
    }
    let case = text(&at("case.ron"));
    check_each(home.path(), &at("case.ron"), &[&["check", &case], &["odds", &case]]);
    let game = text(&at("game.journal"));
    check_each(home.path(), &at("game.journal"), &[&["odds", &game, "--order", "Draw"], &["play", &game]]);
    let (hexes, sides) = (text(&at("hexes.csv")), text(&at("sides.csv")));
    fs::write(&sides, "hexA,hexB,kind,up_hex\n").expect("a file can be written");
    let convert =
        |hexes: &str, sides: &str| ["convert", hexes, sides, "--id", "m", "--name", "M"].map(str::to_owned);
    let arguments = convert(&hexes, &sides);
    check_each(home.path(), &at("hexes.csv"), &[&arguments.each_ref().map(String::as_str)]);
    fs::write(&hexes, "hex,terrain,feature-name\n0101,clear,\n").expect("a file can be written");
    fs::remove_file(&sides).expect("it can be taken away");
    check_each(home.path(), &at("sides.csv"), &[&arguments.each_ref().map(String::as_str)]);
    // Presets are read in passing: what cannot be used keeps nobody waiting.
    fs::create_dir_all(at("presets")).expect("a folder can be made");
    pipe(&at("presets/slow.ron"));
    let (done, words) = told(home.path(), &["play", "first-steps", "--preset", "slow", "--turns", "1"]);
    assert!(!done && words.contains("there is no preset \"slow\""), "{words}");
}

#[test]
fn the_id_of_a_map_is_an_id() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let (hexes, sides) = (home.path().join("hexes.csv"), home.path().join("sides.csv"));
    fs::write(&hexes, "hex,terrain,feature-name\n0101,clear,\n0102,clear,\n").expect("a file can be written");
    fs::write(&sides, "hexA,hexB,kind,up_hex\n0101,0102,river,\n").expect("a file can be written");
    let (hexes, sides) = (hexes.to_string_lossy(), sides.to_string_lossy());
    let convert = |id: &str, name: &str| {
        told(home.path(), &["convert", &hexes, &sides, &format!("--id={id}"), "--name", name])
    };
    for id in ["", "My map", "../x", "-m", "a/b", "Ä", &"a".repeat(61)] {
        let (done, words) = convert(id, "M");
        assert!(
            !done && words.contains("--id: ") && words.contains("is no id: write small letters"),
            "{id}: {words}"
        );
    }
    for id in ["con", "prn", "aux", "nul", "com1", "lpt9"] {
        let (done, words) = convert(id, "M");
        let says = format!(
            "--id: \"{id}\" is a name that Windows keeps for a device: choose another, as \"{id}-2\""
        );
        assert!(!done && words.contains(&says), "{id}: {words}");
    }
    for id in ["con-2", "com", "com10", "console", "lpt0"] {
        let (done, words) = convert(id, "M");
        assert!(done, "{id}: {words}");
    }
    for name in ["", "  ", "a\nb"] {
        let (done, words) = convert("m", name);
        assert!(!done && words.contains("--name: "), "{name:?}: {words}");
    }
    let (done, words) = convert("my-map-2", "The ford");
    assert!(done, "{words}");
}
