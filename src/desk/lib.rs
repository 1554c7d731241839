//! A game in progress: orders in, journal on disk before anything shows, undo, replay, who may see what.
//!
//! The window, the commands, the protocol and the solo players all go through a [`Desk`], so all can do the same.
//! The user's data folder is the [`Library`].

mod begin;
mod change;
mod desk;
mod ending;
mod files;
mod journal;
mod kind;
mod library;
mod luck;
mod moment;
mod open;
mod own_battle;
mod preset;
mod rejudge;
mod replay;
mod rule_list;
mod rule_questions;
mod since;
mod whole;

pub use begin::{BeginError, Beginning, Described, JournalPlace, begin, noted};
pub use desk::{
    Desk, DiceFrom, Entry, NotTaken, OrderError, Record, Setup, StepError, TakenBack, Thrower, fresh_seed,
};
pub use ending::{
    GAME_ENDING, GAME_ENDINGS, free_game_name, game_file, is_named_as_game, named_game, named_in_dialog,
};
pub use files::{
    FileFault, FileReason, MOST_DATA, MOST_IMPORT, MOST_JOURNAL, MOST_NOTE, MOST_PICTURE, look_at, open_file,
    read_file, read_open, read_text,
};
pub use journal::{
    FOR_ALL, FOR_REFEREE, FORMAT, Header, JournalError, Notice, Sync, digest, peek, state_hash,
};
pub use kind::{DataFile, DataKind, FileKind, kind_by_name, kind_of};
pub use library::{Folder, HOME, Library, SaveFault, check_id};
pub use luck::{KindLuck, Luck, Tally};
pub use moment::Moment;
pub use open::{
    EarlierAct, EntrySummary, Game, Halt, Of, Pending, Rules, RulesSchemas, Terms, Turn, desk_of,
};
pub use own_battle::Files;
pub use preset::{Preset, PresetFault};
pub use rejudge::Difference;
pub use rule_list::RuleList;
pub use rule_questions::RuleQuestions;
pub use since::{SideSince, Since};
pub use whole::{WriteFault, write_files, write_into, write_whole};
