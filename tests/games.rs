//! Whole games: random players take offered orders, solo players fight; nothing breaks and replays are identical.

use drumhead::dice::{Rolled, Tray, Typed};
use drumhead::rules::easy::invariants::broken;
use drumhead::rules::easy::state::{Phase, State};
use drumhead::rules::easy::{Easy, Order};
use drumhead::rules::options::Options;
use drumhead::rules::{RuleSet, Stop};
use drumhead::scenario::{self, AnyOption, Embedded};
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
    for seed in 0..300 {
        let game = play_at_random(&start, seed, 6_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

#[test]
fn random_games_of_waterloo_end_soundly_and_replay_alike() {
    let start = start("waterloo");
    for seed in 0..3 {
        let game = play_at_random(&start, seed, 60_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}
