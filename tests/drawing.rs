//! The shipped maps as they are drawn: names stay clear of each other, ways run where the hexes say.

use drumhead::drawing::hex::{HexSheet, Lie, Ways};
use drumhead::drawing::letters::drawn_size;
use drumhead::drawing::shape::{Span, bounds, shared, spread};
use drumhead::drawing::{Lettering, Mark, name_marks};
use drumhead::hexes::{Hex, HexMap, Mark as OnSide};
use drumhead::scenario::{self, AnyRules, Embedded};
use drumhead::table::Vec2;
use drumhead::table::ground::AreaKind;
use drumhead::table::measure::nearest_point_of_line;

/// The words among the marks, each with the box it takes.
fn words(marks: &[Mark], scale: f32) -> Vec<(&Lettering, Span)> {
    let words = marks.iter().filter_map(|mark| match mark {
        Mark::Text(word) => Some(word),
        _ => None,
    });
    words.map(|word| (word, spread(word.at, drawn_size(word, scale) / scale / 2.0))).collect()
}

/// No two of these words share any paper.
fn check_apart(words: &[(&Lettering, Span)], scale: f32) {
    for (i, (word, place)) in words.iter().enumerate() {
        for (other, there) in &words[i + 1..] {
            let over = shared(*place, *there);
            assert!(over < 0.01, "at {scale}, {} and {} share {over}", word.text, other.text);
        }
    }
}

fn marengo() -> HexMap {
    let (map, _) = scenario::hex::read_map("marengo-spi", &Embedded).expect("the map is sound");
    map
}

#[test]
fn names_of_waterloo_stay_clear_of_each_other_and_of_buildings() {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("it is sound");
    let ground = &scenario.ground;
    for scale in [12.0, 16.0, 24.0, 40.0] {
        let marks = name_marks(ground, &[], &[], scale);
        let names = words(&marks, scale);
        for label in &ground.labels {
            assert!(names.iter().any(|(word, _)| word.text == label.text), "{} is missing", label.text);
        }
        let upright: Vec<_> = names.into_iter().filter(|(word, _)| word.turn == 0.0).collect();
        check_apart(&upright, scale);
        for (word, place) in &upright {
            for area in ground.areas.iter().filter(|area| area.kind == AreaKind::Buildings) {
                let over = shared(*place, bounds(&area.polygon));
                assert!(over < 0.02, "at {scale}, {} covers {over} of {}", word.text, area.name);
            }
        }
        assert_eq!(marks, name_marks(ground, &[], &[], scale), "the same every time");
    }
}

#[test]
fn names_of_marengo_stay_clear_of_each_other_and_on_the_sheet() {
    let sheet = HexSheet::new(&marengo(), 1);
    let occupied = [1111, 1312, 1411, 1412, 2005].map(Hex);
    for scale in [11.0, 16.0, 19.0, 30.0, 60.0, 120.0] {
        let marks = sheet.names(&occupied, scale);
        let names = words(&marks, scale);
        for town in ["Marengo", "Alessandria", "San Giuliano", "Castel Ceriolo", "Pietrabuona"] {
            assert!(names.iter().any(|(word, _)| word.text == town), "at {scale}, {town} is missing");
        }
        check_apart(&names, scale);
        for (word, place) in &names {
            let inside = shared(*place, (Vec2::ZERO, sheet.lie.size));
            let off = (place.1 - place.0).element_product() - inside;
            assert!(off < 0.02, "at {scale}, {} is off", word.text);
        }
        assert_eq!(marks, sheet.names(&occupied, scale), "the same every time");
    }
}

#[test]
fn the_ways_of_marengo_run_through_their_hexes_and_off_the_sheet() {
    let map = marengo();
    let lie = Lie::new(map.grid);
    let ways = Ways::of(&map, &lie);
    let near = |curves: &[Vec<Vec2>], at: Vec2| {
        let distances = curves.iter().map(|curve| nearest_point_of_line(curve, at).distance(at));
        distances.fold(f32::MAX, f32::min)
    };
    for (a, b, on) in map.marked_sides() {
        let curves = match (on.has(OnSide::Road), on.has(OnSide::Trail)) {
            (true, _) => &ways.roads,
            (_, true) => &ways.trails,
            _ => continue,
        };
        let off = near(curves, lie.between(a, b));
        // Half a hexside is 0.577 inches long: through that side, and no other.
        assert!(off < 0.5, "the way from {a} to {b} passes {off} beside their side");
        for hex in [a, b] {
            assert!(near(curves, lie.centre(hex)) < 0.65, "a way leaves {hex} out");
        }
    }
    // The roads that leave the map end on the edge of the sheet (marengo-maps.md: 2325 2401 3912 3925).
    let edge = |p: &Vec2| {
        let (low, high) = (p.min_element(), (lie.size - *p).min_element());
        low.abs() < 1e-2 || high.abs() < 1e-2
    };
    let ends = ways.roads.iter().flat_map(|course| [course.first(), course.last()]).flatten();
    assert_eq!(ends.filter(|p| edge(p)).count(), 4);
}
