//! All keys of a turn of this game on one page: the order line, dice, commands, the pointer.

use egui::{Color32, Frame, Label, Margin, RichText, ScrollArea, TextStyle, Ui, vec2};

use crate::command::{Command, say_keys};
use crate::hex::editor::Tool;
use crate::texts::{keys as texts, line};
use game::line::LineKeys;

use super::dialogs::{close, window};
use super::heading;

/// Width below which all keys are in one column, in points; below the next, in two.
const TWO_COLUMNS: f32 = 640.0;
const THREE_COLUMNS: f32 = 1100.0;

/// The type of three columns, in points.
const SMALL_TYPE: f32 = 12.0;

/// The data of a game for the list of keys.
#[derive(Clone, Debug)]
pub struct KeysModel {
    /// How a line begins: `a name`, `the number of a hex`.
    pub begins: &'static str,
    /// The syntax of a line.
    pub line: Vec<LineKeys>,
    /// The commands of the window.
    pub commands: Vec<Command>,
    /// It is played on a map of hexes.
    pub hexes: bool,
}

pub fn keys_ui(ctx: &egui::Context, model: &KeysModel) -> Option<Command> {
    let mut found = None;
    let room = ctx.content_rect().size();
    let wide = (room.x - 60.0).clamp(240.0, 1480.0);
    let high = (room.y - 110.0).max(160.0);
    let columns = match wide {
        wide if wide < TWO_COLUMNS => 1,
        wide if wide < THREE_COLUMNS => 2,
        _ => 3,
    };
    let columns = spread(sections(ctx, model), columns);
    window(ctx, texts::TITLE, wide, |ui| {
        ui.set_width(wide);
        ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if columns.len() > 2
                && let Some(font) = ui.style_mut().text_styles.get_mut(&TextStyle::Body)
            {
                // All of it fits into a window of 1280 by 800 points.
                font.size = font.size.min(SMALL_TYPE);
            }
            ui.columns(columns.len(), |uis| {
                for (ui, column) in uis.iter_mut().zip(&columns) {
                    for Section { title, rows: listed } in column {
                        let shown = listed.iter().map(|(keys, text, more)| (keys.clone(), &**text, &**more));
                        rows(ui, title, shown);
                    }
                }
            });
        });
        close(ui, &mut found);
    });
    found
}

/// A group of keys: each with its effect, and details.
struct Section {
    title: String,
    rows: Vec<(String, String, String)>,
}

/// Distributes sections over columns of about the same height. A long one continues in the next column.
fn spread(sections: Vec<Section>, columns: usize) -> Vec<Vec<Section>> {
    // A heading takes the room of two rows.
    let all: usize = sections.iter().map(|section| section.rows.len() + 2).sum();
    let most = all.div_ceil(columns) + 1;
    let mut spread: Vec<Vec<Section>> = vec![Vec::new()];
    let mut left = most;
    for mut section in sections {
        loop {
            let is_last = spread.len() == columns;
            if is_last || section.rows.len() + 2 <= left {
                left = left.saturating_sub(section.rows.len() + 2);
                spread.last_mut().expect("there is a column").push(section);
                break;
            }
            if left > 5 {
                let rest = section.rows.split_off(left - 2);
                let title = section.title.clone();
                spread.last_mut().expect("there is a column").push(section);
                section = Section { title, rows: rest };
            }
            spread.push(Vec::new());
            left = most;
        }
    }
    spread
}

/// All keys of a turn.
fn sections(ctx: &egui::Context, model: &KeysModel) -> Vec<Section> {
    let plain = |title: &str, rows: &[(&str, &str)]| Section {
        title: title.to_owned(),
        rows: rows
            .iter()
            .map(|(keys, text)| ((*keys).to_owned(), (*text).to_owned(), String::new()))
            .collect(),
    };
    let begins = texts::begin_with(model.begins);
    let line = [&[(texts::LETTERS, begins.as_str())], texts::LINE_KEYS].concat();
    let mut sections = vec![plain(line::LABEL, &line)];
    for LineKeys { title, keys } in &model.line {
        let row = |key: &game::line::LineKey| (key.keys.clone(), key.about.to_owned(), key.word.to_owned());
        sections.push(Section { title: (*title).to_owned(), rows: keys.iter().map(row).collect() });
    }
    sections.push(plain(texts::DICE, texts::DICE_KEYS));
    let keyed = model.commands.iter().map(|command| (command, command.keys(ctx)));
    let said = |command: &Command| match command {
        Command::LookOn => texts::LOOK_ON,
        other => other.text(),
    };
    let row =
        |(command, keys): (&Command, String)| (keys, said(command).to_owned(), command.tooltip().to_owned());
    let rows = keyed.filter(|(_, keys)| !keys.is_empty()).map(row).collect();
    sections.push(Section { title: texts::WINDOW.to_owned(), rows });
    sections.push(plain(texts::POINTER, if model.hexes { texts::ON_MAP } else { texts::ON_TABLE }));
    sections
}

/// The keys of the map editor, while a map is edited.
pub fn editor_keys_ui(ctx: &egui::Context) -> bool {
    let mut found = None;
    let room = ctx.content_rect().size();
    let wide = (room.x - 80.0).clamp(240.0, 900.0);
    window(ctx, texts::EDITOR_TITLE, wide, |ui| {
        ui.set_width(wide);
        ScrollArea::vertical().max_height((room.y - 160.0).max(160.0)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if wide < TWO_COLUMNS {
                tools_ui(ui);
                editor_ui(ui);
                return;
            }
            ui.columns(2, |columns| {
                tools_ui(&mut columns[0]);
                editor_ui(&mut columns[1]);
            });
        });
        close(ui, &mut found);
    });
    found.is_some()
}

fn tools_ui(ui: &mut Ui) {
    let tools = Tool::ALL.into_iter().map(|tool| {
        let facts = tool.facts();
        let key = facts.shortcut.map(|keys| say_keys(ui.ctx(), &keys)).unwrap_or_default();
        (format!("{key}   {}", facts.text), facts.tooltip, "")
    });
    let tools: Vec<_> = tools.collect();
    rows(ui, texts::EDITOR_TOOLS, tools.into_iter());
}

fn editor_ui(ui: &mut Ui) {
    let plain = |(keys, text): (&str, &'static str)| (keys.to_owned(), text, "");
    rows(ui, texts::EDITOR, texts::IN_EDITOR.into_iter().map(plain));
    rows(ui, texts::EDITOR_POINTER, texts::ON_EDITED_MAP.into_iter().map(plain));
}

/// Shows rows of keys and their effects. The column of the keys is measured beforehand: a grid would know its widths only from
/// the frame before, and its first frame would be wrong.
fn rows<'r>(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'r str, &'r str)>) {
    heading(ui, title);
    let rows: Vec<_> = rows.collect();
    let font = TextStyle::Body.resolve(ui.style());
    let measure = |keys: &str| {
        ui.painter().layout_no_wrap(keys.to_owned(), font.clone(), ui.visuals().text_color()).size().x
    };
    let wide = ui.available_width();
    // Three columns have small type, and no height to spare.
    let pad = i8::from(font.size > SMALL_TYPE);
    let first = rows.iter().map(|(keys, ..)| measure(keys)).fold(0.0, f32::max).min(wide * 0.4).ceil();
    for (index, (keys, text, more)) in rows.into_iter().enumerate() {
        let stripe = if index % 2 == 1 { ui.visuals().faint_bg_color } else { Color32::TRANSPARENT };
        Frame::new().fill(stripe).inner_margin(Margin::symmetric(4, pad)).show(ui, |ui| {
            ui.set_width(wide - 8.0);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 16.0;
                ui.allocate_ui(vec2(first, 0.0), |ui| {
                    ui.set_width(first);
                    ui.add(Label::new(RichText::new(keys).strong()).wrap());
                });
                let label = ui.add(Label::new(text).wrap());
                if !more.is_empty() {
                    label.on_hover_text(more);
                }
            });
        });
    }
    ui.add_space(3.0);
}
