//! The shipped battles whose units have several stands: they load without a fault, and add up to what their sources say.
//!
//! Their rules lie above this room, so a stand-in lays the units out. Clauses: `epstein:g.8`. Units:
//! inches, figures, points in melee.

use std::collections::BTreeMap;

use super::*;
use crate::army::Unit;
use crate::data::{InMemory, report};
use crate::table::Body;
use crate::table::body::{Quad, Rect};
use crate::table::measure::point_in_polygon;
use crate::table::pair::QuadPair;

const BATTLES: [&str; 2] = ["brigade-action", "worked-example"];

/// What a figure of each class is worth in melee (table KINDS); leaders have none.
const CLASSES: [(&str, u32); 15] = [
    ("art_foot_guard", 2),
    ("art_foot_line", 1),
    ("art_horse_guard", 2),
    ("art_horse_line", 1),
    ("cav_heavy_guard", 6),
    ("cav_heavy_line", 5),
    ("cav_landwehr", 3),
    ("cav_light_guard", 4),
    ("cav_light_line", 3),
    ("cav_medium_guard", 5),
    ("cav_medium_line", 4),
    ("command", 0),
    ("inf_guard", 3),
    ("inf_landwehr", 2),
    ("inf_line", 2),
];

/// Width and depth of a stand, by what its class begins with (`epstein:2.2`).
fn stand_size(class: &str) -> (f32, f32) {
    match class.split('_').next() {
        Some("inf") => (1.25, 0.75),
        Some("cav") => (1.25, 1.25),
        Some("art") => (1.5, 1.5),
        Some("command") => (1.0, 1.0),
        other => panic!("{other:?} has no stand"),
    }
}

/// Lays units out as `epstein:g.8` has it, and has nothing against anything.
struct Layouts;

impl KnownRules for Layouts {
    fn ids(&self, _: Space) -> Option<Vec<&str>> {
        None
    }

    fn check_option(&self, _: &str, _: &str, _: &str) -> Result<(), OptionFault> {
        Ok(())
    }

    fn objections(&self, _: &str, _: &HexLayout<'_>) -> Vec<HexObjection> {
        Vec::new()
    }

    fn table_objections(&self, _: &Scenario) -> Vec<TableObjection> {
        Vec::new()
    }

    fn cells(&self, _: &str, _: roster::Row<'_>) -> Vec<roster::Cell> {
        Vec::new()
    }

    fn body_of(&self, _: &str, unit: &Unit, formation: Option<&str>) -> Option<Body> {
        let (width, depth) = stand_size(&unit.class);
        let (abreast, gap) = match formation {
            Some("line") => (unit.stands, 0.0),
            Some("skirmish") => (unit.stands, width),
            Some("assault_column" | "double_column") => (2, 0.0),
            Some("march_column" | "column") => (1, 0.0),
            None if unit.stands == 1 => (1, 0.0),
            other => panic!("{} is in {other:?}", unit.id),
        };
        let ranks = unit.stands.div_ceil(abreast);
        let stand = |index: u8| {
            let (rank, file) = (index / abreast, index % abreast);
            let in_rank = abreast.min(unit.stands - rank * abreast);
            let from_middle = |place: u8, of: u8| f32::from(place) - f32::from(of - 1) / 2.0;
            let right = from_middle(file, in_rank) * (width + gap);
            let ahead = -from_middle(rank, ranks) * depth;
            Rect { offset: Pose::at(right, ahead, 0.0), ..Rect::centred(width, depth) }
        };
        Some(Body::of((0..unit.stands).map(stand).collect()))
    }
}

/// The battle of this name, which draws no fault and no warning: its units have room, on the table and clear of each other.
fn load(id: &str) -> Scenario {
    let (scenario, warnings) = read(id, &Embedded, &Layouts)
        .unwrap_or_else(|faults| panic!("{}", report(&faults, &Embedded, false)));
    assert_eq!(warnings, [], "{id}");
    scenario
}

/// How many units of an army have a class that begins so, and is of this row (`line`, `guard`, `landwehr`).
fn count(army: &Army, arm: &str, row: &str) -> usize {
    let fits = |unit: &&Unit| unit.class.starts_with(arm) && unit.class.ends_with(row);
    army.units().filter(fits).count()
}

/// Battalions, regiments, guns, leaders, figures and points in melee of an army.
fn totals(army: &Army) -> [u32; 6] {
    let of = |arm: &str| u32::try_from(count(army, arm, "")).expect("few");
    let figures = army.units().map(|unit| u32::from(unit.figures)).sum();
    let points = army.units().map(|unit| {
        let class = CLASSES.iter().find(|(class, _)| *class == unit.class);
        class.unwrap_or_else(|| panic!("{}: {}", unit.id, unit.class)).1 * u32::from(unit.figures)
    });
    [of("inf"), of("cav"), of("art"), of("command"), figures, points.sum()]
}

fn army<'s>(scenario: &'s Scenario, has: &str) -> &'s Army {
    let found = scenario.armies().find(|(_, army)| army.units().any(|unit| unit.name == has));
    found.unwrap_or_else(|| panic!("nobody has {has}")).1
}

/// The stands that are on the table and not in a building, with whose they are.
fn stands(scenario: &Scenario) -> Vec<(Side, &Unit, Quad)> {
    let mut found = Vec::new();
    for (side, unit) in scenario.armies().flat_map(|(side, army)| army.units().map(move |unit| (side, unit)))
    {
        let Start::Deployed(pose) = scenario.starts[&unit.id] else { continue };
        let start = scenario.unit_starts.get(&unit.id).cloned().unwrap_or_default();
        let outside = unit.stands - start.inside.values().sum::<u8>();
        let body = (outside > 0)
            .then(|| Unit { stands: outside, ..unit.clone() })
            .and_then(|outside| Layouts.body_of(&scenario.rules, &outside, start.formation.as_deref()));
        found.extend(body.iter().flat_map(|body| body.placed(pose).quads()).map(|quad| (side, unit, quad)));
    }
    found
}

/// How near two stands of different sides are.
fn nearest(scenario: &Scenario, of: impl Fn(&Unit) -> bool) -> f32 {
    let stands = stands(scenario);
    let pairs = stands.iter().flat_map(|one| stands.iter().map(move |other| (one, other)));
    pairs
        .filter(|((side, unit, _), (other, foe, _))| side != other && (of(unit) || of(foe)))
        .map(|((.., quad), (.., other))| QuadPair::of(quad, other).gap())
        .fold(f32::INFINITY, f32::min)
}

/// What every one of them keeps to: units as the rules have them, and garrisons that their buildings hold.
fn check(scenario: &Scenario) {
    for unit in scenario.armies().flat_map(|(_, army)| army.units()) {
        let (stands, figures, weapon) = match unit.class.split('_').next() {
            Some("inf") => (4, 12, Some("musket")),
            Some("cav") => (4, 8, None),
            Some("art") => (1, 4, Some("gun")),
            _ => (1, 0, None),
        };
        let has = (unit.stands, unit.figures, unit.weapon.as_deref());
        assert_eq!(has, (stands, figures, weapon), "{}", unit.id);
        assert_eq!(unit.marks.contains("landwehr"), unit.class.ends_with("landwehr"), "{}", unit.id);
        assert!(unit.note.contains("Provenance: "), "{}", unit.id);
        let start = scenario.unit_starts.get(&unit.id);
        assert_eq!(start.is_some_and(|start| start.formation.is_some()), stands == 4, "{}", unit.id);
    }
    let mut inside: BTreeMap<&str, u8> = BTreeMap::new();
    for (area, stands) in scenario.unit_starts.values().flat_map(|start| &start.inside) {
        *inside.entry(area).or_default() += stands;
    }
    for area in &scenario.ground.areas {
        let capacity = area.terms.get("capacity").map(|capacity| capacity.parse::<u8>().expect("a number"));
        assert_eq!(capacity.is_some(), area.buildings, "{}", area.id);
        assert!(inside.get(area.id.as_str()).is_none_or(|stands| Some(*stands) <= capacity), "{}", area.id);
        if capacity.is_some() {
            let blocked = stands(scenario).into_iter().find(|(.., quad)| {
                quad.corners().iter().any(|corner| point_in_polygon(*corner, &area.polygon))
                    || area
                        .polygon
                        .iter()
                        .any(|corner| quad.pose.to_local(*corner).abs().cmplt(quad.half).all())
            });
            assert!(
                blocked.is_none(),
                "{} stands on {}",
                blocked.map_or("", |(_, unit, _)| &unit.id),
                area.id
            );
        }
    }
    // Changed in set-up and saved, it is the battle that it was.
    let files = Draft::of(scenario.clone()).files().into_iter().map(|file| (file.path, file.text));
    let (again, _) =
        read(&scenario.id, &InMemory(files.collect()), &Layouts).expect("what is written is read");
    assert_eq!(again, *scenario);
}

#[test]
fn the_brigade_action_has_every_arm_once_or_more() {
    let scenario = load(BATTLES[0]);
    check(&scenario);
    assert_eq!((scenario.turns, &*scenario.clock(1), scenario.first), (12, "10:00", Some(Side(0))));
    let [french, prussian] = ["Morel", "Kranz"].map(|leader| army(&scenario, leader));
    assert_eq!(totals(french), [8, 2, 2, 3, 120, 276]);
    assert_eq!(totals(prussian), [8, 2, 2, 3, 120, 268]);
    assert_eq!((count(french, "inf", "guard"), count(prussian, "inf", "landwehr")), (1, 2));
    let marked = |army: &Army, mark: &str| army.units().filter(|unit| unit.marks.contains(mark)).count();
    assert_eq!((marked(french, "green"), marked(prussian, "rifle:1")), (1, 1));
    assert!((nearest(&scenario, |_| true) - 7.0).abs() < 1e-3);
    assert_eq!(scenario.unit_starts["P05"].inside, BTreeMap::from([("B1".to_owned(), 1)]));
    let kinds: Vec<_> = scenario.objectives.iter().map(|one| (one.kind.as_deref(), one.points)).collect();
    assert_eq!(
        kinds,
        [("ground", 3), ("ground", 1), ("ground", 1), ("breakpoint", 0)].map(|(k, p)| (Some(k), p))
    );
}

#[test]
fn the_worked_example_is_two_lines_four_inches_apart() {
    let scenario = load(BATTLES[1]);
    check(&scenario);
    assert_eq!((scenario.first, scenario.ground.areas.len()), (Some(Side(0)), 0));
    assert_eq!(nearest(&scenario, |_| true), 4.0);
    assert_eq!(scenario.starts["A"], Start::Deployed(Pose::at(24.0, 8.0, 0.0)));
    assert!(scenario.unit_starts.values().all(|start| start.formation.as_deref() == Some("line")));
}
