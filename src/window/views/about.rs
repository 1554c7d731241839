//! The dialog about the program: what it is, its rule sets with their sources, and all licences.

use egui::{Align, Label, Layout, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use crate::about::{self, AboutState, FONTS, Page, Read, refereed};
use crate::command::Command;
use crate::icon;
use crate::texts::about as texts;
use crate::theme::{EguiPalette, heading_font, serif_font};
use games::Games;

use super::dialogs::window;
use super::{ViewContext, command_button, first, heading, weak};

/// How large the picture of the program is, in points.
const ICON: f32 = 72.0;
/// The height of a row of a list, in points.
const ROW: f32 = 24.0;

pub fn about_ui(
    ctx: &egui::Context,
    view: &ViewContext,
    games: &Games,
    state: &mut AboutState,
) -> Option<Command> {
    let mut found = None;
    window(ctx, texts::TITLE, 680.0, |ui| {
        let room = ctx.content_rect().size();
        let size = vec2((room.x - 80.0).min(700.0), (room.y - 170.0).clamp(220.0, 640.0));
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(size);
            head_ui(ui, state);
            ui.add_space(6.0);
            pages_ui(ui, state);
            ui.separator();
            match (&state.read, state.page) {
                (Some(_), _) => read_ui(ui, state),
                (None, Page::Rules) => rules_ui(ui, games),
                (None, Page::Fonts) => fonts_ui(ui, state),
                (None, Page::Crates) => crates_ui(ui, state),
            }
        });
        ui.add_space(6.0);
        if command_button(ui, view, &Command::CloseDialog, true).clicked() {
            first(&mut found, Command::CloseDialog);
        }
    });
    found
}

fn head_ui(ui: &mut Ui, state: &mut AboutState) {
    let picture = state.icon.get_or_insert_with(|| icon::texture(ui.ctx())).id();
    ui.horizontal_top(|ui| {
        ui.add(egui::Image::new((picture, vec2(ICON, ICON))).alt_text(texts::NAME));
        ui.add_space(6.0);
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(texts::NAME).font(heading_font(26.0)));
                weak(ui, texts::version(env!("CARGO_PKG_VERSION")));
            });
            ui.add(Label::new(RichText::new(texts::WHAT).font(serif_font(15.0))).wrap());
            weak(ui, texts::LICENCE);
        });
    });
}

fn pages_ui(ui: &mut Ui, state: &mut AboutState) {
    ui.horizontal(|ui| {
        for page in Page::ALL {
            if ui.selectable_label(state.page == page, texts::page(page)).clicked() {
                (state.page, state.read) = (page, None);
            }
        }
    });
}

/// A list that fills what is left of the dialog.
fn list_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        // The scroll bar has its own room.
        ui.set_max_width(ui.available_width() - 10.0);
        add(ui);
    });
}

fn rules_ui(ui: &mut Ui, games: &Games) {
    weak(ui, texts::RULES);
    list_ui(ui, |ui| {
        for rules in refereed(games) {
            ui.add_space(4.0);
            heading(ui, &rules.name);
            ui.add(Label::new(RichText::new(rules.source).font(serif_font(15.0))).wrap());
            let clauses = (rules.clauses > 0).then(|| texts::clauses(rules.clauses));
            let done = clauses.into_iter().chain((!rules.done.is_empty()).then_some(rules.done));
            ui.add(
                Label::new(
                    RichText::new(done.collect::<Vec<_>>().join(": "))
                        .color(EguiPalette::of(ui.visuals()).weak())
                        .size(12.5),
                )
                .wrap(),
            );
        }
    });
}

fn fonts_ui(ui: &mut Ui, state: &mut AboutState) {
    weak(ui, texts::FONTS);
    list_ui(ui, |ui| {
        for font in FONTS {
            let about = format!("{}: {}", font.name, font.about);
            if row_ui(ui, &about, font.name, font.licence, "") {
                state.read = Some(Read { name: font.name.to_owned(), texts: vec![font.heading()] });
            }
        }
    });
}

fn crates_ui(ui: &mut Ui, state: &mut AboutState) {
    ui.horizontal(|ui| {
        let label = ui.label(texts::SEARCH);
        let edit = TextEdit::singleline(&mut state.sought).hint_text(texts::SEARCH_HINT).desired_width(260.0);
        ui.add(edit).labelled_by(label.id);
    });
    let found: Vec<&about::Crate> = about::crates().iter().filter(|one| one.answers(&state.sought)).collect();
    weak(
        ui,
        if found.is_empty() {
            texts::NONE.to_owned()
        } else {
            texts::crates(found.len(), about::crates().len())
        },
    );
    ScrollArea::vertical().auto_shrink([false; 2]).show_rows(ui, ROW, found.len(), |ui, shown| {
        ui.set_max_width(ui.available_width() - 10.0);
        for one in &found[shown] {
            let name = format!("{} {}", one.name, one.version);
            if row_ui(ui, &name, &name, &one.licence, &one.source) {
                state.read = Some(Read { name, texts: one.texts.clone() });
            }
        }
    });
}

/// Shows a row with a name on the left, its licence on the right, and its source as tooltip; returns whether it was clicked.
fn row_ui(ui: &mut Ui, words: &str, name: &str, licence: &str, source: &str) -> bool {
    let palette = EguiPalette::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::click());
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    }
    let mut row = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect.shrink2(vec2(6.0, 0.0)))
            .layout(Layout::right_to_left(Align::Center)),
    );
    row.add(Label::new(RichText::new(licence).size(12.5).color(palette.weak())).selectable(false));
    row.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(RichText::new(words).size(14.0)).selectable(false).truncate());
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{} {name}", texts::READ)));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    match source.is_empty() {
        true => response.clicked(),
        false => response.on_hover_text(source).clicked(),
    }
}

/// Shows the licence texts of a font or a crate.
fn read_ui(ui: &mut Ui, state: &mut AboutState) {
    let mut back = false;
    if let Some(Read { name, texts: headings }) = &state.read {
        ui.horizontal(|ui| {
            back = ui.button(texts::BACK).clicked();
            ui.label(RichText::new(name).font(heading_font(16.0)));
        });
        list_ui(ui, |ui| {
            for text in headings.iter().filter_map(|heading| about::text(heading)) {
                ui.add(Label::new(RichText::new(text).size(13.0)).wrap());
                ui.separator();
            }
        });
    }
    if back {
        state.read = None;
    }
}
