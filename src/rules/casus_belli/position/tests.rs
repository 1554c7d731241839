//! Positions of 1800: what is read, what contradicts itself, and that what was played comes back.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::play::resumed;
use super::*;
use crate::combat::event::CombatEvent;
use crate::combat::phase::{Retreating, Step};
use crate::combat::table::{Column, CombatResult};
use crate::event::{Event, LeaderLoss};
use crate::invariants::broken;
use crate::order::{Assault, Order};
use crate::spelling::Reader;
use crate::state::{Commander, Group, Pending, Phase, Place};
use dice::Dry;
use game::{Codec, RuleSet, Stop};
use scenario::Side;

fn none(id: &str) -> Result<HexScenario, String> {
    Err(format!("there is no scenario {id}"))
}

fn read(text: &str) -> Result<State, String> {
    let position: Position = serde_json::from_str(text).expect("the position is well written");
    position.set_up(&none)
}

/// The fault of a position, written as JSON.
fn fault(text: &str) -> Option<String> {
    read(text).err()
}

/// A battle with two corps and their commanders, two places and a reinforcement.
const BATTLE: &str = r#"{
    "units": ["v1:F5.v@2010 101e", "v2:F4.v@2012", "vc:cF3.v(6)@2015!", "vg:gF2.v@2016", "free:cF2(6)@1812", "late:F4.v@3912/4",
        "k1:E5.k@2304", "k2:E6.k@2306", "kg:gE2.k@2308", "gone:E3.k"],
    "leaders": ["victor:F1.v@2010 Victor", "bonaparte:F2@1810 Bonaparte", "kaim:E1.k@2304 Kaim", "melas:E1@2404 Melas"],
    "corps": {"v": 9, "k": 13},
    "places": [{"id": "mill", "hexes": [2010], "points": [15, 5]}, {"id": "farm", "hexes": [1205, 1206], "points": [10, 10]}],
    "stream": [[2010, 2011]], "town": [2010]
"#;

fn battle(more: &str) -> State {
    read(&format!("{BATTLE}{more}}}")).unwrap_or_else(|fault| panic!("{more}: {fault}"))
}

fn battle_fault(more: &str) -> String {
    fault(&format!("{BATTLE}{more}}}")).unwrap_or_else(|| panic!("{more} is taken"))
}

#[test]
fn pieces_are_read_in_short_with_corps_fronts_and_routs() {
    let state = battle("");
    let game = &state.game;
    let unit = |key: &str| game.find(key).unwrap_or_else(|| panic!("there is no {key}"));
    assert_eq!(game.unit(unit("v1")).name, "101e");
    assert_eq!(game.unit(unit("vc")).movement, 6);
    assert!(state.unit(unit("vc")).routed && !state.unit(unit("v1")).routed);
    assert_eq!(state.unit(unit("late")).place, Place::Waiting);
    assert_eq!(state.unit(unit("gone")).place, Place::Eliminated);
    let victor = game.find_leader("victor").expect("he is there");
    assert_eq!(game.led_by(victor).map(|corps| game.corps(corps).id.as_str()), Some("v"));
    assert_eq!(game.army_leader[0], game.find_leader("bonaparte"));
    assert_eq!(game.leader(victor).movement, 6);
    assert_eq!(game.corps(game.corps_of(unit("v1")).expect("of v")).level, Some(9));
    // Marengo's mill is held by who stands there, the farm by the French, who hold all to begin with.
    assert_eq!(state.held[&Hex(2010)], Side(0));
    assert_eq!((state.held[&Hex(1206)], state.turn, state.phasing), (Side(0), 1, Side(0)));
    // Two that would be called alike have their hexes in their keys.
    let state = read(r#"{"units": ["F5@2010", "F5@2012", "F4@2014"]}"#).expect("all can be read");
    assert!(state.game.find("F5@2012").is_some() && state.game.find("F5").is_none());
    let facing =
        r#"{"units": ["F5@2010>2011", "E5@2015"], "options": {"facing": "on"}, "faces": {"E5": 2016}}"#;
    let state = read(facing).expect("all can be read");
    let towards = |key: &str| {
        let id = state.game.find(key).expect("it is there");
        let (hex, faces) = (state.hex(id).expect("on the map"), state.unit(id).faces.expect("a front"));
        state.game.map().grid.neighbour(hex, faces)
    };
    assert_eq!((towards("F5"), towards("E5")), (Some(Hex(2011)), Some(Hex(2016))));
}

#[test]
fn a_piece_is_named_by_its_hex_where_it_is_alone() {
    let state = battle("");
    let reader = Reader { state: &state };
    assert_eq!(reader.unit("2012"), reader.key("v2"));
    assert_eq!(reader.unit("2010"), reader.key("v1"), "leaders apart");
    assert_eq!(reader.leader("2010").ok(), state.game.find_leader("victor"));
    assert!(
        reader
            .piece("2010")
            .unwrap_err()
            .to_string()
            .contains("several pieces stand in 2010: name one by its key: v1, victor")
    );
    assert!(
        reader
            .unit("2020")
            .unwrap_err()
            .to_string()
            .contains("there is no unit 2020: give a hex with one unit")
    );
    assert!(reader.leader("v1").unwrap_err().to_string().contains("is a unit: name a leader"));
    for (name, side) in [("F", 0), ("f", 0), ("French", 0), ("E", 1), ("A", 1), ("Austrian", 1)] {
        assert_eq!(reader.side(name), Ok(Side(side)), "{name}");
    }
    assert!(
        reader
            .side("prussian")
            .unwrap_err()
            .to_string()
            .contains("there is no side prussian: give its id: f or e")
    );
}

/// What is added to the battle, and how the fault begins that is told.
const FAULTS: &[(&str, &str)] = &[
    (r#", "turn": 13"#, "turn: there is no turn 13: the battle has 12: give a turn from 1 to 12"),
    (r#", "turns": 0"#, "turns: there are none"),
    (r#", "phase": "SetUp", "turn": 2"#, "phase: SetUp is before turn 1"),
    (r#", "phase": "Command", "moved": ["v1"]"#, "moved: nobody moves before commands are settled (cb:2D)"),
    (
        r#", "phase": "Command", "commanded": true"#,
        "commanded: who is in command is found when this phase ends: leave it out, or give a later phase",
    ),
    (r#", "phase": "Combat", "moving": "v""#, "moving: groups move in the phase Movement alone (cb:3b)"),
    (r#", "at": {"v1": 2011}"#, "at: v1 stands in 2010 by its own line already"),
    (r#", "eliminated": ["v1"]"#, "eliminated: v1 stands in 2010 by its own line already"),
    (r#", "waiting": ["gone"]"#, "waiting: gone is no reinforcement (cb:2B)"),
    (r#", "routed": ["late"]"#, "routed: late is not on the map"),
    (r#", "routed": ["vc"]"#, "routed: vc is routed already"),
    (r#", "routed": ["victor"]"#, "routed: Victor is a leader: name a unit"),
    (r#", "faces": {"v1": 2011}"#, "faces: v1 has a front, and facing is not played (cb:15a1)"),
    (
        r#", "faces": {"vc": 2014}, "options": {"facing": "on"}"#,
        "faces: vc is routed and has no front (cb:15a5)",
    ),
    (r#", "faces": {"v1": 2110}, "options": {"facing": "on"}, "forest": [2110]"#, ""),
    (
        r#", "faces": {"v1": 2013}, "options": {"facing": "on"}"#,
        "faces: v1 cannot face 2013, which is not beside it",
    ),
    (r#", "strength": {"v1": 0}"#, "strength: v1 cannot have 0 strength points: give 1 to 99"),
    (r#", "strength": {"v2": 3, "2012": 4}"#, "strength: v2 is named twice: name it once"),
    (r#", "points": {"F": 3, "French": 4}"#, "points: French is named twice: name it once"),
    (r#", "communications": {"F": [3912], "f": [3911]}"#, "communications: f is named twice: name it once"),
    (r#", "held": {"2011": "E"}"#, "held: 2011 is no hex of a place that is worth points: give one of"),
    (r#", "held": {"2010": "G"}"#, "held: there is no side G"),
    (r#", "phasing": "G""#, "phasing: there is no side G"),
    (r#", "moved": ["k1"]"#, "moved: k1 is of the enemy, and it is the French turn"),
    (r#", "moved": ["v1", "v1"]"#, "moved: v1 is named twice"),
    (r#", "moved": ["late"]"#, "moved: late is not on the map"),
    (r#", "attached": {"k1": "victor"}"#, "attached: k1 is of the enemy"),
    (r#", "attached": {"v1": "victor"}"#, "attached: v1 is of the corps victor anyway"),
    (r#", "attached": {"free": "kaim"}"#, "attached: there is no corps kaim"),
    (r#", "attached": {"free": "k"}"#, "attached: k is of the enemy"),
    (
        r#", "charges": {"v1": "k1"}"#,
        "charges: v1 cannot charge k1: French 101e in 2010 is not cavalry (cb:7f1): name cavalry that could charge",
    ),
    (
        r#", "charges": {"free": "v1"}"#,
        "charges: free cannot charge v1: French 101e in 2010 is no enemy (cb:7f1)",
    ),
    (
        r#", "charges": {"vc": "k1"}"#,
        "charges: vc cannot charge k1: French cF3.v(6)@2015! in 2015 is routed (cb:7f1)",
    ),
    (
        r#", "charges": {"free": "k1"}"#,
        "charges: free cannot charge k1: Austrian E5.k@2304 in 2304 is not straight before French cF2(6)@1812 in 1812 (cb:7f1)",
    ),
    (r#", "have_moved": ["v"], "moving": "v""#, "have_moved: v is moving, and cannot have moved (cb:3b)"),
    (r#", "have_moved": ["v", "v"]"#, "have_moved: v is named twice"),
    (r#", "moving": "k""#, "moving: k is of the enemy, and it is the French turn"),
    (r#", "at": {"late": 2012}"#, "at: late and v2 both stand in 2012 (cb:5)"),
    (r#", "at": {"late": 2404}"#, "at: melas stands in 2404 with late: move one of the enemies"),
    (r#", "out_of_command": ["k1"]"#, "out_of_command: k1 is of the enemy"),
    (r#", "lost": {"kaim": 1}"#, "lost: kaim is not lost"),
    (r#", "acting": {"k": "k1"}"#, "acting: kaim leads the corps k"),
    (r#", "acting": {"k": "v1"}"#, "acting: v1 is not of the corps k"),
    (r#", "arrivals": {"8": 13}"#, "arrivals: there is no turn 13"),
    (r#", "shut_out": ["v1"]"#, "shut_out: v1 does not wait off the map"),
    (r#", "communications": {"g": [3912]}"#, "communications: g is no side with hexes of its own"),
    (r#", "communications": {"f": [4012]}"#, "communications: it names hex 4012, which is not on the map"),
    (r#", "river": [[2010, 2011]]"#, "stream: between 2010 and 2011 there is a river already"),
    (r#", "forest": [2010]"#, "town: hex 2010 is forest already, and a hex is of one kind"),
    (r#", "entered": {"4012": 1}"#, "entered: it names hex 4012, which is not on the map"),
    (r#", "have_moved": ["w"]"#, "have_moved: there is no corps w"),
    (r#", "options": {"facing": "maybe"}"#, ""),
];

#[test]
fn what_contradicts_itself_is_refused_by_the_name_of_its_field() {
    for (more, told) in FAULTS {
        match *told {
            "" if more.contains("maybe") => assert!(battle_fault(more).contains("facing"), "{more}"),
            "" => drop(battle(more)),
            told => {
                let fault = battle_fault(more);
                assert!(fault.starts_with(told), "{more}: {fault}");
            }
        }
    }
}

#[test]
fn counters_commanders_and_places_of_a_position_are_sound() {
    for (text, told) in [
        (r#"{"units": ["F0@2010"]}"#, "units: F0 cannot have a strength of 0: give it 1 to 99"),
        (r#"{"units": ["F5(0)@2010"]}"#, "units: F5 cannot have a movement allowance of 0"),
        (
            r#"{"units": ["F5@2010", "F4@2010"]}"#,
            "units: F4 and F5 both stand in 2010 (cb:5): move one of them",
        ),
        (
            r#"{"units": ["F5@2010"], "leaders": ["E1@2010"]}"#,
            "leaders: E1 stands in 2010 with F5: move one of the enemies",
        ),
        (r#"{"units": ["F5@2010/13"]}"#, "units: F5 arrives on turn 13, and the battle has turns 1 to 12"),
        (
            r#"{"units": ["F5@2010/1"]}"#,
            "units: F5 arrives at 2010, which is not at the edge: name a hex of the outermost rows or columns",
        ),
        (
            r#"{"units": ["F5@2010"], "communications": {"F": [3912, 2010]}}"#,
            "communications: f falls back to 2010, which is not at the edge: name a hex",
        ),
        (
            r#"{"units": ["F5.v@2010"], "corps": {"v": 0}}"#,
            "corps: the corps v cannot be demoralised by a loss of 0 (cb:13a): give 1 to 99, or leave it out",
        ),
        (
            r#"{"units": ["F1@2010", "F2@2012", "F3@2014", "a:F4@2016"], "leaders": ["vic:F1.v@2013", "nap:F1@2113"],
                "attached": {"F1": "vic", "F2": "vic", "F3": "vic", "a": "vic"}, "phase": "Command"}"#,
            "attached: v's corps has 4 units besides its own, and may have 2 (cb:10c)",
        ),
        (r#"{"units": ["F5@4010"]}"#, "units: it names hex 4010, which is not on the map"),
        (r#"{"units": ["F5.v@2010", "E5.v@2015"]}"#, "corps: the corps v has E5 of the one side"),
        (r#"{"corps": {"v": 9}}"#, "corps: nobody is of the corps v"),
        (r#"{"leaders": ["F1@2010", "F2@2012"]}"#, "leaders: F1 and F2 both command the army (cb:10a)"),
        (
            r#"{"leaders": ["F1.v@2010", "F2.v@2012"]}"#,
            "leaders: F1 and F2 both command the corps v (cb:10a)",
        ),
        (
            r#"{"leaders": ["gF1@2010"]}"#,
            "gF1: a leader has no arm: a leader is written F2@2010 with his bonus",
        ),
        (r#"{"leaders": ["F1@2010!"]}"#, "F1: a leader has no front and never routs: a leader is written"),
        (
            r#"{"units": ["X5@2010"]}"#,
            "X5@2010: its side is F, or E or A for the enemy: a unit is written F5@2010",
        ),
        (r#"{"units": ["a:F5@2010", "a:F4@2012"]}"#, "a: it is given twice"),
        (r#"{"units": ["a:F5@2010"], "leaders": ["a:F1@2012"]}"#, "a: it is given twice"),
        (r#"{"scenario": "marengo-cb", "units": ["F5@2010"]}"#, "units: the scenario marengo-cb has its own"),
        (r#"{"scenario": "marengo-cb"}"#, "there is no scenario marengo-cb"),
        (r#"{"units": ["F5@2010>2011"]}"#, "units: F5 has a front, and facing is not played (cb:15a1)"),
    ] {
        let found = fault(text).unwrap_or_else(|| panic!("{text} is taken"));
        assert!(found.starts_with(told), "{text}: {found}");
    }
    let many = vec![r#""F5""#; hex_position::MOST_UNITS + 1].join(",");
    let most = fault(&format!(r#"{{"moved":[{many}]}}"#)).unwrap_or_default();
    assert!(most.contains("251 pieces in moved, and a position holds 250"), "{most}");
}

/// Charges of a position are those that could have been declared, and those that have been ridden (`cb:7f1` to `cb:7f3`).
#[test]
fn charges_of_a_position_are_those_that_could_be_declared_or_have_been_ridden() {
    let far = r#""units": ["cF3(6)@2020", "E4@2010", "F2@2113"], "charges": {"cF3": "E4"}"#;
    let near = r#""units": ["cF3(6)@2011", "E4@2010", "F2@2113"], "charges": {"cF3": "E4"}"#;
    let half = r#""units": ["cF3(6)@2013", "E4@2010", "F2@2113"], "charges": {"cF3": "E4"}"#;
    for (text, wanted) in [
        // How far off the target is, is no matter of the declaration.
        (format!("{{{far}}}"), Ok(9)),
        (format!(r#"{{{far}, "phase": "Command"}}"#), Ok(9)),
        (format!(r#"{{{far}, "at": {{}}, "forest": [2015]}}"#), Err("2015 on the way is woods (cb:7f2)")),
        (format!(r#"{{{far}, "forest": [2010]}}"#), Err("the target in 2010 is in woods (cb:7f2)")),
        (format!(r#"{{{far}, "stream": [[2010, 2011]]}}"#), Err("is covered by a stream (cb:7f2)")),
        (format!(r#"{{{far}, "out_of_command": ["cF3"]}}"#), Err("charges: cF3 is out of command (cb:7f1)")),
        (format!(r#"{{{}}}"#, far.replace("F2@2113", "F2@2013")), Err("is in the way in 2013 (cb:7f1)")),
        // Who has moved since may have come there.
        (format!(r#"{{{}, "moved": ["F2"]}}"#, far.replace("F2@2113", "F2@2013")), Ok(9)),
        (
            format!(r#"{{{}}}"#, far.replace("F2@2113", "E2@2120")),
            Err("in 2020 stands in an enemy zone (cb:7f1)"),
        ),
        (format!("{{{half}}}"), Err("2 hexes lie between French cF3")),
        (format!("{{{near}}}"), Err("stands in an enemy zone (cb:7f1)")),
        // One that has ridden stands beside its target, one that was halted on its line.
        (format!(r#"{{{near}, "moved": ["cF3"]}}"#), Ok(1)),
        (format!(r#"{{{near}, "phase": "Combat"}}"#), Ok(1)),
        (format!(r#"{{{half}, "moved": ["cF3"]}}"#), Ok(2)),
        (
            format!(r#"{{{half}, "phase": "Combat"}}"#),
            Err("charges: cF3 in 2013 is not beside E4 in 2010, and movement is over (cb:7f1)"),
        ),
    ] {
        match (read(&text), wanted) {
            (Ok(state), Ok(hexes)) => {
                let unit = state.game.find("cF3").expect("it is there");
                assert_eq!(state.command.charges[&unit].line.len(), hexes, "{text}");
            }
            (Err(fault), Err(words)) => assert!(fault.to_string().contains(words), "{text}: {fault}"),
            (Ok(_), Err(_)) => panic!("{text} is taken"),
            (Err(fault), Ok(_)) => panic!("{text}: {fault}"),
        }
    }
}

/// Where no unit could have come, a referee may have put one; leaders of both sides may meet where the option lets them (`cb:11a`).
#[test]
fn what_a_referee_can_make_can_be_written() {
    for text in [
        r#"{"units": ["gF2@2010", "E5@2015"], "marsh": [2010]}"#,
        r#"{"units": ["F2@2010", "E5@2015"], "leaders": ["F1@2012", "E1@2012"]}"#,
        r#"{"units": ["F2@0101", "E5@2015"], "river": [[101, 102], [101, 201]]}"#,
    ] {
        read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    }
}

#[test]
fn command_is_as_the_position_says_or_as_the_rules_find_it() {
    let state = battle("");
    let id = |key: &str| state.game.find(key).expect("it is there");
    assert!(state.is_in_command(id("v1")), "Victor stands with it");
    let alone = read(r#"{"units": ["F5@2010", "E5@2015"]}"#).expect("all can be read");
    let unit = alone.game.find("F5").expect("it is there");
    assert!(alone.is_in_command(unit), "without leaders all are in command");
    let out = read(r#"{"units": ["F5@2010", "E5@2015"], "out_of_command": ["F5"]}"#).expect("it can be read");
    assert!(!out.is_in_command(unit));
    let by_rule = read(r#"{"units": ["F5@2010", "E5@2015"], "commanded": false}"#).expect("it can be read");
    assert!(!by_rule.is_in_command(unit));
    let taken = battle(r#", "attached": {"free": "bonaparte", "v2": "army"}"#);
    assert_eq!((taken.group(id("free")), taken.group(id("v2"))), (Group::Army, Group::Army));
    let text = BATTLE.replace("kaim:E1.k@2304 Kaim", "kaim:E1.k");
    let lost = read(&format!(r#"{text}, "turn": 5, "lost": {{"kaim": 4}}}}"#)).expect("it can be read");
    let corps = lost.game.corps_of(id("k1")).expect("of k");
    assert_eq!(lost.corps[corps.index()].vacant_since, Some(4));
    let acts = read(&format!(r#"{text}, "turn": 6, "acting": {{"k": "k1"}}}}"#)).expect("it can be read");
    assert_eq!(acts.commander(corps), Some(Commander::Unit(id("k1"))));
    assert_eq!(broken(&acts), Vec::<String>::new());
}

/// The state comes back the same from what is spelled of it.
fn comes_back(start: &State, state: &State) -> Value {
    let spelled = CasusBelli::play(state).unwrap_or_else(|fault| panic!("{fault}"));
    let text = spelled.to_string();
    let read: Value = serde_json::from_str(&text).expect("what was written can be read");
    let again = resumed(start, &read).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert!(again == *state, "another state comes back\n{text}");
    spelled
}

#[test]
fn every_phase_of_a_game_is_spelled_by_key_and_comes_back() {
    let start = CasusBelli::start(battle("").game.scenario.clone(), &Options::default()).expect("sound");
    comes_back(&start, &start);
    for phase in ["SetUp", "Command", "Movement", "Reorganisation"] {
        comes_back(&start, &battle(&format!(r#", "phase": "{phase}""#)));
    }
    let mut state = battle(
        r#", "turn": 4, "moved": ["v1", "victor"], "moving": "v", "have_moved": ["army"], "points": {"E": -3}"#,
    );
    let id = |key: &str| state.game.find(key).expect("it is there");
    let (v1, v2, k1, k2) = (id("v1"), id("v2"), id("k1"), id("k2"));
    let kaim = state.game.find_leader("kaim").expect("he is there");
    let spelled = comes_back(&start, &state);
    assert_eq!(spelled["phasing"], json!("f"));
    assert_eq!(spelled["units"]["v1"]["moved"]["path"], json!([2010]));
    assert_eq!(spelled["leaders"]["victor"]["place"], json!({"Map": 2010}));
    assert_eq!(spelled["armies"]["e"], json!({"commander": "melas", "award": -3}));
    assert_eq!(spelled["phase"], json!({"Movement": {"current": {"Corps": "v"}, "closed": ["Army"]}}));
    // A combat with all that may be under way in it.
    let assault =
        Assault { by: vec![v1, v2], on: vec![k1], lowered: Some(Column::OneToOne), leaders: vec![] };
    let fought = CombatEvent::Fought {
        assault,
        contact: vec![v1],
        attack: 9,
        defence: 5,
        column: Some(Column::OneToOne),
        face: Some(4),
        result: Some(CombatResult::D2),
    };
    let retreating = Retreating {
        unit: k1,
        from: Hex(2304),
        made: 1,
        left: 1,
        routs: true,
        may_stop: false,
        with: vec![kaim],
        turned: true,
    };
    let events = [
        Event::CombatBegan,
        Event::Combat(CombatEvent::Opened {
            owing: [v1].into(),
            owed: [k1].into(),
            pinned: [(v1, [k1].into())].into(),
        }),
        Event::Combat(fought),
        Event::Combat(CombatEvent::Came { step: Step::Retreats { left: vec![k1], may: vec![v2] } }),
        Event::Combat(CombatEvent::TurnedBack { retreating }),
        Event::Combat(CombatEvent::Retreated {
            unit: k1,
            to: Hex(2303),
            displaced: vec![(k2, Hex(2305))],
            with: vec![(kaim, Hex(2303))],
        }),
        Event::Combat(CombatEvent::Halted { unit: k1 }),
        Event::Combat(CombatEvent::Came { step: Step::Advances { open: vec![Hex(2304)] } }),
        Event::Asked(Pending::Relocate { leader: kaim, hexes: vec![Hex(2305)] }),
        Event::Settled,
        Event::LeaderLost { leader: kaim, cause: LeaderLoss::Captured, face: Some(6) },
        Event::Possessed { hex: Hex(1205), side: Side(1) },
        Event::OptionSet { id: "fifteen".into(), value: "marginal".into() },
        Event::Combat(CombatEvent::Withdraw { units: vec![v2] }),
    ];
    for event in &events {
        CasusBelli::apply(&mut state, event);
        comes_back(&start, &state);
    }
    assert!(matches!(state.phase, Phase::Combat(_)) && !state.options_changed.is_empty());
}

#[test]
fn what_was_found_without_its_reasons_is_read_all_the_same() {
    let start = CasusBelli::start(battle("").game.scenario.clone(), &Options::default()).expect("sound");
    let state = battle("");
    let mut spelled = CasusBelli::play(&state).expect("it can be spelled");
    let command = spelled["command"].as_object_mut().expect("it is there");
    assert!(command.remove("corps").is_some());
    for found in command["found"].as_object_mut().expect("it is there").values_mut() {
        let found = found.as_object_mut().expect("a unit");
        found.retain(|field, _| ["group", "in_command", "in_ezoc"].contains(&field.as_str()));
    }
    let bare = resumed(&start, &spelled).expect("it is read");
    for (id, found) in &state.command.found {
        let read = &bare.command.found[id];
        assert_eq!((read.group, read.in_command), (found.group, found.in_command));
        assert_eq!((&read.line, read.want, read.commander), (&None, None, None));
    }
}

#[test]
fn a_charge_lies_as_the_option_has_it() {
    // cb:7f1, option charge-line
    let at = |options: &str| {
        format!(
            r#"{{"units": ["cF3(6)@2010", "E4@2204"], "leaders": ["F1@2011"], "phase": "Command",
                "charges": {{"cF3": "E4"}}, "options": {{{options}}}}}"#
        )
    };
    let told = fault(&at("")).expect("they are in no row");
    assert!(told.contains("E4@2204 in 2204 is not straight before"), "{told}");
    let state = read(&at(r#""charge-line": "any-centre-line""#)).expect("it is a straight line");
    let charge = state.command.charges.values().next().expect("it is declared");
    let mut declared = state.clone();
    declared.command.charges.clear();
    let order = Order::Charge {
        unit: state.game.find("cF3").expect("it is there"),
        target: state.game.piece_of_unit(state.game.find("E4").expect("it is there")),
    };
    let ruling = CasusBelli::judge(&declared, &order, &mut Dry).expect("it may be declared");
    for event in &ruling.events {
        CasusBelli::apply(&mut declared, event);
    }
    assert_eq!(declared.command.charges.values().next(), Some(charge), "as it is declared in play");
}

#[test]
fn what_no_state_can_say_is_told_in_words() {
    let start = CasusBelli::start(battle("").game.scenario.clone(), &Options::default()).expect("sound");
    let spelled = CasusBelli::play(&battle("")).expect("it can be spelled");
    let told = |way: &str, with: Value| {
        let mut spoilt = spelled.clone();
        let (parent, field) = way.rsplit_once('/').expect("a way");
        spoilt.pointer_mut(parent).expect("it is there")[field] = with;
        resumed(&start, &spoilt).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(told("/turn", json!(99)), "play.turn: it is turn 99: give 1 to 12");
    assert_eq!(told("/phasing", json!("g")), "play.phasing: there is no side g: give one of f, e");
    assert!(told("/units/v1/place", json!({"Map": 4012})).starts_with("play.units.v1: there is no hex 4012"));
    assert!(told("/units/v1/faces", json!(6)).starts_with("play.units.v1: no hexside has such a number"));
    assert!(told("/units/v1/strength", json!(0)).starts_with("play.units.v1: it has no strength"));
    assert!(
        told("/leaders/victor/place", json!({"Map": 0})).starts_with("play.leaders.victor: there is no hex")
    );
    assert!(
        told("/armies/f", json!({"commander": "melas"}))
            .starts_with("play.armies: an enemy commands an army")
    );
    assert!(told("/corps/v", json!({"acting": "k1"})).starts_with("play.corps.v: a unit of others acts"));
    assert!(told("/held", json!({"2020": "f"})).starts_with("play.held: 2020 is no hex of a place"));
    assert!(
        told("/pending", json!([{"Relocate": {"leader": "kaim", "hexes": []}}]))
            .starts_with("play.pending: ")
    );
    assert!(
        told("/command/charges", json!({"free": {"target": "v1", "line": [1811]}}))
            .starts_with("play.command.charges: free charges")
    );
    let barred = json!({"v": {"Barred": {"from": 2010, "to": 4012}}});
    assert!(told("/command/corps", barred).starts_with("play.command: there is no hex 4012"));
    let open = json!({"k": {"Open": [2010]}});
    assert!(told("/command/corps", open).starts_with("play.command.corps: k is no corps of the side"));
    assert!(
        told("/command/found/v1/commander", json!("kaim"))
            .starts_with("play.command.found: an enemy commands a unit")
    );
    assert!(told("/options_changed", json!({"fifteen": "win"})).starts_with("play.options_changed: "));
    assert!(told("/units", json!({})).starts_with("play.units: nothing is said of free"));
    let gone = told("/units/v3", json!({}));
    assert!(gone.starts_with("play.units.v3: there is no unit v3"), "{gone}");
}

/// Every order that is due, and some that are not, is spelled by the table of verbs, and read back the same.
#[test]
fn orders_are_spelled_and_read_back() {
    let state = battle(r#", "phase": "Command""#);
    let reader = Reader { state: &state };
    let (unit, piece, leader) = (
        |name: &str| reader.unit(name).expect("it is there"),
        |name: &str| reader.piece(name).expect("it is there"),
        |name: &str| reader.leader(name).expect("he is there"),
    );
    let (v1, k1) = (unit("v1"), unit("k1"));
    let act = |act| Order::Fiat(game::Fiat { act, reason: "so".into(), clause: Some("cb:8a2".into()) });
    use crate::order::{Act, Withdrawal};
    let back = Withdrawal {
        unit: v1,
        way: vec![Hex(2011)],
        chain: vec![Hex(2012)],
        with: vec![leader("victor")],
        faces: Some(Hex(2010)),
    };
    let orders = [
        Order::Deploy { piece: piece("victor"), hex: Hex(2011) },
        Order::Face { unit: v1, towards: Hex(2011) },
        Order::Begin,
        Order::Name { unit: v1 },
        Order::Promote { leader: leader("victor") },
        Order::Attach { unit: unit("free"), to: piece("victor") },
        Order::Release { unit: unit("free") },
        Order::Charge { unit: unit("free"), target: piece("k1") },
        Order::CallOff { unit: unit("free") },
        Order::EndCommand,
        Order::Move { piece: piece("victor"), path: vec![Hex(2011)], faces: None },
        Order::Move { piece: piece("v1"), path: vec![Hex(2011), Hex(2012)], faces: Some(Hex(2013)) },
        Order::Exit { piece: piece("v1"), path: vec![] },
        Order::EndMovement,
        Order::Attack(Assault { by: vec![v1], on: vec![k1], lowered: None, leaders: vec![] }),
        Order::Attack(Assault {
            by: vec![v1],
            on: vec![k1],
            lowered: Some(Column::TwoToOne),
            leaders: vec![leader("victor")],
        }),
        Order::Retreat(Withdrawal { unit: v1, way: vec![], chain: vec![], with: vec![], faces: None }),
        Order::Retreat(back),
        Order::Advance { unit: v1, to: Hex(2011) },
        Order::Decline,
        Order::EndCombat,
        Order::Rally { unit: unit("vc"), by: piece("victor") },
        Order::EndTurn,
        Order::Relocate { leader: leader("victor"), hex: Hex(2012) },
        act(Act::Place { piece: "victor".into(), hex: Hex(2012) }),
        act(Act::Strength { unit: "v1".into(), points: 3 }),
        act(Act::Rout { unit: "v1".into(), routed: true }),
        act(Act::Remove { piece: "v1".into() }),
        act(Act::Possess { place: "mill".into(), side: "e".into() }),
        act(Act::Points { side: "e".into(), points: -7 }),
        act(Act::Turn { turn: 4 }),
        act(Act::Option { id: "fifteen".into(), value: "marginal".into() }),
    ];
    let verbs = crate::spelling::VERBS;
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    for order in &orders {
        let draft = CasusBelli::spell(&state, order);
        *said.entry(draft.verb.clone()).or_default() += 1;
        let wire = draft.spell(verbs).unwrap_or_else(|fault| panic!("{order:?}: {fault}"));
        let read = game::Draft::read(verbs, &wire).unwrap_or_else(|fault| panic!("{wire}: {fault}"));
        assert_eq!(CasusBelli::order_of(&state, &read).as_ref(), Ok(order), "{wire}");
        let words = CasusBelli::say_order(&state, order);
        assert!(
            !words.is_empty() && !words.contains("UnitId") && !words.contains("not in this game"),
            "{words}"
        );
    }
    assert_eq!(said.len(), verbs.len(), "every verb is among them");
}

#[test]
fn names_in_orders_are_keys_or_hexes_and_others_are_told() {
    let state = battle("");
    let told = |order: Value| {
        let read = game::Draft::read(crate::spelling::VERBS, &order);
        read.and_then(|draft| CasusBelli::order_of(&state, &draft)).map_err(|fault| fault.to_string())
    };
    let by_hex = told(json!({"Attack": {"by": ["2012", "v1"], "on": ["2304"]}})).expect("it can be read");
    let by_key = told(json!({"Attack": {"by": ["v1", "v2"], "on": ["k1"]}})).expect("it can be read");
    assert_eq!(by_hex, by_key);
    let fault = |order| told(order).expect_err("it is wrong");
    assert!(
        fault(json!({"Attack": {"by": ["v9"], "on": ["k1"]}}))
            .contains("there is no unit v9: give a hex with one unit, or a key: free")
    );
    assert!(
        fault(json!({"Move": {"piece": "2010", "path": [2011]}})).contains("several pieces stand in 2010")
    );
    assert!(fault(json!({"Promote": {"leader": "v1"}})).contains("is a unit: name a leader"));
    let column = fault(json!({"Attack": {"by": ["v1"], "on": ["k1"], "lowered": "9:1"}}));
    assert!(column.contains("there is no column 9:1: the columns run from 1:3"), "{column}");
    assert!(
        fault(json!({"Move": {"unit": "v1", "path": []}}))
            .contains("Move has no unit: it has piece, path, faces")
    );
    let much = fault(json!({"Fiat": {"act": {"Strength": {"unit": "v1", "points": 300}}}}));
    assert!(much.contains("points") && much.contains("300"), "{much}");
    // An order for pieces that are not there is spelled by its verb, and said.
    let stray = Order::Name { unit: scenario::UnitId(200) };
    assert_eq!(CasusBelli::spell(&state, &stray).verb, "Name");
    assert_eq!(CasusBelli::say_order(&state, &stray), "An order for pieces that are not in this game");
}

/// What is offered from a position can be spelled and judged, and leaves nothing broken.
#[test]
fn offers_of_positions_are_spelled_and_legal() {
    for phase in ["SetUp", "Command", "Movement", "Reorganisation"] {
        let state = battle(&format!(r#", "phase": "{phase}""#));
        assert_eq!(broken(&state), Vec::<String>::new(), "{phase}");
        for offer in CasusBelli::due(&state).offers {
            let draft = CasusBelli::spell(&state, &offer.order);
            assert_eq!(CasusBelli::order_of(&state, &draft).as_ref(), Ok(&offer.order));
            let judged = CasusBelli::judge(&state, &offer.order, &mut Dry);
            assert!(!matches!(judged, Err(Stop::Refused(_))), "{}: {judged:?}", offer.words);
        }
    }
}
