//! The files that come with the program: they load without a fault, and say what their sources say.

use std::sync::LazyLock;

use super::*;
use crate::army::Arm;
use data::{Document, Fault, report};

/// The id of the battle on hexes that these tests play with: several come with the program, one of them on this map.
pub(super) fn on_hexes() -> &'static str {
    static ID: LazyLock<String> = LazyLock::new(|| {
        let mut ids = list(&Embedded).into_iter().map(|(id, ..)| id);
        let is_it = |id: &String| {
            hex::read(id, &Embedded, &AnyRules).is_ok_and(|(battle, _)| battle.map.id == "marengo-spi")
        };
        ids.find(is_it).unwrap()
    });
    &ID
}

fn load(id: &str) -> (Scenario, Vec<Fault>) {
    match read(id, &Embedded, &AnyRules) {
        Ok(read) => read,
        Err(faults) => panic!("{}", report(&faults, &Embedded, false)),
    }
}

#[test]
fn every_shipped_scenario_loads_without_a_fault() {
    let listed = list(&Embedded);
    let rules_of = |of: &str| listed.iter().find(|(id, ..)| id == of).map(|(.., rules)| rules.as_str());
    let [table, units, hexes] = ["first-steps", "brigade-action", on_hexes()].map(|id| rules_of(id).unwrap());
    assert!(table != hexes && table != units && units != hexes, "{listed:?}");
    for (id, name, rules) in &listed {
        if rules == hexes || hex::read(id, &Embedded, &AnyRules).is_ok() {
            let (scenario, warnings) = hex::read(id, &Embedded, &AnyRules).unwrap();
            assert_eq!((&scenario.name, &scenario.rules, warnings), (name, rules, vec![]));
            continue;
        }
        let (scenario, warnings) = load(id);
        assert_eq!((&scenario.name, &scenario.rules), (name, rules));
        let of_units = scenario.armies().any(|(_, army)| army.units().next().is_some());
        assert_eq!(rules, if of_units { units } else { table }, "{id}");
        assert_eq!(warnings, [], "{id}");
    }
}

#[test]
fn first_steps_is_small_and_close() {
    let (scenario, warnings) = load("first-steps");
    assert_eq!(warnings, []);
    assert_eq!((scenario.turns, scenario.objectives.len()), (6, 2));
    for side in &scenario.sides {
        let troops = side.armies.iter().flat_map(Army::stands).filter(|stand| stand.arm.is_troops()).count();
        assert!((6..=8).contains(&troops), "{troops}");
        assert_eq!(side.armies.iter().map(|army| army.commands.len()).sum::<usize>(), 2);
    }
    let guns = scenario.sides[0].armies[0].stands().filter(|stand| stand.arm.is_artillery()).count();
    assert_eq!(guns, 2);
    assert_eq!(scenario.clock(1), "14:00");
    assert!(scenario.sides[0].armies[0].stands().any(|stand| stand.arm == Arm::HeavyCavalry));
}

#[test]
fn waterloo_begins_as_its_table_says() {
    let (scenario, warnings) = load("waterloo");
    assert_eq!(warnings, []);
    let deployed = scenario.starts.values().filter(|start| matches!(start, Start::Deployed(_))).count();
    assert_eq!((deployed, scenario.starts.len() - deployed), (140, 38));
    assert_eq!(scenario.clock(scenario.turns), "20:30");
    assert_eq!(scenario.objectives.iter().map(|place| place.points).sum::<u8>(), 26);
    let chits = |side: &SideInfo| {
        let commands = side.armies.iter().flat_map(|army| &army.commands);
        commands.filter(|command| command.module().is_none()).count()
    };
    assert_eq!(scenario.sides.iter().map(chits).collect::<Vec<_>>(), [11, 11]);
    let late = scenario.starts.get("P32");
    assert_eq!(late, Some(&Start::Arrives { turn: 13, entry: "E2".into() }));
}

#[test]
fn variants_leave_out_armies_and_change_hours() {
    let (waterloo, _) = load("waterloo");
    assert_eq!(Battle::variants(&waterloo), [("no-prussians", "Without the Prussians")]);
    let without = waterloo.in_variant("no-prussians").expect("it has the variant");
    assert_eq!(without.name, "Waterloo, 18 June 1815: Without the Prussians");
    assert_eq!(without.sides[1].armies.len(), 1);
    let stands: usize = without.sides.iter().flat_map(|side| &side.armies).flat_map(Army::stands).count();
    assert!(without.starts.len() == stands && stands < waterloo.starts.len());
    assert!(waterloo.in_variant("no-french").is_none());
    let (marengo, _) = load("marengo");
    let comes = |battle: &Scenario| match battle.starts.get("F25") {
        Some(Start::Arrives { turn, .. }) => battle.clock(*turn),
        other => panic!("{other:?}"),
    };
    let variant = |id| marengo.in_variant(id).expect("it has the variant");
    assert_eq!(
        [&marengo, &variant("desaix-early"), &variant("desaix-late")].map(comes),
        ["16:00", "15:00", "17:00"]
    );
}

#[test]
fn waterloo_keeps_optional_stands_apart() {
    let (scenario, _) = load("waterloo");
    let mut modules: BTreeMap<&str, usize> = BTreeMap::new();
    for stand in scenario.sides.iter().flat_map(|side| &side.armies).flat_map(Army::stands) {
        *modules.entry(stand.module.as_deref().unwrap_or("always")).or_default() += 1;
    }
    let expected = [("adv-detached", 3), ("adv-engineers", 6), ("always", 155), ("opt-wagons", 14)];
    assert_eq!(modules.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn waterloo_ground_does_what_its_table_says() {
    use table::ground::{Rise, Tread, When};
    let ground = load("waterloo").0.ground;
    let area = |id: &str| ground.areas.iter().find(|area| area.id == id).unwrap();
    let line = |id: &str| ground.lines.iter().find(|line| line.id == id).unwrap();
    assert_eq!((ground.areas.len(), ground.lines.len(), ground.crossings.len()), (43, 31, 7));
    assert_eq!(area("H5").rise, Rise::Contour { level: 3, slope: 1.0 });
    assert!(area("W2").blocks_sight && area("W2").rough == When::Always);
    assert!(area("B1").garrison && area("B1").hard_cover && !area("B18").garrison && area("B18").buildings);
    assert!(!area("B3").hard_cover && !area("B5").hard_cover && !area("B6").hard_cover);
    assert_eq!((area("G1").rough, area("G3").rough), (When::WhileMuddy, When::Always));
    assert_eq!(line("S2").barred_to, [Tread::Wheels]);
    assert_eq!(line("K4").obstacle_to, [Tread::Horse]);
    assert!(line("K1").hard_cover && !line("K4").hard_cover);
    assert!(line("C1").blocks_sight && line("L3").blocks_sight && !line("L2").blocks_sight);
}

/// The reader that goes on after a fault and `ron` itself must find the same in a sound file.
fn check_same<T: serde::de::DeserializeOwned + std::fmt::Debug>(path: &str) {
    let ron = data::ron_options();
    let text = Embedded.read(path).unwrap();
    let mut faults = Vec::new();
    let ours: Option<T> =
        Document::open(path, &text, &mut faults).and_then(|mut document| document.read(&mut faults));
    let theirs: T = ron.from_str(&text).unwrap();
    assert_eq!(format!("{:?}", ours.unwrap()), format!("{theirs:?}"), "{path}");
}

#[test]
fn reader_agrees_with_ron() {
    for folder in [shipped::SCENARIOS, shipped::TERRAIN, shipped::ARMIES] {
        for name in Embedded.list(folder) {
            let path = format!("{folder}/{name}");
            let text = Embedded.read(&path).unwrap();
            let document = Document::open(&path, &text, &mut Vec::new()).unwrap();
            match folder {
                shipped::SCENARIOS if document.has("map") => check_same::<hex::RawHexScenario>(&path),
                shipped::SCENARIOS => check_same::<raw::RawScenario>(&path),
                shipped::TERRAIN if document.has("columns") => check_same::<hex::RawMap>(&path),
                shipped::TERRAIN => check_same::<terrain_raw::RawGround>(&path),
                _ if document.has("units") => check_same::<hex::RawHexArmy>(&path),
                _ => check_same::<army::raw::RawArmy>(&path),
            }
        }
    }
}
