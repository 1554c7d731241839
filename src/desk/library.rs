//! The user's data folder: his scenarios over those in the program, his journals, and the last game.
//!
//! The folder is where the system keeps a program's data, or what the variable `DRUMHEAD_HOME` says.
//! In it lie `armies/`, `terrain/` and `assets/scenarios/` of the same shape as the program's own, and `journals/`.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use directories::ProjectDirs;

use crate::rules::RuleSet;
use crate::rules::easy::Easy;
use crate::rules::options::{self, Accepts, OptionFault, OptionSpec};
use crate::scenario::{self, Embedded, Fault, Faults, OptionCheck, Overlay, Scenario, Source};

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
    fn read(&self, path: &str) -> Option<Cow<'_, str>> {
        let bytes = fs::read(self.file(path)?).ok()?;
        Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
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

/// Checks a scenario's options against the rule sets that are in the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleOptions;

impl RuleOptions {
    /// The options of a rule set; none for one that is not in the program yet.
    pub fn specs(rules: &str) -> Option<&'static [OptionSpec]> {
        (rules == Easy::ID).then(Easy::option_specs)
    }
}

impl OptionCheck for RuleOptions {
    fn check(&self, rules: &str, id: &str, value: &str) -> Result<(), scenario::OptionFault> {
        let Some(specs) = Self::specs(rules) else { return Ok(()) };
        let values = |accepts: Accepts| match accepts {
            Accepts::OneOf(values) => values.iter().map(|value| (*value).to_owned()).collect(),
            Accepts::Number(..) => vec![accepts.words()],
        };
        options::check(specs, id, value).map_err(|fault| match fault {
            OptionFault::Unknown { .. } => scenario::OptionFault::UnknownId {
                accepted: specs.iter().filter(|spec| spec.in_force).map(|spec| spec.id.to_owned()).collect(),
            },
            OptionFault::Value { .. } => scenario::OptionFault::BadValue {
                accepted: specs
                    .iter()
                    .find(|spec| spec.id == id)
                    .map_or(Vec::new(), |spec| values(spec.accepts)),
            },
            OptionFault::NotInForce { .. } => scenario::OptionFault::BadValue {
                accepted: specs
                    .iter()
                    .filter(|spec| spec.id == id)
                    .map(|spec| spec.default.to_owned())
                    .collect(),
            },
        })
    }
}

/// The data inside the program with the user's folder over it.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// None where the system names no place for data: then nothing is kept between runs.
    home: Option<PathBuf>,
}

impl Library {
    /// The user's own library.
    pub fn open() -> Self {
        let home = match std::env::var_os(HOME) {
            Some(home) if !home.is_empty() => Some(PathBuf::from(home)),
            _ => ProjectDirs::from("", "", "drumhead").map(|dirs| dirs.data_dir().to_owned()),
        };
        Self { home }
    }

    /// A library with its folder there.
    pub fn at(home: impl Into<PathBuf>) -> Self {
        Self { home: Some(home.into()) }
    }

    /// Only what is inside the program.
    pub fn embedded() -> Self {
        Self { home: None }
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

    /// A scenario with its warnings, or all that is wrong with its files.
    pub fn scenario(&self, id: &str) -> Result<(Scenario, Vec<Fault>), Faults> {
        scenario::read(id, self.source().as_ref(), &RuleOptions)
    }

    /// Where journals are kept.
    pub fn journals(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("journals"))
    }

    /// A path for a new journal of this scenario: `waterloo-003.journal`, the first number that is free.
    pub fn new_journal(&self, scenario: &str) -> io::Result<Option<PathBuf>> {
        let Some(folder) = self.journals() else { return Ok(None) };
        fs::create_dir_all(&folder)?;
        let path = |number: u32| folder.join(format!("{scenario}-{number:03}.journal"));
        Ok((1..=u32::MAX).map(path).find(|path| !path.exists()))
    }

    /// Every journal in the folder, sorted by name.
    pub fn list_journals(&self) -> Vec<PathBuf> {
        let Some(Ok(entries)) = self.journals().map(fs::read_dir) else { return Vec::new() };
        let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ext| ext == "journal")).collect();
        paths.sort();
        paths
    }

    fn pointer(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("last-game"))
    }

    /// The journal of the last game, as it was noted: its file may be gone since, which is for the caller to tell.
    pub fn last_game(&self) -> Option<PathBuf> {
        let text = fs::read_to_string(self.pointer()?).ok()?;
        let path = text.trim_end_matches(['\r', '\n']);
        (!path.is_empty()).then(|| PathBuf::from(path))
    }

    /// Notes the journal of the game that is open, for the next start. The note is put in place whole.
    pub fn remember(&self, journal: &Path) -> io::Result<()> {
        let (Some(home), Some(pointer)) = (&self.home, self.pointer()) else { return Ok(()) };
        fs::create_dir_all(home)?;
        let journal = std::path::absolute(journal)?;
        let fresh = home.join("last-game.new");
        fs::write(&fresh, format!("{}\n", journal.display()))?;
        fs::rename(fresh, pointer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_scenario_hides_its_namesake() {
        let home = tempfile::tempdir().unwrap();
        let library = Library::at(home.path());
        let (own, _) = library.scenario("first-steps").unwrap();
        assert_eq!(own.turns, 6);
        let folder = home.path().join("assets/scenarios");
        fs::create_dir_all(&folder).unwrap();
        let text = Embedded.read("assets/scenarios/first-steps.ron").unwrap().replace("turns: 6", "turns: 3");
        fs::write(folder.join("first-steps.ron"), text).unwrap();
        assert_eq!(library.scenario("first-steps").unwrap().0.turns, 3);
        assert!(library.scenarios().iter().any(|(id, ..)| id == "waterloo"));
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
        let library = Library::at(home.path().join("new"));
        let journal = library.new_journal("waterloo").unwrap().unwrap();
        assert!(journal.ends_with("waterloo-001.journal"));
        fs::write(&journal, "").unwrap();
        assert!(library.new_journal("waterloo").unwrap().unwrap().ends_with("waterloo-002.journal"));
        library.remember(&journal).unwrap();
        assert_eq!(library.last_game(), Some(journal.clone()));
        assert_eq!(library.list_journals(), std::slice::from_ref(&journal));
        fs::remove_file(&journal).unwrap();
        assert_eq!(library.last_game(), Some(journal));
        fs::write(home.path().join("new/last-game"), "\n").unwrap();
        assert_eq!(library.last_game(), None);
    }

    #[test]
    fn an_unknown_option_in_a_scenario_names_those_there_are() {
        assert!(matches!(
            RuleOptions.check("easy", "fire-ark", "45"),
            Err(scenario::OptionFault::UnknownId { accepted }) if accepted.contains(&"fire-arc".to_owned())
        ));
        assert!(matches!(
            RuleOptions.check("easy", "adv-engineers", "on"),
            Err(scenario::OptionFault::BadValue { accepted }) if accepted == ["off"]
        ));
        assert!(RuleOptions.check("easy", "conform", "on").is_ok());
    }
}
