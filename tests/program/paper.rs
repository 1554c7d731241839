//! What leaves the desk: pictures that are read back as whoever gets them reads them.

use std::fs;
use std::path::Path;

use resvg::usvg::{Options, Tree};

use super::run;

/// Draws it; the bytes of the file.
fn drawn(home: &Path, from: &str, name: &str, more: &[&str]) -> Vec<u8> {
    let out = home.join(name);
    let path = out.to_str().expect("a path in plain letters");
    let (done, said, err) = run(home, &[&["draw", from, "--out", path], more].concat());
    assert!(done, "{err}");
    assert!(said.contains(name), "it says what was written: {said}");
    fs::read(out).expect("it is there")
}

/// Lengths are read in points.
fn points() -> Options<'static> {
    Options { dpi: 72.0, ..Options::default() }
}

/// What it refuses, and that nothing is left behind.
fn refused(home: &Path, arguments: &[&str]) -> String {
    let files = || fs::read_dir(home).map_or(0, Iterator::count);
    let before = files();
    let (done, _, err) = run(home, arguments);
    assert!(!done, "{arguments:?}");
    assert_eq!(files(), before, "{arguments:?} leaves nothing behind");
    err
}

#[test]
fn a_table_is_drawn_as_svg_png_and_pdf_in_its_true_size() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let svg = drawn(home.path(), "first-steps", "table.svg", &["--scale", "20"]);
    let text = String::from_utf8(svg).expect("SVG is text");
    let tree = Tree::from_str(&text, &points()).expect("it is sound");
    let png = drawn(home.path(), "first-steps", "table.png", &["--scale", "20"]);
    let side = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = tree.size();
    assert_eq!((side(16), side(20)), (size.width().round() as u32, size.height().round() as u32));
    // Twice as many points an inch: twice as wide.
    let twice = drawn(home.path(), "first-steps", "twice.svg", &["--scale", "40"]);
    let twice = Tree::from_str(&String::from_utf8(twice).expect("text"), &points()).expect("sound");
    assert!((twice.size().width() - 2.0 * size.width()).abs() < 0.1);
    let pdf = drawn(home.path(), "first-steps", "table.pdf", &["--scale", "20"]);
    assert!(pdf.starts_with(b"%PDF-"));
    let words = pdf_extract::extract_text_from_mem(&pdf).expect("its words can be selected");
    // Each letter has a place of its own.
    let words: String = words.split_whitespace().collect();
    for name in ["Lesnes", "Millhill", "Upperwood", "inches"] {
        assert!(words.contains(name), "{name}: {words}");
    }
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let home = tempfile::tempdir().expect("a temporary folder");
    for ending in ["svg", "png", "pdf"] {
        let once = drawn(home.path(), "marengo-cb", &format!("once.{ending}"), &["--scale", "8"]);
        let again = drawn(home.path(), "marengo-cb", &format!("again.{ending}"), &["--scale", "8"]);
        assert!(once == again, "{ending}");
    }
}

#[test]
fn a_game_is_drawn_as_it_stood_at_the_end_of_a_turn() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("game.drumhead");
    let path = journal.to_str().expect("plain letters");
    let (done, _, err) = run(
        home.path(),
        &["play", "first-steps", "--seed", "7", "--turns", "3", "--quiet", "--journal", path],
    );
    assert!(done, "{err}");
    let at = |turn: &str| drawn(home.path(), path, &format!("turn-{turn}.svg"), &["--turn", turn]);
    let (start, first, second) = (at("0"), at("1"), at("2"));
    assert_eq!(start, drawn(home.path(), path, "order-0.svg", &["--order", "0"]));
    assert!(start != first && first != second, "they have moved");
    let is_of = |svg: &[u8], turn: &str| {
        String::from_utf8_lossy(svg).contains(&format!("First steps: the bridge at Lesnes, turn {turn}"))
    };
    assert!(is_of(&start, "1") && is_of(&first, "1") && is_of(&second, "2"));
    let err = refused(
        home.path(),
        &["draw", path, "--turn", "99", "--out", home.path().join("x.svg").to_str().expect("plain")],
    );
    assert!(err.contains("--turn 99: the game is in turn"), "{err}");
}

#[test]
fn overlays_lie_over_it_by_name() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let plain = drawn(home.path(), "waterloo", "plain.svg", &[]);
    let zones = drawn(home.path(), "waterloo", "zones.svg", &["--overlay", "zones"]);
    assert!(zones.len() > plain.len() + 1_000, "{} and {}", zones.len(), plain.len());
    let out = home.path().join("x.svg");
    let err = refused(
        home.path(),
        &["draw", "waterloo", "--overlay", "zone", "--out", out.to_str().expect("plain")],
    );
    assert!(err.contains("--overlay zone") && err.contains("zones"), "{err}");
}

#[test]
fn what_cannot_be_drawn_or_written_is_refused_and_leaves_nothing() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| home.path().join(name).to_str().expect("plain").to_owned();
    let err = refused(home.path(), &["draw", "waterloo", "--out", &at("table.gif")]);
    assert!(err.contains(".svg, .png or .pdf"), "{err}");
    let err = refused(home.path(), &["draw", "waterloo", "--out", &at("no-folder/table.svg")]);
    assert!(err.contains("cannot write") && err.contains("no-folder"), "{err}");
    assert!(
        err.contains("there is no folder") && err.contains("Make it") && !err.contains(" at path"),
        "{err}"
    );
    let err = refused(home.path(), &["draw", "waterloo", "--out", home.path().to_str().expect("plain")]);
    assert!(err.contains(".svg, .png or .pdf"), "{err}");
    let err = refused(home.path(), &["draw", "waterlo", "--out", &at("table.svg")]);
    assert!(err.contains("waterloo"), "the nearest name is told: {err}");
    let err = refused(home.path(), &["draw", "waterloo", "--scale", "1000", "--out", &at("table.png")]);
    assert!(err.contains("4 to 160 points an inch"), "{err}");
    let err = refused(home.path(), &["draw", "waterloo", "--side", "dutch", "--out", &at("table.png")]);
    assert!(err.contains("--side"), "{err}");
    fs::write(home.path().join("broken.drumhead"), "{\"not\": \"a game\"}\n").expect("it is written");
    refused(home.path(), &["draw", &at("broken.drumhead"), "--out", &at("table.svg")]);
}

#[test]
fn of_a_damaged_journal_nothing_is_made_and_a_torn_line_is_told() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| home.path().join(name).to_str().expect("plain").to_owned();
    let game = at("game.drumhead");
    let play = ["play", "first-steps", "--seed", "7", "--turns", "2", "--quiet", "--journal", &game];
    assert!(run(home.path(), &play).0);
    let text = fs::read_to_string(&game).expect("it is there");
    let without: Vec<&str> =
        text.lines().enumerate().filter(|(at, _)| *at != 9).map(|(_, line)| line).collect();
    fs::write(at("damaged.drumhead"), without.join("\n") + "\n").expect("it is written");
    fs::write(at("torn.drumhead"), &text[..text.len() - 9]).expect("it is written");
    for (command, out) in [("draw", at("x.svg")), ("print", at("paper")), ("film", at("x.gif"))] {
        let err = refused(home.path(), &[command, &at("damaged.drumhead"), "--out", &out]);
        assert!(err.contains("line 10") && err.contains("open the game in the window"), "{command}: {err}");
        let (done, _, err) = run(home.path(), &[command, &at("torn.drumhead"), "--out", &out]);
        assert!(done && err.contains("torn.drumhead"), "{command}: {err}");
    }
}

#[test]
fn where_one_document_cannot_be_written_none_is() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let paper = home.path().join("paper");
    fs::create_dir_all(paper.join("labels.pdf")).expect("a folder in its place");
    let (done, said, err) =
        run(home.path(), &["print", "first-steps", "--out", paper.to_str().expect("plain")]);
    assert!(
        !done && said.is_empty() && err.contains("labels.pdf") && err.contains("it is a folder"),
        "{err}"
    );
    assert_eq!(fs::read_dir(&paper).expect("it is there").count(), 1, "the folder alone");
    let game = home.path().join("game.drumhead");
    let game = game.to_str().expect("plain");
    let play = ["play", "first-steps", "--seed", "7", "--turns", "1", "--quiet", "--journal", game];
    assert!(run(home.path(), &play).0);
    let at = |name: &str| home.path().join(name).to_str().expect("plain").to_owned();
    let err = refused(home.path(), &["report", game, "--out", &at("none/x.html"), "--csv", &at("tables")]);
    assert!(err.contains("there is no folder"), "{err}");
    // A game whose file is called like a page, a picture or a film stays what it is.
    for (command, name) in [("report", "game.html"), ("draw", "game.svg"), ("film", "game.gif")] {
        fs::copy(game, at(name)).expect("it is copied");
        let err = refused(home.path(), &[command, game, "--out", &at(name)]);
        assert!(err.contains("a game is kept in this file"), "{command}: {err}");
        assert_eq!(fs::read(at(name)).ok(), fs::read(game).ok(), "{command}");
    }
}

#[test]
fn a_case_is_drawn_with_what_came_of_it() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| home.path().join(name).to_str().expect("plain letters").to_owned();
    let (done, said, err) =
        run(home.path(), &["check", "--draw", "battery front edge faces east", "--out", &file("case.pdf")]);
    assert!(done && said.contains("easy/0-conventions.ron"), "{said}{err}");
    let words = pdf_extract::extract_text_from_mem(&fs::read(file("case.pdf")).expect("it is there"));
    let words: String = words.expect("its words can be selected").split_whitespace().collect();
    for part in ["easy:II.D-lane", "fires", "batteryfrontedgefaceseast"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    // Nobody knows the names by heart: small letters do, a slip is told of, and nothing is no name.
    let (done, _, err) =
        run(home.path(), &["check", "--draw", "Battery Front Edge", "--out", &file("case.svg")]);
    assert!(done, "{err}");
    for (wanted, told) in [
        ("zzzz", "no case has this in its name. The rulebook"),
        ("Kelermann", "did you mean \"Kellermann\"?"),
        ("", "no case is named"),
        ("  ", "no case is named"),
    ] {
        let err = refused(home.path(), &["check", "--draw", wanted, "--out", &file("none.svg")]);
        assert!(err.contains(told), "{wanted}: {err}");
        assert!(!Path::new(&file("none.svg")).exists(), "{wanted}");
    }
    let err = refused(home.path(), &["check", "--draw", "line on line", "--out", &file("case.gif")]);
    assert!(err.contains(".svg, .png or .pdf"), "{err}");
    let err = refused(home.path(), &["check", "--draw", "line on line"]);
    assert!(err.contains("--out"), "{err}");
}
