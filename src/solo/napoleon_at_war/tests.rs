//! Solo players on hexes: what they plan is lawful, what they fear and want is what the rules say.

use super::fights::{Chances, Combat, Duties, Taste, faces, plan, weigh};
use super::fixture::{Lab, PHASING};
use super::ground::{BARRED, Ground, NOWHERE};
use super::*;
use dice::Dry;
use game::RuleSet;
use game::options::Options;
use napoleon_at_war::combat::graph::Graph;
use napoleon_at_war::combat::table::Column;
use napoleon_at_war::{Assault, UnitId};
use scenario::{AnyRules, Embedded};

fn taste(ground: &Ground) -> Taste {
    Taste {
        loss: 1.0,
        caution: 1.0,
        doubled: false,
        lowers: true,
        push: vec![0.1; ground.len()],
        hold: vec![0.1; ground.len()],
        seat: vec![0.0; ground.len()],
    }
}

/// The plan for the phase as it opens.
fn planned(state: &State) -> Vec<Assault> {
    let Phase::Combat(phase) = &state.phase else { panic!("no combat phase") };
    let ground = Ground::new(state);
    let board = board::Board::new(&ground, state, state.phasing);
    let duties = Duties::of_graph(&Graph::of(state, phase));
    let plan = plan(&board, &taste(&ground), &Chances::new(), &duties, true);
    plan.combats.iter().map(|(combat, worth)| combat.assault(*worth)).collect()
}

#[test]
fn the_ground_is_the_map() {
    let (scenario, _) = scenario::hex::read("marengo-naw", &Embedded, &AnyRules).unwrap();
    let state = NapoleonAtWar::start(scenario, &Options::default()).unwrap();
    let ground = Ground::new(&state);
    for hex in state.game.map().grid.hexes() {
        let place = ground.at(hex);
        assert_eq!(ground.hex(place), hex);
        for side in ground.round(place).iter().filter(|side| side.next != NOWHERE) {
            let back = ground.round(side.next).iter().find(|back| back.next == place).unwrap();
            assert_eq!(side.touches, back.touches, "naw:6.4");
        }
    }
    let costs = ground.costs_to(&[ground.at(hexes::Hex(1412))]);
    assert!(costs.iter().filter(|cost| **cost < BARRED).count() > 800);
    assert_eq!(costs[usize::from(ground.at(hexes::Hex(1412)))], 0);
}

#[test]
fn the_faces_of_every_column_are_six() {
    for column in Column::ALL {
        assert!((faces(column).iter().sum::<f32>() - 6.0).abs() < 1e-6, "{column}");
    }
    // The ledger's checksum of 4-1: De 1, Dr 4, Ex 1.
    assert_eq!(faces(Column::FourToOne).map(|count| count as u8), [1, 4, 1, 0, 0]);
}

/// Positions in which the duties of naw:7.11 and naw:7.12 bind: the plan is one that may be declared.
#[test]
fn a_plan_does_all_that_is_owed() {
    for units in [
        "F5@2010 F4@2011 E3@2009 E2@2111",
        "F5@2010 F4@2011 E3@2009 E2@2111 gF2@2007",
        "F5@2010 E3@2009 E2@2111 E4@1911",
        "F5@2010 F3@2012 E4@2011 E1@2111 E2@1911",
        "F6@2010 F1@2110 F2@1910 E6@2009 E1@2109 gF3@2012",
    ] {
        let lab = Lab::new().units(units).option("declaration", "up-front");
        let state = lab.combat();
        let order = Order::Declare { assaults: planned(&state) };
        let judged = NapoleonAtWar::judge(&state, &order, &mut Dry);
        assert!(judged.is_ok(), "{units}: {order:?}: {judged:?}");
    }
}

#[test]
fn odds_are_lowered_against_an_enemy_without_a_way_back() {
    // naw:7.9: 4-1 kills on every face where there is no retreat, 5-1 exchanges twice as often. Were the exchange dearer, 3-1
    // would be better still.
    let lab = Lab::new().units("F12@2009 F3@2011 E3@2010");
    let state = lab.combat();
    let ground = Ground::new(&state);
    let board = board::Board::new(&ground, &state, PHASING);
    let id = |unit: &str| -> UnitId { lab.id(unit) };
    let combat = Combat {
        contact: [id("F12@2009"), id("F3@2011")].into_iter().collect(),
        defenders: [id("E3@2010")].into_iter().collect(),
        ..Combat::default()
    };
    assert!(board.way_back(id("E3@2010")) < 0.01);
    let worth = weigh(&board, &taste(&ground), &Chances::new(), &combat);
    assert_eq!((worth.computed, worth.column), (Column::FiveToOne, Column::FourToOne));
    let fixed = Taste { lowers: false, ..taste(&ground) };
    assert_eq!(weigh(&board, &fixed, &Chances::new(), &combat).column, Column::FiveToOne);
}

#[test]
fn friends_on_either_side_leave_less_to_fear() {
    // Who comes at a unit has to stand beside it: where friends stand, nobody does.
    let danger = |units: &str| {
        let lab = Lab::new().units(units);
        let state = lab.state();
        let ground = Ground::new(&state);
        let board = board::Board::new(&ground, &state, PHASING);
        let threat = march::Threat::new(&board, &state);
        let unit = lab.id("F4@2010");
        threat.danger(&board, &taste(&ground), &Chances::new(), unit, board.place(unit))
    };
    let alone = danger("F4@2010 E5@2007 E5@1907 E5@2107");
    let flanked = danger("F4@2010 F4@1911 F4@2110 F4@1910 F4@2111 E5@2007 E5@1907 E5@2107");
    assert!(alone > 0.0 && flanked < alone, "{flanked} {alone}");
}

#[test]
fn an_attack_begins_where_it_leaves_no_way_back() {
    // naw:7.72: two in opposite hexes shut all six ways. Neither would begin alone at these odds.
    let lab = Lab::new().units("F6@1910 F6@2208 F4@1808 E4@2106");
    let state = lab.state();
    let mut players = Staff::new(&state);
    let orders = players.orders(&state);
    let mut after = state.clone();
    for order in &orders {
        if let Ok(ruling) = NapoleonAtWar::judge(&after, order, &mut Dry) {
            ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut after, event));
        }
    }
    let ground = Ground::new(&after);
    let board = board::Board::new(&ground, &after, PHASING);
    assert!(board.way_back(lab.id("E4@2106")) < 0.01, "{orders:?}");
}
