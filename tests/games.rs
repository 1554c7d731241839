//! Whole games: random players take offered orders, solo players fight; nothing breaks and replays are identical.

use drumhead::desk::{Desk, Setup};
use drumhead::dice::{Rolled, Tray, Typed};
use drumhead::rules::easy::invariants::broken;
use drumhead::rules::easy::state::{Phase, State};
use drumhead::rules::easy::{Easy, Order};
use drumhead::rules::options::Options;
use drumhead::rules::{RuleSet, Stop};
use drumhead::scenario::{self, AnyOption, Embedded};
use drumhead::solo::Battle;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn start(id: &str) -> State {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).expect("shipped scenarios are sound");
    Easy::start(scenario, &Options::default()).expect("shipped options are sound")
}

/// A player who takes any offered order, and the record of his game.
struct Game {
    orders: Vec<(Order, Vec<drumhead::dice::Cast>)>,
    end: State,
}

/// Plays to the end with orders drawn from what is due; panics with the seed and the order when anything breaks.
fn play_at_random(start: &State, seed: u64, limit: usize) -> Game {
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut state = start.clone();
    let mut orders = Vec::new();
    while !matches!(state.phase, Phase::Over(_)) {
        assert!(orders.len() < limit, "seed {seed}: {limit} orders and no end, at turn {}", state.turn);
        let due = Easy::due(&state);
        assert!(!due.offers.is_empty(), "seed {seed}: nothing is due in {:?}, {}", state.phase, due.prompt);
        let offer = &due.offers[choose.random_range(0..due.offers.len())];
        let mut tray = Rolled::new(seed, orders.len() as u64);
        let ruling = match Easy::judge(&state, &offer.order, &mut tray as &mut dyn Tray) {
            Ok(ruling) => ruling,
            Err(stop) => panic!("seed {seed}, order {}: offered {}, but {stop}", orders.len(), offer.words),
        };
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
        let wrong = broken(&state);
        assert!(
            wrong.is_empty(),
            "seed {seed}, order {} ({}): {}",
            orders.len(),
            offer.words,
            wrong.join("; ")
        );
        orders.push((offer.order.clone(), ruling.casts));
    }
    Game { orders, end: state }
}

/// Plays the recorded orders with the recorded dice again.
fn replay(start: &State, game: &Game) -> State {
    let mut state = start.clone();
    for (order, casts) in &game.orders {
        let mut tray = Typed::replay(casts);
        let ruling = match Easy::judge(&state, order, &mut tray) {
            Ok(ruling) => ruling,
            Err(Stop::Refused(refusal)) => panic!("refused on replay: {refusal}"),
            Err(stop) => panic!("stopped on replay: {stop}"),
        };
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    state
}

#[test]
fn random_games_of_first_steps_end_soundly_and_replay_alike() {
    let start = start("first-steps");
    for seed in 0..60 {
        let game = play_at_random(&start, seed, 6_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

#[test]
fn a_random_game_of_waterloo_ends_soundly_and_replays_alike() {
    let start = start("waterloo");
    for seed in 0..1 {
        let game = play_at_random(&start, seed, 60_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

/// Two solo players fight a scenario on a desk without a journal; every state is sound.
fn play_solo(id: &str, seed: u64) -> Desk<Easy> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).expect("shipped scenarios are sound");
    let turns = scenario.turns;
    let mut desk = Desk::<Easy>::new(Setup::new(scenario, seed), None).expect("a game begins");
    let mut battle = Battle::new(&desk);
    while !battle.is_over(&desk) {
        assert!(desk.state().turn <= turns, "seed {seed}: turn {} of {turns}", desk.state().turn);
        battle.step(&mut desk).unwrap_or_else(|error| panic!("{id}, seed {seed}: {error}"));
        let wrong = broken(desk.state());
        assert!(wrong.is_empty(), "{id}, seed {seed}, entry {}: {}", desk.at(), wrong.join("; "));
    }
    desk
}

/// Points are what the log says was scored.
fn points_are_explained(desk: &Desk<Easy>) {
    let mut points = [0; 2];
    for event in desk.line().iter().flat_map(|entry| &entry.events) {
        if let drumhead::rules::easy::Event::Scored { side, points: scored, .. } = event {
            points[side.index()] += scored;
        }
    }
    assert_eq!(desk.state().points(), points, "the log explains other points than the state has");
}

/// The same orders with the recorded dice lead to the same state.
fn replays_alike(desk: &Desk<Easy>) {
    let mut state = desk.start().clone();
    for entry in desk.line() {
        let mut tray = Typed::replay(&entry.casts);
        let ruling =
            Easy::judge(&state, &entry.order, &mut tray).expect("what was accepted is accepted again");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    assert!(state == *desk.state(), "the replay ends otherwise");
}

/// How many solo games of First Steps and of Waterloo are played: `DRUMHEAD_GAMES=300,10` for the long run.
fn number_of_games() -> (u64, u64) {
    let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_else(|_| "10,1".into());
    let (small, large) = wanted.split_once(',').expect("DRUMHEAD_GAMES is two numbers: 300,10");
    (small.trim().parse().expect("a number"), large.trim().parse().expect("a number"))
}

#[test]
fn solo_games_end_soundly_and_are_explained_by_their_log() {
    let (small, large) = number_of_games();
    for (id, games) in [("first-steps", small), ("waterloo", large)] {
        for seed in 7..7 + games {
            let desk = play_solo(id, seed);
            points_are_explained(&desk);
            replays_alike(&desk);
        }
    }
}
