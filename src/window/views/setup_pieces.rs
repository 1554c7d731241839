//! The page of set-up for stands and units: their list, the card of the selected one, and armies to add from.

use std::ops::RangeInclusive;

use egui::{Button, ComboBox, DragValue, Grid, Response, RichText, Role, Sense, TextEdit, Ui, WidgetInfo};

use crate::command::Command as Window;
use crate::setup::drawn::{formation, profile};
use crate::setup::form::Alone;
use crate::setup::model::{CommandRow, PieceRow};
use crate::setup::roster::RosterAct;
use crate::setup::{Act, SetUp, Tool};
use crate::texts::{setup, setup_notes, setup_pieces as texts, setup_roster, shared};
use scenario::army::{Army, Command, Piece, Unit};
use scenario::roster::{Cell, CellKind};
use scenario::{Edit, Side, Start, Subject};
use table::{Heading, Pose, Vec2};

use super::fields::{number_cells, whole, whole_cells};
use super::{first, refused_label, sheet, swatch, weak};

pub fn pieces_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    match setup.chosen()[..] {
        [] => {
            weak(ui, texts::how_to(setup.piece_kind()));
        }
        [_] => {
            piece_card(ui, setup, found);
            ui.add_space(6.0);
        }
        [..] => {
            group_card(ui, setup, found);
            ui.add_space(6.0);
        }
    }
    for row in &setup.facts.rows {
        let id = ui.make_persistent_id(("draft command", row.side.0, &row.name));
        let waiting = row.pieces.iter().any(|piece| !piece.deployed);
        let state = egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, waiting);
        state
            .show_header(ui, |ui| {
                swatch(ui, row.colour);
                ui.label(RichText::new(&row.name).strong());
                deploy_button(ui, row, found);
            })
            .body(|ui| {
                for piece in &row.pieces {
                    piece_row(ui, setup, piece, found);
                }
            });
    }
    ui.add_space(8.0);
    recruit_ui(ui, setup, found);
    ui.horizontal_wrapped(|ui| {
        for (index, (_, army)) in setup.draft.scenario().armies().enumerate() {
            let hint = setup::SAVE_ALONE_HINT;
            let has_rows = !army.commands.is_empty();
            if has_rows && ui.button(texts::save_army(&army.name)).on_hover_text(hint).clicked() {
                first(found, Act::AskToSaveAlone(Alone::Army(index)));
            }
        }
    });
}

/// Shows the button that takes the tool in hand to deploy a command along a line.
fn deploy_button(ui: &mut Ui, row: &CommandRow, found: &mut Option<Act>) {
    let button = ui.small_button(texts::IN_LINE);
    let label = texts::deploy_in_line(&row.name);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    if button.on_hover_text(texts::IN_LINE_HINT).clicked() {
        let pieces = row.pieces.iter().map(|piece| piece.id.clone()).collect();
        first(found, Act::DeployInLine(pieces));
    }
}

fn piece_row(ui: &mut Ui, setup: &SetUp, row: &PieceRow, found: &mut Option<Act>) {
    let chosen = setup.has_chosen(&row.id);
    let words =
        if row.place.is_empty() { row.words.clone() } else { format!("{}, {}", row.words, row.place) };
    let text = if row.deployed { RichText::new(&words) } else { RichText::new(&words).italics() };
    // What is said of a unit takes two lines.
    let line = Button::selectable(chosen, text).sense(Sense::click_and_drag()).wrap();
    let response = ui.add(line);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &words));
    if response.clicked() && ui.input(|input| input.modifiers.shift) {
        first(found, Act::Also(row.id.clone()));
    } else if response.drag_started() || response.clicked() && !row.deployed {
        first(found, Act::Tool(Tool::Place(row.id.clone())));
    } else if response.clicked() {
        first(found, Act::Show(Subject::Piece(row.id.clone())));
    }
    response.on_hover_text(texts::row_hint(row.deployed));
}

/// Shows the card of several selected pieces: an act applies to all of them, as one step.
fn group_card(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let chosen = setup.chosen();
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(texts::chosen(chosen.len(), setup.piece_kind())).strong());
        weak(ui, texts::DRAG_GROUP);
        ui.horizontal_wrapped(|ui| {
            for (words, hint, degrees) in [
                (Window::TurnGhost(-1.0).text(), texts::TURN_GROUP_HINT, -15.0),
                (Window::TurnGhost(1.0).text(), texts::TURN_GROUP_HINT, 15.0),
            ] {
                if ui.button(words).on_hover_text(hint).clicked() {
                    first(found, Act::Turn(degrees));
                }
            }
            if ui.button(texts::TAKE_OFF).on_hover_text(texts::TAKE_GROUP_OFF_HINT).clicked() {
                first(found, Act::Delete);
            }
            if ui.button(texts::STRIKE).on_hover_text(texts::STRIKE_GROUP_HINT).clicked() {
                let struck = chosen.iter().map(|piece| Edit::strike(*piece));
                first(found, Act::Edit(Edit::several(struck)));
            }
            if ui.button(texts::LET_GO).on_hover_text(texts::LET_GO_HINT).clicked() {
                first(found, Act::Select(None));
            }
        });
    });
}

/// Shows the row of a stand or a unit: the cells that its rules have for it, rare ones folded.
fn row_ui(ui: &mut Ui, setup: &SetUp, piece: &str, found: &mut Option<Act>) {
    let (rare, usual): (Vec<&Cell>, Vec<&Cell>) = setup.row.iter().partition(|cell| cell.column.is_detail);
    let mut grid = |ui: &mut Ui, salt: &str, cells: Vec<&Cell>| {
        Grid::new(salt).num_columns(2).show(ui, |ui| {
            for cell in cells {
                if let Some(said) = cell_ui(ui, cell) {
                    first(found, Act::Edit(Edit::cell(piece, cell.column, said)));
                }
                ui.end_row();
            }
        });
    };
    grid(ui, "cells", usual);
    if !rare.is_empty() {
        ui.collapsing(texts::MORE, |ui| grid(ui, "rarer-cells", rare));
    }
}

/// Shows a cell; returns its change, where an inner `None` means the default again.
#[allow(clippy::option_option, reason = "nothing said, and said to be as usual")]
fn cell_ui(ui: &mut Ui, cell: &Cell) -> Option<Option<String>> {
    let (title, now) = (cell.column.title, cell.value());
    let named = ui.label(title);
    let say = |word: &str| cell.column.say(word).map_or_else(|| spaced(word), str::to_owned);
    ui.horizontal(|ui| {
        // A computed value has a reset button once it is overwritten.
        let again = cell.written.is_some() && !cell.usual.is_empty() && now != cell.usual;
        let room = ui.available_width() - if again { CELL_BUTTON } else { 0.0 };
        let said = match cell.column.kind {
            CellKind::Text | CellKind::Marks | CellKind::Hex | CellKind::Start => {
                let mut text = now.to_owned();
                let edit = ui.add(TextEdit::singleline(&mut text).desired_width(room.max(CELL_BUTTON)));
                // Emptied to be typed again, or to be the default.
                let kept = (!text.is_empty() || cell.column.is_required).then_some(text);
                edit.labelled_by(named.id).changed().then_some(kept)
            }
            CellKind::Number { least, most } => {
                let mut number = now.parse::<u16>().unwrap_or(least);
                let drag =
                    DragValue::new(&mut number).range(least..=most).clamp_existing_to_range(false).speed(0.1);
                ui.add(drag).labelled_by(named.id).changed().then(|| Some(number.to_string()))
            }
            CellKind::Inches => {
                let mut inches = now.parse::<f32>().unwrap_or_default();
                let drag = DragValue::new(&mut inches).range(LENGTHS).clamp_existing_to_range(false);
                let drag = ui.add(drag.speed(0.05).max_decimals(2));
                drag.labelled_by(named.id).changed().then(|| Some(inches.to_string()))
            }
            CellKind::OneOf(words) | CellKind::Named(words) => {
                let mut chosen = None;
                let list = ComboBox::from_id_salt(title).selected_text(say(now)).show_ui(ui, |ui| {
                    for word in words {
                        if ui.selectable_label(*word == now, say(word)).clicked() && *word != now {
                            chosen = Some(Some((*word).to_owned()));
                        }
                    }
                });
                list.response.labelled_by(named.id);
                chosen
            }
            CellKind::Flag => {
                let mut on = now == "true";
                let check = ui.checkbox(&mut on, "").labelled_by(named.id);
                check.changed().then(|| Some(on.to_string()))
            }
        };
        let usual = || texts::usual(&say(&cell.usual));
        let as_usual = again && reset_button(ui, title).on_hover_ui(|ui| drop(ui.label(usual()))).clicked();
        // Required cells are written with their defaults.
        let usual = || cell.column.is_required.then(|| cell.usual.clone());
        if as_usual { Some(usual()) } else { said }
    })
    .inner
}

/// The button that resets a cell; its accessible name has the column.
fn reset_button(ui: &mut Ui, title: &str) -> Response {
    let button = ui.small_button(texts::RESET);
    let label = texts::as_usual(title);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    button
}

/// Room for the button that resets a cell, in points.
const CELL_BUTTON: f32 = 52.0;

/// Lengths that a stand may have, in inches.
const LENGTHS: RangeInclusive<f32> = 0.1..=12.0;

/// A word of a file in plain words: `LightCavalry` is light cavalry, `inf_line` inf line.
pub(super) fn spaced(word: &str) -> String {
    let mut said = String::new();
    for letter in word.replace('_', " ").chars() {
        let begins = letter.is_uppercase() && said.ends_with(char::is_lowercase);
        match begins {
            true => {
                said.push(' ');
                said.extend(letter.to_lowercase());
            }
            false => said.push(letter),
        }
    }
    said
}

fn piece_card(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let Some(piece) = setup.selected_piece() else { return };
    let start = setup.draft.scenario().starts.get(piece.id());
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        match piece {
            Piece::Stand(stand) => drop(ui.label(RichText::new(&stand.label).strong())),
            Piece::Unit(unit) => {
                ui.label(RichText::new(format!("{} {}", unit.id, unit.name)).strong());
                weak(ui, profile(&setup.rules, &setup.draft.scenario().rules, unit).class);
            }
        }
        row_ui(ui, setup, piece.id(), found);
        // One below the other: side by side they would not fit a narrow panel.
        let placed = Grid::new("place").num_columns(2).show(ui, |ui| {
            if let (Piece::Unit(unit), Some(_)) = (piece, start) {
                formation_cells(ui, setup, unit, found);
            }
            if let Some(Start::Deployed(pose)) = start { place_cells(ui, setup, *pose) } else { None }
        });
        if let Some(pose) = placed.inner {
            first(found, Act::Edit(Edit::place(piece.id(), pose)));
        }
        match (start, piece) {
            (Some(Start::Deployed(_)), Piece::Unit(unit)) => inside_ui(ui, setup, unit, found),
            (Some(Start::Deployed(_)), Piece::Stand(_)) => {}
            (Some(Start::Arrives { turn, entry }), _) => {
                arrival_ui(ui, setup, piece.id(), *turn, entry, found);
            }
            (None, _) => drop(weak(ui, texts::NO_PART)),
        }
        deeds_ui(ui, setup, piece, start, found);
    });
}

/// Shows the acts on it, for every kind of piece.
fn deeds_ui(ui: &mut Ui, setup: &SetUp, piece: Piece<'_>, start: Option<&Start>, found: &mut Option<Act>) {
    let id = || piece.id().to_owned();
    ui.horizontal_wrapped(|ui| {
        let deployed = matches!(start, Some(Start::Deployed(_)));
        if !deployed && ui.button(texts::PLACE).clicked() {
            first(found, Act::Tool(Tool::Place(id())));
        }
        if start.is_some() && ui.button(texts::TAKE_OFF).on_hover_text(texts::TAKE_OFF_HINT).clicked() {
            first(found, Act::Edit(Edit::take_off(id())));
        }
        let entry = setup.draft.scenario().entries.first();
        let later = ui.add_enabled(
            entry.is_some() && !matches!(start, Some(Start::Arrives { .. })),
            Button::new(texts::ARRIVES_LATER),
        );
        if later.on_disabled_hover_text(texts::NO_ENTRY).clicked()
            && let Some(entry) = entry
        {
            first(found, Act::Edit(Edit::arrive(id(), 2, entry.id.clone())));
        }
        if ui.button(texts::STRIKE).on_hover_text(texts::STRIKE_HINT).clicked() {
            first(found, Act::Edit(Edit::strike(id())));
        }
    });
}

/// Shows its place and heading as rows of a grid; returns the new pose.
fn place_cells(ui: &mut Ui, setup: &SetUp, pose: Pose) -> Option<Pose> {
    let (x, y) = (pose.at.x, pose.at.y);
    let size = setup.draft.scenario().ground.size;
    let east = number_cells(ui, shared::EAST, x, 0.0..=size.x, 0.05);
    ui.end_row();
    let north = number_cells(ui, shared::NORTH, y, 0.0..=size.y, 0.05);
    ui.end_row();
    let turned = number_cells(ui, shared::FACING, pose.heading.degrees(), 0.0..=360.0, 1.0);
    ui.end_row();
    let moved = east.map(|x| Vec2::new(x, y)).or(north.map(|y| Vec2::new(x, y)));
    let heading = turned.map_or(pose.heading, Heading::from_degrees);
    (moved.is_some() || turned.is_some()).then(|| Pose::new(moved.unwrap_or(pose.at), heading))
}

/// Shows the formation at the start as a row of a grid; nothing if its rules have no choice for it.
fn formation_cells(ui: &mut Ui, setup: &SetUp, unit: &Unit, found: &mut Option<Act>) {
    let scenario = setup.draft.scenario();
    let profile = profile(&setup.rules, &scenario.rules, unit);
    let begins = scenario.unit_starts.get(&unit.id);
    let now = formation(&profile, begins);
    if profile.formations.is_empty() && now.is_empty() {
        return;
    }
    let named = ui.label(texts::FORMATION);
    let list = ComboBox::from_id_salt("formation").selected_text(&now).show_ui(ui, |ui| {
        for (word, said) in &profile.formations {
            if ui.selectable_label(*said == now, said).clicked() && *said != now {
                let formation = Some((*word).to_owned());
                first(found, Act::Edit(Edit::formation(unit.id.clone(), formation)));
            }
        }
        // A formation unknown to its rules can be removed here.
        if profile.formations.is_empty() && ui.selectable_label(false, texts::NO_FORMATION).clicked() {
            first(found, Act::Edit(Edit::formation(unit.id.clone(), None)));
        }
    });
    list.response.labelled_by(named.id);
    ui.end_row();
}

/// Shows how many stands of a unit start in which buildings; folded if none do.
fn inside_ui(ui: &mut Ui, setup: &SetUp, unit: &Unit, found: &mut Option<Act>) {
    let scenario = setup.draft.scenario();
    let begins = scenario.unit_starts.get(&unit.id);
    let inside = |area: &str| begins.and_then(|begins| begins.inside.get(area)).copied();
    let areas: Vec<_> =
        scenario.ground.areas.iter().filter(|area| area.buildings || inside(&area.id).is_some()).collect();
    if areas.is_empty() {
        return;
    }
    let folded = egui::CollapsingHeader::new(texts::IN_BUILDINGS);
    let held = begins.is_some_and(|begins| !begins.inside.is_empty());
    folded.id_salt(("in buildings", &unit.id)).default_open(held).show(ui, |ui| {
        Grid::new("stands in buildings").num_columns(2).show(ui, |ui| {
            for area in areas {
                let name = if area.name.is_empty() { &area.id } else { &area.name };
                let stands = u16::from(inside(&area.id).unwrap_or_default());
                if let Some(stands) = whole_cells(ui, name, stands, 0..=u16::from(unit.stands)) {
                    let stands = u8::try_from(stands).unwrap_or(u8::MAX);
                    let (piece, area) = (unit.id.clone(), area.id.clone());
                    first(found, Act::Edit(Edit::inside(piece, area, stands)));
                }
                ui.end_row();
            }
        });
    });
}

fn arrival_ui(ui: &mut Ui, setup: &SetUp, piece: &str, turn: u8, entry: &str, found: &mut Option<Act>) {
    let turns = u16::from(setup.draft.scenario().turns.max(1));
    ui.horizontal_wrapped(|ui| {
        if let Some(turn) = whole(ui, texts::ARRIVES_ON, u16::from(turn), 1..=turns) {
            let turn = u8::try_from(turn).unwrap_or(u8::MAX);
            first(found, Act::Edit(Edit::arrive(piece, turn, entry)));
        }
        let entries = &setup.draft.scenario().entries;
        let name =
            |id: &str| entries.iter().find(|one| one.id == id).map_or(id.to_owned(), |one| one.name.clone());
        ComboBox::from_id_salt("entry").selected_text(name(entry)).show_ui(ui, |ui| {
            for one in entries {
                if ui.selectable_label(one.id == entry, &one.name).clicked() {
                    let entry = one.id.clone();
                    first(found, Act::Edit(Edit::arrive(piece, turn, entry)));
                }
            }
        });
    });
}

/// Shows the armies of the library, whose stands and units can join a side.
fn recruit_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let kind = setup.piece_kind();
    ui.collapsing(texts::add_from(kind), |ui| {
        let (side, chosen) = setup.recruit;
        ui.horizontal_wrapped(|ui| {
            ui.label(texts::TO);
            for (info, index) in setup.draft.scenario().sides.iter().zip(0..) {
                if ui.selectable_label(side == Side(index), &info.name).clicked() {
                    first(found, Act::Recruit(Side(index), chosen));
                }
            }
        });
        // Armies of other rules may have the same name.
        let is_own = |army: &Army| army.pieces().all(|piece| piece.kind() == kind);
        let name = |army: &Army| match is_own(army) {
            true => army.name.clone(),
            false => texts::army_of(&army.name, kind.other()),
        };
        let army = chosen.and_then(|index| setup.armies.get(index));
        let shown = army.map_or(texts::CHOOSE_ARMY.to_owned(), name);
        ComboBox::from_label(texts::FROM).selected_text(shown).width(210.0).show_ui(ui, |ui| {
            for (index, army) in setup.armies.iter().enumerate() {
                if ui.selectable_label(chosen == Some(index), name(army)).clicked() {
                    first(found, Act::Recruit(side, Some(index)));
                }
            }
        });
        let Some(army) = army else { return };
        if !is_own(army) {
            let words = texts::other_army(&army.name, kind);
            refused_label(ui, &words);
            return;
        }
        let mut join = |pieces: Vec<String>| {
            first(found, Act::Edit(Edit::join(side, army.clone(), pieces)));
        };
        for command in &army.commands {
            ui.collapsing(&command.name, |ui| command_ui(ui, command, &mut join));
        }
    });
}

/// A command of an army, as a whole and one by one.
fn command_ui(ui: &mut Ui, command: &Command, join: &mut dyn FnMut(Vec<String>)) {
    if ui.button(texts::add_all(&command.name)).clicked() {
        join(command.pieces().map(|piece| piece.id().to_owned()).collect());
    }
    for piece in command.pieces() {
        if ui.button(texts::add(piece.label())).clicked() {
            join(vec![piece.id().to_owned()]);
        }
    }
}

/// Shows the prompt of a tool that draws a line, and the choice of one or two rows.
pub fn deploy_ui(ui: &mut Ui, setup: &SetUp, found: &mut Option<Act>) {
    let Tool::Deploy(deployed) = &setup.tool else { return };
    match setup.to_deploy(deployed) {
        Some((side, pieces)) => {
            drop(ui.label(setup_roster::draw_line(pieces.len(), setup.side_name(side))));
        }
        None => drop(ui.label(setup_notes::NOBODY_TO_DEPLOY)),
    }
    if let Some((next, count)) = setup.next_to_deploy(deployed) {
        ui.label(setup_roster::next_line(count, setup.side_name(next)));
    }
    ui.horizontal_wrapped(|ui| {
        for (two, words, key) in [(false, setup_roster::ONE_ROW, "1"), (true, setup_roster::TWO_ROWS, "2")] {
            if ui.selectable_label(setup.roster.two_rows == two, words).on_hover_text(key).clicked() {
                first(found, Act::Roster(RosterAct::TwoRows(two)));
            }
        }
        let mut all = deployed.all;
        if ui.checkbox(&mut all, setup_roster::ALSO_DEPLOYED).changed() {
            first(found, Act::DeployAll(all));
        }
    });
}
