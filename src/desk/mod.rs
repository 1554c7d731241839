//! A game in progress: orders in, journal on disk before anything shows, undo, replay, who may see what.
//!
//! The window, the commands, the protocol and the solo players all go through a [`Desk`], so what one can do all can.
//! The user's data folder is the [`Library`].
//!
//! # A worked example
//!
//! A battle is read, orders are judged, and the working of a verdict is printed:
//!
//! ```
//! use drumhead::desk::{Beginning, DiceFrom, Halt, Library};
//! use drumhead::dice::TypedEntry;
//! use drumhead::game::Viewer;
//! use drumhead::games::Games;
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

mod begin;
mod change;
mod ending;
mod files;
mod game;
mod journal;
#[cfg(test)]
mod journal_2_tests;
#[cfg(test)]
mod journal_tests;
mod kind;
mod library;
mod line;
mod luck;
mod moment;
mod open;
mod own_battle;
mod preset;
mod rejudge;
mod replay;
#[cfg(test)]
mod roster_tests;
mod rule_list;
mod since;
#[cfg(test)]
mod tests;
mod whole;

pub use begin::{BeginError, Beginning, Described, Kept, begin, noted};
pub use ending::{
    GAME_ENDING, GAME_ENDINGS, free_game_name, game_file, is_named_as_game, named_game, named_in_dialog,
};
pub use files::{
    FileFault, FileReason, MOST_DATA, MOST_IMPORT, MOST_JOURNAL, MOST_NOTE, MOST_PICTURE, look_at, open_file,
    read_file, read_open, read_text,
};
pub use game::{
    Desk, DiceFrom, Entry, NotTaken, OrderError, Record, Setup, StepError, TakenBack, Thrower, fresh_seed,
};
pub use journal::{FORMAT, Header, JournalError, Notice, Sync, digest, peek};
pub use kind::{DataFile, DataKind, FileKind, kind_by_name, kind_of};
pub use library::{Folder, HOME, Library, SaveFault, check_id};
pub use luck::{KindLuck, Luck, Tally};
pub use moment::Moment;
pub use open::{EarlierAct, EntrySummary, Game, Halt, Of, Rules, RulesSchemas, Terms, Turn, desk_of};
pub use own_battle::Files;
pub use preset::{Preset, PresetFault};
pub use rejudge::Difference;
pub use rule_list::RuleList;
pub use since::{SideSince, Since};
pub use whole::{WriteFault, write_files, write_into, write_whole};
