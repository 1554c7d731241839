//! A game of any rules, and a rule set in general: the interfaces for window, protocol and casebook.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;
use thiserror::Error;

use super::begin::{BeginError, Beginning, Described, JournalPlace, begin, begin_battle, noted};
use super::desk::{
    Desk, DiceFrom, Entry, OrderError, Record, Setup, StepError, TakenBack, Thrower, fresh_seed, overruling,
};
use super::journal::{FOR_ALL, FOR_REFEREE, JournalError, NoteKind, Noted, Notice, Sync as Written};
use super::library::{Library, SaveFault};
use super::luck::Luck;
use super::moment::Moment;
use super::rejudge::Difference;
use super::rule_questions::RuleQuestions;
use super::since::Since;
use casebook::{Book, CaseFault, Cases};
use data::{Fault, Faults, path_of};
use dice::{Cast, Dry, Throw, Typed, TypedEntry, Veiled};
use drawing::hex::MapTurn;
use drawing::{Mark, Scene, Stage, gauge_marks};
use game::faces::decides_nothing;
use game::lesson::FirstTurn;
use game::line::{Meaning, Reading};
use game::options::{OptionFault, OptionSpec, Options};
use game::spelling::ron_options;
use game::working::{Measured, Note};
use game::{
    Alone, AskFault, Card, CardFace, CaseRules, Choosable, Draft, Ending, Facts, Json, Listing, LuckRow,
    PieceInHand, Presentation, Question, Refusal, RefusalCode, Spelt, Spot, Summary, Supposed, Verb,
    Vocabulary, Watcher, Weigher, Wire, WireEvent, WireRefusal, WireState, asking, json, message_of, names,
    which_verb,
};
use game::{Clause, Due, FIAT, LetStand, Odds, Offer, Stop, Viewer};
use scenario::shipped::SCENARIOS;
use scenario::{Battle, KnownRules, Side};
use table::tolerance::TOUCH;

/// A game of any rules, with its notices.
pub type Opened = (Box<dyn Game>, Vec<Notice>);

/// The decision that is due: whose it is, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// `None` for the referee.
    pub side: Option<Side>,
    pub clause: Clause,
    pub prompt: String,
}

impl<O> From<&Due<O>> for Turn {
    fn from(due: &Due<O>) -> Self {
        Self { side: due.side, clause: due.clause, prompt: due.prompt.clone() }
    }
}

/// An earlier act of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierAct {
    /// The number of its entry in the record.
    pub number: usize,
    /// The act in words.
    pub words: String,
    pub reason: String,
    /// The clauses that an order was let stand against; none for an act by fiat.
    pub clauses: Vec<String>,
}

impl EarlierAct {
    /// Do the words say why? Those of an order that was let stand are those of the order.
    pub fn says_why(&self) -> bool {
        self.reason.is_empty() || self.clauses.is_empty() && self.words.contains(&self.reason)
    }

    /// How many of these orders were let stand against each clause, the most often overruled first.
    pub fn overruled(acts: &[Self]) -> Vec<(&str, usize)> {
        let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
        for clause in acts.iter().flat_map(|act| &act.clauses) {
            *counted.entry(clause).or_default() += 1;
        }
        let mut counted: Vec<(&str, usize)> = counted.into_iter().collect();
        counted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        counted
    }
}

/// An entry of the record, as a viewer may know it.
#[derive(Debug)]
pub struct EntrySummary {
    pub number: usize,
    /// `order`, `undo`, `redo`, `branch`, `note`; `not-taken` for an order of an older game that today's rules do not accept.
    pub kind: &'static str,
    /// The order before it; for a step through the record, the order after which the game then stood. 0 for the start.
    pub parent: usize,
    /// The order in words, and what happened, line by line. Empty for a note that the viewer may not read.
    pub words: Vec<String>,
    /// The facts of an order.
    pub facts: Option<Facts>,
    pub working: Vec<Note>,
    pub dice: Vec<(Cast, Thrower)>,
}

/// An order that has not been given, as far as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The order in words.
    pub words: String,
    /// The throw that it needs next; `None` if it needs none, or if this viewer may not know it.
    pub throw: Option<Throw>,
}

/// The terms of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Options that differ from their defaults.
    pub options: Options,
    /// Cells of the rulebook's tables that the referee has corrected, by name, with their present values.
    pub cells: BTreeMap<String, String>,
    /// Length, weather, variant: name and words.
    pub facts: Vec<(&'static str, String)>,
}

/// Why an order has no result.
#[derive(Debug, Error)]
pub enum Halt {
    #[error("{}", .0.text)]
    Refused(Box<WireRefusal>),
    /// Legal so far; the players have to roll this next.
    #[error("{} needs dice: {}", .0.clause, .0.why)]
    NeedsDice(Box<Throw>),
    #[error("{}", .0.text)]
    Fault(AskFault),
}

impl From<AskFault> for Halt {
    fn from(fault: AskFault) -> Self {
        Self::Fault(fault)
    }
}

impl<C: RefusalCode> From<Stop<Refusal<C>>> for Halt {
    fn from(stop: Stop<Refusal<C>>) -> Self {
        match stop {
            Stop::Refused(refusal) => Self::Refused(Box::new(WireRefusal::of(&refusal))),
            Stop::NeedsDice(throw) => Self::NeedsDice(throw),
            Stop::BadDice(fault) => AskFault::new("bad-dice", fault).into(),
        }
    }
}

impl<C: RefusalCode> From<OrderError<Refusal<C>>> for Halt {
    fn from(error: OrderError<Refusal<C>>) -> Self {
        match error {
            OrderError::Stopped(stop) => stop.into(),
            OrderError::Unwritable(_) => AskFault::new("bad-order", error).into(),
            OrderError::Journal { .. } => AskFault::new("cannot-write", error).into(),
        }
    }
}

/// A game in progress, whatever its rules.
pub trait Game: RuleQuestions + Any + Send + fmt::Debug {
    /// The id and the name of its battle.
    fn battle(&self) -> (&str, &str);

    fn seed(&self) -> u64;

    /// Number of entries of the record.
    fn entries(&self) -> usize;

    /// The number of the next entry, from which its dice are rolled.
    fn next_entry(&self) -> usize;

    /// The entry after which the game stands; 0 for the start.
    fn at(&self) -> usize;

    fn journal_path(&self) -> Option<&Path>;

    /// Is the battle over?
    fn is_over(&self) -> bool;

    /// The present turn; [`Game::turns`] is how many the battle has.
    fn turn_number(&self) -> u8;

    fn turns(&self) -> u8;

    /// Is it resumed from a saved position?
    fn goes_on(&self) -> bool;

    /// The time of a turn in the battle.
    fn clock(&self, turn: u8) -> String;

    /// A summary of the game.
    fn summary(&self) -> Summary;

    /// Expected and actual results of the sides' dice.
    fn luck(&self) -> &[Luck; 2];

    /// How the battle ended, or how it stands, as the viewer may know it; after its end nothing is hidden any more.
    fn ending(&self, viewer: Viewer) -> Ending;

    /// As [`Game::ending`], with what the viewer knew during the battle: what was hidden from a side stays hidden.
    fn ending_as_known(&self, viewer: Viewer) -> Ending;

    /// The orders that led to the present figures of [`Game::ending_as_known`].
    fn since(&self, viewer: Viewer) -> Since;

    /// The account that a throw adds to, a `KindLuck::kind`; `None` if it does not count as luck.
    fn throw_kind(&self, throw: &Throw) -> Option<&'static str>;

    /// The orders in effect, each in words and with what happened, line by line.
    fn log(&self) -> Vec<&[String]>;

    /// Number of orders in effect.
    fn depth(&self) -> usize;

    /// The battle itself, in the type of its space.
    fn battle_itself(&self) -> &dyn Any;

    /// The last order in effect, in words; `None` at the start.
    fn last_words(&self) -> Option<&str>;

    /// The verb of the last order in effect; `None` at the start.
    fn last_verb(&self) -> Option<String>;

    /// The last order in effect, as it was given; `None` at the start.
    fn last_order(&self) -> Option<Draft>;

    /// A copy of the game without its journal, for any thread: see [`Desk::twin`].
    fn twin(&self) -> Box<dyn Game>;

    /// The orders of an older game that today's rules do not accept, in words.
    fn not_taken(&self) -> Vec<String>;

    /// Number of times that orders were taken back.
    fn undos(&self) -> usize;

    /// The game under changed options: see [`Desk::rejudge`].
    ///
    /// # Errors
    ///
    /// Returns an error if an option does not exist.
    fn rejudge(&self, options: &Options) -> Result<Vec<Difference>, OptionFault>;

    /// Saves the present game as a battle of the user's own, with this name: begun again it is the same game except for its
    /// history. Returns the id of the battle.
    ///
    /// # Errors
    ///
    /// Returns an error if something cannot be represented, or cannot be written.
    fn save_position(&self, library: &Library, name: &str) -> Result<String, SaveFault>;

    /// Notes on the rules of this battle.
    fn notices(&self) -> Vec<Notice>;

    /// New notices about the journal since the last call.
    fn take_notices(&mut self) -> Vec<Notice>;

    /// The viewer: a side by its id or name, or the referee.
    ///
    /// # Errors
    ///
    /// Returns an error with what would be accepted.
    fn viewer(&self, side: Option<&str>) -> Result<Viewer, String>;

    fn side_id(&self, side: Side) -> String;

    /// Those of them that the rules in force know.
    fn open_acts(&self) -> Vec<&'static Verb>;

    /// The acts of the referee so far, the last one first: those that name the clause, or without one those with this verb.
    fn earlier_acts(&self, act: &str, clause: Option<&str>, viewer: Viewer) -> Vec<EarlierAct>;

    /// The orders in effect that the referee let stand, first to last.
    fn let_stand(&self, viewer: Viewer) -> Vec<EarlierAct>;

    /// Whose decision it is.
    fn turn(&self, viewer: Viewer) -> Turn;

    /// What the viewer may order: see [`Desk::open_to`].
    fn open_to(&self, viewer: Viewer) -> Due<Draft>;

    /// Gives an order: see [`Desk::order_for`].
    ///
    /// # Errors
    ///
    /// Returns an error if the order has no result; nothing has changed then.
    fn order(&mut self, order: &Draft, dice: DiceFrom, viewer: Viewer) -> Result<EntrySummary, Halt>;

    /// An order that is due, written as in cases.
    fn example(&self) -> Option<String>;

    /// Reads an order written as in cases.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, with an example of an order that is due.
    fn read_order(&self, text: &str) -> Result<Draft, AskFault>;

    /// The order in words.
    ///
    /// # Errors
    ///
    /// Returns an error if something named does not exist.
    fn say_order(&self, order: &Draft) -> Result<String, AskFault>;

    /// The exact odds of an order, as the viewer may compute them.
    ///
    /// # Errors
    ///
    /// Returns an error if the order cannot be given.
    fn odds(&self, order: &Draft, viewer: Viewer) -> Result<Odds, Halt>;

    /// Takes orders back: to the state after an entry, or one order.
    ///
    /// # Errors
    ///
    /// Returns an error if the game could not be moved.
    fn undo(&mut self, to: Option<usize>) -> Result<TakenBack, StepError>;

    /// Restores an order that was taken back.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Game::undo`] does.
    fn redo(&mut self) -> Result<(), StepError>;

    /// Continues from an entry.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Game::undo`] does.
    fn branch(&mut self, from: usize) -> Result<(), StepError>;

    /// Adds a remark of the referee's to the record, for `all`, for the `referee`, or for a side by its id.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such side, or if it cannot be written.
    fn remark(&mut self, to: &str, text: &str) -> Result<(), AskFault>;

    /// Adds to the record that a side took so many seconds to decide.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    fn clocked(&mut self, side: Side, seconds: u64) -> Result<(), AskFault>;

    /// How many seconds each side has taken to decide, as the record has it.
    fn clocks(&self) -> [u64; 2];

    /// The present game, from which it can be continued elsewhere. It hides nothing: only for the referee.
    ///
    /// # Errors
    ///
    /// Returns an error only if something has no key.
    fn moment(&self) -> Result<Moment, AskFault>;

    /// The battle of the game, as it began.
    ///
    /// # Errors
    ///
    /// Returns an error only if a number is not finite.
    fn battle_file(&self) -> Result<Json, AskFault>;

    /// The game as the viewer may know it.
    ///
    /// # Errors
    ///
    /// Returns an error only if a number is not finite.
    fn whole(&self, viewer: Viewer) -> Result<Json, AskFault>;

    /// An entry of the record by its index.
    fn entry(&self, index: usize, viewer: Viewer) -> Option<EntrySummary>;

    /// The events of an order, by its number; empty if the entry is not an order.
    fn happened(&self, number: usize, viewer: Viewer) -> Vec<Json>;

    /// The traces of an order on the table, by its number: pieces touched, ways, and what was measured.
    fn traces(&self, number: usize, viewer: Viewer) -> Vec<Mark>;

    /// How the map is turned on which all is drawn; none: it has none that can be turned.
    fn map_turn(&self) -> Option<MapTurn>;

    /// Turns the map under everything drawn.
    fn turn_map(&mut self, turn: MapTurn);

    /// The parts of a scene, and what can be pointed at in it.
    fn stage(&self, viewer: Viewer) -> Stage;

    /// The marks of one of its layers, at `scale` points an inch.
    fn layer(&self, name: &str, scale: f32, viewer: Viewer) -> Vec<Mark>;

    /// What is drawn at `scale` points an inch, and the pieces that can be pointed at.
    fn scene(&self, scale: f32, viewer: Viewer) -> Scene;

    /// The piece that an order puts somewhere.
    fn moving_piece(&self, order: &Draft) -> Option<String>;

    /// What a line means: see [`Presentation::read_line`].
    fn read_line(
        &self,
        text: &str,
        cursor: usize,
        selected: Option<&str>,
        viewer: Viewer,
    ) -> Option<Reading<Draft>>;

    /// What a line means that gives this order: see [`Presentation::meant`].
    fn meant(&self, order: &Draft, viewer: Viewer) -> Option<Meaning<Draft>>;

    /// What every chit is called: see [`Presentation::chits`].
    fn chits(&self, viewer: Viewer) -> Vec<String>;

    /// Every question of an order that is made up: see [`Presentation::questions`].
    fn questions(&self, draft: &Draft, viewer: Viewer) -> Vec<Question>;

    /// Every question of an act of the referee: see [`Presentation::act_questions`].
    fn act_questions(&self, act: &Draft, viewer: Viewer) -> Vec<Question>;

    /// The throw that an order needs after these.
    ///
    /// # Errors
    ///
    /// Returns an error if the order is refused, or if these dice are impossible for it.
    fn next_throw(&self, order: &Draft, thrown: &[TypedEntry]) -> Result<Option<Throw>, Halt>;

    /// What a viewer may know of an order that somebody considers, after these throws of it. `None` if the rules refuse it as far as
    /// this viewer sees, and if it depends on anything that is hidden from them.
    fn pending(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Option<Pending>;

    /// May the viewer see the dice of this throw?
    fn may_see(&self, throw: &Throw, viewer: Viewer) -> bool;

    /// Does the next throw of the order have the same result for all faces?
    fn decides_nothing(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> bool;

    /// The terms with which the game began, and their changes since.
    fn terms(&self) -> Terms;

    fn can_undo(&self) -> bool;

    fn can_redo(&self) -> bool;

    /// Writes the whole record to a new file, and continues there: see [`Desk::save_as`].
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    fn save_as(&mut self, path: &Path) -> Result<(), JournalError>;

    /// The game after an entry, for viewing; 0 for the start.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such order.
    fn past(&self, number: usize) -> Result<Box<dyn Game>, StepError>;

    /// An order of the record as it was given; `None` if there is none with this number.
    fn given(&self, number: usize) -> Option<Draft>;

    /// What a draft still asks, and what of it fits as things stand; without a draft, which verbs are due.
    ///
    /// # Errors
    ///
    /// Returns an error if the verb is not due, or if an answer does not fit: see [`asking::fitting`].
    fn question(&self, draft: Option<&Draft>, viewer: Viewer) -> Result<Option<Question>, AskFault>;

    /// The card of an order after these throws of it; its throw is the next one.
    ///
    /// # Errors
    ///
    /// Returns an error if something named by the order does not exist, or if these dice are impossible for it.
    fn card(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Result<Card, AskFault>;

    /// As [`Game::card`], without its chances.
    ///
    /// # Errors
    ///
    /// Returns an error if something named by the order does not exist.
    fn plain_card(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Result<Card, AskFault>;

    /// What each face of the next throw of an order does: see [`Presentation::faces`].
    fn faces(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Vec<CardFace>;

    /// Computes the chances of an order after these throws of it; `None` if it cannot be read.
    fn weigher(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Option<Weigher>;

    /// Takes a piece in hand as if what keeps it where it is were let stand; `None` where that means nothing.
    fn pick_up_anyway(&self, piece: &str, viewer: Viewer) -> Option<Box<dyn PieceInHand>>;

    /// Takes a piece that may not move now in hand as if it might, to see how far it would get; `None` if it may move, or could
    /// not even then.
    fn suppose(&self, piece: &str, viewer: Viewer) -> Option<Box<dyn PieceInHand>>;

    /// Finds what could attack a piece at this place.
    fn watcher(&self, piece: &str, at: Spot, viewer: Viewer) -> Watcher;

    /// The same order aimed at another place for its piece: see [`Presentation::pointed`].
    fn pointed(&self, order: &Draft, at: Spot, viewer: Viewer) -> Option<Draft>;

    /// How an order appears in a list: see [`Presentation::listing`].
    fn listing(&self, order: &Draft, viewer: Viewer) -> Option<Listing>;

    /// The answer to a request that these rules have of their own, with its key.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no answer.
    fn ask(&self, name: &str, message: Value) -> Result<Json, AskFault>;
}

impl<R: Presentation> Desk<R> {
    /// The state as the viewer may know it; the referee's own is not copied.
    pub(super) fn seen(&self, viewer: Viewer) -> Cow<'_, R::State> {
        let seen = R::seen(self.state(), viewer);
        self.lay(&seen);
        seen
    }

    /// The same, on which an order is judged with what is let stand of it.
    pub(super) fn seen_for(&self, draft: &Draft, viewer: Viewer) -> Cow<'_, R::State> {
        match &draft.let_stand {
            Some(_) => Cow::Owned(overruling::<R>(&self.seen(viewer), draft.let_stand.as_ref()).into_owned()),
            None => self.seen(viewer),
        }
    }

    /// Turns the map of this state.
    fn lay(&self, state: &R::State) {
        if let Some(folded) = R::folded(state) {
            folded.turn(self.map_turn);
        }
    }

    /// Calls `ask` with the state as the viewer may know it, and with what is due in that.
    fn with_due<T>(&self, viewer: Viewer, ask: impl FnOnce(&R::State, &Due<R::Order>) -> T) -> T {
        ask(&self.seen(viewer), self.due_for(viewer))
    }

    fn order_of(&self, draft: &Draft) -> Result<R::Order, AskFault> {
        R::order_of(self.state(), draft).map_err(|fault| AskFault::new("bad-order", fault))
    }

    /// The throw that an order needs after these, as the viewer may know it; `None` if the order is refused.
    fn throw_after(
        &self,
        seen: &R::State,
        order: &R::Order,
        thrown: &[TypedEntry],
        viewer: Viewer,
    ) -> Result<Option<Throw>, AskFault> {
        let hidden = |throw: &Throw| !R::may_count(self.state(), throw, viewer);
        let mut tray = Veiled::new(thrown.iter().cloned(), &hidden);
        let next = match R::judge(seen, order, &mut tray) {
            Ok(_) => tray.finish().map(|()| None),
            Err(Stop::NeedsDice(throw)) => Ok(Some(*throw)),
            Err(Stop::Refused(_)) => Ok(None),
            Err(Stop::BadDice(fault)) => Err(fault),
        };
        next.map_err(|fault| AskFault::new("bad-dice", fault))
    }

    fn entry_summary(&self, entry: &Entry<R>, viewer: Viewer) -> EntrySummary {
        let dice = self.entry_dice(entry, viewer);
        EntrySummary {
            number: entry.number,
            kind: "order",
            parent: entry.parent,
            words: self.entry_words(entry, viewer),
            facts: Some(self.entry_facts(entry, viewer)),
            working: self.entry_working(entry, viewer).into_iter().cloned().collect(),
            dice: dice.into_iter().map(|(cast, by)| (cast.clone(), by)).collect(),
        }
    }
}

impl<R: Presentation> Game for Desk<R> {
    fn battle(&self) -> (&str, &str) {
        (self.setup().scenario.id(), self.setup().scenario.name())
    }

    fn seed(&self) -> u64 {
        self.setup().seed
    }

    fn entries(&self) -> usize {
        self.records().len()
    }

    fn next_entry(&self) -> usize {
        self.next_number()
    }

    fn at(&self) -> usize {
        Self::at(self)
    }

    fn journal_path(&self) -> Option<&Path> {
        Self::journal_path(self)
    }

    fn is_over(&self) -> bool {
        R::is_over(self.state())
    }

    fn turn_number(&self) -> u8 {
        R::standing(self.state()).turn
    }

    fn goes_on(&self) -> bool {
        self.setup().scenario.play().is_some()
    }

    fn turns(&self) -> u8 {
        R::last_turn(self.state(), self.setup().scenario.turns())
    }

    fn clock(&self, turn: u8) -> String {
        self.setup().scenario.clock(turn)
    }

    fn summary(&self) -> Summary {
        R::summary(self.state())
    }

    fn luck(&self) -> &[Luck; 2] {
        Self::luck(self)
    }

    fn ending(&self, viewer: Viewer) -> Ending {
        self.ending_as_known(if R::is_over(self.state()) { Viewer::Referee } else { viewer })
    }

    fn ending_as_known(&self, viewer: Viewer) -> Ending {
        let turns = Self::turns(self, viewer);
        let mut ending = Ending { counted_in: R::COUNTED_IN, ..R::ending(&self.seen(viewer), turns) };
        for (place, (side, luck)) in ending.sides.iter_mut().zip(Self::luck(self)).enumerate() {
            side.luck = luck.kinds.iter().map(LuckRow::from).collect();
            side.strength = turns.iter().map(|turn| (turn.turn, turn.strength[place])).collect();
        }
        ending
    }

    fn since(&self, viewer: Viewer) -> Since {
        self.ending_since(&self.ending_as_known(viewer), viewer)
    }

    fn throw_kind(&self, throw: &Throw) -> Option<&'static str> {
        (throw.dice > 0 && !R::is_secret(throw)).then(|| R::throw_kind(throw))
    }

    fn log(&self) -> Vec<&[String]> {
        self.line().into_iter().map(|entry| entry.words.as_slice()).collect()
    }

    fn depth(&self) -> usize {
        Self::depth(self)
    }

    fn battle_itself(&self) -> &dyn Any {
        &self.setup().scenario
    }

    fn last_words(&self) -> Option<&str> {
        self.current()?.words.first().map(String::as_str)
    }

    fn last_verb(&self) -> Option<String> {
        Some(R::spell(self.state(), &self.current()?.order).verb)
    }

    fn last_order(&self) -> Option<Draft> {
        Self::last_order(self)
    }

    fn twin(&self) -> Box<dyn Game> {
        Box::new(Self::twin(self))
    }

    fn not_taken(&self) -> Vec<String> {
        let lost =
            self.records().iter().enumerate().filter(|(_, record)| matches!(record, Record::NotTaken(_)));
        lost.map(|(index, _)| self.step_words(index, Viewer::Referee)).collect()
    }

    fn undos(&self) -> usize {
        self.records().iter().filter(|record| matches!(record, Record::Undo { .. })).count()
    }

    fn rejudge(&self, options: &Options) -> Result<Vec<Difference>, OptionFault> {
        Self::rejudge(self, options)
    }

    fn save_position(&self, library: &Library, name: &str) -> Result<String, SaveFault> {
        library.save_position(&self.as_battle(library, name)?)
    }

    fn notices(&self) -> Vec<Notice> {
        Self::notices(self)
    }

    fn take_notices(&mut self) -> Vec<Notice> {
        Self::take_notices(self)
    }

    fn viewer(&self, side: Option<&str>) -> Result<Viewer, String> {
        side.map_or(Ok(Viewer::Referee), |name| R::side(self.state(), name).map(Viewer::Side))
    }

    fn side_id(&self, side: Side) -> String {
        R::side_id(self.state(), side)
    }

    fn open_acts(&self) -> Vec<&'static Verb> {
        R::Acts::VERBS.iter().filter(|act| R::knows_act(self.state(), act.name)).collect()
    }

    fn earlier_acts(&self, act: &str, clause: Option<&str>, viewer: Viewer) -> Vec<EarlierAct> {
        let given = |entry: &Entry<R>| {
            let order = R::spell(self.state(), &entry.order);
            let said = order.said();
            let alike = match (clause, said.text("clause")) {
                (Some(clause), old) => old.is_ok_and(|old| old == clause),
                (None, _) => true,
            };
            let given = said.either("act").ok().filter(|_| order.verb == FIAT && alike)?;
            (clause.is_some() || given.verb == act).then(|| EarlierAct {
                number: entry.number,
                words: self.entry_words(entry, viewer).into_iter().next().unwrap_or_default(),
                reason: said.text("reason").unwrap_or_default().to_owned(),
                clauses: Vec::new(),
            })
        };
        self.line().into_iter().rev().filter_map(given).collect()
    }

    fn let_stand(&self, viewer: Viewer) -> Vec<EarlierAct> {
        let stood = |entry: &Entry<R>| {
            let LetStand { clauses, reason } = self.stood_for(entry, viewer)?;
            let words = self.entry_words(entry, viewer).into_iter().next().unwrap_or_default();
            Some(EarlierAct { number: entry.number, words, reason, clauses })
        };
        self.line().into_iter().filter_map(stood).collect()
    }

    fn turn(&self, viewer: Viewer) -> Turn {
        self.due_for(viewer).into()
    }

    fn open_to(&self, viewer: Viewer) -> Due<Draft> {
        let Due { side, clause, prompt, offers } = Self::open_to(self, viewer);
        let spelled = |Offer { order, kind, words, family }: Offer<R::Order>| Offer {
            order: R::spell(self.state(), &order),
            kind,
            words,
            family,
        };
        Due { side, clause, prompt, offers: offers.into_iter().map(spelled).collect() }
    }

    fn order(&mut self, order: &Draft, dice: DiceFrom, viewer: Viewer) -> Result<EntrySummary, Halt> {
        let given = self.order_of(order)?;
        let number = match order.let_stand.clone() {
            None => self.order_for(given, dice, viewer)?.number,
            Some(let_stand) if viewer == Viewer::Referee => {
                self.order_let_stand(given, dice, let_stand)?.number
            }
            Some(_) => return Err(AskFault::new("bad-order", "only the referee lets an order stand").into()),
        };
        let entry = self.entry_of(number).map(|entry| self.entry_summary(entry, viewer));
        entry.ok_or_else(|| {
            AskFault::new("cannot-write", "the order was given, and is not in the record").into()
        })
    }

    fn example(&self) -> Option<String> {
        let offer = self.due().offers.first()?;
        ron_options().to_string(&Spelt::<R>::new(R::spell(self.state(), &offer.order))).ok()
    }

    fn read_order(&self, text: &str) -> Result<Draft, AskFault> {
        let bad = |why: &dyn fmt::Display| {
            let such_as = self.example().map(|order| format!(", such as {order}")).unwrap_or_default();
            AskFault::new("bad-order", format_args!("{why}. Write it as in cases{such_as}"))
        };
        if !text.trim_start().starts_with(char::is_alphabetic) {
            return Err(bad(&"an order begins with its verb"));
        }
        let read: Result<Spelt<R>, _> = ron_options().from_str(text);
        read.map(|order| order.0).map_err(|fault| bad(&fault))
    }

    fn say_order(&self, order: &Draft) -> Result<String, AskFault> {
        Ok(R::say_order(self.state(), &self.order_of(order)?))
    }

    fn odds(&self, order: &Draft, viewer: Viewer) -> Result<Odds, Halt> {
        let given = self.order_of(order)?;
        match &order.let_stand {
            Some(_) => Ok(R::odds(&self.seen_for(order, viewer), &given)?),
            None => Ok(self.odds_for(&given, viewer)?),
        }
    }

    fn undo(&mut self, to: Option<usize>) -> Result<TakenBack, StepError> {
        match to {
            Some(to) => self.undo_to(to),
            None => Self::undo(self),
        }
    }

    fn redo(&mut self) -> Result<(), StepError> {
        Self::redo(self)
    }

    fn branch(&mut self, from: usize) -> Result<(), StepError> {
        Self::branch(self, from)
    }

    fn remark(&mut self, to: &str, text: &str) -> Result<(), AskFault> {
        let to = match to {
            FOR_ALL | FOR_REFEREE => to.to_owned(),
            side => {
                let found = R::side(self.state(), side);
                let fault =
                    |why| AskFault::new("bad-message", format!("{why}, or {FOR_ALL} or {FOR_REFEREE}"));
                let side = found.map_err(fault)?;
                self.setup()
                    .scenario
                    .side_names()
                    .get(side.index())
                    .map(|name| (*name).to_owned())
                    .unwrap_or_default()
            }
        };
        let note = Noted { to, kind: NoteKind::Remark, text: text.trim().to_owned() };
        if note.text.is_empty() {
            return Err(AskFault::new("bad-message", "the remark says nothing: write what is to be kept"));
        }
        self.note(note).map_err(|fault| AskFault::new("cannot-write", fault))
    }

    fn clocked(&mut self, side: Side, seconds: u64) -> Result<(), AskFault> {
        let text = format!("{} {seconds}", Game::side_id(self, side));
        let note = Noted { to: FOR_ALL.to_owned(), kind: NoteKind::Clock, text };
        self.note(note).map_err(|fault| AskFault::new("cannot-write", fault))
    }

    fn clocks(&self) -> [u64; 2] {
        let ids = Side::BOTH.map(|side| Game::side_id(self, side));
        let mut clocks = [0; 2];
        for record in self.records() {
            let Record::Note { note, .. } = record else { continue };
            let said = note.text.rsplit_once(' ').filter(|_| note.kind == NoteKind::Clock);
            let Some((id, seconds)) = said else { continue };
            let place = ids.iter().position(|known| known == id);
            if let (Some(place), Ok(seconds)) = (place, seconds.parse::<u64>()) {
                clocks[place] += seconds;
            }
        }
        clocks
    }

    fn moment(&self) -> Result<Moment, AskFault> {
        Self::moment(self).map_err(|fault| AskFault::new("cannot-write", fault))
    }

    fn battle_file(&self) -> Result<Json, AskFault> {
        json(&R::beginning(self.start()).0)
    }

    fn whole(&self, viewer: Viewer) -> Result<Json, AskFault> {
        let unwritable = |fault| AskFault::new("cannot-write", fault);
        match R::seen(self.state(), viewer) {
            // With a journal the play is spelled already.
            Cow::Borrowed(state) => {
                json(&WireState { play: self.played().map_err(unwritable)?, derived: R::derived(state) })
            }
            Cow::Owned(state) => {
                json(&WireState { play: &R::play(&state).map_err(unwritable)?, derived: R::derived(&state) })
            }
        }
    }

    fn entry(&self, index: usize, viewer: Viewer) -> Option<EntrySummary> {
        let (kind, parent) = match self.records().get(index)? {
            Record::Order(entry) => return Some(self.entry_summary(entry, viewer)),
            Record::Undo { to, .. } => ("undo", *to),
            Record::Redo { to } => ("redo", *to),
            Record::Branch { from } => ("branch", *from),
            Record::NotTaken(order) => ("not-taken", order.parent),
            Record::Note { at, .. } => ("note", *at),
        };
        let words =
            Some(self.step_words(index, viewer)).filter(|words| !words.is_empty()).into_iter().collect();
        let (working, dice) = (Vec::new(), Vec::new());
        Some(EntrySummary { number: index + 1, kind, parent, words, facts: None, working, dice })
    }

    fn happened(&self, number: usize, viewer: Viewer) -> Vec<Json> {
        let Some(entry) = self.entry_of(number) else { return Vec::new() };
        let Ok(mut now) = self.state_at(entry.parent) else { return Vec::new() };
        let mut told = Vec::with_capacity(entry.events.len());
        // Each is reported at its own moment: later events may have given a number to another piece.
        for (event, heard) in entry.events.iter().zip(self.entry_events(entry, viewer)) {
            let before = now.clone();
            R::apply(&mut now, event);
            let event = WireEvent::new::<R>([&before, &now], &heard, viewer);
            debug_assert!(event.is_ok(), "{event:?}");
            told.extend(event.ok().and_then(|event| json(&event).ok()));
        }
        told
    }

    fn traces(&self, number: usize, viewer: Viewer) -> Vec<Mark> {
        let Some(entry) = self.entry_of(number) else { return Vec::new() };
        let Ok(before) = self.state_at(entry.parent) else { return Vec::new() };
        let events = self.entry_events(entry, viewer);
        let seen = R::seen(&before, viewer);
        self.lay(&seen);
        let mut marks = R::traces(&seen, &entry.order, &events);
        // Contacts are visible without a line.
        let wide = |measured: &&Measured| measured.limit > 2.0 * TOUCH;
        let working = self.entry_working(entry, viewer).into_iter();
        let lines = working.filter_map(|note| note.measured.as_ref()).filter(wide);
        marks.extend(lines.flat_map(|measured| gauge_marks(&measured.gauge())));
        marks
    }

    fn map_turn(&self) -> Option<MapTurn> {
        R::folded(self.state()).map(|_| self.map_turn)
    }

    fn turn_map(&mut self, turn: MapTurn) {
        self.map_turn = turn;
    }

    fn stage(&self, viewer: Viewer) -> Stage {
        self.with_due(viewer, R::stage)
    }

    fn layer(&self, name: &str, scale: f32, viewer: Viewer) -> Vec<Mark> {
        self.with_due(viewer, |state, due| R::layer(state, due, name, scale))
    }

    fn scene(&self, scale: f32, viewer: Viewer) -> Scene {
        self.with_due(viewer, |state, due| R::scene(state, due, scale))
    }

    fn moving_piece(&self, order: &Draft) -> Option<String> {
        R::moving_piece(self.state(), order)
    }

    fn read_line(
        &self,
        text: &str,
        cursor: usize,
        selected: Option<&str>,
        viewer: Viewer,
    ) -> Option<Reading<Draft>> {
        self.with_due(viewer, |state, due| {
            let Reading { meaning, fault, completions } = R::read_line(state, due, text, cursor, selected)?;
            let meaning = meaning.map(|meaning| meaning.map(|order| R::spell(state, &order)));
            Some(Reading { meaning, fault, completions })
        })
    }

    fn meant(&self, order: &Draft, viewer: Viewer) -> Option<Meaning<Draft>> {
        let order = self.order_of(order).ok()?;
        self.with_due(viewer, |state, due| {
            Some(R::meant(state, due, order)?.map(|order| R::spell(state, &order)))
        })
    }

    fn chits(&self, viewer: Viewer) -> Vec<String> {
        R::chits(&self.seen(viewer))
    }

    fn questions(&self, draft: &Draft, viewer: Viewer) -> Vec<Question> {
        let (offers, state) = (Game::open_to(self, viewer).offers, self.seen(viewer));
        R::questions(&state, draft, &offers, &names(&R::groups(&state)))
    }

    fn act_questions(&self, act: &Draft, viewer: Viewer) -> Vec<Question> {
        let state = self.seen(viewer);
        let members = R::groups(&state).into_iter().flat_map(|group| group.members);
        let pieces: Vec<Choosable> = members.map(|piece| Choosable::new(&piece.piece, &piece.name)).collect();
        R::act_questions(&state, act, asking::act_questions(R::Acts::VERBS, act, &pieces))
    }

    fn next_throw(&self, order: &Draft, thrown: &[TypedEntry]) -> Result<Option<Throw>, Halt> {
        let given = self.order_of(order)?;
        match R::judge(
            &self.seen_for(order, Viewer::Referee),
            &given,
            &mut Typed::new(thrown.iter().cloned()),
        ) {
            Ok(_) => Ok(None),
            Err(Stop::NeedsDice(throw)) => Ok(Some(*throw)),
            Err(stop) => Err(stop.into()),
        }
    }

    fn pending(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Option<Pending> {
        let given = self.order_of(order).ok()?;
        let hides = viewer != Viewer::Referee && R::HAS_SECRETS;
        // What the referee decides is told once it is decided.
        let is_for_referee = order.let_stand.is_some() || order.verb == FIAT;
        if hides && (is_for_referee || R::admit(self.state(), &given, None, viewer).is_err()) {
            return None;
        }
        let seen = self.seen_for(order, viewer);
        match R::judge(&seen, &given, &mut Dry) {
            Ok(_) | Err(Stop::NeedsDice(_)) => {}
            Err(Stop::Refused(_) | Stop::BadDice(_)) => return None,
        }
        let words =
            if hides { R::redacted_order(self.state(), &given, viewer) } else { R::say_order(&seen, &given) };
        let throw = self.throw_after(&seen, &given, thrown, viewer).ok().flatten();
        Some(Pending { words, throw: throw.filter(|throw| R::may_see(throw, viewer)) })
    }

    fn may_see(&self, throw: &Throw, viewer: Viewer) -> bool {
        R::may_see(throw, viewer)
    }

    fn decides_nothing(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> bool {
        // For a side the answer could reveal what is hidden from it.
        viewer == Viewer::Referee
            && self
                .order_of(order)
                .is_ok_and(|given| decides_nothing::<R>(&self.seen_for(order, viewer), &given, thrown))
    }

    fn terms(&self) -> Terms {
        let setup = self.setup();
        let scenario = &setup.scenario;
        let mut options = Options(scenario.options().clone());
        options.0.extend(setup.options.0.clone());
        options.0.extend(R::changed_options(self.state()).0);
        let mut facts = vec![("Length", format!("{} turns from {}", Game::turns(self), scenario.clock(1)))];
        if !scenario.weathers().is_empty() || setup.weather.is_some() {
            let weather = setup.weather.clone().unwrap_or_else(|| "as the scenario has it".into());
            facts.push(("Weather", weather));
        }
        if let Some(variant) = &setup.variant {
            let variants = scenario.variants();
            let name = variants.iter().find(|(id, _)| id == variant).map_or("", |(_, name)| name);
            facts.push(("Variant", name.to_owned()));
        }
        let clocks = Game::clocks(self);
        if clocks != [0; 2] {
            let names = scenario.side_names();
            let each = Side::BOTH.map(|side| {
                let seconds = clocks[side.index()];
                let name = names.get(side.index()).copied().unwrap_or_default();
                format!("{name} {}:{:02}", seconds / 60, seconds % 60)
            });
            facts.push(("Clocks", each.join(", ")));
        }
        Terms { options, cells: R::changed_cells(self.state()), facts }
    }

    fn can_undo(&self) -> bool {
        Self::can_undo(self)
    }

    fn can_redo(&self) -> bool {
        Self::can_redo(self)
    }

    fn save_as(&mut self, path: &Path) -> Result<(), JournalError> {
        Self::save_as(self, path)
    }

    fn past(&self, number: usize) -> Result<Box<dyn Game>, StepError> {
        let state = self.state_at(number)?;
        let mut past = Self::from_state(self.setup().clone(), state);
        past.map_turn = self.map_turn;
        Ok(Box::new(past.with_position(self.begun_with().cloned())))
    }

    fn given(&self, number: usize) -> Option<Draft> {
        let entry = self.entry_of(number)?;
        let mut given = R::spell(&self.state_at(entry.parent).ok()?, &entry.order);
        given.let_stand.clone_from(&entry.let_stand);
        Some(given)
    }

    fn question(&self, draft: Option<&Draft>, viewer: Viewer) -> Result<Option<Question>, AskFault> {
        let mut offers = Game::open_to(self, viewer).offers;
        if !offers.is_empty() {
            // Any answers for such a verb are judged when the order is given.
            let open = R::open_verbs(&self.seen(viewer)).into_iter();
            offers.extend(open.map(|verb| Offer {
                order: Draft::new(verb),
                kind: "",
                words: String::new(),
                family: true,
            }));
        }
        let Some(draft) = draft else { return Ok(Some(which_verb(&offers))) };
        let Some(verb) = R::VERBS.iter().find(|verb| verb.name == draft.verb) else { return Ok(None) };
        let seen = self.seen(viewer);
        let names = names(&R::groups(&seen));
        let questions = |draft: &Draft| R::questions(&seen, draft, &offers, &names);
        let key = |name: &str| R::piece(&seen, name).ok();
        let draft = asking::fitting(verb, draft, &offers, &names, key, questions)?;
        let Some(field) = draft.next_field(verb) else { return Ok(None) };
        Ok(questions(&draft).into_iter().find(|question| question.field == field.name))
    }

    fn card(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Result<Card, AskFault> {
        let (seen, order) = (self.seen_for(order, viewer), self.order_of(order)?);
        let throw = self.throw_after(&seen, &order, thrown, viewer)?;
        Ok(Card { throw, ..R::card(&seen, &order, thrown) })
    }

    fn plain_card(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Result<Card, AskFault> {
        Ok(R::plain_card(&self.seen_for(order, viewer), &self.order_of(order)?, thrown))
    }

    fn faces(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Vec<CardFace> {
        let given = self.order_of(order);
        given.map(|given| R::faces(&self.seen_for(order, viewer), &given, thrown)).unwrap_or_default()
    }

    fn weigher(&self, order: &Draft, thrown: &[TypedEntry], viewer: Viewer) -> Option<Weigher> {
        let given = self.order_of(order).ok()?;
        let (state, thrown) = (self.seen_for(order, viewer).into_owned(), thrown.to_vec());
        Some(Box::new(move |stopped| R::chances(&state, &given, &thrown, stopped)))
    }

    fn pick_up_anyway(&self, piece: &str, viewer: Viewer) -> Option<Box<dyn PieceInHand>> {
        let seen = self.seen(viewer);
        let mut let_stand = LetStand::default();
        loop {
            let held = R::pick_up(&overruling::<R>(&seen, Some(&let_stand)), piece).ok()?;
            let Some(refusal) = &held.summary().refusal else { return Some(held) };
            if let_stand.clauses.contains(&refusal.clause) {
                return None;
            }
            let_stand.clauses.push(refusal.clause.clone());
        }
    }

    fn suppose(&self, piece: &str, viewer: Viewer) -> Option<Box<dyn PieceInHand>> {
        let seen = self.seen(viewer);
        let now = R::pick_up(&seen, piece).ok()?;
        let refusal = now.summary().refusal.clone()?;
        let then = R::supposed(&seen, piece)?;
        let held = R::pick_up(&then, piece).ok().filter(|held| held.summary().refusal.is_none())?;
        Some(Box::new(Supposed::new(held, refusal)))
    }

    fn watcher(&self, piece: &str, at: Spot, viewer: Viewer) -> Watcher {
        let (state, piece) = (self.seen(viewer).into_owned(), piece.to_owned());
        // A piece that does not exist has no threats.
        Box::new(move |tell| drop(R::watch(&state, &piece, at, tell)))
    }

    fn pointed(&self, order: &Draft, at: Spot, viewer: Viewer) -> Option<Draft> {
        let state = self.seen(viewer);
        let order = R::pointed(&state, &self.order_of(order).ok()?, at)?;
        Some(R::spell(&state, &order))
    }

    fn listing(&self, order: &Draft, viewer: Viewer) -> Option<Listing> {
        R::listing(&self.seen(viewer), &self.order_of(order).ok()?)
    }

    fn ask(&self, name: &str, message: Value) -> Result<Json, AskFault> {
        json(&R::ask(self.state(), &message_of::<R::Ask>(name, message)?)?)
    }
}

/// The game as a desk of these rules, if it is played by them.
pub fn desk_of<R: Wire>(game: &mut dyn Game) -> Option<&mut Desk<R>> {
    let any: &mut dyn Any = game;
    any.downcast_mut()
}

/// The parts of the protocol's schema that depend on the rule set.
#[derive(Debug)]
pub struct RulesSchemas {
    pub order: Schema,
    pub act: Schema,
    pub event: Schema,
    pub state: Schema,
    /// Its own requests, and their answers.
    pub ask: Schema,
    pub answered: Schema,
}

/// A rule set, as the program sees it.
pub trait Rules: fmt::Debug + Send + Sync {
    fn id(&self) -> &'static str;

    /// The rule set, in the form for a reader of battles.
    fn known(&self) -> &dyn KnownRules;

    fn specs(&self) -> &'static [OptionSpec];

    /// Its guided first turn.
    fn first_turn(&self) -> FirstTurn;

    /// Ground scale: see [`game::RuleSet::yards_per_inch`].
    fn yards_per_inch(&self, scale: f32) -> Option<f32>;

    /// The key under which its positions are sent.
    fn position_key(&self) -> &'static str;

    /// The names of its own requests.
    fn asks(&self) -> &'static [&'static str];

    /// Checks that one of its own requests can be read.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot.
    fn reads(&self, name: &str, message: Value) -> Result<(), AskFault>;

    /// Can a battle be played?
    ///
    /// # Errors
    ///
    /// Returns an error with all its faults.
    fn check_battle(&self, library: &Library, id: &str) -> Result<(), Faults>;

    /// The choices before a battle begins.
    ///
    /// # Errors
    ///
    /// Returns an error with all faults of its files.
    fn describe(&self, library: &Library, id: &str) -> Result<Described, Faults>;

    /// Begins a game of a battle, whose files are read from `battles`; also returns notices.
    ///
    /// # Errors
    ///
    /// Returns an error if battle, options or journal are invalid.
    fn begin(&self, library: &Library, battles: &Library, beginning: Beginning)
    -> Result<Opened, BeginError>;

    /// Begins a game of a battle that was made here, with its journal in the library's folder; `None` if these rules are not
    /// played in its space. `like` is a game of the same battle with another deployment, whose options and weather are kept.
    fn begin_on(
        &self,
        library: &Library,
        battle: &dyn Any,
        like: Option<&dyn Game>,
    ) -> Option<Result<Opened, JournalError>>;

    /// Opens a journal: see [`Desk::open`].
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be opened at all.
    fn open(&self, path: &Path, library: &Library) -> Result<Opened, JournalError>;

    /// Reads a journal for viewing: see [`Desk::read`].
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read at all.
    fn read(&self, path: &Path, library: &Library) -> Result<Opened, JournalError>;

    /// Reads a file of its cases; `file` is its name in faults.
    ///
    /// # Errors
    ///
    /// Returns an error for the first thing that cannot be read, with its place.
    fn cases<'l>(
        &self,
        file: &str,
        text: &str,
        library: &'l Library,
    ) -> Result<Box<dyn Cases + 'l>, CaseFault>;

    /// Begins a game with a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the position contradicts itself, with the reason and a remedy.
    fn set_up(&self, position: Value, library: &Library) -> Result<Box<dyn Game>, AskFault>;

    /// Continues from a moment of a game: see [`Desk::at_moment`].
    ///
    /// # Errors
    ///
    /// Returns an error if its battle or its play is invalid.
    fn resume(&self, moment: Moment, library: &Library) -> Result<Box<dyn Game>, AskFault>;

    fn schemas(&self, generator: &mut SchemaGenerator) -> RulesSchemas;

    fn position_schema(&self, generator: &mut SchemaGenerator) -> Schema;
}

/// A rule set by its type.
pub struct Of<R>(PhantomData<fn() -> R>);

impl<R> Of<R> {
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for Of<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Wire> fmt::Debug for Of<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::ID)
    }
}

impl<R: Presentation + CaseRules> Rules for Of<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn known(&self) -> &dyn KnownRules {
        const { &Alone::<R>::new() }
    }

    fn specs(&self) -> &'static [OptionSpec] {
        R::option_specs()
    }

    fn first_turn(&self) -> FirstTurn {
        R::FIRST_TURN
    }

    fn yards_per_inch(&self, scale: f32) -> Option<f32> {
        R::yards_per_inch(scale)
    }

    fn position_key(&self) -> &'static str {
        R::POSITION
    }

    fn asks(&self) -> &'static [&'static str] {
        R::ASKS
    }

    fn reads(&self, name: &str, message: Value) -> Result<(), AskFault> {
        message_of::<R::Ask>(name, message).map(|_| ())
    }

    fn check_battle(&self, library: &Library, id: &str) -> Result<(), Faults> {
        let (battle, _) = library.battle::<R::Scenario>(id)?;
        if battle.play().is_none() {
            return Ok(());
        }
        // The rule set has to read its play.
        Desk::<R>::new(Setup::new(battle, 0), None).map(|_| ()).map_err(|fault| {
            Faults(vec![Fault::of_file(
                &path_of(SCENARIOS, id),
                fault.to_string(),
                "save the position again",
            )])
        })
    }

    fn describe(&self, library: &Library, id: &str) -> Result<Described, Faults> {
        library.battle::<R::Scenario>(id).map(|(battle, _)| Described::of::<R>(&battle))
    }

    fn begin(
        &self,
        library: &Library,
        battles: &Library,
        beginning: Beginning,
    ) -> Result<Opened, BeginError> {
        let (desk, notices) = begin_battle::<R>(library, battles, beginning)?;
        Ok((Box::new(desk), notices))
    }

    fn begin_on(
        &self,
        library: &Library,
        battle: &dyn Any,
        like: Option<&dyn Game>,
    ) -> Option<Result<Opened, JournalError>> {
        let mut setup = Setup::new(battle.downcast_ref::<R::Scenario>()?.clone(), fresh_seed());
        let like = like.and_then(|game| (game as &dyn Any).downcast_ref::<Desk<R>>());
        if let Some(like) = like {
            let old = like.setup();
            setup = setup.options(old.options.clone()).weather(old.weather.clone());
        }
        Some(begin::<R>(library, setup, JournalPlace::Own, Written::Disk).map(|(desk, mut notices)| {
            notices.extend(desk.journal_path().and_then(|path| noted(library, path)));
            let game: Box<dyn Game> = Box::new(desk);
            (game, notices)
        }))
    }

    fn open(&self, path: &Path, library: &Library) -> Result<Opened, JournalError> {
        let (desk, notices) = Desk::<R>::open(path, library)?;
        Ok((Box::new(desk), notices))
    }

    fn read(&self, path: &Path, library: &Library) -> Result<Opened, JournalError> {
        let (desk, notices) = Desk::<R>::read(path, library)?;
        Ok((Box::new(desk), notices))
    }

    fn cases<'l>(
        &self,
        file: &str,
        text: &str,
        library: &'l Library,
    ) -> Result<Box<dyn Cases + 'l>, CaseFault> {
        let battles =
            |id: &str| library.battle(id).map(|(battle, _)| battle).map_err(|faults| faults.in_a_line());
        Ok(Box::new(Book::<R>::read(file, text, battles)?))
    }

    fn set_up(&self, position: Value, library: &Library) -> Result<Box<dyn Game>, AskFault> {
        Ok(Box::new(Desk::<R>::of_position(position, library)?))
    }

    fn resume(&self, moment: Moment, library: &Library) -> Result<Box<dyn Game>, AskFault> {
        Ok(Box::new(Desk::<R>::at_moment(moment, library)?))
    }

    fn position_schema(&self, generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<R::Position>()
    }

    fn schemas(&self, generator: &mut SchemaGenerator) -> RulesSchemas {
        RulesSchemas {
            order: generator.subschema_for::<Spelt<R>>(),
            act: generator.subschema_for::<Spelt<R::Acts>>(),
            event: generator.subschema_for::<WireEvent>(),
            state: generator.subschema_for::<WireState<'_, R::Derived>>(),
            ask: generator.subschema_for::<R::Ask>(),
            answered: generator.subschema_for::<R::Answered>(),
        }
    }
}
