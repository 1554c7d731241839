//! The protocol with a game on hexes: what is offered, asked and refused, and what comes in wrong.

use desk::Library;
use game::{OfferKind, RuleSet};
use games::Games;
use napoleon_at_war::NapoleonAtWar;
use protocol::Server;
use serde_json::{Value, json};

fn server() -> Server {
    Server::new(Games::of_the_program(), Library::embedded(&Games::default()))
}

fn send(server: &mut Server, line: &str) -> Value {
    serde_json::from_str(&server.answer_line(line.as_bytes())).expect("an answer is JSON")
}

/// The answer to the letter.
fn ask(server: &mut Server, request: &Value) -> String {
    server.answer_line(request.to_string().as_bytes())
}

/// A server with a position of Napoleon at War, combat or movement.
fn on_hexes(phase: &str) -> Server {
    let mut server = server();
    let units = json!(["F5@2010", "F4@2012", "gF2@2008", "E3@2009", "E4@2011", "E2@2020", "F3@0102/2"]);
    let position = json!({"open": {"naw_position": {"units": units, "phase": phase}}});
    let opened = send(&mut server, &position.to_string());
    assert!(opened["opened"].is_object(), "{opened}");
    server
}

/// The kind of an offer, which has the verb of its order.
fn kind_of(offer: &Value) -> String {
    let (kind, order) = (offer["kind"].as_str().unwrap_or_default(), &offer["order"]);
    let name = order.as_str().or_else(|| order.as_object()?.keys().next().map(String::as_str));
    let verb = name.expect("every order has a verb");
    let is_of = |known: &OfferKind| known.name == kind && known.verbs.contains(&verb);
    assert!(NapoleonAtWar::OFFER_KINDS.iter().any(is_of), "{verb} is not offered as {kind}");
    kind.to_owned()
}

#[test]
fn marengo_is_played_over_the_wire_by_what_is_offered() {
    let mut server = server();
    send(&mut server, r#"{"new":{"scenario":"marengo-naw","seed":5}}"#);
    // Two counters face to face, so that there is combat from the first turn on.
    for (unit, hex) in [("f44", 1010), ("afrim", 1009)] {
        let fiat = json!({"fiat": {"act": {"Place": [unit, hex]}, "reason": "to meet"}});
        assert!(send(&mut server, &fiat.to_string())["done"].is_object());
    }
    let mut met = std::collections::BTreeSet::new();
    for step in 0..160 {
        let due = send(&mut server, r#"{"due":{}}"#);
        let offers = due["due"]["offers"].as_array().cloned().unwrap_or_default();
        assert!(!offers.is_empty(), "{due}");
        for offer in &offers {
            met.insert(kind_of(offer));
        }
        // The last offers end a phase, the first are moves: some of each. Whoever may attack does.
        let attack = offers.iter().position(|offer| offer["kind"] == "attack");
        let index = match attack {
            Some(index) => index,
            None if step % 4 == 3 => offers.len() - 1,
            None => (step * 7919) % offers.len(),
        };
        let order = &offers[index]["order"];
        let answer = send(&mut server, &json!({"order": {"order": order}}).to_string());
        assert!(answer["done"].is_object(), "{order}: {answer}");
        assert!(answer["done"]["events"].is_array() && answer["done"]["due"].is_object(), "{answer}");
    }
    for kind in ["begin", "move", "end-movement", "attack", "end-combat"] {
        assert!(met.contains(kind), "{kind}: {met:?}");
    }
    let state = send(&mut server, r#"{"state":{}}"#);
    assert!(state["state"]["play"]["turn"].as_u64().is_some_and(|turn| turn > 1), "{state}");
    assert_eq!(send(&mut server, r#"{"view":{"side":"french"}}"#), state, "nothing is hidden");
    let undone = send(&mut server, r#"{"undo":{"to":0}}"#);
    assert_eq!(undone["undone"]["at"], 0, "{undone}");
}

#[test]
fn a_reach_is_what_may_be_ordered_at_that_price() {
    let mut server = on_hexes("Movement");
    let reach = send(&mut server, r#"{"reach":{"unit":"F3"}}"#)["reach"].clone();
    assert_eq!(reach["hexes"], json!([]), "it comes on from turn 2: {reach}");
    let mut server = on_hexes("Movement");
    let fiat = json!({"fiat": {"act": {"Place": ["F5", 2525]}, "reason": "out of the zones"}});
    assert!(send(&mut server, &fiat.to_string())["done"].is_object());
    let reach = send(&mut server, r#"{"reach":{"unit":"2525"}}"#)["reach"].clone();
    let hexes = reach["hexes"].as_array().cloned().unwrap_or_default();
    assert!(hexes.len() > 20, "{reach}");
    for hex in hexes {
        let order = json!({"order": {"order": {"Move": ["F5", hex["way"]]}}});
        let done = send(&mut server, &order.to_string());
        let moved = &done["done"]["events"][0]["event"]["Moved"];
        assert_eq!(moved["cost"].as_f64(), hex["cost"].as_f64().map(|points| 2.0 * points), "{done}");
        assert_eq!(moved["path"].as_array().and_then(|path| path.last()), Some(&hex["hex"]), "{done}");
        let way = send(&mut server, r#"{"undo":{}}"#);
        assert!(way["undone"].is_object(), "{way}");
        let to = json!({"reach": {"unit": "F5", "to": hex["hex"]}});
        assert_eq!(send(&mut server, &to.to_string())["way"]["way"], hex["way"]);
    }
}

#[test]
fn what_comes_in_wrong_on_hexes_gets_a_clear_error_and_the_game_goes_on() {
    let mut empty = server();
    for line in [
        r#"{"owed":{}}"#,
        r#"{"plans":{}}"#,
        r#"{"reach":{"unit":"F5"}}"#,
        r#"{"order":{"order":"EndMovement"}}"#,
    ] {
        assert_eq!(send(&mut empty, line)["error"]["code"], "no-game", "{line}");
    }
    let mut server = on_hexes("Combat");
    let before = send(&mut server, r#"{"state":{}}"#);
    let wrong = [
        (r#"{"order":{"order":"Draw"}}"#, "bad-message"),
        (r#"{"order":{"order":{"Move":["F5"]}}}"#, "bad-message"),
        (r#"{"order":{"order":{"Move":["F5",[99999]]}}}"#, "bad-message"),
        (r#"{"order":{"order":{"Move":["E7",[2009]]}}}"#, "bad-order"),
        (r#"{"order":{"order":{"TakeBack":{"unit":"F5","consent":"green"}}}}"#, "bad-order"),
        (r#"{"order":{"order":{"Attack":{"by":["F5"],"on":["E3"],"lowered":"7-1"}}}}"#, "bad-order"),
        (r#"{"order":{"order":{"Attack":{"by":["F5","gF2"],"on":["E3"]}},"dice":[[7]]}}"#, "bad-dice"),
        (r#"{"order":{"order":{"Attack":{"by":["F5","gF2"],"on":["E3"]}},"dice":[[1,2]]}}"#, "bad-dice"),
        (r#"{"due":{"kind":"draw"}}"#, "bad-message"),
        (r#"{"due":{"side":"blue"}}"#, "bad-message"),
        (r#"{"reach":{"unit":"F5","to":4001}}"#, "bad-order"),
        (r#"{"reach":{"stand":"F5"}}"#, "bad-message"),
        (r#"{"owed":{"by":"F5"}}"#, "bad-message"),
        (r#"{"plans":{"most":-1}}"#, "bad-message"),
        (r#"{"fiat":{"act":{"Remove":"F5"},"reason":""}}"#, "bad-order"),
        (r#"{"fiat":{"act":{"Award":{"side":"f","points":1}},"reason":"r"}}"#, "bad-message"),
        (r#"{"dew":{}}"#, "unknown-message"),
        (r#"{"undo":{}}"#, "cannot-step"),
        (r#"{"new":{"scenario":"marengo-naw","weather":"fog"}}"#, "cannot-open"),
        (r#"{"new":{"scenario":"marengo-naw","options":{"fire-arc":"45"}}}"#, "cannot-open"),
        (r#"{"open":{"naw_position":{"scenario":"waterloo"}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010","E3@2010"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F0@2010"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@4010"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010"],"turn":15}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010"],"turns":0}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010"],"waiting":["F5"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010"],"options":{"edition":"new"}}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"river":[[2010,2012]]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010"],"eliminated":["F5"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"units":["F5@2010","E3@2012"],"moved":["E3"]}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"marengo":true,"turn":10,"counterattack":8}}}"#, "bad-position"),
        (r#"{"open":{"naw_position":{"nights":[1],"phase":"Combat"}}}"#, "bad-position"),
    ];
    for (line, expected) in wrong {
        let answer = send(&mut server, line);
        assert_eq!(answer["error"]["code"], expected, "{line}: {answer}");
        assert!(answer["error"]["text"].as_str().is_some_and(|text| text.len() > 10), "{answer}");
    }
    assert_eq!(send(&mut server, r#"{"state":{}}"#), before);
    let fiat = r#"{"fiat":{"act":{"Place":["F5",2009]},"reason":"r"}}"#;
    let refused = send(&mut server, fiat)["refused"].clone();
    assert_eq!((&refused["code"], &refused["hexes"]), (&json!("stacked"), &json!([2009])), "{refused}");
    assert!(refused["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
    // What the one game knows the other does not, and one game takes the other's place.
    send(&mut server, r#"{"new":{"scenario":"first-steps","seed":3}}"#);
    assert_eq!(send(&mut server, r#"{"owed":{}}"#)["error"]["code"], "unknown-message");
    assert!(send(&mut server, r#"{"order":{"order":"Draw"}}"#)["done"].is_object());
}

#[test]
fn a_game_on_hexes_is_kept_in_its_journal_and_opened_again() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("marengo.journal");
    let mut server = Server::new(Games::of_the_program(), Library::at(home.path(), &Games::default()));
    let new = json!({"new": {"scenario": "marengo-naw", "seed": 3, "journal": path, "options": {"edition": "decision-games"}}});
    let notices = send(&mut server, &new.to_string())["opened"]["notices"].clone();
    assert!(notices[0].as_str().is_some_and(|text| text.contains("naw:7.9")), "{notices}");
    assert!(send(&mut server, r#"{"order":{"order":"Begin"}}"#)["done"].is_object());
    let state = send(&mut server, r#"{"state":{}}"#);
    let open = json!({"open": {"journal": path}}).to_string();
    assert_eq!(send(&mut server, &open)["error"]["code"], "cannot-open", "it is open already");
    assert!(send(&mut server, r#"{"open":{"scenario":"first-steps"}}"#)["opened"].is_object());
    let opened = send(&mut server, &open)["opened"].clone();
    assert_eq!((&opened["entries"], &opened["notices"]), (&json!(1), &notices), "{opened}");
    assert_eq!(send(&mut server, r#"{"state":{}}"#), state);
}

/// Something that stands where a name or a number should: words of the game, numbers at the edges, nonsense.
fn anything() -> impl proptest::strategy::Strategy<Value = Value> {
    use proptest::prelude::*;
    let words =
        ["F5", "F4", "gF2", "E3", "E4", "E2", "F3", "2010", "0000", "f", "e", "3-1", "1-5", "", "F@", "é"];
    let numbers =
        [0, 1, 2, 5, 60, 61, 255, 256, 2009, 2010, 2011, 2108, 100, 3925, 3926, 4001, 65_535, 65_536];
    let leaf = prop_oneof![
        proptest::sample::select(words.to_vec()).prop_map(Value::from),
        proptest::sample::select(numbers.to_vec()).prop_map(Value::from),
        Just(Value::Null),
        any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| proptest::collection::vec(inner, 0..6).prop_map(Value::from))
}

/// A line for a game on hexes, more or less well formed.
fn line() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let unit = || proptest::sample::select(vec!["F5", "F4", "gF2", "E3", "E4", "E2", "F3", "2010", "X"]);
    let units = move || proptest::collection::vec(unit(), 0..4);
    let hexes = || proptest::collection::vec(prop_oneof![2005_u16..2015, 1905_u16..1915, any::<u16>()], 0..5);
    let order = prop_oneof![
        (unit(), hexes()).prop_map(|(unit, way)| json!({"Move": [unit, way]})),
        (unit(), hexes()).prop_map(|(unit, way)| json!({"Retreat": [unit, way]})),
        (unit(), any::<u16>()).prop_map(|(unit, hex)| json!({"Advance": [unit, hex]})),
        (units(), units()).prop_map(|(by, on)| json!({"Attack": {"by": by, "on": on}})),
        (units(), units()).prop_map(|(by, on)| json!({"Declare": [{"by": by, "on": on}]})),
        units().prop_map(|lost| json!({"Exchange": lost})),
        unit().prop_map(|unit| json!({"TakeBack": {"unit": unit, "consent": "e"}})),
        (unit(), any::<u16>())
            .prop_map(|(unit, hex)| json!({"Fiat": {"act": {"Place": [unit, hex]}, "reason": "r"}})),
        (unit(), any::<u8>())
            .prop_map(|(unit, points)| json!({"Fiat": {"act": {"Strength": [unit, points]}, "reason": "r"}})),
        any::<u8>().prop_map(|turn| json!({"Fiat": {"act": {"Turn": turn}, "reason": "r"}})),
        proptest::sample::select(vec![
            "EndMovement",
            "Reopen",
            "Decline",
            "EndCombat",
            "Counterattack",
            "Begin"
        ])
        .prop_map(Value::from),
        anything(),
    ];
    let names = proptest::sample::select(vec![
        "due", "odds", "reach", "undo", "redo", "branch", "fiat", "state", "view", "journal", "owed",
        "plans", "open", "order", "new", "moment",
    ]);
    prop_oneof![
            6 => order.clone().prop_map(|order| json!({"order": {"order": order}}).to_string()),
            1 => order.clone().prop_map(|order| json!({"order": {"order": order, "dice": []}}).to_string()),
            1 => order.prop_map(|order| json!({"odds": {"order": order}}).to_string()),
            1 => (unit(), any::<Option<u16>>()).prop_map(|(unit, to)| json!({"reach": {"unit": unit, "to": to}}).to_string()),
            1 => any::<u8>().prop_map(|to| json!({"undo": {"to": to}}).to_string()),
            1 => Just(json!({"redo": {}}).to_string()),
            1 => any::<u16>().prop_map(|most| json!({"plans": {"most": most}}).to_string()),
            1 => Just(json!({"owed": {}}).to_string()),
            1 => (names, anything()).prop_map(|(name, what)| json!({name: what}).to_string()),
            1 => (anything(), anything()).prop_map(
                |(units, turn)| json!({"open": {"naw_position": {"units": units, "turn": turn}}}).to_string()
            ),
            1 => any::<String>(),        ]
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 60, ..Default::default() })]

    #[test]
    fn no_line_on_hexes_panics_and_every_line_is_answered(
        combat in proptest::bool::ANY,
        lines in proptest::collection::vec(line(), 1..25),
    ) {
        let mut server = on_hexes(if combat { "Combat" } else { "Movement" });
        for line in lines {
            let answer = server.answer_line(line.as_bytes());
            let value: Value = serde_json::from_str(&answer).unwrap();
            assert!(!answer.contains('\n') && value.as_object().is_some_and(|fields| fields.len() == 1), "{answer}");
            let errors = [&value["error"]["text"], &value["refused"]["text"], &value["refused"]["remedy"]];
            assert!(errors.iter().all(|text| text.as_str().is_none_or(|text| !text.is_empty())), "{answer}");
            assert!(send(&mut server, r#"{"due":{}}"#)["due"].is_object());
        }
    }
}

#[test]
fn nothing_is_hidden_in_napoleon_at_war() {
    let units = json!(["F5@2010", "F4@2012", "gF2@2008", "E3@2009", "E4@2011"]);
    let open = json!({"open": {"naw_position": {"units": units, "phase": "Combat"}}});
    let mut server = Server::new(Games::of_the_program(), Library::embedded(&Games::default()));
    ask(&mut server, &open);
    let attack = json!({"Attack": {"by": ["F5", "gF2"], "on": ["E3"]}});
    let state = ask(&mut server, &json!({"state": {}}));
    for side in ["f", "e"] {
        let mut with = |mut request: Value, name: &str| {
            let plain = ask(&mut server, &request);
            request[name]["side"] = json!(side);
            assert_eq!(ask(&mut server, &request), plain, "{request}");
        };
        with(json!({"due": {}}), "due");
        with(json!({"journal": {}}), "journal");
        with(json!({"odds": {"order": attack}}), "odds");
        for dice in [json!([]), json!([[1, 1]]), json!([[9]]), json!([[1], [1]])] {
            with(json!({"order": {"order": attack, "dice": dice}}), "order");
        }
        assert_eq!(ask(&mut server, &json!({"view": {"side": side}})), state);
    }
}
