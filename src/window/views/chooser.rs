//! A long drop-down list, with a search field for its rows.

use egui::{ComboBox, Key, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui};

use super::weak;
use crate::texts::chooser as texts;

/// One row of the list.
pub struct ChooserRow {
    pub words: String,
    /// Further words by which it is found.
    pub also: String,
    /// Is it the present choice?
    pub chosen: bool,
}

impl ChooserRow {
    /// Does it contain every search word?
    fn answers(&self, sought: &str) -> bool {
        let own = format!("{} {}", self.words, self.also).to_lowercase();
        sought.to_lowercase().split_whitespace().all(|word| own.contains(word))
    }
}

/// The state while the list is open: the search words, and the pass in which it was last shown.
#[derive(Clone, Default)]
struct Search {
    sought: String,
    shown: u64,
}

/// Shows the list under the label `name`; `shown` is the present choice, or a prompt. Returns the index of the chosen row;
/// Enter chooses the first visible one.
pub fn chooser_ui(
    ui: &mut Ui,
    name: egui::Id,
    shown: &str,
    rows: impl FnOnce() -> Vec<ChooserRow>,
) -> Option<usize> {
    let id = name.with("chooser");
    let mut taken = None;
    let list = ComboBox::from_id_salt(id)
        .width(ui.available_width())
        .truncate()
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .selected_text(shown)
        .show_ui(ui, |ui| {
            taken = rows_ui(ui, id, &rows());
            if taken.is_some() {
                ui.close();
            }
        });
    list.response.labelled_by(name).on_hover_text(shown);
    taken
}

fn rows_ui(ui: &mut Ui, id: egui::Id, rows: &[ChooserRow]) -> Option<usize> {
    let pass = ui.ctx().cumulative_pass_nr();
    let mut kept: Search = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // It has just been opened.
    let fresh = kept.shown + 1 < pass;
    if fresh {
        kept.sought.clear();
    }
    let field = TextEdit::singleline(&mut kept.sought).hint_text(texts::SEARCH).desired_width(f32::INFINITY);
    let field = ui.add(field);
    if fresh {
        field.request_focus();
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let found: Vec<(usize, &ChooserRow)> =
        rows.iter().enumerate().filter(|(_, row)| row.answers(&kept.sought)).collect();
    let mut taken = if entered { found.first().map(|(at, _)| *at) } else { None };
    if found.is_empty() {
        weak(ui, texts::NONE);
    }
    ScrollArea::vertical().id_salt("rows").max_height(300.0).show(ui, |ui| {
        for (at, row) in found {
            let response = ui.selectable_label(row.chosen, RichText::new(&row.words).size(13.5));
            if row.chosen && fresh {
                response.scroll_to_me(Some(egui::Align::Center));
            }
            if response.clicked() {
                taken = Some(at);
            }
        }
    });
    kept.shown = pass;
    ui.data_mut(|data| data.insert_temp(id, kept));
    taken
}
