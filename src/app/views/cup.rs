//! The cup: every chit by where it is, and the one that the players drew to be named by a click.

use egui::{RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::models::CommandRow;
use crate::app::theme::EguiPalette;
use crate::drawing::Ink;
use crate::rules::easy::chits::Chit;

use super::{first, weak};

/// Chits by where they are; with `draws` those in the cup are buttons.
pub fn cup_ui(ui: &mut Ui, rows: &[CommandRow], draws: bool, found: &mut Option<Command>) {
    let places = [
        (Chit::Drawn, "In hand"),
        (Chit::Cup, "In the cup"),
        (Chit::Out, "Drawn"),
        (Chit::ToCome, "To come"),
        (Chit::Absorbed, "Out of play"),
    ];
    let count = |chit: Chit| rows.iter().filter(|row| row.chit == chit).map(|row| row.chits).sum::<usize>();
    let head =
        RichText::new(format!("Cup: {} in, {} out", count(Chit::Cup), count(Chit::Drawn) + count(Chit::Out)))
            .size(13.5);
    egui::CollapsingHeader::new(head).id_salt("cup").default_open(true).show(ui, |ui| {
        if draws {
            weak(ui, "Click the chit that the players drew");
        }
        for (chit, title) in places {
            if count(chit) == 0 {
                continue;
            }
            weak(ui, format!("{title}: {}", count(chit)));
            // Rows are no higher than their chits: a large cup has many.
            let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 18.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
                for row in rows.iter().filter(|row| row.chit == chit) {
                    chit_ui(ui, row, title, draws && chit == Chit::Cup, found);
                }
            });
            ui.spacing_mut().interact_size.y = usual;
        }
    });
}

/// One chit: a token in the colour of its army.
fn chit_ui(ui: &mut Ui, row: &CommandRow, place: &str, draws: bool, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let chit = row.chit;
    let faded = matches!(chit, Chit::Out | Chit::ToCome | Chit::Absorbed);
    let font = egui::FontId::proportional(12.0);
    let words = if faded { palette.weak() } else { palette.ink(Ink::NameOnBlock(row.colour)) };
    let name = if row.chits > 1 { format!("{} ×{}", row.name, row.chits) } else { row.name.clone() };
    let room = (ui.available_width().max(ui.max_rect().width()) - 16.0).max(40.0);
    let mut job = egui::text::LayoutJob::simple_singleline(name, font, words);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    let size = galley.size() + vec2(13.0, 4.0);
    let sense = if draws { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let acts = if row.active && chit != Chit::Drawn { ", its command is active" } else { "" };
    let twice = if row.chits > 1 { ", twice" } else { "" };
    let said = format!("Chit of {}, {}{twice}{acts}", row.name, place.to_lowercase());
    response.widget_info(|| WidgetInfo::labeled(if draws { Role::Button } else { Role::Label }, true, &said));
    let lit = draws && (response.hovered() || response.has_focus());
    let line = if lit || row.active {
        Stroke::new(2.0, palette.ink(if lit { Ink::Selected } else { Ink::Active }))
    } else {
        Stroke::new(1.0, if faded { palette.card_line() } else { palette.ink(Ink::BlockLine) })
    };
    let fill = if faded { ui.visuals().faint_bg_color } else { palette.ink(Ink::Block(row.colour)) };
    ui.painter().rect(rect, rect.height() / 2.0, fill, line, egui::StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(6.5, 2.0), galley, words);
    if chit == Chit::Out {
        let y = rect.center().y;
        let across = [egui::pos2(rect.left() + 6.0, y), egui::pos2(rect.right() - 6.0, y)];
        ui.painter().line_segment(across, Stroke::new(1.0, palette.weak()));
    }
    let hint = if draws { format!("{said}: the players drew it") } else { said };
    if response.on_hover_text(hint).clicked() {
        first(found, Command::Drawn(row.id));
    }
}
