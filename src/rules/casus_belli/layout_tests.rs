//! Battles that the rules of 1800 object to: each fault with its file, its place and what to do.

use std::collections::BTreeMap;

use super::CasusBelli;
use data::{Fault, InMemory};
use game::Alone;
use scenario::hex::read;
use scenario::{AnyRules, Embedded, KnownRules, list, validate};

const KNOWN: Alone<CasusBelli> = Alone::new();

const MAP: &str = r#"(
    id: "ford", name: "The ford",
    columns: 8, rows: 6,
    marsh: [0204, 0505], forest: [0304],
    rivers: [(0701, 0801), (0702, 0801), (0801, 0802)],
    roads: [[0203, 0204, 0205]],
)
"#;

const BLUE: &str = r#"(
    id: "blue", name: "Blue",
    corps: [(id: "left", name: "Left", level: 5)],
    leaders: [
        (id: "var", counter: "Var", bonus: 2, movement: 6, at: 0103),
        (id: "lef", counter: "Lef", bonus: 1, corps: "left", movement: 6, at: 0203),
    ],
    units: [
        (id: "b1", counter: "1", arm: Infantry, strength: 4, movement: 4, at: 0203, corps: "left"),
        (id: "b2", counter: "2", arm: Artillery, strength: 2, movement: 4, at: 0204),
    ],
)
"#;

const RED: &str = r#"(
    id: "red", name: "Red",
    leaders: [(id: "rot", counter: "Rot", bonus: 1, movement: 6, at: 0703)],
    units: [
        (id: "r1", counter: "1", arm: Cavalry, strength: 3, movement: 6, at: 0703),
        (id: "r2", counter: "2", arm: Infantry, strength: 3, movement: 4, arrives: (turn: 3, at: 0806)),
    ],
)
"#;

const BATTLE: &str = r#"(
    id: "trial", name: "Trial", rules: "cb", map: "ford",
    turns: 8, begins: "8:00",
    sides: [
        (id: "blue", name: "Blue", nation: "french", armies: ["blue"]),
        (id: "red", name: "Red", nation: "austrian", armies: ["red"]),
    ],
    first: "red",
    objectives: [
        (id: "west", name: "West", kind: "communications", hexes: [0103], points: {}, terms: {"side": "blue"}),
        (id: "east", name: "East", kind: "communications", hexes: [0803], points: {}, terms: {"side": "red"}),
        (id: "mill", name: "The mill", hexes: [0403], points: {"blue": 5, "red": 10}),
    ],
)
"#;

const ARMY: &str = "armies/blue.ron";
const RIVAL: &str = "armies/red.ron";
const SCENARIO: &str = "assets/scenarios/trial.ron";

/// The faults of the trial battle with a text replaced in one of its files.
fn faults_with(known: &dyn KnownRules, path: &str, old: &str, new: &str) -> Vec<Fault> {
    let mut files: BTreeMap<String, String> =
        [("terrain/ford.ron", MAP), (ARMY, BLUE), (RIVAL, RED), (SCENARIO, BATTLE)]
            .map(|(path, text)| (path.to_owned(), text.to_owned()))
            .into();
    let text = files.get_mut(path).unwrap();
    assert!(text.contains(old), "{path} has no {old}");
    *text = text.replacen(old, new, 1);
    match read("trial", &InMemory(files), known) {
        Ok((_, warnings)) => warnings,
        Err(faults) => faults.0,
    }
}

/// One change, one fault of these rules: in this file and line, with these words, and this in its help.
fn check(path: &str, (old, new): (&str, &str), (file, line): (&str, usize), message: &str, help: &str) {
    let faults = faults_with(&KNOWN, path, old, new);
    let [fault] = faults.as_slice() else { panic!("{new}: {faults:#?}") };
    assert_eq!((fault.file.as_str(), fault.line), (file, line), "{fault}");
    assert!(fault.message.contains(message) && fault.help.contains(help), "{fault}");
    assert_eq!(faults_with(&AnyRules, path, old, new), []);
}

#[test]
fn nothing_is_said_against_the_battle_as_it_is_nor_against_those_of_the_program() {
    assert_eq!(faults_with(&KNOWN, SCENARIO, "Trial", "Trial"), []);
    for (id, _, rules) in list(&Embedded) {
        if rules == "cb" {
            assert_eq!(validate(&id, &Embedded, &KNOWN), Ok(vec![]), "{id}");
        }
    }
}

#[test]
fn one_leader_a_side_commands_the_army_and_each_corps_has_its_own() {
    let second = "bonus: 1, corps: \"left\", movement";
    let faults = faults_with(&KNOWN, ARMY, second, "bonus: 1, movement");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|told| told.starts_with("armies/blue.ron:6:")
            && told.contains(
                "\"var\" and \"lef\" both lead no corps, and one of a side commands the army (cb:10a)"
            )
            && told.contains("give one of them the corps that he leads")),
        "{told:#?}"
    );
    assert!(
        told.iter().any(|told| told.starts_with("armies/blue.ron:3:")
            && told.contains("the corps \"left\" has no leader (cb:10a)")),
        "{told:#?}"
    );
    let corps = "(id: \"left\", name: \"Left\", level: 5), (id: \"right\", name: \"Right\")";
    check(
        ARMY,
        ("(id: \"left\", name: \"Left\", level: 5)", corps),
        (ARMY, 3),
        "the corps \"right\" has no leader (cb:10a)",
        "add a leader with corps: \"right\"",
    );
    check(
        RIVAL,
        ("leaders: [(id: \"rot\", counter: \"Rot\", bonus: 1, movement: 6, at: 0703)],", ""),
        (SCENARIO, 6),
        "nobody commands the army of \"red\" (cb:10a)",
        "add a leader without a corps",
    );
}

#[test]
fn one_unit_begins_in_a_hex_and_leaders_beside_it() {
    check(
        ARMY,
        ("at: 0204", "at: 0203"),
        (ARMY, 10),
        "\"b2\" and \"b1\" are both set up in 0203 (cb:5)",
        "another hex",
    );
}

#[test]
fn guns_begin_where_they_could_have_come_by_road() {
    for (hex, kind) in [("0505", "marsh"), ("0304", "woods")] {
        check(
            ARMY,
            ("at: 0204", &format!("at: {hex}")),
            (ARMY, 10),
            &format!("\"b2\" is set up in {hex}, {kind} without a road, where no guns come (cb:9a)"),
            "lead a road into it",
        );
    }
    check(
        RIVAL,
        ("at: 0703),\n        (id: \"r2\"", "at: 0801),\n        (id: \"r2\""),
        (RIVAL, 5),
        "\"r1\" is set up in 0801, clear ground behind a river, where nobody comes (cb:tet-river)",
        "lead a road over the river",
    );
}

/// A map with a far bank of three hexes, 0701, 0801 and 0802, that lead to each other and to nothing else: nobody comes there, who it may be
/// and however they begin.
#[test]
fn nobody_begins_on_a_bank_to_which_no_way_leads_from_the_line_of_communications() {
    let far = "rivers: [(0601, 0701), (0701, 0702), (0702, 0801), (0702, 0802), (0703, 0802), (0802, 0803)]";
    let near = "rivers: [(0701, 0801), (0702, 0801), (0801, 0802)]";
    for (path, old, new, line, told) in [
        (RIVAL, "arrives: (turn: 3, at: 0806)", "arrives: (turn: 3, at: 0801)", 6, "\"r2\" arrives in 0801"),
        (
            RIVAL,
            "movement: 6, at: 0703),\n        (id: \"r2\"",
            "movement: 6, at: 0802),\n        (id: \"r2\"",
            5,
            "\"r1\" is set up in 0802",
        ),
        (
            RIVAL,
            "bonus: 1, movement: 6, at: 0703",
            "bonus: 1, movement: 6, at: 0701",
            3,
            "\"rot\" is set up in 0701",
        ),
        (ARMY, "movement: 4, at: 0204", "movement: 4, at: 0801", 10, "\"b2\" is set up in 0801"),
    ] {
        let map = MAP.replace(near, far);
        assert_ne!(map, MAP);
        let mut files: BTreeMap<String, String> =
            [("terrain/ford.ron", map.as_str()), (ARMY, BLUE), (RIVAL, RED), (SCENARIO, BATTLE)]
                .map(|(path, text)| (path.to_owned(), text.to_owned()))
                .into();
        assert_eq!(read("trial", &InMemory(files.clone()), &KNOWN).map(|(_, warnings)| warnings), Ok(vec![]));
        let text = files.get_mut(path).unwrap();
        assert!(text.contains(old), "{old}");
        *text = text.replacen(old, new, 1);
        let Err(faults) = read("trial", &InMemory(files), &KNOWN) else { panic!("{new} is taken") };
        let [fault] = faults.0.as_slice() else { panic!("{new}: {faults:#?}") };
        assert_eq!((fault.file.as_str(), fault.line), (path, line), "{fault}");
        let rest = ", clear ground behind a river, where nobody comes (cb:tet-river)";
        assert!(fault.message.contains(&format!("{told}{rest}")), "{fault}");
        assert!(fault.help.starts_with("lead a road over the river, or give the "), "{fault}");
    }
}

#[test]
fn the_army_and_corps_that_are_always_there_have_leaders_who_are() {
    check(
        ARMY,
        ("bonus: 1, corps: \"left\",", "bonus: 1, corps: \"left\", only_with: \"lapoype\","),
        (ARMY, 6),
        "\"lef\" is there with \"lapoype\" alone, and leads the corps \"left\", which is there without it (cb:10a)",
        "leave his only_with out, or give the corps only_with: \"lapoype\"",
    );
    check(
        ARMY,
        ("bonus: 2, movement", "bonus: 2, only_with: \"nimptsch\", movement"),
        (ARMY, 5),
        "\"var\" commands the army, and is there with \"nimptsch\" alone (cb:10a)",
        "leave his only_with out",
    );
    check(
        ARMY,
        ("at: 0203, corps: \"left\"", "at: 0203"),
        (ARMY, 3),
        "the corps \"left\" has no unit (cb:10a)",
        "give units corps: \"left\"",
    );
}

/// The check of `cb:1A`: 1,716 men are 429 a point of four, and 572 a point of three.
#[test]
fn men_and_guns_that_a_note_counts_fit_the_strength() {
    let noted =
        |strength: u8, note: &str| format!("strength: {strength}, note: \"{note}\", movement: 4, at: 0203");
    let faults = |strength, note| {
        faults_with(&KNOWN, ARMY, "strength: 4, movement: 4, at: 0203", &noted(strength, note))
    };
    for (strength, note) in [
        (4, "1716 men"),
        (4, "1,716 men"),
        (3, "the brigade has 1716 men"),
        (3, "1716 guns"),
        (3, "about 1500 men"),
        (3, "900 men"),
    ] {
        assert_eq!(faults(strength, note), [], "{note}");
    }
    for (strength, note) in [(3, "1716 men"), (3, "about 1,716 men")] {
        check(
            ARMY,
            ("strength: 4, movement: 4, at: 0203", &noted(strength, note)),
            (ARMY, 9),
            "\"b1\" has 1716 men and 3 strength points: 572 a point, and a point is 300 to 500 men (cb:1A)",
            "give it 4 to 5, or correct its note",
        );
        assert!(faults(strength, note).iter().all(|fault| !fault.is_error()), "it is played all the same");
    }
    check(
        ARMY,
        ("strength: 2, movement: 4, at: 0204", "strength: 2, note: \"13 guns\", movement: 4, at: 0204"),
        (ARMY, 10),
        "\"b2\" has 13 guns and 2 strength points: 7 a point, and a point is 4 to 6 guns (cb:1A)",
        "give it 3, or correct its note",
    );
}

#[test]
fn fronts_are_for_those_who_play_them() {
    check(
        ARMY,
        ("at: 0203, corps", "at: 0203, faces: 0303, corps"),
        (ARMY, 9),
        "\"b1\" has a front, and facing is not played (cb:15a1)",
        "{\"facing\": \"on\"}",
    );
    let mut files: BTreeMap<String, String> = [("terrain/ford.ron", MAP), (RIVAL, RED)]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
    files.insert(ARMY.into(), BLUE.replace("at: 0203, corps", "at: 0203, faces: 0303, corps"));
    files.insert(
        SCENARIO.into(),
        BATTLE.replace("first: \"red\"", "first: \"red\", options: {\"facing\": \"on\"}"),
    );
    assert!(read("trial", &InMemory(files), &KNOWN).is_ok_and(|(_, warnings)| warnings.is_empty()));
}

#[test]
fn a_line_of_communications_is_of_a_side_and_leads_to_the_edge() {
    let line = |text: &str| text.to_owned();
    check(
        SCENARIO,
        ("kind: \"communications\", hexes: [0803]", "kind: \"communications\", hexes: [0603]"),
        (SCENARIO, 11),
        "\"east\" leads nowhere: 0603 is not at the edge (cb:8a5)",
        "outermost rows or columns",
    );
    check(
        SCENARIO,
        ("kind: \"communications\", hexes: [0803]", "kind: \"communications\", hexes: []"),
        (SCENARIO, 11),
        "\"east\" leads nowhere: it has no hex (cb:8a5)",
        "edge hexes",
    );
    check(
        SCENARIO,
        ("hexes: [0803]", "hexes: [0801]"),
        (SCENARIO, 11),
        "the line of communications of \"red\" leads nowhere: none of its pieces can come there (cb:8a5)",
        "lead a way there",
    );
    // Of two hexes each is judged by itself.
    check(
        SCENARIO,
        ("hexes: [0803]", "hexes: [0801, 0803]"),
        (SCENARIO, 11),
        "0801 of \"east\" leads nowhere: its side cannot come there (cb:8a5)",
        "leave the hex out",
    );
    let none = line(
        "        (id: \"east\", name: \"East\", kind: \"communications\", hexes: [0803], points: {}, terms: {\"side\": \"red\"}),\n",
    );
    check(
        SCENARIO,
        (&none, ""),
        (SCENARIO, 6),
        "\"red\" has no line of communications (cb:8a5)",
        "kind: \"communications\"",
    );
    let faults = faults_with(&KNOWN, SCENARIO, "terms: {\"side\": \"red\"}", "terms: {\"side\": \"rot\"}");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|told| told.contains("\"east\" is of the side \"rot\", which there is not")
            && told.contains("red")),
        "{told:#?}"
    );
    let faults = faults_with(&KNOWN, SCENARIO, ", terms: {\"side\": \"red\"}", "");
    assert!(
        faults
            .iter()
            .any(|fault| fault.message.contains("\"east\" is a line of communications of nobody (cb:8a5)")),
        "{faults:#?}"
    );
}

#[test]
fn objectives_are_places_and_lines() {
    check(
        SCENARIO,
        ("name: \"The mill\", hexes", "name: \"The mill\", kind: \"comunications\", hexes"),
        (SCENARIO, 12),
        "these rules know no objective of the kind \"comunications\" (cb:14a)",
        "did you mean \"communications\"?",
    );
    check(
        SCENARIO,
        ("first: \"red\",", "first: \"red\", places: {\"mill\": 0403},"),
        (SCENARIO, 8),
        "these rules know no place by its name, such as \"mill\" (cb:14a)",
        "as an objective",
    );
    check(
        SCENARIO,
        ("nation: \"french\"", "nation: \"prussian\""),
        (SCENARIO, 5),
        "no side is of the nation \"french\"",
        "the nation \"french\"",
    );
}

#[test]
fn who_is_of_a_corps_that_comes_with_an_option_comes_with_it() {
    let faults = faults_with(&KNOWN, ARMY, "level: 5)", "level: 5, only_with: \"lapoype\")");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for id in ["lef", "b1"] {
        let words =
            format!("\"{id}\" is of the corps \"left\", which is there with \"lapoype\" alone (cb:15c2)");
        assert!(
            told.iter().any(|told| told.contains(&words) && told.contains("add only_with: \"lapoype\"")),
            "{told:#?}"
        );
    }
    assert_eq!(told.len(), 2, "{told:#?}");
}

/// What every battle on hexes keeps to holds here too: arrivals at the edge, counters with what is printed on them, one kind of way and
/// water a hexside, corps of one's own army.
#[test]
fn what_no_battle_on_hexes_may_say_is_told_here_too() {
    for (path, old, new, file, words) in [
        (RIVAL, "at: 0806", "at: 0605", RIVAL, "\"r2\" arrives at 0605, which is not at the edge"),
        (ARMY, "arm: Infantry, strength: 4,", "arm: Infantry,", ARMY, "strength"),
        (ARMY, "bonus: 2, movement: 6", "bonus: 2, strength: 3, movement: 6", ARMY, "strength"),
        (
            ARMY,
            "corps: \"left\"),\n        (id: \"b2\"",
            "corps: \"right\"),\n        (id: \"b2\"",
            ARMY,
            "its army has no corps \"right\"",
        ),
        (
            "terrain/ford.ron",
            "roads: [[0203, 0204, 0205]]",
            "roads: [[0203, 0204, 0205]], trails: [[0204, 0205]]",
            "terrain/ford.ron",
            "has a road already, and now a trail",
        ),
        ("terrain/ford.ron", "rivers: [", "streams: [(0801, 0802)], rivers: [", "terrain/ford.ron", "stream"),
    ] {
        let faults = faults_with(&KNOWN, path, old, new);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.starts_with(file) && told.contains(words)), "{new}: {told:#?}");
        assert!(
            faults.iter().any(|fault| fault.is_error() && fault.line > 0 && !fault.help.is_empty()),
            "{told:#?}"
        );
    }
}
