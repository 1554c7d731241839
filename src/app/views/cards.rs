//! The sheets of the orders panel: the card of an order, both sides of a combat, ways back, odds as bars, the stand in hand.

use egui::{Align, Align2, Layout, RichText, Role, Ui, WidgetInfo, vec2};

use crate::app::command::Command;
use crate::app::panels::card::chances_ui;
use crate::app::state::{Habit, Lifted, Tray};
use crate::app::theme::{EguiPalette, heading_font};
use crate::app::threat::Watch;
use crate::dice::Throw;
use crate::drawing::Ink;
use crate::game::Chances;
use crate::game::Refused;
use crate::rules::easy::Refusal;
use crate::rules::easy::brief::card::{Card, FightCard, FightSide, RallyCard, WayBack};
use crate::rules::easy::brief::trip::Spent;
use crate::rules::easy::retreat::Fate;

use super::log::note_ui;
use super::{answer_button, bar, clause, command_button, first, heading, main_button, sheet, swatch, weak};

/// Why an order is refused, what was measured, and what would be accepted.
pub fn refusal_ui(ui: &mut Ui, refusal: &Refusal, found: &mut Option<Command>) {
    let palette = EguiPalette::of(ui.visuals());
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
    let overrule = Command::Overrule(refusal.clause.to_owned());
    if ui.small_button(overrule.text()).on_hover_text(overrule.tooltip()).clicked() {
        first(found, overrule);
    }
}

/// The card of the order in hand. While its dice are awaited only they are asked for.
pub fn card_ui(ui: &mut Ui, card: &Card, tray: Option<&Tray>, habit: Habit, found: &mut Option<Command>) {
    if tray.is_none() {
        // Always in the same place, however long the card is.
        if card.refusal.is_none() && main_button(ui, "Confirm (Enter)").clicked() {
            first(found, Command::Confirm);
        }
        ui.horizontal(|ui| {
            if card.refusal.is_none() && card.throw.is_some() {
                let other = match habit {
                    Habit::Rolled => Habit::Typed,
                    Habit::Typed => Habit::Rolled,
                };
                let command = Command::ConfirmWith(other);
                if command_button(ui, &command, true).clicked() {
                    first(found, command);
                }
            }
            if command_button(ui, &Command::Cancel, true).clicked() {
                first(found, Command::Cancel);
            }
        });
    }
    ui.add_space(2.0);
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(&card.title).font(heading_font(16.0)));
        if let Some(refusal) = &card.refusal {
            refusal_ui(ui, refusal, found);
        }
        // What is thrown now: with the later throws of the same order it goes on.
        if let Some(throw) = tray.map(|tray| &tray.throw).or(card.throw.as_ref()) {
            to_roll_ui(ui, throw);
        }
        if let Some(way) = &card.retreat {
            way_back_ui(ui, way);
        }
        if let Some(rally) = &card.rally {
            rally_ui(ui, rally);
        }
        for note in &card.notes {
            note_ui(ui, note);
        }
    });
    if let Some(fight) = &card.fight {
        ui.add_space(4.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            standing_ui(ui, card, tray);
            fight_ui(ui, fight);
        });
    }
    if let Some(odds) = &card.odds {
        ui.add_space(4.0);
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            standing_ui(ui, card, tray);
            chances_ui(ui, &Chances::from(odds.clone()), card.thrown > 0);
        });
    } else if card.weighing {
        ui.horizontal(|ui| {
            ui.spinner();
            weak(ui, "Weighing the odds");
            let stop = Command::StopWeighing;
            if ui.small_button(stop.text()).on_hover_text(stop.tooltip()).clicked() {
                first(found, stop);
            }
        });
    }
}

/// Says so where dice have been thrown that the sheet below does not count.
fn standing_ui(ui: &mut Ui, card: &Card, tray: Option<&Tray>) {
    if tray.is_some_and(|tray| tray.entered.len() != card.thrown) {
        weak(ui, "Before the dice");
    }
}

fn to_roll_ui(ui: &mut Ui, throw: &Throw) {
    let words = throw.say();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("To roll: {words}")).strong());
        clause(ui, &throw.clause);
    });
    weak(ui, &throw.why);
}

/// Both sides of a combat, side by side.
fn fight_ui(ui: &mut Ui, fight: &FightCard) {
    ui.columns(2, |columns| {
        for (ui, side) in columns.iter_mut().zip(&fight.sides) {
            // Columns justify their text, which tears short lines apart.
            ui.with_layout(Layout::top_down(Align::Min), |ui| side_ui(ui, side));
        }
    });
    if let Some((words, id)) = &fight.result {
        ui.add_space(3.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(words).size(13.0));
            clause(ui, id);
        });
    }
}

fn side_ui(ui: &mut Ui, side: &FightSide) {
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = side.colour {
            swatch(ui, colour);
        }
        ui.label(RichText::new(&side.title).font(heading_font(14.5)));
    });
    for (name, words) in &side.stands {
        ui.label(RichText::new(name).size(13.5));
        weak(ui, words);
    }
    if side.throws.is_empty() {
        weak(ui, "Throws no dice for hits");
    }
    for throw in &side.throws {
        ui.add_space(3.0);
        let on = match throw.hits_on {
            Some(face) => format!("hits on {face} or more"),
            None => "cannot hit".to_owned(),
        };
        let dice = if throw.dice == 1 { "1 die".to_owned() } else { format!("{} dice", throw.dice) };
        ui.label(RichText::new(format!("{dice}, {on}")).strong().size(13.5)).on_hover_text(&throw.what);
        if side.throws.len() > 1 {
            weak(ui, &throw.what);
        }
        for modifier in &throw.modifiers {
            ui.label(RichText::new(format!("{:+} {}", modifier.value, modifier.why)).size(12.5));
            clause(ui, modifier.clause);
        }
        clause(ui, throw.clause);
    }
}

/// How a beaten stand goes back, and every direction that was tried before.
pub fn way_back_ui(ui: &mut Ui, way: &WayBack) {
    let palette = EguiPalette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let colour = if way.destroyed { palette.refused() } else { ui.visuals().text_color() };
        ui.label(RichText::new(&way.words).color(colour));
        clause(ui, way.clause);
    });
    if way.tried.is_empty() {
        return;
    }
    let barred = way.tried.iter().filter(|tried| matches!(tried.fate, Fate::Barred(_))).count();
    if barred == 0 {
        let leads = if way.destroyed { "leads off the table" } else { "is open" };
        weak(ui, format!("The first direction tried {leads}"));
        return;
    }
    weak(ui, "Directions tried");
    for tried in &way.tried {
        let colour = if tried.fate == Fate::Taken { palette.ink(Ink::Good) } else { palette.weak() };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            ui.label(RichText::new(&tried.words).size(12.5).color(colour));
            clause(ui, tried.clause);
        });
    }
}

fn rally_ui(ui: &mut Ui, rally: &RallyCard) {
    let words = match rally.places.len() {
        0 => "No other place beside the general with this front; Q and E turn the stand".to_owned(),
        1 => "One place beside the general is open; click it, or turn the stand with Q and E".to_owned(),
        count => {
            format!("{count} places beside the general are open: click where it shall stand, Q and E turn it")
        }
    };
    weak(ui, words);
}

/// `21.4 %`; what is rare is not called impossible.
fn percent(chance: f64) -> String {
    if chance > 0.0 && chance < 0.0005 { "< 0.1 %".to_owned() } else { format!("{:.1} %", chance * 100.0) }
}

/// Words over a bar as long as the chance is of `whole`.
pub fn chance_ui(ui: &mut Ui, words: &str, chance: f64, whole: f64, size: f32) {
    let palette = EguiPalette::of(ui.visuals());
    let ink = ui.visuals().text_color();
    let percent = percent(chance);
    let font = egui::FontId::proportional(size);
    let wide = ui.available_width();
    let galley = ui.painter().layout(words.to_owned(), font.clone(), ink, wide - 64.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, galley.size().y + 5.0), egui::Sense::hover());
    bar(ui, rect, (chance / whole) as f32, palette.bar().gamma_multiply(0.55));
    ui.painter().galley(rect.min + vec2(4.0, 2.5), galley, ink);
    ui.painter().text(rect.right_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER, &percent, font, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{percent} {words}")));
}

/// The stand in hand: what its way costs and what is left, why it may not go on, and who could come at it there.
pub fn lifted_ui(
    ui: &mut Ui,
    lifted: &Lifted,
    name: &str,
    snap: Option<&str>,
    watch: Option<&Watch>,
    tray: Option<&Tray>,
    found: &mut Option<Command>,
) {
    let trip = &lifted.trip;
    if tray.is_none() {
        if trip.refusal.is_none() {
            if main_button(ui, "Put down here (Enter)").clicked() {
                first(found, Command::Drop);
            }
        } else if !trip.legal.legs.is_empty() && answer_button(ui, "Go as far as it may").clicked() {
            first(found, Command::DropShort);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for command in [Command::TurnGhost(-1.0), Command::TurnGhost(1.0), Command::Cancel] {
                if command_button(ui, &command, true).clicked() {
                    first(found, command);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let some = !lifted.way_points.is_empty();
            for (command, enabled) in [(Command::WayPoint, true), (Command::TakeWayPoint, some)] {
                if command_button(ui, &command, enabled).clicked() {
                    first(found, command);
                }
            }
        });
    }
    ui.add_space(2.0);
    sheet(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(format!("In hand: {name}")).font(heading_font(16.0)));
        if let Some(tray) = tray {
            to_roll_ui(ui, &tray.throw);
        }
        cost_ui(ui, lifted);
        let snapped = match (snap, lifted.free) {
            (Some(words), _) => format!("Snapped: {words}"),
            (None, true) => "Snapping is off while Alt is held".to_owned(),
            (None, false) => "Not snapped".to_owned(),
        };
        weak(ui, snapped);
        if !lifted.way_points.is_empty() {
            let count = lifted.way_points.len();
            weak(ui, if count == 1 { "By 1 way-point".to_owned() } else { format!("By {count} way-points") });
        }
        for note in &trip.notes {
            ui.label(RichText::new(note).size(12.5));
        }
        if let Some(refusal) = &trip.refusal {
            refusal_ui(ui, refusal, found);
        }
    });
    ui.add_space(4.0);
    if let Some(watch) = watch {
        sheet(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            watch_ui(ui, watch);
        });
    }
    weak(ui, "Q and E or Ctrl and the wheel turn it, Alt keeps it from snapping, Esc puts it back");
}

/// The way so far: ground by ground, in all, and what is left.
fn cost_ui(ui: &mut Ui, lifted: &Lifted) {
    let palette = EguiPalette::of(ui.visuals());
    let trip = &lifted.trip;
    let left = trip.allowance - trip.cost;
    let bad = trip.refusal.is_some() || left < -0.001;
    let colour = if bad { palette.refused() } else { palette.ink(Ink::Good) };
    let words = format!("{:.2} in of {:.2} in, {:.2} in left", trip.cost, trip.allowance, left.max(0.0));
    ui.label(RichText::new(words).color(colour));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), egui::Sense::empty());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let share = if trip.allowance > 0.0 { trip.cost / trip.allowance } else { 1.0 };
    bar(ui, rect, share, colour);
    if trip.spent.is_empty() {
        return;
    }
    let weak = palette.weak();
    spent_ui(ui, ["Ground", "Gone", "Cost"].map(|words| RichText::new(words).size(12.5).color(weak)));
    for Spent { ground, gone, cost } in &trip.spent {
        let cells = [ground.clone(), format!("{gone:.2} in"), format!("{cost:.2} in")];
        spent_ui(ui, cells.map(|words| RichText::new(words).size(13.0)));
    }
}

/// One line of the cost: the ground wraps in what the two numbers leave of the width.
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
                ui.add(egui::Label::new(words).wrap());
            });
        }
    });
}

/// Who could fire at the ghost or attack it there.
fn watch_ui(ui: &mut Ui, watch: &Watch) {
    let palette = EguiPalette::of(ui.visuals());
    heading(ui, "Standing there");
    if watch.done && watch.rows.is_empty() {
        weak(ui, "No enemy could fire at it or reach it");
    }
    for row in watch.rows.iter().take(8) {
        let colour = if row.open { ui.visuals().text_color() } else { palette.weak() };
        ui.label(RichText::new(&row.words).size(13.0).color(colour));
        if !row.odds.is_empty() {
            ui.indent(&row.words, |ui| weak(ui, &row.odds));
        }
    }
    if watch.rows.len() > 8 {
        weak(ui, format!("and {} farther off", watch.rows.len() - 8));
    }
    if !watch.done {
        ui.horizontal(|ui| {
            ui.spinner();
            weak(ui, "Weighing what could come");
        });
    }
}
