//! Files for a draft: the picture of the table, and ground to import. They are read on threads.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

use super::fitting::FitForm;
use super::maker::Maker;
use super::picture;
use super::{Act, Asking, Tool};
use crate::background::Background;
use crate::common::Common;
use crate::state::Dialog;
use crate::texts::setup_notes as texts;
use data::{Fault, Faults, InMemory, decode};
use desk::Game;
use desk::{MOST_IMPORT, read_file};
use scenario::geojson::{Coordinates, Fit, read_map};
use scenario::{Edit, read_ground};
use table::Vec2;
use table::ground::Ground;

/// The pending result of a thread.
#[derive(Debug)]
pub struct Awaited(Receiver<Result<Act, String>>);

impl Maker {
    /// Reads a file of ground on a thread of its own.
    pub(super) fn read_ground_file(&mut self, ctx: &Context, path: PathBuf) {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let bytes = read_file(&path, MOST_IMPORT, texts::A_GROUND).map_err(|fault| fault.to_string());
            let read = bytes.and_then(|bytes| {
                let read =
                    decode(&bytes).map_err(|fault| texts::no_text(&path.display().to_string(), &fault))?;
                Ok(Act::Ground { path, text: read.text, notices: read.notices })
            });
            // The receiver is gone if the window was closed meanwhile.
            let _ = sender.send(read);
            ctx.request_repaint();
        });
        self.awaited = Some(Awaited(answer));
    }

    /// Takes the threads' results, and ends a step of editing while nothing is held.
    pub(super) fn poll_set_up(&mut self, ctx: &Context, common: &mut Common, game: &dyn Game) {
        self.picture.poll(ctx);
        let nothing = Err(TryRecvError::Empty);
        let answer = self.awaited.as_ref().map_or(nothing, |awaited| awaited.0.try_recv());
        if !matches!(answer, Err(TryRecvError::Empty)) {
            self.awaited = None;
            match answer {
                Ok(Ok(act)) => self.set_up(ctx, common, game, act),
                Ok(Err(fault)) => common.trouble(fault),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    common.trouble(texts::FILE_FAILED);
                }
            }
        }
        match self.listing.as_ref().map(Background::poll) {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(found) => {
                self.listing = None;
                self.unfinished = found.unwrap_or_default();
            }
        }
        let Some(mode) = &mut self.mode else { return };
        mode.rest_between(ctx);
        let plays = mode.poll(ctx);
        // The picture of the last run is loaded once it is wanted.
        let picture = &self.picture;
        if let Some(kept) = &common.saved.picture
            && picture.texture.is_none()
            && picture.fault.is_none()
            && !picture.is_loading()
        {
            let path = kept.path.clone();
            self.picture.load(ctx, path);
        }
        if plays {
            self.play_draft(common, game);
        }
    }

    /// A click that marks a reference point of the picture; its place on the table is typed afterwards.
    pub(super) fn mark_picture(&mut self, common: &mut Common, at: Vec2) -> bool {
        let (Some(mode), Some(kept)) = (&mut self.mode, &mut common.saved.picture) else {
            return false;
        };
        let Tool::PicturePoint(index) = mode.tool else { return false };
        let share = kept.fit.share_at(self.picture.pixels, mode.draft.scenario().ground.size, at);
        let mut points = match &kept.fit {
            picture::Fit::Points(points) => *points,
            picture::Fit::Stretched => [(None, Vec2::ZERO), (None, Vec2::ZERO)],
        };
        if let Some(point) = points.get_mut(index) {
            *point = (Some(share), scenario::edit::fine(at));
        }
        kept.fit = picture::Fit::Points(points);
        mode.tool = Tool::Hand;
        true
    }

    pub(super) fn take_in_ground(
        &mut self,
        ctx: &Context,
        common: &mut Common,
        path: &Path,
        (text, notices): (&str, Vec<String>),
    ) {
        let Some(mode) = &mut self.mode else { return };
        let own = &mode.draft.scenario().ground;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (ground, whole, warnings) =
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron")) {
                match terrain_of(path, text) {
                    Ok((ground, warnings)) => (ground, true, warnings),
                    Err(faults) => return common.trouble(faults),
                }
            } else {
                let map = match read_map(&name, text) {
                    Ok(map) => map,
                    Err(faults) => return common.trouble(faults),
                };
                if !map.is_of_table(own.size) {
                    if self.asking.is_some() {
                        // Typing would go into the dialog of the map.
                        return common.say(ctx, texts::FORM_FIRST);
                    }
                    let form = FitForm::new(&name, map, notices, (own.size, mode.yards_per_inch));
                    self.asking = Some(Asking::Fit(Box::new(form)));
                    return;
                }
                match map.ground(own.size, &Fit::usual(Coordinates::Inches)) {
                    Ok((ground, laid)) => (ground, false, map.warnings.into_iter().chain(laid).collect()),
                    Err(faults) => return common.trouble(faults),
                }
            };
        let bare = own.areas.is_empty() && own.lines.is_empty() && own.labels.is_empty();
        let said = texts::ground_added(&ground);
        let edit = if bare && whole { Edit::replace_ground } else { Edit::add_ground };
        if mode.edit(edit(ground)) {
            mode.note = Some(said.clone());
            let told: Vec<String> = notices.into_iter().chain(warnings.iter().map(texts::told)).collect();
            if !told.is_empty() {
                common.dialog = Some(Dialog::Imported(texts::imported(&said, &told)));
            }
        }
    }

    /// Adds the fitted map as shown in the dialog.
    pub(super) fn take_in_fitted(&mut self) {
        let (Some(mode), Some(Asking::Fit(form))) = (&mut self.mode, &self.asking) else { return };
        let Ok(laid) = &form.laid else { return };
        let said = texts::ground_added(&laid.ground);
        if mode.edit(Edit::add_ground(laid.ground.clone())) {
            mode.note = Some(said);
            self.asking = None;
        }
    }
}

/// The ground of a terrain file, with warnings.
fn terrain_of(path: &Path, text: &str) -> Result<(Ground, Vec<Fault>), Faults> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let file = PathBuf::from(format!("terrain/{stem}.ron"));
    let source = InMemory([(file.to_string_lossy().into_owned(), text.to_owned())].into());
    read_ground(&stem, &source)
}
