//! The log: what was ordered and what came of it; every line opens its working.

use std::collections::BTreeSet;

use egui::{RichText, ScrollArea, Sense, Ui, vec2};

use crate::app::command::Command;
use crate::app::models::LogRow;
use crate::app::theme::{Palette, heading_font};
use crate::rules::working::Note;

use super::{clause, first, weak};

pub fn log_ui(ui: &mut Ui, rows: &[LogRow], open: &BTreeSet<usize>) -> Option<Command> {
    let mut found = None;
    ScrollArea::vertical().auto_shrink([false; 2]).stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if rows.is_empty() {
            weak(ui, "The record begins with the first order");
        }
        let mut pointed = None;
        // Only the last part is laid out until more is wanted: a battle has some two thousand lines.
        let shown = rows.len().saturating_sub(400);
        for row in &rows[shown..] {
            if let Some(turn) = &row.turn {
                entry_ui(ui, row, open, &mut found, &mut pointed);
                ui.add_space(3.0);
                ui.label(RichText::new(turn).font(heading_font(15.0)));
                continue;
            }
            entry_ui(ui, row, open, &mut found, &mut pointed);
        }
        if found.is_none() {
            found = Some(Command::PointAt(pointed));
        }
    });
    found
}

fn entry_ui(
    ui: &mut Ui,
    row: &LogRow,
    open: &BTreeSet<usize>,
    found: &mut Option<Command>,
    pointed: &mut Option<usize>,
) {
    let palette = Palette::of(ui.visuals());
    let is_open = open.contains(&row.number);
    let inner = ui.scope(|ui| {
        let (head, rest) =
            row.words.split_first().map_or(("", &[][..]), |(head, rest)| (head.as_str(), rest));
        let mut words = RichText::new(format!("{} {head}", if is_open { "–" } else { "+" })).size(13.0);
        if row.undone {
            words = words.strikethrough().color(palette.weak());
        }
        let line = ui.add(egui::Label::new(words).wrap().sense(Sense::click()));
        if line.clicked() {
            first(found, Command::OpenEntry(row.number));
        }
        if !row.undone {
            for event in rest {
                ui.add(
                    egui::Label::new(
                        RichText::new(format!("      {event}")).size(12.5).color(palette.weak()),
                    )
                    .wrap(),
                );
            }
        }
        if is_open {
            ui.indent(("working", row.number), |ui| {
                for throw in &row.dice {
                    let faces = throw.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
                    let by = if row.typed { "typed" } else { "rolled" };
                    let said = if faces.is_empty() {
                        throw.came_to.clone()
                    } else {
                        format!("{faces}, {}", throw.came_to)
                    };
                    ui.label(RichText::new(format!("{}: {by} {said}", throw.why)).size(12.5));
                }
                for note in &row.working {
                    note_ui(ui, note);
                }
                if ui
                    .small_button("Play on from here")
                    .on_hover_text("The table as it was after this order")
                    .clicked()
                {
                    first(found, Command::GoTo(row.number));
                }
            });
        }
    });
    let rect = inner.response.rect.expand2(vec2(4.0, 0.0));
    if ui.rect_contains_pointer(rect) {
        *pointed = Some(row.number);
        ui.painter().rect_stroke(
            rect,
            3.0,
            egui::Stroke::new(1.0, palette.card_line()),
            egui::StrokeKind::Inside,
        );
    }
}

/// One step of the working: words, what was measured, what modified it, and the clause.
pub fn note_ui(ui: &mut Ui, note: &Note) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(&note.text).size(13.0));
        clause(ui, note.clause);
    });
    if let Some(measured) = &note.measured {
        let colour = match (measured.is_close(), measured.passes()) {
            (true, _) => palette.ink(crate::app::painter::Ink::Close),
            (false, true) => palette.ink(crate::app::painter::Ink::Good),
            (false, false) => palette.ink(crate::app::painter::Ink::Bad),
        };
        ui.label(RichText::new(measured.to_string()).size(12.5).color(colour));
    }
    for modifier in &note.modifiers {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(format!("  {:+} {}", modifier.value, modifier.why)).size(12.5));
            clause(ui, modifier.clause);
        });
    }
}
