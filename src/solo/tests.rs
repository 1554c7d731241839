//! Solo games: they end, break nothing, and come out alike from the same seed.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::army::{self, Arm, Stand};
use crate::desk::{Library, Setup, Sync};
use crate::rules::RuleSet;
use crate::rules::easy::invariants::broken;
use crate::rules::easy::state::{Reason, Score, State};
use crate::scenario::Start;
use crate::table::Pose;

fn setup(id: &str, seed: u64) -> Setup {
    Setup::new(Library::embedded().scenario(id).unwrap().0, seed)
}

/// What kinds of order were given, and how often.
fn kinds(desk: &Desk<Easy>) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for entry in desk.line() {
        let text = format!("{:?}", entry.order);
        let kind = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

fn fought(id: &str, seed: u64, turns: u8) -> Desk<Easy> {
    let mut desk = Desk::<Easy>::new(setup(id, seed), None).unwrap();
    let mut battle = Battle::new(&desk);
    while !battle.is_over(&desk) && desk.state().turn <= turns {
        battle.step(&mut desk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let wrong = broken(desk.state());
        assert!(
            wrong.is_empty(),
            "seed {seed}, {:?}: {}",
            desk.current().map(|entry| &entry.words),
            wrong.join("; ")
        );
    }
    desk
}

fn is_over(state: &State) -> bool {
    matches!(state.phase, Phase::Over(_))
}

#[test]
fn solo_games_of_first_steps_end_and_are_fought() {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..12 {
        let desk = fought("first-steps", seed, u8::MAX);
        assert!(is_over(desk.state()));
        for (kind, count) in kinds(&desk) {
            *given.entry(kind).or_default() += count;
        }
    }
    for wanted in ["Move", "MoveGeneral", "Fire", "Declare", "Resolve", "Activate"] {
        assert!(given.get(wanted).is_some_and(|count| *count >= 12), "{wanted}: {given:?}");
    }
}

/// First Steps with two wagons a side, the enemy's within reach of the cavalry.
fn with_wagons(seed: u64) -> Setup {
    let mut scenario = Library::embedded().scenario("first-steps").unwrap().0;
    for (side, key, places) in [(0, "BW", [(1.5, 8.0), (30.0, 4.0)]), (1, "RW", [(1.0, 13.5), (30.0, 20.0)])]
    {
        let stands: Vec<Stand> = (0..2).map(|n| Stand::usual(&format!("{key}{n}"), Arm::Wagon)).collect();
        for (stand, (x, y)) in stands.iter().zip(places) {
            scenario.starts.insert(stand.id.clone(), Start::Deployed(Pose::at(x, y, 0.0)));
        }
        let (id, name) = (format!("{key}-train"), "Wagons".to_owned());
        scenario.sides[side].armies[0].commands.push(army::Command { id, name, under: None, stands });
    }
    scenario.options.insert("opt-wagons".to_owned(), "on".to_owned());
    Setup::new(scenario, seed)
}

#[test]
fn wagons_are_taken_in_solo_games() {
    let mut taken = 0;
    for seed in 0..6 {
        let mut desk = Desk::<Easy>::new(with_wagons(seed), None).unwrap();
        let mut battle = Battle::new(&desk);
        while !battle.is_over(&desk) {
            battle.step(&mut desk).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(broken(desk.state()), Vec::<String>::new(), "seed {seed}");
        }
        taken += kinds(&desk).get("Take").copied().unwrap_or(0);
        let scored = |score: &&Score| matches!(score.reason, Reason::Wagon(_));
        let points = desk.state().scores.iter().filter(scored).count();
        assert_eq!(points, kinds(&desk).get("Take").copied().unwrap_or(0), "seed {seed}");
    }
    assert!(taken >= 6, "{taken} wagons were taken in six games");
}

#[test]
fn two_turns_of_waterloo_are_played_without_a_dead_end() {
    let desk = fought("waterloo", 7, 2);
    assert_eq!(desk.state().turn, 3);
    assert!(kinds(&desk).get("Pick").is_some_and(|count| *count >= 4), "{:?}", kinds(&desk));
}

#[test]
fn the_same_seed_gives_the_same_journal_byte_for_byte_and_it_replays() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, seed| {
        let path = folder.path().join(name);
        let mut desk =
            Desk::<Easy>::with_sync(setup("first-steps", seed), Some(&path), Sync::System).unwrap();
        Battle::new(&desk).fight(&mut desk, u8::MAX).unwrap();
        let state = desk.state().clone();
        drop(desk);
        let (again, notices) = Desk::<Easy>::read(&path, &Library::embedded()).unwrap();
        assert_eq!((again.state(), notices), (&state, Vec::new()));
        fs::read(path).unwrap()
    };
    assert_eq!(play("a", 7), play("b", 7));
    assert_ne!(play("c", 8), play("d", 7));
}

#[test]
fn players_are_deaf_to_the_enemys_losses() {
    // The same table with other numbers behind the enemy's markers: the same decision.
    let mut desk = fought("first-steps", 3, 3);
    let mut battle = Battle::new(&desk);
    while desk.state().active().is_none_or(|now| now.step != Step::Act) {
        battle.step(&mut desk).unwrap();
    }
    let side = desk.state().active_side().unwrap();
    let decide = |state: &State| {
        let view = Easy::view(state, Viewer::Side(side));
        Player::new(side).plan(&view, Vec::new)
    };
    let mut other = desk.state().clone();
    let mut changed = 0;
    for id in desk.state().ids() {
        if other.side(id) != side && other.stand(id).marked && other.stand(id).strength > 1 {
            other.stands[id.index()].strength -= 1;
            changed += 1;
        }
    }
    assert!(changed > 0, "nobody is marked");
    assert_eq!(decide(desk.state()), decide(&other));
}
