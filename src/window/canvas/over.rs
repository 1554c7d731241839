//! What lies over the pieces: plates beside them, the lengths of rulers, and what tells of itself while the pointer rests.

use egui::{CursorIcon, PopupAnchor, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Tooltip, Ui, WidgetInfo};

use super::{CanvasView, Gesture};
use crate::painter::{Canvas, View};
use crate::texts::canvas as texts;
use drawing::overlay::ruler_words;
use drawing::plates::step_off;
use drawing::shape::{Span, bounds};
use drawing::{Ink, Mark, StageSpot, make_way};

/// The marks over the pieces with their plates put beside those, and all that their places depend on.
#[derive(Debug)]
pub struct Beside {
    version: u64,
    view: View,
    laid: Vec<Mark>,
    marks: Vec<Mark>,
}

/// The marks over the pieces, with the words on plates put beside the pieces: as they were put last where nothing has changed
/// since.
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

/// The marks under the names with what is written among them, such as what it costs to reach a hex, put beside the names.
#[derive(Debug)]
pub struct Aside {
    /// Of the names and their scale.
    version: (u64, f32),
    laid: Vec<Mark>,
    marks: Vec<Mark>,
}

/// The marks that lie on the ground, with their words clear of names: as they were put last where nothing has changed since.
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

/// The length of every ruler is a button that takes it away; `over`: the marks as they lie.
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
        // Where it came to lie, beside the pieces.
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

/// So far the pointer goes from where it was pressed before anything tells of itself, in points.
const QUIET: f32 = 8.0;

/// So long, in seconds, the pointer has to rest before what is under it is reported of.
const RESTS: f32 = 0.25;

/// May what lies under the pointer be told of? While it moves, where it was just pressed, and while something is done with it,
/// nothing stands in its way.
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

/// What tells of itself under the pointer; `over`: of what lies over the pieces.
pub fn spot_near<'s>(shown: &'s CanvasView<'_>, view: &View, at: Pos2, over: bool) -> Option<&'s StageSpot> {
    let spots = shown.stage.spots.iter().filter(|spot| spot.over == over);
    let near = spots.map(|spot| (view.screen_from_table(spot.at).distance(at), spot));
    let near = near.filter(|(far, spot)| *far <= spot.reach.at(view.scale));
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, spot)| spot)
}

/// What is told at the pointer.
pub fn tooltip_ui(ui: &Ui, show: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("tooltip");
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer).gap(14.0).show(show);
}
