//! The form for regrouping: which units, under whom, or as what new command, and where its general is placed.

use egui::{DragValue, Grid, Key, Modifiers, RichText, Role, ScrollArea, Sides, TextEdit, Ui, WidgetInfo};

use crate::app::command::Command;
use crate::app::regroup::{RegroupForm, RegroupModel, Regrouping, UnitRow};
use crate::app::theme::EguiPalette;
use crate::drawing::Ink;
use crate::rules::easy::regroup::roster::LONGEST_NAME;
use crate::table::{Heading, Pose, Vec2};

use super::cards::refusal_ui;
use super::log::note_ui;
use super::{clause, first, heading, main_button, sheet, weak};

/// The form, filled in where it stands; what it was told.
pub fn regroup_ui(ui: &mut Ui, form: &mut RegroupForm, model: &RegroupModel) -> Option<Command> {
    let mut found = None;
    ui.set_max_width(ui.available_width());
    let area = ScrollArea::vertical().id_salt("regroup").auto_shrink([false; 2]);
    area.show(ui, |ui| form_ui(ui, form, model, &mut found));
    found
}

fn form_ui(ui: &mut Ui, form: &mut RegroupForm, model: &RegroupModel, found: &mut Option<Command>) {
    let (title, id, words) = match form.what {
        Regrouping::Attach => {
            ("Put units under another general", "easy:V.B", "Tick units, or click them on the table")
        }
        Regrouping::Form => ("A new command", "easy:V.C", "Tick units, or click them on the table"),
        Regrouping::Post(_) => {
            ("A detached unit", "easy:V.A", "Its general is placed touching one of its stands")
        }
    };
    ui.horizontal_wrapped(|ui| {
        heading(ui, title);
        clause(ui, id);
    });
    if !model.of.is_empty() {
        ui.label(&model.of);
    }
    weak(ui, words);
    ui.add_space(4.0);
    if form.what == Regrouping::Form {
        name_ui(ui, form);
    }
    if form.what == Regrouping::Attach {
        receiver_ui(ui, form, model);
    }
    if form.what.wants_place() {
        place_ui(ui, form);
    }
    ui.add_space(4.0);
    buttons_ui(ui, form, model, found);
    verdict_ui(ui, form, model, found);
    if !model.measured.is_empty() {
        ui.add_space(4.0);
        weak(ui, &model.measured);
    }
    for (command, name, rows) in &model.commands {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).strong());
            let all = rows.iter().all(|row| form.stands.contains(&row.id));
            let text = if all { "None" } else { "All" };
            let button = ui.small_button(text);
            button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{text} of {name}")));
            if button.clicked() {
                for row in rows {
                    if all {
                        form.stands.remove(&row.id)
                    } else {
                        form.stands.insert(row.id)
                    };
                }
            }
        });
        ui.push_id(command.0, |ui| rows.iter().for_each(|row| unit_ui(ui, form, row)));
    }
}

fn name_ui(ui: &mut Ui, form: &mut RegroupForm) {
    let label = ui.label("Its name, as on the chit");
    let field = TextEdit::singleline(&mut form.name)
        .char_limit(LONGEST_NAME)
        .desired_width(f32::INFINITY)
        .hint_text("Grand battery");
    let field = ui.add(field).labelled_by(label.id);
    if std::mem::take(&mut form.fresh) {
        field.request_focus();
    }
}

fn receiver_ui(ui: &mut Ui, form: &mut RegroupForm, model: &RegroupModel) {
    ui.label("Under the general of");
    ui.horizontal_wrapped(|ui| {
        for (id, name) in &model.receivers {
            let response = ui.selectable_value(&mut form.to, Some(*id), name);
            let chosen = form.to == Some(*id);
            response.widget_info(|| {
                WidgetInfo::selected(Role::RadioButton, true, chosen, format!("Under {name}"))
            });
        }
    });
}

/// Inches east and north of the table's south-west corner, degrees clockwise from north.
fn place_ui(ui: &mut Ui, form: &mut RegroupForm) {
    let Some(Pose { at, heading }) = form.pose else {
        weak(ui, "Its general is placed once a unit is chosen");
        return;
    };
    let (mut x, mut y, mut degrees) = (at.x, at.y, heading.degrees());
    let mut changed = false;
    Grid::new("regroup place").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        for (name, value, suffix, speed, decimals) in [
            ("General, east", &mut x, " in", 0.05, 2),
            ("General, north", &mut y, " in", 0.05, 2),
            ("General, facing", &mut degrees, "°", 0.5, 1),
        ] {
            let label = ui.label(name);
            let number = DragValue::new(value).speed(speed).max_decimals(decimals).suffix(suffix);
            changed |= ui.add(number).labelled_by(label.id).changed();
            ui.end_row();
        }
    });
    weak(ui, "Or click beside a stand on the table; Q and E turn it");
    if changed {
        form.pose = Some(Pose::new(Vec2::new(x, y), Heading::from_degrees(degrees)));
    }
}

fn buttons_ui(ui: &mut Ui, form: &RegroupForm, model: &RegroupModel, found: &mut Option<Command>) {
    let ready = matches!(model.verdict, Some(Ok(_)));
    let words = match (form.what, form.stands.len()) {
        (Regrouping::Attach, 1) => "Attach 1 unit (Ctrl+Enter)".to_owned(),
        (Regrouping::Attach, n) => format!("Attach {n} units (Ctrl+Enter)"),
        (Regrouping::Form, 1) => "Form it of 1 unit (Ctrl+Enter)".to_owned(),
        (Regrouping::Form, n) => format!("Form it of {n} units (Ctrl+Enter)"),
        (Regrouping::Post(_), _) => "Place him here (Ctrl+Enter)".to_owned(),
    };
    let keys = ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let pressed = ui.add_enabled_ui(ready, |ui| main_button(ui, &words).clicked()).inner;
    if pressed || keys && ready {
        first(found, Command::GiveRegroup);
    }
    if ui.button("Cancel").on_hover_text("Escape").clicked() {
        first(found, Command::Cancel);
    }
}

fn verdict_ui(ui: &mut Ui, form: &RegroupForm, model: &RegroupModel, found: &mut Option<Command>) {
    match &model.verdict {
        None if form.what == Regrouping::Attach && form.to.is_none() && !form.stands.is_empty() => {
            weak(ui, "Choose under whom they are put");
        }
        None => {}
        Some(verdict) => {
            ui.add_space(2.0);
            sheet(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                match verdict {
                    Ok(notes) => notes.iter().for_each(|note| note_ui(ui, note)),
                    Err(refusal) => refusal_ui(ui, refusal, found),
                }
            });
        }
    }
}

/// One unit: its name, and how far it is from whoever counts.
fn unit_ui(ui: &mut Ui, form: &mut RegroupForm, row: &UnitRow) {
    let palette = EguiPalette::of(ui.visuals());
    let out = !row.remark.is_empty();
    let words = if out { format!("{}, {}", row.distance, row.remark) } else { row.distance.clone() };
    let colour = if out { palette.ink(Ink::Bad) } else { palette.weak() };
    Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            let mut on = form.stands.contains(&row.id);
            let response = ui.add(egui::Checkbox::new(&mut on, &row.name));
            let said = format!("{}, {words}", row.name);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &said));
            if response.clicked() {
                if on {
                    form.stands.insert(row.id)
                } else {
                    form.stands.remove(&row.id)
                };
            }
        },
        |ui| {
            let said = ui.label(RichText::new(&words).color(colour).size(12.5));
            if !row.told.is_empty() {
                said.on_hover_text(row.told.trim());
            }
        },
    );
}
