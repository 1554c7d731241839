//! `drumhead lab`: what many games come to, in one go, in two, and from the files of several machines.

use std::fs;

use super::{run, run_json};

#[test]
fn the_laboratory_goes_on_where_it_stopped_and_adds_up_what_several_machines_played() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| home.path().join(name).to_str().expect("plain letters").to_owned();
    let (all, first, last, rows) = (file("all.jsonl"), file("1.jsonl"), file("2.jsonl"), file("rows.csv"));
    let drawn = file("margins.svg");
    let lab = |more: &[&str]| {
        let (done, out, err) = run(home.path(), &[&["lab"], more].concat());
        assert!(done, "{err}");
        out
    };
    let of = ["first-steps", "--players", "normal:classic"];
    let whole = lab(&[&of[..], &["--pairs", "3", "--out", &all, "--csv", &rows, "--svg", &drawn]].concat());
    assert!(whole.contains("6 games, normal and classic, sides swapped"), "{whole}");
    assert!(whole.contains("normal takes ") && whole.contains("stands that never close"), "{whole}");
    assert_eq!(fs::read_to_string(&rows).expect("it is there").lines().count(), 7);
    // Each game is a mark; besides there are the mean and the ground.
    let drawn = fs::read_to_string(&drawn).expect("it is there");
    assert_eq!(drawn.matches("<circle").count() + drawn.matches("<rect").count(), 6 + 2, "{drawn}");
    // A run that was cut off in the midst of a line goes on, and comes to the same.
    let kept = fs::read_to_string(&all).expect("it is there");
    let cut: String = kept.lines().take(3).map(|line| format!("{line}\n")).collect();
    fs::write(&all, format!("{cut}{{\"seed\":2,")).expect("it can be written");
    assert_eq!(lab(&[&of[..], &["--pairs", "3", "--out", &all]].concat()), whole);
    assert_eq!(fs::read_to_string(&all).expect("it is there"), kept);
    // Two machines play a part each.
    lab(&[&of[..], &["--seeds", "1..2", "--out", &first]].concat());
    lab(&[&of[..], &["--seeds", "3..3", "--out", &last]].concat());
    assert_eq!(lab(&["--read", &first, &last]), whole);
    let sums = run_json(home.path(), &["lab", "--read", &first, &last]);
    assert_eq!(sums["sums"]["arms"][0]["games"], 6);
    // What is kept is played again as it was.
    let folder = file("kept");
    let told = lab(&["first-steps", "--pairs", "2", "--players", "classic", "--keep", &folder]);
    let game = told.lines().find_map(|line| line.strip_prefix("widest: ")).expect("it is named");
    let (done, _, err) = run(home.path(), &["replay", game]);
    assert!(done, "{err}");
    assert!(told.contains("favoured"), "{told}");
    let compared = lab(&["first-steps", "--pairs", "2", "--players", "classic", "--against", "fire-arc=30"]);
    assert!(compared.contains("by fire-arc=30 this changes"), "{compared}");
    let compared =
        lab(&["first-steps", "--pairs", "1", "--players", "classic", "--against", "preset=everything"]);
    assert!(compared.contains("first-steps, preset=everything: 1 game"), "{compared}");

    for (arguments, told) in [
        (vec!["lab", "first-steps", "--pairs", "0"], "1..=100000"),
        (vec!["lab", "first-steps", "--seeds", "9..1"], "write 1..9"),
        (vec!["lab", "first-steps", "--players", "marshal"], "cautious"),
        (vec!["lab", "first-steps", "--against", "fire-arc"], "id=value"),
        (vec!["lab", "first-steps", "--against", "fire-arc=north"], "fire-arc"),
        (vec!["lab", "first-steps", "--against", "variant=no-such"], "no-such"),
        (vec!["lab", "first-steps", "--against", "preset=no-such"], "no-such"),
        (vec!["lab", "no-such"], "no-such"),
        (vec!["lab", "first-steps", "--out", &first], "another experiment"),
        (vec!["lab", "--read", &rows], "no result of the laboratory"),
    ] {
        let (done, out, err) = run(home.path(), &arguments);
        assert!(!done && err.contains(told), "{arguments:?}: {out}{err}");
    }
}
