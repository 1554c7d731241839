//! The palette of set-up: every tool that draws ground as a button with its picture and its key.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::painter::{Canvas, Type, View};
use crate::setup::palette::{SAMPLE, Sample, hint, keys, name};
use crate::setup::{Act, SetUp, Tool};
use crate::texts::{making, setup as texts};
use crate::theme::{EguiPalette, map_font};
use drawing::{Face, ground_marks};

use super::first;

/// Height of a button, and width of its picture, in points.
const HIGH: f32 = 26.0;
const PICTURE: f32 = 32.0;

/// The least width of a button, in points.
const LEAST: f32 = 118.0;

pub fn palette_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let mut rounded = setup.rounded;
    if ui.checkbox(&mut rounded, texts::ROUNDED).on_hover_text(texts::ROUNDED_HINT).changed() {
        first(found, Act::Rounded(rounded));
    }
    let room = ui.available_width() - 8.0;
    let columns = ((room / LEAST).floor() as usize).clamp(1, 4);
    let gap = 4.0;
    let wide = (room - gap * (columns - 1) as f32) / columns as f32;
    ui.spacing_mut().item_spacing = vec2(gap, 3.0);
    for row in setup.palette.chunks(columns) {
        ui.horizontal(|ui| {
            for sample in row {
                let chosen = setup.tool == sample.tool;
                if tool_ui(ui, sample, chosen, wide) {
                    first(found, Act::Tool(if chosen { Tool::Hand } else { sample.tool.clone() }));
                }
            }
        });
    }
}

/// Shows a tool with its ground; returns whether it was clicked.
fn tool_ui(ui: &mut Ui, sample: &Sample, chosen: bool, wide: f32) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(wide, HIGH), Sense::click());
    let words = name(&sample.tool);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &words));
    let palette = EguiPalette::of(ui.visuals());
    let visuals = ui.style().interact_selectable(&response, chosen);
    ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(2.0, palette.accent()), StrokeKind::Inside);
    }
    let picture = Rect::from_min_size(rect.min + vec2(3.0, 3.0), vec2(PICTURE, HIGH - 6.0));
    picture_ui(ui, sample, picture, visuals.fg_stroke.color);
    ui.painter().rect_stroke(picture, 2.0, Stroke::new(1.0, palette.card_line()), StrokeKind::Outside);
    let text = pos2(picture.right() + 5.0, rect.center().y);
    let painter = ui.painter().with_clip_rect(rect.shrink(2.0).intersect(ui.clip_rect()));
    painter.text(text, Align2::LEFT_CENTER, &words, FontId::proportional(13.0), visuals.fg_stroke.color);
    let key = keys(&sample.tool).map(|(modifiers, key)| {
        let key = key.symbol_or_name();
        if modifiers.shift { texts::shifted(key) } else { key.to_owned() }
    });
    let key = key.unwrap_or_default();
    let corner = rect.right_bottom() - vec2(4.0, 1.0);
    painter.text(corner, Align2::RIGHT_BOTTOM, &key, FontId::proportional(9.5), palette.weak());
    response.on_hover_text(format!("{} ({key})", hint(&sample.tool))).clicked()
}

fn picture_ui(ui: &Ui, sample: &Sample, picture: Rect, colour: egui::Color32) {
    let painter = ui.painter().with_clip_rect(picture.intersect(ui.clip_rect()));
    let palette = EguiPalette::of(ui.visuals());
    let Some(ground) = &sample.ground else {
        sign(&painter, picture, &sample.tool, colour);
        return;
    };
    let view = View { centre: ground.size / 2.0, scale: picture.width() / SAMPLE.x, rect: picture };
    let canvas = Canvas { painter: &painter, view, palette };
    sample.layer.draw(&canvas, &Type::of(&painter), sample.number, false, |_| ground_marks(ground));
}

/// Draws the sign of a tool without ground: a flag, an arrow, a word.
fn sign(painter: &egui::Painter, picture: Rect, tool: &Tool, colour: egui::Color32) {
    let (middle, line) = (picture.center(), Stroke::new(1.5, colour));
    match tool {
        Tool::Objective => {
            let top = middle - vec2(4.0, 8.0);
            painter.line_segment([top, top + vec2(0.0, 16.0)], line);
            let flag = vec![top, top + vec2(10.0, 3.5), top + vec2(0.0, 7.0)];
            painter.add(egui::Shape::convex_polygon(flag, colour, Stroke::NONE));
        }
        Tool::Entry => painter.arrow(middle - vec2(9.0, 0.0), vec2(18.0, 0.0), line),
        _ => {
            let font = map_font(Face::Italic, 14.0);
            painter.text(middle, Align2::CENTER_CENTER, making::LETTERS, font, colour);
        }
    }
}
