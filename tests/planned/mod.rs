//! The planner of moves and their judge, held to each other: in the midst of battles between solo players, under every option by
//! itself and under options drawn together.
//!
//! A spread of the ways that `reach` knows is walked by the judge to their ends, at no more than they are said to cost; and where a
//! move drawn at random is legal, `reach` knows its end. Clauses: `easy:II.A.2.3`, `easy:II.B-path`, `easy:II.C.4.1` to `easy:II.C.4.5`,
//! `easy:III.E.2`. Units: inches.

mod battalions;
mod brute;

use std::f32::consts::TAU;

use desk::{Desk, Setup};
use easy::state::{Phase, State, Step};
use easy::{Easy, StandId, reach};
use game::RuleSet;
use game::options::{Accepts, Options};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use scenario::{self, AnyRules, Embedded};
use solo::Battle;
use table::tolerance::TOUCH;
use table::{Heading, Leg, Path, Pose, Vec2};

use super::{drawn_options, drawn_seed, unusual};

/// A way costs no more than is said of it, but for so much.
const COST: f32 = 0.03;

/// A cell of a map of reach is lit for its middle: an end no more cells than this from a lit one is known.
const NEAR: i32 = 1;

/// What was looked at.
#[derive(Debug, Default)]
struct Seen {
    ways: usize,
    moves: usize,
    /// Ways that are not legal, or dearer than said.
    faults: Vec<String>,
    /// Legal moves whose end is not known.
    unknown: Vec<String>,
}

/// Stands of the topmost activation that may move on the table, or the engaged that may withdraw.
fn movers(state: &State) -> Vec<StandId> {
    let Some(now) = state.active().filter(|now| matches!(now.step, Step::Act | Step::Engaged)) else {
        return Vec::new();
    };
    let engaged = now.step == Step::Engaged;
    let list =
        now.list.iter().copied().filter(|stand| !now.acted.contains(stand) && state.pose(*stand).is_some());
    list.filter(|stand| reach::is_engaged(state, *stand) == engaged).collect()
}

/// A spread of the ways that `reach` knows is legal to the last inch.
fn ways_are_legal(
    state: &State,
    stand: StandId,
    start: Pose,
    heading: Heading,
    dice: &mut ChaCha8Rng,
    seen: &mut Seen,
) {
    let found = reach::reach(state, stand, heading).expect("it is on the table");
    let ends: Vec<usize> = (0..found.cost.len()).filter(|cell| found.cost[*cell].is_finite()).collect();
    let step = (ends.len() / 24).max(1);
    for &cell in ends.iter().skip(dice.random_range(0..step)).step_by(step) {
        let (x, y) = (cell % found.width, cell / found.width);
        let path = found.path_to(x, y).expect("a lit cell has a way");
        let (walk, refusal) = reach::walk(state, stand, &path).expect("it is on the table");
        seen.ways += 1;
        // Who comes within touch goes on to the enemy and squares up to them (`easy:III-contact`).
        let beside = if walk.contacts.is_empty() { 0.0 } else { TOUCH };
        let fault = match refusal {
            Some(refusal) => Some(format!("refused: {refusal}")),
            None if walk.cost > found.cost[cell] + COST + beside => {
                Some(format!("costs {}, said {}", walk.cost, found.cost[cell]))
            }
            None => None,
        };
        if let Some(fault) = fault {
            seen.faults.push(format!(
                "{} from {start} to {}: {fault}: {path:?}",
                state.say(stand),
                found.centre(x, y)
            ));
        }
    }
}

/// Turns on the spot and slides, drawn at random: the legal ones end where `reach` says.
fn moves_are_known(state: &State, stand: StandId, start: Pose, dice: &mut ChaCha8Rng, seen: &mut Seen) {
    let angle = [0.0, 0.7, -0.5, 1.9][dice.random_range(0..4_usize)];
    let heading = start.heading.turned(angle);
    let rate = reach::allowance(state, stand);
    let mut known = None;
    for _ in 0..24 {
        let mut slide = || {
            let way = Heading::from_radians(dice.random_range(0.0..TAU)).forward();
            Leg::Slide(way * dice.random_range(0.0..rate.max(0.2) * 0.6))
        };
        let mut legs = vec![slide(), slide()];
        if angle != 0.0 {
            legs.insert(dice.random_range(0..3_usize), Leg::Turn { pivot: Vec2::ZERO, angle });
        }
        let path = Path::new(legs);
        let (walk, refusal) = reach::walk(state, stand, &path).expect("it is on the table");
        // A roll, a contact that squares up and an end on the last hair of the allowance are told otherwise.
        if refusal.is_some()
            || !walk.obstacles.is_empty()
            || !walk.contacts.is_empty()
            || walk.cost > rate - 0.2
        {
            continue;
        }
        let found =
            known.get_or_insert_with(|| reach::reach(state, stand, heading).expect("it is on the table"));
        seen.moves += 1;
        let end = walk.path.end(start).at;
        let off = |cells: i32| cells as f32 * found.cell;
        let near = |x: i32| (-NEAR..=NEAR).any(|y| found.contains(end + Vec2::new(off(x), off(y))));
        if !(-NEAR..=NEAR).any(near) {
            let words = "is legal, and reach does not know its end";
            seen.unknown.push(format!(
                "{} from {start} to {end}, {} in: {words}: {path:?}",
                state.say(stand),
                walk.cost
            ));
        }
    }
}

/// A battle between solo players, looked at again and again.
fn look(scenario: &str, options: &Options, seed: u64, every: usize, most: usize) -> Seen {
    let (scenario, _) = scenario::read(scenario, &Embedded, &AnyRules).expect("shipped scenarios are sound");
    let setup = Setup { options: options.clone(), ..Setup::new(scenario, seed) };
    let mut desk = Desk::<Easy>::new(setup, None).expect("it begins");
    let mut battle = Battle::<solo_easy::Staff>::new(&desk);
    let mut dice = ChaCha8Rng::seed_from_u64(seed ^ 0x9_1a9);
    let (mut seen, mut number, mut looked) = (Seen::default(), 0, 0);
    while looked < most && !matches!(desk.state().phase, Phase::Over(_)) {
        let state = desk.state();
        let movers = movers(state);
        if number >= looked * every && !movers.is_empty() {
            looked += 1;
            let stand = movers[dice.random_range(0..movers.len())];
            let start = state.pose(stand).expect("it is on the table");
            let withdraws = reach::is_engaged(state, stand);
            let angle = if withdraws { 0.0 } else { [0.0, 0.4, -1.9][dice.random_range(0..3_usize)] };
            let before = (seen.faults.len(), seen.unknown.len());
            ways_are_legal(state, stand, start, start.heading.turned(angle), &mut dice, &mut seen);
            if !state.unit(stand).slow && !withdraws {
                moves_are_known(state, stand, start, &mut dice, &mut seen);
            }
            for fault in seen.faults[before.0..].iter_mut().chain(&mut seen.unknown[before.1..]) {
                *fault = format!("seed {seed}, after order {number}: {fault}");
            }
        }
        battle.step(&mut desk).expect("the players go on");
        number += 1;
    }
    seen
}

/// Every option of the rules by itself, each at a value that is not the usual one; none of them twice.
fn alone() -> Vec<(String, Options)> {
    let specs = Easy::option_specs();
    let mut all = vec![("usual".to_owned(), Options::default())];
    for spec in specs {
        let values: Vec<String> = match spec.accepts {
            Accepts::OneOf(values) => {
                values.iter().filter(|value| **value != spec.default).map(ToString::to_string).collect()
            }
            Accepts::Number(least, most) => vec![format!("{least:.0}"), format!("{most:.0}")],
        };
        for value in values.into_iter().filter(|value| *value != spec.default) {
            let mut options = Options::default();
            // Larger stands would overlap where they are deployed (`easy:I.A.1-scale`).
            if options.set(specs, spec.id, &value).is_ok() && Easy::start(first_steps(), &options).is_ok() {
                all.push((format!("{}={value}", spec.id), options));
            }
        }
    }
    all
}

fn first_steps() -> scenario::Scenario {
    scenario::read("first-steps", &Embedded, &AnyRules).expect("shipped scenarios are sound").0
}

/// Looks at so many battles, in as many threads as there are; tells what was found of each, in their order.
fn look_at_all<T: Sync, S: Send>(all: &[T], look: impl Fn(&T) -> S + Sync) -> Vec<S> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        let look = &look;
        let parts: Vec<_> = all
            .chunks(all.len().div_ceil(threads))
            .map(|part| scope.spawn(move || part.iter().map(look).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("nothing panics")).collect()
    })
}

/// At most one way in so many is at fault, and each battle was looked at often enough on the whole: what was looked at, what is at
/// fault, and what is not known.
///
/// Of legal moves that bend anywhere the planner may miss one end in a hundred, in pockets that hardly anything leads to.
fn agreed(seen: &[(String, Seen)], sound: usize) -> String {
    let ways: usize = seen.iter().map(|(_, seen)| seen.ways).sum();
    let moves: usize = seen.iter().map(|(_, seen)| seen.moves).sum();
    let all = |of: fn(&Seen) -> &[String]| {
        let named = |(name, seen): &(String, Seen)| {
            of(seen).iter().map(|fault| format!("{name}: {fault}")).collect::<Vec<_>>()
        };
        seen.iter().flat_map(named).collect::<Vec<_>>()
    };
    let (faults, unknown) = (all(|seen| &seen.faults), all(|seen| &seen.unknown));
    assert!(
        faults.len().saturating_mul(sound) <= ways,
        "{} of {ways} ways:\n{}",
        faults.len(),
        faults.join("\n")
    );
    // A seed of today may have hardly anybody who moves.
    let fixed = sound == usize::MAX;
    assert!(
        unknown.len() <= if fixed { 1 } else { 4 } + moves / 100,
        "{} of {moves} moves:\n{}",
        unknown.len(),
        unknown.join("\n")
    );
    assert!(
        !fixed || ways > seen.len() * 100 && moves > seen.len() * 10,
        "{ways} ways and {moves} moves of {}",
        seen.len()
    );
    let (at_fault, not_known) = (faults.len(), unknown.len());
    let all = [faults, unknown].concat().join("\n");
    format!("{ways} ways, of which at fault: {at_fault}; {moves} moves, of which unknown: {not_known}\n{all}")
}

#[test]
fn planner_and_judge_agree_under_every_option() {
    let all = alone();
    assert!(all.len() > 60, "{} values of options", all.len());
    let seen = look_at_all(&all, |(name, options)| (name.clone(), look("first-steps", options, 11, 6, 10)));
    println!("{}", agreed(&seen, usize::MAX));
}

/// Battles of Waterloo under options that are drawn from each of these seeds and the three after it; at most one way in so many
/// is at fault.
fn agree_from(seeds: impl IntoIterator<Item = u64>, sound: usize) -> String {
    let seeds: Vec<u64> = seeds.into_iter().flat_map(|seed| seed..seed + 4).collect();
    let seen = look_at_all(&seeds, |seed| {
        let options = drawn_options(*seed);
        (
            format!("DRUMHEAD_SEED={seed}, {}", unusual(Easy::option_specs(), &options)),
            look("waterloo", &options, *seed, 40, 12),
        )
    });
    agreed(&seen, sound)
}

#[test]
fn planner_and_judge_agree_under_options_drawn_together() {
    // In the second a friend is within a hair, in the third a brook that guns may not cross is beside a battery and a bridge on a
    // bend, in the last two zones are entered almost together.
    println!("{}", agree_from([822_626, 30_001, 50_049, 60_100], usize::MAX));
}

/// A seed that nobody has tried, or that of `DRUMHEAD_SEED`: it is printed, so that what it finds can be found again. One way in
/// some 50,000 comes to a hair of a limit that planner and judge draw differently; a fault of either shows in many.
#[test]
fn planner_and_judge_agree_under_a_seed_of_today() {
    let seed = drawn_seed();
    println!("DRUMHEAD_SEED={seed}");
    println!("{}", agree_from([seed], 300));
}
