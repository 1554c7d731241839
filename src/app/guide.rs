//! A guided first turn: one lesson after another, each saying what to do and why, with the thing to click lit.
//!
//! Lessons follow the game, not a script: whatever chit is drawn, the first lesson that fits the moment is given.

use std::collections::BTreeSet;

use crate::game::Clause;
use crate::rules::easy::Order;
use crate::rules::easy::state::Phase;

use super::App;
use super::state::{Habit, Hand};
use super::views::guide::Saying;
use super::views::orders::PLAYERS_DREW;

/// What there is to learn in a turn, in the order of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lesson {
    Draw,
    Activate,
    Lift,
    Carry,
    Card,
    Fire,
    Working,
    Undo,
    Redo,
    Declare,
    Resolve,
    FallBack,
    EndMoves,
    Finish,
    NextChit,
    Farewell,
}

impl Lesson {
    const ALL: [Self; 16] = [
        Self::Farewell,
        Self::Card,
        Self::Carry,
        Self::Redo,
        Self::Working,
        Self::Undo,
        Self::FallBack,
        Self::Resolve,
        Self::Declare,
        Self::Draw,
        Self::NextChit,
        Self::Activate,
        Self::Fire,
        Self::Lift,
        Self::EndMoves,
        Self::Finish,
    ];

    /// Title, what to do, and why.
    pub fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Draw => (
                "A chit decides",
                "Press Draw a chit. If your players draw one from a real cup, switch the dice to typed (D), press The players drew… and name it.",
                "Nobody knows which command acts next: each has one chit in the cup.",
            ),
            Self::Activate => (
                "Who hears the order",
                "Every stand of the command is listed with its distance from the general. Leave out whom you like, then activate the rest.",
                "A stand beyond its general's range does not act on this chit; on another one it still may (II.A.4.3). The dashed lines on the table are what was measured.",
            ),
            Self::Lift => (
                "Pick up a stand",
                "Drag a stand that may act, or click its name in the list. The washed ground is all it can reach, facing as it faces.",
                "The desk has tried every way there, round obstacles and through slow ground.",
            ),
            Self::Carry => (
                "Put it down",
                "Carry it where you want it and press Enter, or let go. Q and E turn it; W sets a way-point; Escape puts it back.",
                "The card says what the way costs. Where it would be illegal it says why, and how far it may go.",
            ),
            Self::Fire => (
                "Guns first",
                "Choose a shot from the list. Its card opens before anything is rolled.",
                "A battery that has fired does not move, and one that has moved does not fire.",
            ),
            Self::Card => (
                "The card of an order",
                "Read it: what was measured, what modifies it, the odds to the last percent. Then confirm, or put it back with Escape.",
                "Every line names the clause behind it. Nothing has happened yet.",
            ),
            Self::Working => (
                "Every result can be opened",
                "Click the last line of the log. It opens into its dice, its measurements and its clauses; click again to close it.",
                "When a player asks why, this is the answer.",
            ),
            Self::Undo => (
                "Nothing is ever lost",
                "Press Undo (Ctrl+Z): the last order is taken back.",
                "Undo goes back to the first chit of the battle. The record keeps what was taken back.",
            ),
            Self::Redo => (
                "And back again",
                "Press Redo (Ctrl+Shift+Z): there it is again, with the same dice.",
                "A game can also go on from any line of the log as a branch of its own.",
            ),
            Self::Declare => (
                "Attacks are declared",
                "Stands that touch an enemy are listed. Leave out what is only touched and declare the rest.",
                "All combats of an activation are declared before the first is fought.",
            ),
            Self::Resolve => (
                "Fight it out",
                "Choose the combat: its card shows both sides' dice and how it may end.",
                "After the hits each side adds a die to the strength it has left: twice as much makes the other retreat, three times as much routs it, else they stay locked.",
            ),
            Self::FallBack => (
                "The beaten fall back",
                "The way back is drawn before you confirm it.",
                "The desk tries the ways in the order of the rules and takes the first that is open.",
            ),
            Self::EndMoves => (
                "Enough marching",
                "Move and fire with others if you like; then press the button at the foot of the list.",
                "Combats come after all moves and fire of the command.",
            ),
            Self::Finish => {
                ("Done", "Finish the activation.", "The next chit is drawn. A general may still move.")
            }
            Self::NextChit => (
                "The next command",
                "You know what to do. Draw on until the cup is empty: then the turn is over.",
                "Space does what is due where only one thing is.",
            ),
            Self::Farewell => (
                "That was a turn",
                "Play on, or begin a battle of your own from the Game menu. F1 lists all keys.",
                "Five more turns decide who holds Lesnes.",
            ),
        }
    }

    /// The clause behind it; none where it is about the program.
    pub fn clause(self) -> Option<Clause> {
        match self {
            Self::Draw | Self::NextChit => Some("easy:II.A.2.1"),
            Self::Activate => Some("easy:II.A.2.2"),
            Self::Lift | Self::Carry => Some("easy:II.B"),
            Self::Fire => Some("easy:II.D-when"),
            Self::Declare => Some("easy:III.B.1"),
            Self::Resolve => Some("easy:III.D-check"),
            Self::FallBack => Some("easy:III.D-dir"),
            Self::EndMoves => Some("easy:II.A.2.3"),
            Self::Finish => Some("easy:II.A.2.4"),
            Self::Farewell => Some("easy:IV.C"),
            Self::Card | Self::Working | Self::Undo | Self::Redo => None,
        }
    }
}

/// How far the guided turn has come.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Lessons that were given and done.
    pub learnt: BTreeSet<Lesson>,
    /// The one that is given now.
    pub now: Option<Lesson>,
    /// Lessons that were put aside: they are not given again.
    pub skipped: BTreeSet<Lesson>,
}

/// What the guide says now.
#[derive(Clone, Debug)]
pub struct Advice {
    pub lesson: Lesson,
    /// The thing to click: the text of its button, or the name of the stand.
    pub lit: Option<String>,
    /// Lessons done, and how many there are.
    pub done: usize,
    pub all: usize,
}

impl Advice {
    /// As it is shown.
    pub(super) fn saying(&self) -> Saying {
        let (title, what, why) = self.lesson.words();
        let clause = self.lesson.clause();
        Saying {
            title,
            what,
            why,
            clause,
            done: self.done,
            all: self.all,
            last: self.lesson == Lesson::Farewell,
        }
    }
}

impl App {
    /// The lesson that fits the moment; the one given before counts as learnt once its moment is over.
    pub fn advise(&mut self) -> Option<Advice> {
        let before = self.guide.as_ref()?.now;
        if let Some(before) = before
            && !self.fits(before)
        {
            self.guide.as_mut()?.learnt.insert(before);
        }
        let fits = Lesson::ALL.into_iter().find(|lesson| self.fits(*lesson));
        let guide = self.guide.as_mut()?;
        guide.now = fits.or(before);
        if guide.now.is_some_and(|lesson| guide.skipped.contains(&lesson)) {
            return None;
        }
        let (lesson, done) = (guide.now?, guide.learnt.len());
        Some(Advice {
            lesson,
            lit: self.lit_by(lesson),
            done: done.min(Lesson::ALL.len()),
            all: Lesson::ALL.len(),
        })
    }

    fn learnt(&self, lesson: Lesson) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.learnt.contains(&lesson))
    }

    fn fits(&self, lesson: Lesson) -> bool {
        let state = self.desk.state();
        let due = &self.models.due;
        let offers = |kind: &str| due.exact.iter().any(|(.., held)| *held == kind);
        let free = matches!(self.hand, Hand::Empty) && self.tray.is_none();
        let once = !self.learnt(lesson);
        match lesson {
            Lesson::Farewell => state.turn > 1 || matches!(state.phase, Phase::Over(_)),
            Lesson::Card => matches!(self.hand, Hand::Card(_)),
            Lesson::Carry => matches!(self.hand, Hand::Stand(_)),
            Lesson::Redo => once && self.learnt(Lesson::Undo) && self.desk.can_redo(),
            Lesson::Working => once && free && self.learnt(Lesson::Card) && self.open_entries.is_empty(),
            Lesson::Undo => {
                let moved =
                    self.desk.current().is_some_and(|entry| matches!(entry.order, Order::Move { .. }));
                once && free && self.learnt(Lesson::Carry) && moved
            }
            Lesson::FallBack => free && (offers("retreat") || offers("rout")),
            Lesson::Resolve => free && offers("resolve"),
            Lesson::Declare => free && !due.pairs.is_empty(),
            Lesson::Draw => once && state.phase == Phase::Draw,
            Lesson::NextChit => state.phase == Phase::Draw,
            Lesson::Activate => free && due.can_activate,
            Lesson::Fire => once && free && offers("fire"),
            Lesson::Lift => once && free && !due.movers.is_empty(),
            Lesson::EndMoves => free && offers("end-moves"),
            Lesson::Finish => free && offers("finish"),
        }
    }

    /// What to click for this lesson, by the text it bears in the window.
    fn lit_by(&self, lesson: Lesson) -> Option<String> {
        let due = &self.models.due;
        let offer = |kinds: &[&str]| {
            due.exact.iter().find(|(.., held)| kinds.contains(held)).map(|(_, words, _)| words.clone())
        };
        match lesson {
            // Which one was drawn is answered by its name.
            Lesson::Draw | Lesson::NextChit if self.tray.is_some() => None,
            Lesson::Draw | Lesson::NextChit if self.shell.saved.dice == Habit::Typed => {
                Some(PLAYERS_DREW.into())
            }
            Lesson::Draw | Lesson::NextChit => offer(&["draw"]),
            Lesson::Activate => Some("Activate".into()),
            Lesson::Lift => due.movers.first().map(|(_, name, what)| format!("{name}, {what}")),
            Lesson::Carry => Some("Put down here (Enter)".into()),
            Lesson::Fire => offer(&["fire"]),
            Lesson::Card => Some("Confirm (Enter)".into()),
            Lesson::Undo => Some("Undo".into()),
            Lesson::Redo => Some("Redo".into()),
            Lesson::Declare => Some("Declare".into()),
            Lesson::Resolve => offer(&["resolve"]),
            Lesson::FallBack => offer(&["retreat", "rout"]),
            Lesson::EndMoves => offer(&["end-moves"]),
            Lesson::Finish => offer(&["finish"]),
            Lesson::Working => self.desk.current().map(|entry| format!("Working of order {}", entry.number)),
            Lesson::Farewell => None,
        }
    }
}
