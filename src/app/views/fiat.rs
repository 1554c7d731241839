//! The form for a fiat: what the referee overrides, on which clause, and why.

use egui::{DragValue, FontId, Grid, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use crate::app::book::{full_sentence, meaning};
use crate::app::command::Command;
use crate::app::fiat::{self, Act, Form, FormModel, Strength};
use crate::app::theme::EguiPalette;
use crate::rules::easy::StandId;
use crate::rules::easy::fiat::MOST_CHITS;
use crate::rules::rulebook::OptionEntry;
use crate::table::{Heading, Pose, Vec2};

use super::chooser::{Choice, chooser_ui};
use super::{first, heading, linked, main_button, weak};

/// The form, filled in where it stands; what it was told.
pub fn fiat_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) -> Option<Command> {
    let mut found = None;
    let before = form.clone();
    let area = ScrollArea::vertical().id_salt("fiat").auto_shrink([false; 2]);
    area.show(ui, |ui| form_ui(ui, form, model, &mut found));
    let changed = Form { fresh: before.fresh, ..form.clone() } != before;
    if changed {
        form.fault = None;
    }
    found
}

fn form_ui(ui: &mut Ui, form: &mut Form, model: &FormModel, found: &mut Option<Command>) {
    heading(ui, "By the referee");
    act_ui(ui, form, model);
    ui.add_space(4.0);
    fields_ui(ui, form, model);
    ui.add_space(4.0);
    clause_ui(ui, form, model);
    ui.add_space(4.0);
    let label = ui.label("Why");
    let reason = TextEdit::multiline(&mut form.reason)
        .desired_rows(2)
        .desired_width(f32::INFINITY)
        .hint_text("The record keeps it with the fiat");
    let reason = ui.add(reason).labelled_by(label.id);
    if std::mem::take(&mut form.fresh) {
        reason.request_focus();
        // In a small panel the fields above it fill the view.
        reason.scroll_to_me(None);
    }
    ui.add_space(6.0);
    // What the rules refuse is said once, where it is typed, and cannot be decided.
    let refused = matches!(model.strength, Some(Strength::Refused(_))) || model.refused.is_some();
    let red = EguiPalette::of(ui.visuals()).refused();
    if let Some(words) = &model.refused {
        linked(ui, words, &FontId::proportional(13.5), red);
    } else if !refused && !model.words.is_empty() {
        weak(ui, &model.words);
    }
    match (&form.fault, model.wanting) {
        (Some(fault), _) if !refused => linked(ui, fault, &FontId::proportional(13.5), red),
        (None, Some(wanting)) => {
            weak(ui, wanting);
        }
        _ => {}
    }
    let ready = !refused && model.wanting.is_none();
    let keys = ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let pressed = ui.add_enabled_ui(ready, |ui| main_button(ui, "Decide so (Ctrl+Enter)").clicked()).inner;
    if pressed || keys && !refused {
        first(found, Command::GiveFiat);
    }
    if ui.button("Cancel").on_hover_text("Escape").clicked() {
        first(found, Command::Cancel);
    }
    earlier_ui(ui, form, model);
}

fn act_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) {
    ui.horizontal_wrapped(|ui| {
        for &act in &model.acts {
            let facts = Command::Fiat(act, None).facts();
            let short = facts.text.trim_end_matches('…');
            ui.selectable_value(&mut form.act, act, short).on_hover_text(facts.tooltip);
        }
    });
}

fn fields_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) {
    Grid::new("fiat fields").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
        if form.act.wants_stand() {
            let name = ui.label("Stand");
            let chosen = form.stand.and_then(|id| model.stands.iter().find(|(held, _)| *held == id));
            let shown = chosen.map_or("Choose a stand", |(_, name)| name.as_str());
            let row = |(id, name): &(StandId, String)| Choice {
                words: name.clone(),
                also: String::new(),
                chosen: form.stand == Some(*id),
            };
            let taken = chooser_ui(ui, name.id, shown, || model.stands.iter().map(row).collect());
            if let Some((id, _)) = taken.and_then(|at| model.stands.get(at)) {
                form.stand = Some(*id);
                form.work = None;
            }
            ui.end_row();
        }
        if form.wants_place() {
            place_ui(ui, form);
        }
        if form.act.wants_strength() {
            let label = ui.label("Strength points");
            // Whatever is typed stays: what is too much is refused in words, not cut.
            ui.add(DragValue::new(&mut form.points).speed(0.1)).labelled_by(label.id);
            ui.end_row();
        }
        if form.act == Act::Award {
            ui.label("Side");
            ui.horizontal(|ui| {
                for (index, name) in model.sides.iter().enumerate() {
                    ui.selectable_value(&mut form.side, crate::scenario::Side(index as u8), name);
                }
            });
            ui.end_row();
            let label = ui.label("Victory points");
            ui.add(DragValue::new(&mut form.award).speed(0.1)).labelled_by(label.id);
            ui.end_row();
        }
        if form.act == Act::Turn {
            let label = ui.label("Turn");
            ui.horizontal(|ui| {
                ui.add(DragValue::new(&mut form.turn).speed(0.1)).labelled_by(label.id);
                weak(ui, format!("of {}", model.turns));
            });
            ui.end_row();
        }
        if form.act == Act::Option {
            let (id, value) = &mut form.option;
            option_ui(ui, id, value, &model.options);
        }
        module_ui(ui, form, model);
    });
    if form.act == Act::Option {
        option_words_ui(ui, &form.option, &model.options);
    }
    if form.wants_place() {
        let turned = if form.wants_heading() { "; Q and E turn it" } else { "" };
        weak(ui, format!("Or click on the table{turned}"));
    }
    if let Some(said) = &model.strength {
        let palette = EguiPalette::of(ui.visuals());
        let (words, colour) = match said {
            Strength::Above(words) => (words, palette.accent()),
            Strength::Refused(words) => (words, palette.refused()),
        };
        linked(ui, words, &FontId::proportional(13.5), colour);
    }
}

/// What the modules want to know: an army and its chits, a work and its turns, a change of the ground.
fn module_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) {
    let row = |words: &String, chosen| Choice { words: words.clone(), also: String::new(), chosen };
    match form.act {
        Act::Ammunition => {
            let name = ui.label("Army");
            let shown = model.armies.iter().find(|(id, _)| *id == form.army);
            let shown = shown.map_or("Choose an army", |(_, words)| words.as_str());
            let rows = || model.armies.iter().map(|(id, words)| row(words, *id == form.army)).collect();
            if let Some((id, _)) = chooser_ui(ui, name.id, shown, rows).and_then(|at| model.armies.get(at)) {
                form.army.clone_from(id);
            }
            ui.end_row();
            let label = ui.label("Chits left");
            ui.add(DragValue::new(&mut form.chits).range(0..=MOST_CHITS).speed(0.1)).labelled_by(label.id);
            ui.end_row();
        }
        Act::Work => {
            let name = ui.label("Work");
            let shown = model.works.iter().find(|(task, _)| form.work.as_ref() == Some(task));
            let shown = shown.map_or("Choose the work", |(_, words)| words.as_str());
            let rows = || {
                model.works.iter().map(|(task, words)| row(words, form.work.as_ref() == Some(task))).collect()
            };
            if let Some((task, _)) = chooser_ui(ui, name.id, shown, rows).and_then(|at| model.works.get(at)) {
                form.work = Some(task.clone());
            }
            ui.end_row();
            if matches!(form.work, Some(Some(_))) {
                let label = ui.label("Turns left");
                ui.add(DragValue::new(&mut form.left).speed(0.05)).labelled_by(label.id);
                ui.end_row();
            }
        }
        Act::Ground => {
            let name = ui.label("What");
            let shown = model.changes.iter().find(|(change, _)| form.change.as_ref() == Some(change));
            let shown = shown.map_or("Choose what is built or destroyed", |(_, words)| words.as_str());
            let rows = || {
                let chosen = |change| form.change.as_ref() == Some(change);
                model.changes.iter().map(|(change, words)| row(words, chosen(change))).collect()
            };
            if let Some((change, _)) =
                chooser_ui(ui, name.id, shown, rows).and_then(|at| model.changes.get(at))
            {
                form.change = Some(change.clone());
            }
            ui.end_row();
        }
        _ => {}
    }
}

/// An option in force, and its value now.
pub type Choosable = (&'static OptionEntry, String);

/// Which option, and the value it is to have instead of the present one.
pub(super) fn option_ui(ui: &mut Ui, id: &mut String, value: &mut String, options: &[Choosable]) {
    let chosen = options.iter().find(|(entry, _)| entry.id == *id);
    let name = ui.label("Option");
    let shown = chosen.map_or("Choose an option", |(entry, _)| entry.title.as_str());
    let row = |(entry, now): &Choosable| Choice {
        words: format!("{} ({}): {now}", entry.title, entry.clause),
        also: format!("{} {}", entry.id, entry.values().join(" ")),
        chosen: entry.id == *id,
    };
    let taken = chooser_ui(ui, name.id, shown, || options.iter().map(row).collect());
    if let Some((entry, now)) = taken.and_then(|at| options.get(at)) {
        id.clone_from(&entry.id);
        *value = fiat::value_at_first(entry, now);
    }
    ui.end_row();
    let Some((entry, now)) = chosen else { return };
    let name = ui.label("Value");
    if let Some((least, most)) = entry.range {
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(value).desired_width(60.0)).labelled_by(name.id);
            weak(ui, format!("{least} to {most}, now {now}"));
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            for one in entry.values() {
                // The present value is told, and is no choice.
                let (said, free) =
                    if one == now { (format!("{one} (now)"), false) } else { (one.to_owned(), true) };
                let button = egui::Button::selectable(value == one, said);
                if ui.add_enabled(free, button).on_hover_text(meaning(entry, one)).clicked() {
                    one.clone_into(value);
                }
            }
        });
    }
    ui.end_row();
}

/// What the option means now, and what it would mean.
pub(super) fn option_words_ui(ui: &mut Ui, (id, then): &(String, String), options: &[Choosable]) {
    let Some((entry, now)) = options.iter().find(|(entry, _)| entry.id == *id) else { return };
    let then = then.trim();
    if entry.range.is_some() {
        weak(ui, full_sentence(&entry.meaning));
        return;
    }
    weak(ui, format!("Now: {}", meaning(entry, now)));
    if !then.is_empty() {
        weak(ui, format!("Then: {}", meaning(entry, then)));
    }
}

/// Inches east and north of the table's south-west corner, degrees clockwise from north; each in a row of its own, so
/// that the narrowest panel shows them whole.
fn place_ui(ui: &mut Ui, form: &mut Form) {
    let Pose { at, heading } = form.pose;
    let (mut x, mut y, mut degrees) = (at.x, at.y, heading.degrees());
    let mut changed = false;
    for (name, value, suffix, speed, decimals) in [
        ("East", &mut x, " in", 0.05, 2),
        ("North", &mut y, " in", 0.05, 2),
        ("Facing", &mut degrees, "°", 0.5, 1),
    ]
    .into_iter()
    .take(if form.wants_heading() { 3 } else { 2 })
    {
        let label = ui.label(name);
        let number = DragValue::new(value).speed(speed).max_decimals(decimals).suffix(suffix);
        changed |= ui.add(number).labelled_by(label.id).changed();
        ui.end_row();
    }
    if changed {
        form.pose = Pose::new(Vec2::new(x, y), Heading::from_degrees(degrees));
    }
}

fn clause_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Clause");
        let field = TextEdit::singleline(&mut form.clause).desired_width(110.0).hint_text("none, or II.B");
        ui.add(field).labelled_by(label.id);
        if model.clause_known
            && let Some((_, title)) = model.clauses.first()
        {
            ui.label(RichText::new(title).italics());
        }
    });
    if !model.clause_known {
        for (id, title) in &model.clauses {
            if ui.small_button(format!("{id} {title}")).clicked() {
                form.clause.clone_from(id);
            }
        }
    }
}

fn earlier_ui(ui: &mut Ui, form: &mut Form, model: &FormModel) {
    if model.earlier.is_empty() {
        return;
    }
    ui.add_space(4.0);
    let shown = model.earlier.len();
    if model.earlier_in_all > shown {
        weak(ui, format!("So far in this game, the last {shown} of {}", model.earlier_in_all));
    } else {
        weak(ui, "So far in this game");
    }
    for earlier in &model.earlier {
        let text = format!("{}. {}", earlier.number, earlier.words);
        let button = egui::Button::new(RichText::new(text).size(12.5)).wrap().frame(false);
        if ui.add(button).on_hover_text("Give the same reason").clicked() {
            form.reason.clone_from(&earlier.reason);
        }
    }
}
