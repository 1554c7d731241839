//! The questions of an order being made up, shown by kind.

use egui::{
    Checkbox, CollapsingHeader, DragValue, Grid, Id, RichText, Role, Sides, TextEdit, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::card::chance_ui;
use crate::filled::{answer_of, spot_in, with_spot};
use crate::texts::{questions as texts, shared};
use crate::theme::{EguiPalette, heading_font};
use crate::views::{ViewContext, answer_button, chooser, first, heading, sheet, weak};
use drawing::Ink;
use game::{Answer, AnswerKind, Ask, Card, Choosable, Draft, Question, Spot, Verb};

/// Maximum number of choices shown side by side; more go into a drop-down list.
const FEW: usize = 12;

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// By field; `None` clears the answer.
    Answer(String, Option<Answer>),
    /// A choice is added or removed: field and key.
    Toggle(String, String),
    /// An entry of a list is removed: field and index.
    Strike(String, usize),
}

/// The order that the questions are about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    pub view: &'a ViewContext,
    pub verb: &'a Verb,
    pub draft: &'a Draft,
    /// Its card; `None` if it has none.
    pub card: Option<&'a Card>,
}

/// Asks a question. Its input keeps its place while the text above it changes.
pub fn question_ui(ui: &mut Ui, about: &About<'_>, question: &Question, found: &mut Option<Said>) {
    let own = UiBuilder::new().scope_id(Id::unique(("question", &about.draft.verb, &question.field)));
    ui.scope_builder(own, |ui| ask_ui(ui, about, question, found));
}

fn ask_ui(ui: &mut Ui, about: &About<'_>, question: &Question, found: &mut Option<Said>) {
    let About { verb, draft, card, .. } = *about;
    let taken = draft.answers.get(&question.field);
    let say = |found: &mut Option<Said>, answer| first(found, Said::Answer(question.field.clone(), answer));
    let mut notes = &question.notes[..];
    match &question.ask {
        Ask::Some { of, most, .. } if of.iter().any(|choice| choice.also.is_some()) => {
            notes_ui(ui, std::mem::take(&mut notes));
            ticks_ui(ui, question, of, *most, taken, found);
        }
        Ask::Some { of, .. } => some_ui(ui, about.view, question, of, taken, found),
        Ask::One(of) => one_ui(ui, verb, question, of, taken, found),
        Ask::Shares { total, among } => shares_ui(ui, about.view, question, *total, among, taken, found),
        Ask::Number { least, most, step, unit } => {
            let whole = verb.field(&question.field).is_some_and(|field| field.kind == AnswerKind::Count);
            let mut value = match taken {
                Some(Answer::Count(count)) => *count as f64,
                Some(Answer::Measure(measure)) => *measure,
                _ => *least,
            };
            ui.horizontal_wrapped(|ui| {
                let name = ui.label(question.prompt.as_str());
                let drag = DragValue::new(&mut value).range(*least..=*most).speed(0.1 * *step).suffix(*unit);
                let drag = if whole { drag.max_decimals(0) } else { drag };
                let changed = ui.add(drag).labelled_by(name.id).changed();
                if changed || taken.is_none() {
                    let answer = if whole { Answer::Count(value as i64) } else { Answer::Measure(value) };
                    say(found, Some(answer));
                }
                notes_ui(ui, std::mem::take(&mut notes));
            });
        }
        Ask::Text { longest } => {
            let mut text = match taken {
                Some(Answer::Text(text)) => text.clone(),
                _ => String::new(),
            };
            let name = ui.label(question.prompt.as_str());
            let edit = TextEdit::singleline(&mut text).char_limit(*longest).desired_width(f32::INFINITY);
            if ui.add(edit).labelled_by(name.id).changed() {
                // Clearing a default is an answer too: otherwise the default would come back while typing.
                let is_said = !text.is_empty() || question.usual.is_some();
                say(found, Some(Answer::Text(text)).filter(|_| is_said));
            }
        }
        Ask::Whether => {
            let mut on = matches!(taken, Some(Answer::Whether(true)));
            ui.horizontal_wrapped(|ui| {
                if ui.checkbox(&mut on, question.prompt.as_str()).changed() {
                    say(found, Some(Answer::Whether(on)));
                }
                notes_ui(ui, std::mem::take(&mut notes));
            });
        }
        Ask::Spot => spot_ui(ui, question, taken, found),
        Ask::Way => match taken {
            Some(_) => drop(weak(ui, texts::WAY_IS_SAID)),
            None => drop(weak(ui, texts::click_it(&question.prompt))),
        },
        Ask::Pairs { from, to, may } if !may.is_empty() => {
            let combats = Combats { from, to, may, card };
            combats_ui(ui, question, &combats, taken, found);
        }
        Ask::Pairs { from, to, .. } => {
            for one in from {
                for other in to {
                    let pair = (one.key.clone(), other.key.clone());
                    let mut pairs = match taken {
                        Some(Answer::Pairs(pairs)) => pairs.clone(),
                        _ => Vec::new(),
                    };
                    let mut on = pairs.contains(&pair);
                    if ui.checkbox(&mut on, format!("{}: {}", one.words, other.words)).changed() {
                        pairs.retain(|known| *known != pair);
                        pairs.extend(on.then_some(pair));
                        say(found, Some(Answer::Pairs(pairs)));
                    }
                }
            }
        }
        Ask::Either(of) => either_ui(ui, question, of, taken, found),
        Ask::List { said, .. } => {
            for (place, words) in said.iter().enumerate() {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    if out_button(ui, &texts::out_of_list(words)) {
                        first(found, Said::Strike(question.field.clone(), place));
                    }
                    ui.add(egui::Label::new(RichText::new(words).size(13.0)).wrap());
                });
            }
        }
    }
    notes_ui(ui, notes);
}

fn notes_ui(ui: &mut Ui, notes: &[String]) {
    for note in notes {
        weak(ui, note);
    }
}

/// Asks how to share a total among these.
fn shares_ui(
    ui: &mut Ui,
    view: &ViewContext,
    question: &Question,
    total: u32,
    among: &[(Choosable, u32)],
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let given = |key: &str| match taken {
        Some(Answer::Shares(shares)) => {
            shares.iter().find(|(known, _)| known == key).map_or(0, |(_, share)| *share)
        }
        _ => 0,
    };
    let sum: u32 = among.iter().map(|(choice, _)| given(&choice.key)).sum();
    ui.label(RichText::new(&question.prompt).strong());
    weak(ui, texts::given(sum, total));
    for (choice, most) in among {
        let words = texts::share(&choice.words, given(&choice.key), *most);
        if answer_button(ui, view, &words).clicked() {
            first(found, Said::Toggle(question.field.clone(), choice.key.clone()));
        }
    }
}

/// Asks for a place: clicked on the table, or typed in inches east and north and degrees clockwise from north.
fn spot_ui(ui: &mut Ui, question: &Question, taken: Option<&Answer>, found: &mut Option<Said>) {
    let Some(spot) = taken.and_then(spot_in) else {
        weak(ui, texts::click_it(&question.prompt));
        return;
    };
    if let Some(to) = numbers_ui(ui, &question.field, spot) {
        first(found, Said::Answer(question.field.clone(), taken.map(|answer| with_spot(answer, to))));
    }
}

/// Shows the numbers of a place, each in a row, so that the narrowest panel shows them whole; returns the changed place.
fn numbers_ui(ui: &mut Ui, field: &str, spot: Spot) -> Option<Spot> {
    let (mut x, mut y, mut degrees) = match spot {
        Spot::Point { x, y } => (x, y, None),
        Spot::Pose { x, y, heading } => (x, y, Some(heading)),
        Spot::Hex(_) | Spot::Faced { .. } => {
            ui.label(spot.to_string());
            return None;
        }
    };
    let mut changed = false;
    let mut number = |ui: &mut Ui, name: &str, value: &mut f64, suffix, speed, decimals| {
        let label = ui.label(name);
        let drag = DragValue::new(value).speed(speed).max_decimals(decimals).suffix(suffix);
        changed |= ui.add(drag).labelled_by(label.id).changed();
        ui.end_row();
    };
    Grid::new(("place", field)).num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        number(ui, shared::EAST, &mut x, " in", 0.05, 2);
        number(ui, shared::NORTH, &mut y, " in", 0.05, 2);
        if let Some(degrees) = &mut degrees {
            number(ui, shared::FACING, degrees, "°", 0.5, 1);
        }
    });
    weak(ui, texts::or_click(degrees.is_some()));
    changed.then_some(match degrees {
        Some(heading) => Spot::Pose { x, y, heading: heading.rem_euclid(360.0) },
        None => Spot::Point { x, y },
    })
}

/// Asks for one of several things to do; a place in it is clicked on the table.
fn either_ui(
    ui: &mut Ui,
    question: &Question,
    of: &[Choosable],
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let alone = |choice: &Choosable| of.iter().filter(|other| other.key == choice.key).count() == 1;
    // With another place it is still the same choice.
    let is_taken = |choice: &Choosable| match (taken, &choice.answer) {
        (Some(Answer::Either(draft)), _) if draft.verb == choice.key && alone(choice) => true,
        (taken, Some(answer)) => taken == Some(answer),
        (_, None) => false,
    };
    let answer = |choice: &Choosable| {
        choice.answer.clone().unwrap_or_else(|| Answer::Either(Box::new(Draft::new(&choice.key))))
    };
    if of.len() > FEW {
        let shown =
            of.iter().find(|choice| is_taken(choice)).map_or(shared::CHOOSE, |choice| choice.words.as_str());
        let row = |choice: &Choosable| chooser::ChooserRow {
            words: choice.words.clone(),
            also: choice.about.clone(),
            chosen: is_taken(choice),
        };
        ui.horizontal(|ui| {
            let name = ui.label(question.prompt.as_str());
            let place = chooser::chooser_ui(ui, name.id, shown, || of.iter().map(row).collect());
            if let Some(choice) = place.and_then(|place| of.get(place)) {
                first(found, Said::Answer(question.field.clone(), Some(answer(choice))));
            }
        });
    } else if of.is_empty() {
        weak(ui, texts::none_of(&question.prompt));
    } else {
        ui.label(question.prompt.as_str());
        for choice in of {
            let on = is_taken(choice);
            if ui.add(egui::Button::selectable(on, &choice.words).frame_when_inactive(true).wrap()).clicked()
            {
                let answer = Some(answer(choice)).filter(|_| !(on && question.may_be_left));
                first(found, Said::Answer(question.field.clone(), answer));
            }
        }
    }
    if let Some(taken) = taken
        && let Some(spot) = spot_in(taken)
        && let Some(to) = numbers_ui(ui, &question.field, spot)
    {
        first(found, Said::Answer(question.field.clone(), Some(with_spot(taken, to))));
    }
}

fn out_button(ui: &mut Ui, name: &str) -> bool {
    let out = ui.small_button("×");
    out.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    out.on_hover_text(name).clicked()
}

/// Shows all pieces that might be chosen, each with its measurements.
fn ticks_ui(
    ui: &mut Ui,
    question: &Question,
    of: &[Choosable],
    most: usize,
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let chosen: &[String] = match taken {
        Some(Answer::Some(keys)) => keys,
        _ => &[],
    };
    // A piece in range that could do nothing is left out unless it is ticked by hand.
    let may =
        |choice: &&Choosable| choice.barred.is_none() && !choice.also.as_ref().is_some_and(|also| also.doubt);
    let open = || of.iter().filter(may).map(|choice| choice.key.clone());
    let say = |keys| Said::Answer(question.field.clone(), Some(Answer::Some(keys)));
    if is_grouped(&question.ask) {
        weak(ui, texts::TICK);
        let in_it = |choice: &&Choosable| choice.barred.is_none() || chosen.contains(&choice.key);
        let (offered, barred): (Vec<&Choosable>, Vec<&Choosable>) = of.iter().partition(in_it);
        for group in offered.chunk_by(|one, other| one.group == other.group) {
            tick_group_ui(ui, question, group, chosen, found);
        }
        barred_ui(ui, question, &barred);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if ui.small_button(texts::ALL_IN_RANGE).clicked() {
            first(found, say(open().take(most).collect()));
        }
        if ui.small_button(shared::NONE).clicked() {
            first(found, say(Vec::new()));
        }
    });
    if most < open().count() {
        weak(ui, texts::at_most(most));
    }
    // Available ones come first. Several unavailable ones get one line each.
    let in_it = |choice: &&Choosable| may(choice) || chosen.contains(&choice.key);
    let (first, after): (Vec<&Choosable>, Vec<&Choosable>) = of.iter().partition(in_it);
    let reason = if after.len() > FULL { Reason::OneLine } else { Reason::Whole };
    for (choice, reason) in
        first.into_iter().map(|one| (one, Reason::Whole)).chain(after.into_iter().map(|one| (one, reason)))
    {
        tick_ui(ui, question, choice, (chosen.contains(&choice.key), reason), found);
    }
}

/// Number of unavailable ones whose reasons are shown in full.
const FULL: usize = 2;

/// How to show a reason longer than the rest of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// On lines of its own.
    Whole,
    /// Cut at the end of the line, with the whole in a tooltip.
    OneLine,
}

/// Can many be chosen, group by group?
pub fn is_grouped(ask: &Ask) -> bool {
    matches!(ask, Ask::Some { of, .. } if of.iter().any(|choice| !choice.group.is_empty()))
}

/// Does it take few rows, so that what is below stays in sight?
pub fn is_short(ask: &Ask) -> bool {
    match ask {
        Ask::Some { of, .. } | Ask::Either(of) => of.len() <= FEW,
        Ask::Shares { among, .. } => among.len() <= FEW,
        Ask::Pairs { from, to, may } => may.len().max(from.len() * to.len()) <= FEW,
        Ask::List { said, .. } => said.len() <= FEW,
        Ask::One(_) | Ask::Way | Ask::Spot | Ask::Number { .. } | Ask::Text { .. } | Ask::Whether => true,
    }
}

/// Shows the choices of a group, with a button for all of them.
fn tick_group_ui(
    ui: &mut Ui,
    question: &Question,
    group: &[&Choosable],
    chosen: &[String],
    found: &mut Option<Said>,
) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let name = group.first().map_or("", |choice| choice.group.as_str());
        ui.label(RichText::new(name).font(heading_font(14.0)));
        let all = group.iter().all(|choice| chosen.contains(&choice.key));
        let text = if all { shared::NONE } else { shared::ALL };
        let button = ui.small_button(text);
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts::button_of(text, name)));
        if button.clicked() {
            let others = chosen.iter().filter(|key| group.iter().all(|choice| choice.key != **key)).cloned();
            let ours = group.iter().filter(|choice| !all && choice.barred.is_none());
            let keys = others.chain(ours.map(|choice| choice.key.clone())).collect();
            first(found, Said::Answer(question.field.clone(), Some(Answer::Some(keys))));
        }
    });
    for choice in group {
        tick_ui(ui, question, choice, (chosen.contains(&choice.key), Reason::Whole), found);
    }
}

/// Shows one of them: its name as far as there is room beside the measurements.
fn tick_ui(
    ui: &mut Ui,
    question: &Question,
    choice: &Choosable,
    (ticked, reason): (bool, Reason),
    found: &mut Option<Said>,
) {
    let palette = EguiPalette::of(ui.visuals());
    let open = choice.barred.is_none();
    let also = choice.also.clone().unwrap_or_default();
    let words = match (open, also.close) {
        (true, false) if also.doubt => shared::refused(&also.words),
        (_, true) => texts::close(&also.words),
        (true, false) => also.words.clone(),
        (false, false) => texts::out(&also.words),
    };
    let colour = match (open, also.close) {
        (true, false) if also.doubt => palette.refused(),
        (true, false) if !choice.group.is_empty() => palette.weak(),
        (_, true) => palette.ink(Ink::Close),
        (true, false) => palette.ink(Ink::Good),
        (false, false) => palette.refused(),
    };
    let mut name_ui = |ui: &mut Ui| {
        let mut on = ticked;
        let response = ui.add_enabled(open, Checkbox::new(&mut on, &choice.words));
        let said = match words.is_empty() {
            true => choice.words.clone(),
            false => format!("{}, {words}", choice.words),
        };
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, open, on, &said));
        if response.on_hover_text(&choice.words).clicked() {
            first(found, Said::Toggle(question.field.clone(), choice.key.clone()));
        }
    };
    let also_ui = |ui: &mut Ui| {
        let label = ui.add(egui::Label::new(RichText::new(&words).color(colour).size(12.5)).wrap());
        if !also.measured.is_empty() {
            label.on_hover_text(&also.measured);
        }
    };
    if words.chars().count() > BESIDE && reason == Reason::OneLine {
        let cut = |ui: &mut Ui| {
            let label = egui::Label::new(RichText::new(&words).color(colour).size(12.5)).truncate();
            ui.add(label).on_hover_text(&words);
        };
        Sides::new().shrink_right().truncate().show(ui, name_ui, cut);
    } else if words.chars().count() <= BESIDE {
        Sides::new().shrink_left().truncate().show(ui, name_ui, also_ui);
    } else {
        // A reason goes on lines of its own, under the name.
        name_ui(ui);
        ui.indent(("also", &choice.key), also_ui);
    }
}

/// Longest text that fits beside a name, in letters.
const BESIDE: usize = 24;

/// Pairs that form combats.
struct Combats<'a> {
    from: &'a [Choosable],
    to: &'a [Choosable],
    may: &'a [(String, String)],
    card: Option<&'a Card>,
}

/// Shows the combats formed by the pairs, one sheet each; then the pieces without one.
fn combats_ui(
    ui: &mut Ui,
    question: &Question,
    combats: &Combats<'_>,
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let Combats { from, to, may, card } = *combats;
    let pairs = match taken {
        Some(Answer::Pairs(pairs)) => pairs.clone(),
        _ => Vec::new(),
    };
    let words = |of: &[Choosable], key: &str| {
        of.iter().find(|choice| choice.key == key).map_or(key, |choice| choice.words.as_str()).to_owned()
    };
    let mut pair_ui = |ui: &mut Ui, pair: &(String, String)| {
        let mut on = pairs.contains(pair);
        let said = texts::on(&words(from, &pair.0), &words(to, &pair.1));
        if ui.add(Checkbox::new(&mut on, said)).clicked() {
            let mut pairs = pairs.clone();
            pairs.retain(|known| known != pair);
            pairs.extend(on.then(|| pair.clone()));
            pairs.sort_by_key(|pair| may.iter().position(|known| known == pair));
            first(found, Said::Answer(question.field.clone(), Some(Answer::Pairs(pairs))));
        }
    };
    weak(ui, texts::WHO_FIGHTS_WHOM);
    for (place, combat) in card.map_or(&[][..], |card| &card.combats).iter().enumerate() {
        ui.add_space(2.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(&combat.title).font(heading_font(15.0)));
            combat.pairs.iter().for_each(|pair| pair_ui(ui, pair));
            weak(ui, &combat.words);
            let ends = card.and_then(|card| card.chances.as_ref()?.combats.get(place));
            for end in ends.into_iter().flatten() {
                chance_ui(ui, &end.result, end.probability, 12.5);
            }
        });
    }
    let left_out: Vec<_> = may.iter().filter(|pair| !pairs.contains(pair)).collect();
    if !left_out.is_empty() {
        ui.add_space(4.0);
        heading(ui, texts::ONLY_TOUCHED);
        left_out.into_iter().for_each(|pair| pair_ui(ui, pair));
    }
}

/// Shows the chosen pieces, the available ones, and the reasons against the others.
fn some_ui(
    ui: &mut Ui,
    view: &ViewContext,
    question: &Question,
    of: &[Choosable],
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let chosen: &[String] = match taken {
        Some(Answer::Some(keys)) => keys,
        _ => &[],
    };
    ui.label(RichText::new(&question.prompt).strong());
    let mut toggle = |key: &str| first(found, Said::Toggle(question.field.clone(), key.to_owned()));
    for key in chosen {
        let words = of.iter().find(|choice| choice.key == *key).map_or(key, |choice| &choice.words);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if out_button(ui, &texts::take_out(words)) {
                toggle(key);
            }
            ui.add(egui::Label::new(RichText::new(words).size(13.0)).wrap());
        });
    }
    let left = || of.iter().filter(|choice| !chosen.contains(&choice.key));
    let open: Vec<&Choosable> = left().filter(|choice| choice.barred.is_none()).collect();
    if chosen.is_empty() && !open.is_empty() {
        weak(ui, texts::CLICK_OR_CHOOSE);
    }
    for choice in open {
        if answer_button(ui, view, &choice.words).clicked() {
            toggle(&choice.key);
        }
    }
    let barred: Vec<&Choosable> = left().filter(|choice| choice.barred.is_some()).collect();
    barred_ui(ui, question, &barred);
}

/// Shows the unavailable ones, folded, each with the reason.
fn barred_ui(ui: &mut Ui, question: &Question, barred: &[&Choosable]) {
    if barred.is_empty() {
        return;
    }
    let head = RichText::new(texts::who_may_not(barred.len())).size(12.5);
    CollapsingHeader::new(head).id_salt(("barred", &question.field)).show(ui, |ui| {
        for choice in barred {
            let why = choice.barred.as_deref().unwrap_or_default();
            ui.add(egui::Label::new(RichText::new(format!("{}: {why}", choice.words)).size(12.5)).wrap());
        }
    });
}

/// Shows a choice among others, framed to differ from text; returns whether it was clicked.
fn choice_ui(ui: &mut Ui, question: &Question, choice: &Choosable, on: bool) -> bool {
    let free = choice.barred.is_none();
    let button = egui::Button::selectable(on, &choice.words).frame_when_inactive(true);
    let label = ui.add_enabled(free, button);
    let spoken = format!("{} {}", question.prompt, choice.words);
    label.widget_info(|| WidgetInfo::selected(Role::Button, free, on, &spoken));
    let about = choice.barred.as_deref().unwrap_or(&choice.about);
    let label = match (about.is_empty(), free) {
        (true, _) => label,
        (false, true) => label.on_hover_text(about),
        (false, false) => label.on_disabled_hover_text(about),
    };
    label.clicked()
}

/// Asks for one: a few side by side, groups in a row, many in a drop-down list.
fn one_ui(
    ui: &mut Ui,
    verb: &Verb,
    question: &Question,
    of: &[Choosable],
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let key = match taken {
        Some(Answer::One(key) | Answer::Text(key)) => Some(key.as_str()),
        _ => None,
    };
    if of.is_empty() {
        weak(ui, texts::none_of(&question.prompt));
        return;
    }
    let mut chosen = None;
    if of.len() <= FEW {
        let groups = of.chunk_by(|one, other| one.group == other.group);
        for (place, group) in groups.enumerate() {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
                if place == 0 {
                    ui.label(&question.prompt);
                }
                if let Some(name) = group.first().map(|choice| &choice.group).filter(|name| !name.is_empty())
                {
                    weak(ui, name);
                }
                for choice in group {
                    if choice_ui(ui, question, choice, key == Some(choice.key.as_str())) {
                        let on = key == Some(choice.key.as_str());
                        let answer = answer_of(verb, &question.field, choice);
                        chosen = Some(Some(answer).filter(|_| !(on && question.may_be_left)));
                    }
                }
            });
        }
    } else {
        let shown = of.iter().find(|choice| key == Some(choice.key.as_str()));
        let shown = shown.map_or("", |choice| choice.words.as_str());
        let row = |choice: &Choosable| chooser::ChooserRow {
            words: choice.words.clone(),
            also: format!("{} {}", choice.key, choice.about),
            chosen: key == Some(choice.key.as_str()),
        };
        ui.horizontal(|ui| {
            let name = ui.label(question.prompt.as_str());
            let shown = if shown.is_empty() { shared::CHOOSE } else { shown };
            let taken = chooser::chooser_ui(ui, name.id, shown, || of.iter().map(row).collect());
            let choice = taken.and_then(|place| of.get(place));
            chosen = choice.map(|choice| Some(answer_of(verb, &question.field, choice)));
        });
    }
    if let Some(answer) = chosen {
        first(found, Said::Answer(question.field.clone(), answer));
    }
}
