//! The views: each takes a model of plain data and returns a command, or none. They contain no rules.

pub mod about;
pub mod begin;
pub mod book;
pub mod chooser;
mod context;
pub mod dialogs;
mod dice;
pub mod dropped;
pub mod ending;
mod fields;
pub mod guide;
pub mod handbook;
pub mod hex;
pub mod keys;
pub mod line;
pub mod log;
pub mod palette;
pub mod players;
pub mod print;
pub mod rejudge;
pub mod report;
mod roster_bar;
pub mod setup;
pub mod setup_dialogs;
mod setup_fit;
pub mod setup_palette;
pub mod setup_paste;
pub mod setup_pieces;
pub mod setup_roster;
pub mod setup_table;
pub mod start;
pub mod top;
pub mod tray;

use egui::{Color32, CornerRadius, FontId, Frame, Margin, Response, RichText, Role, Stroke, Ui, WidgetInfo};

use super::texts::shared;
use drawing::{ArmyColour, Face, Ink, Light};

use super::book::{Piece, clause_named, pieces};
use super::command::Command;
pub use context::ViewContext;
pub use dice::die_ui;

use super::theme::{EguiPalette, heading_font, map_font, serif_font};
use game::line::{END, choice_key};

/// Keeps the first of several commands: a view returns one per frame.
pub(super) fn first<C>(found: &mut Option<C>, command: C) {
    found.get_or_insert(command);
}

/// A button of a command, with its tooltip and keys; greyed if not enabled.
pub(super) fn command_button(ui: &mut Ui, view: &ViewContext, command: &Command, enabled: bool) -> Response {
    let keys = command.keys(ui.ctx());
    let response = ui.add_enabled(enabled, egui::Button::new(command.text()));
    guide::ring_if_lit(ui, view, &response, command.text());
    let tooltip = command.tooltip();
    match (tooltip.is_empty(), keys.is_empty()) {
        (true, true) => response,
        (true, false) => response.on_hover_text(keys),
        (false, true) => response.on_hover_text(tooltip),
        (false, false) => response.on_hover_text(format!("{tooltip} ({keys})")),
    }
}

/// A heading in the style of the map.
pub(super) fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).font(heading_font(16.0)))
}

pub(super) fn weak(ui: &mut Ui, text: impl Into<String>) -> Response {
    let colour = EguiPalette::of(ui.visuals()).weak();
    ui.label(RichText::new(text).color(colour).size(12.5))
}

/// A fault, with a sign so that it does not depend on colour.
pub(super) fn refused_label(ui: &mut Ui, words: &str) -> Response {
    let text = RichText::new(shared::refused(words)).color(EguiPalette::of(ui.visuals()).refused());
    let label = ui.add(egui::Label::new(text).wrap());
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    label
}

/// A small clause id that opens the rulebook; its tooltip is the clause.
pub(super) fn clause(ui: &mut Ui, view: &ViewContext, id: &str) -> Response {
    clause_link(ui, view, id, map_font(Face::Italic, 13.0))
}

/// A clause id as a link in this type.
fn clause_link(ui: &mut Ui, view: &ViewContext, id: &str, font: FontId) -> Response {
    let book = view.book;
    let own = id.strip_prefix(book.id.as_str()).and_then(|rest| rest.strip_prefix(':'));
    let bare = own.unwrap_or(id);
    let words = RichText::new(bare).font(font).color(ui.visuals().hyperlink_color);
    let response = ui.add(egui::Label::new(words).selectable(false).sense(egui::Sense::click()));
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, shared::clause(bare)));
    if response.hovered() || response.has_focus() {
        let line = Stroke::new(1.0, ui.visuals().hyperlink_color);
        ui.painter().hline(response.rect.x_range(), response.rect.bottom() - 1.0, line);
    }
    if response.clicked() {
        view.want(bare);
    }
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    match clause_named(book, bare) {
        Some(clause) => response.on_hover_ui(|ui| {
            ui.set_max_width(420.0);
            ui.label(RichText::new(format!("{}  {}", clause.id, clause.title)).font(heading_font(15.0)));
            ui.label(RichText::new(&clause.text).font(serif_font(15.0)));
        }),
        None => response,
    }
}

/// A text whose clauses are links.
fn linked(ui: &mut Ui, view: &ViewContext, text: &str, font: &FontId, colour: Color32) {
    let pieces = pieces(view.book, text);
    if let [Piece::Words(words)] = pieces[..] {
        ui.add(egui::Label::new(RichText::new(words).font(font.clone()).color(colour)).wrap());
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for piece in pieces {
            match piece {
                Piece::Words(words) => {
                    ui.label(RichText::new(words).font(font.clone()).color(colour));
                }
                Piece::Clause(id) => {
                    clause_link(ui, view, id, font.clone());
                }
            }
        }
    });
}

/// The frame of a panel that lies on the window itself, which has its colour already.
pub fn bare(ui: &Ui) -> Frame {
    Frame::side_top_panel(ui.style()).fill(Color32::TRANSPARENT)
}

/// A sheet on the panel.
pub(super) fn sheet(ui: &Ui) -> Frame {
    let palette = EguiPalette::of(ui.visuals());
    Frame::new()
        .fill(palette.card())
        .stroke(Stroke::new(1.0, palette.card_line()))
        .corner_radius(CornerRadius::same(5))
        .inner_margin(Margin::same(9))
}

/// The accessible data of a field without a visible label: its name, its old and its new value.
pub(super) fn named_field(label: &str, was: &str, now: &str) -> WidgetInfo {
    WidgetInfo { label: Some(label.to_owned()), ..WidgetInfo::text_edit(true, was, now, "") }
}

/// A small block in an army's colour, crossed like infantry on a counter, so that a white one is not taken for a checkbox.
pub(super) fn swatch(ui: &mut Ui, colour: ArmyColour) {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, _) = ui.allocate_exact_size(egui::vec2(15.0, 11.0), egui::Sense::empty());
    let painter = ui.painter();
    painter.rect_filled(rect, 1.0, palette.ink(Ink::Block(colour)));
    // By night a dark army would be a hole in the panel: its block gets a light edge.
    let edge = if palette.0.light == Light::Night { palette.weak() } else { palette.ink(Ink::BlockLine) };
    let cross = Stroke::new(0.8, palette.ink(Ink::OnBlock(colour)));
    painter.line_segment([rect.left_top(), rect.right_bottom()], cross);
    painter.line_segment([rect.left_bottom(), rect.right_top()], cross);
    painter.rect_stroke(rect, 1.0, Stroke::new(1.0, edge), egui::StrokeKind::Inside);
}

/// The main button, which goes on with the game.
pub(super) fn main_button(ui: &mut Ui, view: &ViewContext, text: &str) -> Response {
    let response = first_button(ui, text);
    guide::ring_if_lit(ui, view, &response, text);
    response
}

/// The recommended button, where no guide points.
pub(super) fn first_button(ui: &mut Ui, text: &str) -> Response {
    let palette = EguiPalette::of(ui.visuals());
    let label = RichText::new(text).color(palette.on_accent()).font(heading_font(16.0));
    let wide = ui.available_width();
    let button = egui::Button::new(label).fill(palette.accent()).stroke(Stroke::NONE).wrap();
    ui.add(button.min_size(egui::vec2(wide, 34.0)))
}

/// A wide button for one of several answers.
pub(super) fn answer_button(ui: &mut Ui, view: &ViewContext, text: &str) -> Response {
    let wide = ui.available_width();
    let response = ui.add(egui::Button::new(text).wrap().min_size(egui::vec2(wide, 28.0)));
    guide::ring_if_lit(ui, view, &response, text);
    response
}

/// The signs that are drawn, since no font has them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Left,
    Right,
    Down,
    /// Lines of a table of contents.
    Lines,
}

/// Draws a sign in the middle of a rectangle.
fn sign(ui: &Ui, rect: egui::Rect, sign: Sign, colour: Color32) {
    use egui::vec2;
    let middle = rect.center();
    let corners = match sign {
        Sign::Left => [vec2(2.0, -4.0), vec2(2.0, 4.0), vec2(-3.5, 0.0)],
        Sign::Right => [vec2(-2.0, -4.0), vec2(3.5, 0.0), vec2(-2.0, 4.0)],
        Sign::Down => [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 3.5)],
        Sign::Lines => {
            for by in [-4.0, 0.0, 4.0] {
                let line = Stroke::new(1.5, colour);
                ui.painter().hline(middle.x - 5.0..=middle.x + 5.0, middle.y + by, line);
            }
            return;
        }
    };
    let points = corners.map(|by| middle + by).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
}

/// A small button with a sign and a descriptive name.
fn sign_button(ui: &mut Ui, drawn: Sign, name: &str, tooltip: &str, enabled: bool) -> Response {
    let response = ui.add_enabled(enabled, egui::Button::new("").min_size(egui::vec2(26.0, 22.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    let colour = if enabled { ui.visuals().text_color() } else { EguiPalette::of(ui.visuals()).card_line() };
    sign(ui, response.rect, drawn, colour);
    response.on_hover_text(tooltip)
}

/// A bar of this share of the width, behind a line of words.
pub(super) fn bar(ui: &Ui, rect: egui::Rect, share: f32, colour: Color32) {
    let wide = rect.width() * share.clamp(0.0, 1.0);
    let filled = egui::Rect::from_min_size(rect.min, egui::vec2(wide.max(1.0), rect.height()));
    ui.painter().rect_filled(filled, 2.0, colour);
}

/// A button with the number that chooses it from the keyboard, as a small tag in the margin.
pub(super) fn numbered(
    ui: &mut Ui,
    view: &ViewContext,
    number: Option<usize>,
    add: impl FnOnce(&mut Ui) -> Response,
) -> Response {
    let Some(number) = number else { return add(ui) };
    let key = choice_key(number, view.numbers_alone);
    let button = ui
        .scope(|ui| {
            ui.set_max_width(ui.available_width() - TAG);
            add(ui)
        })
        .inner;
    let palette = EguiPalette::of(ui.visuals());
    let font = FontId::proportional(11.0);
    let galley = ui.painter().layout_no_wrap(key.clone(), font, ui.visuals().text_color());
    let size = egui::vec2((galley.size().x + 8.0).min(TAG - 4.0), 15.0);
    let tag = egui::Rect::from_center_size(button.rect.right_center() + egui::vec2(TAG / 2.0, 0.0), size);
    let line = Stroke::new(1.0, palette.card_line());
    ui.painter().rect(tag, 6.0, palette.card(), line, egui::StrokeKind::Inside);
    ui.painter().galley(tag.center() - galley.size() / 2.0, galley, ui.visuals().text_color());
    button.on_hover_text(shared::by_number(number, &key, number == END))
}

/// The width of the margin for the tag of a number, in points.
const TAG: f32 = 28.0;
