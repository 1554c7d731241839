//! The user's data folder: their scenarios in addition to those in the program, their journals, and the last game.
//!
//! The folder is where the system keeps a program's data, or the one in the variable `DRUMHEAD_HOME`.
//! It contains `armies/`, `terrain/` and `assets/scenarios/` of the same form as the program's own, `journals/`, and
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
use super::whole::{WriteFault, unwritten, write_whole};
use data::{Fault, Faults, InMemory, Overlay, Source, Unread, path_of};
use scenario::army::Army;
use scenario::roster::synonyms::{self, Synonyms};
use scenario::shipped::{ARMIES, SCENARIOS, TERRAIN};
use scenario::write::{army_file, ground_file};
use scenario::{
    self, Battle, Draft, Embedded, HexBattle, HexScenario, OldBattle, Resumed, Scenario, Written,
};
use table::ground::Ground;

/// The variable that moves the data folder.
pub const HOME: &str = "DRUMHEAD_HOME";

/// A remedy for any obstacle in the data folder.
pub(super) const MOVE_HOME: &str = "set DRUMHEAD_HOME to another folder";

/// A folder on disk as a source of data files.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// The file for a relative path; `None` for one that would lead out of the folder.
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

/// Why a scenario was not saved. Nothing has changed then.
#[derive(Debug, Error)]
pub enum SaveFault {
    #[error("\"{0}\" is no id: write small letters, digits and hyphens, as \"my-battle\"")]
    BadId(String),
    #[error("\"{0}\" is a name that Windows keeps for a device: choose another, as \"{0}-2\"")]
    Reserved(String),
    #[error("the system names no folder for data: set {HOME} to one")]
    NoHome,
    #[error("this position cannot be saved as a battle: {0}")]
    Position(String),
    #[error("there is already {}: choose another id, or say that it may be replaced", .0.join(", "))]
    Exists(Vec<String>),
    #[error("it has faults that must be mended first\n{0}")]
    Faulty(Faults),
    #[error("{} cannot be written: {}", path.display(), unwritten(path, error, MOVE_HOME))]
    Disk { path: PathBuf, error: io::Error },
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: String },
    #[error(transparent)]
    Unwritten(#[from] WriteFault),
}

/// The folder of unfinished tables: whole scenarios in one file, with any faults a draft may have.
const UNFINISHED: &str = "unfinished";

/// The data inside the program with the user's folder over it, checked by the given rule sets.
#[derive(Clone, Debug)]
pub struct Library {
    /// `None` if the system has no place for data: then nothing is kept between runs.
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

    /// A library with its folder at this path.
    pub fn at(home: impl Into<PathBuf>, rules: impl Into<RuleList>) -> Self {
        Self { home: Some(home.into()), rules: rules.into() }
    }

    /// A library of only the data inside the program.
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

    /// Every data file: the user's hide those with the same name inside the program.
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

    /// A scenario for the open table with its warnings, or all faults of its files.
    pub fn scenario(&self, id: &str) -> Result<(Scenario, Vec<Fault>), Faults> {
        self.battle(id)
    }

    /// A battle of either kind with its warnings, or all faults of its files.
    pub fn battle<S: Battle>(&self, id: &str) -> Result<(S, Vec<Fault>), Faults> {
        S::read(id, self.source().as_ref(), &self.rules)
    }

    /// The battle with which a game began: from its present files, or, if they have changed since, as the program
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
        // A file that exists but cannot be read would also be replaced.
        let there = files.iter().filter(|file| !matches!(source.text(&file.path), Ok(None)));
        there.map(|file| file.path.clone()).collect()
    }

    /// An id that is not used by any scenario: `waterloo-own`, then `waterloo-own-2`.
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
    /// All files are written beside their places before the first is moved there, so that a full disk leaves everything
    /// unchanged.
    pub fn save_scenario(&self, draft: &Draft<Scenario>, replace: bool) -> Result<(), SaveFault> {
        let (home, id) = (self.own_home()?, &draft.scenario().id);
        check_id(id)?;
        let files = draft.files();
        scenario::read(id, &in_memory(&files), &self.rules).map_err(SaveFault::Faulty)?;
        self.put(home, &files, replace)
    }

    /// Saves a resumed battle under an unused id; returns the id.
    pub(super) fn save_position(&self, position: &Resumed) -> Result<String, SaveFault> {
        let home = self.own_home()?;
        check_id(&position.id)?;
        self.put(home, &[position.written()], false)?;
        Ok(position.id.clone())
    }

    /// An unused id for a battle with this name: `waterloo-18-june-1815-turn-4`.
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
        ids.find(|id| !taken.contains(id) && !is_reserved(id)).unwrap_or_default()
    }

    /// Saves a single army into the user's folder, for use in other battles; returns its path.
    pub fn save_army(&self, army: &Army, replace: bool) -> Result<PathBuf, SaveFault> {
        self.save_alone(&army.id, army_file(army), replace, |source| {
            scenario::read_army(&army.id, source).map(drop)
        })
    }

    /// Saves a single ground, as [`Library::save_army`].
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

    /// An unused id for a file in this folder, made from a name: `army-of-the-meuse`.
    pub fn free_file_id(&self, folder: &str, name: &str) -> String {
        let taken = data::ids(self.source().as_ref(), folder);
        let parts =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        let words: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
        let base: String = match words.join("-") {
            empty if empty.is_empty() => "own".to_owned(),
            base => base.chars().take(50).collect(),
        };
        let numbers = (2_u32..).map(|number| format!("{base}-{number}"));
        let mut ids = std::iter::once(base.clone()).chain(numbers);
        ids.find(|id| !taken.contains(id) && !is_reserved(id)).unwrap_or_default()
    }

    /// The stored position of a resumed battle; `None` if the battle starts at its own beginning.
    pub fn resumed(&self, id: &str) -> Option<Resumed> {
        Resumed::of(id, self.source().as_ref())
    }

    /// The map of a battle on hexes, for correction; or every fault of its files. A resumed battle has no map of its own:
    /// see [`Library::resumed`].
    pub fn hex_draft(&self, id: &str) -> Result<Draft<HexBattle>, Faults> {
        Draft::open(id, self.source().as_ref(), &self.rules)
    }

    /// Saves a corrected map into the user's folder under its id, and last the battle on it; the armies are those of the
    /// old battle and are not moved. All or nothing, as [`Library::save_scenario`].
    pub fn save_hex_map(&self, draft: &Draft<HexBattle>, replace: bool) -> Result<(), SaveFault> {
        let home = self.own_home()?;
        check_id(draft.id())?;
        let files = draft.files();
        // With the armies in their present form.
        let source = Overlay { upper: in_memory(&files), lower: self.source() };
        HexScenario::read(draft.id(), &source, &self.rules).map_err(SaveFault::Faulty)?;
        self.put(home, &files, replace)
    }

    /// Is this battle the user's own, or does it hide one of the program's?
    pub fn is_own(&self, id: &str) -> bool {
        self.own_home().is_ok_and(|home| home.join(path_of(SCENARIOS, id)).is_file())
    }

    /// Deletes an own battle on hexes from the user's folder, with its map and its armies as far as they are the
    /// user's and no other battle names them.
    pub fn drop_hex_map(&self, id: &str) -> Result<(), SaveFault> {
        let home = self.own_home()?;
        check_spelling(id)?;
        let files = self.hex_draft(id).map(|draft| draft.files()).unwrap_or_default();
        let away = |path: PathBuf| fs::remove_file(&path).map_err(|error| SaveFault::Disk { path, error });
        away(home.join(path_of(SCENARIOS, id)))?;
        // A battle that names a file with this id still needs it.
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

    /// The synonyms of the user and of the program for words in players' tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the user's table cannot be read.
    pub fn synonyms(&self) -> Result<Synonyms, Faults> {
        Ok(Synonyms::with_own(&self.own_synonyms()?))
    }

    fn own_synonyms(&self) -> Result<Synonyms, Faults> {
        let Some(home) = &self.home else { return Ok(Synonyms::default()) };
        match Folder(home.clone()).text(synonyms::FILE) {
            Ok(Some(text)) => Synonyms::read(synonyms::FILE, &text),
            Ok(None) => Ok(Synonyms::default()),
            Err(unread) => Err(Faults(vec![Fault::of_file(synonyms::FILE, unread.reason, unread.remedy)])),
        }
    }

    /// Adds meanings of words to the user's table, each by field, word and the word of the army's file, for these rules.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no folder, if the existing table cannot be read, or if it cannot be written.
    pub fn keep_synonyms(&self, rules: &str, words: &[(String, String, String)]) -> Result<(), SaveFault> {
        let home = self.own_home()?;
        let mut own = self.own_synonyms().map_err(SaveFault::Faulty)?;
        for (field, said, word) in words {
            own.add(rules, field, said, word);
        }
        let path = home.join(synonyms::FILE);
        let error = |error| SaveFault::Disk { path: path.clone(), error };
        fs::create_dir_all(home).map_err(error)?;
        Ok(write_whole(&path, own.text().as_bytes())?)
    }

    fn own_home(&self) -> Result<&Path, SaveFault> {
        self.home.as_deref().ok_or(SaveFault::NoHome)
    }

    /// Writes files into the user's folder, all of them or none.
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
                // A file that no longer exists need not be deleted.
                let _ = fs::remove_file(fresh);
            }
        }
        done
    }

    fn unfinished_file(&self, id: &str) -> Result<PathBuf, SaveFault> {
        let home = self.home.as_ref().ok_or(SaveFault::NoHome)?;
        check_spelling(id)?;
        Ok(home.join(UNFINISHED).join(format!("{id}.json")))
    }

    /// Every stored unfinished table: id and name, sorted by id.
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

    /// The unfinished table with this id. It may have any fault that a draft may have: only a [`Draft`] accepts it.
    pub fn unfinished(&self, id: &str) -> Result<Scenario, SaveFault> {
        let path = self.unfinished_file(id)?;
        let text = read_text(&path, MOST_IMPORT, "an unfinished table")
            .map_err(|fault| SaveFault::Unreadable { path: path.clone(), error: fault.reason.to_string() })?;
        let mut scenario: Scenario = serde_json::from_str(&text)
            .map_err(|error| SaveFault::Unreadable { path: path.clone(), error: error.to_string() })?;
        if scenario.sides.len() != 2 {
            return Err(SaveFault::Unreadable { path, error: "it has not two sides".into() });
        }
        // Edits of a draft need both sides, and at least one army of each.
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

    /// An unused id for an unfinished table: `waterloo`, then `waterloo-2`.
    pub fn free_unfinished(&self, base: &str) -> String {
        let taken: Vec<String> = self.list_unfinished().into_iter().map(|(id, _)| id).collect();
        let numbers = (2_u32..).map(|number| format!("{base}-{number}"));
        let mut ids = std::iter::once(base.to_owned()).chain(numbers);
        ids.find(|id| !taken.contains(id) && !is_reserved(id)).unwrap_or_default()
    }

    /// Stores a draft as it is, with any faults, outside the lists of battles. On any error the old version is kept.
    pub fn save_unfinished(&self, draft: &Draft<Scenario>, id: &str, replace: bool) -> Result<(), SaveFault> {
        let path = self.unfinished_file(id)?;
        check_id(id)?;
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
            // A file that no longer exists need not be deleted.
            let _ = fs::remove_file(&fresh);
        }
        saved.map_err(fault)
    }

    /// Deletes the unfinished table with this id.
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

    /// Notices about unreadable files in the user's folder, which those in the program replace.
    pub fn unreadable(&self) -> Vec<Notice> {
        let Some(home) = &self.home else { return Vec::new() };
        let mut found = Vec::new();
        let mut tell = |path: &Path, why: String| found.push(Notice::Unread { path: path.to_owned(), why });
        match entries(home) {
            Ok(_) => {}
            // Writing there reports why it is not a folder.
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

    /// The folder of journals.
    pub fn journals(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("journals"))
    }

    /// A path for a new journal of this scenario: `waterloo-003.drumhead`, with the first free number.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder of journals cannot be made.
    pub fn new_journal(&self, scenario: &str) -> Result<Option<PathBuf>, JournalError> {
        let Some(folder) = self.journals() else { return Ok(None) };
        fs::create_dir_all(&folder)
            .map_err(|source| JournalError::Unwritten { path: folder.clone(), source })?;
        Ok(free_game_name(&folder, scenario).map(|name| game_file(&folder, &name)))
    }

    /// Every journal in the folder, with either extension, sorted by name.
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

    /// The journal remembered as that of the last game: its file may be gone, which the caller has to check.
    pub fn last_game(&self) -> Option<PathBuf> {
        let text = read_text(&self.pointer()?, MOST_NOTE, "a note").ok()?;
        let path = text.trim_end_matches(['\r', '\n']);
        (!path.is_empty()).then(|| PathBuf::from(path))
    }

    /// Remembers the journal of the open game, for the next start. The note is replaced as a whole: on any error the
    /// old one is kept.
    pub fn remember(&self, journal: &Path) -> io::Result<()> {
        let (Some(home), Some(pointer)) = (&self.home, self.pointer()) else { return Ok(()) };
        fs::create_dir_all(home)?;
        let journal = std::path::absolute(journal)?;
        let fresh = home.join("last-game.new");
        let noted = fs::File::create(&fresh)
            .and_then(|mut out| writeln!(out, "{}", journal.display()).and_then(|()| out.sync_all()))
            .and_then(|()| fs::rename(&fresh, pointer));
        if noted.is_err() {
            // A file that no longer exists need not be deleted.
            let _ = fs::remove_file(&fresh);
        }
        noted
    }
}

/// The contents of a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Why a file cannot be read; `None` if it can.
fn hindrance(path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Some("it is no file".to_owned()),
        Ok(_) => fs::File::open(path).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// Checks that new files can have this id as their name, on every system.
pub fn check_id(id: &str) -> Result<(), SaveFault> {
    check_spelling(id)?;
    if is_reserved(id) { Err(SaveFault::Reserved(id.to_owned())) } else { Ok(()) }
}

/// Checks the spelling of an id. Existing files may have a name that no new one gets.
fn check_spelling(id: &str) -> Result<(), SaveFault> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    match id.is_empty() || id.len() > 60 || !id.chars().all(plain) || id.starts_with('-') {
        true => Err(SaveFault::BadId(id.to_owned())),
        false => Ok(()),
    }
}

/// Does Windows treat this file name as a device, with any extension?
pub(super) fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |number: &str| {
        let mut letters = number.chars();
        matches!((letters.next(), letters.next()), (Some('1'..='9' | '¹' | '²' | '³'), None))
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || ["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(is_port))
}

fn in_memory(files: &[Written]) -> InMemory {
    InMemory(files.iter().map(|file| (file.path.clone(), file.text.clone())).collect())
}
