//! What the pointer draws, place by place, where it neither lifts nor moves anything. Units: inches of the table, or of the sheet.

use egui::{Event, PointerButton, Pos2, Ui};
use glam::Vec2;

use crate::painter::View;

/// What is drawn with the button of the pointer down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stroke {
    /// The button goes down here; `lifts`: with Shift, to take up instead of lay.
    Begun { at: Vec2, lifts: bool },
    /// It is drawn to here.
    Drawn(Vec2),
    /// The button is let go.
    Ended,
}

/// The strokes of a frame. `draws`: the pointer draws; `free`: there is nothing else of the canvas here that is pressed; `pressed`:
/// a stroke is being drawn.
///
/// Every place that the pointer was at counts, also where a frame has taken so long that it has been at several: a stroke goes
/// where it was drawn, and begins where the button went down.
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
    // Whatever has taken the button away: nothing is drawn without it.
    if *pressed && !ui.input(|input| input.pointer.primary_down()) {
        *pressed = false;
        found.push(Stroke::Ended);
    }
    found
}
