//! How fast Napoleon at War answers, on Marengo; every bench asserts its result. It needs no window.
//!
//! `cargo bench --no-default-features --bench naw` prints a table of packed masses, each answer by the least of five runs, and then
//! the medians and, as `slowest`, the worst of the rest; `-- none` stops after the table. Budgets: reach of any counter
//! 50 µs; all owed combats and one legal plan at the densest position 2 ms; a whole game of two solo players 300 ms; any answer about
//! retreats out of a packed mass 5 ms at worst.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use desk::{Desk, Setup};
use dice::{Dry, Typed};
use divan::{Bencher, black_box};
use game::options::Options;
use game::{Minds as _, Odds, RuleSet, Stop};
use hexes::{Grid, Hex, HexMap};
use napoleon_at_war::combat;
use napoleon_at_war::combat::owed;
use napoleon_at_war::state::{Phase, Place};
use napoleon_at_war::{Assault, Event, NapoleonAtWar, Order, State, UnitId, movement};
use napoleon_at_war::{Position, RawPhase};
use scenario::{self, AnyRules, Embedded, HexScenario, Side};
use solo::Battle;

fn main() {
    tell_worst_of_packed_masses();
    divan::main();
}

fn scenario() -> HexScenario {
    scenario::hex::read("marengo-naw", &Embedded, &AnyRules).expect("the scenario is sound").0
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
        let owed = owed::of(state, phase);
        let plan = combat::plans::any_plan(state, phase);
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
        let mut battle = Battle::<solo_napoleon_at_war::Staff>::new(&desk);
        battle.fight(&mut desk, u8::MAX).expect("the players go on");
        assert!(NapoleonAtWar::is_over(desk.state()) && desk.state().turn == 14);
        desk.depth()
    });
}

/// Packed masses, each by its size, the ways out of it and where it is struck: at a corner by one enemy whom one unit touches, or from
/// within by one whom six touch.
const MASSES: [(u16, usize, Struck); 14] = [
    (16, 0, Struck::Corner),
    (16, 1, Struck::Corner),
    (16, 3, Struck::Corner),
    (16, 99, Struck::Corner),
    (25, 0, Struck::Corner),
    (25, 1, Struck::Corner),
    (25, 3, Struck::Corner),
    (25, 99, Struck::Corner),
    (49, 1, Struck::Corner),
    (49, 99, Struck::Corner),
    (25, 0, Struck::Within),
    (25, 1, Struck::Within),
    (25, 3, Struck::Within),
    (25, 99, Struck::Within),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Struck {
    Corner,
    Within,
}

/// Any answer takes no longer.
const ANSWER: Duration = Duration::from_millis(5);

/// A mass in a square, marsh all round but for the ways out, which lie farthest off; and the attack on it. `ours`: those who are
/// phasing have the mass, and Ar drives them back; else it is the enemy's, and Dr does.
struct Mass {
    state: State,
    attack: Order,
    /// The face of the die that drives them back.
    face: u16,
}

impl Mass {
    fn of((units, ways_out, struck): (u16, usize, Struck)) -> Self {
        let map = HexMap::clear("lab", "Lab board", Grid::LAB);
        let wide = (1..).find(|side| side * side >= units).expect("a square that is large enough");
        let mut held: Vec<Hex> = (0..units).map(|n| Hex::new(16 + n % wide, 8 + n / wide)).collect();
        let around = |hex: Hex| map.neighbours(hex).map(|(_, next)| next).collect::<Vec<Hex>>();
        let mass: BTreeSet<Hex> = held.iter().copied().collect();
        let ring: BTreeSet<Hex> =
            held.iter().flat_map(|hex| around(*hex)).filter(|hex| !mass.contains(hex)).collect();
        let corner = held[0];
        let (enemy, river) = match struck {
            Struck::Corner => {
                let beside = around(corner).into_iter().filter(|hex| ring.contains(hex));
                let enemy = beside
                    .min_by_key(|hex| (around(*hex).iter().filter(|next| mass.contains(next)).count(), *hex));
                let enemy = enemy.expect("the corner lies open");
                // Nobody but the corner touches the enemy.
                let river =
                    around(enemy).into_iter().filter(|hex| *hex != corner).map(|hex| (enemy.0, hex.0));
                (enemy, river.collect())
            }
            Struck::Within => {
                let middle = held.remove(usize::from(wide * (wide / 2) + wide / 2));
                (middle, Vec::new())
            }
        };
        let mut open: Vec<Hex> = ring.iter().copied().filter(|hex| *hex != enemy).collect();
        open.retain(|hex| ways_out < 99 || !around(corner).contains(hex));
        let from = corner;
        open.sort_by_key(|hex| (std::cmp::Reverse(map.grid.distance(*hex, from)), *hex));
        open.truncate(ways_out);
        let marsh = ring.iter().filter(|hex| **hex != enemy && !open.contains(hex)).map(|hex| hex.0);
        let (mine, theirs) = match struck {
            Struck::Corner => ("F1", "E9"),
            Struck::Within => ("E2", "F36"),
        };
        let mut written: Vec<String> =
            held.iter().enumerate().map(|(n, hex)| format!("m{n:02}:{mine}@{}", hex.0)).collect();
        written.push(format!("x:{theirs}@{}", enemy.0));
        let position = Position {
            units: written,
            marsh: marsh.collect(),
            river,
            phase: RawPhase::Combat,
            ..Position::default()
        };
        let state = position.set_up(&|_| Err("no scenario is named".into())).expect("a sound position");
        let id = |key: &str| state.game.find(key).expect("it is there");
        let struck_at = held.iter().enumerate().filter(|(_, hex)| around(enemy).contains(hex));
        let struck_at = struck_at.filter(|(_, hex)| struck == Struck::Within || **hex == corner);
        let all: Vec<UnitId> = struck_at.map(|(n, _)| id(&format!("m{n:02}"))).collect();
        let (attackers, defenders, face) = match struck {
            Struck::Corner => (all, vec![id("x")], 2),
            Struck::Within => (vec![id("x")], all, 1),
        };
        let attack = Order::Attack(Assault { attackers, defenders, lowered: None });
        Self { state, attack, face }
    }

    /// The state once they are driven back.
    fn driven(&self) -> State {
        let mut state = self.state.clone();
        let mut tray = Typed::faces([vec![self.face]]);
        let ruling = NapoleonAtWar::judge(&state, &self.attack, &mut tray).expect("the attack is lawful");
        ruling.events.iter().for_each(|event| NapoleonAtWar::apply(&mut state, event));
        state
    }
}

/// An answer counts with the least of so many runs.
const RUNS: usize = 5;

/// How long an answer takes, and what it was.
fn timed<T>(mut answer: impl FnMut() -> T) -> (Duration, T) {
    let mut least = Duration::MAX;
    let mut last = None;
    for _ in 0..RUNS {
        let begun = Instant::now();
        last = Some(black_box(answer()));
        least = least.min(begun.elapsed());
    }
    (least, last.expect("it was asked"))
}

/// Every kind of answer about every packed mass: what came of it is right, and how long it takes is told.
#[expect(clippy::print_stdout, reason = "a bench prints what it has measured")]
fn tell_worst_of_packed_masses() {
    println!("packed masses: least of {RUNS} runs, in ms (budget {})", ANSWER.as_millis());
    println!(
        "{:>22} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}  offers",
        "mass", "odds", "attack", "due", "retreat", "refusal", "solo"
    );
    let mut worst = Duration::ZERO;
    for mass in MASSES {
        let (units, ways_out, struck) = mass;
        let built = Mass::of(mass);
        let (odds, chances) = timed(|| NapoleonAtWar::odds(&built.state, &built.attack).expect("odds"));
        assert!(is_whole(&chances));
        let (attack, state) = timed(|| built.driven());
        let (due, offered) = timed(|| NapoleonAtWar::due(&state));
        let ways: Vec<&Order> = offered.offers.iter().map(|offer| &offer.order).collect();
        let backs =
            ways.iter().filter(|order| matches!(order, Order::Retreat { way, .. } if !way.is_empty()));
        assert_eq!(backs.count() > 0, ways_out > 0, "{units} {ways_out}: {}", offered.prompt);
        let (mut judged, mut refused, mut thought) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        if struck == Struck::Within || ways_out > 0 {
            for order in [ways[0], ways[ways.len() / 2], ways[ways.len() - 1]] {
                let (time, ruling) = timed(|| NapoleonAtWar::judge(&state, order, &mut Dry));
                assert!(ruling.is_ok(), "{order:?}");
                judged = judged.max(time);
            }
            let Order::Retreat { unit, way } = ways[ways.len() - 1].clone() else { panic!("a retreat") };
            let way = way.iter().copied().chain([Hex(3925)]).collect();
            let wrong = Order::Retreat { unit, way };
            let (time, stop) = timed(|| NapoleonAtWar::judge(&state, &wrong, &mut Dry));
            assert!(matches!(stop, Err(Stop::Refused(_))));
            refused = time;
            let mut battle = solo_napoleon_at_war::Staff::new(&state);
            let (time, chosen) = timed(|| battle.orders(&state));
            assert!(NapoleonAtWar::judge(&state, &chosen[0], &mut Dry).is_ok());
            thought = time;
        }
        let all = [odds, attack, due, judged, refused, thought];
        worst = all.into_iter().fold(worst, Duration::max);
        let told: Vec<String> =
            all.iter().map(|time| format!("{:8.3}", time.as_secs_f64() * 1000.0)).collect();
        println!("{units:>3} {ways_out:>2} out {struck:>10?} {}  {}", told.join(" "), offered.offers.len());
    }
    let over = if worst > ANSWER { ", OVER the budget" } else { "" };
    println!("worst: {:.3} ms{over}", worst.as_secs_f64() * 1000.0);
}

/// What is due when a unit of a packed mass is driven back, by its place in the list of masses.
#[divan::bench(args = [1, 5, 6, 7, 12, 13])]
fn what_is_due_in_a_packed_mass(bencher: Bencher<'_, '_>, mass: usize) {
    let state = Mass::of(MASSES[mass]).driven();
    let offers = NapoleonAtWar::due(&state).offers.len();
    assert!(offers > 2, "{offers} ways back");
    bencher.bench_local(|| {
        let due = NapoleonAtWar::due(black_box(&state));
        assert_eq!(due.offers.len(), offers);
        due
    });
}

/// The exact odds of an attack in which they may be driven back.
#[divan::bench(args = [0, 4, 5, 6, 7, 10, 11, 12, 13])]
fn odds_in_a_packed_mass(bencher: Bencher<'_, '_>, mass: usize) {
    let mass = Mass::of(MASSES[mass]);
    bencher.bench_local(|| {
        let odds = NapoleonAtWar::odds(black_box(&mass.state), &mass.attack).expect("the attack is lawful");
        assert!(is_whole(&odds));
        odds
    });
}

/// Are the chances listed, and do they sum to 1?
fn is_whole(odds: &Odds) -> bool {
    let Odds::Listed(chances) = odds else { return false };
    (chances.iter().map(|chance| chance.probability).sum::<f64>() - 1.0).abs() < 1e-9
}
