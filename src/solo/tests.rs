//! Solo games: they end, break nothing, and come out alike from the same seed.

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::army::Arm;
use crate::desk::{Library, Setup, Sync};
use crate::dice::Rolled;
use crate::rules::RuleSet;
use crate::rules::easy::fixture::{Field, OURS, at};
use crate::rules::easy::invariants::broken;
use crate::rules::easy::state::State;
use crate::rules::easy::{Bridging, Order, Taking};
use crate::scenario::usual_line;
use crate::table::ground::{Line, LineKind};

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

/// What our player orders at the step of moves, until it ends them.
fn at_moves(mut state: State) -> Vec<Order> {
    let mut player = Player::new(OURS);
    let mut given = Vec::new();
    // The fixture's chit is in the cup while it is resolved.
    let before = broken(&state);
    while let Some(order) = player.plan(&state, || Easy::due(&state).offers) {
        let mut tray = Rolled::new(7, given.len() as u64);
        let ruling =
            Easy::judge(&state, &order, &mut tray).unwrap_or_else(|stop| panic!("{order:?}: {stop}"));
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        assert_eq!(broken(&state), before);
        let ends = order == Order::EndMoves;
        given.push(order);
        if ends {
            break;
        }
    }
    given
}

#[test]
fn wagons_within_reach_are_captured_and_destroyed_where_the_enemy_would_have_them_back() {
    let field = Field::new().option("opt-wagons", "on");
    let field = field.ours(Arm::LightCavalry, at(0.0, -8.0, 0.0)).theirs(Arm::Wagon, at(0.0, -2.0, 0.0));
    let taken = |field: Field| {
        let given = at_moves(field.state().0);
        assert!(matches!(given[0], Order::Move { .. }), "{given:?}");
        match given[1] {
            Order::Take { how, .. } => how,
            _ => panic!("{given:?}"),
        }
    };
    assert_eq!(taken(field.clone()), Taking::Capture);
    assert_eq!(taken(field.theirs(Arm::Infantry, at(0.0, 1.6, 0.0))), Taking::Destroy);
}

#[test]
fn a_pontoon_train_goes_to_the_water_and_builds_there() {
    let field = |y: f32| {
        let mut field = Field::new().option("adv-pontoons", "on").ours(Arm::Pontoon, at(0.0, y, 0.0));
        let points = vec![at(-20.0, 0.0, 0.0).at, at(20.0, 0.0, 0.0).at];
        field.ground.lines = vec![Line { id: "river".into(), points, ..usual_line(LineKind::River) }];
        at_moves(field.state().0)
    };
    let build = |order: &Order| matches!(order, Order::Bridge { how: Bridging::Build, .. });
    let at_water = field(-1.25);
    assert!(build(&at_water[0]), "{at_water:?}");
    let far = field(-6.0);
    assert!(matches!(far[0], Order::Move { .. }) && !far.iter().any(build), "{far:?}");
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
