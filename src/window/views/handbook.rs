//! The handbook: a list of its pages, and the open one beside it.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Color32, ColorImage, Context, Frame, Id, Label, Layout, Margin, RichText, Role, ScrollArea, Sense,
    TextureHandle, TextureOptions, Ui, WidgetInfo, vec2,
};

use crate::command::Command;
use crate::handbook::{Block, HandbookState, Span, SpanFace, pages, picture};
use crate::texts::handbook as texts;
use crate::theme::{EguiPalette, heading_font, map_font, serif_font};
use drawing::Face;

use super::dialogs::{close, window};

/// Width of the list of pages, in points.
const LIST: f32 = 170.0;
/// Width of a page, for comfortable reading.
const COLUMN: f32 = 660.0;
/// Size of the type, in points.
const TYPE: f32 = 16.5;

pub fn handbook_ui(ctx: &Context, state: &mut HandbookState) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::TITLE, COLUMN, |ui| {
        let room = ctx.content_rect().size();
        let size = vec2((room.x - 60.0).min(LIST + COLUMN + 40.0), (room.y - 130.0).clamp(180.0, 900.0));
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
            ui.set_min_size(size);
            ui.allocate_ui_with_layout(vec2(LIST, size.y), Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(vec2(LIST, size.y));
                list_ui(ui, state);
            });
            ui.separator();
            ui.vertical(|ui| page_ui(ui, state));
        });
        close(ui, &mut found);
    });
    found
}

fn list_ui(ui: &mut Ui, state: &mut HandbookState) {
    for (place, page) in pages().iter().enumerate() {
        let title = RichText::new(&page.title).font(serif_font(TYPE));
        if ui.add(egui::Button::selectable(place == state.page, title).wrap()).clicked() {
            state.open(place);
        }
    }
}

fn page_ui(ui: &mut Ui, state: &mut HandbookState) {
    let Some(page) = pages().get(state.page) else { return };
    let mut area = ScrollArea::vertical().id_salt("page").auto_shrink([false; 2]);
    if std::mem::take(&mut state.turned) {
        area = area.vertical_scroll_offset(0.0);
    }
    let mut wanted = None;
    area.show(ui, |ui| {
        // The scroll bar has its own room.
        ui.set_max_width(ui.available_width() - 10.0);
        // Lines of a list and a table are no higher than their type.
        ui.spacing_mut().interact_size.y = TYPE;
        let title = ui.label(RichText::new(&page.title).font(heading_font(27.0)));
        title.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &page.title));
        for block in &page.blocks {
            ui.add_space(4.0);
            block_ui(ui, block, &mut wanted);
        }
        ui.add_space(20.0);
    });
    if let Some(page) = wanted {
        state.open(page);
    }
}

fn block_ui(ui: &mut Ui, block: &Block, wanted: &mut Option<usize>) {
    match block {
        Block::Heading(words) => {
            ui.add_space(10.0);
            let heading = ui.label(RichText::new(words).font(heading_font(19.0)));
            heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, words));
        }
        Block::Text { mark: None, spans } => words_ui(ui, spans, wanted),
        Block::Text { mark: Some(mark), spans } => {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                ui.allocate_ui_with_layout(vec2(22.0, TYPE), Layout::right_to_left(Align::Min), |ui| {
                    ui.label(RichText::new(mark).font(serif_font(TYPE)));
                });
                ui.vertical(|ui| words_ui(ui, spans, wanted));
            });
        }
        Block::Code(lines) => {
            Frame::new().fill(ui.visuals().faint_bg_color).inner_margin(Margin::same(8)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(RichText::new(lines).monospace()).wrap());
            });
        }
        Block::Table(rows) => table_ui(ui, rows, wanted),
        Block::Picture { file, alt } => picture_ui(ui, file, alt),
    }
}

/// Words between two links are one label, so that they wrap, and are selected, as one text.
fn words_ui(ui: &mut Ui, spans: &[Span], wanted: &mut Option<usize>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for stretch in spans.chunk_by(|one, next| one.page == next.page) {
            let page = stretch.first().and_then(|span| span.page);
            let colour = page.map_or(ui.visuals().text_color(), |_| ui.visuals().hyperlink_color);
            let job = job(ui, stretch, colour);
            match page {
                None => drop(ui.add(Label::new(job).wrap())),
                Some(page) => {
                    let words = job.text.clone();
                    let link = ui.add(Label::new(job).selectable(false).sense(Sense::click()));
                    link.widget_info(|| WidgetInfo::labeled(Role::Link, true, &words));
                    if link.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                        *wanted = Some(page);
                    }
                }
            }
        }
    });
}

fn job(ui: &Ui, spans: &[Span], colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for span in spans {
        let mut format = match span.face {
            SpanFace::Plain => TextFormat::simple(serif_font(TYPE), colour),
            SpanFace::Italic => TextFormat::simple(map_font(Face::Italic, TYPE), colour),
            SpanFace::Bold => TextFormat::simple(heading_font(TYPE), colour),
            SpanFace::Code => TextFormat::simple(egui::FontId::monospace(13.0), colour),
        };
        if span.face == SpanFace::Code {
            format.background = ui.visuals().faint_bg_color;
        }
        job.append(&span.words, 0.0, format);
    }
    job
}

/// All columns but the last are as wide as their widest cell, at most half of the page together.
fn table_ui(ui: &mut Ui, rows: &[Vec<Vec<Span>>], wanted: &mut Option<usize>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let before = columns.saturating_sub(1);
    let most = ui.available_width() * 0.5 / before.max(1) as f32;
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let jobs = cells.map(|cell| job(ui, cell, Color32::PLACEHOLDER));
        let widest = jobs.map(|job| ui.fonts_mut(|fonts| fonts.layout_job(job)).size().x).fold(0.0, f32::max);
        widest.min(most).ceil()
    };
    let widths: Vec<f32> = (0..before).map(width).collect();
    let palette = EguiPalette::of(ui.visuals());
    for (index, row) in rows.iter().enumerate() {
        let line = ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            for (column, cell) in row.iter().enumerate() {
                match widths.get(column) {
                    Some(wide) => drop(ui.allocate_ui(vec2(*wide, 0.0), |ui| {
                        ui.set_width(*wide);
                        words_ui(ui, cell, wanted);
                    })),
                    None => drop(ui.vertical(|ui| words_ui(ui, cell, wanted))),
                }
            }
        });
        if index == 0 {
            let rect = line.response.rect;
            let stroke = egui::Stroke::new(1.0, palette.card_line());
            ui.painter().hline(ui.max_rect().x_range(), rect.bottom() + 2.0, stroke);
        }
    }
}

/// A picture as wide as the page, at most in its own size.
fn picture_ui(ui: &mut Ui, file: &str, alt: &str) {
    let id = Id::unique(("picture of the handbook", file));
    let known: Option<TextureHandle> = ui.data(|data| data.get_temp(id));
    let Some(texture) = known.or_else(|| {
        let image = eframe::icon_data::from_png_bytes(picture(file)?).ok()?;
        let size = [image.width as usize, image.height as usize];
        let image = ColorImage::from_rgba_unmultiplied(size, &image.rgba);
        let texture = ui.ctx().load_texture(file, image, TextureOptions::LINEAR);
        ui.data_mut(|data| data.insert_temp(id, texture.clone()));
        Some(texture)
    }) else {
        return;
    };
    let size = texture.size_vec2();
    let size = size * (ui.available_width() / size.x).min(1.0);
    ui.add(egui::Image::new((texture.id(), size)).alt_text(alt));
}
