//! How fast Napoleon at War answers, on Marengo; every bench asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench naw` prints the medians. Budgets: reach of any counter 50 µs; all owed combats and
//! one legal plan at the densest position 2 ms; a whole game of two solo players 300 ms.

use divan::{Bencher, black_box};
use drumhead::desk::{Desk, Setup};
use drumhead::dice::Dry;
use drumhead::hexes::Hex;
use drumhead::rules::RuleSet;
use drumhead::rules::napoleon_at_war::combat::{self, Owed};
use drumhead::rules::napoleon_at_war::state::{Phase, Place};
use drumhead::rules::napoleon_at_war::{Event, NapoleonAtWar, Order, State, UnitId, movement};
use drumhead::rules::options::Options;
use drumhead::scenario::{self, AnyOption, Embedded, HexScenario, Side};
use drumhead::solo::hexes::Battle;

fn main() {
    divan::main();
}

fn scenario() -> HexScenario {
    scenario::hex::read("marengo-naw", &Embedded, &AnyOption).expect("the scenario is sound").0
}

/// Marengo as it begins, with a side's movement phase of this turn.
fn marengo(turn: u8, phasing: Side) -> State {
    let mut state =
        NapoleonAtWar::start(scenario(), &Options::default()).expect("the scenario's options are known");
    for event in [Event::ClockSet { turn }, Event::MovementBegan { phasing }] {
        NapoleonAtWar::apply(&mut state, &event);
    }
    state
}

/// The densest position kept, `tests/perft/dense.perft`: every unit of both sides face to face, as the Austrian combat phase opens.
fn dense() -> State {
    let mut state = marengo(1, Side(1));
    let stored = include_str!("../perft/dense.perft").lines().filter_map(|line| line.strip_prefix("at "));
    let mut put = 0;
    for (key, hex) in stored.flat_map(str::split_whitespace).filter_map(|pair| pair.split_once('=')) {
        let unit = state.game.find(key).expect("the unit is in the game");
        let hex = hex.parse().map(Hex).expect("a hex by its number");
        state.units[unit.index()].place = Place::Map(hex);
        put += 1;
    }
    assert_eq!(put, state.units.len(), "every unit has its place");
    let ruling = NapoleonAtWar::judge(&state, &Order::EndMovement, &mut Dry).expect("no hex is shared");
    ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut state, event));
    state
}

/// Counters whose reach takes longest to think of, one by one: French cavalry on open ground; Austrians packed together, where it
/// has to be found of every shared hex whether its owner can still leave it. The last has most movement points of all Austrians.
#[divan::bench(args = ["fgd", "fkell", "animp", "asche", "avoge", "aorei", "apila"])]
fn reach_of_a_counter(bencher: Bencher<'_, '_>, key: &str) {
    let state = marengo(2, Side(u8::from(key.starts_with('a'))));
    let unit = state.game.find(key).expect("the counter is in the game");
    assert!(state.hex(unit).is_some(), "{key} is on the map");
    let found = legal_ways(&state, unit);
    assert!(found > 60, "{key} reaches {found} hexes");
    bencher.bench_local(|| {
        let reach = movement::reach(black_box(&state), black_box(unit));
        assert_eq!(reach.len(), found);
        reach
    });
}

/// How many hexes the counter reaches, each by a way that the rules accept at that price.
fn legal_ways(state: &State, unit: UnitId) -> usize {
    let reach = movement::reach(state, unit);
    for (hex, cost) in reach.iter() {
        let path = reach.path(hex).expect("every hex has its way");
        let order = Order::Move { unit, path };
        let ruling = NapoleonAtWar::judge(state, &order, &mut Dry).expect("the way is legal");
        let moved = |event: &Event| matches!(event, Event::Moved { cost: paid, .. } if *paid == cost);
        assert!(ruling.events.iter().any(moved), "the way to {hex} costs {cost} half points");
    }
    reach.len()
}

#[divan::bench]
fn all_owed_combats_and_a_plan_at_the_densest(bencher: Bencher<'_, '_>) {
    let state = dense();
    let Phase::Combat(phase) = &state.phase else { panic!("no combat phase") };
    assert!(phase.owing.len() >= 22 && phase.owed.len() >= 22, "{} {}", phase.owing.len(), phase.owed.len());
    bencher.bench_local(|| {
        let state = black_box(&state);
        let owed = Owed::of(state, phase);
        let plan = combat::any_plan(state, phase);
        assert_eq!((owed.attackers.len(), owed.defenders.len()), (phase.owing.len(), phase.owed.len()));
        let attackers: usize = plan.iter().map(|assault| assault.attackers.len()).sum();
        let defenders: usize = plan.iter().map(|assault| assault.defenders.len()).sum();
        assert!(attackers >= phase.owing.len() && defenders == phase.owed.len(), "{attackers} {defenders}");
        plan
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn a_whole_solo_game(bencher: Bencher<'_, '_>) {
    let scenario = scenario();
    bencher.bench_local(|| {
        let mut desk =
            Desk::<NapoleonAtWar>::new(Setup::new(scenario.clone(), 7), None).expect("a game begins");
        let mut battle = Battle::new(&desk);
        battle.fight(&mut desk, u8::MAX).expect("the players go on");
        assert!(battle.is_over(&desk) && desk.state().turn == 14);
        desk.depth()
    });
}
