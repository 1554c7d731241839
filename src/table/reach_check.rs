//! Checks on plans and reach: ledger cases, and a slow judge that walks every path in small steps.
//!
//! The slow judge shares no code with the planner but the field's types: it measures stand by stand and step by step.
//!
//! Clauses: `easy:0.7`, `easy:II.B-turn` to `easy:II.C.4.5`, `easy:III-contact`. Units: inches.

use glam::Vec2;
use proptest::prelude::*;

use super::body::{Body, Edge, Quad};
use super::field::*;
use super::measure::{gap_between_quads, outside_by, overlap_depth};
use super::path::{Leg, Path};
use super::plan::{Hindrance, Plan, PlanFailure, Planner, plan, plan_through, plan_to_contact};
use super::pose::{Heading, Pose};
use super::reach::{reach, reach_by};
use super::sweep::{crosses_line, on_line};
use super::tolerance::{ABREAST, ANG, EPS, GRAZE, OVERLAP, TOUCH};

const STEP: f32 = 0.02;

fn stand() -> Body {
    Body::single(2.0, 2.0)
}

fn quad(body: &Body, pose: Pose) -> Quad {
    body.placed(pose).quad()
}

fn solid(id: u32, pose: Pose, kind: SolidKind) -> Solid {
    Solid { id, quad: quad(&stand(), pose), kind, taken: [false; 4] }
}

/// An enemy brigade with its zone.
fn enemy(field: &mut Field, id: u32, pose: Pose, rule: ZoneRule) {
    field.solids.push(solid(id, pose, SolidKind::EnemyByFront));
    let quad = quad(&stand(), pose);
    field.zones.push(FieldZone { owner: id, quad, shape: ZoneShape::FrontAndSides { reach: 2.0 }, rule });
}

fn square(x0: f32, y0: f32, x1: f32, y1: f32) -> Vec<Vec2> {
    vec![Vec2::new(x0, y0), Vec2::new(x1, y0), Vec2::new(x1, y1), Vec2::new(x0, y1)]
}

/// How deep a quad lies in a convex polygon: negative when apart.
fn depth_in(quad: &Quad, polygon: &[Vec2]) -> f32 {
    let ring = quad.corners();
    let mut least = f32::INFINITY;
    let middle = |points: &[Vec2]| points.iter().copied().sum::<Vec2>() / points.len() as f32;
    for points in [&ring[..], polygon] {
        let centre = middle(points);
        for i in 0..points.len() {
            let (a, b) = (points[i], points[(i + 1) % points.len()]);
            let mut normal = (b - a).perp().normalize();
            if normal.dot(a - centre) < 0.0 {
                normal = -normal;
            }
            let (other, edge) = if points.len() == 4 && points[0] == ring[0] {
                (polygon, normal.dot(a))
            } else {
                (&ring[..], normal.dot(a))
            };
            let nearest = other.iter().map(|p| normal.dot(*p)).fold(f32::INFINITY, f32::min);
            least = least.min(edge - nearest);
        }
    }
    least
}

/// Is the quad in the zone? By sampling its outline: generous by no more than a thousandth.
fn in_zone(zone: &FieldZone, quad: &Quad) -> bool {
    let Vec2 { x: w, y: d } = zone.quad.half;
    let ring = quad.corners();
    (0..4).any(|i| {
        (0..=100).any(|k| {
            let p = zone.quad.pose.to_local(ring[i].lerp(ring[(i + 1) % 4], k as f32 / 100.0));
            match zone.shape {
                ZoneShape::FrontAndSides { reach } => {
                    p.y > -d + EPS && (p - p.clamp(-zone.quad.half, zone.quad.half)).length() <= reach
                }
                ZoneShape::Front { reach } => p.x.abs() <= w && p.y > d + EPS && p.y <= d + reach,
            }
        })
    })
}

/// Walks a path and says what is wrong with it, and what it costs. Rule by rule in one pass, long as that is: it is to be read
/// beside the rulebook, and shares nothing.
fn walk(field: &Field, body: &Body, start: Pose, path: &Path) -> Result<f32, String> {
    let mut cost = 0.0;
    let mut pose = start;
    let now = quad(body, start);
    let started_in: Vec<bool> = field.zones.iter().map(|z| in_zone(z, &now)).collect();
    // Zones left to leave; the zone being closed on with the direction; pivots since entry.
    let mut leaving = started_in.clone();
    let mut entered: Option<(usize, Option<Vec2>, u32)> = None;
    let mut contact: Option<f32> = None;
    for (number, leg) in path.legs.iter().enumerate() {
        let length = leg.length(body);
        let steps = (length / STEP).ceil().max(1.0) as usize;
        let mut turn_rough = false;
        for k in 1..=steps {
            let before = leg.part(pose, (k - 1) as f32 / steps as f32);
            let after = leg.part(pose, k as f32 / steps as f32);
            let (old, new) = (quad(body, before), quad(body, after));
            let where_ = || format!("leg {number} at {after}");
            if outside_by(body.placed(after), field.table) > OVERLAP {
                return Err(format!("off the table, {}", where_()));
            }
            if contact.is_some() {
                let way = contact.unwrap_or(0.0) + STEP;
                contact = Some(way);
                if way > 0.15 {
                    return Err(format!("goes on after contact, {}", where_()));
                }
            }
            for solid in &field.solids {
                let other = stand();
                let placed = other.placed(solid.quad.pose);
                let deep = overlap_depth(body.placed(after), placed);
                if solid.kind != SolidKind::Passable && deep > OVERLAP {
                    return Err(format!("{deep} deep in {}, {}", solid.id, where_()));
                }
                if solid.is_enemy() {
                    let gap = gap_between_quads(&new, &solid.quad).distance;
                    if gap <= TOUCH {
                        let mut back = new;
                        back.pose = back.pose.moved(new.normal(Edge::Rear) * 0.05);
                        back.half.y -= 0.05;
                        if solid.kind == SolidKind::EnemyNever
                            || gap_between_quads(&back, &solid.quad).distance <= TOUCH
                            || matches!(leg, Leg::Turn { .. })
                        {
                            return Err(format!("side contact with {}, {}", solid.id, where_()));
                        }
                        contact = contact.or(Some(0.0));
                    }
                }
            }
            for piece in field.ground.iter().filter(|p| p.kind == GroundKind::Impassable) {
                if depth_in(&new, &piece.polygon) > OVERLAP {
                    return Err(format!("on impassable ground, {}", where_()));
                }
            }
            // Ground.
            let rough = field
                .ground
                .iter()
                .filter(|p| p.kind == GroundKind::Rough)
                .any(|p| depth_in(&new, &p.polygon) > OVERLAP && depth_in(&old, &p.polygon) > OVERLAP);
            if let Leg::Slide(delta) = leg {
                let steep = field.ground.iter().any(|p| match p.kind {
                    GroundKind::Slope(up) => {
                        delta.normalize_or_zero().dot(up) > 0.01
                            && inside(&p.polygon, before.at)
                            && inside(&p.polygon, after.at)
                    }
                    _ => false,
                });
                cost += length / steps as f32 * if rough { 2.0 } else { 1.0 } * if steep { 2.0 } else { 1.0 };
            }
            turn_rough |= rough;
            // Zones.
            let delta = after.at - before.at;
            if let Some((zone, line, pivots)) = &mut entered {
                match leg {
                    Leg::Turn { .. } => {
                        if line.is_some() || *pivots > 1 {
                            return Err(format!("turns while closing, {}", where_()));
                        }
                    }
                    Leg::Slide(_) => {
                        let lines = closing_lines(field, *zone, &old);
                        let slants = |line: &Vec2| line.perp_dot(delta).abs() / line.dot(delta).max(1e-9);
                        let straight = lines.into_iter().min_by(|a, b| slants(a).total_cmp(&slants(b)));
                        let direction = *line.get_or_insert(straight.expect("one line at least"));
                        if direction.perp_dot(delta).abs() > (ANG + 0.004) * delta.length()
                            || direction.dot(delta) <= 0.0
                        {
                            return Err(format!(
                                "slants in zone of {}, {}",
                                field.zones[*zone].owner,
                                where_()
                            ));
                        }
                        if field.zones[*zone].rule != ZoneRule::Close {
                            return Err(format!("goes on in a zone, {}", where_()));
                        }
                    }
                }
                continue;
            }
            // From within it may close on an enemy instead of leaving.
            if let Leg::Slide(_) = leg {
                let toward = |zone: &FieldZone| {
                    let gap = gap_between_quads(&old, &zone.quad);
                    (gap.to - gap.from).normalize_or_zero()
                };
                let near = |i: &usize| gap_between_quads(&old, &field.zones[*i].quad).distance;
                let nearest =
                    (0..field.zones.len()).filter(|&i| leaving[i]).min_by(|a, b| near(a).total_cmp(&near(b)));
                let may =
                    |i: usize| leaving[i] || nearest.is_some_and(|first| is_abreast(field, first, i, &old));
                let closed = (0..field.zones.len())
                    .find(|&i| may(i) && delta.normalize_or_zero().dot(toward(&field.zones[i])) > 0.9999);
                if let Some(i) = closed.filter(|&i| field.zones[i].rule == ZoneRule::Close) {
                    entered = Some((i, Some(toward(&field.zones[i])), 1));
                    continue;
                }
            }
            for (i, zone) in field.zones.iter().enumerate() {
                let inside = in_zone(zone, &new);
                if leaving[i] {
                    if let Leg::Slide(_) = leg {
                        let gap = gap_between_quads(&old, &zone.quad);
                        let away = (gap.from - gap.to).normalize_or_zero();
                        let cos = delta.normalize_or_zero().dot(away);
                        if cos < (field.leave_angle + ANG).cos() - 0.002 {
                            return Err(format!("slips through zone of {}, {}", zone.owner, where_()));
                        }
                    }
                    // A turn in place does not lead out of the zone, and whoever leaves has left where the slide ends.
                    leaving[i] = inside || k < steps || matches!(leg, Leg::Turn { .. });
                } else if inside && entered.is_none() {
                    if zone.rule == ZoneRule::Never {
                        return Err(format!("enters the zone of {}, {}", zone.owner, where_()));
                    }
                    if matches!(leg, Leg::Turn { .. }) && k < steps {
                        return Err(format!("turns on in the zone of {}, {}", zone.owner, where_()));
                    }
                    entered = Some((i, None, 0));
                }
            }
        }
        if let Leg::Turn { angle, .. } = leg {
            cost += angle.abs() * body.radius_about(Vec2::ZERO) * if turn_rough { 2.0 } else { 1.0 };
            if let Some((_, _, pivots)) = &mut entered {
                *pivots += 1;
            }
        }
        pose = leg.end(pose);
    }
    for solid in field.solids.iter().filter(|s| s.kind == SolidKind::Passable) {
        if overlap_depth(body.placed(pose), stand().placed(solid.quad.pose)) > OVERLAP
            && !path.legs.is_empty()
        {
            return Err(format!("ends on {}", solid.id));
        }
    }
    Ok(cost)
}

/// Straight at the owner of the zone, and at those abreast of him with the mover squarely before them (`easy:II.C.4.2`).
fn closing_lines(field: &Field, zone: usize, mover: &Quad) -> Vec<Vec2> {
    let toward = |i: usize| {
        let gap = gap_between_quads(mover, &field.zones[i].quad);
        (gap.to - gap.from).normalize_or_zero()
    };
    let others = (0..field.zones.len()).filter(|&i| i != zone && is_abreast(field, zone, i, mover));
    std::iter::once(zone).chain(others).map(toward).collect()
}

/// Is the owner of this zone abreast of the first, with the mover squarely before him, and all of it before the first too?
fn is_abreast(field: &Field, first: usize, other: usize, mover: &Quad) -> bool {
    let [near, far] = [first, other].map(|i| gap_between_quads(mover, &field.zones[i].quad).distance);
    let there = &field.zones[other];
    // From the owner's middle: how far to the right, how far ahead.
    let from = |owner: &Quad, turned: Heading| {
        let (right, ahead) = turned.axes();
        mover.corners().map(|corner| corner - owner.pose.at).map(|d| (d.dot(right), d.dot(ahead)))
    };
    let quarters = [0.0, 90.0, 270.0].map(f32::to_radians);
    let square = |quarter: &f32| {
        let front = there.quad.pose.heading.turned(*quarter);
        let Vec2 { x, y } = there.quad.half;
        let (half, depth) = if *quarter == 0.0 { (x, y) } else { (y, x) };
        let corners = from(&there.quad, front);
        let least = corners.iter().map(|(right, _)| *right).fold(f32::INFINITY, f32::min).max(-half);
        let most = corners.iter().map(|(right, _)| *right).fold(f32::NEG_INFINITY, f32::max).min(half);
        let before = corners.iter().all(|(_, ahead)| *ahead >= depth - OVERLAP);
        let first = &field.zones[first].quad;
        let same = [0.0, 90.0, 180.0, 270.0].map(f32::to_radians).into_iter().any(|turn| {
            let heading = first.pose.heading.turned(turn);
            let depth = if turn.to_degrees() % 180.0 < 1.0 { first.half.y } else { first.half.x };
            heading.angle_to(front).to_degrees() <= 5.0
                && from(first, heading).iter().all(|(_, ahead)| *ahead >= depth - ABREAST)
        });
        before && most - least > GRAZE && same
    };
    field.abreast > 0.0
        && there.rule == ZoneRule::Close
        && far <= near + field.abreast
        && quarters.iter().any(square)
}

fn inside(polygon: &[Vec2], p: Vec2) -> bool {
    (0..polygon.len()).all(|i| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        (b - a).perp_dot(p - a) >= 0.0
    })
}

fn check_plan(field: &Field, start: Pose, goal: Pose, allowance: f32) -> Result<Plan, PlanFailure> {
    let body = stand();
    let result = plan(field, &body, start, goal, allowance);
    let (path, cost) = match &result {
        Ok(plan) => {
            assert!(plan.end.at.distance(goal.at) < 1e-3, "{} is not {goal}", plan.end);
            assert!(plan.end.heading.angle_to(goal.heading) < 1e-4);
            (&plan.path, plan.cost)
        }
        Err(failure) => {
            assert!(failure.path.end(start).at.distance(failure.at.at) < 1e-3);
            (&failure.path, failure.cost)
        }
    };
    match walk(field, &body, start, path) {
        Ok(walked) => {
            assert!(walked <= cost + 0.02, "costs {walked}, planned {cost}: {path:?}");
            assert!(walked <= allowance + EPS, "costs {walked}");
        }
        Err(fault) => panic!("{fault}: {path:?}"),
    }
    result
}

#[test]
fn open_ground_takes_a_straight_slide_and_a_turn() {
    let field = Field::bare(60.0, 40.0);
    let start = Pose::at(20.0, 20.0, 0.0);
    let plan = check_plan(&field, start, Pose::at(23.0, 24.0, 90.0), 9.0).unwrap();
    assert!((plan.cost - 5.0 - 2.2214).abs() < 1e-3, "{}", plan.cost);
    assert_eq!(plan.path.legs.len(), 2);
    let failure = check_plan(&field, start, Pose::at(20.0, 30.0, 0.0), 6.0).unwrap_err();
    assert!(matches!(failure.reason, Hindrance::OverAllowance { cost } if (cost - 10.0).abs() < 1e-3));
    assert!((failure.at.at.y - 26.0).abs() < 1e-3);
}

#[test]
fn it_goes_round_a_friend_and_flush_between_two() {
    let mut field = Field::bare(60.0, 40.0);
    field.solids.push(solid(1, Pose::at(20.0, 23.0, 0.0), SolidKind::Friend));
    let start = Pose::at(20.0, 20.0, 0.0);
    let goal = Pose::at(20.0, 26.0, 0.0);
    let plan = check_plan(&field, start, goal, 12.0).unwrap();
    let round = 2.0 * (4.0_f32 + 1.0).sqrt() + 4.0;
    assert!((plan.cost - round).abs() < 0.03, "{} for {round}", plan.cost);
    // A gate exactly as wide as the stand.
    field.solids = vec![
        solid(1, Pose::at(18.0, 23.0, 0.0), SolidKind::Friend),
        solid(2, Pose::at(22.0, 23.0, 0.0), SolidKind::Friend),
    ];
    assert!((check_plan(&field, start, goal, 12.0).unwrap().cost - 6.0).abs() < 1e-3);
    // A friendly general in the gate may be passed but not ended upon.
    field.solids.push(solid(3, Pose::at(20.0, 23.0, 0.0), SolidKind::Passable));
    assert!(check_plan(&field, start, goal, 12.0).is_ok());
    let failure = check_plan(&field, start, Pose::at(20.0, 23.5, 0.0), 12.0).unwrap_err();
    assert_eq!(failure.reason, Hindrance::Overlap { id: 3 });
}

#[test]
fn rough_ground_costs_double_from_its_border() {
    let mut field = Field::bare(60.0, 40.0);
    field.ground.push(GroundPiece { id: 1, kind: GroundKind::Rough, polygon: square(0.0, 23.0, 60.0, 40.0) });
    let start = Pose::at(20.0, 20.0, 0.0);
    let plan = check_plan(&field, start, Pose::at(20.0, 24.0, 0.0), 6.1).unwrap();
    assert!((plan.cost - 6.0).abs() < 0.02, "{}", plan.cost);
    assert!(check_plan(&field, start, Pose::at(20.0, 24.1, 0.0), 6.0).is_err());
}

#[test]
fn a_way_round_a_rough_patch_is_taken_when_it_is_cheaper() {
    let mut field = Field::bare(60.0, 40.0);
    field.ground.push(GroundPiece {
        id: 1,
        kind: GroundKind::Rough,
        polygon: square(19.9, 22.0, 20.9, 28.0),
    });
    let plan = check_plan(&field, Pose::at(20.0, 20.0, 0.0), Pose::at(20.0, 30.0, 0.0), 20.0).unwrap();
    let round = 2.0 * (1.0_f32.powi(2) + 1.1_f32.powi(2)).sqrt() + 8.0;
    assert!((plan.cost - round).abs() < 0.05, "{} for {round}", plan.cost);
}

#[test]
fn uphill_is_dear_and_along_the_contour_is_not() {
    let mut field = Field::bare(60.0, 40.0);
    let up = Vec2::new(0.0, 1.0);
    field.ground.push(GroundPiece {
        id: 1,
        kind: GroundKind::Slope(up),
        polygon: square(0.0, 0.0, 60.0, 40.0),
    });
    let start = Pose::at(20.0, 20.0, 0.0);
    for (goal, cost) in [((20.0, 23.0), 6.0), ((26.0, 20.0), 6.0), ((20.0, 14.0), 6.0)] {
        let plan = check_plan(&field, start, Pose::at(goal.0, goal.1, 0.0), 6.0).unwrap();
        assert!((plan.cost - cost).abs() < 0.01, "{}", plan.cost);
    }
}

#[test]
fn closing_ends_in_contact_and_slanting_is_refused() {
    // Enemy facing north at the origin of the ledger's cases, moved into the table.
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    let start = Pose::at(30.0, 28.0, 180.0);
    let plan = check_plan(&field, start, Pose::at(30.0, 22.0, 180.0), 6.0).unwrap();
    assert_eq!((plan.touches.as_slice(), plan.closes_on), (&[1][..], Some(1)));
    assert!((plan.cost - 6.0).abs() < 1e-3);
    assert_eq!(plan.path.legs.len(), 1);
    // Across the front within 2" is no way; beyond it is free.
    let (west, east) = (Pose::at(25.0, 24.0, 180.0), 35.0);
    let direct = check_plan(&field, west, Pose::at(east, 24.02, 180.0), 10.4).unwrap();
    assert!(direct.cost > 10.0 && direct.cost < 10.1, "{}", direct.cost);
    // On to the flank from beside it.
    let beside = Pose::at(36.0, 20.0, 270.0);
    let plan = check_plan(&field, beside, Pose::at(32.0, 20.0, 270.0), 6.0).unwrap();
    assert_eq!(plan.closes_on, Some(1));
    // The rear has no zone.
    let behind = Pose::at(30.0, 14.0, 0.0);
    let plan = check_plan(&field, behind, Pose::at(30.0, 18.0, 0.0), 6.0).unwrap();
    assert_eq!((plan.touches.as_slice(), plan.closes_on), (&[1][..], None));
}

#[test]
fn side_and_forbidden_contacts_are_refused() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    let failure =
        check_plan(&field, Pose::at(30.0, 28.0, 90.0), Pose::at(30.0, 22.0, 90.0), 6.0).unwrap_err();
    assert_eq!(failure.reason, Hindrance::SideContact { id: 1 });
    assert!(failure.at.at.y < 24.1, "it closes as far as it may: {}", failure.at);
    field.zones[0].rule = ZoneRule::Never;
    field.solids[0].kind = SolidKind::EnemyNever;
    let failure =
        check_plan(&field, Pose::at(30.0, 28.0, 180.0), Pose::at(30.0, 23.0, 180.0), 6.0).unwrap_err();
    assert_eq!(failure.reason, Hindrance::Zone { owner: 1 });
    field.zones[0].rule = ZoneRule::Halt;
    assert!(check_plan(&field, Pose::at(30.0, 28.0, 180.0), Pose::at(30.0, 23.0, 180.0), 6.0).is_err());
}

/// The largest scale makes zones of eight inches (`easy:I.A.1-scale`).
#[test]
fn a_wide_zone_is_seen_from_where_only_its_edge_is_within_reach() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 10.0, 0.0), ZoneRule::Never);
    field.zones[0].shape = ZoneShape::FrontAndSides { reach: 8.0 };
    let failure =
        check_plan(&field, Pose::at(30.0, 23.5, 180.0), Pose::at(30.0, 18.5, 180.0), 6.0).unwrap_err();
    assert_eq!(failure.reason, Hindrance::Zone { owner: 1 });
}

#[test]
fn a_stand_closes_on_the_one_squarely_before_it_though_his_neighbour_is_nearer() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    enemy(&mut field, 2, Pose::at(32.03, 20.04, 0.0), ZoneRule::Close);
    // From without their zones, and from within.
    for y in [25.5, 23.2] {
        let (start, goal) = (Pose::at(30.0, y, 180.0), Pose::at(30.0, 22.0, 180.0));
        field.abreast = ABREAST;
        let found = check_plan(&field, start, goal, 6.0).unwrap();
        assert_eq!((found.closes_on, found.touches), (Some(1), vec![1]), "from {y}");
        let map = reach(&field, &stand(), start, start.heading, 6.0, 0.1);
        assert!(map.contains(goal.at), "from {y}");
        field.abreast = 0.0;
        assert!(plan(&field, &stand(), start, goal, 6.0).is_err(), "from {y}, strictly");
        let map = reach(&field, &stand(), start, start.heading, 6.0, 0.1);
        assert!(!map.contains(goal.at), "from {y}, strictly");
    }
    // Who is so much as 0.3" nearer stands before the line, not in it.
    field.abreast = ABREAST;
    field.solids[1].quad.pose.at.y = 20.3;
    field.zones[1].quad.pose.at.y = 20.3;
    let (start, goal) = (Pose::at(30.0, 25.5, 180.0), Pose::at(30.0, 22.1, 180.0));
    assert!(check_plan(&field, start, goal, 6.0).is_err());
}

#[test]
fn a_flank_is_not_abreast_of_the_front_before_it() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    enemy(&mut field, 2, Pose::at(34.2, 24.0, 0.0), ZoneRule::Close);
    // Across the front of the one, into the flank of the other.
    let (start, goal) = (Pose::at(30.0, 24.5, 90.0), Pose::at(32.2, 24.0, 90.0));
    assert!(check_plan(&field, start, goal, 6.0).is_err());
    field.solids[1].quad.pose.at = Vec2::new(33.7, 23.5);
    field.zones[1].quad.pose.at = Vec2::new(33.7, 23.5);
    let (start, goal) = (Pose::at(30.0, 23.5, 90.0), Pose::at(31.7, 23.5, 90.0));
    assert!(check_plan(&field, start, goal, 6.0).is_err());
}

#[test]
fn a_stand_in_a_zone_leaves_within_its_angle() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    let start = Pose::at(30.0, 23.5, 180.0);
    assert!(check_plan(&field, start, Pose::at(30.0, 29.5, 180.0), 6.0).is_ok());
    assert!(check_plan(&field, start, Pose::at(32.0, 25.6, 180.0), 6.0).is_ok());
    // East it cannot go straight: it goes out, round, and comes back in by closing.
    let plan = check_plan(&field, start, Pose::at(33.0, 23.5, 180.0), 6.0).unwrap();
    assert!(plan.cost > 3.5 && plan.closes_on == Some(1), "{plan:?}");
    assert!(check_plan(&field, start, Pose::at(30.0, 22.0, 180.0), 6.0).is_ok(), "it may close");
    assert!(check_plan(&field, start, Pose::at(30.0, 23.5, 90.0), 6.0).is_ok(), "it may pivot");
    // A zone due north and one due south: leaving is impossible, closing is not.
    enemy(&mut field, 2, Pose::at(30.0, 27.0, 180.0), ZoneRule::Close);
    assert!(check_plan(&field, start, Pose::at(33.0, 23.5, 180.0), 6.0).is_err());
    assert!(check_plan(&field, start, Pose::at(30.0, 22.0, 180.0), 6.0).is_ok());
}

#[test]
fn a_withdrawal_is_one_slide_away_from_all_it_touches() {
    let mut field = Field::bare(60.0, 40.0);
    field.solids.push(solid(1, Pose::at(30.0, 20.0, 0.0), SolidKind::EnemyNever));
    field.withdraw_from = vec![field.solids[0].quad];
    let (body, start) = (stand(), Pose::at(30.0, 22.0, 180.0));
    for (x, y, legal) in [(30.0, 25.0, true), (32.0, 24.1, true), (32.0, 23.9, false), (30.0, 22.04, false)] {
        let plan = plan(&field, &body, start, Pose::at(x, y, 180.0), 3.0);
        assert_eq!(plan.is_ok(), legal, "{x} {y}: {plan:?}");
    }
    assert!(plan(&field, &body, start, Pose::at(30.0, 24.0, 170.0), 3.0).is_err(), "it keeps its heading");
    let map = reach(&field, &body, start, start.heading, 3.0, 0.1);
    // A quarter of a disc, less what touches: within a few cells of its border.
    let quarter = std::f32::consts::PI * 9.0 / 4.0 / 0.01;
    assert!((map.count() as f32 - quarter).abs() < 60.0, "{} of {quarter}", map.count());
}

#[test]
fn plan_to_contact_finds_the_cheapest_edge_and_the_wanted_one() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    let (body, start) = (stand(), Pose::at(30.5, 27.0, 180.0));
    let target = field.solids[0].quad;
    let plan = plan_to_contact(&field, &body, start, &target, None, 6.0).unwrap();
    assert!((plan.cost - 5.0).abs() < 1e-3 && plan.touches == [1], "{plan:?}");
    let flank = plan_to_contact(&field, &body, start, &target, Some(Edge::Right), 14.0).unwrap();
    assert!((flank.end.at.x - 32.0).abs() < 1e-3, "{}", flank.end);
    assert!(walk(&field, &body, start, &flank.path).is_ok());
    field.solids[0].taken = [true, false, false, false];
    assert!(plan_to_contact(&field, &body, start, &target, Some(Edge::Front), 9.0).is_err());
}

#[test]
fn obstacles_are_gone_round_or_reported() {
    let mut field = Field::bare(60.0, 40.0);
    let (a, b) = (Vec2::new(10.0, 23.0), Vec2::new(26.0, 23.0));
    field.lines.push(FieldLine { id: 7, a, b, rule: LineRule::Obstacle, passage: None });
    let (start, goal) = (Pose::at(20.0, 20.0, 0.0), Pose::at(20.0, 26.0, 0.0));
    assert!(check_plan(&field, start, goal, 20.0).unwrap().cost > 12.0);
    field.allow_obstacles = true;
    let plan = check_plan(&field, start, goal, 20.0).unwrap();
    assert_eq!(plan.path.legs.len(), 1);
}

#[test]
fn a_barred_line_is_crossed_by_its_bridge_and_by_its_ford_for_a_roll() {
    let mut field = Field::bare(60.0, 40.0);
    let piece = |x0: f32, x1: f32, passage| FieldLine {
        id: 4,
        a: Vec2::new(x0, 23.0),
        b: Vec2::new(x1, 23.0),
        rule: LineRule::Barred,
        passage,
    };
    let gap = Passage { a: Vec2::new(19.3, 23.0), b: Vec2::new(20.7, 23.0), ford: false };
    field.lines = vec![piece(0.0, 18.0, None), piece(18.0, 22.0, Some(gap)), piece(22.0, 60.0, None)];
    let (start, goal) = (Pose::at(20.0, 20.0, 0.0), Pose::at(20.0, 26.0, 0.0));
    assert!(check_plan(&field, start, goal, 6.0).is_ok());
    // From beside the bridge it bends there, also to lie along the water; too far from it there is no way.
    let beside = check_plan(&field, Pose::at(18.0, 20.0, 0.0), Pose::at(18.0, 26.0, 0.0), 7.0).unwrap();
    assert!(beside.cost < 6.7, "{} in", beside.cost);
    assert!(check_plan(&field, Pose::at(24.0, 20.0, 0.0), Pose::at(24.0, 26.0, 0.0), 6.0).is_err());
    let along = check_plan(&field, Pose::at(19.0, 21.9, 0.0), Pose::at(21.0, 22.1, 0.0), 6.0).unwrap();
    assert_eq!(along.path.legs.len(), 2);
    for line in &mut field.lines {
        if let Some(passage) = &mut line.passage {
            passage.ford = true;
        }
    }
    assert!(check_plan(&field, start, goal, 6.0).is_err());
    field.allow_obstacles = true;
    assert!(check_plan(&field, start, goal, 6.0).is_ok());
}

/// A stand that lies across a brook may leave it and go along it; no leg that begins beside the brook comes on it again.
#[test]
fn a_stand_across_a_brook_leaves_it_and_does_not_come_back() {
    let body = stand();
    for (turned, aside) in [(0.0_f32, 0.0), (0.0, 0.98), (0.4, 0.0), (0.4, 0.98), (1.9, 0.3)] {
        let mut field = Field::bare(60.0, 40.0);
        let points =
            [Vec2::new(0.0, 20.0), Vec2::new(30.0, 20.0), Vec2::new(40.0, 26.0), Vec2::new(60.0, 26.0)];
        let piece = |pair: &[Vec2]| FieldLine {
            id: 4,
            a: pair[0],
            b: pair[1],
            rule: LineRule::Barred,
            passage: None,
        };
        field.lines = points.windows(2).map(piece).collect();
        let start = Pose::new(Vec2::new(28.0, 20.0 + aside), Heading::NORTH);
        let heading = start.heading.turned(turned);
        let map = reach(&field, &body, start, heading, 8.0, 0.25);
        let mut legs = 0;
        for cell in (0..map.cost.len()).filter(|cell| map.cost[*cell].is_finite()) {
            let mut pose = start;
            for leg in map.path_to(cell % map.width, cell / map.width).unwrap().legs {
                let begins = on_line(body.placed(pose), &points);
                let crosses = crosses_line(&body, pose, leg, &points).is_some();
                assert!(begins || !crosses, "{pose} {leg:?}, turned {turned}, {aside} off");
                legs += 1;
                pose = leg.end(pose);
            }
        }
        // South of it as well as north, and along it.
        let lit = |x: f32, y: f32| map.contains(Vec2::new(x, y));
        assert!(
            legs > 1000 && lit(28.0, 23.0) && lit(28.0, 17.0),
            "{legs} legs, turned {turned}, {aside} off"
        );
    }
}

#[test]
fn way_points_are_taken_in_order_and_none_follows_a_zone() {
    let mut field = Field::bare(60.0, 40.0);
    enemy(&mut field, 1, Pose::at(30.0, 20.0, 0.0), ZoneRule::Close);
    let (body, start) = (stand(), Pose::at(30.0, 28.0, 180.0));
    let points = [Pose::at(32.0, 28.0, 180.0), Pose::at(32.0, 25.0, 180.0)];
    let plan = plan_through(&field, &body, start, &points, 6.0).unwrap();
    assert!((plan.cost - 5.0).abs() < 1e-3);
    let points = [Pose::at(30.0, 23.0, 180.0), Pose::at(30.0, 22.5, 180.0)];
    assert!(plan_through(&field, &body, start, &points, 6.0).is_ok());
    let points = [Pose::at(30.0, 23.0, 180.0), Pose::at(30.0, 26.0, 180.0)];
    let failure = plan_through(&field, &body, start, &points, 9.0).unwrap_err();
    assert_eq!(failure.reason, Hindrance::Zone { owner: 1 });
}

#[test]
fn reach_on_open_ground_is_a_disc() {
    let field = Field::bare(60.0, 40.0);
    let start = Pose::at(30.0, 20.0, 0.0);
    let map = reach(&field, &stand(), start, Heading::NORTH, 6.0, 0.1);
    let disc = std::f32::consts::PI * 36.0 / 0.01;
    assert!((map.count() as f32 - disc).abs() < disc * 0.01, "{}", map.count());
    let rings = map.outline();
    assert_eq!(rings.len(), 1);
    let area: f32 =
        (0..rings[0].len()).map(|i| rings[0][i].perp_dot(rings[0][(i + 1) % rings[0].len()]) / 2.0).sum();
    assert!((area - disc * 0.01).abs() < 2.0, "{area}");
}

#[test]
fn planned_paths_have_no_slides_of_no_length() {
    use rand::{RngExt, SeedableRng};
    let (mut planned, mut idle) = (0, 0);
    for seed in 0..150 {
        let (field, start) = random_field(seed);
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed ^ 0x1815);
        for _ in 0..4 {
            let mut near = || rng.random_range(-5.0_f32..5.0);
            let goal = Pose::at(start.at.x + near(), start.at.y + near(), 0.0);
            let turn = [0.0, rng.random_range(-2.0..2.0)][usize::from(seed % 3 == 0)];
            let goal = Pose::new(goal.at, start.heading.turned(turn));
            let Ok(plan) = check_plan(&field, start, goal, 7.0) else { continue };
            planned += 1;
            // What closes on an enemy ends with a leg of its own, however short.
            let legs = &plan.path.legs;
            let last = legs.len()
                - usize::from(!plan.touches.is_empty() || plan.closes_on.is_some()).min(legs.len());
            idle += legs[..last]
                .windows(2)
                .filter(|pair| {
                    pair.iter().all(|leg| matches!(leg, Leg::Slide(_)))
                        && pair.iter().any(|leg| matches!(leg, Leg::Slide(delta) if delta.length() < 0.02))
                })
                .count();
        }
    }
    assert!(planned > 150, "{planned} plans");
    assert!(idle * 100 <= planned, "{idle} legs of no length in {planned} plans");
}

/// A crowded random field about the middle of the table.
fn random_field(seed: u64) -> (Field, Pose) {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let body = stand();
    let mut field = Field::bare(24.0, 22.0);
    let start =
        Pose::at(rng.random_range(6.0..18.0), rng.random_range(6.0..16.0), rng.random_range(0.0..360.0));
    let mut poses = vec![start];
    let zone_rule = match seed % 5 {
        0 => ZoneRule::Never,
        1 => ZoneRule::Halt,
        _ => ZoneRule::Close,
    };
    for id in 0..rng.random_range(3..14) {
        let pose =
            Pose::at(rng.random_range(2.0..22.0), rng.random_range(2.0..20.0), rng.random_range(0.0..360.0));
        let clear =
            poses.iter().all(|p| gap_between_quads(&quad(&body, *p), &quad(&body, pose)).distance > 0.06);
        if !clear {
            continue;
        }
        poses.push(pose);
        match rng.random_range(0..6) {
            0..=1 => enemy(&mut field, id, pose, zone_rule),
            2 => field.solids.push(solid(id, pose, SolidKind::EnemyNever)),
            3 => field.solids.push(solid(id, pose, SolidKind::Passable)),
            _ => field.solids.push(solid(id, pose, SolidKind::Friend)),
        }
    }
    if seed % 4 == 3 {
        add_line(&mut field, &mut poses, zone_rule, seed);
    }
    for id in 0..rng.random_range(0..4) {
        let (x, y) = (rng.random_range(1.0..20.0), rng.random_range(1.0..18.0));
        let (w, h) = (rng.random_range(0.5..5.0), rng.random_range(0.5..5.0));
        let kind = match rng.random_range(0..3) {
            0 => GroundKind::Rough,
            1 => GroundKind::Slope(Heading::from_degrees(rng.random_range(0.0..360.0)).forward()),
            _ => GroundKind::Impassable,
        };
        let polygon = square(x, y, x + w, y + h);
        if kind == GroundKind::Impassable && depth_in(&quad(&body, start), &polygon) > -0.02 {
            continue;
        }
        field.ground.push(GroundPiece { id, kind, polygon });
    }
    (field, start)
}

/// Three enemies side by side as hands put down a line, where there is room for them, one of them perhaps with a front zone only.
fn add_line(field: &mut Field, poses: &mut Vec<Pose>, rule: ZoneRule, seed: u64) {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(!seed);
    let middle =
        Pose::at(rng.random_range(5.0..19.0), rng.random_range(4.0..18.0), rng.random_range(0.0..360.0));
    for place in 0..3_u32 {
        let off = Vec2::new((place as f32 - 1.0) * 2.05, rng.random_range(-0.12..0.12));
        let heading = middle.heading.turned(rng.random_range(-1.5_f32..1.5).to_radians());
        let pose = Pose::new(middle.to_table(off), heading);
        let placed = quad(&stand(), pose);
        if poses.iter().all(|p| gap_between_quads(&quad(&stand(), *p), &placed).distance > 0.02) {
            poses.push(pose);
            enemy(field, 20 + place, pose, rule);
            if seed % 8 == 7 && place == 1 {
                let zone = field.zones.last_mut().expect("an enemy has a zone");
                zone.shape = ZoneShape::Front { reach: 2.0 };
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn every_path_of_a_reach_map_is_legal(seed in any::<u64>(), turn in -3.0_f32..3.0, pick in any::<u32>()) {
        let (field, start) = random_field(seed);
        let body = stand();
        let turn = if pick % 3 == 0 { 0.0 } else { turn };
        let map = reach(&field, &body, start, start.heading.turned(turn), 6.0, 0.1);
        let ends: Vec<usize> = (0..map.cost.len()).filter(|&i| map.cost[i].is_finite()).collect();
        // A spread of cells, another at each run.
        let step = (ends.len() / 23).max(1);
        for &end in ends.iter().skip(pick as usize % step).step_by(step) {
            let (x, y) = (end % map.width, end / map.width);
            let path = map.path_to(x, y).expect("a reachable cell has a path");
            let at = path.end(start);
            prop_assert!(at.at.distance(map.centre(x, y)) < 2e-3, "{at} for {}", map.centre(x, y));
            prop_assert!(at.heading.angle_to(map.heading()) < 1e-3);
            match walk(&field, &body, start, &path) {
                Ok(cost) => {
                    prop_assert!(cost <= map.cost[end] + 0.03, "costs {cost}, said {}: {path:?}", map.cost[end]);
                    prop_assert!(map.cost[end] <= 6.0 + EPS);
                }
                Err(fault) => prop_assert!(false, "{fault} from {start}: {path:?}"),
            }
        }
    }

    /// Who asks about one goal only is told the same as who may ask about others.
    #[test]
    fn a_plan_for_one_goal_is_the_plan_for_any(
        seed in any::<u64>(),
        (x, y) in (1.0_f32..23.0, 1.0_f32..21.0),
        turn in -3.0_f32..3.0,
        allowance in 1.0_f32..8.0,
    ) {
        let (field, start) = random_field(seed);
        let goal = Pose::new(Vec2::new(x, y), start.heading.turned(if seed % 2 == 0 { 0.0 } else { turn }));
        let once = plan(&field, &stand(), start, goal, allowance);
        let any = Planner::new(field, stand()).plan(start, goal, allowance);
        prop_assert_eq!(once, any);
    }

    /// Rows do not hang on each other: in how many threads they are lit changes nothing.
    #[test]
    fn one_thread_and_several_light_the_same(seed in any::<u64>(), turn in -3.0_f32..3.0) {
        let (field, start) = random_field(seed);
        let heading = start.heading.turned(if seed % 2 == 0 { 0.0 } else { turn });
        let by = |parts| reach_by(&field, &stand(), start, heading, 7.0, 0.15, parts);
        let one = by(1);
        for parts in [2, 3, 4, 7] {
            prop_assert!(one == by(parts), "{parts} threads");
        }
    }

}

/// How many of so many crowded fields have a legal move that the map leaves out, and what is left out.
fn left_out_of(fields: usize) -> Vec<String> {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1815);
    let field = |_| {
        let (seed, turn, moves) = (rng.random(), rng.random_range(-2.0..2.0), rng.random_range(0..3));
        let left_out = moves_end_within_reach(seed, turn, moves).err()?;
        Some(format!("field {seed}, turned by {turn} after {moves}: {left_out}"))
    };
    (0..fields).filter_map(field).collect()
}

#[test]
fn random_legal_moves_end_within_reach() {
    assert_eq!(left_out_of(50), Vec::<String>::new());
}

#[test]
#[ignore = "it takes minutes: .ci/long"]
fn random_legal_moves_end_within_reach_but_for_one_field_in_500() {
    let left_out = left_out_of(2_000);
    assert!(left_out.len() <= 4, "{} fields:\n{}", left_out.len(), left_out.join("\n"));
}

/// Do random legal moves on this field end where the map of reach says? The first one that is left out.
fn moves_end_within_reach(seed: u64, turn: f32, moves: usize) -> Result<(), String> {
    use rand::{RngExt, SeedableRng};
    let (field, start) = random_field(seed);
    let body = stand();
    let heading = start.heading.turned(turn);
    let map = reach(&field, &body, start, heading, 6.0, 0.1);
    let now = quad(&body, start);
    let is_bound = field.zones.iter().any(|zone| in_zone(zone, &now));
    let on_the_spot = Path::new(vec![Leg::Turn { pivot: Vec2::ZERO, angle: turn }]);
    // Who has no room to turn where he stands may turn on the way. The map knows that only at its bends, and at its end; out of the
    // zones in which he stands only there.
    if (is_bound || moves == 1) && moves > 0 && walk(&field, &body, start, &on_the_spot).is_err() {
        return Ok(());
    }
    // Nor does it turn who is halted by a zone that he has come into on this way: he comes in turned (`easy:II.C.4.1`).
    let halted = |path: &Path| {
        let turned = path.legs[..=moves].iter().fold(start, |pose, leg| leg.end(pose));
        let turned = quad(&body, turned);
        field.zones.iter().any(|zone| in_zone(zone, &turned) && !in_zone(zone, &now))
    };
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    for _ in 0..40 {
        let mut slide = || {
            let way = Heading::from_radians(rng.random_range(0.0..std::f32::consts::TAU)).forward();
            Leg::Slide(way * rng.random_range(0.0..3.5))
        };
        let pivot = Leg::Turn { pivot: Vec2::ZERO, angle: turn };
        // The turn first, last, or in the middle.
        let mut legs = vec![slide(), slide()];
        legs.insert(moves, pivot);
        let path = Path::new(legs);
        let Ok(cost) = walk(&field, &body, start, &path) else { continue };
        if cost > 5.85 || halted(&path) {
            continue;
        }
        let end = path.end(start).at;
        let near =
            (-1..=1).any(|dx| (-1..=1).any(|dy| map.contains(end + Vec2::new(dx as f32, dy as f32) * 0.1)));
        if !near {
            return Err(format!("{end} is not in reach of {start} by {path:?}, cost {cost}"));
        }
    }
    Ok(())
}

#[test]
fn aside_off_a_slope_and_along_it_is_a_way_that_reach_knows() {
    // Straight on is uphill; a third of an inch to the east the slope ends.
    for turn in [-0.6, 1.2] {
        assert_eq!(moves_end_within_reach(121_365_976_016_849_664, turn, 0), Ok(()), "{turn}");
    }
}

#[test]
fn after_a_pivot_a_slide_away_may_pass_the_rear_of_the_zone_again() {
    // The pivot swings the last corner over the rear line of the zone of 4, and the slide away leads over it once more.
    let (field, start) = random_field(190_596_861_559_810_315);
    let map = reach(&field, &stand(), start, start.heading.turned(-2.978_483_2), 6.0, 0.1);
    let lit = (0..map.cost.len()).filter(|cell| map.cost[*cell].is_finite());
    let mut ways = 0;
    for cell in lit.step_by(3) {
        let path = map.path_to(cell % map.width, cell / map.width).expect("a reachable cell has a path");
        assert_eq!(walk(&field, &stand(), start, &path).err(), None, "{path:?}");
        ways += 1;
    }
    assert!(ways > 40, "{ways}");
}
