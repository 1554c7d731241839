//! The ledger's checks of moves, zones and contact. Units: inches, degrees.

use std::f32::consts::PI;

use crate::event;
use crate::event::Event;
use crate::fixture::{Fixture, at};
use crate::order::Order;
use crate::refusal::{Code, Refusal};
use crate::roster::StandId;
use crate::rule_set::Easy;
use crate::state::{Place, State, Step};
use crate::touching::edge_of;
use dice::{Dry, Typed};
use game::{RuleSet, Ruling, Stop};
use scenario::army::Arm;
use scenario::{Entry, Start, Weather};
use table::ground::{Area, AreaKind, Crossing, CrossingKind, Line, LineKind, Rise, Tread, When};
use table::{Edge, Heading, Leg, Path, Pose, Vec2};

use super::offers::Movers;
use super::walk::survey::{check_path, preview};
use super::*;

fn offers(state: &State) -> Vec<game::Offer<Order>> {
    let movers = Movers::new(state);
    movers.stands.iter().flat_map(|stand| movers.offers(*stand)).collect()
}

fn slide(x: f32, y: f32) -> Path {
    Path::slide(x, y)
}

fn turn(u: f32, v: f32, degrees: f32) -> Leg {
    Leg::Turn { pivot: Vec2::new(u, v), angle: degrees.to_radians() }
}

fn check(state: &State, stand: StandId, path: &Path) -> Result<Walk, Refusal> {
    check_path(state, stand, state.pose(stand).unwrap(), path, MoveKind::Move)
}

#[track_caller]
fn check_cost(state: &State, stand: StandId, path: &Path, cost: f32) {
    let walk = check(state, stand, path).unwrap();
    assert!((walk.cost - cost).abs() < 2e-3, "cost {} instead of {cost}", walk.cost);
}

#[track_caller]
fn check_refused(state: &State, stand: StandId, path: &Path, code: Code) -> Refusal {
    let refusal = check(state, stand, path).unwrap_err();
    assert_eq!(refusal.code, code, "{refusal}");
    refusal
}

fn last_legal(refusal: &Refusal) -> Option<Pose> {
    let (x, y, degrees) = refusal.last_legal?.placed()?;
    Some(Pose::new(Vec2::new(x, y), Heading::from_degrees(degrees)))
}

#[track_caller]
fn check_pose(pose: Option<Pose>, wanted: Pose) {
    let pose = pose.unwrap();
    assert!(pose.at.distance(wanted.at) < 5e-3, "{pose} instead of {wanted}");
    assert!(pose.heading.angle_to(wanted.heading) < 2e-3, "{pose} instead of {wanted}");
}

fn alone(arm: Arm) -> (State, StandId) {
    let (state, ids) = Fixture::new().ours(arm, at(0.0, 0.0, 0.0)).state();
    (state, ids[0])
}

fn judge(state: &State, order: &Order, dice: &[u16]) -> Result<Ruling<Event>, Stop<Refusal>> {
    let mut tray = Typed::faces(dice.iter().map(|face| vec![*face]));
    Easy::judge(state, order, &mut tray)
}

fn after(state: &State, ruling: &Ruling<Event>) -> State {
    let mut state = state.clone();
    ruling.events.iter().for_each(|happened| event::apply(&mut state, happened));
    state
}

#[track_caller]
fn play(state: &State, stand: StandId, path: Path, dice: &[u16]) -> State {
    let ruling = judge(state, &Order::Move { stand, path }, dice).unwrap();
    after(state, &ruling)
}

// II.B, II.B-path, II.B-turn

#[test]
fn heavy_cavalry_goes_eight_inches_and_no_farther() {
    let (state, id) = alone(Arm::HeavyCavalry);
    check_cost(&state, id, &slide(0.0, 8.0), 8.0);
    check_refused(&state, id, &slide(0.0, 8.01), Code::OverAllowance);
}

#[test]
fn over_allowance_reports_the_pose_where_the_inches_end() {
    let (state, id) = alone(Arm::Infantry);
    let refusal = check_refused(&state, id, &slide(0.0, 6.2), Code::OverAllowance);
    check_pose(last_legal(&refusal), at(0.0, 6.0, 0.0));
    let measured = refusal.measured.unwrap();
    assert!((measured.value - 6.2).abs() < 1e-3 && measured.limit == 6.0);
}

#[test]
fn legs_add_up_in_any_direction() {
    let (state, id) = alone(Arm::Infantry);
    let path = Path::new(vec![
        Leg::Slide(Vec2::new(0.0, 2.0)),
        Leg::Slide(Vec2::new(-2.0, 0.0)),
        Leg::Slide(Vec2::new(0.0, -2.0)),
    ]);
    check_cost(&state, id, &path, 6.0);
    let wheel = |advance: f32| {
        let mut legs = vec![turn(-1.0, 1.0, -30.0)];
        let ahead = Heading::from_degrees(-30.0).forward();
        legs.push(Leg::Slide(ahead * advance));
        Path::new(legs)
    };
    check_cost(&state, id, &wheel(4.519), 6.0);
    check_refused(&state, id, &wheel(4.53), Code::OverAllowance);
}

#[test]
fn turns_cost_the_way_of_the_farthest_corner() {
    let (state, id) = alone(Arm::Infantry);
    check_cost(&state, id, &Path::new(vec![turn(0.0, 0.0, 90.0)]), 2.2214);
    check_cost(&state, id, &Path::new(vec![turn(0.0, 0.0, 180.0)]), 4.4429);
    check_cost(&state, id, &Path::new(vec![turn(1.0, 1.0, 90.0)]), 4.4429);
    let (state, id) = alone(Arm::FootArtillery);
    check_cost(&state, id, &Path::new(vec![turn(0.0, 0.0, 90.0)]), 1.7562);
}

#[test]
fn chords_measure_turns_by_the_ruler() {
    let field = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0)).option("turn-measure", "chord");
    let (state, ids) = field.state();
    check_cost(&state, ids[0], &Path::new(vec![turn(0.0, 0.0, 90.0)]), 2.0);
    check_cost(&state, ids[0], &Path::new(vec![turn(0.0, 0.0, 180.0)]), 2.828);
}

#[test]
fn backing_may_cost_double() {
    let field = Fixture::new().ours(Arm::Infantry, at(0.0, 0.0, 0.0)).option("backward-cost", "double");
    let (state, ids) = field.state();
    check_cost(&state, ids[0], &slide(0.0, -3.0), 6.0);
    check_cost(&state, ids[0], &slide(3.0, 0.0), 3.0);
}

#[test]
fn mud_and_poor_visibility_shorten_moves() {
    let reach = |arm, weather| {
        let (mut state, id) = alone(arm);
        state.weather = weather;
        allowance(&state, id, MoveKind::Move)
    };
    assert_eq!(reach(Arm::LightCavalry, Weather::Muddy), 8.0);
    assert_eq!(reach(Arm::FootArtillery, Weather::Muddy), 4.0);
    assert_eq!(reach(Arm::General, Weather::Poor), 11.0);
    assert_eq!(reach(Arm::Infantry, Weather::Poor), 6.0);
}

// II.C

fn block(id: &str, kind: AreaKind, x: f32, y: f32, width: f32, height: f32) -> Area {
    let corner = at(x, y, 0.0).at;
    let polygon = vec![
        corner,
        corner + Vec2::new(width, 0.0),
        corner + Vec2::new(width, height),
        corner + Vec2::new(0.0, height),
    ];
    Area { name: id.into(), ..Area::plain(id, kind, polygon) }
}

fn on_ground(areas: Vec<Area>, lines: Vec<Line>, crossings: Vec<Crossing>, arm: Arm) -> (State, StandId) {
    let mut field = Fixture::new().ours(arm, at(0.0, 0.0, 0.0));
    field.ground.areas = areas;
    field.ground.lines = lines;
    field.ground.crossings = crossings;
    let (state, ids) = field.state();
    (state, ids[0])
}

fn rough_from_three() -> Area {
    Area { rough: When::Always, ..block("plough", AreaKind::Plough, -10.0, 3.0, 20.0, 10.0) }
}

#[test]
fn rough_ground_counts_double_once_the_front_is_in_it() {
    let (state, id) = on_ground(vec![rough_from_three()], vec![], vec![], Arm::Infantry);
    // The stand is in rough ground only deeper than 0.01", so the charge begins that much later.
    let walk = check(&state, id, &slide(0.0, 4.0)).unwrap();
    assert!((walk.cost - 6.0).abs() < 0.011, "{}", walk.cost);
    check_refused(&state, id, &slide(0.0, 4.1), Code::OverAllowance);
    assert_eq!(walk.stretches.iter().filter(|stretch| stretch.span.rough).count(), 1);
}

#[test]
fn uphill_doubles_and_multiplies_with_rough() {
    let hill = |rough| Area {
        rise: Rise::Toward(Heading::NORTH),
        rough,
        ..block("slope", AreaKind::Slope, -10.0, -10.0, 20.0, 20.0)
    };
    let (state, id) = on_ground(vec![hill(When::Never)], vec![], vec![], Arm::Infantry);
    check_cost(&state, id, &slide(0.0, 3.0), 6.0);
    check_cost(&state, id, &slide(6.0, 0.0), 6.0);
    let (state, id) = on_ground(vec![hill(When::Always)], vec![], vec![], Arm::Infantry);
    check_cost(&state, id, &slide(0.0, 1.5), 6.0);
    check_cost(&state, id, &slide(0.0, -3.0), 6.0);
}

#[test]
fn ponds_stop_a_stand_at_their_edge() {
    let pond = Area { impassable: true, ..block("pond", AreaKind::Water, -3.0, 3.0, 4.0, 4.0) };
    let (state, id) = on_ground(vec![pond], vec![], vec![], Arm::Infantry);
    let refusal = check_refused(&state, id, &slide(0.0, 2.5), Code::Impassable);
    check_pose(last_legal(&refusal), at(0.0, 2.0, 0.0));
    assert_eq!(refusal.culprit.as_deref(), Some("pond"));
}

fn fence(id: &str, y: f32) -> Line {
    Line {
        name: id.into(),
        obstacle_to: vec![Tread::Foot, Tread::Horse, Tread::Wheels],
        ..Line::plain(id, LineKind::Fence, vec![at(-10.0, y, 0.0).at, at(10.0, y, 0.0).at])
    }
}

#[test]
fn obstacles_are_rolled_for_and_the_stand_follows_its_path_as_far_as_that_leaves() {
    let (state, id) = on_ground(vec![], vec![fence("fence", 3.0)], vec![], Arm::Infantry);
    let order = Order::Move { stand: id, path: slide(0.0, 6.0) };
    assert!(matches!(Easy::judge(&state, &order, &mut Dry), Err(Stop::NeedsDice(_))));
    check_pose(play(&state, id, slide(0.0, 6.0), &[5]).pose(id), at(0.0, 1.0, 0.0));
    check_pose(play(&state, id, slide(0.0, 6.0), &[6]).pose(id), at(0.0, 0.0, 0.0));
    check_pose(play(&state, id, slide(0.0, 6.0), &[1]).pose(id), at(0.0, 5.0, 0.0));
    check_refused(&state, id, &slide(0.0, 6.1), Code::OverAllowance);
    // Short of the fence nothing is rolled; flush with it is short of it.
    check_pose(play(&state, id, slide(0.0, 2.0), &[]).pose(id), at(0.0, 2.0, 0.0));
}

#[test]
fn two_fences_take_two_rolls() {
    let lines = vec![fence("first", 2.0), fence("second", 4.0)];
    let (state, id) = on_ground(vec![], lines, vec![], Arm::HeavyCavalry);
    let order = Order::Move { stand: id, path: slide(0.0, 8.0) };
    let ruling = judge(&state, &order, &[2, 3]).unwrap();
    check_pose(after(&state, &ruling).pose(id), at(0.0, 3.0, 0.0));
    let lost: Vec<u8> = ruling
        .events
        .iter()
        .filter_map(|event| match event {
            Event::ObstacleCost { inches, .. } => Some(*inches),
            _ => None,
        })
        .collect();
    assert_eq!(lost, [2, 3]);
}

#[test]
fn six_fences_are_weighed_by_where_the_sum_of_their_dice_leaves_the_stand() {
    let lines: Vec<Line> = (1..=6_u8).map(|n| fence(&format!("fence {n}"), 0.5 + f32::from(n))).collect();
    let (state, id) = on_ground(vec![], lines, vec![], Arm::HeavyCavalry);
    let order = Order::Move { stand: id, path: slide(0.0, 8.0) };
    let odds = Easy::odds(&state, &order).unwrap();
    let chances = odds.chances();
    // Eight inches less 6, less 7, or nothing left.
    assert_eq!(chances.len(), 3, "{chances:?}");
    assert!((chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-9);
    let stays = chances.iter().find(|chance| chance.result == "does not move").unwrap();
    assert!((stays.probability - (1.0 - 7.0 / 46_656.0)).abs() < 1e-12, "{stays:?}");
}

#[test]
fn guns_cross_a_barred_stream_only_by_bridge_or_ford() {
    let stream = Line {
        obstacle_to: vec![Tread::Foot, Tread::Horse],
        barred_to: vec![Tread::Wheels],
        ..Line::plain("stream", LineKind::Stream, vec![at(-10.0, 3.0, 0.0).at, at(10.0, 3.0, 0.0).at])
    };
    let lines = || vec![stream.clone()];
    let (state, id) = on_ground(vec![], lines(), vec![], Arm::FootArtillery);
    check_refused(&state, id, &slide(0.0, 5.0), Code::Impassable);
    let crossing = |kind| {
        let at = at(0.0, 3.0, 0.0).at;
        vec![Crossing { id: "x".into(), name: String::new(), kind, at, over: "stream".into() }]
    };
    let (state, id) = on_ground(vec![], lines(), crossing(CrossingKind::Bridge), Arm::FootArtillery);
    assert!(check(&state, id, &slide(0.0, 5.0)).unwrap().obstacles.is_empty());
    let (state, id) = on_ground(vec![], lines(), crossing(CrossingKind::Ford), Arm::FootArtillery);
    check_pose(play(&state, id, slide(0.0, 6.0), &[2]).pose(id), at(0.0, 4.0, 0.0));
}

// 0.7

#[test]
fn friends_are_solid_and_generals_pass() {
    let field = || {
        Fixture::new()
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Infantry, at(0.0, 3.0, 0.0))
            .ours(Arm::General, at(0.0, -2.0, 0.0))
    };
    let (state, ids) = field().state();
    let refusal = check_refused(&state, ids[0], &slide(0.0, 6.0), Code::Blocked);
    check_pose(last_legal(&refusal), at(0.0, 1.0, 0.0));
    check_refused(&state, ids[0], &slide(0.0, 1.02), Code::Overlap);
    let ride = |path: &Path| check_path(&state, ids[2], at(0.0, -2.0, 0.0), path, MoveKind::General);
    assert!(ride(&slide(0.0, 8.0)).is_ok());
    assert_eq!(ride(&slide(0.0, 5.0)).unwrap_err().code, Code::Overlap);
    let (state, ids) = field().option("pass-through", "all").state();
    assert!(check(&state, ids[0], &slide(0.0, 5.2)).is_ok());
    check_refused(&state, ids[0], &slide(0.0, 4.0), Code::Overlap);
    let (state, ids) = field().option("pass-through", "none").state();
    let ride = check_path(&state, ids[2], at(0.0, -2.0, 0.0), &slide(0.0, 8.0), MoveKind::General);
    assert_eq!(ride.unwrap_err().code, Code::Blocked);
}

#[test]
fn the_table_has_an_edge() {
    let (state, ids) = Fixture::new().ours(Arm::Infantry, Pose::at(3.0, 30.0, 0.0)).state();
    check_cost(&state, ids[0], &slide(-2.0, 0.0), 2.0);
    check_refused(&state, ids[0], &slide(-2.02, 0.0), Code::OffTable);
}

// II.C.4

fn against(enemies: &[(Arm, Pose)], arm: Arm, pose: Pose) -> (State, Vec<StandId>) {
    field_against(enemies, arm, pose).state()
}

fn field_against(enemies: &[(Arm, Pose)], arm: Arm, pose: Pose) -> Fixture {
    let field = Fixture::new().ours(arm, pose);
    enemies.iter().fold(field, |field, (arm, pose)| field.theirs(*arm, *pose))
}

fn one_enemy(arm: Arm, pose: Pose) -> (State, StandId) {
    let (state, ids) = against(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], arm, pose);
    (state, ids[0])
}

#[test]
fn infantry_closes_straight_through_the_zone() {
    let (state, id) = one_enemy(Arm::Infantry, at(0.0, 8.0, 180.0));
    let walk = check(&state, id, &slide(0.0, -6.0)).unwrap();
    assert_eq!(walk.zones, [StandId(1)]);
    assert_eq!(walk.contacts, [Touch { enemy: StandId(1), edge: Edge::Front }]);
    check_pose(Some(walk.end), at(0.0, 2.0, 180.0));
    // It may stop anywhere on the way.
    assert!(check(&state, id, &slide(0.0, -5.0)).unwrap().contacts.is_empty());
}

#[test]
fn beside_an_enemy_the_flank_is_nearest() {
    let (state, id) = one_enemy(Arm::Infantry, at(4.0, 0.0, 270.0));
    let walk = check(&state, id, &slide(-2.0, 0.0)).unwrap();
    assert_eq!(walk.contacts, [Touch { enemy: StandId(1), edge: Edge::Right }]);
}

#[test]
fn crossing_in_front_at_two_inches_is_refused_and_just_beyond_free() {
    let (state, id) = one_enemy(Arm::HeavyCavalry, at(-5.0, 4.0, 90.0));
    check_refused(&state, id, &slide(8.0, 0.0), Code::Zone);
    let (state, id) = one_enemy(Arm::HeavyCavalry, at(-5.0, 4.01, 90.0));
    assert!(check(&state, id, &slide(8.0, 0.0)).is_ok());
}

#[test]
fn a_stand_in_the_zone_may_pivot_once_and_close() {
    let (state, id) = one_enemy(Arm::LightCavalry, at(0.0, 6.0, 90.0));
    let path = |more: Vec<Leg>| {
        let mut legs = vec![Leg::Slide(Vec2::new(0.0, -2.0)), turn(0.0, 0.0, 90.0)];
        legs.extend(more);
        Path::new(legs)
    };
    let walk = check(&state, id, &path(vec![Leg::Slide(Vec2::new(0.0, -2.0))])).unwrap();
    assert_eq!(walk.contacts.len(), 1);
    check_refused(&state, id, &path(vec![turn(1.0, 1.0, 10.0)]), Code::Zone);
    check_refused(&state, id, &path(vec![Leg::Slide(Vec2::new(1.0, 0.0))]), Code::Zone);
}

#[test]
fn the_zone_entered_first_governs() {
    let enemies = [(Arm::Infantry, at(-1.0, 0.0, 0.0)), (Arm::Infantry, at(1.0, 0.0, 0.0))];
    let (state, ids) = against(&enemies, Arm::Infantry, at(-1.5, 8.0, 180.0));
    let walk = check(&state, ids[0], &slide(0.0, -6.0)).unwrap();
    assert_eq!(walk.zones, [ids[1]]);
    assert_eq!(walk.contacts, [Touch { enemy: ids[1], edge: Edge::Front }]);
    check_refused(&state, ids[0], &slide(1.0, -5.8), Code::Zone);
    let (state, ids) = against(&enemies, Arm::Infantry, at(0.0, 8.0, 180.0));
    let walk = check(&state, ids[0], &slide(0.0, -6.0)).unwrap();
    assert_eq!(walk.contacts.len(), 2);
    let (state, ids) =
        field_against(&enemies, Arm::Infantry, at(0.0, 8.0, 180.0)).option("zoc-many", "stop").state();
    check_refused(&state, ids[0], &slide(0.0, -6.0), Code::Zone);
}

#[test]
fn out_of_a_zone_a_stand_leaves_away_from_its_owner() {
    let (state, id) = one_enemy(Arm::Infantry, at(0.0, 3.5, 180.0));
    assert!(check(&state, id, &slide(0.0, 6.0)).is_ok());
    check_refused(&state, id, &slide(6.0, 0.0), Code::Zone);
    assert!(check(&state, id, &slide(3.0, 3.0)).is_ok());
    assert_eq!(check(&state, id, &slide(0.0, -1.5)).unwrap().contacts.len(), 1);
    assert!(check(&state, id, &Path::new(vec![turn(0.0, 0.0, 90.0)])).is_ok());
    check_refused(&state, id, &Path::new(vec![turn(1.0, 1.0, 20.0)]), Code::Zone);
    // Out of the zone it moves as it likes.
    let path = Path::new(vec![Leg::Slide(Vec2::new(0.0, 1.0)), Leg::Slide(Vec2::new(3.0, 0.0))]);
    assert!(check(&state, id, &path).is_ok());
}

#[test]
fn between_two_zones_a_stand_closes_or_stays() {
    let enemies = [(Arm::Infantry, at(0.0, 0.0, 0.0)), (Arm::Infantry, at(0.0, 7.0, 180.0))];
    let (state, ids) = against(&enemies, Arm::Infantry, at(0.0, 3.5, 180.0));
    check_refused(&state, ids[0], &slide(3.0, 0.0), Code::Zone);
    assert_eq!(check(&state, ids[0], &slide(0.0, -1.5)).unwrap().contacts.len(), 1);
}

#[test]
fn guns_stay_out_of_zones_and_pass_close_behind() {
    // Moving north beside the enemy; the battery is 1" wide.
    let (state, id) = one_enemy(Arm::HorseArtillery, at(3.5, -4.0, 0.0));
    check_refused(&state, id, &slide(0.0, 8.0), Code::ZoneArtillery);
    let (state, id) = one_enemy(Arm::HorseArtillery, at(3.51, -4.0, 0.0));
    assert!(check(&state, id, &slide(0.0, 8.0)).is_ok());
    let (state, id) = one_enemy(Arm::HorseArtillery, at(-6.0, -2.5, 0.0));
    assert!(check(&state, id, &slide(6.0, 0.0)).is_ok());
}

#[test]
fn a_path_that_is_too_long_is_refused_for_that_before_it_is_for_a_zone() {
    let (state, id) = one_enemy(Arm::Infantry, at(0.0, 8.0, 180.0));
    check_refused(&state, id, &slide(1.0, -5.8), Code::Zone);
    check_refused(&state, id, &slide(1.0, -6.0), Code::OverAllowance);
    // A detour is no reason.
    let detour = Path::new(vec![Leg::Slide(Vec2::new(1.0, -4.2)), Leg::Slide(Vec2::new(2.0, 0.0))]);
    check_refused(&state, id, &detour, Code::Zone);
}

#[test]
fn generals_halt_where_a_zone_begins() {
    let (state, id) = one_enemy(Arm::General, at(0.0, 8.0, 180.0));
    let ride = |path: &Path| check_path(&state, id, at(0.0, 8.0, 180.0), path, MoveKind::General);
    assert!(ride(&slide(0.0, -4.25)).is_ok());
    let refusal = ride(&slide(0.0, -5.0)).unwrap_err();
    assert_eq!(refusal.code, Code::Zone);
    check_pose(last_legal(&refusal), at(0.0, 3.75, 180.0));
    let (state, ids) =
        field_against(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], Arm::General, at(0.0, 8.0, 180.0))
            .option("generals-ignore-zoc", "on")
            .state();
    assert!(check_path(&state, ids[0], at(0.0, 8.0, 180.0), &slide(0.0, -5.0), MoveKind::General).is_ok());
}

#[test]
fn locked_stands_may_have_no_zone() {
    let field = |value| {
        field_against(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], Arm::HeavyCavalry, at(5.0, -4.0, 0.0))
            .ours(Arm::Infantry, at(0.0, 2.0, 180.0))
            .option("zoc-when-locked", value)
    };
    let path = Path::new(vec![Leg::Slide(Vec2::new(-2.5, 0.0)), Leg::Slide(Vec2::new(0.0, 4.0))]);
    let (state, ids) = field("on").state();
    check_refused(&state, ids[0], &path, Code::Zone);
    let (state, ids) = field("off").state();
    assert!(check(&state, ids[0], &path).is_ok());
}

#[test]
fn impassable_ground_may_cut_off_a_zone() {
    let field = |value| {
        let mut field =
            field_against(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], Arm::HeavyCavalry, at(-4.0, 3.9, 90.0))
                .option("zoc-stops-at-impassable", value);
        field.ground.areas =
            vec![Area { impassable: true, ..block("pond", AreaKind::Water, -6.0, 1.5, 12.0, 1.0) }];
        field
    };
    let (state, ids) = field("off").state();
    check_refused(&state, ids[0], &slide(8.0, 0.0), Code::Zone);
    let (state, ids) = field("on").state();
    assert!(check(&state, ids[0], &slide(8.0, 0.0)).is_ok());
}

// III-contact, III.A.2

#[test]
fn a_gap_within_touch_is_made_contact() {
    let (state, id) = one_enemy(Arm::Infantry, at(0.0, 5.0, 180.0));
    let walk = check(&state, id, &slide(0.0, -2.97)).unwrap();
    assert_eq!(walk.contacts.len(), 1);
    check_pose(Some(walk.end), at(0.0, 2.0, 180.0));
    assert!((walk.cost - 3.0).abs() < 1e-3);
    // A little too long a path ends at contact; a longer one is refused.
    check_pose(Some(check(&state, id, &slide(0.0, -3.03)).unwrap().end), at(0.0, 2.0, 180.0));
    check_refused(&state, id, &slide(0.0, -3.2), Code::InContact);
}

#[test]
fn enemies_are_touched_by_the_front_only() {
    // Sliding sideways into an enemy's rear, where no zone is.
    let (state, id) = one_enemy(Arm::Infantry, at(0.0, -5.0, 90.0));
    check_refused(&state, id, &slide(0.0, 3.0), Code::SideContact);
    // Brushing past.
    let (state, id) = one_enemy(Arm::HeavyCavalry, at(-4.0, -2.04, 90.0));
    check_refused(&state, id, &slide(8.0, 0.0), Code::SideContact);
    // The front right corner alone.
    let (state, id) = one_enemy(Arm::Infantry, at(-1.8, -5.0, 0.0));
    assert_eq!(check(&state, id, &slide(0.0, 3.0)).unwrap().contacts.len(), 1);
    let (state, id) = one_enemy(Arm::FootArtillery, at(0.0, -5.0, 0.0));
    check_refused(&state, id, &slide(0.0, 3.0), Code::MayNotContact);
}

#[test]
fn one_attacker_an_edge() {
    let field = || {
        Fixture::new()
            .ours(Arm::Infantry, at(-1.0, 2.0, 180.0))
            .ours(Arm::Infantry, at(1.01, 6.0, 180.0))
            .theirs(Arm::Infantry, at(0.0, 0.0, 0.0))
    };
    let (state, ids) = field().state();
    let refusal = check_refused(&state, ids[1], &slide(0.0, -4.0), Code::EdgeTaken);
    assert!(check(&state, ids[1], &slide(0.0, last_legal(&refusal).unwrap().at.y - 36.0)).is_ok());
    let (mut state, ids) = field().option("edge-taken-by", "active-only").state();
    assert!(check(&state, ids[1], &slide(0.0, -4.0)).is_err());
    state.stack[0].list = vec![ids[1]];
    assert!(check(&state, ids[1], &slide(0.0, -4.0)).is_ok());
    // Touching another enemy as well, it may.
    let (state, ids) = field().theirs(Arm::Infantry, at(2.01, 0.0, 0.0)).state();
    assert_eq!(check(&state, ids[1], &slide(0.0, -4.0)).unwrap().contacts.len(), 2);
}

#[test]
fn a_stand_may_square_up_after_contact() {
    let (state, ids) =
        field_against(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], Arm::Infantry, at(0.0, -5.0, 20.0))
            .option("conform", "on")
            .state();
    let ahead = Heading::from_degrees(20.0).forward();
    let (walk, _) = preview(
        &state,
        ids[0],
        at(0.0, -5.0, 20.0),
        &Path::new(vec![Leg::Slide(ahead * 6.0)]),
        MoveKind::Move,
    );
    let walk = check(&state, ids[0], &Path::new(vec![walk.path.legs[0]])).unwrap();
    assert!(walk.end.heading.angle_to(Heading::NORTH) < 1e-3, "{}", walk.end);
    assert!((walk.end.at.y - 28.0).abs() < 1e-3, "{}", walk.end);
    assert_eq!(walk.contacts, [Touch { enemy: ids[1], edge: Edge::Rear }]);
}

#[test]
fn the_event_records_the_edge_closed_upon() {
    let (state, id) = one_enemy(Arm::Infantry, at(4.0, 0.0, 270.0));
    let state = play(&state, id, slide(-2.0, 0.0), &[]);
    assert_eq!(edge_of(&state, id, StandId(1)), Some(Edge::Right));
    assert_eq!(state.closed.len(), 1);
    let refused = judge(&state, &Order::Move { stand: id, path: slide(1.0, 0.0) }, &[]);
    assert!(matches!(refused, Err(Stop::Refused(Refusal { code: Code::Acted, .. }))));
}

// III.E.2

fn engaged(enemies: &[(Arm, Pose)], option: Option<(&str, &str)>) -> (State, Vec<StandId>) {
    let mut field = field_against(enemies, Arm::Infantry, at(0.0, 2.0, 180.0));
    if let Some((id, value)) = option {
        field = field.option(id, value);
    }
    let (mut state, ids) = field.state();
    state.stack[0].step = Step::Engaged;
    (state, ids)
}

#[test]
fn a_stand_in_contact_does_not_move_but_withdraws_half_a_move() {
    let (mut state, ids) = engaged(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], None);
    let withdraw = |state: &State, x: f32, y: f32| {
        judge(state, &Order::Withdraw { stand: ids[0], path: slide(x, y) }, &[])
    };
    #[track_caller]
    fn code(result: Result<Ruling<Event>, Stop<Refusal>>) -> Code {
        match result {
            Err(Stop::Refused(refusal)) => refusal.code,
            other => panic!("not refused: {other:?}"),
        }
    }
    let moved = after(&state, &withdraw(&state, 0.0, 3.0).unwrap());
    check_pose(moved.pose(ids[0]), at(0.0, 5.0, 180.0));
    assert!(moved.stack[0].acted.contains(&ids[0]));
    assert!(withdraw(&state, 2.0, 2.0).is_ok());
    assert_eq!(code(withdraw(&state, 0.0, 3.1)), Code::OverAllowance);
    assert_eq!(code(withdraw(&state, 2.0, 1.0)), Code::CannotWithdraw);
    assert_eq!(code(withdraw(&state, 0.0, 0.03)), Code::CannotWithdraw);
    state.stack[0].step = Step::Act;
    let order = Order::Move { stand: ids[0], path: slide(0.0, 3.0) };
    assert_eq!(code(judge(&state, &order, &[])), Code::InContact);
}

#[test]
fn a_withdrawal_touches_no_other_enemy_and_halts_at_new_zones() {
    let withdraw = |enemy: Pose, y: f32| {
        let (state, ids) = engaged(&[(Arm::Infantry, at(0.0, 0.0, 0.0)), (Arm::Infantry, enemy)], None);
        check_path(&state, ids[0], at(0.0, 2.0, 180.0), &slide(0.0, y), MoveKind::Withdraw)
    };
    assert_eq!(withdraw(at(0.0, 5.0, 0.0), 1.0).unwrap_err().code, Code::CannotWithdraw);
    assert!(withdraw(at(0.0, 5.0, 0.0), 0.9).is_ok());
    assert!(withdraw(at(0.0, 7.0, 180.0), 1.0).is_ok());
    assert_eq!(withdraw(at(0.0, 7.0, 180.0), 1.2).unwrap_err().code, Code::Zone);
}

#[test]
fn withdrawals_may_have_to_be_exact() {
    let (state, ids) = engaged(&[(Arm::Infantry, at(0.0, 0.0, 0.0))], Some(("withdraw-exact", "on")));
    let withdraw = |y| check_path(&state, ids[0], at(0.0, 2.0, 180.0), &slide(0.0, y), MoveKind::Withdraw);
    assert!(withdraw(3.0).is_ok());
    assert_eq!(withdraw(2.0).unwrap_err().code, Code::CannotWithdraw);
}

#[test]
fn stands_that_touch_only_sheltering_guns_move_freely() {
    let (mut state, ids) =
        against(&[(Arm::FootArtillery, at(0.0, 0.0, 0.0))], Arm::Infantry, at(0.0, 2.0, 180.0));
    assert!(check_may_move(&state, ids[0]).is_err());
    state.stands[ids[1].index()].evading = true;
    assert!(check_may_move(&state, ids[0]).is_ok());
    check_pose(play(&state, ids[0], slide(3.0, 2.0), &[]).pose(ids[0]), at(3.0, 4.0, 180.0));
}

// III.C.2

#[test]
fn a_contacted_general_makes_way_and_the_mover_goes_on() {
    let field = || {
        Fixture::new()
            .ours(Arm::LightCavalry, at(0.0, 0.0, 0.0))
            .theirs(Arm::General, at(0.0, 4.0, 0.0))
            .theirs(Arm::Infantry, at(10.0, 6.0, 180.0))
    };
    let (state, ids) = field().state();
    let went = play(&state, ids[0], slide(0.0, 8.0), &[5]);
    check_pose(went.pose(ids[0]), at(0.0, 8.0, 0.0));
    // Behind the infantry's rear edge, with its heading: 1.75" from its centre.
    check_pose(went.pose(ids[1]), at(10.0, 7.75, 180.0));
    assert_eq!(went.points(), [0, 0]);
    assert_eq!(play(&state, ids[0], slide(0.0, 8.0), &[6]).points(), [1, 0]);
    let (state, ids) = Fixture::new()
        .ours(Arm::LightCavalry, at(0.0, 0.0, 0.0))
        .theirs(Arm::General, at(0.0, 4.0, 0.0))
        .state();
    let went = play(&state, ids[0], slide(0.0, 8.0), &[]);
    assert_eq!((went.stand(ids[1]).place, went.points()), (Place::Off, [1, 0]));
    let (state, ids) = Fixture::new()
        .ours(Arm::FootArtillery, at(0.0, 0.0, 0.0))
        .theirs(Arm::General, at(0.0, 4.0, 0.0))
        .state();
    check_refused(&state, ids[0], &slide(0.0, 5.0), Code::MayNotContact);
}

// II.A.2.4 and coming on

#[test]
fn a_general_moves_once_before_or_after_his_stands() {
    let (mut state, ids) = Fixture::new().ours(Arm::General, at(0.0, 0.0, 0.0)).state();
    let order = Order::MoveGeneral { path: slide(0.0, 12.0) };
    let refused = judge(&state, &order, &[]);
    assert!(matches!(refused, Err(Stop::Refused(Refusal { code: Code::Phase, .. }))));
    state.stack[0].step = Step::Command;
    let state = after(&state, &judge(&state, &order, &[]).unwrap());
    check_pose(state.pose(ids[0]), at(0.0, 12.0, 0.0));
    let refused = judge(&state, &order, &[]);
    assert!(matches!(refused, Err(Stop::Refused(Refusal { code: Code::Acted, .. }))));
}

#[test]
fn reinforcements_come_wholly_on() {
    let mut field = Fixture::new();
    field.entries = vec![Entry {
        id: "south".into(),
        name: "South road".into(),
        pose: Pose::at(30.0, 0.0, 0.0),
        spread: 3.0,
        gate: false,
    }];
    let start = Start::Arrives { turn: 1, entry: "south".into() };
    field.stands.push((crate::fixture::OURS, Arm::Infantry, start));
    let (state, ids) = field.state();
    let enter = |along, y| judge(&state, &Order::Enter { stand: ids[0], along, path: slide(0.0, y) }, &[]);
    let on = after(&state, &enter(2.0, 6.0).unwrap());
    check_pose(on.pose(ids[0]), Pose::at(32.0, 5.0, 0.0));
    assert!(on.stack[0].acted.contains(&ids[0]));
    let code = |result| match result {
        Err(Stop::Refused(Refusal { code, .. })) => code,
        other => panic!("not refused: {other:?}"),
    };
    assert_eq!(code(enter(0.0, 1.5)), Code::OffTable);
    assert_eq!(code(enter(3.1, 6.0)), Code::OutOfRange);
    assert_eq!(code(enter(0.0, 6.1)), Code::OverAllowance);
    assert_eq!(offers(&state).len(), 1);
}

// Offers

/// The same path with its last leg a little longer: 0.05 in or 1°.
fn a_step_beyond(path: &Path) -> Path {
    let mut longer = path.clone();
    match longer.legs.last_mut().unwrap() {
        Leg::Slide(delta) => *delta += delta.normalize() * 0.05,
        Leg::Turn { angle, .. } => *angle += angle.signum() * PI / 180.0,
    }
    longer
}

#[test]
fn offers_are_legal_and_a_step_beyond_them_is_refused() {
    let mut field = Fixture::new()
        .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
        .ours(Arm::Infantry, at(2.56, 0.5, 0.0))
        .ours(Arm::LightCavalry, at(-6.0, 1.0, 40.0))
        .ours(Arm::FootArtillery, at(7.0, 0.0, 0.0))
        .ours(Arm::HeavyCavalry, Pose::at(3.0, 3.0, 200.0))
        .theirs(Arm::Infantry, at(0.5, 6.0, 180.0))
        .theirs(Arm::Infantry, at(7.0, 5.0, 180.0))
        .theirs(Arm::FootArtillery, at(-6.0, 9.0, 200.0))
        .theirs(Arm::General, at(-3.0, 9.0, 200.0));
    field.ground.areas = vec![rough_from_three()];
    let (state, _) = field.state();
    let offers = offers(&state);
    assert!(offers.len() >= 12, "{}", offers.len());
    for offer in offers {
        let Order::Move { stand, path } = &offer.order else { panic!("{offer:?}") };
        if let Err(Stop::Refused(refusal)) = Easy::judge(&state, &offer.order, &mut Dry) {
            panic!("{}: {refusal}", offer.words);
        }
        let start = state.pose(*stand).unwrap();
        let mut far = path.clone();
        for leg in &mut far.legs {
            *leg = leg.shortened(3.0);
        }
        let stop = preview(&state, *stand, start, &far, MoveKind::Move).1;
        assert!(check(&state, *stand, &a_step_beyond(path)).is_err(), "{}: {stop:?}", offer.words);
    }
}

/// An order is written down in degrees and in decimals: it must not lie on a limit to the last digit.
#[test]
fn an_offer_ends_clear_of_a_friend_who_may_be_passed() {
    let mut seen = 0;
    for step in 0..36 {
        let there = Heading::from_degrees(step as f32 * 10.0).forward() * 3.0;
        let field = Fixture::new()
            .option("pass-through", "all")
            .ours(Arm::Infantry, at(0.0, 0.0, 0.0))
            .ours(Arm::Infantry, at(there.x, there.y, 30.0));
        let (state, ids) = field.state();
        for offer in offers(&state) {
            let Order::Move { stand, path } = &offer.order else { panic!("{offer:?}") };
            if *stand == ids[0] {
                let longer = Path::new(path.legs.iter().map(|leg| leg.shortened(1.0 + 1e-5)).collect());
                let refused = check(&state, *stand, &longer).err();
                assert!(refused.is_none_or(|one| one.code != Code::Overlap), "{}", offer.words);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn previews_are_legal_as_far_as_they_go() {
    let enemies = [
        (Arm::Infantry, at(0.5, 6.0, 180.0)),
        (Arm::LightCavalry, at(5.0, 3.0, 250.0)),
        (Arm::FootArtillery, at(-5.0, 6.0, 160.0)),
    ];
    for arm in [Arm::Infantry, Arm::LightCavalry, Arm::HorseArtillery] {
        let (state, ids) = against(&enemies, arm, at(0.0, 0.0, 0.0));
        for way in 0..72 {
            let degrees = way as f32 * 5.0;
            let ahead = Heading::from_degrees(degrees).forward();
            let path = Path::new(vec![turn(0.0, 0.0, degrees / 6.0), Leg::Slide(ahead * 12.0)]);
            let start = state.pose(ids[0]).unwrap();
            let (walk, refusal) = preview(&state, ids[0], start, &path, MoveKind::Move);
            assert!(refusal.is_some(), "{arm:?} {degrees}");
            if let Err(refusal) = check(&state, ids[0], &walk.path) {
                panic!("{arm:?} {degrees}: {} of {:?}: {refusal}", walk.end, walk.path);
            }
        }
    }
}

/// Waterloo at its start, with this command at the step of moves and fire, all its stands on the list.
fn waterloo(command: u16) -> State {
    let (scenario, _) = scenario::read("waterloo", &scenario::Embedded, &scenario::AnyRules).unwrap();
    let mut state = Easy::start(scenario, &game::options::Options::default()).unwrap();
    let id = crate::CommandId(command);
    let mut now = crate::state::Activation::new(id, None);
    now.step = Step::Act;
    now.list = state.roster().command(id).stands.clone();
    now.list.retain(|stand| state.pose(*stand).is_some());
    state.stack.push(now);
    state.phase = crate::state::Phase::Active;
    state
}

#[test]
fn offers_at_waterloo_are_legal_and_a_step_beyond_them_is_refused() {
    let mut seen = 0;
    for command in 0..waterloo(0).roster().commands.len() as u16 {
        let state = waterloo(command);
        let survey = Survey::new(&state);
        for offer in offers(&state) {
            let Order::Move { stand, path } = &offer.order else { panic!("{offer:?}") };
            let start = state.pose(*stand).unwrap();
            if let Err(refusal) = survey.check(*stand, start, path, MoveKind::Move) {
                panic!("{}: {refusal}", offer.words);
            }
            let beyond = survey.check(*stand, start, &a_step_beyond(path), MoveKind::Move);
            assert!(beyond.is_err(), "{}", offer.words);
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// With `conform=on` a stand that comes against an enemy askew squares up, and may not go on after that. What is
/// offered is the declared move; squaring up follows from it.
#[test]
fn offers_into_oblique_contact_are_legal_where_stands_square_up() {
    let mut squared = 0;
    for askew in [-30, -20, -12, -7, -3, 3, 7, 12, 20, 30] {
        let field = Fixture::new()
            .ours(Arm::Infantry, at(0.0, 0.0, askew as f32))
            .ours(Arm::LightCavalry, at(5.0, 0.3, askew as f32))
            .theirs(Arm::FootArtillery, at(askew as f32 / 15.0, 4.0, 0.0))
            .theirs(Arm::FootArtillery, at(5.0 + askew as f32 / 15.0, 4.2, 20.0));
        let (state, _) = field.option("conform", "on").state();
        for offer in offers(&state) {
            if let Err(Stop::Refused(refusal)) = Easy::judge(&state, &offer.order, &mut Dry) {
                panic!("{askew}: {}: {refusal}", offer.words);
            }
            let Order::Move { stand, path } = &offer.order else { panic!("{offer:?}") };
            let walk = check(&state, *stand, path).unwrap();
            squared += usize::from(walk.notes.iter().any(|note| note.text.starts_with("squares up")));
        }
    }
    assert!(squared > 4, "{squared}");
}

#[test]
fn who_can_only_turn_or_go_aside_is_offered_that() {
    // In the zones of both: no step ahead or back, no wheel.
    let field = Fixture::new()
        .ours(Arm::Infantry, at(13.6, 15.5, 180.0))
        .theirs(Arm::Infantry, at(11.06, 13.5, 0.0))
        .theirs(Arm::Infantry, at(15.9, 13.5, 0.0));
    let (state, _) = field.state();
    let words: Vec<String> =
        Easy::due(&state).offers.into_iter().filter(|o| o.kind == "move").map(|o| o.words).collect();
    assert!(!words.is_empty(), "the stand may still turn on the spot");
    assert!(
        words.iter().all(|words| !words.contains("advances") && !words.contains("falls back")),
        "{words:?}"
    );
    assert!(words.iter().any(|words| words.contains("turns right")), "{words:?}");
}
