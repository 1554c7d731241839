//! Journals whose chain of hashes somebody made anew: what contradicts itself in them is told, and `replay` ends with 3. And journals
//! that the disk does not take.

use std::fs;
use std::path::Path;

use desk::{Desk, DiceFrom, Library, Setup};
use easy::{Easy, Order};
use games::Games;
use serde_json::{Value, json};

use super::drumhead;
use super::hostile::bound;

/// A command's exit status, standard output and standard error.
fn ended(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = drumhead(home).args(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The lines of a game in which a chit was drawn and put back.
fn played(path: &Path) -> Vec<Value> {
    let (scenario, _) = Library::embedded(&Games::default()).scenario("first-steps").expect("it is shipped");
    let mut game = Desk::<Easy>::new(Setup::new(scenario, 7), Some(path)).expect("it begins");
    game.order(Order::Draw, DiceFrom::Rolled).expect("a chit is drawn");
    game.undo().expect("it is put back");
    let text = fs::read_to_string(path).expect("it is text");
    let json = |line: &str| line.split_once(' ').and_then(|(_, json)| serde_json::from_str(json).ok());
    text.lines().map(|line| json(line).expect("a line is a hash and JSON")).collect()
}

#[test]
fn a_record_that_contradicts_itself_is_told_and_replay_ends_with_3() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("game.drumhead");
    let game = path.to_str().expect("a path in plain letters");
    let lines = played(&path);
    let replayed = |forge: &dyn Fn(&mut [Value])| {
        let mut forged = lines.clone();
        forge(&mut forged);
        fs::write(&path, bound(&forged)).expect("it can be written");
        ended(home.path(), &["replay", game])
    };
    let (status, out, err) = replayed(&|_| {});
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains("2 entries replayed, every state as it was"), "{out}");
    type Forgery = (&'static str, fn(&mut [Value]));
    let forgeries: [Forgery; 4] = [
        ("the dice of line 2 (", |lines| {
            let face = &mut lines[1]["did"]["order"]["dice"][0]["Faces"][0];
            *face = json!(if *face == 1 { 2 } else { 1 });
        }),
        (
            "line 3 takes back one order and says that nothing had been seen, but dice had been seen",
            |lines| {
                lines[2]["did"]["undo"]["dice"] = json!(false);
            },
        ),
        (
            "line 3 takes back one order and says that dice and a hidden strength had been seen, but dice had been seen",
            |lines| lines[2]["did"]["undo"]["hidden"] = json!(true),
        ),
        ("the digest of the battle in line 1 is not that of the files in it", |lines| {
            lines[0]["digest"] = json!("0123456789abcdef");
        }),
    ];
    for (told, forge) in forgeries {
        let (status, out, err) = replayed(&forge);
        assert_eq!(status, Some(3), "{told}: {out}{err}");
        assert!(out.contains(told) && out.contains("result so far: "), "{told}: {out}");
        assert_eq!(
            out.matches("every state as it was").count(),
            usize::from(!told.contains("line 2")),
            "{out}"
        );
        assert!(err.contains("game.drumhead: the record contradicts itself. Have the file"), "{err}");
        // Whoever makes something of it is told as well.
        let page = home.path().join("game.html");
        let out = page.to_str().expect("a path in plain letters");
        let (status, _, err) = ended(home.path(), &["report", game, "--out", out]);
        assert!(status == Some(0) && err.contains(told), "{told}: {err}");
    }
    // Damage alone is another matter; both are told, and the contradiction decides.
    for (forge, wanted) in [(None, 1), (Some(forgeries[1].1), 3)] {
        let mut forged = lines.clone();
        forge.into_iter().for_each(|forge| forge(&mut forged));
        fs::write(&path, bound(&forged) + "torn").expect("it can be written");
        let (status, _, err) = ended(home.path(), &["replay", game]);
        assert!(status == Some(wanted) && err.contains("line 4 was not finished"), "{err}");
    }
}

/// The shell lets no file grow, as a full disk does: the file itself is made, and its first line is not taken.
#[cfg(unix)]
#[test]
fn a_first_line_that_the_disk_does_not_take_is_no_missing_file() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("game.drumhead");
    let program = drumhead(home.path());
    let output = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(program.get_program())
        .args(["play", "first-steps", "--seed", "7", "--turns", "1", "--journal"])
        .arg(&path)
        .env("DRUMHEAD_HOME", home.path())
        .output()
        .expect("a shell runs");
    let err = String::from_utf8(output.stderr).expect("the program writes text");
    let path_shown = path.display();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert_eq!(
        err,
        format!(
            "drumhead: {path_shown} cannot be written: the system takes no file of this size. Name another folder\n"
        )
    );
    assert!(!path.exists(), "its name is free for the next attempt");
}
