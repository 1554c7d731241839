//! Easy Napoleonic in the window of any rules.

mod arrivals;
mod dark;
mod fiats;
mod groups;
mod regroup;

use std::any::Any;

use desk::{Desk, Library, Setup};
use easy::{Easy, Position, StandId};
use egui_kittest::Harness;
use games::Games;
use window::OpenedGame;
use window::play::Play;
use window::{Command, Habit, Saved, theme};

use super::harness::{game, settle};

/// A window on the first order of First Steps.
fn table(dice: Habit) -> Harness<'static, Play> {
    table_of(dice, [1600.0, 1000.0])
}

/// The same of this size in points.
fn table_of(dice: Habit, size: [f32; 2]) -> Harness<'static, Play> {
    window(game(&Library::embedded(&Games::default()), "first-steps"), dice, size)
}

/// A window on a position written as in a case, without its journal.
fn table_on(position: &str, dice: Habit, size: [f32; 2]) -> Harness<'static, Play> {
    let position: Position = data::ron_options().from_str(position).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let setup = Setup::new(state.game.scenario.clone(), 7);
    window(Desk::<Easy>::from_state(setup, state), dice, size)
}

fn window(desk: Desk<Easy>, dice: Habit, size: [f32; 2]) -> Harness<'static, Play> {
    let library = Library::embedded(&Games::default());
    let begun = OpenedGame { library, game: Box::new(desk), notices: Vec::new() };
    let mut dressed = false;
    let mut window = Harness::builder().with_size(size).build_ui_state(
        move |ui, play: &mut Play| {
            if !dressed {
                theme::install(ui.ctx());
                dressed = true;
                ui.ctx().request_repaint();
                return;
            }
            play.show(ui);
        },
        Play::with(begun, Saved { dice, ..Saved::default() }),
    );
    settle(&mut window);
    window
}

fn desk<'w>(window: &'w Harness<'_, Play>) -> &'w Desk<Easy> {
    let game: &dyn Any = window.state().game();
    game.downcast_ref().expect("it is a game of Easy Napoleonic")
}

/// The stand with this badge or id.
fn stand(window: &Harness<'_, Play>, badge: &str) -> StandId {
    desk(window).state().roster().find_stand(badge).expect("there is such a badge")
}

/// The window is told this.
fn command(window: &mut Harness<'_, Play>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, command);
    window.run_steps(3);
    settle(window);
}
