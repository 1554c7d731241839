//! Solo games: they end, break nothing, and come out alike from the same seed.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::desk::{Library, Setup, Sync};
use crate::rules::RuleSet;
use crate::rules::easy::invariants::broken;
use crate::rules::easy::state::State;

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
