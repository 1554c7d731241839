//! The protocol: every example of its README, and what comes in wrong.

use serde_json::{Value, json};

use super::{LIMIT, Request, Server, schema};
use crate::desk::Library;

const README: &str = include_str!("README.md");

fn server() -> Server {
    Server::new(Library::embedded())
}

fn send(server: &mut Server, line: &str) -> Value {
    serde_json::from_str(&server.answer_line(line.as_bytes())).unwrap()
}

/// Is what is shown there? Objects may hold more, lists may be longer, numbers differ by rounding.
fn missing(shown: &Value, there: &Value, at: &str) -> Option<String> {
    let differs = || Some(format!("{at}: shown {shown}, answered {there}"));
    match (shown, there) {
        (Value::Object(shown), Value::Object(fields)) => shown.iter().find_map(|(name, value)| {
            let at = format!("{at}.{name}");
            match fields.get(name) {
                Some(there) => missing(value, there, &at),
                None => Some(format!("{at} is not answered: {fields:?}")),
            }
        }),
        (Value::Array(shown), Value::Array(items)) => shown.iter().enumerate().find_map(|(index, value)| {
            let at = format!("{at}[{index}]");
            match items.get(index) {
                Some(there) => missing(value, there, &at),
                None => Some(format!("{at} is not answered")),
            }
        }),
        (Value::Number(a), Value::Number(b)) => {
            let near = a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| (a - b).abs() < 1e-4);
            if near { None } else { differs() }
        }
        _ if shown == there => None,
        _ => differs(),
    }
}

#[test]
fn every_example_of_the_readme_is_answered_as_it_says() {
    let mut server = server();
    let mut answer = None;
    let mut sent = 0;
    let mut shown = std::collections::BTreeSet::new();
    for (number, line) in README.lines().enumerate() {
        if let Some(request) = line.strip_prefix("> ") {
            assert_eq!(answer, None, "line {}: the request before it has no answer", number + 1);
            answer = Some(send(&mut server, request));
            sent += 1;
            if let Ok(Value::Object(fields)) = serde_json::from_str(request) {
                shown.extend(fields.keys().cloned());
            }
        } else if let Some(expected) = line.strip_prefix("< ") {
            let expected: Value = serde_json::from_str(expected).unwrap();
            let there = answer.take().unwrap();
            let wrong = missing(&expected, &there, "answer");
            assert_eq!(wrong, None, "README line {}: {there}", number + 1);
        }
    }
    assert!(sent >= 25, "{sent}");
    for name in Request::NAMES {
        assert!(shown.contains(name), "the README has no example of {name}");
    }
}

#[test]
fn what_comes_in_wrong_gets_a_clear_error_and_the_game_goes_on() {
    let mut server = server();
    let code = |server: &mut Server, line: &str| {
        let answer = send(server, line);
        assert!(answer["error"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{line}: {answer}");
        answer["error"]["code"].as_str().unwrap_or_default().to_owned()
    };
    for line in [r#"{"due":{}}"#, r#"{"order":{"order":"Draw"}}"#, r#"{"undo":{}}"#, r#"{"state":{}}"#] {
        assert_eq!(code(&mut server, line), "no-game");
    }
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    let before = send(&mut server, r#"{"state":{}}"#);
    let wrong = [
        ("nonsense", "not-json"),
        ("{\"due\":", "not-json"),
        ("\u{0}", "not-json"),
        ("[]", "bad-message"),
        ("{}", "bad-message"),
        (r#"{"due":{},"undo":{}}"#, "bad-message"),
        (r#"{"dew":{}}"#, "unknown-message"),
        (r#"{"due":{"kinds":"fire"}}"#, "bad-message"),
        (r#"{"due":{"kind":"fires"}}"#, "bad-message"),
        (r#"{"due":{"side":"green"}}"#, "bad-message"),
        (r#"{"order":{"order":"Dance"}}"#, "bad-message"),
        (r#"{"order":{"order":{"Move":{"stand":"999","path":[]}}}}"#, "bad-order"),
        (r#"{"order":{"order":{"Pick":"Grouchy"}}}"#, "bad-order"),
        (r#"{"order":{"order":"Draw","dice":[[9]]}}"#, "bad-dice"),
        (r#"{"order":{"order":"Draw","dice":[[1,2]]}}"#, "bad-dice"),
        (r#"{"order":{"order":"Draw","dice":[[1],[2]]}}"#, "bad-dice"),
        (r#"{"order":{"order":"Draw","dice":["Grouchy"]}}"#, "bad-dice"),
        (r#"{"new":{"scenario":"first-stepz"}}"#, "cannot-open"),
        (r#"{"new":{"scenario":"first-steps","options":{"fire-ark":"45"}}}"#, "cannot-open"),
        (r#"{"new":{"scenario":"first-steps","weather":"fog"}}"#, "cannot-open"),
        (r#"{"open":{"journal":"/nowhere/at/all"}}"#, "cannot-open"),
        (r#"{"open":{"position":{"table":[1e38,20]}}}"#, "bad-position"),
        (r#"{"undo":{}}"#, "cannot-step"),
        (r#"{"undo":{"to":7}}"#, "cannot-step"),
        (r#"{"redo":{}}"#, "cannot-step"),
        (r#"{"branch":{"from":3}}"#, "cannot-step"),
        (r#"{"view":{"side":"green"}}"#, "bad-message"),
        (r#"{"reach":{"stand":"2","heading":1e30}}"#, "bad-order"),
    ];
    for (line, expected) in wrong {
        assert_eq!(code(&mut server, line), expected, "{line}");
    }
    assert_eq!(send(&mut server, r#"{"state":{}}"#), before);
    let refused = send(&mut server, r#"{"order":{"order":{"Move":{"stand":"2","path":[{"Ahead":1}]}}}}"#);
    assert_eq!(refused["refused"]["code"], "not-active");
    assert!(send(&mut server, r#"{"id":"x","order":{"order":"Draw"}}"#)["done"].is_object());
}

#[test]
fn an_unknown_kind_of_offers_is_answered_with_the_nearest() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    let text = |server: &mut Server, line: &str| {
        send(server, line)["error"]["text"].as_str().unwrap_or_default().to_owned()
    };
    let said = text(&mut server, r#"{"due":{"kind":"fires"}}"#);
    assert!(said.contains("do you mean \"fire\"?") && said.contains("weather, draw, rally"), "{said}");
    assert!(!text(&mut server, r#"{"due":{"kind":"xyzzy"}}"#).contains("do you mean"));
    let known = send(&mut server, r#"{"due":{"kind":"fire"}}"#);
    assert_eq!(known["due"]["offers"], json!([]), "{known}");
}

#[test]
fn every_kind_that_is_offered_may_be_asked_for() {
    use crate::rules::RuleSet;
    use crate::rules::easy::Easy;
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":5}}"#);
    let mut met = std::collections::BTreeSet::new();
    for step in 0..120 {
        let due = send(&mut server, r#"{"due":{}}"#);
        let Some(offers) = due["due"]["offers"].as_array().filter(|offers| !offers.is_empty()) else { break };
        for offer in offers {
            let kind = offer["kind"].as_str().unwrap_or_default().to_owned();
            assert!(Easy::offer_kinds().contains(&kind.as_str()), "{kind}");
            met.insert(kind);
        }
        // Moves first, so that stands come into contact; not always the same, so that steps end.
        let order = &offers[step % offers.len()]["order"];
        let answer = send(&mut server, &json!({"order": {"order": order}}).to_string());
        assert!(answer["done"].is_object(), "{order}: {answer}");
    }
    assert!(met.len() > 6, "{met:?}");
}

#[test]
fn a_side_hears_of_odds_and_offers_what_it_may_know() {
    // A stand with one point left of five: the enemy only sees its marker, and reckons with five.
    let stand = |id: &str, side: &str, arm: &str, at: [f32; 3], sp: u8| json!({"id": id, "side": side, "arm": arm, "at": at, "sp": sp, "start": 5});
    let stands = json!([
        stand("D", "blue", "Infantry", [24.0, 24.0, 0.0], 5),
        stand("A", "red", "Infantry", [24.0, 26.0, 180.0], 1),
    ]);
    let position = json!({"open": {"position": {
        "table": [48, 48], "stands": stands, "active": {"command": "blue"},
    }}});
    let mut server = server();
    let opened = send(&mut server, &position.to_string());
    assert!(opened["opened"].is_object(), "{opened}");
    for order in [json!("EndMoves"), json!({"Declare": [["D", "A"]]})] {
        let answer = send(&mut server, &json!({"order": {"order": order}}).to_string());
        assert!(answer["done"].is_object(), "{answer}");
    }
    let odds = |server: &mut Server, side: Option<&str>| {
        send(server, &json!({"odds": {"order": {"Resolve": 0}, "side": side}}).to_string())["odds"]
            .to_string()
    };
    let (referee, owner, enemy) =
        (odds(&mut server, None), odds(&mut server, Some("red")), odds(&mut server, Some("blue")));
    assert!(!referee.contains("A loses 2") && referee == owner, "{referee}");
    assert!(enemy.contains("A loses 2"), "{enemy}");
}

#[test]
fn an_order_is_answered_as_the_side_that_asks_may_hear_it() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":1}}"#);
    let mut fiat = |side: &str, points: u8| {
        let order = format!(
            r#"{{"order":{{"order":{{"Fiat":{{"act":{{"Strength":{{"stand":"B02","points":{points}}}}},"reason":"r"}}}}{side}}}}}"#
        );
        send(&mut server, &order)["done"].clone()
    };
    let (own, enemy, referee) = (fiat(r#","side":"blue""#, 4), fiat(r#","side":"red""#, 3), fiat("", 2));
    assert_eq!(own["events"][0]["points"], 4, "{own}");
    assert_eq!(enemy["words"][0], "By the referee: a strength is set", "{enemy}");
    assert_eq!(enemy["events"][0]["points"], Value::Null, "{enemy}");
    assert!(!enemy.to_string().contains("3 sp"), "{enemy}");
    assert_eq!(referee["events"][0]["points"], 2, "{referee}");
    let mut back = |side: &str| {
        let act = json!({"BringBack": {"stand": "B02", "at": [20.0, 3.0, 0.0], "points": 3}});
        let line = json!({"order": {"order": {"Fiat": {"act": act, "reason": "3 sp"}}, "side": side}});
        send(&mut server, &line.to_string())["done"].clone()
    };
    let (own, enemy) = (back("blue"), back("red"));
    assert_eq!(own["events"][0]["points"], 3, "{own}");
    assert_eq!(enemy["events"][0]["kind"], "rallied", "{enemy}");
    assert_eq!(enemy["events"][0]["points"], Value::Null, "{enemy}");
    assert!(!enemy.to_string().contains("3 sp"), "{enemy}");
    let wrong = send(&mut server, r#"{"order":{"order":"Draw","side":"green"}}"#);
    assert_eq!(wrong["error"]["code"], "bad-message", "{wrong}");
}

#[test]
fn stands_off_the_table_or_on_each_other_are_no_position() {
    let position = |stands: Value| {
        let line = json!({"open": {"position": {"table": [20, 20], "stands": stands}}}).to_string();
        send(&mut server(), &line)
    };
    let stand = |id: &str, at: [f32; 3]| json!({"id": id, "side": "red", "arm": "Infantry", "at": at});
    let text = |answer: Value| answer["error"]["text"].as_str().unwrap_or_default().to_owned();
    assert!(text(position(json!([stand("a", [0.5, 5.0, 0.0])]))).contains("off the table"));
    assert!(
        text(position(json!([stand("a", [5.0, 5.0, 0.0]), stand("b", [6.0, 5.0, 0.0])]))).contains("lies on")
    );
    assert!(
        text(position(json!([stand("a", [5.0, 5.0, 0.0]), stand("a", [9.0, 5.0, 0.0])]))).contains("twice")
    );
    assert!(text(position(json!([]))).contains("no chit"));
    let late = json!([{"id": "a", "side": "red", "arm": "Infantry", "arrives": [3, "E9"]}]);
    assert!(text(position(late)).contains("no entry"));
    let none = json!([{"id": "a", "side": "red", "arm": "Infantry", "sp": 0, "at": [5, 5, 0]}]);
    assert!(text(position(none)).contains("strength"));
    assert!(position(json!([stand("a", [5.0, 5.0, 0.0])]))["opened"].is_object());
}

#[test]
fn a_line_that_is_too_long_is_passed_over_and_the_next_is_answered() {
    let mut input = vec![b'x'; LIMIT + 10];
    input.extend_from_slice(b"\n\n{\"scenarios\":{}}\n");
    input.extend_from_slice(&vec![b' '; LIMIT - 20]);
    input.extend_from_slice(b"{\"due\":{}}\n{\"id\":9,\"due\":{}}");
    let mut output = Vec::new();
    server().serve(input.as_slice(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4, "{text}");
    assert_eq!(answers[0]["error"]["code"], "too-long");
    assert!(answers[1]["scenarios"].is_array());
    assert_eq!(answers[2]["error"]["code"], "no-game");
    assert_eq!(answers[3]["id"], 9);
}

#[test]
fn bad_dice_and_fiats_without_a_reason_are_told_as_such() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":5}}"#);
    let dice = send(&mut server, r#"{"order":{"order":"Draw","dice":[1.5]}}"#);
    assert!(dice["error"]["text"].as_str().unwrap().contains("a list of faces"), "{dice}");
    let fiat = r#"{"fiat":{"act":{"Strength":{"stand":"2","points":2}},"reason":" "}}"#;
    let told = send(&mut server, fiat);
    assert_eq!(told["error"]["code"], "bad-order", "{told}");
    for points in [61, 300] {
        let many =
            json!({"fiat": {"act": {"Strength": {"stand": "2", "points": points}}, "reason": "a slip"}});
        let told = send(&mut server, &many.to_string());
        let text = told.to_string();
        let fact = format!("{points} strength points are too many for 2 Lannoy");
        assert!(text.contains(&fact) && text.contains("Give up to 60"), "{text}");
    }
    let weather = send(&mut server, r#"{"new":{"scenario":"first-steps","weather":"fog"}}"#);
    let text = weather["error"]["text"].as_str().unwrap();
    assert!(text.contains("leave it out for its own, or choose from muddy"), "{text}");
}

#[test]
fn the_schema_names_every_request() {
    let text = schema().to_string();
    for name in Request::NAMES {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn every_offer_is_accepted_as_it_is_told() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":5}}"#);
    let mut given = 0;
    for step in 0..60 {
        let due = send(&mut server, r#"{"due":{}}"#);
        let offers = due["due"]["offers"].as_array().cloned().unwrap_or_default();
        let Some(offer) = offers.get(step % offers.len().max(1)) else { break };
        let answer = send(&mut server, &json!({"order": {"order": offer["order"]}}).to_string());
        assert!(answer["done"].is_object(), "{offer}: {answer}");
        given += 1;
    }
    assert!(given > 30, "{given}");
}

#[test]
fn numbers_beyond_any_table_are_refused_at_once() {
    let mut server = server();
    let stands = json!([
        {"id": "foot", "side": "red", "arm": "Infantry", "at": [9, 4, 0]},
        {"id": "horse", "side": "blue", "arm": "HeavyCavalry", "at": [12, 10, 180]},
    ]);
    let position = json!({"table": [24, 16], "stands": stands, "active": {"command": "red"}});
    let opened = send(&mut server, &json!({"open": {"position": position}}).to_string());
    assert!(opened["opened"].is_object(), "{opened}");
    let legs = [
        json!([{"Slide": [1e30, 1e30]}]),
        json!([{"Slide": [1e38, 1e38]}, {"Slide": [1e38, 1e38]}]),
        json!([{"Turn": 1e30}]),
        json!([{"Turn": 1e9}]),
        json!([{"TurnAbout": [1e20, 1e20, 1e-10]}]),
        json!([{"Ahead": 1e39}]),
        Value::Array(vec![json!({"Turn": 0.0}); 2000]),
    ];
    for path in legs {
        let order = json!({"order": {"order": {"Move": {"stand": "foot", "path": path}}}});
        let answer = send(&mut server, &order.to_string());
        assert_eq!(answer["refused"]["code"], "not-finite", "{answer}");
    }
    let far = json!({"fiat": {"act": {"Place": {"stand": "foot", "at": [1e30, 0, 0]}}, "reason": "a slip"}});
    assert_eq!(send(&mut server, &far.to_string())["refused"]["code"], "not-finite");
    let off = json!({"fiat": {"act": {"Place": {"stand": "foot", "at": [900, 0, 0]}}, "reason": "a slip"}});
    assert!(send(&mut server, &off.to_string())["done"].is_object());
    assert!(send(&mut server, r#"{"reach": {"stand": "foot"}}"#).is_object());
    assert!(send(&mut server, r#"{"due": {}}"#)["due"].is_object());
}
