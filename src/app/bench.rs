//! A frame without a window, for the benchmark: layout, painting and tessellation of everything.

use std::sync::Arc;

use super::shown::{RulerEnd, RulerEnds};
use super::state::Hand;
use super::{App, Command, Saved, Start, theme};
use crate::desk::{Desk, JournalError, Library, Setup};
use crate::drawing::Block;
use crate::drawing::overlay::Shown;
use crate::games::Games;
use crate::rules::easy::brief::trip::{self, Kind};
use crate::rules::easy::brief::{card as cards, threat};
use crate::rules::easy::{Easy, Order, StandId, State, reach};
use crate::table::{Heading, Pose, Vec2};

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

/// A window of this size in points on a game begun so, with every overlay shown, a stand in hand with its
/// reach, and the table filled up to so many stands.
pub fn bench_frame(setup: Setup, size: [f32; 2], stands: usize) -> Result<FrameBench, JournalError> {
    let desk = Desk::<Easy>::new(setup, None)?;
    let shown = Shown { zones: true, command: true, lanes: true, reach: true, threat: true, rulers: true };
    let saved = Saved { names: true, grid: true, shown, ..Saved::default() };
    let app =
        App::with(Start { library: Library::embedded(&Games::default()), desk, notices: Vec::new() }, saved);
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut bench = FrameBench { ctx, app, size: size.into(), time: 0.0 };
    bench.lift_a_stand();
    bench.lay_rulers();
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

    /// A frame in which the hand moves: the stand goes round its place, to another goal in each frame.
    pub fn frame_while_carrying(&mut self) -> usize {
        if let Hand::Stand(lifted) = &self.app.hand {
            let way = Heading::from_radians(self.time as f32 * 2.3).forward();
            let goal = lifted.start.moved(way * 0.28);
            let ctx = self.ctx.clone();
            self.app.run_command(&ctx, Command::Carry(goal));
        }
        self.frame()
    }

    /// Whether a stand is in hand.
    pub fn carries(&self) -> bool {
        self.app.carried().is_some()
    }

    /// Plays on until a stand may be lifted, and lifts it: a battery with its lanes, if there is one.
    fn lift_a_stand(&mut self) {
        let ctx = self.ctx.clone();
        for _ in 0..8 {
            let movers = &self.app.models.due.movers;
            let state = self.app.desk.state();
            let battery = movers.iter().find(|(stand, ..)| state.arm(*stand).is_artillery());
            if let Some((stand, ..)) = battery.or(movers.first()) {
                let stand = *stand;
                self.app.run_command(&ctx, Command::PickUp(stand));
                return;
            }
            let next = self.app.models.due.exact.first().map(|(order, ..)| Command::Give(order.clone()));
            self.app.run_command(&ctx, next.unwrap_or(Command::GoOn));
        }
    }

    /// Lays two rulers.
    fn lay_rulers(&mut self) {
        let state = self.app.desk.state();
        let ends: Vec<_> = state.on_table().map(|(id, _)| RulerEnd::Stand(id)).take(2).collect();
        let across = [RulerEnd::Point(Vec2::ZERO), RulerEnd::Point(state.game.scenario.ground.size)];
        let pairs = [&ends[..], &across[..]].into_iter().filter_map(|pair| match pair {
            [from, to] => Some(RulerEnds { from: *from, to: *to }),
            _ => None,
        });
        self.app.rulers = pairs.collect();
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
    let card = cards::card(state, order);
    let odds = cards::weigh(state, order, &[], &|| false);
    let tried = card.retreat.as_ref().map_or(0, |way| way.tried.len());
    let places = card.rally.as_ref().map_or(0, |rally| rally.places.len());
    let throws =
        card.fight.as_ref().map_or(0, |fight| fight.sides.iter().map(|side| side.throws.len()).sum());
    CardAnswer {
        told: card.notes.len() + tried + places + throws + card.ways.len(),
        odds: odds.map_or(0.0, |odds| match odds.results.as_slice() {
            // Too many to list: what is listed then is how it ends.
            [] => odds.ends.iter().map(|(_, chance)| chance).sum(),
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
    let rows: Vec<_> = threats.iter().map(|one| threat::row(&there, stand, one)).collect();
    (rows.len(), rows.iter().filter(|row| !row.odds.is_empty()).count())
}
