//! The desk itself: a game in progress, its record, and the ways through it.
//!
//! Orders form a tree: every order refers to the one before it, and the game stands at one of them.
//! Undo, redo and branch only move the position in the tree; nothing is ever removed from the record.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use super::change;
use super::journal::{
    self, AppendError, FOR_ALL, FORMAT, FORMAT_1, Header, Journal, JournalError, Line, NoteKind, Noted,
    Notice, Sync, Written, WrittenOrder,
};
use super::library::Library;
use super::luck::Luck;
use super::own_battle::{Files, files_of};
use super::whole::unwritten;
use dice::{Cast, Filled, Rolled, Throw, Typed, TypedEntry};
use drawing::hex::MapTurn;
use game::keyed::SpellFault;
use game::options::Options;
use game::working::Note;
use game::{
    Alone, Clause, Codec, Draft, Due, Facts, InProgress, LetStand, LogKind, Odds, Overruled, Redundancy,
    Refusal, RuleSet, Ruling, Spelt, Standing, Stop, Viewer, say_on,
};
use scenario::{Battle, Embedded, Scenario, Side};

/// Number of orders between the full states that the desk keeps; other states are found from these by their events.
const SNAPSHOT_EVERY: usize = 32;

/// What a game begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup<S = Scenario> {
    pub scenario: S,
    /// Options that differ from the scenario's own.
    pub options: Options,
    /// One of the scenario's weather variants; `None` for the scenario's own weather.
    pub weather: Option<String>,
    /// The id of one of the scenario's variants; `None` for the battle without variant.
    pub variant: Option<String>,
    pub seed: u64,
    /// The files from which the scenario was read, for the journal; empty for those of the program, if it has this scenario.
    pub files: Files,
}

/// Where the dice of an order come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceFrom {
    /// The program rolls them, from the seed and the number of the entry.
    Rolled,
    /// The players rolled these, one by one.
    Typed(Vec<TypedEntry>),
    /// Throw by throw, some by the players and some by the program.
    Mixed(Vec<(TypedEntry, Thrower)>),
}

/// Who made a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thrower {
    /// Rolled from the seed.
    Program,
    /// Rolled at the table and typed in.
    Players,
}

/// An order of the record, with everything that it led to.
#[derive(Debug, Clone)]
pub struct Entry<R: RuleSet> {
    /// The entry's number in the record, from 1: the journal's line `number + 1`.
    pub number: usize,
    /// The number of the order before it; 0 for the start.
    pub parent: usize,
    /// Number of orders from the start up to this one.
    pub depth: usize,
    pub order: R::Order,
    pub events: Vec<R::Event>,
    pub working: Vec<Note>,
    pub casts: Vec<Cast>,
    /// Who made them, cast by cast.
    pub throwers: Vec<Thrower>,
    /// What the referee let stand of it, by the clauses that refuse it.
    pub let_stand: Option<LetStand>,
    /// Were the dice left to the players, even if none were needed?
    pub(super) typed: bool,
    /// The order in words, then what happened, line by line.
    pub words: Vec<String>,
    pub facts: Facts,
    /// Did it reveal a strength that one side did not know?
    pub revealed: bool,
    /// The standing at the end of each turn that it ended, as the referee and the two sides may know it.
    pub(super) ended: Vec<[Standing; 3]>,
    /// The order as written in the journal, to the last digit.
    pub(super) text: Box<str>,
    /// Its change, if a journal of version 2 has it already.
    pub(super) change: Option<Value>,
    /// The recorded result, if today's rules judge the order differently: it remains valid.
    pub(super) recorded: Option<Box<Recorded<R>>>,
}

/// The recorded result of an order that today's rules judge differently.
#[derive(Debug, Clone)]
pub(super) struct Recorded<R: RuleSet> {
    pub line: WrittenOrder,
    /// The state after it.
    pub state: R::State,
    /// The verdict of today's rules.
    pub why: String,
}

impl<R: RuleSet> Entry<R> {
    /// Were dice rolled for it?
    pub fn has_dice(&self) -> bool {
        match &self.recorded {
            Some(recorded) => !recorded.line.dice.is_empty(),
            None => self.casts.iter().any(|cast| cast.throw.dice > 0),
        }
    }

    /// The verdict of today's rules, if it differs from the recorded one, which remains valid.
    pub fn judged_otherwise(&self) -> Option<&str> {
        self.recorded.as_ref().map(|recorded| recorded.why.as_str())
    }

    /// The order with its dice in the form of a journal line.
    fn written(&self) -> Result<WrittenOrder, serde_json::Error> {
        if let Some(recorded) = &self.recorded {
            return Ok(recorded.line.clone());
        }
        Ok(WrittenOrder {
            parent: self.parent,
            order: RawValue::from_string(self.text.to_string())?,
            dice: answers(&self.casts),
            typed: self.typed,
            rolled: self.rolled(),
            let_stand: self.let_stand.clone(),
            hash: String::new(),
            change: self.change.clone(),
        })
    }

    /// Were all throws made by the players, or would they have been?
    pub fn is_typed(&self) -> bool {
        self.typed && self.rolled().is_empty()
    }

    /// For an order with typed dice: the throws of dice, counted from 0, that the program made nevertheless.
    fn rolled(&self) -> Vec<usize> {
        let thrown = self.casts.iter().zip(&self.throwers).filter(|(cast, _)| cast.throw.dice > 0);
        let program = thrown.enumerate().filter(|(_, (_, by))| **by == Thrower::Program);
        program.map(|(place, _)| place).filter(|_| self.typed).collect()
    }
}

impl<R: RuleSet> Record<R> {
    /// The number of the order after which the game then stood; 0 for the start.
    fn leads_to(&self) -> usize {
        match self {
            Self::Order(entry) => entry.number,
            Self::Undo { to, .. } | Self::Redo { to } => *to,
            Self::Branch { from } => *from,
            Self::NotTaken(order) => order.number,
            Self::Note { at, .. } => *at,
        }
    }
}

impl DiceFrom {
    /// The answers throw by throw; `None` if all are rolled.
    fn entries(self) -> Option<Vec<TypedEntry>> {
        match self {
            Self::Rolled => None,
            Self::Typed(entries) => Some(entries),
            Self::Mixed(entries) => Some(entries.into_iter().map(|(entry, _)| entry).collect()),
        }
    }
}

/// Who made the dice of an order, in the form of the journal.
#[derive(Debug)]
pub(super) struct Hands {
    pub typed: bool,
    /// Throws of dice, counted from 0, that the program made although the others were typed.
    pub rolled: Vec<usize>,
}

impl Hands {
    fn of(dice: &DiceFrom) -> Self {
        match dice {
            DiceFrom::Rolled => Self { typed: false, rolled: Vec::new() },
            DiceFrom::Typed(_) => Self { typed: true, rolled: Vec::new() },
            DiceFrom::Mixed(entries) => {
                let program = entries.iter().enumerate().filter(|(_, (_, by))| *by == Thrower::Program);
                let rolled: Vec<usize> = program.map(|(place, _)| place).collect();
                match rolled.len() == entries.len() && !entries.is_empty() {
                    true => Self { typed: false, rolled: Vec::new() },
                    false => Self { typed: true, rolled },
                }
            }
        }
    }

    /// Adds these throws of dice, counted from 0, to those that the program made.
    fn with_rolled(mut self, rolled: &[usize]) -> Self {
        if self.typed {
            self.rolled.extend(rolled);
            self.rolled.sort_unstable();
            self.rolled.dedup();
        }
        self
    }

    /// Who made them, cast by cast. A throw of no dice counts as the program's: nobody typed it.
    fn throwers(&self, casts: &[Cast]) -> Vec<Thrower> {
        let mut thrown = 0;
        let by = |cast: &Cast| {
            if cast.throw.dice == 0 {
                return Thrower::Program;
            }
            let typed = self.typed && !self.rolled.contains(&thrown);
            thrown += 1;
            if typed { Thrower::Players } else { Thrower::Program }
        };
        casts.iter().map(by).collect()
    }
}

/// What an undo took back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenBack {
    pub orders: usize,
    /// Had dice been rolled?
    pub dice: bool,
    /// Had a hidden strength been seen?
    pub hidden: bool,
}

impl TakenBack {
    /// What had been seen, in words.
    pub(super) fn seen(self) -> &'static str {
        match (self.dice, self.hidden) {
            (false, false) => "nothing had been seen",
            (true, false) => "dice had been seen",
            (false, true) => "a hidden strength had been seen",
            (true, true) => "dice and a hidden strength had been seen",
        }
    }
}

/// One entry of the record.
#[derive(Debug, Clone)]
pub enum Record<R: RuleSet> {
    Order(Box<Entry<R>>),
    /// The game went back to the state after entry `to` (0: the start).
    Undo {
        to: usize,
        taken: TakenBack,
    },
    /// The game went forward again to the state after entry `to`.
    Redo {
        to: usize,
    },
    /// The game goes on from entry `from`, anywhere in the record.
    Branch {
        from: usize,
    },
    /// An order that an older program accepted.
    NotTaken(Box<NotTaken>),
    /// Said about the game while it stood after order `at`.
    Note {
        note: Noted,
        at: usize,
    },
}

/// An order of an older game that today's rules do not accept, or that follows one of those.
///
/// It changes nothing, is shown for reading, and stays in the journal as it was written.
#[derive(Debug, Clone)]
pub struct NotTaken {
    /// The entry's number in the record.
    pub number: usize,
    /// The order before it, which may also not be accepted; 0 for the start.
    pub parent: usize,
    /// The order in words, as far as possible in the present state.
    pub words: String,
    /// The reason why today's rules do not accept it.
    pub why: String,
    /// The clause of that reason; `None` if the order only follows another that is not accepted.
    pub clause: Option<Clause>,
    pub(super) line: WrittenOrder,
}

/// A remedy for any obstacle to a journal.
const ELSEWHERE: &str = "save the game elsewhere";

/// Why an order of these rules was not given.
pub type NotGiven<R> = OrderError<Refusal<<R as RuleSet>::Code>>;

/// Why an order was not accepted. Nothing has changed.
#[derive(Debug, Error)]
pub enum OrderError<E: std::error::Error> {
    /// Refused by the rules, dice needed, or impossible dice.
    #[error(transparent)]
    Stopped(#[from] Stop<E>),
    #[error("the order cannot be written down: {0}")]
    Unwritable(String),
    #[error("nothing was done, for the journal {} cannot be written: {}", path.display(), unwritten(path, source, ELSEWHERE))]
    Journal { path: PathBuf, source: io::Error },
}

/// Why the game could not be moved within its record.
#[derive(Debug, Error)]
pub enum StepError {
    #[error("there is no order to take back: this is the start of the game")]
    NothingToUndo,
    #[error("there is no order to bring back: none was taken back since the last order")]
    NothingToRedo,
    #[error("entry {number} is no order of this game: it has entries 1 to {last}, and 0 is the start")]
    NoSuchEntry { number: usize, last: usize },
    #[error("nothing was done, for the journal {} cannot be written: {}", path.display(), unwritten(path, source, ELSEWHERE))]
    Journal { path: PathBuf, source: io::Error },
}

/// A game in progress.
#[derive(Debug)]
pub struct Desk<R: RuleSet> {
    setup: Setup<R::Scenario>,
    pub(super) header: Header,
    start: R::State,
    /// The position with which the game began, as it was sent; `None` if it began with a battle.
    position: Option<Value>,
    pub(super) state: R::State,
    pub(super) records: Vec<Record<R>>,
    /// The number of the order after which the game stands; 0 for the start.
    pub(super) at: usize,
    /// The order that is no longer accepted at which the recorded game stands, if any: the game itself then stands at the last
    /// accepted order before it.
    pub(super) beyond: Option<usize>,
    /// Orders that redo restores, the next one last.
    pub(super) ahead: Vec<usize>,
    snapshots: BTreeMap<usize, R::State>,
    journal: Option<Journal>,
    /// How its map is turned on the screen: not part of the game.
    pub(super) map_turn: MapTurn,
    /// Notices about the journal that have not been reported yet.
    untold: Vec<Notice>,
    /// The play up to where the game stands, by key; computed when first needed.
    played: OnceLock<Value>,
    /// By viewer, in the order of [`standings`].
    due: [OnceLock<Due<R::Order>>; 3],
    luck: OnceLock<[Luck; 2]>,
    /// By viewer, in the order of [`standings`].
    turns: OnceLock<[Vec<Standing>; 3]>,
}

/// The state of a resumed battle; or an error if it cannot be resumed.
pub(super) fn resumed_state<R: Codec>(start: &R::State, play: &str) -> Result<R::State, String> {
    let play: Value = serde_json::from_str(play).map_err(|fault| fault.to_string())?;
    R::resumed(start, &play).map_err(|fault| fault.to_string())
}

/// The refusals of the order that are let stand, in the order in which they are met.
fn refusals<R: RuleSet>(state: &R::State, order: &R::Order, let_stand: &LetStand) -> Vec<Refusal<R::Code>> {
    let mut met: Vec<Refusal<R::Code>> = Vec::new();
    loop {
        let clauses = met.iter().map(|refusal| refusal.clause.to_owned()).collect();
        let so_far = LetStand { clauses, ..LetStand::default() };
        match R::judge(&overruling::<R>(state, Some(&so_far)), order, &mut dice::Dry) {
            Err(Stop::Refused(refusal))
                if let_stand.clauses.iter().any(|clause| clause == refusal.clause)
                    && !so_far.clauses.iter().any(|clause| clause == refusal.clause) =>
            {
                met.push(refusal);
            }
            Ok(_) | Err(_) => return met,
        }
    }
}

/// The state on which an order is judged whose refusals by some clauses are let stand.
pub(super) fn overruling<'s, R: RuleSet>(
    state: &'s R::State,
    let_stand: Option<&LetStand>,
) -> Cow<'s, R::State> {
    let Some(let_stand) = let_stand else { return Cow::Borrowed(state) };
    let mut state = state.clone();
    *R::overruled(&mut state) = Overruled::of(&let_stand.clauses);
    Cow::Owned(state)
}

/// A random seed.
pub fn fresh_seed() -> u64 {
    // Kept below 2^53, so that it is the same number in every format.
    RandomState::new().build_hasher().finish() >> 11
}

impl<S: Battle> Setup<S> {
    pub fn new(scenario: S, seed: u64) -> Self {
        Self {
            scenario,
            options: Options::default(),
            weather: None,
            variant: None,
            seed,
            files: Files::new(),
        }
    }

    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets the files from which the scenario was read.
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Sets one of the scenario's weather variants: `clear`.
    #[must_use]
    pub fn weather(mut self, variant: Option<String>) -> Self {
        self.weather = variant;
        self
    }

    /// Sets one of the scenario's variants: `no-prussians`.
    #[must_use]
    pub fn variant(mut self, variant: Option<String>) -> Self {
        self.variant = variant;
        self
    }

    /// The scenario with the chosen weather and variant.
    pub(super) fn resolved(&self) -> Result<S, JournalError> {
        let known = |known: Vec<&str>| match known.is_empty() {
            true => String::new(),
            false => format!(", or choose from {}", known.join(", ")),
        };
        let mut scenario = self.scenario.clone();
        if let Some(weather) = &self.weather {
            scenario = scenario.in_weather(weather).ok_or_else(|| JournalError::NoSuchWeather {
                id: self.scenario.id().into(),
                weather: weather.clone(),
                known: known(self.scenario.weathers()),
            })?;
        }
        if let Some(variant) = &self.variant {
            scenario = scenario.in_variant(variant).ok_or_else(|| JournalError::NoSuchVariant {
                id: self.scenario.id().into(),
                variant: variant.clone(),
                known: known(self.scenario.variants().into_iter().map(|(id, _)| id).collect()),
            })?;
        }
        Ok(scenario)
    }

    fn header<R: RuleSet>(&self) -> Header {
        Header {
            drumhead_journal: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            rules: R::ID.into(),
            rules_version: R::VERSION,
            scenario: self.scenario.id().into(),
            digest: journal::digest(&self.scenario),
            weather: self.weather.clone(),
            variant: self.variant.clone(),
            options: self.options.clone(),
            seed: self.seed,
            files: self.files.clone(),
        }
    }
}

impl<R: Codec> Desk<R> {
    /// Begins a game; with a path, its journal is started there.
    pub fn new(setup: Setup<R::Scenario>, journal: Option<&Path>) -> Result<Self, JournalError> {
        Self::with_sync(setup, journal, Sync::Disk)
    }

    /// As [`Desk::new`], with a choice of when a line counts as written.
    pub fn with_sync(
        setup: Setup<R::Scenario>,
        journal: Option<&Path>,
        sync: Sync,
    ) -> Result<Self, JournalError> {
        let mut desk = Self::without_journal(setup)?;
        if let Some(path) = journal {
            desk.hold_battle();
            desk.journal = Some(Journal::create(path, &desk.header, sync)?);
        }
        Ok(desk)
    }

    pub(super) fn without_journal(setup: Setup<R::Scenario>) -> Result<Self, JournalError> {
        let battle = setup.resolved()?;
        let play = battle.play().map(str::to_owned);
        let start = R::start(battle, &setup.options)?;
        let start = match play {
            Some(play) => resumed_state::<R>(&start, &play)
                .map_err(|why| JournalError::Play { id: setup.scenario.id().to_owned(), why })?,
            None => start,
        };
        Ok(Self::at_start(setup, start))
    }

    /// Makes sure that a journal contains the battle: the program has the files of a shipped one.
    fn hold_battle(&mut self) {
        if self.header.files.is_empty() && self.header.drumhead_journal != FORMAT_1 {
            self.header.files = files_of(&self.setup.scenario, Embedded, &Alone::<R>::new());
        }
    }

    /// A game that begins in a given state: a position sent inline. It has no journal.
    pub fn from_state(setup: Setup<R::Scenario>, start: R::State) -> Self {
        Self::at_start(setup, start)
    }

    /// Records the position with which the game began.
    #[must_use]
    pub(super) fn with_position(self, position: Option<Value>) -> Self {
        Self { position, ..self }
    }

    /// The position with which the game began; `None` if it began with a battle.
    pub(super) fn begun_with(&self) -> Option<&Value> {
        self.position.as_ref()
    }

    fn at_start(setup: Setup<R::Scenario>, start: R::State) -> Self {
        let header = setup.header::<R>();
        Self {
            setup,
            header,
            state: start.clone(),
            start,
            position: None,
            records: Vec::new(),
            at: 0,
            beyond: None,
            ahead: Vec::new(),
            snapshots: BTreeMap::new(),
            journal: None,
            map_turn: MapTurn::default(),
            untold: Vec::new(),
            played: OnceLock::new(),
            due: Default::default(),
            luck: OnceLock::new(),
            turns: OnceLock::new(),
        }
    }

    /// Opens a journal: replays it with its recorded dice by today's rules, and continues writing to it.
    ///
    /// A game that was played by older rules opens as far as each order is still accepted, see [`Record::NotTaken`]; nothing is
    /// cut off. A damaged journal opens up to the damage; a copy of the original file is then kept beside it.
    pub fn open(path: &Path, library: &Library) -> Result<(Self, Vec<Notice>), JournalError> {
        Self::open_with(path, library, Sync::Disk)
    }

    /// As [`Desk::open`], with a choice of when a line counts as written.
    pub fn open_with(
        path: &Path,
        library: &Library,
        sync: Sync,
    ) -> Result<(Self, Vec<Notice>), JournalError> {
        let (mut desk, opened, mut notices) = Self::replayed(path, library, true)?;
        let length = opened.length;
        let (journal, kept) = Journal::resume(opened, path, length, sync)?;
        notices.extend(kept.map(|copy| Notice::Kept { copy }));
        desk.journal = Some(journal);
        Ok((desk, notices))
    }

    /// Gives an order on behalf of this viewer: the answer tells them nothing that is hidden from them, except for
    /// what everybody sees when the order is done.
    ///
    /// Dice are asked for, checked and counted by what they may know. If fewer are needed than they could expect, the rest
    /// is ignored; if more are needed, the program rolls those that they could not know of.
    pub fn order_for(
        &mut self,
        order: R::Order,
        dice: DiceFrom,
        viewer: Viewer,
    ) -> Result<&Entry<R>, NotGiven<R>> {
        if viewer == Viewer::Referee || !R::HAS_SECRETS {
            return self.order(order, dice);
        }
        let typed = dice.clone().entries();
        R::admit(&self.state, &order, typed.as_deref(), viewer)?;
        self.give(order, dice, viewer, None)
    }

    /// Gives an order. On any error nothing has changed, on the table or on the disk, except for a branch if the recorded game
    /// stood at an order that is not accepted.
    pub fn order(&mut self, order: R::Order, dice: DiceFrom) -> Result<&Entry<R>, NotGiven<R>> {
        self.give(order, dice, Viewer::Referee, None)
    }

    /// Gives an order that the rules may refuse by some clauses: the referee lets that stand. Clauses that do not refuse it are left
    /// out of the record.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Desk::order`] does: also if another clause refuses it, or one that cannot be overruled.
    pub fn order_let_stand(
        &mut self,
        order: R::Order,
        dice: DiceFrom,
        let_stand: LetStand,
    ) -> Result<&Entry<R>, NotGiven<R>> {
        self.give(order, dice, Viewer::Referee, Some(let_stand))
    }

    fn give(
        &mut self,
        order: R::Order,
        dice: DiceFrom,
        viewer: Viewer,
        let_stand: Option<LetStand>,
    ) -> Result<&Entry<R>, NotGiven<R>> {
        let number = self.next_number();
        let state = overruling::<R>(&self.state, let_stand.as_ref());
        let (text, order) = self.as_written(order, &state)?;
        let mut hands = Hands::of(&dice);
        let rolled = Rolled::new(self.setup.seed, number as u64);
        let ruling = match (dice.entries(), viewer) {
            (None, _) => R::judge(&state, &order, &mut { rolled })?,
            (Some(entries), Viewer::Referee) => {
                let mut tray = Typed::new(entries);
                let ruling = R::judge(&state, &order, &mut tray)?;
                tray.finish().map_err(Stop::<Refusal<R::Code>>::BadDice)?;
                ruling
            }
            (Some(entries), Viewer::Side(_)) => {
                let known = |throw: &Throw| R::may_count(&self.state, throw, viewer);
                let mut tray = Filled::new(entries, rolled, &known);
                let ruling = R::judge(&self.state, &order, &mut tray)?;
                hands = hands.with_rolled(tray.rolled());
                ruling
            }
        };
        drop(state);
        self.go_on_from_here().map_err(|(path, source)| OrderError::Journal { path, source })?;
        let (mut entry, state) = self.entry(&text, order, hands, ruling, let_stand);
        if self.journal.is_some() {
            if self.header.drumhead_journal != FORMAT_1 {
                let change = self.played().and_then(|before| R::change(&state, before));
                entry.change = Some(change.map_err(|fault| OrderError::Unwritable(fault.to_string()))?);
            }
            let mut line = entry.written().map_err(|error| OrderError::Unwritable(error.to_string()))?;
            if entry.change.is_none() {
                line.hash = journal::state_hash(&state);
            }
            self.write(Written::Order(line))
                .map_err(|(path, source)| OrderError::Journal { path, source })?;
        }
        let played =
            self.played.take().zip(entry.change.as_ref()).map(|(before, made)| change::made(before, made));
        self.take(entry, state);
        self.played = played.map_or_else(OnceLock::new, OnceLock::from);
        match self.records.last() {
            Some(Record::Order(entry)) => Ok(entry),
            _ => Err(OrderError::Unwritable("the record is not as it was".into())),
        }
    }

    /// The order as the journal will have it, and as read back: what is judged is what is written, to the last digit.
    fn as_written(&self, order: R::Order, state: &R::State) -> Result<(String, R::Order), NotGiven<R>> {
        let unwritable = |error: serde_json::Error| OrderError::Unwritable(error.to_string());
        let (text, read) = if self.header.drumhead_journal == FORMAT_1 {
            let text = serde_json::to_string(&order).map_err(unwritable)?;
            let read = serde_json::from_str(&text).ok();
            (text, read)
        } else {
            let spelt = Spelt::<R>::new(R::spell(&self.state, &order));
            let text = serde_json::to_string(&spelt).map_err(unwritable)?;
            let read = self.order_from(&text).ok();
            (text, read)
        };
        match read {
            Some(read) => Ok((text, read)),
            // Names of nothing and invalid numbers cannot be written: the rules report them.
            None => {
                R::judge(state, &order, &mut dice::Dry)?;
                Err(OrderError::Unwritable("what it names, or a number in it, cannot be read again".into()))
            }
        }
    }

    /// The order spelled in this text, or an error if it cannot be read.
    pub(super) fn order_from(&self, text: &str) -> Result<R::Order, String> {
        let spelt: Spelt<R> = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
        R::order_of(&self.state, &spelt.0).map_err(|fault| fault.to_string())
    }

    /// The play up to where the game stands, by key.
    pub(super) fn played(&self) -> Result<&Value, SpellFault> {
        if let Some(played) = self.played.get() {
            return Ok(played);
        }
        let played = R::play(&self.state)?;
        Ok(self.played.get_or_init(|| played))
    }

    /// The same, which is not kept.
    pub(super) fn take_played(&mut self) -> Result<Value, SpellFault> {
        self.played.take().map_or_else(|| R::play(&self.state), Ok)
    }

    /// Where the game stands, play has made this of the battle.
    pub(super) fn note_played(&mut self, played: Value) {
        self.played = OnceLock::from(played);
    }

    /// The result of the order with these dice; nothing changes.
    pub fn judge(
        &self,
        order: &R::Order,
        dice: DiceFrom,
    ) -> Result<Ruling<R::Event>, Stop<Refusal<R::Code>>> {
        match dice.entries() {
            None => {
                R::judge(&self.state, order, &mut Rolled::new(self.setup.seed, self.next_number() as u64))
            }
            Some(entries) => R::judge(&self.state, order, &mut Typed::new(entries)),
        }
    }

    /// Checks that the order is legal. Returns the first throw it needs, if any.
    pub fn check(&self, order: &R::Order) -> Result<(), Stop<Refusal<R::Code>>> {
        match R::judge(&self.state, order, &mut dice::Dry) {
            Ok(_) | Err(Stop::NeedsDice(_)) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    pub(super) fn entry(
        &self,
        text: &str,
        order: R::Order,
        hands: Hands,
        ruling: Ruling<R::Event>,
        let_stand: Option<LetStand>,
    ) -> (Entry<R>, R::State) {
        let ordered = R::say_order(&self.state, &order);
        let mut words = vec![ordered.clone()];
        let refusals =
            let_stand.as_ref().map_or_else(Vec::new, |said| refusals::<R>(&self.state, &order, said));
        let let_stand = let_stand.filter(|_| !refusals.is_empty()).map(|said| LetStand {
            clauses: refusals.iter().map(|refusal| refusal.clause.to_owned()).collect(),
            ..said
        });
        words.extend(let_stand.as_ref().map(LetStand::words));
        let overruled = |refusal: &Refusal<R::Code>| {
            Note::new(refusal.clause, format!("The referee lets it stand: {}", refusal.fact))
        };
        let revealed = R::reveals(&self.state, &ruling);
        let mut state = self.state.clone();
        let mut ended = Vec::new();
        for event in &ruling.events {
            if R::ends_turn(event) {
                ended.push(standings::<R>(&state));
            }
            if let Some(said) = R::log_event(&state, event) {
                say_on(&mut words, &ordered, said, R::retold(&state, &order, event));
            }
            R::apply(&mut state, event);
        }
        let mut facts = R::facts(&self.state, &state, &order, &ruling.events);
        facts.kinds.extend(let_stand.is_some().then_some(LogKind::FIATS.name));
        let throwers = hands.throwers(&ruling.casts);
        let entry = Entry {
            number: self.records.len() + 1,
            parent: self.at,
            depth: self.depth() + 1,
            order,
            events: ruling.events,
            working: refusals.iter().map(overruled).chain(ruling.working).collect(),
            casts: ruling.casts,
            throwers,
            let_stand,
            typed: hands.typed,
            words,
            facts,
            revealed,
            ended,
            text: text.into(),
            change: None,
            recorded: None,
        };
        (entry, state)
    }

    pub(super) fn take(&mut self, entry: Entry<R>, state: R::State) {
        self.at = entry.number;
        if entry.depth.is_multiple_of(SNAPSHOT_EVERY) {
            self.snapshots.insert(entry.number, state.clone());
        }
        self.records.push(Record::Order(Box::new(entry)));
        self.ahead.clear();
        self.stand_at(state);
    }

    fn stand_at(&mut self, state: R::State) {
        self.state = state;
        self.played = OnceLock::new();
        self.due = Default::default();
        self.luck = OnceLock::new();
        self.turns = OnceLock::new();
    }

    /// The number of the next order.
    pub(super) fn next_number(&self) -> usize {
        // If the recorded game stands at an order that is not accepted, a branch is written first.
        self.records.len() + 1 + usize::from(self.beyond.is_some())
    }

    /// Records that the game goes on from where it stands, although the recorded game went further.
    fn go_on_from_here(&mut self) -> Result<(), (PathBuf, io::Error)> {
        if self.beyond.is_some() {
            self.write(Written::Branch { from: self.at })?;
            self.beyond = None;
            self.ahead.clear();
            self.records.push(Record::Branch { from: self.at });
        }
        Ok(())
    }

    fn write(&mut self, did: Written) -> Result<(), (PathBuf, io::Error)> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        let line = Line { n: self.records.len() + 1, did };
        match journal.append(&line) {
            Ok(()) => Ok(()),
            Err(AppendError::Io(source)) => Err((journal.path().to_owned(), source)),
            Err(AppendError::Lost(why)) => self.go_on_beside(&line, why),
        }
    }

    /// Writes the whole game into a new file beside a journal that is no longer as it was written, followed by this line.
    fn go_on_beside(&mut self, line: &Line, why: String) -> Result<(), (PathBuf, io::Error)> {
        let Some((lost, sync)) = self.journal.as_ref().map(|lost| (lost.path().to_owned(), lost.sync()))
        else {
            return Ok(());
        };
        let path = journal::name_beside(&lost);
        let failed = |source| (path.clone(), source);
        let mut copy = Journal::create(&path, &self.header, Sync::System).map_err(|error| match error {
            JournalError::Io { source, .. } | JournalError::Unwritten { source, .. } => failed(source),
            other => failed(io::Error::other(other.to_string())),
        })?;
        // With the last line all of it is on the disk; later lines are written with the old setting.
        let written = self
            .write_records(&mut copy)
            .and_then(|()| copy.append(line).map_err(AppendError::into_io))
            .and_then(|()| copy.set_sync(sync));
        if let Err(source) = written {
            copy.discard();
            return Err(failed(source));
        }
        self.journal = Some(copy);
        self.untold.push(Notice::GoesOnIn { path, lost, why });
        Ok(())
    }

    /// When a line of the journal counts as written; `None` for a game without a journal.
    pub fn sync(&self) -> Option<Sync> {
        self.journal.as_ref().map(Journal::sync)
    }

    /// New notices about the journal since the last call: that it was lost, and where the game goes on.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.untold)
    }

    fn write_step(&mut self, did: Written) -> Result<(), StepError> {
        let journal = |(path, source)| StepError::Journal { path, source };
        self.go_on_from_here().map_err(journal)?;
        self.write(did).map_err(journal)
    }

    /// Takes back the last order.
    pub fn undo(&mut self) -> Result<TakenBack, StepError> {
        let to = self.current().map(|entry| entry.parent).ok_or(StepError::NothingToUndo)?;
        self.undo_to(to)
    }

    /// Takes back every order after entry `to` (0 for all of them), which must lie behind where the game stands.
    pub fn undo_to(&mut self, to: usize) -> Result<TakenBack, StepError> {
        let taken = self.what_undo_takes(to)?;
        let TakenBack { orders, dice, hidden } = taken;
        self.write_step(Written::Undo { to, orders, dice, hidden })?;
        self.went_back(to, taken);
        Ok(taken)
    }

    fn what_undo_takes(&self, to: usize) -> Result<TakenBack, StepError> {
        self.check_entry(to)?;
        let mut taken = TakenBack::default();
        for entry in self.back_from(self.at) {
            if entry.number == to {
                return if taken.orders == 0 { Err(StepError::NothingToUndo) } else { Ok(taken) };
            }
            taken.orders += 1;
            taken.dice |= entry.has_dice();
            taken.hidden |= entry.revealed;
        }
        match (to, taken.orders) {
            (0, 1..) => Ok(taken),
            (0, _) => Err(StepError::NothingToUndo),
            _ => Err(StepError::NoSuchEntry { number: to, last: self.records.len() }),
        }
    }

    fn went_back(&mut self, to: usize, taken: TakenBack) {
        let undone: Vec<usize> =
            self.back_from(self.at).map(|entry| entry.number).take_while(|number| *number != to).collect();
        self.ahead.extend(undone);
        self.records.push(Record::Undo { to, taken });
        self.move_to(to);
    }

    /// Restores the order that was taken back last.
    pub fn redo(&mut self) -> Result<(), StepError> {
        let to = self.to_redo().ok_or(StepError::NothingToRedo)?;
        self.write_step(Written::Redo { to })?;
        self.went_forward(to);
        Ok(())
    }

    /// The order that redo restores; `None` if today's rules do not accept it.
    fn to_redo(&self) -> Option<usize> {
        self.ahead.last().copied().filter(|to| self.beyond.is_none() && self.entry_of(*to).is_some())
    }

    fn went_forward(&mut self, to: usize) {
        self.ahead.pop();
        self.records.push(Record::Redo { to });
        self.move_to(to);
    }

    /// Continues from the state after any order of the record (0 for the start). Later orders stay in the record.
    pub fn branch(&mut self, from: usize) -> Result<(), StepError> {
        self.check_entry(from)?;
        let beyond = self.beyond.take();
        if let Err(error) = self.write_step(Written::Branch { from }) {
            self.beyond = beyond;
            return Err(error);
        }
        self.went_aside(from);
        Ok(())
    }

    /// Adds a note to the record; it changes nothing else.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn note(&mut self, note: Noted) -> Result<(), StepError> {
        self.write_step(Written::Note(note.clone()))?;
        self.records.push(Record::Note { note, at: self.beyond.unwrap_or(self.at) });
        Ok(())
    }

    /// May the viewer read this note?
    pub(super) fn may_read_note(&self, note: &Noted, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Referee => true,
            Viewer::Side(side) => {
                note.to == FOR_ALL
                    || self.setup.scenario.side_names().get(side.index()).is_some_and(|name| note.to == *name)
            }
        }
    }

    fn went_aside(&mut self, from: usize) {
        self.ahead.clear();
        self.records.push(Record::Branch { from });
        self.move_to(from);
    }

    pub(super) fn move_to(&mut self, number: usize) {
        self.at = number;
        let state = self.find_state(number);
        self.stand_at(state);
    }

    pub(super) fn check_entry(&self, number: usize) -> Result<(), StepError> {
        match number == 0 || self.entry_of(number).is_some() {
            true => Ok(()),
            false => Err(StepError::NoSuchEntry { number, last: self.records.len() }),
        }
    }

    /// A copy of the game without its journal, for trying out what comes next: an order has the same number, and so the same
    /// dice, in both.
    #[must_use]
    pub fn twin(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            header: self.header.clone(),
            start: self.start.clone(),
            position: self.position.clone(),
            state: self.state.clone(),
            records: self.records.clone(),
            at: self.at,
            beyond: self.beyond,
            ahead: self.ahead.clone(),
            snapshots: self.snapshots.clone(),
            journal: None,
            map_turn: self.map_turn,
            untold: Vec::new(),
            played: OnceLock::new(),
            due: self.due.clone(),
            luck: OnceLock::new(),
            turns: OnceLock::new(),
        }
    }

    /// The last order in effect, as it was given; `None` at the start.
    pub fn last_order(&self) -> Option<Draft> {
        let entry = self.current()?;
        Some(R::spell(&self.find_state(entry.parent), &entry.order))
    }

    /// The state after an order of the record (0 for the start).
    pub fn state_at(&self, number: usize) -> Result<R::State, StepError> {
        self.check_entry(number)?;
        Ok(self.find_state(number))
    }

    fn find_state(&self, number: usize) -> R::State {
        let mut since = Vec::new();
        let mut state = None;
        for entry in self.back_from(number) {
            let known = entry.recorded.as_ref().map(|recorded| &recorded.state);
            if let Some(known) = known.or_else(|| self.snapshots.get(&entry.number)) {
                state = Some(known.clone());
                break;
            }
            since.push(entry);
        }
        let mut state = state.unwrap_or_else(|| self.start.clone());
        for event in since.iter().rev().flat_map(|entry| &entry.events) {
            R::apply(&mut state, event);
        }
        state
    }

    /// The orders from entry `number` back to the game's first order.
    fn back_from(&self, number: usize) -> impl Iterator<Item = &Entry<R>> {
        std::iter::successors(self.entry_of(number), |entry| self.entry_of(entry.parent))
    }

    /// An undo, a redo or a branch of the record in words, as this viewer may know them; empty for an order.
    pub fn step_words(&self, index: usize, viewer: Viewer) -> String {
        let order = |entry: &Entry<R>| {
            let words = self.entry_words(entry, viewer).into_iter().next().unwrap_or_default();
            format!("order {}, {words}", entry.number)
        };
        match self.records.get(index) {
            Some(Record::Undo { to, taken }) => {
                let before = index.checked_sub(1).and_then(|last| self.records.get(last));
                let at = before.map_or(0, Record::leads_to);
                let gone: Vec<&Entry<R>> =
                    self.back_from(at).take_while(|entry| entry.number != *to).collect();
                let seen = taken.seen();
                match (gone.last(), gone.first()) {
                    (Some(first), Some(last)) if gone.len() > 1 => {
                        let count = gone.len();
                        format!(
                            "{count} orders taken back, from {}, to {}; {seen}",
                            order(first),
                            order(last)
                        )
                    }
                    (Some(one), _) => format!("Taken back: {}; {seen}", order(one)),
                    (None, _) => format!("Taken back; {seen}"),
                }
            }
            Some(Record::Redo { to }) => match self.entry_of(*to) {
                Some(entry) => {
                    let seen = TakenBack { orders: 1, dice: entry.has_dice(), hidden: entry.revealed }.seen();
                    format!("Brought back: {}; {seen}", order(entry))
                }
                None => "Brought back".to_owned(),
            },
            Some(Record::Branch { from: 0 }) => "Played on from the start".to_owned(),
            Some(Record::Branch { from }) => format!("Played on from order {from}"),
            // Its words and the reason may depend on what is hidden.
            Some(Record::NotTaken(order)) if viewer != Viewer::Referee && R::HAS_SECRETS => {
                format!("Order {} is not taken by today's rules", order.number)
            }
            Some(Record::NotTaken(order)) => {
                match order.clause.filter(|clause| !order.why.contains(clause)) {
                    Some(clause) => {
                        format!("Not taken by today's rules: {}. {} ({clause})", order.words, order.why)
                    }
                    None => format!("Not taken by today's rules: {}. {}", order.words, order.why),
                }
            }
            Some(Record::Note { note, .. })
                if note.kind == NoteKind::Remark && self.may_read_note(note, viewer) =>
            {
                format!("Remark: {}", note.text)
            }
            // What a clock said is told by its sum.
            Some(Record::Note { .. } | Record::Order(_)) | None => String::new(),
        }
    }

    /// Saves the game as a journal of its own at `path`, and continues there.
    ///
    /// On any error the game continues in its present journal, and nothing is left at `path`.
    pub fn save_as(&mut self, path: &Path) -> Result<(), JournalError> {
        self.hold_battle();
        let mut copy = Journal::create(path, &self.header, Sync::System)?;
        match self.write_records(&mut copy) {
            Ok(()) => {
                self.journal = Some(copy);
                Ok(())
            }
            Err(source) => {
                copy.discard();
                Err(JournalError::Unwritten { path: path.into(), source })
            }
        }
    }

    /// Writes the whole record into a journal that has only its first line, and flushes it to the disk.
    fn write_records(&self, copy: &mut Journal) -> io::Result<()> {
        for (index, record) in self.records.iter().enumerate() {
            let did = match record {
                Record::Order(entry) => Written::Order(self.written(entry)?),
                Record::NotTaken(order) => Written::Order(order.line.clone()),
                Record::Undo { to, taken: TakenBack { orders, dice, hidden } } => {
                    Written::Undo { to: *to, orders: *orders, dice: *dice, hidden: *hidden }
                }
                Record::Redo { to } => Written::Redo { to: *to },
                Record::Branch { from } => Written::Branch { from: *from },
                Record::Note { note, .. } => Written::Note(note.clone()),
            };
            copy.append(&Line { n: index + 1, did }).map_err(AppendError::into_io)?;
        }
        copy.set_sync(Sync::Disk)
    }

    /// The order in the form of a journal line, with its change.
    fn written(&self, entry: &Entry<R>) -> io::Result<WrittenOrder> {
        let line = entry.written()?;
        if line.change.is_some() {
            return Ok(line);
        }
        if self.header.drumhead_journal == FORMAT_1 {
            let hash = journal::state_hash(&self.find_state(entry.number));
            return Ok(WrittenOrder { hash, ..line });
        }
        let before = R::play(&self.find_state(entry.parent));
        let change = before.and_then(|before| R::change(&self.find_state(entry.number), &before));
        Ok(WrittenOrder { change: Some(change.map_err(io::Error::other)?), ..line })
    }

    pub fn setup(&self) -> &Setup<R::Scenario> {
        &self.setup
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The path of the journal; `None` for a game without one.
    pub fn journal_path(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// The state before the first order.
    pub fn start(&self) -> &R::State {
        &self.start
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What the players should know of the rules of this game before they begin: shown whenever it is opened.
    pub fn notices(&self) -> Vec<Notice> {
        let notes = R::notices(&self.state).into_iter();
        notes.map(|note| Notice::Rules { clause: note.clause, text: note.text }).collect()
    }

    /// The state as this viewer may know it.
    pub fn view(&self, viewer: Viewer) -> R::State {
        R::view(&self.state, viewer)
    }

    /// The decision that is due. Computed once for each state.
    pub fn due(&self) -> &Due<R::Order> {
        self.due_for(Viewer::Referee)
    }

    /// What is due as this viewer may know it. Computed once for each state and viewer.
    pub fn due_for(&self, viewer: Viewer) -> &Due<R::Order> {
        let kept = match viewer {
            Viewer::Side(side) if R::HAS_SECRETS => 1 + side.index(),
            Viewer::Side(_) | Viewer::Referee => 0,
        };
        self.due[kept].get_or_init(|| R::redacted_due(&self.state, viewer))
    }

    /// As [`Desk::due_for`], without what depends on strengths or ammunition that are hidden from this viewer.
    pub fn open_to(&self, viewer: Viewer) -> Due<R::Order> {
        let mut due = self.due_for(viewer).clone();
        R::leave_out(&self.state, &mut due, viewer);
        due
    }

    /// Odds of an order as this viewer may compute them.
    pub fn odds_for(&self, order: &R::Order, viewer: Viewer) -> Result<Odds, Stop<Refusal<R::Code>>> {
        R::redacted_odds(&self.state, order, viewer)
    }

    /// Exact odds of an order.
    pub fn odds(&self, order: &R::Order) -> Result<Odds, Stop<Refusal<R::Code>>> {
        R::odds(&self.state, order)
    }

    /// The whole record, undo and redo included; entry `n` is at `n - 1`.
    pub fn records(&self) -> &[Record<R>] {
        &self.records
    }

    /// The order with this number in the record.
    pub fn entry_of(&self, number: usize) -> Option<&Entry<R>> {
        match self.records.get(number.checked_sub(1)?)? {
            Record::Order(entry) => Some(entry),
            Record::Undo { .. }
            | Record::Redo { .. }
            | Record::Branch { .. }
            | Record::NotTaken(_)
            | Record::Note { .. } => None,
        }
    }

    /// The order after which the game stands; `None` at the start.
    pub fn current(&self) -> Option<&Entry<R>> {
        self.entry_of(self.at)
    }

    /// The number of [`Desk::current`]; 0 at the start.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Number of orders from the start to where the game stands.
    pub fn depth(&self) -> usize {
        self.current().map_or(0, |entry| entry.depth)
    }

    pub fn can_undo(&self) -> bool {
        self.at != 0
    }

    pub fn can_redo(&self) -> bool {
        self.to_redo().is_some()
    }

    /// The orders that led to where the game stands, first to last.
    pub fn line(&self) -> Vec<&Entry<R>> {
        let mut line: Vec<&Entry<R>> = self.back_from(self.at).collect();
        line.reverse();
        line
    }

    /// The words of an order as this viewer may know it.
    ///
    /// Numbers that are hidden from them are left out.
    pub fn entry_words(&self, entry: &Entry<R>, viewer: Viewer) -> Vec<String> {
        if viewer == Viewer::Referee {
            return entry.words.clone();
        }
        let mut state = self.find_state(entry.parent);
        let heard = R::redacted_order(&state, &entry.order, viewer);
        // A viewer who gets less of the order learns what happened from the events.
        let whole = heard == R::say_order(&R::view(&state, viewer), &entry.order);
        let mut words = vec![heard.clone()];
        words.extend(self.stood_for(entry, viewer).as_ref().map(LetStand::words));
        for event in &entry.events {
            if let Some(said) = R::redacted_event(&state, event, viewer) {
                let retold = if whole { R::retold(&state, &entry.order, event) } else { Redundancy::Neither };
                say_on(&mut words, &heard, said, retold);
            }
            R::apply(&mut state, event);
        }
        words
    }

    /// What was let stand for an order, as far as this viewer sees that the rules refuse it.
    pub fn stood_for(&self, entry: &Entry<R>, viewer: Viewer) -> Option<LetStand> {
        let said = entry.let_stand.clone()?;
        if viewer == Viewer::Referee || !R::HAS_SECRETS {
            return Some(said);
        }
        let met = refusals::<R>(&R::view(&self.find_state(entry.parent), viewer), &entry.order, &said);
        let clauses: Vec<String> = met.iter().map(|refusal| refusal.clause.to_owned()).collect();
        (!clauses.is_empty()).then_some(LetStand { clauses, ..said })
    }

    /// The events of an order, as this viewer may know them.
    pub fn entry_events(&self, entry: &Entry<R>, viewer: Viewer) -> Vec<R::Event> {
        if viewer == Viewer::Referee || !R::HAS_SECRETS {
            return entry.events.clone();
        }
        let mut state = self.find_state(entry.parent);
        let mut events = Vec::with_capacity(entry.events.len());
        for event in &entry.events {
            events.push(R::veil(&state, event, viewer));
            R::apply(&mut state, event);
        }
        events
    }

    /// The facts of an order, as this viewer may know them.
    pub fn entry_facts(&self, entry: &Entry<R>, viewer: Viewer) -> Facts {
        if viewer == Viewer::Referee || !R::HAS_SECRETS {
            return entry.facts.clone();
        }
        let before = self.find_state(entry.parent);
        let mut after = before.clone();
        for event in &entry.events {
            R::apply(&mut after, event);
        }
        let events = self.entry_events(entry, viewer);
        let mut facts = R::facts(&R::view(&before, viewer), &R::view(&after, viewer), &entry.order, &events);
        facts.kinds.extend(entry.let_stand.is_some().then_some(LogKind::FIATS.name));
        facts
    }

    /// The working of an order as this viewer may read it: notes on hidden strengths are not for everybody.
    pub fn entry_working<'a>(&self, entry: &'a Entry<R>, viewer: Viewer) -> Vec<&'a Note> {
        if viewer == Viewer::Referee {
            return entry.working.iter().collect();
        }
        let state = self.find_state(entry.parent);
        // What was let stand is told by its clauses alone.
        let refused = entry.let_stand.as_ref().map_or(0, |said| said.clauses.len());
        let working = entry.working.iter().skip(refused);
        working.filter(|note| R::may_read(&state, &entry.order, note, viewer)).collect()
    }

    /// The throws of an order that this viewer may see, each with who made it.
    pub fn entry_dice<'a>(&self, entry: &'a Entry<R>, viewer: Viewer) -> Vec<(&'a Cast, Thrower)> {
        let thrown = entry.casts.iter().zip(entry.throwers.iter().copied());
        thrown.filter(|(cast, _)| R::may_see(&cast.throw, viewer)).collect()
    }

    /// Expected and actual results of each side's dice, up to where the game stands.
    ///
    /// Computed once for each state. Throws that only one side may see are left out.
    pub fn luck(&self) -> &[Luck; 2] {
        self.luck.get_or_init(|| {
            let casts = self.line().into_iter().flat_map(|entry| &entry.casts);
            Luck::of(casts.filter(|cast| !R::is_secret(&cast.throw)), R::throw_kind)
        })
    }

    /// The standing before the first turn (turn 0) and at the end of every turn since, up to where the game stands,
    /// as this viewer may know it: enemies whose losses are hidden count with their initial strength.
    ///
    /// One for each turn, noted when an order ends it, so that nothing is replayed; assembled once for each state.
    pub fn turns(&self, viewer: Viewer) -> &[Standing] {
        let all = self.turns.get_or_init(|| {
            let line = self.line();
            let start = standings::<R>(&self.start).map(|standing| Standing { turn: 0, ..standing });
            let ended = line.iter().flat_map(|entry| &entry.ended);
            let mut all: Vec<&[Standing; 3]> = Vec::new();
            for standings in std::iter::once(&start).chain(ended) {
                // If a turn has several periods, its standing is that of the last.
                match all.last_mut() {
                    Some(last) if last[0].turn == standings[0].turn => *last = standings,
                    _ => all.push(standings),
                }
            }
            std::array::from_fn(|viewer| all.iter().map(|standings| standings[viewer].clone()).collect())
        });
        match viewer {
            Viewer::Referee => &all[0],
            Viewer::Side(side) => all.get(1 + side.index()).map_or(&[], Vec::as_slice),
        }
    }

    /// The present standing, as this viewer may know it.
    pub fn standing(&self, viewer: Viewer) -> Standing {
        R::standing(&self.view(viewer))
    }

    /// The next throw that the order would need, after those typed so far.
    pub fn next_throw(
        &self,
        order: &R::Order,
        typed: &[TypedEntry],
    ) -> Result<Option<Throw>, Stop<Refusal<R::Code>>> {
        match R::judge(&self.state, order, &mut Typed::new(typed.iter().cloned())) {
            Ok(_) => Ok(None),
            Err(Stop::NeedsDice(throw)) => Ok(Some(*throw)),
            Err(stop) => Err(stop),
        }
    }
}

/// The standing as the referee and the two sides may know it.
fn standings<R: RuleSet>(state: &R::State) -> [Standing; 3] {
    let [one, other] = Side::BOTH.map(|side| R::standing(&R::view(state, Viewer::Side(side))));
    [R::standing(state), one, other]
}

/// The standing before an order whose events are not known, if it ended a turn.
pub(super) fn standings_at_end<R: RuleSet>(before: &R::State, after: &R::State) -> Vec<[Standing; 3]> {
    match R::standing(before).turn == R::standing(after).turn {
        true => Vec::new(),
        false => vec![standings::<R>(before)],
    }
}

/// The answers of these casts as written. Throws of no dice have no answer.
pub(super) fn answers(casts: &[Cast]) -> Vec<TypedEntry> {
    let rolled = casts.iter().filter(|cast| cast.throw.dice > 0);
    rolled
        .map(|cast| match cast.answer.faces.is_empty() {
            true => TypedEntry::Count(cast.answer.value),
            false => TypedEntry::Faces(cast.answer.faces.clone()),
        })
        .collect()
}

impl<R: Codec> InProgress<R> for Desk<R> {
    fn state(&self) -> &R::State {
        &self.state
    }

    fn due(&self) -> &Due<R::Order> {
        self.due()
    }

    fn hash(&self) -> Option<u64> {
        self.current().map(|_| journal::hash_of(&self.state))
    }
}
