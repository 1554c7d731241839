//! Files that are dropped on the window: a game is opened, a battle of the user's own is chosen, ground and pictures go on the table
//! that is set up; for all others, a message explains what they are and where they belong.
//!
//! What a file is, another thread finds out: a frame waits for no disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc::TryRecvError;

use egui::Context;

use desk::{DataFile, DataKind, FileKind, Library, kind_by_name, kind_of};

use super::background::Background;
use super::texts::dropped as texts;

/// What the window is doing when a file is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Busy {
    /// A game is played.
    Playing,
    /// A table is set up.
    SettingUp,
    /// A map of hexes is edited.
    Mapping,
}

/// What to do with dropped files.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DropAction {
    OpenGame(PathBuf),
    /// Show the sheet for a new game, with this battle.
    ChooseBattle(String),
    ShowPicture(PathBuf),
    ReadGround(PathBuf),
    ReadTable(PathBuf),
    /// Show a message.
    Tell(String),
}

/// The name of a file, without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The action for a file, given what the window is doing.
fn action_for(path: PathBuf, busy: Busy, library: &Library) -> DropAction {
    let name = name_of(&path);
    let kind = match kind_of(&path) {
        Ok(kind) => kind,
        Err(fault) => return DropAction::Tell(texts::unread(&name, &fault)),
    };
    match (kind, busy) {
        (FileKind::Table, Busy::SettingUp | Busy::Mapping) => DropAction::ReadTable(path),
        // The editor has no other game beside it, and a slip of the hand must not lose its map.
        (_, Busy::Mapping) => DropAction::Tell(texts::mapping(&name)),
        (FileKind::Game, _) => DropAction::OpenGame(path),
        (FileKind::Picture, Busy::SettingUp) => DropAction::ShowPicture(path),
        (FileKind::GeoJson, Busy::SettingUp) => DropAction::ReadGround(path),
        (FileKind::Data(DataFile { kind: DataKind::Ground, .. }), Busy::SettingUp) => {
            DropAction::ReadGround(path)
        }
        (FileKind::Data(file), _) => data_file(&path, &file, library),
        (FileKind::Picture, Busy::Playing) => DropAction::Tell(texts::picture(&name)),
        (FileKind::GeoJson, Busy::Playing) => DropAction::Tell(texts::geojson(&name)),
        (FileKind::Table, Busy::Playing) => DropAction::Tell(texts::table(&name)),
        (FileKind::Other, _) => DropAction::Tell(texts::other(&name)),
    }
}

/// A data file: selects a battle in a folder that is read, else explains where the file belongs.
fn data_file(path: &Path, file: &DataFile, library: &Library) -> DropAction {
    let name = name_of(path);
    let what = texts::kind(file.kind);
    let called = if file.name.is_empty() { String::new() } else { format!(" \"{}\"", file.name) };
    let Some(home) = library.home() else { return DropAction::Tell(texts::no_folder(&name, what, &called)) };
    let Some(place) = file.place(home, path) else { return DropAction::Tell(texts::cases(&name)) };
    let whole = |path: &Path| path.canonicalize().ok();
    let is_there = whole(path).is_some() && whole(path) == whole(&place);
    match file.kind {
        DataKind::Scenario if is_there => DropAction::ChooseBattle(file.id.clone()),
        _ if is_there => DropAction::Tell(texts::in_place(&name, what, &called)),
        _ => DropAction::Tell(texts::belongs(&name, what, &called, &place.display().to_string())),
    }
}

/// Dropped files whose kind is being determined.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    looking: Option<Background<DropAction>>,
}

impl Dropped {
    /// Takes the files dropped in this frame; returns the action for those whose kind is known.
    pub fn take(&mut self, ctx: &Context, busy: Busy, library: &Library) -> Option<DropAction> {
        let files = ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
        let mut paths: Vec<PathBuf> = files.into_iter().map(|file| file.path().to_owned()).collect();
        if paths.len() > 1 {
            paths.sort();
            let names: Vec<String> = paths.iter().map(|path| name_of(path)).collect();
            return Some(DropAction::Tell(texts::several(&names)));
        }
        if let Some(path) = paths.pop() {
            let library = library.clone();
            self.looking = Some(Background::begin(Some(ctx.clone()), move |reporter| {
                reporter.report(action_for(path, busy, &library));
            }));
        }
        match self.looking.as_ref()?.poll() {
            Ok(action) => {
                self.looking = None;
                Some(action)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.looking = None;
                Some(DropAction::Tell(texts::FAILED.to_owned()))
            }
        }
    }
}

/// The message while files are held over the window, based on their names; `None` if there are none.
pub(super) fn hovering(ctx: &Context, busy: Busy) -> Option<String> {
    let paths: Vec<Option<PathBuf>> =
        ctx.input(|input| input.raw.hovered_files.iter().map(|file| file.path.clone()).collect());
    match &paths[..] {
        [] => None,
        [path] => Some(coming(path.as_deref(), busy)),
        [_, _, ..] => Some(texts::ONE_AT_A_TIME.to_owned()),
    }
}

/// What will happen to this file, as far as its name shows.
fn coming(path: Option<&Path>, busy: Busy) -> String {
    let Some(path) = path else { return texts::UNNAMED.to_owned() };
    let name = name_of(path);
    match (kind_by_name(path), busy) {
        (Some(FileKind::Table), Busy::SettingUp | Busy::Mapping) => texts::brings_rows(&name),
        (_, Busy::Mapping) => texts::mapping(&name),
        (Some(FileKind::Game), _) => texts::opens(&name),
        (Some(FileKind::Picture), Busy::SettingUp) => texts::lays_picture(&name),
        (Some(FileKind::GeoJson), Busy::SettingUp) => texts::imports(&name),
        (
            Some(
                FileKind::Picture | FileKind::GeoJson | FileKind::Table | FileKind::Data(_) | FileKind::Other,
            ),
            _,
        )
        | (None, _) => texts::looks_at(&name),
    }
}
