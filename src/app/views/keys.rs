//! Every key of the window, grouped: what the order line understands, the commands, the pointer.

use egui::{Color32, Frame, Label, Margin, RichText, ScrollArea, TextStyle, Ui, vec2};

use crate::app::command::{Command, say_keys};
use crate::app::hex::editor::{self, Tool};
use crate::game::line::LineKeys;

use super::dialogs::{close, window};
use super::heading;

/// Below this width all keys stand in one column, in points.
const TWO_COLUMNS: f32 = 640.0;

/// What the list of keys has to know of a game.
#[derive(Clone, Debug)]
pub struct KeysModel {
    /// How a line begins: `a name`, `the number of a hex`.
    pub begins: &'static str,
    /// What a line may say.
    pub line: Vec<LineKeys>,
    /// What the window can be told.
    pub commands: Vec<Command>,
    /// It is played on a map of hexes.
    pub hexes: bool,
}

pub fn keys_ui(ctx: &egui::Context, model: &KeysModel) -> Option<Command> {
    let mut found = None;
    let room = ctx.content_rect().size();
    let wide = (room.x - 80.0).clamp(240.0, 1080.0);
    let high = (room.y - 140.0).max(160.0);
    window(ctx, "Keys", wide, |ui| {
        ui.set_width(wide);
        ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if wide < TWO_COLUMNS {
                line_ui(ui, model);
                commands_ui(ui, model);
                return;
            }
            ui.columns(2, |columns| {
                line_ui(&mut columns[0], model);
                commands_ui(&mut columns[1], model);
            });
        });
        close(ui, &mut found);
    });
    found
}

/// The keys of the map editor, while a map is edited.
pub fn editor_keys_ui(ctx: &egui::Context) -> bool {
    let mut found = None;
    let room = ctx.content_rect().size();
    let wide = (room.x - 80.0).clamp(240.0, 900.0);
    window(ctx, "Keys of the map editor", wide, |ui| {
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
    rows(ui, "Tools of the map editor", tools.into_iter());
}

fn editor_ui(ui: &mut Ui) {
    let plain = |(keys, text): (&str, &'static str)| (keys.to_owned(), text, "");
    rows(ui, "Map editor", editor::keys::LISTED.into_iter().map(plain));
    rows(ui, "Pointer in the map editor", editor::keys::POINTER.into_iter().map(plain));
}

/// Rows of keys and what they do. The column of the keys is measured before anything is laid out: a grid would know its
/// widths only from the frame before, and its first one would be a jumble.
fn rows<'r>(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'r str, &'r str)>) {
    heading(ui, title);
    let rows: Vec<_> = rows.collect();
    let font = TextStyle::Body.resolve(ui.style());
    let measure = |keys: &str| {
        ui.painter().layout_no_wrap(keys.to_owned(), font.clone(), ui.visuals().text_color()).size().x
    };
    let wide = ui.available_width();
    let first = rows.iter().map(|(keys, ..)| measure(keys)).fold(0.0, f32::max).min(wide * 0.4).ceil();
    for (index, (keys, text, more)) in rows.into_iter().enumerate() {
        let stripe = if index % 2 == 1 { ui.visuals().faint_bg_color } else { Color32::TRANSPARENT };
        Frame::new().fill(stripe).inner_margin(Margin::symmetric(4, 2)).show(ui, |ui| {
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
    ui.add_space(8.0);
}

fn line_ui(ui: &mut Ui, model: &KeysModel) {
    let begins = format!("Begin a line with {}", model.begins);
    let opening = [
        ("A to Z, 0 to 9", begins.as_str()),
        ("#", "Begin a line with a number of what is due"),
        (".", "Begin a line that ends the step; Enter gives it"),
        ("/ or Enter", "Begin an empty line; Enter, where nothing waits to be given"),
        ("Enter", "Give the line; an empty one gives what is in hand"),
        ("Tab", "Complete; again for the next"),
        ("Up, Down", "Lines given before"),
        ("Escape", "Leave the line"),
        ("Alt+0 to Alt+9", "Choose what is due by its number"),
        ("Space", "Go on, where only one thing is due"),
    ];
    rows(ui, "Order line", opening.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")));
    for LineKeys { title, keys } in &model.line {
        rows(ui, title, keys.iter().map(|key| (key.keys.clone(), key.about, key.word)));
    }
    if model.hexes {
        editor_ui(ui);
    }
}

fn commands_ui(ui: &mut Ui, model: &KeysModel) {
    let listed: Vec<(Command, String)> =
        model.commands.iter().map(|command| (command.clone(), command.keys(ui.ctx()))).collect();
    let keyed = listed.iter().filter(|(_, keys)| !keys.is_empty());
    let said = |command: &Command| match command {
        Command::LookOn => "One order on, only while an earlier table is seen",
        other => other.text(),
    };
    rows(ui, "Window", keyed.map(|(command, keys)| (keys.clone(), said(command), command.tooltip())));
    let pointer = [
        ("Drag", "Move the table, or lift a stand that may act"),
        ("Wheel", "Zoom to the pointer"),
        ("Ctrl+Wheel", "Turn the stand in hand"),
        ("Shift+Click", "Set a way-point for the stand in hand"),
        ("Tab", "Next stand or button, outside the order line"),
    ];
    if model.hexes {
        let pointer = [
            ("Click", "Take a counter in hand and put it down; in combat, in or out of the combat"),
            ("Drag", "Move the map, or a counter"),
            ("Wheel", "Zoom to the pointer"),
            ("Right button", "On a counter: what the referee may override"),
            ("Small map", "Click or drag on it: move the map, while not all of it is seen"),
            ("Tab", "Next counter, hex or button, outside the order line"),
        ];
        rows(ui, "Pointer", pointer.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")));
        tools_ui(ui);
        return;
    }
    rows(ui, "Pointer", pointer.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")));
}
