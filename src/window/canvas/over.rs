//! Drawn above the pieces: plates beside them, the lengths of rulers, and tooltips while the pointer rests.

use egui::{CursorIcon, PopupAnchor, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Tooltip, Ui, WidgetInfo};

use super::{CanvasView, Gesture};
use crate::painter::{Canvas, View};
use crate::texts::canvas as texts;
use drawing::overlay::ruler_words;
use drawing::plates::step_off;
use drawing::shape::{Span, bounds};
use drawing::{Ink, Mark, StageSpot, make_way};

/// The marks above the pieces with their plates placed beside those, and everything that the placing depends on.
#[derive(Debug)]
pub struct Beside {
    version: u64,
    view: View,
    laid: Vec<Mark>,
    marks: Vec<Mark>,
}

/// The marks above the pieces, with plates placed beside the pieces; the last placing is reused while nothing has changed.
pub fn laid_beside<'m>(
    shown: &'m CanvasView<'_>,
    version: u64,
    view: &View,
    kept: &'m mut Option<Beside>,
) -> &'m [Mark] {
    let over = shown.over;
    if !over.iter().any(|mark| matches!(mark, Mark::Text(words) if words.plate)) {
        *kept = None;
        return over;
    }
    let beside =
        kept.take().filter(|kept| kept.version == version && kept.view == *view && kept.laid == over);
    let beside = beside.unwrap_or_else(|| {
        let pieces: Vec<Span> = shown.stage.pieces.iter().map(|piece| bounds(&piece.outline)).collect();
        let mut marks = over.to_vec();
        make_way(&mut marks, &pieces, view.seen(), view.scale);
        Beside { version, view: *view, laid: over.to_vec(), marks }
    });
    &kept.insert(beside).marks
}

/// The marks below the names with their words, such as the cost of a hex, placed beside the names.
#[derive(Debug)]
pub struct Aside {
    /// Version of the names, and their scale.
    version: (u64, f32),
    laid: Vec<Mark>,
    marks: Vec<Mark>,
}

/// The marks on the ground, with their words placed clear of names; the last placing is reused while nothing has changed.
pub fn words_aside<'m>(
    shown: &'m CanvasView<'_>,
    version: (u64, f32),
    names: impl FnOnce() -> Vec<Span>,
    kept: &'m mut Option<Aside>,
) -> &'m [Mark] {
    let under = shown.under;
    if !under.iter().any(|mark| matches!(mark, Mark::Text(_))) {
        *kept = None;
        return under;
    }
    let aside = kept.take().filter(|kept| kept.version == version && kept.laid == under);
    let aside = aside.unwrap_or_else(|| {
        let mut marks = under.to_vec();
        step_off(&mut marks, &names(), version.1);
        Aside { version, laid: under.to_vec(), marks }
    });
    &kept.insert(aside).marks
}

/// Makes the length of every ruler a button that removes it; `over`: the marks as placed.
pub fn rulers_ui(
    ui: &Ui,
    shown: &CanvasView<'_>,
    over: &[Mark],
    canvas: &Canvas<'_>,
    found: &mut Option<Gesture>,
) {
    let view = &canvas.view;
    for (place, ruler) in shown.rulers.iter().enumerate() {
        let words = ruler_words(ruler);
        // Where the plate was placed.
        let drawn = over.iter().find_map(|mark| match mark {
            Mark::Text(drawn) if drawn.plate && drawn.at == words.at && drawn.text == words.text => {
                Some(drawn)
            }
            _ => None,
        });
        let Some(drawn) = drawn else { continue };
        let rect: Rect = view.plate(drawn).intersect(view.rect);
        if !rect.is_positive() {
            continue;
        }
        let response = ui.interact(rect, ui.scope_id().with(("ruler", place)), Sense::click());
        let label = texts::ruler(&ruler.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() && !shown.measuring {
            *found = Some(Gesture::Ruler(place));
        }
        if response.has_focus() || response.hovered() {
            let line = Stroke::new(2.0, canvas.palette.ink(Ink::Selected));
            canvas.painter.rect_stroke(rect, 3.0, line, StrokeKind::Outside);
        }
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(texts::TAKE_RULER);
    }
}

/// How far the pointer must go from where it was pressed before tooltips are shown, in points.
const QUIET: f32 = 8.0;

/// How long the pointer must rest before a tooltip is shown, in seconds.
const RESTS: f32 = 0.25;

/// May a tooltip be shown? Not while the pointer moves, where it was just pressed, or while something is done with it.
pub fn may_show_tooltip(ui: &Ui, shown: &CanvasView<'_>, quiet: &mut Option<Pos2>) -> bool {
    let (pressed, pointer) = ui.input(|input| {
        (input.pointer.any_pressed() || input.pointer.any_released(), input.pointer.latest_pos())
    });
    if pressed {
        *quiet = pointer;
    }
    if let (Some(from), Some(at)) = (*quiet, pointer)
        && from.distance(at) > QUIET
    {
        *quiet = None;
    }
    quiet.is_none() && rests(ui) && !shown.measuring && !shown.silent && shown.in_hand.is_none()
}

fn rests(ui: &Ui) -> bool {
    let (since, pointer) =
        ui.input(|input| (input.pointer.time_since_last_movement(), input.pointer.latest_pos()));
    let over = pointer.is_some_and(|at| ui.max_rect().contains(at));
    if over && since < RESTS {
        ui.ctx().request_repaint_after_secs(RESTS - since + 0.01);
    }
    since >= RESTS
}

/// The tooltip spot under the pointer; `over`: one above the pieces.
pub fn spot_near<'s>(shown: &'s CanvasView<'_>, view: &View, at: Pos2, over: bool) -> Option<&'s StageSpot> {
    let spots = shown.stage.spots.iter().filter(|spot| spot.over == over);
    let near = spots.map(|spot| (view.screen_from_table(spot.at).distance(at), spot));
    let near = near.filter(|(far, spot)| *far <= spot.reach.at(view.scale));
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, spot)| spot)
}

/// Shows a tooltip at the pointer.
pub fn tooltip_ui(ui: &Ui, show: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("tooltip");
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer).gap(14.0).show(show);
}
