//! What the window remembers: what is kept between runs in one serialisable struct, and what it has in hand.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::texts::{dice, files};
use ::dice::{Rolled, Throw, Tray as _, TypedEntry};
use desk::{DiceFrom, GAME_ENDINGS, Thrower};
use drawing::Sight;
use drawing::hex::MapTurn;
use drawing::overlay::OverlaysShown;
use game::Viewer;
use game::options::Options;

use super::layout::{self, Layout, is_sound};
use super::line::History;
use super::setup::picture::Kept;

/// How small and how large text may be, as a share of what is designed.
pub const TEXT_SCALES: Range<f32> = 0.8..2.0;

/// How dice are thrown unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    Rolled,
    Typed,
}

impl Habit {
    /// The one that is not in force.
    pub const fn other(self) -> Self {
        match self {
            Self::Rolled => Self::Typed,
            Self::Typed => Self::Rolled,
        }
    }
}

/// Kept between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    pub dark: bool,
    /// For whose eyes the colours are.
    pub sight: Sight,
    pub names: bool,
    pub grid: bool,
    /// How maps are turned, by the id of their battle.
    pub map_turns: BTreeMap<String, MapTurn>,
    /// What is laid over the table.
    pub shown: OverlaysShown,
    /// Where the panels are; `None` means as at first.
    #[serde(rename = "panels")]
    pub layout: Option<Layout>,
    /// The layout is that of a narrow window.
    pub folded: bool,
    /// The layout for the other kind of window; `None` means as at first.
    #[serde(rename = "other_panels")]
    pub other_layout: Option<Layout>,
    /// The table alone is seen, without panels and log.
    pub alone: bool,
    /// The log is open, not only its last line.
    pub log: bool,
    /// The order of battle is unfolded from its badges to a list.
    pub unfolded: bool,
    pub dice: Habit,
    /// The options with which a game was begun last, by the id of its rule set.
    #[serde(rename = "options")]
    pub last_options: BTreeMap<String, Options>,
    /// 1: as designed.
    pub text_scale: f32,
    /// What was typed in the order line.
    pub history: History,
    /// How the columns of pasted rosters were told apart, by the headings of their tables.
    pub roster_maps: BTreeMap<String, Vec<String>>,
    /// A picture of the real table, shown while setting up.
    pub picture: Option<Kept>,
    /// Who sees on the players' screen, if it is open.
    pub screen: Option<Viewer>,
    /// By rule set: the clause at which its rulebook is open; if omitted, its contents.
    pub pages: BTreeMap<String, String>,
}

impl Saved {
    /// As it was saved, but for what no window could be shown with: the file may have been changed by hand.
    #[must_use]
    pub fn sound(mut self) -> Self {
        let Range { start, end } = TEXT_SCALES;
        self.text_scale = match self.text_scale.is_finite() {
            true => self.text_scale.clamp(start, end),
            false => 1.0,
        };
        for layout in [&mut self.layout, &mut self.other_layout] {
            *layout = layout.take().filter(is_sound);
        }
        self
    }

    /// The panels as they are, or else as they stand when first opened.
    pub fn panels(&mut self, ctx: &egui::Context) -> &mut Layout {
        let Self { layout, folded, .. } = self;
        layout.get_or_insert_with(|| {
            let room = layout::room(ctx);
            *folded = layout::is_narrow(room.x);
            layout::first_layout(room)
        })
    }

    /// Keeps the options with which a game by these rules is begun.
    pub fn keep_options(&mut self, rules: &str, options: Options) {
        self.last_options.insert(rules.to_owned(), options);
    }

    /// The options with which a game by these rules was begun last.
    pub fn last_options(&self, rules: &str) -> Option<&Options> {
        self.last_options.get(rules)
    }
}

impl Default for Saved {
    fn default() -> Self {
        Self {
            dark: false,
            sight: Sight::Full,
            names: true,
            grid: false,
            map_turns: BTreeMap::new(),
            shown: OverlaysShown { reach: true, rulers: true, ..OverlaysShown::default() },
            layout: None,
            folded: false,
            other_layout: None,
            alone: false,
            log: false,
            unfolded: false,
            dice: Habit::Rolled,
            last_options: BTreeMap::new(),
            text_scale: 1.0,
            history: History::default(),
            roster_maps: BTreeMap::new(),
            picture: None,
            screen: None,
            pages: BTreeMap::new(),
        }
    }
}

/// What a file is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A journal to be opened.
    Journal,
    /// The record of this game, to be written.
    Record,
    /// A picture of the table that is set up.
    Picture,
    /// Ground for the table that is set up.
    Ground,
    /// A table of units for the roster.
    Table,
    /// A folder for games and own battles.
    Folder,
}

impl Wanted {
    /// What it is called, and the endings of its files.
    pub fn filter(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Journal | Self::Record => (files::GAMES, &GAME_ENDINGS),
            Self::Picture => (files::PICTURES, &["png", "jpg", "jpeg"]),
            Self::Ground => (files::GROUND, &["geojson", "json", "geojsonl", "geojsons", "ndjson", "ron"]),
            Self::Table => (files::TABLES, &spreadsheet::ENDINGS),
            Self::Folder => (files::FOLDERS, &[]),
        }
    }
}

/// What lies over the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// What to begin with.
    Start,
    Scenarios,
    Result,
    Keys,
    /// One page of the rules in force.
    Rules,
    /// Paper of the game.
    Print,
    /// A report of the game is written.
    Report,
    /// The path of a file, typed where the system has no dialog for it: to be opened, or to be written.
    File(Wanted),
    /// Something takes its time on another thread.
    Busy(String),
    /// Something that could not be done.
    Trouble(String),
    /// Something to know as a game is opened.
    Notice(String),
    /// What a file is that was dropped on the window.
    Dropped(String),
    /// What came in with a file of ground, and what was changed on the way.
    Imported(String),
    /// The program: version, rule sets, licences.
    About,
    /// The game is not written down, and why; another folder is offered.
    Unkept(String),
    /// The name of the battle that this position becomes.
    Position,
    /// The game judged again under another option.
    Rejudge,
    /// What is to be set up: asked by what makes tables, and drawn by it.
    SetUp,
}

/// The number of what is drawn once and shown again, a ground or the stands of a draft: no two have the same, and what
/// changes gets a new one.
pub fn new_sheet() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// A count that is typed has so many digits at most.
const COUNT: usize = 3;

/// An order that waits for the players' dice.
#[derive(Clone, Debug)]
pub struct Tray<O> {
    pub order: O,
    /// Throws already made, and by whom.
    pub entered: Vec<(TypedEntry, Thrower)>,
    /// What has been thrown before in this order, with its throw.
    pub before: Vec<(Throw, TypedEntry)>,
    /// Of those the throws that decided nothing, by their places: nobody was asked for them.
    pub idle: BTreeSet<usize>,
    /// The throw that is waited for.
    pub throw: Throw,
    /// Faces typed of it.
    pub faces: Vec<u16>,
    /// So many faces were typed besides, for which there are no dice.
    pub surplus: usize,
    /// The count is typed instead, so far.
    pub count: Option<String>,
    pub fault: Option<String>,
}

impl<O> Tray<O> {
    pub fn new(order: O, throw: Throw) -> Self {
        Self {
            order,
            entered: Vec::new(),
            before: Vec::new(),
            idle: BTreeSet::new(),
            throw,
            faces: Vec::new(),
            surplus: 0,
            count: None,
            fault: None,
        }
    }

    /// Nothing is typed of the throw that is waited for.
    fn clear(&mut self) {
        self.faces.clear();
        self.surplus = 0;
    }

    /// How many dice are wanted, and how many are typed, where these are others.
    fn miscounted(&self) -> Option<String> {
        if let Some(text) = &self.count {
            return text.is_empty().then(|| dice::NO_COUNT.to_owned());
        }
        let (wanted, typed) = (usize::from(self.throw.dice), self.faces.len() + self.surplus);
        (wanted != typed).then(|| dice::miscounted(wanted, typed, typed > wanted))
    }

    /// They were given as they are, with dice missing or to spare.
    pub fn say_miscounted(&mut self) {
        self.fault = self.miscounted();
    }

    /// A digit that was typed.
    pub fn digit(&mut self, digit: u16) {
        self.fault = None;
        match &mut self.count {
            Some(text) if text.len() < COUNT => text.push_str(&digit.to_string()),
            Some(_) => self.fault = Some(dice::digits(COUNT)),
            None => {
                if digit == 0 || digit > self.throw.sides {
                    self.fault = Some(dice::no_face(self.throw.sides));
                } else if self.faces.len() < usize::from(self.throw.dice) {
                    self.faces.push(digit);
                } else {
                    self.surplus += 1;
                    self.fault = self.miscounted();
                }
            }
        }
    }

    /// Takes back the last digit, or the last throw.
    pub fn backspace(&mut self) {
        self.fault = None;
        if self.surplus > 0 {
            self.surplus -= 1;
            self.fault = self.miscounted().filter(|_| self.surplus > 0);
            return;
        }
        let nothing = match &mut self.count {
            Some(text) => text.pop().is_none(),
            None => self.faces.pop().is_none(),
        };
        if nothing {
            self.back_a_throw();
        }
    }

    /// The last throw that somebody was asked for, of those before this one.
    fn last_asked(&self) -> Option<usize> {
        (0..self.before.len()).rev().find(|at| !self.before[*at].0.is_in_vain() && !self.idle.contains(at))
    }

    pub fn may_go_back(&self) -> bool {
        self.last_asked().is_some()
    }

    /// The throw before this one is asked for again, as it was typed; `false` if this is the first.
    pub fn back_a_throw(&mut self) -> bool {
        // Those that nobody was asked for are taken back with the one before them.
        let Some(last) = self.last_asked() else { return false };
        let back = self.before.len() - last;
        let Some((throw, entry)) = self.before.drain(last..).next() else { return false };
        self.idle.retain(|at| *at < last);
        self.entered.truncate(self.entered.len().saturating_sub(back));
        self.throw = throw;
        self.fault = None;
        self.clear();
        self.count = None;
        match entry {
            TypedEntry::Faces(faces) => self.faces = faces,
            TypedEntry::Count(count) => self.count = Some(count.to_string()),
            TypedEntry::Name(_) => {}
        }
        true
    }

    /// The count instead of the faces, or faces again.
    pub fn toggle_count(&mut self) {
        self.fault = None;
        self.count = if self.count.is_some() { None } else { Some(String::new()) };
        self.clear();
    }

    /// What the program would roll for the throw that is waited for, in a game of this seed for the entry of this number.
    pub fn rolled(&self, seed: u64, entry: usize) -> Option<TypedEntry> {
        let mut dice = Rolled::new(seed, entry as u64);
        let before = self.before.iter().map(|(throw, _)| throw);
        // The stream of this entry, as far as it has been asked for: what is rolled hangs on nothing else.
        let rolled = before.chain([&self.throw]).map(|throw| dice.answer(throw)).last();
        rolled.and_then(Result::ok).map(|answer| TypedEntry::Faces(answer.faces))
    }

    /// Takes these dice: asks for the next throw, or gives all that were made for the order. `next`: the throw that the order
    /// needs after these, or why they are not taken.
    pub fn enter<E: std::fmt::Display>(
        &mut self,
        next: impl FnOnce(&O, &[TypedEntry]) -> Result<Option<Throw>, E>,
        entry: TypedEntry,
        by: Thrower,
    ) -> Option<DiceFrom> {
        self.fault = None;
        let mut answers = self.answers();
        answers.push(entry.clone());
        let mut entered = self.entered.clone();
        entered.push((entry.clone(), by));
        match next(&self.order, &answers) {
            Ok(Some(throw)) => {
                self.before.push((self.throw.clone(), entry));
                self.entered = entered;
                self.throw = throw;
                self.clear();
                // Each throw begins with its faces: a count typed for another would be a surprise.
                self.count = None;
                None
            }
            Ok(None) => Some(DiceFrom::Mixed(entered)),
            Err(stop) => {
                self.fault = Some(stop.to_string());
                self.clear();
                None
            }
        }
    }

    /// Dice that cannot hit decide nothing and are not asked for: no hits are entered for them, as players would type it, so that the
    /// record has every throw of the order. What all that were made give, where nothing else is to be thrown.
    pub fn pass_vain<E: std::fmt::Display>(
        &mut self,
        next: impl Fn(&O, &[TypedEntry]) -> Result<Option<Throw>, E>,
    ) -> Option<DiceFrom> {
        while self.throw.is_in_vain() && self.fault.is_none() {
            let dice = self.enter(&next, TypedEntry::Count(0), Thrower::Players);
            if dice.is_some() {
                return dice;
            }
        }
        None
    }

    /// A die of which every face leads to the same is rolled by the program, which nobody is asked for: the record has every throw of
    /// the order. `rolls`: what the program would roll where the next throw decides nothing.
    pub fn pass_idle<E: std::fmt::Display>(
        &mut self,
        next: impl Fn(&O, &[TypedEntry]) -> Result<Option<Throw>, E>,
        rolls: impl Fn(&Self) -> Option<TypedEntry>,
    ) -> Option<DiceFrom> {
        while let Some(rolled) = rolls(self).filter(|_| self.fault.is_none()) {
            let at = self.before.len();
            let dice = self.enter(&next, rolled, Thrower::Program);
            if dice.is_some() {
                return dice;
            }
            if self.before.len() > at {
                self.idle.insert(at);
            }
        }
        None
    }

    /// Passes what nobody is asked for, of either sort, as long as such throws follow each other.
    pub fn pass_on<E: std::fmt::Display>(
        &mut self,
        next: impl Fn(&O, &[TypedEntry]) -> Result<Option<Throw>, E>,
        rolls: impl Fn(&Self) -> Option<TypedEntry>,
    ) -> Option<DiceFrom> {
        loop {
            let thrown = self.before.len();
            let all = self.pass_vain(&next).or_else(|| self.pass_idle(&next, &rolls));
            if all.is_some() || self.before.len() == thrown {
                return all;
            }
        }
    }

    /// What has been thrown already, whoever did.
    pub fn answers(&self) -> Vec<TypedEntry> {
        self.entered.iter().map(|(entry, _)| entry.clone()).collect()
    }

    /// Is there anything that could be corrected?
    pub fn has_typed(&self) -> bool {
        !self.faces.is_empty()
            || self.count.as_ref().is_some_and(|text| !text.is_empty())
            || !self.before.is_empty()
    }

    /// What stands there now as an entry; none while dice are missing, or some are typed that there are not.
    pub fn complete(&self) -> Option<TypedEntry> {
        match &self.count {
            Some(text) => text.parse().ok().map(TypedEntry::Count),
            None if self.faces.len() == usize::from(self.throw.dice) && self.surplus == 0 => {
                Some(TypedEntry::Faces(self.faces.clone()))
            }
            None => None,
        }
    }
}
