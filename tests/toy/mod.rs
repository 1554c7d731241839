//! A rule set that the program does not know, played over its protocol: what a new game has to bring, and that nothing else has
//! to be told of it.

mod brawl;

use drumhead::desk::Library;
use drumhead::games::{Entry, Games};
use drumhead::protocol::{Server, schema};
use serde_json::{Value, json};

use brawl::Brawl;

fn games() -> Games {
    Games::new(Entry::of::<Brawl>(), [])
}

/// A game of a cook and a smith against a miller.
fn server() -> Server {
    let mut server = Server::new(games(), Library::embedded(&games()));
    let pieces = json!([
        {"key": "cook", "side": "red", "strength": 4, "left": 2},
        {"key": "smith", "side": "red", "strength": 3},
        {"key": "miller", "side": "blue", "strength": 5},
    ]);
    let opened = ask(&mut server, &json!({"open": {"brawl": {"pieces": pieces}}}));
    assert_eq!(opened["opened"]["due"]["side"], "red", "{opened}");
    server
}

fn ask(server: &mut Server, request: &Value) -> Value {
    let answer = server.answer_line(request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("answers are JSON")
}

fn left(state: &Value, key: &str) -> Value {
    let pieces = state["state"]["pieces"].as_array().expect("a game has pieces");
    pieces.iter().find(|piece| piece["key"] == key).expect("it is there")["left"].clone()
}

#[test]
fn a_toy_is_played_over_the_protocol() {
    let mut server = server();
    let due = ask(&mut server, &json!({"due": {}}));
    let strikes = json!([
        {"kind": "strike", "order": {"Strike": {"by": "cook", "on": "miller"}}},
        {"kind": "strike", "order": {"Strike": {"by": "smith", "on": "miller"}}},
    ]);
    for (shown, offer) in
        strikes.as_array().expect("a list").iter().zip(due["due"]["offers"].as_array().expect("offers"))
    {
        assert_eq!((&offer["kind"], &offer["order"]), (&shown["kind"], &shown["order"]));
    }
    // The smith strikes with three dice, each of which hits on 4 to 6.
    let strike = json!({"Strike": {"by": "smith", "on": "miller"}});
    let odds = ask(&mut server, &json!({"odds": {"order": strike}}));
    let chances: Vec<f64> =
        odds["odds"].as_array().expect("odds").iter().filter_map(|one| one["probability"].as_f64()).collect();
    assert_eq!(chances, [0.375, 0.375, 0.125, 0.125]);
    let wanted = ask(&mut server, &json!({"order": {"order": strike, "dice": []}}));
    assert_eq!(
        (&wanted["needs_dice"]["dice"], &wanted["needs_dice"]["clause"]),
        (&json!(3), &json!("brawl:1"))
    );
    let done = ask(&mut server, &json!({"order": {"order": strike, "dice": [[6, 5, 1]]}}));
    assert_eq!(done["done"]["events"], json!([{"hit": "miller", "points": 2}, {"turn": "blue"}]), "{done}");
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 3);
    // Back, and forth again.
    ask(&mut server, &json!({"undo": {}}));
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 5);
    ask(&mut server, &json!({"redo": {}}));
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 3);
    let journal = ask(&mut server, &json!({"journal": {}}));
    assert_eq!(journal["journal"][0]["words"][0], "smith strikes miller");
    assert_eq!(journal["journal"][0]["facts"]["pieces"], json!(["miller", "smith"]));
    assert_eq!(
        (&journal["journal"][1]["kind"], &journal["journal"][1]["parent"]),
        (&json!("undo"), &json!(0))
    );
}

#[test]
fn a_toy_refuses_shares_and_overrides() {
    let mut server = server();
    let refused = ask(&mut server, &json!({"order": {"order": {"Strike": {"by": "miller", "on": "cook"}}}}));
    assert_eq!(
        (&refused["refused"]["code"], &refused["refused"]["clause"]),
        (&json!("not-yours"), &json!("brawl:0"))
    );
    // Two points are shared out among one's own.
    let mend = |shares: Value| json!({"order": {"order": {"Mend": shares}}});
    let refused = ask(&mut server, &mend(json!([["cook", 3]])));
    assert_eq!(refused["refused"]["clause"], "brawl:2", "{refused}");
    let wrong = ask(&mut server, &mend(json!([["cook", -1]])));
    assert!(wrong["error"]["text"].as_str().is_some_and(|text| text.contains("Mend: ")), "{wrong}");
    let done = ask(&mut server, &mend(json!([["cook", 2]])));
    assert_eq!(done["done"]["words"][0], "Red mends: cook 2", "{done}");
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "cook"), 4);
    let fiat =
        json!({"fiat": {"act": {"Strength": {"piece": "miller", "points": 1}}, "reason": "he is tired"}});
    assert!(ask(&mut server, &fiat)["done"].is_object());
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 1);
    let scene = ask(&mut server, &json!({"scene": {}}));
    assert_eq!(scene["scene"]["pieces"].as_array().map(Vec::len), Some(3), "{scene}");
    let asked = ask(&mut server, &json!({"strongest": {"side": "red"}}));
    assert_eq!(asked, json!({"strongest": "cook"}));
}

#[test]
fn what_a_toy_hides_stays_hidden() {
    let mut server = server();
    // The cook has 2 left of 4: blue sees what it began with.
    let view = ask(&mut server, &json!({"view": {"side": "blue"}}));
    assert_eq!(left(&view, "cook"), Value::Null);
    assert_eq!(left(&ask(&mut server, &json!({"view": {"side": "red"}})), "cook"), 2);
}

#[test]
fn the_schema_of_a_toy_is_put_together_as_any_other() {
    let schema = schema(&games()).to_string();
    for name in ["brawl", "Strike", "Mend", "strongest", "needs_dice"] {
        assert!(schema.contains(&format!("\"{name}\"")), "{name}");
    }
    assert!(!schema.contains("PlaceHits"), "the toy is the only game there is");
}

/// Cases of a rule set that the program does not know are read, run and weighed as any others.
#[test]
fn its_cases_run_and_are_weighed() {
    let games = games();
    let library = Library::embedded(&games);
    let text = r#"(
        rules: "brawl",
        cases: [(
            name: "the cook strikes: each 4 takes a point",
            clauses: ["brawl:1"],
            position: (pieces: [
                (key: "cook", side: "red", strength: 2),
                (key: "miller", side: "blue", strength: 5),
            ]),
            asks: [Strongest(side: "red", is: "cook")],
            steps: [
                (order: Strike(by: "miller", on: "cook"), expect: (refused: "not-yours", clause: "brawl:0")),
                (
                    order: Strike(by: "cook", on: "miller"),
                    dice: [[4, 3]],
                    expect: (
                        says: ["miller loses 1"],
                        left: {"miller": 4},
                        due_side: "blue",
                        asks: [Strongest(side: "blue", is: "miller")],
                    ),
                ),
            ],
        )],
    )"#;
    let run = |text: &str| games.cases("brawl.ron", text, &library).expect("it can be read").run();
    assert_eq!(run(text).passed, 1, "{:?}", run(text).failures);
    let wrong = run(&text.replace("{\"miller\": 4}", "{\"miller\": 5}"));
    assert_eq!(wrong.failures[0].what, "miller has Some(4), expected 5");
    assert_eq!(run(&text.replace("[4, 3]", "[4, 4]")).failures.len(), 2, "the words and the points");
    let cases = games.cases("brawl.ron", text, &library).expect("it can be read");
    let weighed = cases.odds("the cook", None).expect("it can be weighed");
    assert_eq!(weighed.order, "cook strikes miller");
    assert_eq!(weighed.odds.chances().len(), 3, "{:?}", weighed.odds);
    let none = cases.odds("the baker", None).expect_err("there is no such case").to_string();
    assert!(
        none.starts_with("there is no case named like \"the baker\": there are the cook strikes"),
        "{none}"
    );
    let unread = cases.odds("", Some("Strick")).expect_err("it is no order").to_string();
    assert!(unread.ends_with("Write it as in cases, such as Strike(by:\"cook\",on:\"miller\")"), "{unread}");
}

/// Solo players of a rule set that the program does not know play it to its end.
#[test]
fn its_solo_players_fight_it_out() {
    let games = games();
    let library = Library::embedded(&games);
    let position = json!({"pieces": [
        {"key": "cook", "side": "red", "strength": 4},
        {"key": "miller", "side": "blue", "strength": 5},
    ]});
    let mut game = games.first().set_up(position, &library).expect("it is sound");
    let mut players = games.players(game.as_mut()).expect("it has players");
    for _ in 0..200 {
        if game.is_over() {
            break;
        }
        players.step(game.as_mut()).expect("somebody can strike");
    }
    assert!(game.is_over(), "{:?}", game.log());
    assert!(game.depth() > 1 && game.last_words().is_some_and(|words| words.contains("strikes")));
    assert_eq!(game.summary().result, if game.log().len() % 2 == 1 { "the cook" } else { "the miller" });
}

/// It is briefed as any other, and what is hidden stays hidden.
#[test]
fn it_is_briefed_over_the_protocol() {
    let mut server = server();
    let head = ask(&mut server, &json!({"head": {}}));
    assert_eq!(head["head"]["turn"], "round 1", "{head}");
    let groups = ask(&mut server, &json!({"groups": {}}));
    assert_eq!((&groups["groups"][0]["key"], &groups["groups"][0]["strength"]), (&json!("red"), &json!(5)));
    let cook = |server: &mut Server, side: &str| {
        let told = ask(server, &json!({"tooltip": {"piece": "cook", "side": side}}));
        told["tooltip"]["said"][0]["words"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(cook(&mut server, "red"), "2 left");
    assert_eq!(cook(&mut server, "blue"), "nobody knows how many are left");
    let threats = ask(&mut server, &json!({"threats": {"piece": "cook"}}));
    assert_eq!(threats["threats"][0]["by"], "miller", "{threats}");
    let card = ask(&mut server, &json!({"card": {"order": {"Strike": {"by": "cook", "on": "miller"}}}}));
    assert_eq!(
        (&card["card"]["title"], &card["card"]["throw"]["dice"]),
        (&json!("cook strikes miller"), &json!(2))
    );
    let refused = ask(&mut server, &json!({"card": {"order": {"Strike": {"by": "miller", "on": "cook"}}}}));
    assert_eq!(refused["card"]["refused"]["code"], "not-yours", "{refused}");
    let asked = ask(&mut server, &json!({"ask": {"verb": "Strike", "answers": {"by": "cook"}}}));
    assert_eq!(
        (&asked["question"]["field"], &asked["question"]["of"][0]["key"]),
        (&json!("on"), &json!("miller"))
    );
    let nobody = ask(&mut server, &json!({"tooltip": {"piece": "baker"}}));
    assert_eq!(nobody["error"]["code"], "bad-order", "{nobody}");
}

/// What play has made of it is spelled by key, and read again.
#[test]
fn what_play_has_made_of_it_comes_back() {
    use drumhead::game::Spelled;
    let games = games();
    let library = Library::embedded(&games);
    let position = json!({"pieces": [
        {"key": "cook", "side": "red", "strength": 4},
        {"key": "miller", "side": "blue", "strength": 5},
    ]});
    let mut game = games.first().set_up(position, &library).expect("it is sound");
    let mut players = games.players(game.as_mut()).expect("it has players");
    while !game.is_over() {
        players.step(game.as_mut()).expect("somebody can strike");
        let desk = drumhead::desk::desk_of::<Brawl>(game.as_mut()).expect("it is a brawl");
        let play = Brawl::play(desk.state()).expect("all have keys");
        assert_eq!(Brawl::resumed(desk.start(), &play).as_ref(), Ok(desk.state()), "{play}");
    }
}
