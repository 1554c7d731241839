//! Files for a draft: the picture of the table, and ground to be taken in. Reading is on threads.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

use super::maker::Maker;
use super::picture::Fit;
use super::{Act, Tool};
use crate::background::Background;
use crate::common::Common;
use crate::texts::setup_notes as texts;
use data::{Faults, InMemory};
use desk::Game;
use desk::{MOST_IMPORT, read_text};
use scenario::geojson::read_geojson;
use scenario::{Edit, read_ground};
use table::Vec2;
use table::ground::Ground;

/// What a thread will answer.
#[derive(Debug)]
pub struct Awaited(Receiver<Result<Act, String>>);

impl Maker {
    /// Reads a file of ground on a thread of its own.
    pub(super) fn read_ground_file(&mut self, ctx: &Context, path: PathBuf) {
        let (sender, answer) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let read = read_text(&path, MOST_IMPORT, texts::A_GROUND)
                .map(|text| Act::Ground { path, text })
                .map_err(|fault| fault.to_string());
            // Nobody listens when the window is closed meanwhile.
            let _ = sender.send(read);
            ctx.request_repaint();
        });
        self.awaited = Some(Awaited(answer));
    }

    /// Takes what threads have found for set-up, and lets the hand rest where nothing is held.
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
        if !ctx.input(|input| input.pointer.any_down()) && !ctx.text_edit_focused() {
            mode.draft.rest();
        }
        let plays = mode.poll(ctx);
        // The picture of the last run, once it is wanted.
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
            Fit::Points(points) => *points,
            Fit::Stretched => [(None, Vec2::ZERO), (None, Vec2::ZERO)],
        };
        if let Some(point) = points.get_mut(index) {
            *point = (Some(share), scenario::edit::fine(at));
        }
        kept.fit = Fit::Points(points);
        mode.tool = Tool::Hand;
        true
    }

    pub(super) fn take_in_ground(&mut self, common: &mut Common, path: &Path, text: &str) {
        let Some(mode) = &mut self.mode else { return };
        let own = &mode.draft.scenario().ground;
        let bare = own.areas.is_empty() && own.lines.is_empty() && own.labels.is_empty();
        match ground_of(path, text, own.size) {
            Ok((ground, whole)) => {
                let count = ground.areas.len() + ground.lines.len();
                let edit = if bare && whole { Edit::ReplaceGround } else { Edit::AddGround };
                if mode.edit(edit(Box::new(ground))) {
                    mode.note = Some(texts::ground_added(count));
                }
            }
            Err(faults) => common.trouble(faults),
        }
    }
}

/// The ground of a file, and whether it is a whole table.
fn ground_of(path: &Path, text: &str, size: Vec2) -> Result<(Ground, bool), Faults> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("ron") => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let file = PathBuf::from(format!("terrain/{stem}.ron"));
            let source = InMemory([(file.to_string_lossy().into_owned(), text.to_owned())].into());
            read_ground(&stem, &source).map(|(ground, _)| (ground, true))
        }
        _ => read_geojson(&name, text, size).map(|(ground, _)| (ground, false)),
    }
}
