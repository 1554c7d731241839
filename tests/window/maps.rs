//! Maps that come in: what was changed is told, and one that is not in inches of the table is fitted, with a preview.

use std::fs;

use egui::{Key, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use table::Vec2;
use table::ground::{AreaKind, Ground};
use window::{Begin, Command, Habit, SetUpAct as Act, Window};

use super::harness::{command, draft, has, press, settle, spin, wait_for, window_of};
use super::setup::empty_table;

/// An empty table of 72 by 48 inches, in a window of the smallest usual size.
fn table() -> Harness<'static, Window> {
    let mut window = window_of(Habit::Rolled, [1280.0, 800.0]);
    command(&mut window, Command::Make(Act::Begin(Begin::Empty(empty_table(72.0, 48.0)))));
    window
}

fn ground<'w>(window: &'w Harness<'_, Window>) -> &'w Ground {
    &draft(window).scenario().ground
}

fn map(text: &str) -> Command {
    let notices = vec!["It was read as Windows-1252".to_owned()];
    Command::Make(Act::Ground { path: "map.geojson".into(), text: text.to_owned(), notices })
}

/// Between two hamlets near Waterloo, as overpass turbo exports it: the second lies 4 km east and 2 km north of the first.
const WATERLOO: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"@id": "way/1", "landuse": "forest", "name": "Bois de Bossu"}, "geometry":
        {"type": "Polygon", "coordinates": [[[4.400,50.665],[4.420,50.664],[4.424,50.672],[4.412,50.676],[4.400,50.665]]]}},
    {"type": "Feature", "properties": {"@id": "way/2", "highway": "secondary", "bridge": "yes"}, "geometry":
        {"type": "LineString", "coordinates": [[4.390,50.655],[4.41,50.668],[4.460,50.690]]}},
    {"type": "Feature", "properties": {"@id": "way/3", "waterway": "river"}, "geometry":
        {"type": "LineString", "coordinates": [[4.43,50.655],[4.44,50.68],[4.43,50.69]]}},
    {"type": "Feature", "properties": {"@id": "node/4", "place": "hamlet", "name": "Lasne"}, "geometry":
        {"type": "Point", "coordinates": [4.394,50.658]}},
    {"type": "Feature", "properties": {"@id": "node/5", "place": "hamlet", "name": "Ohain"}, "geometry":
        {"type": "Point", "coordinates": [4.4506,50.676]}},
    {"type": "Feature", "properties": {"@id": "node/6", "amenity": "pub", "name": "Le 1815"}, "geometry":
        {"type": "Point", "coordinates": [4.41,50.67]}}]}"#;

#[test]
fn a_map_that_is_not_in_inches_is_fitted_by_a_scale() {
    let mut window = table();
    command(&mut window, map(WATERLOO));
    for said in [
        "Fit the map to the table",
        "it goes from 4.390 to 4.460 east and from 50.655 to 50.690 north",
        "1 feature is no ground: 1 amenity=pub (feature 6) (left out)",
        "It was read as Windows-1252",
        "The table is 5.8 by 3.9 km, 81 m to the inch",
    ] {
        assert!(has(&window, said), "{said}");
    }
    assert!(ground(&window).areas.is_empty(), "it waits to be taken in");
    spin(&mut window, "metres to the inch", "40");
    assert!(has(&window, "40 m to the inch"));
    assert!(
        has(&window, "Over the edge of the table (cut off there)")
            || has(&window, "over the edge of the table")
    );
    press(&mut window, "The whole map");
    press(&mut window, "Take it in");
    assert!(!has(&window, "Fit the map to the table"));
    assert!(has(&window, "Come in: 1 area, 2 lines, 1 crossing, 2 names"));
    let ground = ground(&window);
    assert_eq!((ground.areas[0].kind, ground.lines.len(), ground.crossings.len()), (AreaKind::Woods, 2, 1));
    let on_table = |at: &Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(Vec2::new(72.0, 48.0)).all();
    assert!(ground.lines.iter().all(|line| line.points.iter().all(on_table)));
    press(&mut window, "Undo");
    assert!(self::ground(&window).areas.is_empty());
}

#[test]
fn a_map_is_fitted_by_two_places_and_can_be_left() {
    let mut window = table();
    command(&mut window, map(WATERLOO));
    window.get_by_role_and_label(Role::RadioButton, "Two points").click();
    window.run_steps(3);
    // North on the map is west on the table, 100 m to the inch.
    assert!(window.query_by_role_and_label(Role::ComboBox, "Place 1: Lasne").is_some());
    for (label, inches) in [
        ("Place 1 on the table, inches east", "40"),
        ("Place 1 on the table, inches north", "4"),
        ("Place 2 on the table, inches east", "20"),
        ("Place 2 on the table, inches north", "44"),
    ] {
        spin(&mut window, label, inches);
    }
    assert!(has(&window, "100 m to the inch"));
    press(&mut window, "Take it in");
    let labels: Vec<(&str, Vec2)> =
        ground(&window).labels.iter().map(|label| (&*label.text, label.at)).collect();
    assert_eq!(labels, [("Lasne", Vec2::new(40.0, 4.0)), ("Ohain", Vec2::new(20.0, 44.0))]);
    // What is no fit is told, and nothing can be taken in; Escape leaves the table as it is.
    command(&mut window, map(WATERLOO));
    window.get_by_role_and_label(Role::RadioButton, "Two points").click();
    window.run_steps(3);
    window.get_by_role_and_label(Role::ComboBox, "Place 2: Ohain").click();
    window.run_steps(3);
    press(&mut window, "Lasne");
    assert!(has(&window, "Two of the points are one, on the map or on the table"));
    press(&mut window, "Take it in");
    assert!(has(&window, "Fit the map to the table"));
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(!has(&window, "Fit the map to the table"));
    assert_eq!(ground(&window).labels.len(), 2);
}

#[test]
fn degrees_that_would_lie_on_the_table_are_asked_about_and_inches_with_many_digits_are_not() {
    let mut window = table();
    let tile = |said: &str, west: f64, south: f64, span: f64| {
        let (east, north) = (west + span, south + span);
        format!(
            r#"{{"type": "Feature", "properties": {said}, "geometry": {{"type": "Polygon", "coordinates":
                [[[{west},{south}],[{east},{south}],[{east},{north}],[{west},{south}]]]}}}}"#
        )
    };
    command(&mut window, map(&tile(r#"{"landuse": "forest"}"#, 8.6, 44.87, 0.06)));
    assert!(has(&window, "Fit the map to the table") && has(&window, "139 m to the inch"));
    press(&mut window, "Leave it");
    command(&mut window, map(&tile(r#"{"kind": "Woods"}"#, 8.612_345, 44.871_234, 1.0)));
    assert!(has(&window, "Ground has come in"));
    assert!(ground(&window).areas[0].polygon[0].distance(Vec2::new(8.61, 44.87)) < 0.01);
}

#[test]
fn what_is_changed_of_a_map_in_inches_is_told_as_it_comes_in() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = table();
    let file = home.path().join("wood.ndjson");
    let lines = [
        r#"{"type": "Feature", "properties": {"kind": "Woods"}, "geometry": {"type": "Polygon", "coordinates":
            [[[1,1],[9,1],[9,9],[1,1]],[[5,2],[6,2],[6,3],[5,2]]]}}"#
            .replace('\n', " "),
        r#"{"type": "Feature", "properties": {"kind": "Lane", "name": "Chauss"#.to_owned(),
    ];
    let mut bytes = lines.join("\n").into_bytes();
    // As old programs write it.
    bytes
        .extend(b"\xe9e\"}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [[1, 9], [80, 9]]}}\n");
    fs::write(&file, &bytes).expect("a file can be written");
    command(&mut window, Command::Make(Act::ReadGround(file)));
    wait_for(&mut window, "Fit the map to the table");
    assert!(has(&window, "The coordinates are"), "it reaches far beyond the table");
    assert!(has(&window, "Feature 2 \"Chaussée\": over the edge of the table (cut off there)"));
    press(&mut window, "Leave it");
    // On the table nothing is asked, and everything told.
    let text = lines[0].clone();
    command(&mut window, map(&text));
    for said in ["Ground has come in", "Feature 1: holes in an area (filled", "It was read as Windows-1252"] {
        assert!(has(&window, said), "{said}");
    }
    press(&mut window, "Go on");
    settle(&mut window);
    assert_eq!(ground(&window).areas.len(), 1);
}
