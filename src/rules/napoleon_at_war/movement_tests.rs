//! The ledger's checks of movement, zones, stacking, reinforcements, night and turn 1.

use super::fixture::{ENEMY, Lab, PHASING, code, give, refusal};
use super::movement::{self, reach};
use super::state::{Place, State};
use super::{Code, Order, UnitId};
use game::Stop;
use hexes::{Hex, HexKind, Mark};

fn go(unit: UnitId, path: &[u16]) -> Order {
    Order::Move { unit, path: path.iter().copied().map(Hex).collect() }
}

/// The code with which the first unit written is refused this path; none where it may go.
fn walk(lab: &Lab, unit: &str, path: &[u16]) -> Option<Code> {
    code(&lab.state(), &go(lab.id(unit), path))
}

/// What the path costs, in half points.
fn cost(lab: &Lab, unit: &str, path: &[u16]) -> u16 {
    let mut state = lab.state();
    give(&mut state, &go(lab.id(unit), path), &[]);
    state.unit(lab.id(unit)).moved.as_ref().unwrap().cost
}

#[test]
fn a_unit_may_walk_round_and_back() {
    // naw:5.0
    let lab = Lab::new().units("F5@2010");
    let mut state = lab.state();
    let unit = lab.id("F5@2010");
    give(&mut state, &go(unit, &[2011, 2111, 2110, 2010]), &[]);
    let moved = state.unit(unit).moved.clone().unwrap();
    assert_eq!((moved.cost, state.hex(unit)), (8, Some(Hex(2010))));
    assert_eq!(code(&state, &go(unit, &[2009])), Some(Code::AlreadyMoved));
    assert_eq!(reach(&lab.state(), unit).cost(Hex(2010)), None);
}

#[test]
fn only_the_phasing_side_moves_and_only_in_its_phase() {
    // naw:4.1.A, naw:4.1.B, naw:5.11
    let lab = Lab::marengo().units("F5@1215 E3@0708").phasing(ENEMY);
    assert_eq!(walk(&lab, "F5@1215", &[1216]), Some(Code::NotPhasing));
    let combat = lab.combat();
    assert_eq!(code(&combat, &go(lab.id("F5@1215"), &[1315])), Some(Code::WrongPhase));
    assert_eq!(code(&combat, &go(lab.id("E3@0708"), &[709])), Some(Code::WrongPhase));
    let refusal = refusal(&combat, &go(lab.id("F5@1215"), &[1315]));
    assert_eq!(refusal.clause, "naw:4.1.B");
    assert_eq!(code(&lab.set_up(), &go(lab.id("F5@1215"), &[1315])), Some(Code::WrongPhase));
}

#[test]
fn enemy_hexes_and_unknown_units_are_closed() {
    // naw:5.12
    let lab = Lab::new().units("E3@2009 F5@2010 F4@2007");
    assert_eq!(walk(&lab, "F5@2010", &[2009]), Some(Code::EnemyOccupied));
    let refused = refusal(&lab.state(), &go(lab.id("F4@2007"), &[2008, 2009]));
    assert_eq!((refused.code, refused.last_legal), (Code::EnemyOccupied, Some(Hex(2008).into())));
    assert!(refused.fact.contains("White E3@2009 in 2009"), "{}", refused.fact);
    assert_eq!(code(&lab.state(), &go(UnitId(77), &[2009])), Some(Code::NoSuchUnit));
    assert_eq!(walk(&lab, "F5@2010", &[]), Some(Code::BadOrder));
}

#[test]
fn no_unit_leaves_an_enemy_zone_in_movement() {
    // naw:5.13
    let lab = Lab::new().units("E3@2009 F5@2010");
    assert_eq!(walk(&lab, "F5@2010", &[2011]), Some(Code::EzocExit));
    assert!(reach(&lab.state(), lab.id("F5@2010")).is_empty());
    let over_river = lab.side(2009, 2010, Mark::River);
    assert_eq!(walk(&over_river, "F5@2010", &[2011]), None);
}

#[test]
fn an_enemy_removed_by_combat_releases_the_unit() {
    // naw:6.3: as the enemy is gone, the zone is.
    let lab = Lab::new().units("E3@2009 F5@2010");
    let mut state = lab.state();
    state.units[lab.id("E3@2009").index()].place = Place::Eliminated;
    assert_eq!(code(&state, &go(lab.id("F5@2010"), &[2011])), None);
}

#[test]
fn no_more_is_spent_than_the_allowance() {
    // naw:5.15, naw:5.21
    let lab = Lab::new().units("F5@2010 F1-3@3010");
    assert_eq!(walk(&lab, "F5@2010", &[2011, 2012, 2013, 2014]), None);
    let refused = refusal(&lab.state(), &go(lab.id("F5@2010"), &[2011, 2012, 2013, 2014, 2015]));
    assert_eq!((refused.code, refused.last_legal), (Code::TooFewMp, Some(Hex(2014).into())));
    let wooded = lab.clone().kind(2011, HexKind::Forest).kind(2012, HexKind::Rough);
    assert_eq!(cost(&wooded, "F5@2010", &[2011, 2012]), 8);
    assert_eq!(walk(&wooded, "F5@2010", &[2011, 2012, 2013]), Some(Code::TooFewMp));
    // 3 half points left before a forest: 5 of 8 spent by road.
    let by_road =
        lab.clone().along(&[2010, 2011, 2012, 2013, 2014, 2015], Mark::Road).kind(2016, HexKind::Forest);
    assert_eq!(walk(&by_road, "F5@2010", &[2011, 2012, 2013, 2014, 2015, 2016]), Some(Code::TooFewMp));
    let stream = lab.side(3010, 3011, Mark::Stream);
    assert_eq!(cost(&stream, "F1-3@3010", &[3011]), 6);
    assert_eq!(walk(&stream.kind(3011, HexKind::Forest), "F1-3@3010", &[3011]), Some(Code::TooFewMp));
}

#[test]
fn steps_go_to_neighbours_and_stay_on_the_map() {
    // naw:5.16, naw:14.4
    let lab = Lab::new().units("F5@2010 F4@2025");
    assert_eq!(walk(&lab, "F5@2010", &[2012]), Some(Code::NotAdjacent));
    assert_eq!(walk(&lab, "F4@2025", &[2026]), Some(Code::OffMap));
    assert_eq!(walk(&lab, "F4@2025", &[9999]), Some(Code::NotAdjacent));
}

#[test]
fn a_move_let_go_of_is_taken_back_with_consent_only() {
    // naw:5.17
    let lab = Lab::new().units("F5@2010 F4@3010");
    let (unit, other) = (lab.id("F5@2010"), lab.id("F4@3010"));
    let mut state = lab.state();
    give(&mut state, &go(unit, &[2011, 2012]), &[]);
    assert_eq!(code(&state, &go(unit, &[2013])), Some(Code::AlreadyMoved));
    let back = |consent| Order::TakeBack { unit, consent };
    assert_eq!(code(&state, &back(None)), Some(Code::AlreadyMoved));
    assert_eq!(code(&state, &back(Some(PHASING))), Some(Code::AlreadyMoved));
    assert_eq!(code(&state, &Order::TakeBack { unit: other, consent: Some(ENEMY) }), Some(Code::NotOwed));
    give(&mut state, &back(Some(ENEMY)), &[]);
    assert_eq!(state.hex(unit), Some(Hex(2010)));
    give(&mut state, &go(unit, &[2009]), &[]);
    assert_eq!(state.hex(unit), Some(Hex(2009)));
}

#[test]
fn nobody_goes_back_to_a_hex_it_could_not_leave() {
    // naw:5.17, naw:5.32: one way out of 2010, held by a friend, and another has moved in.
    let lab = Lab::new().units("F5-1@2010 F4@2011 F3@2111");
    let lab = [1910, 1911, 2009, 2110, 2111].iter().fold(lab, |lab, hex| lab.side(2010, *hex, Mark::River));
    let (mover, third) = (lab.id("F5-1@2010"), lab.id("F3@2111"));
    let mut state = lab.state();
    give(&mut state, &go(mover, &[2011]), &[]);
    let back = |unit, consent| Order::TakeBack { unit, consent };
    assert_eq!(code(&state, &back(mover, Some(ENEMY))), None);
    give(&mut state, &go(third, &[2011, 2010]), &[]);
    assert_eq!(code(&state, &back(mover, Some(ENEMY))), Some(Code::Stacked));
    // Without consent sharing is undone move by move.
    give(&mut state, &back(mover, None), &[]);
    assert_eq!(code(&state, &Order::EndMovement), Some(Code::Stacked));
    give(&mut state, &back(third, None), &[]);
    assert_eq!(code(&state, &Order::EndMovement), None);
}

#[test]
fn nobody_goes_back_to_where_the_referee_has_put_an_enemy() {
    // naw:5.12, naw:5.17
    let lab = Lab::new().units("F5@2010 E3@2020");
    let unit = lab.id("F5@2010");
    let mut state = lab.state();
    give(&mut state, &go(unit, &[2011, 2012]), &[]);
    let back = Order::TakeBack { unit, consent: Some(ENEMY) };
    assert_eq!(code(&state, &back), None);
    state.units[lab.id("E3@2020").index()].place = Place::Map(Hex(2010));
    assert_eq!(code(&state, &back), Some(Code::NotOwed));
}

#[test]
fn roads_cost_half_a_point_whatever_the_hex() {
    // naw:5.22
    let column: Vec<u16> = (2010..=2019).collect();
    let lab = Lab::new().units("F5@2010").along(&column, Mark::Road);
    let lab = column.iter().fold(lab, |lab, hex| lab.kind(*hex, HexKind::Forest));
    assert_eq!(cost(&lab, "F5@2010", &column[1..=8]), 8);
    assert_eq!(walk(&lab, "F5@2010", &column[1..=9]), Some(Code::TooFewMp));
    // Two roads side by side, none on the hexside between.
    let beside = Lab::new()
        .units("F5@2010")
        .along(&[2009, 2010, 2011], Mark::Road)
        .along(&[2109, 2110, 2111], Mark::Road)
        .kind(2110, HexKind::Forest);
    assert_eq!(cost(&beside, "F5@2010", &[2110]), 4);
    let slope = Lab::new().units("F5@2010").side(2010, 2011, Mark::Road).side(2010, 2011, Mark::Slope);
    assert_eq!(cost(&slope, "F5@2010", &[2011]), 1);
    assert_eq!(cost(&slope.option("road-rate", "hex-only"), "F5@2010", &[2011]), 3);
}

#[test]
fn trails_cost_a_point_and_do_not_mix_with_roads() {
    // naw:5.23
    let lab = Lab::new().units("F5@2010").side(2010, 2011, Mark::Trail).kind(2011, HexKind::Rough);
    assert_eq!(cost(&lab, "F5@2010", &[2011]), 2);
    let mixed = Lab::new()
        .units("F5@2010")
        .side(2009, 2010, Mark::Road)
        .side(2011, 2012, Mark::Trail)
        .kind(2011, HexKind::Rough);
    assert_eq!(cost(&mixed, "F5@2010", &[2011]), 4);
}

#[test]
fn rivers_are_crossed_at_bridges_and_streams_at_a_price() {
    // naw:5.24, naw:5.25
    let river = Lab::new().units("F5@2010").side(2010, 2011, Mark::River);
    assert_eq!(walk(&river, "F5@2010", &[2011]), Some(Code::River));
    let bridged = river.side(2010, 2011, Mark::Bridge);
    assert_eq!(cost(&bridged, "F5@2010", &[2011]), 2);
    assert_eq!(cost(&bridged.side(2010, 2011, Mark::Road), "F5@2010", &[2011]), 1);
    let stream = Lab::new().units("F5@2010").side(2010, 2011, Mark::Stream);
    for (kind, price) in [(HexKind::Clear, 6), (HexKind::Forest, 8), (HexKind::Rough, 8), (HexKind::Town, 6)]
    {
        assert_eq!(cost(&stream.clone().kind(2011, kind), "F5@2010", &[2011]), price);
    }
    assert_eq!(cost(&stream.side(2010, 2011, Mark::Bridge), "F5@2010", &[2011]), 2);
}

#[test]
fn slopes_are_paid_going_up() {
    // naw:5.26
    let lab = Lab::new().units("F5@2011 F4@2010").side(2011, 2010, Mark::Slope);
    let up = Lab::new().units("F5@2011").side(2011, 2010, Mark::Slope);
    assert_eq!(cost(&up, "F5@2011", &[2010]), 4);
    assert_eq!(cost(&lab, "F4@2010", &[2011, 2012]), 4);
    let wooded = up.kind(2010, HexKind::Forest);
    assert_eq!(cost(&wooded, "F5@2011", &[2010]), 6);
    assert_eq!(cost(&wooded.option("slope-into", "clear-only"), "F5@2011", &[2010]), 4);
}

#[test]
fn marsh_is_entered_by_road() {
    // naw:9.0-marsh
    let lab = Lab::new().units("F5@2010").kind(2011, HexKind::Marsh);
    assert_eq!(walk(&lab, "F5@2010", &[2011]), Some(Code::Closed));
    assert_eq!(cost(&lab.side(2010, 2011, Mark::Road), "F5@2010", &[2011]), 1);
}

#[test]
fn friends_are_passed_freely_and_any_number_of_times() {
    // naw:5.31, naw:5.33, naw:5.34
    let lab = Lab::new().units("F4@2011 F5@2010 F1@2009 F2@1911 F3@2110 F6@2111");
    let mut state = lab.state();
    for (unit, path) in [
        ("F5@2010", &[2011, 2012][..]),
        ("F1@2009", &[2010, 2011, 1912]),
        ("F2@1911", &[2011, 2112]),
        ("F3@2110", &[2010, 2011, 2012, 2013]),
        ("F6@2111", &[2011, 1911]),
    ] {
        give(&mut state, &go(lab.id(unit), path), &[]);
    }
    assert_eq!(state.unit(lab.id("F5@2010")).moved.as_ref().unwrap().cost, 4);
    assert_eq!(code(&state, &Order::EndMovement), None);
}

#[test]
fn no_two_units_share_a_hex_at_the_end_of_movement() {
    // naw:5.32
    let lab = Lab::new().units("F4@2011 F5@2010");
    let (waits, mover) = (lab.id("F4@2011"), lab.id("F5@2010"));
    let mut state = lab.state();
    give(&mut state, &go(mover, &[2011]), &[]);
    let refused = refusal(&state, &Order::EndMovement);
    assert_eq!((refused.code, refused.hexes.as_slice()), (Code::Stacked, &[Hex(2011)][..]));
    assert!(
        refused.fact.contains("F4@2011 in 2011") && refused.fact.contains("F5@2010 in 2011"),
        "{}",
        refused.fact
    );
    // It moves off: accepted.
    let mut moved_off = state.clone();
    give(&mut moved_off, &go(waits, &[2012]), &[]);
    assert_eq!(code(&moved_off, &Order::EndMovement), None);
    // Or the last sharing move is taken back, without consent.
    give(&mut state, &Order::TakeBack { unit: mover, consent: None }, &[]);
    assert_eq!((state.hex(mover), code(&state, &Order::EndMovement)), (Some(Hex(2010)), None));
}

#[test]
fn a_hex_is_not_shared_with_one_who_cannot_leave() {
    // naw:5.32: it has moved, it is in an enemy zone, or there is nowhere to go.
    let lab = Lab::new().units("F4@2012 F5@2010");
    let mut state = lab.state();
    give(&mut state, &go(lab.id("F4@2012"), &[2011]), &[]);
    let refused = refusal(&state, &go(lab.id("F5@2010"), &[2009, 2010, 2011]));
    assert_eq!((refused.code, refused.last_legal), (Code::Stacked, Some(Hex(2010).into())));
    let held = Lab::new().units("F4@2011 F5@2009 E3@2012");
    assert_eq!(walk(&held, "F5@2009", &[2010, 2011]), Some(Code::Stacked));
    assert_eq!(reach(&held.state(), held.id("F5@2009")).cost(Hex(2011)), None);
    // Shut in by rivers but for the way the mover comes from, which it leaves free.
    let shut = |far: &str| {
        [1911, 1912, 2012, 2111, 2112]
            .iter()
            .fold(Lab::new().units(far), |lab, hex| lab.side(2011, *hex, Mark::River))
    };
    assert_eq!(walk(&shut("F4@2011 F5@2010"), "F5@2010", &[2011]), None);
    let shut = shut("F4-1@2011 F5@2009 F6@2010");
    assert_eq!(walk(&shut, "F5@2009", &[2010, 2011]), Some(Code::Stacked), "2010 is held by another");
}

#[test]
fn zones_stop_at_no_cost_and_several_no_more_than_one() {
    // naw:6.0, naw:6.2, naw:6.5
    let lab = Lab::new().units("E3@2009 E2@1911 E1@2111 F5-7@2012");
    assert_eq!(cost(&lab, "F5-7@2012", &[2011]), 2);
    let refused = refusal(&lab.state(), &go(lab.id("F5-7@2012"), &[2011, 2010]));
    assert_eq!((refused.code, refused.last_legal), (Code::EzocStop, Some(Hex(2011).into())));
    let one = Lab::new().units("E3@2009 F5-7@2012");
    assert_eq!(walk(&one, "F5-7@2012", &[2011, 2010, 2110]), Some(Code::EzocStop));
    let friend = Lab::new().units("E3@2009 F4@2010 F5@2110 F6@2109");
    assert_eq!(reach(&friend.state(), friend.id("F4@2010")).len(), 0, "naw:6.1");
}

#[test]
fn at_night_no_zone_is_entered_or_left() {
    // naw:10.0, naw:10.1, naw:10.2
    let lab = Lab::new().units("E3@2009 F5@2011 F4@2109").night(1);
    assert_eq!(walk(&lab, "F5@2011", &[2010]), Some(Code::NightEzoc));
    assert_eq!(walk(&lab, "F4@2109", &[2209]), Some(Code::EzocExit));
    assert_eq!(walk(&lab, "F5@2011", &[2012]), None);
    let day = Lab::new().units("E3@2009 F5@2011");
    assert_eq!(walk(&day, "F5@2011", &[2010]), None);
}

#[test]
fn the_french_move_by_half_on_turn_one() {
    // naw:15.1
    let road: Vec<u16> = (1215..=1223).collect();
    let lab = Lab::marengo().units("cF2-7@1215 F5@2010 E3@1009 F4-5@1010").along(&road, Mark::Road);
    assert_eq!(walk(&lab, "cF2-7@1215", &road[1..=7]), None);
    assert_eq!(walk(&lab, "cF2-7@1215", &road[1..=8]), Some(Code::TooFewMp));
    assert_eq!(walk(&lab, "F5@2010", &[2011, 2012]), None);
    assert_eq!(walk(&lab, "F5@2010", &[2011, 2012, 2013]), Some(Code::TooFewMp));
    let near = Lab::marengo().units("F5@1011 E3@1009");
    assert_eq!(walk(&near, "F5@1011", &[1010]), Some(Code::Gt1Ezoc));
    assert_eq!(walk(&near.clone().turn(2), "F5@1011", &[1010]), None);
    assert_eq!(walk(&lab, "F4-5@1010", &[1011]), Some(Code::EzocExit));
    // 5 points: 2½ exactly, 2 or 3 by option.
    for (value, half_points) in [("exact", 5), ("round-down", 4), ("round-up", 6)] {
        let lab = Lab::marengo().units("F4-5@2010").option("gt1-half-move", value);
        assert_eq!(movement::allowance(&lab.state(), lab.id("F4-5@2010")), half_points);
        assert_eq!(movement::allowance(&lab.turn(2).state(), UnitId(0)), 10);
    }
    // The Austrians are not held back.
    let austrian = Lab::marengo().units("F5@1011 E3@1008").phasing(ENEMY);
    assert_eq!(walk(&austrian, "E3@1008", &[1009, 1010]), None);
}

#[test]
fn reinforcements_come_on_when_due_and_for_one_point() {
    // naw:14.0, naw:14.2, naw:14.3, naw:14.5, naw:14.6
    let lab = Lab::marengo().units("F4-5@3912/4 F3@3912/4 E9@2001").kind(3912, HexKind::Forest);
    let unit = lab.id("F4-5@3912/4");
    assert_eq!(walk(&lab.clone().turn(3), "F4-5@3912/4", &[3912]), Some(Code::NotDue));
    for turn in [4, 5] {
        let lab = lab.clone().turn(turn);
        assert_eq!(cost(&lab, "F4-5@3912/4", &[3912, 3812, 3712, 3612, 3512]), 10);
        assert_eq!(walk(&lab, "F4-5@3912/4", &[3912, 3812, 3712, 3612, 3512, 3412]), Some(Code::TooFewMp));
        assert_eq!(walk(&lab, "F4-5@3912/4", &[3911]), Some(Code::NotDue));
        let reach = reach(&lab.state(), unit);
        assert_eq!((reach.cost(Hex(3912)), reach.cost(Hex(3512))), (Some(2), Some(10)));
        assert_eq!(reach.path(Hex(3812)).unwrap(), [Hex(3912), Hex(3812)]);
    }
    let mut gone = lab.clone().phasing(ENEMY).state();
    gone.units[lab.id("E9@2001").index()].place = Place::Eliminated;
    assert_eq!(code(&gone, &go(lab.id("E9@2001"), &[2001])), Some(Code::NoneDue));
}

#[test]
fn several_may_come_on_by_one_hex_if_they_move_on() {
    // naw:14.1, naw:14.3
    let lab = Lab::marengo().units("F4-5@3912/4 F3@3912/4 F4@3912/4").turn(4);
    let ids = ["F4-5@3912/4", "F3@3912/4", "F4@3912/4"].map(|unit| lab.id(unit));
    let mut state = lab.state();
    give(&mut state, &go(ids[0], &[3912, 3812]), &[]);
    give(&mut state, &go(ids[1], &[3912]), &[]);
    assert_eq!(code(&state, &go(ids[2], &[3912])), Some(Code::Stacked), "the second has moved");
    give(&mut state, &go(ids[2], &[3912, 3911]), &[]);
    assert_eq!(code(&state, &Order::EndMovement), None);
    // A unit that stands there blocks until it has moved away.
    let held = Lab::marengo().units("F4-5@3912/4 F3@3912").turn(4);
    let mut state = held.state();
    let enters = go(held.id("F4-5@3912/4"), &[3912, 3812]);
    assert_eq!(code(&state, &enters), Some(Code::EntryBlocked));
    give(&mut state, &go(held.id("F3@3912"), &[3911]), &[]);
    assert_eq!(code(&state, &enters), None);
}

#[test]
fn an_entry_may_be_blocked_or_controlled() {
    // naw:14.6
    let blocked = Lab::marengo().units("F4-5@3912/4 E3@3912").turn(4);
    assert_eq!(walk(&blocked, "F4-5@3912/4", &[3912]), Some(Code::EntryBlocked));
    let lab = Lab::marengo().units("F4-5@3912/4 F3@3912/4 E3@3911").turn(4);
    let mut state = lab.state();
    let (first, second) = (lab.id("F4-5@3912/4"), lab.id("F3@3912/4"));
    assert_eq!(code(&state, &go(first, &[3912, 3812])), Some(Code::EzocStop));
    assert_eq!(reach(&state, first).iter().collect::<Vec<_>>(), [(Hex(3912), 2)]);
    give(&mut state, &go(first, &[3912]), &[]);
    assert_eq!(code(&state, &go(second, &[3912])), Some(Code::Stacked));
    assert!(reach(&state, second).is_empty());
    assert_eq!(walk(&lab.night(4), "F4-5@3912/4", &[3912]), Some(Code::NightEzoc));
}

#[test]
fn holding_reinforcements_back_is_an_option() {
    // naw:14.0
    let lab = Lab::marengo().units("F4-5@3912/4 E3@0708").turn(4);
    assert_eq!(code(&lab.state(), &Order::EndMovement), None);
    let lab = lab.option("reinforcement-delay", "only-when-blocked");
    assert_eq!(code(&lab.state(), &Order::EndMovement), Some(Code::MustEnter));
    let blocked = Lab::marengo()
        .units("F4-5@3912/4 E3@3912")
        .turn(4)
        .option("reinforcement-delay", "only-when-blocked");
    assert_eq!(code(&blocked.state(), &Order::EndMovement), None);
}

#[test]
fn a_refusal_names_clause_remedy_and_hexes() {
    let lab = Lab::new().units("F5@2010").side(2011, 2012, Mark::River);
    let state = lab.state();
    let order = go(lab.id("F5@2010"), &[2011, 2012]);
    let refused = refusal(&state, &order);
    assert_eq!(
        refused.to_string(),
        "Blue F5@2010 in 2010 cannot cross from 2011 to 2012: a river without a bridge (naw:5.24). The last legal hex is 2011. Cross at a bridge"
    );
    assert_eq!(refused.remedy, "Cross at a bridge");
    assert_eq!(refused.hexes, [Hex(2011), Hex(2012)]);
}

/// Every hex to which `judge` lets the unit go, with the least cost: found by trying every step by the judge alone.
fn by_judge(state: &State, unit: UnitId) -> Vec<(Hex, u16)> {
    use super::rule_set::NapoleonAtWar;
    use crate::event::Event;
    use dice::Dry;
    use game::RuleSet;
    use std::collections::{BTreeMap, BTreeSet};
    let map = state.game.map();
    let mut best: BTreeMap<Hex, (u16, bool)> = BTreeMap::new();
    let mut open: BTreeSet<(u16, Vec<Hex>)> = BTreeSet::new();
    let firsts: Vec<Hex> = match state.unit(unit).place {
        Place::Map(hex) => map.neighbours(hex).map(|(_, next)| next).collect(),
        _ => state.game.arrival(unit).map(|(_, at)| at).into_iter().collect(),
    };
    open.extend(firsts.into_iter().map(|hex| (0, vec![hex])));
    while let Some((_, path)) = open.pop_first() {
        let last = path[path.len() - 1];
        let order = Order::Move { unit, path: path.clone() };
        let (cost, stops) = match NapoleonAtWar::judge(state, &order, &mut Dry) {
            Ok(ruling) => match &ruling.events[..] {
                [Event::Moved { cost, .. }] => (*cost, true),
                other => panic!("{other:?}"),
            },
            // A hex that may be passed and not stopped in: its price is that of the same way through it.
            Err(Stop::Refused(refusal)) if refusal.code == Code::Stacked => (u16::MAX, false),
            Err(Stop::Refused(_)) => continue,
            Err(other) => panic!("{other}"),
        };
        let cost = if cost == u16::MAX { priced(state, unit, &path) } else { cost };
        if best.get(&last).is_some_and(|(known, _)| *known <= cost) {
            continue;
        }
        best.insert(last, (cost, stops));
        for (_, next) in map.neighbours(last) {
            let mut longer = path.clone();
            longer.push(next);
            open.insert((cost, longer));
        }
    }
    let here = state.hex(unit);
    best.into_iter()
        .filter(|(hex, (_, stops))| *stops && Some(*hex) != here)
        .map(|(hex, (cost, _))| (hex, cost))
        .collect()
}

/// The price of a way by the chart alone.
fn priced(state: &State, unit: UnitId, path: &[Hex]) -> u16 {
    use super::chart::{ENTRY, Entry, entry};
    let map = state.game.map();
    let (mut here, mut cost) = match state.unit(unit).place {
        Place::Map(hex) => (hex, 0),
        _ => (path[0], ENTRY),
    };
    for to in path.iter().copied() {
        if let Some(marks) = map.between(here, to)
            && let Entry::Costs(price) = entry(map.kind(to), marks, &state.game.options)
        {
            cost += price;
        }
        here = to;
    }
    cost
}

#[test]
fn the_list_of_moves_is_what_the_judge_allows() {
    let ground = |lab: Lab| {
        lab.kind(2010, HexKind::Rough)
            .kind(1911, HexKind::Forest)
            .kind(2112, HexKind::Marsh)
            .kind(2208, HexKind::Town)
            .along(&[1808, 1908, 2008, 2108, 2208, 2309], Mark::Road)
            .along(&[2012, 2112, 2212], Mark::Road)
            .along(&[1911, 1811, 1711], Mark::Trail)
            .along(&[2009, 2010], Mark::River)
            .along(&[2110, 2010], Mark::River)
            .along(&[2110, 2010], Mark::Bridge)
            .along(&[2011, 2111], Mark::Stream)
            .along(&[2012, 2011], Mark::Slope)
    };
    let crowd = "F5@2011 F4-3@2012 F3-5@1911 gF2@1912 cF2-7@2111 F6@2110 F1-5@3901/2 F2-5@3901/2 E3@2107 gE2@1807 E4@2314";
    for lab in [
        ground(Lab::new().units(crowd).turn(2)),
        ground(Lab::new().units(crowd).turn(2).night(2)),
        ground(Lab::marengo().units(crowd)),
        ground(Lab::new().units(crowd).option("road-rate", "hex-only").option("slope-into", "clear-only")),
    ] {
        let mut state = lab.state();
        // As the phase goes on hexes are shared and units come on; look after each of the first moves.
        for step in 0..4_usize {
            let mut listed = 0;
            for unit in state.game.of_side(PHASING) {
                let reach = reach(&state, unit);
                let list: Vec<(Hex, u16)> = reach.iter().collect();
                assert_eq!(list, by_judge(&state, unit), "{} at step {step}", state.say(unit));
                listed += list.len();
                for (hex, cost) in list {
                    let mut after = state.clone();
                    give(&mut after, &Order::Move { unit, path: reach.path(hex).unwrap() }, &[]);
                    assert_eq!(after.unit(unit).moved.as_ref().unwrap().cost, cost);
                }
            }
            assert!(listed > 20, "{listed} moves at step {step}");
            let offers = movement::offers(&state);
            let moves = offers.iter().filter(|offer| matches!(offer.order, Order::Move { .. })).count();
            assert_eq!(moves, listed, "every move is offered");
            let order = offers[(step * 37 + 11) % moves].order.clone();
            give(&mut state, &order, &[]);
        }
    }
}
