//! The cup: every chit by where it is, and the one that the players drew to be named by a click.

use egui::text::{LayoutJob, TextWrapping};
use egui::{CollapsingHeader, FontId, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::app::play::Deed;
use crate::app::play::summary::PlaySummary;
use crate::app::theme::EguiPalette;
use crate::app::views::{first, weak};
use crate::drawing::{ArmyColour, Ink};
use crate::game::{ChitPlace, Group, GroupChits};

/// Chits by where they are; where one is to be drawn those in the cup are buttons.
pub fn cup_ui(ui: &mut Ui, summary: &PlaySummary, found: &mut Option<Deed>) {
    let chits = || summary.groups.iter().filter_map(|group| Some((group, group.chits.as_ref()?)));
    let count = |place| chits_at(summary, place);
    let head = RichText::new(cup_words(summary).unwrap_or_default()).size(13.5);
    CollapsingHeader::new(head).id_salt("cup").default_open(true).show(ui, |ui| {
        if summary.draw.is_some() {
            weak(ui, "Click the chit that the players drew");
        }
        for place in ChitPlace::ALL.into_iter().filter(|place| count(*place) > 0) {
            weak(ui, format!("{}: {}", place.title(), count(place)));
            // Rows are no higher than their chits: a large cup has many.
            let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 18.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
                for (group, one) in chits().filter(|(_, one)| one.place == place) {
                    let draws = summary.draw.is_some() && place == ChitPlace::Cup;
                    let colour = summary.colour_of(group).unwrap_or(ArmyColour::Grey);
                    chit_ui(ui, group, one, colour, draws, found);
                }
            });
            ui.spacing_mut().interact_size.y = usual;
        }
    });
    ui.add_space(4.0);
}

fn chits_at(summary: &PlaySummary, place: ChitPlace) -> usize {
    let chits = summary.groups.iter().filter_map(|group| group.chits.as_ref());
    chits.filter(|one| one.place == place).map(|one| one.count).sum()
}

/// How many chits are in the cup and out of it; none where there is no cup.
pub fn cup_words(summary: &PlaySummary) -> Option<String> {
    summary.groups.iter().any(|group| group.chits.is_some()).then(|| {
        let out = chits_at(summary, ChitPlace::Drawn) + chits_at(summary, ChitPlace::Spent);
        format!("Cup: {} in, {out} out", chits_at(summary, ChitPlace::Cup))
    })
}

/// One chit: a token in the colour of its army.
fn chit_ui(
    ui: &mut Ui,
    group: &Group,
    chits: &GroupChits,
    colour: ArmyColour,
    draws: bool,
    found: &mut Option<Deed>,
) {
    let palette = EguiPalette::of(ui.visuals());
    let faded = matches!(chits.place, ChitPlace::Spent | ChitPlace::ToCome | ChitPlace::Gone);
    let words = if faded { palette.weak() } else { palette.ink(Ink::NameOnBlock(colour)) };
    let name = if chits.count > 1 { format!("{} ×{}", group.name, chits.count) } else { group.name.clone() };
    let room = (ui.available_width().max(ui.max_rect().width()) - 16.0).max(40.0);
    let mut job = LayoutJob::simple_singleline(name, FontId::proportional(12.0), words);
    job.wrap = TextWrapping::truncate_at_width(room);
    let galley = ui.painter().layout_job(job);
    let size = galley.size() + vec2(13.0, 4.0);
    let (rect, response) = ui.allocate_exact_size(size, if draws { Sense::click() } else { Sense::hover() });
    let acts = if group.active && chits.place != ChitPlace::Drawn { ", its command is active" } else { "" };
    let twice = if chits.count > 1 { ", twice" } else { "" };
    let said = format!("Chit of {}, {}{twice}{acts}", chits.name, chits.place.title().to_lowercase());
    response.widget_info(|| WidgetInfo::labeled(if draws { Role::Button } else { Role::Label }, true, &said));
    let lit = draws && (response.hovered() || response.has_focus());
    let line = match (lit, group.active, faded) {
        (true, ..) => Stroke::new(2.0, palette.ink(Ink::Selected)),
        (_, true, _) => Stroke::new(2.0, palette.ink(Ink::Active)),
        (.., true) => Stroke::new(1.0, palette.card_line()),
        (..) => Stroke::new(1.0, palette.ink(Ink::BlockLine)),
    };
    let fill = if faded { ui.visuals().faint_bg_color } else { palette.ink(Ink::Block(colour)) };
    ui.painter().rect(rect, rect.height() / 2.0, fill, line, StrokeKind::Inside);
    ui.painter().galley(rect.min + vec2(6.5, 2.0), galley, words);
    if chits.place == ChitPlace::Spent {
        let y = rect.center().y;
        let across = [pos2(rect.left() + 6.0, y), pos2(rect.right() - 6.0, y)];
        ui.painter().line_segment(across, Stroke::new(1.0, palette.weak()));
    }
    let hint = if draws { format!("{said}: the players drew it") } else { said };
    if response.on_hover_text(hint).clicked() {
        first(found, Deed::Drawn(chits.name.clone()));
    }
}
