//! The end or the present standing of the battle: verdict, points, losses, strength by turn, luck.

use egui::{Align2, Color32, Grid, RichText, ScrollArea, Ui, Window, vec2};
use egui_plot::{AxisHints, GridMark, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points};

use crate::command::Command;
use crate::texts::{ending as texts, shared};
use crate::theme::{EguiPalette, heading_font};
use drawing::Ink;
use game::{Condition, Ending, SideEnding, sentence};

use super::{ViewContext, clause, first, heading, swatch, weak};

pub fn ending_ui(ctx: &egui::Context, view: &ViewContext, model: &Ending) -> Option<Command> {
    let mut found = None;
    let title = if model.over { texts::OVER } else { texts::SO_FAR };
    let room = ctx.content_rect().size();
    let size = vec2(980.0_f32.min(room.x - 60.0), 900.0_f32.min(room.y - 80.0));
    Window::new(RichText::new(title).font(heading_font(18.0)))
        .id(egui::Id::unique("ending"))
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
        .fixed_size(size)
        .show(ctx, |ui| {
            if head_ui(ui, model) {
                first(&mut found, Command::CloseDialog);
            }
            ScrollArea::vertical().max_height(size.y - 70.0).auto_shrink([false; 2]).show(ui, |ui| {
                conditions_ui(ui, view, model);
                chart_ui(ui, model);
                ui.add_space(8.0);
                ui.columns(2, |columns| {
                    for (ui, side) in columns.iter_mut().zip(&model.sides) {
                        side_ui(ui, side, model);
                    }
                });
            });
        });
    found
}

/// Shows the head; returns whether to close. The button is there so that it is always in sight.
fn head_ui(ui: &mut Ui, model: &Ending) -> bool {
    let mut closed = false;
    ui.horizontal(|ui| {
        ui.label(RichText::new(&model.verdict).font(heading_font(26.0)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            closed = ui.button(shared::CLOSE).on_hover_text(shared::ESCAPE).clicked();
            ui.add_space(14.0);
            for side in model.sides.iter().rev() {
                let said = format!("{} {}", side.name, side.score);
                ui.label(RichText::new(said).font(heading_font(20.0)));
                if let Some(colour) = side.colour {
                    swatch(ui, colour);
                }
                ui.add_space(8.0);
            }
        });
    });
    ui.add_space(4.0);
    closed
}

/// Shows what decides in place of points: each condition, whether it holds, and its effect.
fn conditions_ui(ui: &mut Ui, view: &ViewContext, model: &Ending) {
    if model.conditions.is_empty() {
        return;
    }
    heading(ui, texts::WHAT_DECIDES);
    let palette = EguiPalette::of(ui.visuals());
    Grid::new("conditions").num_columns(3).striped(true).spacing([12.0, 4.0]).show(ui, |ui| {
        for Condition { words, holds, clause: id } in &model.conditions {
            let ink = if *holds { Ink::Good } else { Ink::Bad };
            ui.label(RichText::new(texts::condition(*holds)).strong().color(palette.ink(ink)));
            ui.label(words);
            clause(ui, view, id);
            ui.end_row();
        }
    });
    if let Some(because) = &model.because {
        ui.add_space(3.0);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&because.words).font(heading_font(16.0)));
            if let Some(id) = because.clause {
                clause(ui, view, id);
            }
        });
    }
    ui.add_space(8.0);
}

/// Draws strength by turn: a line for each side, which differs in stroke and marks as well as colour.
fn chart_ui(ui: &mut Ui, model: &Ending) {
    // The key is above the lines, which may be anywhere in the chart.
    ui.horizontal_wrapped(|ui| {
        heading(ui, texts::CHART);
        for (side, is_round) in model.sides.iter().zip([true, false]) {
            ui.add_space(8.0);
            key_ui(ui, side, is_round);
            ui.label(&side.name);
        }
    });
    if model.sides.iter().all(|side| side.strength.len() < 2) {
        weak(ui, texts::NO_CHART);
        return;
    }
    let palette = EguiPalette::of(ui.visuals());
    Plot::new("strength by turn")
        .height(190.0)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_crosshair(false)
        .include_y(0.0)
        .grid_spacing(FAINT)
        .x_grid_spacer(|grid| whole_marks(grid.bounds, MOST_TURNS))
        .y_grid_spacer(|grid| whole_marks(grid.bounds, MOST_STRENGTHS))
        .custom_x_axes(vec![AxisHints::new_x().label(texts::TURN).label_spacing(ALWAYS)])
        .custom_y_axes(vec![AxisHints::new_y().label(model.counted_in).label_spacing(ALWAYS)])
        .show(ui, |plot| {
            let styles = [LineStyle::Solid, LineStyle::dashed_loose()];
            let marks = [MarkerShape::Circle, MarkerShape::Square];
            for ((side, style), shape) in model.sides.iter().zip(styles).zip(marks) {
                let ink = line_ink(&palette, side);
                let points = || -> PlotPoints<'_> {
                    side.strength.iter().map(|(turn, left)| [f64::from(*turn), f64::from(*left)]).collect()
                };
                plot.line(Line::new(&side.name, points()).color(ink).width(2.5).style(style));
                plot.points(Points::new(&side.name, points()).color(ink).radius(4.0).shape(shape));
            }
        });
}

fn line_ink(palette: &EguiPalette, side: &SideEnding) -> Color32 {
    side.colour.map_or(palette.ink(Ink::Line), |colour| palette.chart(colour))
}

/// A piece of the line of a side, with its mark.
fn key_ui(ui: &mut Ui, side: &SideEnding, is_round: bool) {
    let (rect, _) = ui.allocate_exact_size(vec2(34.0, 14.0), egui::Sense::empty());
    let ink = line_ink(&EguiPalette::of(ui.visuals()), side);
    let (stroke, middle) = (egui::Stroke::new(2.5, ink), rect.center());
    let ends = [rect.left_center(), rect.right_center()];
    if is_round {
        ui.painter().line_segment(ends, stroke);
        ui.painter().circle_filled(middle, 4.0, ink);
    } else {
        ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 7.0, 5.0));
        ui.painter().rect_filled(egui::Rect::from_center_size(middle, vec2(7.0, 7.0)), 0.0, ink);
    }
}

/// Maximum number of marks on the axes, for turns and for strengths.
const MOST_TURNS: u32 = 20;
const MOST_STRENGTHS: u32 = 5;

/// Distance of grid lines, in points, from which they would be as strong as the curves; none is so far apart.
const FAINT: egui::Rangef = egui::Rangef { min: 1.0, max: 1200.0 };

/// Distance of marks, in points, from which they are labelled: all of them.
const ALWAYS: egui::Rangef = egui::Rangef { min: 1.0, max: 2.0 };

/// Marks at whole numbers, with steps of 1, 2 or 5 or a power of ten times these, at most `most` of them.
fn whole_marks((low, high): (f64, f64), most: u32) -> Vec<GridMark> {
    let steps = (0..).flat_map(|tens| [1.0, 2.0, 5.0].map(|step| step * 10.0_f64.powi(tens)));
    let wide = (high - low).max(1.0);
    // An infinite range has no marks.
    let Some(step_size) = steps.take(30).find(|step| wide / step <= f64::from(most)) else {
        return Vec::new();
    };
    let first = (low / step_size).ceil();
    (0..=most)
        .map(|index| (first + f64::from(index)) * step_size)
        .take_while(|value| *value <= high)
        .map(|value| GridMark { value, step_size })
        .collect()
}

/// Shows the strength and the losses of a side; if points decide, with what they are for.
fn side_ui(ui: &mut Ui, side: &SideEnding, model: &Ending) {
    ui.horizontal(|ui| {
        if let Some(colour) = side.colour {
            swatch(ui, colour);
        }
        let said = format!("{}: {}", side.name, side.points);
        ui.label(RichText::new(said).font(heading_font(18.0)));
    });
    for (what, points) in &side.sources {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{points:+}")).strong());
            ui.label(what);
        });
    }
    if side.sources.is_empty() && model.because.is_none() {
        weak(ui, texts::NO_POINTS);
    }
    ui.add_space(8.0);
    heading(ui, texts::LOSSES);
    Grid::new(("losses", &side.name)).num_columns(4).striped(true).spacing([12.0, 3.0]).show(ui, |ui| {
        for loss in &side.losses {
            ui.label(&loss.group);
            ui.label(texts::lost(loss.start.saturating_sub(loss.left), loss.start))
                .on_hover_text(sentence(&texts::lost_hint(model.counted_in)));
            spark_ui(ui, loss.start, &loss.strength);
            ui.label(&loss.gone);
            ui.end_row();
        }
    });
    for note in &side.notes {
        weak(ui, note);
    }
    ui.add_space(8.0);
    heading(ui, texts::LUCK);
    if side.luck.is_empty() {
        weak(ui, texts::NO_DICE);
    }
    Grid::new(("luck", &side.name)).num_columns(3).striped(true).spacing([12.0, 3.0]).show(ui, |ui| {
        for row in &side.luck {
            ui.label(&row.kind).on_hover_text(texts::dice(row.dice));
            ui.label(texts::luck(row.actual, row.expected));
            ui.add(egui::Label::new(RichText::new(&row.rarity).size(12.5)).wrap());
            ui.end_row();
        }
    });
}

/// A command's strength by turn as a small line.
fn spark_ui(ui: &mut Ui, start: u32, strength: &[(u8, u32)]) {
    let (rect, _) = ui.allocate_exact_size(vec2(64.0, 16.0), egui::Sense::empty());
    let (Some((last, _)), true) = (strength.last(), start > 0) else { return };
    let point = |(turn, left): &(u8, u32)| {
        let x = f32::from(*turn) / f32::from((*last).max(1));
        let y = 1.0 - *left as f32 / start as f32;
        rect.min + vec2(x * rect.width(), 1.0 + y.clamp(0.0, 1.0) * (rect.height() - 2.0))
    };
    let line: Vec<egui::Pos2> = strength.iter().map(point).collect();
    let palette = EguiPalette::of(ui.visuals());
    ui.painter().hline(rect.x_range(), rect.bottom(), egui::Stroke::new(0.5, palette.card_line()));
    ui.painter().add(egui::Shape::line(line, egui::Stroke::new(1.6, ui.visuals().text_color())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_whole_numbers_and_few() {
        let marks = |bounds, most| -> Vec<f64> {
            whole_marks(bounds, most).into_iter().map(|mark| mark.value).collect()
        };
        assert_eq!(marks((-0.1, 1.1), MOST_TURNS), [0.0, 1.0], "after one turn there are no tenths of one");
        assert_eq!(marks((0.5, 4.2), MOST_TURNS), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(marks((-16.0, 345.0), MOST_STRENGTHS), [0.0, 100.0, 200.0, 300.0]);
        assert_eq!(marks((-3.0, 62.0), MOST_STRENGTHS), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(marks((f64::NAN, f64::INFINITY), MOST_TURNS), [0.0; 0]);
    }
}
