//! The order of battle: commands with their chits, stands with their strengths.

use egui::{RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::models::{ArmyRow, CommandRow, StandRow, strength_words};
use crate::app::theme::{EguiPalette, heading_font};
use crate::drawing::Ink;
use crate::rules::easy::StandId;
use crate::rules::easy::brief::tooltip::Said;
use crate::rules::easy::chits::Chit;

use super::cup::cup_ui;
use super::menu::stand_menu;
use super::{first, swatch, told_ui, weak};

/// `draws`: a chit is due, and may be named as drawn.
pub fn order_of_battle_ui(
    ui: &mut Ui,
    rows: &[CommandRow],
    selected: Option<StandId>,
    draws: bool,
) -> Option<Command> {
    let mut found = None;
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        // The names get what there is.
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        ui.spacing_mut().indent = 14.0;
        ui.spacing_mut().icon_width = 11.0;
        cup_ui(ui, rows, draws, &mut found);
        ui.add_space(4.0);
        for row in rows {
            if let Some(army) = &row.army {
                army_ui(ui, army);
            }
            command_ui(ui, row, selected, &mut found);
        }
    });
    found
}

/// An army with its ammunition, each whole: where there is no room beside each other the ammunition goes below.
fn army_ui(ui: &mut Ui, army: &ArmyRow) {
    ui.add_space(5.0);
    // Two lines of it lie close together.
    let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 16.0);
    let response = ui.horizontal_wrapped(|ui| {
        let colour = EguiPalette::of(ui.visuals()).weak();
        let whole = |words| egui::Label::new(words).wrap_mode(egui::TextWrapMode::Extend);
        ui.add(whole(RichText::new(&army.name).font(heading_font(14.0))));
        ui.add(whole(RichText::new(&army.ammunition).color(colour).size(12.5)));
    });
    ui.spacing_mut().interact_size.y = usual;
    response.response.on_hover_ui(|ui| {
        let words = "Each shot at effective or long range spends a chit; canister spends none. Without chits there is no \
                     such fire for the rest of the day.";
        let said = Said { words: words.into(), clause: "easy:VI.E", sign: None };
        told_ui(ui, &format!("{}: {}", army.name, army.ammunition), &[said]);
    });
    ui.add_space(1.0);
}

fn chit_words(chit: Chit) -> &'static str {
    match chit {
        Chit::Cup => "in the cup",
        Chit::Drawn => "in hand",
        Chit::Out => "drawn",
        Chit::ToCome => "not yet in play",
        Chit::Absorbed => "out of play, absorbed",
        Chit::None => "that of the army commander, who picks it",
    }
}

fn command_ui(ui: &mut Ui, row: &CommandRow, selected: Option<StandId>, found: &mut Option<Command>) {
    let id = ui.make_persistent_id(("command", row.id.0, &row.name));
    let active = row.active;
    let mut opened = egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
    let begins = active && !ui.data(|data| data.get_temp::<bool>(id).unwrap_or_default());
    if begins {
        opened.set_open(true);
    }
    ui.data_mut(|data| data.insert_temp(id, active));
    opened
        .show_header(ui, |ui| {
            ui.add_space(row.indent as f32 * 6.0);
            chit_ui(ui, row.chit, active);
            swatch(ui, row.colour);
            let name = if active {
                RichText::new(&row.name).font(heading_font(14.5))
            } else {
                RichText::new(&row.name).size(13.5)
            };
            let acts = if active { "active, " } else { "" };
            let label = format!(
                "{}, {acts}chit {}, {} of {} sp",
                row.name,
                chit_words(row.chit),
                row.strength,
                row.start
            );
            // The strength keeps its room at the right end of the line.
            let strength = (row.start > 0).then(|| strength_words(row.strength, row.start));
            let kept = strength.as_ref().map_or(0.0, |words| 6.6 * words.len() as f32 + 8.0);
            let room = (ui.available_width() - kept).max(24.0);
            let name = egui::Label::new(name).truncate().sense(Sense::click());
            let response = ui
                .scope(|ui| {
                    ui.set_max_width(room);
                    ui.add(name)
                })
                .inner;
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if begins {
                // The command that is now active comes into sight.
                response.scroll_to_me(Some(egui::Align::Min));
            }
            let told = response.on_hover_ui(|ui| {
                let said = |words: String, clause| Said { words, clause, sign: None };
                let mut lines = vec![said(format!("Its chit is {}.", chit_words(row.chit)), "easy:II.A.1")];
                if active {
                    lines.insert(0, said("It is active now.".into(), ""));
                }
                if row.chits > 1 {
                    lines.push(said(format!("It has {} chits there.", row.chits), "easy:VI.B"));
                }
                if row.start > 0 {
                    let words = format!("{} of {} strength points.", row.strength, row.start);
                    lines.push(said(words, ""));
                }
                told_ui(ui, &row.name, &lines);
            });
            if told.clicked() {
                first(found, Command::SelectCommand(row.id));
            }
            if let Some(strength) = strength {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    weak(ui, strength);
                });
            }
        })
        .body(|ui| {
            for stand in &row.stands {
                stand_ui(ui, stand, selected == Some(stand.id), found);
            }
        });
}

/// In the cup: a full disc; drawn: a ring with a stroke; not in play: a dot. Of the command that acts: a larger disc,
/// wherever its chit is.
fn chit_ui(ui: &mut Ui, chit: Chit, active: bool) {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let (at, line) = (rect.center(), egui::Stroke::new(1.4, palette.ink(Ink::Line)));
    let painter = ui.painter();
    match chit {
        Chit::Cup if !active => {
            painter.circle(at, 5.0, palette.ink(Ink::Line), line);
        }
        _ if active => {
            painter.circle(at, 6.5, palette.ink(Ink::Active), egui::Stroke::new(1.6, palette.ink(Ink::Line)));
        }
        Chit::Out => {
            painter.circle_stroke(at, 5.0, line);
            painter.line_segment([at + vec2(-3.5, 3.5), at + vec2(3.5, -3.5)], line);
        }
        Chit::Cup | Chit::Drawn | Chit::ToCome | Chit::Absorbed | Chit::None => {
            painter.circle_filled(at, 2.0, palette.weak());
        }
    }
    let acts = if active { "Active, chit" } else { "Chit" };
    response.on_hover_text(format!("{acts} {}", chit_words(chit)));
}

fn stand_ui(ui: &mut Ui, stand: &StandRow, selected: bool, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let wide = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(wide, 19.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, selected, &stand.label));
    if !ui.is_rect_visible(rect) {
        return;
    }
    if selected {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let ink = if stand.on_table { ui.visuals().text_color() } else { palette.weak() };
    let font = egui::FontId::proportional(12.5);
    let (left, right) = (rect.left_center(), rect.right_center() - vec2(3.0, 0.0));
    ui.painter().text(
        left + vec2(24.0, 0.0),
        egui::Align2::RIGHT_CENTER,
        stand.badge.to_string(),
        heading_font(13.0),
        ink,
    );
    let strength =
        ui.painter().text(right, egui::Align2::RIGHT_CENTER, &stand.strength, font.clone(), palette.weak());
    let name =
        if stand.state.is_empty() { stand.name.clone() } else { format!("{}, {}", stand.name, stand.state) };
    let at = left + vec2(30.0, 0.0);
    let mut job = egui::text::LayoutJob::simple_singleline(name, font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width((strength.left() - 4.0 - at.x).max(10.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, ink);
    response.context_menu(|ui| stand_menu(ui, stand.id, &stand.label, stand.on_table, false, found));
    if response.on_hover_ui(|ui| told_ui(ui, &stand.told.title, &stand.told.said)).clicked() {
        first(found, Command::Select(Some(stand.id)));
    }
}
