//! Where a stand may go, how it gets there, and what the enemy could do to it there.
//!
//! Builds the mover's [`Field`] from the state; the planner and the reach map do the rest. What they offer is meant to
//! stand before the judge of moves; they are a help to the players and decide nothing.
//!
//! Clauses: `easy:0.7`, `easy:II.B` to `easy:II.C.4.5`, `easy:II.D-lane`, `easy:III-contact`, `easy:III.A.2`,
//! `easy:III.E.2`. Units: inches and radians.

use crate::army::Arm;
use crate::table::contact::contacted_edge;
use crate::table::cspace::{Convex, footprint};
use crate::table::field::{
    Field, FieldLine, FieldZone, GroundKind, GroundPiece, LineRule, Solid, SolidKind, Stacking, TurnMeasure,
    ZoneRule, ZoneShape,
};
use crate::table::ground::{Line, Tread, When};
use crate::table::lane::{Blocker, BlockerShape, Lane, Sight, find_lane, range};
use crate::table::layer::{Layer, Pivot};
use crate::table::measure::gap;
use crate::table::plan::{Plan, PlanFailure};
use crate::table::reach::Reach;
use crate::table::region::Region;
use crate::table::tolerance::{EPS, TOUCH, within};
use crate::table::{Edge, Heading, Leg, Path, Placed, Pose, Vec2};

use super::options::PassThrough;
use super::roster::StandId;
use super::state::{Pair, State};
use super::tables::{self, Band, ZONE_REACH};
use crate::scenario::Weather;

/// The side of a cell of the reach map.
pub const CELL: f32 = 0.1;

/// A bridge or ford serves a stand whose centre crosses so near to it; a little less than the judge of moves allows.
const BRIDGE_HALF: f32 = 0.7;

/// Along a line so near to a bridge or ford it is the centre's way, and not the footprint's, that must not cross.
const BRIDGE_APPROACH: f32 = 2.0;

/// What an enemy could do to a stand that stood there.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    pub by: StandId,
    pub kind: ThreatKind,
    /// Edge to edge; for fire, from the firer's front edge.
    pub range: f32,
}

/// How an enemy threatens.
#[derive(Clone, Debug, PartialEq)]
pub enum ThreatKind {
    /// A battery has a clear lane as it stands (`easy:II.D-lane`).
    Fire { band: Band, lane: Lane },
    /// A battery would have a lane, but another stand is in it.
    Masked { band: Band, lane: Lane },
    /// Infantry or cavalry can turn and charge straight into contact within its allowance.
    Charge { path: Path, cost: f32, end: Pose },
    /// Infantry or cavalry near enough to contact if it finds a way round what is between.
    Near,
}

/// How the arm goes over obstacles (`easy:V.D.1.b`).
fn tread(arm: Arm) -> Tread {
    match arm {
        Arm::Infantry | Arm::Engineer => Tread::Foot,
        Arm::LightCavalry | Arm::HeavyCavalry | Arm::General => Tread::Horse,
        Arm::FootArtillery | Arm::HorseArtillery | Arm::Pontoon | Arm::Wagon => Tread::Wheels,
    }
}

fn may_attack(arm: Arm) -> bool {
    arm.is_infantry() || arm.is_cavalry()
}

/// Can two placed stands touch at all?
fn near(a: Placed<'_>, b: Placed<'_>, within: f32) -> bool {
    let round = |placed: Placed<'_>| placed.body.radius_about(Vec2::ZERO);
    a.pose.at.distance(b.pose.at) <= round(a) + round(b) + within
}

/// The enemies, generals excepted, that the stand touches.
fn touched(state: &State, stand: StandId) -> Vec<StandId> {
    let Some(placed) = state.placed(stand) else { return Vec::new() };
    state
        .on_table()
        .filter(|(id, other)| {
            state.are_enemies(stand, *id)
                && state.arm(*id) != Arm::General
                && near(placed, *other, 2.0 * TOUCH)
                && gap(placed, *other).distance <= TOUCH
        })
        .map(|(id, _)| id)
        .collect()
}

/// Must the stand withdraw if it is to move at all (`easy:III.E.2`)? Not from guns whose crews have taken shelter.
pub fn is_engaged(state: &State, stand: StandId) -> bool {
    touched(state, stand).into_iter().any(|id| !state.stand(id).evading)
}

/// Inches that the stand may spend: its rate in this weather, half of it for a withdrawal.
pub fn allowance(state: &State, stand: StandId) -> f32 {
    let whole = tables::allowance(state.arm(stand), state.weather);
    if is_engaged(state, stand) { whole / 2.0 } else { whole }
}

/// What stands in the way of a stand that is about to move from `start`.
pub fn field(state: &State, stand: StandId, start: Pose) -> Field {
    let unit = state.unit(stand);
    let arm = unit.arm;
    let options = state.options();
    let engaged = is_engaged(state, stand);
    let range = tables::allowance(arm, state.weather) + unit.body.radius_about(Vec2::ZERO) + ZONE_REACH + 2.0;
    let ground = state.game.terrain.ground();
    let mut field = Field::bare(ground.size.x, ground.size.y);
    field.terrain_by_centre = options.terrain_by_centre;
    field.backward_factor = if options.backward_double { 2.0 } else { 1.0 };
    field.stacking = if options.stack_terrain_max { Stacking::Max } else { Stacking::Multiply };
    field.turn_measure = if options.turn_by_chord { TurnMeasure::Chord } else { TurnMeasure::Arc };
    field.leave_angle = if engaged { std::f32::consts::FRAC_PI_4 } else { options.zoc_leave_angle };
    if engaged {
        let quads =
            touched(state, stand).into_iter().filter_map(|id| state.placed(id)).flat_map(Placed::quads);
        field.withdraw_from = quads.collect();
    }
    let zone_rule = match arm {
        Arm::FootArtillery | Arm::HorseArtillery => ZoneRule::Never,
        // RULING WANTED: with `zoc-many=stop` the second zone halts; here every zone then does.
        _ if may_attack(arm) && !engaged && !options.zoc_many_stop => ZoneRule::Close,
        _ => ZoneRule::Halt,
    };
    let heeds_zones = !(arm == Arm::General && options.generals_ignore_zoc);
    for (id, placed) in state.on_table() {
        if id == stand || placed.pose.at.distance(start.at) > range + placed.body.radius_about(Vec2::ZERO) {
            continue;
        }
        let general = state.arm(id) == Arm::General;
        let number = u32::from(id.0);
        let kind = if state.are_enemies(stand, id) {
            match (general, may_attack(arm)) {
                // He makes way (`easy:III.C.2`).
                (true, true) => continue,
                (false, true) if !engaged => SolidKind::EnemyByFront,
                _ => SolidKind::EnemyNever,
            }
        } else {
            match options.pass_through {
                PassThrough::All => SolidKind::Passable,
                PassThrough::Generals if general || arm == Arm::General => SolidKind::Passable,
                PassThrough::Generals | PassThrough::None => SolidKind::Friend,
            }
        };
        let taken = if kind == SolidKind::EnemyByFront { taken_edges(state, stand, id) } else { [false; 4] };
        field.solids.extend(placed.quads().map(|quad| Solid { id: number, quad, kind, taken }));
        if heeds_zones && state.are_enemies(stand, id) && has_zone(state, id) {
            let shape = if state.arm(id).is_artillery() {
                ZoneShape::Front { reach: ZONE_REACH }
            } else {
                ZoneShape::FrontAndSides { reach: ZONE_REACH }
            };
            field.zones.push(FieldZone { owner: number, quad: placed.quad(), shape, rule: zone_rule });
        }
    }
    lay_ground(&mut field, state, start, range);
    lay_lines(&mut field, state, tread(arm));
    field
}

fn has_zone(state: &State, id: StandId) -> bool {
    state.has_zone(id) && (state.options().zoc_when_locked || touched(state, id).is_empty())
}

/// The edges of an enemy that another stand of the mover's side holds (`easy:III.A.2`), in the order of [`Edge::ALL`].
fn taken_edges(state: &State, mover: StandId, enemy: StandId) -> [bool; 4] {
    let mut taken = [false; 4];
    let Some(there) = state.placed(enemy) else { return taken };
    let active_only = state.options().edge_taken_by_active_only;
    for (id, placed) in state.on_table() {
        let counts = id != mover
            && !state.are_enemies(mover, id)
            && state.arm(id).is_troops()
            && !state.stand(id).evading
            && near(placed, there, 2.0 * TOUCH)
            && (!active_only || state.active().is_some_and(|now| now.list.contains(&id)));
        if !counts {
            continue;
        }
        let chosen = state.closed.get(&Pair(id, enemy)).copied();
        if let Some(edge) = contacted_edge(placed.quad(), there.quad(), chosen) {
            for (mark, other) in taken.iter_mut().zip(Edge::ALL) {
                *mark |= other == edge;
            }
        }
    }
    taken
}

/// Is a box about these points within range of the start?
fn in_range(points: &[Vec2], start: Pose, range: f32) -> bool {
    let lo = points.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let hi = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    (lo - start.at).max(start.at - hi).max(Vec2::ZERO).length() <= range
}

/// The convex pieces of a polygon.
fn pieces(polygon: &[Vec2]) -> Vec<Vec<Vec2>> {
    Region::new(polygon).pieces().iter().map(|piece| piece.points().to_vec()).collect()
}

fn lay_ground(field: &mut Field, state: &State, start: Pose, range: f32) {
    let terrain = &state.game.terrain;
    let muddy = state.weather == Weather::Muddy;
    for (index, area) in terrain.ground().areas.iter().enumerate() {
        let rough = match area.rough {
            When::Never => false,
            When::Always => true,
            When::WhileMuddy => muddy,
        };
        let kind = if area.impassable {
            GroundKind::Impassable
        } else if rough {
            GroundKind::Rough
        } else {
            continue;
        };
        if in_range(&area.polygon, start, range) {
            let id = index as u32;
            field.ground.extend(pieces(&area.polygon).into_iter().map(|polygon| GroundPiece {
                id,
                kind,
                polygon,
            }));
        }
    }
    for slope in terrain.slopes() {
        if in_range(&slope.polygon, start, range) {
            let (id, kind) = (slope.area as u32, GroundKind::Slope(slope.uphill));
            field.ground.extend(pieces(&slope.polygon).into_iter().map(|polygon| GroundPiece {
                id,
                kind,
                polygon,
            }));
        }
    }
}

/// Obstacles and barred lines, cut where bridges and fords lead over them.
fn lay_lines(field: &mut Field, state: &State, tread: Tread) {
    let ground = state.game.terrain.ground();
    for (index, line) in ground.lines.iter().enumerate() {
        let rule = if line.barred_to.contains(&tread) {
            LineRule::Barred
        } else if line.obstacle_to.contains(&tread) {
            LineRule::Obstacle
        } else {
            continue;
        };
        let crossings: Vec<Vec2> =
            ground.crossings.iter().filter(|crossing| crossing.over == line.id).map(|c| c.at).collect();
        lay_line(field, index as u32, line, rule, &crossings);
    }
}

fn lay_line(field: &mut Field, id: u32, line: &Line, rule: LineRule, crossings: &[Vec2]) {
    for pair in line.points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length < EPS {
            continue;
        }
        // Where along this piece each sort of check begins and ends.
        let mut cuts = vec![0.0, length];
        let along = (b - a) / length;
        let places: Vec<(f32, f32)> =
            crossings.iter().map(|c| ((*c - a).dot(along), (*c - a).perp_dot(along).abs())).collect();
        for (at, _) in places.iter().filter(|(_, off)| *off < BRIDGE_HALF) {
            for shift in [-BRIDGE_APPROACH, -BRIDGE_HALF, BRIDGE_HALF, BRIDGE_APPROACH] {
                cuts.push((at + shift).clamp(0.0, length));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > EPS) {
            let middle = a + along * ((cut[0] + cut[1]) / 2.0);
            let nearest = crossings.iter().map(|c| c.distance(middle)).fold(f32::INFINITY, f32::min);
            if nearest < BRIDGE_HALF {
                continue;
            }
            field.lines.push(FieldLine {
                id,
                a: a + along * cut[0],
                b: a + along * cut[1],
                rule,
                by_centre: nearest < BRIDGE_APPROACH,
            });
        }
    }
}

/// Where the stand may end with this heading, within its allowance; obstacles that cost a roll are not crossed.
///
/// None when the stand is not on the table.
pub fn reach(state: &State, stand: StandId, heading: Heading) -> Option<Reach> {
    let start = state.pose(stand)?;
    let field = field(state, stand, start);
    let body = &state.unit(stand).body;
    Some(crate::table::reach::reach(&field, body, start, heading, allowance(state, stand), CELL))
}

/// The move that brings the stand to a pose: round obstacles where that can be paid for, across them otherwise.
///
/// None when the stand is not on the table.
pub fn plan(state: &State, stand: StandId, goal: Pose) -> Option<Result<Plan, PlanFailure>> {
    let start = state.pose(stand)?;
    let mut field = field(state, stand, start);
    let body = &state.unit(stand).body;
    let allowance = allowance(state, stand);
    let plan = crate::table::plan::plan(&field, body, start, goal, allowance);
    if plan.is_err() && field.lines.iter().any(|line| line.rule == LineRule::Obstacle) {
        field.allow_obstacles = true;
        let across = crate::table::plan::plan(&field, body, start, goal, allowance);
        if across.is_ok() {
            return Some(across);
        }
    }
    Some(plan)
}

/// The move that brings the stand's front edge against an enemy: on the wanted edge, or on the cheapest.
///
/// None when either is not on the table.
pub fn plan_attack(
    state: &State,
    stand: StandId,
    enemy: StandId,
    edge: Option<Edge>,
) -> Option<Result<Plan, PlanFailure>> {
    let start = state.pose(stand)?;
    let target = state.placed(enemy)?.quad();
    let field = field(state, stand, start);
    let body = &state.unit(stand).body;
    Some(crate::table::plan::plan_to_contact(&field, body, start, &target, edge, allowance(state, stand)))
}

/// Which enemies could fire at or contact the stand if it stood at `pose`, nearest first.
///
/// A charge is one turn and one straight slide; whoever is near enough for another way is named as near. Batteries count
/// as they face now, since turning is moving. Obstacles to be rolled for are not crossed.
pub fn threat(state: &State, stand: StandId, pose: Pose) -> Vec<Threat> {
    let there = state.unit(stand).body.placed(pose);
    let mut threats = Vec::new();
    for (id, placed) in state.on_table().filter(|(id, _)| state.are_enemies(stand, *id)) {
        let arm = state.arm(id);
        if arm.is_artillery() {
            threats.extend(fire_threat(state, stand, there, id, placed));
        } else if may_attack(arm) && state.arm(stand) != Arm::General {
            threats.extend(charge_threat(state, stand, there, id, placed));
        }
    }
    threats.sort_by(|a, b| a.range.total_cmp(&b.range).then(a.by.cmp(&b.by)));
    threats
}

fn fire_threat(
    state: &State,
    stand: StandId,
    there: Placed<'_>,
    by: StandId,
    firer: Placed<'_>,
) -> Option<Threat> {
    if state.arm(stand) == Arm::General || state.stand(by).evading || !touched(state, by).is_empty() {
        return None;
    }
    let row = tables::to_hit(state.unit(by).battery?);
    let shot = range(firer.quad(), there);
    let band = row.band(shot.distance)?;
    if band == Band::Long && state.weather == Weather::Poor {
        return None;
    }
    let mut blockers: Vec<Blocker<'_>> = state
        .on_table()
        .filter(|(id, placed)| {
            *id != by
                && *id != stand
                && state.arm(*id) != Arm::General
                && near(firer, *placed, shot.distance + 2.0)
        })
        .map(|(id, placed)| Blocker { id: u32::from(id.0), shape: BlockerShape::Stand(placed) })
        .collect();
    blockers.extend(state.game.terrain.sight_blockers(firer, there));
    let kind = match find_lane(firer.quad(), there.quad(), state.options().fire_arc, &blockers) {
        Sight::Clear(lane) => ThreatKind::Fire { band, lane },
        Sight::Blocked { lane, .. } => ThreatKind::Masked { band, lane },
        Sight::OutOfArc => return None,
    };
    Some(Threat { by, kind, range: shot.distance })
}

fn charge_threat(
    state: &State,
    stand: StandId,
    there: Placed<'_>,
    by: StandId,
    enemy: Placed<'_>,
) -> Option<Threat> {
    let allowance = tables::allowance(state.arm(by), state.weather);
    if !near(enemy, there, allowance) {
        return None;
    }
    let line = gap(enemy, there);
    if !within(line.distance, allowance) || is_engaged(state, by) {
        return None;
    }
    let charge = straight_charge(state, stand, there, by, enemy, allowance);
    let kind = charge.map_or(ThreatKind::Near, |(path, cost, end)| ThreatKind::Charge { path, cost, end });
    Some(Threat { by, kind, range: line.distance })
}

/// The charge of one turn (or none) and one straight slide into contact, if it is legal and can be paid for.
fn straight_charge(
    state: &State,
    stand: StandId,
    there: Placed<'_>,
    by: StandId,
    enemy: Placed<'_>,
    allowance: f32,
) -> Option<(Path, f32, Pose)> {
    let start = enemy.pose;
    let body = enemy.body;
    let mut field = field(state, by, start);
    // The stand where it would be, and its zone with it.
    let number = u32::from(stand.0);
    field.solids.retain(|solid| solid.id != number);
    let taken = [false; 4];
    let kind = SolidKind::EnemyByFront;
    field.solids.extend(there.quads().map(|quad| Solid { id: number, quad, kind, taken }));
    let mut shape = None;
    field.zones.retain(|zone| {
        if zone.owner == number {
            shape = Some(zone.shape);
        }
        zone.owner != number
    });
    if has_zone(state, stand) {
        let shape = shape.unwrap_or(if state.arm(stand).is_artillery() {
            ZoneShape::Front { reach: ZONE_REACH }
        } else {
            ZoneShape::FrontAndSides { reach: ZONE_REACH }
        });
        field.zones.push(FieldZone { owner: number, quad: there.quad(), shape, rule: ZoneRule::Close });
    }
    let line = gap(enemy, there);
    let toward = Heading::of(line.to - line.from);
    let corners = there.quad().corners();
    for heading in [start.heading, toward] {
        let angle = start.heading.turn_to(heading);
        let turn = if angle == 0.0 {
            0.0
        } else {
            match Pivot::new(&field, body, start, angle, 0.5).cost(start.at) {
                Some(cost) => cost,
                None => continue,
            }
        };
        if turn > allowance {
            continue;
        }
        let whole: Vec<Vec2> = footprint(body, heading).into_iter().flatten().collect();
        let Some(exact) = Convex::sum(&corners, &whole) else { continue };
        let (away, distance) = exact.away(start.at);
        let at = start.at - away * distance;
        if !within(turn + distance, allowance) {
            continue;
        }
        let layer = Layer::new(&field, body, start, heading, distance);
        let cost = turn + layer.cost(start.at, at);
        if !within(cost, allowance) {
            continue;
        }
        let legal = layer.closes_from_start(at).is_some()
            || layer.doors(at).into_iter().any(|(_, door)| {
                // The door lies on the line; what is nearer than it has no way to go before it.
                let before = (door - start.at).dot(away) <= 0.0;
                before && layer.slide_from_start(door).is_ok() && layer.close(door, at).is_ok()
            });
        if legal {
            let mut legs = Vec::new();
            if angle != 0.0 {
                legs.push(Leg::Turn { pivot: Vec2::ZERO, angle });
            }
            legs.push(Leg::Slide(at - start.at));
            return Some((Path::new(legs), cost, Pose::new(at, heading)));
        }
    }
    None
}
