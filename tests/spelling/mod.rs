//! Orders are spelled by a table of verbs: what cases hold, what the ledgers' hardest orders need, and the same form on the wire.

mod hard_orders;

use casebook::{Case, CaseFile, Step, parse, rules_of, shipped_files};
use casus_belli::CasusBelli;
use easy::{self, Easy};
use epstein::Epstein;
use game::{CaseRules, Draft, RuleSet, Verb};
use napoleon_at_war::NapoleonAtWar;
use serde::Serialize;
use serde_json::{Value, json};

/// As the wire has it.
fn wire(order: &impl Serialize) -> Value {
    let text = serde_json::to_string(order).expect("orders are data");
    serde_json::from_str(&text).expect("what was written can be read")
}

/// The orders of every case of a file, with the table that spells them.
fn orders_of<R: CaseRules>(path: &str, text: &str) -> Vec<(&'static [Verb], String, Value)> {
    let file: CaseFile<R> = parse(path, text).expect("shipped cases can be read");
    let of = |case: &Case<R>| {
        let said = |step: &Step<R>| (R::VERBS, format!("{path}: {}", case.name), wire(&step.order));
        case.steps.iter().map(said).collect::<Vec<_>>()
    };
    file.cases.iter().flat_map(of).collect()
}

/// Every order of every case: its rule set's table, the case, and the order as the wire has it.
fn orders_of_cases() -> Vec<(&'static [Verb], String, Value)> {
    type Reader = fn(&str, &str) -> Vec<(&'static [Verb], String, Value)>;
    let known: [(&str, Reader); 4] = [
        (Easy::ID, orders_of::<Easy>),
        (NapoleonAtWar::ID, orders_of::<NapoleonAtWar>),
        (Epstein::ID, orders_of::<Epstein>),
        (CasusBelli::ID, orders_of::<CasusBelli>),
    ];
    let orders = |(path, text): (String, &str)| {
        let read = rules_of(&path, text, &known).unwrap_or_else(|fault| panic!("{fault}"));
        read(&path, text)
    };
    shipped_files().into_iter().flat_map(orders).collect()
}

#[test]
fn every_order_of_a_case_is_read_and_written_alike() {
    let orders = orders_of_cases();
    assert!(orders.len() > 1500, "{} orders", orders.len());
    for (verbs, case, order) in orders {
        let draft = Draft::read(verbs, &order).unwrap_or_else(|fault| panic!("{case}: {order}: {fault}"));
        let verb = verbs.iter().find(|verb| verb.name == draft.verb).expect("it was found by the table");
        assert_eq!(draft.next_field(verb), None, "{case}: {order} is a whole order");
        assert_eq!(draft.spell(verbs).expect("it can be written"), order, "{case}");
    }
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let verbs = easy::spelling::VERBS;
    let told = |order: Value| Draft::read(verbs, &order).expect_err("it is wrong").to_string();
    assert!(told(json!("Drow")).starts_with("the order: there is no Drow: it is one of RollWeather, Draw"));
    assert_eq!(told(json!({"Fire": {"battery": "a"}})), "Fire lacks target: give a key, such as \"foy\"");
    let extra = json!({"Fire": {"battery": "a", "target": "b", "at": 3}});
    assert_eq!(told(extra), "Fire has no at: it has battery, target");
    let leg = json!({"Move": {"stand": "a", "path": [{"Ahead": 3}, {"Sideways": 1}]}});
    assert!(
        told(leg).starts_with("Move, path: there is no Sideways: give a list of legs: Slide with 2 numbers")
    );
    let hits = json!({"PlaceHits": {"shooter": "a", "hits": [["b", -1]]}});
    let shares = "PlaceHits, hits: invalid value: integer `-1`, expected u32: give a list of keys, each with a whole number";
    assert_eq!(told(hits), shares);
    let task = json!({"Work": {"engineer": "e", "task": {"Dig": 3}}});
    assert!(told(task).starts_with("Work, task: there is no Dig: it is one of Bridge, Destroy"));
    assert_eq!(told(json!({"Draw": 3})), "Draw stands alone: give \"Draw\"");
    let alone = "Pick: invalid type: unit variant, expected newtype variant: give it with command";
    assert_eq!(told(json!("Pick")), alone);
    for odd in [json!(null), json!(3), json!([]), json!({}), json!({"Draw": null, "Pick": "a"})] {
        assert!(told(odd).contains("give one of RollWeather"));
    }
}
