//! The reconstruction of Marengo for 1800: La Bataille de Marengo, map and counters: what its sources fix is so, and what they say of
//! each other adds up. The ledger of those rules lists these facts under "Map facts" and "Order of battle".

use std::collections::{BTreeMap, BTreeSet};

use data::{InMemory, Overlay};
use hexes::{Hex, HexKind, HexMap, Mark, Marks};
use scenario::hex::{read, read_map};
use scenario::{AnyRules, Basis, Battle as _, Embedded, HexArm, HexScenario, HexStart, HexUnit, Side};

/// The armies on the map, without what rules make of them.
const BATTLE: &str = r#"(
    id: "bare", name: "Bare", rules: "any", map: "marengo-cb", turns: 12, begins: "8:00", first: "austrian",
    sides: [
        (id: "french", name: "French", nation: "french", armies: ["marengo-cb-french"]),
        (id: "austrian", name: "Austrian", nation: "austrian", armies: ["marengo-cb-austrian"]),
    ],
)
"#;

const FRENCH: Side = Side(0);
const AUSTRIAN: Side = Side(1);

/// The lines of communications.
const TO_THE_BORMIDA: [Hex; 3] = [Hex(1301), Hex(1401), Hex(1501)];
const TO_TORTONA: [Hex; 1] = [Hex(826)];

/// Beyond the river, which has no bridge.
const FAR_BANK: [u16; 8] = [2001, 2101, 2102, 2201, 2301, 2302, 2401, 2402];

fn map() -> HexMap {
    let (map, warnings) = read_map("marengo-cb", &Embedded).expect("the map is sound");
    assert_eq!(warnings, []);
    map
}

fn battle() -> HexScenario {
    let upper = InMemory([("assets/scenarios/bare.ron".to_owned(), BATTLE.to_owned())].into());
    let (battle, warnings) =
        read("bare", &Overlay { upper, lower: Embedded }, &AnyRules).expect("the armies are sound");
    assert_eq!(warnings, []);
    battle
}

/// Every hex that can be reached from this one over hexsides that will do.
fn reached(map: &HexMap, from: u16, will_do: impl Fn(Marks) -> bool) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([Hex(from)]);
    let mut open = vec![Hex(from)];
    while let Some(hex) = open.pop() {
        for (way, next) in map.neighbours(hex) {
            if will_do(map.marks(hex, way)) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// The hexsides with all of these marks, lower hex first.
fn with(map: &HexMap, marks: &[Mark]) -> BTreeSet<(u16, u16)> {
    let sides = map.marked_sides().filter(|(.., on)| marks.iter().all(|mark| on.has(*mark)));
    sides.map(|(a, b, _)| (a.0.min(b.0), a.0.max(b.0))).collect()
}

/// How far the hex is from the nearest of these.
fn far(map: &HexMap, hex: Hex, from: &[Hex]) -> u32 {
    from.iter().map(|to| map.grid.distance(hex, *to)).min().expect("there is one")
}

#[test]
fn the_battle_has_the_places_and_lines_of_the_text() {
    let (battle, warnings) = read("marengo-cb", &Embedded, &AnyRules).expect("the battle is sound");
    assert_eq!((warnings, battle.turns, battle.first), (vec![], 12, AUSTRIAN));
    assert_eq!((battle.clock(1), battle.clock(8)), ("8:00".into(), "15:00".into()));
    let found: Vec<_> = battle
        .objectives
        .iter()
        .map(|objective| {
            let side = objective.terms.get("side").map(String::as_str);
            let hexes: Vec<u16> = objective.hexes.iter().map(|hex| hex.0).collect();
            (objective.kind.as_deref(), side, hexes, objective.points)
        })
        .collect();
    let line = Some("communications");
    let expected = [
        (None, None, vec![1004], [15, 5]),
        (None, None, vec![1709, 1809], [10, 10]),
        (None, None, vec![825], [5, 25]),
        (line, Some("austrian"), TO_THE_BORMIDA.map(|hex| hex.0).to_vec(), [0, 0]),
        (line, Some("french"), TO_TORTONA.map(|hex| hex.0).to_vec(), [0, 0]),
    ];
    assert_eq!(found, expected);
    assert_eq!((battle.units.len(), battle.leaders.len(), battle.corps.len()), (61, 11, 9));
}

#[test]
fn every_hex_has_its_kind_and_ways_are_one_net() {
    let map = map();
    assert_eq!(map.grid.hexes().count(), 624);
    let count = |kind: HexKind| map.grid.hexes().filter(|hex| map.kind(*hex) == kind).count();
    let kinds = [HexKind::Clear, HexKind::Forest, HexKind::Town, HexKind::Marsh, HexKind::Rough];
    assert_eq!(kinds.map(count), [543, 45, 11, 25, 0]);
    let marks = [Mark::River, Mark::Stream, Mark::Slope, Mark::Road, Mark::Trail, Mark::Bridge];
    assert_eq!(marks.map(|mark| with(&map, &[mark]).len()), [11, 47, 38, 56, 113, 2]);
    let ends = |marks: &[Mark]| -> BTreeSet<Hex> {
        let sides = marks.iter().flat_map(|mark| with(&map, &[*mark]));
        sides.flat_map(|(a, b)| [Hex(a), Hex(b)]).collect()
    };
    assert_eq!(reached(&map, 1004, |marks| marks.has(Mark::Road)), ends(&[Mark::Road]));
    let by_any = reached(&map, 1004, |marks| marks.has(Mark::Road) || marks.has(Mark::Trail));
    assert_eq!(by_any, ends(&[Mark::Road, Mark::Trail]));
}

#[test]
fn the_hexes_that_the_text_names_are_as_it_has_them() {
    let map = map();
    for hex in [1004, 1709, 1809, 825] {
        assert_eq!(map.kind(Hex(hex)), HexKind::Town, "{hex}");
    }
    assert!(map.between(Hex(1709), Hex(1809)).is_some());
    for (hex, row) in [(1301, 1), (1401, 1), (1501, 1), (826, 26), (2226, 26)] {
        assert_eq!((map.kind(Hex(hex)), Hex(hex).row()), (HexKind::Clear, row), "{hex}");
    }
    let roads = reached(&map, 1004, |marks| marks.has(Mark::Road));
    assert!([1301, 826].iter().all(|hex| roads.contains(&Hex(*hex))));
    let far = |a: u16, b: u16| map.grid.distance(Hex(a), Hex(b));
    assert_eq!([far(1301, 1004), far(1301, 826), far(825, 1006), far(825, 1005)], [5, 28, 20, 21]);
}

#[test]
fn the_road_from_the_bormida_to_tortona_is_28_hexes_and_never_turns_back() {
    let map = map();
    let mut road = vec![1301, 1201, 1102, 1103];
    road.extend(1003..=1012);
    road.extend(913..=920);
    road.extend(820..=826);
    assert_eq!(road.len() - 1, 28);
    for pair in road.windows(2) {
        let (from, to) = (Hex(pair[0]), Hex(pair[1]));
        let marks = map.between(from, to);
        assert!(marks.is_some_and(|marks| marks.has(Mark::Road)), "{from} {to}: {marks:?}");
        assert!(far(&map, to, &TO_TORTONA) < far(&map, from, &TO_TORTONA), "{from} {to}");
    }
}

#[test]
fn ways_cross_waters_and_crest_in_few_places() {
    let map = map();
    let around = map.neighbours(Hex(1004)).filter(|(way, _)| map.marks(Hex(1004), *way).has(Mark::Stream));
    let around: BTreeMap<u16, bool> =
        around.map(|(way, next)| (next.0, map.marks(Hex(1004), way).has(Mark::Road))).collect();
    assert_eq!(around, [(1003, true), (1104, false)].into());
    for (marks, sides) in [
        ([Mark::Stream, Mark::Road], &[(1003, 1004), (1604, 1605)][..]),
        ([Mark::Stream, Mark::Trail], &[(602, 703)]),
        ([Mark::Stream, Mark::Bridge], &[(1003, 1004), (1604, 1605)]),
        ([Mark::Slope, Mark::Road], &[(913, 1012)]),
        ([Mark::Slope, Mark::Trail], &[(316, 415), (1115, 1214)]),
        ([Mark::River, Mark::Road], &[]),
        ([Mark::River, Mark::Trail], &[]),
        ([Mark::River, Mark::Bridge], &[]),
    ] {
        assert_eq!(with(&map, &marks), sides.iter().copied().collect(), "{marks:?}");
    }
    // Guns come into no woods and no marsh by road; into two woods there are paths.
    let shut = |hex: &Hex| matches!(map.kind(*hex), HexKind::Forest | HexKind::Marsh);
    let by = |mark: Mark| -> BTreeSet<u16> {
        let sides = with(&map, &[mark]).into_iter().flat_map(|(a, b)| [Hex(a), Hex(b)]);
        sides.filter(shut).map(|hex| hex.0).collect()
    };
    assert_eq!((by(Mark::Road), by(Mark::Trail)), (BTreeSet::new(), [313, 607].into()));
}

#[test]
fn everybody_can_come_nearer_to_home_but_from_the_far_bank() {
    let map = map();
    let field = reached(&map, 1004, |marks| !marks.has(Mark::River));
    let beyond: BTreeSet<u16> =
        map.grid.hexes().filter(|hex| !field.contains(hex)).map(|hex| hex.0).collect();
    assert_eq!(beyond, FAR_BANK.into());
    for home in [&TO_THE_BORMIDA[..], &TO_TORTONA] {
        for hex in field.iter().filter(|hex| !home.contains(hex)) {
            let nearer = map.neighbours(*hex).any(|(way, next)| {
                !map.marks(*hex, way).has(Mark::River) && far(&map, next, home) < far(&map, *hex, home)
            });
            assert!(nearer, "{hex} to {home:?}");
        }
    }
}

/// Units of the side, without those that come with an option.
fn of(battle: &HexScenario, side: Side) -> impl Iterator<Item = &HexUnit> {
    battle.units.iter().filter(move |unit| unit.side == side && unit.only_with.is_none())
}

fn points<'a>(units: impl Iterator<Item = &'a HexUnit>) -> u32 {
    units.map(|unit| u32::from(unit.strength)).sum()
}

#[test]
fn strengths_add_up_and_a_level_is_three_quarters_of_its_corps() {
    let battle = battle();
    assert_eq!(
        [FRENCH, AUSTRIAN].map(|side| (of(&battle, side).count(), points(of(&battle, side)))),
        [(26, 76), (29, 87)]
    );
    for option in [("lapoype", 4, 8), ("nimptsch", 2, 6)] {
        let with = || battle.units.iter().filter(|unit| unit.only_with.as_deref() == Some(option.0));
        assert_eq!((option.0, with().count(), points(with())), option);
    }
    let corps: Vec<(&str, u32, Option<u8>)> = battle
        .corps
        .iter()
        .map(|corps| {
            let units = battle.units.iter().filter(|unit| unit.corps.as_ref() == Some(&corps.id));
            let units = units.filter(|unit| unit.only_with == corps.only_with);
            (corps.id.as_str(), points(units), corps.level)
        })
        .collect();
    let expected = [
        ("victor", 24, 18),
        ("lannes", 15, 11),
        ("desaix", 25, 19),
        ("lapoype", 8, 6),
        ("haddick", 15, 11),
        ("kaim", 17, 13),
        ("morzin", 13, 10),
        ("elsnitz", 8, 6),
        ("ott", 19, 14),
    ];
    assert_eq!(corps, expected.map(|(id, points, level)| (id, points, Some(level))));
    for (id, points, level) in expected {
        assert_eq!((f64::from(points) * 0.75).round(), f64::from(level), "{id}");
    }
    for (side, alone, guns) in [(FRENCH, 12, 6), (AUSTRIAN, 15, 17)] {
        assert_eq!(points(of(&battle, side).filter(|unit| unit.corps.is_none())), alone);
        let arm = |is: bool| of(&battle, side).filter(move |unit| (unit.arm == HexArm::Artillery) == is);
        assert_eq!((points(arm(false)), points(arm(true))), (70, guns));
    }
    // Each corps has a leader, and each army.
    let led: Vec<&str> = battle.corps.iter().map(|corps| corps.id.as_str()).collect();
    let mut leads: Vec<&str> = battle.leaders.iter().filter_map(|leader| leader.corps.as_deref()).collect();
    leads.sort_by_key(|id| led.iter().position(|other| other == id));
    assert_eq!(leads, led);
    let of_armies = battle.leaders.iter().filter(|leader| leader.corps.is_none());
    assert_eq!(of_armies.map(|leader| leader.id.as_str()).collect::<Vec<_>>(), ["bonaparte", "melas"]);
}

#[test]
fn what_is_reconstructed_says_so() {
    let battle = battle();
    assert!(battle.leaders.iter().all(|leader| leader.basis == [Basis::Assumed] && leader.movement == 6));
    for unit in &battle.units {
        assert!(!unit.basis.is_empty() && !unit.note.is_empty(), "{}", unit.id);
        assert!(unit.counter.chars().count() <= 5, "{}", unit.counter);
        let least = if unit.arm == HexArm::Cavalry { 6..=6 } else { 4..=5 };
        assert!(least.contains(&unit.movement), "{}", unit.id);
    }
    let counters = battle.units.iter().map(|unit| unit.counter.as_str());
    let counters = counters.chain(battle.leaders.iter().map(|leader| leader.counter.as_str()));
    let all: BTreeSet<&str> = counters.clone().collect();
    assert_eq!(all.len(), counters.count(), "no two counters read alike");
    let unit = |id: &str| battle.units.iter().find(|unit| unit.id == id).expect("it is there");
    assert_eq!(unit("f-40").note, "1716 men");
    assert_eq!(unit("a-bel").basis, [Basis::Text, Basis::History, Basis::Fitted]);
    // The text's 2:1: St-Julien and Bellegarde against the 40th.
    assert!(unit("a-stj").strength + unit("a-bel").strength >= 2 * unit("f-40").strength);
}

#[test]
fn the_set_up_is_apart_on_ground_where_all_may_stand() {
    let (battle, map) = (battle(), map());
    let set_up = |side: Side| -> BTreeMap<Hex, &HexUnit> {
        let placed = of(&battle, side).filter_map(|unit| match unit.start {
            HexStart::Deployed(hex) => Some((hex, unit)),
            HexStart::Arrives { .. } => None,
        });
        let placed: Vec<_> = placed.collect();
        let hexes: BTreeMap<Hex, &HexUnit> = placed.iter().copied().collect();
        assert_eq!(hexes.len(), placed.len(), "one unit in a hex");
        hexes
    };
    let (french, austrians) = (set_up(FRENCH), set_up(AUSTRIAN));
    let apart = french.keys().map(|hex| {
        let others: Vec<Hex> = austrians.keys().copied().collect();
        far(&map, *hex, &others)
    });
    assert_eq!(apart.min(), Some(2), "none is in a zone of control");
    for (hex, unit) in french.iter().chain(&austrians) {
        assert!(!matches!(map.kind(*hex), HexKind::Forest | HexKind::Marsh), "{}", unit.id);
        assert!(unit.arm != HexArm::Cavalry || map.kind(*hex) != HexKind::Town, "{}", unit.id);
    }
    // Before the brook stand the Austrians, and two of the French.
    let before = reached(&map, 1301, |marks| !marks.has(Mark::Stream) && !marks.has(Mark::River));
    assert_eq!(austrians.len(), 5);
    assert!(austrians.keys().all(|hex| before.contains(hex)));
    let outposts = french.iter().filter(|(hex, _)| before.contains(hex));
    assert_eq!(outposts.map(|(_, unit)| unit.id.as_str()).collect::<Vec<_>>(), ["f-44", "f-101"]);
    // Leaders are near enough to command.
    let leader = |id: &str| {
        let leader = battle.leaders.iter().find(|leader| leader.id == id).expect("he is there");
        let HexStart::Deployed(hex) = leader.start else { panic!("{id} comes later") };
        hex
    };
    let [bonaparte, victor, lannes, melas] = ["bonaparte", "victor", "lannes", "melas"].map(leader);
    let from = |a: Hex, b: u16| map.grid.distance(a, Hex(b));
    assert_eq!((from(bonaparte, victor.0), from(bonaparte, lannes.0), from(victor, 1102)), (20, 17, 5));
    assert!(austrians.keys().all(|hex| from(melas, hex.0) <= 1));
    for (hex, unit) in &french {
        let by = match unit.corps.as_deref() {
            Some("victor") => from(victor, hex.0),
            Some("lannes") => from(lannes, hex.0),
            _ => from(victor, hex.0).min(from(lannes, hex.0)),
        };
        assert!(by <= 5, "{} is {by} from whoever commands it", unit.id);
    }
    // Whoever comes on does so in the clear, at the edge.
    let units = battle.units.iter().map(|unit| unit.start);
    for start in units.chain(battle.leaders.iter().map(|leader| leader.start)) {
        if let HexStart::Arrives { at, .. } = start {
            assert!(map.kind(at) == HexKind::Clear && map.neighbours(at).count() < 6, "{at}");
        }
    }
}
