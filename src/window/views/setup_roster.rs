//! The roster as a spreadsheet, for pointer and keyboard.

use std::collections::BTreeMap;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Event, EventFilter, FontId, Id, Key, Modifiers, Panel, Pos2, Rect, Response, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, pos2, vec2,
};

use crate::setup::roster::{At, Roster, RosterAct, roster_id};
use crate::texts::{setup, setup_roster as texts, shared};
use crate::theme::EguiPalette;
use drawing::{ArmyColour, Ink};
use scenario::Side;
use scenario::roster::sheet::{Head, Line};
use scenario::roster::{CellKind, Column};

use super::named_field;
use super::roster_bar::bar_ui;
use super::setup_pieces::spaced;

/// Heights of a row and of the heading, and the width of the column of badges, in points.
const ROW: f32 = 23.0;
const HEAD: f32 = 26.0;
const BADGE: f32 = 50.0;

/// The data of a roster, on the table or on hexes.
#[derive(Debug)]
pub struct RosterView<'a> {
    pub roster: &'a Roster,
    /// Why the last act failed, or its result.
    pub note: Option<&'a str>,
    /// Ids of the rows with faults.
    pub faulty: &'a [String],
    /// The numbers of rows, by their ids; a row without one shows its id.
    pub badges: &'a BTreeMap<String, u16>,
    /// The colours of the sides, in their order.
    pub colours: Vec<ArmyColour>,
    /// The button that places the selected rows: its text and its tooltip.
    pub deploys: [&'static str; 2],
    /// Where rows without a place wait: `not on the table`.
    pub waits: &'static str,
}

/// The roster below the table or the map.
pub fn roster_panel_ui(ui: &mut Ui, view: &RosterView<'_>) -> Vec<RosterAct> {
    let all = ui.available_height();
    // With large text the bar takes more of it: a few rows stay visible all the same.
    let (least, most) = (190.0, (all - 160.0).max(190.0));
    let panel = Panel::bottom("roster").resizable(true).default_size((all * 0.46).floor().clamp(least, most));
    panel.size_range(least..=most).show(ui, |ui| roster_ui(ui, view)).inner
}

fn roster_ui(ui: &mut Ui, view: &RosterView<'_>) -> Vec<RosterAct> {
    let mut found = Vec::new();
    ui.add_space(3.0);
    bar_ui(ui, view, &mut found);
    note_ui(ui, view);
    let roster = view.roster;
    let columns = Columns::of(roster);
    let scroll = ScrollArea::both().id_salt("roster").auto_shrink([false; 2]);
    scroll.show_viewport(ui, |ui, shown| {
        let rows = roster.order.len() + 1;
        let size = vec2(columns.width().max(shown.width()), HEAD + ROW * rows as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let grid = Grid {
            view,
            roster,
            columns: &columns,
            origin: rect.min,
            shown: shown.translate(rect.min.to_vec2()),
        };
        grid.ui(ui, &mut found);
    });
    found
}

/// Shows one line in any case, so that nothing below it moves: the last refusal, or the effect of the keys.
fn note_ui(ui: &mut Ui, view: &RosterView<'_>) {
    let palette = EguiPalette::of(ui.visuals());
    let renamed = view.roster.renames.first().and_then(|row| view.roster.sheet.line(row));
    let renames = renamed.map(|line| texts::renames(&line.command, view.roster.renames.len()));
    let (words, colour) = match (view.note, &view.roster.typing, &renames) {
        (Some(note), ..) => (note, palette.accent()),
        (None, Some(_), Some(renames)) => (renames.as_str(), palette.accent()),
        (None, Some(_), None) => (texts::TYPING_KEYS, palette.weak()),
        (None, None, _) if ui.memory(|memory| memory.has_focus(roster_id())) => (texts::KEYS, palette.weak()),
        // The focus is elsewhere.
        (None, None, _) => (texts::KEYS_AWAY, palette.weak()),
    };
    let label = egui::Label::new(RichText::new(words).color(colour).size(12.5)).truncate();
    ui.add(label).on_hover_text(words);
}

/// The visible columns, each with its left edge and its width.
struct Columns(Vec<(Head, f32, f32)>);

impl Columns {
    fn of(roster: &Roster) -> Self {
        let mut left = BADGE;
        let place = |head: Head| {
            let wide = width(head);
            left += wide;
            (head, left - wide, wide)
        };
        Self(roster.heads().into_iter().map(place).collect())
    }

    fn width(&self) -> f32 {
        self.0.last().map_or(BADGE, |(_, left, wide)| left + wide)
    }
}

/// How wide a column is, in points.
fn width(head: Head) -> f32 {
    match head {
        Head::Side => 84.0,
        Head::Command(_) => 130.0,
        Head::Begins | Head::Listed(_) => 104.0,
        Head::Cell(Column { field: "name", .. }) => 216.0,
        Head::Cell(Column { field: "note" | "label", .. }) => 220.0,
        Head::Cell(Column { kind, .. }) => match kind {
            CellKind::Number { .. } | CellKind::Inches | CellKind::Flag | CellKind::Hex => 70.0,
            CellKind::OneOf(_) => 106.0,
            CellKind::Named(words) => {
                let said = words.iter().map(|word| head.say(word).unwrap_or(word).len());
                (26.0 + 6.8 * said.max().unwrap_or_default() as f32).clamp(106.0, 180.0)
            }
            CellKind::Text | CellKind::Marks | CellKind::Start => 122.0,
        },
    }
}

struct Grid<'a> {
    view: &'a RosterView<'a>,
    roster: &'a Roster,
    columns: &'a Columns,
    /// The upper left corner of the whole, with scrolling.
    origin: Pos2,
    /// The visible part.
    shown: Rect,
}

impl Grid<'_> {
    fn ui(&self, ui: &mut Ui, found: &mut Vec<RosterAct>) {
        earlier_keys(ui);
        let whole = ui.interact(self.shown.intersect(ui.clip_rect()), roster_id(), Sense::click());
        whole.widget_info(|| WidgetInfo::labeled(Role::Table, true, setup::ROSTER));
        let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: false };
        ui.memory_mut(|memory| {
            if self.roster.wants_focus && self.roster.typing.is_none() && self.roster.paste.is_none() {
                memory.request_focus(roster_id());
            }
            memory.set_focus_lock_filter(roster_id(), filter);
        });
        // A click on the table moves the focus there.
        let pressed =
            ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()).flatten());
        if pressed.is_some_and(|at| !ui.clip_rect().contains(at)) {
            ui.memory_mut(|memory| memory.surrender_focus(roster_id()));
        }
        let focused = ui.memory(|memory| memory.has_focus(roster_id()));
        // Once typing has started, input belongs to the cell, even before it has the focus.
        if focused && self.roster.typing.is_none() {
            keys(ui, self.roster, found);
        }
        let first_row = ((self.shown.min.y - self.origin.y - HEAD) / ROW).floor().max(0.0) as usize;
        let count = (self.shown.height() / ROW).ceil() as usize + 1;
        let last_row = (first_row + count).min(self.roster.order.len());
        for row in first_row..=last_row {
            self.row_ui(ui, row, found);
        }
        self.range_ui(ui, focused);
        self.typing_ui(ui, found);
        self.heads_ui(ui, found);
        if self.roster.wants_scroll {
            let at = self.cell(self.roster.index(self.roster.at.row.as_deref()), self.roster.at.column);
            // The heading and the numbers cover scrolled rows; the row at the foot is always near.
            let seen = Rect::from_min_max(at.min - vec2(BADGE, HEAD), at.max + vec2(0.0, ROW));
            ui.scroll_to_rect(seen, None);
        }
    }

    fn line(&self, row: usize) -> Option<&Line> {
        self.roster.order.get(row).and_then(|id| self.roster.sheet.line(id))
    }

    /// The rectangle of a cell on the screen.
    fn cell(&self, row: usize, column: usize) -> Rect {
        let (_, left, wide) = self.columns.0.get(column).copied().unwrap_or((Head::Begins, BADGE, 0.0));
        let min = self.origin + vec2(left, HEAD + ROW * row as f32);
        Rect::from_min_size(min, vec2(wide, ROW))
    }

    /// The cell under the pointer; below the last row, a cell of that row.
    fn under(&self, at: Pos2) -> (usize, usize) {
        let row = ((at.y - self.origin.y - HEAD) / ROW).floor().max(0.0) as usize;
        let from_left = at.x - self.origin.x;
        let column = self.columns.0.iter().position(|(_, left, wide)| from_left < left + wide);
        (row.min(self.roster.order.len()), column.unwrap_or(self.columns.0.len().saturating_sub(1)))
    }

    fn row_ui(&self, ui: &Ui, row: usize, found: &mut Vec<RosterAct>) {
        let line = self.line(row);
        let palette = EguiPalette::of(ui.visuals());
        let size = vec2(self.columns.width(), ROW);
        let rect = Rect::from_min_size(self.origin + vec2(0.0, HEAD + ROW * row as f32), size);
        // Commands are told apart by a stronger line between them.
        let above = row.checked_sub(1).and_then(|above| self.line(above));
        let begins = line.map(|line| &line.command_id) != above.map(|line| &line.command_id);
        let weight = if begins && self.roster.sorted.is_none() { 1.6 } else { 0.6 };
        let faulty = line.is_some_and(|line| self.view.faulty.contains(&line.id));
        ui.painter().hline(rect.x_range(), rect.top(), Stroke::new(weight, palette.card_line()));
        for (column, (head, ..)) in self.columns.0.iter().enumerate() {
            let place = self.cell(row, column);
            if place.intersects(self.shown) {
                self.cell_ui(ui, (column, *head), line, place, found);
            }
        }
        self.badge_ui(ui, row, line, faulty, found);
    }

    fn cell_ui(
        &self,
        ui: &Ui,
        (column, head): (usize, Head),
        line: Option<&Line>,
        place: Rect,
        found: &mut Vec<RosterAct>,
    ) {
        let palette = EguiPalette::of(ui.visuals());
        let text = line.map(|line| line.text(head));
        ui.painter().vline(place.right(), place.y_range(), Stroke::new(0.6, palette.card_line()));
        let painter = ui.painter().with_clip_rect(place.shrink2(vec2(3.0, 0.0)).intersect(ui.clip_rect()));
        let is_invalid = line.is_some_and(|line| line.invalid_value(head).is_some());
        let said = match text {
            // The row at the foot, in which a new one starts.
            None if head.key() == "name" => texts::BEGIN_ROW.to_owned(),
            None => String::new(),
            // It means nothing in this row.
            Some(None) => "·".to_owned(),
            Some(Some(text)) if is_invalid => shared::refused(text),
            Some(Some(text)) if head.accepted().is_some() => {
                head.say(text).map_or_else(|| spaced(text), str::to_owned)
            }
            Some(Some(text)) => text.to_owned(),
        };
        let is_plain =
            line.is_some_and(|line| !line.is_usual(head) && text != Some(None)) && head != Head::Begins;
        let colour = match (is_invalid, is_plain) {
            (true, _) => palette.refused(),
            (false, true) => ui.visuals().text_color(),
            (false, false) => palette.weak(),
        };
        let (align, at) = match head.is_number() {
            true => (Align2::RIGHT_CENTER, place.right_center() - vec2(6.0, 0.0)),
            false => (Align2::LEFT_CENTER, place.left_center() + vec2(6.0, 0.0)),
        };
        painter.text(at, align, &said, FontId::proportional(13.5), colour);
        let id = Id::unique(("roster cell", line.map_or("", |line| &line.id), head.key()));
        let seen = place.intersect(self.shown);
        let response = ui.interact(seen, id, Sense::click_and_drag() - Sense::FOCUSABLE);
        let label = match line {
            Some(line) => texts::cell(head.title(), line.name(), &said),
            None => texts::new_cell(head.title()),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Cell, true, &label));
        let at = At { row: line.map(|line| line.id.clone()), column };
        if response.double_clicked() {
            found.push(RosterAct::Write);
        } else if response.clicked()
            || response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_pressed())
        {
            let extend = ui.input(|input| input.modifiers.shift);
            found.push(RosterAct::Go { at, extend });
        } else if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let (to, column) = self.under(pointer);
            let at = At { row: self.roster.order.get(to).cloned(), column };
            if self.roster.at != at && self.roster.typing.is_none() {
                found.push(RosterAct::Go { at, extend: true });
            }
        }
        // Cut text is shown whole as tooltip; nothing covers the words being chosen.
        if said.len() > 12 && self.roster.typing.is_none() {
            response.on_hover_text(said);
        }
    }

    /// Shows the number of a row, which selects all of it and drags it to another command.
    fn badge_ui(&self, ui: &Ui, row: usize, line: Option<&Line>, faulty: bool, found: &mut Vec<RosterAct>) {
        let palette = EguiPalette::of(ui.visuals());
        let left = self.shown.left().max(self.origin.x);
        let place =
            Rect::from_min_size(pos2(left, self.origin.y + HEAD + ROW * row as f32), vec2(BADGE, ROW));
        ui.painter().rect_filled(place, 0.0, palette.card());
        ui.painter().hline(place.x_range(), place.top(), Stroke::new(0.6, palette.card_line()));
        ui.painter().vline(place.right(), place.y_range(), Stroke::new(1.0, palette.card_line()));
        let Some(line) = line else {
            ui.painter().text(
                place.center(),
                Align2::CENTER_CENTER,
                "+",
                FontId::proportional(15.0),
                palette.weak(),
            );
            return;
        };
        let block = Rect::from_min_size(place.left_top() + vec2(4.0, 5.0), vec2(6.0, ROW - 10.0));
        ui.painter().rect_filled(block, 1.0, palette.ink(Ink::Block(self.colour(line.side))));
        // A white block on a light card, or a dark one by night, is seen by its edge.
        ui.painter().rect_stroke(block, 1.0, Stroke::new(1.0, palette.weak()), StrokeKind::Outside);
        let colour = if faulty { palette.refused() } else { ui.visuals().text_color() };
        let badge = self.view.badges.get(&line.id).map_or_else(|| line.id.clone(), u16::to_string);
        let at = place.center() + vec2(5.0, 0.0);
        ui.painter().text(at, Align2::CENTER_CENTER, &badge, FontId::proportional(12.5), colour);
        let id = Id::unique(("roster row", &line.id));
        let response =
            ui.interact(place.intersect(self.shown), id, Sense::click_and_drag() - Sense::FOCUSABLE);
        let chosen = self.roster.is_row_chosen(row);
        let label = texts::row(&badge, line.name());
        response.widget_info(|| WidgetInfo::selected(Role::RowHeader, true, chosen, &label));
        let pressed =
            response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_pressed());
        let extend = ui.input(|input| input.modifiers.shift);
        if response.clicked() || pressed && !chosen {
            found.push(RosterAct::Row { row: Some(line.id.clone()), extend });
        }
        self.drop_ui(ui, &response, found);
        response.on_hover_text(texts::ROW_HINT);
    }

    /// Shows a bar between the rows where dragged rows would go. Outside of the rows, and on themselves, they stay.
    fn drop_ui(&self, ui: &Ui, response: &Response, found: &mut Vec<RosterAct>) {
        let (Some(pointer), true) =
            (ui.ctx().pointer_latest_pos(), response.dragged() || response.drag_stopped())
        else {
            return;
        };
        let rows = Rect::from_min_max(pos2(self.shown.left(), self.shown.top() + HEAD), self.shown.max);
        let Some(last) = self.roster.order.len().checked_sub(1) else { return };
        let from_top = (pointer.y - self.origin.y - HEAD) / ROW;
        if !rows.contains(pointer) || from_top < 0.0 || from_top > last as f32 + 2.0 {
            return;
        }
        let to = (from_top.floor().max(0.0) as usize).min(last);
        let after = from_top - to as f32 > 0.5;
        if self.roster.is_row_chosen(to) {
            return;
        }
        let y = self.origin.y + HEAD + ROW * (to + usize::from(after)) as f32;
        let palette = EguiPalette::of(ui.visuals());
        ui.painter().hline(self.shown.x_range(), y, Stroke::new(3.0, palette.accent()));
        if response.drag_stopped()
            && let Some(row) = self.roster.order.get(to)
        {
            found.push(RosterAct::Drop { row: row.clone(), after });
        }
    }

    fn colour(&self, side: Side) -> ArmyColour {
        self.view.colours.get(side.index()).copied().unwrap_or_else(|| ArmyColour::named("grey"))
    }

    /// Draws frames round the selection: one, or one round each group of adjacent rows.
    fn range_ui(&self, ui: &Ui, focused: bool) {
        let ([top, bottom], [left, right]) = self.roster.chosen();
        let mut begins = None;
        for row in top..=bottom + 1 {
            let is_chosen = row <= bottom && (!self.roster.rows || self.roster.is_row_chosen(row));
            match (is_chosen, begins) {
                (true, None) => begins = Some(row),
                (false, Some(first)) => {
                    self.frame_ui(ui, focused, self.cell(first, left).union(self.cell(row - 1, right)));
                    begins = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
    }

    fn frame_ui(&self, ui: &Ui, focused: bool, range: Rect) {
        let palette = EguiPalette::of(ui.visuals());
        let range = if self.roster.rows {
            Rect::from_min_max(pos2(self.shown.left().max(self.origin.x), range.top()), range.max)
        } else {
            range
        };
        // Paler without the focus: typing then goes elsewhere.
        let (weight, ink) = if focused { (2.0, palette.accent()) } else { (1.2, palette.weak()) };
        ui.painter().rect_filled(range, 0.0, ink.gamma_multiply(0.12));
        ui.painter().rect_stroke(range, 0.0, Stroke::new(weight, ink), StrokeKind::Inside);
    }

    /// Shows the cell being typed in, with its completions below.
    fn typing_ui(&self, ui: &mut Ui, found: &mut Vec<RosterAct>) {
        let Some(typed) = &self.roster.typing else { return };
        let row = self.roster.index(self.roster.at.row.as_deref());
        let place = self.cell(row, self.roster.at.column);
        let Some((head, ..)) = self.columns.0.get(self.roster.at.column).copied() else { return };
        let id = Id::unique("the roster's cell that is typed in");
        let words = self.roster.words();
        if self.completions_ui(ui, place, &words, found) {
            return;
        }
        later_keys(ui);
        let enter = typing_keys(ui, self.roster.completion, words.len());
        let mut text = typed.clone();
        // A click elsewhere leaves the cell, even if its text was refused and waits to be corrected.
        if self.roster.wants_typing {
            ui.memory_mut(|memory| memory.request_focus(id));
            let mut state = TextEditState::default();
            let end = CCursor::new(text.chars().count());
            // A refused text is selected whole: typing replaces it.
            let from = if self.roster.refused { CCursor::new(0) } else { end };
            state.cursor.set_char_range(Some(CCursorRange::two(from, end)));
            state.store(ui.ctx(), id);
        }
        let wide = place.expand2(vec2(1.0, 1.0));
        let edit = TextEdit::singleline(&mut text)
            .id(id)
            .lock_focus(true)
            .margin(vec2(5.0, 0.0))
            .align(Align2::LEFT_CENTER)
            .min_size(wide.size());
        let response = ui.put(wide, edit.desired_width(wide.width()).font(FontId::proportional(13.5)));
        let label = texts::typed(head.title());
        response.widget_info(|| named_field(&label, typed, &text));
        let changed = response.changed();
        if changed {
            found.push(RosterAct::Typed(text));
        }
        // Fast typing may end the cell in the frame of its last letters.
        if let Some(act) = enter {
            found.push(act);
        } else if response.lost_focus() && !changed {
            found.push(RosterAct::Enter { right: 0, down: 0 });
        }
    }

    /// Shows the completions of the cell below it; returns whether one was clicked.
    fn completions_ui(
        &self,
        ui: &Ui,
        place: Rect,
        words: &[&'static str],
        found: &mut Vec<RosterAct>,
    ) -> bool {
        if words.is_empty() {
            return false;
        }
        let (before, typed) = (found.len(), self.roster.typing.as_deref().unwrap_or_default());
        let likely = words.iter().position(|word| *word == typed).unwrap_or(0);
        let head = self.roster.head(self.roster.at.column);
        let say =
            |word: &str| head.and_then(|head| head.say(word)).map_or_else(|| spaced(word), str::to_owned);
        let id = Id::unique("the roster's words");
        let area = egui::Area::new(id)
            .fixed_pos(place.left_bottom() + vec2(0.0, 2.0))
            .order(egui::Order::Foreground);
        area.show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_min_width(place.width().max(110.0));
                for (index, word) in words.iter().enumerate() {
                    let is_likely = index == likely && !typed.is_empty();
                    let chosen = self.roster.completion.map_or(is_likely, |chosen| chosen == index);
                    if ui.selectable_label(chosen, say(word)).clicked() {
                        found.push(RosterAct::Completion(Some(index)));
                        found.push(RosterAct::Enter { right: 1, down: 0 });
                    }
                }
            });
        });
        found.len() > before
    }

    /// Shows the headings, which do not scroll; a click sorts the view.
    fn heads_ui(&self, ui: &Ui, found: &mut Vec<RosterAct>) {
        let palette = EguiPalette::of(ui.visuals());
        let top = self.shown.top().max(self.origin.y);
        let band = Rect::from_min_max(pos2(self.shown.left(), top), pos2(self.shown.right(), top + HEAD));
        ui.painter().rect_filled(band, 0.0, palette.card());
        ui.painter().hline(band.x_range(), band.bottom(), Stroke::new(1.4, palette.card_line()));
        for (head, left, wide) in &self.columns.0 {
            let place = Rect::from_min_size(pos2(self.origin.x + left, top), vec2(*wide, HEAD));
            if !place.intersects(self.shown) {
                continue;
            }
            let sorted =
                self.roster.sorted.filter(|(key, _)| *key == head.key()).map(|(_, backward)| backward);
            let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
            let (align, at) = match head.is_number() {
                true => (Align2::RIGHT_CENTER, place.right_center() - vec2(6.0, 0.0)),
                false => (Align2::LEFT_CENTER, place.left_center() + vec2(6.0, 0.0)),
            };
            let font = crate::theme::heading_font(14.0);
            painter.text(at, align, head.title(), font, ui.visuals().text_color());
            if let Some(backward) = sorted {
                let (tip, by) =
                    (place.right_top() + vec2(-8.0, HEAD / 2.0), if backward { -3.0 } else { 3.0 });
                let points = vec![tip + vec2(0.0, by), tip + vec2(-4.0, -by), tip + vec2(4.0, -by)];
                painter.add(egui::Shape::convex_polygon(points, palette.accent(), Stroke::NONE));
            }
            painter.vline(place.right(), place.y_range(), Stroke::new(0.6, palette.card_line()));
            let id = Id::unique(("roster heading", head.key()));
            let response = ui.interact(place.intersect(self.shown), id, Sense::click() - Sense::FOCUSABLE);
            let label = texts::sort_by(head.title());
            response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &label));
            if response.clicked() {
                found.push(RosterAct::Sort(head.key()));
            }
            response.on_hover_text(texts::SORT_HINT);
        }
        let corner = Rect::from_min_size(pos2(self.shown.left(), top), vec2(BADGE, HEAD));
        ui.painter().rect_filled(corner, 0.0, palette.card());
        let all = ui.interact(corner, Id::unique("all rows"), Sense::click() - Sense::FOCUSABLE);
        all.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::ALL_ROWS));
        let font = crate::theme::heading_font(14.0);
        ui.painter().text(corner.center(), Align2::CENTER_CENTER, texts::NUMBER, font, palette.weak());
        if all.on_hover_text(texts::ALL_ROWS_HINT).clicked() {
            found.push(RosterAct::All);
        }
    }
}

/// Puts off input after the key that ends a cell, in the same frame: it belongs to the next cell, in the next frame.
fn later_keys(ui: &Ui) {
    let ends = |event: &Event| matches!(event, Event::Key { key: Key::Tab | Key::Enter, pressed: true, .. });
    let later: Vec<Event> = ui.input_mut(|input| {
        let end = input.events.iter().position(ends).map_or(input.events.len(), |end| end + 1);
        let typed = |event: &Event| matches!(event, Event::Text(_) | Event::Key { pressed: true, .. });
        match input.events[end..].iter().any(typed) {
            true => input.events.split_off(end),
            false => Vec::new(),
        }
    });
    if !later.is_empty() {
        ui.ctx().request_repaint();
        ui.data_mut(|data| data.insert_temp(later_id(), later));
    }
}

/// Puts the input from the last frame before that of this one.
fn earlier_keys(ui: &Ui) {
    if let Some(earlier) = ui.data_mut(|data| data.remove_temp::<Vec<Event>>(later_id())) {
        ui.input_mut(|input| input.events.splice(0..0, earlier).for_each(drop));
    }
}

fn later_id() -> Id {
    Id::unique("what is typed for the next cell of the roster")
}

/// Handles keys while a cell is being typed in: accepts the text, or chooses a completion.
fn typing_keys(ui: &Ui, chosen: Option<usize>, words: usize) -> Option<RosterAct> {
    let pressed = |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let enter = |right, down| Some(RosterAct::Enter { right, down });
    if pressed(Modifiers::SHIFT, Key::Tab) {
        return enter(-1, 0);
    }
    if pressed(Modifiers::NONE, Key::Tab) {
        return enter(1, 0);
    }
    if pressed(Modifiers::SHIFT, Key::Enter) {
        return enter(0, -1);
    }
    if pressed(Modifiers::NONE, Key::Enter) {
        return enter(0, 1);
    }
    for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1)] {
        if pressed(Modifiers::NONE, key) {
            return match words {
                0 => enter(0, by),
                words => {
                    let next = chosen.map_or(0, |chosen| chosen.saturating_add_signed(by).min(words - 1));
                    Some(RosterAct::Completion(Some(if chosen.is_none() && by > 0 {
                        1.min(words - 1)
                    } else {
                        next
                    })))
                }
            };
        }
    }
    None
}

/// Handles keys while the roster's table has the focus.
fn keys(ui: &Ui, roster: &Roster, found: &mut Vec<RosterAct>) {
    let mut act = |act: RosterAct| found.push(act);
    let events = ui.input(|input| {
        input.filtered_events(&EventFilter {
            tab: true,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: false,
        })
    });
    let mut begun = false;
    for event in events {
        match event {
            // A space starts no cell, but belongs to one that was started in this frame.
            Event::Text(text) if begun || !text.trim().is_empty() => {
                begun = true;
                act(RosterAct::Type(text));
            }
            Event::Paste(text) => act(RosterAct::Paste(text)),
            Event::Copy => {
                ui.ctx().copy_text(roster.copied());
                act(RosterAct::Copied);
            }
            Event::Cut => {
                ui.ctx().copy_text(roster.copied());
                act(RosterAct::Copied);
                act(RosterAct::Cut);
            }
            Event::Key { key, pressed: true, modifiers, .. } => {
                if let Some(done) = key_act(key, modifiers, roster) {
                    begun &= !matches!(done, RosterAct::Enter { .. });
                    act(done);
                }
            }
            _ => {}
        }
    }
}

/// The act of a key in the roster's table.
fn key_act(key: Key, modifiers: Modifiers, roster: &Roster) -> Option<RosterAct> {
    let extend = modifiers.shift;
    let far = isize::MAX / 4;
    let step = |right: isize, down: isize, extend: bool| Some(RosterAct::Step { right, down, extend });
    match (key, modifiers.command || modifiers.ctrl) {
        (Key::ArrowLeft, false) => step(-1, 0, extend),
        (Key::ArrowRight, false) => step(1, 0, extend),
        (Key::ArrowUp, false) => step(0, -1, extend),
        (Key::ArrowDown, false) => step(0, 1, extend),
        (Key::ArrowLeft, true) | (Key::Home, false) => step(-far, 0, extend),
        (Key::ArrowRight, true) | (Key::End, false) => step(far, 0, extend),
        (Key::ArrowUp, true) => Some(RosterAct::NextCommand { down: false, extend }),
        (Key::ArrowDown, true) => Some(RosterAct::NextCommand { down: true, extend }),
        (Key::Home, true) => step(-far, -far, extend),
        (Key::End, true) => step(far, far, extend),
        (Key::PageUp, _) => step(0, -12, extend),
        (Key::PageDown, _) => step(0, 12, extend),
        (Key::Tab, _) => Some(RosterAct::Enter { right: if extend { -1 } else { 1 }, down: 0 }),
        (Key::Enter, false) => Some(RosterAct::Enter { right: 0, down: if extend { -1 } else { 1 } }),
        (Key::F2, _) => Some(RosterAct::Write),
        (Key::F4, _) => Some(RosterAct::Open(false)),
        (Key::Delete | Key::Backspace, _) => Some(RosterAct::Clear),
        (Key::D, true) => Some(RosterAct::FillDown),
        (Key::A, true) => Some(RosterAct::All),
        (Key::Space, _) if extend => Some(RosterAct::Row { row: roster.at.row.clone(), extend: false }),
        _ => None,
    }
}
