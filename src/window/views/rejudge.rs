//! Judging the game again under another option: the choice, and the orders that would have come out differently.

use egui::{Button, ComboBox, Grid, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::book::meaning;
use crate::command::Command;
use crate::rejudging::{Answer, Rejudging};
use crate::texts::positions as texts;
use crate::theme::{EguiPalette, serif_font};
use desk::Terms;
use rulebook::{OptionEntry, Rulebook};

use super::dialogs::window;
use super::{ViewContext, clause, first, weak};

/// Asks for the name under which to save a position.
pub fn position_ui(ctx: &egui::Context, view: &ViewContext, name: &mut String) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::KEEP, 520.0, |ui| {
        let label = ui.label(texts::KEEP_NAME);
        let response = ui.add(TextEdit::singleline(name).desired_width(500.0)).labelled_by(label.id);
        if ui.memory(|memory| memory.focused().is_none()) && !response.lost_focus() {
            response.request_focus();
        }
        weak(ui, texts::KEEP_NOTE);
        ui.add_space(6.0);
        let named = !name.trim().is_empty();
        ui.horizontal(|ui| {
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let clicked = ui.add_enabled(named, Button::new(texts::KEEP_BUTTON)).clicked();
            if named && (clicked || entered) {
                first(&mut found, Command::SavePosition(name.clone()));
            }
            if super::command_button(ui, view, &Command::CloseDialog, true).clicked() {
                first(&mut found, Command::CloseDialog);
            }
        });
    });
    found
}

/// Asks for the option, and shows the result.
pub fn rejudge_ui(
    ctx: &egui::Context,
    view: &ViewContext,
    book: &'static Rulebook,
    terms: &Terms,
    state: &mut Rejudging,
) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::REJUDGE, 660.0, |ui| {
        ui.set_min_width(640.0);
        weak(ui, texts::REJUDGE_NOTE);
        ui.add_space(6.0);
        let options: Vec<&OptionEntry> = book.options.iter().collect();
        if let Some(option) = options.get(state.option).copied() {
            option_ui(ui, view, book, &options, state);
            let now = terms.options.0.get(&option.id).unwrap_or(&option.default);
            values_ui(ui, option, now, state);
            ui.add_space(6.0);
            let ready = option.accepts(state.value.trim()) && state.value.trim() != now && !state.is_busy();
            if ui.add_enabled(ready, Button::new(texts::REJUDGE_BUTTON)).clicked() {
                first(&mut found, Command::Rejudge(option.id.clone(), state.value.trim().to_owned()));
            }
        }
        ui.separator();
        match (&state.answer, state.is_busy()) {
            (_, true) => drop(weak(ui, texts::JUDGING)),
            (Some(answer), false) => answer_ui(ui, book, answer, &mut found),
            (None, false) => {}
        }
        ui.add_space(6.0);
        if super::command_button(ui, view, &Command::CloseDialog, true).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

fn option_ui(
    ui: &mut Ui,
    view: &ViewContext,
    book: &Rulebook,
    options: &[&'static OptionEntry],
    state: &mut Rejudging,
) {
    ui.horizontal(|ui| {
        let label = ui.label(texts::OPTION);
        let before = state.option;
        let shown =
            ComboBox::from_id_salt("rejudge").width(360.0).selected_text(&options[state.option].title);
        let shown = shown.show_ui(ui, |ui| {
            for (place, option) in options.iter().enumerate() {
                ui.selectable_value(&mut state.option, place, &option.title);
            }
        });
        shown.response.labelled_by(label.id);
        if state.option != before {
            state.value.clear();
        }
        clause(ui, view, &format!("{}:{}", book.id, options[state.option].clause));
    });
}

/// Shows its possible values, except the present one.
fn values_ui(ui: &mut Ui, option: &OptionEntry, now: &str, state: &mut Rejudging) {
    if let Some((least, most)) = option.range {
        ui.horizontal_wrapped(|ui| {
            let field = ui.add(TextEdit::singleline(&mut state.value).desired_width(60.0).hint_text(now));
            field.widget_info(|| {
                WidgetInfo::labeled(Role::TextInput, true, texts::number(&option.title, least, most))
            });
            ui.label(RichText::new(&option.meaning).font(serif_font(15.0)));
        });
        return;
    }
    for value in option.values() {
        let words = format!("{value}  {}", meaning(option, value));
        if value == now {
            weak(ui, format!("{words} ({})", texts::IN_FORCE));
            continue;
        }
        let radio = ui.radio(state.value == value, RichText::new(words).font(serif_font(15.0)));
        if radio.clicked() {
            value.clone_into(&mut state.value);
        }
    }
}

fn answer_ui(ui: &mut Ui, book: &Rulebook, answer: &Answer, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    let differ = match &answer.differ {
        Ok(differ) => differ,
        Err(why) => {
            ui.label(RichText::new(why).color(palette.refused()));
            return;
        }
    };
    if differ.is_empty() {
        ui.label(texts::SAME);
        return;
    }
    let title = book.option(&answer.option).map_or(answer.option.as_str(), |option| option.title.as_str());
    ui.label(texts::differ(differ.len(), title, &answer.value));
    let high = (ui.ctx().content_rect().height() - 420.0).clamp(140.0, 460.0);
    ScrollArea::vertical().max_height(high).auto_shrink([false, true]).show(ui, |ui| {
        for one in differ {
            ui.add_space(4.0);
            if ui.link(format!("{}. {}", one.number, one.order)).clicked() {
                first(found, Command::LookAt(one.number));
            }
            Grid::new(("differs", one.number)).num_columns(2).spacing([8.0, 2.0]).show(ui, |ui| {
                for (word, said) in [(texts::WAS, &one.was), (texts::WOULD, &one.now)] {
                    weak(ui, word);
                    let said = if said.is_empty() { texts::NOTHING } else { said };
                    ui.add(egui::Label::new(RichText::new(said).font(serif_font(15.0))).wrap());
                    ui.end_row();
                }
            });
        }
    });
}
