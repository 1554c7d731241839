//! The dearest questions of the games alone: found once and kept in a file, so that a change is measured in seconds.
//!
//! `DRUMHEAD_DEAR=file` says where. Where there is no such file yet it is made, from whole games.

use std::path::Path;
use std::time::{Duration, Instant};

use easy::state::{State, Step};
use easy::{Easy, StandId, reach};
use game::{Codec, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Heading;

use super::games::{self, PRESETS, print_reach};
use super::scale;
use super::tally::Print;

/// So many of each preset are kept.
const KEPT: usize = 12;

/// Each counts with the least of so many runs.
const RUNS: usize = 25;

/// One question, and the game in which it is asked.
#[derive(Serialize, Deserialize)]
struct Question {
    preset: String,
    number: usize,
    what: What,
    play: Value,
    /// What was answered when it was found; another answer is told.
    answer: Print,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum What {
    Due,
    Reach(StandId, Heading),
}

impl What {
    fn asked(self, state: &State) -> (Duration, Print) {
        let begun = Instant::now();
        match self {
            Self::Due => {
                let due = Easy::due(state);
                (begun.elapsed(), Print::of(&due))
            }
            Self::Reach(stand, heading) => {
                let found = reach::reach(state, stand, heading).expect("it is on the table");
                (begun.elapsed(), print_reach(&found))
            }
        }
    }

    fn least(self, state: &State, runs: usize) -> (Duration, Print) {
        let answers = (0..runs).map(|_| self.asked(state));
        answers.min_by_key(|(time, _)| *time).expect("there are runs")
    }
}

/// Measures what is in the file.
pub fn run() {
    let Some(path) = std::env::var_os("DRUMHEAD_DEAR") else {
        return println!("dear: name a file by DRUMHEAD_DEAR");
    };
    let path = Path::new(&path);
    if !path.exists() {
        let found: Vec<Question> = PRESETS.into_iter().flat_map(find).collect();
        let text = serde_json::to_string(&found).expect("a question is spelled");
        std::fs::write(path, text).expect("it is written");
    }
    let text = std::fs::read_to_string(path).expect("the file is read");
    let questions: Vec<Question> = serde_json::from_str(&text).expect("it has been written by this bench");
    for question in questions {
        let start = games::start(&question.preset);
        let state = Easy::resumed(&start, &question.play).expect("it is spelled as it was");
        let (time, print) = question.what.least(&state, RUNS);
        let ms = time.as_secs_f64() * 1e3;
        let what = match question.what {
            What::Due => "due".to_owned(),
            What::Reach(stand, _) => format!("reach of {}", stand.0),
        };
        println!(
            "{:10} order {:4} {what:12} {ms:7.3} ms [{:7.3}]{}",
            question.preset,
            question.number,
            ms / scale::now(),
            if print == question.answer { "" } else { ", another answer" }
        );
    }
}

/// The dearest of one game.
fn find(preset: &str) -> Vec<Question> {
    let mut due: Vec<(Duration, Question)> = Vec::new();
    let mut reach: Vec<(Duration, Question)> = Vec::new();
    let keep = |found: &mut Vec<(Duration, Question)>, number: usize, what: What, state: &State| {
        let bar = found.get(KEPT - 1).map_or(Duration::ZERO, |(time, _)| *time);
        let (mut time, answer) = what.asked(state);
        if time > bar {
            time = time.min(what.least(state, 4).0);
        }
        // One of a stand, and of a stretch of the game, is enough.
        let alike = |other: &Question| match (what, other.what) {
            (What::Reach(stand, _), What::Reach(other, _)) => stand == other,
            _ => true,
        };
        let near = found.iter().position(|(_, other)| alike(other) && other.number + 20 > number);
        if time <= near.map_or(bar, |near| found[near].0) {
            return;
        }
        near.map(|near| found.remove(near));
        let play = Easy::play(state).expect("play is spelled");
        found.push((time, Question { preset: preset.to_owned(), number, what, play, answer }));
        found.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        found.truncate(KEPT);
    };
    let mut see = |number: usize, state: &State| {
        keep(&mut due, number, What::Due, state);
        let Some(now) = state.active().filter(|now| now.step == Step::Act) else { return };
        for &stand in now.list.iter().filter(|stand| !now.acted.contains(stand)) {
            for turned in [0.0, 0.4, -1.9] {
                if let Some(start) = state.pose(stand) {
                    keep(&mut reach, number, What::Reach(stand, start.heading.turned(turned)), state);
                }
            }
        }
    };
    games::play(preset, games::seeds()[0], |number, state, _| see(number, state));
    due.into_iter().chain(reach).map(|(_, question)| question).collect()
}
