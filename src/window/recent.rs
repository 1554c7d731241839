//! The games of the journal folder, for the list of recent games.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, SystemTime};

use super::texts::recent::{self as texts, Unit};
use desk::{Game, Library, peek};
use drawing::Palette;
use egui::ColorImage;
use game::Viewer;
use games::Games as RuleSets;
use paper::output::{Pixels, pixels};
use paper::picture::{Look, picture};

/// One game of the journal folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub path: PathBuf,
    /// The file's name without its extension.
    pub name: String,
    pub battle: String,
    /// When it was last played: `3 hours ago`.
    pub when: String,
    /// How far it has come; `None` while unknown.
    pub so_far: Option<SoFar>,
}

/// How far a game has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoFar {
    /// `turn 4 of 19, order 213, so far marginal French 9-5`.
    pub words: String,
    /// Its table, small; `None` where the game cannot be opened.
    pub picture: Option<Arc<ColorImage>>,
}

/// The games of the journal folder, the latest first.
#[derive(Debug, Default)]
pub struct Games {
    pub rows: Vec<GameRow>,
    /// Number of older ones.
    pub older: usize,
    pub(super) found: Option<Receiver<GameListUpdate>>,
    /// Earlier results, by file and its time.
    pub(super) known: Known,
}

/// What is known of games, by file and its time.
pub(super) type Known = BTreeMap<(PathBuf, Option<SystemTime>), SoFar>;

/// A result of the thread that reads the folder.
#[derive(Debug)]
pub(super) enum GameListUpdate {
    /// The listed games, and the number of older ones.
    Rows(Vec<GameRow>, usize),
    SoFar(PathBuf, Option<SystemTime>, SoFar),
}

/// Maximum number of games listed.
const LISTED: usize = 12;
/// The longer side of a picture, in points.
const PICTURE: f32 = 120.0;

impl Games {
    /// Takes the thread's results.
    pub(super) fn poll(&mut self) {
        let Some(found) = &self.found else { return };
        for news in found.try_iter() {
            match news {
                GameListUpdate::Rows(rows, older) => (self.rows, self.older) = (rows, older),
                GameListUpdate::SoFar(path, time, so_far) => {
                    if let Some(row) = self.rows.iter_mut().find(|row| row.path == path) {
                        row.so_far = Some(so_far.clone());
                    }
                    self.known.insert((path, time), so_far);
                }
            }
        }
    }
}

/// The time elapsed, in words.
fn ago(time: SystemTime, now: SystemTime) -> String {
    let minutes = now.duration_since(time).unwrap_or(Duration::ZERO).as_secs() / 60;
    match minutes {
        0 => texts::NOW.to_owned(),
        1..60 => texts::ago(minutes, Unit::Minute),
        60..1440 => texts::ago(minutes / 60, Unit::Hour),
        1440..43_200 => texts::ago(minutes / 1440, Unit::Day),
        _ => time
            .duration_since(SystemTime::UNIX_EPOCH)
            .map(|since| date(since.as_secs() / 86_400))
            .unwrap_or_default(),
    }
}

/// The date of a day counted from 1 January 1970: `18 June 1815` is before it, so days are never negative.
///
/// Years are counted from March, so that the leap day is a year's last.
fn date(day: u64) -> String {
    // Days since 1 March of the year 0, in eras of 400 years.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year_of_era + u64::from(month >= 10);
    texts::date(of_month, (month as usize + 2) % 12, year)
}

/// Reads the journal folder: first the first lines of the files, then the progress of each game.
pub(super) fn read_games(
    games: &RuleSets,
    library: &Library,
    known: &Known,
    sender: &Sender<GameListUpdate>,
    repaint: &dyn Fn(),
) {
    let now = SystemTime::now();
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    // A game in which nothing has been done is no game yet.
    let begun = library.list_journals().into_iter().filter(|path| !is_unplayed(path));
    let mut paths: Vec<_> = begun.map(|path| (time(&path), path)).collect();
    paths.sort_by(|a, b| b.cmp(a));
    let names: BTreeMap<String, String> =
        library.scenarios().into_iter().map(|(id, name, _)| (id, name)).collect();
    let older = paths.len().saturating_sub(LISTED);
    let mut rows = Vec::new();
    let mut unknown = Vec::new();
    for (time, path) in paths.into_iter().take(LISTED) {
        let Ok(header) = peek(&path) else { continue };
        let so_far = known.get(&(path.clone(), time)).cloned();
        if so_far.is_none() {
            unknown.push((path.clone(), time));
        }
        rows.push(GameRow {
            name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            battle: names.get(&header.scenario).cloned().unwrap_or(header.scenario),
            when: time.map(|time| ago(time, now)).unwrap_or_default(),
            so_far,
            path,
        });
    }
    if sender.send(GameListUpdate::Rows(rows, older)).is_err() {
        return;
    }
    repaint();
    for (path, time) in unknown {
        let so_far = gone_so_far(games, library, &path);
        // The window is closed, or reads again: the rest is not wanted.
        if sender.send(GameListUpdate::SoFar(path, time, so_far)).is_err() {
            return;
        }
        repaint();
    }
}

/// The progress of the game in this journal.
fn gone_so_far(games: &RuleSets, library: &Library, path: &Path) -> SoFar {
    let rules = peek(path).ok().and_then(|header| games.of(&header.rules));
    let Some((game, _)) = rules.and_then(|rules| rules.read(path, library).ok()) else {
        return SoFar { words: texts::UNREADABLE.into(), picture: None };
    };
    let result = game.summary().result;
    let words = texts::gone_so_far(game.turn_number(), game.turns(), game.depth(), &result, game.is_over());
    SoFar { words, picture: small(&*game).map(Arc::new) }
}

/// The table as it stands, small.
fn small(game: &dyn Game) -> Option<ColorImage> {
    let (low, high) = game.stage(Viewer::Referee).with_margin();
    let size = high - low;
    let look = Look {
        scale: 4.0 * PICTURE / size.max_element(),
        palette: Palette::DAY,
        viewer: Viewer::Referee,
        laid: Vec::new(),
        over: Vec::new(),
    };
    let Pixels { wide, high, rgba } = pixels(&picture(game, &look), 0.5).ok()?;
    Some(ColorImage::from_rgba_premultiplied([wide as usize, high as usize], &rgba))
}

/// Has nothing been done in this journal? It is its first line, or nothing.
pub(super) fn is_unplayed(path: &Path) -> bool {
    use std::io::{BufRead as _, BufReader};
    fs::File::open(path).is_ok_and(|file| BufReader::new(file).lines().take(2).count() < 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use desk::DiceFrom;
    use std::sync::mpsc::channel;
    use trial::TrialGame;

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
    fn the_games_of_the_folder_are_found_with_their_turns() {
        let home = tempfile::tempdir().expect("a folder");
        let library = Library::at(home.path(), &RuleSets::default());
        let path =
            library.new_journal("first-steps").expect("a folder can be made").expect("there is a home");
        let mut desk = TrialGame::new(trial::setup(7), Some(&path)).expect("a game begins");
        let order = desk.due().offers[0].order.clone();
        desk.order(order, DiceFrom::Rolled).expect("an offer is legal");
        drop(desk);
        fs::write(home.path().join("journals/broken.journal"), "nothing of ours").expect("a file is written");
        let (sender, found) = channel();
        read_games(&RuleSets::default(), &library, &BTreeMap::new(), &sender, &|| {});
        let mut games = Games { found: Some(found), ..Games::default() };
        games.poll();
        assert_eq!(games.rows.len(), 1, "what is no journal is not listed");
        let row = &games.rows[0];
        assert_eq!(
            (row.name.as_str(), row.battle.as_str()),
            ("first-steps-001", "First steps: the bridge at Lesnes")
        );
        let so_far = row.so_far.as_ref().expect("it has been read");
        assert!(so_far.words.starts_with("turn 1 of 6, order 1, so far "), "{}", so_far.words);
        let size = so_far.picture.as_ref().expect("it has a picture").size;
        assert!(size[0].max(size[1]) >= PICTURE as usize, "{size:?}");
        assert_eq!(games.known.len(), 1, "it is not read again");
    }
}
