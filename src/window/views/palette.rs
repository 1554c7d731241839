//! The palette: a line to type in, and everything with a matching name, best first.

use egui::{
    Align2, Area, Key, Modifiers, Order, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2,
};

use crate::command::Command;
use crate::line::palette::{Item, MOST, ranked};
use crate::order_line::Finder;
use crate::texts::palette as texts;
use crate::theme::EguiPalette;

use super::{first, sheet, weak};

const WIDE: f32 = 620.0;
const ROW: f32 = 26.0;

pub fn palette_ui(ctx: &egui::Context, finder: &mut Finder) -> Option<Command> {
    let mut found = None;
    let count = ranked(&finder.query, &finder.items).len().min(MOST);
    let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let mut moved = finder.fresh;
    if pressed(Key::ArrowDown) {
        finder.chosen = (finder.chosen + 1).min(count.saturating_sub(1));
        moved = true;
    }
    if pressed(Key::ArrowUp) {
        finder.chosen = finder.chosen.saturating_sub(1);
        moved = true;
    }
    if pressed(Key::Enter) && count > 0 {
        first(&mut found, Command::ChooseFound(None));
    }
    let high = (ctx.content_rect().height() * 0.6).max(160.0);
    Area::new(egui::Id::unique("palette"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_TOP, [0.0, 70.0])
        .show(ctx, |ui| {
            sheet(ui).shadow(ui.visuals().popup_shadow).show(ui, |ui| {
                ui.set_width(WIDE.min(ui.ctx().content_rect().width() - 60.0));
                let edit = TextEdit::singleline(&mut finder.query)
                    .hint_text(texts::HINT)
                    .lock_focus(true)
                    .desired_width(f32::INFINITY);
                let response = ui.add(edit);
                response.widget_info(|| WidgetInfo::text_edit(true, "", &finder.query, texts::LABEL));
                if finder.fresh {
                    response.request_focus();
                    finder.fresh = false;
                }
                if response.changed() {
                    finder.chosen = 0;
                    moved = true;
                }
                ui.add_space(4.0);
                let items = ranked(&finder.query, &finder.items);
                let more = items.len().saturating_sub(MOST);
                if items.is_empty() {
                    weak(ui, texts::NONE);
                }
                ScrollArea::vertical().max_height(high).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (place, item) in items.into_iter().take(MOST).enumerate() {
                        let chosen = place == finder.chosen;
                        let response = item_ui(ui, item, chosen);
                        if chosen && moved {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            first(&mut found, Command::ChooseFound(Some(place)));
                        }
                    }
                });
                if more > 0 {
                    weak(ui, texts::more(more));
                }
            });
        });
    found
}

fn item_ui(ui: &mut Ui, item: &Item, chosen: bool) -> egui::Response {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    if chosen || response.hovered() {
        let fill = if chosen { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let mut row = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect.shrink2(vec2(6.0, 0.0)))
            .layout(egui::Layout::right_to_left(egui::Align::Center)),
    );
    let end = if item.keys.is_empty() { item.sort } else { &item.keys };
    row.add(egui::Label::new(RichText::new(end).size(12.0).color(palette.weak())).selectable(false));
    row.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.add(egui::Label::new(RichText::new(&item.name).size(14.5)).selectable(false).truncate());
        if ui.available_width() > 40.0 {
            let about = RichText::new(&item.about).size(12.0).color(palette.weak());
            ui.add(egui::Label::new(about).selectable(false).truncate());
        }
    });
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &item.name));
    response
}
