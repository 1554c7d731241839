//! The window through its labels: what a referee clicks, from the first chit to a die that is typed.

use drumhead::app::{App, Command, Habit, Saved, Start, theme};
use drumhead::desk::{Desk, Library, Setup};
use drumhead::rules::easy::state::{Phase, Step};
use drumhead::rules::easy::{Easy, Order};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotOptions};

fn window(dice: Habit) -> Harness<'static, App> {
    window_of(dice, [1600.0, 1000.0])
}

/// A window of this size in points on the first order of First Steps.
fn window_of(dice: Habit, size: [f32; 2]) -> Harness<'static, App> {
    let library = Library::embedded();
    let (scenario, _) = library.scenario("first-steps").expect("first-steps is in the program");
    let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game without a journal begins");
    let app = App::with(Start { library, desk, notices: Vec::new() }, Saved { dice, ..Saved::default() });
    let mut dressed = false;
    Harness::builder().with_size(size).build_ui_state(
        move |ui, app: &mut App| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            app.show(ui);
        },
        app,
    )
}

fn press(window: &mut Harness<'_, App>, label: &str) {
    window.get_by_role_and_label(egui::Role::Button, label).click();
    window.run_steps(4);
}

#[test]
fn a_chit_is_drawn_and_its_stands_activated_by_buttons() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    press(&mut window, "Draw a chit");
    let state = window.state().desk().state();
    assert_eq!(state.phase, Phase::Active);
    assert_eq!(state.active().expect("a command is active").step, Step::Command);
    let open = drumhead::rules::easy::activation::in_range(state, state.stack[0].command).len();
    press(&mut window, &format!("Activate {open} stands"));
    let now = window.state().desk().state().active().expect("a command is active");
    assert_eq!((now.step, now.list.len()), (Step::Act, open));
    press(&mut window, "Undo");
    press(&mut window, "Undo");
    assert_eq!(window.state().desk().state().phase, Phase::Draw);
}

#[test]
fn every_stand_on_the_table_is_a_widget_with_a_telling_name() {
    let mut window = window(Habit::Rolled);
    window.run_steps(3);
    let state = window.state().desk().state();
    let names: Vec<String> =
        state.on_table().map(|(id, _)| drumhead::rules::easy::words::describe(state, id)).collect();
    assert!(names.len() > 15);
    for name in names {
        assert!(window.query_by_label(&name).is_some(), "{name} is not to be found");
    }
}

#[test]
fn the_chit_that_the_players_drew_is_typed() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    press(&mut window, "Draw a chit");
    assert_eq!(window.state().desk().state().phase, Phase::Draw, "nothing happens before the dice are there");
    press(&mut window, "Delacourt's cavalry");
    let state = window.state().desk().state();
    let active = state.active().expect("a command is active");
    assert_eq!(state.command(active.command).name, "Delacourt's cavalry");
    assert!(matches!(
        window.state().desk().current().map(|entry| (&entry.order, entry.typed)),
        Some((Order::Draw, true))
    ));
}

#[test]
fn a_stand_is_lifted_from_the_list_carried_and_put_down() {
    let mut window = window(Habit::Typed);
    window.run_steps(3);
    press(&mut window, "Draw a chit");
    press(&mut window, "Delacourt's cavalry");
    press(&mut window, "Activate 3 stands");
    press(&mut window, "8 Cuirassiers, may move");
    let state = window.state().desk().state();
    let stand = state.roster().find_stand("8").expect("badge 8");
    let start = state.pose(stand).expect("it is on the table");
    let ctx = window.ctx.clone();
    let ahead = start.moved(start.heading.forward() * 3.0);
    window.state_mut().run_command(&ctx, Command::Carry(ahead));
    window.run_steps(2);
    press(&mut window, "Put down here (Enter)");
    let end = window.state().desk().state().pose(stand).expect("it is on the table");
    assert!(end.at.distance(ahead.at) < 0.01, "it stands at {end}, not at {ahead}");
}

#[test]
fn a_frame_with_three_hundred_stands_is_drawn() {
    let (scenario, _) = Library::embedded().scenario("waterloo").expect("waterloo is in the program");
    let mut bench = drumhead::app::bench_frame(scenario, [1600.0, 1000.0], 300).expect("a game begins");
    let triangles = (0..3).map(|_| bench.frame()).last().unwrap_or(0);
    assert!(triangles > 20_000, "{triangles} triangles are no battle");
}

/// The window as a picture. It needs a rasteriser, so it is drawn where `DRUMHEAD_SNAPSHOTS` is set, as in `.ci/run`;
/// elsewhere the window is only laid out. `UPDATE_SNAPSHOTS=1` takes the picture anew.
#[test]
fn the_window_looks_as_it_did() {
    let mut window = window_of(Habit::Typed, [1100.0, 700.0]);
    window.run_steps(4);
    assert!(window.query_by_role_and_label(egui::Role::Button, "Draw a chit").is_some());
    if std::env::var_os("DRUMHEAD_SNAPSHOTS").is_some() {
        let options = SnapshotOptions::new().threshold(2.0).max_failed_pixels(2_000_usize);
        window.snapshot_options("first_steps", &options);
    }
}

// Setting up.

#[path = "window/setup.rs"]
mod setup;
