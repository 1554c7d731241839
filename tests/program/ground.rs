//! Maps in GeoJSON that become the ground of a table.

use std::fs;
use std::path::Path;

use super::run;

/// Converts a map; success, what was printed, what was told.
fn ground(home: &Path, bytes: &[u8], more: &[&str]) -> (bool, String, String) {
    let file = home.join("map.geojson");
    fs::write(&file, bytes).expect("it is written");
    let path = file.to_str().expect("plain letters");
    run(home, &[&["convert", path, "--id", "field", "--name", "The field"][..], more].concat())
}

/// A wood with a clearing and a stream near Waterloo, one feature a line.
const MAP: &str = r#"{"type": "Feature", "properties": {"natural": "wood", "name": "Bois"}, "geometry": {"type": "Polygon", "coordinates": [[[4.39, 50.66], [4.40, 50.66], [4.40, 50.67], [4.39, 50.66]], [[4.396, 50.661], [4.398, 50.661], [4.398, 50.663], [4.396, 50.661]]]}}
{"type": "Feature", "properties": {"waterway": "stream"}, "geometry": {"type": "LineString", "coordinates": [[4.37, 50.665], [4.43, 50.665]]}}
{"type": "Feature", "properties": {"amenity": "pub"}, "geometry": {"type": "Point", "coordinates": [4.4, 50.66]}}
"#;

#[test]
fn a_map_becomes_a_terrain_file_and_what_was_changed_is_told() {
    let home = tempfile::tempdir().expect("a folder");
    let (done, said, err) = ground(home.path(), MAP.as_bytes(), &["--size", "72x48"]);
    assert!(done, "{err}");
    for part in ["id: \"field\"", "name: \"The field\"", "size: (72, 48)", "kind: Woods", "kind: Stream"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for part in [
        "map.geojson:1:1: warning: feature 1 \"Bois\": holes in an area (filled: draw what lies in them over it)",
        "1 feature is no ground: 1 amenity=pub (feature 3) (left out)",
        "its coordinates are longitudes and latitudes in degrees, 58.9 m to the inch",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
    let file = home.path().join("terrain/field.ron");
    fs::create_dir_all(file.parent().expect("it has one")).expect("made");
    fs::write(&file, &said).expect("it is written");
    let (done, told, err) = run(home.path(), &["validate", file.to_str().expect("plain letters")]);
    assert!(done, "{told}{err}\n{said}");
    // The same by two places: the stream lies along the table's edge in the west, and comes to the middle of it.
    let fits = ["--size=72x48", "--fit", "4.37,50.665=0,0", "--fit", "4.40,50.665=0,24"];
    let (done, said, err) = ground(home.path(), MAP.as_bytes(), &fits);
    assert!(done && said.contains("(0, 0), (0, 48)"), "{said}{err}");
    let wide: Vec<u8> = format!("\u{feff}{MAP}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (done, _, err) = ground(home.path(), &wide, &["--size", "72x48", "--metres-per-inch", "100"]);
    assert!(done && err.contains("100.0 m to the inch"), "{err}");
}

/// A feature with these properties.
fn feature(properties: &str, shape: &str, coordinates: &str) -> String {
    let shape = format!(r#"{{"type": "{shape}", "coordinates": {coordinates}}}"#);
    format!(r#"{{"type": "Feature", "properties": {properties}, "geometry": {shape}}}"#)
}

#[test]
fn inches_and_degrees_are_told_apart_by_what_features_say_they_are_by() {
    let home = tempfile::tempdir().expect("a folder");
    // Inches with many digits; degrees with few, which would lie on the table.
    let copse = feature(
        r#"{"kind": "Woods"}"#,
        "Polygon",
        "[[[10.123456,10.123456],[11.2,10.1],[11.200001,11.1],[10.123456,10.123456]]]",
    );
    let marengo = feature(r#"{"highway": "primary"}"#, "LineString", "[[8.6,44.87],[8.72,44.93]]");
    let table = feature(r#"{"kind": "Lane"}"#, "LineString", "[[0,0],[36,24]]");
    for (map, more, wanted) in [
        (&copse, &[][..], "inches of the table\n"),
        (&marengo, &[], "longitudes and latitudes in degrees, 138.9 m to the inch"),
        (&marengo, &["--coordinates", "inches"], "inches of the table\n"),
        (&table, &["--metres-per-inch", "0.5"], "metres of a plane, 0.5 m to the inch"),
    ] {
        let (done, _, err) = ground(home.path(), map.as_bytes(), &[&["--size=72x48"], more].concat());
        assert!(done && err.contains(&format!("its coordinates are {wanted}")), "{wanted}: {err}");
    }
}

#[test]
fn a_figure_of_eight_is_two_woods() {
    let home = tempfile::tempdir().expect("a folder");
    let eight = feature(
        r#"{"kind": "Woods", "name": "Copse"}"#,
        "Polygon",
        "[[[-0.001,0],[4,4],[4,0],[-0.001,4],[-0.001,0]]]",
    );
    let (done, said, err) = ground(home.path(), eight.as_bytes(), &["--size=72x48"]);
    assert!(done && said.matches("kind: Woods").count() == 2 && !said.contains("-0"), "{said}{err}");
    let warning = "feature 1 \"Copse\": an area whose edge crosses or touches itself (each of its loops is taken as an area)";
    assert!(err.contains(warning), "{err}");
}

#[test]
fn tunnels_and_culverts_are_left_out() {
    let home = tempfile::tempdir().expect("a folder");
    let map = [
        feature(r#"{"highway": "primary", "tunnel": "yes"}"#, "LineString", "[[8.60,44.87],[8.72,44.93]]"),
        feature(r#"{"waterway": "stream", "tunnel": "culvert"}"#, "LineString", "[[8.61,44.87],[8.7,44.93]]"),
        feature(r#"{"waterway": "stream", "tunnel": "no"}"#, "LineString", "[[8.62,44.87],[8.7,44.93]]"),
    ];
    let (done, said, err) = ground(home.path(), map.join("\n").as_bytes(), &["--size=72x48"]);
    assert!(done && said.contains("Stream") && !said.contains("PavedRoad") && !said.contains("L2"), "{said}");
    assert!(
        err.contains("features 1 and 2: it runs underground, in a tunnel or a culvert (left out)"),
        "{err}"
    );
}

const HILLS: &str = r#"{"type": "Feature", "properties": {"kind": "Hill", "name": "Mill", "level": 12}, "geometry": {"type": "Polygon", "coordinates": [[[1, 1], [9, 1], [9, 9], [1, 1]]]}}
{"type": "Feature", "properties": {"kind": "Stream", "width": 20}, "geometry": {"type": "LineString", "coordinates": [[1, 12], [30, 12]]}}
"#;

#[test]
fn what_makes_no_ground_is_told_with_what_would() {
    let home = tempfile::tempdir().expect("a folder");
    let trials: [(&str, &[&str], &str); 12] = [
        (MAP, &[], "--size is missing: say how large the table is in inches"),
        (MAP, &["--size", "72"], "--size 72: write 4 to 240 inches"),
        (MAP, &["--size=72x48", "--fit", "4,50=1,1"], "give it twice"),
        (MAP, &["--size=72x48", "--fit", "here=1,1", "--fit", "4,50=1,1"], "--fit here=1,1: write a place"),
        (MAP, &["--size=72x48", "--metres-per-inch", "0"], "the scale is no number above 0"),
        (
            MAP,
            &["--size=72x48", "--coordinates", "inches"],
            "map.geojson: error: nothing of the map lies on the table: in its inches the map goes from 4.4 to 4.4 east and from \
             50.7 to 50.7 north, the table from 0 to 72 and from 0 to 48",
        ),
        (
            MAP,
            &["--size=72x48", "--coordinates", "inches"],
            "--metres-per-inch, or --fit given twice, how it lies",
        ),
        (
            MAP,
            &["--size=72x48", "--like", "waterloo"],
            "--like says nothing of a map in GeoJSON: it is for a table of units",
        ),
        (
            MAP,
            &["--size=72x48", "--top", "east"],
            "--top says nothing of a map in GeoJSON: it is for two tables of hexes",
        ),
        (
            HILLS,
            &["--size=72x48"],
            "map.geojson:1:1: error: feature 1 \"Mill\": \"level\" is \"12\" (write a number from 1 to 9)",
        ),
        (
            HILLS,
            &["--size=72x48"],
            "map.geojson:2:1: error: feature 2: \"width\" is \"20\" (write a number from 0 to 12)",
        ),
        ("{\"type\": ", &["--size=72x48"], "map.geojson:1:9: error: the file cannot be read as GeoJSON"),
    ];
    for (map, more, wanted) in trials {
        let (done, said, err) = ground(home.path(), map.as_bytes(), more);
        assert!(!done && said.is_empty() && err.contains(wanted), "{wanted}: {said}{err}");
    }
}
