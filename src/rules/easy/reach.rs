//! Where a stand may go, how it gets there, and what the enemy could do to it there.
//!
//! Builds the mover's [`Field`] from the state; the planner and the reach map do the rest. Their answers should
//! satisfy the judge of moves, but they only advise the players and decide nothing.
//!
//! Clauses: `easy:0.7`, `easy:II.B` to `easy:II.C.4.5`, `easy:II.D-lane`, `easy:III-contact`, `easy:III.A.2`,
//! `easy:III.E.2`. Units: inches and radians.

use game::sentence;
use scenario::army::Arm;
use table::companion::{Beside, Companion};
use table::cspace::{Convex, footprint};
use table::field::{
    Field, FieldLine, FieldZone, GroundKind, GroundPiece, LineRule, Passage, Solid, SolidKind, Stacking,
    TurnMeasure, ZoneRule,
};
use table::ground::{Crossing, CrossingKind, Line, Tread, When};
use table::lane::{Blocker, BlockerShape, Lane, Sight, find_lane, range};
use table::layer::{Layer, Pivot};
use table::measure::gap;
use table::plan::{Plan, PlanFailure};
use table::reach::Reach;
use table::region::Region;
use table::terrain::CROSSING_REACH;
use table::tolerance::{ABREAST, EPS, within};
use table::{Body, Edge, Heading, Leg, Path, Placed, Pose, Quad, Vec2};

use super::combat::edges;
use super::engineers::attach;
use super::movement::bill::path_reach;
use super::movement::kind::tread;
use super::movement::walk::record::Walk;
use super::movement::walk::roles::{is_spent, may_attack, may_touch, overruns};
use super::movement::walk::survey::{Survey, preview};
use super::movement::walk::zones::zone_of;
use super::options::{ManyZones, PassThrough};
use super::order::MoveKind;
use super::refusal::Refusal;
use super::roster::StandId;
use super::state::State;
use super::tables::{Band, Lengths};
use super::touching::{Touching, is_train, touched_enemies};
use scenario::Weather;

/// The side of a cell of the reach map for stands of the printed size, in inches.
pub const CELL: f32 = 0.1;

/// How near to a bridge or ford a stand's centre must cross to use it, in inches. A little less than the judge of
/// moves allows.
const HALF_PASSAGE: f32 = CROSSING_REACH - 2e-3;

/// How far along its line a bridge or ford serves, in inches: the stretch of the line that a crossing stand covers.
const APPROACH: f32 = 2.5;

/// What an enemy could do to a stand at a given pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    pub by: StandId,
    pub kind: ThreatKind,
    /// The distance in inches, edge to edge; for fire, from the front edge of the battery.
    pub range: f32,
}

/// How an enemy threatens.
#[derive(Clone, Debug, PartialEq)]
pub enum ThreatKind {
    /// A battery has a clear lane from where it stands (`easy:II.D-lane`).
    Fire { band: Band, lane: Lane },
    /// A battery would have a lane, but something blocks it.
    Masked { band: Band, lane: Lane },
    /// Infantry or cavalry can turn once and charge straight into contact within its allowance.
    Charge { path: Path, cost: f32, end: Pose },
    /// Infantry or cavalry is near enough to contact the stand, if it finds a way round what is between.
    Near,
}

/// Whether two stands could be within this many inches of each other, judged by the circles around them.
fn near(a: Placed<'_>, b: Placed<'_>, within: f32) -> bool {
    let round = |placed: Placed<'_>| placed.body.radius_about(Vec2::ZERO);
    a.pose.at.distance(b.pose.at) <= round(a) + round(b) + within
}

/// Whether the only move open to the stand is a withdrawal (`easy:III.E.2`). Batteries whose crews have taken shelter
/// do not count.
pub fn is_engaged(state: &State, stand: StandId) -> bool {
    touched_enemies(state, stand).into_iter().any(|id| !state.stand(id).evading)
}

/// The stand's allowance in inches: its rate in this weather, half of that for a withdrawal.
pub fn allowance(state: &State, stand: StandId) -> f32 {
    let kind = if is_engaged(state, stand) { MoveKind::Withdraw } else { MoveKind::Move };
    super::movement::kind::allowance(state, stand, kind)
}

/// The radius around a moving stand within which things can affect its move, in inches.
fn moving_range(state: &State, stand: StandId) -> f32 {
    let (unit, lengths) = (state.unit(stand), state.lengths());
    lengths.allowance(unit.arm, state.weather)
        + unit.body.radius_about(Vec2::ZERO)
        + lengths.zone_reach()
        + lengths.inches(2.0)
}

/// An empty table, with the options of this game about measuring moves.
fn bare_field(state: &State) -> Field {
    let (size, options) = (state.terrain().ground().size, state.options());
    let mut field = Field::bare(size.x, size.y);
    field.terrain_by_centre = options.terrain_by_centre;
    field.backward_factor = if options.backward_double { 2.0 } else { 1.0 };
    field.stacking = if options.stack_terrain_max { Stacking::Max } else { Stacking::Multiply };
    field.turn_measure = if options.turn_by_chord { TurnMeasure::Chord } else { TurnMeasure::Arc };
    field
}

/// Everything that affects a move of this stand from `start`.
pub fn field(state: &State, stand: StandId, start: Pose) -> Field {
    let unit = state.unit(stand);
    let arm = unit.arm;
    let options = state.options();
    let engaged = is_engaged(state, stand);
    let lengths = state.lengths();
    let range = moving_range(state, stand);
    let mut field = bare_field(state);
    // Roads are left to the walk: the field charges each turn its full price.
    field.turn_surcharge =
        if unit.slow { lengths.slow_turn(90.0, false) / std::f32::consts::FRAC_PI_2 } else { 0.0 };
    field.turn_step = if options.slow_turns_stepped { 45.0 } else { 0.0 };
    field.front_corner_slack = lengths.front_corner_slack();
    field.abreast = match options.zoc_many {
        ManyZones::FirstEntered => ABREAST,
        ManyZones::StrictlyFirst | ManyZones::Stop => 0.0,
    };
    field.several_halt = options.zoc_many == ManyZones::Stop;
    field.leave_angle =
        if engaged { std::f32::consts::FRAC_PI_4 } else { options.zoc_leave_angle.to_radians() };
    if engaged {
        let quads = touched_enemies(state, stand)
            .into_iter()
            .filter_map(|id| state.placed(id))
            .flat_map(Placed::quads);
        field.withdraw_from = quads.collect();
    }
    let zone_rule = match arm {
        Arm::FootArtillery | Arm::HorseArtillery => ZoneRule::Never,
        _ if may_attack(state, stand) && !engaged => ZoneRule::Close,
        _ => ZoneRule::Halt,
    };
    let heeds_zones = !(arm == Arm::General && options.generals_ignore_zoc);
    let table = Touching::of(state);
    let attacks = edges::attacks(table);
    for (id, placed) in state.on_table() {
        if id == stand || placed.pose.at.distance(start.at) > range + placed.body.radius_about(Vec2::ZERO) {
            continue;
        }
        if state.host_of(id) == Some(stand) {
            // Its own engineers move with it (`easy:V.D.2`).
            continue;
        }
        let general = state.arm(id) == Arm::General;
        let number = u32::from(id.0);
        let kind = if is_spent(state, id) {
            SolidKind::Passable
        } else if state.are_enemies(stand, id) {
            match (state.makes_way(id) && may_attack(state, stand), may_touch(state, stand, id)) {
                // Stands that make way do not block (`easy:III.C.2`, `easy:V.D.2`).
                (true, _) => continue,
                (false, true) if !engaged => SolidKind::EnemyByFront,
                _ => SolidKind::EnemyNever,
            }
        } else if overruns(state, stand, id) {
            SolidKind::Passable
        } else {
            match options.pass_through {
                PassThrough::All => SolidKind::Passable,
                PassThrough::Generals if general || arm == Arm::General => SolidKind::Passable,
                PassThrough::Generals | PassThrough::None => SolidKind::Friend,
            }
        };
        let fights = !is_train(state.arm(id));
        let taken = if kind == SolidKind::EnemyByFront && fights {
            edges::taken_edges(table, stand, &attacks, id)
        } else {
            [false; 4]
        };
        field.solids.extend(placed.quads().map(|quad| Solid { id: number, quad, kind, taken }));
        if heeds_zones
            && state.are_enemies(stand, id)
            && let Some(zone) = zone_of(state, id)
        {
            field.zones.push(FieldZone {
                owner: number,
                quad: zone.owner,
                shape: zone.shape,
                rule: zone_rule,
            });
        }
    }
    lay_ground(&mut field, state, start, range);
    lay_lines(&mut field, state, tread(arm));
    field
}

/// Whether the bounding box of these points is within `range` of the start.
fn in_range(points: &[Vec2], start: Pose, range: f32) -> bool {
    let lo = points.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let hi = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    (lo - start.at).max(start.at - hi).max(Vec2::ZERO).length() <= range
}

/// The convex pieces of a region of the ground.
fn pieces(region: &Region, id: u32, kind: GroundKind) -> impl Iterator<Item = GroundPiece> + '_ {
    region.pieces().iter().map(move |piece| GroundPiece { id, kind, polygon: piece.points().to_vec() })
}

fn lay_ground(field: &mut Field, state: &State, start: Pose, range: f32) {
    let terrain = state.terrain();
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
            field.ground.extend(pieces(terrain.region(index), index as u32, kind));
        }
    }
    for (index, slope) in terrain.slopes().iter().enumerate() {
        if in_range(&slope.polygon, start, range) {
            let kind = GroundKind::Slope(slope.uphill);
            field.ground.extend(pieces(terrain.slope_region(index), slope.area as u32, kind));
        }
    }
}

/// Adds obstacles and barred lines, split where bridges and fords cross them.
fn lay_lines(field: &mut Field, state: &State, tread: Tread) {
    let ground = state.terrain().ground();
    for (index, line) in ground.lines.iter().enumerate() {
        let rule = if line.barred_to.contains(&tread) {
            LineRule::Barred
        } else if line.obstacle_to.contains(&tread) {
            LineRule::Obstacle
        } else {
            continue;
        };
        let crossings: Vec<&Crossing> =
            ground.crossings.iter().filter(|crossing| crossing.over == line.id).collect();
        lay_line(field, index as u32, line, rule, &crossings, state.lengths());
    }
}

fn lay_line(
    field: &mut Field,
    id: u32,
    line: &Line,
    rule: LineRule,
    crossings: &[&Crossing],
    lengths: Lengths,
) {
    let (approach, half_passage) = (lengths.inches(APPROACH), lengths.inches(HALF_PASSAGE));
    for pair in line.points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length < EPS {
            continue;
        }
        let along = (b - a) / length;
        // The line is cut where a crossing begins to serve and where it ceases to.
        let mut cuts = vec![0.0, length];
        for crossing in crossings {
            let at = (crossing.at - a).dot(along);
            cuts.extend([at - approach, at + approach].map(|cut| cut.clamp(0.0, length)));
        }
        cuts.sort_by(f32::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > EPS) {
            let middle = a + along * ((cut[0] + cut[1]) / 2.0);
            let nearest =
                crossings.iter().min_by(|p, q| p.at.distance(middle).total_cmp(&q.at.distance(middle)));
            // The part of this stretch that lies within reach of the bridge or ford.
            let passage = nearest.filter(|c| c.at.distance(middle) < approach).map(|c| {
                let (at, off) = ((c.at - a).dot(along), (c.at - a).perp_dot(along));
                let half = (half_passage * half_passage - off * off).max(0.0).sqrt();
                let [from, to] = [at - half, at + half].map(|end| a + along * end.clamp(0.0, length));
                Passage { a: from, b: to, ford: c.kind == CrossingKind::Ford }
            });
            field.lines.push(FieldLine { id, a: a + along * cut[0], b: a + along * cut[1], rule, passage });
        }
    }
}

/// Where the stand may end with this heading within its allowance, without crossing obstacles that cost a roll.
///
/// `None` if the stand is not on the table.
pub fn reach(state: &State, stand: StandId, heading: Heading) -> Option<Reach> {
    let start = state.pose(stand)?;
    let field = field(state, stand, start);
    let body = &state.unit(stand).body;
    let (most, cell) = (allowance(state, stand), state.lengths().inches(CELL));
    let found = table::reach::reach(&field, body, start, heading, most, cell);
    let exact = withdraws_exactly(state, stand);
    let company = Company::of(state, stand, kind_of(state, stand), start);
    if !exact && company.is_none() {
        return Some(found);
    }
    // The field does not cover attached engineers, nor a withdrawal of exactly half a move.
    let (survey, kind) = (Survey::new(state), kind_of(state, stand));
    let judge = |path: &Path| {
        let way = if exact { exactly(state, stand, start, path) } else { path.clone() };
        let (walk, refusal) = survey.preview(stand, start, &way, kind);
        let near = path.end(start).at.distance(way.end(start).at) <= cell;
        (near && refusal.is_none()).then_some((way, walk.cost))
    };
    Some(match company.filter(|_| !exact) {
        Some(company) => {
            let (lit, asked) = company.lit(found);
            lit.judged_at(asked, judge)
        }
        None => found.judged(judge),
    })
}

/// Engineers about to move with their infantry (`easy:V.D.2`).
#[derive(Clone, Debug)]
pub struct Company {
    field: Field,
    body: Body,
    at: Pose,
    mover: Body,
    /// The engineers' allowance, in inches.
    allowance: f32,
    /// The infantry's allowance, in inches.
    most: f32,
    enemies: Vec<Quad>,
}

impl Company {
    /// The engineers attached to this stand, which is about to move from `start`. `None` if there are none on the
    /// table.
    pub fn of(state: &State, stand: StandId, kind: MoveKind, start: Pose) -> Option<Self> {
        let engineer = state.engineer_with(stand)?;
        let enemies = state.on_table().filter(|(other, _)| attach::is_met(state, stand, *other));
        let allowance = |id| super::movement::kind::allowance(state, id, kind);
        Some(Self {
            field: company_field(state, stand, engineer, start),
            body: state.unit(engineer).body.clone(),
            at: state.pose(engineer)?,
            mover: state.unit(stand).body.clone(),
            allowance: allowance(engineer),
            most: allowance(stand),
            enemies: enemies.flat_map(|(_, placed)| placed.quads()).collect(),
        })
    }

    /// The part of the infantry's reach to which the engineers can follow by its cheapest path, and the cells for
    /// which only the rules can decide that.
    pub fn lit(&self, found: Reach) -> (Reach, Vec<usize>) {
        let beside = Beside {
            field: &self.field,
            body: &self.body,
            at: self.at,
            mover: &self.mover,
            start: found.start(),
            allowance: self.allowance,
        };
        match Companion::new(&beside, found.heading(), self.most, &self.enemies) {
            Some(companion) => found.accompanied(&companion),
            None => {
                let cells = (0..found.cost.len()).filter(|cell| found.cost[*cell].is_finite()).collect();
                (found, cells)
            }
        }
    }
}

/// A path to a goal, made from the reach map: the path to the goal's cell or to a neighbouring one, with its last
/// slide ending at the goal. Tries the nearest cell first, and returns the first answer of `gone` that is not `None`.
pub fn way_over<T>(lit: &Reach, goal: Pose, gone: impl Fn(Path) -> Option<T>) -> Option<T> {
    let (column, row) = lit.cell_of(goal.at)?;
    let columns = column.saturating_sub(1)..=column + 1;
    let near = columns.flat_map(|x| (row.saturating_sub(1)..=row + 1).map(move |y| (x, y)));
    let mut near: Vec<(usize, usize)> = near.collect();
    let off = |(x, y): (usize, usize)| lit.centre(x, y).distance(goal.at);
    near.sort_by(|a, b| off(*a).total_cmp(&off(*b)));
    let to_goal = |(x, y): (usize, usize)| {
        let mut path = lit.path_to(x, y)?;
        let short = goal.at - path.end(lit.start()).at;
        let last = path.legs.iter_mut().rev().find_map(|leg| match leg {
            Leg::Slide(way) => Some(way),
            Leg::Turn { .. } => None,
        })?;
        *last += short;
        Some(path)
    };
    near.into_iter().filter_map(to_goal).find_map(gone)
}

/// What bars the engineers' own path beside their infantry, and what that path costs (`easy:V.D.2`).
fn company_field(state: &State, host: StandId, engineer: StandId, start: Pose) -> Field {
    let mut field = bare_field(state);
    field.solids = state
        .on_table()
        .filter(|(other, _)| ![host, engineer].contains(other))
        .flat_map(|(other, placed)| {
            let kind =
                if attach::passes(state, host, other) { SolidKind::Passable } else { SolidKind::Friend };
            placed.quads().map(move |quad| Solid { id: u32::from(other.0), quad, kind, taken: [false; 4] })
        })
        .collect();
    // They follow their infantry across obstacles, at whatever the roll costs.
    field.allow_obstacles = true;
    lay_ground(&mut field, state, start, moving_range(state, host) + moving_range(state, engineer));
    lay_lines(&mut field, state, tread(state.arm(engineer)));
    field
}

/// Whether the stand has to withdraw by exactly half a move (`easy:III.E.2`, `withdraw-exact`).
fn withdraws_exactly(state: &State, stand: StandId) -> bool {
    state.options().withdraw_exact && is_engaged(state, stand)
}

/// The straight path of a withdrawal, lengthened or shortened to exactly half a move.
fn exactly(state: &State, stand: StandId, start: Pose, path: &Path) -> Path {
    let [Leg::Slide(way)] = path.legs[..] else { return path.clone() };
    let most = allowance(state, stand);
    // A slide never costs less than its length.
    let far = Leg::Slide(way.normalize_or_zero() * most);
    Path::new(match path_reach(state, stand, start, &Path::new(vec![far]), most) {
        (0, part) => vec![far.shortened(part)],
        _ => vec![far],
    })
}

/// Plans the move of a stand to a pose: around obstacles if it can afford that, otherwise across them. A withdrawal
/// that has to be exact is planned toward the pose, as far as it goes.
///
/// `None` if the stand is not on the table.
pub fn plan(state: &State, stand: StandId, goal: Pose) -> Option<Result<Plan, PlanFailure>> {
    let start = state.pose(stand)?;
    let mut field = field(state, stand, start);
    let body = &state.unit(stand).body;
    let allowance = allowance(state, stand);
    let goal = if withdraws_exactly(state, stand) && goal.at != start.at {
        let straight = Path::new(vec![Leg::Slide(goal.at - start.at)]);
        Pose::new(exactly(state, stand, start, &straight).end(start).at, goal.heading)
    } else {
        goal
    };
    let plan = table::plan::plan(&field, body, start, goal, allowance);
    if plan.is_err() && field.lines.iter().any(|line| line.rule == LineRule::Obstacle) {
        field.allow_obstacles = true;
        if let Some(across) = table::plan::plan_within(&field, body, start, goal, allowance) {
            return Some(Ok(across));
        }
    }
    Some(plan)
}

/// A path to a goal on which the stand's engineers can follow, for when they bar the path that was planned
/// (`easy:V.D.2`). It is taken from the reach map, so it is the cheapest to a place next to the goal.
///
/// `None` if the engineers do not bar the planned path, or there is no other.
pub fn beside_engineers(state: &State, stand: StandId, goal: Pose, planned: &Path) -> Option<Path> {
    let (start, kind) = (state.pose(stand)?, kind_of(state, stand));
    preview(state, stand, start, planned, kind).1.filter(|refusal| refusal.clause == attach::GOING_ALONG)?;
    let company = Company::of(state, stand, kind, start)?;
    let (field, body) = (field(state, stand, start), &state.unit(stand).body);
    let (most, cell) = (allowance(state, stand), state.lengths().inches(CELL));
    let found = table::reach::reach(&field, body, start, goal.heading, most, cell);
    way_over(&company.lit(found).0, goal, |path| {
        let refusal = preview(state, stand, start, &path, kind).1;
        refusal.is_none().then_some(path)
    })
}

/// A planned path as it would be walked: the legal part, set edge to edge if it ends within touch, and the refusal
/// that stops it there.
///
/// `None` if the stand is not on the table.
pub fn walk(state: &State, stand: StandId, path: &Path) -> Option<(Walk, Option<Refusal>)> {
    let start = state.pose(stand)?;
    Some(preview(state, stand, start, path, kind_of(state, stand)))
}

/// The kind of move that this stand makes.
fn kind_of(state: &State, stand: StandId) -> MoveKind {
    match state.arm(stand) {
        Arm::General => MoveKind::General,
        _ if is_engaged(state, stand) => MoveKind::Withdraw,
        _ => MoveKind::Move,
    }
}

/// Plans the move that brings the stand's front edge into contact with an enemy: on the given edge, or else on the
/// cheapest.
///
/// `None` if either stand is not on the table.
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
    Some(table::plan::plan_to_contact(&field, body, start, &target, edge, allowance(state, stand)))
}

/// Completes the refusal of an attack on an edge that another stand holds: its remedy names the free edges and what
/// each costs to reach.
///
/// Clause: `easy:III.A.2`. Other refusals are returned unchanged.
pub fn with_free_edges(state: &State, stand: StandId, mut refusal: Refusal) -> Refusal {
    let Some((enemy, taken)) = refusal.held_edge else { return refusal };
    let whole = allowance(state, stand);
    let ways = Edge::ALL.into_iter().filter(|edge| *edge != taken).filter_map(|edge| {
        let plan = plan_attack(state, stand, StandId(enemy), Some(edge))?.ok()?;
        let name = match edge {
            Edge::Front | Edge::Rear => edge.name().to_owned(),
            Edge::Right | Edge::Left => format!("{} side", edge.name()),
        };
        Some(format!("its {name} is {:.1} of {whole:.1} in away", plan.cost))
    });
    let ways: Vec<String> = ways.collect();
    refusal.remedy = match ways.is_empty() {
        true => "No other edge of it can be reached: attack another enemy".to_owned(),
        false => sentence(&ways.join("; ")),
    };
    refusal
}

/// The enemies that could fire at or contact the stand if it stood at `pose`, nearest first.
///
/// A charge is one turn and one straight slide; an enemy that could reach the stand only by another path is listed as
/// near. Batteries count with their present facing, because turning is moving. Charges across obstacles that need a
/// roll do not count.
pub fn threat(state: &State, stand: StandId, pose: Pose) -> Vec<Threat> {
    if state.arm(stand) == Arm::General {
        return Vec::new();
    }
    let there = state.unit(stand).body.placed(pose);
    let enemies = state.on_table().filter(|(id, _)| state.are_enemies(stand, *id));
    let mut threats: Vec<Threat> = enemies
        .filter_map(|(by, from)| {
            let menace = Menace { state, stand, there, by, from };
            match state.arm(by) {
                arm if arm.is_artillery() => menace.fire(),
                _ if may_attack(state, by) => menace.charge(),
                _ => None,
            }
        })
        .collect();
    threats.sort_by(|a, b| a.range.total_cmp(&b.range).then(a.by.cmp(&b.by)));
    threats
}

/// One enemy and a stand at the pose where it may be threatened.
#[derive(Clone, Copy)]
struct Menace<'a> {
    state: &'a State,
    stand: StandId,
    there: Placed<'a>,
    by: StandId,
    /// The enemy where it stands.
    from: Placed<'a>,
}

impl Menace<'_> {
    fn fire(self) -> Option<Threat> {
        let Self { state, stand, there, by, from } = self;
        if state.arm(stand) == Arm::Wagon && !state.options().fire_at_wagons {
            return None;
        }
        if state.stand(by).evading || !touched_enemies(state, by).is_empty() {
            return None;
        }
        let row = state.lengths().to_hit(state.unit(by).battery?);
        let shot = range(from.quad(), there);
        let band = row.band(shot.distance)?;
        if band == Band::Long && state.weather == Weather::Poor {
            return None;
        }
        let mut blockers: Vec<Blocker<'_>> = state
            .on_table()
            .filter(|(id, placed)| {
                *id != by && *id != stand && !state.makes_way(*id) && near(from, *placed, shot.distance + 2.0)
            })
            .map(|(id, placed)| Blocker { id: u32::from(id.0), shape: BlockerShape::Stand(placed) })
            .collect();
        blockers.extend(state.terrain().sight_blockers(from, there));
        let kind =
            match find_lane(from.quad(), there.quad(), state.options().fire_arc.to_radians(), &blockers) {
                Sight::Clear(lane) => ThreatKind::Fire { band, lane },
                Sight::Blocked { lane, .. } => ThreatKind::Masked { band, lane },
                Sight::OutOfArc => return None,
            };
        Some(Threat { by, kind, range: shot.distance })
    }

    fn charge(self) -> Option<Threat> {
        let Self { state, there, by, from, .. } = self;
        let allowance = state.lengths().allowance(state.arm(by), state.weather);
        if !near(from, there, allowance) {
            return None;
        }
        let line = gap(from, there);
        if !within(line.distance, allowance) || is_engaged(state, by) {
            return None;
        }
        let charge = self.straight_charge(allowance);
        let kind =
            charge.map_or(ThreatKind::Near, |(path, cost, end)| ThreatKind::Charge { path, cost, end });
        Some(Threat { by, kind, range: line.distance })
    }

    /// A legal charge of at most one turn and one straight slide into contact, with its path, cost in inches and
    /// final pose. `None` if there is none within the allowance.
    fn straight_charge(self, allowance: f32) -> Option<(Path, f32, Pose)> {
        let Self { state, stand, there, by, from } = self;
        let start = from.pose;
        let body = from.body;
        let mut field = field(state, by, start);
        // The threatened stand and its zone, moved to where it would be.
        let number = u32::from(stand.0);
        field.solids.retain(|solid| solid.id != number);
        let taken = [false; 4];
        let kind = SolidKind::EnemyByFront;
        field.solids.extend(there.quads().map(|quad| Solid { id: number, quad, kind, taken }));
        field.zones.retain(|zone| zone.owner != number);
        if let Some(zone) = zone_of(state, stand) {
            let quad = there.quad();
            field.zones.push(FieldZone { owner: number, quad, shape: zone.shape, rule: ZoneRule::Close });
        }
        let line = gap(from, there);
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
                || layer.doors(at).into_iter().any(|(zone, door)| {
                    // The entry point into the zone lies on the straight line, unless the stand starts nearer than
                    // that.
                    let before = (door - start.at).dot(away) <= 0.0;
                    before && layer.slide_from_start(door).is_ok() && layer.close(door, at, zone).is_ok()
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
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::f32::consts::PI;

    use rand::{RngExt, SeedableRng};

    use crate::engineers::change::{self, Change};
    use crate::rule_set::Easy;
    use crate::state::Place;
    use game::RuleSet;
    use game::options::Options;
    use scenario::{AnyRules, Embedded};
    use table::measure::{inches_apart, outside_by};
    use table::tolerance::TOUCH;

    use super::*;

    fn waterloo() -> State {
        battle("waterloo", &[])
    }

    fn battle(id: &str, options: &[(&str, &str)]) -> State {
        let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("it is sound");
        let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        Easy::start(scenario, &Options(options)).expect("its options are sound")
    }

    /// Puts the stand at `pose` if it touches nothing there; whether it did.
    fn drop_at(state: &mut State, stand: StandId, pose: Pose) -> bool {
        let placed = state.unit(stand).body.placed(pose);
        let free = outside_by(placed, state.terrain().ground().size) == 0.0
            && state.on_table().all(|(id, other)| id == stand || inches_apart(placed, other) > 0.1)
            && state
                .terrain()
                .ground()
                .areas
                .iter()
                .filter(|area| area.impassable)
                .all(|area| table::measure::gap_to_polygon(placed, &area.polygon).distance > 0.1);
        if free {
            state.stands[stand.index()].place = Place::Table(pose);
        }
        free
    }

    #[test]
    fn the_judge_of_moves_accepts_what_is_offered() {
        accepts_what_is_lit(waterloo(), |state, stand| state.pose(stand).is_some());
    }

    #[test]
    fn slow_infantry_is_lit_what_it_may_pay_by_either_reading() {
        for turns in ["linear", "stepped"] {
            accepts_what_is_lit(
                battle("marengo", &[("opt-slow-infantry", "on"), ("slow-turns", turns)]),
                |state, stand| state.unit(stand).slow,
            );
        }
    }

    /// Drops stands of this sort anywhere, and puts ways of their maps before the judge.
    fn accepts_what_is_lit(mut state: State, sort: impl Fn(&State, StandId) -> bool) {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1815);
        let stands: Vec<StandId> = state.ids().filter(|id| sort(&state, *id)).collect();
        let size = state.terrain().ground().size;
        let (mut asked, mut closings) = (0, 0);
        for _ in 0..150 {
            let stand = stands[rng.random_range(0..stands.len())];
            let (x, y) = (rng.random_range(0.0..size.x), rng.random_range(0.0..size.y));
            if !drop_at(&mut state, stand, Pose::at(x, y, rng.random_range(0.0..360.0))) {
                continue;
            }
            let start = state.pose(stand).expect("it was just put there");
            let heading =
                start.heading.turned(if asked % 3 == 0 { 0.0 } else { rng.random_range(-2.0..2.0) });
            let map = reach(&state, stand, heading).expect("it is on the table");
            let kind = if state.arm(stand) == Arm::General { MoveKind::General } else { MoveKind::Move };
            let survey = Survey::new(&state);
            let ends: Vec<usize> = (0..map.cost.len()).filter(|&i| map.cost[i].is_finite()).collect();
            for &end in ends.iter().skip(end_of(asked)).step_by((ends.len() / 12).max(1)) {
                let path = map.path_to(end % map.width, end / map.width).expect("the cell is within reach");
                let verdict = survey.check(stand, start, &path, kind);
                let walk = match verdict {
                    Ok(walk) => walk,
                    Err(refusal) => panic!("{} at {start}: {refusal}: {path:?}", state.say(stand)),
                };
                // The walk continues a contact to gap 0.
                let carried = if walk.contacts.is_empty() { 0.0 } else { 2.0 * TOUCH };
                assert!(walk.cost <= map.cost[end] + carried + 5e-3, "{} for {}", walk.cost, map.cost[end]);
                asked += 1;
                closings += usize::from(!walk.zones.is_empty());
            }
        }
        assert!(asked > 150 && closings > 0, "{asked} paths, {closings} into zones");
    }

    /// Engineers beside infantry bar exactly those of its paths on which they cannot follow (`easy:V.D.2`).
    #[test]
    fn infantry_goes_where_its_engineers_can_go_along() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1806);
        let (mut lit, mut dark, mut missed, mut planned_not) = (0, 0, 0, 0);
        for options in [
            &[][..],
            &[("backward-cost", "double"), ("turn-measure", "chord")],
            &[("terrain-by", "centre")],
            &[("pass-through", "all"), ("stack-terrain", "max")],
        ] {
            let mut options: BTreeMap<String, String> =
                options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
            options.insert("adv-engineers".to_owned(), "on".to_owned());
            let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("Waterloo is sound");
            let mut state = Easy::start(scenario, &Options(options)).expect("its options are sound");
            let of = |state: &State, wanted: Arm| -> Vec<StandId> {
                state.ids().filter(|id| state.arm(*id) == wanted).collect()
            };
            let (hosts, engineers) = (of(&state, Arm::Infantry), of(&state, Arm::Engineer));
            let size = state.terrain().ground().size;
            let mut asked = 0;
            while asked < 40 {
                let host = hosts[rng.random_range(0..hosts.len())];
                let mut own = engineers.iter().filter(|id| !state.are_enemies(host, **id));
                let Some(&engineer) = own.next() else { continue };
                let (x, y) = (rng.random_range(0.0..size.x), rng.random_range(0.0..size.y));
                state.engineers.attached.clear();
                state.stands[engineer.index()].place = Place::Off;
                let start = Pose::at(x, y, rng.random_range(0.0..360.0));
                let along = rng.random_range(-1.2..1.2);
                let local = [
                    Vec2::new(1.5, along),
                    Vec2::new(-1.5, along),
                    Vec2::new(along, -1.5),
                    Vec2::new(along, 1.5),
                ];
                let beside = Pose::new(
                    start.to_table(local[rng.random_range(0..4)]),
                    start.heading.turned([0.0, PI / 2.0, PI][rng.random_range(0..3)]),
                );
                if !drop_at(&mut state, host, start) {
                    continue;
                }
                let placed = state.unit(engineer).body.placed(beside);
                let clear =
                    state.on_table().all(|(id, other)| id == host || inches_apart(placed, other) > 0.1);
                if !clear || outside_by(placed, size) > 0.0 {
                    continue;
                }
                state.stands[engineer.index()].place = Place::Table(beside);
                change::apply(&mut state, &Change::Joined { engineer, host });
                asked += 1;
                let heading = start.heading.turned([0.0, rng.random_range(-2.0..2.0)][asked % 2]);
                let map = reach(&state, host, heading).expect("it is on the table");
                let (plain, most) = (field(&state, host, start), allowance(&state, host));
                let body = &state.unit(host).body;
                let alone = table::reach::reach(&plain, body, start, heading, most, map.cell);
                let survey = Survey::new(&state);
                let ends: Vec<usize> = (0..alone.cost.len()).filter(|&i| alone.cost[i].is_finite()).collect();
                for &end in ends.iter().skip(end_of(asked)).step_by((ends.len() / 25).max(1)) {
                    let path = alone.path_to(end % map.width, end / map.width).expect("it is within reach");
                    let verdict = survey.check(host, start, &path, kind_of(&state, host));
                    match (map.cost[end].is_finite(), verdict) {
                        (true, Ok(_)) => {
                            lit += 1;
                            if lit % 4 > 0 {
                                continue;
                            }
                            let goal = Pose::new(map.centre(end % map.width, end / map.width), heading);
                            let planned = plan(&state, host, goal).expect("it is on the table");
                            let way = planned.map_or_else(|failure| failure.path, |plan| plan.path);
                            let way = beside_engineers(&state, host, goal, &way).unwrap_or(way);
                            let is_there = way.end(start).at.distance(goal.at) < 0.01;
                            let judged = survey.check(host, start, &way, kind_of(&state, host));
                            planned_not += usize::from(!is_there || judged.is_err());
                        }
                        (false, Err(refusal)) => {
                            dark += usize::from(refusal.clause == attach::GOING_ALONG);
                        }
                        (false, Ok(_)) => missed += 1,
                        (true, Err(refusal)) => panic!(
                            "{} at {start}, engineers at {beside}, {:?}: {refusal}: {path:?}, cost {}",
                            state.say(host),
                            state.options(),
                            map.cost[end],
                        ),
                    }
                }
            }
        }
        assert!(lit > 1000 && dark > 100 && missed * 200 < lit, "{lit} lit, {dark} dark, {missed} missed");
        assert!(planned_not * 200 < lit, "{planned_not} of {lit} not planned");
    }

    /// A different first cell each time.
    fn end_of(asked: usize) -> usize {
        asked % 7
    }

    #[test]
    fn an_attack_that_is_planned_is_one_the_judge_of_moves_accepts() {
        let mut state = waterloo();
        let attacker = state.on_table().map(|(id, _)| id).find(|id| state.arm(*id) == Arm::Infantry);
        let attacker = attacker.expect("there is infantry");
        let enemies: Vec<StandId> = state
            .on_table()
            .map(|(id, _)| id)
            .filter(|id| state.are_enemies(attacker, *id) && state.arm(*id).is_troops())
            .collect();
        let mut made = 0;
        for enemy in enemies {
            let there = state.pose(enemy).expect("it is on the table");
            let free = [5.5, 4.5, 3.5, 6.5].into_iter().any(|off| {
                let ahead = there.at + there.heading.forward() * off;
                drop_at(&mut state, attacker, Pose::new(ahead, there.heading.reversed()))
            });
            if !free {
                continue;
            }
            let Some(Ok(plan)) = plan_attack(&state, attacker, enemy, None) else { continue };
            let start = state.pose(attacker).expect("it was just put there");
            match Survey::new(&state).check(attacker, start, &plan.path, MoveKind::Move) {
                Ok(walk) => assert!(walk.contacts.iter().any(|touch| touch.enemy == enemy), "{plan:?}"),
                Err(refusal) => panic!("{refusal}: {plan:?}"),
            }
            made += 1;
            let threats = threat(&state, enemy, there);
            assert!(threats.iter().any(|threat| threat.by == attacker), "{threats:?}");
        }
        assert!(made > 0, "{made} attacks");
    }

    #[test]
    fn a_battery_threatens_what_is_in_its_lane() {
        let mut state = waterloo();
        let guns = state
            .on_table()
            .map(|(id, _)| id)
            .find(|id| state.arm(*id) == Arm::FootArtillery)
            .expect("there are guns");
        let target = state
            .on_table()
            .map(|(id, _)| id)
            .find(|id| state.are_enemies(guns, *id) && state.arm(*id) == Arm::Infantry)
            .expect("there is an enemy");
        for id in state.ids() {
            if id != guns && id != target {
                state.stands[id.index()].place = Place::Off;
            }
        }
        let size = state.terrain().ground().size;
        let at = Pose::at(size.x / 2.0, 4.0, 0.0);
        state.stands[guns.index()].place = Place::Table(at);
        let near = Pose::at(at.at.x, 8.5, 180.0);
        let threats = threat(&state, target, near);
        assert!(
            threats.iter().any(
                |t| t.by == guns && matches!(t.kind, ThreatKind::Fire { .. } | ThreatKind::Masked { .. })
            ),
            "{threats:?}"
        );
        assert!(threat(&state, target, Pose::at(at.at.x, 1.5, 0.0)).is_empty(), "not behind it");
    }
}
