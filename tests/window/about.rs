//! The program about itself: reached by the menu and by the palette; rule sets, fonts and crates with their licences.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use window::{Command, Habit};

use super::harness::{command, has, keys, press, settle, window, window_of};

#[test]
fn the_menu_and_the_palette_lead_to_what_the_program_is() {
    let mut window = window(Habit::Rolled);
    press(&mut window, "Help");
    press(&mut window, "About Drumhead…");
    let version = format!("Version {}", env!("CARGO_PKG_VERSION"));
    assert!(has(&window, &version) && has(&window, "Licensed under MIT or Apache-2.0"));
    for name in ["Easy Napoleonic Rules", "Napoleon at War: Marengo", "Beer and Pretzels Napoleonics"] {
        assert!(has(&window, name), "{name}");
    }
    assert!(has(&window, "Bartoo") && has(&window, "MWAN 102"), "the printed rules are named");
    keys(&mut window, &[Key::Escape]);
    assert!(!has(&window, &version), "Escape closes it");
    window.key_press_modifiers(Modifiers::COMMAND, Key::P);
    settle(&mut window);
    window.input_mut().events.push(egui::Event::Text("about".to_owned()));
    window.run_steps(2);
    keys(&mut window, &[Key::Enter]);
    assert!(has(&window, &version));
}

#[test]
fn the_program_about_itself_is_a_page_that_can_be_read() {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    command(&mut window, Command::ShowAbout);
    super::pictures::compare(&mut window, "about");
}

#[test]
fn licences_of_crates_and_fonts_are_found_and_read() {
    for size in [[1600.0, 1000.0], [1280.0, 800.0], [640.0, 400.0]] {
        let mut window = window_of(Habit::Rolled, size);
        command(&mut window, Command::ShowAbout);
        press(&mut window, "Fonts");
        press(&mut window, "Licence of Libertinus Serif");
        assert!(has(&window, "SIL OPEN FONT LICENSE"), "{size:?}");
        press(&mut window, "Back to the list");
        press(&mut window, "Crates");
        window.get_by_role_and_label(egui::Role::TextInput, "Search crates").focus();
        window.run_steps(2);
        window.get_by_role_and_label(egui::Role::TextInput, "Search crates").type_text("parry2d");
        window.run_steps(3);
        assert!(has(&window, "1 of "), "{size:?}: one crate is left");
        let name = window.query_all_by_label_contains("Licence of parry2d ").next();
        name.expect("it is listed").click();
        window.run_steps(3);
        assert!(has(&window, "Apache License"), "{size:?}");
        keys(&mut window, &[Key::Escape]);
        assert!(!has(&window, "Version "));
    }
}
