//! The positions of all groups as a solo player sees them, and the aims of a side.
//!
//! Units: inches, figures.

use std::collections::BTreeMap;

use epstein::kind::Arm;
use epstein::measure;
use epstein::moving::allowance;
use epstein::standing::skirmishes;
use epstein::state::{GroupId, State};
use epstein::victory::{self, Goal};
use game::plan::{self, Corps, Role, Situation, Task};
use scenario::Side;
use table::{Pose, Vec2};

/// A group as the player sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub id: GroupId,
    pub side: Side,
    pub arm: Arm,
    pub place: Pose,
    /// Maximum distance of any part of it from its place.
    pub reach: f32,
    pub figures: u16,
    pub skirmishes: bool,
    pub routed: bool,
}

/// All groups on the table except leaders.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub pieces: Vec<Piece>,
}

impl Board {
    pub fn new(state: &State) -> Self {
        let ids = state.on_table().filter(|id| state.arm(*id) != Arm::Command);
        let piece = |id: GroupId| Piece {
            id,
            side: state.side(id),
            arm: state.arm(id),
            place: state.place(id),
            reach: state.body(id).reach(),
            figures: state.figures(id),
            skirmishes: skirmishes(state, id),
            routed: state.group(id).rout.is_some(),
        };
        Self { pieces: ids.map(piece).collect() }
    }

    pub fn of(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.side == side)
    }

    pub fn piece(&self, id: GroupId) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// The enemies within this distance of a group, each with the gap, nearest first.
    pub fn enemies_near(&self, state: &State, of: &Piece, inches: f32) -> Vec<(&Piece, f32)> {
        let far = |other: &&Piece| other.place.at.distance(of.place.at) <= inches + other.reach + of.reach;
        let mut near: Vec<(&Piece, f32)> = self
            .of(of.side.enemy())
            .filter(far)
            .map(|other| (other, gap(state, of.id, other.id)))
            .filter(|(_, gap)| *gap <= inches)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.id.cmp(&b.0.id)));
        near
    }
}

/// The gap between two groups.
pub(super) fn gap(state: &State, one: GroupId, other: GroupId) -> f32 {
    let pairs =
        state.quads(one).flat_map(|(_, a)| state.quads(other).map(move |(_, b)| measure::gap(&a, &b)));
    pairs.fold(f32::INFINITY, f32::min)
}

/// Degrees to the right from a heading to a point.
pub(super) fn turn_to(from: Pose, to: Vec2) -> f64 {
    let delta = to - from.at;
    if delta.length() < 1e-3 {
        return 0.0;
    }
    f64::from(from.heading.turn_to(table::Heading::of(delta))).to_degrees()
}

/// The aims of a side.
#[derive(Clone, Debug)]
pub(super) struct Aims {
    /// Does it not win as things stand, or is it the stronger? Then it advances on ground and enemy.
    pub pushes: bool,
    /// The grounds with points: middle, half their extent, points; and whether the side holds them now.
    pub grounds: Vec<Ground>,
    /// Turns to come after this one.
    pub turns_left: u8,
    /// Is this one of the last turns of the battle, as far as its end is known?
    pub is_late: bool,
}

/// A ground with points.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub name: String,
    pub middle: Vec2,
    pub low: Vec2,
    pub high: Vec2,
    pub points: f32,
    pub held: bool,
    pub polygon: Vec<Vec2>,
}

impl Ground {
    /// The point of the ground nearest to another point, well inside its bounds.
    pub fn nearest(&self, to: Vec2) -> Vec2 {
        let inner = |low: f32, high: f32| {
            if high - low > 4.0 { (low + 2.0, high - 2.0) } else { ((low + high) / 2.0, (low + high) / 2.0) }
        };
        let (x, y) = (inner(self.low.x, self.high.x), inner(self.low.y, self.high.y));
        let at = Vec2::new(to.x.clamp(x.0, x.1), to.y.clamp(y.0, y.1));
        if table::measure::point_in_polygon(at, &self.polygon) { at } else { at.lerp(self.middle, 0.5) }
    }
}

impl Aims {
    /// Is it time for whoever can to stand on the ground that counts?
    pub fn hurries(&self) -> bool {
        self.pushes && self.is_late
    }

    pub fn of(state: &State, side: Side) -> Self {
        let objectives = state.game.scenario.objectives.iter().filter(|objective| {
            matches!(Goal::of(objective), Some(Goal::Ground | Goal::Ridge)) && !objective.place.is_empty()
        });
        let is_house = |polygon: &[Vec2]| {
            let areas = &state.game.terrain.ground().areas;
            state.game.ground.houses.iter().any(|house| areas[house.area].polygon == polygon)
        };
        let grounds: Vec<Ground> = objectives
            .filter(|objective| !is_house(&objective.place))
            .map(|objective| {
                let fold = |with: fn(Vec2, Vec2) -> Vec2, first: Vec2| {
                    objective.place.iter().copied().fold(first, with)
                };
                let (low, high) = (fold(Vec2::min, Vec2::INFINITY), fold(Vec2::max, Vec2::NEG_INFINITY));
                let middle = objective.place.iter().sum::<Vec2>() / objective.place.len() as f32;
                Ground {
                    name: objective.name.clone(),
                    middle,
                    low,
                    high,
                    points: f32::from(objective.points),
                    held: victory::holder(state, objective) == Some(side),
                    polygon: objective.place.clone(),
                }
            })
            .collect();
        let points = victory::points(state);
        let (start, lost) = victory::figures(state);
        let left = |side: Side| start[side.index()].saturating_sub(lost[side.index()]) as f32;
        let ahead = points[side.index()] > points[side.enemy().index()];
        let stronger = left(side) > 1.3 * left(side.enemy());
        let turns_left = state.game.scenario.turns.saturating_sub(state.turn);
        let is_late = victory::last_turn(state).saturating_sub(state.turn) <= LAST;
        Self { pushes: !ahead || stronger, grounds, turns_left, is_late }
    }

    /// The best ground for a unit at this point: points against distance.
    pub fn ground_for(&self, at: Vec2) -> Option<&Ground> {
        let worth = |ground: &&Ground| {
            let way = ground.nearest(at).distance(at);
            ground.points * if ground.held { 0.6 } else { 1.0 } / (6.0 + way)
        };
        self.grounds.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }
}

/// What the battalions of a side have to do in this period, by battalion.
pub(super) fn plan(state: &State, side: Side) -> BTreeMap<GroupId, Task> {
    let board = Board::new(state);
    let aims = Aims::of(state, side);
    let corps = |piece: &Piece| Corps {
        at: piece.place.at,
        strength: f32::from(piece.figures),
        width: WIDTH,
        pace: allowance(state, piece.id),
    };
    let goes = |piece: &Piece| piece.arm == Arm::Infantry || piece.arm == Arm::Cavalry && aims.hurries();
    let battalions: Vec<&Piece> = board
        .of(side)
        .filter(|piece| {
            goes(piece)
                && !piece.routed
                && state.group(piece.id).stands.len() > 1
                && state.main_body(state.unit(piece.id)) == Some(piece.id)
        })
        .collect();
    let grounds = aims.grounds.iter().map(|ground| plan::Ground {
        polygon: ground.polygon.clone(),
        points: ground.points,
        held: ground.held,
    });
    let situation = Situation {
        own: battalions.iter().map(|piece| corps(piece)).collect(),
        enemies: board
            .of(side.enemy())
            .filter(|piece| !piece.routed && piece.figures > 0)
            .map(corps)
            .collect(),
        grounds: grounds.collect(),
        presses: aims.pushes,
    };
    let tasks = battalions.iter().map(|piece| piece.id).zip(situation.plan());
    tasks.filter_map(|(id, task)| Some((id, task?))).collect()
}

/// What a battalion has to do, in words.
pub(super) fn told(state: &State, task: &Task) -> String {
    let aims = Aims::of(state, state.active);
    let name = aims.grounds.get(task.ground).map_or("the ground", |ground| ground.name.as_str());
    match (task.role, task.wave) {
        (Role::Attack, 0) => format!("it goes for {name}"),
        (Role::Attack, _) | (Role::Reserve, _) => format!("it follows to {name}"),
        (Role::Hold, _) => format!("it holds {name}"),
    }
}

/// In so many last turns all go for the ground.
const LAST: u8 = 5;

/// Room of a battalion in column beside others, in inches.
const WIDTH: f32 = 2.6;
