//! What is said at the table reads well: one of a thing, sides, who need not do something, why a charge is broken.

use dice::TypedEntry;
use game::{Fiat, Presentation as _, RuleSet as _};
use hexes::{Hex, HexKind};
use scenario::Side;

use super::event::Event;
use super::fixture::{Lab, code, give, refusal};
use super::order::{Act, Assault, Order, Withdrawal};
use super::state::{Phase, Place, Reorganisation, State};
use super::victory::{self, BattleOutcome, Level};
use super::words::say_event;
use super::{CasusBelli, say, summary};

fn go(lab: &Lab, unit: &str, path: &[u16]) -> Order {
    Order::Move { piece: lab.piece(unit), path: path.iter().copied().map(Hex).collect(), faces: None }
}

fn fact(state: &State, order: &Order) -> String {
    refusal(state, order).fact
}

fn said(state: &State, piece: &str) -> String {
    let tooltip = CasusBelli::tooltip(state, piece).expect("it is there");
    tooltip.said.into_iter().map(|remark| remark.words).collect::<Vec<_>>().join("\n")
}

fn reorganising(lab: &Lab) -> State {
    let mut state = lab.state();
    state.phase = Phase::Reorganisation(Reorganisation::default());
    state
}

#[test]
fn one_of_a_thing_is_said_as_one() {
    let lab = Lab::new().units("F1@2010 cF2-6@2110 E4@2010/3 E3@2301 LF1.v@2011 F4.v@2012");
    let state = lab.state();
    let event = |event| say_event(&state, &event).expect("it is said");
    let unit = lab.id("F1@2010");
    assert_eq!(event(Event::StrengthSet { unit, points: 1 }), "French F1@2010 has 1 strength point");
    assert_eq!(event(Event::StrengthSet { unit, points: 2 }), "French F1@2010 has 2 strength points");
    let award = |points| event(Event::Awarded { side: Side(1), points });
    assert_eq!(award(1), "+1 victory point for the Austrian side");
    assert_eq!(award(-1), "-1 victory point for the Austrian side");
    assert_eq!(award(3), "+3 victory points for the Austrian side");
    let shut = |pieces: &[&str]| {
        let pieces = pieces.iter().map(|piece| lab.piece(piece)).collect();
        event(Event::ShutOut { side: Side(1), pieces })
    };
    assert!(shut(&["E4@2010/3"]).starts_with("Austrian E4@2010/3 finds no way onto the map"));
    assert!(shut(&["E4@2010/3", "E3@2301"]).contains("E3@2301 find no way"));
    let act = |act: &Act| say::say_act(&state, act);
    assert_eq!(act(&Act::Points { side: "e".into(), points: 1 }), "+1 victory point for the Austrian side");
    let strength = Act::Strength { unit: "F1@2010".into(), points: 1 };
    assert_eq!(act(&strength), "French F1@2010 has 1 strength point");
    let fiat = |act| Order::Fiat(Fiat { act, reason: "so it was".into(), clause: None });
    let none = fact(&state, &fiat(Act::Points { side: "e".into(), points: 0 }));
    assert_eq!(none, "0 victory points cannot be given");
    assert_eq!(
        victory::by_level(&state, [1, 20]).because.split(':').next(),
        Some("French 1 point, Austrian 20")
    );
    let mut lost = state.clone();
    CasusBelli::apply(&mut lost, &Event::Removed { piece: lab.piece("F1@2010") });
    assert!(said(&lost, "F1@2010").contains("It is lost, with 1 strength point"));
    let notes = summary::summary(&lost).losses.parts.into_iter().flat_map(|part| part.notes);
    assert_eq!(notes.collect::<Vec<_>>(), ["1 point: strength points eliminated"]);
}

#[test]
fn one_hex_is_said_as_one() {
    let lab = Lab::new().units("LF1@2010 cF2-6@2011 E4@2013 E2@2014");
    let mut state = lab.command();
    let unit = lab.id("cF2-6@2011");
    give(&mut state, &Order::Attach { unit, to: lab.piece("LF1@2010") }, &[]);
    let lie = |target: &str| fact(&state, &Order::Charge { unit, target: lab.piece(target) });
    assert_eq!(lie("E4@2013"), "1 hex lies between French cF2-6@2011 in 2011 and Austrian E4@2013 in 2013");
    assert!(lie("E2@2014").starts_with("2 hexes lie between"), "{}", lie("E2@2014"));
    let rally = Lab::new().units("LF1.v@2010 F4.v@2012! E1@2009");
    let order = Order::Rally { unit: rally.id("F4.v@2012"), by: rally.piece("LF1.v@2010") };
    assert_eq!(
        fact(&reorganising(&rally), &order),
        "LF1.v@2010 in 2010 is 1 hex from the nearest enemy unit"
    );
}

#[test]
fn a_line_of_one_hex_and_one_hex_in_hand() {
    let lab = Lab::new().units("LF1@2010 F1@2110 E4@3909").commanded_by_rule();
    let state = lab.command();
    let attach = Order::Attach { unit: lab.id("F1@2110"), to: lab.piece("LF1@2010") };
    let card = CasusBelli::card(&state, &attach, &[]);
    assert_eq!(
        card.notes.first().map(|note| note.text.as_str()),
        Some("French F1@2110: a line of 1 hex (2010 2110)")
    );
    // One hex is open in the corner of the board, marsh barring the other.
    let lab = Lab::new().units("gF2-1@0101 E4@3909").kind(201, HexKind::Marsh);
    let held = CasusBelli::pick_up(&lab.state(), "gF2-1@0101").expect("it is there");
    assert_eq!(held.summary().words, "1 movement point, 1 hex");
}

#[test]
fn two_hexes_are_in_the_way_and_one_is() {
    // cb:9e: 0621 to 0723 runs along 0622|0722
    let blocked = |kinds: &[u16], target: u16| {
        let mut lab = Lab::new().units(&format!("gF3@0621 LF1@0620 E4@{target:04}"));
        for hex in kinds {
            lab = lab.kind(*hex, HexKind::Forest);
        }
        let (by, on) = (vec![lab.id("gF3@0621")], vec![lab.id(&format!("E4@{target:04}"))]);
        let attack = Order::Attack(Assault { by, on, lowered: None, leaders: vec![] });
        fact(&lab.combat(), &attack)
    };
    let along = blocked(&[622, 722], 723);
    assert!(along.ends_with(": 0622 and 0722 are in the way"), "{along}");
    let through = blocked(&[622], 623);
    assert!(through.ends_with(": 0622 is in the way"), "{through}");
}

#[test]
fn a_side_is_said_as_a_side() {
    let lab = Lab::new().units("F1@2010 E4@2301 LE1@2302");
    let state = lab.state();
    let own = Order::Attach { unit: lab.id("E4@2301"), to: lab.piece("LE1@2302") };
    assert_eq!(refusal(&lab.command(), &own).remedy, "Choose a unit of the French side");
    let won =
        |level| BattleOutcome { winner: Some(Side(1)), level, points: [0, 40], because: "so it was".into() };
    let said = |outcome| say_event(&state, &Event::Ended(outcome)).expect("it is said");
    assert_eq!(said(won(Level::Decisive)), "A decisive Austrian victory. so it was");
    assert_eq!(said(won(Level::Automatic)), "An automatic Austrian victory. so it was");
    assert_eq!(said(BattleOutcome { winner: None, ..won(Level::Draw) }), "A draw. so it was");
    let mut over = state.clone();
    CasusBelli::apply(&mut over, &Event::Ended(won(Level::Marginal)));
    assert_eq!(CasusBelli::due(&over).prompt, "The battle is over: a marginal Austrian victory");
    assert_eq!(CasusBelli::ending(&over, &[]).verdict, "A marginal Austrian victory");
    let possessed = say_event(&state, &Event::Possessed { hex: Hex(1004), side: Side(1) });
    assert_eq!(possessed.as_deref(), Some("The Austrian side possesses 1004"));
}

#[test]
fn who_need_not_do_something_is_told_so() {
    let lab = Lab::new().units("F5@2010 E4@2005 LF1@1010 LE1@2005 E3@0101/2");
    let state = lab.state();
    let relocate = Order::Relocate { leader: lab.leader("LE1@2005"), hex: Hex(2005) };
    assert_eq!(fact(&state, &relocate), "LE1@2005 need not go anywhere");
    let back = Withdrawal {
        unit: lab.id("F5@2010"),
        way: vec![Hex(2011)],
        chain: vec![],
        with: vec![],
        faces: None,
    };
    let told = fact(&lab.combat(), &Order::Retreat(back));
    assert_eq!(told, "French F5@2010 in 2010 need not go back");
    assert!(fact(&state, &go(&lab, "F5@2010", &[2013])).ends_with("they are not neighbours"));
    let mut gone = state.clone();
    CasusBelli::apply(&mut gone, &Event::Removed { piece: lab.piece("F5@2010") });
    assert_eq!(fact(&gone, &go(&lab, "F5@2010", &[2011])), "French F5@2010 is eliminated");
    let rally = Lab::new().units("LF1.v@3912/9 F4.v@2012! E1@0101");
    let order = Order::Rally { unit: rally.id("F4.v@2012"), by: rally.piece("LF1.v@3912/9") };
    assert_eq!(fact(&reorganising(&rally), &order), "LF1.v@3912/9 is not on the map");
    // The army commander by his post, whoever has the post (cb:10f).
    let far = Lab::new().units("LF1@2010 F2@2020 E1@0101").commanded_by_rule();
    let order = Order::Attach { unit: far.id("F2@2020"), to: far.piece("LF1@2010") };
    assert_eq!(
        fact(&far.command(), &order),
        "French F2@2020 in 2020 is 10 hexes from the army commander, whose range is 5"
    );
}

#[test]
fn a_charge_is_broken_for_its_own_reason() {
    // cb:7f1, cb:3h
    let lab = Lab::new().units("LF1@2011 cF2-6@2010 E4@2006 E1@3901");
    let mut state = lab.command();
    let (unit, target) = (lab.id("cF2-6@2010"), lab.piece("E4@2006"));
    give(&mut state, &Order::Attach { unit, to: lab.piece("LF1@2011") }, &[]);
    give(&mut state, &Order::Charge { unit, target }, &[]);
    give(&mut state, &Order::EndCommand, &[]);
    let told = |state: &State| say_event(state, &Event::ChargeBroken { unit }).expect("it is said");
    let mut halted = state.clone();
    give(&mut halted, &go(&lab, "cF2-6@2010", &[2009]), &[]);
    assert_eq!(told(&halted), "French cF2-6@2010 has stopped elsewhere: its charge is broken");
    let mut gone = state.clone();
    CasusBelli::apply(&mut gone, &Event::Left { piece: lab.piece("cF2-6@2010"), path: vec![], cost: 2 });
    assert_eq!(told(&gone), "French cF2-6@2010 has left the map: its charge is broken");
    let mut lost = state.clone();
    give(&mut lost, &go(&lab, "cF2-6@2010", &[2009, 2008, 2007]), &[]);
    CasusBelli::apply(&mut lost, &Event::Placed { piece: lab.piece("E4@2006"), hex: Hex(2001) });
    assert_eq!(told(&lost), "French cF2-6@2010 no longer has its target before it: its charge is broken");
}

#[test]
fn the_card_of_a_reorganisation_knows_of_its_die_when_it_is_down() {
    // cb:12c
    let lab = Lab::new().units("LF1.v@2010 LF2@2011 F4.v@2012! F3.v@2013! E3@0101").level("v", 5);
    let lab = lab.communications("f", &[2025]);
    let state = reorganising(&lab);
    let by = |leader: &str| Order::Rally { unit: lab.id("F4.v@2012"), by: lab.piece(leader) };
    for thrown in [vec![], vec![TypedEntry::Faces(vec![3])], vec![TypedEntry::Faces(vec![6])]] {
        let card = CasusBelli::card(&state, &by("LF1.v@2010"), &thrown);
        assert_eq!(card.act, "Try to reorganise it", "{thrown:?}");
        assert_eq!(
            card.hints.first().map(String::as_str),
            Some("His corps is demoralised: on 5 or 6 it runs on instead (12c)")
        );
    }
    let card = CasusBelli::card(&state, &by("LF2@2011"), &[]);
    assert_eq!(card.hints.first().map(String::as_str), Some("It needs no die (12c)"));
}

#[test]
fn the_nearest_enemy_is_measured_from_who_reorganises() {
    // cb:12b: 4 from the leader, and 6 from the unit
    let lab = Lab::new().units("LF1.v@2010 LF2@2011 F4.v@2012! E3@2006");
    let told = said(&lab.state(), "F4.v@2012");
    let wanted =
        "no enemy within 4 hexes; the nearest enemy is 4 hexes from LF1.v@2010 and 5 hexes from LF2@2011";
    assert!(told.contains(wanted), "{told}");
    let order = |by: &str| Order::Rally { unit: lab.id("F4.v@2012"), by: lab.piece(by) };
    let state = reorganising(&lab);
    assert!(code(&state, &order("LF1.v@2010")).is_some() && code(&state, &order("LF2@2011")).is_none());
    assert_eq!(state.unit(lab.id("F4.v@2012")).place, Place::Map(Hex(2012)));
}
