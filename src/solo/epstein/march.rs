//! The moves of a period: destinations and formations.
//!
//! Battalions advance in column, form line when muskets are near, and stand in range; squares are formed when only cavalry
//! threatens. Cavalry keeps out of musket range, within its charge. Guns look for a field of fire. Units that stand well stay.
//! Units: inches, degrees in orders.

use epstein::companies;
use epstein::form::room_for;
use epstein::formation::Formation;
use epstein::groups::check_may_join;
use epstein::kind::Arm;
use epstein::movement::{Purpose, walk};
use epstein::moving::{allowance, check_may_move};
use epstein::order::{Load, Order, StandWay, Step};
use epstein::roster::StandId;
use epstein::skirmish;
use epstein::state::{GroupId, State};
use game::counted;
use table::{Pose, Vec2};

use super::board::{Aims, Board, Piece, turn_to};
use super::{guns, houses};

/// Good range for the fire of a line, in inches (`epstein:3d.4`).
const WELL: f32 = 3.9;

/// Distance of the enemy at which battalions form line, in inches: smaller for those that advance than for those that wait.
const DEPLOY: [f32; 2] = [6.5, 9.0];

/// Maximum angle to its goal at which a unit goes straight ahead, in degrees.
const AHEAD: f64 = 30.0;

/// Maximum distance of enemies considered, in inches.
const LOOK: f32 = 20.0;

/// Maximum distance of enemies for units that only hold their ground, in inches.
const WATCH: f32 = 12.0;

/// Distance that cavalry keeps from infantry that it does not charge, in inches.
const SHY: f32 = 7.0;

/// Distance of the nearest enemy at which a company is sent out, in inches.
const SCREEN: [f32; 2] = [6.0, 10.0];

/// Distance of formed enemies at which it rejoins its battalion, in inches.
const TOO_NEAR: f32 = 3.0;

/// Progress of a battalion in a turn, in inches.
const PACE: f32 = 4.0;
/// Margin that a battalion wants on its way, in inches.
const IN_TIME: f32 = 6.0;

/// The groups of the active side, those nearest to an enemy first, as they make room for the others.
pub(super) fn order_of_march(state: &State) -> Vec<GroupId> {
    let board = Board::new(state);
    let nearest = |piece: &Piece| {
        let enemies = board.of(piece.side.enemy());
        enemies.map(|enemy| enemy.place.at.distance(piece.place.at)).fold(f32::INFINITY, f32::min)
    };
    let mut own: Vec<(f32, GroupId)> =
        board.of(state.active).map(|piece| (nearest(piece), piece.id)).collect();
    own.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // Companies go in front of their battalion once it has moved.
    let (screens, others): (Vec<_>, Vec<_>) =
        own.into_iter().map(|(_, id)| id).partition(|id| battalion_of(state, *id).is_some());
    [others, screens].concat()
}

/// The battalion of a company that is out in front of it.
fn battalion_of(state: &State, id: GroupId) -> Option<GroupId> {
    let main = state.main_body(state.unit(id))?;
    let formed = state.group(main).formation.is_formed() && state.group(main).rout.is_none();
    let out = state.group(id).formation == Formation::Skirmish && state.arm(id) == Arm::Infantry;
    (main != id && formed && out && state.group(id).rout.is_none()).then_some(main)
}

/// Possible moves of a group, best first; empty if it stays.
pub(super) fn orders(state: &State, id: GroupId) -> Vec<Order> {
    if check_may_move(state, id).is_err() {
        return Vec::new();
    }
    let board = Board::new(state);
    let Some(own) = board.piece(id).copied() else { return Vec::new() };
    let near = board.enemies_near(state, &own, LOOK);
    let near: Vec<(Piece, f32)> = near.into_iter().map(|(piece, gap)| (*piece, gap)).collect();
    let think = Thought { state, own, near, aims: Aims::of(state, own.side) };
    if let Some(main) = battalion_of(state, id) {
        return think.screen(main);
    }
    match own.arm {
        Arm::Infantry if own.skirmishes => think.skirmish(),
        Arm::Infantry => think.battalion(),
        Arm::Cavalry => think.regiment(),
        Arm::Artillery => think.gun(),
        Arm::Command => Vec::new(),
    }
}

/// The enemy by whom a group's moves are decided; where none is near, the ground that it makes for.
pub(super) fn near_whom(state: &State, id: GroupId) -> Option<String> {
    let board = Board::new(state);
    let own = board.piece(id)?;
    let near = board.enemies_near(state, own, LOOK);
    if let Some((foe, gap)) = near.iter().find(|(piece, _)| !piece.routed) {
        return Some(format!("{}, the nearest enemy, is {gap:.1} in off", state.say(foe.id)));
    }
    let aims = Aims::of(state, own.side);
    let ground = aims.ground_for(own.place.at)?;
    let way = ground.nearest(own.place.at).distance(own.place.at);
    let points = counted(ground.points as i32, "point", "points");
    Some(format!("{}, {points}, is {way:.1} in off", ground.name))
}

/// A group being considered.
struct Thought<'s> {
    state: &'s State,
    own: Piece,
    /// Enemies within [`LOOK`] with the gap, nearest first.
    near: Vec<(Piece, f32)>,
    aims: Aims,
}

impl Thought<'_> {
    fn key(&self) -> String {
        self.state.key(self.own.id)
    }

    fn formation(&self) -> Formation {
        self.state.group(self.own.id).formation
    }

    fn disrupted(&self) -> bool {
        !self.state.group(self.own.id).disruption.is_empty()
    }

    /// The nearest enemy that has not routed.
    fn foe(&self) -> Option<(Piece, f32)> {
        self.near.iter().find(|(piece, _)| !piece.routed).copied()
    }

    /// The destination of a group: the best ground, or an enemy on the way to it.
    fn goal(&self) -> Option<Vec2> {
        let ground = self.aims.ground_for(self.own.place.at);
        let to_ground = ground.map(|ground| ground.nearest(self.own.place.at));
        let foe = self.near.iter().find(|(piece, _)| !piece.routed || self.near.len() < 3);
        match (to_ground, foe) {
            (Some(ground), Some((foe, gap))) => {
                let way = ground.distance(self.own.place.at);
                // Time is running out: only the ground itself counts now.
                let last = way + IN_TIME > PACE * (f32::from(self.aims.turns_left) + 1.0);
                Some(if *gap < way && !last { foe.place.at } else { ground })
            }
            (Some(ground), None) => Some(ground),
            (None, Some((foe, _))) => Some(foe.place.at),
            (None, None) => self.farthest_enemy(),
        }
    }

    fn farthest_enemy(&self) -> Option<Vec2> {
        let side = self.own.side;
        let at = self.own.place.at;
        let places = self.state.enemies_of(side).map(|enemy| self.state.place(enemy).at);
        places.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
    }

    /// Does the group stand on a ground with points while its side is not advancing?
    fn stands_well(&self) -> bool {
        let at = self.own.place.at;
        let on = |ground: &super::board::Ground| table::measure::point_in_polygon(at, &ground.polygon);
        self.aims.grounds.iter().any(on)
    }

    fn battalion(&self) -> Vec<Order> {
        let formation = self.formation();
        let foe = self.foe();
        if let Some(order) = self.square(formation) {
            return order;
        }
        if self.aims.pushes
            && !self.disrupted()
            && formation != Formation::Square
            && let Some(house) = houses::goal(self.state, &self.own)
        {
            return houses::approach(self.state, &self.own, house);
        }
        let Some((enemy, gap)) = foe else { return self.advance(0.0) };
        let turn = turn_to(self.own.place, enemy.place.at);
        if formation == Formation::Square {
            return self.form(Formation::Line, turn);
        }
        let deploys = DEPLOY[usize::from(!self.aims.pushes)];
        if gap <= deploys && formation != Formation::Line {
            let formed = self.form(Formation::Line, turn);
            if !formed.is_empty() {
                return formed;
            }
        }
        if let Some(order) = self.sends_out(gap) {
            return vec![order];
        }
        if !self.aims.pushes && gap > WATCH {
            return if self.stands_well() || self.aims.grounds.is_empty() {
                Vec::new()
            } else {
                self.to_ground()
            };
        }
        if gap <= WELL {
            // It stands in range: it turns to the enemy there.
            return if turn.abs() > 25.0 { self.face(turn) } else { Vec::new() };
        }
        if !(self.aims.pushes || gap <= 8.0 && self.is_stronger(&enemy)) {
            return if turn.abs() > 25.0 { self.face(turn) } else { Vec::new() };
        }
        if self.disrupted() {
            return Vec::new();
        }
        self.advance(3.0)
    }

    /// A company is sent out if enemies on foot are near enough to come into range next, and no cavalry is.
    fn sends_out(&self, gap: f32) -> Option<Order> {
        let horse = self.near.iter().any(|(piece, gap)| piece.arm == Arm::Cavalry && *gap <= 12.0);
        let unit = self.state.unit(self.own.id);
        let whole = self.state.stands_of(unit).count() == self.state.group(self.own.id).stands.len();
        if horse || !whole || self.disrupted() || !(SCREEN[0]..=SCREEN[1]).contains(&gap) {
            return None;
        }
        companies::company(self.state, self.own.id)
    }

    /// A company stays in front of its battalion, and rejoins it when an enemy comes too near.
    fn screen(&self, main: GroupId) -> Vec<Order> {
        let (state, id) = (self.state, self.own.id);
        let gap = self.near.iter().find(|(piece, _)| !piece.routed && !piece.skirmishes).map(|near| near.1);
        if gap.is_some_and(|gap| gap <= TOO_NEAR) {
            if check_may_join(state, id, main).is_ok() {
                return vec![Order::joining(self.key(), state.key(main))];
            }
            return companies::called_in(state, id).into_iter().collect();
        }
        companies::before(state, main, &state.group(id).stands)
            .filter(|to| to.iter().any(|(stand, there)| is_off(state, *stand, *there)))
            .and_then(|to| skirmish::sent(state, id, to))
            .into_iter()
            .collect()
    }

    /// Is the enemy so weak that a group holding a ground attacks it?
    fn is_stronger(&self, enemy: &Piece) -> bool {
        let shaken = !self.state.group(enemy.id).disruption.is_empty();
        self.own.figures >= enemy.figures + 3 || shaken
    }

    /// A square if only cavalry threatens; `None` if none is wanted.
    fn square(&self, formation: Formation) -> Option<Vec<Order>> {
        let horse = self.near.iter().find(|(piece, _)| {
            let group = self.state.group(piece.id);
            piece.arm == Arm::Cavalry && !piece.routed && group.formation.is_formed() && piece.figures > 3
        })?;
        let foot = self.near.iter().find(|(piece, _)| piece.arm != Arm::Cavalry && !piece.routed);
        let threatens = horse.1 <= 12.0 && foot.is_none_or(|(_, gap)| *gap > 7.0);
        if !threatens || self.own.figures < 6 {
            return None;
        }
        let fired = self.state.group(self.own.id).marks.fired;
        match formation {
            Formation::Square => Some(Vec::new()),
            _ if horse.1 <= 9.0 || fired => Some(self.form(Formation::Square, 0.0)),
            _ => None,
        }
    }

    fn regiment(&self) -> Vec<Order> {
        let Some((enemy, gap)) = self.foe() else {
            return if self.aims.pushes || self.near.is_empty() { self.advance(8.0) } else { Vec::new() };
        };
        let turn = turn_to(self.own.place, enemy.place.at);
        if self.disrupted() || !self.aims.pushes && gap > WATCH {
            return Vec::new();
        }
        if gap < SHY && enemy.arm != Arm::Cavalry {
            return self.draw_back(turn);
        }
        if gap <= 11.0 {
            return if turn.abs() > 40.0 { self.face(turn) } else { Vec::new() };
        }
        self.advance(8.0)
    }

    fn gun(&self) -> Vec<Order> {
        let most = self.state.game.options.round_shot_max;
        let pivots = [-30.0, -15.0, 0.0, 15.0, 30.0];
        let loads = [Load::Round, Load::Canister];
        let strikes = loads.iter().any(|load| {
            pivots.iter().any(|pivot| guns::strikes(self.state, self.own.id, *load, *pivot) > 0.0)
        });
        let Some((enemy, gap)) = self.foe() else { return self.advance(12.0) };
        if strikes || gap <= 3.0 {
            return Vec::new();
        }
        let turn = turn_to(self.own.place, enemy.place.at);
        if gap <= most - 2.0 {
            return if turn.abs() > 20.0 { self.face(turn) } else { Vec::new() };
        }
        if self.aims.pushes { self.advance(12.0) } else { Vec::new() }
    }

    /// Skirmishers advance to where they can fire, and retire from enemies that come too near.
    fn skirmish(&self) -> Vec<Order> {
        let Some((enemy, gap)) = self.foe() else { return self.shift(self.goal(), 9.0) };
        let away = self.own.place.at - enemy.place.at;
        let to = enemy.place.at;
        if !self.aims.pushes && gap > WATCH {
            return Vec::new();
        }
        if gap < 2.5 && !enemy.skirmishes {
            let back = self.own.place.at + away.normalize_or_zero() * 3.0;
            return self.shift_facing(back, to);
        }
        if gap <= 5.5 {
            return Vec::new();
        }
        self.shift(Some(to), gap - 4.5)
    }

    /// Goes towards the goal, stopping this far from any enemy.
    fn advance(&self, short: f32) -> Vec<Order> {
        let Some(goal) = self.goal() else { return Vec::new() };
        let way = goal.distance(self.own.place.at);
        if way < 1.0 || self.disrupted() {
            return Vec::new();
        }
        let turn = turn_to(self.own.place, goal);
        let most = allowance(self.state, self.own.id).min(way);
        // Groups that go straight ahead keep their intervals; one that turns takes room from its neighbours.
        let straight = (turn.abs() < AHEAD).then_some(0.0);
        let turns = [0.0, 25.0, -25.0, 55.0, -55.0].map(|off| turn + off);
        let mut ways = straight.into_iter().chain(turns).filter_map(|turn| self.way(turn, most, short));
        ways.next().map(|way| Order::march(self.key(), way)).into_iter().collect()
    }

    /// The longest legal way in this direction that ends this far from every enemy, if it is worth while.
    fn way(&self, turn: f64, most: f32, short: f32) -> Option<Vec<Step>> {
        let parts = [1.0, 0.8, 0.6, 0.4, 0.25].map(|part| most * part);
        let ways = parts.into_iter().filter(|inches| *inches >= 0.5);
        ways.map(|inches| self.steps(turn, (f64::from(inches) * 100.0).floor() / 100.0)).find(|steps| {
            walk(self.state, self.own.id, steps, Purpose::Move)
                .is_ok_and(|walked| self.keeps_off(walked.to, short))
        })
    }

    fn steps(&self, turn: f64, inches: f64) -> Vec<Step> {
        let turn = (turn + 180.0).rem_euclid(360.0) - 180.0;
        let square = self.formation() == Formation::Square;
        if square {
            let (sin, cos) = turn.to_radians().sin_cos();
            return vec![Step::Shift(sin * inches, cos * inches)];
        }
        if turn.abs() < 2.0 { vec![Step::Ahead(inches)] } else { vec![Step::Face(turn), Step::Ahead(inches)] }
    }

    /// Does it end this far from every enemy that has not routed?
    fn keeps_off(&self, to: Pose, short: f32) -> bool {
        let places = self.state.moved_to(self.own.id, to);
        self.near.iter().filter(|(piece, _)| !piece.routed).all(|(piece, _)| {
            let least = if self.own.arm == Arm::Cavalry && piece.arm == Arm::Cavalry { 0.5 } else { short };
            self.state.quads(piece.id).all(|(_, quad)| {
                places.iter().all(|(stand, pose)| {
                    let (width, depth) = self.state.size_of(*stand);
                    let body = table::Body::single(width, depth);
                    epstein::measure::gap(&body.placed(*pose).quad(), &quad) >= least
                })
            })
        })
    }

    /// Goes towards the ground that it is to hold.
    fn to_ground(&self) -> Vec<Order> {
        if self.aims.ground_for(self.own.place.at).is_some() { self.advance(5.0) } else { Vec::new() }
    }

    fn face(&self, turn: f64) -> Vec<Order> {
        let steps = |degrees: f64| vec![Step::Face(degrees)];
        let try_turns = [turn, turn * 0.6, turn * 0.3];
        let fits = |degrees: &f64| walk(self.state, self.own.id, &steps(*degrees), Purpose::Move).is_ok();
        let found = try_turns.into_iter().find(fits);
        found.map(|degrees| Order::march(self.key(), steps(degrees))).into_iter().collect()
    }

    /// Changes into a formation in place, turned by this angle to the right.
    fn form(&self, formation: Formation, turn: f64) -> Vec<Order> {
        let stands = self.state.group(self.own.id).stands.clone();
        if stands.len() < 2 || self.formation() == formation {
            return Vec::new();
        }
        let order = |heading| Order::form(self.key(), formation, Some(heading));
        let turns = [turn, turn * 0.5, 0.0];
        let headings = turns.map(|turn| self.own.place.heading.exact_degrees() + turn);
        let found = headings.into_iter().find(|heading| {
            let heading = table::Heading::from_exact_degrees(*heading);
            room_for(self.state, self.own.id, &stands, formation, Pose::new(self.own.place.at, heading))
                .is_some()
        });
        found.map(|heading| order(heading.rem_euclid(360.0))).into_iter().collect()
    }

    /// Faces about and goes out of musket range.
    fn draw_back(&self, turn: f64) -> Vec<Order> {
        let back = |inches: f64| vec![Step::Back(inches)];
        let ways = [back(4.0), back(2.0)];
        let found = ways.into_iter().find(|way| walk(self.state, self.own.id, way, Purpose::Move).is_ok());
        match found {
            Some(way) if turn.abs() < 60.0 => vec![Order::march(self.key(), way)],
            _ => Vec::new(),
        }
    }

    /// Moves skirmishers this far towards a point, facing it.
    fn shift(&self, to: Option<Vec2>, inches: f32) -> Vec<Order> {
        let Some(to) = to else { return Vec::new() };
        let delta = to - self.own.place.at;
        let most = 8.9_f32.min(inches).min(delta.length());
        if most < 0.5 {
            return Vec::new();
        }
        let along = delta.normalize_or_zero();
        let parts = [1.0, 0.6, 0.3];
        parts
            .into_iter()
            .flat_map(|part| self.shift_facing(self.own.place.at + along * (most * part), to))
            .collect()
    }

    /// Moves every stand such that the group's place comes there, facing a point.
    fn shift_facing(&self, there: Vec2, to: Vec2) -> Vec<Order> {
        let state = self.state;
        let turned = turn_to(Pose::new(there, self.own.place.heading), to);
        let radians = turned.to_radians() as f32;
        let target = Pose::new(there, self.own.place.heading.turned(radians));
        let way = |(stand, pose): (StandId, Pose)| StandWay {
            stand: state.game.stand(stand).key.clone(),
            to: (f64::from(pose.at.x), f64::from(pose.at.y), pose.heading.exact_degrees()),
        };
        let ways = state.moved_to(self.own.id, target).into_iter().map(way).collect();
        vec![Order::ways(self.key(), ways)]
    }
}

/// Is a stand well off a place?
fn is_off(state: &State, stand: StandId, there: Pose) -> bool {
    state.pose(stand).is_some_and(|now| now.at.distance(there.at) > 0.75)
}
