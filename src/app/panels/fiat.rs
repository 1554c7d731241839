//! The form for an act of the referee: what he overrides, on which clause, and why.

use std::collections::BTreeMap;

use egui::{Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::app::command::Command;
use crate::app::theme::EguiPalette;
use crate::app::views::{first, heading, main_button, weak};
use crate::app::window::{Deed, Form};
use crate::game::{Answer, Ask, Verb};
use crate::rules::rulebook::Rulebook;

use super::questions::{About, Said, question_ui};

/// The form, filled in where it stands; what it was told.
pub fn fiat_ui(
    ui: &mut Ui,
    form: &mut Form,
    acts: &'static [Verb],
    names: &BTreeMap<String, String>,
    book: &'static Rulebook,
) -> Option<Command> {
    let mut found = None;
    let area = ScrollArea::vertical().id_salt("fiat").auto_shrink([false; 2]);
    area.show(ui, |ui| form_ui(ui, form, acts, names, book, &mut found));
    found
}

fn form_ui(
    ui: &mut Ui,
    form: &mut Form,
    acts: &'static [Verb],
    names: &BTreeMap<String, String>,
    book: &'static Rulebook,
    found: &mut Option<Command>,
) {
    heading(ui, "By the referee");
    ui.horizontal_wrapped(|ui| {
        for act in acts {
            if ui.selectable_label(form.act.verb == act.name, act.title).on_hover_text(act.about).clicked() {
                first(found, Command::Play(Deed::Fiat(act.name, None)));
            }
        }
    });
    ui.add_space(4.0);
    let Some(verb) = acts.iter().find(|act| act.name == form.act.verb) else { return };
    let mut said = None;
    for question in &form.questions {
        // Whom it is about is shown by name, and clicked on the table.
        let piece = match (&question.ask, form.act.answers.get(&question.field)) {
            (Ask::One(_), Some(Answer::One(key))) => names.get(key),
            _ => None,
        };
        if let Some(name) = piece {
            ui.label(RichText::new(format!("{}: {name}", question.prompt)).strong());
        }
        question_ui(ui, &About { verb, draft: &form.act, card: None }, question, &mut said);
    }
    if let Some(Said::Answer(field, answer)) = said {
        first(found, Command::Play(Deed::FiatAnswer(field, answer)));
    }
    ui.horizontal_wrapped(|ui| {
        let name = ui.label("Clause");
        let field = TextEdit::singleline(&mut form.clause).desired_width(110.0).hint_text("none");
        ui.add(field).labelled_by(name.id);
        if let Some(clause) = form.known_clause(book) {
            ui.label(RichText::new(&clause.title).italics());
        }
    });
    let name = ui.label("Why");
    let reason = TextEdit::multiline(&mut form.reason)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .hint_text("The record keeps it with the fiat");
    let reason = ui.add(reason).labelled_by(name.id);
    if std::mem::take(&mut form.fresh) {
        reason.request_focus();
        // In a small panel the fields above it fill the view.
        reason.scroll_to_me(None);
    }
    let wanting = form.wanting(book);
    if let Some(fault) = &form.fault {
        ui.colored_label(EguiPalette::of(ui.visuals()).refused(), fault);
    } else if let Some(wanting) = &wanting {
        weak(ui, wanting);
    }
    let keys = ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let button = |ui: &mut Ui| main_button(ui, "Decide so (Ctrl+Enter)").clicked();
    let pressed = ui.add_enabled_ui(wanting.is_none(), button).inner;
    if pressed || keys {
        first(found, Command::GiveFiat);
    }
    if ui.button("Cancel").on_hover_text("Escape").clicked() {
        first(found, Command::Cancel);
    }
}
