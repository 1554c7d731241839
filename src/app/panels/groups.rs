//! The order of battle: groups with their pieces, strengths and places.

use egui::{RichText, Role, ScrollArea, Sense, Sides, Ui, WidgetInfo, vec2};

use crate::app::theme::{EguiPalette, heading_font};
use crate::app::views::{first, swatch, weak};
use crate::app::window::Deed;
use crate::app::window::told::Told;
use crate::game::{Group, Member};

use super::aside;

/// The width of the column of places, in points.
const PLACE: f32 = 54.0;

/// Where names begin, and how much farther with each group over the piece's, in points.
const NAME: f32 = 18.0;
const DEPTH: f32 = 10.0;

/// The width of the column of figures, `10-4`, with the gap before it.
const FIGURES: f32 = 40.0;

pub fn groups_ui(ui: &mut Ui, told: &Told, selected: Option<&str>) -> Option<Deed> {
    let mut found = None;
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
        let mut side = "";
        for group in &told.groups {
            if side != group.side {
                side = &group.side;
                ui.add_space(4.0);
                let name = told.side_name(side);
                ui.label(RichText::new(name).font(heading_font(18.0)));
            }
            group_ui(ui, told, group);
            for member in &group.members {
                let indent = NAME + DEPTH * group.depth as f32;
                member_ui(ui, member, indent, selected == Some(member.piece.as_str()), &mut found);
            }
            ui.add_space(4.0);
        }
    });
    found
}

fn group_ui(ui: &mut Ui, told: &Told, group: &Group) {
    // A long name gives way: a row wider than the panel would push the columns out of sight.
    Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            ui.add_space(DEPTH * group.depth as f32);
            if let Some(colour) = told.colours.get(&group.side) {
                swatch(ui, *colour);
            }
            let name = RichText::new(&group.name).font(heading_font(14.0));
            ui.label(if group.active { name.underline() } else { name });
        },
        |ui| {
            weak(ui, format!("{} of {}", group.strength, group.start))
                .on_hover_text("Strength points left, of those it began with");
        },
    );
    if !group.facts.is_empty() {
        aside(ui, &group.facts.join(", "));
    }
}

fn member_ui(ui: &mut Ui, member: &Member, indent: f32, selected: bool, found: &mut Option<Deed>) {
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
    let ink = if member.gone { palette.weak() } else { ui.visuals().text_color() };
    let painter = ui.painter().with_clip_rect(rect);
    let font = egui::FontId::proportional(13.0);
    let middle = rect.center().y;
    let at = |x: f32| egui::pos2(rect.left() + x, middle);
    // The name keeps to its own room: figures and place stand in columns at the right.
    let wide = rect.width();
    let room = (wide - PLACE - FIGURES).max(60.0) - indent;
    let mut name = egui::text::LayoutJob::simple_singleline(member.name.clone(), font.clone(), ink);
    name.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let name = painter.layout_job(name);
    let written = egui::Align2::LEFT_CENTER.anchor_size(at(indent), name.size());
    painter.galley(written.min, name, ink);
    if member.gone {
        painter.hline(written.x_range(), middle, egui::Stroke::new(1.0, ink));
    }
    let right = egui::Align2::RIGHT_CENTER;
    painter.text(at(wide - PLACE), right, &member.figures, font.clone(), ink);
    painter.text(at(wide - 4.0), right, &member.state, font, palette.weak());
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListItem, true, selected, format!("In the list: {}", member.spoken))
    });
    if response.clicked() {
        let key = member.piece.clone();
        first(found, if member.placed { Deed::Show(key) } else { Deed::PickUp(key) });
    }
    response.on_hover_text(&member.spoken);
}
