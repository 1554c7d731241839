//! Strokes of the pointer, place by place, where it neither drags nor pans. Units: inches of the table, or of the sheet.

use egui::{Event, PointerButton, Pos2, Ui};
use glam::Vec2;

use crate::painter::View;

/// A stroke, drawn with the button of the pointer down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// The button goes down here; `lifts`: with Shift, which removes instead of adding.
    Begun { at: Vec2, lifts: bool },
    /// It continues to here.
    Drawn(Vec2),
    /// The button goes up.
    Ended,
}

/// The strokes of a frame. `draws`: the pointer draws; `free`: nothing else on the canvas is pressed here; `pressed`: a stroke
/// is in progress.
///
/// Every place that the pointer visited counts, even several in a long frame, so that a stroke follows the pointer from where
/// the button went down.
pub fn strokes(
    ui: &Ui,
    view: &View,
    draws: bool,
    free: impl Fn(&Pos2) -> bool,
    pressed: &mut bool,
) -> Vec<Stroke> {
    let mut found = Vec::new();
    let on_table = |at: Pos2| {
        let above = ui.ctx().layer_id_at(at).is_some_and(|layer| layer != ui.layer_id());
        draws && view.rect.contains(at) && free(&at) && !above
    };
    for event in ui.input(|input| input.events.clone()) {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, modifiers }
                if on_table(pos) =>
            {
                *pressed = true;
                found.push(Stroke::Begun { at: view.table_from_screen(pos), lifts: modifiers.shift });
            }
            Event::PointerMoved(at) if *pressed => found.push(Stroke::Drawn(view.table_from_screen(at))),
            Event::PointerButton { button: PointerButton::Primary, pressed: false, .. }
            | Event::PointerGone
                if *pressed =>
            {
                *pressed = false;
                found.push(Stroke::Ended);
            }
            _ => {}
        }
    }
    // If anything took the button's release away, the stroke ends.
    if *pressed && !ui.input(|input| input.pointer.primary_down()) {
        *pressed = false;
        found.push(Stroke::Ended);
    }
    found
}
