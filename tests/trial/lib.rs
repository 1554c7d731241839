//! The game with which the rooms above the rules are tried: the first rule set of the program on its battle for beginners, and
//! the few orders by which such a test tells one position from another. Which rules they are is known here alone.

use desk::{Desk, DiceFrom, Library, Setup};
use easy::{Easy, Fiat, FiatAct, Order, Position};
use game::options::OptionSpec;
use games::Games;
use rulebook::{self, Rulebook};
use scenario::{Scenario, Side};
use table::Pose;

/// Are the long lists of seeds, options and states played? `.ci/long` sets `DRUMHEAD_LONG`; without it a test plays what finds faults.
pub fn is_long() -> bool {
    std::env::var_os("DRUMHEAD_LONG").is_some()
}

/// The rule set.
pub type Trial = Easy;

/// A game of it.
pub type TrialGame = Desk<Trial>;

/// An order of it.
pub type TrialOrder = Order;

/// An order that its rules never take before the first throw of a turn, as a journal of either version spells it.
pub const OUT_OF_TURN: &str = "\"EndMoves\"";

/// Its rulebook.
pub fn book() -> &'static Rulebook {
    rulebook::book(Games::default().first().id()).expect("the first rule set has a book")
}

/// Its options.
pub fn specs() -> &'static [OptionSpec] {
    Games::default().first().specs()
}

/// Its battle for beginners with this seed.
pub fn setup(seed: u64) -> Setup<Scenario> {
    let (battle, _) =
        Library::embedded(&Games::default()).scenario("first-steps").expect("it is in the program");
    Setup::new(battle, seed)
}

/// A game of it without a journal.
pub fn fresh(seed: u64) -> TrialGame {
    Desk::new(setup(seed), None).expect("a game begins")
}

/// The first throw of a turn: one die of four sides.
pub fn throw() -> TrialOrder {
    Order::Draw
}

/// Does somebody move by it?
pub fn is_move(order: &TrialOrder) -> bool {
    matches!(order, Order::Move { .. })
}

fn fiat(act: FiatAct, reason: &str) -> TrialOrder {
    Order::Fiat(Fiat { act, reason: reason.into(), clause: None })
}

/// The referee gives the first side points, which tell the position: see [`points`].
pub fn award(points: i32) -> TrialOrder {
    fiat(FiatAct::Award { side: Side(0), points }, "test")
}

/// The points of the first side.
pub fn points(game: &TrialGame) -> i32 {
    game.state().points()[0]
}

/// The referee sets the strength of a piece, which its enemy may not know.
pub fn strength(stand: &str, points: u16, reason: &str) -> TrialOrder {
    fiat(FiatAct::Strength { stand: stand.into(), points }, reason)
}

/// A game in which a stand of the command `c3` goes to the command `i`, then founds one of its own, and acts with that; and the key
/// of the command that it has founded.
pub fn regrouped() -> (TrialGame, String) {
    let text = r#"(
        table: (60, 48),
        origin: (24, 24),
        options: {"adv-attached": "on", "adv-new-commands": "on"},
        commands: [(id: "nap", side: "red"), (id: "i", side: "red", under: "nap"), (id: "c3", side: "red", under: "nap")],
        stands: [
            (id: "N", side: "red", command: "nap", arm: General, grade: Army, at: (0, 0, 0)),
            (id: "G1", side: "red", command: "i", arm: General, at: (-4, 0, 0)),
            (id: "A", side: "red", command: "i", arm: Infantry, at: (-4, 4, 0)),
            (id: "D", side: "red", command: "c3", arm: LightCavalry, at: (4, 0, 0)),
            (id: "E", side: "blue", arm: Infantry, at: (0, 20, 180)),
        ],
        active: (command: "nap", step: Command),
    )"#;
    let position: Position = data::ron_options().from_str(text).expect("the position reads");
    let state = position.set_up().expect("the position is sound");
    let mut game = TrialGame::from_state(Setup::new(state.game.scenario.clone(), 7), state);
    let d = game.state().roster().find_stand("D").expect("D");
    let to = game.state().roster().find_command("i").expect("i");
    let name = "Reserve".to_owned();
    let orders = [
        Order::Attach { stands: vec![d], to },
        Order::Form { name: name.clone(), stands: vec![d], pose: Pose::at(28.0, 22.5, 0.0) },
        Order::Activate { stands: vec![d] },
    ];
    for order in orders {
        game.order(order, DiceFrom::Rolled).expect("it is legal");
    }
    let founded = game.state().roster().find_command(&name).expect("it was founded");
    let key = game.state().command_key(founded).as_str().to_owned();
    (game, key)
}

/// Has the game a command of this key or name?
pub fn has_command(game: &TrialGame, name: &str) -> bool {
    game.state().roster().find_command(name).is_some()
}
