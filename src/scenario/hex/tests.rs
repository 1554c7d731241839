//! Battles on hexes: what comes with the program says what its sources say, and every kind of fault is told with its place.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::fault_tests::TrialRules;
use super::super::shipped::{ARMIES, SCENARIOS, TERRAIN};
use super::super::shipped_tests::on_hexes;
use super::super::{
    AnyRules, Battle, Draft, Embedded, KnownRules, OptionFault, armies, fault_tests, read_alone, validate,
};
use super::csv::{MapHead, Table};
use super::*;
use data::{Fault, Faults, InMemory, Overlay, Source, report};
use hexes::{Direction, Grid, HexKind, HexMap, Mark, Orientation, Stagger, Top};

fn marengo() -> HexScenario {
    match read(on_hexes(), &Embedded, &AnyRules) {
        Ok((scenario, warnings)) => {
            assert_eq!(warnings, []);
            scenario
        }
        Err(faults) => panic!("{}", report(&faults, &Embedded, false)),
    }
}

fn shipped_map(id: &str) -> HexMap {
    match read_map(id, &Embedded) {
        Ok((map, warnings)) => {
            assert_eq!(warnings, []);
            map
        }
        Err(faults) => panic!("{}", report(&faults, &Embedded, false)),
    }
}

/// The armies of that battle: they are called after it.
fn armies_on_hexes() -> [String; 2] {
    let armies = armies(&Embedded).into_iter().filter(|id| id.starts_with(on_hexes()));
    armies.collect::<Vec<_>>().try_into().unwrap()
}

// What comes with the program.

#[test]
fn marengo_has_the_units_of_the_chart() {
    let scenario = marengo();
    assert_eq!((scenario.turns, scenario.nights.len(), scenario.first), (14, 0, Side(1)));
    assert_eq!(scenario.side_names(), ["French", "Austrian"]);
    assert_eq!((scenario.clock(1), scenario.clock(14)), ("8:00".into(), "21:00".into()));
    let of = |side: u8, arm: Option<HexArm>, deployed: bool| {
        let units = scenario.units.iter().filter(|unit| {
            let set_up = matches!(unit.start, HexStart::Deployed(_));
            unit.side == Side(side) && arm.is_none_or(|arm| unit.arm == arm) && set_up == deployed
        });
        units.fold((0, 0), |(count, points), unit| (count + 1, points + u32::from(unit.strength)))
    };
    // Units and points: naw:13.1, naw:13.2 and the totals of the chart.
    assert_eq!((of(0, None, true), of(0, None, false)), ((16, 47), (12, 34)));
    assert_eq!((of(1, None, true), of(1, None, false)), ((25, 88), (0, 0)));
    let arms = [HexArm::Infantry, HexArm::Cavalry, HexArm::Artillery];
    assert_eq!(arms.map(|arm| of(0, Some(arm), true).1), [33, 8, 6]);
    assert_eq!(arms.map(|arm| of(1, Some(arm), true).1), [58, 18, 12]);
    assert!(scenario.units.is_sorted_by(|a, b| a.id < b.id));
}

#[test]
fn marengo_has_single_units_as_their_counters_read() {
    let scenario = marengo();
    let unit = |id: &str| scenario.units.iter().find(|unit| unit.id == id).unwrap();
    let reads = |id: &str| {
        let unit = unit(id);
        (unit.counter.as_str(), unit.arm, unit.strength, unit.movement, unit.start)
    };
    let set_up = |hex: u16| HexStart::Deployed(Hex(hex));
    let comes = |turn: u8, hex: u16| HexStart::Arrives { turn, at: Hex(hex) };
    assert_eq!(reads("f43"), ("43", HexArm::Infantry, 5, 4, set_up(1412)));
    assert_eq!(reads("f44"), ("44", HexArm::Infantry, 4, 4, set_up(1111)));
    assert_eq!(reads("fcav"), ("Cav", HexArm::Artillery, 2, 6, comes(8, 2301)));
    assert_eq!(reads("fgd"), ("Gd", HexArm::Cavalry, 2, 7, set_up(3213)));
    assert_eq!(reads("apila"), ("Pila", HexArm::Cavalry, 4, 7, set_up(606)));
    assert_eq!(reads("afrim"), ("Frim", HexArm::Infantry, 3, 5, set_up(708)));
    let entries: BTreeMap<u8, BTreeSet<u16>> =
        scenario.units.iter().fold(BTreeMap::new(), |mut entries, unit| {
            if let HexStart::Arrives { turn, at } = unit.start {
                entries.entry(turn).or_insert_with(BTreeSet::new).insert(at.0);
            }
            entries
        });
    let expected = [
        (2, vec![3912]),
        (4, vec![3912]),
        (5, vec![3912]),
        (6, vec![3925]),
        (8, vec![2301, 2401, 2501]),
        (9, vec![3301]),
    ];
    assert_eq!(entries, expected.map(|(turn, hexes)| (turn, hexes.into_iter().collect())).into());
    assert_eq!(unit("f96").formation, "Chambarlhac's division");
}

#[test]
fn no_enemies_are_within_three_hexes_at_the_start_of_marengo() {
    let scenario = marengo();
    let at = |side: u8| -> Vec<Hex> {
        let deployed = scenario.units.iter().filter(|unit| unit.side == Side(side));
        deployed
            .filter_map(|unit| match unit.start {
                HexStart::Deployed(hex) => Some(hex),
                HexStart::Arrives { .. } => None,
            })
            .collect()
    };
    let grid = scenario.map.grid;
    let nearest = at(0).into_iter().flat_map(|a| at(1).into_iter().map(move |b| (grid.distance(a, b), a, b)));
    assert_eq!(nearest.min(), Some((4, Hex(1110), Hex(708))));
}

/// Everything that can be reached from a hex over hexsides that are no unbridged river, with these bridges down.
fn reached(map: &HexMap, from: u16, down: &[(u16, u16)]) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([Hex(from)]);
    let mut open = vec![Hex(from)];
    while let Some(hex) = open.pop() {
        for (way, next) in map.neighbours(hex) {
            let broken = down.iter().any(|(a, b)| [(*a, *b), (*b, *a)].contains(&(hex.0, next.0)));
            if !broken && !map.marks(hex, way).is_unbridged_river() && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// Is there a chain of roads from the one hex to the other?
fn joined_by_road(map: &HexMap, from: u16, to: u16) -> bool {
    let mut found = BTreeSet::from([Hex(from)]);
    let mut open = vec![Hex(from)];
    while let Some(hex) = open.pop() {
        for (way, next) in map.neighbours(hex) {
            if map.marks(hex, way).has(Mark::Road) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found.contains(&Hex(to))
}

const BRIDGES: [(u16, u16); 2] = [(708, 808), (906, 1006)];

/// The acceptance tests of the ledger's Map facts.
#[test]
fn the_map_of_marengo_keeps_the_facts_of_the_rules() {
    let scenario = marengo();
    let map = &scenario.map;
    assert_eq!((map.grid.columns, map.grid.rows, map.grid.stagger), (39, 25, Stagger::EvenDown));
    for (place, hex) in [("marengo", 1412), ("pietrabuona", 1111)] {
        assert_eq!(scenario.places.get(place), Some(&Hex(hex)));
        assert_eq!(map.kind(Hex(hex)), HexKind::Town, "{place}");
    }
    assert_eq!(map.cell(Hex(1412)).name, "Marengo");
    // No deployment or entry hex is closed; none of different sides share one.
    for unit in &scenario.units {
        let (HexStart::Deployed(hex) | HexStart::Arrives { at: hex, .. }) = unit.start;
        assert!(matches!(map.kind(hex), HexKind::Clear | HexKind::Town), "{} in {hex}", unit.id);
    }
    // Without the two bridges every Austrian is on the one bank and every Frenchman on the other; either bridge joins them.
    let shut = reached(map, 1412, &BRIDGES);
    for unit in &scenario.units {
        if let HexStart::Deployed(hex) = unit.start {
            assert_eq!(shut.contains(&hex), unit.side == Side(0), "{}", unit.id);
        }
    }
    let other = reached(map, 708, &BRIDGES);
    assert_eq!(shut.len() + other.len(), map.grid.len(), "the river makes two parts and no more");
    for bridge in BRIDGES {
        assert_eq!(reached(map, 1412, &[bridge]).len(), map.grid.len());
    }
    // All within four hexes of Marengo are on its bank (naw:16.1): 61 of them.
    let near: Vec<Hex> = map.grid.hexes().filter(|hex| map.grid.distance(*hex, Hex(1412)) <= 4).collect();
    assert!(near.len() == 61 && near.iter().all(|hex| shut.contains(hex)));
    assert!(joined_by_road(map, 708, 1412) && joined_by_road(map, 1412, 3912));
    assert!(map.between(Hex(708), Hex(808)).unwrap().has(Mark::Road));
    // Rough north and south of the bridges.
    let rough = |rows: std::ops::RangeInclusive<u16>| {
        map.grid.hexes().filter(|hex| map.kind(*hex) == HexKind::Rough && rows.contains(&hex.row())).count()
    };
    assert_eq!((rough(1..=5), rough(6..=10), rough(11..=25)), (25, 0, 39));
    let kinds = [HexKind::Clear, HexKind::Forest, HexKind::Rough, HexKind::Town, HexKind::Marsh];
    let count = |kind: HexKind| map.grid.hexes().filter(|hex| map.kind(*hex) == kind).count();
    assert_eq!(kinds.map(count), [821, 73, 64, 17, 0]);
    let sides = |mark: Mark| map.marked_sides().filter(|(.., marks)| marks.has(mark)).count();
    assert_eq!(Mark::ALL.map(sides), [87, 57, 7, 91, 136, 44]);
    // Slopes: in the centre, and no hex is both top and foot.
    for hex in map.grid.hexes() {
        let around = || Direction::ALL.into_iter().map(|way| map.marks(hex, way));
        let (up, down) = (around().any(|marks| marks.climbs()), around().any(|marks| marks.descends()));
        assert!(!up || !down, "{hex}");
        assert!(!up && !down || (22..=31).contains(&hex.column()), "{hex}");
    }
    assert!(map.between(Hex(2311), Hex(2411)).unwrap().climbs(), "Watrin stands at the foot");
}

#[test]
fn shipped_maps_are_as_the_writer_writes_them() {
    let mut maps = 0;
    for file in Embedded.list(TERRAIN) {
        let text = Embedded.read(&format!("{TERRAIN}/{file}")).unwrap();
        let body: String = text.split_inclusive('\n').skip_while(|line| line.starts_with("//")).collect();
        if !body.contains("columns:") {
            continue;
        }
        let map = shipped_map(file.trim_end_matches(".ron"));
        assert_eq!(write_map(&map), body, "{file}");
        maps += 1;
    }
    assert!(maps >= 2, "{maps}");
    let lab = shipped_map("lab-board");
    assert_eq!(lab, HexMap::clear("lab-board", "Lab board", shipped_map("marengo-spi").grid));
}

#[test]
fn each_kind_of_scenario_is_refused_by_the_reader_of_the_other() {
    let known = TrialRules(|_, _, _| Ok(()));
    let (hexes, table) = (InMemory(files()), InMemory(fault_tests::files()));
    let faults = super::super::read("trial", &hexes, &known).unwrap_err();
    assert_eq!(faults.0.len(), 1);
    assert!(faults.0[0].message.contains("a battle on hexes, by the rules \"hex\""), "{faults}");
    let faults = read("trial", &table, &known).unwrap_err();
    assert!(faults.0[0].message.contains("on the open table"), "{faults}");
    for known in [&known as &dyn KnownRules, &AnyRules] {
        assert_eq!(validate("trial", &hexes, known), Ok(vec![]));
        assert!(validate("trial", &table, known).is_ok());
    }
    assert_eq!(validate(on_hexes(), &Embedded, &AnyRules), Ok(vec![]));
    assert!(validate("waterloo", &Embedded, &AnyRules).is_ok());
    for army in armies_on_hexes() {
        assert_eq!(read_alone(ARMIES, &army, &Embedded), Ok(vec![]));
    }
    assert_eq!(read_alone(TERRAIN, "marengo-spi", &Embedded), Ok(vec![]));
}

// Faults.

const MAP: &str = r#"(
    id: "ford", name: "The ford",
    columns: 8, rows: 6,
    forest: [0203, 0204], town: [0505],
    names: [(name: "Lesnes", hexes: [0505])],
    rivers: [(0401, 0402), (0402, 0502)],
    streams: [(0602, 0603)],
    bridges: [(0402, 0502)],
    slopes: [(up: 0703, down: [0702, 0704])],
    roads: [[0402, 0502, 0601]],
    trails: [[0203, 0204, 0205]],
)
"#;

const BLUE: &str = r#"(
    id: "blue", name: "Blue",
    units: [
        (id: "b1", counter: "1", name: "First", arm: Infantry, strength: 4, movement: 4, at: 0203),
        (id: "b2", counter: "2", arm: Artillery, strength: 2, movement: 4, at: 0204, formation: "Guns"),
    ],
)
"#;

const RED: &str = r#"(
    id: "red", name: "Red",
    units: [
        (id: "r1", counter: "1", arm: Cavalry, strength: 3, movement: 6, at: 0703),
        (id: "r2", counter: "2", arm: Infantry, strength: 3, movement: 4, arrives: (turn: 3, at: 0806)),
    ],
)
"#;

const BATTLE: &str = r#"(
    id: "trial", name: "Trial", rules: "hex", map: "ford",
    turns: 8, begins: "8:00", nights: [7, 8],
    sides: [
        (id: "blue", name: "Blue", nation: "french", armies: ["blue"]),
        (id: "red", name: "Red", nation: "austrian", armies: ["red"]),
    ],
    first: "red",
    places: {"lesnes": 0505},
    options: {"declaration": "up-front"},
)
"#;

fn files() -> BTreeMap<String, String> {
    [("terrain/ford", MAP), ("armies/blue", BLUE), ("armies/red", RED), ("assets/scenarios/trial", BATTLE)]
        .into_iter()
        .map(|(path, text)| (format!("{path}.ron"), text.to_owned()))
        .collect()
}

/// The faults of the trial battle with a text replaced in one file.
fn faults_with(path: &str, changes: &[(&str, &str)]) -> Vec<Fault> {
    let mut files = files();
    let text = files.get_mut(path).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{path} has no {old}");
        *text = text.replacen(old, new, 1);
    }
    match read("trial", &InMemory(files), &AnyRules) {
        Ok((_, warnings)) => warnings,
        Err(Faults(faults)) => faults,
    }
}

/// One change, one fault: at this line and column, with these words, and this in its help.
fn check(path: &str, (old, new): (&str, &str), place: (usize, usize), message: &str, help: &str) {
    let faults = faults_with(path, &[(old, new)]);
    let [fault] = faults.as_slice() else { panic!("{new}: {faults:#?}") };
    assert_eq!((fault.line, fault.column), place, "{new}: {fault}");
    assert!(fault.message.contains(message), "{new}: {fault}");
    assert!(fault.help.contains(help) && !fault.help.is_empty(), "{new}: {fault}");
    assert_eq!(fault.file, path);
}

#[test]
fn two_of_one_name_are_a_warning() {
    let file = "armies/blue.ron";
    check(
        file,
        ("counter: \"2\"", "counter: \"2\", name: \"First\""),
        (5, 40),
        "\"b1\" and \"b2\" have one name",
        "the log",
    );
    // Where none is written it is what the counter bears.
    check(
        file,
        ("counter: \"2\"", "counter: \"first\""),
        (5, 9),
        "\"b1\" and \"b2\" have one name",
        "the log",
    );
    assert_eq!(
        faults_with(file, &[("\"First\"", "\"Gd\""), ("\"2\"", "\"1\"")]),
        [],
        "counters may be alike"
    );
    let faults = faults_with(file, &[("counter: \"2\"", "counter: \"First\"")]);
    assert!(!faults[0].is_error() && faults[0].about.others.len() == 2, "{faults:?}");
}

#[test]
fn the_trial_battle_is_sound() {
    assert_eq!(faults_with("terrain/ford.ron", &[]), []);
    let (scenario, _) = read("trial", &InMemory(files()), &AnyRules).unwrap();
    assert_eq!(scenario.nights, BTreeSet::from([7, 8]));
    assert_eq!((scenario.units[1].name.as_str(), scenario.units[1].formation.as_str()), ("2", "Guns"));
    assert_eq!(scenario.begins, 480);
    assert_eq!(scenario.turn_length, 60);
}

#[test]
fn a_terrain_of_the_table_is_no_map() {
    let mut files = files();
    files.insert("terrain/field.ron".into(), "(id: \"field\", name: \"Field\", size: (24, 18))".into());
    let battle = files.get_mut("assets/scenarios/trial.ron").unwrap();
    *battle = battle.replace("map: \"ford\"", "map: \"field\"");
    let told = read("trial", &InMemory(files), &AnyRules).expect_err("it has no map").to_string();
    let wanted = "assets/scenarios/trial.ron:2:52: error: \"field\" is a terrain of the table \
                  (for hexes name a map, with its columns and rows)";
    assert_eq!(told.trim_end(), wanted);
}

#[test]
fn faults_of_maps_have_place_reason_and_remedy() {
    let file = "terrain/ford.ron";
    check(file, ("[0203, 0204], town", "[0203, 0904], town"), (4, 20), "no hex 0904", "0101 to 0806");
    check(file, ("[0203, 0204], town", "[0203, 0200], town"), (4, 20), "no hex 0200", "0101 to 0806");
    check(file, ("[0203, 0204], town", "[0203, 0203], town"), (4, 20), "0203 is there twice", "keep one");
    check(file, ("town: [0505]", "town: [0204]"), (4, 34), "0204 is forest already", "keep one");
    check(file, ("[0203, 0204], town", "[0203, -1], town"), (4, 20), "-1 is not a whole number", "65535");
    check(
        file,
        ("(0401, 0402)", "(0401, 0403)"),
        (6, 14),
        "0401 and 0403 do not touch",
        "0301, 0302, 0402, 0501, 0502",
    );
    check(file, ("(0602, 0603)", "(0602, 0602)"), (7, 15), "do not touch", "neighbours of 0602");
    check(file, ("(0602, 0603)", "(0401, 0402)"), (7, 15), "a river already, and now a stream", "keep one");
    check(
        file,
        ("(0602, 0603)", "(0602, 0603), (0603, 0602)"),
        (7, 29),
        "stream between 0603 and 0602 is there twice",
        "keep one",
    );
    check(file, ("up: 0703, ", ""), (9, 14), "\"up\" is missing", "add up");
    check(file, ("down: [0702, 0704]", "down: []"), (9, 31), "up to 0703 has no lower hex", "leave it out");
    check(
        file,
        ("down: [0702, 0704])", "down: [0702, 0704]), (up: 0702, down: [0703])"),
        (9, 64),
        "has 0703 for its upper hex already",
        "keep one",
    );
    check(
        file,
        ("[0203, 0204, 0205]", "[0203, 0204, 0205], [0502, 0402]"),
        (11, 41),
        "a road already, and now a trail",
        "keep one",
    );
    check(file, ("[0402, 0502, 0601]", "[0402, 0502, 0701]"), (10, 26), "0502 and 0701 do not touch", "0601");
    check(
        file,
        ("[0402, 0502, 0601]", "[0402, 0502, 0402]"),
        (10, 26),
        "the road between 0502 and 0402 is there twice",
        "keep one",
    );
    check(file, ("[0402, 0502, 0601]", "[0402]"), (10, 13), "0402 alone is no way", "two or more");
    check(
        file,
        ("hexes: [0505]", "hexes: [0505, 0506, 0505]"),
        (5, 50),
        "is named \"Lesnes\" already",
        "one name",
    );
    check(file, ("hexes: [0505]", "hexes: []"), (5, 37), "the name of no hex", "leave it out");
    check(file, ("\"Lesnes\"", "\" \""), (5, 20), "a name is empty", "leave it out");
    check(file, ("columns: 8", "columns: 120"), (3, 14), "120 columns and 6 rows", "1 to 99");
    check(file, ("columns: 8", "columns: 70000"), (3, 14), "70000 is not a whole number", "65535");
    check(file, ("rows: 6,", "rows: 6, metres: 3,"), (3, 34), "3 metres across", "10 to 20000");
    check(file, ("rows: 6,", "rows: 6, stagger: Even,"), (3, 35), "\"Even\" is not known here", "EvenDown");
    check(file, ("id: \"ford\"", "id: \"fjord\""), (2, 9), "differs from the file's name", "write \"ford\"");
    check(
        file,
        ("streams:", "stream:"),
        (7, 5),
        "the field \"stream\" is not known",
        "did you mean \"streams\"",
    );
}

#[test]
fn what_a_map_can_be_played_with_is_a_warning() {
    let file = "terrain/ford.ron";
    let faults = faults_with(file, &[("bridges: [(0402, 0502)]", "bridges: [(0505, 0506)]")]);
    assert!(faults.iter().all(|fault| !fault.is_error()), "{faults:?}");
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "the bridge between 0505 and 0506 has no water under it",
            "the road between 0402 and 0502 ends at a river"
        ]
    );
}

#[test]
fn water_that_joins_nothing_is_a_warning() {
    let grid = shipped_map("marengo-spi").grid;
    let warned = |sides: &[(Hex, Hex)]| {
        let mut map = HexMap::clear("a", "A", grid);
        for (from, to) in sides {
            assert!(map.mark(*from, *to, Mark::River), "{from} and {to} touch");
        }
        let files = BTreeMap::from([("terrain/a.ron".to_owned(), write_map(&map))]);
        let (_, warnings) = read_map("a", &InMemory(files)).expect("it can be played");
        warnings.into_iter().map(|fault| fault.message).collect::<Vec<_>>()
    };
    let (here, below) = (Hex(1010), Hex(1011));
    let map = HexMap::clear("a", "A", grid);
    let near: Vec<Hex> = map.neighbours(here).map(|(_, hex)| hex).filter(|hex| *hex != below).collect();
    let (beside, apart): (Vec<Hex>, Vec<Hex>) =
        near.into_iter().partition(|hex| map.between(*hex, below).is_some());
    let alone =
        |from: Hex, to: Hex| format!("the river between {from} and {to} joins no other water and no edge");
    assert_eq!(warned(&[(here, below)]), [alone(here, below)]);
    for hex in beside {
        assert!(warned(&[(here, below), (here, hex)]).is_empty(), "they share an end");
    }
    for hex in apart {
        assert_eq!(warned(&[(here, below), (here, hex)]).len(), 2, "{hex}");
    }
    assert!(warned(&[(Hex(101), Hex(102))]).is_empty(), "it flows off the map");
}

#[test]
fn faults_of_all_files_are_told_in_one_go() {
    let mut files = files();
    for (path, old, new) in [
        ("terrain/ford.ron", "0602, 0603", "0602, 0605"),
        ("terrain/ford.ron", "0505]", "0999]"),
        ("armies/blue.ron", "strength: 4", "strength: 0"),
        ("armies/red.ron", "arm: Cavalry", "arm: Camels"),
        ("assets/scenarios/trial.ron", "first: \"red\"", "first: \"rde\""),
    ] {
        let text = files.get_mut(path).unwrap();
        *text = text.replacen(old, new, 1);
    }
    let faults = read("trial", &InMemory(files), &AnyRules).unwrap_err();
    let told: Vec<String> = faults.0.iter().map(|fault| format!("{}:{}", fault.file, fault.line)).collect();
    for place in [
        "terrain/ford.ron:4",
        "terrain/ford.ron:7",
        "armies/blue.ron:4",
        "armies/red.ron:4",
        "assets/scenarios/trial.ron:8",
    ] {
        assert!(told.iter().any(|told| told == place), "{place}: {faults}");
    }
    assert_eq!(faults.0.len(), 5, "{faults}");
}

#[test]
fn a_map_with_faults_all_over_is_told_the_first_hundred() {
    let many = vec!["9999"; 5000].join(", ");
    let faults = faults_with("terrain/ford.ron", &[("forest: [0203, 0204]", &format!("forest: [{many}]"))]);
    assert_eq!(faults.len(), 100);
}

#[test]
fn a_fault_of_two_counters_names_both() {
    let faults = faults_with("armies/red.ron", &[("at: 0703", "at: 0204")]);
    let [fault] = &faults[..] else { panic!("one fault: {faults:?}") };
    assert_eq!(*fault.about.others, ["b2".to_owned(), "r1".to_owned()], "{fault}");
}

#[test]
fn faults_of_armies_and_battles_have_place_reason_and_remedy() {
    let file = "armies/blue.ron";
    check(file, ("at: 0203", "at: 0909"), (4, 94), "no hex 0909 on the map \"ford\"", "0101 to 0806");
    check("armies/red.ron", ("at: 0703", "at: 0204"), (4, 78), "both set up in 0204", "another hex");
    check(file, ("id: \"b2\"", "id: \"b1\""), (5, 14), "the id \"b1\" is there twice", "its own");
    check(file, ("id: \"b2\"", "id: \"\""), (5, 14), "empty id", "f44");
    let number = "\"0204\" is a number, as hexes have";
    check(file, ("id: \"b2\"", "id: \"0204\""), (5, 14), number, "a letter");
    check(file, ("counter: \"2\"", "counter: \"\""), (5, 29), "bears nothing", "44");
    check(
        file,
        ("movement: 4, at: 0203", "movement: 0, at: 0203"),
        (4, 87),
        "movement allowance of 0",
        "1 to 99",
    );
    check(file, (", at: 0203", ""), (4, 9), "\"b1\" begins nowhere", "add at");
    check(
        file,
        ("at: 0203", "at: 0203, arrives: (turn: 2, at: 0101)"),
        (4, 109),
        "set up and arrives as well",
        "keep one",
    );
    check(file, ("at: 0203", "arrives: (turn: 9, at: 0101)"), (4, 106), "arrives in turn 9", "1 to 8");
    check(
        file,
        ("at: 0203", "arrives: (turn: 2, at: 0303)"),
        (4, 113),
        "which is not at the edge",
        "outermost",
    );
    check("armies/red.ron", ("id: \"r1\"", "id: \"b1\""), (4, 14), "\"b1\" is of both sides", "its own");
    let file = "assets/scenarios/trial.ron";
    check(
        file,
        ("map: \"ford\"", "map: \"frod\""),
        (2, 52),
        "there is no map \"frod\"",
        "did you mean \"ford\"",
    );
    check(file, ("[\"blue\"]", "[\"bleu\"]"), (5, 63), "there is no army \"bleu\"", "blue");
    check(file, ("[\"blue\"]", "[\"red\"]"), (6, 63), "the army \"red\" fights twice", "once");
    check(file, ("[\"blue\"]", "[]"), (5, 62), "has no army", "one army or more");
    check(file, ("[7, 8]", "[7, 9]"), (3, 43), "no turn 9 to be night", "1 to 8");
    check(file, ("0505}", "0999}"), (9, 24), "no hex 0999", "0101 to 0806");
    check(file, ("turns: 8", "turns: 70"), (3, 12), "cannot last 70 turns", "1 to 60");
    check(file, ("\"8:00\"", "\"8\""), (3, 23), "not a time of day", "11:30");
    check(file, ("nation: \"french\"", "nation: \"\""), (5, 44), "empty nation", "write it");
    check(file, ("id: \"blue\", name", "id: \"red\", name"), (6, 14), "\"red\" is there twice", "its own");
}

#[test]
fn options_are_checked_against_the_rule_set() {
    let known = TrialRules(|rules, id, value| match (rules, id, value) {
        ("hex", "declaration", "sequential") => Ok(()),
        ("hex", "declaration", _) => Err(OptionFault::BadValue { accepted: vec!["sequential".into()] }),
        _ => Err(OptionFault::UnknownId { accepted: vec!["declaration".into()] }),
    });
    let faults = read("trial", &InMemory(files()), &known).unwrap_err();
    assert_eq!(faults.0.len(), 1);
    assert!(faults.0[0].message.contains("cannot be \"up-front\""), "{faults}");
}

// Tables.

const HEXES: &str =
    "hex,terrain,feature-name\n0101,clear,\n0102,woods,\n0201,village,\"Lesnes, upper\"\n0202,marsh,\n";
const SIDES: &str =
    "hexA,hexB,kind,up_hex\n0101,0102,river,\n0101,0102,bridge,\n0101,0102,path,\n0101,0201,crest,0201\n";

fn convert(hexes: &str, sides: &str) -> Result<(HexMap, Vec<Fault>), Faults> {
    let sheet = MapHead {
        id: "small".into(),
        name: "Small".into(),
        orientation: Orientation::Flat,
        stagger: Stagger::EvenDown,
        top: Top::West,
        metres: 400,
    };
    csv::read(&sheet, Table { file: "h.csv", text: hexes }, Table { file: "s.csv", text: sides })
}

#[test]
fn tables_become_a_map_file_that_is_read_back() {
    let (map, warnings) = convert(HEXES, SIDES).unwrap();
    assert_eq!(warnings, []);
    let written = write_map(&map);
    let expected = r#"(
    id: "small",
    name: "Small",
    columns: 2, rows: 2, orientation: Flat, stagger: EvenDown, top: West, metres: 400,
    forest: [
        0102,
    ],
    town: [
        0201,
    ],
    marsh: [
        0202,
    ],
    names: [
        (name: "Lesnes, upper", hexes: [0201]),
    ],
    rivers: [
        (0101, 0102),
    ],
    bridges: [
        (0101, 0102),
    ],
    slopes: [
        (up: 0201, down: [0101]),
    ],
    trails: [
        [0101, 0102],
    ],
)
"#;
    assert_eq!(written, expected);
    let source = InMemory([("terrain/small.ron".to_owned(), written)].into());
    assert_eq!(read_map("small", &source), Ok((map, vec![])));
}

#[test]
fn the_mark_of_a_text_in_a_table_is_taken_off() {
    let hexes = HEXES.replacen("\"Lesnes, upper\"", "'=Lesnes", 1);
    let (map, _) = convert(&hexes, SIDES).unwrap();
    assert_eq!(map.names().into_values().collect::<Vec<_>>(), ["=Lesnes"]);
}

#[test]
fn faults_of_tables_have_line_and_column() {
    let told = |hexes: &str, sides: &str| -> Vec<String> {
        let faults = convert(hexes, sides).map(|(_, warnings)| warnings).unwrap_or_else(|faults| faults.0);
        faults.iter().map(ToString::to_string).collect()
    };
    let check = |hexes: &str, sides: &str, place: &str, words: &str| {
        let told = told(hexes, sides);
        let [fault] = told.as_slice() else { panic!("{words}: {told:#?}") };
        assert!(fault.starts_with(place) && fault.contains(words), "{fault}");
    };
    let hexes = |old: &str, new: &str| HEXES.replacen(old, new, 1);
    let sides = |old: &str, new: &str| SIDES.replacen(old, new, 1);
    check(
        &hexes("0102,woods", "0102,wodos"),
        SIDES,
        "h.csv:3:6: error",
        "no hex is \"wodos\" (did you mean \"woods\"?",
    );
    check(&hexes("0102,woods,\n", ""), SIDES, "h.csv:1:1: error", "1 hexes have no row: 0102");
    check(HEXES, &sides("river", "rivet"), "s.csv:2:11: error", "did you mean \"river\"");
    check(
        HEXES,
        &sides("crest,0201", "crest,"),
        "s.csv:5:17: error",
        "has no upper hex (write 0101 or 0201)",
    );
    check(HEXES, &sides("crest,0201", "crest,0202"), "s.csv:5:17: error", "0202 is not a hex of the side");
    check(HEXES, &sides("path,", "path,0101"), "s.csv:4:16: error", "a path has no upper hex");
    check(HEXES, &sides("path,", "river,"), "s.csv:4:1: error", "is there twice");
    check(HEXES, &sides("path,\n", "stream,\n"), "s.csv:4:1: error", "a river already, and now a stream");
    check(HEXES, &sides("0101,0201", "0101,0302"), "s.csv:5:17: error", "is not a hex of the side");
    check(HEXES, &sides("0101,0102,path,", "0101,0102,path"), "s.csv:4:1: error", "the row has 3 values");
    check(HEXES, &sides("0101,0102,path", "0101,1x2,path"), "s.csv:4:6: error", "\"1x2\" is no number");
    check(HEXES, &sides("hexA", "hex1"), "s.csv:1:1: error", "accepted: hexA,hexB,kind,up_hex");
    check("", SIDES, "h.csv:1:1: error", "the table is empty");
    check(&hexes("0202", "9912"), SIDES, "h.csv:1:1: error", "have no row");
}

// Whatever is in a file.

fn any_map() -> impl Strategy<Value = HexMap> {
    let kinds = prop::sample::select(vec![
        HexKind::Clear,
        HexKind::Forest,
        HexKind::Rough,
        HexKind::Town,
        HexKind::Marsh,
    ]);
    let names = prop::sample::select(vec!["", "", "Lesnes", "The \"Old\" mill \\ é", "Ford"]);
    let side = (any::<prop::sample::Index>(), 0_u8..6, prop::sample::select(Mark::ALL.to_vec()));
    let lie = (prop::bool::ANY, prop::bool::ANY);
    (
        1_u16..14,
        1_u16..14,
        lie,
        prop::collection::vec((any::<prop::sample::Index>(), kinds, names), 0..30),
        prop::collection::vec(side, 0..120),
    )
        .prop_map(|(columns, rows, (pointy, odd), cells, sides)| {
            let orientation = if pointy { Orientation::Pointy } else { Orientation::Flat };
            let stagger = if odd { Stagger::OddDown } else { Stagger::EvenDown };
            let grid = Grid { columns, rows, orientation, stagger, top: Top::East };
            let mut map = HexMap::clear("any", "Any", grid);
            let hexes: Vec<Hex> = grid.hexes().collect();
            for (at, kind, name) in cells {
                let hex = hexes[at.index(hexes.len())];
                map.set_kind(hex, kind);
                map.set_name(hex, name);
            }
            for (at, way, mark) in sides {
                let hex = hexes[at.index(hexes.len())];
                let Some(next) = grid.neighbour(hex, Direction(way)) else { continue };
                let marks = map.marks(hex, Direction(way));
                let contrary = match mark {
                    Mark::River => marks.has(Mark::Stream),
                    Mark::Stream => marks.has(Mark::River),
                    Mark::Road => marks.has(Mark::Trail),
                    Mark::Trail => marks.has(Mark::Road),
                    Mark::Bridge | Mark::Slope => marks.has(mark),
                };
                if !contrary {
                    map.mark(hex, next, mark);
                }
            }
            map
        })
}

/// Every file of the battle that comes with the program, with its path.
fn shipped() -> Vec<(String, String)> {
    let [austrian, french] = armies_on_hexes();
    let files = [
        (TERRAIN, marengo().map.id),
        (ARMIES, french),
        (ARMIES, austrian),
        (SCENARIOS, on_hexes().to_owned()),
    ];
    files
        .map(|(folder, id)| {
            let path = format!("{folder}/{id}.ron");
            let text = Embedded.read(&path).unwrap().into_owned();
            (path, text)
        })
        .into()
}

/// Reads the battle with one file replaced: it is sound, or has faults that can be drawn.
fn read_with(path: &str, text: String) {
    let source = Overlay { upper: InMemory([(path.to_owned(), text)].into()), lower: Embedded };
    match validate(on_hexes(), &source, &AnyRules) {
        Ok(_) => {}
        Err(faults) => {
            assert!(faults.has_errors());
            let drawn = report(&Faults(faults.0.into_iter().take(3).collect()), &source, false);
            assert!(!drawn.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_map_is_read_back_as_it_was_written(map in any_map()) {
        let written = write_map(&map);
        let source = InMemory([("terrain/any.ron".to_owned(), written.clone())].into());
        let (read, _) = read_map("any", &source).unwrap();
        prop_assert_eq!(&read, &map);
        prop_assert_eq!(write_map(&read), written);
    }

    #[test]
    fn spoilt_bytes_never_panic_the_reader(
        file in 0_usize..4,
        spoils in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let (path, text) = shipped().swap_remove(file);
        let mut bytes = text.into_bytes();
        for (at, byte) in spoils {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_with(&path, String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn swapped_tokens_never_panic_the_reader(
        file in 0_usize..4,
        at in any::<prop::sample::Index>(),
        token in prop::sample::select(vec![
            "(", ")", "[]", "{}", "\"", ":", ",", "-1,", "0,", "1e30,", "0000,", "65535,", "9999,", "0x10,", "None",
            "Some(1),", "()", "(1, 2),", "(1412, 1412),", "[1412],", "\"x\",", "East", "/*", "//", "r#\"", "'", "\\", "é",
        ]),
    ) {
        let (path, text) = shipped().swap_remove(file);
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        let at = at.index(words.len());
        let spoilt: String = words
            .iter()
            .enumerate()
            .flat_map(|(index, word)| if index == at { [token, " "] } else { [*word, ""] })
            .collect();
        read_with(&path, spoilt);
    }

    #[test]
    fn any_table_is_converted_or_told(
        hexes in "(hex,terrain,feature-name\n)?([0-9]{2}0[0-3],(clear|woods|x)?,[a-z\",]{0,4}\n){0,12}",
        sides in "(hexA,hexB,kind,up_hex\n)?(0[0-4]0[0-4],0[0-4]0[0-4],(river|slope|road|q),(0[0-4]0[0-4])?\n){0,12}",
    ) {
        match convert(&hexes, &sides) {
            Ok((map, _)) => prop_assert!(!map.grid.is_empty()),
            Err(faults) => prop_assert!(faults.has_errors()),
        }
    }
}

// Leaders, corps and facing.

/// The trial battle with a corps and its leader in the blue army.
fn led() -> BTreeMap<String, String> {
    let mut files = files();
    let blue = files.get_mut("armies/blue.ron").unwrap();
    *blue = blue
        .replacen(
            "units: [",
            "corps: [(id: \"left\", name: \"Left wing\", level: 6)],\nleaders: [(id: \"var\", counter: \"Var\", name: \"Varenne\", bonus: 2, corps: \"left\", movement: 12, at: 0203)],\nunits: [",
            1,
        )
        .replacen("at: 0203)", "AT)", 1)
        .replacen("at: 0203", "at: 0203, corps: \"left\", faces: 0202", 1)
        .replacen("AT)", "at: 0203)", 1);
    files
}

#[test]
fn an_army_with_leaders_is_read_and_written_alike() {
    let (scenario, warnings) = read("trial", &InMemory(led()), &AnyRules).unwrap();
    assert_eq!(warnings, []);
    let [leader] = &scenario.leaders[..] else { panic!("{:?}", scenario.leaders) };
    assert_eq!((leader.name.as_str(), leader.bonus, leader.corps.as_deref()), ("Varenne", 2, Some("left")));
    assert_eq!((leader.side, leader.start), (Side(0), HexStart::Deployed(Hex(203))));
    let corps = HexCorps {
        id: "left".into(),
        name: "Left wing".into(),
        side: Side(0),
        level: Some(6),
        only_with: None,
    };
    assert_eq!(scenario.corps, [corps]);
    assert_eq!((scenario.units[0].corps.as_deref(), scenario.units[0].faces), (Some("left"), Some(Hex(202))));
    // The leader goes elsewhere in a draft, whose files say so and keep all the rest.
    let mut draft = Draft::<HexBattle>::open("trial", &InMemory(led()), &AnyRules).unwrap();
    draft.edit(HexEdit::start("var", Hex(204))).unwrap();
    let mut files = led();
    files.extend(draft.files().into_iter().map(|file| (file.path, file.text)));
    let (again, warnings) = read("trial", &InMemory(files), &AnyRules).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(again.leaders[0].start, HexStart::Deployed(Hex(204)));
    assert_eq!((&again.units, &again.corps), (&scenario.units, &scenario.corps));
    draft.undo();
    assert_eq!(draft.scenario().leaders, scenario.leaders);
}

/// What can be said of every counter besides, as the files of the trial battle with a leader have it.
fn remarked() -> BTreeMap<String, String> {
    let mut files = led();
    let blue = files.get_mut("armies/blue.ron").unwrap();
    *blue = blue
        .replacen(
            "faces: 0202",
            "faces: 0202, only_with: \"guard\", basis: [History, Assumed], note: \"1748 men\"",
            1,
        )
        .replacen("movement: 12, at: 0203", "movement: 12, at: 0203, basis: [Fitted], note: \"wounded\"", 1)
        .replacen("level: 6", "level: 6, only_with: \"guard\"", 1);
    files
}

#[test]
fn what_a_counter_rests_on_its_note_and_its_option_are_kept() {
    let (scenario, warnings) = read("trial", &InMemory(remarked()), &AnyRules).unwrap();
    assert_eq!(warnings, []);
    let (unit, leader) = (&scenario.units[0], &scenario.leaders[0]);
    assert_eq!((unit.only_with.as_deref(), unit.note.as_str()), (Some("guard"), "1748 men"));
    assert_eq!(
        (&unit.basis[..], &leader.basis[..]),
        (&[Basis::History, Basis::Assumed][..], &[Basis::Fitted][..])
    );
    assert_eq!((leader.note.as_str(), scenario.corps[0].only_with.as_deref()), ("wounded", Some("guard")));
    // Written back alike, in a draft that moves somebody else.
    let mut draft = Draft::<HexBattle>::open("trial", &InMemory(remarked()), &AnyRules).unwrap();
    draft.edit(HexEdit::start("b2", Hex(205))).unwrap();
    let mut files = remarked();
    files.extend(draft.files().into_iter().map(|file| (file.path, file.text)));
    let (again, warnings) = read("trial", &InMemory(files), &AnyRules).unwrap();
    assert_eq!((warnings, &again), (vec![], &draft.scenario()));
    assert_eq!((&again.units[0], &again.leaders, &again.corps), (unit, &scenario.leaders, &scenario.corps));
    // Nothing of it is in the journal of a battle that says nothing of it.
    let plain = serde_json::to_string(&read("trial", &InMemory(led()), &AnyRules).unwrap().0).unwrap();
    assert!(["only_with", "basis", "note"].iter().all(|field| !plain.contains(field)), "{plain}");
    let json = serde_json::to_string(&scenario).unwrap();
    assert_eq!(serde_json::from_str::<HexScenario>(&json).unwrap(), scenario);
}

#[test]
fn a_basis_is_named_once_and_an_option_is_one_that_can_be_on() {
    let known = TrialRules(|_, id, value| match id {
        "guard" if value == "on" => Ok(()),
        "declaration" => Ok(()),
        "range" => Err(OptionFault::BadValue { accepted: vec!["3".into()] }),
        _ => Err(OptionFault::UnknownId { accepted: vec!["guard".into(), "range".into()] }),
    });
    assert!(read("trial", &InMemory(remarked()), &known).is_ok());
    for (old, new, message, help) in [
        ("[Fitted]", "[Fitted, Fitted]", "Fitted is there twice", "one of the two"),
        ("[Fitted]", "[Fited]", "\"Fited\" is not known here", "Fitted"),
        ("faces: 0202, only_with: \"guard\"", "only_with: \"gaurd\"", "no such option can be on", "guard"),
        ("level: 6, only_with: \"guard\"", "only_with: \"range\"", "no such option can be on", "on or off"),
    ] {
        let mut files = remarked();
        let blue = files.get_mut("armies/blue.ron").unwrap();
        assert!(blue.contains(old), "{blue}");
        *blue = blue.replacen(old, new, 1);
        let Err(Faults(faults)) = read("trial", &InMemory(files), &known) else { panic!("{new} is taken") };
        let [fault] = &faults[..] else { panic!("{new}: {faults:#?}") };
        assert!(fault.message.contains(message) && fault.help.contains(help), "{fault}");
        assert_eq!(fault.file, "armies/blue.ron");
    }
}

/// What is said of a counter as it is, but for where it faces.
fn said_of(draft: &Draft<HexBattle>, id: &str) -> CounterSaid {
    let piece = draft.piece(id).expect("it takes part");
    CounterSaid {
        points: match piece {
            HexPiece::Unit(unit) => unit.strength,
            HexPiece::Leader(leader) => leader.bonus,
        },
        movement: piece.movement(),
        corps: piece.corps().map(str::to_owned),
        start: piece.start(),
        faces: None,
        basis: piece.basis().to_vec(),
        note: piece.note().to_owned(),
    }
}

#[test]
fn what_is_said_of_counters_is_changed_taken_back_and_saved() {
    let mut draft = Draft::<HexBattle>::open("trial", &InMemory(remarked()), &AnyRules).unwrap();
    let before = draft.scenario();
    let arrives = HexStart::Arrives { turn: 2, at: Hex(101) };
    let basis = vec![Basis::Assumed, Basis::Text, Basis::Assumed];
    let (movement, note) = (5, " 900 \n men ".into());
    let said = CounterSaid { points: 9, movement, corps: None, start: arrives, faces: None, basis, note };
    let leads = CounterSaid { points: 3, start: HexStart::Deployed(Hex(204)), ..said_of(&draft, "var") };
    let edits = [HexEdit::counter("b1", said), HexEdit::counter("var", leads)];
    draft.edit(HexEdit::several(edits)).unwrap();
    let unit = &draft.units()[0];
    assert_eq!((unit.strength, unit.movement, unit.corps.as_deref(), unit.start), (9, 5, None, arrives));
    assert_eq!((&unit.basis[..], unit.note.as_str()), (&[Basis::Text, Basis::Assumed][..], "900 men"));
    assert_eq!(unit.faces, None, "who comes on faces nobody yet");
    let leader = &draft.leaders()[0];
    assert_eq!((leader.bonus, leader.start), (3, HexStart::Deployed(Hex(204))));
    assert_eq!(draft.piece("var").map(|piece| (piece.name(), piece.movement())), Some(("Varenne", 12)));
    let mut files = remarked();
    files.extend(draft.files().into_iter().map(|file| (file.path, file.text)));
    let (again, warnings) = read("trial", &InMemory(files), &AnyRules).unwrap();
    assert_eq!((warnings, again), (vec![], draft.scenario()));
    draft.undo();
    assert_eq!(draft.scenario(), before);
    // Refused where it has no meaning; where it has, the check says what is wrong.
    let said = said_of(&draft, "b1");
    let off = CounterSaid { start: HexStart::Deployed(Hex(909)), ..said.clone() };
    for (id, said, words) in [("nobody", said.clone(), "no unit \"nobody\""), ("b1", off, "no hex 0909")] {
        let fault = draft.edit(HexEdit::counter(id, said)).unwrap_err();
        assert!(fault.message.contains(words) && !fault.help.is_empty(), "{fault}");
    }
    let lost = CounterSaid { corps: Some("lost".into()), points: 0, ..said };
    draft.edit(HexEdit::counter("b1", lost)).unwrap();
    let found = draft.check(&AnyRules);
    for words in ["no corps \"lost\"", "a strength of 0"] {
        assert!(found.iter().any(|fault| fault.is_error() && fault.message.contains(words)), "{found:#?}");
    }
}

#[test]
fn faults_of_leaders_corps_and_facing_have_place_reason_and_remedy() {
    for (old, new, message, help) in [
        ("corps: \"left\", movement", "corps: \"lfet\", movement", "no corps \"lfet\"", "left"),
        ("corps: \"left\", faces", "corps: \"right\", faces", "no corps \"right\"", "left"),
        ("id: \"var\"", "id: \"b1\"", "the id \"b1\" is there twice", "its own"),
        ("id: \"var\"", "id: \"\"", "a leader has an empty id", "lannes"),
        ("id: \"var\"", "id: \"203\"", "\"203\" is a number, as hexes have", "a letter"),
        ("id: \"var\"", "id: \"r1\"", "\"r1\" is", "its own"),
        ("counter: \"Var\"", "counter: \"\"", "bears nothing", "Lann"),
        ("bonus: 2", "bonus: 10", "a bonus of 10", "0 to 9"),
        ("movement: 12", "movement: 0", "movement allowance of 0", "1 to 99"),
        ("movement: 12, at: 0203", "movement: 12", "\"var\" begins nowhere", "add at"),
        (
            "movement: 12, at: 0203",
            "movement: 12, at: 0203, waits: true",
            "\"var\" waits for a hex and has one",
            "keep one",
        ),
        ("movement: 12, at: 0203", "movement: 12, at: 0909", "no hex 0909", "0101 to 0806"),
        ("movement: 12, at: 0203", "movement: 12, at: 0703", "his enemy", "another hex"),
        ("level: 6", "level: 0", "by a loss of 0", "1 to 99"),
        ("id: \"left\"", "id: \"\"", "a corps has an empty id", "victor"),
        ("faces: 0202", "faces: 0206", "cannot face 0206, which is not beside it", "0202"),
        (
            "(id: \"var\"",
            "(id: \"vas\", counter: \"Vas\", bonus: 0, corps: \"left\", movement: 9, at: 0203), (id: \"var\"",
            "lead the same corps",
            "one leader",
        ),
    ] {
        let mut files = led();
        let blue = files.get_mut("armies/blue.ron").unwrap();
        assert!(blue.contains(old), "{blue}");
        *blue = blue.replacen(old, new, 1);
        let Err(Faults(faults)) = read("trial", &InMemory(files), &AnyRules) else {
            panic!("{new} is taken")
        };
        let found = faults.iter().any(|fault| {
            fault.is_error() && fault.message.contains(message) && fault.help.contains(help) && fault.line > 1
        });
        assert!(found, "{new}: {faults:#?}");
    }
}

#[test]
fn two_armies_of_a_side_share_no_id_and_enemies_no_hex() {
    let second = |rows: &str| format!("(id: \"green\", name: \"Green\", {rows})");
    let unit = |id: &str, at: &str| {
        format!("(id: \"{id}\", counter: \"9\", arm: Infantry, strength: 2, movement: 4, at: {at})")
    };
    let leader =
        |id: &str, at: &str| format!("(id: \"{id}\", counter: \"Z\", bonus: 1, movement: 9, at: {at})");
    for (army, rows, message) in [
        (
            "[\"blue\", \"green\"]",
            format!("units: [{}]", unit("b1", "0101")),
            "the unit \"b1\" is in two armies",
        ),
        (
            "[\"blue\", \"green\"]",
            format!("leaders: [{}], units: [{}]", leader("var", "0101"), unit("g1", "0101")),
            "\"var\" is in two armies",
        ),
        (
            "[\"blue\", \"green\"]",
            format!("leaders: [{}], units: [{}]", leader("b1", "0101"), unit("g1", "0101")),
            "\"b1\" is in two armies",
        ),
        (
            "[\"blue\", \"green\"]",
            format!("corps: [(id: \"left\", name: \"L\")], units: [{}]", unit("g1", "0101")),
            "the corps \"left\" is in two armies",
        ),
    ] {
        let mut files = led();
        files.insert("armies/green.ron".into(), second(&rows));
        let trial = files.get_mut("assets/scenarios/trial.ron").unwrap();
        *trial = trial.replacen("[\"blue\"]", army, 1);
        let Err(Faults(faults)) = read("trial", &InMemory(files), &AnyRules) else {
            panic!("{rows} is taken")
        };
        let found = faults.iter().find(|fault| fault.message.contains(message));
        assert!(found.is_some_and(|fault| fault.file == "armies/green.ron"), "{rows}: {faults:#?}");
    }
    // A leader and an enemy leader, each without troops.
    let mut files = led();
    let red = files.get_mut("armies/red.ron").unwrap();
    *red = red.replacen("units: [", &format!("leaders: [{}],\nunits: [", leader("mel", "0101")), 1);
    let blue = files.get_mut("armies/blue.ron").unwrap();
    *blue = blue.replacen("movement: 12, at: 0203", "movement: 12, at: 0101", 1);
    let Err(Faults(faults)) = read("trial", &InMemory(files), &AnyRules) else { panic!("they share a hex") };
    assert!(
        faults.iter().any(|fault| fault.message.contains("\"mel\" and his enemy \"var\"")),
        "{faults:#?}"
    );
}

#[test]
fn a_unit_that_goes_elsewhere_is_turned_along_and_where_the_map_ends_faces_nobody() {
    let mut draft = Draft::<HexBattle>::open("trial", &InMemory(led()), &AnyRules).unwrap();
    assert_eq!(draft.units()[0].faces, Some(Hex(202)));
    draft.edit(HexEdit::start("b1", Hex(204))).unwrap();
    assert_eq!(draft.units()[0].faces, Some(Hex(203)), "it looks the same way there");
    draft.rest();
    draft.edit(HexEdit::start("b1", Hex(201))).unwrap();
    assert_eq!(draft.units()[0].faces, None, "there is nothing that way");
    let errors = draft.check(&AnyRules).into_iter().filter(Fault::is_error).count();
    assert_eq!(errors, 0, "{:#?}", draft.check(&AnyRules));
    draft.undo();
    draft.undo();
    assert_eq!(draft.units()[0].faces, Some(Hex(202)));
}

#[test]
fn a_unit_is_turned_to_a_neighbouring_hex() {
    let mut draft = Draft::<HexBattle>::open("trial", &InMemory(led()), &AnyRules).unwrap();
    assert!(draft.has_fronts(&AnyRules));
    let said = said_of(&draft, "b1");
    let faces = |faces| HexEdit::counter("b1", CounterSaid { faces, ..said.clone() });
    draft.edit(faces(Some(Hex(303)))).unwrap();
    assert_eq!(draft.units()[0].faces, Some(Hex(303)));
    let fault = draft.edit(faces(Some(Hex(206)))).unwrap_err();
    let told = "\"b1\" in 0203 cannot face 0206, which is not beside it";
    assert!(fault.message.contains(told), "{fault}");
    assert_eq!(draft.units()[0].faces, Some(Hex(303)), "what is refused changes nothing");
    draft.edit(faces(None)).unwrap();
    assert_eq!(draft.units()[0].faces, None);
    let start = HexStart::Arrives { turn: 1, at: Hex(101) };
    draft.edit(HexEdit::counter("b1", CounterSaid { start, ..said.clone() })).unwrap();
    assert_eq!(draft.units()[0].faces, None, "who comes on faces nobody yet");
    let fault = draft
        .edit(HexEdit::counter("b1", CounterSaid { start, faces: Some(Hex(202)), ..said.clone() }))
        .unwrap_err();
    assert!(fault.message.contains("comes on, and faces nobody yet"), "{fault}");
}
