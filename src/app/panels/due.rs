//! What is due, every way to answer it, and what is in hand.

use egui::{Panel, RichText, ScrollArea, Ui};

use crate::app::command::Command;
use crate::app::state::Habit;
use crate::app::theme::{heading_font, serif_font};
use crate::app::views::{
    answer_button, clause, command_button, first, heading, main_button, numbered, sheet, swatch, weak,
};
use crate::app::window::Deed;
use crate::app::window::hand::{Hand, InHand, Made};
use crate::app::window::told::{Row, Told};
use crate::dice::TypedEntry;
use crate::drawing::ArmyColour;
use crate::game::{Answer, Card, Draft, Spot, Verb, sentence};

use super::card::{card_ui, refused_ui, why_ui};
use super::questions::{Said, question_ui};
use super::remarks_ui;

/// What the panel shows.
#[derive(Debug)]
pub struct DueModel<'a> {
    pub told: &'a Told,
    pub verbs: &'static [Verb],
    pub hand: &'a Hand,
    /// Orders about the selected piece that are chosen on it.
    pub on_selected: &'a [(Draft, String)],
    pub proposals: &'a [(Draft, String)],
    /// The rules can be asked for proposals.
    pub proposes: bool,
    pub waits_for_dice: bool,
    /// What may have been drawn, where that is asked for instead of dice.
    pub names: &'a [String],
    pub other_habit: Habit,
    pub is_over: bool,
}

impl DueModel<'_> {
    fn colour(&self, side: &str) -> Option<ArmyColour> {
        self.told.colours.get(side).copied()
    }
}

fn deed(found: &mut Option<Command>, deed: Deed) {
    first(found, Command::Play(deed));
}

pub fn due_ui(ui: &mut Ui, model: &DueModel<'_>) -> Option<Command> {
    let mut found = None;
    // What is in the panel takes the panel's width and never widens it.
    ui.set_max_width(ui.available_width());
    prompt_ui(ui, model);
    ui.add_space(4.0);
    // What ends the step stays in sight at the foot.
    if !model.told.listed.endings.is_empty() && !model.waits_for_dice {
        let foot = Panel::bottom("step end").frame(egui::Frame::new()).show_separator_line(false);
        foot.show(ui, |ui| endings_ui(ui, model, &mut found));
    }
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 4.0);
        if !model.names.is_empty() {
            heading(ui, "Which one was drawn?");
            for (name, face) in model.names.iter().zip(1..) {
                if numbered(ui, Some(usize::from(face)), |ui| answer_button(ui, name)).clicked() {
                    first(&mut found, Command::EnterDice(TypedEntry::Faces(vec![face])));
                }
            }
            return;
        }
        if model.waits_for_dice {
            weak(ui, "The dice are asked for in the tray; they can be typed or rolled there");
            return;
        }
        if model.is_over && main_button(ui, "Show the result").clicked() {
            first(&mut found, Command::ShowResult);
        }
        hand_ui(ui, model, &mut found);
        listed_ui(ui, model, &mut found);
    });
    found
}

fn prompt_ui(ui: &mut Ui, model: &DueModel<'_>) {
    let told = model.told;
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = told.deciding.as_deref().and_then(|side| model.colour(side)) {
            swatch(ui, colour);
        }
        heading(ui, "Due");
        weak(ui, &told.agenda.step);
        clause(ui, told.clause);
    });
    ui.label(RichText::new(&told.prompt).font(serif_font(17.0)));
}

/// What ends the step: the main button where nothing else is left to do.
fn endings_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    let plain = !model.told.agenda.owed.is_empty() || !model.hand.is_empty();
    for row in &model.told.listed.endings {
        let button = numbered(ui, row.number, |ui| match plain {
            true => answer_button(ui, &row.words),
            false => main_button(ui, &row.words),
        });
        if button.clicked() {
            deed(found, Deed::Take(row.order.clone()));
        }
    }
}

fn hand_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    match model.hand {
        Hand::Empty => {}
        Hand::Piece(in_hand) => {
            sheet(ui).show(ui, |ui| piece_ui(ui, in_hand, found));
        }
        Hand::Card(card) => {
            let (_, card) = &**card;
            sheet(ui).show(ui, |ui| whole_card_ui(ui, model, card, found));
        }
        Hand::Made(made) => {
            sheet(ui).show(ui, |ui| made_ui(ui, model, made, found));
        }
    }
    if !model.hand.is_empty() {
        ui.add_space(4.0);
    }
}

/// The piece in hand: what it may spend, and why it may not go.
fn piece_ui(ui: &mut Ui, in_hand: &InHand, found: &mut Option<Command>) {
    ui.set_width(ui.available_width());
    let lift = in_hand.held.lift();
    ui.label(RichText::new(&lift.name).font(heading_font(16.0)));
    if let Some(refusal) = &lift.refusal {
        return refused_ui(ui, refusal, Some(Command::Cancel), found);
    }
    weak(ui, sentence(&lift.words));
    if in_hand.trip.words.is_empty() {
        weak(ui, "Click where it goes; Escape puts it back");
    } else {
        ui.label(&in_hand.trip.words);
    }
    if let Some(refusal) = &in_hand.trip.refusal {
        why_ui(ui, refusal);
    }
    if in_hand.trip.short.is_some() && answer_button(ui, Command::DropShort.text()).clicked() {
        first(found, Command::DropShort);
    }
    for note in &in_hand.trip.notes {
        weak(ui, note);
    }
    ui.horizontal_wrapped(|ui| {
        let turns = [Command::TurnGhost(-1.0), Command::TurnGhost(1.0), Command::WayPoint];
        let turns = turns.into_iter().filter(|_| matches!(lift.from, Some(Spot::Pose { .. })));
        let back = Some(Command::TakeWayPoint).filter(|_| !in_hand.via.is_empty());
        for command in turns.chain(back).chain([Command::Cancel]) {
            if command_button(ui, &command, true).clicked() {
                first(found, command);
            }
        }
    });
}

/// The card of an order that is whole: confirmed here, or refused.
fn whole_card_ui(ui: &mut Ui, model: &DueModel<'_>, card: &Card, found: &mut Option<Command>) {
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.label(RichText::new(&card.title).font(heading_font(15.0)));
    if let Some(refusal) = &card.refusal {
        return refused_ui(ui, refusal, Some(Command::Cancel), found);
    }
    confirm_ui(ui, model, card, found);
    card_ui(ui, card, &|side| model.colour(side));
}

fn confirm_ui(ui: &mut Ui, model: &DueModel<'_>, card: &Card, found: &mut Option<Command>) {
    let words = if card.act.is_empty() { "Confirm" } else { &card.act };
    if main_button(ui, &format!("{words} (K)")).clicked() {
        first(found, Command::Confirm);
    }
    if card.throw.is_some() {
        let other = Command::ConfirmWith(model.other_habit);
        if answer_button(ui, other.text()).on_hover_text(other.tooltip()).clicked() {
            first(found, other);
        }
    }
}

/// An order that is made up: its questions, and what the rules say of it.
fn made_ui(ui: &mut Ui, model: &DueModel<'_>, made: &Made, found: &mut Option<Command>) {
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 3.0;
    let Some(verb) = model.verbs.iter().find(|verb| verb.name == made.draft.verb) else { return };
    ui.horizontal(|ui| {
        heading(ui, verb.title);
        let clear = Command::Play(Deed::Clear);
        if command_button(ui, &clear, !made.is_blank()).clicked() {
            first(found, clear);
        }
    });
    // Always in the same place, however long the card is.
    match made.list().map(|list| list.field.clone()) {
        Some(list) if made.is_entry_whole(&list) => {
            let words = if made.card.act.is_empty() { "Into the list" } else { &made.card.act };
            if main_button(ui, &format!("{words} (K)")).clicked() {
                deed(found, Deed::Enlist(list));
            }
        }
        Some(_) if made.is_whole() && made.card.refusal.is_none() => confirm_ui(ui, model, &made.card, found),
        None if made.is_whole() && made.card.refusal.is_none() => confirm_ui(ui, model, &made.card, found),
        _ => {}
    }
    if let Some(refusal) = &made.card.refusal {
        refused_ui(ui, refusal, None, found);
    }
    let mut said = None;
    for question in &made.questions {
        question_ui(ui, verb, question, &made.draft, &mut said);
    }
    if let Some(said) = said {
        deed(
            found,
            match said {
                Said::Answer(field, answer) => Deed::Answer(field, answer),
                Said::Toggle(field, key) => Deed::Toggle(field, key),
                Said::Strike(field, place) => Deed::Strike(field, place),
            },
        );
    }
    card_ui(ui, &made.card, &|side| model.colour(side));
}

/// Everything that may be ordered.
fn listed_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    let listed = &model.told.listed;
    for (title, rows) in &listed.groups {
        if !title.is_empty() {
            ui.add_space(6.0);
            heading(ui, title);
        }
        let alone = rows.len() == 1 && listed.by_hand.is_empty() && listed.made_up.is_empty();
        rows_ui(ui, rows, title.is_empty() && alone && model.hand.is_empty(), found);
    }
    for (order, words) in model.on_selected {
        if answer_button(ui, words).clicked() {
            deed(found, Deed::Take(order.clone()));
        }
    }
    if model.proposes {
        made_up_ui(ui, model, found);
    }
    let owed = &model.told.agenda.owed;
    if !owed.is_empty() {
        ui.add_space(4.0);
        heading(ui, &format!("Owed{} ({})", beside(model.hand), owed.len()));
        remarks_ui(ui, owed);
    }
    for (title, pieces) in &listed.by_hand {
        ui.add_space(6.0);
        heading(ui, &format!("{title} ({})", pieces.len()));
        weak(ui, "Click one on the table, or pick it here");
        for (key, name) in pieces {
            if ui.add(egui::Button::new(name).truncate().frame(false)).clicked() {
                deed(found, Deed::PickUp(key.clone()));
            }
        }
    }
}

/// What is owed is owed beside what a list has already.
fn beside(hand: &Hand) -> &'static str {
    let listed = |made: &Made| {
        made.draft
            .answers
            .values()
            .any(|answer| matches!(answer, Answer::List(entries) if !entries.is_empty()))
    };
    match hand {
        Hand::Made(made) if listed(made) => " beside the plan",
        Hand::Made(_) | Hand::Piece(_) | Hand::Card(_) | Hand::Empty => "",
    }
}

/// Orders in their own words; the next step of the game in large letters where it is the only one.
fn rows_ui(ui: &mut Ui, rows: &[Row], main: bool, found: &mut Option<Command>) {
    for row in rows {
        let button = numbered(ui, row.number, |ui| match main {
            true => main_button(ui, &row.words),
            false => answer_button(ui, &row.words),
        });
        if button.clicked() {
            deed(found, Deed::Take(row.order.clone()));
        }
    }
}

/// What may be made up, and what the rules propose.
fn made_up_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let in_hand = match model.hand {
            Hand::Made(made) => made.draft.verb.as_str(),
            Hand::Piece(_) | Hand::Card(_) | Hand::Empty => "",
        };
        for verb in model.told.listed.made_up.iter().filter(|verb| verb.name != in_hand) {
            if ui.button(verb.title).on_hover_text(verb.about).clicked() {
                deed(found, Deed::MakeUp(verb.name));
            }
        }
        let propose = Command::Play(Deed::Propose);
        if command_button(ui, &propose, true).clicked() {
            first(found, propose);
        }
    });
    if model.hand.is_empty() {
        weak(ui, "Click those who take part on the table, or propose a plan");
    }
    for (order, words) in model.told.listed.ready.iter().filter(|_| model.proposals.is_empty()) {
        if answer_button(ui, words).clicked() {
            deed(found, Deed::Use(order.clone()));
        }
    }
    for (place, (_, words)) in model.proposals.iter().enumerate() {
        if answer_button(ui, words).clicked() {
            deed(found, Deed::UseProposal(place));
        }
    }
}
