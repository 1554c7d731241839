//! What hinders a window from opening as it was asked to: it opens all the same, and says what is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use super::harness::desk as the_desk;
use desk::{Desk, Library, Notice, Setup};
use easy::Easy;
use egui::{Event, Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use games::Games;
use scenario::Side;
use window::{Command, FilePurpose, Habit, OpenedGame, RunOptions, Saved, Window};

use super::harness::{command, has, press, settle, window, window_started};

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

/// What the window opens on with this folder.
fn opened(home: &Path, asked: RunOptions) -> OpenedGame {
    let options = RunOptions { library: Some(Library::at(home, &Games::default())), ..asked };
    OpenedGame::new(options).expect("the window opens all the same")
}

fn scenario(id: &str) -> RunOptions {
    RunOptions { scenario: Some(id.into()), ..RunOptions::default() }
}

/// Its battle, the file of its record, and what it says.
fn seen(opening: &OpenedGame) -> (String, Option<PathBuf>, Vec<String>) {
    let told = opening.notices.iter().map(ToString::to_string).collect();
    (opening.game.battle().0.to_owned(), opening.game.journal_path().map(Path::to_owned), told)
}

fn is_unkept(opening: &OpenedGame) -> bool {
    opening.notices.iter().any(|notice| matches!(notice, Notice::Unkept { .. }))
}

/// The window on what was opened.
fn shown(opening: OpenedGame) -> Harness<'static, Window> {
    window_started(opening, Saved::default(), [1600.0, 1000.0])
}

/// What is stored when the window is closed, by key.
#[derive(Default)]
struct Store(std::collections::BTreeMap<String, String>);

impl eframe::Storage for Store {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

#[test]
fn what_is_saved_leaves_the_place_of_the_window_alone() {
    let home = home();
    let saved = Saved { dark: true, ..Saved::default() };
    let mut window = Window::with(opened(home.path(), scenario("first-steps")), saved);
    // The toolkit keeps size and place under this key.
    let mut store = Store::default();
    eframe::Storage::set_string(&mut store, "window", "its place".to_owned());
    eframe::App::save(&mut window, &mut store);
    assert_eq!(store.0.get("window").map(String::as_str), Some("its place"));
    let kept = store.0.keys().find_map(|key| eframe::get_value::<Saved>(&store, key));
    assert_eq!(kept.map(|kept| kept.dark), Some(true));
}

#[test]
fn a_sound_folder_has_nothing_to_say() {
    let home = home();
    for id in ["first-steps", "marengo-naw", "marengo-cb"] {
        let (open, journal, told) = seen(&opened(home.path(), scenario(id)));
        assert_eq!((open.as_str(), told), (id, vec![]));
        assert!(journal.is_some_and(|path| path.starts_with(home.path())));
    }
}

#[test]
fn a_battle_that_does_not_exist_gives_way_to_another_and_is_named() {
    let home = home();
    let (open, journal, told) = seen(&opened(home.path(), scenario("watterloo")));
    assert_eq!(open, "waterloo");
    assert!(journal.is_some());
    assert!(
        told[0].starts_with("\"watterloo\" cannot be opened: ") && told[0].contains("did you mean"),
        "{told:?}"
    );
    // The last game is gone on with, and none begun, while there is one.
    let gone = RunOptions { journal: Some(home.path().join("gone.journal")), ..RunOptions::default() };
    let (open, again, told) = seen(&opened(home.path(), gone));
    assert_eq!((open.as_str(), again), ("waterloo", journal));
    assert!(told[0].contains("gone.journal") && told[0].contains("there is no such file"), "{told:?}");
}

#[test]
fn a_weather_that_is_none_leaves_the_battle_its_own() {
    let home = home();
    let asked = RunOptions { weather: Some("fog".into()), ..scenario("waterloo") };
    let (open, journal, told) = seen(&opened(home.path(), asked));
    assert_eq!(open, "waterloo");
    assert!(journal.is_some() && told.len() == 1 && told[0].contains("\"fog\""), "{told:?}");
}

#[test]
fn own_files_with_faults_give_way_to_the_battle_in_the_program() {
    for (id, file) in [
        ("waterloo", "assets/scenarios/waterloo.ron"),
        ("waterloo", "armies/waterloo-french.ron"),
        ("marengo-naw", "assets/scenarios/marengo-naw.ron"),
        ("marengo-cb", "assets/scenarios/marengo-cb.ron"),
    ] {
        let home = home();
        write(&home.path().join(file), "(id: \"x\", rules: ");
        let (open, journal, told) = seen(&opened(home.path(), scenario(id)));
        assert_eq!(open, id, "{file}");
        assert!(journal.is_some(), "it is written down");
        assert!(told[0].contains(file) && told[0].contains("as it is in the program"), "{told:?}");
    }
    // Asked for nothing, the window opens on Waterloo; it is no other then.
    let home = home();
    write(&home.path().join("assets/scenarios/waterloo.ron"), "(");
    let (open, _, told) = seen(&opened(home.path(), RunOptions::default()));
    assert_eq!(open, "waterloo");
    assert!(told.len() == 1 && told[0].contains("as it is in the program"), "{told:?}");
}

#[cfg(unix)]
#[test]
fn own_files_that_cannot_be_read_are_passed_over_and_named() {
    let home = home();
    let folder = home.path().join("assets/scenarios");
    fs::create_dir_all(folder.join("first-steps.ron")).expect("a folder can be made");
    std::os::unix::fs::symlink("round.ron", folder.join("round.ron")).expect("a link can be made");
    write(&home.path().join("armies"), "in the way");
    let (open, _, told) = seen(&opened(home.path(), scenario("first-steps")));
    assert_eq!(open, "first-steps");
    for (part, why) in [("first-steps.ron", "it is no file"), ("round.ron", ""), ("armies", "irectory")] {
        let named = told
            .iter()
            .any(|words| words.contains(part) && words.contains("cannot be read") && words.contains(why));
        assert!(named, "{part}: {told:?}");
    }
}

#[test]
fn without_a_folder_for_records_the_game_is_played_all_the_same() {
    let outer = home();
    let file = outer.path().join("file");
    write(&file, "in the way");
    let looped = outer.path().join("looped");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&looped, &looped).expect("a link can be made");
    let closed = outer.path().join("closed");
    write(&closed.join("journals"), "in the way");
    let mut homes = vec![file.clone(), file.join("inner"), closed];
    if cfg!(unix) {
        homes.push(looped);
    }
    if cfg!(target_os = "linux") {
        homes.extend(["/proc/none", "/dev/full", "/sys/none"].map(PathBuf::from));
    }
    for home in homes {
        for id in ["first-steps", "marengo-naw"] {
            let opening = opened(&home, scenario(id));
            let (open, journal, told) = seen(&opening);
            assert_eq!((open.as_str(), journal), (id, None), "{}", home.display());
            assert!(is_unkept(&opening), "{}: {told:?}", home.display());
            let window = shown(opening);
            assert!(window.query_by_label("This game is not written down").is_some(), "{}", home.display());
            for button in ["Choose another folder…", "Play without a record"] {
                let found = window.query_by_role_and_label(Role::Button, button);
                let rect = found.unwrap_or_else(|| panic!("there is no {button}")).rect();
                assert!(
                    rect.width() < 600.0 && rect.left() > 400.0 && rect.right() < 1200.0,
                    "{button}: {rect}"
                );
            }
        }
    }
}

#[test]
fn a_last_game_that_cannot_be_noted_is_written_down_all_the_same() {
    let home = home();
    fs::create_dir(home.path().join("last-game")).expect("a folder can be made");
    let opening = opened(home.path(), scenario("first-steps"));
    let (_, journal, told) = seen(&opening);
    assert!(journal.is_some_and(|path| path.is_file()) && !is_unkept(&opening));
    assert!(told.iter().any(|words| words.contains("cannot be noted")), "{told:?}");
}

#[test]
fn windows_that_begin_at_the_same_moment_each_have_a_record() {
    let home = home();
    let begin = || seen(&opened(home.path(), scenario("first-steps")));
    let begun: Vec<_> = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
        windows.into_iter().map(|window| window.join().expect("it begins")).collect()
    });
    let mut journals: Vec<_> =
        begun.iter().map(|(_, journal, told)| (journal.clone(), told.clone())).collect();
    journals.sort();
    journals.dedup();
    assert_eq!(journals.len(), 8, "{begun:?}");
    assert!(begun.iter().all(|(_, journal, _)| journal.is_some()));
}

#[test]
fn a_game_that_is_not_written_down_goes_on_in_the_folder_that_is_chosen() {
    let outer = home();
    let file = outer.path().join("file");
    write(&file, "in the way");
    let start = opened(&file, scenario("first-steps"));
    let mut window = window_started(start, Saved::default(), [1600.0, 1000.0]);
    press(&mut window, "Play without a record");
    press(&mut window, "Draw a chit");
    assert_eq!(the_desk(&window).depth(), 1, "it is played");
    // A folder that cannot be used either: it says so, and asks again.
    type_folder(&mut window, &file.join("inner"));
    assert!(has(&window, "This game is not written down") && the_desk(&window).journal_path().is_none());
    let good = outer.path().join("good");
    type_folder(&mut window, &good);
    let path = the_desk(&window).journal_path().expect("it is written down now").to_owned();
    assert!(path.starts_with(&good) && !has(&window, "This game is not written down"));
    press(&mut window, "Undo");
    let (read, _) =
        Desk::<Easy>::read(&path, &Library::at(&good, &Games::default())).expect("the record reads");
    assert_eq!((read.depth(), read.records().len()), (0, 2), "all of it is there, and what came since");
    assert_eq!(Library::at(&good, &Games::default()).last_game(), Some(path));
}

/// The window on a game that is written down in `game.journal` of this folder.
fn window_kept(home: &Path) -> Harness<'static, Window> {
    let library = Library::at(home, &Games::default());
    let (battle, _) = library.scenario("first-steps").expect("it is in the program");
    let path = home.join("game.journal");
    let desk = Desk::<Easy>::new(Setup::new(battle, 7), Some(&path)).expect("a game begins");
    window_started(
        OpenedGame { library, game: Box::new(desk), notices: Vec::new() },
        Saved::default(),
        [1600.0, 1000.0],
    )
}

#[test]
fn a_journal_that_is_lost_while_the_window_is_open_is_told_at_the_next_order() {
    let draw: fn(&mut Harness<'static, Window>) = |window| press(window, "Draw a chit");
    let undo: fn(&mut Harness<'static, Window>) = |window| press(window, "Undo");
    let by_key: fn(&mut Harness<'static, Window>) = |window| {
        window.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
        window.run_steps(4);
        settle(window);
    };
    // What is done before the file is lost, the order that notices it, and one that follows.
    for (what, first, then, after) in [
        ("a button", None, draw, undo),
        ("Undo", Some(draw), undo, draw),
        ("a key", Some(draw), by_key, draw),
    ] {
        let home = home();
        let mut window = window_kept(home.path());
        if let Some(first) = first {
            first(&mut window);
        }
        assert!(!has(&window, "Before the game goes on"), "{what}");
        let (lost, beside) = (home.path().join("game.journal"), home.path().join("game-2.journal"));
        fs::remove_file(&lost).expect("the file can be deleted");
        then(&mut window);
        assert!(has(&window, "Before the game goes on"), "{what}: there is a dialog");
        let words = format!(
            "The journal {} was deleted while the game was open. Nothing is lost: the whole game goes on in {}",
            lost.display(),
            beside.display()
        );
        assert!(has(&window, &words), "{what}");
        press(&mut window, "Go on");
        assert!(!has(&window, "Before the game goes on"), "{what}");
        // The game goes on in that file, and says nothing more of it.
        after(&mut window);
        assert!(!has(&window, "Before the game goes on"), "{what}");
        let records = the_desk(&window).records().len();
        assert_eq!(the_desk(&window).journal_path(), Some(&*beside), "{what}");
        let (read, _) = Desk::<Easy>::read(&beside, &Library::at(home.path(), &Games::default()))
            .expect("the record reads");
        assert_eq!((read.records().len(), lost.exists()), (records, false), "{what}");
        assert_eq!(
            Library::at(home.path(), &Games::default()).last_game(),
            Some(beside),
            "the next start finds it"
        );
    }
}

/// Says that games are to be kept there, by the path as it is typed.
fn type_folder(window: &mut Harness<'_, Window>, folder: &Path) {
    command(window, Command::AskForPath(FilePurpose::Folder));
    window.run_steps(3);
    window.get_by_role_and_label(Role::TextInput, "Path of the folder").focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    window.input_mut().events.push(Event::Text(folder.display().to_string()));
    window.run_steps(2);
    press(window, "Use it");
}

#[test]
fn a_game_that_is_begun_in_the_window_needs_no_folder_either() {
    let outer = home();
    let file = outer.path().join("file");
    write(&file, "in the way");
    let library = Library::at(&file, &Games::default());
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario("first-steps").expect("it is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("it begins");
    let start = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut window = shown(start);
    let ctx = window.ctx.clone();
    let begin = Command::NewGame { scenario: "marengo-naw".into(), weather: None };
    window.state_mut().run_command(&ctx, begin);
    window.run_steps(4);
    assert_eq!(window.state().play().game().battle().0, "marengo-naw", "the battle has begun");
    assert!(window.query_by_label("This game is not written down").is_some());
}

#[test]
fn a_record_that_may_only_be_read_is_shown_and_played_on_without_one() {
    let home = home();
    let journal = home.path().join("old.journal");
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario("first-steps").expect("it is in the program");
    let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(&journal)).expect("it begins");
    let order = desk.due().offers[0].order.clone();
    desk.order(order, desk::DiceFrom::Rolled).expect("a chit is drawn");
    drop(desk);
    let mut closed = fs::metadata(&journal).expect("it is there").permissions();
    closed.set_readonly(true);
    fs::set_permissions(&journal, closed).expect("rights can be changed");
    if fs::OpenOptions::new().write(true).open(&journal).is_ok() {
        // Rights do not bind whoever runs this.
        return;
    }
    let asked = RunOptions { journal: Some(journal.clone()), ..RunOptions::default() };
    let opening = opened(home.path(), asked);
    assert!(is_unkept(&opening));
    assert_eq!((opening.game.depth(), opening.game.journal_path()), (1, None));
}

#[test]
fn settings_that_were_changed_by_hand_do_not_hinder_the_window() {
    let window = window(Habit::Rolled);
    let good = window.state().saved().clone();
    assert_eq!(good.clone().sound(), good, "what the window saves is sound");
    let text = ron::to_string(&good).expect("it can be written");
    let layout = text.find("panels:").expect("the panels are saved");
    assert!(text[layout..].contains("root:Some("), "{text}");
    for scale in ["0.0", "-3", "NaN", "inf", "1e30"] {
        let bad: Saved = ron::from_str(&format!("(text_scale:{scale})")).expect("it reads");
        let sound = bad.sound();
        assert!((0.8..=2.0).contains(&sound.text_scale), "{scale}: {}", sound.text_scale);
    }
    let rootless: Saved = ron::from_str(&text.replacen("root:Some((", "root:Some((9", 1)).expect("it reads");
    assert!(
        rootless.layout.is_some() && rootless.sound().layout.is_none(),
        "a layout without its root is none"
    );
}

/// Who plays a side is kept with the game: opened again, the program waits there to be told to go on.
#[test]
fn a_side_that_the_program_plays_is_its_own_when_the_game_is_opened_again() {
    let home = home();
    let mut window = shown(opened(home.path(), scenario("first-steps")));
    command(&mut window, Command::DrumheadPlays(Side(1)));
    let saved = window.state().saved().clone();
    drop(window);
    let mut window = window_started(opened(home.path(), RunOptions::default()), saved, [1600.0, 1000.0]);
    window.run_steps(3);
    assert!(has(&window, "Drumhead plays Red") && !window.state().play().is_fought_out());
}
