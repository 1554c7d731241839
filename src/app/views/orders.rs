//! What is due, every way to answer it, and the card of the order in hand.

use std::collections::BTreeSet;

use egui::{RichText, Role, ScrollArea, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::line::{Choice, Choosing};
use crate::app::models::{Card, DueModel, Weighed};
use crate::app::painter::Ink;
use crate::app::state::Lifted;
use crate::app::theme::{Palette, heading_font, serif_font};
use crate::dice::TypedEntry;
use crate::rules::Refused;
use crate::rules::easy::{Order, Refusal, StandId};

use super::log::note_ui;
use super::{
    answer_button, bar, clause, command_button, first, heading, main_button, numbered, sheet, swatch, weak,
};

/// What the panel shows besides what is due.
#[derive(Debug)]
pub struct InHand<'a> {
    pub card: Option<&'a Card>,
    pub lifted: Option<(&'a Lifted, String)>,
    pub ticked: &'a BTreeSet<StandId>,
    pub pairs: &'a BTreeSet<(StandId, StandId)>,
    /// An order waits for typed dice.
    pub waits_for_dice: bool,
    /// What may have been drawn, where that is asked for instead of dice.
    pub names: &'a [String],
    /// What is due as it is numbered for the keyboard.
    pub choices: &'a [Choice],
}

impl InHand<'_> {
    /// The number by which this is chosen.
    fn number(&self, what: &Choosing) -> Option<usize> {
        self.choices.iter().find(|choice| choice.what == *what).map(|choice| choice.number)
    }

    fn number_of(&self, order: &Order) -> Option<usize> {
        self.number(&Choosing::Order(order.clone()))
    }
}

pub fn orders_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>) -> Option<Command> {
    let mut found = None;
    // What is in the panel takes the panel's width and never widens it.
    ui.set_max_width(ui.available_width());
    prompt_ui(ui, model);
    ui.add_space(4.0);
    let choosing =
        !hand.waits_for_dice && hand.names.is_empty() && hand.lifted.is_none() && hand.card.is_none();
    if choosing {
        let endings = model.exact.iter().filter(|(.., kind)| is_ending(kind)).count();
        let room = (ui.available_height() - endings as f32 * ENDING_HEIGHT).max(80.0);
        ui.allocate_ui(vec2(ui.available_width(), room), |ui| {
            list_ui(ui, model, hand, &mut found);
        });
        ending_ui(ui, model, hand, &mut found);
        return found;
    }
    list_ui(ui, model, hand, &mut found);
    found
}

/// Room for one button that ends a step, in points.
const ENDING_HEIGHT: f32 = 46.0;

fn is_ending(kind: &str) -> bool {
    matches!(kind, "end-moves" | "finish")
}

/// What scrolls: the question, the stand or the card in hand, or what may be ordered.
fn list_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        if !hand.names.is_empty() {
            heading(ui, "Which one was drawn?");
            for (index, name) in hand.names.iter().enumerate() {
                let number = hand.number(&Choosing::Drawn(name.clone()));
                if numbered(answer_button(ui, name), ui, number).clicked() {
                    let drawn = TypedEntry::Faces(vec![index as u16 + 1]);
                    first(found, Command::EnterDice(drawn));
                }
            }
            return;
        }
        if hand.waits_for_dice {
            weak(ui, "Type the dice in the tray below, or let the program roll");
        }
        if let Some((lifted, name)) = &hand.lifted {
            lifted_ui(ui, lifted, name, found);
        } else if let Some(card) = hand.card {
            card_ui(ui, card, hand.waits_for_dice, found);
        } else if !hand.waits_for_dice {
            offers_ui(ui, model, hand, found);
        }
    });
}

fn prompt_ui(ui: &mut Ui, model: &DueModel) {
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = model.colour {
            swatch(ui, colour);
        }
        heading(ui, "Due");
        if !model.step.is_empty() {
            weak(ui, &model.step);
        }
        clause(ui, &model.clause);
    });
    ui.label(RichText::new(&model.prompt).font(serif_font(17.0)));
}

fn offers_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    if model.over && main_button(ui, "Show the result").clicked() {
        first(found, Command::ShowResult);
    }
    // The game's next step first, in large letters.
    for (order, words, kind) in &model.exact {
        if matches!(*kind, "draw" | "weather" | "roll-weather")
            && numbered(main_button(ui, words), ui, hand.number_of(order)).clicked()
        {
            first(found, Command::Give(order.clone()));
        }
    }
    if model.can_activate {
        ticks_ui(ui, model, hand.ticked, found);
    }
    if !model.pairs.is_empty() || !model.default_pairs.is_empty() {
        pairs_ui(ui, model, hand.pairs, found);
    }
    group(ui, model, hand, "Picks", &["pick"], found);
    group(ui, model, hand, "Rally", &["rally"], found);
    group(ui, model, hand, "Decide", &["react", "place-hits", "split", "continue"], found);
    group(ui, model, hand, "Combats", &["opening-fire", "resolve", "retreat", "rout"], found);
    if !model.movers.is_empty() || !model.arrivals.is_empty() {
        ui.add_space(6.0);
        heading(ui, "May move");
        weak(ui, "Drag a stand on the table, or pick it here");
        for (stand, name, what) in &model.movers {
            let response = ui.add(egui::Button::new(format!("{name}, {what}")).truncate());
            if response.clicked() {
                first(found, Command::PickUp(*stand));
            }
        }
        for (stand, name) in &model.arrivals {
            if ui.button(format!("{name} comes on")).clicked() {
                first(found, Command::BringOn(*stand));
            }
        }
    }
    group(ui, model, hand, "Fire", &["fire"], found);
    let known = [
        "draw",
        "weather",
        "roll-weather",
        "react",
        "place-hits",
        "split",
        "continue",
        "opening-fire",
        "resolve",
        "retreat",
        "rout",
        "fire",
        "pick",
        "rally",
        "end-moves",
        "finish",
    ];
    let others: Vec<&str> =
        model.exact.iter().map(|(.., kind)| *kind).filter(|kind| !known.contains(kind)).collect();
    group(ui, model, hand, "Also", &others, found);
}

/// What ends the step: always in sight, below the list that scrolls.
fn ending_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    ui.add_space(4.0);
    for (order, words, kind) in &model.exact {
        if is_ending(kind) {
            let alone = *kind == "end-moves"
                || model.exact.len() == 1 && !model.can_activate && model.movers.is_empty();
            let button = if alone { main_button(ui, words) } else { answer_button(ui, words) };
            if numbered(button, ui, hand.number_of(order)).clicked() {
                first(found, Command::Give(order.clone()));
            }
        }
    }
}

/// Orders of some kinds under one heading. Those with something to weigh show their card first.
fn group(
    ui: &mut Ui,
    model: &DueModel,
    hand: &InHand<'_>,
    title: &str,
    kinds: &[&str],
    found: &mut Option<Command>,
) {
    let mut offers = model.exact.iter().filter(|(.., kind)| kinds.contains(kind)).peekable();
    if offers.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    heading(ui, title);
    for (order, words, _) in offers {
        let weighed = matches!(
            order,
            Order::Fire { .. }
                | Order::Resolve { .. }
                | Order::Retreat { .. }
                | Order::OpeningFire { .. }
                | Order::Rally { .. }
        );
        if numbered(answer_button(ui, words), ui, hand.number_of(order)).clicked() {
            let order = order.clone();
            first(found, if weighed { Command::Take(order) } else { Command::Give(order) });
        }
    }
}

fn ticks_ui(ui: &mut Ui, model: &DueModel, ticked: &BTreeSet<StandId>, found: &mut Option<Command>) {
    ui.horizontal(|ui| {
        heading(ui, "Stands to activate");
        for command in [Command::TickAll, Command::TickNone] {
            if ui.small_button(command.text()).clicked() {
                first(found, command);
            }
        }
    });
    let palette = Palette::of(ui.visuals());
    for row in &model.ticks {
        ui.horizontal(|ui| {
            let mut on = ticked.contains(&row.id);
            let response = ui.add_enabled(row.open, egui::Checkbox::new(&mut on, &row.name));
            let said = format!("{}, {}", row.name, row.distance);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, row.open, on, &said));
            if response.clicked() {
                first(found, Command::Tick(row.id));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let words = match (row.open, row.close) {
                    (_, true) => format!("{} (close)", row.distance),
                    (true, false) => row.distance.clone(),
                    (false, false) => format!("{}, out", row.distance),
                };
                let colour = if row.close {
                    palette.ink(Ink::Close)
                } else if row.open {
                    palette.ink(Ink::Good)
                } else {
                    palette.refused()
                };
                let label = ui.label(RichText::new(words).color(colour).size(12.5));
                if let Some(measured) = &row.measured {
                    label.on_hover_text(measured.to_string());
                }
            });
        });
    }
    let count = ticked.len();
    let text = match count {
        0 => "Activate no stand".to_owned(),
        1 => "Activate 1 stand".to_owned(),
        _ => format!("Activate {count} stands"),
    };
    if main_button(ui, &text).clicked() {
        first(found, Command::ActivateTicked);
    }
}

fn pairs_ui(
    ui: &mut Ui,
    model: &DueModel,
    pairs: &BTreeSet<(StandId, StandId)>,
    found: &mut Option<Command>,
) {
    heading(ui, "Attacks");
    weak(ui, "Each attacker on the enemies it fights; leave out what is only touched");
    for (attacker, defender, words) in &model.pairs {
        let mut on = pairs.contains(&(*attacker, *defender));
        if ui.checkbox(&mut on, words).clicked() {
            first(found, Command::Pair(*attacker, *defender));
        }
    }
    let text = match pairs.len() {
        1 => "Declare 1 attack".to_owned(),
        n => format!("Declare {n} attacks"),
    };
    if main_button(ui, &text).clicked() {
        first(found, Command::DeclarePairs);
    }
}

fn refusal_ui(ui: &mut Ui, refusal: &Refusal) {
    let palette = Palette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("Not allowed: {}", refusal.fact)).color(palette.refused()));
        clause(ui, refusal.clause);
    });
    if let Some(measured) = refusal.measured() {
        ui.label(RichText::new(measured.to_string()).size(12.5).color(palette.refused()));
    }
    if !refusal.remedy.is_empty() {
        weak(ui, &refusal.remedy);
    }
}

fn card_ui(ui: &mut Ui, card: &Card, waits: bool, found: &mut Option<Command>) {
    // Always in the same place, however long the card is.
    if card.refusal.is_none() && !waits && main_button(ui, "Confirm (Enter)").clicked() {
        first(found, Command::Confirm);
    }
    if command_button(ui, &Command::Cancel, true).clicked() {
        first(found, Command::Cancel);
    }
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(&card.title).font(heading_font(16.0)));
        if let Some(refusal) = &card.refusal {
            refusal_ui(ui, refusal);
        }
        for note in &card.notes {
            note_ui(ui, note);
        }
        if let Some(throw) = &card.throw {
            weak(ui, format!("To roll: {}, {}", throw.why, throw_words(throw)));
        }
        if let Some(odds) = &card.odds {
            ui.add_space(4.0);
            odds_ui(ui, odds);
        }
    });
}

fn throw_words(throw: &crate::dice::Throw) -> String {
    super::tray::say_throw(throw.dice, throw.sides, &throw.reading)
}

/// Exact odds: how it ends, what each loses, and the likeliest results, as words over bars.
fn odds_ui(ui: &mut Ui, odds: &Weighed) {
    heading(ui, "Exact odds");
    for (words, chance) in &odds.ends {
        chance_ui(ui, words, *chance, 1.0, 13.5);
    }
    for (name, lost, gone) in &odds.losses {
        let gone = if *gone > 0.0005 { format!(", gone {:.1} %", gone * 100.0) } else { String::new() };
        weak(ui, format!("{name} loses {lost:.2} on average{gone}"));
    }
    let shown = if odds.ends.is_empty() { 10 } else { 5 };
    let most = odds.results.iter().map(|chance| chance.probability).fold(0.0, f64::max).max(1e-9);
    if !odds.ends.is_empty() {
        weak(ui, "Likeliest results");
    }
    for chance in odds.results.iter().take(shown) {
        chance_ui(ui, &chance.result, chance.probability, most, 12.5);
    }
    if odds.results.len() > shown {
        let rest: f64 = odds.results.iter().skip(shown).map(|chance| chance.probability).sum();
        weak(ui, format!("and {} less likely, {:.1} % together", odds.results.len() - shown, rest * 100.0));
    }
}

/// Words over a bar as long as the chance is of `whole`.
fn chance_ui(ui: &mut Ui, words: &str, chance: f64, whole: f64, size: f32) {
    let palette = Palette::of(ui.visuals());
    let ink = ui.visuals().text_color();
    let percent = format!("{:.1} %", chance * 100.0);
    let font = egui::FontId::proportional(size);
    let wide = ui.available_width();
    let galley = ui.painter().layout(words.to_owned(), font.clone(), ink, wide - 64.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, galley.size().y + 5.0), egui::Sense::hover());
    bar(ui, rect, (chance / whole) as f32, palette.bar().gamma_multiply(0.55));
    ui.painter().galley(rect.min + vec2(4.0, 2.5), galley, ink);
    ui.painter().text(rect.right_center() - vec2(3.0, 0.0), egui::Align2::RIGHT_CENTER, &percent, font, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{percent} {words}")));
}

fn lifted_ui(ui: &mut Ui, lifted: &Lifted, name: &str, found: &mut Option<Command>) {
    let palette = Palette::of(ui.visuals());
    let trip = &lifted.trip;
    ui.horizontal(|ui| {
        for command in [Command::TurnGhost(-1.0), Command::TurnGhost(1.0), Command::WayPoint] {
            if command_button(ui, &command, true).clicked() {
                first(found, command);
            }
        }
    });
    if trip.refusal.is_none() {
        if main_button(ui, "Put down here (Enter)").clicked() {
            first(found, Command::Drop);
        }
    } else if !trip.legal.legs.is_empty() && answer_button(ui, "Go as far as it may").clicked() {
        first(found, Command::DropShort);
    }
    if command_button(ui, &Command::Cancel, true).clicked() {
        first(found, Command::Cancel);
    }
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(format!("In hand: {name}")).font(heading_font(16.0)));
        let left = trip.allowance - trip.cost;
        let words = format!("{:.2} in of {:.2} in, {:.2} in left", trip.cost, trip.allowance, left.max(0.0));
        let colour =
            if trip.refusal.is_some() || left < -0.001 { palette.refused() } else { palette.ink(Ink::Good) };
        ui.label(RichText::new(words).color(colour));
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), egui::Sense::empty());
        ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
        let share = if trip.allowance > 0.0 { trip.cost / trip.allowance } else { 1.0 };
        bar(ui, rect, share, colour);
        for note in &trip.notes {
            ui.label(RichText::new(note).size(12.5));
        }
        if let Some(refusal) = &trip.refusal {
            refusal_ui(ui, refusal);
        }
        if !lifted.threats.is_empty() {
            ui.add_space(3.0);
            heading(ui, "Standing there");
            for threat in &lifted.threats {
                ui.label(RichText::new(threat).size(12.5));
            }
        }
        weak(ui, "Q and E turn it, Shift-click sets a way-point, Esc puts it back");
    });
}
