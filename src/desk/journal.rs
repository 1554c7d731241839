//! The journal: an append-only file, one line for each entry, each bound to all lines before it.
//!
//! A line is 32 hexadecimal digits, a space, one JSON value, and a line feed. The digits are the first half of the SHA-256 of
//! those of the line before, in binary, and of the JSON: changing, dropping or moving a line breaks the chain there.
//! The first line contains the format, the program, the version of the rules, the options, the seed, and the files of the
//! battle: a journal needs nothing else. An order, its dice and its change, all by key, are one line, so a program
//! killed at any byte loses at most the order in hand.
//!
//! From version 3 on, an order may say what the referee let stand of it, and a line may be a note about the game.
//!
//! In version 1 the digits are eight, the CRC-32 of the JSON alone, and the first line has a digest of the battle; an order is
//! written by numbers, with a hash of the state after it. A game begun in version 1 continues in version 1.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::Hasher;
use std::io::{self, BufRead as _, Read as _, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use same_file::Handle;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use siphasher::sip::SipHasher13;
use thiserror::Error;

use super::desk::TakenBack;
use super::files::{self, FileFault, FileReason, MOST_JOURNAL};
use super::library::is_reserved;
use super::whole::{hindrance, unwritten};
use data::Faults;
use dice::TypedEntry;
use game::options::{OptionFault, Options};
use game::{Clause, LetStand};
use scenario::Battle;

/// The description of a journal in faults of files.
const WHAT: &str = "a journal";

/// Maximum size of the first line of a journal, in bytes.
const MOST_HEADER: u64 = 1 << 22;

/// The version of the format that this program writes, and the newest that it reads.
pub const FORMAT: u32 = 3;

/// The version whose lines have checksums of their own, orders by number, and no battle.
pub(super) const FORMAT_1: u32 = 1;

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`] of the program that wrote it.
    pub drumhead_journal: u32,
    pub program: String,
    pub rules: String,
    /// [`game::RuleSet::VERSION`] of the rules; 0 in version 1, which does not record it.
    #[serde(default, skip_serializing_if = "is_unsaid")]
    pub rules_version: u32,
    pub scenario: String,
    /// [`digest`] of the scenario as it was read from its files.
    pub digest: String,
    /// The chosen variant of the weather, if any.
    pub weather: Option<String>,
    /// The chosen variant of the battle, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    pub options: Options,
    pub seed: u64,
    /// The files of the battle, by path. Empty in version 1, and if the battle is in no file.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_unsaid(version: &u32) -> bool {
    *version == 0
}

/// A line after the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    /// 1 for the line after the header, and so on.
    pub n: usize,
    pub did: Written,
}

/// What a line records.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Written {
    Order(WrittenOrder),
    Undo {
        to: usize,
        /// Number of orders taken back, and what they had shown.
        orders: usize,
        dice: bool,
        hidden: bool,
    },
    Redo {
        to: usize,
    },
    Branch {
        from: usize,
    },
    Note(Noted),
}

/// What is said about the game and is no part of it: neither an order nor a step through the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noted {
    /// Who may read it: `all`, `referee`, or a side by its name.
    #[serde(rename = "for")]
    pub to: String,
    pub kind: NoteKind,
    pub text: String,
}

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// The referee's own words.
    Remark,
    /// The time that a side took to decide: its id, and seconds.
    Clock,
}

/// Everybody may read such a note.
pub const FOR_ALL: &str = "all";
/// The referee alone may read such a note.
pub const FOR_REFEREE: &str = "referee";

/// An order, its dice, and its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenOrder {
    /// The order before it; 0 for the start of the game.
    pub parent: usize,
    pub order: Box<RawValue>,
    /// The results of the dice, throw by throw.
    pub dice: Vec<TypedEntry>,
    /// Were they typed by the players?
    pub typed: bool,
    /// If so, the throws, counted from 0, that the program made nevertheless.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<usize>,
    /// What the referee let stand of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub let_stand: Option<LetStand>,
    /// In version 1: [`state_hash`] of the state after it, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// From version 2 on: its change of the play, a merge patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Value>,
}

/// Why a line was not written.
#[derive(Debug)]
pub(super) enum AppendError {
    Io(io::Error),
    /// The file is no longer there as it was written; what has happened to it: `was deleted`.
    Lost(String),
}

impl AppendError {
    pub fn into_io(self) -> io::Error {
        match self {
            Self::Io(error) => error,
            Self::Lost(why) => io::Error::other(format!("the file {why}")),
        }
    }
}

/// Why a journal could not be opened or begun.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The battle is resumed from a game, and cannot be.
    #[error(
        "the battle {id} cannot go on from where it stood: {why}. Leave options as they were, or save the position again"
    )]
    Play { id: String, why: String },
    /// It cannot be opened or read.
    #[error("{}: {}", path.display(), unread(source))]
    Io { path: PathBuf, source: io::Error },
    /// It cannot be begun, or its contents cannot be written.
    #[error("{} cannot be written: {}", path.display(), unwritten(path, source, "name another folder"))]
    Unwritten { path: PathBuf, source: io::Error },
    /// It is not a plain file, or too large.
    #[error(transparent)]
    File(FileFault),
    #[error("{} exists already. Name another file for the journal, or open that game", path.display())]
    Exists { path: PathBuf },
    #[error("{}: Windows keeps this name for a device. Name another file for the journal", path.display())]
    Reserved { path: PathBuf },
    #[error("{}: another program has this game open. Close it there first", path.display())]
    InUse { path: PathBuf },
    #[error("{}, line 1: this is not a journal: {reason}. Choose a file that Drumhead wrote", path.display())]
    NotAJournal { path: PathBuf, reason: String },
    #[error(
        "{}, line 1: format {found} is newer than {FORMAT}, the newest this program reads (written by Drumhead {program}). \
         Open it with that version or a later one",
        path.display()
    )]
    Newer { path: PathBuf, found: u32, program: String },
    #[error("{}, line 1: this game is played by the rules \"{found}\", not \"{wanted}\"", path.display())]
    OtherRules { path: PathBuf, found: String, wanted: &'static str },
    #[error("{}, line 1: its scenario \"{id}\" cannot be read. Put it into the data folder: {}", path.display(), faults.in_a_line())]
    MissingScenario { path: PathBuf, id: String, faults: Faults },
    #[error("{}, line 1: the battle \"{id}\" in it cannot be read by this program: {}", path.display(), faults.in_a_line())]
    BattleUnread { path: PathBuf, id: String, faults: Faults },
    #[error(
        "{}, line 1: this is a game of another scenario: \"{id}\" has the digest {found} in the journal, {now} as its files are now. \
         Restore the files with which the game was begun",
        path.display()
    )]
    OtherScenario { path: PathBuf, id: String, found: String, now: String },
    #[error("the scenario \"{id}\" has no weather \"{weather}\": leave it out for its own{known}")]
    NoSuchWeather { id: String, weather: String, known: String },
    #[error(
        "the scenario \"{id}\" has no variant \"{variant}\": leave it out for the battle as it was{known}"
    )]
    NoSuchVariant { id: String, variant: String, known: String },
    #[error(transparent)]
    Option(#[from] OptionFault),
}

impl From<FileFault> for JournalError {
    fn from(fault: FileFault) -> Self {
        match fault.reason {
            FileReason::Io(source) => Self::Io { path: fault.path, source },
            FileReason::NoFile { .. } | FileReason::TooLarge { .. } | FileReason::NoText { .. } => {
                Self::File(fault)
            }
        }
    }
}

/// Why a journal cannot be opened or read, with a remedy.
fn unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            "there is no such file. Name the file of a game".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "you have no right to open it. Change its permissions, or open a copy".to_owned()
        }
        _ => format!("{error}. Open a copy"),
    }
}

impl JournalError {
    /// Turns the error into a notice if the game can be played all the same, without a record.
    ///
    /// # Errors
    ///
    /// Returns the error itself if it is not that the file can be neither opened nor written.
    pub fn unkept(self) -> Result<Notice, Self> {
        match self {
            Self::Io { path, source } | Self::Unwritten { path, source } => {
                Ok(Notice::Unkept { why: hindrance(&path, &source).0, path })
            }
            other => Err(other),
        }
    }
}

/// Something to report when a game is opened: faults of its journal, and notes on its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The last line was not finished when the program ended: the order in hand is lost.
    Torn { line: usize, bytes: usize },
    /// A line is damaged; what precedes it is open.
    Damaged { line: usize, reason: String, lost_lines: usize },
    /// A copy of the original file is kept there.
    Kept { copy: PathBuf },
    /// Orders of an older game that have other results by today's rules: how many, and the first of them.
    Otherwise { line: usize, orders: usize, words: String },
    /// Orders that today's rules judge differently from the record: how many, the first of them, and today's verdict.
    Recorded { line: usize, orders: usize, words: String, why: String },
    /// Throws by the program that are not those of the game's seed: in how many orders, and the first of them.
    OtherDice { line: usize, orders: usize, words: String },
    /// Undos whose record of what they take back is wrong: how many, and the first of them.
    OtherUndo { line: usize, undos: usize, said: TakenBack, taken: TakenBack },
    /// The digest of the battle is not that of the files that are recorded with it.
    OtherBattle,
    /// An order of an older game that today's rules do not accept; it and what follows it are kept for reading.
    NotTaken { line: usize, words: String, why: String, clause: Option<Clause>, orders: usize, after: usize },
    /// The file was deleted, replaced or cut while the game was open: the game continues in another file beside it.
    GoesOnIn { path: PathBuf, lost: PathBuf, why: String },
    /// The last game cannot be opened; another one is open instead.
    LastGame { path: PathBuf, why: String },
    /// The file of the last game is gone; another one is open instead.
    LastGameGone { path: PathBuf },
    /// Something about the rules of this battle that the players should know before they begin.
    Rules { clause: Clause, text: String },
    /// The game is played without a record, as none can be written there.
    Unkept { path: PathBuf, why: String },
    /// The game is not remembered as the last one.
    Unnoted { path: PathBuf, why: String },
    /// A file of the user's folder cannot be read.
    Unread { path: PathBuf, why: String },
    /// What was requested cannot be opened; another game is open instead.
    Instead { asked: String, why: String },
    /// The user's files of this battle have faults; the program's own version of the battle is open.
    Embedded { id: String, why: String },
    /// The battle is open without the requested weather and options.
    Plain { id: String, why: String },
    /// The settings that the window keeps between runs cannot be read or written.
    Settings { path: PathBuf, why: String },
}

impl Notice {
    /// Is part of the file lost?
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Torn { .. } | Self::Damaged { .. } | Self::Kept { .. } => true,
            Self::Otherwise { .. }
            | Self::Recorded { .. }
            | Self::OtherDice { .. }
            | Self::OtherUndo { .. }
            | Self::OtherBattle
            | Self::NotTaken { .. }
            | Self::GoesOnIn { .. }
            | Self::LastGame { .. }
            | Self::LastGameGone { .. }
            | Self::Rules { .. }
            | Self::Unkept { .. }
            | Self::Unnoted { .. }
            | Self::Unread { .. }
            | Self::Instead { .. }
            | Self::Embedded { .. }
            | Self::Plain { .. }
            | Self::Settings { .. } => false,
        }
    }

    /// Does the record contradict itself, so that the program cannot have written it?
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Self::OtherDice { .. } | Self::OtherUndo { .. } | Self::OtherBattle)
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One arm a notice, long as that is: all that a game may report when it opens is read in one place.
        match self {
            Self::Torn { line, bytes } => write!(
                f,
                "line {line} was not finished ({bytes} bytes): the order in hand when the program ended is lost, \
                 all before it is open"
            ),
            Self::Damaged { line, reason, lost_lines } => write!(
                f,
                "line {line} is damaged ({reason}): what precedes it is open, {lost_lines} lines from it on are not"
            ),
            Self::LastGame { path, why } => write!(
                f,
                "the last game, {0}, cannot be opened: {why}.\nThe file is left as it was; a new battle is open instead. \
                 To see what is in it: drumhead replay {0}. Where its scenario has changed: drumhead validate. Then open \
                 it again from here, or with drumhead {0}",
                path.display()
            ),
            Self::LastGameGone { path } => write!(
                f,
                "the last game, {0}, is no longer there; a new battle is open instead. If it was moved, open it from where \
                 it is now",
                path.display()
            ),
            Self::Rules { clause, text } => write!(f, "{text} ({clause})"),
            Self::Otherwise { line, orders, words } => write!(
                f,
                "the game was replayed by the rules of today, by which it comes out otherwise from line {line} on ({words}): \
                 after {} the position is not the one that was written down",
                match orders {
                    1 => "one order".to_owned(),
                    _ => format!("{orders} orders"),
                }
            ),
            Self::Recorded { line, orders, words, why } => write!(
                f,
                "line {line} ({words}) comes out otherwise by today's rules: {why}. What was recorded stands{}, and the game goes \
                 on from it",
                match orders {
                    1 => String::new(),
                    _ => format!(", there and in {} orders after it", orders - 1),
                }
            ),
            Self::OtherDice { line, orders, words } => write!(
                f,
                "the dice of line {line} ({words}) are not those of the game's seed, though the program rolled them{}",
                match orders {
                    1 => String::new(),
                    _ => format!("; so it is in {orders} orders"),
                }
            ),
            Self::OtherUndo { line, undos, said, taken } => write!(
                f,
                "line {line} takes back {} and says that {}, but {}{}",
                match taken.orders {
                    1 => "one order".to_owned(),
                    orders => format!("{orders} orders"),
                },
                said.seen(),
                taken.seen(),
                match undos {
                    1 => String::new(),
                    _ => format!("; so it is in {undos} undos"),
                }
            ),
            Self::OtherBattle => write!(
                f,
                "the digest of the battle in line 1 is not that of the files in it: one of the two was changed. The game is played \
                 with the files"
            ),
            Self::NotTaken { line, words, why, clause, orders, after } => {
                write!(f, "line {line} ({words}) is not taken by today's rules: {why}")?;
                if let Some(clause) = clause.filter(|clause| !why.contains(clause)) {
                    write!(f, " ({clause})")?;
                }
                match orders {
                    1 => write!(f, ". It is kept, to be read in the log. ")?,
                    _ => write!(f, ". The {orders} orders from it on are kept, to be read in the log. ")?,
                }
                match after {
                    0 => write!(f, "The game stands at its start: ")?,
                    _ => write!(f, "The game stands after order {after}: ")?,
                }
                write!(f, "play on from there, or put the position right by fiat")
            }
            Self::GoesOnIn { path, lost, why } => write!(
                f,
                "the journal {} {why} while the game was open. Nothing is lost: the whole game goes on in {}",
                lost.display(),
                path.display()
            ),
            Self::Unkept { path, why } => write!(
                f,
                "nothing can be written to {}: {why}.\nThe game can be played, but is gone when the window closes",
                path.display()
            ),
            Self::Unnoted { path, why } => write!(
                f,
                "this game, {}, cannot be noted as the last one ({why}): open it from there next time",
                path.display()
            ),
            Self::Unread { path, why } => write!(
                f,
                "{} cannot be read ({why}); what is in the program stands in its place",
                path.display()
            ),
            Self::Instead { asked, why } => {
                write!(f, "\"{asked}\" cannot be opened: {why}.\nAnother game is open instead")
            }
            Self::Embedded { id, why } => write!(
                f,
                "the files of {id} in your folder have faults; the battle is open as it is in the program.\n{why}"
            ),
            Self::Plain { id, why } => write!(f, "{id} is open as it is written: {why}"),
            Self::Settings { path, why } => write!(
                f,
                "the settings of the window, {}, cannot be used: {why}.\nThe window begins as at first",
                path.display()
            ),
            Self::Kept { copy } => write!(f, "the file as it was found is kept as {}", copy.display()),
        }
    }
}

/// When a line counts as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// On the disk itself: survives a power cut. For games with people.
    #[default]
    Disk,
    /// With the system: survives the end of the program. For solo games, where nobody's evening is at stake.
    System,
}

/// A stable 64-bit hash of a serialisable value: SipHash-1-3 with the key zero over its JSON.
pub(super) fn hash_of(value: &impl Serialize) -> u64 {
    struct Into(SipHasher13);
    impl Write for Into {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut into = io::BufWriter::with_capacity(1 << 14, Into(SipHasher13::new()));
    // Writing to the hash never fails; a value that JSON cannot hold ends the text at the same place each time.
    let written = serde_json::to_writer(&mut into, value).is_ok();
    let flushed = into.flush().is_ok();
    let mut hasher = into.into_inner().map_or_else(|_| SipHasher13::new(), |into| into.0);
    hasher.write_u8(u8::from(written && flushed));
    hasher.finish()
}

/// Distinguishes versions of a scenario: 16 hexadecimal digits computed from everything in it.
pub fn digest(scenario: &impl Battle) -> String {
    format!("{:016x}", hash_of(scenario))
}

/// The hash of a state as written in a line.
pub fn state_hash(state: &impl Serialize) -> String {
    format!("{:016x}", hash_of(state))
}

/// Binds a line to those before it: the first half of a SHA-256.
pub(super) type Link = [u8; 16];

/// The link of this line, given that of the line before; `None` before the first line.
fn link(before: Option<Link>, json: &[u8]) -> Link {
    let hash = Sha256::new().chain_update(before.unwrap_or_default()).chain_update(json).finalize();
    let mut link = Link::default();
    link.copy_from_slice(&hash[..size_of::<Link>()]);
    link
}

fn hexadecimal(link: Link) -> String {
    link.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The line of a journal of this format, and its link.
fn bound_line(format: u32, before: Option<Link>, json: &str) -> (String, Link) {
    let link = link(before, json.as_bytes());
    match format {
        FORMAT_1 => (format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())), link),
        _ => (format!("{} {json}\n", hexadecimal(link)), link),
    }
}

/// The JSON of a line without its line feed, if it is bound to the line before, with its link.
fn unbound(line: &[u8], before: Option<Link>) -> Result<(&str, Link), String> {
    let digits = 2 * size_of::<Link>();
    let (sum, rest) = line.split_at_checked(digits + 1).ok_or("it is too short")?;
    let sum = std::str::from_utf8(sum).ok().and_then(|sum| sum.strip_suffix(' '));
    let sum = sum.filter(|sum| !sum.contains(' ')).ok_or("it has no hash")?;
    let link = link(before, rest);
    if sum != hexadecimal(link) {
        return Err("its hash does not match what stands before it and in it".into());
    }
    Ok((std::str::from_utf8(rest).map_err(|_| "it is not text")?, link))
}

/// Is this the first line of a journal of version 1? Its checksum ends where a hash would go on.
fn is_format_1(line: &[u8]) -> bool {
    line.get(8) == Some(&b' ')
}

/// The JSON of a first line, with its link.
fn first_line(line: &[u8]) -> Result<(&str, Link), String> {
    match is_format_1(line) {
        true => unchecked(line).map(|json| (json, link(None, json.as_bytes()))),
        false => unbound(line, None),
    }
}

/// The JSON of a line of version 1 without its line feed, if its checksum holds.
fn unchecked(line: &[u8]) -> Result<&str, String> {
    let (sum, rest) = line.split_at_checked(9).ok_or("it is too short for a checksum")?;
    let sum = std::str::from_utf8(sum).ok().and_then(|sum| sum.strip_suffix(' '));
    let lower = sum.filter(|sum| !sum.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'+'));
    let sum = lower.and_then(|sum| u32::from_str_radix(sum, 16).ok()).ok_or("it has no checksum")?;
    if crc32fast::hash(rest) != sum {
        return Err("its checksum does not match".into());
    }
    std::str::from_utf8(rest).map_err(|_| "it is not text".into())
}

/// The file of an open game.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
    /// The version of its format.
    format: u32,
    /// The link of the last complete line; `None` before the first line.
    link: Option<Link>,
    /// Number of bytes in complete lines.
    length: u64,
    sync: Sync,
    /// Does the file end with a line without line feed? It is complete, and gets the line feed with the next line.
    unended: bool,
    /// The last line written here, to detect a file that was overwritten; empty until one is written.
    last: Vec<u8>,
    /// The checksum of all its complete lines.
    sum: crc32fast::Hasher,
    /// The time of the last write, as far as known; `None` if the system does not report it.
    written: Option<SystemTime>,
    /// May a line that could not be written have left something behind?
    untidy: bool,
}

/// The contents of a journal file.
pub(super) struct Opened {
    pub header: Header,
    /// Lines after the first, each with its position in bytes and the link of the line before it.
    pub lines: Vec<(u64, Link, Line)>,
    /// The link of the last complete line.
    pub link: Link,
    pub notice: Option<Notice>,
    /// `None` if it was opened only for reading.
    pub file: Option<File>,
    /// Number of bytes up to the end of the last complete line.
    pub length: u64,
    pub unended: bool,
    /// Number of line feeds in the file, for counting what is lost.
    pub total_lines: usize,
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse { path: path.into() }),
        // If the file system has no locks, the game is open without one.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Reads the lines of a journal without judging them. With `hold` the file is kept open for writing, and locked.
pub(super) fn read(path: &Path, hold: bool) -> Result<Opened, JournalError> {
    let not = |reason: String| JournalError::NotAJournal { path: path.into(), reason };
    let file = files::open_file(path, OpenOptions::new().read(true).write(hold), MOST_JOURNAL, WHAT)?;
    if hold {
        lock(&file, path)?;
    }
    let bytes = files::read_open(&file, path, MOST_JOURNAL, WHAT)?;
    let file = hold.then_some(file);
    let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let (json, mut link) = first_line(header).map_err(|reason| {
        let cut = !bytes.contains(&b'\n') && !bytes.is_empty();
        not(if bytes.is_empty() {
            "it is empty".into()
        } else if cut {
            format!("{reason}, and the first line is all there is")
        } else {
            reason
        })
    })?;
    let header = read_header(path, json)?;
    let mut opened = Opened {
        header,
        lines: Vec::new(),
        link,
        notice: None,
        file,
        length: 0,
        unended: false,
        total_lines: bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count(),
    };
    let mut begin = 0;
    for (index, piece) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let (line, ended) = match piece.split_last() {
            Some((b'\n', line)) => (line, true),
            _ => (piece, false),
        };
        let before = (index > 0).then_some(link);
        let bound = match opened.header.drumhead_journal {
            FORMAT_1 => unchecked(line).map(|json| (json, link)),
            _ => unbound(line, before),
        };
        let parsed = bound.and_then(|(json, bound)| {
            link = bound;
            if index == 0 {
                return Ok(None);
            }
            let line: Line =
                serde_json::from_str(json).map_err(|error| format!("it cannot be read: {error}"))?;
            if line.n == index {
                Ok(Some(line))
            } else {
                Err(format!("it is numbered {}, not {index}", line.n))
            }
        });
        match parsed {
            Ok(line) => {
                opened.lines.extend(line.map(|line| (begin, opened.link, line)));
                opened.link = link;
            }
            Err(_) if !ended => {
                opened.notice = Some(Notice::Torn { line: index + 1, bytes: piece.len() });
                break;
            }
            Err(reason) => {
                let lost_lines = opened.total_lines - index;
                opened.notice = Some(Notice::Damaged { line: index + 1, reason, lost_lines });
                break;
            }
        }
        begin += piece.len() as u64;
        opened.unended = !ended;
    }
    opened.length = begin;
    Ok(opened)
}

fn read_header(path: &Path, json: &str) -> Result<Header, JournalError> {
    let not = |reason: String| JournalError::NotAJournal { path: path.into(), reason };
    let value: Value = serde_json::from_str(json).map_err(|error| not(error.to_string()))?;
    let found = value.get("drumhead_journal").and_then(Value::as_u64);
    let found = found.ok_or_else(|| not("it does not say its format".into()))?;
    if found > u64::from(FORMAT) {
        let program = value.get("program").and_then(Value::as_str).unwrap_or("of a later version");
        return Err(JournalError::Newer {
            path: path.into(),
            found: u32::try_from(found).unwrap_or(u32::MAX),
            program: program.to_owned(),
        });
    }
    serde_json::from_value(value).map_err(|error| not(error.to_string()))
}

/// Reads only the first line of a journal: for lists of games.
pub fn peek(path: &Path) -> Result<Header, JournalError> {
    let file = files::open_file(path, OpenOptions::new().read(true), MOST_JOURNAL, WHAT)?;
    let not = |reason: String| JournalError::NotAJournal { path: path.into(), reason };
    let mut first = Vec::new();
    io::BufReader::new(file)
        .take(MOST_HEADER)
        .read_until(b'\n', &mut first)
        .map_err(|source| JournalError::Io { path: path.into(), source })?;
    if first.len() as u64 == MOST_HEADER && first.last() != Some(&b'\n') {
        return Err(not(format!("its first line has more than {MOST_HEADER} bytes")));
    }
    let (json, _) = first_line(first.strip_suffix(b"\n").unwrap_or(&first)).map_err(not)?;
    read_header(path, json)
}

impl Journal {
    /// Starts a new file with its first line.
    pub fn create(path: &Path, header: &Header, sync: Sync) -> Result<Self, JournalError> {
        let io = |source| JournalError::Unwritten { path: path.into(), source };
        if path.file_name().is_some_and(|name| is_reserved(&name.to_string_lossy())) {
            return Err(JournalError::Reserved { path: path.into() });
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io)?;
        }
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JournalError::Exists { path: path.into() });
            }
            other => other.map_err(io)?,
        };
        let mut journal = Self::held(file, path, header.drumhead_journal, sync);
        let begun = lock(&journal.file, path).and_then(|()| {
            let json = serde_json::to_string(header).map_err(|error| io(error.into()))?;
            let (text, link) = bound_line(journal.format, None, &json);
            journal.link = Some(link);
            journal.write(&text).map_err(io)
        });
        match begun {
            Ok(()) => Ok(journal),
            Err(error) => {
                journal.discard();
                Err(error)
            }
        }
    }

    /// A file without known lines.
    fn held(file: File, path: &Path, format: u32, sync: Sync) -> Self {
        Self {
            file,
            path: path.into(),
            format,
            link: None,
            length: 0,
            sync,
            unended: false,
            last: Vec::new(),
            sum: crc32fast::Hasher::new(),
            written: None,
            untidy: false,
        }
    }

    /// Records the time of the last write.
    fn see(&mut self) {
        self.written = self.file.metadata().and_then(|found| found.modified()).ok();
    }

    /// The checksum of the complete lines that are in the file now.
    fn sum_of_lines(&mut self) -> io::Result<crc32fast::Hasher> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut sum = crc32fast::Hasher::new();
        let mut piece = vec![0; 1 << 16];
        let mut left = self.length;
        while left > 0 {
            let most = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = self.file.read(&mut piece[..most])?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            sum.update(&piece[..read]);
            left -= read as u64;
        }
        Ok(sum)
    }

    /// Deletes a file that was started here and could not be finished, so that its name is free for the next attempt.
    pub fn discard(self) {
        let Self { file, path, .. } = self;
        drop(file);
        // If even that fails, the remains are no worse than a torn journal.
        let _gone = fs::remove_file(path);
    }

    /// Continues a file that was read with `hold`, after `length` bytes.
    /// The rest is cut off, but first the file is copied beside itself.
    pub fn resume(
        opened: Opened,
        path: &Path,
        length: u64,
        sync: Sync,
    ) -> Result<(Self, Option<PathBuf>), JournalError> {
        let io = |source| JournalError::Io { path: path.into(), source };
        // A file that was only read is not locked, and another may be in its place by now.
        let file = opened.file.ok_or_else(|| io(io::Error::other("it was opened to be read only")))?;
        let whole = file.metadata().map_err(io)?.len();
        let unended = opened.unended && length == whole;
        let mut kept = None;
        if whole > length {
            let copy = free_name(path);
            // Half a copy is of no use.
            let copied = fs::copy(path, &copy).inspect_err(|_| drop(fs::remove_file(&copy)));
            let cut = copied.and_then(|_| file.set_len(length)).and_then(|()| file.sync_data());
            cut.map_err(|source| JournalError::Unwritten { path: path.into(), source })?;
            kept = Some(copy);
        }
        let format = opened.header.drumhead_journal;
        let link = Some(opened.link);
        let mut journal = Self { unended, length, link, ..Self::held(file, path, format, sync) };
        journal.sum = journal.sum_of_lines().map_err(io)?;
        journal.see();
        Ok((journal, kept))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// When a line counts as written here.
    pub fn sync(&self) -> Sync {
        self.sync
    }

    /// Flushes what is written to the disk and continues with this setting.
    pub fn set_sync(&mut self, sync: Sync) -> io::Result<()> {
        self.sync = sync;
        self.file.sync_data()
    }

    /// Writes one line and flushes it to the disk. If that fails, nothing of the line stays.
    pub fn append(&mut self, line: &Line) -> Result<(), AppendError> {
        self.check()?;
        let json = serde_json::to_string(line).map_err(|error| AppendError::Io(error.into()))?;
        let (mut text, link) = bound_line(self.format, self.link, &json);
        if self.unended {
            text.insert(0, '\n');
        }
        self.write(&text).map_err(AppendError::Io)?;
        self.link = Some(link);
        self.unended = false;
        self.last = text.into_bytes();
        Ok(())
    }

    /// Checks that the file with this name is still the one written here, with the same length and the same last line.
    fn check(&mut self) -> Result<(), AppendError> {
        let lost = |what: &str| Err(AppendError::Lost(what.to_owned()));
        let there = match files::open_file(&self.path, OpenOptions::new().read(true), u64::MAX, WHAT) {
            Ok(there) => Handle::from_file(there).map_err(AppendError::Io)?,
            Err(fault) if fault.is_absent() => return lost("was deleted"),
            Err(FileFault { reason: FileReason::NoFile { found, .. }, .. }) => {
                return Err(AppendError::Lost(format!("was replaced by {found}")));
            }
            Err(fault) => {
                return Err(AppendError::Lost(format!("cannot be reached any more ({})", fault.reason)));
            }
        };
        let own = self.file.try_clone().and_then(Handle::from_file).map_err(AppendError::Io)?;
        if there != own {
            return lost("was replaced by another file");
        }
        let length = self.file.metadata().map_err(AppendError::Io)?.len();
        if length < self.length {
            return lost("was cut");
        }
        if length > self.length && !self.untidy {
            return lost("was written to by another program");
        }
        let mut last = vec![0; self.last.len()];
        self.file.seek(SeekFrom::Start(self.length - last.len() as u64)).map_err(AppendError::Io)?;
        self.file.read_exact(&mut last).map_err(AppendError::Io)?;
        if last != self.last {
            return lost("was written over");
        }
        // Another program wrote to it: is every line unchanged?
        let written = self.file.metadata().and_then(|found| found.modified()).ok();
        if written != self.written {
            let sum = self.sum_of_lines().map_err(AppendError::Io)?;
            if sum.finalize() != self.sum.clone().finalize() {
                return lost("was written over");
            }
            self.written = written;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        let mut written = self.file.write_all(text.as_bytes());
        if written.is_ok() && self.sync == Sync::Disk {
            written = self.file.sync_data();
        }
        if written.is_err() {
            // The incomplete line is cut off; if even that fails, it is a torn line, which the next write overwrites.
            self.untidy = self.file.set_len(self.length).is_err();
            return written;
        }
        self.length += text.len() as u64;
        self.sum.update(text.as_bytes());
        self.see();
        Ok(())
    }
}

/// A name beside `path` that no file has, for a game that goes on there: `game-2.journal`.
pub(super) fn name_beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    let named = |number: u32| path.with_file_name(format!("{stem}-{number}{ending}"));
    (2..u32::MAX).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(u32::MAX))
}

/// A name beside `path` that no file has: `game.journal.damaged-1`.
fn free_name(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        PathBuf::from(name)
    };
    (1..u32::MAX).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(u32::MAX))
}
