//! The protocol: every example of its README, and what comes in wrong.

use serde_json::{Value, json};

use super::request::{BEGINNINGS, NAMES};
use super::{LIMIT, Server, schema};
use desk::{Beginning, Library, Rules};
use game::OfferKind;
use games::Games;

const README: &str = include_str!("README.md");

fn server() -> Server {
    Server::new(Games::of_the_program(), Library::embedded(&Games::default()))
}

/// The second rule set of the program by its id, and its first battle.
fn second() -> (&'static str, String) {
    let games = Games::of_the_program();
    let id = games.all().nth(1).map(Rules::id).unwrap();
    let battles = Library::embedded(&games).scenarios();
    (id, battles.into_iter().find(|(.., rules)| rules == id).map(|(battle, ..)| battle).unwrap())
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
    // A chapter for each rule set, in the order of the list.
    let mut shown: Vec<std::collections::BTreeSet<String>> = Vec::new();
    for (number, line) in README.lines().enumerate() {
        if line.starts_with("# ") {
            shown.push(std::collections::BTreeSet::new());
        }
        if let Some(request) = line.strip_prefix("> ") {
            assert_eq!(answer, None, "line {}: the request before it has no answer", number + 1);
            answer = Some(send(&mut server, request));
            sent += 1;
            if let Ok(Value::Object(fields)) = serde_json::from_str(request) {
                shown.last_mut().unwrap().extend(fields.keys().cloned());
            }
        } else if let Some(expected) = line.strip_prefix("< ") {
            let expected: Value = serde_json::from_str(expected).unwrap();
            let there = answer.take().unwrap();
            let wrong = missing(&expected, &there, "answer");
            let there: String = there.to_string().chars().take(2_000).collect();
            assert_eq!(wrong, None, "README line {}: {there}", number + 1);
        }
    }
    assert!(sent >= 50, "{sent}");
    let games = Games::of_the_program();
    assert_eq!(shown.len(), games.all().count());
    for (rules, shown) in games.all().zip(&shown) {
        for name in BEGINNINGS.iter().chain(&NAMES).chain(rules.asks()).copied().chain(["reach"]) {
            assert!(shown.contains(name), "the README lacks an example of {name} for {}", rules.id());
        }
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
        (r#"{"open":{"position":{"sides":["red","red"]}}}"#, "bad-position"),
        (r#"{"undo":{}}"#, "cannot-step"),
        (r#"{"undo":{"to":7}}"#, "cannot-step"),
        (r#"{"redo":{}}"#, "cannot-step"),
        (r#"{"branch":{"from":3}}"#, "cannot-step"),
        (r#"{"view":{"side":"green"}}"#, "bad-message"),
        (r#"{"reach":{"stand":"2","heading":1e30}}"#, "bad-order"),
        (r#"{"card":{"order":"Draw","dice":[[9]]}}"#, "bad-dice"),
        (r#"{"card":{"order":"Draw","dice":[[1],[2]]}}"#, "bad-dice"),
        (r#"{"ask":{"verb":"Fire"}}"#, "bad-order"),
        (r#"{"ask":{"answers":{"battery":"2"}}}"#, "bad-message"),
        (r#"{"scene":{"layers":["ground","glory"]}}"#, "bad-message"),
        (r#"{"threats":{"piece":"2","at":[-30,2,0]}}"#, "bad-order"),
        (r#"{"threats":{"piece":"2","at":[1e30,2,0]}}"#, "bad-order"),
        (r#"{"id":[1],"due":{}}"#, "bad-message"),
        (r#"{"id":true,"due":{}}"#, "bad-message"),
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
fn what_is_told_over_the_table_is_told_on_the_wire() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    let removed = r#"{"order":{"order":{"Fiat":{"act":{"Remove":{"stand":"2"}},"reason":"it slipped"}}}}"#;
    assert!(send(&mut server, removed)["done"].is_object());
    let told = send(&mut server, r#"{"journal":{"from":1}}"#);
    let banner = &told["journal"][0]["facts"]["banners"][0];
    let words = banner["words"].as_str().unwrap_or_default();
    assert!(words.ends_with("is taken off") && banner["place"].is_array(), "{told}");
    assert!(matches!(banner["kind"].as_str(), Some("lost" | "leader")), "{told}");
}

#[test]
fn an_unknown_kind_of_offers_is_answered_with_the_nearest() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    let text = |server: &mut Server, line: &str| {
        send(server, line)["error"]["text"].as_str().unwrap_or_default().to_owned()
    };
    let said = text(&mut server, r#"{"due":{"kind":"fires"}}"#);
    assert!(
        said.contains("do you mean \"fire\"?") && said.contains("weather, ammunition, draw, rally"),
        "{said}"
    );
    assert!(!text(&mut server, r#"{"due":{"kind":"xyzzy"}}"#).contains("do you mean"));
    let known = send(&mut server, r#"{"due":{"kind":"fire"}}"#);
    assert_eq!(known["due"]["offers"], json!([]), "{known}");
}

#[test]
fn every_kind_that_is_offered_may_be_asked_for() {
    let (games, library) = (Games::default(), Library::embedded(&Games::default()));
    let beginning = Beginning { scenario: "first-steps".to_owned(), ..Beginning::default() };
    let (game, _) = games.first().begin(&library, &library, beginning).expect("it is shipped");
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":5}}"#);
    let mut met = std::collections::BTreeSet::new();
    for step in 0..120 {
        let due = send(&mut server, r#"{"due":{}}"#);
        let Some(offers) = due["due"]["offers"].as_array().filter(|offers| !offers.is_empty()) else { break };
        for offer in offers {
            let (kind, order) = (offer["kind"].as_str().unwrap_or_default(), &offer["order"]);
            let name = order.as_str().or_else(|| order.as_object()?.keys().next().map(String::as_str));
            let verb = name.expect("every order has a verb");
            let is_of = |known: &OfferKind| known.name == kind && known.verbs.contains(&verb);
            assert!(game.kinds().iter().any(is_of), "{verb} is not offered as {kind}");
            met.insert(kind.to_owned());
        }
        // Moves first, so that stands come into contact; not always the same, so that steps end.
        let order = &offers[step % offers.len()]["order"];
        let answer = send(&mut server, &json!({"order": {"order": order}}).to_string());
        assert!(answer["done"].is_object(), "{order}: {answer}");
    }
    assert!(met.len() > 6, "{met:?}");
    for kind in met {
        let asked = send(&mut server, &json!({"due": {"kind": kind}}).to_string());
        assert!(asked["due"]["offers"].is_array(), "{kind}: {asked}");
    }
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
    assert_eq!(own["events"][0]["event"]["StrengthSet"]["points"], 4, "{own}");
    assert_eq!(enemy["words"][0], "By the referee: a strength is set", "{enemy}");
    assert_eq!(enemy["events"][0]["event"], json!({"StrengthSet": {"stand": "B02"}}), "{enemy}");
    assert!(!enemy.to_string().contains("3 sp"), "{enemy}");
    assert_eq!(referee["events"][0]["event"]["StrengthSet"]["points"], 2, "{referee}");
    let mut back = |side: &str| {
        let act = json!({"BringBack": {"stand": "B02", "at": [20.0, 3.0, 0.0], "points": 3}});
        let line = json!({"order": {"order": {"Fiat": {"act": act, "reason": "3 sp"}}, "side": side}});
        send(&mut server, &line.to_string())["done"].clone()
    };
    let (own, enemy) = (back("blue"), back("red"));
    assert_eq!(own["events"][0]["event"]["Rallied"]["points"], 3, "{own}");
    assert!(enemy["events"][0]["event"]["Rallied"]["pose"].is_object(), "{enemy}");
    assert_eq!(enemy["events"][0]["event"]["Rallied"]["points"], Value::Null, "{enemy}");
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
fn a_name_that_never_ends_is_cut_in_what_is_answered() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    let name = "x".repeat(200_000);
    for request in [
        json!({ &name: {} }),
        json!({"due": {"kind": name}}),
        json!({"due": {"side": name}}),
        json!({"due": { &name: 1 }}),
        json!({"tooltip": {"piece": name}}),
        json!({"scene": {"layers": [name]}}),
        json!({"order": {"order": name}}),
        json!({"order": {"order": {"Fire": { &name: 1 }}}}),
        json!({"ask": {"verb": name}}),
        json!({"new": {"scenario": name}}),
        json!({"new": {"scenario": "first-steps", "options": { &name: "on" }}}),
    ] {
        let answer = send(&mut server, &request.to_string());
        let text = answer["error"]["text"].as_str().expect("it is an error");
        assert!(text.len() < 10_000 && text.contains("more)"), "{}", &text[..text.len().min(300)]);
    }
}

#[test]
fn a_card_stands_after_the_dice_that_have_been_thrown() {
    let mut server = server();
    let position = json!({"open": {"position": {
        "table": [24, 16],
        "lines": [{"id": "fence", "points": [[0, 6], [24, 6]], "obstacle": true}],
        "stands": [{"id": "foot", "side": "red", "arm": "Infantry", "at": [9, 4, 0]}],
        "active": {"command": "red", "step": "Act"},
    }}});
    let opened = send(&mut server, &position.to_string());
    assert!(opened["opened"].is_object(), "{opened}");
    let mut card = |dice: Value| {
        let order = json!({"Move": {"stand": "foot", "path": [{"Ahead": 5}]}});
        send(&mut server, &json!({"card": {"order": order, "dice": dice}}).to_string())
    };
    let before = card(json!([]));
    assert_eq!(before["card"]["throw"]["clause"], "easy:II.C.3", "{before}");
    // What the six faces come to, each outcome once.
    assert_eq!(before["card"]["chances"]["results"].as_array().map(Vec::len), Some(4), "{before}");
    let after = card(json!([[5]]));
    assert!(after["card"]["throw"].is_null(), "{after}");
    assert_eq!(after["card"]["ways"][0]["places"][1], json!([9.0, 5.0, 0.0]), "{after}");
    let told = after["card"]["working"].to_string();
    assert!(told.contains("obstacles cost 5 in"), "{told}");
    assert_eq!(card(json!([[7]]))["error"]["code"], "bad-dice");
    assert_eq!(card(json!([[5], [5]]))["error"]["code"], "bad-dice");
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
fn an_id_that_is_the_badge_of_another_stand_names_its_own() {
    let mut server = server();
    let open = r#"{"open":{"position":{"stands":[{"id":"A","side":"red","arm":"Infantry","at":[20,20,0]},{"id":"1","side":"red","arm":"Infantry","at":[10,10,0]}],"active":{"command":"red"}}}}"#;
    assert!(send(&mut server, open)["opened"].is_object(), "they stand 14 in apart");
    let open = r#"{"open":{"position":{"stands":[{"id":"1","side":"blue","arm":"Infantry","at":[20,24,0]},{"id":"A","side":"red","arm":"FootArtillery","battery":"8x6-pdrs","at":[20,20,0]}],"active":{"command":"red"}}}}"#;
    send(&mut server, open);
    let fire = send(&mut server, r#"{"order":{"order":{"Fire":{"battery":"A","target":"1"}},"dice":[[6]]}}"#);
    assert!(fire["refused"].is_null(), "{fire}");
    let way = send(&mut server, r#"{"reach":{"stand":"1","to":[20,25,0]}}"#);
    assert_eq!(way["way"]["stand"], "1", "{way}");
}

#[test]
fn the_schema_names_every_request() {
    let schema = schema(&Games::of_the_program());
    let text = schema["request"].to_string();
    for name in BEGINNINGS.iter().chain(&NAMES).chain(&["reach"]) {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
    let games = Games::of_the_program();
    let second = games.all().nth(1).unwrap();
    let text = schema[second.id()]["request"].to_string();
    for name in BEGINNINGS.iter().chain(&NAMES).chain(second.asks()) {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
    // Every reference leads somewhere in its own document.
    for part in ["request", "answer"] {
        for document in [&schema[part], &schema[second.id()][part]] {
            let text = document.to_string();
            let names = text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next());
            for name in names {
                assert!(document["$defs"].get(name).is_some(), "{part}: {name}");
            }
        }
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
    ];
    for path in legs {
        let order = json!({"order": {"order": {"Move": {"stand": "foot", "path": path}}}});
        let answer = send(&mut server, &order.to_string());
        assert_eq!(answer["refused"]["code"], "not-finite", "{answer}");
    }
    // However tiny its legs are, a path has so many at most.
    let long = vec![json!({"Slide": [0.0, 0.00001]}); 40_000];
    let order = json!({"order": {"order": {"Move": {"stand": "foot", "path": long}}}});
    let refused = &send(&mut server, &order.to_string())["refused"];
    assert_eq!((&refused["code"], &refused["clause"]), (&json!("too-long"), &json!("easy:0.8")), "{refused}");
    assert!(
        refused.to_string().contains("the path has 40000 legs, and a path has 1000 at most"),
        "{refused}"
    );
    let far = json!({"fiat": {"act": {"Place": {"stand": "foot", "at": [1e30, 0, 0]}}, "reason": "a slip"}});
    assert_eq!(send(&mut server, &far.to_string())["refused"]["code"], "not-finite");
    let off = json!({"fiat": {"act": {"Place": {"stand": "foot", "at": [900, 0, 0]}}, "reason": "a slip"}});
    assert!(send(&mut server, &off.to_string())["done"].is_object());
    assert!(send(&mut server, r#"{"reach": {"stand": "foot"}}"#).is_object());
    assert!(send(&mut server, r#"{"due": {}}"#)["due"].is_object());
}

/// Where a stand is asked to go, and what an order of the path that is answered brings.
fn check_way(position: &Value, to: [f64; 3]) {
    let mut server = server();
    assert!(send(&mut server, &json!({"open": {"position": position}}).to_string()).is_object());
    let way = send(&mut server, &json!({"reach": {"stand": "M", "to": to}}).to_string())["way"].clone();
    let order = json!({"order": {"order": {"Move": {"stand": "M", "path": way["path"]}}}});
    let done = send(&mut server, &order.to_string());
    assert!(done["done"].is_object(), "{way}: {done}");
    let state = send(&mut server, r#"{"state":{}}"#)["state"].clone();
    let there = state["play"]["stands"]["M"]["place"]["Table"].clone();
    let is = [&there["at"][0], &there["at"][1], &there["heading"]];
    for (nth, tolerance) in [(0, 2e-3), (1, 2e-3), (2, 0.02)] {
        let [told, is] = [&way["end"][nth], is[nth]].map(|at| at.as_f64().unwrap_or(f64::NAN));
        assert!((told - is).abs() < tolerance, "{way}: {there}");
    }
    let closed = done.to_string().contains("touches");
    assert_eq!(closed, way["touches"] != json!([]), "{way}: {done}");
}

#[test]
fn the_way_to_a_place_is_what_an_order_of_it_brings() {
    let stand = |id: &str, side: &str, at: [f64; 3]| json!({"id": id, "side": side, "arm": "Infantry", "at": at, "sp": 5});
    let field = |stands: &[Value], options: Value| json!({"stands": stands, "active": {"command": "red"}, "options": options});
    // Within touch of a lone enemy: set edge to edge.
    let lone = [stand("E", "blue", [30.0, 20.0, 0.0]), stand("M", "red", [30.0, 24.0, 180.0])];
    check_way(&field(&lone, json!({})), [30.0, 22.04, 180.0]);
    // As far as it may go toward a place that it cannot reach: no slanting in a zone.
    let beside = [
        stand("E0", "blue", [30.0, 20.090_163, 1.270_758]),
        stand("Q", "blue", [34.474_139, 20.038_015, 270.0]),
        stand("M", "red", [32.453_647, 24.796_949, 180.0]),
    ];
    check_way(&field(&beside, json!({})), [32.474_139, 19.616_263, 90.0]);
    let pair = [
        stand("E0", "blue", [28.96, 20.059_966, 0.207_707]),
        stand("E1", "blue", [31.04, 20.036_44, 0.540_366]),
        stand("M", "red", [31.028_971, 23.760_136, 180.0]),
    ];
    check_way(&field(&pair, json!({"zoc-many": "strictly-first"})), [31.058_862, 22.036_351, 180.540_366]);
}

/// Somebody has to decide by what the enemy does not know.
struct Decision {
    order: &'static str,
    clause: &'static str,
    knows: &'static str,
    other: &'static str,
    position: Value,
    /// What the referee does first, with its dice.
    before: Vec<(Value, Value)>,
}

/// One position for each order that hangs on what is hidden from a side.
fn decisions() -> [Decision; 4] {
    let stand = |id: &str, side: &str, arm: &str, at: [f32; 3], sp: u8, start: u8| json!({"id": id, "side": side, "arm": arm, "at": at, "sp": sp, "start": start});
    let foot = |id, side, at, sp| stand(id, side, "Infantry", at, sp, 5);
    let fight = |stands: Value, options: Value, step: &str| json!({"stands": stands, "options": options, "active": {"command": "red", "step": step}});
    let d = |sp| foot("D", "blue", [30.0, 20.0, 0.0], sp);
    let mut sappers = stand("P", "blue", "Engineer", [30.0, 18.5, 0.0], 1, 3);
    sappers["attached"] = json!("D");
    let mut guns = stand("G", "red", "FootArtillery", [40.0, 26.0, 180.0], 2, 2);
    guns["battery"] = json!("8x6-pdrs");
    let shelling = json!([guns, foot("F", "blue", [40.0, 20.0, 0.0], 5)]);
    let mut shelling = fight(shelling, json!({"opt-ammunition": "on"}), "Act");
    shelling["ammunition"] = json!([3, 3]);
    let (declare, resolve) = (|pairs: Value| (json!({"Declare": pairs}), json!([])), json!({"Resolve": 0}));
    let two =
        json!([d(5), foot("E", "blue", [32.0, 20.0, 0.0], 5), foot("A", "red", [31.0, 22.0, 180.0], 4)]);
    let spared = json!([d(4), sappers, foot("A", "red", [30.0, 22.0, 180.0], 4)]);
    let placed =
        json!([d(5), foot("A", "red", [28.0, 20.0, 90.0], 4), foot("B", "red", [32.0, 20.0, 270.0], 4)]);
    [
        Decision {
            order: "Split",
            clause: "easy:III.C.1",
            knows: "red",
            other: "blue",
            position: fight(two, json!({}), "Combats"),
            before: vec![
                declare(json!([["A", "D"], ["A", "E"]])),
                (resolve.clone(), json!([[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]])),
            ],
        },
        Decision {
            order: "Spare",
            clause: "easy:III.C.1",
            knows: "blue",
            other: "red",
            position: fight(spared, json!({"adv-engineers": "on"}), "Combats"),
            before: vec![
                declare(json!([["A", "D"]])),
                (resolve.clone(), json!([[1, 1, 1, 1, 1], [5, 6, 1, 1]])),
            ],
        },
        Decision {
            order: "PlaceHits",
            clause: "easy:III.C.1",
            knows: "red",
            other: "blue",
            position: fight(placed, json!({}), "Combats"),
            before: vec![declare(json!([["A", "D"], ["B", "D"]])), (resolve, json!([[6, 6, 6, 1, 1]]))],
        },
        Decision {
            order: "Fire",
            clause: "easy:VI.E",
            knows: "red",
            other: "blue",
            position: shelling,
            before: Vec::new(),
        },
    ]
}

/// How many strength points a stand has that has lost some, or chits an army, is its own side's to know, and so is what it decides
/// by them; all else is offered to either.
#[test]
fn a_side_is_offered_nothing_that_hangs_on_what_is_hidden_from_it() {
    for Decision { order: kind, clause, knows, other, position, before } in decisions() {
        let mut server = server();
        let open = json!({"open": {"position": position}}).to_string();
        assert!(send(&mut server, &open)["opened"].is_object(), "{kind}");
        for (order, dice) in before {
            let line = json!({"order": {"order": order, "dice": dice}}).to_string();
            let answer = send(&mut server, &line);
            assert!(answer["done"].is_object(), "{kind}: {answer}");
        }
        // The orders of that kind that are offered, and the others.
        let mut offers = |look: Value| -> (Vec<Value>, Vec<Value>) {
            let due = send(&mut server, &json!({"due": look}).to_string());
            let offers = due["due"]["offers"].as_array().expect("they are listed").iter();
            offers.map(|offer| offer["order"].clone()).partition(|order| order[kind].is_object())
        };
        let (hidden, open) = offers(json!({}));
        assert!(!hidden.is_empty(), "{kind}");
        assert_eq!(offers(json!({"side": knows})), (hidden.clone(), open.clone()), "{kind}");
        assert_eq!(offers(json!({"side": other})), (Vec::new(), open.clone()), "{kind}");
        // While a fight waits for somebody nothing else can be ordered.
        assert_eq!(open.is_empty(), kind != "Fire", "{open:?}");
        let mut refused = |order: &Value| {
            let line = json!({"order": {"order": order, "side": other, "dice": []}}).to_string();
            send(&mut server, &line)["refused"].clone()
        };
        for order in &hidden {
            let refused = refused(order);
            assert_eq!(
                (&refused["code"], &refused["clause"]),
                (&json!("not-active"), &json!(clause)),
                "{order}"
            );
        }
        for order in &open {
            assert_ne!(refused(order)["code"], "not-active", "{order}");
        }
    }
}

/// What a moment has given is opened elsewhere: the same game, which goes on, and gives the same moment again.
#[test]
fn a_game_goes_on_from_a_moment_of_it() {
    let position = json!({
        "origin": [3.5, 1.25], "table": [24, 16],
        "stands": [
            {"id": "A", "side": "red", "arm": "Infantry", "at": [12, 5, 10], "sp": 3, "start": 5},
            {"id": "B", "side": "blue", "arm": "Infantry", "at": [12, 9, 190]},
        ],
        "active": {"command": "red"},
    });
    let games = [
        json!({"open": {"position": position}}),
        json!({"new": {"scenario": "first-steps", "seed": 5, "weather": "muddy", "options": {"fire-arc": "30"}}}),
        json!({"new": {"scenario": second().1, "seed": 5, "options": {"edition": "decision-games"}}}),
    ];
    for begin in games {
        let mut here = server();
        assert!(send(&mut here, &begin.to_string())["opened"].is_object(), "{begin}");
        for _ in 0..40 {
            let moment = send(&mut here, r#"{"moment":{}}"#);
            let mut there = server();
            let opened = send(&mut there, &json!({"open": moment}).to_string());
            assert!(opened["opened"].is_object(), "{opened}: {moment}");
            for ask in [r#"{"moment":{}}"#, r#"{"state":{}}"#, r#"{"due":{}}"#, r#"{"head":{}}"#] {
                assert_eq!(send(&mut here, ask), send(&mut there, ask), "{ask}");
            }
            let due = send(&mut here, r#"{"due":{}}"#);
            let Some(offer) = due["due"]["offers"].as_array().and_then(|offers| offers.last()) else { break };
            let done = send(&mut here, &json!({"order": {"order": offer["order"]}}).to_string());
            assert!(done["done"].is_object(), "{done}");
        }
    }
}

#[test]
fn a_moment_that_cannot_be_is_told_why() {
    let refused = |moment: Value| {
        let there = send(&mut server(), &json!({"open": {"moment": moment}}).to_string());
        there["error"]["text"].as_str().map(str::to_owned).unwrap_or_else(|| panic!("{there}"))
    };
    let play = json!({});
    let games = Games::of_the_program();
    let (first, (second, battle)) = (games.first().id(), second());
    let all: Vec<&str> = games.all().map(Rules::id).collect();
    assert_eq!(
        refused(json!({"rules": "chess", "play": play})),
        format!("open: there are no rules chess: give one of {}", all.join(", "))
    );
    assert_eq!(refused(json!({"rules": first, "play": play})), "give either scenario or position");
    assert_eq!(
        refused(json!({"rules": first, "position": {}, "weather": "fog", "play": play})),
        "options, weather and variant stand in the position: leave them out beside it"
    );
    let told = refused(json!({"rules": second, "scenario": battle, "play": play}));
    assert_eq!(told, "play: turn is missing: give turn");
}

#[test]
fn a_side_learns_nothing_of_its_enemys_ammunition() {
    let begin = || {
        let mut server = server();
        let new = r#"{"new":{"scenario":"first-steps","seed":3,"options":{"opt-ammunition":"on"}}}"#;
        assert!(send(&mut server, new)["opened"].is_object());
        server
    };
    // What each side hears of the two rolls: its own number, of the enemy's that it was rolled.
    for viewer in ["blue", "red"] {
        let mut server = begin();
        for roller in ["blue", "red"] {
            let order = json!({"order": {"order": "RollAmmunition", "side": viewer}});
            let done = send(&mut server, &order.to_string())["done"].clone();
            let events = done["events"].as_array().cloned().unwrap_or_default();
            let rolled = events.iter().find_map(|event| event["event"].get("AmmunitionRolled"));
            let rolled = rolled.expect("the roll is told");
            assert_eq!(rolled["side"], roller);
            let (words, whole) = (done["words"].to_string(), done.to_string());
            let own = viewer == roller;
            assert_eq!((rolled["chits"].is_u64(), words.contains("ammunition chits")), (own, own), "{whole}");
            assert_eq!(whole.contains("\"faces\""), own, "{whole}");
        }
        let left = |answer: &Value, side: &str| {
            let armies = answer["state"]["play"]["ammunition"][side].as_object();
            armies.and_then(|armies| armies.values().next()).expect("each side has batteries")["left"].clone()
        };
        let whole = send(&mut server, r#"{"state":{}}"#);
        let seen = send(&mut server, &json!({"view": {"side": viewer}}).to_string());
        for side in ["blue", "red"] {
            assert!(left(&whole, side).is_u64());
            let shown = if side == viewer { left(&whole, side) } else { Value::Null };
            assert_eq!(left(&seen, side), shown, "{viewer} of {side}");
        }
    }
}

#[test]
fn the_program_plays_a_side_until_somebody_else_decides() {
    let mut server = server();
    send(&mut server, r#"{"new": {"scenario": "first-steps", "seed": 7}}"#);
    let drawn = send(&mut server, r#"{"order": {"order": "Draw"}}"#);
    let side = send(&mut server, r#"{"due": {}}"#)["due"]["side"].as_str().map(str::to_owned);
    let side = side.unwrap_or_else(|| panic!("a side decides: {drawn}"));
    let bold = json!({"solo": {side.clone(): {"player": "normal", "boldness": "bold"}}}).to_string();
    let played = send(&mut server, &bold);
    let orders = played["journal"].as_array().unwrap_or_else(|| panic!("it plays: {played}"));
    assert!(!orders.is_empty(), "{side} is to decide");
    let due = send(&mut server, r#"{"due": {}}"#);
    assert_ne!(due["due"]["side"].as_str(), Some(side.as_str()), "it stops where others decide: {due}");
    for (by, told) in [
        (json!({"player": "marshal"}), "there are normal and classic"),
        (json!({"boldness": "rash"}), "cautious"),
        (json!({"boldness": "classic"}), "no boldness"),
        (json!({"player": "classic", "boldness": "bold"}), "leave it out"),
    ] {
        let refused = send(&mut server, &json!({"solo": {side.clone(): by}}).to_string());
        assert!(refused["error"]["text"].as_str().is_some_and(|text| text.contains(told)), "{refused}");
    }
    let both = send(&mut server, r#"{"solo": {"red": {}, "blue": {"player": "classic"}}}"#);
    assert!(both["journal"].is_array(), "{both}");
    let none = send(&mut server, r#"{"solo": {"saxon": {}}}"#);
    assert_eq!(none["error"]["code"], "bad-message", "{none}");
}
