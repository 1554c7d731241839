//! How fast the core answers, each figure on Waterloo as it begins; every bench asserts its result.
//!
//! `cargo bench` prints the medians. Budgets: reach 5 ms, threat 10 ms, judging a planned move 0.2 ms,
//! what is due 1 ms, odds of a combat of twenty dice 5 ms.

use divan::{Bencher, black_box};
use drumhead::casebook::Position;
use drumhead::dice::Dry;
use drumhead::rules::easy::state::State;
use drumhead::rules::easy::{Easy, Event, Order, StandId, activation, reach};
use drumhead::rules::options::Options;
use drumhead::rules::{Chance, RuleSet, Stop};
use drumhead::scenario::{self, AnyOption, Embedded};
use drumhead::table::Pose;

fn main() {
    divan::main();
}

/// Waterloo before the first chit.
fn begun() -> State {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyOption).expect("Waterloo is sound");
    Easy::start(scenario, &Options::default()).expect("its options are sound")
}

/// Waterloo before the first chit, with a command active: its stands are listed and may move.
fn waterloo(command: &str) -> State {
    let mut state = begun();
    let command = state.roster().find_command(command).expect("the command is there");
    let events = [Event::ChitDrawn { command }, Event::ActivationBegan { command, picked_by: None }];
    events.iter().for_each(|event| Easy::apply(&mut state, event));
    let stands = activation::in_range(&state, command);
    let ruling = Easy::judge(&state, &Order::Activate { stands }, &mut Dry).expect("the list is legal");
    ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    state
}

fn stand(state: &State, key: &str) -> StandId {
    state.roster().find_stand(key).expect("the stand is there")
}

#[divan::bench]
fn reach_of_a_stand_in_the_middle(bencher: Bencher<'_, '_>) {
    let state = waterloo("al-picton");
    let kempt = stand(&state, "A26");
    let heading = state.pose(kempt).expect("it is deployed").heading;
    bencher.bench_local(|| {
        let reach = reach::reach(black_box(&state), kempt, heading).expect("it is on the table");
        assert!(reach.count() > 300, "{} cells", reach.count());
        reach
    });
}

#[divan::bench]
fn reach_of_light_cavalry(bencher: Bencher<'_, '_>) {
    let state = waterloo("fr-i");
    let jacquinot = stand(&state, "F12");
    let heading = state.pose(jacquinot).expect("it is deployed").heading;
    bencher.bench_local(|| {
        let reach = reach::reach(black_box(&state), jacquinot, heading).expect("it is on the table");
        assert!(reach.count() > 300, "{} cells", reach.count());
        reach
    });
}

#[divan::bench]
fn threat_on_a_stand_in_the_middle(bencher: Bencher<'_, '_>) {
    let state = waterloo("al-picton");
    let kempt = stand(&state, "A26");
    let pose = Pose::at(27.0, 24.0, 180.0);
    bencher.bench_local(|| {
        let threats = reach::threat(black_box(&state), kempt, pose);
        assert!(!threats.is_empty());
        threats
    });
}

#[divan::bench]
fn judge_a_planned_move(bencher: Bencher<'_, '_>) {
    let state = waterloo("al-picton");
    let kempt = stand(&state, "A26");
    let from = state.pose(kempt).expect("it is deployed");
    // The first of these goals ahead that is free.
    let goals = [(0.8, -2.0), (0.5, -1.2), (0.0, -1.5), (-0.8, -1.5), (0.0, -0.8)];
    let plan = goals
        .into_iter()
        .map(|(x, y)| Pose::at(from.at.x + x, from.at.y + y, 200.0))
        .find_map(|goal| reach::plan(&state, kempt, goal).expect("it is on the table").ok())
        .expect("a goal can be reached");
    let order = Order::Move { stand: kempt, path: plan.path };
    bencher.bench_local(|| {
        let ruling = Easy::judge(black_box(&state), &order, &mut Dry).expect("the planned move is legal");
        assert!(!ruling.events.is_empty());
        ruling
    });
}

/// Every command of Waterloo that has stands in command at the start.
fn commands() -> Vec<String> {
    let state = begun();
    let commands = state.roster().commands.iter();
    commands.filter(|c| !activation::in_range(&state, c.id).is_empty()).map(|c| c.key.clone()).collect()
}

#[divan::bench(args = commands())]
fn due_at_the_start_of_an_activation(bencher: Bencher<'_, '_>, command: &str) {
    let state = waterloo(command);
    let offered = Easy::due(&state).offers;
    // As many as there should be, and all of them legal.
    for offer in &offered {
        let judged = Easy::judge(&state, &offer.order, &mut Dry);
        assert!(!matches!(judged, Err(Stop::Refused(_))), "{}", offer.words);
    }
    let listed = state.active().map_or(0, |now| now.list.len());
    assert!(offered.len() > listed, "{} offers to {listed} stands", offered.len());
    bencher.bench_local(|| {
        let due = Easy::due(black_box(&state));
        assert_eq!(due.offers.len(), offered.len());
        due
    });
}

#[divan::bench]
fn exact_odds_of_two_attackers_on_one(bencher: Bencher<'_, '_>) {
    let text = r#"(
        origin: (20, 20),
        stands: [
            (id: "A", side: "red", arm: Infantry, at: (0, -2, 0), sp: 7),
            (id: "B", side: "red", arm: Infantry, at: (2, 0, 270), sp: 5),
            (id: "D", side: "blue", arm: Infantry, at: (0, 0, 180), sp: 8),
        ],
        active: (command: "red"),
    )"#;
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let position: Position = options.from_str(text).expect("the position reads");
    let mut state = position.set_up().expect("the position is sound");
    for order in [
        Order::EndMoves,
        Order::Declare { attacks: vec![(StandId(0), StandId(2)), (StandId(1), StandId(2))] },
    ] {
        let ruling = Easy::judge(&state, &order, &mut Dry).expect("the order is legal");
        ruling.events.iter().for_each(|event| Easy::apply(&mut state, event));
    }
    bencher.bench_local(|| {
        let chances = Easy::odds(black_box(&state), &Order::Resolve { combat: 0 }).expect("it has odds");
        let sum: f64 = chances.iter().map(|chance: &Chance| chance.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "the odds add up to {sum}");
        chances
    });
}

#[divan::bench]
fn frame_of_300_stands(bencher: Bencher<'_, '_>) {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyOption).expect("Waterloo is sound");
    let mut window = drumhead::app::bench_frame(scenario, [1600.0, 1000.0], 300).expect("the game begins");
    window.frame();
    bencher.bench_local(move || {
        let triangles = window.frame();
        assert!(triangles > 20_000, "{triangles} triangles");
        triangles
    });
}
