//! Events out of sight: the view moves there, and back; banners announce them.

use egui::{
    Align2, Area, Frame, Id, Key, Margin, Modifiers, Order, Rect, RichText, Role, Sense, Stroke, WidgetInfo,
    vec2,
};
use glam::Vec2;

use crate::canvas::corners_of;
use crate::texts::play as texts;
use crate::theme::{EguiPalette, heading_font};
use drawing::{Ink, Stage};
use game::{BannerKind, Draft};

use super::Play;
use super::hand::Hand;

/// How long a banner is shown, in seconds; less if others wait.
const SECONDS: f64 = 5.0;
const HURRIED: f64 = 1.8;

impl Play {
    /// An order has been given by anybody: rebuilds the game's data, moves its effects into view, and announces what everybody
    /// should know.
    pub(super) fn happened(&mut self) {
        let before = std::mem::take(&mut self.summary.stage);
        self.canvas.stay();
        // The confirmation of an earlier order is out of date.
        self.common.toast = None;
        self.changed();
        self.show_what_happened(&before);
    }

    fn show_what_happened(&mut self, before: &Stage) {
        let Some(row) = self.log.rows.last().filter(|row| row.is_order && row.number == self.game.at())
        else {
            return;
        };
        let pieces: Vec<&str> = row.facts.pieces.iter().map(String::as_str).collect();
        let banners = row.facts.banners.clone();
        let number = row.number;
        // Old and new places of pieces that have moved or gone.
        let mut places = Vec::new();
        for piece in pieces {
            let [was, is] = [before, &self.summary.stage].map(|stage| corners_of(stage, &[piece]));
            if was != is {
                places.extend(was);
                places.extend(is);
            }
        }
        self.banners.tell(&banners, number);
        self.bring(&places);
    }

    /// Moves what is due or automatically in hand into view.
    pub(super) fn show_what_is_due(&mut self) {
        let order = match &self.hand {
            Hand::Card(held) => held.0.clone(),
            Hand::Made(made) if !made.is_blank() => made.draft.clone(),
            Hand::Made(_) | Hand::Piece(_) | Hand::Empty => return,
        };
        self.bring_order(&order);
    }

    /// Moves all pieces of an order into view.
    pub(super) fn bring_order(&mut self, order: &Draft) {
        let keys: Vec<&str> = order.answers.values().flat_map(super::hand::keys_of).collect();
        let places = corners_of(&self.summary.stage, &keys);
        self.bring(&places);
    }

    /// Moves places into view, unless somebody holds or drags something.
    fn bring(&mut self, places: &[Vec2]) {
        let carries = matches!(&self.hand, Hand::Piece(in_hand) if in_hand.dragged);
        if carries || places.is_empty() || self.looking.is_some() {
            return;
        }
        self.canvas.bring(places);
    }

    /// Backspace goes back to the earlier view, while nothing else uses that key.
    pub(super) fn goes_back(&mut self, ctx: &egui::Context) -> bool {
        let free = self.canvas.can_go_back() && self.tray.is_none() && !matches!(self.hand, Hand::Piece(_));
        let pressed = free
            && !ctx.text_edit_focused()
            && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Backspace));
        if pressed {
            self.canvas.go_back();
        }
        pressed
    }

    /// Shows the way back, and the present banner, over the table.
    pub(super) fn sight_ui(&mut self, ctx: &egui::Context) {
        let Some(table) = self.canvas.view().map(|view| view.rect) else { return };
        if self.canvas.can_go_back() && self.looking.is_none() {
            let back = Area::new(Id::unique("back to where it was"))
                .order(Order::Middle)
                .fixed_pos(table.left_top() + vec2(12.0, 12.0))
                .show(ctx, |ui| ui.button(texts::BACK).on_hover_text(texts::BACK_KEY).clicked());
            if back.inner {
                self.canvas.go_back();
            }
        }
        self.banner_ui(ctx, table);
    }

    fn banner_ui(&mut self, ctx: &egui::Context, table: Rect) {
        let now = ctx.input(|input| input.time);
        let lasts = if self.banners.wait.len() > 1 { HURRIED } else { SECONDS };
        if self.banners.since.is_some_and(|since| now - since >= lasts) {
            self.banners.next();
        }
        let Some((banner, order)) = self.banners.wait.front().cloned() else { return };
        let since = *self.banners.since.get_or_insert(now);
        // It appears and disappears at once: half transparent over the title of a map, neither could be read.
        let left = (lasts - (now - since)).max(0.0);
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(left));
        let area = Area::new(Id::unique("banner")).order(Order::Middle).pivot(Align2::CENTER_TOP);
        let clicked = area.fixed_pos(table.center_top() + vec2(0.0, 10.0)).show(ctx, |ui| {
            let palette = EguiPalette::of(ui.visuals());
            let ink = match banner.kind {
                BannerKind::Lost | BannerKind::Leader => Ink::Bad,
                BannerKind::Rout | BannerKind::Retreat => Ink::Close,
                BannerKind::Objective | BannerKind::Placed => Ink::Good,
            };
            let frame = Frame::new()
                .fill(palette.card())
                .stroke(Stroke::new(2.0, palette.ink(ink)))
                .corner_radius(5.0)
                .inner_margin(Margin::symmetric(16, 6));
            let shown = frame.show(ui, |ui| {
                ui.set_max_width((table.width() - 80.0).clamp(160.0, 620.0));
                let words = RichText::new(&banner.words).font(heading_font(18.0));
                ui.add(egui::Label::new(words).selectable(false))
            });
            let click = ui.interact(shown.response.rect, Id::unique("banner is clicked"), Sense::click());
            click.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::show_it(&banner.words)));
            click.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(texts::BANNER_HINT).clicked()
        });
        if clicked.inner {
            if let Some(at) = banner.place.and_then(|place| self.middle_of_spot(place)) {
                self.canvas.bring(&[at]);
            }
            self.common.saved.log = true;
            self.open_entries.insert(order);
            self.banners.next();
        }
    }
}
