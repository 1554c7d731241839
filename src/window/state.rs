//! The state of the window: the part saved between runs in one serialisable struct, and the part in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::texts::{dice, files};
use ::dice::{Rolled, Throw, Tray as _, TypedEntry};
use desk::{DiceFrom, GAME_ENDINGS, Thrower};
use drawing::Sight;
use drawing::hex::MapTurn;
use drawing::overlay::OverlaysShown;
use game::Viewer;
use game::minds::SoloPlayer;
use game::options::Options;

use super::layout::{self, Layout, is_sound};
use super::line::History;
use super::setup::picture::SavedPicture;

/// Smallest and largest text, as a share of the designed size.
pub const TEXT_SCALES: Range<f32> = 0.8..2.0;

/// Fewest and most pixels that an inch of the players' screen may have.
pub const INCHES: Range<f32> = 20.0..600.0;

/// The usual way of throwing dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    Rolled,
    Typed,
}

impl Habit {
    /// The other way.
    pub const fn other(self) -> Self {
        match self {
            Self::Rolled => Self::Typed,
            Self::Typed => Self::Rolled,
        }
    }
}

/// Where the players' screen has its board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardPlace {
    #[default]
    Away,
    /// Below the table.
    Beside,
    /// In place of the table.
    Instead,
}

impl BoardPlace {
    pub const ALL: [Self; 3] = [Self::Away, Self::Beside, Self::Instead];
}

/// How long an order of the program is shown before its next, and how long at first, in seconds.
pub const PAUSES: RangeInclusive<f64> = 0.1..=5.0;
const PAUSE: f64 = 1.2;

/// Saved between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    pub dark: bool,
    /// The colour vision that the colours are for.
    pub sight: Sight,
    pub names: bool,
    pub grid: bool,
    /// The turns of maps, by the id of their battle.
    pub map_turns: BTreeMap<String, MapTurn>,
    /// The overlays shown.
    pub shown: OverlaysShown,
    /// The layout of the panels; `None` means the initial one.
    #[serde(rename = "panels")]
    pub layout: Option<Layout>,
    /// Is it the layout of a narrow window?
    pub folded: bool,
    /// The layout for the other kind of window; `None` means the initial one.
    #[serde(rename = "other_panels")]
    pub other_layout: Option<Layout>,
    /// Who plays where the program plays a side.
    pub solo: SoloPlayer,
    /// The sides that the program plays in games that are not over, by the files of the games.
    pub opponents: BTreeMap<String, [Option<SoloPlayer>; 2]>,
    /// How long its last order is shown before the next, in seconds.
    pub pause: f64,
    /// Is the table shown alone, without panels and log?
    pub alone: bool,
    /// Is the whole log shown, not only its last line?
    pub log: bool,
    /// Is the order of battle a list instead of badges?
    pub unfolded: bool,
    pub dice: Habit,
    /// The options of the last game started, by the id of its rule set.
    #[serde(rename = "options")]
    pub last_options: BTreeMap<String, Options>,
    /// 1 is the designed size.
    pub text_scale: f32,
    /// The history of the order line.
    pub history: History,
    /// How the columns of pasted rosters were identified, by the headings of their tables.
    pub roster_maps: BTreeMap<String, Vec<String>>,
    /// A picture of the real table, shown while setting up.
    pub picture: Option<SavedPicture>,
    /// The viewer of the players' screen, if it is open.
    pub screen: Option<Viewer>,
    /// Is an inch of the table an inch on the players' screen?
    pub true_size: bool,
    /// Number of pixels of the players' screen that are an inch.
    pub inch: f32,
    /// Where the players' screen has its board.
    pub board: BoardPlace,
    /// By rule set: the clause at which its rulebook is open; if missing, the contents.
    pub pages: BTreeMap<String, String>,
}

impl Saved {
    /// The saved state without parts that no window could use: the file may have been edited by hand.
    #[must_use]
    pub fn sound(mut self) -> Self {
        let Range { start, end } = TEXT_SCALES;
        self.text_scale = match self.text_scale.is_finite() {
            true => self.text_scale.clamp(start, end),
            false => 1.0,
        };
        self.pause =
            if self.pause.is_finite() { self.pause.clamp(*PAUSES.start(), *PAUSES.end()) } else { PAUSE };
        let Range { start, end } = INCHES;
        self.inch = if self.inch.is_finite() { self.inch.clamp(start, end) } else { 96.0 };
        for layout in [&mut self.layout, &mut self.other_layout] {
            *layout = layout.take().filter(is_sound);
        }
        self
    }

    /// The layout of the panels, or the initial one.
    pub fn panels(&mut self, ctx: &egui::Context) -> &mut Layout {
        let Self { layout, folded, .. } = self;
        layout.get_or_insert_with(|| {
            let room = layout::room(ctx);
            *folded = layout::is_narrow(room.x);
            layout::first_layout(room)
        })
    }

    /// Saves the options with which a game by these rules is started.
    pub fn keep_options(&mut self, rules: &str, options: Options) {
        self.last_options.insert(rules.to_owned(), options);
    }

    /// The options with which a game by these rules was last started.
    pub fn last_options(&self, rules: &str) -> Option<&Options> {
        self.last_options.get(rules)
    }
}

impl Default for Saved {
    fn default() -> Self {
        Self {
            solo: SoloPlayer::default(),
            pause: PAUSE,
            opponents: BTreeMap::new(),
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
            true_size: false,
            inch: 96.0,
            board: BoardPlace::Away,
            pages: BTreeMap::new(),
        }
    }
}

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePurpose {
    /// A journal to open.
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

impl FilePurpose {
    /// Its name, and the extensions of its files.
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

/// A dialog over the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// What to begin with.
    Start,
    Scenarios,
    Result,
    Keys,
    /// One page of the rules in force.
    Rules,
    /// Printing the game.
    Print,
    /// Writing a report of the game.
    Report,
    /// Typing the path of a file, to be opened or written, where the system has no dialog for it.
    File(FilePurpose),
    /// Waiting for another thread.
    Busy(String),
    /// An error message.
    Trouble(String),
    /// A notice when a game is opened.
    Notice(String),
    /// What was dropped on the window.
    Dropped(String),
    /// What was imported from a file of ground, and how it was changed.
    Imported(String),
    Handbook,
    /// The program: version, rule sets, licences.
    About,
    /// Why the game is not saved; offers another folder.
    Unkept(String),
    /// The name under which to save this position as a battle.
    Position,
    /// The game judged again under another option.
    Rejudge,
    /// What to set up: handled and drawn by set-up.
    SetUp,
    /// How many pixels of the players' screen are an inch.
    Inch,
}

/// A number for something drawn once and shown again, such as a ground or the stands of a draft: unique, and renewed after
/// every change.
pub fn new_sheet() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Maximum number of digits in a typed count.
const COUNT: usize = 3;

/// An order that waits for the players' dice.
#[derive(Clone, Debug)]
pub struct Tray<O> {
    pub order: O,
    /// Throws already made, and by whom.
    pub entered: Vec<(TypedEntry, Thrower)>,
    /// Earlier throws of this order, with their results.
    pub before: Vec<(Throw, TypedEntry)>,
    /// Indices of those throws that decided nothing: nobody was asked for them.
    pub idle: BTreeSet<usize>,
    /// The requested throw.
    pub throw: Throw,
    /// Its faces typed so far.
    pub faces: Vec<u16>,
    /// Number of faces typed beyond its dice.
    pub surplus: usize,
    /// The count typed so far, if it is typed instead.
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

    /// Clears what is typed of the requested throw.
    fn clear(&mut self) {
        self.faces.clear();
        self.surplus = 0;
    }

    /// The message about missing or surplus dice.
    fn miscounted(&self) -> Option<String> {
        if let Some(text) = &self.count {
            return text.is_empty().then(|| dice::NO_COUNT.to_owned());
        }
        let (wanted, typed) = (usize::from(self.throw.dice), self.faces.len() + self.surplus);
        (wanted != typed).then(|| dice::miscounted(wanted, typed, typed > wanted))
    }

    /// The dice were entered with some missing, or too many: shows the message.
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

    /// Index of the last earlier throw that somebody was asked for.
    fn last_asked(&self) -> Option<usize> {
        (0..self.before.len()).rev().find(|at| !self.before[*at].0.is_in_vain() && !self.idle.contains(at))
    }

    pub fn may_go_back(&self) -> bool {
        self.last_asked().is_some()
    }

    /// Goes back to the throw before, as it was typed; `false` if this is the first.
    pub fn back_a_throw(&mut self) -> bool {
        // Throws that nobody was asked for are taken back with the one before them.
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

    /// Switches between the count and the faces.
    pub fn toggle_count(&mut self) {
        self.fault = None;
        self.count = if self.count.is_some() { None } else { Some(String::new()) };
        self.clear();
    }

    /// The program's roll for the requested throw, in a game with this seed, for the entry of this number.
    pub fn rolled(&self, seed: u64, entry: usize) -> Option<TypedEntry> {
        let mut dice = Rolled::new(seed, entry as u64);
        let before = self.before.iter().map(|(throw, _)| throw);
        // The random stream of this entry, up to this throw: the roll depends on nothing else.
        let rolled = before.chain([&self.throw]).map(|throw| dice.answer(throw)).last();
        rolled.and_then(Result::ok).map(|answer| TypedEntry::Faces(answer.faces))
    }

    /// Accepts these dice: goes to the next throw, or returns all throws of the order. `next`: the throw that the order needs
    /// after these, or why they are not accepted.
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
                // Each throw starts with its faces: the count is a choice for one throw.
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

    /// Dice that cannot hit decide nothing and are not requested: no hits are entered for them, as players would, so that the
    /// record has every throw. Returns all throws of the order if no other follows.
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

    /// A die whose faces all have the same effect is rolled by the program without asking: the record has every throw. `rolls`:
    /// the program's roll, if the next throw decides nothing.
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

    /// Passes throws of both sorts that nobody is asked for, as long as they follow each other.
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

    /// All throws made so far, by anybody.
    pub fn answers(&self) -> Vec<TypedEntry> {
        self.entered.iter().map(|(entry, _)| entry.clone()).collect()
    }

    /// Is something typed of the requested throw?
    pub fn is_begun(&self) -> bool {
        !self.faces.is_empty() || self.count.as_ref().is_some_and(|text| !text.is_empty())
    }

    /// Is there anything typed to correct?
    pub fn has_typed(&self) -> bool {
        !self.faces.is_empty()
            || self.count.as_ref().is_some_and(|text| !text.is_empty())
            || !self.before.is_empty()
    }

    /// The entry as it stands; `None` while dice are missing, or too many are typed.
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
