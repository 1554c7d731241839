//! Names on the map while a battle is fought: each stays where it is, or goes to another of its few places, and lies nearer to
//! what it is the name of than to any other named place. Units: inches of the table, or of the sheet of the map.

use std::collections::BTreeMap;

use drawing::letters::drawn_size;
use drawing::shape::{Span, bounds, spread};
use drawing::{Ink, Lettering, Mark};
use game::Viewer;
use games::Games;
use scenario::{self, AnyRules, Embedded};
use table::Vec2;

use super::sizes::{battles, begun};

/// As a window of 1280 by 800 shows a whole table and a whole map, in points an inch.
const SCALE: f32 = 17.0;

/// The most places at which a name of each battle is seen while it is fought, and how far from the first of them the farthest is,
/// in inches: what it is today. Names over stands leave their numbers clear, and go near by where one comes.
const SEEN: [(&str, usize, f32); 8] = [
    ("brigade-action", 2, 1.5),
    ("first-steps", 4, 4.3),
    ("marengo", 4, 2.8),
    ("marengo-cb", 8, 7.0),
    ("marengo-naw", 8, 7.0),
    ("waterloo", 3, 5.3),
    ("waterloo-epstein", 4, 3.7),
    ("worked-example", 0, 0.1),
];

/// So many orders of each battle are looked at.
const ORDERS: usize = 150;

/// The places that names belong to.
fn homes(id: &str, stage: &drawing::Stage, names: &[String]) -> BTreeMap<String, Vec<Span>> {
    let mut homes: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    if stage.places.is_empty() {
        let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("it is sound");
        for label in &scenario.ground.labels {
            let areas = scenario.ground.areas.iter().filter(|area| area.name.contains(&label.text));
            let areas = areas
                .map(|area| bounds(&area.polygon))
                .filter(|(low, high)| label.at.distance(label.at.clamp(*low, *high)) < 3.0);
            let own: Vec<Span> = areas.chain([(label.at, label.at)]).collect();
            homes.insert(label.text.clone(), own);
        }
        return homes;
    }
    for name in names {
        let is_named = |place: &&drawing::StagePlace| place.spoken.contains(name.as_str());
        let own: Vec<Span> =
            stage.places.iter().filter(is_named).map(|place| (place.centre, place.centre)).collect();
        // Land of many hexes lies round other places.
        if (1..=3).contains(&own.len()) {
            homes.insert(name.clone(), own);
        }
    }
    homes
}

fn apart(one: Span, other: Span) -> f32 {
    (one.0 - other.1).max(other.0 - one.1).max(Vec2::ZERO).length()
}

#[test]
fn names_stay_where_they_are_all_through_a_battle() {
    for id in battles() {
        let mut game = begun(&id);
        let mut players = Games::default().players(&mut *game).expect("it has solo players");
        let mut places: BTreeMap<String, Vec<Vec2>> = BTreeMap::new();
        let mut words: Vec<Lettering> = Vec::new();
        for order in 0..ORDERS {
            if game.is_over() {
                break;
            }
            players.step(&mut *game).expect("the players go on");
            if order % 5 != 0 {
                continue;
            }
            let layers = ["names", "names over"].map(|name| game.layer(name, SCALE, Viewer::Referee));
            for mark in layers.concat() {
                let Mark::Text(word) = mark else { continue };
                let known = places.entry(word.text.clone()).or_default();
                if !known.contains(&word.at) {
                    known.push(word.at);
                    words.push(word);
                }
            }
        }
        assert!(places.len() >= 2 || id == "worked-example", "{id}: {places:?}");
        // Waters and heights too: as often as others, along their course and over their top.
        let along = |name: &str| {
            words
                .iter()
                .any(|word| word.text == name && (word.ink == Ink::WaterName || word.ink == Ink::HillName))
        };
        let farthest = |places: &[Vec2]| places.iter().map(|at| at.distance(places[0])).fold(0.0, f32::max);
        let seen = places.values().map(Vec::len).max().unwrap_or_default();
        let far = places.iter().filter(|(name, _)| !along(name)).map(|(_, places)| farthest(places));
        let far = far.fold(0.0, f32::max);
        println!("{id}: a name at {seen} places, {far:.1} in apart");
        let known = SEEN.iter().find(|(known, ..)| *known == id);
        let (_, most, reach) = *known.unwrap_or(&("another", 3, 4.0));
        assert!(seen <= most, "{id}: a name wanders to {seen} places, of {most}: {places:?}");
        assert!(far <= reach, "{id}: a name goes {far} in, of {reach}: {places:?}");
        let names: Vec<String> = places.keys().cloned().collect();
        let homes = homes(&id, &game.stage(Viewer::Referee), &names);
        for word in words.iter().filter(|word| word.turn == 0.0) {
            let Some(own) = homes.get(&word.text) else { continue };
            let lies = spread(word.at, drawn_size(word, SCALE) / SCALE / 2.0);
            let far =
                |spans: &[Span]| spans.iter().map(|span| apart(lies, *span)).fold(f32::INFINITY, f32::min);
            for (other, spans) in homes.iter().filter(|(other, _)| **other != word.text) {
                let points: Vec<Span> =
                    spans.iter().map(|(low, high)| ((*low + *high) / 2.0, (*low + *high) / 2.0)).collect();
                let (home, strange) = (far(own), far(&points));
                assert!(
                    home <= strange,
                    "{id}: {} lies {home} from home and {strange} from {other}",
                    word.text
                );
            }
        }
    }
}
