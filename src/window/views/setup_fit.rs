//! The question before a map with coordinates of its own is imported: how it lies on the table, and the result.

use egui::{ComboBox, DragValue, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

use crate::painter::{Canvas, Type, View};
use crate::setup::fitting::{By, FitChoice, FitForm, Preview};
use crate::setup::{Act, WorkAct};
use crate::texts::{ground_fit as texts, making};
use crate::theme::EguiPalette;
use drawing::{ground_marks, paper_marks};
use scenario::geojson::Coordinates;

use super::dialogs::window;
use super::{first, first_button, refused_label, weak};

/// Largest width and height of the map's drawing, in points.
const WIDE: f32 = 620.0;
const HIGH: f32 = 300.0;
/// Heights of the choice of a scale or of places, and of the messages about the map.
const WAY: f32 = 84.0;
const TOLD: f32 = 118.0;
/// Height of the rest of the dialog.
const REST: f32 = 500.0;

pub(super) fn fit_ui(ctx: &egui::Context, form: &FitForm, preview: &Preview) -> Option<Vec<Act>> {
    window(ctx, texts::TITLE, WIDE, |ui| form_ui(ui, form, preview))
}

fn form_ui(ui: &mut Ui, form: &FitForm, preview: &Preview) -> Vec<Act> {
    let mut found = None;
    let mut next = form.choice.clone();
    ui.set_max_width(WIDE);
    ui.add(egui::Label::new(texts::intro(&form.name, form.map.extent())).wrap());
    ui.horizontal_wrapped(|ui| {
        ui.label(texts::COORDINATES);
        let list = ComboBox::from_id_salt("coordinates").width(280.0).selected_text(next.coordinates.words());
        let list = list.show_ui(ui, |ui| {
            for one in Coordinates::ALL {
                ui.selectable_value(&mut next.coordinates, one, one.words());
            }
        });
        list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, texts::COORDINATES));
    });
    ui.horizontal_wrapped(|ui| {
        if next.coordinates == Coordinates::Inches {
            ui.radio_value(&mut next.by, By::Inches, texts::AS_THEY_ARE);
        }
        ui.radio_value(&mut next.by, By::Scale, texts::BY_SCALE);
        ui.radio_value(&mut next.by, By::Points, texts::BY_POINTS);
    });
    // Everything below keeps its place for all choices and messages: the window is centred.
    room_ui(ui, "way", WAY, |ui| match form.choice.by {
        By::Inches => {}
        By::Scale => scale_ui(ui, form, &mut next),
        By::Points => points_ui(ui, form, &mut next),
    });
    preview_ui(ui, form, preview);
    room_ui(ui, "told", TOLD, |ui| told_ui(ui, form));
    ui.add_enabled_ui(form.laid.is_ok(), |ui| {
        if first_button(ui, texts::TAKE).clicked() {
            first(&mut found, Act::TakeFitted);
        }
    });
    if ui.button(making::LEAVE_IT).on_hover_text(texts::LEAVE_HINT).clicked() {
        first(&mut found, Act::Work(WorkAct::Cancel));
    }
    let changed = (next != form.choice).then_some(Act::Fit(next));
    changed.into_iter().chain(found).collect()
}

/// A part of the dialog with a fixed height; more of it can be scrolled to.
fn room_ui(ui: &mut Ui, name: &str, high: f32, body: impl FnOnce(&mut Ui)) {
    let scroll = ScrollArea::vertical().id_salt(name).auto_shrink([false; 2]);
    scroll.max_height(high).min_scrolled_height(high).show(ui, body);
}

fn scale_ui(ui: &mut Ui, form: &FitForm, next: &mut FitChoice) {
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(next.metres.is_none(), texts::WHOLE).on_hover_text(texts::WHOLE_HINT).clicked()
        {
            next.metres = None;
        }
        if let Some(own) = form.own_scale.filter(|_| next.coordinates != Coordinates::Inches) {
            let chosen = next.metres == Some(own);
            if ui.selectable_label(chosen, texts::own_scale(own)).clicked() {
                next.metres = Some(own);
            }
        }
        let whole = form.laid.as_ref().ok().and_then(|laid| laid.metres);
        let mut metres = next.metres.or(whole).unwrap_or(1.0);
        let speed = (metres * 0.01).max(0.01);
        let typed = ui.add(DragValue::new(&mut metres).range(0.01..=100_000.0).speed(speed).max_decimals(2));
        let named = ui.label(texts::to_the_inch(next.coordinates));
        if typed.labelled_by(named.id).changed() {
            next.metres = Some(metres);
        }
    });
}

fn points_ui(ui: &mut Ui, form: &FitForm, next: &mut FitChoice) {
    weak(ui, texts::POINTS_NOTE);
    let decimals = if next.coordinates == Coordinates::Degrees { 6 } else { 2 };
    let speed = (form.map.extent().high - form.map.extent().low).max_element().max(1e-6) / 500.0;
    let named = form.map.named_points();
    for (index, (map, table)) in next.points.iter_mut().enumerate() {
        let number = index + 1;
        ui.horizontal_wrapped(|ui| {
            ui.label(texts::point(number));
            if !named.is_empty() {
                let now = named.iter().find(|(_, at)| at == map).map_or(texts::NO_NAME, |(name, _)| name);
                let list = ComboBox::from_id_salt(("place", index)).width(150.0).selected_text(now);
                let list = list.show_ui(ui, |ui| {
                    for (name, at) in &named {
                        ui.selectable_value(map, *at, *name);
                    }
                });
                let label = texts::chosen_point(number, now);
                list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &label));
            }
            cell_ui(ui, &mut map.x, (speed, decimals), texts::map_number(number, false));
            cell_ui(ui, &mut map.y, (speed, decimals), texts::map_number(number, true));
            ui.label(texts::LIES_AT);
            for (inches, north) in [(&mut table.x, false), (&mut table.y, true)] {
                let mut value = f64::from(*inches);
                cell_ui(ui, &mut value, (0.05, 2), texts::table_number(number, north));
                *inches = value as f32;
            }
        });
    }
}

/// A number whose name is its tooltip.
fn cell_ui(ui: &mut Ui, value: &mut f64, (speed, decimals): (f64, usize), label: String) {
    let drag = ui.add(DragValue::new(value).speed(speed).max_decimals(decimals));
    let info = WidgetInfo::drag_value(true, *value);
    drag.widget_info(|| WidgetInfo { label: Some(label.clone()), ..info.clone() });
    drag.on_hover_text(label);
}

/// A small drawing of the map on the table.
fn preview_ui(ui: &mut Ui, form: &FitForm, preview: &Preview) {
    let high = (ui.ctx().content_rect().height() - REST).clamp(120.0, HIGH);
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width().min(WIDE), high), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, texts::PREVIEW));
    let scale = (room.width() / form.size.x).min(room.height() / form.size.y);
    let rect = Rect::from_center_size(room.center(), vec2(form.size.x, form.size.y) * scale);
    let painter = ui.painter().with_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    let view = View { centre: form.size / 2.0, scale, rect };
    let canvas = Canvas { painter: &painter, view, palette: EguiPalette::of(ui.visuals()) };
    preview.0.draw(&canvas, &Type::of(&painter), form.sheet, false, |_| match &form.laid {
        Ok(laid) => ground_marks(&laid.ground),
        Err(_) => paper_marks(form.size),
    });
    if form.choice.by == By::Points {
        let accent = canvas.palette.accent();
        for ((_, on_table), number) in form.choice.points.iter().zip(1..) {
            let at = view.screen_from_table(*on_table);
            painter.circle_filled(at, 8.0, accent);
            let font = egui::FontId::proportional(12.0);
            painter.text(at, egui::Align2::CENTER_CENTER, number, font, canvas.palette.on_accent());
        }
    }
}

fn told_ui(ui: &mut Ui, form: &FitForm) {
    let laid = match &form.laid {
        Ok(laid) => laid,
        Err(fault) => {
            refused_label(ui, fault);
            return;
        }
    };
    let metres = laid.metres.filter(|_| form.choice.coordinates != Coordinates::Inches);
    if let Some(metres) = metres {
        weak(ui, texts::shows(form.size, metres));
    }
    if laid.told.is_empty() {
        weak(ui, texts::ALL_READ);
        return;
    }
    ui.label(RichText::new(texts::not_as_written(laid.told.len())).strong());
    let scroll =
        ScrollArea::vertical().id_salt("told of the map").auto_shrink([false, true]).max_height(84.0);
    scroll.show(ui, |ui| {
        for words in &laid.told {
            ui.add(egui::Label::new(RichText::new(words).size(12.5)).wrap());
        }
    });
}
