//! Positions that are kept as battles: begun again they are the same game, but for its history.

use std::fs;
use std::path::Path;

use desk::{Beginning, Game, JournalPlace, Library};
use game::options::Options;
use games::Games;
use serde_json::Value;

use super::run;

/// What play has made of the battle, by key.
fn play(game: &dyn Game) -> Value {
    game.moment().expect("it has keys").play
}

/// Solo players give so many orders.
fn fight(games: &Games, game: &mut dyn Game, orders: usize) {
    let mut players = games.players(game).expect("there are players");
    for _ in 0..orders {
        if game.is_over() {
            break;
        }
        players.step(game).expect("they know what to do");
    }
}

fn begin(
    games: &Games,
    library: &Library,
    scenario: &str,
    options: &[(&str, &str)],
    journal: JournalPlace,
) -> Box<dyn Game> {
    let rules = library.scenarios().into_iter().find(|(id, ..)| id == scenario).expect(scenario).2;
    let options = options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let beginning = Beginning {
        scenario: scenario.to_owned(),
        seed: Some(1815),
        options: Options(options),
        journal,
        ..Beginning::default()
    };
    games.of(&rules).expect(&rules).begin(library, library, beginning).expect("it begins").0
}

/// A battle, options that differ, and how many orders are given.
type Trial<'a> = (&'a str, &'a [(&'a str, &'a str)], usize);

#[test]
fn a_position_that_is_kept_goes_on_as_the_game_would() {
    let games = Games::of_the_program();
    let home = tempfile::tempdir().expect("a temporary folder");
    let library = Library::at(home.path(), &games);
    let trials: [Trial<'_>; 4] = [
        ("first-steps", &[("opt-squares", "on"), ("fire-arc", "60")], 24),
        ("marengo-naw", &[("declaration", "up-front")], 60),
        ("marengo-cb", &[("facing", "on")], 60),
        ("worked-example", &[], 10),
    ];
    for (scenario, options, orders) in trials {
        let mut game = begin(&games, &library, scenario, options, JournalPlace::Nowhere);
        fight(&games, game.as_mut(), orders);
        let name = format!("{}, from turn {}", game.battle().1, game.turn_number());
        let id = game.save_position(&library, &name).expect("it is saved");
        let again = library.scenarios().into_iter().find(|(own, ..)| *own == id).expect("it is listed");
        assert_eq!((again.1.as_str(), again.2.as_str()), (name.as_str(), game.rules()), "{scenario}");
        assert!(library.is_own(&id));
        let mut second = begin(&games, &library, &id, &[], JournalPlace::Own);
        assert_eq!(play(second.as_ref()), play(game.as_ref()), "{scenario}");
        assert_eq!(second.turn_number(), game.turn_number(), "{scenario}");
        assert_eq!(second.at(), 0, "its history is left behind");
        assert_eq!(second.terms().options, game.terms().options, "{scenario}");
        assert_eq!(second.battle(), (id.as_str(), name.as_str()));
        // It is played on, opened again, and kept again.
        fight(&games, second.as_mut(), 6);
        assert!(second.at() > 0, "{scenario}: somebody acted");
        let journal = second.journal_path().expect("it has a journal").to_owned();
        let stood = play(second.as_ref());
        let third_id = second.save_position(&library, &name).expect("it is saved");
        assert_ne!(third_id, id, "the first is not written over");
        drop(second);
        // The journal has all that it needs: the battle may go.
        fs::remove_file(home.path().join(format!("assets/scenarios/{id}.ron"))).expect("it was there");
        let (opened, notices) =
            games.of(game.rules()).expect("known").read(&journal, &library).expect("it opens");
        assert_eq!(play(opened.as_ref()), stood, "{scenario}: {notices:?}");
        let third = begin(&games, &library, &third_id, &[], JournalPlace::Nowhere);
        assert_eq!(play(third.as_ref()), stood, "{scenario}");
    }
}

/// The units of a position are those with which its battle began, on a table and on a map.
#[test]
fn the_units_of_a_position_are_told_as_its_battle_has_them() {
    let games = Games::of_the_program();
    let home = tempfile::tempdir().expect("a temporary folder");
    let library = Library::at(home.path(), &games);
    for scenario in ["first-steps", "marengo-naw", "marengo-cb", "worked-example"] {
        let mut game = begin(&games, &library, scenario, &[], JournalPlace::Nowhere);
        fight(&games, game.as_mut(), 20);
        let name = game.battle().1.to_owned();
        let id = game.save_position(&library, "Next Saturday").expect("it is saved");
        let mut second = begin(&games, &library, &id, &[], JournalPlace::Nowhere);
        fight(&games, second.as_mut(), 6);
        let later = second.save_position(&library, "And the one after").expect("it is saved");
        let (_, of_battle, err) = run(home.path(), &["convert", scenario]);
        assert!(!err.contains("goes on from"), "{scenario}: {err}");
        for id in [id, later] {
            let (done, units, err) = run(home.path(), &["convert", &id]);
            assert!(done, "{scenario}: {err}");
            assert!(err.contains(&format!("{id} goes on from where a game of {name} stood")), "{err}");
            assert_eq!(units, of_battle, "{scenario}");
        }
    }
}

fn saved(home: &Path) -> String {
    let games = Games::of_the_program();
    let library = Library::at(home, &games);
    let mut game = begin(&games, &library, "first-steps", &[], JournalPlace::Nowhere);
    fight(&games, game.as_mut(), 12);
    game.save_position(&library, "The bridge, 2nd evening!").expect("it is saved")
}

#[test]
fn a_position_is_known_to_every_command_and_one_that_is_spoilt_says_what_is_wrong() {
    let home = tempfile::tempdir().expect("a temporary folder");
    let id = saved(home.path());
    assert_eq!(id, "the-bridge-2nd-evening");
    let (done, said, err) = run(home.path(), &["list"]);
    assert!(done && said.contains(&id) && said.contains("The bridge, 2nd evening!"), "{said}{err}");
    let (done, said, err) = run(home.path(), &["validate", &id]);
    assert!(done, "{said}{err}");
    let (done, _, err) = run(home.path(), &["play", &id, "--seed", "3", "--turns", "4", "--quiet"]);
    assert!(done, "{err}");
    let out = home.path().join("map.svg");
    let (done, _, err) = run(home.path(), &["draw", &id, "--out", out.to_str().expect("plain letters")]);
    assert!(done, "{err}");
    let file = home.path().join(format!("assets/scenarios/{id}.ron"));
    let sound = fs::read_to_string(&file).expect("it is there");
    let spoilt = [
        (sound.replacen("play: \"{", "play: \"{{", 1), "play"),
        (sound.replacen("scenarios/first-steps.ron", "scenarios/other.ron", 1), "first-steps"),
        (sound.replacen("\\\"turn\\\"", "\\\"tern\\\"", 1), "tern"),
        (sound.replacen("    battle: \"first-steps\",\n", "", 1), "battle"),
    ];
    for (text, place) in spoilt {
        assert_ne!(text, sound, "{place}");
        fs::write(&file, &text).expect("it is written");
        for command in [&["validate", &id][..], &["play", &id, "--turns", "2", "--quiet"]] {
            let (done, said, err) = run(home.path(), command);
            assert!(!done, "{command:?} {place}: {said}");
            assert!(format!("{said}{err}").contains(place), "{command:?} {place}: {said}{err}");
        }
    }
}
