//! The form for a fiat in a hex game: what the referee overrides, and why.

use egui::{DragValue, Grid, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::app::command::Command;
use crate::app::hex::{FiatForm, HexAct as Act, HexCommand};
use crate::app::theme::EguiPalette;
use crate::rules::napoleon_at_war::fiat::MOST_POINTS;

use super::super::fiat::{Choosable, option_ui, option_words_ui};
use super::super::{first, heading, main_button, weak};

/// What the form shows beside what is typed.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The unit in words; empty: none is chosen.
    pub unit: &'a str,
    pub options: &'a [Choosable],
    /// What is still to be said before it can be decided.
    pub wanting: Option<&'a str>,
}

/// The form, filled in where it stands; what it was told.
pub fn fiat_ui(ui: &mut Ui, form: &mut FiatForm, shown: Shown<'_>) -> Option<Command> {
    let mut found = None;
    let before = form.clone();
    let area = ScrollArea::vertical().id_salt("fiat").auto_shrink([false; 2]);
    area.show(ui, |ui| form_ui(ui, form, shown, &mut found));
    let changed = FiatForm { fresh: before.fresh, ..form.clone() } != before;
    if changed {
        form.fault = None;
    }
    found
}

fn form_ui(ui: &mut Ui, form: &mut FiatForm, shown: Shown<'_>, found: &mut Option<Command>) {
    heading(ui, "By the referee");
    ui.horizontal_wrapped(|ui| {
        for act in Act::ALL {
            let facts = HexCommand::Fiat(act, None).facts();
            ui.selectable_value(&mut form.act, act, facts.text.trim_end_matches('…'))
                .on_hover_text(facts.tooltip);
        }
    });
    ui.add_space(4.0);
    if form.act.wants_unit() {
        match shown.unit {
            "" => weak(ui, "Click a counter on the map, or in the order of battle"),
            unit => ui.label(unit),
        };
    }
    Grid::new("fiat fields").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| match form.act {
        Act::Place => {
            let name = ui.label("Hex");
            ui.horizontal(|ui| {
                ui.add(TextEdit::singleline(&mut form.hex).desired_width(60.0)).labelled_by(name.id);
                weak(ui, "or click it on the map");
            });
        }
        Act::Strength => {
            let name = ui.label("Strength");
            ui.add(DragValue::new(&mut form.points).range(1..=MOST_POINTS)).labelled_by(name.id);
        }
        Act::Turn => {
            let name = ui.label("Turn");
            ui.add(DragValue::new(&mut form.turn).range(1..=99)).labelled_by(name.id);
        }
        Act::Option => {
            let (id, value) = &mut form.option;
            option_ui(ui, id, value, shown.options);
        }
        Act::Remove => {}
    });
    if form.act == Act::Option {
        option_words_ui(ui, &form.option, shown.options);
    }
    ui.horizontal_wrapped(|ui| {
        let name = ui.label("Clause");
        let field = TextEdit::singleline(&mut form.clause).desired_width(110.0).hint_text("none, or 7.74");
        ui.add(field).labelled_by(name.id);
        if let Some(clause) = form.known_clause() {
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
    }
    if let Some(fault) = &form.fault {
        ui.colored_label(EguiPalette::of(ui.visuals()).refused(), fault);
    } else if let Some(wanting) = shown.wanting {
        weak(ui, wanting);
    }
    let keys = ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let ready = shown.wanting.is_none();
    let pressed = ui.add_enabled_ui(ready, |ui| main_button(ui, "Decide so (Ctrl+Enter)").clicked()).inner;
    if pressed || keys {
        first(found, Command::GiveFiat);
    }
    if ui.button("Cancel").on_hover_text("Escape").clicked() {
        first(found, Command::Cancel);
    }
}
