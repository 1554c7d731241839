//! Output of the window: a picture of the whole table for the clipboard, drawn like `drumhead draw` on a thread, and the dialog
//! that prints.

use std::sync::mpsc::TryRecvError;

use egui::ColorImage;

use crate::background::Background;
use crate::printing::Printing;
use crate::state::Dialog;
use crate::texts::{copied as texts, print};
use crate::theme::EguiPalette;
use drawing::scene::USUAL_SCALE;
use paper::output::{Pixels, pixels};
use paper::picture::{Look, picture};

use super::Play;

impl Play {
    /// Opens the dialog that prints the visible game.
    pub(super) fn print(&mut self) {
        let folder = self.common.library.home().map(|home| home.join("paper").join(self.record_name()));
        let folder = folder.unwrap_or_default();
        let habits = self.paper_habits.clone();
        self.printing = Some(Printing::new(self.seen().twin(), self.viewer, folder, habits));
        self.common.dialog = Some(Dialog::Print);
    }

    /// When the printing dialog is closed, its work is given up; the choices are kept for the next time.
    pub(super) fn let_go_of_print(&mut self, ctx: &egui::Context) {
        if self.common.dialog == Some(Dialog::Print) {
            return;
        }
        if let Some(printing) = self.printing.take() {
            self.paper_habits = Some(printing.habits());
            if printing.is_writing() {
                self.common.say(ctx, print::STOPPED);
            }
        }
    }

    /// Starts drawing the visible table with its overlays.
    pub(super) fn copy_picture(&mut self, ctx: &egui::Context) {
        let game = self.seen().twin();
        let look = Look {
            scale: USUAL_SCALE,
            palette: EguiPalette::of(&ctx.global_style().visuals).0,
            viewer: self.viewer,
            laid: self.overlay.clone(),
            over: Vec::new(),
        };
        self.copied = Some(Background::begin(Some(ctx.clone()), move |reporter| {
            let drawn = picture(game.as_ref(), &look);
            if !reporter.stopped() {
                reporter.report(pixels(&drawn, 1.0).map_err(|fault| fault.to_string()));
            }
        }));
        self.common.say(ctx, texts::DRAWING);
    }

    /// Puts the picture on the clipboard once it is drawn.
    pub(super) fn poll_copied(&mut self, ctx: &egui::Context) {
        let Some(copied) = &self.copied else { return };
        match copied.poll() {
            Ok(Ok(Pixels { wide, high, rgba })) => {
                let size = [wide, high].map(|side| side as usize);
                ctx.copy_image(ColorImage::from_rgba_premultiplied(size, &rgba));
                self.common.say(ctx, texts::copied(wide, high));
            }
            Ok(Err(why)) => self.common.say(ctx, why),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => {}
        }
        self.copied = None;
    }
}
