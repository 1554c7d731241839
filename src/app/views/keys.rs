//! Every key of the window, grouped: what the order line understands, the commands, the pointer.

use egui::{Grid, RichText, ScrollArea, Ui};

use crate::app::command::Command;
use crate::app::line::{HEADS, VERBS};

use super::dialogs::{close, window};
use super::heading;

pub fn keys_ui(ctx: &egui::Context) -> Option<Command> {
    let mut found = None;
    let wide = (ctx.content_rect().width() - 80.0).clamp(600.0, 1080.0);
    let high = (ctx.content_rect().height() - 180.0).max(200.0);
    window(ctx, "Keys", wide, |ui| {
        ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
            ui.columns(2, |columns| {
                line_ui(&mut columns[0]);
                commands_ui(&mut columns[1]);
            });
        });
        close(ui, &mut found);
    });
    found
}

fn rows<'r>(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'r str, &'r str)>) {
    heading(ui, title);
    Grid::new(title).num_columns(2).striped(true).spacing([16.0, 3.0]).show(ui, |ui| {
        for (keys, text, more) in rows {
            ui.label(RichText::new(keys).strong());
            let label = ui.add(egui::Label::new(text).wrap());
            if !more.is_empty() {
                label.on_hover_text(more);
            }
            ui.end_row();
        }
    });
    ui.add_space(8.0);
}

fn line_ui(ui: &mut Ui) {
    let opening = [
        ("0 to 9, #, .", "Begin a line with a badge, a number of what is due, or the end of a step"),
        ("/ or Enter", "Begin an empty line"),
        ("Enter", "Give the line"),
        ("Tab", "Complete; again for the next"),
        ("Up, Down", "Lines given before"),
        ("Escape", "Leave the line"),
        ("Alt+1 to Alt+9", "Choose what is due by its number"),
        ("Space", "Go on, where only one thing is due"),
    ];
    rows(ui, "Order line", opening.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")));
    let stands = [
        ("14   char", "A stand by badge, or by the beginning of its name"),
        ("14,15", "Several stands; while a command is activated, those that act"),
        ("4.", "Four and a half inches"),
        ("ne4", "To a compass point, of sixteen"),
        ("f4tr30f1", "One after the other"),
        ("22:2 23:1", "Where hits fall, or how dice are divided"),
        ("ii", "The chit drawn or the command picked, by some of its name"),
    ];
    let heads = HEADS.iter().map(|(key, word, _, about)| (format!("{key}   {word}"), *about, ""));
    rows(
        ui,
        "Who, and what is due",
        stands.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")).chain(heads),
    );
    rows(ui, "After the stands", VERBS.iter().map(|verb| (verb.example.to_owned(), verb.about, verb.word)));
}

fn commands_ui(ui: &mut Ui) {
    let listed: Vec<(Command, String)> =
        Command::listed().into_iter().map(|command| (command.clone(), command.keys(ui.ctx()))).collect();
    let keyed = listed.iter().filter(|(_, keys)| !keys.is_empty());
    rows(ui, "Window", keyed.map(|(command, keys)| (keys.clone(), command.text(), command.tooltip())));
    let pointer = [
        ("Drag", "Move the table, or lift a stand that may act"),
        ("Wheel", "Zoom to the pointer"),
        ("Ctrl+Wheel", "Turn the stand in hand"),
        ("Shift+Click", "Set a way-point for the stand in hand"),
        ("Tab", "Next stand or button, outside the order line"),
    ];
    rows(ui, "Pointer", pointer.into_iter().map(|(keys, text)| (keys.to_owned(), text, "")));
}
