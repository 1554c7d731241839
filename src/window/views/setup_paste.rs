//! The question before rows of a spreadsheet are added to the roster: its columns, the result, and the faults.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{CollapsingHeader, ComboBox, RichText, ScrollArea, TextEdit, Ui, WidgetInfo};

use crate::setup::roster::{Asked, Learnt, PasteForm, Roster, RosterAct};
use crate::texts::{making, setup_paste as texts};
use crate::theme::EguiPalette;
use scenario::Side;
use scenario::roster::mapping::Means;
use scenario::roster::sheet::Head;

use super::dialogs::window;
use super::{first, first_button, named_field, weak};

/// Maximum number of rows shown; if there are more, those with faults come first, so that each can be corrected.
const SHOWN: usize = 200;

/// Width of a column of the preview, in points.
const WIDE: f32 = 118.0;

/// Maximum number of words whose meaning is asked; a column with more must be another column.
const WORDS: usize = 24;

/// The question, while rows wait to come in.
pub fn paste_ui(ctx: &egui::Context, roster: &Roster) -> Option<RosterAct> {
    let form = roster.paste.as_ref()?;
    let wide = (ctx.content_rect().width() - 80.0).clamp(420.0, 1080.0);
    window(ctx, texts::TITLE, wide, |ui| form_ui(ui, roster, form)).flatten()
}

fn form_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm) -> Option<RosterAct> {
    let mut found = None;
    let mut next = form.asked.clone();
    ui.horizontal_wrapped(|ui| {
        sheets_ui(ui, form, &mut next);
        ui.label(RichText::new(texts::size(rows(form), form.asked.table.width)).strong());
        heading_ui(ui, form, &mut next);
    });
    weak(ui, texts::SAY_COLUMNS);
    preview_ui(ui, roster, form, &mut next);
    goes_ui(ui, roster, form, &mut next);
    // The messages take the available room; the buttons stay in sight.
    let high = (ui.ctx().content_rect().height() * 0.26).clamp(110.0, 260.0);
    let told = ScrollArea::vertical().id_salt("told of rows").auto_shrink([false, true]).max_height(high);
    told.show(ui, |ui| {
        questions_ui(ui, form);
        words_ui(ui, roster, form, &mut next);
        for notice in &form.pasted.notices {
            weak(ui, game::sentence(&notice.to_string()));
        }
    });
    let count = form.pasted.recruits.len();
    let faulty = !form.pasted.faults.is_empty();
    let words = texts::add(count, faulty);
    ui.add_enabled_ui(count > 0, |ui| {
        // Correction is recommended: a faulty cell would be something else in the game.
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
    match next == form.asked {
        true => found,
        false => Some(RosterAct::Form(next)),
    }
}

/// Number of rows below the heading.
fn rows(form: &PasteForm) -> usize {
    form.asked.table.rows.len() - form.asked.mapping.first_row().min(form.asked.table.rows.len())
}

/// Asks for the sheet of a file that has several.
fn sheets_ui(ui: &mut Ui, form: &PasteForm, next: &mut Asked) {
    if form.sheets.len() < 2 {
        return;
    }
    let name = |sheet: usize| form.sheets.get(sheet).map_or("", |sheet| &sheet.name);
    let list = ComboBox::from_id_salt("sheet").selected_text(name(form.asked.sheet));
    let list = list.show_ui(ui, |ui| {
        for sheet in 0..form.sheets.len() {
            ui.selectable_value(&mut next.sheet, sheet, name(sheet));
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, texts::SHEET));
}

/// Asks for the row with the headings.
fn heading_ui(ui: &mut Ui, form: &PasteForm, next: &mut Asked) {
    /// Lowest row offered for headings.
    const FIRST_ROWS: usize = 20;
    let line = |row: usize| form.asked.table.rows.get(row).map_or(1, |row| row.line);
    let now =
        form.asked.mapping.heading.map_or_else(|| texts::NO_HEADING.to_owned(), |row| texts::line(line(row)));
    ui.label(texts::HEADING);
    let list = ComboBox::from_id_salt("heading").selected_text(now).show_ui(ui, |ui| {
        ui.selectable_value(&mut next.mapping.heading, None, texts::NO_HEADING);
        for row in 0..form.asked.table.rows.len().min(FIRST_ROWS) {
            ui.selectable_value(&mut next.mapping.heading, Some(row), texts::line(line(row)));
        }
    });
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, texts::HEADING));
}

/// Shows the pasted table under its columns; faulty cells can be corrected here.
fn preview_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm, next: &mut Asked) {
    let heads: Vec<Head> = roster.sheet.heads.iter().copied().filter(|head| head.comes_in()).collect();
    let high = (ui.ctx().content_rect().height() * 0.34).clamp(120.0, 420.0);
    let scroll = ScrollArea::both().id_salt("pasted").auto_shrink([false, true]).max_height(high);
    scroll.show(ui, |ui| {
        let grid =
            egui::Grid::new("pasted cells").striped(true).min_col_width(WIDE).max_col_width(WIDE * 1.6);
        grid.show(ui, |ui| {
            ui.label("");
            for column in 0..form.asked.table.width {
                let now = form.asked.mapping.columns.get(column).copied().unwrap_or_default();
                if let Some(chosen) = head_ui(ui, column, now, &heads) {
                    next.mapping.say(column, chosen);
                }
            }
            ui.end_row();
            for row in shown(form) {
                row_ui(ui, form, row, next);
                ui.end_row();
            }
        });
    });
    if form.asked.table.rows.len() > SHOWN {
        weak(ui, texts::more(form.asked.table.rows.len() - SHOWN));
    }
}

/// The visible rows in order: the heading, those with cells that are faulty or were corrected here, then the others.
fn shown(form: &PasteForm) -> Vec<usize> {
    let all = form.asked.table.rows.len();
    if all <= SHOWN {
        return (0..all).collect();
    }
    let heading = form.asked.mapping.first_row();
    let faulty: BTreeSet<usize> = form.pasted.faults.iter().map(|fault| fault.row).collect();
    let mended: BTreeSet<usize> = form.asked.mended.iter().map(|(row, _)| *row).collect();
    let is_first = |row: &usize| *row < heading || faulty.contains(row) || mended.contains(row);
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..all).partition(is_first);
    first.into_iter().chain(rest).take(SHOWN).collect()
}

/// Asks what a column of the table is; returns the choice.
fn head_ui(ui: &mut Ui, column: usize, now: Means, heads: &[Head]) -> Option<Means> {
    let mut chosen = None;
    let (words, colour) = match now {
        Means::Is(head) => (head.title(), ui.visuals().text_color()),
        Means::LeftOut => (texts::LEFT_OUT, ui.visuals().text_color()),
        Means::Unknown => (texts::UNKNOWN, EguiPalette::of(ui.visuals()).accent()),
    };
    let list = ComboBox::from_id_salt(("column", column)).width(WIDE - 14.0);
    let list = list.selected_text(RichText::new(words).color(colour)).show_ui(ui, |ui| {
        if ui.selectable_label(now == Means::LeftOut, texts::LEFT_OUT).clicked() {
            chosen = Some(Means::LeftOut);
        }
        for head in heads {
            if ui.selectable_label(now == Means::Is(*head), head.title()).clicked() {
                chosen = Some(Means::Is(*head));
            }
        }
    });
    let label = texts::column(column + 1, words);
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
    chosen.filter(|chosen| *chosen != now)
}

fn row_ui(ui: &mut Ui, form: &PasteForm, row: usize, next: &mut Asked) {
    let palette = EguiPalette::of(ui.visuals());
    let Asked { table, mapping, mended, .. } = &form.asked;
    let is_heading = Some(row) == mapping.heading;
    let is_title = row < mapping.first_row();
    let faults = || form.pasted.faults.iter().filter(|fault| fault.row == row && !is_title);
    let colour = if faults().next().is_some() { palette.refused() } else { palette.weak() };
    let line = table.rows.get(row).map_or(0, |row| row.line);
    ui.label(RichText::new(line.to_string()).color(colour).size(12.5));
    for column in 0..table.width {
        let said = table.value(row, column);
        let fault = faults().find(|fault| fault.column == Some(column));
        let open = fault.is_some() || mended.contains(&(row, column));
        if !open {
            let is_used = mapping.head(column).is_some() && !is_title;
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
            Arc::make_mut(&mut next.table).mend(row, column, text);
            if !next.mended.contains(&(row, column)) {
                next.mended.push((row, column));
            }
        }
        if let Some(fault) = fault {
            edit.on_hover_text(fault.fault.to_string());
        }
    }
}

/// Asks where rows go that do not name it, and shows what is created for them.
fn goes_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm, next: &mut Asked) {
    let has = |field: &str| form.asked.mapping.column_of(field).is_some();
    let command = roster.sheet.heads.iter().copied().find(|head| matches!(head, Head::Command(_)));
    ui.horizontal_wrapped(|ui| {
        if !has("side") {
            ui.label(texts::ALL_COME_TO);
            for ((_, name), side) in roster.sheet.sides.iter().zip((0..).map(Side)) {
                if ui.selectable_label(form.asked.goes.side == side, name).clicked() {
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
    if !form.pasted.nations.is_empty() {
        ui.label(texts::NATIONS);
    }
    ui.horizontal_wrapped(|ui| {
        for nation in &form.pasted.nations {
            ui.label(RichText::new(nation).strong());
            for (_, name) in &roster.sheet.sides {
                let is_it = form.asked.goes.nations.get(nation) == Some(name);
                let choice = ui.selectable_label(is_it, name);
                let label = format!("{nation}: {name}");
                choice.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_it, &label));
                if choice.clicked() {
                    next.goes.nations.insert(nation.clone(), name.clone());
                }
            }
            ui.add_space(10.0);
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

/// Asks for the meanings of words that the columns do not know; shows those known for these rules.
fn words_ui(ui: &mut Ui, roster: &Roster, form: &PasteForm, next: &mut Asked) {
    let rules = &roster.sheet.rules;
    let words = &form.pasted.words;
    if words.is_empty() {
        return;
    }
    ui.label(RichText::new(texts::WORDS).strong());
    // Unknown ones come first.
    let (unknown, known): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.means.is_none());
    for word in unknown.into_iter().chain(known).take(WORDS) {
        let (Head::Cell(column), Some(accepted)) = (word.head, word.head.accepted()) else { continue };
        let say = |one: &'static str| word.head.say(one).unwrap_or(one);
        let at = next.learnt.iter().position(|one| one.field == column.field && one.said == word.said);
        ui.horizontal(|ui| {
            ui.label(texts::word(column.title, &word.said, word.rows));
            let means = accepted.iter().copied().find(|one| Some(*one) == word.means.as_deref());
            let shown = means.map_or(texts::NO_MEANING, say);
            let list = ComboBox::from_id_salt(("word", column.field, &word.said)).selected_text(shown);
            let mut chosen = None;
            let list = list.show_ui(ui, |ui| {
                for one in accepted {
                    if ui.selectable_label(means == Some(*one), say(one)).clicked() {
                        chosen = Some(*one);
                    }
                }
            });
            let label = texts::meaning_of(&word.said);
            list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
            if let Some(chosen) = chosen {
                let everywhere = at.is_none_or(|at| next.learnt[at].everywhere);
                next.learnt.retain(|one| one.field != column.field || one.said != word.said);
                let (said, word) = (word.said.clone(), chosen.to_owned());
                next.learnt.push(Learnt { field: column.field, said, word, everywhere });
            } else if let Some(one) = at.and_then(|at| next.learnt.get_mut(at)) {
                let everywhere = ui.checkbox(&mut one.everywhere, texts::EVERYWHERE);
                let label = texts::everywhere(&word.said);
                everywhere
                    .widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, true, one.everywhere, &label));
                everywhere.on_hover_text(texts::EVERYWHERE_HINT);
            }
        });
    }
    CollapsingHeader::new(texts::KNOWN_WORDS).id_salt("known words").show(ui, |ui| {
        let mut fields: Vec<Head> = words.iter().map(|word| word.head).collect();
        fields.dedup();
        for head in fields {
            ui.label(RichText::new(head.title()).strong());
            for (word, others) in form.synonyms.known(rules, head.key()) {
                weak(ui, texts::known(head.say(word).unwrap_or(word), others));
            }
        }
    });
}

fn questions_ui(ui: &mut Ui, form: &PasteForm) {
    if form.questions.is_empty() {
        weak(ui, texts::ALL_READ);
        return;
    }
    let left_out = form.pasted.units.saturating_sub(form.pasted.recruits.len());
    let palette = EguiPalette::of(ui.visuals());
    ui.label(RichText::new(texts::mend(form.questions.len(), left_out)).color(palette.refused()));
    for question in &form.questions {
        let words = game::sentence(question);
        ui.label(RichText::new(words).color(palette.refused()).size(12.5));
    }
}
