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
        "feature 1 \"Bois\": holes in an area (filled: draw what lies in them over it)",
        "1 feature is no ground: 1 amenity (left out)",
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

#[test]
fn what_makes_no_ground_is_told_with_what_would() {
    let home = tempfile::tempdir().expect("a folder");
    let trials: [(&str, &[&str], &str); 7] = [
        (MAP, &[], "--size is missing: say how large the table is in inches"),
        (MAP, &["--size", "72"], "--size 72: write 4 to 240 inches"),
        (MAP, &["--size=72x48", "--fit", "4,50=1,1"], "give it twice"),
        (MAP, &["--size=72x48", "--fit", "here=1,1", "--fit", "4,50=1,1"], "--fit here=1,1: write a place"),
        (MAP, &["--size=72x48", "--metres-per-inch", "0"], "the scale is no number above 0"),
        (MAP, &["--size=72x48", "--coordinates", "inches"], "nothing of the map lies on the table"),
        ("{\"type\": ", &["--size=72x48"], "map.geojson:1:9: error: the file cannot be read as GeoJSON"),
    ];
    for (map, more, wanted) in trials {
        let (done, said, err) = ground(home.path(), map.as_bytes(), more);
        assert!(!done && said.is_empty() && err.contains(wanted), "{wanted}: {said}{err}");
    }
}
