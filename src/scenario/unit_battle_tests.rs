//! The shipped battles whose units have several stands: they load without a fault, and add up to what their sources say.
//!
//! Their rules lie above this room, so a stand-in lays the units out. Clauses: `epstein:g.8`, `epstein:w.4`, `epstein:w.6`. Units:
//! inches, figures, points in melee.

use std::collections::BTreeMap;

use super::*;
use crate::army::{PieceKind, Unit, UnitProfile};
use data::{InMemory, report};
use table::Body;
use table::body::{Quad, Rect};
use table::measure::point_in_polygon;
use table::pair::QuadPair;

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

    fn piece_kind(&self, _: &str) -> Option<PieceKind> {
        None
    }

    fn profile(&self, _: &str, _: &Unit) -> Option<UnitProfile> {
        None
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

/// Waterloo by the same rules.
fn waterloo() -> Scenario {
    let listed = list(&Embedded);
    let rules_of = |id: &str| &listed.iter().find(|(of, ..)| of == id).expect("it is shipped").2;
    let id =
        listed.iter().find(|(id, _, rules)| id.starts_with("waterloo-") && rules == rules_of(BATTLES[0]));
    load(&id.expect("it is shipped").0)
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

#[test]
fn waterloo_of_brigades_has_the_totals_of_the_print() {
    let scenario = waterloo();
    check(&scenario);
    assert_eq!((scenario.turns, &*scenario.clock(10), scenario.first), (20, "16:00", Some(Side(0))));
    let [french, allied, prussian] =
        ["Napoleon", "Wellington", "Blucher"].map(|leader| army(&scenario, leader));
    assert_eq!(totals(french), [24, 10, 10, 7, 408, 1072]);
    assert_eq!(totals(allied), [21, 10, 7, 5, 360, 892]);
    assert_eq!(totals(prussian), [18, 6, 6, 4, 288, 616]);
    let rows = |army: &Army| {
        ["inf", "cav", "art"].map(|arm| ["line", "guard", "landwehr"].map(|row| count(army, arm, row)))
    };
    assert_eq!(rows(french), [[18, 6, 0], [4, 6, 0], [6, 4, 0]]);
    assert_eq!(rows(allied), [[14, 4, 3], [7, 3, 0], [7, 0, 0]]);
    assert_eq!(rows(prussian), [[9, 0, 9], [5, 0, 1], [6, 0, 0]]);
    let rifles = allied.units().filter(|unit| unit.marks.contains("rifles_1815:1")).map(|unit| &*unit.name);
    assert_eq!(rifles.collect::<Vec<_>>(), ["Adam", "Kempt"]);
    let deployed = scenario.starts.values().filter(|start| matches!(start, Start::Deployed(_))).count();
    assert_eq!((deployed, scenario.starts.len()), (94, 128));
    // Round shot at once, but no canister and no musketry.
    assert!((nearest(&scenario, |_| true) - 6.2).abs() < 1e-3);
    assert!(nearest(&scenario, |unit| unit.class.starts_with("inf")) > 6.0);
}

/// Stands are counted on the ridge by their centres (`epstein:w.4`).
#[test]
fn the_allies_begin_on_the_ridge_and_the_prussians_come_by_corps() {
    let scenario = waterloo();
    let ridge = &scenario.objectives[0];
    assert_eq!(
        (ridge.kind.as_deref(), ridge.held_by, scenario.objectives.len()),
        (Some("ridge"), Some(Side(1)), 1)
    );
    let stands = stands(&scenario);
    let on = stands
        .iter()
        .filter(|(_, unit, quad)| unit.class != "command" && point_in_polygon(quad.pose.at, &ridge.place));
    assert_eq!(on.map(|(side, ..)| *side).collect::<Vec<_>>(), [Side(1); 46]);
    for (turn, entry, arms) in [(9, "E1", [8, 3, 3, 2]), (13, "E1", [6, 1, 2, 1]), (17, "E2", [4, 2, 1, 1])] {
        let comes = |unit: &&Unit| scenario.starts[&unit.id] == Start::Arrives { turn, entry: entry.into() };
        let coming: Vec<&Unit> = army(&scenario, "Blucher").units().filter(comes).collect();
        let of = |arm: &str| coming.iter().filter(|unit| unit.class.starts_with(arm)).count();
        assert_eq!(["inf", "cav", "art", "command"].map(of), arms, "turn {turn}");
    }
    let entries: Vec<_> = scenario.entries.iter().map(|entry| (entry.pose.at.y, entry.spread)).collect();
    assert_eq!(entries, [(37.2, 12.0), (47.4, 8.0)]);
}

/// Everything of the Easy ground times 1.2, but what a level and the works on it do.
#[test]
fn the_ground_of_waterloo_is_that_of_the_smaller_table_drawn_larger() {
    use table::ground::{Rise, Tread, When};
    let [large, small] =
        [waterloo().ground, read("waterloo", &Embedded, &AnyRules).expect("it is shipped").0.ground];
    let scaled = |small: &[Vec2], large: &[Vec2], id: &str| {
        assert_eq!(small.len(), large.len(), "{id}");
        for (one, other) in small.iter().zip(large) {
            assert!((*one * 1.2).distance(*other) < 1e-4, "{id}: {one} and {other}");
        }
    };
    scaled(&[small.size], &[large.size], "size");
    assert_eq!((large.areas.len(), large.lines.len()), (small.areas.len(), small.lines.len()));
    for (one, other) in small.areas.iter().zip(&large.areas) {
        assert_eq!((&one.id, &one.name, one.kind), (&other.id, &other.name, other.kind));
        scaled(&one.polygon, &other.polygon, &one.id);
        match (&one.rise, &other.rise) {
            (Rise::Contour { level: one, .. }, Rise::Contour { level, slope }) => {
                assert_eq!((one, 0.6), (level, *slope));
            }
            (one, other) => assert_eq!(one, other),
        }
    }
    for (one, other) in small.lines.iter().zip(&large.lines) {
        assert_eq!((&one.id, &one.name, one.kind), (&other.id, &other.name, other.kind));
        scaled(&one.points, &other.points, &one.id);
        let width = if one.id == "L6" || one.id == "L7" { 0.5 } else { one.width * 1.2 };
        assert!((width - other.width).abs() < 1e-5, "{}", one.id);
    }
    for (one, other) in small.crossings.iter().zip(&large.crossings) {
        assert_eq!((&one.id, one.kind, &one.over), (&other.id, other.kind, &other.over));
        scaled(&[one.at], &[other.at], &one.id);
    }
    let area = |id: &str| large.areas.iter().find(|area| area.id == id).expect("it is there");
    let line = |id: &str| large.lines.iter().find(|line| line.id == id).expect("it is there");
    let rough = ["W1", "G1", "G2", "G3", "G4", "G5", "G6"].map(|id| area(id).rough == When::Always);
    assert_eq!(rough, [true, false, false, true, true, true, false]);
    assert!(["L1", "L5", "L8", "K1", "K2", "K3", "K5"].iter().all(|id| line(id).hard_cover));
    assert!(["L2", "L3", "L4", "K4", "K6"].iter().all(|id| !line(id).hard_cover));
    assert_eq!(line("K4").obstacle_to, [Tread::Horse, Tread::Wheels]);
    assert!(large.lines.iter().all(|line| line.barred_to.is_empty() && !line.blocks_sight));
    let stands = large.areas.iter().filter_map(|area| area.terms.get("capacity")?.parse::<u32>().ok());
    assert_eq!((stands.clone().count(), stands.sum::<u32>()), (15, 26));
    assert_eq!(area("B18").terms["sides"], "0,1,3,4");
}
