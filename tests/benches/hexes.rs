//! How fast Napoleon at War answers, on Marengo; every bench asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench hexes` prints the medians. Budgets: reach of one counter 50 µs; all owed combats and
//! one legal plan at the densest stored position 2 ms; a whole game of two solo players 300 ms.

use divan::{Bencher, black_box};
use drumhead::desk::{Desk, Setup};
use drumhead::dice::Dry;
use drumhead::hexes::Hex;
use drumhead::rules::RuleSet;
use drumhead::rules::napoleon_at_war::combat::{self, Owed};
use drumhead::rules::napoleon_at_war::state::{Phase, Place};
use drumhead::rules::napoleon_at_war::{Game, NapoleonAtWar, Order, State, movement, turn};
use drumhead::rules::options::Options;
use drumhead::scenario::{self, AnyOption, Embedded, HexScenario, Side};
use drumhead::solo::hexes::Battle;

fn main() {
    divan::main();
}

fn marengo() -> HexScenario {
    scenario::hex::read("marengo-naw", &Embedded, &AnyOption).expect("the scenario is sound").0
}

fn give(state: &mut State, order: &Order) {
    let ruling = NapoleonAtWar::judge(state, order, &mut Dry).expect("the order is legal");
    ruling.events.iter().for_each(|event| NapoleonAtWar::apply(state, event));
}

/// The first movement phase of Marengo.
fn begun() -> State {
    let game = Game::new(marengo(), &Options::default()).expect("the options are known");
    let mut state = turn::start(game);
    give(&mut state, &Order::Begin);
    state
}

/// The densest position kept: every unit of both sides in two lines from 2003 to 2025 and in the columns beside, nearly all of
/// them in contact, as the Austrian combat phase opens.
fn dense() -> State {
    let mut state = begun();
    let columns = |side: u8| if side == 0 { [21_u16, 23] } else { [20_u16, 18] };
    for side in [0_u8, 1] {
        let units: Vec<_> = state.game.of_side(Side(side)).collect();
        for (index, unit) in units.into_iter().enumerate() {
            let (column, row) = (columns(side)[index / 22], 3 + (index % 22) as u16);
            state.units[unit.index()].place = Place::Map(Hex::new(column, row));
        }
    }
    give(&mut state, &Order::EndMovement);
    state
}

/// Pilati, who has the most movement points of the Austrians.
#[divan::bench]
fn reach_of_one_counter(bencher: Bencher<'_, '_>) {
    let state = begun();
    let unit = state.game.find("apila").expect("it is there");
    bencher.bench_local(|| {
        let reach = movement::reach(black_box(&state), unit);
        // As tests/perft/set-up.perft has it.
        assert_eq!(reach.len(), 138);
        reach
    });
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
    let scenario = marengo();
    bencher.bench_local(|| {
        let mut desk =
            Desk::<NapoleonAtWar>::new(Setup::new(scenario.clone(), 7), None).expect("a game begins");
        let mut battle = Battle::new(&desk);
        battle.fight(&mut desk, u8::MAX).expect("the players go on");
        assert!(battle.is_over(&desk) && desk.state().turn == 14);
        desk.depth()
    });
}
