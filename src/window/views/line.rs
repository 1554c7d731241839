//! The order line at the foot of the window; above it, while it has the focus, its meaning and its completions.

use egui::text::{CCursor, CCursorRange};
use egui::{
    Align2, Area, Color32, Event, Id, Key, Label, Modifiers, Order, Rect, Response, RichText, Role, Sense,
    TextEdit, Ui, WidgetInfo, vec2,
};

use crate::command::{Command, LineDeed};
use crate::play::PlayAction;
use crate::texts::{commands, line as texts, shared};

use crate::order_line::{OrderLine, line_id};
use crate::theme::{EguiPalette, heading_font};

use drawing::Ink;
use game::line::{
    Choosing, Completion, Does, END, Fault, LONGEST, LineChoice, Meaning, Reading, SHOWN as SHOWN_CHOICES,
};
use game::{Draft, sentence};

use super::{ViewContext, clause, first, sheet, weak};

/// The contents of the line, apart from its text.
#[derive(Debug)]
pub struct LineModel<'a, O> {
    pub view: &'a ViewContext,
    pub choices: &'a [LineChoice<O>],
    pub waits_for_dice: bool,
    /// The button texts of some choices, by number, where they differ from the order's words.
    pub called: &'a [(usize, String)],
    /// An earlier table is shown: nothing can be ordered, and nothing is due.
    pub looking: bool,
    /// How an order begins: `a badge`.
    pub begins: &'static str,
    /// The syntax of an order in a few words.
    pub grammar: &'static str,
    /// Where the dice are typed: kept uncovered.
    pub dice: Option<Rect>,
    /// Where the table is: the sheet stays in its column, and covers no button beside it.
    pub table: Option<Rect>,
}

/// The size of letters of the line, and of the last line of the log above it, in points.
pub const LETTERS: f32 = 15.0;

/// The least width of the sheet above the line, in points.
const LEAST: f32 = 420.0;

/// Approximate height of the sheet above the line, in points.
const HIGHEST: f32 = 300.0;

/// Completions shown at once.
const SHOWN: usize = 9;

pub fn line_ui<O>(ui: &mut Ui, model: &LineModel<'_, O>, order_line: &mut OrderLine) -> Option<Command> {
    let mut found = None;
    let id = line_id();
    if order_line.wants_focus && !model.waits_for_dice && !model.looking {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    if order_line.gives_up_focus && !order_line.wants_focus || model.looking {
        ui.memory_mut(|memory| memory.surrender_focus(id));
    }
    order_line.wants_focus = false;
    order_line.gives_up_focus = false;
    if ui.memory(|memory| memory.has_focus(id)) {
        keys(ui, order_line, &mut found);
    }
    let mut shown = None;
    ui.horizontal_centered(|ui| {
        ui.label(RichText::new("›").font(heading_font(20.0)));
        let hint = hint(model);
        let edit = TextEdit::singleline(&mut order_line.text)
            .id(id)
            .hint_text(hint.as_str())
            .lock_focus(true)
            .interactive(!model.looking)
            .desired_width(f32::INFINITY)
            .char_limit(LONGEST)
            .font(egui::FontId::monospace(LETTERS));
        let mut output = edit.show(ui);
        output.response.widget_info(|| WidgetInfo {
            label: Some(texts::LABEL.to_owned()),
            ..WidgetInfo::text_edit(true, "", &order_line.text, &hint)
        });
        if std::mem::take(&mut order_line.to_end) {
            let end = CCursor::new(order_line.text.chars().count());
            output.state.cursor.set_char_range(Some(CCursorRange::one(end)));
            output.state.store(ui.ctx(), id);
            order_line.cursor = end.index.0;
            ui.ctx().request_repaint();
        } else if std::mem::take(&mut order_line.selects) {
            let end = CCursor::new(order_line.text.chars().count());
            output.state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
            output.state.store(ui.ctx(), id);
            order_line.cursor = end.index.0;
            ui.ctx().request_repaint();
        } else if let Some(range) = output.cursor_range {
            order_line.cursor = range.primary.index.0;
        }
        if output.response.changed() {
            first(&mut found, Command::Line(LineDeed::Typed));
        }
        shown = Some(output.response.response);
    });
    let focused = ui.memory(|memory| memory.has_focus(id));
    order_line.focused = focused;
    if let Some(response) = shown
        && (focused || !order_line.text.is_empty())
        && !model.waits_for_dice
        && !model.looking
    {
        meaning_ui(ui, model, order_line, response.rect, &mut found);
    }
    found
}

fn hint<O>(model: &LineModel<'_, O>) -> String {
    if model.looking {
        return texts::LOOKING.to_owned();
    }
    if model.waits_for_dice {
        return texts::DICE_FIRST.to_owned();
    }
    let due = || {
        let orders = model.choices.iter().filter(|choice| matches!(choice.what, Choosing::Order(_)));
        orders.filter(|choice| !choice.in_vain)
    };
    // The end of the step is always among them, and first: long lines are cut.
    let ending = due().find(|choice| choice.number == END);
    let others = due().filter(|choice| choice.number != END);
    let mut said: Vec<String> = ending
        .into_iter()
        .chain(others.take(SHOWN_CHOICES - usize::from(ending.is_some())))
        .map(|choice| {
            let called = model.called.iter().find(|(number, _)| *number == choice.number);
            let words = called.map_or(&choice.words, |(_, words)| words);
            format!("{} {words}", choice.key(model.view.numbers_alone))
        })
        .collect();
    said.push(texts::begins(model.begins));
    said.join("   ")
}

/// Is anything typed in this frame before this key?
fn types_before(ui: &Ui, wanted: Key) -> bool {
    ui.input(|input| {
        let at =
            input.events.iter().position(|event| matches!(event, Event::Key { key, .. } if *key == wanted));
        input.events.iter().take(at.unwrap_or(0)).any(|event| matches!(event, Event::Text(_)))
    })
}

/// Handles the keys of the line.
fn keys(ui: &Ui, order_line: &mut OrderLine, found: &mut Option<Command>) {
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    // In an empty line, a space goes on with the game.
    if order_line.text.is_empty() && !types_before(ui, Key::Space) && order_line.pressed(ui.ctx(), Key::Space)
    {
        first(found, Command::GoOn);
    }
    // Text typed before Enter in this frame is in the line when it is given.
    if order_line.pressed(ui.ctx(), Key::Enter) {
        first(found, Command::Line(LineDeed::Give));
    }
    if pressed(Modifiers::SHIFT, Key::Tab) {
        first(found, Command::Line(LineDeed::Complete { back: true }));
    }
    if pressed(Modifiers::NONE, Key::Tab) {
        first(found, Command::Line(LineDeed::Complete { back: false }));
    }
    if pressed(Modifiers::NONE, Key::ArrowUp) {
        first(found, Command::Line(LineDeed::Older));
    }
    if pressed(Modifiers::NONE, Key::ArrowDown) {
        first(found, Command::Line(LineDeed::Newer));
    }
}

/// The middle of the sheet above the line, and the width of its text: in the column of the table, and beside the dice if there
/// is room, so that the throw stays in sight.
fn place<O>(model: &LineModel<'_, O>, line: Rect) -> (f32, f32) {
    let column = model.table.map_or(line.x_range(), |table| table.x_range());
    let foot = model.dice.filter(|dice| dice.bottom() > line.top() - HIGHEST);
    // The panel's margin, and the border to its neighbour.
    let beside = foot.map(|dice| dice.right() + 11.0);
    let left = beside.filter(|left| *left > column.min && column.max - left >= BESIDE).unwrap_or(column.min);
    let wide = (line.width() * 0.38).clamp(LEAST, 760.0).min(column.max - left - SHEET);
    ((left + column.max) / 2.0, wide)
}

/// Least width beside the dice, margins included, in points.
const BESIDE: f32 = 300.0;

/// The margins and the outline of the sheet, in points.
const SHEET: f32 = 24.0;

fn sheet_id() -> Id {
    Id::unique("order line meaning")
}

/// The rectangle of the sheet above the line, while it is shown.
pub fn line_sheet(ctx: &egui::Context) -> Option<Rect> {
    area_at(ctx, Order::Foreground, sheet_id())
}

/// The rectangle of an area, while it is shown.
pub fn area_at(ctx: &egui::Context, order: Order, id: Id) -> Option<Rect> {
    let shown = ctx.memory(|memory| memory.areas().is_visible(&egui::LayerId::new(order, id)));
    shown.then(|| ctx.memory(|memory| memory.area_rect(id))).flatten()
}

/// Shows the sheet above the line: its meaning or its fault, and its completions.
fn meaning_ui<O>(
    ui: &Ui,
    model: &LineModel<'_, O>,
    order_line: &OrderLine,
    line: Rect,
    found: &mut Option<Command>,
) {
    let reading = &order_line.reading;
    let nothing = reading.meaning.is_none() && reading.fault.is_none() && reading.completions.is_empty();
    // An empty line shows what is due itself; only the names of chits that may have been drawn are listed.
    let due = model.choices.iter().any(|choice| !matches!(choice.what, Choosing::Drawn(_)));
    if nothing || order_line.text.is_empty() && due {
        return;
    }
    let (middle, wide) = place(model, line);
    Area::new(sheet_id())
        .order(Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(egui::pos2(middle, line.top() - 6.0))
        .show(ui.ctx(), |ui| {
            sheet(ui).shadow(ui.visuals().popup_shadow).show(ui, |ui| {
                ui.set_width(wide);
                ui.spacing_mut().item_spacing.y = 2.0;
                completions_ui(ui, reading, found);
                match (&reading.meaning, &reading.fault) {
                    (Some(meaning), _) => said_ui(ui, model.view, meaning, found),
                    (None, Some(fault)) => fault_ui(ui, &order_line.text, fault),
                    (None, None) if !model.view.numbers_alone => {
                        weak(ui, model.grammar);
                    }
                    (None, None) => {
                        weak(ui, texts::NUMBERS_ALONE);
                    }
                }
            });
        });
}

/// Shows the line again, with carets under the fault; below it the reason, and valid alternatives.
fn fault_ui(ui: &mut Ui, text: &str, fault: &Fault) {
    /// Letters of a long line shown before the fault and after it.
    const AROUND: usize = 22;
    let palette = EguiPalette::of(ui.visuals());
    let signs: Vec<char> = text.chars().collect();
    let at = fault.at.min(signs.len());
    let from = at.saturating_sub(AROUND);
    let lead = if from > 0 { "…" } else { "" };
    let wrong: String = signs[at..].iter().take_while(|sign| sign.is_alphanumeric()).collect();
    let shown: String = signs[from..].iter().take(at - from + AROUND).collect();
    let blanks = " ".repeat(lead.chars().count() + at - from);
    let carets = "^".repeat(wrong.chars().count().clamp(1, AROUND));
    let line = |text: String| RichText::new(text).font(egui::FontId::monospace(14.0));
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add(Label::new(line(format!("{lead}{shown}"))).extend());
    let mark = Label::new(line(format!("{blanks}{carets}")).color(palette.refused()).strong()).extend();
    let here = match wrong.is_empty() {
        true if at == signs.len() => texts::END_AT_FAULT.to_owned(),
        true => texts::at_fault(signs[at]),
        false => texts::at_fault(wrong),
    };
    ui.add(mark).widget_info(|| WidgetInfo::labeled(Role::Label, true, &here));
    ui.label(RichText::new(sentence(&fault.to_string())).color(palette.weak()));
}

fn said_ui(ui: &mut Ui, view: &ViewContext, meaning: &Meaning<Draft>, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let refused = meaning.refusal.is_some();
    let colour = if refused { palette.refused() } else { ui.visuals().text_color() };
    ui.label(RichText::new(&meaning.words).font(heading_font(17.0)).color(colour));
    if let Some(refusal) = &meaning.refusal {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(shared::not_allowed(&refusal.fact)).color(palette.refused()));
            clause(ui, view, &refusal.clause);
        });
        if let Some(measured) = &refusal.measured {
            ui.label(RichText::new(measured.to_string()).size(12.5).color(palette.refused()));
        }
        if !refusal.remedy.is_empty() {
            weak(ui, &refusal.remedy);
        }
        if let Does::Order { order, .. } = &meaning.does {
            let overrule = ui.small_button(commands::OVERRULE[0]).on_hover_text(commands::OVERRULE[1]);
            if overrule.clicked() {
                let deed = PlayAction::Overrule(Some(order.clone()), refusal.clause.clone().into_owned());
                first(found, Command::Play(deed));
            }
        }
    }
    if let Some(risk) = meaning.risk.as_ref().filter(|_| !refused) {
        ui.label(RichText::new(sentence(risk)).strong().color(palette.ink(Ink::Close)));
    }
    for note in &meaning.notes {
        let good = if refused || meaning.risk.is_some() { palette.weak() } else { palette.ink(Ink::Good) };
        ui.label(RichText::new(note).size(13.0).color(good));
    }
    if !refused {
        weak(ui, texts::ENTER_GIVES);
    }
}

fn completions_ui(ui: &mut Ui, reading: &Reading<Draft>, found: &mut Option<Command>) {
    for completion in reading.completions.iter().take(SHOWN) {
        if completion_ui(ui, completion).clicked() {
            first(found, Command::Line(LineDeed::Insert(completion.clone())));
        }
    }
    let more = reading.completions.len().saturating_sub(SHOWN);
    if more > 0 {
        weak(ui, texts::more(more));
    }
    if !reading.completions.is_empty() {
        ui.separator();
    }
}

fn completion_ui(ui: &mut Ui, completion: &Completion) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    }
    let ink = ui.visuals().text_color();
    let weak = EguiPalette::of(ui.visuals()).weak();
    let said = |ui: &Ui, text: &str, colour: Color32, font: egui::FontId, x: f32| {
        let galley = fitting(ui, text, colour, &font, rect.width() - x);
        let at = egui::pos2(rect.left() + x, rect.center().y - galley.size().y / 2.0);
        let right = at.x + galley.size().x;
        ui.painter().with_clip_rect(rect).galley(at, galley, colour);
        right - rect.left()
    };
    let end = said(ui, &completion.insert, ink, egui::FontId::monospace(14.0), 4.0);
    said(ui, &completion.about, weak, egui::FontId::proportional(13.0), (end + 12.0).max(64.0));
    let label = format!("{}: {}", completion.insert, completion.about);
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &label));
    response
}

/// A line that fits into this width: if it is cut, its end is kept, since similar lines differ there.
fn fitting(
    ui: &Ui,
    text: &str,
    colour: Color32,
    font: &egui::FontId,
    wide: f32,
) -> std::sync::Arc<egui::Galley> {
    let laid = |text: String| ui.painter().layout_no_wrap(text, font.clone(), colour);
    let whole = laid(text.to_owned());
    if whole.size().x <= wide {
        return whole;
    }
    let signs: Vec<char> = text.chars().collect();
    // Keeps this many signs, a third of them before the gap.
    let cut = |left: usize| -> String {
        let head = left / 3;
        let tail = signs.len() - (left - head);
        signs[..head].iter().chain(&['…']).chain(&signs[tail..]).collect()
    };
    let (mut fits, mut over) = (0, signs.len());
    while over - fits > 1 {
        let middle = usize::midpoint(fits, over);
        match laid(cut(middle)).size().x <= wide {
            true => fits = middle,
            false => over = middle,
        }
    }
    laid(cut(fits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::Rulebook;

    #[test]
    fn the_empty_line_says_what_is_useful_now_and_nothing_of_it_on_an_earlier_table() {
        let shot = |number, words: &str, in_vain| LineChoice {
            number,
            words: words.to_owned(),
            what: Choosing::Order("shot"),
            in_vain,
        };
        let end = LineChoice { what: Choosing::Order("end"), ..shot(END, "end moves and fire", false) };
        let shots = [shot(1, "at A", false), shot(2, "at B", false), shot(3, "at C", false)];
        let choices = [&shots[..], &[shot(4, "at D", true), end]].concat();
        let mut view = ViewContext::new(Rulebook::blank(), None);
        view.numbers_alone = false;
        let now = LineModel {
            view: &view,
            choices: &choices,
            called: &[],
            waits_for_dice: false,
            looking: false,
            begins: "a badge",
            grammar: "",
            dice: None,
            table: None,
        };
        assert!(hint(&now).starts_with("0 end moves and fire   #1 at A   #2 at B   any letter or a badge"));
        let words = [(1, "the players fired".to_owned())];
        let called = LineModel { called: &words, ..now };
        assert!(hint(&called).contains("#1 the players fired   #2 at B"), "as its button says");
        let few = LineModel { choices: &choices[3..], ..called };
        assert!(!hint(&few).contains("at D"), "a shot that cannot hit is no hint");
        let then = LineModel { choices: &choices, looking: true, ..few };
        assert_eq!(hint(&then), "An earlier table is seen; Esc goes back to now");
    }
}
