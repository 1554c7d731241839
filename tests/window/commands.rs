//! Every command of the menus and the palette, tried in every kind of game: the rule sets of the program and the toy, on a table
//! and on hexes. Each does something that is seen, or says why not; none is answered with silence.

use drumhead::app::play::Play;
use drumhead::app::{Begun, Command, Saved};
use drumhead::desk::{Beginning, Game, Kept, Library, Sync};
use drumhead::game::options::Options;
use drumhead::games::Games;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// These open a dialog of the system, which no test has; the same by its path is tried.
fn asks_the_system(command: &Command) -> bool {
    matches!(command, Command::OpenGame | Command::SaveAs | Command::ChooseFolder)
}

/// Games of the rule sets of the program, each after some orders of solo players.
pub fn games_of_the_program() -> Vec<(String, Box<dyn Game>)> {
    let games = Games::of_the_program();
    let library = Library::embedded(&games);
    let mut all: Vec<(String, Box<dyn Game>)> = Vec::new();
    for (id, _, rules) in library.scenarios() {
        let beginning = Beginning {
            scenario: id.clone(),
            seed: Some(7),
            options: Options::default(),
            weather: None,
            variant: None,
            kept: Kept::Nowhere,
            sync: Sync::System,
        };
        let rules = games.of(&rules).expect("the program plays what it ships");
        let (mut game, _) = rules.begin(&library, &library, beginning).expect("it begins");
        let mut players = games.players(game.as_mut()).expect("it has solo players");
        for _ in 0..12 {
            players.step(game.as_mut()).expect("the players go on");
        }
        all.push((id, game));
    }
    all
}

/// The same, and the toy on either board.
fn games() -> Vec<(String, Box<dyn Game>)> {
    let mut all = games_of_the_program();
    all.extend(
        [false, true].map(|on_map| (format!("the toy, on a map: {on_map}"), super::toy::game(on_map))),
    );
    all
}

fn window(game: Box<dyn Game>) -> Harness<'static, Play> {
    let begun = Begun { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
    super::play::of_begun(begun, Saved::default(), [1280.0, 800.0])
}

/// All that is seen: what a screen reader finds, and what is painted.
fn seen(window: &mut Harness<'_, Play>) -> String {
    super::harness::settle(window);
    let nodes = window.query_all_by(|_| true).map(|node| {
        let node = node.accesskit_node();
        format!("{:?} {:?} {:?} {:?}", node.role(), node.label(), node.value(), node.toggled())
    });
    let nodes: Vec<String> = nodes.collect();
    let painted: usize = window.output().shapes.iter().map(|shape| format!("{:?}", shape.shape).len()).sum();
    format!("{painted} letters of shapes\n{}", nodes.join("\n"))
}

fn run(window: &mut Harness<'_, Play>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().run_command(&ctx, command);
    window.run_steps(3);
}

#[test]
fn no_command_is_answered_with_silence_in_any_game() {
    let mut silent = Vec::new();
    for (name, game) in games() {
        let mut window = window(game);
        for command in window.state().commands() {
            if asks_the_system(&command) {
                continue;
            }
            let before = seen(&mut window);
            let text = command.text();
            run(&mut window, command);
            if seen(&mut window) == before {
                silent.push(format!("{name}: {text}"));
            }
            run(&mut window, Command::CloseDialog);
            run(&mut window, Command::Cancel);
        }
    }
    assert!(silent.is_empty(), "{} commands say nothing:\n{}", silent.len(), silent.join("\n"));
}
