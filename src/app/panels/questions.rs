//! The questions of an order that is made up, each asked as its kind is.

use egui::{Checkbox, CollapsingHeader, DragValue, RichText, Role, Sides, TextEdit, Ui, WidgetInfo};

use crate::app::theme::{EguiPalette, heading_font};
use crate::app::views::cards::chance_ui;
use crate::app::views::{answer_button, chooser, first, heading, sheet, weak};
use crate::drawing::Ink;
use crate::game::{Also, Answer, Ask, Card, Choice, Draft, Field, Kind, Question, Verb};

/// What is said to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// By its field; none: nothing.
    Answer(String, Option<Answer>),
    /// One of several is taken in, or out: field and key.
    Toggle(String, String),
    /// An entry of a list goes: field and place.
    Strike(String, usize),
}

/// The order that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    pub verb: &'a Verb,
    pub draft: &'a Draft,
    /// Its card; none: it has none.
    pub card: Option<&'a Card>,
}

/// Asks a question.
pub fn question_ui(ui: &mut Ui, about: &About<'_>, question: &Question, found: &mut Option<Said>) {
    let About { verb, draft, card } = *about;
    let taken = draft.answers.get(&question.field);
    let say = |found: &mut Option<Said>, answer| first(found, Said::Answer(question.field.clone(), answer));
    match &question.ask {
        Ask::Some { of, most, .. } if of.iter().any(|choice| choice.also.is_some()) => {
            ticks_ui(ui, question, of, *most, taken, found);
        }
        Ask::Some { of, .. } => some_ui(ui, question, of, taken, found),
        Ask::One(of) => one_ui(ui, verb, question, of, taken, found),
        Ask::Shares { total, among } => {
            let given = |key: &str| match taken {
                Some(Answer::Shares(shares)) => {
                    shares.iter().find(|(known, _)| known == key).map_or(0, |(_, share)| *share)
                }
                _ => 0,
            };
            let sum: u32 = among.iter().map(|(choice, _)| given(&choice.key)).sum();
            ui.label(RichText::new(&question.prompt).strong());
            weak(ui, format!("{sum} of {total} given"));
            for (choice, most) in among {
                let words = format!("{}: {} of {most}", choice.words, given(&choice.key));
                if answer_button(ui, &words).clicked() {
                    first(found, Said::Toggle(question.field.clone(), choice.key.clone()));
                }
            }
        }
        Ask::Number { least, most, step, unit } => {
            let whole = field_of(verb, &question.field).is_some_and(|field| field.kind == Kind::Count);
            let mut value = match taken {
                Some(Answer::Count(count)) => *count as f64,
                Some(Answer::Measure(measure)) => *measure,
                _ => *least,
            };
            ui.horizontal(|ui| {
                let name = ui.label(question.prompt.as_str());
                let drag = DragValue::new(&mut value).range(*least..=*most).speed(*step).suffix(*unit);
                let changed = ui.add(drag).labelled_by(name.id).changed();
                if changed || taken.is_none() {
                    let answer = if whole { Answer::Count(value as i64) } else { Answer::Measure(value) };
                    say(found, Some(answer));
                }
            });
        }
        Ask::Text { longest } => {
            let mut text = match taken {
                Some(Answer::Text(text)) => text.clone(),
                _ => String::new(),
            };
            ui.horizontal(|ui| {
                let name = ui.label(question.prompt.as_str());
                let edit = TextEdit::singleline(&mut text).char_limit(*longest).desired_width(160.0);
                if ui.add(edit).labelled_by(name.id).changed() {
                    say(found, Some(Answer::Text(text.clone())).filter(|_| !text.is_empty()));
                }
            });
        }
        Ask::Whether => {
            let mut on = matches!(taken, Some(Answer::Whether(true)));
            if ui.checkbox(&mut on, question.prompt.as_str()).changed() {
                say(found, Some(Answer::Whether(on)));
            }
        }
        Ask::Spot | Ask::Way => match taken {
            Some(Answer::Spot(spot)) => drop(ui.label(format!("{}: {}", question.prompt.as_str(), spot))),
            Some(_) => drop(weak(ui, "The way is said")),
            None => drop(weak(ui, format!("{}: click it on the table", question.prompt.as_str()))),
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
        Ask::Either(of) => {
            ui.horizontal_wrapped(|ui| {
                for choice in of {
                    let on = matches!(taken, Some(Answer::Either(act)) if act.verb == choice.key);
                    if ui.selectable_label(on, &choice.words).clicked() {
                        say(found, Some(Answer::Either(Box::new(Draft::new(&choice.key)))));
                    }
                }
            });
        }
        Ask::List { said, .. } => {
            for (place, words) in said.iter().enumerate() {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    if out_button(ui, &format!("Out of the list: {words}")) {
                        first(found, Said::Strike(question.field.clone(), place));
                    }
                    ui.add(egui::Label::new(RichText::new(words).size(13.0)).wrap());
                });
            }
        }
    }
}

pub fn field_of<'v>(verb: &'v Verb, name: &str) -> Option<&'v Field> {
    verb.fields.iter().find(|field| field.name == name)
}

fn out_button(ui: &mut Ui, name: &str) -> bool {
    let out = ui.small_button("×");
    out.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    out.on_hover_text(name).clicked()
}

/// All who might be chosen, each with what was measured of it.
fn ticks_ui(
    ui: &mut Ui,
    question: &Question,
    of: &[Choice],
    most: usize,
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    let chosen: &[String] = match taken {
        Some(Answer::Some(keys)) => keys,
        _ => &[],
    };
    let open = || of.iter().filter(|choice| choice.barred.is_none()).map(|choice| choice.key.clone());
    let say = |keys| Said::Answer(question.field.clone(), Some(Answer::Some(keys)));
    ui.horizontal_wrapped(|ui| {
        if ui.small_button("All in range").clicked() {
            first(found, say(open().take(most).collect()));
        }
        if ui.small_button("None").clicked() {
            first(found, say(Vec::new()));
        }
    });
    if most < open().count() {
        weak(ui, format!("At most {most} may act"));
    }
    for choice in of {
        tick_ui(ui, question, choice, chosen.contains(&choice.key), found);
    }
}

/// One of them: its name as far as there is room beside the measure.
fn tick_ui(ui: &mut Ui, question: &Question, choice: &Choice, ticked: bool, found: &mut Option<Said>) {
    let palette = EguiPalette::of(ui.visuals());
    let open = choice.barred.is_none();
    let also = choice.also.clone().unwrap_or_else(|| Also {
        words: String::new(),
        close: false,
        measured: String::new(),
    });
    let words = match (open, also.close) {
        (_, true) => format!("{} (close)", also.words),
        (true, false) => also.words.clone(),
        (false, false) => format!("{}, out", also.words),
    };
    let colour = match (open, also.close) {
        (_, true) => palette.ink(Ink::Close),
        (true, false) => palette.ink(Ink::Good),
        (false, false) => palette.refused(),
    };
    Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            let mut on = ticked;
            let response = ui.add_enabled(open, Checkbox::new(&mut on, &choice.words));
            let said = format!("{}, {words}", choice.words);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, open, on, &said));
            if response.on_hover_text(&choice.words).clicked() {
                first(found, Said::Toggle(question.field.clone(), choice.key.clone()));
            }
        },
        |ui| {
            let label = ui.label(RichText::new(&words).color(colour).size(12.5));
            if !also.measured.is_empty() {
                label.on_hover_text(&also.measured);
            }
        },
    );
}

/// Pairs that come to combats.
struct Combats<'a> {
    from: &'a [Choice],
    to: &'a [Choice],
    may: &'a [(String, String)],
    card: Option<&'a Card>,
}

/// The combats that the pairs come to, one sheet each; then those that are left out.
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
    let words = |of: &[Choice], key: &str| {
        of.iter().find(|choice| choice.key == key).map_or(key, |choice| choice.words.as_str()).to_owned()
    };
    let mut pair_ui = |ui: &mut Ui, pair: &(String, String)| {
        let mut on = pairs.contains(pair);
        let said = format!("{} on {}", words(from, &pair.0), words(to, &pair.1));
        if ui.add(Checkbox::new(&mut on, said)).clicked() {
            let mut pairs = pairs.clone();
            pairs.retain(|known| known != pair);
            pairs.extend(on.then(|| pair.clone()));
            pairs.sort_by_key(|pair| may.iter().position(|known| known == pair));
            first(found, Said::Answer(question.field.clone(), Some(Answer::Pairs(pairs))));
        }
    };
    weak(ui, "Each attacker on the enemies it fights; leave out what is only touched");
    for (place, combat) in card.map_or(&[][..], |card| &card.combats).iter().enumerate() {
        ui.add_space(2.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(&combat.title).font(heading_font(15.0)));
            combat.pairs.iter().for_each(|pair| pair_ui(ui, pair));
            weak(ui, &combat.words);
            let ends = card.and_then(|card| card.chances.as_ref()?.combats.get(place));
            for end in ends.into_iter().flatten() {
                chance_ui(ui, &end.result, end.probability, 1.0, 12.5);
            }
        });
    }
    let left_out: Vec<_> = may.iter().filter(|pair| !pairs.contains(pair)).collect();
    if !left_out.is_empty() {
        ui.add_space(4.0);
        heading(ui, "Only touched");
        left_out.into_iter().for_each(|pair| pair_ui(ui, pair));
    }
}

/// Those who are chosen, those who may be, and why others may not.
fn some_ui(
    ui: &mut Ui,
    question: &Question,
    of: &[Choice],
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
            if out_button(ui, &format!("Take {words} out")) {
                toggle(key);
            }
            ui.add(egui::Label::new(RichText::new(words).size(13.0)).wrap());
        });
    }
    let left = || of.iter().filter(|choice| !chosen.contains(&choice.key));
    let open: Vec<&Choice> = left().filter(|choice| choice.barred.is_none()).collect();
    if chosen.is_empty() && !open.is_empty() {
        weak(ui, "Click on the table, or choose here");
    }
    for choice in open {
        if answer_button(ui, &choice.words).clicked() {
            toggle(&choice.key);
        }
    }
    let barred: Vec<&Choice> = left().filter(|choice| choice.barred.is_some()).collect();
    if !barred.is_empty() {
        let head = RichText::new(format!("{} who may not", barred.len())).size(12.5);
        CollapsingHeader::new(head).id_salt(("barred", &question.field)).show(ui, |ui| {
            for choice in barred {
                let why = choice.barred.as_deref().unwrap_or_default();
                ui.add(egui::Label::new(RichText::new(format!("{}: {why}", choice.words)).size(12.5)).wrap());
            }
        });
    }
}

/// One of these: a few beside each other, many in a list that opens.
fn one_ui(
    ui: &mut Ui,
    verb: &Verb,
    question: &Question,
    of: &[Choice],
    taken: Option<&Answer>,
    found: &mut Option<Said>,
) {
    const FEW: usize = 12;
    let key = match taken {
        Some(Answer::One(key) | Answer::Text(key)) => Some(key.as_str()),
        _ => None,
    };
    // What is a text on the wire may be one of a list all the same.
    let text = field_of(verb, &question.field).is_some_and(|field| field.kind == Kind::Text);
    let said = |choice: &Choice| match text {
        true => Answer::Text(choice.key.clone()),
        false => Answer::One(choice.key.clone()),
    };
    let mut chosen = None;
    if of.len() <= FEW {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(&question.prompt);
            for choice in of {
                let on = key == Some(choice.key.as_str());
                let label = ui.selectable_label(on, &choice.words);
                label.widget_info(|| {
                    WidgetInfo::selected(
                        Role::Button,
                        true,
                        on,
                        format!("{} {}", question.prompt, choice.words),
                    )
                });
                if label.clicked() {
                    chosen = Some(Some(said(choice)).filter(|_| !(on && question.may_be_left)));
                }
            }
        });
    } else {
        let shown = of.iter().find(|choice| key == Some(choice.key.as_str()));
        let shown = shown.map_or("", |choice| choice.words.as_str());
        let row = |choice: &Choice| chooser::Choice {
            words: choice.words.clone(),
            also: choice.key.clone(),
            chosen: key == Some(choice.key.as_str()),
        };
        ui.horizontal(|ui| {
            let name = ui.label(question.prompt.as_str());
            let shown = if shown.is_empty() { "Choose" } else { shown };
            let taken = chooser::chooser_ui(ui, name.id, shown, || of.iter().map(row).collect());
            chosen = taken.and_then(|place| of.get(place)).map(|choice| Some(said(choice)));
        });
    }
    if let Some(answer) = chosen {
        first(found, Said::Answer(question.field.clone(), answer));
    }
}
