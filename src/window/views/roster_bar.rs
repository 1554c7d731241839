//! The bar over the rows of a roster: acts on rows, names and colours of the sides.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, PopupCloseBehavior, RichText, TextEdit, Ui, WidgetInfo};

use crate::setup::roster::{Roster, RosterAct};
use crate::texts::{menus, roster as names, setup, setup_roster as texts};
use crate::theme::EguiPalette;
use drawing::ArmyColour;
use scenario::Side;
use scenario::roster::copied::table_text;

use super::setup_roster::RosterView;
use super::{heading, named_field, swatch};

/// Width below which the bar omits its heading and the number of rows, in points; both are shown elsewhere too.
const NARROW: f32 = 760.0;

/// Width below which acts with keys move under "More".
const TIGHT: f32 = 480.0;

/// The acts on rows: words, hint and act.
const ACTS: [(&str, &str, RosterAct); 3] = [
    (texts::NEW_ROW, texts::NEW_ROW_HINT, RosterAct::Add),
    (texts::COPY_DOWN, texts::COPY_DOWN_HINT, RosterAct::FillDown),
    (texts::STRIKE, texts::STRIKE_HINT, RosterAct::Strike),
];

const CLOSE: (&str, &str, RosterAct) = (texts::CLOSE, texts::CLOSE_HINT, RosterAct::Open(false));

fn act_ui(ui: &mut Ui, (words, hint, act): &(&str, &str, RosterAct), found: &mut Vec<RosterAct>) {
    if ui.button(*words).on_hover_text(*hint).clicked() {
        found.push(act.clone());
    }
}

/// Shows the acts on rows as buttons.
pub(super) fn bar_ui(ui: &mut Ui, view: &RosterView<'_>, found: &mut Vec<RosterAct>) {
    let roster = view.roster;
    let (is_narrow, is_tight) = (ui.available_width() < NARROW, ui.available_width() < TIGHT);
    // The most frequent acts stay in sight.
    let acts = ACTS;
    let (seen, behind) = acts.split_at(if is_tight { 1 } else { acts.len() });
    ui.horizontal_wrapped(|ui| {
        if !is_narrow {
            heading(ui, setup::ROSTER);
        }
        for one in seen {
            act_ui(ui, one, found);
        }
        let [words, hint] = view.deploys;
        if ui.button(words).on_hover_text(hint).clicked() {
            found.push(RosterAct::PutDown(deploying(roster)));
        }
        sides_ui(ui, view, found);
        more_ui(ui, roster, behind, found);
        if !is_tight {
            act_ui(ui, &CLOSE, found);
        }
        let waiting = roster.sheet.lines.iter().filter(|line| !line.deployed).count();
        let words = texts::rows(roster.order.len(), waiting, view.waits);
        if !is_narrow {
            ui.label(RichText::new(words).color(EguiPalette::of(ui.visuals()).weak()).size(12.5));
        }
    });
}

/// Shows the names of the sides, and the colours of their blocks.
fn sides_ui(ui: &mut Ui, view: &RosterView<'_>, found: &mut Vec<RosterAct>) {
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::from_button(Button::new(texts::SIDES)).config(config).ui(ui, |ui| {
        for ((_, was), side) in view.roster.sheet.sides.iter().zip((0..).map(Side)) {
            let mut name = was.clone();
            let edit = TextEdit::singleline(&mut name).id_salt(("side", side.0)).desired_width(220.0);
            let edit = ui.add(edit);
            let label = texts::side_name(side.0 + 1);
            edit.widget_info(|| named_field(&label, was, &name));
            if edit.on_hover_text(texts::SIDE_NAME_HINT).changed() {
                found.push(RosterAct::NameSide(side, name));
            }
            let now = view.colours.get(side.index()).copied();
            ui.horizontal(|ui| {
                for colour in ArmyColour::ALL {
                    swatch(ui, colour);
                    let said = names::colour(colour);
                    let chosen = ui.selectable_label(now == Some(colour), said);
                    let label = texts::colour(was, said);
                    chosen.widget_info(|| {
                        WidgetInfo::selected(egui::Role::Button, true, now == Some(colour), &label)
                    });
                    if chosen.clicked() {
                        found.push(RosterAct::Colour(side, colour));
                    }
                }
            });
            ui.add_space(4.0);
        }
    });
    button.on_hover_text(texts::SIDES_HINT);
}

/// Shows the acts on commands, columns and the whole table; `behind`: acts without room in the bar.
fn more_ui(ui: &mut Ui, roster: &Roster, behind: &[(&str, &str, RosterAct)], found: &mut Vec<RosterAct>) {
    let menu = ui.menu_button(texts::MORE, |ui| {
        for one in behind {
            act_ui(ui, one, found);
        }
        if !behind.is_empty() {
            act_ui(ui, &CLOSE, found);
        }
        if ui.button(texts::RENAME).on_hover_text(texts::RENAME_HINT).clicked() {
            found.push(RosterAct::Rename);
        }
        if ui.button(menus::opens(texts::ROWS_OF_FILE)).on_hover_text(texts::ROWS_OF_FILE_HINT).clicked() {
            found.push(RosterAct::ChooseFile);
        }
        if ui.button(texts::COPY_TABLE).on_hover_text(texts::COPY_TABLE_HINT).clicked() {
            ui.ctx().copy_text(table_text(&roster.sheet));
        }
        let mut all = roster.all_columns;
        if ui.checkbox(&mut all, texts::ALL_COLUMNS).on_hover_text(texts::ALL_COLUMNS_HINT).changed() {
            found.push(RosterAct::AllColumns(all));
        }
    });
    menu.response.on_hover_text(texts::MORE_HINT);
}

/// The pieces deployed from the roster: selected whole rows, else the command of the selected cell.
fn deploying(roster: &Roster) -> Vec<String> {
    if roster.rows {
        return roster.chosen_rows();
    }
    let (_, home) = roster.home();
    let line = roster.at.row.as_deref().and_then(|row| roster.sheet.line(row)).or(roster.sheet.lines.last());
    let command = line.map_or(home, |line| line.command_id.clone());
    let own = roster.sheet.lines.iter().filter(|line| line.command_id == command);
    own.map(|line| line.id.clone()).collect()
}
