//! Two whole games of Waterloo: what is due after every order, and for whoever moves what he can reach and how he gets there.

use desk::{Desk, Preset, Record, Setup};
use dice::Dry;
use easy::state::{Phase, State, Step};
use easy::{Easy, Order, StandId, reach};
use game::options::Options;
use game::{RuleSet, Stop};
use scenario::{self, AnyRules, Embedded};
use solo::Battle;
use table::Pose;
use table::reach::Reach;

use super::tally::{Print, Tally};

/// The presets under which everything is measured: no module, and all of them.
pub const PRESETS: [&str; 2] = ["Basic", "Everything"];

/// The games that are played.
const SEED: u64 = 7;

/// Every offer of so many positions is judged, that all offered is legal.
const JUDGED: usize = 25;

/// The options of a preset of the program.
fn options(preset: &str) -> Options {
    let presets = Preset::of_the_program("easy");
    presets.into_iter().find(|known| known.name == preset).expect("the program has this preset").options
}

/// Waterloo with these options.
pub fn setup(preset: &str, seed: u64) -> Setup {
    let (scenario, _) = scenario::read("waterloo", &Embedded, &AnyRules).expect("Waterloo is sound");
    Setup { options: options(preset), ..Setup::new(scenario, seed) }
}

/// The same before any order.
pub fn start(preset: &str) -> State {
    Desk::<Easy>::new(setup(preset, SEED), None).expect("a game without a journal begins").start().clone()
}

/// Plays a game to its end, and shows every state after an order (first that before any) with the order that came of it.
pub fn play(preset: &str, seed: u64, mut see: impl FnMut(usize, &State, Option<&Order>)) -> Desk<Easy> {
    let mut desk = Desk::<Easy>::new(setup(preset, seed), None).expect("a game without a journal begins");
    let mut battle = Battle::<solo_easy::Staff>::new(&desk);
    let mut number = 0;
    while !matches!(desk.state().phase, Phase::Over(_)) {
        let before = desk.state().clone();
        battle.step(&mut desk).expect("the players go on");
        let order = match desk.records().last() {
            Some(Record::Order(entry)) => &entry.order,
            _ => panic!("solo players take nothing back"),
        };
        see(number, &before, Some(order));
        number += 1;
    }
    see(number, desk.state(), None);
    desk
}

/// All that a reach tells.
pub fn print_reach(reach: &Reach) -> Print {
    let mut print = Print::new();
    for cost in &reach.cost {
        print.add(&cost.to_bits().to_le_bytes());
    }
    let within = (0..reach.cost.len()).filter(|index| reach.cost[*index].is_finite());
    for index in within.step_by(37) {
        print.add(format!("{:?}", reach.path_to(index % reach.width, index / reach.width)).as_bytes());
    }
    print
}

/// The games that are played; others with `DRUMHEAD_SEEDS=1,2,3`.
pub fn seeds() -> Vec<u64> {
    let parsed =
        |seeds: String| seeds.split(',').map(|seed| seed.parse().expect("seeds are numbers")).collect();
    std::env::var("DRUMHEAD_SEEDS").map_or(vec![SEED], parsed)
}

/// What is due after every order.
pub fn due() {
    for preset in PRESETS {
        let mut due = Tally::new(format!("due, {preset}"), Some(1.0));
        for seed in seeds() {
            play(preset, seed, |number, state, _| {
                due.ask(|| place(seed, number, state), || Easy::due(state), Print::of);
                if number % JUDGED == 0 {
                    judge_all(state);
                }
            });
        }
        assert!(due.count() > 500 * seeds().len(), "{} orders", due.count());
        due.tell();
    }
}

fn place(seed: u64, number: usize, state: &State) -> String {
    let step = state.active().map_or_else(String::new, |now| format!(", {:?}", now.step));
    format!("seed {seed} after order {number}, turn {}{step}", state.turn)
}

/// What is asked of the stands of a game.
struct Asked {
    reach: Tally,
    plan: Tally,
    far: Tally,
}

/// Where stands can go and how: before every order of the steps of moves everybody who may still move, and whoever withdraws.
///
/// Left out are generals on their own moves and those who come on: what is asked is asked of stands on the table that are listed.
pub fn ways() {
    for preset in PRESETS {
        let mut asked = Asked {
            reach: Tally::new(format!("reach, {preset}"), Some(5.0)),
            plan: Tally::new(format!("plan, {preset}"), Some(8.0)),
            far: Tally::new(format!("plan far away, {preset}"), None),
        };
        for seed in seeds() {
            play(preset, seed, |number, state, order| {
                stands(&mut asked, state, order, &|| place(seed, number, state));
            });
        }
        assert!(asked.reach.count() > 500 * seeds().len(), "{} stands", asked.reach.count());
        for tally in [&mut asked.reach, &mut asked.plan, &mut asked.far] {
            tally.tell();
        }
    }
}

/// What is offered is legal.
fn judge_all(state: &State) {
    for offer in Easy::due(state).offers {
        let judged = Easy::judge(state, &offer.order, &mut Dry);
        assert!(!matches!(judged, Err(Stop::Refused(_))), "{}", offer.words);
    }
}

/// Who moves next is asked about, and all others who may.
fn stands(asked: &mut Asked, state: &State, order: Option<&Order>, at: &dyn Fn() -> String) {
    let mover = match order {
        Some(Order::Move { stand, path } | Order::Withdraw { stand, path }) => Some((*stand, path)),
        _ => None,
    };
    if let Some((stand, path)) = mover
        && let Some(pose) = state.pose(stand)
    {
        let end = path.end(pose);
        one(asked, state, stand, end, at);
    }
    let Some(now) = state.active().filter(|now| now.step == Step::Act) else { return };
    let others = now.list.iter().filter(|stand| mover.is_none_or(|(moved, _)| moved != **stand));
    for &stand in others.filter(|stand| !now.acted.contains(stand)) {
        if let Some(pose) = state.pose(stand) {
            one(asked, state, stand, pose.moved(pose.heading.forward() * 2.0), at);
        }
    }
}

/// Where the stand can end as it faces and turned; how it gets to where the player wants it, and to places about it: ahead and
/// aside, turned, beyond its allowance, and on the nearest enemy.
fn one(asked: &mut Asked, state: &State, stand: StandId, wanted: Pose, at: &dyn Fn() -> String) {
    let Some(start) = state.pose(stand) else { return };
    let rate = reach::allowance(state, stand);
    for turned in [0.0, 0.4, -1.9] {
        let heading = start.heading.turned(turned);
        asked.reach.ask(
            || format!("{}: {} from {start} to face {heading:?}", at(), state.say(stand)),
            || reach::reach(state, stand, heading).expect("it is on the table"),
            |found| {
                let dearest = found.cost.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f32::max);
                assert!(dearest <= rate + 0.01 && found.width == found.height, "{dearest} of {rate}");
                print_reach(found)
            },
        );
    }
    let to = |degrees: f32, way: f32, turn: f32| {
        let direction = start.heading.turned(degrees.to_radians()).forward();
        Pose::new(start.at + direction * way, start.heading.turned(turn.to_radians()))
    };
    let mut goals =
        vec![wanted, to(0.0, rate * 0.6, 0.0), to(40.0, rate * 0.5, 30.0), to(-70.0, rate * 0.9, -60.0)];
    goals.extend([to(10.0, rate * 1.3, 20.0), to(180.0, rate * 0.7, 180.0)]);
    let enemies = state.on_table().filter(|(id, _)| state.are_enemies(stand, *id));
    let nearest = enemies
        .min_by(|(_, a), (_, b)| a.pose.at.distance(start.at).total_cmp(&b.pose.at.distance(start.at)));
    let ask = |tally: &mut Tally, goal: Pose| {
        tally.ask(
            || format!("{}: {} from {start} to {goal}", at(), state.say(stand)),
            || reach::plan(state, stand, goal).expect("it is on the table"),
            |found| {
                let (path, end, cost) = match found {
                    Ok(plan) => (&plan.path, goal, plan.cost),
                    Err(failure) => (&failure.path, failure.at, failure.cost),
                };
                let off = path.end(start).at.distance(end.at);
                assert!(off < 0.03 && cost <= rate + 0.01, "{off} off {end}, {cost} of {rate}");
                Print::of(found)
            },
        );
    };
    if let Some((_, enemy)) = nearest {
        let (pose, near) = (enemy.pose, enemy.pose.at.distance(start.at) < 1.5 * rate);
        // On it, and against its front.
        let against = Pose::new(pose.at + pose.heading.forward() * 2.0, pose.heading.reversed());
        for goal in [pose, against] {
            if near {
                goals.push(goal);
            } else {
                ask(&mut asked.far, goal);
            }
        }
    }
    for goal in goals {
        ask(&mut asked.plan, goal);
    }
    ask(&mut asked.far, to(5.0, 3.0 * rate, 0.0));
}
