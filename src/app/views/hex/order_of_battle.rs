//! The order of battle of a hex game: formations with their units, strengths and places.

use egui::{RichText, Role, ScrollArea, Sense, Sides, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::hex::{FormationRow, HexCommand, UnitRow};
use crate::app::theme::{EguiPalette, heading_font};
use crate::rules::napoleon_at_war::UnitId;

use super::super::{first, swatch, weak};

/// The width of the column of places, in points.
const PLACE: f32 = 54.0;

/// Where names begin, in points.
const NAME: f32 = 18.0;

/// The width of the column of strength and movement, `10-4`, with the gap before it.
const FACTORS: f32 = 40.0;

pub fn order_of_battle_ui(
    ui: &mut Ui,
    rows: &[FormationRow],
    sides: &[String],
    selected: Option<UnitId>,
) -> Option<Command> {
    let mut found = None;
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
        let mut side = None;
        for row in rows {
            if side != Some(row.side) {
                side = Some(row.side);
                ui.add_space(4.0);
                let name = sides.get(row.side.index()).map_or("", String::as_str);
                ui.label(RichText::new(name).font(heading_font(18.0)));
            }
            // A long name gives way: a row wider than the panel would push the columns out of sight.
            Sides::new().shrink_left().truncate().show(
                ui,
                |ui| {
                    swatch(ui, row.colour);
                    ui.label(RichText::new(&row.name).font(heading_font(14.0)));
                },
                |ui| {
                    weak(ui, format!("{} of {}", row.strength, row.start))
                        .on_hover_text("Strength points left, of those it began with");
                },
            );
            for unit in &row.units {
                unit_ui(ui, unit, selected == Some(unit.id), &mut found);
            }
            ui.add_space(4.0);
        }
    });
    found
}

fn unit_ui(ui: &mut Ui, row: &UnitRow, selected: bool, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::click());
    let fill = match (selected, response.hovered()) {
        (true, _) => Some(ui.visuals().selection.bg_fill),
        (false, true) => Some(palette.card()),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let ink = if row.lost { palette.weak() } else { ui.visuals().text_color() };
    let painter = ui.painter().with_clip_rect(rect);
    let font = egui::FontId::proportional(13.0);
    let middle = rect.center().y;
    let at = |x: f32| egui::pos2(rect.left() + x, middle);
    let left = egui::Align2::LEFT_CENTER;
    // The name keeps to its own room: strength and place stand in columns at the right.
    let wide = rect.width();
    let room = (wide - PLACE - FACTORS).max(60.0) - NAME;
    let mut name = egui::text::LayoutJob::simple_singleline(row.name.clone(), font.clone(), ink);
    name.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let name = painter.layout_job(name);
    let written = left.anchor_size(at(NAME), name.size());
    painter.galley(written.min, name, ink);
    if row.lost {
        painter.hline(written.x_range(), middle, egui::Stroke::new(1.0, ink));
    }
    painter.text(at(wide - PLACE), egui::Align2::RIGHT_CENTER, &row.factors, font.clone(), ink);
    let right = egui::Align2::RIGHT_CENTER;
    painter.text(at(wide - 4.0), right, &row.place, font, palette.weak());
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, true, selected, format!("In the list: {}", row.label))
    });
    if response.clicked() {
        let command = if row.on_map { HexCommand::ShowUnit(row.id) } else { HexCommand::PickUp(row.id) };
        first(found, Command::Hex(command));
    }
    response.on_hover_text(&row.label);
}
