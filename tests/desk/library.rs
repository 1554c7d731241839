//! The user's data folder: what is saved there, what lies over what is in the program, what cannot be read.

use std::fs;

use data::Source as _;
use desk::*;
use game::Viewer;
use games::Games;
use hexes::{Hex, HexKind, Mark};
use scenario::army::Army;
use scenario::roster::{CellKind, Column};
use scenario::{Draft, Edit, Embedded, HexEdit, HexScenario, HexStart, HexUnit, KnownRules, OptionFault};
use table::ground::Ground;

/// The battle on hexes that comes with the program.
fn on_hexes(library: &Library) -> String {
    let ids = library.scenarios().into_iter().map(|(id, ..)| id);
    ids.into_iter().find(|id| library.hex_draft(id).is_ok()).unwrap()
}

#[test]
fn a_map_is_saved_with_its_battle_and_the_battle_begins_as_a_game() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path().join("new"), &Games::default());
    let shipped = on_hexes(&library);
    let own = format!("{shipped}-own");
    let mut draft = library.hex_draft(&shipped).unwrap();
    let files = [format!("terrain/{}.ron", draft.map().id), format!("assets/scenarios/{shipped}.ron")];
    assert!(matches!(
        library.save_hex_map(&draft, false),
        Err(SaveFault::Exists(paths)) if paths == files
    ));
    draft.name_files(&library.free_id(&shipped));
    draft.edit(HexEdit::title("Marengo, my sheet")).unwrap();
    draft.edit(HexEdit::paint(HexKind::Forest, vec![Hex(2010), Hex(2011)])).unwrap();
    draft.edit(HexEdit::mark(Mark::Road, vec![(Hex(2010), Hex(2011))])).unwrap();
    library.save_hex_map(&draft, false).unwrap();
    let (saved, warnings) = library.battle::<HexScenario>(&own).unwrap();
    assert_eq!((&saved, warnings), (&draft.scenario(), vec![]));
    assert_eq!(saved.map.kind(Hex(2011)), HexKind::Forest);
    assert!(library.scenarios().contains(&(own.clone(), "Marengo, my sheet".into(), saved.rules.clone())));
    let beginning = Beginning { scenario: own.clone(), seed: Some(7), ..Beginning::default() };
    let rules = library.rules().of(&saved.rules).unwrap();
    let (game, _) = rules.begin(&library, &library, beginning).unwrap();
    let whole = game.whole(Viewer::Referee).unwrap();
    let whole: serde_json::Value = serde_json::from_str(whole.get()).unwrap();
    // Those that come with an option stay away without it.
    let there = saved.units.iter().filter(|unit| unit.only_with.is_none()).count();
    assert_eq!(whole["play"]["units"].as_object().map(serde_json::Map::len), Some(there), "{whole}");
    // Again: only when it may be replaced. It is a map like any other by now, and can be corrected further.
    let mut draft = library.hex_draft(&own).unwrap();
    draft.edit(HexEdit::name(Hex(2010), "Copse")).unwrap();
    assert!(matches!(library.save_hex_map(&draft, false), Err(SaveFault::Exists(paths)) if paths.len() == 2));
    library.save_hex_map(&draft, true).unwrap();
    assert_eq!(library.battle::<HexScenario>(&own).unwrap().0, draft.scenario());
    let left = |folder: &str| fs::read_dir(home.path().join("new").join(folder)).unwrap().count();
    assert_eq!((left("terrain"), left("assets/scenarios")), (1, 1), "no remains");
    // Another on the same map, with an army of its own: each goes with what is its own only.
    draft.name_files("other");
    let stands = |unit: &&HexUnit| matches!(unit.start, HexStart::Deployed(_));
    let unit = saved.units.iter().find(stands).unwrap().id.clone();
    draft.edit(HexEdit::start(unit, Hex(1212))).unwrap();
    library.save_hex_map(&draft, false).unwrap();
    assert!(library.is_own("other") && !library.is_own(&shipped));
    assert!(library.drop_hex_map(&shipped).is_err(), "the program's own stays");
    let path = home.path().join("new/assets/scenarios/other.ron");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("map: \"other\"", &format!("map: \"{own}\""))).unwrap();
    library.drop_hex_map(&own).unwrap();
    assert!(library.battle::<HexScenario>(&own).is_err());
    assert!(library.battle::<HexScenario>("other").is_ok(), "its map is there still");
    library.drop_hex_map("other").unwrap();
    assert_eq!((left("armies"), left("assets/scenarios")), (0, 0));
}

#[test]
fn a_map_that_cannot_be_saved_whole_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let shipped = on_hexes(&library);
    let mut draft = library.hex_draft(&shipped).unwrap();
    for id in ["", "../x", "a b", "-a"] {
        draft.name_files(id);
        assert!(matches!(library.save_hex_map(&draft, true), Err(SaveFault::BadId(_))), "{id}");
    }
    draft.name_files("con");
    assert!(matches!(library.save_hex_map(&draft, true), Err(SaveFault::Reserved(_))));
    draft.name_files("mine");
    assert!(matches!(
        Library::embedded(&Games::default()).save_hex_map(&draft, false),
        Err(SaveFault::NoHome)
    ));
    // A file where the folder of scenarios should be.
    fs::write(home.path().join("assets"), "in the way").unwrap();
    assert!(matches!(library.save_hex_map(&draft, false), Err(SaveFault::Disk { .. })));
    assert!(fs::read_dir(home.path().join("terrain")).unwrap().next().is_none());
    fs::remove_file(home.path().join("assets")).unwrap();
    // An army that has been spoilt since the draft was begun.
    fs::create_dir_all(home.path().join("armies")).unwrap();
    let its_own = |army: &String| army.starts_with(&shipped);
    let army = scenario::armies(&Embedded).into_iter().find(its_own).unwrap();
    fs::write(home.path().join(format!("armies/{army}.ron")), "(id: \"x\")").unwrap();
    assert!(matches!(library.save_hex_map(&draft, false), Err(SaveFault::Faulty(_))));
    assert!(!home.path().join("terrain/mine.ron").exists());
}

#[test]
fn the_users_scenario_hides_its_namesake() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let (own, _) = library.scenario("first-steps").unwrap();
    assert_eq!(own.turns, 6);
    let folder = home.path().join("assets/scenarios");
    fs::create_dir_all(&folder).unwrap();
    let text = Embedded.read("assets/scenarios/first-steps.ron").unwrap().replace("turns: 6", "turns: 3");
    fs::write(folder.join("first-steps.ron"), text).unwrap();
    assert_eq!(library.scenario("first-steps").unwrap().0.turns, 3);
    assert!(library.scenarios().iter().any(|(id, ..)| id == "waterloo"));
}

/// The strength of B02 is written by hand.
fn strength(points: u8) -> Edit {
    let column = Column::new("strength", "Strength", CellKind::Number { least: 0, most: 60 });
    Edit::cell("B02", column, Some(points.to_string()))
}

#[test]
fn a_draft_is_saved_under_a_new_id_and_replaces_only_when_told() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path().join("new"), &Games::default());
    let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
    assert!(matches!(
        library.save_scenario(&draft, false),
        Err(SaveFault::Exists(paths)) if paths.contains(&"assets/scenarios/first-steps.ron".to_owned())
    ));
    assert_eq!(library.free_id("first-steps"), "first-steps-own");
    draft.name_files("first-steps-own");
    draft.edit(strength(9)).unwrap();
    library.save_scenario(&draft, false).unwrap();
    assert_eq!(library.scenario("first-steps-own").unwrap().0, draft.finished());
    assert_eq!(library.free_id("first-steps-own"), "first-steps-own-2");
    assert!(
        matches!(library.save_scenario(&draft, false), Err(SaveFault::Exists(paths)) if paths.len() == 4)
    );
    draft.edit(strength(8)).unwrap();
    library.save_scenario(&draft, true).unwrap();
    assert_eq!(library.scenario("first-steps-own").unwrap().0, draft.finished());
    let left = |folder: &str| fs::read_dir(home.path().join("new").join(folder)).unwrap().count();
    assert_eq!((left("armies"), left("terrain"), left("assets/scenarios")), (2, 1, 1), "no remains");
}

#[test]
fn a_draft_with_faults_a_bad_id_or_no_home_is_not_saved() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
    for id in ["", "../x", "Äpfel", "a b", "-a"] {
        draft.name_files(id);
        assert!(matches!(library.save_scenario(&draft, true), Err(SaveFault::BadId(_))), "{id}");
    }
    draft.name_files("nul");
    assert!(matches!(library.save_scenario(&draft, true), Err(SaveFault::Reserved(_))));
    draft.name_files("mine");
    assert!(matches!(
        Library::embedded(&Games::default()).save_scenario(&draft, false),
        Err(SaveFault::NoHome)
    ));
    // A file where the folder should be: nothing is left half-written.
    fs::write(home.path().join("armies"), "in the way").unwrap();
    assert!(matches!(library.save_scenario(&draft, false), Err(SaveFault::Disk { .. })));
    assert!(fs::read_dir(home.path().join("terrain")).unwrap().next().is_none());
    draft.edit(strength(0)).unwrap();
    assert!(matches!(library.save_scenario(&draft, false), Err(SaveFault::Faulty(_))));
}

#[test]
fn unfinished_work_is_kept_with_its_faults_and_is_no_battle() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
    let pose = draft.pose("B03").unwrap();
    draft.edit(Edit::place("B02", pose)).unwrap();
    draft.edit(Edit::take_off("B04")).unwrap();
    let faults = draft.check(library.rules());
    assert!(faults.iter().any(|found| found.fault.is_error()));
    assert_eq!(library.free_unfinished("first-steps"), "first-steps");
    library.save_unfinished(&draft, "first-steps", false).unwrap();
    assert!(matches!(library.save_unfinished(&draft, "first-steps", false), Err(SaveFault::Exists(_))));
    assert!(matches!(library.save_unfinished(&draft, "../x", true), Err(SaveFault::BadId(_))));
    assert!(matches!(library.save_unfinished(&draft, "com1", true), Err(SaveFault::Reserved(_))));
    assert_eq!(library.free_unfinished("com1"), "com1-2");
    assert_eq!(library.free_unfinished("first-steps"), "first-steps-2");
    assert_eq!(
        library.list_unfinished(),
        [("first-steps".to_owned(), draft.scenario().name.clone())],
        "its own list has it"
    );
    assert_eq!(library.scenarios(), Library::embedded(&Games::default()).scenarios(), "the battles have not");
    let again = Draft::of(library.unfinished("first-steps").unwrap());
    assert_eq!(again.scenario(), draft.scenario());
    assert_eq!(again.check(library.rules()), faults);
    // The largest battle comes back to the last bit as well.
    let waterloo = Draft::of(library.scenario("waterloo").unwrap().0);
    library.save_unfinished(&waterloo, "large", false).unwrap();
    assert_eq!(library.unfinished("large").unwrap(), *waterloo.scenario());
    library.drop_unfinished("large").unwrap();
    library.drop_unfinished("first-steps").unwrap();
    assert!(library.list_unfinished().is_empty());
    assert!(matches!(library.unfinished("first-steps"), Err(SaveFault::Unreadable { .. })));
}

#[test]
fn no_file_gets_a_name_that_windows_keeps() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let (scenario, _) = library.scenario("first-steps").unwrap();
    for id in ["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"] {
        let army = Army { id: id.into(), ..scenario.sides[0].armies[0].clone() };
        let refused = library.save_army(&army, true).unwrap_err().to_string();
        assert!(refused.contains("Windows") && refused.contains(&format!("\"{id}-2\"")), "{refused}");
        let ground = Ground { id: id.into(), ..scenario.ground.clone() };
        assert!(matches!(library.save_ground(&ground, true), Err(SaveFault::Reserved(_))), "{id}");
        assert_eq!(library.free_file_id("armies", &id.to_uppercase()), format!("{id}-2"));
    }
    for id in ["con-2", "console", "com", "com0", "com10", "lpt", "null"] {
        let army = Army { id: id.into(), ..scenario.sides[0].armies[0].clone() };
        library.save_army(&army, false).unwrap();
    }
    // One that is there from before, or from elsewhere, is read and dropped as ever.
    let folder = home.path().join("unfinished");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("aux.json"), serde_json::to_string(&scenario).unwrap()).unwrap();
    assert_eq!(library.unfinished("aux").unwrap(), scenario);
    library.drop_unfinished("aux").unwrap();
    assert!(library.list_unfinished().is_empty());
}

#[test]
fn a_path_out_of_the_folder_is_not_read() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("secret"), "x").unwrap();
    let folder = Folder(home.path().join("data"));
    assert_eq!(folder.read("../secret"), None);
    assert!(Folder(home.path().to_owned()).read("secret").is_some());
}

#[test]
fn the_last_game_is_remembered_though_its_journal_is_gone() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path().join("new"), &Games::default());
    let journal = library.new_journal("waterloo").unwrap().unwrap();
    assert!(journal.ends_with("waterloo-001.drumhead"));
    fs::write(&journal, "").unwrap();
    assert!(library.new_journal("waterloo").unwrap().unwrap().ends_with("waterloo-002.drumhead"));
    library.remember(&journal).unwrap();
    assert_eq!(library.last_game(), Some(journal.clone()));
    assert_eq!(library.list_journals(), std::slice::from_ref(&journal));
    // Games of before are listed with those of now.
    let old = home.path().join("new/journals/marengo-001.journal");
    fs::write(&old, "").unwrap();
    assert_eq!(library.list_journals(), [old, journal.clone()]);
    fs::remove_file(&journal).unwrap();
    assert_eq!(library.last_game(), Some(journal.clone()));
    // A folder in the way of the new note: the old one stays.
    fs::create_dir(home.path().join("new/last-game.new")).unwrap();
    assert!(library.remember(&home.path().join("other.journal")).is_err());
    assert_eq!(library.last_game(), Some(journal));
    fs::write(home.path().join("new/last-game"), "\n").unwrap();
    assert_eq!(library.last_game(), None);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_in_the_users_folder_is_named() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::at(home.path(), &Games::default());
    let named = || -> Vec<String> {
        let told = library.unreadable();
        let path = |notice: &Notice| match notice {
            Notice::Unread { path, .. } => path.strip_prefix(home.path()).unwrap().display().to_string(),
            other => panic!("{other}"),
        };
        told.iter().map(path).collect()
    };
    assert!(named().is_empty(), "an empty folder");
    let scenarios = home.path().join("assets/scenarios");
    fs::create_dir_all(scenarios.join("folder.ron")).unwrap();
    fs::write(scenarios.join("sound.ron"), "x").unwrap();
    fs::create_dir(scenarios.join("notes")).unwrap();
    std::os::unix::fs::symlink("round.ron", scenarios.join("round.ron")).unwrap();
    fs::write(home.path().join("terrain"), "in the way").unwrap();
    fs::create_dir(home.path().join("last-game")).unwrap();
    assert_eq!(
        named(),
        ["terrain", "assets/scenarios/folder.ron", "assets/scenarios/round.ron", "last-game"]
    );
    // One that is no folder, or is not there, is told by whoever writes to it.
    assert!(Library::at(home.path().join("terrain"), &Games::default()).unreadable().is_empty());
    assert!(Library::at(home.path().join("none"), &Games::default()).unreadable().is_empty());
    assert!(Library::embedded(&Games::default()).unreadable().is_empty());
}

#[test]
fn an_unknown_option_in_a_scenario_names_those_there_are() {
    let rules = RuleList::from(&Games::default());
    let first = trial::book().id.as_str();
    assert!(matches!(
        rules.check_option(first, "fire-ark", "45"),
        Err(OptionFault::UnknownId { accepted }) if accepted.contains(&"fire-arc".to_owned())
    ));
    assert!(rules.check_option(first, "conform", "on").is_ok());
}
