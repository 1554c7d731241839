//! Presets: options under a name, so that a group can always play with the same ones.
//!
//! Those of the program are made from the rulebook's modules. A referee's own are in `presets/` of their folder, a file each:
//!
//! ```ron
//! (
//!     name: "Saturday group",
//!     rules: "easy",
//!     options: {"fire-arc": "30", "opt-squares": "on"},
//! )
//! ```

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::files::{MOST_NOTE, read_text};
use super::library::{Library, MOVE_HOME, is_reserved};
use super::rule_list::RuleList;
use super::whole::unwritten;
use game::options::{OptionFault, OptionSpec, Options};
use rulebook::{self, OptionKind};

/// The folder of a referee's own presets.
const FOLDER: &str = "presets";

/// Options under a name. Others are those of the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    pub name: String,
    /// The id of its rule set.
    pub rules: String,
    #[serde(default)]
    pub options: Options,
}

/// Why a preset cannot be used or kept.
#[derive(Debug, Error)]
pub enum PresetFault {
    #[error("a preset needs a name with a letter or digit in it: write one")]
    NoName,
    #[error("\"{0}\" is a name that Windows keeps for a device: give the preset another")]
    Reserved(String),
    #[error("the system names no folder for data: set {} to one", super::HOME)]
    NoHome,
    #[error("there is already a preset \"{0}\": give this one another name, or delete that one first")]
    Exists(String),
    #[error("{}: {error}: mend the file, or delete it and save the preset again", path.display())]
    Unreadable { path: PathBuf, error: String },
    #[error("{}: {fault}: mend the file, or delete it and save the preset again", path.display())]
    Option { path: PathBuf, fault: OptionFault },
    #[error("{} cannot be written: {}", path.display(), unwritten(path, error, MOVE_HOME))]
    Disk { path: PathBuf, error: io::Error },
    #[error("there is no preset \"{name}\" for these rules: there are {known}")]
    Unknown { name: String, known: String },
}

impl Preset {
    /// The presets that a rule set with modules always has: without modules, with the advanced rules, with all of them.
    pub fn of_the_program(rules: &str) -> Vec<Self> {
        let Some(book) = rulebook::book(rules) else { return Vec::new() };
        let modules: Vec<&str> = book
            .options
            .iter()
            .filter(|entry| entry.kind == OptionKind::Module)
            .map(|entry| entry.id.as_str())
            .collect();
        if modules.is_empty() {
            return Vec::new();
        }
        let preset = |name: &str, is_on: fn(&str) -> bool| Self {
            name: name.to_owned(),
            rules: rules.to_owned(),
            options: Options(
                modules
                    .iter()
                    .map(|id| ((*id).to_owned(), if is_on(id) { "on" } else { "off" }.to_owned()))
                    .collect(),
            ),
        };
        let mut presets = vec![
            preset("Basic", |_| false),
            preset("All advanced", |id| id.starts_with("adv-")),
            preset("Everything", |_| true),
        ];
        // A book whose modules are all of one kind has nothing between none and all.
        presets.dedup_by(|later, earlier| later.options == earlier.options);
        presets
    }

    /// The value of an option in the preset, otherwise in the rulebook.
    pub fn value<'a>(&'a self, spec: &'a OptionSpec) -> &'a str {
        self.options.0.get(spec.id).map_or(spec.default, String::as_str)
    }

    /// The name of its file: `saturday-group.ron`.
    fn file(&self) -> Result<String, PresetFault> {
        let words = self.name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let stem = words.collect::<Vec<_>>().join("-").to_lowercase();
        let stem: String = stem.chars().take(60).collect();
        match stem.is_empty() {
            true => Err(PresetFault::NoName),
            false if is_reserved(&stem) => Err(PresetFault::Reserved(self.name.clone())),
            false => Ok(format!("{stem}.ron")),
        }
    }

    fn read(path: &Path, rules: &RuleList) -> Result<Self, PresetFault> {
        let unreadable = |error: String| PresetFault::Unreadable { path: path.to_owned(), error };
        let text =
            read_text(path, MOST_NOTE, "a preset").map_err(|fault| unreadable(fault.reason.to_string()))?;
        let preset: Self = ron::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        let Some(specs) = rules.specs(&preset.rules) else {
            return Err(unreadable(format!("there is no rule set \"{}\"", preset.rules)));
        };
        preset.options.check(specs).map_err(|fault| PresetFault::Option { path: path.to_owned(), fault })?;
        Ok(preset)
    }
}

impl Library {
    fn preset_folder(&self) -> Result<PathBuf, PresetFault> {
        self.home().map(|home| home.join(FOLDER)).ok_or(PresetFault::NoHome)
    }

    /// The referee's own presets for all rules, by name, and the faults of files that cannot be used.
    pub fn presets(&self) -> (Vec<Preset>, Vec<PresetFault>) {
        let (mut presets, mut faults) = (Vec::new(), Vec::new());
        let Ok(Ok(entries)) = self.preset_folder().map(fs::read_dir) else { return (presets, faults) };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
            .collect();
        paths.sort();
        for path in paths {
            match Preset::read(&path, self.rules()) {
                Ok(preset) => presets.push(preset),
                Err(fault) => faults.push(fault),
            }
        }
        presets.sort_by(|a, b| a.name.cmp(&b.name));
        (presets, faults)
    }

    /// The preset with this name, of the program or of the referee, for a rule set.
    pub fn preset(&self, rules: &str, name: &str) -> Result<Preset, PresetFault> {
        let (own, _) = self.presets();
        let mut all = Preset::of_the_program(rules);
        all.extend(own.into_iter().filter(|preset| preset.rules == rules));
        let is = |preset: &&Preset| preset.name.eq_ignore_ascii_case(name.trim());
        match all.iter().find(is) {
            Some(preset) => Ok(preset.clone()),
            None => {
                let names: Vec<String> = all.iter().map(|preset| format!("\"{}\"", preset.name)).collect();
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                Err(PresetFault::Unknown { name: name.to_owned(), known })
            }
        }
    }

    /// Saves a preset in the referee's folder under its name. An existing one is not replaced.
    pub fn save_preset(&self, preset: &Preset) -> Result<(), PresetFault> {
        let folder = self.preset_folder()?;
        let path = folder.join(preset.file()?);
        let of_program = |named: &Preset| named.name.eq_ignore_ascii_case(preset.name.trim());
        if path.exists() || Preset::of_the_program(&preset.rules).iter().any(of_program) {
            return Err(PresetFault::Exists(preset.name.clone()));
        }
        let disk = |error| PresetFault::Disk { path: path.clone(), error };
        let text = ron::ser::to_string_pretty(preset, ron::ser::PrettyConfig::default())
            .map_err(|error| disk(io::Error::other(error)))?;
        fs::create_dir_all(&folder).map_err(disk)?;
        let fresh = path.with_extension("ron.new");
        let written = fs::File::create(&fresh)
            .and_then(|mut out| writeln!(out, "{text}").and_then(|()| out.sync_all()))
            .and_then(|()| fs::rename(&fresh, &path));
        if written.is_err() {
            // A file that no longer exists need not be deleted.
            let _ = fs::remove_file(&fresh);
        }
        written.map_err(disk)
    }

    /// Deletes the referee's preset with this name.
    pub fn drop_preset(&self, preset: &Preset) -> Result<(), PresetFault> {
        let folder = self.preset_folder()?;
        let (own, _) = self.presets();
        if !own.contains(preset) {
            let known = "no such file".to_owned();
            return Err(PresetFault::Unknown { name: preset.name.clone(), known });
        }
        let entries =
            fs::read_dir(&folder).map_err(|error| PresetFault::Disk { path: folder.clone(), error })?;
        for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            if Preset::read(&path, self.rules()).is_ok_and(|read| read == *preset) {
                fs::remove_file(&path).map_err(|error| PresetFault::Disk { path: path.clone(), error })?;
            }
        }
        Ok(())
    }
}
