//! What is due in a hex game, the counter in hand, the combat that is made up, the plan, retreats, exchanges and advances.

use std::collections::BTreeSet;

use egui::{Grid, RichText, Role, ScrollArea, Ui, WidgetInfo};

use crate::app::command::Command;
use crate::app::hex::{CombatCard, DueModel, Fighter, HexCommand, Planned};
use crate::app::line::Barred;
use crate::app::state::Habit;
use crate::app::theme::{EguiPalette, heading_font, serif_font};
use crate::rules::napoleon_at_war::{Order, UnitId};

use super::super::{
    answer_button, bar, clause, command_button, first, heading, main_button, numbered, sheet, swatch, weak,
};

/// What the panel shows besides what is due.
#[derive(Debug)]
pub struct InHand<'a> {
    /// The counter in hand, in words, with what it may spend.
    pub lifted: Option<(String, String)>,
    /// An order that was refused.
    pub refused: Option<(String, &'a Barred)>,
    pub card: &'a CombatCard,
    /// The combat that is made up has somebody in it.
    pub building: bool,
    pub plan: &'a [Planned],
    /// Why the plan may not be declared as it stands.
    pub plan_barred: Option<&'a Barred>,
    pub going: Option<UnitId>,
    /// The names of those who may go back or on.
    pub goers: Vec<(UnitId, String)>,
    pub lost: &'a BTreeSet<UnitId>,
    /// Those among whom losses are chosen, by name.
    pub losable: Vec<(UnitId, String, u32)>,
    pub waits_for_dice: bool,
    pub other_habit: Habit,
    /// The move of the selected unit, to be taken back.
    pub take_back: Option<(Order, String)>,
    /// What the selected unit may change places with.
    pub interchanges: Vec<(Order, String)>,
}

pub fn orders_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>) -> Option<Command> {
    let mut found = None;
    ui.set_max_width(ui.available_width());
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = model.colour {
            swatch(ui, colour);
        }
        heading(ui, "Due");
        weak(ui, &model.step);
        clause(ui, &model.clause);
    });
    ui.label(RichText::new(&model.prompt).font(serif_font(17.0)));
    ui.add_space(4.0);
    // What ends the phase stays in sight at the foot.
    let foot = egui::Panel::bottom("phase end").frame(egui::Frame::new()).show_separator_line(false);
    let endings: Vec<_> =
        model.exact.iter().enumerate().filter(|(_, (_, _, kind))| is_ending(kind)).collect();
    if !endings.is_empty() && !hand.waits_for_dice {
        foot.show(ui, |ui| {
            for (index, (order, words, _)) in endings {
                let owed = matches!(order, Order::EndCombat) && !model.owed.is_empty();
                let stacked = matches!(order, Order::EndMovement) && !model.stacks.is_empty();
                let number = Some(index + 1);
                let button = numbered(ui, number, |ui| match owed || stacked {
                    true => answer_button(ui, words),
                    false => main_button(ui, words),
                });
                if button.clicked() {
                    first(&mut found, Command::Hex(HexCommand::Give(order.clone())));
                }
            }
        });
    }
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        ui.set_max_width(ui.available_width() - 4.0);
        if hand.waits_for_dice {
            weak(ui, "The die is asked for in the tray; it can be typed or rolled there");
            return;
        }
        if let Some((words, refused)) = &hand.refused {
            refused_ui(ui, words, refused, &mut found);
        }
        if let Some((name, points)) = &hand.lifted {
            sheet(ui).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(RichText::new(name).font(heading_font(16.0)));
                weak(ui, points);
                weak(ui, "Click a hex to go there; Escape puts it back");
                if command_button(ui, &Command::Cancel, true).clicked() {
                    first(&mut found, Command::Cancel);
                }
            });
        }
        list_ui(ui, model, hand, &mut found);
    });
    found
}

fn is_ending(kind: &str) -> bool {
    matches!(kind, "begin" | "end-movement" | "end-combat")
}

fn refused_ui(ui: &mut Ui, words: &str, refused: &Barred, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(words).font(heading_font(15.0)));
        barred_ui(ui, refused, palette, Command::Cancel, found);
    });
    ui.add_space(4.0);
}

/// Why it is refused, what puts it away, and the referee's way round it.
fn barred_ui(
    ui: &mut Ui,
    refused: &Barred,
    palette: EguiPalette,
    away: Command,
    found: &mut Option<Command>,
) {
    why_ui(ui, refused, palette);
    ui.horizontal(|ui| {
        for command in [away, Command::Overrule(refused.clause.to_string())] {
            if command_button(ui, &command, true).clicked() {
                first(found, command);
            }
        }
    });
}

/// Why it is refused, and what would be accepted.
fn why_ui(ui: &mut Ui, refused: &Barred, palette: EguiPalette) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("Not allowed: {}", refused.fact)).color(palette.refused()));
        clause(ui, &refused.clause);
    });
    if !refused.remedy.is_empty() {
        weak(ui, &refused.remedy);
    }
}

fn list_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    if model.over && main_button(ui, "Show the result").clicked() {
        first(found, Command::ShowResult);
    }
    if !hand.losable.is_empty() {
        exchange_ui(ui, model.exchanged, hand, found);
    }
    if !model.goings.is_empty() {
        goings_ui(ui, model, hand, found);
    }
    for (index, (order, words, kind)) in model.exact.iter().enumerate() {
        let shown = match *kind {
            "retreat" | "advance" | "exchange" | "take-back" => false,
            kind => !is_ending(kind),
        };
        if shown && numbered(ui, Some(index + 1), |ui| answer_button(ui, words)).clicked() {
            first(found, Command::Hex(HexCommand::Give(order.clone())));
        }
    }
    if let Some((order, words)) = &hand.take_back {
        let button = answer_button(ui, "Take back its move");
        if button.on_hover_text(words).clicked() {
            first(found, Command::Hex(HexCommand::Give(order.clone())));
        }
    }
    for (order, words) in &hand.interchanges {
        if answer_button(ui, words).clicked() {
            first(found, Command::Hex(HexCommand::Give(order.clone())));
        }
    }
    if !model.stacks.is_empty() {
        ui.add_space(4.0);
        heading(ui, "Share a hex");
        for words in &model.stacks {
            ui.label(RichText::new(words).color(EguiPalette::of(ui.visuals()).refused()));
        }
        clause(ui, "naw:5.32");
    }
    if model.combats {
        combats_ui(ui, model, hand, found);
    }
    if !model.arrivals.is_empty() {
        ui.add_space(6.0);
        heading(ui, "May come on");
        for (unit, words) in &model.arrivals {
            if answer_button(ui, words).clicked() {
                first(found, Command::Hex(HexCommand::PickUp(*unit)));
            }
        }
    }
    if !model.movers.is_empty() {
        ui.add_space(6.0);
        heading(ui, &format!("May move ({})", model.movers.len()));
        weak(ui, "Click a counter on the map, or pick it here");
        for (unit, words) in &model.movers {
            if ui.add(egui::Button::new(words).truncate().frame(false)).clicked() {
                first(found, Command::Hex(HexCommand::PickUp(*unit)));
            }
        }
    }
}

/// What the attacker loses: ticked here or on the map.
fn exchange_ui(ui: &mut Ui, owed: u32, hand: &InHand<'_>, found: &mut Option<Command>) {
    heading(ui, "Exchange: what is lost");
    let lost = hand.losable.iter().filter(|(unit, ..)| hand.lost.contains(unit));
    let chosen: u32 = lost.map(|(.., points)| *points).sum();
    weak(ui, format!("Owed {owed} printed points, chosen {chosen}"));
    for (unit, name, points) in &hand.losable {
        let mut on = hand.lost.contains(unit);
        if ui.checkbox(&mut on, format!("{name}: {points}")).clicked() {
            first(found, Command::Hex(HexCommand::Lose(*unit)));
        }
    }
    let lost: Vec<UnitId> = hand.lost.iter().copied().collect();
    let button = ui.add_enabled(!lost.is_empty(), egui::Button::new("Lose these"));
    if button.clicked() {
        first(found, Command::Hex(HexCommand::Give(Order::Exchange { lost })));
    }
    ui.add_space(4.0);
}

/// Who goes back or on, and under each name where.
fn goings_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    weak(ui, "Click a lit hex on the map, or choose here");
    let mut last = None;
    for (index, (order, words, kind)) in model.exact.iter().enumerate() {
        let (of, to) = match order {
            Order::Retreat { unit, way } => (*unit, way.last()),
            Order::Advance { unit, to } => (*unit, Some(to)),
            _ => continue,
        };
        if !matches!(*kind, "retreat" | "advance") {
            continue;
        }
        if last != Some(of) {
            last = Some(of);
            goer_ui(ui, of, hand, found);
        }
        if hand.going.is_some_and(|going| going != of) {
            continue;
        }
        // The name stands over it, unless there is only one who goes.
        let short = match (to, *kind) {
            (Some(hex), "advance") if hand.goers.len() > 1 => format!("To {hex}"),
            _ => words.clone(),
        };
        let clicked = numbered(ui, Some(index + 1), |ui| {
            let response = answer_button(ui, &short);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
            response
        })
        .clicked();
        if clicked {
            first(found, Command::Hex(HexCommand::Give(order.clone())));
        }
    }
}

/// The name of one of several who may go: a click on it chooses him.
fn goer_ui(ui: &mut Ui, unit: UnitId, hand: &InHand<'_>, found: &mut Option<Command>) {
    if hand.goers.len() < 2 {
        return;
    }
    if let Some((_, name)) = hand.goers.iter().find(|(goer, _)| *goer == unit) {
        ui.add_space(2.0);
        if ui.selectable_label(hand.going == Some(unit), name).clicked() {
            first(found, Command::Hex(HexCommand::Goes(unit)));
        }
    }
}

/// What is owed, the plan, and the combat that is made up.
fn combats_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    ui.horizontal(|ui| {
        heading(ui, "Combats");
        let propose = Command::Hex(HexCommand::Propose);
        if !model.declared && command_button(ui, &propose, true).clicked() {
            first(found, propose);
        }
    });
    if hand.building {
        card_ui(ui, hand, found);
    } else if model.declares {
        weak(ui, "All combats are declared before the first die: make them up on the map, or propose a plan");
    } else if model.declared && hand.plan.is_empty() {
        weak(ui, "All that was declared has been fought");
    } else if model.declared {
        weak(ui, "The combats that were declared, in any order");
    } else {
        weak(ui, "Click attackers and defenders on the map, or propose a plan");
    }
    if !hand.plan.is_empty() {
        ui.add_space(4.0);
        plan_ui(ui, model, hand, found);
    }
    if !model.owed.is_empty() {
        ui.add_space(4.0);
        let beside = if model.declares && !hand.plan.is_empty() { " beside the plan" } else { "" };
        heading(ui, &format!("Owed{beside} ({})", model.owed.len()));
        for words in &model.owed {
            ui.add(egui::Label::new(RichText::new(words).size(13.0)).wrap());
        }
    }
}

/// The combats of the plan; where they are declared first, what it takes out and what declares them.
fn plan_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    heading(ui, if model.declared { "Declared" } else { "Plan" });
    if !model.declared && !model.declares {
        weak(ui, "A complete lawful set; each is still yours to change");
    }
    for (place, planned) in hand.plan.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if model.declares {
                let out = ui.small_button("×");
                let name = format!("Out of the plan: {}", planned.words);
                out.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                if out.on_hover_text("Take this combat out of the plan").clicked() {
                    first(found, Command::Hex(HexCommand::DropPlan(place)));
                }
            }
            if answer_button(ui, &planned.words).clicked() {
                first(found, Command::Hex(HexCommand::UsePlan(place)));
            }
        });
    }
    if model.declares {
        match hand.plan_barred {
            Some(barred) => why_ui(ui, barred, EguiPalette::of(ui.visuals())),
            None => {
                let assaults = hand.plan.iter().map(|planned| planned.assault.clone()).collect();
                if main_button(ui, "Declare these combats").clicked() {
                    first(found, Command::Hex(HexCommand::Give(Order::Declare { assaults })));
                }
            }
        }
    }
}

fn fighters_ui(ui: &mut Ui, title: &str, points: u32, fighters: &[Fighter], found: &mut Option<Command>) {
    ui.label(RichText::new(format!("{title} {points}")).font(heading_font(15.0)));
    for fighter in fighters {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let out = ui.small_button("×");
            let name = format!("Take {} out of the combat", fighter.name);
            out.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if out.on_hover_text("Take it out").clicked() {
                first(found, Command::Hex(HexCommand::Join(fighter.unit)));
            }
            ui.label(RichText::new(format!("{}: {}", fighter.name, fighter.words)).size(13.0));
        });
    }
    if fighters.is_empty() {
        weak(ui, "Nobody yet: click on the map");
    }
}

fn card_ui(ui: &mut Ui, hand: &InHand<'_>, found: &mut Option<Command>) {
    let card = hand.card;
    let palette = EguiPalette::of(ui.visuals());
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        // Always in the same place, however long the card is.
        if let Some(order) = &card.order {
            let column = card.column.map_or("", |column| column.name());
            let said = match card.declares {
                true => format!("Into the plan at {column} (K)"),
                false => format!("Fight at {column} (K)"),
            };
            if main_button(ui, &said).clicked() {
                first(found, Command::Hex(HexCommand::Attack));
            }
            let other = Command::Hex(HexCommand::GiveWith(order.clone(), hand.other_habit));
            let other = Some(other).filter(|_| !card.declares);
            ui.horizontal(|ui| {
                for command in other.into_iter().chain([Command::Hex(HexCommand::ClearCombat)]) {
                    if command_button(ui, &command, true).clicked() {
                        first(found, command);
                    }
                }
            });
        } else {
            let clear = Command::Hex(HexCommand::ClearCombat);
            match &card.barred {
                Some(barred) => barred_ui(ui, barred, palette, clear, found),
                None if command_button(ui, &clear, true).clicked() => first(found, clear),
                None => {}
            }
        }
        fighters_ui(ui, "Attack", card.attack, &card.attackers, found);
        fighters_ui(ui, "Defence", card.defence, &card.defenders, found);
        for modifier in &card.modifiers {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(RichText::new(format!("{:+} {}", modifier.value.abs(), modifier.why)).size(12.5));
                clause(ui, modifier.clause);
            });
        }
        if let (Some(column), Some(computed)) = (card.column, card.computed) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("Column {column}")).font(heading_font(17.0)));
                if column != computed {
                    weak(ui, format!("lowered from {computed}"));
                    clause(ui, "naw:7.9");
                }
            });
            if card.columns.len() > 1 {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    weak(ui, "Lower:");
                    for one in card.columns.iter().rev() {
                        let button = ui.selectable_label(*one == column, one.name());
                        let name = format!("Take it at {one}");
                        button
                            .widget_info(|| WidgetInfo::selected(Role::Button, true, *one == column, &name));
                        if button.clicked() {
                            first(found, Command::Hex(HexCommand::Lower(Some(*one))));
                        }
                    }
                });
            }
        }
        if !card.faces.is_empty() {
            Grid::new("column of the table").num_columns(3).striped(true).spacing([8.0, 2.0]).show(
                ui,
                |ui| {
                    for row in &card.faces {
                        ui.label(RichText::new(row.face.to_string()).font(heading_font(15.0)));
                        ui.label(RichText::new(row.result).strong());
                        let words = ui.add(egui::Label::new(RichText::new(&row.words).size(12.5)).wrap());
                        words.on_hover_text(format!("The die shows {}: {}", row.face, row.result));
                        ui.end_row();
                    }
                },
            );
            ui.add_space(2.0);
            for (words, chance) in &card.fates {
                let (rect, response) =
                    ui.allocate_exact_size(egui::vec2(ui.available_width(), 17.0), egui::Sense::hover());
                bar(ui, rect, *chance as f32, palette.bar());
                let said = format!("{:.0}%  {words}", chance * 100.0);
                let at = rect.left_center() + egui::vec2(4.0, 0.0);
                let font = egui::FontId::proportional(12.5);
                let ink = ui.visuals().text_color();
                ui.painter().with_clip_rect(rect).text(at, egui::Align2::LEFT_CENTER, &said, font, ink);
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
            }
        }
        if !card.joiners.is_empty() {
            ui.add_space(3.0);
            weak(ui, "Might join");
            for joiner in &card.joiners {
                let button = ui.add_enabled(joiner.barred.is_none(), egui::Button::new(&joiner.name).small());
                if let Some(barred) = &joiner.barred {
                    ui.horizontal_wrapped(|ui| {
                        ui.spacing_mut().item_spacing.x = 5.0;
                        ui.label(RichText::new(format!("not: {}", barred.fact)).size(12.5));
                        clause(ui, &barred.clause);
                    });
                }
                if button.clicked() {
                    first(found, Command::Hex(HexCommand::Join(joiner.unit)));
                }
            }
        }
    });
}
