//! The panel of orders: what is due, every way to answer it, and what is in hand.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Button, CollapsingHeader, FontId, Key, Label, Layout, Modifiers, Panel, Response, RichText, Role,
    ScrollArea, Sense, Sides, Ui, WidgetInfo, vec2,
};

use crate::command::Command;
use crate::play::PlayAction;
use crate::play::hand::{Hand, InHand, Made};
use crate::play::summary::{PlaySummary, Row};
use crate::play::wanting;
use crate::play::watch::Watch;
use crate::state::Habit;
use crate::texts::{commands, due as texts, shared};
use crate::theme::{EguiPalette, heading_font, serif_font};
use crate::views::guide::ring_if_lit;
use crate::views::{
    ViewContext, answer_button, bar, clause, command_button, first, heading, main_button, numbered, sheet,
    swatch, weak,
};
use dice::{Throw, TypedEntry};
use drawing::{ArmyColour, Ink};
use game::HeadSide;
use game::{
    Answer, Card, CardFace, Chances, ChosenBy, Draft, Listing, NotNow, Remark, Spent, Spot, Trip, Verb,
    WireRefusal, sentence,
};

use super::card::{Rolls, Shows, card_ui, main_odds_ui, refused_ui, to_roll_ui};
use super::cup::{Drawable, which_ui};
use super::questions::{About, Said, is_grouped, is_short, question_ui};
use super::remarks_ui;
use super::ring::RingItem;

/// The contents of the panel.
#[derive(Debug)]
pub struct DueModel<'a> {
    pub view: &'a ViewContext,
    pub summary: &'a PlaySummary,
    pub verbs: &'static [Verb],
    pub hand: &'a Hand,
    /// The number that gives the order in hand from the keyboard; `None` if it has none.
    pub made_number: Option<usize>,
    /// Orders about the selected piece that are chosen on it; unavailable ones with the reason.
    pub on_selected: &'a [RingItem],
    pub proposals: &'a [(Draft, String)],
    /// Can the rules propose orders?
    pub proposes: bool,
    pub waits_for_dice: bool,
    /// Number of throws already made for the order in hand.
    pub thrown: usize,
    /// The requested throw, and what each of its faces does.
    pub throw: Option<&'a Throw>,
    pub faces: &'a [CardFace],
    /// The threats to the piece in hand.
    pub watch: Option<&'a Watch>,
    /// Are odds being computed?
    pub weighs: bool,
    /// What may have been drawn, if that is asked instead of dice.
    pub names: &'a [Drawable],
    pub habit: Habit,
    pub is_over: bool,
    /// The orders round the selected piece are shown on the table with their numbers: no others have numbers.
    pub ring: bool,
    /// The panel is low: when dice are requested, their title replaces what is due.
    pub low: bool,
    /// Too cramped: omit what the dice tray shows.
    pub tight: bool,
}

/// Width of a scroll bar at the side of the panel, in points.
const BAR: f32 = 12.0;

impl DueModel<'_> {
    /// The number that gives this order from the keyboard now.
    fn number(&self, row: &Row) -> Option<usize> {
        row.number.filter(|_| !self.ring)
    }

    fn colour(&self, side: &str) -> Option<ArmyColour> {
        self.summary.side(side)?.colour
    }

    /// Is the panel low while dice are requested, so that their title is at its head?
    fn is_low_tray(&self) -> bool {
        self.low && self.throw.is_some_and(|throw| throw.names.is_empty())
    }

    /// The requested throw, else the one that this card would need.
    fn rolls<'r>(&'r self, card: Option<&'r Card>) -> Option<Rolls<'r>> {
        let (throw, faces) = match (self.throw, card) {
            (Some(throw), _) => (throw, self.faces),
            (None, Some(card)) => (card.throw.as_ref()?, &card.faces[..]),
            (None, None) => return None,
        };
        let stakes = card.map_or("", |card| card.stakes.as_str());
        // The dice tray names the throw.
        let titled = self.tight && self.throw.is_some_and(|throw| throw.names.is_empty());
        Some(Rolls { throw, by: self.summary.roller(throw), stakes, faces, titled })
    }
}

fn deed(found: &mut Option<Command>, deed: PlayAction) {
    first(found, Command::Play(deed));
}

pub fn due_ui(ui: &mut Ui, model: &DueModel<'_>) -> Option<Command> {
    let mut found = None;
    // The contents take the panel's width and never widen it.
    ui.set_max_width(ui.available_width());
    if !model.is_low_tray() {
        prompt_ui(ui, model);
        ui.add_space(4.0);
    }
    // The ends of the step stay in sight at the foot.
    if !model.summary.listed.endings.is_empty() && !model.waits_for_dice {
        let foot = Panel::bottom("step end").frame(egui::Frame::new()).show_separator_line(false);
        foot.show(ui, |ui| endings_ui(ui, model, &mut found));
    }
    // The button of a card is where its dice are typed later, so that the card itself does not move.
    if let Hand::Card(card) = model.hand
        && card.1.refusal.is_none()
        && !model.waits_for_dice
    {
        let gap = egui::Frame::new().inner_margin(egui::Margin { top: 5, ..egui::Margin::ZERO });
        let foot = Panel::bottom("card in hand").frame(gap).show_separator_line(false);
        foot.show(ui, |ui| {
            // A way back that must be chosen could not be put away: it would be shown again.
            let stays = model.summary.listed.is_owed && card.1.throw.is_none();
            confirm_ui(ui, model, &card.1, true, (!stays).then_some(Command::Cancel), &mut found);
            ui.add_space(4.0);
        });
    }
    odds_foot_ui(ui, model);
    // Lines break in the same places with or without a scroll bar.
    let wide = ui.available_width() - BAR;
    // Never higher than the space left: it would cover the ends of the step.
    ScrollArea::vertical().auto_shrink([false; 2]).min_scrolled_height(0.0).show(ui, |ui| {
        ui.set_max_width(wide);
        if !model.names.is_empty() {
            heading(ui, texts::WHICH_DRAWN);
            if let Some(face) = which_ui(ui, model.view, model.names) {
                first(&mut found, Command::EnterDice(TypedEntry::Faces(vec![face])));
            }
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                for command in [Command::Cancel, Command::RollThis] {
                    if command_button(ui, model.view, &command, true).clicked() {
                        first(&mut found, command);
                    }
                }
            });
            return;
        }
        if model.waits_for_dice {
            hand_ui(ui, model, &mut found);
            return;
        }
        if model.is_over && main_button(ui, model.view, texts::SHOW_RESULT).clicked() {
            first(&mut found, Command::ShowResult);
        }
        hand_ui(ui, model, &mut found);
        // Where a piece still stands, what it may do comes before what threatens it.
        let stands = matches!(model.hand, Hand::Piece(in_hand) if in_hand.trip.words.is_empty());
        if !stands {
            watched_ui(ui, model);
        }
        listed_ui(ui, model, &mut found);
        if stands {
            watched_ui(ui, model);
        }
    });
    found
}

/// Shows the odds of the order in hand, in sight below its lists, however long they are.
fn odds_foot_ui(ui: &mut Ui, model: &DueModel<'_>) {
    let Hand::Made(made) = model.hand else { return };
    let Some(odds) = odds_apart(model, made) else { return };
    let gap = egui::Frame::new().inner_margin(egui::Margin { top: 5, bottom: 3, ..egui::Margin::ZERO });
    let foot = Panel::bottom("odds of what is made up").frame(gap).show_separator_line(false);
    foot.show(ui, |ui| {
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 3.0;
            main_odds_ui(ui, odds, false, model.tight);
        });
    });
}

fn prompt_ui(ui: &mut Ui, model: &DueModel<'_>) {
    let summary = model.summary;
    // Once dice are requested, the questions are answered.
    if let Some(throw) = model.throw.filter(|throw| throw.names.is_empty()) {
        ui.horizontal_wrapped(|ui| {
            if let Some((_, Some(colour))) = summary.roller(throw) {
                swatch(ui, colour);
            }
            heading(ui, texts::DUE);
            clause(ui, model.view, &throw.clause);
        });
        let words = texts::throw_due(&sentence(&throw.why), throw.dice, throw.sides);
        ui.label(RichText::new(words).font(serif_font(17.0)));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = summary.deciding.as_deref().and_then(|side| model.colour(side)) {
            swatch(ui, colour);
        }
        heading(ui, texts::DUE);
        if !summary.agenda.step.is_empty() {
            weak(ui, &summary.agenda.step);
        }
        clause(ui, model.view, summary.clause);
    });
    // A card says what it is about itself.
    if !(model.tight && matches!(model.hand, Hand::Card(_))) {
        ui.label(RichText::new(&summary.prompt).font(serif_font(17.0)));
    }
    let sides = summary.top.head.sides.iter().zip(summary.top.plays);
    let played = |(side, plays): &(&HeadSide, bool)| *plays && Some(&side.id) == summary.deciding.as_ref();
    if let Some((side, _)) = sides.into_iter().find(played) {
        weak(ui, texts::for_drumhead(&side.name));
    }
}

/// Shows the ends of the step: as main button if nothing else is left to do.
fn endings_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    let listed = &model.summary.listed;
    let plain = !model.summary.agenda.owed.is_empty() || !model.hand.is_empty() || listed.is_next_alone();
    for (place, row) in listed.endings.iter().enumerate() {
        if let Some(refusal) = &row.refusal {
            barred_end_ui(ui, model, row, refusal, found);
            continue;
        }
        // Only one button is the main one: the first, which 0 gives.
        let main = !plain && place == 0;
        let button = numbered(ui, model.view, model.number(row), |ui| match main {
            true => main_button(ui, model.view, &row.words),
            false => answer_button(ui, model.view, &row.words),
        });
        if button.clicked() {
            deed(found, PlayAction::Take(row.order.clone()));
        }
    }
}

/// Shows an end of the step that is not possible yet: grey, with the reason and the referee's way round it.
fn barred_end_ui(
    ui: &mut Ui,
    model: &DueModel<'_>,
    row: &Row,
    refusal: &WireRefusal,
    found: &mut Option<Command>,
) {
    let button = ui.add_enabled_ui(false, |ui| answer_button(ui, model.view, &row.words)).inner;
    button.on_disabled_hover_text(&refusal.remedy);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let refused = EguiPalette::of(ui.visuals()).refused();
        ui.label(RichText::new(shared::not_allowed(refusal.fact())).size(13.5).color(refused));
        clause(ui, model.view, &refusal.clause);
        overrule_ui(ui, refusal.fact(), (&row.order, &refusal.clause), found);
    });
}

/// The small button by which the referee overrules this clause for an order that is refused because of it.
fn overrule_ui(ui: &mut Ui, why: &str, (order, clause): (&Draft, &str), found: &mut Option<Command>) {
    let button = ui.small_button(commands::OVERRULE[0]).on_hover_text(commands::OVERRULE[1]);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::overrule(why)));
    if button.clicked() {
        deed(found, PlayAction::Overrule(Some(order.clone()), clause.to_owned()));
    }
}

fn hand_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    match model.hand {
        Hand::Empty => {}
        Hand::Piece(in_hand) => piece_ui(ui, model, in_hand, found),
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

/// Shows the piece in hand: its allowance, the cost of its path, and the threats where it rests.
fn piece_ui(ui: &mut Ui, model: &DueModel<'_>, in_hand: &InHand, found: &mut Option<Command>) {
    let lift = in_hand.held.summary();
    let trip = &in_hand.trip;
    if lift.refusal.is_none() && !model.waits_for_dice {
        if trip.order.is_some() && trip.refusal.is_none() {
            let button = match trip.never {
                // It may be tried, but it is probably not intended.
                true => answer_button(ui, model.view, texts::PUT_DOWN_NEVER),
                false => main_button(ui, model.view, texts::PUT_DOWN),
            };
            if button.clicked() {
                first(found, Command::Confirm);
            }
        } else if trip.short.is_some() {
            let words = if in_hand.pinned { texts::STOP_THERE } else { Command::DropShort.text() };
            if answer_button(ui, model.view, words).clicked() {
                first(found, Command::DropShort);
            }
        }
        piece_buttons_ui(ui, model, in_hand, found);
    }
    ui.add_space(2.0);
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(texts::in_hand(&lift.name)).font(heading_font(16.0)));
        if let Some(refusal) = &lift.refusal {
            refused_ui(ui, model.view, refusal, Some(Command::Cancel), found);
            if !trip.words.is_empty() {
                cost_ui(ui, trip);
            } else if !lift.words.is_empty() {
                weak(ui, sentence(&lift.words));
            }
            return;
        }
        if let Some(rolls) = &model.rolls(None) {
            to_roll_ui(ui, model.view, rolls, model.tight);
        }
        if trip.words.is_empty() {
            weak(ui, sentence(&lift.words));
            weak(ui, if model.summary.listed.is_owed { texts::CLICK_OWED } else { texts::CLICK_GOAL });
        } else {
            cost_ui(ui, trip);
        }
        if matches!(lift.from, Some(Spot::Pose { .. })) {
            let snapped = match (&trip.drawn_to, in_hand.free) {
                (Some(words), _) => texts::snapped(words),
                (None, true) => texts::SNAPPING_OFF.to_owned(),
                (None, false) => texts::NOT_SNAPPED.to_owned(),
            };
            weak(ui, snapped);
        }
        match in_hand.via.len() {
            0 => {}
            _ if in_hand.is_chosen_hex_by_hex() => {}
            count => drop(weak(ui, texts::way_points(count))),
        }
        for note in &trip.notes {
            ui.label(RichText::new(note).size(12.5));
        }
        if let Some(refusal) = &trip.refusal {
            refused_ui(ui, model.view, refusal, None, found);
        }
    });
    if in_hand.heading().is_some() {
        weak(ui, if model.summary.listed.is_owed { texts::HOW_TO_TURN_OWED } else { texts::HOW_TO_TURN });
    } else if in_hand.may_turn() {
        weak(ui, texts::HOW_TO_TURN_BY_SIDES);
    }
}

/// Shows what threatens the piece in hand where it rests.
fn watched_ui(ui: &mut Ui, model: &DueModel<'_>) {
    let Some(watch) = model.watch.filter(|_| matches!(model.hand, Hand::Piece(_))) else { return };
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        watch_ui(ui, watch);
    });
    ui.add_space(4.0);
}

fn piece_buttons_ui(ui: &mut Ui, model: &DueModel<'_>, in_hand: &InHand, found: &mut Option<Command>) {
    let view = model.view;
    let turns = [Command::TurnGhost(-1.0), Command::TurnGhost(1.0)];
    let turns = turns.into_iter().filter(|_| in_hand.may_turn());
    // On hexes there are no way-points; chosen hexes may be taken back.
    let points = in_hand.heading().is_some();
    let chosen = !in_hand.via.is_empty();
    let ways = [(Command::WayPoint, true, points), (Command::TakeWayPoint, chosen, points || chosen)];
    let ways = ways.into_iter().filter(|(.., shown)| *shown).map(|(command, enabled, _)| (command, enabled));
    // A required way back cannot be put away: nothing else could be done then.
    let back = [Command::Cancel].into_iter().filter(|_| !model.summary.listed.is_owed);
    let rows: [Vec<(Command, bool)>; 2] =
        [turns.chain(back).map(|command| (command, true)).collect(), ways.collect()];
    for row in rows.into_iter().filter(|row| !row.is_empty()) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for (command, enabled) in row {
                if command_button(ui, view, &command, enabled).clicked() {
                    first(found, command);
                }
            }
        });
    }
}

/// Shows the cost of the path: ground by ground, the total, and the remainder.
fn cost_ui(ui: &mut Ui, trip: &Trip) {
    let palette = EguiPalette::of(ui.visuals());
    let bad = trip.refusal.is_some() || trip.share.is_some_and(|share| share > 1.001);
    // Green means certain.
    let colour = match (bad, &trip.risk) {
        (true, _) => palette.refused(),
        (false, Some(_)) => palette.ink(Ink::Close),
        (false, None) => palette.ink(Ink::Good),
    };
    if let Some(risk) = trip.risk.as_ref().filter(|_| !bad) {
        ui.label(RichText::new(sentence(risk)).strong().color(colour));
    }
    let words = if bad { shared::refused(&trip.words) } else { trip.words.clone() };
    ui.label(RichText::new(words).color(colour));
    if let Some(share) = trip.share {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::empty());
        ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
        bar(ui, rect, share, colour);
    }
    if trip.spent.is_empty() {
        return;
    }
    let weak = palette.weak();
    spent_ui(ui, texts::COST.map(|words| RichText::new(words).size(12.5).color(weak)));
    for Spent { ground, gone, cost } in &trip.spent {
        spent_ui(ui, [ground, gone, cost].map(|words| RichText::new(words).size(13.0)));
    }
}

/// Shows one line of the cost: the ground wraps in the width left by the two numbers.
fn spent_ui(ui: &mut Ui, cells: [RichText; 3]) {
    /// Room for a number of inches, and between the columns, in points.
    const NUMBER: f32 = 52.0;
    const BETWEEN: f32 = 6.0;
    let first = (ui.available_width() - 2.0 * (NUMBER + BETWEEN)).max(40.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(BETWEEN, 0.0);
        for (words, wide) in cells.into_iter().zip([first, NUMBER, NUMBER]) {
            ui.allocate_ui_with_layout(vec2(wide, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(wide);
                ui.add(Label::new(words).wrap());
            });
        }
    });
}

/// Shows who could fire at the ghost or attack it there.
fn watch_ui(ui: &mut Ui, watch: &Watch) {
    /// Maximum number shown.
    const MOST: usize = 8;
    let palette = EguiPalette::of(ui.visuals());
    heading(ui, texts::STANDING_THERE);
    if watch.done && watch.rows.is_empty() {
        weak(ui, texts::NOBODY_REACHES);
    }
    for row in watch.rows.iter().take(MOST) {
        let colour = if row.open { ui.visuals().text_color() } else { palette.weak() };
        ui.label(RichText::new(&row.words).size(13.0).color(colour));
        if !row.odds.is_empty() {
            ui.indent(&row.words, |ui| weak(ui, &row.odds));
        }
    }
    if watch.rows.len() > MOST {
        weak(ui, texts::farther_off(watch.rows.len() - MOST));
    }
    if !watch.done {
        ui.horizontal(|ui| {
            ui.spinner();
            weak(ui, texts::WEIGHING);
        });
    }
}

/// Shows the card of a complete order: confirmed here, or refused.
fn whole_card_ui(ui: &mut Ui, model: &DueModel<'_>, card: &Card, found: &mut Option<Command>) {
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 3.0;
    // In a low panel the dice have a title already, and their effect comes first.
    if !model.is_low_tray() {
        ui.label(RichText::new(&card.title).font(heading_font(15.0)));
    }
    if let Some(refusal) = &card.refusal {
        return refused_ui(ui, model.view, refusal, Some(Command::Cancel), found);
    }
    let rolls = model.rolls(Some(card));
    let shown =
        Shows { rolls, thrown: model.thrown, weighs: model.weighs, odds_apart: false, tight: model.tight };
    card_ui(ui, model.view, card, &shown, &|side| model.colour(side));
}

/// Shows the button that gives it, if `ready`, beside the one for the other way of dice; `away` puts it away.
fn confirm_ui(
    ui: &mut Ui,
    model: &DueModel<'_>,
    card: &Card,
    ready: bool,
    away: Option<Command>,
    found: &mut Option<Command>,
) {
    let words = texts::by_enter(if card.act.is_empty() { texts::CONFIRM } else { &card.act });
    // Once its dice are requested, the order does not change any more.
    let ready = ready && !model.waits_for_dice;
    // While a name is being typed, Enter belongs to its field.
    let keys = ready && ui.ctx().input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    let number = model.made_number.filter(|_| matches!(model.hand, Hand::Made(_)) && !model.ring);
    let add = |ui: &mut Ui| ui.add_enabled_ui(ready, |ui| main_button(ui, model.view, &words)).inner;
    let button = numbered(ui, model.view, number, add);
    if button.on_hover_text(texts::CONFIRM_KEYS).clicked() || keys {
        first(found, Command::Confirm);
    }
    let other = card.throw.is_some().then(|| Command::ConfirmWith(model.habit.other()));
    if other.is_none() && away.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for command in other.into_iter().chain(away) {
            if command_button(ui, model.view, &command, !model.waits_for_dice).clicked() {
                first(found, command);
            }
        }
    });
}

/// Shows an order being made up: its questions, and the verdict of the rules.
fn made_ui(ui: &mut Ui, model: &DueModel<'_>, made: &Made, found: &mut Option<Command>) {
    // It has been given: the effect of its dice is shown, and nothing of it can be changed.
    if model.waits_for_dice && made.is_ready() {
        return whole_card_ui(ui, model, &made.card, found);
    }
    ui.set_width(ui.available_width());
    ui.spacing_mut().item_spacing.y = 3.0;
    let Some(verb) = model.verbs.iter().find(|verb| verb.name == made.draft.verb) else { return };
    let asked = verb.chosen_by == ChosenBy::Asked;
    // The verdict is below short questions, which stay in place while they are answered.
    let short = made.questions.iter().all(|question| is_short(&question.ask));
    ui.horizontal(|ui| {
        heading(ui, verb.title);
        let clear = Command::Play(PlayAction::Clear);
        if !asked && command_button(ui, model.view, &clear, !made.is_empty()).clicked() {
            first(found, clear);
        }
        let propose = Command::Play(PlayAction::Propose);
        let keys = propose.keys(ui.ctx());
        if asked && ui.button(texts::PROPOSE).on_hover_text(texts::as_proposed(&keys)).clicked() {
            first(found, propose);
        }
    });
    // Always in the same place, however long the card is.
    match made.list().map(|list| list.field.clone()) {
        Some(list) if made.is_entry_whole() => {
            let words = if made.card.act.is_empty() { texts::INTO_LIST } else { &made.card.act };
            if main_button(ui, model.view, &texts::by_enter(words)).clicked() {
                deed(found, PlayAction::Enlist(list));
            }
        }
        _ if made.is_ready() => confirm_ui(ui, model, &made.card, true, None, found),
        Some(_) => {}
        None if short && (asked || made.is_whole()) => confirm_ui(ui, model, &made.card, false, None, found),
        None => {}
    }
    if !short {
        against_ui(ui, model, made, found);
    }
    let (rolls, odds_apart) = (model.rolls(Some(&made.card)), odds_apart(model, made).is_some());
    let shown = Shows { rolls, thrown: 0, weighs: model.weighs && !asked, odds_apart, tight: model.tight };
    // The result is above a list that may be as long as an army.
    let above = made.questions.iter().any(|question| is_grouped(&question.ask));
    if above {
        card_ui(ui, model.view, &made.card, &shown, &|side| model.colour(side));
    }
    let mut said = None;
    for question in &made.questions {
        let about = About { view: model.view, verb, draft: &made.draft, card: Some(&made.card) };
        question_ui(ui, &about, question, &mut said);
    }
    if short {
        against_ui(ui, model, made, found);
    }
    if let Some(said) = said {
        deed(
            found,
            match said {
                Said::Answer(field, answer) => PlayAction::Answer(field, answer),
                Said::Toggle(field, key) => PlayAction::Toggle(field, key),
                Said::Strike(field, place) => PlayAction::Strike(field, place),
            },
        );
    }
    // Measurements are shown beside each name.
    if !above && !asked {
        card_ui(ui, model.view, &made.card, &shown, &|side| model.colour(side));
    }
}

/// The odds of the order in hand, if they are shown apart from its questions: odds of several combats are shown with each.
fn odds_apart<'m>(model: &DueModel<'_>, made: &'m Made) -> Option<&'m Chances> {
    let odds = made.card.chances.as_ref().filter(|odds| odds.combats.is_empty());
    odds.filter(|_| !model.waits_for_dice)
}

/// Shows the reasons against an order in hand, or what it lacks.
fn against_ui(ui: &mut Ui, model: &DueModel<'_>, made: &Made, found: &mut Option<Command>) {
    if made.list().is_none()
        && !made.is_ready()
        && let Some(words) = wanting(&made.questions, &made.draft).filter(|_| !made.is_blank())
    {
        weak(ui, words);
    }
    if let Some(refusal) = &made.card.refusal {
        refused_ui(ui, model.view, refusal, None, found);
    }
}

/// Shows everything that may be ordered.
fn listed_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    let listed = &model.summary.listed;
    let (before, behind) = listed.groups.split_at(listed.by_hand_from.min(listed.groups.len()));
    groups_ui(ui, model, before, found);
    on_selected_ui(ui, model, found);
    if !listed.made_up.is_empty() {
        made_up_ui(ui, model, found);
    }
    let owed = &model.summary.agenda.owed;
    if !owed.is_empty() {
        ui.add_space(4.0);
        heading(ui, &texts::owed(is_planned(model.hand), owed.len()));
        remarks_ui(ui, model.view, owed);
    }
    for (title, pieces) in &listed.by_hand {
        by_hand_ui(ui, model, title, pieces, found);
    }
    // Available orders come first.
    let barred = &model.summary.agenda.barred;
    if !barred.is_empty() {
        ui.add_space(4.0);
        heading(ui, texts::BARRED);
        barred.iter().for_each(|not_now| not_now_ui(ui, model, not_now, barred.len(), found));
    }
    groups_ui(ui, model, behind, found);
}

/// Shows what cannot be done now, with the referee's way round it. If there are several, each has one line, and its full reason
/// in a tooltip.
fn not_now_ui(
    ui: &mut Ui,
    model: &DueModel<'_>,
    not_now: &NotNow,
    several: usize,
    found: &mut Option<Command>,
) {
    /// Number of them that are shown in full.
    const FEW: usize = 2;
    let Remark { words, clause: id } = &not_now.why;
    let refused = EguiPalette::of(ui.visuals()).refused();
    let why = RichText::new(shared::refused(words)).size(13.5).color(refused);
    let mut round_ui = |ui: &mut Ui| {
        let Some(order) = &not_now.order else { return };
        overrule_ui(ui, words, (order, id.unwrap_or_default()), found);
    };
    let clause_ui = |ui: &mut Ui| {
        if let Some(id) = id {
            clause(ui, model.view, id);
        }
    };
    if several <= FEW {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(why);
            clause_ui(ui);
        });
        return round_ui(ui);
    }
    let line = Sides::new().shrink_left().truncate();
    line.show(
        ui,
        |ui| ui.add(Label::new(why).truncate()).on_hover_text(words),
        |ui| {
            round_ui(ui);
            clause_ui(ui);
        },
    );
}

/// Shows the orders chosen on the selected piece, then the unavailable ones, each reason once.
fn on_selected_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    if model.on_selected.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        heading(ui, texts::WHERE_IT_STANDS);
        if command_button(ui, model.view, &Command::ShowRing, true).clicked() {
            first(found, Command::ShowRing);
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for item in model.on_selected {
            let button = ui.add_enabled(item.order.is_some(), Button::new(&item.words));
            ring_if_lit(ui, model.view, &button, &item.words);
            if let Some(order) = item.order.as_ref().filter(|_| button.clicked()) {
                deed(found, PlayAction::Take(order.clone()));
            }
            if let Some(why) = &item.why {
                button.on_disabled_hover_text(why);
            }
        }
    });
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for item in model.on_selected {
        let Some(why) = item.why.as_deref() else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, all)) => all.push(&item.words),
            None => reasons.push((why, vec![&item.words])),
        }
    }
    for (why, all) in reasons {
        weak(ui, format!("{}: {why}", all.join(", ")));
    }
}

/// Shows the pieces that are moved by hand side by side, as long as there are any.
fn by_hand_ui(
    ui: &mut Ui,
    model: &DueModel<'_>,
    title: &str,
    pieces: &[(String, String)],
    found: &mut Option<Command>,
) {
    ui.add_space(6.0);
    heading(ui, &format!("{title} ({})", pieces.len()));
    weak(ui, texts::PICK_BY_HAND);
    let mut one = |ui: &mut Ui, key: &String, name: &String| {
        let words = texts::by_hand(name, title);
        // It is named once only.
        let badge = model.summary.badge_of_absent(key).filter(|badge| name.split(' ').next() != Some(*badge));
        let (shown, label) = match badge {
            Some(badge) => (format!("{name}  {badge}"), texts::by_hand_bearing(name, title, badge)),
            None => (name.clone(), words.clone()),
        };
        let button = ui.add(Button::new(shown).small());
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        ring_if_lit(ui, model.view, &button, &words);
        if button.clicked() {
            deed(found, PlayAction::PickUp(key.clone()));
        }
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        pieces.iter().for_each(|(key, name)| one(ui, key, name));
    });
}

/// Shows listed orders, each kind under its title.
fn groups_ui(
    ui: &mut Ui,
    model: &DueModel<'_>,
    groups: &[(&'static str, Vec<Row>)],
    found: &mut Option<Command>,
) {
    let listed = &model.summary.listed;
    for (title, rows) in groups {
        let alone = rows.len() == 1 && listed.by_hand.is_empty() && listed.made_up.is_empty();
        let next = alone && (title.is_empty() || groups.len() == 1 && listed.endings.is_empty());
        // If the only order is in hand, the main button gives it.
        let in_hand = |row: &Row| matches!(model.hand, Hand::Card(card) if card.0 == row.order);
        if alone && listed.is_owed && rows.iter().all(in_hand) {
            continue;
        }
        if !title.is_empty() {
            ui.add_space(6.0);
            heading(ui, title);
        }
        rows_ui(ui, model, rows, next && model.hand.is_empty(), found);
    }
}

/// Is an order that must be given shown beside a list that has it already?
fn is_planned(hand: &Hand) -> bool {
    let listed = |made: &Made| {
        made.draft
            .answers
            .values()
            .any(|answer| matches!(answer, Answer::List(entries) if !entries.is_empty()))
    };
    match hand {
        Hand::Made(made) => listed(made),
        Hand::Piece(_) | Hand::Card(_) | Hand::Empty => false,
    }
}

/// Shows orders in their own words; the next step of the game in large letters if it is the only one. Orders that belong
/// together are under one name, and those without effect are folded.
fn rows_ui(ui: &mut Ui, model: &DueModel<'_>, rows: &[Row], main: bool, found: &mut Option<Command>) {
    let under = |row: &Row| row.listing.as_ref().map_or("", |listing| listing.under.as_str()).to_owned();
    for rows in rows.chunk_by(|one, other| under(one) == under(other)) {
        let name = rows.first().map(under).unwrap_or_default();
        if !name.is_empty() {
            ui.add_space(2.0);
            ui.label(RichText::new(&name).font(heading_font(14.5)));
        }
        let vain = |row: &&Row| row.is_in_vain();
        for row in rows.iter().filter(|row| !vain(row)) {
            row_ui(ui, model, row, main, found);
        }
        let in_vain: Vec<&Row> = rows.iter().filter(vain).collect();
        if !in_vain.is_empty() {
            let head = RichText::new(texts::in_vain(in_vain.len()))
                .size(12.5)
                .color(EguiPalette::of(ui.visuals()).weak());
            CollapsingHeader::new(head).id_salt(("in vain", &name)).show(ui, |ui| {
                for row in in_vain {
                    row_ui(ui, model, row, false, found);
                }
            });
        }
    }
}

fn row_ui(ui: &mut Ui, model: &DueModel<'_>, row: &Row, main: bool, found: &mut Option<Command>) {
    if row.at_once {
        return at_once_ui(ui, model, row, found);
    }
    let button = numbered(ui, model.view, model.number(row), |ui| match (&row.listing, main) {
        (Some(listing), _) => listing_ui(ui, model.view, listing, &row.words),
        (None, true) => main_button(ui, model.view, &row.words),
        (None, false) => answer_button(ui, model.view, &row.words),
    });
    if button.clicked() {
        deed(found, PlayAction::Take(row.order.clone()));
    }
}

/// Shows the game's next step with the usual dice, and the other way. If dice are typed, both name who throws.
fn at_once_ui(ui: &mut Ui, model: &DueModel<'_>, row: &Row, found: &mut Option<Command>) {
    let [main, other] = texts::at_once(&row.words, row.named, model.habit == Habit::Typed);
    if numbered(ui, model.view, model.number(row), |ui| main_button(ui, model.view, main)).clicked() {
        deed(found, PlayAction::Take(row.order.clone()));
    }
    if answer_button(ui, model.view, other).clicked() {
        deed(found, PlayAction::GiveWith(row.order.clone(), model.habit.other()));
    }
}

/// Shows an order among others: what it is, and its odds.
fn listing_ui(ui: &mut Ui, view: &ViewContext, listing: &Listing, spoken: &str) -> Response {
    let (text, weak) = (ui.visuals().text_color(), EguiPalette::of(ui.visuals()).weak());
    let mut words = LayoutJob::default();
    words.append(&listing.words, 0.0, TextFormat::simple(FontId::proportional(13.5), text));
    let note = format!("\n{}", listing.note);
    words.append(&note, 0.0, TextFormat::simple(FontId::proportional(12.0), weak));
    let wide = ui.available_width();
    let button = ui.add(Button::new(words).wrap().min_size(vec2(wide, 28.0)));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, spoken));
    ring_if_lit(ui, view, &button, spoken);
    button.on_hover_text(spoken)
}

/// Shows the orders that may be made up, and the proposals of the rules.
fn made_up_ui(ui: &mut Ui, model: &DueModel<'_>, found: &mut Option<Command>) {
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let in_hand = match model.hand {
            Hand::Made(made) => made.draft.verb.as_str(),
            Hand::Piece(_) | Hand::Card(_) | Hand::Empty => "",
        };
        for verb in model.summary.listed.made_up.iter().filter(|verb| verb.name != in_hand) {
            if ui.button(verb.title).on_hover_text(verb.about).clicked() {
                deed(found, PlayAction::MakeUp(verb.name));
            }
        }
        let propose = Command::Play(PlayAction::Propose);
        if model.proposes && command_button(ui, model.view, &propose, true).clicked() {
            first(found, propose);
        }
    });
    if model.hand.is_empty() {
        weak(ui, texts::click_those(model.proposes));
    }
    for (order, words) in model.summary.listed.ready.iter().filter(|_| model.proposals.is_empty()) {
        if answer_button(ui, model.view, words).clicked() {
            deed(found, PlayAction::Use(order.clone()));
        }
    }
    for (place, (_, words)) in model.proposals.iter().enumerate() {
        if answer_button(ui, model.view, words).clicked() {
            deed(found, PlayAction::UseProposal(place));
        }
    }
}
