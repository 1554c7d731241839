//! The form for an act of the referee: the override, its clause, and the reason.

use egui::{Button, FontId, Frame, Id, Key, Margin, Modifiers, Panel, RichText, ScrollArea, TextEdit, Ui};

use crate::command::Command;
use crate::play::{Form, PlayAction};
use crate::texts::{fiat as texts, menus, shared};
use crate::views::dialogs::make_rule_ui;
use crate::views::{ViewContext, first, heading, main_button, refused_label, weak};
use game::{Verb, sentence};
use rulebook::Rulebook;

use super::card::why_ui;
use super::questions::{About, Said, question_ui};

/// Number of earlier acts shown, and of clauses similar to the typed one.
const EARLIER: usize = 5;
const NEAR: usize = 4;

/// What the form shows apart from its answers.
#[derive(Debug)]
pub struct FormModel<'a> {
    /// The acts that the rules know.
    pub acts: &'a [&'static Verb],
    pub view: &'a ViewContext,
}

/// Shows the form and returns its command. The result and the button stay in sight.
pub fn fiat_ui(ui: &mut Ui, form: &mut Form, model: &FormModel<'_>) -> Option<Command> {
    let mut found = None;
    let foot = Panel::bottom("fiat foot").frame(Frame::new().inner_margin(Margin { top: 6, ..Margin::ZERO }));
    foot.show_separator_line(false).show(ui, |ui| decide_ui(ui, model.view, form, &mut found));
    let area = ScrollArea::vertical().id_salt("fiat").auto_shrink([false; 2]);
    area.show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 4.0);
        form_ui(ui, form, model, &mut found);
    });
    found
}

/// The field of the reason.
fn reason_id() -> Id {
    Id::unique("why the referee decides so")
}

fn form_ui(ui: &mut Ui, form: &mut Form, model: &FormModel<'_>, found: &mut Option<Command>) {
    heading(ui, menus::BY_REFEREE);
    if form.stands.is_some() {
        ui.label(RichText::new(&form.card.title).strong());
        if let Some(refusal) = &form.card.refusal {
            why_ui(ui, model.view, refusal);
        }
        ui.add_space(6.0);
        make_rule_ui(ui, &form.rules, found);
        if ui.button(texts::OTHERWISE).on_hover_text(texts::OTHERWISE_ABOUT).clicked() {
            first(found, Command::Play(PlayAction::DecideOtherwise));
        }
        return;
    }
    if let Some(why) = &form.barred {
        weak(ui, texts::cannot_stand(why));
        ui.add_space(4.0);
    }
    kinds_ui(ui, form, model, found);
    ui.add_space(6.0);
    let Some(verb) = model.acts.iter().find(|act| act.name == form.act.verb) else { return };
    let mut said = None;
    for question in &form.questions {
        question_ui(ui, &About { view: model.view, verb, draft: &form.act, card: None }, question, &mut said);
        ui.add_space(2.0);
    }
    match said {
        Some(Said::Answer(field, answer)) => {
            first(found, Command::Play(PlayAction::FiatAnswer(field, answer)));
        }
        Some(Said::Toggle(..) | Said::Strike(..)) | None => {}
    }
    ui.add_space(2.0);
    clause_ui(ui, form, model.view.book);
    ui.add_space(4.0);
    earlier_ui(ui, form);
}

/// Shows the kind of act, and the others on request.
fn kinds_ui(ui: &mut Ui, form: &mut Form, model: &FormModel<'_>, found: &mut Option<Command>) {
    let chosen = model.acts.iter().find(|act| act.name == form.act.verb);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(act) = chosen.filter(|_| !form.unfolded) {
            ui.label(RichText::new(act.title).strong()).on_hover_text(act.about);
            form.unfolded = ui.button(texts::OTHER_KINDS).clicked();
            return;
        }
        for act in model.acts {
            if ui.selectable_label(form.act.verb == act.name, act.title).on_hover_text(act.about).clicked() {
                form.unfolded = false;
                first(found, Command::Play(PlayAction::Fiat(act.name, None)));
            }
        }
    });
}

fn clause_ui(ui: &mut Ui, form: &mut Form, book: &'static Rulebook) {
    ui.horizontal_wrapped(|ui| {
        let name = ui.label(texts::CLAUSE);
        let field = TextEdit::singleline(&mut form.clause).desired_width(110.0).hint_text(texts::NO_CLAUSE);
        ui.add(field).labelled_by(name.id);
        if let Some(clause) = form.known_clause(book) {
            ui.label(RichText::new(&clause.title).italics());
        }
    });
    if form.known_clause(book).is_none() && !form.clause.trim().is_empty() {
        for clause in book.search(form.clause.trim()).into_iter().take(NEAR) {
            let button = Button::new(RichText::new(format!("{} {}", clause.id, clause.title)).size(12.5));
            if ui.add(button.wrap()).clicked() {
                form.clause.clone_from(&clause.id);
            }
        }
    }
}

/// Shows the reason as typed, always in sight below the questions.
fn why_field_ui(ui: &mut Ui, form: &mut Form) {
    let name = ui.label(texts::WHY);
    let hint = if form.turns() { texts::TURNS_HINT } else { texts::WHY_HINT };
    if std::mem::take(&mut form.fresh) {
        // Focused before it is shown, so that it takes the letter with which the reason begins.
        ui.memory_mut(|memory| memory.request_focus(reason_id()));
    }
    let reason = TextEdit::multiline(&mut form.reason)
        .desired_rows(2)
        .id(reason_id())
        .desired_width(f32::INFINITY)
        .hint_text(hint);
    ui.add(reason).labelled_by(name.id);
}

/// Shows the reason, the result or the obstacle, and the button.
fn decide_ui(ui: &mut Ui, view: &ViewContext, form: &mut Form, found: &mut Option<Command>) {
    why_field_ui(ui, form);
    ui.add_space(2.0);
    let wanting = form.wanting(view.book);
    match (form.card.refusal.as_ref().filter(|_| form.stands.is_none()), &form.fault) {
        (Some(refusal), _) => why_ui(ui, view, refusal),
        (None, Some(fault)) => drop(refused_label(ui, fault)),
        (None, None) => {
            if !form.card.title.is_empty() && form.stands.is_none() {
                weak(ui, &form.card.title);
                // What the act itself says comes last.
                let own = form.card.notes.last().map(|note| note.clause);
                let others = form.card.notes.iter().filter(|note| Some(note.clause) != own);
                others.for_each(|note| drop(weak(ui, sentence(&note.text))));
            }
            if let Some(wanting) = &wanting {
                ui.label(RichText::new(wanting).font(FontId::proportional(13.5)));
            }
        }
    }
    let ready = wanting.is_none() && (form.card.refusal.is_none() || form.stands.is_some());
    let keys = ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let words = if form.stands.is_some() { texts::LET_STAND } else { texts::DECIDE };
    let button = |ui: &mut Ui| main_button(ui, view, words).clicked();
    let pressed = ui.add_enabled_ui(ready, button).inner;
    if pressed || keys {
        first(found, Command::GiveFiat);
    }
    if ui.button(shared::CANCEL).on_hover_text(shared::ESCAPE).clicked() {
        first(found, Command::Cancel);
    }
}

/// Shows earlier acts; a click takes the same reason.
fn earlier_ui(ui: &mut Ui, form: &mut Form) {
    let in_all = form.earlier.len();
    if in_all == 0 {
        return;
    }
    ui.add_space(4.0);
    weak(ui, texts::earlier(in_all.min(EARLIER), in_all));
    let mut reason = None;
    for earlier in form.earlier.iter().take(EARLIER) {
        let text = RichText::new(format!("{}. {}", earlier.number, earlier.words)).size(12.5);
        if ui.add(Button::new(text).wrap().frame(false)).on_hover_text(texts::SAME_REASON).clicked() {
            reason = Some(earlier.reason.clone());
        }
    }
    if let Some(reason) = reason {
        form.reason = reason;
    }
}
