//! The form for the values of a counter and their sources, in the editor of a battle on hexes.

use egui::{ComboBox, DragValue, Key, RichText, TextEdit, Ui};

use crate::hex::editor::form::CounterForm;
use crate::texts::{making, map_editor as texts, shared};
use crate::theme::heading_font;
use crate::views::{first, refused_label, weak};
use hexes::Direction;
use scenario::Basis;
use scenario::hex::{MOST_BONUS, MOST_POINTS};

/// The command of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterDeed {
    Set,
    Back,
}

/// Shows the form; returns the changed form and its command.
pub fn counter_form_ui(ui: &mut Ui, form: &CounterForm) -> (Option<CounterForm>, Option<CounterDeed>) {
    let (mut next, mut found) = (form.clone(), None);
    ui.label(RichText::new(&form.title).font(heading_font(16.0)));
    egui::Grid::new("counter").num_columns(2).spacing([14.0, 8.0]).show(ui, |ui| {
        let (words, least, most) =
            if form.is_leader { (texts::BONUS, 0, MOST_BONUS) } else { (texts::STRENGTH, 1, MOST_POINTS) };
        number_ui(ui, words, &mut next.points, least, most);
        number_ui(ui, texts::MOVEMENT, &mut next.movement, 1, MOST_POINTS);
        if !form.of_corps.is_empty() {
            corps_ui(ui, &mut next);
        }
        begins_ui(ui, &mut next);
        let named = ui.label(texts::HEX);
        let hex = ui.add(TextEdit::singleline(&mut next.hex).desired_width(70.0)).labelled_by(named.id);
        ui.end_row();
        if next.has_front {
            faces_ui(ui, &mut next);
        }
        ui.label(texts::RESTS_ON);
        ui.horizontal(|ui| Basis::ALL.into_iter().for_each(|basis| basis_ui(ui, &mut next.basis, basis)));
        ui.end_row();
        let named = ui.label(texts::NOTE);
        let note = ui.add(TextEdit::singleline(&mut next.note).desired_width(280.0)).labelled_by(named.id);
        ui.end_row();
        if (hex.lost_focus() || note.lost_focus()) && ui.input(|input| input.key_pressed(Key::Enter)) {
            first(&mut found, CounterDeed::Set);
        }
    });
    // Always one line, so that the buttons do not move.
    match &form.fault {
        Some(fault) => drop(refused_label(ui, fault)),
        None => drop(weak(ui, texts::SAVED_WITH_BATTLE)),
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button(RichText::new(texts::SET).font(heading_font(15.0))).clicked() {
            first(&mut found, CounterDeed::Set);
        }
        if ui.button(making::BACK).on_hover_text(shared::ESCAPE).clicked() {
            first(&mut found, CounterDeed::Back);
        }
    });
    let changed = (next != *form).then_some(CounterForm { fault: None, ..next });
    (changed, found)
}

fn number_ui(ui: &mut Ui, words: &str, number: &mut u8, least: u8, most: u8) {
    let named = ui.label(words);
    let drag = DragValue::new(number).range(least..=most).clamp_existing_to_range(false).speed(0.1);
    ui.add(drag).labelled_by(named.id);
    ui.end_row();
}

fn corps_ui(ui: &mut Ui, form: &mut CounterForm) {
    let none = texts::no_corps(form.is_leader);
    let named = ui.label(texts::CORPS);
    let now = form.corps.as_deref().map_or(none, |id| {
        let corps = form.of_corps.iter().find(|corps| corps.id == id);
        corps.map_or(id, |corps| &corps.name)
    });
    let (mut chosen, now) = (form.corps.clone(), now.to_owned());
    let list = ComboBox::from_id_salt("corps").selected_text(now).show_ui(ui, |ui| {
        ui.selectable_value(&mut chosen, None, none);
        for corps in &form.of_corps {
            ui.selectable_value(&mut chosen, Some(corps.id.clone()), &corps.name);
        }
    });
    list.response.labelled_by(named.id);
    form.corps = chosen;
    ui.end_row();
}

/// Set up, or coming on in a turn.
fn begins_ui(ui: &mut Ui, form: &mut CounterForm) {
    ui.label(texts::BEGINS);
    ui.horizontal(|ui| {
        if ui.selectable_label(form.turn.is_none(), texts::SET_UP).clicked() {
            form.turn = None;
        }
        if ui.selectable_label(form.turn.is_some(), texts::COMES_ON).clicked() {
            form.turn = form.turn.or(Some(1));
        }
        let mut turn = form.turn.unwrap_or(1);
        let drag = DragValue::new(&mut turn).range(1..=99).speed(0.1);
        if ui.add_enabled(form.turn.is_some(), drag).changed() {
            form.turn = Some(turn);
        }
    });
    ui.end_row();
}

/// The neighbouring hex that it faces, where it is set up.
fn faces_ui(ui: &mut Ui, form: &mut CounterForm) {
    let (hex, grid) = (form.typed_hex(), form.grid);
    let words = |way: Option<Direction>| {
        let next = way.zip(hex).and_then(|(way, hex)| grid.neighbour(hex, way));
        next.map_or_else(
            || if way.is_some() { texts::FACES_OFF_MAP } else { texts::FACES_AS_RULED }.to_owned(),
            |next| next.to_string(),
        )
    };
    let named = ui.label(texts::FACES);
    let mut chosen = form.faces;
    ui.add_enabled_ui(form.turn.is_none(), |ui| {
        let list = ComboBox::from_id_salt("faces").selected_text(words(chosen)).show_ui(ui, |ui| {
            ui.selectable_value(&mut chosen, None, texts::FACES_AS_RULED);
            let there = |way: &Direction| hex.is_some_and(|hex| grid.neighbour(hex, *way).is_some());
            for way in Direction::ALL.into_iter().filter(there) {
                ui.selectable_value(&mut chosen, Some(way), words(Some(way)));
            }
        });
        list.response.labelled_by(named.id);
    });
    form.faces = chosen;
    ui.end_row();
}

fn basis_ui(ui: &mut Ui, of: &mut Vec<Basis>, basis: Basis) {
    let mut on = of.contains(&basis);
    if ui.checkbox(&mut on, basis.name()).on_hover_text(basis.tooltip()).changed() {
        of.retain(|one| *one != basis);
        if on {
            of.push(basis);
            of.sort_unstable();
        }
    }
}
