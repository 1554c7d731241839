//! The questions of set-up: what, under which id, and whether to leave.

use egui::{DragValue, Key, RichText, ScrollArea, TextEdit, Ui};

use crate::setup::fitting::Preview;
use crate::setup::form::SaveForm;
use crate::setup::{Act, Asking, Begin, EmptyTable, WorkAct};
use crate::texts::{making, menus, setup, setup_dialogs as texts, shared};
use crate::theme::heading_font;
use desk::RuleList;

use super::begin::Battle;
use super::dialogs::window;
use super::setup_fit::fit_ui;
use super::{first, first_button, heading, refused_label, weak};

/// The possible set-ups.
#[derive(Debug)]
pub struct WhatModel<'a> {
    pub battles: &'a [Battle],
    /// Unfinished drafts, id and name.
    pub unfinished: &'a [(String, String)],
    /// Is the present game before its first order? `None` if it has no table to set up.
    pub own: Option<bool>,
    pub rules: &'a RuleList,
    /// The drawing of the fitted map.
    pub preview: &'a Preview,
}

/// Shows the pending question; its changes come before its command.
pub fn asking_ui(ctx: &egui::Context, asking: &Asking, model: &WhatModel<'_>) -> Vec<Act> {
    match asking {
        Asking::What(empty) => window(ctx, texts::TITLE, 520.0, |ui| what_ui(ui, empty, model)),
        Asking::Save(form) => window(ctx, texts::save(form.alone), 460.0, |ui| {
            let unfinished = form.alone.is_none().then_some(making::KEEP_UNFINISHED_HINT);
            of_work(save_form_ui(ui, form, texts::WHY_SAVED, unfinished))
        }),
        Asking::Leave => window(ctx, making::LEAVE_TITLE, 420.0, |ui| {
            of_work(leave_ui(ui, texts::UNSAVED, setup::SAVE_SCENARIO, true))
        }),
        Asking::Fit(form) => fit_ui(ctx, form, model.preview),
    }
    .unwrap_or_default()
}

fn what_ui(ui: &mut Ui, empty: &EmptyTable, model: &WhatModel<'_>) -> Vec<Act> {
    let (mut found, mut edit) = (None, None);
    if let Some(own) = model.own {
        if first_button(ui, texts::present(own)).clicked() {
            first(&mut found, Act::Begin(Begin::Present));
        }
        weak(ui, texts::NEW_GAME_NOTE);
        ui.add_space(6.0);
    }
    // Both lists come from threads: their space is reserved, so that nothing moves under the pointer.
    heading(ui, texts::UNFINISHED);
    let list = |name: &str, high: f32| {
        ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink([false; 2])
            .max_height(high)
            .min_scrolled_height(high)
    };
    list("unfinished", 62.0).show(ui, |ui| {
        if model.unfinished.is_empty() {
            weak(ui, texts::NO_UNFINISHED);
        }
        for (id, name) in model.unfinished {
            ui.horizontal(|ui| {
                if ui.button(texts::go_on_with(name)).clicked() {
                    first(&mut found, Act::Begin(Begin::Unfinished(id.clone())));
                }
                weak(ui, id);
                let away = ui.small_button(texts::THROW_AWAY);
                away.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, texts::throw_away(name))
                });
                if away.on_hover_text(texts::THROW_AWAY_HINT).clicked() {
                    first(&mut found, Act::DropUnfinished(id.clone()));
                }
            });
        }
    });
    heading(ui, texts::LIBRARY);
    list("library", 132.0).show(ui, |ui| {
        if model.battles.is_empty() {
            weak(ui, shared::READING_BATTLES);
        }
        let on_hexes = |battle: &&Battle| battle.scenario.as_ref().is_some_and(|battle| battle.on_hexes);
        for battle in model.battles.iter().filter(|battle| !on_hexes(battle)) {
            ui.horizontal(|ui| {
                let may = battle.fault.is_none();
                let button = egui::Button::new(texts::set_up(&battle.name));
                let reason = battle.fault.clone().unwrap_or_default();
                if ui.add_enabled(may, button).on_disabled_hover_text(reason).clicked() {
                    first(&mut found, Act::Begin(Begin::Scenario(battle.id.clone())));
                }
                weak(ui, &battle.id);
            });
        }
    });
    heading(ui, texts::EMPTY_TABLE);
    let changed = empty_ui(ui, empty, model.rules);
    if changed != *empty {
        edit = Some(Act::Form(Asking::What(changed)));
    }
    if ui.button(texts::LAY_EMPTY).clicked() {
        first(&mut found, Act::Begin(Begin::Empty(empty.clone())));
    }
    ui.add_space(6.0);
    if ui.button(shared::CLOSE).on_hover_text(shared::ESCAPE).clicked() {
        first(&mut found, Act::Work(WorkAct::Cancel));
    }
    edit.into_iter().chain(found).collect()
}

/// Asks for the rules and the size of the empty table.
fn empty_ui(ui: &mut Ui, empty: &EmptyTable, rules: &RuleList) -> EmptyTable {
    let mut empty = empty.clone();
    ui.horizontal_wrapped(|ui| {
        ui.label(texts::FOR_RULES);
        for id in rules.of_tables() {
            let name = rulebook::book(id).map_or(id, |book| book.name.as_str());
            if ui.radio(empty.rules == id, name).clicked() {
                id.clone_into(&mut empty.rules);
            }
        }
    });
    ui.horizontal(|ui| {
        for (name, inches) in
            [(texts::INCHES_EAST, &mut empty.size.x), (texts::INCHES_NORTH, &mut empty.size.y)]
        {
            let named = ui.label(name);
            ui.add(DragValue::new(inches).range(6.0..=240.0).speed(0.5)).labelled_by(named.id);
        }
    });
    empty
}

fn of_work(acts: Vec<WorkAct>) -> Vec<Act> {
    acts.into_iter().map(Act::Work).collect()
}

/// Height of two lines of a refusal, in points.
const TWO_LINES: f32 = 42.0;

/// Shows the form that saves a table or a map; returns its changes in this frame and its command.
///
/// `why`: shown if it is saved only to be played. `unfinished`: the meaning of saving it unfinished, if that is possible.
pub fn save_form_ui(ui: &mut Ui, form: &SaveForm, why: &str, unfinished: Option<&str>) -> Vec<WorkAct> {
    let (mut next, mut found) = (form.clone(), None);
    let named = ui.label(shared::NAME);
    let name = TextEdit::singleline(&mut next.name).desired_width(f32::INFINITY);
    let name = ui.add(name).labelled_by(named.id);
    let named = ui.label(making::ID);
    let id = TextEdit::singleline(&mut next.id).desired_width(f32::INFINITY);
    let id = ui.add(id).labelled_by(named.id);
    if (name.lost_focus() || id.lost_focus()) && ui.input(|input| input.key_pressed(Key::Enter)) {
        first(&mut found, WorkAct::Save);
    } else if ui.memory(|memory| memory.focused().is_none()) {
        // Typing starts at once.
        name.request_focus();
    }
    ui.checkbox(&mut next.replace, making::REPLACE).on_hover_text(making::REPLACE_HINT);
    if let Some(old) = form.old.as_ref().filter(|old| **old != next.id)
        && ui.button(making::overwrite(old)).clicked()
    {
        (next.id, next.replace) = (old.clone(), true);
    }
    // Always room for two lines: a short refusal does not move the form.
    let top = ui.cursor().min.y;
    if let Some(fault) = &form.fault {
        ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
            refused_label(ui, fault);
        });
    } else {
        if form.play {
            weak(ui, why);
        }
        if let Some(goes) = &form.goes {
            weak(ui, goes);
        }
    }
    ui.add_space((TWO_LINES - (ui.cursor().min.y - top)).max(0.0));
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let words = if form.play { making::SAVE_AND_PLAY } else { making::SAVE };
        if ui.button(RichText::new(words).font(heading_font(15.0))).clicked() {
            first(&mut found, WorkAct::Save);
        }
        if let Some(meaning) = unfinished
            && ui.button(making::KEEP_UNFINISHED).on_hover_text(meaning).clicked()
        {
            first(&mut found, WorkAct::KeepUnfinished);
        }
        if ui.button(making::BACK).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, WorkAct::Cancel);
        }
    });
    // An old refusal no longer applies.
    let changed = (next != *form).then_some(WorkAct::Form(SaveForm { fault: None, ..next }));
    changed.into_iter().chain(found).collect()
}

/// Asks whether to leave, naming the changes that would be lost.
pub fn leave_ui(ui: &mut Ui, unsaved: &str, save: &str, keeps_unfinished: bool) -> Vec<WorkAct> {
    let mut found = None;
    ui.label(unsaved);
    ui.horizontal(|ui| {
        if ui.button(making::LEAVE_IT).clicked() {
            first(&mut found, WorkAct::LeaveAnyway);
        }
        if ui.button(menus::opens(save)).clicked() {
            first(&mut found, WorkAct::AskToSave { play: false });
        }
        if keeps_unfinished
            && ui.button(making::KEEP_UNFINISHED).on_hover_text(making::KEEP_UNFINISHED_HINT).clicked()
        {
            first(&mut found, WorkAct::KeepUnfinished);
        }
        if ui.button(making::STAY).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, WorkAct::Cancel);
        }
    });
    found.into_iter().collect()
}
