//! A frame without a window, for the benchmark: layout, painting and tessellation of everything.

use super::begun::OpenedGame;
use super::play::{Play, PlayAction};
use super::{Command, Saved, theme};
use desk::{Game, Library};
use drawing::overlay::OverlaysShown;
use game::{RulerEnd, Spot, Viewer};
use games::Games;
use table::Heading;

/// An egui context with a game in it, without a window.
pub struct FrameBench {
    ctx: egui::Context,
    play: Play,
    /// Where the piece in hand was lifted.
    start: Option<Spot>,
    size: egui::Vec2,
    time: f64,
}

impl std::fmt::Debug for FrameBench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FrameBench").field("size", &self.size).finish_non_exhaustive()
    }
}

/// A window of this size in points with a game in its usual state.
pub fn bench_window(game: Box<dyn Game>, size: [f32; 2]) -> FrameBench {
    bench_of(game, size, Saved::default())
}

fn bench_of(game: Box<dyn Game>, size: [f32; 2], saved: Saved) -> FrameBench {
    let library = Library::embedded(&Games::default());
    let play = Play::with(OpenedGame { library, game, notices: Vec::new() }, saved);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    FrameBench { ctx, play, start: None, size: size.into(), time: 0.0 }
}

/// A window of this size in points with a game, with every overlay shown, a piece in hand with its reach, and the table filled
/// up to this many pieces.
pub fn bench_frame(game: Box<dyn Game>, size: [f32; 2], pieces: usize) -> FrameBench {
    let shown =
        OverlaysShown { zones: true, command: true, lanes: true, reach: true, threat: true, rulers: true };
    let saved = Saved { names: true, grid: true, shown, ..Saved::default() };
    let mut bench = bench_of(game, size, saved);
    bench.lift_a_piece();
    bench.lay_rulers();
    bench.play.crowd(pieces);
    bench
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
        let play = &mut self.play;
        let mut output = self.ctx.run_ui(input, |ui| play.show(ui));
        // There is no screen that would take the glyphs.
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

    /// A frame in which the piece in hand moves: it circles round its place, to another goal in each frame.
    pub fn frame_while_carrying(&mut self) -> usize {
        if let Some(Spot::Pose { x, y, heading }) = self.start {
            let way = Heading::from_radians(self.time as f32 * 2.3).forward() * 0.28;
            let goal = Spot::Pose { x: x + f64::from(way.x), y: y + f64::from(way.y), heading };
            self.give(Command::Play(PlayAction::Over(Some(goal))));
        }
        self.frame()
    }

    /// Whether a piece is in hand.
    pub fn carries(&self) -> bool {
        self.play.carried().is_some()
    }

    /// Gives the window a command for its next frame.
    pub fn give(&mut self, command: Command) {
        let ctx = self.ctx.clone();
        self.play.run_command(&ctx, command);
    }

    /// Plays on until a piece may be lifted, and lifts it: a battery with its lanes, if there is one.
    fn lift_a_piece(&mut self) {
        for _ in 0..8 {
            let movers = self.play.movers();
            let stage = self.play.game().stage(Viewer::Referee);
            let has_guns = |key: &&String| {
                stage.pieces.iter().any(|piece| piece.is(key) && piece.spoken.contains("artillery"))
            };
            let Some(key) = movers.iter().find(has_guns).or(movers.first()).cloned() else {
                self.give(Command::Play(PlayAction::Confirm));
                self.give(Command::Choose(1));
                continue;
            };
            self.give(Command::Play(PlayAction::PickUp(key)));
            self.start = self.play.carried_from();
            return;
        }
    }

    /// Lays two rulers.
    fn lay_rulers(&mut self) {
        let stage = self.play.game().stage(Viewer::Referee);
        let ends: Vec<RulerEnd> =
            stage.pieces.iter().take(2).map(|piece| RulerEnd::Piece(piece.key.clone())).collect();
        let corner = |at: table::Vec2| RulerEnd::Place(Spot::Point { x: at.x.into(), y: at.y.into() });
        for pair in [ends, vec![corner(stage.low), corner(stage.high)]] {
            if let Ok(pair) = <[RulerEnd; 2]>::try_from(pair) {
                self.play.lay_ruler(pair);
            }
        }
    }

    /// The window itself.
    pub fn play(&mut self) -> &mut Play {
        &mut self.play
    }
}
