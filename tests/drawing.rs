//! The shipped maps as they are drawn: names stay clear of each other, ways run where the hexes say, zones lie about their own army.

use std::collections::BTreeSet;

use desk::{Beginning, DiceFrom, Game, Library};
use drawing::hex::{Arm, Condition, Counter, HexSheet, Lie, Ways};
use drawing::letters::{drawn_size, figure_height, line_size, set_size};
use drawing::overlay::{zone_ink, zone_wash};
use drawing::shape::{Span, bounds, shared, spread};
use drawing::{
    ArmyColour, Around, Ink, Lettering, Mark, NAMES_OVER, ScenePiece, drawn_ground_marks, flag_box,
    flag_foot, ground_marks, name_marks, paper_marks,
};
use game::Viewer;
use games::Games;
use hexes::{Hex, HexMap, Mark as OnSide};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded};
use table::Vec2;
use table::ground::{AreaKind, Ground, Label, LineKind};
use table::measure::{nearest_point_of_line, point_in_polygon};

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
        let marks = name_marks(ground, Around::default(), scale).under;
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
        assert_eq!(marks, name_marks(ground, Around::default(), scale).under, "the same every time");
    }
}

#[test]
fn names_of_marengo_stay_clear_of_each_other_and_on_the_sheet() {
    let sheet = HexSheet::new(&marengo(), 1);
    let counters = [1111, 1312, 1411, 1412, 2005].map(|hex| Counter {
        id: hex,
        hex: Some(Hex(hex)),
        side: 0,
        colour: ArmyColour::Blue,
        arm: Arm::Infantry,
        designation: "44".into(),
        strength: 5,
        movement: 4,
        condition: Condition::default(),
        faces: None,
    });
    for scale in [11.0, 16.0, 19.0, 30.0, 60.0, 120.0] {
        // Each keeps its places: those whose places are all covered are written over the counters.
        let written = || {
            let names = sheet.names(&counters, scale);
            [&names.under[..], &names.over].concat()
        };
        let marks = written();
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
        assert_eq!(marks, written(), "the same every time");
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

/// Every battle of the program as it begins.
fn battles() -> impl Iterator<Item = (String, Box<dyn Game>)> {
    let games = Games::default();
    let library = Library::embedded(&games);
    library.scenarios().into_iter().map(move |(id, _, rules)| {
        let beginning = Beginning { scenario: id.clone(), seed: Some(7), ..Beginning::default() };
        let rules = games.of(&rules).expect("its rules are in the program");
        let (game, _) = rules.begin(&library, &library, beginning).expect("it begins");
        (id, game)
    })
}

/// What is drawn as the ground that an army controls lies about pieces of that army: as the battles begin, with the armies apart.
#[test]
fn zones_of_control_lie_about_their_own_army() {
    let mut drawn = 0;
    for (id, game) in battles() {
        if !game.overlays().iter().any(|overlay| overlay.title == "Zones of control") {
            continue;
        }
        let stage = game.stage(Viewer::Referee);
        for mark in game.overlay("zones", None, None, Viewer::Referee) {
            // Half as wide as a zone and the stand or hex in its middle.
            let around = spread((mark.bounds().0 + mark.bounds().1) / 2.0, Vec2::splat(3.0));
            let is_near = |piece: &&ScenePiece| shared(around, bounds(&piece.outline)) > 0.0;
            let near = stage.pieces.iter().filter(is_near).filter_map(|piece| piece.colour);
            let inks: Vec<Ink> = near.flat_map(|colour| [zone_ink(colour), zone_wash(colour)]).collect();
            assert!(mark.ink().is_some_and(|ink| inks.contains(&ink)), "{id}: {mark:?} is beside {inks:?}");
            drawn += 1;
        }
    }
    assert!(drawn > 1000, "only {drawn} marks are drawn");
}

/// Points all over words as they are drawn, turned or upright.
fn inked(word: &Lettering, scale: f32) -> impl Iterator<Item = Vec2> + use<> {
    let half = drawn_size(word, scale) / scale / 2.0;
    let (at, along) = (word.at, Vec2::from_angle(word.turn));
    let (columns, rows) = (40, 6);
    (0..=columns).flat_map(move |column| (0..=rows).map(move |row| (column, row))).map(
        move |(column, row)| {
            let share = Vec2::new(column as f32 / columns as f32, row as f32 / rows as f32) * 2.0 - 1.0;
            at + along * share.x * half.x + along.perp() * share.y * half.y
        },
    )
}

/// No name that is drawn under the pieces is hidden by one; those over them have a halo. How many are over them, and how many there
/// are.
fn check_names(game: &dyn Game, scale: f32, place: &str) -> (usize, usize) {
    let viewer = Viewer::Referee;
    let stage = game.stage(viewer);
    let order = |name: &str| stage.layers.iter().position(|layer| layer.name == name);
    assert!(order("names") < order("pieces") && order("pieces") < order(NAMES_OVER), "{place}");
    let under = game.layer("names", scale, viewer);
    for (word, _) in words(&under, scale) {
        let hides = |piece: &&ScenePiece| {
            let (low, high) = bounds(&piece.outline);
            let near = |at: &Vec2| at.cmpge(low).all() && at.cmple(high).all();
            inked(word, scale).filter(near).any(|at| point_in_polygon(at, &piece.outline))
        };
        let over = stage.pieces.iter().find(hides).map(|piece| &piece.spoken);
        assert_eq!(over, None, "{place}, at {scale}: lies on {}", word.text);
    }
    let over = game.layer(NAMES_OVER, scale, viewer);
    for (word, _) in words(&over, scale) {
        assert!(word.halo.is_some(), "{place}: {} has no halo", word.text);
        let twice =
            words(&under, scale).iter().any(|(other, _)| other.text == word.text && other.at == word.at);
        assert!(!twice, "{place}: {} is written twice", word.text);
    }
    (words(&over, scale).len(), words(&over, scale).len() + words(&under, scale).len())
}

#[test]
fn no_name_loses_a_letter_under_a_stand() {
    let mut choose = ChaCha8Rng::seed_from_u64(17);
    for (id, mut game) in battles() {
        let (mut touch, mut names) = (0, 0);
        for scale in [12.0, 18.0, 23.0, 40.0] {
            let (over, all) = check_names(&*game, scale, &id);
            assert!(over * 2 <= all, "{id}, at {scale}: {over} of {all} names lie over stands as it begins");
        }
        for order in 1..=60 {
            let offers = game.open_to(Viewer::Referee).offers;
            if offers.is_empty() {
                break;
            }
            let offer = &offers[choose.random_range(0..offers.len())];
            // What cannot be done as it is offered changes nothing.
            let _ = game.order(&offer.order, DiceFrom::Rolled, Viewer::Referee);
            if order % 20 == 0 {
                let place = format!("{id} after {} orders", game.depth());
                for scale in [12.0, 18.0, 30.0] {
                    check_names(&*game, scale, &place);
                    let (found, all) = touching(&*game, scale);
                    println!("{place}, at {scale}: {} of {all}: {found:?}", found.len());
                    (touch, names) = (touch + found.len(), names + all);
                }
            }
        }
        assert!(game.depth() > 10, "{id} was not played: {}", game.depth());
        // Where stands crowd round a name it may run over one number: in no battle more than one name of fifty.
        assert!(touch * 50 <= names, "{id}: {touch} of {names} names run over numbers");
    }
}

/// The place that a label is the name of: the middle of what is built there, else where the file has it.
fn home(ground: &Ground, label: &Label) -> Vec2 {
    let is_built = |kind: AreaKind| {
        matches!(
            kind,
            AreaKind::Village
                | AreaKind::Buildings
                | AreaKind::Garden
                | AreaKind::Orchard
                | AreaKind::Earthwork
        )
    };
    let areas = ground.areas.iter().filter(|area| is_built(area.kind) && area.name.contains(&label.text));
    let far = |(low, high): &Span| label.at.distance(label.at.clamp(*low, *high));
    let built = areas.map(|area| bounds(&area.polygon)).filter(|span| far(span) < 3.0);
    let nearest = built.min_by(|one, other| far(one).total_cmp(&far(other)));
    nearest.map_or(label.at, |(low, high)| (low + high) / 2.0)
}

/// Zoomed out too: a height that has no room over its top has no name, and a place is the nearest one to its name.
#[test]
fn a_name_stays_with_its_height_and_with_its_place() {
    let (mut heights, mut places) = (0, 0);
    for (id, game) in battles() {
        let Ok((scenario, _)) = scenario::read(&id, &Embedded, &AnyRules) else { continue };
        let ground = &scenario.ground;
        for scale in [7.0, 8.0, 9.0, 10.0, 11.0, 13.0, 15.0, 17.0, 24.0] {
            let mut marks = game.layer("names", scale, Viewer::Referee);
            marks.extend(game.layer(NAMES_OVER, scale, Viewer::Referee));
            for (word, lies) in words(&marks, scale) {
                if let Some(label) = ground.labels.iter().find(|label| label.text == word.text) {
                    let far = |label: &Label| {
                        let home = home(ground, label);
                        home.distance(home.clamp(lies.0, lies.1))
                    };
                    let own = far(label);
                    for other in ground.labels.iter().filter(|other| other.text != label.text) {
                        let strange = far(other);
                        assert!(
                            own <= strange + 0.5,
                            "{id}, at {scale}: {} lies {own} from its place and {strange} from {}",
                            label.text,
                            other.text
                        );
                    }
                    places += 1;
                    continue;
                }
                let height =
                    ground.areas.iter().find(|area| area.kind == AreaKind::Hill && area.name == word.text);
                let Some(height) = height.filter(|_| word.ink == Ink::HillName) else { continue };
                let (low, high) = bounds(&height.polygon);
                let away = word.at.distance((low + high) / 2.0);
                assert!(
                    away <= (high - low).max_element() * 0.25 + 0.01,
                    "{id}, at {scale}: {} is {away} from the middle of it",
                    word.text
                );
                heights += 1;
            }
        }
    }
    assert!(heights > 10 && places > 100, "{heights} heights, {places} places");
}

#[test]
fn names_of_entries_are_the_maps_own_and_clear_of_all_others_and_of_the_neat_line() {
    for (id, entries) in
        [("waterloo", &["Ohain road", "Lasne road"][..]), ("marengo", &[]), ("brigade-action", &[])]
    {
        let (_, game) = battles().find(|(known, _)| known == id).expect("it is in the program");
        let (low, high) = (game.stage(Viewer::Referee).low, game.stage(Viewer::Referee).high);
        for scale in [11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 15.0, 18.0, 23.0, 40.0] {
            let mut marks = game.layer("names", scale, Viewer::Referee);
            marks.extend(game.layer(NAMES_OVER, scale, Viewer::Referee));
            let names = words(&marks, scale);
            for entry in entries {
                let found = names.iter().find(|(word, _)| word.text == *entry);
                let (word, place) = found.unwrap_or_else(|| panic!("{id}, at {scale}: {entry} is missing"));
                assert_eq!(word.ink, Ink::Name);
                assert!(
                    place.0.cmpge(low).all() && place.1.cmple(high).all(),
                    "{entry} is over the neat line"
                );
            }
            let upright: Vec<_> = names.into_iter().filter(|(word, _)| word.turn == 0.0).collect();
            check_apart(&upright, scale);
            let inks = [Ink::Name, Ink::WaterName, Ink::HillName];
            assert!(upright.iter().all(|(word, _)| inks.contains(&word.ink)), "{id}");
        }
    }
}

/// The figures on stands and counters at this many points an inch, each with the box that it takes.
fn figures(game: &dyn Game, scale: f32) -> Vec<(String, Span)> {
    let layers = ["pieces", "signs"].map(|layer| game.layer(layer, scale, Viewer::Referee));
    let boxed = |mark: &Mark| {
        let Mark::Text(word) = mark else { return None };
        let size = set_size(word, scale)?;
        let wide = line_size(&word.text, word.face, size, word.spaced).x;
        let half = Vec2::new(wide, figure_height(word.face) * size) / scale / 2.0;
        let at = word.at + Vec2::new(word.nudge.x, -word.nudge.y) / scale;
        let is_number = word.text.chars().any(|letter| letter.is_ascii_digit());
        is_number.then(|| (word.text.clone(), spread(at, half)))
    };
    layers.iter().flatten().filter_map(boxed).collect()
}

/// Names that run over a number of a stand, each with that number, and how many names there are.
fn touching(game: &dyn Game, scale: f32) -> (Vec<String>, usize) {
    let figures = figures(game, scale);
    let mut marks = game.layer("names", scale, Viewer::Referee);
    marks.extend(game.layer(NAMES_OVER, scale, Viewer::Referee));
    let names = words(&marks, scale);
    let mut found = Vec::new();
    for (word, _) in &names {
        let run_over = |(_, (low, high)): &&(String, Span)| {
            inked(word, scale).any(|at| at.cmpge(*low).all() && at.cmple(*high).all())
        };
        if let Some((number, _)) = figures.iter().find(run_over) {
            found.push(format!("{} over {number}", word.text));
        }
    }
    (found, names.len())
}

#[test]
fn names_and_numbers_of_stands_can_both_be_read() {
    for (id, game) in battles() {
        for scale in [11.0, 12.0, 16.0, 24.0, 40.0] {
            let (found, all) = touching(&*game, scale);
            println!("{id}, at {scale}: {} of {all}: {found:?}", found.len());
            assert!(all > 0 || id == "worked-example", "{id} has names");
            // In the midst of an army it is as clear as it can be.
            let amid = |found: &&String| !(id == "marengo-naw" && found.starts_with("Porta Marengo"));
            assert_eq!(found.iter().filter(amid).count(), 0, "{id}, at {scale}: {found:?}");
        }
    }
}

#[test]
fn most_names_of_waterloo_find_room_beside_the_stands_in_a_small_window() {
    /// Points an inch of the whole table in a window of 1280 by 800.
    const SMALL: f32 = 12.0;
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("it is sound");
    let (_, game) = battles().find(|(known, _)| known == "waterloo").expect("it is in the program");
    let names = |layer: &str| -> Vec<String> {
        let marks = game.layer(layer, SMALL, Viewer::Referee);
        words(&marks, SMALL).into_iter().map(|(word, _)| word.text.clone()).collect()
    };
    let (beside, over) = (names("names"), names(NAMES_OVER));
    let labels = &scenario.ground.labels;
    for label in labels {
        assert!(beside.contains(&label.text) || over.contains(&label.text), "{} is missing", label.text);
    }
    assert!(over.len() * 2 <= labels.len(), "{over:?} of {} lie over stands", labels.len());
}

#[test]
fn a_flag_stays_within_the_neat_line() {
    let size = Vec2::new(40.0, 30.0);
    for corner in [Vec2::ZERO, Vec2::new(38.9, 12.0), Vec2::new(38.9, 28.9), Vec2::new(12.0, 29.2)] {
        let place = [corner, corner + Vec2::new(1.0, 0.0), corner + 1.0, corner + Vec2::new(0.0, 1.0)];
        let crowd = [(corner - 3.0, corner + Vec2::new(3.0, 4.0))];
        for taken in [&[][..], &crowd] {
            let (low, high) = flag_box(flag_foot(size, &place, taken));
            assert!(low.cmpge(Vec2::ZERO).all() && high.cmple(size).all(), "{corner}: {low} to {high}");
        }
    }
}

/// What is named by the ground's file and what is named along its course, once each.
#[test]
fn every_water_of_the_battles_is_lettered_once() {
    let mut rivers = 0;
    for (id, _) in battles() {
        let Ok((scenario, _)) = scenario::read(&id, &Embedded, &AnyRules) else { continue };
        for scale in [12.0, 24.0, 40.0] {
            let names = name_marks(&scenario.ground, Around::default(), scale);
            let marks = [names.under, names.over].concat();
            let named = words(&marks, scale);
            let waters = scenario.ground.lines.iter().filter(|line| {
                matches!(line.kind, LineKind::Stream | LineKind::River) && !line.name.is_empty()
            });
            // A water may be drawn in several lines.
            let waters: BTreeSet<&str> = waters.map(|line| line.name.as_str()).collect();
            for water in waters {
                let own = named.iter().filter(|(word, _)| word.text == water);
                let inks: Vec<Ink> = own.map(|(word, _)| word.ink).collect();
                assert_eq!(inks, [Ink::WaterName], "{id}, at {scale}: {water}");
                rivers += 1;
            }
        }
    }
    assert!(rivers > 6, "there are waters: {rivers}");
}

/// What is drawn on a table lies over a picture that is laid on its paper: both parts make up the whole.
#[test]
fn the_ground_is_parted_into_its_paper_and_all_that_is_drawn_on_it() {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("it is sound");
    let (paper, drawn) = (paper_marks(scenario.ground.size), drawn_ground_marks(&scenario.ground));
    assert_eq!([&paper[..], &drawn].concat(), ground_marks(&scenario.ground));
    let has = |marks: &[Mark], ink: Ink| marks.iter().any(|mark| mark.ink() == Some(ink));
    assert!(has(&paper, Ink::Paper) && !has(&drawn, Ink::Paper), "the paper would hide the picture");
    for ink in [Ink::Woods, Ink::WaterLine, Ink::Road, Ink::Building] {
        assert!(has(&drawn, ink) && !has(&paper, ink), "{ink:?} would lie under the picture");
    }
}
