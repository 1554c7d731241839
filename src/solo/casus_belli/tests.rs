//! What the players are said to do, each shown by one decision on the lab board: corps keep together, leaders stay in reach and out of
//! harm's way, the strongest are reorganised first, lines of communications are guarded.

use super::aims::{Aims, worth_of, worth_of_column, worth_of_result};
use super::fixture::{Lab, PHASING, give};
use super::march::ride;
use super::{Staff, choice};
use casus_belli::combat::table::{Column, CombatResult};
use casus_belli::state::{Phase, Reorganisation, State};
use casus_belli::{CasusBelli, Order};
use dice::Dry;
use game::minds::SoloPlayer;
use game::{Minds as _, RuleSet as _};
use hexes::Hex;

/// The state after a movement phase of classic players.
fn marched(state: State) -> State {
    marched_by(SoloPlayer::Classic, state)
}

fn marched_by(player: SoloPlayer, mut state: State) -> State {
    let mut staff = Staff::playing(&state, [player; 2]);
    while let Phase::Movement(_) = state.phase {
        let legal = |order: &Order| CasusBelli::judge(&state, order, &mut Dry).is_ok();
        let order = staff.orders(&state).into_iter().find(legal).expect("something can be ordered");
        give(&mut state, &order, &[]);
    }
    state
}

#[test]
fn a_unit_keeps_within_reach_of_the_leader_of_its_corps() {
    // Eight hexes are as far as it goes from him, who rides after it; the enemy whom it follows is beyond.
    let end = |leader: &str| {
        let lab = Lab::new().units(&format!("LF1@2005 {leader} F4.v@2014 E1@2025"));
        marched(lab.state()).hex(lab.id("F4.v@2014")).expect("it is on the map")
    };
    assert_eq!(end("LF1.v@2006"), Hex(2014));
    let grid = Lab::new().scenario.map.grid;
    let on = end("LF1.v@2013");
    assert_eq!(grid.distance(on, Hex(2025)), 7, "with him near it goes on: {on}");
}

#[test]
fn a_leader_rides_to_where_he_commands_most_of_his_own() {
    let lab = Lab::new().units("LF1@2008 LF1.v@2010 F3.v@2010 F2.v@2011 F4.v@2016 E1@0101");
    let state = lab.state();
    let order = ride(&state, &Aims::new(&state, PHASING, false), lab.leader("LF1.v@2010"));
    let path = vec![Hex(2011)];
    assert_eq!(order, Some(Order::Move { piece: lab.piece("LF1.v@2010"), path, faces: None }));
}

#[test]
fn a_leader_stays_with_those_whom_the_enemy_cannot_reach() {
    let end = |enemy: &str| {
        let lab = Lab::new().units(&format!("LF1@2020 LF1.v@2010 F3.v@2008 F2.v@2012 {enemy}"));
        let state = lab.state();
        match ride(&state, &Aims::new(&state, PHASING, false), lab.leader("LF1.v@2010")) {
            Some(Order::Move { path, .. }) => path.last().copied(),
            other => panic!("he stays: {other:?}"),
        }
    };
    assert_eq!(end("E4@2003"), Some(Hex(2012)));
    assert_eq!(end("E4@2017"), Some(Hex(2008)));
}

#[test]
fn the_strongest_is_reorganised_first() {
    let lab = Lab::new().units("LF1.v@2010 F3.v@2012! F5.v@2013! F4.v@2014! E3@0101");
    let mut state = lab.state();
    state.phase = Phase::Reorganisation(Reorganisation::default());
    let by = lab.piece("LF1.v@2010");
    let rally = |unit: &str| Order::Rally { unit: lab.id(unit), by };
    let orders = Staff::default().orders(&state);
    assert_eq!(orders, [rally("F5.v@2013"), rally("F4.v@2014"), rally("F3.v@2012"), Order::EndTurn]);
    give(&mut state, &orders[0], &[]);
    give(&mut state, &orders[1], &[]);
    assert_eq!(choice::rallies(&state), [Order::EndTurn]);
}

#[test]
fn a_line_of_communications_near_the_enemy_is_guarded() {
    // The line of side F ends at 3912; the enemy is nearer to the unit than to it.
    let end = |enemy: &str| {
        let lab = Lab::new().units(&format!("F4@3908 {enemy}"));
        marched(lab.state()).hex(lab.id("F4@3908")).expect("it is on the map")
    };
    let grid = Lab::new().scenario.map.grid;
    assert_eq!(grid.distance(Hex(3509), Hex(3912)), 5);
    assert_eq!(end("E4@3509"), Hex(3912));
    assert_ne!(end("E4@3208"), Hex(3912), "nobody threatens it");
}

#[test]
fn odds_below_the_table_are_feared_as_the_option_has_them() {
    // cb:7c2, option below-1-3
    let lab = Lab::new().units("F1@2010 E4@2030");
    let worth = |lab: &Lab, attack, defence| worth_of(&lab.set_up(), attack, defence).to_bits();
    assert_eq!(worth(&lab, 1, 4), worth_of_column(Column::OneToThree, 0).to_bits());
    let harsh = lab.option("below-1-3", "ar");
    assert_eq!(worth(&harsh, 1, 4), worth_of_result(CombatResult::Ar).to_bits());
    assert_eq!(worth(&harsh, 4, 4), worth_of_column(Column::OneToOne, 0).to_bits());
}

#[test]
fn two_attack_together_where_one_by_itself_stays_away() {
    let apart = |units: &str| {
        let lab = Lab::new().units(&format!("LF1.v@2010 {units} E4@2014"));
        let state = marched_by(SoloPlayer::default(), lab.state());
        let grid = lab.scenario.map.grid;
        let own = units.split(' ').map(|unit| state.hex(lab.id(unit)).expect("it is on the map"));
        own.map(|hex| grid.distance(hex, Hex(2014))).collect::<Vec<_>>()
    };
    assert_eq!(apart("F4.v@2010 F4.v@2110"), [1, 1]);
    assert!(apart("F2.v@2010")[0] > 1, "it would owe a fight at 1:2");
}
