//! Opening a journal of 5,000 entries, with the dice and the hash of each judged again.

use std::path::Path;
use std::time::{Duration, Instant};

use desk::{Desk, Library, Sync};
use easy::Easy;
use easy::state::Phase;
use games::Games;
use solo::Battle;

use super::games::setup;
use super::start::child as run_child;
use super::tally::{Tally, peak};

const ENTRIES: usize = 5_000;

/// So often is it opened.
const OPENINGS: usize = 3;

pub fn run() {
    let folder = std::env::temp_dir().join(format!("drumhead-battle-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the system has room for temporary files");
    let path = folder.join("long.journal");
    write(&path);
    let own = std::env::current_exe().expect("a program knows where it is");
    let own = own.to_string_lossy().into_owned();
    let mut tally = Tally::new("opening a journal of 5,000", None);
    let mut memory = 0;
    for _ in 0..OPENINGS {
        let (_, told) = run_child(&own, &["child-journal", &path.to_string_lossy()]);
        let numbers: Vec<u64> = told.split_whitespace().map(|word| word.parse().expect("numbers")).collect();
        let [micros, peak] = numbers[..] else { panic!("{told}") };
        tally.take(Duration::from_micros(micros), || "one of its openings".into());
        memory = memory.max(peak);
    }
    tally.tell();
    println!("memory of opening it: {memory} KiB at most");
    std::fs::remove_dir_all(&folder).expect("what was written can be taken away");
}

/// Game after game in one journal, each from the start by a branch, until it is long enough.
fn write(path: &Path) {
    let setup = setup("Everything", 7);
    let mut desk = Desk::<Easy>::with_sync(setup, Some(path), Sync::System).expect("a journal begins");
    let mut battle = Battle::<solo_easy::Staff>::new(&desk);
    while desk.records().len() < ENTRIES {
        if matches!(desk.state().phase, Phase::Over(_)) {
            desk.branch(0).expect("there is a start");
            battle = Battle::<solo_easy::Staff>::new(&desk);
        }
        battle.step(&mut desk).expect("the players go on");
    }
}

pub fn child(path: &str) {
    let begun = Instant::now();
    let (desk, notices) = Desk::<Easy>::open(Path::new(path), &Library::embedded(&Games::default()))
        .expect("the journal opens");
    let took = begun.elapsed();
    assert!(notices.is_empty() && desk.records().len() >= ENTRIES, "{notices:?}");
    println!("{} {}", took.as_micros(), peak());
}
