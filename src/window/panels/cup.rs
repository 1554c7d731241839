//! The cup: every chit by where it is; a click names the one that the players drew.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Button, CollapsingHeader, FontId, RichText, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::play::PlayAction;
use crate::play::summary::PlaySummary;
use crate::texts::cup as texts;
use crate::theme::EguiPalette;
use crate::views::{ViewContext, answer_button, first, numbered, weak};
use drawing::{ArmyColour, Ink};
use game::{ChitPlace, Group, GroupChits};

/// Shows every chit, wing by wing, command by command, in a fixed place; drawn ones are crossed out. When one is to be drawn,
/// those in the cup are buttons.
pub fn cup_ui(ui: &mut Ui, summary: &PlaySummary, found: &mut Option<PlayAction>) {
    let chits = || summary.groups.iter().filter_map(|group| Some((group, group.chits.as_ref()?)));
    let head = RichText::new(cup_words(summary).unwrap_or_default()).size(13.5);
    CollapsingHeader::new(head).id_salt("cup").default_open(true).show(ui, |ui| {
        if summary.draw.is_some() {
            weak(ui, texts::CLICK_DRAWN);
        }
        let there: Vec<_> = chits().filter(|(_, one)| one.place != ChitPlace::None).collect();
        for of_side in there.chunk_by(|(one, _), (other, _)| one.side == other.side) {
            let side = of_side.first().map_or("", |(group, _)| summary.side_name(&group.side));
            weak(ui, side);
            // Rows are as low as their chits: a large cup has many.
            let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 18.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
                for (group, one) in of_side {
                    let draws = summary.draw.is_some() && one.place == ChitPlace::Cup;
                    let colour = summary.colour_of(group).unwrap_or(ArmyColour::Grey);
                    chit_ui(ui, group, one, colour, draws, found);
                }
            });
            ui.spacing_mut().interact_size.y = usual;
        }
    });
    ui.add_space(4.0);
}

/// One of the chits that may have been drawn, for the players to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawable {
    pub name: String,
    /// Heading of its group: its side.
    pub under: String,
    /// The number that chooses it from the keyboard.
    pub number: Option<usize>,
    /// The face of the throw for it; `None` if it is already out of the cup.
    pub face: Option<u16>,
}

/// Shows what may have been drawn, in a fixed order; what is out already is crossed out in its place. Returns the face of the
/// choice.
pub fn which_ui(ui: &mut Ui, view: &ViewContext, of: &[Drawable]) -> Option<u16> {
    let mut chosen = None;
    for together in of.chunk_by(|one, other| one.under == other.under) {
        if let Some(first) = together.first().filter(|first| !first.under.is_empty()) {
            weak(ui, &first.under);
        }
        for one in together {
            if one.face.is_none() {
                let name = RichText::new(&one.name).strikethrough();
                let wide = vec2(ui.available_width(), 28.0);
                let out = ui.add_enabled(false, Button::new(name).wrap().min_size(wide));
                out.widget_info(|| WidgetInfo::labeled(Role::Label, false, texts::drawn(&one.name)));
            } else if numbered(ui, view, one.number, |ui| answer_button(ui, view, &one.name)).clicked() {
                chosen = one.face;
            }
        }
    }
    chosen
}

fn chits_at(summary: &PlaySummary, place: ChitPlace) -> usize {
    let chits = summary.groups.iter().filter_map(|group| group.chits.as_ref());
    chits.filter(|one| one.place == place).map(|one| one.count).sum()
}

/// Number of chits in the cup and out of it, in words; `None` if there is no cup.
pub fn cup_words(summary: &PlaySummary) -> Option<String> {
    summary.groups.iter().any(|group| group.chits.is_some()).then(|| {
        let out = chits_at(summary, ChitPlace::Drawn) + chits_at(summary, ChitPlace::Spent);
        texts::cup(chits_at(summary, ChitPlace::Cup), out)
    })
}

/// Shows a chit: a token in the colour of its army.
fn chit_ui(
    ui: &mut Ui,
    group: &Group,
    chits: &GroupChits,
    colour: ArmyColour,
    draws: bool,
    found: &mut Option<PlayAction>,
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
    let acts = group.active && chits.place != ChitPlace::Drawn;
    let said = texts::chit(&chits.name, &chits.place.title().to_lowercase(), chits.count > 1, acts);
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
    if matches!(chits.place, ChitPlace::Spent | ChitPlace::Gone) {
        let y = rect.center().y;
        let across = [pos2(rect.left() + 6.0, y), pos2(rect.right() - 6.0, y)];
        ui.painter().line_segment(across, Stroke::new(1.0, palette.weak()));
    }
    let hint = if draws { texts::players_drew(&said) } else { said };
    if response.on_hover_text(hint).clicked() {
        first(found, PlayAction::Drawn(chits.name.clone()));
    }
}
