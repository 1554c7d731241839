//! What the referee may override, and where that is refused.

use super::event::Event;
use super::fixture::{ENEMY, Lab, give, refusal};
use super::invariants::broken;
use super::order::{Act, Order};
use super::refusal::Code;
use super::state::{Pending, Place, State};
use super::{CasusBelli, victory};
use dice::Dry;
use game::{Fiat, RuleSet};
use hexes::Hex;
use scenario::{HexObjective, Side};

fn fiat(act: Act) -> Order {
    Order::Fiat(Fiat { act, reason: "it was so at the table".into(), clause: None })
}

fn lab() -> Lab {
    let mut lab = Lab::new().units("F5.v@2010 F4.v@2012! E5@2210 LF1.v@2011 LE1@2310 F3.v@3912/4");
    lab.scenario.objectives.push(HexObjective {
        id: "mill".into(),
        name: "The mill".into(),
        kind: None,
        hexes: vec![Hex(2110)],
        points: [15, 5],
        terms: Default::default(),
    });
    lab
}

fn place(piece: &str, hex: u16) -> Order {
    fiat(Act::Place { piece: piece.into(), hex: Hex(hex) })
}

#[test]
fn pieces_are_put_anywhere_but_on_others() {
    let lab = lab();
    let mut state = lab.state();
    give(&mut state, &place("F5.v@2010", 2113), &[]);
    assert_eq!(state.hex(lab.id("F5.v@2010")), Some(Hex(2113)));
    give(&mut state, &place("F3.v@3912/4", 2010), &[]);
    assert_eq!(state.hex(lab.id("F3.v@3912/4")), Some(Hex(2010)), "a reinforcement comes at once");
    give(&mut state, &place("LF1.v@2011", 2010), &[]);
    give(&mut state, &place("F3.v@3912/4", 2014), &[]);
    let refused = |order: &Order, state: &State| {
        let refusal = refusal(state, order);
        (refusal.code, refusal.clause)
    };
    assert_eq!(refused(&place("F5.v@2010", 2210), &state), (Code::Stacked, "cb:5"));
    assert_eq!(refused(&place("F5.v@2010", 2012), &state), (Code::Stacked, "cb:5"));
    assert_eq!(refused(&place("LF1.v@2011", 2210), &state), (Code::Stacked, "cb:5"));
    assert_eq!(refused(&place("F5.v@2010", 2310), &state), (Code::EnemyOccupied, "cb:11e"));
    assert_eq!(refused(&place("F5.v@2010", 4010), &state), (Code::NoSuchHex, "cb:2A"));
    assert_eq!(refused(&place("F9", 2010), &state), (Code::NoSuchPiece, "cb:1B"));
    give(&mut state, &place("LF1.v@2011", 2310), &[]);
    assert_eq!(broken(&state), Vec::<String>::new());
}

#[test]
fn units_get_points_rout_and_are_reorganised() {
    let lab = lab();
    let mut state = lab.state();
    let (v1, v2) = (lab.id("F5.v@2010"), lab.id("F4.v@2012"));
    give(&mut state, &fiat(Act::Strength { unit: "F5.v@2010".into(), points: 3 }), &[]);
    assert_eq!(state.unit(v1).strength, 3);
    for points in [0, 100] {
        let order = fiat(Act::Strength { unit: "F5.v@2010".into(), points });
        assert_eq!(refusal(&state, &order).code, Code::BadOrder);
    }
    let rout = |unit: &str, routed| fiat(Act::Rout { unit: unit.into(), routed });
    give(&mut state, &rout("F5.v@2010", true), &[]);
    give(&mut state, &rout("F4.v@2012", false), &[]);
    assert!(state.unit(v1).routed && !state.unit(v2).routed);
    assert_eq!(refusal(&state, &rout("F5.v@2010", true)).clause, "cb:12a");
    assert_eq!(refusal(&state, &rout("F4.v@2012", false)).clause, "cb:12b");
    assert_eq!(refusal(&state, &rout("F3.v@3912/4", true)).code, Code::WrongPiece);
    assert_eq!(refusal(&state, &rout("LF1.v@2011", true)).code, Code::NoSuchPiece);
    let facing = Lab::new().units("F5@2010 E5@2210").option("facing", "on");
    let mut state = facing.state();
    let unit = facing.id("F5@2010");
    give(&mut state, &rout("F5@2010", true), &[]);
    assert_eq!(state.unit(unit).faces, None, "cb:15a5");
    give(&mut state, &rout("F5@2010", false), &[]);
    assert!(state.unit(unit).faces.is_some(), "cb:15a6");
}

/// A corps whose strength the referee takes off is demoralised, and its leader who is taken off leaves it without one (`cb:13a`, `cb:11f`).
#[test]
fn what_is_taken_off_counts_as_eliminated() {
    let lab = lab().level("v", 5);
    let mut state = lab.state();
    let before = victory::points(&state, ENEMY);
    let events = give(&mut state, &fiat(Act::Remove { piece: "F5.v@2010".into() }), &[]);
    assert_eq!(state.unit(lab.id("F5.v@2010")).place, Place::Eliminated);
    assert!(events.iter().any(|event| matches!(event, Event::Demoralised { is: true, .. })));
    assert_eq!(victory::points(&state, ENEMY) - before, 5 + 5, "strength and demoralisation (cb:14a)");
    let events = give(&mut state, &fiat(Act::Remove { piece: "LF1.v@2011".into() }), &[]);
    assert!(events.iter().any(|event| matches!(event, Event::Vacated { .. })), "{events:?}");
    assert_eq!(victory::points(&state, ENEMY) - before, 15, "a commander of a corps (cb:14a)");
    let again = fiat(Act::Remove { piece: "F5.v@2010".into() });
    assert_eq!(refusal(&state, &again).code, Code::BadOrder);
    assert_eq!(broken(&state), Vec::<String>::new());
}

#[test]
fn places_points_and_the_clock_are_set() {
    let lab = lab();
    let mut state = lab.state();
    let possess = |place: &str, side: &str| fiat(Act::Possess { place: place.into(), side: side.into() });
    give(&mut state, &possess("mill", "e"), &[]);
    assert_eq!((state.held[&Hex(2110)], victory::points(&state, ENEMY)), (Side(1), 5));
    assert_eq!(refusal(&state, &possess("farm", "e")).clause, "cb:14a");
    assert_eq!(refusal(&state, &possess("mill", "g")).clause, "cb:1D");
    assert_eq!(refusal(&state, &possess("communications-f", "e")).code, Code::BadOrder);
    let points = |points| fiat(Act::Points { side: "e".into(), points });
    give(&mut state, &points(-7), &[]);
    assert_eq!(victory::points(&state, ENEMY), -2);
    for wrong in [0, i16::MAX, i16::MIN] {
        assert_eq!(refusal(&state, &points(wrong)).code, Code::BadOrder);
    }
    give(&mut state, &fiat(Act::Turn { turn: 7 }), &[]);
    assert_eq!(state.turn, 7);
    for turn in [0, 13] {
        assert_eq!(refusal(&state, &fiat(Act::Turn { turn })).clause, "cb:2C");
    }
}

#[test]
fn options_change_with_what_the_referee_says_but_those_agreed_before_play() {
    let lab = lab();
    let mut state = lab.state();
    let option = |id: &str, value: &str| fiat(Act::Option { id: id.into(), value: value.into() });
    give(&mut state, &option("fifteen", "marginal"), &[]);
    assert_eq!(CasusBelli::changed_options(&state).0.get("fifteen").map(String::as_str), Some("marginal"));
    assert_eq!(refusal(&state, &option("fifteen", "marginal")).clause, "cb:14b");
    assert_eq!(refusal(&state, &option("fifteen", "win")).code, Code::BadOrder);
    assert_eq!(refusal(&state, &option("fourteen", "draw")).code, Code::BadOrder);
    for (id, value) in [("lapoype", "on"), ("nimptsch", "on"), ("setup", "free"), ("facing", "on")] {
        assert_eq!(refusal(&state, &option(id, value)).code, Code::WrongPhase, "{id}");
    }
}

#[test]
fn a_fiat_waits_until_what_is_under_way_is_decided_and_names_its_clause() {
    let lab = lab();
    let mut state = lab.state();
    let leader = lab.leader("LF1.v@2011");
    state.pending.push(Pending::Relocate { leader, hexes: vec![Hex(2012)] });
    assert_eq!(refusal(&state, &place("F5.v@2010", 2113)).code, Code::WrongPhase);
    give(&mut state, &fiat(Act::Turn { turn: 3 }), &[]);
    state.pending.clear();
    let named = |clause: &str| {
        let act = Act::Turn { turn: 4 };
        Order::Fiat(Fiat { act, reason: "so".into(), clause: Some(clause.into()) })
    };
    let unknown = format!("{}:99", CasusBelli::ID);
    assert_eq!(refusal(&state, &named(&unknown)).code, Code::BadOrder);
    let ruling = CasusBelli::judge(&state, &named("cb:8a2"), &mut Dry).expect("it is a clause");
    let notes: Vec<String> = ruling.working.iter().map(|note| format!("{note:?}")).collect();
    assert!(notes.iter().any(|note| note.contains("In place of 8a2")), "{notes:?}");
}

#[test]
fn no_option_that_a_journal_holds_adds_counters_under_way() {
    // cb:15c3
    let mut lab = Lab::marengo().units("F5@1010 E5@1510");
    lab.scenario.units[0].only_with = Some("nimptsch".into());
    let mut state = lab.set_up();
    assert_eq!(state.units.len(), 1, "it takes no part");
    let set = Event::OptionSet { id: "nimptsch".into(), value: "on".into() };
    CasusBelli::apply(&mut state, &set);
    assert_eq!(state.game.counts(), (1, 0));
}
