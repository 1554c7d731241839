//! The card of an order: who fights with what, the modifiers, the throws, and the possible results.

use egui::{Align, Align2, CollapsingHeader, Layout, RichText, Role, Ui, WidgetInfo, vec2};

use crate::command::Command;
use crate::play::PlayAction;
use crate::texts::{card as texts, shared};
use crate::theme::{EguiPalette, heading_font};
use crate::views::log::note_ui;
use crate::views::{ViewContext, bar, clause, command_button, first, heading, swatch, weak};
use dice::{Reading, Throw};
use drawing::{ArmyColour, Ink};
use game::{Branch, Card, CardFace, CardSide, Chances, Remark, WireRefusal, sentence};

use super::remarks_ui;

/// Why a place is dark, in one sentence; `refused`: nothing gets there.
pub fn dark_ui(ui: &mut Ui, view: &ViewContext, dark: &Remark, refused: bool) {
    let palette = EguiPalette::of(ui.visuals());
    let (words, colour) = match refused {
        true => (shared::refused(&dark.words), palette.refused()),
        false => (dark.words.clone(), palette.ink(Ink::Close)),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(words).color(colour));
        if let Some(named) = dark.clause {
            clause(ui, view, named);
        }
    });
}

/// Why it is refused, and what would be accepted.
pub fn why_ui(ui: &mut Ui, view: &ViewContext, refusal: &WireRefusal) {
    let palette = EguiPalette::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(shared::not_allowed(refusal.fact())).color(palette.refused()));
        clause(ui, view, &refusal.clause);
    });
    if !refusal.remedy.is_empty() {
        weak(ui, &refusal.remedy);
    }
}

/// The same, with a button that closes it and the referee's way round it.
pub fn refused_ui(
    ui: &mut Ui,
    view: &ViewContext,
    refusal: &WireRefusal,
    away: Option<Command>,
    found: &mut Option<Command>,
) {
    why_ui(ui, view, refusal);
    ui.horizontal(|ui| {
        for command in
            away.into_iter().chain([Command::Play(PlayAction::Overrule(None, refusal.clause.clone()))])
        {
            if command_button(ui, view, &command, true).clicked() {
                first(found, command);
            }
        }
    });
}

/// A throw: by whom, and what each face does.
#[derive(Clone, Copy, Debug)]
pub struct Rolls<'a> {
    pub throw: &'a Throw,
    /// The side that rolls, with its colour; `None` means the referee.
    pub by: Option<(&'a str, Option<ArmyColour>)>,
    /// What it decides, if its dice do not show it.
    pub stakes: &'a str,
    pub faces: &'a [CardFace],
    /// Is the throw named above the card?
    pub titled: bool,
}

/// How a card is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shows<'a> {
    /// The current throw; later throws of the same order continue it.
    pub rolls: Option<Rolls<'a>>,
    /// Number of throws already made for the order.
    pub thrown: usize,
    /// Are its odds being computed?
    pub weighs: bool,
    /// Are its odds shown elsewhere, always in sight?
    pub odds_apart: bool,
    /// Is there little room? Then what its dice and odds say already is left out or folded.
    pub tight: bool,
}

/// Shows who rolls.
pub fn roller_ui(ui: &mut Ui, by: Option<(&str, Option<ArmyColour>)>) {
    let Some((name, colour)) = by else { return };
    ui.horizontal_wrapped(|ui| {
        if let Some(colour) = colour {
            swatch(ui, colour);
        }
        ui.label(RichText::new(texts::rolled_by(name)).font(heading_font(14.5)));
    });
}

/// Shows what must be rolled, by whom, and what each face does.
pub fn to_roll_ui(ui: &mut Ui, view: &ViewContext, rolls: &Rolls<'_>, tight: bool) {
    let throw = rolls.throw;
    if !rolls.titled {
        let words = match rolls.by {
            Some((name, _)) if tight => texts::rolls(name, &throw.say()),
            _ => texts::to_roll(&throw.say()),
        };
        if !tight {
            roller_ui(ui, rolls.by);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if let Some((_, Some(colour))) = rolls.by.filter(|_| tight) {
                swatch(ui, colour);
            }
            ui.label(RichText::new(words).strong());
            clause(ui, view, &throw.clause);
        });
    }
    if !rolls.stakes.is_empty() {
        ui.label(RichText::new(sentence(rolls.stakes)).strong());
    }
    let said = |face: &CardFace| format!("{}: {}", face.say(), face.words);
    if matches!(throw.reading, Reading::Hits(_)) {
        let all: Vec<String> = rolls.faces.iter().map(said).collect();
        if !all.is_empty() && !tight {
            weak(ui, all.join("; "));
        }
        return;
    }
    for face in rolls.faces {
        ui.label(RichText::new(said(face)).size(13.0));
    }
}

/// Shows a card without its title and its refusal; the colour of a side by its id.
pub fn card_ui(
    ui: &mut Ui,
    view: &ViewContext,
    card: &Card,
    shows: &Shows<'_>,
    colour: &dyn Fn(&str) -> Option<ArmyColour>,
) {
    if let Some(rolls) = &shows.rolls {
        to_roll_ui(ui, view, rolls, shows.tight);
    }
    if !card.asks.is_empty() {
        ui.label(RichText::new(&card.asks).strong());
    }
    for hint in &card.hints {
        weak(ui, hint);
    }
    // The odds come first: they are read at every throw, and lower parts may be out of sight.
    let odds = card.chances.as_ref().filter(|odds| odds.combats.is_empty());
    if let Some(odds) = odds.filter(|_| !shows.odds_apart) {
        main_odds_ui(ui, odds, shows.thrown > 0, shows.tight);
    }
    if !card.sides.is_empty() {
        let each = card.sides.iter().filter(|side| !side.result.is_empty()).count() > 1;
        ui.columns(card.sides.len(), |columns| {
            for (ui, side) in columns.iter_mut().zip(&card.sides) {
                // Columns justify their text, which tears short lines apart.
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    side_ui(ui, view, side, colour(&side.side));
                    if each {
                        ui.label(RichText::new(&side.result).strong());
                    }
                });
            }
        });
        // The result of both sides has the width of both.
        for side in card.sides.iter().filter(|side| !each && !side.result.is_empty()) {
            ui.label(RichText::new(&side.result).strong());
        }
    }
    // The possible results come before the measurements: both rarely fit.
    if let Some(odds) = odds {
        more_odds_ui(ui, view, odds, shows.thrown > 0, shows.tight);
    } else if card.chances.is_none() && shows.weighs {
        ui.horizontal(|ui| {
            ui.spinner();
            weak(ui, texts::WEIGHING);
        });
    }
    for note in &card.notes {
        note_ui(ui, view, note);
    }
    if !card.tried.is_empty() {
        weak(ui, texts::TRIED_BEFORE);
        remarks_ui(ui, view, &card.tried);
    }
}

fn side_ui(ui: &mut Ui, view: &ViewContext, side: &CardSide, colour: Option<ArmyColour>) {
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
        let dice = |ui: &mut Ui| {
            if throw.dice > 0 {
                let dice = texts::dice(throw.dice, throw.hits_on);
                ui.label(RichText::new(dice).strong().size(13.5)).on_hover_text(&throw.what);
            }
        };
        if !throw.modifiers.is_empty() {
            dice(ui);
        }
        // A modifier that changes no dice states what it applies to.
        if throw.dice == 0 && !throw.what.is_empty() && !throw.modifiers.is_empty() {
            ui.label(RichText::new(texts::counts_for(&throw.what)).size(12.5));
        }
        for modifier in &throw.modifiers {
            ui.label(RichText::new(format!("{:+} {}", modifier.value, modifier.why)).size(12.5));
        }
        // Each clause once: figures and their modifiers may share one.
        let mut told: Vec<&'static str> = Vec::new();
        for id in throw.modifiers.iter().map(|modifier| modifier.clause).chain([throw.clause]) {
            if !told.contains(&id) {
                told.push(id);
            }
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
            if throw.modifiers.is_empty() {
                dice(ui);
            }
            for id in told {
                clause(ui, view, id);
            }
        });
    }
}

/// Number of likeliest results shown at once if nothing else shows how it ends.
const MAIN: usize = 5;

/// Shows the odds at a glance: how it ends, or the likeliest results.
pub fn main_odds_ui(ui: &mut Ui, odds: &Chances, under_way: bool, tight: bool) {
    heading(ui, texts::exact_odds(under_way));
    ui.scope(|ui| {
        if tight {
            ui.spacing_mut().item_spacing.y = 0.0;
        }
        for (words, chance) in odds.ends.iter().map(|end| (&end.result, &end.probability)) {
            chance_ui(ui, words, *chance, 13.5);
        }
    });
    if is_by_results(odds) {
        results_ui(ui, odds, 0, MAIN);
    }
}

/// Is the end shown only by its results?
const fn is_by_results(odds: &Chances) -> bool {
    odds.ends.is_empty() && odds.tree.is_empty()
}

/// Shows the losses of each side: as bars, and on average.
fn losses_ui(ui: &mut Ui, odds: &Chances, under_way: bool) {
    if odds.points.iter().any(|points| points.len() > 1) {
        ui.add_space(4.0);
        let most = odds.points.iter().flatten().copied().fold(0.0, f64::max).max(1e-9);
        ui.columns(2, |columns| {
            for ((ui, points), who) in
                columns.iter_mut().zip(&odds.points).zip([texts::ATTACKERS, texts::DEFENDERS])
            {
                ui.with_layout(Layout::top_down(Align::Min), |ui| bars_ui(ui, who, (points, most)));
            }
        });
    }
    for (name, lost, gone) in &odds.losses {
        let gone = Some(gone * 100.0).filter(|_| *gone > 0.0005);
        weak(ui, texts::loses(name, *lost, under_way, gone));
    }
}

/// Shows the rest of the odds: losses of each side, results of each decision, and the course stand by stand.
fn more_odds_ui(ui: &mut Ui, view: &ViewContext, odds: &Chances, under_way: bool, tight: bool) {
    // Where the card says how it ends, little room has the losses folded with the course.
    let folds = tight && !odds.ends.is_empty() && !odds.results.is_empty();
    if !folds {
        losses_ui(ui, odds, under_way);
    }
    if !odds.tree.is_empty() {
        for (place, branch) in odds.tree.iter().enumerate() {
            branch_ui(ui, view, branch, &[place], 1.0);
        }
        ui.add_space(4.0);
    }
    if is_by_results(odds) {
        return results_ui(ui, odds, MAIN, 2 * MAIN);
    }
    // Totals come first; the course stand by stand is folded.
    if odds.ends.is_empty() || odds.results.is_empty() {
        return results_ui(ui, odds, 0, MAIN);
    }
    let title = if folds { texts::LOSSES_AND_LIKELIEST } else { texts::LIKELIEST };
    let head = CollapsingHeader::new(RichText::new(title).size(13.0)).id_salt("likeliest results");
    head.show(ui, |ui| {
        if folds {
            losses_ui(ui, odds, under_way);
        }
        results_ui(ui, odds, 0, MAIN);
    });
}

/// Shows the results from one rank to another, each with its chance; after the last shown, the chance of all others.
fn results_ui(ui: &mut Ui, odds: &Chances, from: usize, to: usize) {
    if let Some(words) = odds.unlisted.as_ref().filter(|_| from == 0) {
        weak(ui, words);
    } else if from == 0 && odds.ends.is_empty() && !odds.tree.is_empty() {
        weak(ui, texts::LIKELIEST);
    }
    for chance in odds.results.iter().take(to).skip(from) {
        chance_ui(ui, &chance.result, chance.probability, 12.5);
    }
    let goes_on = is_by_results(odds) && from == 0;
    if odds.results.len() > to && !goes_on {
        let rest: f64 = odds.results.iter().skip(to).map(|chance| chance.probability).sum();
        weak(ui, texts::less_likely(odds.results.len() - to, rest * 100.0));
    }
}

/// Shows a branch of a tree with its chance at this point; opened, its own branches. `path`: its indices from the root; `of`:
/// the chance of its parent.
fn branch_ui(ui: &mut Ui, view: &ViewContext, branch: &Branch, path: &[usize], of: f64) {
    let in_all = of * branch.probability.unwrap_or(1.0);
    let chance = branch.probability.map(percent);
    let said =
        chance.as_ref().map_or_else(|| branch.words.clone(), |chance| format!("{chance} {}", branch.words));
    let told = || match (&chance, of < 0.9995) {
        (Some(chance), true) => texts::here_and_in_all(chance, &percent(in_all)),
        (Some(chance), false) => chance.clone(),
        (None, _) => texts::DECIDED.to_owned(),
    };
    if branch.branches.is_empty() {
        let shown = ui.scope(|ui| chance_ui(ui, &branch.words, branch.probability.unwrap_or(1.0), 12.5));
        shown.response.on_hover_text(told());
        return;
    }
    let head = CollapsingHeader::new(RichText::new(said).size(13.0)).id_salt(("branch", path));
    let shown = head.show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if branch.probability.is_some() && of < 0.9995 {
                weak(ui, told());
            }
            if let Some(id) = branch.clause {
                clause(ui, view, id);
            }
        });
        for (place, next) in branch.branches.iter().enumerate() {
            let path: Vec<usize> = path.iter().copied().chain([place]).collect();
            branch_ui(ui, view, next, &path, in_all);
        }
    });
    shown.header_response.on_hover_text(told());
}

/// Shows the chance of losing 0, 1, 2... points as upright bars, of which the highest of both sides fills its height.
fn bars_ui(ui: &mut Ui, who: &str, (points, most): (&[f64], f64)) {
    const HEIGHT: f32 = 58.0;
    /// Losses rarer than this at the end are drawn together.
    const RARE: f64 = 0.002;
    weak(ui, texts::lose(who));
    let kept = points.iter().rposition(|chance| *chance >= RARE).map_or(0, |last| last + 1).min(12);
    let rest: f64 = points[kept..].iter().sum();
    let palette = EguiPalette::of(ui.visuals());
    let (wide, count) = (ui.available_width(), kept.max(1));
    let each = (wide / count as f32).min(26.0);
    let font = egui::FontId::proportional(11.0);
    let ink = ui.visuals().text_color();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (lost, chance) in points.iter().take(kept).enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(each, HEIGHT + 15.0), egui::Sense::hover());
            let tall = (*chance / most) as f32 * (HEIGHT - 13.0);
            let foot = rect.top() + HEIGHT;
            let column = egui::Rect::from_min_max(
                egui::pos2(rect.left() + 1.5, foot - tall.max(1.0)),
                egui::pos2(rect.right() - 1.5, foot),
            );
            ui.painter().rect_filled(column, 1.5, palette.bar());
            let middle = rect.center().x;
            if *chance >= 0.01 {
                ui.painter().text(
                    egui::pos2(middle, column.top() - 1.0),
                    Align2::CENTER_BOTTOM,
                    format!("{:.0}", chance * 100.0),
                    egui::FontId::proportional(10.0),
                    palette.weak(),
                );
            }
            let number = egui::pos2(middle, rect.bottom());
            ui.painter().text(number, Align2::CENTER_BOTTOM, lost.to_string(), font.clone(), ink);
            let said = texts::lose_so_many(who, lost, chance * 100.0);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
            response.on_hover_text(said);
        }
    });
    if rest > 0.0 {
        weak(ui, texts::more(rest * 100.0));
    }
}

/// `21.4 %`; a rare event is never shown as impossible.
fn percent(chance: f64) -> String {
    if chance > 0.0 && chance < 0.0005 { "< 0.1 %".to_owned() } else { format!("{:.1} %", chance * 100.0) }
}

/// Shows words over a bar, which certainty would fill: so all bars can be compared.
pub fn chance_ui(ui: &mut Ui, words: &str, chance: f64, size: f32) {
    let palette = EguiPalette::of(ui.visuals());
    let ink = ui.visuals().text_color();
    let percent = percent(chance);
    let font = egui::FontId::proportional(size);
    let wide = ui.available_width();
    let galley = ui.painter().layout(words.to_owned(), font.clone(), ink, wide - 64.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, galley.size().y + 5.0), egui::Sense::hover());
    bar(ui, rect, chance as f32, palette.bar().gamma_multiply(0.55));
    ui.painter().galley(rect.min + vec2(4.0, 2.5), galley, ink);
    ui.painter().text(rect.right_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER, &percent, font, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{percent} {words}")));
}
