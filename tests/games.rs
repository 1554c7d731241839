//! Whole games: random players take offered orders, solo players fight; nothing breaks and replays are identical.

use drumhead::desk::{Desk, Setup};
use drumhead::dice::{Dry, Rolled, Tray, Typed};
use drumhead::rules::easy::invariants::broken;
use drumhead::rules::easy::state::{Phase, State};
use drumhead::rules::easy::{Easy, Order};
use drumhead::rules::options::{Accepts, Options};
use drumhead::rules::{RuleSet, Stop};
use drumhead::scenario::{self, AnyOption, Embedded};
use drumhead::solo::Battle;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn start(id: &str, options: &Options) -> State {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).expect("shipped scenarios are sound");
    Easy::start(scenario, options).expect("the options are sound")
}

/// Of every option in force one of the values it takes.
fn drawn_options(seed: u64) -> Options {
    let specs = Easy::option_specs();
    let mut choose = ChaCha8Rng::seed_from_u64(seed);
    let mut options = Options::default();
    for spec in specs.iter().filter(|spec| spec.in_force) {
        let value = match spec.accepts {
            Accepts::OneOf(values) => values[choose.random_range(0..values.len())].to_owned(),
            Accepts::Number(least, most) => format!("{:.0}", choose.random_range(least..=most)),
        };
        options.set(specs, spec.id, &value).expect("the value is one the option takes");
    }
    options
}

/// What of the options is not as it usually is, for the report of a failure.
fn unusual(options: &Options) -> String {
    let specs = Easy::option_specs();
    let usual = |id: &str, value: &str| specs.iter().any(|spec| spec.id == id && spec.default == value);
    let changed = options.0.iter().filter(|(id, value)| !usual(id, value));
    changed.map(|(id, value)| format!("{id}={value}")).collect::<Vec<_>>().join(" ")
}

/// Is every order that is due accepted, dice aside?
fn offers_are_legal(state: &State, place: &str) {
    for offer in Easy::due(state).offers {
        if let Err(Stop::Refused(refusal)) = Easy::judge(state, &offer.order, &mut Dry) {
            panic!("{place}: offered {}, but {refusal}: {:?}", offer.words, offer.order);
        }
    }
}

/// So often, in orders, all that is due is put before the judge, not only what is chosen.
const EVERY: usize = 8;

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
        if orders.len() % EVERY == 0 {
            offers_are_legal(&state, &format!("seed {seed}, order {}", orders.len()));
        }
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
    let start = start("first-steps", &Options::default());
    for seed in 0..60 {
        let game = play_at_random(&start, seed, 6_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

#[test]
fn a_random_game_of_waterloo_ends_soundly_and_replays_alike() {
    let start = start("waterloo", &Options::default());
    for seed in 0..1 {
        let game = play_at_random(&start, seed, 60_000);
        assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
    }
}

/// Two solo players fight a scenario on a desk without a journal; every state is sound.
fn play_solo(id: &str, seed: u64, options: Options) -> Desk<Easy> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyOption).expect("shipped scenarios are sound");
    let turns = scenario.turns;
    let setup = Setup { options, ..Setup::new(scenario, seed) };
    let mut desk = Desk::<Easy>::new(setup, None).expect("a game begins");
    let mut battle = Battle::new(&desk);
    while !battle.is_over(&desk) {
        assert!(desk.state().turn <= turns, "seed {seed}: turn {} of {turns}", desk.state().turn);
        battle.step(&mut desk).unwrap_or_else(|error| panic!("{id}, seed {seed}: {error}"));
        if desk.at().is_multiple_of(EVERY * 8) {
            offers_are_legal(desk.state(), &format!("{id}, seed {seed}, entry {}", desk.at()));
        }
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

/// How many games are played: solo games of First Steps and of Waterloo, then games of First Steps under drawn options.
///
/// `DRUMHEAD_GAMES=300,10,300` for the long run; numbers left out stay as they are.
fn number_of_games() -> [u64; 3] {
    let wanted = std::env::var("DRUMHEAD_GAMES").unwrap_or_default();
    let mut games = [10, 1, 16];
    for (number, word) in games.iter_mut().zip(wanted.split(',').filter(|word| !word.is_empty())) {
        *number = word.trim().parse().expect("DRUMHEAD_GAMES is numbers with commas between: 300,10,300");
    }
    games
}

#[test]
fn solo_games_end_soundly_and_are_explained_by_their_log() {
    let [small, large, _] = number_of_games();
    for (id, games) in [("first-steps", small), ("waterloo", large)] {
        for seed in 7..7 + games {
            let desk = play_solo(id, seed, Options::default());
            points_are_explained(&desk);
            replays_alike(&desk);
        }
    }
}

#[test]
fn games_under_drawn_options_end_soundly_and_replay_alike() {
    let [_, _, games] = number_of_games();
    for seed in 0..games {
        let options = drawn_options(seed);
        println!("seed {seed}: {}", unusual(&options));
        // By turns a player who takes anything offered, and the solo players.
        if seed % 2 == 0 {
            let start = start("first-steps", &options);
            let game = play_at_random(&start, seed, 6_000);
            assert!(replay(&start, &game) == game.end, "seed {seed}: the replay ends otherwise");
        } else {
            let desk = play_solo("first-steps", seed, options);
            points_are_explained(&desk);
            replays_alike(&desk);
        }
    }
}

#[test]
fn a_solo_game_of_waterloo_under_drawn_options_ends_soundly() {
    let [_, large, _] = number_of_games();
    for seed in 0..large {
        let options = drawn_options(1815 + seed);
        println!("seed {seed}: {}", unusual(&options));
        let desk = play_solo("waterloo", seed, options);
        points_are_explained(&desk);
        replays_alike(&desk);
    }
}
