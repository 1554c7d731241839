//! A frame without a window, for the benchmark: layout, painting and tessellation of everything.

use super::{App, Saved, Start, theme};
use crate::desk::{Desk, JournalError, Library, Setup};
use crate::rules::easy::Easy;
use crate::scenario::Scenario;

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

/// A window of this size in points on a game of this scenario, with names, grid and zones shown.
pub fn bench_frame(scenario: Scenario, size: [f32; 2]) -> Result<FrameBench, JournalError> {
    let desk = Desk::<Easy>::new(Setup::new(scenario, 1), None)?;
    let saved = Saved { names: true, grid: true, zones: true, ..Saved::default() };
    let app = App::with(Start { library: Library::embedded(), desk, notices: Vec::new() }, saved);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    Ok(FrameBench { ctx, app, size: size.into(), time: 0.0 })
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
        let output = self.ctx.run_ui(input, |ui| app.show(ui));
        let primitives = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        primitives
            .iter()
            .map(|primitive| match &primitive.primitive {
                egui::epaint::Primitive::Mesh(mesh) => mesh.indices.len() / 3,
                egui::epaint::Primitive::Callback(_) => 0,
            })
            .sum()
    }

    /// The window itself.
    pub fn app(&mut self) -> &mut App {
        &mut self.app
    }
}
