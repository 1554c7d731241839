//! The players' screen, opened and closed as a person does: from the menu *Seen by*, from the palette, and by its keys.

use super::harness::desk as the_desk;
use egui::{Event, Key, Modifiers, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use game::Viewer;
use scenario::Side;
use window::{Habit, Window};

use super::harness::{settle, window};

/// How often a stand of first-steps is on a screen: once on the table of each window.
fn tables(window: &Harness<'_, Window>) -> usize {
    window.query_all_by_role(Role::Canvas).count()
}

fn sides(window: &Harness<'_, Window>) -> [String; 2] {
    let state = the_desk(window).state();
    Side::BOTH.map(|side| state.say_side(side).to_owned())
}

/// Opens the menu *Seen by* and clicks what begins so in it.
fn choose(window: &mut Harness<'_, Window>, item: &str) {
    settle(window);
    let menu = window.get_by_label_contains("Seen by: ");
    match window.state().saved().screen {
        None => menu.click(),
        // Here the second window lies within the first, and may lie over its head.
        Some(_) => menu.click_accesskit(),
    }
    window.run_steps(4);
    window.get_by_label_contains(item).click();
    window.run_steps(4);
    settle(window);
}

fn find(window: &mut Harness<'_, Window>, query: &str) {
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    window.run_steps(2);
    window.input_mut().events.push(Event::Text(query.to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(4);
    settle(window);
}

#[test]
fn the_menu_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    assert!(before > 0);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        choose(&mut window, &format!("For {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1, "the second window has a table of its own");
    }
    choose(&mut window, "Close the players' screen");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
    // What is ticked is closed by its own item as well.
    let name = &sides(&window)[0];
    choose(&mut window, &format!("For {name}"));
    choose(&mut window, &format!("For {name}"));
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn the_palette_opens_the_players_screen_for_each_side_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    for (side, name) in Side::BOTH.into_iter().zip(sides(&window)) {
        find(&mut window, &format!("players screen {name}"));
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    find(&mut window, "close the players");
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}

#[test]
fn a_key_for_each_side_opens_the_players_screen_and_closes_it() {
    let mut window = window(Habit::Rolled);
    let before = tables(&window);
    let both = Modifiers { shift: true, ..Modifiers::ALT };
    for (modifiers, side) in [(Modifiers::ALT, Side(0)), (both, Side(1)), (Modifiers::ALT, Side(0))] {
        window.key_press_modifiers(modifiers, Key::S);
        window.run_steps(4);
        assert_eq!(window.state().saved().screen, Some(Viewer::Side(side)));
        assert_eq!(tables(&window), before + 1);
    }
    window.key_press_modifiers(Modifiers::ALT, Key::S);
    window.run_steps(4);
    assert_eq!((window.state().saved().screen, tables(&window)), (None, before));
}
