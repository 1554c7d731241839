//! Files that are dropped on the window, as a hand drops them: a game opens, data files say where they belong, a table that is set up
//! takes ground and pictures, and what is faulty is told while the game stays.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use desk::{Desk, DiceFrom, Library, Setup};
use easy::Easy;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use games::Games;
use window::{Command, Window};

use super::harness::{desk as the_desk, has, press, set_up, settle, wait_for, wait_until, window_in};

/// A file as the system hands it over.
#[derive(Debug)]
struct File(PathBuf);

impl egui::DroppedFile for File {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Holds the files over the window, as a hand does before it lets go.
pub fn hold(window: &mut Harness<'_, Window>, paths: &[&Path]) {
    let hovered = |path: &&Path| egui::HoveredFile { path: Some((*path).to_owned()), mime: String::new() };
    window.input_mut().hovered_files = paths.iter().map(hovered).collect();
    window.run_steps(2);
}

/// Lets go of them.
pub fn drop_files(window: &mut Harness<'_, Window>, paths: &[&Path]) {
    window.input_mut().hovered_files.clear();
    let files = paths.iter().map(|path| Arc::new(File((*path).to_owned())) as _);
    window.input_mut().dropped_files = files.collect();
    window.run_steps(3);
    settle(window);
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

/// A game of so many orders in this file.
fn played(path: &Path, orders: usize) {
    let library = Library::embedded(&Games::default());
    let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
    let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(path)).expect("a game begins");
    for _ in 0..orders {
        let order = desk.due().offers[0].order.clone();
        desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
    }
}

#[test]
fn a_game_that_is_dropped_says_so_beforehand_and_opens() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    for name in ["friday.drumhead", "older.journal"] {
        let path = home.path().join(name);
        played(&path, 3);
        hold(&mut window, &[&path]);
        assert!(has(&window, &format!("Open the game {name}; the present one stays in its journal")));
        assert!(the_desk(&window).journal_path() != Some(&path), "it is only held");
        drop_files(&mut window, &[&path]);
        wait_until(&mut window, name, |window| the_desk(window).journal_path() == Some(&path));
        assert_eq!(the_desk(&window).depth(), 3);
        assert!(!has(&window, "Open the game"), "what was said beforehand is gone");
    }
}

#[test]
fn what_comes_of_a_file_is_seen_over_everything() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    hold(&mut window, &[&home.path().join("friday.drumhead")]);
    super::pictures::compare(&mut window, "file_held_over");
}

#[test]
fn a_faulty_game_is_told_and_the_present_one_stays() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    let bad = home.path().join("bad.drumhead");
    write(&bad, "nothing of ours\n");
    drop_files(&mut window, &[&bad]);
    wait_for(&mut window, "this is not a journal");
    assert!(has(&window, "That could not be done"));
    press(&mut window, "Go on");
    drop_files(&mut window, &[&home.path().join("gone.drumhead")]);
    wait_for(&mut window, "gone.drumhead cannot be used");
    press(&mut window, "Go on");
    drop_files(&mut window, &[home.path()]);
    wait_for(&mut window, "this is a folder");
    assert_eq!(fs::read(&bad).expect("it is there"), b"nothing of ours\n", "nothing is written into it");
    assert_eq!(the_desk(&window).depth(), 0);
}

#[test]
fn data_files_say_what_they_are_and_where_they_belong() {
    let home = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for (file, what, place) in [
        ("armies/first-steps-blue.ron", "an order of battle \"Army of Blue\"", "armies/first-steps-blue.ron"),
        (
            "terrain/first-steps.ron",
            "the ground of a table \"The bridge at Lesnes\"",
            "terrain/first-steps.ron",
        ),
        ("terrain/marengo-spi.ron", "a map of hexes", "terrain/marengo-spi.ron"),
        ("assets/scenarios/first-steps.ron", "a battle", "assets/scenarios/first-steps.ron"),
    ] {
        let path = elsewhere.path().join("sent.ron");
        fs::copy(root.join(file), &path).expect("it can be copied");
        hold(&mut window, &[&path]);
        assert!(has(&window, "See what sent.ron is, and where it belongs"));
        drop_files(&mut window, &[&path]);
        wait_for(&mut window, &format!("sent.ron is {what}"));
        assert!(has(&window, &home.path().join(place).display().to_string()), "{file}");
        press(&mut window, "Go on");
        assert!(!home.path().join(place).exists(), "nothing is put there unasked");
    }
    for (name, text, says) in [
        ("torn.ron", "(id: \"torn\",", "torn.ron cannot be used. "),
        (
            "letter.txt",
            "Dear referee",
            "letter.txt is nothing that this program reads. Games end in .drumhead or .journal",
        ),
        ("hexes.csv", "hex,terrain", "drumhead convert"),
        ("table.jpg", "", "table.jpg is a picture. Choose Game, Set up…"),
    ] {
        let path = elsewhere.path().join(name);
        write(&path, text);
        drop_files(&mut window, &[&path]);
        wait_for(&mut window, says);
        press(&mut window, "Go on");
    }
    let two = [elsewhere.path().join("letter.txt"), elsewhere.path().join("hexes.csv")];
    drop_files(&mut window, &[&two[0], &two[1]]);
    wait_for(&mut window, "2 files were dropped: hexes.csv, letter.txt. Drop one at a time.");
}

#[test]
fn an_own_battle_that_lies_in_its_place_is_chosen() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("assets/scenarios/my-bridge.ron");
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let text = fs::read_to_string(root.join("assets/scenarios/first-steps.ron")).expect("it can be read");
    let text = text.replacen("id: \"first-steps\"", "id: \"my-bridge\"", 1);
    write(&path, &text.replacen("First steps: the bridge at Lesnes", "The bridge of mine", 1));
    let mut window = window_in(home.path());
    drop_files(&mut window, &[&path]);
    wait_for(&mut window, "The bridge of mine");
    press(&mut window, "Begin The bridge of mine");
    wait_until(&mut window, "the own battle", |window| {
        window.state().play().game().battle().0 == "my-bridge"
    });
    let journal = the_desk(&window).journal_path().map(Path::to_owned);
    assert_eq!(journal, Some(home.path().join("journals/my-bridge-001.drumhead")));
}

#[test]
fn a_table_that_is_set_up_takes_ground_and_asks_before_it_is_left() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    press(&mut window, "Game");
    press(&mut window, "Set up…");
    press(&mut window, "Deploy this game freely");
    let ground = home.path().join("wood.geojson");
    write(
        &ground,
        r#"{"type": "FeatureCollection", "features": [{"type": "Feature",
            "properties": {"kind": "Woods", "name": "Upper wood"}, "geometry": {"type": "Polygon",
            "coordinates": [[[23.5, 14], [27.5, 13.6], [28.4, 17.2], [23.5, 14]]]}}]}"#,
    );
    hold(&mut window, &[&ground]);
    assert!(has(&window, "Import the ground of wood.geojson"));
    drop_files(&mut window, &[&ground]);
    let has_wood = |window: &Harness<'_, Window>| {
        let draft = set_up(window);
        draft.is_some_and(|draft| draft.scenario().ground.areas.iter().any(|area| area.name == "Upper wood"))
    };
    wait_until(&mut window, "the wood", has_wood);
    // A game would take the table away.
    let path = home.path().join("friday.drumhead");
    played(&path, 2);
    drop_files(&mut window, &[&path]);
    wait_for(&mut window, "Leave without saving");
    assert!(has_wood(&window), "the table is still there");
    assert!(the_desk(&window).journal_path() != Some(&path));
}

#[test]
fn a_map_that_is_edited_is_not_lost_by_a_file() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = window_in(home.path());
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, Command::EditMap(Some("marengo-naw".into())));
    settle(&mut window);
    assert!(window.state_mut().editor().is_some());
    let path = home.path().join("friday.drumhead");
    played(&path, 2);
    drop_files(&mut window, &[&path]);
    wait_for(&mut window, "friday.drumhead waits: a map is edited here");
    assert!(window.state_mut().editor().is_some());
    assert!(the_desk(&window).journal_path() != Some(&path));
    assert!(window.query_by_label_contains("That could not be done").is_none());
}
