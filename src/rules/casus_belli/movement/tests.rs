//! Checks of the clauses of movement on the lab board and on the map of Marengo.

use crate::event::Event;
use crate::fixture::{ENEMY, Lab, PHASING, code, found, give, refusal};
use crate::order::Order;
use crate::refusal::Code;
use crate::state::{Group, Place, State};
use crate::{movement, victory};
use hexes::{Hex, HexKind, Mark};

fn hexes(path: &[u16]) -> Vec<Hex> {
    path.iter().copied().map(Hex).collect()
}

fn go(lab: &Lab, piece: &str, path: &[u16]) -> Order {
    Order::Move { piece: lab.piece(piece), path: hexes(path), faces: None }
}

fn off(lab: &Lab, piece: &str, path: &[u16]) -> Order {
    Order::Exit { piece: lab.piece(piece), path: hexes(path) }
}

/// Why the way is refused; none where it is legal.
fn walk(lab: &Lab, piece: &str, path: &[u16]) -> Option<Code> {
    code(&lab.state(), &go(lab, piece, path))
}

/// What the way costs, in half points.
fn cost(lab: &Lab, piece: &str, path: &[u16]) -> u16 {
    cost_in(&mut lab.state(), &go(lab, piece, path))
}

fn cost_in(state: &mut State, order: &Order) -> u16 {
    let events = give(state, order, &[]);
    let cost = events.iter().find_map(|event| match event {
        Event::Moved { cost, .. } => Some(*cost),
        _ => None,
    });
    cost.expect("it moved")
}

/// The hexes that are offered, with their costs.
fn reached(state: &State, lab: &Lab, piece: &str) -> Vec<(u16, u16)> {
    movement::reach(state, lab.piece(piece)).iter().map(|(hex, cost)| (hex.0, cost)).collect()
}

fn ends(lab: &Lab, unit: &str) -> Vec<u16> {
    reached(&lab.state(), lab, unit).into_iter().map(|(hex, _)| hex).collect()
}

#[test]
fn nobody_has_to_move_and_nobody_moves_an_enemy() {
    // cb:3a, cb:2D, cb:3g
    let lab = Lab::new().units("F5@2010 E5@2003 F3@2212");
    assert_eq!(code(&lab.state(), &Order::EndMovement), None);
    assert_eq!(walk(&lab, "E5@2003", &[2004]), Some(Code::NotPhasing));
    assert_eq!(code(&lab.command(), &go(&lab, "F5@2010", &[2009])), Some(Code::WrongPhase));
    assert_eq!(code(&lab.set_up(), &go(&lab, "F5@2010", &[2009])), Some(Code::WrongPhase));
    assert_eq!(walk(&lab, "F5@2010", &[]), Some(Code::BadOrder));
}

#[test]
fn one_counter_after_another_and_one_group_after_another() {
    // cb:3b
    let lab = Lab::new().units("F4.v@2010 F5.v@2012 F4.l@2510 F3.d@2610 E2@0105");
    let mut state = lab.state();
    let found = found(Group::Army, true);
    state.command.found.insert(lab.id("F3.d@2610"), found);
    give(&mut state, &go(&lab, "F4.v@2010", &[2009]), &[]);
    assert_eq!(code(&state, &go(&lab, "F4.v@2010", &[2008])), Some(Code::AlreadyMoved));
    give(&mut state, &go(&lab, "F4.l@2510", &[2509]), &[]);
    let refused = refusal(&state, &go(&lab, "F5.v@2012", &[2013]));
    assert_eq!((refused.code, refused.clause), (Code::GroupClosed, "cb:3b"));
    // Taken directly by the commander of the army, it moves with him and not with its corps.
    let events = give(&mut state, &go(&lab, "F3.d@2610", &[2611]), &[]);
    assert!(events.contains(&Event::GroupBegan { group: Group::Army }), "{events:?}");
    assert!(ends(&lab, "F5.v@2012").contains(&2013));
    assert!(reached(&state, &lab, "F5.v@2012").is_empty());
}

#[test]
fn the_allowance_is_what_a_way_may_cost() {
    // cb:3c, cb:3e, cb:3f
    let lab = Lab::new().units("F4@2010 E2@0105");
    assert_eq!(cost(&lab, "F4@2010", &[2009, 2008, 2007, 2006]), 8);
    let refused = refusal(&lab.state(), &go(&lab, "F4@2010", &[2009, 2008, 2007, 2006, 2005]));
    assert_eq!(
        (refused.code, refused.clause, refused.last_legal),
        (Code::TooFewMp, "cb:3e", Some(Hex(2006).into()))
    );
    assert_eq!(
        refused.to_string(),
        "French F4@2010 in 2010 has 0 movement points left, and 2005 costs 1 (cb:3e). The last legal hex is 2006. Stop before it"
    );
    assert_eq!(walk(&lab, "F4@2010", &[2008]), Some(Code::NotAdjacent));
    assert_eq!(ends(&lab, "F4@2010").len(), 60);
}

#[test]
fn ground_hexsides_and_ways_have_their_prices() {
    // cb:3d, cb:tet-woods, cb:tet-marsh, cb:tet-stream, cb:tet-crest, cb:tet-river, cb:tet-road, cb:tet-path, cb:9a
    let lab = Lab::new()
        .units("F4@2010 cF3-6@2110 gF2@1910 E2@0105")
        .kind(2009, HexKind::Forest)
        .kind(2109, HexKind::Marsh)
        .kind(1909, HexKind::Forest)
        .side(2010, 2011, Mark::Stream)
        .side(2110, 2111, Mark::Slope)
        .side(1910, 1911, Mark::River)
        .side(1910, 1909, Mark::Trail);
    assert_eq!(cost(&lab, "F4@2010", &[2009]), 4);
    assert_eq!(cost(&lab, "F4@2010", &[2011]), 4);
    assert_eq!(cost(&lab, "cF3-6@2110", &[2109]), 8);
    assert_eq!(cost(&lab, "cF3-6@2110", &[2111]), 4);
    assert_eq!(walk(&lab, "gF2@1910", &[1911]), Some(Code::River));
    assert_eq!(walk(&lab, "gF2@1910", &[1909]), Some(Code::NoRoad));
    assert_eq!(cost(&lab.clone().option("artillery-paths", "yes"), "gF2@1910", &[1909]), 2);
    let road = [2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018];
    let lab = lab.along(&road, Mark::Road).kind(2012, HexKind::Marsh);
    assert_eq!(cost(&lab, "F4@2010", &road[1..]), 8);
    let guns = Lab::new().units("gF2@1118 E2@0105");
    assert_eq!(walk(&guns, "gF2@1118", &[1117]), None);
}

#[test]
fn prices_on_the_map_of_marengo_are_those_of_the_book() {
    // cb:3d
    let lab = Lab::marengo().units("F4@1004 E2@2224");
    let reach = movement::reach(&lab.state(), lab.piece("F4@1004"));
    assert_eq!(reach.cost(Hex(1012)), Some(8));
    assert_eq!(reach.path(Hex(1012)).map(|path| path.len()), Some(8));
    let lab = Lab::marengo().units("F4@1104 F5@1003 cF2-6@0608 E2@2224");
    assert_eq!(cost(&lab, "F4@1104", &[1004]), 4);
    assert_eq!(cost(&lab, "F5@1003", &[1004]), 1);
    assert_eq!(cost(&lab, "cF2-6@0608", &[607]), 6);
}

#[test]
fn one_hex_can_always_be_made() {
    // cb:3e, cb:13c
    let lab = Lab::marengo().units("cF2-6.v@0602 F4@1010 E2@2224 E5@0101").level("v", 0);
    // Half of 6 is 3, and the marsh costs 4.
    assert_eq!(cost(&lab, "cF2-6.v@0602", &[601]), 6);
    assert!(ends(&lab, "cF2-6.v@0602").contains(&601));
    assert_eq!(walk(&lab, "cF2-6.v@0602", &[601, 501]), Some(Code::TooFewMp));
    let lab = Lab::new().units("F4-1@2010 gF1-1@2110 E2@2007 E2@0105").kind(2011, HexKind::Marsh);
    assert_eq!(cost(&lab, "F4-1@2010", &[2011]), 2);
    assert_eq!(walk(&lab, "F4-1@2010", &[2111, 2011]), Some(Code::TooFewMp));
    let spent = Lab::new().units("F4-2@2010 E2@0105").kind(2012, HexKind::Forest);
    assert_eq!(walk(&spent, "F4-2@2010", &[2011, 2012]), Some(Code::TooFewMp));
    // It overrides no ban.
    assert_eq!(walk(&lab.clone().kind(2111, HexKind::Marsh), "gF1-1@2110", &[2111]), Some(Code::NoRoad));
    assert_eq!(walk(&lab.side(2010, 2011, Mark::River), "F4-1@2010", &[2011]), Some(Code::River));
    let held = Lab::new().units("F4-1@2010 E2@2009");
    assert_eq!(walk(&held, "F4-1@2010", &[2011]), Some(Code::EzocExit));
}

#[test]
fn leaving_the_map_gives_the_enemy_the_points() {
    // cb:3h
    let lab = Lab::marengo().units("F3@0825 F4@2226 gF2@0920 E2@0105 LF2.v@0826 F1.v@0925");
    let mut state = lab.state();
    let before = victory::points(&state, ENEMY);
    let events = give(&mut state, &off(&lab, "F3@0825", &[826]), &[]);
    // Road to the edge hex, and a road leaves there.
    assert!(events.iter().any(|event| matches!(event, Event::Left { cost: 2, .. })), "{events:?}");
    assert_eq!(state.unit(lab.id("F3@0825")).place, Place::Eliminated);
    assert_eq!(victory::points(&state, ENEMY) - before, 3);
    let events = give(&mut state, &off(&lab, "F4@2226", &[]), &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Left { cost: 2, .. })), "{events:?}");
    assert_eq!(code(&state, &off(&lab, "gF2@0920", &[820])), Some(Code::OffMap));
    let routed = Lab::marengo().units("F3@0626! E2@0105");
    let refused = refusal(&routed.state(), &off(&routed, "F3@0626", &[]));
    assert_eq!((refused.code, refused.clause), (Code::NotNearer, "cb:12a"));
    let before = victory::points(&state, ENEMY);
    give(&mut state, &off(&lab, "LF2.v@0826", &[]), &[]);
    assert_eq!(victory::points(&state, ENEMY) - before, 5);
    let held = Lab::marengo().units("F3@0826 E5@0825");
    assert_eq!(code(&held.state(), &off(&held, "F3@0826", &[])), Some(Code::EzocExit));
}

#[test]
fn roads_leave_the_map_in_five_hexes() {
    // cb:3h, cb:4b
    let lab = Lab::marengo();
    let map = &lab.scenario.map;
    let leave: Vec<u16> =
        map.grid.hexes().filter(|hex| movement::leaves_by_road(map, *hex)).map(|hex| hex.0).collect();
    assert_eq!(leave, [109, 626, 826, 1301, 2412]);
}

#[test]
fn reinforcements_come_when_due_and_may_be_held_back() {
    // cb:4a, cb:2B
    let lab = Lab::marengo().units("F4@0826/2 E2@2224 E3@0105");
    assert_eq!(walk(&lab, "F4@0826/2", &[826]), Some(Code::NotDue));
    for turn in [2, 3] {
        let mut state = lab.clone().turn(turn).state();
        assert_eq!(cost_in(&mut state, &go(&lab, "F4@0826/2", &[826])), 1, "a fresh queue");
    }
    let second = lab.clone().turn(2);
    assert_eq!(walk(&second, "F4@0826/2", &[825]), Some(Code::WrongEntry));
    // A refusal names who comes on by his name alone, and says where.
    let far: Vec<u16> = (0..12).map(|k| 826 - k).collect();
    let refused = refusal(&second.state(), &go(&second, "F4@0826/2", &far));
    assert_eq!(refused.code, Code::TooFewMp);
    assert!(refused.fact.starts_with("French F4@0826/2 comes on at 0826 and has "), "{refused}");
    assert!(!refused.to_string().contains("not yet come on"), "{refused}");
    assert_eq!(code(&second.state(), &Order::EndMovement), None);
    let forbidden = second.option("hold-reinforcements", "forbidden");
    assert_eq!(code(&forbidden.state(), &Order::EndMovement), Some(Code::MustEnter));
}

const QUEUE: [&str; 9] = [
    "cE3-6@1301/1",
    "gE2@1301/1",
    "E5@1301/1",
    "E6@1301/1",
    "E7@1301/1",
    "E8@1301/1",
    "E9@1301/1",
    "E4@1301/1",
    "E3@1301/1",
];

#[test]
fn who_comes_later_pays_half_a_point_more() {
    // cb:4b: Bellegarde is fourth and pays ½ + 3 × ½ of his 4
    let lab = Lab::marengo().units(&QUEUE.join(" ")).units("cE2-6@1301/1 LE1@1301/1 F4@0105").phasing(ENEMY);
    let mut state = lab.state();
    give(&mut state, &go(&lab, "LE1@1301/1", &[1301, 1201]), &[]);
    for (before, unit) in QUEUE.into_iter().enumerate().take(7) {
        let pays = u16::try_from(before + 1).unwrap();
        let legs: &[u16] = if before % 2 == 0 { &[1301, 1201] } else { &[1301, 1401] };
        // Foot and horse go on by road for half a point, as far as they find room.
        let order = go(&lab, unit, &legs[..1]);
        let entry = reached(&state, &lab, unit).first().map(|(_, cost)| *cost);
        assert!(entry.is_some(), "{unit}");
        let here = movement::reach(&state, lab.piece(unit)).cost(Hex(1301));
        assert_eq!(here, Some(pays), "{unit}");
        assert_eq!(code(&state, &order), None);
        state.entered.insert(Hex(1301), u8::try_from(pays).unwrap());
    }
    let eighth = movement::reach(&state, lab.piece(QUEUE[7]));
    assert_eq!(eighth.iter().map(|(hex, cost)| (hex.0, cost)).collect::<Vec<_>>(), [(1301, 8)]);
    give(&mut state, &go(&lab, QUEUE[7], &[1301]), &[]);
    assert_eq!(state.entered.get(&Hex(1301)), Some(&8));
    let refused = refusal(&state, &go(&lab, QUEUE[8], &[1301]));
    assert_eq!((refused.code, refused.clause), (Code::TooFewMp, "cb:4b"));
    assert!(reached(&state, &lab, QUEUE[8]).is_empty());
    // Cavalry pays 4½ of 6, and goes through the eighth.
    let order = go(&lab, "cE2-6@1301/1", &[1301]);
    assert_eq!(code(&state, &order), Some(Code::Stacked));
    assert_eq!(cost_in(&mut state, &go(&lab, "cE2-6@1301/1", &[1301, 1302])), 11);
}

#[test]
fn leaders_neither_count_nor_queue_unless_chosen() {
    // cb:4b
    let lab = Lab::marengo().units("LE1@1301/1 E4@1301/1 F4@0105").phasing(ENEMY);
    let mut state = lab.state();
    give(&mut state, &go(&lab, "E4@1301/1", &[1301]), &[]);
    assert_eq!(cost_in(&mut state, &go(&lab, "LE1@1301/1", &[1301])), 1);
    assert_eq!(state.entered.get(&Hex(1301)), Some(&1));
    let lab = lab.option("queue-leaders", "counted");
    let mut state = lab.state();
    give(&mut state, &go(&lab, "E4@1301/1", &[1301]), &[]);
    assert_eq!(cost_in(&mut state, &go(&lab, "LE1@1301/1", &[1301])), 2);
    assert_eq!(state.entered.get(&Hex(1301)), Some(&2));
}

#[test]
fn an_entry_without_a_road_costs_what_the_hex_does() {
    // cb:4b: the queue runs 1, 1½, 2 …, and the sixth pays 3½
    let lab = Lab::marengo().units("E4@1501/3 E3@1501/3 F4@0105").phasing(ENEMY).turn(3);
    let mut state = lab.state();
    assert_eq!(cost_in(&mut state, &go(&lab, "E4@1501/3", &[1501, 1502])), 4);
    assert_eq!(movement::reach(&state, lab.piece("E3@1501/3")).cost(Hex(1501)), Some(3));
    state.entered.insert(Hex(1501), 5);
    assert_eq!(movement::reach(&state, lab.piece("E3@1501/3")).cost(Hex(1501)), Some(7));
}

fn entries(lab: &Lab, piece: &str) -> Vec<u16> {
    let state = lab.state();
    let field = movement::MarchField::new(&state, state.phasing);
    let entries = field.entries(lab.piece(piece)).expect("it is due");
    entries.hexes.iter().map(|(hex, _)| hex.0).collect()
}

#[test]
fn a_blocked_entry_is_gone_round() {
    // cb:4c
    let lab = Lab::marengo().units("E4@1301/1 gE2@1301/1 F4@1301 F2@2224").phasing(ENEMY);
    assert_eq!(entries(&lab, "E4@1301/1"), [1001, 1101, 1501, 1601]);
    assert_eq!(walk(&lab, "E4@1301/1", &[1101]), None);
    assert_eq!(walk(&lab, "E4@1301/1", &[1201]), Some(Code::WrongEntry));
    assert_eq!(walk(&lab, "E4@1301/1", &[901]), Some(Code::WrongEntry));
    assert_eq!(walk(&lab, "E4@1301/1", &[1301]), Some(Code::EnemyOccupied));
    let waits = lab.option("barred-entry", "wait");
    assert_eq!(entries(&waits, "E4@1301/1"), [1001, 1101, 1501, 1601], "blocked is blocked");
    let lab = Lab::marengo().units("F4@2226/10 E4@2226 E2@1010").turn(10);
    assert_eq!(entries(&lab, "F4@2226/10"), [1926, 2026, 2424, 2425, 2426]);
}

#[test]
fn an_entry_in_an_enemy_zone_stops_foot_and_bars_guns_and_those_out_of_command() {
    // cb:4c, cb:9a, cb:10e
    let lab = Lab::marengo().units("E4@1301/1 gE2@1301/1 LE1@1301/1 F4@1201 F2@2224").phasing(ENEMY);
    assert_eq!(entries(&lab, "E4@1301/1"), [1301]);
    assert_eq!(walk(&lab, "E4@1301/1", &[1301, 1302]), Some(Code::EzocStop));
    assert_eq!(reached(&lab.state(), &lab, "E4@1301/1"), [(1301, 1)]);
    let around = [1001, 1401, 1501, 1601];
    assert_eq!(entries(&lab, "gE2@1301/1"), around);
    assert_eq!(entries(&lab, "LE1@1301/1"), around);
    assert_eq!(walk(&lab, "gE2@1301/1", &[1301]), Some(Code::EzocBarred));
    let mut out = lab.state();
    let found = found(Group::Unassigned, false);
    out.command.found.insert(lab.id("E4@1301/1"), found);
    let refused = refusal(&out, &go(&lab, "E4@1301/1", &[1301]));
    assert_eq!((refused.code, refused.clause), (Code::EzocBarred, "cb:10e"));
    let waits = lab.option("barred-entry", "wait");
    assert_eq!(entries(&waits, "gE2@1301/1"), [0_u16; 0]);
    assert_eq!(walk(&waits, "gE2@1301/1", &[1401]), Some(Code::EzocBarred));
    // A lone enemy leader blocks nobody.
    let lab = Lab::marengo().units("E4@1301/1 LF1.v@1301 F4.v@2224").phasing(ENEMY);
    assert_eq!(entries(&lab, "E4@1301/1"), [1301]);
}

#[test]
fn who_was_shut_out_comes_on_anywhere_on_the_edge_a_turn_later() {
    // cb:4c
    let blocked = "F4@1301 F3@1001 F2@1601";
    let lab = Lab::marengo().units("E4@1301/1 E3@0302").units(blocked).phasing(ENEMY);
    assert_eq!(entries(&lab, "E4@1301/1"), [0_u16; 0]);
    let state = lab.state();
    assert_eq!(movement::shut_out(&state), [lab.piece("E4@1301/1")]);
    let mut next = lab.turn(2);
    let mut state = next.state();
    state.shut_out.insert(next.piece("E4@1301/1"));
    let field = movement::MarchField::new(&state, ENEMY);
    let on: Vec<u16> =
        field.entries(next.piece("E4@1301/1")).unwrap().hexes.iter().map(|(hex, _)| hex.0).collect();
    assert!(on.contains(&801) && on.contains(&1801), "{on:?}");
    assert!(on.iter().all(|hex| hex % 100 == 1), "{on:?}");
    assert!(!on.contains(&1301) && !on.contains(&1201) && !on.contains(&2101), "the far bank: {on:?}");
    next = next.option("barred-entry", "wait");
    assert_eq!(movement::shut_out(&next.state()), [next.piece("E4@1301/1")]);
}

#[test]
fn one_unit_a_hex_and_friends_are_passed() {
    // cb:5
    let lab = Lab::new().units("F4@2010 F5@2009 LF1@2011 LF2.v@2012 E2@2006");
    assert_eq!(walk(&lab, "F4@2010", &[2009]), Some(Code::Stacked));
    assert_eq!(walk(&lab, "F4@2010", &[2009, 2008]), None);
    let refused = refusal(&lab.state(), &go(&lab, "F4@2010", &[2009]));
    assert_eq!(refused.last_legal, Some(Hex(2010).into()));
    let mut state = lab.state();
    give(&mut state, &go(&lab, "LF1@2011", &[2010]), &[]);
    give(&mut state, &go(&lab, "LF2.v@2012", &[2011, 2010]), &[]);
    assert_eq!(code(&state, &Order::EndMovement), None, "leaders are exempt");
    let near = Lab::new().units("F4@2010 E2@2009 E3@2207");
    assert_eq!(walk(&near, "F4@2010", &[2009]), Some(Code::EnemyOccupied));
    let mut both = lab.state();
    both.units[lab.id("F4@2010").index()].place = Place::Map(Hex(2009));
    assert_eq!(code(&both, &Order::EndMovement), Some(Code::Stacked));
}

#[test]
fn a_unit_stops_in_an_enemy_zone_and_leaves_none() {
    // cb:6b
    let lab = Lab::new().units("F4@2010 E2@2007 F3@2206 E1@2205");
    assert_eq!(cost(&lab, "F4@2010", &[2009, 2008]), 4);
    let refused = refusal(&lab.state(), &go(&lab, "F4@2010", &[2009, 2008, 1908]));
    assert_eq!(
        (refused.code, refused.clause, refused.last_legal),
        (Code::EzocStop, "cb:6b", Some(Hex(2008).into()))
    );
    assert_eq!(walk(&lab, "F3@2206", &[2207]), Some(Code::EzocExit));
    assert_eq!(walk(&lab, "F3@2206", &[2106]), Some(Code::EzocExit));
    assert!(ends(&lab, "F3@2206").is_empty());
}

#[test]
fn guns_and_those_out_of_command_stay_out_of_enemy_zones() {
    // cb:9a, cb:10e
    let lab = Lab::new().units("gF2@2010 F4@2110 E2@2007");
    let refused = refusal(&lab.state(), &go(&lab, "gF2@2010", &[2009, 2008]));
    assert_eq!(
        (refused.code, refused.clause, refused.last_legal),
        (Code::EzocBarred, "cb:9a", Some(Hex(2009).into()))
    );
    let mut state = lab.state();
    let found = found(Group::Unassigned, false);
    state.command.found.insert(lab.id("F4@2110"), found);
    let refused = refusal(&state, &go(&lab, "F4@2110", &[2109, 2108]));
    assert_eq!((refused.code, refused.clause), (Code::EzocBarred, "cb:10e"));
    assert_eq!(code(&state, &go(&lab, "F4@2110", &[2109, 2209])), None);
    assert!(!reached(&state, &lab, "F4@2110").iter().any(|(hex, _)| *hex == 2108));
}

#[test]
fn leaders_ride_as_cavalry_and_enter_enemy_zones_only_to_friends() {
    // cb:11a, cb:15a7
    let lab = Lab::new().units("LF1@2010 F4@2008 E2@2007 LE1.k@2210").kind(1910, HexKind::Forest);
    assert_eq!(cost(&lab, "LF1@2010", &[1910]), 6);
    assert_eq!(cost(&lab, "LF1@2010", &[2009, 2008]), 4);
    let refused = refusal(&lab.state(), &go(&lab, "LF1@2010", &[2110, 2109, 2108]));
    assert_eq!((refused.code, refused.clause), (Code::EzocBarred, "cb:11a"));
    let refused = refusal(&lab.state(), &go(&lab, "LF1@2010", &[2009, 2008, 2009]));
    assert_eq!((refused.code, refused.clause), (Code::EzocStop, "cb:11a"));
    assert_eq!(walk(&lab, "LF1@2010", &[2009, 2008, 2007]), Some(Code::EnemyOccupied));
    assert_eq!(walk(&lab, "LF1@2010", &[2110, 2210]), Some(Code::Occupied));
    let open = lab.option("leader-contact", "open");
    assert_eq!(walk(&open, "LF1@2010", &[2110, 2210]), None);
    let with = Lab::new().units("LF1@2008 F4@2008 E2@2007");
    assert_eq!(walk(&with, "LF1@2008", &[2009, 2010]), None);
    let mut state = with.state();
    give(&mut state, &go(&with, "LF1@2008", &[2009]), &[]);
    assert_eq!(state.leader_hex(with.leader("LF1@2008")), Some(Hex(2009)));
    let facing = with.option("facing", "on");
    for hex in [2009, 1909, 2109] {
        assert_eq!(walk(&facing, "LF1@2008", &[hex]), None, "{hex}");
    }
}

#[test]
fn the_routed_run_towards_their_line_with_all_they_have() {
    // cb:12a: on the road eight hexes
    let lab = Lab::marengo().units("F4@1012! E4@0105 F2@0920");
    let state = lab.state();
    let lab_ends = reached(&state, &lab, "F4@1012");
    assert!(lab_ends.contains(&(919, 8)) || lab_ends.iter().any(|(_, cost)| *cost == 8), "{lab_ends:?}");
    assert_eq!(code(&state, &Order::EndMovement), Some(Code::MustRun));
    let lab = Lab::new().units("F4@2012! E4@0105 F5@2310").communications("f", &[2025]);
    let state = lab.state();
    assert_eq!(reached(&state, &lab, "F4@2012"), [(2016, 8)]);
    assert_eq!(code(&state, &go(&lab, "F4@2012", &[2013, 2014, 2015])), Some(Code::MustRun));
    let refused = refusal(&state, &go(&lab, "F4@2012", &[2112]));
    assert_eq!((refused.code, refused.clause), (Code::NotNearer, "cb:12a"));
    // The next group waits for it, and the phase too.
    assert_eq!(code(&state, &Order::EndMovement), Some(Code::MustRun));
    let mut state = state;
    give(&mut state, &go(&lab, "F4@2012", &[2013, 2014, 2015, 2016]), &[]);
    assert_eq!(code(&state, &Order::EndMovement), None);
    assert!(state.unit(lab.id("F4@2012")).routed);
}

#[test]
fn a_routed_unit_of_the_group_runs_before_another_group_moves() {
    // cb:12a, cb:3b
    let lab = Lab::new().units("F4.v@2012! F5.v@2210 F3.l@2510 E4@0105").communications("f", &[2025]);
    let mut state = lab.state();
    give(&mut state, &go(&lab, "F5.v@2210", &[2211]), &[]);
    assert_eq!(code(&state, &go(&lab, "F3.l@2510", &[2511])), Some(Code::MustRun));
    assert!(reached(&state, &lab, "F3.l@2510").is_empty());
    give(&mut state, &go(&lab, "F4.v@2012", &[2013, 2014, 2015, 2016]), &[]);
    assert_eq!(code(&state, &go(&lab, "F3.l@2510", &[2511])), None);
}

#[test]
fn runs_pass_friends_enter_no_zone_and_end_on_the_line() {
    // cb:12a, cb:8a5
    let line = |lab: Lab| lab.communications("f", &[2015]);
    let lab = line(Lab::new().units("F4@2012! F5@2016 F3@2015 E4@0105"));
    // The line itself is held by a friend: it stops before it.
    assert_eq!(ends(&lab, "F4@2012"), [2014]);
    let lab = line(Lab::new().units("F4@2012! E4@0105"));
    assert_eq!(reached(&lab.state(), &lab, "F4@2012"), [(2015, 6)]);
    let on = line(Lab::new().units("F4@2015! E4@0105"));
    assert!(ends(&on, "F4@2015").is_empty());
    assert_eq!(code(&on.state(), &Order::EndMovement), None);
    // Blocked by zones everywhere: it stays. It may leave one to begin with.
    let shut = line(Lab::new().units("F4@2012! E4@2014 E5@1814"));
    assert_eq!(ends(&shut, "F4@2012"), [0_u16; 0]);
    let leaves = line(Lab::new().units("F4@2012! E4@2011"));
    assert_eq!(ends(&leaves, "F4@2012"), [2015]);
    let held = leaves.option("rout-leaves-ezoc", "no");
    assert_eq!(ends(&held, "F4@2012"), [0_u16; 0]);
    assert_eq!(walk(&held, "F4@2012", &[2013]), Some(Code::EzocExit));
    assert_eq!(walk(&shut, "F4@2012", &[2013]), Some(Code::EzocBarred));
}

#[test]
fn where_a_run_stops_is_an_option() {
    // cb:12a: by the woods it gets three hexes, by the open four
    let lab = Lab::new()
        .units("F4@2012! E4@0105")
        .communications("f", &[2025])
        .kind(2015, HexKind::Forest)
        .kind(1915, HexKind::Forest);
    let onward = ends(&lab, "F4@2012");
    // 1 + 1 + 2 leaves nothing for the next clear hex.
    assert_eq!(onward, [2015]);
    let wide = lab.clone().communications("f", &[2325]);
    let both = ends(&wide, "F4@2012");
    assert!(both.contains(&2015) && both.len() > 1, "{both:?}");
    let nearest = ends(&wide.clone().option("rout-run", "nearest"), "F4@2012");
    assert!(!nearest.contains(&2015) && !nearest.is_empty(), "{nearest:?}");
    let refused =
        refusal(&wide.option("rout-run", "nearest").state(), &go(&lab, "F4@2012", &[2013, 2014, 2015]));
    assert_eq!(refused.code, Code::MustRun);
}

#[test]
fn the_routed_of_a_demoralised_corps_run_in_full_unless_chosen() {
    // cb:12a, cb:13c
    let lab = Lab::new().units("F4.v@2012! E4@2020").level("v", 0).communications("f", &[2025]);
    assert_eq!(reached(&lab.state(), &lab, "F4.v@2012"), [(2016, 8)]);
    let half = lab.option("demoralized-rout", "as-13c");
    assert_eq!(reached(&half.state(), &half, "F4.v@2012"), [(2014, 4)]);
}

#[test]
fn the_demoralised_have_half_unless_they_end_farther_from_the_enemy() {
    // cb:13c
    let lab = Lab::new().units("F4-5.v@2010 E4@2004").level("v", 0);
    assert_eq!(walk(&lab, "F4-5.v@2010", &[2009, 2008, 2007]), None);
    assert_eq!(walk(&lab, "F4-5.v@2010", &[2110, 2111, 2011]), None);
    let refused = refusal(&lab.state(), &go(&lab, "F4-5.v@2010", &[1910, 1810, 1710, 1709]));
    assert_eq!(
        (refused.code, refused.clause, refused.last_legal),
        (Code::TooFewMp, "cb:13c", Some(Hex(1710).into()))
    );
    assert_eq!(cost(&lab, "F4-5.v@2010", &[2011, 2012, 2013, 2014, 2015]), 10);
    // As far as before counts as not farther.
    let flat = Lab::new().units("F4-5.v@2010 E4@2006").level("v", 0);
    assert_eq!(walk(&flat, "F4-5.v@2010", &[2011, 2111, 2210, 2209]), Some(Code::TooFewMp));
}

#[test]
fn the_demoralised_come_on_with_half() {
    // cb:13c: 3 of 5, less the price of entry
    let lab = Lab::marengo().units("F4-5.v@0826/2 F3.v@1010 E4@0101").level("v", 0).turn(2);
    let far = |lab: &Lab| {
        let state = lab.state();
        movement::reach(&state, lab.piece("F4-5.v@0826/2")).iter().map(|(_, cost)| cost).max()
    };
    assert_eq!(far(&lab), Some(6));
    assert_eq!(far(&lab.option("demoralized-entry", "full")), Some(10));
}

#[test]
fn with_facing_only_what_is_ahead_is_entered() {
    // cb:15a3
    let lab = Lab::new().units("F4@2010 E4@2004").option("facing", "on");
    let looks = |state: &mut State, towards: u16| {
        let way = state.game.map().grid.direction(Hex(2010), Hex(towards));
        state.units[lab.id("F4@2010").index()].faces = way;
    };
    let mut state = lab.state();
    looks(&mut state, 2009);
    let order = |path: &[u16], faces: Option<u16>| Order::Move {
        piece: lab.piece("F4@2010"),
        path: hexes(path),
        faces: faces.map(Hex),
    };
    assert_eq!(code(&state, &order(&[2009], None)), None);
    assert_eq!(
        cost_in(&mut state.clone(), &order(&[2011, 2012, 2013], None)),
        8,
        "an about-face and three hexes"
    );
    assert_eq!(code(&state, &order(&[2011, 2012, 2013, 2014], None)), Some(Code::TooFewMp));
    assert_eq!(code(&state, &order(&[1911], None)), None, "about, and the flank is ahead");
    // One hexside a hex.
    assert_eq!(code(&state, &order(&[2009], Some(2109))), None);
    assert_eq!(cost_in(&mut state.clone(), &order(&[2009], Some(2110))), 4, "a hexside, and about");
    assert_eq!(code(&state, &order(&[2009], Some(2010))), None, "an about-face");
    assert_eq!(code(&state, &order(&[2009], Some(2012))), Some(Code::NotAdjacent));
    let events = give(&mut state, &order(&[2009], Some(2109)), &[]);
    let way = state.game.map().grid.direction(Hex(2009), Hex(2109));
    assert!(events.iter().any(|event| matches!(event, Event::Moved { faces, .. } if *faces == way)));
    assert_eq!(state.unit(lab.id("F4@2010")).faces, way);
}

#[test]
fn no_about_face_in_an_enemy_zone_and_none_where_it_is_not_played() {
    // cb:15a1, cb:15a3, cb:15a5
    let lab = Lab::new().units("F4@2010 E4@2007 F2@3010!").option("facing", "on");
    let mut state = lab.state();
    let grid = state.game.map().grid;
    state.units[lab.id("F4@2010").index()].faces = grid.direction(Hex(2010), Hex(2009));
    state.units[lab.id("E4@2007").index()].faces = grid.direction(Hex(2007), Hex(2008));
    let order = |faces: u16| Order::Move {
        piece: lab.piece("F4@2010"),
        path: hexes(&[2009, 2008]),
        faces: Some(Hex(faces)),
    };
    assert_eq!(code(&state, &order(2009)), Some(Code::Facing));
    assert_eq!(code(&state, &order(2007)), None);
    let mut routed = lab.state();
    routed.units[lab.id("F2@3010").index()].faces = None;
    let Some((to, _)) = reached(&routed, &lab, "F2@3010").first().copied() else { panic!("it runs") };
    let path = movement::reach(&routed, lab.piece("F2@3010")).path(Hex(to)).unwrap();
    let run = Order::Move { piece: lab.piece("F2@3010"), path, faces: Some(Hex(to + 1)) };
    let refused = refusal(&routed, &run);
    assert_eq!((refused.code, refused.clause), (Code::Facing, "cb:15a5"));
    let plain = Lab::new().units("F4@2010 E4@2004");
    assert_eq!(
        code(
            &plain.state(),
            &Order::Move { piece: plain.piece("F4@2010"), path: hexes(&[2009]), faces: Some(Hex(2008)) }
        ),
        Some(Code::Facing)
    );
}

#[test]
fn a_unit_that_does_not_move_may_face_about() {
    // cb:15a3, option pivot-in-place
    let lab = Lab::new().units("F4@2010 F3@2410 E4@2004 E2@2409").option("facing", "on");
    let mut state = lab.state();
    let grid = state.game.map().grid;
    state.units[lab.id("F4@2010").index()].faces = grid.direction(Hex(2010), Hex(2009));
    state.units[lab.id("F3@2410").index()].faces = grid.direction(Hex(2410), Hex(2411));
    state.units[lab.id("E2@2409").index()].faces = grid.direction(Hex(2409), Hex(2410));
    let face = |unit: &str, towards: u16| Order::Face { unit: lab.id(unit), towards: Hex(towards) };
    assert_eq!(code(&state, &face("F4@2010", 2011)), None);
    assert_eq!(code(&state, &face("F4@2010", 2110)), Some(Code::Facing));
    assert_eq!(code(&state, &face("F3@2410", 2409)), Some(Code::Facing), "never in an enemy zone");
    assert_eq!(code(&state, &face("F4@2010", 2015)), Some(Code::NotAdjacent));
    let mut turned = state.clone();
    give(&mut turned, &face("F4@2010", 2011), &[]);
    assert_eq!(turned.unit(lab.id("F4@2010")).faces, grid.direction(Hex(2010), Hex(2011)));
    assert_eq!(code(&turned, &go(&lab, "F4@2010", &[2011])), Some(Code::AlreadyMoved));
    let pivot = lab.clone().option("pivot-in-place", "1");
    let mut state = pivot.state();
    state.units[lab.id("F4@2010").index()].faces = grid.direction(Hex(2010), Hex(2009));
    assert_eq!(code(&state, &face("F4@2010", 2110)), None);
    let plain = lab.clone().option("facing", "off");
    assert_eq!(code(&plain.state(), &face("F4@2010", 2011)), Some(Code::Facing));
}

#[test]
fn what_could_come_on_is_listed() {
    // cb:4a
    let lab = Lab::marengo().units("E4@1301/1 E3@1301/2 LE1@1301/1 F4@0105").phasing(ENEMY);
    let mut both = vec![lab.piece("E4@1301/1"), lab.piece("LE1@1301/1")];
    both.sort_unstable();
    assert_eq!(movement::could_enter(&lab.state()), both);
    assert!(movement::could_enter(&lab.phasing(PHASING).state()).is_empty());
}

#[test]
fn who_comes_early_queues_at_the_printed_hex() {
    // cb:15b1, cb:15b2
    let lab = Lab::marengo().units("F4@0826/8 F3@0826/8 E2@0105").turn(6);
    let mut state = lab.state();
    assert_eq!(code(&state, &go(&lab, "F4@0826/8", &[826])), Some(Code::NotDue));
    state.arrivals.insert(8, 6);
    assert_eq!(cost_in(&mut state, &go(&lab, "F4@0826/8", &[826, 825])), 2);
    assert_eq!(cost_in(&mut state, &go(&lab, "F3@0826/8", &[826])), 2);
}

#[test]
fn optional_reinforcements_are_there_only_where_chosen() {
    // cb:15c1, cb:15c2, cb:15c3
    for option in ["nimptsch", "lapoype"] {
        let mut lab = Lab::marengo().units("cE3-6@1301/1 E4@1301/1 F4@0105").phasing(ENEMY);
        for unit in lab.scenario.units.iter_mut().filter(|unit| unit.id == "cE3-6@1301/1") {
            unit.only_with = Some(option.to_owned());
        }
        assert_eq!(lab.state().game.find("cE3-6@1301/1"), None);
        let with = lab.option(option, "on");
        assert_eq!(walk(&with, "cE3-6@1301/1", &[1301]), None);
    }
}
