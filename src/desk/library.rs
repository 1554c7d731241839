//! The user's data folder: their scenarios over those in the program, their journals, and the last game.
//!
//! The folder is where the system keeps a program's data, or what the variable `DRUMHEAD_HOME` says.
//! In it lie `armies/`, `terrain/` and `assets/scenarios/` of the same shape as the program's own, `journals/`, and
//! `unfinished/` for tables that are still being set up.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use directories::ProjectDirs;
use thiserror::Error;

use super::ending::{free_game_name, game_file, is_named_as_game};
use super::files::{FileFault, MOST_DATA, MOST_IMPORT, MOST_NOTE, read_file, read_text};
use super::journal::{Header, JournalError, Notice, digest};
use super::rule_list::RuleList;
use crate::army::Army;
use crate::data::{Fault, Faults, InMemory, Overlay, Source, Unread, path_of};
use crate::scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};
use crate::scenario::write::{army_file, ground_file};
use crate::scenario::{
    self, Battle, Draft, Embedded, HexBattle, HexScenario, OldBattle, Resumed, Scenario, Written,
};
use crate::table::ground::Ground;

/// The variable that moves the data folder.
pub const HOME: &str = "DRUMHEAD_HOME";

/// A folder on disk as a source of data files.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// The file of a relative path; none for one that would lead out of the folder.
    fn file(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        path.components().all(|part| matches!(part, Component::Normal(_))).then(|| self.0.join(path))
    }
}

impl Source for Folder {
    fn text(&self, path: &str) -> Result<Option<Cow<'_, str>>, Unread> {
        let Some(file) = self.file(path) else { return Ok(None) };
        match read_file(&file, MOST_DATA, "a data file") {
            Ok(bytes) => Ok(Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))),
            Err(fault) if fault.is_absent() => Ok(None),
            Err(FileFault { reason, .. }) => {
                Err(Unread { reason: reason.to_string(), remedy: reason.remedy().to_owned() })
            }
        }
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let Some(Ok(entries)) = self.file(folder).map(fs::read_dir) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }
}

/// Why a scenario was not saved. Nothing has been changed then.
#[derive(Debug, Error)]
pub enum SaveFault {
    #[error("\"{0}\" is no id: write small letters, digits and hyphens, as \"my-battle\"")]
    BadId(String),
    #[error("the system names no folder for data: set {HOME} to one")]
    NoHome,
    #[error("this position cannot be saved as a battle: {0}")]
    Position(String),
    #[error("there is already {}: choose another id, or say that it may be replaced", .0.join(", "))]
    Exists(Vec<String>),
    #[error("it has faults that must be mended first\n{0}")]
    Faulty(Faults),
    #[error("{} cannot be written: {error}", path.display())]
    Disk { path: PathBuf, error: io::Error },
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: String },
}

/// The folder of tables that are not finished: scenarios whole in one file, with any fault a draft may have.
const UNFINISHED: &str = "unfinished";

/// The data inside the program with the user's folder over it, read by the rule sets there are.
#[derive(Clone, Debug)]
pub struct Library {
    /// None where the system names no place for data: then nothing is kept between runs.
    home: Option<PathBuf>,
    rules: RuleList,
}

impl Library {
    /// The user's own library.
    pub fn open(rules: impl Into<RuleList>) -> Self {
        let home = match std::env::var_os(HOME) {
            Some(home) if !home.is_empty() => Some(PathBuf::from(home)),
            _ => ProjectDirs::from("", "", "drumhead").map(|dirs| dirs.data_dir().to_owned()),
        };
        Self { home, rules: rules.into() }
    }

    /// A library with its folder there.
    pub fn at(home: impl Into<PathBuf>, rules: impl Into<RuleList>) -> Self {
        Self { home: Some(home.into()), rules: rules.into() }
    }

    /// Only what is inside the program.
    pub fn embedded(rules: impl Into<RuleList>) -> Self {
        Self { home: None, rules: rules.into() }
    }

    /// The rule sets by which it is read.
    pub fn rules(&self) -> &RuleList {
        &self.rules
    }

    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// Every data file: the user's hide their namesakes inside the program.
    pub fn source(&self) -> Box<dyn Source> {
        match &self.home {
            Some(home) => Box::new(Overlay { upper: Folder(home.clone()), lower: Embedded }),
            None => Box::new(Embedded),
        }
    }

    /// Every scenario: id, name, rule set.
    pub fn scenarios(&self) -> Vec<(String, String, String)> {
        scenario::list(self.source().as_ref())
    }

    /// A scenario for the open table with its warnings, or all that is wrong with its files.
    pub fn scenario(&self, id: &str) -> Result<(Scenario, Vec<Fault>), Faults> {
        self.battle(id)
    }

    /// A battle of either kind with its warnings, or all that is wrong with its files.
    pub fn battle<S: Battle>(&self, id: &str) -> Result<(S, Vec<Fault>), Faults> {
        S::read(id, self.source().as_ref(), &self.rules)
    }

    /// The battle with which a game was begun: as its files are now, or, where they have changed since, as the program
    /// keeps it.
    pub(super) fn battle_of_journal<S: Battle>(
        &self,
        path: &Path,
        header: &Header,
    ) -> Result<S, JournalError> {
        let id = &header.scenario;
        let now = self.battle::<S>(id).map(|(battle, _)| battle);
        if let Ok(battle) = &now
            && digest(battle) == header.digest
        {
            return Ok(battle.clone());
        }
        if let Some(old) = OldBattle::with_digest(&header.digest)
            && let Ok((battle, _)) = S::read(id, &old, &self.rules)
        {
            return Ok(battle);
        }
        let path = path.to_owned();
        match now {
            Ok(battle) => Err(JournalError::OtherScenario {
                path,
                id: id.clone(),
                found: header.digest.clone(),
                now: digest(&battle),
            }),
            Err(faults) => Err(JournalError::MissingScenario { path, id: id.clone(), faults }),
        }
    }

    fn there(&self, files: &[Written]) -> Vec<String> {
        let source = self.source();
        // What is there and cannot be read would be replaced all the same.
        let there = files.iter().filter(|file| !matches!(source.text(&file.path), Ok(None)));
        there.map(|file| file.path.clone()).collect()
    }

    /// An id that no scenario has: `waterloo-own`, then `waterloo-own-2`.
    pub fn free_id(&self, base: &str) -> String {
        let taken: Vec<String> = self.scenarios().into_iter().map(|(id, ..)| id).collect();
        let base = base.split_once("-own").map_or(base, |(base, _)| base);
        let numbers = (2_u32..).map(|number| format!("{base}-own-{number}"));
        std::iter::once(format!("{base}-own"))
            .chain(numbers)
            .find(|id| !taken.contains(id))
            .unwrap_or_default()
    }

    /// Saves a draft into the user's folder under its id: ground, armies, and last the scenario.
    ///
    /// All files are written beside their places before the first is put there, so that a full disk leaves everything
    /// as it was.
    pub fn save_scenario(&self, draft: &Draft<Scenario>, replace: bool) -> Result<(), SaveFault> {
        let (home, id) = (self.own_home()?, &draft.scenario().id);
        check_id(id)?;
        let files = draft.files();
        scenario::read(id, &in_memory(&files), &self.rules).map_err(SaveFault::Faulty)?;
        self.put(home, &files, replace)
    }

    /// Saves a battle that goes on from a position, under an id that nobody has; gives it.
    pub(super) fn save_position(&self, position: &Resumed) -> Result<String, SaveFault> {
        let home = self.own_home()?;
        check_id(&position.id)?;
        self.put(home, &[position.written()], false)?;
        Ok(position.id.clone())
    }

    /// An id for a battle of this name that no battle has: `waterloo-18-june-1815-turn-4`.
    pub(super) fn id_for(&self, name: &str) -> String {
        let plain = |letter: char| letter.is_ascii_alphanumeric().then(|| letter.to_ascii_lowercase());
        let words = name.split(|letter| plain(letter).is_none()).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(|word| word.chars().filter_map(plain).collect()).collect();
        let mut base: String = words.join("-").chars().take(48).collect();
        if !base.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            base = format!("battle-{base}");
        }
        let base = base.trim_end_matches('-').to_owned();
        let taken: Vec<String> = self.scenarios().into_iter().map(|(id, ..)| id).collect();
        let numbers = (2_u32..).map(|number| format!("{base}-{number}"));
        let mut ids = std::iter::once(base.clone()).chain(numbers);
        ids.find(|id| !taken.contains(id)).unwrap_or_default()
    }

    /// Saves an army by itself into the user's folder, so that other battles can have it too; where it lies.
    pub fn save_army(&self, army: &Army, replace: bool) -> Result<PathBuf, SaveFault> {
        self.save_alone(&army.id, army_file(army), replace, |source| {
            scenario::read_army(&army.id, source).map(drop)
        })
    }

    /// The same of a ground.
    pub fn save_ground(&self, ground: &Ground, replace: bool) -> Result<PathBuf, SaveFault> {
        self.save_alone(&ground.id, ground_file(ground), replace, |source| {
            scenario::read_ground(&ground.id, source).map(drop)
        })
    }

    fn save_alone(
        &self,
        id: &str,
        file: Written,
        replace: bool,
        read: impl Fn(&dyn Source) -> Result<(), Faults>,
    ) -> Result<PathBuf, SaveFault> {
        let home = self.own_home()?;
        check_id(id)?;
        let path = home.join(&file.path);
        let files = [file];
        read(&in_memory(&files)).map_err(SaveFault::Faulty)?;
        self.put(home, &files, replace)?;
        Ok(path)
    }

    /// An id of this sort that no file of this folder has, made of a name: `army-of-the-meuse`.
    pub fn free_file_id(&self, folder: &str, name: &str) -> String {
        let taken = crate::data::ids(self.source().as_ref(), folder);
        let parts =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        let words: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
        let base: String = match words.join("-") {
            empty if empty.is_empty() => "own".to_owned(),
            base => base.chars().take(50).collect(),
        };
        let numbers = (2_u32..).map(|number| format!("{base}-{number}"));
        let mut ids = std::iter::once(base.clone()).chain(numbers);
        ids.find(|id| !taken.contains(id)).unwrap_or_default()
    }

    /// What is kept of a battle that goes on from where a game of another stood; none: it begins at its own beginning.
    pub fn resumed(&self, id: &str) -> Option<Resumed> {
        Resumed::of(id, self.source().as_ref())
    }

    /// The map of a battle on hexes, to be corrected; or every fault of its files. One that goes on has no map of its own:
    /// see [`Library::resumed`].
    pub fn hex_draft(&self, id: &str) -> Result<Draft<HexBattle>, Faults> {
        Draft::open(id, self.source().as_ref(), &self.rules)
    }

    /// Saves a corrected map into the user's folder under its id, and last the battle on it; the armies are those of the
    /// old battle and stay where they are. All or nothing, as [`Library::save_scenario`].
    pub fn save_hex_map(&self, draft: &Draft<HexBattle>, replace: bool) -> Result<(), SaveFault> {
        let home = self.own_home()?;
        check_id(draft.id())?;
        let files = draft.files();
        // With the armies as they are by now.
        let source = Overlay { upper: in_memory(&files), lower: self.source() };
        HexScenario::read(draft.id(), &source, &self.rules).map_err(SaveFault::Faulty)?;
        self.put(home, &files, replace)
    }

    /// Whether this battle is the user's own, or hides one of the program's.
    pub fn is_own(&self, id: &str) -> bool {
        self.own_home().is_ok_and(|home| home.join(path_of(SCENARIOS, id)).is_file())
    }

    /// Takes an own battle on hexes out of the user's folder for good, with its map and its armies as far as they are the
    /// user's and no other battle names them.
    pub fn drop_hex_map(&self, id: &str) -> Result<(), SaveFault> {
        let home = self.own_home()?;
        check_id(id)?;
        let files = self.hex_draft(id).map(|draft| draft.files()).unwrap_or_default();
        let away = |path: PathBuf| fs::remove_file(&path).map_err(|error| SaveFault::Disk { path, error });
        away(home.join(path_of(SCENARIOS, id)))?;
        // Whoever names a file of this id now needs it.
        let source = self.source();
        let others = self.scenarios().into_iter();
        let others: Vec<_> = others.filter_map(|(id, ..)| source.read(&path_of(SCENARIOS, &id))).collect();
        for file in files {
            let stem = Path::new(&file.path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let named = others.iter().any(|text| text.contains(&format!("\"{stem}\"")));
            let path = home.join(&file.path);
            if !named && path.is_file() {
                away(path)?;
            }
        }
        Ok(())
    }

    fn own_home(&self) -> Result<&Path, SaveFault> {
        self.home.as_deref().ok_or(SaveFault::NoHome)
    }

    /// Puts files into the user's folder, all of them or none.
    fn put(&self, home: &Path, files: &[Written], replace: bool) -> Result<(), SaveFault> {
        let there = self.there(files);
        if !there.is_empty() && !replace {
            return Err(SaveFault::Exists(there));
        }
        let mut written: Vec<(PathBuf, PathBuf)> = Vec::new();
        let done = files.iter().try_for_each(|file| {
            let path = home.join(&file.path);
            let fresh = path.with_extension("ron.new");
            let fault = |error| SaveFault::Disk { path: path.clone(), error };
            fs::create_dir_all(path.parent().unwrap_or(home)).map_err(fault)?;
            written.push((fresh.clone(), path.clone()));
            let mut out = fs::File::create(&fresh).map_err(fault)?;
            out.write_all(file.text.as_bytes()).and_then(|()| out.sync_all()).map_err(fault)
        });
        let done = done.and_then(|()| {
            written.iter().try_for_each(|(fresh, path)| {
                fs::rename(fresh, path).map_err(|error| SaveFault::Disk { path: path.clone(), error })
            })
        });
        if done.is_err() {
            for (fresh, _) in &written {
                // What is not there any more need not be taken away.
                let _ = fs::remove_file(fresh);
            }
        }
        done
    }

    fn unfinished_file(&self, id: &str) -> Result<PathBuf, SaveFault> {
        let home = self.home.as_ref().ok_or(SaveFault::NoHome)?;
        check_id(id)?;
        Ok(home.join(UNFINISHED).join(format!("{id}.json")))
    }

    /// Every table that was put by unfinished: id and name, sorted by id.
    pub fn list_unfinished(&self) -> Vec<(String, String)> {
        let Some(Ok(entries)) = self.home.as_ref().map(|home| fs::read_dir(home.join(UNFINISHED))) else {
            return Vec::new();
        };
        let names = entries.filter_map(Result::ok).filter_map(|entry| entry.file_name().into_string().ok());
        let mut ids: Vec<String> =
            names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect();
        ids.sort();
        let named = |id: String| {
            let name = self.unfinished(&id).map_or_else(|_| id.clone(), |scenario| scenario.name);
            (id, name)
        };
        ids.into_iter().map(named).collect()
    }

    /// What was put by under this id. It may have any fault that a draft may have: only a [`Draft`] takes it.
    pub fn unfinished(&self, id: &str) -> Result<Scenario, SaveFault> {
        let path = self.unfinished_file(id)?;
        let text = read_text(&path, MOST_IMPORT, "an unfinished table")
            .map_err(|fault| SaveFault::Unreadable { path: path.clone(), error: fault.reason.to_string() })?;
        let mut scenario: Scenario = serde_json::from_str(&text)
            .map_err(|error| SaveFault::Unreadable { path: path.clone(), error: error.to_string() })?;
        if scenario.sides.len() != 2 {
            return Err(SaveFault::Unreadable { path, error: "it has not two sides".into() });
        }
        // Edits of a draft speak of both sides, and of at least one army of each.
        for side in scenario.sides.iter_mut().filter(|side| side.armies.is_empty()) {
            let army = Army {
                id: side.id.clone(),
                name: side.name.clone(),
                colour: side.id.clone(),
                commands: Vec::new(),
            };
            side.armies.push(army);
        }
        Ok(scenario)
    }

    /// An id under which nothing is put by: `waterloo`, then `waterloo-2`.
    pub fn free_unfinished(&self, base: &str) -> String {
        let taken: Vec<String> = self.list_unfinished().into_iter().map(|(id, _)| id).collect();
        let numbers = (2_u32..).map(|number| format!("{base}-{number}"));
        let mut ids = std::iter::once(base.to_owned()).chain(numbers);
        ids.find(|id| !taken.contains(id)).unwrap_or_default()
    }

    /// Puts a draft by as it is, whatever is wrong with it, where no list of battles looks. On any error what was there
    /// stays.
    pub fn save_unfinished(&self, draft: &Draft<Scenario>, id: &str, replace: bool) -> Result<(), SaveFault> {
        let path = self.unfinished_file(id)?;
        if path.exists() && !replace {
            return Err(SaveFault::Exists(vec![format!("{UNFINISHED}/{id}.json")]));
        }
        let fresh = path.with_extension("json.new");
        let fault = |error: io::Error| SaveFault::Disk { path: path.clone(), error };
        let text = serde_json::to_string(draft.scenario()).map_err(|error| fault(io::Error::other(error)))?;
        let saved = fs::create_dir_all(path.parent().unwrap_or(&path))
            .and_then(|()| fs::File::create(&fresh))
            .and_then(|mut out| out.write_all(text.as_bytes()).and_then(|()| out.sync_all()))
            .and_then(|()| fs::rename(&fresh, &path));
        if saved.is_err() {
            // What is not there any more need not be taken away.
            let _ = fs::remove_file(&fresh);
        }
        saved.map_err(fault)
    }

    /// Throws away what was put by under this id.
    pub fn drop_unfinished(&self, id: &str) -> Result<(), SaveFault> {
        let path = self.unfinished_file(id)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(SaveFault::Disk { path, error }),
            _ => Ok(()),
        }
    }

    /// Every army. One that cannot be read is left out.
    pub fn armies(&self) -> Vec<Army> {
        let source = self.source();
        let read = |id: String| scenario::read_army(&id, source.as_ref()).ok().map(|(army, _)| army);
        scenario::armies(source.as_ref()).into_iter().filter_map(read).collect()
    }

    /// What is in the user's folder and cannot be read, so that what is in the program stands in its place.
    pub fn unreadable(&self) -> Vec<Notice> {
        let Some(home) = &self.home else { return Vec::new() };
        let mut found = Vec::new();
        let mut tell = |path: &Path, why: String| found.push(Notice::Unread { path: path.to_owned(), why });
        match entries(home) {
            Ok(_) => {}
            // Whoever writes there tells why it is none.
            Err(_) if !home.is_dir() => return found,
            Err(error) => {
                tell(home, error.to_string());
                return found;
            }
        }
        for folder in [ARMIES, TERRAIN, SCENARIOS].map(|folder| home.join(folder)) {
            match entries(&folder) {
                Ok(paths) => {
                    for path in paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == "ron")) {
                        if let Some(why) = hindrance(path) {
                            tell(path, why);
                        }
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => tell(&folder, error.to_string()),
            }
        }
        if let Some(pointer) = self.pointer().filter(|pointer| fs::symlink_metadata(pointer).is_ok())
            && let Some(why) = hindrance(&pointer)
        {
            tell(&pointer, why);
        }
        found
    }

    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("journals"))
    }

    /// A path for a new journal of this scenario: `waterloo-003.drumhead`, the first number that is free.
    pub fn new_journal(&self, scenario: &str) -> io::Result<Option<PathBuf>> {
        let Some(folder) = self.journals() else { return Ok(None) };
        fs::create_dir_all(&folder)?;
        Ok(free_game_name(&folder, scenario).map(|name| game_file(&folder, &name)))
    }

    /// Every journal in the folder, of either ending, sorted by name.
    pub fn list_journals(&self) -> Vec<PathBuf> {
        let Some(Ok(entries)) = self.journals().map(fs::read_dir) else { return Vec::new() };
        let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| is_named_as_game(path)).collect();
        paths.sort();
        paths
    }

    fn pointer(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("last-game"))
    }

    /// The journal of the last game, as it was noted: its file may be gone since, which is for the caller to tell.
    pub fn last_game(&self) -> Option<PathBuf> {
        let text = read_text(&self.pointer()?, MOST_NOTE, "a note").ok()?;
        let path = text.trim_end_matches(['\r', '\n']);
        (!path.is_empty()).then(|| PathBuf::from(path))
    }

    /// Notes the journal of the game that is open, for the next start. The note is put in place whole: on any error the
    /// old one stays.
    pub fn remember(&self, journal: &Path) -> io::Result<()> {
        let (Some(home), Some(pointer)) = (&self.home, self.pointer()) else { return Ok(()) };
        fs::create_dir_all(home)?;
        let journal = std::path::absolute(journal)?;
        let fresh = home.join("last-game.new");
        let noted = fs::File::create(&fresh)
            .and_then(|mut out| writeln!(out, "{}", journal.display()).and_then(|()| out.sync_all()))
            .and_then(|()| fs::rename(&fresh, pointer));
        if noted.is_err() {
            // What is not there any more need not be taken away.
            let _ = fs::remove_file(&fresh);
        }
        noted
    }
}

/// What lies in a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Why a file cannot be read; none where it can.
fn hindrance(path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Some("it is no file".to_owned()),
        Ok(_) => fs::File::open(path).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// An id becomes the name of files.
pub fn check_id(id: &str) -> Result<(), SaveFault> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    match id.is_empty() || id.len() > 60 || !id.chars().all(plain) || id.starts_with('-') {
        true => Err(SaveFault::BadId(id.to_owned())),
        false => Ok(()),
    }
}

fn in_memory(files: &[Written]) -> InMemory {
    InMemory(files.iter().map(|file| (file.path.clone(), file.text.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Beginning;
    use crate::game::Viewer;
    use crate::games::{Games, trial};
    use crate::hexes::{Hex, HexKind, Mark};
    use crate::scenario::roster::rostered::RosterEdit;
    use crate::scenario::roster::{CellKind, Column};
    use crate::scenario::{Edit, HexEdit, HexStart, HexUnit, KnownRules, OptionFault};

    /// The battle on hexes that comes with the program.
    fn on_hexes(library: &Library) -> String {
        let ids = library.scenarios().into_iter().map(|(id, ..)| id);
        ids.into_iter().find(|id| library.hex_draft(id).is_ok()).unwrap()
    }

    #[test]
    fn a_map_is_saved_with_its_battle_and_the_battle_begins_as_a_game() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path().join("new"), &Games::default());
        let shipped = on_hexes(&library);
        let own = format!("{shipped}-own");
        let mut draft = library.hex_draft(&shipped).unwrap();
        let files = [format!("terrain/{}.ron", draft.map().id), format!("assets/scenarios/{shipped}.ron")];
        assert!(matches!(
            library.save_hex_map(&draft, false),
            Err(SaveFault::Exists(paths)) if paths == files
        ));
        draft.name_files(&library.free_id(&shipped));
        draft.edit(HexEdit::Title("Marengo, my sheet".into())).unwrap();
        draft.edit(HexEdit::Paint { kind: HexKind::Forest, hexes: vec![Hex(2010), Hex(2011)] }).unwrap();
        draft.edit(HexEdit::Mark { mark: Mark::Road, sides: vec![(Hex(2010), Hex(2011))] }).unwrap();
        library.save_hex_map(&draft, false).unwrap();
        let (saved, warnings) = library.battle::<HexScenario>(&own).unwrap();
        assert_eq!((&saved, warnings), (&draft.scenario(), vec![]));
        assert_eq!(saved.map.kind(Hex(2011)), HexKind::Forest);
        assert!(library.scenarios().contains(&(
            own.clone(),
            "Marengo, my sheet".into(),
            saved.rules.clone()
        )));
        let beginning = Beginning { scenario: own.clone(), seed: Some(7), ..Beginning::default() };
        let rules = library.rules().of(&saved.rules).unwrap();
        let (game, _) = rules.begin(&library, &library, beginning).unwrap();
        let whole = game.whole(Viewer::Referee).unwrap();
        let whole: serde_json::Value = serde_json::from_str(whole.get()).unwrap();
        // Those that come with an option stay away without it.
        let there = saved.units.iter().filter(|unit| unit.only_with.is_none()).count();
        assert_eq!(whole["units"].as_array().map(Vec::len), Some(there), "{whole}");
        // Again: only when it may be replaced. It is a map like any other by now, and can be corrected further.
        let mut draft = library.hex_draft(&own).unwrap();
        draft.edit(HexEdit::Name { hex: Hex(2010), name: "Copse".into() }).unwrap();
        assert!(
            matches!(library.save_hex_map(&draft, false), Err(SaveFault::Exists(paths)) if paths.len() == 2)
        );
        library.save_hex_map(&draft, true).unwrap();
        assert_eq!(library.battle::<HexScenario>(&own).unwrap().0, draft.scenario());
        let left = |folder: &str| fs::read_dir(home.path().join("new").join(folder)).unwrap().count();
        assert_eq!((left("terrain"), left("assets/scenarios")), (1, 1), "no remains");
        // Another on the same map, with an army of its own: each goes with what is its own only.
        draft.name_files("other");
        let stands = |unit: &&HexUnit| matches!(unit.start, HexStart::Deployed(_));
        let unit = saved.units.iter().find(stands).unwrap().id.clone();
        draft.edit(HexEdit::Start { unit, hex: Hex(1212) }).unwrap();
        library.save_hex_map(&draft, false).unwrap();
        assert!(library.is_own("other") && !library.is_own(&shipped));
        assert!(library.drop_hex_map(&shipped).is_err(), "the program's own stays");
        let path = home.path().join("new/assets/scenarios/other.ron");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("map: \"other\"", &format!("map: \"{own}\""))).unwrap();
        library.drop_hex_map(&own).unwrap();
        assert!(library.battle::<HexScenario>(&own).is_err());
        assert!(library.battle::<HexScenario>("other").is_ok(), "its map is there still");
        library.drop_hex_map("other").unwrap();
        assert_eq!((left("armies"), left("assets/scenarios")), (0, 0));
    }

    #[test]
    fn a_map_that_cannot_be_saved_whole_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path(), &Games::default());
        let shipped = on_hexes(&library);
        let mut draft = library.hex_draft(&shipped).unwrap();
        for id in ["", "../x", "a b", "-a"] {
            draft.name_files(id);
            assert!(matches!(library.save_hex_map(&draft, true), Err(SaveFault::BadId(_))), "{id}");
        }
        draft.name_files("mine");
        assert!(matches!(
            Library::embedded(&Games::default()).save_hex_map(&draft, false),
            Err(SaveFault::NoHome)
        ));
        // A file where the folder of scenarios should be.
        fs::write(home.path().join("assets"), "in the way").unwrap();
        assert!(matches!(library.save_hex_map(&draft, false), Err(SaveFault::Disk { .. })));
        assert!(fs::read_dir(home.path().join("terrain")).unwrap().next().is_none());
        fs::remove_file(home.path().join("assets")).unwrap();
        // An army that has been spoilt since the draft was begun.
        fs::create_dir_all(home.path().join("armies")).unwrap();
        let its_own = |army: &String| army.starts_with(&shipped);
        let army = scenario::armies(&Embedded).into_iter().find(its_own).unwrap();
        fs::write(home.path().join(format!("armies/{army}.ron")), "(id: \"x\")").unwrap();
        assert!(matches!(library.save_hex_map(&draft, false), Err(SaveFault::Faulty(_))));
        assert!(!home.path().join("terrain/mine.ron").exists());
    }

    #[test]
    fn the_users_scenario_hides_its_namesake() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path(), &Games::default());
        let (own, _) = library.scenario("first-steps").unwrap();
        assert_eq!(own.turns, 6);
        let folder = home.path().join("assets/scenarios");
        fs::create_dir_all(&folder).unwrap();
        let text = Embedded.read("assets/scenarios/first-steps.ron").unwrap().replace("turns: 6", "turns: 3");
        fs::write(folder.join("first-steps.ron"), text).unwrap();
        assert_eq!(library.scenario("first-steps").unwrap().0.turns, 3);
        assert!(library.scenarios().iter().any(|(id, ..)| id == "waterloo"));
    }

    /// The strength of B02 is written by hand.
    fn strength(points: u8) -> Edit {
        let column = Column::new("strength", "Strength", CellKind::Number { least: 0, most: 60 });
        Edit::from(RosterEdit::Cell { piece: "B02".into(), column, said: Some(points.to_string()) })
    }

    #[test]
    fn a_draft_is_saved_under_a_new_id_and_replaces_only_when_told() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path().join("new"), &Games::default());
        let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
        assert!(matches!(
            library.save_scenario(&draft, false),
            Err(SaveFault::Exists(paths)) if paths.contains(&"assets/scenarios/first-steps.ron".to_owned())
        ));
        assert_eq!(library.free_id("first-steps"), "first-steps-own");
        draft.name_files("first-steps-own");
        draft.edit(strength(9)).unwrap();
        library.save_scenario(&draft, false).unwrap();
        assert_eq!(library.scenario("first-steps-own").unwrap().0, draft.finished());
        assert_eq!(library.free_id("first-steps-own"), "first-steps-own-2");
        assert!(
            matches!(library.save_scenario(&draft, false), Err(SaveFault::Exists(paths)) if paths.len() == 4)
        );
        draft.edit(strength(8)).unwrap();
        library.save_scenario(&draft, true).unwrap();
        assert_eq!(library.scenario("first-steps-own").unwrap().0, draft.finished());
        let left = |folder: &str| fs::read_dir(home.path().join("new").join(folder)).unwrap().count();
        assert_eq!((left("armies"), left("terrain"), left("assets/scenarios")), (2, 1, 1), "no remains");
    }

    #[test]
    fn a_draft_with_faults_a_bad_id_or_no_home_is_not_saved() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path(), &Games::default());
        let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
        for id in ["", "../x", "Äpfel", "a b", "-a"] {
            draft.name_files(id);
            assert!(matches!(library.save_scenario(&draft, true), Err(SaveFault::BadId(_))), "{id}");
        }
        draft.name_files("mine");
        assert!(matches!(
            Library::embedded(&Games::default()).save_scenario(&draft, false),
            Err(SaveFault::NoHome)
        ));
        // A file where the folder should be: nothing is left half-written.
        fs::write(home.path().join("armies"), "in the way").unwrap();
        assert!(matches!(library.save_scenario(&draft, false), Err(SaveFault::Disk { .. })));
        assert!(fs::read_dir(home.path().join("terrain")).unwrap().next().is_none());
        draft.edit(strength(0)).unwrap();
        assert!(matches!(library.save_scenario(&draft, false), Err(SaveFault::Faulty(_))));
    }

    #[test]
    fn unfinished_work_is_kept_with_its_faults_and_is_no_battle() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path(), &Games::default());
        let mut draft = Draft::of(library.scenario("first-steps").unwrap().0);
        let pose = draft.pose("B03").unwrap();
        draft.edit(Edit::Place { piece: "B02".into(), pose }).unwrap();
        draft.edit(Edit::TakeOff { piece: "B04".into() }).unwrap();
        let faults = draft.check(library.rules());
        assert!(faults.iter().any(|found| found.fault.is_error()));
        assert_eq!(library.free_unfinished("first-steps"), "first-steps");
        library.save_unfinished(&draft, "first-steps", false).unwrap();
        assert!(matches!(library.save_unfinished(&draft, "first-steps", false), Err(SaveFault::Exists(_))));
        assert!(matches!(library.save_unfinished(&draft, "../x", true), Err(SaveFault::BadId(_))));
        assert_eq!(library.free_unfinished("first-steps"), "first-steps-2");
        assert_eq!(
            library.list_unfinished(),
            [("first-steps".to_owned(), draft.scenario().name.clone())],
            "its own list has it"
        );
        assert_eq!(
            library.scenarios(),
            Library::embedded(&Games::default()).scenarios(),
            "the battles have not"
        );
        let again = Draft::of(library.unfinished("first-steps").unwrap());
        assert_eq!(again.scenario(), draft.scenario());
        assert_eq!(again.check(library.rules()), faults);
        // The largest battle comes back to the last bit as well.
        let waterloo = Draft::of(library.scenario("waterloo").unwrap().0);
        library.save_unfinished(&waterloo, "large", false).unwrap();
        assert_eq!(library.unfinished("large").unwrap(), *waterloo.scenario());
        library.drop_unfinished("large").unwrap();
        library.drop_unfinished("first-steps").unwrap();
        assert!(library.list_unfinished().is_empty());
        assert!(matches!(library.unfinished("first-steps"), Err(SaveFault::Unreadable { .. })));
    }

    #[test]
    fn a_path_out_of_the_folder_is_not_read() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("secret"), "x").unwrap();
        let folder = Folder(home.path().join("data"));
        assert_eq!(folder.read("../secret"), None);
        assert!(Folder(home.path().to_owned()).read("secret").is_some());
    }

    #[test]
    fn the_last_game_is_remembered_though_its_journal_is_gone() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path().join("new"), &Games::default());
        let journal = library.new_journal("waterloo").unwrap().unwrap();
        assert!(journal.ends_with("waterloo-001.drumhead"));
        fs::write(&journal, "").unwrap();
        assert!(library.new_journal("waterloo").unwrap().unwrap().ends_with("waterloo-002.drumhead"));
        library.remember(&journal).unwrap();
        assert_eq!(library.last_game(), Some(journal.clone()));
        assert_eq!(library.list_journals(), std::slice::from_ref(&journal));
        // Games of before are listed with those of now.
        let old = home.path().join("new/journals/marengo-001.journal");
        fs::write(&old, "").unwrap();
        assert_eq!(library.list_journals(), [old, journal.clone()]);
        fs::remove_file(&journal).unwrap();
        assert_eq!(library.last_game(), Some(journal.clone()));
        // A folder in the way of the new note: the old one stays.
        fs::create_dir(home.path().join("new/last-game.new")).unwrap();
        assert!(library.remember(&home.path().join("other.journal")).is_err());
        assert_eq!(library.last_game(), Some(journal));
        fs::write(home.path().join("new/last-game"), "\n").unwrap();
        assert_eq!(library.last_game(), None);
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_in_the_users_folder_is_named() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path(), &Games::default());
        let named = || -> Vec<String> {
            let told = library.unreadable();
            let path = |notice: &Notice| match notice {
                Notice::Unread { path, .. } => path.strip_prefix(home.path()).unwrap().display().to_string(),
                other => panic!("{other}"),
            };
            told.iter().map(path).collect()
        };
        assert!(named().is_empty(), "an empty folder");
        let scenarios = home.path().join("assets/scenarios");
        fs::create_dir_all(scenarios.join("folder.ron")).unwrap();
        fs::write(scenarios.join("sound.ron"), "x").unwrap();
        fs::create_dir(scenarios.join("notes")).unwrap();
        std::os::unix::fs::symlink("round.ron", scenarios.join("round.ron")).unwrap();
        fs::write(home.path().join("terrain"), "in the way").unwrap();
        fs::create_dir(home.path().join("last-game")).unwrap();
        assert_eq!(
            named(),
            ["terrain", "assets/scenarios/folder.ron", "assets/scenarios/round.ron", "last-game"]
        );
        // One that is no folder, or is not there, is told by whoever writes to it.
        assert!(Library::at(home.path().join("terrain"), &Games::default()).unreadable().is_empty());
        assert!(Library::at(home.path().join("none"), &Games::default()).unreadable().is_empty());
        assert!(Library::embedded(&Games::default()).unreadable().is_empty());
    }

    #[test]
    fn an_unknown_option_in_a_scenario_names_those_there_are() {
        let rules = RuleList::from(&Games::default());
        let first = trial::book().id.as_str();
        assert!(matches!(
            rules.check_option(first, "fire-ark", "45"),
            Err(OptionFault::UnknownId { accepted }) if accepted.contains(&"fire-arc".to_owned())
        ));
        // A module that is still to come, while there is one.
        if let Some(later) = trial::specs().iter().find(|spec| !spec.in_force && spec.default == "off") {
            assert!(matches!(
                rules.check_option(first, later.id, "on"),
                Err(OptionFault::BadValue { accepted }) if accepted == ["off"]
            ));
        }
        assert!(rules.check_option(first, "conform", "on").is_ok());
    }
}
