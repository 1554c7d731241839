//! A rule set that the program does not know, played over its protocol: what a new game has to bring, and that nothing else has
//! to be told of it.

mod brawl;

use std::collections::BTreeSet;

use desk::Library;
use game::Viewer;
use games::{Entry, Games};
use paper::pages::Paper;
use paper::print::{PrintRequest, What, documents};
use protocol::{Server, schema};
use serde_json::{Value, json};

use brawl::{Brawl, FirstOffer};

fn games() -> Games {
    Games::new(Entry::of::<FirstOffer>(), [])
}

/// A cook of two stands and a smith against a miller, on the table and on the map.
fn brawls() -> [Value; 2] {
    let at = |cook: Value, smith: Value, miller: Value| {
        json!({"gangs": [
            {"key": "cook", "side": "red", "strength": 4, "left": 2, "at": cook},
            {"key": "smith", "side": "red", "strength": 3, "at": smith},
            {"key": "miller", "side": "blue", "strength": 5, "at": miller},
        ]})
    };
    [
        at(json!([[10.0, 8.0], [11.2, 8.0]]), json!([[12.8, 6.5]]), json!([[12.8, 8.0]])),
        at(json!([504, 505]), json!([604]), json!([605])),
    ]
}

fn server_of(brawl: &Value) -> Server {
    let mut server = Server::new(games(), Library::embedded(&games()));
    let opened = ask(&mut server, &json!({"open": {"brawl": brawl}}));
    assert_eq!(opened["opened"]["due"]["side"], "red", "{opened}");
    server
}

fn server() -> Server {
    server_of(&brawls()[0])
}

fn order(server: &mut Server, order: &Value, dice: &Value) -> Value {
    ask(server, &json!({"order": {"order": order, "dice": dice}}))
}

fn ask(server: &mut Server, request: &Value) -> Value {
    let answer = server.answer_line(request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("answers are JSON")
}

fn left(state: &Value, key: &str) -> Value {
    let gangs = state["state"]["play"]["gangs"].as_array().expect("a game has gangs");
    gangs.iter().find(|piece| piece["key"] == key).expect("it is there")["left"].clone()
}

#[test]
fn a_toy_is_played_over_the_protocol_on_a_table_and_on_hexes() {
    for brawl in brawls() {
        let mut server = server_of(&brawl);
        let due = ask(&mut server, &json!({"due": {}}));
        let kinds: Vec<&Value> =
            due["due"]["offers"].as_array().expect("offers").iter().map(|offer| &offer["kind"]).collect();
        assert_eq!(kinds, ["strike", "strike", "walk", "walk", "mend"], "{due}");
        let strike = json!({"Strike": {"by": "smith", "on": "miller"}});
        assert_eq!(due["due"]["offers"][1]["order"], strike);
        // Who is struck at answers first, and nobody does anything else.
        let struck = order(&mut server, &strike, &json!([]));
        assert_eq!(
            struck["done"]["events"],
            json!([{"event": {"blow": {"by": "smith", "on": "miller"}}}]),
            "{struck}"
        );
        let due = ask(&mut server, &json!({"due": {}}));
        assert_eq!(
            (&due["due"]["side"], &due["due"]["offers"][1]["order"]),
            (&json!("blue"), &json!({"Answer": "Duck"}))
        );
        let other = order(&mut server, &strike, &json!([]));
        assert_eq!(
            (&other["refused"]["code"], &other["refused"]["clause"]),
            (&json!("answer-first"), &json!("brawl:1"))
        );
        // The smith strikes with three dice, each of which hits on 4 to 6; on 5 and 6 one who ducks.
        let chances = |server: &mut Server, how: &str| -> Vec<f64> {
            let odds = ask(server, &json!({"odds": {"order": {"Answer": how}}}));
            odds["odds"]
                .as_array()
                .expect("odds")
                .iter()
                .filter_map(|one| one["probability"].as_f64())
                .collect()
        };
        let near = |told: Vec<f64>, exact: [f64; 4]| {
            assert!(
                told.len() == 4 && told.iter().zip(exact).all(|(one, other)| (one - other).abs() < 1e-9),
                "{told:?}"
            );
        };
        near(chances(&mut server, "Duck"), [12.0 / 27.0, 8.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0]);
        assert_eq!(chances(&mut server, "StrikeBack").iter().sum::<f64>(), 1.0);
        let back = json!({"Answer": "StrikeBack"});
        let wanted = order(&mut server, &back, &json!([]));
        assert_eq!(
            (&wanted["needs_dice"]["dice"], &wanted["needs_dice"]["clause"]),
            (&json!(3), &json!("brawl:1"))
        );
        let done = order(&mut server, &back, &json!([[6, 5, 1], [4]]));
        let events = json!([
            {"hit": {"gang": "miller", "points": 2}}, {"hit": {"gang": "smith", "points": 1}}, {"turn": "blue"}
        ]);
        let told = done["done"]["events"].as_array().expect("events are told").iter();
        assert_eq!(told.map(|told| told["event"].clone()).collect::<Value>(), events, "{done}");
        let state = ask(&mut server, &json!({"state": {}}));
        assert_eq!((left(&state, "miller"), left(&state, "smith")), (json!(3), json!(2)));
        // Back, and forth again.
        ask(&mut server, &json!({"undo": {}}));
        assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 5);
        ask(&mut server, &json!({"redo": {}}));
        assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 3);
        let journal = ask(&mut server, &json!({"journal": {}}));
        assert_eq!(journal["journal"][0]["words"][0], "smith strikes at miller");
        assert_eq!(journal["journal"][0]["facts"]["pieces"], json!(["miller", "smith"]));
        assert_eq!(
            (&journal["journal"][2]["kind"], &journal["journal"][2]["parent"]),
            (&json!("undo"), &json!(1))
        );
    }
}

/// A gang of two stands walks, each of them its own way: a list of drafts, asked for entry by entry.
#[test]
fn each_stand_of_a_gang_walks_its_own_way() {
    let ways = [
        (
            "Walk",
            json!([{"stand": "cook/1", "to": [8.0, 9.0]}, {"stand": "cook/2", "to": [9.2, 9.0]}]),
            json!([14.0, 20.0]),
        ),
        ("Step", json!([{"stand": "cook/1", "to": 503}, {"stand": "cook/2", "to": 504}]), json!(1303)),
    ];
    for (brawl, (verb, ways, off)) in brawls().into_iter().zip(ways) {
        let mut server = server_of(&brawl);
        let asked = ask(&mut server, &json!({"ask": {"verb": verb, "answers": {"gang": "cook"}}}));
        assert_eq!(
            (&asked["question"]["field"], &asked["question"]["kind"]),
            (&json!("ways"), &json!("list")),
            "{asked}"
        );
        let each: Vec<&Value> = asked["question"]["each"]
            .as_array()
            .expect("entries")
            .iter()
            .map(|each| &each["field"])
            .collect();
        assert_eq!(each, ["stand", "to"], "{asked}");
        let of: Vec<&Value> = asked["question"]["each"][0]["of"]
            .as_array()
            .expect("stands")
            .iter()
            .map(|one| &one["key"])
            .collect();
        assert_eq!(of, ["cook/1", "cook/2"], "{asked}");
        let walk = |ways: &Value| json!({verb: {"gang": "cook", "ways": ways}});
        let out = order(&mut server, &walk(&json!([{"stand": "cook/1", "to": off}])), &json!([]));
        assert_eq!(out["refused"]["code"], "too-far", "{out}");
        let onto = order(
            &mut server,
            &walk(&json!([{"stand": "cook/1", "to": brawl["gangs"][2]["at"][0]}])),
            &json!([]),
        );
        assert_eq!(onto["refused"]["code"], "taken", "{onto}");
        let done = order(&mut server, &walk(&ways), &json!([]));
        assert!(done["done"].is_object(), "{done}");
        let scene = ask(&mut server, &json!({"scene": {}}));
        let stands: Vec<(&Value, &Value)> = scene["scene"]["pieces"]
            .as_array()
            .expect("it has pieces")
            .iter()
            .map(|piece| (&piece["key"], &piece["of"]))
            .collect();
        let cook = json!("cook");
        assert_eq!(stands[..2], [(&json!("cook/1"), &cook), (&json!("cook/2"), &cook)]);
        assert_eq!(stands[2], (&json!("smith"), &Value::Null));
        // A stand is told of as its gang.
        let told = ask(&mut server, &json!({"tooltip": {"piece": "cook/2"}}));
        assert_eq!(told["tooltip"]["title"], "cook", "{told}");
    }
}

#[test]
fn what_a_toy_refuses_the_referee_lets_stand() {
    let mut brawl = brawls()[0].clone();
    brawl["gangs"][2]["at"] = json!([[20.0, 8.0]]);
    let mut server = server_of(&brawl);
    let strike = |by: &str| json!({"Strike": {"by": by, "on": "miller"}});
    let mut stand = |by: &str, let_stand: Value, side: Value| {
        let message = json!({"order": {"order": strike(by), "let_stand": let_stand, "side": side}});
        ask(&mut server, &message)
    };
    // Another clause, no reason, or a side: nothing stands.
    let other = stand("smith", json!({"clauses": ["brawl:0"], "reason": "he throws"}), Value::Null);
    assert_eq!(other["refused"]["code"], "out-of-reach", "{other}");
    assert_eq!(stand("smith", json!(" "), Value::Null)["error"]["code"], "bad-order");
    assert_eq!(stand("smith", json!("he throws"), json!("red"))["error"]["code"], "bad-order");
    // Whose turn it is cannot be overruled.
    assert_eq!(stand("miller", json!("he throws"), Value::Null)["refused"]["code"], "not-yours");
    let done = stand("smith", json!("he throws"), Value::Null);
    let words = json!(["smith strikes at miller", "The referee lets it stand against 1: he throws"]);
    assert_eq!(done["done"]["words"], words, "{done}");
    assert_eq!(done["done"]["working"][0]["clause"], "brawl:1");
    // What follows is as if it had been legal; a legal order has nothing to let stand.
    let message =
        json!({"order": {"order": {"Answer": "Duck"}, "dice": [[6, 5, 1]], "let_stand": "why not"}});
    let answer = ask(&mut server, &message);
    assert_eq!(
        answer["done"]["events"][0]["event"],
        json!({"hit": {"gang": "miller", "points": 2}}),
        "{answer}"
    );
    assert!(!answer.to_string().contains("why not"), "{answer}");
    let record = |server: &mut Server, side: Value| ask(server, &json!({"journal": {"side": side}}));
    assert_eq!(record(&mut server, json!("blue"))["journal"][0]["words"], words);
    // A remark changes nothing, and is for whom it is for.
    ask(&mut server, &json!({"remark": {"text": "the miller is drunk", "for": "blue"}}));
    ask(&mut server, &json!({"remark": {"text": "supper at eight"}}));
    let remark = json!(["Remark: the miller is drunk"]);
    assert_eq!(record(&mut server, json!("blue"))["journal"][2]["words"], remark);
    assert_eq!(record(&mut server, json!("red"))["journal"][2]["words"], json!(["Remark: supper at eight"]));
    let undone = ask(&mut server, &json!({"undo": {}}));
    assert_eq!((&undone["undone"]["at"], &undone["undone"]["orders"]), (&json!(1), &json!(1)), "{undone}");
    let nobody = ask(&mut server, &json!({"remark": {"text": "hm", "for": "green"}}));
    assert_eq!(nobody["error"]["code"], "bad-message", "{nobody}");
}

#[test]
fn a_toy_refuses_shares_and_overrides() {
    let mut server = server();
    let refused = order(&mut server, &json!({"Strike": {"by": "miller", "on": "cook"}}), &json!([]));
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
    assert_eq!(done["done"]["words"][0], "red mends: cook 2", "{done}");
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "cook"), 4);
    let fiat =
        json!({"fiat": {"act": {"Strength": {"gang": "miller", "points": 1}}, "reason": "he is tired"}});
    assert!(ask(&mut server, &fiat)["done"].is_object());
    assert_eq!(left(&ask(&mut server, &json!({"state": {}})), "miller"), 1);
    // What cannot be is refused with its reason.
    let mut torn = brawls()[0].clone();
    torn["gangs"][0]["at"] = json!([504, [11.0, 8.0]]);
    let refused = ask(&mut server, &json!({"open": {"brawl": torn}}));
    assert!(
        refused["error"]["text"].as_str().is_some_and(|text| text.contains("all on the map")),
        "{refused}"
    );
}

#[test]
fn what_a_toy_hides_stays_hidden() {
    let mut server = server();
    // The cook has 2 left of 4: blue does not see it.
    let view = ask(&mut server, &json!({"view": {"side": "blue"}}));
    assert_eq!(left(&view, "cook"), Value::Null);
    assert_eq!(left(&ask(&mut server, &json!({"view": {"side": "red"}})), "cook"), 2);
    // Nor what it is mended to, nor with how many dice it strikes, whoever asks.
    ask(&mut server, &json!({"order": {"order": {"Mend": [["cook", 2]]}}}));
    for (side, known) in [("red", json!(4)), ("blue", Value::Null)] {
        let journal = ask(&mut server, &json!({"journal": {"side": side}}));
        let events = journal["journal"][0]["events"].as_array().expect("events are told").clone();
        let left = events.iter().find_map(|told| told["event"].get("left")).expect("it was mended");
        assert_eq!(left["points"], known, "{journal}");
    }
    // Two shares of one gang count together.
    let mut server = self::server();
    let fiat = json!({"fiat": {"act": {"Strength": {"gang": "cook", "points": 3}}, "reason": "he rests"}});
    assert!(ask(&mut server, &fiat)["done"].is_object());
    let refused = ask(&mut server, &json!({"order": {"order": {"Mend": [["cook", 1], ["cook", 1]]}}}));
    assert_eq!(refused["refused"]["clause"], "brawl:2", "{refused}");
}

#[test]
fn the_schema_of_a_toy_is_put_together_as_any_other() {
    let schema = schema(&games()).to_string();
    for name in ["brawl", "Strike", "Mend", "StrikeBack", "ways", "needs_dice"] {
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
            position: (gangs: [
                (key: "cook", side: "red", strength: 2, at: [504]),
                (key: "miller", side: "blue", strength: 5, at: [505]),
            ]),
            steps: [
                (order: Strike(by: "miller", on: "cook"), expect: (refused: "not-yours", clause: "brawl:0")),
                (order: Strike(by: "cook", on: "miller"), expect: (due_side: "blue")),
                (
                    order: Answer(StrikeBack),
                    dice: [[4, 3], [1]],
                    expect: (says: ["miller loses 1"], left: {"miller": 4}, due_side: "blue"),
                ),
                (order: Step(gang: "miller", ways: [(stand: "miller", to: 507)]), expect: (due_side: "red")),
                (order: Strike(by: "cook", on: "miller"), expect: (refused: "out-of-reach", clause: "brawl:1")),
            ],
        ), (
            name: "who is struck at ducks",
            clauses: ["brawl:1"],
            position: (
                gangs: [
                    (key: "cook", side: "red", strength: 2, at: [504]),
                    (key: "miller", side: "blue", strength: 5, at: [505]),
                ],
                options: {"hits-on": "3"},
            ),
            steps: [
                (order: Strike(by: "cook", on: "miller")),
                (order: Answer(Duck), dice: [[4, 3]], expect: (left: {"miller": 4, "cook": 2})),
            ],
        )],
    )"#;
    let run = |text: &str| games.cases("brawl.ron", text, &library).expect("it can be read").run();
    let all = run(text);
    assert!(all.passed > 0 && all.failures.is_empty(), "{:?}", all.failures);
    let wrong = run(&text.replace("{\"miller\": 4}", "{\"miller\": 5}"));
    assert_eq!(wrong.failures[0].what, "miller has Some(4), expected 5");
    assert_eq!(
        run(&text.replace("[4, 3], [1]", "[4, 4], [1]")).failures.len(),
        2,
        "the words and the points"
    );
    let cases = games.cases("brawl.ron", text, &library).expect("it can be read");
    let weighed = cases.odds("who is struck", None).expect("it can be weighed");
    assert_eq!(weighed.order, "miller ducks");
    assert_eq!(weighed.odds.chances().len(), 3, "{:?}", weighed.odds);
    let none = cases.odds("the baker", None).expect_err("there is no such case").to_string();
    assert!(
        none.starts_with("there is no case named like \"the baker\": there are the cook strikes: each 4 takes a point; who is struck at ducks"),
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
    let mut ended = BTreeSet::new();
    for _ in 0..20 {
        let [_, on_map] = brawls();
        let mut game = games.first().set_up(on_map, &library).expect("it is sound");
        let mut players = games.players(game.as_mut()).expect("it has players");
        for _ in 0..200 {
            if game.is_over() {
                break;
            }
            players.step(game.as_mut()).expect("somebody can strike");
        }
        assert!(game.is_over(), "{:?}", game.log());
        assert!(game.depth() > 1 && game.last_words().is_some_and(|words| words.contains("strikes")));
        ended.insert(game.summary().result);
    }
    // Where the last two strike each other down nobody is named: not in all games.
    let named = ["the cook", "the smith", "the miller", ""];
    assert!(ended.iter().all(|result| named.contains(&result.as_str())), "{ended:?}");
    assert!(ended.iter().any(|result| !result.is_empty()), "{ended:?}");
}

/// It is briefed as any other, and what is hidden stays hidden.
#[test]
fn it_is_briefed_over_the_protocol() {
    let mut server = server();
    let head = ask(&mut server, &json!({"head": {}}));
    assert_eq!(head["head"]["turn"], "turn 1 of 20", "{head}");
    let groups = ask(&mut server, &json!({"groups": {}}));
    assert_eq!((&groups["groups"][0]["key"], &groups["groups"][0]["strength"]), (&json!("red"), &json!(5)));
    let cook = |server: &mut Server, side: &str| {
        let told = ask(server, &json!({"tooltip": {"piece": "cook", "side": side}}));
        told["tooltip"]["said"][0]["words"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(cook(&mut server, "red"), "cook/1, 2 of 4 left");
    assert_eq!(cook(&mut server, "blue"), "cook/1, nobody knows how many of 4 are left");
    let card = ask(&mut server, &json!({"card": {"order": {"Strike": {"by": "cook", "on": "miller"}}}}));
    assert_eq!(card["card"]["title"], "cook strikes at miller");
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

/// Briefing and casualty return of a side do not hang on what it does not see: of so many states all files are the same, so that they
/// are of any two of them.
#[test]
fn what_is_printed_for_a_side_tells_nothing_that_a_toy_hides() {
    let games = games();
    let library = Library::embedded(&games);
    let [on_table, on_map] = brawls();
    let cooks =
        (1..=8).flat_map(|cook| (1..=6).map(move |smith| vec![("cook", 8, cook), ("smith", 6, smith)]));
    let millers = (1..=48).map(|miller| vec![("miller", 48, miller)]);
    let trials: [(&Value, &str, Vec<_>); 2] =
        [(&on_table, "blue", cooks.collect()), (&on_map, "red", millers.collect())];
    for (brawl, looks, states) in trials {
        let (mut known, mut whole) = (None, BTreeSet::new());
        for left in &states {
            let mut brawl = brawl.clone();
            for gang in brawl["gangs"].as_array_mut().expect("gangs") {
                let set = left.iter().find(|(key, ..)| gang["key"] == *key);
                if let Some((_, strength, left)) = set {
                    (gang["strength"], gang["left"]) = (json!(strength), json!(left));
                }
            }
            let game = games.first().set_up(brawl, &library).expect("it is sound");
            let Viewer::Side(side) = game.viewer(Some(looks)).expect("a side") else { panic!("{looks}") };
            let request =
                PrintRequest { game: game.as_ref(), paper: Paper::A4, side: Some(side), order: None };
            let sealed =
                [What::Briefing, What::Return].map(|what| documents(what, &request).expect("it is made"));
            let files: Vec<Vec<u8>> =
                sealed.iter().flatten().map(|one| one.pdf().expect("it is drawn")).collect();
            assert_eq!(files.len(), 2);
            assert!(known.get_or_insert_with(|| files.clone()) == &files, "{looks} is told of {left:?}");
            whole.insert(game.whole(Viewer::Referee).expect("it can be told").to_string());
        }
        assert_eq!(whole.len(), states.len(), "no two states are the same to the referee");
        assert!(states.len() * (states.len() - 1) / 2 >= 1_000);
    }
}

/// What play has made of it is spelled by key, and read again.
#[test]
fn what_play_has_made_of_it_comes_back() {
    use game::Codec;
    let games = games();
    let library = Library::embedded(&games);
    let [_, on_map] = brawls();
    let mut game = games.first().set_up(on_map, &library).expect("it is sound");
    let mut players = games.players(game.as_mut()).expect("it has players");
    while !game.is_over() {
        players.step(game.as_mut()).expect("somebody can strike");
        let desk = desk::desk_of::<Brawl>(game.as_mut()).expect("it is a brawl");
        let play = Brawl::play(desk.state()).expect("all have keys");
        assert_eq!(Brawl::resumed(desk.start(), &play).as_ref(), Ok(desk.state()), "{play}");
    }
}
