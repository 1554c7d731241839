//! Two games that differ only in what is hidden from a side answer that side alike, byte for byte, whatever it asks.
//!
//! Clauses: `easy:III.C.1`, `easy:VI.E`. What everybody sees once an order is done is set apart: dice that were rolled, the totals
//! of a result roll, and who falls.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::Server;
use desk::Library;
use games::Games;

/// Dice as a side may type them: too few, too many, counts, nonsense.
fn dice() -> Vec<Value> {
    let ones = |n: usize| json!([vec![1; n]]);
    let mut all =
        vec![json!([]), json!([[]]), json!([0]), json!([1]), json!([9]), json!([[7]]), json!(["x"])];
    all.extend((1..=7).map(ones));
    all.extend([json!([[6, 6], [1]]), json!([[1, 1], [1, 1], [1, 1]]), json!([[6], [6], [6], [6]])]);
    all
}

/// The same game twice, but for what is hidden from one side.
struct Pair {
    servers: [Server; 2],
    side: &'static str,
    /// How each is opened, and what the referee did since.
    lines: [Vec<Value>; 2],
    /// The journals tell dice that were rolled in both, and differ in them.
    rolled: bool,
}

fn ask(server: &mut Server, line: &Value) -> String {
    server.answer_line(line.to_string().as_bytes())
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("an answer is JSON")
}

impl Pair {
    fn open(lines: [Vec<Value>; 2], side: &'static str) -> Self {
        let servers =
            [(); 2].map(|()| Server::new(Games::of_the_program(), Library::embedded(&Games::default())));
        let mut pair = Self { servers, side, lines, rolled: false };
        pair.again();
        pair
    }

    /// Both as they stood before somebody tried something.
    fn again(&mut self) {
        for (server, lines) in self.servers.iter_mut().zip(&self.lines) {
            *server = Server::new(Games::of_the_program(), Library::embedded(&Games::default()));
            for line in lines {
                let answer = ask(server, line);
                assert!(!answer.contains("\"error\"") && !answer.contains("\"refused\""), "{line}: {answer}");
            }
        }
    }

    fn both(&mut self, line: &Value) -> [String; 2] {
        self.servers.each_mut().map(|server| ask(server, line))
    }

    /// The answer of both, which has to be one.
    fn alike(&mut self, line: &Value) -> Value {
        let [a, b] = self.both(line);
        assert_eq!(a, b, "{line} tells them apart");
        read(&a)
    }

    /// Everything that may be asked without an order.
    fn look(&mut self) {
        let side = self.side;
        self.alike(&json!({"view": {"side": side}}));
        self.alike(&json!({"due": {"side": side}}));
        self.alike(&json!({"head": {"side": side}}));
        self.alike(&json!({"agenda": {"side": side}}));
        let verbs = self.alike(&json!({"ask": {"side": side}}));
        for verb in verbs["question"]["of"].as_array().into_iter().flatten() {
            self.alike(&json!({"ask": {"verb": verb["key"], "side": side}}));
        }
        self.alike(&json!({"scene": {"side": side, "layers": ["pieces", "names"]}}));
        let groups = self.alike(&json!({"groups": {"side": side}}));
        for group in groups["groups"].as_array().into_iter().flatten() {
            for member in group["members"].as_array().into_iter().flatten() {
                let piece = &member["piece"];
                self.alike(&json!({"tooltip": {"piece": piece, "side": side}}));
                self.alike(&json!({"threats": {"piece": piece, "side": side}}));
                self.alike(&json!({"trip": {"piece": piece, "to": [30.0, 20.0], "side": side}}));
                self.alike(&json!({"threats": {"piece": piece, "at": [31.0, 21.0, 40.0], "side": side}}));
            }
        }
        let refused = self.alike(&json!({"moment": {"side": side}}));
        assert!(refused["error"].is_object(), "a moment hides nothing: {refused}");
        if !self.rolled {
            self.alike(&json!({"journal": {"side": side}}));
        }
    }

    /// An order with these dice, by the side. What it is answered is one, but for what everybody sees when it is done.
    fn order(&mut self, order: &Value, dice: Option<&Value>) -> String {
        let mut given = json!({"order": order, "side": self.side});
        if let Some(dice) = dice {
            given["dice"] = dice.clone();
        }
        let line = json!({"order": given});
        let [a, b] = self.both(&line);
        let done = |text: &str| text.starts_with("{\"done\"");
        assert_eq!(done(&a), done(&b), "{line} is taken in one only:\n{a}\n{b}");
        if done(&a) {
            if !(is_seen(&a) || is_seen(&b)) {
                assert_eq!(a, b, "{line} tells them apart");
            }
            self.again();
        } else {
            assert_eq!(a, b, "{line} tells them apart");
        }
        a
    }

    /// Asks everything about these orders.
    fn try_all(&mut self, orders: &[Value], count: &mut [usize; 2]) {
        for order in orders {
            self.alike(&json!({"odds": {"order": order, "side": self.side}}));
            for dice in [json!([]), json!([[1]]), json!([[1, 1, 1]]), json!([2])] {
                self.alike(&json!({"card": {"order": order, "dice": dice, "side": self.side}}));
            }
            let dry = self.order(order, Some(&json!([])));
            count[0] += 1;
            if dry.contains("needs_dice") {
                count[1] += usize::from(dry.contains("\"dice\":null"));
                for dice in dice() {
                    self.order(order, Some(&dice));
                }
            } else {
                self.order(order, Some(&json!([[1]])));
            }
        }
    }

    /// The referee goes on with one of the offers; false where the two part.
    fn go_on(&mut self, rng: &mut ChaCha8Rng) -> bool {
        let due = self.alike(&json!({"due": {"side": self.side}}));
        let offers = due["due"]["offers"].as_array().cloned().unwrap_or_default();
        let moves = |kind: &Value| matches!(kind.as_str(), Some("move" | "withdraw" | "general"));
        let fights: Vec<&Value> = offers.iter().filter(|offer| !moves(&offer["kind"])).collect();
        if fights.is_empty() {
            return false;
        }
        let order = fights[rng.random_range(0..fights.len())]["order"].clone();
        let seed: u64 = rng.random_range(0..1 << 40);
        for twin in 0..2 {
            let mut dice: Vec<Value> = Vec::new();
            let mut luck = ChaCha8Rng::seed_from_u64(seed);
            loop {
                let line = json!({"order": {"order": order, "dice": dice}});
                let answer = read(&ask(&mut self.servers[twin], &line));
                let Some(throw) = answer.get("needs_dice") else {
                    if answer.get("done").is_none() {
                        return false;
                    }
                    self.lines[twin].push(line);
                    break;
                };
                let (count, sides) =
                    (throw["dice"].as_u64().unwrap_or(0), throw["sides"].as_u64().unwrap_or(6));
                // The same hits in both, however many dice: of the side's own dice what they will, of others none.
                let own = throw["by"] == self.side || throw["clause"] == "easy:III.D-check";
                let faces: Vec<u64> =
                    (0..count).map(|_| if own { luck.random_range(1..=sides) } else { 1 }).collect();
                self.rolled |= !own;
                dice.push(json!(faces));
            }
        }
        self.rolled = true;
        // The totals of a result roll may have parted them, as everybody saw.
        ["view", "due"].into_iter().all(|name| {
            let [a, b] = self.both(&json!({name: {"side": self.side}}));
            a == b
        })
    }
}

/// Does a done order show what everybody sees: dice of the enemy, totals, somebody who falls?
fn is_seen(answer: &str) -> bool {
    let done = &read(answer)["done"];
    let dice = done["dice"].as_array().is_some_and(|dice| !dice.is_empty());
    let fell = done["events"]
        .as_array()
        .is_some_and(|events| events.iter().any(|event| event["event"].get("Eliminated").is_some()));
    dice && done["dice"].to_string().contains("III.") || fell
}

/// Orders of every family about these stands, sensible or not.
fn families(own: &[&str], others: &[&str]) -> Vec<Value> {
    let mut orders: Vec<Value> =
        ["Draw", "Finish", "EndMoves", "RollWeather", "RollAmmunition", "RollStands"]
            .map(|o| json!(o))
            .into();
    orders.extend([json!({"Resolve": 0}), json!({"Resolve": 1}), json!({"Resolve": 9})]);
    let pairs: Vec<(&str, &str)> =
        own.iter().flat_map(|own| others.iter().map(move |other| (*own, *other))).collect();
    for (a, b) in &pairs {
        for (a, b) in [(a, b), (b, a)] {
            orders.push(json!({"Fire": {"battery": a, "target": b}}));
            orders.push(json!({"Declare": [[a, b]]}));
            orders.push(json!({"PlaceHits": {"shooter": a, "hits": [[b, 1]]}}));
            orders.push(json!({"PlaceHits": {"shooter": a, "hits": [[b, 4]]}}));
            orders.push(json!({"Split": {"attacker": a, "dice": [[b, 2]]}}));
        }
    }
    for stand in own.iter().chain(others) {
        orders.push(json!({"OpeningFire": stand}));
        orders.push(json!({"Continue": stand}));
        orders.push(json!({"Move": {"stand": stand, "path": [{"Ahead": 1.0}]}}));
        orders.push(json!({"Withdraw": {"stand": stand, "path": [{"Back": 1.0}]}}));
        orders.push(json!({"Square": {"stand": stand, "form": true}}));
        orders.push(json!({"Square": {"stand": stand, "form": false}}));
        orders.push(json!({"Retreat": {"stand": stand}}));
        orders.push(json!({"Rally": {"stand": stand, "at": [30.0, 30.0, 0.0]}}));
        orders.push(json!({"Activate": [stand]}));
        for hits in [0, 1, 3] {
            orders.push(json!({"Spare": {"host": stand, "hits": hits}}));
        }
        for how in ["Evade", "Fire", "Stand"] {
            orders.push(json!({"React": {"battery": stand, "reaction": how}}));
        }
        for points in [1, 2, 3] {
            let act = json!({"Strength": {"stand": stand, "points": points}});
            orders.push(json!({"Fiat": {"act": act, "reason": "r"}}));
        }
        orders.push(json!({"Fiat": {"act": {"Remove": {"stand": stand}}, "reason": "r"}}));
    }
    orders.push(json!({"Split": {"attacker": "A", "dice": [["D", 3], ["E", 2]]}}));
    orders.push(json!({"Split": {"attacker": "D", "dice": [["A", 3], ["B", 2]]}}));
    orders.push(json!({"Split": {"attacker": "D", "dice": [["A", 2], ["B", 1]]}}));
    orders.push(json!({"PlaceHits": {"shooter": "D", "hits": [["A", 1], ["B", 1]]}}));
    orders.push(json!({"PlaceHits": {"shooter": "A", "hits": [["D", 1], ["E", 1]]}}));
    orders
}

/// A stand at a place; `sp` of one that began with five, or fewer where its kind has fewer.
fn stand(id: &str, side: &str, arm: &str, at: [f32; 3], sp: u8) -> Value {
    let start = match arm {
        "FootArtillery" => 2,
        "Engineer" => 3,
        _ => 5,
    };
    let mut stand = json!({"id": id, "side": side, "arm": arm, "at": at, "sp": sp, "start": start});
    if arm == "FootArtillery" {
        stand["battery"] = json!("8x6-pdrs");
    }
    stand
}

/// The kinds of fight, each with options: blue D and E before red A and B, with H and G beside them.
fn positions(active: &str, step: &str, hidden: [u8; 4], chits: (u16, u16)) -> Vec<Value> {
    let [a, b, d, e] = hidden;
    let guns = |sp: u8| sp.min(2);
    let foot = |id, side, at, sp| stand(id, side, "Infantry", at, sp);
    let line = |more: Vec<Value>, options: Value| {
        let mut stands = vec![
            foot("D", "blue", [30.0, 20.0, 0.0], d),
            foot("E", "blue", [32.0, 20.0, 0.0], e),
            foot("A", "red", [31.0, 22.0, 180.0], a),
        ];
        stands.extend(more);
        json!({"stands": stands, "options": options, "active": {"command": active, "step": step}})
    };
    let beside = || foot("B", "red", [28.0, 20.0, 90.0], b);
    let far_guns = || stand("G", "red", "FootArtillery", [40.0, 26.0, 180.0], guns(b));
    let aim = || foot("F", "blue", [40.0, 20.0, 0.0], e);
    let with = |mut position: Value, chits: (u16, u16)| {
        position["ammunition"] = json!([chits.0, chits.1]);
        position
    };
    let mut battery = line(vec![beside()], json!({}));
    battery["stands"][0] = stand("D", "blue", "FootArtillery", [30.5, 20.0, 0.0], guns(d));
    let mut horse = line(vec![beside()], json!({"opt-squares": "on", "opt-failed-squares": "on"}));
    horse["stands"][2] = stand("A", "red", "LightCavalry", [31.0, 22.0, 180.0], a);
    let attached = |mut engineer: Value, host: &str| {
        engineer["attached"] = json!(host);
        engineer
    };
    let sappers = vec![
        beside(),
        attached(stand("P", "blue", "Engineer", [30.0, 18.5, 0.0], e.div_ceil(2)), "D"),
        attached(stand("Q", "red", "Engineer", [31.0, 23.5, 180.0], a.div_ceil(2)), "A"),
    ];
    vec![
        line(vec![beside()], json!({})),
        line(vec![beside()], json!({"hit-placement": "shooter", "multi-defender": "owner-allocates"})),
        line(
            vec![beside()],
            json!({"overflow-hits": "on", "bystanders": "count-in-result", "mixed-combat": "one-roll"}),
        ),
        line(vec![far_guns(), aim()], json!({})),
        with(line(vec![far_guns(), aim()], json!({"opt-ammunition": "on"})), chits),
        battery,
        horse,
        line(sappers, json!({"adv-engineers": "on"})),
    ]
}

#[test]
fn what_a_side_asks_in_any_fight_tells_it_no_hidden_strength() {
    let mut rng = ChaCha8Rng::seed_from_u64(1815);
    let (mut count, mut states) = ([0_usize; 2], 0);
    // Red or blue acts, red or blue asks; the other's strengths differ, and their chits.
    let hidden = |side: &str, other: bool| match (side, other) {
        ("red", false) => ([4, 3, 3, 4], (3, 0)),
        ("red", true) => ([4, 3, 2, 1], (3, 7)),
        (_, false) => ([3, 4, 4, 3], (0, 3)),
        (_, true) => ([1, 2, 4, 3], (7, 3)),
    };
    for side in ["red", "blue"] {
        for (active, step) in
            [("red", "Command"), ("red", "Act"), ("red", "Combats"), ("blue", "Command"), ("blue", "Act")]
        {
            let [one, other] = [false, true].map(|other| {
                let (strengths, chits) = hidden(side, other);
                positions(active, step, strengths, chits)
            });
            for twins in one.into_iter().zip(other) {
                let lines = [twins.0, twins.1].map(|position| vec![json!({"open": {"position": position}})]);
                let mut pair = Pair::open(lines, side);
                for _ in 0..3 {
                    states += 1;
                    pair.look();
                    let view = pair.alike(&json!({"view": {"side": side}}));
                    let stands = view["state"]["play"]["stands"].as_object().expect("there are stands");
                    // Red have A, B, G and Q.
                    let of = |red: bool| -> Vec<&str> {
                        let ids = stands.keys().map(String::as_str);
                        ids.filter(|id| ["A", "B", "G", "Q"].contains(id) == red).collect()
                    };
                    let mut orders = families(&of(true), &of(false));
                    let due = pair.alike(&json!({"due": {"side": side}}));
                    orders.extend(
                        due["due"]["offers"].as_array().into_iter().flatten().map(|o| o["order"].clone()),
                    );
                    pair.try_all(&orders, &mut count);
                    if !pair.go_on(&mut rng) {
                        break;
                    }
                }
            }
        }
    }
    assert!(states > 100 && count[0] > 5_000 && count[1] > 50, "{states} states, {count:?} orders");
}

#[test]
fn what_a_side_asks_in_a_game_tells_it_nothing_that_the_referee_set() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut count, mut steps) = ([0_usize; 2], 0);
    for seed in 1..=2 {
        for (side, stands) in [("red", ["B02", "B03", "B04"]), ("blue", ["R02", "R03", "R04"])] {
            let begin = json!({"new": {"scenario": "first-steps", "seed": seed}});
            let set = |stand: &str, points: u8| json!({"fiat": {"act": {"Strength": {"stand": stand, "points": points}}, "reason": format!("{points} left")}});
            let lines = [1, 2].map(|points| {
                let mut lines = vec![begin.clone()];
                lines.extend(stands.iter().map(|stand| set(stand, points)));
                lines
            });
            let known = read(&ask(
                &mut Server::new(Games::of_the_program(), Library::embedded(&Games::default())),
                &begin,
            ));
            assert!(known["opened"].is_object());
            let mut pair = Pair::open(lines, side);
            pair.look();
            for _ in 0..10 {
                steps += 1;
                let due = pair.alike(&json!({"due": {"side": side}}));
                let offers = due["due"]["offers"].as_array().cloned().unwrap_or_default();
                let orders: Vec<Value> = offers.iter().take(4).map(|offer| offer["order"].clone()).collect();
                pair.try_all(&orders, &mut count);
                if !pair.go_on(&mut rng) {
                    break;
                }
            }
        }
    }
    assert!(steps > 20 && count[0] > 40, "{steps} steps, {count:?} orders");
}

#[test]
fn dice_of_a_marked_enemy_are_asked_for_without_their_number() {
    let position = |d: u8| positions("red", "Combats", [5, 5, d, 5], (3, 3)).swap_remove(0);
    let mut server = Server::new(Games::of_the_program(), Library::embedded(&Games::default()));
    ask(&mut server, &json!({"open": {"position": position(3)}}));
    let declare = json!({"order": {"order": {"Declare": [["A", "D"], ["A", "E"], ["B", "D"]]}}});
    assert!(ask(&mut server, &declare).contains("done"));
    let mut order = |side: Option<&str>, dice: Value| {
        let mut given = json!({"order": {"Resolve": 0}, "dice": dice});
        if let Some(side) = side {
            given["side"] = json!(side);
        }
        read(&ask(&mut server, &json!({"order": given})))
    };
    // Its owner and the referee know; its enemy hears who rolls, and what for.
    assert_eq!(order(None, json!([]))["needs_dice"]["dice"], 3);
    assert_eq!(order(Some("blue"), json!([]))["needs_dice"]["dice"], 3);
    let veiled = order(Some("red"), json!([]));
    assert_eq!(veiled["needs_dice"]["dice"], Value::Null, "{veiled}");
    assert!(veiled["needs_dice"]["why"].as_str().is_some_and(|why| why.contains("defends")), "{veiled}");
    for dice in [json!([[1]]), json!([[1, 1, 1]]), json!([[1, 1, 1, 1]]), json!([9])] {
        let told = order(Some("red"), dice);
        assert_eq!(told["error"]["code"], "bad-dice", "{told}");
        assert!(
            told["error"]["text"].as_str().is_some_and(|text| text.contains("hidden from this side")),
            "{told}"
        );
    }
    // The dice of E, who has lost nothing, everybody can count: after those of D, which the referee types.
    assert_eq!(order(None, json!([[1, 1, 1]]))["needs_dice"]["dice"], 5);
}
