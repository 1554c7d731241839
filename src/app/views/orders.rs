//! What is due, every way to answer it, and the card of the order in hand.

use std::collections::BTreeSet;
use std::time::Duration;

use egui::{RichText, Role, ScrollArea, Sides, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::models::{DueModel, ShotRow, TickRow};
use crate::app::regroup::Regrouping;
use crate::app::state::{Habit, Lifted, Tray};
use crate::app::theme::{EguiPalette, heading_font, serif_font};
use crate::app::threat::Watch;
use crate::dice::TypedEntry;
use crate::drawing::Ink;
use crate::game::line::{Choice, Choosing};
use crate::rules::easy::brief::card::{Card, Declaration, DeclaredCombat};
use crate::rules::easy::{Order, StandId};

use super::cards::{card_ui, chance_ui, lifted_ui, refusal_ui, way_back_ui};
use super::guide::ring_if_lit;
use super::{
    answer_button, clause, command_button, first, heading, main_button, numbered, sheet, swatch, weak,
};

/// What the panel shows besides what is due.
#[derive(Debug)]
pub struct InHand<'a> {
    pub card: Option<&'a Card>,
    pub lifted: Option<(&'a Lifted, String)>,
    pub ticked: &'a BTreeSet<StandId>,
    pub pairs: &'a BTreeSet<(StandId, StandId)>,
    /// An order waits for typed dice.
    pub tray: Option<&'a Tray>,
    pub habit: Habit,
    /// What could come at the stand in hand.
    pub watch: Option<&'a Watch>,
    /// What the stand in hand snapped to, in words.
    pub snap: Option<String>,
    /// The ticked attacks as combats.
    pub declaration: Option<&'a Declaration>,
    /// What is due as it is numbered for the keyboard.
    pub choices: &'a [Choice<Order>],
    /// The game in which these orders are due, as it is now: with every change it has another number.
    pub version: u64,
}

impl InHand<'_> {
    /// What may have been drawn, where that is asked for instead of dice.
    fn names(&self) -> &[String] {
        self.tray.map_or(&[], |tray| tray.throw.names.as_slice())
    }

    /// The number by which this is chosen.
    fn number(&self, what: &Choosing<Order>) -> Option<usize> {
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
    let choosing = hand.tray.is_none() && hand.lifted.is_none() && hand.card.is_none();
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

/// What is done at the table while dice are typed: the program is told.
pub const PLAYERS_DREW: &str = "The players drew…";
const PLAYERS_ROLLED: &str = "The players rolled…";

/// Room for one button that ends a step, in points.
const ENDING_HEIGHT: f32 = 46.0;

fn is_ending(kind: &str) -> bool {
    matches!(kind, "end-moves" | "finish")
}

/// What scrolls: the question, the stand or the card in hand, or what may be ordered.
fn list_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
        if !hand.names().is_empty() {
            heading(ui, "Which one was drawn?");
            for (index, name) in hand.names().iter().enumerate() {
                let number = hand.number(&Choosing::Drawn(name.clone()));
                if numbered(ui, number, |ui| answer_button(ui, name)).clicked() {
                    let drawn = TypedEntry::Faces(vec![index as u16 + 1]);
                    first(found, Command::EnterDice(drawn));
                }
            }
            ui.add_space(4.0);
            if command_button(ui, &Command::Cancel, true).clicked() {
                first(found, Command::Cancel);
            }
            return;
        }
        if hand.tray.is_some() {
            weak(ui, "The dice are asked for in the tray; they can be typed or rolled there");
        }
        if let Some((lifted, name)) = &hand.lifted {
            lifted_ui(ui, lifted, name, hand.snap.as_deref(), hand.watch, hand.tray, found);
        } else if let Some(card) = hand.card {
            card_ui(ui, card, hand.tray, hand.habit, found);
        } else if hand.tray.is_none() {
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
        if !matches!(*kind, "draw" | "weather" | "ammunition" | "roll-stands") {
            continue;
        }
        // As the habit is, and the other way. Where dice are typed, both say who throws.
        let (main, other, dice) = match (*kind, hand.habit) {
            ("draw", Habit::Rolled) => (&**words, PLAYERS_DREW, Habit::Typed),
            ("draw", Habit::Typed) => (PLAYERS_DREW, "Let the program draw", Habit::Rolled),
            (_, Habit::Rolled) => (&**words, PLAYERS_ROLLED, Habit::Typed),
            (_, Habit::Typed) => (PLAYERS_ROLLED, "Let the program roll", Habit::Rolled),
        };
        if numbered(ui, hand.number_of(order), |ui| main_button(ui, main)).clicked() {
            first(found, Command::Give(order.clone()));
        }
        if answer_button(ui, other).clicked() {
            first(found, Command::GiveWith(order.clone(), dice));
        }
    }
    if model.can_activate {
        ticks_ui(ui, model, hand.ticked, found);
    }
    if !model.pairs.is_empty() || !model.default_pairs.is_empty() {
        pairs_ui(ui, model, hand, found);
    }
    group(ui, model, hand, "Picks", &["pick", "form"], found);
    group(ui, model, hand, "Regroup", &["post", "attach"], found);
    group(ui, model, hand, "Rally", &["rally"], found);
    let mut decisions =
        vec!["react", "spare", "place-hits", "split", "take", "bridge", "stop-bridge", "continue"];
    // Where stands may move as well, nobody has to decide about squares: they are read last.
    decisions.extend((!model.moves).then_some("square"));
    group(ui, model, hand, "Decide", &decisions, found);
    group(ui, model, hand, "Combats", &["opening-fire", "resolve"], found);
    retreats_ui(ui, model, found);
    if !model.movers.is_empty() || !model.arrivals.is_empty() {
        ui.add_space(6.0);
        heading(ui, "May move");
        weak(ui, "Drag a stand on the table, or pick it here");
        for (stand, name, what) in &model.movers {
            let text = format!("{name}, {what}");
            let response = ui.add(egui::Button::new(&text).wrap());
            ring_if_lit(ui, &response, &text);
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
    group(ui, model, hand, "Engineers", &["work", "join"], found);
    shots_ui(ui, model, hand, found);
    if model.moves {
        group(ui, model, hand, "Squares", &["square"], found);
    }
    let known = [
        "draw",
        "weather",
        "ammunition",
        "roll-stands",
        "react",
        "spare",
        "work",
        "join",
        "place-hits",
        "split",
        "continue",
        "square",
        "take",
        "bridge",
        "stop-bridge",
        "opening-fire",
        "resolve",
        "retreat",
        "rout",
        "fire",
        "pick",
        "form",
        "post",
        "attach",
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
            let button = if alone { main_button } else { answer_button };
            if numbered(ui, hand.number_of(order), |ui| button(ui, words)).clicked() {
                first(found, Command::Give(order.clone()));
            }
        }
    }
}

/// Where the order under the pointer is kept.
const POINTED: &str = "order under the pointer";

/// An order that was pointed at, with the pass and the version of the game in which it was: it outlives both in the memory
/// of the window.
#[derive(Clone)]
struct Pointed {
    pass: u64,
    version: u64,
    order: Order,
}

/// The order is pointed at: the table shows what it is about.
fn point(ui: &Ui, order: &Order, version: u64) {
    let id = egui::Id::unique(POINTED);
    let pass = ui.ctx().cumulative_pass_nr();
    let before: Option<Pointed> = ui.data(|data| data.get_temp(id));
    if before.is_none_or(|old| old.order != *order || old.version != version) {
        ui.ctx().request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, Pointed { pass, version, order: order.clone() }));
}

/// The order that was pointed at in the last pass; none where the game is no longer that in which it was.
pub fn pointed(ctx: &egui::Context, version: u64) -> Option<Order> {
    let id = egui::Id::unique(POINTED);
    let pointed: Pointed = ctx.data(|data| data.get_temp(id))?;
    let now = pointed.version == version && pointed.pass + 1 >= ctx.cumulative_pass_nr();
    if now {
        // The pointer may have left it in this pass: the next one shows that.
        ctx.request_repaint_after(Duration::from_millis(150));
    }
    now.then_some(pointed.order)
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
        let button = numbered(ui, hand.number_of(order), |ui| answer_button(ui, words));
        if button.hovered() || button.has_focus() {
            point(ui, order, hand.version);
        }
        if button.clicked() {
            let order = order.clone();
            first(
                found,
                match Regrouping::of(&order) {
                    Some(what) => Command::Regroup(what),
                    None if weighed => Command::Take(order),
                    None => Command::Give(order),
                },
            );
        }
    }
}

/// Shots battery by battery, the best first; those that cannot hit are folded under one line.
fn shots_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    if model.shots.is_empty() {
        return;
    }
    ui.add_space(6.0);
    heading(ui, "Fire");
    for shots in &model.shots {
        ui.add_space(2.0);
        ui.label(RichText::new(&shots.name).font(heading_font(14.5)));
        for shot in &shots.shots {
            shot_ui(ui, shot, hand, found);
        }
        if !shots.hopeless.is_empty() {
            let head = match shots.hopeless.len() {
                1 => "1 shot that cannot hit".to_owned(),
                n => format!("{n} shots that cannot hit"),
            };
            let head = RichText::new(head).size(12.5).color(EguiPalette::of(ui.visuals()).weak());
            egui::CollapsingHeader::new(head).id_salt(("cannot hit", shots.battery.0)).show(ui, |ui| {
                for shot in &shots.hopeless {
                    shot_ui(ui, shot, hand, found);
                }
            });
        }
    }
}

fn shot_ui(ui: &mut Ui, shot: &ShotRow, hand: &InHand<'_>, found: &mut Option<Command>) {
    let (text, weak) = (ui.visuals().text_color(), EguiPalette::of(ui.visuals()).weak());
    let mut words = egui::text::LayoutJob::default();
    words.append(&shot.at, 0.0, egui::TextFormat::simple(egui::FontId::proportional(13.5), text));
    let odds = format!("\n{}", shot.odds);
    words.append(&odds, 0.0, egui::TextFormat::simple(egui::FontId::proportional(12.0), weak));
    let button = |ui: &mut Ui| {
        let wide = ui.available_width();
        let button = ui.add(egui::Button::new(words).wrap().min_size(vec2(wide, 28.0)));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &shot.words));
        ring_if_lit(ui, &button, &shot.words);
        button.on_hover_text(&shot.words)
    };
    if numbered(ui, hand.number_of(&shot.order), button).clicked() {
        first(found, Command::Take(shot.order.clone()));
    }
}

fn ticks_ui(ui: &mut Ui, model: &DueModel, ticked: &BTreeSet<StandId>, found: &mut Option<Command>) {
    ui.horizontal_wrapped(|ui| {
        heading(ui, "Stands to activate");
        for command in [Command::TickAll, Command::TickNone] {
            if ui.small_button(command.text()).clicked() {
                first(found, command);
            }
        }
    });
    if let Some(most) = model.most {
        weak(ui, format!("The general rolled {most}: at most so many may act"));
    }
    for row in &model.ticks {
        tick_ui(ui, row, ticked.contains(&row.id), found);
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

/// One stand: its name as far as there is room beside the distance.
fn tick_ui(ui: &mut Ui, row: &TickRow, ticked: bool, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
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
    Sides::new().shrink_left().truncate().show(
        ui,
        |ui| {
            let mut on = ticked;
            let response = ui.add_enabled(row.open, egui::Checkbox::new(&mut on, &row.name));
            let said = format!("{}, {words}", row.name);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, row.open, on, &said));
            if response.on_hover_text(&row.name).clicked() {
                first(found, Command::Tick(row.id));
            }
        },
        |ui| {
            let label = ui.label(RichText::new(&words).color(colour).size(12.5));
            if let Some(measured) = &row.measured {
                label.on_hover_text(measured.to_string());
            }
        },
    );
}

/// The combats as they would be declared, one card each; then what is touched and not fought.
fn pairs_ui(ui: &mut Ui, model: &DueModel, hand: &InHand<'_>, found: &mut Option<Command>) {
    heading(ui, "Attacks");
    weak(ui, "Each attacker on the enemies it fights; leave out what is only touched");
    let Some(declaration) = hand.declaration else { return };
    if let Some(refusal) = &declaration.refusal {
        refusal_ui(ui, refusal, found);
    }
    let text = match hand.pairs.len() {
        1 => "Declare 1 attack".to_owned(),
        n => format!("Declare {n} attacks"),
    };
    if declaration.refusal.is_none() && main_button(ui, &text).clicked() {
        first(found, Command::DeclarePairs);
    }
    for (number, combat) in declaration.combats.iter().enumerate() {
        ui.add_space(2.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            combat_ui(ui, model, number + 1, combat, found);
        });
    }
    if !declaration.left_out.is_empty() {
        ui.add_space(4.0);
        heading(ui, "Only touched");
        for index in &declaration.left_out {
            pair_ui(ui, model, *index, false, found);
        }
    }
}

/// One combat that would be declared: its attacks, strengths, and how it would end.
fn combat_ui(
    ui: &mut Ui,
    model: &DueModel,
    number: usize,
    combat: &DeclaredCombat,
    found: &mut Option<Command>,
) {
    ui.label(RichText::new(format!("Combat {number}")).font(heading_font(15.0)));
    for index in &combat.pairs {
        pair_ui(ui, model, *index, true, found);
    }
    let [attackers, defenders] = combat.strength;
    weak(ui, format!("{attackers} sp attack {defenders} sp"));
    for (words, chance) in &combat.ends {
        chance_ui(ui, words, *chance, 1.0, 12.5);
    }
}

fn pair_ui(ui: &mut Ui, model: &DueModel, index: usize, ticked: bool, found: &mut Option<Command>) {
    let Some((attacker, defender, words)) = model.pairs.get(index) else { return };
    let mut on = ticked;
    if ui.add(egui::Checkbox::new(&mut on, words)).clicked() {
        first(found, Command::Pair(*attacker, *defender));
    }
}

/// The beaten stands: how each goes back is drawn on the table and told here before it is confirmed.
fn retreats_ui(ui: &mut Ui, model: &DueModel, found: &mut Option<Command>) {
    for way in &model.retreats {
        ui.add_space(4.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(&way.name).font(heading_font(16.0)));
            way_back_ui(ui, way);
            let verb = match (way.destroyed, way.rout) {
                (true, _) => "is removed",
                (false, true) => "routs",
                (false, false) => "retreats",
            };
            if main_button(ui, &format!("{} {verb}", way.name)).clicked() {
                first(found, Command::Give(way.order.clone()));
            }
        });
    }
    let kinds = ["retreat", "rout"];
    let others = model.exact.iter().filter(|(order, _, kind)| {
        kinds.contains(kind) && matches!(order, Order::Retreat { direction: Some(_), .. })
    });
    let mut others = others.peekable();
    if others.peek().is_some() {
        ui.add_space(6.0);
        heading(ui, "Other directions");
        for (order, words, _) in others {
            if answer_button(ui, words).clicked() {
                first(found, Command::Take(order.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::easy::CommandId;

    use super::*;

    #[test]
    fn an_order_pointed_at_is_of_the_game_in_which_it_was() {
        let order = Order::Pick { command: CommandId(3) };
        let harness =
            egui_kittest::Harness::new_ui(|ui| point(ui, &Order::Pick { command: CommandId(3) }, 7));
        assert_eq!(pointed(&harness.ctx, 7), Some(order));
        assert_eq!(pointed(&harness.ctx, 8), None, "the game has changed");
    }
}
