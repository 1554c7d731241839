//! Pictures of cases for the rulebook: the same as from `drumhead check --draw`, one after the other on a thread.

use std::collections::BTreeMap;
use std::sync::mpsc::TryRecvError;

use egui::{ColorImage, Context, TextureHandle, TextureOptions, Vec2};

use crate::background::Background;
use crate::theme::EguiPalette;
use casebook::{ShippedCase, shipped_files};
use desk::Library;
use drawing::Palette;
use paper::case::{SCALE, case_picture};
use paper::output::{Pixels, pixels};

/// A case by its file and its full name.
type Key = (String, String);

/// A picture; `None` if the case cannot be drawn.
type CasePicture = Option<(TextureHandle, Vec2)>;

/// The pictures requested so far.
#[derive(Default)]
pub struct CasePictures {
    drawn: BTreeMap<Key, CasePicture>,
    wanted: Vec<Key>,
    drawing: Option<(Key, Background<Option<Pixels>>)>,
    /// Their colours, and pixels per point.
    dress: Option<(Palette, f32)>,
}

impl std::fmt::Debug for CasePictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CasePictures").field("drawn", &self.drawn.keys()).finish_non_exhaustive()
    }
}

impl CasePictures {
    /// The picture of a case and its size in points, once it is drawn. Requests it otherwise.
    pub fn of(&mut self, case: &ShippedCase) -> Option<(&TextureHandle, Vec2)> {
        let name = match case.shows.is_empty() {
            true => case.name.clone(),
            false => format!("{}: {}", case.name, case.shows),
        };
        let key = (case.file.clone(), name);
        if !self.is_known(&key) {
            self.wanted.push(key.clone());
        }
        self.drawn.get(&key)?.as_ref().map(|(texture, size)| (texture, *size))
    }

    /// Has it been drawn or requested?
    fn is_known(&self, key: &Key) -> bool {
        let at_work = self.drawing.as_ref().is_some_and(|(drawing, _)| drawing == key);
        at_work || self.drawn.contains_key(key) || self.wanted.contains(key)
    }

    /// Takes what has been drawn, and begins the next.
    pub fn poll(&mut self, ctx: &Context, library: &Library) {
        let dress = (EguiPalette::of(&ctx.global_style().visuals).0, ctx.pixels_per_point());
        if self.dress != Some(dress) {
            *self = Self { dress: Some(dress), ..Self::default() };
        }
        if let Some((key, drawing)) = &self.drawing {
            let found = match drawing.poll() {
                Ok(found) => found,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => None,
            };
            let drawn = found.map(|Pixels { wide, high, rgba }| {
                let image =
                    ColorImage::from_rgba_premultiplied([wide, high].map(|side| side as usize), &rgba);
                let size = Vec2::new(wide as f32, high as f32) / dress.1;
                (ctx.load_texture(format!("{key:?}"), image, TextureOptions::LINEAR), size)
            });
            self.drawn.insert(key.clone(), drawn);
            self.drawing = None;
        }
        let Some(key) = self.wanted.pop() else { return };
        let (library, (file, name)) = (library.clone(), key.clone());
        let drawing = Background::begin(Some(ctx.clone()), move |reporter| {
            reporter.report(drawn(&library, &file, &name, dress));
        });
        self.drawing = Some((key, drawing));
    }
}

fn drawn(library: &Library, file: &str, name: &str, (palette, a_point): (Palette, f32)) -> Option<Pixels> {
    let (_, text) = shipped_files().into_iter().find(|(known, _)| known == file)?;
    let (of, _) = file.split_once('/')?;
    let cases = library.rules().of(of)?.cases(file, text, library).ok()?;
    let scene = cases.scene(name, SCALE).ok()?;
    pixels(&case_picture(&scene, palette), a_point).ok()
}
