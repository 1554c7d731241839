//! What a person waits for in mid-battle: an order and the frame after it, an undo and the frame after it, and the frames while a
//! hand turns, over whole games of Waterloo, of both games of Marengo on hexes and of battalions. Each order counts with the least of three games.
//! Of corps on hexes and of the battalions of Waterloo also a frame with all pieces, one of them in hand, and every overlay, at a
//! dozen moments.
//!
//! `cargo bench --bench frames`; a word after `--` leaves the games out that are not called so. A journal is not written: no disk is waited for. Budgets: order and frame 8 ms, undo and frame
//! 8 ms, a hand that turns 8 ms in 95 of 100 frames, a frame of all stands 8 ms, of all counters 6 ms, on the machine that `battle` tells of.

#![expect(clippy::print_stdout, reason = "a bench prints what it has measured")]

#[path = "battle/scale.rs"]
mod scale;

use std::time::{Duration, Instant};

use casus_belli::CasusBelli;
use desk::{Desk, DiceFrom, Library, Preset, Record, Setup};
use easy::Easy;
use epstein::{Epstein, options};
use game::options::Options;
use game::{CaseRules, Codec, Draft, Minds, Presentation, RuleSet as _, Spot};
use games::Games;
use napoleon_at_war::NapoleonAtWar;
use scenario::{AnyRules, Embedded};
use solo::Battle;
use window::play::PlayAction;
use window::{Command, FrameBench, Habit, bench_frame, bench_window};

const SIZE: [f32; 2] = [1600.0, 1000.0];
const RUNS: usize = 3;
const SEED: u64 = 7;
/// Every so many orders a piece is turned, through so many frames.
const EVERY: usize = 25;
const FRAMES: usize = 24;

fn main() {
    let only = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let wanted = |name: &str| only.as_ref().is_none_or(|only| name.contains(only));
    scale::print_scale();
    let library = Library::embedded(&Games::default());
    for name in ["Basic", "Everything"].into_iter().filter(|name| wanted(name)) {
        let presets = Preset::of_the_program("easy");
        let preset = presets.into_iter().find(|known| known.name == name).expect("it is in the program");
        let (scenario, _) = library.scenario("waterloo").expect("it is in the program");
        let setup = || Setup { options: preset.options.clone(), ..Setup::new(scenario.clone(), SEED) };
        measure::<solo_easy::Staff>(&format!("Waterloo {name}"), || {
            Desk::<Easy>::new(setup(), None).expect("it begins")
        });
    }
    let read = scenario::hex::read("marengo-naw", &Embedded, &AnyRules);
    let (marengo, _) = read.expect("it is in the program");
    if wanted("Marengo on hexes") {
        measure::<solo_napoleon_at_war::Staff>("Marengo on hexes", || {
            Desk::<NapoleonAtWar>::new(Setup::new(marengo.clone(), SEED), None).expect("it begins")
        });
    }
    let read = scenario::hex::read("marengo-cb", &Embedded, &AnyRules);
    let (marengo, _) = read.expect("it is in the program");
    if wanted("Corps on hexes") {
        let begin = || Desk::<CasusBelli>::new(Setup::new(marengo.clone(), SEED), None).expect("it begins");
        measure::<solo_casus_belli::Staff>("Corps on hexes", begin);
        crowded::<solo_casus_belli::Staff>("Corps on hexes", COUNTERS, begin);
    }
    if wanted("Brigade action") {
        measure::<solo_epstein::Staff>("Brigade action", || battalions("brigade-action"));
    }
    if wanted("Waterloo of battalions") {
        crowded::<solo_epstein::Staff>("Waterloo of battalions", STANDS, || battalions("waterloo-epstein"));
    }
}

/// A battle of battalions: that of Waterloo with the Prussians.
fn battalions(id: &str) -> Desk<Epstein> {
    let (scenario, _) = scenario::read(id, &Embedded, &AnyRules).expect("it is in the program");
    let mut chosen = Options::default();
    if id == "waterloo-epstein" {
        chosen.set(options::SPECS, "prussians", "on").expect("there is such an option");
    }
    Desk::new(Setup::new(scenario, SEED).options(chosen), None).expect("it begins")
}

/// The stands of Waterloo, for battalions; the triangles of a frame with all of them are more than so many.
const STANDS: (usize, usize) = (379, 20_000);
/// The counters of Marengo, those of every option and leaders among them.
const COUNTERS: (usize, usize) = (90, 5_000);
/// So many times in the course of a game a window is opened on them.
const OPENED: usize = 12;

/// Frames with all pieces, every overlay and a piece in hand, which stays or goes round, in the course of a game.
fn crowded<M: Minds<Rules: Presentation + CaseRules>>(
    name: &str,
    pieces: (usize, usize),
    begin: impl Fn() -> Desk<M::Rules>,
) {
    let orders = orders_of::<M>(begin());
    let (mut still, mut moving) = (Vec::new(), Vec::new());
    for place in (0..orders.len()).step_by(orders.len().div_ceil(OPENED)) {
        let mut desk = begin();
        for order in &orders[..place] {
            let order = M::Rules::order_of(desk.state(), order).expect("it was given before");
            desk.order(order, DiceFrom::Rolled).expect("it was taken before");
        }
        let mut window = bench_frame(Box::new(desk), SIZE, pieces.0);
        window.frame();
        let mut least = |frame: fn(&mut FrameBench) -> usize| {
            let once = || {
                let begun = Instant::now();
                assert!(frame(&mut window) > pieces.1, "all pieces are drawn");
                begun.elapsed()
            };
            std::iter::repeat_with(once).take(RUNS).min().expect("there are runs")
        };
        still.push(least(FrameBench::frame));
        moving.push(least(FrameBench::frame_while_carrying));
    }
    println!("{name}, {} pieces and every overlay", pieces.0);
    tell("a frame", &still);
    tell("the hand moves", &moving);
}

/// A whole game, order by order, in a window; then taken back, order by order.
fn measure<M: Minds<Rules: Presentation + CaseRules>>(name: &str, begin: impl Fn() -> Desk<M::Rules>) {
    let orders = orders_of::<M>(begin());
    let mut given = vec![Duration::MAX; orders.len()];
    let mut undone = vec![Duration::MAX; orders.len()];
    let mut turned = Vec::new();
    for run in 0..RUNS {
        let mut window = bench_window(Box::new(begin()), SIZE);
        window.frame();
        for (place, order) in orders.iter().enumerate() {
            let time = time(&mut window, Command::Play(PlayAction::GiveWith(order.clone(), Habit::Rolled)));
            given[place] = given[place].min(time);
            if run == 0 && place % EVERY == EVERY / 2 {
                turn(&mut window, &mut turned);
            }
        }
        assert_eq!(window.play().game().depth(), orders.len(), "every order was taken");
        for place in (0..orders.len()).rev() {
            let time = time(&mut window, Command::Undo);
            undone[place] = undone[place].min(time);
        }
        assert_eq!(window.play().game().depth(), 0, "every order was taken back");
    }
    println!("{name}");
    tell("order and frame", &given);
    tell("undo and frame", &undone);
    tell("a hand that turns", &turned);
}

/// Median, 95 and 99 of 100, and the worst with its place; in milliseconds, scaled.
fn tell(what: &str, times: &[Duration]) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3 / *scale::SCALE;
    let mut sorted = times.to_vec();
    sorted.sort();
    let of = |share: usize| {
        sorted.get((sorted.len() * share / 100).min(sorted.len() - 1)).map_or(0.0, |time| ms(*time))
    };
    let worst = times.iter().enumerate().max_by_key(|(_, time)| **time).map_or(0, |(place, _)| place);
    println!(
        "  {what:<20} {:>5}  median {:>6.2}  95% {:>6.2}  99% {:>6.2}  worst {:>6.2} (at {worst})",
        times.len(),
        of(50),
        of(95),
        of(99),
        of(100)
    );
}

/// The orders of a game between solo players.
fn orders_of<M: Minds<Rules: Codec>>(mut desk: Desk<M::Rules>) -> Vec<Draft> {
    let mut battle = Battle::<M>::new(&desk);
    let mut orders = Vec::new();
    while !M::Rules::is_over(desk.state()) {
        let before = desk.state().clone();
        battle.step(&mut desk).expect("the players go on");
        let Some(Record::Order(entry)) = desk.records().last() else { panic!("nothing is taken back") };
        orders.push(M::Rules::spell(&before, &entry.order));
    }
    orders
}

/// Told the window, and the frame after it.
fn time(window: &mut FrameBench, command: Command) -> Duration {
    let begun = Instant::now();
    window.give(command);
    assert!(window.frame() > 1_000);
    begun.elapsed()
}

/// Takes the first piece that may go anywhere in hand and turns it, frame by frame.
fn turn(window: &mut FrameBench, turned: &mut Vec<Duration>) {
    let Some(piece) = window.play().movers().first().cloned() else { return };
    window.give(Command::Play(PlayAction::PickUp(piece)));
    window.frame();
    // On hexes nothing is turned.
    if !matches!(window.play().carried_from(), Some(Spot::Pose { .. })) {
        return window.give(Command::Cancel);
    }
    for _ in 0..FRAMES {
        turned.push(time(window, Command::Play(PlayAction::Turn(7.0))));
    }
    window.give(Command::Cancel);
}
