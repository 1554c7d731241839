//! Regrouping in the window: a new command formed and placed, units attached, a general of a detached unit placed.
//! Units: points on the screen, inches on the table.

use drumhead::app::{App, Command, Habit, Regrouping};
use drumhead::rules::easy::{Order, StandId};
use drumhead::table::Pose;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::harness::{command, has, pose, press, settle, stand, window_on, window_on_of};

/// The army commander acts; three batteries are out of their general's reach.
const FIELD: &str = r#"(
    table: (60, 48),
    origin: (24, 24),
    options: {"adv-attached": "on", "adv-new-commands": "on"},
    commands: [
        (id: "nap", side: "red"),
        (id: "i", side: "red", under: "nap"),
        (id: "vi", side: "red", under: "nap"),
    ],
    stands: [
        (id: "N", side: "red", command: "nap", arm: General, grade: Army, at: (0, 0, 0)),
        (id: "G1", side: "red", command: "i", arm: General, at: (-12, 0, 0)),
        (id: "A", side: "red", command: "i", arm: Infantry, at: (-12, 4, 0)),
        (id: "B1", side: "red", command: "i", arm: FootArtillery, at: (4, 0, 0)),
        (id: "B2", side: "red", command: "i", arm: FootArtillery, at: (5.2, 0, 0)),
        (id: "B3", side: "red", command: "i", arm: FootArtillery, at: (6.4, 0, 0)),
        (id: "G6", side: "red", command: "vi", arm: General, at: (-4, -8, 0)),
        (id: "C", side: "red", command: "vi", arm: Infantry, at: (-4, -12, 0)),
        (id: "E", side: "blue", arm: Infantry, at: (0, 20, 180)),
    ],
    active: (command: "nap", step: Command),
)"#;

fn tick(window: &mut Harness<'_, App>, label: &str) {
    window.get_by_role_and_label(egui::Role::CheckBox, label).click();
    window.run_steps(3);
    settle(window);
}

fn last_order(window: &Harness<'_, App>) -> Order {
    window.state().desk().current().expect("an order was given").order.clone()
}

#[test]
fn the_referee_creates_names_and_places_a_command() {
    for size in [[1600.0, 1000.0], [1280.0, 800.0]] {
        let mut window = window_on_of(FIELD, Habit::Rolled, size);
        press(&mut window, "Form a new command");
        let form = window.state().regroup_form().expect("the form is open").clone();
        // What nobody commands is suggested, under a name that goes with it.
        let guns = ["B1", "B2", "B3"].map(|key| stand(&window, key));
        assert_eq!(form.stands.iter().copied().collect::<Vec<_>>(), guns);
        assert_eq!(form.name, "Grand battery");
        assert!(has(&window, "Form it of 3 units"));
        // The third battery stays with its corps after all.
        let placed = window.state().regroup_form().and_then(|form| form.pose).expect("he has a place");
        assert!(has(&window, "Distances are from 1 N"), "of whom they are is said");
        let third = row(&window, guns[2], placed);
        tick(&mut window, &third);
        assert!(has(&window, "Form it of 2 units"));
        window.get_by_label("Its name, as on the chit").focus();
        window.run_steps(2);
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.run_steps(2);
        window.get_by_label("Its name, as on the chit").type_text("Sénarmont");
        window.run_steps(3);
        // A place where he may not stand is refused in the form, with its clause; the button waits.
        let on = pose(&window, guns[0]);
        command(&mut window, Command::PointRegroup(on.at + drumhead::table::Vec2::new(0.0, 30.0), None));
        let placed = window.state().regroup_form().and_then(|form| form.pose).expect("he has a place");
        assert!(
            placed.at.distance(on.at) < 3.0,
            "the place nearest to the click touches a battery: {placed}"
        );
        press(&mut window, "Form it of 2 units (Ctrl+Enter)");
        let Order::Form { name, stands, pose: at } = last_order(&window) else {
            panic!("a command is formed")
        };
        assert_eq!((name.as_str(), stands.len()), ("Sénarmont", 2));
        let general = stand(&window, "new-1-general");
        assert_eq!(pose(&window, general), at);
        assert!(window.state().regroup_form().is_none());
        // He stands on the table as everybody does, and his command is in the order of battle.
        assert!(has(&window, "10 Sénarmont, Sénarmont"), "the general's stand is named");
        assert!(has(&window, "Activate 2 stands"));
    }
}

/// The row of a unit in the form: how far it is from the general who stands there.
fn row(window: &Harness<'_, App>, unit: StandId, general: Pose) -> String {
    let state = window.state().desk().state();
    let stands: Vec<StandId> = window.state().regroup_form().expect("open").stands.iter().copied().collect();
    let far = drumhead::rules::easy::regroup::places::from_new_general(state, &stands, general, unit)
        .expect("on the table");
    let remark = if far.passes() { "" } else { ", does not act yet" };
    format!("{}, {:.2} in{remark}", state.say_short(unit), far.value)
}

#[test]
fn a_name_stays_as_typed_and_the_general_moves_only_as_far_as_he_has_to() {
    let mut window = window_on(FIELD, Habit::Rolled);
    press(&mut window, "Form a new command");
    let guns = ["B1", "B2", "B3"].map(|key| stand(&window, key));
    for gun in guns {
        let at = pose(&window, gun).at;
        command(&mut window, Command::PointRegroup(at, Some(gun)));
    }
    let form = |window: &Harness<'_, App>| window.state().regroup_form().expect("the form is open").clone();
    assert!(form(&window).stands.is_empty() && form(&window).name.is_empty());
    // Named before a unit is chosen.
    window.get_by_label("Its name, as on the chit").focus();
    window.run_steps(2);
    window.get_by_label("Its name, as on the chit").type_text("Drouot");
    window.run_steps(3);
    let at = pose(&window, guns[0]).at;
    command(&mut window, Command::PointRegroup(at, Some(guns[0])));
    assert_eq!(form(&window).name, "Drouot");
    assert!(has(&window, "forms a new command, Drouot"), "it is told under the name it has");
    // Another name is told at once, without anything else happening.
    window.get_by_label("Its name, as on the chit").focus();
    window.run_steps(2);
    window.get_by_label("Its name, as on the chit").type_text(" de Nancy");
    window.run_steps(4);
    let named = form(&window).name;
    assert!(has(&window, &format!("forms a new command, {named}, as one")), "{named}");
    // Units of one division have a division general, those of two a corps general: he has a larger stand.
    command(&mut window, Command::PointRegroup(at, Some(guns[0])));
    let brigade = stand(&window, "A");
    let there = pose(&window, brigade).at;
    command(&mut window, Command::PointRegroup(there, Some(brigade)));
    command(&mut window, Command::PointRegroup(there + drumhead::table::Vec2::new(4.0, 0.0), None));
    let small = form(&window).pose.expect("he is placed");
    let other = stand(&window, "C");
    let on = pose(&window, other).at;
    command(&mut window, Command::PointRegroup(on, Some(other)));
    let large = form(&window).pose.expect("he is placed");
    let state = window.state().desk().state();
    let stands = [brigade, other];
    assert!(!drumhead::rules::easy::regroup::places::is_form_place(state, &stands, small), "he has grown");
    assert!(drumhead::rules::easy::regroup::places::is_form_place(state, &stands, large), "{large}");
    assert!(large.at.distance(small.at) < 0.8, "from {small} to {large}");
}

#[test]
fn units_are_chosen_on_the_table_and_put_under_another_general() {
    let mut window = window_on(FIELD, Habit::Rolled);
    press(&mut window, "Put units under another general");
    assert!(has(&window, "Attach 0 units"), "nothing is worth suggesting here");
    let (c, g1) = (stand(&window, "C"), window.state().desk().state().roster().find_command("i").expect("i"));
    let at = pose(&window, c).at;
    command(&mut window, Command::PointRegroup(at, Some(c)));
    assert!(has(&window, "Attach 1 unit") && has(&window, "Choose under whom they are put"));
    window.get_by_role_and_label(egui::Role::RadioButton, "Under i").click();
    window.run_steps(3);
    settle(&mut window);
    assert!(has(&window, "vi has no stands left"), "the form tells what it comes to");
    press(&mut window, "Attach 1 unit (Ctrl+Enter)");
    assert_eq!(last_order(&window), Order::Attach { stands: vec![c], to: g1 });
    // Its chit stays in the cup until it is drawn, and then does nothing and leaves play.
    let state = window.state().desk().state();
    let vi = state.roster().find_command("vi").expect("vi");
    assert!(state.is_absorbed(vi) && has(&window, "vi, chit in the cup"));
    // The log finds the stand under its old command and under its new one.
    let row = window.state().desk().state().unit(c).command;
    assert_eq!(row, g1);
}

#[test]
fn the_general_of_a_detached_unit_is_placed_where_the_table_is_clicked() {
    let text = r#"(
        table: (60, 48),
        origin: (24, 24),
        options: {"adv-detached": "on"},
        stands: [
            (id: "G", side: "red", arm: General, at: (0, 0, 0)),
            (id: "A", side: "red", arm: Infantry, at: (15, 0, 0)),
            (id: "B", side: "red", arm: Infantry, at: (18, 0, 0)),
            (id: "E", side: "blue", arm: Infantry, at: (0, 20, 180)),
        ],
        discards: ["blue"],
        active: (command: "red", step: Command),
    )"#;
    let mut window = window_on(text, Habit::Rolled);
    press(&mut window, "Do nothing more");
    assert!(has(&window, "is detached: place its general"));
    press(&mut window, "Place the general of red, detached");
    let what = window.state().regroup_form().expect("the form is open").what;
    assert!(matches!(what, Regrouping::Post(_)));
    let b = pose(&window, stand(&window, "B"));
    command(&mut window, Command::PointRegroup(b.at + drumhead::table::Vec2::new(0.0, 4.0), None));
    press(&mut window, "Place him here (Ctrl+Enter)");
    let general = pose(&window, stand(&window, "new-1-general"));
    assert!((general.at.y - b.at.y - 1.5).abs() < 0.05 && (general.at.x - b.at.x).abs() < 0.2, "{general}");
    assert!(has(&window, "Draw a chit"));
    // Taken back, he and all that knew of him are gone.
    let placed = stand(&window, "new-1-general");
    command(&mut window, Command::Select(Some(placed)));
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    assert!(window.state().desk().state().roster().find_stand("new-1-general").is_none());
    command(&mut window, Command::Redo);
    assert!(has(&window, "is detached: place its general"));
}
