//! Form fields with labels: a text, a number, a whole number.

use std::ops::RangeInclusive;

use egui::{DragValue, TextEdit, Ui};

/// A line of text that is changed as it is typed.
pub(super) fn field(ui: &mut Ui, label: &str, text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let named = ui.label(label);
    let edit = ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY));
    edit.labelled_by(named.id).changed().then_some(text)
}

/// A number that is dragged or typed, beside its name.
pub(super) fn number(
    ui: &mut Ui,
    label: &str,
    value: f32,
    range: RangeInclusive<f32>,
    step: f64,
) -> Option<f32> {
    ui.horizontal(|ui| number_cells(ui, label, value, range, step)).inner
}

/// The same as two cells of a grid.
pub(super) fn number_cells(
    ui: &mut Ui,
    label: &str,
    value: f32,
    range: RangeInclusive<f32>,
    step: f64,
) -> Option<f32> {
    let mut value = value;
    let named = ui.label(label);
    let drag = ui.add(
        DragValue::new(&mut value).range(range).clamp_existing_to_range(false).speed(step).max_decimals(2),
    );
    drag.labelled_by(named.id).changed().then_some(value)
}

pub(super) fn whole(ui: &mut Ui, label: &str, value: u16, range: RangeInclusive<u16>) -> Option<u16> {
    ui.horizontal(|ui| whole_cells(ui, label, value, range)).inner
}

pub(super) fn whole_cells(ui: &mut Ui, label: &str, value: u16, range: RangeInclusive<u16>) -> Option<u16> {
    let mut value = value;
    let named = ui.label(label);
    let drag = ui.add(DragValue::new(&mut value).range(range).clamp_existing_to_range(false).speed(0.1));
    drag.labelled_by(named.id).changed().then_some(value)
}
