//! A frame without a window, for the benchmark: layout, painting and tessellation of everything.

use std::sync::Arc;

use super::painter::Block;
use super::painter::overlay::Shown;
use super::shown::{RulerEnds, Wanted};
use super::{App, Command, Saved, Start, theme};
use crate::desk::{Desk, JournalError, Library, Setup};
use crate::rules::easy::Easy;
use crate::scenario::Scenario;
use crate::table::Vec2;

/// A window's worth of egui with a game in it.
pub struct FrameBench {
    ctx: egui::Context,
    app: App,
    size: egui::Vec2,
    time: f64,
}

impl std::fmt::Debug for FrameBench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrameBench").field("size", &self.size).finish_non_exhaustive()
    }
}

/// A window of this size in points on a game of this scenario, with every overlay shown, a stand in hand with its
/// reach, and the table filled up to so many stands.
pub fn bench_frame(scenario: Scenario, size: [f32; 2], stands: usize) -> Result<FrameBench, JournalError> {
    let desk = Desk::<Easy>::new(Setup::new(scenario, 1), None)?;
    let saved = Saved { names: true, grid: true, zones: true, ..Saved::default() };
    let app = App::with(Start { library: Library::embedded(), desk, notices: Vec::new() }, saved);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut bench = FrameBench { ctx, app, size: size.into(), time: 0.0 };
    bench.lift_a_stand();
    bench.show_everything();
    bench.crowd(stands);
    Ok(bench)
}

impl FrameBench {
    /// One frame; gives the number of triangles, so that a benchmark can assert that something was drawn.
    pub fn frame(&mut self) -> usize {
        self.time += 1.0 / 60.0;
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, self.size)),
            time: Some(self.time),
            ..egui::RawInput::default()
        };
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.show(ui));
        // No screen takes the glyphs.
        output.textures_delta.clear();
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        primitives
            .iter()
            .map(|primitive| match &primitive.primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
                egui::epaint::Primitive::Callback(_) => 0,
            })
            .sum()
    }

    /// Plays on until a stand may be lifted, and lifts it.
    fn lift_a_stand(&mut self) {
        let ctx = self.ctx.clone();
        for _ in 0..8 {
            if let Some((stand, ..)) = self.app.models.due.movers.first() {
                let stand = *stand;
                self.app.run_command(&ctx, Command::PickUp(stand));
                return;
            }
            let next = self.app.models.due.exact.first().map(|(order, ..)| Command::Give(order.clone()));
            self.app.run_command(&ctx, next.unwrap_or(Command::GoOn));
        }
    }

    /// Switches on what the stand in hand, its command and two rulers have to show, and the lanes of a battery.
    fn show_everything(&mut self) {
        let state = self.app.desk.state();
        let now = state.active();
        let batteries = now.iter().flat_map(|now| &now.list).filter(|id| state.unit(**id).battery.is_some());
        let stand = batteries.copied().next().or(self.app.selected);
        let size = state.game.scenario.ground.size;
        let ends: Vec<_> = state.on_table().map(|(id, _)| id).take(2).collect();
        let shown =
            Shown { zones: true, command: true, lanes: true, reach: true, threat: true, rulers: true };
        self.app.wanted = Wanted {
            shown,
            stand,
            ghost: None,
            command: now.map(|now| now.command),
            rulers: ends
                .windows(2)
                .map(|pair| RulerEnds::Stands(pair[0], pair[1]))
                .chain([RulerEnds::Points(Vec2::ZERO, size)])
                .collect(),
        };
    }

    /// Copies of the stands of the table, set down beside them, until there are so many.
    fn crowd(&mut self, stands: usize) {
        let table = Arc::make_mut(&mut self.app.models.table);
        let there = table.blocks.clone();
        let missing = stands.saturating_sub(there.len());
        for (number, block) in (u16::MAX / 2..).zip(there.iter().cycle().take(missing)) {
            let pose = block.pose.moved(Vec2::new(1.3, -2.2));
            table.blocks.push(Block { stand: number, pose, ..block.clone() });
        }
        self.app.version += 1;
    }

    /// The window itself.
    pub fn app(&mut self) -> &mut App {
        &mut self.app
    }
}
