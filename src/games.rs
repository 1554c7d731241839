//! The games of the program: the one list of rule sets. What is handed such a list knows no rule set by name.

use std::sync::Arc;

use crate::casebook::{CaseFault, Cases, rules_of};
use crate::desk::{Game, Library, Of, RuleList, Rules};
use crate::game::{Briefs, Cased};
use crate::rules::casus_belli::CasusBelli;
use crate::rules::easy::Easy;
use crate::rules::epstein::Epstein;
use crate::rules::napoleon_at_war::NapoleonAtWar;
use crate::solo::{self, Players, Solo};

/// A rule set with its solo players.
#[derive(Debug)]
pub struct Entry {
    rules: Arc<dyn Rules>,
    players: fn(&mut dyn Game) -> Option<Box<dyn Players>>,
}

impl Entry {
    pub fn of<R: Briefs + Cased + Solo>() -> Self {
        Self { rules: Arc::new(Of::<R>::new()), players: solo::players::<R> }
    }
}

/// Rule sets, the first of which is meant where none is named.
#[derive(Debug)]
pub struct Games(Vec<Entry>);

impl Default for Games {
    fn default() -> Self {
        Self::of_the_program()
    }
}

/// For a library, which reads by them.
impl From<&Games> for RuleList {
    fn from(games: &Games) -> Self {
        games.0.iter().map(|entry| Arc::clone(&entry.rules)).collect()
    }
}

impl Games {
    /// These; at least one.
    pub fn new(first: Entry, others: impl IntoIterator<Item = Entry>) -> Self {
        Self(std::iter::once(first).chain(others).collect())
    }

    /// Those of the program.
    pub fn of_the_program() -> Self {
        let others = [Entry::of::<NapoleonAtWar>(), Entry::of::<Epstein>(), Entry::of::<CasusBelli>()];
        Self::new(Entry::of::<Easy>(), others)
    }

    /// All of them, in their order.
    pub fn all(&self) -> impl Iterator<Item = &dyn Rules> {
        self.0.iter().map(|entry| entry.rules.as_ref())
    }

    /// Solo players for a game of one of these rule sets.
    pub fn players(&self, game: &mut dyn Game) -> Option<Box<dyn Players>> {
        self.0.iter().find_map(|entry| (entry.players)(game))
    }

    /// Whether there are such players, without waiting until they have come.
    pub fn has_players(&self, game: &dyn Game) -> bool {
        self.of(game.rules()).is_some()
    }

    /// The rule set of this id.
    pub fn of(&self, id: &str) -> Option<&dyn Rules> {
        self.all().find(|rules| rules.id() == id)
    }

    /// Reads a file of cases by the rule set that it names; `file` is its name for faults.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be read, with its place; or a rule set that there is not.
    pub fn cases<'l>(
        &self,
        file: &str,
        text: &str,
        library: &'l Library,
    ) -> Result<Box<dyn Cases + 'l>, CaseFault> {
        let known: Vec<(&str, &dyn Rules)> = self.all().map(|rules| (rules.id(), rules)).collect();
        rules_of(file, text, &known)?.cases(file, text, library)
    }

    /// The one that is meant where none is named.
    pub fn first(&self) -> &dyn Rules {
        self.0[0].rules.as_ref()
    }
}

/// The game with which the rooms above the rules are tried: the first rule set of the program on its battle for beginners, and the
/// few orders by which such a test tells one position from another. Which rules they are is known here alone.
#[cfg(test)]
pub mod trial {
    use super::Games;
    use crate::desk::{Desk, DiceFrom, Library, Setup};
    use crate::game::options::OptionSpec;
    use crate::rules::easy::{Easy, Fiat, FiatAct, Order, Position};
    use crate::rules::rulebook::{self, Rulebook};
    use crate::scenario::{Scenario, Side};
    use crate::table::Pose;

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
        let position: Position = crate::data::ron_options().from_str(text).expect("the position reads");
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
}
