//! The large board of the players' screen: the turns with who arrives when, chits, weather, what is in force, and the clocks.
//!
//! Units: points.

use egui::{Align, CornerRadius, Frame, Label, Layout, Margin, RichText, Stroke, Ui, vec2};

use super::super::texts::players as texts;
use super::super::theme::{EguiPalette, heading_font, serif_font};
use desk::Game;
use drawing::{ArmyColour, Ink};
use game::{Arrival, ChitPlace, Head, Viewer, sentence};

/// What the board shows, as its viewer may know it.
#[derive(Debug, Default)]
pub struct Board {
    turns: Vec<TurnBox>,
    weather: String,
    /// The chits in each place.
    chits: Vec<(&'static str, Vec<String>)>,
    in_force: Vec<String>,
}

/// A turn of the track.
#[derive(Debug)]
struct TurnBox {
    number: u8,
    clock: String,
    now: bool,
    /// Who arrives, side by side and place by place.
    arrivals: Vec<(Option<ArmyColour>, String)>,
}

/// What a clock says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    pub seconds: u64,
    /// Is it running?
    pub runs: bool,
}

impl Board {
    pub fn of(game: &dyn Game, viewer: Viewer, head: &Head) -> Self {
        let now = game.turn_number();
        let arrivals = game.arrivals(viewer);
        let colour = |id: &str| head.sides.iter().find(|side| side.id == id).and_then(|side| side.colour);
        let turn = |number: u8| {
            // Whoever is late may come now.
            let comes = |arrival: &&Arrival| arrival.turn.max(now) == number;
            let mut places: Vec<(&str, &str, Vec<&str>)> = Vec::new();
            for Arrival { side, name, at, .. } in arrivals.iter().filter(comes) {
                match places.iter_mut().find(|(known, place, _)| (*known, *place) == (side, at)) {
                    Some((.., names)) => names.push(name),
                    None => places.push((side, at, vec![name])),
                }
            }
            let arrivals = places
                .into_iter()
                .map(|(side, at, names)| (colour(side), texts::arrives(&names, at)))
                .collect();
            TurnBox { number, clock: game.clock(number), now: number == now, arrivals }
        };
        let groups = game.groups(viewer);
        let at = |place: ChitPlace| -> Vec<String> {
            let chits = groups.iter().filter_map(|group| group.chits.as_ref());
            chits.filter(|chit| chit.place == place && chit.count > 0).map(|chit| chit.name.clone()).collect()
        };
        let chits = [ChitPlace::Drawn, ChitPlace::Spent, ChitPlace::Cup];
        let strained = groups.iter().filter(|group| !group.strain.is_empty());
        let strained = strained.map(|group| texts::strained(&group.name, &group.strain));
        Self {
            turns: (1..=game.turns()).map(turn).collect(),
            weather: head.phase.clone(),
            chits: chits
                .into_iter()
                .map(|place| (place.title(), at(place)))
                .filter(|(_, names)| !names.is_empty())
                .collect(),
            in_force: strained.chain(head.points_for.iter().cloned()).collect(),
        }
    }

    /// The turns from the one before the present one on.
    fn track(&self) -> &[TurnBox] {
        let now = self.turns.iter().position(|turn| turn.now).unwrap_or_default();
        &self.turns[now.saturating_sub(1)..]
    }
}

/// So many turns with arrivals are told whose box may have no room.
const LATER: usize = 2;

/// Shows the board in letters of this size, as far as there is room.
pub fn board_ui(ui: &mut Ui, board: &Board, unit: f32) {
    let foot = ui.max_rect().bottom();
    ui.spacing_mut().item_spacing = vec2(unit * 0.35, unit * 0.3);
    let (wide, room) = (unit * 6.0, ui.available_width());
    let in_a_row = (((room + unit * 0.35) / (wide + unit * 0.35)).floor() as usize).max(1);
    let wide = (room - unit * 0.35 * (in_a_row - 1) as f32) / in_a_row as f32;
    let mut rows = board.track().chunks(in_a_row);
    let row_ui = |ui: &mut Ui, row: &[TurnBox]| {
        ui.horizontal_top(|ui| row.iter().for_each(|turn| turn_ui(ui, turn, wide, unit)));
    };
    rows.next().into_iter().for_each(|row| row_ui(ui, row));
    let line = |ui: &mut Ui, title: &str, words: &str| {
        if words.is_empty() || ui.cursor().top() + unit * 1.3 > foot {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = unit * 0.4;
            ui.add(Label::new(RichText::new(title).font(heading_font(unit))).selectable(false));
            ui.add(Label::new(RichText::new(words).font(serif_font(unit))).selectable(false));
        });
    };
    line(ui, texts::WEATHER, &sentence(&board.weather));
    // Who comes next is told even where their turn has no room.
    let later = board.track().iter().skip(in_a_row).filter(|turn| !turn.arrivals.is_empty());
    for turn in later.take(LATER) {
        let arrivals: Vec<&str> = turn.arrivals.iter().map(|(_, words)| words.as_str()).collect();
        line(ui, &texts::turn(turn.number, &turn.clock), &arrivals.join("; "));
    }
    for (place, names) in &board.chits {
        line(ui, place, &names.join(", "));
    }
    for words in &board.in_force {
        line(ui, texts::IN_FORCE, &sentence(words));
    }
    // What room is left is for later turns.
    for row in rows {
        if ui.cursor().top() + unit * 3.2 > foot {
            break;
        }
        row_ui(ui, row);
    }
}

/// A turn of the track: its number and hour, and who arrives.
fn turn_ui(ui: &mut Ui, turn: &TurnBox, wide: f32, unit: f32) {
    let palette = EguiPalette::of(ui.visuals());
    let line = if turn.now { palette.ink(Ink::Selected) } else { palette.card_line() };
    let frame = Frame::new()
        .fill(palette.card())
        .stroke(Stroke::new(if turn.now { 3.0 } else { 1.0 }, line))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::same((unit * 0.25) as i8));
    ui.allocate_ui_with_layout(vec2(wide, 0.0), Layout::top_down(Align::Min), |ui| {
        frame.show(ui, |ui| {
            ui.set_width(wide - unit * 0.5 - 2.0);
            ui.spacing_mut().item_spacing.y = unit * 0.1;
            let head = texts::turn(turn.number, &turn.clock);
            let head = RichText::new(head).font(heading_font(unit));
            ui.add(Label::new(head).selectable(false));
            for (colour, words) in &turn.arrivals {
                let ink = colour.map_or(ui.visuals().text_color(), |colour| palette.chart(colour));
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = unit * 0.25;
                    let (rect, _) =
                        ui.allocate_exact_size(vec2(unit * 0.25, unit * 0.9), egui::Sense::hover());
                    ui.painter().rect_filled(rect, 1.0, ink);
                    let words = RichText::new(words).font(serif_font(unit * 0.8));
                    ui.add(Label::new(words).wrap().selectable(false));
                });
            }
        });
    });
}

/// Shows the clocks of both sides; the one that runs is marked.
pub fn clocks_ui(ui: &mut Ui, head: &Head, clocks: &[ClockFace; 2], unit: f32) {
    let palette = EguiPalette::of(ui.visuals());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = unit * 0.3;
        for (side, face) in head.sides.iter().zip(clocks) {
            let ink = side.colour.map_or(ui.visuals().text_color(), |colour| palette.chart(colour));
            let frame = Frame::new()
                .fill(if face.runs { palette.card() } else { ui.visuals().panel_fill })
                .stroke(Stroke::new(if face.runs { 4.0 } else { 1.0 }, ink))
                .corner_radius(CornerRadius::same(4))
                .inner_margin(Margin::symmetric(8, 2));
            frame.show(ui, |ui| {
                let words = RichText::new(texts::clock(face.seconds)).font(heading_font(unit * 1.1));
                let words = if face.runs { words } else { words.color(palette.weak()) };
                let label = ui.add(Label::new(words).selectable(false));
                let said = texts::clock_of(&side.name, face.seconds, face.runs);
                label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &said));
            });
        }
    });
    ui.add_space(unit * 0.3);
}
