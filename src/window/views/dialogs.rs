//! The dialogs over the window: choosing a battle, the result, the keys, errors.

use egui::{Align, Align2, Area, Grid, Layout, Order, RichText, ScrollArea, Sense, Ui, Window, vec2};

use crate::book::{Overruled, RulesPage};
use crate::command::Command;
use crate::play::PlayAction;
use crate::state::FilePurpose;
use crate::texts::{dialogs as texts, dropped, menus, rules_page, shared};
use crate::theme::{EguiPalette, heading_font, serif_font};

use game::OPTION;
use rulebook::OptionEntry;

use super::{ViewContext, clause, first, heading, linked, main_button, weak};

pub(super) fn window<R>(
    ctx: &egui::Context,
    title: &str,
    wide: f32,
    body: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    cover(ctx, title);
    let shown = Window::new(RichText::new(title).font(heading_font(18.0)))
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .default_width(wide)
        .show(ctx, body);
    settle(ctx, title);
    shown.and_then(|inner| inner.inner)
}

/// Shields everything behind the window of this title from the pointer while it is open.
fn cover(ctx: &egui::Context, title: &str) {
    let screen = ctx.content_rect();
    let id = egui::Id::unique(("cover", title));
    // Above the panels, and below every window, whatever is pressed.
    let area = Area::new(id).order(Order::Background).fixed_pos(screen.min).constrain(false);
    area.show(ctx, |ui| drop(ui.allocate_rect(screen, Sense::CLICK | Sense::DRAG)));
}

/// Frames until a new window is measured and placed, and widgets below know that they are covered: otherwise their tooltips
/// would stay above it.
const SETTLING: u64 = 4;

/// Requests repaints until the window of this title has settled.
fn settle(ctx: &egui::Context, title: &str) {
    let now = ctx.cumulative_frame_nr();
    let id = egui::Id::unique(("settling", title));
    let since = ctx.data_mut(|data| {
        // When it appeared, and when it was last shown.
        let (since, last): (u64, u64) = data.get_temp(id).unwrap_or((now, now));
        let since = if now > last + 1 { now } else { since };
        data.insert_temp(id, (since, now));
        since
    });
    if now < since + SETTLING {
        ctx.request_repaint();
    }
}

pub(super) fn close(ui: &mut Ui, found: &mut Option<Command>) {
    ui.add_space(6.0);
    if ui.button(shared::CLOSE).on_hover_text(shared::ESCAPE).clicked() {
        first(found, Command::CloseDialog);
    }
}

/// One page of the rules in force.
pub fn rules_ui(ctx: &egui::Context, view: &ViewContext, page: &RulesPage) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::RULES, 720.0, |ui| {
        let room = ctx.content_rect().size();
        let size = vec2((room.x - 80.0).min(760.0), (room.y - 190.0).clamp(200.0, 780.0));
        let layout = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_size(size);
            page_ui(ui, view, page, &mut found);
        });
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            for command in [Command::CopyRules, Command::SaveRules, Command::CloseDialog] {
                if super::command_button(ui, view, &command, true).clicked() {
                    first(&mut found, command);
                }
            }
        });
    });
    found
}

/// A button for each option by which what was let stand becomes a rule: it opens the form that sets it.
pub fn make_rule_ui(ui: &mut Ui, options: &[&'static OptionEntry], found: &mut Option<Command>) {
    for option in options {
        let button = ui.button(texts::make_rule(&option.title)).on_hover_text(texts::MAKE_RULE_ABOUT);
        if button.clicked() {
            first(found, Command::Play(PlayAction::Fiat(OPTION, Some(option.id.clone()))));
        }
    }
}

/// What stands on the page of rules.
fn page_ui(ui: &mut Ui, view: &ViewContext, page: &RulesPage, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        // The scroll bar has its own room.
        ui.set_max_width(ui.available_width() - 10.0);
        ui.label(RichText::new(&page.battle).font(heading_font(26.0)));
        Grid::new("facts").num_columns(2).spacing([18.0, 2.0]).show(ui, |ui| {
            for (name, words) in &page.facts {
                ui.label(RichText::new(*name).font(serif_font(15.0)).color(palette.weak()));
                ui.add(egui::Label::new(RichText::new(words).font(serif_font(15.0))).wrap());
                ui.end_row();
            }
        });
        if !page.overruled.is_empty() {
            ui.add_space(10.0);
            heading(ui, texts::OVERRULED);
        }
        for Overruled { clause: overruled, times, options } in &page.overruled {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                clause(ui, view, &overruled.id);
                ui.label(RichText::new(&overruled.title).font(heading_font(15.0)));
                ui.label(RichText::new(rules_page::times(*times)).font(serif_font(15.0)));
            });
            make_rule_ui(ui, options, found);
        }
        ui.add_space(10.0);
        heading(ui, texts::CHANGED_OPTIONS);
        if page.changed == 0 {
            weak(ui, texts::NO_CHANGED_OPTIONS);
        }
        for (index, option) in page.options.iter().enumerate() {
            if index == page.changed {
                ui.add_space(10.0);
                heading(ui, texts::DEFAULT_OPTIONS);
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                clause(ui, view, &option.entry.clause);
                ui.label(
                    RichText::new(format!("{}: {}.", option.entry.title, option.value))
                        .font(heading_font(15.0)),
                );
                ui.label(RichText::new(&option.meaning).font(serif_font(15.0)));
            });
        }
        if !page.cells.is_empty() {
            ui.add_space(10.0);
            heading(ui, texts::CHANGED_TABLES);
        }
        for [name, printed, now] in &page.cells {
            let words = texts::cell(&name.replace('/', ", "), now, printed);
            ui.label(RichText::new(words).font(serif_font(15.0)));
        }
        ui.add_space(10.0);
        heading(ui, texts::RULINGS);
        weak(ui, texts::WHY_RULINGS);
        for ruled in &page.rulings {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                clause(ui, view, &ruled.id);
                ui.label(RichText::new(&ruled.title).font(heading_font(15.0)));
            });
            if let Some(ruling) = &ruled.ruling {
                linked(ui, view, ruling, &serif_font(15.0), ui.visuals().text_color());
            }
        }
    });
}

/// Shows that something takes time, with a button to give it up.
pub fn busy_ui(ctx: &egui::Context, words: &str) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::WAITING, 380.0, |ui| {
        ui.horizontal(|ui| {
            ui.add(egui::Spinner::new());
            ui.label(words);
        });
        ui.add_space(6.0);
        if ui.button(texts::GIVE_UP).on_hover_text(shared::GAME_STAYS).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

/// Asks for the path of a file to open or write; `typed`: the path meant by the text, if any.
pub fn file_ui(
    ctx: &egui::Context,
    view: &ViewContext,
    purpose: FilePurpose,
    text: &mut String,
    typed: impl Fn(&str) -> Option<std::path::PathBuf>,
) -> Option<Command> {
    let mut found = None;
    let [title, note, words] = texts::path(purpose);
    window(ctx, title, 560.0, |ui| {
        let label = ui.label(texts::path_label(purpose));
        let edit = egui::TextEdit::singleline(text).desired_width(540.0);
        let response = ui.add(edit).labelled_by(label.id);
        if ui.memory(|memory| memory.focused().is_none()) && !response.lost_focus() {
            response.request_focus();
        }
        weak(ui, note);
        ui.add_space(6.0);
        let command = typed(text).map(|path| Command::of_file(purpose, path));
        ui.horizontal(|ui| {
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let clicked = ui.add_enabled(command.is_some(), egui::Button::new(words)).clicked();
            if let (true, Some(command)) = (clicked || entered, command) {
                first(&mut found, command);
            }
            if super::command_button(ui, view, &Command::CloseDialog, true).clicked() {
                first(&mut found, Command::CloseDialog);
            }
        });
    });
    found
}

pub fn trouble_ui(ctx: &egui::Context, view: &ViewContext, words: &str) -> Option<Command> {
    words_ui(ctx, view, texts::TROUBLE, words)
}

/// Shows a notice when a game is opened.
pub fn notice_ui(ctx: &egui::Context, view: &ViewContext, words: &str) -> Option<Command> {
    words_ui(ctx, view, texts::NOTICE, words)
}

/// Shows what was dropped on the window.
pub fn dropped_ui(ctx: &egui::Context, view: &ViewContext, words: &str) -> Option<Command> {
    words_ui(ctx, view, dropped::TITLE, words)
}

/// Shows what was imported from a file of ground.
pub fn imported_ui(ctx: &egui::Context, view: &ViewContext, words: &str) -> Option<Command> {
    words_ui(ctx, view, texts::IMPORTED, words)
}

/// Shows why the game is not saved, and the remedies.
pub fn unkept_ui(ctx: &egui::Context, view: &ViewContext, words: &str) -> Option<Command> {
    let mut found = None;
    window(ctx, menus::UNKEPT, 520.0, |ui| {
        said_ui(ui, words);
        weak(ui, texts::ANOTHER_FOLDER_HINT);
        ui.add_space(6.0);
        // Each on its own line: the first is as wide as there is room.
        if main_button(ui, view, texts::ANOTHER_FOLDER).clicked() {
            first(&mut found, Command::ChooseFolder);
        }
        if ui.button(texts::WITHOUT_RECORD).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

fn words_ui(ctx: &egui::Context, view: &ViewContext, title: &str, words: &str) -> Option<Command> {
    let mut found = None;
    window(ctx, title, 480.0, |ui| {
        said_ui(ui, words);
        if main_button(ui, view, texts::GO_ON).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

fn said_ui(ui: &mut Ui, words: &str) {
    ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
        ui.add(egui::Label::new(words).wrap());
    });
}
