//! The question before rows of a spreadsheet come into the roster: what its columns are, what would come of it, and what is wrong.

use std::collections::BTreeSet;

use egui::{ComboBox, RichText, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::setup::roster::{PasteForm, Roster, RosterAct};
use crate::texts::{making, setup_paste as texts};
use crate::theme::EguiPalette;
use scenario::Side;
use scenario::roster::sheet::Head;

use super::dialogs::window;
use super::{first, first_button, named_field, weak};

/// So many rows are shown; where there are more, those with faults come first, so that each can be mended.
const SHOWN: usize = 200;

/// How wide a column of the preview is, in points.
const WIDE: f32 = 118.0;

/// The question, while rows wait to come in.
pub fn paste_ui(ctx: &egui::Context, roster: &Roster) -> Option<RosterAct> {
    let form = roster.paste.as_ref()?;
    let wide = (ctx.content_rect().width() - 80.0).clamp(420.0, 1080.0);
    window(ctx, texts::TITLE, wide, |ui| form_ui(ui, roster, form)).flatten()
}

fn form_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm) -> Option<RosterAct> {
    let mut found = None;
    let mut next = form.clone();
    let rows = form.table.rows.len() - usize::from(form.mapping.has_heading);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(texts::size(rows, form.table.width)).strong());
        ui.checkbox(&mut next.mapping.has_heading, texts::HEADING);
    });
    weak(ui, texts::SAY_COLUMNS);
    preview_ui(ui, roster, form, &mut next);
    goes_ui(ui, roster, form, &mut next);
    faults_ui(ui, form);
    let count = form.pasted.recruits.len();
    let faulty = !form.pasted.faults.is_empty();
    let words = texts::add(count, faulty);
    ui.add_enabled_ui(count > 0, |ui| {
        // Mending comes first: what a cell cannot be would be something else in the game.
        let add = if faulty { ui.button(&words) } else { first_button(ui, &words) };
        if add.clicked() {
            first(&mut found, RosterAct::TakePaste);
        }
    });
    if ui.button(making::LEAVE_IT).on_hover_text(texts::LEAVE_HINT).clicked() {
        first(&mut found, RosterAct::LeavePaste);
    }
    if found.is_none() && ui.memory(|memory| memory.focused().is_none()) && count > 0 && !faulty {
        let enter = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        found = enter.then_some(RosterAct::TakePaste);
    }
    match next == *form {
        true => found,
        false => Some(RosterAct::Form(next)),
    }
}

/// The table as it was pasted, under what each column is; cells that are wrong can be mended here.
fn preview_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm, next: &mut PasteForm) {
    let heads: Vec<Head> = roster.sheet.heads.iter().copied().filter(|head| head.comes_in()).collect();
    let high = (ui.ctx().content_rect().height() * 0.36).clamp(120.0, 420.0);
    let scroll = ScrollArea::both().id_salt("pasted").auto_shrink([false, true]).max_height(high);
    scroll.show(ui, |ui| {
        let grid =
            egui::Grid::new("pasted cells").striped(true).min_col_width(WIDE).max_col_width(WIDE * 1.6);
        grid.show(ui, |ui| {
            ui.label("");
            for column in 0..form.table.width {
                let now = form.mapping.columns.get(column).copied().flatten();
                if let Some(chosen) = head_ui(ui, column, now, &heads) {
                    next.mapping.columns.resize(form.table.width, None);
                    // A column of the roster comes from one of the table.
                    for other in
                        next.mapping.columns.iter_mut().filter(|other| chosen.is_some() && **other == chosen)
                    {
                        *other = None;
                    }
                    next.mapping.columns[column] = chosen;
                }
            }
            ui.end_row();
            for row in shown(form) {
                row_ui(ui, form, row, next);
                ui.end_row();
            }
        });
    });
    if form.table.rows.len() > SHOWN {
        weak(ui, texts::more(form.table.rows.len() - SHOWN));
    }
}

/// The rows that are shown, in their order: the heading, those with cells that are wrong or were mended here, and then the others.
fn shown(form: &PasteForm) -> Vec<usize> {
    let all = form.table.rows.len();
    if all <= SHOWN {
        return (0..all).collect();
    }
    let heading = usize::from(form.mapping.has_heading);
    let faulty: BTreeSet<usize> = form.pasted.faults.iter().map(|fault| fault.row).collect();
    let mended: BTreeSet<usize> = form.mended.iter().map(|(row, _)| *row).collect();
    let is_first = |row: &usize| *row < heading || faulty.contains(row) || mended.contains(row);
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..all).partition(is_first);
    first.into_iter().chain(rest).take(SHOWN).collect()
}

/// What a column of the table is; what it is chosen to be.
#[allow(clippy::option_option, reason = "nothing chosen, and chosen to be nothing")]
fn head_ui(ui: &mut Ui, column: usize, now: Option<Head>, heads: &[Head]) -> Option<Option<Head>> {
    let mut chosen = None;
    let words = now.map_or(texts::LEFT_OUT, Head::title);
    let list = ComboBox::from_id_salt(("column", column)).width(WIDE - 14.0).selected_text(words).show_ui(
        ui,
        |ui| {
            if ui.selectable_label(now.is_none(), texts::LEFT_OUT).clicked() {
                chosen = Some(None);
            }
            for head in heads {
                if ui.selectable_label(now == Some(*head), head.title()).clicked() {
                    chosen = Some(Some(*head));
                }
            }
        },
    );
    let label = texts::column(column + 1, words);
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    chosen.filter(|chosen| *chosen != now)
}

fn row_ui(ui: &mut Ui, form: &PasteForm, row: usize, next: &mut PasteForm) {
    let palette = EguiPalette::of(ui.visuals());
    let is_heading = row == 0 && form.mapping.has_heading;
    let faults = || form.pasted.faults.iter().filter(|fault| fault.row == row && !is_heading);
    let colour = if faults().next().is_some() { palette.refused() } else { palette.weak() };
    let line = form.table.rows.get(row).map_or(0, |row| row.line);
    ui.label(RichText::new(line.to_string()).color(colour).size(12.5));
    for column in 0..form.table.width {
        let said = form.table.rows[row].values.get(column).map_or("", String::as_str);
        let fault = faults().find(|fault| fault.column == Some(column));
        let open = fault.is_some() || form.mended.contains(&(row, column));
        if !open {
            let is_used = form.mapping.columns.get(column).is_some_and(Option::is_some) && !is_heading;
            let colour = if is_used { ui.visuals().text_color() } else { palette.weak() };
            let words = RichText::new(said).color(colour).size(13.0);
            let words = if is_heading { words.italics() } else { words };
            ui.add(egui::Label::new(words).truncate());
            continue;
        }
        let mut text = said.to_owned();
        let colour = if fault.is_some() { palette.refused() } else { ui.visuals().text_color() };
        let edit = TextEdit::singleline(&mut text).id_salt(("mend", row, column)).text_color(colour);
        let edit = ui.add(edit.desired_width(WIDE - 14.0));
        let label = texts::cell(line, column + 1);
        edit.widget_info(|| named_field(&label, said, &text));
        if edit.changed() {
            let values = &mut next.table.rows[row].values;
            if values.len() <= column {
                values.resize(column + 1, String::new());
            }
            values[column] = text;
            if !next.mended.contains(&(row, column)) {
                next.mended.push((row, column));
            }
        }
        if let Some(fault) = fault {
            edit.on_hover_text(fault.fault.to_string());
        }
    }
}

/// Where rows go that do not say it, and what is made for them.
fn goes_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm, next: &mut PasteForm) {
    let has = |field: &str| form.mapping.columns.iter().flatten().any(|head| head.key() == field);
    let command = roster.sheet.heads.iter().copied().find(|head| matches!(head, Head::Command(_)));
    ui.horizontal_wrapped(|ui| {
        if !has("side") {
            ui.label(texts::ALL_COME_TO);
            for ((_, name), side) in roster.sheet.sides.iter().zip((0..).map(Side)) {
                if ui.selectable_label(form.goes.side == side, name).clicked() {
                    next.goes.side = side;
                }
            }
        }
        if let Some(command) = command.filter(|_| !has("command")) {
            let named = ui.label(texts::into_command(command.title()));
            let edit = TextEdit::singleline(&mut next.goes.command).desired_width(160.0);
            ui.add(edit).labelled_by(named.id);
        }
    });
    for (side, name) in &form.pasted.sides {
        let old = roster.sheet.sides.get(side.index()).map_or("", |(_, name)| name);
        weak(ui, texts::side_renamed(old, name));
    }
    let corps = roster.sheet.on_hexes;
    match form.pasted.commands.as_slice() {
        [] => {}
        all => drop(weak(ui, texts::new_commands(all, corps))),
    }
}

fn faults_ui(ui: &mut Ui, form: &PasteForm) {
    let faults = &form.pasted.faults;
    if faults.is_empty() {
        weak(ui, texts::ALL_READ);
        return;
    }
    let rows = form.table.rows.len() - usize::from(form.mapping.has_heading);
    let left_out = rows - form.pasted.recruits.len().min(rows);
    let palette = EguiPalette::of(ui.visuals());
    ui.label(RichText::new(texts::mend(faults.len(), left_out)).color(palette.refused()));
    let scroll =
        ScrollArea::vertical().id_salt("faults of rows").auto_shrink([false, true]).max_height(110.0);
    scroll.show(ui, |ui| {
        for fault in faults {
            let words = game::sentence(&fault.words(&form.mapping));
            ui.label(RichText::new(words).color(palette.refused()).size(12.5));
        }
    });
}
