//! The ring round a piece: the orders chosen on it, each in its place with its number; unavailable ones are faint and show the
//! reason.

use egui::{
    Align2, Area, Button, Key, Modifiers, Order, Pos2, Rect, RichText, Role, Ui, WidgetInfo, pos2, vec2,
};

use crate::texts::ring as texts;
use crate::theme::EguiPalette;
use drawing::Ink;
use game::Draft;

/// An order in the ring.
#[derive(Clone, Debug, PartialEq)]
pub struct RingItem {
    pub words: String,
    /// `None` if it is not available.
    pub order: Option<Draft>,
    /// Why it is not available.
    pub why: Option<String>,
}

/// The result of a frame of the ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rung {
    /// The item under the pointer.
    pub over: Option<usize>,
    pub chosen: Option<usize>,
}

/// Half the width and half the height of the oval on which they lie, in points.
const OVAL: [f32; 2] = [150.0, 74.0];

/// Size of an item.
const EACH: egui::Vec2 = vec2(124.0, 26.0);

/// The place of the item with this number, clockwise from the top.
fn place(middle: Pos2, number: usize, of: usize) -> Rect {
    let turn = std::f32::consts::TAU * number as f32 / of.max(1) as f32;
    // Many items need more room.
    let wider = (of as f32 / 6.0).max(1.0);
    let at = middle + vec2(turn.sin() * OVAL[0] * wider, -turn.cos() * OVAL[1] * wider);
    Rect::from_center_size(at, EACH)
}

/// The keys 1 to 9 choose an item; they do nothing else while the ring is open.
pub fn ring_keys(ctx: &egui::Context, of: usize) -> Option<usize> {
    const KEYS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    if ctx.text_edit_focused() {
        return None;
    }
    ctx.input_mut(|input| {
        let digit = input.events.iter().find_map(|event| match event {
            egui::Event::Text(text) => text.parse::<usize>().ok(),
            _ => None,
        });
        let key = KEYS.iter().position(|key| input.consume_key(Modifiers::NONE, *key)).map(|at| at + 1);
        let number = key.or(digit).filter(|number| (1..=of).contains(number))?;
        input
            .events
            .retain(|event| !matches!(event, egui::Event::Text(text) if text.parse::<usize>().is_ok()));
        Some(number - 1)
    })
}

/// Shows the ring round a point of the screen, within this rectangle.
pub fn ring_ui(ctx: &egui::Context, middle: Pos2, within: Rect, items: &[RingItem]) -> Rung {
    let mut rung = Rung::default();
    let wider = (items.len() as f32 / 6.0).max(1.0);
    let room = vec2(OVAL[0] * wider + EACH.x / 2.0 + 6.0, OVAL[1] * wider + EACH.y / 2.0 + 6.0);
    let inner = within.shrink2(room.min(within.size() / 2.0));
    let middle =
        pos2(middle.x.clamp(inner.left(), inner.right()), middle.y.clamp(inner.top(), inner.bottom()));
    let area = Area::new(egui::Id::unique("ring")).order(Order::Foreground).fixed_pos(middle - room);
    area.show(ctx, |ui| {
        let (whole, _) = ui.allocate_exact_size(room * 2.0, egui::Sense::hover());
        let palette = EguiPalette::of(ui.visuals());
        for (number, item) in items.iter().enumerate() {
            let rect = place(whole.center(), number, items.len());
            let response = item_ui(ui, rect, number + 1, item, palette);
            if response.hovered() || response.has_focus() {
                rung.over = Some(number);
            }
            if response.clicked() {
                rung.chosen = Some(number);
            }
        }
    });
    rung
}

fn item_ui(ui: &mut Ui, rect: Rect, number: usize, item: &RingItem, palette: EguiPalette) -> egui::Response {
    let free = item.order.is_some();
    let (fill, ink) = match free {
        true => (ui.visuals().window_fill(), ui.visuals().text_color()),
        false => (ui.visuals().extreme_bg_color, palette.weak()),
    };
    let line = if free { palette.ink(Ink::Active) } else { palette.ink(Ink::FaintLine) };
    let words = RichText::new(&item.words).size(13.0).color(ink);
    let button = Button::new(words).truncate().fill(fill).stroke(egui::Stroke::new(1.6, line));
    let response = ui.put(rect, button);
    let at = rect.left_center() - vec2(2.0, 0.0);
    ui.painter().circle_filled(at, 8.0, ui.visuals().window_fill());
    ui.painter().circle_stroke(at, 8.0, egui::Stroke::new(1.0, line));
    ui.painter().text(at, Align2::CENTER_CENTER, number.to_string(), egui::FontId::proportional(11.0), ink);
    let spoken = match &item.why {
        Some(why) => texts::not_allowed(&item.words, why),
        None => item.words.clone(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, free, &spoken));
    match &item.why {
        Some(why) => response.on_hover_text(why),
        // Long ones are cut.
        None => response.on_hover_text(&item.words),
    }
}
