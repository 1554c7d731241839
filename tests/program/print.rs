//! The paper of an evening, read back as whoever prints it gets it.

use std::fs;
use std::path::Path;

use desk::{Beginning, DiceFrom, Game, Library};
use drawing::Mark;
use game::{Viewer, sentence};
use games::Games;
use paper::output::POINTS;
use paper::pages::{Page, Paper};
use paper::print::{Document, PrintRequest, What, documents};
use scenario::Side;

use super::run;

/// A scenario of every rule set.
const SCENARIOS: [&str; 4] = ["first-steps", "brigade-action", "marengo-naw", "marengo-cb"];

pub(super) fn begun(scenario: &str) -> Box<dyn Game> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == scenario).expect("it is there").2;
    let rules = games.of(&rules).expect("its rules are there");
    let beginning = Beginning { scenario: scenario.to_owned(), ..Beginning::default() };
    rules.begin(&library, &library, beginning).expect("it begins").0
}

fn made(game: &dyn Game, what: What, side: Option<Side>) -> Vec<Document> {
    let request = PrintRequest { game, paper: Paper::A4, side, order: None };
    documents(what, &request).expect("there is something to print")
}

/// The words that can be selected in a document, without the space between them.
fn words(file: &[u8]) -> String {
    let said = pdf_extract::extract_text_from_mem(file).expect("it is read");
    said.split_whitespace().collect()
}

pub(super) fn closed_up(words: &str) -> String {
    words.split_whitespace().collect()
}

#[test]
fn a_pack_of_every_rule_set_has_each_of_its_pieces() {
    for scenario in SCENARIOS {
        let home = tempfile::tempdir().expect("a temporary folder");
        let out = home.path().join("a/new/folder");
        let path = out.to_str().expect("plain letters");
        let (done, said, err) = run(home.path(), &["print", scenario, "--out", path]);
        assert!(done, "{scenario}: {err}");
        assert!(!said.contains("no letters"), "{scenario}: {said}");
        let game = begun(scenario);
        let wanted: Vec<What> =
            What::ALL.into_iter().filter(|what| what.makes_sense(game.as_ref())).collect();
        assert!(wanted.len() >= 5, "{scenario}: {wanted:?}");
        let rosters = words(&fs::read(out.join("rosters.pdf")).expect("rosters are there"));
        let cut = if wanted.contains(&What::Labels) { "labels.pdf" } else { "counters.pdf" };
        let cut = words(&fs::read(out.join(cut)).expect("there is something to cut out"));
        for group in game.groups(Viewer::Referee) {
            assert!(rosters.contains(&closed_up(&group.name)), "{scenario}: {} has no roster", group.name);
            for member in &group.members {
                assert!(
                    rosters.contains(&closed_up(&member.name)),
                    "{scenario}: {} is on no roster",
                    member.name
                );
                assert!(cut.contains(&closed_up(&member.tag)), "{scenario}: {} is on no label", member.tag);
            }
        }
        let files = fs::read_dir(&out).expect("it is there").count();
        assert_eq!(files, wanted.len() + 2, "{scenario}: briefing and return for each side");
    }
}

#[test]
fn the_examples_of_its_help_print_what_they_name() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let (_, help, _) = run(home.path(), &["print", "--help"]);
    let out = home.path().join("paper");
    let examples = help.lines().filter_map(|line| line.trim().strip_prefix("drumhead "));
    let mut tried = 0;
    // The last one is about a game that was played.
    for example in examples.filter(|example| !example.contains("game.drumhead")) {
        let words = example.split(' ').take_while(|word| *word != "--out");
        let command: Vec<&str> =
            words.chain(["--overwrite", "--out", out.to_str().expect("plain")]).collect();
        let (done, _, err) = run(home.path(), &command);
        assert!(done, "{example}: {err}");
        tried += 1;
    }
    assert_eq!(tried, 2);
}

/// No name is so long that a stand goes without it.
#[test]
fn every_label_of_a_stand_has_its_name() {
    for scenario in ["first-steps", "brigade-action", "waterloo"] {
        let game = begun(scenario);
        let [labels] = &made(game.as_ref(), What::Labels, None)[..] else { panic!("one document") };
        let said = words(&labels.pdf().expect("it is drawn"));
        let members: Vec<_> =
            game.groups(Viewer::Referee).into_iter().flat_map(|group| group.members).collect();
        for piece in game.printed(72.0, Viewer::Referee) {
            let member = members.iter().find(|member| member.piece == piece.piece).expect("it is listed");
            let name = closed_up(member.name.strip_prefix(&member.tag).unwrap_or(&member.name));
            let times = said.matches(&name).count();
            assert!(times >= piece.cuts.len(), "{scenario}: {name} is there {times} times");
        }
    }
}

#[test]
fn the_same_game_gives_the_same_documents() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let [one, other] = ["one", "other"].map(|name| home.path().join(name));
    for out in [&one, &other] {
        let (done, _, err) =
            run(home.path(), &["print", "first-steps", "--out", out.to_str().expect("plain")]);
        assert!(done, "{err}");
    }
    for file in fs::read_dir(&one).expect("it is there") {
        let name = file.expect("a file").file_name();
        let read = |folder: &Path| fs::read(folder.join(&name)).expect("it is there");
        assert!(read(&one) == read(&other), "{}", name.display());
    }
}

/// Boxes to tick of a roster, and crosses in them: rings of four corners, and lines in them.
fn boxes(page: &Page) -> [usize; 2] {
    let marks = || page.parts.iter().flat_map(|part| &part.marks);
    let rings =
        marks().filter(|mark| matches!(mark, Mark::Line { points, closed: true, .. } if points.len() == 4));
    let slants = marks().filter(|mark| match mark {
        Mark::Line { points, closed: false, .. } => {
            matches!(points[..], [a, b] if (a.x - b.x).abs() > 1.0 && (a.y - b.y).abs() > 1.0)
        }
        _ => false,
    });
    [rings.count(), slants.count() / 2]
}

#[test]
fn a_roster_has_a_box_for_every_point_and_those_lost_are_ticked() {
    let mut game = begun("first-steps");
    let count = |game: &dyn Game| {
        let documents = made(game, What::Rosters, None);
        let pages = documents.iter().flat_map(|document| &document.set.pages);
        pages.map(boxes).fold([0, 0], |all, some| [all[0] + some[0], all[1] + some[1]])
    };
    let points: u32 = game.groups(Viewer::Referee).iter().map(|group| group.start).sum();
    let turns = usize::from(game.turns());
    assert_eq!(count(game.as_ref()), [points as usize + 2 * turns, 0]);
    let strength = r#"Fiat(act: Strength(stand: "R02", points: 1), reason: "a trial")"#;
    let had = game
        .printed(POINTS, Viewer::Referee)
        .into_iter()
        .find(|one| one.piece == "R02")
        .expect("it is there");
    let order = game.read_order(strength).expect("it is read");
    game.order(&order, DiceFrom::Rolled, Viewer::Referee).expect("the referee may");
    assert_eq!(count(game.as_ref()), [points as usize + 2 * turns, had.start as usize - 1]);
}

#[test]
fn backs_lie_behind_their_fronts_when_the_sheet_is_turned_over() {
    let game = begun("marengo-cb");
    let pages = made(game.as_ref(), What::Counters, None).swap_remove(0).set.pages;
    assert_eq!(pages.len() % 2, 0);
    for pair in pages.chunks(2) {
        let middles = |page: &Page, mirrored: bool| -> Vec<(i32, i32)> {
            let frames = page.parts.iter().filter(|part| part.frame.scale != 1.0).map(|part| part.frame);
            let middle = frames.map(|frame| frame.corner + frame.size() / 2.0);
            let middle = middle.map(|at| if mirrored { (page.size.x - at.x, at.y) } else { (at.x, at.y) });
            middle.map(|(x, y)| (x.round() as i32, y.round() as i32)).collect()
        };
        let (front, back) = (middles(&pair[0], false), middles(&pair[1], true));
        assert!(!front.is_empty() && front == back, "{front:?} and {back:?}");
    }
}

#[test]
fn a_ruling_card_has_the_clause_the_dice_and_what_came_of_it() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let journal = home.path().join("game.drumhead");
    let path = journal.to_str().expect("plain letters");
    let (done, _, err) = run(
        home.path(),
        &["play", "first-steps", "--seed", "7", "--turns", "4", "--quiet", "--journal", path],
    );
    assert!(done, "{err}");
    let library = Library::embedded(&Games::of_the_program());
    let games = Games::of_the_program();
    let (game, _) = games.of("easy").expect("it is there").read(&journal, &library).expect("it is read");
    let is_weighty = |entry: &desk::EntrySummary| {
        entry.working.iter().any(|note| note.measured.is_some())
            && entry.dice.iter().any(|(cast, _)| cast.throw.dice > 0 && cast.throw.names.is_empty())
    };
    let entry = (0..game.entries()).filter_map(|index| game.entry(index, Viewer::Referee)).find(is_weighty);
    let entry = entry.expect("somebody fired or fought");
    let out = home.path().to_str().expect("plain");
    let number = entry.number.to_string();
    let (done, _, err) =
        run(home.path(), &["print", path, "--what", "ruling", "--order", &number, "--out", out]);
    assert!(done, "{err}");
    let said = words(&fs::read(home.path().join("ruling.pdf")).expect("it is there"));
    for line in &entry.words {
        assert!(said.to_lowercase().contains(&closed_up(line).to_lowercase()), "{line}: {said}");
    }
    for note in &entry.working {
        assert!(said.contains(note.clause), "{} is not cited", note.clause);
        if let Some(measured) = &note.measured {
            let told = format!("{}. {}:", sentence(&note.text), sentence(&measured.what));
            assert!(said.contains(&closed_up(&told)), "{told} {said}");
        }
        for modifier in &note.modifiers {
            assert!(
                said.contains(&closed_up(&format!("{:+} {}", modifier.value, modifier.why))),
                "{modifier:?}"
            );
        }
    }
    for (cast, _) in entry.dice.iter().filter(|(cast, _)| cast.throw.dice > 0) {
        assert!(said.contains(cast.throw.clause.as_ref()), "{cast:?}");
        let faces: String = cast.answer.faces.iter().map(u16::to_string).collect();
        assert!(said.contains(&faces), "{faces}");
    }
    let given = game.given(entry.number).expect("it is an order");
    let odds =
        game.past(entry.parent).expect("it is there").odds(&given, Viewer::Referee).expect("it is legal");
    assert!(odds.chances().len() > 1, "{odds:?}");
    for chance in odds.chances().iter().take(8) {
        assert!(said.contains(&format!("{:.1}%", chance.probability * 100.0)), "{chance:?}: {said}");
    }
    let (done, _, err) =
        run(home.path(), &["print", path, "--what", "ruling", "--order", "9999", "--out", out]);
    assert!(!done && err.contains("--order 9999") && err.contains("entries"), "{err}");
    let (done, _, err) = run(home.path(), &["print", path, "--what", "ruling", "--out", out]);
    assert!(!done && err.contains("--order"), "{err}");
}

#[test]
fn what_cannot_be_printed_is_refused_and_leaves_nothing() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let out = home.path().join("out");
    let path = out.to_str().expect("plain letters");
    let refused = |arguments: &[&str], told: &[&str]| {
        let (done, _, err) = run(home.path(), arguments);
        assert!(!done, "{arguments:?}");
        for told in told {
            assert!(err.contains(told), "{arguments:?}: {err}");
        }
        assert!(!out.exists(), "{arguments:?} leaves a folder behind");
    };
    refused(
        &["print", "waterloo", "--what", "rosters,posters", "--out", path],
        &["--what posters", "rosters, labels"],
    );
    refused(
        &["print", "waterloo", "--paper", "foolscap", "--out", path],
        &["--paper foolscap", "a4 or letter"],
    );
    refused(&["print", "waterloo", "--side", "dutch", "--out", path], &["--side"]);
    refused(&["print", "waterloo", "--what", "map", "--out", path], &["--what map: this game has nothing"]);
    refused(&["print", "waterlo", "--out", path], &["waterloo"]);
    fs::write(home.path().join("broken.drumhead"), "{\"not\": \"a game\"}\n").expect("it is written");
    let broken = home.path().join("broken.drumhead");
    refused(&["print", broken.to_str().expect("plain"), "--out", path], &["broken.drumhead"]);
    // A file stands where the folder would be.
    fs::write(home.path().join("file"), "x").expect("it is written");
    let file = home.path().join("file");
    let within = file.join("folder");
    for there in [&file, &within] {
        let there = there.to_str().expect("plain");
        let (done, _, err) = run(home.path(), &["print", "first-steps", "--what", "chits", "--out", there]);
        assert!(!done && err.contains("cannot make the folder") && err.contains("Name another"), "{err}");
    }
    assert_eq!(fs::read_to_string(file).expect("it stays"), "x");
}

#[test]
fn paper_goes_into_a_folder_named_after_the_battle_and_overwrites_only_when_asked() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let print = |more: &[&str]| {
        let arguments = [&["print", "first-steps", "--what", "chits"], more].concat();
        let output = super::drumhead(home.path()).current_dir(home.path()).args(arguments).output();
        let output = output.expect("the program runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let made = home.path().join("first-steps").join("chits.pdf");
    assert!(print(&[]).0 && made.exists());
    fs::write(&made, "mine").expect("it is written");
    let (done, err) = print(&[]);
    assert!(!done && err.contains("exists already") && err.contains("--overwrite"), "{err}");
    assert_eq!(fs::read_to_string(&made).expect("it stays"), "mine");
    assert!(print(&["--overwrite"]).0);
    assert_ne!(fs::read(&made).expect("it is there"), b"mine");
}
