//! The games of the program: the one list of rule sets. What is handed such a list knows no rule set by name.
//!
//! # A worked example
//!
//! A battle is read, orders are judged, and the working of a verdict is printed:
//!
//! ```
//! use desk::{Beginning, DiceFrom, Halt, Library};
//! use dice::TypedEntry;
//! use game::Viewer;
//! use games::Games;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let games = Games::default();
//! let library = Library::embedded(&games);
//! let beginning = Beginning { scenario: "first-steps".to_owned(), seed: Some(7), ..Beginning::default() };
//! let (mut game, _notices) = games.first().begin(&library, &library, beginning)?;
//!
//! // What is due says whose decision it is; orders are written as in cases. The players drew this chit themselves.
//! assert_eq!(game.turn(Viewer::Referee).clause, "easy:II.A.2.1");
//! let drawn = DiceFrom::Typed(vec![TypedEntry::Name("Varenne's corps".to_owned())]);
//! game.order(&game.read_order("Draw")?, drawn, Viewer::Referee)?;
//! game.order(&game.read_order(r#"Activate(["B03"])"#)?, DiceFrom::Rolled, Viewer::Referee)?;
//!
//! // A verdict opens into its clauses and measurements.
//! let advance = game.read_order(r#"Move(stand: "B03", path: [Ahead(3)])"#)?;
//! let told = game.order(&advance, DiceFrom::Rolled, Viewer::Referee)?;
//! for note in &told.working {
//!     println!("{}: {}", note.clause, note.text);
//! }
//! assert!(told.working.iter().any(|note| note.measured.is_some()));
//!
//! // So does a refusal, which leaves the game as it was.
//! let again = game.read_order(r#"Move(stand: "B03", path: [Ahead(3)])"#)?;
//! let Err(Halt::Refused(refusal)) = game.order(&again, DiceFrom::Rolled, Viewer::Referee) else {
//!     panic!("a stand moves once in an activation");
//! };
//! println!("{}", refusal.text);
//! assert_eq!(refusal.clause, "easy:II.A.2.3");
//! # Ok(())
//! # }
//! ```

use std::sync::Arc;

use casebook::{CaseFault, Cases, rules_of};
use desk::{Game, Library, Of, RuleList, Rules};
use game::minds::SoloPlayer;
use game::{CaseRules, Minds, Presentation};
use solo::Players;

/// How solo players for a game are made; `None` for a game of other rules.
type PlayersOf = fn(&mut dyn Game, [SoloPlayer; 2]) -> Option<Box<dyn Players>>;

/// A rule set with its solo players.
#[derive(Debug)]
pub struct Entry {
    rules: Arc<dyn Rules>,
    players: PlayersOf,
}

impl Entry {
    /// A rule set by those who play it solo.
    pub fn of<M: Minds<Rules: Presentation + CaseRules>>() -> Self {
        Self { rules: Arc::new(Of::<M::Rules>::new()), players: solo::players::<M> }
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
        let others = [
            Entry::of::<solo_napoleon_at_war::Staff>(),
            Entry::of::<solo_epstein::Staff>(),
            Entry::of::<solo_casus_belli::Staff>(),
        ];
        Self::new(Entry::of::<solo_easy::Staff>(), others)
    }

    /// All of them, in their order.
    pub fn all(&self) -> impl Iterator<Item = &dyn Rules> {
        self.0.iter().map(|entry| entry.rules.as_ref())
    }

    /// The classic solo players for a game of one of these rule sets.
    pub fn players(&self, game: &mut dyn Game) -> Option<Box<dyn Players>> {
        self.players_as(game, [SoloPlayer::Classic; 2])
    }

    /// These solo players, one a side, for a game of one of these rule sets.
    pub fn players_as(&self, game: &mut dyn Game, players: [SoloPlayer; 2]) -> Option<Box<dyn Players>> {
        self.0.iter().find_map(|entry| (entry.players)(game, players))
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
