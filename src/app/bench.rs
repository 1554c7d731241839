//! A frame without a window, for the benchmark: layout, painting and tessellation of everything.

use super::begun::Begun;
use super::window::{Deed, Play};
use super::{Command, Saved, theme};
use crate::desk::{Desk, JournalError, Library, Setup};
use crate::drawing::overlay::Shown;
use crate::game::{RulerEnd, Spot};
use crate::games::Games;
use crate::rules::easy::brief::trip::{self, Kind};
use crate::rules::easy::brief::{card as cards, threat};
use crate::rules::easy::{Easy, Order, StandId, State, reach};
use crate::table::{Heading, Pose};

/// A window's worth of egui with a game in it.
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

/// A window of this size in points on a game begun so, with every overlay shown, a stand in hand with its
/// reach, and the table filled up to so many stands.
///
/// # Errors
///
/// What is wrong with the setup.
pub fn bench_frame(setup: Setup, size: [f32; 2], stands: usize) -> Result<FrameBench, JournalError> {
    let desk = Desk::<Easy>::new(setup, None)?;
    let shown = Shown { zones: true, command: true, lanes: true, reach: true, threat: true, rulers: true };
    let saved = Saved { names: true, grid: true, shown, ..Saved::default() };
    let library = Library::embedded(&Games::default());
    let play = Play::with(Begun { library, game: Box::new(desk), notices: Vec::new() }, saved);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut bench = FrameBench { ctx, play, start: None, size: size.into(), time: 0.0 };
    bench.lift_a_stand();
    bench.lay_rulers();
    bench.play.crowd(stands);
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
        let play = &mut self.play;
        let mut output = self.ctx.run_ui(input, |ui| play.show(ui));
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

    /// A frame in which the hand moves: the stand goes round its place, to another goal in each frame.
    pub fn frame_while_carrying(&mut self) -> usize {
        if let Some(Spot::Pose { x, y, heading }) = self.start {
            let way = Heading::from_radians(self.time as f32 * 2.3).forward() * 0.28;
            let goal = Spot::Pose { x: x + f64::from(way.x), y: y + f64::from(way.y), heading };
            self.tell(Command::Play(Deed::Over(Some(goal))));
        }
        self.frame()
    }

    /// Whether a stand is in hand.
    pub fn carries(&self) -> bool {
        self.play.carried().is_some()
    }

    fn tell(&mut self, command: Command) {
        let ctx = self.ctx.clone();
        self.play.run_command(&ctx, command);
    }

    /// Plays on until a stand may be lifted, and lifts it: a battery with its lanes, if there is one.
    fn lift_a_stand(&mut self) {
        for _ in 0..8 {
            let movers = self.play.movers();
            let desk = (self.play.game() as &dyn std::any::Any).downcast_ref::<Desk<Easy>>();
            let state = desk.map(Desk::state);
            let is_battery = |key: &String| {
                state.is_some_and(|state| {
                    state.roster().find_stand(key).is_some_and(|stand| state.arm(stand).is_artillery())
                })
            };
            let Some(key) = movers.iter().find(|key| is_battery(key)).or(movers.first()).cloned() else {
                self.tell(Command::Play(Deed::Confirm));
                self.tell(Command::Choose(1));
                continue;
            };
            self.start = state.and_then(|state| {
                let stand = state.roster().find_stand(&key)?;
                state.pose(stand).map(Spot::pose)
            });
            return self.tell(Command::Play(Deed::PickUp(key)));
        }
    }

    /// Lays two rulers.
    fn lay_rulers(&mut self) {
        let stage = self.play.game().stage(crate::game::Viewer::Referee);
        let ends: Vec<RulerEnd> =
            stage.pieces.iter().take(2).map(|piece| RulerEnd::Piece(piece.key.clone())).collect();
        let corner = |at: crate::table::Vec2| RulerEnd::Place(Spot::Point { x: at.x.into(), y: at.y.into() });
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

/// What the card of an order answered: enough to see that it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardAnswer {
    /// Steps of the working, directions tried and places found.
    pub told: usize,
    /// The sum of the odds: 1, or 0 for an order without dice.
    pub odds: f64,
    pub refused: bool,
}

/// All that the card of this order has to find out, odds included.
pub fn answer_card(state: &State, order: &Order) -> CardAnswer {
    let card = cards::found(state, order, &[]);
    let odds = cards::weigh(state, order, &[], &|| false);
    let tried = card.retreat.as_ref().map_or(0, |way| way.tried.len());
    let places = card.rally.as_ref().map_or(0, |rally| rally.places.len());
    let throws: usize = card.sides.iter().map(|side| side.throws.len()).sum();
    CardAnswer {
        told: card.notes.len() + tried + places + throws + card.ways.len(),
        odds: odds.map_or(0.0, |odds| match odds.results.as_slice() {
            // Too many to list: what is listed then is how it ends.
            [] => odds.ends.iter().map(|end| end.probability).sum(),
            results => results.iter().map(|chance| chance.probability).sum(),
        }),
        refused: card.refusal.is_some(),
    }
}

/// All that has to be found out while a stand is held over a place: way, cost and lit ground. Gives the cost, the marks
/// of the ground, and whether the stand may go there.
pub fn answer_carry(state: &State, stand: StandId, goal: Pose) -> Option<(f32, usize, bool)> {
    let start = state.pose(stand)?;
    let trip = trip::trip(state, stand, Kind::Move, start, &[], goal);
    let lit = trip::reach_marks(state, stand, Kind::Move, start, goal.heading).len();
    Some((trip.cost, lit, trip.refusal.is_none()))
}

/// All that could come at a stand there, with its odds; gives how many enemies are told of, and how many with odds.
pub fn answer_threats(state: &State, stand: StandId, at: Pose) -> (usize, usize) {
    let mut there = state.clone();
    there.stands[stand.index()].place = crate::rules::easy::state::Place::Table(at);
    let threats = reach::threat(&there, stand, at);
    let rows: Vec<_> = threats.iter().map(|one| threat::told(&there, stand, one)).collect();
    (rows.len(), rows.iter().filter(|row| !row.odds.is_empty()).count())
}
