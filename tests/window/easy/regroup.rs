//! Regrouping: a new command formed and placed, units attached, a general of a detached unit placed. Units: inches.

use easy::regroup::places::{from_new_general, is_form_place};
use easy::{Order, StandId};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::{Answer, Spot};
use table::{Heading, Pose, Vec2};
use window::play::hand::{Hand, Made};
use window::play::{Play, PlayAction};
use window::{Command, Habit};

use super::{command, desk, stand, table_on};
use crate::harness::{has, press, settle};

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

const NAME: &str = "Its name, as on the chit";

fn made<'w>(window: &'w Harness<'_, Play>) -> &'w Made {
    let Hand::Made(made) = window.state().hand() else { panic!("an order is made up") };
    made
}

/// The units that are chosen.
fn chosen(window: &Harness<'_, Play>) -> Vec<StandId> {
    let keys = match made(window).draft.answers.get("stands") {
        Some(Answer::Some(keys)) => keys.clone(),
        _ => Vec::new(),
    };
    keys.iter().map(|key| stand(window, key)).collect()
}

fn name(window: &Harness<'_, Play>) -> String {
    window.get_by_label(NAME).accesskit_node().value().unwrap_or_default()
}

/// Where the general would be placed.
fn placed(window: &Harness<'_, Play>) -> Pose {
    match made(window).draft.answers.get("at") {
        Some(Answer::Spot(Spot::Pose { x, y, heading })) => {
            Pose::new(Vec2::new(*x as f32, *y as f32), Heading::from_degrees(*heading as f32))
        }
        other => panic!("he has a place: {other:?}"),
    }
}

fn pose(window: &Harness<'_, Play>, badge: &str) -> Pose {
    desk(window).state().pose(stand(window, badge)).expect("it is on the table")
}

fn click(window: &mut Harness<'_, Play>, badge: &str) {
    let key = desk(window).state().key(stand(window, badge));
    command(window, Command::Play(PlayAction::Piece(key)));
}

fn click_at(window: &mut Harness<'_, Play>, at: Vec2) {
    command(window, Command::Play(PlayAction::At(Spot::Point { x: at.x.into(), y: at.y.into() })));
}

fn type_name(window: &mut Harness<'_, Play>, text: &str, all: bool) {
    window.get_by_label(NAME).focus();
    window.run_steps(2);
    if all {
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.run_steps(2);
    }
    window.event(egui::Event::Text(text.into()));
    window.run_steps(3);
    settle(window);
}

fn last_order(window: &Harness<'_, Play>) -> Order {
    desk(window).current().expect("an order was given").order.clone()
}

/// The row of a unit: how far it is from the general who stands there.
fn row(window: &Harness<'_, Play>, badge: &str) -> String {
    let (state, unit) = (desk(window).state(), stand(window, badge));
    let far = from_new_general(state, &chosen(window), placed(window), unit).expect("on the table");
    let remark = if far.passes() { "" } else { ", does not act yet" };
    format!("{}, {:.2} in{remark}", state.say_short(unit), far.value)
}

#[test]
fn the_referee_creates_names_and_places_a_command() {
    for size in [[1600.0, 1000.0], [1280.0, 800.0]] {
        let mut window = table_on(FIELD, Habit::Rolled, size);
        press(&mut window, "Form a new command");
        // What nobody commands is suggested, under a name that goes with it.
        assert_eq!(chosen(&window), ["B1", "B2", "B3"].map(|key| stand(&window, key)));
        assert_eq!(name(&window), "Grand battery");
        assert!(has(&window, "Form it of 3 units"));
        assert!(has(&window, "Distances are from 1 N"), "of whom they are is said");
        // The third battery stays with its corps after all.
        let third = row(&window, "B3");
        window.get_by_role_and_label(egui::Role::CheckBox, &third).click_accesskit();
        window.run_steps(3);
        settle(&mut window);
        assert!(has(&window, "Form it of 2 units"));
        type_name(&mut window, "Sénarmont", true);
        let on = pose(&window, "B1");
        click_at(&mut window, on.at + Vec2::new(0.0, 30.0));
        let there = placed(&window);
        assert!(there.at.distance(on.at) < 3.0, "the place nearest to the click touches a battery: {there}");
        press(&mut window, "Form it of 2 units (Enter)");
        let Order::Form { name, stands, pose: at } = last_order(&window) else {
            panic!("a command is formed")
        };
        assert_eq!((name.as_str(), stands.len()), ("Sénarmont", 2));
        assert_eq!(pose(&window, "new-1-general"), at);
        // He stands on the table as everybody does, and his command is in the order of battle.
        assert!(has(&window, "10 Sénarmont, Sénarmont"), "the general's stand is named");
        assert!(has(&window, "Sénarmont, active"));
        assert!(has(&window, "Activate 2 stands"));
    }
}

#[test]
fn a_name_stays_as_typed_and_the_general_moves_only_as_far_as_he_has_to() {
    let mut window = table_on(FIELD, Habit::Rolled, [1600.0, 1000.0]);
    press(&mut window, "Form a new command");
    for gun in ["B1", "B2", "B3"] {
        click(&mut window, gun);
    }
    assert!(chosen(&window).is_empty() && name(&window).is_empty());
    // Named before a unit is chosen.
    type_name(&mut window, "Drouot", false);
    assert!(has(&window, "Choose the units"), "what is wanting is said");
    click(&mut window, "B1");
    assert_eq!(name(&window), "Drouot");
    assert!(has(&window, "forms a new command, Drouot"), "it is told under the name it has");
    // Another name is told at once, without anything else happening; taken out again it follows the units as before.
    type_name(&mut window, "Drouot de Nancy", true);
    assert!(has(&window, "forms a new command, Drouot de Nancy, as one"));
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.key_press(egui::Key::Backspace);
    window.run_steps(3);
    assert_eq!(name(&window), "", "nothing comes back under the pen");
    click(&mut window, "B2");
    assert_eq!(name(&window), "Grand battery");
    click(&mut window, "B2");
    // Units of one division have a division general, those of two a corps general: he has a larger stand.
    click(&mut window, "B1");
    click(&mut window, "A");
    let there = pose(&window, "A").at;
    click_at(&mut window, there + Vec2::new(4.0, 0.0));
    let small = placed(&window);
    click(&mut window, "C");
    let large = placed(&window);
    let (state, stands) = (desk(&window).state(), ["A", "C"].map(|key| stand(&window, key)));
    assert!(!is_form_place(state, &stands, small), "he has grown");
    assert!(is_form_place(state, &stands, large), "{large}");
    assert!(large.at.distance(small.at) < 0.8, "from {small} to {large}");
    // He is turned by keys, and still touches a unit.
    command(&mut window, Command::TurnGhost(1.0));
    command(&mut window, Command::TurnGhost(1.0));
    let turned = placed(&window);
    assert!((turned.heading.degrees() - large.heading.degrees()).rem_euclid(360.0) > 29.0, "{turned}");
    assert!(is_form_place(desk(&window).state(), &stands, turned), "{turned}");
}

#[test]
fn units_are_chosen_on_the_table_and_put_under_another_general() {
    let mut window = table_on(FIELD, Habit::Rolled, [1600.0, 1000.0]);
    press(&mut window, "Put units under another general");
    assert!(chosen(&window).is_empty(), "nothing is worth suggesting here");
    let (c, i) = (stand(&window, "C"), desk(&window).state().roster().find_command("i").expect("i"));
    click(&mut window, "C");
    assert!(has(&window, "Choose the command") && !has(&window, "Attach 1 unit (Enter)"));
    press(&mut window, "Command i");
    assert!(has(&window, "vi has no stands left"), "it is told what it comes to");
    press(&mut window, "Attach 1 unit (Enter)");
    assert_eq!(last_order(&window), Order::Attach { stands: vec![c], to: i });
    // Its chit stays in the cup until it is drawn, and then does nothing and leaves play.
    let state = desk(&window).state();
    let vi = state.roster().find_command("vi").expect("vi");
    assert!(state.is_absorbed(vi) && has(&window, "vi, chit in the cup"));
    assert_eq!(state.unit(c).command, i);
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
    let mut window = table_on(text, Habit::Rolled, [1600.0, 1000.0]);
    press(&mut window, "Do nothing more");
    // Nothing else is due: it is begun by itself.
    assert!(has(&window, "is detached: place its general"));
    assert_eq!(made(&window).draft.verb, "Post");
    let b = pose(&window, "B").at;
    click_at(&mut window, b + Vec2::new(0.0, 4.0));
    press(&mut window, "Place him here (Enter)");
    let general = pose(&window, "new-1-general").at;
    assert!((general.y - b.y - 1.5).abs() < 0.05 && (general.x - b.x).abs() < 0.2, "{general}");
    assert!(has(&window, "Draw a chit"));
    // Taken back, he and all that knew of him are gone.
    let key = desk(&window).state().key(stand(&window, "new-1-general"));
    command(&mut window, Command::Play(PlayAction::Show(key)));
    command(&mut window, Command::Undo);
    command(&mut window, Command::Undo);
    assert!(desk(&window).state().roster().find_stand("new-1-general").is_none());
    command(&mut window, Command::Redo);
    assert!(has(&window, "is detached: place its general"));
}
