//! The start of the program and of a battle, from cold, and how much memory a whole game takes.

use std::process::Command;
use std::time::{Duration, Instant};

use dice::Dry;
use easy::state::State;
use easy::{Easy, Event, Order, command, reach};
use game::{RuleSet, Stop};

use super::games::{PRESETS, play, print_reach, setup};
use super::tally::{Tally, peak};

/// So often is each start made.
const STARTS: usize = 15;

/// The program itself, where cargo says what was built of it.
const PROGRAM: Option<&str> = option_env!("CARGO_BIN_EXE_drumhead");

pub fn run() {
    first_reach();
    if let Some(program) = PROGRAM {
        for words in [&["list"][..], &["play", "--help"], &["--version"]] {
            let mut tally = Tally::new(format!("start of drumhead {}", words.join(" ")), None);
            for _ in 0..STARTS {
                tally.take(child(program, words).0, || "one of its starts".into());
            }
            tally.tell();
        }
    }
    // In a process of its own, so that nothing has been read before; what it prints is the time without the process.
    let own = std::env::current_exe().expect("a program knows where it is");
    let own = own.to_string_lossy().into_owned();
    let mut tally = Tally::new("first due of Waterloo, from cold", None);
    for _ in 0..STARTS {
        let (_, told) = child(&own, &["child-due"]);
        let micros = told.trim().parse().expect("the child tells microseconds");
        tally.take(Duration::from_micros(micros), || "one of its starts".into());
    }
    tally.tell();
}

/// Runs a program to its end: how long that took, and what it printed.
pub fn child(program: &str, words: &[&str]) -> (Duration, String) {
    let begun = Instant::now();
    let output = Command::new(program).args(words).output().expect("the program starts");
    let took = begun.elapsed();
    assert!(output.status.success() && !output.stdout.is_empty(), "{program} {words:?}: {output:?}");
    (took, String::from_utf8_lossy(&output.stdout).into_owned())
}

pub fn child_due() {
    let begun = Instant::now();
    let setup = setup("Basic", 0);
    let state = Easy::start(setup.scenario, &setup.options).expect("its options are sound");
    let due = Easy::due(&state);
    let took = begun.elapsed();
    assert!(!due.offers.is_empty());
    println!("{}", took.as_micros());
}

/// The measure of old: a stand in the middle of Waterloo as it begins.
fn first_reach() {
    for preset in PRESETS {
        let state = picton(preset);
        let stand = state.roster().find_stand("A26").expect("Kempt is there");
        let heading = state.pose(stand).expect("it is deployed").heading;
        let mut tally = Tally::new(format!("reach as it begins, {preset}"), None);
        for _ in 0..200 {
            tally.ask(
                || "Kempt at the start".into(),
                || reach::reach(&state, stand, heading).expect("it is on the table"),
                |found| {
                    assert!(found.count() > 300);
                    print_reach(found)
                },
            );
        }
        tally.tell();
    }
}

/// Waterloo before the first chit, with Picton's division active.
fn picton(preset: &str) -> State {
    let setup = setup(preset, 0);
    let mut state = Easy::start(setup.scenario, &setup.options).expect("its options are sound");
    let command = state.roster().find_command("al-picton").expect("the command is there");
    let events = [Event::ChitDrawn { command }, Event::ActivationBegan { command, picked_by: None }];
    events.iter().for_each(|event| Easy::apply(&mut state, event));
    let stands = command::in_range(&state, command);
    match Easy::judge(&state, &Order::Activate { stands }, &mut Dry) {
        Ok(ruling) => ruling.events.iter().for_each(|event| Easy::apply(&mut state, event)),
        Err(Stop::Refused(refusal)) => panic!("{refusal}"),
        Err(stop) => panic!("{stop}"),
    }
    state
}

/// The peaks of memory of whole games, each in a process of its own.
pub fn memory() {
    let own = std::env::current_exe().expect("a program knows where it is");
    let own = own.to_string_lossy().into_owned();
    for preset in PRESETS {
        let (took, told) = child(&own, &["child-game", preset]);
        println!("memory of a whole game, {preset}: {} in {:.1} s", told.trim(), took.as_secs_f64());
    }
}

pub fn child_game(preset: &str) {
    let before = peak();
    let mut orders = 0;
    let desk = play(preset, 7, |number, _, _| orders = number);
    println!(
        "{} KiB at most ({before} KiB before it), {orders} orders, {} in the record",
        peak(),
        desk.records().len()
    );
}
