//! The handbook: opened by its menu and read page by page; the menus and the keys that its pages and the README name are there.

use std::collections::BTreeSet;
use std::path::PathBuf;

use desk::Library;
use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use games::Games;
use window::{Begin, Command, Habit, OpenedGame, Saved, SetUpAct, Window};

use super::harness::{click_at, command, keys, press, window_of, window_started};
use super::sizes::begun;

fn heading(window: &Harness<'_, Window>, title: &str) -> bool {
    window.query_by_role_and_label(Role::Heading, title).is_some()
}

#[test]
fn the_handbook_is_opened_by_its_menu_and_read() {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    press(&mut window, "Help");
    press(&mut window, "Handbook…");
    assert!(heading(&window, "An evening at the table") && heading(&window, "Before the players come"));
    window.get_by_role_and_label(Role::Link, "With corps").click();
    window.run_steps(4);
    assert!(heading(&window, "With corps") && !heading(&window, "An evening at the table"));
    press(&mut window, "By keyboard");
    assert!(heading(&window, "By keyboard") && heading(&window, "Keys of the window"));
    keys(&mut window, &[Key::Escape]);
    assert!(!heading(&window, "By keyboard"), "Escape closes it");
    command(&mut window, Command::ShowHandbook);
    assert!(heading(&window, "By keyboard"), "it opens where it was left");
}

#[test]
fn the_handbook_is_read_while_a_table_is_set_up() {
    let mut window = set_up();
    press(&mut window, "Help");
    press(&mut window, "Handbook…");
    press(&mut window, "An army of your own");
    assert!(heading(&window, "Rows of a spreadsheet"));
}

#[test]
fn a_page_of_the_handbook_by_day_and_by_night() {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    command(&mut window, Command::ShowHandbook);
    super::pictures::compare(&mut window, "handbook_day");
    command(&mut window, Command::ToggleTheme);
    press(&mut window, "By keyboard");
    window.hover_at(egui::Pos2::ZERO);
    window.run_steps(4);
    super::pictures::compare(&mut window, "handbook_night");
}

/// The pages and the README without what is typed elsewhere, each with the name of its file.
fn pages() -> Vec<(String, String)> {
    let root: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect();
    let pages = std::fs::read_dir(root.join("assets/handbook")).expect("it is there");
    let pages = pages.map(|page| page.expect("a page").path());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let plain: String = text.split("```").step_by(2).collect();
        (path.display().to_string(), plain.split('`').step_by(2).collect())
    };
    pages.chain([root.join("README.md")]).map(read).collect()
}

fn window_on(battle: &str) -> Harness<'static, Window> {
    let library = Library::embedded(&Games::default());
    let begun = OpenedGame { library, game: begun(battle), notices: Vec::new() };
    window_started(begun, Saved::default(), [1280.0, 800.0])
}

/// A window in which the table of its game is set up.
fn set_up() -> Harness<'static, Window> {
    let mut window = window_on("first-steps");
    command(&mut window, Command::Make(SetUpAct::Begin(Begin::Present)));
    window
}

/// Whatever is said, by word or as a value.
fn said(window: &Harness<'_, Window>) -> BTreeSet<String> {
    let words = |node: Node<'_>| {
        let node = node.accesskit_node();
        [node.label(), node.value()].into_iter().flatten().collect::<Vec<String>>()
    };
    window.query_all_by(|_| true).flat_map(words).collect()
}

/// Opens these menus, one in the other, and looks for the item: `Game`, `Drumhead plays`.
fn is_in_menu(battle: &str, path: &[&str]) -> bool {
    let mut window = window_on(battle);
    for (depth, name) in path.iter().enumerate() {
        let named = |node: &Node<'_>| {
            let label = node.accesskit_node().label().unwrap_or_default();
            // Behind it stand its keys, or the sign of a menu.
            label.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let found = window.query_all_by(|node| node.bounding_box().is_some()).rfind(named);
        let Some(at) = found.map(|node| node.rect().center()) else { return false };
        if depth + 1 < path.len() {
            click_at(&mut window, at);
            window.run_steps(4);
        }
    }
    true
}

#[test]
fn every_menu_that_is_named_is_there() {
    let mut menus: BTreeSet<Vec<String>> = BTreeSet::new();
    for (_, page) in pages() {
        for line in page.lines() {
            let leaning = line.replace("**", "");
            let named = leaning.split('*').skip(1).step_by(2);
            let paths = named.map(|named| named.split(", ").map(str::to_owned).collect::<Vec<String>>());
            menus.extend(paths.filter(|path| ["Game", "View", "Help"].contains(&path[0].as_str())));
        }
    }
    menus.retain(|path| path.len() > 1);
    assert!(menus.len() > 15, "{menus:?}");
    let missing: Vec<&Vec<String>> = menus
        .iter()
        .filter(|path| {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            !["first-steps", "marengo-cb"].iter().any(|battle| is_in_menu(battle, &path))
        })
        .collect();
    assert!(missing.is_empty(), "no game has {missing:?}");
}

/// Keys in a text that are no single letters: `Alt+O`, `F4`.
fn keys_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '+');
    let is_key = |word: &&str| {
        let held = word
            .split_once('+')
            .is_some_and(|(held, key)| ["Ctrl", "Alt", "Shift"].contains(&held) && !key.is_empty());
        held || word.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
    };
    words.filter(is_key).map(str::to_owned).collect()
}

/// Those of the roster, which are a spreadsheet's; its own tests press them.
const OF_ROSTER: [&str; 4] = ["F2", "Ctrl+C", "Ctrl+V", "Ctrl+D"];

#[test]
fn every_key_that_is_named_is_bound() {
    let mut bound: BTreeSet<String> = OF_ROSTER.map(str::to_owned).into();
    for mut window in [window_on("first-steps"), window_on("marengo-cb")] {
        command(&mut window, Command::ShowKeys);
        bound.extend(said(&window).iter().flat_map(|words| keys_in(words)));
    }
    let mut window = window_on("marengo-cb");
    command(&mut window, Command::EditMap(None));
    keys(&mut window, &[Key::F1]);
    bound.extend(said(&window).iter().flat_map(|words| keys_in(words)));
    for (file, page) in pages() {
        let unbound: Vec<String> = keys_in(&page).difference(&bound).cloned().collect();
        assert!(unbound.is_empty(), "{file}: {unbound:?} do nothing");
    }
    assert!(bound.len() > 30, "{bound:?}");
}
