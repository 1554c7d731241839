//! What is told of whole battles: units in hand, charges by hand, threats, cards.

use std::time::Instant;

use crate::order::Order;
use crate::position::Position;
use crate::rule_set::Epstein;
use crate::state::State;
use game::options::Options;
use game::{Answer, Ask, Codec as _, Draft, Goal, Presentation as _, RuleSet as _, Spot};
use scenario::shipped::Embedded;
use scenario::{AnyRules, Battle as _, Scenario};

fn battle(id: &str) -> State {
    let (scenario, _) = Scenario::read(id, &Embedded, &AnyRules).expect("it is in the program");
    Epstein::start(scenario, &Options::default()).expect("it is played by these rules")
}

fn trip(state: &State, piece: &str, to: (f64, f64, f64)) -> game::Trip {
    let mut held = Epstein::pick_up(state, piece).expect("it is in play");
    held.trip(Goal::at(Spot::Pose { x: to.0, y: to.1, heading: to.2 }))
}

#[test]
fn a_battalion_that_is_held_ahead_marches_there() {
    let state = battle("worked-example");
    let there = trip(&state, "A", (24.0, 6.5, 0.0));
    assert_eq!(there.refusal, None);
    let order = Epstein::order_of(&state, &there.order.expect("it goes there")).expect("it is spelled");
    assert_eq!(Epstein::say_order(&state, &order), "1/13th Line goes 1.50 in back");
    let beyond = trip(&state, "A", (24.0, 3.0, 0.0));
    assert_eq!(beyond.refusal.map(|refusal| refusal.clause), Some("epstein:3d.3".to_owned()));
    assert!(beyond.short.is_some(), "it goes as far as it may");
}

#[test]
fn a_battalion_that_is_held_against_an_enemy_charges() {
    let state = battle("worked-example");
    for held in [(24.0, 12.75, 0.0), (24.3, 12.6, 0.0)] {
        let there = trip(&state, "A", held);
        assert_eq!(there.refusal, None, "{held:?}");
        let order = Epstein::order_of(&state, &there.order.expect("it charges")).expect("it is spelled");
        assert!(matches!(order, Order::Charge { .. }), "{order:?}");
    }
}

#[test]
fn every_unit_of_a_battle_can_be_taken_in_hand_and_told_of() {
    for id in ["brigade-action", "waterloo-epstein"] {
        let state = battle(id);
        for member in Epstein::groups(&state).into_iter().flat_map(|group| group.members) {
            assert!(Epstein::tooltip(&state, &member.piece).is_ok(), "{}", member.piece);
            if member.placed {
                assert!(Epstein::pick_up(&state, &member.piece).is_ok(), "{}", member.piece);
                assert!(Epstein::piece(&state, &member.tag).is_ok(), "{}", member.tag);
            }
        }
    }
}

#[test]
fn the_reach_of_a_battalion_is_found_beside_the_frame_and_once() {
    let state = battle("worked-example");
    let held = Epstein::pick_up(&state, "A").expect("it is in play");
    let from = held.summary().from.expect("it is on the table");
    let search = || held.reach(from).expect("it may move");
    assert_eq!(search()(&|| true), None, "nobody wants it any more");
    let begun = Instant::now();
    let found = search()(&|| false).expect("it is wanted");
    println!("reach of a battalion: {:?}", begun.elapsed());
    assert!(!found.is_empty());
    assert_eq!(search()(&|| true), Some(found), "what was found is kept");
}

#[test]
fn formations_that_may_not_be_taken_say_why() {
    let state = battle("worked-example");
    let draft = Draft::new("Form").with("unit", Answer::One("A".into()));
    let offers: Vec<_> = Vec::new();
    let questions = Epstein::questions(&state, &draft, &offers, &std::collections::BTreeMap::new());
    let of = questions.iter().find_map(|question| match &question.ask {
        Ask::One(of) if question.field == "formation" => Some(of),
        _ => None,
    });
    let of = of.expect("it is asked");
    let barred: Vec<&str> =
        of.iter().filter(|one| one.barred.is_some()).map(|one| one.key.as_str()).collect();
    assert_eq!((of.len(), barred), (5, vec!["line", "skirmish"]));
}

#[test]
fn a_single_stand_is_told_why_it_forms_no_square() {
    let position = r#"{"units": [
        {"id": "A", "stands": 1, "at": [0, 0, 0]},
        {"id": "S", "stands": 1, "formation": "skirmish", "at": [9, 0, 0]},
        {"id": "C", "stands": 2, "formation": "skirmish", "at": [-9, 0, 0]}
    ]}"#;
    let position: Position = serde_json::from_str(position).expect("a position");
    let state = position.set_up(&|_| Err("no battle".to_owned())).expect("it can be");
    let square = |verb: &str, unit: &str| {
        let draft = Draft::new(verb).with("unit", Answer::One(unit.into()));
        let questions = Epstein::questions(&state, &draft, &[], &std::collections::BTreeMap::new());
        let all = questions.into_iter().filter(|question| question.field == "formation");
        let all = all.filter_map(|question| if let Ask::One(of) = question.ask { Some(of) } else { None });
        all.flatten().find(|one| one.key == "square").expect("it is asked").barred
    };
    for (verb, unit) in [("Form", "A"), ("CloseUp", "S")] {
        let said = square(verb, unit).expect("it is barred");
        assert!(said.contains("is a single stand and forms no square (g.8)"), "{said}");
    }
    assert_eq!(square("CloseUp", "C"), None);
}

#[test]
fn who_stands_before_the_enemy_is_threatened() {
    let state = battle("worked-example");
    let threats = Epstein::threats(&state, "A", None).expect("it is on the table");
    let words: Vec<&str> = threats.iter().map(|threat| threat.words.as_str()).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    assert!(words[0].starts_with("2/7th Infantry could fire, 12 figures at 4.0 in"), "{words:?}");
    assert!(words[1].starts_with("2/7th Infantry could charge from the front, 4.0 in"), "{words:?}");
    let away = Spot::Pose { x: 24.0, y: 2.0, heading: 0.0 };
    assert_eq!(Epstein::threats(&state, "A", Some(away)).expect("it could stand there"), []);
}

#[test]
fn the_card_of_a_charge_tells_what_both_have() {
    let state = battle("worked-example");
    let due = Epstein::due(&state);
    let charge = due.offers.iter().find(|offer| offer.kind == "charge").expect("it may charge");
    let card = Epstein::plain_card(&state, &charge.order, &[]);
    assert!(card.throw.is_some() && card.refusal.is_none());
    assert_eq!(card.sides[1].result, "Holds on 8 or more: 42 %");
    assert_eq!(card.sides[0].pieces[0].1, "12 figures at 2: a die times 24");
    assert!(!Epstein::sketch(&state, &Epstein::spell(&state, &charge.order), 20.0).is_empty());
}

fn position(json: &str) -> State {
    let position: Position = serde_json::from_str(json).expect("the position is read");
    position.set_up(&|_| Err("no battle".to_owned())).expect("the position stands")
}

#[test]
fn the_command_overlay_marks_whom_the_rules_count() {
    let marks = |options: &str, at: &str| {
        let state = position(&format!(
            r#"{{"options": {options}, "units": [{{"id": "L", "kind": "command", "at": [0, 0, 0]}}, {{"id": "A", "at": {at}}}]}}"#
        ));
        let leader = state.find_group("L").expect("he is there");
        super::overlays::overlay(&state, "command", Some(leader), None).len()
    };
    let (edge, centre) = ("{}", r#"{"command_measure": "centre"}"#);
    let (near, between, far) = ("[0, 3, 0]", "[0, 4.5, 0]", "[0, 12, 0]");
    let nobody = marks(edge, far);
    assert!(marks(edge, near) > nobody && marks(edge, between) > nobody);
    assert!(marks(centre, near) > nobody);
    assert_eq!(marks(centre, between), nobody, "four inches from middle to middle do not reach it");
}

#[test]
fn the_card_of_a_joint_volley_tells_of_all_who_fire() {
    let state = position(
        r#"{"options": {"joint_volley": "on"}, "units": [
            {"id": "A1", "at": [-2.6, 0, 0]}, {"id": "A2", "at": [2.6, 0, 0]},
            {"id": "B", "side": "blue", "at": [0, 4.75, 180]}
        ]}"#,
    );
    let volley = |with: Option<Vec<String>>| Order::Volley { unit: "A1".into(), target: "B".into(), with };
    let (alone, joint) = (volley(None), volley(Some(vec!["A2".to_owned()])));
    let told = |order: &Order| {
        let card = Epstein::plain_card(&state, order, &[]);
        (card.sides[0].pieces.len(), card.sides[0].result.clone())
    };
    assert_eq!(told(&alone), (1, "Die 1 to 6 hits 1, 2, 3, 4, 6, 7".to_owned()));
    assert_eq!(told(&joint), (2, "Die 1 to 6 hits 2, 4, 7, 9, 12, 12".to_owned()));
    let listed = super::card::listing(&state, &joint).expect("it is listed");
    assert!(listed.words.starts_with("At B, 24 figures"), "{}", listed.words);
}

#[test]
fn what_somebody_may_order_is_askable_though_no_offer_has_it() {
    let position: Position = serde_json::from_str(
        r#"{"units": [
            {"id": "A", "kind": "cav_light_line", "formation": "column", "at": [-5, 5, 0]},
            {"id": "B", "side": "blue", "at": [0, 10, 180]},
            {"id": "G", "kind": "art_foot_line", "at": [12, 0, 0]},
            {"id": "H", "kind": "art_foot_line", "left": [0], "at": [16, 0, 0]}
        ]}"#,
    )
    .expect("the position is read");
    let state = position.set_up(&|_| Err("no battle".to_owned())).expect("the position stands");
    let mut offers = Epstein::due(&state).offers;
    offers.retain(|offer| matches!(offer.order, Order::Charge { .. } | Order::SendGunners { .. }));
    assert_eq!(offers, [], "neither is offered");
    let open = Epstein::open_verbs(&state);
    assert!(open.contains(&"Charge") && open.contains(&"SendGunners"), "{open:?}");
    let choices = |draft: &Draft, field: &str| {
        let asked = Epstein::questions(&state, draft, &[], &std::collections::BTreeMap::new());
        let asked = asked.into_iter().find(|question| question.field == field).expect("it is asked");
        let Ask::One(of) = asked.ask else { panic!("{:?}", asked.ask) };
        of.into_iter().map(|choice| choice.key).collect::<Vec<String>>()
    };
    let charge = Draft::new("Charge");
    assert_eq!(choices(&charge, "unit"), ["A"]);
    assert_eq!(choices(&charge.with("unit", Answer::One("A".to_owned())), "target"), ["B"]);
    let send = Draft::new("SendGunners");
    assert_eq!(choices(&send, "gun"), ["G"]);
    assert_eq!(choices(&send.with("gun", Answer::One("G".to_owned())), "to"), ["H"]);
    assert!(!open.contains(&"EnterHouse") && !open.contains(&"CloseUp"), "{open:?}");
}
