//! The moves of a period: destinations and formations.
//!
//! Battalions go to the places that the plan of their side has for them, round their own guns or through their friends in skirmish
//! order; those that attack stay in column until they charge, those that wait form line. Squares are formed when only cavalry
//! threatens. Cavalry keeps out of musket range, within its charge. Guns look for a field of fire. Units that stand well stay.
//! Units: inches, degrees in orders.

use std::collections::BTreeMap;

use epstein::companies;
use epstein::form::room_for;
use epstein::formation::Formation;
use epstein::groups::check_may_join;
use epstein::kind::Arm;
use epstein::movement::{Purpose, SLIDE, walk};
use epstein::moving::{allowance, check_may_move};
use epstein::order::{Load, Order, StandWay, Step};
use epstein::roster::StandId;
use epstein::skirmish;
use epstein::state::{GroupId, State};
use game::counted;
use game::plan::Task;
use table::{Pose, Vec2};

use super::board::{Aims, Board, Piece, turn_to};
use super::{guns, houses};

/// Good range for the fire of a line, in inches (`epstein:3d.4`).
const WELL: f32 = 3.9;

/// Distance of the enemy at which battalions form line, in inches: smaller for those that advance than for those that wait. Those
/// that attack by a plan stay in column.
const DEPLOY: [f32; 2] = [6.5, 9.0];

/// How near to enemies a column goes, in inches: where it could charge, and is not well in range yet; where that leads it nowhere,
/// and in the last turns, as near as this.
const CHARGES_FROM: f32 = 4.2;
const NEARER: f32 = 1.5;
const LAST_RUSH: f32 = 0.5;

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

/// Distance of an enemy whom a battalion makes for, whatever place it has, in inches.
const CLOSE: f32 = 5.0;

/// How far ahead a lane is clear of guns, and half its width, in inches.
const LANE: f32 = 5.0;
const ROOM: f32 = 1.8;

/// Distance that a battalion in skirmish order keeps from enemy horse, in inches: who is nearer is sure to be ridden down.
const HORSE: f32 = 9.0;

/// A way aside has to lead nearer by this than the one found before, and any way by this, in inches.
const ASIDE: f32 = 0.5;
const LITTLE: f32 = 0.08;

/// Ways are tried in lengths that differ by so many inches: enough to find room before, behind and beyond a friend.
const STEP: f32 = 0.25;

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
///
/// `plan` is what the side has planned; players of the first versions have none.
pub(super) fn orders(state: &State, id: GroupId, plan: Option<&BTreeMap<GroupId, Task>>) -> Vec<Order> {
    if check_may_move(state, id).is_err() {
        return Vec::new();
    }
    let board = Board::new(state);
    let Some(own) = board.piece(id).copied() else { return Vec::new() };
    let near = board.enemies_near(state, &own, LOOK);
    let counts = |piece: &Piece| plan.is_none() || piece.figures > 0;
    let near = near.into_iter().filter(|(piece, _)| counts(piece)).map(|(piece, gap)| (*piece, gap));
    let think = Thought {
        state,
        own,
        near: near.collect(),
        aims: Aims::of(state, own.side),
        plans: plan.is_some(),
        task: plan.and_then(|plan| plan.get(&id)).copied(),
    };
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
    /// Has its side a plan, and what has that for it?
    plans: bool,
    task: Option<Task>,
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
        if let Some(task) = self.task {
            let close = self.foe().filter(|(_, gap)| *gap <= CLOSE && !self.aims.hurries());
            return Some(close.map_or(task.slot, |(foe, _)| foe.place.at));
        }
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
        if self.plans
            && self.aims.hurries()
            && !self.disrupted()
            && self.task.is_some_and(|task| task.slot.distance(self.own.place.at) > 2.0)
        {
            return self.on(&[LAST_RUSH]);
        }
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
        let Some((enemy, gap)) = foe else {
            return self.on(&[0.0]);
        };
        let turn = turn_to(self.own.place, enemy.place.at);
        if formation == Formation::Square {
            return self.form(Formation::Line, turn);
        }
        let deploys = DEPLOY[usize::from(!self.aims.pushes)];
        if !(self.plans && self.aims.pushes) && gap <= deploys && formation != Formation::Line {
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
        if self.plans { self.on(&[CHARGES_FROM, NEARER]) } else { self.advance(3.0) }
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
        if self.plans && self.aims.hurries() && !self.disrupted() {
            return self.on(&[LAST_RUSH]);
        }
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
        let formed = self.closes_up();
        if !formed.is_empty() {
            return formed;
        }
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

    /// On to its place: as near to enemies as the first of these distances that lets it go on; through its friends or aside if
    /// they are in the way.
    fn on(&self, short: &[f32]) -> Vec<Order> {
        let far = |found: &Vec<Order>| found.first().is_some_and(|order| inches_ahead(order) >= 1.0);
        let mut ahead: Vec<Vec<Order>> = short.iter().map(|short| self.advance(*short)).collect();
        if let Some(at) = ahead.iter().position(far) {
            return ahead.swap_remove(at);
        }
        let little = ahead.into_iter().rev().find(|found| !found.is_empty());
        let aside = || Some(self.aside()).filter(|found| !found.is_empty());
        little.or_else(aside).unwrap_or_else(|| self.disperses())
    }

    /// To the nearest lane beside it that leads on past its own guns.
    fn aside(&self) -> Vec<Order> {
        let Some(task) = self.task.filter(|_| self.aims.pushes && !self.disrupted()) else {
            return Vec::new();
        };
        let toward = table::Heading::of(task.slot - self.own.place.at);
        let guns: Vec<Vec2> = self
            .state
            .friends_of(self.own.side)
            .filter(|id| self.state.arm(*id) == Arm::Artillery)
            .map(|id| self.state.place(id).at)
            .collect();
        let is_clear = |at: Vec2| {
            guns.iter().all(|gun| {
                let (ahead, beside) =
                    ((*gun - at).dot(toward.forward()), (*gun - at).dot(toward.right()).abs());
                !(0.0..LANE).contains(&ahead) || beside > ROOM
            })
        };
        if is_clear(self.own.place.at) {
            return Vec::new();
        }
        let beside = self.own.place.heading.right();
        let mut lanes = (1..=16).flat_map(|step| [step as f32 * 0.5, step as f32 * -0.5]);
        let way = lanes.find_map(|inches| {
            let way = vec![Step::Slide(f64::from(inches.clamp(-SLIDE, SLIDE)))];
            let goes = is_clear(self.own.place.at + beside * inches)
                && walk(self.state, self.own.id, &way, Purpose::Move)
                    .is_ok_and(|walked| self.keeps_off(walked.to, NEARER));
            goes.then_some(way)
        });
        way.map(|way| Order::march(self.key(), way)).into_iter().collect()
    }

    /// In skirmish order a battalion passes through its friends (`epstein:6.6`): where no horse could ride it down.
    fn disperses(&self) -> Vec<Order> {
        let Some(task) = self
            .task
            .filter(|_| self.aims.pushes && self.state.group(self.own.id).formation != Formation::Square)
        else {
            return Vec::new();
        };
        self.lengths(task.slot)
            .filter(|there| self.is_safe_from_horse(*there))
            .flat_map(|there| self.shift_facing(there, task.slot))
            .collect()
    }

    /// A battalion that has passed through its friends closes up into column.
    fn closes_up(&self) -> Vec<Order> {
        let whole = self.state.group(self.own.id).stands.len() > 2;
        let Some(task) = self.task.filter(|_| self.aims.pushes && whole) else { return Vec::new() };
        let heading = table::Heading::of(task.slot - self.own.place.at).exact_degrees();
        let at = |there: Vec2| (f64::from(there.x), f64::from(there.y), heading);
        let order = |there| Order::closing_up(self.key(), Formation::AssaultColumn, at(there));
        self.lengths(task.slot).map(order).collect()
    }

    /// Places on the way to a point that skirmishers reach, the farthest first, none of them near enemies.
    fn lengths(&self, to: Vec2) -> impl Iterator<Item = Vec2> + '_ {
        let way = to - self.own.place.at;
        let along = way.normalize_or_zero();
        let ways =
            [8.9_f32, 8.2, 7.5, 6.8, 6.0, 5.2, 4.4, 3.6].map(|inches| along * inches.min(way.length()));
        ways.into_iter().map(|way| self.own.place.at + way).filter(|there| {
            self.near.iter().all(|(piece, _)| {
                piece.routed || piece.place.at.distance(*there) > CHARGES_FROM + piece.reach + self.own.reach
            })
        })
    }

    fn is_safe_from_horse(&self, at: Vec2) -> bool {
        let charges =
            |piece: &Piece| piece.arm == Arm::Cavalry && !piece.routed && piece.place.at.distance(at) < HORSE;
        !self.near.iter().any(|(piece, _)| charges(piece))
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
        if !self.plans {
            let turns = [0.0, 25.0, -25.0, 55.0, -55.0].map(|off| turn + off);
            let mut ways = straight.into_iter().chain(turns);
            let way = ways.find_map(|turn| {
                let parts = [1.0, 0.8, 0.6, 0.4, 0.25].map(|part| most * part).into_iter();
                self.goes(turn, parts.filter(|inches| *inches >= 0.5), short)
            });
            return way.map(|(_, way)| Order::march(self.key(), way)).into_iter().collect();
        }
        let turns = [0.0, 25.0, -25.0, 55.0, -55.0, 80.0, -80.0].map(|off| turn + off);
        let mut best: Option<Vec<Step>> = None;
        // Nobody turns away from the straight way for less than this.
        let mut left = way + ASIDE - LITTLE;
        for turn in straight.into_iter().chain(turns) {
            let is_nearer = |inches: f32| goal.distance(self.ahead(turn, inches)) < left - ASIDE;
            if let Some((inches, way)) = self.way(turn, most, short, is_nearer) {
                left = goal.distance(self.ahead(turn, inches));
                best = Some(way);
            }
        }
        best.map(|way| Order::march(self.key(), way)).into_iter().collect()
    }

    /// Where it is after so many inches in this direction, to the right of its heading.
    fn ahead(&self, turn: f64, inches: f32) -> Vec2 {
        self.own.place.at + self.own.place.heading.turned(turn.to_radians() as f32).forward() * inches
    }

    /// The longest legal way in this direction that ends this far from every enemy, if it is worth while.
    fn way(
        &self,
        turn: f64,
        most: f32,
        short: f32,
        is_worth: impl Fn(f32) -> bool,
    ) -> Option<(f32, Vec<Step>)> {
        let lengths = (0..).map(|step| most - STEP * step as f32);
        let found = self.goes(turn, lengths.take_while(|inches| *inches >= STEP && is_worth(*inches)), short);
        // Up to whoever is in the way: only from there the next move may lead past them.
        let far = found.as_ref().map_or(0.0, |(inches, _)| *inches);
        let closer = [0.8, 0.6, 0.4].map(|part| far + STEP * part).into_iter();
        self.goes(turn, closer.filter(|inches| *inches < most && is_worth(*inches)), short).or(found)
    }

    /// The first of these lengths that it may go in this direction, ending this far from every enemy.
    fn goes(
        &self,
        turn: f64,
        mut lengths: impl Iterator<Item = f32>,
        short: f32,
    ) -> Option<(f32, Vec<Step>)> {
        lengths.find_map(|inches| {
            let steps = self.steps(turn, (f64::from(inches) * 100.0).floor() / 100.0);
            let walked = walk(self.state, self.own.id, &steps, Purpose::Move).ok()?;
            self.keeps_off(walked.to, short).then_some((inches, steps))
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
            let surely = piece.place.at.distance(to.at) >= least + piece.reach + self.own.reach;
            surely
                || self.state.quads(piece.id).all(|(_, quad)| {
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

/// How far an order leads straight ahead, in inches.
fn inches_ahead(order: &Order) -> f64 {
    let ahead = |step: &Step| if let Step::Ahead(inches) = step { *inches } else { 0.0 };
    order.way().iter().map(ahead).sum()
}

/// Is a stand well off a place?
fn is_off(state: &State, stand: StandId, there: Pose) -> bool {
    state.pose(stand).is_some_and(|now| now.at.distance(there.at) > 0.75)
}
