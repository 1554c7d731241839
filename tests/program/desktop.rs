//! The files under `assets/desktop` against the program: what is installed starts it, opens its games and has its pictures.

use std::fs;
use std::path::Path;

use desk::{GAME_ENDING, GAME_ENDINGS};

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/desktop").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The values of this key in the group of a desktop file.
fn value<'t>(text: &'t str, group: &str, key: &str) -> Option<&'t str> {
    let after = text.split(&format!("[{group}]\n")).nth(1)?;
    let lines = after.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once('=')).find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// What stands between the tags of this name, each time that it occurs.
fn tagged<'t>(text: &'t str, tag: &str) -> Vec<&'t str> {
    let open = format!("<{tag}");
    let parts = text.split(&*open).skip(1).filter_map(|part| part.split_once('>'));
    parts.filter_map(|(_, rest)| rest.split_once("</")).map(|(text, _)| text).collect()
}

/// The value of this attribute of every tag of this name.
fn attributes<'t>(text: &'t str, tag: &str, attribute: &str) -> Vec<&'t str> {
    let open = format!("<{tag} ");
    let tags = text.split(&*open).skip(1).filter_map(|part| part.split_once('>')).map(|(tag, _)| tag);
    let named = format!("{attribute}=\"");
    tags.filter_map(|tag| tag.split_once(&*named)?.1.split_once('"')).map(|(value, _)| value).collect()
}

#[test]
fn the_desktop_file_starts_the_program_on_a_game() {
    let desktop = read("drumhead.desktop");
    let entry = |key| value(&desktop, "Desktop Entry", key).unwrap_or_default();
    let program = Path::new(env!("CARGO_BIN_EXE_drumhead")).file_stem().expect("it has a name");
    // A file is handed on as an argument, as the command line takes it.
    assert_eq!(entry("Exec"), format!("{} %f", program.display()));
    assert_eq!(entry("Terminal"), "false");
    // The desktop finds the window's entry by the name that the window gives itself.
    let window = include_str!("../../src/window/start.rs");
    let id = window.split_once("const APP: &str = \"").and_then(|(_, rest)| rest.split_once('"'));
    assert_eq!(id.map(|(id, _)| id), Some(entry("StartupWMClass")));
    assert_eq!(entry("StartupWMClass"), "drumhead", "it is the name of the desktop file as well");
    let action = value(&desktop, "Desktop Action first-steps", "Exec").unwrap_or_default();
    let scenario = action.rsplit(' ').next().unwrap_or_default();
    let library = desk::Library::embedded(&games::Games::default());
    assert!(library.scenarios().iter().any(|(id, ..)| id == scenario), "{action}");
}

#[test]
fn games_of_either_ending_are_of_one_type_and_it_opens_them() {
    let (desktop, mime, info) =
        (read("drumhead.desktop"), read("drumhead-mime.xml"), read("drumhead.metainfo.xml"));
    let globs = attributes(&mime, "glob", "pattern");
    assert_eq!(globs, GAME_ENDINGS.map(|ending| format!("*.{ending}")));
    assert_eq!(globs[0], format!("*.{GAME_ENDING}"));
    let [kind] = attributes(&mime, "mime-type", "type")[..] else { panic!("there is one type") };
    assert_eq!(value(&desktop, "Desktop Entry", "MimeType"), Some(&*format!("{kind};")));
    assert_eq!(tagged(&info, "mediatype"), [kind]);
    // What a game begins with is what the type looks for.
    let [magic] = attributes(&mime, "match", "value")[..] else { panic!("there is one beginning") };
    let (magic, offsets) = (magic.replace("&quot;", "\""), attributes(&mime, "match", "offset"));
    let (from, to) = offsets[0].split_once(':').expect("a range");
    let range = from.parse().expect("a number")..=to.parse::<usize>().expect("a number");
    let mut count = 0;
    for version in ["v1", "v2"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(version);
        for game in fs::read_dir(folder).expect("golden games can be listed").filter_map(Result::ok) {
            let text = fs::read_to_string(game.path().join("game.journal")).expect("a journal is text");
            let at = text.find(&magic).unwrap_or(usize::MAX);
            assert!(range.contains(&at), "{}: at byte {at}", game.path().display());
            count += 1;
        }
    }
    assert!(count > 3);
}

#[test]
fn what_is_told_of_the_program_is_true_of_this_version() {
    let (info, desktop) = (read("drumhead.metainfo.xml"), read("drumhead.desktop"));
    let releases = attributes(&info, "release", "version");
    assert_eq!(releases.first(), Some(&env!("CARGO_PKG_VERSION")), "the newest release stands first");
    assert_eq!(tagged(&info, "project_license"), [env!("CARGO_PKG_LICENSE")]);
    assert_eq!(tagged(&info, "launchable"), ["drumhead.desktop"]);
    assert_eq!(tagged(&info, "binary"), ["drumhead"]);
    assert_eq!(tagged(&info, "name")[0], value(&desktop, "Desktop Entry", "Name").expect("it has a name"));
    // Every rule set is told of.
    for book in rulebook::books() {
        let name = book.name.trim_end_matches(" Rules");
        assert!(info.contains(name), "{name} is not told of in drumhead.metainfo.xml");
    }
}

#[test]
fn every_size_of_the_icon_is_there_and_is_that_size() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/desktop/icons");
    for size in [16_u32, 24, 32, 48, 64, 128, 256, 512] {
        let path = folder.join(format!("drumhead-{size}.png"));
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // The head of a PNG: its signature, then the first chunk with width and height.
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n", "{}", path.display());
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!((number(16), number(20)), (size, size), "{}", path.display());
    }
    for name in ["icons/drumhead.svg", "icons/drumhead-small.svg"] {
        assert!(read(name).starts_with("<svg "), "{name}");
    }
    assert_eq!(value(&read("drumhead.desktop"), "Desktop Entry", "Icon"), Some("drumhead"));
}

#[test]
fn every_command_takes_games_of_either_ending() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| home.path().join("journals").join(name).to_string_lossy().into_owned();
    let (new, old) = (path("game.drumhead"), path("before.journal"));
    let played = ["play", "first-steps", "--seed", "7", "--turns", "1", "--quiet", "--journal", &new];
    let (done, _, err) = super::run(home.path(), &played);
    assert!(done, "{err}");
    fs::copy(&new, &old).expect("it can be copied");
    let (_, listed, _) = super::run(home.path(), &["list"]);
    for game in [&new, &old] {
        assert!(listed.contains(game.as_str()), "{game}: {listed}");
        let (done, told, err) = super::run(home.path(), &["replay", game]);
        assert!(done && told.contains("turn 2 of 6"), "{told}{err}");
        let (done, odds, err) = super::run(home.path(), &["odds", game, "--order", "Draw"]);
        assert!(done && odds.contains('%'), "{odds}{err}");
        let mut served = super::Served::begin(home.path());
        served.send(&serde_json::json!({"open": {"journal": game}}).to_string());
        let answer = served.answer();
        assert!(answer.contains("opened"), "{answer}");
        // Without a display the window says what can be done, and does not take the file for a battle.
        let (done, _, err) = super::run(home.path(), &[game]);
        assert!(!done && err.contains("there is no display") && !err.contains("did you mean"), "{err}");
    }
}

#[test]
fn every_command_finds_a_game_of_the_data_folder_by_its_name() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let path = home.path().join("journals/evening.drumhead").to_string_lossy().into_owned();
    let played = ["play", "first-steps", "--seed", "7", "--turns", "1", "--quiet", "--journal", &path];
    let (done, _, err) = super::run(home.path(), &played);
    assert!(done, "{err}");
    let out = |name: &str| home.path().join(name).to_string_lossy().into_owned();
    let (page, film, table, paper) = (out("e.html"), out("e.gif"), out("e.svg"), out("paper"));
    for name in ["evening", "evening.drumhead"] {
        for command in [
            &["replay", name][..],
            &["odds", name, "--order", "Draw"],
            &["report", name, "--out", &page],
            &["film", name, "--scale", "4", "--out", &film],
            &["draw", name, "--out", &table],
            &["print", name, "--what", "rosters", "--out", &paper, "--overwrite"],
        ] {
            let (done, _, err) = super::run(home.path(), command);
            assert!(done, "{command:?}: {err}");
        }
        let (_, _, err) = super::run(home.path(), &[name]);
        assert!(err.contains("there is no display") && !err.contains("evening"), "{err}");
    }
}

#[test]
fn the_manual_and_the_completions_are_printed() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let (done, page, err) = super::run(home.path(), &["man"]);
    assert!(done && page.contains(".TH drumhead 1") && page.contains("drumhead\\-replay(1)"), "{err}");
    let (done, page, err) = super::run(home.path(), &["man", "play"]);
    assert!(done && page.contains(".TH drumhead-play 1") && page.contains("\\-\\-turns"), "{page}{err}");
    let (done, _, err) = super::run(home.path(), &["man", "dance"]);
    assert!(!done && err.contains("there is no command dance: there are list, options, play"), "{err}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (done, script, err) = super::run(home.path(), &["completions", shell]);
        assert!(done && script.contains("COMPLETE") && script.contains("drumhead"), "{shell}: {err}");
    }
    let (done, _, err) = super::run(home.path(), &["completions", "cmd"]);
    assert!(!done && err.contains("zsh"), "{err}");
}
