//! What the players' screen says, in letters for three metres: its head, and the column beside its table.
//!
//! Letters are as large as they may be: where all of it has no room, all of it gets smaller, and at last what happened is cut.
//! Units: points.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Galley, Id, Label, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::super::record::Rolled;
use super::super::texts::{menus, players as texts};
use super::super::theme::{EguiPalette, heading_font, serif_font};
use super::super::views::die_ui;
use super::shown::{Asked, Shown};
use drawing::{ArmyColour, Ink};
use game::{Head, sentence};

/// A line of text for three metres, in a window of this height.
pub fn unit(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().height() / 24.0).clamp(16.0, 90.0)
}

/// The smallest letters, as a share of the usual ones.
const SHRUNK: [f32; 6] = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5];

/// Shows the clock, the turn, the step and the points.
pub fn head_ui(ui: &mut Ui, head: &Head, unit: f32) {
    let palette = EguiPalette::of(ui.visuals());
    let text = ui.visuals().text_color();
    let points = match &head.sides[..] {
        [one, other] => match head.points_said {
            "" => menus::points((&one.name, one.points), (&other.name, other.points)),
            said => menus::points_said(said, (&one.name, one.points), (&other.name, other.points)),
        },
        _ => String::new(),
    };
    let parts = [
        (sentence(&head.clock), true, text),
        (sentence(&head.turn), false, text),
        (sentence(&head.phase), false, palette.weak()),
        (points, true, text),
    ];
    let laid = |share: f32| -> Vec<Arc<Galley>> {
        let said = parts.iter().filter(|(words, ..)| !words.is_empty());
        let galley = |(words, heavy, colour): &(String, bool, Color32)| {
            let font = if *heavy { heading_font(unit * share) } else { serif_font(unit * share * 0.9) };
            ui.painter().layout_no_wrap(words.clone(), font, *colour)
        };
        said.map(galley).collect()
    };
    let apart = unit * 0.8;
    let wide = |laid: &[Arc<Galley>]| laid.iter().map(|part| part.size().x + apart).sum::<f32>();
    let fits = SHRUNK.into_iter().map(laid).find(|laid| wide(laid) <= ui.available_width());
    let laid = fits.unwrap_or_else(|| laid(SHRUNK[SHRUNK.len() - 1]));
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = apart;
        for part in laid {
            ui.add(Label::new(part).selectable(false));
        }
    });
}

/// Draws a ruler over the foot of the table, to which a real one is held: an inch has so many points.
pub fn ruler_ui(ui: &mut Ui, inch: f32) {
    let room = ui.min_rect();
    let inches = ((room.width() * 0.9) / inch).floor().clamp(1.0, 12.0);
    let high = (inch * 0.8).clamp(30.0, 80.0);
    let low = pos2(room.center().x - inches * inch / 2.0, room.bottom() - high * 1.5);
    let rect = Rect::from_min_size(low, vec2(inches * inch, high));
    let palette = EguiPalette::of(ui.visuals());
    let (plate, ink) = (palette.ink(Ink::Plate), palette.ink(Ink::OnPlate));
    let line = Stroke::new(1.0, ink);
    ui.painter().rect(rect, 0.0, plate, line, StrokeKind::Outside);
    let marks = (inches * 8.0) as usize;
    for mark in 0..=marks {
        let at = rect.left() + mark as f32 * inch / 8.0;
        let share = match mark % 8 {
            0 => 0.5,
            4 => 0.35,
            2 | 6 => 0.25,
            _ => 0.15,
        };
        ui.painter().vline(at, rect.top()..=rect.top() + high * share, line);
        if mark % 8 == 0 && mark > 0 && mark < marks {
            let (at, font) = (pos2(at, rect.bottom() - high * 0.05), heading_font(high * 0.38));
            ui.painter().text(at, Align2::CENTER_BOTTOM, (mark / 8).to_string(), font, ink);
        }
    }
    let response = ui.interact(rect, Id::unique("ruler of the players"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, texts::ruler(marks / 8)));
}

/// A part of the column.
enum Part {
    Words {
        words: String,
        heavy: bool,
        size: f32,
        weak: bool,
    },
    /// A side's colour beside the words that follow.
    Side(ArmyColour),
    Dice(Vec<Die>),
    Gap(f32),
}

/// A die as it lies, or as it is asked for.
struct Die {
    sides: u16,
    face: Option<u16>,
    waiting: bool,
    hit: bool,
}

/// The side of a die.
const DIE: f32 = 1.5;
const BETWEEN: f32 = 0.15;

fn words(words: impl Into<String>, heavy: bool, size: f32) -> Part {
    Part::Words { words: words.into(), heavy, size, weak: false }
}

fn weak(words: impl Into<String>, size: f32) -> Part {
    Part::Words { words: words.into(), heavy: false, size, weak: true }
}

/// The column from top to bottom.
fn parts(shown: &Shown) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some((name, colour)) = &shown.turn {
        parts.extend(colour.map(Part::Side));
        let named = shown.prompt.contains(name.as_str());
        parts.extend((!named).then(|| words(name, true, 1.0)));
    }
    if !shown.prompt.is_empty() {
        parts.push(words(sentence(&shown.prompt), true, 1.0));
    }
    if !shown.order.is_empty() {
        parts.extend([Part::Gap(0.5), words(&shown.order, false, 0.9)]);
        if !shown.measure.is_empty() {
            parts.push(words(sentence(&shown.measure), true, 0.9));
        }
        let piece = |(name, figures): &(String, String)| weak(texts::piece(name, figures), 0.8);
        parts.extend(shown.pieces.iter().map(piece));
        parts.extend(shown.made.iter().flat_map(thrown));
        parts.extend(shown.asked.iter().flat_map(asked));
    } else if !shown.news.is_empty() {
        parts.push(Part::Gap(0.6));
        parts.extend(shown.news.iter().map(|line| words(sentence(line), false, 0.85)));
        for throw in &shown.thrown {
            // What is told already is not said of its dice again.
            let told = shown.news.iter().any(|line| line.contains(&throw.why));
            parts.extend(thrown(throw).into_iter().skip(usize::from(told && !throw.faces.is_empty())));
        }
    }
    parts
}

/// A throw that was made.
fn thrown(throw: &Rolled) -> Vec<Part> {
    let die = |face: &u16| Die {
        sides: throw.sides,
        face: Some(*face),
        waiting: false,
        hit: throw.hits_on.contains(face),
    };
    let dice = (!throw.faces.is_empty()).then(|| Part::Dice(throw.faces.iter().map(die).collect()));
    let words = weak(texts::came_to(&sentence(&throw.why), &throw.came_to), 0.7);
    std::iter::once(words).chain(dice).collect()
}

/// A throw that is asked for: who rolls how many of what and needs what, and each die as it is typed.
fn asked(asked: &Asked) -> Vec<Part> {
    let Asked { by, throw, faces, count } = asked;
    let said = throw.say();
    let said = if throw.veiled { texts::uncounted(&said) } else { &said };
    let mut parts = vec![Part::Gap(0.4)];
    parts.extend(by.as_ref().and_then(|(_, colour)| *colour).map(Part::Side));
    parts.push(words(texts::rolls(by.as_ref().map(|(name, _)| name.as_str()), said), true, 0.95));
    parts.push(weak(sentence(&throw.why), 0.75));
    if let Some(count) = count {
        parts.push(words(texts::counted(count), true, 1.2));
        return parts;
    }
    let hits = throw.hitting();
    // Nobody is told how many dice there are of a throw that is veiled.
    let many = if throw.veiled { faces.len() } else { usize::from(throw.dice) };
    let die = |place: usize| {
        let face = faces.get(place).copied();
        let hit = face.is_some_and(|face| hits.contains(&face));
        Die { sides: throw.sides, face, waiting: place == faces.len(), hit }
    };
    parts.push(Part::Dice((0..many).map(die).collect()));
    parts
}

/// Shows what is due, what is in hand, and what happened.
pub fn column_ui(ui: &mut Ui, shown: &Shown, unit: f32) {
    ui.spacing_mut().item_spacing = vec2(unit * BETWEEN, unit * 0.18);
    let (parts, room) = (parts(shown), ui.available_size());
    let bar = unit * 0.45;
    let wide = room.x - bar;
    let share = SHRUNK
        .into_iter()
        .find(|share| parts.iter().map(|part| part.height(ui, wide, unit * share)).sum::<f32>() <= room.y)
        .unwrap_or(SHRUNK[SHRUNK.len() - 1]);
    let unit = unit * share;
    let (mut left, mut beside) = (room.y, None);
    ui.add_space(unit * 0.2);
    for part in &parts {
        left -= part.height(ui, wide, unit);
        if left < 0.0 {
            break;
        }
        match part {
            Part::Gap(size) => {
                ui.add_space(unit * size);
            }
            Part::Side(colour) => beside = Some(*colour),
            Part::Words { .. } => {
                let colour = beside.take();
                let galley = part.galley(ui, wide, unit).expect("words are laid out");
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.add_space(bar);
                    let rect = ui.add(Label::new(galley).selectable(false)).rect;
                    if let Some(colour) = colour {
                        let low = pos2(rect.left() - bar, rect.top());
                        let rect = Rect::from_min_size(low, vec2(bar * 0.6, rect.height()));
                        let fill = EguiPalette::of(ui.visuals()).chart(colour);
                        ui.painter().rect_filled(rect, 2.0, fill);
                    }
                });
            }
            Part::Dice(dice) => {
                ui.horizontal_wrapped(|ui| {
                    ui.add_space(bar);
                    for Die { sides, face, waiting, hit } in dice {
                        die_ui(ui, unit * DIE, *sides, *face, *waiting, *hit);
                    }
                });
            }
        }
    }
}

impl Part {
    fn galley(&self, ui: &Ui, wide: f32, unit: f32) -> Option<Arc<Galley>> {
        let Self::Words { words, heavy, size, weak } = self else { return None };
        let font: FontId = if *heavy { heading_font(unit * size) } else { serif_font(unit * size) };
        let colour = if *weak { EguiPalette::of(ui.visuals()).weak() } else { ui.visuals().text_color() };
        Some(ui.painter().layout(words.clone(), font, colour, wide))
    }

    /// Its height with what parts it from the next.
    fn height(&self, ui: &Ui, wide: f32, unit: f32) -> f32 {
        let gap = unit * 0.18;
        match self {
            Self::Words { .. } => self.galley(ui, wide, unit).map_or(0.0, |galley| galley.size().y) + gap,
            Self::Side(_) => 0.0,
            Self::Gap(size) => unit * size,
            Self::Dice(dice) => {
                let in_a_row = (wide / (unit * (DIE + BETWEEN))).floor().max(1.0);
                (dice.len() as f32 / in_a_row).ceil() * unit * (DIE + BETWEEN) + gap
            }
        }
    }
}
