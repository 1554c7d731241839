//! The game as a whole: begun, opened, saved, taken back; the games of the journal folder; and the view of its table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, SystemTime};

use crate::desk::{Library, peek};
use crate::games::Games as RuleSets;
use crate::table::Vec2;

use super::App;
use super::guide::Guide;
use super::painter::View;
use super::start::{Opening, Start};
use super::state::{Dialog, Habit};

/// One game of the journal folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub path: PathBuf,
    /// The file's name without its ending.
    pub name: String,
    pub battle: String,
    /// When it was played last: `3 hours ago`.
    pub when: String,
    /// `turn 4 of 19, order 213`; none while it is not known yet.
    pub turn: Option<String>,
}

/// The games of the journal folder, the latest first.
#[derive(Debug, Default)]
pub struct Games {
    pub rows: Vec<GameRow>,
    /// How many older ones there are besides.
    pub older: usize,
    pub(super) found: Option<Receiver<Found>>,
    /// What was found out before, by file and its time.
    pub(super) known: BTreeMap<(PathBuf, Option<SystemTime>), String>,
}

/// What the thread that reads the folder tells.
#[derive(Debug)]
pub(super) enum Found {
    /// The games that are listed, and how many older ones there are.
    Rows(Vec<GameRow>, usize),
    Turn(PathBuf, Option<SystemTime>, String),
}

/// Round what is zoomed to so much ground is shown, in inches.
const ROUND: f32 = 7.0;

/// So many games are listed.
const LISTED: usize = 12;

impl Games {
    /// Takes what the thread has found.
    pub(super) fn hear(&mut self) {
        let Some(found) = &self.found else { return };
        for news in found.try_iter() {
            match news {
                Found::Rows(rows, older) => (self.rows, self.older) = (rows, older),
                Found::Turn(path, time, turn) => {
                    if let Some(row) = self.rows.iter_mut().find(|row| row.path == path) {
                        row.turn = Some(turn.clone());
                    }
                    self.known.insert((path, time), turn);
                }
            }
        }
    }
}

/// How long ago, as one says it.
fn ago(time: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(time).unwrap_or(Duration::ZERO).as_secs() / 60;
    let count = |number: u64, unit: &str| match number {
        1 => format!("1 {unit} ago"),
        number => format!("{number} {unit}s ago"),
    };
    match minutes {
        0 => "just now".to_owned(),
        1..60 => count(minutes, "minute"),
        60..1440 => count(minutes / 60, "hour"),
        1440..43_200 => count(minutes / 1440, "day"),
        _ => time
            .duration_since(SystemTime::UNIX_EPOCH)
            .map(|since| date(since.as_secs() / 86_400))
            .unwrap_or_default(),
    }
}

/// The date of a day counted from 1 January 1970: `18 June 1815` is before it, so days are not negative.
///
/// Years are counted from March, so that the leap day is a year's last.
fn date(day: u64) -> String {
    const MONTHS: [&str; 12] = [
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "January",
        "February",
    ];
    // Days since 1 March of the year 0, in eras of 400 years.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year_of_era + u64::from(month >= 10);
    format!("{of_month} {} {year}", MONTHS.get(month as usize).copied().unwrap_or_default())
}

/// Reads the folder of journals: first what the files' first lines say, then how far each game has gone.
pub(super) fn read_games(
    games: &RuleSets,
    library: &Library,
    known: &BTreeMap<(PathBuf, Option<SystemTime>), String>,
    tell: &Sender<Found>,
    repaint: &dyn Fn(),
) {
    let now = SystemTime::now();
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let mut paths: Vec<_> = library.list_journals().into_iter().map(|path| (time(&path), path)).collect();
    paths.sort_by(|a, b| b.cmp(a));
    let names: BTreeMap<String, String> =
        library.scenarios().into_iter().map(|(id, name, _)| (id, name)).collect();
    let older = paths.len().saturating_sub(LISTED);
    let mut rows = Vec::new();
    let mut unknown = Vec::new();
    for (time, path) in paths.into_iter().take(LISTED) {
        let Ok(header) = peek(&path) else { continue };
        let turn = known.get(&(path.clone(), time)).cloned();
        if turn.is_none() {
            unknown.push((path.clone(), time));
        }
        rows.push(GameRow {
            name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            battle: names.get(&header.scenario).cloned().unwrap_or(header.scenario),
            when: time.map(|time| ago(time, now)).unwrap_or_default(),
            turn,
            path,
        });
    }
    if tell.send(Found::Rows(rows, older)).is_err() {
        return;
    }
    repaint();
    for (path, time) in unknown {
        let turn = gone_so_far(games, library, &path);
        // The window is closed, or looks anew: the rest is not wanted.
        if tell.send(Found::Turn(path, time, turn)).is_err() {
            return;
        }
        repaint();
    }
}

/// How far the game in this journal has gone: `turn 4 of 19, order 213`.
fn gone_so_far(games: &RuleSets, library: &Library, path: &Path) -> String {
    let rules = peek(path).ok().and_then(|header| games.of(&header.rules));
    match rules.and_then(|rules| rules.read(path, library).ok()) {
        Some((game, _)) => {
            format!("turn {} of {}, order {}", game.turn_number(), game.turns(), game.depth())
        }
        None => "cannot be opened as it is".into(),
    }
}

impl App {
    /// Takes up a step through the record; false where it could not be done.
    pub(super) fn stepped(&mut self, done: Result<(), impl std::fmt::Display>) -> bool {
        match done {
            Ok(()) => {
                self.shell.dialog = None;
                self.changed();
                true
            }
            Err(error) => {
                self.trouble(error);
                false
            }
        }
    }

    /// Puts one thing back at a time: what lies over the window, an earlier table, the dice, what is in hand.
    pub(super) fn cancel(&mut self) {
        let closed = self.shell.finder.take().is_some()
            || self.shell.close_dialog()
            || self.leave_line()
            || self.fiat.take().is_some()
            || self.regroup.take().is_some()
            || self.measuring.take().is_some();
        if closed {
            return;
        }
        if self.looking.is_some() {
            self.back_to_now();
        } else if self.tray.take().is_none() {
            self.put_back();
        }
    }

    /// The guided first turn: a new game of the first battle, with dice rolled by the program.
    pub(super) fn start_guide(&mut self) {
        self.shell.start_guide();
        self.take_seat();
    }

    /// Plays the game that was begun or opened, where it is one of the open table; the window gives another its seat.
    pub(super) fn take_seat(&mut self) {
        match self.shell.next.take() {
            Some(Opening::Table(start)) => {
                // What could not be done on the way is said over the new game.
                let trouble = self.shell.dialog.take();
                let guided = self.shell.guided;
                self.begin(*start);
                if self.shell.dialog.is_none() {
                    self.shell.dialog = trouble.filter(|dialog| matches!(dialog, Dialog::Trouble(_)));
                }
                if guided {
                    self.guide_on();
                }
            }
            other => self.shell.next = other,
        }
    }

    /// The guided first turn begins with the game that was begun for it.
    pub(super) fn guide_on(&mut self) {
        self.shell.guided = false;
        self.shell.saved.dice = Habit::Rolled;
        self.guide = Some(Guide::default());
    }

    pub(super) fn trouble(&mut self, error: impl std::fmt::Display) {
        self.shell.trouble(error);
    }

    pub(super) fn say(&mut self, ctx: &egui::Context, words: impl Into<String>) {
        self.shell.say(ctx, words);
    }

    pub(super) fn begin(&mut self, start: Start) {
        let saved = self.shell.saved.clone();
        let table = std::mem::take(&mut self.table);
        let book = std::mem::take(&mut self.shell.book);
        let games = std::mem::take(&mut self.shell.games);
        let (ctx, theme_set, version) = (self.shell.ctx.take(), self.shell.theme_set, self.version);
        // Who looks at the table stays.
        let viewer = self.viewer;
        *self = Self::with(start, saved);
        self.shell.ctx = ctx;
        self.shell.theme_set = theme_set;
        self.version = version + 1;
        if viewer != self.viewer {
            self.viewer = viewer;
            self.changed();
        } else {
            // Now that there is somewhere to paint what is found.
            self.redeclare();
        }
        self.table = table;
        self.table.fitted = true;
        self.shell.book = book;
        self.shell.games = games;
    }

    pub(super) fn zoom(&mut self, factor: f32) {
        if let Some(view) = self.table.view {
            self.table.view = Some(view.zoomed(factor, view.rect.center()));
            self.table.fitted = false;
        }
    }

    pub(super) fn fit_selection(&mut self) {
        let state = self.desk.state();
        let of_selected = self.selected.map(|id| state.unit(id).command);
        let command = of_selected.or_else(|| state.active().map(|now| now.command));
        let stands = command.into_iter().flat_map(|id| state.roster().stands_of(id));
        let places: Vec<Vec2> = stands.filter_map(|id| state.pose(id)).map(|pose| pose.at).collect();
        match &places[..] {
            [] => self.table.fitted = true,
            places => self.zoom_to(places),
        }
    }

    /// Shows all these places as large as they go, with the ground round them.
    pub(super) fn zoom_to(&mut self, places: &[Vec2]) {
        let (Some(view), [first, ..]) = (self.table.view, places) else { return };
        let (low, high) =
            places.iter().fold((*first, *first), |(low, high), at| (low.min(*at), high.max(*at)));
        self.table.view = Some(View::around(low - ROUND, high + ROUND, view.rect));
        self.table.fitted = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Saved;
    use crate::desk::{Desk, DiceFrom, Setup};
    use crate::rules::easy::Easy;
    use std::sync::mpsc::channel;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), "1 January 1970");
        assert_eq!(date(11_016), "29 February 2000");
        assert_eq!(date(11_017), "1 March 2000");
        assert_eq!(date(19_722), "31 December 2023");
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400 * 400);
        let later = |seconds| ago(then, then + Duration::from_secs(seconds));
        assert_eq!(
            [later(5), later(90), later(7200), later(86_400 * 3)],
            ["just now", "1 minute ago", "2 hours ago", "3 days ago"]
        );
        assert_eq!(later(86_400 * 31), date(400));
    }

    #[test]
    fn no_two_games_draw_their_ground_under_one_number() {
        let library = Library::embedded(&RuleSets::default());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let desk = Desk::<Easy>::new(Setup::new(scenario, 7), None).expect("a game begins");
        let mut app = App::with(Start { library, desk, notices: Vec::new() }, Saved::default());
        let mut papers = vec![app.paper];
        for _ in 0..3 {
            // The same battle again: its ground may well lie where that of the game before last lay.
            app.shell.new_game("first-steps", None);
            app.take_seat();
            papers.push(app.paper);
        }
        papers.dedup();
        assert_eq!(papers.len(), 4, "{papers:?}");
        assert!(papers.is_sorted());
    }

    #[test]
    fn the_games_of_the_folder_are_found_with_their_turns() {
        let home = tempfile::tempdir().expect("a folder");
        let library = Library::at(home.path(), &RuleSets::default());
        let (scenario, _) = library.scenario("first-steps").expect("it is in the program");
        let path =
            library.new_journal("first-steps").expect("a folder can be made").expect("there is a home");
        let mut desk = Desk::<Easy>::new(Setup::new(scenario, 7), Some(&path)).expect("a game begins");
        let order = desk.due().offers[0].order.clone();
        desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
        drop(desk);
        fs::write(home.path().join("journals/broken.journal"), "nothing of ours").expect("a file is written");
        let (tell, found) = channel();
        read_games(&RuleSets::default(), &library, &BTreeMap::new(), &tell, &|| {});
        let mut games = Games { found: Some(found), ..Games::default() };
        games.hear();
        assert_eq!(games.rows.len(), 1, "what is no journal is not listed");
        let row = &games.rows[0];
        assert_eq!(
            (row.name.as_str(), row.battle.as_str()),
            ("first-steps-001", "First steps: the bridge at Lesnes")
        );
        assert_eq!(row.turn.as_deref(), Some("turn 1 of 6, order 1"));
        assert_eq!(games.known.len(), 1, "it is not read again");
    }
}
