//! Benches of Napoleon at War: what the window asks for on every pick of a counter. Budget: 50 µs for any reach.

use divan::{Bencher, black_box};
use drumhead::desk::Library;
use drumhead::dice::Dry;
use drumhead::rules::RuleSet;
use drumhead::rules::napoleon_at_war::state::Place;
use drumhead::rules::napoleon_at_war::{Event, NapoleonAtWar, Order, State, UnitId, movement};
use drumhead::rules::options::Options;
use drumhead::scenario::Side;

fn main() {
    divan::main();
}

/// Marengo as it begins, with a side's movement phase of this turn.
fn marengo(turn: u8, phasing: Side) -> State {
    let (scenario, _) = Library::embedded().battle("marengo-naw").expect("Marengo can be read");
    let mut state = NapoleonAtWar::start(scenario, &Options::default()).expect("its options are known");
    for event in [Event::ClockSet { turn }, Event::MovementBegan { phasing }] {
        NapoleonAtWar::apply(&mut state, &event);
    }
    state
}

/// The counter of a side whose reach takes longest to think of, one by one: French cavalry on open ground, Austrians packed
/// together, where it has to be found of every shared hex whether its owner can still leave it.
#[divan::bench(args = ["fgd", "fkell", "animp", "asche", "avoge", "aorei"])]
fn reach_of_a_counter(bencher: Bencher<'_, '_>, key: &str) {
    let side = Side(u8::from(key.starts_with('a')));
    let state = marengo(2, side);
    let unit: UnitId = state.game.find(key).expect("the counter is in the game");
    assert!(matches!(state.unit(unit).place, Place::Map(_)), "{key} is on the map");
    let found = legal_ways(&state, unit);
    assert!(found > 60, "{key} reaches {found} hexes");
    bencher.bench(|| {
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
