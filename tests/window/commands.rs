//! Every command of the menus and the palette, tried in every kind of game: the rule sets of the program and the toy, on a table
//! and on hexes. Each does something that is seen, or says why not; none is answered with silence.

use desk::{Beginning, Game, JournalPlace, Library, Sync};
use drawing::Sight;
use egui::Context;
use egui::epaint::ClippedShape;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Viewer;
use game::options::Options;
use games::Games;
use trial::is_long;
use window::play::{Play, PlayAction};
use window::{Command, OpenedGame, Saved, Window};

/// These open a dialog of the system, which no test has; the same by its path is tried.
fn asks_the_system(command: &Command) -> bool {
    matches!(command, Command::OpenGame | Command::SaveAs | Command::ChooseFolder)
}

/// What has nothing to do; and counters on hexes have no facing to turn.
fn may_be_silent(command: &Command, on_hexes: bool) -> bool {
    match command {
        // Nothing is in hand to be put back; and they are the colours that are seen already.
        Command::Cancel | Command::ColoursFor(Sight::Full) => true,
        Command::TurnGhost(_) => on_hexes,
        _ => false,
    }
}

/// These open the table before the battle, or the map, in place of the game.
fn takes_the_place(command: &Command) -> bool {
    matches!(command, Command::SetUp | Command::EditMap(_))
}

/// Given again they are taken back.
fn is_toggle(command: &Command) -> bool {
    matches!(
        command,
        Command::ToggleNames
            | Command::ToggleGrid
            | Command::ToggleZones
            | Command::ToggleCommandRange
            | Command::ToggleLanes
            | Command::ToggleReach
            | Command::ToggleThreats
            | Command::ToggleRulers
            | Command::ToggleTheme
            | Command::ToggleDice
            | Command::ToggleLog
            | Command::TogglePane(_)
            | Command::TableAlone
            | Command::Unfold
    )
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
            journal: JournalPlace::Nowhere,
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

/// A window: of the program's games the whole of it, of the toy the game in it.
trait Tried {
    fn play(&mut self) -> &mut Play;
    fn give(&mut self, ctx: &Context, command: Command);
}

impl Tried for Window {
    fn play(&mut self) -> &mut Play {
        self.play_mut()
    }

    fn give(&mut self, ctx: &Context, command: Command) {
        self.run_command(ctx, command);
    }
}

impl Tried for Play {
    fn play(&mut self) -> &mut Play {
        self
    }

    fn give(&mut self, ctx: &Context, command: Command) {
        self.run_command(ctx, command);
    }
}

/// All that is seen: what a screen reader finds, and what is painted.
#[derive(PartialEq)]
struct Seen {
    nodes: Vec<String>,
    shapes: Vec<ClippedShape>,
}

fn seen<W: Tried>(window: &mut Harness<'_, W>) -> Seen {
    super::harness::settle(window);
    let nodes = window.query_all_by(|_| true).map(|node| {
        let node = node.accesskit_node();
        format!("{:?} {:?} {:?} {:?}", node.role(), node.label(), node.value(), node.toggled())
    });
    Seen { nodes: nodes.collect(), shapes: window.output().shapes.clone() }
}

fn run<W: Tried>(window: &mut Harness<'_, W>, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().give(&ctx, command);
    window.run_steps(3);
}

/// Is anything else to be seen or heard once the command is given? It is taken back as far as a key does that.
fn answers<W: Tried>(window: &mut Harness<'_, W>, command: &Command) -> bool {
    // What was said of the command before is not to be taken for its answer.
    run(window, Command::ToggleNames);
    run(window, Command::ToggleNames);
    let before = seen(window);
    run(window, command.clone());
    let answered = seen(window) != before;
    if answered && is_toggle(command) {
        run(window, command.clone());
    }
    run(window, Command::CloseDialog);
    run(window, Command::Cancel);
    answered
}

/// Those that are answered with silence, whether or not a piece is in hand and the table is seen from near.
fn silent<W: Tried>(window: &mut Harness<'_, W>) -> Vec<String> {
    let mut silent = Vec::new();
    // What takes the place of the game comes last: it has commands of its own.
    let (last, commands): (Vec<Command>, Vec<Command>) =
        window.state_mut().play().commands().into_iter().partition(takes_the_place);
    // What does nothing is found: else anything that stirs by itself would pass for an answer.
    run(window, Command::Fit);
    assert!(!answers(window, &Command::PointAt(None)), "something stirs by itself");
    for command in commands.into_iter().chain(last) {
        let on_hexes = !window.state_mut().play().game().stage(Viewer::Referee).places.is_empty();
        if asks_the_system(&command) || may_be_silent(&command, on_hexes) || answers(window, &command) {
            continue;
        }
        let game = window.state_mut().play().game();
        let offers = game.open_to(Viewer::Referee).offers;
        let piece = offers.iter().find_map(|offer| game.moving_piece(&offer.order));
        run(window, Command::ZoomIn);
        if let Some(piece) = piece {
            run(window, Command::Play(PlayAction::PickUp(piece)));
        }
        if !answers(window, &command) {
            silent.push(command.text().to_owned());
        }
        run(window, Command::Fit);
    }
    silent
}

#[test]
fn no_command_is_answered_with_silence_in_any_game() {
    let mut all = Vec::new();
    let mut games = games_of_the_program();
    if !is_long() {
        // One on a table, one on a map.
        games.retain(|(name, _)| ["first-steps", "marengo-naw"].contains(&&**name));
        assert_eq!(games.len(), 2);
    }
    for (name, game) in games {
        let begun = OpenedGame { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
        let mut window = super::harness::window_started(begun, Saved::default(), [1280.0, 800.0]);
        all.extend(silent(&mut window).into_iter().map(|command| format!("{name}: {command}")));
    }
    for on_map in [false, true] {
        let game = super::toy::game(on_map);
        let begun = OpenedGame { library: Library::embedded(&Games::default()), game, notices: Vec::new() };
        let mut window = super::play::of_begun(begun, Saved::default(), [1280.0, 800.0]);
        // The whole window, which is not there, begins other games, tables and maps.
        let other = [Command::SetUp, Command::EditMap(None), Command::StartGuide]
            .map(|other| other.text().to_owned());
        let silent = silent(&mut window).into_iter().filter(|command| !other.contains(command));
        all.extend(silent.map(|command| format!("the toy: {command}")));
    }
    assert!(all.is_empty(), "{} commands say nothing:\n{}", all.len(), all.join("\n"));
}
