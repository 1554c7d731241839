//! Times and answers: medians, worsts and where they were; fingerprints.

use std::fmt::Debug;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::scale;

/// Each position counts with the least of so many runs.
const RUNS: usize = 5;

/// So long a measure of the machine holds.
const PACE: Duration = Duration::from_millis(20);

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// FNV-1a over bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Print(u64);

impl Print {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Of a value, by all that it shows of itself: a number to the last digit.
    pub fn of(value: &impl Debug) -> Self {
        let mut print = Self::new();
        print.add(format!("{value:?}").as_bytes());
        print
    }
}

/// Where every single answer is written, if anywhere.
fn answers() -> Option<&'static Mutex<BufWriter<File>>> {
    static FILE: OnceLock<Option<Mutex<BufWriter<File>>>> = OnceLock::new();
    let open = || {
        let path = std::env::var_os("DRUMHEAD_ANSWERS")?;
        Some(Mutex::new(BufWriter::new(File::create(path).expect("the file of answers can be written"))))
    };
    FILE.get_or_init(open).as_ref()
}

/// The times of one question over many positions.
pub struct Tally {
    name: String,
    /// Milliseconds at worst, scaled; none where none is set.
    budget: Option<f64>,
    times: Vec<Duration>,
    worst: Worst,
    /// How slow the machine was when it was last measured, and when that was.
    pace: (f64, Instant),
    print: Print,
}

/// The worst time so far: on this machine, and in milliseconds on that of the budgets; and where it was.
#[derive(Default)]
struct Worst {
    time: Duration,
    scaled: f64,
    at: String,
}

impl Tally {
    pub fn new(name: impl Into<String>, budget: Option<f64>) -> Self {
        Self {
            name: name.into(),
            budget,
            times: Vec::new(),
            worst: Worst::default(),
            pace: (*scale::SCALE, Instant::now()),
            print: Print::new(),
        }
    }

    /// Asks at one position and keeps the least time of five runs. Where the first is no worse than the worst so far the
    /// others could change nothing, and are left out. `show` gives what is told apart of an answer: it is the same each time.
    ///
    /// Between the runs the machine itself is measured, and by that the time is scaled.
    pub fn ask<T>(
        &mut self,
        at: impl Fn() -> String,
        mut run: impl FnMut() -> T,
        show: impl Fn(&T) -> Print,
    ) {
        let mut least = Duration::MAX;
        let mut pace = self.pace();
        let mut shown: Option<Print> = None;
        for number in 0..RUNS {
            if number > 0 {
                pace = pace.min(scale::now());
            }
            let begun = Instant::now();
            let answer = run();
            least = least.min(begun.elapsed());
            let print = show(&answer);
            assert!(
                shown.is_none_or(|before| before.0 == print.0),
                "{}: another answer at {}",
                self.name,
                at()
            );
            shown = Some(print);
            if ms(least) / pace <= self.worst.scaled {
                break;
            }
        }
        let print = shown.expect("there was a run");
        self.print.add(&print.0.to_le_bytes());
        if let Some(file) = answers() {
            let mut file = file.lock().expect("nobody panics while writing");
            writeln!(file, "{} {} {:016x}", self.name, at(), print.0)
                .expect("the file of answers can be written");
        }
        self.note(least, pace, at);
    }

    /// A time that was measured otherwise.
    pub fn take(&mut self, time: Duration, at: impl Fn() -> String) {
        self.note(time, *scale::SCALE, at);
    }

    fn note(&mut self, time: Duration, pace: f64, at: impl Fn() -> String) {
        self.times.push(time);
        let scaled = ms(time) / pace;
        if scaled > self.worst.scaled {
            self.worst = Worst { time, scaled, at: at() };
        }
    }

    /// How slow the machine is, measured again where that was a while ago.
    fn pace(&mut self) -> f64 {
        if self.pace.1.elapsed() > PACE {
            self.pace = (scale::now(), Instant::now());
        }
        self.pace.0
    }

    pub fn count(&self) -> usize {
        self.times.len()
    }

    /// Prints its line.
    pub fn tell(&mut self) {
        if let Some(file) = answers() {
            file.lock()
                .expect("nobody panics while writing")
                .flush()
                .expect("the file of answers can be written");
        }
        self.times.sort();
        let count = self.times.len();
        let median = self.times.get(count / 2).copied().unwrap_or_default();
        let most = self.times.get(count.saturating_sub(1 + count / 100)).copied().unwrap_or_default();
        let Worst { time, scaled, at } = &self.worst;
        let (worst, scaled) = (ms(*time), *scaled);
        let budget = match self.budget {
            Some(budget) if scaled <= budget => format!(", within {budget} ms"),
            Some(budget) => format!(", OVER {budget} ms"),
            None => String::new(),
        };
        println!(
            "{:<34} {count:>6} positions  median {:>8.3}  99% {:>8.3}  worst {worst:>8.3} ms [{scaled:.3}{budget}]",
            self.name,
            ms(median),
            ms(most)
        );
        println!("{:<34} worst at {at}; answers {:016x}", "", self.print.0);
    }
}

/// The most memory that this process has had so far, in KiB; 0 where the system does not say.
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
