//! The log: orders and their results. Every line opens its working, shows its traces on the table, and is a way back to that
//! state.

use std::collections::BTreeSet;

use egui::{Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use crate::command::Command;
use crate::record::{Filter, Log, LogRow, UNDONE, Who};
use crate::texts::log as texts;
use crate::theme::{EguiPalette, heading_font, map_font, serif_font};
use drawing::{Face, Ink};
use game::LogKind;
use game::working::Note;

use super::dice::{thrown_short, thrown_ui, thrown_width};
use super::guide::ring_if_lit;
use super::line::LETTERS;
use super::{Sign, ViewContext, clause, command_button, first, linked, sign, sign_button, weak};

/// The contents of the log.
#[derive(Debug)]
pub struct LogModel<'a> {
    pub view: &'a ViewContext,
    pub log: &'a Log,
    /// The key of the selected piece.
    pub selected: Option<&'a str>,
    /// Lines with an open working.
    pub open: &'a BTreeSet<usize>,
    /// The order after which the table is shown.
    pub at: usize,
}

/// The state of the log: its filter, and the heights of its lines.
#[derive(Debug, Default)]
pub struct LogState {
    pub filter: Filter,
    /// The last heights of the lines in points; for this width and text size.
    heights: Vec<Option<f32>>,
    width: f32,
    /// Lines that were open when they were measured.
    open: BTreeSet<usize>,
    /// The last opened line, and the number of frames for which it is scrolled to: its height is known after one.
    opened: Option<(usize, u8)>,
    /// Number of lines in the last frame: newer ones are scrolled to, even past open ones.
    told: usize,
    follows: u8,
}

/// Distance of the words from the edge, with the number of the line before them.
const MARGIN: f32 = 52.0;
/// Estimated height of each row of words in a line never laid out, in points.
const ROW: f32 = 17.5;
/// Estimated width of a letter, in points.
const LETTER: f32 = 6.1;
/// Width from which the kinds are shown side by side.
const WIDE: f32 = 640.0;

impl LogState {
    /// Discards heights that are out of date.
    fn settle(&mut self, width: f32, model: &LogModel<'_>) {
        if self.width != width || self.heights.len() > model.log.rows.len() {
            self.width = width;
            self.heights.clear();
        }
        self.heights.resize(model.log.rows.len(), None);
        // If several lines open at once, none of them was requested.
        let mut opened = model.open.difference(&self.open);
        if let (Some(number), None) = (opened.next(), opened.next()) {
            self.opened = Some((*number, 3));
        }
        let changed: Vec<usize> = self.open.symmetric_difference(model.open).copied().collect();
        for number in changed {
            if let Some(height) = number.checked_sub(1).and_then(|index| self.heights.get_mut(index)) {
                *height = None;
            }
        }
        self.open.clone_from(model.open);
    }

    /// The height of a line: measured or estimated.
    fn height(&self, row: &LogRow) -> f32 {
        if let Some(Some(height)) = self.heights.get(row.number.wrapping_sub(1)) {
            return *height;
        }
        let rows =
            |words: &str| (words.len() as f32 * LETTER / (self.width - MARGIN).max(80.0)).ceil().max(1.0);
        let shown = if row.undone { 1 } else { row.words.len() };
        let said: f32 = row.words.iter().take(shown).map(|words| rows(words)).sum();
        let heading = if row.heading.is_some() { 28.0 } else { 0.0 };
        let working = if self.open.contains(&row.number) {
            ROW * (row.dice.len() + 2 * row.working.len()) as f32
        } else {
            0.0
        };
        said * ROW + heading + working + 3.0
    }
}

/// How wide these words are in the last line, in points.
fn wide(ui: &Ui, words: &str) -> f32 {
    let font = egui::FontId::proportional(LETTERS);
    ui.painter().layout_no_wrap(words.to_owned(), font, ui.visuals().text_color()).size().x
}

/// Shortens words to this many points by cutting the middle: they begin with the acting piece, and end with the result.
fn shortened(ui: &Ui, words: &str, room: f32) -> String {
    let wide = |text: &str| wide(ui, text);
    if wide(words) <= room {
        return words.to_owned();
    }
    let letters: Vec<char> = words.chars().collect();
    // Keeps this many letters, more of them at the end.
    let kept = |count: usize| {
        let begins = count * 2 / 5;
        let (first, last) = (&letters[..begins], &letters[letters.len() - (count - begins)..]);
        format!(
            "{}…{}",
            first.iter().collect::<String>().trim_end(),
            last.iter().collect::<String>().trim_start()
        )
    };
    let counts: Vec<usize> = (0..letters.len()).collect();
    let fits = counts.partition_point(|count| wide(&kept(*count)) <= room);
    kept(fits.saturating_sub(1))
}

/// Shows the last line of the log: the last order, its result, and its dice.
pub fn last_ui(ui: &mut Ui, model: &LogModel<'_>) -> Option<Command> {
    let mut found = None;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let Some(row) = model.log.last() else {
            shut_ui(ui, model.view, texts::OPEN, Sign::Right, &mut found);
            weak(ui, texts::EMPTY);
            return;
        };
        let label = texts::working_of(row.number);
        if shut_ui(ui, model.view, &label, Sign::Right, &mut None) {
            found = Some(Command::OpenEntry(row.number));
        }
        // If the dice would take more than half of the line, only their results are shown.
        let whole_dice = thrown_width(ui, &row.dice);
        let short = (whole_dice > ui.available_width() * 0.5).then(|| thrown_short(&row.dice));
        let dice = short.as_ref().map_or(whole_dice, |words| wide(ui, words) + 8.0);
        let room = vec2((ui.available_width() - dice).max(80.0), ui.available_height());
        let whole = egui::Layout::left_to_right(egui::Align::Center);
        let line = ui.allocate_ui_with_layout(room, whole, |ui| {
            let words = shortened(ui, &row.words.join(" · "), room.x);
            let words = RichText::new(words).size(LETTERS);
            let line = egui::Label::new(words).truncate().selectable(false).sense(Sense::click());
            ui.add(line)
        });
        let line = line.inner;
        let label = texts::order(row.number, false, &row.words.join(", "));
        line.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if line.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            first(&mut found, Command::ToggleLog);
        }
        match short {
            Some(words) => drop(ui.label(RichText::new(words).size(LETTERS).strong())),
            None => thrown_ui(ui, &row.dice),
        }
    });
    found
}

/// Shows the triangle that opens or closes the log.
fn shut_ui(ui: &mut Ui, view: &ViewContext, label: &str, shape: Sign, found: &mut Option<Command>) -> bool {
    let (rect, fold) = ui.allocate_exact_size(vec2(16.0, 17.0), Sense::click());
    fold.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, label));
    ring_if_lit(ui, view, &fold, label);
    let palette = EguiPalette::of(ui.visuals());
    let lit = fold.hovered() || fold.has_focus();
    sign(ui, rect, shape, if lit { palette.accent() } else { palette.weak() });
    let clicked = fold.on_hover_text(label).clicked();
    if clicked {
        first(found, Command::ToggleLog);
    }
    clicked
}

pub fn log_ui(ui: &mut Ui, model: &LogModel<'_>, state: &mut LogState) -> Option<Command> {
    let mut found = None;
    ui.set_max_width(ui.available_width());
    tools_ui(ui, model, state, &mut found);
    let listed: Vec<&LogRow> = model.log.rows.iter().filter(|row| state.filter.passes(row)).collect();
    if listed.is_empty() {
        weak(ui, if model.log.rows.is_empty() { texts::EMPTY } else { texts::NONE });
    }
    let mut pointed = None;
    ScrollArea::vertical().auto_shrink([false; 2]).stick_to_bottom(true).show_viewport(ui, |ui, seen| {
        state.settle(ui.available_width(), model);
        // A line that is not listed has no place to scroll to.
        state.opened = state.opened.filter(|(number, _)| listed.iter().any(|row| row.number == *number));
        ui.set_height(listed.iter().map(|row| state.height(row)).sum());
        let top = ui.max_rect().min;
        let mut y = 0.0;
        for row in listed {
            let height = state.height(row);
            // Only visible lines are laid out, and those about to be.
            let wanted = state.opened.is_some_and(|(number, _)| number == row.number);
            if wanted || y + height >= seen.top() && y <= seen.bottom() {
                let rect = Rect::from_min_size(pos2(top.x, top.y + y), vec2(ui.available_width(), height));
                let place = UiBuilder::new().max_rect(rect).id_salt(("line", row.number));
                let shown = ui.scope_builder(place, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    row_ui(ui, row, model, &mut found, &mut pointed);
                });
                let real = shown.response.rect.height() + 3.0;
                if let Some((number, frames)) = state.opened
                    && number == row.number
                {
                    // Whole if there is room; else from its beginning.
                    let align = (real > seen.height()).then_some(egui::Align::Min);
                    ui.scroll_to_rect_animation(
                        shown.response.rect,
                        align,
                        egui::style::ScrollAnimation::none(),
                    );
                    state.opened = frames.checked_sub(1).filter(|left| *left > 0).map(|left| (number, left));
                    ui.request_repaint();
                }
                if let Some(known) = state.heights.get_mut(row.number - 1)
                    && known.is_none_or(|known| (known - real).abs() > 0.5)
                {
                    *known = Some(real);
                    ui.request_repaint();
                }
                y += real;
            } else {
                y += height;
            }
        }
        let before = std::mem::replace(&mut state.told, model.log.rows.len());
        if before > 0 && before < state.told {
            // The height of new lines is known after a frame.
            state.follows = 3;
        }
        if state.opened.is_some() {
            state.follows = 0;
        }
        if state.follows > 0 {
            state.follows -= 1;
            let end = Rect::from_min_size(pos2(top.x, top.y + y - 1.0), vec2(1.0, 1.0));
            ui.scroll_to_rect_animation(end, Some(egui::Align::Max), egui::style::ScrollAnimation::none());
            ui.request_repaint();
        }
    });
    if found.is_none() {
        found = Some(Command::PointAt(pointed));
    }
    found
}

/// Shows the filter, and the abandoned branches.
fn tools_ui(ui: &mut Ui, model: &LogModel<'_>, state: &mut LogState, found: &mut Option<Command>) {
    let wide = ui.available_width() >= WIDE;
    let kinds = || model.log.kinds.iter().chain([&UNDONE]);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.spacing_mut().button_padding = vec2(6.0, 1.0);
        ui.spacing_mut().interact_size.y = 20.0;
        shut_ui(ui, model.view, texts::SHUT, Sign::Down, found);
        let field = TextEdit::singleline(&mut state.filter.text).hint_text(texts::FIND);
        let field = ui.add(field.desired_width(if wide { 140.0 } else { 96.0 }));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts::FIND));
        field.on_hover_text(texts::FIND_HINT);
        who_ui(ui, model.log, model.selected, &mut state.filter.who);
        if wide {
            for kind in kinds() {
                kind_ui(ui, kind, &mut state.filter.kinds);
            }
        } else {
            let said = match state.filter.kinds.len() {
                0 => texts::ALL_KINDS.to_owned(),
                1 => {
                    let chosen = kinds().find(|kind| state.filter.kinds.contains(kind.name));
                    chosen.map_or("", |kind| kind.title).to_owned()
                }
                several => texts::kinds(several),
            };
            ui.menu_button(said, |ui| {
                for kind in kinds() {
                    kind_ui(ui, kind, &mut state.filter.kinds);
                }
            })
            .response
            .on_hover_text(texts::KINDS_HINT);
        }
        if !state.filter.is_empty() && ui.button(texts::CLEAR).on_hover_text(texts::CLEAR_HINT).clicked() {
            state.filter = Filter::default();
        }
        if !model.log.tails.is_empty() {
            let said = texts::branches(model.log.tails.len());
            ui.menu_button(said, |ui| {
                ui.set_max_width(420.0);
                for tail in &model.log.tails {
                    let said = texts::branch(tail.tip, tail.turn, tail.orders, tail.from, &tail.words);
                    if ui.add(egui::Button::new(said).wrap()).clicked() {
                        first(found, Command::LookAt(tail.tip));
                        ui.close();
                    }
                }
            })
            .response
            .on_hover_text(texts::BRANCHES_HINT);
        }
    });
    ui.add_space(2.0);
}

fn kind_ui(ui: &mut Ui, kind: &LogKind, kinds: &mut BTreeSet<&'static str>) {
    let on = kinds.contains(kind.name);
    let button = ui.selectable_label(on, kind.title);
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, on, texts::only(kind.title)));
    if button.on_hover_text(kind.tooltip).clicked() && !kinds.remove(kind.name) {
        kinds.insert(kind.name);
    }
}

/// Everybody, a side, a group, or a piece.
fn who_ui(ui: &mut Ui, log: &Log, selected: Option<&str>, who: &mut Who) {
    let member = |piece: &str| {
        let mut all = log.groups.iter().flat_map(|group| &group.members);
        all.find(|one| one.piece == piece).map_or_else(String::new, |one| one.name.clone())
    };
    let said = match &*who {
        Who::Everybody => Some(texts::EVERYBODY.to_owned()),
        Who::Side(id) => log.sides.iter().find(|side| side.id == *id).map(|side| side.name.clone()),
        Who::Group(key) => log.groups.iter().find(|group| group.key == *key).map(|group| group.name.clone()),
        Who::Piece(key) => Some(member(key)),
    };
    let said = said.unwrap_or_default();
    let menu = ui.menu_button(said.clone(), |ui| {
        let mut choose = |ui: &mut Ui, text: String, wanted: Who| {
            if ui.selectable_label(*who == wanted, text).clicked() {
                *who = wanted;
                ui.close();
            }
        };
        choose(ui, texts::EVERYBODY.into(), Who::Everybody);
        if let Some(piece) = selected {
            choose(ui, texts::selected(&member(piece)), Who::Piece(piece.to_owned()));
        }
        for side in &log.sides {
            ui.separator();
            choose(ui, side.name.clone(), Who::Side(side.id.clone()));
            for group in log.groups.iter().filter(|group| group.side == side.id) {
                ui.menu_button(&group.name, |ui| {
                    choose(ui, texts::all_of(&group.name), Who::Group(group.key.clone()));
                    for member in &group.members {
                        choose(ui, member.name.clone(), Who::Piece(member.piece.clone()));
                    }
                });
            }
        }
    });
    menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::lines_of(&said)));
    menu.response.on_hover_text(texts::WHO_HINT);
}

/// Shows a line with the heading of its turn, and its working if open.
fn row_ui(
    ui: &mut Ui,
    row: &LogRow,
    model: &LogModel<'_>,
    found: &mut Option<Command>,
    pointed: &mut Option<usize>,
) {
    let palette = EguiPalette::of(ui.visuals());
    let behind = ui.painter().add(egui::Shape::Noop);
    let inner = ui.scope(|ui| {
        if row.number == 1 {
            turn_ui(ui, row);
        }
        ui.set_width(ui.available_width());
        if row.is_order {
            order_ui(ui, row, model, found)
        } else {
            step_ui(ui, row);
            false
        }
    });
    let rect = inner.response.rect;
    let over = ui.rect_contains_pointer(rect) && row.is_order;
    let focus = inner.inner;
    if over || focus && pointed.is_none() {
        *pointed = Some(row.number);
    }
    let fill = match (row.is_order && row.number == model.at, over || focus) {
        (true, _) => Some(ui.visuals().selection.bg_fill.gamma_multiply(0.6)),
        (false, true) => Some(palette.card()),
        (false, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().set(behind, egui::Shape::rect_filled(rect.expand2(vec2(3.0, 1.0)), 3.0, fill));
    }
    if row.number != 1 {
        turn_ui(ui, row);
    }
}

/// The heading of the turn that a line began.
fn turn_ui(ui: &mut Ui, row: &LogRow) {
    let Some(heading) = &row.heading else { return };
    ui.add_space(3.0);
    let line = ui.label(RichText::new(heading).font(heading_font(16.0)));
    line.widget_info(|| WidgetInfo::labeled(Role::Heading, true, heading));
    let colour = EguiPalette::of(ui.visuals()).card_line();
    let y = line.rect.center().y;
    ui.painter().hline(line.rect.right() + 8.0..=ui.max_rect().right(), y, egui::Stroke::new(1.0, colour));
}

/// Shows an order and its result; returns whether its words have the focus.
fn order_ui(ui: &mut Ui, row: &LogRow, model: &LogModel<'_>, found: &mut Option<Command>) -> bool {
    let mut focus = false;
    let palette = EguiPalette::of(ui.visuals());
    let is_open = model.open.contains(&row.number);
    let (head, rest) = row.words.split_first().map_or(("", &[][..]), |(head, rest)| (head.as_str(), rest));
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let (rect, fold) = ui.allocate_exact_size(vec2(16.0, 17.0), Sense::click());
        let label = texts::working_of(row.number);
        fold.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, is_open, &label));
        ring_if_lit(ui, model.view, &fold, &label);
        let shape = if is_open { Sign::Down } else { Sign::Right };
        let lit = fold.hovered() || fold.has_focus();
        sign(ui, rect, shape, if lit { palette.accent() } else { palette.weak() });
        if fold.on_hover_text(texts::WORKING).clicked() {
            first(found, Command::OpenEntry(row.number));
        }
        let (place, _) = ui.allocate_exact_size(vec2(MARGIN - 16.0, 17.0), Sense::empty());
        let font = map_font(Face::Italic, 13.5);
        let at = place.right_center() - vec2(8.0, 0.0);
        ui.painter().text(at, egui::Align2::RIGHT_CENTER, row.number.to_string(), font, palette.weak());
        ui.vertical(|ui| {
            let mut words = RichText::new(head).size(13.5);
            if row.undone {
                words = words.strikethrough().color(palette.weak());
            }
            let line = ui.add(egui::Label::new(words).wrap().selectable(false).sense(Sense::click()));
            let label = texts::order(row.number, row.undone, head);
            line.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            focus = line.has_focus();
            let line = line.on_hover_cursor(egui::CursorIcon::PointingHand);
            if line.clicked() {
                first(found, Command::LookAt(row.number));
            }
            if !row.undone {
                // The heading of the turn says so itself.
                for event in rest.iter().filter(|event| row.heading.as_ref() != Some(event)) {
                    let words = RichText::new(event).size(12.5).color(palette.weak());
                    ui.add(egui::Label::new(words).wrap());
                }
            }
            if is_open {
                working_ui(ui, model.view, row, found);
            }
        });
    });
    focus
}

/// An undo, a redo or a branch.
fn step_ui(ui: &mut Ui, row: &LogRow) {
    let colour = EguiPalette::of(ui.visuals()).weak();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(MARGIN);
        let words = row.words.first().map_or("", String::as_str);
        let words = RichText::new(format!("({words})")).font(map_font(Face::Italic, 14.5)).color(colour);
        ui.vertical(|ui| ui.add(egui::Label::new(words).wrap()));
    });
}

/// Dice and reasons of one order.
fn working_ui(ui: &mut Ui, view: &ViewContext, row: &LogRow, found: &mut Option<Command>) {
    let frame = super::sheet(ui).inner_margin(egui::Margin::symmetric(8, 5));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for throw in &row.dice {
            let faces = throw.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
            let said = texts::throw(&throw.why, throw.typed, &faces, &throw.came_to);
            ui.label(RichText::new(said).size(12.5));
        }
        for note in &row.working {
            note_ui(ui, view, note);
        }
        if row.dice.is_empty() && row.working.is_empty() {
            weak(ui, texts::NO_WORKING);
        }
        let back = ui.button(texts::PLAY_ON);
        let label = texts::play_on_from(row.number);
        back.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if back.on_hover_text(Command::GoTo(row.number).tooltip()).clicked() {
            first(found, Command::GoTo(row.number));
        }
    });
}

/// Shows a step of the working: words, measurement, modifiers, and the clause.
pub fn note_ui(ui: &mut Ui, view: &ViewContext, note: &Note) {
    let palette = EguiPalette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(&note.text).size(13.0));
        clause(ui, view, note.clause);
    });
    if let Some(measured) = &note.measured {
        let colour = match (measured.is_close(), measured.passes()) {
            (true, _) => palette.ink(Ink::Close),
            (false, true) => palette.ink(Ink::Good),
            (false, false) => palette.ink(Ink::Bad),
        };
        ui.label(RichText::new(measured.to_string()).size(12.5).color(colour));
    }
    for modifier in &note.modifiers {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(format!("  {:+} {}", modifier.value, modifier.why)).size(12.5));
            clause(ui, view, modifier.clause);
        });
    }
}

/// Shows which earlier table is visible, and the ways out.
///
/// `words`: the state shown; `on_line`: it is on the present line of play.
pub fn banner_ui(ui: &mut Ui, view: &ViewContext, words: &str, on_line: bool) -> Option<Command> {
    let mut found = None;
    let table = ui.min_rect();
    let place = Rect::from_center_size(
        pos2(table.center().x, table.top() + 32.0),
        vec2((table.width() - 24.0).min(660.0), 44.0),
    );
    let palette = EguiPalette::of(ui.visuals());
    // A thin frame round the table shows that this is not the present.
    let pen = egui::Stroke::new(3.0, palette.accent());
    ui.painter().rect_stroke(table.shrink(1.5), 0.0, pen, egui::StrokeKind::Inside);
    let place = UiBuilder::new().max_rect(place).layout(egui::Layout::top_down(egui::Align::Center));
    ui.scope_builder(place, |ui| {
        let sheet = super::sheet(ui).stroke(egui::Stroke::new(1.5, palette.accent()));
        sheet.inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(texts::seen(words, on_line)).font(heading_font(16.0)));
                ui.add_space(6.0);
                for (drawn, command) in [(Sign::Left, Command::LookBack), (Sign::Right, Command::LookOn)] {
                    let tooltip = format!("{} ({})", command.tooltip(), command.keys(ui.ctx()));
                    if sign_button(ui, drawn, command.text(), &tooltip, true).clicked() {
                        first(&mut found, command);
                    }
                }
                for command in [Command::BackToNow, Command::PlayOnFromSeen] {
                    if command_button(ui, view, &command, true).clicked() {
                        first(&mut found, command);
                    }
                }
            });
        });
    });
    found
}

/// Shown in place of the orders while an earlier table is visible.
pub fn nothing_to_order_ui(ui: &mut Ui, view: &ViewContext) {
    ui.label(RichText::new(texts::LOOKING_BACK).font(heading_font(20.0)));
    linked(ui, view, texts::NOTHING_TO_ORDER, &serif_font(16.0), ui.visuals().text_color());
}
