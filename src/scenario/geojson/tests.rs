//! Maps as programs write them, and where their features come to lie.

use super::*;
use data::Faults;
use table::ground::{Ground, Rise};

const TABLE: Vec2 = Vec2::new(36.0, 24.0);

fn feature(properties: &str, shape: &str, coordinates: &str) -> String {
    format!(
        r#"{{"type": "Feature", "properties": {properties},
            "geometry": {{"type": "{shape}", "coordinates": {coordinates}}}}}"#
    )
}

fn collection(features: &[String]) -> String {
    format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, features.join(", "))
}

/// As it is on the table, with all that was told.
fn laid(text: &str) -> Result<(Ground, Vec<String>), Faults> {
    let map = read_map("map.geojson", text)?;
    let (ground, warnings) = map.ground(TABLE, &Fit::usual(map.coordinates(TABLE, false)))?;
    Ok((ground, map.warnings.iter().chain(&warnings).map(ToString::to_string).collect()))
}

fn read(features: &[String]) -> Result<(Ground, Vec<String>), Faults> {
    laid(&collection(features))
}

fn sound(features: &[String]) -> (Ground, String) {
    let (ground, told) = read(features).expect("it can be read");
    (ground, told.join("\n"))
}

fn check_told(told: &str, all: &[&str]) {
    for said in all {
        assert!(told.contains(said), "{said} is not in {told}");
    }
}

const WOOD: &str = "[[[1,1],[4,1],[4,5],[1,1]]]";

#[test]
fn polygons_lines_and_points_become_ground_of_their_kinds() {
    let (ground, told) = sound(&[
        feature(r#"{"KIND": "woods", "Name": "Upper wood"}"#, "Polygon", WOOD),
        feature(
            r#"{"kind": "Hill", "level": "2", "slope": "1,5"}"#,
            "Polygon",
            "[[[10,1],[14,1],[14,5],[10,1]]]",
        ),
        feature(r#"{"kind": "stream"}"#, "LineString", "[[0,12],[36,12]]"),
        feature(r#"{"kind": "paved-road", "width": 0.5}"#, "LineString", "[[18,0],[18,24]]"),
        feature(r#"{"kind": "Bridge"}"#, "Point", "[18.1,12.2]"),
        feature(r#"{"name": "Lesnes"}"#, "Point", "[20,15]"),
    ]);
    assert_eq!(told, "");
    let woods = &ground.areas[0];
    assert_eq!((woods.kind, &*woods.name, woods.polygon.len()), (AreaKind::Woods, "Upper wood", 3));
    assert!(woods.blocks_sight);
    assert_eq!(ground.areas[1].rise, Rise::Contour { level: 2, slope: 1.5 });
    assert_eq!((ground.lines[1].kind, ground.lines[1].width), (LineKind::PavedRoad, 0.5));
    assert_eq!(ground.crossings[0].over, ground.lines[0].id, "a bridge is over the water, not the road");
    assert_eq!(ground.labels[0].text, "Lesnes");
}

#[test]
fn all_faults_are_told_in_one_go_each_kind_once_and_nothing_is_taken_in() {
    let mut features = vec![feature(r#"{"kind": "wods"}"#, "Polygon", WOOD); 300];
    features.extend([
        feature(r#"{"kind": "Slope", "name": "Bank"}"#, "Polygon", WOOD),
        feature(r#"{"kind": "Lane"}"#, "LineString", "[[4.36,50.64],[1e300,5]]"),
        feature("null", "LineString", "[[1,1],[2,2]]"),
        feature(r#"{"kind": "Hill", "level": "high"}"#, "Polygon", WOOD),
        feature(r#"{"kind": "Woods"}"#, "LineString", "[[1,1],[2,2]]"),
        feature(r#"{"kind": "Woods"}"#, "Polygon", "[[[1,1],[2,2]]]"),
        feature(r#"{"kind": "Woods"}"#, "Polygon", "[1,1]"),
    ]);
    let faults = read(&features).expect_err("it has faults");
    assert_eq!(faults.0.len(), 8, "{faults}");
    check_told(
        &faults.to_string(),
        &[
            "features 1, 2, 3 and 297 more: there is no kind \"wods\" of an area (did you mean \"Woods\"?",
            "feature 301 \"Bank\": the slope does not say which way is up",
            "feature 302: a place that lies nowhere on earth",
            "feature 303: a line without the property \"kind\" (accepted: Stream",
            "map.geojson:304:80: error: feature 304: \"level\" is \"high\" (write a number from 1 to 9)",
            "feature 305: Woods is a kind of area, and this is a line that is not closed",
            "feature 306: too few points for an area: 2",
            "feature 307: a shape that cannot be read",
        ],
    );
    let off_line = read(&[
        feature(r#"{"kind": "Ford"}"#, "Point", "[20,15]"),
        feature(r#"{"name": "x"}"#, "Point", "[1,1]"),
    ]);
    check_told(&off_line.expect_err("no line").to_string(), &["feature 1: a crossing that lies on no line"]);
    for (text, told) in [
        ("{", "map.geojson:1:1: error: the file cannot be read as GeoJSON"),
        ("", "the file is empty"),
        ("7", "a value that is no feature"),
        (
            r#"{"type": "Topology", "arcs": []}"#,
            "the file has a \"Topology\", which is no feature (export the map as",
        ),
        (r#"{"type": "Point", "coordinates": [1, 2]}"#, "a shape without properties"),
        (r#"{"type": "FeatureCollection", "features": []}"#, "there is no ground in the file"),
    ] {
        check_told(&laid(text).expect_err(text).to_string(), &[told]);
    }
}

#[test]
fn features_are_read_however_they_are_strung_together() {
    let (a, b) = (
        feature(r#"{"kind": "Woods"}"#, "Polygon", WOOD).replace('\n', " "),
        feature(r#"{"kind": "Lane"}"#, "LineString", "[[1,9],[30,9]]").replace('\n', " "),
    );
    let collected = collection(&[a.clone(), b.clone()]);
    for text in [
        collected.clone(),
        format!("{a}\n{b}\n"),
        format!("\u{1e}{a}\n\u{1e}{b}\n"),
        format!("[{a}, {b}]"),
        format!(r#"{{"type": "FeatureCollection", "features": [{collected}]}}"#),
    ] {
        let (ground, told) = laid(&text).expect("it can be read");
        assert_eq!((ground.areas.len(), ground.lines.len(), told.len()), (1, 1, 0), "{text}");
    }
    let torn = laid(&format!("{a}\n{b}\n{{\"type\": ")).expect_err("it is torn").to_string();
    check_told(&torn, &["map.geojson:3:"]);
}

#[test]
fn collections_of_shapes_are_read_however_deep() {
    let shape = |of: &str, coordinates: &str| format!(r#"{{"type": "{of}", "coordinates": {coordinates}}}"#);
    let collected =
        |all: &[String]| format!(r#"{{"type": "GeometryCollection", "geometries": [{}]}}"#, all.join(","));
    let mut deep = collected(&[
        shape("Polygon", WOOD),
        shape("MultiPolygon", "[[[[9,1],[12,1],[12,5],[9,1]]], [[[9,9],[12,9],[12,14],[9,9]]]]"),
    ]);
    for _ in 0..20 {
        deep = collected(&[deep]);
    }
    let with = format!(r#"{{"type": "Feature", "properties": {{"kind": "Woods"}}, "geometry": {deep}}}"#);
    let (ground, told) = sound(&[with]);
    assert_eq!((ground.areas.len(), told.as_str()), (3, ""));
    let whole = collected(&[collection(&[feature(r#"{"kind": "Marsh"}"#, "Polygon", WOOD)])]);
    let (ground, _) = sound(&[format!(r#"{{"type": "Feature", "properties": null, "geometry": {whole}}}"#)]);
    assert_eq!(ground.areas[0].kind, AreaKind::Marsh, "features where shapes belong");
}

#[test]
fn what_is_changed_on_the_way_is_said() {
    let (ground, told) = sound(&[
        feature(
            r#"{"kind": "Marsh"}"#,
            "Polygon",
            "[[[1,1],[9,1],[9,9],[1,1]],[[5,2],[6,2],[6,3],[5,2]],[[7,2],[8,2],[8,3],[7,2]]]",
        ),
        feature(r#"{"kind": "Woods"}"#, "LineString", "[[1,1],[9,1],[9,9],[1,1]]"),
        feature(r#"{"kind": "Wall"}"#, "Polygon", "[[[1,1],[9,1],[9,9],[1,1]]]"),
        r#"{"type": "Feature", "properties": {"kind": "Woods"}, "geometry": null}"#.to_owned(),
        feature("{}", "Point", "[1,1]"),
        feature(r#"{"kind": "Lane"}"#, "LineString", "[[30,9],[36.5,9]]"),
        feature(r#"{"name": "Off"}"#, "Point", "[36.5,9]"),
    ]);
    assert_eq!((ground.areas.len(), ground.lines.len(), ground.labels.len()), (2, 2, 0));
    assert_eq!(ground.lines[0].points.first(), ground.lines[0].points.last());
    assert_eq!(ground.lines[1].points[1], Vec2::new(36.0, 9.0));
    check_told(
        &told,
        &[
            "warning: feature 1: holes in an area (filled: draw what lies in them over it)",
            "feature 2: a closed line of the kind Woods (taken as an area)",
            "feature 3: an area of the kind Wall (its edge is taken as the line)",
            "feature 4: no shape (left out)",
            "feature 5: a point without a name (left out)",
            "feature 6: over the edge of the table (cut off there)",
            "feature 7 \"Off\": off the table (left out)",
        ],
    );
}

/// Around Hougoumont, as overpass turbo writes it.
fn hougoumont() -> Vec<String> {
    vec![
        feature(
            r#"{"@id": "way/1", "landuse": "forest", "name": "Bois d'Hougoumont"}"#,
            "Polygon",
            "[[[4.392,50.667],[4.396,50.667],[4.396,50.670],[4.392,50.670],[4.392,50.667]]]",
        ),
        feature(
            r#"{"@id": "way/2", "waterway": "stream"}"#,
            "LineString",
            "[[4.390,50.6655],[4.410,50.6655]]",
        ),
        feature(
            r#"{"@id": "way/3", "highway": "secondary", "bridge": "yes", "width": "8"}"#,
            "LineString",
            "[[4.40,50.66],[4.40,50.68]]",
        ),
        feature(
            r#"{"@id": "node/4", "place": "hamlet", "name": "Mont-Saint-Jean"}"#,
            "Point",
            "[4.402,50.675]",
        ),
        feature(r#"{"@id": "node/5", "amenity": "pub", "name": "Le 1815"}"#, "Point", "[4.402,50.676]"),
        feature(r#"{"@id": "node/6", "amenity": "bench"}"#, "Point", "[4.402,50.676]"),
        feature(r#"{"@id": "way/7", "power": "line"}"#, "LineString", "[[4.39,50.66],[4.41,50.68]]"),
        feature(r#"{"@id": "way/8"}"#, "LineString", "[[4.39,50.66],[4.41,50.68]]"),
        feature(
            r#"{"@id": "way/9", "barrier": "wall"}"#,
            "Polygon",
            "[[[4.393,50.670],[4.396,50.670],[4.396,50.672],[4.393,50.670]]]",
        ),
        feature(
            r#"{"@id": "way/10", "natural": "scrub"}"#,
            "LineString",
            "[[4.404,50.670],[4.408,50.670],[4.408,50.672],[4.404,50.670]]",
        ),
        feature(
            r#"{"@id": "way/11", "building": "yes"}"#,
            "Polygon",
            "[[[4.3940,50.6702],[4.3941,50.6702],[4.3941,50.6703],[4.3940,50.6702]]]",
        ),
    ]
}

#[test]
fn what_openstreetmap_knows_is_ground_or_is_counted() {
    let map = read_map("map.geojson", &collection(&hougoumont())).expect("it can be read");
    assert_eq!(map.coordinates(TABLE, false), Coordinates::Degrees);
    assert!(!map.is_of_table(TABLE));
    assert_eq!(map.named_points(), [("Mont-Saint-Jean", DVec2::new(4.402, 50.675))]);
    let (ground, laid) = map.ground(TABLE, &Fit::usual(Coordinates::Degrees)).expect("it can lie there");
    let areas: Vec<AreaKind> = ground.areas.iter().map(|area| area.kind).collect();
    assert_eq!(areas, [AreaKind::Woods, AreaKind::Brush]);
    let lines: Vec<LineKind> = ground.lines.iter().map(|line| line.kind).collect();
    assert_eq!(lines, [LineKind::Stream, LineKind::PavedRoad, LineKind::Wall]);
    assert_eq!(ground.lines[1].width, 0.3, "eight metres are no inches");
    let crossing = &ground.crossings[0];
    assert_eq!((ground.crossings.len(), crossing.kind), (1, CrossingKind::Bridge));
    assert_eq!((&crossing.over, &*ground.labels[0].text), (&ground.lines[0].id, "Mont-Saint-Jean"));
    // 2.2 km from south to north on 24 inches; the road is in the middle.
    assert!(crossing.at.distance(Vec2::new(18.0, 6.6)) < 0.05, "{crossing:?}");
    let told: Vec<String> = map.warnings.iter().chain(&laid).map(ToString::to_string).collect();
    check_told(
        &told.join("\n"),
        &[
            "feature 10: a closed line whose tags are those of an area (taken as an area)",
            "4 features are no ground: 1 amenity=bench (feature 6), 1 amenity=pub (feature 5), 1 power=line (feature 7), 1 without a \
             tag that is known (feature 8) (left out)",
            "feature 11: an area too small to be seen at this scale (left out)",
        ],
    );
}

#[test]
fn a_map_is_cut_at_the_edge_of_the_table_and_turned_with_its_slopes() {
    let mut features = hougoumont();
    features.push(feature(
        r#"{"kind": "Slope", "uphill": 90}"#,
        "Polygon",
        "[[[4.398,50.667],[4.402,50.667],[4.402,50.670],[4.398,50.667]]]",
    ));
    let map = read_map("map.geojson", &collection(&features)).expect("it can be read");
    // East of the map is north of the table; 50 m to the inch, so that most lies off it.
    let (a, b) = (DVec2::new(4.40, 50.6655), DVec2::new(4.414_142, 50.6655));
    let way = Way::Points([(a, Vec2::new(18.0, 4.0)), (b, Vec2::new(18.0, 24.0))]);
    let fit = Fit { coordinates: Coordinates::Degrees, way };
    let (ground, told) = map.ground(TABLE, &fit).expect("it can lie there");
    assert!((map.metres_to_the_inch(TABLE, &fit).expect("a scale") - 50.0).abs() < 0.1);
    assert!(ground.crossings[0].at.distance(Vec2::new(18.0, 4.0)) < 0.02);
    let slope = ground.areas.iter().find(|area| area.kind == AreaKind::Slope).expect("it lies on the table");
    let Rise::Toward(heading) = slope.rise else { panic!("{slope:?}") };
    assert!(heading.degrees().min(360.0 - heading.degrees()) < 0.2, "{heading:?}");
    for point in ground
        .areas
        .iter()
        .flat_map(|area| &area.polygon)
        .chain(ground.lines.iter().flat_map(|line| &line.points))
    {
        assert!(point.cmpge(Vec2::ZERO).all() && point.cmple(TABLE).all(), "{point}");
    }
    let told = Faults(told).to_string();
    check_told(&told, &["over the edge of the table (cut off there)", "off the table (left out)"]);
    let away = Fit { coordinates: Coordinates::Inches, way: Way::AsItIs };
    check_told(
        &map.ground(TABLE, &away).expect_err("off it").to_string(),
        &["nothing of the map lies on the table"],
    );
}

#[test]
fn a_file_in_web_mercator_is_known_by_its_name() {
    let crs = r#""crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3857"}}, "features""#;
    let wood = feature(
        r#"{"natural": "wood"}"#,
        "Polygon",
        "[[[485352.9,6555890.1],[496484.9,6555890.1],[496484.9,6569967.5],[485352.9,6555890.1]]]",
    );
    let map =
        read_map("map.geojson", &collection(&[wood]).replace("\"features\"", crs)).expect("it can be read");
    assert_eq!(map.coordinates(TABLE, false), Coordinates::Mercator);
}

proptest::proptest! {
    /// Whatever lies in a map, its ground is sound: nothing off the table, and the reader of terrain files objects to nothing.
    #[test]
    fn ground_that_was_fitted_is_sound(
        corners in proptest::collection::vec((-5.0_f64..40.0, -5.0_f64..40.0), 3..12),
        metres in proptest::option::of(0.5_f64..4.0),
    ) {
        let places: Vec<String> = corners.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
        let closed = format!("[[{},{}]]", places.join(","), places[0]);
        let features = [
            feature(r#"{"kind": "Woods"}"#, "Polygon", &closed),
            feature(r#"{"kind": "Lane"}"#, "LineString", &format!("[{}]", places.join(","))),
        ];
        let map = read_map("map.geojson", &collection(&features)).expect("it can be read");
        let fit = metres.map_or(Fit::usual(Coordinates::Inches), |metres| Fit {
            coordinates: Coordinates::Metres,
            way: Way::Scale(metres),
        });
        if let Ok((mut ground, _)) = map.ground(TABLE, &fit) {
            (ground.id, ground.name) = ("field".to_owned(), "Field".to_owned());
            let crate::write::Written { path, text, .. } = crate::write::ground_file(&ground);
            let read = crate::read_ground("field", &data::InMemory([(path, text)].into()));
            proptest::prop_assert_eq!(read, Ok((ground.clone(), Vec::new())));
            let on_table = |point: &Vec2| point.cmpge(Vec2::ZERO).all() && point.cmple(TABLE).all();
            proptest::prop_assert!(ground.areas.iter().all(|area| area.polygon.iter().all(on_table)));
            proptest::prop_assert!(ground.lines.iter().all(|line| line.points.iter().all(on_table)));
        }
    }
}
