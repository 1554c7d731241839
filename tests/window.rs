//! The window through its labels: what a referee clicks, from the first chit to a die that is typed.

#[path = "window/about.rs"]
mod about;
#[path = "window/alone.rs"]
mod alone;
#[path = "window/battalions.rs"]
mod battalions;
#[path = "window/battles.rs"]
mod battles;
#[path = "toy/brawl.rs"]
mod brawl;
#[path = "window/commands.rs"]
mod commands;
#[path = "window/copied.rs"]
mod copied;
#[path = "window/corps.rs"]
mod corps;
#[path = "window/corps_line.rs"]
mod corps_line;
#[path = "window/counters.rs"]
mod counters;
#[path = "window/counts.rs"]
mod counts;
#[path = "window/dropped.rs"]
mod dropped;
#[path = "window/easy/mod.rs"]
mod easy_orders;
#[path = "window/far.rs"]
mod far;
#[path = "window/fits.rs"]
mod fits;
#[path = "window/ground.rs"]
mod ground;
#[path = "window/guide.rs"]
mod guide;
#[path = "window/handbook.rs"]
mod handbook;
#[path = "window/harness.rs"]
mod harness;
#[path = "window/hex_editor.rs"]
mod hex_editor;
#[path = "window/hex_roster.rs"]
mod hex_roster;
#[path = "window/hex_set_up.rs"]
mod hex_set_up;
#[path = "window/hex_turned.rs"]
mod hex_turned;
#[path = "window/keyboard.rs"]
mod keyboard;
#[path = "shared/spreadsheets.rs"]
mod made;
#[path = "window/maps.rs"]
mod maps;
#[path = "window/marks.rs"]
mod marks;
#[path = "window/names.rs"]
mod names;
#[path = "window/numbers.rs"]
mod numbers;
#[path = "window/opening.rs"]
mod opening;
#[path = "window/overlays.rs"]
mod overlays;
#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/play.rs"]
mod play;
#[path = "window/players.rs"]
mod players;
#[path = "window/players_secret.rs"]
mod players_secret;
#[path = "window/positions.rs"]
mod positions;
#[path = "window/print.rs"]
mod print;
#[path = "window/record.rs"]
mod record;
#[path = "window/report.rs"]
mod report;
#[path = "window/roster.rs"]
mod roster;
#[path = "window/roster_hands.rs"]
mod roster_hands;
#[path = "window/setup.rs"]
mod setup;
#[path = "window/setup_units.rs"]
mod setup_units;
#[path = "window/sizes.rs"]
mod sizes;
#[path = "window/stands.rs"]
mod stands;
#[path = "window/strokes.rs"]
mod strokes;
#[path = "window/tables.rs"]
mod tables;
#[path = "window/told.rs"]
mod told;
#[path = "window/toy.rs"]
mod toy;
#[path = "window/wire.rs"]
mod wire;

use desk::{Desk, Library, Setup, Thrower};
use easy::state::{Phase, Step};
use easy::{Easy, Order, StandId};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Viewer;
use games::Games;
use harness::desk as the_desk;
use table::{Pose, Vec2};
use window::{Command, Habit, Window};

use harness::{command, has, keys, pose, press, stand, wait_for, window, window_of, window_on};

#[test]
fn a_chit_is_drawn_and_its_stands_activated_by_buttons() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    press(&mut window, "Draw a chit");
    let state = the_desk(&window).state();
    assert_eq!(state.phase, Phase::Active);
    assert_eq!(state.active().expect("a command is active").step, Step::Command);
    let open = easy::command::in_range(state, state.stack[0].command).len();
    press(&mut window, &format!("Activate {open} stands (Enter)"));
    let now = the_desk(&window).state().active().expect("a command is active");
    assert_eq!((now.step, now.list.len()), (Step::Act, open));
    press(&mut window, "Undo");
    press(&mut window, "Undo");
    assert_eq!(the_desk(&window).state().phase, Phase::Draw);
}

#[test]
fn every_stand_on_the_table_is_a_widget_with_a_telling_name() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let state = the_desk(&window).state();
    let names: Vec<String> = state.on_table().map(|(id, _)| easy::words::describe(state, id)).collect();
    assert!(names.len() > 15);
    for name in names {
        assert!(window.query_by_label(&name).is_some(), "{name} is not to be found");
    }
}

#[test]
fn the_chit_that_the_players_drew_is_typed() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    press(&mut window, "The players drew…");
    assert_eq!(the_desk(&window).state().phase, Phase::Draw, "nothing happens before the dice are there");
    press(&mut window, "Delacourt's cavalry");
    let state = the_desk(&window).state();
    let active = state.active().expect("a command is active");
    assert_eq!(state.command(active.command).name, "Delacourt's cavalry");
    assert!(matches!(
        the_desk(&window).current().map(|entry| (&entry.order, entry.is_typed())),
        Some((Order::Draw, true))
    ));
}

#[test]
fn a_stand_is_lifted_from_the_list_carried_and_put_down() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    press(&mut window, "The players drew…");
    press(&mut window, "Delacourt's cavalry");
    press(&mut window, "Activate 3 stands (Enter)");
    press(&mut window, "8 Cuirassiers, may move");
    let state = the_desk(&window).state();
    let stand = state.roster().find_stand("8").expect("badge 8");
    let start = state.pose(stand).expect("it is on the table");
    let ctx = window.ctx.clone();
    let ahead = start.moved(start.heading.forward() * 3.0);
    window.state_mut().run_command(&ctx, harness::drag_to(ahead));
    window.run_steps(2);
    press(&mut window, "Put down here (Enter)");
    let end = the_desk(&window).state().pose(stand).expect("it is on the table");
    assert!(end.at.distance(ahead.at) < 0.01, "it stands at {end}, not at {ahead}");
}

#[test]
fn a_frame_with_three_hundred_stands_is_drawn() {
    let (scenario, _) =
        Library::embedded(&Games::default()).scenario("waterloo").expect("waterloo is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 1), None).expect("a game begins");
    let mut bench = window::bench_frame(Box::new(desk), [1600.0, 1000.0], 300);
    let triangles = (0..3).map(|_| bench.frame()).last().unwrap_or(0);
    assert!(triangles > 20_000, "{triangles} triangles are no battle");
}

#[test]
fn the_window_looks_as_it_did() {
    let mut window = window_of(Habit::Typed, [1100.0, 700.0]);
    window.run_steps(4);
    assert!(window.query_by_role_and_label(egui::Role::Button, "The players drew…").is_some());
    pictures::compare(&mut window, "first_steps");
}

#[test]
fn the_players_screen_shows_a_side_what_it_may_know() {
    let mut window = window_on(MARKED, Habit::Rolled);
    window.run_steps(3);
    let blue = the_desk(&window).state().side(stand(&window, "D"));
    let (told, marked) = (count(&window, HIDDEN), count(&window, "marked"));
    assert!(told > 0, "the referee sees it");
    assert_eq!(marked, 0);
    command(&mut window, Command::PlayersScreen(blue));
    window.run_steps(3);
    assert!(count(&window, "A, red") > 0 && count(&window, "marked, began with 7 sp") > 0);
    assert_eq!(count(&window, HIDDEN), told, "the second screen does not tell what is hidden");
    command(&mut window, Command::ClosePlayersScreen);
    window.run_steps(3);
    assert_eq!(count(&window, "marked"), 0);
}

/// A red stand that has lost some of its strength, which is not for blue to know.
const MARKED: &str = r#"(
    origin: (20, 20),
    stands: [
        (id: "A", side: "red", arm: Infantry, at: (0, -6, 0), sp: 3, start: 7),
        (id: "D", side: "blue", arm: Infantry, at: (0, 6, 180), sp: 5),
    ],
    active: (command: "red"),
)"#;

/// What is said of its strength, as far as it is hidden.
const HIDDEN: &str = "3 of 7";

/// What the result says of it.
const LOST: &str = "4 of 7";

fn count(window: &Harness<'_, Window>, part: &str) -> usize {
    window.query_all_by_label_contains(part).count()
}

#[test]
fn a_side_is_told_no_hidden_number_by_line_form_or_result() {
    let mut window = window_on(MARKED, Habit::Rolled);
    window.run_steps(3);
    let id = stand(&window, "A");
    let (blue, badge) = {
        let state = the_desk(&window).state();
        (Viewer::Side(state.side(stand(&window, "D"))), state.unit(id).badge)
    };
    command(&mut window, Command::ShowResult);
    assert!(has(&window, LOST), "the referee's result tells it");
    command(&mut window, Command::CloseDialog);
    command(&mut window, Command::See(blue));
    assert!(!has(&window, HIDDEN));
    let before = count(&window, "marked, began with 7 sp");
    command(&mut window, Command::OpenLine);
    window.input_mut().events.push(egui::Event::Text(badge.to_string()));
    window.run_steps(4);
    assert!(count(&window, "marked, began with 7 sp") > before, "the stand is offered by the line");
    assert!(!has(&window, HIDDEN));
    command(&mut window, Command::Cancel);
    command(&mut window, Command::ShowResult);
    assert!(has(&window, "0 of 7") && !has(&window, LOST) && !has(&window, HIDDEN));
    command(&mut window, Command::CloseDialog);
    let told = Command::Play(window::play::PlayAction::Fiat("Strength", Some(harness::key_of(&window, id))));
    command(&mut window, told);
}

#[test]
fn the_players_throw_stays_when_the_rest_is_rolled() {
    use egui::Key::{Enter, Num1, Num2};
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
                (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Typed,
    );
    window.run_steps(3);
    if window.query_by_role_and_label(egui::Role::Button, "Declare 1 attack (Enter)").is_none() {
        harness::give(&mut window, &Order::EndMoves);
    }
    press(&mut window, "Declare 1 attack (Enter)");
    harness::give(&mut window, &Order::Resolve { combat: 0 });
    keys(&mut window, &[Num1, Num2, Num1, Num2, Num1, Enter]);
    command(&mut window, Command::RollInstead);
    let entry = the_desk(&window).current().expect("the combat is fought");
    assert!(matches!(entry.order, Order::Resolve { .. }) && !entry.is_typed());
    assert!(entry.casts.len() > 1, "the rest was rolled");
    assert_eq!(entry.casts[0].answer.faces, [1, 2, 1, 2, 1]);
    assert_eq!(entry.throwers[0], Thrower::Players);
    assert!(entry.throwers[1..].iter().all(|by| *by == Thrower::Program), "each throw knows who made it");
    // The log says so, throw by throw.
    let number = entry.number;
    command(&mut window, Command::OpenEntry(number));
    assert!(has(&window, ": typed 1 2 1 2 1"));
    assert!(has(&window, ": rolled "));
}

#[test]
fn who_looks_and_the_players_screen_stay_for_a_new_game() {
    let mut window = window(Habit::Rolled);
    window.run_steps(2);
    command(&mut window, Command::PlayersScreen(scenario::Side(0)));
    let copies = count(&window, "Cuirassiers");
    command(&mut window, Command::NewGame { scenario: "first-steps".into(), weather: None });
    window.run_steps(3);
    assert_eq!(count(&window, "Cuirassiers"), copies, "the stands are on both screens");
    command(&mut window, Command::ClosePlayersScreen);
    window.run_steps(2);
    assert!(count(&window, "Cuirassiers") < copies);
}

/// One chit after another said by name in the cup, whatever the habit of dice; and taken back with a word.
#[test]
fn the_chit_drawn_is_said_by_name_in_the_cup() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    press(&mut window, "Chit of Delacourt's cavalry, in the cup");
    let state = the_desk(&window).state();
    let active = state.active().expect("a command is active");
    assert_eq!(state.command(active.command).name, "Delacourt's cavalry");
    assert!(the_desk(&window).current().is_some_and(|entry| entry.is_typed()));
    assert!(has(&window, "Delacourt's cavalry, active, chit in hand"), "its badge tells it");
    press(&mut window, "Undo");
    assert!(has(&window, "Taken back: "), "what was done is said");
    press(&mut window, "The players drew…");
    press(&mut window, "Sternau's cavalry");
    let state = the_desk(&window).state();
    let active = state.active().expect("a command is active");
    assert_eq!(state.command(active.command).name, "Sternau's cavalry");
}

#[test]
fn the_stands_to_activate_are_listed_with_their_distance() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    press(&mut window, "Chit of Delacourt's cavalry, in the cup");
    let said: Vec<(bool, String)> = {
        let state = the_desk(&window).state();
        let command = state.stack[0].command;
        let measured = |id: StandId| {
            let measured = easy::command::command_range(state, command, id)?;
            let unit = state.unit(id);
            Some((unit.badge == 8, format!("{} {}, {:.2} in", unit.badge, unit.name, measured.value)))
        };
        state.command(command).stands.iter().copied().filter_map(measured).collect()
    };
    assert_eq!(said.len(), 3);
    for (_, label) in &said {
        assert!(window.query_by_role_and_label(egui::Role::CheckBox, label).is_some(), "{label}");
    }
    let (_, eight) = said.iter().find(|(eight, _)| *eight).expect("badge 8 is measured");
    window.get_by_role_and_label(egui::Role::CheckBox, eight).click();
    window.run_steps(4);
    press(&mut window, "Activate 2 stands (Enter)");
    let list = &the_desk(&window).state().active().expect("a command is active").list;
    assert!(!list.contains(&stand(&window, "8")), "it was left out");
}

#[test]
fn a_move_goes_by_its_way_point_and_backspace_takes_one_back() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    press(&mut window, "The players drew…");
    press(&mut window, "Delacourt's cavalry");
    press(&mut window, "Activate 3 stands (Enter)");
    press(&mut window, "8 Cuirassiers, may move");
    let id = stand(&window, "8");
    let start = pose(&window, id);
    let by = start.moved(Vec2::new(-1.5, 3.0));
    command(&mut window, harness::drag_to(by));
    harness::alt(&mut window, &[egui::Key::W]);
    assert!(has(&window, "By 1 way-point"));
    keys(&mut window, &[egui::Key::Backspace]);
    assert!(!has(&window, "By 1 way-point"), "it was taken back");
    harness::alt(&mut window, &[egui::Key::W]);
    let end = start.moved(Vec2::new(0.5, 4.5));
    command(&mut window, harness::drag_to(end));
    assert!(has(&window, "in left"), "cost and what remains are said");
    press(&mut window, "Put down here (Enter)");
    let Some(Order::Move { path, .. }) = the_desk(&window).current().map(|entry| entry.order.clone()) else {
        panic!("it was no move");
    };
    let poses = path.poses(start);
    assert!(poses.iter().any(|pose| pose.at.distance(by.at) < 0.01), "not by {by}: {poses:?}");
    assert!(pose(&window, id).at.distance(end.at) < 0.01);
}

#[test]
fn what_snaps_is_named_and_a_ghost_that_waits_for_its_die_stays() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            lines: [(id: "brook", points: [(-9, 3), (9, 3)], obstacle: true)],
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
                (id: "B", side: "red", arm: Infantry, at: (5, 0.5, 0), sp: 5),
                (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Typed,
    );
    window.run_steps(3);
    let id = stand(&window, "A");
    let (start, friend) = (pose(&window, id), pose(&window, stand(&window, "B")));
    harness::pick_up(&mut window, id);
    let beside = Pose::new(friend.at + Vec2::new(-2.12, -0.1), start.heading);
    command(&mut window, harness::drag_to(beside));
    assert!(has(&window, "Snapped: front level with"), "a neighbour draws it");
    command(&mut window, harness::drag_to(Pose::new(start.at + Vec2::new(0.0, 3.5), start.heading)));
    assert!(has(&window, "a die comes off the allowance"));
    press(&mut window, "Put down here (Enter)");
    assert!(has(&window, "To roll: one d6"), "the obstacle asks for its die");
    let elsewhere = Pose::new(start.at + Vec2::new(-3.0, 0.5), start.heading);
    command(&mut window, harness::drag_to(elsewhere));
    command(&mut window, Command::Confirm);
    keys(&mut window, &[egui::Key::Num1, egui::Key::Enter]);
    let end = pose(&window, id);
    assert!(end.at.distance(start.at + Vec2::new(0.0, 3.5)) < 0.01, "it stands at {end}");
}

#[test]
fn a_shot_shows_its_odds_and_takes_the_dice_that_were_typed() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "G", side: "red", arm: FootArtillery, at: (0, 0, 0), battery: "6x8/9-pdrs", sp: 2),
                (id: "E", side: "blue", arm: Infantry, at: (0, 5, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Rolled,
    );
    window.run_steps(3);
    let (guns, target) = (stand(&window, "G"), stand(&window, "E"));
    harness::click_stand(&mut window, guns);
    harness::click_stand(&mut window, target);
    assert!(has(&window, "range to"), "what was measured is told");
    assert!(has(&window, "To roll: 2 d10, hits on"));
    assert!(!has(&window, "0 hits"), "nothing is told of dice that are not thrown");
    wait_for(&mut window, "Exact odds");
    assert!(has(&window, "no hits"), "every result has its bar");
    press(&mut window, "Type the dice");
    assert!(window.get_by_role_and_label(egui::Role::Button, "Correct").accesskit_node().is_disabled());
    keys(&mut window, &[egui::Key::Num3]);
    press(&mut window, "Correct");
    keys(&mut window, &[egui::Key::Num0]);
    assert!(window.query_by_label("10, a hit").is_some(), "the key 0 is the ten, and it hits");
    keys(&mut window, &[egui::Key::Num1, egui::Key::Enter]);
    let state = the_desk(&window).state();
    assert_eq!(state.stand(target).strength, 4);
    let entry = the_desk(&window).current().expect("the shot is in the record");
    assert!(entry.is_typed(), "for this throw the players' dice counted");
}

#[test]
fn a_combat_is_declared_fought_with_typed_dice_and_the_retreat_shown() {
    use egui::Key::{Enter, Num0, Num1, Num5, Num6};
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, -1, 0), sp: 7),
                (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 5),
                (id: "R", side: "blue", arm: Infantry, at: (0, 9, 180), sp: 5),
            ],
            active: (command: "red"),
        )"#,
        Habit::Typed,
    );
    window.run_steps(3);
    let (attacker, defender) = (stand(&window, "A"), stand(&window, "D"));
    if window.query_by_role_and_label(egui::Role::Button, "Declare 1 attack (Enter)").is_none() {
        harness::give(&mut window, &Order::EndMoves);
    }
    assert!(window.query_by_label("Combat 1").is_some(), "each combat has its card");
    wait_for(&mut window, "The defenders retreat");
    press(&mut window, "Declare 1 attack (Enter)");
    harness::take(&mut window, &Order::Resolve { combat: 0 });
    assert!(has(&window, "red attack") && has(&window, "blue defend"), "both sides are side by side");
    assert!(has(&window, "5 dice, hits on 5 or more") && has(&window, "7 dice, hits on 5 or more"));
    assert!(!has(&window, "0 hits"), "nothing is told of dice that are not thrown");
    wait_for(&mut window, "Defenders lose 2: ");
    press(&mut window, "Confirm (Enter)");
    assert!(has(&window, "To roll: 5 d6"));
    press(&mut window, "Type the count");
    keys(&mut window, &[Num0, Enter]);
    assert!(has(&window, "To roll: 7 d6"), "the card goes on with the later throws");
    wait_for(&mut window, "Exact odds from here");
    assert!(!has(&window, "5 dice, hits on 5 or more"), "the defenders have thrown");
    assert!(
        window.query_by_role_and_label(egui::Role::Button, "Type the count").is_some(),
        "faces are asked for again"
    );
    keys(&mut window, &[Num5, Num6, Num1, Num1, Num1, Num1, Num1, Enter]);
    keys(&mut window, &[Num1, Enter, Num1, Enter]);
    let state = the_desk(&window).state();
    assert_eq!(state.stand(defender).strength, 3);
    assert!(has(&window, "3.00 in "), "how far it goes back is told before it goes");
    let (before, front) = (pose(&window, defender), pose(&window, attacker));
    let name = format!("{} D retreats (Enter)", state.unit(defender).badge);
    press(&mut window, &name);
    let after = pose(&window, defender);
    assert!(after.at.distance(front.at) > before.at.distance(front.at) + 1.0, "it went back to {after}");
}

#[test]
fn a_stand_rallies_where_it_is_pointed() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "G", side: "red", arm: General, at: (0, 0, 0)),
                (id: "T", side: "red", arm: Infantry, lost: Rallyable, start: 5),
                (id: "E", side: "blue", arm: Infantry, at: (0, 15, 180)),
            ],
            active: (command: "red", step: Command),
        )"#,
        Habit::Typed,
    );
    window.run_steps(3);
    let (general, lost) = (stand(&window, "G"), stand(&window, "T"));
    let rally = window.get_by_label_contains(" rallies ");
    rally.click();
    window.run_steps(4);
    assert!(has(&window, "places beside the general are open"));
    let chief = pose(&window, general);
    command(&mut window, harness::at(chief.at + Vec2::new(3.0, 0.0)));
    press(&mut window, "Confirm (Enter)");
    keys(&mut window, &[egui::Key::Num3, egui::Key::Enter]);
    let there = pose(&window, lost);
    assert!(there.at.x > chief.at.x + 0.5 && (there.at.y - chief.at.y).abs() < 0.1, "it rallied at {there}");
    assert_eq!(the_desk(&window).state().stand(lost).strength, 3);
}

#[test]
fn saving_says_where() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let path = folder.path().join("saved.journal");
    command(&mut window, Command::SaveTo(path.clone()));
    assert!(path.exists());
    assert!(has(&window, &format!("Saved to {}", path.display())));
}

#[test]
fn what_could_come_at_the_ghost_is_weighed_where_it_rests() {
    let mut window = window_on(
        r#"(
            origin: (20, 20),
            stands: [
                (id: "A", side: "red", arm: Infantry, at: (0, 0, 0), sp: 5),
                (id: "C", side: "blue", arm: HeavyCavalry, at: (-4, 9, 180), sp: 6),
                (id: "G", side: "blue", arm: FootArtillery, at: (1, 9, 180), battery: "6x8/9-pdrs"),
            ],
            active: (command: "red"),
        )"#,
        Habit::Rolled,
    );
    window.run_steps(3);
    let id = stand(&window, "A");
    let start = pose(&window, id);
    harness::pick_up(&mut window, id);
    command(&mut window, harness::drag_to(start.moved(Vec2::new(0.0, 2.0))));
    wait_for(&mut window, "could fire");
    wait_for(&mut window, "hits on average");
    wait_for(&mut window, "falls back");
}

/// With the button held all the way: Shift tapped sets a way-point, letting go moves the stand.
#[test]
fn shift_sets_a_way_point_while_a_stand_is_dragged() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    press(&mut window, "Chit of Delacourt's cavalry, in the cup");
    press(&mut window, "Activate 3 stands (Enter)");
    let id = stand(&window, "8");
    let start = pose(&window, id);
    let label = format!("{}, may act", easy::words::describe(the_desk(&window).state(), id));
    let at = window.get_by_role_and_label(egui::Role::Button, &label).rect().center();
    window.drag_at(at);
    window.run_steps(2);
    for step in 1..=4_u8 {
        window.hover_at(at + egui::vec2(-6.0, -18.0) * f32::from(step));
        window.run_steps(2);
    }
    assert!(has(&window, "In hand: 8 Cuirassiers"), "the drag lifts it");
    for shift in [egui::Modifiers::SHIFT, egui::Modifiers::NONE] {
        window.event(egui::Event::ModifiersChanged(shift));
        window.run_steps(2);
    }
    assert!(has(&window, "By 1 way-point"));
    let end = at + egui::vec2(20.0, -110.0);
    window.hover_at(end);
    window.run_steps(3);
    window.drop_at(end);
    window.run_steps(4);
    let Some(Order::Move { path, .. }) = the_desk(&window).current().map(|entry| entry.order.clone()) else {
        panic!("it was not moved");
    };
    let west = path.poses(start).into_iter().map(|pose| pose.at.x - start.at.x).fold(0.0, f32::min);
    assert!(
        west < -0.3 && pose(&window, id).at.x > start.at.x,
        "it went {west} in to the west first: {path:?}"
    );
}

#[test]
fn a_frame_in_which_nothing_changes_is_drawn_once() {
    let mut window = window_of(Habit::Rolled, [1600.0, 1000.0]);
    window.run_steps(4);
    let (frames, passes) = (window.ctx.cumulative_frame_nr(), window.ctx.cumulative_pass_nr());
    window.run_steps(5);
    assert_eq!(window.ctx.cumulative_frame_nr() - frames, 5);
    assert_eq!(window.ctx.cumulative_pass_nr() - passes, 5, "no frame is thrown away");
}
