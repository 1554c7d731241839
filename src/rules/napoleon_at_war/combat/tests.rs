//! The ledger's checks of combats and bombardments (`naw:7.0` to `naw:8.52`, `naw:9.0`, `naw:10.1`, `naw:15.2`).

use crate::fixture::{ENEMY, Lab, code, give, refusal};
use crate::state::Phase;
use crate::{Assault, NapoleonAtWar, Order, State, UnitId};
use dice::Dry;
use game::{RuleSet, Stop};
use hexes::{Hex, HexKind, Mark};

use super::graph::Graph;
use super::odds::outlook;
use super::offers::due;
use super::owed;
use super::phase::{Fight, Step};
use super::plans::{any_plan, lists_all, plans};
use super::table::{Column, CombatResult};
use super::*;
use scenario::UnitSet;

use std::collections::BTreeSet;

fn ids(lab: &Lab, written: &str) -> Vec<UnitId> {
    let mut ids: Vec<UnitId> = written.split_whitespace().map(|unit| lab.id(unit)).collect();
    ids.sort_unstable();
    ids
}

fn assault(lab: &Lab, attackers: &str, defenders: &str) -> Assault {
    Assault { attackers: ids(lab, attackers), defenders: ids(lab, defenders), lowered: None }
}

fn attack(lab: &Lab, attackers: &str, defenders: &str) -> Order {
    Order::Attack(assault(lab, attackers, defenders))
}

fn lowered(lab: &Lab, attackers: &str, defenders: &str, column: &str) -> Order {
    let lowered = Column::named(column);
    Order::Attack(Assault { lowered, ..assault(lab, attackers, defenders) })
}

/// The state after movement has ended and this combat's die has fallen.
fn fought(lab: &Lab, attackers: &str, defenders: &str, face: u16) -> State {
    let mut state = lab.combat();
    give(&mut state, &attack(lab, attackers, defenders), &[face]);
    state
}

fn now(state: &State) -> &Fight {
    running(state).unwrap().fight.as_ref().unwrap()
}

fn at(lab: &Lab, state: &State, unit: &str) -> Option<u16> {
    state.hex(lab.id(unit)).map(|hex| hex.0)
}

fn retreat(lab: &Lab, unit: &str, way: &[u16]) -> Order {
    Order::Retreat { unit: lab.id(unit), way: way.iter().copied().map(Hex).collect() }
}

fn advance(lab: &Lab, unit: &str, to: u16) -> Order {
    Order::Advance { unit: lab.id(unit), to: Hex(to) }
}

fn offered(state: &State, kind: &str) -> Vec<Order> {
    let due = NapoleonAtWar::due(state);
    due.offers.into_iter().filter(|offer| offer.kind == kind).map(|offer| offer.order).collect()
}

fn ways(state: &State) -> Vec<Vec<u16>> {
    let hexes = |way: Vec<Hex>| way.into_iter().map(|hex| hex.0).collect();
    let way = |order| match order {
        Order::Retreat { way, .. } => hexes(way),
        _ => Vec::new(),
    };
    offered(state, "retreat").into_iter().map(way).collect()
}

fn refused(state: &State, order: &Order) -> (&'static str, Vec<u16>) {
    let refusal = refusal(state, order);
    (refusal.code(), refusal.hexes.iter().map(|hex| hex.0).collect())
}

fn odds_of(lab: &Lab, attackers: &str, defenders: &str) -> (u32, u32, &'static str) {
    let odds = outlook(&lab.combat(), &assault(lab, attackers, defenders)).unwrap();
    (odds.reckoning.attack, odds.reckoning.defence, odds.column.name())
}

/// Two attackers, two defenders: 2011 touches only 2111, and only 2010 touches 2009.
fn corner(more: &str) -> Lab {
    Lab::new().units(&format!("F5@2010 F4@2011 E3@2009 E2@2111 {more}"))
}

#[test]
fn every_enemy_in_contact_must_be_attacked() {
    // naw:7.11
    let lab = corner("");
    let state = lab.combat();
    assert_eq!(code(&state, &attack(&lab, "F5@2010", "E3@2009")), None);
    let both = attack(&lab, "F4@2011 F5@2010", "E2@2111");
    assert_eq!(refused(&state, &both), ("leaves-unattacked", vec![2009]));
    // With a gun in range of 2009 it is legal, and the gun owes the attack.
    let gun = corner("gF2@2007");
    let mut state = gun.combat();
    give(&mut state, &attack(&gun, "F4@2011 F5@2010", "E2@2111"), &[1]);
    finish(&mut state);
    assert_eq!(code(&state, &Order::EndCombat), Some(Code::CombatOwed));
    let owed = owed::of(&state, running(&state).unwrap());
    assert_eq!(owed.defenders[0].guns, [gun.id("gF2@2007")]);
    assert!(owed.words(&state, owed::GUNS)[0].contains("only be attacked by bombardment"));
    give(&mut state, &attack(&gun, "gF2@2007", "E3@2009"), &[6]);
    assert_eq!(code(&state, &Order::EndCombat), None);
}

/// Whoever has a choice takes the first that he is offered, until the combat is over.
fn finish(state: &mut State) {
    while running(state).unwrap().under_way().is_some() {
        let order = NapoleonAtWar::due(state).offers[0].order.clone();
        give(state, &order, &[]);
    }
}

/// The unit retreats by the first way that it is offered.
fn go_back(lab: &Lab, state: &mut State, unit: &str) {
    let unit = lab.id(unit);
    let is = |order: &Order| matches!(order, Order::Retreat { unit: other, .. } if *other == unit);
    let order = offered(state, "retreat").into_iter().find(is).expect("its retreat is due");
    give(state, &order, &[]);
}

#[test]
fn every_unit_in_contact_must_attack() {
    // naw:7.12
    let lab = corner("");
    let state = lab.combat();
    let one = attack(&lab, "F5@2010", "E2@2111 E3@2009");
    assert_eq!(refused(&state, &one), ("leaves-idle", vec![2011]));
    assert_eq!(code(&state, &Order::EndCombat), Some(Code::CombatOwed));
    let named = refusal(&state, &Order::EndCombat).fact;
    for unit in ["2010", "2011", "2009", "2111"] {
        assert!(named.contains(unit), "{named}");
    }
}

#[test]
fn up_to_six_and_any_guns_attack_one_hex() {
    // naw:7.13
    let lab = Lab::new()
        .units("F1@2009 F1@2011 F1@1910 F1@1911 F1@2110 F1@2111 E6@2010 gF2@2008 gF2@2012 gF2@2210");
    let all = "F1@2009 F1@2011 F1@1910 F1@1911 F1@2110 F1@2111 gF2@2008 gF2@2012 gF2@2210";
    assert_eq!(odds_of(&lab, all, "E6@2010"), (12, 6, "2-1"));
}

#[test]
fn each_fights_and_is_attacked_once() {
    // naw:7.14, naw:7.3
    let lab =
        Lab::new().units("F5@2010 E3@2009 E2@2111 gF2@2007 F1@2211").option("bombarder-may-retreat", "off");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "gF2@2007", "E3@2009"), &[6]);
    assert_eq!(code(&state, &attack(&lab, "F5@2010", "E3@2009")), Some(Code::AlreadyAttacked));
    give(&mut state, &attack(&lab, "F5@2010 F1@2211", "E2@2111"), &[6]);
    finish(&mut state);
    let order = attack(&lab, "F5@2010", "E2@2111");
    assert_eq!(code(&state, &order), Some(Code::AlreadyFought));
}

#[test]
fn only_neighbours_attack_and_not_over_rivers() {
    // naw:7.15
    let lab = Lab::new().units("F5@2010 E3@2008 E3@2111");
    assert_eq!(code(&lab.combat(), &attack(&lab, "F5@2010", "E3@2008")), Some(Code::NotAdjacent));
    let river = Lab::new().units("F5@2010 E2@2009").side(2009, 2010, Mark::River);
    assert_eq!(code(&river.combat(), &attack(&river, "F5@2010", "E2@2009")), Some(Code::River));
    let bridge = river.side(2009, 2010, Mark::Bridge);
    assert_eq!(code(&bridge.combat(), &attack(&bridge, "F5@2010", "E2@2009")), None);
}

#[test]
fn one_attacks_all_that_nobody_else_engages() {
    // naw:7.21
    let lab = Lab::new().units("F5@2010 E3@2009 E2@2111");
    assert_eq!(odds_of(&lab, "F5@2010", "E3@2009 E2@2111"), (5, 5, "1-1"));
    let state = lab.combat();
    assert_eq!(refused(&state, &attack(&lab, "F5@2010", "E3@2009")), ("leaves-unattacked", vec![2111]));
    assert!(owed::of(&state, running(&state).unwrap()).words(&state, owed::GUNS)[0].contains("all together"));
}

#[test]
fn several_attack_one_or_several_if_all_touch_all() {
    // naw:7.22
    let lab = Lab::new().units("F5@2010 F4@2109 gF2@2108 E3@2110");
    assert_eq!(odds_of(&lab, "F5@2010 F4@2109 gF2@2108", "E3@2110"), (11, 3, "3-1"));
    let four = Lab::new().units("F5@2010 F4@2110 E3@2009 E2@2111");
    assert_eq!(odds_of(&four, "F5@2010 F4@2110", "E3@2009 E2@2111"), (9, 5, "1-1"));
    assert_eq!(code(&four.combat(), &attack(&four, "F5@2010 F4@2110", "E3@2009 E2@2111")), None);
    let lab = corner("");
    let all = |lab: &Lab| attack(lab, "F5@2010 F4@2011", "E3@2009 E2@2111");
    assert_eq!(refused(&lab.combat(), &all(&lab)), ("not-adjacent", vec![2011, 2009]));
    // The other two settings of multi-multi.
    let connected = corner("").option("multi-multi", "connected");
    assert_eq!(code(&connected.combat(), &all(&connected)), None);
    let forbid = four.option("multi-multi", "forbid");
    let order = attack(&forbid, "F5@2010 F4@2110", "E3@2009 E2@2111");
    assert_eq!(code(&forbid.combat(), &order), Some(Code::NotComplete));
    assert_eq!(code(&forbid.combat(), &attack(&forbid, "F5@2010", "E3@2009")), None);
}

#[test]
fn a_weak_attack_frees_strength_elsewhere() {
    // naw:7.5
    let lab = Lab::new().units("F1@2010 E5@2009 F7@1612 F6@1712 E3@1611");
    assert_eq!(odds_of(&lab, "F1@2010", "E5@2009"), (1, 5, "1-5"));
    assert_eq!(odds_of(&lab, "F7@1612 F6@1712", "E3@1611"), (13, 3, "4-1"));
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "F1@2010", "E5@2009"), &[3]);
    assert_eq!(at(&lab, &state, "F1@2010"), None, "1-5 and 3 is Ae");
}

#[test]
fn an_exchange_costs_the_least_set_that_covers_it() {
    // naw:7.6-ex
    let lab = Lab::new().units("F5@2010 F4@1910 F3@2110 E3@2009");
    let state = fought(&lab, "F5@2010 F4@1910 F3@2110", "E3@2009", 6);
    assert_eq!((at(&lab, &state, "E3@2009"), offered(&state, "exchange").len()), (None, 3));
    let lose = |lab: &Lab, units: &str| Order::Exchange { lost: ids(lab, units) };
    for one in ["F3@2110", "F4@1910", "F5@2010"] {
        assert_eq!(code(&state, &lose(&lab, one)), None);
    }
    assert_eq!(code(&state, &lose(&lab, "F3@2110 F4@1910")), Some(Code::ExcessLoss));
    assert_eq!(code(&state, &attack(&lab, "F3@2110", "E3@2009")), Some(Code::CombatOwed));
    let any = lab.option("exchange-excess", "any");
    let state = fought(&any, "F5@2010 F4@1910 F3@2110", "E3@2009", 6);
    assert_eq!(code(&state, &lose(&any, "F3@2110 F4@1910")), None);
    // Terrain does not count: 24 against 3 doubled in rough.
    let rough = Lab::new().units("F7@2010 F7@1910 F6@2110 F4@2008 E3@2009").kind(2009, HexKind::Rough);
    let state = fought(&rough, "F7@2010 F7@1910 F6@2110 F4@2008", "E3@2009", 6);
    assert_eq!(now(&state).column.name(), "4-1");
    assert_eq!(code(&state, &lose(&rough, "F4@2008")), None);
    assert_eq!(code(&state, &Order::Exchange { lost: Vec::new() }), Some(Code::TooLittle));
    // Bombarders are exempt, and what is then lacking is forgiven.
    let guns = Lab::new().units("F1@2010 gF4@2011 gF3@1911 E2@2009");
    let state = fought(&guns, "F1@2010 gF4@2011 gF3@1911", "E2@2009", 6);
    assert_eq!((now(&state).attack, now(&state).column.name()), (8, "4-1"));
    let left = ["F1@2010", "gF4@2011", "gF3@1911", "E2@2009"].map(|unit| at(&guns, &state, unit));
    assert_eq!(left, [None, Some(2011), Some(1911), None]);
    let alone = Lab::new().units("gF4@2011 gF4@1911 E2@2009");
    let state = fought(&alone, "gF4@2011 gF4@1911", "E2@2009", 6);
    assert_eq!((at(&alone, &state, "E2@2009"), at(&alone, &state, "gF4@2011")), (None, Some(2011)));
    assert!(now(&state).step.is_over());
}

#[test]
fn the_counterattack_does_not_cheapen_an_exchange() {
    // naw:15.2
    let lab = Lab::marengo().units("F5@2010 F3@2110 E4@2009").turn(10);
    let mut state = lab.combat();
    give(&mut state, &Order::Counterattack, &[]);
    give(&mut state, &attack(&lab, "F5@2010 F3@2110", "E4@2009"), &[6]);
    assert_eq!((now(&state).attack, now(&state).column.name()), (16, "4-1"));
    // Only the 5 covers 4 printed points by itself; the 3 does not, and with the 5 it would be too much.
    assert_eq!(at(&lab, &state, "F5@2010"), None);
    assert_eq!(at(&lab, &state, "F3@2110"), Some(2110));
}

#[test]
fn survivors_of_an_exchange_may_advance() {
    // naw:7.6-ex, option advance-after-exchange
    let lab = || Lab::new().units("F9@2010 F3@2110 E3@2009");
    let state = |lab: &Lab| {
        let mut state = fought(lab, "F9@2010 F3@2110", "E3@2009", 6);
        give(&mut state, &Order::Exchange { lost: ids(lab, "F3@2110") }, &[]);
        state
    };
    let on = lab();
    assert_eq!(code(&state(&on), &advance(&on, "F9@2010", 2009)), None);
    let off = lab().option("advance-after-exchange", "off");
    assert_eq!(code(&state(&off), &advance(&off, "F9@2010", 2009)), Some(Code::TooLate));
}

#[test]
fn the_owner_picks_where_his_unit_retreats() {
    // naw:7.71, naw:7.72
    let lab = Lab::new().units("E3@2009 F5@2010");
    let state = fought(&lab, "F5@2010", "E3@2009", 6);
    assert_eq!(ways(&state), [[1911], [2011], [2111]]);
    assert_eq!(NapoleonAtWar::due(&state).side, Some(state.phasing));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2110])), Some(Code::Ezoc));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2009])), Some(Code::EnemyOccupied));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2012])), Some(Code::NotAdjacent));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[])), Some(Code::BadOrder));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2111])), None);
    // Several clauses fit: the first by number is given.
    let river = [2010, 1911, 2111]
        .iter()
        .fold(Lab::new().units("E3@2009 E1@2011 F5@2010"), |lab, hex| lab.side(2011, *hex, Mark::River));
    let behind = fought(&river, "F5@2010", "E3@2009", 6);
    assert_eq!(ways(&behind), [[1911], [2111]]);
    assert_eq!(refusal(&behind, &retreat(&river, "F5@2010", &[2011])).clause, "naw:5.12");
    let state = fought(&lab, "F5@2010", "E3@2009", 1);
    assert_eq!(NapoleonAtWar::due(&state).side, Some(ENEMY));
}

#[test]
fn a_unit_without_a_hex_is_eliminated() {
    // naw:7.72, naw:14.4
    let pinned = Lab::new().units("E3@2009 E3@2011 F5@2010");
    let state = fought(&pinned, "F5@2010", "E3@2009 E3@2011", 6);
    assert_eq!(at(&pinned, &state, "F5@2010"), None);
    let river = Lab::new()
        .units("E3@2009 F5@2010")
        .side(2010, 2011, Mark::River)
        .side(2010, 2111, Mark::River)
        .side(2010, 1911, Mark::River);
    assert_eq!(at(&river, &fought(&river, "F5@2010", "E3@2009", 6), "F5@2010"), None);
    let bridge = river.side(2010, 2011, Mark::Bridge);
    let state = fought(&bridge, "F5@2010", "E3@2009", 6);
    assert_eq!(at(&bridge, &state, "F5@2010"), Some(2011), "the only hex is taken at once");
    let edge = Lab::new().units("F4@2001 E5@2002 E1@1901");
    let state = fought(&edge, "F4@2001", "E5@2002 E1@1901", 6);
    assert_eq!(at(&edge, &state, "F4@2001"), Some(2101));
    let shut = Lab::new().units("F4@2001 E5@2002 E1@1901 E1@2201");
    assert_eq!(at(&shut, &fought(&shut, "F4@2001", "E5@2002 E1@1901", 6), "F4@2001"), None);
    // naw:9.0-marsh
    let marsh = Lab::new().units("E3@2009 F5@2010").kind(2011, HexKind::Marsh).kind(1911, HexKind::Marsh);
    let state = fought(&marsh, "F5@2010", "E3@2009", 6);
    assert_eq!(at(&marsh, &state, "F5@2010"), Some(2111));
    let marsh = marsh.side(2010, 2011, Mark::Road);
    let state = fought(&marsh, "F5@2010", "E3@2009", 6);
    assert_eq!(code(&state, &retreat(&marsh, "F5@2010", &[1911])), Some(Code::Closed));
    assert_eq!(code(&state, &retreat(&marsh, "F5@2010", &[2011])), None);
}

#[test]
fn a_vacant_hex_comes_first() {
    // naw:7.73
    let lab = Lab::new().units("E3@2009 F5@2010 F1@2011");
    let state = fought(&lab, "F5@2010", "E3@2009", 6);
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2011, 2012])), Some(Code::VacantFirst));
    assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2111])), None);
}

#[test]
fn a_friend_is_displaced_where_nothing_is_vacant() {
    // naw:7.81
    let lab = Lab::new().units("E3@2009 F5@2010 F1@1911 F1@2011 F1@2111");
    let state = fought(&lab, "F5@2010", "E3@2009", 6);
    for end in [2012, 1912, 2112] {
        assert_eq!(code(&state, &retreat(&lab, "F5@2010", &[2011, end])), None, "{end}");
    }
    assert!(ways(&state).iter().all(|way| way.len() == 2 && way[1] != 2010));
    let mut after = state;
    give(&mut after, &retreat(&lab, "F5@2010", &[2011, 2012]), &[]);
    assert_eq!((at(&lab, &after, "F5@2010"), at(&lab, &after, "F1@2011")), (Some(2011), Some(2012)));
    assert!(running(&after).unwrap().displaced.contains(&lab.id("F1@2011")));
    // A second enemy makes the refuge an enemy zone, the friend in it or not.
    let shut = |lab: Lab| lab.side(2010, 1911, Mark::River).side(2010, 2111, Mark::River);
    let lab = shut(Lab::new().units("E3@2009 F5@2010 F1@2011 E1@2012"));
    assert_eq!(at(&lab, &fought(&lab, "F5@2010", "E3@2009", 6), "F5@2010"), None);
    let shields = lab.option("displace-into-ezoc", "friend-shields");
    let state = fought(&shields, "F5@2010", "E3@2009", 6);
    assert_eq!(ways(&state), [[2011, 1911], [2011, 2111]], "by both ends that are out of enemy zones");
}

#[test]
fn displacements_chain_only_where_they_must() {
    // naw:7.82
    let lab = Lab::new()
        .units("E3@2009 F5@2010 F1@2011 F1@1912 F1@2012 F1@2112")
        .side(2010, 1911, Mark::River)
        .side(2010, 2111, Mark::River)
        .side(2011, 1911, Mark::River)
        .side(2011, 2111, Mark::River);
    let mut state = fought(&lab, "F5@2010", "E3@2009", 6);
    let order = retreat(&lab, "F5@2010", &[2011, 2012, 2013]);
    assert!(ways(&state).iter().all(|way| way.len() == 3));
    give(&mut state, &order, &[]);
    let places = ["F5@2010", "F1@2011", "F1@2012"].map(|unit| at(&lab, &state, unit));
    assert_eq!(places, [Some(2011), Some(2012), Some(2013)]);
    // All chains blocked: the retreating unit is lost, the rest stay.
    let blocked = Lab::new()
        .units("E3@2009 F5@2010 F1@2011")
        .side(2010, 1911, Mark::River)
        .side(2010, 2111, Mark::River)
        .side(2011, 1911, Mark::River)
        .side(2011, 2111, Mark::River)
        .side(2011, 1912, Mark::River)
        .side(2011, 2012, Mark::River)
        .side(2011, 2112, Mark::River);
    let state = fought(&blocked, "F5@2010", "E3@2009", 6);
    assert_eq!((at(&blocked, &state, "F5@2010"), at(&blocked, &state, "F1@2011")), (None, Some(2011)));
}

/// F5 in 2010 can only go back by displacing what is in 2011.
fn narrow(units: &str) -> Lab {
    Lab::new().units(units).side(2010, 1911, Mark::River).side(2010, 2111, Mark::River)
}

#[test]
fn a_gun_displaced_before_it_fires_is_silent() {
    // naw:7.82
    let lab = narrow("E3@2009 F5@2010 gF2@2011 E1@2014");
    let mut state = fought(&lab, "F5@2010", "E3@2009", 6);
    give(&mut state, &retreat(&lab, "F5@2010", &[2011, 2012]), &[]);
    assert_eq!(code(&state, &attack(&lab, "gF2@2011", "E1@2014")), Some(Code::DisplacedGun));
    // Displaced after it fired: nothing more.
    let lab = narrow("E3@2009 F5@2010 gF2@2011 E1@1812").option("bombarder-may-retreat", "off");
    let mut state = lab.combat();
    give(&mut state, &attack(&lab, "gF2@2011", "E1@1812"), &[6]);
    give(&mut state, &attack(&lab, "F5@2010", "E3@2009"), &[6]);
    go_back(&lab, &mut state, "F5@2010");
    let phase = running(&state).unwrap();
    assert!(phase.displaced.contains(&lab.id("gF2@2011")) && phase.silenced.is_empty());
}

#[test]
fn who_was_displaced_is_displaced_again_only_if_nothing_else_serves() {
    // naw:7.82
    let lab = narrow("E3@2009 F5@2010 F1@2011 F2@2110");
    let lab = lab.side(2009, 2110, Mark::River);
    let mut state = fought(&lab, "F5@2010", "E3@2009", 6);
    let all = ways(&state);
    assert!(all.iter().any(|way| way[0] == 2011) && all.iter().any(|way| way[0] == 2110), "{all:?}");
    if let Phase::Combat(phase) = &mut state.phase {
        phase.displaced.insert(lab.id("F1@2011"));
    }
    assert!(ways(&state).iter().all(|way| way[0] == 2110));
    if let Phase::Combat(phase) = &mut state.phase {
        phase.displaced.insert(lab.id("F2@2110"));
    }
    assert_eq!(ways(&state), all);
}

#[test]
fn participants_are_not_displaced() {
    // naw:7.81, option involved
    let lab = |option: &str| narrow("E3@2009 F5@2010 gF2@2011").option("involved", option);
    let participants = lab("participants").option("bombarder-may-retreat", "off");
    let state = fought(&participants, "F5@2010 gF2@2011", "E3@2009", 6);
    assert_eq!(now(&state).result, CombatResult::Ar);
    assert_eq!(at(&participants, &state, "F5@2010"), None);
    let adjacent = lab("adjacent-only").option("bombarder-may-retreat", "off");
    let state = fought(&adjacent, "F5@2010 gF2@2011", "E3@2009", 6);
    assert_eq!(now(&state).step, Step::Retreats { left: ids(&adjacent, "F5@2010"), may: vec![] });
}

#[test]
fn a_swap_takes_the_hex_that_is_left() {
    // naw:7.81, option swap: a unit driven off by guns alone stands in no enemy zone.
    let lab = |option: &str| {
        Lab::new()
            .units("gF9@2008 E1@2010 E1@2011")
            .along(&[2010, 1911], Mark::River)
            .side(2010, 1910, Mark::River)
            .side(2010, 2110, Mark::River)
            .side(2010, 2111, Mark::River)
            .kind(2009, HexKind::Marsh)
            .side(2011, 1911, Mark::River)
            .side(2011, 2111, Mark::River)
            .side(2011, 1912, Mark::River)
            .side(2011, 2112, Mark::River)
            .side(2011, 2012, Mark::River)
            .option("swap", option)
    };
    let forbidden = lab("forbidden");
    let state = fought(&forbidden, "gF9@2008", "E1@2010", 4);
    assert_eq!(at(&forbidden, &state, "E1@2010"), None);
    let allowed = lab("allowed");
    let state = fought(&allowed, "gF9@2008", "E1@2010", 4);
    let places = ["E1@2010", "E1@2011"].map(|unit| at(&allowed, &state, unit));
    assert_eq!(places, [Some(2011), Some(2010)]);
}

#[test]
fn an_advance_cuts_the_next_retreat() {
    // naw:7.74
    let lab = Lab::new().units("F9@2208 E3@2209 F8@2211 E4@2210");
    let mut state = fought(&lab, "F9@2208", "E3@2209", 1);
    give(&mut state, &retreat(&lab, "E3@2209", &[2310]), &[]);
    give(&mut state, &advance(&lab, "F9@2208", 2209), &[]);
    assert_eq!(code(&state, &attack(&lab, "F9@2208", "E4@2210")), Some(Code::AlreadyFought));
    give(&mut state, &attack(&lab, "F8@2211", "E4@2210"), &[2]);
    assert_eq!(at(&lab, &state, "E4@2210"), None);
    assert_eq!(code(&state, &advance(&lab, "F9@2208", 2210)), Some(Code::TooLate));
    assert_eq!(code(&state, &advance(&lab, "F8@2211", 2210)), None);
}

#[test]
fn after_the_next_die_an_advance_is_too_late() {
    // naw:7.74
    let lab = Lab::new().units("F9@2010 E3@2009 F9@1610 E3@1609");
    let mut state = fought(&lab, "F9@2010", "E3@2009", 1);
    go_back(&lab, &mut state, "E3@2009");
    assert_eq!(code(&state, &advance(&lab, "F9@2010", 2009)), None);
    give(&mut state, &attack(&lab, "F9@1610", "E3@1609"), &[1]);
    go_back(&lab, &mut state, "E3@1609");
    assert_eq!(code(&state, &advance(&lab, "F9@2010", 2009)), Some(Code::TooLate));
    assert_eq!(code(&state, &Order::EndCombat), None, "an advance nobody asks for is no bar");
}

#[test]
fn the_defender_may_advance_too() {
    // naw:7.74, option defender-advance
    let lab = || Lab::new().units("E3@2009 F5@2010");
    let back = |lab: &Lab| {
        let mut state = fought(lab, "F5@2010", "E3@2009", 6);
        give(&mut state, &retreat(lab, "F5@2010", &[2011]), &[]);
        state
    };
    let on = lab();
    let mut state = back(&on);
    let due = NapoleonAtWar::due(&state);
    assert_eq!((due.side, due.clause), (Some(ENEMY), "naw:7.74"));
    give(&mut state, &advance(&on, "E3@2009", 2010), &[]);
    assert_eq!(at(&on, &state, "E3@2009"), Some(2010));
    // New contact adds no duty (naw:7.11).
    assert_eq!(code(&state, &Order::EndCombat), None);
    let off = lab().option("defender-advance", "off");
    assert!(now(&back(&off)).step.is_over());
}

#[test]
fn the_attacker_does_not_go_on_over_the_defenders_advance() {
    // naw:7.74, naw:8.15
    let lab = Lab::new().units("E3@2009 F5@2010 gF2@2011 F9@1610 E3@1609");
    let mut state = fought(&lab, "F5@2010 gF2@2011", "E3@2009", 6);
    give(&mut state, &retreat(&lab, "F5@2010", &[2111]), &[]);
    let next = attack(&lab, "F9@1610", "E3@1609");
    // The gun has its choice still; it is no way round the defender's.
    for order in [&next, &Order::EndCombat] {
        let refused = refusal(&state, order);
        assert_eq!((refused.code, refused.clause), (Code::CombatOwed, "naw:7.74"), "{refused}");
    }
    give(&mut state, &Order::Decline, &[]);
    assert_eq!(NapoleonAtWar::due(&state).side, Some(ENEMY));
    assert_eq!(code(&state, &next), Some(Code::CombatOwed));
    assert!(NapoleonAtWar::due(&state).offers.iter().all(|offer| offer.kind != "end-combat"));
    let mut advanced = state.clone();
    give(&mut advanced, &advance(&lab, "E3@2009", 2010), &[]);
    give(&mut advanced, &next, &[1]);
    give(&mut state, &Order::Decline, &[]);
    give(&mut state, &next, &[1]);
}

#[test]
fn one_unit_advances_after_a_combat() {
    // naw:7.75
    let lab = Lab::new().units("F9@2010 F9@2110 E1@2009 E2@2111");
    let mut state = fought(&lab, "F9@2010 F9@2110", "E1@2009 E2@2111", 1);
    assert_eq!(now(&state).result, CombatResult::De);
    give(&mut state, &advance(&lab, "F9@2010", 2009), &[]);
    assert_eq!(code(&state, &advance(&lab, "F9@2110", 2111)), Some(Code::OneAdvance));
}

#[test]
fn nobody_advances_over_a_river() {
    // naw:7.74, naw:8.45
    let lab = Lab::new().units("gF4@2010 F4@2110 E1@2009").side(2009, 2010, Mark::River);
    let state = fought(&lab, "F4@2110 gF4@2010", "E1@2009", 1);
    assert_eq!(now(&state).vacated, [Hex(2009)]);
    assert_eq!(offered(&state, "advance"), [advance(&lab, "F4@2110", 2009)]);
    assert_eq!(code(&state, &advance(&lab, "gF4@2010", 2009)), Some(Code::NotOwed), "a bombarder");
}

#[test]
fn the_attacker_may_lower_the_odds() {
    // naw:7.9
    let lab = Lab::new().units("F15@2010 E3@2009");
    let state = lab.combat();
    let mut three = state.clone();
    give(&mut three, &lowered(&lab, "F15@2010", "E3@2009", "3-1"), &[6]);
    assert_eq!((now(&three).computed.name(), now(&three).result), ("5-1", CombatResult::Ar));
    assert_eq!(code(&state, &lowered(&lab, "F15@2010", "E3@2009", "6-1")), Some(Code::NotLower));
    finish(&mut three);
    assert_eq!(code(&three, &lowered(&lab, "F15@2010", "E3@2009", "2-1")), Some(Code::TooLate));
    let other = lab.clone().option("edition", "decision-games");
    assert_eq!(
        code(&other.combat(), &lowered(&other, "F15@2010", "E3@2009", "3-1")),
        Some(Code::NotInEdition)
    );
    // Against a surrounded defender 4-1 kills on all faces, with Ex on 6 only; 5-1 has Ex on 5 and 6; 3-1 fails on 6.
    let ring = Lab::new().units("F9@2009 F9@2011 F2@1910 E4@2010");
    let kills = |column: &str| -> Vec<u8> {
        let mut assault = assault(&ring, "F9@2009 F9@2011 F2@1910", "E4@2010");
        assault.lowered = Column::named(column);
        let odds = outlook(&ring.combat(), &assault).unwrap();
        let lost = |face: &&odds::Face| {
            let outcome = &face.outcome;
            outcome.lost.contains(&ring.id("E4@2010")) || outcome.trapped.contains(&ring.id("E4@2010"))
        };
        odds.faces.iter().filter(lost).map(|face| face.face).collect()
    };
    assert_eq!((kills("4-1").len(), kills("5-1").len(), kills("3-1")), (6, 6, vec![1, 2, 3, 4, 5]));
}

#[test]
fn bombarders_take_no_results() {
    // naw:8.0, naw:8.14, naw:8.23
    let lab = Lab::new().units("gF4@2010 E1@2012");
    let state = fought(&lab, "gF4@2010", "E1@2012", 5);
    assert_eq!(now(&state).result, CombatResult::Dr);
    let lab = Lab::new().units("gF2@2010 E4@2012");
    let mut state = fought(&lab, "gF2@2010", "E4@2012", 6);
    give(&mut state, &Order::Decline, &[]);
    assert!(now(&state).step.is_over());
    assert_eq!((at(&lab, &state, "gF2@2010"), at(&lab, &state, "E4@2012")), (Some(2010), Some(2012)));
    let lab = Lab::new().units("F5@2010 gF2@2011 E9@2009");
    let mut state = fought(&lab, "F5@2010 gF2@2011", "E9@2009", 4);
    assert_eq!((now(&state).column.name(), now(&state).result), ("1-2", CombatResult::Ar));
    give(&mut state, &retreat(&lab, "F5@2010", &[2111]), &[]);
    give(&mut state, &Order::Decline, &[]);
    assert_eq!(at(&lab, &state, "gF2@2011"), Some(2011));
    let lab = Lab::new().units("F1@2010 gF1@2011 E12@2009");
    let state = fought(&lab, "F1@2010 gF1@2011", "E12@2009", 3);
    assert_eq!((now(&state).column.name(), now(&state).result), ("1-5", CombatResult::Ae));
    assert_eq!((at(&lab, &state, "F1@2010"), at(&lab, &state, "gF1@2011")), (None, Some(2011)));
}

#[test]
fn a_bombarder_may_take_the_retreat() {
    // naw:8.15
    let lab = || Lab::new().units("E3@2009 E9@1811 E9@2211 F5@2010 gF2@2011").side(2009, 2110, Mark::Stream);
    let spi = lab();
    let mut state = fought(&spi, "F5@2010 gF2@2011", "E3@2009", 6);
    assert!(ways(&state).contains(&vec![2012]), "{:?}", ways(&state));
    give(&mut state, &retreat(&spi, "gF2@2011", &[2012]), &[]);
    assert_eq!((at(&spi, &state, "gF2@2011"), at(&spi, &state, "F5@2010")), (Some(2012), Some(2011)));
    let other = lab().option("edition", "decision-games");
    let state = fought(&other, "F5@2010 gF2@2011", "E3@2009", 6);
    assert_eq!(at(&other, &state, "F5@2010"), None);
    assert_eq!(code(&state, &retreat(&other, "gF2@2011", &[2012])), Some(Code::NotInEdition));
    let state = fought(&spi, "F5@2010 gF2@2011", "E3@2009", 1);
    assert_eq!(code(&state, &retreat(&spi, "gF2@2011", &[2012])), Some(Code::NotAr));
}

#[test]
fn guns_bombard_two_hexes_off_if_they_like() {
    // naw:8.11, naw:8.12, naw:8.13
    let lab = Lab::new().units("gF2@2010 E1@2012 E1@2112 E1@2013");
    let state = lab.combat();
    assert_eq!(code(&state, &Order::EndCombat), None);
    for (target, expected) in [("E1@2012", None), ("E1@2112", None), ("E1@2013", Some(Code::OutOfRange))] {
        assert_eq!(code(&state, &attack(&lab, "gF2@2010", target)), expected, "{target}");
    }
    let two = attack(&lab, "gF2@2010", "E1@2012 E1@2112");
    assert_eq!(code(&state, &two), Some(Code::SingleTarget));
}

#[test]
fn guns_join_attacks() {
    // naw:8.21, naw:8.22
    let lab = Lab::new().units("gF2@2010 gF3@2112 E2@2012");
    assert_eq!(odds_of(&lab, "gF2@2010 gF3@2112", "E2@2012"), (5, 2, "2-1"));
    let mut state = fought(&lab, "gF2@2010 gF3@2112", "E2@2012", 5);
    assert_eq!(now(&state).step, Step::Retreats { left: ids(&lab, "gF3@2112"), may: ids(&lab, "gF2@2010") });
    give(&mut state, &Order::Decline, &[]);
    let several = Lab::new().units("F5@2010 E3@2009 E2@2111 gF2@2113");
    assert_eq!(odds_of(&several, "F5@2010 gF2@2113", "E3@2009 E2@2111"), (7, 5, "1-1"));
    assert_eq!(code(&several.combat(), &attack(&several, "F5@2010 gF2@2113", "E3@2009 E2@2111")), None);
}

#[test]
fn forest_and_towns_between_stop_the_shot() {
    // naw:8.31 to naw:8.35
    let shot = |target: &str, kinds: &[(u16, HexKind)]| {
        let lab = Lab::new().units(&format!("gF2@2010 {target}"));
        let lab = kinds.iter().fold(lab, |lab, (hex, kind)| lab.kind(*hex, *kind));
        code(&lab.combat(), &attack(&lab, "gF2@2010", target))
    };
    let (forest, town, rough) = (HexKind::Forest, HexKind::Town, HexKind::Rough);
    assert_eq!(shot("E1@2012", &[(2011, forest)]), Some(Code::Blocked));
    assert_eq!(shot("E1@2012", &[(2011, town)]), Some(Code::Blocked));
    assert_eq!(shot("E1@2012", &[(2011, rough)]), None);
    assert_eq!(shot("E1@2211", &[(2110, forest), (2112, forest)]), None);
    assert_eq!(shot("E1@2210", &[(2110, forest)]), None);
    assert_eq!(shot("E1@2210", &[(2110, forest), (2111, town)]), Some(Code::Blocked));
    assert_eq!(shot("E1@2210", &[(2110, forest), (2111, rough)]), None);
    assert_eq!(shot("E1@2012", &[(2010, forest), (2012, town)]), None);
    for between in ["F1@2011", "E1@2011"] {
        let lab = Lab::new().units(&format!("gF2@2010 E1@2012 {between}"));
        let state = lab.combat();
        let reach = reach::reach(&state, lab.id("gF2@2010"), lab.id("E1@2012"));
        assert!(reach.is_open(), "units are never in the way");
    }
}

#[test]
fn a_gun_in_contact_attacks_what_touches_it() {
    // naw:8.41, naw:8.42, naw:8.43, naw:8.44
    let lab = Lab::new().units("gF3@2010 E1@2009 E1@2012");
    let state = lab.combat();
    assert_eq!(code(&state, &attack(&lab, "gF3@2010", "E1@2012")), Some(Code::GunInContact));
    assert_eq!(refused(&state, &Order::EndCombat), ("combat-owed", vec![2010, 2009]));
    let lab = Lab::new().units("gF4@2010 E3@2009 E2@2111 E1@2012");
    assert_eq!(odds_of(&lab, "gF4@2010", "E3@2009 E2@2111"), (4, 5, "1-2"));
    let three = attack(&lab, "gF4@2010", "E1@2012 E2@2111 E3@2009");
    assert_eq!(code(&lab.combat(), &three), Some(Code::GunInContact));
    let lab = Lab::new().units("gF4@2010 E3@2009 E2@2111");
    let state = fought(&lab, "gF4@2010", "E3@2009 E2@2111", 5);
    assert_eq!(now(&state).result, CombatResult::Ar);
    assert_eq!(at(&lab, &state, "gF4@2010"), Some(1911), "its only way");
    for (kind, defence) in [(HexKind::Forest, 3), (HexKind::Town, 6)] {
        let lab = Lab::new().units("gF4@2010 E3@2009").kind(2009, kind);
        assert_eq!(odds_of(&lab, "gF4@2010", "E3@2009").1, defence);
    }
}

#[test]
fn a_gun_caught_by_an_advance_is_silent() {
    // naw:8.41, option gun-status
    let lab = |status: &str| {
        Lab::new().units("E3@2009 F5@2010 gF2@1912 E1@2113 E1@1710").option("gun-status", status)
    };
    let caught = |lab: &Lab| {
        let mut state = fought(lab, "F5@2010", "E3@2009", 6);
        give(&mut state, &retreat(lab, "F5@2010", &[2111]), &[]);
        give(&mut state, &advance(lab, "E3@2009", 2010), &[]);
        state
    };
    // 1912 and 2010 do not touch; the shot is open.
    let free = lab("at-attack");
    assert_eq!(code(&caught(&free), &attack(&free, "gF2@1912", "E1@2113")), None);
    let near = |status: &str| {
        Lab::new().units("E3@2009 F5@2010 gF2@1911 E1@1811 E1@1809").option("gun-status", status).side(
            1811,
            1911,
            Mark::River,
        )
    };
    let at_attack = near("at-attack");
    let state = caught(&at_attack);
    assert_eq!(code(&state, &attack(&at_attack, "gF2@1911", "E1@1811")), Some(Code::GunInContact));
    assert_eq!(code(&state, &attack(&at_attack, "gF2@1911", "E3@2009")), Some(Code::AlreadyAttacked));
    assert_eq!(code(&state, &Order::EndCombat), None, "silent without fault");
    let at_start = near("at-phase-start");
    assert_eq!(code(&caught(&at_start), &attack(&at_start, "gF2@1911", "E1@1811")), None);
}

#[test]
fn guns_fire_over_rivers() {
    // naw:8.45
    let lab = Lab::new().units("gF2@2010 E2@2009").side(2009, 2010, Mark::River);
    let state = lab.combat();
    assert_eq!(code(&state, &attack(&lab, "gF2@2010", "E2@2009")), None);
    assert_eq!(odds_of(&lab, "gF2@2010", "E2@2009"), (2, 2, "1-1"));
    let alone = Lab::new().units("gF2@2010 E2@2009").side(2009, 2010, Mark::River);
    assert_eq!(code(&alone.combat(), &Order::EndCombat), None, "no duty");
    let mut state = fought(&alone, "gF2@2010", "E2@2009", 6);
    assert_eq!(now(&state).result, CombatResult::Ar);
    give(&mut state, &Order::Decline, &[]);
    assert_eq!((at(&alone, &state, "gF2@2010"), at(&alone, &state, "E2@2009")), (Some(2010), Some(2009)));
    let land = Lab::new().units("gF2@2010 E2@2009 E1@2111").side(2009, 2010, Mark::River);
    let order = attack(&land, "gF2@2010", "E2@2009");
    assert_eq!(code(&land.combat(), &order), Some(Code::GunInContact));
}

#[test]
fn guns_do_not_fire_in_the_enemy_phase_and_suffer_when_attacked() {
    // naw:8.51, naw:8.52
    let lab = Lab::new().units("gE3@2012 gF9@2010 gE2@2011");
    let state = lab.combat();
    assert_eq!(code(&state, &attack(&lab, "gE3@2012", "gF9@2010")), Some(Code::NotPhasing));
    let lab = Lab::new().units("gE3@2012 gF12@2010 gE2@2112");
    assert_eq!(odds_of(&lab, "gF12@2010", "gE3@2012"), (12, 3, "4-1"), "a gun beside it adds nothing");
    assert_eq!(at(&lab, &fought(&lab, "gF12@2010", "gE3@2012", 1), "gE3@2012"), None);
    let state = fought(&lab, "gF12@2010", "gE3@2012", 2);
    assert_eq!(now(&state).step, Step::Retreats { left: ids(&lab, "gE3@2012"), may: vec![] });
}

#[test]
fn there_is_no_combat_at_night() {
    // naw:10.1
    let lab = Lab::new().units("gF2@2010 E1@2012").night(1);
    assert_eq!(code(&lab.state(), &attack(&lab, "gF2@2010", "E1@2012")), Some(Code::Night));
    let day = Lab::new().units("gF2@2010 E1@2012");
    assert_eq!(code(&day.state(), &attack(&day, "gF2@2010", "E1@2012")), Some(Code::WrongPhase));
}

#[test]
fn orders_that_name_nothing_are_refused() {
    let lab = corner("");
    let state = lab.combat();
    let order = |attackers: Vec<UnitId>, defenders: Vec<UnitId>| {
        Order::Attack(Assault { attackers, defenders, lowered: None })
    };
    let (f, e) = (lab.id("F5@2010"), lab.id("E3@2009"));
    assert_eq!(code(&state, &order(vec![], vec![e])), Some(Code::BadOrder));
    assert_eq!(code(&state, &order(vec![f, f], vec![e])), Some(Code::BadOrder));
    assert_eq!(code(&state, &order(vec![f], vec![f])), Some(Code::BadOrder));
    assert_eq!(code(&state, &order(vec![UnitId(77)], vec![e])), Some(Code::NoSuchUnit));
    assert_eq!(code(&state, &Order::Retreat { unit: UnitId(77), way: vec![] }), Some(Code::NoSuchUnit));
    assert_eq!(code(&state, &Order::Advance { unit: UnitId(77), to: Hex(2009) }), Some(Code::NoSuchUnit));
    assert_eq!(code(&state, &Order::Decline), Some(Code::NotOwed));
    assert_eq!(code(&state, &Order::Exchange { lost: vec![f] }), Some(Code::NotOwed));
}

#[test]
fn plans_are_those_of_the_ledgers_example() {
    // The ledger's "What is still owed".
    let said = |lab: &Lab| -> Vec<Vec<String>> {
        let state = lab.combat();
        let name = |units: &[UnitId]| {
            let names: Vec<&str> =
                units.iter().map(|unit| state.game.unit(*unit).id.split('@').next().unwrap()).collect();
            names.join("+")
        };
        let mut plans: Vec<Vec<String>> = plans(&state, running(&state).unwrap(), 100)
            .into_iter()
            .map(|plan| {
                let mut said: Vec<String> = plan
                    .iter()
                    .map(|one| format!("{}>{}", name(&one.attackers), name(&one.defenders)))
                    .collect();
                said.sort();
                said
            })
            .collect();
        plans.sort();
        plans
    };
    assert_eq!(said(&corner("")), [["F4>E2", "F5>E3"]]);
    let with_gun = said(&corner("gF2@2007"));
    assert_eq!(with_gun, [["F4+F5>E2", "gF2>E3"], ["F4>E2", "F5+gF2>E3"], ["F4>E2", "F5>E3"]]);
    let connected = corner("").option("multi-multi", "connected");
    assert_eq!(said(&connected), [vec!["F4+F5>E2+E3"], vec!["F4>E2", "F5>E3"]]);
}

#[test]
fn combats_may_be_declared_up_front() {
    // naw:7.0, option declaration
    let lab = corner("gF2@2007").option("declaration", "up-front");
    let mut state = lab.combat();
    let one = |attackers: &str, defenders: &str| assault(&lab, attackers, defenders);
    let declare = |assaults: Vec<Assault>| Order::Declare { assaults };
    assert_eq!(code(&state, &attack(&lab, "F5@2010", "E3@2009")), Some(Code::NotOwed));
    assert_eq!(code(&state, &Order::EndCombat), Some(Code::CombatOwed));
    let short = declare(vec![one("F5@2010", "E3@2009")]);
    assert_eq!(code(&state, &short), Some(Code::LeavesUnattacked));
    let idle = declare(vec![one("F5@2010", "E3@2009 E2@2111")]);
    assert_eq!(code(&state, &idle), Some(Code::LeavesIdle));
    let twice = declare(vec![one("F5@2010", "E3@2009"), one("F5@2010", "E2@2111")]);
    assert_eq!(code(&state, &twice), Some(Code::AlreadyFought));
    let offers = offered(&state, "declare");
    assert_eq!(code(&state, &offers[0]), None);
    give(&mut state, &declare(vec![one("F4@2011", "E2@2111"), one("F5@2010 gF2@2007", "E3@2009")]), &[]);
    assert_eq!(code(&state, &attack(&lab, "F5@2010", "E3@2009")), Some(Code::NotOwed), "not as declared");
    assert_eq!(offered(&state, "attack").len(), 2);
    give(&mut state, &attack(&lab, "F4@2011", "E2@2111"), &[6]);
    go_back(&lab, &mut state, "F4@2011");
    give(&mut state, &Order::Decline, &[]);
    assert_eq!(code(&state, &Order::EndCombat), Some(Code::CombatOwed));
    assert_eq!(code(&state, &attack(&lab, "F5@2010 gF2@2007", "E3@2009")), None);
    let other = corner("");
    assert_eq!(code(&other.combat(), &Order::Declare { assaults: vec![] }), Some(Code::NotOwed));
}

#[test]
fn the_referee_warns_of_a_retreat_that_dooms_another() {
    // naw:7.71
    let two = Lab::new()
        .units("F9@2010 E2@2009 E2@2110")
        .side(2009, 2008, Mark::River)
        .side(2009, 1909, Mark::River)
        .side(2009, 1910, Mark::River)
        .side(2110, 2111, Mark::River)
        .side(2110, 2210, Mark::River)
        .side(2110, 2209, Mark::River);
    // 2009 has only 2109; 2110 has only 2109 too.
    let mut state = two.combat();
    give(&mut state, &lowered(&two, "F9@2010", "E2@2009 E2@2110", "2-1"), &[1]);
    let words: Vec<String> = NapoleonAtWar::due(&state).offers.into_iter().map(|offer| offer.words).collect();
    assert!(words.len() == 2 && words.iter().all(|said| said.contains("no way back is left")), "{words:?}");
    let odds = outlook(&two.combat(), &assault(&two, "F9@2010", "E2@2009 E2@2110")).unwrap();
    let driven = odds.faces.iter().find(|face| face.outcome.result == CombatResult::Dr).unwrap();
    assert_eq!((driven.outcome.trapped.len(), driven.outcome.back.len()), (1, 1));
    let ruling = NapoleonAtWar::judge(&state, &retreat(&two, "E2@2009", &[2109]), &mut Dry).unwrap();
    assert!(ruling.working.iter().any(|note| note.clause == "naw:7.71"));
    give(&mut state, &retreat(&two, "E2@2009", &[2109]), &[]);
    assert_eq!(at(&two, &state, "E2@2110"), None);
}

#[test]
fn odds_add_up_and_name_what_becomes_of_everybody() {
    let lab = Lab::new().units("E3@2009 E3@2011 F7@2010");
    let state = lab.combat();
    let odds = NapoleonAtWar::odds(&state, &attack(&lab, "F7@2010", "E3@2009 E3@2011")).unwrap();
    let chances = odds.chances();
    assert!((chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(chances.iter().any(|chance| chance.result.contains("want of a way back")));
    let odds = outlook(&state, &assault(&lab, "F7@2010", "E3@2009 E3@2011")).unwrap();
    assert!((odds.chance_lost(lab.id("F7@2010")) - 0.5).abs() < 1e-12, "1-1: Ar on 4, 5 and 6");
    assert!((odds.chance_back(lab.id("E3@2009")) - 0.5).abs() < 1e-12);
    assert!(NapoleonAtWar::odds(&state, &attack(&lab, "F7@2010", "E3@2009")).is_err());
}

#[test]
fn every_offered_combat_is_legal_and_small_boards_list_them_all() {
    for (round, lab) in
        [corner("gF2@2007"), corner("gF2@2013 gF1@2007"), Lab::new().units("gF2@2010 gF1@2014 E1@2012")]
            .into_iter()
            .enumerate()
    {
        let state = lab.combat();
        let offers = offered(&state, "attack");
        for order in &offers {
            assert_eq!(code(&state, order), None, "{order:?}");
        }
        let side = |phasing| -> UnitSet {
            state.game.units().filter(|unit| (state.side(*unit) == state.phasing) == phasing).collect()
        };
        let mut legal = 0;
        for attackers in side(true).subsets() {
            for defenders in side(false).subsets() {
                let assault =
                    Assault { attackers: attackers.to_vec(), defenders: defenders.to_vec(), lowered: None };
                let order = Order::Attack(assault);
                if code(&state, &order).is_none() {
                    legal += 1;
                    assert!(offers.contains(&order), "{round}: {order:?}");
                }
            }
        }
        assert_eq!(legal, offers.len(), "{round}");
    }
}

#[test]
fn a_dry_tray_is_told_what_to_roll() {
    let lab = corner("");
    let state = lab.combat();
    let judged = NapoleonAtWar::judge(&state, &attack(&lab, "F5@2010", "E3@2009"), &mut Dry);
    let Err(Stop::NeedsDice(throw)) = judged else { panic!("{judged:?}") };
    assert_eq!((throw.dice, throw.sides, throw.clause.as_ref()), (1, 6, "naw:7.6"));
}

/// Columns of both sides turn about, 24 units against 18, everybody in contact, guns behind: as dense as it gets.
fn dense() -> Lab {
    let mut units = String::new();
    for column in 18..=24 {
        for row in 8..=13 {
            let letter = if column % 2 == 0 { "F" } else { "E" };
            units = format!("{units} {letter}{}@{column:02}{row:02}", 1 + (column + row) % 6);
        }
    }
    Lab::new().units(&format!("{units} gF2@1815 gF3@2015 gF4@2215 gF2@2006 gF3@2206"))
}

#[test]
fn a_dense_position_has_a_plan_and_offers() {
    let state = dense().combat();
    let phase = running(&state).unwrap();
    assert_eq!((phase.owing.len(), phase.owed.len()), (24, 18));
    let plan = any_plan(&state, phase);
    plans::check_plan(&state, phase, &plan).expect("the plan is lawful");
    assert_eq!(plans(&state, phase, 50).len(), 50);
    let pairs = plans::pairs(&state, &Graph::of(&state, phase));
    assert!(pairs.len() < plans::PAIRS && pairs.len() > 100, "{}", pairs.len());
    let offers = due(&state, phase).offers;
    assert!(!owed::of(&state, phase).is_empty());
    assert!(!offers.is_empty());
    for offer in offers.iter().step_by(17) {
        assert_eq!(code(&state, &offer.order), None);
    }
}

#[test]
fn a_dense_position_has_a_plan_where_combats_need_only_be_linked() {
    // naw:7.22, option multi-multi: there are more linked sets than are listed.
    let state = dense().option("multi-multi", "connected").combat();
    let phase = running(&state).unwrap();
    assert_eq!(plans::pairs(&state, &Graph::of(&state, phase)).len(), plans::PAIRS);
    let plan = any_plan(&state, phase);
    plans::check_plan(&state, phase, &plan).expect("the plan does all that is owed");
    // What is listed says that it is not all, and what is not listed is taken.
    assert!(!lists_all(&state, phase));
    let due = due(&state, phase);
    assert!(due.prompt.ends_with("there are more lawful combats than are listed"), "{}", due.prompt);
    let all = Assault { attackers: phase.owing.clone(), defenders: phase.owed.clone(), lowered: None };
    assert!(all.attackers.len() > 16);
    let order = Order::Attack(all);
    assert!(!due.offers.iter().any(|offer| offer.order == order));
    assert_eq!(code(&state, &order), None);
}

#[test]
fn lists_that_are_whole_do_not_say_that_there_is_more() {
    let state = Lab::new().units("F5@2010 F4@2011 E3@2009 E2@2111").combat();
    let phase = running(&state).unwrap();
    assert!(lists_all(&state, phase) && !due(&state, phase).prompt.contains("more"));
}

#[test]
fn displacement_behind_friends_lets_dead_duties_lapse() {
    // naw:7.72, option displace-into-ezoc: an unused unit in contact is displaced, and its duty goes with the contact.
    let lab = Lab::new()
        .units("E9@2009 F1@2010 F2@2011 E3@2012 gE1@2212")
        .side(2010, 1911, Mark::River)
        .side(2010, 2111, Mark::River)
        .side(2010, 1910, Mark::River)
        .side(2010, 2110, Mark::River)
        .option("displace-into-ezoc", "friend-shields");
    let mut state = fought(&lab, "F1@2010", "E9@2009", 3);
    assert_eq!(at(&lab, &state, "F1@2010"), None, "1-5 and 3 is Ae");
    let mut state2 = lab.combat();
    give(&mut state2, &attack(&lab, "F1@2010", "E9@2009"), &[1]);
    go_back(&lab, &mut state2, "F1@2010");
    assert_eq!(at(&lab, &state2, "F1@2010"), Some(2011));
    finish(&mut state2);
    let owed = owed::of(&state2, running(&state2).unwrap());
    assert_eq!(owed.lapsed, ids(&lab, "F2@2011 E3@2012"), "{state2:?}");
    assert_eq!(code(&state2, &Order::EndCombat), None);
    finish(&mut state);
    assert_eq!(code(&state, &Order::EndCombat), Some(Code::CombatOwed));
}

#[test]
fn a_declared_gun_that_can_no_longer_fire_drops_out() {
    // naw:7.0, option declaration
    let lab = narrow("E3@2009 F5@2010 gF2@2011 E1@1812 F3@1610 E3@1609")
        .option("declaration", "up-front")
        .option("bombarder-may-retreat", "off");
    let mut state = lab.combat();
    let assaults = vec![
        assault(&lab, "F5@2010", "E3@2009"),
        assault(&lab, "gF2@2011", "E1@1812"),
        assault(&lab, "F3@1610", "E3@1609"),
    ];
    give(&mut state, &Order::Declare { assaults }, &[]);
    give(&mut state, &attack(&lab, "F5@2010", "E3@2009"), &[6]);
    go_back(&lab, &mut state, "F5@2010");
    finish(&mut state);
    assert!(running(&state).unwrap().silenced.contains(&lab.id("gF2@2011")));
    assert_eq!(offered(&state, "attack"), [attack(&lab, "F3@1610", "E3@1609")]);
    give(&mut state, &attack(&lab, "F3@1610", "E3@1609"), &[1]);
    finish(&mut state);
    assert_eq!(code(&state, &Order::EndCombat), None, "a combat left without attackers lapses");
}

/// Twenty-five units in a square with marsh all round but for these hexes; an enemy touches the one at the corner, 1608, and no other.
fn packed(open: &[u16]) -> Lab {
    let mut written = String::from("E9@1508 F1@1608");
    let square = (16..=20).flat_map(|column| (8..=12).map(move |row| column * 100 + row));
    square.filter(|hex| *hex != 1608).for_each(|hex| written.push_str(&format!(" F2@{hex}")));
    let marsh = [1509, 1510, 1511, 1512, 1513, 1607, 1613, 1707, 1713, 1807, 1813, 1907, 1913, 2007, 2013];
    let marsh = marsh.into_iter().chain(2108..=2113).filter(|hex| !open.contains(hex));
    let lab = marsh.fold(Lab::new().units(&written), |lab, hex| lab.kind(hex, HexKind::Marsh));
    [1507, 1509, 1407, 1408, 1607].iter().fold(lab, |lab, hex| lab.side(1508, *hex, Mark::River))
}

#[test]
fn of_a_packed_mass_the_shortest_ways_are_listed_and_any_is_taken() {
    // naw:7.82
    let lab = packed(&[2113]);
    let mut state = fought(&lab, "F1@1608", "E9@1508", 2);
    let due = NapoleonAtWar::due(&state);
    let orders: Vec<&Order> = due.offers.iter().map(|offer| &offer.order).collect();
    let count = orders.len();
    // Three hexes to begin with and one to end in: all pairs are among the shortest.
    assert_eq!(count, retreat::CHAINS);
    assert_eq!(*orders[0], retreat(&lab, "F1@1608", &[1609, 1610, 1711, 1811, 1912, 2012, 2113]));
    let said = format!("has more ways than the {count} that are listed: the shortest, and one for every");
    assert!(due.prompt.contains(&said), "{}", due.prompt);
    assert!(due.offers.iter().all(|offer| offer.family));
    orders.iter().for_each(|order| assert_eq!(code(&state, order), None, "{order:?}"));
    let winding = [
        1609, 1610, 1611, 1612, 1712, 1711, 1710, 1709, 1708, 1808, 1809, 1810, 1811, 1812, 1912, 1911, 1910,
        1909, 1908, 2008, 2009, 2010, 2011, 2012, 2113,
    ];
    let winding = retreat(&lab, "F1@1608", &winding);
    assert!(!orders.contains(&&winding));
    give(&mut state, &winding, &[]);
    assert_eq!((at(&lab, &state, "F1@1608"), at(&lab, &state, "F2@2012")), (Some(1609), Some(2113)));
}

#[test]
fn where_many_ways_lead_out_of_a_packed_mass_each_beginning_and_end_is_listed() {
    let lab = packed(&[1513, 1613, 1713, 1813, 1913, 2013, 2108, 2109, 2110, 2111, 2112, 2113]);
    let state = fought(&lab, "F1@1608", "E9@1508", 2);
    let due = NapoleonAtWar::due(&state);
    assert!(due.prompt.contains("has more ways than"), "{}", due.prompt);
    let ends: BTreeSet<(Hex, Hex)> = due
        .offers
        .iter()
        .filter_map(|offer| match &offer.order {
            Order::Retreat { way, .. } => Some((*way.first()?, *way.last()?)),
            _ => None,
        })
        .collect();
    // 2013 and 2113 lie beside 2012 only, and whoever could drive its holder on has a vacant hex himself.
    assert_eq!(ends.len(), 3 * 10, "{ends:?}");
}

#[test]
fn out_of_a_packed_mass_without_a_way_out_nobody_comes_and_the_odds_say_so() {
    let lab = packed(&[]);
    let state = fought(&lab, "F1@1608", "E9@1508", 2);
    assert_eq!((at(&lab, &state, "F1@1608"), at(&lab, &state, "F2@1708")), (None, Some(1708)));
    for (open, trapped) in [(&[][..], 1), (&[2113][..], 0)] {
        let lab = packed(open);
        let odds = outlook(&lab.combat(), &assault(&lab, "F1@1608", "E9@1508")).unwrap();
        let driven = odds.faces.iter().find(|face| face.outcome.result == CombatResult::Ar).unwrap();
        assert_eq!((driven.outcome.trapped.len(), driven.outcome.cut), (trapped, false));
    }
}
