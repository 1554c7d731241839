//! The card of an order: who fights with what, what modifies it, what is thrown, and what may come of it.

use egui::{Align, Layout, RichText, Ui};

use crate::app::command::Command;
use crate::app::theme::{EguiPalette, heading_font};
use crate::app::views::cards::chance_ui;
use crate::app::views::log::note_ui;
use crate::app::views::{clause, command_button, first, heading, swatch, weak};
use crate::drawing::ArmyColour;
use crate::game::{Card, CardSide, Chances, WireRefusal};

use super::remarks_ui;

/// So many results are listed one by one.
const LISTED: usize = 10;

/// Why it is refused, and what would be accepted.
pub fn why_ui(ui: &mut Ui, refusal: &WireRefusal) {
    let palette = EguiPalette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("Not allowed: {}", refusal.fact())).color(palette.refused()));
        clause(ui, &refusal.clause);
    });
    if !refusal.remedy.is_empty() {
        weak(ui, &refusal.remedy);
    }
}

/// The same, with what puts it away and the referee's way round it.
pub fn refused_ui(ui: &mut Ui, refusal: &WireRefusal, away: Option<Command>, found: &mut Option<Command>) {
    why_ui(ui, refusal);
    ui.horizontal(|ui| {
        for command in away.into_iter().chain([Command::Overrule(refusal.clause.clone())]) {
            if command_button(ui, &command, true).clicked() {
                first(found, command);
            }
        }
    });
}

/// All of a card but its title and its refusal; the colour of a side by its id.
pub fn card_ui(ui: &mut Ui, card: &Card, colour: &dyn Fn(&str) -> Option<ArmyColour>) {
    if let Some(throw) = &card.throw {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let words = throw.say();
            ui.label(RichText::new(format!("To roll: {words}")).strong());
            clause(ui, &throw.clause);
        });
    }
    if !card.sides.is_empty() {
        ui.columns(card.sides.len(), |columns| {
            for (ui, side) in columns.iter_mut().zip(&card.sides) {
                // Columns justify their text, which tears short lines apart.
                ui.with_layout(Layout::top_down(Align::Min), |ui| side_ui(ui, side, colour(&side.side)));
            }
        });
    }
    for note in &card.notes {
        note_ui(ui, note);
    }
    if !card.tried.is_empty() {
        weak(ui, "Tried before");
        remarks_ui(ui, &card.tried);
    }
    if let Some(chances) = &card.chances {
        chances_ui(ui, chances);
    }
}

fn side_ui(ui: &mut Ui, side: &CardSide, colour: Option<ArmyColour>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = colour {
            swatch(ui, colour);
        }
        let total = side.total.map_or(String::new(), |total| format!(" {total}"));
        ui.label(RichText::new(format!("{}{total}", side.title)).font(heading_font(14.5)));
    });
    for (name, words) in &side.pieces {
        ui.label(RichText::new(name).size(13.5));
        weak(ui, words);
    }
    for throw in &side.throws {
        if throw.dice > 0 {
            let on = throw.hits_on.map_or("cannot hit".to_owned(), |face| format!("hits on {face} or more"));
            let dice = if throw.dice == 1 { "1 die".to_owned() } else { format!("{} dice", throw.dice) };
            ui.label(RichText::new(format!("{dice}, {on}")).strong().size(13.5)).on_hover_text(&throw.what);
        }
        for modifier in &throw.modifiers {
            ui.label(RichText::new(format!("{:+} {}", modifier.value, modifier.why)).size(12.5));
            clause(ui, modifier.clause);
        }
        clause(ui, throw.clause);
    }
    if !side.result.is_empty() {
        ui.label(RichText::new(&side.result).strong());
    }
}

fn chances_ui(ui: &mut Ui, chances: &Chances) {
    heading(ui, "Exact odds");
    for end in &chances.ends {
        chance_ui(ui, &end.result, end.probability, 1.0, 13.5);
    }
    for (name, lost, gone) in &chances.losses {
        let gone = if *gone > 0.0005 { format!(", gone {:.1} %", gone * 100.0) } else { String::new() };
        weak(ui, format!("{name} loses {lost:.2} on average{gone}"));
    }
    if let Some(words) = &chances.unlisted {
        weak(ui, words);
    }
    let most = chances.results.iter().map(|chance| chance.probability).fold(1e-9, f64::max);
    for chance in chances.results.iter().take(LISTED) {
        chance_ui(ui, &chance.result, chance.probability, most, 12.5);
    }
    if let Some(rest @ [_, ..]) = chances.results.get(LISTED..) {
        let sum: f64 = rest.iter().map(|chance| chance.probability).sum();
        weak(ui, format!("and {} less likely, {:.1} % together", rest.len(), sum * 100.0));
    }
}
