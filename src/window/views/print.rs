//! The printing dialog: documents, viewer, paper and folder, beside the preview.

use egui::{
    Align, CursorIcon, Image, Key, Layout, Modifiers, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2, vec2,
};

use crate::command::Command;
use crate::opener;
use crate::printing::{Fit, Printing};
use crate::texts::{print as texts, shared};
use crate::theme::EguiPalette;
use paper::pages::Paper;
use paper::print::What;

use super::dialogs::window;
use super::{first, heading, weak};

/// Width of the choices.
const CHOICES: f32 = 270.0;

pub fn print_ui(ctx: &egui::Context, printing: &mut Printing) -> Option<Command> {
    let mut found = None;
    let before = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::PageUp));
    let after = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::PageDown));
    if before || after {
        printing.turn(after);
    }
    if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter)) {
        printing.write(ctx);
    }
    window(ctx, texts::TITLE, 860.0, |ui| {
        let room = ctx.content_rect().size();
        let size = vec2((room.x - 80.0).min(1000.0), (room.y - 110.0).clamp(200.0, 900.0));
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_size(size);
            ui.allocate_ui_with_layout(vec2(CHOICES, size.y), Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(vec2(CHOICES, size.y));
                ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
                    choices_ui(ui, printing, &mut found);
                });
            });
            ui.separator();
            ui.vertical(|ui| page_ui(ui, printing));
        });
    });
    found
}

fn choices_ui(ui: &mut Ui, printing: &mut Printing, found: &mut Option<Command>) {
    heading(ui, texts::WHAT);
    for what in printing.kinds.clone() {
        let mut ticked = printing.choice.what.contains(&what);
        if ui.checkbox(&mut ticked, what.title()).changed() {
            match ticked {
                true => printing.choice.what.insert(what),
                false => printing.choice.what.remove(&what),
            };
            printing.at = 0;
        }
    }
    if printing.choice.what.contains(&What::Ruling) {
        let label = ui.label(texts::ORDER);
        let field = TextEdit::singleline(&mut printing.choice.order).desired_width(70.0);
        ui.add(field).labelled_by(label.id).on_hover_text(texts::ORDER_OF);
    }
    ui.add_space(8.0);
    heading(ui, texts::FOR);
    ui.radio_value(&mut printing.choice.side, None, texts::REFEREE);
    for (side, name) in &printing.sides {
        ui.radio_value(&mut printing.choice.side, Some(*side), name);
    }
    ui.add_space(8.0);
    heading(ui, texts::PAPER);
    ui.horizontal(|ui| {
        for paper in Paper::ALL {
            ui.radio_value(&mut printing.choice.paper, paper, texts::paper(paper.name()));
        }
    });
    ui.add_space(8.0);
    let label = ui.label(texts::FOLDER);
    // Shown whole, in as many lines as it needs.
    let field = TextEdit::multiline(&mut printing.folder).desired_rows(2).desired_width(CHOICES - 30.0);
    let field = field.return_key(None);
    ui.add(field).labelled_by(label.id).on_hover_text(texts::FOLDER_OF);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let ready = printing.many().is_some() && !printing.is_writing();
        let button = ui.add_enabled(ready, egui::Button::new(texts::WRITE)).on_hover_text(texts::WRITE_OF);
        if button.clicked() {
            printing.write(ui.ctx());
        }
        let written = printing.written.clone().filter(|_| opener::is_there());
        if let Some(folder) = written
            && ui.button(texts::OPEN).on_hover_text(texts::OPEN_OF).clicked()
            && let Err(why) = opener::open(&folder)
        {
            printing.said = texts::unopened(&folder.display().to_string(), &why.to_string());
        }
        if ui.button(shared::CLOSE).on_hover_text(shared::ESCAPE).clicked() {
            first(found, Command::CloseDialog);
        }
        if printing.is_writing() {
            ui.spinner();
        }
    });
    if !printing.said.is_empty() {
        ui.add_space(6.0);
        ui.add(egui::Label::new(printing.said.clone()).wrap());
    }
}

/// Shows the page with its number, and the buttons that turn it.
fn page_ui(ui: &mut Ui, printing: &mut Printing) {
    let many = printing.many();
    ui.horizontal(|ui| {
        let last = many.unwrap_or(0).saturating_sub(1);
        let before = ui.add_enabled(printing.at > 0, egui::Button::new(texts::BEFORE));
        if before.on_hover_text(texts::BEFORE_OF).clicked() {
            printing.turn(false);
        }
        let after = ui.add_enabled(printing.at < last, egui::Button::new(texts::AFTER));
        if after.on_hover_text(texts::AFTER_OF).clicked() {
            printing.turn(true);
        }
        match (many, printing.title()) {
            (None, _) => weak(ui, texts::SETTING),
            (Some(many), Some(title)) => weak(ui, texts::page(printing.at + 1, many, title)),
            (Some(_), None) if printing.choice.what.is_empty() => weak(ui, texts::NOTHING),
            (Some(_), None) => weak(ui, texts::NO_PAGE),
        };
    });
    ui.horizontal(|ui| {
        for (fit, name) in [(Fit::Whole, texts::WHOLE), (Fit::Wide, texts::WIDE)] {
            ui.selectable_value(&mut printing.fit, fit, name).on_hover_text(texts::FIT_OF);
        }
    });
    let room = ui.available_size() - vec2(ui.spacing().scroll.allocated_width(), 0.0);
    // A pixel of the page is one of the screen.
    let pixels = room * ui.ctx().pixels_per_point();
    printing.room = [pixels.x, pixels.y].map(|side| side.max(1.0) as u32);
    let Some(picture) = printing.picture() else {
        if many.is_some_and(|many| many > 0) {
            ui.add_space(room.y * 0.4);
            ui.vertical_centered(|ui| weak(ui, texts::DRAWING));
        }
        return;
    };
    let size = vec2(picture.size()[0] as f32, picture.size()[1] as f32);
    let size = Vec2::from(printing.fit.size(size.into(), room.into()));
    let line = EguiPalette::of(ui.visuals()).weak();
    let name = RichText::new(printing.title().unwrap_or_default());
    let image = Image::new(picture).fit_to_exact_size(size).alt_text(name.text()).sense(Sense::click());
    let (icon, other) = match printing.fit {
        Fit::Whole => (CursorIcon::ZoomIn, Fit::Wide),
        Fit::Wide => (CursorIcon::ZoomOut, Fit::Whole),
    };
    // Another page starts at its top.
    let scrolled = ScrollArea::vertical().id_salt(printing.at).auto_shrink([false; 2]);
    let scrolled = scrolled.show(ui, |ui| ui.vertical_centered(|ui| ui.add(image)).inner);
    let (shown, seen) = (scrolled.inner, scrolled.inner_rect.expand(1.0));
    ui.painter().with_clip_rect(seen).rect_stroke(shown.rect, 0.0, (1.0, line), egui::StrokeKind::Inside);
    if shown.on_hover_cursor(icon).clicked() {
        printing.fit = other;
    }
}
